// SPDX-License-Identifier: MIT
/* Recipes as things: made, extended, deleted, their frame. Reading is in read.c. */
#include "recipe/recipe.h"

#include "base/words.h"
#include "recipe/slot.h"
#include "recipe/value.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PARAMS fluv_frame_params
static const fluv_param frame_table[] = {
#include "base/param_rows.h"
#include "recipe/frame.def"
};

static const fluv_stage_info frame_info = {
    .name = "frame",
    .summary = "The piece of land: how wide it is, how high, and in how many cells it is shown.",
    .needs = "",
    .makes = "",
    .amends = "",
    .params = frame_table,
    .param_count = sizeof frame_table / sizeof frame_table[0],
};

const fluv_stage_info *fluv_frame_info(void)
{
    return &frame_info;
}

fluv_recipe *fluv_recipe_new(fluv_ctx *ctx, const char *name)
{
    fluv_recipe *recipe = fluv_alloc_zero(ctx, 1, sizeof *recipe);
    if (!recipe)
        return NULL;
    recipe->seed = FLUV_STANDARD_SEED;
    recipe->frame_place = (fluv_place){1, 1};
    recipe->name = name ? fluv_text_copy(ctx, name) : NULL;
    bool named = !name || recipe->name;
    if (!named || fluv_params_init(ctx, &frame_info, &recipe->frame, sizeof recipe->frame)) {
        fluv_recipe_delete(recipe);
        return NULL;
    }
    return recipe;
}

fluv_status fluv_recipe_stage_make(fluv_ctx *ctx, const fluv_stage *stage, fluv_recipe_stage *out)
{
    /* A stage without parameters still gets a byte, so that NULL means failure alone. */
    void *params = fluv_alloc_zero(ctx, 1, stage->params_size ? stage->params_size : 1);
    *out = (fluv_recipe_stage){.stage = stage, .params = params};
    return params ? FLUV_OK : FLUV_NO_MEMORY;
}

void fluv_recipe_stage_free(fluv_recipe_stage *stage)
{
    if (stage->params)
        fluv_params_free(&stage->stage->info, stage->params);
    fluv_free(stage->params);
    stage->params = NULL;
}

static void drop_last_stage(fluv_recipe *recipe)
{
    assert(recipe->stage_count > 0);
    fluv_recipe_stage_free(&recipe->stages[--recipe->stage_count]);
}

fluv_status fluv_recipe_end(fluv_ctx *ctx, fluv_recipe *recipe, const char *stage)
{
    size_t stages;
    FLUV_TRY(fluv_recipe_plan(ctx, recipe, stage, NULL, &stages));
    while (recipe->stage_count > stages)
        drop_last_stage(recipe);
    return FLUV_OK;
}

void fluv_recipe_delete(fluv_recipe *recipe)
{
    if (!recipe)
        return;
    while (recipe->stage_count > 0)
        drop_last_stage(recipe);
    fluv_params_free(&frame_info, &recipe->frame);
    fluv_free(recipe->name);
    fluv_free(recipe);
}

fluv_status fluv_recipe_append(fluv_ctx *ctx, fluv_recipe *recipe, const fluv_stage *stage,
                               fluv_place place)
{
    assert(recipe->stage_count < FLUV_MAX_STAGES);
    fluv_recipe_stage *at = &recipe->stages[recipe->stage_count];
    FLUV_TRY(fluv_recipe_stage_make(ctx, stage, at));
    at->place = place;
    recipe->stage_count++;
    return fluv_params_init(ctx, &stage->info, at->params, stage->params_size);
}

fluv_status fluv_recipe_copy(fluv_ctx *ctx, const fluv_recipe *recipe, fluv_recipe **out)
{
    *out = NULL;
    fluv_recipe *copy = fluv_recipe_new(ctx, recipe->name);
    if (!copy)
        return FLUV_NO_MEMORY;
    char *name = copy->name;
    *copy = *recipe; /* the frame owns nothing; the stages follow */
    copy->name = name;
    copy->stage_count = 0;
    fluv_status status = FLUV_OK;
    while (status == FLUV_OK && copy->stage_count < recipe->stage_count) {
        const fluv_recipe_stage *from = &recipe->stages[copy->stage_count];
        fluv_recipe_stage *to = &copy->stages[copy->stage_count];
        status = fluv_recipe_stage_make(ctx, from->stage, to);
        if (status != FLUV_OK)
            break;
        to->place = from->place;
        copy->stage_count++;
        status = fluv_params_copy(ctx, &from->stage->info, from->params, to->params,
                                  from->stage->params_size);
    }
    if (status == FLUV_OK)
        *out = copy;
    else
        fluv_recipe_delete(copy);
    return status;
}

/* The way to a parameter with which a text begins, "coast.landmasses[2]"; the row in its list, -1:
 * none. */
static bool begins_with_path(const fluv_stage_info *info, const char *message, fluv_path_text *path,
                             int *row)
{
    size_t stage = strlen(info->name), length = 0;
    while (isalnum((unsigned char)message[length]) ||
           (message[length] && strchr("._[]-", message[length])))
        length++;
    while (length > 0 && message[length - 1] == '.')
        length--;
    if (strncmp(message, info->name, stage) != 0 || message[stage] != '.' || length <= stage + 1 ||
        length >= sizeof path->text)
        return false;
    snprintf(path->text, sizeof path->text, "%.*s", (int)length, message);
    char name[FLUV_WORD_LENGTH + 1];
    const char *param = path->text + stage + 1, *end = param + strcspn(param, ".[");
    snprintf(name, sizeof name, "%.*s", (int)(end - param), param);
    *row = *end == '[' ? atoi(end + 1) : -1;
    return fluv_param_find(info, name) != NULL;
}

