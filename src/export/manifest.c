// SPDX-License-Identifier: MIT
/* export.json: what was written, and all that is needed to read it: sizes, scales, axes, units, and
 * what the engine must be told. */
#include "export/place.h"
#include "export/profile.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fluv_export_note(fluv_export_job *job, const char *format, ...)
{
    char text[280];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    json_array_append_new(job->notes, json_string(text));
}

void fluv_export_set(fluv_export_job *job, const char *name, const char *format, ...)
{
    char text[200];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    json_array_append_new(job->settings, json_pack("{s:s, s:s}", "name", name, "value", text));
}

json_t *fluv_export_list(fluv_export_job *job, const char *file, const char *what)
{
    json_t *row = json_pack("{s:s, s:s}", "file", file, "what", what);
    if (json_array_append_new(job->files, row) != 0)
        return NULL;
    return row;
}

static json_t *lattice_of(const fluv_export_job *job)
{
    const fluv_export_grid *grid = &job->grid;
    return json_pack("{s:i, s:i, s:f, s:f, s:f, s:f, s:b}", "cols", (int)grid->cols, "rows",
                     (int)grid->rows, "step_x", grid->step_x, "step_y", grid->step_y, "west",
                     grid->west, "north", grid->north, "as_the_land", (int)grid->same);
}

static json_t *regions_of(const fluv_landscape *land)
{
    json_t *list = json_array();
    fluv_region_info info;
    for (size_t type = 0; fluv_region_type_of(land, type, &info); type++)
        json_array_append_new(
            list, json_pack("{s:I, s:s}", "number", (json_int_t)type, "name", info.name));
    return list;
}

static json_t *materials_of(const fluv_export_job *job)
{
    static const char *const letters[] = {"red", "green", "blue", "alpha"};
    json_t *list = json_array();
    for (int c = 0; c < FLUV_SPLAT_CHANNELS; c++)
        json_array_append_new(list, json_pack("{s:s, s:s}", "channel", letters[c], "name",
                                              fluv_splat_name(job->source.rules, c)));
    return list;
}

fluv_status fluv_export_manifest(fluv_ctx *ctx, fluv_export_job *job)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.*s/%s", PATH_MAX - 32, job->folder, FLUV_EXPORT_NAME);
    json_t *whole = json_pack(
        "{s:s, s:s, s:o, s:{s:f, s:f, s:s}, s:s, s:o, s:o, s:O, s:O, s:O, s:f}", "interfluve",
        fluv_version(), "profile", job->profile->info.name, "lattice", lattice_of(job), "range",
        "low", job->grid.low, "high", job->grid.high, "unit", "m", "axes", job->profile->info.axes,
        "regions", regions_of(job->land), "materials", materials_of(job), "settings", job->settings,
        "notes", job->notes, "files", job->files, "snow_line", job->source.snow_line);
    if (job->extra && whole)
        json_object_update(whole, job->extra);
    errno = 0;
    bool done = whole && json_dump_file(whole, path, JSON_INDENT(1) | JSON_REAL_PRECISION(15)) == 0;
    int why = errno;
    bool none =
        !whole || (!done && (why == 0 || why == ENOMEM)); /* jansson lists an object's keys */
    json_decref(whole);
    if (none)
        return fluv_fail(ctx, FLUV_NO_MEMORY, "no memory for " FLUV_EXPORT_NAME);
    return done ? FLUV_OK : fluv_fail(ctx, FLUV_IO, "cannot write %s: %s", path, strerror(why));
}

char *fluv_export_told(const fluv_export_job *job)
{
    char *text = NULL;
    size_t size = 0, widest = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    for (size_t i = 0; i < json_array_size(job->settings); i++) {
        size_t length =
            strlen(json_string_value(json_object_get(json_array_get(job->settings, i), "name")));
        widest = length > widest ? length : widest;
    }
    for (size_t i = 0; i < json_array_size(job->settings); i++) {
        const json_t *row = json_array_get(job->settings, i);
        fprintf(out, "%-*s  %s\n", (int)widest, json_string_value(json_object_get(row, "name")),
                json_string_value(json_object_get(row, "value")));
    }
    for (size_t i = 0; i < json_array_size(job->notes); i++)
        fprintf(out, "note: %s\n", json_string_value(json_array_get(job->notes, i)));
    return fclose(out) == 0 ? text : NULL;
}
