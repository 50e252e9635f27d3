// SPDX-License-Identifier: MIT
/* The project: changes and what is told of it. Opening is in open.c, files are in save.c. */
#include "studio/project.h"

#include "studio/call.h"
#include "studio/describe.h"
#include "studio/edit.h"
#include "studio/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STANDARD_VIEW 512

bool project_init(studio_project *project)
{
    *project = (studio_project){.folder_lock = -1, .next_key = 1, .view_size = STANDARD_VIEW};
    pthread_mutex_init(&project->lock, NULL);
    project->history.file = -1;
    project->ctx = fluv_ctx_new();
    project->ui = json_object();
    return project->ctx && project->ui;
}

void project_free(studio_project *project)
{
    project_close(project);
    files_remove_folder(project->waiting);
    json_decref(project->ui);
    fluv_ctx_delete(project->ctx);
    pthread_mutex_destroy(&project->lock);
}

/* ---- Changes -----------------------------------------------------------------------------------
 */

/* Sizes that are too large would be refused when they run; the rest of the plan is told, not
 * refused. */
json_t *project_take(studio_project *project, studio_state *steals, const char *label,
                     const char *merge)
{
    json_t *state = state_to_json(project->ctx, steals, project->folder);
    json_t *wrong = state ? NULL : error_of(project->ctx, NULL);
    if (state) {
        json_t *before = history_state(&project->history, project->history.at);
        if (json_equal(before, state)) {
            state_free(steals);
        } else {
            state_free(&project->now);
            project->now = *steals;
            project->revision++;
            project->unsaved = true;
            (void)history_add(&project->history, label, merge, state); /* kept with the rest */
        }
        json_decref(before);
    } else {
        state_free(steals);
    }
    json_decref(state);
    return wrong;
}

/* Only files of the project, and those that the user has named elsewhere. */
static json_t *check_files(studio_project *project, studio_state *fresh)
{
    char foreign[512];
    if (files_make_whole(project->ctx, fresh->recipe, project->folder) != FLUV_OK)
        return error_of(project->ctx, NULL);
    files_find_foreign(project->ctx, fresh->recipe, project->now.recipe, project->folder, foreign,
                       sizeof foreign);
    return *foreign ? fault("`%s` is no file of the project: drop it on the page first", foreign)
                    : NULL;
}

/* ---- Edits that were done already ----
 * A page whose answer was lost sends its edit again; its word tells that it was taken. */

bool project_has_done(const studio_project *project, const json_t *edit)
{
    const char *id = json_string_value(json_object_get(edit, "id"));
    for (size_t i = 0; id && *id && i < STUDIO_EDITS; i++)
        if (strcmp(project->done[i], id) == 0)
            return true;
    return false;
}

void project_note_done(studio_project *project, const char *id)
{
    if (id && *id)
        snprintf(project->done[project->done_count++ % STUDIO_EDITS], STUDIO_EDIT_ROOM, "%s", id);
}

json_t *project_edit(studio_project *project, const json_t *edit)
{
    const char *id = json_string_value(json_object_get(edit, "id"));
    const char *label = json_string_value(json_object_get(edit, "label"));
    const char *merge = json_string_value(json_object_get(edit, "merge"));
    studio_state fresh;
    if (!project->open)
        return fault("no project is open");
    if ((label && strlen(label) > 200) || (merge && strlen(merge) > 200))
        return fault("`label` and `merge` have at most 200 letters");
    if (id && strlen(id) >= STUDIO_EDIT_ROOM)
        return fault("`id` has at most %d letters", STUDIO_EDIT_ROOM - 1);
    if (state_copy(project->ctx, &project->now, &fresh) != FLUV_OK)
        return error_of(project->ctx, NULL);
    json_t *wrong =
        edit_apply(project->ctx, &fresh, json_object_get(edit, "ops"), &project->next_key);
    if (!wrong)
        wrong = check_files(project, &fresh);
    if (wrong) {
        state_free(&fresh);
        return wrong;
    }
    wrong = project_take(project, &fresh, label ? label : "a change", merge);
    if (!wrong)
        project_note_done(project, id);
    return wrong;
}

