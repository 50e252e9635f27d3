// SPDX-License-Identifier: MIT
/* Going on from a finished folder: what was written is there again to the last bit, stages go on as
 * if there had been no files between, and whatever stands in a folder, loading it ends in a
 * landscape that stages survive or in one line. */
#include "failing_memory.h"
#include "water_land.h"
#include "written_land.h"

#include "folder/files.h"

#include <string.h>
#include <sys/stat.h>

#define HEAD  "interfluve: 1\nseed: 7\n"
#define FRAME "frame: {size: 72, width: 12 km, height: [-200 m, 1400 m]}\n"

/* With one thread: many tests run at once. */
static fluv_ctx *one_thread(void)
{
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_set_threads(ctx, 1);
    return ctx;
}

/* A recipe that begins with a folder. */
static const char *going_on(const char *dir, const char *only, const char *stages)
{
    static char text[1200];
    snprintf(text, sizeof text, HEAD "stages:\n  - load: {dir: '%s', only: '%s'}\n%s", path_of(dir),
             only, stages);
    return text;
}

static void expect_refused(fluv_ctx *ctx, const char *text, const char *words)
{
    fluv_landscape land;
    fluv_status status = recipe_land(ctx, text, &land);
    if (status == FLUV_OK || !strstr(fluv_message(ctx), words))
        fail_msg("'%s' is not in '%s'", words, status == FLUV_OK ? "" : fluv_message(ctx));
    assert_null(strchr(fluv_message(ctx), '\n'));
    fluv_landscape_free(&land);
}

/* ---- exact ---- */

static bool is_told_apart(const char *file)
{
    return strcmp(file, "landscape.json") == 0 || strcmp(file, "recipe.yaml") == 0;
}

/* Every file of both has the same bytes; pictures are drawn from the others. */
static void expect_same_files(fluv_ctx *ctx, const fluv_landscape *a, const fluv_landscape *b)
{
    for (size_t i = 0; i < fluv_file_count(); i++) {
        const char *name = fluv_file_name(i);
        if (is_told_apart(name) || strstr(name, ".png") || strstr(name, ".glb"))
            continue;
        uint8_t *bytes[2];
        size_t sizes[2];
        fluv_status first = fluv_file_bytes(ctx, a, NULL, name, NULL, &bytes[0], &sizes[0]);
        fluv_status second = fluv_file_bytes(ctx, b, NULL, name, NULL, &bytes[1], &sizes[1]);
        if (first != second || sizes[0] != sizes[1] ||
            (sizes[0] && memcmp(bytes[0], bytes[1], sizes[0]) != 0))
            fail_msg("%s is another", name);
        fluv_text_free(bytes[0]);
        fluv_text_free(bytes[1]);
    }
}

#define PLACED                                                                                     \
    "rivers: {R: {line: [[6 km, 6 km], [7 km, 4 km], [6 km, 1 km]]}, S: {freedom: 0.3, line: [[3 " \
    "km, 9 km], [3 km, 2 km]]}}, lakes: {L: {x: 9 km, y: 9 km, area: 1 km2}}, "                    \
    "peaks: {P: {x: 10 km, y: 5 km, height: 1000}}, no_lakes: [[8 km, 8 km]]"

static const char *const lands[] = {
    HEAD FRAME "stages: [noise, drain, lakes, rivers]\n",
    HEAD FRAME "stages: [faults: {lines: 80}, thermal: {steps: 4}, hydraulic: {steps: 8},"
               " lakes: {mode: volume, rain: 3 m}, rivers: {perennial: 0.05 m3/s}]\n",
    HEAD FRAME "stages: [coast: {shape: archipelago, spacing: 200 m},"
               " regions: {random: {mountain: 2, desert: 1}, spacing: 200 m},"
               " basins: {spacing: 400 m},"
               " channels: {sources: {flatland: 20, mountain: 12}, dry_chance: 0.3}, relief]\n",
    HEAD FRAME "stages: [contour, network, watersheds, courses, tree, sample]\n",
    HEAD FRAME "stages: [coast, mesh: {spacing: 500 m}, uplift, erode: {steps: 6, step: 200 ky},"
               " lakes: {mode: full}, rivers]\n",
    HEAD FRAME "stages: [midpoint, drain: {depressions: fill-free}]\n",
    HEAD FRAME "stages: [noise]\n",
    HEAD FRAME "stages: [midpoint, lakes: {runoff: 100 mm/y, evaporation: 2 m/y}, rivers]\n",
    HEAD FRAME "stages: [midpoint, drain, lakes: {min_area: 10 ha, min_depth: 0.5 m}, rivers: "
               "{area: 1 km2}]\n",
    HEAD FRAME "stages: [noise: {ocean: 0}, place: {" PLACED
               "}, drain, lakes, rivers: {area: 1 km2}]\n",
    HEAD FRAME "stages: [place: {" PLACED "}]\n",
};
#define PLACED_LAND 9

