// SPDX-License-Identifier: MIT
/* The cells beside the middle of a river wider than they are.
 *
 * in   paths with widths        out   the strip that their water covers, led straight to them
 *
 * Left to itself the ground beside a wide river drains side by side with it. A cell within half a
 * width of a path stands at the path's surface and leads to the neighbour that is nearest to it, so
 * that what drains here is water of this river.  O(strip log strip). */
#include "stages/sample/sample.h"

#include "field/grid.h"

#include <assert.h>
#include <stdlib.h>

/* A cell of a strip. */
typedef struct side {
    uint32_t cell, from; /* the path cell nearest to it */
    uint32_t square;     /* of the distance, in cells */
} side;

static uint32_t square_between(const fluv_frame *frame, uint32_t a, uint32_t b)
{
    int64_t dx = (int64_t)(a % frame->cols) - b % frame->cols;
    int64_t dy = (int64_t)(a / frame->cols) - b / frame->cols;
    return (uint32_t)(dx * dx + dy * dy);
}

/* Takes a cell into the strip of a path cell, unless another is nearer. While strips are marked,
 * `down` is the nearest path cell. */
static void take(const fluv_paths *p, uint32_t cell, uint32_t from)
{
    if (fluv_paths_sea(p, cell) || fluv_paths_lake(p, cell) ||
        (p->path[cell] != FLUV_PATH_NONE && p->path[cell] != FLUV_PATH_SIDE))
        return;
    if (p->path[cell] == FLUV_PATH_SIDE &&
        square_between(p->frame, cell, p->down[cell]) <= square_between(p->frame, cell, from))
        return;
    p->path[cell] = FLUV_PATH_SIDE;
    p->down[cell] = from;
}

static void take_disc(const fluv_paths *p, uint32_t from)
{
    double radius = p->half[from] / FLUV_HALF_CELL;
    int64_t col = from % p->frame->cols, row = from / p->frame->cols, far = (int64_t)radius;
    for (int64_t r = row - far; r <= row + far; r++) {
        double rest = radius * radius - (double)((r - row) * (r - row));
        int64_t wide = (int64_t)sqrt(fmax(0.0, rest));
        for (int64_t c = col - wide; c <= col + wide; c++)
            if (fluv_in_grid(p->frame->cols, p->frame->rows, c, r))
                take(p, (uint32_t)(r * p->frame->cols + c), from);
    }
}

static int by_distance(const void *a, const void *b)
{
    const side *left = a, *right = b;
    if (left->square != right->square)
        return left->square < right->square ? -1 : 1;
    return left->cell < right->cell ? -1 : left->cell > right->cell;
}

static fluv_status list_sides(fluv_ctx *ctx, const fluv_paths *p, fluv_list *sides)
{
    uint32_t cells = p->frame->cols * p->frame->rows;
    for (uint32_t c = 0; (c = fluv_next_marked(p->path, c, cells)) < cells; c++)
        if (p->path[c] == FLUV_PATH_RIVER || p->path[c] == FLUV_PATH_ARM)
            if (p->half[c] >= FLUV_HALF_CELL)
                take_disc(p, c);
    for (uint32_t c = 0; (c = fluv_next_marked(p->path, c, cells)) < cells; c++) {
        if (p->path[c] != FLUV_PATH_SIDE)
            continue;
        side *added = fluv_list_append(ctx, sides, 1, sizeof *added);
        if (!added)
            return FLUV_NO_MEMORY;
        *added = (side){c, p->down[c], square_between(p->frame, c, p->down[c])};
        p->path[c] = FLUV_PATH_NONE; /* until it is led somewhere */
        p->down[c] = FLUV_NONE;
    }
    if (sides->count)
        qsort(sides->items, sides->count, sizeof(side), by_distance);
    return FLUV_OK;
}

/* To the path, or over a cell that is led to it already. */
static void lead(const fluv_paths *p, const side *s)
{
    assert(p->path[s->cell] == FLUV_PATH_NONE && s->square > 0);
    uint32_t col = s->cell % p->frame->cols, row = s->cell / p->frame->cols;
    uint32_t best = FLUV_NONE, least = s->square;
    for (int k = 0; k < 8; k++) {
        int64_t c = (int64_t)col + fluv_dx[k], r = (int64_t)row + fluv_dy[k];
        if (!fluv_in_grid(p->frame->cols, p->frame->rows, c, r))
            continue;
        uint32_t other = (uint32_t)(r * p->frame->cols + c);
        uint32_t square = square_between(p->frame, other, s->from);
        if (!p->path[other] || square >= least ||
            fluv_paths_crossed(p, s->cell, other) != FLUV_NONE)
            continue;
        best = other;
        least = square;
    }
    if (best == FLUV_NONE)
        return;
    p->path[s->cell] = FLUV_PATH_SIDE;
    p->down[s->cell] = best;
    p->height[s->cell] = p->height[best];
}

fluv_status fluv_sides_mark(fluv_ctx *ctx, const fluv_paths *p)
{
    fluv_list sides = {0};
    fluv_status status = list_sides(ctx, p, &sides);
    const side *list = sides.items;
    for (size_t i = 0; status == FLUV_OK && i < sides.count; i++) {
        assert(i == 0 || list[i - 1].square <= list[i].square);
        lead(p, &list[i]);
    }
    fluv_list_free(&sides);
    return status;
}

void fluv_sides_forget(const fluv_paths *p)
{
    uint32_t cells = p->frame->cols * p->frame->rows;
    for (uint32_t c = 0; (c = fluv_next_marked(p->path, c, cells)) < cells; c++)
        if (p->path[c] == FLUV_PATH_SIDE)
            p->path[c] = FLUV_PATH_NONE;
}
