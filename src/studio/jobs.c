// SPDX-License-Identifier: MIT
/* Builds and sheets. */
#include "studio/jobs.h"

#include "studio/call.h"
#include "studio/describe.h"
#include "studio/edit.h"
#include "studio/files.h"
#include "studio/worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define WAITING    8
#define TELL_EVERY 0.1
#define NICENESS   10
#define MAKING     0.7 /* of a build */

void job_free(studio_job *job)
{
    if (!job)
        return;
    active_free(&job->active);
    free(job->without);
    handover_free(&job->handover);
    fluv_text_free(job->told);
    json_decref(job->files);
    json_decref(job->values);
    json_decref(job->error);
    for (size_t i = 0; i < STUDIO_PICKS; i++)
        fluv_text_free(job->pictures[i].png);
    free(job);
}

/* ---- Told --------------------------------------------------------------------------------------
 */

static json_t *job_json(const studio_job *job) /* with the lock */
{
    static const char *const states[] = {[JOB_WAITING] = "waiting",
                                         [JOB_RUNNING] = "running",
                                         [JOB_DONE] = "done",
                                         [JOB_FAILED] = "failed",
                                         [JOB_CANCELLED] = "cancelled"};
    json_t *json =
        json_pack("{s:I, s:s, s:s, s:s, s:s, s:f, s:o}", "job", job->id, "kind",
                  job->kind == JOB_BUILD ? "build" : "sheet", "state", states[job->state], "phase",
                  job->phase, "stage", job->at, "fraction", job->fraction, "error",
                  job->error ? json_deep_copy(job->error) : json_null());
    if (job->kind == JOB_BUILD) {
        json_object_set_new(json, "folder", json_words(job->folder));
        json_object_set_new(json, "files", job->files ? json_deep_copy(job->files) : json_array());
        json_object_set_new(json, "for", json_words(job->handover.profile));
        json_object_set_new(json, "told", describe_words(job->told, "\n"));
    }
    return json;
}

static void tell(studio_jobs *jobs, const studio_job *job)
{
    pthread_mutex_lock(&jobs->lock);
    json_t *json = job_json(job);
    pthread_mutex_unlock(&jobs->lock);
    events_tell(jobs->events, "job", json);
}

void jobs_list(studio_jobs *jobs, json_t *into)
{
    pthread_mutex_lock(&jobs->lock);
    for (const studio_job *job = jobs->newest; job; job = job->next) {
        json_array_append_new(into, json_pack("[s, o]", "job", job_json(job)));
        for (size_t i = 0; i < STUDIO_PICKS; i++)
            if (job->pictures[i].png)
                json_array_append_new(into, json_pack("[s, {s:I, s:I, s:s, s:n}]", "sheet", "job",
                                                      job->id, "index", (json_int_t)i, "state",
                                                      "done", "error"));
    }
    pthread_mutex_unlock(&jobs->lock);
}

/* Of a build: making takes most of the time, then files are written. It never falls back. */
static double share_done(const fluv_progress *now)
{
    double share = ((double)now->step - 1.0 + now->fraction) / (double)now->steps;
    return strcmp(now->phase, "make") == 0 ? MAKING * share : MAKING + (1.0 - MAKING) * share;
}

static void report(void *user, const fluv_progress *now)
{
    studio_jobs *jobs = user;
    studio_job *job = jobs->running;
    double clock = studio_clock();
    pthread_mutex_lock(&jobs->lock);
    if (jobs->stop || job->cancel)
        fluv_cancel(jobs->ctx);
    snprintf(job->phase, sizeof job->phase, "%s", now->phase);
    snprintf(job->at, sizeof job->at, "%s", now->stage);
    if (job->kind == JOB_BUILD)
        job->fraction = share_done(now);
    bool due = clock - jobs->told_at > TELL_EVERY;
    if (due)
        jobs->told_at = clock;
    pthread_mutex_unlock(&jobs->lock);
    if (due)
        tell(jobs, job);
}

/* ---- Builds ------------------------------------------------------------------------------------
 */

static json_t *list_files(const char *folder, bool away)
{
    if (away)
        return files_in(folder);
    json_t *files = json_array();
    for (size_t i = 0; i < fluv_file_count(); i++) {
        char path[PATH_MAX + 64];
        snprintf(path, sizeof path, "%s/%s", folder, fluv_file_name(i));
        if (access(path, F_OK) == 0)
            json_array_append_new(files, json_string(fluv_file_name(i)));
    }
    return files;
}

