// SPDX-License-Identifier: MIT
/* Requests for files: images that were painted, maps that were dropped, fields, presets. */
#include "studio/cache.h"
#include "studio/files.h"
#include "studio/image.h"
#include "studio/server.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define LARGEST_IMAGE 8192 /* pixels along a side */
#define MOST_MAPS     1000 /* of one name */

/* ---- Images ------------------------------------------------------------------------------------
 */

/* The project's folder and a room in it; false, with an answer, if none is open. */
static bool room_of(studio_call *call, const char *room, char folder[PATH_MAX + 16])
{
    studio *s = call->studio;
    pthread_mutex_lock(&s->project.lock);
    bool open = s->project.open;
    snprintf(folder, PATH_MAX + 16, "%s/%s", s->project.folder, room);
    pthread_mutex_unlock(&s->project.lock);
    if (!open)
        answer_line(call, 400, "no project is open");
    else
        (void)mkdir(folder, 0777);
    return open;
}

void answer_put_image(studio_call *call)
{
    const char *name = call_query(call, "name");
    char folder[PATH_MAX + 16], file[160];
    const char *refusal = image_refuses(call->body, call->size, LARGEST_IMAGE);
    if (!name || !file_name_is_plain(name) || strlen(name) > 64) {
        answer_line(call, 400, "`name` must be of letters, digits, dashes and underscores");
    } else if (refusal) {
        answer_line(call, 400, "%s", refusal);
    } else if (room_of(call, "images", folder)) {
        snprintf(file, sizeof file, "%s-%016llx.png", name,
                 (unsigned long long)image_hash(call->body, call->size));
        char path[PATH_MAX + 200], shown[200];
        snprintf(path, sizeof path, "%s/%s", folder, file);
        snprintf(shown, sizeof shown, "images/%s", file);
        struct stat there;
        bool known = stat(path, &there) == 0 && (size_t)there.st_size == call->size;
        if (known || file_save(folder, file, call->body, call->size))
            answer_json(call, json_pack("{s:s}", "image", shown));
        else
            answer_line(call, 400, "the image cannot be saved in %s", folder);
    }
}

void answer_get_image(studio_call *call)
{
    char folder[PATH_MAX + 16], path[PATH_MAX + 200];
    size_t size;
    if (!file_name_is_plain(call->part[0])) {
        answer_line(call, 404, "there is no such image");
        return;
    }
    if (!room_of(call, "images", folder))
        return;
    snprintf(path, sizeof path, "%s/%s", folder, call->part[0]);
    char *bytes = file_load(path, (size_t)256 << 20, &size);
    if (bytes)
        answer_bytes(call, "image/png", bytes, size, free, bytes);
    else
        answer_line(call, 404, "there is no such image");
}

/* ---- Maps --------------------------------------------------------------------------------------
 */

/* Where a map goes: to the open project, or to a folder that lives as long as the server. */
static bool map_folder(studio *s, char folder[PATH_MAX + 16])
{
    studio_project *project = &s->project;
    pthread_mutex_lock(&project->lock);
    if (project->open) {
        snprintf(folder, PATH_MAX + 16, "%s/maps", project->folder);
        (void)mkdir(folder, 0777);
    } else {
        if (!*project->waiting) {
            const char *place = getenv("TMPDIR");
            snprintf(project->waiting, sizeof project->waiting, "%s/interfluve-XXXXXX",
                     place && *place == '/' ? place : "/tmp");
            if (!mkdtemp(project->waiting))
                project->waiting[0] = '\0';
        }
        snprintf(folder, PATH_MAX + 16, "%s", project->waiting);
    }
    pthread_mutex_unlock(&project->lock);
    return *folder != '\0';
}

/* Letters that a file's name should not have become dashes. */
static void tidy(const char *name, char out[120])
{
    snprintf(out, 120, "%s", name);
    for (char *c = out; *c; c++)
        if (!strchr("._-", *c) && !(*c >= '0' && *c <= '9') && !(*c >= 'a' && *c <= 'z') &&
            !(*c >= 'A' && *c <= 'Z'))
            *c = '-';
    for (char *c = out; *c == '.'; c++)
        *c = '-';
}

static bool has_bytes(const char *path, const char *bytes, size_t size)
{
    struct stat there;
    size_t read = 0;
    if (stat(path, &there) != 0 || (uint64_t)there.st_size != size)
        return false;
    char *old = file_load(path, size, &read);
    bool same = old && read == size && memcmp(old, bytes, size) == 0;
    free(old);
    return same;
}

/* Saves a map under its name, or as NAME-2, NAME-3, … where another map has it: recipes and steps
 * to undo may name that one. False: cannot be. */
