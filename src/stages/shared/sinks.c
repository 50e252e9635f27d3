// SPDX-License-Identifier: MIT
/* Ways that end inland, each in a closed lake of one cell.
 *
 * in   receivers, lakes that were found     out   one more lake for each sink; height, by a hair
 *
 * Water that ends on land stands there: without a lake nobody would know what becomes of it. How
 * far it rises is for the stage `lakes` to say, which knows the climate. */
#include "stages/shared/sinks.h"

#include <assert.h>
#include <math.h>

/* At the ground, which is lowered by a hair; but not at the level of another lake beside it. */
static float level_of_sink(const fluv_topology *topology, const fluv_lakes_found *found,
                           float *height, uint32_t cell)
{
    const fluv_found_lake *lakes = found->lakes.items;
    float level = height[cell];
    assert(!isnan(level));
    fluv_around around = fluv_around_cell(topology, cell);
    for (uint32_t k = 0; k < around.count; k++) {
        uint32_t lake = found->lake_of[around.cell[k]];
        if (lake != FLUV_NONE && lakes[lake].level == level) {
            level = nextafterf(level, -INFINITY);
            k = UINT32_MAX; /* look at all again */
        }
    }
    height[cell] = nextafterf(level, -INFINITY);
    return level;
}

fluv_status fluv_sinks_keep(fluv_ctx *ctx, const fluv_topology *topology, const uint8_t *kind,
                            const uint32_t *receiver, float *height, fluv_lakes_found *found)
{
    assert(kind && receiver && height && found->lake_of);
    for (uint32_t c = 0; c < topology->count; c++) {
        if (found->lake_of[c] != FLUV_NONE || !fluv_is_sink(kind, receiver, c))
            continue;
        fluv_found_lake *lake = fluv_list_append(ctx, &found->lakes, 1, sizeof *lake);
        if (!lake)
            return FLUV_NO_MEMORY;
        *lake = (fluv_found_lake){.level = level_of_sink(topology, found, height, c),
                                  .root = c,
                                  .exit = FLUV_NONE,
                                  .merged = 1,
                                  .state = FLUV_PARTIAL};
        found->lake_of[c] = (uint32_t)found->lakes.count - 1;
    }
    return FLUV_OK;
}
