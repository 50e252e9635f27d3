// SPDX-License-Identifier: MIT
/* Rivers beyond the frame's edge.
 *
 * in   an outlet at the edge, its drainage area        out   how far, dear and high its way goes on
 *
 * Land does not end where the frame does. A river that leaves it goes on to the sea as one of its
 * size would: its basin grows with its length by Hack's law,  l = 1.4 A^0.55  in spacings and cells
 * of the mesh, so that what is said of a metre of river as  A^-x  adds up along its way to
 *
 *     integral from l0 to l1 of  (l / 1.4)^(-x / 0.55)  dl
 *
 * Based on: Hack. Studies of longitudinal stream profiles in Virginia and Maryland. 1957 */
#include "stages/basins/parts.h"

#include <assert.h>

#define HACK       1.4
#define HACK_POWER 0.55
#define NEAR       0.05 /* of the longer side: how far beyond the edge its region goes on */

static double length_of(double cells)
{
    return HACK * pow(fmax(cells, 1.0), HACK_POWER);
}

/* The drainage area inside the frame, in cells of the mesh. */
static double cells_of(const fluv_basins_job *job, uint32_t v)
{
    assert(v < job->count && job->spacing > 0.0);
    return job->area[v] / (job->spacing * job->spacing);
}

double fluv_basins_sea_beyond(const fluv_basins_job *job, uint32_t v)
{
    if (job->land_count < job->count)
        return fmax(0.0, (double)job->shore[v]);
    const fluv_frame *frame = &job->landscape->frame;
    double cols = frame->cell * frame->cols / job->spacing;
    double rows = frame->cell * frame->rows / job->spacing;
    return job->spacing * fmax(0.0, length_of(cols * rows) - length_of(cells_of(job, v)));
}

double fluv_basins_beyond(const fluv_basins_job *job, uint32_t v, double power, double from,
                          double to)
{
    assert(from >= 0.0 && to >= from);
    double begin = length_of(cells_of(job, v)), q = power / HACK_POWER;
    double l0 = begin + from / job->spacing, l1 = begin + to / job->spacing;
    double sum =
        fabs(q - 1.0) < 1e-9 ? log(l1 / l0) : (pow(l1, 1.0 - q) - pow(l0, 1.0 - q)) / (1.0 - q);
    return job->spacing * pow(HACK, q) * sum;
}

float fluv_basins_edge_bed(const fluv_basins_job *job, uint32_t v)
{
    assert(job->at_edge[v] && !job->ocean[v]);
    double sea = fluv_basins_sea_beyond(job, v), near = fmin(sea, NEAR * job->longer);
    double power = job->params->concavity;
    double plain = fmin((double)job->regions->types[FLUV_FLATLAND].growth, (double)job->growth[v]);
    double head = pow(FLUV_BASINS_HEAD, power); /* as fluv_basins_beds has it */
    return (float)(head * ((double)job->growth[v] * fluv_basins_beyond(job, v, power, 0.0, near) +
                           plain * fluv_basins_beyond(job, v, power, near, sea)));
}
