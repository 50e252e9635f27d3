// SPDX-License-Identifier: MIT
/* Stage `place`: rivers, lakes and ground where the author wants them.
 *
 * in   what is placed already, height if there is any     out   placed, frozen; height that fits,
 * laid
 *
 * Before there is ground, what is placed waits for the stages that make it; on ground that is
 * there, it is shaped at once (src/placed). */
#include "stages/place/place.h"

#include "field/domain.h"
#include "placed/placed.h"
#include "stages/shared/sea.h"

#include <math.h>

static fluv_status put_placed(fluv_ctx *ctx, const fluv_place_params *p, fluv_landscape *land)
{
    fluv_placing placing;
    fluv_status status = fluv_placing_open(ctx, fluv_layer_read(land, FLUV_LAYER_placed), &placing);
    if (status == FLUV_OK)
        status = fluv_place_gather(ctx, p, &placing);
    fluv_shared *placed = status == FLUV_OK ? fluv_placed_seal(ctx, &placing) : NULL;
    if (status == FLUV_OK && !placed)
        status = FLUV_NO_MEMORY;
    if (placed)
        fluv_layer_put(land, FLUV_LAYER_placed, placed);
    fluv_placing_free(&placing);
    return status;
}

/* ---- Ground that stays ---- */

static fluv_status freeze_inside(fluv_ctx *ctx, const fluv_place_area *area,
                                 const fluv_landscape *land, float *frozen)
{
    const fluv_frame *frame = &land->frame;
    const float *height = fluv_layer_read(land, FLUV_LAYER_height);
    double *xy = fluv_scratch(ctx, 2 * area->outline.count, sizeof *xy);
    if (!xy)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < area->outline.count; i++) {
        xy[2 * i] = area->outline.rows[i].x;
        xy[2 * i + 1] = area->outline.rows[i].y;
    }
    uint32_t starts[2] = {0, (uint32_t)area->outline.count};
    const fluv_outline ring = {.ring_count = 1, .first_point = starts, .xy = xy};
    fluv_domain domain;
    FLUV_TRY(fluv_domain_init(ctx, &ring, 8.0 * frame->cell, &domain));
    for (size_t c = 0; c < fluv_cell_count(land); c++) {
        fluv_vec at = {fluv_cell_x(frame, (uint32_t)c), fluv_cell_y(frame, (uint32_t)c)};
        if (fluv_domain_holds(&domain, at))
            frozen[c] = height[c];
    }
    return fluv_advance(ctx, 0.1);
}

static fluv_status freeze_where(fluv_ctx *ctx, const fluv_field *where, const fluv_landscape *land,
                                float *frozen)
{
    size_t cells = fluv_cell_count(land);
    const float *height = fluv_layer_read(land, FLUV_LAYER_height);
    float *mask = fluv_scratch(ctx, cells, sizeof *mask);
    if (!mask)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_field_fill(ctx, land, where, "place", "frozen", mask));
    for (size_t c = 0; c < cells; c++)
        if (mask[c] > 0.5f)
            frozen[c] = height[c];
    fluv_scratch_drop(ctx, mask);
    return FLUV_OK;
}

static fluv_status freeze(fluv_ctx *ctx, const fluv_place_params *p, fluv_landscape *land)
{
    bool where = p->frozen_where.kind != FLUV_FIELD_NUMBER || p->frozen_where.number > 0.5;
    if (!p->frozen.count && !where)
        return FLUV_OK;
    if (!land->layers[FLUV_LAYER_height])
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "place.frozen: there is no ground yet that could stay: put `place` after "
                         "the stage that makes it");
    float *frozen = fluv_layer_edit(ctx, land, FLUV_LAYER_frozen);
    if (!frozen)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < p->frozen.count; i++)
        FLUV_TRY(freeze_inside(ctx, &p->frozen.rows[i], land, frozen));
    return where ? freeze_where(ctx, &p->frozen_where, land, frozen) : FLUV_OK;
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    FLUV_TRY(put_placed(ctx, params, land));
    fluv_layer_put(land, FLUV_LAYER_laid, NULL);
    if (!land->layers[FLUV_LAYER_height])
        return freeze(ctx, params, land);
    fluv_topology topology;
    uint8_t *kind;
    FLUV_TRY(fluv_sea_find(ctx, land, &topology, &kind));
    FLUV_TRY(freeze(ctx, params, land));
    FLUV_TRY(fluv_placed_shape(ctx, land, &topology, kind));
    return fluv_advance(ctx, 1.0);
}

#define PARAMS fluv_place_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/place/place.def"
};

const fluv_stage fluv_stage_place = {
    .info = {.name = "place",
             .summary = "Rivers, lakes, peaks and ground that stays, where the author wants them.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_place_params),
    FLUV_NEEDS(),
    FLUV_MAKES(),
    FLUV_AMENDS(placed, frozen),
    .on_ground = FLUV_SET(height, laid),
    .keeps = FLUV_SET(cover, water, coast, shore, flow, wear, deposit, erosion),
    .bytes_per_cell = 24.0,
    .run = run,
};
