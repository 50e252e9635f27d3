// SPDX-License-Identifier: MIT
/* Whether layers that no stage has made are such as stages count on.
 *
 * in   layers from anywhere        out   nothing, or one line: which layer, which cell, why not
 *
 * Receivers are neighbours and lead nowhere in a circle; wet cells have water over their ground;
 * lakes have a place in the frame, cells of their own and, when open, one way out.  O(n). */
#include "landscape/sound.h"

#include "field/grid.h"
#include "landscape/lake_cells.h"

#include <inttypes.h>
#include <math.h>

enum { NEW, ON_THE_WAY, DONE };

/* The first cell whose way leads back to it; NONE: there is no circle. `state` is zeroed. */
static uint32_t find_circle(const uint32_t *receiver, uint32_t count, uint8_t *state)
{
    for (uint32_t start = 0; start < count; start++) {
        uint32_t at = start;
        for (; at != FLUV_NONE && state[at] == NEW; at = receiver[at])
            state[at] = ON_THE_WAY;
        if (at != FLUV_NONE && state[at] == ON_THE_WAY)
            return at;
        for (at = start; at != FLUV_NONE && state[at] == ON_THE_WAY; at = receiver[at])
            state[at] = DONE;
    }
    return FLUV_NONE;
}

static fluv_status check_receivers(fluv_ctx *ctx, const fluv_frame *frame, const uint32_t *receiver)
{
    uint32_t count = frame->cols * frame->rows;
    for (uint32_t c = 0; c < count; c++)
        if (receiver[c] != FLUV_NONE &&
            (receiver[c] >= count || !fluv_cells_touch(frame->cols, c, receiver[c])))
            return fluv_fail(ctx, FLUV_BAD_INPUT, "receiver: cell %u drains to %u, no neighbour", c,
                             receiver[c]);
    uint8_t *state = fluv_scratch_zero(ctx, count, sizeof *state);
    if (!state)
        return FLUV_NO_MEMORY;
    uint32_t circle = find_circle(receiver, count, state);
    fluv_scratch_drop(ctx, state);
    if (circle != FLUV_NONE)
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "receiver: the water of cell %u (column %u, row %u) comes back to it",
                         circle, circle % frame->cols, circle / frame->cols);
    return FLUV_OK;
}

static fluv_status check_cover(fluv_ctx *ctx, const uint8_t *cover, size_t count)
{
    for (size_t c = 0; c < count; c++)
        if (cover[c] > FLUV_DRY_BED)
            return fluv_fail(ctx, FLUV_BAD_INPUT, "cover: cell %zu is %u, expected 0 to %d", c,
                             cover[c], FLUV_DRY_BED);
    return FLUV_OK;
}

/* Sums of water and land are numbers, and none is below 0. */
static fluv_status check_sums(fluv_ctx *ctx, const fluv_layer_row *row, const void *values,
                              size_t count)
{
    for (size_t c = 0; c < count; c++) {
        double value = row->info.type == FLUV_FLOAT64 ? ((const double *)values)[c]
                                                      : (double)((const float *)values)[c];
        if (!(value >= 0.0) || isinf(value))
            return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: cell %zu is %g, expected 0 or more",
                             row->info.name, c, value);
    }
    return FLUV_OK;
}

fluv_status fluv_sound_grid(fluv_ctx *ctx, const fluv_frame *frame, fluv_layer layer,
                            const void *values)
{
    size_t count = (size_t)frame->cols * frame->rows;
    switch (layer) {
    case FLUV_LAYER_receiver:
        return check_receivers(ctx, frame, values);
    case FLUV_LAYER_cover:
        return check_cover(ctx, values, count);
    case FLUV_LAYER_area:
    case FLUV_LAYER_discharge:
    case FLUV_LAYER_flow:
        return check_sums(ctx, &fluv_layer_rows[layer], values, count);
    default:
        return FLUV_OK; /* any number is a height, and no number is nodata */
    }
}

static bool is_wet(uint8_t cover)
{
    return cover == FLUV_RIVER || cover == FLUV_LAKE;
}

static fluv_status check_wet(fluv_ctx *ctx, const fluv_landscape *land)
{
    const uint8_t *cover = fluv_cover_of(land);
    const float *water = fluv_water_of(land), *height = fluv_height_of(land);
    for (size_t c = 0; cover && c < fluv_cell_count(land); c++) {
        if (!is_wet(cover[c]) || (height && isnan(height[c])))
            continue;
        if (!water || !height)
            return fluv_fail(ctx, FLUV_BAD_INPUT,
                             "cover: shows rivers or lakes, without %s to go with them",
                             water ? "height" : "water");
        if (!(water[c] >= height[c]))
            return fluv_fail(ctx, FLUV_BAD_INPUT,
                             "water: cell %zu is a river or lake at %g m, its ground at %g m", c,
                             (double)water[c], (double)height[c]);
    }
    return FLUV_OK;
}

