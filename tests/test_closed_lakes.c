// SPDX-License-Identifier: MIT
/* What lakes receive and lose: closed ones balance, those of a map that would swallow a river find
 * their outlet, flats on made land are none, and however little water there is, it stands
 * somewhere.
 */
#include "how_many.h"
#include "water_land.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* A bowl with walls of 24 m all around, hills outside, and a flat of `radius` cells at its bottom.
 */
enum { SIDE = 60, MIDDLE = 30 };

static void make_bowl(terrain *t, double radius)
{
    terrain_init(t, SIDE, SIDE, 30.0);
    for (uint32_t c = 0; c < t->cells; c++) {
        double d = hypot((double)(c % SIDE) - MIDDLE, (double)(c / SIDE) - MIDDLE) - radius;
        double slope = d < 12.0 ? 2.0 * d : 24.0 - (d - 12.0);
        t->height[c] = (float)(200.0 + (d <= 0.0 ? 0.0 : 1.0 + slope));
    }
}

static const fluv_lake *lake_of_bowl(fluv_ctx *ctx, const setting *lakes, fluv_landscape *land)
{
    terrain t;
    make_bowl(&t, 8.0);
    land_of_terrain(ctx, &t, land);
    terrain_free(&t);
    assert_int_equal(land_run_water(ctx, land, lakes, NULL), 0);
    assert_int_equal(land_count_broken(ctx, land, "bowl", 0), 0);
    assert_int_equal(fluv_lakes_of(land)->count, 1);
    return &fluv_lakes_of(land)->lakes[0];
}

static void a_lake_of_the_map_that_would_swallow_has_an_outlet(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land;
    const setting wet[] = {{"runoff", 1.0}, {"evaporation", 0.3}, {NULL, 0}};
    const fluv_lake *lake = lake_of_bowl(ctx, wet, &land);
    assert_true(lake->surveyed && !lake->closed && lake->outlet != 0 && lake->level == 200.0F);
    assert_true(lake->inflow > lake->demand && lake->evaporation == lake->demand);
    assert_true(fluv_ground_change_of(&land)->deepest_cut > 20.0F);
    assert_int_equal(fluv_note_count(&land), 2);
    fluv_landscape_free(&land);

    const setting full[] = {{"mode", MODE_FULL}, {NULL, 0}};
    lake = lake_of_bowl(ctx, full, &land);
    assert_true(lake->surveyed && !lake->closed && lake->outlet != 0);
    fluv_landscape_free(&land);
}

/* The way out of a lake runs along its shore, past a hollow that it must not open:
 *
 *      lake  A          Both A and B lie lower than the lake and beside it, so that its
 *      lake  B          shore is closed there; only B leads on.
 *     hollow   way out
 */
static void a_way_out_along_the_shore_is_opened(void **state)
{
    fluv_ctx *ctx = *state;
    terrain t;
    fluv_landscape land;
    terrain_init(&t, SIDE, SIDE, 30.0);
    for (uint32_t c = 0; c < t.cells; c++) {
        uint32_t col = c % SIDE, row = c / SIDE;
        bool lake = row >= 20 && row < 40 && col >= 20 && col < 40;
        bool hollow = row > 40 && row < 52 && col >= 28 && col < 40;
        bool way = row == 41 && col > 40;
        t.height[c] = lake ? 100.0F : hollow ? 60.0F : way ? 138.0F - (float)col : 110.0F;
    }
    t.height[39 * SIDE + 40] = 99.5F;
    t.height[40 * SIDE + 40] = 99.0F;
    land_of_terrain(ctx, &t, &land);
    terrain_free(&t);
    assert_int_equal(land_run_water(ctx, &land, NULL, NULL), 0);
    const fluv_lakes *found = fluv_lakes_of(&land);
    size_t i = 0;
    while (i < found->count && !found->lakes[i].surveyed)
        i++;
    assert_true(i < found->count);
    assert_true(found->lakes[i].level == 100.0F && found->lakes[i].outlet != 0);
    assert_true(found->lakes[i].area == 400.0 * 900.0);
    assert_int_equal(land_count_broken(ctx, &land, "along the shore", 0), 0);
    fluv_landscape_free(&land);
}

