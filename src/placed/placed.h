// SPDX-License-Identifier: MIT
/* Ground that fits what the author placed. */
#ifndef FLUV_PLACED_PLACED_H
#define FLUV_PLACED_PLACED_H

#include "landscape/landscape.h"
#include "landscape/placed.h"
#include "water/topology.h"

/* Shapes the ground, with the least of earth moved: peaks and passes, basins for lakes, valleys
 * that fall all the way for rivers, ways out for hollows that shall hold no lake. What was placed
 * gets its cells (layer `laid`) the first time there is ground for it; where it has them, the
 * ground is only mended. What cannot be is refused, with its place. Nothing happens where nothing
 * is placed. */
FLUV_MUST_CHECK fluv_status fluv_placed_shape(fluv_ctx *ctx, fluv_landscape *land,
                                              const fluv_topology *topology, const uint8_t *kind);
/* The same for rivers whose water nothing else leads on: where a line ends on land, a way goes on
 * to water or over the edge, and not only to ground that falls. */
FLUV_MUST_CHECK fluv_status fluv_placed_shape_to_water(fluv_ctx *ctx, fluv_landscape *land,
                                                       const fluv_topology *topology,
                                                       const uint8_t *kind);
/* Peaks and passes alone. */
FLUV_MUST_CHECK fluv_status fluv_placed_raise(fluv_ctx *ctx, fluv_landscape *land,
                                              const fluv_topology *topology, const uint8_t *kind);
/* Refuses a lake that is placed where there shall be none. */
FLUV_MUST_CHECK fluv_status fluv_placed_unwanted(fluv_ctx *ctx, const fluv_placed *placed,
                                                 const fluv_placed_spot *spot, uint32_t lake);

#endif
