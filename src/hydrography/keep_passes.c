// SPDX-License-Identifier: MIT
/* Hollows keep their passes beside beds that are cut deeper.
 *
 * in   receivers, ground and water after beds are cut     out   ground
 *
 * Where no lakes are made, a hollow's water climbs to its lowest pass and goes on. A river that
 * comes out of another hollow is cut through that one's pass, and the cut may lie beside the first
 * hollow and lower than its pass: now the water would leave there, into a river that was found
 * without it. So the hollow keeps its pass: its ground beside lower ground is raised to it.
 *
 * The level of a cell is the highest point of its water's way. No other way is lower if every cell
 * lies as high as its level, or no neighbour's level is lower than both: then levels are those of
 * flooding from the edges inwards. Raising a cell to its level changes no level, so that one visit
 * of each cell is enough.  O(n). */
#include "hydrography/rivers.h"

static float surface_of(const fluv_river_cells *ch, uint32_t cell)
{
    return isnan(ch->water[cell]) ? ch->height[cell] : ch->water[cell];
}

static bool is_ground(const fluv_river_cells *ch, uint32_t cell)
{
    return ch->cover[cell] != FLUV_OCEAN && !isnan(ch->height[cell]);
}

/* Down from a cell to one whose level is known, or to the end; then levels back up the way. */
static fluv_status find_levels_from(fluv_ctx *ctx, const fluv_river_cells *ch, uint32_t cell,
                                    fluv_list *way, float *level)
{
    way->count = 0;
    for (; cell != FLUV_NONE && is_ground(ch, cell) && isnan(level[cell]);
         cell = ch->receiver[cell]) {
        uint32_t *to = fluv_list_append(ctx, way, 1, sizeof *to);
        if (!to)
            return FLUV_NO_MEMORY;
        *to = cell;
    }
    const uint32_t *cells = way->items;
    float last = cell != FLUV_NONE && is_ground(ch, cell) ? level[cell] : -INFINITY;
    for (size_t i = way->count; i-- > 0;)
        last = level[cells[i]] = fmaxf(surface_of(ch, cells[i]), last);
    return FLUV_OK;
}

static fluv_status find_levels(fluv_ctx *ctx, const fluv_river_cells *ch, float *level)
{
    fluv_list way = {0};
    fluv_status status = FLUV_OK;
    for (uint32_t c = 0; c < ch->topology.count; c++)
        level[c] = NAN;
    for (uint32_t c = 0; status == FLUV_OK && c < ch->topology.count; c++)
        if (isnan(level[c]) && is_ground(ch, c))
            status = find_levels_from(ctx, ch, c, &way, level);
    fluv_list_free(&way);
    return status;
}

bool fluv_has_lower_way(const fluv_topology *topology, const float *level, uint32_t cell)
{
    fluv_around around = fluv_around_cell(topology, cell);
    bool lower = false;
    for (uint32_t k = 0; k < around.count; k++)
        lower = lower || level[around.cell[k]] < level[cell]; /* NaN is not */
    return lower;
}

/* Whether water climbs out of a hollow anywhere. */
static bool climbs(const fluv_river_cells *ch, int threads)
{
    bool found = false;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(|| : found)
    for (uint32_t c = 0; c < ch->topology.count; c++) {
        uint32_t to = fluv_river_cells_land(ch, c) ? ch->receiver[c] : FLUV_NONE;
        found =
            found || (to != FLUV_NONE && is_ground(ch, to) && surface_of(ch, to) > ch->height[c]);
    }
    return found;
}

fluv_status fluv_passes_keep(fluv_ctx *ctx, const fluv_river_cells *ch)
{
    if (!climbs(ch, ctx->threads))
        return FLUV_OK;
    float *level = fluv_scratch(ctx, ch->topology.count, sizeof *level);
    if (!level)
        return FLUV_NO_MEMORY;
    FLUV_TRY(find_levels(ctx, ch, level));
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < ch->topology.count; c++)
        if (fluv_river_cells_land(ch, c) && level[c] > ch->height[c] &&
            fluv_has_lower_way(&ch->topology, level, c))
            ch->height[c] = level[c];
    fluv_scratch_drop(ctx, level);
    return FLUV_OK;
}
