// SPDX-License-Identifier: MIT
/* Reads landscape.json; json.h says what stands in it. The file may be anything. */
#include "folder/json.h"

#include "water/receivers.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define LARGEST_FILE (16 << 20) /* bytes; ours have some ten thousand */

bool fluv_json_starved(const json_error_t *error)
{
    return !error->text[0] || json_error_code(error) == json_error_out_of_memory;
}

/* NULL, with the reason in `why`, if there is no such file or it is no JSON object; without a
 * reason if there was no memory. */
static json_t *load(const char *file, char why[160])
{
    struct stat info;
    if (stat(file, &info) != 0) {
        snprintf(why, 160, "%s", strerror(errno));
        return NULL;
    }
    if (!S_ISREG(info.st_mode) || info.st_size > LARGEST_FILE) {
        snprintf(why, 160, "is no small file");
        return NULL;
    }
    json_error_t error;
    json_t *whole = json_load_file(file, JSON_REJECT_DUPLICATES, &error);
    if (!whole && fluv_json_starved(&error))
        *why = '\0';
    else if (!whole)
        snprintf(why, 160, "line %d: %.120s", error.line, error.text);
    if (whole && !json_is_object(whole)) {
        json_decref(whole);
        snprintf(why, 160, "is no object");
        return NULL;
    }
    return whole;
}

static bool made_by_us(const json_t *whole)
{
    const char *generator = json_string_value(json_object_get(whole, "generator"));
    return generator && strcmp(generator, "interfluve") == 0;
}

bool fluv_json_is_ours(const char *file)
{
    char why[160];
    json_t *whole = load(file, why);
    bool ours = whole && made_by_us(whole);
    json_decref(whole);
    return ours;
}

json_t *fluv_json_files(const char *file)
{
    char why[160];
    json_t *whole = load(file, why), *files = json_object_get(whole, "files");
    files = json_is_array(files) ? json_incref(files) : NULL;
    json_decref(whole);
    return files;
}

static double number_in(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : 0.0;
}

static uint64_t count_in(const json_t *object, const char *key)
{
    json_int_t value = json_integer_value(json_object_get(object, key));
    return value < 0 ? 0 : (uint64_t)value;
}

static fluv_status take_frame(fluv_ctx *ctx, const json_t *whole, const char *file,
                              fluv_frame *frame)
{
    const json_t *from = json_object_get(whole, "frame");
    uint64_t cols = count_in(from, "cols"), rows = count_in(from, "rows");
    if (cols < 1 || rows < 1 || cols > INT32_MAX || rows > INT32_MAX || cols * rows >= UINT32_MAX)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: frame has no usable cols and rows", file);
    *frame = (fluv_frame){.cols = (uint32_t)cols,
                          .rows = (uint32_t)rows,
                          .cell = number_in(from, "cell_m"),
                          .west = number_in(from, "west"),
                          .north = number_in(from, "north"),
                          .low = number_in(from, "low_m"),
                          .high = number_in(from, "high_m")};
    if (!(frame->cell > 0.0) || !isfinite(frame->cell) || !isfinite(frame->west) ||
        !isfinite(frame->north))
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: frame has no usable cell_m, west and north",
                         file);
    return FLUV_OK;
}

static uint64_t seed_in(const json_t *whole)
{
    const json_t *seed = json_object_get(whole, "seed");
    if (json_is_string(seed))
        return strtoull(json_string_value(seed), NULL, 10);
    return count_in(whole, "seed");
}

static fluv_budget budget_in(const json_t *whole)
{
    const json_t *from = json_object_get(whole, "budget");
    const char *unit = json_string_value(json_object_get(from, "unit"));
    if (!json_is_object(from))
        return (fluv_budget){0};
    return (fluv_budget){.known = true,
                         .per_year = unit && strcmp(unit, "m3/y") == 0,
                         .rain = number_in(from, "rain"),
                         .evaporated = number_in(from, "evaporated"),
                         .stored = number_in(from, "stored"),
                         .left = number_in(from, "left"),
                         .earlier = number_in(from, "earlier"),
                         .wettest = number_in(from, "wettest_m_y"),
                         .springs = number_in(from, "springs")};
}

