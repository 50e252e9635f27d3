// SPDX-License-Identifier: MIT
/* Results, counted. The newest few stay, and as many as fit in memory of some size; older ones live
 * on only while an answer is being sent from them. */
#include "studio/results.h"

#include "studio/bundle.h"
#include "studio/describe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FEWEST 3 /* stay whatever they weigh: coarse, whole, and what was before */
#define MOST   8
#define HEAVY  ((size_t)1 << 30) /* bytes of all of them; layers that are shared count twice */

void results_init(studio_results *results)
{
    *results = (studio_results){0};
    pthread_mutex_init(&results->lock, NULL);
}

void result_release(void *user)
{
    studio_result *result = user;
    if (!result || atomic_fetch_sub(&result->holders, 1) > 1)
        return;
    fluv_landscape_delete(result->land);
    fluv_recipe_delete(result->recipe);
    json_decref(result->words);
    free(result->text);
    free(result);
}

void results_clear(studio_results *results)
{
    pthread_mutex_lock(&results->lock);
    results->epoch++;
    while (results->newest) {
        studio_result *next = results->newest->next;
        result_release(results->newest);
        results->newest = next;
    }
    pthread_mutex_unlock(&results->lock);
}

unsigned long results_epoch(studio_results *results)
{
    pthread_mutex_lock(&results->lock);
    unsigned long epoch = results->epoch;
    pthread_mutex_unlock(&results->lock);
    return epoch;
}

void results_free(studio_results *results)
{
    results_clear(results);
    pthread_mutex_destroy(&results->lock);
}

studio_result *results_hold(studio_results *results, json_int_t id)
{
    pthread_mutex_lock(&results->lock);
    studio_result *at = results->newest;
    while (at && at->id != id)
        at = at->next;
    if (at)
        atomic_fetch_add(&at->holders, 1);
    pthread_mutex_unlock(&results->lock);
    return at;
}

json_int_t results_newest(studio_results *results)
{
    pthread_mutex_lock(&results->lock);
    json_int_t id = results->newest ? results->newest->id : 0;
    pthread_mutex_unlock(&results->lock);
    return id;
}

/* ---- What is told of one -----------------------------------------------------------------------
 */

typedef struct span {
    double low, high;
} span;

#define SPAN_OF(type)                                                                              \
    static span span_of_##type(const type *values, size_t count, double nodata)                    \
    {                                                                                              \
        span s = {INFINITY, -INFINITY};                                                            \
        for (size_t i = 0; i < count; i++) {                                                       \
            double value = (double)values[i];                                                      \
            if (value == nodata || value != value)                                                 \
                continue;                                                                          \
            s.low = value < s.low ? value : s.low;                                                 \
            s.high = value > s.high ? value : s.high;                                              \
        }                                                                                          \
        return s;                                                                                  \
    }
SPAN_OF(float)
SPAN_OF(double)
SPAN_OF(uint8_t)
SPAN_OF(uint32_t)

static span span_of(const fluv_layer_data *layer)
{
    size_t count = layer->rows * layer->cols;
    double nodata = layer->info->nodata;
    switch (layer->info->type) {
    case FLUV_FLOAT32:
        return span_of_float(layer->data, count, nodata);
    case FLUV_FLOAT64:
        return span_of_double(layer->data, count, nodata);
    case FLUV_UINT8:
        return span_of_uint8_t(layer->data, count, nodata);
    case FLUV_UINT32:
        return span_of_uint32_t(layer->data, count, nodata);
    default:
        return (span){INFINITY, -INFINITY};
    }
}

/* What an earlier result tells of a layer that this one shares with it, as a new reference; NULL:
 * it is another. A layer that somebody holds is never changed, so the same place is the same
 * values. */
static json_t *same_as_before(const studio_result *before, const fluv_layer_data *layer)
{
    if (!before || fluv_layer_get(before->land, layer->info).data != layer->data)
        return NULL;
    return json_deep_copy(
        json_object_get(json_object_get(before->words, "layers"), layer->info->name));
}

static json_t *layers_json(const studio_result *result, const studio_result *before, size_t *bytes)
{
    const fluv_landscape *land = result->land;
    json_t *layers = json_object();
    for (size_t i = 0; i < fluv_layer_count(); i++) {
        fluv_layer_data layer = fluv_layer_get(land, fluv_layer_at(i));
        if (!layer.data || layer.info->place == FLUV_WHOLE)
            continue;
        *bytes += layer.rows * layer.cols * studio_types[layer.info->type].size;
        json_t *told = same_as_before(before, &layer);
        if (!told) {
            span s = span_of(&layer);
            told = json_pack("{s:s, s:s, s:o, s:o, s:o, s:I}", "type",
                             studio_types[layer.info->type].name, "unit", layer.info->unit, "low",
                             json_number(s.low), "high", json_number(s.high), "nodata",
                             json_number(layer.info->nodata), "since", result->id);
        }
        json_object_set_new(layers, layer.info->name, told);
    }
    return layers;
}

static json_t *frame_json(const fluv_frame *frame)
{
    return json_pack("{s:i, s:i, s:f, s:f, s:f, s:f, s:f}", "cols", (int)frame->cols, "rows",
                     (int)frame->rows, "cell", frame->cell, "west", frame->west, "north",
                     frame->north, "low", frame->low, "high", frame->high);
}

static json_t *stages_json(const studio_made *made)
{
    json_t *list = json_array();
    for (size_t i = 0; i < made->ran && i < made->active->count; i++)
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:f, s:b}", "key", made->active->keys[i],
                                        "name", fluv_recipe_stage_at(made->active->recipe, i)->name,
                                        "seconds", made->seconds[i], "reused", i < made->reused));
    return list;
}

