// SPDX-License-Identifier: MIT
/* Heights with every hollow filled are those that a flood reaches, and the stage `lakes` makes the
 * same of a land whether or not `drain` left its hollows for it; so do surveys with and without
 * filled heights. */
#include "water/filled.h"
#include "water/survey.h"
#include "water_land.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SEEDS 40

static void make_land(fluv_ctx *ctx, terrain_kind kind, uint64_t seed, fluv_landscape *land)
{
    terrain t;
    terrain_make(&t, kind, seed, 9 + (uint32_t)(seed % 13), 7 + (uint32_t)(seed % 11));
    land_of_terrain(ctx, &t, land);
    terrain_free(&t);
}

static void assert_filled(fluv_ctx *ctx, const fluv_landscape *land)
{
    fluv_topology topology =
        fluv_topology_grid(land->frame.cols, land->frame.rows, land->frame.cell);
    const float *height = fluv_height_of(land);
    uint8_t *kind = test_room(topology.count, sizeof *kind);
    uint32_t *queue = test_room(topology.count, sizeof *queue);
    float *expected = test_room(topology.count, sizeof *expected);
    float *filled = test_room(topology.count, sizeof *filled);
    fluv_cells_classify(&topology, 1, height, kind);
    fluv_cells_find_sea(&topology, height, kind, queue);
    terrain_flood(&topology, height, kind, expected);
    fluv_drainage drainage;
    fluv_drainage_job job = {
        .topology = topology, .height = height, .kind = kind, .receiver = queue, .keep = true};
    assert_int_equal(fluv_drainage_find(ctx, &job, &drainage), FLUV_OK);
    assert_int_equal(fluv_filled_find(ctx, &drainage, height, filled), FLUV_OK);
    for (uint32_t c = 0; c < topology.count; c++)
        assert_true((kind[c] & FLUV_CELL_VOID) || filled[c] == expected[c]);
    fluv_drainage_forget(ctx, &drainage);
    free(kind);
    free(queue);
    free(expected);
    free(filled);
}

static void hollows_are_filled_as_high_as_a_flood_reaches(void **state)
{
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            fluv_landscape land;
            make_land(*state, kind, seed, &land);
            assert_filled(*state, &land);
            fluv_landscape_free(&land);
        }
}

/* Opens a lake of nine cells in the middle of a terrain; heights as they are then. */
static float *open_lake(fluv_ctx *ctx, terrain_kind kind, uint64_t seed, bool known, uint32_t *cut)
{
    terrain t;
    terrain_make(&t, kind, seed, 30 + (uint32_t)(seed % 13), 27 + (uint32_t)(seed % 11));
    fluv_topology grid = terrain_grid(&t);
    uint32_t middle = t.rows / 2 * t.cols + t.cols / 2;
    float *height = test_room(t.cells, sizeof *height),
          *filled = test_room(t.cells, sizeof *filled);
    uint8_t *kinds = test_room(t.cells, 1);
    uint32_t *queue = test_room(t.cells, sizeof *queue);
    fluv_survey survey = {.lake_of = test_room(t.cells, sizeof(uint32_t)),
                          .changed = test_room(t.cells, 1)};
    float level = isfinite(t.height[middle]) ? t.height[middle] : 0.5f;
    memcpy(height, t.height, t.cells * sizeof *height);
    memset(survey.lake_of, 0xff, t.cells * sizeof *survey.lake_of);
    for (uint32_t k = 0; k < 9; k++) {
        uint32_t cell = middle + k / 3 * t.cols + k % 3;
        height[cell] = level;
        survey.lake_of[cell] = 0;
        *(uint32_t *)fluv_list_append(ctx, &survey.cells, 1, sizeof cell) = cell;
    }
    fluv_surveyed_lake *lake = fluv_list_append(ctx, &survey.lakes, 1, sizeof *lake);
    *lake = (fluv_surveyed_lake){.level = level, .cell_count = 9, .way = seed % 2 * FLUV_WAY_CUT};
    fluv_cells_classify(&grid, 1, height, kinds);
    fluv_cells_find_sea(&grid, height, kinds, queue);
    terrain_flood(&grid, height, kinds, filled);
    const fluv_survey_filled levels = {.level = filled};
    const fluv_survey_ground ground = {&grid, kinds, known ? &levels : NULL, queue, NULL};
    assert_int_equal(fluv_survey_open(ctx, &ground, 1.5f, height, &survey), FLUV_OK);
    *cut += (uint32_t)survey.undo.count;
    fluv_survey_free(&survey);
    free(survey.lake_of);
    free(survey.changed);
    free(queue);
    free(kinds);
    free(filled);
    terrain_free(&t);
    return height;
}

static void outlets_are_the_same_whether_or_not_it_is_known(void **state)
{
    uint32_t cut = 0;
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            size_t bytes = (30 + seed % 13) * (27 + seed % 11) * sizeof(float);
            float *with = open_lake(*state, kind, seed, true, &cut);
            float *without = open_lake(*state, kind, seed, false, &cut);
            if (memcmp(with, without, bytes) != 0)
                fail_msg("terrain %d, seed %d: another way out", (int)kind, (int)seed);
            free(with);
            free(without);
        }
    assert_true(cut > 1000);
}

/* Runs `drain`, perhaps changes the ground, forgets or not what was left, and runs `lakes`. */
static uint64_t hash_of_lakes(fluv_ctx *ctx, terrain_kind kind, uint64_t seed, double depressions,
                              bool forget)
{
    const setting drain[] = {{"depressions", depressions}, {NULL, 0}};
    fluv_landscape land;
    make_land(ctx, kind, seed, &land);
    assert_int_equal(land_run(ctx, &land, "drain", drain), FLUV_OK);
    if (seed % 3 == 0) {
        float *height = fluv_layer_edit(ctx, &land, FLUV_LAYER_height);
        for (size_t c = seed % 5; c < fluv_cell_count(&land); c += 7)
            height[c] += (float)(c % 3) - 1.0f;
        assert_null(land.hollows); /* of other ground */
    }
    if (forget)
        fluv_layer_put(&land, FLUV_LAYER_receiver, NULL);
    assert_int_equal(land_run(ctx, &land, "lakes", NULL), FLUV_OK);
    uint64_t hash = land_hash(&land);
    fluv_landscape_free(&land);
    return hash;
}

static void lakes_are_the_same_with_and_without_what_drain_left(void **state)
{
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            double depressions = (double)(seed % 2); /* fill-free, connect */
            uint64_t with = hash_of_lakes(*state, kind, seed, depressions, false);
            if (hash_of_lakes(*state, kind, seed, depressions, true) != with)
                fail_msg("terrain %d, seed %d: another land", (int)kind, (int)seed);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hollows_are_filled_as_high_as_a_flood_reaches),
        cmocka_unit_test(outlets_are_the_same_whether_or_not_it_is_known),
        cmocka_unit_test(lakes_are_the_same_with_and_without_what_drain_left),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