/* All is done again when a lake needs an outlet, on the ground as it came: a hole in the slope
 * outside the bowl is filled or cut once more, and counted. */
static void what_is_done_again_begins_with_the_ground_as_it_came(void **state)
{
    fluv_ctx *ctx = *state;
    const setting wet[] = {{"runoff", 1.0}, {"evaporation", 0.3}, {NULL, 0}};
    double moved[2];
    for (int hole = 0; hole < 2; hole++) {
        terrain t;
        fluv_landscape land;
        make_bowl(&t, 8.0);
        t.height[MIDDLE * SIDE + 4] -= hole ? 3.0F : 0.0F;
        land_of_terrain(ctx, &t, &land);
        terrain_free(&t);
        assert_int_equal(land_run(ctx, &land, "lakes", wet), FLUV_OK);
        const fluv_ground_change *change = fluv_ground_change_of(&land);
        assert_true(change->deepest_cut > 20.0F); /* it was done again */
        moved[hole] = change->volume_filled + change->volume_cut;
        fluv_landscape_free(&land);
    }
    assert_true(moved[1] > moved[0] + 30.0 * 30.0);
}

static void a_lake_of_the_map_that_can_lose_its_inflow_stays_closed(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land;
    const setting dry[] = {{"runoff", 0.03}, {"evaporation", 1.5}, {NULL, 0}};
    const fluv_lake *lake = lake_of_bowl(ctx, dry, &land);
    assert_true(lake->surveyed && lake->closed && lake->level == 200.0F);
    assert_true(lake->inflow > 0.0 && lake->inflow < lake->demand);
    assert_true(lake->evaporation == lake->inflow);
    assert_true(fluv_ground_change_of(&land)->deepest_cut == 0.0F);
    fluv_endorheic all = fluv_endorheic_of(&land);
    assert_true(all.lakes == 1 && all.area == lake->catchment && all.share > 0.2);
    fluv_landscape_free(&land);
}

/* Rain that is poured once needs no outlet: the lake rises, here by rain less evaporation over the
 * catchment. */
static void poured_rain_raises_a_closed_lake_of_the_map(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land;
    const setting rain[] = {{"mode", MODE_VOLUME}, {"rain", 1.0}, {"evaporation", 0.2}, {NULL, 0}};
    const fluv_lake *lake = lake_of_bowl(ctx, rain, &land);
    assert_true(!lake->surveyed && lake->closed && lake->level > 201.0F);
    assert_true(fabs(lake->inflow - lake->catchment) <= 1e-9 * lake->inflow);
    assert_true(fabs(lake->volume + lake->evaporation - lake->inflow) <= 1e-9 * lake->inflow);
    assert_true(fabs(lake->demand - 0.2 * lake->area) <= 1e-9 * lake->demand);
    fluv_landscape_free(&land);
}

/* Only where the ground is a map's, or where it is asked for. */
static void flats_on_made_land_are_land(void **state)
{
    fluv_ctx *ctx = *state;
    for (int flats = 0; flats < 3; flats++)
        for (int map = 0; map < 2; map++) {
            const setting lakes[] = {{"flats", flats}, {NULL, 0}};
            terrain t;
            fluv_landscape land;
            make_bowl(&t, 8.0);
            land_of_terrain(ctx, &t, &land);
            land.surveyed = map;
            terrain_free(&t);
            assert_int_equal(land_run(ctx, &land, "lakes", lakes), FLUV_OK);
            bool expected = flats == 1 || (flats == 0 && map);
            assert_int_equal(fluv_lakes_of(&land)->lakes[0].surveyed, expected);
            fluv_landscape_free(&land);
        }
}