static fluv_ground_change change_in(const json_t *whole)
{
    const json_t *from = json_object_get(whole, "ground_change");
    return (fluv_ground_change){.hollows_breached = count_in(from, "hollows_breached"),
                                .hollows_filled = count_in(from, "hollows_filled"),
                                .volume_cut = number_in(from, "volume_cut_m3"),
                                .volume_filled = number_in(from, "volume_filled_m3"),
                                .deepest_cut = (float)number_in(from, "deepest_cut_m"),
                                .highest_fill = (float)number_in(from, "highest_fill_m")};
}

static fluv_erosion erosion_in(const json_t *whole)
{
    const json_t *from = json_object_get(whole, "erosion");
    if (!json_is_object(from))
        return (fluv_erosion){0};
    return (fluv_erosion){.known = true,
                          .eroded = number_in(from, "eroded_m3"),
                          .deposited = number_in(from, "deposited_m3"),
                          .carried = number_in(from, "carried_m3"),
                          .left = number_in(from, "left_m3"),
                          .sunk = number_in(from, "sunk_m3"),
                          .rain = number_in(from, "rain_m3"),
                          .evaporated = number_in(from, "evaporated_m3"),
                          .soaked = number_in(from, "soaked_m3"),
                          .standing = number_in(from, "standing_m3"),
                          .water_left = number_in(from, "water_left_m3")};
}

const char *const fluv_descent_words[] = {
    [FLUV_STEEPEST] = "steepest", [FLUV_LOWEST] = "lowest", [FLUV_FOLLOW] = "follow", NULL};

static fluv_drained drained_in(const json_t *whole)
{
    const json_t *from = json_object_get(whole, "drained");
    const char *word = json_string_value(json_object_get(from, "descent"));
    double wander = number_in(from, "wander");
    fluv_drained drained = {.given = json_is_true(json_object_get(from, "given"))};
    for (uint8_t i = 0; word && fluv_descent_words[i]; i++)
        if (strcmp(word, fluv_descent_words[i]) == 0 && wander >= 0.0 && wander <= FLT_MAX) {
            drained.known = true;
            drained.descent = i;
            drained.wander = (float)wander;
        }
    return drained;
}

static fluv_status take_all(fluv_ctx *ctx, const json_t *whole, const char *file,
                            fluv_landscape *land)
{
    FLUV_TRY(take_frame(ctx, whole, file, &land->frame));
    land->seed = seed_in(whole);
    land->surveyed = json_is_true(json_object_get(whole, "surveyed"));
    land->drained = drained_in(whole);
    land->budget = budget_in(whole);
    land->change = change_in(whole);
    land->erosion = erosion_in(whole);
    return fluv_landscape_set_crs(ctx, land, json_string_value(json_object_get(whole, "crs")));
}

/* A landscape.json of ours; the reference is the caller's. */
static fluv_status load_ours(fluv_ctx *ctx, const char *file, json_t **whole)
{
    char why[160];
    *whole = load(file, why);
    if (!*whole && !*why)
        return fluv_fail(ctx, FLUV_NO_MEMORY, "out of memory while reading %s", file);
    if (!*whole)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: cannot be read: %s", file, why);
    if (made_by_us(*whole))
        return FLUV_OK;
    json_decref(*whole);
    return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: was not written by interfluve", file);
}

fluv_status fluv_json_read(fluv_ctx *ctx, const char *file, fluv_landscape *land)
{
    json_t *whole;
    FLUV_TRY(load_ours(ctx, file, &whole));
    fluv_status status = take_all(ctx, whole, file, land);
    json_decref(whole);
    return status;
}

fluv_status fluv_json_layers(fluv_ctx *ctx, const char *file, fluv_layer_set *layers)
{
    json_t *whole, *name;
    size_t i;
    FLUV_TRY(load_ours(ctx, file, &whole));
    *layers = 0;
    json_array_foreach(json_object_get(whole, "layers"), i, name)
    {
        const char *word = json_string_value(name);
        const fluv_layer_info *info = word ? fluv_layer_find(word) : NULL;
        *layers |= info ? FLUV_HAS(fluv_layer_of(info)) : 0;
    }
    json_decref(whole);
    return FLUV_OK;
}
