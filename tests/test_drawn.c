// SPDX-License-Identifier: MIT
/* What is drawn is kept: outlines, lagoons, rivers; and lengths that nobody gave fit the frame. */
#include "hydrology_land.h"
#include "one_thread.h"

#include "field/domain.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define SEEDS 4

static hydro_run make_contour(fluv_ctx *ctx, int seed, const char *contour)
{
    hydro_run run = hydro_make(ctx, (uint64_t)seed, 64, contour, "", "contour");
    if (run.status != FLUV_OK)
        fail_msg("%s: %s", contour, fluv_message(ctx));
    return run;
}

static const fluv_contour *contour_of(const hydro_run *run)
{
    return fluv_layer_read(run->land, FLUV_LAYER_contour);
}

/* ---- Outlines ---- */

/* Every point of a line is a point of the other, and no place of the other is farther from the line
 * than a share of the length of the piece that it is nearest to. */
static void assert_keeps(const double *drawn, size_t count, const double *line, size_t points,
                         bool closed, double share)
{
    for (size_t i = 0; i < count; i++) {
        bool found = false;
        for (size_t k = 0; k < points && !found; k++)
            found = line[2 * k] == drawn[2 * i] && line[2 * k + 1] == drawn[2 * i + 1];
        assert_true(found);
    }
    for (size_t k = 0; k < points; k++) {
        double least = INFINITY;
        for (size_t i = 0; i + (closed ? 0 : 1) < count; i++) {
            size_t n = (i + 1) % count;
            fluv_vec a = {drawn[2 * i], drawn[2 * i + 1]}, b = {drawn[2 * n], drawn[2 * n + 1]};
            double far = fluv_segment_distance(a, b, (fluv_vec){line[2 * k], line[2 * k + 1]});
            least = fmin(least, far - share * fluv_vec_distance(a, b));
        }
        assert_true(least < 1e-6);
    }
}

/* A strait, a neck and a lagoon near the shore, all narrower than the coast would stray. */
static const struct {
    const char *rings;
    size_t count[3], total;
    double xy[40]; /* km */
} drawings[] = {
    {"{ring: [[9 km, 20 km], [16 km, 8 km], [31 km, 12 km], [33 km, 28 km], [18 km, 33 km]]}",
     {5},
     5,
     {9, 20, 16, 8, 31, 12, 33, 28, 18, 33}},
    {"{ring: [[4 km, 10 km], [19.9 km, 10 km], [19.9 km, 30 km], [4 km, 30 km]]}, "
     "{ring: [[20.1 km, 10 km], [36 km, 10 km], [36 km, 30 km], [20.1 km, 30 km]]}",
     {4, 4},
     8,
     {4, 10, 19.9, 10, 19.9, 30, 4, 30, 20.1, 10, 36, 10, 36, 30, 20.1, 30}},
    {"{ring: [[4 km, 8 km], [36 km, 8 km], [36 km, 32 km], [4 km, 32 km]]}, "
     "{ring: [[4.2 km, 12 km], [16 km, 12 km], [16 km, 28 km], [4.2 km, 28 km]]}",
     {4, 4},
     8,
     {4, 8, 36, 8, 36, 32, 4, 32, 4.2, 12, 16, 12, 16, 28, 4.2, 28}},
    {"{ring: [[4 km, 8 km], [18 km, 8 km], [20 km, 19.9 km], [22 km, 8 km], [36 km, 8 km], "
     "[36 km, 32 km], [22 km, 32 km], [20 km, 20.1 km], [18 km, 32 km], [4 km, 32 km]]}",
     {10},
     10,
     {4, 8, 18, 8, 20, 19.9, 22, 8, 36, 8, 36, 32, 22, 32, 20, 20.1, 18, 32, 4, 32}},
};

static void coasts_keep_to_the_drawing_and_all_its_islands(void **state)
{
    fluv_ctx *ctx = *state;
    for (size_t i = 0; i < sizeof drawings / sizeof *drawings; i++)
        for (int seed = 1; seed <= SEEDS; seed++) {
            char text[900];
            double stray = seed % 2 ? 0.12 : 0.4, drawn[40];
            snprintf(text, sizeof text, "ragged: 1, stray: %g, outlines: [%s]", stray,
                     drawings[i].rings);
            hydro_run run = make_contour(ctx, seed, text);
            const fluv_outline *outline = &contour_of(&run)->outline;
            for (size_t k = 0; k < 2 * drawings[i].total; k++) /* as recipes read km */
                drawn[k] = drawings[i].xy[k] * 1000.0;
            size_t first = 0;
            for (size_t r = 0; r < outline->ring_count; r++) {
                size_t from = outline->first_point[r], points = outline->first_point[r + 1] - from;
                assert_true(points > 20 * drawings[i].count[r]); /* it has a coast */
                assert_keeps(drawn + 2 * first, drawings[i].count[r], outline->xy + 2 * from,
                             points, true, stray);
                first += drawings[i].count[r];
            }
            assert_int_equal(first, drawings[i].total);
            fluv_domain domain;
            assert_int_equal(fluv_domain_init(ctx, outline, 500.0, &domain), FLUV_OK);
            assert_true(fluv_domain_crossing(&domain, false) == FLUV_NONE);
            fluv_scratch_release(ctx, NULL);
            fluv_builder_delete(run.builder);
        }
}

