// SPDX-License-Identifier: MIT
/* Mountains and hills as water and soil leave them.
 *
 * in   heights as they grew, rivers, lakes and the sea        out   heights as they were worn
 *
 * What grew knows how far water is, not how hillsides meet. Here the land between the waters lives
 * for a while under
 *
 *     dh/dt = u - k (A + A0)^0.5 S + div(K grad h / (1 - (S / Sc)^2))
 *
 * on the mesh of basins: side valleys of several orders find their ways down to the rivers, crests
 * grow sharp or round, hillsides differ with the rock. Rivers, lakes and the sea stay as they are
 * and take all that comes, each large river from the land that was planned for it. The uplift u is
 * what keeps hillsides as steep as their region has them, u = k A0^0.5 S0; with k = 1 time is
 * counted in metres of valley a metre's worth of water is wide, so that steps of the mesh's own
 * length suffice at any scale. The rock, and with it Sc, differs from place to place by noise.
 * O(steps * n).
 *
 * Based on: Braun, Willett 2013; Roering, Kirchner, Dietrich 1999 (stream_power.c, hillslope.c)
 *           Theodoratos, Seybold, Kirchner. Scaling and similarity of a stream-power
 *           incision and linear diffusion landscape evolution model. 2018 (A0 and K) */
#include "stages/relief/parts.h"

#include "field/noise.h"
#include "water/connect.h"
#include "water/forest.h"
#include "water/hillslope.h"
#include "water/receivers.h"
#include "water/stream_power.h"

#include <assert.h>
#include <string.h>

#define STEPS     5
#define YEARS     2.0   /* of a step; a valley of a length of sqrt(A) answers in about one */
#define DRAFT     2     /* steps that a draft takes instead, as many years in all */
#define SWEEPS    6     /* over the hillslopes */
#define SETTLE    3.0   /* years in which soil creeps in the end */
#define CREEP     0.015 /* of A0, with k = 1: the soil's diffusion K, m2/y, */
#define SOFT      0.04  /* and more than that on gentle land, */
#define GENTLE    0.12F /* where hillsides have this slope or less */
#define TALUS     0.75F /* Sc of common rock */
#define BRINK     2.5F  /* spacings of rise that land may stand higher than it grew */
#define LEAST     1e-4F /* slope of the land at least */
#define ROCK_WAVE 12.0  /* spacings */
#define ROCK      2.0F  /* powers of two that rock is harder or softer by */
#define QUANTUM   6     /* powers of two that heights are finer than what a spacing rises by */
#define AREA_BITS 60
#define OWN_LAND  0.03 /* of the longer side: root of the land that no river takes from another */
#define BLOCK     1024 /* vertices whose noise is asked for at a time */

typedef struct wearing {
    const fluv_relief_job *job;
    fluv_topology topology; /* of the mesh, that soil creeps over, */
    fluv_topology within;   /* and of its catchments, that streams stay in */
    double unit, head;      /* m2 */
    uint8_t *kind, *donors; /* scratch */
    uint32_t *receiver;
    uint64_t *area;
    float *height, *after, *uplift, *rock, *talus, *soil;
    float *grown; /* heights before */
    fluv_connection connection;
    fluv_hillslopes slopes;
} wearing;

/* The river of the plan that a vertex drains to, named after the vertex where it ends: one that
 * joins a stronger one has land of its own if it is large, and has water that takes what comes. */
static fluv_status name_rivers(fluv_ctx *ctx, const wearing *w, uint32_t **river)
{
    const fluv_basins *b = w->job->basins;
    uint32_t *stem = fluv_scratch(ctx, b->count, sizeof *stem); /* the strongest that comes in */
    uint32_t *name = fluv_scratch(ctx, b->count, sizeof *name);
    double large = OWN_LAND * w->job->longer * OWN_LAND * w->job->longer;
    if (!stem || !name)
        return FLUV_NO_MEMORY;
    for (uint32_t v = 0; v < b->count; v++)
        name[v] = stem[v] = FLUV_NONE;
    for (uint32_t k = 0; k < b->land_count; k++) {
        uint32_t v = b->order[k], to = b->receiver[v];
        if (to != FLUV_NONE && (stem[to] == FLUV_NONE || b->area[v] > b->area[stem[to]]))
            stem[to] = v;
    }
    for (uint32_t k = 0; k < b->land_count; k++) {
        uint32_t v = b->order[k], to = b->receiver[v];
        bool ends = to == FLUV_NONE || b->ocean[to];
        bool joins = !ends && stem[to] != v && b->area[v] >= large && w->job->river[v];
        name[v] = ends || joins ? v : name[to];
    }
    fluv_scratch_drop(ctx, stem);
    *river = name;
    return FLUV_OK;
}

