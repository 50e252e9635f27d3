// SPDX-License-Identifier: MIT
/* Where an export goes.
 *
 * Files are written to DIR.part-XXXXXX/new; when all are there an older export moves to
 * DIR.part-XXXXXX/old and the new one into its place: two renames. Then the files that the older
 * export lists are removed. A folder with anything else in it is refused before that: what
 * Interfluve did not write, it neither moves nor removes. */
#include "export/place.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef bool visit_fn(void *user, const char *path, const char *inside, bool folder);

/* Visits everything below a folder, what lies in folders before these; stops at the first false.
 * `inside`: the path from `root` on. */
static bool walk(const char *root, const char *inside, visit_fn *visit, void *user)
{
    char path[PATH_MAX], below[PATH_MAX];
    if (snprintf(path, sizeof path, "%s%s%s", root, *inside ? "/" : "", inside) >= PATH_MAX)
        return false;
    DIR *stream = opendir(path);
    bool good = stream != NULL;
    for (struct dirent *entry; good && (entry = readdir(stream));) {
        struct stat info;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        good = snprintf(below, sizeof below, "%s%s%s", inside, *inside ? "/" : "", entry->d_name) <
                   PATH_MAX &&
               snprintf(path, sizeof path, "%s/%s", root, below) < PATH_MAX &&
               lstat(path, &info) == 0;
        if (good && S_ISDIR(info.st_mode))
            good = walk(root, below, visit, user) && visit(user, path, below, true);
        else if (good)
            good = visit(user, path, below, false);
    }
    if (stream)
        closedir(stream);
    return good;
}

/* Whether a name is the one listed, in which "{x}" stands for any number. */
static bool is_name(const char *pattern, const char *name)
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
        if (file && is_name(file, name))
            return true;
    }
    return false;
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

static bool remove_listed(void *user, const char *path, const char *inside, bool folder)
{
    if (folder)
        rmdir(path); /* stays where something is left in it */
    else if (!user || is_listed(user, inside))
        unlink(path);
    return true;
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

static fluv_status look_inside(fluv_ctx *ctx, fluv_export_place *place, const char *dir)
{
    place->files = older_files(place->target);
    stranger found = {.files = place->files};
    if (walk(place->target, "", look_for_stranger, &found))
        return FLUV_OK;
    if (!*found.name)
        return fluv_fail(ctx, FLUV_IO, "%s: cannot be read: %s", dir, strerror(errno));
    if (place->files)
        return fluv_fail(ctx, FLUV_IO,
                         "%s: %s in it was not written by interfluve: move it away, or give "
                         "another folder",
                         dir, found.name);
    return fluv_fail(ctx, FLUV_IO,
                     "%s: is not empty and holds no export of interfluve: give another folder",
                     dir);
}

fluv_status fluv_export_place_open(fluv_ctx *ctx, const char *dir, fluv_export_place *place)
{
    struct stat info;
    size_t length = strlen(dir);
    while (length > 1 && dir[length - 1] == '/')
        length--;
    if (length == 0 || length >= sizeof place->target)
        return fluv_fail(ctx, FLUV_IO, "'%.60s' is no name for a folder", dir);
    memcpy(place->target, dir, length);
    place->target[length] = '\0';
    if (stat(place->target, &info) == 0) {
        if (!S_ISDIR(info.st_mode))
            return fluv_fail(ctx, FLUV_IO,
                             "%s: is there already and is no folder: give another name", dir);
        FLUV_TRY(look_inside(ctx, place, dir));
        char *real = realpath(place->target, NULL); /* through links to where it is */
        if (real && strlen(real) < sizeof place->target)
            memcpy(place->target, real, strlen(real) + 1);
        free(real);
    }
    char room[sizeof place->room];
    snprintf(room, sizeof room, "%s.part-XXXXXX", place->target);
    if (!mkdtemp(room))
        return fluv_fail(ctx, FLUV_IO, "%s: cannot be written: %s", dir, strerror(errno));
    memcpy(place->room, room, sizeof room);
    snprintf(place->fresh, sizeof place->fresh, "%s/new", room);
    snprintf(place->old, sizeof place->old, "%s/old", room);
    if (mkdir(place->fresh, 0777) != 0)
        return fluv_fail(ctx, FLUV_IO, "%s: cannot be written: %s", dir, strerror(errno));
    return FLUV_OK;
}

fluv_status fluv_export_place_settle(fluv_ctx *ctx, fluv_export_place *place)
{
    bool replaces = rename(place->target, place->old) == 0;
    if (rename(place->fresh, place->target) == 0)
        return FLUV_OK;
    int why = errno;
    if (replaces)
        (void)!rename(place->old, place->target);
    return fluv_fail(ctx, FLUV_IO, "%s: cannot be put in place: %s", place->target, strerror(why));
}

void fluv_export_place_close(fluv_export_place *place)
{
    if (*place->room) {
        walk(place->fresh, "", remove_listed, NULL);
        rmdir(place->fresh);
        walk(place->old, "", remove_listed, place->files);
        rmdir(place->old);
        rmdir(place->room);
    }
    json_decref(place->files);
    *place = (fluv_export_place){0};
}
