// SPDX-License-Identifier: MIT
/* The context: counted memory of three lifetimes, failing on purpose, messages, progress, cancel.
 */
#include "base/list.h"
#include "base/random.h"
#include "base/shared.h"
#include "context.h"

#include <malloc.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static size_t now(const fluv_ctx *ctx)
{
    return atomic_load(&ctx->memory.now);
}

static void plain_memory_is_counted(void **state)
{
    fluv_ctx *ctx = *state;
    uint32_t *numbers = fluv_alloc(ctx, 100, sizeof *numbers);
    assert_non_null(numbers);
    assert_int_equal((uintptr_t)numbers % 64, 0);
    assert_int_equal(now(ctx), 400);
    for (uint32_t i = 0; i < 100; i++)
        numbers[i] = i;
    numbers = fluv_realloc(ctx, numbers, 1000, sizeof *numbers);
    assert_non_null(numbers);
    for (uint32_t i = 0; i < 100; i++)
        assert_int_equal(numbers[i], i);
    assert_int_equal(now(ctx), 4000);
    assert_true(atomic_load(&ctx->memory.peak) >= 4400);
    numbers = fluv_realloc(ctx, numbers, 10, sizeof *numbers);
    assert_non_null(numbers);
    assert_int_equal(numbers[9], 9);
    fluv_free(numbers);
    fluv_free(NULL);
    const unsigned char *zero = fluv_alloc_zero(ctx, 3, 5);
    assert_non_null(zero);
    for (int i = 0; i < 15; i++)
        assert_int_equal(zero[i], 0);
    fluv_free((void *)(uintptr_t)zero);
}

/* Fills, grows and compares; either the block has grown, or it is what it was. */
static unsigned char *grow_while_memory_fails(fluv_ctx *ctx, unsigned char *block, size_t from,
                                              size_t to, int allocations)
{
    for (size_t i = 0; i < from; i++)
        block[i] = (unsigned char)(i * 31 % 251);
    atomic_store(&ctx->memory.allocations_left, allocations);
    unsigned char *grown = fluv_realloc(ctx, block, to, 1);
    atomic_store(&ctx->memory.allocations_left, -1);
    const unsigned char *kept = grown ? grown : block;
    assert_int_equal((uintptr_t)kept % 64, 0);
    for (size_t i = 0; i < (from < to ? from : to); i++)
        if (kept[i] != (unsigned char)(i * 31 % 251))
            fail_msg("byte %zu of %zu is lost", i, from);
    return grown ? grown : block;
}

#define MANY ((size_t)3 << 20) /* bytes, more than a block must have to go to disk */

static size_t on_disk(const fluv_ctx *ctx)
{
    return atomic_load(&ctx->memory.on_disk);
}

/* What goes beyond half of the limit lies on disk, keeps what was written to it wherever it grows
 * to, and leaves no file behind. */
