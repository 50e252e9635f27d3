// SPDX-License-Identifier: MIT
/* Writes landscape.json; json.h says what stands in it. */
#include "output/json.h"
#include "output/memory_file.h"
#include "output/raster.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *frame_json(const fluv_frame *frame)
{
    return json_pack("{s:I, s:I, s:o, s:o, s:o, s:o, s:o}", "cols", (json_int_t)frame->cols, "rows",
                     (json_int_t)frame->rows, "cell_m", fluv_json_number(frame->cell), "west",
                     fluv_json_number(frame->west), "north", fluv_json_number(frame->north),
                     "low_m", fluv_json_number(frame->low), "high_m",
                     fluv_json_number(frame->high));
}

static json_t *seed_json(uint64_t seed)
{
    if (seed <= INT64_MAX)
        return json_integer((json_int_t)seed);
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)seed);
    return json_string(text);
}

static json_t *layers_json(const fluv_landscape *land, fluv_layer_set ready)
{
    json_t *out = json_array();
    for (int layer = 0; layer < FLUV_LAYER_COUNT; layer++)
        if (land->layers[layer] || (ready & FLUV_HAS(layer)))
            fluv_json_add(&out, json_string(fluv_layer_name(layer)));
    return out;
}

static json_t *range_json(const float *values, size_t count)
{
    float low, high;
    if (!values || !fluv_range_of(values, count, &low, &high))
        return json_null();
    return json_pack("[o, o]", fluv_json_number((double)low), fluv_json_number((double)high));
}

static json_t *area_range_json(const double *area, size_t count)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; area && i < count; i++) {
        low = area[i] < low ? area[i] : low;
        high = area[i] > high ? area[i] : high;
    }
    return low <= high ? json_pack("[o, o]", fluv_json_number(low), fluv_json_number(high))
                       : json_null();
}

static json_t *ranges_json(const fluv_landscape *land)
{
    size_t cells = fluv_cell_count(land);
    return json_pack("{s:o, s:o, s:o, s:o}", "height_m", range_json(fluv_height_of(land), cells),
                     "water_m", range_json(fluv_water_of(land), cells), "area_m2",
                     area_range_json(fluv_area_of(land), cells), "discharge_cms",
                     range_json(fluv_discharge_of(land), cells));
}

static json_t *png_json(const fluv_landscape *land)
{
    float low, high;
    const float *height = fluv_height_of(land);
    if (!height || !fluv_range_of(height, fluv_cell_count(land), &low, &high))
        return json_null();
    return json_pack("{s:o, s:o}", "black_m", fluv_json_number((double)low), "white_m",
                     fluv_json_number((double)high));
}

static json_t *change_json(const fluv_ground_change *change)
{
    return json_pack("{s:I, s:I, s:o, s:o, s:o, s:o}", "hollows_breached",
                     (json_int_t)change->hollows_breached, "hollows_filled",
                     (json_int_t)change->hollows_filled, "volume_cut_m3",
                     fluv_json_number(change->volume_cut), "volume_filled_m3",
                     fluv_json_number(change->volume_filled), "deepest_cut_m",
                     fluv_json_number((double)change->deepest_cut), "highest_fill_m",
                     fluv_json_number((double)change->highest_fill));
}

static json_t *budget_json(const fluv_budget *budget)
{
    if (!budget->known)
        return json_null();
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:s}", "rain", fluv_json_number(budget->rain),
        "evaporated", fluv_json_number(budget->evaporated), "stored",
        fluv_json_number(budget->stored), "left", fluv_json_number(budget->left), "earlier",
        fluv_json_number(budget->earlier), "wettest_m_y", fluv_json_number(budget->wettest),
        "springs", fluv_json_number(budget->springs), "unit", budget->per_year ? "m3/y" : "m3");
}

static json_t *erosion_json(const fluv_erosion *erosion)
{
    if (!erosion->known)
        return json_null();
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "eroded_m3",
        fluv_json_number(erosion->eroded), "deposited_m3", fluv_json_number(erosion->deposited),
        "carried_m3", fluv_json_number(erosion->carried), "left_m3",
        fluv_json_number(erosion->left), "sunk_m3", fluv_json_number(erosion->sunk), "rain_m3",
        fluv_json_number(erosion->rain), "evaporated_m3", fluv_json_number(erosion->evaporated),
        "soaked_m3", fluv_json_number(erosion->soaked), "standing_m3",
        fluv_json_number(erosion->standing), "water_left_m3",
        fluv_json_number(erosion->water_left));
}

static json_t *check_json(const fluv_verdict *verdicts)
{
    if (!verdicts)
        return json_null();
    json_t *out = json_array();
    for (int i = 0; i < FLUV_RULES; i++) {
        const fluv_verdict *verdict = &verdicts[i];
        fluv_json_add(&out, json_pack("{s:i, s:b, s:b, s:I, s:I, s:s%}", "rule", verdict->rule,
                                      "applies", verdict->applies, "holds", verdict->holds,
                                      "checked", (json_int_t)verdict->checked, "broken",
                                      (json_int_t)verdict->broken, "text", verdict->text,
                                      strnlen(verdict->text, sizeof verdict->text)));
    }
    return out;
}