static fluv_status check_voids(fluv_ctx *ctx, const fluv_landscape *land)
{
    const uint32_t *receiver = fluv_receiver_of(land);
    const float *height = fluv_height_of(land);
    for (size_t c = 0; receiver && height && c < fluv_cell_count(land); c++)
        if (receiver[c] != FLUV_NONE && (isnan(height[c]) || isnan(height[receiver[c]])))
            return fluv_fail(ctx, FLUV_BAD_INPUT, "receiver: cell %zu drains %s no height", c,
                             isnan(height[c]) ? "and has" : "to a cell that has");
    return FLUV_OK;
}

static fluv_status bad_lake(fluv_ctx *ctx, const fluv_lake *lake, const char *what)
{
    return fluv_fail(ctx, FLUV_BAD_INPUT, "lakes: lake %" PRId64 " %s", lake->id, what);
}

static fluv_status check_places(fluv_ctx *ctx, const fluv_lake_map *map)
{
    for (size_t i = 0; i < map->lakes->count; i++) {
        const fluv_lake *lake = &map->lakes->lakes[i];
        uint32_t root = fluv_lake_root(&map->frame, lake);
        if (lake->state > FLUV_EMPTY)
            return bad_lake(ctx, lake, "is neither full nor partial nor dry");
        if (root == FLUV_NONE)
            return bad_lake(ctx, lake, "has its deepest point outside of the frame");
        if (lake->state != FLUV_EMPTY && !fluv_lake_holds(map, lake, root))
            return bad_lake(ctx, lake, "has no water at its level in its deepest point");
    }
    return FLUV_OK;
}

/* An open lake has one cell whose water goes on elsewhere. */
static fluv_status check_exits(fluv_ctx *ctx, const fluv_lake_map *map, const uint32_t *receiver,
                               const uint32_t *lake_of)
{
    const fluv_lake *lakes = map->lakes->lakes;
    uint32_t *exits = fluv_scratch_zero(ctx, map->lakes->count, sizeof *exits);
    if (!exits)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < map->topology.count; c++) {
        uint32_t lake = lake_of[c], to = receiver[c];
        if (lake != FLUV_NONE && !lakes[lake].closed && (to == FLUV_NONE || lake_of[to] != lake))
            exits[lake]++;
    }
    for (size_t i = 0; i < map->lakes->count; i++)
        if (!lakes[i].closed && exits[i] != 1)
            return bad_lake(ctx, &lakes[i],
                            exits[i] ? "is open and has more than one way out"
                                     : "is open and has no way out");
    fluv_scratch_drop(ctx, exits);
    return FLUV_OK;
}

fluv_status fluv_sound_lakes(fluv_ctx *ctx, const fluv_landscape *land, const fluv_lakes *lakes)
{
    const fluv_frame *frame = &land->frame;
    const uint32_t *receiver = fluv_receiver_of(land);
    fluv_lake_map map = {.frame = *frame,
                         .lakes = lakes,
                         .height = fluv_height_of(land),
                         .water = fluv_water_of(land),
                         .cover = fluv_cover_of(land)};
    if (!map.lakes || !map.lakes->count)
        return FLUV_OK;
    if (!map.height || !map.water || !map.cover)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "lakes: are there without %s to go with them",
                         !map.height  ? "height"
                         : !map.water ? "water"
                                      : "cover");
    map.topology = fluv_topology_grid(frame->cols, frame->rows, frame->cell);
    FLUV_TRY(check_places(ctx, &map));
    uint32_t *queue = fluv_scratch(ctx, map.topology.count, sizeof *queue);
    uint32_t *lake_of = fluv_scratch(ctx, map.topology.count, sizeof *lake_of);
    if (!queue || !lake_of)
        return FLUV_NO_MEMORY;
    uint32_t taken = fluv_lake_cells_find(&map, ctx->threads, queue, lake_of);
    if (taken != FLUV_NONE)
        return bad_lake(ctx, &map.lakes->lakes[taken], "lies in another");
    return receiver ? check_exits(ctx, &map, receiver, lake_of) : FLUV_OK;
}

static fluv_status check_all(fluv_ctx *ctx, const fluv_landscape *land)
{
    if (!(land->frame.low <= land->frame.high))
        return fluv_fail(ctx, FLUV_BAD_INPUT, "the frame's heights are no numbers in order");
    for (int layer = 0; layer < FLUV_LAYER_COUNT; layer++)
        if (land->layers[layer] && fluv_layer_is_grid((fluv_layer)layer))
            FLUV_TRY(
                fluv_sound_grid(ctx, &land->frame, (fluv_layer)layer, land->layers[layer]->data));
    FLUV_TRY(check_voids(ctx, land));
    FLUV_TRY(check_wet(ctx, land));
    FLUV_TRY(fluv_sound_placed(ctx, land));
    return fluv_sound_lakes(ctx, land, fluv_lakes_of(land));
}

fluv_status fluv_sound_land(fluv_ctx *ctx, const fluv_landscape *land)
{
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    fluv_status status = check_all(ctx, land);
    fluv_scratch_release(ctx, mark);
    return status;
}
