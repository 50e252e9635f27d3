// SPDX-License-Identifier: MIT
/* Requests about the project: asking, opening, changing. */
#include "studio/describe.h"
#include "studio/server.h"

#include <stdlib.h>
#include <string.h>

void answer_about(studio_call *call)
{
    answer_json(call, json_incref(call->studio->about));
}

void answer_project(studio_call *call)
{
    studio *s = call->studio;
    pthread_mutex_lock(&s->project.lock);
    answer_json(call, studio_project_json(s));
    pthread_mutex_unlock(&s->project.lock);
}

/* What became of a change: the project, or why not. `by`: what changed it, which is told even if it
 * could not be saved; NULL: nothing. With the project's lock. Pages hear of it before the worker,
 * so that no result comes before its recipe; and the worker before the disk, which takes its time.
 */
static void answer_change(studio_call *call, json_t *wrong, const char *by)
{
    studio *s = call->studio;
    if (by) {
        events_tell(&s->events, "project",
                    json_pack("{s:I, s:s}", "revision", s->project.revision, "by", by));
        studio_wish_now(s, strcmp(by, "open") == 0);
        if (!wrong)
            wrong = project_keep(&s->project);
    }
    if (wrong)
        answer_error(call, wrong);
    else
        answer_json(call, studio_project_json(s));
}

void answer_open(studio_call *call)
{
    studio *s = call->studio;
    json_t *wish = call_object(call);
    if (!wish)
        return;
    json_t *unreadable = project_try(&s->project, call->ctx, wish);
    if (unreadable) { /* what is open stays open */
        answer_error(call, unreadable);
        json_decref(wish);
        return;
    }
    pthread_mutex_lock(&s->project.lock);
    json_int_t before = s->project.revision;
    json_t *wrong = project_open(&s->project, wish);
    bool opened = !wrong || s->project.revision != before;
    answer_change(call, wrong, opened ? "open" : NULL);
    pthread_mutex_unlock(&s->project.lock);
    json_decref(wish);
}

void answer_edit(studio_call *call)
{
    studio *s = call->studio;
    json_t *edit = call_object(call);
    if (!edit)
        return;
    pthread_mutex_lock(&s->project.lock);
    const json_t *based = json_object_get(edit, "revision");
    json_int_t before = s->project.revision;
    if (project_has_done(&s->project, edit)) {
        answer_change(call, NULL, NULL); /* its answer was lost on the way */
    } else if (based && json_integer_value(based) != before) {
        answer_line(call, 409, "the recipe has changed: it is revision %lld by now",
                    (long long)before);
    } else {
        json_t *wrong = project_edit(&s->project, edit);
        bool changed = s->project.revision != before;
        answer_change(call, wrong, changed ? "edit" : NULL);
    }
    pthread_mutex_unlock(&s->project.lock);
    json_decref(edit);
}

static void answer_step(studio_call *call, int direction)
{
    studio *s = call->studio;
    pthread_mutex_lock(&s->project.lock);
    json_int_t before = s->project.revision;
    json_t *wrong = project_step(&s->project, direction);
    bool changed = s->project.revision != before;
    answer_change(call, wrong, !changed ? NULL : direction < 0 ? "undo" : "redo");
    pthread_mutex_unlock(&s->project.lock);
}

void answer_undo(studio_call *call)
{
    answer_step(call, -1);
}

void answer_redo(studio_call *call)
{
    answer_step(call, 1);
}

void answer_view(studio_call *call)
{
    studio *s = call->studio;
    json_t *view = call_object(call);
    if (!view)
        return;
    pthread_mutex_lock(&s->project.lock);
    json_t *wrong = project_view(&s->project, view);
    if (!wrong)
        studio_wish_now(s, false);
    answer_change(call, wrong, NULL);
    pthread_mutex_unlock(&s->project.lock);
    json_decref(view);
}

void answer_ui(studio_call *call)
{
    studio *s = call->studio;
    json_t *ui = call_object(call);
    if (!ui)
        return;
    pthread_mutex_lock(&s->project.lock);
    project_ui(&s->project, ui);
    pthread_mutex_unlock(&s->project.lock);
    answer_done(call);
}

void answer_places(studio_call *call)
{
    studio *s = call->studio;
    const char *key = call_query(call, "stage"), *name = call_query(call, "name");
    pthread_mutex_lock(&s->project.lock);
    if (key ? state_find(&s->project.now, key) >= s->project.now.count
            : !name || !fluv_stage_find(name))
        answer_line(call, 400, "`stage` must be a key, or `name` the name of a stage");
    else
        answer_json(call, project_places(&s->project, key, name));
    pthread_mutex_unlock(&s->project.lock);
}

void answer_recipe(studio_call *call)
{
    studio *s = call->studio;
    char *copy = NULL;
    pthread_mutex_lock(&s->project.lock);
    if (s->project.written)
        copy = strdup(s->project.written);
    pthread_mutex_unlock(&s->project.lock);
    if (copy)
        answer_bytes(call, "text/yaml; charset=utf-8", copy, strlen(copy), free, copy);
    else
        answer_line(call, 404, "no project is open");
}

void answer_events(studio_call *call)
{
    studio *s = call->studio;
    events_answer(&s->events, call, studio_hello);
    worker_poke(&s->worker);
}

void answer_cancel(studio_call *call)
{
    worker_cancel(&call->studio->worker);
    answer_done(call);
}

void answer_run(studio_call *call)
{
    studio *s = call->studio;
    pthread_mutex_lock(&s->project.lock);
    studio_wish_now(s, false);
    pthread_mutex_unlock(&s->project.lock);
    answer_done(call);
}
