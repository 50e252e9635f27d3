// SPDX-License-Identifier: MIT
/* Lakes as polygons beside a height map: they keep outline and level, or are refused with the place
 * named, and the rules of water hold. */
#include "failing_memory.h"
#include "import_land.h"

/* A square lake, a corner of which lies at x, y; `level` NaN: not said. */
typedef struct square {
    double x, y, side, level;
} square;

static void lakes_file(const char *name, const square *squares, size_t count)
{
    FILE *file = fopen(path_of(name), "w");
    fprintf(file, "{\"type\": \"FeatureCollection\", \"features\": [");
    for (size_t i = 0; i < count; i++) {
        const square *s = &squares[i];
        double x = s->x, y = s->y, e = s->x + s->side, n = s->y + s->side;
        fprintf(file, "%s{\"type\": \"Feature\", \"properties\": {", i ? ", " : "");
        if (!isnan(s->level))
            fprintf(file, "\"level\": %g", s->level);
        fprintf(file,
                "}, \"geometry\": {\"type\": \"Polygon\", \"coordinates\": [[[%g, %g], [%g, %g], "
                "[%g, %g], [%g, %g], [%g, %g]]]}}",
                x, y, e, y, e, n, x, n, x, y);
    }
    fprintf(file, "]}\n");
    fclose(file);
}

/* A plain that rises to the north, with a flat of 10 x 10 cells in it, 30 m each. */
static double with_a_lake(int col, int row)
{
    bool lake = col >= 10 && col < 20 && row >= 10 && row < 20;
    return lake ? 50.0 + 0.3 * ((col + row) % 3) : 62.0 - 0.5 * row + 0.02 * abs(col - 15);
}

#define LAKED "file: '%s/lake.tif', lakes: '%s/lakes.json'"
#define WATER ", drain, lakes: {flats: land}, rivers: {area: 1 ha}"

/* Cells of the shape are the lake's, no others; its level is that of the file, or the map's. */
static void expect_lake(fluv_ctx *ctx, const char *params, const char *stages, float level)
{
    fluv_landscape land = made(ctx, importing(params, stages));
    const fluv_lakes *lakes = fluv_lakes_of(&land);
    assert_int_equal(lakes->count, 1);
    if (!(fabsf(lakes->lakes[0].level - level) < 1e-4F))
        fail_msg("the lake stands at %g m", (double)lakes->lakes[0].level);
    assert_true(lakes->lakes[0].surveyed && lakes->lakes[0].locked && !lakes->lakes[0].closed);
    for (uint32_t c = 0; c < 900; c++) {
        bool lake = c % 30 >= 10 && c % 30 < 20 && c / 30 >= 10 && c / 30 < 20;
        assert_int_equal(fluv_cover_of(&land)[c] == FLUV_LAKE, lake);
    }
    assert_int_equal(land_count_broken(ctx, &land, params, 0), 0);
    fluv_landscape_free(&land);
}

/* The same with the lake's floor. */
static double with_a_floor(int col, int row)
{
    bool lake = col >= 10 && col < 20 && row >= 10 && row < 20;
    return lake ? 36.0 + abs(col - 15) + abs(row - 15) : with_a_lake(col, row);
}

static double downhill(int col, int row)
{
    (void)col, (void)row;
    return 4;
}

static void lakes_keep_outline_and_level(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    const double west = 500000, north = 5200000;
    square lake = {west + 300, north - 600, 300, NAN};
    make_file(path_of("lake.tif"), utm_map(30, 30, with_a_lake));
    make_file(path_of("down.tif"), utm_map(30, 30, downhill));
    lakes_file("lakes.json", &lake, 1);
    expect_lake(ctx, LAKED, WATER, 50.3F);
    expect_lake(ctx, LAKED ", directions: '%s/down.tif'", ", rivers: {area: 1 ha}", 50.3F);
    lake.level = 51.0;
    lakes_file("lakes.json", &lake, 1);
    expect_lake(ctx, LAKED, WATER, 51.0F);
    expect_lake(ctx, LAKED ", directions: '%s/down.tif'", ", rivers: {area: 1 ha}", 51.0F);
    fluv_ctx_delete(ctx);
}

static void floors_that_the_map_shows_stay(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    square lake = {500000 + 300, 5200000 - 600, 300, 51.0};
    make_file(path_of("lake.tif"), utm_map(30, 30, with_a_floor));
    lakes_file("lakes.json", &lake, 1);
    static const char *const ways[][2] = {{LAKED, WATER},
                                          {LAKED ", directions: '%s/down.tif'", ""}};
    for (int i = 0; i < 2; i++) {
        expect_lake(ctx, ways[i][0], ways[i][1], 51.0F);
        fluv_landscape land = made(ctx, importing(ways[i][0], ways[i][1]));
        assert_true(fluv_height_of(&land)[15 * 30 + 15] == 36.0F);
        assert_true(fluv_lakes_of(&land)->lakes[0].depth_max == 15.0F);
        fluv_landscape_free(&land);
    }
    make_file(path_of("lake.tif"), utm_map(30, 30, with_a_lake));
    fluv_ctx_delete(ctx);
}

