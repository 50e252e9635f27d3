// SPDX-License-Identifier: MIT
/* Two priority queues of (float key, uint32_t payload), smallest first. Equal keys leave by
 * payload, so that the order is unique and the same for both.
 *
 *   fluv_queue   keys only rise: none is pushed below the last popped one, as in flooding
 *   fluv_heap    any keys
 *
 * Memory is taken once for the most items there will be at a time; pushing cannot fail. */
#ifndef FLUV_BASE_QUEUE_H
#define FLUV_BASE_QUEUE_H

#include "base/ctx.h"

typedef struct fluv_heap {
    uint64_t *items; /* ordered key in the upper half, payload in the lower */
    size_t count, room;
} fluv_heap;

/* Takes scratch memory. */
FLUV_MUST_CHECK fluv_status fluv_heap_init(fluv_ctx *ctx, fluv_heap *heap, size_t room);
void fluv_heap_push(fluv_heap *heap, float key, uint32_t payload);
/* FLUV_NONE when empty; `key` may be NULL. */
uint32_t fluv_heap_pop(fluv_heap *heap, float *key);

#define FLUV_QUEUE_CHUNK 63

typedef struct fluv_queue_chunk {
    uint32_t next; /* of the same bucket, or of the free chunks; FLUV_NONE: last */
    uint32_t count;
    uint64_t items[FLUV_QUEUE_CHUNK];
} fluv_queue_chunk;

/* `front` holds the keys that agree with `base` in all bits from `front_bits` up; bucket b holds
 * the others whose highest bit that differs from `base` is bit b. Nothing is below `base`. */
typedef struct fluv_queue {
    uint32_t base;
    int front_bits;
    fluv_heap front;
    uint32_t occupied; /* bit b: bucket b is not empty */
    uint32_t head[32]; /* first chunk of each bucket, the only one that may be part full */
    uint32_t free_chunk, used_chunks;
    fluv_queue_chunk *chunks;
    size_t count, room;
} fluv_queue;

/* Takes scratch memory, about 16 bytes an item; fluv_queue_drop gives it back early. */
FLUV_MUST_CHECK fluv_status fluv_queue_init(fluv_ctx *ctx, fluv_queue *queue, size_t room);
void fluv_queue_drop(fluv_ctx *ctx, fluv_queue *queue);
void fluv_queue_restart(fluv_queue *queue); /* an empty one, for keys that may be lower again */
/* `key` is not NaN and not below the key popped last. */
void fluv_queue_push(fluv_queue *queue, float key, uint32_t payload);
uint32_t fluv_queue_pop(fluv_queue *queue, float *key); /* as fluv_heap_pop */

#endif
