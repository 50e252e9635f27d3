// SPDX-License-Identifier: MIT
/* Stage `rivers`: the network as a graph of reaches.
 *
 * in   height, receiver, area, discharge, cover, lakes if there are any
 * out  rivers, watersheds; height with beds, water, cover
 *
 * Based on: Moody, Troutman. Characterization of the spatial variability of channel morphology.
 * 2002 (width); Strahler. Quantitative analysis of watershed geomorphology. 1957 */
#include "stages/rivers/rivers.h"

#include "landscape/placed.h"
#include "landscape/vectors.h"
#include "stages/rivers/mark.h"
#include "stages/shared/mouths.h"

fluv_channel_shape fluv_rivers_shape(const fluv_rivers_params *params)
{
    return (fluv_channel_shape){.width = params->width,
                                .max_width = params->max_width,
                                .depth = params->depth,
                                .roughness = params->roughness,
                                .perennial = params->perennial,
                                .spread = params->spread};
}

fluv_status fluv_rivers_usual_shape(fluv_ctx *ctx, fluv_channel_shape *shape)
{
    fluv_rivers_params usual;
    FLUV_TRY(fluv_params_init(ctx, &fluv_stage_rivers.info, &usual, sizeof usual));
    *shape = fluv_rivers_shape(&usual);
    fluv_params_free(&fluv_stage_rivers.info, &usual);
    return FLUV_OK;
}

/* All of a river that was placed lies under a lake: what was drawn is refused, what was kept of an
 * earlier result is told of. */
static fluv_status refuse_drowned(fluv_ctx *ctx, fluv_landscape *land,
                                  const fluv_placed_river *river, uint32_t source)
{
    double x = fluv_cell_x(&land->frame, source), y = fluv_cell_y(&land->frame, source);
    const char *name = fluv_called(river->name);
    if (river->kept) {
        fluv_note_add(land, "keep", "river %s from %.7g, %.7g lies under a lake, all of it", name,
                      x, y);
        return FLUV_OK;
    }
    return fluv_blame(ctx, &river->by,
                      fluv_fail(ctx, FLUV_BAD_RECIPE,
                                "place: river %s from %.7g, %.7g would lie under a lake, all of "
                                "it: draw it elsewhere, or place a lake there",
                                name, x, y));
}

static fluv_status find_drowned(fluv_ctx *ctx, fluv_landscape *land)
{
    const fluv_placed *placed = fluv_layer_read(land, FLUV_LAYER_placed);
    const fluv_laid *laid = fluv_layer_read(land, FLUV_LAYER_laid);
    const uint8_t *cover = fluv_cover_of(land);
    for (size_t w = 0; placed && laid && w < laid->way_count; w++) {
        const fluv_laid_way *way = &laid->ways[w];
        if (way->river == FLUV_NONE || !way->drawn || placed->rivers[way->river].mapped)
            continue;
        const uint32_t *cells = laid->cells + way->first_cell;
        uint32_t under = 0;
        while (under < way->drawn && cover[cells[under]] == FLUV_LAKE)
            under++;
        if (under == way->drawn)
            FLUV_TRY(refuse_drowned(ctx, land, &placed->rivers[way->river], cells[0]));
    }
    return FLUV_OK;
}

/* Where a river parts, discharge is shared out among its arms, and directions, which have one way
 * for each cell, do not tell how: rivers cannot be found again from them. */
static fluv_status refuse_arms(fluv_ctx *ctx, const fluv_landscape *land)
{
    const fluv_rivers *rivers = fluv_rivers_of(land);
    for (size_t i = 0; rivers && i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        const fluv_river_point *first = &rivers->points[reach->first_point];
        if (fluv_reach_shares(reach))
            return fluv_fail(ctx, FLUV_BAD_RECIPE,
                             "rivers: the river at %.7g, %.7g has arms, whose water has to be led "
                             "anew: put drain or lakes before rivers",
                             first->x, first->y);
    }
    return FLUV_OK;
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    fluv_channel_shape shape = fluv_rivers_shape(params);
    FLUV_TRY(refuse_arms(ctx, land));
    fluv_river_cells cells;
    FLUV_TRY(fluv_rivers_mark(ctx, params, land, &cells));
    FLUV_TRY(fluv_advance(ctx, 0.5));
    FLUV_TRY(fluv_rivers_build(ctx, &shape, &cells, land));
    FLUV_TRY(find_drowned(ctx, land));
    FLUV_TRY(fluv_mouths_name(ctx, land));
    return fluv_advance(ctx, 1.0);
}

#define PARAMS fluv_rivers_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/rivers/rivers.def"
};

const fluv_stage fluv_stage_rivers = {
    .info = {.name = "rivers",
             .summary = "Rivers as reaches from head to mouth, with width, depth and velocity.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_rivers_params),
    FLUV_NEEDS(height, receiver, area, discharge, cover),
    FLUV_MAKES(rivers, watersheds),
    FLUV_AMENDS(height, water, cover, lakes),
    .reads_last = FLUV_SET(rivers),
    .bytes_per_cell = 24.0,
    .run = run,
};
