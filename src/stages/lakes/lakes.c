// SPDX-License-Identifier: MIT
/* Stage `lakes`: how much water stands where.
 *
 * in   height     out   lakes, water, cover; receiver, area and discharge led through them; height
 *                       without the hollows that are too small to be lakes
 *
 * Surveyed flats first, then drainage and the hierarchy of hollows; small hollows are cut or
 * filled, large ones become pools; pools are filled by one of three rules: full     to the brim
 *   volume   with the rain that falls on their catchments, less what evaporates from their surface,
 *            or with what gathered in them while they were made
 *   steady   until what evaporates in a year equals what flows in; what is more passes on
 *
 * Based on: Blaszczyk et al. Simulating large-scale topographic terrain features with reservoirs
 * and flowing water. 2023; Zeleny. Rivers and lakes in artificial landscape. 2008 */
#include "stages/lakes/lakes.h"

#include "landscape/stores.h"
#include "placed/placed.h"
#include "stages/lakes/collect.h"
#include "stages/lakes/surveyed.h"
#include "stages/shared/flow.h"
#include "stages/shared/routing.h"
#include "stages/shared/sea.h"
#include "stages/shared/ways.h"
#include "water/hollows.h"
#include "water/parts.h"

#include <string.h>

#define FEWEST_CELLS     16.0
#define DEEP_AMONG_FLATS 10.0 /* times the smallest depth */
#define MOST_TO_A_FLAT   20   /* hollows, where the map shows lakes as flats */
#define BANDS            8    /* of land, one after another in the sums of what it gives */
#define ROUNDING         1e-9 /* of sums over cells in another order, relative */

typedef struct job {
    const fluv_lakes_params *params;
    fluv_landscape *land;
    double min_area;
    float *height;
    fluv_drainage drainage;
    fluv_survey survey;
    fluv_list ways; /* uint8_t, fluv_survey_way of each surveyed lake; empty in the first round */
    fluv_list pool_list;
    fluv_pools pools;
    fluv_rate runoff, evaporation, rain;
    fluv_amount amount;
    fluv_loss loss;
    /* m3: rain that fell, that left without reaching a lake or over one, and that was gone before
     */
    double gathered, left, evaporated;
    const fluv_stores *stores; /* NULL: water is rain */
    double wettest;            /* m/y, the most runoff */
    double *supply;            /* m3 or m3/y of each leaf pool */
    uint32_t *next;            /* work, one a pool and one more */
    fluv_lakes_found found;
} job;

/* By default 1/500 of the longer side, but no hollow of a few cells: in a map of real land those
 * are errors, in a small picture of made land they are gone at the next size. */
static double smallest_area(const fluv_lakes_params *params, const fluv_frame *frame)
{
    if (params->min_area > 0.0)
        return params->min_area;
    double side = frame->cell * (frame->cols > frame->rows ? frame->cols : frame->rows) / 500.0;
    return fmax(side * side, FEWEST_CELLS * frame->cell * frame->cell);
}

static double most_of(const fluv_rate *rate, size_t cells)
{
    double most = rate->map ? 0.0 : rate->number;
    for (size_t c = 0; rate->map && c < cells; c++)
        most = fmax(most, (double)rate->map[c]);
    return most;
}

static fluv_status read_rates(fluv_ctx *ctx, job *j)
{
    const fluv_lakes_params *p = j->params;
    FLUV_TRY(fluv_rate_of(ctx, j->land, &p->runoff, "lakes", "runoff", &j->runoff));
    FLUV_TRY(fluv_rate_of(ctx, j->land, &p->evaporation, "lakes", "evaporation", &j->evaporation));
    FLUV_TRY(fluv_rate_of(ctx, j->land, &p->rain, "lakes", "rain", &j->rain));
    j->amount = p->mode == FLUV_LAKES_MODE_steady ? FLUV_FLOW : FLUV_VOLUME;
    if (p->mode != FLUV_LAKES_MODE_full && !j->stores)
        j->loss.evaporation = j->evaporation;
    if (p->mode == FLUV_LAKES_MODE_steady)
        j->loss.runoff = j->runoff;
    j->wettest = most_of(&j->runoff, fluv_cell_count(j->land));
    return FLUV_OK;
}