static void each_lake_tells_what_it_could_lose(void **state)
{
    fluv_ctx *ctx = *state;
    for (uint64_t seed = 0; seed < cases_of(20, 4); seed++)
        for (int mode = MODE_VOLUME; mode <= MODE_STEADY; mode++) {
            const setting lakes[] = {
                {"mode", mode}, {"runoff", 0.1}, {"evaporation", 0.7}, {NULL, 0}};
            fluv_landscape land;
            double lost = 0.0;
            land_of_variant(ctx, seed, &land);
            assert_int_equal(land_run(ctx, &land, "lakes", lakes), FLUV_OK);
            for (size_t i = 0; i < fluv_lakes_of(&land)->count; i++) {
                const fluv_lake *lake = &fluv_lakes_of(&land)->lakes[i];
                assert_true(fabs(lake->demand - 0.7 * lake->area) <= 1e-9 * lake->demand);
                lost += lake->evaporation;
            }
            assert_true(fabs(lost - fluv_budget_of(&land)->evaporated) <= 1e-9 * lost);
            fluv_landscape_free(&land);
        }
}

/* The lake that the water of a lake reaches next; the count: none. */
static size_t lake_below(const fluv_landscape *land, size_t from, const size_t *at)
{
    size_t count = fluv_lakes_of(land)->count;
    const uint32_t *receiver = fluv_receiver_of(land);
    uint32_t exit = FLUV_NONE;
    for (uint32_t c = 0; c < fluv_cell_count(land); c++)
        if (at[c] == from && receiver[c] != FLUV_NONE && at[receiver[c]] != from)
            exit = receiver[c];
    while (exit != FLUV_NONE && at[exit] == count)
        exit = receiver[exit];
    return exit == FLUV_NONE ? count : at[exit];
}

/* On ground in steps lakes may stand equally high: then a cell's level does not tell its lake. */
static bool levels_differ(const fluv_lakes *lakes)
{
    for (size_t i = 0; i < lakes->count; i++)
        for (size_t k = 0; k < i; k++)
            if (lakes->lakes[i].level == lakes->lakes[k].level)
                return false;
    return true;
}

/* What reaches a lake is what the lakes above let go and its own rain, which falls on its surface
 * at least; and all that leaves has left. Who is above was found while pouring, and here from
 * receivers. */
static void a_poured_lake_gets_what_the_lakes_above_let_go(void **state)
{
    fluv_ctx *ctx = *state;
    size_t chained = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        const setting lakes[] = {{"mode", MODE_VOLUME}, {"rain", 2.0},  {"evaporation", 0.5},
                                 {"min_area", 1.0},     {"flats", 2.0}, {NULL, 0}};
        fluv_landscape land;
        land_of_variant(ctx, seed, &land);
        assert_int_equal(land_run(ctx, &land, "lakes", lakes), FLUV_OK);
        const fluv_lakes *found = fluv_lakes_of(&land);
        if (!levels_differ(found)) {
            fluv_landscape_free(&land);
            continue;
        }
        size_t cells = fluv_cell_count(&land), count = found->count;
        size_t *at = malloc(cells * sizeof *at);
        double *passed = calloc(count + 1, sizeof *passed);
        assert_true(at && passed);
        for (size_t c = 0; c < cells; c++) {
            at[c] = count;
            for (size_t i = 0; fluv_cover_of(&land)[c] == FLUV_LAKE && i < count; i++)
                if (fluv_water_of(&land)[c] == found->lakes[i].level)
                    at[c] = i;
        }
        double own = 0.0;
        for (size_t i = 0; i < count; i++) {
            const fluv_lake *lake = &found->lakes[i];
            size_t to = lake_below(&land, i, at);
            passed[to] += lake->inflow - lake->volume - lake->evaporation;
            chained += to != count;
        }
        for (size_t i = 0; i < count; i++) {
            const fluv_lake *lake = &found->lakes[i];
            assert_true(lake->inflow - passed[i] >= 2.0 * lake->area * (1.0 - 1e-9));
            own += lake->inflow - passed[i];
        }
        assert_true(own <= fluv_budget_of(&land)->rain * (1.0 + 1e-9));
        assert_true(passed[count] <= fluv_budget_of(&land)->left * (1.0 + 1e-9));
        free(at);
        free(passed);
        fluv_landscape_free(&land);
    }
    assert_true(chained > 20);
}

