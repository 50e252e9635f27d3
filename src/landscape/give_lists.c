// SPDX-License-Identifier: MIT
/* Rivers and lakes that a caller brings as lists.
 *
 * They are looked at before they are taken, as what a folder holds is: every place in a list is one
 * that it has, every coordinate a number, and lakes stand on the grids as stages count on.
 * O(points + cells). */
#include "landscape/sound.h"
#include "landscape/vectors.h"

#include <inttypes.h>
#include <math.h>

static fluv_status check_reach(fluv_ctx *ctx, const fluv_rivers *rivers, const fluv_reach *reach)
{
    if (reach->id <= 0 || reach->kind > FLUV_BRAID || reach->rosgen[sizeof reach->rosgen - 1])
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "rivers: reach %" PRId64 " has an id, a kind or a type that none can have",
                         reach->id);
    if (reach->point_count < 2 || reach->first_point > rivers->point_count ||
        reach->point_count > rivers->point_count - reach->first_point)
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "rivers: reach %" PRId64 " has points %u to %zu, there are %zu", reach->id,
                         reach->first_point, (size_t)reach->first_point + reach->point_count,
                         rivers->point_count);
    return FLUV_OK;
}

/* A dry bed has no surface; a bed may not be known. */
static fluv_status check_points(fluv_ctx *ctx, const fluv_rivers *rivers)
{
    for (size_t i = 0; i < rivers->point_count; i++) {
        const fluv_river_point *p = &rivers->points[i];
        if (!isfinite(p->x) || !isfinite(p->y) || isinf(p->surface) || isinf(p->bed) ||
            !(p->width >= 0.0F) || !isfinite(p->width) || !isfinite(p->velocity))
            return fluv_fail(ctx, FLUV_BAD_INPUT, "rivers: point %zu is not made of numbers", i);
    }
    return FLUV_OK;
}

static fluv_list list_of(const void *items, size_t count, size_t size)
{
    return (fluv_list){.items = (void *)(uintptr_t)items, .count = count, .size = size};
}

static fluv_status give_rivers(fluv_ctx *ctx, fluv_landscape *land, const fluv_rivers *rivers)
{
    for (size_t i = 0; i < rivers->count; i++)
        FLUV_TRY(check_reach(ctx, rivers, &rivers->reaches[i]));
    FLUV_TRY(check_points(ctx, rivers));
    const fluv_list reaches = list_of(rivers->reaches, rivers->count, sizeof *rivers->reaches);
    const fluv_list points = list_of(rivers->points, rivers->point_count, sizeof *rivers->points);
    fluv_shared *own = fluv_rivers_seal(ctx, &reaches, &points);
    if (!own)
        return FLUV_NO_MEMORY;
    fluv_layers_drop(land, fluv_layers_stale(FLUV_SET(rivers), 0));
    fluv_layer_put(land, FLUV_LAYER_rivers, own);
    return FLUV_OK;
}

fluv_status fluv_rivers_give(fluv_ctx *ctx, fluv_landscape *land, const fluv_rivers *rivers)
{
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    return fluv_call_end(ctx, mark, give_rivers(ctx, land, rivers));
}

static fluv_status check_outline(fluv_ctx *ctx, const fluv_outline *outline)
{
    for (size_t i = 0; i < outline->ring_count; i++)
        if (outline->first_point[i] > outline->first_point[i + 1])
            return fluv_fail(ctx, FLUV_BAD_INPUT, "lakes: ring %zu ends before it begins", i);
    size_t numbers =
        outline->ring_count ? 2 * (size_t)outline->first_point[outline->ring_count] : 0;
    for (size_t i = 0; i < numbers; i++)
        if (!isfinite(outline->xy[i]))
            return fluv_fail(ctx, FLUV_BAD_INPUT, "lakes: a coordinate of point %zu is no number",
                             i / 2);
    return FLUV_OK;
}

static fluv_status give_lakes(fluv_ctx *ctx, fluv_landscape *land, const fluv_lakes *lakes)
{
    size_t rings = lakes->outline.ring_count;
    FLUV_TRY(check_outline(ctx, &lakes->outline));
    for (size_t i = 0; i < lakes->count; i++) {
        const fluv_lake *lake = &lakes->lakes[i];
        if (lake->id <= 0 || lake->first_ring > rings ||
            lake->ring_count > rings - lake->first_ring)
            return fluv_fail(ctx, FLUV_BAD_INPUT,
                             "lakes: lake %" PRId64 " has an id that none can have, or rings that "
                             "are not there",
                             lake->id);
    }
    FLUV_TRY(fluv_sound_lakes(ctx, land, lakes));
    fluv_shared *own = fluv_lakes_copy(ctx, lakes);
    if (!own)
        return FLUV_NO_MEMORY;
    fluv_layers_drop(land, fluv_layers_stale(FLUV_SET(lakes), 0));
    fluv_layer_put(land, FLUV_LAYER_lakes, own);
    return FLUV_OK;
}

fluv_status fluv_lakes_give(fluv_ctx *ctx, fluv_landscape *land, const fluv_lakes *lakes)
{
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    return fluv_call_end(ctx, mark, give_lakes(ctx, land, lakes));
}
