// SPDX-License-Identifier: MIT
/* The stages `uplift`, `strata` and `erode`, and the kernels as they drive them: what rises is worn
 * or grows, slopes follow areas, water in hollows follows its equation and reaches the lakes. */
#include "recipe_land.h"
#include "water_land.h"

#include "landscape/stores.h"
#include "mesh/mesh.h"
#include "stages/erode/pools.h"
#include "water/connect.h"
#include "water/forest.h"
#include "water/receivers.h"
#include "water/stream_power.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define WIDTH       20000.0
#define ERODIBILITY 2e-6
#define RATE        1e-4

/* ---- A world of kernels ---- */

typedef struct world {
    fluv_shared *block;
    const fluv_mesh *mesh;
    fluv_topology topology;
    uint8_t *kind, *donors;
    uint32_t *receiver;
    uint64_t *area;
    float *uplift, *height, *after;
    fluv_stratum rock;
    fluv_connection connection;
    fluv_stream_power power;
} world;

static void world_make(fluv_ctx *ctx, fluv_mesh_kind kind, uint64_t seed, world *w)
{
    fluv_mesh_job job = {.width = WIDTH,
                         .height = WIDTH,
                         .spacing = WIDTH / 50.0,
                         .kind = kind,
                         .key = fluv_key_make(seed, "test", "mesh")};
    *w = (world){.rock = {.rock = {(float)ERODIBILITY, 1000.0f}}};
    assert_int_equal(fluv_mesh_make(ctx, &job, &w->block), FLUV_OK);
    w->mesh = fluv_mesh_of(w->block);
    w->topology = fluv_topology_mesh(w->mesh);
    uint32_t n = w->mesh->count;
    w->kind = test_room(n, 1);
    w->donors = test_room(n, 1);
    w->receiver = test_room(n, sizeof *w->receiver);
    w->area = test_room(n, sizeof *w->area);
    w->uplift = test_room(n, sizeof *w->uplift);
    w->height = test_room(n, sizeof *w->height);
    w->after = test_room(n, sizeof *w->after);
    for (uint32_t v = 0; v < n; v++) {
        w->uplift[v] = (float)RATE;
        w->height[v] = (float)fluv_random(fluv_key_make(seed, "test", "bumps"), v);
    }
    fluv_cells_classify(&w->topology, 1, w->height, w->kind);
    for (uint32_t v = 0; v < n; v++)
        if (w->mesh->at_edge[v]) {
            w->kind[v] |= FLUV_CELL_SEA;
            w->height[v] = 0.0f;
        }
    w->power = (fluv_stream_power){.topology = &w->topology,
                                   .kind = w->kind,
                                   .receiver = w->receiver,
                                   .area = w->area,
                                   .unit = 1e-3,
                                   .uplift = w->uplift,
                                   .strata = {.count = 1, .strata = &w->rock},
                                   .m = 0.5,
                                   .n = 1.0,
                                   .years = 1e5};
}

static void world_free(fluv_ctx *ctx, world *w)
{
    fluv_connection_free(&w->connection);
    fluv_shared_drop(w->block);
    free(w->kind);
    free(w->donors);
    free(w->receiver);
    free(w->area);
    free(w->uplift);
    free(w->height);
    free(w->after);
    fluv_scratch_release(ctx, NULL);
}

/* One step; the heights before it stay in `after`. */
static void world_step(fluv_ctx *ctx, world *w)
{
    fluv_receivers(&w->topology, 1, FLUV_LOWEST, w->height, w->kind, w->receiver);
    assert_int_equal(
        fluv_hollows_connect(ctx, &w->topology, w->height, w->kind, w->receiver, &w->connection),
        FLUV_OK);
    for (uint32_t v = 0; v < w->mesh->count; v++)
        w->area[v] = (uint64_t)(w->mesh->area[v] / w->power.unit);
    fluv_forest_sum(w->mesh->count, 1, w->receiver, w->donors, w->area);
    fluv_stream_power_step(&w->power, 1, w->height, w->after);
    float *turn = w->height;
    w->height = w->after;
    w->after = turn;
}