static void what_does_not_fit_lies_on_disk(void **state)
{
    fluv_ctx *ctx = *state;
    char folder[] = "fluv-disk-XXXXXX";
    assert_non_null(mkdtemp(folder));
    fluv_set_memory_limit(ctx, 4 * MANY);
    assert_int_equal(fluv_set_disk(ctx, folder), FLUV_OK);
    unsigned char *first = fluv_alloc(ctx, MANY, 1), *second = fluv_alloc(ctx, MANY, 1);
    assert_int_equal(on_disk(ctx), 0);
    unsigned char *third = fluv_alloc(ctx, MANY, 1), *small = fluv_alloc(ctx, 1000, 1);
    assert_true(first && second && third && small);
    assert_int_equal(on_disk(ctx), MANY);
    assert_int_equal(now(ctx), 3 * MANY + 1000);
    third = grow_while_memory_fails(ctx, third, MANY, 2 * MANY, 1);
    assert_int_equal(on_disk(ctx), 2 * MANY);
    second = grow_while_memory_fails(ctx, second, MANY, 2 * MANY, 1); /* and leaves memory */
    assert_int_equal(on_disk(ctx), 4 * MANY);
    third = grow_while_memory_fails(ctx, third, 2 * MANY, 100, 1); /* and comes back */
    assert_int_equal(on_disk(ctx), 2 * MANY);
    assert_int_equal(rmdir(folder), 0); /* it is empty */
    void *none = fluv_alloc(ctx, 2 * MANY, 1);
    assert_null(none);
    assert_non_null(strstr(fluv_message(ctx), folder));
    fluv_free(first);
    fluv_free(second);
    fluv_free(third);
    fluv_free(small);
    assert_int_equal(now(ctx), 0);
    assert_int_equal(on_disk(ctx), 0);
    assert_int_equal(fluv_set_disk(ctx, folder), FLUV_IO); /* it is gone */
    fluv_set_memory_limit(ctx, 1);
    assert_int_equal(fluv_set_disk(ctx, NULL), FLUV_OK);
    first = fluv_alloc(ctx, MANY, 1);
    assert_int_equal(on_disk(ctx), 0);
    fluv_free(first);
}

/* In the heap a block between others is copied when it grows, and seldom to where a line begins. */
static void a_large_block_survives_every_failure_to_grow(void **state)
{
    fluv_ctx *ctx = *state;
    const size_t step = ((size_t)1 << 20) + 400;
    (void)mallopt(M_MMAP_THRESHOLD, 1 << 25); /* a sanitizer has a heap of its own */
    for (int allocations = 0; allocations < 3; allocations++)
        for (size_t round = 0; round < 8; round++) {
            size_t before = now(ctx), size = step + 16 * round;
            unsigned char *block = fluv_alloc(ctx, size, 1);
            void *beside = malloc(100 + 16 * round); /* in the way */
            assert_non_null(block);
            assert_non_null(beside);
            block = grow_while_memory_fails(ctx, block, size, 2 * size, allocations);
            size = allocations ? 2 * size : size;
            assert_int_equal(now(ctx), before + size);
            block = grow_while_memory_fails(ctx, block, size, size + 48, 2);
            block = grow_while_memory_fails(ctx, block, size + 48, step, 2);
            assert_int_equal(now(ctx), before + step);
            free(beside);
            fluv_free(block);
            assert_int_equal(now(ctx), before);
        }
}

/* Blocks of all sizes come and go. Each keeps what was written to it, all are counted, and with
 * those that wait for their next use no more is held than was in use at some time. */
static void blocks_that_wait_are_never_too_much(void **state)
{
    fluv_ctx *ctx = *state;
    enum { BLOCKS = 9, ROUNDS = 300, SMALLEST = 1 << 20 };
    fluv_key key = fluv_key_make(1, "test", "blocks");
    uint64_t *blocks[BLOCKS] = {NULL};
    size_t words[BLOCKS] = {0}, in_use = 0, most = 0, waited = 0;
    for (uint64_t round = 0; round < ROUNDS; round++) {
        size_t i = fluv_random_below(key, 2 * round, BLOCKS);
        for (size_t k = 0; k < words[i]; k += 509)
            assert_true(blocks[i][k] == (i << 32 | k));
        fluv_free(blocks[i]);
        in_use -= words[i] * sizeof **blocks;
        words[i] = (SMALLEST + fluv_random_below(key, 2 * round + 1, 4 * SMALLEST)) / 8;
        blocks[i] = fluv_alloc(ctx, words[i], sizeof **blocks);
        assert_non_null(blocks[i]);
        for (size_t k = 0; k < words[i]; k += 509)
            blocks[i][k] = i << 32 | k;
        in_use += words[i] * sizeof **blocks;
        assert_true(now(ctx) >= in_use && now(ctx) <= in_use + in_use / 64);
        most = now(ctx) > most ? now(ctx) : most;
        size_t waiting = atomic_load(&ctx->memory.spare_bytes);
        assert_true(now(ctx) + waiting <= most);
        waited += waiting > 0;
    }
#ifndef __SANITIZE_ADDRESS__ /* which wants every block fresh */
    assert_true(waited > ROUNDS / 4);
#endif
    for (size_t i = 0; i < BLOCKS; i++)
        fluv_free(blocks[i]);
}

