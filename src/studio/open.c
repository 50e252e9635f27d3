// SPDX-License-Identifier: MIT
/* Opening: which folder a project gets, and what it begins with. Files of the user's are read and
 * never written: a project has a folder and a recipe of its own. */
#include "studio/call.h"
#include "studio/edit.h"
#include "studio/files.h"
#include "studio/project.h"
#include "studio/trial.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define LARGEST_JSON ((size_t)64 << 20)
#define MOST_FOLDERS 1000 /* NAME-studio-2, -3, … */

void project_close(studio_project *project)
{
    if (!project->open)
        return;
    project_save_rest(project);
    history_close(&project->history);
    state_free(&project->now);
    if (project->folder_lock >= 0)
        close(project->folder_lock);
    project->folder_lock = -1;
    free(project->written);
    project->written = NULL;
    json_decref(project->ui);
    project->ui = json_object();
    project->view_until[0] = '\0';
    memset(project->done, 0, sizeof project->done);
    project->unsaved = false;
    project->open = false;
}

/* ---- Folders -----------------------------------------------------------------------------------
 */

static bool is_folder(const char *path)
{
    struct stat what;
    return stat(path, &what) == 0 && S_ISDIR(what.st_mode);
}

static bool has(const char *folder, const char *name)
{
    char path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

static bool is_empty(const char *folder)
{
    DIR *entries = opendir(folder);
    size_t count = 0;
    while (entries && readdir(entries))
        count++;
    if (entries)
        closedir(entries);
    return count <= 2; /* . and .. */
}

/* Cuts what is no UTF-8, as half of a letter at the end is none; JSON would not take it. */
static void cut_to_text(char *name)
{
    for (size_t length = strlen(name); length > 0; name[--length] = '\0') {
        json_t *text = json_string(name);
        bool whole = text != NULL;
        json_decref(text);
        if (whole)
            return;
    }
}

/* "maps/alps.tif" gives "alps"; letters that a folder should not have give dashes. */
static void plain_name(const char *path, char name[STUDIO_NAME])
{
    const char *slash = strrchr(path, '/');
    const char *start = slash && slash[1] ? slash + 1 : path;
    const char *dot = strrchr(start, '.');
    int length = dot && dot > start ? (int)(dot - start) : (int)strlen(start);
    snprintf(name, 64, "%.*s", length, start);
    cut_to_text(name);
    for (char *c = name; *c; c++)
        if ((unsigned char)*c <= ' ' || *c == '/' || *c == 127)
            *c = '-';
    if (!*name || *name == '.')
        snprintf(name, STUDIO_NAME, "land");
}

/* The folder of a new project; it is made. NULL: done. */
static json_t *make_folder(studio_project *project, const char *name, char folder[PATH_MAX])
{
    if (*project->wanted) {
        snprintf(folder, PATH_MAX, "%s", project->wanted);
        if (is_folder(folder) && !is_empty(folder))
            return fault("%s is not empty: a new project needs a folder of its own", folder);
        if (!is_folder(folder) && mkdir(folder, 0777) != 0)
            return fault("cannot make the folder %s: %s", folder, strerror(errno));
        return NULL;
    }
    for (int i = 1; i < MOST_FOLDERS; i++) {
        char number[16] = "";
        if (i > 1)
            snprintf(number, sizeof number, "-%d", i);
        if (snprintf(folder, PATH_MAX, "%s/%s-studio%s", project->base, name, number) >= PATH_MAX)
            break;
        if (mkdir(folder, 0777) == 0)
            return NULL;
        if (errno != EEXIST)
            break;
    }
    return fault("cannot make the folder %s: %s", folder, strerror(errno));
}

/* Keeps other studios out of a folder. */
static json_t *lock_folder(const char *folder, int *out)
{
    *out = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*out < 0)
        return fault("cannot open the folder %s: %s", folder, strerror(errno));
    if (flock(*out, LOCK_EX | LOCK_NB) == 0)
        return NULL;
    close(*out);
    *out = -1;
    return fault("%s is open in another studio", folder);
}

/* ---- Beginning ---------------------------------------------------------------------------------
 */

static void make_rooms(const char *folder)
{
    static const char *const rooms[] = {"images", "maps", "builds"};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        char path[PATH_MAX + 16];
        snprintf(path, sizeof path, "%s/%s", folder, rooms[i]);
        (void)mkdir(path, 0777); /* what needs it says so */
    }
}

