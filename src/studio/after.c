// SPDX-License-Identifier: MIT
/* What the worker does when the land is made: the rules of water, small pictures of stages, and
 * pictures of presets for the gallery. */
#include "studio/cache.h"
#include "studio/describe.h"
#include "studio/files.h"
#include "studio/worker.h"

#include <stdlib.h>
#include <string.h>

#define THUMB        192
#define PRESET       384
#define PRESET_CELLS 384

/* ---- The rules ---------------------------------------------------------------------------------
 */

static json_t *verdict_json(const fluv_verdict *verdict)
{
    json_t *json = json_pack("{s:i, s:b, s:b, s:I, s:I, s:o}", "rule", verdict->rule, "applies",
                             verdict->applies, "holds", verdict->holds, "checked",
                             (json_int_t)verdict->checked, "broken", (json_int_t)verdict->broken,
                             "text", json_words(verdict->text));
    if (verdict->has_place) {
        json_object_set_new(json, "x", json_number(verdict->x));
        json_object_set_new(json, "y", json_number(verdict->y));
    }
    return json;
}

void worker_judge(studio_worker *worker, const studio_wish *wish, const studio_result *result)
{
    fluv_verdict verdicts[FLUV_RULES];
    studio_at_work work = {.wish = wish};
    worker_at_work(worker, &work);
    fluv_status status = fluv_check(worker->ctx, result->land, verdicts);
    worker_at_work(worker, NULL);
    if (status != FLUV_OK)
        return;
    json_t *rules = json_array();
    for (int i = 0; i < FLUV_RULES; i++)
        json_array_append_new(rules, verdict_json(&verdicts[i]));
    json_t *check = json_pack("{s:I, s:o}", "result", result->id, "rules", rules);
    pthread_mutex_lock(&worker->lock);
    bool ours = wish->epoch == worker->epoch;
    if (ours) {
        json_decref(worker->check);
        worker->check = json_deep_copy(check);
    }
    pthread_mutex_unlock(&worker->lock);
    if (ours)
        events_tell(worker->events, "check", check);
    else
        json_decref(check);
}

/* ---- Stages ------------------------------------------------------------------------------------
 */

fluv_status picture_small(fluv_ctx *ctx, const fluv_landscape *land, uint32_t size, uint8_t **png,
                          size_t *bytes)
{
    const fluv_render_options options = {
        .struct_size = sizeof options, .longest = size, .bare = true};
    fluv_status status = FLUV_BAD_USE;
    for (size_t i = 0; i < fluv_view_count() && status == FLUV_BAD_USE; i++)
        status = fluv_render_png(ctx, land, fluv_view_name(i), &options, png, bytes);
    return status;
}

static void keep_thumb(studio_worker *worker, const studio_wish *wish, studio_thumb fresh)
{
    pthread_mutex_lock(&worker->lock);
    bool ours = wish->epoch == worker->epoch;
    size_t at = 0;
    while (at < worker->thumb_count && strcmp(worker->thumbs[at].key, fresh.key) != 0)
        at++;
    if (ours && at == STUDIO_STAGES) /* of stages that are gone, some of them */
        fluv_text_free(worker->thumbs[at = 0].png);
    else if (ours && at < worker->thumb_count)
        fluv_text_free(worker->thumbs[at].png);
    if (ours) {
        worker->thumb_count += at == worker->thumb_count;
        worker->thumbs[at] = fresh;
    }
    pthread_mutex_unlock(&worker->lock);
    if (!ours) {
        fluv_text_free(fresh.png);
        return;
    }
    events_tell(worker->events, "thumb",
                json_pack("{s:I, s:s}", "result", fresh.result, "stage", fresh.key));
}

static bool picture_stage(studio_worker *worker, const studio_wish *wish, size_t index,
                          json_int_t result)
{
    static studio_at_work work;
    work = (studio_at_work){.wish = wish, .bench = &worker->full, .began = 0};
    studio_thumb fresh = {.result = result};
    memcpy(fresh.key, wish->active.keys[index], sizeof fresh.key);
    const fluv_landscape *land = NULL;
    worker_at_work(worker, &work);
    work.told_at = 1e300; /* it is not told of */
    fluv_status status = bench_run(worker, &work, wish->size, fresh.key, &land);
    if (status == FLUV_OK)
        status = picture_small(worker->ctx, land, THUMB, &fresh.png, &fresh.size);
    worker_at_work(worker, NULL);
    if (status == FLUV_OK)
        keep_thumb(worker, wish, fresh);
    return status == FLUV_OK || status == FLUV_BAD_USE; /* a stage may have nothing to show */
}

/* Stages of the wish whose pictures are right: those before the first change since they were
 * drawn. */
