// SPDX-License-Identifier: MIT
/* How much water stands in each hollow.
 *
 * in   height, rates     out   pools and how far they are filled; height without small hollows
 *
 * Surveyed flats first, then drainage and the hierarchy of hollows; small hollows are cut or
 * filled, large ones become pools; pools are filled by the rule that the stage asks for. A lake of
 * the map that cannot lose what it gets is given a way out: then the ground is put back as it was,
 * and all is done again. */
#include "stages/lakes/fill.h"

#include "stages/lakes/surveyed.h"
#include "stages/shared/routing.h"
#include "stages/shared/sea.h"
#include "stages/shared/ways.h"
#include "water/hollows.h"
#include "water/parts.h"
#include "water/sums.h"
#include "water/survey_rules.h"
#include "water/undo.h"

#include <assert.h>
#include <string.h>

#define BANDS 8 /* of land, side by side in the sums of what it gives */

/* What each cell is to water, and the drainage that the stage before left, if it did. */
static fluv_status begin_drainage(fluv_ctx *ctx, fluv_lakes_job *j, fluv_drainage_job *drain)
{
    fluv_shared *kept = j->land->hollows;
    j->land->hollows = NULL;
    j->drainage.kept = kept;
    FLUV_TRY(fluv_sea_find(ctx, j->land, &drain->topology, &drain->kind));
    FLUV_TRY(fluv_routing_lead(ctx, j->land, drain));
    j->height = fluv_layer_edit(ctx, j->land, FLUV_LAYER_height);
    drain->receiver = fluv_layer_edit(ctx, j->land, FLUV_LAYER_receiver);
    if (!j->height || !drain->receiver)
        return FLUV_NO_MEMORY;
    drain->height = j->height;
    if (!kept) {
        j->drainage = (fluv_drainage){
            .topology = drain->topology, .kind = drain->kind, .receiver = drain->receiver};
        return FLUV_OK;
    }
    j->drainage = fluv_drainage_of_kept(drain, kept);
    if (((const fluv_hollows *)(void *)kept->data)->connected)
        fluv_ways_disconnect(&j->drainage.hierarchy, drain->receiver);
    return FLUV_OK;
}

/* Drainage of the ground as it is, if nobody has found it yet. */
static fluv_status complete_drainage(fluv_ctx *ctx, fluv_lakes_job *j, fluv_drainage_job *drain)
{
    if (j->drainage.label)
        return FLUV_OK;
    fluv_status status = fluv_drainage_find(ctx, drain, &j->drainage);
    drain->leads.all = j->land->drained.given = false; /* should it drain anew */
    return status;
}

/* Flats are measured water in a map of real land, and chance on ground that was made up. */
static bool flats_are_lakes(const fluv_lakes_job *j)
{
    return j->params->flats == FLUV_LAKES_FLATS_auto ? j->land->surveyed
                                                     : j->params->flats == FLUV_LAKES_FLATS_lakes;
}

/* Surveyed lakes change the ground: then it drains anew. How it drained before is asked for flats
 * alone. */
static fluv_status find_drainage(fluv_ctx *ctx, fluv_lakes_job *j)
{
    fluv_drainage_job drain = {.survey = &j->survey};
    bool flats = flats_are_lakes(j);
    fluv_routing_set(j->land, &drain);
    FLUV_TRY(begin_drainage(ctx, j, &drain));
    fluv_survey_rules rules = {.min_area = flats ? j->min_area : INFINITY,
                               .max_sill = (float)j->params->sill,
                               .ways = j->ways.items};
    FLUV_TRY(fluv_lakes_known(ctx, j->land, &j->drainage, &rules.given));
    if (flats || !rules.given.count)
        FLUV_TRY(complete_drainage(ctx, j, &drain));
    if (!flats && !rules.given.count)
        return FLUV_OK;
    FLUV_TRY(fluv_survey_find(ctx, &j->drainage, &rules, j->height, &j->survey));
    FLUV_TRY(fluv_advance(ctx, 0.1));
    if (!j->survey.lake_of)
        return complete_drainage(ctx, j, &drain);
    if (!j->drainage.label) { /* no flat drains as it did */
        fluv_scratch_drop(ctx, j->survey.changed);
        j->survey.changed = NULL;
    }
    drain.leads.all = j->land->drained.given = false;
    fluv_drainage_forget(ctx, &j->drainage);
    FLUV_TRY(fluv_drainage_find(ctx, &drain, &j->drainage));
    fluv_scratch_drop(ctx, j->survey.changed);
    return FLUV_OK;
}

fluv_hollow_rules fluv_lakes_rules(const fluv_lakes_params *params, double min_area)
{
    return (fluv_hollow_rules){.min_area = min_area,
                               .min_depth = (float)params->min_depth,
                               .max_sill = (float)params->sill,
                               .thin_dam = params->dam,
                               .gorge = params->gorge,
                               .silt = params->silt};
}

