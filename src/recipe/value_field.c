// SPDX-License-Identifier: MIT
/* Reading fields: a number, `{noise: {low: …, high: …}}` or `{image: …, low: …, high: …}`. */
#include "recipe/slot.h"
#include "recipe/value.h"

#include <stdio.h>
#include <string.h>

/* The parts of a noise beside `low` and `high`, which are read by the parameter's own row. A
 * wavelength of 0 stands for a quarter of the frame. */
enum { WAVELENGTH, OCTAVES, GAIN, NOISE_PARTS };
static const fluv_param noise_parts[NOISE_PARTS] = {
    [WAVELENGTH] = {.name = "wavelength",
                    .type = FLUV_PARAM_REAL,
                    .unit = "m",
                    .min = 0,
                    .max = 1e9,
                    .standard = 0,
                    .scale = FLUV_LOG,
                    .help = "Size of the largest forms; 0 stands for a quarter of the frame.",
                    .offset = offsetof(fluv_field, wavelength)},
    [OCTAVES] = {.name = "octaves",
                 .type = FLUV_PARAM_INT,
                 .unit = "",
                 .min = 1,
                 .max = 24,
                 .standard = 6,
                 .help = "How many sizes of forms, each half as large as the one before.",
                 .offset = offsetof(fluv_field, octaves)},
    [GAIN] = {.name = "gain",
              .type = FLUV_PARAM_REAL,
              .unit = "",
              .min = 0.01,
              .max = 1,
              .standard = 0.5,
              .help = "Height of each size of forms against the one before.",
              .offset = offsetof(fluv_field, gain)},
};

static const fluv_param image_part = {.name = "image",
                                      .type = FLUV_PARAM_TEXT,
                                      .unit = "",
                                      .standard_text = "",
                                      .help = "The file of the image.",
                                      .offset = offsetof(fluv_field, image)};

/* An end of a noise or an image, in the parameter's own unit and range. */
static fluv_param end_part(const fluv_param *row, bool high)
{
    fluv_param part = *row;
    part.name = high ? "high" : "low";
    part.type = FLUV_PARAM_REAL;
    part.help = high ? "The highest value." : "The lowest value.";
    part.offset = high ? offsetof(fluv_field, high) : offsetof(fluv_field, low);
    return part;
}

bool fluv_field_part(const fluv_param *row, const fluv_field *field, const char *name,
                     fluv_param *out)
{
    if (field->kind == FLUV_FIELD_NUMBER)
        return false;
    if (strcmp(name, "low") == 0 || strcmp(name, "high") == 0) {
        *out = end_part(row, name[0] == 'h');
        return true;
    }
    if (field->kind == FLUV_FIELD_IMAGE) {
        *out = image_part;
        return strcmp(name, image_part.name) == 0;
    }
    for (int i = 0; i < NOISE_PARTS; i++)
        if (strcmp(name, noise_parts[i].name) == 0) {
            *out = noise_parts[i];
            return true;
        }
    return false;
}

/* One part of a field given as a map; `required` parts have no default. */
static fluv_status read_part(const fluv_slot *at, const fluv_node *map, const fluv_param *part,
                             bool required, double *out)
{
    const fluv_slot inner = {.source = at->source, .outer = at, .name = part->name, .row = part};
    const fluv_node *node = fluv_node_value(map, part->name);
    if (node)
        return fluv_slot_number(&inner, node, out);
    if (required)
        return fluv_fail_slot(&inner, map->place, "is missing: give `low` and `high`");
    *out = part->standard;
    return FLUV_OK;
}

static fluv_status read_ends(const fluv_slot *at, const fluv_node *map, fluv_field *field)
{
    fluv_param low = end_part(at->row, false), high = end_part(at->row, true);
    FLUV_TRY(read_part(at, map, &low, true, &field->low));
    return read_part(at, map, &high, true, &field->high);
}

static fluv_status refuse_others(const fluv_slot *at, const fluv_node *map,
                                 const char *const *known, size_t count)
{
    for (const fluv_node *node = map->first; node; node = node->next) {
        bool found = false;
        for (size_t i = 0; i < count; i++)
            found = found || strcmp(known[i], node->key) == 0;
        char what[192];
        snprintf(what, sizeof what, "`%s` has no part", fluv_slot_path(at).text);
        if (!found)
            return fluv_at_slot(
                at, fluv_fail_unknown(at->source, node->key_place, what, node->key, known, count));
    }
    return FLUV_OK;
}

static fluv_status read_noise(const fluv_slot *at, const fluv_node *map, fluv_field *field)
{
    static const char *const known[] = {"low", "high", "wavelength", "octaves", "gain"};
    if (map->kind != FLUV_NODE_MAP)
        return fluv_fail_slot(at, map->place, "expected noise: {low: …, high: …}");
    double octaves;
    field->kind = FLUV_FIELD_NOISE;
    FLUV_TRY(refuse_others(at, map, known, sizeof known / sizeof *known));
    FLUV_TRY(read_ends(at, map, field));
    FLUV_TRY(read_part(at, map, &noise_parts[WAVELENGTH], false, &field->wavelength));
    FLUV_TRY(read_part(at, map, &noise_parts[OCTAVES], false, &octaves));
    FLUV_TRY(read_part(at, map, &noise_parts[GAIN], false, &field->gain));
    field->octaves = (int64_t)octaves;
    return FLUV_OK;
}

static fluv_status read_image(const fluv_slot *at, const fluv_node *map, fluv_field *field)
{
    static const char *const known[] = {"image", "low", "high"};
    const fluv_node *file = fluv_node_value(map, "image");
    field->kind = FLUV_FIELD_IMAGE;
    FLUV_TRY(refuse_others(at, map, known, sizeof known / sizeof *known));
    FLUV_TRY(fluv_slot_scalar(at, file, "the name of an image"));
    FLUV_TRY(read_ends(at, map, field));
    field->image = fluv_file_resolve(at->source, file->text);
    return field->image ? FLUV_OK : FLUV_NO_MEMORY;
}

static fluv_status read_field_map(const fluv_slot *at, const fluv_node *map, fluv_field *field)
{
    static const char *const known[] = {"noise", "image"};
    const fluv_node *noise = fluv_node_value(map, "noise");
    if (fluv_node_value(map, "image"))
        return read_image(at, map, field);
    if (noise && map->count == 1)
        return read_noise(at, noise, field);
    FLUV_TRY(refuse_others(at, map, known, sizeof known / sizeof *known));
    return fluv_fail_slot(at, map->place,
                          "expected a number, {noise: {low: …, high: …}} or "
                          "{image: …, low: …, high: …}");
}

fluv_status fluv_slot_field(const fluv_slot *at, const fluv_node *node, fluv_field *out)
{
    fluv_field field = {.kind = FLUV_FIELD_NUMBER};
    if (node->kind == FLUV_NODE_MAP)
        FLUV_TRY(read_field_map(at, node, &field));
    else
        FLUV_TRY(fluv_slot_number(at, node, &field.number));
    fluv_free(out->image);
    *out = field;
    return FLUV_OK;
}
