// SPDX-License-Identifier: MIT
/* Construction trees: one surface for every sampling, and files that are checked. */
#include "hydrology_land.h"
#include "one_thread.h"

#include "base/random.h"
#include "landscape/tree_index.h"
#include "stages/tree/ground.h"

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
    g.block = fluv_layer_read(g.run.land, FLUV_LAYER_tree);
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

/* Rivers, seen closely, cover what their water covers. */
static void cover_says_what_the_water_is(void **state)
{
    const grown *g = *state;
    fluv_tree_parts t = fluv_tree_parts_of(g->block);
    fluv_tree_index *tree;
    assert_int_equal(fluv_tree_open(g->ctx, g->block, &tree), FLUV_OK);
    uint32_t seen[5] = {0};
    for (uint32_t i = 0; i < t.head->river_points; i += 40) {
        const fluv_tree_vertex *at = &t.river_vertices[i];
        fluv_frame frame = {.cols = 8,
                            .rows = 8,
                            .cell = 0.4 * (double)at->size,
                            .west = t.head->x + (double)at->x - 1.6 * (double)at->size,
                            .north = t.head->y + (double)at->y + 1.6 * (double)at->size};
        fluv_tree_square square;
        fluv_tree_evaluate_square(tree, &frame, 0, 0, &square);
        for (uint32_t k = 0; k < square.count; k++) {
            assert_true(square.cover[k] <= FLUV_RIVER);
            assert_int_equal(square.cover[k] == FLUV_LAND, isnan(square.water[k]));
            assert_int_equal(square.cover[k] == FLUV_OCEAN, square.water[k] == 0.0f);
            if (square.cover[k] == FLUV_RIVER)
                assert_true(square.water[k] > square.height[k]);
            seen[square.cover[k]]++;
        }
    }
    assert_true(seen[FLUV_RIVER] > 1000 && seen[FLUV_LAND] > 1000 && seen[FLUV_OCEAN] > 0);
    fluv_tree_close(tree);
}

/* How land rises from a valley: floor, foot, hillside. */
static double rise_of(double distance, double floor)
{
    double foot = 1.2 * floor;
    return hypot(fmax(0.0, distance - floor), foot) - foot + 0.06 * distance;
}

/* Beside the least over all sources, one by one. */
static void the_ground_on_a_lattice_is_nearly_the_lowest(void **state)
{
    enum { COLS = 60, ROWS = 45, SOURCES = 80 };
    fluv_ctx *ctx = ((grown *)*state)->ctx;
    fluv_key key = {5};
    float slope[COLS * ROWS], height[COLS * ROWS], distance[COLS * ROWS];
    fluv_list sources = {0};
    fluv_ground_source *at = fluv_list_append(ctx, &sources, SOURCES, sizeof *at);
    assert_non_null(at);
    for (uint64_t i = 0; i < SOURCES; i++)
        at[i] = (fluv_ground_source){(float)fluv_random_between(key, 3 * i, -3000, 3000),
                                     (float)fluv_random_between(key, 3 * i + 1, -2250, 2250),
                                     (float)fluv_random_between(key, 3 * i + 2, 0, 300),
                                     i % 2 ? 40.0f : 0.0f, 0.0f};
    for (int i = 0; i < COLS * ROWS; i++)
        slope[i] = 0.3f + 0.15f * sinf((float)(i % COLS) / 9.0f) * cosf((float)(i / COLS) / 7.0f);
    fluv_chart slopes = {
        .frame = {.cols = COLS, .rows = ROWS, .cell = 100, .west = 500, .north = 9000},
        .values = slope};
    fluv_tree_work work = {.head = {.x = 3500, .y = 6750}};
    assert_int_equal(fluv_ground_find(ctx, &work, &slopes, &sources, height, distance), FLUV_OK);
    double excess = 0.0;
    for (int i = 0; i < COLS * ROWS; i++) {
        double x = -3000.0 + 100.0 * (i % COLS + 0.5), y = 2250.0 - 100.0 * (i / COLS + 0.5);
        double least = INFINITY;
        for (int k = 0; k < SOURCES; k++)
            least =
                fmin(least, (double)at[k].z + (double)slope[i] * rise_of(hypot(x - (double)at[k].x,
                                                                               y - (double)at[k].y),
                                                                         (double)at[k].floor));
        assert_true((double)height[i] > least - 0.01 && (double)height[i] < least + 40.0);
        excess += (double)height[i] - least;
    }
    assert_true(excess < 0.5 * COLS * ROWS);
    fluv_list_free(&sources);
    fluv_scratch_release(ctx, NULL);
}

