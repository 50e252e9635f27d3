// SPDX-License-Identifier: MIT
/* A builder for one size: runs, and how long they are expected to take. */
#include "studio/worker.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Seconds for what a change asks for, by the cells of a first picture: then it has fewer. The
 * fewer they are, the more the land differs from the whole. */
#define LONG      0.09
#define VERY_LONG 0.25
#define FEW       128
#define SHORT     0.1 /* for all stages: then it has more */

#define UNKNOWN 0.5  /* seconds of the whole before which a picture comes that was never made */
#define DOUBT   0.95 /* of what first pictures took is believed after one was left out */

void bench_free(studio_bench *bench)
{
    fluv_builder_delete(bench->builder);
    fluv_recipe_delete(bench->last);
    *bench = (studio_bench){0};
}

static double *time_of(studio_bench *bench, const char *key)
{
    for (size_t i = 0; i < bench->time_count; i++)
        if (strcmp(bench->times[i].key, key) == 0)
            return &bench->times[i].seconds;
    return NULL;
}

static void note_time(studio_bench *bench, const char *key, double seconds)
{
    double *known = time_of(bench, key);
    if (known) {
        *known = seconds;
        return;
    }
    if (bench->time_count == STUDIO_STAGES) /* keys of stages that are long gone, among them */
        bench->time_count = 0;
    snprintf(bench->times[bench->time_count].key, STUDIO_KEY_ROOM, "%s", key);
    bench->times[bench->time_count++].seconds = seconds;
}

/* The recipe of a wish with another number of cells. */
static fluv_status sized(fluv_ctx *ctx, const studio_wish *wish, uint32_t size, fluv_recipe **out)
{
    fluv_status status = fluv_recipe_copy(ctx, wish->active.recipe, out);
    if (status == FLUV_OK)
        status = fluv_recipe_put_number(ctx, *out, FLUV_FRAME_STAGE, "size", size);
    return status;
}

double bench_expects(studio_bench *bench, fluv_ctx *ctx, const studio_wish *wish, uint32_t size)
{
    fluv_recipe *recipe = NULL;
    if (!bench->last || sized(ctx, wish, size, &recipe) != FLUV_OK) {
        fluv_recipe_delete(recipe);
        return INFINITY;
    }
    size_t first = fluv_recipe_first_change(bench->last, recipe);
    fluv_recipe_delete(recipe);
    first = first < bench->kept ? first : bench->kept;
    double more = (double)size / (double)bench->size, sum = 0.0;
    for (size_t i = first; i < wish_end(wish); i++) {
        const double *seconds = time_of(bench, wish->active.keys[i]);
        sum += seconds ? *seconds * more * more : INFINITY;
    }
    return sum;
}

/* Seconds of all stages as they were when they last ran, whatever their size was then. */
static double whole_time(studio_bench *bench, const studio_wish *wish)
{
    double sum = 0.0;
    for (size_t i = 0; i < wish->active.count; i++) {
        const double *seconds = time_of(bench, wish->active.keys[i]);
        sum += seconds ? *seconds : 0.0;
    }
    return sum;
}

/* Meshes and lattices cost the same at every size, and land must not change: so the number of cells
 * goes down by halves while that helps, and up again only where there is room to spare. */
uint32_t bench_coarse_size(studio_bench *bench, fluv_ctx *ctx, const studio_wish *wish)
{
    if (!bench->size)
        return STUDIO_COARSE;
    double again = bench_expects(bench, ctx, wish, bench->size);
    double most = bench->size > FEW ? LONG : VERY_LONG;
    if (isfinite(again) && again > most && bench->size > STUDIO_COARSEST)
        return bench->size / 2;
    bool spare = whole_time(bench, wish) < SHORT;
    return spare && bench->size < STUDIO_COARSE ? bench->size * 2 : bench->size;
}

/* Whether nobody minds waiting for the whole, which takes so many seconds, or it is as small as a
 * first picture. */
static bool comes_soon(const studio_wish *wish, double whole)
{
    return whole < STUDIO_SOON || wish->size <= STUDIO_COARSE * 5 / 4;
}

/* A machine that was busy once may be idle now, but pictures that are left out do not show it: what
 * they took fades, so that one is tried again after some changes. */
static void doubt(studio_bench *bench)
{
    for (size_t i = 0; i < bench->time_count; i++)
        bench->times[i].seconds *= DOUBT;
}

bool bench_coarse_first(studio_bench *coarse, studio_bench *full, fluv_ctx *ctx,
                        const studio_wish *wish)
{
    double whole = bench_expects(full, ctx, wish, wish->size);
    if (comes_soon(wish, whole))
        return false;
    uint32_t size = bench_coarse_size(coarse, ctx, wish);
    double first = bench_expects(coarse, ctx, wish, size);
    if (!isfinite(first))
        return whole > UNKNOWN;
    bool sooner = first < STUDIO_SOONER * whole || first < whole - STUDIO_GAIN;
    if (!sooner)
        doubt(coarse);
    return sooner;
}

uint32_t bench_next_size(studio_bench *coarse, studio_bench *full, const studio_wish *wish)
{
    if (comes_soon(wish, whole_time(full, wish)))
        return 0;
    /* No fewer than that before a change has shown that it takes long: meshes are made once. */
    return coarse->size > FEW && whole_time(coarse, wish) > LONG ? FEW : coarse->size;
}

fluv_status bench_run(studio_worker *worker, studio_at_work *work, uint32_t size, const char *until,
                      const fluv_landscape **out)
{
    studio_bench *bench = work->bench;
    char reference[64];
    fluv_recipe *recipe = NULL;
    *out = NULL;
    fluv_status status = sized(worker->ctx, work->wish, size, &recipe);
    bool partly =
        *until && active_reference(&work->wish->active, until, reference, sizeof reference);
    if (status == FLUV_OK)
        status =
            fluv_builder_run(worker->ctx, bench->builder, recipe, partly ? reference : NULL, out);
    if (!recipe)
        return status;
    size_t reused = fluv_builder_reused(bench->builder);
    bool same = bench->last && fluv_recipe_first_change(bench->last, recipe) == SIZE_MAX;
    size_t before = same ? bench->kept : 0; /* of a run that went further than this one */
    for (size_t i = reused; i < work->done; i++)
        note_time(bench, work->wish->active.keys[i], work->seconds[i]);
    fluv_recipe_delete(bench->last);
    bench->last = recipe;
    bench->size = size;
    bench->kept = work->done > reused ? work->done : reused;
    bench->kept = before > bench->kept ? before : bench->kept;
    return status;
}
