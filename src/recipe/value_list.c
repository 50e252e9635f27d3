// SPDX-License-Identifier: MIT
/* Reading lists. Three ways to write one give the same rows:
 *
 *     [{x: 10 km, y: 5 km}, …]          rows as maps
 *     [[10 km, 5 km], …]                rows in the order of the columns; the last may be left out
 *     {marsh: {lakes: 4}, desert: 1}    rows by the first column, a text; behind the colon the
 *                                       others, as a map, as a list, or the second alone
 *
 * A row of one value may stand without brackets, and so may a list of one such row. Where a list
 * has one row at most, the brackets around the row may go: [10 km, 5 km].  O(values * columns). */
#include "base/words.h"
#include "recipe/slot.h"
#include "recipe/value.h"

#include <stdio.h>

/* A row about to be read. */
typedef struct row {
    fluv_slot at;
    const fluv_list_columns *columns;
    size_t first;     /* the column the node begins with; those before it are read */
    fluv_place place; /* of the row, for what is missing in it */
    void *to;
} row;

static fluv_status read_column(const row *in, size_t column, const fluv_node *node)
{
    const fluv_param *param = &in->columns->params[column];
    const fluv_slot at = {.source = in->at.source,
                          .outer = &in->at,
                          .name = param->name,
                          .row = param,
                          .needed = column < in->columns->required};
    return fluv_slot_read(&at, node, in->to);
}

static fluv_status fail_missing(const row *in, size_t column)
{
    return fluv_fail_slot(&in->at, in->place, "`%s` must be given",
                          in->columns->params[column].name);
}

static fluv_status read_named(const row *in, const fluv_node *node)
{
    const fluv_list_columns *columns = in->columns;
    const fluv_param *param = fluv_column_find(columns, node->key);
    if (!param) {
        char what[192];
        snprintf(what, sizeof what, "`%s` has no column", fluv_slot_path(&in->at).text);
        return fluv_at_slot(&in->at, fluv_fail_row(in->at.source, node->key_place, what, node->key,
                                                   columns->params, columns->count));
    }
    size_t column = (size_t)(param - columns->params);
    if (column < in->first)
        return fluv_fail_slot(&in->at, node->key_place, "`%s` stands before the colon already",
                              param->name);
    return read_column(in, column, node);
}

static fluv_status read_map(const row *in, const fluv_node *map)
{
    for (const fluv_node *node = map->first; node; node = node->next)
        FLUV_TRY(read_named(in, node));
    for (size_t i = in->first; i < in->columns->required; i++)
        if (!fluv_node_value(map, in->columns->params[i].name))
            return fail_missing(in, i);
    return FLUV_OK;
}

/* Values in the order of the columns. */
static fluv_status read_values(const row *in, const fluv_node *node)
{
    size_t column = in->first;
    for (; node; node = node->next, column++) {
        if (column == in->columns->count)
            return fluv_fail_slot(&in->at, node->place, "a value too many: %zu is the most",
                                  in->columns->count - in->first);
        FLUV_TRY(read_column(in, column, node));
    }
    return column < in->columns->required ? fail_missing(in, column) : FLUV_OK;
}

static fluv_status read_row(const row *in, const fluv_node *node)
{
    if (node->kind == FLUV_NODE_MAP)
        return read_map(in, node);
    if (node->kind == FLUV_NODE_LIST)
        return read_values(in, node->first);
    if (in->first > 0 && fluv_node_is_null(node))
        return read_values(in, NULL);
    fluv_node alone = *node;
    alone.next = NULL;
    return read_values(in, &alone);
}

/* "marsh: {…}": the name is the first column. */
static fluv_status read_by_name(const row *in, const fluv_node *node)
{
    const fluv_node name = {
        .kind = FLUV_NODE_SCALAR, .text = node->key, .place = node->key_place, .quoted = true};
    FLUV_TRY(read_column(in, 0, &name));
    row rest = *in;
    rest.first = 1;
    return read_row(&rest, node);
}

fluv_status fluv_slot_row(const fluv_slot *list, const fluv_node *node, size_t index, void *to)
{
    const row in = {
        .at = {.source = list->source, .outer = list, .name = node->key, .index = index},
        .columns = list->row->columns,
        .place = node->place,
        .to = to};
    return node->key ? read_by_name(&in, node) : read_row(&in, node);
}

static fluv_status read_rows(const fluv_slot *list, const fluv_node *first, fluv_rows *rows)
{
    const fluv_node *node = first;
    for (size_t i = 0; i < rows->count; i++, node = node->next)
        FLUV_TRY(fluv_slot_row(list, node, i, fluv_rows_at(list->row->columns, rows, i)));
    return FLUV_OK;
}

fluv_status fluv_slot_count(const fluv_slot *at, fluv_place place, size_t count)
{
    double rows = (double)count;
    if (count == 0 && at->needed)
        return fluv_fail_slot(at, place, "must not be empty");
    if (count > 0 && rows < at->row->min)
        return fluv_fail_slot(at, place, "%zu row%s too few: at least %.0f", count,
                              count == 1 ? " is" : "s are", at->row->min);
    if (rows > at->row->max)
        return fluv_fail_slot(at, place, "%zu rows are too many: at most %.0f", count,
                              at->row->max);
    return FLUV_OK;
}

/* Whether the node is a row where a list was expected: a list of one row needs no brackets. */
static bool is_row_alone(const fluv_param *list, const fluv_node *node)
{
    if (node->kind == FLUV_NODE_SCALAR)
        return list->columns->count == 1 && !fluv_node_is_null(node);
    if (list->max != 1.0)
        return false;
    if (node->kind == FLUV_NODE_MAP)
        return list->columns->params[0].type != FLUV_PARAM_TEXT;
    return node->kind == FLUV_NODE_LIST && node->first && node->first->kind == FLUV_NODE_SCALAR;
}

/* What a list looks like: "[{x: …, y: …}, …]", by its first columns. */
static fluv_status fail_kind(const fluv_slot *at, const fluv_node *node)
{
    const fluv_list_columns *columns = at->row->columns;
    const char *first = columns->params[0].name;
    if (columns->params[0].type == FLUV_PARAM_TEXT)
        return fluv_fail_slot(at, node->place, "expected a list, [{%s: …}, …] or {%s: …}", first,
                              first);
    return fluv_fail_slot(at, node->place, "expected a list, [{%s: …%s}, …]", first,
                          columns->count > 1 ? ", …" : "");
}

fluv_status fluv_slot_list(const fluv_slot *at, const fluv_node *node, void *params)
{
    const fluv_list_columns *columns = at->row->columns;
    bool alone = is_row_alone(at->row, node);
    bool named = columns->params[0].type == FLUV_PARAM_TEXT && node->kind == FLUV_NODE_MAP;
    if (!alone && !named && node->kind != FLUV_NODE_LIST)
        return fail_kind(at, node);
    fluv_node single = *node;
    single.key = NULL;
    single.next = NULL;
    size_t count = alone ? 1 : node->count;
    FLUV_TRY(fluv_slot_count(at, node->place, count));
    fluv_rows rows;
    fluv_status status = fluv_rows_init(at->source->ctx, columns, count, &rows);
    if (status == FLUV_OK)
        status = read_rows(at, alone ? &single : node->first, &rows);
    if (status == FLUV_OK) { /* what was there before goes in the place of the new rows */
        fluv_rows before = fluv_rows_get(params, at->row);
        fluv_rows_put(params, at->row, &rows);
        rows = before;
    }
    fluv_rows_free(columns, &rows);
    return status;
}