/* Less than a cell's worth of water is a cell of water. */
static void however_little_water_there_is_stands_somewhere(void **state)
{
    fluv_ctx *ctx = *state;
    for (uint64_t seed = 0; seed < cases_of(12, 3); seed++)
        for (int mode = MODE_VOLUME; mode <= MODE_STEADY; mode++) {
            const setting lakes[] = {
                {"mode", mode}, {"runoff", 1e-4}, {"evaporation", 20.0}, {"rain", 1e-4}, {NULL, 0}};
            fluv_landscape land;
            land_of_variant(ctx, seed, &land);
            assert_int_equal(land_run_water(ctx, &land, lakes, NULL), 0);
            for (size_t i = 0; i < fluv_lakes_of(&land)->count; i++)
                assert_true(fluv_lakes_of(&land)->lakes[i].state == FLUV_PARTIAL);
            assert_int_equal(land_count_broken(ctx, &land, "little water", seed), 0);
            fluv_landscape_free(&land);
        }
}

/* Where no rain gathered, beds are dry though there is runoff elsewhere. */
static void rivers_to_a_hollow_without_rain_are_dry(void **state)
{
    fluv_ctx *ctx = *state;
    size_t dry = 0;
    for (uint64_t seed = 0; seed < 12; seed++) {
        const setting lakes[] = {{"mode", MODE_VOLUME}, {"rain", 0.0}, {NULL, 0}};
        fluv_landscape land;
        land_of_variant(ctx, seed, &land);
        assert_int_equal(land_run_water(ctx, &land, lakes, NULL), 0);
        for (size_t i = 0; i < fluv_rivers_of(&land)->count; i++) {
            const fluv_reach *reach = &fluv_rivers_of(&land)->reaches[i];
            assert_int_equal(reach->endorheic, reach->kind == FLUV_DRY);
            dry += reach->kind == FLUV_DRY;
        }
        assert_int_equal(land_count_broken(ctx, &land, "no rain", seed), 0);
        fluv_landscape_free(&land);
    }
    assert_true(dry > 10);
}

/* On ground in steps a lake's way out may run on at its level for a while, and what joins it there
 * had a part in filling the lake: the lakes below get that much less. */
static void lakes_in_a_stepped_plain_lose_what_they_receive(void **state)
{
    fluv_ctx *ctx = *state;
    const setting dry[] = {{"runoff", 0.1},   {"evaporation", 1.0}, {"flats", 2.0}, {"dam", 0.0},
                           {"min_area", 1.0}, {"min_depth", 0.1},   {NULL, 0}};
    /* The first lands, and some on which three lakes and more stand at one level, fill each other
     * exactly, or have a slanting way out that another basin's water would cross. */
    static const uint64_t chained[] = {67,   632,  1123, 1184, 1571, 1771,
                                       1978, 2472, 2484, 2528, 2888, 2932};
    for (size_t i = 0; i < 60 + sizeof chained / sizeof *chained; i++) {
        uint64_t seed = i < 60 ? i : chained[i - 60];
        terrain t;
        fluv_landscape land;
        terrain_make(&t, seed % 2 ? TERRAIN_STEPS : TERRAIN_SWAMP, seed, 60, 60);
        land_of_terrain(ctx, &t, &land);
        terrain_free(&t);
        assert_int_equal(land_run_water(ctx, &land, dry, NULL), 0);
        assert_int_equal(land_count_broken(ctx, &land, "steps", seed), 0);
        fluv_landscape_free(&land);
    }
}

/* The lakes of a recipe at a small size, and how many of them are surveyed. */
static fluv_endorheic endorheic_of(fluv_ctx *ctx, const char *preset, const char *set,
                                   size_t *surveyed)
{
    fluv_recipe *recipe = NULL;
    fluv_builder *builder = fluv_builder_new(ctx);
    const fluv_landscape *land = NULL;
    assert_int_equal(fluv_recipe_read(ctx, preset, &recipe), FLUV_OK);
    assert_int_equal(fluv_recipe_set(ctx, recipe, "frame.size=200"), FLUV_OK);
    assert_int_equal(fluv_recipe_set(ctx, recipe, set), FLUV_OK);
    assert_int_equal(fluv_builder_run(ctx, builder, recipe, "lakes", &land), FLUV_OK);
    fluv_endorheic all = fluv_endorheic_of(land);
    *surveyed = 0;
    for (size_t i = 0; i < fluv_lakes_of(land)->count; i++)
        *surveyed += fluv_lakes_of(land)->lakes[i].surveyed;
    assert_true(fluv_lakes_of(land)->count > 0);
    fluv_recipe_delete(recipe);
    fluv_builder_delete(builder);
    return all;
}

