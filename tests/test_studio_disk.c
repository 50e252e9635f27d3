// SPDX-License-Identifier: MIT
/* The studio on disks that are full, in folders that vanish, and in folders of strangers. */
#include "studio_bench.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static const char *text_of(json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

static char *folder_name(json_t *project)
{
    const char *slash = strrchr(text_of(project, "folder"), '/');
    return strdup(slash + 1);
}

/* The project in the folder of this name, in a studio that was started anew. */
static json_t *open_again(const char *name)
{
    char body[200];
    bench_down(NULL);
    assert_int_equal(bench_up(NULL), 0);
    snprintf(body, sizeof body, "{\"folder\": \"%s/%s\"}", bench_folder, name);
    return post_json("open", body);
}

static void limit_files_to(rlim_t bytes)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void what_did_not_fit_is_saved_when_there_is_room(void **state)
{
    (void)state;
    json_t *project = open_land(NULL);
    char *name = folder_name(project);
    json_decref(project);
    signal(SIGXFSZ, SIG_IGN);
    limit_files_to(1);
    reply *full = post("edit", "{\"ops\": [{\"op\": \"seed\", \"value\": 61}]}");
    limit_files_to(RLIM_INFINITY);
    refused(full, 400, "cannot be saved");
    studio_look_at_disk(bench_studio); /* as every second: there is room again */
    char *recipe = read_text("%s/recipe.yaml", name);
    assert_non_null(strstr(recipe, "seed: 61"));
    free(recipe);
    json_decref(edit("{\"op\": \"seed\", \"value\": 62}"));
    project = open_again(name);
    assert_int_equal(json_integer_value(json_object_get(project, "seed")), 62);
    json_decref(project);
    project = post_json("undo", "");
    assert_int_equal(json_integer_value(json_object_get(project, "seed")), 61);
    json_decref(project);
    project = post_json("undo", "");
    assert_int_equal(json_integer_value(json_object_get(project, "seed")), 5);
    assert_true(json_is_null(json_object_get(project, "undo")));
    json_decref(project);
    free(name);
}

/* The change stands although it cannot be saved: the land is made from it, and pages hear of it. */
static void a_change_that_cannot_be_saved_is_told(void **state)
{
    (void)state;
    json_t *project = open_land(NULL);
    char command[PATH_MAX + 16];
    snprintf(command, sizeof command, "rm -r '%s'", text_of(project, "folder"));
    json_decref(project);
    json_decref(edit("{\"op\": \"seed\", \"value\": 71}"));
    listener *l = listen_to_news();
    assert_true(hears(l, "hello", ""));
    assert_int_equal(system(command), 0);
    refused(post("edit", "{\"ops\": [{\"op\": \"seed\", \"value\": 72}]}"), 400, "cannot be saved");
    assert_true(hears(l, "project", "\"edit\""));
    refused(post("undo", ""), 400, "cannot be saved");
    assert_true(hears(l, "project", "\"undo\""));
    project = get_json("project");
    assert_int_equal(json_integer_value(json_object_get(project, "seed")), 71);
    json_decref(project);
    assert_true(wait_result() > 0);
    stop_listening(l);
}

/* A folder that somebody else has made may hold links: they are not written through. */
static void links_are_not_followed(void **state)
{
    (void)state;
    json_t *project = open_land(NULL);
    char *name = folder_name(project), command[2048];
    json_decref(project);
    bench_down(NULL);
    snprintf(command, sizeof command,
             "cd %s && echo precious >mine && cd %s && rm history.jsonl && for f in history.jsonl "
             "recipe.yaml.new studio.json.new; do ln -s ../mine $f; done",
             bench_folder, name);
    assert_int_equal(system(command), 0);
    assert_int_equal(bench_up(NULL), 0);
    project = open_again(name);
    json_decref(project);
    json_decref(edit("{\"op\": \"seed\", \"value\": 81}"));
    char *mine = read_text("mine"), *recipe = read_text("%s/recipe.yaml", name);
    assert_string_equal(mine, "precious\n");
    assert_non_null(strstr(recipe, "seed: 81"));
    free(mine);
    free(recipe);
    free(name);
}

static void a_history_that_cannot_be_read_is_kept(void **state)
{
    (void)state;
    json_t *project = open_land(NULL);
    char *name = folder_name(project), path[512];
    json_decref(project);
    json_decref(edit("{\"op\": \"seed\", \"value\": 91}"));
    snprintf(path, sizeof path, "%s/%s/history.jsonl", bench_folder, name);
    off_t huge = ((off_t)1 << 30) + 1; /* all of it a hole */
    assert_int_equal(truncate(path, huge), 0);
    project = open_again(name);
    assert_int_equal(json_integer_value(json_object_get(project, "seed")), 91);
    json_decref(project);
    struct stat kept;
    snprintf(path, sizeof path, "%s/%s/history-old.jsonl", bench_folder, name);
    assert_int_equal(stat(path, &kept), 0);
    assert_true(kept.st_size == huge);
    json_decref(edit("{\"op\": \"seed\", \"value\": 92}"));
    project = post_json("undo", "");
    assert_int_equal(json_integer_value(json_object_get(project, "seed")), 91);
    json_decref(project);
    free(name);
}

