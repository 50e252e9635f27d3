// SPDX-License-Identifier: MIT
/* The walk from coarse lattices to the frame's own cells.
 *
 * in   height, and what to do at a level        out   the change of the ground at the frame's cells
 *
 * The coarsest lattice has 256 cells along the longer side, each next one twice as many, the last
 * one is the frame's. At every level the ground is the frame's, averaged, plus the change so far,
 * brought over smoothly. The sum of the change over the area is kept from level to level, and so
 * are those of the amounts: the first by a constant (nothing but rounding where a level has twice
 * the cells of the one before), the others by a factor. */
#include "stages/shared/tiers.h"

#include <assert.h>
#include <math.h>

#define NEAR      0.75 /* a level with more than this share of the frame's cells a side is left out */
#define STEP_FALL 0.5 /* steps of a level against the one before */

int fluv_tiers_of(const fluv_frame *frame, fluv_tier levels[FLUV_TIERS])
{
    assert(frame->cell > 0.0 && frame->cols > 0 && frame->rows > 0);
    uint32_t longer = frame->cols > frame->rows ? frame->cols : frame->rows;
    int count = 0;
    double total = 0.0;
    for (uint32_t side = FLUV_TIER_COARSEST; count < FLUV_TIERS - 1 && side < NEAR * longer;
         side *= 2) {
        double ratio = (double)side / longer;
        levels[count++] = (fluv_tier){.cols = (uint32_t)fmax(1.0, round(frame->cols * ratio)),
                                      .rows = (uint32_t)fmax(1.0, round(frame->rows * ratio)),
                                      .cell = frame->cell / ratio};
    }
    levels[count++] =
        (fluv_tier){.cols = frame->cols, .rows = frame->rows, .cell = frame->cell, .last = true};
    for (int i = 0; i < count; i++) {
        levels[i].index = i;
        levels[i].stride = (size_t)levels[i].cols + 2;
        levels[i].share = (double)levels[i].cols * levels[i].rows * pow(STEP_FALL, i);
        total += levels[i].share;
    }
    for (int i = 0; i < count; i++) {
        levels[i].share /= total;
        levels[i].from = i ? levels[i - 1].from + levels[i - 1].share : 0.0;
    }
    return count;
}

int64_t fluv_tier_steps(const fluv_tier *level, int64_t steps)
{
    assert(level->index >= 0 && level->index < FLUV_TIERS);
    double fewer = ceil((double)steps * pow(STEP_FALL, level->index));
    return steps > 0 ? (int64_t)fmax(fewer, 1.0) : 0;
}

static float *new_grid(fluv_ctx *ctx, const fluv_tier *level)
{
    return fluv_scratch_zero(ctx, fluv_tier_room(level), sizeof(float));
}

/* A grid for the level with the frame's values. */
static fluv_status take(fluv_ctx *ctx, const fluv_landscape *land, const fluv_tier *level,
                        const float *values, float *out)
{
    assert(!level->last || (level->cols == land->frame.cols && level->rows == land->frame.rows));
    const fluv_frame *frame = &land->frame;
    /* The source is only read. */
    fluv_values from = {(float *)(uintptr_t)values, frame->cols, frame->rows, frame->cols};
    fluv_values to = fluv_tier_values(level, out);
    if (!level->last)
        return fluv_regrid(ctx, &from, &to);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t row = 0; row < to.rows; row++)
        for (uint32_t col = 0; col < to.cols; col++)
            to.at[row * to.stride + col] = values[(size_t)row * frame->cols + col];
    return FLUV_OK;
}

fluv_status fluv_tier_take(fluv_ctx *ctx, const fluv_landscape *land, const fluv_tier *level,
                           const float *values, float *out)
{
    for (size_t i = 0; i < fluv_tier_room(level); i++)
        out[i] = 0.0F;
    return take(ctx, land, level, values, out);
}

/* Numbers and nothing else, 0 where there is no ground. */
static void clear_voids(const fluv_tier_state *state, fluv_values *values, double *area)
{
    fluv_values ground = fluv_tier_values(&state->level, state->ground);
    size_t count = 0;
    for (uint32_t row = 0; row < values->rows; row++)
        for (uint32_t col = 0; col < values->cols; col++) {
            float *value = values->at + row * values->stride + col;
            bool there = !isnan(ground.at[row * ground.stride + col]);
            *value = there && !isnan(*value) ? *value : 0.0F;
            count += there;
        }
    *area = (double)count * state->level.cell * state->level.cell;
}

static void shift(const fluv_tier_state *state, fluv_values *values, double factor, double more)
{
    fluv_values ground = fluv_tier_values(&state->level, state->ground);
    for (uint32_t row = 0; row < values->rows; row++)
        for (uint32_t col = 0; col < values->cols; col++)
            if (!isnan(ground.at[row * ground.stride + col])) {
                float *value = values->at + row * values->stride + col;
                *value = (float)(*value * factor + more);
            }
}