/* ---- Physics ---- */

/* The law's own erosion, from the slopes at the end of the step. */
static double worn_at(const world *w, uint32_t v)
{
    uint32_t to = w->receiver[v];
    double fall = (double)w->height[v] - (double)w->height[to];
    double strength = (double)(float)ERODIBILITY * sqrt((double)w->area[v] * w->power.unit);
    return fall > 0.0 ? w->power.years * strength * fall / fluv_cell_span(&w->topology, v, to)
                      : 0.0;
}

static void what_rises_is_worn_or_grows(void **state)
{
    world w;
    world_make(*state, FLUV_MESH_POISSON, 3, &w);
    for (int s = 0; s < 40; s++) {
        double risen = 0.0, worn = 0.0, grown = 0.0;
        world_step(*state, &w);
        for (uint32_t v = 0; v < w.mesh->count; v++) {
            if (w.kind[v] & FLUV_CELL_SEA)
                continue;
            risen += w.mesh->area[v] * w.power.years * (double)w.uplift[v];
            worn += w.mesh->area[v] * worn_at(&w, v);
            grown += w.mesh->area[v] * ((double)w.height[v] - (double)w.after[v]);
        }
        assert_true(fabs(risen - worn - grown) <= 1e-4 * risen);
    }
    world_free(*state, &w);
}

/* The slope of the line through (log area, log slope). */
static double slope_area_exponent(const world *w)
{
    double n = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
    for (uint32_t v = 0; v < w->mesh->count; v++) {
        uint32_t to = w->receiver[v];
        if (to == FLUV_NONE || (w->kind[v] & FLUV_CELL_SEA))
            continue;
        double fall = (double)w->height[v] - (double)w->height[to];
        assert_true(fall > 0.0);
        double a = log((double)w->area[v]), s = log(fall / fluv_cell_span(&w->topology, v, to));
        n += 1.0;
        x += a;
        y += s;
        xx += a * a;
        xy += a * s;
    }
    return (n * xy - x * y) / (n * xx - x * x);
}

static void steady_slopes_follow_areas(void **state)
{
    const double exponents[][2] = {{0.5, 1.0}, {0.4, 1.0}, {0.6, 1.5}};
    const fluv_mesh_kind kinds[] = {FLUV_MESH_POISSON, FLUV_MESH_GRID};
    for (size_t i = 0; i < 6; i++) {
        world w;
        world_make(*state, kinds[i % 2], 5, &w);
        w.power.m = exponents[i / 2][0];
        w.power.n = exponents[i / 2][1];
        w.power.years = 5e5;
        for (int s = 0; s < 300; s++)
            world_step(*state, &w);
        double expected = -w.power.m / w.power.n, found = slope_area_exponent(&w);
        if (fabs(found / expected - 1.0) > 0.02)
            fail_msg("kind %zu: slope ~ area^%.4f, expected %.4f", i % 2, found, expected);
        world_free(*state, &w);
    }
}

/* Puddles are most in the first step: what it took is enough for all others. */
static void steps_take_no_memory(void **state)
{
    fluv_ctx *ctx = *state;
    world w;
    fluv_set_threads(ctx, 2);
    world_make(ctx, FLUV_MESH_POISSON, 8, &w);
    world_step(ctx, &w);
    atomic_store(&ctx->memory.allocations_left, 0);
    for (int s = 0; s < 10; s++)
        world_step(ctx, &w);
    atomic_store(&ctx->memory.allocations_left, -1);
    fluv_set_threads(ctx, 1);
    world_free(ctx, &w);
}

/* ---- Water in hollows ---- */

