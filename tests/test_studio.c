// SPDX-License-Identifier: MIT
/* The studio's project: what is opened, changed, taken back and saved. */
#include "studio_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static const char *text_of(json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

static json_int_t revision_of(json_t *project)
{
    return json_integer_value(json_object_get(project, "revision"));
}

static void about_tells_the_tables(void **state)
{
    (void)state;
    json_t *about = get_json("about");
    assert_int_equal(json_array_size(json_object_get(about, "stages")), fluv_stage_count());
    assert_int_equal(json_array_size(json_object_get(about, "layers")), fluv_layer_count());
    assert_int_equal(json_array_size(json_object_get(about, "presets")), fluv_preset_count());
    assert_int_equal(json_integer_value(json_object_get(about, "rules")), FLUV_RULES);
    json_t *coast = NULL;
    for (size_t i = 0; i < fluv_stage_count(); i++)
        if (strcmp(text_of(json_array_get(json_object_get(about, "stages"), i), "name"), "coast") ==
            0)
            coast = json_array_get(json_object_get(about, "stages"), i);
    json_t *params = json_object_get(coast, "params"), *landmasses = NULL;
    for (size_t i = 0; i < json_array_size(params); i++)
        if (strcmp(text_of(json_array_get(params, i), "name"), "landmasses") == 0)
            landmasses = json_array_get(params, i);
    assert_string_equal(text_of(landmasses, "type"), "list");
    assert_true(json_array_size(json_object_get(landmasses, "columns")) > 1);
    json_decref(about);
}

static void nothing_is_open_at_first(void **state)
{
    (void)state;
    json_t *project = get_json("project");
    assert_true(json_is_false(json_object_get(project, "open")));
    json_decref(project);
    refused(post("edit", "{\"ops\": []}"), 400, "no project");
    refused(post("undo", ""), 400, "no project");
    refused(post("build", "{\"name\": \"a\"}"), 400, "no project");
    refused(get("recipe"), 404, "no project");
}

static void opening_makes_a_folder_of_its_own(void **state)
{
    (void)state;
    json_t *project = open_land(NULL);
    const char *folder = text_of(project, "folder");
    assert_string_equal(text_of(project, "name"), "small");
    assert_true(strncmp(folder, bench_folder, strlen(bench_folder)) == 0);
    assert_true(strstr(folder, "/small-studio") != NULL);
    assert_true(json_is_null(json_object_get(project, "problem")));
    assert_true(json_is_null(json_object_get(project, "undo")));
    char *first = strdup(folder);
    json_decref(project);
    project = open_land(NULL);
    assert_string_not_equal(text_of(project, "folder"), first);
    free(first);
    json_decref(project);
    refused(post("open", "{\"preset\": \"nosuch\"}"), 400, "no preset");
    refused(post("open", "{\"folder\": \"/nosuch\"}"), 400, "no folder");
    refused(post("open", "{}"), 400, "expected one of");
    refused(post("open", "{\"map\": \"../../etc/passwd\"}"), 400, "map");
    refused(post("open", "{\"recipe\": \"stages: [nosuch]\"}"), 400, "");
    refused(post("open", "{\"recipe\": \"interfluve: 1\\nstages:\\n  - import: {file: "
                         "/etc/hostname}\\n\"}"),
            400, "not below");
    project = post_json("open", "{\"empty\": {\"width\": 3000, \"size\": 64}}");
    assert_true(json_is_null(json_object_get(project, "problem"))); /* an empty frame is none */
    json_decref(project);
}

