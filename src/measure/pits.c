// SPDX-License-Identifier: MIT
/* Fill ratio: what it takes to fill the hollows of the land, over what it takes to fill those of
 * the land upside down. Real land drains, so it has peaks and few pits; noise has as many of both.
 * Nearly O(cells). */
#include "measure/figures.h"

#include <assert.h>

fluv_status fluv_measure_pits(fluv_ctx *ctx, const fluv_surveyed *land, fluv_measures *to)
{
    float *upside = fluv_scratch(ctx, land->count, sizeof *upside);
    float *filled = fluv_scratch(ctx, land->count, sizeof *filled);
    uint8_t *kind = fluv_scratch(ctx, land->count, sizeof *kind);
    double volume = 0.0;
    if (!upside || !filled || !kind)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < land->count; c++)
        upside[c] = -land->z[c];
    FLUV_TRY(fluv_survey_fill(ctx, &land->topology, upside, kind, filled, &volume));
    assert(!(volume < 0.0) && !(land->fill_volume < 0.0));
    if (volume > 0.0)
        fluv_figure_set(to, FLUV_FIGURE_fill_ratio, land->fill_volume / volume);
    else
        fluv_figure_miss(to, FLUV_FIGURE_fill_ratio, "no summit stands within the map");
    return FLUV_OK;
}
