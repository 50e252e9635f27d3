// SPDX-License-Identifier: MIT
/* Memory that runs out: every allocation of every stage, rule, file, picture and reader fails in
 * turn. Each time the call says so, leaves nothing behind, and does its work when asked again.
 *
 * What goes through the context fails by its own count; what the library takes from malloc and
 * strdup directly, and what jansson takes, fails by the counts below (the linker wraps the calls).
 * Where there are many allocations, as many as `tries` are picked from all of them. */
#include "failing_memory.h"
#include "how_many.h"
#include "import_bench.h"
#include "recipe/recipe.h"
#include "stages/stage.h"

#include <jansson.h>
#include <limits.h>
#include <string.h>

#define NEVER LLONG_MAX
static long long tries; /* of a job */

/* ---- memory that is not the context's ---- */

static long long outside_left = NEVER;

static bool outside_may(void)
{
    return outside_left == NEVER || outside_left-- > 0;
}

void *__real_malloc(size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
char *__wrap_strdup(const char *text);

void *__wrap_malloc(size_t size)
{
    return outside_may() ? __real_malloc(size) : NULL;
}

char *__wrap_strdup(const char *text)
{
    return outside_may() ? __real_strdup(text) : NULL;
}

/* jansson's own reader is spared: some want of memory it takes for a mistake in the text, and some
 * ends the program by an assertion of its own. */
static bool parses;

static void *json_memory(size_t size)
{
    return parses || outside_may() ? __real_malloc(size) : NULL;
}

/* ---- a job that starves ---- */

typedef struct starving {
    memory_job *job;
    void *data;
    const char *what;
} starving;

/* One try with the n-th allocation of one kind failing; whether it came to that. */
static bool starve_once(fluv_ctx *ctx, const starving *s, bool outside, long long nth)
{
    ctx->message[0] = '\0';
    if (outside)
        outside_left = nth;
    else
        atomic_store(&ctx->memory.allocations_left, nth);
    fluv_status status = s->job(ctx, s->data);
    bool failed = outside ? outside_left < 0 : atomic_load(&ctx->memory.allocations_left) < 0;
    outside_left = NEVER;
    atomic_store(&ctx->memory.allocations_left, -1);
    if (failed && (status != FLUV_NO_MEMORY || !ctx->message[0] || strchr(ctx->message, '\n')))
        fail_msg("%s: %s allocation %lld fails: status %d, \"%s\"", s->what,
                 outside ? "outside" : "own", nth, (int)status, ctx->message);
    if (!failed && status != FLUV_OK)
        fail_msg("%s: status %d, \"%s\"", s->what, (int)status, ctx->message);
    return failed;
}

/* How many there are, by a run that has enough. */
static long long count_of(fluv_ctx *ctx, const starving *s, bool outside)
{
    const long long enough = 1ll << 40;
    if (outside)
        outside_left = enough;
    else
        atomic_store(&ctx->memory.allocations_left, enough);
    fluv_status status = s->job(ctx, s->data);
    long long left = outside ? outside_left : atomic_load(&ctx->memory.allocations_left);
    outside_left = NEVER;
    atomic_store(&ctx->memory.allocations_left, -1);
    if (status != FLUV_OK)
        fail_msg("%s: \"%s\"", s->what, ctx->message);
    return enough - left;
}

/* As many as `tries` of them, the first and the last among these. What an earlier try kept (a mesh,
 * say) need not be made again: the end may come early. */
static void starve(fluv_ctx *ctx, const starving *s, long long count, bool outside)
{
    long long most = count < tries ? count : tries;
    for (long long i = 0; i < most; i++)
        if (!starve_once(ctx, s, outside, most > 1 ? i * (count - 1) / (most - 1) : 0)) {
            assert_true(i > 0);
            return;
        }
}

static memory_job read_folder, run_recipe, sample_tree;

/* A job that gives back all it makes. */
static void starve_all(fluv_ctx *ctx, memory_job *job, void *data, const char *what)
{
    starving s = {job, data, what};
    parses = job == read_folder || job == run_recipe || job == sample_tree;
    (void)count_of(ctx, &s, false); /* what is made once a process is made now */
    size_t before = atomic_load(&ctx->memory.now);
    long long own = count_of(ctx, &s, false), outside = count_of(ctx, &s, true);
    assert_true(own + outside > 0);
    starve(ctx, &s, own, false);
    starve(ctx, &s, outside, true);
    assert_int_equal(atomic_load(&ctx->memory.now), before);
}

/* ---- stages ---- */

static const char *const ways[] = {
    "noise: {shape: island}, place: {rivers: {R: {freedom: 0.2, line: [[9600, 9600], [10000, "
    "14000], [9000, 19000]]}}, lakes: {L: {x: 8000, y: 6000, area: 6 km2}}, passes: {P: {x: 12000, "
    "y: 8000, height: 300}}}, lakes, rivers, names: {rivers: [{x: 9600, y: 9600, name: A}]}",
    "faults: {lines: 40}, glacier: {steps: 2, snow_line: 20}, thermal: {steps: 3}, hydraulic: "
    "{steps: 5}, drain, lakes, rivers, "
    "names: {invent: nordic}, materials: {rules: [{name: grass, channel: 0}]}",
    "midpoint, amplify, meanders: {spacing: 100 m, width: 40, steepest: 1, bank: 1 km, years: 600, "
    "oxbows: true}, drain: {depressions: carve}, lakes: {runoff: 100 mm/y, evaporation: 2 m/y}, "
    "rivers",
    "coast: {shape: island, spacing: 200 m}, regions: {random: {mountain: 2, desert: 1}, spacing: "
    "200 m}, basins: {spacing: 400 m}, channels: {sources: {flatland: 12, mountain: 8}}, relief, "
    "rivers",
    "contour: {spacing: 6 km}, network: {edge: 2 km}, watersheds, courses, tree, sample",
    "coast: {shape: archipelago, spacing: 200 m}, mesh: {spacing: 900 m}, strata, uplift, erode: "
    "{steps: 4, step: 200 ky}, lakes, rivers",
};

typedef struct stage_job {
    fluv_builder *builder;
    const fluv_recipe *recipe;
    const char *until;
} stage_job;

static fluv_status run_until(fluv_ctx *ctx, void *data)
{
    const stage_job *job = data;
    const fluv_landscape *land = NULL;
    return fluv_builder_run(ctx, job->builder, job->recipe, job->until, &land);
}

static fluv_recipe *recipe_of(fluv_ctx *ctx, const char *stages, int size)
{
    char text[1600];
    fluv_recipe *recipe = NULL;
    snprintf(text, sizeof text,
             "interfluve: 1\nseed: 3\nframe: {size: %d, width: 19200 m, height: [-300 m, 900 "
             "m]}\nstages: [%s]\n",
             size, stages);
    if (fluv_recipe_parse(ctx, text, strlen(text), "t.yaml", &recipe) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
    return recipe;
}

/* Two builders run the recipe stage by stage and keep what they made: the one shows how many
 * allocations the next stage takes, in the other they fail. */
static void starve_stages(fluv_ctx *ctx, const fluv_recipe *recipe, uint64_t *seen)
{
    size_t before = atomic_load(&ctx->memory.now);
    fluv_builder *counts = fluv_builder_new(ctx), *starves = fluv_builder_new(ctx);
    assert_true(counts && starves);
    for (size_t i = 0; i < fluv_recipe_stage_count(recipe); i++) {
        const fluv_stage_info *info = fluv_recipe_stage_at(recipe, i);
        for (size_t k = 0; k < fluv_stages_count; k++)
            if (&fluv_stages[k]->info == info)
                *seen |= (uint64_t)1 << k;
        stage_job count = {counts, recipe, info->name}, job = {starves, recipe, info->name};
        starving first = {run_until, &count, info->name}, s = {run_until, &job, info->name};
        long long own = count_of(ctx, &first, false);
        assert_true(own > 0);
        starve(ctx, &s, own, false);
        assert_int_equal(run_until(ctx, &job), FLUV_OK);
    }
    fluv_builder_delete(counts);
    fluv_builder_delete(starves);
    assert_int_equal(atomic_load(&ctx->memory.now), before);
}

static bool needs_a_file(const fluv_stage *stage)
{
    const char *name = stage->info.name;
    return strcmp(name, "import") == 0 || strcmp(name, "load") == 0 || strcmp(name, "keep") == 0;
}

static fluv_ctx *context(void)
{
    fluv_ctx *ctx = fluv_ctx_new();
    assert_non_null(ctx);
    fluv_set_threads(ctx, 1);
    return ctx;
}

static void every_stage_may_starve(void **state)
{
    (void)state;
    tries = cases_of(40, 8);
    uint64_t seen = 0;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        fluv_ctx *ctx = context();
        fluv_recipe *recipe = recipe_of(ctx, ways[i], 24);
        starve_stages(ctx, recipe, &seen);
        fluv_recipe_delete(recipe);
        assert_int_equal(atomic_load(&ctx->memory.now), 0);
        fluv_ctx_delete(ctx);
    }
    for (size_t i = 0; i < fluv_stages_count; i++)
        if (!needs_a_file(fluv_stages[i]) && !(seen >> i & 1))
            fail_msg("no recipe of this test has the stage %s", fluv_stages[i]->info.name);
}

/* Blocks above a megabyte are kept and used again, grow in place and move: a path of their own. */
static void large_blocks_may_starve(void **state)
{
    (void)state;
    tries = 12;
    QUICK_BUILD_ALONE();
    uint64_t seen = 0;
    fluv_ctx *ctx = context();
    fluv_recipe *recipe = recipe_of(
        ctx, "noise, thermal: {steps: 1}, hydraulic: {steps: 1}, drain, lakes, rivers", 560);
    starve_stages(ctx, recipe, &seen);
    fluv_recipe_delete(recipe);
    assert_int_equal(atomic_load(&ctx->memory.now), 0);
    fluv_ctx_delete(ctx);
}

/* Reading a preset and checking its plan, each whole. */
static fluv_status read_preset(fluv_ctx *ctx, void *name)
{
    fluv_recipe *recipe = NULL;
    char *text = NULL;
    fluv_work work;
    fluv_status status = fluv_recipe_read(ctx, name, &recipe);
    if (status == FLUV_OK)
        status = fluv_recipe_check(ctx, recipe, NULL);
    if (status == FLUV_OK)
        status = fluv_recipe_work(ctx, recipe, &work);
    if (status == FLUV_OK)
        status = fluv_recipe_text_in(ctx, recipe, "/tmp", &text);
    fluv_text_free(text);
    fluv_recipe_delete(recipe);
    return status;
}

static void every_preset_may_starve_when_read(void **state)
{
    (void)state;
    tries = cases_of(40, 4);
    for (size_t i = 0; i < fluv_preset_count(); i++) {
        fluv_ctx *ctx = context();
        char name[64];
        snprintf(name, sizeof name, "%s", fluv_preset_name(i));
        starve_all(ctx, read_preset, name, name);
        fluv_ctx_delete(ctx);
    }
}

/* ---- what is made of a landscape ---- */

typedef struct made {
    const fluv_landscape *land;
    const fluv_recipe *recipe;
    const char *name; /* of a file or view */
    uint8_t *whole;   /* what the file is when there is memory */
    size_t size;
} made;

static fluv_status check_rules(fluv_ctx *ctx, void *data)
{
    const made *m = data;
    fluv_verdict verdicts[FLUV_RULES];
    return fluv_check(ctx, m->land, verdicts);
}

static fluv_status write_folder(fluv_ctx *ctx, void *data)
{
    const made *m = data;
    const fluv_write_options quick = {.struct_size = sizeof quick,
                                      .without =
                                          "map.png,region.png,terrain.glb,basin.png,channel.png,"
                                          "plan.png"};
    fluv_status status = fluv_write(ctx, m->land, m->recipe, path_of("starved/out"), &quick);
    if (status != FLUV_OK)
        shell("test -z \"$(ls -A %s)\"", path_of("starved"));
    shell("rm -rf %s", path_of("starved/out"));
    return status;
}

/* The file is whole, or there is none. */
static fluv_status file_in_memory(fluv_ctx *ctx, void *data)
{
    made *m = data;
    uint8_t *bytes = NULL;
    size_t size = 0;
    fluv_status status = fluv_file_bytes(ctx, m->land, m->recipe, m->name, NULL, &bytes, &size);
    assert_int_equal(bytes != NULL, status == FLUV_OK);
    if (status == FLUV_OK && !m->whole) {
        m->whole = bytes;
        m->size = size;
        return status;
    }
    if (status == FLUV_OK && strcmp(m->name, "landscape.json") != 0) { /* which has times */
        assert_int_equal(size, m->size);
        assert_memory_equal(bytes, m->whole, size);
    }
    fluv_text_free(bytes);
    return status;
}

static fluv_status draw_view(fluv_ctx *ctx, void *data)
{
    const made *m = data;
    const fluv_render_options options = {.struct_size = sizeof options, .longest = 64};
    uint8_t *bytes = NULL, *rgba = NULL;
    size_t size;
    uint32_t width, height;
    fluv_status status = fluv_render_png(ctx, m->land, m->name, &options, &bytes, &size);
    if (status == FLUV_OK)
        status = fluv_render_rgba(ctx, m->land, m->name, &options, &rgba, &width, &height);
    fluv_text_free(bytes);
    fluv_text_free(rgba);
    return status;
}

static fluv_status read_folder(fluv_ctx *ctx, void *data)
{
    (void)data;
    fluv_landscape *land = NULL;
    fluv_status status = fluv_read(ctx, path_of("whole"), &land);
    assert_int_equal(land != NULL, status == FLUV_OK);
    fluv_landscape_delete(land);
    return status;
}

static fluv_status sample_tree(fluv_ctx *ctx, void *data)
{
    (void)data;
    const fluv_window window = {0.0, 0.0, 9000.0, 9000.0};
    fluv_tree *tree = NULL;
    fluv_status status = fluv_tree_read(ctx, path_of("whole"), &tree);
    if (status == FLUV_OK)
        status = fluv_tree_sample(ctx, tree, &window, 16, NULL, path_of("window.tif"));
    fluv_tree_delete(tree);
    return status;
}

/* Nothing is left of what was not finished. */
static fluv_status export_land(fluv_ctx *ctx, void *data)
{
    const made *m = data;
    const fluv_export_options options = {.struct_size = sizeof options, .profile = m->name};
    fluv_status status = fluv_export(ctx, m->land, m->recipe, path_of("starved/out"), &options);
    if (status != FLUV_OK)
        shell("test -z \"$(ls -A %s)\"", path_of("starved"));
    shell("rm -rf %s", path_of("starved/out"));
    return status;
}

static fluv_status measure_land(fluv_ctx *ctx, void *data)
{
    const made *m = data;
    fluv_measures *measures = NULL;
    char *json = NULL;
    fluv_status status = fluv_measure(ctx, m->land, NULL, &measures);
    assert_int_equal(measures != NULL, status == FLUV_OK);
    if (status == FLUV_OK)
        status = fluv_measures_json(ctx, measures, &json);
    if (status == FLUV_OK)
        status = fluv_measures_picture(ctx, m->land, measures, "a", path_of("starved/a.png"));
    assert_int_equal(access(path_of("starved/a.png"), F_OK) == 0, status == FLUV_OK);
    unlink(path_of("starved/a.png"));
    fluv_text_free(json);
    fluv_measures_delete(measures);
    return status;
}

static fluv_status draw_sheet(fluv_ctx *ctx, void *data)
{
    static const uint8_t pixels[4 * 8 * 8];
    const fluv_panel panels[] = {{pixels, 8, 8, "one"}, {NULL, 8, 8, "none"}};
    (void)data;
    fluv_status status = fluv_render_sheet(ctx, panels, 2, 2, path_of("starved/s.png"));
    assert_int_equal(access(path_of("starved/s.png"), F_OK) == 0, status == FLUV_OK);
    unlink(path_of("starved/s.png"));
    return status;
}

/* Pictures and the model take a tenth of a second, whatever the frame: few tries, on one landscape.
 */
static bool is_dear(const char *name)
{
    return strstr(name, "map.png") || strstr(name, "region.png") || strstr(name, ".glb");
}

static void starve_files(fluv_ctx *ctx, made *m, bool all)
{
    const long long many = cases_of(10, 3), few = cases_of(4, 2);
    tries = many;
    starve_all(ctx, check_rules, m, "check");
    starve_all(ctx, write_folder, m, "write");
    for (size_t i = 0; i < fluv_file_count(); i++) {
        m->name = fluv_file_name(i);
        m->whole = NULL;
        tries = is_dear(m->name) ? few : many;
        if (is_dear(m->name) && !all)
            continue;
        if (file_in_memory(ctx, m) == FLUV_OK)
            starve_all(ctx, file_in_memory, m, m->name);
        free(m->whole);
    }
    tries = few;
    for (size_t i = 0; i < fluv_view_count(); i++) {
        m->name = fluv_view_name(i);
        if (draw_view(ctx, m) == FLUV_OK)
            starve_all(ctx, draw_view, m, m->name);
    }
}

/* Of each way: the rules, all files, all pictures, and what reads a folder. */
static void every_file_and_reader_may_starve(void **state)
{
    (void)state;
    shell("mkdir %s", path_of("starved"));
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        fluv_ctx *ctx = context();
        fluv_recipe *recipe = recipe_of(ctx, ways[i], 24);
        fluv_builder *builder = fluv_builder_new(ctx);
        made m = {.recipe = recipe};
        assert_int_equal(fluv_builder_run(ctx, builder, recipe, NULL, &m.land), FLUV_OK);
        starve_files(ctx, &m, i == 0);
        tries = cases_of(10, 3);
        assert_int_equal(fluv_write(ctx, m.land, recipe, path_of("whole"), NULL), FLUV_OK);
        starve_all(ctx, read_folder, NULL, "read");
        if (access(path_of("whole/terrain.tree"), F_OK) == 0)
            starve_all(ctx, sample_tree, NULL, "tree");
        fluv_builder_delete(builder);
        fluv_recipe_delete(recipe);
        assert_int_equal(atomic_load(&ctx->memory.now), 0);
        fluv_ctx_delete(ctx);
    }
}

