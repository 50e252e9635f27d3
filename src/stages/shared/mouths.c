// SPDX-License-Identifier: MIT
/* Names of rivers that end in placed mouths.
 *
 * in   placed mouths, reaches        out   names of reaches, which are locked
 *
 * The river that ends nearest to a mouth has its name, from there up its greatest arms to the
 * source or to a river with a name of its own.  O(mouths * length * reaches). */
#include "stages/shared/mouths.h"

#include "hydrography/stems.h"
#include "landscape/placed.h"
#include "landscape/vectors.h"

#include <math.h>
#include <string.h>

#define NEAR 0.09 /* of the frame's side: how far from the coast a mouth may be placed, */
#define HERE 2.0  /* and cells, where rivers were not grown from mouths */

/* The reach that reaches the sea nearest to a mouth, NULL: none does. */
static fluv_reach *last_reach(const fluv_rivers *rivers, fluv_reach *reaches,
                              const fluv_placed_spot *mouth, double near)
{
    fluv_reach *best = NULL;
    for (size_t i = 0; i < rivers->count; i++) {
        fluv_reach *reach = &reaches[i];
        const fluv_river_point *end = &rivers->points[reach->first_point + reach->point_count - 1];
        double far = hypot(end->x - mouth->x, end->y - mouth->y);
        if (reach->next_down == 0 && reach->lake == 0 && far < near) {
            near = far;
            best = reach;
        }
    }
    return best;
}

/* Only methods that grow rivers from their mouths can lead one there. */
static double reach_of(const fluv_landscape *land)
{
    bool grown = land->layers[FLUV_LAYER_contour] || land->layers[FLUV_LAYER_channels];
    return grown ? NEAR * fluv_frame_side(&land->frame) : HERE * land->frame.cell;
}

fluv_status fluv_mouths_name(fluv_ctx *ctx, fluv_landscape *land)
{
    const fluv_placed *placed = fluv_layer_read(land, FLUV_LAYER_placed);
    const fluv_rivers *rivers = fluv_rivers_of(land);
    if (!placed || !rivers || !rivers->count)
        return FLUV_OK;
    fluv_reach *reaches = fluv_rivers_edit(ctx, land);
    if (!reaches)
        return FLUV_NO_MEMORY;
    rivers = fluv_rivers_of(land);
    for (size_t i = 0; i < placed->spot_count; i++) {
        const fluv_placed_spot *mouth = &placed->spots[i];
        if (mouth->kind != FLUV_SPOT_MOUTH)
            continue;
        fluv_reach *at = last_reach(rivers, reaches, mouth, reach_of(land));
        if (!at)
            fluv_note_add(land, "place", "no river reaches the sea at mouth %s at %.7g, %.7g",
                          fluv_called(mouth->name), mouth->x, mouth->y);
        for (; at && !at->locked; at = fluv_reach_above(reaches, rivers->count, at)) {
            at->locked = true;
            memcpy(at->name, mouth->name, FLUV_NAME_ROOM);
        }
    }
    return FLUV_OK;
}
