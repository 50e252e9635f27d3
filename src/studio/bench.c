// SPDX-License-Identifier: MIT
/* A builder for one size: runs, and how long they are expected to take. */
#include "studio/worker.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Seconds for what a change asks for, by the cells of a first picture: then it has fewer. The
 * fewer they are, the more the land differs from the whole. */
#define LONG      0.09
#define VERY_LONG 0.5
#define FEW       128
#define SHORT     0.1 /* for all stages: then it has more */
#define GAINED    0.8 /* of the time with twice the cells: what takes more is not worth less land */

void bench_free(studio_bench *bench)
{
    fluv_builder_delete(bench->builder);
    fluv_recipe_delete(bench->last);
    *bench = (studio_bench){0};
}

/* Where the times of a stage are, or the end of those that are known. */
static size_t find_times(const studio_bench *bench, const char *key)
{
    size_t at = 0;
    while (at < bench->time_count && strcmp(bench->times[at].key, key) != 0)
        at++;
    return at;
}

static double *time_of(studio_bench *bench, const char *key)
{
    size_t at = find_times(bench, key);
    return at < bench->time_count ? &bench->times[at].seconds : NULL;
}

static void note_time(studio_bench *bench, const char *key, uint32_t size, double seconds)
{
    size_t at = find_times(bench, key);
    if (at == STUDIO_STAGES) /* keys of stages that are long gone, among them */
        at = bench->time_count = 0;
    if (at == bench->time_count) {
        memset(&bench->times[at], 0, sizeof bench->times[at]);
        snprintf(bench->times[at].key, STUDIO_KEY_ROOM, "%s", key);
        bench->time_count++;
    }
    bench->times[at].seconds = seconds;
    bench->times[at].at[draft_slot(size)] = seconds;
}

/* Seconds of the stages from `first` on when they last ran with so many cells; INFINITY: some have
 * not. */
static double time_with(const studio_bench *bench, const studio_wish *wish, size_t first,
                        uint32_t size)
{
    double sum = 0.0;
    for (size_t i = first; i < wish_end(wish); i++) {
        size_t at = find_times(bench, wish->active.keys[i]);
        double known = at < bench->time_count ? bench->times[at].at[draft_slot(size)] : 0.0;
        sum += known > 0.0 ? known : INFINITY;
    }
    return sum;
}

/* The recipe of a wish with another number of cells. */
static fluv_status sized(fluv_ctx *ctx, const studio_wish *wish, uint32_t size, fluv_recipe **out)
{
    fluv_status status = fluv_recipe_copy(ctx, wish->active.recipe, out);
    if (status == FLUV_OK)
        status = fluv_recipe_put_number(ctx, *out, FLUV_FRAME_STAGE, "size", size);
    return status;
}

/* The first stage that would run anew; SIZE_MAX: nothing is known. */
static size_t first_anew(const studio_bench *bench, fluv_ctx *ctx, const studio_wish *wish,
                         uint32_t size)
{
    fluv_recipe *recipe = NULL;
    size_t first = SIZE_MAX;
    if (bench->last && sized(ctx, wish, size, &recipe) == FLUV_OK) {
        first = fluv_recipe_first_change(bench->last, recipe);
        first = first < bench->kept ? first : bench->kept;
    }
    fluv_recipe_delete(recipe);
    return first;
}

double bench_expects(studio_bench *bench, fluv_ctx *ctx, const studio_wish *wish, uint32_t size)
{
    size_t first = first_anew(bench, ctx, wish, size);
    if (first == SIZE_MAX)
        return INFINITY;
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

/* Meshes and lattices cost the same at every size: so the number of cells goes down by halves only
 * while that helps, as far as is known, and up again where it did not and all is made anew anyway,
 * or where there is room to spare. */
uint32_t bench_coarse_size(studio_bench *bench, fluv_ctx *ctx, const studio_wish *wish)
{
    if (!bench->size)
        return STUDIO_COARSE;
    double again = bench_expects(bench, ctx, wish, bench->size);
    double most = bench->size > FEW ? LONG : VERY_LONG;
    size_t first = first_anew(bench, ctx, wish, bench->size);
    double here = time_with(bench, wish, first, bench->size);
    double fewer = time_with(bench, wish, first, bench->size / 2);
    bool in_vain = isfinite(fewer) && fewer > GAINED * here;
    if (isfinite(again) && again > most && bench->size > STUDIO_COARSEST && !in_vain)
        return bench->size / 2;
    double more = time_with(bench, wish, 0, bench->size * 2);
    if (bench->size < STUDIO_COARSE && isfinite(here) && here > GAINED * more)
        return bench->size * 2;
    bool spare = whole_time(bench, wish) < SHORT;
    return spare && bench->size < STUDIO_COARSE ? bench->size * 2 : bench->size;
}

uint32_t bench_next_size(studio_bench *coarse, studio_bench *full, const studio_wish *wish)
{
    if (whole_time(full, wish) < STUDIO_SOON || wish->size <= STUDIO_COARSE * 5 / 4)
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
        note_time(bench, work->wish->active.keys[i], size, work->seconds[i]);
    fluv_recipe_delete(bench->last);
    bench->last = recipe;
    bench->size = size;
    bench->kept = work->done > reused ? work->done : reused;
    bench->kept = before > bench->kept ? before : bench->kept;
    return status;
}
