// SPDX-License-Identifier: MIT
/* Arms of a delta as lines.
 *
 * in   ways over the mesh        out   lines with points, the discharge shared out
 *
 * Every mouth draws some of the water. Where an arm begins, it takes the share of the mouths it
 * leads to among all that are left.  O(points + arms^2). */
#include "stages/channels/delta.h"

#include <stdlib.h>

#define SMOOTH   (2 * FLUV_PLAN_STEPS) /* rounds that take the mesh's corners off */
#define MAIN_OWN 2.0                   /* what the main mouth draws; others draw about 1 */

static int by_beginning(const void *a, const void *b)
{
    const fluv_delta_arm *left = a, *right = b;
    if (left->leaves != right->leaves)
        return left->leaves < right->leaves ? -1 : 1;
    return left->first < right->first ? -1 : left->first > right->first;
}

/* Sorted so that arms stand after those they leave, and after those that leave farther up. */
static void sort_arms(fluv_delta_site *delta)
{
    uint32_t now[FLUV_DELTA_ARMS] = {0}, before[FLUV_DELTA_ARMS];
    for (uint32_t i = 0; i < delta->arm_count; i++)
        before[i] = delta->arms[i].first;
    qsort(delta->arms, delta->arm_count, sizeof *delta->arms, by_beginning);
    for (uint32_t i = 0; i < delta->arm_count; i++)
        for (uint32_t k = 0; k < delta->arm_count; k++)
            if (delta->arms[k].first == before[i])
                now[i] = k;
    for (uint32_t i = 0; i < delta->arm_count; i++)
        if (delta->arms[i].parent != FLUV_NONE)
            delta->arms[i].parent = now[delta->arms[i].parent];
}

/* From the last arm up: `drawn` is what an arm draws with all that leave it. */
static void share_out(fluv_delta_site *delta)
{
    double drawn[FLUV_DELTA_ARMS], main = MAIN_OWN;
    for (uint32_t i = 0; i < delta->arm_count; i++)
        drawn[i] = delta->arms[i].own;
    for (uint32_t i = delta->arm_count; i-- > 0;) {
        fluv_delta_arm *arm = &delta->arms[i];
        double *left = arm->parent == FLUV_NONE ? &main : &drawn[arm->parent];
        *left += drawn[i];
        arm->share = (float)(drawn[i] / *left);
    }
}

void fluv_channels_smooth(fluv_layout_point *points, size_t count)
{
    for (int round = 0; round < SMOOTH; round++)
        for (size_t i = 1; i + 1 < count; i++) {
            points[i].x = 0.25 * (points[i - 1].x + 2.0 * points[i].x + points[i + 1].x);
            points[i].y = 0.25 * (points[i - 1].y + 2.0 * points[i].y + points[i + 1].y);
        }
}

/* Points along the vertices. The first lies on the river, which bends already: the arm's own bend
 * is faded in. Beds fall evenly. */
static fluv_status add_points(fluv_ctx *ctx, fluv_channels_job *job, const uint32_t *way,
                              const fluv_delta_arm *arm)
{
    const fluv_basins *b = job->basins;
    size_t total = (size_t)(arm->count - 1) * FLUV_PLAN_STEPS + 1, start = job->points.count;
    uint32_t split = job->point_of[way[0]];
    fluv_layout_point *out = fluv_list_append(ctx, &job->points, total, sizeof *out);
    if (!out)
        return FLUV_NO_MEMORY;
    fluv_layout_point from = ((const fluv_layout_point *)job->points.items)[split];
    for (size_t i = 0; i < total; i++) {
        size_t step = i / FLUV_PLAN_STEPS;
        double t = (double)(i % FLUV_PLAN_STEPS) / FLUV_PLAN_STEPS;
        uint32_t a = way[step], c = i + 1 < total ? way[step + 1] : a;
        out[i] = (fluv_layout_point){.x = b->x[a] + t * (b->x[c] - b->x[a]),
                                     .y = b->y[a] + t * (b->y[c] - b->y[a]),
                                     .bed = from.bed * (float)(1.0 - (double)i / (double)total),
                                     .vertex = a,
                                     .wet = true};
        if (i % FLUV_PLAN_STEPS == 0 && step && i + 1 < total)
            job->point_of[a] = (uint32_t)(start + i);
    }
    FLUV_TRY(fluv_channels_bend(ctx, job, start));
    double aside_x = from.x - out[0].x, aside_y = from.y - out[0].y;
    for (size_t i = 0; i < 2 * FLUV_PLAN_STEPS && i < total; i++) {
        double part = 1.0 - (double)i / (2.0 * FLUV_PLAN_STEPS);
        out[i].x += part * aside_x;
        out[i].y += part * aside_y;
    }
    fluv_channels_smooth(out, total);
    return FLUV_OK;
}

fluv_status fluv_delta_draw(fluv_ctx *ctx, fluv_channels_job *job, fluv_delta_site *delta)
{
    sort_arms(delta);
    share_out(delta);
    for (uint32_t i = 0; i < delta->arm_count; i++) {
        const fluv_delta_arm *arm = &delta->arms[i];
        const uint32_t *way = delta->way + arm->first;
        uint32_t start = (uint32_t)job->points.count, split = job->point_of[way[0]];
        FLUV_TRY(add_points(ctx, job, way, arm));
        job->line_head[job->line_count] = way[0];
        job->lines[job->line_count++] =
            (fluv_layout_line){.first_point = start,
                               .point_count = (uint32_t)job->points.count - start,
                               .into = FLUV_NONE,
                               .from = split,
                               .strength = arm->share};
        job->arm_count++;
    }
    return FLUV_OK;
}
