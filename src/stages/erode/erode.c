// SPDX-License-Identifier: MIT
/* Stage `erode`: mountains that rise and are worn down by running water.
 *
 * in   mesh, uplift; rock, height to begin with, and what is placed, where there are such
 * out  height, stores; deposit, where streams lay something down; outcrop, where there are strata
 *
 * For each step: every vertex drains to its lowest neighbour; hollows drain over their lowest pass;
 * water gathers in them; areas add up; the ground rises and wears; what streams carry is laid down,
 * and soil creeps down the slopes between them.
 *
 * On coarser meshes first, if asked for: each runs its steps, and the next one begins on its
 * surface. Meshes too fine for the raster to show are left out, and the last one that is not runs
 * their steps: a small picture costs less and shows the same land. A draft takes a few long steps
 * for many short ones, and leaves out meshes that are too fine also where ground is only worn a
 * little more.
 *
 * Based on: Blaszczyk et al. Simulating large-scale topographic terrain features with reservoirs
 *           and flowing water. 2023
 *           Cordonnier, Braun, Cani, Benes, Galin, Peytavie, Guerin. Large scale terrain generation
 *           from tectonic uplift and fluvial erosion. 2016 */
#include "stages/erode/erode.h"

#include "base/random.h"
#include "field/noise.h"
#include "landscape/stores.h"
#include "mesh/locate.h"
#include "stages/erode/hand.h"
#include "stages/erode/islets.h"
#include "stages/erode/pools.h"
#include "stages/erode/raster.h"
#include "stages/erode/sediment.h"
#include "stages/erode/show.h"
#include "stages/erode/tier.h"
#include "stages/shared/ground.h"
#include "water/floors.h"
#include "water/forest.h"
#include "water/receivers.h"
#include "water/stream_power.h"
#include "water/talus.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef fluv_erosion_tier level;

typedef struct job {
    fluv_erode_params *params; /* our own: a draft has other steps */
    fluv_landscape *land;
    int coarsest, finest; /* levels: the landscape's mesh, its spacing doubled so many times */
    fluv_erosion_pools pools;
    fluv_erosion_sediment sediment;
    fluv_hand hand;         /* what was placed, on the mesh at work */
    fluv_islets islets;     /* that the first mesh does not have */
    double age;             /* y */
    double work_done, work; /* vertices times steps, for the progress */
} job;

#define BLOCK       1024
#define SWEEPS      2 /* over the hillslopes in a step, */
#define MANY_SWEEPS 6 /* and in the first and the last on a mesh */

#define DRAFT_STRIDE 4 /* steps that a draft takes as one */
#define MOST_TIMES   8 /* that a draft doubles the spacing */

/* Hills to begin with: the same on every mesh. */
static void add_hills(const job *j, level *l)
{
    fluv_noise hills = {.key = fluv_key_make(j->land->seed, "erode", "hills"),
                        .wavelength = j->params->roughness_width,
                        .octaves = 6,
                        .gain = 0.5,
                        .lacunarity = 2.0,
                        .finest = fluv_mesh_spacing(l->mesh)};
    float height[BLOCK];
    for (uint32_t from = 0; from < l->mesh->count; from += BLOCK) {
        uint32_t n = l->mesh->count - from < BLOCK ? l->mesh->count - from : BLOCK;
        fluv_noise_points(&hills, l->mesh->x + from, l->mesh->y + from, n, height);
        for (uint32_t i = 0; i < n; i++)
            if (!(l->kind[from + i] & FLUV_CELL_SEA))
                l->height[from + i] += (float)j->params->roughness * (0.5f + 0.5f * height[i]);
    }
}

/* Bumps for streams to find their way between. */
static void add_bumps(const job *j, level *l)
{
    fluv_key key = fluv_key_make(j->land->seed, "erode", "bumps");
    for (uint32_t v = 0; v < l->mesh->count; v++)
        if (!(l->kind[v] & FLUV_CELL_SEA))
            l->height[v] += (float)(j->params->roughness * fluv_random(key, v));
}

