// SPDX-License-Identifier: MIT
/* Reading parameter values: numbers with units, words, flags, texts. Fields are read in
 * value_field.c, lists in value_list.c. */
#include "base/words.h"
#include "recipe/slot.h"
#include "recipe/value.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Writes the way to a value behind `used` bytes and returns how many there are then. */
static size_t write_path(const fluv_slot *at, fluv_path_text *out)
{
    size_t used = at->outer ? write_path(at->outer, out) : 0, room = sizeof out->text - used;
    char *end = out->text + used;
    int more = at->name ? snprintf(end, room, "%s%s", used ? "." : "", fluv_show(at->name).text)
                        : snprintf(end, room, "[%zu]", at->index);
    used += more > 0 ? (size_t)more : 0;
    return used < sizeof out->text ? used : sizeof out->text - 1;
}

fluv_path_text fluv_slot_path(const fluv_slot *at)
{
    fluv_path_text path = {""};
    write_path(at, &path);
    return path;
}

fluv_status fluv_at_slot(const fluv_slot *at, fluv_status status)
{
    int row = -1;
    for (const fluv_slot *s = at; s; s = s->outer)
        if (s->inside || (s->outer && s->outer->row && s->outer->row->type == FLUV_PARAM_LIST))
            row = (int)s->index;
    fluv_error_at_param(at->source->ctx, fluv_slot_path(at).text, row);
    return status;
}

fluv_status fluv_fail_slot(const fluv_slot *at, fluv_place place, const char *format, ...)
{
    char text[320];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return fluv_at_slot(at,
                        fluv_fail_at(at->source, place, "%s: %s", fluv_slot_path(at).text, text));
}

fluv_status fluv_fail_unknown(const fluv_origin *source, fluv_place place, const char *what,
                              const char *word, const char *const *known, size_t count)
{
    const char *meant = fluv_did_you_mean(word, known, count);
    if (meant)
        return fluv_fail_at(source, place, "%s `%s`: did you mean `%s`?", what,
                            fluv_show(word).text, meant);
    fluv_joined all = {0};
    for (size_t i = 0; i < count; i++)
        fluv_joined_add(&all, known[i]);
    fluv_joined_end(&all, "and");
    return fluv_fail_at(source, place, "%s `%s`: there %s %s", what, fluv_show(word).text,
                        count == 1 ? "is" : "are", count ? all.text : "none");
}

fluv_status fluv_fail_row(const fluv_origin *source, fluv_place place, const char *what,
                          const char *word, const fluv_param *rows, size_t count)
{
    const char *known[64];
    size_t some = 0;
    for (; some < count && some < 64; some++)
        known[some] = rows[some].name;
    return fluv_fail_unknown(source, place, what, word, known, some);
}

fluv_status fluv_fail_param(const fluv_origin *source, fluv_place place,
                            const fluv_stage_info *info, const char *word)
{
    char what[64];
    snprintf(what, sizeof what, "`%s` has no parameter", info->name);
    const fluv_slot stage = {.source = source, .name = info->name};
    const fluv_slot at = {.source = source, .outer = &stage, .name = word};
    return fluv_at_slot(&at,
                        fluv_fail_row(source, place, what, word, info->params, info->param_count));
}

fluv_status fluv_slot_scalar(const fluv_slot *at, const fluv_node *node, const char *expected)
{
    if (node->kind != FLUV_NODE_SCALAR)
        return fluv_fail_slot(at, node->place, "expected %s, not a %s", expected,
                              node->kind == FLUV_NODE_LIST ? "list" : "map");
    if (fluv_node_is_null(node))
        return fluv_fail_slot(at, node->place, "has no value: expected %s", expected);
    return FLUV_OK;
}

static fluv_status fail_range(const fluv_slot *at, const fluv_node *node)
{
    const fluv_param *row = at->row;
    const char *space = *row->unit ? " " : "";
    return fluv_fail_slot(at, node->place, "%s is out of range: %.10g to %.10g%s%s",
                          fluv_show(node->text).text, row->min, row->max, space, row->unit);
}

fluv_status fluv_slot_number(const fluv_slot *at, const fluv_node *node, double *out)
{
    bool whole = at->row->type == FLUV_PARAM_INT;
    double value;
    FLUV_TRY(fluv_slot_scalar(at, node, whole ? "a whole number" : "a number"));
    if (fluv_quantity_parse(at->source->ctx, node->text, at->row->unit, &value) != FLUV_OK)
        return fluv_fail_slot(at, node->place, "%s", fluv_message(at->source->ctx));
    if (value < at->row->min || value > at->row->max)
        return fail_range(at, node);
    if (whole && (value != floor(value) || fabs(value) > 0x1p53))
        return fluv_fail_slot(at, node->place, "expected a whole number, not %s",
                              fluv_show(node->text).text);
    *out = value;
    return FLUV_OK;
}

