// SPDX-License-Identifier: MIT
/* Reading recipes: a text, a file, a preset's name, a height map. */
#include "base/words.h"
#include "recipe/preset_texts.h"
#include "recipe/recipe.h"
#include "recipe/value.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define FORMAT 1

fluv_status fluv_seed_read(const fluv_origin *source, const fluv_node *node, uint64_t *seed)
{
    uint64_t value = 0;
    bool whole = node->kind == FLUV_NODE_SCALAR && *node->text;
    for (const char *at = whole ? node->text : ""; whole && *at; at++)
        whole = *at >= '0' && *at <= '9' && !__builtin_mul_overflow(value, 10u, &value) &&
                !__builtin_add_overflow(value, (uint64_t)(*at - '0'), &value);
    if (!whole)
        return fluv_fail_at(source, node->place,
                            "seed: expected a whole number from 0 to 18446744073709551615");
    *seed = value;
    return FLUV_OK;
}

static fluv_status read_row(const fluv_origin *source, const char *name, const fluv_node *node,
                            fluv_frame_params *frame)
{
    const fluv_param *row = fluv_param_find(fluv_frame_info(), name);
    assert(row);
    return fluv_value_read(source, "frame", row, node, frame);
}

static fluv_status read_pair(const fluv_origin *source, const char *const names[2],
                             const fluv_node *node, fluv_frame_params *frame)
{
    if (node->kind != FLUV_NODE_LIST || node->count != 2)
        return fluv_fail_at(source, node->place, "frame.%s: expected a pair, [%s, %s]", node->key,
                            names[0], names[1]);
    FLUV_TRY(read_row(source, names[0], node->first, frame));
    return read_row(source, names[1], node->first->next, frame);
}

fluv_status fluv_frame_read(const fluv_origin *source, const fluv_node *node, fluv_recipe *recipe)
{
    static const char *const height[2] = {"low", "high"}, *const size[2] = {"size", "rows"};
    fluv_frame_params frame = recipe->frame; /* a plain struct: no row of it owns a text */
    if (strcmp(node->key, "height") == 0)
        FLUV_TRY(read_pair(source, height, node, &frame));
    else if (strcmp(node->key, "size") == 0 && node->kind == FLUV_NODE_LIST)
        FLUV_TRY(read_pair(source, size, node, &frame));
    else if (fluv_param_find(fluv_frame_info(), node->key))
        FLUV_TRY(read_row(source, node->key, node, &frame));
    else
        return fluv_fail_param(source, node->key_place, fluv_frame_info(), node->key);
    recipe->frame = frame;
    recipe->has_frame = true;
    recipe->has_size =
        recipe->has_size || strcmp(node->key, "size") == 0 || strcmp(node->key, "rows") == 0;
    recipe->has_width = recipe->has_width || strcmp(node->key, "width") == 0;
    return FLUV_OK;
}

static fluv_status read_frame(const fluv_origin *source, const fluv_node *map, fluv_recipe *recipe)
{
    if (map->kind != FLUV_NODE_MAP)
        return fluv_fail_at(source, map->place,
                            "frame: expected {size: 512, width: 20 km, height: [-100 m, 900 m]}");
    recipe->has_frame = true;
    recipe->frame_place = map->key_place;
    for (const fluv_node *node = map->first; node; node = node->next)
        FLUV_TRY(fluv_frame_read(source, node, recipe));
    return FLUV_OK;
}

fluv_status fluv_fail_stage_name(const fluv_origin *source, fluv_place place, const char *word)
{
    const char *known[FLUV_MAX_STAGES];
    size_t count = 0;
    for (; count < fluv_stages_count && count < FLUV_MAX_STAGES; count++)
        known[count] = fluv_stages[count]->info.name;
    return fluv_fail_unknown(source, place, "unknown stage", word, known, count);
}

