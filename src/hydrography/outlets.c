// SPDX-License-Identifier: MIT
/* Channels below a cell, and below lakes whose outlets are rivers.
 *
 * in   channel cells, lakes, receivers     out   channel cells.  O(n). */
#include "hydrography/rivers.h"

#include "field/grid.h"

#include <assert.h>
#include <string.h>

void fluv_channel_mark_below(const fluv_river_cells *ch, uint32_t cell)
{
    for (uint32_t at = ch->receiver[cell];
         at != FLUV_NONE && fluv_river_cells_land(ch, at) && !ch->channel[at];
         at = ch->receiver[at])
        ch->channel[at] = 1;
}

/* A lake's outlet is a river, and so is that of every lake it runs into. */
static void mark_outlet(const fluv_river_cells *ch, uint32_t lake)
{
    while (lake != FLUV_NONE && !ch->led[lake] && ch->exit_of[lake] != FLUV_NONE) {
        ch->led[lake] = 1;
        uint32_t at = ch->receiver[ch->exit_of[lake]];
        for (; at != FLUV_NONE && fluv_river_cells_land(ch, at); at = ch->receiver[at])
            ch->channel[at] = 1;
        lake = at != FLUV_NONE ? ch->lake_of[at] : FLUV_NONE;
    }
}

/* Whether a lake's outlet is a river by itself. One that leaves the land at once has no way to go.
 */
static bool leads(const fluv_river_cells *ch, double least, uint32_t exit)
{
    uint32_t to = ch->receiver[exit];
    bool gone = to == FLUV_NONE || (ch->lake_of[to] == FLUV_NONE && !fluv_river_cells_land(ch, to));
    return gone || ch->area[exit] >= least;
}

void fluv_outlets_mark(const fluv_river_cells *ch, double least)
{
    assert(ch->exit_of && ch->led && ch->lake_of);
    memset(ch->led, 0, ch->lakes->count);
    for (uint32_t i = 0; i < ch->lakes->count; i++)
        if (ch->exit_of[i] != FLUV_NONE && leads(ch, least, ch->exit_of[i]))
            mark_outlet(ch, i);
    uint32_t cells = ch->topology.count;
    for (uint32_t c = 0, to; (c = fluv_next_marked(ch->channel, c, cells)) < cells; c++)
        if ((to = ch->receiver[c]) != FLUV_NONE && ch->lake_of[to] != FLUV_NONE)
            mark_outlet(ch, ch->lake_of[to]);
}
