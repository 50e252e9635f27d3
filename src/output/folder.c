// SPDX-License-Identifier: MIT
/* The folder of files that a landscape becomes.
 *
 * in   a landscape        out   a folder, complete, or nothing
 *
 * Files are written to DIR.part-XXXXXX/new beside DIR, on the same disk. When all are there, an
 * older result moves to DIR.part-XXXXXX/old and the new one into its place: two renames, which do
 * not copy. What the user has put into the older folder moves over; then DIR.part-XXXXXX goes. The
 * room inside has the user's permissions, which the private one around it hides until it is done.
 *
 * Who writes holds a lock on DIR.part-XXXXXX. One that nobody holds was left by a crash: the next
 * run into DIR puts an older result back that had been moved aside, and removes the unfinished one.
 *
 * Only what landscape.json lists as written by us is ever removed. A file of the user's that has a
 * name of ours is in the way of the new result, or would be taken for a part of it: the folder is
 * refused before anything is made. */
#include "output/folder.h"

#include "output/json.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct workshop {
    char target[PATH_MAX - 64]; /* without trailing slashes, links followed */
    char room[PATH_MAX - 32];   /* target.part-XXXXXX; "" while it is not there */
    char fresh[PATH_MAX], old[PATH_MAX];
    int lock;      /* on the room while it is there */
    json_t *files; /* of the older result, as it lists them; NULL: it does not */
} workshop;

static bool is_empty(const char *dir)
{
    DIR *stream = opendir(dir);
    if (!stream)
        return false;
    int entries = 0;
    while (readdir(stream))
        entries++;
    closedir(stream);
    return entries <= 2;
}

/* Whether the older result wrote the file. Older versions kept no list: theirs are known by name.
 */
static bool is_ours(const json_t *files, const char *name)
{
    for (size_t i = 0; i < json_array_size(files); i++) {
        const char *listed = json_string_value(json_array_get(files, i));
        if (listed && strcmp(listed, name) == 0)
            return true;
    }
    return !files && fluv_folder_has_name(name);
}

/* A file with a name of ours that is not ours. */
static fluv_status check_names(fluv_ctx *ctx, const char *dir, const json_t *files)
{
    DIR *stream = opendir(dir);
    fluv_status status = FLUV_OK;
    for (struct dirent *entry; stream && status == FLUV_OK && (entry = readdir(stream));)
        if (fluv_folder_has_name(entry->d_name) && !is_ours(files, entry->d_name))
            status = fluv_fail(ctx, FLUV_IO,
                               "%s: %s in it was not written by interfluve: move it away, or give "
                               "another folder",
                               dir, entry->d_name);
    if (stream)
        closedir(stream);
    return status;
}

static fluv_status check_existing(fluv_ctx *ctx, workshop *shop)
{
    char file[PATH_MAX];
    snprintf(file, sizeof file, "%s/%s", shop->target, FLUV_JSON_NAME);
    if (is_empty(shop->target))
        return FLUV_OK;
    if (!fluv_json_is_ours(file))
        return fluv_fail(ctx, FLUV_IO,
                         "%s: is not empty and holds no result of interfluve: give another folder",
                         shop->target);
    shop->files = fluv_json_files(file);
    return check_names(ctx, shop->target, shop->files);
}

static fluv_status check_parent(fluv_ctx *ctx, const char *dir)
{
    char parent[PATH_MAX];
    snprintf(parent, sizeof parent, "%s", dir);
    char *slash = strrchr(parent, '/');
    if (slash)
        slash[slash == parent ? 1 : 0] = '\0';
    else
        snprintf(parent, sizeof parent, ".");
    if (access(parent, F_OK) != 0)
        return fluv_fail(ctx, FLUV_IO, "%s: cannot be written: there is no folder %s", dir, parent);
    if (access(parent, W_OK | X_OK) != 0)
        return fluv_fail(ctx, FLUV_IO, "%s: cannot be written into folder %s: %s", dir, parent,
                         strerror(errno));
    return FLUV_OK;
}

