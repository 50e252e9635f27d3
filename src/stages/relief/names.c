// SPDX-License-Identifier: MIT
/* Rivers called after the mouths that the author placed.
 *
 * in   rivers, mouths        out   names of the reaches from there up the main river
 *
 * O(mouths * reaches * reaches of the river). */
#include "landscape/vectors.h"
#include "stages/relief/parts.h"

#include <string.h>

#define NEAR_CELLS 3.0 /* from a mouth's vertex to the river's end, */
#define NEAR_STEPS 3.0 /* and spacings of the mesh */

static bool is_named(const fluv_placed_spot *spot)
{
    return spot->kind == FLUV_SPOT_MOUTH && *spot->name;
}

/* The strongest river that ends near a place. */
static fluv_reach *mouth_at(fluv_reach *reaches, size_t count, const fluv_river_point *points,
                            double x, double y, double near)
{
    fluv_reach *best = NULL;
    for (size_t i = 0; i < count; i++) {
        const fluv_river_point *last = &points[reaches[i].first_point + reaches[i].point_count - 1];
        if (!reaches[i].next_down && !reaches[i].lake &&
            fluv_length(last->x - x, last->y - y) <= near &&
            (!best || reaches[i].discharge > best->discharge))
            best = &reaches[i];
    }
    return best;
}

/* The strongest reach that runs into one, which may be through a lake. */
static fluv_reach *above(fluv_reach *reaches, size_t count, const fluv_reach *reach)
{
    fluv_reach *best = NULL;
    for (size_t i = 0; i < count; i++)
        if (reaches[i].next_down == reach->id && (!best || reaches[i].discharge > best->discharge))
            best = &reaches[i];
    return best;
}

static void call(fluv_reach *reaches, size_t count, fluv_reach *mouth, const char *name)
{
    for (fluv_reach *at = mouth; at && !*at->name; at = above(reaches, count, at))
        memcpy(at->name, name, FLUV_NAME_ROOM);
}

static fluv_status copy(fluv_ctx *ctx, const void *from, size_t count, size_t size, fluv_list *to)
{
    void *items = fluv_list_append(ctx, to, count, size);
    if (!items)
        return FLUV_NO_MEMORY;
    memcpy(items, from, count * size);
    return FLUV_OK;
}

static fluv_status call_all(fluv_ctx *ctx, const fluv_relief_job *job, const fluv_rivers *rivers,
                            fluv_list *reaches, fluv_list *points)
{
    const fluv_basins *b = job->basins;
    FLUV_TRY(copy(ctx, rivers->reaches, rivers->count, sizeof *rivers->reaches, reaches));
    FLUV_TRY(copy(ctx, rivers->points, rivers->point_count, sizeof *rivers->points, points));
    double near = NEAR_CELLS * job->frame.cell + NEAR_STEPS * b->spacing;
    for (size_t i = 0; i < job->placed->spot_count; i++) {
        uint32_t v = b->spot_at[i];
        if (v == FLUV_NONE || !is_named(&job->placed->spots[i]))
            continue;
        fluv_reach *mouth =
            mouth_at(reaches->items, reaches->count, points->items, b->x[v], b->y[v], near);
        call(reaches->items, reaches->count, mouth, job->placed->spots[i].name);
    }
    fluv_shared *sealed = fluv_rivers_seal(ctx, reaches, points);
    if (!sealed)
        return FLUV_NO_MEMORY;
    fluv_layer_put(job->landscape, FLUV_LAYER_rivers, sealed);
    return FLUV_OK;
}

fluv_status fluv_relief_names(fluv_ctx *ctx, const fluv_relief_job *job)
{
    const fluv_rivers *rivers = fluv_rivers_of(job->landscape);
    bool any = false;
    for (size_t i = 0; job->placed && i < job->placed->spot_count; i++)
        any |= is_named(&job->placed->spots[i]);
    if (!any || !rivers->count)
        return FLUV_OK;
    fluv_list reaches = {0}, points = {0};
    fluv_status status = call_all(ctx, job, rivers, &reaches, &points);
    fluv_list_free(&reaches);
    fluv_list_free(&points);
    return status;
}
