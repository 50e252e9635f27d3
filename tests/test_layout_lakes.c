// SPDX-License-Identifier: MIT
/* Shapes of planned lakes, against a plain version that looks at every piece of every river. */
#include "base/random.h"
#include "landscape/basins.h"
#include "landscape/layout.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define LINES  6
#define POINTS 60
#define STEP   90.0 /* m, about */

typedef struct land {
    fluv_layout plan;
    fluv_layout_line lines[LINES];
    fluv_layout_point points[LINES * POINTS];
    fluv_layout_lake lake;
} land;

/* A winding line from a place on. */
static void draw_line(land *l, fluv_key key, uint32_t line, double x, double y, double turn)
{
    fluv_layout_line *here = &l->lines[line];
    *here = (fluv_layout_line){.first_point = line * POINTS,
                               .point_count = POINTS,
                               .into = FLUV_NONE,
                               .from = FLUV_NONE,
                               .first_joining = FLUV_NONE,
                               .next_joining = FLUV_NONE};
    fluv_layout_point *points = &l->points[here->first_point];
    for (uint32_t i = 0; i < POINTS; i++) {
        uint64_t dice = (uint64_t)line * POINTS + i;
        points[i] = (fluv_layout_point){.x = x, .y = y};
        points[i].way =
            i ? points[i - 1].way + fluv_length(x - points[i - 1].x, y - points[i - 1].y) : 0.0;
        turn += fluv_random_between(key, 2 * dice, -0.6, 0.6);
        double step = STEP * fluv_random_between(key, 2 * dice + 1, 0.2, 1.8);
        x += step * cos(turn);
        y += step * sin(turn);
    }
}

/* One river, and others that join it or each other. */
static void make_land(land *l, uint64_t seed)
{
    fluv_key key = fluv_key_make(seed, "test", "rivers"),
             dice = fluv_key_make(seed, "test", "ties");
    memset(l, 0, sizeof *l);
    draw_line(l, key, 0, 0.0, 0.0, 0.3);
    for (uint32_t i = 1; i < LINES; i++) {
        uint32_t parent = (uint32_t)(fluv_random(dice, 3 * i) * i);
        uint32_t into = parent * POINTS + (uint32_t)(fluv_random(dice, 3 * i + 1) * POINTS);
        double turn = fluv_random_between(dice, 3 * i + 2, -3.0, 3.0);
        draw_line(l, key, i, 0.0, 0.0, turn);
        fluv_layout_point *points = &l->points[i * POINTS];
        double dx = l->points[into].x - points[POINTS - 1].x + 40.0;
        double dy = l->points[into].y - points[POINTS - 1].y - 25.0;
        for (uint32_t k = 0; k < POINTS; k++) {
            points[k].x += dx;
            points[k].y += dy;
        }
        l->lines[i].into = into;
        l->lines[i].next_joining = l->lines[parent].first_joining;
        l->lines[parent].first_joining = i;
    }
    uint32_t middle = 10 + (uint32_t)(fluv_random(dice, 100) * (POINTS - 20));
    l->lake = (fluv_layout_lake){.x = l->points[middle].x,
                                 .y = l->points[middle].y,
                                 .radius = 60.0 * pow(20.0, fluv_random(dice, 101)),
                                 .stretch = fluv_random_between(dice, 102, 1.5, 6.0),
                                 .middle = middle};
    l->plan = (fluv_layout){.line_count = LINES,
                            .point_count = LINES * POINTS,
                            .lake_count = 1,
                            .lines = l->lines,
                            .points = l->points,
                            .lakes = &l->lake,
                            .outline = fluv_random_between(dice, 103, 0.0, 0.9),
                            .bays = 1.0,
                            .outline_octaves = 4,
                            .outline_key = fluv_key_make(seed, "test", "outline")};
}

/* ---- The plain version ---- */

typedef struct plain {
    const land *l;
    double x, y, root, reach, least;
} plain;

