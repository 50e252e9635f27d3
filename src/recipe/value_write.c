// SPDX-License-Identifier: MIT
/* Writing parameter values as YAML that reads back to the same values. */
#include "recipe/value.h"

#include <stdlib.h>
#include <string.h>

bool fluv_param_is_file(const fluv_param *row)
{
    static const char ending[] = "_file";
    size_t length = strlen(row->name), tail = sizeof ending - 1;
    if (row->type != FLUV_PARAM_TEXT)
        return false;
    return strcmp(row->name, "file") == 0 ||
           (length > tail && strcmp(row->name + length - tail, ending) == 0);
}

const char *fluv_value_file(const fluv_param *row, const void *params)
{
    const void *value = fluv_param_in(params, row);
    const char *file = NULL;
    if (fluv_param_is_file(row))
        file = *(char *const *)value;
    else if (row->type == FLUV_PARAM_FIELD && ((const fluv_field *)value)->kind == FLUV_FIELD_IMAGE)
        file = ((const fluv_field *)value)->image;
    return file && *file ? file : NULL;
}

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
        fprintf(out, ", octaves: %d, gain: ", field->octaves);
        fluv_number_write(out, field->gain, "");
        fputc('}', out);
    }
    fputc('}', out);
}

void fluv_value_write(FILE *out, const fluv_param *row, const void *params)
{
    const void *value = fluv_param_in(params, row);
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
    }
}