/* Without the edges across divides: every large river has the land that the plan gives it. Streams
 * that find other ways take land from each other, and from then on wear it otherwise; this ends at
 * these divides, and with it what an edit changes. */
static fluv_status part_catchments(fluv_ctx *ctx, wearing *w)
{
    const fluv_basins *b = w->job->basins;
    uint32_t *first = fluv_scratch(ctx, (size_t)b->count + 1, sizeof *first);
    uint32_t *neighbour = fluv_scratch(ctx, b->first[b->count], sizeof *neighbour), *river;
    if (!first || !neighbour)
        return FLUV_NO_MEMORY;
    FLUV_TRY(name_rivers(ctx, w, &river));
    uint32_t count = 0;
    for (uint32_t v = 0; v < b->count; v++) {
        first[v] = count;
        for (uint32_t i = b->first[v]; i < b->first[v + 1]; i++) {
            uint32_t u = b->neighbour[i];
            if (b->ocean[u] || b->ocean[v] || river[u] == river[v])
                neighbour[count++] = u;
        }
    }
    first[b->count] = count;
    fluv_scratch_drop(ctx, river);
    w->within = w->topology;
    w->within.first = first;
    w->within.neighbour = neighbour;
    return FLUV_OK;
}

static fluv_status make_room(fluv_ctx *ctx, wearing *w)
{
    size_t n = w->topology.count;
    w->kind = fluv_scratch(ctx, n, 1);
    w->donors = fluv_scratch(ctx, n, 1);
    w->receiver = fluv_scratch(ctx, n, sizeof *w->receiver);
    w->area = fluv_scratch(ctx, n, sizeof *w->area);
    w->after = fluv_scratch(ctx, n, sizeof *w->after);
    w->uplift = fluv_scratch(ctx, n, sizeof *w->uplift);
    w->rock = fluv_scratch(ctx, n, sizeof *w->rock);
    w->talus = fluv_scratch(ctx, n, sizeof *w->talus);
    w->soil = fluv_scratch(ctx, n, sizeof *w->soil);
    w->grown = fluv_scratch(ctx, n, sizeof *w->grown);
    if (!w->kind || !w->donors || !w->receiver || !w->area || !w->after || !w->uplift || !w->rock ||
        !w->talus || !w->soil || !w->grown)
        return FLUV_NO_MEMORY;
    return part_catchments(ctx, w);
}

static void drop_room(fluv_ctx *ctx, wearing *w)
{
    fluv_connection_free(&w->connection);
    fluv_hillslopes_drop(ctx, &w->slopes);
    fluv_scratch_drop(ctx, w->kind);
    fluv_scratch_drop(ctx, w->donors);
    fluv_scratch_drop(ctx, w->receiver);
    fluv_scratch_drop(ctx, w->area);
    fluv_scratch_drop(ctx, w->uplift);
    fluv_scratch_drop(ctx, w->rock);
    fluv_scratch_drop(ctx, w->talus);
    fluv_scratch_drop(ctx, w->soil);
    fluv_scratch_drop(ctx, w->grown);
    fluv_scratch_drop(ctx, w->after);
}

/* What all water is to the land: it takes what comes, and stays. */
static void mark_waters(const wearing *w)
{
    const fluv_basins *b = w->job->basins;
    for (uint32_t v = 0; v < b->count; v++) {
        bool leaves = b->receiver[v] == FLUV_NONE;
        w->kind[v] = b->ocean[v] || leaves || w->job->river[v] ? FLUV_CELL_SEA : 0;
    }
}

