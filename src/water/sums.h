// SPDX-License-Identifier: MIT
/* Sums over cells that are the same in whatever order the cells come.
 *
 * Heights, depths and rates are counted in whole steps, and cells by their weight: 1 on a grid, on
 * a mesh the parts of its area that a vertex has. Whole numbers add up to the same in any order,
 * and 128 bits hold more of them than there are cells. A float of 2^-16 m or more is a whole number
 * of steps: what is rounded lies below a millionth of a micrometre. */
#ifndef FLUV_WATER_SUMS_H
#define FLUV_WATER_SUMS_H

#include "water/topology.h"

typedef __int128 fluv_steps;

#define FLUV_STEP 0x1p-40 /* m, or m/y */

/* Beyond what 64 bits hold; nothing for what is no number. */
static inline fluv_steps fluv_many_steps(double steps)
{
    const double most = 0x1p80;
    return isnan(steps) ? 0 : (fluv_steps)(steps > most ? most : steps < -most ? -most : steps);
}

static inline fluv_steps fluv_in_steps(double value)
{
    double steps = value / FLUV_STEP;
    return fabs(steps) < 0x1p62 ? (fluv_steps)(int64_t)steps : fluv_many_steps(steps);
}

static inline double fluv_from_steps(fluv_steps steps)
{
    return (double)steps * FLUV_STEP;
}

/* How cells are weighed. */
typedef struct fluv_weights {
    double unit;         /* m2 of a weight of 1 */
    const double *areas; /* NULL: all weigh 1 */
} fluv_weights;

fluv_weights fluv_weights_of(const fluv_topology *topology);

static inline int64_t fluv_weight(const fluv_weights *weights, uint32_t cell)
{
    return weights->areas ? llrint(weights->areas[cell] / weights->unit) : 1;
}

/* m2 or, of what was counted in steps, m3 and m3/y */
static inline double fluv_weighed_area(const fluv_weights *weights, uint64_t weight)
{
    return (double)weight * weights->unit;
}

static inline double fluv_weighed_sum(const fluv_weights *weights, fluv_steps steps)
{
    return fluv_from_steps(steps) * weights->unit;
}

/* ---- Water on its way -------------------------------------------------------------------------
 *
 * Doubles that hold whole numbers of parts, so many of them to what a cell gives in a year that all
 * water there is stays below 2^53: then no sum is rounded. */
typedef struct fluv_flow_unit {
    double rate;  /* m/y */
    double parts; /* of what a cell of this rate gives; a power of two */
} fluv_flow_unit;

/* `cells`: as much as so many of this rate give is all that is on its way. */
static inline fluv_flow_unit fluv_flow_unit_for(double rate, double cells)
{
    int power;
    (void)frexp(cells, &power); /* cells < 2^power */
    power = power < 12 ? 12 : power > 52 ? 52 : power;
    return (fluv_flow_unit){rate, ldexp(1.0, 52 - power)};
}

/* What a cell with this rate gives, in parts. */
static inline double fluv_flow_parts(fluv_flow_unit unit, double rate)
{
    return rate > 0.0 ? (double)llrint(rate / unit.rate * unit.parts) : 0.0;
}

#endif
