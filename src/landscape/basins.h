// SPDX-License-Identifier: MIT
/* Basins: which way water goes, on a mesh whose spacing is in metres, so that rivers are the same
 * at every size. The layer FLUV_LAYER_basins is one shared block that begins with a fluv_basins. */
#ifndef FLUV_LANDSCAPE_BASINS_H
#define FLUV_LANDSCAPE_BASINS_H

#include "landscape/landscape.h"

#include <math.h>

/* Neighbours of v: neighbour[first[v]] .. neighbour[first[v + 1] - 1].
 * Invariants: a land vertex has a receiver, or is an outlet over the frame's edge; ocean vertices
 * have none; following receivers never comes back; `order` lists all land vertices, every receiver
 * on land before what runs into it; beds rise upstream. */
typedef struct fluv_basins {
    uint32_t count, land_count;
    double spacing;   /* m, mean distance of vertices */
    double mean_cell; /* m2, of a vertex's own area, over the frame */
    double strongest; /* m2, the largest drainage area to be expected, from the recipe alone */
    const uint32_t *first, *neighbour;
    const double *x, *y;      /* CRS */
    const double *cell;       /* own area, m2 */
    const double *area;       /* drainage area, own included, m2; 0 in the ocean */
    const float *growth;      /* of the region there, faded into its neighbours */
    const float *bed;         /* m, height of a river bed there, before scaling */
    const uint32_t *receiver; /* NONE: ocean, or over the edge */
    const uint32_t *outlet;   /* the land vertex where its water ends; NONE: ocean */
    const uint32_t *order;    /* land_count of them */
    const uint8_t *type;      /* of region */
    const uint8_t *other;     /* the type beyond the nearest border */
    const float *own;         /* how much of its own type there is, the rest is the other's */
    const uint8_t *ocean;     /* 1: ocean */
    const uint8_t *wet;       /* 1: rivers may run here */
} fluv_basins;

/* The length of (dx, dy); unlike hypot the same with every mathematical library, and quick. */
static inline double fluv_length(double dx, double dy)
{
    return sqrt(dx * dx + dy * dy);
}

/* A copy of all in one block; NULL with a message on failure. */
fluv_shared *fluv_basins_seal(fluv_ctx *ctx, const fluv_basins *basins);

static inline const fluv_basins *fluv_basins_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_basins);
}

#endif
