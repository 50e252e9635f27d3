// SPDX-License-Identifier: MIT
/* Tables and values as JSON. Walks the tables; no stage's name stands here. */
#include "studio/describe.h"

#include "studio/files.h"
#include "studio/handover.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DEEPEST 6 /* lists in lists */

json_t *json_number(double number)
{
    if (!isfinite(number))
        return json_null();
    if (number == floor(number) && fabs(number) < 9e15)
        return json_integer((json_int_t)number);
    return json_real(number);
}

json_t *json_words(const char *text)
{
    json_t *words = json_string(text ? text : "");
    return words ? words : json_string("?");
}

/* ---- Tables ------------------------------------------------------------------------------------
 */

json_t *describe_words(const char *text, const char *between)
{
    json_t *list = json_array();
    for (const char *at = text; at && *at;) {
        size_t length = strcspn(at, between);
        if (length > 0)
            json_array_append_new(list, json_stringn(at, length));
        at += length + (at[length] != '\0');
    }
    return list;
}

static const char *type_name(fluv_param_type type)
{
    static const char *const names[] = {
        [FLUV_PARAM_REAL] = "real",     [FLUV_PARAM_INT] = "int",   [FLUV_PARAM_FIELD] = "field",
        [FLUV_PARAM_CHOICE] = "choice", [FLUV_PARAM_FLAG] = "flag", [FLUV_PARAM_TEXT] = "text",
        [FLUV_PARAM_LIST] = "list"};
    return names[type];
}

static json_t *standard_of(const fluv_param *param)
{
    switch (param->type) {
    case FLUV_PARAM_FLAG:
        return json_boolean(param->standard != 0.0);
    case FLUV_PARAM_CHOICE:
    case FLUV_PARAM_TEXT:
        return json_words(param->standard_text);
    case FLUV_PARAM_LIST:
        return json_null();
    default:
        return json_number(param->standard);
    }
}

static json_t *describe_params(const fluv_param *params, size_t count, int depth);

static json_t *describe_param(const fluv_param *param, int depth)
{
    json_t *object = json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o}", "name", param->name, "type",
        type_name(param->type), "unit", param->unit, "help", param->help ? param->help : "",
        "scale", param->scale == FLUV_LOG ? "log" : "linear", "standard", standard_of(param), "min",
        json_number(param->min), "max", json_number(param->max));
    if (param->type == FLUV_PARAM_CHOICE)
        json_object_set_new(object, "choices", describe_words(param->choices, "|"));
    if (param->type == FLUV_PARAM_LIST && depth < DEEPEST) {
        json_object_set_new(
            object, "columns",
            describe_params(param->columns->params, param->columns->count, depth + 1));
        json_object_set_new(object, "required", json_integer((json_int_t)param->columns->required));
    }
    return object;
}

static json_t *describe_params(const fluv_param *params, size_t count, int depth)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, describe_param(&params[i], depth));
    return list;
}

static json_t *describe_stage(const fluv_stage_info *info)
{
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o}", "name", info->name, "summary", info->summary,
                     "needs", describe_words(info->needs, " "), "makes",
                     describe_words(info->makes, " "), "amends", describe_words(info->amends, " "),
                     "params", describe_params(info->params, info->param_count, 0));
}

static json_t *describe_layer(const fluv_layer_info *layer)
{
    static const char *const places[] = {
        [FLUV_ON_GRID] = "grid", [FLUV_ON_MESH] = "mesh", [FLUV_WHOLE] = "whole"};
    static const char *const types[] = {[FLUV_FLOAT32] = "float32",
                                        [FLUV_FLOAT64] = "float64",
                                        [FLUV_UINT8] = "uint8",
                                        [FLUV_UINT32] = "uint32",
                                        [FLUV_STRUCT] = "struct"};
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:o}", "name", layer->name, "help", layer->help,
                     "place", places[layer->place], "type", types[layer->type], "unit", layer->unit,
                     "nodata", json_number(layer->nodata));
}

/* A preset that names a file which is not there waits for one of the user's. */
static bool preset_needs_file(fluv_ctx *ctx, const char *name)
{
    const char *text = fluv_preset_text(name);
    fluv_recipe *recipe = NULL;
    bool needs = fluv_recipe_parse(ctx, text, strlen(text), name, &recipe) != FLUV_OK ||
                 files_missing(ctx, recipe);
    fluv_recipe_delete(recipe);
    return needs;
}

