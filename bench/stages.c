// SPDX-License-Identifier: MIT
/* Every stage of some recipes with one thread and with two, and how far it is from what the
 * machine's memory allows.
 *
 * By Amdahl's law a stage whose share s is done by one thread alone takes s + (1 - s) / 2 with two,
 * so s = 2 t2 / t1 - 1. `moved` are the grids that it reads and writes, each once, which is the
 * least that must go through memory; `times` is how many times as long it takes as copying so much.
 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COPIED ((size_t)256 << 20) /* bytes; far more than caches hold */
#define COPIES 5
#define TIMES  2 /* runs of a recipe */

#define MAP                                                                                        \
    "interfluve: 1\nseed: 7\nframe: {size: 1024, width: 60 km, height: [10 m, 2200 m]}\n"          \
    "stages:\n  - noise: {}\n  - drain: {}\n  - lakes: {}\n  - rivers: {}\n"

static const char *const presets[] = {"faults-highland", "uplift-range", "demo", "basins-island",
                                      "hydrology-island"};

static double copy_once(const unsigned char *from, unsigned char *to, int threads)
{
    const size_t block = COPIED / 256;
    double start = fluv_clock();
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t i = 0; i < COPIED; i += block)
        memcpy(to + i, from + i, block);
    return fluv_clock() - start;
}

/* Bytes read and written a second. */
static fluv_status find_bandwidth(fluv_ctx *ctx, int threads, double *bandwidth)
{
    unsigned char *from = fluv_alloc_zero(ctx, COPIED, 1), *to = fluv_alloc_zero(ctx, COPIED, 1);
    double best = 1e9;
    for (int i = 0; from && to && i < COPIES; i++) {
        double took = copy_once(from, to, threads);
        best = took < best ? took : best;
    }
    bool room = from && to;
    fluv_free(to);
    fluv_free(from);
    *bandwidth = 2.0 * (double)COPIED / best;
    return room ? FLUV_OK : FLUV_NO_MEMORY;
}

/* Bytes a cell of the grids in a set. */
static double grid_bytes(fluv_layer_set set)
{
    double bytes = 0.0;
    for (int layer = 0; layer < FLUV_LAYER_COUNT; layer++)
        if (set & FLUV_HAS(layer) && fluv_layer_is_grid((fluv_layer)layer))
            bytes += (double)fluv_layer_rows[layer].bytes;
    return bytes;
}

static void print_stage(const fluv_stage_record *one, const fluv_stage_record *two, double cells,
                        double bandwidth)
{
    const fluv_stage *stage = fluv_stage_named(one->stage);
    double faster = one->seconds / two->seconds;
    double alone = 2.0 * two->seconds / one->seconds - 1.0;
    double moved = grid_bytes(stage->needs) + grid_bytes(stage->makes) +
                   2.0 * grid_bytes(stage->amends); /* read and written */
    printf("%-12s %10.4f %10.4f %8.2f %7.0f%%", one->stage, one->seconds, two->seconds, faster,
           100.0 * (alone < 0.0   ? 0.0
                    : alone > 1.0 ? 1.0
                                  : alone));
    if (moved > 0.0)
        printf(" %8.0f %8.0f", moved, two->seconds / (moved * cells / bandwidth));
    putchar('\n');
}

static fluv_status run_threads(fluv_ctx *ctx, const fluv_recipe *recipe, int threads,
                               fluv_stage_record *best, size_t *count)
{
    int before = ctx->threads;
    fluv_set_threads(ctx, threads);
    fluv_status status = FLUV_OK;
    for (int i = 0; i < TIMES && status == FLUV_OK; i++)
        status = bench_recipe(ctx, recipe, best, count);
    fluv_set_threads(ctx, before);
    return status;
}

static fluv_status run_recipe(fluv_ctx *ctx, const char *name, const char *text, uint32_t size,
                              double bandwidth)
{
    fluv_recipe *recipe = NULL;
    fluv_stage_record one[FLUV_MAX_STAGES], two[FLUV_MAX_STAGES];
    size_t count = 0, again = 0;
    FLUV_TRY(fluv_recipe_parse(ctx, text, strlen(text), name, &recipe));
    fluv_status status = fluv_recipe_put_number(ctx, recipe, FLUV_FRAME_STAGE, "size", size);
    if (status == FLUV_OK)
        status = run_threads(ctx, recipe, 1, one, &count);
    if (status == FLUV_OK)
        status = run_threads(ctx, recipe, 2, two, &again);
    fluv_recipe_delete(recipe);
    FLUV_TRY(status);
    printf("\n%s, %u^2 cells\n%-12s %10s %10s %8s %8s %8s %8s\n", name, size, "stage",
           "1 thread, s", "2, s", "faster", "serial", "moved, B", "times");
    double cells = (double)size * size;
    for (size_t i = 0; i < count; i++)
        print_stage(&one[i], &two[i], cells, bandwidth);
    return FLUV_OK;
}

/* Of a quarter of the size, as presets take their time at any. */
fluv_status bench_stages(fluv_ctx *ctx, uint32_t size)
{
    double one, two;
    uint32_t cells = size / 4 < 16 ? 16 : size / 4;
    FLUV_TRY(find_bandwidth(ctx, 1, &one));
    FLUV_TRY(find_bandwidth(ctx, 2, &two));
    printf("\nstages with one thread and with two, best of %d\n"
           "copying goes through memory at %.1f GB/s with one thread, %.1f with two\n",
           TIMES, one * 1e-9, two * 1e-9);
    FLUV_TRY(run_recipe(ctx, "water on a map", MAP, size, two));
    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++)
        FLUV_TRY(run_recipe(ctx, presets[i], fluv_preset_text(presets[i]), cells, two));
    return FLUV_OK;
}
