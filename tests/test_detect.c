// SPDX-License-Identifier: MIT
/* The stage `rivers` with `extract: canny`: the rules of water hold, and its main rivers are those
 * of the threshold. */
#include "water_land.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define NEAR 2 /* cells */

/* Cells that reaches of at least this order run through. */
static uint8_t *cells_of_rivers(const fluv_landscape *land, int order)
{
    const fluv_rivers *rivers = fluv_rivers_of(land);
    const fluv_frame *frame = &land->frame;
    uint8_t *on = test_room(fluv_cell_count(land), 1);
    memset(on, 0, fluv_cell_count(land));
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        for (uint32_t k = 0; reach->strahler >= order && k < reach->point_count; k++) {
            const fluv_river_point *p = &rivers->points[reach->first_point + k];
            double col = fmin(fmax((p->x - frame->west) / frame->cell, 0.0), frame->cols - 1.0);
            double row = fmin(fmax((frame->north - p->y) / frame->cell, 0.0), frame->rows - 1.0);
            on[(size_t)row * frame->cols + (size_t)col] = 1;
        }
    }
    return on;
}

static bool is_near(const fluv_frame *frame, const uint8_t *on, uint32_t cell)
{
    int64_t col = cell % frame->cols, row = cell / frame->cols;
    for (int64_t r = row - NEAR; r <= row + NEAR; r++)
        for (int64_t c = col - NEAR; c <= col + NEAR; c++)
            if (r >= 0 && c >= 0 && r < frame->rows && c < frame->cols &&
                on[(size_t)r * frame->cols + (size_t)c])
                return true;
    return false;
}

typedef struct tally {
    size_t cells, lost; /* of rivers of order 3 and more, and of these not near the other's */
} tally;

static void count_lost(const fluv_landscape *main, const fluv_landscape *all, tally *t)
{
    uint8_t *on = cells_of_rivers(main, 3), *other = cells_of_rivers(all, 1);
    for (uint32_t c = 0; c < fluv_cell_count(main); c++) {
        t->cells += on[c];
        t->lost += on[c] && !is_near(&main->frame, other, c);
    }
    free(on);
    free(other);
}

static const setting by_canny[] = {{"extract", 1}, {NULL, 0}};

static void land_of_seed(fluv_ctx *ctx, uint64_t seed, uint32_t size, fluv_landscape *land)
{
    const setting form[] = {
        {"form", (double)(seed % 3)}, {"shape", (double)(seed / 3 % 3)}, {NULL, 0}};
    land_of_noise(ctx, seed, size, form, land);
}

static void main_rivers_are_those_of_the_threshold(void **state)
{
    tally forth = {0}, back = {0};
    for (uint64_t seed = 0; seed < 10; seed++) {
        fluv_landscape area, canny;
        land_of_seed(*state, seed, 256, &area);
        land_of_seed(*state, seed, 256, &canny);
        assert_int_equal(land_run_water(*state, &area, NULL, NULL), 0);
        assert_int_equal(land_run_water(*state, &canny, NULL, by_canny), 0);
        assert_int_equal(land_count_broken(*state, &canny, "canny", seed), 0);
        count_lost(&area, &canny, &forth);
        count_lost(&canny, &area, &back);
        fluv_landscape_free(&area);
        fluv_landscape_free(&canny);
    }
    printf("cells of order 3 and more: %zu by area, %zu of them lost; %zu by canny, %zu lost\n",
           forth.cells, forth.lost, back.cells, back.lost);
    assert_true(forth.cells > 1000 && back.cells > 1000);
    assert_int_equal(forth.lost, 0);
    assert_int_equal(back.lost, 0);
}

/* Every channel leads to a channel, a lake, the sea or over the edge: the rules say so. Here on
 * lands of all characters, with all settings far from the usual. */
static void the_rules_hold_whatever_the_settings(void **state)
{
    int broken = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        const setting rivers[] = {{"extract", 1},
                                  {"by", (double)(seed % 2)},
                                  {"weak", seed % 3 ? 0.5 : 0.01},
                                  {"smooth", seed % 5 ? 0.0 : 3000.0},
                                  {"area", seed % 4 ? 0.0 : 1.0},
                                  {"discharge", seed % 7 ? 0.02 : 0.0},
                                  {NULL, 0}};
        fluv_landscape land;
        land_of_variant(*state, seed, &land);
        assert_int_equal(land_run_water(*state, &land, NULL, rivers), 0);
        broken += land_count_broken(*state, &land, "canny", seed);
        fluv_landscape_free(&land);
    }
    assert_int_equal(broken, 0);
}

