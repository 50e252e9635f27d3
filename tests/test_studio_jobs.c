// SPDX-License-Identifier: MIT
/* Builds and sheets of the studio. */
#include "studio_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static int up_with_land(void **state)
{
    if (bench_up(state) != 0)
        return -1;
    json_decref(open_land(NULL));
    return 0;
}

static long long start(const char *kind, const char *wish)
{
    json_t *answer = post_json(kind, wish);
    long long id = json_integer_value(json_object_get(answer, "job"));
    json_decref(answer);
    return id;
}

static bool ends(listener *l, long long id, const char *state)
{
    char words[100];
    snprintf(words, sizeof words, "\"job\":%lld,\"kind\"", id);
    while (hears(l, "job", words)) {
        json_t *project = get_json("project"); /* it stays usable meanwhile */
        json_decref(project);
        pthread_mutex_lock(&bench_studio->jobs.lock);
        studio_job_state now = JOB_WAITING;
        for (studio_job *job = bench_studio->jobs.newest; job; job = job->next)
            if (job->id == id)
                now = job->state;
        pthread_mutex_unlock(&bench_studio->jobs.lock);
        if (now > JOB_RUNNING)
            return now == (strcmp(state, "done") == 0     ? JOB_DONE
                           : strcmp(state, "failed") == 0 ? JOB_FAILED
                                                          : JOB_CANCELLED);
    }
    return false;
}

static char *folder_of_project(void)
{
    json_t *project = get_json("project");
    char *folder = strdup(json_string_value(json_object_get(project, "folder")));
    json_decref(project);
    return folder;
}

/* What the studio builds is what the library makes of the project's recipe.yaml. */
static void a_build_is_what_the_recipe_makes(void **state)
{
    (void)state;
    json_decref(edit("{\"op\": \"seed\", \"value\": 12}, {\"op\": \"off\", \"stage\": \"s4\", "
                     "\"off\": true}, {\"op\": \"off\", \"stage\": \"s4\", \"off\": false}"));
    listener *l = listen_to_news();
    long long id = start("build", "{\"name\": \"final\", \"size\": 48, \"without\": "
                                  "[\"terrain.glb\", \"map.png\"]}");
    assert_true(ends(l, id, "done"));
    char *folder = folder_of_project(), file[PATH_MAX + 64], dir[PATH_MAX + 64];
    snprintf(file, sizeof file, "%s/recipe.yaml", folder);
    snprintf(dir, sizeof dir, "%s/by-hand", bench_folder);
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_recipe *recipe = NULL;
    fluv_builder *builder = fluv_builder_new(ctx);
    const fluv_landscape *land = NULL;
    const fluv_write_options options = {.struct_size = sizeof options,
                                        .without = "terrain.glb,map.png"};
    assert_int_equal(fluv_recipe_read(ctx, file, &recipe), FLUV_OK);
    assert_int_equal(fluv_builder_run(ctx, builder, recipe, NULL, &land), FLUV_OK);
    assert_int_equal(fluv_write(ctx, land, recipe, dir, &options), FLUV_OK);
    static const char *const same[] = {"height.tif", "water.tif",   "cover.tif",    "area.tif",
                                       "height.png", "recipe.yaml", "direction.tif"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        char command[2 * PATH_MAX];
        snprintf(command, sizeof command, "cmp %s/%s %s/builds/final/%s", dir, same[i], folder,
                 same[i]);
        if (system(command) != 0)
            fail_msg("%s differs", same[i]);
    }
    snprintf(file, sizeof file, "%s/builds/final/terrain.glb", folder);
    assert_true(access(file, F_OK) != 0);
    fluv_builder_delete(builder);
    fluv_recipe_delete(recipe);
    fluv_ctx_delete(ctx);
    free(folder);
    stop_listening(l);
}

