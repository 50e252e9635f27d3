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

/* Of vertices: land, sea (0), or land that a delta built. */
enum { FLUV_OLD_LAND = 1, FLUV_DELTA_LAND, FLUV_NEW_LAND };

/* A delta: its river from the head to the old mouth, and on over new land. */
typedef struct fluv_delta_place {
    uint32_t root, mouth;
    uint32_t first, count; /* of job->seaward: from the old mouth, left out, to the ocean */
} fluv_delta_place;

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
    uint8_t *inside;      /* the enum above */
    uint32_t *seaward;    /* vertices of main arms over new land */
    uint32_t seaward_count;
    fluv_delta_place *deltas;
    fluv_layout_lobe *lobes; /* of each delta */
    uint32_t delta_count;
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
/* Moves points from `first` on by a smooth field, which cannot make lines cross (lines.c). */
FLUV_MUST_CHECK fluv_status fluv_channels_bend(fluv_ctx *ctx, fluv_channels_job *job, size_t first);
/* Takes the mesh's corners off a line; its ends stay (arms.c). */
void fluv_channels_smooth(fluv_layout_point *points, size_t count);
/* Lakes on the lines (standing.c). */
FLUV_MUST_CHECK fluv_status fluv_channels_standing(fluv_ctx *ctx, fluv_channels_job *job);
/* Arms of deltas, as further lines (delta.c). */
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

/* The nearest vertex in the sea beside one, NONE: none. */
static inline uint32_t fluv_channels_sea_beside(const fluv_basins *b, const uint8_t *inside,
                                                uint32_t v)
{
    uint32_t best = FLUV_NONE;
    for (uint32_t i = b->first[v]; i < b->first[v + 1]; i++) {
        uint32_t u = b->neighbour[i];
        if (!inside[u] &&
            (best == FLUV_NONE || fluv_channels_step(b, v, u) < fluv_channels_step(b, v, best)))
            best = u;
    }
    return best;
}

#endif
