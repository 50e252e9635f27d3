// SPDX-License-Identifier: MIT
/* Inside src/placed: what is being laid, and in which order it is done: cells of lakes and rivers
 * (lay.c), the beds of rivers together (beds.c), then the ground (shape.c). */
#ifndef FLUV_PLACED_SHAPER_H
#define FLUV_PLACED_SHAPER_H

#include "placed/earth.h"

typedef struct fluv_shaper {
    const fluv_placed *placed;
    fluv_earth earth;
    fluv_laying laying;
    uint8_t *left_out;  /* for each river: it is of a survey, and there is no bed for it */
    uint8_t *untied;    /* for each river of a survey: what would be led to it is not */
    uint32_t *downhill; /* where water goes on the ground as it was found; NULL: nobody asked */
    size_t left_count;
    double left_at[2];      /* where the first of them was given up */
    size_t lakes_left;      /* lakes of an earlier result that have no cells, */
    double lake_left_at[2]; /* and where the first would lie */
    bool again;             /* rivers were left out: all others are laid anew */
    bool to_water;          /* see fluv_placed_shape_to_water */
} fluv_shaper;

/* From then on a river is not there. */
void fluv_river_leave_out(fluv_shaper *s, uint32_t river, double x, double y);

/* How high a placed lake can stand so that no way to it has to climb, but for a little (shape.c).
 */
float fluv_lake_lowest_way(const fluv_shaper *s, size_t lake);
/* Whether a way leaves a placed lake (shape.c). */
bool fluv_lake_has_outlet(const fluv_shaper *s, size_t lake);

/* ---- Cells (lay.c) ---- */

/* The cells of rivers, and ways on from where they end. */
FLUV_MUST_CHECK fluv_status fluv_lay_rivers(fluv_ctx *ctx, fluv_shaper *s, fluv_landscape *land);
/* Ways out of lakes that rivers run into and none leaves. */
FLUV_MUST_CHECK fluv_status fluv_lay_exits(fluv_ctx *ctx, fluv_shaper *s);
/* A way out of a hollow that shall hold no lake. */
FLUV_MUST_CHECK fluv_status fluv_lay_outlet(fluv_ctx *ctx, fluv_shaper *s,
                                            const fluv_placed_spot *spot);
/* Adds a way whose cells are the last of the list, from `first` on. */
FLUV_MUST_CHECK fluv_status fluv_way_add(fluv_ctx *ctx, fluv_shaper *s, uint32_t first,
                                         uint32_t river, uint32_t drawn, uint32_t into);
/* From then on other ways run into it. */
void fluv_way_mark(const fluv_shaper *s, size_t index);

/* Ways from valleys to the mapped rivers that run beside them (ties.c): of that river, none of it
 * drawn. */
FLUV_MUST_CHECK fluv_status fluv_lay_ties(fluv_ctx *ctx, fluv_shaper *s);

/* ---- Beds of all ways together (beds.c) ---- */

/* A way that is joined lies no higher than those that join it, and none lies lower than what it
 * runs into. */
typedef struct fluv_beds {
    float *lowest, *most, *bed; /* for each of the cells laid */
    double *fall;               /* for each way */
    uint32_t *into;             /* for each way the cell laid that it runs into, FLUV_NONE: none */
    uint32_t *order;            /* the ways, those that others run into first */
    uint8_t *faulty;            /* for each way: it has no bed, or runs into one that has none */
} fluv_beds;

/* Finds them; where rivers of a survey have none they are left out, and `again` is set. */
FLUV_MUST_CHECK fluv_status fluv_beds_find(fluv_ctx *ctx, fluv_shaper *s, fluv_beds *beds);
/* Cuts them into the ground. */
FLUV_MUST_CHECK fluv_status fluv_beds_carve(fluv_ctx *ctx, fluv_shaper *s, const fluv_beds *beds);
void fluv_beds_drop(fluv_ctx *ctx, fluv_beds *beds);

#endif