static bool save_map(const char *folder, char name[120], const char *bytes, size_t size)
{
    char whole[120], path[PATH_MAX + 160];
    snprintf(whole, sizeof whole, "%s", name);
    const char *dot = strrchr(whole, '.');
    const char *end = dot ? dot : whole + strlen(whole);
    for (int i = 1; i < MOST_MAPS; i++) {
        struct stat there;
        if (i > 1)
            snprintf(name, 120, "%.*s-%d%s", (int)(end - whole), whole, i, end);
        snprintf(path, sizeof path, "%s/%s", folder, name);
        if (lstat(path, &there) != 0)
            return file_save(folder, name, bytes, size);
        if (has_bytes(path, bytes, size))
            return true;
    }
    return false;
}

void answer_put_map(studio_call *call)
{
    const char *said = call_query(call, "name");
    char folder[PATH_MAX + 16] = "", name[120];
    if (!said || !*said || strlen(said) > 110 || call->size == 0) {
        answer_line(call, 400, "`name` must be the map's name, of at most 110 letters");
        return;
    }
    tidy(said, name);
    if (map_folder(call->studio, folder) && save_map(folder, name, call->body, call->size))
        answer_json(call, json_pack("{s:s}", "map", name));
    else
        answer_line(call, 400, "the map cannot be saved");
}

/* ---- Fields ------------------------------------------------------------------------------------
 */

/* The frame of the newest result, or else of the recipe, in another number of cells. */
static fluv_frame frame_for(studio *s, double size)
{
    fluv_frame frame = {.cols = 1, .rows = 1, .cell = 1};
    studio_result *result = results_hold(&s->results, results_newest(&s->results));
    if (result) {
        frame = *fluv_frame_of(result->land);
    } else {
        fluv_value cols, rows, width;
        const fluv_recipe *recipe = s->project.now.recipe;
        fluv_ctx *ctx = s->project.ctx;
        if (fluv_recipe_value(ctx, recipe, FLUV_FRAME_STAGE, "size", &cols) == FLUV_OK &&
            fluv_recipe_value(ctx, recipe, FLUV_FRAME_STAGE, "rows", &rows) == FLUV_OK &&
            fluv_recipe_value(ctx, recipe, FLUV_FRAME_STAGE, "width", &width) == FLUV_OK) {
            frame.cols = (uint32_t)cols.number;
            frame.rows = (uint32_t)(rows.number > 0.0 ? rows.number : cols.number);
            frame.cell = width.number / cols.number;
            frame.north = frame.cell * frame.rows;
        }
    }
    result_release(result);
    double across = frame.cols * frame.cell, down = frame.rows * frame.cell;
    frame.cell = fmax(across, down) / size;
    frame.cols = (uint32_t)fmax(1.0, round(across / frame.cell));
    frame.rows = (uint32_t)fmax(1.0, round(down / frame.cell));
    return frame;
}

/* A copy of the recipe and what is asked of it; false, with an answer, if there is none. */
static bool field_wish(studio_call *call, double size, fluv_recipe **recipe, size_t *stage,
                       fluv_frame *frame)
{
    studio *s = call->studio;
    const char *key = call_query(call, "stage");
    pthread_mutex_lock(&s->project.lock);
    const studio_state *now = &s->project.now;
    *stage = key && s->project.open ? state_find(now, key) : now->count;
    bool found = s->project.open && *stage < now->count &&
                 fluv_recipe_copy(call->ctx, now->recipe, recipe) == FLUV_OK;
    if (found)
        *frame = frame_for(s, size);
    pthread_mutex_unlock(&s->project.lock);
    if (!found)
        answer_line(call, 400, "`stage` must be the key of a stage");
    return found;
}

void answer_field(studio_call *call)
{
    const char *path = call_query(call, "path");
    double size;
    size_t stage;
    fluv_frame frame;
    fluv_recipe *recipe = NULL;
    if (!call_number(call, "size", 1, 4096, 512, &size) ||
        !field_wish(call, floor(size), &recipe, &stage, &frame))
        return;
    size_t count = (size_t)frame.cols * frame.rows;
    float *values = malloc(count * sizeof *values);
    fluv_status status =
        values ? fluv_recipe_field(call->ctx, recipe, stage, path ? path : "", &frame, values)
               : FLUV_NO_MEMORY;
    if (status == FLUV_OK) {
        char number[16];
        answer_bytes(call, "application/octet-stream", values, count * sizeof *values, free,
                     values);
        snprintf(number, sizeof number, "%u", frame.cols);
        answer_header(call, "X-Cols", number);
        snprintf(number, sizeof number, "%u", frame.rows);
        answer_header(call, "X-Rows", number);
        answer_header(call, "X-Type", "float32");
    } else {
        free(values);
        answer_error(call, error_of(call->ctx, NULL));
    }
    fluv_recipe_delete(recipe);
}

void answer_preset(studio_call *call)
{
    size_t size = 0;
    char *shipped = page_preset(&call->studio->page, call->part[0], &size);
    char *made = shipped ? NULL : cache_get(call->part[0], &size);
    if (shipped)
        answer_bytes(call, "image/webp", shipped, size, free, shipped);
    else if (made)
        answer_bytes(call, "image/png", made, size, free, made);
    else
        answer_line(call, 404, "there is no picture of that preset yet");
}
