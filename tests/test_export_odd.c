// SPDX-License-Identifier: MIT
/* Lands that nobody thinks of, handed over to every program, whole and in tiles: five cells by
 * five, a strip three cells wide, tall ones with voids, wholly above the sea and wholly below it,
 * flat ones. Heights come back within half a step, rivers lie in their valleys, and no number is
 * missing where a program has no word for that. */
#include "export_context.h"
#include "export_heights.h"

#include "export/profile.h"
#include "export/writers.h"

#include <math.h>

typedef struct odd_land {
    const char *name;
    uint32_t cols, rows;
    float low, rise, noise; /* m: rises southwards */
    bool voids;
    bool rivers;
} odd_land;

static const odd_land lands[] = {
    {"tiny", 5, 5, 20, 60, 3, false, false},        {"strip", 160, 3, 50, 10, 20, false, false},
    {"tall", 70, 150, 40, 300, 40, true, true},     {"high", 90, 60, 3000, 400, 40, false, true},
    {"deep", 90, 60, -2000, 400, 40, false, false}, {"flat", 40, 50, 12.5f, 0, 0, false, false}};

/* Hills on a slope, and with voids only an ellipse of it, with a hole. */
static float ground(const odd_land *of, uint32_t col, uint32_t row)
{
    double x = (double)col / of->cols - 0.5, y = (double)row / of->rows - 0.5;
    if (of->voids && (4 * (x * x + y * y) > 1.0 || x * x + y * y < 0.005))
        return NAN;
    return of->low + of->rise * (float)(y + 0.5) +
           of->noise * (float)(sin(col / 5.0) * cos(row / 6.0) + 0.3 * sin(col * 1.7 + row));
}

static const fluv_landscape *make(const odd_land *of, fluv_builder *builder)
{
    fluv_frame frame = {
        .cols = of->cols, .rows = of->rows, .cell = 30, .west = 1000, .north = 9000};
    size_t count = (size_t)of->cols * of->rows;
    float *height = malloc(count * sizeof *height);
    for (uint32_t i = 0; i < count; i++)
        height[i] = ground(of, i % of->cols, i / of->cols);
    static const char text[] =
        "interfluve: 1\nstages: [drain: {}, lakes: {}, rivers: {area: 50000 m2}]\n";
    fluv_landscape *start = NULL;
    const fluv_landscape *land = NULL;
    fluv_recipe *recipe = NULL;
    if (fluv_landscape_new(ctx, &frame, NULL, &start) != FLUV_OK ||
        fluv_layer_give(ctx, start, "height", height, count) != FLUV_OK ||
        fluv_builder_begin(ctx, builder, start) != FLUV_OK ||
        fluv_recipe_parse(ctx, text, sizeof text - 1, "test", &recipe) != FLUV_OK ||
        fluv_builder_run(ctx, builder, recipe, NULL, &land) != FLUV_OK)
        fail_msg("%s: %s", of->name, fluv_message(ctx));
    fluv_recipe_delete(recipe);
    fluv_landscape_delete(start);
    free(height);
    return land;
}

/* Every raster that is listed is there with numbers alone; in GIS NaN says that there is none. */
static void check_numbers(const char *dir, const json_t *export)
{
    const json_t *files = json_object_get(export, "files");
    for (size_t i = 0; i < json_array_size(files); i++) {
        const json_t *row = json_array_get(files, i);
        const char *format = text_of(row, "format");
        if (!format || number_of(row, "channels") != 1)
            continue;
        numbers n = read_listed(dir, row);
        for (int k = 0; k < n.cols * n.rows; k++)
            if (!isfinite(n.at[k]) && (strcmp(format, "tif") != 0 || isinf(n.at[k])))
                fail_msg("%s/%s has no number at %d", dir, text_of(row, "file"), k);
        free(n.at);
    }
}

static void check_export(const odd_land *of, const fluv_landscape *land, const char *program,
                         uint32_t tiles)
{
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    fluv_export_options options = {
        .struct_size = sizeof options, .profile = program, .tiles = tiles, .maps = "all"};
    char dir[200];
    snprintf(dir, sizeof dir, "%s/%s-%s-%u", folder, of->name, program, tiles);
    if (fluv_export(ctx, land, NULL, dir, &options) != FLUV_OK)
        fail_msg("%s: %s", dir, fluv_message(ctx));
    json_t *export = read_json(dir, "export.json");
    const json_t *lattice = json_object_get(export, "lattice");
    fluv_export_grid grid = {.cols = (uint32_t)number_of(lattice, "cols"),
                             .rows = (uint32_t)number_of(lattice, "rows")};
    assert_int_equal(fluv_export_grid_make(ctx, land, &grid), FLUV_OK);
    check_numbers(dir, export);
    size_t parts = check_all_heights(dir, export, &grid);
    assert_true(strcmp(program, "web") == 0 || parts >= tiles);
    const river_axes *axes = strcmp(program, "unreal") == 0    ? &of_unreal
                             : strcmp(program, "unity") == 0   ? &of_unity
                             : strcmp(program, "blender") == 0 ? &of_blender
                                                               : NULL;
    const fluv_rivers *rivers = fluv_rivers_of(land);
    if (axes && tiles == 1)
        assert_true(check_rivers(dir, axes, rivers ? rivers->count : 0) > 20 || !of->rivers);
    json_decref(export);
    fluv_scratch_release(ctx, mark);
}