/* Land masses with their holes, from several outlines in any order. */
static void outlines_make_masses_of_land(void **state)
{
    hydro_run run =
        make_contour(*state, 1,
                     "ragged: 0, spacing: 3 km, outlines: ["
                     "{ring: [[9 km, 9 km], [9 km, 13 km], [13 km, 13 km], [13 km, 9 km]]}, "
                     "{ring: [[24 km, 4 km], [36 km, 4 km], [36 km, 36 km], [24 km, 36 km]]}, "
                     "{ring: [[2 km, 2 km], [20 km, 2 km], [20 km, 38 km], [2 km, 38 km]]}, "
                     "{ring: [[6 km, 6 km], [16 km, 6 km], [16 km, 16 km], [6 km, 16 km]]}, "
                     "{ring: [[8 km, 24 km], [12 km, 24 km], [12 km, 30 km], [8 km, 30 km]]}]");
    const fluv_contour *contour = contour_of(&run);
    static const double first_x[] = {9e3, 24e3, 2e3, 6e3, 8e3}; /* of rings, mass by mass */
    static const uint32_t masses[] = {0, 1, 2, 5};
    assert_int_equal(contour->mass_count, 3);
    assert_memory_equal(contour->first_ring, masses, sizeof masses);
    for (size_t r = 0; r < contour->outline.ring_count; r++) {
        const double *xy = contour->outline.xy + 2 * (size_t)contour->outline.first_point[r];
        size_t points = contour->outline.first_point[r + 1] - contour->outline.first_point[r];
        double least = INFINITY;
        for (size_t k = 0; k < points; k++)
            least = fmin(least, xy[2 * k]);
        assert_true(least == first_x[r]);
        assert_true((fluv_ring_turn(xy, points) < 0.0) == (r >= 3));
    }
    uint32_t mouths[3] = {0};
    for (size_t i = 0; i < contour->mouth_count; i++)
        mouths[contour->mouths[i].mass]++;
    assert_true(mouths[0] >= 1 && mouths[1] >= 5 && mouths[2] >= 5);
    fluv_builder_delete(run.builder);
}

/* A mouth placed on one island leaves the other its own. */
static void mouths_by_hand_replace_those_of_their_island(void **state)
{
    hydro_run run =
        make_contour(*state, 1,
                     "ragged: 0, places: [[30 km, 4 km, 0.7]], outlines: ["
                     "{ring: [[2 km, 2 km], [18 km, 2 km], [18 km, 38 km], [2 km, 38 km]]}, "
                     "{ring: [[24 km, 4 km], [36 km, 4 km], [36 km, 36 km], [24 km, 36 km]]}]");
    uint32_t mouths[2] = {0};
    for (size_t i = 0; i < contour_of(&run)->mouth_count; i++)
        mouths[contour_of(&run)->mouths[i].mass]++;
    assert_true(mouths[0] >= 5 && mouths[1] == 1);
    fluv_builder_delete(run.builder);
}

#define REST                                                                                       \
    "  - network: {}\n  - watersheds: {}\n  - courses: {}\n  - tree: {ravines: 0, discs: 8}\n"     \
    "  - sample: {}\n"

/* Of a coast that is known at every place, and of one known on cells alone. */
static void holes_of_a_coast_become_lagoons(void **state)
{
    static const char *const coasts[] = {
        "  - coast: {landmasses: [{markers: [[4 km, 20 km, 270], [20 km, 4 km], [36 km, 20 km, 90],"
        " [20 km, 36 km, 180]]}, {inside: ocean, markers: [[14 km, 20 km, 270], [20 km, 14 km], "
        "[26 km, 20 km, 90], [20 km, 26 km, 180]]}]}\n",
        "  - contour: {outlines: [{ring: [[4 km, 5 km], [36 km, 4 km], [35 km, 36 km], "
        "[4 km, 35 km]]}, {ring: [[15 km, 15 km], [25 km, 15 km], [25 km, 25 km]]}]}\n" REST};
    for (int i = 0; i < 2; i++) {
        char text[1500];
        snprintf(text, sizeof text,
                 "interfluve: 1\nseed: 3\nframe: {size: 128, width: 40 km}\nstages:\n"
                 "%s  - contour: {shape: coast}\n" REST,
                 coasts[i]);
        hydro_run run = hydro_run_text(*state, text, NULL);
        if (run.status != FLUV_OK)
            fail_msg("%s", fluv_message(*state));
        const fluv_contour *contour = contour_of(&run);
        assert_true(contour->outline.ring_count > contour->mass_count); /* some have holes */
        const fluv_frame *frame = &run.land->frame;
        uint32_t row = 70, col = 68; /* south-east of the middle */
        assert_int_equal(fluv_cover_of(run.land)[row * frame->cols + col], FLUV_OCEAN);
        fluv_builder_delete(run.builder);
    }
}

