// SPDX-License-Identifier: MIT
/* Water on ground that `erode` made: what the mesh drained is drained on the raster, at every size;
 * lakes stand where water gathered and answer rain and evaporation; a small picture shows the same
 * land for less. */
#include "recipe_land.h"
#include "water_land.h"

#include "landscape/stores.h"
#include "mesh/mesh.h"
#include "stages/erode/pools.h"
#include "water/strata.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

static void make(fluv_ctx *ctx, const char *text, fluv_landscape *land)
{
    if (recipe_land(ctx, text, land) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
}

/* A preset with other settings, NULL at their end; the landscape is the caller's. */
static void make_preset(fluv_ctx *ctx, const char *name, const char *const *settings,
                        fluv_landscape *out)
{
    fluv_recipe *recipe = NULL;
    const fluv_landscape *land = NULL;
    fluv_builder *builder = fluv_builder_new(ctx);
    assert_non_null(builder);
    *out = (fluv_landscape){0};
    fluv_builder_keep(builder, false);
    fluv_status status = fluv_recipe_read(ctx, name, &recipe);
    for (; status == FLUV_OK && *settings; settings++)
        status = fluv_recipe_set(ctx, recipe, *settings);
    if (status != FLUV_OK || fluv_builder_run(ctx, builder, recipe, NULL, &land) != FLUV_OK ||
        fluv_landscape_share(ctx, land, out) != FLUV_OK)
        fail_msg("%s: %s", name, fluv_message(ctx));
    fluv_recipe_delete(recipe);
    fluv_builder_delete(builder);
}

/* ---- What the mesh drained stays drained ---- */

/* Range and basins, every hollow of the raster full of water. */
#define HOLLOWS                                                                                    \
    "interfluve: 1\nseed: %d\nframe: {size: [%d, %d], width: 12 km}\nstages:\n"                    \
    "  - mesh: {spacing: 100 m}\n"                                                                 \
    "  - uplift: {rate: {noise: {low: -0.4 mm/y, high: 1 mm/y, wavelength: 3 km}},\n"              \
    "      least: 0.01 mm/y, rim: 0.2 mm/y}\n"                                                     \
    "  - erode: {steps: 40, step: 50 ky, erodibility: 5e-6, border: free, rain: 1e-6}\n"           \
    "  - lakes: {mode: full, min_area: 1 m2, min_depth: 0 m, dam: 0, flats: land}\n"               \
    "  - rivers: {}\n"

static uint32_t cell_of(const fluv_landscape *land, double x, double y)
{
    uint32_t col = (uint32_t)fmin(x / land->frame.cell, land->frame.cols - 1.0);
    uint32_t row = (uint32_t)fmin(y / land->frame.cell, land->frame.rows - 1.0);
    return row * land->frame.cols + col;
}

/* Takes away the water at a cell and its neighbours, and what touches it. */
static void empty_from(const fluv_landscape *land, uint32_t cell, uint8_t *wet)
{
    fluv_topology grid = fluv_topology_grid(land->frame.cols, land->frame.rows, land->frame.cell);
    uint32_t *stack = test_room(grid.count + 1, sizeof *stack), depth = 0;
    wet[cell] = 0;
    stack[depth++] = cell;
    while (depth) {
        fluv_around around = fluv_around_cell(&grid, stack[--depth]);
        for (uint32_t i = 0; i < around.count; i++)
            if (wet[around.cell[i]]) {
                wet[around.cell[i]] = 0;
                stack[depth++] = around.cell[i];
            }
    }
    free(stack);
}

/* Cells under water in lakes where the mesh has no hollow. */
static size_t count_stray(const fluv_landscape *land)
{
    size_t cells = fluv_cell_count(land), stray = 0;
    const uint8_t *cover = fluv_layer_read(land, FLUV_LAYER_cover);
    const fluv_stores *stores = fluv_layer_read(land, FLUV_LAYER_stores);
    uint8_t *wet = test_room(cells, 1);
    for (size_t c = 0; c < cells; c++)
        wet[c] = cover[c] == FLUV_LAKE;
    for (size_t i = 0; i < stores->count; i++)
        empty_from(land, cell_of(land, stores->list[i].x, stores->list[i].y), wet);
    for (size_t c = 0; c < cells; c++)
        stray += wet[c];
    free(wet);
    return stray;
}

static double lake_volume(const fluv_landscape *land)
{
    const fluv_lakes *lakes = fluv_lakes_of(land);
    double volume = 0.0;
    for (size_t i = 0; i < lakes->count; i++)
        volume += lakes->lakes[i].volume;
    return volume;
}

static float level_of_largest(const fluv_landscape *land)
{
    const fluv_lakes *lakes = fluv_lakes_of(land);
    const fluv_lake *largest = lakes->lakes;
    for (size_t i = 1; i < lakes->count; i++)
        largest = lakes->lakes[i].area > largest->area ? &lakes->lakes[i] : largest;
    return largest->level;
}

/* At cells of a half, one, two and four spacings: a lake stands as high as its pass on the mesh. */
static void hollows_of_the_raster_are_the_meshs(void **state)
{
    for (int seed = 1; seed <= 3; seed++) {
        double volume[4];
        float level[4];
        const int sizes[] = {240, 120, 60, 30};
        for (int i = 0; i < 4; i++) {
            char text[1000];
            fluv_landscape land;
            (void)snprintf(text, sizeof text, HOLLOWS, seed, sizes[i], sizes[i]);
            make(*state, text, &land);
            size_t stray = count_stray(&land);
            if (stray)
                fail_msg("seed %d, size %d: %zu cells in hollows of the raster alone", seed,
                         sizes[i], stray);
            volume[i] = lake_volume(&land);
            level[i] = level_of_largest(&land);
            fluv_landscape_free(&land);
        }
        for (int i = 1; i < 4; i++)
            if (fabs(volume[i] / volume[0] - 1.0) > 0.04 * (1 << i) || level[i] != level[0])
                fail_msg("seed %d, size %d: %g m3 in lakes up to %g m, %g to %g m at size %d", seed,
                         sizes[i], volume[i], (double)level[i], volume[0], (double)level[0],
                         sizes[0]);
    }
}

/* ---- Stores ---- */

/* Water that was in one hollow goes to the root of the hollow that its place is in now. */
static void water_goes_to_the_root_of_its_place(void **state)
{
    /* vertices 0 .. 2 and 3 .. 5 are hollows; then 1 .. 4 are one, 0 and 5 are outside */
    uint32_t before[] = {1, 1, 1, 2, 2, 2}, after[] = {0, 2, 1, 2, 2, 0};
    fluv_outflow outflows[] = {
        {FLUV_NONE, FLUV_NONE, FLUV_NONE}, {1, FLUV_OUTSIDE, 0}, {4, FLUV_OUTSIDE, 5}};
    const uint64_t area[] = {1, 3, 1, 1, 5, 1};
    const fluv_erode_params rainy = {.step = 1.0, .rain = 10.0}, dry = {.step = 1.0};
    fluv_connection connection = {.label = before, .basin_count = 2, .outflows = outflows};
    fluv_erosion_pools pools = {0};
    assert_int_equal(fluv_erosion_pools_step(*state, &rainy, &connection, area, 1.0, 8.0, &pools),
                     FLUV_OK);
    const fluv_gathered *now = pools.now.items;
    assert_true(now[0].vertex == 1 && now[0].volume == 30.0);
    assert_true(now[1].vertex == 4 && now[1].volume == 50.0);
    connection.label = after; /* the place of the first store is now in the second hollow */
    outflows[1].root = 2;
    assert_int_equal(fluv_erosion_pools_step(*state, &dry, &connection, area, 1.0, 8.0, &pools),
                     FLUV_OK);
    now = pools.now.items;
    assert_true(now[0].vertex == 2 && now[0].volume == 0.0);
    assert_true(now[1].vertex == 4 && now[1].volume == 80.0);
    fluv_erosion_pools_free(&pools);
}

/* Broad land, so that east is not taken for south: what gathered stands in lakes, each with what
 * its hollow gathered. */
static void stores_stand_where_they_gathered(void **state)
{
    char text[1000];
    fluv_landscape land;
    (void)snprintf(
        text, sizeof text,
        "interfluve: 1\nseed: 2\nframe: {size: [160, 80], width: 16 km}\nstages:\n"
        "  - mesh: {spacing: 100 m}\n"
        "  - uplift: {rate: {noise: {low: -0.4 mm/y, high: 1 mm/y, wavelength: 3 km}},\n"
        "      least: 0.01 mm/y, rim: 0.2 mm/y}\n"
        "  - erode: {steps: 40, step: 50 ky, erodibility: 5e-6, border: free,\n"
        "      rain: 1e-6, evaporation: 1e-4}\n"
        "  - lakes: {mode: volume, from: erode, min_area: 1 m2, min_depth: 0 m, dam: 0,\n"
        "      flats: land}\n");
    make(*state, text, &land);
    const fluv_stores *stores = fluv_layer_read(&land, FLUV_LAYER_stores);
    const uint8_t *cover = fluv_layer_read(&land, FLUV_LAYER_cover);
    double gathered = 0.0, under = 0.0;
    for (size_t i = 0; i < stores->count; i++) {
        double volume = stores->list[i].volume;
        gathered += volume;
        under +=
            cover[cell_of(&land, stores->list[i].x, stores->list[i].y)] == FLUV_LAKE ? volume : 0.0;
    }
    assert_true(stores->count > 3 && gathered > 1e5);
    assert_true(land.budget.stored > 0.95 * gathered && under > 0.95 * gathered);
    fluv_landscape_free(&land);
}

/* Rain falls on the ground of every step, and on the last one's: there the stores stand. */
static void stores_are_those_of_the_last_ground(void **state)
{
    fluv_landscape land;
    make(*state,
         "interfluve: 1\nseed: 2\nframe: {size: 64, width: 8 km}\nstages:\n"
         "  - mesh: {spacing: 125 m, kind: grid}\n"
         "  - uplift: {rate: {noise: {low: -0.4 mm/y, high: 1 mm/y, wavelength: 3 km}},\n"
         "      least: 0.01 mm/y, rim: 0.2 mm/y}\n"
         "  - erode: {steps: 20, step: 50 ky, erodibility: 5e-6, border: free, rain: 2e-6}\n",
         &land);
    const fluv_stores *stores = fluv_layer_read(&land, FLUV_LAYER_stores);
    double expected = 21.0 * 5e4 * 2e-6 * 8000.0 * 8000.0;
    assert_true(fabs(stores->budget.rain / expected - 1.0) < 1e-9);
    double sum = 0.0;
    for (size_t i = 0; i < stores->count; i++)
        sum += stores->list[i].volume;
    assert_true(stores->count && fabs(sum / stores->budget.stored - 1.0) < 1e-9);
    fluv_landscape_free(&land);
}

/* ---- Lakes of the paper's presets ---- */

static const char *const of_the_paper[] = {"uplift-basic", "uplift-perlin",
                                           "uplift-mountain-simple", "uplift-mountain-steep",
                                           "uplift-mountain-layers"};

typedef struct lakes_seen {
    double volume, area, inland; /* inland: area more than three cells from the frame's edge */
    size_t reaches, endorheic, dry_ends;
} lakes_seen;

static bool ends_dry(const fluv_lakes *lakes, const fluv_reach *reach)
{
    for (size_t i = 0; reach->lake && i < lakes->count; i++)
        if (lakes->lakes[i].id == reach->lake)
            return lakes->lakes[i].state == FLUV_EMPTY;
    return false;
}

static lakes_seen look_at_lakes(const fluv_landscape *land)
{
    const fluv_frame *frame = &land->frame;
    const uint8_t *cover = fluv_layer_read(land, FLUV_LAYER_cover);
    const fluv_rivers *rivers = fluv_rivers_of(land);
    lakes_seen seen = {.volume = lake_volume(land), .reaches = rivers->count};
    for (uint32_t c = 0; c < frame->cols * frame->rows; c++) {
        uint32_t col = c % frame->cols, row = c / frame->cols;
        bool inland = col > 2 && row > 2 && col < frame->cols - 3 && row < frame->rows - 3;
        double area = cover[c] == FLUV_LAKE ? frame->cell * frame->cell : 0.0;
        seen.area += area;
        seen.inland += inland ? area : 0.0;
    }
    for (size_t i = 0; i < rivers->count; i++) {
        seen.endorheic += rivers->reaches[i].endorheic;
        seen.dry_ends += ends_dry(fluv_lakes_of(land), &rivers->reaches[i]);
    }
    return seen;
}

static lakes_seen lakes_of(fluv_ctx *ctx, const char *preset, const char *rain,
                           const char *evaporation)
{
    const char *const settings[] = {"frame.size=128",
                                    "mesh.spacing=20 m",
                                    "erode.coarse=1",
                                    "lakes.flats=land",
                                    rain,
                                    evaporation,
                                    NULL};
    fluv_landscape land;
    make_preset(ctx, preset, settings, &land);
    assert_int_equal(land_count_broken(ctx, &land, preset, 0), 0);
    lakes_seen seen = look_at_lakes(&land);
    fluv_landscape_free(&land);
    return seen;
}

/* More rain: lakes rise, overflow and join. More evaporation: they fall, and some are gone. */
static void lakes_answer_rain_and_evaporation(void **state)
{
    for (size_t i = 0; i < sizeof of_the_paper / sizeof *of_the_paper; i++) {
        const char *name = of_the_paper[i];
        lakes_seen usual = lakes_of(*state, name, "erode.rain=2e-5", "erode.evaporation=1e-5");
        lakes_seen wet = lakes_of(*state, name, "erode.rain=2e-3", "erode.evaporation=1e-5");
        lakes_seen dry = lakes_of(*state, name, "erode.rain=2e-5", "erode.evaporation=1e-3");
        if (!(usual.area > 0.01 * 25e6) || !(usual.inland > 0.8 * usual.area))
            fail_msg("%s: %g m2 of lakes, %g of them inland", name, usual.area, usual.inland);
        if (!(wet.volume >= usual.volume && wet.endorheic == 0 && dry.volume < 0.2 * usual.volume &&
              dry.area < 0.5 * usual.area))
            fail_msg("%s: %g m3 and %zu endorheic reaches with rain x 100, usually %g, "
                     "%g with evaporation x 100",
                     name, wet.volume, wet.endorheic, usual.volume, dry.volume);
        if (usual.dry_ends)
            fail_msg("%s: %zu rivers end in dry hollows", name, usual.dry_ends);
    }
}

/* ---- Small pictures ---- */

static const float *heights_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_height);
}

