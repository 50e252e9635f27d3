// SPDX-License-Identifier: MIT
/* Stages that invent bare land, and parts that many stages use: distances, edges, outlines. */
#include "bench.h"

#include "base/random.h"
#include "field/canny.h"
#include "field/distance.h"
#include "field/outline.h"
#include "stages/faults/faults.h"
#include "stages/midpoint/midpoint.h"
#include "stages/noise/noise.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MANY_FAULTS 5000
#define BAND        250.0f /* m; height of the bands whose outlines are drawn */

static void print_row(const char *part, double seconds, double bytes, double cells)
{
    printf("%-32s %8.1f %8.1f\n", part, seconds / cells * 1e9, bytes / cells);
}

static fluv_status time_stage(fluv_ctx *ctx, const char *name, const fluv_stage *stage,
                              const void *params, fluv_landscape *land)
{
    bench_figure best = {.seconds = INFINITY};
    for (int i = 0; i < BENCH_REPEATS; i++) {
        bench_figure now;
        FLUV_TRY(bench_stage(ctx, stage, params, land, &now));
        best = now.seconds < best.seconds ? now : best;
    }
    print_row(name, best.seconds, (double)best.peak, (double)fluv_cell_count(land));
    return FLUV_OK;
}

/* Leaves noise as height. */
static fluv_status time_bare_land(fluv_ctx *ctx, fluv_landscape *land)
{
    fluv_faults_params many;
    FLUV_TRY(fluv_params_init(ctx, &fluv_stage_faults.info, &many, sizeof many));
    many.lines = MANY_FAULTS;
    FLUV_TRY(time_stage(ctx, "faults", &fluv_stage_faults, NULL, land));
    FLUV_TRY(time_stage(ctx, "faults, 5000 lines", &fluv_stage_faults, &many, land));
    FLUV_TRY(time_stage(ctx, "midpoint", &fluv_stage_midpoint, NULL, land));
    return time_stage(ctx, "noise", &fluv_stage_noise, NULL, land);
}

/* Edges of the heights, as of any map. */
static fluv_status time_canny(fluv_ctx *ctx, const fluv_landscape *land)
{
    size_t cells = fluv_cell_count(land);
    float *smooth = fluv_scratch(ctx, cells, sizeof *smooth);
    uint8_t *edge = fluv_scratch(ctx, cells, sizeof *edge);
    if (!smooth || !edge)
        return FLUV_NO_MEMORY;
    fluv_canny_job job = {.cols = land->frame.cols,
                          .rows = land->frame.rows,
                          .values = fluv_layer_read(land, FLUV_LAYER_height),
                          .sigma = 2.0,
                          .low = 5.0f,
                          .high = 10.0f,
                          .to = 1.0};
    double best = INFINITY;
    size_t before = atomic_load(&ctx->memory.now);
    atomic_store(&ctx->memory.peak, before);
    for (int i = 0; i < BENCH_REPEATS; i++) {
        struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
        double start = fluv_clock();
        FLUV_TRY(fluv_canny(ctx, &job, smooth, edge));
        best = fmin(best, fluv_clock() - start);
        fluv_scratch_release(ctx, mark);
    }
    print_row("canny, 2 cells wide", best, (double)(atomic_load(&ctx->memory.peak) - before),
              (double)cells);
    return FLUV_OK;
}