static fluv_status build(studio_jobs *jobs, const studio_job *job, char **told)
{
    fluv_verdict verdicts[FLUV_RULES];
    fluv_write_options options = {
        .struct_size = sizeof options, .without = job->without, .recipe = job->active.recipe};
    const fluv_landscape *land = NULL;
    fluv_builder *builder = fluv_builder_new(jobs->ctx);
    fluv_status status = builder ? FLUV_OK : FLUV_NO_MEMORY;
    if (builder)
        fluv_builder_keep(builder, false);
    bool away = job->handover.profile != NULL;
    if (status == FLUV_OK && !away)
        status = fluv_write_check(jobs->ctx, job->folder, &options);
    if (status == FLUV_OK)
        status = fluv_builder_run(jobs->ctx, builder, job->active.recipe, NULL, &land);
    if (status == FLUV_OK && away)
        status =
            handover_write(jobs->ctx, land, job->active.recipe, job->folder, &job->handover, told);
    if (status == FLUV_OK && !away)
        status = fluv_check(jobs->ctx, land, verdicts);
    options.verdicts = verdicts;
    if (status == FLUV_OK && !away)
        status = fluv_write(jobs->ctx, land, job->active.recipe, job->folder, &options);
    fluv_builder_delete(builder);
    return status;
}

/* ---- Sheets ------------------------------------------------------------------------------------
 */

/* The recipe with the value of one picture. */
static fluv_status vary(studio_jobs *jobs, studio_job *job, size_t index, fluv_recipe **out)
{
    const json_t *value = json_array_get(job->values, index);
    fluv_status status = fluv_recipe_copy(jobs->ctx, job->active.recipe, out);
    if (status != FLUV_OK)
        return status;
    if (job->seeds) {
        fluv_recipe_set_seed(*out, (uint64_t)json_integer_value(value));
        return FLUV_OK;
    }
    return edit_put(jobs->ctx, *out, job->stage, job->path, value);
}

static fluv_status draw(studio_jobs *jobs, studio_job *job, fluv_builder *builder, size_t index)
{
    fluv_recipe *recipe = NULL;
    const fluv_landscape *land = NULL;
    uint8_t *png = NULL;
    size_t size = 0;
    fluv_status status = vary(jobs, job, index, &recipe);
    if (status == FLUV_OK)
        status = fluv_builder_run(jobs->ctx, builder, recipe, NULL, &land);
    if (status == FLUV_OK)
        status = picture_small(jobs->ctx, land, job->size, &png, &size);
    fluv_recipe_delete(recipe);
    json_t *error =
        status == FLUV_OK || status == FLUV_CANCELLED
            ? json_null()
            : error_of(jobs->ctx, active_key(&job->active, fluv_error_of(jobs->ctx)->stage_index));
    if (status == FLUV_OK) {
        pthread_mutex_lock(&jobs->lock);
        job->pictures[index].png = png;
        job->pictures[index].size = size;
        job->fraction = ((double)index + 1.0) / (double)json_array_size(job->values);
        pthread_mutex_unlock(&jobs->lock);
    }
    if (status == FLUV_CANCELLED)
        json_decref(error);
    else
        events_tell(jobs->events, "sheet",
                    json_pack("{s:I, s:I, s:s, s:o}", "job", job->id, "index", (json_int_t)index,
                              "state", status == FLUV_OK ? "done" : "failed", "error", error));
    return status;
}

/* One builder for all pictures: they share what stands before the parameter. One that fails leaves
 * its place empty. */
static fluv_status sheet(studio_jobs *jobs, studio_job *job)
{
    fluv_builder *builder = fluv_builder_new(jobs->ctx);
    fluv_status status = builder ? FLUV_OK : FLUV_NO_MEMORY;
    for (size_t i = 0; status == FLUV_OK && i < json_array_size(job->values); i++)
        if (draw(jobs, job, builder, i) == FLUV_CANCELLED)
            status = FLUV_CANCELLED;
    fluv_builder_delete(builder);
    return status;
}

/* ---- The thread --------------------------------------------------------------------------------
 */

static void run_job(studio_jobs *jobs, studio_job *job)
{
    char *told = NULL;
    tell(jobs, job);
    fluv_status status = job->kind == JOB_BUILD ? build(jobs, job, &told) : sheet(jobs, job);
    json_t *files = job->kind == JOB_BUILD && status == FLUV_OK
                        ? list_files(job->folder, job->handover.profile)
                        : NULL;
    pthread_mutex_lock(&jobs->lock);
    job->state = status == FLUV_OK          ? JOB_DONE
                 : status == FLUV_CANCELLED ? JOB_CANCELLED
                                            : JOB_FAILED;
    if (job->state == JOB_FAILED)
        job->error =
            error_of(jobs->ctx, active_key(&job->active, fluv_error_of(jobs->ctx)->stage_index));
    job->fraction = status == FLUV_OK ? 1.0 : job->fraction;
    job->files = files;
    job->told = told;
    jobs->running = NULL;
    json_t *news = job_json(job); /* once the lock is gone the job may be forgotten */
    pthread_mutex_unlock(&jobs->lock);
    events_tell(jobs->events, "job", news);
}

