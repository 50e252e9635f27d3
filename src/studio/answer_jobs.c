// SPDX-License-Identifier: MIT
/* Requests for builds and sheets. */
#include "studio/edit.h"
#include "studio/files.h"
#include "studio/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A job with the project's recipe at a size (0: as it says); NULL, with *wrong, if it cannot be. */
static studio_job *begin(studio *s, uint32_t size, json_t **wrong)
{
    studio_project *project = &s->project;
    *wrong = NULL;
    if (!project->open) {
        *wrong = fault("no project is open");
        return NULL;
    }
    studio_job *job = calloc(1, sizeof *job);
    fluv_status status =
        job ? state_active(project->ctx, &project->now, &job->active) : FLUV_NO_MEMORY;
    if (status == FLUV_OK && size)
        status = fluv_recipe_put_number(project->ctx, job->active.recipe, FLUV_FRAME_STAGE, "size",
                                        size);
    if (status == FLUV_OK)
        status = fluv_recipe_check(project->ctx, job->active.recipe, NULL);
    if (status == FLUV_OK)
        return job;
    int at = fluv_error_of(project->ctx)->stage_index;
    *wrong = error_of(project->ctx, job ? active_key(&job->active, at) : NULL);
    job_free(job);
    return NULL;
}

static void answer_job(studio_call *call, studio_job *job, json_t *wrong)
{
    json_int_t id = wrong ? 0 : jobs_add(&call->studio->jobs, job);
    if (wrong)
        answer_error(call, wrong);
    else if (id)
        answer_json(call, json_pack("{s:I}", "job", id));
    else
        answer_line(call, 503, "too many jobs wait already");
}

/* ---- Builds ------------------------------------------------------------------------------------
 */

/* "a,b" from a list of names of files; NULL with *wrong if one is none. */
static char *join_files(const json_t *list, json_t **wrong)
{
    char text[1024] = "";
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *name = json_string_value(json_array_get(list, i));
        bool known = false;
        for (size_t j = 0; name && j < fluv_file_count(); j++)
            known = known || strcmp(fluv_file_name(j), name) == 0;
        if (!known || strlen(text) + strlen(name) + 2 > sizeof text) {
            *wrong = fault("`without` must be a list of names of files");
            return NULL;
        }
        strcat(text, *text ? "," : "");
        strcat(text, name);
    }
    return *text ? strdup(text) : NULL;
}

/* Cells of the newest land; a square where there is none. */
static void cells_of_land(studio *s, uint32_t *cols, uint32_t *rows)
{
    studio_result *result = results_hold(&s->results, results_newest(&s->results));
    const fluv_frame *frame = result ? fluv_frame_of(result->land) : NULL;
    *cols = frame ? frame->cols : 512;
    *rows = frame ? frame->rows : 512;
    if (result)
        result_release(result);
}

/* What the wish says of the files: names to leave out, or a program they are for. */
static json_t *read_files(studio *s, const json_t *wish, json_int_t *cells, studio_job *job)
{
    json_t *wrong = NULL;
    uint32_t cols, rows;
    job->without = join_files(json_object_get(wish, "without"), &wrong);
    if (wrong || !json_object_get(wish, "for"))
        return wrong;
    cells_of_land(s, &cols, &rows);
    wrong = handover_read(s->project.ctx, wish, cols, rows, &job->handover);
    *cells = job->handover.size;
    if (!wrong && !handover_may_write(job->folder))
        return fault("builds/%s is there already and is no export", job->name);
    return wrong;
}