static void made_land_in_a_wet_climate_drains_to_the_sea_or_edge(void **state)
{
    QUICK_BUILD_ALONE();
    fluv_ctx *ctx = *state;
    size_t surveyed;
    fluv_endorheic all =
        endorheic_of(ctx, "faults-highland", "lakes.evaporation=500 mm/y", &surveyed);
    assert_true(all.lakes == 0 && all.share == 0.0 && surveyed == 0);
    all = endorheic_of(ctx, "faults-highland", "lakes.evaporation=20 m/y", &surveyed);
    assert_true(all.lakes > 0 && all.share > 0.0 && all.share <= 1.0 && surveyed == 0);
}

/* A trench of 5 cells with a shelf of 4 that lies one step of a float below the pass: what comes in
 * needs more than the trench and less than both, and no level lies between the shelf and the pass.
 */
static void a_shelf_just_below_the_pass_gets_wet(void **state)
{
    enum { COLS = 13, ROWS = 9 };
    fluv_ctx *ctx = *state;
    terrain t;
    fluv_landscape land;
    terrain_init(&t, COLS, ROWS, 30.0);
    for (uint32_t c = 0; c < t.cells; c++) {
        uint32_t col = c % COLS, row = c / COLS;
        t.height[c] = row != 4    ? 9.0F + (float)(row > 4 ? row - 4 : 4 - row)
                      : col < 2   ? 12.0F
                      : col < 7   ? 1.0F
                      : col < 11  ? nextafterf(2.0F, 0.0F)
                      : col == 11 ? 2.0F
                                  : 0.5F;
    }
    land_of_terrain(ctx, &t, &land);
    const setting lakes[] = {{"runoff", 1.0},  {"evaporation", 12.0}, {"min_area", 1.0},
                             {"min_depth", 0}, {"flats", 2},          {"dam", 0},
                             {NULL, 0}};
    assert_int_equal(land_run_water(ctx, &land, lakes, NULL), 0);
    assert_int_equal(land_count_broken(ctx, &land, "shelf", 0), 0);
    assert_int_equal(fluv_lakes_of(&land)->count, 1);
    const fluv_lake *lake = &fluv_lakes_of(&land)->lakes[0];
    assert_true(lake->closed && lake->state == FLUV_PARTIAL && lake->inflow > 12.0 * 5.0 * 900.0);
    assert_true(lake->area == 9.0 * 900.0);
    fluv_landscape_free(&land);
    terrain_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shelf_just_below_the_pass_gets_wet),
        cmocka_unit_test(a_lake_of_the_map_that_would_swallow_has_an_outlet),
        cmocka_unit_test(a_way_out_along_the_shore_is_opened),
        cmocka_unit_test(what_is_done_again_begins_with_the_ground_as_it_came),
        cmocka_unit_test(a_lake_of_the_map_that_can_lose_its_inflow_stays_closed),
        cmocka_unit_test(poured_rain_raises_a_closed_lake_of_the_map),
        cmocka_unit_test(flats_on_made_land_are_land),
        cmocka_unit_test(each_lake_tells_what_it_could_lose),
        cmocka_unit_test(a_poured_lake_gets_what_the_lakes_above_let_go),
        cmocka_unit_test(however_little_water_there_is_stands_somewhere),
        cmocka_unit_test(rivers_to_a_hollow_without_rain_are_dry),
        cmocka_unit_test(lakes_in_a_stepped_plain_lose_what_they_receive),
        cmocka_unit_test(made_land_in_a_wet_climate_drains_to_the_sea_or_edge),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