/* `- lakes` or `- lakes: {…}`. */
static fluv_status read_stage(const fluv_origin *source, const fluv_node *item, fluv_recipe *recipe)
{
    const fluv_node *params = item->kind == FLUV_NODE_MAP ? item->first : NULL;
    if (item->kind == FLUV_NODE_LIST || (item->kind == FLUV_NODE_MAP && item->count == 0) ||
        fluv_node_is_null(item))
        return fluv_fail_at(source, item->place, "expected a stage: `- name: {parameters}`");
    if (item->kind == FLUV_NODE_MAP && item->count > 1)
        return fluv_fail_at(
            source, params->next->key_place,
            "`%s` stands beside `%s`: indent it further if it is a parameter, begin "
            "it with `- ` if it is a stage",
            fluv_show(params->next->key).text, fluv_show(params->key).text);
    const char *name = params ? params->key : item->text;
    fluv_place place = params ? params->key_place : item->place;
    const fluv_stage *stage = fluv_stage_named(name);
    if (!stage)
        return fluv_fail_stage_name(source, place, name);
    if (recipe->stage_count == FLUV_MAX_STAGES)
        return fluv_fail_at(source, place, "more than %d stages: leave some out", FLUV_MAX_STAGES);
    FLUV_TRY(fluv_recipe_append(source->ctx, recipe, stage, place));
    if (!params)
        return FLUV_OK;
    return fluv_values_read(source, &stage->info, params,
                            recipe->stages[recipe->stage_count - 1].params);
}

static fluv_status read_stages(const fluv_origin *source, const fluv_node *list,
                               fluv_recipe *recipe)
{
    if (list->kind != FLUV_NODE_LIST)
        return fluv_fail_at(source, list->place,
                            "stages: expected a list, one `- name: {…}` a line");
    size_t index = 0;
    for (const fluv_node *item = list->first; item; item = item->next, index++) {
        fluv_status status = read_stage(source, item, recipe);
        const char *name =
            item->kind == FLUV_NODE_MAP && item->first ? item->first->key : item->text;
        if (status == source->mistake)
            fluv_error_at_stage(source->ctx, name ? name : "", index);
        FLUV_TRY(status);
    }
    return FLUV_OK;
}

/* Before anything else: a later format may have other keys. */
static fluv_status check_format(const fluv_origin *source, const fluv_node *root)
{
    if (root->kind != FLUV_NODE_MAP)
        return fluv_fail_at(source, root->place, "this is not a recipe: it begins `interfluve: %d`",
                            FORMAT);
    const fluv_node *format = fluv_node_value(root, "interfluve");
    if (!format)
        return fluv_fail_at(source, root->place,
                            "the format is missing: put `interfluve: %d` first", FORMAT);
    double number;
    if (format->kind != FLUV_NODE_SCALAR ||
        fluv_quantity_parse(source->ctx, format->text, "", &number) != FLUV_OK)
        return fluv_fail_at(source, format->place, "interfluve: expected the recipe format, %d",
                            FORMAT);
    if (number != FORMAT)
        return fluv_fail_at(source, format->place,
                            "this recipe is format %s, this program reads %d",
                            fluv_show(format->text).text, FORMAT);
    return FLUV_OK;
}

static fluv_status read_root(const fluv_origin *source, const fluv_node *root, fluv_recipe *recipe)
{
    static const char *const known[] = {"interfluve", "seed", "frame", "stages"};
    FLUV_TRY(check_format(source, root));
    for (const fluv_node *node = root->first; node; node = node->next) {
        if (strcmp(node->key, "seed") == 0)
            FLUV_TRY(fluv_seed_read(source, node, &recipe->seed));
        else if (strcmp(node->key, "frame") == 0)
            FLUV_TRY(read_frame(source, node, recipe));
        else if (strcmp(node->key, "stages") == 0)
            FLUV_TRY(read_stages(source, node, recipe));
        else if (strcmp(node->key, "interfluve") != 0)
            return fluv_fail_unknown(source, node->key_place, "unknown key", node->key, known,
                                     sizeof known / sizeof *known);
    }
    return FLUV_OK;
}

