// SPDX-License-Identifier: MIT
/* Sources: where rivers begin, and which vertices they run through.
 *
 * in   basins        out   heads, rivers, which of them hold water
 *
 * Every vertex has a random number of its own and draws a source where that is low enough for its
 * type of region. The source follows the strongest way upstream to where its basin is small, or to
 * the frame's edge where that is near. Asking for more sources raises the bar, so that those there
 * were stay. A river with at least one source that is not dry holds water.
 * O(n + sources * length). */
#include "stages/channels/parts.h"

#include <assert.h>
#include <string.h>

#define HEAD_CELLS 14.0 /* a river begins where its basin has so many vertices */
#define FEW        8    /* steps from the frame's edge at which a river comes from beyond it */
#define HEADS      0.15 /* heads a vertex, were every one taken */
#define STEM       1.9  /* vertices that lead to one head, in the mean */

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
    assert(v < b->count && !b->ocean[v]);
    while (donor[v] != FLUV_NONE && b->area[donor[v]] >= HEAD_CELLS * b->mean_cell)
        v = donor[v];
    return enters_at(job, donor, v);
}

/* How likely a vertex of a type draws a source, so that about `wanted` heads are found in all. */
static double chance_of(const fluv_channels_job *job, uint32_t type, uint32_t wanted)
{
    double heads = HEADS * fluv_usual_area(job->landscape, type) / job->basins->mean_cell;
    assert(type < job->regions->type_count && job->basins->mean_cell > 0.0);
    return wanted < heads ? 1.0 - pow(1.0 - wanted / heads, 1.0 / STEM) : 1.0;
}

static void draw_heads(fluv_channels_job *job, const uint32_t *donor, const uint32_t *wanted)
{
    const fluv_basins *b = job->basins;
    fluv_key key = fluv_key_make(job->landscape->seed, "channels", "sources");
    double chance[FLUV_REGION_TYPES];
    for (uint32_t type = 0; type < job->regions->type_count; type++)
        chance[type] = chance_of(job, type, wanted[type]);
    for (uint32_t v = 0; v < b->count; v++) {
        if (b->ocean[v] || b->area[v] < HEAD_CELLS / 3.0 * b->mean_cell ||
            fluv_random(key, v) >= chance[b->type[v]])
            continue;
        uint32_t head = climb(job, donor, v);
        if (!job->river[head])
            job->heads[job->head_count++] = head;
        job->river[head] = 1;
    }
}

static void add_head(fluv_channels_job *job, uint32_t head)
{
    assert(head < job->basins->count && job->head_count <= job->basins->land_count);
    if (!job->river[head])
        job->heads[job->head_count++] = head;
    job->river[head] = job->sure[head] = 1;
}

/* Rivers that were drawn begin where they were, and every placed lake lies on a river. */
static void add_placed_heads(fluv_channels_job *job, const uint32_t *donor)
{
    const fluv_basins *b = job->basins;
    for (uint32_t i = 0; job->placed && i < b->way_count; i++)
        add_head(job, b->way_vertex[b->ways[i].first]);
    for (uint32_t i = 0; job->placed && i < b->placed_lakes; i++)
        if (b->lake_exit[i] != FLUV_NONE)
            add_head(job, climb(job, donor, b->lake_exit[i]));
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
        bool dry = !b->wet[head] || fluv_random(key, head) < job->params->dry_chance;
        dry &= !(job->placed && job->sure[head]);
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
    fluv_channels_drawn_main(job);
}

fluv_status fluv_channels_sources(fluv_ctx *ctx, fluv_channels_job *job)
{
    const fluv_basins *b = job->basins;
    uint32_t wanted[FLUV_REGION_TYPES];
    for (uint32_t type = 0; type < job->regions->type_count; type++)
        wanted[type] = job->regions->types[type].sources;
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
    draw_heads(job, job->main_donor, wanted);
    add_placed_heads(job, job->main_donor);
    mark_rivers(job);
    return FLUV_OK;
}
