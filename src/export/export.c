// SPDX-License-Identifier: MIT
/* An export from beginning to end: the lattice, heights, maps, what the profile adds, and
 * export.json last, as the mark of a complete folder. */
#include "export/place.h"
#include "export/profile.h"

#include "base/plain.h"
#include "base/words.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define MOST_SIZE  32769
#define MOST_TILES 64

/* Where no snow line is given: this far up from the sea to the highest ground, and this far above
 * ground that lies below the sea. */
#define SNOW_SHARE   0.75
#define SNOW_ABOVE   1000.0 /* m */
#define HIGHEST_SNOW 1e5    /* m: the highest that is taken for one */

static const char *const format_names[] = {
    [FLUV_IMAGE_PNG] = "png",        [FLUV_IMAGE_R16] = "r16", [FLUV_IMAGE_RAW] = "raw",
    [FLUV_IMAGE_TIF] = "tif",        [FLUV_IMAGE_EXR] = "exr", [FLUV_IMAGE_TILES] = "tiles",
    [FLUV_IMAGE_PMTILES] = "pmtiles"};

/* Whether `word` is one of those that `list` has, with `mark` between them. */
static bool is_among(const char *list, char mark, const char *word, size_t length)
{
    for (const char *at = list; *at;) {
        const char *end = strchr(at, mark);
        size_t room = end ? (size_t)(end - at) : strlen(at);
        if (room == length && strncmp(at, word, length) == 0)
            return true;
        at += room + (end != NULL);
    }
    return false;
}

static fluv_status find_format(fluv_ctx *ctx, const fluv_export_wish *wish, fluv_image_format *out)
{
    const char *formats = wish->profile->formats, *word = wish->options->format;
    size_t length = word ? strlen(word) : strcspn(formats, "|");
    if (!word)
        word = formats;
    if (!is_among(formats, '|', word, length))
        return fluv_fail(ctx, FLUV_BAD_USE, "%s takes heights as %s, not as `%s`",
                         wish->profile->info.name, formats, fluv_show(word).text);
    for (size_t i = 0; i < sizeof format_names / sizeof *format_names; i++)
        if (strlen(format_names[i]) == length && strncmp(word, format_names[i], length) == 0)
            *out = (fluv_image_format)i;
    return FLUV_OK;
}

static fluv_status check_map(fluv_ctx *ctx, const char *word, size_t length)
{
    const char *known[64];
    size_t count = 0;
    if (fluv_map_named(word, length))
        return FLUV_OK;
    for (; count < fluv_maps_count && count < 64; count++)
        known[count] = fluv_maps[count].name;
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)(length < 63 ? length : 63), word);
    const char *near = fluv_did_you_mean(name, known, count);
    return fluv_fail(ctx, FLUV_BAD_USE, "there is no map `%s`%s%s%s", fluv_show(name).text,
                     near ? ": did you mean `" : "", near ? near : "", near ? "`?" : "");
}

static fluv_status check_snow(fluv_ctx *ctx, double line)
{
    if (line >= 0.0 && line <= HIGHEST_SNOW)
        return FLUV_OK;
    return fluv_fail(ctx, FLUV_BAD_USE, "snow_line is %g m, expected 0 to %g", line, HIGHEST_SNOW);
}

/* The maps wished for: those of the profile, all, none, or a list. */
static fluv_status find_maps(fluv_ctx *ctx, const fluv_export_wish *wish, const char **out)
{
    const char *maps = wish->options->maps;
    *out = maps;
    if (!maps)
        *out = wish->profile->maps;
    else if (strcmp(maps, "none") == 0)
        *out = "";
    if (!maps || !**out || strcmp(maps, "all") == 0)
        return FLUV_OK;
    for (const char *word = maps; *word;) {
        size_t length = strcspn(word, ",");
        FLUV_TRY(check_map(ctx, word, length));
        word += length + (word[length] == ',');
    }
    return FLUV_OK;
}

static bool is_wanted(const fluv_export_job *job, const fluv_map *map)
{
    return strcmp(job->maps, "all") == 0 || is_among(job->maps, ',', map->name, strlen(map->name));
}

