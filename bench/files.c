// SPDX-License-Identifier: MIT
/* What files take: all of a map with its rivers and lakes, by the clock and in processor time. */
#include "bench.h"

#include "output/folder.h"
#include "stages/drain/drain.h"
#include "stages/lakes/lakes.h"
#include "stages/rivers/rivers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELLS_4096 (4096.0 * 4096.0)

typedef struct tally {
    double clock, processor; /* s, when the last file was done */
    double all, rasters;     /* s by the clock */
} tally;

/* A file is told of when it is done. */
static void heard(void *user, const fluv_progress *now)
{
    tally *t = user;
    if (now->fraction < 1.0)
        return;
    double clock = fluv_clock(), processor = bench_processor_time();
    printf("%-16s %9.3f %9.3f\n", now->stage, clock - t->clock, processor - t->processor);
    t->all += clock - t->clock;
    const char *end = strrchr(now->stage, '.');
    if (strcmp(end, ".tif") == 0 || strcmp(end, ".gpkg") == 0)
        t->rasters += clock - t->clock;
    t->clock = fluv_clock();
    t->processor = bench_processor_time();
}

static fluv_status write_all(fluv_ctx *ctx, const fluv_landscape *land, tally *t)
{
    char folder[] = "/tmp/interfluve-files-XXXXXX", remove[64];
    if (!mkdtemp(folder))
        return fluv_fail(ctx, FLUV_IO, "no folder for the files");
    fluv_folder_content content = {.land = land};
    fluv_set_progress(ctx, heard, t);
    t->clock = fluv_clock();
    t->processor = bench_processor_time();
    fluv_status status = fluv_folder_write(ctx, &content, folder);
    fluv_set_progress(ctx, NULL, NULL);
    (void)snprintf(remove, sizeof remove, "rm -r %s", folder);
    if (system(remove) != 0)
        fprintf(stderr, "%s stays\n", folder);
    return status;
}

fluv_status bench_files(fluv_ctx *ctx, uint32_t size)
{
    const fluv_stage *const stages[] = {&fluv_stage_drain, &fluv_stage_lakes, &fluv_stage_rivers};
    fluv_landscape land;
    bench_figure figure;
    FLUV_TRY(bench_map_make(ctx, BENCH_NATURAL, size, &land));
    fluv_status status = FLUV_OK;
    for (size_t i = 0; status == FLUV_OK && i < 3; i++)
        status = bench_stage(ctx, stages[i], NULL, &land, &figure);
    tally t = {0};
    printf("\nfiles of a map of %u^2 cells, %d threads\n%-16s %9s %9s\n", size, ctx->threads,
           "file", "seconds", "processor");
    if (status == FLUV_OK)
        status = write_all(ctx, &land, &t);
    double times = (double)size * size / CELLS_4096;
    printf("all              %9.3f   budget %s\n", t.all, bench_judge(t.all, 3.0 * times).text);
    printf("rasters, vectors %9.3f   budget %s\n", t.rasters,
           bench_judge(t.rasters, 2.0 * times).text);
    fluv_landscape_free(&land);
    return status;
}