static void what_was_written_is_there_again(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    for (size_t i = 0; i < sizeof lands / sizeof *lands; i++) {
        fluv_landscape land = made_of(ctx, lands[i]);
        written(ctx, &land, "a");
        fluv_landscape again = made_of(ctx, going_on("a", "", ""));
        expect_same_files(ctx, &land, &again);
        assert_memory_equal(&land.frame, &again.frame, sizeof land.frame);
        assert_memory_equal(&land.budget, &again.budget, sizeof land.budget);
        assert_memory_equal(&land.change, &again.change, sizeof land.change);
        assert_memory_equal(&land.erosion, &again.erosion, sizeof land.erosion);
        assert_int_equal(land.surveyed, again.surveyed);
        fluv_landscape_free(&again);
        fluv_landscape_free(&land);
    }
    assert_int_equal(atomic_load(&ctx->memory.now), 0);
    fluv_ctx_delete(ctx);
}

static const struct {
    const char *before, *after; /* stages, written to a folder in between */
} ways[] = {
    {"noise, drain: {wander: 0.4, descent: steepest}", "lakes, rivers"},
    {"noise, drain, lakes, rivers", "hydraulic: {steps: 8}, lakes, rivers"},
    {"noise, drain, lakes, rivers", "rivers: {area: 0.2 km2}"},
    {"noise, drain, lakes, rivers", "lakes: {mode: full}, rivers"},
    {"coast, regions: {random: {mountain: 1}}", "thermal: {steps: 3}, drain, lakes, rivers"},
    {"coast", "mesh: {spacing: 600 m}, uplift, erode: {steps: 4, step: 200 ky}, lakes"},
    {"contour, network, watersheds, courses, tree, sample", "hydraulic: {steps: 4}, drain"},
    {"noise: {ocean: 0}, place: {" PLACED "}", "drain, lakes, rivers"},
    {"place: {" PLACED "}", "noise: {ocean: 0}, lakes, rivers"},
    {"noise, place: {frozen: [{outline: [[2 km, 2 km], [6 km, 2 km], [4 km, 6 km]]}]}",
     "thermal: {steps: 3}, drain"},
};

static void stages_go_on_as_if_they_had_not_stopped(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char text[600];
        snprintf(text, sizeof text, HEAD FRAME "stages: [%s]\n", ways[i].before);
        fluv_landscape half = made_of(ctx, text);
        written(ctx, &half, "half");
        snprintf(text, sizeof text, HEAD FRAME "stages: [%s, %s]\n", ways[i].before, ways[i].after);
        fluv_landscape whole = made_of(ctx, text);
        snprintf(text, sizeof text, HEAD "stages: [load: {dir: '%s'}, %s]\n", path_of("half"),
                 ways[i].after);
        fluv_landscape gone_on = made_of(ctx, text);
        expect_same_files(ctx, &whole, &gone_on);
        fluv_landscape_free(&half);
        fluv_landscape_free(&whole);
        fluv_landscape_free(&gone_on);
    }
    fluv_ctx_delete(ctx);
}

/* ---- the plan ---- */

static bool is_noted(const fluv_landscape *land, const char *words)
{
    for (size_t i = 0; i < fluv_note_count(land); i++)
        if (strstr(fluv_note_text(land, i), words))
            return true;
    return false;
}