static size_t stages_pictured(const studio_worker *worker, const studio_wish *wish)
{
    if (!worker->pictured)
        return 0;
    size_t first = fluv_recipe_first_change(worker->pictured, wish->active.recipe);
    return first < worker->pictured_count ? first : worker->pictured_count;
}

void worker_picture_stages(studio_worker *worker, const studio_wish *wish, json_int_t result)
{
    size_t right = stages_pictured(worker, wish), end = wish_end(wish);
    fluv_recipe_delete(worker->pictured);
    worker->pictured = NULL;
    worker->pictured_count = 0;
    if (fluv_recipe_copy(worker->ctx, wish->active.recipe, &worker->pictured) != FLUV_OK)
        return;
    worker->pictured_count = right;
    for (size_t i = 0; i < end; i++) {
        size_t size;
        uint8_t *there = i < right ? worker_thumb(worker, wish->active.keys[i], &size) : NULL;
        free(there);
        if (there)
            continue;
        if (worker_is_wanted_elsewhere(worker, wish) || !picture_stage(worker, wish, i, result))
            return;
        if (worker->pictured_count < i + 1)
            worker->pictured_count = i + 1;
    }
}

uint8_t *worker_thumb(studio_worker *worker, const char *key, size_t *size)
{
    uint8_t *copy = NULL;
    *size = 0;
    pthread_mutex_lock(&worker->lock);
    for (size_t i = 0; i < worker->thumb_count; i++)
        if (strcmp(worker->thumbs[i].key, key) == 0 && (copy = malloc(worker->thumbs[i].size))) {
            *size = worker->thumbs[i].size;
            memcpy(copy, worker->thumbs[i].png, *size);
        }
    pthread_mutex_unlock(&worker->lock);
    return copy;
}

void worker_list_thumbs(studio_worker *worker, json_t *into)
{
    pthread_mutex_lock(&worker->lock);
    for (size_t i = 0; i < worker->thumb_count; i++)
        json_array_append_new(into,
                              json_pack("[s, {s:I, s:s}]", "thumb", "result",
                                        worker->thumbs[i].result, "stage", worker->thumbs[i].key));
    pthread_mutex_unlock(&worker->lock);
}

/* ---- Presets -----------------------------------------------------------------------------------
 */

static fluv_status make_preset(studio_worker *worker, const char *name, uint8_t **png, size_t *size)
{
    fluv_recipe *recipe = NULL;
    const fluv_landscape *land = NULL;
    const char *text = fluv_preset_text(name);
    fluv_builder *builder = fluv_builder_new(worker->ctx);
    fluv_status status = builder ? FLUV_OK : FLUV_NO_MEMORY;
    if (status == FLUV_OK)
        status = fluv_recipe_parse(worker->ctx, text, strlen(text), name, &recipe);
    if (status == FLUV_OK && files_missing(worker->ctx, recipe))
        status = FLUV_BAD_INPUT;
    if (status == FLUV_OK)
        status =
            fluv_recipe_put_number(worker->ctx, recipe, FLUV_FRAME_STAGE, "size", PRESET_CELLS);
    if (builder)
        fluv_builder_keep(builder, false);
    if (status == FLUV_OK)
        status = fluv_builder_run(worker->ctx, builder, recipe, NULL, &land);
    if (status == FLUV_OK)
        status = picture_small(worker->ctx, land, PRESET, png, size);
    fluv_builder_delete(builder);
    fluv_recipe_delete(recipe);
    return status;
}

/* Only while somebody looks: a server that nobody has a page of leaves the machine alone. */
static bool somebody_listens(studio_worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    bool wanted = !worker->no_presets;
    pthread_mutex_unlock(&worker->lock);
    pthread_mutex_lock(&worker->events->lock);
    bool listens = worker->events->count > 0;
    pthread_mutex_unlock(&worker->events->lock);
    return wanted && listens;
}

void worker_without_presets(studio_worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    worker->no_presets = true;
    pthread_mutex_unlock(&worker->lock);
}

bool worker_picture_preset(studio_worker *worker)
{
    while (worker->preset < fluv_preset_count() &&
           (page_has_preset(worker->page, fluv_preset_name(worker->preset)) ||
            cache_has(fluv_preset_name(worker->preset))))
        worker->preset++;
    if (worker->preset >= fluv_preset_count() || !somebody_listens(worker))
        return false;
    const char *name = fluv_preset_name(worker->preset);
    studio_at_work work = {0};
    uint8_t *png = NULL;
    size_t size = 0;
    worker_at_work(worker, &work);
    fluv_status status = make_preset(worker, name, &png, &size);
    worker_at_work(worker, NULL);
    if (status == FLUV_CANCELLED)
        return true;
    worker->preset++; /* made, or cannot be */
    if (status == FLUV_OK && cache_put(name, png, size))
        events_tell(worker->events, "preset", json_pack("{s:s}", "name", name));
    fluv_text_free(png);
    return true;
}
