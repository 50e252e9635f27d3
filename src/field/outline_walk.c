// SPDX-License-Identifier: MIT
/* Finding and walking the boundaries of labelled cells.
 *
 * in   a grid of labels        out   walks, label by label, outer rings before their holes
 *
 * The grid is scanned row by row. A cell whose west side is a boundary nobody has walked starts an
 * outer ring; one whose east side is such a boundary starts a hole of the polygon that the run of
 * cells began with: the topmost row of a hole always shows its west shore, which is the east side
 * of a run, before anything else of it. Each boundary is walked once with the label on the left:
 *
 *          L | R          L, R in the label: right; L alone: straight on;
 *        ----v----        neither: left; R alone, a corner to corner contact:
 *      label ^ other      left keeps the two apart, right joins them.
 *
 * O(cells + length of the boundaries). */
#include "field/outline_walk.h"

#include "base/clones.h"
#include "field/grid.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* A cell's mark is the polygon of its west side + 1, or 0; and this. */
#define EAST_WALKED 0x80000000u
#define TOGETHER    64 /* cells */

typedef struct finder {
    const fluv_outline_job *job;
    uint32_t *mark;
    uint32_t polygons;
    uint32_t polygon; /* of the run of cells at hand */
    fluv_list *walks;
} finder;

static const int ahead_x[4] = {0, -1, 0, 1}, ahead_y[4] = {-1, 0, 1, 0};
static const int out_x[4] = {1, 0, -1, 0}, out_y[4] = {0, -1, 0, 1};

static fluv_walk_edge edge_at(const fluv_outline_job *job, uint32_t col, uint32_t row, int side)
{
    bool border =
        col + (uint32_t)out_x[side] >= job->cols || row + (uint32_t)out_y[side] >= job->rows;
    return (fluv_walk_edge){.col = col, .row = row, .side = (uint8_t)side, .border = border};
}

fluv_walk_edge fluv_walk_begin(const fluv_outline_job *job, const fluv_walk *walk)
{
    return edge_at(job, walk->col, walk->row, walk->hole ? FLUV_SIDE_E : FLUV_SIDE_W);
}

/* Whether a corner to corner contact of `label` is joined; `across` and `ahead` are the labels of
 * the other diagonal. */
static bool joins(const fluv_outline_job *job, uint32_t label, uint32_t across, uint32_t ahead)
{
    return job->corners_join && (across != ahead || label <= across);
}

/* The labels around the corner at an edge's end: ahead on this side and on the other, and across
 * the edge itself. */
typedef struct corner_labels {
    uint32_t left, right, across;
} corner_labels;

static corner_labels labels_ahead(const fluv_outline_job *job, const fluv_walk_edge *at)
{
    int dx = ahead_x[at->side], dy = ahead_y[at->side], ox = out_x[at->side], oy = out_y[at->side];
    uint32_t cols = job->cols, col = at->col, row = at->row;
    if (col - 1 < cols - 2 && row - 1 < job->rows - 2 && cols > 2 && job->rows > 2) {
        const uint32_t *here = job->label + (size_t)row * cols + col;
        ptrdiff_t ahead = dy * (ptrdiff_t)cols + dx, out = oy * (ptrdiff_t)cols + ox;
        return (corner_labels){here[ahead], here[ahead + out], here[out]};
    }
    uint32_t ahead_col = col + (uint32_t)dx, ahead_row = row + (uint32_t)dy;
    return (corner_labels){fluv_walk_label(job, ahead_col, ahead_row),
                           fluv_walk_label(job, ahead_col + (uint32_t)ox, ahead_row + (uint32_t)oy),
                           fluv_walk_label(job, col + (uint32_t)ox, row + (uint32_t)oy)};
}

fluv_walk_edge fluv_walk_on(const fluv_outline_job *job, uint32_t label, fluv_walk_edge *at)
{
    int side = at->side;
    corner_labels around = labels_ahead(job, at);
    assert(at->col < job->cols && at->row < job->rows);
    bool right_in = around.right == label;
    uint32_t left_col = at->col + (uint32_t)ahead_x[side];
    uint32_t left_row = at->row + (uint32_t)ahead_y[side];
    if (right_in && (around.left == label || joins(job, label, around.across, around.left)))
        return edge_at(job, left_col + (uint32_t)out_x[side], left_row + (uint32_t)out_y[side],
                       (side + 3) & 3);
    if (around.left == label)
        return edge_at(job, left_col, left_row, side);
    at->pinch = right_in;
    return edge_at(job, at->col, at->row, (side + 1) & 3);
}

