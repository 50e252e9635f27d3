// SPDX-License-Identifier: MIT
/* Inside the stage `channels`: one delta, from its arms to its land. */
#ifndef FLUV_STAGES_CHANNELS_DELTA_H
#define FLUV_STAGES_CHANNELS_DELTA_H

#include "landscape/shore.h"
#include "stages/channels/parts.h"

#define FLUV_DELTA_ARMS  30 /* most of them besides the main one */
#define FLUV_DELTA_SIDES 65 /* directions in which a delta looks for room */
#define FLUV_DELTA_TRUNK 48 /* most points from the old mouth to where arms begin to spread */

/* Directions of a delta are counted by the tangent of half their angle with straight ahead: it
 * rises with the angle, and needs no sine. */
#define FLUV_DELTA_WIDEST 0.80 /* 77 degrees to each side */

/* A delta that is being made. From the old mouth its trunk goes to where the sea is wide, and there
 * arms begin to spread: their directions meet a little behind that place. */
typedef struct fluv_delta_site {
    const fluv_channels_job *job;
    const fluv_shore *shore;  /* with the land of deltas that are made */
    const uint32_t *sea_ends; /* vertices in the sea where rivers end */
    uint32_t sea_end_count;
    uint32_t mouth;                    /* vertex */
    fluv_key key;                      /* of its place */
    double x, y;                       /* where arms begin to spread, CRS */
    double trunk[FLUV_DELTA_TRUNK][2]; /* CRS; the first is the old mouth, the last x, y */
    uint32_t trunk_count;
    double ahead_x, ahead_y;       /* towards the open sea, unit vector */
    double reach;                  /* how far the main arm goes, m */
    double behind;                 /* from x, y inland to where directions meet, m */
    double smooth;                 /* 0: a bird's foot, 1: an even bow */
    double half;                   /* half the width of the land along an arm, m */
    double round;                  /* no bay is narrower than twice this, m */
    double from, to;               /* directions between which arms lie */
    double room[FLUV_DELTA_SIDES]; /* m from x, y, by direction */
} fluv_delta_site;

static inline double fluv_delta_side(uint32_t i)
{
    return FLUV_DELTA_WIDEST * (2.0 * i / (FLUV_DELTA_SIDES - 1.0) - 1.0);
}

/* The place at a distance from where directions meet. */
static inline void fluv_delta_at(const fluv_delta_site *d, double r, double side, double *x,
                                 double *y)
{
    double ahead = r * (1.0 - side * side) / (1.0 + side * side) - d->behind;
    double left = r * 2.0 * side / (1.0 + side * side);
    *x = d->x + ahead * d->ahead_x - left * d->ahead_y;
    *y = d->y + ahead * d->ahead_y + left * d->ahead_x;
}

/* Which way the sea is, and between which directions there is room; false: nowhere enough
 * (lobe_room.c). */
bool fluv_delta_room(fluv_delta_site *delta);
/* Arms, as far as they are to be land and a piece beyond: appends to `arms` and `fan` (fan.c). */
FLUV_MUST_CHECK fluv_status fluv_delta_arms(fluv_ctx *ctx, const fluv_delta_site *delta,
                                            fluv_list *arms, fluv_list *fan);
/* The land around arms; `lobe->depth` stays NULL where it would dam up another river or shut off
 * a bay (lobe.c). */
FLUV_MUST_CHECK fluv_status fluv_delta_land(fluv_ctx *ctx, const fluv_delta_site *delta,
                                            const fluv_list *fan, size_t first_point,
                                            fluv_layout_lobe *lobe);

#endif
