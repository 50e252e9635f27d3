// SPDX-License-Identifier: MIT
/* Construction trees: one surface for every sampling, and files that are checked. */
#include "hydrology_land.h"
#include "one_thread.h"

#include "base/random.h"
#include "landscape/tree_index.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct grown {
    fluv_ctx *ctx;
    hydro_run run;
    const void *block;
    size_t bytes;
} grown;

static int grow(void **state)
{
    static grown g;
    g.ctx = fluv_ctx_new();
    fluv_set_threads(g.ctx, 2);
    g.run = hydro_make(g.ctx, 6, 64, "", "", "tree");
    if (g.run.status != FLUV_OK)
        return 1;
    g.block = fluv_layer_read(g.run.land, FLUV_LAYER_TREE);
    g.bytes = fluv_tree_bytes(g.block);
    *state = &g;
    return 0;
}

static int fell(void **state)
{
    grown *g = *state;
    fluv_builder_delete(g->run.builder);
    fluv_ctx_delete(g->ctx);
    return 0;
}

#define SIDE 48

/* A window of SIDE * SIDE points, row by row or in squares of 8. */
static void fill(const fluv_tree_index *tree, double x0, double y0, double step, bool squares,
                 float *out)
{
    double x[SIDE * SIDE], y[SIDE * SIDE];
    float height[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) {
        int block = i / 64, in = i % 64;
        int col = squares ? block % (SIDE / 8) * 8 + in % 8 : i % SIDE;
        int row = squares ? block / (SIDE / 8) * 8 + in / 8 : i / SIDE;
        x[i] = x0 + step * col;
        y[i] = y0 + step * row;
    }
    fluv_tree_evaluate(tree, x, y, SIDE * SIDE, step, &(fluv_tree_values){.height = height});
    for (int i = 0; i < SIDE * SIDE; i++) {
        int col = (int)lround((x[i] - x0) / step), row = (int)lround((y[i] - y0) / step);
        out[row * SIDE + col] = height[i];
    }
}

static void the_same_point_has_the_same_height_in_every_sampling(void **state)
{
    grown *g = *state;
    static float a[SIDE * SIDE], b[SIDE * SIDE];
    fluv_tree_index *tree;
    assert_int_equal(fluv_tree_open(g->ctx, g->block, &tree), FLUV_OK);
    for (int k = 0; k < 40; k++) {
        double step = ldexp(0.01, k % 14);
        double x0 = 8000.0 + 500.0 * k, y0 = 12000.0 + 350.0 * k;
        fill(tree, x0, y0, step, false, a);
        fill(tree, x0, y0, step, true, b);
        for (int i = 0; i < SIDE * SIDE; i++)
            assert_true(fabsf(a[i] - b[i]) < 2e-3f);
        fill(tree, x0 - 7.0 * step, y0 - 5.0 * step, step, true, b); /* a tile that overlaps */
        for (int row = 0; row < SIDE - 5; row++)
            for (int col = 0; col < SIDE - 7; col++)
                assert_true(fabsf(a[row * SIDE + col] - b[(row + 5) * SIDE + col + 7]) < 2e-3f);
    }
    fluv_tree_close(tree);
}

static void the_ground_is_continuous(void **state)
{
    grown *g = *state;
    static float h[SIDE * SIDE];
    fluv_tree_index *tree;
    assert_int_equal(fluv_tree_open(g->ctx, g->block, &tree), FLUV_OK);
    int cliffs = 0;
    for (uint64_t k = 0; k < 400; k++) { /* windows of half a metre, all over the land */
        fluv_key key = {5};
        double x0 = fluv_random_between(key, 2 * k, 6000.0, 34000.0);
        double y0 = fluv_random_between(key, 2 * k + 1, 6000.0, 34000.0);
        fill(tree, x0, y0, 0.01, true, h);
        for (int i = 0; i + 1 < SIDE * SIDE; i++)
            cliffs += (i + 1) % SIDE && fabsf(h[i + 1] - h[i]) > 0.12f;
    }
    assert_int_equal(cliffs, 0);
    fluv_tree_close(tree);
}

/* Spread over a few tiles, points see all that may be the lowest anywhere among them; alone, what
 * may be so at one place. */
static void the_index_leaves_out_nothing_that_counts(void **state)
{
    grown *g = *state;
    fluv_tree_index *tree;
    assert_int_equal(fluv_tree_open(g->ctx, g->block, &tree), FLUV_OK);
    double wide = 3.5 * tree->side, x[60], y[60];
    float alone, together[60];
    for (uint64_t k = 0; k < 12; k++) {
        double west = fluv_random_between((fluv_key){8}, 2 * k, 7000.0, 33000.0 - wide);
        double south = fluv_random_between((fluv_key){8}, 2 * k + 1, 7000.0, 33000.0 - wide);
        for (uint64_t i = 0; i < 60; i++) {
            x[i] = fluv_random_between((fluv_key){9 + k}, 2 * i, west, west + wide);
            y[i] = fluv_random_between((fluv_key){9 + k}, 2 * i + 1, south, south + wide);
        }
        fluv_tree_evaluate(tree, x, y, 60, 20.0, &(fluv_tree_values){.height = together});
        for (int i = 0; i < 60; i++) {
            fluv_tree_evaluate(tree, &x[i], &y[i], 1, 20.0, &(fluv_tree_values){.height = &alone});
            assert_true(fabsf(alone - together[i]) < 5e-3f);
        }
    }
    fluv_tree_close(tree);
}

