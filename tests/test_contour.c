// SPDX-License-Identifier: MIT
/* Contours: coasts, and rivers drawn by hand, honoured or refused. */
#include "hydrology_land.h"
#include "one_thread.h"

#include "field/domain.h"
#include "stages/contour/contour.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define SEEDS 5

static void drawn_rivers_are_honoured_and_wrong_ones_refused(void **state)
{
    fluv_ctx *ctx = *state;
    const char *outline = "outline: [[5 km, 5 km], [35 km, 5 km], [35 km, 35 km], [5 km, 35 km]],"
                          "ragged: 0, ";
    char text[400];
    snprintf(text, sizeof text, "%s rivers: [{line: [[20 km, 5 km], [20 km, 25 km]]}]", outline);
    hydro_run run = hydro_make(ctx, 1, 64, text, "", "network");
    if (run.status != FLUV_OK)
        print_error("%s\n", fluv_message(ctx));
    assert_int_equal(run.status, FLUV_OK);
    const fluv_streams *s = streams_of(run.land);
    uint32_t drawn = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        drawn += s->nodes[i].sketched;
        assert_true(!s->nodes[i].sketched || fabs(s->nodes[i].x - 20000.0) < 200.0);
    }
    assert_true(drawn >= 9);
    fluv_builder_delete(run.builder);
    static const struct {
        const char *contour, *message, *path;
    } wrong[] = {
        {"outline: [[5 km, 5 km], [35 km, 35 km], [35 km, 5 km], [5 km, 35 km]], ragged: 0",
         "crosses itself", "contour.outline"},
        {"outline: [[5 km, 5 km], [35 km, 5 km], [35 km, 35 km]], places: [[28 km, 14 km]]",
         "from the coast", "contour.places[0]"},
        {"outline: [[5 km, 5 km], [35 km, 5 km], [35 km, 35 km], [5 km, 35 km]], ragged: 0, "
         "rivers: [{line: "
         "[[20 km, 5 km], [20 km, 45 km]]}]",
         "leaves the land", "contour.rivers[0]"},
        {"outline: [[5 km, 5 km], [35 km, 5 km], [35 km, 35 km], [5 km, 35 km]], ragged: 0, "
         "rivers: [{line: "
         "[[10 km, 5 km], [30 km, 25 km]]}, {line: [[30 km, 5 km], [10 km, 25 km]]}]",
         "river 1 crosses river 2", "contour.rivers[1]"},
        {"outline: [[5 km, 5 km], [35 km, 5 km], [35 km, 35 km], [5 km, 35 km]], ragged: 0, "
         "rivers: [{line: [[20 km, 5 km], [20 km, 30 km]]}, {line: [[20 km, 15 km], [24 km, 17 km],"
         " [24 km, 24 km], [16 km, 24 km]]}]",
         "river 1 crosses river 2", "contour.rivers[1]"}, /* that it joins below */
        {"outline: [[5 km, 5 km], [35 km, 5 km], [35 km, 35 km], [5 km, 35 km]], ragged: 0, "
         "rivers: [{line: [[20 km, 5 km], [20 km, 5 km]]}]",
         "no length", "contour.rivers[0]"},
        {"outline: [[5 km, 5 km], [35 km, 5 km], [20 km, 12 km], [35 km, 35 km], [5 km, 35 km]], "
         "ragged: 0, rivers: [{line: [[31 km, 32 km], [31 km, 7 km]]}]",
         "leaves the land", "contour.rivers[0]"}, /* between two points that are on it */
        {"outline: [[5 km, 5 km], [35 km, 5 km], [35 km, 35 km], [5 km, 35 km]], ragged: 0, "
         "rivers: [{line: [[20 km, 5 km], [20 km, 25 km], [24 km, 25 km], [16 km, 13 km]]}]",
         "river 1 crosses itself near 20000, 19000", "contour.rivers[0]"},
        {"outline: [[65 km, 5 km], [95 km, 5 km], [95 km, 35 km], [65 km, 35 km]]",
         "outside the frame", "contour.outline"},
        {"shape: coast", "coast", "contour.shape"},
        {"spacing: 1 cm", "at least", "contour.spacing"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        run = hydro_make(ctx, 1, 64, wrong[i].contour, "", "contour");
        assert_int_equal(run.status, FLUV_BAD_RECIPE);
        if (!strstr(fluv_message(ctx), wrong[i].message))
            fail_msg("expected \"%s\": %s", wrong[i].message, fluv_message(ctx));
        assert_string_equal(fluv_error_of(ctx)->path, wrong[i].path);
        fluv_builder_delete(run.builder);
    }
    for (int i = 0; i < 2; i++) { /* with a drawn river and without */
        run = hydro_make(ctx, 1, 64, i ? text : "", "edge: 90 km", "network");
        assert_int_equal(run.status, FLUV_BAD_RECIPE);
        assert_non_null(strstr(fluv_message(ctx), "too long"));
        fluv_builder_delete(run.builder);
    }
}

/* The sketched node nearest to a place. */
static uint32_t drawn_at(const fluv_streams *s, double x, double y, double *far)
{
    uint32_t best = FLUV_NONE;
    *far = INFINITY;
    for (uint32_t i = 0; i < s->count; i++) {
        double gap = hypot(s->nodes[i].x - x, s->nodes[i].y - y);
        if (s->nodes[i].sketched && gap < *far) {
            *far = gap;
            best = i;
        }
    }
    return best;
}