/* Side valleys end at rivers and at the coast between them. */
static void brooks_run_to_the_sea(void **state)
{
    const grown *g = *state;
    fluv_tree_parts t = fluv_tree_parts_of(g->block);
    uint32_t brooks = 0;
    for (uint32_t i = 0; i < t.head->valley_count; i++) {
        uint32_t end = i + 1 < t.head->valley_count ? t.valley_first[i + 1] : t.head->valley_points;
        const fluv_tree_vertex *last = &t.valley_vertices[end - 1];
        brooks += last->z == 0.0f && t.valley_vertices[t.valley_first[i]].z > 0.0f;
    }
    assert_true(brooks > 50);
}

/* How far the ground beside a river's vertex, on its lower side, lies below the river's bed. */
static double lies_above(const fluv_tree_index *tree, const fluv_tree_parts *t, uint32_t river,
                         const fluv_tree_vertex *at)
{
    double dx = (double)(at[1].x - at[0].x), dy = (double)(at[1].y - at[0].y);
    double reach = 1.05 * (double)fluv_river_reach(0.5f * at->size, t->rivers[river].depth);
    double aside = reach / fmax(hypot(dx, dy), 1e-9);
    double x0 = t->head->x + (double)at->x, y0 = t->head->y + (double)at->y;
    double x[2] = {x0 - aside * dy, x0 + aside * dy}, y[2] = {y0 + aside * dx, y0 - aside * dx};
    float height[2], water[2];
    fluv_tree_evaluate(tree, x, y, 2, 20.0, &(fluv_tree_values){.height = height, .water = water});
    if (water[0] == 0.0f || water[1] == 0.0f)
        return 0.0; /* at the sea */
    return (double)(at->z - t->rivers[river].depth - fminf(height[0], height[1]));
}

/* Also steep rivers among gentle hills, next to far lower ones. */
static void rivers_lie_in_their_valleys(void **state)
{
    fluv_ctx *ctx = ((grown *)*state)->ctx;
    hydro_run run = hydro_run_text(
        ctx,
        "interfluve: 1\nseed: 12\nframe: {size: 64, width: 60 km}\nstages:\n  - contour: {}\n"
        "  - network: {asymmetric: 0.7, symmetric: 0.1, river_slope: {noise: {low: 0.01, high: "
        "0.08}}}"
        "\n  - watersheds: {terrain_slope: 0.05}\n  - courses: {}\n  - tree: {}\n",
        NULL);
    assert_int_equal(run.status, FLUV_OK);
    const void *block = fluv_layer_read(run.land, FLUV_LAYER_tree);
    fluv_tree_parts t = fluv_tree_parts_of(block);
    fluv_tree_index *tree;
    assert_int_equal(fluv_tree_open(ctx, block, &tree), FLUV_OK);
    uint32_t all = 0, above = 0;
    for (uint32_t r = 0; r < t.head->river_count; r++) {
        uint32_t end = r + 1 < t.head->river_count ? t.rivers[r + 1].first : t.head->river_points;
        for (uint32_t i = t.rivers[r].first; i + 1 < end; i += 8, all++)
            above += lies_above(tree, &t, r, &t.river_vertices[i]) > 10.0;
    }
    print_message("%u of %u places beside rivers lie 10 m below the bed\n", above, all);
    assert_true(above < all / 200);
    fluv_tree_close(tree);
    fluv_builder_delete(run.builder);
}

