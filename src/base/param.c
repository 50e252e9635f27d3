// SPDX-License-Identifier: MIT
/* Parameter structs by their tables: defaults, copies, comparison, release. Nothing here knows a
 * stage's struct; the table's offsets say where each value lies. The rows of a LIST are structs
 * with a table of their own, so everything descends through them. */
#include "base/param.h"
#include "base/words.h"

#include <assert.h>
#include <string.h>

int fluv_choice_index(const char *choices, const char *word)
{
    int index = 0;
    for (const char *at = choices;; index++) {
        size_t length = strcspn(at, "|");
        if (length > 0 && fluv_word_same(at, length, word))
            return index;
        if (at[length] == '\0')
            return -1;
        at += length + 1;
    }
}

/* The rows of a stage's table, or the columns of a list. */
typedef struct table {
    const fluv_param *params;
    size_t count;
} table;

static table table_of(const fluv_stage_info *info)
{
    return (table){info->params, info->param_count};
}

static table columns_of(const fluv_list_columns *columns)
{
    return (table){columns->params, columns->count};
}

static const fluv_param *find(table in, const char *name)
{
    for (size_t i = 0; i < in.count; i++)
        if (strcmp(in.params[i].name, name) == 0)
            return &in.params[i];
    return NULL;
}

const fluv_param *fluv_param_find(const fluv_stage_info *info, const char *name)
{
    return find(table_of(info), name);
}

const fluv_param *fluv_column_find(const fluv_list_columns *columns, const char *name)
{
    return find(columns_of(columns), name);
}

void *fluv_rows_at(const fluv_list_columns *columns, const fluv_rows *rows, size_t index)
{
    assert(index < rows->count);
    return (unsigned char *)rows->rows + index * columns->row_size;
}

/* ---- Defaults -----------------------------------------------------------------------------------
 */

static fluv_status set_standard(fluv_ctx *ctx, const fluv_param *row, void *value)
{
    switch (row->type) {
    case FLUV_PARAM_REAL:
        *(double *)value = row->standard;
        break;
    case FLUV_PARAM_INT:
        *(int64_t *)value = (int64_t)row->standard;
        break;
    case FLUV_PARAM_FIELD:
        *(fluv_field *)value = (fluv_field){.kind = FLUV_FIELD_NUMBER, .number = row->standard};
        break;
    case FLUV_PARAM_CHOICE:
        *(int *)value = fluv_choice_index(row->choices, row->standard_text);
        assert(*(int *)value >= 0);
        break;
    case FLUV_PARAM_FLAG:
        *(bool *)value = row->standard != 0.0;
        break;
    case FLUV_PARAM_TEXT:
        *(char **)value = fluv_text_copy(ctx, row->standard_text);
        return *(char **)value ? FLUV_OK : FLUV_NO_MEMORY;
    case FLUV_PARAM_LIST:
        break; /* no rows: the struct was zeroed */
    }
    return FLUV_OK;
}

/* The struct is zeroed. */
static fluv_status set_standards(fluv_ctx *ctx, table by, void *params)
{
    for (size_t i = 0; i < by.count; i++)
        FLUV_TRY(set_standard(ctx, &by.params[i], fluv_param_at(params, &by.params[i])));
    return FLUV_OK;
}

fluv_status fluv_params_init(fluv_ctx *ctx, const fluv_stage_info *info, void *params, size_t size)
{
    memset(params, 0, size);
    return set_standards(ctx, table_of(info), params);
}

/* Zeroed rows own nothing, so that freeing them is legal before they are filled. */
static fluv_status make_rows(fluv_ctx *ctx, const fluv_list_columns *columns, size_t count,
                             fluv_rows *out)
{
    *out = (fluv_rows){0};
    if (count == 0)
        return FLUV_OK;
    out->rows = fluv_alloc_zero(ctx, count, columns->row_size);
    if (!out->rows)
        return FLUV_NO_MEMORY;
    out->count = count;
    return FLUV_OK;
}

fluv_status fluv_rows_init(fluv_ctx *ctx, const fluv_list_columns *columns, size_t count,
                           fluv_rows *out)
{
    FLUV_TRY(make_rows(ctx, columns, count, out));
    for (size_t i = 0; i < count; i++)
        FLUV_TRY(set_standards(ctx, columns_of(columns), fluv_rows_at(columns, out, i)));
    return FLUV_OK;
}

/* ---- What values own ----------------------------------------------------------------------------
 */

/* The text a value owns, as the place of the pointer to it; NULL if it owns none. */
static char **owned_text(const fluv_param *row, void *params)
{
    void *value = fluv_param_at(params, row);
    if (row->type == FLUV_PARAM_TEXT)
        return value;
    if (row->type == FLUV_PARAM_FIELD)
        return &((fluv_field *)value)->image;
    return NULL;
}

static void free_owned(table by, void *params)
{
    for (size_t i = 0; i < by.count; i++) {
        const fluv_param *row = &by.params[i];
        char **text = owned_text(row, params);
        if (text) {
            fluv_free(*text);
            *text = NULL;
        } else if (row->type == FLUV_PARAM_LIST) {
            fluv_rows rows = fluv_rows_get(params, row);
            fluv_rows_free(row->columns, &rows);
            fluv_rows_put(params, row, &rows);
        }
    }
}

void fluv_row_free(const fluv_list_columns *columns, void *row)
{
    free_owned(columns_of(columns), row);
}

void fluv_rows_free(const fluv_list_columns *columns, fluv_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++)
        fluv_row_free(columns, fluv_rows_at(columns, rows, i));
    fluv_free(rows->rows);
    *rows = (fluv_rows){0};
}