static json_t *notes_json(const fluv_landscape *land, const studio_active *active)
{
    json_t *list = json_array();
    for (size_t i = 0; i < fluv_note_count(land); i++) {
        size_t at = fluv_recipe_find(active->recipe, fluv_note_stage(land, i));
        const char *key = at < active->count ? active->keys[at] : "";
        json_array_append_new(list, json_pack("{s:s, s:o}", "stage", key, "text",
                                              json_words(fluv_note_text(land, i))));
    }
    return list;
}

static json_t *budget_json(const fluv_budget *budget)
{
    if (!budget || !budget->known)
        return json_null();
    return json_pack("{s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "per_year", budget->per_year,
                     "rain", json_number(budget->rain), "evaporated",
                     json_number(budget->evaporated), "stored", json_number(budget->stored), "left",
                     json_number(budget->left), "earlier", json_number(budget->earlier), "wettest",
                     json_number(budget->wettest), "springs", json_number(budget->springs));
}

static json_t *regions_json(const fluv_landscape *land)
{
    json_t *list = json_array();
    fluv_region_info region;
    for (size_t i = 0; fluv_region_type_of(land, i, &region); i++) {
        char colour[8];
        snprintf(colour, sizeof colour, "#%02x%02x%02x", region.red, region.green, region.blue);
        json_array_append_new(list, json_pack("{s:I, s:o, s:s}", "value", (json_int_t)i, "name",
                                              json_words(region.name), "colour", colour));
    }
    return list;
}

static json_t *has_json(const fluv_landscape *land)
{
    const fluv_rivers *rivers = fluv_rivers_of(land);
    const fluv_lakes *lakes = fluv_lakes_of(land);
    const fluv_watersheds *watersheds = fluv_watersheds_of(land);
    const fluv_outline *coast = fluv_coast_of(land);
    return json_pack("{s:I, s:I, s:I, s:I}", "rivers", (json_int_t)(rivers ? rivers->count : 0),
                     "lakes", (json_int_t)(lakes ? lakes->count : 0), "coast",
                     (json_int_t)(coast ? coast->ring_count : 0), "watersheds",
                     (json_int_t)(watersheds ? watersheds->count : 0));
}

static json_t *result_json(studio_result *result, const studio_result *before,
                           const studio_made *made)
{
    const fluv_landscape *land = result->land;
    fluv_endorheic endorheic = fluv_endorheic_of(land);
    return json_pack(
        "{s:I, s:I, s:I, s:o, s:b, s:f, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:{s:I, s:o, s:o}, s:o}",
        "id", result->id, "revision", made->revision, "size", (json_int_t)made->size, "until",
        *made->until ? json_string(made->until) : json_null(), "coarse", made->coarse, "raised",
        made->raised, "frame", frame_json(fluv_frame_of(land)), "crs",
        json_words(fluv_crs_of(land)), "stages", stages_json(made), "layers",
        layers_json(result, before, &result->bytes), "has", has_json(land), "notes",
        notes_json(land, made->active), "budget", budget_json(fluv_budget_of(land)), "endorheic",
        "lakes", (json_int_t)endorheic.lakes, "area", json_number(endorheic.area), "share",
        json_number(endorheic.share), "regions", regions_json(land));
}

/* ---- Keeping -----------------------------------------------------------------------------------
 */

static void drop_old(studio_results *results) /* with the lock */
{
    size_t count = 0, bytes = 0;
    for (studio_result **at = &results->newest; *at;) {
        studio_result *result = *at;
        bytes += result->bytes;
        if (++count <= FEWEST || (count <= MOST && bytes <= HEAVY)) {
            at = &result->next;
            continue;
        }
        *at = result->next;
        result_release(result);
    }
}

/* The newest of the same sort, which may share layers with one that comes; NULL: there is none. */
static studio_result *hold_like(studio_results *results, const studio_made *made)
{
    pthread_mutex_lock(&results->lock);
    studio_result *at = results->newest;
    while (at && at->coarse != made->coarse)
        at = at->next;
    if (at)
        atomic_fetch_add(&at->holders, 1);
    pthread_mutex_unlock(&results->lock);
    return at;
}

studio_result *results_add(studio_results *results, fluv_ctx *ctx, const fluv_landscape *land,
                           const studio_made *made)
{
    studio_result *result = calloc(1, sizeof *result);
    if (!result)
        return NULL;
    atomic_init(&result->holders, 1);
    result->land = fluv_landscape_hold(land);
    result->revision = made->revision;
    result->coarse = made->coarse;
    pthread_mutex_lock(&results->lock);
    result->id = ++results->last_id;
    pthread_mutex_unlock(&results->lock);
    studio_result *before = hold_like(results, made);
    result->words = result_json(result, before, made);
    if (before)
        result_release(before);
    result->text = result->words ? json_dumps(result->words, JSON_COMPACT) : NULL;
    if (!result->text || fluv_recipe_copy(ctx, made->active->recipe, &result->recipe) != FLUV_OK) {
        result_release(result);
        return NULL;
    }
    pthread_mutex_lock(&results->lock);
    bool wanted = made->epoch == results->epoch; /* looking at its layers took a while */
    if (wanted) {
        atomic_fetch_add(&result->holders, 1);
        result->next = results->newest;
        results->newest = result;
        drop_old(results);
    }
    pthread_mutex_unlock(&results->lock);
    if (wanted)
        return result;
    result_release(result);
    return NULL;
}
