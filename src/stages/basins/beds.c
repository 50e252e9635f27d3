// SPDX-License-Identifier: MIT
/* How steep the land is where, and how high a river's bed would lie.
 *
 * in   receivers, areas, regions        out   growth, shares of regions, bed
 *
 * The growth of a region fades into that of its neighbour, half of the way at the border and by the
 * same share a metre, so that mountains have foothills; within a region noise makes here hills and
 * there plains. A bed rises upstream by  growth * (1 + area / head)^-concavity  a metre, head being
 * what hillsides drain and the area a whole number of octaves, from the sea or from what lies
 * beyond the frame's edge.  O(n). */
#include "stages/basins/parts.h"

#include "field/noise.h"

#include <assert.h>

#define COUNTRY 0.15 /* of the longer side: how wide plains and hills of one type are */
#define UNLIKE  2.2F /* powers of two that they differ by */
#define FADE    0.08 /* of the longer side: how far from a border growth fades */

/* Country of one type is not all alike: here hills, there a plain. Steep types differ less. */
static void vary(const fluv_basins_job *job)
{
    float *noise = job->bed; /* not yet in use */
    fluv_noise large = {.key = fluv_key_make(job->landscape->seed, "basins", "country"),
                        .wavelength = COUNTRY * job->longer,
                        .octaves = 3,
                        .gain = 0.5,
                        .lacunarity = 2.0};
    fluv_noise_points(&large, job->x, job->y, job->count, noise);
    for (uint32_t v = 0; v < job->count; v++)
        job->growth[v] *= (float)exp2((double)(UNLIKE * noise[v] / (1.0F + 2.0F * job->growth[v])));
}

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
    job->growth[v] = here > 0.0F && there > 0.0F
                         ? here * (float)pow((double)(there / here), 1.0 - (double)own)
                         : here * own + there * (1.0F - own);
}

/* A little more land somewhere changes the area of all of the river below, and with its slopes the
 * beds of all that runs into it. Areas count in octaves, so that this ends where it is little to a
 * river of that size; catchments begin them at areas of their own. */
static double in_octaves(double share, double begin)
{
    assert(share >= 1.0 && begin >= 0.0 && begin < 1.0);
    return exp2(floor(log2(share) + begin) - begin + 0.5);
}

void fluv_basins_beds(fluv_basins_job *job)
{
    assert(job->land_count <= job->count && job->longer > 0.0);
    for (uint32_t v = 0; v < job->count; v++)
        blend_at(job, v);
    vary(job);
    for (uint32_t v = 0; v < job->count; v++)
        job->bed[v] = 0.0F;
    fluv_key key = fluv_key_make(job->landscape->seed, "basins", "beds");
    double head = FLUV_BASINS_HEAD * fluv_basins_all(job) / job->count;
    for (uint32_t k = 0; k < job->land_count; k++) {
        uint32_t v = job->order[k], to = job->receiver[v];
        assert(!job->ocean[v] && job->area[v] >= job->cell[v] && job->cell[v] > 0.0);
        double share = in_octaves(1.0 + job->area[v] / head, fluv_random(key, job->outlet[v]));
        double slope = (double)job->growth[v] * pow(share, -job->params->concavity);
        double step = to == FLUV_NONE ? 0.0 : fluv_basins_step(job, v, to);
        float below = to == FLUV_NONE ? fluv_basins_edge_bed(job, v) : job->bed[to];
        job->bed[v] = (float)((double)below + fmax(slope, 1e-6) * step);
    }
}
