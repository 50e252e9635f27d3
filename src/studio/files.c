// SPDX-License-Identifier: MIT
/* Files that recipes name. All values are walked by the tables: texts whose unit is "file" or
 * "folder", and the images of fields, in rows of lists too. */
#include "studio/files.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEEPEST 6

/* What to do with a file: true goes on to the next. */
typedef struct walk {
    fluv_ctx *ctx;
    const fluv_recipe *recipe;
    size_t stage;
    bool (*visit)(const struct walk *walk, const char *path, const char *file);
    void *user;
} walk;

static bool has_files(const fluv_param *params, size_t count, int depth)
{
    for (size_t i = 0; i < count; i++) {
        const fluv_param *p = &params[i];
        if (p->type == FLUV_PARAM_FIELD || (p->type == FLUV_PARAM_TEXT && *p->unit))
            return true;
        if (p->type == FLUV_PARAM_LIST && depth < DEEPEST &&
            has_files(p->columns->params, p->columns->count, depth + 1))
            return true;
    }
    return false;
}

static bool walk_params(const walk *w, const char *before, const fluv_param *params, size_t count,
                        int depth);

static bool walk_rows(const walk *w, const char *path, const fluv_value *list, int depth)
{
    const fluv_list_columns *columns = list->param.columns;
    if (depth >= DEEPEST || !has_files(columns->params, columns->count, depth))
        return true;
    for (size_t i = 0; i < list->rows; i++) {
        char row[512];
        snprintf(row, sizeof row, "%s[%zu].", path, i);
        if (!walk_params(w, row, columns->params, columns->count, depth + 1))
            return false;
    }
    return true;
}

static bool walk_params(const walk *w, const char *before, const fluv_param *params, size_t count,
                        int depth)
{
    for (size_t i = 0; i < count; i++) {
        char path[560];
        fluv_value value;
        if (!has_files(&params[i], 1, depth))
            continue;
        snprintf(path, sizeof path, "%s%s", before, params[i].name);
        if (fluv_recipe_value(w->ctx, w->recipe, w->stage, path, &value) != FLUV_OK)
            continue;
        bool on = true;
        if (value.param.type == FLUV_PARAM_LIST) {
            on = walk_rows(w, path, &value, depth);
        } else if (value.text && *value.text) {
            if (value.param.type == FLUV_PARAM_FIELD)
                strcat(path, ".image");
            on = w->visit(w, path, value.text);
        }
        if (!on)
            return false;
    }
    return true;
}

static void walk_recipe(walk *w)
{
    for (w->stage = 0; w->stage < fluv_recipe_stage_count(w->recipe); w->stage++) {
        const fluv_stage_info *info = fluv_recipe_stage_at(w->recipe, w->stage);
        if (!walk_params(w, "", info->params, info->param_count, 0))
            return;
    }
}

/* ---- Names -------------------------------------------------------------------------------------
 */

/* Names with a colon before any slash are GDAL's own ("NETCDF:…") and lead outside. */
static bool is_relative(const char *file)
{
    return *file != '/' && file[strcspn(file, ":/")] != ':';
}

const char *files_from(const char *folder, const char *file)
{
    size_t length = folder ? strlen(folder) : 0;
    if (length > 0 && file && strncmp(folder, file, length) == 0 && file[length] == '/')
        return file + length + 1;
    return file;
}

static bool is_missing(const walk *w, const char *path, const char *file)
{
    bool *missing = w->user;
    (void)path;
    *missing = *missing || access(file, F_OK) != 0;
    return !*missing;
}

bool files_missing(fluv_ctx *ctx, const fluv_recipe *recipe)
{
    bool missing = false;
    walk w = {.ctx = ctx, .recipe = recipe, .visit = is_missing, .user = &missing};
    walk_recipe(&w);
    return missing;
}

/* A value to be put in anew: the recipe must not change while it is walked. */
typedef struct next_name {
    const char *folder;
    size_t stage;
    char path[600], file[PATH_MAX];
} next_name;

static bool find_relative(const walk *w, const char *path, const char *file)
{
    next_name *next = w->user;
    if (!is_relative(file))
        return true;
    next->stage = w->stage;
    snprintf(next->path, sizeof next->path, "%s", path);
    snprintf(next->file, sizeof next->file, "%s/%s", next->folder, file);
    return false;
}

fluv_status files_make_whole(fluv_ctx *ctx, fluv_recipe *recipe, const char *folder)
{
    for (;;) {
        next_name next = {.folder = folder};
        walk w = {.ctx = ctx, .recipe = recipe, .visit = find_relative, .user = &next};
        walk_recipe(&w);
        if (!*next.path)
            return FLUV_OK;
        fluv_status status = fluv_recipe_put(ctx, recipe, next.stage, next.path, next.file);
        if (status != FLUV_OK)
            return status;
    }
}

/* ---- Files of the user's alone -----------------------------------------------------------------
 */

typedef struct foreign {
    const char *folder;
    const fluv_recipe *before;
    char *out;
    size_t room;
} foreign;

typedef struct named {
    const char *file;
    bool found;
} named;

