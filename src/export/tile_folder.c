// SPDX-License-Identifier: MIT
/* A folder of a web map's tiles.
 *
 * Based on: Protomaps. PMTiles version 3 specification. 2023 (the number of a tile) */
#include "export/tile_folder.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t id_of(int zoom, uint32_t x, uint32_t y)
{
    assert(zoom >= 0 && zoom < 27);
    uint64_t id = ((1ull << 2 * zoom) - 1) / 3; /* all tiles of the zooms before */
    for (uint32_t s = zoom ? 1u << (zoom - 1) : 0; s; s >>= 1) {
        uint32_t right = (x & s) != 0, down = (y & s) != 0;
        id += (uint64_t)s * s * ((3 * right) ^ down);
        if (!down) {
            uint32_t was = x;
            x = right ? s - 1 - (y & (s - 1)) : y;
            y = right ? s - 1 - (was & (s - 1)) : was;
        }
    }
    return id;
}

fluv_tile fluv_tile_at(int zoom, uint32_t x, uint32_t y)
{
    return (fluv_tile){id_of(zoom, x, y), zoom, x, y};
}

int fluv_tile_compare(const void *a, const void *b)
{
    uint64_t left = ((const fluv_tile *)a)->id, right = ((const fluv_tile *)b)->id;
    return left < right ? -1 : left > right;
}

/* The number that a name begins with; false: it is none, or something else follows than `end`. */
static bool number_in(const char *name, const char *end, uint32_t *out)
{
    char *rest;
    if (*name < '0' || *name > '9')
        return false;
    *out = (uint32_t)strtoul(name, &rest, 10);
    return strcmp(rest, end) == 0;
}

static fluv_status list_column(fluv_ctx *ctx, const fluv_tile_folder *folder, int zoom, uint32_t x,
                               fluv_list *tiles)
{
    char path[PATH_MAX], end[16];
    snprintf(path, sizeof path, "%.*s/%d/%u", PATH_MAX - 64, folder->path, zoom, x);
    snprintf(end, sizeof end, ".%s", folder->ending);
    DIR *stream = opendir(path);
    fluv_status status = stream ? FLUV_OK : fluv_fail(ctx, FLUV_IO, "cannot read %s", path);
    for (struct dirent *file; status == FLUV_OK && (file = readdir(stream));) {
        uint32_t y;
        if (!number_in(file->d_name, end, &y))
            continue;
        fluv_tile *to = fluv_list_append(ctx, tiles, 1, sizeof *to);
        if (to)
            *to = fluv_tile_at(zoom, x, y);
        else
            status = FLUV_NO_MEMORY;
    }
    if (stream)
        closedir(stream);
    return status;
}

fluv_status fluv_tile_folder_list(fluv_ctx *ctx, const fluv_tile_folder *folder, fluv_list *tiles)
{
    assert(folder->least >= 0 && folder->most < 27);
    for (int zoom = folder->least; zoom <= folder->most; zoom++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%.*s/%d", PATH_MAX - 32, folder->path, zoom);
        DIR *stream = opendir(path); /* a zoom without tiles has no folder */
        fluv_status status = FLUV_OK;
        uint32_t x;
        for (struct dirent *file; stream && status == FLUV_OK && (file = readdir(stream));)
            if (number_in(file->d_name, "", &x))
                status = list_column(ctx, folder, zoom, x, tiles);
        if (stream)
            closedir(stream);
        FLUV_TRY(status);
    }
    if (tiles->count)
        qsort(tiles->items, tiles->count, sizeof(fluv_tile), fluv_tile_compare);
    return FLUV_OK;
}

fluv_status fluv_tile_folder_read(fluv_ctx *ctx, const fluv_tile_folder *folder,
                                  const fluv_tile *tile, unsigned char **bytes, size_t *count)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.*s/%d/%u/%u.%s", PATH_MAX - 64, folder->path, tile->zoom,
             tile->x, tile->y, folder->ending);
    FILE *in = fopen(path, "rb");
    long size = in && fseek(in, 0, SEEK_END) == 0 ? ftell(in) : -1;
    fluv_status status = FLUV_OK;
    *bytes = size > 0 ? fluv_alloc(ctx, (size_t)size, 1) : NULL;
    *count = size > 0 ? (size_t)size : 0;
    if (size > 0 && !*bytes)
        status = FLUV_NO_MEMORY;
    else if (size <= 0 || fseek(in, 0, SEEK_SET) != 0 || fread(*bytes, 1, *count, in) != *count)
        status = fluv_fail(ctx, FLUV_IO, "cannot read %s: %s", path, strerror(errno));
    if (in)
        fclose(in);
    return status;
}

void fluv_tile_folder_clear(const fluv_tile_folder *folder, const fluv_list *list)
{
    const fluv_tile *tiles = list->items;
    char path[PATH_MAX];
    for (int part = 0; part < 3; part++) /* files, columns, zooms */
        for (size_t i = 0; i < list->count; i++) {
            const fluv_tile *t = &tiles[i];
            int at = snprintf(path, sizeof path, "%.*s/%d", PATH_MAX - 64, folder->path, t->zoom);
            if (part < 2)
                at += snprintf(path + at, 32, "/%u", t->x);
            if (part < 1)
                snprintf(path + at, 32, "/%u.%s", t->y, folder->ending);
            (void)!(part ? rmdir(path) : unlink(path));
        }
}