json_t *project_step(studio_project *project, int direction)
{
    studio_history *history = &project->history;
    if (!project->open)
        return fault("no project is open");
    if (direction < 0 ? history->at == 0 : history->at + 1 >= history->count)
        return fault(direction < 0 ? "there is nothing to undo" : "there is nothing to do again");
    size_t to = direction < 0 ? history->at - 1 : history->at + 1;
    json_t *json = history_state(history, to);
    studio_state fresh;
    fluv_status status = state_from_json(project->ctx, json, project->folder, &fresh);
    json_decref(json);
    if (status != FLUV_OK)
        return error_of(project->ctx, NULL);
    state_free(&project->now);
    project->now = fresh;
    project->revision++;
    history->at = to;
    history->sealed = true;
    project->unsaved = true;
    return NULL;
}

json_t *project_view(studio_project *project, const json_t *view)
{
    const json_t *size = json_object_get(view, "size"), *until = json_object_get(view, "until");
    if (!project->open)
        return fault("no project is open");
    if (size && (!json_is_integer(size) || json_integer_value(size) < STUDIO_SMALLEST ||
                 json_integer_value(size) > STUDIO_LARGEST))
        return fault("`size` must be from %d to %d", STUDIO_SMALLEST, STUDIO_LARGEST);
    if (until && !json_is_null(until)) {
        const char *key = json_string_value(until);
        if (!key || state_find(&project->now, key) >= project->now.count)
            return fault("`until` must be the key of a stage, or null");
        snprintf(project->view_until, sizeof project->view_until, "%s", key);
    } else if (until) {
        project->view_until[0] = '\0';
    }
    if (size)
        project->view_size = (uint32_t)json_integer_value(size);
    project->unsaved = true;
    return NULL;
}

void project_ui(studio_project *project, json_t *steals)
{
    json_decref(project->ui);
    project->ui = steals;
    project->unsaved = true;
}

/* ---- Told --------------------------------------------------------------------------------------
 */

/* What the plan of the stages that are on runs into first: NULL, or the error; *key: whose. */
static json_t *find_problem(fluv_ctx *ctx, const studio_state *state, char key[STUDIO_KEY_ROOM])
{
    static _Thread_local studio_active active;
    key[0] = '\0';
    json_t *problem = NULL;
    if (state_active(ctx, state, &active) != FLUV_OK)
        return error_of(ctx, NULL);
    if (active.count > 0 && fluv_recipe_check(ctx, active.recipe, NULL) != FLUV_OK) {
        const char *at = active_key(&active, fluv_error_of(ctx)->stage_index);
        snprintf(key, STUDIO_KEY_ROOM, "%s", at ? at : "");
        problem = error_of(ctx, at);
        json_object_del(problem, "line"); /* of the text it once was */
        json_object_del(problem, "column");
    }
    active_free(&active);
    return problem;
}

/* Whether one of the words of `words` stands in `set`. */
static bool shares_word(const char *words, const json_t *set)
{
    for (const char *at = words; *at; at += strcspn(at, " "), at += strspn(at, " ")) {
        char word[64];
        snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " "), at);
        if (json_object_get(set, word))
            return true;
    }
    return false;
}

static void add_words(json_t *set, const char *words)
{
    for (const char *at = words; *at; at += strcspn(at, " "), at += strspn(at, " ")) {
        char word[64];
        snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " "), at);
        json_object_set_new(set, word, json_true());
    }
}

/* Messages by key of every stage that cannot stand where it is. Behind the first one those are
 * left out that only lack what a stage with a problem would have made. */
static json_t *all_problems(fluv_ctx *ctx, const studio_state *state, const json_t *first,
                            const char *where)
{
    json_t *found = json_object(), *lacking = json_object(), *problem = json_deep_copy(first);
    char key[STUDIO_KEY_ROOM];
    studio_state rest;
    snprintf(key, sizeof key, "%s", where);
    bool going = first && *where && state_copy(ctx, state, &rest) == FLUV_OK;
    bool copied = going;
    while (going) {
        size_t at = state_find(&rest, key);
        const fluv_stage_info *info =
            at < rest.count ? fluv_recipe_stage_at(rest.recipe, at) : NULL;
        going = info != NULL && !rest.stages[at].off;
        if (!going)
            break;
        if (!shares_word(info->needs, lacking))
            json_object_set(found, key, json_object_get(problem, "message"));
        add_words(lacking, info->makes);
        add_words(lacking, info->amends);
        rest.stages[at].off = true;
        json_decref(problem);
        problem = find_problem(ctx, &rest, key);
        going = problem && *key;
    }
    if (copied)
        state_free(&rest);
    json_decref(problem);
    json_decref(lacking);
    return found;
}

