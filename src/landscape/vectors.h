// SPDX-License-Identifier: MIT
/* Growing the vector layers: append reaches, lakes and rings, then seal them into one shared block
 * that begins with the public struct. */
#ifndef FLUV_LANDSCAPE_VECTORS_H
#define FLUV_LANDSCAPE_VECTORS_H

#include "base/list.h"
#include "landscape/landscape.h"

/* Rings under construction. */
typedef struct fluv_rings {
    fluv_list first_point; /* uint32_t, one a ring */
    fluv_list xy;          /* double */
} fluv_rings;

void fluv_rings_free(fluv_rings *rings);
/* Appends a ring or line of `count` points, x and y in turn; `turn`: from its end. */
FLUV_MUST_CHECK fluv_status fluv_rings_add(fluv_ctx *ctx, const double *xy, size_t count, bool turn,
                                           fluv_rings *rings);
/* The points of a ring, x and y in turn. */
const double *fluv_rings_read(const fluv_rings *rings, size_t ring, size_t *count);
/* Twice the area, positive where the ring runs counter-clockwise. */
double fluv_ring_turn(const double *xy, size_t count);
/* Whether a place lies inside a ring of at least three points. */
bool fluv_ring_holds(const double *xy, size_t count, double x, double y);

/* Whether a reach shares its river's water with others beside it. */
static inline bool fluv_reach_shares(const fluv_reach *reach)
{
    return reach->kind == FLUV_DELTA || reach->kind == FLUV_BRAID;
}

/* Makes one block, which takes the rings' coordinates over. Each returns NULL with a message on
 * failure. */
fluv_shared *fluv_rivers_seal(fluv_ctx *ctx, const fluv_list *reaches, const fluv_list *points);
fluv_shared *fluv_lakes_seal(fluv_ctx *ctx, const fluv_list *lakes, fluv_rings *rings);
/* A copy of lakes in a block of its own. */
fluv_shared *fluv_lakes_copy(fluv_ctx *ctx, const fluv_lakes *lakes);
/* The landscape's lakes and reaches, of which there are some, to write. NULL with a message. */
fluv_lake *fluv_lakes_edit(fluv_ctx *ctx, fluv_landscape *land);
fluv_reach *fluv_rivers_edit(fluv_ctx *ctx, fluv_landscape *land);
fluv_shared *fluv_watersheds_seal(fluv_ctx *ctx, const fluv_list *watersheds, fluv_rings *rings);
fluv_shared *fluv_outline_seal(fluv_ctx *ctx, fluv_rings *rings);

#endif