static bool is_same(const walk *w, const char *path, const char *file)
{
    named *what = w->user;
    (void)path;
    what->found = strcmp(what->file, file) == 0;
    return !what->found;
}

static bool lies_below(const char *folder, const char *file)
{
    char *real_folder = realpath(folder, NULL), *real_file = realpath(file, NULL);
    bool below = real_folder && real_file && files_from(real_folder, real_file) != real_file;
    free(real_folder);
    free(real_file);
    return below;
}

static bool find_foreign(const walk *w, const char *path, const char *file)
{
    foreign *f = w->user;
    (void)path;
    named what = {.file = file};
    walk old = {.ctx = w->ctx, .recipe = f->before, .visit = is_same, .user = &what};
    if (lies_below(f->folder, file))
        return true;
    if (f->before)
        walk_recipe(&old);
    if (what.found)
        return true;
    snprintf(f->out, f->room, "%s", files_from(f->folder, file));
    return false;
}

void files_find_foreign(fluv_ctx *ctx, const fluv_recipe *recipe, const fluv_recipe *before,
                        const char *folder, char *out, size_t room)
{
    foreign f = {folder, before, out, room};
    walk w = {.ctx = ctx, .recipe = recipe, .visit = find_foreign, .user = &f};
    *out = '\0';
    walk_recipe(&w);
}

bool file_name_is_plain(const char *name)
{
    if (!*name || *name == '.' || strlen(name) > 120)
        return false;
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("._-", *c))
            return false;
    return true;
}

/* ---- Reading and writing -----------------------------------------------------------------------
 */

static bool write_all(int file, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t now = write(file, bytes, size);
        if (now <= 0)
            return false;
        bytes += now;
        size -= (size_t)now;
    }
    return true;
}

/* A name in a folder is on the disk once the folder is. Some file systems know no such thing. */
static bool sync_folder(const char *folder)
{
    int entries = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (entries < 0)
        return false;
    bool synced = fsync(entries) == 0 || errno == EINVAL || errno == ENOTSUP;
    close(entries);
    return synced;
}

bool file_save(const char *folder, const char *name, const void *bytes, size_t size)
{
    char path[PATH_MAX], fresh[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(fresh, sizeof fresh, "%s.new", path);
    (void)unlink(fresh); /* of a crash, or a link that would lead out of the folder */
    int file = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0)
        return false;
    bool written = write_all(file, bytes, size) && fdatasync(file) == 0;
    written = close(file) == 0 && written;
    written = written && rename(fresh, path) == 0;
    if (!written)
        unlink(fresh);
    return written && sync_folder(folder);
}

char *file_load(const char *path, size_t most, size_t *size)
{
    struct stat what;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a pipe would keep us waiting */
    char *bytes = NULL;
    *size = 0;
    if (file < 0)
        return NULL;
    if (fstat(file, &what) == 0 && S_ISREG(what.st_mode) && (uint64_t)what.st_size <= most)
        bytes = malloc((size_t)what.st_size + 1);
    ssize_t now = 1;
    while (bytes && *size < (size_t)what.st_size && now > 0)
        if ((now = read(file, bytes + *size, (size_t)what.st_size - *size)) > 0)
            *size += (size_t)now;
    close(file);
    if (bytes)
        bytes[*size] = '\0';
    return bytes;
}

void files_remove_folder(const char *folder)
{
    DIR *entries = *folder ? opendir(folder) : NULL;
    struct dirent *entry;
    while (entries && (entry = readdir(entries)))
        (void)unlinkat(dirfd(entries), entry->d_name, 0); /* folders are not: there are none */
    if (entries)
        closedir(entries);
    if (*folder)
        (void)rmdir(folder);
}

#define MOST_NAMES 1000

static int is_shown_folder(const struct dirent *entry)
{
    return *entry->d_name != '.' && (entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN);
}

static json_t *names_in(const char *folder, int (*is_shown)(const struct dirent *), const char *end)
{
    json_t *names = json_array();
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_shown, alphasort);
    for (int i = 0; i < count; i++) {
        if (i < MOST_NAMES) {
            json_t *name =
                json_sprintf("%s%s", entries[i]->d_name, entries[i]->d_type == DT_DIR ? end : "");
            json_array_append_new(names, name ? name : json_string("?"));
        }
        free(entries[i]);
    }
    free(entries);
    return names;
}

json_t *files_folders_in(const char *folder)
{
    return names_in(folder, is_shown_folder, "");
}

static int is_shown_at_all(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

json_t *files_in(const char *folder)
{
    return names_in(folder, is_shown_at_all, "/");
}

bool file_copy(const char *from, const char *to)
{
    char block[65536];
    int in = open(from, O_RDONLY | O_CLOEXEC);
    int out = in >= 0 ? open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666) : -1;
    ssize_t now = -1;
    bool copied = out >= 0;
    while (copied && (now = read(in, block, sizeof block)) > 0)
        copied = write_all(out, block, (size_t)now);
    if (in >= 0)
        close(in);
    if (out >= 0)
        copied = close(out) == 0 && copied && now == 0;
    return copied;
}