/* Takes a folder that was prepared for nothing away again. */
static void clear_rooms(const char *folder)
{
    static const char *const rooms[] = {"images", "maps", "builds", "."};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        char path[PATH_MAX + 16];
        snprintf(path, sizeof path, "%s/%s", folder, rooms[i]);
        (void)rmdir(i < 3 ? path : folder);
    }
}

/* The folder becomes the project's; what was open before is closed. */
static void enter(studio_project *project, const char *name, const char *folder, int lock)
{
    project_close(project);
    snprintf(project->name, sizeof project->name, "%s", name);
    snprintf(project->folder, sizeof project->folder, "%s", folder);
    project->folder_lock = lock;
    project->wanted[0] = '\0';
    project->open = true;
    make_rooms(folder);
    (void)history_open(&project->history, folder);
}

/* A folder of its own for a new project, made and locked; NULL: done. */
static json_t *prepare(studio_project *project, const char *name, char folder[PATH_MAX], int *lock)
{
    char made[PATH_MAX];
    json_t *wrong = make_folder(project, name, made);
    if (!wrong && !realpath(made, folder))
        wrong = fault("cannot find the folder %s", made);
    return wrong ? wrong : lock_folder(folder, lock);
}

/* A new project around a recipe, in a folder that was prepared. */
static json_t *begin_in(studio_project *project, const char *name, const char *folder, int lock,
                        fluv_recipe *steals)
{
    studio_state fresh;
    enter(project, name, folder, lock);
    state_begin(&fresh, steals, &project->next_key);
    json_t *wrong = project_take(project, &fresh, "begun", NULL);
    if (!project->now.recipe)
        project_close(project); /* there is nothing in it */
    return wrong ? wrong : project_keep(project);
}

static json_t *begin(studio_project *project, const char *name, fluv_recipe *steals)
{
    char folder[PATH_MAX];
    int lock = -1;
    bool fits = fluv_recipe_stage_count(steals) <= STUDIO_STAGES;
    json_t *wrong =
        fits ? prepare(project, name, folder, &lock) : fault("more than %d stages", STUDIO_STAGES);
    if (!wrong)
        return begin_in(project, name, folder, lock, steals);
    fluv_recipe_delete(steals);
    return wrong;
}

/* ---- Folders that are projects already ---------------------------------------------------------
 */

static void take_view(studio_project *project, const json_t *all)
{
    const json_t *view = json_object_get(all, "view"), *ui = json_object_get(all, "ui");
    json_int_t size = json_integer_value(json_object_get(view, "size"));
    const char *until = json_string_value(json_object_get(view, "until"));
    if (size >= STUDIO_SMALLEST && size <= STUDIO_LARGEST)
        project->view_size = (uint32_t)size;
    if (until && state_find(&project->now, until) < project->now.count)
        snprintf(project->view_until, sizeof project->view_until, "%s", until);
    const json_t *done = json_object_get(all, "done");
    for (size_t i = 0; i < json_array_size(done); i++)
        project_note_done(project, json_string_value(json_array_get(done, i)));
    if (json_is_object(ui))
        json_object_update(project->ui, json_object_get(all, "ui"));
}

/* Where it stood: the step it says, or the state it holds where the steps are gone. */
static void take_steps(studio_project *project, const json_t *all)
{
    studio_history *history = &project->history;
    json_t *state = json_object_get(all, "state");
    json_int_t step = json_integer_value(json_object_get(all, "step"));
    if (step >= 0 && (size_t)step < history->count)
        history->at = (size_t)step;
    json_t *there = history_state(history, history->at);
    if (!json_equal(there, state))
        (void)history_add(history, "opened", NULL, state);
    json_decref(there);
}

static json_t *resume(studio_project *project, const char *folder, const json_t *all)
{
    studio_state fresh;
    int lock = -1;
    json_t *wrong = lock_folder(folder, &lock);
    if (wrong)
        return wrong;
    if (state_from_json(project->ctx, json_object_get(all, "state"), folder, &fresh) != FLUV_OK) {
        close(lock);
        return error_of(project->ctx, NULL);
    }
    char name[STUDIO_NAME];
    const char *said = json_string_value(json_object_get(all, "name"));
    snprintf(name, sizeof name, "%s", said ? said : "land");
    cut_to_text(name);
    enter(project, name, folder, lock);
    project->now = fresh;
    json_int_t before = json_integer_value(json_object_get(all, "revision"));
    project->revision = (before > project->revision ? before : project->revision) + 1;
    json_int_t next = json_integer_value(json_object_get(all, "next_key"));
    if (next > 0 && (uint64_t)next > project->next_key)
        project->next_key = (uint64_t)next;
    take_view(project, all);
    take_steps(project, all);
    /* What somebody else made of recipe.yaml meanwhile counts. */
    json_t *unreadable = NULL;
    (void)project_disk(project, &unreadable);
    json_decref(unreadable);
    project->unsaved = true;
    return project_keep(project);
}