static void builds_that_cannot_be(void **state)
{
    (void)state;
    refused(post("build", "{\"name\": \"../x\"}"), 400, "name");
    refused(post("build", "{\"name\": \"\"}"), 400, "name");
    refused(post("build", "{\"name\": \"a\", \"size\": 1e9}"), 400, "size");
    refused(post("build", "{\"name\": \"a\", \"size\": 100000}"), 400, "size");
    refused(post("build", "{\"name\": \"a\", \"without\": [\"passwd\"]}"), 400, "without");
    refused(post("jobs/77/cancel", ""), 404, "no such job");
    /* A folder that is somebody else's is left alone. */
    char *folder = folder_of_project(), command[PATH_MAX + 100];
    snprintf(command, sizeof command, "mkdir %s/builds/mine && touch %s/builds/mine/file", folder,
             folder);
    assert_int_equal(system(command), 0);
    free(folder);
    listener *l = listen_to_news();
    assert_true(ends(l, start("build", "{\"name\": \"mine\", \"size\": 32}"), "failed"));
    stop_listening(l);
}

static void a_build_can_be_stopped(void **state)
{
    (void)state;
    listener *l = listen_to_news();
    long long first = start("build", "{\"name\": \"large\", \"size\": 4096}");
    long long second = start("build", "{\"name\": \"waits\", \"size\": 64}");
    assert_true(hears(l, "job", "\"running\""));
    char path[64];
    snprintf(path, sizeof path, "jobs/%lld/cancel", second);
    json_decref(post_json(path, ""));
    snprintf(path, sizeof path, "jobs/%lld/cancel", first);
    json_decref(post_json(path, ""));
    assert_true(ends(l, first, "cancelled"));
    char *folder = folder_of_project(), dir[PATH_MAX + 64];
    snprintf(dir, sizeof dir, "%s/builds/large", folder);
    assert_true(access(dir, F_OK) != 0);
    snprintf(dir, sizeof dir, "%s/builds/waits", folder);
    assert_true(access(dir, F_OK) != 0);
    free(folder);
    stop_listening(l);
}

/* For another program: the size it takes, its files, what it must be told; and `told` is kept for
 * pages that come later. */
static void a_build_for_another_program(void **state)
{
    (void)state;
    json_t *about = get_json("about"), *fit = get_json("fit?for=unreal&size=140");
    assert_int_equal(json_array_size(json_object_get(about, "profiles")),
                     fluv_export_profile_count());
    assert_int_equal(json_array_size(json_object_get(about, "maps")), fluv_export_map_count());
    assert_int_equal(json_integer_value(json_object_get(fit, "cols")), 127);
    assert_int_equal(json_integer_value(json_object_get(fit, "rows")), 127);
    json_decref(about);
    json_decref(fit);
    listener *l = listen_to_news();
    long long id = start("build", "{\"name\": \"away\", \"for\": \"unreal\", \"size\": 140, "
                                  "\"format\": \"r16\", \"maps\": [\"slope\"]}");
    assert_true(ends(l, id, "done"));
    stop_listening(l);
    char *folder = folder_of_project(), path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s/builds/away/export.json", folder);
    json_t *export = json_load_file(path, 0, NULL);
    const json_t *lattice = json_object_get(export, "lattice");
    assert_int_equal(json_integer_value(json_object_get(lattice, "cols")), 127);
    /* The land was made with as many cells, and not resampled. */
    char *notes = json_dumps(json_object_get(export, "notes"), JSON_ENCODE_ANY);
    assert_null(strstr(notes, "resampled"));
    free(notes);
    json_decref(export);
    static const char *const files[] = {"height.r16", "slope.png", "rivers.json"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/builds/away/%s", folder, files[i]);
        assert_int_equal(access(path, F_OK), 0);
    }
    snprintf(path, sizeof path, "%s/builds/away/wetness.png", folder);
    assert_true(access(path, F_OK) != 0);
    free(folder);
    l = listen_to_news(); /* hears what was, first */
    assert_true(hears(l, "job", "Overall Resolution"));
    stop_listening(l);
}

