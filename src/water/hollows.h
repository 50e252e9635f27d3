// SPDX-License-Identifier: MIT
/* Hollows large enough to hold a lake become pools; the others are removed from the ground. */
#ifndef FLUV_WATER_HOLLOWS_H
#define FLUV_WATER_HOLLOWS_H

#include "water/hierarchy.h"
#include "water/sums.h"

typedef struct fluv_hollow_size {
    double area;      /* of the cells below its spill, m2 */
    double volume;    /* between ground and spill, m3 */
    double catchment; /* of the land that drains to it, also over hollows that spill into it, m2 */
} fluv_hollow_size;

/* Sizes of all hollows of a hierarchy. Scratch is given back. */
FLUV_MUST_CHECK fluv_status fluv_hollows_measure(fluv_ctx *ctx, const fluv_topology *topology,
                                                 const fluv_hierarchy *hierarchy,
                                                 const float *height, const uint32_t *label,
                                                 fluv_hollow_size *size);

/* Of each hollow: of the cells that lie in it and in none of its parts. */
typedef struct fluv_hollow_sums {
    fluv_steps ground;        /* heights by weight */
    uint64_t area, catchment; /* weights; catchment: of a basin's cells */
} fluv_hollow_sums;

/* Sizes from these sums, which are used up. `label` is asked for the cells of passes. */
FLUV_MUST_CHECK fluv_status fluv_hollows_add_up(fluv_ctx *ctx, const fluv_hierarchy *hierarchy,
                                                const uint32_t *label, const fluv_weights *weights,
                                                fluv_hollow_sums *sums, fluv_hollow_size *size);

/* A hollow that may hold water. Pools form trees as hollows do: a parent's number is higher than
 * its children's. What overflows the top of a tree goes on outside of it. */
typedef struct fluv_pool {
    float spill;                 /* m */
    uint32_t parent;             /* NONE: none */
    uint32_t child[2];           /* NONE, NONE: a leaf */
    uint32_t pass_from, pass_to; /* cells; pass_to NONE: the edge */
    uint32_t root;               /* the cell its water gathers at */
    uint32_t overflow;           /* the leaf pool that its overflow enters, NONE: it leaves */
    bool surveyed;               /* stands at spill level because the map says so */
    bool closed;                 /* surveyed, and far below its pass: nothing overflows */
    bool drowned;                /* surveyed, but under the surface of a larger pool */
} fluv_pool;

typedef struct fluv_hollow_rules {
    double min_area; /* m2; a hollow must have both to be a pool */
    float min_depth; /* m */
    float max_sill;  /* m; a surveyed lake with a pass higher above it is closed */
    double thin_dam; /* a dam thinner than this share of its hollow's width is cut */
    double gorge;    /* a hollow deeper than this share of its width is no lake's; 0: any may be */
    double silt;     /* m; nor one that holds less water than this over its catchment */
} fluv_hollow_rules;

/* Whether a basin's root lies in a surveyed lake, and in what kind. */
typedef enum fluv_basin_survey {
    FLUV_UNSURVEYED,
    FLUV_OPEN_LAKE,
    FLUV_CLOSED_LAKE,
    FLUV_CUT_LAKE,   /* open, and its way out is cut however high it leads */
    FLUV_RISING_LAKE /* it was no measure of the level: a hollow like any other, but never too small
                      */
} fluv_basin_survey;

/* Ground that is moved, by weight. */
typedef struct fluv_moved_steps {
    fluv_steps filled, cut;
    float highest_fill; /* m */
} fluv_moved_steps;

/* Cells that are but some of a grid's: those on the ways that settling looks at. The ground of the
 * others is filled elsewhere. */
typedef struct fluv_some_cells {
    const uint64_t *place; /* of each, its number in the grid, rising */
    uint64_t cols;         /* of the grid */
    double side;           /* of its cells, m */
    float *fill;           /* out, for each basin: the level that it is filled to, or -INFINITY */
    fluv_moved_steps
        moved; /* out: what cuts move; `filled` is what they take of fillings, below 0 */
} fluv_some_cells;

/* What fluv_hollows_settle works on and makes. */
typedef struct fluv_settlement {
    const fluv_topology *topology;
    const uint8_t *kind;
    const uint32_t *label;
    const fluv_hierarchy *hierarchy;
    const fluv_hollow_size *size;
    const fluv_basin_survey *surveyed; /* for each basin; NULL: the map shows no lakes */
    const uint32_t *lake_of;           /* for each cell its surveyed lake, or NONE; NULL likewise */
    fluv_hollow_rules rules;
    const uint8_t *kept; /* for each basin whether its hollow stays, whatever the rules; NULL: the
                            rules decide */
    const float *frozen; /* for each cell: not NaN, its height stays, and a hollow there is a pool;
                            NULL: none does */
    float *height;       /* small hollows are cut open or filled */
    uint32_t *receiver;  /* and drain */
    uint32_t *pool_of;   /* out, for each basin: the leaf pool its water reaches, NONE: it leaves */
    fluv_list pools;     /* out, of fluv_pool */
    fluv_ground_change change; /* out */
    fluv_some_cells *some;     /* NULL: the cells are all there are */
    fluv_list *undo;           /* out: heights as they were (water/undo.h); NULL: nobody asks */
} fluv_settlement;

FLUV_MUST_CHECK fluv_status fluv_hollows_settle(fluv_ctx *ctx, fluv_settlement *settlement);

/* Turns the flow from `root` to `from` round, and on to `to`: what gathered at the root of a tree
 * of receivers leaves it over a pass. */
void fluv_receivers_reverse(uint32_t *receiver, uint32_t from, uint32_t to);

#endif