/* A folder that `interfluve make` wrote: its recipe is the start of a new project. */
static json_t *begin_with_file(studio_project *project, const char *file, const char *name)
{
    fluv_recipe *recipe = NULL;
    if (fluv_recipe_read(project->ctx, file, &recipe) != FLUV_OK)
        return error_of(project->ctx, NULL);
    char here[PATH_MAX];
    if (getcwd(here, sizeof here) && files_make_whole(project->ctx, recipe, here) != FLUV_OK) {
        fluv_recipe_delete(recipe);
        return error_of(project->ctx, NULL);
    }
    return begin(project, name, recipe);
}

json_t *project_open_folder(studio_project *project, const char *folder)
{
    char path[PATH_MAX + 64], name[STUDIO_NAME];
    size_t size;
    char *whole = realpath(folder, NULL);
    if (!whole || !is_folder(whole)) {
        free(whole);
        return fault("there is no folder %s", folder);
    }
    json_t *wrong = NULL;
    snprintf(path, sizeof path, "%s/studio.json", whole);
    char *text = file_load(path, LARGEST_JSON, &size);
    json_t *all = text ? json_loadb(text, size, 0, NULL) : NULL;
    free(text);
    if (all && project->open && strcmp(whole, project->folder) == 0) {
        ; /* it is open already */
    } else if (all) {
        wrong = resume(project, whole, all);
    } else if (has(whole, "recipe.yaml")) {
        snprintf(path, sizeof path, "%s/recipe.yaml", whole);
        plain_name(whole, name);
        wrong = begin_with_file(project, path, name);
    } else {
        wrong = fault("%s is no project: it has neither studio.json nor recipe.yaml", folder);
    }
    json_decref(all);
    free(whole);
    return wrong;
}

/* ---- What can be named -------------------------------------------------------------------------
 */

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), last = strlen(end);
    return length >= last && strcmp(text + length - last, end) == 0;
}

static json_t *begin_with_map(studio_project *project, const char *file)
{
    char name[STUDIO_NAME];
    char *whole = realpath(file, NULL);
    fluv_recipe *recipe = NULL;
    if (!whole)
        return fault("there is no file %s", file);
    json_t *wrong = map_try(project->ctx, file, project->view_size);
    if (wrong) {
        free(whole);
        return wrong;
    }
    fluv_status status = fluv_recipe_for_heightmap(project->ctx, whole, &recipe);
    plain_name(whole, name);
    free(whole);
    return status == FLUV_OK ? begin(project, name, recipe) : error_of(project->ctx, NULL);
}

json_t *project_open_word(studio_project *project, const char *word)
{
    char name[STUDIO_NAME];
    plain_name(word, name);
    if (is_folder(word))
        return project_open_folder(project, word);
    bool recipe = ends_with(word, ".yaml") || ends_with(word, ".yml") || ends_with(word, ".json");
    if (access(word, F_OK) == 0 && !recipe)
        return begin_with_map(project, word);
    return begin_with_file(project, word, name);
}

static json_t *open_text(studio_project *project, const json_t *wish)
{
    const char *text = json_string_value(json_object_get(wish, "recipe"));
    const char *said = json_string_value(json_object_get(wish, "name"));
    char name[STUDIO_NAME], here[PATH_MAX + 128], foreign[512];
    fluv_recipe *recipe = NULL;
    if (!text)
        return fault("`recipe` must be the text of a recipe");
    plain_name(said ? said : "land", name);
    snprintf(here, sizeof here, "%s/%s.yaml", project->base, name);
    if (fluv_recipe_parse(project->ctx, text, strlen(text), here, &recipe) != FLUV_OK)
        return error_of(project->ctx, NULL);
    files_find_foreign(project->ctx, recipe, NULL, project->base, foreign, sizeof foreign);
    if (*foreign) {
        fluv_recipe_delete(recipe);
        return fault("the recipe names the file `%s`, which is not below %s", foreign,
                     project->base);
    }
    return begin(project, name, recipe);
}