static fluv_status walk(fluv_ctx *ctx, finder *f, fluv_walk found)
{
    fluv_walk_edge at = fluv_walk_begin(f->job, &found);
    uint32_t label = fluv_walk_label(f->job, found.col, found.row);
    int first_side = at.side;
    assert(label < f->job->label_count);
    do {
        uint32_t *mark = &f->mark[(size_t)at.row * f->job->cols + at.col];
        if (at.side == FLUV_SIDE_W)
            *mark |= found.polygon + 1;
        else if (at.side == FLUV_SIDE_E)
            *mark |= EAST_WALKED;
        at = fluv_walk_on(f->job, label, &at);
        found.edges++;
        assert(found.edges <= 4 * (size_t)f->job->cols * f->job->rows);
    } while (at.col != found.col || at.row != found.row || at.side != first_side);
    fluv_walk *added = fluv_list_append(ctx, f->walks, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = found;
    return FLUV_OK;
}

/* One cell of the scan that begins or ends a run of its label, or both. */
static fluv_status scan_cell(fluv_ctx *ctx, finder *f, uint32_t col, uint32_t row)
{
    uint32_t label = fluv_walk_label(f->job, col, row);
    const uint32_t *mark = &f->mark[(size_t)row * f->job->cols + col];
    if (fluv_walk_label(f->job, col - 1, row) != label) {
        if (!(*mark & ~EAST_WALKED))
            FLUV_TRY(walk(ctx, f, (fluv_walk){col, row, .polygon = f->polygons++}));
        assert(*mark & ~EAST_WALKED); /* the walk came by */
        f->polygon = (*mark & ~EAST_WALKED) - 1;
    }
    if (fluv_walk_label(f->job, col + 1, row) != label && !(*mark & EAST_WALKED))
        return walk(ctx, f, (fluv_walk){col, row, .polygon = f->polygon, .hole = true});
    return FLUV_OK;
}

/* Marks the cells where runs of one label begin or end. None of them is at the row's ends. */
FLUV_CLONES static void mark_ends(const uint32_t *label, int count, uint8_t *ends)
{
    for (int i = 0; i < count; i++) {
        uint32_t beside = (label[i - 1] ^ label[i]) | (label[i + 1] ^ label[i]);
        ends[i] = (beside != 0) & (label[i] != FLUV_NONE);
    }
}

/* Most cells lie within a run: many are looked at together. */
static fluv_status scan_inner(fluv_ctx *ctx, finder *f, uint32_t row)
{
    uint32_t cols = f->job->cols;
    const uint32_t *label = f->job->label + (size_t)row * cols;
    uint8_t ends[TOGETHER];
    for (uint32_t col = 1, count; col + 1 < cols; col += count) {
        count = cols - 1 - col < TOGETHER ? cols - 1 - col : TOGETHER;
        mark_ends(label + col, (int)count, ends);
        for (uint32_t i = 0; (i = fluv_next_marked(ends, i, count)) < count; i++)
            FLUV_TRY(scan_cell(ctx, f, col + i, row));
    }
    return FLUV_OK;
}

static fluv_status scan_row(fluv_ctx *ctx, finder *f, uint32_t row)
{
    uint32_t last = f->job->cols - 1;
    if (fluv_walk_label(f->job, 0, row) != FLUV_NONE)
        FLUV_TRY(scan_cell(ctx, f, 0, row));
    FLUV_TRY(scan_inner(ctx, f, row));
    if (last > 0 && fluv_walk_label(f->job, last, row) != FLUV_NONE)
        FLUV_TRY(scan_cell(ctx, f, last, row));
    return FLUV_OK;
}

static uint32_t key_of(const fluv_outline_job *job, const fluv_walk *walk, bool by_label)
{
    return by_label ? fluv_walk_label(job, walk->col, walk->row) : walk->polygon;
}

/* A stable counting sort of the numbers `from` into `to`; `starts` has room for keys + 1. */
static void sort_by(const fluv_outline_job *job, bool by_label, size_t keys,
                    const fluv_walks *walks, const uint32_t *from, uint32_t *to, uint32_t *starts)
{
    memset(starts, 0, (keys + 1) * sizeof *starts);
    size_t count = walks->list.count;
    for (uint32_t i = 0; i < count; i++)
        starts[key_of(job, fluv_walk_number(walks, i), by_label) + 1]++;
    for (size_t k = 1; k <= keys; k++)
        starts[k] += starts[k - 1];
    assert(starts[keys] == count);
    for (size_t i = 0; i < count; i++)
        to[starts[key_of(job, fluv_walk_number(walks, from[i]), by_label)]++] = from[i];
}

/* Outer rings were found before their holes, and stay before them. */
static fluv_status put_in_order(fluv_ctx *ctx, const fluv_outline_job *job, uint32_t polygons,
                                fluv_walks *walks)
{
    size_t count = walks->list.count;
    uint32_t *order = fluv_scratch(ctx, count, sizeof *order);
    uint32_t *aside = fluv_scratch(ctx, count, sizeof *aside);
    size_t keys = polygons > job->label_count ? polygons : job->label_count;
    uint32_t *starts = fluv_scratch(ctx, keys + 1, sizeof *starts);
    if (!order || !aside || !starts)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)i;
    sort_by(job, false, polygons, walks, order, aside, starts);
    sort_by(job, true, job->label_count, walks, aside, order, starts);
    walks->order = order;
    fluv_scratch_drop(ctx, aside);
    fluv_scratch_drop(ctx, starts);
    return FLUV_OK;
}

fluv_status fluv_walks_find(fluv_ctx *ctx, const fluv_outline_job *job, fluv_walks *walks)
{
    finder f = {.job = job,
                .mark = fluv_scratch_zero(ctx, (size_t)job->cols * job->rows, sizeof *f.mark),
                .walks = &walks->list};
    if (!f.mark)
        return FLUV_NO_MEMORY;
    for (uint32_t row = 0; row < job->rows; row++)
        FLUV_TRY(scan_row(ctx, &f, row));
    fluv_scratch_drop(ctx, f.mark);
    return put_in_order(ctx, job, f.polygons, walks);
}
