// SPDX-License-Identifier: MIT
/* Rivers that wander: the bends they make, where they may not go, and the land they leave. */
#include "base/random.h"
#include "context.h"
#include "stages/meanders/wander.h"
#include "water_land.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- One river ----------------------------------------------------------------------------------
 */

#define SIDE 128 /* cells of the ground */

/* A plain, or a valley of so many widths to each side of its middle. */
typedef struct plain {
    float height[SIDE * SIDE];
    fluv_wander_rules rules;
    double width, length;
} plain;

static void make_plain(plain *p, double width, double wavelength, double years, double valley)
{
    p->width = width;
    p->length = 240.0 * width;
    p->rules = (fluv_wander_rules){
        .ground = {SIDE, SIDE, p->length / SIDE, p->height}, years, wavelength, 5.0};
    for (uint32_t c = 0; c < SIDE * SIDE; c++) {
        double off = fabs((c / SIDE + 0.5) * p->length / SIDE - 0.5 * p->length);
        p->height[c] = off > valley * width ? 100.0f : 1.0f;
    }
}

/* A line along the middle, all but straight. */
static void make_line(fluv_ctx *ctx, const plain *p, uint64_t seed, fluv_list *line)
{
    fluv_key key = fluv_key_make(seed, "test", "meanders");
    *line = (fluv_list){0};
    for (int i = 0; i <= 200; i++) {
        fluv_bend *bend = fluv_list_append(ctx, line, 1, sizeof *bend);
        assert_non_null(bend);
        double off = fluv_random_between(key, (uint64_t)i, -0.1, 0.1) * p->width;
        *bend = (fluv_bend){.at = {(20.0 + i) * p->width, 0.5 * p->length + off},
                            .width = (float)p->width,
                            .free = 1.0f};
    }
    assert_int_equal(fluv_bends_space(ctx, 0.0, line), FLUV_OK);
}

static double sinuosity(const fluv_list *line)
{
    const fluv_bend *b = line->items;
    double way = 0.0;
    for (size_t i = 1; i < line->count; i++)
        way += fluv_vec_distance(b[i - 1].at, b[i].at);
    return way / fluv_vec_distance(b[0].at, b[line->count - 1].at);
}

/* Widths along the valley for a bend and the next: the line crosses its middle twice. */
static double wavelength_of(const plain *p, const fluv_list *line)
{
    const fluv_bend *b = line->items;
    int crossings = 0;
    for (size_t i = 1; i < line->count; i++)
        crossings += (b[i].at.y < 0.5 * p->length) != (b[i - 1].at.y < 0.5 * p->length);
    return 2.0 * 200.0 / crossings;
}

static uint32_t crossings_of(const fluv_list *line)
{
    const fluv_bend *b = line->items;
    uint32_t found = 0;
    for (size_t i = 1; i < line->count; i++)
        for (size_t k = i + 2; k < line->count; k++)
            found += fluv_segments_meet(b[i - 1].at, b[i].at, b[k - 1].at, b[k].at);
    return found;
}

/* A river that wandered, its places; what was cut off may be asked for. */
static void let_wander(fluv_ctx *ctx, const plain *p, uint64_t seed, fluv_list *line,
                       fluv_oxbows *oxbows)
{
    make_line(ctx, p, seed, line);
    assert_int_equal(fluv_bends_wander(ctx, &p->rules, line, oxbows), FLUV_OK);
}

static void first_bends_have_the_wavelength_that_was_asked_for(void **state)
{
    static plain p;
    static const double asked[] = {9.0, 11.0, 16.0, 22.0};
    for (int k = 0; k < 4; k++)
        for (int wide = 0; wide < 2; wide++) {
            double found = 0.0;
            make_plain(&p, wide ? 120.0 : 8.0, asked[k], 130.0, 100.0);
            for (uint64_t seed = 0; seed < 6; seed++) {
                fluv_list line;
                let_wander(*state, &p, seed, &line, NULL);
                found += wavelength_of(&p, &line) / 6.0;
                fluv_list_free(&line);
            }
            assert_true(fabs(found - asked[k]) <= 0.15 * asked[k]);
        }
}

static void rivers_of_plains_are_as_sinuous_as_real_ones(void **state)
{
    static plain p;
    for (double years = 200.0; years <= 600.0; years += 200.0) {
        double mean = 0.0;
        make_plain(&p, 30.0, 11.0, years, 100.0);
        for (uint64_t seed = 0; seed < 4; seed++) {
            fluv_list line;
            let_wander(*state, &p, seed, &line, NULL);
            assert_int_equal(crossings_of(&line), 0);
            mean += sinuosity(&line) / 4.0;
            fluv_list_free(&line);
        }
        assert_true(mean > 1.4 && mean < 2.0);
    }
}

