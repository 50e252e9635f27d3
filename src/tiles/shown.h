// SPDX-License-Identifier: MIT
/* Lakes that a map in tiles shows as flats. */
#ifndef FLUV_TILES_SHOWN_H
#define FLUV_TILES_SHOWN_H

#include "tiles/work.h"
#include "water/survey.h"

/* A cell whose height the survey changed, or that is in one of its lakes. */
typedef struct fluv_shown_cell {
    uint64_t cell;
    float height;
    uint32_t lake; /* NONE: in none */
} fluv_shown_cell;

/* What lakes a cell of FLUV_GRID_SHOWN is in. */
static inline uint32_t fluv_shown_lake(uint32_t in_grid)
{
    return in_grid - 1; /* NONE: in none */
}

/* On rank 0: the lakes, and their ways out as they were cut last. */
typedef struct fluv_shown {
    fluv_list parts[5]; /* as kept on disk */
    fluv_list ways;     /* uint8_t, fluv_survey_way of each */
    fluv_survey survey;
    fluv_list changed; /* fluv_shown_cell, rising */
    fluv_list routes;  /* fluv_shown_route, for each cell of the survey */
} fluv_shown;

typedef struct fluv_shown_route {
    uint64_t cell, way;
} fluv_shown_route;

/* What rank 0 keeps on disk: first cells of flats, uint64_t; */
#define FLUV_TILES_SEEDS "seeds.raw"
/* lakes with closed shores: fluv_surveyed_lake; their cells, uint32_t; fluv_shown_cell; where each
 * basin of the map overflows to the outside, float; fluv_shown_total; */
#define FLUV_TILES_SHOWN "flat_lakes.raw"
/* and lakes as they are in the end: fluv_surveyed_lake. */
#define FLUV_TILES_STOOD "stood.raw"

typedef struct fluv_shown_total {
    double raised, cut;
    float deepest;
    uint32_t certain;
} fluv_shown_total;

/* On rank 0, of what fluv_lakes_take_joins has found: which flats are lakes. */
FLUV_MUST_CHECK fluv_status fluv_shown_judge(fluv_tile_work *work);
FLUV_MUST_CHECK fluv_status fluv_shown_begin(fluv_tile_work *work, fluv_shown *shown);
void fluv_shown_free(fluv_shown *shown);
/* Cuts outlets and leads water through the lakes. */
FLUV_MUST_CHECK fluv_status fluv_shown_open(fluv_tile_work *work, fluv_shown *shown);
/* Heights of floors, into `changed`; lakes are known. */
FLUV_MUST_CHECK fluv_status fluv_shown_deepen(fluv_tile_work *work, fluv_shown *shown);

/* In tiles: the ground with shores and outlets, on which water finds its ways anew. */
FLUV_MUST_CHECK fluv_status fluv_tiles_open_shown(fluv_tile_work *work);
/* And in the end the floors. */
FLUV_MUST_CHECK fluv_status fluv_tiles_deepen_shown(fluv_tile_work *work);

#endif
