// SPDX-License-Identifier: MIT
/* The maps that stages are measured on, from easy to unkind. */
#include "bench.h"

#include "base/random.h"
#include "stages/noise/noise.h"

#include <math.h>

#define WIDTH 60000.0 /* m */
#define SEED  7

const char *bench_map_name(bench_map map)
{
    static const char *const names[] = {"natural land", "fractal noise", "white noise",
                                        "whole metres"};
    return names[map];
}

static fluv_status make_noise(fluv_ctx *ctx, bench_map map, fluv_landscape *land)
{
    fluv_noise_params params;
    FLUV_TRY(fluv_params_init(ctx, &fluv_stage_noise.info, &params, sizeof params));
    params.low = 10.0;
    if (map == BENCH_FRACTAL) {
        params.gain = 0.9;
        params.rough = params.warp = 0.0;
    }
    if (map == BENCH_METRES) {
        params.low = 100.0;
        params.high = 300.0;
    }
    bench_figure unused;
    return bench_stage(ctx, &fluv_stage_noise, &params, land, &unused);
}

static fluv_status make_white(fluv_ctx *ctx, fluv_landscape *land)
{
    float *height = fluv_layer_edit(ctx, land, FLUV_LAYER_height);
    if (!height)
        return FLUV_NO_MEMORY;
    fluv_key key = fluv_key_make(SEED, "bench", "white");
    for (size_t c = 0; c < fluv_cell_count(land); c++)
        height[c] = (float)fluv_random_between(key, c, 10.0, 1000.0);
    return FLUV_OK;
}

static fluv_status round_heights(fluv_ctx *ctx, fluv_landscape *land)
{
    float *height = fluv_layer_edit(ctx, land, FLUV_LAYER_height);
    if (!height)
        return FLUV_NO_MEMORY;
    for (size_t c = 0; c < fluv_cell_count(land); c++)
        height[c] = roundf(height[c]);
    return FLUV_OK;
}

fluv_status bench_map_make(fluv_ctx *ctx, bench_map map, uint32_t size, fluv_landscape *land)
{
    *land =
        (fluv_landscape){.frame = {.cols = size, .rows = size, .cell = WIDTH / size}, .seed = SEED};
    if (map == BENCH_WHITE)
        return make_white(ctx, land);
    FLUV_TRY(make_noise(ctx, map, land));
    return map == BENCH_METRES ? round_heights(ctx, land) : FLUV_OK;
}
