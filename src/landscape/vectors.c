// SPDX-License-Identifier: MIT
/* Sealing grown lists into the vector layers of a landscape. */
#include "landscape/vectors.h"

#include "landscape/parts.h"

#include <string.h>

void fluv_rings_free(fluv_rings *rings)
{
    fluv_list_free(&rings->first_point);
    fluv_list_free(&rings->xy);
}

#define PARTS 4 /* the public struct, then its arrays */

static fluv_part list_part(const fluv_list *list)
{
    return (fluv_part){.from = list->items, .bytes = list->count * list->size};
}

/* The ring starts get their closing entry here. */
static fluv_part starts_part(const fluv_rings *rings)
{
    return (fluv_part){.bytes = (rings->first_point.count + 1) * sizeof(uint32_t)};
}

static fluv_outline finish_outline(const fluv_rings *rings, uint32_t *starts, const double *xy)
{
    size_t count = rings->first_point.count;
    if (count)
        memcpy(starts, rings->first_point.items, count * sizeof *starts);
    starts[count] = (uint32_t)(rings->xy.count / 2);
    return (fluv_outline){.ring_count = count, .first_point = starts, .xy = xy};
}

fluv_shared *fluv_rivers_seal(fluv_ctx *ctx, const fluv_list *reaches, const fluv_list *points)
{
    fluv_part parts[PARTS] = {
        {.bytes = sizeof(fluv_rivers)}, list_part(reaches), list_part(points)};
    fluv_shared *shared = fluv_parts_seal(ctx, parts, PARTS);
    if (shared)
        *(fluv_rivers *)parts[0].at = (fluv_rivers){.count = reaches->count,
                                                    .reaches = parts[1].at,
                                                    .point_count = points->count,
                                                    .points = parts[2].at};
    return shared;
}

fluv_shared *fluv_lakes_seal(fluv_ctx *ctx, const fluv_list *lakes, const fluv_rings *rings)
{
    fluv_part parts[PARTS] = {
        {.bytes = sizeof(fluv_lakes)}, list_part(lakes), starts_part(rings), list_part(&rings->xy)};
    fluv_shared *shared = fluv_parts_seal(ctx, parts, PARTS);
    if (shared)
        *(fluv_lakes *)parts[0].at =
            (fluv_lakes){.count = lakes->count,
                         .lakes = parts[1].at,
                         .outline = finish_outline(rings, parts[2].at, parts[3].at)};
    return shared;
}

fluv_shared *fluv_watersheds_seal(fluv_ctx *ctx, const fluv_list *watersheds,
                                  const fluv_rings *rings)
{
    fluv_part parts[PARTS] = {{.bytes = sizeof(fluv_watersheds)},
                              list_part(watersheds),
                              starts_part(rings),
                              list_part(&rings->xy)};
    fluv_shared *shared = fluv_parts_seal(ctx, parts, PARTS);
    if (shared)
        *(fluv_watersheds *)parts[0].at =
            (fluv_watersheds){.count = watersheds->count,
                              .watersheds = parts[1].at,
                              .outline = finish_outline(rings, parts[2].at, parts[3].at)};
    return shared;
}

fluv_shared *fluv_outline_seal(fluv_ctx *ctx, const fluv_rings *rings)
{
    fluv_part parts[PARTS] = {
        {.bytes = sizeof(fluv_outline)}, {0}, starts_part(rings), list_part(&rings->xy)};
    fluv_shared *shared = fluv_parts_seal(ctx, parts, PARTS);
    if (shared)
        *(fluv_outline *)parts[0].at = finish_outline(rings, parts[2].at, parts[3].at);
    return shared;
}