/* Drainage of the ground as it is: found, or what the stage before left. */
static fluv_status begin_drainage(fluv_ctx *ctx, job *j, fluv_drainage_job *drain)
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
        fluv_status status = fluv_drainage_find(ctx, drain, &j->drainage);
        drain->leads.all = j->land->drained.given = false; /* should it drain anew */
        return status;
    }
    j->drainage = fluv_drainage_of_kept(drain, kept);
    if (((const fluv_hollows *)(void *)kept->data)->connected)
        fluv_ways_disconnect(&j->drainage.hierarchy, drain->receiver);
    return FLUV_OK;
}

/* Flats are measured water in a map of real land, and chance on ground that was made up. */
static bool flats_are_lakes(const job *j)
{
    return j->params->flats == FLUV_LAKES_FLATS_auto ? j->land->surveyed
                                                     : j->params->flats == FLUV_LAKES_FLATS_lakes;
}

/* Surveyed lakes change the ground: then it drains anew. */
static fluv_status find_drainage(fluv_ctx *ctx, job *j)
{
    fluv_drainage_job drain = {.survey = &j->survey};
    fluv_routing_set(j->land, &drain);
    FLUV_TRY(begin_drainage(ctx, j, &drain));
    fluv_survey_rules rules = {.min_area = flats_are_lakes(j) ? j->min_area : INFINITY,
                               .max_sill = (float)j->params->sill,
                               .ways = j->ways.items};
    FLUV_TRY(fluv_lakes_known(ctx, j->land, &j->drainage, &rules.given));
    if (!flats_are_lakes(j) && !rules.given.count)
        return FLUV_OK;
    FLUV_TRY(fluv_survey_find(ctx, &j->drainage, &rules, j->height, &j->survey));
    FLUV_TRY(fluv_advance(ctx, 0.1));
    if (!j->survey.lake_of)
        return FLUV_OK;
    fluv_drainage_forget(ctx, &j->drainage);
    FLUV_TRY(fluv_drainage_find(ctx, &drain, &j->drainage));
    fluv_scratch_drop(ctx, j->survey.changed);
    return FLUV_OK;
}

/* Whether the map shows its lakes as flats: not where a few flats lie among very many hollows, as
 * they may by chance on made land. */
static bool shows_lakes_as_flats(const job *j, const fluv_hollow_size *size)
{
    const fluv_hierarchy *hierarchy = &j->drainage.hierarchy;
    size_t hollows = 0;
    for (uint32_t b = 1; j->survey.lakes.count && b <= hierarchy->basin_count; b++) {
        const fluv_hollow *hollow = &hierarchy->nodes[b];
        double depth = (double)(hollow->spill - j->height[hollow->root]);
        hollows += size[b].area >= j->min_area && depth >= j->params->min_depth;
    }
    return j->survey.lakes.count * MOST_TO_A_FLAT > hollows;
}

/* A map that shows lakes as flats shows all of them so: other hollows are errors, unless deep. */
static fluv_hollow_rules hollow_rules(const job *j, const fluv_hollow_size *size)
{
    double depth = j->params->min_depth * (shows_lakes_as_flats(j, size) ? DEEP_AMONG_FLATS : 1.0);
    return (fluv_hollow_rules){.min_area = j->min_area,
                               .min_depth = (float)depth,
                               .max_sill = (float)j->params->sill,
                               .thin_dam = j->params->dam,
                               .gorge = j->params->gorge,
                               .silt = j->params->silt};
}

