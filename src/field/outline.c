// SPDX-License-Identifier: MIT
/* Tracing the outlines of labelled cells.
 *
 * in   a grid of labels        out   rings, label by label, outer rings before their holes
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
#include "field/outline.h"
#include "field/outline_walk.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#define EAST_WALKED                                                                                \
    0x80000000u /* in a cell's mark; the rest: polygon of its west side + 1, or 0                  \
                 */

static const int ahead_x[4] = {0, -1, 0, 1}, ahead_y[4] = {-1, 0, 1, 0};
static const int out_x[4] = {1, 0, -1, 0}, out_y[4] = {0, -1, 0, 1};

static uint32_t label_at(const fluv_outline_job *job, uint32_t col, uint32_t row)
{
    /* Columns and rows one before the first wrap around and are outside as well. */
    if (col >= job->cols || row >= job->rows)
        return FLUV_NONE;
    return job->label[(size_t)row * job->cols + col];
}

/* Whether a corner to corner contact of `label` is joined; `across` and `ahead` are the labels of
 * the other diagonal. */
static bool joins(const fluv_outline_job *job, uint32_t label, uint32_t across, uint32_t ahead)
{
    return job->corners_join && (across != ahead || label <= across);
}

/* The edge after `at`; marks `at` where the label touches itself across the corner. */
static fluv_walk_edge next_edge(const fluv_outline_job *job, fluv_walk_edge *at)
{
    uint32_t label = label_at(job, at->col, at->row);
    int side = at->side;
    uint32_t left_col = at->col + (uint32_t)ahead_x[side];
    uint32_t left_row = at->row + (uint32_t)ahead_y[side];
    uint32_t right_col = left_col + (uint32_t)out_x[side];
    uint32_t right_row = left_row + (uint32_t)out_y[side];
    uint32_t left = label_at(job, left_col, left_row);
    bool right_in = label_at(job, right_col, right_row) == label;
    uint32_t across =
        label_at(job, at->col + (uint32_t)out_x[side], at->row + (uint32_t)out_y[side]);

    fluv_walk_edge next = {.col = at->col, .row = at->row, .side = (uint8_t)((side + 1) & 3)};
    if (left == label && !right_in)
        next = (fluv_walk_edge){.col = left_col, .row = left_row, .side = (uint8_t)side};
    else if (right_in && (left == label || joins(job, label, across, left)))
        next =
            (fluv_walk_edge){.col = right_col, .row = right_row, .side = (uint8_t)((side + 3) & 3)};
    else
        at->pinch = right_in;
    return next;
}

static bool on_border(const fluv_outline_job *job, fluv_walk_edge edge)
{
    return edge.col + (uint32_t)out_x[edge.side] >= job->cols ||
           edge.row + (uint32_t)out_y[edge.side] >= job->rows;
}

static fluv_status walk(fluv_ctx *ctx, const fluv_outline_job *job, fluv_walk_edge start,
                        uint32_t polygon, uint32_t *mark, fluv_trace *trace)
{
    trace->edges.count = 0;
    fluv_walk_edge at = start;
    do {
        fluv_walk_edge *edge = fluv_list_append(ctx, &trace->edges, 1, sizeof *edge);
        if (!edge)
            return FLUV_NO_MEMORY;
        at.border = on_border(job, at);
        uint32_t *cell_mark = &mark[(size_t)at.row * job->cols + at.col];
        if (at.side == FLUV_SIDE_W)
            *cell_mark |= polygon + 1;
        else if (at.side == FLUV_SIDE_E)
            *cell_mark |= EAST_WALKED;
        fluv_walk_edge next = next_edge(job, &at);
        *edge = at;
        at = next;
    } while (at.col != start.col || at.row != start.row || at.side != start.side);
    return FLUV_OK;
}

