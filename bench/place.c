// SPDX-License-Identifier: MIT
/* What placing costs in each method: processor time of the whole run with a river, a lake and
 * (where there is ground already) frozen ground placed, beside that of the same recipe without
 * them. On a height map of one's own it is the time with water found on it; `DEM=file` names one.
 */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHARE 10.0 /* % that placing may cost */

/* A recipe in two parts, what stands between them, and where that is: in the middle of the land. */
typedef struct method {
    const char *name, *before, *after;
    double x, y, size; /* km */
    bool bare;         /* there is no ground yet */
} method;

#define ISLAND                                                                                     \
    "interfluve: 1\nseed: 6\nframe: {size: 1024, width: 60 km, height: [-400 m, 2200 m]}\n"        \
    "stages:\n  - coast: {shape: island}\n  - regions: {random: {mountain: 3}}\n"

static const method methods[] = {
    {"basins", ISLAND, "  - basins: {}\n  - channels: {}\n  - relief: {}\n", 30, 30, 60, false},
    {"hydrology",
     "interfluve: 1\nseed: 4\nframe: {size: 1024, width: 60 km}\nstages:\n  - contour: {}\n",
     "  - network: {}\n  - watersheds: {}\n  - courses: {}\n  - tree: {}\n"
     "  - sample: {rivers: false}\n  - lakes: {}\n  - rivers: {}\n",
     30, 30, 60, true},
    {"uplift", ISLAND,
     "  - mesh: {spacing: 150 m}\n  - uplift: {rate: 1 mm/y}\n  - erode: {steps: 100, step: 50 ky, "
     "erodibility: 3e-6, talus: 0.7, coarse: 2, fine_steps: 20}\n  - lakes: {}\n  - rivers: {}\n",
     30, 30, 60, false},
    {"faults",
     "interfluve: 1\nseed: 3\nframe: {size: 512, width: 30 km, height: [100 m, 1900 m]}\nstages:\n"
     "  - faults: {}\n",
     "  - thermal: {talus: 0.8}\n  - hydraulic: {}\n  - lakes: {runoff: 800 mm/y, evaporation: 500 "
     "mm/y}\n  - rivers: {}\n",
     15, 15, 30, false},
    {"a height map",
     "interfluve: 1\nseed: 3\nframe: {size: 1024, width: 30 km, height: [100 m, 1900 m]}\nstages:\n"
     "  - midpoint: {}\n",
     "  - lakes: {}\n  - rivers: {}\n", 15, 15, 30, false}};

/* In metres around the middle. */
static void write_placed(const method *m, char *text, size_t room)
{
    double u = 1000.0 * m->size / 60.0, x = 1000.0 * m->x, y = 1000.0 * m->y;
    int written =
        snprintf(text, room,
                 "  - place:\n      rivers: {R: {freedom: 0.12, line: [[%.9g, %.9g], [%.9g, %.9g], "
                 "[%.9g, %.9g]]}}\n      lakes: {L: {x: %.9g, y: %.9g, area: %.9g, depth: 20}}\n",
                 x - 2.0 * u, y + 6.0 * u, x + 3.0 * u, y, x - 6.0 * u, y - 8.0 * u, x + 9.0 * u,
                 y + 4.0 * u, 5.0 * u * u);
    if (!m->bare)
        snprintf(text + written, room - (size_t)written,
                 "      frozen: [[[[%.9g, %.9g], [%.9g, %.9g], [%.9g, %.9g]]]]\n", x - 10.0 * u, y,
                 x - 8.0 * u, y, x - 10.0 * u, y + 2.0 * u);
}

static fluv_status run_once(fluv_ctx *ctx, const char *text, double *seconds)
{
    fluv_recipe *recipe = NULL;
    const fluv_landscape *land = NULL;
    FLUV_TRY(fluv_recipe_parse(ctx, text, strlen(text), "bench", &recipe));
    fluv_builder *builder = fluv_builder_new(ctx);
    double start = bench_processor_time();
    fluv_status status = builder ? FLUV_OK : FLUV_NO_MEMORY;
    if (status == FLUV_OK) {
        fluv_builder_keep(builder, false);
        status = fluv_builder_run(ctx, builder, recipe, NULL, &land);
    }
    *seconds = fmin(*seconds, bench_processor_time() - start);
    fluv_builder_delete(builder);
    fluv_recipe_delete(recipe);
    return status;
}

/* Both in turn, so that what else the machine does meets both. */
static fluv_status time_method(fluv_ctx *ctx, const method *m)
{
    char placed[1024], with[4096], without[4096];
    double seconds[2] = {INFINITY, INFINITY};
    write_placed(m, placed, sizeof placed);
    snprintf(with, sizeof with, "%s%s%s", m->before, placed, m->after);
    snprintf(without, sizeof without, "%s%s", m->before, m->after);
    for (int i = 0; i < BENCH_REPEATS; i++) {
        FLUV_TRY(run_once(ctx, without, &seconds[0]));
        FLUV_TRY(run_once(ctx, with, &seconds[1]));
    }
    double share = 100.0 * (seconds[1] / seconds[0] - 1.0);
    printf("%-32s %8.3f %8.3f %8.1f   %s\n", m->name, seconds[0], seconds[1], share,
           bench_judge(share, SHARE).text);
    return FLUV_OK;
}

/* The middle of a map of one's own. */
static fluv_status time_map(fluv_ctx *ctx, const char *file)
{
    char before[2048];
    fluv_recipe *recipe = NULL;
    const fluv_landscape *land = NULL;
    snprintf(before, sizeof before, "interfluve: 1\nstages:\n  - import: {file: '%s'}\n", file);
    FLUV_TRY(fluv_recipe_parse(ctx, before, strlen(before), "bench", &recipe));
    fluv_builder *builder = fluv_builder_new(ctx);
    fluv_status status =
        builder ? fluv_builder_run(ctx, builder, recipe, NULL, &land) : FLUV_NO_MEMORY;
    method m = {.name = file, .before = before, .after = "  - lakes: {}\n  - rivers: {}\n"};
    if (status == FLUV_OK) {
        m.size = 0.001 * land->frame.cell * land->frame.cols;
        m.x = 0.001 * land->frame.west + 0.5 * m.size;
        m.y = 0.001 * (land->frame.north - 0.5 * land->frame.cell * land->frame.rows);
    }
    fluv_builder_delete(builder);
    fluv_recipe_delete(recipe);
    return status == FLUV_OK ? time_method(ctx, &m) : status;
}

fluv_status bench_place(fluv_ctx *ctx, uint32_t size)
{
    const char *map = getenv("DEM");
    (void)size;
    printf("%-32s %8s %8s %8s\n", "placing, processor time, s", "without", "with", "% more");
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        FLUV_TRY(time_method(ctx, &methods[i]));
    if (map && *map)
        FLUV_TRY(time_map(ctx, map));
    putchar('\n');
    return FLUV_OK;
}
