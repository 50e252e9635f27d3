// SPDX-License-Identifier: MIT
/* Lines and outlines as every stage can take them.
 *
 * in   rivers and lakes as they were drawn        out   none of their points twice in a row
 *
 * What draws nothing, or crosses itself, is refused here, once for all stages: what later becomes
 * of it on a mesh or on cells is theirs.  O(points). */
#include "stages/place/place.h"

#include "field/domain.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define SQUARES 64.0 /* of the search for crossings, along an outline's longer side */

/* Leaves out points that repeat the one before; in a ring, the last that repeats the first.
 * Returns how many stay. */
static uint32_t drop_repeated(double *xy, uint32_t points, bool ring)
{
    assert(points > 0);
    uint32_t kept = 1;
    for (uint32_t i = 1; i < points; i++) {
        const double *at = xy + 2 * (size_t)i, *before = xy + 2 * (size_t)(kept - 1);
        if (at[0] == before[0] && at[1] == before[1])
            continue;
        memmove(xy + 2 * (size_t)kept, at, 2 * sizeof *xy);
        kept++;
    }
    while (ring && kept > 1 && xy[0] == xy[2 * (kept - 1)] && xy[1] == xy[2 * (kept - 1) + 1])
        kept--;
    return kept;
}

static fluv_status tidy_river(fluv_ctx *ctx, fluv_placed_river *river, double *xy)
{
    river->point_count = drop_repeated(xy, river->point_count, false);
    if (river->point_count >= 2)
        return FLUV_OK;
    return fluv_blame(ctx, &river->by,
                      fluv_fail(ctx, FLUV_BAD_RECIPE,
                                "place: all points of river %s lie at %.7g, %.7g: a river needs "
                                "two that differ",
                                fluv_called(river->name), xy[0], xy[1]));
}

static fluv_status refuse_crossing(fluv_ctx *ctx, const fluv_placed_lake *lake, const double *xy)
{
    const uint32_t starts[2] = {0, lake->point_count};
    const fluv_outline ring = {.ring_count = 1, .first_point = starts, .xy = xy};
    double low[2] = {xy[0], xy[1]}, high[2] = {xy[0], xy[1]};
    for (uint32_t i = 0; i < 2 * lake->point_count; i++) {
        low[i % 2] = fmin(low[i % 2], xy[i]);
        high[i % 2] = fmax(high[i % 2], xy[i]);
    }
    fluv_domain domain;
    double side = fmax(high[0] - low[0], high[1] - low[1]) / SQUARES;
    FLUV_TRY(fluv_domain_init(ctx, &ring, side, &domain));
    uint32_t crossing = fluv_domain_crossing(&domain, true);
    if (crossing == FLUV_NONE)
        return FLUV_OK;
    return fluv_blame(ctx, &lake->by,
                      fluv_fail(ctx, FLUV_BAD_RECIPE,
                                "place: the outline of lake %s crosses itself near %.7g, %.7g",
                                fluv_called(lake->name), xy[2 * (size_t)crossing],
                                xy[2 * (size_t)crossing + 1]));
}

static fluv_status tidy_lake(fluv_ctx *ctx, fluv_placed_lake *lake, fluv_placing *placing)
{
    assert(lake->ring_count == 1);
    double *xy = (double *)placing->xy.items + 2 * (size_t)lake->first_point;
    lake->point_count = drop_repeated(xy, lake->point_count, true);
    ((uint32_t *)placing->rings.items)[lake->first_ring] = lake->point_count;
    if (lake->point_count >= 3)
        FLUV_TRY(refuse_crossing(ctx, lake, xy));
    if (lake->point_count < 3 || fluv_ring_turn(xy, lake->point_count) == 0.0)
        return fluv_blame(ctx, &lake->by,
                          fluv_fail(ctx, FLUV_BAD_RECIPE,
                                    "place: the outline of lake %s at %.7g, %.7g has no inside",
                                    fluv_called(lake->name), xy[0], xy[1]));
    return FLUV_OK;
}

fluv_status fluv_place_tidy(fluv_ctx *ctx, size_t first_river, size_t first_lake,
                            fluv_placing *placing)
{
    assert(first_river <= placing->rivers.count && first_lake <= placing->lakes.count);
    fluv_placed_river *rivers = placing->rivers.items;
    fluv_placed_lake *lakes = placing->lakes.items;
    double *xy = placing->xy.items;
    for (size_t i = first_river; i < placing->rivers.count; i++)
        FLUV_TRY(tidy_river(ctx, &rivers[i], xy + 2 * (size_t)rivers[i].first_point));
    for (size_t i = first_lake; i < placing->lakes.count; i++)
        if (lakes[i].ring_count)
            FLUV_TRY(tidy_lake(ctx, &lakes[i], placing));
    return FLUV_OK;
}
