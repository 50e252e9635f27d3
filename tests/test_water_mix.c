// SPDX-License-Identifier: MIT
/* drain, lakes and rivers with settings of all sorts on small lands of all sorts: every rule of
 * water holds. Thresholds of a few cells and much water bring about in a few thousand cells what
 * large maps have once. */
#include "dice.h"
#include "how_many.h"
#include "water_land.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#define MIXES        3000
#define MOST_STAGES  4
#define MOST_SETTING 10

typedef struct mix {
    dice from;
    double cell; /* m2 */
    setting rows[MOST_SETTING];
    int count;
    char said[600]; /* what was set, for who looks into a failure */
    size_t length;
} mix;

static void set(mix *m, const char *name, double value)
{
    assert_true(m->count + 1 < MOST_SETTING);
    m->rows[m->count++] = (setting){name, value};
    m->rows[m->count] = (setting){NULL, 0};
    m->length +=
        (size_t)snprintf(m->said + m->length, sizeof m->said - m->length, " %s: %g", name, value);
}

static double one_of(mix *m, size_t below)
{
    return (double)roll(&m->from, below);
}

static void set_sometimes(mix *m, size_t times, const char *name, double value)
{
    if (roll(&m->from, times) == 0)
        set(m, name, value);
}

static void set_drain(mix *m)
{
    set(m, "depressions", one_of(m, 3));
    set_sometimes(m, 2, "wander", one_of(m, 5) / 2.0);
}

static void set_lakes(mix *m)
{
    set(m, "mode", one_of(m, MODES));
    set(m, "min_area", m->cell * one_of(m, 8) + 1e-3);
    set(m, "min_depth", one_of(m, 3));
    set(m, "flats", one_of(m, 3));
    set_sometimes(m, 2, "evaporation", one_of(m, 20));
    set_sometimes(m, 3, "dam", 0.0);
    set_sometimes(m, 3, "gorge", 0.05);
    set_sometimes(m, 3, "silt", 0.1);
}

static void set_rivers(mix *m)
{
    set(m, "area", m->cell * (1.0 + one_of(m, 30)));
    set_sometimes(m, 4, "extract", 1.0);
    if (roll(&m->from, 4) == 0) {
        set(m, "by", 1.0);
        set(m, "discharge", 1e-4 * one_of(m, 100));
    }
    set_sometimes(m, 3, "width", one_of(m, 100));
    set_sometimes(m, 3, "outlets", 0.0);
    set_sometimes(m, 3, "perennial", 1e-3 * one_of(m, 30));
    set_sometimes(m, 3, "depth", one_of(m, 100));
}

/* drain or lakes first, rivers last; lakes and rivers perhaps more than once. */
static int count_broken(fluv_ctx *ctx, uint64_t number)
{
    static const struct {
        const char *name;
        void (*set)(mix *m);
    } stages[] = {{"drain", set_drain}, {"lakes", set_lakes}, {"rivers", set_rivers}};
    mix m = {.from = {fluv_key_make(number, "water", "mix"), 0}};
    terrain t;
    fluv_landscape land;
    terrain_kind kind = (terrain_kind)roll(&m.from, TERRAIN_KINDS);
    uint32_t cols = 8 + (uint32_t)roll(&m.from, 50), rows = 8 + (uint32_t)roll(&m.from, 50);
    terrain_make(&t, kind, number, cols, rows);
    land_of_terrain(ctx, &t, &land);
    m.cell = t.cell * t.cell;
    m.length = (size_t)snprintf(m.said, sizeof m.said, "%s", terrain_name(kind));
    size_t runs = 2 + roll(&m.from, MOST_STAGES - 1), last = roll(&m.from, 2);
    for (size_t i = 0; i < runs; i++) {
        size_t stage = i + 1 == runs ? 2 : last;
        m.count = 0;
        m.length += (size_t)snprintf(m.said + m.length, sizeof m.said - m.length, ", %s",
                                     stages[stage].name);
        stages[stage].set(&m);
        if (land_run(ctx, &land, stages[stage].name, m.rows) != FLUV_OK)
            fail_msg("%llu: %s: %s", (unsigned long long)number, m.said, fluv_message(ctx));
        last = last < 2 ? 1 + roll(&m.from, 2) : 2;
    }
    int broken = land_count_broken(ctx, &land, m.said, number);
    fluv_landscape_free(&land);
    terrain_free(&t);
    return broken;
}

static void every_rule_holds(void **state)
{
    int broken = 0;
    for (uint64_t number = 0; number < cases_of(MIXES, MIXES / 10); number++)
        broken += count_broken(*state, number);
    assert_int_equal(broken, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_rule_holds)};
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