static void edits_are_all_or_none(void **state)
{
    (void)state;
    json_t *project = open_land(NULL);
    json_int_t before = revision_of(project);
    json_decref(project);
    refused(post("edit", "{\"ops\": [{\"op\": \"seed\", \"value\": 77}, {\"op\": \"set\", "
                         "\"stage\": \"s3\", \"path\": \"min_area\", \"value\": -1}]}"),
            400, "out of range");
    project = get_json("project");
    assert_int_equal(revision_of(project), before);
    assert_int_equal(json_integer_value(json_object_get(project, "seed")), 5);
    json_decref(project);
    project = edit("{\"op\": \"seed\", \"value\": 77}, {\"op\": \"set\", \"stage\": \"s3\", "
                   "\"path\": \"min_area\", \"value\": \"3 ha\"}");
    assert_int_equal(revision_of(project), before + 1);
    assert_int_equal(json_integer_value(json_object_get(project, "seed")), 77);
    assert_int_equal(json_integer_value(value_of(project, "s3", "min_area")), 30000);
    json_decref(project);
}

static void mistakes_are_told_in_a_line(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"{\"op\": \"nosuch\"}", "no operation"},
        {"{\"op\": \"set\", \"stage\": \"zz\", \"path\": \"a\", \"value\": 1}", "no stage"},
        {"{\"op\": \"set\", \"stage\": \"s3\", \"path\": \"nosuch\", \"value\": 1}", "nosuch"},
        {"{\"op\": \"set\", \"stage\": \"s3\", \"path\": \"min_area\"}", "`value` is missing"},
        {"{\"op\": \"set\", \"stage\": \"s3\", \"value\": 1}", "`path` is missing"},
        {"{\"op\": \"set\", \"stage\": \"s3\", \"path\": \"mode\", \"value\": \"wet\"}", "wet"},
        {"{\"op\": \"set\", \"stage\": \"s3\", \"path\": \"rain\", \"value\": {\"image\": "
         "\"/etc/hostname\", \"low\": 0, \"high\": 1}}",
         "no file of the project"},
        {"{\"op\": \"set\", \"stage\": \"s3\", \"path\": \"rain\", \"value\": {\"image\": "
         "\"images/../../../etc/hostname\", \"low\": 0, \"high\": 1}}",
         "no file of the project"},
        {"{\"op\": \"insert\", \"name\": \"import\", \"index\": 0, \"params\": {\"file\": "
         "\"/etc/hostname\"}}",
         "no file of the project"},
        {"{\"op\": \"insert\", \"name\": \"nosuch\", \"index\": 0}", "unknown stage"},
        {"{\"op\": \"insert\", \"name\": \"lakes\", \"index\": 9}", "from 0 to 4"},
        {"{\"op\": \"insert\", \"name\": \"lakes\", \"index\": 0, \"key\": \"s1\"}", "key"},
        {"{\"op\": \"insert\", \"name\": \"lakes\", \"index\": 0, \"key\": \"a/b\"}", "key"},
        {"{\"op\": \"move\", \"stage\": \"s1\", \"to\": 7}", "from 0 to 3"},
        {"{\"op\": \"move\", \"stage\": \"frame\", \"to\": 0}", "no stage"},
        {"{\"op\": \"remove_row\", \"stage\": \"s1\", \"path\": \"seed\", \"row\": 0}", "no list"},
        {"{\"op\": \"off\", \"stage\": \"s1\", \"off\": 1}", "true or false"},
        {"{\"op\": \"seed\", \"value\": -3}", "whole number"},
        {"{\"op\": \"seed\", \"value\": \"18446744073709551616\"}", "whole number"},
        {"7", "`op` is missing"},
    };
    json_t *before = open_land(NULL);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char body[1024];
        snprintf(body, sizeof body, "{\"label\": \"x\", \"ops\": [%s]}", wrong[i][0]);
        refused(post("edit", body), 400, wrong[i][1]);
    }
    refused(post("edit", "{\"ops\": 7}"), 400, "list");
    refused(post("edit", "[1"), 400, "no JSON");
    refused(post("edit", "[1]"), 400, "object");
    json_t *after = get_json("project");
    assert_int_equal(revision_of(after), revision_of(before));
    json_decref(before);
    json_decref(after);
}

