// SPDX-License-Identifier: MIT
/* Which values name files, so that a kept result can be told from one whose files have changed. */
#include "recipe/value.h"

bool fluv_param_is_file(const fluv_param *row)
{
    return row->type == FLUV_PARAM_TEXT && *row->unit;
}

/* The file a value that is no list names, NULL if it names none. */
static const char *file_of(const fluv_param *row, const void *params)
{
    const void *value = fluv_param_in(params, row);
    const char *file = NULL;
    if (fluv_param_is_file(row))
        file = *(char *const *)value;
    else if (row->type == FLUV_PARAM_FIELD && ((const fluv_field *)value)->kind == FLUV_FIELD_IMAGE)
        file = ((const fluv_field *)value)->image;
    return file && *file ? file : NULL;
}

void fluv_files_visit(const fluv_param *table, size_t count, const void *params,
                      fluv_file_fn *visit, void *user)
{
    for (size_t i = 0; i < count; i++) {
        if (table[i].type == FLUV_PARAM_LIST) {
            const fluv_list_columns *columns = table[i].columns;
            fluv_rows rows = fluv_rows_get(params, &table[i]);
            for (size_t j = 0; j < rows.count; j++)
                fluv_files_visit(columns->params, columns->count, fluv_rows_at(columns, &rows, j),
                                 visit, user);
            continue;
        }
        const char *file = file_of(&table[i], params);
        if (file)
            visit(user, file);
    }
}
