// SPDX-License-Identifier: MIT
/* Earthworks: small hollows are cut open or filled. Nothing is done to the ground before the end,
 * since what is cut now may be filled later. */
#ifndef FLUV_WATER_EARTHWORKS_H
#define FLUV_WATER_EARTHWORKS_H

#include "water/hollows.h"

/* How high a basin was filled, and when last. Later fillings are never lower. */
typedef struct fluv_filling {
    float level;
    uint32_t time;
} fluv_filling;

typedef struct fluv_earthworks {
    fluv_settlement *job;
    /* Where basins drain to: sets of basins with one end, which leads to itself; and how the
     * basins of a set were filled. */
    uint32_t *to;
    fluv_filling *fill;
    fluv_list cuts;
    float *cut_ground; /* the ground with all cuts made so far */
    uint32_t time;     /* hollows removed so far */
} fluv_earthworks;

/* The way out of a hollow: down the receivers from its pass to its root, read backwards, and on
 * down the other side to ground as low as `level`. */
typedef struct fluv_way {
    uint32_t from, to; /* the pass */
    float level;
    uint32_t end_here, end_there; /* the basins where both sides drain to */
} fluv_way;

typedef struct fluv_cut_limits {
    double volume; /* m3 in all */
    float depth;   /* m anywhere */
} fluv_cut_limits;

FLUV_MUST_CHECK fluv_status fluv_earthworks_init(fluv_ctx *ctx, fluv_earthworks *works,
                                                 fluv_settlement *job);
void fluv_earthworks_free(fluv_ctx *ctx, fluv_earthworks *works);

/* The basin in which a basin's water ends. */
uint32_t fluv_basin_end(const fluv_earthworks *works, uint32_t basin);
/* From now on `basin`, an end so far, drains to the end `to`; filled up to a level, or -INFINITY.
 */
void fluv_basin_lead(fluv_earthworks *works, uint32_t basin, uint32_t to, float filled);

/* Whether the way can be cut within the limits without opening the rim of another hollow. */
bool fluv_way_can_cut(const fluv_earthworks *works, const fluv_way *way,
                      const fluv_cut_limits *limits);
FLUV_MUST_CHECK fluv_status fluv_way_cut(fluv_ctx *ctx, fluv_earthworks *works,
                                         const fluv_way *way);
/* How thick the dam is that holds a hollow: the way over its pass, where it stands higher than
 * halfway between floor and spill. INFINITY where no cut could open it. */
double fluv_way_dam(const fluv_earthworks *works, const fluv_way *way, float spill);

/* Fills and cuts the ground, and accounts for it in the job. */
void fluv_earthworks_apply(fluv_earthworks *works, int threads);
/* Notes what the heights were before that in the job's undo list. */
FLUV_MUST_CHECK fluv_status fluv_earthworks_note(fluv_ctx *ctx, const fluv_earthworks *works);

#endif