/* One cell of the scan; `polygon` is that of the run of cells it stands in. */
static fluv_status trace_cell(fluv_ctx *ctx, const fluv_outline_job *job, fluv_walk_edge at,
                              fluv_walk_form *form, uint32_t *mark, uint32_t *polygons,
                              uint32_t *polygon, fluv_trace *trace)
{
    uint32_t label = label_at(job, at.col, at.row);
    const uint32_t *cell_mark = &mark[(size_t)at.row * job->cols + at.col];
    if (label_at(job, at.col - 1, at.row) != label) {
        if (!(*cell_mark & ~EAST_WALKED)) {
            fluv_traced_ring ring = {.label = label, .polygon = (*polygons)++};
            at.side = FLUV_SIDE_W;
            FLUV_TRY(walk(ctx, job, at, ring.polygon, mark, trace));
            FLUV_TRY(form(ctx, job, trace, ring));
        }
        *polygon = (*cell_mark & ~EAST_WALKED) - 1;
    }
    if (label_at(job, at.col + 1, at.row) != label && !(*cell_mark & EAST_WALKED)) {
        fluv_traced_ring ring = {.label = label, .polygon = *polygon, .hole = true};
        at.side = FLUV_SIDE_E;
        FLUV_TRY(walk(ctx, job, at, ring.polygon, mark, trace));
        FLUV_TRY(form(ctx, job, trace, ring));
    }
    return FLUV_OK;
}

static fluv_status trace_all(fluv_ctx *ctx, const fluv_outline_job *job, fluv_walk_form *form,
                             uint32_t *mark, fluv_trace *trace, uint32_t *polygons)
{
    uint32_t polygon = 0;
    for (uint32_t row = 0; row < job->rows; row++) {
        const uint32_t *label = job->label + (size_t)row * job->cols;
        for (uint32_t col = 0; col < job->cols; col++) {
            bool inside_run = col > 0 && col + 1 < job->cols && label[col - 1] == label[col] &&
                              label[col + 1] == label[col];
            if (inside_run || label[col] == FLUV_NONE)
                continue;
            fluv_walk_edge at = {.col = col, .row = row};
            FLUV_TRY(trace_cell(ctx, job, at, form, mark, polygons, &polygon, trace));
        }
    }
    return FLUV_OK;
}

fluv_status fluv_trace_ring(fluv_ctx *ctx, fluv_trace *trace, fluv_traced_ring ring,
                            size_t first_point)
{
    ring.first_point = first_point;
    ring.point_count = trace->xy.count / 2 - first_point;
    fluv_traced_ring *at = fluv_list_append(ctx, &trace->rings, 1, sizeof *at);
    if (!at)
        return FLUV_NO_MEMORY;
    *at = ring;
    return FLUV_OK;
}

/* Grouping the rings: stable counting sorts by hole, polygon, label. */

static uint32_t key_of(const fluv_traced_ring *ring, int key)
{
    return key == 0 ? (uint32_t)ring->hole : key == 1 ? ring->polygon : ring->label;
}

/* Sorts the ring numbers of `from` into `to`; `starts` has room for keys + 1. */
static void sort_by(const fluv_traced_ring *rings, size_t count, int key, size_t keys,
                    const uint32_t *from, uint32_t *to, uint32_t *starts)
{
    memset(starts, 0, (keys + 1) * sizeof *starts);
    for (size_t i = 0; i < count; i++)
        starts[key_of(&rings[i], key) + 1]++;
    for (size_t k = 1; k <= keys; k++)
        starts[k] += starts[k - 1];
    for (size_t i = 0; i < count; i++)
        to[starts[key_of(&rings[from[i]], key)]++] = from[i];
}

/* The order in which rings go out, in scratch memory; NULL on failure. */
static const uint32_t *ring_order(fluv_ctx *ctx, const fluv_trace *trace, uint32_t polygons,
                                  uint32_t labels)
{
    const fluv_traced_ring *rings = trace->rings.items;
    size_t count = trace->rings.count;
    uint32_t *a = fluv_scratch(ctx, count, sizeof *a);
    uint32_t *b = fluv_scratch(ctx, count, sizeof *b);
    size_t keys = polygons > labels ? polygons : labels;
    uint32_t *starts = fluv_scratch(ctx, (keys > 2 ? keys : 2) + 1, sizeof *starts);
    if (!a || !b || !starts)
        return NULL;
    for (size_t i = 0; i < count; i++)
        a[i] = (uint32_t)i;
    sort_by(rings, count, 0, 2, a, b, starts);
    sort_by(rings, count, 1, polygons, b, a, starts);
    sort_by(rings, count, 2, labels, a, b, starts);
    return b;
}