static void small_and_odd_terrains(void **state)
{
    static const uint32_t sizes[][2] = {{1, 1}, {1, 2}, {1, 17}, {17, 1}, {2, 9}, {3, 3}, {40, 33}};
    int broken = 0;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int kind = 0; kind < TERRAIN_KINDS; kind++) {
            const setting rivers[] = {{"extract", 1}, {"area", 500.0}, {NULL, 0}};
            terrain t;
            fluv_landscape land;
            terrain_make(&t, (terrain_kind)kind, k, sizes[k][0], sizes[k][1]);
            land_of_terrain(*state, &t, &land);
            assert_int_equal(land_run_water(*state, &land, NULL, rivers), 0);
            broken += land_count_broken(*state, &land, terrain_name((terrain_kind)kind), k);
            fluv_landscape_free(&land);
            terrain_free(&t);
        }
    assert_int_equal(broken, 0);
}

static void threads_change_nothing(void **state)
{
    fluv_ctx *ctx = *state;
    static const int threads[3] = {1, 2, 7};
    uint64_t hash[3];
    for (int k = 0; k < 3; k++) {
        fluv_landscape land;
        land_of_seed(ctx, 4, 150, &land);
        fluv_set_threads(ctx, threads[k]);
        assert_int_equal(land_run_water(ctx, &land, NULL, by_canny), 0);
        hash[k] = land_hash(&land);
        assert_true(hash[k] == hash[0]);
        fluv_landscape_free(&land);
    }
    fluv_set_threads(ctx, 1);
}

/* Of channels side by side on an even slope none stands out; of the same slope with one groove the
 * groove does. */
static void what_does_not_stand_out_is_no_channel(void **state)
{
    size_t reaches[2][2];
    for (int groove = 0; groove < 2; groove++)
        for (int canny = 0; canny < 2; canny++) {
            const setting rivers[] = {{"extract", canny}, {"area", 100.0 * 40}, {NULL, 0}};
            terrain t;
            fluv_landscape land;
            terrain_init(&t, 81, 160, 10.0);
            for (uint32_t c = 0; c < t.cells; c++) {
                double side = fabs((double)(c % 81) - 40.0);
                t.height[c] =
                    500.0F - (float)(c / 81) +
                    (groove && side < 12.0 ? (float)(1.3 * side) : (groove ? 15.6F : 0.0F));
            }
            land_of_terrain(*state, &t, &land);
            assert_int_equal(land_run_water(*state, &land, NULL, rivers), 0);
            reaches[groove][canny] = fluv_rivers_of(&land)->count;
            fluv_landscape_free(&land);
            terrain_free(&t);
        }
    printf("reaches on a slope: %zu by area, %zu by canny; with a groove %zu and %zu\n",
           reaches[0][0], reaches[0][1], reaches[1][0], reaches[1][1]);
    assert_true(reaches[0][0] > 40 && reaches[0][1] <= 2);
    assert_true(reaches[1][1] >= 1 && reaches[1][1] < 10);
}

/* ---- A real map --------------------------------------------------------------------------------
 */

static const fluv_landscape *water_on(fluv_ctx *ctx, fluv_builder *builder, const char *file,
                                      const char *set)
{
    fluv_recipe *recipe = NULL;
    const fluv_landscape *land = NULL;
    if (fluv_recipe_for_heightmap(ctx, file, &recipe) != FLUV_OK ||
        fluv_recipe_set(ctx, recipe, "frame.size=600") != FLUV_OK ||
        fluv_recipe_set(ctx, recipe, set) != FLUV_OK ||
        fluv_builder_run(ctx, builder, recipe, NULL, &land) != FLUV_OK)
        fail_msg("%s: %s", file, fluv_message(ctx));
    fluv_recipe_delete(recipe);
    return land;
}

static void main_rivers_of_a_real_map_are_the_same(void **state)
{
    static const char *const maps[] = {"bigtujunga.tif", "rwanda_hills.tif"};
    const char *folder = getenv("INTERFLUVE_DEMS");
    if (!folder || !*folder || !fluv_stage_find("import"))
        skip();
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        char file[4096];
        tally forth = {0}, back = {0};
        snprintf(file, sizeof file, "%s/%s", folder, maps[i]);
        FILE *there = fopen(file, "rb");
        if (!there)
            skip();
        fclose(there);
        fluv_builder *one = fluv_builder_new(*state), *two = fluv_builder_new(*state);
        const fluv_landscape *area = water_on(*state, one, file, "rivers.extract=area");
        const fluv_landscape *canny = water_on(*state, two, file, "rivers.extract=canny");
        assert_int_equal(land_count_broken(*state, canny, maps[i], 0), 0);
        count_lost(area, canny, &forth);
        count_lost(canny, area, &back);
        printf("%s: %zu by area, %zu lost; %zu by canny, %zu lost\n", maps[i], forth.cells,
               forth.lost, back.cells, back.lost);
        assert_true(forth.cells > 300 && back.cells > 300 && forth.lost == 0 && back.lost == 0);
        fluv_builder_delete(one);
        fluv_builder_delete(two);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(main_rivers_are_those_of_the_threshold),
        cmocka_unit_test(the_rules_hold_whatever_the_settings),
        cmocka_unit_test(small_and_odd_terrains),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(what_does_not_stand_out_is_no_channel),
        cmocka_unit_test(main_rivers_of_a_real_map_are_the_same),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
