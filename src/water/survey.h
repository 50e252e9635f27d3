// SPDX-License-Identifier: MIT
/* Surveyed lakes: the flats that a height map shows where water stood. */
#ifndef FLUV_WATER_SURVEY_H
#define FLUV_WATER_SURVEY_H

#include "base/queue.h"
#include "water/drainage.h"

/* Where the water of a surveyed lake goes when no way out is near its level. */
typedef enum fluv_survey_way {
    FLUV_WAY_NONE, /* nowhere: the lake is closed */
    FLUV_WAY_CUT,  /* over the lowest pass, which is cut down to the lake however high it is */
    FLUV_WAY_RISE  /* the lake rises as any hollow fills, and does not keep its level */
} fluv_survey_way;

typedef struct fluv_surveyed_lake {
    float level;
    uint32_t cell_count;
    uint32_t root; /* the cell its water gathers at; on the frame's edge if the lake touches it */
    bool at_edge;
    uint8_t way;    /* fluv_survey_way, as the rules say */
    bool closed;    /* no way out is near its level */
    float sill;     /* m above its level that its way out climbed before it was cut */
    float depth;    /* m that it shall be deep; 0: as its shores suggest */
    uint32_t given; /* which of the lakes that were given it is; FLUV_NONE: a flat of the map */
} fluv_surveyed_lake;

/* A lake that is known to be there, at its level. */
typedef struct fluv_given_lake {
    const uint32_t *cells;
    uint32_t count; /* 0: it has no place in this frame */
    float level, depth;
    bool open; /* it has a way out, however high; else as the rules say */
} fluv_given_lake;

typedef struct fluv_given_lakes {
    size_t count;
    const fluv_given_lake *lakes;
} fluv_given_lakes;

/* The lists are the caller's to free. */
typedef struct fluv_survey {
    fluv_list lakes;   /* of fluv_surveyed_lake */
    fluv_list cells;   /* of uint32_t: those of the first lake, then of the next, each rising; with
                        * none they are looked for in lake_of */
    uint32_t *lake_of; /* for each cell its lake, or NONE; scratch; NULL when there are none */
    uint8_t *changed;  /* likewise, for each cell whether it is in a lake or its height changed */
    fluv_list undo;    /* heights as they came, where they changed (water/undo.h) */
    bool certain;      /* one of the flats is so broad that it is no chance */
    double volume_raised, volume_cut; /* m3 of ground, at shores and at outlets */
    float deepest_cut;                /* m */
} fluv_survey;

typedef struct fluv_survey_rules {
    double min_area;     /* m2; INFINITY: no flat is a lake */
    float max_sill;      /* m */
    const uint8_t *ways; /* for each lake that an earlier survey of this ground found; NULL: none */
    fluv_given_lakes given;
} fluv_survey_rules;

/* Takes the lakes that are given, finds flats of at least `min_area` that are lakes, sets their
 * cells to one level, raises the few shore cells that lie below it, and cuts their outlets: the
 * lowest way from the shore to ground that drains off below the lake, at the lake's level. Where
 * that way climbs more than `max_sill` above the lake, the rules say what becomes of it. The
 * drainage is that of the heights as they come in; where no flat is a lake, nothing but its
 * topology and kinds is asked for. */
FLUV_MUST_CHECK fluv_status fluv_survey_find(fluv_ctx *ctx, const fluv_drainage *drainage,
                                             const fluv_survey_rules *rules, float *height,
                                             fluv_survey *survey);

/* ---- Its parts ----------------------------------------------------------------------------------
 */

/* The first cells of flats of at least `min_area` that are broad and even, the largest first, into
 * `seeds`, of uint32_t: each may be a lake. Where there is none, and none is given, no lakes are
 * found. Heights are not changed. */
FLUV_MUST_CHECK fluv_status fluv_survey_list_flats(fluv_ctx *ctx, const fluv_topology *topology,
                                                   const uint8_t *kind, float *height,
                                                   double min_area, fluv_list *seeds);

/* The height of each cell with every hollow filled, as the ground was before the survey. */
typedef struct fluv_survey_filled {
    const float *level; /* of each cell; NULL: it comes from its hollow */
    const float *height;
    const uint32_t *label;
    const float *spill; /* of each label: where what drains there overflows to the outside */
} fluv_survey_filled;

static inline float fluv_survey_filled_at(const fluv_survey_filled *filled, uint32_t cell)
{
    if (filled->level)
        return filled->level[cell];
    uint32_t label = filled->label[cell];
    return label == FLUV_NONE ? filled->height[cell]
                              : fmaxf(filled->height[cell], filled->spill[label]);
}

/* Work of looking for outlets, with room for all cells. Little of it is used where lakes are few:
 * it may be memory that is taken when it is touched. */
typedef struct fluv_survey_room {
    uint32_t *seen, *from, *shut; /* one a cell; the first and the last all NONE */
    fluv_heap open, lower;
} fluv_survey_room;

/* What lakes and their outlets are looked for on. */
typedef struct fluv_survey_ground {
    const fluv_topology *topology;
    const uint8_t *kind;
    const fluv_survey_filled *filled; /* NULL: not known */
    uint32_t *queue;                  /* work, with room for all cells */
    fluv_survey_room *room;           /* NULL: scratch */
} fluv_survey_ground;

/* Takes the lakes that are given and those flats that are lakes, and closes their shores. The
 * survey comes with lake_of, all NONE, and changed, all 0. */
FLUV_MUST_CHECK fluv_status fluv_survey_judge(fluv_ctx *ctx, const fluv_survey_ground *ground,
                                              const fluv_survey_rules *rules,
                                              const fluv_list *seeds, float *height,
                                              fluv_survey *survey);

/* Cuts outlets. */
FLUV_MUST_CHECK fluv_status fluv_survey_open(fluv_ctx *ctx, const fluv_survey_ground *ground,
                                             float max_sill, float *height, fluv_survey *survey);
/* Makes each lake one tree of receivers, and gives it a root if it has none yet. `queue` has room
 * for all cells. */
void fluv_survey_route(const fluv_topology *topology, const fluv_survey *survey, uint32_t *queue,
                       uint32_t *receiver);
/* Gives surveyed lakes a floor: the slope of the shore goes on under water and levels out.
 * `distance` is work, one a cell. */
FLUV_MUST_CHECK fluv_status fluv_survey_deepen(fluv_ctx *ctx, const fluv_topology *topology,
                                               const fluv_survey *survey, float *distance,
                                               float *height);

/* All cells that may be in a lake, lake by lake or not. */
static inline size_t fluv_survey_cell_count(const fluv_topology *topology,
                                            const fluv_survey *survey)
{
    return survey->cells.count ? survey->cells.count : topology->count;
}

static inline uint32_t fluv_survey_cell(const fluv_survey *survey, size_t i)
{
    return survey->cells.count ? ((const uint32_t *)survey->cells.items)[i] : (uint32_t)i;
}

void fluv_survey_free(fluv_survey *survey); /* the lists */

#endif