static fluv_status settle_hollows(fluv_ctx *ctx, job *j)
{
    const fluv_hierarchy *hierarchy = &j->drainage.hierarchy;
    fluv_hollow_size *size = fluv_scratch(ctx, hierarchy->node_count, sizeof *size);
    fluv_basin_survey *surveyed = fluv_lakes_surveyed_basins(ctx, hierarchy, &j->survey);
    uint32_t *pool_of = fluv_scratch(ctx, (size_t)hierarchy->basin_count + 1, sizeof *pool_of);
    if (!size || !surveyed || !pool_of)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_hollows_measure(ctx, &j->drainage.topology, hierarchy, j->height,
                                  j->drainage.label, size));
    FLUV_TRY(fluv_advance(ctx, 0.5));
    fluv_settlement settlement = {.topology = &j->drainage.topology,
                                  .kind = j->drainage.kind,
                                  .label = j->drainage.label,
                                  .hierarchy = hierarchy,
                                  .size = size,
                                  .surveyed = surveyed,
                                  .lake_of = j->survey.lake_of,
                                  .rules = hollow_rules(j, size),
                                  .height = j->height,
                                  .receiver = j->drainage.receiver,
                                  .pool_of = pool_of};
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
static void place_surveyed(const job *j, int threads)
{
    const fluv_drainage *d = &j->drainage;
    if (!j->survey.lake_of)
        return;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < d->topology.count; c++) {
        if (j->survey.lake_of[c] == FLUV_NONE || d->label[c] == FLUV_OUTSIDE)
            continue;
        uint32_t p = j->pools.pool_of[d->label[c]];
        if (p != FLUV_NONE && j->pools.pools[p].surveyed)
            j->pools.at[c] = p;
    }
}

/* What the land in one band gives to each leaf pool, and in the last place to none. */
static void gather_band(const job *j, const fluv_rate *rate, fluv_part band, double *supply)
{
    const fluv_drainage *d = &j->drainage;
    for (uint32_t c = band.from; c < band.end; c++) {
        if (d->kind[c] & (FLUV_CELL_VOID | FLUV_CELL_SEA))
            continue;
        uint32_t p = j->pools.pool_of[d->label[c]];
        supply[p == FLUV_NONE ? j->pools.count : p] +=
            fluv_cell_area(&d->topology, c) * fluv_rate_at(rate, c);
    }
}

/* In a fixed number of bands, so that the sums do not depend on the thread count. */
static fluv_status gather_supply(fluv_ctx *ctx, job *j, double *supply)
{
    const fluv_rate *rate = j->amount == FLUV_VOLUME ? &j->rain : &j->runoff;
    size_t places = (size_t)j->pools.count + 1;
    double *bands = fluv_scratch_zero(ctx, BANDS * places, sizeof *bands);
    if (!bands)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(static, 1)
    for (int b = 0; b < BANDS; b++)
        gather_band(j, rate, fluv_part_of(j->drainage.topology.count, BANDS, b),
                    bands + (size_t)b * places);
    for (size_t i = 0; i < BANDS * places; i++) {
        double *to = i % places == places - 1 ? &j->left : &supply[i % places];
        *to += bands[i];
        j->gathered += bands[i];
    }
    fluv_scratch_drop(ctx, bands);
    return FLUV_OK;
}

/* Each store goes into the hollow that holds its place, by the way that water went in `erode`. */
static void place_stores(job *j, double *supply)
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
        bool land = !(d->kind[c] & (FLUV_CELL_VOID | FLUV_CELL_SEA));
        uint32_t p = land ? j->pools.pool_of[d->label[c]] : FLUV_NONE;
        if (p == FLUV_NONE)
            j->left += stores->list[i].volume;
        else
            supply[p] += stores->list[i].volume;
    }
}

static fluv_status fill_pools(fluv_ctx *ctx, job *j)
{
    const fluv_topology *topology = &j->drainage.topology;
    fluv_pools *pools = &j->pools;
    pools->states = fluv_scratch(ctx, pools->count, sizeof *pools->states);
    pools->at = fluv_scratch(ctx, topology->count, sizeof *pools->at);
    j->supply = fluv_scratch_zero(ctx, pools->count, sizeof *j->supply);
    j->next = fluv_scratch(ctx, (size_t)pools->count + 1, sizeof *j->next);
    if (!pools->states || !pools->at || !j->supply || !j->next)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_pools_locate(ctx, topology, j->height, j->drainage.label, pools));
    place_surveyed(j, ctx->threads);
    FLUV_TRY(fluv_pools_measure(ctx, topology, j->height, j->amount, &j->loss, pools));
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

