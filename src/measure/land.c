// SPDX-License-Identifier: MIT
/* The land as a survey would see it.
 *
 * in   height, and where they are known cover and water     out   one surface, NaN in sea and voids
 *
 * Where nothing says what is sea, it is the ground at or below 0 that reaches the frame's edge.
 * O(cells). */
#include "measure/figures.h"

#include <assert.h>

/* Marks what is sea; `kind` is work. */
static fluv_status find_sea(fluv_ctx *ctx, const fluv_surveyed *land, const float *height)
{
    uint8_t *kind = fluv_scratch_zero(ctx, land->count, sizeof *kind);
    uint32_t *queue = fluv_scratch(ctx, land->count, sizeof *queue);
    if (!kind || !queue)
        return FLUV_NO_MEMORY;
    fluv_cells_classify(&land->topology, ctx->threads, height, kind);
    fluv_cells_find_sea(&land->topology, height, kind, queue);
    for (uint32_t c = 0; c < land->count; c++)
        land->z[c] = kind[c] & (FLUV_CELL_SEA | FLUV_CELL_VOID) ? NAN : height[c];
    fluv_scratch_drop(ctx, queue);
    fluv_scratch_drop(ctx, kind);
    return FLUV_OK;
}

static void take_surface(const fluv_landscape *from, const fluv_surveyed *land)
{
    const float *height = fluv_height_of(from), *water = fluv_water_of(from);
    const uint8_t *cover = fluv_cover_of(from);
    assert(height && cover && land->z);
    for (uint32_t c = 0; c < land->count; c++) {
        bool lake = cover[c] == FLUV_LAKE && water && isfinite(water[c]);
        float z = lake && water[c] > height[c] ? water[c] : height[c];
        land->z[c] = cover[c] == FLUV_OCEAN || !isfinite(z) ? NAN : z;
    }
}

fluv_status fluv_survey_land(fluv_ctx *ctx, const fluv_landscape *land,
                             const fluv_landscape *ground, fluv_surveyed *out)
{
    const fluv_landscape *from = ground ? ground : land;
    const fluv_frame *frame = &from->frame;
    *out = (fluv_surveyed){.lakes = fluv_lakes_of(land)};
    if (!fluv_height_of(from))
        return fluv_fail(ctx, FLUV_BAD_USE, "there is nothing to measure: the landscape has no %s",
                         frame->cols ? "height" : "frame");
    if (frame->cols != land->frame.cols || frame->rows != land->frame.rows)
        return fluv_fail(ctx, FLUV_BAD_USE,
                         "the ground has %u x %u cells, the landscape %u x %u: expected the same",
                         frame->cols, frame->rows, land->frame.cols, land->frame.rows);
    out->topology = fluv_topology_grid(frame->cols, frame->rows, frame->cell);
    out->cols = frame->cols;
    out->rows = frame->rows;
    out->count = out->topology.count;
    assert(out->count == (size_t)out->cols * out->rows);
    out->cell = frame->cell;
    out->z = fluv_scratch(ctx, out->count, sizeof *out->z);
    if (!out->z)
        return FLUV_NO_MEMORY;
    if (fluv_cover_of(from))
        take_surface(from, out);
    else
        FLUV_TRY(find_sea(ctx, out, fluv_height_of(from)));
    for (uint32_t c = 0; c < out->count; c++)
        out->land += isnan(out->z[c]) ? 0 : 1;
    return FLUV_OK;
}
