// SPDX-License-Identifier: MIT
/* What is laid down under still water, from level to level.
 *
 * in   the state of a level        out   the same, with floors apart from other ground
 *
 * The change of the ground is brought to a finer level smoothly. Over a coast that would make land
 * of the sea's floor and the other way round, so under still water it goes apart, as an amount that
 * becomes load over the floors of the next level.  O(cells). */
#include "stages/hydraulic/storm.h"

#include <assert.h>
#include <math.h>

static bool is_inside(const fluv_tier *level, size_t i)
{
    size_t row = i / level->stride, col = i % level->stride;
    return row > 0 && row <= level->rows && col > 0 && col <= level->cols;
}

/* How far the ground of a cell may lie below what it was: not below still water beside it. */
static float lowest_change(const fluv_tier_state *state, const float *still, size_t cell)
{
    float hold = fluv_still_beside(still + cell, state->level.stride);
    return fminf(hold + FLUV_PIPES_SHORE - state->ground[cell], 0.0F);
}

/* Takes ground off floors and puts it on shores that were lowered too far; returns how much more
 * was taken, m in all cells. */
static double clear_water(const fluv_tier_state *state, const float *still)
{
    const fluv_tier *level = &state->level;
    double over = 0.0;
    for (uint32_t row = 0; row < level->rows; row++)
        for (uint32_t col = 0; col < level->cols; col++) {
            size_t i = (row + 1) * level->stride + col + 1;
            float was = state->change[i], least = lowest_change(state, still, i);
            bool water = fluv_still_is_water(still[i]);
            state->change[i] = water ? 0.0F : was < least ? least : was;
            over += (double)was - (double)state->change[i];
        }
    return over;
}

/* What lay on floors becomes load over the floors of this level; returns what finds none, m in all
 * cells. */
static double lift_floors(const fluv_tier_state *state, const float *still)
{
    float *load = state->amounts[FLUV_STORM_LOAD];
    const float *floors = state->amounts[FLUV_STORM_FLOOR];
    double all = 0.0, wet = 0.0;
    for (size_t i = 0; i < fluv_tier_room(&state->level); i++) {
        all += (double)floors[i];
        wet += fluv_still_is_water(still[i]) ? (double)floors[i] : 0.0;
    }
    for (size_t i = 0; wet > 0.0 && i < fluv_tier_room(&state->level); i++)
        load[i] += fluv_still_is_water(still[i]) ? (float)(all / wet * (double)floors[i]) : 0.0F;
    return wet > 0.0 ? 0.0 : all;
}

void fluv_floors_begin(fluv_storm *storm, const fluv_tier_state *state, const float *still)
{
    const fluv_tier *level = &state->level;
    assert(state->change && still && level->stride == (size_t)level->cols + 2);
    double over = clear_water(state, still) + lift_floors(state, still), sum = 0.0;
    float *load = state->amounts[FLUV_STORM_LOAD];
    for (size_t i = 0; i < fluv_tier_room(level); i++)
        sum += (double)load[i];
    bool can = sum > 0.0 && sum + over >= 0.0;
    for (size_t i = 0; can && i < fluv_tier_room(level); i++)
        load[i] = (float)((double)load[i] * (1.0 + over / sum));
    storm->sums.left += can ? 0.0 : over * level->cell * level->cell;
}

/* Room over a cell's floor for what the sea spreads, m. */
static double room_over(const fluv_tier_state *state, const float *still, size_t i)
{
    if (still[i] != FLUV_STILL_SEA)
        return 0.0;
    double top = (double)fluv_pipes_top(still[i], state->ground[i]);
    double room = top - (double)state->ground[i] - (double)state->change[i];
    return room > 0.0 ? room : 0.0;
}

/* What is left in the sea comes to rest all over its floor, most where it is deep; what finds no
 * room is carried off. */
static void settle_sea(fluv_storm *storm, const fluv_tier_state *state, const float *still)
{
    const fluv_tier *level = &state->level;
    float *load = state->amounts[FLUV_STORM_LOAD];
    double all = 0.0, room = 0.0;
    for (size_t i = 0; i < fluv_tier_room(level); i++) {
        all += still[i] == FLUV_STILL_SEA ? (double)load[i] : 0.0;
        room += is_inside(level, i) ? room_over(state, still, i) : 0.0;
    }
    double share = room > all ? all / room : 1.0, laid = 0.0;
    assert(room >= 0.0 && !(share > 1.0));
    for (size_t i = 0; i < fluv_tier_room(level); i++) {
        if (still[i] != FLUV_STILL_SEA || !is_inside(level, i))
            continue;
        float before = state->change[i];
        state->change[i] += (float)(share * room_over(state, still, i));
        laid += (double)state->change[i] - (double)before;
        load[i] = 0.0F;
    }
    storm->sums.left += room > all ? 0.0 : (all - laid) * level->cell * level->cell;
}

/* What is left in a lake sinks to its floor. What a lake cannot hold that is silted up goes on with
 * its water, out of the frame in the end; where walls stand around the frame, it stays in the
 * water.
 */
static void settle_lakes(fluv_storm *storm, const fluv_tier_state *state, const float *still)
{
    const fluv_tier *level = &state->level;
    float *load = state->amounts[FLUV_STORM_LOAD];
    bool open = storm->params->border == FLUV_HYDRAULIC_BORDER_free;
    double gone = 0.0;
    for (size_t i = 0; i < fluv_tier_room(level); i++) {
        if (!is_inside(level, i) || !fluv_still_is_water(still[i]) || still[i] == FLUV_STILL_SEA)
            continue;
        float floor = state->ground[i] + state->change[i];
        float room = fluv_pipes_top(still[i], state->ground[i]) - floor;
        float before = state->change[i];
        state->change[i] += fmaxf(0.0F, fminf(room, load[i]));
        double rest = (double)load[i] - ((double)state->change[i] - (double)before);
        load[i] = open ? 0.0F : (float)rest;
        gone += open ? rest : 0.0;
    }
    storm->sums.left += gone * level->cell * level->cell;
}

void fluv_floors_end(fluv_storm *storm, const fluv_tier_state *state, const float *still)
{
    assert(storm->params && state->change && still);
    const fluv_tier *level = &state->level;
    float *floors = state->amounts[FLUV_STORM_FLOOR], *load = state->amounts[FLUV_STORM_LOAD];
    double sunk = 0.0;
    for (size_t i = 0; i < fluv_tier_room(level); i++) {
        bool hidden = fluv_still_hides_floor(state->ground[i], still[i]);
        bool apart = fluv_still_is_water(still[i]) && !level->last;
        floors[i] = 0.0F;
        if (!hidden && !apart)
            continue;
        sunk += hidden ? (double)state->change[i] + (double)load[i] : 0.0;
        floors[i] = hidden ? 0.0F : state->change[i] + load[i];
        state->change[i] = load[i] = 0.0F;
    }
    storm->sums.sunk += sunk * level->cell * level->cell;
    if (level->last) {
        settle_sea(storm, state, still);
        settle_lakes(storm, state, still);
    }
}