static void rivers_stay_between_the_sides_of_their_valley(void **state)
{
    static plain p;
    double narrow = 0.0;
    for (uint64_t seed = 0; seed < 4; seed++) {
        fluv_list line;
        make_plain(&p, 30.0, 11.0, 400.0, 5.0);
        let_wander(*state, &p, seed, &line, NULL);
        const fluv_bend *b = line.items;
        assert_true(b[0].at.x == 20.0 * p.width && b[line.count - 1].at.x == 220.0 * p.width);
        for (size_t i = 0; i < line.count; i++)
            assert_true(fluv_wander_height(&p.rules.ground, b[i].at) < 5.0f);
        narrow += sinuosity(&line) / 4.0;
        fluv_list_free(&line);
    }
    assert_true(narrow > 1.1);
}

/* What is kept makes no difference; each begins and ends at what was cut through. */
static void bends_that_were_cut_off_are_kept(void **state)
{
    static plain p;
    make_plain(&p, 30.0, 11.0, 300.0, 100.0);
    for (uint64_t seed = 0; seed < 3; seed++) {
        fluv_list line, same;
        fluv_oxbows oxbows = {0};
        let_wander(*state, &p, seed, &line, &oxbows);
        let_wander(*state, &p, seed, &same, NULL);
        assert_int_equal(line.count, same.count);
        const fluv_bend *a = line.items, *b = same.items;
        for (size_t i = 0; i < line.count; i++)
            assert_true(a[i].at.x == b[i].at.x && a[i].at.y == b[i].at.y);
        assert_true(oxbows.list.count > 5);
        const fluv_oxbow *list = oxbows.list.items;
        for (size_t i = 0; i < oxbows.list.count; i++) {
            const fluv_bend *own = (const fluv_bend *)oxbows.bends.items + list[i].first;
            double round = 0.0;
            for (uint32_t k = 1; k < list[i].count; k++)
                round += fluv_vec_distance(own[k - 1].at, own[k].at);
            double across = fluv_vec_distance(own[0].at, own[list[i].count - 1].at);
            assert_true(across < 5.0 * p.width && round > 4.0 * p.width);
        }
        fluv_list_free(&line);
        fluv_list_free(&same);
        fluv_list_free(&oxbows.list);
        fluv_list_free(&oxbows.bends);
    }
}

/* ---- Land ---------------------------------------------------------------------------------------
 */

#define VALLEY 5120.0 /* m along and across */

/* A wide floor between hills, that falls to the east. */
static void make_valley(terrain *t, uint32_t size, uint64_t seed)
{
    terrain_init(t, size, size, VALLEY / size);
    fluv_key key = fluv_key_make(seed, "test", "valley");
    double phase = fluv_random_between(key, 0, 0.0, 6.0);
    for (uint32_t c = 0; c < t->cells; c++) {
        double x = t->cell * (c % size + 0.5), y = t->cell * (c / size + 0.5);
        double off = fabs(y - 0.5 * VALLEY - 200.0 * sin(x / 700.0 + phase));
        t->height[c] = (float)(60.0 - 0.002 * x + 0.001 * off + 0.2 * fmax(0.0, off - 700.0));
    }
}

static const setting bends[] = {{"spacing", 20}, {"width", 10}, {"years", 250}, {NULL, 0}};
static const setting oxbow_bends[] = {
    {"spacing", 20}, {"width", 10}, {"years", 250}, {"oxbows", 1}, {NULL, 0}};
static const setting small_lakes[] = {{"min_area", 2000}, {"min_depth", 1}, {NULL, 0}};
static const setting rivers[] = {{"width", 10}, {"area", 3e5}, {NULL, 0}};

static fluv_status make_land(fluv_ctx *ctx, const terrain *t, const setting *meanders,
                             fluv_landscape *land)
{
    land_of_terrain(ctx, t, land);
    if (meanders)
        assert_int_equal(land_run(ctx, land, "meanders", meanders), FLUV_OK);
    assert_int_equal(land_run_water(ctx, land, small_lakes, rivers), 0);
    return FLUV_OK;
}

/* Way over straight line of the river that drains most, from a quarter of the way on: from its end
 * up, always to the longest. */
