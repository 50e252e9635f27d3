// SPDX-License-Identifier: MIT
/* Recipes as things: made, extended, deleted, their frame. Reading is in read.c. */
#include "recipe/recipe.h"

#include "recipe/value.h"

#include <assert.h>
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

static void drop_last_stage(fluv_recipe *recipe)
{
    fluv_recipe_stage *last = &recipe->stages[--recipe->stage_count];
    fluv_params_free(&last->stage->info, last->params);
    fluv_free(last->params);
}

fluv_status fluv_recipe_end(fluv_ctx *ctx, fluv_recipe *recipe, const char *stage)
{
    size_t stages;
    FLUV_TRY(fluv_recipe_plan(ctx, recipe, stage, &stages));
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
    /* A stage without parameters still gets a byte, so that NULL means failure alone. */
    void *params = fluv_alloc_zero(ctx, 1, stage->params_size ? stage->params_size : 1);
    if (!params)
        return FLUV_NO_MEMORY;
    recipe->stages[recipe->stage_count++] =
        (fluv_recipe_stage){.stage = stage, .params = params, .place = place};
    return fluv_params_init(ctx, &stage->info, params, stage->params_size);
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
