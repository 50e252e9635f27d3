// SPDX-License-Identifier: MIT
/* The stage `coast`: one land at every size, right ground on both sides, any markers. */
#include "base/random.h"
#include "how_many.h"
#include "landscape/shore.h"
#include "one_thread.h"
#include "recipe_land.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const char *const shapes[] = {"none",      "island",    "archipelago",
                                     "continent", "peninsula", "lagoon"};
#define SHAPES (sizeof shapes / sizeof *shapes)

/* The share of land that suits each of them. */
static const double usual_land[] = {1.0, 0.28, 0.15, 0.62, 0.42, 0.28};

/* A recipe of one `coast` with the given parameters. */
static const char *coast_text(uint64_t seed, const char *size, const char *params)
{
    static char text[8192];
    snprintf(text, sizeof text,
             "interfluve: 1\nseed: %llu\n"
             "frame: {size: %s, width: 60 km, height: [-400 m, 2200 m]}\n"
             "stages:\n  - coast: {%s}\n",
             (unsigned long long)seed, size, params);
    return text;
}

static fluv_landscape made(fluv_ctx *ctx, uint64_t seed, const char *size, const char *params)
{
    fluv_landscape land;
    if (recipe_land(ctx, coast_text(seed, size, params), &land) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
    return land;
}

static double land_share(const fluv_landscape *land)
{
    size_t dry = 0, cells = fluv_cell_count(land);
    for (size_t i = 0; i < cells; i++)
        dry += fluv_cover_of(land)[i] == FLUV_LAND;
    return (double)dry / (double)cells;
}

/* Share of small cells that are what the large cell around them is. */
static double agreement(const fluv_landscape *coarse, const fluv_landscape *fine)
{
    uint32_t times = fine->frame.cols / coarse->frame.cols;
    size_t same = 0;
    for (uint32_t row = 0; row < fine->frame.rows; row++)
        for (uint32_t col = 0; col < fine->frame.cols; col++)
            same += fluv_cover_of(fine)[(size_t)row * fine->frame.cols + col] ==
                    fluv_cover_of(coarse)[(size_t)(row / times) * coarse->frame.cols + col / times];
    return (double)same / (double)fluv_cell_count(fine);
}

static void every_size_shows_the_same_land(void **state)
{
    QUICK_BUILD_ALONE();
    fluv_ctx *ctx = *state;
    for (size_t i = 1; i < SHAPES; i++) {
        char params[64];
        snprintf(params, sizeof params, "shape: %s", shapes[i]);
        fluv_landscape coarse = made(ctx, 3, "512", params);
        fluv_landscape fine = made(ctx, 3, "2048", params);
        double same = agreement(&coarse, &fine);
        if (same < 0.985)
            fail_msg("%s: only %.4f of the cells agree", shapes[i], same);
        fluv_landscape_free(&coarse);
        fluv_landscape_free(&fine);
    }
}

static void check_ground(const fluv_landscape *land)
{
    uint32_t cols = land->frame.cols;
    const float *height = fluv_height_of(land), *water = fluv_water_of(land);
    size_t flat = 0, ocean = 0;
    for (size_t i = 0; i < fluv_cell_count(land); i++) {
        bool wet = fluv_cover_of(land)[i] == FLUV_OCEAN;
        assert_true(wet ? height[i] < 0.0F && height[i] >= -400.0F && water[i] == 0.0F
                        : height[i] > 0.0F && height[i] <= 2200.0F && isnan(water[i]));
        ocean += wet;
        flat += wet && i % cols && height[i] == height[i - 1];
    }
    assert_true((double)flat <= 0.01 * (double)ocean);
}

static void land_is_above_the_sea_and_the_floor_below_and_nowhere_flat(void **state)
{
    fluv_ctx *ctx = *state;
    for (size_t i = 0; i < SHAPES; i++)
        for (uint64_t seed = 1; seed <= cases_of(4, 1); seed++) {
            char params[64];
            snprintf(params, sizeof params, "shape: %s", shapes[i]);
            fluv_landscape land = made(ctx, seed, "192", params);
            check_ground(&land);
            double share = land_share(&land);
            assert_true(i == 0 ? share == 1.0 : fabs(share / usual_land[i] - 1.0) < 0.4);
            assert_true((fluv_coast_of(&land) == NULL) == (i == 0));
            fluv_landscape_free(&land);
        }
}

static void the_wanted_share_of_land_is_kept_nearly(void **state)
{
    fluv_ctx *ctx = *state;
    for (int share = 15; share <= 75; share += 20) {
        char params[64];
        snprintf(params, sizeof params, "shape: continent, land: %g", share / 100.0);
        fluv_landscape land = made(ctx, 5, "128", params);
        assert_true(fabs(land_share(&land) - share / 100.0) < 0.08);
        fluv_landscape_free(&land);
    }
}

static void islands_keep_off_the_frames_edge(void **state)
{
    fluv_ctx *ctx = *state;
    for (uint64_t seed = 1; seed <= cases_of(12, 2); seed++) {
        fluv_landscape land = made(ctx, seed, "128", "shape: island");
        for (uint32_t i = 0; i < 128; i++) {
            assert_int_equal(fluv_cover_of(&land)[i], FLUV_OCEAN);
            assert_int_equal(fluv_cover_of(&land)[127 * 128 + i], FLUV_OCEAN);
            assert_int_equal(fluv_cover_of(&land)[128 * i], FLUV_OCEAN);
            assert_int_equal(fluv_cover_of(&land)[128 * i + 127], FLUV_OCEAN);
        }
        fluv_landscape_free(&land);
    }
}

static void water_runs_off_the_bare_plain_by_all_rules(void **state)
{
    fluv_ctx *ctx = *state;
    for (size_t i = 0; i < SHAPES; i++)
        for (uint64_t seed = 1; seed <= cases_of(3, 1); seed++) {
            char text[512];
            snprintf(text, sizeof text,
                     "interfluve: 1\nseed: %llu\nframe: {size: 160, width: 60 km}\n"
                     "stages: [coast: {shape: %s}, drain: {}, lakes: {}, rivers: {}]\n",
                     (unsigned long long)seed, shapes[i]);
            fluv_landscape land;
            if (recipe_land(ctx, text, &land) != FLUV_OK)
                fail_msg("%s", fluv_message(ctx));
            fluv_verdict verdicts[FLUV_RULES];
            assert_int_equal(fluv_check(ctx, &land, verdicts), FLUV_OK);
            for (int rule = 0; rule < FLUV_RULES; rule++)
                if (verdicts[rule].applies && !verdicts[rule].holds)
                    fail_msg("%s, seed %d: %s", shapes[i], (int)seed, verdicts[rule].text);
            fluv_landscape_free(&land);
        }
}

static void any_number_of_threads_gives_the_same_bytes(void **state)
{
    (void)state;
    static const int threads[] = {1, 2, 7};
    static const char params[] =
        "shape: archipelago, landmasses: [{markers: [[5 km, 5 km], [20 km, 9 km, 120], [9 km, 20 "
        "km, 200, 2]]}]";
    fluv_ctx *ctx[3];
    fluv_landscape land[3];
    for (int i = 0; i < 3; i++) {
        ctx[i] = fluv_ctx_new();
        fluv_set_threads(ctx[i], threads[i]);
        land[i] = made(ctx[i], 9, "300", params);
        for (int layer = 0; fluv_layer_is_grid((fluv_layer)layer); layer++)
            if (land[0].layers[layer])
                assert_memory_equal(land[i].layers[layer]->data, land[0].layers[layer]->data,
                                    land[0].layers[layer]->bytes);
        const fluv_shore *first = fluv_shore_of(&land[0]), *shore = fluv_shore_of(&land[i]);
        assert_memory_equal(shore->distance, first->distance,
                            fluv_lattice_count(&first->lattice) * sizeof(float));
    }
    for (int i = 0; i < 3; i++) {
        fluv_landscape_free(&land[i]);
        fluv_ctx_delete(ctx[i]);
    }
}

static void the_smallest_frames_work(void **state)
{
    static const char *const sizes[] = {"1", "[1, 9]", "[9, 1]", "2", "[3, 2]"};
    fluv_ctx *ctx = *state;
    for (size_t i = 0; i < SHAPES; i++)
        for (size_t k = 0; k < 5; k++) {
            char params[64];
            snprintf(params, sizeof params, "shape: %s, spacing: 500 m", shapes[i]);
            fluv_landscape land = made(ctx, 1, sizes[k], params);
            check_ground(&land);
            fluv_landscape_free(&land);
        }
}

/* ---- The shore at any place ---- */

static void the_shore_tells_cells_what_they_are(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = made(ctx, 2, "256", "shape: lagoon");
    const fluv_shore *shore = fluv_shore_of(&land);
    const fluv_frame *frame = &land.frame;
    float row_values[256], value;
    for (uint32_t row = 0; row < 256; row += 5) {
        double y = frame->north - frame->cell * (row + 0.5), x0 = frame->west + 0.5 * frame->cell;
        fluv_shore_row(shore, frame->cell, x0, y, frame->cell, 256, row_values);
        for (uint32_t col = 0; col < 256; col++) {
            double x = x0 + col * frame->cell;
            fluv_shore_points(shore, frame->cell, &x, &y, 1, &value);
            assert_memory_equal(&value, &row_values[col], sizeof value);
            assert_int_equal(fluv_cover_of(&land)[row * 256 + col],
                             value > 0.0F ? FLUV_LAND : FLUV_OCEAN);
        }
    }
    fluv_landscape_free(&land);
}

/* From cell to cell the signed distance cannot change by much more than the way between them. */
static void the_shore_measures_distance(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = made(ctx, 4, "64", "shape: island");
    const fluv_shore *shore = fluv_shore_of(&land);
    size_t cols = shore->lattice.cols;
    for (size_t i = 1; i < fluv_lattice_count(&shore->lattice); i++)
        if (i % cols)
            assert_true(fabsf(shore->distance[i] - shore->distance[i - 1]) <=
                        1.05F * (float)shore->lattice.spacing);
    fluv_landscape_free(&land);
}

/* ---- Curves ---- */

#define BARE "sites: 0, refine: off, roughness: 0, min_island: 1 m2, min_sea: 1 m2, "

static void a_square_of_markers_is_a_square_of_land(void **state)
{
    fluv_ctx *ctx = *state;
    static const char square[] =
        BARE "landmasses: [{markers: [[15 km, 15 km, 0, 0], [45 km, 15 km, 0, 0], "
             "[45 km, 45 km, 0, 0], [15 km, 45 km, 0, 0]]}]";
    fluv_landscape land = made(ctx, 1, "240", square);
    for (uint32_t cell = 0; cell < 240 * 240; cell++) {
        double x = fluv_cell_x(&land.frame, cell) - 30e3, y = fluv_cell_y(&land.frame, cell) - 30e3;
        double out = fmax(fabs(x), fabs(y)) - 15e3;
        if (fabs(out) > 400.0)
            assert_int_equal(fluv_cover_of(&land)[cell], out < 0.0 ? FLUV_LAND : FLUV_OCEAN);
    }
    fluv_landscape_free(&land);
}

/* Four markers with the strength that fits a circle best. */
static void round_markers_make_a_disc_and_an_ocean_in_it_a_hole(void **state)
{
    fluv_ctx *ctx = *state;
    static const char ring[] =
        BARE "landmasses: [{markers: [[50 km, 30 km, 90, 1.17], [30 km, 50 km, 180, 1.17], "
             "[10 km, 30 km, 270, 1.17], [30 km, 10 km, 0, 1.17]]}, {inside: ocean, markers: "
             "[[40 km, 30 km, 90, 1.17], [30 km, 40 km, 180, 1.17], [20 km, 30 km, 270, 1.17], "
             "[30 km, 20 km, 0, 1.17]]}]";
    fluv_landscape land = made(ctx, 1, "240", ring);
    for (uint32_t cell = 0; cell < 240 * 240; cell++) {
        double far =
            hypot(fluv_cell_x(&land.frame, cell) - 30e3, fluv_cell_y(&land.frame, cell) - 30e3);
        bool dry = far > 10e3 && far < 20e3;
        if (fabs(far - 10e3) > 600.0 && fabs(far - 20e3) > 600.0)
            assert_int_equal(fluv_cover_of(&land)[cell], dry ? FLUV_LAND : FLUV_OCEAN);
    }
    fluv_landscape_free(&land);
}

static void ocean_inside_the_first_curve_lies_in_land(void **state)
{
    fluv_ctx *ctx = *state;
    static const char sea[] = BARE "landmasses: [{inside: ocean, markers: [[20 km, 20 km, 0, 0], "
                                   "[40 km, 20 km, 0, 0], [30 km, 40 km, 0, 0]]}]";
    fluv_landscape land = made(ctx, 1, "64", sea);
    assert_int_equal(fluv_cover_of(&land)[0], FLUV_LAND);
    assert_int_equal(fluv_cover_of(&land)[36 * 64 + 32], FLUV_OCEAN);
    fluv_landscape_free(&land);
}

static void refused(fluv_ctx *ctx, const char *text, const char *part)
{
    fluv_landscape land;
    assert_int_equal(recipe_land(ctx, text, &land), FLUV_BAD_RECIPE);
    if (!strstr(fluv_message(ctx), part))
        fail_msg("\"%s\" does not say \"%s\"", fluv_message(ctx), part);
    fluv_landscape_free(&land);
}

static void what_cannot_be_is_refused_in_one_line(void **state)
{
    fluv_ctx *ctx = *state;
    refused(
        ctx,
        coast_text(1, "32", "landmasses: [{markers: [[1 km, 1 km, 0, 0], [9 km, 9 km, 0, 0]]}]"),
        "two markers in one line enclose nothing");
    refused(ctx, coast_text(1, "32", "landmasses: [{markers: [[1 km, 1 km]]}]"), "markers");
    refused(ctx,
            "interfluve: 1\nframe: {size: 32, width: 9 km, height: [0 m, 100 m]}\n"
            "stages: [coast: {shape: island}]\n",
            "needs a floor below 0");
    refused(ctx,
            "interfluve: 1\nframe: {size: 32, width: 9 km, height: [-100 m, -10 m]}\n"
            "stages: [coast: {shape: island}]\n",
            "needs heights above 0");
}

static void curves_outside_the_frame_leave_the_ocean(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = made(ctx, 1, "64",
                               "landmasses: [{markers: [[100 km, 100 km], [200 km, 100 km, 90], "
                               "[150 km, 300 km, 200]]}]");
    assert_true(land_share(&land) == 0.0);
    assert_int_equal(fluv_note_count(&land), 1);
    assert_string_equal(fluv_note_text(&land, 0), "landmass 1 has no place in the frame");
    fluv_landscape_free(&land);
    land = made(ctx, 1, "64", "landmasses: [{markers: [[-9 km, 9 km], [9 km, 9 km], [0, 30 km]]}]");
    assert_int_equal(fluv_note_count(&land), 0);
    fluv_landscape_free(&land);
}

static void random_markers(fluv_key key, char *text, size_t room)
{
    size_t used = (size_t)snprintf(text, room, "spacing: 600 m, landmasses: [");
    uint64_t masses = 1 + fluv_random_below(key, 0, 3), next = 1;
    for (uint64_t i = 0; i < masses; i++) {
        uint64_t count = 2 + fluv_random_below(key, next++, 7);
        double far = fluv_random(key, next++) < 0.2 ? 1e9 : 90e3;
        used += (size_t)snprintf(text + used, room - used, "%s{inside: %s, markers: [",
                                 i ? ", " : "", fluv_random(key, next++) < 0.3 ? "ocean" : "land");
        for (uint64_t k = 0; k < count; k++, next += 4)
            used += (size_t)snprintf(text + used, room - used, "%s[%.17g, %.17g, %.17g, %.17g]",
                                     k ? ", " : "", fluv_random_between(key, next, -far, far),
                                     fluv_random_between(key, next + 1, -far, far),
                                     fluv_random_between(key, next + 2, -360, 360),
                                     fluv_random_between(key, next + 3, 0, 20));
        used += (size_t)snprintf(text + used, room - used, "]}");
    }
    snprintf(text + used, room - used, "]");
}

static void any_markers_give_sound_land(void **state)
{
    fluv_ctx *ctx = *state;
    for (uint64_t seed = 0; seed < cases_of(150, 40); seed++) {
        char params[6000];
        random_markers((fluv_key){fluv_mix(seed)}, params, sizeof params);
        fluv_landscape land = made(ctx, seed, "60", params);
        check_ground(&land);
        fluv_landscape_free(&land);
    }
}

/* ---- Refinement ---- */

static void refinements_change_the_border_and_keep_the_rest(void **state)
{
    fluv_ctx *ctx = *state;
    static const char *const ways[] = {"sites: 500, refine: off", "sites: 0, refine: plain",
                                       "sites: 0, refine: noise", "sites: 800, metric: manhattan"};
    fluv_landscape bare = made(ctx, 6, "256", "shape: island, sites: 0, refine: off, roughness: 0");
    for (size_t i = 0; i < 4; i++) {
        char params[128];
        snprintf(params, sizeof params, "shape: island, roughness: 0, %s", ways[i]);
        fluv_landscape land = made(ctx, 6, "256", params);
        double same = agreement(&bare, &land);
        assert_true(same > 0.9 && same < 0.9999);
        fluv_landscape_free(&land);
    }
    fluv_landscape_free(&bare);
}

/* ---- Failing and stopping ---- */

static void memory_may_run_out_anywhere(void **state)
{
    (void)state;
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_set_threads(ctx, 1);
    fluv_landscape land;
    const char *text = coast_text(1, "24",
                                  "shape: island, spacing: 2 km, landmasses: [{markers: "
                                  "[[9 km, 9 km], [20 km, 9 km, 90], [9 km, 30 km]]}]");
    fluv_status status = FLUV_NO_MEMORY;
    int failed = 0;
    for (; status != FLUV_OK && failed < 2000; failed++) {
        atomic_store(&ctx->memory.allocations_left, failed);
        status = recipe_land(ctx, text, &land);
        atomic_store(&ctx->memory.allocations_left, -1);
        assert_true(status == FLUV_OK || status == FLUV_NO_MEMORY);
        assert_null(ctx->scratch);
        fluv_landscape_free(&land);
    }
    assert_true(failed > 20 && failed < 2000);
    assert_int_equal(atomic_load(&ctx->memory.now), 0);
    fluv_ctx_delete(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_shows_the_same_land),
        cmocka_unit_test(land_is_above_the_sea_and_the_floor_below_and_nowhere_flat),
        cmocka_unit_test(the_wanted_share_of_land_is_kept_nearly),
        cmocka_unit_test(islands_keep_off_the_frames_edge),
        cmocka_unit_test(water_runs_off_the_bare_plain_by_all_rules),
        cmocka_unit_test(any_number_of_threads_gives_the_same_bytes),
        cmocka_unit_test(the_smallest_frames_work),
        cmocka_unit_test(the_shore_tells_cells_what_they_are),
        cmocka_unit_test(the_shore_measures_distance),
        cmocka_unit_test(a_square_of_markers_is_a_square_of_land),
        cmocka_unit_test(round_markers_make_a_disc_and_an_ocean_in_it_a_hole),
        cmocka_unit_test(ocean_inside_the_first_curve_lies_in_land),
        cmocka_unit_test(what_cannot_be_is_refused_in_one_line),
        cmocka_unit_test(curves_outside_the_frame_leave_the_ocean),
        cmocka_unit_test(any_markers_give_sound_land),
        cmocka_unit_test(refinements_change_the_border_and_keep_the_rest),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