static void the_plan_knows_what_the_files_hold(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    fluv_landscape land = made_of(ctx, lands[2]);
    written(ctx, &land, "plan");
    fluv_landscape_free(&land);
    expect_refused(ctx, going_on("plan", "", "  - relief\n"),
                   "`relief` needs `shore`, which the files of `load` do not hold");
    expect_refused(ctx, going_on("plan", "height, cover, water", "  - rivers\n"),
                   "`rivers` needs `receiver`");
    land = made_of(ctx, going_on("plan", "", "  - rivers\n"));
    assert_true(is_noted(&land, "do not hold its shore, regions, basins and channels"));
    assert_int_equal(fluv_seed_of(&land), 7);
    fluv_landscape_free(&land);
    shell("rm %s %s", path_of("plan/direction.tif"), path_of("plan/water.gpkg"));
    expect_refused(ctx, going_on("plan", "", "  - rivers\n"), "`rivers` needs `receiver`");
    expect_refused(ctx, going_on("plan", "rivers", ""), "hold no `rivers`");
    expect_refused(ctx, going_on("plan", "hight", ""), "did you mean `height`?");
    expect_refused(ctx, going_on("nowhere", "", ""), "there is no such folder");
    expect_refused(ctx, HEAD "stages: [load]\n", "set load.dir");
    expect_refused(ctx, HEAD FRAME "stages: [noise, load]\n", "put it first");
    fluv_ctx_delete(ctx);
}

/* Regions that were read are names alone: a plan on them is refused, not run. */
static void names_of_regions_are_no_regions(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    fluv_landscape land = made_of(ctx, lands[2]), *read = NULL;
    written(ctx, &land, "regions");
    fluv_landscape_free(&land);
    assert_int_equal(fluv_read(ctx, path_of("regions"), &read), FLUV_OK);
    fluv_builder *builder = fluv_builder_new(ctx);
    const fluv_landscape *out;
    assert_int_equal(fluv_builder_begin(ctx, builder, read), FLUV_OK);
    assert_int_equal(recipe_run(ctx, builder, HEAD "stages: [coast, basins]\n", &out),
                     FLUV_BAD_RECIPE);
    assert_non_null(strstr(fluv_message(ctx), "`basins` needs `regions`"));
    fluv_builder_delete(builder);
    fluv_landscape_delete(read);
    fluv_ctx_delete(ctx);
}

static void a_part_can_be_taken(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    fluv_landscape land = made_of(ctx, lands[0]);
    written(ctx, &land, "part");
    fluv_landscape ground = made_of(ctx, going_on("part", "height", ""));
    assert_true(fluv_layers_present(&ground) == FLUV_SET(height));
    assert_false(ground.budget.known);
    assert_int_equal(fluv_note_count(&ground), 0);
    fluv_landscape_free(&ground);
    ground =
        made_of(ctx, going_on("part", "height,water cover", "  - drain\n  - lakes\n  - rivers\n"));
    assert_int_equal(land_count_broken(ctx, &ground, "part", 0), 0);
    fluv_landscape_free(&ground);
    expect_refused(ctx, going_on("part", "height, cover", "  - drain\n"), "without water");
    fluv_landscape_free(&land);
    land = made_of(ctx, lands[7]);
    written(ctx, &land, "part");
    expect_refused(ctx, going_on("part", "lakes", ""), "without height");
    fluv_landscape_free(&land);
    fluv_ctx_delete(ctx);
}

/* ---- the frame ---- */

static void land_on_cells_keeps_them_and_a_tree_has_none(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    fluv_landscape land = made_of(ctx, lands[3]);
    written(ctx, &land, "tree");
    char text[600];
    snprintf(text, sizeof text, HEAD "frame: {size: 90}\nstages: [load: {dir: '%s'}]\n",
             path_of("tree"));
    expect_refused(ctx, text, "frame.size: 90 is asked for, the loaded land has 72 x 72 cells");
    snprintf(text, sizeof text, HEAD "frame: {width: 9 km}\nstages: [load: {dir: '%s'}]\n",
             path_of("tree"));
    expect_refused(ctx, text, "frame.width: 9000 m is asked for, the loaded land is 12000 m wide");
    snprintf(text, sizeof text,
             HEAD "frame: {size: 144}\nstages: [load: {dir: '%s', only: tree}, sample, drain, "
                  "lakes, rivers]\n",
             path_of("tree"));
    fluv_landscape fine = made_of(ctx, text);
    assert_int_equal(fine.frame.cols, 144);
    assert_near(fine.frame.cell, land.frame.cell / 2.0, 1e-9);
    assert_true(is_noted(&fine, "without its courses"));
    assert_true(fluv_rivers_of(&fine)->count > 3);
    assert_int_equal(land_count_broken(ctx, &fine, "tree", 0), 0);
    fluv_landscape_free(&fine);
    expect_refused(ctx, going_on("tree", "tree", "  - sample\n  - rivers\n"),
                   "`rivers` needs `receiver`");
    fluv_landscape_free(&land);
    fluv_ctx_delete(ctx);
}