/* A closed lake of the map that gets more than its surface can lose has a way out that the map does
 * not show, and is given one. Rain that was poured once raises it instead. Returns whether there
 * are any: then all is done again. */
static fluv_status open_swallowing(fluv_ctx *ctx, job *j, bool *any)
{
    size_t count = j->survey.lakes.count;
    *any = false;
    if (j->ways.count < count) {
        uint8_t *ways = fluv_list_append(ctx, &j->ways, count, sizeof *ways);
        if (!ways)
            return FLUV_NO_MEMORY;
        memset(ways, FLUV_WAY_NONE, count);
    }
    for (uint32_t p = 0; p < j->pools.count; p++) {
        const fluv_pool *pool = &j->pools.pools[p];
        const fluv_pool_state *state = &j->pools.states[p];
        if (!pool->closed || pool->drowned || state->held <= state->loss * (1.0 + ROUNDING))
            continue;
        uint8_t *way = (uint8_t *)j->ways.items + j->survey.lake_of[pool->root];
        bool rises = *way != FLUV_WAY_NONE || j->params->mode == FLUV_LAKES_MODE_volume;
        *way = rises ? FLUV_WAY_RISE : FLUV_WAY_CUT;
        *any = true;
    }
    return FLUV_OK;
}

/* Puts the ground back as it was before the survey. */
static void begin_again(fluv_ctx *ctx, job *j, struct fluv_scratch_block *mark)
{
    memcpy(j->height, j->survey.before, j->drainage.topology.count * sizeof *j->height);
    fluv_drainage_forget(ctx, &j->drainage);
    fluv_scratch_release(ctx, mark);
    fluv_list_free(&j->pool_list);
    fluv_list_free(&j->survey.lakes);
    j->survey = (fluv_survey){.before = j->survey.before};
    j->drainage = (fluv_drainage){0};
    j->gathered = j->left = j->evaporated = 0.0;
}

static fluv_status find_water(fluv_ctx *ctx, job *j)
{
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    for (bool again = true; again;) {
        FLUV_TRY(find_drainage(ctx, j));
        FLUV_TRY(settle_hollows(ctx, j));
        FLUV_TRY(fill_pools(ctx, j));
        FLUV_TRY(open_swallowing(ctx, j, &again));
        if (again)
            begin_again(ctx, j, mark);
    }
    if (!fluv_mapped_of(j->land)) {
        fluv_free(j->survey.before);
        j->survey.before = NULL;
    }
    return FLUV_OK;
}

/* Rivers to a hollow that got no water carry none: what fell there never gathered. */
static void parch(const job *j, int threads)
{
    const fluv_drainage *d = &j->drainage;
    if (j->params->mode != FLUV_LAKES_MODE_volume)
        return; /* without runoff there is no discharge either */
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < d->topology.count; c++) {
        uint32_t p = d->label[c] == FLUV_NONE ? FLUV_NONE : j->pools.pool_of[d->label[c]];
        if (p != FLUV_NONE && j->pools.states[p].lake == FLUV_NONE)
            d->kind[c] |= FLUV_CELL_PARCHED;
    }
}

static fluv_status find_lakes(fluv_ctx *ctx, job *j)
{
    fluv_pools *pools = &j->pools;
    uint32_t *waiting = fluv_scratch(ctx, pools->count, sizeof *waiting);
    if (!waiting)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_pools_level(ctx, &j->drainage.topology, j->height, j->amount, &j->loss, pools));
    fluv_pools_trace(pools, j->supply, j->next, waiting);
    fluv_pools_route(pools, j->drainage.receiver);
    parch(j, ctx->threads);
    j->found.poured = j->params->mode == FLUV_LAKES_MODE_volume;
    return fluv_lakes_collect(ctx, &j->drainage, j->height, pools, &j->survey, &j->found);
}

