// SPDX-License-Identifier: MIT
/* The judge of lakes is judged itself: by hand on a row of two hollows, by pouring root after root
 * on many small terrains, and by the books: all water stands somewhere or left. */
#include "judge_lakes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define NONE UINT32_MAX
enum { MOST = 12 * 12 };

typedef struct terrain {
    uint32_t cols, rows, cells;
    float z[MOST];
    uint32_t receiver[MOST], root[MOST];
    unsigned char outside[MOST];
    double water[MOST];
} terrain;

static uint32_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

/* The neighbours of a cell; how many of the eight directions leave the frame is `off`. */
static int neighbours_of(const terrain *t, uint32_t cell, uint32_t beside[8], int *off)
{
    int count = 0;
    *off = 0;
    int64_t col = cell % t->cols, row = cell / t->cols;
    for (int64_t r = row - 1; r <= row + 1; r++)
        for (int64_t c = col - 1; c <= col + 1; c++) {
            if (r < 0 || c < 0 || r >= t->rows || c >= t->cols)
                ++*off;
            else if (r != row || c != col)
                beside[count++] = (uint32_t)(r * t->cols + c);
        }
    return count;
}

/* Each cell runs to its lowest neighbour if that is lower; roots on the edge lie outside. */
static void drain(terrain *t)
{
    t->cells = t->cols * t->rows;
    for (uint32_t cell = 0; cell < t->cells; cell++) {
        uint32_t beside[8], lowest = cell;
        int off, count = neighbours_of(t, cell, beside, &off);
        for (int i = 0; i < count; i++)
            if (t->z[beside[i]] < t->z[lowest])
                lowest = beside[i];
        t->receiver[cell] = lowest == cell ? NONE : lowest;
        t->outside[cell] = lowest == cell && off > 0;
    }
    for (uint32_t cell = 0; cell < t->cells; cell++) {
        uint32_t root = cell;
        while (t->receiver[root] != NONE)
            root = t->receiver[root];
        t->root[cell] = root;
    }
}

/* ---- Pouring ---- */

/* The state: how high water stands over each root; roots without water stand at their ground. */
typedef struct pool {
    const terrain *t;
    double level[MOST]; /* of a root */
    double left;
} pool;

typedef struct way_out {
    double height;
    bool slants;            /* after straight ones of its height */
    uint32_t low, high, to; /* cells in order; the root beyond, NONE: outside */
    bool found;
} way_out;

static bool comes_before(const way_out *a, const way_out *b)
{
    if (a->height != b->height)
        return a->height < b->height;
    if (a->slants != b->slants)
        return b->slants;
    return a->low != b->low ? a->low < b->low : a->high < b->high;
}

static void offer(const terrain *t, way_out *best, double height, uint32_t a, uint32_t b,
                  uint32_t to)
{
    bool slants = b != NONE && a / t->cols != b / t->cols && a % t->cols != b % t->cols;
    way_out one = {height, slants, a < b ? a : b, a < b ? b : a, to, true};
    if (!best->found || comes_before(&one, best))
        *best = one;
}

/* The lowest way from the trees in `body` to one that is not. */
static way_out lowest_way(const pool *p, const bool *body)
{
    const terrain *t = p->t;
    way_out best = {.found = false};
    for (uint32_t a = 0; a < t->cells; a++) {
        uint32_t beside[8];
        int off, count = neighbours_of(t, a, beside, &off);
        if (!body[t->root[a]])
            continue;
        if (off)
            offer(t, &best, (double)t->z[a], a, NONE, NONE);
        for (int i = 0; i < count; i++) {
            uint32_t root = t->root[beside[i]];
            double height = fmax((double)t->z[a], (double)t->z[beside[i]]);
            if (!body[root])
                offer(t, &best, height, a, beside[i], t->outside[root] ? NONE : root);
        }
    }
    return best;
}

/* Lifts the surface of a body that stands at one level, up to `ceiling` at most; the water that
 * is left over. */
static double lift(pool *p, const bool *body, double level, double ceiling, double volume)
{
    const terrain *t = p->t;
    while (volume > 0 && level < ceiling) {
        double next = ceiling;
        uint32_t wet = 0;
        for (uint32_t cell = 0; cell < t->cells; cell++) {
            if (!body[t->root[cell]])
                continue;
            wet += (double)t->z[cell] <= level;
            if ((double)t->z[cell] > level)
                next = fmin(next, (double)t->z[cell]);
        }
        bool stops = volume < wet * (next - level);
        volume -= stops ? 0 : wet * (next - level);
        level = stops ? level + volume / wet : next;
        if (stops)
            volume = 0;
    }
    for (uint32_t cell = 0; cell < t->cells; cell++)
        if (body[cell])
            p->level[cell] = level;
    return volume;
}

