// SPDX-License-Identifier: MIT
/* One step of uplift and erosion, phase by phase: on a mesh and on a grid, among puddles and after
 * valleys have formed. */
#include "bench.h"

#include "mesh/mesh.h"
#include "stages/erode/pools.h"
#include "water/forest.h"
#include "water/hillslope.h"
#include "water/receivers.h"
#include "water/sediment.h"
#include "water/stream_power.h"

#include <math.h>
#include <stdio.h>

#define WIDTH       5000.0
#define BUDGET_MESH 120.0 /* ns a vertex and step */
#define BUDGET_GRID 80.0
#define BUDGET_BOTH 180.0 /* with sediment and creeping soil */
#define BYTES       160.0 /* a vertex, the mesh included */
#define BYTES_BOTH  192.0
#define SWEEPS      2  /* as `erode` */
#define FORMING     12 /* steps until valleys are there */

enum { RECEIVERS, CONNECT, SUM, WATER, UPDATE, CARRY, CREEP, PHASES };

typedef struct ground {
    fluv_shared *mesh;
    fluv_topology topology;
    uint8_t *kind, *donors;
    uint32_t *receiver;
    uint64_t *area;
    float *uplift, *height, *after;
    fluv_stratum rock;
    fluv_connection connection;
    fluv_erosion_pools pools;
    fluv_erode_params params;
    fluv_stream_power power;
    fluv_hillslopes slopes;
    fluv_sediment sediment; /* without an array to move in: none */
} ground;

static fluv_status take_room(fluv_ctx *ctx, ground *g)
{
    size_t n = g->topology.count;
    g->kind = fluv_scratch(ctx, n, sizeof *g->kind);
    g->donors = fluv_scratch(ctx, n, sizeof *g->donors);
    g->receiver = fluv_scratch(ctx, n, sizeof *g->receiver);
    g->area = fluv_scratch(ctx, n, sizeof *g->area);
    g->uplift = fluv_scratch(ctx, n, sizeof *g->uplift);
    g->height = fluv_scratch(ctx, n, sizeof *g->height);
    g->after = fluv_scratch(ctx, n, sizeof *g->after);
    bool room = g->kind && g->donors && g->receiver && g->area && g->uplift && g->height;
    return room && g->after ? FLUV_OK : FLUV_NO_MEMORY;
}

static fluv_status make_topology(fluv_ctx *ctx, bool grid, uint32_t side, ground *g)
{
    if (grid) {
        g->topology = fluv_topology_grid(side, side, WIDTH / side);
        return FLUV_OK;
    }
    fluv_mesh_job job = {.width = WIDTH,
                         .height = WIDTH,
                         .spacing = WIDTH / side,
                         .key = fluv_key_make(1, "bench", "mesh")};
    FLUV_TRY(fluv_mesh_make(ctx, &job, &g->mesh));
    fluv_scratch_release(ctx, NULL);
    fluv_spare_release(ctx);
    g->topology = fluv_topology_mesh(fluv_mesh_of(g->mesh));
    return FLUV_OK;
}

static fluv_status make_ground(fluv_ctx *ctx, bool grid, uint32_t side, ground *g)
{
    *g = (ground){.rock = {.rock = {5.61e-6f, 0.8f}},
                  .params = {.step = 5e4, .rain = 1e-6, .evaporation = 1e-5}};
    FLUV_TRY(make_topology(ctx, grid, side, g));
    FLUV_TRY(take_room(ctx, g));
    fluv_key key = fluv_key_make(1, "bench", "bumps");
    for (uint32_t v = 0; v < g->topology.count; v++) {
        g->height[v] = (float)fluv_random(key, v);
        g->uplift[v] = 4e-4f;
    }
    fluv_cells_classify(&g->topology, ctx->threads, g->height, g->kind);
    g->power = (fluv_stream_power){.topology = &g->topology,
                                   .kind = g->kind,
                                   .receiver = g->receiver,
                                   .area = g->area,
                                   .unit = ldexp(WIDTH * WIDTH, -60),
                                   .uplift = g->uplift,
                                   .strata = {.count = 1, .strata = &g->rock},
                                   .m = 0.5,
                                   .n = 1.0,
                                   .years = g->params.step,
                                   .border_distance = WIDTH};
    return FLUV_OK;
}

static void free_ground(fluv_ctx *ctx, ground *g)
{
    fluv_connection_free(&g->connection);
    fluv_erosion_pools_free(&g->pools);
    fluv_hillslopes_drop(ctx, &g->slopes);
    fluv_shared_drop(g->mesh);
    fluv_scratch_release(ctx, NULL);
    fluv_spare_release(ctx);
}

static void own_areas(const ground *g, int threads)
{
    double per_unit = 1.0 / g->power.unit;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t v = 0; v < g->topology.count; v++)
        g->area[v] = (uint64_t)(fluv_cell_area(&g->topology, v) * per_unit);
}

/* From now on soil creeps, and streams lay down what they carry. */
static fluv_status add_soil(fluv_ctx *ctx, ground *g)
{
    size_t n = g->topology.count;
    g->sediment = (fluv_sediment){.topology = &g->topology,
                                  .kind = g->kind,
                                  .receiver = g->receiver,
                                  .area = g->area,
                                  .unit = g->power.unit,
                                  .uplift = g->uplift,
                                  .years = g->params.step,
                                  .quantum = fluv_sediment_quantum(WIDTH * WIDTH),
                                  .moving = fluv_scratch_zero(ctx, n, sizeof(int64_t)),
                                  .load = fluv_scratch_zero(ctx, n, sizeof(float)),
                                  .laid = fluv_scratch_zero(ctx, n, sizeof(float))};
    if (!g->sediment.moving || !g->sediment.load || !g->sediment.laid)
        return FLUV_NO_MEMORY;
    g->power.load = g->sediment.load;
    g->power.deposition = 1.0;
    g->power.any_slope = true;
    return fluv_hillslopes_init(ctx, &g->topology, &g->slopes);
}