static void undo_and_redo_go_all_the_way(void **state)
{
    (void)state;
    json_t *begun = open_land(NULL);
    for (int i = 0; i < 5; i++) {
        char op[64];
        snprintf(op, sizeof op, "{\"op\": \"seed\", \"value\": %d}", 100 + i);
        json_decref(edit(op));
    }
    json_t *last = get_json("project");
    for (int i = 0; i < 5; i++)
        json_decref(post_json("undo", ""));
    refused(post("undo", ""), 400, "nothing to undo");
    json_t *first = get_json("project");
    assert_true(json_equal(json_object_get(first, "stages"), json_object_get(begun, "stages")));
    assert_int_equal(json_integer_value(json_object_get(first, "seed")), 5);
    assert_true(json_is_null(json_object_get(first, "undo")));
    assert_string_equal(text_of(first, "redo"), "an edit");
    for (int i = 0; i < 5; i++)
        json_decref(post_json("redo", ""));
    refused(post("redo", ""), 400, "nothing to do again");
    json_t *again = get_json("project");
    assert_int_equal(json_integer_value(json_object_get(again, "seed")), 104);
    assert_true(json_equal(json_object_get(again, "stages"), json_object_get(last, "stages")));
    /* Another way after an undo: what would have come is gone. */
    json_decref(post_json("undo", ""));
    json_decref(edit("{\"op\": \"seed\", \"value\": 9}"));
    refused(post("redo", ""), 400, "nothing to do again");
    json_decref(begun);
    json_decref(last);
    json_decref(first);
    json_decref(again);
}

static void a_drag_is_one_step(void **state)
{
    (void)state;
    json_decref(open_land(NULL));
    for (int i = 0; i < 6; i++) {
        char body[200];
        snprintf(body, sizeof body,
                 "{\"label\": \"drag\", \"merge\": \"d%d\", \"ops\": [{\"op\": \"set\", \"stage\": "
                 "\"s3\", \"path\": \"min_area\", \"value\": %d}]}",
                 i / 3, 1000 + i);
        json_decref(post_json("edit", body));
    }
    json_t *project = post_json("undo", "");
    assert_int_equal(json_integer_value(value_of(project, "s3", "min_area")), 1002);
    json_decref(project);
    project = post_json("undo", "");
    assert_string_equal(text_of(project, "redo"), "drag");
    assert_true(json_is_null(json_object_get(project, "undo")));
    json_decref(project);
    /* An edit that changes nothing is no step. */
    json_decref(edit("{\"op\": \"seed\", \"value\": 5}"));
    json_decref(post_json("redo", ""));
}

static void an_edit_of_old_is_refused(void **state)
{
    (void)state;
    json_t *project = open_land(NULL);
    char body[200];
    snprintf(body, sizeof body, "{\"revision\": %lld, \"ops\": [{\"op\": \"seed\", \"value\": 8}]}",
             (long long)revision_of(project));
    json_decref(post_json("edit", body));
    refused(post("edit", body), 409, "revision");
    json_decref(project);
}

static void stages_are_put_in_and_moved(void **state)
{
    (void)state;
    json_decref(open_land(NULL));
    json_t *project = edit("{\"op\": \"insert\", \"index\": 1, \"name\": \"thermal\", \"key\": "
                           "\"mine\", \"params\": {\"talus\": 0.5}}");
    assert_true(json_real_value(value_of(project, "mine", "talus")) == 0.5);
    json_decref(project);
    project = edit("{\"op\": \"move\", \"stage\": \"mine\", \"to\": 4}");
    json_t *stages = json_object_get(project, "stages");
    assert_string_equal(text_of(json_array_get(stages, 4), "key"), "mine");
    assert_string_equal(text_of(json_array_get(stages, 3), "key"), "s4");
    json_decref(project);
    /* An order that cannot run stands, with its problem. */
    project = edit("{\"op\": \"move\", \"stage\": \"s1\", \"to\": 4}");
    stages = json_object_get(project, "stages");
    assert_false(json_is_null(json_object_get(project, "problem")));
    assert_non_null(strstr(text_of(json_array_get(stages, 0), "problem"), "needs `height`"));
    assert_string_equal(text_of(json_object_get(project, "problem"), "stage"), "s2");
    json_decref(project);
    json_decref(post_json("view", "{\"until\": \"mine\"}"));
    project = edit("{\"op\": \"move\", \"stage\": \"s1\", \"to\": 0}, {\"op\": \"remove\", "
                   "\"stage\": \"mine\"}, {\"op\": \"reset\", \"stage\": \"s3\", \"path\": "
                   "\"min_area\"}");
    assert_true(json_is_null(json_object_get(project, "problem")));
    assert_int_equal(json_array_size(json_object_get(project, "stages")), 4);
    assert_true(json_is_null(json_object_get(json_object_get(project, "view"), "until")));
    json_decref(project);
    json_t *places = get_json("places?stage=s3");
    assert_int_equal(json_array_size(places), 4);
    assert_non_null(text_of(json_array_get(places, 0), "problem"));
    assert_true(json_is_null(json_object_get(json_array_get(places, 2), "problem")));
    json_decref(places);
    places = get_json("places?name=thermal");
    assert_int_equal(json_array_size(places), 5);
    json_decref(places);
    refused(get("places?name=nosuch"), 400, "stage");
}