/* What a power cut left of the last step is cut off, and so is a step that is none; the steps
 * before them are all there. */
static void a_step_half_written_is_cut_off(void **state)
{
    (void)state;
    static const char *const ends[] = {"{\"label\": \"half", "{\"label\": 3}\n",
                                       "{\"label\": \"no\", \"state\": {\"recipe\": }\n"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        json_t *project = open_land(NULL);
        char *name = folder_name(project), path[512];
        json_decref(project);
        json_decref(edit("{\"op\": \"seed\", \"value\": 81}"));
        json_decref(edit("{\"op\": \"seed\", \"value\": 82}"));
        bench_down(NULL);
        snprintf(path, sizeof path, "%s/%s/history.jsonl", bench_folder, name);
        FILE *file = fopen(path, "a");
        assert_non_null(file);
        assert_true(fputs(ends[i], file) >= 0);
        assert_int_equal(fclose(file), 0);
        assert_int_equal(bench_up(NULL), 0);
        project = open_again(name);
        assert_int_equal(json_integer_value(json_object_get(project, "seed")), 82);
        assert_true(json_is_null(json_object_get(project, "redo")));
        json_decref(project);
        project = post_json("undo", "");
        assert_int_equal(json_integer_value(json_object_get(project, "seed")), 81);
        json_decref(project);
        free(name);
    }
}

/* An edit whose answer was lost comes again: it is known by its word, by a program that was started
 * anew too. */
static void an_edit_that_comes_again_is_done_once(void **state)
{
    (void)state;
    static const char insert[] = "{\"id\": \"page-1\", \"label\": \"put\", \"ops\": [{\"op\": "
                                 "\"insert\", \"index\": 0, \"name\": \"noise\"}]}";
    json_t *project = open_land(NULL);
    size_t count = json_array_size(json_object_get(project, "stages"));
    char *name = folder_name(project);
    json_decref(project);
    for (int i = 0; i < 3; i++) {
        project = post_json("edit", insert);
        assert_int_equal(json_array_size(json_object_get(project, "stages")), count + 1);
        json_decref(project);
        if (i == 1)
            json_decref(open_again(name));
    }
    project = post_json("edit", "{\"id\": \"page-2\", \"label\": \"put\", \"ops\": [{\"op\": "
                                "\"insert\", \"index\": 0, \"name\": \"noise\"}]}");
    assert_int_equal(json_array_size(json_object_get(project, "stages")), count + 2);
    json_decref(project);
    char long_id[200];
    snprintf(long_id, sizeof long_id, "{\"id\": \"%080d\", \"ops\": []}", 1);
    refused(post("edit", long_id), 400, "`id`");
    free(name);
}

static void builds_are_told(void **state)
{
    (void)state;
    json_t *project = open_land(NULL);
    char *name = folder_name(project), path[512];
    assert_int_equal(json_array_size(json_object_get(project, "builds")), 0);
    json_decref(project);
    snprintf(path, sizeof path, "%s/%s/builds/final", bench_folder, name);
    assert_int_equal(mkdir(path, 0777), 0);
    project = get_json("project");
    json_t *builds = json_object_get(project, "builds");
    assert_int_equal(json_array_size(builds), 1);
    assert_string_equal(json_string_value(json_array_get(builds, 0)), "final");
    json_decref(project);
    free(name);
}

static void a_pipe_is_no_project(void **state)
{
    (void)state;
    char path[200], body[240];
    snprintf(path, sizeof path, "%s/pipes", bench_folder);
    snprintf(body, sizeof body, "{\"folder\": \"%s\"}", path);
    assert_int_equal(mkdir(path, 0777), 0);
    strcat(path, "/studio.json");
    assert_int_equal(mkfifo(path, 0666), 0);
    refused(post("open", body), 400, "is no project");
}

static void a_long_name_is_cut_between_letters(void **state)
{
    (void)state;
    char body[400] = "{\"recipe\": \"interfluve: 1\\nstages: []\\n\", \"name\": \"";
    for (int i = 0; i < 40; i++)
        strcat(body, "\xd0\xb6");
    strcat(body, "\"}");
    json_t *project = post_json("open", body);
    const char *name = text_of(project, "name");
    assert_int_equal(strlen(name), 62); /* 63 would end in half a letter */
    json_decref(project);
    json_decref(edit("{\"op\": \"seed\", \"value\": 3}"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, bench_up, bench_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_did_not_fit_is_saved_when_there_is_room),
        TEST(a_change_that_cannot_be_saved_is_told),
        TEST(links_are_not_followed),
        TEST(a_history_that_cannot_be_read_is_kept),
        TEST(a_step_half_written_is_cut_off),
        TEST(an_edit_that_comes_again_is_done_once),
        TEST(builds_are_told),
        TEST(a_pipe_is_no_project),
        TEST(a_long_name_is_cut_between_letters),
    };
    return cmocka_run_group_tests(tests, bench_begin, bench_end);
}
