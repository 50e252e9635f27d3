// SPDX-License-Identifier: MIT
/* Names of rivers that end in placed mouths.
 *
 * in   placed mouths, reaches        out   names of reaches, which are locked
 *
 * The river that ends nearest to a mouth has its name, from there up its greatest arms to the
 * source or to a river with a name of its own.  O(mouths * length * reaches). */
#include "stages/sample/sample.h"

#include <assert.h>
#include <string.h>

#define NEAR 0.09 /* of the frame's side: how far from the coast a mouth may be placed */

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

/* The greatest of the reaches that run into one, NULL: it is a source. */
static fluv_reach *reach_above(size_t count, fluv_reach *reaches, const fluv_reach *below)
{
    fluv_reach *best = NULL;
    for (size_t i = 0; i < count; i++)
        if (reaches[i].next_down == below->id && (!best || reaches[i].upland > best->upland))
            best = &reaches[i];
    return best;
}

void fluv_mouths_name(const fluv_placed *placed, fluv_landscape *land)
{
    const fluv_rivers *rivers = fluv_rivers_of(land);
    fluv_shared *shared = land->layers[FLUV_LAYER_rivers];
    if (!placed || !rivers || !rivers->count)
        return;
    assert(shared->references == 1); /* it was made just now */
    unsigned char *block = shared->data;
    fluv_reach *reaches =
        (fluv_reach *)(void *)(block + ((const unsigned char *)rivers->reaches - block));
    for (size_t i = 0; i < placed->spot_count; i++) {
        const fluv_placed_spot *mouth = &placed->spots[i];
        if (mouth->kind != FLUV_SPOT_MOUTH)
            continue;
        fluv_reach *at = last_reach(rivers, reaches, mouth, NEAR * fluv_frame_side(&land->frame));
        for (; at && !at->locked; at = reach_above(rivers->count, reaches, at)) {
            at->locked = true;
            memcpy(at->name, mouth->name, FLUV_NAME_ROOM);
        }
    }
}