/* Land with rivers, a lake, names and materials, for every program that it can go to. */
static void every_export_and_figure_may_starve(void **state)
{
    (void)state;
    fluv_ctx *ctx = context();
    fluv_recipe *recipe = recipe_of(ctx, ways[1], 24);
    fluv_builder *builder = fluv_builder_new(ctx);
    made m = {.recipe = recipe};
    assert_int_equal(fluv_builder_run(ctx, builder, recipe, NULL, &m.land), FLUV_OK);
    tries = cases_of(24, 5);
    for (size_t i = 0; i < fluv_export_profile_count(); i++) {
        m.name = fluv_export_profile_at(i)->name;
        starve_all(ctx, export_land, &m, m.name);
    }
    starve_all(ctx, measure_land, &m, "measure");
    starve_all(ctx, draw_sheet, NULL, "sheet");
    fluv_builder_delete(builder);
    fluv_recipe_delete(recipe);
    assert_int_equal(atomic_load(&ctx->memory.now), 0);
    fluv_ctx_delete(ctx);
}

/* ---- stages that read files ---- */

static double hill(int col, int row)
{
    return 60.0 + 5.0 * ((col - 8) * (row - 7) % 9) - (col - 8) * (col - 8) / 2.0;
}

/* Whole recipes, as such a stage comes first. */
static fluv_status run_recipe(fluv_ctx *ctx, void *recipe)
{
    fluv_builder *builder = fluv_builder_new(ctx);
    const fluv_landscape *land = NULL;
    fluv_status status =
        builder ? fluv_builder_run(ctx, builder, recipe, NULL, &land) : FLUV_NO_MEMORY;
    fluv_builder_delete(builder);
    return status;
}

