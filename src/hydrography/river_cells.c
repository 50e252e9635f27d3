// SPDX-License-Identifier: MIT
/* The cells that rivers run through, with the lakes between them.
 *
 * in   receivers, area, discharge, lakes, channel cells     out   how many run into each.  O(n). */
#include "hydrography/rivers.h"

#include "field/grid.h"
#include "landscape/lake_cells.h"

#include <assert.h>
#include <string.h>

/* Which river the author wants to be told apart in a cell. Lines of a survey are in pieces, which
 * mean nothing. */
static uint32_t told_apart(const fluv_river_cells *ch, uint32_t cell)
{
    uint32_t river = ch->river_of[cell];
    return river == FLUV_NONE || ch->placed->rivers[river].mapped ? FLUV_NONE : river;
}

/* A reach is cut where a placed river begins or ends on its way. */
static void cut_at_placed(const fluv_river_cells *ch)
{
    uint32_t cells = ch->topology.count;
    for (uint32_t c = 0; (c = fluv_next_marked(ch->channel, c, cells)) < cells; c++) {
        uint32_t to = ch->receiver[c];
        if (to != FLUV_NONE && ch->channel[to] && ch->feeders[to] == 1 &&
            told_apart(ch, c) != told_apart(ch, to))
            ch->feeders[to]++;
    }
}

void fluv_river_cells_count_feeders(const fluv_river_cells *ch)
{
    assert(ch->channel && ch->feeders && fluv_receivers_inside(&ch->topology, ch->receiver));
    uint32_t cells = ch->topology.count;
    memset(ch->feeders, 0, cells);
    for (uint32_t c = 0; (c = fluv_next_marked(ch->channel, c, cells)) < cells; c++)
        if (ch->receiver[c] != FLUV_NONE && ch->channel[ch->receiver[c]])
            ch->feeders[ch->receiver[c]]++;
    for (size_t i = 0; ch->exit_of && i < ch->lakes->count; i++) {
        bool led = ch->exit_of[i] != FLUV_NONE && ch->led[i];
        uint32_t to = led ? ch->receiver[ch->exit_of[i]] : FLUV_NONE;
        if (to != FLUV_NONE && ch->channel[to])
            ch->feeders[to]++;
    }
    if (ch->river_of)
        cut_at_placed(ch);
}

void fluv_beds_fill(const uint8_t *cover, const float *water, uint32_t cells, int threads,
                    float *height)
{
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < cells; c++)
        if (cover[c] == FLUV_RIVER) {
            assert(water[c] >= height[c]);
            height[c] = water[c];
        }
}

static fluv_status open_layers(fluv_ctx *ctx, fluv_landscape *land, fluv_river_cells *ch)
{
    *ch = (fluv_river_cells){.frame = land->frame,
                             .receiver = fluv_layer_read(land, FLUV_LAYER_receiver),
                             .area = fluv_layer_read(land, FLUV_LAYER_area),
                             .discharge = fluv_layer_read(land, FLUV_LAYER_discharge),
                             .lakes = fluv_lakes_of(land)};
    ch->topology = fluv_topology_grid(land->frame.cols, land->frame.rows, land->frame.cell);
    ch->height = fluv_layer_edit(ctx, land, FLUV_LAYER_height);
    ch->water = fluv_layer_edit(ctx, land, FLUV_LAYER_water);
    ch->cover = fluv_layer_edit(ctx, land, FLUV_LAYER_cover);
    ch->channel = fluv_scratch(ctx, ch->topology.count, 1);
    ch->feeders = fluv_scratch(ctx, ch->topology.count, 1);
    if (!ch->height || !ch->water || !ch->cover || !ch->channel || !ch->feeders)
        return FLUV_NO_MEMORY;
    return FLUV_OK;
}

/* The one cell of each lake whose water goes on to a cell that is not the lake's, or over the edge.
 */
static void find_exits(const fluv_river_cells *ch)
{
    for (size_t i = 0; i < ch->lakes->count; i++)
        ch->exit_of[i] = FLUV_NONE;
    for (uint32_t c = 0; c < ch->topology.count; c++) {
        uint32_t lake = ch->lake_of[c], to = ch->receiver[c];
        if (lake == FLUV_NONE || ch->lakes->lakes[lake].closed)
            continue;
        if (to == FLUV_NONE || ch->lake_of[to] != lake)
            ch->exit_of[lake] = c;
    }
}

