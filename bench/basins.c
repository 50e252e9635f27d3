// SPDX-License-Identifier: MIT
/* The stages of the rivers-first method, one after another. */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define RECIPE                                                                                     \
    "interfluve: 1\nseed: 7\nframe: {size: %u, width: 60 km, height: [-400 m, 2200 m]}\n"          \
    "stages:\n  - coast: {shape: island}\n  - regions: {random: {mountain: 3, desert: 1}}\n"       \
    "  - basins: {}\n  - channels: {dry_chance: 0.1, deltas: 2}\n  - relief: {}\n"

#define BUDGET_NS 238.0 /* a cell: 1 s at 2048^2 */

fluv_status bench_basins(fluv_ctx *ctx, uint32_t size)
{
    char text[512];
    snprintf(text, sizeof text, RECIPE, size);
    fluv_recipe *recipe = NULL;
    FLUV_TRY(fluv_recipe_parse(ctx, text, strlen(text), "bench", &recipe));
    fluv_stage_record best[FLUV_MAX_STAGES];
    size_t count = 0;
    fluv_status status = FLUV_OK;
    for (int i = 0; i < BENCH_REPEATS && status == FLUV_OK; i++)
        status = bench_recipe(ctx, recipe, best, &count);
    fluv_recipe_delete(recipe);
    double cells = (double)size * size;
    printf("\nrivers first, %u^2 cells, %d threads, best of %d\n%-32s %8s %8s %8s\n", size,
           ctx->threads, BENCH_REPEATS, "stage", "seconds", "ns", "bytes");
    double all = 0.0;
    for (size_t i = 0; i < count; i++) {
        all += best[i].seconds;
        printf("%-32s %8.3f %8.1f %8.1f\n", best[i].stage, best[i].seconds,
               best[i].seconds / cells * 1e9, (double)best[i].peak_bytes / cells);
    }
    printf("%-32s %8.3f %8.1f %8s  %s\n", "all", all, all / cells * 1e9, "",
           bench_judge(all / cells * 1e9, BUDGET_NS).text);
    return status;
}