/* The one that waits longest. */
static studio_job *next_job(studio_jobs *jobs) /* with the lock */
{
    studio_job *next = NULL;
    for (studio_job *job = jobs->newest; job; job = job->next)
        if (job->state == JOB_WAITING)
            next = job;
    return next;
}

static void *work(void *user)
{
    studio_jobs *jobs = user;
    (void)setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), NICENESS);
    for (;;) {
        pthread_mutex_lock(&jobs->lock);
        studio_job *job = NULL;
        while (!jobs->stop && !(job = next_job(jobs)))
            pthread_cond_wait(&jobs->news, &jobs->lock);
        if (jobs->stop) {
            pthread_mutex_unlock(&jobs->lock);
            return NULL;
        }
        job->state = JOB_RUNNING;
        jobs->running = job;
        pthread_mutex_unlock(&jobs->lock);
        run_job(jobs, job);
    }
}

bool jobs_start(studio_jobs *jobs, studio_events *events, int threads)
{
    *jobs = (studio_jobs){.events = events, .ctx = fluv_ctx_new()};
    pthread_mutex_init(&jobs->lock, NULL);
    pthread_cond_init(&jobs->news, NULL);
    if (!jobs->ctx)
        return false;
    fluv_set_threads(jobs->ctx, threads);
    fluv_set_progress(jobs->ctx, report, jobs);
    jobs->runs = pthread_create(&jobs->thread, NULL, work, jobs) == 0;
    return jobs->runs;
}

void jobs_stop(studio_jobs *jobs)
{
    if (!jobs->events)
        return; /* was never started */
    pthread_mutex_lock(&jobs->lock);
    jobs->stop = true;
    pthread_cond_signal(&jobs->news);
    pthread_mutex_unlock(&jobs->lock);
    if (jobs->runs)
        pthread_join(jobs->thread, NULL);
    jobs->runs = false;
}

void jobs_free(studio_jobs *jobs)
{
    if (!jobs->events)
        return;
    while (jobs->newest) {
        studio_job *next = jobs->newest->next;
        job_free(jobs->newest);
        jobs->newest = next;
    }
    fluv_ctx_delete(jobs->ctx);
    pthread_cond_destroy(&jobs->news);
    pthread_mutex_destroy(&jobs->lock);
}

/* Forgets jobs that ended long ago. */
static void forget(studio_jobs *jobs) /* with the lock */
{
    size_t count = 0;
    for (studio_job **at = &jobs->newest; *at;) {
        studio_job *job = *at;
        if (++count <= STUDIO_JOBS || job->state <= JOB_RUNNING) {
            at = &job->next;
            continue;
        }
        *at = job->next;
        job_free(job);
    }
}

json_int_t jobs_add(studio_jobs *jobs, studio_job *steals)
{
    size_t waiting = 0;
    json_int_t id = 0;
    pthread_mutex_lock(&jobs->lock);
    for (const studio_job *job = jobs->newest; job; job = job->next)
        waiting += job->state == JOB_WAITING;
    if (waiting < WAITING && !jobs->stop) {
        id = steals->id = ++jobs->last_id;
        steals->next = jobs->newest;
        jobs->newest = steals;
        forget(jobs);
        pthread_cond_signal(&jobs->news);
    }
    pthread_mutex_unlock(&jobs->lock);
    if (!id)
        job_free(steals);
    return id;
}

bool jobs_cancel(studio_jobs *jobs, json_int_t id)
{
    bool found = false, waited = false;
    json_t *news = NULL;
    pthread_mutex_lock(&jobs->lock);
    for (studio_job *job = jobs->newest; job; job = job->next)
        if (job->id == id) {
            found = true;
            job->cancel = true;
            waited = job->state == JOB_WAITING;
            job->state = waited ? JOB_CANCELLED : job->state;
            news = waited ? job_json(job) : NULL;
        }
    pthread_mutex_unlock(&jobs->lock);
    if (news)
        events_tell(jobs->events, "job", news);
    return found;
}

uint8_t *jobs_picture(studio_jobs *jobs, json_int_t id, size_t index, size_t *size)
{
    uint8_t *copy = NULL;
    *size = 0;
    pthread_mutex_lock(&jobs->lock);
    for (studio_job *job = jobs->newest; job && index < STUDIO_PICKS; job = job->next)
        if (job->id == id && job->pictures[index].png &&
            (copy = malloc(job->pictures[index].size))) {
            *size = job->pictures[index].size;
            memcpy(copy, job->pictures[index].png, *size);
        }
    pthread_mutex_unlock(&jobs->lock);
    return copy;
}
