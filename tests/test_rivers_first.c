// SPDX-License-Identifier: MIT
/* Rivers first: the same on any number of threads; basins, deltas and dry beds are what they should
 * be; odd recipes give land or a clear line, never a crash. */
#include "landscape/basins.h"
#include "landscape/layout.h"
#include "landscape/regions.h"
#include "rivers_first.h"

#include <math.h>

/* ---- The same land ---- */

static void threads_make_no_difference(void **state)
{
    (void)state;
    const int threads[3] = {1, 2, 7};
    fluv_landscape land[3];
    fluv_ctx *ctx[3];
    for (int i = 0; i < 3; i++) {
        ctx[i] = fluv_ctx_new();
        fluv_set_threads(ctx[i], threads[i]);
        fluv_builder *builder = fluv_builder_new(ctx[i]);
        fluv_recipe *recipe = preset(ctx[i], "basins-delta", 3, 200);
        make_coarse(ctx[i], recipe, 80000.0);
        assert_int_equal(fluv_landscape_share(ctx[i], run(ctx[i], builder, recipe), &land[i]),
                         FLUV_OK);
        fluv_recipe_delete(recipe);
        fluv_builder_delete(builder);
    }
    for (int i = 1; i < 3; i++) {
        size_t cells = fluv_cell_count(&land[0]), points = fluv_rivers_of(&land[0])->point_count;
        assert_memory_equal(fluv_height_of(&land[0]), fluv_height_of(&land[i]),
                            cells * sizeof(float));
        assert_memory_equal(fluv_area_of(&land[0]), fluv_area_of(&land[i]), cells * sizeof(double));
        assert_memory_equal(fluv_cover_of(&land[0]), fluv_cover_of(&land[i]), cells);
        assert_int_equal(points, fluv_rivers_of(&land[i])->point_count);
        assert_memory_equal(fluv_rivers_of(&land[0])->points, fluv_rivers_of(&land[i])->points,
                            points * sizeof(fluv_river_point));
    }
    for (int i = 0; i < 3; i++) {
        fluv_landscape_free(&land[i]);
        fluv_ctx_delete(ctx[i]);
    }
}

static void earlier_stages_are_kept(void **state)
{
    (void)state;
    const char *changes[] = {"relief.valleys=0.2", "channels.runoff=0.7", "basins.passes=1"};
    const size_t kept[] = {4, 3, 2};
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_builder *builder = fluv_builder_new(ctx);
    fluv_recipe *recipe = preset(ctx, "basins-island", 2, 64);
    make_coarse(ctx, recipe, 60000.0);
    run(ctx, builder, recipe);
    for (int i = 0; i < 3; i++) {
        set(ctx, recipe, "%s", changes[i]);
        run(ctx, builder, recipe);
        assert_int_equal(fluv_builder_reused(builder), kept[i]);
    }
    fluv_recipe_delete(recipe);
    fluv_builder_delete(builder);
    fluv_ctx_delete(ctx);
}

/* ---- Basins ---- */

static double energy(const fluv_basins *b)
{
    double sum = 0.0;
    for (uint32_t v = 0; v < b->count; v++) {
        uint32_t to = b->receiver[v];
        if (!b->ocean[v] && to != FLUV_NONE)
            sum += sqrt(b->area[v]) * hypot(b->x[v] - b->x[to], b->y[v] - b->y[to]);
    }
    return sum;
}

static void expect_forest(const fluv_basins *b, const fluv_regions *regions)
{
    double ends = 0.0, land = 0.0;
    for (uint32_t k = 0; k < b->land_count; k++) {
        uint32_t v = b->order[k], to = b->receiver[v];
        land += b->cell[v];
        if (to == FLUV_NONE || b->ocean[to]) {
            ends += b->area[v];
            assert_int_equal(b->outlet[v], v);
            continue;
        }
        assert_int_equal(b->outlet[v], b->outlet[to]);
        assert_true(b->bed[v] > b->bed[to]);
        assert_true(b->area[to] > b->area[v]);
        assert_true(!b->wet[v] || b->wet[to]);
        assert_false(b->wet[v] && regions->types[b->type[v]].dry);
    }
    assert_true(fabs(ends - land) <= 1e-9 * land);
}

static void basins_are_forests(void **state)
{
    (void)state;
    for (int seed = 1; seed <= 8; seed++)
        for (int cost = 0; cost < 2; cost++) {
            fluv_ctx *ctx = fluv_ctx_new();
            fluv_builder *builder = fluv_builder_new(ctx);
            fluv_recipe *recipe = preset(ctx, "basins-desert-coast", seed, 32);
            make_coarse(ctx, recipe, 150000.0);
            set(ctx, recipe, "basins.growth=%s", cost ? "cost" : "random");
            const fluv_landscape *land = run(ctx, builder, recipe);
            expect_forest(fluv_basins_of(land), fluv_regions_of(land));
            fluv_recipe_delete(recipe);
            fluv_builder_delete(builder);
            fluv_ctx_delete(ctx);
        }
}