/* The sea of given ground stays as it is; so does the edge, if it is fixed. */
static fluv_status classify(fluv_ctx *ctx, const job *j, level *l)
{
    assert(l->topology.count == l->mesh->count && j->work > 0.0);
    bool given = fluv_layer_read(j->land, FLUV_LAYER_height) != NULL;
    fluv_cells_classify(&l->topology, ctx->threads, l->height, l->kind);
    if (given)
        fluv_cells_find_sea(&l->topology, l->height, l->kind, l->receiver);
    for (uint32_t v = 0; v < l->mesh->count && j->params->border == FLUV_ERODE_BORDER_fixed; v++)
        if (l->mesh->at_edge[v])
            l->kind[v] |= FLUV_CELL_SEA;
    return fluv_advance(ctx, j->work_done / j->work);
}

/* Stream graph, water, areas. On large meshes each takes a while: one may stop in between. */
static fluv_status route(fluv_ctx *ctx, job *j, level *l)
{
    fluv_receivers(&l->topology, ctx->threads, FLUV_LOWEST, l->height, l->kind, l->receiver);
    fluv_hand_lead(&j->hand, l);
    FLUV_TRY(fluv_advance(ctx, j->work_done / j->work));
    FLUV_TRY(
        fluv_hollows_connect(ctx, &l->topology, l->height, l->kind, l->receiver, &l->connection));
    FLUV_TRY(fluv_advance(ctx, j->work_done / j->work));
    assert(l->connection.basin_count <= l->mesh->count);
    fluv_erosion_own_areas(ctx, l);
    fluv_forest_sum(l->mesh->count, ctx->threads, l->receiver, l->donors, l->area);
    return fluv_erosion_pools_step(ctx, j->params, &l->connection, l->area, l->unit,
                                   l->mesh->width * l->mesh->height, &j->pools);
}

static fluv_stream_power law_of(const job *j, const level *l)
{
    assert(l->uplift && l->area && l->unit > 0.0);
    const fluv_erode_params *p = j->params;
    return (fluv_stream_power){.topology = &l->topology,
                               .kind = l->kind,
                               .receiver = l->receiver,
                               .area = l->area,
                               .unit = l->unit,
                               .uplift = l->uplift,
                               .strata = l->strata,
                               .erodibility = l->erodibility,
                               .talus = l->talus,
                               .steeper = l->steeper,
                               .any_slope = fluv_erosion_creeps(p),
                               .stands = l->stands,
                               .load = l->load,
                               .deposition = p->deposition,
                               .m = p->m,
                               .n = p->n,
                               .years = p->step,
                               .age = j->age,
                               .border_distance = hypot(l->mesh->width, l->mesh->height)};
}

/* The most of a parameter: what is said of a noise, not what comes out of it, so that land far away
 * does not matter. */
static double most_of(const fluv_field *field, const float *map, uint32_t count)
{
    assert(field->kind != FLUV_FIELD_IMAGE || map);
    if (field->kind == FLUV_FIELD_NUMBER)
        return field->number;
    double most = fmax(field->low, field->high);
    for (uint32_t v = 0; v < count && field->kind == FLUV_FIELD_IMAGE; v++)
        most = v ? fmax(most, (double)map[v]) : (double)map[v];
    return most;
}

/* Soil on the slopes between channels. */
static fluv_creep creep_of(const job *j, const level *l)
{
    const fluv_erode_params *p = j->params;
    const fluv_trap *traps = l->connection.basin_count ? j->sediment.traps.items : NULL;
    return (fluv_creep){.kind = l->kind,
                        .diffusion = most_of(&p->diffusion, l->diffusion, l->mesh->count),
                        .diffusion_map = l->diffusion,
                        .talus = p->talus.number,
                        .talus_map = l->stands ? l->stands : l->talus,
                        .years = p->step,
                        .area = l->area,
                        .unit = l->unit,
                        .m = p->m,
                        .erodibility = l->erodibility ? 1.0 : p->erodibility.number,
                        .erodibility_map = l->erodibility,
                        .basin = traps ? l->connection.label : NULL,
                        .traps = traps,
                        .brought = l->moving,
                        .quantum = j->sediment.quantum};
}

/* Valley floors, on the ground after the streams' step. Under lakes no stream wanders. */
static void plane(const job *j, level *l)
{
    const fluv_connection *c = &l->connection;
    uint8_t *still = l->donors;
    assert(l->owner && l->queue);
    for (uint32_t v = 0; v < l->mesh->count; v++) {
        uint32_t basin = c->basin_count ? c->label[v] : FLUV_OUTSIDE;
        still[v] = basin != FLUV_OUTSIDE && l->height[v] < fluv_pass_height(l, &c->outflows[basin]);
    }
    const fluv_floors floors = {.topology = &l->topology,
                                .kind = l->kind,
                                .area = l->area,
                                .unit = l->unit,
                                .width = j->params->floors,
                                .still = still,
                                .owner = l->owner,
                                .queue = l->queue,
                                .waits = l->donors};
    fluv_floors_plane(&floors, l->after);
}

