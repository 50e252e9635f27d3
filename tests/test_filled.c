// SPDX-License-Identifier: MIT
/* Filled heights are the same whether found anew or along receivers that an earlier stage left, and
 * receivers of other ground do no harm. */
#include "water/filled.h"
#include "water_land.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define SEEDS 40

static void assert_filled(fluv_ctx *ctx, const fluv_landscape *land, const uint32_t *receiver)
{
    fluv_topology topology =
        fluv_topology_grid(land->frame.cols, land->frame.rows, land->frame.cell);
    const float *height = fluv_height(land);
    uint8_t *kind = test_room(topology.count, sizeof *kind);
    uint32_t *queue = test_room(topology.count, sizeof *queue);
    float *expected = test_room(topology.count, sizeof *expected);
    float *filled = test_room(topology.count, sizeof *filled);
    fluv_cells_classify(&topology, 1, height, kind);
    fluv_cells_find_sea(&topology, height, kind, queue);
    terrain_flood(&topology, height, kind, expected);
    assert_int_equal(fluv_filled_find(ctx, &topology, kind, height, receiver, filled), FLUV_OK);
    for (uint32_t c = 0; c < topology.count; c++)
        assert_true((kind[c] & FLUV_CELL_VOID) || filled[c] == expected[c]);
    free(kind);
    free(queue);
    free(expected);
    free(filled);
}

static void for_all_terrains(fluv_ctx *ctx, double depressions, bool change_ground)
{
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            const setting drain[] = {{"depressions", depressions}, {NULL, 0}};
            terrain t;
            fluv_landscape land;
            terrain_make(&t, kind, seed, 9 + (uint32_t)(seed % 13), 7 + (uint32_t)(seed % 11));
            land_of_terrain(ctx, &t, &land);
            assert_int_equal(land_run(ctx, &land, "drain", drain), FLUV_OK);
            float *height = fluv_layer_edit(ctx, &land, FLUV_LAYER_HEIGHT);
            for (size_t c = seed % 5; change_ground && c < fluv_cell_count(&land); c += 7)
                height[c] += (float)(c % 3) - 1.0f;
            assert_filled(ctx, &land, fluv_receiver(&land));
            fluv_landscape_free(&land);
            terrain_free(&t);
        }
}

static void receivers_over_passes_give_filled_heights(void **state)
{
    for_all_terrains(*state, 1, false);
}

static void receivers_that_end_in_hollows_are_not_believed(void **state)
{
    for_all_terrains(*state, 0, false);
}

static void receivers_of_other_ground_are_not_believed(void **state)
{
    for_all_terrains(*state, 1, true);
    for_all_terrains(*state, 2, true);
}

static void no_receivers_are_needed(void **state)
{
    terrain t;
    fluv_landscape land;
    terrain_make(&t, 0, 1, 30, 20);
    land_of_terrain(*state, &t, &land);
    assert_filled(*state, &land, NULL);
    fluv_landscape_free(&land);
    terrain_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(receivers_over_passes_give_filled_heights),
        cmocka_unit_test(receivers_that_end_in_hollows_are_not_believed),
        cmocka_unit_test(receivers_of_other_ground_are_not_believed),
        cmocka_unit_test(no_receivers_are_needed),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
