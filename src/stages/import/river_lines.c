// SPDX-License-Identifier: MIT
/* From the lines of a survey to pieces between nodes.
 *
 * in   lines that touch end to end or end on each other, and may leave the frame
 * out  pieces inside the frame, and the nodes they share
 *
 * Ends are looked for among the boxes of all lines: O(lines^2 + points). */
#include "stages/import/river_lines.h"

#include "field/segments.h"
#include "water/sets.h"
#include "water/topology.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void fluv_river_lines_free(fluv_river_lines *lines)
{
    fluv_list_free(&lines->pieces);
    fluv_list_free(&lines->nodes);
    fluv_list_free(&lines->xy);
}

static fluv_status add_point(fluv_ctx *ctx, fluv_vec at, fluv_list *xy)
{
    double *to = fluv_list_append(ctx, xy, 2, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    to[0] = at.x;
    to[1] = at.y;
    return FLUV_OK;
}

/* The points from `first` to the last, if they are a line, become a piece. */
static fluv_status end_piece(fluv_ctx *ctx, uint32_t shape, size_t first, fluv_river_lines *to)
{
    assert(first <= to->xy.count / 2);
    size_t count = to->xy.count / 2 - first;
    if (count < 2) {
        to->xy.count = 2 * first;
        return FLUV_OK;
    }
    fluv_river_piece *piece = fluv_list_append(ctx, &to->pieces, 1, sizeof *piece);
    if (!piece)
        return FLUV_NO_MEMORY;
    *piece = (fluv_river_piece){.first = first, .count = count, .shape = shape};
    return FLUV_OK;
}

/* ---- Inside the frame ---- */

static fluv_status clip_line(fluv_ctx *ctx, const double *xy, size_t points, uint32_t shape,
                             const fluv_box *box, fluv_river_lines *to)
{
    size_t first = to->xy.count / 2;
    bool inside = false; /* the last point stands in the list */
    for (size_t i = 0; i + 1 < points; i++) {
        fluv_vec a = {xy[2 * i], xy[2 * i + 1]}, b = {xy[2 * i + 2], xy[2 * i + 3]};
        double begin = 0.0, end = 1.0, dx = b.x - a.x, dy = b.y - a.y;
        fluv_clip(a.x, dx, box->low.x, box->high.x, &begin, &end);
        fluv_clip(a.y, dy, box->low.y, box->high.y, &begin, &end);
        if (!(begin < end)) {
            FLUV_TRY(end_piece(ctx, shape, first, to));
            first = to->xy.count / 2;
            inside = false;
            continue;
        }
        if (!inside || begin > 0.0) {
            FLUV_TRY(end_piece(ctx, shape, first, to));
            first = to->xy.count / 2;
            FLUV_TRY(add_point(ctx, (fluv_vec){a.x + begin * dx, a.y + begin * dy}, &to->xy));
        }
        FLUV_TRY(add_point(ctx, (fluv_vec){a.x + end * dx, a.y + end * dy}, &to->xy));
        inside = end >= 1.0;
    }
    return end_piece(ctx, shape, first, to);
}

static fluv_box box_of(const fluv_frame *frame)
{
    return (fluv_box){{frame->west, frame->north - frame->cell * frame->rows},
                      {frame->west + frame->cell * frame->cols, frame->north}};
}

/* ---- Where others end ---- */

typedef struct cut {
    uint32_t piece;
    double at; /* segment and share of it */
} cut;

static int by_place(const void *a_, const void *b_)
{
    const cut *a = a_, *b = b_;
    if (a->piece != b->piece)
        return a->piece < b->piece ? -1 : 1;
    return (a->at > b->at) - (a->at < b->at);
}

static fluv_vec point_of(const fluv_river_lines *lines, const fluv_river_piece *piece, size_t i)
{
    assert(i < piece->count);
    const double *xy = (const double *)lines->xy.items + 2 * (piece->first + i);
    return (fluv_vec){xy[0], xy[1]};
}

static fluv_vec end_of(const fluv_river_lines *lines, const fluv_river_piece *piece, int end)
{
    return point_of(lines, piece, end ? piece->count - 1 : 0);
}

static fluv_box box_around(const fluv_river_lines *lines, const fluv_river_piece *piece, double by)
{
    fluv_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (size_t i = 0; i < piece->count; i++) {
        fluv_vec at = point_of(lines, piece, i);
        box.low = (fluv_vec){fmin(box.low.x, at.x - by), fmin(box.low.y, at.y - by)};
        box.high = (fluv_vec){fmax(box.high.x, at.x + by), fmax(box.high.y, at.y + by)};
    }
    return box;
}

/* The place on a piece that lies nearest to one, if it is near, and not near the piece's ends. */
static bool find_cut(const fluv_river_lines *lines, const fluv_river_piece *piece, fluv_vec at,
                     double near, double *cut_at)
{
    double best = near;
    bool found = false;
    for (int end = 0; end < 2; end++)
        if (fluv_vec_distance(end_of(lines, piece, end), at) <= near)
            return false;
    for (size_t i = 0; i + 1 < piece->count; i++) {
        fluv_vec a = point_of(lines, piece, i), b = point_of(lines, piece, i + 1);
        double far = fluv_segment_distance(a, b, at);
        if (far >= best)
            continue;
        fluv_vec step = {b.x - a.x, b.y - a.y}, to = {at.x - a.x, at.y - a.y};
        double along = fluv_dot(to, step) / fluv_dot(step, step);
        best = far;
        found = true;
        *cut_at = (double)i + fmin(fmax(along, 0.0), 1.0);
    }
    return found;
}

static bool holds(const fluv_box *box, fluv_vec at)
{
    return at.x >= box->low.x && at.x <= box->high.x && at.y >= box->low.y && at.y <= box->high.y;
}

static fluv_status find_cuts(fluv_ctx *ctx, const fluv_river_lines *lines, double near,
                             fluv_list *cuts)
{
    const fluv_river_piece *pieces = lines->pieces.items;
    size_t count = lines->pieces.count;
    for (uint32_t k = 0; k < count; k++) {
        fluv_box box = box_around(lines, &pieces[k], near);
        for (size_t i = 0; i < 2 * count; i++) {
            fluv_vec at = end_of(lines, &pieces[i / 2], (int)(i % 2));
            double place;
            if (i / 2 == k || !holds(&box, at) || !find_cut(lines, &pieces[k], at, near, &place))
                continue;
            cut *added = fluv_list_append(ctx, cuts, 1, sizeof *added);
            if (!added)
                return FLUV_NO_MEMORY;
            *added = (cut){k, place};
        }
        FLUV_TRY(fluv_advance(ctx, 0.1));
    }
    if (cuts->count)
        qsort(cuts->items, cuts->count, sizeof(cut), by_place);
    return FLUV_OK;
}

/* Copies a piece, in parts where it is cut. */
static fluv_status add_parts(fluv_ctx *ctx, const fluv_river_lines *from, uint32_t k,
                             const cut *cuts, size_t count, fluv_river_lines *to)
{
    assert(k < from->pieces.count);
    const fluv_river_piece *piece = (const fluv_river_piece *)from->pieces.items + k;
    size_t first = to->xy.count / 2, c = 0;
    for (size_t i = 0; i < piece->count; i++) {
        fluv_vec a = point_of(from, piece, i);
        FLUV_TRY(add_point(ctx, a, &to->xy));
        for (; c < count && cuts[c].at < (double)i + 1.0; c++) {
            fluv_vec b = point_of(from, piece, i + 1);
            double along = cuts[c].at - (double)i;
            fluv_vec at = {a.x + along * (b.x - a.x), a.y + along * (b.y - a.y)};
            if (along > 0.0)
                FLUV_TRY(add_point(ctx, at, &to->xy));
            FLUV_TRY(end_piece(ctx, piece->shape, first, to));
            first = to->xy.count / 2;
            FLUV_TRY(add_point(ctx, at, &to->xy));
        }
    }
    return end_piece(ctx, piece->shape, first, to);
}

static fluv_status cut_pieces(fluv_ctx *ctx, const fluv_river_lines *from, const fluv_list *cuts,
                              fluv_river_lines *to)
{
    const cut *all = cuts->items;
    size_t at = 0;
    for (uint32_t k = 0; k < from->pieces.count; k++) {
        size_t begin = at;
        while (at < cuts->count && all[at].piece == k)
            at++;
        FLUV_TRY(add_parts(ctx, from, k, all + begin, at - begin, to));
    }
    return FLUV_OK;
}

/* ---- Nodes ---- */

typedef struct line_end {
    fluv_vec at;
    uint32_t number; /* twice the piece, one more: its end */
} line_end;

static int from_west(const void *a_, const void *b_)
{
    const line_end *a = a_, *b = b_;
    if (a->at.x != b->at.x)
        return a->at.x < b->at.x ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

/* The lowest ground in the nine cells around a place, and whether there is sea. */
static void look_around(const fluv_landscape *land, const uint8_t *kind, fluv_river_node *node)
{
    const fluv_frame *f = &land->frame;
    const float *height = fluv_height_of(land);
    double col = floor((node->x - f->west) / f->cell), row = floor((f->north - node->y) / f->cell);
    node->height = INFINITY;
    for (double r = fmax(0.0, row - 1.0); r <= fmin(f->rows - 1.0, row + 1.0); r++)
        for (double c = fmax(0.0, col - 1.0); c <= fmin(f->cols - 1.0, col + 1.0); c++) {
            size_t cell = (size_t)r * f->cols + (size_t)c;
            node->height = fminf(node->height, height[cell]); /* NaN: the other */
            bool sea = kind[cell] & FLUV_CELL_SEA;
            node->shore |= sea;
            node->sea |= sea && r == row && c == col;
        }
    node->edge = col < 1.0 || row < 1.0 || col >= f->cols - 1.0 || row >= f->rows - 1.0;
}

static fluv_status number_nodes(fluv_ctx *ctx, const fluv_landscape *land, const uint8_t *kind,
                                uint32_t *set, uint32_t ends, fluv_river_lines *lines)
{
    assert(ends == 2 * lines->pieces.count);
    fluv_river_piece *pieces = lines->pieces.items;
    uint32_t *number = fluv_scratch(ctx, ends, sizeof *number);
    if (!number)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < ends; i++)
        number[i] = FLUV_NONE;
    for (uint32_t i = 0; i < ends; i++) {
        uint32_t root = fluv_set_of(set, i);
        fluv_river_piece *piece = &pieces[i / 2];
        double *xy =
            (double *)lines->xy.items + 2 * (piece->first + (i % 2 ? piece->count - 1 : 0));
        if (number[root] == FLUV_NONE) {
            fluv_river_node *node = fluv_list_append(ctx, &lines->nodes, 1, sizeof *node);
            if (!node)
                return FLUV_NO_MEMORY;
            *node = (fluv_river_node){.x = xy[0], .y = xy[1]};
            look_around(land, kind, node);
            number[root] = (uint32_t)lines->nodes.count - 1;
        }
        const fluv_river_node *node = (const fluv_river_node *)lines->nodes.items + number[root];
        piece->node[i % 2] = number[root];
        xy[0] = node->x;
        xy[1] = node->y;
    }
    fluv_scratch_drop(ctx, number);
    return FLUV_OK;
}

/* Ends within a cell of each other are one node. */
static fluv_status find_nodes(fluv_ctx *ctx, const fluv_landscape *land, const uint8_t *kind,
                              fluv_river_lines *lines)
{
    uint32_t count = (uint32_t)(2 * lines->pieces.count);
    const fluv_river_piece *pieces = lines->pieces.items;
    line_end *ends = fluv_scratch(ctx, count, sizeof *ends);
    uint32_t *set = fluv_scratch(ctx, count, sizeof *set);
    if (!ends || !set)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        ends[i] = (line_end){end_of(lines, &pieces[i / 2], (int)(i % 2)), i};
    if (count)
        qsort(ends, count, sizeof *ends, from_west);
    fluv_sets_begin(set, count);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count && ends[k].at.x - ends[i].at.x <= land->frame.cell; k++)
            if (fluv_vec_distance(ends[i].at, ends[k].at) <= land->frame.cell)
                set[fluv_set_of(set, ends[k].number)] = fluv_set_of(set, ends[i].number);
    FLUV_TRY(number_nodes(ctx, land, kind, set, count, lines));
    fluv_scratch_drop(ctx, ends);
    fluv_scratch_drop(ctx, set);
    return FLUV_OK;
}

fluv_status fluv_river_lines_split(fluv_ctx *ctx, const fluv_shapes *shapes,
                                   const fluv_landscape *land, const uint8_t *kind,
                                   fluv_river_lines *lines)
{
    fluv_river_lines whole = {0};
    fluv_list cuts = {0};
    fluv_box box = box_of(&land->frame);
    fluv_status status = FLUV_OK;
    for (uint32_t i = 0; status == FLUV_OK && i < shapes->river_facts.count; i++) {
        size_t points;
        const double *xy = fluv_rings_read(&shapes->rivers, i, &points);
        status = clip_line(ctx, xy, points, i, &box, &whole);
    }
    if (status == FLUV_OK)
        status = find_cuts(ctx, &whole, land->frame.cell, &cuts);
    if (status == FLUV_OK)
        status = cut_pieces(ctx, &whole, &cuts, lines);
    if (status == FLUV_OK)
        status = find_nodes(ctx, land, kind, lines);
    fluv_list_free(&cuts);
    fluv_river_lines_free(&whole);
    return status;
}