/* Pours water on a root until it stands somewhere. */
static void pour(pool *p, uint32_t root, double volume)
{
    bool body[MOST] = {false};
    for (body[root] = true; volume > 0;) {
        double level = p->level[root];
        way_out way = lowest_way(p, body);
        if (way.height > level) {
            volume = lift(p, body, level, way.height, volume);
        } else if (way.to == NONE) {
            p->left += volume;
            return;
        } else if (p->level[way.to] < level) { /* falls into the neighbour, which is not full */
            memset(body, 0, sizeof body);
            body[root = way.to] = true;
        } else { /* the neighbour stands as high: they rise together */
            body[way.to] = true;
        }
    }
}

static void pour_all(const terrain *t, pool *p)
{
    *p = (pool){.t = t};
    for (uint32_t cell = 0; cell < t->cells; cell++)
        p->level[cell] = (double)t->z[cell];
    for (uint32_t cell = 0; cell < t->cells; cell++) {
        if (t->receiver[cell] != NONE)
            continue;
        if (t->outside[cell])
            p->left += t->water[cell];
        else
            pour(p, cell, t->water[cell]);
    }
}

/* ---- Tests ---- */

static void two_hollows_by_hand(void **state)
{
    (void)state;
    /* Walls of 9, hollows at 2 and 3, a pass of 5 between them, a gap of 7 in the wall. */
    terrain t = {.cols = 5, .rows = 3, .z = {9, 9, 9, 9, 9, 9, 2, 5, 3, 7, 9, 9, 9, 9, 9}};
    double level[MOST], left;
    drain(&t);
    struct {
        double first, second, first_level, second_level, left;
    } cases[] = {
        {1, 0, 3, NAN, 0}, /* one hollow, not full */
        {4, 0, 5, 4, 0},   /* 3 fill the first, 1 spills */
        {3, 2, 5, 5, 0},   /* both full to the pass */
        {4, 4, 6, 6, 0},   /* merged: 3 + 2, then 3 cells by 1 */
        {10, 4, 7, 7, 3},  /* full to the gap: 11, the rest leaves */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        t.water[6] = cases[i].first;
        t.water[8] = cases[i].second;
        judge_lakes(5, 3, t.z, 1, t.receiver, t.outside, t.water, level, &left);
        assert_true(fabs(level[6] - cases[i].first_level) < 1e-9);
        assert_true(isnan(cases[i].second_level) ? isnan(level[8])
                                                 : fabs(level[8] - cases[i].second_level) < 1e-9);
        assert_true(fabs(left - cases[i].left) < 1e-9);
    }
}

static void make_terrain(terrain *t, uint64_t *seed)
{
    memset(t, 0, sizeof *t);
    t->cols = 1 + next_random(seed) % 12;
    t->rows = 1 + next_random(seed) % 12;
    uint32_t steps = next_random(seed) % 3 ? 2 + next_random(seed) % 12 : 1u << 20;
    for (uint32_t cell = 0; cell < t->cols * t->rows; cell++)
        t->z[cell] = (float)(next_random(seed) % steps) * (steps > 100 ? 0x1p-16F : 1.0F);
    drain(t);
    double most = (double)(1u << next_random(seed) % 6);
    for (uint32_t cell = 0; cell < t->cells; cell++)
        if (t->receiver[cell] == NONE && next_random(seed) % 4)
            t->water[cell] = most * (next_random(seed) % 256) / 64;
}

static void pouring_gives_the_same(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int round = 0; round < 2000; round++) {
        terrain t;
        pool p;
        double level[MOST], left;
        make_terrain(&t, &seed);
        pour_all(&t, &p);
        judge_lakes(t.cols, t.rows, t.z, 1, t.receiver, t.outside, t.water, level, &left);
        for (uint32_t cell = 0; cell < t.cells; cell++) {
            uint32_t root = t.root[cell];
            bool dry = t.outside[root] || p.level[root] <= (double)t.z[root];
            if (dry ? !isnan(level[cell]) && level[cell] > (double)t.z[root] + 1e-9
                    : !(fabs(level[cell] - p.level[root]) < 1e-9))
                fail_msg("round %d, %u x %u, cell %u: judge %.12g, poured %.12g", round, t.cols,
                         t.rows, cell, level[cell], p.level[root]);
        }
        if (!(fabs(left - p.left) < 1e-6))
            fail_msg("round %d: judge lets %.12g leave, pouring %.12g", round, left, p.left);
    }
}

static void all_water_is_somewhere(void **state)
{
    (void)state;
    uint64_t seed = 99;
    for (int round = 0; round < 500; round++) {
        terrain t;
        double level[MOST], left, stands = 0, rained = 0;
        make_terrain(&t, &seed);
        judge_lakes(t.cols, t.rows, t.z, 2.5, t.receiver, t.outside, t.water, level, &left);
        for (uint32_t cell = 0; cell < t.cells; cell++) {
            rained += t.water[cell];
            if (level[cell] > (double)t.z[cell])
                stands += 2.5 * (level[cell] - (double)t.z[cell]);
        }
        assert_true(left >= 0);
        assert_true(fabs(rained - stands - left) <= 1e-9 * (1 + rained));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_hollows_by_hand),
        cmocka_unit_test(pouring_gives_the_same),
        cmocka_unit_test(all_water_is_somewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