static fluv_status parse_into(const fluv_origin *source, const char *text, size_t length,
                              fluv_recipe *recipe)
{
    const fluv_node *root;
    struct fluv_scratch_block *mark = fluv_scratch_mark(source->ctx);
    fluv_status status = fluv_yaml_read(source, text, length, &root);
    if (status == FLUV_OK)
        status = read_root(source, root, recipe);
    fluv_scratch_release(source->ctx, mark);
    return status;
}

static fluv_status parse(const fluv_origin *source, const char *text, size_t length,
                         fluv_recipe **out)
{
    fluv_recipe *recipe = fluv_recipe_new(source->ctx, source->name);
    if (!recipe)
        return FLUV_NO_MEMORY;
    fluv_status status = parse_into(source, text, length, recipe);
    if (status == FLUV_OK)
        *out = recipe;
    else
        fluv_recipe_delete(recipe);
    return status;
}

fluv_status fluv_recipe_parse(fluv_ctx *ctx, const char *text, size_t length, const char *name,
                              fluv_recipe **out)
{
    fluv_origin source = {.ctx = ctx, .mistake = FLUV_BAD_RECIPE, .name = name ? name : "recipe"};
    const char *slash = strrchr(source.name, '/');
    char *folder = NULL;
    *out = NULL;
    if (slash) {
        folder = fluv_text_copy(ctx, source.name);
        if (!folder)
            return FLUV_NO_MEMORY;
        folder[slash - source.name + (slash == source.name)] = '\0';
        source.folder = folder;
    }
    fluv_status status = parse(&source, text, length, out);
    fluv_free(folder);
    return status;
}

static fluv_status fail_no_file(fluv_ctx *ctx, const char *name)
{
    enum { MOST = 256 };
    const char *known[MOST];
    fluv_joined all = {0};
    size_t count = 0;
    assert(fluv_presets_count <= MOST);
    for (; count < fluv_presets_count; count++) {
        known[count] = fluv_presets[count].name;
        fluv_joined_add(&all, known[count]);
    }
    fluv_joined_end(&all, "and");
    const char *meant = fluv_did_you_mean(name, known, count);
    if (meant)
        return fluv_fail(ctx, FLUV_BAD_USE,
                         "`%s` is neither a file nor a preset: did you mean `%s`?",
                         fluv_show(name).text, meant);
    return fluv_fail(ctx, FLUV_BAD_USE, "`%s` is neither a file nor a preset; the presets are %s",
                     fluv_show(name).text, all.text);
}

/* The file's text, to be freed; one byte more than allowed at most: enough to be refused. */
static fluv_status read_all(fluv_ctx *ctx, FILE *in, const char *file, char **text, size_t *length)
{
    size_t room = 0, most = FLUV_YAML_BYTES + 1;
    errno = 0;
    for (*length = 0; *length == room && room < most;) {
        room = room ? 2 * room : (size_t)64 << 10;
        room = room < most ? room : most;
        char *larger = fluv_realloc(ctx, *text, room, 1);
        if (!larger)
            return FLUV_NO_MEMORY;
        *text = larger;
        *length += fread(*text + *length, 1, room - *length, in);
    }
    if (ferror(in))
        return fluv_fail(ctx, FLUV_IO, "cannot read %s: %s", fluv_show(file).text, strerror(errno));
    return FLUV_OK;
}

static fluv_status read_file(fluv_ctx *ctx, FILE *in, const char *file, fluv_recipe **out)
{
    char *text = NULL;
    size_t length = 0;
    fluv_status status = read_all(ctx, in, file, &text, &length);
    if (status == FLUV_OK)
        status = fluv_recipe_parse(ctx, text, length, file, out);
    fluv_free(text);
    return status;
}