/* Lakes of a file outlive the ground around them, and a folder between. */
static void mapped_lakes_outlive_storms_and_folders(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    square lake = {500000 + 300, 5200000 - 600, 300, 51.0};
    lakes_file("lakes.json", &lake, 1);
    static const char *const before[] = {WATER, ", rivers: {area: 1 ha}"};
    for (int i = 0; i < 2; i++) {
        const char *params = i ? LAKED ", directions: '%s/down.tif'" : LAKED;
        char stages[300], text[600];
        fluv_landscape half = made(ctx, importing(params, before[i]));
        fluv_verdict none[FLUV_RULES] = {0};
        fluv_write_options options = {
            .struct_size = sizeof options, .verdicts = none, .without = "map.png,terrain.glb"};
        assert_int_equal(fluv_write(ctx, &half, NULL, path_of("half"), &options), FLUV_OK);
#define AFTER ", hydraulic: {steps: 3}, lakes: {flats: land}, rivers: {area: 1 ha}"
        snprintf(stages, sizeof stages, "%s" AFTER, before[i]);
        snprintf(text, sizeof text, HEAD "stages: [load: {dir: '%s'}" AFTER "]\n", path_of("half"));
        fluv_landscape never = made(ctx, importing(params, stages)), again = made(ctx, text);
        assert_int_equal(fluv_lakes_of(&again)->count, 1);
        assert_true(fluv_lakes_of(&again)->lakes[0].level == 51.0F);
        assert_memory_equal(fluv_height_of(&never), fluv_height_of(&again), 900 * sizeof(float));
        assert_memory_equal(fluv_cover_of(&never), fluv_cover_of(&again), 900);
        assert_int_equal(land_count_broken(ctx, &again, "mapped and loaded", 0), 0);
        fluv_landscape_free(&half);
        fluv_landscape_free(&never);
        fluv_landscape_free(&again);
    }
    fluv_ctx_delete(ctx);
}

static void lakes_that_contradict_the_map_are_refused(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    const double west = 500000, north = 5200000;
    square lakes[2] = {{west + 300, north - 600, 300, 60.0}, {west + 420, north - 500, 200, NAN}};
    lakes_file("lakes.json", lakes, 1);
    expect_not_taken(ctx, LAKED, "", "stands above the ground around it");
    lakes[0].level = 40.0;
    lakes_file("lakes.json", lakes, 1);
    expect_not_taken(ctx, LAKED, "", "stands below its own ground");
    lakes[0] = (square){west + 30, north - 840, 600, NAN};
    lakes_file("lakes.json", lakes, 1);
    expect_not_taken(ctx, LAKED, "", "its shore lies from");
    lakes[0] = (square){west + 300, north - 600, 300, NAN};
    lakes_file("lakes.json", lakes, 2);
    expect_not_taken(ctx, LAKED, "", "features 0 and 1 lie over each other");
    lakes[1] = (square){west + 50, north - 50, 3, NAN}; /* holds no cell's centre */
    lakes_file("lakes.json", lakes, 2);
    fluv_landscape land = made(ctx, importing(LAKED, ""));
    assert_true(is_noted(&land, "1 of 2 lake shapes"));
    fluv_landscape_free(&land);
    write_text(path_of("lakes.json"), "{\"type\": \"Point\", \"coordinates\": [1, 2]}");
    expect_not_taken(ctx, LAKED, "", "expected a polygon");
    write_text(path_of("lakes.json"), "not at all");
    expect_not_taken(ctx, LAKED, "", "import.lakes");
    fluv_ctx_delete(ctx);
}

/* ---- memory ---- */

static fluv_status take_all(fluv_ctx *ctx, void *text)
{
    fluv_landscape land;
    fluv_status status = recipe_land(ctx, text, &land);
    fluv_landscape_free(&land);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    square lake = {500000 + 300, 5200000 - 600, 300, NAN};
    lakes_file("lakes.json", &lake, 1);
    char text[2000];
    snprintf(text, sizeof text, "%s", importing(LAKED ", directions: '%s/down.tif'", ""));
    assert_true(fail_each_allocation(ctx, take_all, text) > 40);
    fluv_ctx_delete(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lakes_keep_outline_and_level),
        cmocka_unit_test(floors_that_the_map_shows_stay),
        cmocka_unit_test(mapped_lakes_outlive_storms_and_folders),
        cmocka_unit_test(lakes_that_contradict_the_map_are_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests_name("import_lakes", tests, make_folder, remove_folder);
}
