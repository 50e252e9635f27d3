// SPDX-License-Identifier: MIT
/* Calls for somebody who shows a landscape: layers on the grid whatever they lie on, names of
 * regions, fields before they are used, recipes as seen from a folder. */
#include "interfluve.h"

/* cmocka wants these before it. */
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SIDE 40

typedef struct bench {
    fluv_ctx *ctx;
    fluv_builder *builder;
    fluv_recipe *recipe;
    const fluv_landscape *land;
} bench;

static bench begin(const char *text)
{
    bench b = {.ctx = fluv_ctx_new()};
    fluv_set_threads(b.ctx, 1);
    b.builder = fluv_builder_new(b.ctx);
    if (fluv_recipe_parse(b.ctx, text, strlen(text), "text", &b.recipe) != FLUV_OK ||
        fluv_builder_run(b.ctx, b.builder, b.recipe, NULL, &b.land) != FLUV_OK)
        fail_msg("%s", fluv_message(b.ctx));
    return b;
}

static void end(bench *b)
{
    fluv_builder_delete(b->builder);
    fluv_recipe_delete(b->recipe);
    fluv_ctx_delete(b->ctx);
}

static void layers_come_on_the_grid(void **state)
{
    (void)state;
    bench b = begin("interfluve: 1\nframe: {size: 40, width: 8 km}\nstages:\n"
                    "  - mesh: {spacing: 150 m}\n  - uplift: {rate: 2 mm/y}\n"
                    "  - erode: {steps: 3}\n  - lakes: {}\n  - rivers: {}\n");
    static float values[SIDE * SIDE];
    assert_int_equal(fluv_layer_grid(b.ctx, b.land, fluv_layer_find("uplift"), values), FLUV_OK);
    for (int i = 0; i < SIDE * SIDE; i++)
        assert_true(isfinite(values[i]) && values[i] <= 0.0021F);
    assert_true(values[SIDE * SIDE / 2 + SIDE / 2] > 0.0F);
    assert_int_equal(fluv_layer_grid(b.ctx, b.land, fluv_layer_find("height"), values), FLUV_OK);
    assert_memory_equal(values, fluv_height_of(b.land), sizeof values);
    assert_int_equal(fluv_layer_grid(b.ctx, b.land, fluv_layer_find("cover"), values), FLUV_OK);
    assert_int_equal(fluv_layer_grid(b.ctx, b.land, fluv_layer_find("area"), values), FLUV_OK);
    for (int i = 0; i < SIDE * SIDE; i++)
        assert_true(values[i] == (float)fluv_area_of(b.land)[i]);
    assert_int_equal(fluv_layer_grid(b.ctx, b.land, fluv_layer_find("wear"), values), FLUV_BAD_USE);
    assert_int_equal(fluv_layer_grid(b.ctx, b.land, fluv_layer_find("rivers"), values),
                     FLUV_BAD_USE);
    fluv_region_info region;
    assert_false(fluv_region_type_of(b.land, 0, &region));
    end(&b);
}

static void regions_have_names(void **state)
{
    (void)state;
    bench b = begin("interfluve: 1\nframe: {size: 40, width: 8 km}\nstages:\n  - coast: {}\n"
                    "  - regions: {types: [{name: marsh}], random: {marsh: 1}}\n");
    fluv_region_info region;
    size_t count = 0;
    bool marsh = false;
    for (; fluv_region_type_of(b.land, count, &region); count++) {
        assert_true(strlen(region.name) > 0);
        marsh = marsh || strcmp(region.name, "marsh") == 0;
    }
    assert_true(marsh && count == 4);
    assert_true(fluv_region_type_of(b.land, 0, &region));
    assert_string_equal(region.name, "flatland");
    assert_true(region.red + region.green + region.blue > 0);
    assert_false(fluv_region_type_of(b.land, SIZE_MAX, &region));
    end(&b);
}

static void fields_are_known_beforehand(void **state)
{
    (void)state;
    bench b = begin("interfluve: 1\nseed: 3\nframe: {size: 40, width: 8 km}\nstages:\n"
                    "  - noise: {}\n  - drain: {}\n"
                    "  - lakes: {runoff: {noise: {low: 0.2 m/y, high: 0.8 m/y}}}\n");
    static float values[SIDE * SIDE], again[SIDE * SIDE];
    const fluv_frame *frame = fluv_frame_of(b.land);
    assert_int_equal(fluv_recipe_field(b.ctx, b.recipe, 2, "runoff", frame, values), FLUV_OK);
    float low = INFINITY, high = -INFINITY;
    for (int i = 0; i < SIDE * SIDE; i++) {
        low = fminf(low, values[i]);
        high = fmaxf(high, values[i]);
    }
    assert_true(low >= 0.2F - 1e-6F && high <= 0.8F + 1e-6F && high - low > 0.05F);
    fluv_recipe_set_seed(b.recipe, 4);
    assert_int_equal(fluv_recipe_field(b.ctx, b.recipe, 2, "runoff", frame, again), FLUV_OK);
    assert_memory_not_equal(values, again, sizeof values);
    assert_int_equal(fluv_recipe_put(b.ctx, b.recipe, 2, "seed", "3"), FLUV_OK);
    assert_int_equal(fluv_recipe_field(b.ctx, b.recipe, 2, "runoff", frame, again), FLUV_OK);
    assert_memory_equal(values, again, sizeof values);
    assert_int_equal(fluv_recipe_field(b.ctx, b.recipe, 2, "min_area", frame, again), FLUV_BAD_USE);
    assert_int_equal(fluv_recipe_field(b.ctx, b.recipe, 2, "nosuch", frame, again), FLUV_BAD_USE);
    assert_int_equal(fluv_recipe_field(b.ctx, b.recipe, 9, "runoff", frame, again), FLUV_BAD_USE);
    end(&b);
}

static void files_are_named_from_a_folder(void **state)
{
    (void)state;
    char folder[] = "/tmp/fluv-viewer-XXXXXX", path[64], text[300], *out = NULL;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/maps", folder);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/maps/a.asc", folder);
    FILE *file = fopen(path, "w");
    fputs("nothing", file);
    fclose(file);
    snprintf(text, sizeof text, "interfluve: 1\nstages:\n  - import: {file: %s}\n", path);
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_recipe *recipe = NULL;
    assert_int_equal(fluv_recipe_parse(ctx, text, strlen(text), "text", &recipe), FLUV_OK);
    assert_int_equal(fluv_recipe_text_in(ctx, recipe, folder, &out), FLUV_OK);
    assert_non_null(strstr(out, "file: \"maps/a.asc\"\n"));
    fluv_text_free(out);
    assert_int_equal(fluv_recipe_text(ctx, recipe, &out), FLUV_OK);
    assert_non_null(strstr(out, path));
    fluv_text_free(out);
    fluv_recipe_delete(recipe);
    fluv_ctx_delete(ctx);
    unlink(path);
    snprintf(path, sizeof path, "%s/maps", folder);
    rmdir(path);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_come_on_the_grid),
        cmocka_unit_test(regions_have_names),
        cmocka_unit_test(fields_are_known_beforehand),
        cmocka_unit_test(files_are_named_from_a_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