static void a_basin_follows_its_equation(void **state)
{
    uint32_t label[3] = {1, 1, FLUV_OUTSIDE};
    fluv_outflow outflows[2] = {{FLUV_NONE, FLUV_NONE, FLUV_NONE}, {0, FLUV_OUTSIDE, 1}};
    const uint64_t area[3] = {1000000, 400000, 7};
    fluv_connection connection = {.label = label, .basin_count = 1, .outflows = outflows};
    fluv_erode_params params = {.step = 1e4, .rain = 3e-5, .evaporation = 2e-4};
    fluv_erosion_pools pools = {0};
    double volume = 0.0;
    for (int s = 0; s < 500; s++) {
        volume += params.step * (params.rain * 2e6 - params.evaporation * pow(volume, 5.0 / 6.0));
        assert_int_equal(
            fluv_erosion_pools_step(*state, &params, &connection, area, 2.0, 3e6, &pools), FLUV_OK);
        const fluv_gathered *now = pools.now.items;
        assert_int_equal(pools.now.count, 1);
        assert_true(fabs(now[0].volume - volume) <= 1e-12 * volume);
        const fluv_budget *b = &pools.budget;
        assert_true(fabs(b->rain - b->evaporated - b->stored - b->left) <= 1e-9 * b->rain);
    }
    /* In the end the rain on the catchment evaporates from V^(5/6). */
    assert_true(fabs(pow(volume, 5.0 / 6.0) / (0.15 * 2e6) - 1.0) < 0.01);
    label[0] = FLUV_OUTSIDE; /* the hollow opens */
    connection.basin_count = 0;
    double left = pools.budget.left;
    assert_int_equal(fluv_erosion_pools_step(*state, &params, &connection, area, 2.0, 3e6, &pools),
                     FLUV_OK);
    assert_true(pools.now.count == 0 && pools.budget.left > left + volume);
    fluv_erosion_pools_free(&pools);
}

/* Land that hardly rises here and there. */
#define LAKES_LAND                                                                                 \
    "interfluve: 1\nseed: 4\nframe: {size: 96, width: 10 km}\nstages:\n"                           \
    "  - mesh: {spacing: 120 m}\n"                                                                 \
    "  - uplift: {rate: {noise: {low: -0.4 mm/y, high: 1 mm/y, wavelength: 3 km}},\n"              \
    "      least: 0.01 mm/y, rim: 0.2 mm/y}\n"                                                     \
    "  - erode: {steps: 60, step: 50 ky, erodibility: 3e-6, border: free, rain: %g,\n"             \
    "      evaporation: %g}\n"                                                                     \
    "  - lakes: {mode: volume, from: erode, min_area: 1 m2, min_depth: 0 m, flats: land}\n"        \
    "  - rivers: {}\n"

