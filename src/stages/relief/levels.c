// SPDX-License-Identifier: MIT
/* Levels of placed lakes.
 *
 * in   basins, plan        out   the same with other beds, where a lake was given a level
 *
 * From the mouth, or from a lake below, up to the lake that was given a level, the river climbs by
 * as much more or less as it takes, everywhere by the same factor; what lies above comes along:
 *
 *     b'(v) = b'(to) + f(v) * (b(v) - b(to))
 *
 * and the land of that river is as much steeper, so that it rises with it. Lakes come by rising
 * level, so that lower ones are there before those above them.
 * O(n + lakes * length). */
#include "stages/relief/parts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_CLIMB 1e-3 /* of what a river would climb by itself */
#define SHORT       2.0  /* m that the land may fail a level by, */
#define SHORT_SHARE 0.02 /* and the share of it */

typedef struct wanted {
    float bed; /* before scaling */
    uint32_t lake;
} wanted;

static int by_bed(const void *a, const void *b)
{
    const wanted *left = a, *right = b;
    if (left->bed != right->bed)
        return left->bed < right->bed ? -1 : 1;
    return left->lake < right->lake ? -1 : left->lake > right->lake;
}

static fluv_status refuse(fluv_ctx *ctx, const fluv_relief_job *job, uint32_t lake, const char *why,
                          double height)
{
    assert(lake < job->placed->lake_count);
    const fluv_placed_lake *asked = &job->placed->lakes[lake];
    const fluv_basins *b = job->basins;
    return fluv_blame(ctx, &asked->by,
                      fluv_fail(ctx, FLUV_BAD_RECIPE,
                                "place: lake %s at %.7g, %.7g cannot stand at %g m: %s %.4g m",
                                fluv_called(asked->name), b->x[b->lake_exit[lake]],
                                b->y[b->lake_exit[lake]], (double)asked->level, why, height));
}

double fluv_relief_grown(const fluv_relief_job *job, double height)
{
    assert(job->peak > 0.0F && job->unit > 0.0F);
    double left = 1.0 - FLUV_PRESSED;
    double part = pow(fmax(0.0, height / (double)job->peak), 1.0 / job->params->lowland);
    double over = (part - FLUV_PRESSED) / left;
    if (over >= 1.0)
        return INFINITY;
    part = part <= FLUV_PRESSED ? part : FLUV_PRESSED + left * over / (1.0 - over);
    return part * (double)job->unit;
}

static fluv_status list_wanted(fluv_ctx *ctx, const fluv_relief_job *job, wanted *list,
                               size_t *count)
{
    *count = 0;
    for (uint32_t i = 0; i < job->placed->lake_count; i++) {
        const fluv_placed_lake *lake = &job->placed->lakes[i];
        if (job->basins->lake_exit[i] == FLUV_NONE || !isfinite(lake->level) || lake->follows)
            continue;
        double grown = fluv_relief_grown(job, (double)lake->level) / job->params->river;
        if (!isfinite(grown))
            return refuse(ctx, job, i, "the frame's heights end at", (double)job->peak);
        list[(*count)++] = (wanted){(float)grown, i};
    }
    qsort(list, *count, sizeof *list, by_bed);
    return FLUV_OK;
}

/* Sets the beds from the lake's exit down to one that is set, or to the river's end. */
static fluv_status set_way(fluv_ctx *ctx, const fluv_relief_job *job, const wanted *lake,
                           uint8_t *set, float *bed)
{
    assert(job->basins->lake_exit[lake->lake] < job->basins->count);
    float *steeper = job->steeper;
    const fluv_basins *b = job->basins;
    uint32_t exit = b->lake_exit[lake->lake], end = exit;
    while (!set[end] && b->receiver[end] != FLUV_NONE && !b->ocean[end])
        end = b->receiver[end];
    double low = set[end] ? (double)bed[end] : (double)b->bed[end];
    double climb = (double)b->bed[exit] - (double)b->bed[end];
    double factor = climb > 0.0 ? ((double)lake->bed - low) / climb : 0.0;
    if (!(factor > LEAST_CLIMB))
        return refuse(ctx, job, lake->lake, "its river would end at",
                      (double)fluv_relief_scaled(job, (float)low));
    for (uint32_t v = exit; v != end; v = b->receiver[v]) {
        bed[v] = (float)(low + factor * ((double)b->bed[v] - (double)b->bed[end]));
        set[v] = 1;
        steeper[v] = (float)fmax(1.0, factor);
    }
    return FLUV_OK;
}

