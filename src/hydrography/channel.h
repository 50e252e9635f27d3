// SPDX-License-Identifier: MIT
/* How wide, deep and fast rivers are. */
#ifndef FLUV_HYDROGRAPHY_CHANNEL_H
#define FLUV_HYDROGRAPHY_CHANNEL_H

#include <math.h>
#include <stdbool.h>

/* What a maker of rivers can choose; `rivers.def` explains each. */
typedef struct fluv_channel_shape {
    double width;     /* against what is usual */
    double max_width; /* m; 0: no limit */
    double depth;     /* against what is usual */
    double roughness; /* Manning's */
    double perennial; /* m3/s: with no more than this the bed is dry */
    double grain;     /* depths are given to such a share of them; 0: as they come */
    bool spread;      /* wide rivers cover the cells beside them */
} fluv_channel_shape;

#define FLUV_LEAST_SLOPE 1e-5 /* of water that runs: large rivers near the sea have no less */
#define FLUV_GRAVITY     9.81 /* m/s2 */

/* Usual width, Moody and Troutman 2002: 7.2 Q^0.50. */
static inline float fluv_channel_width(const fluv_channel_shape *shape, double discharge)
{
    double width = shape->width * 7.2 * sqrt(discharge > 0.0 ? discharge : 0.0);
    if (shape->max_width > 0.0 && width > shape->max_width)
        width = shape->max_width;
    return (float)(width < 0.3 ? 0.3 : width);
}

/* The next greater whole number of grains, each such a share of the power of two above it. */
static inline double fluv_channel_grain(double grain, double depth)
{
    int power;
    double part = frexp(depth, &power);
    return grain > 0.0 ? ldexp(ceil(part / grain) * grain, power) : depth;
}

/* The depth at which a discharge passes a wide channel evenly (Manning: v = d^(2/3) sqrt(slope) / n
 * and Q = w d v), as often as the maker chose; but no less than the critical depth, at which water
 * would shoot: steep beds are rough enough to keep it near that (Grant 1997). */
static inline float fluv_channel_depth(const fluv_channel_shape *shape, double discharge,
                                       double width, double slope)
{
    double q = (discharge > 0.0 ? discharge : 0.0) / width; /* m2/s */
    double fall = slope > FLUV_LEAST_SLOPE ? slope : FLUV_LEAST_SLOPE;
    double even = shape->depth * pow(shape->roughness * q / sqrt(fall), 0.6);
    double critical = cbrt(q * q / FLUV_GRAVITY);
    double depth = even > critical ? even : critical;
    return (float)(depth < 0.02 ? 0.02 : fluv_channel_grain(shape->grain, depth));
}

/* What passes a section goes through it: Q = w d v. Without a section there is no answer: 0. */
static inline float fluv_channel_velocity(double discharge, double width, double depth)
{
    return width > 0.0 && depth > 0.0 ? (float)(discharge / (width * depth)) : 0.0f;
}

#endif