/* The first parameter of its own that a stage's message names. */
static bool path_in_message(const fluv_stage_info *info, const char *message, fluv_path_text *path,
                            int *row)
{
    for (const char *at = message; (at = strstr(at, info->name)); at++) {
        bool inside_word = at > message && (isalnum((unsigned char)at[-1]) || strchr("._", at[-1]));
        if (!inside_word && begins_with_path(info, at, path, row))
            return true;
    }
    return false;
}

/* The stage that a failure says it is about, of those that ran so far; else the one that failed. */
static size_t stage_meant(const fluv_ctx *ctx, const fluv_recipe *recipe, size_t index)
{
    const fluv_error *error = fluv_error_of(ctx);
    bool other = error->stage_index >= 0 && (size_t)error->stage_index < index;
    const char *name = other ? recipe->stages[error->stage_index].stage->info.name : "";
    return other && strcmp(name, error->stage) == 0 ? (size_t)error->stage_index : index;
}

fluv_status fluv_at_stage(fluv_ctx *ctx, const fluv_recipe *recipe, size_t index,
                          fluv_status status)
{
    assert(index < recipe->stage_count);
    if (status != FLUV_BAD_RECIPE && status != FLUV_BAD_INPUT && status != FLUV_IO)
        return status;
    size_t meant = stage_meant(ctx, recipe, index);
    const fluv_recipe_stage *at = &recipe->stages[meant];
    fluv_path_text path;
    int row;
    if (recipe->name)
        fluv_error_at_text(ctx, recipe->name, at->place.line, at->place.column);
    bool known =
        strcmp(fluv_error_of(ctx)->stage, at->stage->info.name) == 0 && *fluv_error_of(ctx)->path;
    if (!known && path_in_message(&at->stage->info, fluv_message(ctx), &path, &row))
        fluv_error_at_param(ctx, path.text, row);
    fluv_error_at_stage(ctx, at->stage->info.name, meant);
    return status;
}

size_t fluv_recipe_index(const fluv_recipe *recipe, const char *reference, size_t length)
{
    size_t name = 0, wanted = 1;
    while (name < length && reference[name] != '#')
        name++;
    if (name < length) {
        wanted = 0;
        for (size_t i = name + 1; i < length; i++) {
            if (reference[i] < '0' || reference[i] > '9' || wanted > FLUV_MAX_STAGES)
                return recipe->stage_count;
            wanted = wanted * 10 + (size_t)(reference[i] - '0');
        }
    }
    size_t seen = 0, index = 0;
    for (; index < recipe->stage_count; index++) {
        const char *here = recipe->stages[index].stage->info.name;
        seen += strlen(here) == name && memcmp(here, reference, name) == 0;
        if (seen > 0 && seen == wanted)
            break;
    }
    return index;
}

fluv_status fluv_fail_reference(const fluv_origin *source, const fluv_recipe *recipe,
                                const char *what, const char *word)
{
    const char *known[FLUV_MAX_STAGES];
    size_t count = 0;
    for (size_t i = 0; i < recipe->stage_count; i++) {
        const char *name = recipe->stages[i].stage->info.name;
        bool listed = false;
        for (size_t j = 0; j < count; j++)
            listed = listed || strcmp(known[j], name) == 0;
        if (!listed)
            known[count++] = name;
    }
    return fluv_fail_unknown(source, (fluv_place){0, 0}, what, word, known, count);
}

fluv_status fluv_at_path(fluv_ctx *ctx, const fluv_recipe *recipe, size_t index, const char *path,
                         fluv_status status)
{
    const fluv_stage_info *info = fluv_recipe_stage_at(recipe, index);
    if (status != FLUV_BAD_USE || !info)
        return status;
    char whole[160];
    snprintf(whole, sizeof whole, "%s.%s", info->name, path);
    if (!*fluv_error_of(ctx)->path)
        fluv_error_at_param(ctx, whole, -1);
    if (index != FLUV_FRAME_STAGE)
        fluv_error_at_stage(ctx, info->name, index);
    return status;
}

fluv_status fluv_check_index(fluv_ctx *ctx, const fluv_recipe *recipe, size_t index)
{
    if (index < recipe->stage_count)
        return FLUV_OK;
    return fluv_fail(ctx, FLUV_BAD_USE, "there is no stage %zu: the recipe has %zu, from 0", index,
                     recipe->stage_count);
}

static bool brings_frame(const fluv_recipe *recipe)
{
    return recipe->stage_count > 0 && recipe->stages[0].stage->sets_frame;
}

void fluv_recipe_frame(const fluv_recipe *recipe, fluv_frame *out)
{
    const fluv_frame_params *frame = &recipe->frame;
    *out = (fluv_frame){.low = frame->low, .high = frame->high};
    if (brings_frame(recipe)) {
        if (recipe->has_size)
            out->cols = out->rows = (uint32_t)frame->size;
        if (recipe->has_width)
            out->cell = frame->width / (recipe->has_size ? (double)frame->size : 1.0);
        return;
    }
    out->cols = (uint32_t)frame->size;
    out->rows = (uint32_t)(frame->rows ? frame->rows : frame->size);
    out->cell = frame->width / (double)frame->size;
    out->north = out->cell * (double)out->rows;
}