static void rows_of_lists(void **state)
{
    (void)state;
    json_decref(
        open_land("interfluve: 1\nframe: {size: 48, width: 10 km}\nstages:\n  - coast: {}\n"));
    json_t *project =
        edit("{\"op\": \"insert_row\", \"stage\": \"s1\", \"path\": \"landmasses\", \"row\": 0, "
             "\"value\": {\"markers\": [{\"x\": 2000, \"y\": 2000}, {\"x\": 8000, \"y\": 2000}, "
             "{\"x\": \"5 km\", \"y\": 8000}]}}");
    json_t *markers =
        json_object_get(json_array_get(value_of(project, "s1", "landmasses"), 0), "markers");
    assert_int_equal(json_array_size(markers), 3);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(markers, 2), "x")), 5000);
    json_decref(project);
    project = edit("{\"op\": \"set\", \"stage\": \"s1\", \"path\": \"landmasses[0].markers[1].x\", "
                   "\"value\": 7500.5}");
    markers = json_object_get(json_array_get(value_of(project, "s1", "landmasses"), 0), "markers");
    assert_true(json_real_value(json_object_get(json_array_get(markers, 1), "x")) == 7500.5);
    json_decref(project);
    assert_true(wait_result() > 0);
    project = edit("{\"op\": \"remove_row\", \"stage\": \"s1\", \"path\": \"landmasses\", \"row\": "
                   "0}");
    assert_int_equal(json_array_size(value_of(project, "s1", "landmasses")), 0);
    json_decref(project);
}

/* ---- Saved -------------------------------------------------------------------------------------
 */

static char *folder_name(json_t *project)
{
    const char *slash = strrchr(text_of(project, "folder"), '/');
    return strdup(slash + 1);
}

