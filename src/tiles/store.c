// SPDX-License-Identifier: MIT
/* Grids on disk. */
#include "tiles/store.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static size_t bytes_of(const fluv_store *store)
{
    return (size_t)store->tiling->cols * store->tiling->rows * store->cell_bytes;
}

bool fluv_store_is_whole(const fluv_tiling *tiling, const char *path, size_t cell_bytes)
{
    const fluv_store store = {.tiling = tiling, .cell_bytes = cell_bytes};
    struct stat found;
    return stat(path, &found) == 0 && S_ISREG(found.st_mode) &&
           (size_t)found.st_size == bytes_of(&store);
}

fluv_status fluv_store_open(fluv_ctx *ctx, const fluv_tiling *tiling, const char *path,
                            size_t cell_bytes, fluv_store *store)
{
    *store = (fluv_store){.tiling = tiling, .cell_bytes = cell_bytes};
    store->path = fluv_text_copy(ctx, path);
    if (!store->path)
        return FLUV_NO_MEMORY;
    store->file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (store->file < 0 || ftruncate(store->file, (off_t)bytes_of(store)) != 0) {
        fluv_status status = fluv_fail(ctx, FLUV_IO, "cannot write %s: %s", path, strerror(errno));
        fluv_store_close(store);
        return status;
    }
    return FLUV_OK;
}

void fluv_store_close(fluv_store *store)
{
    if (store->path && store->file >= 0)
        close(store->file);
    fluv_free(store->path);
    *store = (fluv_store){0};
}

/* All of it, in as many calls as the system needs. */
static fluv_status move_all(fluv_ctx *ctx, const fluv_store *store, bool write, uint8_t *bytes,
                            size_t count, uint64_t offset)
{
    while (count) {
        ssize_t moved = write ? pwrite(store->file, bytes, count, (off_t)offset)
                              : pread(store->file, bytes, count, (off_t)offset);
        if (moved < 0 && errno == EINTR)
            continue;
        if (moved <= 0)
            return fluv_fail(ctx, FLUV_IO, "cannot %s %s: %s", write ? "write" : "read",
                             store->path, moved < 0 ? strerror(errno) : "it is cut short");
        bytes += moved;
        count -= (size_t)moved;
        offset += (uint64_t)moved;
    }
    return FLUV_OK;
}

static uint64_t offset_of(const fluv_store *store, fluv_pane window, uint32_t row)
{
    return fluv_tiling_cell(store->tiling, window.col, window.row + row) * store->cell_bytes;
}

/* Rows of the map's full width lie behind each other. */
static bool is_whole(const fluv_store *store, fluv_pane window)
{
    return window.cols == store->tiling->cols;
}

fluv_status fluv_store_read(fluv_ctx *ctx, const fluv_store *store, fluv_pane window, void *out)
{
    size_t line = window.cols * store->cell_bytes;
    if (is_whole(store, window))
        return move_all(ctx, store, false, out, line * window.rows, offset_of(store, window, 0));
    for (uint32_t row = 0; row < window.rows; row++)
        FLUV_TRY(move_all(ctx, store, false, (uint8_t *)out + row * line, line,
                          offset_of(store, window, row)));
    return FLUV_OK;
}

fluv_status fluv_store_write(fluv_ctx *ctx, const fluv_store *store, fluv_pane window,
                             fluv_pane held, const void *cells)
{
    assert(window.col >= held.col && window.col + window.cols <= held.col + held.cols);
    assert(window.row >= held.row && window.row + window.rows <= held.row + held.rows);
    size_t line = window.cols * store->cell_bytes;
    for (uint32_t row = 0; row < window.rows; row++) {
        size_t at = (size_t)(window.row - held.row + row) * held.cols + window.col - held.col;
        uint8_t *from = (uint8_t *)(uintptr_t)cells + at * store->cell_bytes;
        FLUV_TRY(move_all(ctx, store, true, from, line, offset_of(store, window, row)));
    }
    return FLUV_OK;
}

fluv_status fluv_store_clear(fluv_ctx *ctx, const fluv_store *store)
{
    if (ftruncate(store->file, 0) != 0 || ftruncate(store->file, (off_t)bytes_of(store)) != 0)
        return fluv_fail(ctx, FLUV_IO, "cannot write %s: %s", store->path, strerror(errno));
    return FLUV_OK;
}

static void *map(fluv_ctx *ctx, const fluv_store *store, int access, int kind)
{
    void *cells = mmap(NULL, bytes_of(store), access, kind, store->file, 0);
    if (cells == MAP_FAILED) {
        (void)!fluv_fail(ctx, FLUV_IO, "%s: %s", store->path, strerror(errno));
        return NULL;
    }
    return cells;
}

const void *fluv_store_map(fluv_ctx *ctx, const fluv_store *store)
{
    return map(ctx, store, PROT_READ, MAP_SHARED);
}

void *fluv_store_map_own(fluv_ctx *ctx, const fluv_store *store)
{
    return map(ctx, store, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE);
}

void fluv_store_unmap(const fluv_store *store, const void *cells)
{
    if (cells)
        munmap((void *)(uintptr_t)cells, bytes_of(store));
}