static fluv_status settle_hollows(fluv_ctx *ctx, fluv_lakes_job *j)
{
    const fluv_hierarchy *hierarchy = &j->drainage.hierarchy;
    fluv_hollow_size *size = fluv_scratch(ctx, hierarchy->node_count, sizeof *size);
    fluv_basin_survey *surveyed = fluv_survey_basins(ctx, hierarchy, &j->survey);
    uint32_t *pool_of = fluv_scratch(ctx, (size_t)hierarchy->basin_count + 1, sizeof *pool_of);
    if (!size || !surveyed || !pool_of)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_hollows_measure(ctx, &j->drainage.topology, hierarchy, j->height,
                                  j->drainage.label, size));
    FLUV_TRY(fluv_advance(ctx, 0.5));
    const fluv_hollow_rules rules = fluv_lakes_rules(j->params, j->min_area);
    fluv_settlement settlement = {.topology = &j->drainage.topology,
                                  .kind = j->drainage.kind,
                                  .label = j->drainage.label,
                                  .hierarchy = hierarchy,
                                  .size = size,
                                  .surveyed = surveyed,
                                  .lake_of = j->survey.lake_of,
                                  .rules =
                                      fluv_survey_hollow_rules(&j->survey, hierarchy, j->height,
                                                               size, &rules, j->params->min_depth),
                                  .frozen = fluv_layer_read(j->land, FLUV_LAYER_frozen),
                                  .height = j->height,
                                  .receiver = j->drainage.receiver,
                                  .pool_of = pool_of,
                                  .undo = j->survey.lake_of ? &j->survey.undo : NULL};
    fluv_status status = fluv_hollows_settle(ctx, &settlement);
    fluv_scratch_drop(ctx, size);
    fluv_scratch_drop(ctx, surveyed);
    j->pool_list = settlement.pools;
    fluv_ground_change *change = &j->land->change;
    *change = settlement.change;
    change->volume_filled += j->survey.volume_raised;
    change->volume_cut += j->survey.volume_cut;
    change->deepest_cut = fmaxf(change->deepest_cut, j->survey.deepest_cut);
    j->pools = (fluv_pools){.count = (uint32_t)settlement.pools.count,
                            .pools = settlement.pools.items,
                            .pool_of = pool_of};
    return status;
}

/* Cells of surveyed lakes stand in their pool though they are not below its level. */
static void place_surveyed(const fluv_lakes_job *j, int threads)
{
    const fluv_drainage *d = &j->drainage;
    if (!j->survey.lake_of)
        return;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < d->topology.count; c++) {
        if (j->survey.lake_of[c] == FLUV_NONE || d->label[c] == FLUV_OUTSIDE)
            continue;
        uint32_t p = j->pools.pool_of[d->label[c]];
        assert(p == FLUV_NONE || p < j->pools.count);
        if (p != FLUV_NONE && j->pools.pools[p].surveyed)
            j->pools.at[c] = p;
    }
}

/* What the land in one band gives to each leaf pool, and in the last place to none. */
static void gather_band(const fluv_lakes_job *j, const fluv_rate *rate, fluv_part band,
                        fluv_steps *supply)
{
    const fluv_drainage *d = &j->drainage;
    assert(band.from <= band.end && band.end <= d->topology.count);
    for (uint32_t c = band.from; c < band.end; c++) {
        if (d->kind[c] & (FLUV_CELL_VOID | FLUV_CELL_SEA))
            continue;
        uint32_t p = j->pools.pool_of[d->label[c]];
        assert(p == FLUV_NONE || p < j->pools.count);
        supply[p == FLUV_NONE ? j->pools.count : p] += fluv_in_steps(fluv_rate_at(rate, c));
    }
}

/* Whole numbers: their sums depend neither on the bands nor on the order of cells. */
static fluv_status gather_supply(fluv_ctx *ctx, fluv_lakes_job *j, double *supply)
{
    const fluv_rate *rate = j->amount == FLUV_VOLUME ? &j->rain : &j->runoff;
    const fluv_weights weights = fluv_weights_of(&j->drainage.topology);
    size_t places = (size_t)j->pools.count + 1;
    fluv_steps *bands = fluv_scratch_zero(ctx, BANDS * places, sizeof *bands), gathered = 0;
    assert(!weights.areas); /* a cell weighs 1 */
    if (!bands)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(static, 1)
    for (int b = 0; b < BANDS; b++)
        gather_band(j, rate, fluv_part_of(j->drainage.topology.count, BANDS, b),
                    bands + (size_t)b * places);
    for (size_t p = 0; p < places; p++) {
        fluv_steps sum = 0;
        for (size_t b = 0; b < BANDS; b++)
            sum += bands[b * places + p];
        double *to = p == places - 1 ? &j->left : &supply[p];
        *to += fluv_weighed_sum(&weights, sum);
        gathered += sum;
    }
    j->gathered += fluv_weighed_sum(&weights, gathered);
    fluv_scratch_drop(ctx, bands);
    return FLUV_OK;
}