/* The surface that water sees: lakes' levels, ground elsewhere. */
static fluv_status uncross(fluv_ctx *ctx, const job *j)
{
    const fluv_topology *topology = &j->drainage.topology;
    const fluv_found_lake *lakes = j->found.lakes.items;
    float *surface = fluv_scratch(ctx, topology->count, sizeof *surface);
    if (!surface)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < topology->count; c++) {
        uint32_t lake = j->found.lake_of[c];
        bool wet = lake != FLUV_NONE && lakes[lake].state != FLUV_EMPTY;
        surface[c] = wet ? lakes[lake].level : j->height[c];
    }
    fluv_receivers_uncross(topology, surface, j->found.lake_of, j->drainage.receiver);
    fluv_scratch_drop(ctx, surface);
    return FLUV_OK;
}

/* What evaporates from the cells of each lake when it is there to evaporate. */
static void sum_demands(const job *j, fluv_found_lake *lakes)
{
    const fluv_topology *topology = &j->drainage.topology;
    for (uint32_t c = 0; c < topology->count; c++) {
        uint32_t lake = j->found.lake_of[c];
        if (lake != FLUV_NONE && !lakes[lake].at_edge)
            lakes[lake].water.demand +=
                fluv_cell_area(topology, c) * fluv_rate_at(&j->loss.evaporation, c);
    }
}

/* What was poured is in the lakes as far as they do not let it out; what is not there as water has
 * evaporated from them. */
static void balance_poured(const job *j)
{
    fluv_found_lake *lakes = j->found.lakes.items;
    fluv_budget *budget = &j->land->budget;
    *budget = (fluv_budget){.known = true, .rain = j->gathered, .left = j->left};
    budget->earlier = budget->evaporated = j->evaporated;
    sum_demands(j, lakes);
    for (size_t i = 0; i < j->found.lakes.count; i++) {
        double stored = lakes[i].surveyed ? 0.0 : lakes[i].volume;
        lakes[i].water.evaporation = fmax(0.0, lakes[i].kept - stored);
        budget->stored += stored;
        budget->evaporated += lakes[i].water.evaporation;
    }
}

/* In the steady balance, and where all hollows are full, flows tell what each lake gets. */
static void balance_flows(const job *j, const fluv_flow_sums *sums, const fluv_lake_water *water)
{
    fluv_found_lake *lakes = j->found.lakes.items;
    for (size_t i = 0; i < j->found.lakes.count; i++)
        lakes[i].water = water[i];
    j->land->budget = (fluv_budget){0};
    if (j->params->mode == FLUV_LAKES_MODE_steady)
        j->land->budget = (fluv_budget){.known = true,
                                        .per_year = true,
                                        .rain = sums->rain,
                                        .evaporated = sums->evaporated,
                                        .left = sums->left,
                                        .wettest = j->wettest};
}

/* Flats that lie under no lake are ground like any other, and so are those under a lake whose level
 * was found from the ground as it is. */
static void forget_other_flats(const job *j, int threads)
{
    const fluv_found_lake *lakes = j->found.lakes.items;
    if (!j->survey.lake_of)
        return;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < j->drainage.topology.count; c++) {
        uint32_t lake = j->found.lake_of[c];
        bool wet = lake != FLUV_NONE && lakes[lake].state != FLUV_EMPTY;
        bool found =
            wet && !lakes[lake].surveyed && (j->found.poured || lakes[lake].state == FLUV_PARTIAL);
        if (!wet || found)
            j->survey.lake_of[c] = FLUV_NONE;
    }
}

static fluv_status find_stores(fluv_ctx *ctx, job *j)
{
    if (j->params->mode != FLUV_LAKES_MODE_volume || j->params->from != FLUV_LAKES_FROM_erode)
        return FLUV_OK;
    j->stores = fluv_layer_read(j->land, FLUV_LAYER_stores);
    return j->stores ? FLUV_OK
                     : fluv_fail(ctx, FLUV_BAD_RECIPE,
                                 "lakes.from: `erode` is the water that the stage erode gathered, "
                                 "and it did not run: put it before lakes, or use `rain`");
}