static void a_tree_is_small(void **state)
{
    grown *g = *state;
    const fluv_territories *cells = fluv_layer_read(g->run.land, FLUV_LAYER_territories);
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
        assert_int_equal(fluv_tree_check(g->ctx, copy, g->bytes, "bit"), FLUV_BAD_INPUT);
        /* The head and the checksum of a liar: the rest must still be survived. */
        fluv_tree_head *head = (fluv_tree_head *)(void *)copy;
        if (fluv_tree_bytes(head) == g->bytes) {
            fluv_tree_seal(copy);
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

/* Rivers as wide as the land would stand in every list of it. */
static void rivers_too_wide_for_their_land_are_refused(void **state)
{
    fluv_ctx *ctx = ((grown *)*state)->ctx;
    hydro_run run = hydro_make(ctx, 6, 32, "", "edge: 900", "tree");
    assert_int_equal(run.status, FLUV_OK);
    const void *block = fluv_layer_read(run.land, FLUV_LAYER_tree);
    size_t bytes = fluv_tree_bytes(block);
    unsigned char *copy = malloc(bytes);
    assert_non_null(copy);
    memcpy(copy, block, bytes);
    fluv_tree_parts t = fluv_tree_parts_of(copy);
    fluv_tree_vertex *wider = (fluv_tree_vertex *)(uintptr_t)t.river_vertices;
    for (uint32_t i = 0; i < t.head->river_points; i++)
        wider[i].size = 1e5f;
    fluv_tree_seal(copy);
    fluv_tree_index *tree = NULL;
    assert_int_equal(fluv_tree_check(ctx, copy, bytes, "wide"), FLUV_OK);
    assert_int_equal(fluv_tree_open(ctx, copy, &tree), FLUV_BAD_INPUT);
    assert_non_null(strstr(fluv_message(ctx), "lines too wide for its land"));
    free(copy);
    fluv_builder_delete(run.builder);
}

static void any_number_of_threads_makes_the_same_tree(void **state)
{
    grown *g = *state;
    for (int threads = 1; threads <= 7; threads += 6) {
        fluv_ctx *ctx = fluv_ctx_new();
        fluv_set_threads(ctx, threads);
        hydro_run run = hydro_make(ctx, 6, 64, "", "", "tree");
        assert_int_equal(run.status, FLUV_OK);
        assert_memory_equal(fluv_layer_read(run.land, FLUV_LAYER_tree), g->block, g->bytes);
        fluv_builder_delete(run.builder);
        fluv_ctx_delete(ctx);
    }
}

/* An islet too short for a river of its own has its ground all the same. */
static void an_islet_without_rivers_is_land(void **state)
{
    fluv_ctx *ctx = ((grown *)*state)->ctx;
    hydro_run run = hydro_run_text(
        ctx,
        "interfluve: 1\nseed: 3\nframe: {size: 128, width: 60 km}\nstages:\n"
        "  - contour:\n      spacing: 6 km\n      outlines:\n"
        "        - ring: [[4 km, 20 km], [12 km, 10 km], [24 km, 14 km], [22 km, 46 km]]\n"
        "        - ring: [[40 km, 40 km], [41.5 km, 40 km], [41.5 km, 41.5 km], [40 km, 41.5 km]]\n"
        "  - network: {}\n  - watersheds: {}\n  - courses: {}\n  - tree: {}\n  - sample: {}\n",
        NULL);
    if (run.status != FLUV_OK)
        fail_msg("%d %s", (int)run.status, fluv_message(ctx));
    const fluv_frame *f = fluv_frame_of(run.land);
    uint32_t col = (uint32_t)(40750.0 / f->cell), row = (uint32_t)((60000.0 - 40750.0) / f->cell);
    assert_true(fluv_height_of(run.land)[row * f->cols + col] > 0.0F);
    fluv_builder_delete(run.builder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_point_has_the_same_height_in_every_sampling),
        cmocka_unit_test(the_ground_is_continuous),
        cmocka_unit_test(the_index_leaves_out_nothing_that_counts),
        cmocka_unit_test(points_far_apart_do_not_disturb_each_other),
        cmocka_unit_test(squares_of_cells_are_made_of_points),
        cmocka_unit_test(cover_says_what_the_water_is),
        cmocka_unit_test(there_is_sea_everywhere_else),
        cmocka_unit_test(any_number_of_threads_opens_the_same_tree),
        cmocka_unit_test(detail_changes_heights_by_its_size_alone),
        cmocka_unit_test(the_ground_on_a_lattice_is_nearly_the_lowest),
        cmocka_unit_test(brooks_run_to_the_sea),
        cmocka_unit_test(rivers_lie_in_their_valleys),
        cmocka_unit_test(rivers_too_wide_for_their_land_are_refused),
        cmocka_unit_test(a_tree_is_small),
        cmocka_unit_test(damaged_trees_are_refused),
        cmocka_unit_test(any_number_of_threads_makes_the_same_tree),
        cmocka_unit_test(an_islet_without_rivers_is_land),
    };
    return cmocka_run_group_tests(tests, grow, fell);
}
