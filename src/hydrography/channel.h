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
    bool spread;      /* wide rivers cover the cells beside them */
} fluv_channel_shape;

/* Usual channel geometry, Moody and Troutman 2002: width 7.2 Q^0.50, depth 0.27 Q^0.30. */
static inline float fluv_channel_width(const fluv_channel_shape *shape, double discharge)
{
    double width = shape->width * 7.2 * sqrt(discharge > 0.0 ? discharge : 0.0);
    if (shape->max_width > 0.0 && width > shape->max_width)
        width = shape->max_width;
    return (float)(width < 0.3 ? 0.3 : width);
}

static inline float fluv_channel_depth(const fluv_channel_shape *shape, double discharge)
{
    double depth = shape->depth * 0.27 * pow(discharge > 0.0 ? discharge : 0.0, 0.30);
    return (float)(depth < 0.02 ? 0.02 : depth);
}

/* Manning: v = R^(2/3) * sqrt(slope) / n. */
static inline float fluv_channel_velocity(const fluv_channel_shape *shape, double width,
                                          double depth, double slope)
{
    double radius = width * depth / (width + 2.0 * depth);
    return (float)(cbrt(radius * radius) * sqrt(slope > 1e-6 ? slope : 1e-6) / shape->roughness);
}

#endif
