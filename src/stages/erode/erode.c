// SPDX-License-Identifier: MIT
/* Stage `erode`: mountains that rise and are worn down by running water.
 *
 * in   mesh, uplift; rock and, to begin with, height where there are such     out   height, stores
 *
 * For each step: every vertex drains to its lowest neighbour; hollows drain over their lowest pass;
 * water gathers in them; areas add up; the ground rises and wears.
 *
 * On coarser meshes first, if asked for: each runs its steps, and the next one begins on its
 * surface.
 *
 * Based on: Blaszczyk et al. Simulating large-scale topographic terrain features with reservoirs
 *           and flowing water. 2023
 *           Cordonnier, Braun, Cani, Benes, Galin, Peytavie, Guerin. Large scale terrain generation
 *           from tectonic uplift and fluvial erosion. 2016 */
#include "stages/erode.h"

#include "base/random.h"
#include "field/bilinear.h"
#include "landscape/stores.h"
#include "mesh/locate.h"
#include "mesh/surface.h"
#include "stages/erode/pools.h"
#include "water/forest.h"
#include "water/receivers.h"
#include "water/stream_power.h"

#include <string.h>

#define AREA_BITS   60 /* the whole frame's area in units is below 2^60 */
#define MOST_LEVELS 5

enum { BORDER_FIXED, BORDER_FREE };

/* One mesh and what a step on it needs. */
typedef struct level {
    const fluv_mesh *mesh;
    fluv_shared *own_mesh; /* NULL: it is the landscape's */
    fluv_topology topology;
    const float *uplift;
    fluv_strata strata;
    float *height, *after;
    uint8_t *kind, *donors;
    uint32_t *receiver;
    uint64_t *area;
    double unit;
    fluv_connection connection;
} level;

typedef struct job {
    const fluv_erode_params *params;
    fluv_landscape *land;
    fluv_erosion_pools pools;
    double age;             /* y */
    double work_done, work; /* vertices times steps, for the progress */
} job;

static fluv_status level_room(fluv_ctx *ctx, level *l)
{
    size_t n = l->mesh->count;
    l->topology = fluv_topology_mesh(l->mesh);
    l->unit = ldexp(l->mesh->width * l->mesh->height, -AREA_BITS);
    l->height = fluv_scratch(ctx, n, sizeof *l->height);
    l->after = fluv_scratch(ctx, n, sizeof *l->after);
    l->kind = fluv_scratch(ctx, n, sizeof *l->kind);
    l->donors = fluv_scratch(ctx, n, sizeof *l->donors);
    l->receiver = fluv_scratch(ctx, n, sizeof *l->receiver);
    l->area = fluv_scratch(ctx, n, sizeof *l->area);
    bool room = l->height && l->after && l->kind && l->donors && l->receiver && l->area;
    return room ? FLUV_OK : FLUV_NO_MEMORY;
}

/* Ground to begin with: the landscape's, where it has one. */
static void begin(const job *j, level *l)
{
    const fluv_frame *frame = &j->land->frame;
    const float *ground = fluv_layer_read(j->land, FLUV_LAYER_HEIGHT);
    for (uint32_t v = 0; v < l->mesh->count; v++)
        l->height[v] = ground
                           ? fluv_bilinear(ground, frame->cols, frame->rows,
                                           l->mesh->x[v] / frame->cell, l->mesh->y[v] / frame->cell)
                           : 0.0f;
}

/* Values of one mesh at the vertices of another. */
static fluv_status carry_over(fluv_ctx *ctx, const fluv_mesh *from, const float *value,
                              const fluv_mesh *to, float *out)
{
    fluv_surface surface;
    FLUV_TRY(fluv_surface_init(ctx, from, value, FLUV_SURFACE_LINEAR, &surface));
    return fluv_surface_at(ctx, &surface, to->x, to->y, to->count, out);
}

/* Bumps for streams to find their way between. */
static void roughen(const job *j, level *l)
{
    fluv_key key = fluv_key_make(j->land->seed, "erode", "bumps");
    for (uint32_t v = 0; v < l->mesh->count; v++)
        if (!(l->kind[v] & FLUV_CELL_SEA))
            l->height[v] += (float)(j->params->roughness * fluv_random(key, v));
}

/* The sea of given ground stays as it is; so does the edge, if it is fixed. */
static fluv_status classify(fluv_ctx *ctx, const job *j, level *l)
{
    bool given = fluv_layer_read(j->land, FLUV_LAYER_HEIGHT) != NULL;
    fluv_cells_classify(&l->topology, ctx->threads, l->height, l->kind);
    if (given)
        fluv_cells_find_sea(&l->topology, l->height, l->kind, l->receiver);
    for (uint32_t v = 0; v < l->mesh->count && j->params->border == BORDER_FIXED; v++)
        if (l->mesh->at_edge[v])
            l->kind[v] |= FLUV_CELL_SEA;
    return fluv_advance(ctx, j->work_done / j->work);
}

