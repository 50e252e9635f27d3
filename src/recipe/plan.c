// SPDX-License-Identifier: MIT
/* Whether a recipe can run before anything of it runs: frame, order of stages, memory.
 *
 * The estimate follows the stages: at each, the layers that are there, the older layers that kept
 * results hold on to, and what the stage itself says it takes. */
#include "base/room.h"
#include "base/words.h"
#include "recipe/recipe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Mistakes of the plan stand where the stage or the frame stands in the recipe's text. */
static fluv_origin source_of(fluv_ctx *ctx, const fluv_recipe *recipe)
{
    return (fluv_origin){.ctx = ctx, .mistake = FLUV_BAD_RECIPE, .name = recipe->name};
}

/* Stages that can make layers without having them. */
static fluv_joined makers(fluv_layer_set layers, const fluv_stage *asking)
{
    fluv_joined names = {0};
    for (size_t i = 0; i < fluv_stages_count; i++) {
        const fluv_stage *stage = fluv_stages[i];
        if (stage != asking && !(layers & ~stage->makes) && !(layers & stage->needs))
            fluv_joined_add(&names, stage->info.name);
    }
    return names;
}

/* Names the first layer that is missing, and stages that make all of what is missing; where there
 * are none, those that make the first. */
static fluv_status fail_needs(fluv_ctx *ctx, const fluv_recipe *recipe, size_t index,
                              fluv_layer_set missing)
{
    const fluv_recipe_stage *at = &recipe->stages[index];
    fluv_origin source = source_of(ctx, recipe);
    fluv_layer first = (fluv_layer)__builtin_ctz(missing);
    fluv_joined names = makers(missing, at->stage);
    if (names.count == 0)
        names = makers(FLUV_HAS(first), at->stage);
    if (names.count == 0)
        return fluv_fail_at(&source, at->place, "`%s` needs `%s`, which no stage makes",
                            at->stage->info.name, fluv_layer_name(first));
    return fluv_fail_at(&source, at->place, "`%s` needs `%s`: put %s%s before it",
                        at->stage->info.name, fluv_layer_name(first),
                        names.count > 1 ? "one of " : "", names.text);
}

static fluv_status check_order(fluv_ctx *ctx, const fluv_recipe *recipe, size_t stages)
{
    fluv_layer_set made = 0;
    for (size_t i = 0; i < stages; i++) {
        const fluv_recipe_stage *at = &recipe->stages[i];
        fluv_origin source = source_of(ctx, recipe);
        if (at->stage->sets_frame && i > 0)
            return fluv_fail_at(&source, at->place, "`%s` brings its own frame: put it first",
                                at->stage->info.name);
        if (at->stage->needs & ~made)
            return fail_needs(ctx, recipe, i, at->stage->needs & ~made);
        made = (made & ~at->stage->spoils) | at->stage->makes;
    }
    return FLUV_OK;
}

static fluv_status check_wish(const fluv_origin *source, const fluv_recipe *recipe)
{
    fluv_place place = recipe->frame_place;
    const char *first = recipe->stages[0].stage->info.name;
    if (recipe->frame.rows)
        return fluv_fail_at(source, place,
                            "frame.size: `%s` brings the frame's shape: give one number, the cells "
                            "along its longer side",
                            first);
    return FLUV_OK;
}

static fluv_status check_frame(fluv_ctx *ctx, const fluv_recipe *recipe)
{
    const fluv_frame_params *frame = &recipe->frame;
    const fluv_origin source = source_of(ctx, recipe);
    fluv_place place = recipe->frame_place;
    if (frame->low > frame->high || (frame->low == frame->high && frame->low != 0.0))
        return fluv_fail_at(&source, place,
                            "frame.height: %g m to %g m is no range: put the "
                            "lower end first",
                            frame->low, frame->high);
    if (recipe->stages[0].stage->sets_frame)
        return check_wish(&source, recipe);
    if (!recipe->has_frame)
        return fluv_fail_at(&source, place,
                            "the recipe has no frame: add `frame: {size: 512, width: 20 km}`");
    int64_t rows = frame->rows ? frame->rows : frame->size;
    if (frame->size * rows >= (int64_t)UINT32_MAX)
        return fluv_fail_at(&source, place,
                            "frame.size: %lld x %lld cells are too many: at most 4294967294",
                            (long long)frame->size, (long long)rows);
    return FLUV_OK;
}

fluv_status fluv_recipe_plan(fluv_ctx *ctx, const fluv_recipe *recipe, const char *until,
                             size_t *stages)
{
    const fluv_origin text = source_of(ctx, recipe);
    if (recipe->stage_count == 0)
        return fluv_fail_at(&text, (fluv_place){1, 1}, "no stages: list them under `stages:`");
    *stages = recipe->stage_count;
    if (until) {
        size_t last = fluv_recipe_index(recipe, until, strlen(until));
        const fluv_origin source = {.ctx = ctx, .mistake = FLUV_BAD_USE};
        if (last == recipe->stage_count)
            return fluv_fail_reference(&source, recipe, "cannot stop after", until);
        *stages = last + 1;
    }
    FLUV_TRY(check_frame(ctx, recipe));
    return check_order(ctx, recipe, *stages);
}

fluv_status fluv_recipe_check(fluv_ctx *ctx, const fluv_recipe *recipe, const char *until)
{
    size_t stages;
    return fluv_recipe_plan(ctx, recipe, until, &stages);
}

static double layer_bytes(fluv_layer_set layers)
{
    double bytes = 0.0;
    for (int layer = 0; layer < FLUV_GRID_LAYERS; layer++)
        if (layers & FLUV_HAS(layer))
            bytes += (double)fluv_layer_cell_bytes((fluv_layer)layer);
    return bytes;
}

static double peak_bytes_a_cell(const fluv_recipe *recipe, fluv_layer_set present, size_t first,
                                size_t end, bool keep)
{
    double peak = 0.0, kept = 0.0;
    for (size_t i = first; i < end; i++) {
        const fluv_stage *stage = recipe->stages[i].stage;
        peak = fmax(peak, layer_bytes(present) + kept + stage->bytes_per_cell);
        if (keep) /* the stage wrote a copy, or dropped what is kept */
            kept += layer_bytes(present & (stage->makes | stage->spoils));
        present = (present & ~stage->spoils) | stage->makes;
    }
    return peak;
}

fluv_status fluv_recipe_fits(fluv_ctx *ctx, const fluv_recipe *recipe, const fluv_landscape *land,
                             size_t first, size_t end, bool keep)
{
    double cells = (double)fluv_cell_count(land), room = (double)fluv_room(ctx);
    double need = cells * peak_bytes_a_cell(recipe, fluv_layers_present(land), first, end, keep);
    if (need <= room)
        return FLUV_OK;
    double longer =
        (double)(land->frame.cols > land->frame.rows ? land->frame.cols : land->frame.rows);
    double size = floor(longer * sqrt(room / need));
    if (size > 64.0)
        size -= fmod(size, 16.0);
    char advice[48] = "";
    if (size >= 1.0)
        snprintf(advice, sizeof advice, ": try frame.size=%.0f", size);
    return fluv_fail(ctx, FLUV_NO_MEMORY, "%u x %u cells need about %s, %s are free%s",
                     land->frame.cols, land->frame.rows, fluv_bytes_show(need).text,
                     fluv_bytes_show(room).text, advice);
}