/* Mean difference between cells of the small picture and means over the large one's, in parts of
 * the relief. */
static double difference(const fluv_landscape *small, const fluv_landscape *large)
{
    uint32_t cols = small->frame.cols, times = large->frame.cols / cols;
    double sum = 0.0, low = INFINITY, high = -INFINITY;
    for (uint32_t c = 0; c < cols * cols; c++) {
        double mean = 0.0, here = (double)heights_of(small)[c];
        for (uint32_t i = 0; i < times * times; i++)
            mean += (double)heights_of(
                large)[(size_t)(c / cols * times + i / times) * large->frame.cols +
                       c % cols * times + i % times];
        mean /= times * times;
        sum += fabs(mean - here);
        low = fmin(low, mean);
        high = fmax(high, mean);
    }
    return sum / (cols * cols) / (high - low);
}

/* Seconds of CPU time that a preset takes, the least of three: others run at the same time. */
static double make_timed(fluv_ctx *ctx, const char *name, const char *const *settings,
                         fluv_landscape *land)
{
    double least = INFINITY;
    for (int i = 0; i < 3; i++) {
        clock_t start = clock();
        if (i)
            fluv_landscape_free(land);
        make_preset(ctx, name, settings, land);
        least = fmin(least, (double)(clock() - start) / CLOCKS_PER_SEC);
    }
    return least;
}

