// SPDX-License-Identifier: MIT
/* Assignments: "lakes.min_area=2 ha", "lakes#2.mode=full", "coast.landmasses[0].inside=ocean",
 * "frame.width=60 km", "seed=7". Values are YAML, so that a field can be a map; the value of a TEXT
 * is taken as it stands unless quoted. */
#include "base/words.h"
#include "recipe/recipe.h"
#include "recipe/target.h"
#include "recipe/value.h"

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

/* `path` is cut into its parts. */
static fluv_status set_stage(const fluv_origin *source, const fluv_recipe_stage *at, char *path,
                             const char *value)
{
    fluv_target to;
    FLUV_TRY(fluv_target_find(source, &at->stage->info, at->params, path, &to));
    const fluv_node literal = {.kind = FLUV_NODE_SCALAR, .text = value, .quoted = true};
    const fluv_node *node = &literal;
    bool quoted = *value == '"' || *value == '\'';
    if (to.row.type != FLUV_PARAM_TEXT || quoted)
        FLUV_TRY(read_yaml(source, value, &node));
    const fluv_slot owner = fluv_target_owner(source, &to);
    const fluv_slot slot = fluv_target_slot(&owner, &to);
    return fluv_slot_read(&slot, node, to.params);
}

/* A value of a stage, or of the frame, by its index. */
static fluv_status put(const fluv_origin *source, fluv_recipe *recipe, size_t index, char *path,
                       const char *value)
{
    if (index == FLUV_FRAME_STAGE) {
        const fluv_node *node;
        FLUV_TRY(read_yaml(source, value, &node));
        return set_frame(source, path, node, recipe);
    }
    FLUV_TRY(fluv_check_index(source->ctx, recipe, index));
    return set_stage(source, &recipe->stages[index], path, value);
}

static fluv_status put_copy(const fluv_origin *source, fluv_recipe *recipe, size_t index,
                            const char *path, const char *value)
{
    size_t length = strlen(path) + 1;
    char *way = fluv_scratch(source->ctx, length, 1);
    if (!way)
        return FLUV_NO_MEMORY;
    memcpy(way, path, length);
    return fluv_at_path(source->ctx, recipe, index, path, put(source, recipe, index, way, value));
}

fluv_status fluv_recipe_put(fluv_ctx *ctx, fluv_recipe *recipe, size_t stage, const char *path,
                            const char *value)
{
    const fluv_origin source = {.ctx = ctx, .mistake = FLUV_BAD_USE};
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    return fluv_call_end(ctx, mark, put_copy(&source, recipe, stage, path, value));
}

static fluv_status set(const fluv_origin *source, const char *text, fluv_recipe *recipe)
{
    parts what = {0};
    FLUV_TRY(split(source->ctx, text, &what));
    bool alone = *what.target == '\0', size = alone && strcmp(what.param, "size") == 0;
    if (alone && strcmp(what.param, "seed") == 0) {
        const fluv_node *node;
        FLUV_TRY(read_yaml(source, what.value, &node));
        return fluv_seed_read(source, node, &recipe->seed);
    }
    if (alone && !size)
        return fluv_fail(source->ctx, FLUV_BAD_USE,
                         "`%s`: expected STAGE.PARAM=VALUE, frame.PARAM=VALUE or seed=N",
                         fluv_show(text).text);
    size_t index = size ? FLUV_FRAME_STAGE : fluv_recipe_find(recipe, what.target);
    if (index == recipe->stage_count)
        return fluv_fail_reference(source, recipe, "the recipe has no stage", what.target);
    return put_copy(source, recipe, index, what.param, what.value);
}

fluv_status fluv_recipe_set(fluv_ctx *ctx, fluv_recipe *recipe, const char *assignment)
{
    const fluv_origin source = {.ctx = ctx, .mistake = FLUV_BAD_USE};
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    return fluv_call_end(ctx, mark, set(&source, assignment, recipe));
}

/* A number as the text its row takes. */
typedef struct numeral {
    const fluv_param *row;
    double value;
} numeral;

static void write_numeral(FILE *out, const void *user)
{
    const numeral *n = user;
    const char *word = n->row->choices;
    if (n->row->type == FLUV_PARAM_FLAG)
        fputs(n->value != 0.0 ? "true" : "false", out);
    else if (n->row->type != FLUV_PARAM_CHOICE)
        fluv_number_write(out, n->value, "");
    else {
        for (double i = n->value; i >= 1.0 && word[strcspn(word, "|")]; i--)
            word += strcspn(word, "|") + 1;
        fprintf(out, "%.*s", (int)strcspn(word, "|"), word);
    }
}

static fluv_status check_numeral(fluv_ctx *ctx, const char *path, const numeral *n)
{
    double words = 1.0;
    for (const char *c = n->row->choices; n->row->type == FLUV_PARAM_CHOICE && *c; c++)
        words += *c == '|';
    if (n->row->type == FLUV_PARAM_TEXT || n->row->type == FLUV_PARAM_LIST)
        return fluv_fail(ctx, FLUV_BAD_USE, "`%s` is no number", fluv_show(path).text);
    if (n->row->type == FLUV_PARAM_CHOICE &&
        (n->value != (double)(int)n->value || n->value < 0.0 || n->value >= words))
        return fluv_fail(ctx, FLUV_BAD_USE, "`%s`: there is no choice %g of %s",
                         fluv_show(path).text, n->value, n->row->choices);
    return FLUV_OK;
}

fluv_status fluv_recipe_put_number(fluv_ctx *ctx, fluv_recipe *recipe, size_t stage,
                                   const char *path, double value)
{
    fluv_value now;
    char *text = NULL;
    FLUV_TRY(fluv_recipe_value(ctx, recipe, stage, path, &now));
    const numeral n = {.row = &now.param, .value = value};
    FLUV_TRY(fluv_at_path(ctx, recipe, stage, path, check_numeral(ctx, path, &n)));
    FLUV_TRY(fluv_text_make(ctx, write_numeral, &n, &text));
    fluv_status status = fluv_recipe_put(ctx, recipe, stage, path, text);
    fluv_text_free(text);
    return status;
}