static studio_job *begin_build(studio *s, const json_t *wish, json_t **wrong)
{
    const char *name = json_string_value(json_object_get(wish, "name"));
    const json_t *size = json_object_get(wish, "size");
    json_int_t cells = json_integer_value(size);
    studio_job read = {.kind = JOB_BUILD};
    if (!name || !file_name_is_plain(name) || strlen(name) >= sizeof read.name)
        *wrong = fault("`name` must be of letters, digits, dots, dashes and underscores");
    else if (size && (!json_is_integer(size) || cells < 0 || cells > 65536))
        *wrong = fault("`size` must be from 1 to 65536, or 0 for the recipe's own");
    if (*wrong)
        return NULL;
    snprintf(read.name, sizeof read.name, "%s", name);
    snprintf(read.folder, sizeof read.folder, "%.*s/builds/%s", PATH_MAX - 200, s->project.folder,
             name);
    *wrong = read_files(s, wish, &cells, &read);
    studio_job *job = *wrong ? NULL : begin(s, (uint32_t)cells, wrong);
    if (!job) {
        free(read.without);
        handover_free(&read.handover);
        return NULL;
    }
    char builds[PATH_MAX];
    snprintf(builds, sizeof builds, "%.*s/builds", PATH_MAX - 200, s->project.folder);
    (void)mkdir(builds, 0777);
    read.active = job->active;
    *job = read;
    return job;
}

/* What a program would get, before anything is made. */
void answer_fit(studio_call *call)
{
    studio *s = call->studio;
    uint32_t cols, rows;
    double size, tiles;
    const char *program = call_query(call, "for");
    if (!call_number(call, "size", 0, 32769, 0, &size) ||
        !call_number(call, "tiles", 0, 64, 1, &tiles))
        return;
    const fluv_export_options options = {.struct_size = sizeof options,
                                         .profile = program ? program : "",
                                         .size = (uint32_t)size,
                                         .tiles = (uint32_t)tiles};
    fluv_export_fit fit;
    cells_of_land(s, &cols, &rows);
    pthread_mutex_lock(&s->project.lock);
    if (fluv_export_fits(s->project.ctx, &options, cols, rows, &fit) != FLUV_OK)
        answer_error(call, error_of(s->project.ctx, NULL));
    else
        answer_json(call, json_pack("{s:I, s:I, s:I, s:I}", "cols", (json_int_t)fit.cols, "rows",
                                    (json_int_t)fit.rows, "tiles_x", (json_int_t)fit.tiles_x,
                                    "tiles_y", (json_int_t)fit.tiles_y));
    pthread_mutex_unlock(&s->project.lock);
}

void answer_build(studio_call *call)
{
    studio *s = call->studio;
    json_t *wish = call_object(call), *wrong = NULL;
    if (!wish)
        return;
    pthread_mutex_lock(&s->project.lock);
    studio_job *job = begin_build(s, wish, &wrong);
    pthread_mutex_unlock(&s->project.lock);
    answer_job(call, job, wrong);
    json_decref(wish);
}

/* ---- Sheets ------------------------------------------------------------------------------------
 */

static bool all_seeds(const json_t *values)
{
    for (size_t i = 0; i < json_array_size(values); i++)
        if (!json_is_integer(json_array_get(values, i)) ||
            json_integer_value(json_array_get(values, i)) < 0)
            return false;
    return true;
}

/* Whether a word brings in a file that the project does not name: as a field's image, or in the
 * rows of a list. */
static bool names_a_file(studio *s, const studio_job *job, const json_t *value)
{
    char foreign[512] = "";
    fluv_ctx *ctx = s->project.ctx;
    fluv_recipe *tried = NULL;
    if (fluv_recipe_copy(ctx, job->active.recipe, &tried) == FLUV_OK &&
        edit_put(ctx, tried, job->stage, job->path, value) == FLUV_OK)
        files_find_foreign(ctx, tried, job->active.recipe, s->project.folder, foreign,
                           sizeof foreign);
    fluv_recipe_delete(tried);
    return *foreign != '\0';
}

