// SPDX-License-Identifier: MIT
/* Searches over the ground: a queue, and from where each cell was reached. */
#include "placed/search.h"

#include <assert.h>
#include <string.h>

#define FIRST_ROOM 4096

fluv_status fluv_search_begin(fluv_ctx *ctx, const fluv_earth *earth, fluv_search *s)
{
    *s = (fluv_search){.earth = earth};
    return fluv_heap_init(ctx, &s->open, FIRST_ROOM);
}

void fluv_search_end(fluv_ctx *ctx, fluv_search *s)
{
    const uint32_t *cells = s->touched.items;
    for (size_t i = 0; i < s->touched.count; i++)
        s->earth->from[cells[i]] = FLUV_NONE;
    fluv_list_free(&s->touched);
    fluv_scratch_drop(ctx, s->open.items);
}

fluv_status fluv_search_push(fluv_ctx *ctx, fluv_search *s, float key, uint32_t cell)
{
    if (s->open.count == s->open.room) {
        fluv_heap larger;
        FLUV_TRY(fluv_heap_init(ctx, &larger, 2 * s->open.room));
        memcpy(larger.items, s->open.items, s->open.count * sizeof *larger.items);
        larger.count = s->open.count;
        fluv_scratch_drop(ctx, s->open.items);
        s->open = larger;
    }
    fluv_heap_push(&s->open, key, cell);
    return FLUV_OK;
}

fluv_status fluv_search_reach(fluv_ctx *ctx, fluv_search *s, uint32_t cell, uint32_t from)
{
    assert(cell < s->earth->topology.count && from < s->earth->topology.count);
    if (s->earth->from[cell] == FLUV_NONE) {
        uint32_t *touched = fluv_list_append(ctx, &s->touched, 1, sizeof *touched);
        if (!touched)
            return FLUV_NO_MEMORY;
        *touched = cell;
    }
    s->earth->from[cell] = from;
    return FLUV_OK;
}

fluv_status fluv_search_take(fluv_ctx *ctx, const fluv_search *s, uint32_t last, fluv_list *cells)
{
    size_t count = 0;
    for (uint32_t at = last; s->earth->from[at] != at; at = s->earth->from[at])
        count++;
    uint32_t *way = fluv_list_append(ctx, cells, count, sizeof *way);
    if (count && !way)
        return FLUV_NO_MEMORY;
    for (uint32_t at = last; count > 0; at = s->earth->from[at])
        way[--count] = at;
    return FLUV_OK;
}