static fluv_status size_of_cells(fluv_ctx *ctx, const fluv_export_wish *wish, uint32_t cols,
                                 uint32_t rows, fluv_export_size *size)
{
    const fluv_export_options *options = wish->options;
    if (cols < 2 || rows < 2)
        return fluv_fail(ctx, FLUV_BAD_USE, "%u x %u cells are too few to export", cols, rows);
    if (options->size > MOST_SIZE || options->size == 1)
        return fluv_fail(ctx, FLUV_BAD_USE, "size is %u, expected 2 to %d", options->size,
                         MOST_SIZE);
    if (options->tiles > MOST_TILES)
        return fluv_fail(ctx, FLUV_BAD_USE, "tiles are %u, expected 1 to %d", options->tiles,
                         MOST_TILES);
    uint32_t own = cols > rows ? cols : rows;
    if (wish->profile->standard && own > wish->profile->standard)
        own = wish->profile->standard;
    *size =
        fluv_export_size_for(wish->profile->rule, cols, rows, options->size ? options->size : own,
                             options->tiles ? options->tiles : 1);
    return FLUV_OK;
}

fluv_status fluv_export_check(fluv_ctx *ctx, const fluv_export_wish *wish, uint32_t cols,
                              uint32_t rows, fluv_export_size *size)
{
    fluv_image_format format;
    const char *maps;
    FLUV_TRY(size_of_cells(ctx, wish, cols, rows, size));
    FLUV_TRY(check_snow(ctx, wish->options->snow_line));
    FLUV_TRY(find_format(ctx, wish, &format));
    return find_maps(ctx, wish, &maps);
}

/* What became of the size wished for, and of cells that are no vertices. */
static void note_size(fluv_export_job *job, const fluv_export_wish *wish)
{
    const fluv_export_size *size = &job->size;
    uint32_t longest = size->cols > size->rows ? size->cols : size->rows;
    uint32_t wanted = wish->options->size;
    const fluv_frame *frame = &job->land->frame;
    uint32_t cells = frame->cols > frame->rows ? frame->cols : frame->rows;
    if (wanted && longest != wanted)
        fluv_export_note(job, "%u vertices do not go into %s: %u is the nearest that does", wanted,
                         wish->profile->info.title, longest);
    if (!job->grid.same)
        fluv_export_note(
            job, "the land has %u x %u cells and was resampled to %u x %u vertices%s", frame->cols,
            frame->rows, size->cols, size->rows,
            wish->rebuilt || cells == longest ? "" : "; --rebuild makes it anew at that size");
    if (job->grid.voids)
        fluv_export_note(job, "%zu vertices have no height: they are at the lowest, %.9g m",
                         job->grid.voids, job->grid.low);
}

static fluv_status begin(fluv_ctx *ctx, const fluv_export_wish *wish, fluv_export_job *job)
{
    const fluv_frame *frame = &wish->land->frame;
    if (!fluv_height_of(wish->land))
        return fluv_fail(ctx, FLUV_BAD_USE, "there are no heights to export");
    FLUV_TRY(size_of_cells(ctx, wish, frame->cols, frame->rows, &job->size));
    FLUV_TRY(check_snow(ctx, wish->options->snow_line));
    FLUV_TRY(find_format(ctx, wish, &job->format));
    FLUV_TRY(find_maps(ctx, wish, &job->maps));
    job->files = json_array();
    job->settings = json_array();
    job->notes = json_array();
    job->extra = json_object();
    if (!job->files || !job->settings || !job->notes || !job->extra)
        return fluv_fail(ctx, FLUV_NO_MEMORY, "no memory for the list of files");
    return FLUV_OK;
}

static fluv_status make_lattice(fluv_ctx *ctx, const fluv_export_wish *wish, fluv_export_job *job)
{
    job->grid.cols = job->size.cols;
    job->grid.rows = job->size.rows;
    FLUV_TRY(fluv_export_grid_make(ctx, job->land, &job->grid));
    double snow = wish->options->snow_line, high = job->grid.high;
    double usual = high > 0.0 ? SNOW_SHARE * high : high + SNOW_ABOVE;
    job->source = (fluv_map_source){.land = job->land,
                                    .grid = &job->grid,
                                    .rules = wish->rules,
                                    .snow_line = snow > 0.0 ? snow : usual};
    double span = job->grid.high - job->grid.low;
    job->height_offset = job->grid.low;
    job->height_scale = span > 0.0 ? span / 65535.0 : 1.0;
    if (job->profile->settle)
        job->profile->settle(job);
    note_size(job, wish);
    return FLUV_OK;
}

