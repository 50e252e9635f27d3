// SPDX-License-Identifier: MIT
/* From the project to the worker, and what both tell a page. */
#include "studio/edit.h"
#include "studio/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void studio_wish_now(studio *s, bool fresh)
{
    studio_project *project = &s->project;
    studio_wish *wish = project->open ? calloc(1, sizeof *wish) : NULL;
    if (wish && state_active(project->ctx, &project->now, &wish->active) != FLUV_OK) {
        wish_free(wish);
        wish = NULL;
    }
    if (fresh)
        results_clear(&s->results);
    if (wish) {
        wish->revision = project->revision;
        wish->results_epoch = results_epoch(&s->results);
        wish->size = project->view_size;
        char reference[64]; /* a stage that is gone or off is nothing to stop at */
        if (active_reference(&wish->active, project->view_until, reference, sizeof reference))
            snprintf(wish->until, sizeof wish->until, "%s", project->view_until);
    }
    worker_wish(&s->worker, wish, fresh);
}

static json_t *newest_json(studio *s)
{
    json_int_t id = results_newest(&s->results);
    return id ? json_integer(id) : json_null();
}

json_t *studio_project_json(studio *s)
{
    json_t *json = project_json(&s->project);
    json_object_set_new(json, "result", newest_json(s));
    json_object_set_new(json, "run", worker_run(&s->worker));
    return json;
}

json_t *studio_hello(studio *s)
{
    pthread_mutex_lock(&s->project.lock);
    json_int_t revision = s->project.revision;
    pthread_mutex_unlock(&s->project.lock);
    json_t *hello =
        json_pack("{s:I, s:o, s:o, s:s}", "revision", revision, "result", newest_json(s), "run",
                  worker_run(&s->worker), "version", fluv_version());
    json_t *news = json_pack("[[s, o]]", "hello", hello);
    json_t *check = worker_check(&s->worker);
    if (check)
        json_array_append_new(news, json_pack("[s, o]", "check", check));
    worker_list_thumbs(&s->worker, news);
    jobs_list(&s->jobs, news);
    return news;
}

json_t *studio_open_word(studio *s, const char *word)
{
    pthread_mutex_lock(&s->project.lock);
    json_t *wrong = project_open_word(&s->project, word);
    if (!wrong)
        studio_wish_now(s, true);
    pthread_mutex_unlock(&s->project.lock);
    return wrong;
}

void studio_look_at_disk(studio *s)
{
    json_t *error = NULL;
    pthread_mutex_lock(&s->project.lock);
    json_int_t before = s->project.revision;
    bool changed = project_disk(&s->project, &error), taken = s->project.revision != before;
    project_save_rest(&s->project);
    if (error)
        events_tell(&s->events, "disk",
                    json_pack("{s:s, s:o}", "text",
                              "recipe.yaml was changed on disk and cannot be read", "error",
                              error));
    else if (changed && taken)
        events_tell(&s->events, "disk",
                    json_pack("{s:s}", "text", "recipe.yaml was changed on disk"));
    if (taken) { /* pages hear of the recipe, and why, before its result can be there */
        events_tell(&s->events, "project",
                    json_pack("{s:I, s:s}", "revision", s->project.revision, "by", "disk"));
        studio_wish_now(s, false);
    }
    pthread_mutex_unlock(&s->project.lock);
}
