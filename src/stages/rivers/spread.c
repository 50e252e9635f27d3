// SPDX-License-Identifier: MIT
/* Rivers wider than a cell: cells that drain straight into a river, lie little above its surface
 * and within half its width are covered by it. They keep their receivers, so that water still runs
 * the way it did.  O(river cells). */
#include "stages/rivers/network.h"

#define MOST_ABOVE 1.0f /* m above the surface, besides the river's depth */

static bool beside_lake(const fluv_channels *ch, uint32_t cell)
{
    fluv_around around = fluv_around_cell(&ch->topology, cell);
    for (uint32_t i = 0; i < around.count; i++)
        if (ch->cover[around.cell[i]] == FLUV_LAKE)
            return true;
    return false;
}

/* How far the water reaches beyond the middle of a channel cell's neighbour, in m. */
static float first_reach(const fluv_channels *ch, const fluv_rivers_params *params, uint32_t cell)
{
    float width = fluv_channel_width(params, (double)ch->discharge[cell]);
    return 0.5f * width;
}

static bool can_cover(const fluv_channels *ch, uint32_t from, uint32_t cell)
{
    float depth = ch->water[from] - ch->height[from];
    return ch->receiver[cell] == from && ch->cover[cell] == FLUV_LAND &&
           ch->height[cell] - ch->water[from] <= MOST_ABOVE + depth && !beside_lake(ch, cell);
}

void fluv_channels_spread(const fluv_channels *ch, const fluv_rivers_params *params,
                          uint32_t *queue, float *reach_out)
{
    uint32_t tail = 0;
    for (uint32_t c = 0; c < ch->topology.count; c++) {
        if (!ch->channel[c] || ch->cover[c] != FLUV_RIVER)
            continue;
        reach_out[c] = first_reach(ch, params, c);
        if ((double)reach_out[c] >= ch->frame.cell)
            queue[tail++] = c;
    }
    for (uint32_t head = 0; head < tail; head++) {
        uint32_t from = queue[head];
        fluv_around around = fluv_around_cell(&ch->topology, from);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t cell = around.cell[i];
            float left = reach_out[from] - (float)fluv_cell_distance(&ch->topology, from, cell);
            if (left < 0.0f || !can_cover(ch, from, cell))
                continue;
            ch->cover[cell] = FLUV_RIVER;
            ch->water[cell] = ch->water[from];
            ch->height[cell] = ch->height[from];
            reach_out[cell] = left;
            queue[tail++] = cell;
        }
    }
}