static size_t count_steps(const fluv_export_job *job)
{
    size_t steps = job->profile->uncarved ? 4 : 3; /* lattice, heights, export.json */
    for (size_t i = 0; i < fluv_maps_count; i++)
        steps += is_wanted(job, &fluv_maps[i]) && fluv_map_possible(&fluv_maps[i], job->land);
    for (const fluv_profile_part *part = job->profile->parts; part->name; part++)
        steps++;
    return steps;
}

typedef struct steps {
    size_t now, all;
} steps;

static fluv_status next_step(fluv_ctx *ctx, steps *count, const char *name)
{
    if (count->now)
        FLUV_TRY(fluv_end_step(ctx));
    fluv_begin_step(ctx, "write", name, ++count->now, count->all);
    return fluv_advance(ctx, 0.0);
}

static fluv_status write_maps(fluv_ctx *ctx, fluv_export_job *job, steps *count)
{
    for (size_t i = 0; i < fluv_maps_count; i++) {
        const fluv_map *map = &fluv_maps[i];
        if (!is_wanted(job, map))
            continue;
        if (!fluv_map_possible(map, job->land)) {
            fluv_export_note(job, "no map %s: the land lacks what it is made from", map->name);
            continue;
        }
        FLUV_TRY(next_step(ctx, count, map->name));
        FLUV_TRY(fluv_export_map(ctx, job, map));
    }
    return FLUV_OK;
}

static fluv_status fill(fluv_ctx *ctx, const fluv_export_wish *wish, fluv_export_job *job)
{
    steps count = {0, count_steps(job)};
    FLUV_TRY(next_step(ctx, &count, "lattice"));
    FLUV_TRY(make_lattice(ctx, wish, job));
    FLUV_TRY(next_step(ctx, &count, "height"));
    if (job->format < FLUV_IMAGE_TILES)
        FLUV_TRY(fluv_export_heights(ctx, job, "height", true));
    if (job->profile->uncarved) {
        FLUV_TRY(next_step(ctx, &count, "height_uncarved"));
        FLUV_TRY(fluv_export_heights(ctx, job, "height_uncarved", false));
    }
    FLUV_TRY(write_maps(ctx, job, &count));
    for (const fluv_profile_part *part = job->profile->parts; part->name; part++) {
        FLUV_TRY(next_step(ctx, &count, part->name));
        FLUV_TRY(part->write(ctx, job));
    }
    FLUV_TRY(next_step(ctx, &count, FLUV_EXPORT_NAME));
    FLUV_TRY(fluv_export_manifest(ctx, job));
    return fluv_end_step(ctx);
}

/* The folder that files are written to for the time being means nothing to the user. */
static fluv_status explain(fluv_ctx *ctx, fluv_status status, const char *folder, const char *dir)
{
    const char *message = fluv_message(ctx), *path = strstr(message, folder);
    if (status != FLUV_IO || !path)
        return status;
    return fluv_fail(ctx, status, "%s: %.*s%s", dir, (int)(path - message), message,
                     path + strlen(folder) + 1);
}

static void end(fluv_export_job *job)
{
    json_decref(job->files);
    json_decref(job->settings);
    json_decref(job->notes);
    json_decref(job->extra);
}

fluv_status fluv_export_may_write(fluv_ctx *ctx, const char *dir)
{
    fluv_workshop shop = {.kind = &fluv_export_place};
    fluv_status status = fluv_workshop_try(ctx, &shop, dir);
    fluv_workshop_close(&shop);
    return status;
}

fluv_status fluv_export_write(fluv_ctx *ctx, const fluv_export_wish *wish, const char *dir,
                              char **told)
{
    fluv_export_job job = {.land = wish->land, .profile = wish->profile};
    fluv_workshop shop = {.kind = &fluv_export_place};
    fluv_plain plain;
    fluv_plain_begin(&plain); /* numbers in JSON and scenes have points */
    fluv_status status = begin(ctx, wish, &job);
    if (status == FLUV_OK)
        status = fluv_workshop_open(ctx, &shop, dir);
    if (status == FLUV_OK) {
        job.folder = shop.fresh;
        status = explain(ctx, fill(ctx, wish, &job), shop.fresh, dir);
    }
    if (status == FLUV_OK)
        status = fluv_workshop_settle(ctx, &shop);
    if (status == FLUV_OK && told)
        *told = fluv_export_told(&job);
    fluv_workshop_close(&shop);
    end(&job);
    fluv_plain_end(&plain);
    return status;
}
