// SPDX-License-Identifier: MIT
/* The step of the water against a plain version of it, pipe by pipe in double. */
#include "stages/hydraulic/pipes.h"

#include "base/random.h"
#include "field/grid.h"
#include "field/still.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SIDE   24
#define STRIDE (SIDE + 2)
#define ROOM   (STRIDE * (SIDE + 3))

typedef struct plain {
    double change[ROOM], water[ROOM], load[ROOM], flow[ROOM][8], share[ROOM];
} plain;

static float ground[ROOM], change[2][ROOM], water[2][ROOM], load[2][ROOM], pipe[4][ROOM],
    share[ROOM], still[ROOM];
static double lost[SIDE], taken[SIDE];
static plain old, new;

static fluv_pipe_rules rules = {.push = {0.04F, 0.028F},
                                .drag = {0.7F, 0.99F},
                                .deepest = 6.0F,
                                .slope = {0.02F, 0.0141421356F},
                                .rain = 0.01F,
                                .loss = 0.002F,
                                .fan = 7.0F,
                                .capacity = 300.0F,
                                .dissolve = 0.2F,
                                .haste = 1.0F,
                                .parts = 0.9F,
                                .settle = 0.4F,
                                .alone = 0.3F,
                                .gather = 0.6F,
                                .creep = 0.01F,
                                .undercut = 0.04F};

/* Rules while it rains, and as the storm ends. */
static void take_part(bool ebb)
{
    rules.haste = ebb ? 3.0F : 1.0F;
    rules.parts = ebb ? 0.5F : 0.9F;
    rules.mud = ebb ? 0.05F : 0.0F;
    rules.creep = ebb ? 0.0F : 0.01F;
    rules.undercut = ebb ? 0.0F : 0.04F;
}

static bool is_inside(uint32_t i)
{
    uint32_t col = i % STRIDE, row = i / STRIDE;
    return col > 0 && col <= SIDE && row > 0 && row <= SIDE;
}

static void make_land(uint64_t seed, bool wall)
{
    fluv_key key = fluv_key_make(seed, "test", "pipes");
    memset(change, 0, sizeof change);
    memset(water, 0, sizeof water);
    memset(load, 0, sizeof load);
    memset(pipe, 0, sizeof pipe);
    memset(share, 0, sizeof share);
    memset(&old, 0, sizeof old);
    for (uint32_t i = 0; i < ROOM; i++) {
        ground[i] = (float)fluv_random_between(key, i, -6.0, 40.0);
        still[i] = ground[i] < 0.0F ? FLUV_STILL_SEA : FLUV_STILL_NONE;
        if (ground[i] > 0.0F && i / STRIDE % 5 < 2 && i % STRIDE % 7 < 3)
            still[i] = i / STRIDE % 5 ? FLUV_STILL_HELD : ground[i] + 3.0F;
        if ((!is_inside(i) && wall) || fluv_random_below(key, i + ROOM, 30) == 0)
            ground[i] = NAN;
        if (still[i] == FLUV_STILL_NONE && i % 11 == 0)
            still[i] = FLUV_PIPES_FIRM;
        if (isnan(ground[i]) || (!is_inside(i) && still[i] != FLUV_STILL_SEA))
            still[i] = FLUV_STILL_NONE;
        if (!is_inside(i) || isnan(ground[i]) || ground[i] < 0.0F)
            continue;
        old.water[i] = water[0][i] = (float)fluv_random_between(key, i + 2 * ROOM, 0.0, 1.0);
        old.load[i] = load[0][i] = (float)fluv_random_between(key, i + 3 * ROOM, 0.0, 2.0);
    }
}

static uint32_t neighbour(uint32_t i, int k)
{
    return (uint32_t)((int)i + fluv_dx[k] + fluv_dy[k] * STRIDE);
}

static double height_of(const plain *p, uint32_t i)
{
    return (double)ground[i] + p->change[i];
}

static double bed_of(const plain *p, uint32_t i)
{
    return fmax(height_of(p, i), (double)still[i]);
}

static bool is_sea(uint32_t i)
{
    return still[i] == FLUV_STILL_SEA;
}

static bool is_water(uint32_t i)
{
    return still[i] > -1e29F;
}

/* Flow wanted from i towards neighbour k, from the flow that was (both seen from i). */
static double flow_wanted(uint32_t i, int k)
{
    uint32_t j = neighbour(i, k);
    if (isnan(ground[i]) || isnan(ground[j]))
        return 0.0;
    double flow = old.flow[i][k] * (old.flow[i][k] > 0.0 ? old.share[i] : old.share[j]);
    double high = bed_of(&old, i) + old.water[i], other = bed_of(&old, j) + old.water[j];
    double depth = fmax(high, other) - fmax(bed_of(&old, i), bed_of(&old, j));
    depth = fmin(depth, (double)rules.deepest);
    if (depth < 1e-6)
        return 0.0;
    double pushed = flow + (double)rules.push[k % 2] * depth * (high - other);
    double drag = (double)rules.drag[k % 2] / (depth * depth),
           root = 1.0 + 4.0 * drag * fabs(pushed);
    return copysign((sqrt(root) - 1.0) / (2.0 * drag), pushed);
}

