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
    fluv_layout_line *lines;
    uint32_t *line_head; /* a line: its first vertex */
    uint32_t line_count, arm_count;
    fluv_list points; /* of fluv_layout_point */
    fluv_layout_lake *lakes;
    uint32_t lake_count;
} fluv_channels_job;

/* Heads and river vertices (sources.c). */
FLUV_MUST_CHECK fluv_status fluv_channels_sources(fluv_ctx *ctx, fluv_channels_job *job);
/* Lines with points (lines.c). */
FLUV_MUST_CHECK fluv_status fluv_channels_lines(fluv_ctx *ctx, fluv_channels_job *job);
/* Moves points from `first` on by a smooth field, which cannot make lines cross (lines.c). */
FLUV_MUST_CHECK fluv_status fluv_channels_bend(fluv_ctx *ctx, fluv_channels_job *job, size_t first);
/* Lakes on the lines (standing.c). */
FLUV_MUST_CHECK fluv_status fluv_channels_standing(fluv_ctx *ctx, fluv_channels_job *job);
/* Arms of deltas, as further lines (delta.c). */
FLUV_MUST_CHECK fluv_status fluv_channels_deltas(fluv_ctx *ctx, fluv_channels_job *job);

/* Whether a vertex lies in the ocean, or is none. */
static inline bool fluv_channels_ends(const fluv_basins *basins, uint32_t v)
{
    return v == FLUV_NONE || basins->ocean[v];
}

/* How far inland deltas begin, m. */
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
