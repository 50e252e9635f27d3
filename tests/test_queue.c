// SPDX-License-Identifier: MIT
/* The queues against sorting, and against each other. */
#include "base/queue.h"
#include "base/random.h"
#include "context.h"
#include "failing_memory.h"

#include <math.h>

#define MOST 4096

typedef struct item {
    float key;
    uint32_t payload;
} item;

static int compare_items(const void *a, const void *b)
{
    const item *p = a, *q = b;
    if (p->key != q->key)
        return p->key < q->key ? -1 : 1;
    return p->payload < q->payload ? -1 : p->payload > q->payload;
}

/* Keys of several characters: spread, tied, tiny, infinite, negative. */
static float key_of(fluv_key key, uint64_t i, int character)
{
    double u = fluv_random_between(key, i, -1.0, 1.0);
    switch (character) {
    case 0:
        return (float)(u * 3000.0);
    case 1:
        return (float)floor(u * 4.0);
    case 2:
        return (float)(u * 1e-40);
    default:
        return i % 50 == 0 ? INFINITY : i % 51 == 0 ? -0.0F : (float)exp(u * 80.0);
    }
}

/* One queue serves all rounds: started again it takes keys of any height. */
static void both_sort(void **state)
{
    fluv_ctx *ctx = *state;
    static item items[MOST];
    fluv_queue queue;
    fluv_heap heap;
    assert_int_equal(fluv_queue_init(ctx, &queue, MOST), FLUV_OK);
    assert_int_equal(fluv_heap_init(ctx, &heap, MOST), FLUV_OK);
    for (int round = 0; round < 40; round++) {
        fluv_key key = fluv_key_make((uint64_t)round, "test", "queue");
        size_t count = 1 + fluv_random_below(key, MOST, MOST);
        fluv_queue_restart(&queue);
        for (size_t i = 0; i < count; i++) {
            items[i] = (item){key_of(key, i, round % 4), (uint32_t)(i * 2654435761u)};
            fluv_queue_push(&queue, items[i].key, items[i].payload);
            fluv_heap_push(&heap, items[i].key, items[i].payload);
        }
        qsort(items, count, sizeof *items, compare_items);
        for (size_t i = 0; i < count; i++) {
            float a, b;
            assert_int_equal(fluv_queue_pop(&queue, &a), items[i].payload);
            assert_int_equal(fluv_heap_pop(&heap, &b), items[i].payload);
            assert_true(a == items[i].key && b == items[i].key);
        }
        assert_int_equal(fluv_queue_pop(&queue, NULL), FLUV_NONE);
        assert_int_equal(fluv_heap_pop(&heap, NULL), FLUV_NONE);
    }
    fluv_scratch_release(ctx, NULL);
}

/* As in flooding: what is popped pushes more, never below itself, often level with itself and with
 * a smaller payload. */
static void a_flood_leaves_both_in_the_same_order(void **state)
{
    fluv_ctx *ctx = *state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        fluv_key key = fluv_key_make(seed, "test", "flood");
        fluv_queue queue;
        fluv_heap heap;
        assert_int_equal(fluv_queue_init(ctx, &queue, MOST), FLUV_OK);
        assert_int_equal(fluv_heap_init(ctx, &heap, MOST), FLUV_OK);
        uint32_t pushed = 0, at;
        for (; pushed < 8; pushed++) {
            float start = key_of(key, pushed, 0);
            fluv_queue_push(&queue, start, MOST - pushed);
            fluv_heap_push(&heap, start, MOST - pushed);
        }
        float level, other;
        while ((at = fluv_queue_pop(&queue, &level)) != FLUV_NONE) {
            assert_int_equal(fluv_heap_pop(&heap, &other), at);
            assert_true(level == other);
            for (uint64_t k = 0; k < 3 && pushed < MOST; k++, pushed++) {
                float next = fmaxf(level, key_of(key, pushed, seed % 2 ? 0 : 1));
                fluv_queue_push(&queue, next, MOST - pushed);
                fluv_heap_push(&heap, next, MOST - pushed);
            }
        }
        assert_int_equal(pushed, MOST);
        assert_int_equal(fluv_heap_pop(&heap, NULL), FLUV_NONE);
        fluv_queue_drop(ctx, &queue);
        fluv_scratch_release(ctx, NULL);
    }
}

static fluv_status make_both(fluv_ctx *ctx, void *data)
{
    (void)data;
    fluv_queue queue;
    fluv_heap heap;
    fluv_status status = fluv_queue_init(ctx, &queue, 100);
    if (status == FLUV_OK)
        status = fluv_heap_init(ctx, &heap, 100);
    fluv_scratch_release(ctx, NULL);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    fail_each_allocation(*state, make_both, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(both_sort),
        TEST(a_flood_leaves_both_in_the_same_order),
        TEST(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
