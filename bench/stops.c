// SPDX-License-Identifier: MIT
/* How soon one can stop: the longest piece of work between two looks at whether to go on, for every
 * stage and file, in processor time on one thread, so that other programs do not count.
 *
 * INTERFLUVE_STOPS names the recipes; with INTERFLUVE_STOPS_TRACE each piece longer than so many ms
 * is told with the calls that end it. */
#include "bench.h"

#include <execinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ROWS  64
#define CALLS 12

typedef struct piece {
    char what[64];
    double longest, all; /* s */
    size_t looks;
} piece;

typedef struct watch {
    fluv_ctx *ctx;
    double last, trace; /* s */
    piece rows[ROWS];
    size_t count;
} watch;

static piece *row_of(watch *w, const char *what)
{
    for (size_t i = 0; i < w->count; i++)
        if (strcmp(w->rows[i].what, what) == 0)
            return &w->rows[i];
    if (w->count == ROWS)
        return &w->rows[ROWS - 1];
    piece *row = &w->rows[w->count++];
    snprintf(row->what, sizeof row->what, "%s", what);
    return row;
}

static void looked(void *user)
{
    watch *w = user;
    double now = bench_processor_time(), took = now - w->last;
    const fluv_progress *at = &w->ctx->progress;
    piece *row = row_of(w, at->stage ? at->stage : at->phase ? at->phase : "before");
    row->longest = took > row->longest ? took : row->longest;
    row->all += took;
    row->looks++;
    if (w->trace > 0.0 && took > w->trace) {
        void *calls[CALLS];
        fprintf(stderr, "%s: %.0f ms until\n", row->what, took * 1e3);
        backtrace_symbols_fd(calls, backtrace(calls, CALLS), STDERR_FILENO);
    }
    w->last = bench_processor_time();
}

static fluv_status make_and_write(fluv_ctx *ctx, const char *name, uint32_t size)
{
    char setting[40], folder[] = "/tmp/interfluve-stops-XXXXXX", remove[64];
    fluv_recipe *recipe = NULL;
    const fluv_landscape *land = NULL;
    fluv_builder *builder = fluv_builder_new(ctx);
    fluv_verdict verdicts[FLUV_RULES];
    (void)snprintf(setting, sizeof setting, "frame.size=%u", size);
    fluv_status status = builder ? FLUV_OK : FLUV_NO_MEMORY;
    if (status == FLUV_OK)
        status = fluv_recipe_read(ctx, name, &recipe);
    if (status == FLUV_OK)
        status = fluv_recipe_set(ctx, recipe, setting);
    if (status == FLUV_OK)
        status = fluv_builder_run(ctx, builder, recipe, NULL, &land);
    if (status == FLUV_OK)
        status = fluv_check(ctx, land, verdicts);
    if (status == FLUV_OK && mkdtemp(folder)) {
        fluv_write_options options = {.struct_size = sizeof options, .verdicts = verdicts};
        status = fluv_write(ctx, land, recipe, folder, &options);
        (void)snprintf(remove, sizeof remove, "rm -r %s", folder);
        if (system(remove) != 0)
            fprintf(stderr, "%s stays\n", folder);
    }
    fluv_recipe_delete(recipe);
    fluv_builder_delete(builder);
    return status;
}

fluv_status bench_stops(fluv_ctx *ctx, uint32_t size)
{
    const char *asked = getenv("INTERFLUVE_STOPS"), *trace = getenv("INTERFLUVE_STOPS_TRACE");
    char names[400];
    int threads = ctx->threads;
    snprintf(names, sizeof names, "%s",
             asked ? asked : "demo,basins-small,hydrology-island,faults-highland,uplift-basic");
    fluv_set_threads(ctx, 1);
    fluv_status status = FLUV_OK;
    for (char *name = strtok(names, ","); name && status == FLUV_OK; name = strtok(NULL, ",")) {
        watch w = {
            .ctx = ctx, .last = bench_processor_time(), .trace = trace ? atof(trace) / 1e3 : 0.0};
        ctx->looked = looked;
        ctx->looked_user = &w;
        status = make_and_write(ctx, name, size);
        ctx->looked = NULL;
        printf("\n%s, %u^2, one thread\n%24s %12s %12s %8s\n", name, size, "stage or file",
               "longest, ms", "all, ms", "looks");
        for (size_t i = 0; i < w.count; i++)
            printf("%24s %12.0f %12.0f %8zu\n", w.rows[i].what, w.rows[i].longest * 1e3,
                   w.rows[i].all * 1e3, w.rows[i].looks);
    }
    fluv_set_threads(ctx, threads);
    return status;
}