static void place_ring(const fluv_outline_job *job, const fluv_trace *trace,
                       const fluv_traced_ring *ring, double *to)
{
    const double *from = (const double *)trace->xy.items + 2 * ring->first_point;
    for (size_t i = 0; i < ring->point_count; i++) {
        to[2 * i] = job->west + job->cell * from[2 * i];
        to[2 * i + 1] = job->north - job->cell * from[2 * i + 1];
    }
}

static fluv_status append_rings(fluv_ctx *ctx, const fluv_outline_job *job, const fluv_trace *trace,
                                uint32_t polygons, fluv_outline_rings out)
{
    const fluv_traced_ring *rings = trace->rings.items;
    const uint32_t *order = ring_order(ctx, trace, polygons, job->label_count);
    if (!order)
        return FLUV_NO_MEMORY;
    size_t ring_count = out.first_point->count, point = out.xy->count / 2;
    if (point + trace->xy.count / 2 > UINT32_MAX)
        return fluv_fail(ctx, FLUV_NO_MEMORY, "outlines of more than %" PRIu32 " points",
                         UINT32_MAX);
    uint32_t *start = fluv_list_append(ctx, out.first_point, trace->rings.count, sizeof *start);
    double *xy = fluv_list_append(ctx, out.xy, trace->xy.count, sizeof *xy);
    if (trace->rings.count && (!start || !xy))
        return FLUV_NO_MEMORY;
    uint32_t label = 0;
    out.first_ring[0] = (uint32_t)ring_count;
    for (size_t i = 0; i < trace->rings.count; i++) {
        const fluv_traced_ring *ring = &rings[order[i]];
        while (label < ring->label)
            out.first_ring[++label] = (uint32_t)(ring_count + i);
        start[i] = (uint32_t)point;
        place_ring(job, trace, ring, xy);
        point += ring->point_count;
        xy += 2 * ring->point_count;
    }
    assert(point == out.xy->count / 2);
    while (label < job->label_count)
        out.first_ring[++label] = (uint32_t)out.first_point->count;
    return FLUV_OK;
}

static void trace_free(fluv_trace *trace)
{
    fluv_list_free(&trace->rings);
    fluv_list_free(&trace->xy);
    fluv_list_free(&trace->edges);
    fluv_list_free(&trace->work);
    fluv_list_free(&trace->work_2);
}

static fluv_status outline(fluv_ctx *ctx, const fluv_outline_job *job, fluv_walk_form *form,
                           fluv_outline_rings out)
{
    struct fluv_scratch_block *scratch = fluv_scratch_mark(ctx);
    fluv_trace trace = {0};
    uint32_t polygons = 0;
    uint32_t *mark = fluv_scratch_zero(ctx, (size_t)job->cols * job->rows, sizeof *mark);
    fluv_status status = FLUV_NO_MEMORY;
    if (mark)
        status = trace_all(ctx, job, form, mark, &trace, &polygons);
    if (status == FLUV_OK) {
        fluv_scratch_drop(ctx, mark);
        status = append_rings(ctx, job, &trace, polygons, out);
    }
    trace_free(&trace);
    fluv_scratch_release(ctx, scratch);
    return status;
}

fluv_status fluv_outline_cells(fluv_ctx *ctx, const fluv_outline_job *job, fluv_outline_rings out)
{
    fluv_outline_job apart = *job;
    apart.corners_join = false;
    return outline(ctx, &apart, fluv_walk_to_cell_rings, out);
}

fluv_status fluv_outline_smooth(fluv_ctx *ctx, const fluv_outline_job *job, fluv_outline_rings out)
{
    return outline(ctx, job, fluv_walk_to_smooth_ring, out);
}