static json_t *open_preset(studio_project *project, const json_t *wish)
{
    const char *name = json_string_value(json_object_get(wish, "preset"));
    const char *text = name ? fluv_preset_text(name) : NULL;
    fluv_recipe *recipe = NULL;
    if (!text)
        return fault("there is no preset `%s`", name ? name : "");
    if (fluv_recipe_parse(project->ctx, text, strlen(text), name, &recipe) != FLUV_OK)
        return error_of(project->ctx, NULL);
    return begin(project, name, recipe);
}

static json_t *open_empty(studio_project *project, const json_t *wish)
{
    const json_t *empty = json_object_get(wish, "empty");
    const json_t *width = json_object_get(empty, "width"), *size = json_object_get(empty, "size");
    double metres = json_is_number(width) ? json_number_value(width) : 50000.0;
    json_int_t cells = json_is_integer(size) ? json_integer_value(size) : 1024;
    char text[200];
    fluv_recipe *recipe = NULL;
    if (!isfinite(metres) || cells < 1)
        return fault("`width` must be a number of metres and `size` one of cells");
    snprintf(text, sizeof text, "interfluve: 1\nframe: {size: %lld, width: %.17g m}\nstages: []\n",
             (long long)cells, metres);
    if (fluv_recipe_parse(project->ctx, text, strlen(text), "land", &recipe) != FLUV_OK)
        return error_of(project->ctx, NULL);
    return begin(project, "land", recipe);
}

/* A map that was uploaded, into the open project or, longer ago, before there was one. */
static bool find_map(const studio_project *project, const char *name, char *path, size_t room)
{
    snprintf(path, room, "%s/maps/%s", project->folder, name);
    if (project->open && access(path, R_OK) == 0)
        return true;
    snprintf(path, room, "%s/%s", project->waiting, name);
    return *project->waiting && access(path, R_OK) == 0;
}

json_t *project_try(studio_project *project, fluv_ctx *ctx, const json_t *wish)
{
    const char *file = json_string_value(json_object_get(wish, "map"));
    char path[PATH_MAX + 160];
    pthread_mutex_lock(&project->lock);
    bool found = file && file_name_is_plain(file) && find_map(project, file, path, sizeof path);
    uint32_t size = project->view_size;
    pthread_mutex_unlock(&project->lock);
    return found ? map_try(ctx, path, size) : NULL;
}

/* A new project with a copy of the map. */
static json_t *open_map(studio_project *project, const json_t *wish)
{
    const char *file = json_string_value(json_object_get(wish, "map"));
    char from[PATH_MAX + 160], folder[PATH_MAX], to[PATH_MAX + 160], name[STUDIO_NAME];
    int lock = -1;
    if (!file || !file_name_is_plain(file) || !find_map(project, file, from, sizeof from))
        return fault("`map` must be the name of a map that was uploaded");
    plain_name(file, name);
    json_t *wrong = prepare(project, name, folder, &lock);
    if (wrong)
        return wrong;
    fluv_recipe *recipe = NULL;
    make_rooms(folder);
    snprintf(to, sizeof to, "%s/maps/%s", folder, file);
    if (!file_copy(from, to))
        wrong = fault("cannot copy the map to %s", to);
    else if (fluv_recipe_for_heightmap(project->ctx, to, &recipe) != FLUV_OK)
        wrong = error_of(project->ctx, NULL);
    if (!wrong)
        return begin_in(project, name, folder, lock, recipe);
    unlink(to);
    clear_rooms(folder);
    close(lock);
    return wrong;
}

json_t *project_open(studio_project *project, const json_t *wish)
{
    static const struct {
        const char *name;
        json_t *(*open)(studio_project *project, const json_t *wish);
    } ways[] = {
        {"preset", open_preset}, {"recipe", open_text}, {"map", open_map}, {"empty", open_empty}};
    const json_t *folder = json_object_get(wish, "folder");
    if (json_is_string(folder))
        return project_open_folder(project, json_string_value(folder));
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (json_object_get(wish, ways[i].name))
            return ways[i].open(project, wish);
    return fault("expected one of preset, recipe, map, folder or empty");
}
