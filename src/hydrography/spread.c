// SPDX-License-Identifier: MIT
/* Rivers wider than a cell: cells that drain straight into a river, lie little above its surface
 * and within half its width are covered by it. They keep their receivers, so that water still runs
 * the way it did.  O(river cells). */
#include "hydrography/rivers.h"

#include "field/grid.h"

#define MOST_ABOVE 1.0f /* m above the surface, besides the river's depth */

static bool beside_lake(const fluv_river_cells *ch, uint32_t cell)
{
    fluv_around around = fluv_around_cell(&ch->topology, cell);
    for (uint32_t i = 0; i < around.count; i++)
        if (ch->cover[around.cell[i]] == FLUV_LAKE)
            return true;
    return false;
}

/* How far the water reaches beyond the middle of a channel cell's neighbour, in m. */
static float first_reach(const fluv_river_cells *ch, const fluv_channel_shape *shape, uint32_t cell)
{
    float width = fluv_channel_width(shape, (double)ch->discharge[cell]);
    return 0.5f * (float)fluv_river_cells_wide(ch, cell) * width;
}

static bool can_cover(const fluv_river_cells *ch, uint32_t from, uint32_t cell)
{
    float depth = ch->water[from] - ch->height[from];
    return ch->receiver[cell] == from && ch->cover[cell] == FLUV_LAND &&
           ch->height[cell] - ch->water[from] <= MOST_ABOVE + depth && !beside_lake(ch, cell);
}

/* A cell that water has reached, and how far it goes on from there, in m. */
typedef struct front {
    uint32_t cell;
    float reach;
} front;

static fluv_status add_front(fluv_ctx *ctx, fluv_list *fronts, uint32_t cell, float reach)
{
    front *added = fluv_list_append(ctx, fronts, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = (front){cell, reach};
    return FLUV_OK;
}

static fluv_status begin_fronts(fluv_ctx *ctx, const fluv_river_cells *ch,
                                const fluv_channel_shape *shape, fluv_list *fronts)
{
    uint32_t cells = ch->topology.count;
    for (uint32_t c = 0; (c = fluv_next_marked(ch->channel, c, cells)) < cells; c++) {
        if (ch->cover[c] != FLUV_RIVER)
            continue;
        float reach = first_reach(ch, shape, c);
        if ((double)reach >= ch->frame.cell)
            FLUV_TRY(add_front(ctx, fronts, c, reach));
    }
    return FLUV_OK;
}

static fluv_status cover_around(fluv_ctx *ctx, const fluv_river_cells *ch, front from,
                                fluv_list *fronts)
{
    fluv_around around = fluv_around_cell(&ch->topology, from.cell);
    for (uint32_t i = 0; i < around.count; i++) {
        uint32_t cell = around.cell[i];
        float left = from.reach - (float)fluv_cell_distance(&ch->topology, from.cell, cell);
        if (left < 0.0f || !can_cover(ch, from.cell, cell))
            continue;
        ch->cover[cell] = FLUV_RIVER;
        ch->water[cell] = ch->water[from.cell];
        ch->height[cell] = ch->height[from.cell];
        FLUV_TRY(add_front(ctx, fronts, cell, left));
    }
    return FLUV_OK;
}

fluv_status fluv_river_cells_spread(fluv_ctx *ctx, const fluv_river_cells *ch,
                                    const fluv_channel_shape *shape)
{
    fluv_list fronts = {.size = sizeof(front)};
    fluv_status status = begin_fronts(ctx, ch, shape, &fronts);
    for (size_t i = 0; status == FLUV_OK && i < fronts.count; i++)
        status = cover_around(ctx, ch, ((const front *)fronts.items)[i], &fronts);
    fluv_list_free(&fronts);
    return status;
}