static void odd_lands_are_handed_over(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lands / sizeof *lands; i++) {
        fluv_builder *builder = fluv_builder_new(ctx);
        const fluv_landscape *land = make(&lands[i], builder);
        for (size_t p = 0; p < fluv_export_profile_count(); p++)
            for (uint32_t tiles = 1; tiles <= 3; tiles += 2)
                check_export(&lands[i], land, fluv_export_profile_at(p)->name, tiles);
        fluv_builder_delete(builder);
    }
}

static json_t *export_with(const odd_land *of, const char *program, const char *maps)
{
    fluv_builder *builder = fluv_builder_new(ctx);
    fluv_export_options options = {.struct_size = sizeof options, .profile = program, .maps = maps};
    assert_int_equal(fluv_export(ctx, make(of, builder), NULL, path_of("with"), &options), FLUV_OK);
    fluv_builder_delete(builder);
    return read_json(path_of("with"), "export.json");
}

/* There is no distance to a river where there is none: no map, and a note. */
static void distances_to_nothing_are_left_out(void **state)
{
    (void)state;
    json_t *export = export_with(&lands[4], "unreal", "river,shore,slope");
    assert_true(!listed(export, "river") && !listed(export, "shore"));
    assert_non_null(listed(export, "slope"));
    const json_t *notes = json_object_get(export, "notes");
    bool told = false;
    for (size_t i = 0; i < json_array_size(notes); i++)
        told |= strstr(json_string_value(json_array_get(notes, i)), "no map river") != NULL;
    assert_true(told);
    json_decref(export);
    export = export_with(&lands[3], "unreal", "river,slope");
    assert_non_null(listed(export, "river"));
    json_decref(export);
}

/* Snow lies on top: none at the foot of low land, and none on land below the sea. */
static void snow_lies_on_top(void **state)
{
    (void)state;
    const odd_land low = {"low", 60, 80, 1, 60, 0.5f, false, false};
    json_t *export = export_with(&low, "houdini", "snow");
    numbers snow = read_listed(path_of("with"), listed(export, "map_snow"));
    const double line = number_of(export, "snow_line");
    assert_true(line > 40 && line < 50);
    size_t covered = 0;
    for (int i = 0; i < snow.cols * snow.rows; i++) {
        double high = (double)ground(&low, (uint32_t)(i % 60), (uint32_t)(i / 60));
        assert_true(high > 0.75 * line || snow.at[i] == 0.0);
        covered += snow.at[i] > 0.9;
    }
    assert_true(covered > 200);
    free(snow.at);
    json_decref(export);
    export = export_with(&lands[4], "houdini", "snow");
    snow = read_listed(path_of("with"), listed(export, "map_snow"));
    for (int i = 0; i < snow.cols * snow.rows; i++)
        assert_true(snow.at[i] == 0.0);
    free(snow.at);
    json_decref(export);
}

/* Where a height field must have its highest ground, so that nobody guesses how rows run. */
static void houdini_is_told_where_the_top_is(void **state)
{
    (void)state;
    json_t *export = export_with(&lands[2], "houdini", "none");
    const json_t *houdini = json_object_get(export, "houdini");
    const json_t *top = json_object_get(houdini, "highest");
    numbers n = read_exr(path_of("with/height.exr"));
    double step = number_of(houdini, "grid_spacing");
    int col = (int)rint(number_of(top, "x") / step + 0.5 * (n.cols - 1));
    int row = (int)rint(number_of(top, "z") / step + 0.5 * (n.rows - 1));
    double highest = -INFINITY;
    for (int i = 0; i < n.cols * n.rows; i++)
        highest = fmax(highest, n.at[i]);
    assert_near(n.at[row * n.cols + col], highest, 0.0);
    assert_near(number_of(top, "y"), highest, 1e-6);
    assert_true(row > n.rows / 2); /* the land rises southwards */
    assert_string_equal(text_of(houdini, "rows"), "from -Z (north) to Z (south)");
    free(n.at);
    json_decref(export);
}

/* A glTF file counts its bytes with 32 bits: a larger one is refused before it is made. */
static void models_know_their_limit(void **state)
{
    (void)state;
    fluv_builder *builder = fluv_builder_new(ctx);
    fluv_export_job job = {.land = make(&lands[0], builder),
                           .grid = {.cols = 8800, .rows = 8800, .step_x = 1, .step_y = 1}};
    assert_int_equal(fluv_blender_model(ctx, &job), FLUV_BAD_USE);
    assert_non_null(strstr(fluv_message(ctx), "4 GB"));
    fluv_builder_delete(builder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(odd_lands_are_handed_over),
                                       cmocka_unit_test(distances_to_nothing_are_left_out),
                                       cmocka_unit_test(snow_lies_on_top),
                                       cmocka_unit_test(houdini_is_told_where_the_top_is),
                                       cmocka_unit_test(models_know_their_limit)};
    return cmocka_run_group_tests(tests, begin, end);
}