static json_t *stages_json(studio_project *project, const json_t *problems)
{
    json_t *list = json_array();
    const studio_state *now = &project->now;
    for (size_t i = 0; i < now->count; i++) {
        json_t *problem = json_object_get(problems, now->stages[i].key);
        json_array_append_new(
            list,
            json_pack("{s:s, s:s, s:b, s:o, s:o}", "key", now->stages[i].key, "name",
                      fluv_recipe_stage_at(now->recipe, i)->name, "off", now->stages[i].off,
                      "values", describe_values(project->ctx, now->recipe, i, project->folder),
                      "problem", problem ? json_incref(problem) : json_null()));
    }
    return list;
}

static json_t *seed_json(uint64_t seed)
{
    return seed <= INT64_MAX ? json_integer((json_int_t)seed) : json_real((double)seed);
}

static json_t *builds_json(const studio_project *project)
{
    char path[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s/builds", project->folder);
    return project->open ? files_folders_in(path) : json_array();
}

json_t *project_json(studio_project *project)
{
    char where[STUDIO_KEY_ROOM] = "";
    const fluv_recipe *recipe = project->now.recipe;
    bool shown_until = state_find(&project->now, project->view_until) < project->now.count;
    json_t *problem = recipe ? find_problem(project->ctx, &project->now, where) : NULL;
    json_t *frame =
        recipe ? describe_values(project->ctx, recipe, FLUV_FRAME_STAGE, NULL) : json_object();
    json_t *problems = all_problems(project->ctx, &project->now, problem, where);
    json_t *stages = stages_json(project, problems);
    json_decref(problems);
    return json_pack(
        "{s:I, s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:{s:I, s:o}, s:O, s:o}", "revision",
        project->revision, "name", json_words(project->name), "folder", json_words(project->folder),
        "open", project->open, "seed", seed_json(recipe ? fluv_recipe_seed(recipe) : 0), "frame",
        frame, "stages", stages, "problem", problem ? problem : json_null(), "undo",
        history_undo_label(&project->history), "redo", history_redo_label(&project->history),
        "view", "size", (json_int_t)project->view_size, "until",
        shown_until ? json_string(project->view_until) : json_null(), "ui", project->ui, "builds",
        builds_json(project));
}

/* ---- Places ------------------------------------------------------------------------------------
 */

static json_t *place_json(fluv_ctx *ctx, const studio_state *state, size_t index)
{
    char key[STUDIO_KEY_ROOM];
    json_t *problem = find_problem(ctx, state, key);
    json_t *place =
        json_pack("{s:I, s:o}", "index", (json_int_t)index, "problem",
                  problem ? json_incref(json_object_get(problem, "message")) : json_null());
    json_decref(problem);
    return place;
}

/* The state with the stage at `index`, by one operation; NULL when that cannot be. */
static json_t *try_place(studio_project *project, const json_t *op, size_t index)
{
    studio_state fresh;
    uint64_t next_key = project->next_key;
    if (state_copy(project->ctx, &project->now, &fresh) != FLUV_OK)
        return NULL;
    json_t *ops = json_pack("[O]", op);
    json_t *wrong = edit_apply(project->ctx, &fresh, ops, &next_key);
    if (index < fresh.count && !wrong)
        fresh.stages[index].off = false;
    json_t *place = wrong ? json_pack("{s:I, s:O}", "index", (json_int_t)index, "problem",
                                      json_object_get(wrong, "message"))
                          : place_json(project->ctx, &fresh, index);
    json_decref(wrong);
    json_decref(ops);
    state_free(&fresh);
    return place;
}

json_t *project_places(studio_project *project, const char *key, const char *name)
{
    json_t *places = json_array();
    size_t most = !project->open ? 0 : key ? project->now.count : project->now.count + 1;
    for (size_t i = 0; i < most; i++) {
        json_t *op =
            key ? json_pack("{s:s, s:s, s:I}", "op", "move", "stage", key, "to", (json_int_t)i)
                : json_pack("{s:s, s:s, s:I}", "op", "insert", "name", name, "index",
                            (json_int_t)i);
        json_t *place = op ? try_place(project, op, i) : NULL;
        if (place)
            json_array_append_new(places, place);
        json_decref(op);
    }
    return places;
}