/* ---- files that change ---- */

static void a_folder_written_anew_is_loaded_anew(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    fluv_builder *builder = fluv_builder_new(ctx);
    const fluv_landscape *out = NULL;
    fluv_landscape land = made_of(ctx, lands[0]);
    written(ctx, &land, "anew");
    const char *text = going_on("anew", "", "  - rivers\n");
    assert_int_equal(recipe_run(ctx, builder, text, &out), FLUV_OK);
    assert_int_equal(recipe_run(ctx, builder, text, &out), FLUV_OK);
    assert_int_equal(fluv_builder_reused(builder), 2);
    fluv_landscape_free(&land);
    land = made_of(ctx, lands[7]);
    written(ctx, &land, "anew");
    assert_int_equal(recipe_run(ctx, builder, text, &out), FLUV_OK);
    assert_int_equal(fluv_builder_reused(builder), 0);
    assert_true(fluv_lakes_of(out)->count == fluv_lakes_of(&land)->count);
    fluv_builder_delete(builder);
    fluv_landscape_free(&land);
    fluv_ctx_delete(ctx);
}

/* A result must not take the place of what it was made from, and names it from where it lies. */
static void a_folder_is_not_replaced_by_what_it_became(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    fluv_landscape land = made_of(ctx, lands[6]);
    written(ctx, &land, "source");
    fluv_recipe *recipe = NULL;
    const char *text = going_on("source", "", "  - thermal: {steps: 2}\n");
    assert_int_equal(fluv_recipe_parse(ctx, text, strlen(text), "t.yaml", &recipe), FLUV_OK);
    fluv_write_options options = {.struct_size = sizeof options, .recipe = recipe};
    assert_int_equal(fluv_write_check(ctx, path_of("source/"), &options), FLUV_BAD_USE);
    assert_non_null(strstr(fluv_message(ctx), "is what the recipe begins with"));
    assert_int_equal(fluv_write(ctx, &land, recipe, path_of("source"), NULL), FLUV_BAD_USE);
    assert_int_equal(fluv_write_check(ctx, path_of("result"), &options), FLUV_OK);
    assert_int_equal(fluv_write(ctx, &land, recipe, path_of("result"), NULL), FLUV_OK);
    shell("grep -q 'dir: \"../source\"' %s", path_of("result/recipe.yaml"));
    fluv_recipe_delete(recipe);
    recipe = NULL;
    assert_int_equal(fluv_recipe_read(ctx, path_of("result/recipe.yaml"), &recipe), FLUV_OK);
    assert_int_equal(fluv_recipe_check(ctx, recipe, NULL), FLUV_OK);
    fluv_recipe_delete(recipe);
    fluv_landscape_free(&land);
    fluv_ctx_delete(ctx);
}

/* ---- folders that are not what they were ---- */

static void sql(const char *statement)
{
    GDALDatasetH data =
        GDALOpenEx(path_of("cut/water.gpkg"), GDAL_OF_VECTOR | GDAL_OF_UPDATE, NULL, NULL, NULL);
    assert_non_null(data);
    OGRLayerH none = GDALDatasetExecuteSQL(data, statement, NULL, "");
    if (none)
        GDALDatasetReleaseResultSet(data, none);
    GDALClose(data);
}

static void whole_again(void)
{
    shell("rm -rf %s && cp -r %s %s", path_of("cut"), path_of("whole"), path_of("cut"));
}