/* Area and discharge, and what each lake receives and loses. */
static fluv_status find_flow(fluv_ctx *ctx, job *j)
{
    const fluv_drainage *d = &j->drainage;
    fluv_flow_job flow = {
        .topology = &d->topology, .kind = d->kind, .receiver = d->receiver, .runoff = j->runoff};
    fluv_flow_sums sums;
    if (j->params->mode == FLUV_LAKES_MODE_volume) {
        FLUV_TRY(fluv_flow_find(ctx, j->land, &flow, &sums));
        balance_poured(j);
        return FLUV_OK;
    }
    flow.lake = j->found.lake_of;
    flow.exits = j->found.exits;
    flow.lake_count = j->found.lakes.count;
    flow.evaporation = j->loss.evaporation;
    flow.water = fluv_scratch_zero(ctx, flow.lake_count, sizeof *flow.water);
    if (!flow.water)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_flow_find(ctx, j->land, &flow, &sums));
    balance_flows(j, &sums, flow.water);
    return FLUV_OK;
}

/* Ground for what was placed, unless `drain` has seen to it, and the water it brings. */
static fluv_status fit_placed(fluv_ctx *ctx, job *j)
{
    if (!j->land->layers[FLUV_LAYER_placed])
        return FLUV_OK;
    if (!j->land->hollows) {
        fluv_topology topology;
        uint8_t *kind;
        FLUV_TRY(fluv_sea_find(ctx, j->land, &topology, &kind));
        FLUV_TRY(fluv_placed_shape(ctx, j->land, &topology, kind));
        fluv_scratch_drop(ctx, kind);
    }
    return fluv_springs_add(ctx, j->land, &j->runoff);
}

static fluv_status run_job(fluv_ctx *ctx, job *j)
{
    fluv_layer_put(j->land, FLUV_LAYER_area, NULL); /* made anew when all is known */
    fluv_layer_put(j->land, FLUV_LAYER_discharge, NULL);
    FLUV_TRY(find_stores(ctx, j));
    FLUV_TRY(read_rates(ctx, j));
    FLUV_TRY(fit_placed(ctx, j));
    FLUV_TRY(find_water(ctx, j));
    FLUV_TRY(find_lakes(ctx, j));
    fluv_drainage_forget(ctx, &j->drainage);
    forget_other_flats(j, ctx->threads);
    fluv_lakes_keep_floors(j->land, &j->survey, j->height);
    FLUV_TRY(fluv_survey_deepen(ctx, &j->drainage.topology, &j->survey, j->height));
    FLUV_TRY(uncross(ctx, j));
    const fluv_drainage *d = &j->drainage;
    FLUV_TRY(fluv_lakes_find_exits(ctx, &d->topology, d->kind, d->receiver, &j->found));
    FLUV_TRY(fluv_advance(ctx, 0.8));
    FLUV_TRY(find_flow(ctx, j));
    fluv_scratch_drop(ctx, j->found.exits);
    fluv_lakes_lock(j->land, &j->found);
    FLUV_TRY(fluv_lakes_publish(ctx, &d->topology, &j->found, j->land));
    FLUV_TRY(fluv_mapped_set_floors(ctx, j->land));
    fluv_lakes_note_surveyed(&j->survey, &j->found, j->land);
    return fluv_advance(ctx, 1.0);
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    job j = {.params = params, .land = land, .min_area = smallest_area(params, &land->frame)};
    fluv_status status = run_job(ctx, &j);
    land->drained.given = false; /* they lead through lakes now */
    fluv_drainage_forget(ctx, &j.drainage);
    fluv_list_free(&j.pool_list);
    fluv_list_free(&j.survey.lakes);
    fluv_list_free(&j.ways);
    fluv_free(j.survey.before);
    fluv_list_free(&j.found.lakes);
    return status;
}

#define PARAMS fluv_lakes_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/lakes/lakes.def"
};

const fluv_stage fluv_stage_lakes = {
    .info = {.name = "lakes",
             .summary = "How much water stands where: lakes that fill, spill, merge or dry up.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_lakes_params),
    FLUV_NEEDS(height),
    FLUV_MAKES(lakes, receiver, area, discharge, budget, change),
    FLUV_AMENDS(height, cover, water, coast),
    .bytes_per_cell = 40.0,
    .run = run,
};