/* Points all over the land in one call, which are not evaluated together, and the same one by one.
 */
static void points_far_apart_do_not_disturb_each_other(void **state)
{
    grown *g = *state;
    fluv_tree_index *tree;
    assert_int_equal(fluv_tree_open(g->ctx, g->block, &tree), FLUV_OK);
    double x[150], y[150];
    float alone, together[150], sand[150];
    for (uint64_t i = 0; i < 150; i++) {
        x[i] = fluv_random_between((fluv_key){6}, 2 * i, 0.0, 40000.0);
        y[i] = fluv_random_between((fluv_key){6}, 2 * i + 1, 0.0, 40000.0);
    }
    fluv_tree_evaluate(tree, x, y, 150, 0.0, &(fluv_tree_values){.height = together, .sand = sand});
    for (int i = 0; i < 150; i++) {
        fluv_tree_evaluate(tree, &x[i], &y[i], 1, 0.0, &(fluv_tree_values){.height = &alone});
        assert_true(fabsf(alone - together[i]) < 5e-3f && sand[i] >= 0.0f);
    }
    fluv_tree_close(tree);
}

/* The same cells one by one; the frame is no whole number of squares. */
static void squares_of_cells_are_made_of_points(void **state)
{
    grown *g = *state;
    fluv_tree_index *tree;
    assert_int_equal(fluv_tree_open(g->ctx, g->block, &tree), FLUV_OK);
    for (int size = 1; size <= 15; size += 14) {
        fluv_frame frame = {.cols = (uint32_t)size + 3,
                            .rows = (uint32_t)size,
                            .cell = 42000.0 / size,
                            .west = -1000.0,
                            .north = 41000.0};
        uint32_t cells = 0;
        for (uint32_t row = 0; row < frame.rows; row += FLUV_TREE_SIDE)
            for (uint32_t col = 0; col < frame.cols; col += FLUV_TREE_SIDE) {
                fluv_tree_square square;
                fluv_tree_evaluate_square(tree, &frame, col, row, &square);
                for (uint32_t i = 0; i < square.count; i++, cells++) {
                    uint32_t cell = (uint32_t)square.cell[i];
                    double x = fluv_cell_x(&frame, cell), y = fluv_cell_y(&frame, cell);
                    float height, water;
                    fluv_tree_evaluate(tree, &x, &y, 1, frame.cell,
                                       &(fluv_tree_values){.height = &height, .water = &water});
                    assert_true(fabsf(height - square.height[i]) < 0.05f);
                    assert_int_equal(isnan(water), isnan(square.water[i]));
                    assert_int_equal(water == 0.0f, square.water[i] == 0.0f);
                }
            }
        assert_int_equal(cells, frame.cols * frame.rows);
    }
    fluv_tree_close(tree);
}

/* Far out, beyond the tiles, and where nothing is a place at all. */
static void there_is_sea_everywhere_else(void **state)
{
    grown *g = *state;
    const double far[] = {-1e5, 1e5, 1e9, -1e12, INFINITY, (double)NAN};
    fluv_tree_index *tree;
    assert_int_equal(fluv_tree_open(g->ctx, g->block, &tree), FLUV_OK);
    float depth = ((const fluv_tree_head *)g->block)->shelf_depth;
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        double x = far[i], y = 20000.0;
        float height, water;
        fluv_tree_evaluate(tree, &x, &y, 1, 100.0,
                           &(fluv_tree_values){.height = &height, .water = &water});
        assert_true(height == -depth && water == 0.0f);
    }
    fluv_tree_close(tree);
}

static void any_number_of_threads_opens_the_same_tree(void **state)
{
    grown *g = *state;
    static float a[SIDE * SIDE], b[SIDE * SIDE];
    fluv_tree_index *tree;
    for (int threads = 1; threads <= 7; threads += 3) {
        fluv_set_threads(g->ctx, threads);
        assert_int_equal(fluv_tree_open(g->ctx, g->block, &tree), FLUV_OK);
        fill(tree, 4000.0, 4000.0, 700.0, true, threads == 1 ? a : b);
        fluv_tree_close(tree);
        if (threads > 1)
            assert_memory_equal(a, b, sizeof a);
    }
    fluv_set_threads(g->ctx, 2);
}