/* Which stage and parameter vary, checked with the first value. */
static json_t *aim(studio *s, const json_t *wish, studio_job *job)
{
    const char *key = json_string_value(json_object_get(wish, "stage"));
    const char *path = json_string_value(json_object_get(wish, "path"));
    if (!key || !path || strlen(path) >= sizeof job->path)
        return fault("expected `seeds`, or `stage`, `path` and `values`");
    job->stage = strcmp(key, "frame") == 0 ? FLUV_FRAME_STAGE : 0;
    while (job->stage < job->active.count && strcmp(job->active.keys[job->stage], key) != 0)
        job->stage++;
    if (job->stage == job->active.count)
        return fault("there is no stage with the key `%s` that is on", key);
    snprintf(job->path, sizeof job->path, "%s", path);
    fluv_value value;
    if (fluv_recipe_value(s->project.ctx, job->active.recipe, job->stage, path, &value) != FLUV_OK)
        return error_of(s->project.ctx, key);
    if (value.param.type == FLUV_PARAM_TEXT && *value.param.unit)
        return fault("files cannot be tried out on a sheet");
    for (size_t i = 0; i < json_array_size(job->values); i++) {
        const json_t *one = json_array_get(job->values, i);
        bool number = json_is_number(one), word = json_is_string(one) || json_is_boolean(one);
        bool field = value.param.type == FLUV_PARAM_FIELD;
        if (!number && (field || !word))
            return fault("a sheet tries out numbers, and words where the parameter takes them");
        if (word && names_a_file(s, job, one))
            return fault("files cannot be tried out on a sheet");
    }
    return NULL;
}

static studio_job *begin_sheet(studio *s, const json_t *wish, json_t **wrong)
{
    const json_t *size = json_object_get(wish, "size");
    json_t *seeds = json_object_get(wish, "seeds"), *values = json_object_get(wish, "values");
    json_int_t pixels = size ? json_integer_value(size) : 192;
    json_t *list = seeds ? seeds : values;
    if (pixels < 32 || pixels > 1024 || !json_is_array(list) || json_array_size(list) < 1 ||
        json_array_size(list) > STUDIO_PICKS || (seeds && !all_seeds(seeds))) {
        *wrong = fault("a sheet has 1 to %d seeds or values and pictures of 32 to 1024 pixels",
                       STUDIO_PICKS);
        return NULL;
    }
    studio_job *job = begin(s, (uint32_t)pixels, wrong);
    if (!job)
        return NULL;
    job->kind = JOB_SHEET;
    job->size = (uint32_t)pixels;
    job->seeds = seeds != NULL;
    job->values = json_deep_copy(list);
    *wrong = seeds ? NULL : aim(s, wish, job);
    if (!*wrong)
        return job;
    job_free(job);
    return NULL;
}

void answer_sheet(studio_call *call)
{
    studio *s = call->studio;
    json_t *wish = call_object(call), *wrong = NULL;
    if (!wish)
        return;
    pthread_mutex_lock(&s->project.lock);
    studio_job *job = begin_sheet(s, wish, &wrong);
    pthread_mutex_unlock(&s->project.lock);
    answer_job(call, job, wrong);
    json_decref(wish);
}

void answer_sheet_picture(studio_call *call)
{
    char *end = NULL, *dot = NULL;
    long long id = strtoll(call->part[0], &end, 10);
    unsigned long index = strtoul(call->part[1], &dot, 10);
    size_t size = 0;
    uint8_t *png = *end == '\0' && strcmp(dot, ".png") == 0
                       ? jobs_picture(&call->studio->jobs, id, index, &size)
                       : NULL;
    if (png)
        answer_bytes(call, "image/png", png, size, free, png);
    else
        answer_line(call, 404, "there is no such picture, or not yet");
}

void answer_job_cancel(studio_call *call)
{
    char *end = NULL;
    long long id = strtoll(call->part[0], &end, 10);
    if (*end == '\0' && jobs_cancel(&call->studio->jobs, id))
        answer_done(call);
    else
        answer_line(call, 404, "there is no such job");
}
