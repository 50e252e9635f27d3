// SPDX-License-Identifier: MIT
/* Rivers and lakes on a height map: the stages drain, lakes and rivers, one after the other on the
 * same landscape, with their defaults. Of several runs the one that was fastest in all is shown. */
#include "bench.h"

#include "base/room.h"

#include <stdio.h>
#include <string.h>

#define BUDGET_NS       150.0
#define BUDGET_NOISE_NS 450.0
#define BUDGET_BYTES    64.0
#define LIKELY_BYTES    100.0 /* a cell, the map that is kept beside it included */

enum { DRAIN, LAKES, RIVERS, STAGES };
static const char *const stage_names[STAGES] = {"drain", "lakes", "rivers"};

typedef struct water_figures {
    double ns[STAGES], all; /* a cell */
    double bytes;           /* a cell, at the peak */
} water_figures;

static fluv_status copy_heights(fluv_ctx *ctx, const fluv_landscape *from, fluv_landscape *to)
{
    *to = (fluv_landscape){.frame = from->frame, .seed = from->seed};
    float *height = fluv_layer_edit(ctx, to, FLUV_LAYER_height);
    if (!height)
        return FLUV_NO_MEMORY;
    memcpy(height, fluv_layer_read(from, FLUV_LAYER_height), fluv_cell_count(to) * sizeof *height);
    return FLUV_OK;
}

static fluv_status run_once(fluv_ctx *ctx, fluv_landscape *land, water_figures *out)
{
    double cells = (double)fluv_cell_count(land);
    *out = (water_figures){0};
    for (int i = 0; i < STAGES; i++) {
        bench_figure figure;
        FLUV_TRY(bench_stage(ctx, fluv_stage_named(stage_names[i]), NULL, land, &figure));
        out->ns[i] = figure.seconds / cells * 1e9;
        out->all += out->ns[i];
        double bytes = (double)figure.peak / cells;
        out->bytes = bytes > out->bytes ? bytes : out->bytes;
    }
    return FLUV_OK;
}

static fluv_status run_best(fluv_ctx *ctx, const fluv_landscape *map, int repeats,
                            water_figures *best)
{
    for (int i = 0; i < repeats; i++) {
        fluv_landscape land;
        water_figures now;
        fluv_status status = copy_heights(ctx, map, &land);
        if (status == FLUV_OK)
            status = run_once(ctx, &land, &now);
        fluv_landscape_free(&land);
        FLUV_TRY(status);
        if (i == 0 || now.all < best->all)
            *best = now;
    }
    return FLUV_OK;
}

/* Makes the map in a context of its own, which may hold as many threads as it likes. */
static fluv_status measure(fluv_ctx *ctx, bench_map map, uint32_t size, int repeats,
                           water_figures *figures)
{
    fluv_ctx *aside = fluv_ctx_new();
    if (!aside)
        return fluv_fail(ctx, FLUV_NO_MEMORY, "out of memory");
    fluv_landscape ground;
    fluv_status status = bench_map_make(aside, map, size, &ground);
    if (status != FLUV_OK)
        status = fluv_fail(ctx, status, "%s", fluv_message(aside));
    else
        status = run_best(ctx, &ground, repeats, figures);
    fluv_landscape_free(&ground);
    fluv_ctx_delete(aside);
    return status;
}

static void print_head(const char *first, const char *last)
{
    printf("%-15s %6s %8s %8s %8s %8s %-14s %8s %-12s %s\n", first, "size", "drain", "lakes",
           "rivers", "all", "budget", "bytes", "budget", last);
}

static void print_row(const char *first, uint32_t size, const water_figures *f, double budget)
{
    printf("%-15s %6u %8.1f %8.1f %8.1f %8.1f %-14s %8.1f %-12s", first, size, f->ns[0], f->ns[1],
           f->ns[2], f->all, bench_judge(f->all, budget).text, f->bytes,
           bench_judge(f->bytes, BUDGET_BYTES).text);
}

fluv_status bench_water(fluv_ctx *ctx, uint32_t size)
{
    printf("\nwater, ns a cell and bytes a cell at the peak; %d threads, best of %d\n",
           ctx->threads, BENCH_REPEATS);
    print_head("map", "");
    for (bench_map map = BENCH_NATURAL; map <= BENCH_METRES; map++) {
        bool noise = map == BENCH_FRACTAL || map == BENCH_WHITE;
        water_figures figures;
        FLUV_TRY(measure(ctx, map, size, BENCH_REPEATS, &figures));
        print_row(bench_map_name(map), size, &figures, noise ? BUDGET_NOISE_NS : BUDGET_NS);
        putchar('\n');
    }
    return FLUV_OK;
}

/* A quarter, a half, the whole and twice the side; the last takes long and runs once. */
fluv_status bench_linear(fluv_ctx *ctx, uint32_t middle)
{
    water_figures first = {0};
    printf("\nwater at growing size; linear when the last columns stay near 1\n");
    print_head("map", "all and lakes against the first");
    for (uint32_t size = middle / 4; size <= 2 * middle; size *= 2) {
        double need = LIKELY_BYTES * (double)size * (double)size;
        if (need > (double)fluv_room(ctx)) {
            printf("%-15s %6u left out: needs about %s\n", bench_map_name(BENCH_NATURAL), size,
                   fluv_bytes_show(need).text);
            continue;
        }
        water_figures figures;
        FLUV_TRY(measure(ctx, BENCH_NATURAL, size, size > middle ? 1 : BENCH_REPEATS, &figures));
        if (first.all <= 0.0)
            first = figures;
        print_row(bench_map_name(BENCH_NATURAL), size, &figures, BUDGET_NS);
        printf(" %.2f %.2f\n", figures.all / first.all, figures.ns[LAKES] / first.ns[LAKES]);
    }
    return FLUV_OK;
}

fluv_status bench_threads(fluv_ctx *ctx, uint32_t size)
{
    int before = ctx->threads;
    double alone = 0.0;
    printf("\nwater by threads\n");
    print_head("threads", "times as fast");
    for (int threads = 1; threads <= 2; threads++) {
        char name[16];
        water_figures figures;
        fluv_set_threads(ctx, threads);
        FLUV_TRY(measure(ctx, BENCH_NATURAL, size, BENCH_REPEATS, &figures));
        if (threads == 1)
            alone = figures.all;
        snprintf(name, sizeof name, "%d", threads);
        print_row(name, size, &figures, threads == 2 ? BUDGET_NS : 0.0);
        printf(" %.2f\n", alone / figures.all);
    }
    fluv_set_threads(ctx, before);
    return FLUV_OK;
}