json_t *describe_all(fluv_ctx *ctx)
{
    json_t *stages = json_array(), *layers = json_array(), *views = json_array();
    json_t *presets = json_array(), *files = json_array();
    for (size_t i = 0; i < fluv_stage_count(); i++)
        json_array_append_new(stages, describe_stage(fluv_stage_at(i)));
    for (size_t i = 0; i < fluv_layer_count(); i++)
        json_array_append_new(layers, describe_layer(fluv_layer_at(i)));
    for (size_t i = 0; i < fluv_view_count(); i++)
        json_array_append_new(views, json_words(fluv_view_name(i)));
    for (size_t i = 0; i < fluv_file_count(); i++)
        json_array_append_new(files, json_words(fluv_file_name(i)));
    for (size_t i = 0; i < fluv_preset_count(); i++)
        json_array_append_new(presets, json_pack("{s:s, s:s, s:b}", "name", fluv_preset_name(i),
                                                 "summary", fluv_preset_summary(i), "needs_file",
                                                 preset_needs_file(ctx, fluv_preset_name(i))));
    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:i, s:o, s:o}", "version",
                     fluv_version(), "stages", stages, "frame", describe_stage(fluv_frame_info()),
                     "layers", layers, "views", views, "presets", presets, "files", files, "rules",
                     FLUV_RULES, "profiles", handover_profiles(), "maps", handover_maps());
}

/* ---- Values ------------------------------------------------------------------------------------
 */

/* A place in a recipe while its values are told. */
typedef struct teller {
    fluv_ctx *ctx;
    const fluv_recipe *recipe;
    size_t stage;
    const char *folder;
} teller;

static json_t *part_of(const teller *t, const char *path, const char *part)
{
    char whole[512];
    fluv_value value;
    snprintf(whole, sizeof whole, "%s.%s", path, part);
    if (fluv_recipe_value(t->ctx, t->recipe, t->stage, whole, &value) != FLUV_OK)
        return json_null();
    return json_number(value.number);
}

static json_t *tell_field(const teller *t, const char *path, const fluv_value *value)
{
    if (value->field == FLUV_FIELD_NUMBER)
        return json_number(value->number);
    json_t *low = part_of(t, path, "low"), *high = part_of(t, path, "high");
    if (value->field == FLUV_FIELD_IMAGE)
        return json_pack("{s:o, s:o, s:o}", "image", json_words(files_from(t->folder, value->text)),
                         "low", low, "high", high);
    return json_pack("{s:{s:o, s:o, s:o, s:o, s:o}}", "noise", "low", low, "high", high,
                     "wavelength", part_of(t, path, "wavelength"), "octaves",
                     part_of(t, path, "octaves"), "gain", part_of(t, path, "gain"));
}

static json_t *tell_rows(const teller *t, const char *path, const fluv_value *list, int depth);

static json_t *tell_value(const teller *t, const char *path, int depth)
{
    fluv_value value;
    if (fluv_recipe_value(t->ctx, t->recipe, t->stage, path, &value) != FLUV_OK)
        return json_null();
    switch (value.param.type) {
    case FLUV_PARAM_FIELD:
        return tell_field(t, path, &value);
    case FLUV_PARAM_CHOICE:
        return json_words(value.word);
    case FLUV_PARAM_FLAG:
        return json_boolean(value.number != 0.0);
    case FLUV_PARAM_TEXT:
        return json_words(*value.param.unit && value.text ? files_from(t->folder, value.text)
                                                          : value.text);
    case FLUV_PARAM_LIST:
        return depth < DEEPEST ? tell_rows(t, path, &value, depth + 1) : json_array();
    default:
        return json_number(value.number);
    }
}

static json_t *tell_rows(const teller *t, const char *path, const fluv_value *list, int depth)
{
    json_t *rows = json_array();
    const fluv_list_columns *columns = list->param.columns;
    for (size_t i = 0; i < list->rows; i++) {
        json_t *row = json_object();
        for (size_t j = 0; j < columns->count; j++) {
            char whole[512];
            snprintf(whole, sizeof whole, "%s[%zu].%s", path, i, columns->params[j].name);
            json_object_set_new(row, columns->params[j].name, tell_value(t, whole, depth));
        }
        json_array_append_new(rows, row);
    }
    return rows;
}

json_t *describe_values(fluv_ctx *ctx, const fluv_recipe *recipe, size_t stage, const char *folder)
{
    const fluv_stage_info *info = fluv_recipe_stage_at(recipe, stage);
    const teller t = {ctx, recipe, stage, folder};
    json_t *values = json_object();
    for (size_t i = 0; i < info->param_count; i++)
        json_object_set_new(values, info->params[i].name, tell_value(&t, info->params[i].name, 0));
    return values;
}