static double main_sinuosity(const fluv_landscape *land, double *wide)
{
    const fluv_rivers *all = fluv_rivers_of(land);
    const fluv_river_point *last = NULL, *first = NULL;
    double length = 0.0, most = 0.0;
    int64_t next = 0;
    for (;;) {
        const fluv_reach *best = NULL;
        for (size_t i = 0; i < all->count; i++)
            if (all->reaches[i].next_down == next &&
                (!best || all->reaches[i].upland > best->upland))
                best = &all->reaches[i];
        if (!best || (most > 0.0 && best->upland < 0.5 * most))
            break;
        most = fmax(most, best->upland);
        last = last ? last : &all->points[best->first_point + best->point_count - 1];
        first = &all->points[best->first_point];
        length += best->length;
        *wide = (double)best->width;
        next = best->id;
    }
    assert_true(first && last && length > 20.0 * *wide);
    return length / hypot(first->x - last->x, first->y - last->y);
}

static void valleys_get_winding_rivers_and_oxbow_lakes(void **state)
{
    for (uint64_t seed = 0; seed < 4; seed++) {
        terrain t;
        fluv_landscape straight, winding, oxbows;
        double wide = 0.0;
        make_valley(&t, 256, seed);
        assert_int_equal(make_land(*state, &t, NULL, &straight), FLUV_OK);
        assert_int_equal(make_land(*state, &t, bends, &winding), FLUV_OK);
        assert_int_equal(make_land(*state, &t, oxbow_bends, &oxbows), FLUV_OK);
        assert_true(main_sinuosity(&straight, &wide) < 1.2);
        double found = main_sinuosity(&winding, &wide);
        assert_true(found > 1.3 && found < 2.6);
        assert_int_equal(fluv_lakes_of(&winding)->count, 0);
        assert_true(fluv_lakes_of(&oxbows)->count > 0);
        assert_int_equal(land_count_broken(*state, &winding, "bends", seed), 0);
        assert_int_equal(land_count_broken(*state, &oxbows, "oxbows", seed), 0);
        fluv_landscape_free(&straight);
        fluv_landscape_free(&winding);
        fluv_landscape_free(&oxbows);
        terrain_free(&t);
    }
}

/* The stage alone digs beds that only fall: hardly a hollow is left to be cut or filled, and the
 * river runs in them. */
static void water_keeps_to_the_beds(void **state)
{
    static const setting narrow[] = {{"spread", 0}, {"area", 3e5}, {NULL, 0}};
    for (uint64_t seed = 0; seed < 4; seed++) {
        terrain t;
        fluv_landscape land;
        make_valley(&t, 256, seed);
        land_of_terrain(*state, &t, &land);
        assert_int_equal(land_run(*state, &land, "meanders", bends), FLUV_OK);
        float *dug = malloc(t.cells * sizeof *dug);
        assert_non_null(dug);
        memcpy(dug, fluv_height_of(&land), t.cells * sizeof *dug);
        assert_int_equal(land_run_water(*state, &land, small_lakes, narrow), 0);
        const fluv_ground_change *change = fluv_ground_change_of(&land);
        uint32_t cells = 0, inside = 0;
        for (uint32_t c = 0; c < t.cells; c++) {
            bool river = fluv_cover_of(&land)[c] == FLUV_RIVER && fluv_area_of(&land)[c] >= 8e6;
            cells += river;
            inside += river && dug[c] < t.height[c];
        }
        assert_true(cells > 100 && inside >= 0.98 * cells);
        assert_true((double)change->deepest_cut < 0.02);
        free(dug);
        fluv_landscape_free(&land);
        terrain_free(&t);
    }
}

/* Wild settings on all kinds of ground. */
static void any_land_keeps_the_rules(void **state)
{
    uint32_t changed = 0;
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 0; seed < 6; seed++) {
            terrain t;
            fluv_landscape land;
            const setting lakes[] = {{"mode", (double)(seed % MODES)},
                                     {"min_area", 4000},
                                     {"min_depth", 0.5},
                                     {NULL, 0}};
            terrain_make(&t, kind, seed, 60, 50);
            const setting wild[] = {{"spacing", t.cell}, {"width", 200.0 * (double)(seed + 2)},
                                    {"steepest", 1},     {"bank", 1000},
                                    {"years", 150},      {"oxbows", 1},
                                    {"wavelength", 6},   {NULL, 0}};
            land_of_terrain(*state, &t, &land);
            assert_int_equal(land_run(*state, &land, "meanders", wild), FLUV_OK);
            for (uint32_t c = 0; c < t.cells; c++)
                changed += fluv_height_of(&land)[c] < t.height[c];
            if (land_run_water(*state, &land, lakes, NULL) == 0)
                assert_int_equal(land_count_broken(*state, &land, terrain_name(kind), seed), 0);
            fluv_landscape_free(&land);
            terrain_free(&t);
        }
    assert_true(changed > 2000);
}

