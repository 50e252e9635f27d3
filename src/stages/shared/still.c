// SPDX-License-Identifier: MIT
/* Still water.
 *
 * in   height; cover and water where they are known        out   the level of the sea and of lakes
 *
 * Where earlier stages found water, `cover` and `water` tell of it. Otherwise ground below 0 is
 * sea, and on a map of real land the flats that the survey of lakes takes for lakes are lakes
 * (water/survey.h).  O(cells). */
#include "stages/shared/still.h"

#include "field/still.h"
#include "water/survey.h"

#include <assert.h>
#include <math.h>

#define SMALLEST                                                                                   \
    500.0             /* smaller flats than a square of this part of the frame's side are land,    \
                       */
#define CELLS   16.0  /* and such of fewer cells */
#define SILL    1.0F  /* m; how far an outlet is looked for does not matter here */
#define NOT_SEA 1e-3F /* m; the level of a lake that lies at 0 */

static float lake_level(float level)
{
    return level == FLUV_STILL_SEA ? NOT_SEA : level;
}

static bool take_cover(const fluv_landscape *land, float *level)
{
    const uint8_t *cover = fluv_cover_of(land);
    const float *water = fluv_water_of(land), *height = fluv_height_of(land);
    assert(height);
    bool any = false;
    for (size_t c = 0; c < fluv_cell_count(land); c++) {
        bool sea = cover ? cover[c] == FLUV_OCEAN : height[c] < 0.0F;
        bool lake = cover && water && cover[c] == FLUV_LAKE && !isnan(water[c]);
        level[c] = isnan(height[c]) ? NAN
                   : sea            ? FLUV_STILL_SEA
                   : lake           ? lake_level(water[c])
                                    : NAN;
        any |= !isnan(level[c]);
    }
    return any;
}

/* The lakes that a survey shows as flats. */
static fluv_status take_flats(fluv_ctx *ctx, const fluv_landscape *land, double least, float *level,
                              bool *any)
{
    const fluv_frame *frame = &land->frame;
    fluv_topology topology = fluv_topology_grid(frame->cols, frame->rows, frame->cell);
    float *height = fluv_scratch(ctx, topology.count, sizeof *height);
    uint32_t *receiver = fluv_scratch(ctx, topology.count, sizeof *receiver);
    uint8_t *kind = fluv_scratch(ctx, topology.count, sizeof *kind);
    uint32_t *queue = fluv_scratch(ctx, topology.count, sizeof *queue);
    if (!height || !receiver || !kind || !queue)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < topology.count; c++)
        height[c] = fluv_height_of(land)[c];
    fluv_cells_classify(&topology, ctx->threads, height, kind);
    (void)fluv_cells_find_sea(&topology, height, kind, queue);
    fluv_scratch_drop(ctx, queue);
    fluv_drainage_job job = {
        .topology = topology, .height = height, .kind = kind, .receiver = receiver};
    fluv_drainage drainage = {0};
    fluv_survey survey = {0};
    double side = frame->cell * fmax(frame->cols, frame->rows) / SMALLEST;
    least = fmax(least, fmax(side * side, CELLS * frame->cell * frame->cell));
    fluv_survey_rules rules = {.min_area = least, .max_sill = SILL};
    FLUV_TRY(fluv_drainage_find(ctx, &job, &drainage));
    fluv_status status = fluv_survey_find(ctx, &drainage, &rules, height, &survey);
    const fluv_surveyed_lake *lakes = survey.lakes.items;
    for (uint32_t c = 0; status == FLUV_OK && survey.lake_of && c < topology.count; c++)
        if (survey.lake_of[c] != FLUV_NONE) {
            level[c] = lake_level(lakes[survey.lake_of[c]].level);
            *any = true;
        }
    fluv_survey_free(&survey);
    return status;
}

static bool has_lakes(const fluv_landscape *land)
{
    const uint8_t *cover = fluv_cover_of(land);
    for (size_t c = 0; cover && c < fluv_cell_count(land); c++)
        if (cover[c] == FLUV_LAKE)
            return true;
    return false;
}

fluv_status fluv_still_find(fluv_ctx *ctx, const fluv_landscape *land, double least, float **level)
{
    assert(level && !(least < 0.0));
    *level = fluv_scratch(ctx, fluv_cell_count(land), sizeof **level);
    if (!*level)
        return FLUV_NO_MEMORY;
    bool any = take_cover(land, *level);
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    fluv_status status = FLUV_OK;
    if (isfinite(least) && land->surveyed && !has_lakes(land))
        status = take_flats(ctx, land, least, *level, &any);
    fluv_scratch_release(ctx, mark);
    if (status != FLUV_OK || any)
        return status;
    fluv_scratch_drop(ctx, *level);
    *level = NULL;
    return FLUV_OK;
}