/* A preview shows the same land and lakes as the full picture, in a fraction of the time. */
static void a_preview_shows_the_same_land_for_less(void **state)
{
    for (size_t i = 0; i < sizeof of_the_paper / sizeof *of_the_paper; i++) {
        const char *name = of_the_paper[i];
        const char *settings[] = {"frame.size=60", "mesh.spacing=20 m", "lakes.flats=land", NULL};
        fluv_landscape small, large;
        double preview = make_timed(*state, name, settings, &small);
        settings[0] = "frame.size=240";
        double full = make_timed(*state, name, settings, &large);
        double differs = difference(&small, &large);
        lakes_seen a = look_at_lakes(&small), b = look_at_lakes(&large);
        if (!(differs < 0.05) || !(fabs(a.area / b.area - 1.0) < 0.35))
            fail_msg("%s: heights differ by %g of the relief, lakes cover %g and %g m2", name,
                     differs, a.area, b.area);
        if (!(preview < 0.7 * full))
            fail_msg("%s: %g s for a preview, %g s for all", name, preview, full);
        fluv_landscape_free(&small);
        fluv_landscape_free(&large);
    }
}

/* ---- Rock ---- */

/* Under soft rock lies rock that does not wear: once the soft is gone the ground is its surface,
 * which has risen by all the uplift. */
