// SPDX-License-Identifier: MIT
/* Handing a landscape over: its recipe's rules of materials, and land made anew at the size that an
 * engine takes. The files are src/export's. */
#include "export/profile.h"
#include "recipe/recipe.h"
#include "stages/materials/materials.h"

#include <stdio.h>

static fluv_splat_rule rule_of(const fluv_material *from)
{
    return (fluv_splat_rule){.name = from->name,
                             .channel = (int)from->channel,
                             .region = from->region,
                             .slope = {from->slope_from, from->slope_to},
                             .height = {from->height_from, from->height_to},
                             .wetness = {from->wetness_from, from->wetness_to},
                             .blend = from->blend,
                             .strength = from->strength};
}

/* The rules of the recipe's last stage `materials`; none where it has none. */
static fluv_status find_rules(fluv_ctx *ctx, const fluv_recipe *recipe, fluv_splat_rules *out)
{
    const fluv_materials_params *found = NULL;
    for (size_t i = 0; recipe && i < recipe->stage_count; i++)
        if (recipe->stages[i].stage == &fluv_stage_materials)
            found = recipe->stages[i].params;
    if (!found)
        return FLUV_OK;
    FLUV_TRY(fluv_materials_check(ctx, found));
    fluv_splat_rule *rules = fluv_scratch(ctx, found->rules.count, sizeof *rules);
    if (!rules)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < found->rules.count; i++)
        rules[i] = rule_of(&found->rules.rows[i]);
    *out = (fluv_splat_rules){found->rules.count, rules};
    return FLUV_OK;
}

/* The same land with as many cells as the export has vertices. */
static fluv_status rebuild(fluv_ctx *ctx, const fluv_export_wish *wish, const fluv_recipe *recipe,
                           const char *dir, fluv_builder **builder, const fluv_landscape **land)
{
    fluv_export_size size;
    fluv_recipe *copy = NULL;
    char text[48];
    if (!recipe)
        return fluv_fail(ctx, FLUV_BAD_USE, "there is no recipe to make the land anew from");
    const fluv_frame *frame = fluv_frame_of(wish->land); /* mistakes are told before the work */
    FLUV_TRY(fluv_export_check(ctx, wish, frame->cols, frame->rows, &size));
    FLUV_TRY(fluv_export_may_write(ctx, dir));
    snprintf(text, sizeof text, "frame.size=%u", size.cols > size.rows ? size.cols : size.rows);
    FLUV_TRY(fluv_recipe_copy(ctx, recipe, &copy));
    *builder = fluv_builder_new(ctx);
    fluv_status status = *builder ? fluv_recipe_set(ctx, copy, text) : FLUV_NO_MEMORY;
    if (status == FLUV_OK) {
        fluv_builder_keep(*builder, false);
        status = fluv_builder_run(ctx, *builder, copy, NULL, land);
    }
    fluv_recipe_delete(copy);
    return status;
}

static fluv_status export_land(fluv_ctx *ctx, fluv_export_wish *wish, const fluv_recipe *recipe,
                               const char *dir)
{
    fluv_splat_rules rules = {0};
    fluv_builder *builder = NULL;
    FLUV_TRY(find_rules(ctx, recipe, &rules));
    wish->rules = &rules;
    fluv_status status = FLUV_OK;
    if (wish->options->rebuild) {
        status = rebuild(ctx, wish, recipe, dir, &builder, &wish->land);
        wish->rebuilt = true;
    }
    if (status == FLUV_OK)
        status = fluv_export_write(ctx, wish, dir, wish->options->told);
    fluv_builder_delete(builder);
    return status;
}

fluv_status fluv_export(fluv_ctx *ctx, const fluv_landscape *land, const fluv_recipe *recipe,
                        const char *dir, const fluv_export_options *options)
{
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    fluv_export_options own = {0};
    fluv_export_wish wish = {.land = land, .options = &own};
    fluv_status status = fluv_options_read(ctx, options, &own, sizeof own);
    if (status == FLUV_OK && own.told)
        *own.told = NULL;
    if (status == FLUV_OK)
        status = fluv_profile_find(ctx, own.profile, &wish.profile);
    if (status == FLUV_OK)
        status = export_land(ctx, &wish, recipe, dir);
    return fluv_call_end(ctx, mark, status);
}

fluv_status fluv_export_fits(fluv_ctx *ctx, const fluv_export_options *options, uint32_t cols,
                             uint32_t rows, fluv_export_fit *out)
{
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    fluv_export_options own = {0};
    fluv_export_wish wish = {.options = &own};
    fluv_export_size size = {0};
    fluv_status status = fluv_options_read(ctx, options, &own, sizeof own);
    if (status == FLUV_OK)
        status = fluv_profile_find(ctx, own.profile, &wish.profile);
    if (status == FLUV_OK)
        status = fluv_export_check(ctx, &wish, cols, rows, &size);
    *out = (fluv_export_fit){size.cols, size.rows, size.tiles_x, size.tiles_y};
    return fluv_call_end(ctx, mark, status);
}
