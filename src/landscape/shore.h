// SPDX-License-Identifier: MIT
/* The shore: the signed distance to the coast at any place, from which rasters of any size and the
 * lattices of later stages take the same land. The layer FLUV_LAYER_shore is one shared block that
 * begins with a fluv_shore. */
#ifndef FLUV_LANDSCAPE_SHORE_H
#define FLUV_LANDSCAPE_SHORE_H

#include "base/random.h"
#include "field/lattice.h"
#include "landscape/landscape.h"

typedef struct fluv_shore {
    fluv_lattice lattice;
    const float *distance; /* m to the coast, at the lattice's centres: > 0 land, < 0 ocean */
    float roughness;       /* of the coast between them: 0 none, 1 as rough as it is at large */
    fluv_key key;          /* of that roughness */
    float usual_land;      /* share of the frame that land like this covers, about, 0 .. 1: from the
                            * recipe's words and not from the land, so that no edit changes it */
    bool has_land, has_ocean;
} fluv_shore;

/* The signed distance at n points, m: positive on land, smooth. `finest` is the spacing of the
 * points, m: detail too fine for them is left out; 0 leaves out none. A stage that grows structure
 * on a lattice gives the lattice's spacing, never the frame's cell. */
void fluv_shore_points(const fluv_shore *shore, double finest, const double *x, const double *y,
                       size_t n, float *out);
/* The same at (x0, y), (x0 + dx, y), … */
void fluv_shore_row(const fluv_shore *shore, double finest, double x0, double y, double dx,
                    size_t n, float *out);

/* A new block with a copy of the distances; NULL with a message on failure. */
fluv_shared *fluv_shore_seal(fluv_ctx *ctx, const fluv_shore *shore);

static inline const fluv_shore *fluv_shore_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_shore);
}

#endif