static fluv_status wear(fluv_ctx *ctx, job *j, int sweeps, level *l)
{
    assert(sweeps > 0 && l->after && l->after != l->height);
    fluv_hand_add_flow(ctx, &j->hand, l);
    fluv_stream_power law = law_of(j, l);
    fluv_stream_power_step(&law, ctx->threads, l->height, l->after);
    if (l->owner)
        plane(j, l);
    if (l->moving)
        FLUV_TRY(fluv_erosion_sediment_step(ctx, j->params, l, &j->sediment));
    float *turn = l->height;
    l->height = l->after;
    l->after = turn;
    j->age += j->params->step;
    if (fluv_erosion_creeps(j->params)) {
        fluv_creep creep = creep_of(j, l);
        fluv_hillslopes_step(&l->slopes, &creep, ctx->threads, sweeps, l->after, l->height);
    }
    return FLUV_OK;
}

/* Walls that the last steps left. */
static fluv_status settle(fluv_ctx *ctx, const job *j, level *l)
{
    fluv_stream_power law = law_of(j, l);
    uint8_t *calm = l->donors;
    memset(calm, 0, l->mesh->count);
    while (fluv_talus_round(&law, ctx->threads, calm, l->height))
        FLUV_TRY(fluv_look(ctx));
    return FLUV_OK;
}

/* Water goes over to the nearest vertices of the next mesh. */
static fluv_status move_pools(fluv_ctx *ctx, const fluv_mesh *from, const fluv_mesh *to,
                              fluv_erosion_pools *pools)
{
    fluv_gathered *now = pools->now.items;
    fluv_guide guide;
    FLUV_TRY(fluv_guide_init(ctx, to, &guide));
    for (size_t i = 0; i < pools->now.count; i++) {
        assert(now[i].vertex < from->count);
        fluv_spot place = fluv_guide_place(&guide, from->x[now[i].vertex], from->y[now[i].vertex]);
        now[i].vertex = fluv_guide_nearest(&guide, fluv_guide_guess(&guide, place), place);
    }
    fluv_guide_drop(ctx, &guide);
    return FLUV_OK;
}

/* Steps of a level; the last one also takes those of the levels that are left out. */
static int64_t steps_of(const job *j, int times)
{
    const fluv_erode_params *p = j->params;
    assert(times >= j->finest && times <= j->coarsest);
    int64_t own = times == j->coarsest ? p->steps : p->fine_steps;
    int64_t left_out = j->finest < p->coarse ? j->finest : p->coarse;
    return times == j->finest ? own + left_out * p->fine_steps : own;
}

/* The steps as they are taken: those of a draft are longer. `years`: of one. The law is implicit,
 * so that any length is stable. */
static int64_t steps_taken(const fluv_ctx *ctx, int64_t steps, double *years)
{
    if (!ctx->draft)
        return steps;
    int64_t taken = (steps + DRAFT_STRIDE - 1) / DRAFT_STRIDE;
    *years *= (double)steps / (double)taken;
    return taken;
}

/* The steps of one level. It begins where the coarser one ends, which then goes. */
static fluv_status run_level(fluv_ctx *ctx, job *j, int64_t steps, level *coarser, level *l)
{
    bool first = !coarser->mesh;
    if (!first) {
        FLUV_TRY(fluv_erosion_carry(ctx, coarser->mesh, coarser->height, l->mesh, l->height));
        FLUV_TRY(move_pools(ctx, coarser->mesh, l->mesh, &j->pools));
        if (l->moving)
            FLUV_TRY(fluv_erosion_sediment_carry(ctx, coarser, l));
        fluv_erosion_tier_free(ctx, coarser);
    } else {
        (void)fluv_ground_at_mesh(j->land, ctx->threads, l->mesh, l->height);
    }
    FLUV_TRY(classify(ctx, j, l));
    if (first)
        FLUV_TRY(fluv_islets_find(ctx, j->land, l, &j->islets));
    if (j->params->roughness_width <= 0.0)
        add_bumps(j, l);
    else if (first)
        add_hills(j, l);
    fluv_hand_free(&j->hand);
    FLUV_TRY(fluv_hand_make(ctx, j->land, l, &j->hand));
    for (int64_t s = 0; s < steps; s++) {
        FLUV_TRY(fluv_advance(ctx, j->work_done / j->work));
        fluv_hand_shape(&j->hand, l);
        FLUV_TRY(route(ctx, j, l));
        FLUV_TRY(fluv_advance(ctx, j->work_done / j->work));
        int sweeps = s == 0 || s + 1 == steps ? MANY_SWEEPS : SWEEPS;
        FLUV_TRY(wear(ctx, j, sweeps, l));
        j->work_done += l->mesh->count;
    }
    if (l->moving)
        fluv_erosion_sediment_end(l, &j->sediment);
    return FLUV_OK;
}