static void detail_changes_heights_by_its_size_alone(void **state)
{
    grown *g = *state;
    fluv_tree_index *tree;
    assert_int_equal(fluv_tree_open(g->ctx, g->block, &tree), FLUV_OK);
    double worst = 0.0;
    for (uint64_t i = 0; i < 500; i++) {
        double x = fluv_random_between((fluv_key){9}, 2 * i, 9000.0, 31000.0);
        double y = fluv_random_between((fluv_key){9}, 2 * i + 1, 9000.0, 31000.0);
        float fine, coarse;
        fluv_tree_evaluate(tree, &x, &y, 1, 0.0, &(fluv_tree_values){.height = &fine});
        fluv_tree_evaluate(tree, &x, &y, 1, 10.0, &(fluv_tree_values){.height = &coarse});
        worst = fmax(worst, fabs((double)fine - (double)coarse));
    }
    assert_true(worst < 12.0);
    fluv_tree_close(tree);
}

static void a_tree_is_small(void **state)
{
    grown *g = *state;
    const fluv_patches *cells = fluv_layer_read(g->run.land, FLUV_LAYER_CELLS);
    double area = 0.0;
    for (size_t i = 0; i < cells->count; i++)
        area += cells->patches[i].area;
    assert_true((double)g->bytes / (area * 1e-6) < 4000.0);
    assert_int_equal(fluv_tree_check(g->ctx, g->block, g->bytes, "tree"), FLUV_OK);
}

/* Every damage is found, or leaves a tree that can be evaluated. */
static void damaged_trees_are_refused(void **state)
{
    grown *g = *state;
    unsigned char *copy = malloc(g->bytes);
    assert_non_null(copy);
    memcpy(copy, g->block, g->bytes);
    for (size_t cut = 0; cut < g->bytes; cut += 1 + g->bytes / 37)
        assert_int_equal(fluv_tree_check(g->ctx, copy, cut, "cut"), FLUV_BAD_INPUT);
    for (uint64_t k = 0; k < 300; k++) {
        size_t at = fluv_random_below((fluv_key){2}, k, k % 3 ? g->bytes : sizeof(fluv_tree_head));
        unsigned char kept = copy[at];
        copy[at] ^= (unsigned char)(1u << (k % 8));
        bool in_head = at < sizeof(fluv_tree_head);
        if (!in_head)
            assert_int_equal(fluv_tree_check(g->ctx, copy, g->bytes, "bit"), FLUV_BAD_INPUT);
        /* The head and the checksum of a liar: the rest must still be survived. */
        fluv_tree_head *head = (fluv_tree_head *)(void *)copy;
        if (fluv_tree_bytes(head) == g->bytes) {
            uint32_t version = head->version;
            fluv_tree_seal(copy);
            head->version = version;
            fluv_tree_index *tree = NULL;
            if (fluv_tree_check(g->ctx, copy, g->bytes, "liar") == FLUV_OK && k % 10 == 0 &&
                fluv_tree_open(g->ctx, copy, &tree) == FLUV_OK) {
                double x = 20000.0, y = 20000.0;
                float height;
                fluv_tree_evaluate(tree, &x, &y, 1, 1.0, &(fluv_tree_values){.height = &height});
                fluv_tree_close(tree);
            }
        }
        memcpy(copy, g->block, sizeof(fluv_tree_head));
        copy[at] = kept;
        memcpy(copy, g->block, sizeof(fluv_tree_head));
    }
    free(copy);
}

static void any_number_of_threads_makes_the_same_tree(void **state)
{
    grown *g = *state;
    for (int threads = 1; threads <= 7; threads += 6) {
        fluv_ctx *ctx = fluv_ctx_new();
        fluv_set_threads(ctx, threads);
        hydro_run run = hydro_make(ctx, 6, 64, "", "", "tree");
        assert_int_equal(run.status, FLUV_OK);
        assert_memory_equal(fluv_layer_read(run.land, FLUV_LAYER_TREE), g->block, g->bytes);
        fluv_builder_delete(run.builder);
        fluv_ctx_delete(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_point_has_the_same_height_in_every_sampling),
        cmocka_unit_test(the_ground_is_continuous),
        cmocka_unit_test(the_index_leaves_out_nothing_that_counts),
        cmocka_unit_test(points_far_apart_do_not_disturb_each_other),
        cmocka_unit_test(squares_of_cells_are_made_of_points),
        cmocka_unit_test(there_is_sea_everywhere_else),
        cmocka_unit_test(any_number_of_threads_opens_the_same_tree),
        cmocka_unit_test(detail_changes_heights_by_its_size_alone),
        cmocka_unit_test(a_tree_is_small),
        cmocka_unit_test(damaged_trees_are_refused),
        cmocka_unit_test(any_number_of_threads_makes_the_same_tree),
    };
    return cmocka_run_group_tests(tests, grow, fell);
}