static bool lies_above(const fluv_streams *s, uint32_t node, uint32_t below)
{
    while (node != FLUV_NONE && node != below)
        node = s->nodes[node].parent;
    return node == below;
}

/* Also where a tributary is drawn first, ends a little before its river, or overshoots it. */
static void drawn_tributaries_join_their_river(void **state)
{
    hydro_run run = hydro_make(
        *state, 1, 64,
        "outline: [[5 km, 5 km], [35 km, 5 km], [35 km, 35 km], [5 km, 35 km]], ragged: 0, rivers: "
        "[{line: [[30 km, 28 km], [28 km, 20.8 km]]}, {line: [[20.7 km, 16 km], [33 km, 23 km]]}, "
        "{line: [[20 km, 5 km], [20 km, 27 km]]}, {line: [[10 km, 22 km], [20.6 km, 20 km]]}]",
        "", "network");
    if (run.status != FLUV_OK)
        print_error("%s\n", fluv_message(*state));
    assert_int_equal(run.status, FLUV_OK);
    static const double ways[][4] = {/* x and y of a spring, and of where it joins, km */
                                     {30, 28, 28.21, 20.42},
                                     {33, 23, 20, 16},
                                     {10, 22, 20, 20}};
    const fluv_streams *s = streams_of(run.land);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        double far, gap;
        uint32_t spring = drawn_at(s, 1e3 * ways[i][0], 1e3 * ways[i][1], &far);
        uint32_t junction = drawn_at(s, 1e3 * ways[i][2], 1e3 * ways[i][3], &gap);
        assert_true(far < 1.0 && gap < 150.0);
        assert_true(lies_above(s, spring, junction));
        assert_true(s->nodes[spring].priority <= s->nodes[junction].priority);
    }
    const fluv_contour *contour = fluv_layer_read(run.land, FLUV_LAYER_contour);
    uint32_t joined = 0;
    for (size_t k = 0; k < contour->sketches.ring_count; k++)
        joined += contour->feet[k].into != FLUV_NONE;
    assert_int_equal(joined, 3);
    fluv_builder_delete(run.builder);
}

static void drawn_outlines_get_a_coast_that_does_not_cross_itself(void **state)
{
    fluv_ctx *ctx = *state;
    const char *square = "outline: [[8 km, 8 km], [32 km, 8 km], [32 km, 32 km], [8 km, 32 km]],"
                         "ragged: %g";
    char text[200];
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        snprintf(text, sizeof text, square, 1.0);
        hydro_run run = hydro_make(ctx, seed, 64, text, "", "contour");
        assert_int_equal(run.status, FLUV_OK);
        assert_true(coast_length(run.land) > 1.15 * 96000.0);
        const fluv_contour *contour = fluv_layer_read(run.land, FLUV_LAYER_contour);
        fluv_domain domain;
        assert_int_equal(fluv_domain_init(ctx, &contour->outline, 500.0, &domain), FLUV_OK);
        assert_true(fluv_domain_crossing(&domain, false) == FLUV_NONE);
        fluv_scratch_release(ctx, NULL);
        fluv_builder_delete(run.builder);
    }
    snprintf(text, sizeof text, square, 0.0);
    hydro_run plain = hydro_make(ctx, 1, 64, text, "", "contour");
    assert_true(fabs(coast_length(plain.land) - 96000.0) < 1.0);
    fluv_builder_delete(plain.builder);
}

static void a_coast_gives_the_same_contour_at_every_size(void **state)
{
    fluv_ctx *ctx = *state;
    double length[2];
    for (int i = 0; i < 2; i++) {
        char text[300];
        int n = snprintf(text, sizeof text,
                         "interfluve: 1\nseed: 4\nframe: {size: %d, width: 40 km}\nstages:\n"
                         "  - coast: {shape: island}\n  - contour: {shape: coast}\n",
                         i ? 200 : 30);
        fluv_recipe *recipe = NULL;
        const fluv_landscape *land = NULL;
        fluv_builder *builder = fluv_builder_new(ctx);
        assert_int_equal(fluv_recipe_parse(ctx, text, (size_t)n, "test", &recipe), FLUV_OK);
        assert_int_equal(fluv_builder_run(ctx, builder, recipe, NULL, &land), FLUV_OK);
        length[i] = coast_length(land);
        fluv_recipe_delete(recipe);
        fluv_builder_delete(builder);
    }
    assert_true(fabs(length[0] - length[1]) < 1e-6 * length[1]);
}

/* As where files cannot be read. */
static void shapes_need_a_build_that_reads_files(void **state)
{
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_contour_params params;
    fluv_landscape land = {.frame = {.cols = 9, .rows = 9, .cell = 1000.0}};
    (void)state;
    assert_int_equal(fluv_params_init(ctx, &fluv_stage_contour.info, &params, sizeof params),
                     FLUV_OK);
    char name[] = "drawing.geojson", *empty = params.file;
    params.file = name;
    assert_int_equal(fluv_stage_contour.run(ctx, &params, &land), FLUV_BAD_RECIPE);
    assert_non_null(strstr(fluv_message(ctx), "reads no files of shapes"));
    params.file = empty;
    fluv_params_free(&fluv_stage_contour.info, &params);
    fluv_ctx_delete(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawn_rivers_are_honoured_and_wrong_ones_refused),
        cmocka_unit_test(drawn_tributaries_join_their_river),
        cmocka_unit_test(drawn_outlines_get_a_coast_that_does_not_cross_itself),
        cmocka_unit_test(a_coast_gives_the_same_contour_at_every_size),
        cmocka_unit_test(shapes_need_a_build_that_reads_files),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
