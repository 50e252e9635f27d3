// SPDX-License-Identifier: MIT
/* Stage `lakes`: how much water stands where.
 *
 * in   height     out   lakes, water, cover; receiver, area and discharge led through them; height
 *                       without the hollows that are too small to be lakes
 *
 * Hollows are filled (fill.c) by one of three rules:
 *   full     to the brim
 *   volume   with the rain that falls on their catchments, less what evaporates from their surface,
 *            or with what gathered in them while they were made
 *   steady   until what evaporates in a year equals what flows in; what is more passes on
 * Then the lakes that stand in them are gathered, and flows are led through them.
 *
 * Based on: Blaszczyk et al. Simulating large-scale topographic terrain features with reservoirs
 * and flowing water. 2023; Zeleny. Rivers and lakes in artificial landscape. 2008 */
#include "stages/lakes/lakes.h"

#include "placed/placed.h"
#include "stages/lakes/fill.h"
#include "stages/lakes/surveyed.h"
#include "stages/shared/sea.h"

#include <assert.h>
#include <stdlib.h>

#define FEWEST_CELLS 16.0

/* By default 1/500 of the longer side, but no hollow of a few cells: in a map of real land those
 * are errors, in a small picture of made land they are gone at the next size. */
double fluv_lakes_smallest(const fluv_lakes_params *params, const fluv_frame *frame)
{
    assert(frame->cols > 0 && frame->rows > 0);
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

static fluv_status read_rates(fluv_ctx *ctx, fluv_lakes_job *j)
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

/* Rivers to a hollow that got no water carry none: what fell there never gathered. */
static void parch(const fluv_lakes_job *j, int threads)
{
    const fluv_drainage *d = &j->drainage;
    if (j->params->mode != FLUV_LAKES_MODE_volume)
        return; /* without runoff there is no discharge either */
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < d->topology.count; c++) {
        uint32_t p = d->label[c] == FLUV_NONE ? FLUV_NONE : j->pools.pool_of[d->label[c]];
        assert(p == FLUV_NONE || p < j->pools.count);
        if (p != FLUV_NONE && j->pools.states[p].lake == FLUV_NONE)
            d->kind[c] |= FLUV_CELL_PARCHED;
    }
}

static fluv_status find_lakes(fluv_ctx *ctx, fluv_lakes_job *j)
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

/* By the surface that water sees: lakes' levels, ground elsewhere. Few lands need it. */
static fluv_status uncross(fluv_ctx *ctx, const fluv_lakes_job *j)
{
    const fluv_topology *topology = &j->drainage.topology;
    const fluv_found_lake *lakes = j->found.lakes.items;
    if (!fluv_receivers_cross(topology, j->drainage.receiver))
        return FLUV_OK;
    float *surface = fluv_scratch(ctx, topology->count, sizeof *surface);
    if (!surface)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < topology->count; c++) {
        uint32_t lake = j->found.lake_of[c];
        assert(lake == FLUV_NONE || lake < j->found.lakes.count);
        bool wet = lake != FLUV_NONE && lakes[lake].state != FLUV_EMPTY;
        surface[c] = wet ? lakes[lake].level : j->height[c];
    }
    fluv_receivers_uncross(topology, surface, j->found.lake_of, j->drainage.receiver);
    fluv_scratch_drop(ctx, surface);
    return FLUV_OK;
}

static fluv_status set_demands(fluv_ctx *ctx, const fluv_lakes_job *j, fluv_found_lake *lakes)
{
    const fluv_topology *topology = &j->drainage.topology;
    size_t count = j->found.lakes.count;
    double *demand = fluv_scratch(ctx, count, sizeof *demand);
    if (!demand)
        return FLUV_NO_MEMORY;
    FLUV_TRY(
        fluv_demands_sum(ctx, topology, j->found.lake_of, count, &j->loss.evaporation, demand));
    for (size_t i = 0; i < count; i++)
        if (!lakes[i].at_edge)
            lakes[i].water.demand = demand[i] * fluv_cell_area(topology, 0);
    fluv_scratch_drop(ctx, demand);
    return FLUV_OK;
}

/* What was poured is in the lakes as far as they do not let it out; what is not there as water has
 * evaporated from them. */
