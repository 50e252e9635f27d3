// SPDX-License-Identifier: MIT
/* What stands behind the figures of a landscape, for who draws them. */
#ifndef FLUV_MEASURE_MEASURE_H
#define FLUV_MEASURE_MEASURE_H

#include "base/ctx.h"

#define FLUV_CURVE_POINTS 64

typedef struct fluv_curve {
    int count;
    double x[FLUV_CURVE_POINTS], y[FLUV_CURVE_POINTS];
} fluv_curve;

typedef struct fluv_measure_curves {
    fluv_curve hypsometry; /* share of the land above, height as a share of the relief */
    fluv_curve slopes;     /* degrees, share of the land in a window of two degrees */
    fluv_curve slope_area; /* log10 of drainage area in m2, log10 of mean slope */
    fluv_curve spectrum;   /* log10 of wavelength in m, log10 of power */
} fluv_measure_curves;

const fluv_measure_curves *fluv_measures_curves(const fluv_measures *measures);

#endif