static void put_byte(const char *name, uint32_t cell, uint8_t value)
{
    CPLPushErrorHandler(CPLQuietErrorHandler); /* updating spoils the layout, and it says so */
    GDALDatasetH data = GDALOpen(path_of(name), GA_Update);
    assert_non_null(data);
    assert_int_equal(GDALRasterIO(GDALGetRasterBand(data, 1), GF_Write, (int)(cell % 72),
                                  (int)(cell / 72), 1, 1, &value, 1, 1, GDT_Byte, 0, 0),
                     CE_None);
    GDALClose(data);
    CPLPopErrorHandler();
}

static const char again[] = "  - rivers\n";

static void expect_cut_refused(fluv_ctx *ctx, const char *words)
{
    expect_refused(ctx, going_on("cut", "", again), words);
    whole_again();
}

static void what_stages_cannot_follow_is_refused(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    fluv_landscape land = made_of(ctx, lands[8]);
    written(ctx, &land, "whole");
    whole_again();
    uint32_t lake = FLUV_NONE, dry = FLUV_NONE, open = FLUV_NONE;
    for (uint32_t c = 0; c < fluv_cell_count(&land); c++) {
        lake = fluv_cover_of(&land)[c] == FLUV_LAKE ? c : lake;
        dry = fluv_cover_of(&land)[c] == FLUV_LAND ? c : dry;
    }
    for (uint32_t i = 0; i < fluv_lakes_of(&land)->count; i++)
        open = fluv_lakes_of(&land)->lakes[i].closed ? open : i;
    assert_true(lake != FLUV_NONE && dry != FLUV_NONE && open != FLUV_NONE);
    sql("UPDATE lakes SET deepest_x = 1e9 WHERE fid = 1");
    expect_cut_refused(ctx, "has its deepest point outside of the frame");
    sql("UPDATE lakes SET deepest_x = NULL, deepest_y = NULL WHERE fid = 1");
    expect_cut_refused(ctx, "lake");
    sql("UPDATE lakes SET level_m = level_m + 1 WHERE fid = 1");
    expect_cut_refused(ctx, "has no water at its level");
    sql("INSERT INTO lakes (id, level_m, deepest_x, deepest_y, state) SELECT id + 1, level_m, "
        "deepest_x, deepest_y, state FROM lakes WHERE fid = 1");
    expect_cut_refused(ctx, "lies in another");
    put_byte("cut/cover.tif", dry, 3);
    expect_cut_refused(ctx, "is a river or lake at nan m");
    put_byte("cut/direction.tif", 1, 1);
    put_byte("cut/direction.tif", 2, 16);
    expect_cut_refused(ctx, "comes back to it");
    sql("DROP TABLE rivers");
    expect_cut_refused(ctx, "lists the layer rivers, and no file holds it");
    shell("sed -i 's/\"low_m\": -200/\"low_m\": 99999/' %s", path_of("cut/landscape.json"));
    expect_cut_refused(ctx, "heights are no numbers in order");
    shell("sed -i 's/\"interfluve\"/\"else\"/' %s", path_of("cut/landscape.json"));
    expect_cut_refused(ctx, "was not written by interfluve");
    fluv_landscape_free(&land);
    fluv_ctx_delete(ctx);
}

/* Puts other words into what was placed. */
static void expect_other_refused(fluv_ctx *ctx, const char *from, const char *to, const char *words)
{
    shell("sed -i 's/%s/%s/' %s", from, to, path_of("cut/placed.json"));
    expect_cut_refused(ctx, words);
}

static void what_cannot_have_been_placed_is_refused(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    fluv_landscape land = made_of(ctx, lands[PLACED_LAND]);
    written(ctx, &land, "whole");
    whole_again();
    fluv_landscape whole = made_of(ctx, going_on("cut", "", again));
    assert_non_null(whole.layers[FLUV_LAYER_laid]);
    fluv_landscape_free(&whole);
    expect_other_refused(ctx, "\"cells\":\\[[0-9]*,", "\"cells\":[9999999,", "laid: ");
    expect_other_refused(ctx, "\"drawn\":[0-9]*", "\"drawn\":88888", "laid: way 0");
    expect_other_refused(ctx, "\"slope\":[0-9.]*", "\"slope\":null", "placed: sides have no slope");
    expect_other_refused(ctx, "\"kind\":\"peak\"", "\"kind\":\"hill\"", "placed: spot 0");
    expect_other_refused(ctx, "\"line\":\\[[0-9.]*,", "\"line\":[1e300,", "placed: river 0");
    expect_other_refused(ctx, "\"laid\":{", "\"laid\":", "placed.json: cannot be read");
    shell("rm %s", path_of("cut/placed.json"));
    whole = made_of(ctx, going_on("cut", "", again));
    assert_null(whole.layers[FLUV_LAYER_placed]);
    fluv_landscape_free(&whole);
    fluv_landscape_free(&land);
    fluv_ctx_delete(ctx);
}