static fluv_status time_distance(fluv_ctx *ctx, const fluv_frame *frame)
{
    size_t cells = (size_t)frame->cols * frame->rows;
    uint8_t *marked = fluv_scratch(ctx, cells, sizeof *marked);
    float *distance = fluv_scratch(ctx, cells, sizeof *distance);
    if (!marked || !distance)
        return FLUV_NO_MEMORY;
    fluv_key key = fluv_key_make(1, "bench", "marks");
    for (size_t c = 0; c < cells; c++)
        marked[c] = fluv_random_below(key, c, 1000) == 0;
    fluv_distance_job job = {frame->cols, frame->rows, frame->cell, marked};
    size_t before = atomic_load(&ctx->memory.now);
    atomic_store(&ctx->memory.peak, before);
    double best = INFINITY;
    for (int i = 0; i < BENCH_REPEATS; i++) {
        double start = fluv_clock();
        FLUV_TRY(fluv_distance(ctx, &job, distance, NULL));
        best = fmin(best, fluv_clock() - start);
    }
    print_row("distance", best, (double)(atomic_load(&ctx->memory.peak) - before), (double)cells);
    return FLUV_OK;
}

typedef fluv_status outline_fn(fluv_ctx *ctx, const fluv_outline_job *job, fluv_outline_rings out);

static fluv_status time_outline(fluv_ctx *ctx, const char *name, outline_fn *draw,
                                const fluv_outline_job *job)
{
    double best = INFINITY;
    size_t before = atomic_load(&ctx->memory.now);
    uint32_t *first_ring = fluv_scratch(ctx, (size_t)job->label_count + 1, sizeof *first_ring);
    if (!first_ring)
        return FLUV_NO_MEMORY;
    atomic_store(&ctx->memory.peak, before);
    for (int i = 0; i < BENCH_REPEATS; i++) {
        fluv_list first_point = {0}, xy = {0};
        struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
        double start = fluv_clock();
        fluv_status status = draw(ctx, job, (fluv_outline_rings){&first_point, &xy, first_ring});
        best = fmin(best, fluv_clock() - start);
        fluv_list_free(&first_point);
        fluv_list_free(&xy);
        fluv_scratch_release(ctx, mark);
        FLUV_TRY(status);
    }
    print_row(name, best, (double)(atomic_load(&ctx->memory.peak) - before),
              (double)job->cols * job->rows);
    return FLUV_OK;
}

/* Land in bands of height: long borders, many islands. */
static fluv_status time_outlines(fluv_ctx *ctx, const fluv_landscape *land)
{
    const float *height = fluv_layer_read(land, FLUV_LAYER_height);
    size_t cells = fluv_cell_count(land);
    uint32_t *label = fluv_scratch(ctx, cells, sizeof *label);
    if (!label)
        return FLUV_NO_MEMORY;
    fluv_outline_job job = {.cols = land->frame.cols,
                            .rows = land->frame.rows,
                            .label = label,
                            .cell = land->frame.cell,
                            .corners_join = true};
    for (size_t c = 0; c < cells; c++) {
        label[c] = height[c] > 0.0f ? (uint32_t)(height[c] / BAND) : FLUV_NONE;
        if (label[c] != FLUV_NONE && label[c] >= job.label_count)
            job.label_count = label[c] + 1;
    }
    FLUV_TRY(time_outline(ctx, "outlines along cells", fluv_outline_cells, &job));
    return time_outline(ctx, "outlines, smooth", fluv_outline_smooth, &job);
}

static fluv_status time_parts(fluv_ctx *ctx, fluv_landscape *land)
{
    FLUV_TRY(time_bare_land(ctx, land));
    FLUV_TRY(time_distance(ctx, &land->frame));
    fluv_scratch_release(ctx, NULL);
    FLUV_TRY(time_canny(ctx, land));
    fluv_scratch_release(ctx, NULL);
    return time_outlines(ctx, land);
}

fluv_status bench_parts(fluv_ctx *ctx, uint32_t size)
{
    printf("\nparts, %u^2 cells, %d threads, best of %d\n%-32s %8s %8s\n", size, ctx->threads,
           BENCH_REPEATS, "part", "ns", "bytes");
    fluv_landscape land = {.frame = {.cols = size, .rows = size, .cell = 60000.0 / size},
                           .seed = 7};
    fluv_status status = time_parts(ctx, &land);
    fluv_scratch_release(ctx, NULL);
    fluv_landscape_free(&land);
    return status;
}