static double share_of(uint32_t i)
{
    double out = 0.0;
    for (int k = 0; k < 8; k++)
        out += fmax(new.flow[i][k], 0.0);
    return is_sea(i) || out == 0.0 ? 0.0 : fmin(1.0, 0.9 * old.water[i] / out);
}

/* Load that leaves a cell with the water, through pipes in all. */
static double load_sent(uint32_t i)
{
    double out = 0.0;
    for (int k = 0; k < 8; k++)
        out += fmax(new.flow[i][k], 0.0);
    if (is_sea(i) || out == 0.0)
        return 0.0;
    double fraction = (double)rules.haste * out * new.share[i] / old.water[i];
    return old.load[i] * fmin(fraction, (double)rules.parts);
}

/* Part of that through pipe k. */
static double load_through(uint32_t i, int k)
{
    double out = 0.0;
    for (int other = 0; other < 8; other++)
        out += fmax(new.flow[i][other], 0.0);
    return out > 0.0 ? load_sent(i) * fmax(new.flow[i][k], 0.0) / out : 0.0;
}

/* Load that goes from i to j as mud. */
static double mud_to(uint32_t i, uint32_t j)
{
    double share_of_it = is_sea(i) && is_sea(j) ? 0.06 : (double)rules.mud;
    double higher = bed_of(&old, i) + old.load[i] - bed_of(&old, j) - old.load[j];
    return share_of_it * fmin(fmax(higher, 0.0), old.load[i]);
}

/* Wanted flow that is there to flow out of a cell. */
static double flow_from(uint32_t i)
{
    double out = 0.0;
    for (int k = 0; k < 8; k++)
        out += fmax(new.flow[i][k], 0.0) * new.share[i];
    return out;
}

/* Ground that creeps from j, the neighbour k of i, to i, or, negative, to j. */
static double creeps_from(uint32_t j, uint32_t i, int k)
{
    if (!is_inside(j) || still[i] != FLUV_STILL_NONE || still[j] != FLUV_STILL_NONE)
        return 0.0;
    double rise = height_of(&old, j) - height_of(&old, i), flow = flow_from(rise > 0.0 ? i : j);
    double part = fmin((double)rules.creep + (double)rules.undercut * flow, 0.03);
    return part * rise * (k % 2 ? 0.5 : 1.0);
}

/* How the ground moves, for the power of the stream in the cell. */
static double ground_moves(uint32_t i, double power)
{
    double height = height_of(&old, i), low = height, high = height, hold = -1e30;
    for (int k = 0; k < 8; k++) {
        uint32_t j = neighbour(i, k);
        low = fmin(low, height_of(&old, j));
        high = fmax(high, height_of(&old, j));
        hold = fmax(hold, (double)still[j]);
    }
    if (is_water(i)) {
        double clear = is_sea(i) ? fmin(-0.5, 0.4 * (double)ground[i]) : (double)still[i] - 0.5;
        double top = fmax(clear, (double)ground[i]);
        double room = fmin(top, low + (double)rules.fan) - height;
        return height > top ? top - height : fmin(0.2 * old.load[i], 0.25 * fmax(room, 0.0));
    }
    if (still[i] == FLUV_STILL_HELD)
        return 0.0;
    double bottom = fmax(low, hold);
    low = fmax(low, fmin(hold + 0.05, (double)ground[i]));
    double missing = (double)rules.capacity * power - old.load[i];
    if (missing > 0.0)
        return -fmin((double)rules.dissolve * missing, 0.25 * fmax(height - low, 0.0));
    double room = fmin(fmax(high - height, old.water[i]), bottom + (double)rules.fan - height);
    return fmin(-(double)rules.settle * missing, 0.25 * fmax(room, 0.0));
}

