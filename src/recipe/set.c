// SPDX-License-Identifier: MIT
/* Assignments: "lakes.min_area=2 ha", "lakes#2.mode=full", "coast.landmasses[0].inside=ocean",
 * "frame.width=60 km", "seed=7". Values are YAML, so that a field can be a map; the value of a TEXT
 * is taken as it stands unless quoted. */
#include "base/words.h"
#include "recipe/recipe.h"
#include "recipe/target.h"

#include <string.h>

/* The parts of "target.param=value", `param` and `value` being texts of their own. */
typedef struct parts {
    const char *target; /* stage reference, "frame", or "" for what stands alone */
    char *param;
    const char *value;
} parts;

static fluv_status split(fluv_ctx *ctx, const char *text, parts *out)
{
    size_t length = strlen(text) + 1;
    char *copy = fluv_scratch(ctx, length, 1);
    if (!copy)
        return FLUV_NO_MEMORY;
    memcpy(copy, text, length);
    char *equals = strchr(copy, '=');
    if (!equals || equals == copy)
        return fluv_fail(ctx, FLUV_BAD_USE, "`%s`: expected STAGE.PARAM=VALUE",
                         fluv_show(text).text);
    *equals = '\0';
    char *dot = strchr(copy, '.');
    if (dot)
        *dot = '\0';
    out->target = dot ? copy : "";
    out->param = dot ? dot + 1 : copy;
    out->value = equals + 1;
    return FLUV_OK;
}

static fluv_status read_yaml(const fluv_origin *source, const char *value, const fluv_node **out)
{
    fluv_status status = fluv_yaml_read(source, value, strlen(value), out);
    if (status == source->mistake)
        return fluv_fail(source->ctx, status, "the value `%s`: %s", fluv_show(value).text,
                         fluv_message(source->ctx));
    return status;
}

/* A new size in one number keeps the frame's shape: it is the longer side's. */
static void keep_shape(const fluv_frame_params *before, fluv_frame_params *frame)
{
    double cols = (double)before->size, rows = (double)before->rows, longer = (double)frame->size;
    double other = cols > rows ? longer * rows / cols : longer * cols / rows;
    int64_t shorter = other < 1.0 ? 1 : (int64_t)(other + 0.5);
    frame->size = cols > rows ? (int64_t)longer : shorter;
    frame->rows = cols > rows ? shorter : (int64_t)longer;
}

static fluv_status set_frame(const fluv_origin *source, const char *param, const fluv_node *value,
                             fluv_recipe *recipe)
{
    fluv_node node = *value;
    node.key = param;
    fluv_frame_params before = recipe->frame;
    FLUV_TRY(fluv_frame_read(source, &node, recipe));
    if (strcmp(param, "size") == 0 && node.kind != FLUV_NODE_LIST && before.rows != 0)
        keep_shape(&before, &recipe->frame);
    return FLUV_OK;
}

static fluv_status set_stage(const fluv_origin *source, const parts *what, fluv_recipe_stage *at)
{
    fluv_target to;
    FLUV_TRY(fluv_target_find(source, &at->stage->info, at->params, what->param, &to));
    const fluv_node literal = {.kind = FLUV_NODE_SCALAR, .text = what->value, .quoted = true};
    const fluv_node *node = &literal;
    bool quoted = *what->value == '"' || *what->value == '\'';
    if (to.row->type != FLUV_PARAM_TEXT || quoted)
        FLUV_TRY(read_yaml(source, what->value, &node));
    const fluv_slot owner = {.source = source, .name = to.owner.text};
    const fluv_slot slot = {.source = source,
                            .outer = &owner,
                            .name = to.row->name,
                            .row = to.row,
                            .needed = to.needed};
    return fluv_slot_read(&slot, node, to.params);
}

static fluv_status set(const fluv_origin *source, const char *text, fluv_recipe *recipe)
{
    parts what = {0};
    FLUV_TRY(split(source->ctx, text, &what));
    bool alone = *what.target == '\0', size = alone && strcmp(what.param, "size") == 0;
    if (size || strcmp(what.target, "frame") == 0 || (alone && strcmp(what.param, "seed") == 0)) {
        const fluv_node *node;
        FLUV_TRY(read_yaml(source, what.value, &node));
        if (alone && !size)
            return fluv_seed_read(source, node, &recipe->seed);
        return set_frame(source, what.param, node, recipe);
    }
    if (alone)
        return fluv_fail(source->ctx, FLUV_BAD_USE,
                         "`%s`: expected STAGE.PARAM=VALUE, frame.PARAM=VALUE or seed=N",
                         fluv_show(text).text);
    size_t index = fluv_recipe_index(recipe, what.target, strlen(what.target));
    if (index == recipe->stage_count)
        return fluv_fail_reference(source, recipe, "the recipe has no stage", what.target);
    return set_stage(source, &what, &recipe->stages[index]);
}

fluv_status fluv_recipe_set(fluv_ctx *ctx, fluv_recipe *recipe, const char *assignment)
{
    const fluv_origin source = {.ctx = ctx, .mistake = FLUV_BAD_USE};
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    fluv_status status = set(&source, assignment, recipe);
    fluv_scratch_release(ctx, mark);
    return status;
}
