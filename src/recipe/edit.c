// SPDX-License-Identifier: MIT
/* Recipes edited: stages and rows of lists put in, taken out and moved. What is put in is read and
 * checked before anything changes. Values are set in set.c. */
#include "base/words.h"
#include "recipe/recipe.h"
#include "recipe/target.h"
#include "recipe/value.h"

#include <assert.h>
#include <string.h>

void fluv_recipe_set_seed(fluv_recipe *recipe, uint64_t seed)
{
    recipe->seed = seed;
}

/* ---- Stages ------------------------------------------------------------------------------------
 */

/* A stage with the parameters of a text; to be freed also after a failure. */
static fluv_status read_stage(const fluv_origin *source, const char *name, const char *params,
                              fluv_recipe_stage *out)
{
    *out = (fluv_recipe_stage){0};
    const fluv_stage *stage = fluv_stage_named(name);
    if (!stage)
        return fluv_fail_stage_name(source, (fluv_place){0, 0}, name);
    FLUV_TRY(fluv_recipe_stage_make(source->ctx, stage, out));
    FLUV_TRY(fluv_params_init(source->ctx, &stage->info, out->params, stage->params_size));
    if (!params || !*params)
        return FLUV_OK;
    const fluv_node *map;
    FLUV_TRY(fluv_yaml_read(source, params, strlen(params), &map));
    return fluv_values_read(source, &stage->info, map, out->params);
}

/* A mistake in what is put in stands at the stage that was to be. */
static fluv_status make_stage(fluv_ctx *ctx, size_t index, const char *name, const char *params,
                              fluv_recipe_stage *out)
{
    const fluv_origin source = {.ctx = ctx, .mistake = FLUV_BAD_USE};
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    fluv_status status = read_stage(&source, name, params, out);
    if (status == FLUV_BAD_USE)
        fluv_error_at_stage(ctx, name, index);
    if (status != FLUV_OK)
        fluv_recipe_stage_free(out);
    return fluv_call_end(ctx, mark, status);
}

static void shift(fluv_recipe *recipe, size_t from, size_t to)
{
    memmove(&recipe->stages[to], &recipe->stages[from],
            (recipe->stage_count - from) * sizeof *recipe->stages);
}

fluv_status fluv_recipe_insert(fluv_ctx *ctx, fluv_recipe *recipe, size_t index, const char *stage,
                               const char *params)
{
    fluv_recipe_stage fresh;
    if (index > recipe->stage_count)
        return fluv_check_index(ctx, recipe, index);
    if (recipe->stage_count == FLUV_MAX_STAGES)
        return fluv_fail(ctx, FLUV_BAD_USE, "more than %d stages: leave some out", FLUV_MAX_STAGES);
    FLUV_TRY(make_stage(ctx, index, stage, params, &fresh));
    shift(recipe, index, index + 1);
    recipe->stages[index] = fresh;
    recipe->stage_count++;
    return FLUV_OK;
}

fluv_status fluv_recipe_replace(fluv_ctx *ctx, fluv_recipe *recipe, size_t index, const char *stage,
                                const char *params)
{
    fluv_recipe_stage fresh;
    FLUV_TRY(fluv_check_index(ctx, recipe, index));
    FLUV_TRY(make_stage(ctx, index, stage, params, &fresh));
    fluv_recipe_stage_free(&recipe->stages[index]);
    recipe->stages[index] = fresh;
    return FLUV_OK;
}

fluv_status fluv_recipe_remove(fluv_ctx *ctx, fluv_recipe *recipe, size_t index)
{
    FLUV_TRY(fluv_check_index(ctx, recipe, index));
    fluv_recipe_stage_free(&recipe->stages[index]);
    shift(recipe, index + 1, index);
    recipe->stage_count--;
    return FLUV_OK;
}

fluv_status fluv_recipe_skip(fluv_ctx *ctx, fluv_recipe *recipe, const char *stage)
{
    const fluv_origin source = {.ctx = ctx, .mistake = FLUV_BAD_USE};
    size_t index = fluv_recipe_index(recipe, stage, strlen(stage));
    if (index == recipe->stage_count)
        return fluv_fail_reference(&source, recipe, "cannot leave out", stage);
    return fluv_recipe_remove(ctx, recipe, index);
}

fluv_status fluv_recipe_move(fluv_ctx *ctx, fluv_recipe *recipe, size_t from, size_t to)
{
    FLUV_TRY(fluv_check_index(ctx, recipe, from));
    FLUV_TRY(fluv_check_index(ctx, recipe, to));
    fluv_recipe_stage moved = recipe->stages[from];
    for (size_t i = from; i < to; i++)
        recipe->stages[i] = recipe->stages[i + 1];
    for (size_t i = from; i > to; i--)
        recipe->stages[i] = recipe->stages[i - 1];
    recipe->stages[to] = moved;
    return FLUV_OK;
}

/* ---- Rows of lists -----------------------------------------------------------------------------
 */

