// SPDX-License-Identifier: MIT
/* Land for the tests of erosion, and running a stage on it in the ways every stage must bear. */
#ifndef FLUV_TESTS_EROSION_LAND_H
#define FLUV_TESTS_EROSION_LAND_H

#include "failing_memory.h"
#include "one_thread.h"
#include "stages/noise/noise.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static inline void default_params(fluv_ctx *ctx, const fluv_stage *stage, void *params)
{
    assert_int_equal(fluv_params_init(ctx, &stage->info, params, stage->params_size), FLUV_OK);
}

static inline fluv_landscape flat_land(fluv_ctx *ctx, uint32_t cols, uint32_t rows, double width)
{
    fluv_landscape land = {
        .frame = {.cols = cols, .rows = rows, .cell = width / cols, .north = width}, .seed = 9};
    float *height = fluv_layer_edit(ctx, &land, FLUV_LAYER_height);
    assert_non_null(height);
    for (size_t i = 0; i < fluv_cell_count(&land); i++)
        height[i] = 100.0F;
    return land;
}

/* Rough hills, partly in the sea; holes without data where asked for. */
static inline fluv_landscape rough_land(fluv_ctx *ctx, uint32_t cols, uint32_t rows, double width,
                                        bool holes)
{
    fluv_landscape land = flat_land(ctx, cols, rows, width);
    fluv_noise_params params;
    default_params(ctx, &fluv_stage_noise, &params);
    assert_int_equal(fluv_stage_noise.run(ctx, &params, &land), FLUV_OK);
    fluv_scratch_release(ctx, NULL);
    float *height = fluv_layer_edit(ctx, &land, FLUV_LAYER_height);
    for (uint32_t row = 0; holes && row < rows; row++)
        for (uint32_t col = 0; col < cols; col++)
            if ((col / 7 + row / 5) % 6 == 0)
                height[(size_t)row * cols + col] = NAN;
    return land;
}

static inline void run_stage(fluv_ctx *ctx, const fluv_stage *stage, const void *params,
                             fluv_landscape *land)
{
    assert_int_equal(stage->run(ctx, params, land), FLUV_OK);
    fluv_scratch_release(ctx, NULL);
}

static inline double volume_of(const fluv_landscape *land)
{
    double sum = 0.0;
    for (size_t i = 0; i < fluv_cell_count(land); i++)
        if (!isnan(fluv_height_of(land)[i]))
            sum += (double)fluv_height_of(land)[i];
    return sum * land->frame.cell * land->frame.cell;
}

/* The same bytes on 1, 2 and 7 threads. */
static inline void same_on_all_threads(fluv_ctx *ctx, const fluv_stage *stage, const void *params)
{
    fluv_landscape lands[3];
    int threads[3] = {1, 2, 7};
    for (int k = 0; k < 3; k++) {
        fluv_set_threads(ctx, threads[k]);
        lands[k] = rough_land(ctx, 523, 90, 20e3, true);
        run_stage(ctx, stage, params, &lands[k]);
        for (int layer = 0; fluv_layer_is_grid((fluv_layer)layer); layer++)
            if (lands[0].layers[layer])
                assert_memory_equal(fluv_layer_read(&lands[0], (fluv_layer)layer),
                                    fluv_layer_read(&lands[k], (fluv_layer)layer),
                                    lands[0].layers[layer]->bytes);
    }
    for (int k = 0; k < 3; k++)
        fluv_landscape_free(&lands[k]);
    fluv_set_threads(ctx, 1);
}

/* Frames of a few cells keep their voids and get finite heights. */
static inline void bears_tiny_frames(fluv_ctx *ctx, const fluv_stage *stage, const void *params)
{
    static const uint32_t sizes[][2] = {{1, 1}, {1, 9}, {9, 1}, {2, 2}, {3, 2}, {700, 1}, {1, 700}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int voids = 0; voids < 2; voids++) {
            fluv_landscape land = rough_land(ctx, sizes[k][0], sizes[k][1], 900.0, false);
            float *height = fluv_layer_edit(ctx, &land, FLUV_LAYER_height);
            size_t cells = fluv_cell_count(&land);
            if (voids)
                height[cells / 2] = NAN;
            run_stage(ctx, stage, params, &land);
            for (size_t i = 0; i < cells; i++)
                assert_int_equal(isnan(fluv_height_of(&land)[i]) != 0, voids && i == cells / 2);
            fluv_landscape_free(&land);
        }
}

typedef struct erosion_job {
    const fluv_stage *stage;
    const void *params;
    const fluv_landscape *bare;
} erosion_job;

static inline fluv_status erode_shared(fluv_ctx *ctx, void *data)
{
    const erosion_job *job = data;
    fluv_landscape land = {0};
    fluv_status status = fluv_landscape_share(ctx, job->bare, &land);
    if (status == FLUV_OK)
        status = job->stage->run(ctx, job->params, &land);
    fluv_scratch_release(ctx, NULL);
    fluv_landscape_free(&land);
    return status;
}

/* On land that is eroded coarse first, then fine. */
static inline void bears_failing_memory(fluv_ctx *ctx, const fluv_stage *stage, const void *params)
{
    fluv_landscape bare = rough_land(ctx, 300, 20, 5e3, false);
    erosion_job job = {.stage = stage, .params = params, .bare = &bare};
    fail_each_allocation(ctx, erode_shared, &job);
    fluv_landscape_free(&bare);
}

static inline void stops_when_asked(const fluv_stage *stage, const void *params)
{
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape land = rough_land(ctx, 60, 60, 5e3, false);
    fluv_cancel(ctx);
    assert_int_equal(stage->run(ctx, params, &land), FLUV_CANCELLED);
    fluv_scratch_release(ctx, NULL);
    fluv_landscape_free(&land);
    fluv_ctx_delete(ctx);
}

#endif