/* Volume that stands in lakes, the rules of water kept. */
static double stored_with(fluv_ctx *ctx, double rain, double evaporation)
{
    char text[1000];
    fluv_landscape land;
    (void)snprintf(text, sizeof text, LAKES_LAND, rain, evaporation);
    if (recipe_land(ctx, text, &land) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
    assert_int_equal(land_count_broken(ctx, &land, "lakes of erode", 4), 0);
    const fluv_stores *stores = fluv_layer_read(&land, FLUV_LAYER_stores);
    double gathered = 0.0, stored = land.budget.stored;
    for (size_t i = 0; i < stores->count; i++)
        gathered += stores->list[i].volume;
    const fluv_budget *b = &land.budget;
    assert_true(b->known && !b->per_year && stored <= gathered * (1.0 + 1e-9));
    assert_true(fabs(b->rain - b->evaporated - b->stored - b->left) <= 1e-9 * b->rain);
    fluv_landscape_free(&land);
    return stored;
}

static void lakes_hold_what_gathered(void **state)
{
    double usual = stored_with(*state, 1e-6, 1e-5);
    assert_true(usual > 0.0);
    assert_true(stored_with(*state, 1e-5, 1e-5) > 1.5 * usual);
    assert_true(stored_with(*state, 1e-6, 1e-4) < 0.5 * usual);
    assert_true(stored_with(*state, 0.0, 1e-5) == 0.0);
}

static void water_of_erode_needs_erode(void **state)
{
    fluv_landscape land;
    const char *text = "interfluve: 1\nframe: {size: 16}\nstages:\n  - noise: {}\n"
                       "  - lakes: {mode: volume, from: erode}\n";
    assert_int_equal(recipe_land(*state, text, &land), FLUV_BAD_RECIPE);
    assert_non_null(strstr(fluv_message(*state), "lakes.from"));
    fluv_landscape_free(&land);
}

/* ---- The stages ---- */

#define MOUNTAINS                                                                                  \
    "interfluve: 1\nseed: 9\nframe: {size: %d, width: 10 km}\nstages:\n"                           \
    "  - mesh: {spacing: 100 m}\n"                                                                 \
    "  - uplift: {rate: 0.5 mm/y, shape: range}\n%s"                                               \
    "  - erode: {steps: 60, step: 30 ky, erodibility: 3e-6, border: free, talus: 0.5%s}\n"

static void mountains(fluv_ctx *ctx, int size, const char *strata, const char *more,
                      fluv_landscape *land)
{
    char text[1000];
    (void)snprintf(text, sizeof text, MOUNTAINS, size, strata, more);
    if (recipe_land(ctx, text, land) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
}

/* Share of cells whose slope eastwards or southwards is above a limit. */
static double steep_share(const fluv_landscape *land, double limit)
{
    const float *height = fluv_layer_read(land, FLUV_LAYER_height);
    uint32_t cols = land->frame.cols, steep = 0;
    for (uint32_t row = 0; row + 1 < land->frame.rows; row++)
        for (uint32_t c = row * cols; c + 1 < (row + 1) * cols; c++)
            steep += hypot((double)(height[c + 1] - height[c]),
                           (double)(height[c + cols] - height[c])) > limit * land->frame.cell;
    return (double)steep / (double)fluv_cell_count(land);
}

static void hard_layers_stand_as_cliffs(void **state)
{
    fluv_landscape plain, layered;
    mountains(*state, 128, "", "", &plain);
    mountains(*state, 128,
              "  - strata: {layers: [{thickness: 150 m, erodibility: 0.2, talus: 2},\n"
              "      {thickness: 200 m, erodibility: 2, talus: 0.5}]}\n",
              "", &layered);
    assert_true(steep_share(&plain, 0.9) < 0.002);
    assert_true(steep_share(&layered, 0.9) > 0.02);
    fluv_landscape_free(&plain);
    fluv_landscape_free(&layered);
}

static void threads_make_the_same_land(void **state)
{
    uint64_t first = 0;
    const int threads[] = {1, 2, 7};
    for (int i = 0; i < 3; i++) {
        fluv_landscape land;
        fluv_set_threads(*state, threads[i]);
        mountains(*state, 64, "  - strata: {sublayers: 3, tilt: 5 deg}\n",
                  ", coarse: 2, fine_steps: 5", &land);
        uint64_t hash = land_hash(&land);
        first = i ? first : hash;
        assert_true(hash == first);
        fluv_landscape_free(&land);
    }
    fluv_set_threads(*state, 1);
}

/* Means of four cells of the larger beside the cells of the smaller. */
static void every_size_shows_the_same_land(void **state)
{
    fluv_landscape small, large;
    mountains(*state, 256, "", "", &small);
    mountains(*state, 512, "", "", &large);
    const float *coarse = fluv_layer_read(&small, FLUV_LAYER_height);
    const float *fine = fluv_layer_read(&large, FLUV_LAYER_height);
    double sum = 0.0, low = INFINITY, high = -INFINITY;
    for (uint32_t r = 0; r < 256; r++)
        for (uint32_t c = 0; c < 256; c++) {
            const float *four = fine + (size_t)(2 * r) * 512 + (size_t)(2 * c);
            double mean = 0.25 * (double)(four[0] + four[1] + four[512] + four[513]);
            double here = (double)coarse[r * 256 + c];
            sum += fabs(mean - here);
            low = fmin(low, here);
            high = fmax(high, here);
        }
    assert_true(sum / 65536.0 < 0.002 * (high - low));
    fluv_landscape_free(&small);
    fluv_landscape_free(&large);
}

/* ---- Odd settings ---- */

static void odd_settings_are_finite_or_refused(void **state)
{
    const struct {
        const char *frame, *mesh, *uplift, *erode;
    } cases[] = {
        {"size: 32, width: 5 km", "spacing: 100 m", "rate: 0", "steps: 30"},
        {"size: 32, width: 5 km", "spacing: 100 m", "rate: -1 mm/y", "steps: 30, border: free"},
        {"size: 32, width: 5 km", "spacing: 100 m", "rate: -1 mm/y", "steps: 30, border: fixed"},
        {"size: 32, width: 5 km", "spacing: 100 m", "", "steps: 1"},
        {"size: 32, width: 5 km", "spacing: 100 m", "", "steps: 30, step: 1e9 y, border: free"},
        {"size: 32, width: 5 km", "spacing: 100 m", "", "steps: 30, step: 1e9 y, n: 2, m: 1"},
        {"size: 32, width: 5 km", "spacing: 100 m", "", "steps: 30, erodibility: 0, talus: 100"},
        {"size: 32, width: 5 km", "spacing: 100 m", "", "steps: 30, erodibility: 1, talus: 0"},
        {"size: 32, width: 5 km", "spacing: 100 m", "", "steps: 30, rain: 1000, evaporation: 1e6"},
        {"size: 32, width: 5 km", "spacing: 2500 m", "", "steps: 5"},
        {"size: 32, width: 5 km", "spacing: 2500 m", "", "steps: 5, coarse: 4"},
        {"size: 32, width: 5 km", "spacing: 100 km", "", "steps: 5"},
        {"size: 1, width: 5 km", "spacing: 100 m", "", "steps: 5"},
        {"size: [4, 200], width: 1 km", "spacing: 100 m", "shape: range", "steps: 20"},
        {"size: [200, 4], width: 50 km", "spacing: 100 m", "shape: plateau",
         "coarse: 2, steps: 20"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[600];
        fluv_landscape land;
        (void)snprintf(text, sizeof text,
                       "interfluve: 1\nframe: {%s}\nstages:\n  - mesh: {%s}\n  - uplift: {%s}\n"
                       "  - erode: {%s}\n  - lakes: {}\n  - rivers: {}\n",
                       cases[i].frame, cases[i].mesh, cases[i].uplift, cases[i].erode);
        fluv_status status = recipe_land(*state, text, &land);
        if (status != FLUV_OK) {
            if (status == FLUV_NO_MEMORY || !strstr(fluv_message(*state), "mesh"))
                fail_msg("case %zu: %s", i, fluv_message(*state));
            continue;
        }
        const float *height = fluv_layer_read(&land, FLUV_LAYER_height);
        for (size_t c = 0; c < fluv_cell_count(&land); c++)
            if (!isfinite(height[c]))
                fail_msg("case %zu: cell %zu is not finite", i, c);
        assert_int_equal(land_count_broken(*state, &land, "odd", i), 0);
        fluv_landscape_free(&land);
    }
}

static void no_memory_and_cancel_are_reported(void **state)
{
    fluv_ctx *ctx = *state;
    const char *text = "interfluve: 1\nframe: {size: 8, width: 2 km}\nstages:\n"
                       "  - mesh: {spacing: 300 m}\n  - uplift: {}\n  - strata: {}\n"
                       "  - erode: {steps: 3, coarse: 1, fine_steps: 2}\n"
                       "  - lakes: {mode: volume, from: erode}\n";
    fluv_landscape land;
    fluv_status status = FLUV_NO_MEMORY;
    int nth = 0;
    for (; status == FLUV_NO_MEMORY && nth < 5000; nth++) {
        atomic_store(&ctx->memory.allocations_left, nth);
        status = recipe_land(ctx, text, &land);
        assert_true(status == FLUV_OK || status == FLUV_NO_MEMORY);
        fluv_landscape_free(&land);
    }
    atomic_store(&ctx->memory.allocations_left, -1);
    assert_true(status == FLUV_OK && nth > 100);
}

/* A million vertices and few cells; the spacing that is advised then fits, and little less would.
 */
static void a_mesh_that_cannot_fit_is_refused(void **state)
{
    fluv_ctx *ctx = *state;
    const char *text = "interfluve: 1\nframe: {size: 16, width: 10 km}\nstages:\n"
                       "  - mesh: {spacing: %g m}\n  - uplift: {}\n  - strata: {}\n"
                       "  - erode: {steps: 2, coarse: 1, fine_steps: 2}\n";
    char with[400];
    fluv_landscape land;
    fluv_set_memory_limit(ctx, 40000000);
    (void)snprintf(with, sizeof with, text, 10.0);
    assert_int_equal(recipe_land(ctx, with, &land), FLUV_NO_MEMORY);
    fluv_landscape_free(&land);
    assert_non_null(strstr(fluv_message(ctx), "1e+06 vertices"));
    const char *advice = strstr(fluv_message(ctx), "try mesh.spacing=");
    assert_non_null(advice);
    double spacing = strtod(strchr(advice, '=') + 1, NULL);
    (void)snprintf(with, sizeof with, text, spacing);
    atomic_store(&ctx->memory.peak, 0);
    if (recipe_land(ctx, with, &land) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
    fluv_landscape_free(&land);
    assert_in_range(atomic_load(&ctx->memory.peak), 32000000, 42000000);
    fluv_set_memory_limit(ctx, 0);
}

typedef struct stopper {
    fluv_ctx *ctx;
    bool eroding;
} stopper;

static void stop_in_erode(void *user, const fluv_progress *progress)
{
    stopper *s = user;
    if (progress->stage && strcmp(progress->stage, "erode") == 0) {
        s->eroding = true;
        fluv_cancel(s->ctx);
    }
}

static void it_can_be_cancelled(void **state)
{
    stopper s = {.ctx = *state};
    fluv_landscape land;
    fluv_set_progress(*state, stop_in_erode, &s);
    const char *text = "interfluve: 1\nframe: {size: 64, width: 20 km}\nstages:\n  - mesh: {}\n"
                       "  - uplift: {}\n  - erode: {steps: 100000}\n";
    assert_int_equal(recipe_land(*state, text, &land), FLUV_CANCELLED);
    assert_true(s.eroding);
    fluv_set_progress(*state, NULL, NULL);
    atomic_store(&((fluv_ctx *)*state)->cancelled, false);
    fluv_landscape_free(&land);
}

/* ---- The presets ---- */

/* At a small size and on a mesh of a 64th of the width. */
static const struct {
    const char *name, *spacing;
} presets[] = {
    {"uplift-basic", "mesh.spacing=80 m"},           {"uplift-perlin", "mesh.spacing=80 m"},
    {"uplift-mountain-simple", "mesh.spacing=80 m"}, {"uplift-mountain-steep", "mesh.spacing=80 m"},
    {"uplift-mountain-layers", "mesh.spacing=80 m"}, {"uplift-range", "mesh.spacing=900 m"},
    {"uplift-plateau", "mesh.spacing=600 m"},        {"uplift-lake-district", "mesh.spacing=450 m"},
};

static void check_preset(fluv_ctx *ctx, size_t preset, int number)
{
    const char *name = presets[preset].name;
    char seed[40];
    fluv_recipe *recipe = NULL;
    const fluv_landscape *land = NULL;
    fluv_builder *builder = fluv_builder_new(ctx);
    assert_non_null(builder);
    fluv_builder_keep(builder, false);
    (void)snprintf(seed, sizeof seed, "seed=%d", number);
    if (fluv_recipe_read(ctx, name, &recipe) != FLUV_OK ||
        fluv_recipe_set(ctx, recipe, "frame.size=96") != FLUV_OK ||
        fluv_recipe_set(ctx, recipe, presets[preset].spacing) != FLUV_OK ||
        fluv_recipe_set(ctx, recipe, seed) != FLUV_OK ||
        fluv_builder_run(ctx, builder, recipe, NULL, &land) != FLUV_OK)
        fail_msg("%s: %s", name, fluv_message(ctx));
    assert_int_equal(land_count_broken(ctx, land, name, (uint64_t)number), 0);
    fluv_recipe_delete(recipe);
    fluv_builder_delete(builder);
}

static void presets_keep_the_rules_of_water(void **state)
{
    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++)
        for (int seed = 1; seed <= 10; seed++)
            check_preset(*state, i, seed);
}

/* ---- Drafts ---- */

static const char two_times[] =
    "interfluve: 1\nseed: 6\nframe: {size: 64, width: 40 km, height: [-500 m, 2400 m]}\nstages:\n"
    "  - coast: {shape: island}\n"
    "  - mesh: {spacing: 250 m}\n"
    "  - uplift: {rate: 0.6 mm/y}\n"
    "  - erode: {steps: 80, step: 50 ky, erodibility: 2e-6, coarse: 1, fine_steps: 20}\n"
    "  - uplift: {rate: {noise: {low: -2 mm/y, high: 2 mm/y, wavelength: 9 km}}}\n"
    "  - erode: {steps: 2, step: 50 ky, erodibility: 1e-7}\n";

static void count_look(void *user)
{
    ++*(int *)user;
}

/* How alike the heights of dry land are, 1: the same but for a factor. */
static double likeness(const fluv_landscape *a, const fluv_landscape *b)
{
    const float *z[2] = {fluv_layer_read(a, FLUV_LAYER_height),
                         fluv_layer_read(b, FLUV_LAYER_height)};
    double n = 0.0, x = 0.0, y = 0.0, xx = 0.0, yy = 0.0, xy = 0.0;
    for (size_t i = 0; i < fluv_cell_count(a); i++) {
        double p = (double)z[0][i], q = (double)z[1][i];
        if (p <= 0.0 || q <= 0.0)
            continue;
        n += 1.0, x += p, y += q, xx += p * p, yy += q * q, xy += p * q;
    }
    return (n * xy - x * y) / sqrt((n * xx - x * x) * (n * yy - y * y));
}

static void a_draft_is_sooner_done_and_shows_the_same_land(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_builder *builder = fluv_builder_new(ctx);
    const fluv_landscape *land = NULL;
    fluv_landscape plain, draft;
    int looks[2] = {0, 0};
    assert_non_null(builder);
    for (int drafts = 0; drafts < 2; drafts++) {
        fluv_builder_draft(builder, drafts);
        ctx->looked = count_look;
        ctx->looked_user = &looks[drafts];
        assert_int_equal(recipe_run(ctx, builder, two_times, &land), FLUV_OK);
        ctx->looked = NULL;
        assert_int_equal(fluv_builder_reused(builder), 0);
        assert_int_equal(fluv_landscape_share(ctx, land, drafts ? &draft : &plain), FLUV_OK);
    }
    assert_true(looks[1] < looks[0] / 2);
    assert_true(land_hash(&draft) != land_hash(&plain));
    assert_true(likeness(&draft, &plain) > 0.95);
    fluv_builder_draft(builder, false);
    assert_int_equal(recipe_run(ctx, builder, two_times, &land), FLUV_OK);
    assert_true(land_hash(land) == land_hash(&plain));
    fluv_landscape_free(&plain);
    fluv_landscape_free(&draft);
    fluv_builder_delete(builder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_rises_is_worn_or_grows),
        cmocka_unit_test(steady_slopes_follow_areas),
        cmocka_unit_test(steps_take_no_memory),
        cmocka_unit_test(a_basin_follows_its_equation),
        cmocka_unit_test(lakes_hold_what_gathered),
        cmocka_unit_test(water_of_erode_needs_erode),
        cmocka_unit_test(hard_layers_stand_as_cliffs),
        cmocka_unit_test(threads_make_the_same_land),
        cmocka_unit_test(every_size_shows_the_same_land),
        cmocka_unit_test(odd_settings_are_finite_or_refused),
        cmocka_unit_test(no_memory_and_cancel_are_reported),
        cmocka_unit_test(a_mesh_that_cannot_fit_is_refused),
        cmocka_unit_test(it_can_be_cancelled),
        cmocka_unit_test(a_draft_is_sooner_done_and_shows_the_same_land),
        cmocka_unit_test(presets_keep_the_rules_of_water),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
