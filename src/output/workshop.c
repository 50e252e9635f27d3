// SPDX-License-Identifier: MIT
/* A folder that appears complete or not at all.
 *
 * Files are written to DIR.part-XXXXXX/new beside DIR, on the same disk. When all are there, an
 * older folder moves to DIR.part-XXXXXX/old and the new one into its place: two renames, which do
 * not copy. What others have put into the older folder moves over; then DIR.part-XXXXXX goes. The
 * room inside has the user's permissions, which the private one around it hides until it is done.
 *
 * Who writes holds a lock on DIR.part-XXXXXX. One that nobody holds was left by a crash: the next
 * run into DIR puts an older folder back that had been moved aside, and removes the unfinished one.
 *
 * Only what the older folder lists as written by us is ever removed. */
#include "output/workshop.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static bool walk(const char *root, const char *inside, fluv_visit *visit, void *user)
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

bool fluv_folder_walk(const char *root, fluv_visit *visit, void *user)
{
    return walk(root, "", visit, user);
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

/* Where the folder goes: trailing slashes and links make no difference. */
static fluv_status find_target(fluv_ctx *ctx, const char *dir, fluv_workshop *shop)
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
    FLUV_TRY(shop->kind->look(ctx, shop));
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

/* Which files of a folder go. */
typedef struct removal {
    const fluv_workshop *shop;
    enum { ALL, NAMED, LISTED } which;
} removal;

static bool remove_one(void *user, const char *path, const char *name, bool folder)
{
    const removal *r = user;
    const fluv_workshop_kind *kind = r->shop->kind;
    if (folder)
        rmdir(path); /* stays where something is left in it */
    else if (r->which == ALL || (r->which == NAMED && kind->is_name(name)) ||
             (r->which == LISTED && kind->is_listed(r->shop->files, name)))
        unlink(path);
    return true;
}

/* Removes files of a folder, and the folder if nothing is left in it. */
static void remove_files(const char *dir, removal which)
{
    fluv_folder_walk(dir, remove_one, &which);
    rmdir(dir);
}

/* Removes the unfinished folder of a room; what is no file of ours stays, and the room with it. */
static void clear_left(const fluv_workshop *shop, const char *room)
{
    char fresh[PATH_MAX + 16], old[PATH_MAX + 16];
    snprintf(fresh, sizeof fresh, "%s/new", room);
    snprintf(old, sizeof old, "%s/old", room);
    if (access(fresh, F_OK) != 0)
        return; /* its lock may be just being taken */
    fluv_folder_walk(fresh, remove_one, &(removal){shop, NAMED});
    if (access(shop->target, F_OK) != 0)
        (void)!rename(old, shop->target);
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
static void clear_rooms_left(const fluv_workshop *shop)
{
    const char *target = shop->target;
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
            clear_left(shop, room);
    }
    if (stream)
        closedir(stream);
}

static fluv_status make_room(fluv_ctx *ctx, fluv_workshop *shop)
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

fluv_status fluv_workshop_try(fluv_ctx *ctx, fluv_workshop *shop, const char *dir)
{
    FLUV_TRY(find_target(ctx, dir, shop));
    return make_room(ctx, shop); /* some file systems tell no sooner that nothing can be made */
}

fluv_status fluv_workshop_open(fluv_ctx *ctx, fluv_workshop *shop, const char *dir)
{
    FLUV_TRY(find_target(ctx, dir, shop));
    clear_rooms_left(shop);
    json_decref(shop->files); /* an older folder may be back */
    shop->files = NULL;
    return fluv_workshop_try(ctx, shop, dir);
}

/* What cannot move stays in the room, which is then not removed. */
static void move_strangers(const fluv_workshop *shop)
{
    DIR *stream = opendir(shop->old);
    if (!stream)
        return;
    char from[PATH_MAX + 256], to[PATH_MAX + 256];
    for (struct dirent *entry; (entry = readdir(stream));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
            shop->kind->is_listed(shop->files, entry->d_name))
            continue;
        snprintf(from, sizeof from, "%s/%s", shop->old, entry->d_name);
        snprintf(to, sizeof to, "%s/%s", shop->target, entry->d_name);
        if (access(to, F_OK) != 0)
            (void)!rename(from, to);
    }
    closedir(stream);
}

fluv_status fluv_workshop_settle(fluv_ctx *ctx, fluv_workshop *shop)
{
    bool replaces = rename(shop->target, shop->old) == 0;
    if (rename(shop->fresh, shop->target) != 0) {
        int why = errno;
        if (replaces)
            (void)!rename(shop->old, shop->target);
        return fluv_fail(ctx, FLUV_IO, "%s: cannot be put in place: %s", shop->target,
                         strerror(why));
    }
    if (replaces && shop->kind->keeps_strangers)
        move_strangers(shop);
    return FLUV_OK;
}

void fluv_workshop_close(fluv_workshop *shop)
{
    if (*shop->room) {
        remove_files(shop->fresh, (removal){shop, ALL});
        remove_files(shop->old, (removal){shop, LISTED});
        rmdir(shop->room);
        if (shop->lock >= 0)
            close(shop->lock);
    }
    json_decref(shop->files);
    *shop = (fluv_workshop){.kind = shop->kind};
}
