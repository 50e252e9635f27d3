// SPDX-License-Identifier: MIT
/* Arms of deltas as lines.
 *
 * in   arms as points (fan.c), the main ones among the lines        out   lines of the others
 *
 * An arm begins at a point of another line; all of its points belong to the old mouth's vertex, as
 * it carries some of that water. Its bed falls evenly to the sea.  O(points). */
#include "stages/channels/parts.h"

#include <assert.h>

static fluv_status add_points(fluv_ctx *ctx, fluv_channels_job *job, const fluv_delta_arm *arm,
                              uint32_t split, uint32_t vertex)
{
    size_t start = job->points.count;
    fluv_layout_point *out = fluv_list_append(ctx, &job->points, arm->count, sizeof *out);
    if (!out)
        return FLUV_NO_MEMORY;
    assert(split < start && arm->first + arm->count <= job->fan.count);
    const fluv_fan_point *fan = (const fluv_fan_point *)job->fan.items + arm->first;
    float bed = ((const fluv_layout_point *)job->points.items)[split].bed;
    for (uint32_t i = 0; i < arm->count; i++)
        out[i] = (fluv_layout_point){.x = fan[i].x,
                                     .y = fan[i].y,
                                     .bed = bed * (1.0F - (float)i / (float)arm->count),
                                     .vertex = vertex,
                                     .wet = true};
    return fluv_channels_bend(ctx, job, start);
}

static fluv_status add_arm(fluv_ctx *ctx, fluv_channels_job *job, const fluv_delta_place *delta,
                           uint32_t number)
{
    fluv_delta_arm *arms = (fluv_delta_arm *)job->delta_arms.items + delta->first_arm;
    fluv_delta_arm *arm = &arms[number];
    assert(arm->parent < number && arm->share > 0.0F && arm->share < 1.0F);
    assert(arm->leaves > 0 && arm->leaves < arms[arm->parent].count);
    uint32_t split = arms[arm->parent].start + arm->leaves;
    arm->start = (uint32_t)job->points.count;
    FLUV_TRY(add_points(ctx, job, arm, split, delta->mouth));
    job->line_head[job->line_count] = delta->mouth;
    job->lines[job->line_count++] = (fluv_layout_line){.first_point = arm->start,
                                                       .point_count = arm->count,
                                                       .into = FLUV_NONE,
                                                       .from = split,
                                                       .first_joining = FLUV_NONE,
                                                       .next_joining = FLUV_NONE,
                                                       .strength = arm->share};
    job->arm_count++;
    return FLUV_OK;
}

fluv_status fluv_channels_deltas(fluv_ctx *ctx, fluv_channels_job *job)
{
    for (uint32_t i = 0; i < job->delta_count; i++)
        for (uint32_t k = 1; k < job->deltas[i].arm_count; k++)
            FLUV_TRY(add_arm(ctx, job, &job->deltas[i], k));
    return FLUV_OK;
}
