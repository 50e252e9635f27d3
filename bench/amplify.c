// SPDX-License-Identifier: MIT
/* The stage `amplify` at several sizes, on land that is all above the sea. */
#include "bench.h"

#include "stages/amplify/amplify.h"

#include <math.h>
#include <stdio.h>

#define BUDGET 3000.0 /* ns a cell: 3 s for 1024 x 1024 */

static fluv_status time_size(fluv_ctx *ctx, uint32_t side)
{
    double best = INFINITY, bytes = 0.0, cells = (double)side * side;
    for (int i = 0; i < BENCH_REPEATS; i++) {
        fluv_landscape land = {0};
        bench_figure figure = {0};
        fluv_status status = bench_map_make(ctx, BENCH_NATURAL, side, &land);
        if (status == FLUV_OK)
            status = bench_stage(ctx, &fluv_stage_amplify, NULL, &land, &figure);
        fluv_landscape_free(&land);
        FLUV_TRY(status);
        best = fmin(best, figure.seconds / cells * 1e9);
        bytes = (double)figure.peak / cells;
    }
    printf("%8u^2 %12.0f %14s %10.1f\n", side, best, bench_judge(best, BUDGET).text, bytes);
    return FLUV_OK;
}

fluv_status bench_amplify(fluv_ctx *ctx, uint32_t size)
{
    printf("\namplify, %d threads, best of %d\n%10s %12s %14s %10s\n", ctx->threads, BENCH_REPEATS,
           "cells", "ns a cell", "budget", "bytes");
    for (uint32_t side = size / 4 ? size / 4 : 1; side <= size; side *= 2)
        FLUV_TRY(time_size(ctx, side));
    return FLUV_OK;
}
