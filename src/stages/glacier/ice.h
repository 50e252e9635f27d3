// SPDX-License-Identifier: MIT
/* Ice on a lattice: how thick it is, how it flows and how fast it slides over its bed. */
#ifndef FLUV_STAGES_GLACIER_ICE_H
#define FLUV_STAGES_GLACIER_ICE_H

#include "stages/shared/tiers.h"

/* Grids of the level (tiers.h), with its rim. */
typedef struct fluv_ice {
    fluv_tier level;
    float *bed;        /* m; NaN where there is no ground: what flows there is gone */
    float *thick;      /* m of ice; 0 without ground and in the rim */
    const float *gain; /* m of ice that snow and melting bring in a year, less than 0: melt */
    float *across,
        *down;     /* m2/y: what a slope of 1 would carry to the cell east, to the one south */
    float *before; /* thickness at the beginning of a step */
    float *bears;  /* m of ice whose weight the bed bears: less than there is where walls help */
    float *slides; /* m/y, over the bed; 0 without ice */
    float deforms; /* 1/(m3 y): how soft ice is, times its weight to the third power */
    float slips;   /* 1/(m y): how easily it slides, likewise */
} fluv_ice;

/* Of temperate ice: Glen's law with n = 3, and sliding as Braun, Zwartz and Tomkin (1999) have it.
 */
#define FLUV_ICE_DEFORMS 6.1e-5F
#define FLUV_ICE_SLIPS   1.28F

/* Grids for a level, and ground that is the same for all steps; scratch. */
FLUV_MUST_CHECK fluv_status fluv_ice_make(fluv_ctx *ctx, const fluv_tier *level, fluv_ice *ice);
void fluv_ice_drop(fluv_ctx *ctx, fluv_ice *ice);

/* Thickness after so many years of the same gain. The same for any number of threads. */
void fluv_ice_flow(const fluv_ice *ice, int threads, double years);

/* How fast it slides, from thickness and surface. */
void fluv_ice_slide(const fluv_ice *ice, int threads);

#endif