void fluv_params_free(const fluv_stage_info *info, void *params)
{
    free_owned(table_of(info), params);
}

/* ---- Copies -------------------------------------------------------------------------------------
 */

static fluv_status copy(fluv_ctx *ctx, table by, const void *from, void *to, size_t size);

/* The rows belong to `to` before they are filled: what a failure leaves is freed with it. */
static fluv_status copy_rows(fluv_ctx *ctx, const fluv_param *row, const void *from, void *to)
{
    const fluv_list_columns *columns = row->columns;
    fluv_rows original = fluv_rows_get(from, row), rows;
    FLUV_TRY(make_rows(ctx, columns, original.count, &rows));
    fluv_rows_put(to, row, &rows);
    for (size_t i = 0; i < rows.count; i++)
        FLUV_TRY(copy(ctx, columns_of(columns), fluv_rows_at(columns, &original, i),
                      fluv_rows_at(columns, &rows, i), columns->row_size));
    return FLUV_OK;
}

static fluv_status copy_owned(fluv_ctx *ctx, const fluv_param *row, const void *from, void *to)
{
    if (row->type == FLUV_PARAM_LIST)
        return copy_rows(ctx, row, from, to);
    char **text = owned_text(row, to);
    if (!text)
        return FLUV_OK;
    const void *value = fluv_param_in(from, row);
    const char *original =
        row->type == FLUV_PARAM_TEXT ? *(char *const *)value : ((const fluv_field *)value)->image;
    if (original && !(*text = fluv_text_copy(ctx, original)))
        return FLUV_NO_MEMORY;
    return FLUV_OK;
}

/* What a plain copy shares is still the other's: a failed copy must not free it. */
static void disown(table by, void *params)
{
    for (size_t i = 0; i < by.count; i++) {
        char **text = owned_text(&by.params[i], params);
        if (text)
            *text = NULL;
        else if (by.params[i].type == FLUV_PARAM_LIST)
            fluv_rows_put(params, &by.params[i], &(fluv_rows){0});
    }
}

static fluv_status copy(fluv_ctx *ctx, table by, const void *from, void *to, size_t size)
{
    memcpy(to, from, size);
    disown(by, to);
    for (size_t i = 0; i < by.count; i++)
        FLUV_TRY(copy_owned(ctx, &by.params[i], from, to));
    return FLUV_OK;
}

fluv_status fluv_params_copy(fluv_ctx *ctx, const fluv_stage_info *info, const void *from, void *to,
                             size_t size)
{
    return copy(ctx, table_of(info), from, to, size);
}

/* ---- Comparison ---------------------------------------------------------------------------------
 */

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_field(const fluv_field *a, const fluv_field *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == FLUV_FIELD_NUMBER)
        return a->number == b->number;
    if (a->low != b->low || a->high != b->high)
        return false;
    if (a->kind == FLUV_FIELD_IMAGE)
        return same_text(a->image, b->image);
    return a->wavelength == b->wavelength && a->octaves == b->octaves && a->gain == b->gain;
}

static bool same_values(table by, const void *a, const void *b);

static bool same_rows(const fluv_param *row, const void *params, const void *others)
{
    const fluv_list_columns *columns = row->columns;
    fluv_rows a = fluv_rows_get(params, row), b = fluv_rows_get(others, row);
    if (a.count != b.count)
        return false;
    for (size_t i = 0; i < a.count; i++)
        if (!same_values(columns_of(columns), fluv_rows_at(columns, &a, i),
                         fluv_rows_at(columns, &b, i)))
            return false;
    return true;
}

static bool same_value(const fluv_param *row, const void *params, const void *others)
{
    const void *a = fluv_param_in(params, row), *b = fluv_param_in(others, row);
    switch (row->type) {
    case FLUV_PARAM_REAL:
        return *(const double *)a == *(const double *)b;
    case FLUV_PARAM_INT:
        return *(const int64_t *)a == *(const int64_t *)b;
    case FLUV_PARAM_FIELD:
        return same_field(a, b);
    case FLUV_PARAM_CHOICE:
        return *(const int *)a == *(const int *)b;
    case FLUV_PARAM_FLAG:
        return *(const bool *)a == *(const bool *)b;
    case FLUV_PARAM_TEXT:
        return same_text(*(char *const *)a, *(char *const *)b);
    case FLUV_PARAM_LIST:
        return same_rows(row, params, others);
    }
    return false;
}

static bool same_values(table by, const void *a, const void *b)
{
    for (size_t i = 0; i < by.count; i++)
        if (!same_value(&by.params[i], a, b))
            return false;
    return true;
}

bool fluv_params_equal(const fluv_stage_info *info, const void *a, const void *b)
{
    return same_values(table_of(info), a, b);
}

bool fluv_param_is_standard(const fluv_param *row, const void *params)
{
    const void *value = fluv_param_in(params, row);
    const fluv_field *field = value;
    switch (row->type) {
    case FLUV_PARAM_REAL:
        return *(const double *)value == row->standard;
    case FLUV_PARAM_INT:
        return *(const int64_t *)value == (int64_t)row->standard;
    case FLUV_PARAM_FIELD:
        return field->kind == FLUV_FIELD_NUMBER && field->number == row->standard;
    case FLUV_PARAM_CHOICE:
        return *(const int *)value == fluv_choice_index(row->choices, row->standard_text);
    case FLUV_PARAM_FLAG:
        return *(const bool *)value == (row->standard != 0.0);
    case FLUV_PARAM_TEXT:
        return same_text(*(char *const *)value, row->standard_text);
    case FLUV_PARAM_LIST:
        return fluv_rows_get(params, row).count == 0;
    }
    return false;
}
