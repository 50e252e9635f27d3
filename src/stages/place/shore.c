// SPDX-License-Identifier: MIT
/* Shores of lakes that are placed before there is ground to lie along.
 *
 * in   a place and an area     out   a shore, in metres
 *
 * On ground a lake grows where the ground suits it. Where the ground is yet to be made, the stages
 * that make it all need the same shore.  O(lakes * points of rivers). */
#include "stages/place/place.h"
#include "stages/shared/lake_shape.h"

fluv_status fluv_place_shore(fluv_ctx *ctx, uint64_t seed, fluv_placing *placing)
{
    fluv_placed_lake *lakes = placing->lakes.items;
    for (size_t i = 0; i < placing->lakes.count; i++) {
        if (lakes[i].ring_count)
            continue;
        lakes[i].first_point = (uint32_t)(placing->xy.count / 2);
        double *xy = fluv_list_append(ctx, &placing->xy, (size_t)2 * FLUV_LAKE_POINTS, sizeof *xy);
        if (!xy)
            return FLUV_NO_MEMORY;
        const fluv_placed so_far = {.river_count = placing->rivers.count,
                                    .rivers = placing->rivers.items,
                                    .xy = placing->xy.items};
        fluv_lake_shape_draw(seed, &so_far, &lakes[i], xy);
        lakes[i].point_count = FLUV_LAKE_POINTS;
        lakes[i].made = true;
        FLUV_TRY(fluv_placing_ring(ctx, FLUV_LAKE_POINTS, &lakes[i], placing));
    }
    return FLUV_OK;
}
