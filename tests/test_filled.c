// SPDX-License-Identifier: MIT
/* Heights with every hollow filled are those that a flood reaches, and the stage `lakes` makes the
 * same of a land whether or not `drain` left its hollows for it. */
#include "water/filled.h"
#include "water_land.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

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
        cmocka_unit_test(lakes_are_the_same_with_and_without_what_drain_left),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