#define VISITS_A_STEP 0.2 /* a vertex */
#define END_STEPS     9.0 /* what bringing walls down and showing the ground cost, in steps */

/* Vertices times steps, of which a coarser mesh has a quarter of the next one's. */
static double work_of(const fluv_ctx *ctx, const job *j, const fluv_mesh *mesh)
{
    double work = END_STEPS * ldexp(mesh->count, -2 * j->finest), years = 1.0;
    for (int times = j->finest; times <= j->coarsest; times++)
        work +=
            ldexp(mesh->count, -2 * times) * (double)steps_taken(ctx, steps_of(j, times), &years);
    return work;
}

/* A level is too fine to be seen where the next coarser one has a vertex for each square of that
 * side. */
static int finest_seen(int most, const fluv_mesh *mesh, double side)
{
    int times = 0;
    while (times < most && ldexp(fluv_mesh_spacing(mesh), times + 1) <= side)
        times++;
    return times;
}

/* How often the spacing of the finest mesh is doubled. In a draft also where no coarser mesh is
 * asked for, if there is ground: its valleys stay where no more is done to it than to that of a
 * coarser mesh; else most of them do on a mesh twice as fine as the cells. */
static int finest_level(const fluv_ctx *ctx, const job *j, const fluv_mesh *mesh)
{
    const fluv_erode_params *p = j->params;
    double cell = j->land->frame.cell;
    int asked_for = finest_seen((int)p->coarse, mesh, cell);
    if (!ctx->draft || !fluv_layer_read(j->land, FLUV_LAYER_height))
        return asked_for;
    int given = finest_seen(MOST_TIMES, mesh, p->steps <= p->fine_steps ? cell : 0.5 * cell);
    return given > asked_for ? given : asked_for;
}

/* The water in hollows, for the stage that fills lakes. */
static fluv_status store(fluv_ctx *ctx, const fluv_mesh *mesh, const fluv_erosion_pools *pools,
                         fluv_landscape *land)
{
    const fluv_gathered *now = pools->now.items;
    size_t count = pools->now.count, bytes = sizeof(fluv_stores) + count * sizeof(fluv_store);
    fluv_shared *block = fluv_shared_new(ctx, bytes, 1);
    if (!block)
        return FLUV_NO_MEMORY;
    fluv_stores *stores = (fluv_stores *)(void *)block->data;
    stores->budget = pools->budget;
    stores->count = count;
    for (size_t i = 0; i < count; i++) {
        assert(now[i].vertex < mesh->count && !(now[i].volume < 0.0));
        stores->list[i] =
            (fluv_store){mesh->x[now[i].vertex], mesh->y[now[i].vertex], now[i].volume};
    }
    fluv_layer_put(land, FLUV_LAYER_stores, block);
    return FLUV_OK;
}

/* Erodibility of rock that is as the recipe says; strata have factors of it where it is a map. */
static double usual_rock(const job *j)
{
    const fluv_field *usual = &j->params->erodibility;
    return usual->kind == FLUV_FIELD_NUMBER && usual->number > 0.0 ? usual->number : 1.0;
}

