// SPDX-License-Identifier: MIT
/* Reading parameter values: numbers with units, words, flags, texts, fields.
 *
 * A stage with things no table can hold (lists of markers) would get its reader beside read_value.
 */
#include "base/words.h"
#include "recipe/value.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* One parameter about to be read. */
typedef struct slot {
    const fluv_origin *source;
    const char *owner; /* stage */
    const char *outer; /* the FIELD parameter whose part this is; NULL: a parameter itself */
    const fluv_param *row;
} slot;

static fluv_status fail_value(const slot *at, const fluv_node *node, const char *format, ...)
    FLUV_PRINTF(3, 4);

static fluv_status fail_value(const slot *at, const fluv_node *node, const char *format, ...)
{
    char text[320];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return fluv_fail_at(at->source, node->place, "%s.%s%s%s: %s", at->owner,
                        at->outer ? at->outer : "", at->outer ? "." : "", at->row->name, text);
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

fluv_status fluv_fail_param(const fluv_origin *source, fluv_place place,
                            const fluv_stage_info *info, const char *word)
{
    const char *known[64];
    size_t count = 0;
    for (; count < info->param_count && count < 64; count++)
        known[count] = info->params[count].name;
    char what[64];
    snprintf(what, sizeof what, "`%s` has no parameter", info->name);
    return fluv_fail_unknown(source, place, what, word, known, count);
}

static fluv_status need_scalar(const slot *at, const fluv_node *node, const char *expected)
{
    if (node->kind != FLUV_NODE_SCALAR)
        return fail_value(at, node, "expected %s, not a %s", expected,
                          node->kind == FLUV_NODE_LIST ? "list" : "map");
    if (fluv_node_is_null(node))
        return fail_value(at, node, "has no value: expected %s", expected);
    return FLUV_OK;
}

static fluv_status fail_range(const slot *at, const fluv_node *node)
{
    const fluv_param *row = at->row;
    const char *space = *row->unit ? " " : "";
    return fail_value(at, node, "%s is out of range: %.10g to %.10g%s%s",
                      fluv_show(node->text).text, row->min, row->max, space, row->unit);
}

static fluv_status read_number(const slot *at, const fluv_node *node, double *out)
{
    bool whole = at->row->type == FLUV_PARAM_INT;
    double value;
    FLUV_TRY(need_scalar(at, node, whole ? "a whole number" : "a number"));
    if (fluv_quantity_parse(at->source->ctx, node->text, at->row->unit, &value) != FLUV_OK)
        return fail_value(at, node, "%s", fluv_message(at->source->ctx));
    if (value < at->row->min || value > at->row->max)
        return fail_range(at, node);
    if (whole && (value != floor(value) || fabs(value) > 0x1p53))
        return fail_value(at, node, "expected a whole number, not %s", fluv_show(node->text).text);
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

static fluv_status read_choice(const slot *at, const fluv_node *node, int *out)
{
    FLUV_TRY(need_scalar(at, node, at->row->choices));
    int index = fluv_choice_index(at->row->choices, node->text);
    const char *meant = index < 0 ? nearest_choice(at->row->choices, node->text) : NULL;
    if (meant)
        return fail_value(at, node, "`%s`: did you mean `%.*s`?", fluv_show(node->text).text,
                          (int)strcspn(meant, "|"), meant);
    if (index < 0)
        return fail_value(at, node, "`%s` is not one of %s", fluv_show(node->text).text,
                          at->row->choices);
    *out = index;
    return FLUV_OK;
}

static fluv_status read_flag(const slot *at, const fluv_node *node, bool *out)
{
    FLUV_TRY(need_scalar(at, node, "true or false"));
    int index = fluv_choice_index("false|true|no|yes|off|on", node->text);
    if (index < 0)
        return fail_value(at, node, "expected true or false, not `%s`", fluv_show(node->text).text);
    *out = index % 2 == 1;
    return FLUV_OK;
}

/* Relative names start at the recipe's folder. Names with a colon before any slash are GDAL's own
 * ("NETCDF:…"). */
static char *resolve_file(const fluv_origin *source, const char *file)
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

static fluv_status read_text(const slot *at, const fluv_node *node, char **out)
{
    FLUV_TRY(need_scalar(at, node, "a text"));
    char *text = fluv_param_is_file(at->row) ? resolve_file(at->source, node->text)
                                             : fluv_text_copy(at->source->ctx, node->text);
    if (!text)
        return FLUV_NO_MEMORY;
    fluv_free(*out);
    *out = text;
    return FLUV_OK;
}

/* The parts of a noise beside `low` and `high`, which are read by the parameter's own row. A
 * wavelength of 0 stands for a quarter of the frame. */
enum { WAVELENGTH, OCTAVES, GAIN, NOISE_PARTS };
static const fluv_param noise_parts[NOISE_PARTS] = {
    [WAVELENGTH] = {.name = "wavelength",
                    .type = FLUV_PARAM_REAL,
                    .unit = "m",
                    .min = 0,
                    .max = 1e9,
                    .standard = 0},
    [OCTAVES] =
        {.name = "octaves", .type = FLUV_PARAM_INT, .unit = "", .min = 1, .max = 24, .standard = 6},
    [GAIN] = {.name = "gain",
              .type = FLUV_PARAM_REAL,
              .unit = "",
              .min = 0.01,
              .max = 1,
              .standard = 0.5},
};

/* One part of a field given as a map; `required` parts have no default. */
static fluv_status read_part(const slot *at, const fluv_node *map, const fluv_param *part,
                             bool required, double *out)
{
    slot inner = *at;
    inner.outer = at->row->name;
    inner.row = part;
    const fluv_node *node = fluv_node_value(map, part->name);
    if (node)
        return read_number(&inner, node, out);
    if (required)
        return fail_value(&inner, map, "is missing: give `low` and `high`");
    *out = part->standard;
    return FLUV_OK;
}

static fluv_status read_ends(const slot *at, const fluv_node *map, fluv_field *field)
{
    fluv_param low = *at->row, high = *at->row;
    low.name = "low";
    high.name = "high";
    FLUV_TRY(read_part(at, map, &low, true, &field->low));
    return read_part(at, map, &high, true, &field->high);
}

static fluv_status refuse_others(const slot *at, const fluv_node *map, const char *const *known,
                                 size_t count)
{
    for (const fluv_node *node = map->first; node; node = node->next) {
        bool found = false;
        for (size_t i = 0; i < count; i++)
            found = found || strcmp(known[i], node->key) == 0;
        char what[96];
        snprintf(what, sizeof what, "`%s.%s` has no part", at->owner, at->row->name);
        if (!found)
            return fluv_fail_unknown(at->source, node->key_place, what, node->key, known, count);
    }
    return FLUV_OK;
}

static fluv_status read_noise(const slot *at, const fluv_node *map, fluv_field *field)
{
    static const char *const known[] = {"low", "high", "wavelength", "octaves", "gain"};
    if (map->kind != FLUV_NODE_MAP)
        return fail_value(at, map, "expected noise: {low: …, high: …}");
    double octaves;
    field->kind = FLUV_FIELD_NOISE;
    FLUV_TRY(refuse_others(at, map, known, sizeof known / sizeof *known));
    FLUV_TRY(read_ends(at, map, field));
    FLUV_TRY(read_part(at, map, &noise_parts[WAVELENGTH], false, &field->wavelength));
    FLUV_TRY(read_part(at, map, &noise_parts[OCTAVES], false, &octaves));
    FLUV_TRY(read_part(at, map, &noise_parts[GAIN], false, &field->gain));
    field->octaves = (int)octaves;
    return FLUV_OK;
}

static fluv_status read_image(const slot *at, const fluv_node *map, fluv_field *field)
{
    static const char *const known[] = {"image", "low", "high"};
    const fluv_node *file = fluv_node_value(map, "image");
    field->kind = FLUV_FIELD_IMAGE;
    FLUV_TRY(refuse_others(at, map, known, sizeof known / sizeof *known));
    FLUV_TRY(need_scalar(at, file, "the name of an image"));
    FLUV_TRY(read_ends(at, map, field));
    field->image = resolve_file(at->source, file->text);
    return field->image ? FLUV_OK : FLUV_NO_MEMORY;
}

static fluv_status read_field_map(const slot *at, const fluv_node *map, fluv_field *field)
{
    static const char *const known[] = {"noise", "image"};
    const fluv_node *noise = fluv_node_value(map, "noise");
    if (fluv_node_value(map, "image"))
        return read_image(at, map, field);
    if (noise && map->count == 1)
        return read_noise(at, noise, field);
    FLUV_TRY(refuse_others(at, map, known, sizeof known / sizeof *known));
    return fail_value(at, map,
                      "expected a number, {noise: {low: …, high: …}} or "
                      "{image: …, low: …, high: …}");
}

static fluv_status read_field(const slot *at, const fluv_node *node, fluv_field *out)
{
    fluv_field field = {.kind = FLUV_FIELD_NUMBER};
    if (node->kind == FLUV_NODE_MAP)
        FLUV_TRY(read_field_map(at, node, &field));
    else
        FLUV_TRY(read_number(at, node, &field.number));
    fluv_free(out->image);
    *out = field;
    return FLUV_OK;
}

fluv_status fluv_value_read(const fluv_origin *source, const char *owner, const fluv_param *row,
                            const fluv_node *node, void *params)
{
    slot at = {.source = source, .owner = owner, .row = row};
    void *value = fluv_param_at(params, row);
    double number;
    switch (row->type) {
    case FLUV_PARAM_REAL:
        return read_number(&at, node, value);
    case FLUV_PARAM_INT:
        FLUV_TRY(read_number(&at, node, &number));
        *(int64_t *)value = (int64_t)number;
        return FLUV_OK;
    case FLUV_PARAM_FIELD:
        return read_field(&at, node, value);
    case FLUV_PARAM_CHOICE:
        return read_choice(&at, node, value);
    case FLUV_PARAM_FLAG:
        return read_flag(&at, node, value);
    case FLUV_PARAM_TEXT:
        return read_text(&at, node, value);
    }
    return FLUV_OK;
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