static void passes_save_work(void **state)
{
    (void)state;
    double before = INFINITY;
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_builder *builder = fluv_builder_new(ctx);
    fluv_recipe *recipe = preset(ctx, "basins-continent", 2, 32);
    make_coarse(ctx, recipe, 400000.0);
    set(ctx, recipe, "basins.wander=0");
    for (int passes = 0; passes < 6; passes++) {
        set(ctx, recipe, "basins.passes=%d", passes);
        double now = energy(fluv_basins_of(run(ctx, builder, recipe)));
        assert_true(now <= before * (1.0 + 1e-6));
        before = now;
    }
    fluv_recipe_delete(recipe);
    fluv_builder_delete(builder);
    fluv_ctx_delete(ctx);
}

/* ---- Beds ---- */

#define AWAY 4 /* cells from a river to the land it is held against */

/* Whether most of the land some cells away lies lower than the river. */
static bool on_a_dam(const fluv_landscape *land, uint32_t cell)
{
    uint32_t cols = land->frame.cols, rows = land->frame.rows, col = cell % cols, row = cell / cols;
    int all = 0, lower = 0;
    if (col < AWAY || row < AWAY || col + AWAY >= cols || row + AWAY >= rows)
        return false;
    for (uint32_t r = row - AWAY; r <= row + AWAY; r++)
        for (uint32_t c = col - AWAY; c <= col + AWAY; c++) {
            bool rim = r + AWAY == row || r == row + AWAY || c + AWAY == col || c == col + AWAY;
            uint32_t other = r * cols + c;
            if (!rim || fluv_cover_of(land)[other] != FLUV_LAND)
                continue;
            all++;
            lower += fluv_height_of(land)[other] < fluv_water_of(land)[cell] - 1.0F;
        }
    return all >= 8 && 4 * lower > 3 * all;
}

static void rivers_run_in_valleys_and_not_on_dams(void **state)
{
    (void)state;
    size_t cells = 0, dams = 0;
    for (int seed = 1; seed <= 3; seed++) {
        fluv_ctx *ctx = fluv_ctx_new();
        fluv_builder *builder = fluv_builder_new(ctx);
        fluv_recipe *recipe = preset(ctx, "basins-island", seed, 400);
        make_coarse(ctx, recipe, 60000.0);
        const fluv_landscape *land = run(ctx, builder, recipe);
        for (uint32_t cell = 0; cell < fluv_cell_count(land); cell++)
            if (fluv_cover_of(land)[cell] == FLUV_RIVER) {
                cells++;
                dams += on_a_dam(land, cell);
            }
        fluv_recipe_delete(recipe);
        fluv_builder_delete(builder);
        fluv_ctx_delete(ctx);
    }
    assert_true(cells > 1000);
    if (dams > cells / 100)
        fail_msg("%zu of %zu river cells lie above the land around", dams, cells);
}

/* ---- Deltas and dry beds ---- */

static void deltas_share_the_water(void **state)
{
    (void)state;
    size_t arms = 0;
    for (int seed = 1; seed <= 6; seed++) {
        fluv_ctx *ctx = fluv_ctx_new();
        fluv_builder *builder = fluv_builder_new(ctx);
        fluv_recipe *recipe = preset(ctx, "basins-delta", seed, 300);
        make_coarse(ctx, recipe, 80000.0);
        const fluv_landscape *land = run(ctx, builder, recipe);
        const fluv_rivers *rivers = fluv_rivers_of(land);
        for (size_t i = 0; i < rivers->count; i++) {
            const fluv_reach *arm = &rivers->reaches[i];
            if (arm->kind != FLUV_DELTA)
                continue;
            arms++;
            const fluv_river_point *start = &rivers->points[arm->first_point];
            bool leaves = false;
            for (size_t k = 0; k < i && !leaves; k++) {
                const fluv_reach *from = &rivers->reaches[k];
                const fluv_river_point *end =
                    &rivers->points[from->first_point + from->point_count - 1];
                leaves = end->x == start->x && end->y == start->y && end->surface >= start->surface;
            }
            assert_true(leaves);
            assert_true(arm->discharge > 0.0);
        }
        fluv_recipe_delete(recipe);
        fluv_builder_delete(builder);
        fluv_ctx_delete(ctx);
    }
    assert_true(arms > 10);
}

