// SPDX-License-Identifier: MIT
/* How steep the land is where, and how high a river's bed would lie.
 *
 * in   receivers, areas, regions        out   growth, shares of regions, bed
 *
 * The growth of a region fades into that of its neighbour, half and half at the border. A bed rises
 * upstream by  growth * (area / own area)^-concavity  a metre, from the sea or from what lies
 * beyond the frame's edge.  O(n). */
#include "stages/basins/parts.h"

#include <assert.h>

#define FADE 0.035 /* of the longer side: how far from a border growth fades */

static void blend_at(const fluv_basins_job *job, uint32_t v)
{
    const fluv_region_blend *at = &job->blend[v];
    assert(at->type < job->regions->type_count && at->other < job->regions->type_count);
    float here = job->regions->types[at->type].growth,
          there = job->regions->types[at->other].growth;
    double t = fmin(1.0, (double)at->border / (FADE * job->longer));
    float own = (float)(0.5 + 0.5 * t * t * (3.0 - 2.0 * t));
    job->other[v] = at->other;
    job->own[v] = own;
    job->growth[v] = here * own + there * (1.0F - own);
}

void fluv_basins_beds(fluv_basins_job *job)
{
    assert(job->land_count <= job->count && job->longer > 0.0);
    for (uint32_t v = 0; v < job->count; v++) {
        blend_at(job, v);
        job->bed[v] = 0.0F;
    }
    for (uint32_t k = 0; k < job->land_count; k++) {
        uint32_t v = job->order[k], to = job->receiver[v];
        assert(!job->ocean[v] && job->area[v] >= job->cell[v] && job->cell[v] > 0.0);
        double slope =
            (double)job->growth[v] * pow(job->area[v] / job->cell[v], -job->params->concavity);
        double step = to == FLUV_NONE ? 0.0 : fluv_basins_step(job, v, to);
        float below = to == FLUV_NONE ? fluv_basins_edge_bed(job, v) : job->bed[to];
        job->bed[v] = (float)((double)below + fmax(slope, 1e-6) * step);
    }
}
