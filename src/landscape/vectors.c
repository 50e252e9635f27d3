// SPDX-License-Identifier: MIT
/* Sealing grown lists into the vector layers of a landscape. */
#include "landscape/vectors.h"

#include "landscape/block.h"

#include <assert.h>
#include <string.h>

void fluv_rings_free(fluv_rings *rings)
{
    fluv_list_free(&rings->first_point);
    fluv_list_free(&rings->xy);
}

fluv_status fluv_rings_add(fluv_ctx *ctx, const double *xy, size_t count, bool turn,
                           fluv_rings *rings)
{
    uint32_t *first = fluv_list_append(ctx, &rings->first_point, 1, sizeof *first);
    if (!first)
        return FLUV_NO_MEMORY;
    *first = (uint32_t)(rings->xy.count / 2);
    double *to = fluv_list_append(ctx, &rings->xy, 2 * count, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        const double *from = xy + 2 * (turn ? count - 1 - i : i);
        to[2 * i] = from[0];
        to[2 * i + 1] = from[1];
    }
    return FLUV_OK;
}

const double *fluv_rings_read(const fluv_rings *rings, size_t ring, size_t *count)
{
    const uint32_t *first = rings->first_point.items;
    size_t end = ring + 1 < rings->first_point.count ? first[ring + 1] : rings->xy.count / 2;
    *count = end - first[ring];
    return (const double *)rings->xy.items + 2 * (size_t)first[ring];
}

double fluv_ring_turn(const double *xy, size_t count)
{
    double twice = 0.0;
    for (size_t i = 0; i < count; i++) {
        const double *a = xy + 2 * i, *b = xy + 2 * (i + 1 < count ? i + 1 : 0);
        twice += (a[0] - xy[0]) * (b[1] - xy[1]) - (b[0] - xy[0]) * (a[1] - xy[1]);
    }
    return twice;
}

/* By the pieces that a line from the place to the east crosses. */
bool fluv_ring_holds(const double *xy, size_t count, double x, double y)
{
    assert(count >= 3);
    bool inside = false;
    for (size_t i = 0, k = count - 1; i < count; k = i++) {
        const double *a = xy + 2 * k, *b = xy + 2 * i;
        if ((a[1] <= y) == (b[1] <= y))
            continue;
        inside ^= a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) > x;
    }
    return inside;
}

