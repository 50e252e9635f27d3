// SPDX-License-Identifier: MIT
/* Reads placed.json; placed.h says what stands in it. The file may be anything. */
#include "folder/placed.h"

#include "folder/json.h"
#include "landscape/placed.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *const fluv_spot_words[] = {[FLUV_SPOT_PEAK] = "peak",
                                       [FLUV_SPOT_PASS] = "pass",
                                       [FLUV_SPOT_MOUTH] = "mouth",
                                       [FLUV_SPOT_NO_LAKE] = "no_lake",
                                       [FLUV_SPOT_SUMMIT] = "summit",
                                       [FLUV_SPOT_LAND] = "land",
                                       NULL};

/* NaN where it is none. */
static double number_in(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

/* FLUV_NONE where it is none. */
static uint32_t index_of(const json_t *value)
{
    json_int_t index = json_is_integer(value) ? json_integer_value(value) : -1;
    return index >= 0 && index < (json_int_t)FLUV_NONE ? (uint32_t)index : FLUV_NONE;
}

static void name_in(const json_t *object, char name[FLUV_NAME_ROOM])
{
    const char *text = json_string_value(json_object_get(object, "name"));
    snprintf(name, FLUV_NAME_ROOM, "%s", text ? text : "");
}

/* Appends points; returns how many. */
static fluv_status take_points(fluv_ctx *ctx, const json_t *from, fluv_list *xy, uint32_t *count)
{
    size_t numbers = json_array_size(from) / 2 * 2;
    double *to = numbers ? fluv_list_append(ctx, xy, numbers, sizeof *to) : NULL;
    *count = (uint32_t)(numbers / 2);
    if (numbers && !to)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < numbers; i++) {
        const json_t *value = json_array_get(from, i);
        to[i] = json_is_number(value) ? json_number_value(value) : (double)NAN;
    }
    return FLUV_OK;
}

