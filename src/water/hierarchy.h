// SPDX-License-Identifier: MIT
/* The hierarchy of hollows: a binary tree over basins. Two hollows become one at the lowest pass
 * between them, and so on until the water finds its way outside.
 *
 *            P            P spills outside at its pass
 *           / \
 *          X   Y          X and Y spill into each other at theirs: the same pass, by Kruskal's rule
 *
 * Node 0 is the outside, nodes 1 .. basin_count are the basins themselves, the others are merged
 * hollows; a parent's number is higher than its children's, and its spill is not lower. Merged
 * hollows that lie together mostly have numbers that do. */
#ifndef FLUV_WATER_HIERARCHY_H
#define FLUV_WATER_HIERARCHY_H

#include "water/catchments.h"

typedef struct fluv_hollow {
    float spill;                 /* height of the pass out of it, m */
    uint32_t parent;             /* the hollow it becomes part of; OUTSIDE: it spills outside */
    uint32_t child[2];           /* NONE, NONE: a basin */
    uint32_t pass_from, pass_to; /* cells on this and on the other side; pass_to NONE: the edge */
    uint32_t root;               /* its lowest cell: the root of one of its basins */
} fluv_hollow;

/* How hollows end: two merge into `node`, or `node` itself spills outside, perhaps over the land of
 * a hollow that did so before. Ends stand in an order in which water can be led: those within a
 * hollow before its own, and that of a hollow before those of the hollows that spill into it. */
typedef struct fluv_hollow_end {
    uint32_t node;
    bool merges;
} fluv_hollow_end;

typedef struct fluv_hierarchy {
    uint32_t basin_count;
    uint32_t node_count;   /* with node 0 */
    fluv_hollow *nodes;    /* room for 2 * basin_count + 1 */
    fluv_hollow_end *ends; /* room for basin_count */
    uint32_t end_count;
} fluv_hierarchy;

/* Builds the tree from passes in rising order, which are used up. `root` holds each basin's root;
 * nodes and ends are handed in, with basin_count set; `work` has room for 5 * (basin_count + 1)
 * values. */
void fluv_hierarchy_build(fluv_hierarchy *hierarchy, fluv_pass *passes, uint32_t pass_count,
                          const float *height, const uint32_t *root, uint32_t *work);

/* Ancestors by height in logarithmic time, for trees whose parents have higher numbers (but for
 * `top`, which ends every way up) and whose levels never fall upwards. */
typedef struct fluv_ascent {
    const uint32_t *parent; /* `top` above the roots */
    const float *level;
    uint32_t *jump; /* made by fluv_ascent_prepare */
    uint32_t top;
} fluv_ascent;

/* `depth` is work for `count` values. Numbers below `count` only. */
void fluv_ascent_prepare(fluv_ascent *ascent, uint32_t count, uint32_t *depth);

/* Where an ascent ended: neighbouring cells mostly end there too. */
typedef struct fluv_ascended {
    uint32_t from, node;
    float above; /* the level of the last one passed */
} fluv_ascended;

#define FLUV_NOT_ASCENDED ((fluv_ascended){FLUV_NONE, FLUV_NONE, 0.0f})

/* The first of `from` and its ancestors whose level is above `height`; top if none is. `last` holds
 * the ascent before this one. */
static inline uint32_t fluv_ascend(const fluv_ascent *ascent, fluv_ascended *last, uint32_t from,
                                   float height)
{
    if (from != last->from || height < last->above)
        *last = (fluv_ascended){from, from, -INFINITY};
    while (last->node != ascent->top && ascent->level[last->node] <= height) {
        uint32_t far = ascent->jump[last->node];
        last->above = ascent->level[last->node];
        last->node =
            far != ascent->top && ascent->level[far] <= height ? far : ascent->parent[last->node];
    }
    return last->node;
}

#endif
