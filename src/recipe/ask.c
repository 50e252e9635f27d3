// SPDX-License-Identifier: MIT
/* Recipes asked: their stages, the values of their parameters, and what differs between two. */
#include "recipe/recipe.h"
#include "recipe/target.h"
#include "recipe/value.h"

#include <stdio.h>
#include <string.h>

uint64_t fluv_recipe_seed(const fluv_recipe *recipe)
{
    return recipe->seed;
}

size_t fluv_recipe_stage_count(const fluv_recipe *recipe)
{
    return recipe->stage_count;
}

const fluv_stage_info *fluv_recipe_stage_at(const fluv_recipe *recipe, size_t index)
{
    if (index == FLUV_FRAME_STAGE)
        return fluv_frame_info();
    return index < recipe->stage_count ? &recipe->stages[index].stage->info : NULL;
}

size_t fluv_recipe_find(const fluv_recipe *recipe, const char *stage)
{
    if (strcmp(stage, fluv_frame_info()->name) == 0)
        return FLUV_FRAME_STAGE;
    return fluv_recipe_index(recipe, stage, strlen(stage));
}

/* `frame` is for a copy of the recipe's, which owns nothing. */
static fluv_status find_value(const fluv_origin *source, const fluv_recipe *recipe, size_t index,
                              const char *path, fluv_frame_params *frame, fluv_target *to)
{
    size_t length = strlen(path) + 1;
    char *way = fluv_scratch(source->ctx, length, 1);
    if (!way)
        return FLUV_NO_MEMORY;
    memcpy(way, path, length);
    *frame = recipe->frame;
    if (index == FLUV_FRAME_STAGE)
        return fluv_target_find(source, fluv_frame_info(), frame, way, to);
    FLUV_TRY(fluv_check_index(source->ctx, recipe, index));
    const fluv_recipe_stage *at = &recipe->stages[index];
    return fluv_target_find(source, &at->stage->info, at->params, way, to);
}

static void take_word(const fluv_param *row, int index, fluv_value *out)
{
    const char *word = row->choices;
    for (; index > 0; index--)
        word += strcspn(word, "|") + 1;
    snprintf(out->word, sizeof out->word, "%.*s", (int)strcspn(word, "|"), word);
}

static void take_field(const fluv_field *field, fluv_value *out)
{
    out->field = field->kind;
    out->number = field->kind == FLUV_FIELD_NUMBER ? field->number : 0.0;
    out->text = field->kind == FLUV_FIELD_IMAGE ? field->image : NULL;
}

static void take_value(const fluv_target *from, fluv_value *out)
{
    const void *value = fluv_param_in(from->params, &from->row);
    *out = (fluv_value){.param = from->row,
                        .standard = fluv_param_is_standard(&from->row, from->params)};
    switch (from->row.type) {
    case FLUV_PARAM_REAL:
        out->number = *(const double *)value;
        break;
    case FLUV_PARAM_INT:
        out->number = (double)*(const int64_t *)value;
        break;
    case FLUV_PARAM_FIELD:
        take_field(value, out);
        break;
    case FLUV_PARAM_CHOICE:
        out->number = *(const int *)value;
        take_word(&from->row, *(const int *)value, out);
        break;
    case FLUV_PARAM_FLAG:
        out->number = *(const bool *)value;
        break;
    case FLUV_PARAM_TEXT:
        out->text = *(char *const *)value;
        break;
    case FLUV_PARAM_LIST:
        out->rows = fluv_rows_get(from->params, &from->row).count;
        break;
    }
}

static fluv_status find_public(fluv_ctx *ctx, const fluv_recipe *recipe, size_t stage,
                               const char *path, fluv_frame_params *frame, fluv_target *to)
{
    const fluv_origin source = {.ctx = ctx, .mistake = FLUV_BAD_USE};
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    fluv_status status = find_value(&source, recipe, stage, path, frame, to);
    return fluv_call_end(ctx, mark, fluv_at_path(ctx, recipe, stage, path, status));
}

fluv_status fluv_recipe_value(fluv_ctx *ctx, const fluv_recipe *recipe, size_t stage,
                              const char *path, fluv_value *out)
{
    fluv_frame_params frame;
    fluv_target to;
    *out = (fluv_value){0};
    FLUV_TRY(find_public(ctx, recipe, stage, path, &frame, &to));
    take_value(&to, out);
    return FLUV_OK;
}

static void show(FILE *out, const void *user)
{
    const fluv_target *to = user;
    fluv_value_show(out, &to->row, to->params);
}

fluv_status fluv_recipe_value_text(fluv_ctx *ctx, const fluv_recipe *recipe, size_t stage,
                                   const char *path, char **out)
{
    fluv_frame_params frame;
    fluv_target to;
    *out = NULL;
    FLUV_TRY(find_public(ctx, recipe, stage, path, &frame, &to));
    return fluv_text_make(ctx, show, &to, out);
}

static bool same_start(const fluv_recipe *a, const fluv_recipe *b)
{
    return a->seed == b->seed && a->has_frame == b->has_frame && a->has_size == b->has_size &&
           a->has_width == b->has_width &&
           fluv_params_equal(fluv_frame_info(), &a->frame, &b->frame);
}

size_t fluv_recipe_first_change(const fluv_recipe *a, const fluv_recipe *b)
{
    if (!same_start(a, b))
        return 0;
    for (size_t i = 0; i < a->stage_count || i < b->stage_count; i++) {
        const fluv_recipe_stage *p = &a->stages[i], *q = &b->stages[i];
        if (i >= a->stage_count || i >= b->stage_count || p->stage != q->stage ||
            !fluv_params_equal(&p->stage->info, p->params, q->params))
            return i;
    }
    return SIZE_MAX;
}