static fluv_status take_river(fluv_ctx *ctx, const json_t *from, fluv_placing *to)
{
    fluv_placed_river river = {.first_point = (uint32_t)(to->xy.count / 2),
                               .discharge = number_in(from, "discharge"),
                               .width = number_in(from, "width"),
                               .freedom = number_in(from, "freedom"),
                               .kept = json_is_true(json_object_get(from, "kept")),
                               .mapped = json_is_true(json_object_get(from, "mapped")),
                               .mend = number_in(from, "mend")};
    name_in(from, river.name);
    FLUV_TRY(take_points(ctx, json_object_get(from, "line"), &to->xy, &river.point_count));
    fluv_placed_river *added = fluv_list_append(ctx, &to->rivers, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = river;
    return FLUV_OK;
}

static fluv_status take_lake(fluv_ctx *ctx, const json_t *from, fluv_placing *to)
{
    const json_t *rings = json_object_get(from, "rings"), *ring;
    fluv_placed_lake lake = {.x = number_in(from, "x"),
                             .y = number_in(from, "y"),
                             .area = number_in(from, "area"),
                             .depth = number_in(from, "depth"),
                             .level = (float)number_in(from, "level"),
                             .id = json_integer_value(json_object_get(from, "id")),
                             .follows = json_is_true(json_object_get(from, "follows")),
                             .made = json_is_true(json_object_get(from, "made")),
                             .first_point = (uint32_t)(to->xy.count / 2)};
    size_t i;
    name_in(from, lake.name);
    json_array_foreach(rings, i, ring)
    {
        uint32_t points;
        FLUV_TRY(take_points(ctx, ring, &to->xy, &points));
        FLUV_TRY(fluv_placing_ring(ctx, points, &lake, to));
        lake.point_count += points;
    }
    fluv_placed_lake *added = fluv_list_append(ctx, &to->lakes, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = lake;
    return FLUV_OK;
}

static fluv_status take_spot(fluv_ctx *ctx, const json_t *from, fluv_placing *to)
{
    const char *word = json_string_value(json_object_get(from, "kind"));
    int kind = 0;
    while (fluv_spot_words[kind] && (!word || strcmp(word, fluv_spot_words[kind]) != 0))
        kind++;
    fluv_placed_spot *spot = fluv_list_append(ctx, &to->spots, 1, sizeof *spot);
    if (!spot)
        return FLUV_NO_MEMORY;
    *spot = (fluv_placed_spot){.kind = (fluv_spot_kind)kind,
                               .x = number_in(from, "x"),
                               .y = number_in(from, "y"),
                               .height = number_in(from, "height"),
                               .radius = number_in(from, "radius"),
                               .weight = number_in(from, "weight")};
    name_in(from, spot->name);
    return FLUV_OK;
}

static fluv_status take_placed(fluv_ctx *ctx, const json_t *whole, fluv_placing *to)
{
    size_t i;
    const json_t *row;
    to->slope = number_in(whole, "slope");
    json_array_foreach(json_object_get(whole, "rivers"), i, row) FLUV_TRY(take_river(ctx, row, to));
    json_array_foreach(json_object_get(whole, "lakes"), i, row) FLUV_TRY(take_lake(ctx, row, to));
    json_array_foreach(json_object_get(whole, "spots"), i, row) FLUV_TRY(take_spot(ctx, row, to));
    return FLUV_OK;
}

static fluv_status take_cells(fluv_ctx *ctx, const json_t *from, fluv_list *cells, uint32_t *first,
                              uint32_t *count)
{
    *first = (uint32_t)cells->count;
    *count = (uint32_t)json_array_size(from);
    uint32_t *to = *count ? fluv_list_append(ctx, cells, *count, sizeof *to) : NULL;
    if (*count && !to)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < *count; i++)
        to[i] = index_of(json_array_get(from, i));
    return FLUV_OK;
}

static fluv_status take_laid(fluv_ctx *ctx, const json_t *from, fluv_laying *to)
{
    size_t i;
    const json_t *row;
    json_array_foreach(json_object_get(from, "ways"), i, row)
    {
        fluv_laid_way way = {.river = index_of(json_object_get(row, "river")),
                             .drawn = index_of(json_object_get(row, "drawn")),
                             .end = index_of(json_object_get(row, "end"))};
        FLUV_TRY(take_cells(ctx, json_object_get(row, "cells"), &to->cells, &way.first_cell,
                            &way.cell_count));
        fluv_laid_way *added = fluv_list_append(ctx, &to->ways, 1, sizeof *added);
        if (!added)
            return FLUV_NO_MEMORY;
        *added = way;
    }
    json_array_foreach(json_object_get(from, "lakes"), i, row)
    {
        fluv_laid_lake lake = {.level = (float)number_in(row, "level")};
        FLUV_TRY(take_cells(ctx, json_object_get(row, "cells"), &to->cells, &lake.first_cell,
                            &lake.cell_count));
        fluv_laid_lake *added = fluv_list_append(ctx, &to->lakes, 1, sizeof *added);
        if (!added)
            return FLUV_NO_MEMORY;
        *added = lake;
    }
    return FLUV_OK;
}

static fluv_status put(fluv_landscape *land, fluv_layer layer, fluv_shared *sealed)
{
    if (!sealed)
        return FLUV_NO_MEMORY;
    fluv_layer_put(land, layer, sealed);
    return FLUV_OK;
}

static fluv_status take_all(fluv_ctx *ctx, const json_t *whole, fluv_layer_set wanted,
                            fluv_landscape *land)
{
    const json_t *laid = json_object_get(whole, "laid");
    fluv_placing placing = {0};
    fluv_laying laying = {0};
    fluv_status status = take_placed(ctx, whole, &placing);
    if (status == FLUV_OK)
        status = put(land, FLUV_LAYER_placed, fluv_placed_seal(ctx, &placing));
    if (status == FLUV_OK && json_is_object(laid) && (wanted & FLUV_SET(laid))) {
        status = take_laid(ctx, laid, &laying);
        if (status == FLUV_OK)
            status = put(land, FLUV_LAYER_laid, fluv_laid_seal(ctx, &laying));
    }
    fluv_placing_free(&placing);
    fluv_laying_free(&laying);
    return status;
}

fluv_status fluv_placed_read(fluv_ctx *ctx, fluv_landscape *land, const char *file,
                             fluv_layer_set wanted)
{
    json_error_t error;
    if (!(wanted & FLUV_SET(placed, laid)) || access(file, F_OK) != 0)
        return FLUV_OK;
    json_t *whole = json_load_file(file, JSON_REJECT_DUPLICATES, &error);
    if (!whole && fluv_json_starved(&error))
        return fluv_fail(ctx, FLUV_NO_MEMORY, "out of memory while reading %s", file);
    if (!whole)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: cannot be read: line %d: %.120s", file,
                         error.line, error.text);
    fluv_status status = take_all(ctx, whole, wanted, land);
    json_decref(whole);
    return status;
}