static size_t rounded(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

fluv_shared *fluv_block_seal(fluv_ctx *ctx, fluv_block_part *parts, size_t count)
{
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += rounded(parts[i].bytes);
    fluv_shared *shared = fluv_shared_new(ctx, bytes, 1);
    if (!shared)
        return NULL;
    unsigned char *at = shared->data;
    for (size_t i = 0; i < count; i++) {
        parts[i].at = at;
        if (parts[i].from && parts[i].bytes)
            memcpy(at, parts[i].from, parts[i].bytes);
        at += rounded(parts[i].bytes);
    }
    return shared;
}

fluv_block_part fluv_block_starts(const fluv_rings *rings)
{
    return (fluv_block_part){.bytes = (rings->first_point.count + 1) * sizeof(uint32_t)};
}

fluv_outline fluv_block_outline(const fluv_rings *rings, uint32_t *starts, const double *xy)
{
    size_t count = rings->first_point.count;
    if (count)
        memcpy(starts, rings->first_point.items, count * sizeof *starts);
    starts[count] = (uint32_t)(rings->xy.count / 2);
    return (fluv_outline){.ring_count = count, .first_point = starts, .xy = xy};
}

/* The same reaches in a block of their own. */
static fluv_shared *copy_rivers(fluv_ctx *ctx, const fluv_rivers *from)
{
    fluv_block_part parts[] = {
        {.bytes = sizeof(fluv_rivers)},
        {.from = from->reaches, .bytes = from->count * sizeof *from->reaches},
        {.from = from->points, .bytes = from->point_count * sizeof *from->points}};
    fluv_shared *shared = fluv_block_seal(ctx, parts, sizeof parts / sizeof *parts);
    if (shared) {
        fluv_rivers *to = parts[0].at;
        *to = *from;
        to->reaches = parts[1].at;
        to->points = parts[2].at;
    }
    return shared;
}

fluv_shared *fluv_rivers_seal(fluv_ctx *ctx, const fluv_list *reaches, const fluv_list *points)
{
    const fluv_rivers grown = {.count = reaches->count,
                               .reaches = reaches->items,
                               .point_count = points->count,
                               .points = points->items};
    return copy_rivers(ctx, &grown);
}

/* Seals parts of which the last is the starts of the rings. Their coordinates, the most of it, stay
 * where they are and become the block's own. */
static fluv_shared *seal_with_rings(fluv_ctx *ctx, fluv_block_part *parts, size_t count,
                                    fluv_rings *rings, fluv_outline *outline)
{
    fluv_shared *shared = fluv_block_seal(ctx, parts, count);
    if (!shared || fluv_list_trim(ctx, &rings->xy) != FLUV_OK) {
        fluv_shared_drop(shared);
        return NULL;
    }
    *outline = fluv_block_outline(rings, parts[count - 1].at, rings->xy.items);
    shared->also = rings->xy.items;
    rings->xy = (fluv_list){0};
    return shared;
}

fluv_shared *fluv_lakes_seal(fluv_ctx *ctx, const fluv_list *lakes, fluv_rings *rings)
{
    fluv_outline outline;
    fluv_block_part parts[] = {
        {.bytes = sizeof(fluv_lakes)}, fluv_block_list(lakes), fluv_block_starts(rings)};
    fluv_shared *shared =
        seal_with_rings(ctx, parts, sizeof parts / sizeof *parts, rings, &outline);
    if (shared)
        *(fluv_lakes *)parts[0].at =
            (fluv_lakes){.count = lakes->count, .lakes = parts[1].at, .outline = outline};
    return shared;
}

/* Appends a copy of `count` values. */
static bool append_copy(fluv_ctx *ctx, fluv_list *list, const void *from, size_t count, size_t size)
{
    void *to = count ? fluv_list_append(ctx, list, count, size) : NULL;
    if (to)
        memcpy(to, from, count * size);
    return to || !count;
}

fluv_shared *fluv_lakes_copy(fluv_ctx *ctx, const fluv_lakes *lakes)
{
    const fluv_outline *outline = &lakes->outline;
    size_t count = outline->ring_count, points = count ? outline->first_point[count] : 0;
    fluv_list list = {.size = sizeof(fluv_lake)};
    fluv_rings rings = {{.size = sizeof(uint32_t)}, {.size = sizeof(double)}};
    bool all = append_copy(ctx, &list, lakes->lakes, lakes->count, sizeof *lakes->lakes) &&
               append_copy(ctx, &rings.first_point, outline->first_point, count,
                           sizeof *outline->first_point) &&
               append_copy(ctx, &rings.xy, outline->xy, 2 * points, sizeof *outline->xy);
    fluv_shared *copy = all ? fluv_lakes_seal(ctx, &list, &rings) : NULL;
    fluv_list_free(&list);
    fluv_rings_free(&rings);
    return copy;
}

/* A list inside a block that is not shared. */
static void *to_write(fluv_shared *block, const void *list)
{
    assert(block->references == 1);
    return block->data + ((const unsigned char *)list - block->data);
}

fluv_lake *fluv_lakes_edit(fluv_ctx *ctx, fluv_landscape *land)
{
    assert(fluv_lakes_of(land) && fluv_lakes_of(land)->count);
    if (land->layers[FLUV_LAYER_lakes]->references > 1) {
        fluv_shared *own = fluv_lakes_copy(ctx, fluv_lakes_of(land));
        if (!own)
            return NULL;
        fluv_layer_put(land, FLUV_LAYER_lakes, own);
    }
    return to_write(land->layers[FLUV_LAYER_lakes], fluv_lakes_of(land)->lakes);
}

fluv_reach *fluv_rivers_edit(fluv_ctx *ctx, fluv_landscape *land)
{
    assert(fluv_rivers_of(land) && fluv_rivers_of(land)->count);
    if (land->layers[FLUV_LAYER_rivers]->references > 1) {
        fluv_shared *own = copy_rivers(ctx, fluv_rivers_of(land));
        if (!own)
            return NULL;
        fluv_layer_put(land, FLUV_LAYER_rivers, own);
    }
    return to_write(land->layers[FLUV_LAYER_rivers], fluv_rivers_of(land)->reaches);
}

fluv_shared *fluv_watersheds_seal(fluv_ctx *ctx, const fluv_list *watersheds, fluv_rings *rings)
{
    fluv_outline outline;
    fluv_block_part parts[] = {
        {.bytes = sizeof(fluv_watersheds)}, fluv_block_list(watersheds), fluv_block_starts(rings)};
    fluv_shared *shared =
        seal_with_rings(ctx, parts, sizeof parts / sizeof *parts, rings, &outline);
    if (shared)
        *(fluv_watersheds *)parts[0].at = (fluv_watersheds){
            .count = watersheds->count, .watersheds = parts[1].at, .outline = outline};
    return shared;
}

fluv_shared *fluv_outline_seal(fluv_ctx *ctx, fluv_rings *rings)
{
    fluv_outline outline;
    fluv_block_part parts[] = {{.bytes = sizeof(fluv_outline)}, fluv_block_starts(rings)};
    fluv_shared *shared =
        seal_with_rings(ctx, parts, sizeof parts / sizeof *parts, rings, &outline);
    if (shared)
        *(fluv_outline *)parts[0].at = outline;
    return shared;
}