/* ---- Rivers ---- */

#define SQUARE "outline: [[5 km, 5 km], [35 km, 5 km], [35 km, 35 km], [5 km, 35 km]], ragged: 0, "

/* Farthest that a drawn line is from all reaches, m; from `way` m above its foot on. */
static double missed_by(const fluv_landscape *land, size_t sketch)
{
    const fluv_contour *contour = fluv_layer_read(land, FLUV_LAYER_contour);
    const fluv_outline *lines = &contour->sketches;
    const fluv_rivers *rivers = fluv_rivers_of(land);
    double worst = 0.0, way = 0.0;
    for (uint32_t i = lines->first_point[sketch]; i + 1 < lines->first_point[sketch + 1]; i++) {
        fluv_vec a = {lines->xy[2 * i], lines->xy[2 * i + 1]};
        fluv_vec b = {lines->xy[2 * i + 2], lines->xy[2 * i + 3]};
        double piece = fluv_vec_distance(a, b), parts = ceil(2.0 * piece / land->frame.cell);
        for (double k = 0.0; k <= parts; k++) {
            if (way + piece * k / parts < contour->feet[sketch].drawn)
                continue;
            double least = INFINITY;
            for (size_t r = 0; r < rivers->count; r++) {
                const fluv_river_point *p = rivers->points + rivers->reaches[r].first_point;
                for (uint32_t n = 0; n + 1 < rivers->reaches[r].point_count; n++)
                    least = fmin(least, fluv_segment_distance((fluv_vec){p[n].x, p[n].y},
                                                              (fluv_vec){p[n + 1].x, p[n + 1].y},
                                                              fluv_between(a, b, k / parts)));
            }
            worst = fmax(worst, least);
        }
        way += piece;
    }
    return worst;
}

/* On a great frame and a small one: a mouth at the coast, tributaries, a piece that ends inland. */
static void rivers_run_where_they_were_drawn(void **state)
{
    for (int i = 0; i < 2; i++) {
        double km = i ? 60.0 : 8.0; /* wide */
        char text[1200];
        snprintf(text, sizeof text,
                 "interfluve: 1\nseed: %d\nframe: {size: 512, width: %g km}\nstages:\n"
                 "  - contour: {outline: [[%g, %g], [%g, %g], [%g, %g], [%g, %g], [%g, %g]], "
                 "rivers: [{line: [[%g, %g], [%g, %g], [%g, %g], [%g, %g]]}, "
                 "{line: [[%g, %g], [%g, %g], [%g, %g]]}, {line: [[%g, %g], [%g, %g]]}]}\n"
                 "  - network: {}\n  - watersheds: {}\n  - courses: {}\n"
                 "  - tree: {ravines: 0, discs: 8}\n  - sample: {}\n",
                 3 + i, km, 120 * km, 250 * km, 370 * km, 100 * km, 750 * km, 150 * km, 900 * km,
                 500 * km, 400 * km, 900 * km, 750 * km, 150 * km, 680 * km, 280 * km, 700 * km,
                 400 * km, 560 * km, 520 * km, 380 * km, 370 * km, 520 * km, 390 * km, 630 * km,
                 455 * km, 270 * km, 560 * km, 390 * km, 500 * km);
        hydro_run run = hydro_run_text(*state, text, NULL);
        if (run.status != FLUV_OK)
            fail_msg("%s", fluv_message(*state));
        for (size_t k = 0; k < 3; k++) {
            double missed = missed_by(run.land, k) / run.land->frame.cell;
            if (missed > 1.0)
                fail_msg("%g km: line %zu is missed by %.2f cells", km, k, missed);
        }
        fluv_builder_delete(run.builder);
    }
}