static fluv_status balance_poured(fluv_ctx *ctx, const fluv_lakes_job *j)
{
    fluv_found_lake *lakes = j->found.lakes.items;
    fluv_budget *budget = &j->land->budget;
    *budget = (fluv_budget){.known = true, .rain = j->gathered, .left = j->left};
    budget->earlier = budget->evaporated = j->evaporated;
    FLUV_TRY(set_demands(ctx, j, lakes));
    for (size_t i = 0; i < j->found.lakes.count; i++) {
        double stored = lakes[i].surveyed ? 0.0 : lakes[i].volume;
        lakes[i].water.evaporation = fmax(0.0, lakes[i].kept - stored);
        budget->stored += stored;
        budget->evaporated += lakes[i].water.evaporation;
    }
    return FLUV_OK;
}

/* In the steady balance, and where all hollows are full, flows tell what each lake gets. */
static void balance_flows(const fluv_lakes_job *j, const fluv_flow_sums *sums,
                          const fluv_lake_water *water)
{
    assert(water || !j->found.lakes.count);
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
                                        .wettest = j->wettest,
                                        .springs = fluv_springs_sum(j->land)};
}

/* Flats that lie under no lake are ground like any other, and so are those under a lake whose level
 * was found from the ground as it is. */
static void forget_other_flats(const fluv_lakes_job *j, int threads)
{
    const fluv_found_lake *lakes = j->found.lakes.items;
    if (!j->survey.lake_of)
        return;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < j->drainage.topology.count; c++) {
        uint32_t lake = j->found.lake_of[c];
        if (lake == FLUV_NONE || !fluv_lake_keeps_flat(&lakes[lake], j->found.poured))
            j->survey.lake_of[c] = FLUV_NONE;
    }
}

static fluv_status find_stores(fluv_ctx *ctx, fluv_lakes_job *j)
{
    if (j->params->mode != FLUV_LAKES_MODE_volume || j->params->from != FLUV_LAKES_FROM_erode)
        return FLUV_OK;
    j->stores = fluv_layer_read(j->land, FLUV_LAYER_stores);
    return j->stores ? FLUV_OK
                     : fluv_fail(ctx, FLUV_BAD_RECIPE,
                                 "lakes.from: `erode` is the water that the stage erode gathered, "
                                 "and it did not run: put it before lakes, or use `rain`");
}

static int by_cell(const void *a, const void *b)
{
    const fluv_shelf *left = a, *right = b;
    if (left->cell != right->cell)
        return left->cell < right->cell ? -1 : 1;
    return left->lake < right->lake ? -1 : left->lake > right->lake;
}

/* From a lake's exit down to the last cell that stands at its level, through all lakes that do so.
 */
static uint32_t end_of_shelf(const fluv_lakes_job *j, uint32_t lake)
{
    const fluv_found_lake *lakes = j->found.lakes.items;
    const uint32_t *lake_of = j->found.lake_of;
    float level = lakes[lake].level;
    uint32_t at = lakes[lake].exit;
    assert(at != FLUV_NONE && lake_of[at] == lake);
    for (uint32_t to; (to = j->drainage.receiver[at]) != FLUV_NONE; at = to) {
        float surface = lake_of[to] == FLUV_NONE ? j->height[to] : lakes[lake_of[to]].level;
        if (surface != level)
            break;
    }
    return at;
}

/* Water that comes by beyond the exits of full lakes, where it still stands at their level, has
 * filled them too. */
static fluv_status find_shelves(fluv_ctx *ctx, const fluv_lakes_job *j, fluv_list *shelves)
{
    const fluv_found_lake *lakes = j->found.lakes.items;
    for (uint32_t i = 0; i < j->found.lakes.count; i++) {
        if (lakes[i].exit == FLUV_NONE || lakes[i].surveyed)
            continue;
        uint32_t end = end_of_shelf(j, i);
        if (end == lakes[i].exit)
            continue;
        fluv_shelf *shelf = fluv_list_append(ctx, shelves, 1, sizeof *shelf);
        if (!shelf)
            return FLUV_NO_MEMORY;
        *shelf = (fluv_shelf){end, i, j->drainage.receiver[lakes[i].exit], 0.0};
        j->found.exits[end] |= FLUV_SHELF;
    }
    if (shelves->count)
        qsort(shelves->items, shelves->count, sizeof(fluv_shelf), by_cell);
    return FLUV_OK;
}