static void a_product_too_large_is_refused(void **state)
{
    fluv_ctx *ctx = *state;
    assert_null(fluv_alloc(ctx, SIZE_MAX / 2, 3));
    assert_non_null(strstr(fluv_message(ctx), "out of memory"));
    assert_null(fluv_alloc(ctx, SIZE_MAX, 1));
    assert_null(fluv_scratch(ctx, SIZE_MAX / 4, 8));
    assert_null(fluv_shared_new(ctx, SIZE_MAX / 4, 8));
    assert_null(fluv_shared_new(ctx, PTRDIFF_MAX, 1));
    assert_null(fluv_alloc(ctx, (size_t)1 << 45, 1)); /* no machine's, whatever it promises */
    void *nothing = fluv_alloc(ctx, 0, 8);
    assert_non_null(nothing);
    fluv_free(nothing);
}

static void scratch_goes_with_its_mark(void **state)
{
    fluv_ctx *ctx = *state;
    void *outer = fluv_scratch(ctx, 10, 1);
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    size_t before = now(ctx);
    void *inner = fluv_scratch_zero(ctx, 1000, 8);
    void *early = fluv_scratch(ctx, 500, 8);
    assert_true(outer && inner && early);
    assert_true(now(ctx) >= before + 12000);
    fluv_scratch_drop(ctx, early);
    fluv_scratch_drop(ctx, NULL);
    assert_true(now(ctx) < before + 12000);
    fluv_scratch_release(ctx, mark);
    assert_int_equal(now(ctx), before);
    memset(outer, 1, 10);
    fluv_scratch_release(ctx, NULL);
}

static void shared_memory_lives_as_long_as_its_owners(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_shared *shared = fluv_shared_new(ctx, 10, 8);
    assert_non_null(shared);
    assert_int_equal((uintptr_t)shared->data % 64, 0);
    assert_int_equal(shared->bytes, 80);
    assert_ptr_equal(fluv_shared_keep(shared), shared);
    fluv_shared_drop(shared);
    memset(shared->data, 7, 80);
    fluv_shared_drop(shared);
    fluv_shared_drop(NULL);
    assert_null(fluv_shared_keep(NULL));
}

static void the_nth_allocation_fails(void **state)
{
    fluv_ctx *ctx = *state;
    for (int nth = 0; nth < 4; nth++) {
        void *blocks[5] = {NULL};
        atomic_store(&ctx->memory.allocations_left, nth);
        for (int i = 0; i < 5; i++) {
            blocks[i] = fluv_alloc(ctx, 1, 1);
            assert_int_equal(blocks[i] != NULL, i < nth || i > nth);
        }
        for (int i = 0; i < 5; i++)
            fluv_free(blocks[i]);
    }
    atomic_store(&ctx->memory.allocations_left, 1);
    assert_null(fluv_scratch(ctx, 1, 1)); /* its list entry came, its memory did not */
    atomic_store(&ctx->memory.allocations_left, 0);
    assert_null(fluv_shared_new(ctx, 1, 1));
    atomic_store(&ctx->memory.allocations_left, -1);
}

static void lists_grow_and_keep_their_items(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_list list = {0};
    for (uint64_t i = 0; i < 1000; i++) {
        uint64_t *item = fluv_list_append(ctx, &list, 1, sizeof *item);
        assert_non_null(item);
        *item = i;
    }
    for (uint64_t i = 0; i < 1000; i++)
        assert_int_equal(((const uint64_t *)list.items)[i], i);
    size_t room = list.room;
    atomic_store(&ctx->memory.allocations_left, 0);
    assert_null(fluv_list_append(ctx, &list, room, sizeof(uint64_t)));
    atomic_store(&ctx->memory.allocations_left, -1);
    assert_int_equal(list.count, 1000);
    fluv_list_free(&list);
    fluv_list_free(&list);
}

