// SPDX-License-Identifier: MIT
/* Parameter structs by their tables: defaults, copies, comparison, release. Nothing here knows a
 * stage's struct; the table's offsets say where each value lies. */
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

const fluv_param *fluv_param_find(const fluv_stage_info *info, const char *name)
{
    for (size_t i = 0; i < info->param_count; i++)
        if (strcmp(info->params[i].name, name) == 0)
            return &info->params[i];
    return NULL;
}

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
    }
    return FLUV_OK;
}

fluv_status fluv_params_init(fluv_ctx *ctx, const fluv_stage_info *info, void *params, size_t size)
{
    memset(params, 0, size);
    for (size_t i = 0; i < info->param_count; i++)
        FLUV_TRY(set_standard(ctx, &info->params[i], fluv_param_at(params, &info->params[i])));
    return FLUV_OK;
}

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

void fluv_params_free(const fluv_stage_info *info, void *params)
{
    for (size_t i = 0; i < info->param_count; i++) {
        char **text = owned_text(&info->params[i], params);
        if (!text)
            continue;
        fluv_free(*text);
        *text = NULL;
    }
}

fluv_status fluv_params_copy(fluv_ctx *ctx, const fluv_stage_info *info, const void *from, void *to,
                             size_t size)
{
    memcpy(to, from, size);
    for (size_t i = 0; i < info->param_count; i++) {
        char **text = owned_text(&info->params[i], to);
        if (text)
            *text = NULL; /* still the other's: a failed copy must not free it */
    }
    for (size_t i = 0; i < info->param_count; i++) {
        const fluv_param *row = &info->params[i];
        char **text = owned_text(row, to);
        if (!text)
            continue;
        const void *value = fluv_param_in(from, row);
        const char *original = row->type == FLUV_PARAM_TEXT ? *(char *const *)value
                                                            : ((const fluv_field *)value)->image;
        if (original && !(*text = fluv_text_copy(ctx, original)))
            return FLUV_NO_MEMORY;
    }
    return FLUV_OK;
}

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

static bool same_value(const fluv_param *row, const void *a, const void *b)
{
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
    }
    return false;
}

bool fluv_params_equal(const fluv_stage_info *info, const void *a, const void *b)
{
    for (size_t i = 0; i < info->param_count; i++) {
        const fluv_param *row = &info->params[i];
        if (!same_value(row, fluv_param_in(a, row), fluv_param_in(b, row)))
            return false;
    }
    return true;
}
