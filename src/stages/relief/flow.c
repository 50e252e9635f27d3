// SPDX-License-Identifier: MIT
/* What rivers will carry, before there are cells to drain: runoff of the land behind them, on the
 * mesh. The ground beside wide rivers is shaped with it; what is told of rivers in the end is
 * counted on the cells.  O(n). */
#include "stages/relief/parts.h"

#include "stages/shared/flow.h"

#include <assert.h>

fluv_status fluv_relief_flow(fluv_ctx *ctx, fluv_relief_job *job)
{
    const fluv_basins *b = job->basins;
    job->flow = fluv_scratch_zero(ctx, b->count, sizeof *job->flow);
    if (!job->flow)
        return FLUV_NO_MEMORY;
    double per_area = job->plan->runoff / FLUV_SECONDS_A_YEAR;
    for (uint32_t i = 0; job->placed && i < b->way_count; i++) {
        double spring = job->placed->rivers[b->ways[i].river].discharge;
        job->flow[b->way_vertex[b->ways[i].first]] += (float)spring;
    }
    for (uint32_t k = b->land_count; k-- > 0;) {
        uint32_t v = b->order[k], to = b->receiver[v];
        if (!job->regions->types[b->type[v]].dry)
            job->flow[v] += (float)(b->cell[v] * per_area);
        if (to != FLUV_NONE && !b->ocean[to])
            job->flow[to] += job->flow[v];
    }
    return FLUV_OK;
}

double fluv_relief_flow_at(const fluv_relief_job *job, uint32_t line,
                           const fluv_layout_point *point)
{
    const fluv_layout *plan = job->plan;
    double share = 1.0;
    assert(line < plan->line_count && point->vertex < job->basins->count);
    while (plan->lines[line].from != FLUV_NONE) { /* an arm has a share of what it leaves */
        share *= (double)plan->lines[line].strength;
        point = &plan->points[plan->lines[line].from];
        line = fluv_layout_line_of(plan, plan->lines[line].from);
    }
    return share * (double)job->flow[point->vertex];
}
