// SPDX-License-Identifier: MIT
/* The stage `materials`: which material lies where, in the splat maps of exports.
 *
 * It makes no layer: rules stay in the recipe, which goes with the land, and `interfluve export`
 * paints by them at the size an engine takes. As a stage they have a table, so that recipe, --set,
 * studio and the reference page know them; what cannot be met is refused when the land is made. */
#include "stages/materials/materials.h"

#include "base/words.h"

#include <ctype.h>
#include <string.h>

#define BELOW_ALL "ground" /* as exports call the first channel where no rule names it */

static bool is_name(const char *name)
{
    for (const char *at = name; *at; at++)
        if (!islower((unsigned char)*at) && !isdigit((unsigned char)*at) && *at != '_')
            return false;
    return *name && strlen(name) <= 32;
}

/* Digits, x, digits. */
static bool is_size(const char *name)
{
    for (const char *at = name; (at = strchr(at, 'x')); at++)
        if (at > name && isdigit((unsigned char)at[-1]) && isdigit((unsigned char)at[1]))
            return true;
    return false;
}

/* A name is the name of a file, which one channel is written to. */
static fluv_status check_channel(fluv_ctx *ctx, const fluv_materials_params *p, size_t row)
{
    const fluv_material *rule = &p->rules.rows[row];
    for (size_t i = 0; i < row; i++)
        if (strcmp(p->rules.rows[i].name, rule->name) == 0 &&
            p->rules.rows[i].channel != rule->channel)
            return fluv_fail(ctx, FLUV_BAD_RECIPE,
                             "materials.rules[%zu]: `%s` has channel %d, and %d in rule %zu", row,
                             rule->name, (int)rule->channel, (int)p->rules.rows[i].channel, i);
    return FLUV_OK;
}

static fluv_status check_rule(fluv_ctx *ctx, size_t row, const fluv_material *rule)
{
    if (!is_name(rule->name))
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "materials.rules[%zu].name is `%s`, expected small letters, digits and _",
                         row, fluv_show(rule->name).text);
    if (strcmp(rule->name, BELOW_ALL) == 0 && rule->channel != 0)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "materials.rules[%zu]: `" BELOW_ALL "` is what lies below all, "
                         "expected channel 0",
                         row);
    if (is_size(rule->name))
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "materials.rules[%zu].name is `%s`, which looks like a size: engines "
                         "would read it from the name of the file",
                         row, rule->name);
    if (rule->slope_from > rule->slope_to || rule->height_from > rule->height_to ||
        rule->wetness_from > rule->wetness_to)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "materials.rules[%zu]: `%s` begins above where it ends: it would be "
                         "nowhere",
                         row, rule->name);
    return FLUV_OK;
}

fluv_status fluv_materials_check(fluv_ctx *ctx, const fluv_materials_params *p)
{
    for (size_t i = 0; i < p->rules.count; i++) {
        FLUV_TRY(check_rule(ctx, i, &p->rules.rows[i]));
        FLUV_TRY(check_channel(ctx, p, i));
    }
    return FLUV_OK;
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    const fluv_materials_params *p = params;
    FLUV_TRY(fluv_materials_check(ctx, p));
    for (size_t i = 0; i < p->rules.count; i++) {
        const char *region = p->rules.rows[i].region;
        fluv_region_info info;
        bool found = !region || !*region;
        for (size_t type = 0; !found && fluv_region_type_of(land, type, &info); type++)
            found = strcmp(info.name, region) == 0;
        if (!found)
            fluv_note_add(land, "materials", "no region is called `%s`: `%s` lies nowhere",
                          fluv_show(region).text, p->rules.rows[i].name);
    }
    return fluv_advance(ctx, 1.0);
}

#define PARAMS fluv_material
static const fluv_param material_table[] = {
#include "base/param_rows.h"
#include "stages/materials/material.def"
};
static const fluv_list_columns fluv_material_columns = {
    .params = material_table,
    .count = sizeof material_table / sizeof *material_table,
    .required = 1,
    .row_size = sizeof(fluv_material),
};

#undef PARAMS
#define PARAMS fluv_materials_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/materials/materials.def"
};

const fluv_stage fluv_stage_materials = {
    .info = {.name = "materials",
             .summary = "Which material lies where, in the splat maps of exports.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_materials_params),
    FLUV_NEEDS(height),
    FLUV_MAKES(),
    FLUV_AMENDS(),
    .run = run,
};
