// SPDX-License-Identifier: MIT
/* Builds for other programs. Walks the library's tables; no program's name stands here. */
#include "studio/handover.h"

#include "studio/call.h"
#include "studio/describe.h"
#include "studio/edit.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_SIZE  32769
#define MOST_TILES 64
#define MOST_SNOW  1e5 /* m */

json_t *handover_profiles(void)
{
    json_t *list = json_array();
    for (size_t i = 0; i < fluv_export_profile_count(); i++) {
        const fluv_export_profile *p = fluv_export_profile_at(i);
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o}", "name", p->name,
                            "title", p->title, "sizes", p->sizes, "heights", p->heights, "axes",
                            p->axes, "scale", p->scale, "names", p->names, "water", p->water,
                            "formats", describe_words(fluv_export_profile_formats(i), "|"), "maps",
                            describe_words(fluv_export_profile_maps(i), ",")));
    }
    return list;
}

json_t *handover_maps(void)
{
    json_t *list = json_array();
    for (size_t i = 0; i < fluv_export_map_count(); i++)
        json_array_append_new(list, json_pack("{s:s, s:s}", "name", fluv_export_map_name(i), "help",
                                              fluv_export_map_help(i)));
    return list;
}

/* "a,b" of a list of words, "none" of an empty one. NULL: it is no such list. */
static char *join(const json_t *list)
{
    char text[1024] = "";
    if (!json_is_array(list))
        return NULL;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *word = json_string_value(json_array_get(list, i));
        if (!word || strchr(word, ',') || strlen(text) + strlen(word) + 2 > sizeof text)
            return NULL;
        strcat(text, *text ? "," : "");
        strcat(text, word);
    }
    return strdup(*text ? text : "none");
}

/* A whole number in a range; 0 where it is not given. False: it is none. */
static bool read_whole(const json_t *wish, const char *name, json_int_t low, json_int_t high,
                       uint32_t *out)
{
    const json_t *value = json_object_get(wish, name);
    json_int_t number = json_integer_value(value);
    *out = (uint32_t)(value ? number : 0);
    return !value || (json_is_integer(value) && number >= low && number <= high) ||
           (json_is_integer(value) && number == 0);
}

static json_t *read_words(const json_t *wish, studio_handover *out)
{
    const json_t *format = json_object_get(wish, "format"), *maps = json_object_get(wish, "maps");
    const json_t *snow = json_object_get(wish, "snow_line");
    const char *program = json_string_value(json_object_get(wish, "for"));
    if (!program || (format && !json_is_string(format)))
        return fault("`for` and `format` must be words");
    if (!read_whole(wish, "size", 2, MOST_SIZE, &out->size))
        return fault("`size` must be from 2 to %d vertices", MOST_SIZE);
    if (!read_whole(wish, "tiles", 1, MOST_TILES, &out->tiles))
        return fault("`tiles` must be from 1 to %d", MOST_TILES);
    out->snow_line = json_number_value(snow);
    if (snow && !(json_is_number(snow) && out->snow_line >= 0.0 && out->snow_line < MOST_SNOW))
        return fault("`snow_line` must be metres above the sea");
    out->profile = strdup(program);
    out->format = format ? strdup(json_string_value(format)) : NULL;
    out->maps = maps ? join(maps) : NULL;
    return maps && !out->maps ? fault("`maps` must be a list of names of maps") : NULL;
}

static fluv_export_options options_of(const studio_handover *from)
{
    return (fluv_export_options){.struct_size = sizeof(fluv_export_options),
                                 .profile = from->profile,
                                 .size = from->size,
                                 .tiles = from->tiles,
                                 .format = from->format,
                                 .maps = from->maps,
                                 .snow_line = from->snow_line};
}

json_t *handover_read(fluv_ctx *ctx, const json_t *wish, uint32_t cols, uint32_t rows,
                      studio_handover *out)
{
    fluv_export_fit fit;
    json_t *wrong = read_words(wish, out);
    if (wrong)
        return wrong;
    const fluv_export_options options = options_of(out);
    if (fluv_export_fits(ctx, &options, cols, rows, &fit) != FLUV_OK)
        return error_of(ctx, NULL);
    out->size = fit.cols > fit.rows ? fit.cols : fit.rows;
    return NULL;
}

void handover_free(studio_handover *handover)
{
    free(handover->profile);
    free(handover->format);
    free(handover->maps);
    *handover = (studio_handover){0};
}

fluv_status handover_write(fluv_ctx *ctx, const fluv_landscape *land, const fluv_recipe *recipe,
                           const char *dir, const studio_handover *handover, char **told)
{
    fluv_export_options options = options_of(handover);
    options.told = told;
    return fluv_export(ctx, land, recipe, dir, &options);
}

bool handover_may_write(const char *folder)
{
    char mark[4200];
    snprintf(mark, sizeof mark, "%s/export.json", folder);
    if (access(folder, F_OK) != 0 || access(mark, F_OK) == 0)
        return true;
    DIR *there = opendir(folder);
    size_t entries = 0;
    while (there && readdir(there))
        entries++;
    if (there)
        closedir(there);
    return there && entries <= 2; /* itself and what is above */
}
