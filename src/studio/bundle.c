// SPDX-License-Identifier: MIT
/* Bundles: 4 bytes length of the head, the head, zeros up to a multiple of 8, the arrays, each from
 * a multiple of 8 on. Items are arrays too, one a field. */
#include "studio/bundle.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const studio_type studio_types[] = {[FLUV_FLOAT32] = {"float32", 4},
                                    [FLUV_FLOAT64] = {"float64", 8},
                                    [FLUV_UINT8] = {"uint8", 1},
                                    [FLUV_UINT32] = {"uint32", 4},
                                    [FLUV_STRUCT] = {"struct", 0}};

static size_t round_up(size_t size)
{
    return (size + 7) / 8 * 8;
}

void *bundle_array(studio_bundle *bundle, const char *name, fluv_value_type type, size_t count)
{
    assert(bundle->count < BUNDLE_ARRAYS && type != FLUV_STRUCT);
    void *values = malloc(count ? count * studio_types[type].size : 1);
    bundle->arrays[bundle->count++] =
        (studio_array){.name = name, .type = type, .count = count, .values = values};
    bundle->failed = bundle->failed || !values;
    return values;
}

/* Whole numbers of 64 bits travel as floats: they are ids, far below 2^53. */
static fluv_value_type column_type(studio_field_type type)
{
    static const fluv_value_type all[] = {
        [FIELD_INT64] = FLUV_FLOAT64,   [FIELD_UINT32] = FLUV_UINT32,
        [FIELD_FLOAT64] = FLUV_FLOAT64, [FIELD_FLOAT32] = FLUV_FLOAT32,
        [FIELD_UINT8] = FLUV_UINT8,     [FIELD_BOOL] = FLUV_UINT8};
    return all[type];
}

static void put_column(studio_bundle *bundle, const studio_items *items, const studio_field *field)
{
    fluv_value_type type = column_type(field->type);
    char *values = bundle_array(bundle, field->name, type, items->count);
    bundle->arrays[bundle->count - 1].column = true;
    bundle->arrays[bundle->count - 1].truth = field->type == FIELD_BOOL;
    const char *from = items->count ? (const char *)items->first + field->at : NULL;
    for (size_t i = 0; values && i < items->count; i++, from += items->stride) {
        int64_t id;
        if (field->type == FIELD_INT64) {
            memcpy(&id, from, sizeof id);
            ((double *)(void *)values)[i] = (double)id;
        } else {
            memcpy(values + i * studio_types[type].size, from, studio_types[type].size);
        }
    }
}

static json_t *words_of(const studio_items *items, const studio_field *field)
{
    json_t *words = json_object();
    const char *from = items->count ? (const char *)items->first + field->at : NULL;
    for (size_t i = 0; i < items->count; i++, from += items->stride) {
        char index[24];
        size_t length = strnlen(from, field->room);
        if (length == 0)
            continue;
        snprintf(index, sizeof index, "%zu", i);
        json_t *word = json_stringn(from, length);
        json_object_set_new(words, index, word ? word : json_string("?"));
    }
    return words;
}

void bundle_items(studio_bundle *bundle, const studio_items *items)
{
    json_t *words = json_object();
    for (size_t i = 0; i < items->field_count; i++) {
        if (items->fields[i].type == FIELD_WORDS)
            json_object_set_new(words, items->fields[i].name, words_of(items, &items->fields[i]));
        else
            put_column(bundle, items, &items->fields[i]);
    }
    json_object_set_new(bundle->head, "count", json_integer((json_int_t)items->count));
    json_object_set_new(bundle->head, "words", words);
    json_object_set_new(bundle->head, "columns", json_object());
}

/* Where the arrays lie; returns the bytes of all. */
static size_t lay_out(const studio_bundle *bundle, json_t *arrays, size_t offsets[BUNDLE_ARRAYS])
{
    size_t offset = 0;
    json_t *columns = json_object_get(bundle->head, "columns");
    for (size_t i = 0; i < bundle->count; i++) {
        const studio_array *array = &bundle->arrays[i];
        offsets[i] = offset;
        json_object_set_new(array->column ? columns : arrays, array->name,
                            json_pack("{s:s, s:I, s:I}", "type",
                                      array->truth ? "bool" : studio_types[array->type].name,
                                      "offset", (json_int_t)offset, "count",
                                      (json_int_t)array->count));
        offset = round_up(offset + array->count * studio_types[array->type].size);
    }
    return offset;
}

static char *write_out(const studio_bundle *bundle, size_t *size)
{
    size_t offsets[BUNDLE_ARRAYS];
    json_t *arrays = json_object();
    size_t bytes = lay_out(bundle, arrays, offsets);
    json_object_set_new(bundle->head, "arrays", arrays);
    char *head = json_dumps(bundle->head, JSON_COMPACT | JSON_REAL_PRECISION(9));
    size_t length = head ? strlen(head) : 0, start = round_up(4 + length);
    *size = start + bytes;
    char *out = head ? calloc(1, *size ? *size : 1) : NULL;
    if (out) {
        for (int i = 0; i < 4; i++)
            out[i] = (char)(length >> (8 * i) & 255);
        memcpy(out + 4, head, length);
        for (size_t i = 0; i < bundle->count; i++)
            memcpy(out + start + offsets[i], bundle->arrays[i].values,
                   bundle->arrays[i].count * studio_types[bundle->arrays[i].type].size);
    }
    free(head);
    return out;
}

void bundle_answer(studio_bundle *bundle, studio_call *call)
{
    size_t size = 0;
    char *out = bundle->failed || !bundle->head ? NULL : write_out(bundle, &size);
    if (out)
        answer_bytes(call, "application/octet-stream", out, size, free, out);
    else
        answer_line(call, 503, "no memory for the answer");
    for (size_t i = 0; i < bundle->count; i++)
        free(bundle->arrays[i].values);
    json_decref(bundle->head);
    *bundle = (studio_bundle){0};
}