/* An edit of the list at a path. */
typedef struct row_edit {
    const fluv_origin *source;
    fluv_target list;
    size_t row;
    const char *values; /* of a new row; NULL: the row goes */
} row_edit;

static fluv_status find_list(const fluv_recipe *recipe, size_t stage, const char *path,
                             row_edit *edit)
{
    fluv_ctx *ctx = edit->source->ctx;
    size_t length = strlen(path) + 1;
    FLUV_TRY(fluv_check_index(ctx, recipe, stage));
    char *way = fluv_scratch(ctx, length, 1);
    if (!way)
        return FLUV_NO_MEMORY;
    memcpy(way, path, length);
    const fluv_recipe_stage *at = &recipe->stages[stage];
    FLUV_TRY(fluv_target_find(edit->source, &at->stage->info, at->params, way, &edit->list));
    if (edit->list.row.type != FLUV_PARAM_LIST)
        return fluv_fail(ctx, FLUV_BAD_USE, "`%s` is no list", fluv_show(path).text);
    size_t rows = fluv_rows_get(edit->list.params, &edit->list.row).count;
    if (edit->row > rows || (edit->row == rows && !edit->values))
        return fluv_fail(ctx, FLUV_BAD_USE, "`%s` has no row %zu: it has %zu", fluv_show(path).text,
                         edit->row, rows);
    return FLUV_OK;
}

/* Reads the new row before the list changes; what it owns is the list's afterwards. */
static fluv_status put_in(const row_edit *edit, const fluv_slot *list, fluv_rows *rows)
{
    fluv_ctx *ctx = edit->source->ctx;
    const fluv_list_columns *columns = edit->list.row.columns;
    const fluv_node *node;
    fluv_rows fresh;
    FLUV_TRY(fluv_yaml_read(edit->source, edit->values, strlen(edit->values), &node));
    fluv_status status = fluv_rows_init(ctx, columns, 1, &fresh);
    if (status == FLUV_OK)
        status = fluv_slot_row(list, node, edit->row, fresh.rows);
    void *block = NULL;
    if (status == FLUV_OK)
        block = fluv_realloc(ctx, rows->rows, rows->count + 1, columns->row_size);
    if (!block) {
        fluv_rows_free(columns, &fresh);
        return status == FLUV_OK ? FLUV_NO_MEMORY : status;
    }
    *rows = (fluv_rows){.count = rows->count + 1, .rows = block};
    unsigned char *at = fluv_rows_at(columns, rows, edit->row);
    memmove(at + columns->row_size, at, (rows->count - 1 - edit->row) * columns->row_size);
    memcpy(at, fresh.rows, columns->row_size);
    fluv_free(fresh.rows);
    return FLUV_OK;
}

static void take_out(const row_edit *edit, fluv_rows *rows)
{
    const fluv_list_columns *columns = edit->list.row.columns;
    unsigned char *at = fluv_rows_at(columns, rows, edit->row);
    fluv_row_free(columns, at);
    memmove(at, at + columns->row_size, (rows->count - 1 - edit->row) * columns->row_size);
    if (--rows->count == 0)
        fluv_rows_free(columns, rows);
}

static fluv_status edit_rows(const fluv_recipe *recipe, size_t stage, const char *path,
                             row_edit *edit)
{
    FLUV_TRY(find_list(recipe, stage, path, edit));
    const fluv_slot owner = fluv_target_owner(edit->source, &edit->list);
    const fluv_slot list = fluv_target_slot(&owner, &edit->list);
    fluv_rows rows = fluv_rows_get(edit->list.params, &edit->list.row);
    size_t count = edit->values ? rows.count + 1 : rows.count - 1;
    FLUV_TRY(fluv_slot_count(&list, (fluv_place){0, 0}, count));
    if (edit->values)
        FLUV_TRY(put_in(edit, &list, &rows));
    else
        take_out(edit, &rows);
    fluv_rows_put(edit->list.params, &edit->list.row, &rows);
    return FLUV_OK;
}

static fluv_status change_row(fluv_ctx *ctx, fluv_recipe *recipe, size_t stage, const char *path,
                              size_t row, const char *values)
{
    const fluv_origin source = {.ctx = ctx, .mistake = FLUV_BAD_USE};
    row_edit edit = {.source = &source, .row = row, .values = values};
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    fluv_status status = edit_rows(recipe, stage, path, &edit);
    return fluv_call_end(ctx, mark, fluv_at_path(ctx, recipe, stage, path, status));
}

fluv_status fluv_recipe_insert_row(fluv_ctx *ctx, fluv_recipe *recipe, size_t stage,
                                   const char *path, size_t row, const char *values)
{
    assert(values);
    return change_row(ctx, recipe, stage, path, row, values);
}

fluv_status fluv_recipe_remove_row(fluv_ctx *ctx, fluv_recipe *recipe, size_t stage,
                                   const char *path, size_t row)
{
    return change_row(ctx, recipe, stage, path, row, NULL);
}