/* Codes of directions and covers changed at random: stages survive what is let in. */
static void random_folders_are_refused_or_survived(void **state)
{
    (void)state;
    static const char *const after[] = {"  - rivers\n", "  - lakes\n  - rivers\n",
                                        "  - hydraulic: {steps: 2}\n  - lakes\n"};
    fluv_ctx *ctx = one_thread();
    unsigned random = 815, ran = 0, refused = 0;
    for (int round = 0; round < 30; round++) {
        for (int i = 0; i < 3; i++) {
            random = random * 1664525u + 1013904223u;
            uint32_t cell = (random >> 12) % (72 * 72);
            bool direction = round % 2;
            uint8_t value = (uint8_t)(direction ? 1u << (random >> 8) % 8 : (random >> 8) % 5);
            put_byte(direction ? "cut/direction.tif" : "cut/cover.tif", cell, value);
        }
        fluv_landscape land;
        fluv_status status = recipe_land(ctx, going_on("cut", "", after[round % 3]), &land);
        ran += status == FLUV_OK;
        refused += status == FLUV_BAD_INPUT;
        assert_true(status == FLUV_OK || status == FLUV_BAD_INPUT);
        fluv_landscape_free(&land);
        whole_again();
    }
    assert_true(ran > 3 && refused > 3);
    assert_int_equal(atomic_load(&ctx->memory.now), 0);
    fluv_ctx_delete(ctx);
}

static void damaged_files_are_told(void **state)
{
    (void)state;
    static const char *const names[] = {"height.tif", "discharge.tif", "water.gpkg",
                                        "landscape.json"};
    fluv_ctx *ctx = one_thread();
    silence s = listen_to_stderr();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (int part = 3; part >= 0; part--) {
            char file[600];
            struct stat info;
            snprintf(file, sizeof file, "%s/%s", path_of("cut"), names[i]);
            assert_int_equal(stat(file, &info), 0);
            assert_int_equal(truncate(file, info.st_size * part / 4), 0);
            expect_cut_refused(ctx, "load.dir: ");
        }
    expect_silence(s);
    fluv_ctx_delete(ctx);
}

static fluv_status load_and_give_back(fluv_ctx *ctx, void *data)
{
    fluv_landscape land;
    fluv_status status = recipe_land(ctx, data, &land);
    fluv_landscape_free(&land);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    char text[1200];
    fluv_landscape land = made_of(ctx, HEAD "frame: {size: 24, width: 6 km}\n"
                                            "stages: [midpoint, drain, lakes, rivers]\n");
    written(ctx, &land, "small");
    fluv_landscape_free(&land);
    snprintf(text, sizeof text, "%s", going_on("small", "", ""));
    assert_true(fail_each_allocation(ctx, load_and_give_back, text) > 20);
    fluv_ctx_delete(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_written_is_there_again),
        cmocka_unit_test(stages_go_on_as_if_they_had_not_stopped),
        cmocka_unit_test(the_plan_knows_what_the_files_hold),
        cmocka_unit_test(names_of_regions_are_no_regions),
        cmocka_unit_test(a_part_can_be_taken),
        cmocka_unit_test(land_on_cells_keeps_them_and_a_tree_has_none),
        cmocka_unit_test(a_folder_written_anew_is_loaded_anew),
        cmocka_unit_test(a_folder_is_not_replaced_by_what_it_became),
        cmocka_unit_test(what_stages_cannot_follow_is_refused),
        cmocka_unit_test(what_cannot_have_been_placed_is_refused),
        cmocka_unit_test(random_folders_are_refused_or_survived),
        cmocka_unit_test(damaged_files_are_told),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests_name("load", tests, make_folder, remove_folder);
}