/* Where the result goes: trailing slashes and links make no difference. */
static fluv_status find_target(fluv_ctx *ctx, const char *dir, workshop *shop)
{
    struct stat info;
    size_t length = strlen(dir);
    while (length > 1 && dir[length - 1] == '/')
        length--;
    if (length == 0 || length >= sizeof shop->target)
        return fluv_fail(ctx, FLUV_IO, "'%.60s' is no name for a folder", dir);
    memcpy(shop->target, dir, length);
    shop->target[length] = '\0';
    if (stat(shop->target, &info) != 0) {
        if (errno != ENOENT)
            return fluv_fail(ctx, FLUV_IO, "%s: cannot be written: %s", dir, strerror(errno));
        return check_parent(ctx, shop->target);
    }
    if (!S_ISDIR(info.st_mode))
        return fluv_fail(ctx, FLUV_IO, "%s: is there already and is no folder: give another name",
                         dir);
    FLUV_TRY(check_existing(ctx, shop));
    char *real = realpath(shop->target, NULL);
    if (real && strlen(real) < sizeof shop->target)
        memcpy(shop->target, real, strlen(real) + 1);
    free(real);
    return check_parent(ctx, shop->target);
}

/* Whether nobody writes there any more; the lock is given back at once, as it goes. */
static bool was_left(const char *room)
{
    int lock = open(room, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat info;
    bool left = lock >= 0 && fstat(lock, &info) == 0 && info.st_uid == geteuid() &&
                flock(lock, LOCK_EX | LOCK_NB) == 0;
    if (lock >= 0)
        close(lock);
    return left;
}

/* Removes the unfinished result of a room; what is no file of ours stays, and the room with it. */
static void clear_left(const char *room, const char *target)
{
    char fresh[PATH_MAX + 16], old[PATH_MAX + 16], path[2 * PATH_MAX];
    snprintf(fresh, sizeof fresh, "%s/new", room);
    snprintf(old, sizeof old, "%s/old", room);
    DIR *stream = opendir(fresh);
    if (!stream)
        return; /* its lock may be just being taken */
    for (struct dirent *entry; (entry = readdir(stream));) {
        snprintf(path, sizeof path, "%s/%s", fresh, entry->d_name);
        if (fluv_folder_has_name(entry->d_name))
            unlink(path);
    }
    closedir(stream);
    if (access(target, F_OK) != 0)
        (void)!rename(old, target);
    rmdir(fresh);
    rmdir(room);
}

static bool is_room_of(const char *name, const char *base)
{
    static const char mark[] = ".part-";
    size_t length = strlen(base);
    return strncmp(name, base, length) == 0 && strncmp(name + length, mark, sizeof mark - 1) == 0 &&
           strlen(name + length) == sizeof mark - 1 + 6;
}

/* Looks for rooms that runs into the same place have left. */
static void clear_rooms_left(const char *target)
{
    char parent[PATH_MAX], room[2 * PATH_MAX];
    snprintf(parent, sizeof parent, "%s", target);
    char *slash = strrchr(parent, '/');
    const char *base = strrchr(target, '/') ? strrchr(target, '/') + 1 : target;
    if (slash)
        slash[1] = '\0';
    DIR *stream = opendir(slash ? parent : ".");
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        if (!is_room_of(entry->d_name, base))
            continue;
        snprintf(room, sizeof room, "%s%s", slash ? parent : "", entry->d_name);
        if (strlen(room) < PATH_MAX && was_left(room))
            clear_left(room, target);
    }
    if (stream)
        closedir(stream);
}

