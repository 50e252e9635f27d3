// SPDX-License-Identifier: MIT
/* What the sections of the benchmark share: maps to run on, and how a stage is measured.
 *
 * Maps are made in a context of their own, so that the memory of the context under measurement is
 * that of the landscape and of its stages alone. */
#ifndef FLUV_BENCH_BENCH_H
#define FLUV_BENCH_BENCH_H

#include "landscape/landscape.h"
#include "stages/stage.h"

#define BENCH_SIZE    4096 /* cells a side, unless asked for otherwise */
#define BENCH_REPEATS 3

typedef enum bench_map {
    BENCH_NATURAL, /* rolling land and mountains, all of it above the sea */
    BENCH_FRACTAL, /* noise whose finest octaves are nearly as strong as the first */
    BENCH_WHITE,   /* noise without any order: every ninth cell is a hollow */
    BENCH_METRES   /* a gentle plain in whole metres, as 16-bit maps have them: nearly all flats */
} bench_map;

const char *bench_map_name(bench_map map);
/* A landscape of size * size cells with heights and nothing else. */
FLUV_MUST_CHECK fluv_status bench_map_make(fluv_ctx *ctx, bench_map map, uint32_t size,
                                           fluv_landscape *land);

typedef struct bench_figure {
    double seconds;
    size_t peak; /* bytes the context held at most, the landscape included */
} bench_figure;

/* Runs one stage. `params` NULL: its defaults. */
FLUV_MUST_CHECK fluv_status bench_stage(fluv_ctx *ctx, const fluv_stage *stage, const void *params,
                                        fluv_landscape *land, bench_figure *figure);

/* Runs all stages of a recipe; each one's fastest run so far stays in `best`, with room for
 * FLUV_MAX_STAGES. `count` is 0 before the first run. */
FLUV_MUST_CHECK fluv_status bench_recipe(fluv_ctx *ctx, const fluv_recipe *recipe,
                                         fluv_stage_record *best, size_t *count);

double bench_processor_time(void); /* s, of all threads */

/* "150, met", "150, missed"; "" without a budget. */
typedef struct bench_verdict {
    char text[32];
} bench_verdict;
bench_verdict bench_judge(double figure, double budget);

/* The sections, on maps of size * size cells. */
FLUV_MUST_CHECK fluv_status bench_water(fluv_ctx *ctx, uint32_t size);
FLUV_MUST_CHECK fluv_status bench_linear(fluv_ctx *ctx, uint32_t size);
FLUV_MUST_CHECK fluv_status bench_threads(fluv_ctx *ctx, uint32_t size);
FLUV_MUST_CHECK fluv_status bench_parts(fluv_ctx *ctx, uint32_t size);
FLUV_MUST_CHECK fluv_status bench_basins(fluv_ctx *ctx, uint32_t size);
FLUV_MUST_CHECK fluv_status bench_amplify(fluv_ctx *ctx, uint32_t size);
FLUV_MUST_CHECK fluv_status bench_hydraulic(fluv_ctx *ctx, uint32_t size);
FLUV_MUST_CHECK fluv_status bench_hydrology(fluv_ctx *ctx, uint32_t size);
FLUV_MUST_CHECK fluv_status bench_networks(fluv_ctx *ctx, uint32_t size);
FLUV_MUST_CHECK fluv_status bench_place(fluv_ctx *ctx, uint32_t size);
FLUV_MUST_CHECK fluv_status bench_queues(fluv_ctx *ctx, uint32_t size);
FLUV_MUST_CHECK fluv_status bench_files(fluv_ctx *ctx, uint32_t size);
FLUV_MUST_CHECK fluv_status bench_previews(fluv_ctx *ctx, uint32_t size);
FLUV_MUST_CHECK fluv_status bench_mesh(fluv_ctx *ctx, uint32_t size);
FLUV_MUST_CHECK fluv_status bench_stages(fluv_ctx *ctx, uint32_t size);
FLUV_MUST_CHECK fluv_status bench_stops(fluv_ctx *ctx, uint32_t size);
FLUV_MUST_CHECK fluv_status bench_uplift(fluv_ctx *ctx, uint32_t size);

#endif
