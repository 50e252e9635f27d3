// SPDX-License-Identifier: MIT
/* Grids of a map on disk: bare numbers, row by row, of which windows are read and written. What was
 * never written is 0 and takes no room. The system's own cache of files holds what was used last,
 * as much as there is memory for. */
#ifndef FLUV_TILES_STORE_H
#define FLUV_TILES_STORE_H

#include "base/ctx.h"
#include "tiles/tiling.h"

/* Zeroed is valid, and closed. */
typedef struct fluv_store {
    const fluv_tiling *tiling;
    char *path; /* NULL: closed */
    int file;
    size_t cell_bytes;
} fluv_store;

/* Whether a file is a grid as fluv_store_open makes it, not cut short. */
bool fluv_store_is_whole(const fluv_tiling *tiling, const char *path, size_t cell_bytes);
/* Opens the grid, or makes it. */
FLUV_MUST_CHECK fluv_status fluv_store_open(fluv_ctx *ctx, const fluv_tiling *tiling,
                                            const char *path, size_t cell_bytes, fluv_store *store);
void fluv_store_close(fluv_store *store); /* legal twice */

FLUV_MUST_CHECK fluv_status fluv_store_read(fluv_ctx *ctx, const fluv_store *store,
                                            fluv_pane window, void *out);
/* Writes `window` from `cells`, which are those of `held`: it holds the window. */
FLUV_MUST_CHECK fluv_status fluv_store_write(fluv_ctx *ctx, const fluv_store *store,
                                             fluv_pane window, fluv_pane held, const void *cells);

/* As if it had never been written. */
FLUV_MUST_CHECK fluv_status fluv_store_clear(fluv_ctx *ctx, const fluv_store *store);

/* The whole grid as memory that is only read; the system reads what is looked at. NULL with a
 * message on failure; end it with fluv_store_unmap. */
const void *fluv_store_map(fluv_ctx *ctx, const fluv_store *store);
/* The same as memory of one's own: what is written into it does not reach the disk. */
void *fluv_store_map_own(fluv_ctx *ctx, const fluv_store *store);
void fluv_store_unmap(const fluv_store *store, const void *cells);

#endif
