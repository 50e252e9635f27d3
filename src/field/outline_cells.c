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

#include <assert.h>
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

/* Both lists have room for as many as there are edges. */
typedef struct corner_lists {
    corner *corners;
    pinch *pinches;
    size_t corner_count, pinch_count;
} corner_lists;

static corner_lists collect_corners(const fluv_outline_job *job, const fluv_walk *walk, void *work)
{
    corner_lists lists = {.corners = work};
    lists.pinches = (pinch *)(void *)(lists.corners + walk->edges);
    uint32_t label = fluv_walk_label(job, walk->col, walk->row);
    fluv_walk_edge at = fluv_walk_begin(job, walk);
    for (size_t i = 0; i < walk->edges; i++) {
        fluv_walk_edge next = fluv_walk_on(job, label, &at);
        if (at.side != next.side) {
            uint32_t col = fluv_walk_end_col(at), row = fluv_walk_end_row(at);
            size_t number = lists.corner_count++;
            lists.corners[number] = (corner){.col = col, .row = row, .next = number + 1};
            if (at.pinch)
                lists.pinches[lists.pinch_count++] =
                    (pinch){.col = col, .row = row, .corner = number};
        }
        at = next;
    }
    lists.corners[lists.corner_count - 1].next = 0;
    assert(lists.corner_count >= 4 && lists.corner_count <= walk->edges);
    return lists;
}

static void cut_at_pinches(const corner_lists *lists)
{
    pinch *pinches = lists->pinches;
    if (lists->pinch_count < 2)
        return;
    qsort(pinches, lists->pinch_count, sizeof *pinches, compare_pinches);
    for (size_t i = 1; i < lists->pinch_count; i++) {
        if (compare_pinches(&pinches[i - 1], &pinches[i]) != 0)
            continue;
        size_t *a = &lists->corners[pinches[i - 1].corner].next;
        size_t *b = &lists->corners[pinches[i].corner].next;
        size_t next = *a;
        *a = *b;
        *b = next;
    }
}

/* Writes the ring through `start`; returns how many points it has. */
static size_t take_ring(corner *corners, size_t start, double *xy)
{
    size_t count = 0;
    for (size_t at = start; corners[at].next != TAKEN; count++) {
        xy[2 * count] = corners[at].col;
        xy[2 * count + 1] = corners[at].row;
        size_t next = corners[at].next;
        corners[at].next = TAKEN;
        at = next;
    }
    return count;
}

/* Of an outer walk the first ring is the outer one: its first corner ends the walk's first edge,
 * which no cut takes from it. */
static void make_cell_rings(const fluv_outline_job *job, const fluv_walk *walk,
                            fluv_walk_rings *out)
{
    corner_lists lists = collect_corners(job, walk, out->work);
    cut_at_pinches(&lists);
    double *xy = out->xy;
    for (size_t i = 0; i < lists.corner_count; i++) {
        if (lists.corners[i].next == TAKEN)
            continue;
        size_t count = take_ring(lists.corners, i, xy);
        assert(count >= 4); /* a ring along cells has a cell in it */
        out->length[out->ring_count++] = (uint32_t)count;
        xy += 2 * count;
    }
}

const fluv_walk_form fluv_walk_cells = {
    .points = 1, .work = sizeof(corner) + sizeof(pinch), .make = make_cell_rings};