static void what_was_done_is_there_again(void **state)
{
    (void)state;
    json_t *project = open_land(NULL);
    char *name = folder_name(project);
    json_decref(edit("{\"op\": \"seed\", \"value\": 31}"));
    json_decref(edit("{\"op\": \"set\", \"stage\": \"s3\", \"path\": \"min_area\", \"value\": "
                     "12345}, {\"op\": \"off\", \"stage\": \"s2\", \"off\": true}"));
    json_decref(post_json("ui", "{\"tab\": [1, 2]}"));
    json_decref(post_json("view", "{\"size\": 64, \"until\": \"s3\"}"));
    json_t *before = get_json("project");
    bench_down(NULL); /* as if it were stopped */
    assert_int_equal(bench_up(NULL), 0);
    char body[200];
    snprintf(body, sizeof body, "{\"folder\": \"%s/%s\"}", bench_folder, name);
    json_t *after = post_json("open", body);
    static const char *const same[] = {"name", "folder", "seed", "frame", "stages",
                                       "undo", "redo",   "view", "ui"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (!json_equal(json_object_get(before, same[i]), json_object_get(after, same[i])))
            fail_msg("`%s` is not as it was", same[i]);
    assert_true(revision_of(after) > revision_of(before));
    json_decref(post_json("undo", ""));
    json_t *first = post_json("undo", "");
    assert_int_equal(json_integer_value(json_object_get(first, "seed")), 5);
    json_decref(first);
    json_decref(before);
    json_decref(after);
    json_decref(project);
    free(name);
}

static void a_folder_is_open_once(void **state)
{
    (void)state;
    json_t *project = open_land(NULL);
    char body[PATH_MAX];
    snprintf(body, sizeof body, "{\"folder\": \"%s\"}", text_of(project, "folder"));
    json_decref(post_json("open", body)); /* by itself it may be opened again */
    studio *first = bench_studio;
    assert_int_equal(bench_up(NULL), 0);
    refused(post("open", body), 400, "another studio");
    bench_down(NULL);
    bench_studio = first;
    json_decref(project);
}

static void stages_that_are_off_are_not_in_the_recipe(void **state)
{
    (void)state;
    json_t *project = open_land(NULL);
    char *name = folder_name(project);
    json_decref(project);
    project = edit("{\"op\": \"set\", \"stage\": \"s4\", \"path\": \"area\", \"value\": \"2 "
                   "km2\"}, {\"op\": \"off\", \"stage\": \"s4\", \"off\": true}");
    json_decref(project);
    char *text = read_text("%s/recipe.yaml", name);
    assert_non_null(strstr(text, "- lakes:"));
    assert_null(strstr(text, "- rivers:"));
    free(text);
    json_int_t id = wait_result();
    json_t *result = get_json("results/%lld", (long long)id);
    assert_int_equal(json_array_size(json_object_get(result, "stages")), 3);
    json_decref(result);
    project = edit("{\"op\": \"off\", \"stage\": \"s4\", \"off\": false}");
    assert_int_equal(json_integer_value(value_of(project, "s4", "area")), 2000000);
    json_decref(project);
    text = read_text("%s/recipe.yaml", name);
    assert_non_null(strstr(text, "- rivers:"));
    free(text);
    free(name);
}

static void write_recipe(const char *name, const char *text)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s/recipe.yaml", bench_folder, name);
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

static void a_recipe_changed_on_disk_is_taken(void **state)
{
    (void)state;
    json_t *project = open_land(NULL);
    char *name = folder_name(project);
    json_decref(project);
    json_decref(edit("{\"op\": \"off\", \"stage\": \"s2\", \"off\": true}"));
    listener *l = listen_to_news();
    assert_true(hears(l, "hello", "revision"));
    write_recipe(name, "interfluve: 1\nseed: 99\nframe: {size: 48, width: 10 km}\n"
                       "stages:\n  - noise: {}\n  - thermal: {}\n  - lakes: {}\n  - rivers: {}\n");
    studio_look_at_disk(bench_studio);
    assert_true(hears(l, "disk", "changed on disk"));
    assert_true(hears(l, "project", "disk")); /* after it: why, first */
    project = get_json("project");
    json_t *stages = json_object_get(project, "stages");
    assert_int_equal(json_integer_value(json_object_get(project, "seed")), 99);
    assert_string_equal(text_of(project, "undo"), "changed on disk");
    assert_int_equal(json_array_size(stages), 5); /* the one that is off is still there */
    assert_string_equal(text_of(json_array_get(stages, 0), "key"), "s1");
    assert_string_equal(text_of(json_array_get(stages, 1), "key"), "s2");
    assert_true(json_is_true(json_object_get(json_array_get(stages, 1), "off")));
    assert_string_equal(text_of(json_array_get(stages, 4), "key"), "s4");
    json_decref(project);
    json_int_t revision;
    project = post_json("undo", "");
    assert_int_equal(json_integer_value(json_object_get(project, "seed")), 5);
    revision = revision_of(project);
    json_decref(project);
    /* What cannot be read changes nothing, and is told. */
    write_recipe(name, "interfluve: 1\nstages: [nosuch\n");
    studio_look_at_disk(bench_studio);
    assert_true(hears(l, "disk", "\"error\""));
    project = get_json("project");
    assert_int_equal(revision_of(project), revision);
    json_decref(project);
    stop_listening(l);
    free(name);
}

static void the_recipe_is_what_the_land_was_made_from(void **state)
{
    (void)state;
    json_t *project = open_land(NULL);
    char *name = folder_name(project);
    json_decref(project);
    json_decref(edit("{\"op\": \"set\", \"stage\": \"s1\", \"path\": \"wavelength\", \"value\": "
                     "3333.25}"));
    reply *r = get("recipe");
    char *text = read_text("%s/recipe.yaml", name);
    assert_string_equal(r->body, text);
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_recipe *recipe = NULL;
    fluv_builder *builder = fluv_builder_new(ctx);
    const fluv_landscape *land = NULL;
    assert_int_equal(fluv_recipe_parse(ctx, text, strlen(text), "text", &recipe), FLUV_OK);
    assert_int_equal(fluv_builder_run(ctx, builder, recipe, NULL, &land), FLUV_OK);
    r = get("results/%lld/layers/height", (long long)wait_result());
    assert_int_equal(r->size, 48 * 48 * 4);
    assert_memory_equal(r->body, fluv_height_of(land), r->size);
    fluv_builder_delete(builder);
    fluv_recipe_delete(recipe);
    fluv_ctx_delete(ctx);
    free(text);
    free(name);
}

/* Each that cannot stand where it is says so itself; not those that only wait for one of them. */
static void every_stage_tells_its_own_problem(void **state)
{
    (void)state;
    json_t *project =
        open_land("interfluve: 1\nframe: {size: 48, width: 5 km}\nstages:\n  - noise: {}\n");
    json_decref(project);
    project = edit("{\"op\": \"insert\", \"index\": 0, \"name\": \"channels\"}, {\"op\": "
                   "\"insert\", \"index\": 1, \"name\": \"relief\"}, {\"op\": \"insert\", "
                   "\"index\": 3, \"name\": \"courses\"}");
    json_t *stages = json_object_get(project, "stages");
    assert_non_null(text_of(json_array_get(stages, 0), "problem"));
    assert_null(text_of(json_array_get(stages, 1), "problem")); /* it waits for `channels` */
    assert_null(text_of(json_array_get(stages, 2), "problem"));
    assert_non_null(text_of(json_array_get(stages, 3), "problem"));
    assert_string_equal(text_of(json_object_get(project, "problem"), "stage_name"), "channels");
    json_decref(project);
}

static void pages_tell_what_they_have_drawn(void **state)
{
    (void)state;
    char path[64];
    json_decref(open_land(NULL));
    json_int_t made = wait_result();
    snprintf(path, sizeof path, "results/%lld/drawn", (long long)made);
    assert_int_equal(bench_studio->worker.drawn, 0);
    refused(post("results/999999/drawn", ""), 404, "no such result");
    refused(post("results/x/drawn", ""), 404, "no such result");
    assert_int_equal(bench_studio->worker.drawn, 0);
    json_decref(post_json(path, ""));
    assert_int_equal(bench_studio->worker.drawn, made);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, bench_up, bench_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(about_tells_the_tables),
        TEST(nothing_is_open_at_first),
        TEST(opening_makes_a_folder_of_its_own),
        TEST(edits_are_all_or_none),
        TEST(mistakes_are_told_in_a_line),
        TEST(undo_and_redo_go_all_the_way),
        TEST(a_drag_is_one_step),
        TEST(an_edit_of_old_is_refused),
        TEST(stages_are_put_in_and_moved),
        TEST(rows_of_lists),
        TEST(every_stage_tells_its_own_problem),
        TEST(what_was_done_is_there_again),
        TEST(a_folder_is_open_once),
        TEST(stages_that_are_off_are_not_in_the_recipe),
        TEST(a_recipe_changed_on_disk_is_taken),
        TEST(the_recipe_is_what_the_land_was_made_from),
        TEST(pages_tell_what_they_have_drawn),
    };
    return cmocka_run_group_tests(tests, bench_begin, bench_end);
}