static fluv_status open_workshop(fluv_ctx *ctx, workshop *shop)
{
    char room[sizeof shop->room];
    snprintf(room, sizeof room, "%s.part-XXXXXX", shop->target);
    if (!mkdtemp(room))
        return fluv_fail(ctx, FLUV_IO, "%s: cannot be written: %s", shop->target, strerror(errno));
    memcpy(shop->room, room, sizeof room);
    shop->lock = open(room, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (shop->lock >= 0)
        (void)!flock(shop->lock, LOCK_EX | LOCK_NB);
    snprintf(shop->fresh, sizeof shop->fresh, "%s/new", room);
    snprintf(shop->old, sizeof shop->old, "%s/old", room);
    if (mkdir(shop->fresh, 0777) != 0)
        return fluv_fail(ctx, FLUV_IO, "%s: cannot be written: %s", shop->target, strerror(errno));
    return FLUV_OK;
}

/* Removes the files of a folder, and the folder if nothing is left in it. `older`: those of an
 * older result alone; NULL: all, for all are ours. */
static void remove_files(const char *dir, const workshop *older)
{
    DIR *stream = opendir(dir);
    if (!stream)
        return;
    char path[PATH_MAX + 256];
    for (struct dirent *entry; (entry = readdir(stream));) {
        snprintf(path, sizeof path, "%s/%s", dir, entry->d_name);
        if (!older || is_ours(older->files, entry->d_name))
            unlink(path);
    }
    closedir(stream);
    rmdir(dir);
}

static void close_workshop(workshop *shop)
{
    if (*shop->room) {
        remove_files(shop->fresh, NULL);
        remove_files(shop->old, shop);
        rmdir(shop->room);
        if (shop->lock >= 0)
            close(shop->lock);
    }
    json_decref(shop->files);
}

fluv_status fluv_folder_check(fluv_ctx *ctx, const char *dir, const char *without)
{
    workshop shop = {0};
    if (without)
        FLUV_TRY(fluv_folder_check_without(ctx, without));
    fluv_status status = find_target(ctx, dir, &shop);
    if (status == FLUV_OK) /* some file systems tell no sooner that nothing can be made there */
        status = open_workshop(ctx, &shop);
    close_workshop(&shop);
    return status;
}

static bool is_folder_itself(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* What cannot move stays in the room, which is then not removed. */
static void move_strangers(const workshop *shop)
{
    DIR *stream = opendir(shop->old);
    if (!stream)
        return;
    char from[PATH_MAX + 256], to[PATH_MAX + 256];
    for (struct dirent *entry; (entry = readdir(stream));) {
        if (is_folder_itself(entry->d_name) || is_ours(shop->files, entry->d_name))
            continue;
        snprintf(from, sizeof from, "%s/%s", shop->old, entry->d_name);
        snprintf(to, sizeof to, "%s/%s", shop->target, entry->d_name);
        if (access(to, F_OK) != 0)
            (void)!rename(from, to);
    }
    closedir(stream);
}

static fluv_status put_in_place(fluv_ctx *ctx, const workshop *shop)
{
    bool replaces = rename(shop->target, shop->old) == 0;
    if (rename(shop->fresh, shop->target) != 0) {
        int why = errno;
        if (replaces)
            (void)!rename(shop->old, shop->target);
        return fluv_fail(ctx, FLUV_IO, "%s: cannot be put in place: %s", shop->target,
                         strerror(why));
    }
    if (replaces)
        move_strangers(shop);
    return FLUV_OK;
}

fluv_status fluv_folder_write(fluv_ctx *ctx, const fluv_folder_content *content, const char *dir)
{
    workshop shop = {0};
    if (content->without)
        FLUV_TRY(fluv_folder_check_without(ctx, content->without));
    fluv_status status = find_target(ctx, dir, &shop);
    if (status == FLUV_OK) {
        clear_rooms_left(shop.target);
        json_decref(shop.files); /* an older result may be back */
        shop.files = NULL;
        status = find_target(ctx, dir, &shop);
    }
    if (status == FLUV_OK)
        status = open_workshop(ctx, &shop);
    if (status == FLUV_OK)
        status = fluv_folder_fill(ctx, content, shop.fresh, dir);
    if (status == FLUV_OK)
        status = put_in_place(ctx, &shop);
    close_workshop(&shop);
    return status;
}