static json_t *timing_json(const fluv_landscape *land)
{
    double seconds = 0.0;
    json_t *stages = json_array();
    for (size_t i = 0; i < land->record_count; i++) {
        const fluv_stage_record *record = &land->records[i];
        seconds += record->seconds;
        fluv_json_add(&stages, json_pack("{s:s, s:o, s:I, s:b}", "stage", record->stage, "seconds",
                                         fluv_json_number(record->seconds), "peak_bytes",
                                         (json_int_t)record->peak_bytes, "reused", record->reused));
    }
    return json_pack("{s:o, s:o}", "seconds", fluv_json_number(seconds), "stages", stages);
}

static json_t *drained_json(const fluv_drained *drained)
{
    if (!drained->known && !drained->given)
        return json_null();
    return json_pack("{s:s?, s:o, s:b}", "descent",
                     drained->known ? fluv_descent_words[drained->descent] : NULL, "wander",
                     fluv_json_number((double)drained->wander), "given", drained->given);
}

static json_t *notes_json(const fluv_landscape *land)
{
    json_t *notes = json_array();
    for (size_t i = 0; i < land->note_count; i++)
        fluv_json_add(&notes, json_pack("{s:s, s:s}", "stage", land->notes[i].stage, "text",
                                        land->notes[i].text));
    return notes;
}

static int is_file(const struct dirent *entry)
{
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
           strcmp(entry->d_name, FLUV_JSON_NAME) != 0;
}

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* What is in the folder, side-cars that GDAL wrote among it: so that the next result knows which
 * files of this one it may take away. */
static json_t *files_json(const char *folder)
{
    struct dirent **entries = NULL;
    json_t *files = json_array();
    int count = scandir(folder, &entries, is_file, by_bytes);
    for (int i = 0; i < count; i++) {
        fluv_json_add(&files, json_string(entries[i]->d_name));
        free(entries[i]);
    }
    free(entries);
    fluv_json_add(&files, json_string(FLUV_JSON_NAME));
    return files;
}

static json_t *parts_json(void)
{
    json_t *out = json_object();
    fluv_dependency part;
    for (size_t i = 0; fluv_dependency_at(i, &part); i++)
        fluv_json_set(&out, part.name, json_string(part.version));
    return out;
}

static json_t *landscape_json(const fluv_landscape *land, fluv_layer_set ready,
                              const fluv_verdict *verdicts, const char *folder)
{
    return json_pack(
        "{s:s, s:s, s:o, s:o, s:o, s:s?, s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o, "
        "s:o, s:o, s:o, "
        "s:o, s:o}",
        "generator", "interfluve", "version", fluv_version(), "built_with", parts_json(), "seed",
        seed_json(land->seed), "frame", frame_json(&land->frame), "crs", land->crs, "layers",
        layers_json(land, ready), "surveyed", land->surveyed, "drained",
        drained_json(&land->drained), "notes", notes_json(land), "ranges", ranges_json(land),
        "height_png", png_json(land), "statistics", fluv_json_statistics(land), "names",
        fluv_json_names(land), "ground_change", change_json(&land->change), "budget",
        budget_json(&land->budget), "erosion", erosion_json(&land->erosion), "check",
        check_json(verdicts), "files", files_json(folder), "timing", timing_json(land));
}

void fluv_json_drop(json_t **json)
{
    json_decref(*json);
    *json = NULL;
}

void fluv_json_add(json_t **list, json_t *item)
{
    if (json_array_append_new(*list, item) != 0)
        fluv_json_drop(list);
}

void fluv_json_set(json_t **object, const char *key, json_t *value)
{
    if (json_object_set_new(*object, key, value) != 0)
        fluv_json_drop(object);
}

fluv_status fluv_json_dump(fluv_ctx *ctx, json_t *whole, size_t layout, const char *file,
                           const char *name)
{
    if (!whole)
        return fluv_fail(ctx, FLUV_NO_MEMORY, "out of memory while writing %s", name);
    fluv_sink sink;
    layout |= JSON_SORT_KEYS | JSON_REAL_PRECISION(17);
    errno = 0;
    bool opened = fluv_sink_open(&sink, file);
    bool done = opened && json_dumpf(whole, sink.stream, layout) == 0;
    bool starved = opened && !done && !ferror(sink.stream); /* jansson sorts keys in a list */
    done = done && fputc('\n', sink.stream) == '\n';
    int why = errno;
    if (!fluv_sink_close(&sink) && done) {
        why = errno;
        done = false;
    }
    json_decref(whole);
    if (starved)
        return fluv_fail(ctx, FLUV_NO_MEMORY, "out of memory while writing %s", name);
    if (!done)
        return fluv_fail(ctx, FLUV_IO, "cannot write %s: %s", name, strerror(why));
    return FLUV_OK;
}

fluv_status fluv_json_write(fluv_ctx *ctx, const fluv_landscape *land, fluv_layer_set ready,
                            const fluv_verdict *verdicts, const char *folder)
{
    char file[PATH_MAX];
    snprintf(file, sizeof file, "%s/%s", folder, FLUV_JSON_NAME);
    return fluv_json_dump(ctx, landscape_json(land, ready, verdicts, folder), JSON_INDENT(2), file,
                          FLUV_JSON_NAME);
}
