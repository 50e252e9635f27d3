// SPDX-License-Identifier: MIT
/* A parameter's row in words, for `explain` and the reference page. */
#include "cli/text.h"

#include <math.h>
#include <string.h>

const char *cli_param_kind(const fluv_param *param)
{
    switch (param->type) {
    case FLUV_PARAM_REAL:
        return "number";
    case FLUV_PARAM_INT:
        return "whole number";
    case FLUV_PARAM_FIELD:
        return "number, noise or image";
    case FLUV_PARAM_CHOICE:
        return "choice";
    case FLUV_PARAM_FLAG:
        return "true or false";
    case FLUV_PARAM_TEXT:
        return *param->unit ? param->unit : "text";
    case FLUV_PARAM_LIST:
        return "list";
    }
    return "";
}

static bool is_number(const fluv_param *param)
{
    return param->type == FLUV_PARAM_REAL || param->type == FLUV_PARAM_INT ||
           param->type == FLUV_PARAM_FIELD;
}

static cli_text range_text(const fluv_param *param)
{
    bool from = isfinite(param->min), to = isfinite(param->max);
    const char *space = *param->unit ? " " : "";
    cli_text min = cli_number_text(param->min), max = cli_number_text(param->max);
    if (from && to)
        return cli_format("%s to %s%s%s", min.text, max.text, space, param->unit);
    if (from || to)
        return cli_format("at %s %s%s%s", from ? "least" : "most", from ? min.text : max.text,
                          space, param->unit);
    return cli_format("any number%s%s", *param->unit ? " of " : "", param->unit);
}

/* "full|volume|steady" becomes "full, volume or steady". */
static cli_text choices_text(const char *choices)
{
    cli_text out = {""};
    size_t used = 0;
    for (const char *word = choices; *word && used < sizeof out.text;) {
        size_t length = strcspn(word, "|");
        const char *rest = word + length + (word[length] == '|');
        const char *joint = word == choices ? "" : *rest ? ", " : " or ";
        used += (size_t)snprintf(out.text + used, sizeof out.text - used, "%s%.*s", joint,
                                 (int)length, word);
        word = rest;
    }
    return out;
}

static cli_text rows_text(const fluv_param *param)
{
    const char *rows = param->max == 1 ? "row" : "rows";
    if (param->min == param->max)
        return cli_format("list of %.0f %s", param->min, rows);
    if (param->min > 0)
        return cli_format("list of %.0f to %.0f rows", param->min, param->max);
    return cli_format("list of at most %.0f %s", param->max, rows);
}

cli_text cli_param_values(const fluv_param *param)
{
    if (is_number(param))
        return range_text(param);
    if (param->type == FLUV_PARAM_LIST)
        return rows_text(param);
    if (param->type == FLUV_PARAM_CHOICE)
        return choices_text(param->choices);
    return cli_format("%s", cli_param_kind(param));
}

cli_text cli_param_default(const fluv_param *param)
{
    if (is_number(param) && !isfinite(param->standard))
        return cli_format("automatic");
    if (is_number(param))
        return cli_format("%s%s%s", cli_number_text(param->standard).text, *param->unit ? " " : "",
                          param->unit);
    if (param->type == FLUV_PARAM_FLAG)
        return cli_format("%s", param->standard != 0 ? "true" : "false");
    if (param->type == FLUV_PARAM_LIST)
        return cli_format("empty");
    return cli_format("%s", *param->standard_text ? param->standard_text : "none");
}
