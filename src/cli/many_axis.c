// SPDX-License-Identifier: MIT
/* What many landscapes differ in: seeds, or the values of a parameter.
 *
 * in   "1..12", "lakes.runoff=0.05..1 m/y:8", "lakes.mode=full,steady"       out   values as texts
 *
 * Units and ranges are the recipe's own to read: both ends are put into a copy of it and asked for
 * as numbers. Where a parameter's table says that sliders run by ratio, so do the values. */
#include "cli/cli.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct ranged {
    fluv_ctx *ctx;
    const fluv_recipe *recipe;
    size_t stage;
    const char *path; /* below the stage */
    fluv_value value; /* as the recipe has it: its row of the table */
} ranged;

static cli_exit reserve(cli_axis *axis, size_t count)
{
    if (count == 0 || count > CLI_MOST_RUNS)
        return cli_complain(CLI_WRONG_USE, "%zu values of `%s`, expected 1 to %d", count,
                            axis->name, CLI_MOST_RUNS);
    axis->values = calloc(count, sizeof *axis->values);
    return axis->values ? CLI_DONE : cli_complain(CLI_FAILED, "no memory for %zu values", count);
}

/* Words between commas, without the spaces around them. */
static cli_exit read_list(const char *text, cli_axis *axis)
{
    size_t count = 1;
    for (const char *c = text; *c; c++)
        count += *c == ',';
    cli_exit code = reserve(axis, count);
    for (const char *word = text; code == CLI_DONE && axis->count < count;) {
        size_t length = strcspn(word, ","), from = strspn(word, " ");
        size_t end = length;
        while (end > from && word[end - 1] == ' ')
            end--;
        if (from >= end || end - from >= sizeof *axis->values)
            return cli_complain(CLI_WRONG_USE, "`%s`: expected values between its commas", text);
        memcpy(axis->values[axis->count++], word + from, end - from);
        word += length + 1;
    }
    return code;
}

/* ---- Seeds ---- */

static bool read_seed(const char *text, const char *stop, unsigned long long *seed)
{
    char *end = NULL;
    errno = 0;
    *seed = strtoull(text, &end, 10);
    return errno == 0 && *text >= '0' && *text <= '9' && end == stop;
}

cli_exit cli_axis_of_seeds(const char *text, cli_axis *out)
{
    *out = (cli_axis){.name = "seed"};
    const char *dots = strstr(text, "..");
    unsigned long long first, last;
    if (!dots) {
        cli_exit code = read_list(text, out);
        for (size_t i = 0; code == CLI_DONE && i < out->count; i++)
            if (!read_seed(out->values[i], strchr(out->values[i], '\0'), &first))
                code = cli_complain(CLI_WRONG_USE, "--seeds: `%s` is no seed", out->values[i]);
        return code;
    }
    if (!read_seed(text, dots, &first) || !read_seed(dots + 2, strchr(text, '\0'), &last) ||
        last < first)
        return cli_complain(CLI_WRONG_USE, "--seeds is `%s`, expected such as 1..12 or 3,7,8",
                            text);
    size_t count = last - first < CLI_MOST_RUNS ? (size_t)(last - first) + 1 : CLI_MOST_RUNS + 1;
    cli_exit code = reserve(out, count);
    for (size_t i = 0; code == CLI_DONE && i < count; i++)
        snprintf(out->values[out->count++], sizeof *out->values, "%llu", first + i);
    return code;
}

/* ---- Values of a parameter ---- */

/* "50 mm/y" in the parameter's own unit. */
static fluv_status number_of(const ranged *r, const char *text, double *number)
{
    fluv_recipe *copy = NULL;
    fluv_value value = {0};
    fluv_status status = fluv_recipe_copy(r->ctx, r->recipe, &copy);
    if (status == FLUV_OK)
        status = fluv_recipe_put(r->ctx, copy, r->stage, r->path, text);
    if (status == FLUV_OK)
        status = fluv_recipe_value(r->ctx, copy, r->stage, r->path, &value);
    *number = value.number;
    fluv_recipe_delete(copy);
    return status;
}