static void builds_for_programs_that_cannot_be(void **state)
{
    (void)state;
    static const char *const wishes[][2] = {
        {"{\"name\": \"a\", \"for\": \"unreel\"}", "unreal"},
        {"{\"name\": \"a\", \"for\": 7}", "for"},
        {"{\"name\": \"a\", \"for\": \"unity\", \"format\": \"exr\"}", "raw"},
        {"{\"name\": \"a\", \"for\": \"unity\", \"maps\": [\"slop\"]}", "slope"},
        {"{\"name\": \"a\", \"for\": \"unity\", \"maps\": [\"a,b\"]}", "maps"},
        {"{\"name\": \"a\", \"for\": \"unity\", \"tiles\": 65}", "tiles"},
        {"{\"name\": \"a\", \"for\": \"unity\", \"size\": 1}", "size"},
        {"{\"name\": \"a\", \"for\": \"unity\", \"snow_line\": -1}", "snow_line"},
        {"{\"name\": \"final\", \"for\": \"unity\"}", "no export"}};
    char *folder = folder_of_project(), command[2 * PATH_MAX + 100];
    snprintf(command, sizeof command, "mkdir -p %s/builds/final && touch %s/builds/final/file",
             folder, folder);
    assert_int_equal(system(command), 0);
    free(folder);
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++)
        refused(post("build", wishes[i][0]), 400, wishes[i][1]);
    refused(get("fit?for=nothing"), 400, "profile");
    refused(get("fit?for=unity&size=-3"), 400, "size");
}

static void is_png(const reply *r)
{
    assert_int_equal(r->code, 200);
    assert_true(r->size > 60 && memcmp(r->body, "\x89PNG", 4) == 0);
}

static void sheets_of_seeds_and_of_values(void **state)
{
    (void)state;
    listener *l = listen_to_news();
    long long id = start("sheet", "{\"size\": 48, \"seeds\": [1, 2, 3]}");
    assert_true(hears(l, "sheet", "\"index\":2,\"state\":\"done\""));
    for (int i = 0; i < 3; i++)
        is_png(get("sheets/%lld/%d.png", id, i));
    reply *one = get("sheets/%lld/0.png", id), *two = get("sheets/%lld/1.png", id);
    assert_false(one->size == two->size && memcmp(one->body, two->body, one->size) == 0);
    refused(get("sheets/%lld/3.png", id), 404, "no such picture");
    refused(get("sheets/%lld/999999999999.png", id), 404, "no such picture");
    /* One of the values cannot be: its place stays empty, the others come. */
    id = start("sheet", "{\"size\": 48, \"stage\": \"s3\", \"path\": \"min_area\", \"values\": "
                        "[1000, -5, \"4 ha\"]}");
    assert_true(hears(l, "sheet", "\"index\":1,\"state\":\"failed\""));
    assert_true(hears(l, "sheet", "\"index\":2,\"state\":\"done\""));
    is_png(get("sheets/%lld/0.png", id));
    refused(get("sheets/%lld/1.png", id), 404, "no such picture");
    refused(post("sheet", "{\"seeds\": []}"), 400, "1 to");
    refused(post("sheet", "{\"seeds\": [-1]}"), 400, "1 to");
    refused(post("sheet", "{\"seeds\": [1], \"size\": 5000}"), 400, "pixels");
    refused(post("sheet", "{\"values\": [1]}"), 400, "stage");
    refused(post("sheet", "{\"stage\": \"zz\", \"path\": \"a\", \"values\": [1]}"), 400, "zz");
    refused(post("sheet", "{\"stage\": \"s3\", \"path\": \"zz\", \"values\": [1]}"), 400, "zz");
    refused(post("sheet", "{\"stage\": \"s3\", \"path\": \"runoff\", \"values\": [{\"image\": "
                          "\"/etc/hostname\"}]}"),
            400, "numbers");
    json_decref(post_json(
        "open", "{\"recipe\": \"interfluve: 1\\nframe: {size: 48, width: 10 km}\\nstages:\\n  - "
                "noise: {}\\n  - drain: {}\\n  - lakes: {rain: {image: page/index.html, low: 0, "
                "high: 1}}\\n\"}"));
    refused(post("sheet", "{\"stage\": \"s7\", \"path\": \"rain.image\", \"values\": "
                          "[\"/etc/hostname\"]}"),
            400, "files");
    stop_listening(l);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, up_with_land, bench_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_build_is_what_the_recipe_makes), TEST(builds_that_cannot_be),
        TEST(a_build_for_another_program),      TEST(builds_for_programs_that_cannot_be),
        TEST(a_build_can_be_stopped),           TEST(sheets_of_seeds_and_of_values),
    };
    return cmocka_run_group_tests(tests, bench_begin, bench_end);
}
