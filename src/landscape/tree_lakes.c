// SPDX-License-Identifier: MIT
/* Lakes of a construction tree.
 *
 * in   points, shores of lakes        out   water at the lakes' level, their floors below it
 *
 * A lake is the inside of its rings; its floor falls from the shore, levels out, and is flat from a
 * distance on:
 *
 *   depth = deepest * (1 - e^(-2 d / reach)) / (1 - e^-2)        d: distance from the shore, <
 * reach
 *
 * It has no noise, so that a point has the same floor at any spacing. Around a lake that
 * the land was not made for the ground slopes to its level, from above and from below.
 * O(points * shore). */
#include "landscape/tree_block.h"

#include <assert.h>

#define SIDE_SLOPE 0.4f /* of the ground around a lake that was laid, rise over run */
#define SIDE_REACH 2.0f /* of the distance over which its floor falls: so far it slopes */

/* ---- Opening ---- */

static void widen(const fluv_tree_vertex *v, fluv_tree_extent *e)
{
    e->west = fluv_less(e->west, v->x);
    e->east = fluv_more(e->east, v->x);
    e->south = fluv_less(e->south, v->y);
    e->north = fluv_more(e->north, v->y);
}

uint32_t fluv_tree_count_lines(const fluv_tree_parts *p)
{
    uint32_t lines = p->head->river_count;
    while (lines && p->rivers[lines - 1].type >= FLUV_TREE_LAKE)
        lines--;
    return lines;
}

fluv_status fluv_tree_open_lakes(fluv_ctx *ctx, fluv_tree_index *t)
{
    const fluv_tree_parts *p = &t->parts;
    uint32_t lines = fluv_tree_count_lines(p), all = p->head->river_count;
    if (lines == all)
        return FLUV_OK;
    t->lakes = fluv_alloc_zero(ctx, all - lines, sizeof *t->lakes);
    if (!t->lakes)
        return FLUV_NO_MEMORY;
    for (uint32_t i = lines; i < all; i++) {
        const fluv_tree_vertex *v = p->river_vertices + p->rivers[i].first;
        uint32_t end = i + 1 == all ? p->head->river_points : p->rivers[i + 1].first;
        if (p->rivers[i].type != FLUV_TREE_RING) {
            t->lakes[t->lake_count++] =
                (fluv_tree_lake){.first = i,
                                 .extent = {v->x, v->x, v->y, v->y},
                                 .level = v->z,
                                 .deepest = p->rivers[i].depth,
                                 .reach = v->size,
                                 .laid = p->rivers[i].type == FLUV_TREE_LAID};
        }
        assert(t->lake_count > 0); /* the first ring is a lake's */
        t->lakes[t->lake_count - 1].end = i + 1;
        for (uint32_t k = p->rivers[i].first; k < end; k++)
            widen(&p->river_vertices[k], &t->lakes[t->lake_count - 1].extent);
    }
    return FLUV_OK;
}

/* ---- Evaluating ---- */

/* One ring: turns `inside` at each crossing of the ray to the east; the nearest piece counts. */
static void pass_ring(const fluv_tree_vertex *v, uint32_t count, double x, double y, bool *inside,
                      double *nearest)
{
    for (uint32_t k = 0; k < count; k++) {
        const fluv_tree_vertex *a = &v[k], *b = &v[k + 1 < count ? k + 1 : 0];
        double ax = (double)a->x - x, ay = (double)a->y - y;
        double bx = (double)b->x - x, by = (double)b->y - y;
        double dx = bx - ax, dy = by - ay, square = dx * dx + dy * dy;
        double t = square > 0.0 ? -(ax * dx + ay * dy) / square : 0.0;
        t = fmin(fmax(t, 0.0), 1.0);
        double px = ax + t * dx, py = ay + t * dy;
        *nearest = fmin(*nearest, px * px + py * py);
        if ((ay > 0.0) != (by > 0.0) && ax - ay * dx / dy > 0.0)
            *inside = !*inside;
    }
}

float fluv_tree_lake_depth(const fluv_tree_index *t, const fluv_tree_lake *lake, double x, double y)
{
    const fluv_tree_parts *p = &t->parts;
    double nearest = INFINITY;
    bool inside = false;
    for (uint32_t i = lake->first; i < lake->end; i++) {
        uint32_t first = p->rivers[i].first;
        uint32_t end =
            i + 1 == p->head->river_count ? p->head->river_points : p->rivers[i + 1].first;
        pass_ring(p->river_vertices + first, end - first, x, y, &inside, &nearest);
    }
    if (!inside)
        return -(float)sqrt(nearest);
    double along = fmin(sqrt(nearest) / (double)lake->reach, 1.0);
    return (float)((double)lake->deepest * expm1(-2.0 * along) / expm1(-2.0));
}

static void flood_point(const fluv_tree_index *t, const fluv_tree_lake *lake, double x, double y,
                        size_t i, fluv_tree_block *b)
{
    float far = lake->laid ? SIDE_REACH * lake->reach : 0.0f;
    if (!(x >= (double)(lake->extent.west - far)) || !(x <= (double)(lake->extent.east + far)) ||
        !(y >= (double)(lake->extent.south - far)) || !(y <= (double)(lake->extent.north + far)))
        return;
    float depth = fluv_tree_lake_depth(t, lake, x, y);
    if (depth > 0.0f) {
        b->depth[i] = depth;
        b->level[i] = lake->level;
    } else if (-depth < far) {
        b->lowest[i] = fmaxf(b->lowest[i], lake->level + SIDE_SLOPE * depth);
        b->highest[i] = fminf(b->highest[i], lake->level - SIDE_SLOPE * depth);
    }
}

void fluv_block_flood(const fluv_tree_index *t, fluv_tree_block *b)
{
    for (size_t i = 0; i < b->count; i++) {
        b->depth[i] = 0.0f;
        b->lowest[i] = -INFINITY;
        b->highest[i] = INFINITY;
    }
    for (uint32_t n = 0; n < t->lake_count; n++)
        for (size_t i = 0; i < b->count; i++)
            if (b->land[i])
                flood_point(t, &t->lakes[n], b->x0 + (double)b->x[i], b->y0 + (double)b->y[i], i,
                            b);
}
