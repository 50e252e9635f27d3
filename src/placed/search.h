// SPDX-License-Identifier: MIT
/* Inside src/placed: searches for ways over the ground (way.c, legs.c). */
#ifndef FLUV_PLACED_SEARCH_H
#define FLUV_PLACED_SEARCH_H

#include "placed/earth.h"

#include "base/queue.h"

typedef struct fluv_search {
    const fluv_earth *earth; /* its `from` says from where a cell was reached */
    fluv_heap open;
    fluv_list touched; /* uint32_t: cells whose `from` is set */
} fluv_search;

/* To be ended also after a failure; then `from` is as it was. */
FLUV_MUST_CHECK fluv_status fluv_search_begin(fluv_ctx *ctx, const fluv_earth *earth,
                                              fluv_search *s);
void fluv_search_end(fluv_ctx *ctx, fluv_search *s);
FLUV_MUST_CHECK fluv_status fluv_search_push(fluv_ctx *ctx, fluv_search *s, float key,
                                             uint32_t cell);
/* Notes from where a cell was reached; the first is reached from itself. */
FLUV_MUST_CHECK fluv_status fluv_search_reach(fluv_ctx *ctx, fluv_search *s, uint32_t cell,
                                              uint32_t from);
/* Appends the way from the start, which is left out, to a cell. */
FLUV_MUST_CHECK fluv_status fluv_search_take(fluv_ctx *ctx, const fluv_search *s, uint32_t last,
                                             fluv_list *cells);

#endif