static void dry_sources_give_dry_beds(void **state)
{
    (void)state;
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_builder *builder = fluv_builder_new(ctx);
    fluv_recipe *recipe = preset(ctx, "basins-island", 4, 256);
    make_coarse(ctx, recipe, 60000.0);
    set(ctx, recipe, "channels.dry_chance=1");
    const fluv_landscape *land = run(ctx, builder, recipe);
    expect_clean(ctx, land, "all dry", 4);
    const fluv_rivers *rivers = fluv_rivers_of(land);
    assert_true(rivers->count > 0);
    for (size_t i = 0; i < rivers->count; i++)
        assert_int_equal(rivers->reaches[i].kind, FLUV_DRY);
    fluv_recipe_delete(recipe);
    fluv_builder_delete(builder);
    fluv_ctx_delete(ctx);
}

/* ---- Odd recipes ---- */

static const char *const odd_stages[] = {
    "- coast: {spacing: 200, shape: island}\n- regions: {spacing: 200}\n- basins: {spacing: 500}\n"
    "- channels: {sources: {flatland: 0, mountain: 0}}\n- relief: {}\n",
    "- coast: {spacing: 200, shape: island}\n- regions: {spacing: 200}\n- basins: {spacing: 500, "
    "outlets: {coast: 1000000}}\n"
    "- channels: {sources: {flatland: 5000}, lake_chance: 1, lakes: {flatland: 1000}}\n"
    "- relief: {}\n",
    "- coast: {spacing: 200, shape: island}\n- regions: {spacing: 200, types: {flatland: {dry: "
    "'yes'}}}\n- basins: {spacing: 500}\n"
    "- channels: {}\n- relief: {}\n",
    "- coast: {spacing: 200, shape: none}\n- regions: {spacing: 200, random: {mountain: 1}}\n- "
    "basins: {spacing: 500}\n- channels: {}\n"
    "- relief: {}\n",
    "- coast: {spacing: 200, shape: island}\n- regions: {spacing: 200, random: {mountain: 2}}\n- "
    "basins: {spacing: 500, growth: random}\n"
    "- channels: {widen: false, max_width: 5}\n- relief: {valleys: 0}\n",
    "- coast: {spacing: 200, shape: none, landmasses: [{inside: ocean, markers: [[-1, -1], [9e4, "
    "-1], "
    "[9e4, 9e4], [-1, 9e4]]}]}\n- regions: {spacing: 200}\n- basins: {spacing: 500}\n- channels: "
    "{}\n- relief: {}\n",
};
static const char *const odd_frames[] = {
    "{size: 1, width: 60 km}",      "{size: [60, 1], width: 60 km}",
    "{size: [1, 40], width: 1 km}", "{size: 2, width: 60 km}",
    "{size: 7, width: 60 km}",      "{size: [150, 90], width: 60 km, height: [-300, 900]}"};

static void odd_recipes_give_land_or_a_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof odd_stages / sizeof *odd_stages; i++)
        for (size_t k = 0; k < sizeof odd_frames / sizeof *odd_frames; k++) {
            char text[1000];
            snprintf(text, sizeof text, "interfluve: 1\nseed: 3\nframe: %s\nstages:\n%s",
                     odd_frames[k], odd_stages[i]);
            fluv_ctx *ctx = fluv_ctx_new();
            fluv_landscape land;
            if (recipe_land(ctx, text, &land) == FLUV_OK)
                expect_clean(ctx, &land, odd_frames[k], (int)i);
            else
                fail_msg("%zu, %s: %s", i, odd_frames[k], fluv_message(ctx));
            fluv_landscape_free(&land);
            fluv_ctx_delete(ctx);
        }
}

static void wrong_types_are_named(void **state)
{
    (void)state;
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape land;
    const char *text = "interfluve: 1\nframe: {size: 9, width: 1 km}\nstages:\n"
                       "- coast: {shape: island}\n- regions: {}\n"
                       "- basins: {outlets: {cost: 3}}\n";
    assert_int_equal(recipe_land(ctx, text, &land), FLUV_BAD_RECIPE);
    assert_non_null(strstr(fluv_message(ctx), "basins.outlets: there is no type of region `cost`"));
    fluv_landscape_free(&land);
    fluv_ctx_delete(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(basins_are_forests),
        cmocka_unit_test(passes_save_work),
        cmocka_unit_test(rivers_run_in_valleys_and_not_on_dams),
        cmocka_unit_test(deltas_share_the_water),
        cmocka_unit_test(dry_sources_give_dry_beds),
        cmocka_unit_test(odd_recipes_give_land_or_a_line),
        cmocka_unit_test(wrong_types_are_named),
        cmocka_unit_test(threads_make_no_difference),
        cmocka_unit_test(earlier_stages_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