static void a_message_may_quote_the_one_before(void **state)
{
    fluv_ctx *ctx = *state;
    assert_int_equal(fluv_fail(ctx, FLUV_IO, "first"), FLUV_IO);
    assert_int_equal(fluv_fail(ctx, FLUV_BAD_INPUT, "second, after %s", fluv_message(ctx)),
                     FLUV_BAD_INPUT);
    assert_string_equal(fluv_message(ctx), "second, after first");
    char longer[2000];
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = 0;
    assert_int_equal(fluv_fail(ctx, FLUV_IO, "%s", longer), FLUV_IO);
    assert_int_equal(strlen(fluv_message(ctx)), sizeof ctx->message - 1);
}

typedef struct heard {
    int reports, ends;
    double last;
} heard;

static void listen(void *user, const fluv_progress *progress)
{
    heard *ear = user;
    ear->reports++;
    ear->ends += progress->fraction >= 1.0;
    ear->last = progress->fraction;
}

static void progress_is_reported_now_and_then(void **state)
{
    fluv_ctx *ctx = *state;
    heard ear = {0};
    assert_int_equal(fluv_advance(ctx, 0.5), FLUV_OK);
    fluv_set_progress(ctx, listen, &ear);
    for (int i = 0; i < 100000; i++)
        assert_int_equal(fluv_advance(ctx, i / 100000.0), FLUV_OK);
    assert_int_equal(fluv_advance(ctx, 1.0), FLUV_OK); /* the end is for the runner to say */
    assert_int_equal(ear.ends, 0);
    assert_int_equal(fluv_end_step(ctx), FLUV_OK);
    assert_true(ear.reports >= 2 && ear.reports < 1000);
    assert_int_equal(ear.ends, 1);
    assert_true(ear.last == 1.0);
    fluv_set_progress(ctx, NULL, NULL);
}

static void cancelling_stops(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_cancel(ctx);
    assert_int_equal(fluv_advance(ctx, 0.1), FLUV_CANCELLED);
    assert_int_equal(fluv_advance(ctx, 1.0), FLUV_CANCELLED);
    assert_true(strlen(fluv_message(ctx)) > 0);
}

static void threads_are_at_least_one(void **state)
{
    fluv_ctx *ctx = *state;
    assert_true(ctx->threads >= 1);
    fluv_set_threads(ctx, 7);
    assert_int_equal(ctx->threads, 7);
    fluv_set_threads(ctx, -3);
    assert_true(ctx->threads >= 1);
    fluv_set_threads(ctx, 1000000);
    assert_true(ctx->threads <= 256);
}

/* A process that is kept to one core begins with one thread. */
static void threads_are_no_more_than_the_cores_allowed(void **state)
{
    fluv_ctx *ctx = *state;
    cpu_set_t before, one;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    size_t first = 0;
    while (!CPU_ISSET(first, &before))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    fluv_set_threads(ctx, 0);
    assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
    assert_int_equal(ctx->threads, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(plain_memory_is_counted),
        TEST(a_large_block_survives_every_failure_to_grow),
        TEST(what_does_not_fit_lies_on_disk),
        TEST(blocks_that_wait_are_never_too_much),
        TEST(a_product_too_large_is_refused),
        TEST(scratch_goes_with_its_mark),
        TEST(shared_memory_lives_as_long_as_its_owners),
        TEST(the_nth_allocation_fails),
        TEST(lists_grow_and_keep_their_items),
        TEST(a_message_may_quote_the_one_before),
        TEST(progress_is_reported_now_and_then),
        TEST(cancelling_stops),
        TEST(threads_are_at_least_one),
        TEST(threads_are_no_more_than_the_cores_allowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