static void try_piece(plain *p, uint32_t from, uint32_t to, double along, double steeper)
{
    const fluv_layout_point *a = &p->l->points[from], *b = &p->l->points[to];
    double dx = b->x - a->x, dy = b->y - a->y, square = dx * dx + dy * dy;
    double share = square > 0.0 ? ((p->x - a->x) * dx + (p->y - a->y) * dy) / square : 0.0;
    share = fmin(1.0, fmax(0.0, share));
    double far = fluv_length(a->x + share * dx - p->x, a->y + share * dy - p->y);
    double way = along + share * steeper * sqrt(square);
    if (along < p->reach)
        p->least = fmin(p->least, fluv_length(way / p->root, far * p->root));
}

static double between(const land *l, uint32_t a, uint32_t b)
{
    return fluv_length(l->points[b].x - l->points[a].x, l->points[b].y - l->points[a].y);
}

static void try_line(plain *p, uint32_t from, uint32_t to, double along, double steeper)
{
    while (from != to) {
        uint32_t next = from < to ? from + 1 : from - 1;
        try_piece(p, from, next, along, steeper);
        along += steeper * between(p->l, from, next);
        from = next;
    }
}

static double plain_axis(const land *l, double x, double y)
{
    const fluv_layout_lake *lake = &l->lake;
    plain p = {.l = l, .x = x, .y = y, .root = sqrt(lake->stretch), .least = INFINITY};
    p.reach = fluv_layout_lake_reach(&l->plan, lake);
    try_line(&p, lake->middle, 0, 0.0, 1.0);
    try_line(&p, lake->middle, POINTS - 1, 0.0, 1.0);
    for (uint32_t i = 1; i < LINES; i++) {
        uint32_t into = l->lines[i].into, end = i * POINTS + POINTS - 1;
        if (into >= POINTS)
            continue;
        double along = 0.0;
        for (uint32_t k = lake->middle; k != into; k += k < into ? 1 : UINT32_MAX)
            along += between(l, k, k + (k < into ? 1 : UINT32_MAX));
        try_piece(&p, into, end, along, 1.3);
        try_line(&p, end, i * POINTS, along + 1.3 * between(l, into, end), 1.3);
    }
    return p.least;
}

/* What noise makes of it is not looked at here: without an outline there is none. */
static void shapes_are_those_of_the_plain_version(void **state)
{
    (void)state;
    static land l;
    size_t inside = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        make_land(&l, seed);
        l.plan.outline = 0.0;
        fluv_key key = fluv_key_make(seed, "test", "places");
        double reach = 1.2 * fluv_layout_lake_reach(&l.plan, &l.lake);
        for (uint64_t i = 0; i < 200; i++) {
            double x = l.lake.x + fluv_random_between(key, 2 * i, -reach, reach);
            double y = l.lake.y + fluv_random_between(key, 2 * i + 1, -reach, reach);
            double wanted = plain_axis(&l, x, y) / l.lake.radius;
            double got = fluv_layout_lake_at(&l.plan, &l.lake, x, y);
            if (wanted < 1.0 || got < 1.0) /* farther out pieces beyond the reach may be left */
                assert_true(fabs(got - wanted) <= 1e-9 * wanted);
            inside += wanted < 1.0;
        }
    }
    assert_true(inside > 3000);
}

static void what_is_sooner_told_is_the_same(void **state)
{
    (void)state;
    static land l;
    size_t held = 0, asked = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        make_land(&l, seed);
        fluv_key key = fluv_key_make(seed, "test", "places");
        double reach = 1.2 * fluv_layout_lake_reach(&l.plan, &l.lake);
        fluv_layout_piece near = {0}; /* of another place each time */
        for (uint64_t i = 0; i < 200; i++, asked++) {
            double x = l.lake.x + fluv_random_between(key, 3 * i, -reach, reach);
            double y = l.lake.y + fluv_random_between(key, 3 * i + 1, -reach, reach);
            double within = i % 2 ? 1.0 : fluv_random_between(key, 3 * i + 2, 0.1, 3.0);
            fluv_layout_lake lake = l.lake;
            lake.radius *= i % 3 ? 1.0 : 0.4; /* as sizes are tried */
            bool holds = fluv_layout_lake_holds(&l.plan, &lake, x, y, within, &near);
            assert_true(holds == (fluv_layout_lake_at(&l.plan, &lake, x, y) < within));
            held += holds;
        }
    }
    assert_true(held > asked / 20 && held < asked / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_are_those_of_the_plain_version),
        cmocka_unit_test(what_is_sooner_told_is_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
