// SPDX-License-Identifier: MIT
/* Still water at a level of a storm.
 *
 * in   the level of the sea and of lakes over the frame     out   the same for a level's cells
 *
 * A map of real land shows the surface of its lakes, not their floor.  O(cells). */
#include "stages/hydraulic/still.h"

#include <assert.h>
#include <math.h>

#define WATER  0.5F    /* share of a coarse cell from which on it is water, */
#define SOME   0.1F    /* and from which on its ground is held */
#define HIDDEN 1000.0F /* m below the surface: a floor that is not known */

bool fluv_still_hides_floor(float ground, float still)
{
    return fluv_still_is_water(still) && still != FLUV_STILL_SEA && ground <= still - HIDDEN;
}

/* For a share of the cell that is water at `level` in the mean. */
static float still_of(float share, float level)
{
    if (share >= WATER)
        return level;
    return share >= SOME ? FLUV_STILL_HELD : FLUV_STILL_NONE;
}

/* The share of each cell of a level that is water, or the sum of that times its elevation. */
static fluv_status take_part(fluv_ctx *ctx, const fluv_landscape *land, const float *level,
                             const fluv_tier *tier, bool elevation, float *out)
{
    assert(level && out && level != out);
    float *part = fluv_scratch(ctx, fluv_cell_count(land), sizeof *part);
    if (!part)
        return FLUV_NO_MEMORY;
    for (size_t c = 0; c < fluv_cell_count(land); c++)
        part[c] = isnan(level[c]) ? 0.0F : elevation ? level[c] : 1.0F;
    FLUV_TRY(fluv_tier_take(ctx, land, tier, part, out));
    fluv_scratch_drop(ctx, part);
    return FLUV_OK;
}

/* Floors that the map shows as the surface. */
static void hide_floors(fluv_tier_state *state, const float *still)
{
    for (size_t i = 0; i < fluv_tier_room(&state->level); i++)
        if (fluv_still_is_water(still[i]) && still[i] != FLUV_STILL_SEA &&
            state->ground[i] >= still[i])
            state->ground[i] = still[i] - 2.0F * HIDDEN;
}

fluv_status fluv_still_take(fluv_ctx *ctx, const fluv_landscape *land, const float *level,
                            fluv_tier_state *state, float *still)
{
    assert(state->ground && still);
    size_t room = fluv_tier_room(&state->level);
    for (size_t i = 0; i < room; i++)
        still[i] = FLUV_STILL_NONE;
    if (!level)
        return FLUV_OK;
    float *share = fluv_scratch(ctx, room, sizeof *share);
    if (!share)
        return FLUV_NO_MEMORY;
    FLUV_TRY(take_part(ctx, land, level, &state->level, false, share));
    FLUV_TRY(take_part(ctx, land, level, &state->level, true, still));
    for (size_t i = 0; i < room; i++)
        still[i] =
            isnan(state->ground[i]) ? FLUV_STILL_NONE : still_of(share[i], still[i] / share[i]);
    fluv_scratch_drop(ctx, share);
    hide_floors(state, still);
    return FLUV_OK;
}
