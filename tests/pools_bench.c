// SPDX-License-Identifier: MIT
#include "pools_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void find_drainage(fluv_ctx *ctx, pools_bench *b)
{
    uint32_t cells = b->t.cells, *queue = test_room(cells, sizeof *queue);
    b->grid = terrain_grid(&b->t);
    b->kind = test_room(cells, 1);
    b->receiver = test_room(cells, sizeof *b->receiver);
    b->streams = test_room(cells, sizeof *b->streams);
    fluv_cells_classify(&b->grid, 2, b->t.height, b->kind);
    fluv_cells_find_sea(&b->grid, b->t.height, b->kind, queue);
    free(queue);
    fluv_drainage_job job = {
        .topology = b->grid, .height = b->t.height, .kind = b->kind, .receiver = b->receiver};
    assert_int_equal(fluv_drainage_find(ctx, &job, &b->d), FLUV_OK);
    memcpy(b->streams, b->receiver, cells * sizeof *b->streams);
}

static void settle(fluv_ctx *ctx, pools_bench *b)
{
    const fluv_hierarchy *h = &b->d.hierarchy;
    fluv_hollow_size *size = fluv_scratch(ctx, h->node_count, sizeof *size);
    uint32_t *pool_of = fluv_scratch(ctx, (size_t)h->basin_count + 1, sizeof *pool_of);
    assert_true(size && pool_of);
    assert_int_equal(fluv_hollows_measure(ctx, &b->grid, h, b->t.height, b->d.label, size),
                     FLUV_OK);
    b->settlement = (fluv_settlement){.topology = &b->grid,
                                      .kind = b->kind,
                                      .label = b->d.label,
                                      .hierarchy = h,
                                      .size = size,
                                      .height = b->t.height,
                                      .receiver = b->receiver,
                                      .pool_of = pool_of};
    assert_int_equal(fluv_hollows_settle(ctx, &b->settlement), FLUV_OK);
}

void pools_bench_settle(fluv_ctx *ctx, pools_bench *b)
{
    find_drainage(ctx, b);
    settle(ctx, b);
    b->pools = (fluv_pools){.count = (uint32_t)b->settlement.pools.count,
                            .pools = b->settlement.pools.items,
                            .pool_of = b->settlement.pool_of};
    b->pools.states = test_room(b->pools.count, sizeof *b->pools.states);
    b->pools.at = test_room(b->t.cells, sizeof *b->pools.at);
    b->supply = test_room(b->pools.count, sizeof *b->supply);
    b->next = test_room((size_t)b->pools.count + 1, sizeof *b->next);
    assert_int_equal(fluv_pools_locate(ctx, &b->grid, b->t.height, b->d.label, &b->pools), FLUV_OK);
}

void pools_bench_free(fluv_ctx *ctx, pools_bench *b)
{
    fluv_list_free(&b->settlement.pools);
    fluv_scratch_release(ctx, NULL);
    free(b->kind);
    free(b->receiver);
    free(b->streams);
    free(b->pools.states);
    free(b->pools.at);
    free(b->supply);
    free(b->next);
    terrain_free(&b->t);
}

uint32_t pools_bench_lake(const pools_bench *b, uint32_t basin)
{
    uint32_t p = b->pools.pool_of[basin];
    return p == FLUV_NONE ? FLUV_NONE : b->pools.states[p].lake;
}
