// SPDX-License-Identifier: MIT
/* The whole map as memory, with the kernels' work beside it. */
#include "tiles/shown_map.h"

#include "base/disk.h"

#include <errno.h>
#include <string.h>

/* Blocks of work: where the pointer stands, bytes a cell, and what they hold at first. */
typedef struct block {
    void **at;
    size_t bytes;
    bool ones;
} block;

enum { BLOCKS = 10 };

static void list_blocks(fluv_whole_map *m, block blocks[BLOCKS])
{
    const block all[BLOCKS] = {
        {(void **)&m->lake_of, sizeof *m->lake_of, true},
        {(void **)&m->queue, sizeof *m->queue, false},
        {(void **)&m->receiver, sizeof *m->receiver, false},
        {(void **)&m->distance, sizeof *m->distance, false},
        {(void **)&m->changed, 1, false},
        {(void **)&m->room.seen, sizeof *m->room.seen, true},
        {(void **)&m->room.from, sizeof *m->room.from, false},
        {(void **)&m->room.shut, sizeof *m->room.shut, true},
        {(void **)&m->room.open.items, sizeof *m->room.open.items, false},
        {(void **)&m->room.lower.items, sizeof *m->room.lower.items, false},
    };
    memcpy(blocks, all, sizeof all);
}

static fluv_status take_blocks(fluv_whole_map *m)
{
    block blocks[BLOCKS];
    list_blocks(m, blocks);
    for (int i = 0; i < BLOCKS; i++) {
        size_t bytes = m->topology.count * blocks[i].bytes;
        *blocks[i].at = fluv_sparse_block(m->work->folder, bytes, blocks[i].ones);
        if (!*blocks[i].at)
            return fluv_fail(m->work->ctx, FLUV_NO_MEMORY,
                             "no room for lakes of the map beside %s: %s", m->work->folder,
                             strerror(errno));
    }
    m->room.open.room = m->room.lower.room = m->topology.count;
    return FLUV_OK;
}

fluv_status fluv_whole_map_open(fluv_tile_work *work, fluv_tile_grid height, fluv_whole_map *m)
{
    fluv_ctx *ctx = work->ctx;
    *m = (fluv_whole_map){.work = work, .height_grid = height};
    m->topology = fluv_topology_grid(work->tiling.cols, work->tiling.rows, work->cell);
    m->kind = fluv_store_map(ctx, &work->grids[FLUV_GRID_KIND]);
    m->before = m->kind ? fluv_store_map(ctx, &work->grids[FLUV_GRID_HEIGHT]) : NULL;
    m->label = m->before ? fluv_store_map(ctx, &work->grids[FLUV_GRID_FIRST]) : NULL;
    m->lake = m->label ? fluv_store_map(ctx, &work->grids[FLUV_GRID_LAKE]) : NULL;
    m->height = m->lake ? fluv_store_map_own(ctx, &work->grids[height]) : NULL;
    return m->height ? take_blocks(m) : FLUV_IO;
}

void fluv_whole_map_close(fluv_whole_map *m)
{
    block blocks[BLOCKS];
    if (!m->work)
        return;
    const fluv_store *grids = m->work->grids;
    list_blocks(m, blocks);
    for (int i = 0; i < BLOCKS; i++)
        if (*blocks[i].at)
            fluv_disk_block_free(*blocks[i].at, m->topology.count * blocks[i].bytes);
    fluv_store_unmap(&grids[FLUV_GRID_KIND], m->kind);
    fluv_store_unmap(&grids[FLUV_GRID_HEIGHT], m->before);
    fluv_store_unmap(&grids[FLUV_GRID_FIRST], m->label);
    fluv_store_unmap(&grids[FLUV_GRID_LAKE], m->lake);
    fluv_store_unmap(&grids[m->height_grid], m->height);
    *m = (fluv_whole_map){0};
}