/* Three digits are enough to tell values apart, and are what a label shows. */
static void write_value(const fluv_param *row, double number, char *text, size_t size)
{
    char three[32];
    snprintf(three, sizeof three, "%.2e", number);
    if (row->type == FLUV_PARAM_INT)
        snprintf(text, size, "%.0f", number);
    else
        snprintf(text, size, "%.10g%s%s", strtod(three, NULL), *row->unit ? " " : "", row->unit);
}

static void spread(const fluv_param *row, const double ends[2], size_t count, cli_axis *out)
{
    bool by_ratio = row->scale == FLUV_LOG && ends[0] > 0.0 && ends[1] > 0.0;
    for (size_t i = 0; i < count; i++) {
        double share = count > 1 ? (double)i / (double)(count - 1) : 0.0;
        double number = by_ratio ? ends[0] * pow(ends[1] / ends[0], share)
                                 : ends[0] + share * (ends[1] - ends[0]);
        char *to = out->values[out->count];
        write_value(row, number, to, sizeof *out->values);
        if (out->count == 0 || strcmp(to, out->values[out->count - 1]) != 0) /* whole numbers */
            out->count++;
    }
}

/* "0.05..1 m/y:8": a first end without a unit has that of the second. */
static cli_exit read_range(const ranged *r, const char *text, cli_axis *out)
{
    const char *dots = strstr(text, ".."), *colon = strrchr(text, ':');
    char *end = NULL;
    long count = colon ? strtol(colon + 1, &end, 10) : 0;
    if (!colon || colon < dots || end == colon + 1 || *end || count < 1 || count > CLI_MOST_RUNS)
        return cli_complain(CLI_WRONG_USE, "--vary %s=%s: expected such as 0.05..1 m/y:8",
                            out->name, text);
    char ends[2][96];
    snprintf(ends[1], sizeof ends[1], "%.*s", (int)(colon - dots - 2), dots + 2);
    (void)strtod(ends[1], &end); /* what follows the number is its unit */
    int first = (int)(dots - text);
    bool bare = (int)strspn(text, "+-.0123456789eE ") >= first; /* a number and nothing else */
    snprintf(ends[0], sizeof ends[0], "%.*s%s", first, text, bare ? end : "");
    double numbers[2];
    for (int i = 0; i < 2; i++) {
        fluv_status status = number_of(r, ends[i], &numbers[i]);
        if (status != FLUV_OK)
            return cli_complain_status(r->ctx, status);
    }
    cli_exit code = reserve(out, (size_t)count);
    if (code == CLI_DONE)
        spread(&r->value.param, numbers, (size_t)count, out);
    return code;
}

cli_exit cli_axis_of_values(fluv_ctx *ctx, const fluv_recipe *recipe, const char *text,
                            cli_axis *out)
{
    *out = (cli_axis){0};
    size_t length = strcspn(text, "="), dot = strcspn(text, ".=");
    if (text[length] != '=' || dot >= length || length >= sizeof out->name || !text[length + 1])
        return cli_complain(CLI_WRONG_USE,
                            "--vary is `%s`, expected such as lakes.runoff=0.05..1 m/y:8", text);
    memcpy(out->name, text, length);
    char stage[sizeof out->name];
    snprintf(stage, sizeof stage, "%.*s", (int)dot, text);
    ranged r = {.ctx = ctx,
                .recipe = recipe,
                .stage = fluv_recipe_find(recipe, stage),
                .path = out->name + dot + 1};
    if (strcmp(stage, "frame") == 0)
        r.stage = FLUV_FRAME_STAGE;
    else if (r.stage >= fluv_recipe_stage_count(recipe))
        return cli_complain(CLI_WRONG_USE, "--vary: the recipe has no stage `%s`", stage);
    fluv_status status = fluv_recipe_value(ctx, recipe, r.stage, r.path, &r.value);
    if (status != FLUV_OK)
        return cli_complain_status(ctx, status);
    fluv_param_type type = r.value.param.type;
    bool numeric = type == FLUV_PARAM_REAL || type == FLUV_PARAM_INT || type == FLUV_PARAM_FIELD;
    const char *values = text + length + 1;
    return numeric && strstr(values, "..") ? read_range(&r, values, out) : read_list(values, out);
}