/* From the coarsest mesh to the finest that is seen, which ends in `l`. */
static fluv_status run_levels(fluv_ctx *ctx, job *j, level *before, level *l)
{
    assert(j->finest >= 0 && j->finest <= j->coarsest && !before->mesh && !l->mesh);
    const double step = j->params->step;
    for (int times = j->coarsest; times >= j->finest; times--) {
        j->params->step = step;
        int64_t steps = steps_taken(ctx, steps_of(j, times), &j->params->step);
        FLUV_TRY(fluv_erosion_tier_make(ctx, j->params, j->land, times, l));
        FLUV_TRY(run_level(ctx, j, steps, before, l));
        if (times > j->finest) {
            fluv_erosion_tier_finish(ctx, l);
            *before = *l;
            *l = (level){0};
        }
    }
    FLUV_TRY(settle(ctx, j, l));
    fluv_hand_shape(&j->hand, l);
    fluv_hand_sink(&j->hand, l);
    FLUV_TRY(route(ctx, j, l));
    FLUV_TRY(store(ctx, l->mesh, &j->pools, j->land));
    if (fluv_layer_read(j->land, FLUV_LAYER_rock))
        FLUV_TRY(fluv_erosion_outcrop(ctx, l, usual_rock(j), j->age, j->land));
    fluv_erosion_tier_rest(ctx, l);
    if (l->laid)
        FLUV_TRY(fluv_erosion_sediment_show(ctx, &j->sediment, l, j->land));
    FLUV_TRY(fluv_erosion_show(ctx, l, j->land));
    fluv_islets_tell(&j->islets, j->land);
    return FLUV_OK;
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    fluv_erode_params own = *(const fluv_erode_params *)params;
    level before = {0}, last = {0};
    const fluv_mesh *mesh = fluv_layer_read(land, FLUV_LAYER_mesh);
    job j = {.params = &own, .land = land};
    j.finest = finest_level(ctx, &j, mesh);
    j.coarsest = j.finest > own.coarse ? j.finest : (int)own.coarse;
    j.work = work_of(ctx, &j, mesh);
    j.sediment.quantum = fluv_sediment_quantum(mesh->width * mesh->height);
    fluv_status status = run_levels(ctx, &j, &before, &last);
    fluv_erosion_tier_free(ctx, &before);
    fluv_erosion_tier_free(ctx, &last);
    fluv_erosion_pools_free(&j.pools);
    fluv_erosion_sediment_free(&j.sediment);
    fluv_hand_free(&j.hand);
    fluv_islets_free(&j.islets);
    return status == FLUV_OK ? fluv_advance(ctx, 1.0) : status;
}

/* Steps on the coarsest mesh, then fewer on each finer one of four times as many vertices. */
static double visits(const void *params, const fluv_landscape *land, fluv_extent extent)
{
    const fluv_erode_params *p = params;
    double share = pow(0.25, (double)p->coarse), all = (double)p->steps * share;
    (void)land;
    for (int64_t i = 0; i < p->coarse; i++)
        all += (double)p->fine_steps * pow(0.25, (double)i);
    return VISITS_A_STEP * all * extent.vertices;
}

static fluv_status makes_with(fluv_ctx *ctx, const void *params, fluv_layer_set present,
                              fluv_layer_set *anew)
{
    const fluv_erode_params *p = params;
    (void)ctx;
    if (present & FLUV_SET(rock))
        *anew |= FLUV_SET(outcrop);
    if (p->deposition > 0.0)
        *anew |= FLUV_SET(deposit, erosion);
    return FLUV_OK;
}

static double more_bytes(const void *params)
{
    const fluv_erode_params *p = params;
    double maps = (p->erodibility.kind != FLUV_FIELD_NUMBER) +
                  (p->talus.kind != FLUV_FIELD_NUMBER) + (p->diffusion.kind != FLUV_FIELD_NUMBER);
    return 4.0 * maps + (fluv_erosion_creeps(p) ? 38.0 : 0.0) + (p->deposition > 0.0 ? 16.0 : 0.0) +
           (p->floors > 0.0 ? 8.0 : 0.0);
}

#define PARAMS fluv_erode_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/erode/erode.def"
};

const fluv_stage fluv_stage_erode = {
    .info = {.name = "erode",
             .summary = "Mountains that rise and are worn down by running water.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_erode_params),
    FLUV_NEEDS(mesh, uplift),
    FLUV_MAKES(height, stores),
    FLUV_AMENDS(),
    .moves_sea = true,
    .bytes_per_cell = 40.0,
    .visits = visits,
    .bytes_per_vertex = 80.0, /* fewer without puddles, and after the first steps */
    .more_bytes_per_vertex = more_bytes,
    .makes_with = makes_with,
    .run = run,
};
