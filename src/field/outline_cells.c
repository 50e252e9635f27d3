// SPDX-License-Identifier: MIT
/* The outline along cell borders: the corners of a walk, straight pieces joined.
 *
 * A walk that passes twice through one grid corner (the label touches itself there) is not a simple
 * polygon. Leaving the corner the other way each time cuts it into simple ones:
 *
 *      a---i  .           a---v
 *      |   | /|           |   |  v---.      the ring and a hole that touches it,
 *      |   j--b           |   |  |   |      or two holes that touch
 *
 * The passes nest, since the walk never crosses itself, so the order of cutting does not matter.
 * O(n + p log p) for a walk of n edges and p such passes. */
#include "field/outline_walk.h"

#include <stdlib.h>

#define TAKEN SIZE_MAX

typedef struct corner {
    uint32_t col, row;
    size_t next; /* corner that follows; TAKEN: in a ring already */
} corner;

typedef struct pinch {
    uint32_t col, row;
    size_t corner;
} pinch;

static int compare_pinches(const void *a, const void *b)
{
    const pinch *p = a, *q = b;
    if (p->row != q->row)
        return p->row < q->row ? -1 : 1;
    if (p->col != q->col)
        return p->col < q->col ? -1 : 1;
    return 0;
}

static fluv_status collect_corners(fluv_ctx *ctx, fluv_trace *trace)
{
    const fluv_walk_edge *edges = trace->edges.items;
    size_t count = trace->edges.count;
    trace->work.count = trace->work_2.count = 0;
    for (size_t i = 0; i < count; i++) {
        if (edges[i].side == edges[i + 1 < count ? i + 1 : 0].side)
            continue;
        corner at = {.col = fluv_walk_end_col(edges[i]),
                     .row = fluv_walk_end_row(edges[i]),
                     .next = trace->work.count + 1};
        if (edges[i].pinch) {
            pinch *touch = fluv_list_append(ctx, &trace->work_2, 1, sizeof *touch);
            if (!touch)
                return FLUV_NO_MEMORY;
            *touch = (pinch){.col = at.col, .row = at.row, .corner = trace->work.count};
        }
        corner *room = fluv_list_append(ctx, &trace->work, 1, sizeof *room);
        if (!room)
            return FLUV_NO_MEMORY;
        *room = at;
    }
    corner *corners = trace->work.items;
    corners[trace->work.count - 1].next = 0;
    return FLUV_OK;
}

static void cut_at_pinches(fluv_trace *trace)
{
    corner *corners = trace->work.items;
    pinch *pinches = trace->work_2.items;
    if (trace->work_2.count < 2)
        return;
    qsort(pinches, trace->work_2.count, sizeof *pinches, compare_pinches);
    for (size_t i = 1; i < trace->work_2.count; i++) {
        if (compare_pinches(&pinches[i - 1], &pinches[i]) != 0)
            continue;
        size_t *a = &corners[pinches[i - 1].corner].next, *b = &corners[pinches[i].corner].next;
        size_t next = *a;
        *a = *b;
        *b = next;
    }
}

/* Appends the ring through `start`; true in `hole` when it runs clockwise on the map. */
static fluv_status take_ring(fluv_ctx *ctx, fluv_trace *trace, size_t start, bool *hole)
{
    corner *corners = trace->work.items;
    int64_t twice_area = 0; /* y down: negative for an outer ring */
    for (size_t at = start; corners[at].next != TAKEN;) {
        double *xy = fluv_list_append(ctx, &trace->xy, 2, sizeof *xy);
        if (!xy)
            return FLUV_NO_MEMORY;
        xy[0] = corners[at].col;
        xy[1] = corners[at].row;
        size_t next = corners[at].next;
        twice_area += (int64_t)corners[at].col * corners[next].row -
                      (int64_t)corners[next].col * corners[at].row;
        corners[at].next = TAKEN;
        at = next;
    }
    *hole = twice_area > 0;
    return FLUV_OK;
}

fluv_status fluv_walk_to_cell_rings(fluv_ctx *ctx, const fluv_outline_job *job, fluv_trace *trace,
                                    fluv_traced_ring ring)
{
    (void)job;
    FLUV_TRY(collect_corners(ctx, trace));
    cut_at_pinches(trace);
    const corner *corners = trace->work.items;
    for (size_t i = 0; i < trace->work.count; i++) {
        if (corners[i].next == TAKEN)
            continue;
        size_t first_point = trace->xy.count / 2;
        FLUV_TRY(take_ring(ctx, trace, i, &ring.hole));
        FLUV_TRY(fluv_trace_ring(ctx, trace, ring, first_point));
    }
    return FLUV_OK;
}