/* All other beds: as much above what they run into as they were. */
static void carry_up(const fluv_basins *b, const uint8_t *set, float *bed, float *steeper)
{
    for (uint32_t k = 0; k < b->land_count; k++) {
        uint32_t v = b->order[k], to = b->receiver[v];
        if (set[v])
            continue;
        bool moved = to != FLUV_NONE && !b->ocean[to] && bed[to] != b->bed[to];
        bed[v] = moved ? bed[to] + (b->bed[v] - b->bed[to]) : b->bed[v];
        steeper[v] = moved ? steeper[to] : 1.0F;
    }
}

static void move_points(const fluv_basins *b, const float *bed, uint32_t count,
                        fluv_layout_point *points)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = points[i].vertex, to = b->receiver[v];
        assert(v < b->count);
        float low = to == FLUV_NONE ? b->bed[v] : b->bed[to], rise = b->bed[v] - low;
        float part = rise > 0.0F ? (points[i].bed - low) / rise : 1.0F;
        float below = to == FLUV_NONE ? bed[v] : bed[to];
        points[i].bed = below + part * (bed[v] - below);
    }
}

fluv_status fluv_relief_levels(fluv_ctx *ctx, fluv_relief_job *job)
{
    const fluv_basins *b = job->basins;
    const fluv_layout *plan = job->plan;
    size_t count = 0;
    if (!job->placed || !job->placed->lake_count || !(job->params->river > 0.0))
        return FLUV_OK;
    wanted *list = fluv_scratch(ctx, job->placed->lake_count, sizeof *list);
    uint8_t *set = fluv_scratch_zero(ctx, b->count, 1);
    float *bed = fluv_scratch(ctx, b->count, sizeof *bed);
    float *steeper = fluv_scratch(ctx, b->count, sizeof *steeper);
    fluv_basins *own = fluv_scratch(ctx, 1, sizeof *own);
    fluv_layout *own_plan = fluv_scratch(ctx, 1, sizeof *own_plan);
    fluv_layout_point *points = fluv_scratch(ctx, plan->point_count, sizeof *points);
    if (!list || !set || !bed || !steeper || !own || !own_plan || !points)
        return FLUV_NO_MEMORY;
    FLUV_TRY(list_wanted(ctx, job, list, &count));
    if (!count)
        return FLUV_OK;
    job->steeper = steeper;
    for (uint32_t v = 0; v < b->count; v++)
        steeper[v] = 1.0F;
    memcpy(bed, b->bed, b->count * sizeof *bed);
    memcpy(points, plan->points, plan->point_count * sizeof *points);
    for (size_t i = 0; i < count; i++)
        FLUV_TRY(set_way(ctx, job, &list[i], set, bed));
    carry_up(b, set, bed, job->steeper);
    move_points(b, bed, plan->point_count, points);
    *own = *b;
    own->bed = bed;
    *own_plan = *plan;
    own_plan->points = points;
    job->basins = own;
    job->plan = own_plan;
    return FLUV_OK;
}

fluv_status fluv_relief_levels_hold(fluv_ctx *ctx, const fluv_relief_job *job)
{
    const fluv_basins *b = job->basins;
    for (uint32_t i = 0; job->placed && i < job->placed->lake_count; i++) {
        const fluv_placed_lake *lake = &job->placed->lakes[i];
        if (b->lake_exit[i] == FLUV_NONE || !isfinite(lake->level) || lake->follows)
            continue;
        double level = (double)lake->level, high = (double)job->high[b->lake_exit[i]];
        if (high < level - fmax(SHORT, SHORT_SHARE * level))
            return refuse(ctx, job, i, "the land there rises to", high);
    }
    return FLUV_OK;
}