static void lay_rock(const fluv_ctx *ctx, const wearing *w)
{
    const fluv_basins *b = w->job->basins;
    fluv_noise noise = {.key = fluv_key_make(w->job->landscape->seed, "relief", "rock"),
                        .wavelength = ROCK_WAVE * b->spacing,
                        .octaves = 4,
                        .gain = 0.7,
                        .lacunarity = 2.0,
                        .finest = b->spacing};
    double root = sqrt(w->head);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t from = 0; from < b->count; from += BLOCK) {
        uint32_t count = b->count - from < BLOCK ? b->count - from : BLOCK;
        fluv_noise_points(&noise, b->x + from, b->y + from, count, w->rock + from);
    }
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < b->count; v++) {
        float hard = (float)exp2((double)(ROCK * w->rock[v]));
        w->talus[v] = TALUS * sqrtf(hard);
        w->rock[v] = 1.0F / hard;
        float gentle = w->job->steep[v] / GENTLE;
        w->soil[v] = (float)w->head * ((float)CREEP + (float)SOFT / (1.0F + gentle * gentle));
        w->uplift[v] = (float)(root * (double)fmaxf(w->job->steep[v], LEAST));
    }
}

static void add_areas(fluv_ctx *ctx, const wearing *w)
{
    uint64_t head = (uint64_t)(w->head / w->unit);
    uint32_t n = w->topology.count;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < n; v++)
        w->area[v] = (uint64_t)(w->topology.areas[v] / w->unit);
    fluv_forest_sum(n, ctx->threads, w->receiver, w->donors, w->area);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < n; v++)
        w->area[v] += head;
}

/* Soil creeps. A draft does without: it rounds crests that its cells are too coarse to show. */
static fluv_status creep(fluv_ctx *ctx, wearing *w)
{
    FLUV_TRY(fluv_hillslopes_init(ctx, &w->topology, &w->slopes));
    fluv_creep soil = {.kind = w->kind,
                       .diffusion = (CREEP + SOFT) * w->head,
                       .diffusion_map = w->soil,
                       .talus = (double)TALUS,
                       .talus_map = w->talus,
                       .years = SETTLE * w->job->params->erosion};
    fluv_hillslopes_step(&w->slopes, &soil, ctx->threads, SWEEPS, w->after, w->height);
    return FLUV_OK;
}

/* No river runs on a dam: where land beside it, among the neighbours of `t`, was worn lower than
 * its bed, the bed is cut, and all of the river below as far as it takes; by no more than water
 * beyond a divide may. */
static void cut_beds(const wearing *w, const fluv_topology *t)
{
    const fluv_relief_job *job = w->job;
    const fluv_basins *b = job->basins;
    for (uint32_t k = b->land_count; k-- > 0;) {
        uint32_t v = b->order[k], to = b->receiver[v];
        if (!(job->river[v] & FLUV_VERTEX_FLOWS))
            continue;
        float lowest = w->height[v];
        for (uint32_t i = t->first[v]; i < t->first[v + 1]; i++) {
            uint32_t u = t->neighbour[i];
            if (w->height[u] < lowest && !job->river[u] && !b->ocean[u])
                lowest = w->height[u];
        }
        if (lowest < w->height[v]) {
            float least = fluv_relief_scaled(job, fluv_relief_least(job, v));
            w->height[v] = fminf(w->height[v], fmaxf(lowest, least));
        }
        if (to != FLUV_NONE && !b->ocean[to])
            w->height[to] = fminf(w->height[to], w->height[v]);
    }
}

/* And land beside a river stays as high as its bed. */
static void keep_banks(const fluv_ctx *ctx, const wearing *w, const fluv_topology *t)
{
    const fluv_relief_job *job = w->job;
    const fluv_basins *b = job->basins;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < b->count; v++) {
        if (w->kind[v] & FLUV_CELL_SEA)
            continue;
        for (uint32_t i = t->first[v]; i < t->first[v + 1]; i++) {
            uint32_t u = t->neighbour[i];
            if (job->river[u] && w->height[u] > w->height[v])
                w->height[v] = w->height[u];
        }
    }
}