/* A river that ends inland goes on, to a drawn one where that is nearer than the coast. */
static void rivers_drawn_inland_find_their_way(void **state)
{
    hydro_run run = hydro_make(
        *state, 1, 200,
        SQUARE
        "rivers: [{line: [[20 km, 5 km], [20 km, 15 km]]}, "
        "{line: [[20 km, 19 km], [20 km, 27 km]]}, {line: [[27 km, 18 km], [30 km, 25 km]]}]",
        "", NULL);
    if (run.status != FLUV_OK)
        fail_msg("%s", fluv_message(*state));
    const fluv_contour *contour = contour_of(&run);
    assert_int_equal(contour->sketches.ring_count, 3);
    static const struct {
        double x, y;  /* of the foot, km */
        double added; /* km */
        bool sea;
    } feet[] = {{20, 5, 0, true}, {35, 25, 5, true}, {20, 15, 4, false}};
    for (size_t k = 0; k < 3; k++) {
        const double *foot = contour->sketches.xy + 2 * (size_t)contour->sketches.first_point[k];
        assert_true(hypot(foot[0] - 1e3 * feet[k].x, foot[1] - 1e3 * feet[k].y) < 1.0);
        assert_true((contour->feet[k].into == FLUV_NONE) == feet[k].sea);
        double added = contour->feet[k].drawn; /* it winds */
        assert_true(added >= 1e3 * feet[k].added - 1.0 && added <= 1.5e3 * feet[k].added);
        assert_true(missed_by(run.land, k) < 1.5 * run.land->frame.cell);
    }
    fluv_verdict verdicts[FLUV_RULES];
    assert_int_equal(fluv_check(*state, run.land, verdicts), FLUV_OK);
    for (int k = 0; k < FLUV_RULES; k++)
        assert_true(!verdicts[k].applies || verdicts[k].holds);
    fluv_builder_delete(run.builder);
}

/* The less its weight, the farther a river strays, and never beyond what it may. */
static void weights_say_how_closely_rivers_keep_to_their_lines(void **state)
{
    static const double drawn[] = {20e3, 5e3, 20e3, 16e3, 26e3, 26e3};
    double off[3] = {0};
    for (int i = 0; i < 3; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 SQUARE "rivers: [{line: [[20 km, 5 km], [20 km, 16 km], [26 km, 26 km]], "
                        "weight: %g}]",
                 1.0 - 0.5 * i);
        hydro_run run = make_contour(*state, 5, text);
        const fluv_outline *lines = &contour_of(&run)->sketches;
        uint32_t points = lines->first_point[1];
        assert_keeps(drawn, 3, lines->xy, points, false, 0.25 * i);
        for (uint32_t k = 0; k < points; k++) {
            fluv_vec p = {lines->xy[2 * k], lines->xy[2 * k + 1]};
            double far =
                fmin(fluv_segment_distance((fluv_vec){20e3, 5e3}, (fluv_vec){20e3, 16e3}, p),
                     fluv_segment_distance((fluv_vec){20e3, 16e3}, (fluv_vec){26e3, 26e3}, p));
            off[i] = fmax(off[i], far);
        }
        fluv_builder_delete(run.builder);
    }
    assert_true(off[0] == 0.0 && off[1] > 200.0 && off[2] > 1.3 * off[1]);
}

/* ---- Lengths ---- */

/* An island ten times as wide is the same island: no length is in km by itself. */
static void lengths_fit_the_frame(void **state)
{
    const fluv_streams *streams[2];
    hydro_run run[2];
    for (int i = 0; i < 2; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "interfluve: 1\nseed: 4\nframe: {size: 64, width: %d km}\nstages:\n"
                 "  - contour: {}\n  - network: {}\n",
                 i ? 60 : 6);
        run[i] = hydro_run_text(*state, text, NULL);
        assert_int_equal(run[i].status, FLUV_OK);
        streams[i] = streams_of(run[i].land);
        assert_true(fabs(streams[i]->edge - (i ? 2000.0 : 200.0)) < 1e-9);
        assert_true(contour_of(&run[i])->mouth_count >= 8);
    }
    double ratio = (double)streams[0]->count / (double)streams[1]->count;
    assert_true(ratio > 0.8 && ratio < 1.25);
    fluv_builder_delete(run[0].builder);
    fluv_builder_delete(run[1].builder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coasts_keep_to_the_drawing_and_all_its_islands),
        cmocka_unit_test(outlines_make_masses_of_land),
        cmocka_unit_test(mouths_by_hand_replace_those_of_their_island),
        cmocka_unit_test(holes_of_a_coast_become_lagoons),
        cmocka_unit_test(rivers_run_where_they_were_drawn),
        cmocka_unit_test(rivers_drawn_inland_find_their_way),
        cmocka_unit_test(weights_say_how_closely_rivers_keep_to_their_lines),
        cmocka_unit_test(lengths_fit_the_frame),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
