// SPDX-License-Identifier: MIT
/* Ground that stays, whatever a stage made of it.
 *
 * in   layers frozen, height     out   height
 *
 * What the stage changed at the border of frozen ground is taken back around it too, less and less
 * with the distance, so that no step is left.  O(n). */
#include "stages/shared/frozen.h"

#include "field/distance.h"
#include "hydrography/rivers.h"

#include <assert.h>
#include <math.h>

#define BAND      40.0 /* of the frame's longer side to the ground that leads up to what is frozen */
#define ABOVE_SEA 0.5f /* m that land keeps above the sea */
#define GENTLE    5.0  /* times what has to be led up: wider, where the band would be steep */

static bool any_moved(const float *frozen, const float *height, size_t cells)
{
    for (size_t c = 0; c < cells; c++)
        if (isfinite(frozen[c]) && frozen[c] != height[c])
            return true;
    return false;
}

/* From 1 at what is frozen to 0 at the end of the band. */
static double part_at(double share)
{
    assert(share >= 0.0 && share < 1.0);
    return (1.0 - share) * (1.0 - share) * (1.0 + 2.0 * share);
}

static fluv_status lead_up(fluv_ctx *ctx, const fluv_landscape *land, const float *frozen,
                           float *height)
{
    const fluv_frame *frame = &land->frame;
    const uint8_t *cover = fluv_layer_read(land, FLUV_LAYER_cover);
    size_t cells = (size_t)frame->cols * frame->rows;
    uint8_t *marked = fluv_scratch(ctx, cells, sizeof *marked);
    float *distance = fluv_scratch(ctx, cells, sizeof *distance);
    uint32_t *nearest = fluv_scratch(ctx, cells, sizeof *nearest);
    if (!marked || !distance || !nearest)
        return FLUV_NO_MEMORY;
    for (size_t c = 0; c < cells; c++)
        marked[c] = isfinite(frozen[c]);
    const fluv_distance_job job = {frame->cols, frame->rows, frame->cell, marked};
    FLUV_TRY(fluv_distance(ctx, &job, distance, nearest));
    double band = frame->cell * (frame->cols > frame->rows ? frame->cols : frame->rows) / BAND;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (size_t c = 0; c < cells; c++) {
        bool sea = cover && cover[c] == FLUV_OCEAN; /* where it is known, it stays */
        if (marked[c] || sea)
            continue;
        double change = (double)(frozen[nearest[c]] - height[nearest[c]]);
        double share = (double)distance[c] / fmax(band, GENTLE * fabs(change));
        if (!(share < 1.0))
            continue;
        float led = height[c] + (float)(part_at(share) * change);
        bool sinks = cover && height[c] > 0.0f && led <= 0.0f; /* the coast stays too */
        height[c] = sinks ? fminf(height[c], ABOVE_SEA) : led;
    }
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (size_t c = 0; c < cells; c++)
        height[c] = marked[c] ? frozen[c] : height[c];
    return FLUV_OK;
}

/* Rivers and lakes that are known no longer are land again. */
static fluv_status forget_water(fluv_ctx *ctx, fluv_landscape *land)
{
    if (!land->layers[FLUV_LAYER_cover] || !land->layers[FLUV_LAYER_water])
        return FLUV_OK;
    uint8_t *cover = fluv_layer_edit(ctx, land, FLUV_LAYER_cover);
    float *water = cover ? fluv_layer_edit(ctx, land, FLUV_LAYER_water) : NULL;
    if (!water)
        return FLUV_NO_MEMORY;
    for (size_t c = 0; c < fluv_cell_count(land); c++)
        if (cover[c] != FLUV_OCEAN) {
            cover[c] = FLUV_LAND;
            water[c] = NAN;
        }
    return FLUV_OK;
}

fluv_status fluv_frozen_hold(fluv_ctx *ctx, fluv_landscape *land, const char *stage)
{
    const float *frozen = fluv_layer_read(land, FLUV_LAYER_frozen);
    const float *made = fluv_layer_read(land, FLUV_LAYER_height);
    if (!frozen || !made || !any_moved(frozen, made, fluv_cell_count(land)))
        return FLUV_OK;
    float *height = fluv_layer_edit(ctx, land, FLUV_LAYER_height);
    if (!height)
        return FLUV_NO_MEMORY;
    const uint8_t *cover = fluv_layer_read(land, FLUV_LAYER_cover);
    const float *surface = fluv_layer_read(land, FLUV_LAYER_water);
    if (cover && surface)
        fluv_beds_fill(cover, surface, (uint32_t)fluv_cell_count(land), ctx->threads, height);
    FLUV_TRY(lead_up(ctx, land, frozen, height));
    fluv_layer_set water = fluv_layers_stale(FLUV_SET(receiver), 0) | FLUV_SET(receiver);
    if (!(fluv_layers_present(land) & water))
        return FLUV_OK;
    fluv_layers_drop(land, water);
    FLUV_TRY(forget_water(ctx, land));
    fluv_note_add(
        land, stage,
        "its water does not fit the ground that is frozen: find it again with `lakes` and "
        "`rivers`");
    return FLUV_OK;
}