/* Soil that creeps here is felt everywhere, if ever so little. Heights are whole numbers of quanta,
 * small against the land's own rise, so that what is too little to see is nothing, and an edit ends
 * where it does. */
static void round_heights(fluv_ctx *ctx, const wearing *w)
{
    double spacing = w->job->basins->spacing;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < w->topology.count; v++) {
        if (w->kind[v] & FLUV_CELL_SEA)
            continue;
        double rise = spacing * (double)fmaxf(w->job->steep[v], LEAST);
        float quantum = (float)ldexp(1.0, ilogb(rise) - QUANTUM);
        w->height[v] = quantum * rintf(w->height[v] / quantum);
    }
}

/* What stands on the brink of lower land beyond a divide crumbles: nothing is higher than it grew,
 * as long as that took the lower land into account; rivers lie as low as that. Before, every
 * catchment was worn as if it were alone: streams that find other ways because of a neighbour take
 * land from each other as far as their own catchment goes, and so would an edit. */
static void hold_down(fluv_ctx *ctx, const wearing *w)
{
    float step = BRINK * (float)w->job->basins->spacing;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < w->topology.count; v++) {
        float over = w->job->river[v] ? 0.0F : step * w->job->steep[v];
        w->height[v] = fminf(w->height[v], w->grown[v] + over);
    }
}

static fluv_status step(fluv_ctx *ctx, wearing *w, double years)
{
    const fluv_stratum rock = {.rock = {.erodibility = 1.0F, .talus = TALUS}};
    fluv_receivers(&w->within, ctx->threads, FLUV_STEEPEST, w->height, w->kind, w->receiver);
    FLUV_TRY(
        fluv_hollows_connect(ctx, &w->within, w->height, w->kind, w->receiver, &w->connection));
    add_areas(ctx, w);
    fluv_stream_power power = {.topology = &w->within,
                               .kind = w->kind,
                               .receiver = w->receiver,
                               .area = w->area,
                               .unit = w->unit,
                               .uplift = w->uplift,
                               .strata = {.count = 1, .strata = &rock},
                               .erodibility = w->rock,
                               .any_slope = true,
                               .m = 0.5,
                               .n = 1.0,
                               .years = years * w->job->params->erosion,
                               .border_distance = w->job->longer};
    fluv_stream_power_step(&power, ctx->threads, w->height, w->after);
    float *turn = w->height;
    w->height = w->after;
    w->after = turn;
    cut_beds(w, &w->within);
    keep_banks(ctx, w, &w->within);
    return fluv_look(ctx);
}

static fluv_status live(fluv_ctx *ctx, wearing *w)
{
    FLUV_TRY(make_room(ctx, w));
    mark_waters(w);
    lay_rock(ctx, w);
    memcpy(w->grown, w->height, w->topology.count * sizeof *w->grown);
    memcpy(w->height, w->job->alone, w->topology.count * sizeof *w->height);
    int steps = ctx->draft ? DRAFT : STEPS;
    for (int i = 0; i < steps; i++)
        FLUV_TRY(step(ctx, w, YEARS * STEPS / steps));
    hold_down(ctx, w);
    cut_beds(w, &w->topology);
    keep_banks(ctx, w, &w->topology);
    if (!ctx->draft)
        FLUV_TRY(creep(ctx, w));
    round_heights(ctx, w);
    cut_beds(w, &w->topology);
    keep_banks(ctx, w, &w->topology);
    return FLUV_OK;
}

fluv_status fluv_relief_wear(fluv_ctx *ctx, fluv_relief_job *job)
{
    const fluv_basins *b = job->basins;
    if (!(job->params->erosion > 0.0) || b->count < 3)
        return FLUV_OK;
    wearing w = {.job = job,
                 .topology = {.count = b->count,
                              .first = b->first,
                              .neighbour = b->neighbour,
                              .x = b->x,
                              .y = b->y,
                              .areas = b->cell},
                 .unit = ldexp(b->mean_cell * b->count, -AREA_BITS),
                 .head = fluv_basins_head(b),
                 .height = job->high};
    fluv_status status = live(ctx, &w);
    job->high = w.height;
    drop_room(ctx, &w);
    return status;
}
