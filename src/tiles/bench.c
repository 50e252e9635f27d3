// SPDX-License-Identifier: MIT
/* The folder of a run in tiles. The file `state` is written last and moved into its place, so that
 * a phase that it names is whole on the disk. */
#include "tiles/bench.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define STATE "state"
#define HEAD  "interfluve tiles 2\n"
#define GIB   (1024.0 * 1024.0 * 1024.0)

static void path_of(const fluv_tile_bench *bench, const char *name, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/%s", bench->folder, name);
}

void fluv_tile_bench_name(const char *dir, fluv_tile_bench *bench)
{
    size_t length = strlen(dir);
    while (length > 1 && dir[length - 1] == '/')
        length--;
    snprintf(bench->folder, sizeof bench->folder, "%.*s.tiles", (int)length, dir);
}

/* Files of ours alone: what is named .raw, the state, and shares of the result. */
static bool is_ours(const fluv_tile_bench *bench, const char *name)
{
    size_t length = strlen(name);
    return strncmp(name, STATE, strlen(STATE)) == 0 || bench->is_share(name) ||
           (length > 4 && strcmp(name + length - 4, ".raw") == 0);
}

static void remove_files(const fluv_tile_bench *bench)
{
    DIR *stream = opendir(bench->folder);
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        char path[PATH_MAX];
        path_of(bench, entry->d_name, path);
        if (is_ours(bench, entry->d_name))
            unlink(path);
    }
    if (stream)
        closedir(stream);
}

void fluv_tile_bench_clear(const fluv_tile_bench *bench)
{
    remove_files(bench);
    rmdir(bench->folder);
}

/* Reads how far the same job came; 0: it did not, or it was another. */
static unsigned phases_done(const fluv_tile_bench *bench)
{
    char path[PATH_MAX];
    path_of(bench, STATE, path);
    FILE *stream = fopen(path, "rb");
    size_t size = strlen(HEAD) + strlen(bench->job);
    char *text = stream ? malloc(size + 1) : NULL;
    unsigned done = 0;
    bool same = text && fscanf(stream, "%u\n", &done) == 1 &&
                fread(text, 1, size, stream) == size && memcmp(text, HEAD, strlen(HEAD)) == 0 &&
                memcmp(text + strlen(HEAD), bench->job, strlen(bench->job)) == 0 &&
                fgetc(stream) == EOF;
    free(text);
    if (stream)
        fclose(stream);
    return same ? done : 0;
}

static fluv_status write_state(fluv_ctx *ctx, const fluv_tile_bench *bench)
{
    char path[PATH_MAX], fresh[PATH_MAX];
    path_of(bench, STATE, path);
    path_of(bench, STATE ".new", fresh);
    FILE *stream = fopen(fresh, "wb");
    bool good = stream && fprintf(stream, "%u\n%s%s", bench->done, HEAD, bench->job) > 0;
    good = stream && fclose(stream) == 0 && good;
    if (!good || rename(fresh, path) != 0)
        return fluv_fail(ctx, FLUV_IO, "cannot write %s: %s", path, strerror(errno));
    return FLUV_OK;
}

/* A folder that somebody else made is left alone. */
static fluv_status expect_ours(fluv_ctx *ctx, const fluv_tile_bench *bench)
{
    DIR *stream = opendir(bench->folder);
    fluv_status status = FLUV_OK;
    for (struct dirent *entry; stream && status == FLUV_OK && (entry = readdir(stream));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            !is_ours(bench, entry->d_name))
            status =
                fluv_fail(ctx, FLUV_IO, "%s: %s in it was not written by interfluve: move it away",
                          bench->folder, entry->d_name);
    if (stream)
        closedir(stream);
    return status;
}

static fluv_status expect_room(fluv_ctx *ctx, const fluv_tile_bench *bench, double bytes)
{
    struct statvfs disk;
    if (statvfs(bench->folder, &disk) != 0)
        return FLUV_OK;
    double there = (double)disk.f_bavail * (double)disk.f_frsize;
    if (bytes <= there)
        return FLUV_OK;
    (void)rmdir(bench->folder);
    return fluv_fail(ctx, FLUV_IO, "%s: needs %.1f GiB on the disk, %.1f GiB are free",
                     bench->folder, bytes / GIB, there / GIB);
}

fluv_status fluv_tile_bench_begin(fluv_ctx *ctx, const char *dir, const char *job, double bytes,
                                  fluv_tile_bench *bench)
{
    fluv_tile_bench_name(dir, bench);
    bench->job = job;
    bench->done = 0;
    if (mkdir(bench->folder, 0777) != 0 && errno != EEXIST)
        return fluv_fail(ctx, FLUV_IO, "%s: %s", bench->folder, strerror(errno));
    FLUV_TRY(expect_ours(ctx, bench));
    bench->done = phases_done(bench);
    return bench->done ? FLUV_OK : fluv_tile_bench_anew(ctx, bytes, bench);
}

fluv_status fluv_tile_bench_anew(fluv_ctx *ctx, double bytes, fluv_tile_bench *bench)
{
    bench->done = 0;
    remove_files(bench);
    FLUV_TRY(expect_room(ctx, bench, bytes));
    return write_state(ctx, bench);
}

fluv_status fluv_tile_bench_note(fluv_ctx *ctx, fluv_tile_bench *bench)
{
    bench->done++;
    return write_state(ctx, bench);
}