static void layers_rise_with_the_ground(void **state)
{
    fluv_landscape land;
    make(*state,
         "interfluve: 1\nseed: 5\nframe: {size: 50, width: 5 km}\nstages:\n"
         "  - mesh: {spacing: 100 m}\n  - uplift: {rate: 1 mm/y}\n"
         "  - strata: {repeat: false, layers: [{thickness: 100 m, erodibility: 1e5, talus: 9},\n"
         "      {thickness: 1000 m, erodibility: 1e-6, talus: 9}]}\n"
         "  - erode: {steps: 80, step: 5 ky, erodibility: 1e-6, talus: 9}\n",
         &land);
    const float *height = heights_of(&land);
    for (uint32_t c = 0; c < 2500; c++) {
        uint32_t col = c % 50, row = c / 50;
        if (col < 5 || row < 5 || col >= 45 || row >= 45)
            continue;
        if (!(height[c] > 295.0f && height[c] < 320.0f))
            fail_msg("cell %u stands at %g m; the hard rock has risen to 300 m", c,
                     (double)height[c]);
    }
    fluv_landscape_free(&land);
}

/* The first layer is what lies under the ground that is there, however high. */
static void strata_begin_at_the_ground(void **state)
{
    const char *text = "interfluve: 1\nseed: 5\nframe: {size: 64, width: 8 km, height: [900 m, "
                       "2100 m]}\nstages:\n  - noise: {}\n  - mesh: {spacing: 100 m}\n"
                       "  - strata: {top: 5 m, lie: %s}\n";
    for (int level = 0; level < 2; level++) {
        char with[400];
        fluv_landscape land;
        (void)snprintf(with, sizeof with, text, level ? "level" : "ground");
        make(*state, with, &land);
        const fluv_mesh *mesh = fluv_layer_read(&land, FLUV_LAYER_mesh);
        const fluv_strata *rock = fluv_layer_read(&land, FLUV_LAYER_rock);
        float highest = 0.0f, lowest = INFINITY;
        for (uint32_t v = 0; v < mesh->count; v++) {
            float ground = heights_of(&land)[cell_of(&land, mesh->x[v], mesh->y[v])];
            highest = fmaxf(highest, rock->top[v]);
            lowest = fminf(lowest, rock->top[v]);
            if (!level && fabsf(rock->top[v] - 5.0f - ground) > 150.0f)
                fail_msg("vertex %u: the first layer begins at %g m, the ground at %g m", v,
                         (double)rock->top[v], (double)ground);
        }
        assert_true(highest > 1900.0f && (level ? lowest == highest : lowest < 1100.0f));
        fluv_landscape_free(&land);
    }
}

