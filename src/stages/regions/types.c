// SPDX-License-Identifier: MIT
/* The table of region types: three that are always there, changed and added to by the recipe. */
#include "stages/regions/parts.h"

#include "base/words.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const fluv_region_type built_in[FLUV_OWN_REGIONS] = {
    [FLUV_FLATLAND] = {.name = "flatland",
                       .growth = 0.2F,
                       .noise = 0.5F,
                       .octaves = 6,
                       .outlets = 60,
                       .sources = 120,
                       .lakes = 10},
    [FLUV_MOUNTAIN] = {.name = "mountain",
                       .growth = 1.6F,
                       .noise = 1.0F,
                       .octaves = 8,
                       .outlets = 60,
                       .sources = 200,
                       .lakes = 10},
    [FLUV_DESERT] = {.name = "desert",
                     .growth = 0.06F,
                     .noise = 0.5F,
                     .octaves = 6,
                     .sources = 40,
                     .dry = true},
};

static uint32_t index_of(const fluv_regions_job *job, const char *name)
{
    uint32_t i = 0;
    while (i < job->type_count && strcmp(job->types[i].name, name) != 0)
        i++;
    return i;
}

static fluv_status add_type(fluv_ctx *ctx, fluv_regions_job *job, const char *name)
{
    fluv_region_type *type = &job->types[job->type_count];
    if (job->type_count == FLUV_REGION_TYPES)
        return fluv_fail(ctx, FLUV_BAD_RECIPE, "regions.types: more than %d types of regions",
                         FLUV_REGION_TYPES);
    if (!*name || strlen(name) >= sizeof type->name)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "regions.types: the name `%s` is %s: expected 1 to %zu letters",
                         fluv_show(name).text, *name ? "too long" : "empty", sizeof type->name - 1);
    *type = job->types[FLUV_FLATLAND];
    assert(job->type_count >= FLUV_OWN_REGIONS);
    snprintf(type->name, sizeof type->name, "%s", name);
    fluv_region_standard_colour(job->type_count, type->colour);
    job->type_count++;
    return FLUV_OK;
}

static fluv_status read_colour(fluv_ctx *ctx, const char *text, const char *name, uint8_t rgb[3])
{
    unsigned red, green, blue;
    int end = 0;
    if (!*text)
        return FLUV_OK;
    if (strlen(text) != 7 || strspn(text + 1, "0123456789abcdefABCDEF") != 6 ||
        sscanf(text, "#%2x%2x%2x%n", &red, &green, &blue, &end) != 3 || end != 7)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "regions.types.%s.colour: expected #rrggbb, not `%s`", name,
                         fluv_show(text).text);
    rgb[0] = (uint8_t)red;
    rgb[1] = (uint8_t)green;
    rgb[2] = (uint8_t)blue;
    return FLUV_OK;
}

/* What the row does not say stays as it is. */
static fluv_status change_type(fluv_ctx *ctx, const fluv_regions_type *row, fluv_region_type *type)
{
    FLUV_TRY(read_colour(ctx, row->colour, type->name, type->colour));
    type->growth = row->growth >= 0.0 ? (float)row->growth : type->growth;
    type->noise = row->noise >= 0.0 ? (float)row->noise : type->noise;
    type->wavelength = row->wavelength >= 0.0 ? row->wavelength : type->wavelength;
    type->octaves = row->octaves >= 0 ? (uint8_t)row->octaves : type->octaves;
    type->outlets = row->outlets >= 0 ? (uint32_t)row->outlets : type->outlets;
    type->sources = row->sources >= 0 ? (uint32_t)row->sources : type->sources;
    type->lakes = row->lakes >= 0 ? (uint32_t)row->lakes : type->lakes;
    type->dry = row->dry == FLUV_TYPE_DRY_inherit ? type->dry : row->dry == FLUV_TYPE_DRY_yes;
    return FLUV_OK;
}

fluv_status fluv_regions_types(fluv_ctx *ctx, fluv_regions_job *job)
{
    memcpy(job->types, built_in, sizeof built_in);
    job->type_count = FLUV_OWN_REGIONS;
    for (uint32_t i = 0; i < FLUV_OWN_REGIONS; i++)
        fluv_region_standard_colour(i, job->types[i].colour);
    for (size_t i = 0; i < job->params->types.count; i++) {
        const fluv_regions_type *row = &job->params->types.rows[i];
        uint32_t at = index_of(job, row->name);
        if (at == job->type_count)
            FLUV_TRY(add_type(ctx, job, row->name));
        FLUV_TRY(change_type(ctx, row, &job->types[at]));
    }
    return FLUV_OK;
}

fluv_status fluv_regions_find(fluv_ctx *ctx, const fluv_regions_job *job, const char *name,
                              const char *where, uint8_t *type)
{
    uint32_t at = index_of(job, name);
    *type = (uint8_t)at;
    assert(job->type_count <= FLUV_REGION_TYPES);
    if (at < job->type_count)
        return FLUV_OK;
    const char *known[FLUV_REGION_TYPES];
    for (uint32_t i = 0; i < job->type_count; i++)
        known[i] = job->types[i].name;
    const char *near = fluv_did_you_mean(name, known, job->type_count);
    return fluv_fail(ctx, FLUV_BAD_RECIPE, "regions.%s: there is no type `%s`%s%s%s", where,
                     fluv_show(name).text, near ? ": did you mean `" : ": list it under `types`",
                     near ? near : "", near ? "`?" : "");
}