/* Area and discharge, and what each lake receives and loses. */
static fluv_status find_flow(fluv_ctx *ctx, fluv_lakes_job *j)
{
    const fluv_drainage *d = &j->drainage;
    fluv_flow_job flow = {
        .topology = &d->topology, .kind = d->kind, .receiver = d->receiver, .runoff = j->runoff};
    fluv_flow_sums sums;
    if (j->params->mode == FLUV_LAKES_MODE_volume) {
        FLUV_TRY(fluv_flow_find(ctx, j->land, &flow, &sums));
        return balance_poured(ctx, j);
    }
    flow.lake = j->found.lake_of;
    flow.exits = j->found.exits;
    flow.lake_count = j->found.lakes.count;
    flow.evaporation = j->loss.evaporation;
    flow.water = fluv_scratch_zero(ctx, flow.lake_count, sizeof *flow.water);
    if (!flow.water)
        return FLUV_NO_MEMORY;
    fluv_list shelves = {0};
    fluv_status status = find_shelves(ctx, j, &shelves);
    flow.shelves = shelves.items;
    flow.shelf_count = shelves.count;
    if (status == FLUV_OK)
        status = fluv_flow_find(ctx, j->land, &flow, &sums);
    fluv_list_free(&shelves);
    if (status == FLUV_OK)
        balance_flows(j, &sums, flow.water);
    return status;
}

/* Ground for what was placed, unless `drain` has seen to it, and the water it brings. */
static fluv_status fit_placed(fluv_ctx *ctx, fluv_lakes_job *j)
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

static fluv_status deepen(fluv_ctx *ctx, const fluv_lakes_job *j)
{
    if (!j->survey.lake_of)
        return FLUV_OK;
    float *distance = fluv_scratch(ctx, j->drainage.topology.count, sizeof *distance);
    if (!distance)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_survey_deepen(ctx, &j->drainage.topology, &j->survey, distance, j->height));
    fluv_scratch_drop(ctx, distance);
    return FLUV_OK;
}

static fluv_status run_job(fluv_ctx *ctx, fluv_lakes_job *j)
{
    fluv_layer_put(j->land, FLUV_LAYER_area, NULL); /* made anew when all is known */
    fluv_layer_put(j->land, FLUV_LAYER_discharge, NULL);
    FLUV_TRY(find_stores(ctx, j));
    FLUV_TRY(read_rates(ctx, j));
    FLUV_TRY(fit_placed(ctx, j));
    FLUV_TRY(fluv_lakes_fill(ctx, j));
    FLUV_TRY(find_lakes(ctx, j));
    FLUV_TRY(fluv_look(ctx));
    assert(j->found.lake_of && j->height);
    fluv_drainage_forget(ctx, &j->drainage);
    forget_other_flats(j, ctx->threads);
    fluv_lakes_keep_floors(j->land, &j->survey, j->height);
    FLUV_TRY(deepen(ctx, j));
    FLUV_TRY(fluv_lakes_take_floors(ctx, j->land, j->height));
    FLUV_TRY(fluv_look(ctx));
    FLUV_TRY(uncross(ctx, j));
    const fluv_drainage *d = &j->drainage;
    FLUV_TRY(fluv_lakes_find_exits(ctx, &d->topology, d->kind, d->receiver, &j->found));
    FLUV_TRY(fluv_advance(ctx, 0.8));
    FLUV_TRY(find_flow(ctx, j));
    FLUV_TRY(fluv_advance(ctx, 0.9));
    fluv_scratch_drop(ctx, j->found.exits);
    fluv_lakes_lock(j->land, &j->found);
    FLUV_TRY(fluv_lakes_publish(ctx, &d->topology, &j->found, j->land));
    FLUV_TRY(fluv_mapped_set_floors(ctx, j->land));
    fluv_lakes_note_surveyed(&j->survey, &j->found, j->land);
    return fluv_advance(ctx, 1.0);
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    fluv_lakes_job j = {
        .params = params, .land = land, .min_area = fluv_lakes_smallest(params, &land->frame)};
    fluv_status status = run_job(ctx, &j);
    land->drained.given = false; /* they lead through lakes now */
    fluv_drainage_forget(ctx, &j.drainage);
    fluv_list_free(&j.pool_list);
    fluv_list_free(&j.ways);
    fluv_survey_free(&j.survey);
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