/* Where in "full|volume|steady" the word nearest to a mistyped one begins; NULL if none is near. */
static const char *nearest_choice(const char *choices, const char *text)
{
    char words[16][FLUV_WORD_LENGTH + 1];
    const char *known[16], *begin[16];
    size_t count = 0;
    for (const char *word = choices; *word && count < 16; count++) {
        size_t length = strcspn(word, "|");
        snprintf(words[count], sizeof words[count], "%.*s", (int)length, word);
        known[count] = words[count];
        begin[count] = word;
        word += length + (word[length] == '|');
    }
    const char *near = fluv_did_you_mean(text, known, count);
    for (size_t i = 0; near && i < count; i++)
        if (near == known[i])
            return begin[i];
    return NULL;
}

static fluv_status read_choice(const fluv_slot *at, const fluv_node *node, int *out)
{
    FLUV_TRY(fluv_slot_scalar(at, node, at->row->choices));
    int index = fluv_choice_index(at->row->choices, node->text);
    const char *meant = index < 0 ? nearest_choice(at->row->choices, node->text) : NULL;
    if (meant)
        return fluv_fail_slot(at, node->place, "`%s`: did you mean `%.*s`?",
                              fluv_show(node->text).text, (int)strcspn(meant, "|"), meant);
    if (index < 0)
        return fluv_fail_slot(at, node->place, "`%s` is not one of %s", fluv_show(node->text).text,
                              at->row->choices);
    *out = index;
    return FLUV_OK;
}

static fluv_status read_flag(const fluv_slot *at, const fluv_node *node, bool *out)
{
    FLUV_TRY(fluv_slot_scalar(at, node, "true or false"));
    int index = fluv_choice_index("false|true|no|yes|off|on", node->text);
    if (index < 0)
        return fluv_fail_slot(at, node->place, "expected true or false, not `%s`",
                              fluv_show(node->text).text);
    *out = index % 2 == 1;
    return FLUV_OK;
}

/* Relative names start at the recipe's folder. Names with a colon before any slash are GDAL's own
 * ("NETCDF:…"). */
char *fluv_file_resolve(const fluv_origin *source, const char *file)
{
    bool joined = source->folder && *file && *file != '/' && file[strcspn(file, ":/")] != ':';
    if (!joined)
        return fluv_text_copy(source->ctx, file);
    size_t length = strlen(source->folder) + 1 + strlen(file) + 1;
    char *path = fluv_alloc(source->ctx, length, 1);
    if (path)
        snprintf(path, length, "%s/%s", source->folder, file);
    return path;
}

static fluv_status read_text(const fluv_slot *at, const fluv_node *node, char **out)
{
    FLUV_TRY(fluv_slot_scalar(at, node, "a text"));
    char *text = fluv_param_is_file(at->row) ? fluv_file_resolve(at->source, node->text)
                                             : fluv_text_copy(at->source->ctx, node->text);
    if (!text)
        return FLUV_NO_MEMORY;
    fluv_free(*out);
    *out = text;
    return FLUV_OK;
}

fluv_status fluv_slot_read(const fluv_slot *at, const fluv_node *node, void *params)
{
    void *value = fluv_param_at(params, at->row);
    double number;
    switch (at->row->type) {
    case FLUV_PARAM_REAL:
        return fluv_slot_number(at, node, value);
    case FLUV_PARAM_INT:
        FLUV_TRY(fluv_slot_number(at, node, &number));
        *(int64_t *)value = (int64_t)number;
        return FLUV_OK;
    case FLUV_PARAM_FIELD:
        return fluv_slot_field(at, node, value);
    case FLUV_PARAM_CHOICE:
        return read_choice(at, node, value);
    case FLUV_PARAM_FLAG:
        return read_flag(at, node, value);
    case FLUV_PARAM_TEXT:
        return read_text(at, node, value);
    case FLUV_PARAM_LIST:
        return fluv_slot_list(at, node, params);
    }
    return FLUV_OK;
}

fluv_status fluv_value_read(const fluv_origin *source, const char *owner, const fluv_param *row,
                            const fluv_node *node, void *params)
{
    const fluv_slot stage = {.source = source, .name = owner};
    const fluv_slot at = {.source = source, .outer = &stage, .name = row->name, .row = row};
    return fluv_slot_read(&at, node, params);
}

fluv_status fluv_values_read(const fluv_origin *source, const fluv_stage_info *info,
                             const fluv_node *map, void *params)
{
    if (fluv_node_is_null(map))
        return FLUV_OK;
    if (map->kind != FLUV_NODE_MAP)
        return fluv_fail_at(source, map->place, "expected the parameters of `%s` as {name: value}",
                            info->name);
    for (const fluv_node *node = map->first; node; node = node->next) {
        const fluv_param *row = fluv_param_find(info, node->key);
        if (!row)
            return fluv_fail_param(source, node->key_place, info, node->key);
        FLUV_TRY(fluv_value_read(source, info->name, row, node, params));
    }
    return FLUV_OK;
}
