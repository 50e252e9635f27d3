// SPDX-License-Identifier: MIT
/* Rivers that the author drew: their lines are known.
 *
 * in   basins        out   for each vertex its place on such a river.  O(n). */
#include "stages/channels/parts.h"

#include <assert.h>

fluv_status fluv_channels_drawn(fluv_ctx *ctx, fluv_channels_job *job)
{
    const fluv_basins *b = job->basins;
    job->placed = fluv_basins_placed(b, job->landscape);
    if (!job->placed)
        return FLUV_OK;
    job->slot = fluv_scratch(ctx, b->count, sizeof *job->slot);
    job->slot_river = fluv_scratch(ctx, b->way_vertex_count, sizeof *job->slot_river);
    job->sure = fluv_scratch_zero(ctx, b->count, 1);
    if (!job->slot || !job->slot_river || !job->sure)
        return FLUV_NO_MEMORY;
    for (uint32_t v = 0; v < b->count; v++)
        job->slot[v] = FLUV_NONE;
    for (uint32_t i = 0; i < b->way_count; i++)
        for (uint32_t k = b->ways[i].first; k < b->ways[i].first + b->ways[i].count; k++) {
            job->slot[b->way_vertex[k]] = k;
            job->slot_river[k] = b->ways[i].river + 1;
        }
    return FLUV_OK;
}

/* The way that a place among the vertices of drawn rivers belongs to. */
static const fluv_basins_way *way_of(const fluv_basins *b, uint32_t slot)
{
    uint32_t i = 0;
    while (slot >= b->ways[i].first + b->ways[i].count)
        i++;
    return &b->ways[i];
}

const double *fluv_channels_drawn_step(const fluv_channels_job *job, uint32_t v)
{
    const fluv_basins *b = job->basins;
    uint32_t slot = job->placed ? job->slot[v] : FLUV_NONE;
    if (slot == FLUV_NONE)
        return NULL;
    bool last =
        slot + 1 == b->way_vertex_count || job->slot_river[slot + 1] != job->slot_river[slot];
    if (!last && b->receiver[v] != b->way_vertex[slot + 1])
        return NULL;
    return b->way_xy + (size_t)slot * 2 * FLUV_WAY_POINTS;
}

const fluv_basins_way *fluv_channels_drawn_end(const fluv_channels_job *job, uint32_t v)
{
    if (!job->placed || job->slot[v] == FLUV_NONE)
        return NULL;
    const fluv_basins_way *way = way_of(job->basins, job->slot[v]);
    return job->slot[v] + 1 == way->first + way->count ? way : NULL;
}

void fluv_channels_drawn_main(const fluv_channels_job *job)
{
    const fluv_basins *b = job->basins;
    for (uint32_t i = 0; job->placed && i < b->way_count; i++)
        for (uint32_t k = b->ways[i].first; k + 1 < b->ways[i].first + b->ways[i].count; k++)
            if (job->river[b->way_vertex[k]] &&
                b->receiver[b->way_vertex[k]] == b->way_vertex[k + 1])
                job->main_donor[b->way_vertex[k + 1]] = b->way_vertex[k];
}

bool fluv_channels_placed_mouth(const fluv_channels_job *job, uint32_t v)
{
    assert(v < job->basins->count);
    for (uint32_t i = 0; job->placed && i < job->basins->placed_spots; i++)
        if (job->basins->spot_at[i] == v)
            return true;
    return job->placed && job->slot[v] != FLUV_NONE;
}
