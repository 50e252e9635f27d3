// SPDX-License-Identifier: MIT
/* Lakes of hydrology land that were dammed, or kept from other land, are left to the cells by the
 * stage `tree`: windows of the tree that leaves the landscape show them all the same, at their
 * levels, with their floors and with shores that hold them. */
#include "landscape/tree.h"
#include "landscape/tree_waters.h"
#include "water_land.h"
#include "written_land.h"

#define CELL  312.5 /* m */
#define FRAME "interfluve: 1\nseed: %d\nframe: {size: 128, width: 40 km}\nstages:\n"
#define REST                                                                                       \
    "  - contour: {}\n  - network: {edge: 2 km}\n  - watersheds: {}\n  - courses: {}\n"            \
    "  - tree: {discs: 12, ravines: 0.4}\n  - sample: {rivers: false}\n  - lakes: {}\n"            \
    "  - rivers: {}\n"

/* The one that was placed, or kept. */
static const fluv_lake *the_dam(const fluv_landscape *land)
{
    const fluv_lakes *all = fluv_lakes_of(land);
    size_t i = 0;
    while (i < all->count && !all->lakes[i].locked)
        i++;
    assert_true(i < all->count);
    assert_string_equal(all->lakes[i].name, "Dam");
    return &all->lakes[i];
}

/* What a window around a lake shows of it. */
typedef struct view {
    double area;   /* m2 at its level */
    float deepest; /* m */
    int hanging;   /* steps over its shore to ground that it would run out over */
} view;

static view look_at(const fluv_tree_index *tree, const fluv_lake *lake, double step)
{
    double side = 2.0 * sqrt(lake->area);
    view v = {0};
    for (double y = lake->y - side; y < lake->y + side; y += step) {
        bool before = false;
        for (double x = lake->x - side; x < lake->x + side; x += step) {
            float ground, water;
            uint8_t cover;
            fluv_tree_evaluate(
                tree, &x, &y, 1, step,
                &(fluv_tree_values){.height = &ground, .water = &water, .cover = &cover});
            bool here = cover == FLUV_LAKE && fabsf(water - lake->level) < 0.05F;
            float beside = cover == FLUV_RIVER ? water : ground;
            v.hanging += before && !here && beside < lake->level - 0.5F * (float)step;
            v.area += here ? step * step : 0.0;
            v.deepest = here ? fmaxf(v.deepest, water - ground) : v.deepest;
            before = here;
        }
    }
    return v;
}

static void expect_in_windows(const fluv_tree_index *tree, const fluv_lake *lake)
{
    view v = look_at(tree, lake, CELL / 3.0);
    if (!(fabs(v.area - lake->area) < 0.1 * lake->area) || v.hanging ||
        !(fabsf(v.deepest - lake->depth_max) < 0.3F * lake->depth_max + 1.0F))
        fail_msg("%s: %g of %g km2 at %g m, %g of %g m deep, %d times without a shore", lake->name,
                 v.area / 1e6, lake->area / 1e6, (double)lake->level, (double)v.deepest,
                 (double)lake->depth_max, v.hanging);
}

/* As the landscape gives the tree away, and as its file has it. */
static void expect_shown(fluv_ctx *ctx, const fluv_landscape *land, const char *dir)
{
    fluv_tree_index *tree;
    unsigned char *block = NULL;
    assert_int_equal(fluv_tree_with_lakes(ctx, land, &block), FLUV_OK);
    size_t bytes = fluv_tree_bytes((const void *)block);
    assert_int_equal(fluv_tree_check(ctx, block, bytes, "tree"), FLUV_OK);
    assert_int_equal(fluv_tree_open(ctx, block, &tree), FLUV_OK);
    expect_in_windows(tree, the_dam(land));
    fluv_tree_close(tree);

    char path[600];
    snprintf(path, sizeof path, "%s/terrain.tree", path_of(dir));
    unsigned char *file = malloc(bytes + 1);
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    assert_int_equal(fread(file, 1, bytes + 1, stream), bytes);
    assert_memory_equal(file, block, bytes);
    fclose(stream);
    free(file);
    fluv_free(block);
}

static void windows_show_lakes_of_the_cells(void **state)
{
    fluv_ctx *ctx = *state;
    for (int seed = 4; seed <= 7; seed++) {
        fluv_landscape first = made(ctx,
                                    FRAME "  - place: {lakes: {Dam: {x: 20 km, y: 20 km, area: 5 "
                                          "km2, depth: 20 m, level: 250 m}}}\n" REST,
                                    seed);
        written(ctx, &first, "dam");
        assert_true(the_dam(&first)->level == 250.0F);
        expect_shown(ctx, &first, "dam");
        fluv_landscape second = made(ctx, FRAME "  - keep: {from: '%s', lakes: [Dam]}\n" REST,
                                     seed + 30, path_of("dam"));
        written(ctx, &second, "kept");
        expect_shown(ctx, &second, "kept");
        fluv_landscape_free(&first);
        fluv_landscape_free(&second);
    }
}

/* A folder that is loaded and written again has the same tree. */
static void a_loaded_tree_is_written_as_it_was(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape first = made(
        ctx,
        FRAME "  - place: {lakes: {Dam: {x: 20 km, y: 20 km, area: 5 km2, level: 250 m}}}\n" REST,
        4);
    written(ctx, &first, "once");
    fluv_landscape again =
        made(ctx, "interfluve: 1\nstages:\n  - load: {dir: '%s'}\n", path_of("once"));
    unsigned char *a = NULL, *b = NULL;
    assert_int_equal(fluv_tree_with_lakes(ctx, &first, &a), FLUV_OK);
    assert_int_equal(fluv_tree_with_lakes(ctx, &again, &b), FLUV_OK);
    assert_int_equal(fluv_tree_bytes((const void *)a), fluv_tree_bytes((const void *)b));
    assert_memory_equal(a, b, fluv_tree_bytes((const void *)a));
    fluv_free(a);
    fluv_free(b);
    fluv_landscape_free(&first);
    fluv_landscape_free(&again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(windows_show_lakes_of_the_cells, land_set_up,
                                        land_tear_down),
        cmocka_unit_test_setup_teardown(a_loaded_tree_is_written_as_it_was, land_set_up,
                                        land_tear_down),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
