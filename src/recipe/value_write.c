// SPDX-License-Identifier: MIT
/* Writing parameter values as YAML that reads back to the same values. */
#include "recipe/value.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The fewest digits that read back to the same number. */
void fluv_number_write(FILE *out, double number, const char *unit)
{
    char digits[40];
    for (int precision = 6; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, number);
        if (strtod(digits, NULL) == number)
            break;
    }
    fprintf(out, "%s%s%s", digits, *unit ? " " : "", unit);
}

static void write_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (const char *at = text; *at; at++) {
        if (*at == '"' || *at == '\\')
            fprintf(out, "\\%c", *at);
        else if ((unsigned char)*at < ' ' || *at == 0x7f)
            fprintf(out, "\\x%02x", (unsigned char)*at);
        else
            fputc(*at, out);
    }
    fputc('"', out);
}

/* A relative name would mean another file in another folder. Names that lead to no file stay. */
static void write_file(FILE *out, const char *file)
{
    char *whole = *file && *file != '/' ? realpath(file, NULL) : NULL;
    write_text(out, whole ? whole : file);
    free(whole);
}

static void write_choice(FILE *out, const char *choices, int index)
{
    for (; index > 0; index--)
        choices += strcspn(choices, "|") + 1;
    fprintf(out, "%.*s", (int)strcspn(choices, "|"), choices);
}

static void write_field(FILE *out, const fluv_field *field, const char *unit)
{
    if (field->kind == FLUV_FIELD_NUMBER) {
        fluv_number_write(out, field->number, unit);
        return;
    }
    fputs(field->kind == FLUV_FIELD_NOISE ? "{noise: {" : "{image: ", out);
    if (field->kind == FLUV_FIELD_IMAGE) {
        write_file(out, field->image);
        fputs(", ", out);
    }
    fputs("low: ", out);
    fluv_number_write(out, field->low, unit);
    fputs(", high: ", out);
    fluv_number_write(out, field->high, unit);
    if (field->kind == FLUV_FIELD_NOISE) {
        fputs(", wavelength: ", out);
        fluv_number_write(out, field->wavelength, "m");
        fprintf(out, ", octaves: %" PRId64 ", gain: ", field->octaves);
        fluv_number_write(out, field->gain, "");
        fputc('}', out);
    }
    fputc('}', out);
}

static const char *text_in(const void *row, const fluv_param *column)
{
    return *(char *const *)fluv_param_in(row, column);
}

static void write_value(FILE *out, const fluv_param *row, const void *params, int depth);

/* A row without its columns before `first`. */
static void write_row(FILE *out, const fluv_list_columns *columns, size_t first, const void *row,
                      int depth)
{
    fputc('{', out);
    for (size_t i = first; i < columns->count; i++) {
        fprintf(out, "%s%s: ", i > first ? ", " : "", columns->params[i].name);
        write_value(out, &columns->params[i], row, depth);
    }
    fputc('}', out);
}

#define LONGEST_NAME 128  /* YAML takes a key of some hundred bytes */
#define MOST_NAMES   1000 /* every pair is compared */

/* Whether the rows can be told apart by the text of their first column. */
static bool have_names(const fluv_list_columns *columns, const fluv_rows *rows)
{
    const fluv_param *first = &columns->params[0];
    if (first->type != FLUV_PARAM_TEXT || fluv_param_is_file(first) || rows->count > MOST_NAMES)
        return false;
    for (size_t i = 0; i < rows->count; i++) {
        const char *name = text_in(fluv_rows_at(columns, rows, i), first);
        if (strlen(name) > LONGEST_NAME)
            return false;
        for (size_t j = 0; j < i; j++)
            if (strcmp(name, text_in(fluv_rows_at(columns, rows, j), first)) == 0)
                return false;
    }
    return true;
}

/* "marsh": 3, or "marsh": {…} where there is more to say. */
static void write_named(FILE *out, const fluv_list_columns *columns, const void *row, int depth)
{
    const fluv_param *params = columns->params;
    write_text(out, text_in(row, &params[0]));
    fputs(": ", out);
    if (columns->count == 2 && params[1].type != FLUV_PARAM_FIELD &&
        params[1].type != FLUV_PARAM_LIST)
        write_value(out, &params[1], row, depth);
    else
        write_row(out, columns, 1, row, depth);
}

/* A line a row, indented below the stage's parameters. */
static void write_list(FILE *out, const fluv_list_columns *columns, const fluv_rows *rows,
                       int depth)
{
    bool named = rows->count > 0 && have_names(columns, rows);
    fputc(named ? '{' : '[', out);
    for (size_t i = 0; i < rows->count; i++) {
        const void *row = fluv_rows_at(columns, rows, i);
        fprintf(out, "%s\n%*s", i ? "," : "", 8 + 2 * depth, "");
        if (named)
            write_named(out, columns, row, depth + 1);
        else
            write_row(out, columns, 0, row, depth + 1);
    }
    fputc(named ? '}' : ']', out);
}

static void write_value(FILE *out, const fluv_param *row, const void *params, int depth)
{
    const void *value = fluv_param_in(params, row);
    fluv_rows rows;
    switch (row->type) {
    case FLUV_PARAM_REAL:
        fluv_number_write(out, *(const double *)value, row->unit);
        break;
    case FLUV_PARAM_INT:
        fprintf(out, "%lld", (long long)*(const int64_t *)value);
        break;
    case FLUV_PARAM_FIELD:
        write_field(out, value, row->unit);
        break;
    case FLUV_PARAM_CHOICE:
        write_choice(out, row->choices, *(const int *)value);
        break;
    case FLUV_PARAM_FLAG:
        fputs(*(const bool *)value ? "true" : "false", out);
        break;
    case FLUV_PARAM_TEXT:
        if (fluv_param_is_file(row))
            write_file(out, *(char *const *)value);
        else
            write_text(out, *(char *const *)value);
        break;
    case FLUV_PARAM_LIST:
        rows = fluv_rows_get(params, row);
        write_list(out, row->columns, &rows, depth);
        break;
    }
}

/* A text that begins with a quote would be taken for a quoted one. */
void fluv_value_show(FILE *out, const fluv_param *row, const void *params)
{
    const char *text = row->type == FLUV_PARAM_TEXT ? text_in(params, row) : NULL;
    if (text && *text != '"' && *text != '\'')
        fputs(text, out);
    else if (text)
        write_text(out, text);
    else
        write_value(out, row, params, 0);
}

void fluv_value_write(FILE *out, const fluv_param *row, const void *params)
{
    write_value(out, row, params, 0);
}
