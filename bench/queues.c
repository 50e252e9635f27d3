// SPDX-License-Identifier: MIT
/* The two priority queues side by side, as flooding uses them: the lowest leaves, one a little
 * higher comes, and the number that wait stays the same. */
#include "bench.h"

#include "base/queue.h"
#include "base/random.h"

#include <math.h>
#include <stdio.h>

#define TURNS      (1 << 22)
#define FIRST_KEYS 1000.0 /* what waits at first lies between 0 and this */
#define MOST_RISE  20.0

static float first_key(fluv_key key, uint32_t i)
{
    return (float)fluv_random_between(key, i, 0.0, FIRST_KEYS);
}

/* Rises are drawn beforehand: drawing costs as much as a short queue. */
#define RISES 4096
static void draw_rises(fluv_key key, float *rise)
{
    for (uint32_t i = 0; i < RISES; i++)
        rise[i] = (float)fluv_random_between(key, i, 0.0, MOST_RISE);
}

static fluv_status time_heap(fluv_ctx *ctx, uint32_t waiting, const float *rise, double *seconds)
{
    fluv_heap heap;
    FLUV_TRY(fluv_heap_init(ctx, &heap, waiting));
    fluv_key key = fluv_key_make(1, "bench", "queue");
    double start = fluv_clock();
    for (uint32_t i = 0; i < waiting; i++)
        fluv_heap_push(&heap, first_key(key, i), i);
    for (uint32_t i = 0; i < TURNS; i++) {
        float at;
        uint32_t payload = fluv_heap_pop(&heap, &at);
        fluv_heap_push(&heap, at + rise[i % RISES], payload);
    }
    *seconds = fluv_clock() - start;
    fluv_scratch_release(ctx, NULL);
    return FLUV_OK;
}

static fluv_status time_queue(fluv_ctx *ctx, uint32_t waiting, const float *rise, double *seconds)
{
    fluv_queue queue;
    FLUV_TRY(fluv_queue_init(ctx, &queue, waiting));
    fluv_key key = fluv_key_make(1, "bench", "queue");
    double start = fluv_clock();
    for (uint32_t i = 0; i < waiting; i++)
        fluv_queue_push(&queue, first_key(key, i), i);
    for (uint32_t i = 0; i < TURNS; i++) {
        float at;
        uint32_t payload = fluv_queue_pop(&queue, &at);
        fluv_queue_push(&queue, at + rise[i % RISES], payload);
    }
    *seconds = fluv_clock() - start;
    fluv_scratch_release(ctx, NULL);
    return FLUV_OK;
}

fluv_status bench_queues(fluv_ctx *ctx, uint32_t size)
{
    (void)size; /* queues know of no cells */
    static const uint32_t waiting[] = {1 << 8, 1 << 12, 1 << 16, 1 << 20};
    float rise[RISES];
    draw_rises(fluv_key_make(1, "bench", "rise"), rise);
    printf("\nqueues, ns an item in and out, best of %d\n%-15s %8s %8s %14s\n", BENCH_REPEATS,
           "items waiting", "heap", "queue", "times as fast");
    for (size_t w = 0; w < sizeof waiting / sizeof *waiting; w++) {
        double heap = INFINITY, queue = INFINITY, items = (double)TURNS + waiting[w];
        for (int i = 0; i < BENCH_REPEATS; i++) {
            double now;
            FLUV_TRY(time_heap(ctx, waiting[w], rise, &now));
            heap = fmin(heap, now);
            FLUV_TRY(time_queue(ctx, waiting[w], rise, &now));
            queue = fmin(queue, now);
        }
        printf("%-15u %8.1f %8.1f %14.2f\n", waiting[w], heap / items * 1e9, queue / items * 1e9,
               heap / queue);
    }
    return FLUV_OK;
}