static void threads_make_no_difference(void **state)
{
    uint64_t first = 0;
    terrain t;
    make_valley(&t, 192, 7);
    for (int k = 0; k < 3; k++) {
        static const int threads[] = {1, 2, 7};
        fluv_landscape land;
        fluv_set_threads(*state, threads[k]);
        assert_int_equal(make_land(*state, &t, oxbow_bends, &land), FLUV_OK);
        uint64_t hash = land_hash(&land);
        first = k ? first : hash;
        assert_true(hash == first);
        fluv_landscape_free(&land);
    }
    fluv_set_threads(*state, 1);
    terrain_free(&t);
}

static void frozen_ground_stays(void **state)
{
    fluv_ctx *ctx = *state;
    terrain t;
    fluv_landscape land;
    make_valley(&t, 192, 5);
    land_of_terrain(ctx, &t, &land);
    float *frozen = fluv_layer_renew(ctx, &land, FLUV_LAYER_frozen);
    assert_non_null(frozen);
    for (uint32_t c = 0; c < t.cells; c++)
        frozen[c] = c % 192 >= 80 && c % 192 < 120 ? t.height[c] : NAN;
    assert_int_equal(land_run(ctx, &land, "meanders", oxbow_bends), FLUV_OK);
    uint32_t dug = 0;
    for (uint32_t c = 0; c < t.cells; c++) {
        bool same = fluv_height_of(&land)[c] == t.height[c];
        assert_true(same || isnan(frozen[c]));
        dug += !same;
    }
    assert_true(dug > 150);
    fluv_landscape_free(&land);
    terrain_free(&t);
}

/* Where the beds are: half as many cells see the same river, but for a width or so. */
static void size_does_not_move_rivers(void **state)
{
    static const setting young[] = {{"spacing", 20}, {"width", 10}, {"years", 170}, {NULL, 0}};
    for (uint64_t seed = 0; seed < 3; seed++) {
        terrain coarse, fine;
        fluv_landscape a, b;
        make_valley(&coarse, 128, seed);
        make_valley(&fine, 256, seed);
        assert_int_equal(make_land(*state, &coarse, young, &a), FLUV_OK);
        assert_int_equal(make_land(*state, &fine, young, &b), FLUV_OK);
        const uint8_t *big = fluv_cover_of(&a), *small = fluv_cover_of(&b);
        const double *area = fluv_area_of(&a);
        uint32_t cells = 0, near = 0;
        for (uint32_t c = 0; c < coarse.cells; c++) {
            if (big[c] != FLUV_RIVER || area[c] < 4e6)
                continue;
            bool found = false;
            for (int64_t row = 2 * (int64_t)(c / 128) - 3; row <= 2 * (int64_t)(c / 128) + 4; row++)
                for (int64_t col = 2 * (int64_t)(c % 128) - 3; col <= 2 * (int64_t)(c % 128) + 4;
                     col++)
                    found = found || (row >= 0 && col >= 0 && row < 256 && col < 256 &&
                                      small[row * 256 + col] == FLUV_RIVER);
            cells++;
            near += found;
        }
        assert_true(cells > 50 && near >= 0.85 * cells);
        fluv_landscape_free(&a);
        fluv_landscape_free(&b);
        terrain_free(&coarse);
        terrain_free(&fine);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_bends_have_the_wavelength_that_was_asked_for),
        cmocka_unit_test(rivers_of_plains_are_as_sinuous_as_real_ones),
        cmocka_unit_test(rivers_stay_between_the_sides_of_their_valley),
        cmocka_unit_test(bends_that_were_cut_off_are_kept),
        cmocka_unit_test(valleys_get_winding_rivers_and_oxbow_lakes),
        cmocka_unit_test(water_keeps_to_the_beds),
        cmocka_unit_test(any_land_keeps_the_rules),
        cmocka_unit_test(threads_make_no_difference),
        cmocka_unit_test(frozen_ground_stays),
        cmocka_unit_test(size_does_not_move_rivers),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