/* Brings a grid of the level before over; `amount`: its sum is kept by a factor. */
static fluv_status bring(fluv_ctx *ctx, const fluv_tier_state *old, float *values,
                         const fluv_tier_state *state, float *out, bool amount)
{
    assert(old->level.index + 1 == state->level.index);
    fluv_values from = fluv_tier_values(&old->level, values);
    fluv_values to = fluv_tier_values(&state->level, out);
    double area, fine = state->level.cell * state->level.cell;
    FLUV_TRY(fluv_regrid(ctx, &from, &to));
    clear_voids(state, &to, &area);
    double wanted = fluv_values_sum(&from) * old->level.cell * old->level.cell;
    double there = fluv_values_sum(&to) * fine;
    if (amount && there > 0.0)
        shift(state, &to, wanted / there, 0.0);
    else if (!amount && area > 0.0)
        shift(state, &to, 1.0, (wanted - there) / area);
    return FLUV_OK;
}

static fluv_status open_level(fluv_ctx *ctx, const fluv_landscape *land, int amounts,
                              fluv_tier_state *state)
{
    state->ground = new_grid(ctx, &state->level);
    state->change = new_grid(ctx, &state->level);
    for (int i = 0; i < amounts; i++)
        if (!(state->amounts[i] = new_grid(ctx, &state->level)))
            return FLUV_NO_MEMORY;
    if (!state->ground || !state->change)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < fluv_tier_room(&state->level); i++)
        state->ground[i] = NAN;
    return take(ctx, land, &state->level, fluv_height_of(land), state->ground);
}

/* Takes over from the level before, whose grids go. */
static fluv_status inherit(fluv_ctx *ctx, fluv_tier_state *old, int amounts,
                           const fluv_tier_state *state)
{
    FLUV_TRY(bring(ctx, old, old->change, state, state->change, false));
    for (int i = 0; i < amounts; i++) {
        FLUV_TRY(fluv_look(ctx));
        FLUV_TRY(bring(ctx, old, old->amounts[i], state, state->amounts[i], true));
        fluv_scratch_drop(ctx, old->amounts[i]);
    }
    fluv_scratch_drop(ctx, old->change);
    fluv_scratch_drop(ctx, old->ground);
    return FLUV_OK;
}

fluv_status fluv_tiers_walk(fluv_ctx *ctx, const fluv_landscape *land, int amounts,
                            fluv_tier_fn *work, void *user, fluv_tier_state *end)
{
    assert(amounts >= 0 && work && end);
    assert(amounts <= FLUV_TIER_AMOUNTS);
    fluv_tier levels[FLUV_TIERS];
    int count = fluv_tiers_of(&land->frame, levels);
    fluv_tier_state old = {0};
    for (int i = 0; i < count; i++) {
        fluv_tier_state state = {.level = levels[i]};
        FLUV_TRY(open_level(ctx, land, amounts, &state));
        FLUV_TRY(fluv_look(ctx));
        if (i > 0)
            FLUV_TRY(inherit(ctx, &old, amounts, &state));
        FLUV_TRY(work(ctx, user, &state));
        old = state;
    }
    *end = old;
    return FLUV_OK;
}

static void tell_change(const float *change, uint32_t cols, float *wear, float *deposit)
{
    for (uint32_t col = 0; col < cols; col++) {
        wear[col] += change[col] < 0.0F ? -change[col] : 0.0F;
        deposit[col] += change[col] > 0.0F ? change[col] : 0.0F;
    }
}

fluv_status fluv_tier_publish(fluv_ctx *ctx, const fluv_tier_state *end, bool tell,
                              fluv_landscape *land)
{
    const fluv_tier *level = &end->level;
    assert(level->last && level->cols == land->frame.cols && level->rows == land->frame.rows);
    float *height = fluv_layer_edit(ctx, land, FLUV_LAYER_height), *wear = NULL, *deposit = NULL;
    if (!height)
        return FLUV_NO_MEMORY;
    if (tell && (!(wear = fluv_layer_edit(ctx, land, FLUV_LAYER_wear)) ||
                 !(deposit = fluv_layer_edit(ctx, land, FLUV_LAYER_deposit))))
        return FLUV_NO_MEMORY;
    for (uint32_t row = 0; row < level->rows; row++) {
        const float *change = end->change + (row + 1) * level->stride + 1;
        size_t to = (size_t)row * level->cols;
        for (uint32_t col = 0; col < level->cols; col++)
            height[to + col] += change[col];
        if (tell)
            tell_change(change, level->cols, wear + to, deposit + to);
    }
    return FLUV_OK;
}