static void creep(fluv_ctx *ctx, ground *g)
{
    double cell = WIDTH * WIDTH / g->topology.count;
    const fluv_creep law = {.kind = g->kind,
                            .diffusion = 20.0 * cell / g->params.step,
                            .talus = 0.8,
                            .years = g->params.step,
                            .area = g->area,
                            .unit = g->power.unit,
                            .m = 0.5,
                            .erodibility = 5.61e-6,
                            .brought = g->sediment.moving,
                            .quantum = g->sediment.quantum};
    fluv_hillslopes_step(&g->slopes, &law, ctx->threads, SWEEPS, g->after, g->height);
}

/* One step; clock[i] is when phase i began, clock[PHASES] the end. */
static fluv_status step(fluv_ctx *ctx, ground *g, double clock[PHASES + 1])
{
    clock[RECEIVERS] = fluv_clock();
    fluv_receivers(&g->topology, ctx->threads, FLUV_LOWEST, g->height, g->kind, g->receiver);
    clock[CONNECT] = fluv_clock();
    FLUV_TRY(
        fluv_hollows_connect(ctx, &g->topology, g->height, g->kind, g->receiver, &g->connection));
    clock[SUM] = fluv_clock();
    own_areas(g, ctx->threads);
    fluv_forest_sum(g->topology.count, ctx->threads, g->receiver, g->donors, g->area);
    clock[WATER] = fluv_clock();
    FLUV_TRY(fluv_erosion_pools_step(ctx, &g->params, &g->connection, g->area, g->power.unit,
                                     WIDTH * WIDTH, &g->pools));
    clock[UPDATE] = fluv_clock();
    fluv_stream_power_step(&g->power, ctx->threads, g->height, g->after);
    clock[CARRY] = fluv_clock();
    if (g->sediment.moving)
        (void)fluv_sediment_step(&g->sediment, ctx->threads, g->height, g->donors, g->after);
    clock[CREEP] = fluv_clock();
    float *turn = g->height;
    g->height = g->after;
    g->after = turn;
    if (g->sediment.moving)
        creep(ctx, g);
    clock[PHASES] = fluv_clock();
    return FLUV_OK;
}

static fluv_status time_steps(fluv_ctx *ctx, ground *g, double best[PHASES])
{
    for (int p = 0; p < PHASES; p++)
        best[p] = INFINITY;
    for (int i = 0; i < BENCH_REPEATS; i++) {
        double clock[PHASES + 1];
        FLUV_TRY(step(ctx, g, clock));
        for (int p = 0; p < PHASES; p++)
            best[p] = fmin(best[p], (clock[p + 1] - clock[p]) * 1e9 / g->topology.count);
    }
    return FLUV_OK;
}

static void print_row(fluv_ctx *ctx, const ground *g, const char *what, const double *ns)
{
    bool grid = g->topology.cols > 0, both = g->sediment.moving;
    double all = 0.0, bytes = (double)atomic_load(&ctx->memory.peak) / g->topology.count;
    for (int p = 0; p < PHASES; p++)
        all += ns[p];
    printf("  %-4s %-8s %9u %8u", grid ? "grid" : "mesh", what, g->topology.count,
           g->connection.basin_count);
    for (int p = 0; p < PHASES; p++)
        printf(" %9.1f", ns[p]);
    printf(" %7.1f  %-12s %5.0f  %s\n", all,
           bench_judge(all, both   ? BUDGET_BOTH
                            : grid ? BUDGET_GRID
                                   : BUDGET_MESH)
               .text,
           bytes, bench_judge(bytes, both ? BYTES_BOTH : BYTES).text);
}

static fluv_status time_ground(fluv_ctx *ctx, ground *g, bool grid, uint32_t side)
{
    double ns[PHASES], clock[PHASES + 1];
    FLUV_TRY(make_ground(ctx, grid, side, g));
    atomic_store(&ctx->memory.peak, atomic_load(&ctx->memory.now));
    FLUV_TRY(time_steps(ctx, g, ns));
    print_row(ctx, g, "puddles", ns);
    for (int s = 0; s < FORMING; s++)
        FLUV_TRY(step(ctx, g, clock));
    FLUV_TRY(time_steps(ctx, g, ns));
    print_row(ctx, g, "valleys", ns);
    if (grid)
        return FLUV_OK;
    FLUV_TRY(add_soil(ctx, g));
    for (int s = 0; s < FORMING; s++)
        FLUV_TRY(step(ctx, g, clock));
    FLUV_TRY(time_steps(ctx, g, ns));
    print_row(ctx, g, "soil", ns);
    return FLUV_OK;
}

fluv_status bench_uplift(fluv_ctx *ctx, uint32_t size)
{
    printf("\nuplift and erosion, ns a vertex and step, %d threads\n", ctx->threads);
    printf("       ground     vertices  hollows receivers   connect       sum     water    update"
           "     carry     creep     all  budget       bytes  budget\n");
    for (int i = 0; i < 4; i++) {
        ground g;
        fluv_status status = time_ground(ctx, &g, i % 2, i < 2 ? size / 4 : size / 2);
        free_ground(ctx, &g);
        FLUV_TRY(status);
    }
    return FLUV_OK;
}
