// SPDX-License-Identifier: MIT
/* A construction tree as it leaves a landscape: with the lakes that the author has in it.
 *
 * in   tree, lakes on the cells        out   the tree's bytes, with all locked lakes at their
 * levels
 *
 * The stage `tree` holds the placed lakes whose level its rivers allow. Others were dammed, or kept
 * from an earlier result, on the cells: what stands there is added, and one that came to stand
 * elsewhere is moved, so that any window shows what the whole land does.
 * O(tree + lakes * shores). */
#include "landscape/tree_waters.h"

#include "landscape/tree_index.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define REACH       0.3   /* of the root of a lake's area: from there on its floor is flat */
#define SHORE_DEPTH 0.2f  /* m at least, as all lakes have */
#define SAME_LEVEL  0.05f /* m */

/* Lakes of the cells that are none of the tree's so far, and those that are not shown. */
#define NEW_LAKE  UINT32_MAX
#define NOT_SHOWN (UINT32_MAX - 1)

typedef struct adding {
    const fluv_lakes *lakes;
    uint32_t *held;         /* for each lake the one of the tree, NEW_LAKE or NOT_SHOWN */
    uint32_t rings, points; /* that are new */
} adding;

static bool is_shown(const fluv_lake *lake)
{
    return lake->locked && lake->state != FLUV_EMPTY && lake->ring_count > 0;
}

/* Which lakes the tree holds. */
static void find_held(const fluv_tree_index *t, adding *a)
{
    const fluv_tree_head *head = t->parts.head;
    const uint32_t *first = a->lakes->outline.first_point;
    for (size_t i = 0; i < a->lakes->count; i++) {
        const fluv_lake *lake = &a->lakes->lakes[i];
        a->held[i] = is_shown(lake) ? NEW_LAKE : NOT_SHOWN;
        for (uint32_t n = 0; n < t->lake_count && a->held[i] == NEW_LAKE; n++)
            if (fluv_tree_lake_depth(t, &t->lakes[n], lake->x - head->x, lake->y - head->y) > 0.0f)
                a->held[i] = n;
        if (a->held[i] != NEW_LAKE)
            continue;
        a->rings += lake->ring_count;
        a->points += first[lake->first_ring + lake->ring_count] - first[lake->first_ring];
    }
}

/* The tree with room for more rings. */
static fluv_status widen(fluv_ctx *ctx, const fluv_tree_parts *from, const adding *a,
                         unsigned char **out)
{
    const fluv_tree_head *h = from->head;
    fluv_tree_head head = *h;
    head.river_count += a->rings;
    head.river_points += a->points;
    size_t bytes = fluv_tree_bytes(&head);
    unsigned char *block = bytes == SIZE_MAX ? NULL : fluv_alloc_zero(ctx, bytes, 1);
    if (!block)
        return FLUV_NO_MEMORY;
    memcpy(block, &head, sizeof head);
    const fluv_tree_parts to = fluv_tree_parts_of(block);
    const struct {
        const void *from, *to;
        size_t bytes;
    } arrays[] = {
        {from->discs, to.discs, h->disc_count * sizeof *to.discs},
        {from->valley_first, to.valley_first, h->valley_count * sizeof *to.valley_first},
        {from->valley_vertices, to.valley_vertices, h->valley_points * sizeof *to.valley_vertices},
        {from->rivers, to.rivers, h->river_count * sizeof *to.rivers},
        {from->river_vertices, to.river_vertices, h->river_points * sizeof *to.river_vertices},
        {from->ring_first, to.ring_first, h->ring_count * sizeof *to.ring_first},
        {from->ring_places, to.ring_places, h->ring_points * sizeof *to.ring_places}};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        memcpy(block + ((const unsigned char *)arrays[i].to - block), arrays[i].from,
               arrays[i].bytes);
    *out = block;
    return FLUV_OK;
}

/* A block's arrays, to be written. */
typedef struct arrays {
    fluv_tree_head *head;
    fluv_tree_river *rivers;
    fluv_tree_vertex *vertices;
} arrays;

static arrays arrays_of(unsigned char *block)
{
    const fluv_tree_parts p = fluv_tree_parts_of(block);
    return (arrays){(void *)block, (void *)(block + ((const unsigned char *)p.rivers - block)),
                    (void *)(block + ((const unsigned char *)p.river_vertices - block))};
}

static void move_lake(const fluv_tree_index *t, uint32_t held, float level, const arrays *to)
{
    const fluv_tree_lake *lake = &t->lakes[held];
    if (fabsf(lake->level - level) <= SAME_LEVEL)
        return;
    to->rivers[lake->first].type = FLUV_TREE_LAID;
    uint32_t all = t->parts.head->river_count;
    uint32_t end = lake->end == all ? t->parts.head->river_points : to->rivers[lake->end].first;
    for (uint32_t k = to->rivers[lake->first].first; k < end; k++)
        to->vertices[k].z = level;
}

static void add_lake(const adding *a, const fluv_lake *lake, uint32_t *ring, uint32_t *point,
                     const arrays *to)
{
    const fluv_outline *outline = &a->lakes->outline;
    float reach = (float)fmax(REACH * sqrt(lake->area), 1.0);
    for (uint32_t r = lake->first_ring; r < lake->first_ring + lake->ring_count; r++) {
        to->rivers[(*ring)++] =
            (fluv_tree_river){.first = *point,
                              .type = r == lake->first_ring ? FLUV_TREE_LAID : FLUV_TREE_RING,
                              .depth = fmaxf(lake->depth_max, SHORE_DEPTH)};
        for (uint32_t k = outline->first_point[r]; k < outline->first_point[r + 1]; k++)
            to->vertices[(*point)++] = (fluv_tree_vertex){
                (float)(outline->xy[2 * (size_t)k] - to->head->x),
                (float)(outline->xy[2 * (size_t)k + 1] - to->head->y), lake->level, reach};
    }
}

static void put_lakes(const fluv_tree_index *t, const adding *a, unsigned char *block)
{
    uint32_t ring = t->parts.head->river_count, point = t->parts.head->river_points;
    const arrays to = arrays_of(block);
    for (size_t i = 0; i < a->lakes->count; i++) {
        if (a->held[i] == NEW_LAKE)
            add_lake(a, &a->lakes->lakes[i], &ring, &point, &to);
        else if (a->held[i] != NOT_SHOWN)
            move_lake(t, a->held[i], a->lakes->lakes[i].level, &to);
    }
    assert(ring == to.head->river_count && point == to.head->river_points);
    fluv_tree_seal(block);
}

fluv_status fluv_tree_with_lakes(fluv_ctx *ctx, const fluv_landscape *land, unsigned char **out)
{
    const void *tree = fluv_layer_read(land, FLUV_LAYER_tree);
    assert(tree);
    fluv_tree_index t = {.parts = fluv_tree_parts_of(tree)};
    adding a = {.lakes = fluv_lakes_of(land)};
    static const fluv_lakes none = {0};
    a.lakes = a.lakes ? a.lakes : &none;
    fluv_status status = FLUV_NO_MEMORY;
    a.held = fluv_alloc(ctx, a.lakes->count + 1, sizeof *a.held);
    if (a.held)
        status = fluv_tree_open_lakes(ctx, &t);
    if (status == FLUV_OK) {
        find_held(&t, &a);
        status = widen(ctx, &t.parts, &a, out);
    }
    if (status == FLUV_OK)
        put_lakes(&t, &a, *out);
    fluv_free(a.held);
    fluv_free(t.lakes);
    return status;
}
