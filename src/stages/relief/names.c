// SPDX-License-Identifier: MIT
/* Rivers called after the mouths that the author placed.
 *
 * in   rivers, mouths        out   names of the reaches from there up the main river
 *
 * O(mouths * reaches * reaches of the river). */
#include "hydrography/stems.h"
#include "landscape/vectors.h"
#include "stages/relief/parts.h"

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

fluv_status fluv_relief_names(fluv_ctx *ctx, const fluv_relief_job *job)
{
    const fluv_rivers *rivers = fluv_rivers_of(job->landscape);
    const fluv_basins *b = job->basins;
    bool any = false;
    for (size_t i = 0; job->placed && i < job->placed->spot_count; i++)
        any |= is_named(&job->placed->spots[i]);
    if (!any || !rivers->count)
        return FLUV_OK;
    fluv_reach *reaches = fluv_rivers_edit(ctx, job->landscape);
    if (!reaches)
        return FLUV_NO_MEMORY;
    rivers = fluv_rivers_of(job->landscape);
    double near = NEAR_CELLS * job->frame.cell + NEAR_STEPS * b->spacing;
    for (size_t i = 0; i < job->placed->spot_count; i++) {
        uint32_t v = b->spot_at[i];
        if (v == FLUV_NONE || !is_named(&job->placed->spots[i]))
            continue;
        fluv_reach *mouth =
            mouth_at(reaches, rivers->count, rivers->points, b->x[v], b->y[v], near);
        fluv_reach_call(reaches, rivers->count, mouth, job->placed->spots[i].name);
    }
    return FLUV_OK;
}