static void own_areas(fluv_ctx *ctx, level *l)
{
    double per_unit = 1.0 / l->unit;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < l->mesh->count; v++)
        l->area[v] = (uint64_t)(l->mesh->area[v] * per_unit);
}

/* Stream graph, water, areas. */
static fluv_status route(fluv_ctx *ctx, job *j, level *l)
{
    fluv_receivers(&l->topology, ctx->threads, FLUV_LOWEST, l->height, l->kind, l->receiver);
    FLUV_TRY(
        fluv_hollows_connect(ctx, &l->topology, l->height, l->kind, l->receiver, &l->connection));
    own_areas(ctx, l);
    fluv_forest_sum(l->mesh->count, ctx->threads, l->receiver, l->donors, l->area);
    return fluv_erosion_pools_step(ctx, j->params, &l->connection, l->area, l->unit,
                                   l->mesh->width * l->mesh->height, &j->pools);
}

static void wear(fluv_ctx *ctx, job *j, level *l)
{
    const fluv_erode_params *p = j->params;
    fluv_stream_power power = {.topology = &l->topology,
                               .kind = l->kind,
                               .receiver = l->receiver,
                               .area = l->area,
                               .unit = l->unit,
                               .uplift = l->uplift,
                               .strata = l->strata,
                               .m = p->m,
                               .n = p->n,
                               .years = p->step,
                               .age = j->age,
                               .border_distance = hypot(l->mesh->width, l->mesh->height)};
    fluv_stream_power_step(&power, ctx->threads, l->height, l->after);
    float *turn = l->height;
    l->height = l->after;
    l->after = turn;
    j->age += p->step;
}

/* Water goes over to the nearest vertices of the next mesh. */
static fluv_status move_pools(fluv_ctx *ctx, const fluv_mesh *from, const fluv_mesh *to,
                              fluv_erosion_pools *pools)
{
    fluv_gathered *now = pools->now.items;
    fluv_guide guide;
    FLUV_TRY(fluv_guide_init(ctx, to, &guide));
    for (size_t i = 0; i < pools->now.count; i++) {
        fluv_spot place = fluv_guide_place(&guide, from->x[now[i].vertex], from->y[now[i].vertex]);
        now[i].vertex = fluv_guide_nearest(&guide, fluv_guide_guess(&guide, place), place);
    }
    return FLUV_OK;
}

static fluv_status coarse_mesh(fluv_ctx *ctx, const job *j, const fluv_mesh *finest, int times,
                               fluv_shared **out)
{
    fluv_key key = fluv_key_make(j->land->seed, "erode", "mesh");
    double spacing = fluv_mesh_spacing(finest);
    fluv_mesh_job coarser = {.width = finest->width,
                             .height = finest->height,
                             .spacing = ldexp(spacing, times),
                             .key = fluv_key_split(key, (uint64_t)times)};
    return fluv_mesh_make(ctx, &coarser, out);
}

/* A map of the finest mesh for a level; that mesh's own needs no copy. NULL stays NULL. */
static fluv_status map_for(fluv_ctx *ctx, const fluv_mesh *finest, const float *map, const level *l,
                           const float **out)
{
    *out = map;
    if (!map || l->mesh == finest)
        return FLUV_OK;
    float *carried = fluv_scratch(ctx, l->mesh->count, sizeof *carried);
    *out = carried;
    return carried ? carry_over(ctx, finest, map, l->mesh, carried) : FLUV_NO_MEMORY;
}

/* The rock under a level, its erodibility in the law's unit. Sublayers share their maps. */
static fluv_status rock_for(fluv_ctx *ctx, const job *j, const fluv_mesh *finest, level *l)
{
    const fluv_erode_params *p = j->params;
    const fluv_strata *rock = fluv_layer_read(j->land, FLUV_LAYER_ROCK);
    const fluv_stratum plain = {.rock = {.erodibility = 1.0f, .talus = (float)p->talus}};
    l->strata = rock ? *rock : (fluv_strata){.count = 1, .strata = &plain};
    fluv_stratum *own = fluv_scratch(ctx, l->strata.count, sizeof *own);
    if (!own)
        return FLUV_NO_MEMORY;
    memcpy(own, l->strata.strata, l->strata.count * sizeof *own);
    l->strata.strata = own;
    for (uint32_t i = 0; i < l->strata.count; i++) {
        const float *map = own[i].thickness_map;
        own[i].rock.erodibility *= (float)p->erodibility;
        if (i && map && map == rock->strata[i - 1].thickness_map)
            own[i].thickness_map = own[i - 1].thickness_map;
        else
            FLUV_TRY(map_for(ctx, finest, map, l, &own[i].thickness_map));
    }
    return map_for(ctx, finest, l->strata.top, l, &l->strata.top);
}