/* The lakes' cells and exits. */
static fluv_status open_lakes(fluv_ctx *ctx, fluv_river_cells *ch)
{
    if (!ch->lakes || !ch->lakes->count)
        return FLUV_OK;
    uint32_t *queue = fluv_scratch(ctx, ch->topology.count, sizeof *queue);
    ch->lake_of = fluv_scratch(ctx, ch->topology.count, sizeof *ch->lake_of);
    ch->exit_of = fluv_scratch(ctx, ch->lakes->count, sizeof *ch->exit_of);
    ch->led = fluv_scratch(ctx, ch->lakes->count, sizeof *ch->led);
    if (!queue || !ch->lake_of || !ch->exit_of || !ch->led)
        return FLUV_NO_MEMORY;
    memset(ch->led, 1, ch->lakes->count);
    fluv_lake_map map = {.topology = ch->topology,
                         .frame = ch->frame,
                         .lakes = ch->lakes,
                         .height = ch->height,
                         .water = ch->water,
                         .cover = ch->cover};
    (void)fluv_lake_cells_find(&map, ctx->threads, queue, ch->lake_of);
    find_exits(ch);
    fluv_scratch_drop(ctx, queue);
    return FLUV_OK;
}

/* Where placed rivers run. */
static fluv_status open_placed(fluv_ctx *ctx, const fluv_landscape *land, fluv_river_cells *ch)
{
    const fluv_laid *laid = fluv_layer_read(land, FLUV_LAYER_laid);
    ch->placed = fluv_layer_read(land, FLUV_LAYER_placed);
    if (!laid || !laid->way_count)
        return FLUV_OK;
    assert(ch->placed);
    ch->river_of = fluv_scratch(ctx, ch->topology.count, sizeof *ch->river_of);
    if (!ch->river_of)
        return FLUV_NO_MEMORY;
    memset(ch->river_of, 0xff, ch->topology.count * sizeof *ch->river_of);
    for (size_t i = 0; i < laid->way_count; i++) {
        const fluv_laid_way *way = &laid->ways[i];
        for (uint32_t k = 0; way->river != FLUV_NONE && k < way->drawn; k++)
            ch->river_of[laid->cells[way->first_cell + k]] = way->river;
    }
    return FLUV_OK;
}

fluv_status fluv_river_cells_open(fluv_ctx *ctx, fluv_landscape *land, fluv_river_cells *ch)
{
    FLUV_TRY(open_layers(ctx, land, ch));
    FLUV_TRY(open_placed(ctx, land, ch));
    return open_lakes(ctx, ch);
}

/* A river that an arm leaves is cut in two there. */
static void cut_at_arms(const fluv_river_cells *ch)
{
    for (size_t i = 0; i < ch->arm_count; i++)
        ch->feeders[ch->arms[i].split]++;
}

/* Where the arm is back both sums pass the same cells. */
void fluv_arms_share(const fluv_arm *arms, size_t count, const uint32_t *receiver,
                     const uint8_t *cover, float *discharge)
{
    for (size_t i = 0; i < count; i++) {
        assert(arms[i].share >= 0.0F && arms[i].share <= 1.0F && arms[i].split != FLUV_NONE);
        float taken = arms[i].share * discharge[arms[i].split];
        for (uint32_t c = arms[i].first; c != FLUV_NONE; c = receiver[c])
            discharge[c] += cover[c] == FLUV_OCEAN ? 0.0F : taken;
        for (uint32_t c = arms[i].split; c != FLUV_NONE; c = receiver[c])
            discharge[c] =
                cover[c] == FLUV_OCEAN ? discharge[c] : fmaxf(1e-6F, discharge[c] - taken);
    }
}

fluv_status fluv_river_cells_take(fluv_ctx *ctx, fluv_landscape *land,
                                  const fluv_river_cells_given *given, fluv_river_cells *ch)
{
    FLUV_TRY(fluv_river_cells_open(ctx, land, ch));
    ch->arms = given->arms;
    ch->arm_count = given->arm_count;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < ch->topology.count; c++)
        ch->channel[c] = given->cells[c] != 0;
    fluv_river_cells_count_feeders(ch);
    cut_at_arms(ch);
    return FLUV_OK;
}
