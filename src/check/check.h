// SPDX-License-Identifier: MIT
/* The rules of water, inside: what a rule looks at (fluv_check_land) and what it finds
 * (fluv_finding). Each rule is one function and one file; check.c lists them.
 *
 * A landscape may come from files that somebody else wrote: ids may be missing or double, indices
 * may lead nowhere, coordinates may not be numbers. Rules report such things and survive them. */
#ifndef FLUV_CHECK_CHECK_H
#define FLUV_CHECK_CHECK_H

#include "landscape/landscape.h"

#include <math.h>

/* From an id to the place in its list: open addressing, the first of equal ids wins. */
typedef struct fluv_id_index {
    uint32_t *slots; /* place + 1, 0: free; NULL: nothing to find */
    size_t mask;     /* slots - 1 */
} fluv_id_index;

typedef struct fluv_check_land {
    fluv_frame frame;
    uint32_t cells;
    int threads;
    /* Layers; NULL while no stage has made them. */
    const float *height, *water;
    const uint8_t *cover;
    const uint32_t *receiver;
    const double *area;
    const float *discharge;
    const fluv_rivers *rivers; /* NULL also when there is not one reach */
    const fluv_lakes *lakes;
    const fluv_watersheds *watersheds;
    const fluv_outline *coast;
    const fluv_budget *budget;
    const void *model;          /* fluv_model_water, read from a file */
    const fluv_landscape *from; /* where all this comes from */
    /* Derived. */
    fluv_id_index reach_ids, lake_ids;
    uint32_t *next;    /* a reach: place of its next_down, NONE: 0 or nowhere */
    uint32_t *order;   /* places of the reaches that are on no cycle, upstream first */
    size_t ordered;    /* how many of them */
    uint32_t *lake_of; /* a cell: 1 + place of the lake whose outline holds its centre, 0: none */
    uint64_t overlaps; /* lakes whose outline lies over another's or cannot be drawn */
    uint32_t overlap;  /* place of the first of them, or NONE */
    float *overflow;   /* rule 7, where lakes are not known: the level at which water in a cell runs
                        * over; NULL: lakes are known */
} fluv_check_land;

typedef struct fluv_finding {
    const char *missing; /* what the rule speaks of and the landscape lacks; NULL: it applies */
    uint64_t checked, broken;
    char where[128]; /* the first break */
} fluv_finding;

typedef fluv_status fluv_rule(fluv_ctx *ctx, const fluv_check_land *land, fluv_finding *finding);

fluv_rule fluv_rule_slopes;    /* 1 */
fluv_rule fluv_rule_ends;      /* 2 */
fluv_rule fluv_rule_lakes;     /* 3 */
fluv_rule fluv_rule_crossings; /* 4 */
fluv_rule fluv_rule_areas;     /* 5 */
fluv_rule fluv_rule_orders;    /* 6 */
fluv_rule fluv_rule_ways;      /* 7 */
fluv_rule fluv_rule_budget;    /* 8 */
fluv_rule fluv_rule_agree;     /* 9 */
fluv_rule fluv_rule_closed;    /* 10 */
fluv_rule fluv_rule_sections;  /* 11 */
fluv_rule fluv_rule_model;     /* 12 */

/* The parts of rule 9. */
fluv_rule fluv_agree_rivers;
fluv_rule fluv_agree_lakes;
fluv_rule fluv_agree_coast;
fluv_rule fluv_agree_watersheds;

/* Whether the rules hold that a landscape needs no model for; `text` says which does not. For who
 * is at work on a step of its own. */
FLUV_MUST_CHECK fluv_status fluv_check_quick(fluv_ctx *ctx, const fluv_landscape *land, bool *hold,
                                             char text[200]);

/* Fills the view; the derived parts are scratch. */
FLUV_MUST_CHECK fluv_status fluv_check_land_init(fluv_ctx *ctx, const fluv_landscape *from,
                                                 fluv_check_land *land);
/* Place of an id, NONE if there is none. */
uint32_t fluv_id_find_reach(const fluv_check_land *land, int64_t id);
uint32_t fluv_id_find_lake(const fluv_check_land *land, int64_t id);
/* The points of a reach; a reach whose points lie outside the list has none. */
const fluv_river_point *fluv_check_line(const fluv_check_land *land, const fluv_reach *reach,
                                        uint32_t *count);

/* Whether the line has beds: files may lack them, then all are NaN. */
bool fluv_check_beds_known(const fluv_river_point *points, uint32_t count);

/* One more break; the first one's text stays. */
void fluv_finding_break(fluv_finding *finding, const char *format, ...) FLUV_PRINTF(2, 3);

/* A test of one cell; *fault says what is broken. */
typedef enum fluv_cell_state {
    FLUV_CELL_SKIPPED,
    FLUV_CELL_HOLDS,
    FLUV_CELL_BROKEN
} fluv_cell_state;
typedef fluv_cell_state fluv_cell_test(const fluv_check_land *land, uint32_t cell,
                                       const char **fault);
/* Runs it over all cells; the first break is the one of the lowest index. */
void fluv_check_cells(const fluv_check_land *land, fluv_cell_test *test, fluv_finding *finding);
/* Counts a break at a cell, with the heights there and at its receiver. */
void fluv_check_cell_break(const fluv_check_land *land, uint32_t cell, const char *fault,
                           fluv_finding *finding);

/* Whether the centre of a cell for which `is` holds lies within FLUV_CHECK_SHORE cells. */
typedef bool fluv_cell_is(const fluv_check_land *land, uint32_t cell, const void *user);
bool fluv_check_near(const fluv_check_land *land, double x, double y, fluv_cell_is *is,
                     const void *user);

static inline uint8_t fluv_cover_at(const fluv_check_land *land, uint32_t cell)
{
    return land->cover ? land->cover[cell] : (uint8_t)FLUV_LAND;
}

/* Surface the water of a cell runs on: the water where it is wet, the ground where dry. */
static inline float fluv_surface_at(const fluv_check_land *land, uint32_t cell)
{
    if (land->water && !isnan(land->water[cell]))
        return land->water[cell];
    return fluv_cover_at(land, cell) == FLUV_OCEAN ? 0.0f : land->height[cell];
}

#endif