/* Each store goes into the hollow that holds its place, by the way that water went in `erode`. */
static void place_stores(fluv_lakes_job *j, double *supply)
{
    const fluv_drainage *d = &j->drainage;
    const fluv_frame *frame = &j->land->frame;
    const fluv_stores *stores = j->stores;
    j->gathered = stores->budget.rain;
    j->evaporated = stores->budget.evaporated;
    j->left = stores->budget.left;
    for (size_t i = 0; i < stores->count; i++) {
        uint32_t col = (uint32_t)fmin(stores->list[i].x / frame->cell, frame->cols - 1.0);
        uint32_t row = (uint32_t)fmin(stores->list[i].y / frame->cell, frame->rows - 1.0);
        uint32_t c = fluv_cell_lowest_below(&d->topology, j->height, row * frame->cols + col);
        assert(c < d->topology.count);
        bool land = !(d->kind[c] & (FLUV_CELL_VOID | FLUV_CELL_SEA));
        uint32_t p = land ? j->pools.pool_of[d->label[c]] : FLUV_NONE;
        if (p == FLUV_NONE)
            j->left += stores->list[i].volume;
        else
            supply[p] += stores->list[i].volume;
    }
}

static fluv_status fill_pools(fluv_ctx *ctx, fluv_lakes_job *j)
{
    const fluv_topology *topology = &j->drainage.topology;
    fluv_pools *pools = &j->pools;
    assert(pools->pool_of && (pools->pools || !pools->count));
    pools->states = fluv_scratch(ctx, pools->count, sizeof *pools->states);
    pools->at = fluv_scratch(ctx, topology->count, sizeof *pools->at);
    j->supply = fluv_scratch_zero(ctx, pools->count, sizeof *j->supply);
    j->next = fluv_scratch(ctx, (size_t)pools->count + 1, sizeof *j->next);
    if (!pools->states || !pools->at || !j->supply || !j->next)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_pools_locate(ctx, topology, j->height, j->drainage.label, pools));
    FLUV_TRY(fluv_look(ctx));
    place_surveyed(j, ctx->threads);
    FLUV_TRY(fluv_pools_measure(ctx, topology, j->height, j->amount, &j->loss, pools));
    FLUV_TRY(fluv_look(ctx));
    if (j->stores)
        place_stores(j, j->supply);
    else
        FLUV_TRY(gather_supply(ctx, j, j->supply));
    if (j->params->mode == FLUV_LAKES_MODE_full)
        fluv_pools_fill(pools);
    else
        j->left += fluv_pools_pour(pools, j->supply, j->next);
    return fluv_advance(ctx, 0.7);
}

/* Returns in `any` whether all is done again. */
static fluv_status open_swallowing(fluv_ctx *ctx, fluv_lakes_job *j, bool *any)
{
    size_t count = j->survey.lakes.count;
    *any = false;
    if (j->ways.count < count) {
        uint8_t *ways = fluv_list_append(ctx, &j->ways, count, sizeof *ways);
        if (!ways)
            return FLUV_NO_MEMORY;
        memset(ways, FLUV_WAY_NONE, count);
    }
    *any = fluv_survey_open_swallowing(&j->pools, j->survey.lake_of,
                                       j->params->mode == FLUV_LAKES_MODE_volume, j->ways.items);
    return FLUV_OK;
}

/* Puts the ground back as it was before the survey. */
static void begin_again(fluv_ctx *ctx, fluv_lakes_job *j, struct fluv_scratch_block *mark)
{
    fluv_undo(&j->survey.undo, j->height);
    fluv_drainage_forget(ctx, &j->drainage);
    fluv_scratch_release(ctx, mark);
    fluv_list_free(&j->pool_list);
    fluv_survey_free(&j->survey);
    j->survey = (fluv_survey){0};
    j->drainage = (fluv_drainage){0};
    j->gathered = j->left = j->evaporated = 0.0;
}

fluv_status fluv_lakes_fill(fluv_ctx *ctx, fluv_lakes_job *j)
{
    assert(j->params && j->land && !j->ways.count);
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    for (bool again = true; again;) {
        FLUV_TRY(find_drainage(ctx, j));
        FLUV_TRY(settle_hollows(ctx, j));
        FLUV_TRY(fill_pools(ctx, j));
        FLUV_TRY(open_swallowing(ctx, j, &again));
        if (again)
            begin_again(ctx, j, mark);
    }
    if (!fluv_mapped_of(j->land)) /* which may have floors that come back */
        fluv_list_free(&j->survey.undo);
    return FLUV_OK;
}
