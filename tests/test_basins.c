// SPDX-License-Identifier: MIT
/* Basins: each cell carries the number of the root its water ends at, for any number of threads. */
#include "terrain.h"

#include "water/catchments.h"
#include "water/receivers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct basins {
    uint32_t count;
    uint32_t *label, *root;
} basins;

static void find_basins(const terrain *t, int threads, uint8_t *kind, uint32_t *receiver, basins *b)
{
    fluv_topology grid = terrain_grid(t);
    fluv_cells_classify(&grid, threads, t->height, kind);
    fluv_receivers(&grid, threads, FLUV_STEEPEST, t->height, kind, receiver);
    b->count = fluv_catchments_count(&grid, 1, kind, receiver);
    b->label = test_room(t->cells, sizeof *b->label);
    b->root = test_room((size_t)b->count + 1, sizeof *b->root);
    fluv_catchments_label(&grid, threads, kind, receiver, b->label, b->root);
}

static void free_basins(basins *b)
{
    free(b->label);
    free(b->root);
}

/* Without flats resolved every cell of a flat is a root: basins are many and small. */
static void each_cell_has_the_number_of_its_root(void **state)
{
    (void)state;
    for (terrain_kind k = 0; k < TERRAIN_KINDS; k++)
        for (uint64_t seed = 0; seed < 12; seed++) {
            terrain t;
            basins b;
            terrain_make(&t, k, seed, 2 + (uint32_t)(seed * 7 % 41), 2 + (uint32_t)(seed * 5 % 37));
            uint8_t *kind = test_room(t.cells, 1);
            uint32_t *receiver = test_room(t.cells, sizeof *receiver);
            find_basins(&t, 2, kind, receiver, &b);
            assert_int_equal(b.root[FLUV_OUTSIDE], FLUV_NONE);
            for (uint32_t i = 2; i <= b.count; i++)
                assert_true(b.root[i - 1] < b.root[i]);
            for (uint32_t c = 0; c < t.cells; c++) {
                uint32_t end = c;
                while (receiver[end] != FLUV_NONE)
                    end = receiver[end];
                uint32_t label = kind[c] & FLUV_CELL_VOID ? FLUV_NONE : b.label[end];
                assert_int_equal(b.label[c], label);
                bool hollow = label != FLUV_NONE && label != FLUV_OUTSIDE;
                assert_true(!hollow || b.root[label] == end);
                assert_true(hollow == (kind[end] == 0));
            }
            free(kind);
            free(receiver);
            free_basins(&b);
            terrain_free(&t);
        }
}

static void threads_make_no_difference(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 8; seed++) {
        terrain t;
        basins one, many;
        terrain_make(&t, seed % 2 ? TERRAIN_NOISE : TERRAIN_STAIRS, seed, 120, 90);
        uint8_t *kind = test_room(t.cells, 1);
        uint32_t *receiver = test_room(t.cells, sizeof *receiver);
        find_basins(&t, 1, kind, receiver, &one);
        find_basins(&t, 7, kind, receiver, &many);
        assert_int_equal(one.count, many.count);
        assert_memory_equal(one.label, many.label, t.cells * sizeof *one.label);
        assert_memory_equal(one.root, many.root, ((size_t)one.count + 1) * sizeof *one.root);
        free(kind);
        free(receiver);
        free_basins(&one);
        free_basins(&many);
        terrain_free(&t);
    }
}

static void labels_follow_what_cells_drain_to(void **state)
{
    (void)state;
    fluv_topology grid = fluv_topology_grid(6, 1, 1.0);
    const uint32_t receiver[6] = {1, 2, FLUV_NONE, 4, FLUV_NONE, 4};
    uint32_t label[6] = {FLUV_UNLABELLED, 9, 7, FLUV_UNLABELLED, 5, FLUV_UNLABELLED};
    fluv_labels_follow(&grid, 2, receiver, label);
    const uint32_t expected[6] = {9, 9, 7, 5, 5, 5};
    assert_memory_equal(label, expected, sizeof label);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_cell_has_the_number_of_its_root),
        cmocka_unit_test(threads_make_no_difference),
        cmocka_unit_test(labels_follow_what_cells_drain_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
