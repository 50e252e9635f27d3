// SPDX-License-Identifier: MIT
/* Ways through lists: a name, then for every list a row and a column.
 *
 *     masses [0] .markers [2] .x          types .marsh .growth          random .mountain
 *
 * A field ends the way, or one of its parts does: rain .low */
#include "recipe/target.h"

#include "base/words.h"
#include "recipe/value.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Cuts the way after the part that ends at one of `ends`, and returns what ended it. */
static char cut(char **way, const char *ends, const char **part)
{
    *part = *way;
    *way += strcspn(*way, ends);
    char end = **way;
    if (end) {
        **way = '\0';
        ++*way;
    }
    return end;
}

static void lengthen(fluv_path_text *path, const char *between, const char *part, const char *after)
{
    size_t used = strlen(path->text);
    snprintf(path->text + used, sizeof path->text - used, "%s%s%s", between, fluv_show(part).text,
             after);
}

static size_t row_by_name(const fluv_list_columns *columns, const fluv_rows *rows, const char *name)
{
    size_t i = 0;
    for (; i < rows->count; i++) {
        const void *first = fluv_param_in(fluv_rows_at(columns, rows, i), &columns->params[0]);
        if (strcmp(*(char *const *)first, name) == 0)
            break;
    }
    return i;
}

static size_t row_by_index(const fluv_rows *rows, const char *digits)
{
    size_t index = 0;
    for (const char *at = digits; *at; at++) {
        if (*at < '0' || *at > '9' || index >= rows->count)
            return rows->count;
        index = 10 * index + (size_t)(*at - '0');
    }
    return *digits && index < rows->count ? index : rows->count;
}

/* From a list to one of its rows, which holds the value from then on. */
static fluv_status enter_row(const fluv_origin *source, fluv_target *at, bool indexed,
                             const char *part)
{
    const fluv_list_columns *columns = at->row.columns;
    assert(columns && columns->count > 0);
    fluv_rows rows = fluv_rows_get(at->params, &at->row);
    lengthen(&at->owner, ".", at->row.name, "");
    size_t index = rows.count;
    if (indexed)
        index = row_by_index(&rows, part);
    else if (columns->params[0].type == FLUV_PARAM_TEXT)
        index = row_by_name(columns, &rows, part);
    if (index == rows.count)
        return fluv_fail(source->ctx, source->mistake, "`%s` has no row `%s`: it has %zu",
                         at->owner.text, fluv_show(part).text, rows.count);
    lengthen(&at->owner, indexed ? "[" : ".", part, indexed ? "]" : "");
    at->params = fluv_rows_at(columns, &rows, index);
    at->outermost = at->inside ? at->outermost : index;
    at->inside = true;
    return FLUV_OK;
}

static fluv_status find_column(const fluv_origin *source, const fluv_list_columns *columns,
                               const char *name, fluv_target *at)
{
    const fluv_param *row = fluv_column_find(columns, name);
    if (!row) {
        char what[192];
        snprintf(what, sizeof what, "`%s` has no column", at->owner.text);
        return fluv_fail_row(source, (fluv_place){0, 0}, what, name, columns->params,
                             columns->count);
    }
    at->row = *row;
    at->needed = (size_t)(row - columns->params) < columns->required;
    return FLUV_OK;
}

/* `[0].x`, `.marsh.growth` or `.marsh` behind a list's name; `end` is what ended the name. */
static fluv_status find_in_list(const fluv_origin *source, char *end, char **way, fluv_target *at)
{
    const fluv_list_columns *columns = at->row.columns;
    const char *part, *column = NULL;
    bool indexed = *end == '[';
    char after = cut(way, indexed ? "]" : ".[", &part);
    if (indexed && after == ']')
        after = cut(way, ".", &column) == '.' && !*column ? '.' : '\0';
    FLUV_TRY(enter_row(source, at, indexed, part));
    if (after == '.') {
        *end = cut(way, ".[", &column);
        return find_column(source, columns, column, at);
    }
    *end = '\0';
    if (after || indexed || columns->count < 2)
        return fluv_fail(source->ctx, source->mistake, "`%s` is a row: name a column, %s.%s",
                         at->owner.text, at->owner.text, columns->params[0].name);
    return find_column(source, columns, columns->params[1].name, at);
}

/* `.low` behind a field's name. */
static fluv_status find_in_field(const fluv_origin *source, char *end, char **way, fluv_target *at)
{
    const char *part;
    fluv_field *field = fluv_param_at(at->params, &at->row);
    const fluv_param row = at->row;
    bool dotted = *end == '.';
    *end = cut(way, ".[", &part);
    if (!dotted || *end || !fluv_field_part(&row, field, part, &at->row))
        return fluv_fail(source->ctx, source->mistake, "`%s.%s` has no part `%s`: it is %s",
                         at->owner.text, row.name, fluv_show(part).text,
                         field->kind == FLUV_FIELD_NUMBER  ? "a number"
                         : field->kind == FLUV_FIELD_NOISE ? "a noise"
                                                           : "an image");
    lengthen(&at->owner, ".", row.name, "");
    at->params = field;
    at->needed = false;
    return FLUV_OK;
}

fluv_status fluv_target_find(const fluv_origin *source, const fluv_stage_info *info, void *params,
                             char *way, fluv_target *out)
{
    const char *name;
    char end = cut(&way, ".[", &name);
    const fluv_param *row = fluv_param_find(info, name);
    *out = (fluv_target){.params = params};
    if (!row)
        return fluv_fail_param(source, (fluv_place){0, 0}, info, name);
    out->row = *row;
    lengthen(&out->owner, "", info->name, "");
    while (end) {
        if (out->row.type == FLUV_PARAM_FIELD) {
            FLUV_TRY(find_in_field(source, &end, &way, out));
            continue;
        }
        if (out->row.type != FLUV_PARAM_LIST)
            return fluv_fail(source->ctx, source->mistake, "`%s.%s` is no list: it has no parts",
                             out->owner.text, out->row.name);
        FLUV_TRY(find_in_list(source, &end, &way, out));
    }
    return FLUV_OK;
}