/* The mesh of a level, the landscape's own for the last and coarser ones before it, and what lies
 * under it. */
static fluv_status level_make(fluv_ctx *ctx, job *j, int number, level *l)
{
    const fluv_mesh *finest = fluv_layer_read(j->land, FLUV_LAYER_MESH);
    int times = (int)j->params->coarse - number;
    if (times)
        FLUV_TRY(coarse_mesh(ctx, j, finest, times, &l->own_mesh));
    l->mesh = times ? fluv_mesh_of(l->own_mesh) : finest;
    FLUV_TRY(map_for(ctx, finest, fluv_layer_read(j->land, FLUV_LAYER_UPLIFT), l, &l->uplift));
    FLUV_TRY(rock_for(ctx, j, finest, l));
    return level_room(ctx, l);
}

static fluv_status run_level(fluv_ctx *ctx, job *j, const level *coarser, level *l)
{
    if (coarser) {
        FLUV_TRY(carry_over(ctx, coarser->mesh, coarser->height, l->mesh, l->height));
        FLUV_TRY(move_pools(ctx, coarser->mesh, l->mesh, &j->pools));
    } else {
        begin(j, l);
    }
    FLUV_TRY(classify(ctx, j, l));
    roughen(j, l);
    int64_t steps = coarser ? j->params->fine_steps : j->params->steps;
    for (int64_t s = 0; s < steps; s++) {
        FLUV_TRY(fluv_advance(ctx, j->work_done / j->work));
        FLUV_TRY(route(ctx, j, l));
        wear(ctx, j, l);
        j->work_done += l->mesh->count;
    }
    return FLUV_OK;
}

/* Vertices times steps, of which a coarser mesh has a quarter of the next one's. */
static double work_of(const fluv_erode_params *p, const fluv_mesh *finest)
{
    double work = 0.0;
    for (int times = 0; times <= p->coarse; times++)
        work += ldexp(finest->count, -2 * times) *
                (double)(times == p->coarse ? p->steps : p->fine_steps);
    return work;
}

/* Heights at the raster's cells. */
static fluv_status show(fluv_ctx *ctx, const level *l, fluv_landscape *land)
{
    fluv_surface surface;
    float *height = fluv_layer_edit(ctx, land, FLUV_LAYER_HEIGHT);
    if (!height)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_surface_init(ctx, l->mesh, l->height, FLUV_SURFACE_SMOOTH, &surface));
    return fluv_surface_fill(ctx, &surface, land->frame.cols, land->frame.rows, height);
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
    for (size_t i = 0; i < count; i++)
        stores->list[i] =
            (fluv_store){mesh->x[now[i].vertex], mesh->y[now[i].vertex], now[i].volume};
    fluv_layer_put(land, FLUV_LAYER_STORES, block);
    return FLUV_OK;
}

static fluv_status run_levels(fluv_ctx *ctx, job *j, level levels[MOST_LEVELS])
{
    int last = (int)j->params->coarse;
    for (int i = 0; i <= last; i++) {
        FLUV_TRY(level_make(ctx, j, i, &levels[i]));
        FLUV_TRY(run_level(ctx, j, i ? &levels[i - 1] : NULL, &levels[i]));
    }
    FLUV_TRY(route(ctx, j, &levels[last]));
    FLUV_TRY(store(ctx, levels[last].mesh, &j->pools, j->land));
    return show(ctx, &levels[last], j->land);
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    const fluv_erode_params *p = params;
    level levels[MOST_LEVELS] = {{0}};
    job j = {.params = p, .land = land, .work = work_of(p, fluv_layer_read(land, FLUV_LAYER_MESH))};
    fluv_status status = run_levels(ctx, &j, levels);
    for (int i = 0; i < MOST_LEVELS; i++) {
        fluv_connection_free(&levels[i].connection);
        fluv_shared_drop(levels[i].own_mesh);
    }
    fluv_erosion_pools_free(&j.pools);
    return status == FLUV_OK ? fluv_advance(ctx, 1.0) : status;
}

#define PARAMS fluv_erode_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/erode/erode.def"
};

const fluv_stage fluv_stage_erode = {
    .info = {.name = "erode",
             .summary = "Mountains that rise and are worn down by running water.",
             .needs = "mesh uplift",
             .makes = "height stores",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_erode_params),
    .needs = FLUV_HAS(FLUV_LAYER_MESH) | FLUV_HAS(FLUV_LAYER_UPLIFT),
    .makes = FLUV_HAS(FLUV_LAYER_HEIGHT) | FLUV_HAS(FLUV_LAYER_STORES),
    .spoils = FLUV_ON_GROUND,
    .bytes_per_cell = 64.0,
    .run = run,
};