static void starve_text(memory_job *job, const char *text, const char *what)
{
    fluv_ctx *ctx = context();
    fluv_recipe *recipe = NULL;
    if (fluv_recipe_parse(ctx, text, strlen(text), "t.yaml", &recipe) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
    starve_all(ctx, job, recipe, what);
    fluv_recipe_delete(recipe);
    assert_int_equal(atomic_load(&ctx->memory.now), 0);
    fluv_ctx_delete(ctx);
}

static void every_import_may_starve(void **state)
{
    (void)state;
    tries = cases_of(40, 6);
    static const struct {
        const char *driver, *name;
        GDALDataType type;
    } forms[] = {{"GTiff", "f.tif", GDT_Float32},   {"PNG", "f.png", GDT_UInt16},
                 {"JPEG", "f.jpg", GDT_Byte},       {"EXR", "f.exr", GDT_Float32},
                 {"PNM", "f.pgm", GDT_UInt16},      {"BMP", "f.bmp", GDT_Byte},
                 {"AAIGrid", "f.asc", GDT_Float32}, {"XYZ", "f.xyz", GDT_Float32},

                 {"EHdr", "f.flt", GDT_Float32},

                 {"netCDF", "f.nc", GDT_Float32}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (!GDALGetDriverByName(forms[i].driver))
            continue;
        made_map map = utm_map(17, 17, hill);
        map.driver = forms[i].driver;
        map.type = forms[i].type;
        make_file(path_of(forms[i].name), map);
        char text[800];
        snprintf(text, sizeof text,
                 "interfluve: 1\nstages: [import: {file: %s}, drain, lakes, rivers]\n",
                 path_of(forms[i].name));
        starve_text(run_recipe, text, forms[i].name);
    }
}

/* What was done before stands beside the result's place, for the same call to go on with. */
static fluv_status run_in_tiles(fluv_ctx *ctx, void *recipe)
{
    const fluv_tile_options options = {
        .struct_size = sizeof options, .tile_cols = 7, .tile_rows = 9};
    fluv_tile_report report;
    fluv_status status = fluv_run_in_tiles(ctx, recipe, path_of("starved/map"), &options, &report);
    assert_int_equal(access(path_of("starved/map"), F_OK) == 0, status == FLUV_OK);
    shell("rm -rf %s %s", path_of("starved/map"), path_of("starved/map.tiles"));
    return status;
}

static void tiles_may_starve(void **state)
{
    (void)state;
    tries = cases_of(60, 8);
    make_file(path_of("map.tif"), utm_map(17, 17, hill));
    char text[800];
    snprintf(text, sizeof text, "interfluve: 1\nstages: [import: {file: %s}, drain]\n",
             path_of("map.tif"));
    starve_text(run_in_tiles, text, "tiles");
}

/* The folder of the last way lies in `whole`. */
static void loading_and_keeping_may_starve(void **state)
{
    (void)state;
    tries = cases_of(40, 6);
    char text[800];
    snprintf(text, sizeof text, "interfluve: 1\nstages: [load: {dir: %s}, lakes, rivers]\n",
             path_of("whole"));
    starve_text(run_recipe, text, "load");
    snprintf(text, sizeof text,
             "interfluve: 1\nseed: 3\nframe: {size: 24, width: 19200 m}\nstages: [noise: {shape: "
             "island}, keep: {from: %s}, lakes, rivers]\n",
             path_of("whole"));
    starve_text(run_recipe, text, "keep");
}

int main(void)
{
    json_set_alloc_funcs(json_memory, free);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_stage_may_starve),
        cmocka_unit_test(large_blocks_may_starve),
        cmocka_unit_test(every_preset_may_starve_when_read),
        cmocka_unit_test(every_file_and_reader_may_starve),
        cmocka_unit_test(every_export_and_figure_may_starve),
        cmocka_unit_test(every_import_may_starve),
        cmocka_unit_test(tiles_may_starve),
        cmocka_unit_test(loading_and_keeping_may_starve),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