/* One cell after all flows and shares are known. */
static void balance(uint32_t i)
{
    double power = 0.0, wet = old.water[i] + (double)rules.rain, held = old.load[i], mud = 0.0;
    double crept = 0.0;
    for (int k = 0; k < 8; k++) {
        uint32_t j = neighbour(i, k);
        if (isnan(ground[j]))
            continue;
        double out = fmax(new.flow[i][k], 0.0) * new.share[i];
        double in = fmax(-new.flow[i][k], 0.0) * new.share[j];
        double drop = bed_of(&old, i) + old.water[i] - bed_of(&old, j) - old.water[j];
        power += out * fmax(drop, 0.0) * (double)rules.slope[k % 2];
        wet += in - out;
        crept += creeps_from(j, i, k);
        held += (is_inside(j) ? load_through(j, (k + 4) % 8) : 0.0) - load_through(i, k);
        mud += mud_to(j, i) - mud_to(i, j);
    }
    double left = old.load[i] - load_sent(i) + fmin(mud, 0.0);
    power *= (double)rules.alone + (double)rules.gather * sqrt(flow_from(i));
    double moves = fmin(ground_moves(i, power), fmax(left, 0.0));
    new.change[i] = old.change[i] + moves + crept;
    new.load[i] = held + mud - moves;
    new.water[i] = is_sea(i) ? 0.0 : wet - fmin(wet, (double)rules.loss);
}

static void plain_step(void)
{
    memset(&new, 0, sizeof new);
    for (uint32_t i = STRIDE + 1; i < ROOM - 2 * STRIDE; i++)
        for (int k = 0; k < 8; k++)
            new.flow[i][k] = flow_wanted(i, k);
    for (uint32_t i = 0; i < ROOM; i++)
        new.share[i] = is_inside(i) && !isnan(ground[i]) ? share_of(i) : 0.0;
    for (uint32_t i = 0; i < ROOM; i++)
        if (is_inside(i) && !isnan(ground[i]))
            balance(i);
    old = new;
}

static fluv_pipe_grids grids_of(int turn)
{
    return (fluv_pipe_grids){.cols = SIDE,
                             .rows = SIDE,
                             .stride = STRIDE,
                             .ground = ground,
                             .still = still,
                             .change = change[turn],
                             .change_next = change[!turn],
                             .water = water[turn],
                             .water_next = water[!turn],
                             .load = load[turn],
                             .load_next = load[!turn],
                             .pipe = {pipe[0], pipe[1], pipe[2], pipe[3]},
                             .share = share,
                             .lost = lost,
                             .taken = taken};
}

static fluv_pipe_rim fast_step(const fluv_pipe_grids *g)
{
    static float work[64 * STRIDE];
    assert_true(fluv_pipes_room(SIDE) <= sizeof work / sizeof *work);
    for (uint32_t row = 0; row <= SIDE; row++)
        fluv_pipes_flow_row(&rules, g, row);
    fluv_pipes_balance_rows(&rules, g, 0, 7, work);
    fluv_pipes_balance_rows(&rules, g, 7, SIDE, work);
    return fluv_pipes_rim(&rules, g);
}

static void the_fast_step_is_the_plain_one(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        make_land(seed, seed % 2);
        take_part(seed % 4 > 1);
        for (int step = 0; step < 4; step++) {
            fluv_pipe_grids g = grids_of(step % 2);
            fast_step(&g);
            plain_step();
            for (uint32_t i = 0; i < ROOM; i++) {
                if (!is_inside(i) || isnan(ground[i]))
                    continue;
                assert_true(fabs((double)g.water_next[i] - old.water[i]) < 2e-3);
                assert_true(fabs((double)g.load_next[i] - old.load[i]) < 2e-2);
                assert_true(fabs((double)g.change_next[i] - old.change[i]) < 2e-2);
            }
        }
    }
}

static void amounts_add_up_and_are_not_negative(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        make_land(seed, false);
        take_part(seed % 4 > 1);
        memset(lost, 0, sizeof lost);
        memset(taken, 0, sizeof taken);
        double rain = 0.0, gone = 0.0, gone_load = 0.0, at_first = 0.0, load_at_first = 0.0;
        for (uint32_t i = 0; i < ROOM; i++) {
            at_first += (double)water[0][i];
            load_at_first += (double)load[0][i];
            rain += is_inside(i) && !isnan(ground[i]) ? 100.0 * (double)rules.rain : 0.0;
        }
        for (int step = 0; step < 100; step++) {
            fluv_pipe_grids g = grids_of(step % 2);
            fluv_pipe_rim rim = fast_step(&g);
            gone += rim.water;
            gone_load += rim.load;
        }
        double now = 0.0, load_now = 0.0, moved = 0.0;
        for (uint32_t row = 0; row < SIDE; row++)
            gone += lost[row] + taken[row];
        for (uint32_t i = 0; i < ROOM; i++) {
            assert_true(water[0][i] >= 0.0F && load[0][i] >= -1e-6F);
            now += (double)water[0][i];
            load_now += (double)load[0][i];
            moved += (double)change[0][i];
        }
        assert_true(fabs(at_first + rain - now - gone) < 1e-5 * rain);
        assert_true(fabs(load_at_first - load_now - gone_load - moved) < 1e-5 * load_at_first);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fast_step_is_the_plain_one),
        cmocka_unit_test(amounts_add_up_and_are_not_negative),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
