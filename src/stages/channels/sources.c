// SPDX-License-Identifier: MIT
/* Sources: where rivers begin, and which vertices they run through.
 *
 * in   basins        out   heads, rivers, which of them hold water
 *
 * A source is drawn among the vertices of its type of region and follows the strongest way
 * upstream to where its basin is small, or to the frame's edge where that is near. A river with at
 * least one source that is not dry holds water.  O(n + sources * length). */
#include "stages/channels/parts.h"

#include <string.h>

#define HEAD_CELLS 14.0 /* a river begins where its basin has so many vertices */
#define FEW        8    /* steps from the frame's edge at which a river comes from beyond it */
#define TRIES      4    /* places drawn for each source, at most */

/* The strongest vertex that runs into each. */
static void find_donors(const fluv_basins *b, uint32_t *donor)
{
    for (uint32_t v = 0; v < b->count; v++)
        donor[v] = FLUV_NONE;
    for (uint32_t k = 0; k < b->land_count; k++) {
        uint32_t v = b->order[k], to = b->receiver[v];
        if (!fluv_channels_ends(b, to) && b->wet[v] &&
            (donor[to] == FLUV_NONE || b->area[v] > b->area[donor[to]]))
            donor[to] = v;
    }
}

static bool at_edge(const fluv_channels_job *job, uint32_t v)
{
    const fluv_frame *frame = &job->landscape->frame;
    double x = job->basins->x[v] - frame->west, y = frame->north - job->basins->y[v];
    double across = fmin(x, frame->cell * frame->cols - x);
    double down = fmin(y, frame->cell * frame->rows - y);
    return fmin(across, down) < 0.1 * job->basins->spacing;
}

/* The vertex at the frame's edge where a river comes in that would begin a few steps from it. */
static uint32_t enters_at(const fluv_channels_job *job, const uint32_t *donor, uint32_t head)
{
    uint32_t v = head;
    for (int k = 0; k < FEW && v != FLUV_NONE; k++, v = donor[v])
        if (at_edge(job, v))
            return v;
    return head;
}

static uint32_t climb(const fluv_channels_job *job, const uint32_t *donor, uint32_t v)
{
    const fluv_basins *b = job->basins;
    while (donor[v] != FLUV_NONE && b->area[donor[v]] >= HEAD_CELLS * b->mean_cell)
        v = donor[v];
    return enters_at(job, donor, v);
}

/* Draws up to `wanted` heads in regions of a type; candidates stand in `pool`. */
static void draw_heads(fluv_channels_job *job, const uint32_t *donor, const uint32_t *pool,
                       uint32_t pool_count, uint32_t wanted, fluv_key key)
{
    uint32_t found = 0;
    for (uint64_t i = 0; pool_count && found < wanted && i < (uint64_t)TRIES * wanted; i++) {
        uint32_t v = climb(job, donor, pool[fluv_random_below(key, i, pool_count)]);
        if (job->river[v])
            continue;
        job->river[v] = 1;
        job->heads[job->head_count++] = v;
        found++;
    }
}

static fluv_status draw_all(fluv_ctx *ctx, fluv_channels_job *job, const uint32_t *donor,
                            const uint32_t *wanted)
{
    const fluv_basins *b = job->basins;
    uint32_t *pool = fluv_scratch(ctx, b->land_count, sizeof *pool);
    fluv_key key = fluv_key_make(job->landscape->seed, "channels", "sources");
    if (!pool)
        return FLUV_NO_MEMORY;
    for (uint32_t type = 0; type < job->regions->type_count; type++) {
        uint32_t count = 0;
        for (uint32_t v = 0; v < b->count && wanted[type]; v++)
            if (!b->ocean[v] && b->wet[v] && b->type[v] == type &&
                b->area[v] >= HEAD_CELLS / 3.0 * b->mean_cell)
                pool[count++] = v;
        draw_heads(job, donor, pool, count, wanted[type], fluv_key_split(key, type));
    }
    fluv_scratch_drop(ctx, pool);
    return FLUV_OK;
}

/* Marks rivers from their heads down, water in a second round. */
static void mark_rivers(fluv_channels_job *job)
{
    const fluv_basins *b = job->basins;
    fluv_key key = fluv_key_make(job->landscape->seed, "channels", "dry");
    memset(job->river, 0, b->count);
    memset(job->wet, 0, b->count);
    for (uint32_t i = 0; i < job->head_count; i++) {
        uint32_t head = job->heads[i];
        bool dry = fluv_random(key, head) < job->params->dry_chance;
        for (uint32_t v = head; !fluv_channels_ends(b, v) && !job->river[v]; v = b->receiver[v])
            job->river[v] = 1;
        for (uint32_t v = head; !dry && !fluv_channels_ends(b, v) && !job->wet[v];
             v = b->receiver[v])
            job->wet[v] = 1;
    }
    for (uint32_t v = 0; v < b->count; v++)
        job->main_donor[v] = FLUV_NONE;
    for (uint32_t k = 0; k < b->land_count; k++) {
        uint32_t v = b->order[k], to = b->receiver[v];
        if (job->river[v] && !fluv_channels_ends(b, to) &&
            (job->main_donor[to] == FLUV_NONE || b->area[v] > b->area[job->main_donor[to]]))
            job->main_donor[to] = v;
    }
}

fluv_status fluv_channels_sources(fluv_ctx *ctx, fluv_channels_job *job)
{
    const fluv_basins *b = job->basins;
    uint32_t wanted[FLUV_REGION_TYPES];
    for (uint32_t type = 0; type < job->regions->type_count; type++)
        wanted[type] = job->regions->types[type].dry ? 0 : job->regions->types[type].sources;
    fluv_counts_job counts = {.regions = job->regions,
                              .where = "channels.sources",
                              .rows = job->params->sources.rows,
                              .row_count = job->params->sources.count};
    FLUV_TRY(fluv_counts_read(ctx, &counts, wanted));
    job->heads = fluv_scratch(ctx, b->count, sizeof *job->heads);
    job->river = fluv_scratch_zero(ctx, b->count, 1);
    job->wet = fluv_scratch(ctx, b->count, 1);
    job->main_donor = fluv_scratch(ctx, b->count, sizeof *job->main_donor);
    if (!job->heads || !job->river || !job->wet || !job->main_donor)
        return FLUV_NO_MEMORY;
    find_donors(b, job->main_donor);
    FLUV_TRY(draw_all(ctx, job, job->main_donor, wanted));
    mark_rivers(job);
    return FLUV_OK;
}
