// SPDX-License-Identifier: MIT
/* Basins: which way water goes, on a mesh whose spacing is in metres, so that rivers are the same
 * at every size. The layer FLUV_LAYER_basins is one shared block that begins with a fluv_basins. */
#ifndef FLUV_LANDSCAPE_BASINS_H
#define FLUV_LANDSCAPE_BASINS_H

#include "landscape/landscape.h"
#include "landscape/placed.h"

#include <math.h>

#define FLUV_WAY_POINTS 4 /* of a drawn river's line, for each of its vertices */

/* A river that the author drew, as a way over the mesh from its source down. */
typedef struct fluv_basins_way {
    uint32_t river;        /* which of those placed */
    uint32_t first, count; /* in way_vertex and way_xy */
    double end_x, end_y;   /* where its line ends, or enters the sea; CRS */
} fluv_basins_way;

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
    /* What the author placed, as far as the basins know it. */
    uint32_t placed_rivers, placed_lakes, placed_spots; /* how many there were */
    uint32_t way_count, way_vertex_count;
    const fluv_basins_way *ways;
    const uint32_t *way_vertex;
    const double *way_xy;      /* points of the line from a vertex to the next, x, y, x, y, … */
    const uint32_t *lake_exit; /* of each placed lake the vertex its river leaves it from; NONE: it
                                * lies outside the frame */
    const uint32_t *spot_at;   /* of each placed spot that is a mouth its vertex, else NONE */
} fluv_basins;

/* The length of (dx, dy); unlike hypot the same with every mathematical library, and quick. */
static inline double fluv_length(double dx, double dy)
{
    return sqrt(dx * dx + dy * dy);
}

/* Hillsides, not channels, drain less than this, m2: so many vertices. */
#define FLUV_BASINS_HEAD 4.0
static inline double fluv_basins_head(const fluv_basins *basins)
{
    return FLUV_BASINS_HEAD * basins->mean_cell;
}

/* A copy of all in one block; NULL with a message on failure. */
fluv_shared *fluv_basins_seal(fluv_ctx *ctx, const fluv_basins *basins);

static inline const fluv_basins *fluv_basins_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_basins);
}

/* What was placed, where the basins know all of it; NULL: nothing was, or some of it later. */
static inline const fluv_placed *fluv_basins_placed(const fluv_basins *b,
                                                    const fluv_landscape *land)
{
    const fluv_placed *placed = fluv_layer_read(land, FLUV_LAYER_placed);
    bool known = placed && b->placed_rivers == placed->river_count &&
                 b->placed_lakes == placed->lake_count && b->placed_spots == placed->spot_count;
    return known ? placed : NULL;
}

#endif