/* NULL with errno ENOENT also for a folder: it may be the output of the preset of that name. */
static FILE *open_file(const char *name)
{
    struct stat info;
    FILE *in = fopen(name, "re");
    if (in && fstat(fileno(in), &info) == 0 && S_ISDIR(info.st_mode)) {
        fclose(in);
        in = NULL;
        errno = ENOENT;
    }
    return in;
}

fluv_status fluv_recipe_read(fluv_ctx *ctx, const char *file_or_preset, fluv_recipe **out)
{
    *out = NULL;
    FILE *in = open_file(file_or_preset);
    if (in) {
        fluv_status status = read_file(ctx, in, file_or_preset, out);
        fclose(in);
        return status;
    }
    if (errno != ENOENT && errno != ENOTDIR && errno != ENAMETOOLONG)
        return fluv_fail(ctx, FLUV_IO, "cannot read %s: %s", fluv_show(file_or_preset).text,
                         strerror(errno));
    const char *text = fluv_preset_text(file_or_preset);
    if (!text)
        return fail_no_file(ctx, file_or_preset);
    return fluv_recipe_parse(ctx, text, strlen(text), file_or_preset, out);
}

static fluv_status append_named(fluv_ctx *ctx, fluv_recipe *recipe, const char *name)
{
    const fluv_stage *stage = fluv_stage_named(name);
    if (!stage)
        return fluv_fail(ctx, FLUV_BAD_USE, "this build cannot read height maps: it has no `%s`",
                         name);
    return fluv_recipe_append(ctx, recipe, stage, (fluv_place){0, 0});
}

/* Sets a parameter of a stage, where this build's stage has it. */
static fluv_status set_named(fluv_ctx *ctx, fluv_recipe *recipe, size_t stage, const char *name,
                             const fluv_node *value)
{
    const fluv_origin source = {.ctx = ctx, .mistake = FLUV_BAD_USE};
    const fluv_stage_info *info = &recipe->stages[stage].stage->info;
    const fluv_param *row = fluv_param_find(info, name);
    return row ? fluv_value_read(&source, info->name, row, value, recipe->stages[stage].params)
               : FLUV_OK;
}

/* Maps show narrows, bridges and trees as dams: hollows behind them are no lakes. */
static fluv_status fill_for_heightmap(fluv_ctx *ctx, fluv_recipe *recipe, const char *file)
{
    enum { IMPORT, DRAIN, LAKES, RIVERS, STAGES };
    static const char *const stages[STAGES] = {"import", "drain", "lakes", "rivers"};
    for (size_t i = 0; i < STAGES; i++)
        FLUV_TRY(append_named(ctx, recipe, stages[i]));
    const fluv_node map = {.kind = FLUV_NODE_SCALAR, .text = file, .quoted = true};
    const fluv_node gorge = {.kind = FLUV_NODE_SCALAR, .text = "0.05"};
    const fluv_node silt = {.kind = FLUV_NODE_SCALAR, .text = "0.1 m"};
    FLUV_TRY(set_named(ctx, recipe, IMPORT, "file", &map));
    const fluv_node outlets = {.kind = FLUV_NODE_SCALAR, .text = "false"};
    FLUV_TRY(set_named(ctx, recipe, LAKES, "gorge", &gorge));
    FLUV_TRY(set_named(ctx, recipe, LAKES, "silt", &silt));
    return set_named(ctx, recipe, RIVERS, "outlets", &outlets);
}

fluv_status fluv_recipe_for_heightmap(fluv_ctx *ctx, const char *file, fluv_recipe **out)
{
    *out = NULL;
    fluv_recipe *recipe = fluv_recipe_new(ctx, NULL);
    if (!recipe)
        return FLUV_NO_MEMORY;
    fluv_status status = fill_for_heightmap(ctx, recipe, file);
    if (status == FLUV_OK)
        *out = recipe;
    else
        fluv_recipe_delete(recipe);
    return status;
}
