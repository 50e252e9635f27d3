// SPDX-License-Identifier: MIT
/* Where an export goes: a folder that is not there, is empty, or holds an export and nothing else.
 * With anything else in it, it is refused: what Interfluve did not write, it neither moves nor
 * removes. */
#include "export/place.h"

#include "output/folder_files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Whether a name is the one listed, in which "{x}" stands for any number. */
static bool fits(const char *pattern, const char *name)
{
    while (*pattern && *name) {
        if (*pattern != '{') {
            if (*pattern++ != *name++)
                return false;
            continue;
        }
        size_t digits = strspn(name, "0123456789");
        pattern += strcspn(pattern, "}");
        if (!digits || *pattern++ != '}')
            return false;
        name += digits;
    }
    return *pattern == *name;
}

static bool is_listed(const json_t *files, const char *name)
{
    if (strcmp(name, FLUV_EXPORT_NAME) == 0)
        return true;
    for (size_t i = 0; i < json_array_size(files); i++) {
        const char *file = json_string_value(json_object_get(json_array_get(files, i), "file"));
        if (file && fits(file, name))
            return true;
    }
    return false;
}

/* Any file that a profile writes has one of these endings. */
static bool is_name(const char *name)
{
    static const char *const endings[] = {"png", "r16", "raw",  "exr",     "tif",    "json",
                                          "glb", "cs",  "py",   "tscn",    "vrt",    "gpkg",
                                          "fgb", "pbf", "html", "geojson", "pmtiles"};
    const char *point = strrchr(name, '.');
    for (size_t i = 0; point && i < sizeof endings / sizeof *endings; i++)
        if (strcmp(point + 1, endings[i]) == 0)
            return true;
    return fluv_folder_has_name(name);
}

typedef struct stranger {
    const json_t *files;
    char name[128]; /* "": none */
} stranger;

static bool look_for_stranger(void *user, const char *path, const char *inside, bool folder)
{
    stranger *found = user;
    (void)path;
    if (folder || is_listed(found->files, inside))
        return true;
    snprintf(found->name, sizeof found->name, "%.120s", inside);
    return false;
}

static json_t *older_files(const char *dir)
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", dir, FLUV_EXPORT_NAME) >= PATH_MAX)
        return NULL;
    json_t *whole = json_load_file(path, 0, NULL), *files = NULL;
    if (json_object_get(whole, "interfluve") && json_object_get(whole, "profile"))
        files = json_incref(json_object_get(whole, "files"));
    json_decref(whole);
    return files;
}

static fluv_status look_inside(fluv_ctx *ctx, fluv_workshop *shop)
{
    shop->files = older_files(shop->target);
    stranger found = {.files = shop->files};
    if (fluv_folder_walk(shop->target, look_for_stranger, &found))
        return FLUV_OK;
    if (!*found.name)
        return fluv_fail(ctx, FLUV_IO, "%s: cannot be read: %s", shop->target, strerror(errno));
    if (shop->files)
        return fluv_fail(ctx, FLUV_IO,
                         "%s: %s in it was not written by interfluve: move it away, or give "
                         "another folder",
                         shop->target, found.name);
    return fluv_fail(ctx, FLUV_IO,
                     "%s: is not empty and holds no export of interfluve: give another folder",
                     shop->target);
}

const fluv_workshop_kind fluv_export_place = {
    .look = look_inside, .is_listed = is_listed, .is_name = is_name};