/* A soft layer of 100 m that streams have worn through here and there. */
static void the_rock_at_the_ground_is_known(void **state)
{
    const double soft = 3.0, hard = 0.2, risen = 300.0, bottom = -100.0, near = 12.0;
    fluv_landscape land;
    make(*state,
         "interfluve: 1\nseed: 5\nframe: {size: 100, width: 5 km}\nstages:\n"
         "  - mesh: {spacing: 50 m}\n  - uplift: {rate: 1 mm/y}\n"
         "  - strata: {repeat: false, layers: [{thickness: 100 m, erodibility: 3, talus: 1},\n"
         "      {thickness: 1000 m, erodibility: 0.2, talus: 1}]}\n"
         "  - erode: {steps: 60, step: 5 ky, erodibility: 2e-6, talus: 1}\n",
         &land);
    const float *height = heights_of(&land), *rock = fluv_layer_read(&land, FLUV_LAYER_outcrop);
    assert_non_null(rock);
    size_t softs = 0, hards = 0, wrong = 0;
    for (uint32_t c = 0; c < 10000; c++) {
        double start = (double)height[c] - risen;
        bool above = start > bottom + near, below = start < bottom - near;
        softs += above;
        hards += below;
        wrong += above && fabs((double)rock[c] - soft) > 0.1;
        wrong += below && fabs((double)rock[c] - hard) > 0.1;
    }
    if (softs < 500 || hards < 500 || wrong > (softs + hards) / 20)
        fail_msg("%zu cells are soft, %zu hard, of %zu it is not said", softs, hards, wrong);
    fluv_landscape_free(&land);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hollows_of_the_raster_are_the_meshs),
        cmocka_unit_test(water_goes_to_the_root_of_its_place),
        cmocka_unit_test(stores_stand_where_they_gathered),
        cmocka_unit_test(stores_are_those_of_the_last_ground),
        cmocka_unit_test(lakes_answer_rain_and_evaporation),
        cmocka_unit_test(a_preview_shows_the_same_land_for_less),
        cmocka_unit_test(layers_rise_with_the_ground),
        cmocka_unit_test(strata_begin_at_the_ground),
        cmocka_unit_test(the_rock_at_the_ground_is_known),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
