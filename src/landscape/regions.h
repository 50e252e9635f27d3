// SPDX-License-Identifier: MIT
/* Regions: the types of terrain there are, and which one lies at any place. The layer
 * FLUV_LAYER_regions is one shared block that begins with a fluv_regions; the layer
 * FLUV_LAYER_region holds the types of the frame's cells, 0 in the ocean. */
#ifndef FLUV_LANDSCAPE_REGIONS_H
#define FLUV_LANDSCAPE_REGIONS_H

#include "base/random.h"
#include "field/lattice.h"
#include "landscape/landscape.h"

#define FLUV_REGION_TYPES 250 /* at most; 255 is no data in files */

/* The types that are always there, first in the table. */
enum { FLUV_FLATLAND, FLUV_MOUNTAIN, FLUV_DESERT, FLUV_OWN_REGIONS };

typedef struct fluv_region_type {
    char name[32];
    uint8_t colour[3]; /* red, green, blue */
    bool dry;          /* no river begins in it or runs through it */
    float growth;      /* how fast the ground rises away from water, rise over run before scaling */
    float noise;       /* strength of the ground's noise, in growths */
    double wavelength; /* of that noise, m; 0: not said */
    uint8_t octaves;   /* of that noise */
    uint32_t outlets;  /* of rivers along its rim; flatland: along the coast */
    uint32_t sources;  /* of rivers */
    uint32_t lakes;    /* at most */
} fluv_region_type;

/* The colour of a type that has none of its own: those that are always there first, then by turns.
 */
void fluv_region_standard_colour(uint32_t type, uint8_t rgb[3]);

/* The lattice's arrays hold a value a cell. What was read back from files has types alone: its
 * lattice has no cells, and nothing may be asked of its places. */
typedef struct fluv_regions {
    uint32_t type_count;
    const fluv_region_type *types;
    fluv_lattice lattice;
    const uint8_t *type;
    const uint8_t *other; /* the type beyond the nearest border; its own where there is no border */
    const float *border;  /* distance to the nearest border, m */
    fluv_key key;         /* of the borders' detail below the lattice's spacing */
} fluv_regions;

/* The types at n points. `finest` as for fluv_shore_points. */
void fluv_regions_points(const fluv_regions *regions, double finest, const double *x,
                         const double *y, size_t n, uint8_t *out);

/* How a point lies between two types: what is said of `type` should fade into what is said of
 * `other` over some distance, half and half at the border. */
typedef struct fluv_region_blend {
    uint8_t type, other;
    float border; /* distance to the border between them, m, >= 0 */
} fluv_region_blend;

void fluv_regions_blends(const fluv_regions *regions, double finest, const double *x,
                         const double *y, size_t n, fluv_region_blend *out);

/* Copies all into one block; NULL with a message on failure. */
fluv_shared *fluv_regions_seal(fluv_ctx *ctx, const fluv_regions *regions);

static inline const fluv_regions *fluv_regions_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_regions);
}

#endif
