// SPDX-License-Identifier: MIT
/* Inside the stage `channels`: sources, lines, lakes, deltas. */
#ifndef FLUV_STAGES_CHANNELS_PARTS_H
#define FLUV_STAGES_CHANNELS_PARTS_H

#include "base/list.h"
#include "landscape/basins.h"
#include "landscape/layout.h"
#include "landscape/regions.h"
#include "stages/channels/channels.h"

#include <math.h>

#define FLUV_PLAN_STEPS 4 /* points a step of the mesh */

/* A delta of a river: its arms, the main one first, each after the one it leaves and after those
 * that leave farther up. */
typedef struct fluv_delta_place {
    uint32_t mouth; /* the vertex where the river came to the sea before */
    uint32_t first_arm, arm_count;
} fluv_delta_place;

typedef struct fluv_delta_arm {
    uint32_t first, count; /* in job->fan; the first point is the one it leaves, the last lies in
                            * the sea */
    uint32_t parent; /* the arm it leaves, counted from the delta's first; NONE: the main arm */
    uint32_t leaves; /* the parent's point where it begins, counted from the parent's first */
    float share;     /* of what comes to that point, 0 .. 1 */
    uint32_t start;  /* its first point among job->points, once it is there */
} fluv_delta_arm;

typedef struct fluv_fan_point {
    double x, y;   /* CRS, before lines are bent */
    float carried; /* of the river's water, 0 .. 1 */
} fluv_fan_point;

/* What the parts share; arrays have one value a vertex and are scratch. */
typedef struct fluv_channels_job {
    const fluv_channels_params *params;
    const fluv_landscape *landscape;
    const fluv_basins *basins;
    const fluv_regions *regions;
    double longer;   /* the frame's longer side, m */
    uint32_t *heads; /* vertices where rivers begin; scratch */
    uint32_t head_count;
    uint8_t *river;       /* 1: a river runs through */
    uint8_t *wet;         /* 1: with water in it */
    uint32_t *main_donor; /* the strongest river vertex that runs into it, NONE: none */
    uint32_t *point_of;   /* its point in the plan, NONE: none yet */
    fluv_delta_place *deltas;
    fluv_layout_lobe *lobes; /* of each delta */
    uint32_t delta_count;
    fluv_list delta_arms; /* of fluv_delta_arm */
    fluv_list fan;        /* of fluv_fan_point */
    fluv_layout_line *lines;
    uint32_t *line_head; /* a line: its first vertex */
    uint32_t line_count, arm_count;
    fluv_list points; /* of fluv_layout_point */
    fluv_layout_lake *lakes;
    uint32_t lake_count;
    /* What the author placed and the basins know; NULL: nothing. */
    const fluv_placed *placed;
    uint32_t *slot;       /* its place among the vertices of drawn rivers, NONE: none */
    uint32_t *slot_river; /* of such a place: the river, one more */
    uint8_t *sure;        /* 1: the river that begins here holds water */
} fluv_channels_job;

/* All that is planned so far; it points into the job (channels.c). */
fluv_layout fluv_channels_plan(const fluv_channels_job *job);
/* Where drawn rivers run (drawn.c). */
FLUV_MUST_CHECK fluv_status fluv_channels_drawn(fluv_ctx *ctx, fluv_channels_job *job);
/* The points of a drawn river from a vertex to the next, NULL: none runs from the one to the other
 * (drawn.c). */
const double *fluv_channels_drawn_step(const fluv_channels_job *job, uint32_t v);
/* The way that a drawn river's last vertex ends, NULL: it is none (drawn.c). */
const fluv_basins_way *fluv_channels_drawn_end(const fluv_channels_job *job, uint32_t v);
/* Drawn rivers stay the main ones where others join them (drawn.c). */
void fluv_channels_drawn_main(const fluv_channels_job *job);
/* Whether the author placed the mouth at a vertex (drawn.c). */
bool fluv_channels_placed_mouth(const fluv_channels_job *job, uint32_t v);
/* Heads and river vertices (sources.c). */
FLUV_MUST_CHECK fluv_status fluv_channels_sources(fluv_ctx *ctx, fluv_channels_job *job);
/* Where deltas lie, and their land (sites.c). */
FLUV_MUST_CHECK fluv_status fluv_channels_sites(fluv_ctx *ctx, fluv_channels_job *job);
/* Lines with points (lines.c). */
FLUV_MUST_CHECK fluv_status fluv_channels_lines(fluv_ctx *ctx, fluv_channels_job *job);
/* How far lines are bent at n places, m: a smooth field, which cannot make them cross (lines.c). */
void fluv_channels_sway(const fluv_channels_job *job, const double *x, const double *y, size_t n,
                        float *east, float *north);
/* Bends the points from `first` on; what is drawn stays (lines.c). */
FLUV_MUST_CHECK fluv_status fluv_channels_bend(fluv_ctx *ctx, fluv_channels_job *job, size_t first);
/* Lakes on the lines (standing.c). */
FLUV_MUST_CHECK fluv_status fluv_channels_standing(fluv_ctx *ctx, fluv_channels_job *job);
/* Arms of deltas, as further lines (arms.c). */
FLUV_MUST_CHECK fluv_status fluv_channels_deltas(fluv_ctx *ctx, fluv_channels_job *job);

/* Whether a vertex lies in the ocean, or is none. */
static inline bool fluv_channels_ends(const fluv_basins *basins, uint32_t v)
{
    return v == FLUV_NONE || basins->ocean[v];
}

/* How far deltas reach, m. */
static inline double fluv_channels_delta_reach(const fluv_channels_job *job)
{
    double asked = job->params->delta_radius;
    return asked > 0.0 ? asked : job->longer / 20.0;
}

static inline double fluv_channels_step(const fluv_basins *basins, uint32_t a, uint32_t b)
{
    return fluv_length(basins->x[a] - basins->x[b], basins->y[a] - basins->y[b]);
}

#endif
