// SPDX-License-Identifier: MIT
/* Dunes of dry land (dunes.c). */
#ifndef FLUV_STAGES_RELIEF_DUNES_H
#define FLUV_STAGES_RELIEF_DUNES_H

#include "field/noise.h"
#include "stages/relief/parts.h"

#define FLUV_DUNES_BLOCK 512 /* most places of a row at a time */

typedef struct fluv_dunes {
    fluv_noise bend, high;
    double wind_x, wind_y; /* dunes a metre, along the wind */
    double cell;           /* m */
    float shown;           /* 0 .. 1: how much of them cells of this size show */
} fluv_dunes;

/* Height of dunes of the usual strength, m. */
double fluv_relief_dunes(const fluv_relief_job *job);
fluv_dunes fluv_dunes_make(const fluv_relief_job *job);
/* Heights 0 .. 1 at (x0, y), (x0 + cell, y), … */
void fluv_dunes_row(const fluv_dunes *dunes, double x0, double y, size_t n, float *out);

#endif
