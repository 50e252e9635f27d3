// SPDX-License-Identifier: MIT
/* A folder of a web map's tiles: {z}/{x}/{y}.ENDING. */
#ifndef FLUV_EXPORT_TILE_FOLDER_H
#define FLUV_EXPORT_TILE_FOLDER_H

#include "base/list.h"

typedef struct fluv_tile_folder {
    const char *path, *ending;
    int least, most; /* zooms */
} fluv_tile_folder;

typedef struct fluv_tile {
    uint64_t id; /* zooms one after the other, within each along Hilbert's curve */
    int zoom;
    uint32_t x, y;
} fluv_tile;

fluv_tile fluv_tile_at(int zoom, uint32_t x, uint32_t y);
/* For qsort: by id. */
int fluv_tile_compare(const void *a, const void *b);

/* Appends the tiles that are there, by id. */
FLUV_MUST_CHECK fluv_status fluv_tile_folder_list(fluv_ctx *ctx, const fluv_tile_folder *folder,
                                                  fluv_list *tiles);
/* The bytes of one of them; fluv_free them. An empty file cannot be read. */
FLUV_MUST_CHECK fluv_status fluv_tile_folder_read(fluv_ctx *ctx, const fluv_tile_folder *folder,
                                                  const fluv_tile *tile, unsigned char **bytes,
                                                  size_t *count);
/* Removes the tiles' files and their folders; what else lies there stays. */
void fluv_tile_folder_clear(const fluv_tile_folder *folder, const fluv_list *tiles);

#endif
