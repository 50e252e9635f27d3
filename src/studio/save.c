// SPDX-License-Identifier: MIT
/* The project on disk: recipe.yaml, which is a plain recipe, and studio.json beside it. */
#include "studio/call.h"
#include "studio/describe.h"
#include "studio/edit.h"
#include "studio/files.h"
#include "studio/project.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LARGEST_RECIPE ((size_t)64 << 20)

static void look_at_recipe(studio_project *project, struct stat *out)
{
    char path[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s/recipe.yaml", project->folder);
    if (stat(path, out) != 0)
        *out = (struct stat){0};
}

static bool save_recipe(studio_project *project)
{
    static _Thread_local studio_active active;
    char *text = NULL;
    if (state_active(project->ctx, &project->now, &active) != FLUV_OK)
        return false;
    fluv_status status = fluv_recipe_text_in(project->ctx, active.recipe, project->folder, &text);
    active_free(&active);
    bool saved = status == FLUV_OK;
    if (saved && (!project->written || strcmp(project->written, text) != 0)) {
        saved = file_save(project->folder, "recipe.yaml", text, strlen(text));
        look_at_recipe(project, &project->written_as);
    }
    if (saved) {
        free(project->written);
        project->written = strdup(text);
    }
    fluv_text_free(text);
    return saved;
}

static bool save_rest(studio_project *project)
{
    json_t *state = state_to_json(project->ctx, &project->now, project->folder);
    json_t *done = json_array();
    for (size_t i = 0; i < STUDIO_EDITS; i++) /* oldest first */
        if (*project->done[(project->done_count + i) % STUDIO_EDITS])
            json_array_append_new(
                done, json_words(project->done[(project->done_count + i) % STUDIO_EDITS]));
    json_t *all =
        json_pack("{s:i, s:o, s:I, s:I, s:I, s:{s:I, s:s}, s:O, s:o, s:o}", "interfluve_studio", 1,
                  "name", json_words(project->name), "revision", project->revision, "next_key",
                  (json_int_t)project->next_key, "step", (json_int_t)project->history.at, "view",
                  "size", (json_int_t)project->view_size, "until", project->view_until, "ui",
                  project->ui, "state", state, "done", done);
    char *text = all ? json_dumps(all, JSON_INDENT(1)) : NULL;
    bool saved = text && file_save(project->folder, "studio.json", text, strlen(text));
    free(text);
    json_decref(all);
    return saved;
}

bool project_save(studio_project *project)
{
    bool rest = save_rest(project), saved = save_recipe(project) && rest;
    project->unsaved = !saved;
    return saved;
}

json_t *project_keep(studio_project *project)
{
    if (!project->open || !project->unsaved)
        return NULL;
    bool steps = history_save(&project->history), saved = project_save(project) && steps;
    project->unsaved = !saved;
    return saved ? NULL : fault("the change is made but cannot be saved in %s", project->folder);
}

void project_save_rest(studio_project *project)
{
    if (!project->open || !project->unsaved || !project->now.recipe)
        return;
    (void)history_save(&project->history);
    (void)project_save(project);
}

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

static json_t *take_recipe(studio_project *project, const char *text, size_t size)
{
    char name[PATH_MAX + 16];
    fluv_recipe *recipe = NULL;
    studio_state fresh;
    snprintf(name, sizeof name, "%s/recipe.yaml", project->folder);
    if (fluv_recipe_parse(project->ctx, text, size, name, &recipe) != FLUV_OK ||
        state_adopt(project->ctx, &project->now, recipe, &project->next_key, &fresh) != FLUV_OK)
        return error_of(project->ctx, NULL);
    project->history.sealed = true;
    json_t *wrong = project_take(project, &fresh, "changed on disk", NULL);
    project->history.sealed = true;
    return wrong ? wrong : project_keep(project);
}

bool project_disk(studio_project *project, json_t **error)
{
    char path[PATH_MAX + 16];
    struct stat now;
    size_t size;
    *error = NULL;
    if (!project->open)
        return false;
    look_at_recipe(project, &now);
    if (same_file(&now, &project->written_as))
        return false;
    project->written_as = now;
    snprintf(path, sizeof path, "%s/recipe.yaml", project->folder);
    char *text = file_load(path, LARGEST_RECIPE, &size);
    if (text && project->written && strcmp(text, project->written) == 0) {
        free(text);
        return false;
    }
    *error = text ? take_recipe(project, text, size) : fault("recipe.yaml cannot be read");
    free(text);
    return true;
}
