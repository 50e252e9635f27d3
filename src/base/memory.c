// SPDX-License-Identifier: MIT
/* Counted allocation: plain, scratch and shared memory.
 *
 * Every block carries a head of one cache line with its size and the counter it belongs to, so that
 * peaks can be reported, limits kept, and a test can let the n-th allocation fail. */
#include "base/disk.h"
#include "base/room.h"
#include "base/shared.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define LINE  64
#define GIANT ((size_t)1 << 32) /* bytes: what is worth a look at what the machine has */
#define PAGED ((size_t)1 << 20) /* bytes: what may go to disk; smaller blocks are memory */

typedef struct head {
    size_t bytes; /* without the head */
    void *start;  /* what the C library gave: the head itself, or a little before it */
    fluv_memory_count *count;
    struct fluv_scratch_block *scratch; /* the block's place in the scratch list, or NULL */
    size_t on_disk;                     /* bytes of its file, which starts here; 0: it is memory */
} head;

static_assert(sizeof(head) <= LINE, "the head fits a cache line");

static head *head_of(void *memory)
{
    return (head *)(void *)((unsigned char *)memory - LINE);
}

static void raise_to(atomic_size_t *highest, size_t value)
{
    size_t known = atomic_load(highest);
    while (value > known && !atomic_compare_exchange_weak(highest, &known, value))
        continue;
}

static void count_in(fluv_memory_count *count, size_t bytes)
{
    size_t now = atomic_fetch_add(&count->now, bytes) + bytes;
    raise_to(&count->peak, now);
    raise_to(&count->most, now);
}

/* A test asks for the n-th allocation to fail by setting allocations_left to n. */
static bool may_allocate(fluv_memory_count *count)
{
    if (atomic_load(&count->allocations_left) < 0)
        return true;
    return atomic_fetch_sub(&count->allocations_left, 1) > 0;
}

static void *out_of_memory(fluv_ctx *ctx, size_t count, size_t size)
{
    (void)!fluv_fail(ctx, FLUV_NO_MEMORY, "out of memory: %zu more bytes were needed",
                     size && count > SIZE_MAX / size ? SIZE_MAX : count * size);
    return NULL;
}

static bool block_bytes(size_t count, size_t size, size_t *bytes)
{
    if (__builtin_mul_overflow(count, size, bytes) || *bytes > PTRDIFF_MAX - 3 * LINE)
        return false;
    return true;
}

static size_t with_head(size_t bytes)
{
    return (bytes + 2 * LINE - 1) / LINE * LINE;
}

/* The C library moves the pages of large blocks, not their bytes; they then stand as they stood to
 * a cache line. Where it did copy, the bytes may have to move on to the next line: there is room
 * for that, so that nothing can fail once the old block is gone. NULL: it is as it was. */
static head *move_large(head *block, size_t bytes)
{
    size_t offset = (size_t)((unsigned char *)block - (unsigned char *)block->start);
    size_t kept = block->bytes < bytes ? block->bytes : bytes;
    unsigned char *start = realloc(block->start, with_head(bytes) + LINE);
    if (!start)
        return NULL;
    size_t aligned = (LINE - (uintptr_t)start % LINE) % LINE;
    if (aligned != offset)
        memmove(start + aligned, start + offset, LINE + kept);
    head *moved = (head *)(void *)(start + aligned);
    moved->start = start;
    moved->bytes = bytes;
    return moved;
}

/* A block in use becomes one of `bytes`. NULL: it is as it was. */
static head *resized(head *block, size_t bytes)
{
    size_t before = block->bytes;
    head *moved = move_large(block, bytes);
    if (moved && bytes > before)
        count_in(moved->count, bytes - before);
    else if (moved)
        atomic_fetch_sub(&moved->count->now, before - bytes);
    return moved;
}

/* ---- Spare blocks ------------------------------------------------------------------------------
 */

#ifdef __SANITIZE_ADDRESS__
#define LARGE SIZE_MAX /* a block in use again would hide a use after its end */
#else
#define LARGE ((size_t)1 << 20)
#endif

static void lock_spare(fluv_memory_count *count)
{
    while (atomic_flag_test_and_set_explicit(&count->spare_locked, memory_order_acquire))
        continue;
}

static void unlock_spare(fluv_memory_count *count)
{
    atomic_flag_clear_explicit(&count->spare_locked, memory_order_release);
}

/* Blocks may outlive their context: the last to go takes it along. */
static void let_go(fluv_memory_count *count)
{
    if (atomic_fetch_sub(&count->holders, 1) == 1)
        free(count->owner);
}

/* A block in use is no more. */
static void release(head *block)
{
    fluv_memory_count *count = block->count;
    atomic_fetch_sub(&count->now, block->bytes);
    if (block->on_disk) {
        atomic_fetch_sub(&count->on_disk, block->bytes);
        fluv_disk_block_free(block->start, block->on_disk);
    } else {
        free(block->start);
    }
    let_go(count);
}

static void give_back(fluv_memory_count *count, int slot)
{
    head *block = count->spare[slot];
    atomic_fetch_sub(&count->spare_bytes, block->bytes);
    free(block->start);
    count->spare[slot] = NULL;
    let_go(count);
}

/* By how much `bytes` more would be more than was ever held. */
static size_t excess(fluv_memory_count *count, size_t bytes)
{
    size_t then = atomic_load(&count->now) + atomic_load(&count->spare_bytes) + bytes;
    size_t most = atomic_load(&count->most);
    return then > most ? then - most : 0;
}

static int largest_spare(const fluv_memory_count *count)
{
    int largest = -1;
    for (int i = 0; i < FLUV_SPARE_BLOCKS; i++) {
        const head *block = count->spare[i], *other = largest < 0 ? NULL : count->spare[largest];
        if (block && (!other || block->bytes > other->bytes))
            largest = i;
    }
    return largest;
}

/* Spare blocks shrink or go until there is room for `bytes` more, or none is left. */
static void make_room(fluv_memory_count *count, size_t bytes)
{
    for (size_t over; (over = excess(count, bytes)) > 0;) {
        int slot = largest_spare(count);
        if (slot < 0)
            return;
        head *block = count->spare[slot], *rest = NULL;
        if (block->bytes >= over + LARGE)
            rest = move_large(block, block->bytes - over);
        if (rest) {
            count->spare[slot] = rest;
            atomic_fetch_sub(&count->spare_bytes, over);
        } else {
            give_back(count, slot);
        }
    }
}

/* Whether a spare block may serve for `bytes` as it is: some pages more do no harm. */
static bool fits(const head *block, size_t bytes)
{
    return block->bytes >= bytes && block->bytes <= bytes + bytes / 64;
}

/* What is won if the block becomes one of `bytes`: those that need not come fresh, less those that
 * are given up now or to make room. */
static ptrdiff_t gain(fluv_memory_count *count, const head *block, size_t bytes)
{
    if (block->bytes > bytes)
        return (ptrdiff_t)bytes - (ptrdiff_t)(block->bytes - bytes);
    return (ptrdiff_t)block->bytes - (ptrdiff_t)excess(count, bytes - block->bytes);
}

/* The slot of the spare block that is worth most, or -1: a fresh one is. */
static int best_spare(fluv_memory_count *count, size_t bytes)
{
    int best = -1;
    ptrdiff_t most = -(ptrdiff_t)excess(count, bytes);
    for (int i = 0; i < FLUV_SPARE_BLOCKS; i++)
        if (count->spare[i] && gain(count, count->spare[i], bytes) > most) {
            best = i;
            most = gain(count, count->spare[i], bytes);
        }
    return best;
}

/* NULL: no spare block is of use, and room is made for a new one. */
static head *take_spare(fluv_memory_count *count, size_t bytes)
{
    head *found = NULL;
    lock_spare(count);
    int slot = best_spare(count, bytes);
    if (slot >= 0) {
        found = count->spare[slot];
        count->spare[slot] = NULL;
        atomic_fetch_sub(&count->spare_bytes, found->bytes);
        atomic_fetch_add(&count->now, found->bytes);
    }
    if (!found || found->bytes < bytes)
        make_room(count, found ? bytes - found->bytes : bytes);
    unlock_spare(count);
    if (!found || fits(found, bytes))
        return found;
    head *ours = resized(found, bytes);
    if (!ours)
        release(found);
    return ours;
}

/* A slot for a spare block of `bytes`: a free one, or that of the smallest, if it is smaller. */
static int slot_for(const fluv_memory_count *count, size_t bytes)
{
    int slot = -1;
    for (int i = 0; i < FLUV_SPARE_BLOCKS; i++) {
        const head *block = count->spare[i];
        if (!block)
            return i;
        if (block->bytes < bytes) {
            slot = i;
            bytes = block->bytes;
        }
    }
    return slot;
}

/* Whether the block was kept for later. */
static bool keep_spare(head *block)
{
    fluv_memory_count *count = block->count;
    lock_spare(count);
    int slot = count->closed ? -1 : slot_for(count, block->bytes);
    if (slot >= 0) {
        if (count->spare[slot])
            give_back(count, slot);
        count->spare[slot] = block;
        atomic_fetch_sub(&count->now, block->bytes);
        atomic_fetch_add(&count->spare_bytes, block->bytes);
    }
    unlock_spare(count);
    return slot >= 0;
}

static void release_spare(fluv_memory_count *count, bool close)
{
    lock_spare(count);
    count->closed = count->closed || close;
    for (int i = 0; i < FLUV_SPARE_BLOCKS; i++)
        if (count->spare[i])
            give_back(count, i);
    unlock_spare(count);
}

void fluv_spare_release(fluv_ctx *ctx)
{
    release_spare(&ctx->memory, false);
}

void fluv_memory_close(fluv_ctx *ctx)
{
    release_spare(&ctx->memory, true);
    let_go(&ctx->memory);
}

/* A machine may promise more than it has, and end the program that uses it. */
static bool is_promise(const fluv_ctx *ctx, size_t bytes)
{
    return bytes > GIANT && bytes > fluv_room(ctx);
}

/* ---- Blocks on disk ----------------------------------------------------------------------------
 */

static bool has_disk(const fluv_ctx *ctx)
{
    return ctx->disk[0] != '\0';
}

static bool goes_to_disk(const fluv_ctx *ctx, size_t bytes)
{
    const fluv_memory_count *count = &ctx->memory;
    if (!has_disk(ctx) || bytes < PAGED)
        return false;
    return atomic_load(&count->now) - atomic_load(&count->on_disk) + bytes > ctx->in_memory;
}

static void *no_room_on_disk(fluv_ctx *ctx, size_t bytes)
{
    (void)!fluv_fail(ctx, FLUV_NO_MEMORY, "out of memory: %zu more bytes were needed in %s: %s",
                     bytes, ctx->disk, strerror(errno));
    return NULL;
}

fluv_status fluv_set_disk(fluv_ctx *ctx, const char *folder)
{
    if (folder && strlen(folder) >= sizeof ctx->disk)
        return fluv_fail(ctx, FLUV_BAD_USE, "the folder's name is too long: %s", folder);
    ctx->disk[0] = '\0';
    ctx->in_memory = fluv_room(ctx) / 2; /* the other half is for files, and what is read of them */
    if (!folder)
        return FLUV_OK;
    void *probe = fluv_disk_block(folder, LINE);
    if (!probe)
        return fluv_fail(ctx, FLUV_IO, "cannot write into %s: %s", folder, strerror(errno));
    fluv_disk_block_free(probe, LINE);
    fluv_spare_release(ctx);
    memcpy(ctx->disk, folder, strlen(folder) + 1);
    return FLUV_OK;
}

/* ---- Plain memory ------------------------------------------------------------------------------
 */

/* A block that was not there before; NULL: errno says why. */
static head *new_block(fluv_ctx *ctx, size_t bytes)
{
    bool disk = goes_to_disk(ctx, bytes);
    head *block =
        disk ? fluv_disk_block(ctx->disk, with_head(bytes)) : aligned_alloc(LINE, with_head(bytes));
    if (!block)
        return NULL;
    *block = (head){.bytes = bytes,
                    .start = block,
                    .count = &ctx->memory,
                    .on_disk = disk ? with_head(bytes) : 0};
    atomic_fetch_add(&ctx->memory.holders, 1);
    atomic_fetch_add(&ctx->memory.on_disk, disk ? bytes : 0);
    count_in(&ctx->memory, bytes);
    return block;
}

void *fluv_alloc(fluv_ctx *ctx, size_t count, size_t size)
{
    size_t bytes;
    if (!block_bytes(count, size, &bytes) || is_promise(ctx, bytes) || !may_allocate(&ctx->memory))
        return out_of_memory(ctx, count, size);
    head *block = bytes >= LARGE ? take_spare(&ctx->memory, bytes) : NULL;
    if (!block)
        block = new_block(ctx, bytes);
    if (!block)
        return goes_to_disk(ctx, bytes) ? no_room_on_disk(ctx, bytes)
                                        : out_of_memory(ctx, count, size);
    block->scratch = NULL;
    return (unsigned char *)block + LINE;
}

void *fluv_alloc_zero(fluv_ctx *ctx, size_t count, size_t size)
{
    void *memory = fluv_alloc(ctx, count, size);
    if (memory)
        memset(memory, 0, count * size);
    return memory;
}

static void *copy_to_new(fluv_ctx *ctx, void *memory, size_t count, size_t size)
{
    void *larger = fluv_alloc(ctx, count, size);
    if (!larger || !memory)
        return larger;
    size_t old = head_of(memory)->bytes;
    memcpy(larger, memory, old < count * size ? old : count * size);
    fluv_free(memory);
    return larger;
}

void *fluv_realloc(fluv_ctx *ctx, void *memory, size_t count, size_t size)
{
    size_t bytes;
    if (!memory || !block_bytes(count, size, &bytes) || head_of(memory)->bytes < LARGE ||
        bytes < LARGE || has_disk(ctx))
        return copy_to_new(ctx, memory, count, size);
    if (!may_allocate(&ctx->memory))
        return out_of_memory(ctx, count, size);
    size_t before = head_of(memory)->bytes, more = bytes > before ? bytes - before : 0;
    lock_spare(&ctx->memory);
    make_room(&ctx->memory, more);
    unlock_spare(&ctx->memory);
    head *block = resized(head_of(memory), bytes);
    return block ? (unsigned char *)block + LINE : out_of_memory(ctx, count, size);
}

void fluv_free(void *memory)
{
    if (!memory)
        return;
    head *block = head_of(memory);
    bool spare = block->bytes >= LARGE && !block->on_disk && !has_disk(block->count->owner);
    if (!spare || !keep_spare(block))
        release(block);
}

char *fluv_text_copy(fluv_ctx *ctx, const char *text)
{
    size_t length = strlen(text) + 1;
    char *copy = fluv_alloc(ctx, length, 1);
    return copy ? memcpy(copy, text, length) : NULL;
}

/* Scratch: a list of plain blocks, newest first. */

struct fluv_scratch_block {
    struct fluv_scratch_block *older;
    void *memory;
};

void *fluv_scratch(fluv_ctx *ctx, size_t count, size_t size)
{
    struct fluv_scratch_block *block = fluv_alloc(ctx, 1, sizeof *block);
    void *memory = block ? fluv_alloc(ctx, count, size) : NULL;
    if (!memory) {
        fluv_free(block);
        return NULL;
    }
    *block = (struct fluv_scratch_block){.older = ctx->scratch, .memory = memory};
    ctx->scratch = block;
    head_of(memory)->scratch = block;
    return memory;
}

void *fluv_scratch_zero(fluv_ctx *ctx, size_t count, size_t size)
{
    void *memory = fluv_scratch(ctx, count, size);
    if (memory)
        memset(memory, 0, count * size);
    return memory;
}

struct fluv_scratch_block *fluv_scratch_mark(const fluv_ctx *ctx)
{
    return ctx->scratch;
}

void fluv_scratch_release(fluv_ctx *ctx, struct fluv_scratch_block *mark)
{
    while (ctx->scratch != mark) {
        struct fluv_scratch_block *block = ctx->scratch;
        ctx->scratch = block->older;
        fluv_free(block->memory);
        fluv_free(block);
    }
}

void fluv_scratch_drop(fluv_ctx *ctx, void *memory)
{
    (void)ctx;
    if (!memory)
        return;
    struct fluv_scratch_block *block = head_of(memory)->scratch;
    assert(block && block->memory == memory);
    fluv_free(memory);
    block->memory = NULL; /* the list entry goes with the stage */
}

/* Shared memory. */

fluv_shared *fluv_shared_new(fluv_ctx *ctx, size_t count, size_t size)
{
    size_t bytes;
    if (!block_bytes(count, size, &bytes))
        return out_of_memory(ctx, count, size);
    fluv_shared *shared = fluv_alloc(ctx, 1, sizeof *shared + bytes);
    if (!shared)
        return NULL;
    atomic_init(&shared->references, 1);
    shared->bytes = bytes;
    shared->also = NULL;
    return shared;
}

fluv_shared *fluv_shared_keep(fluv_shared *shared)
{
    if (shared)
        atomic_fetch_add(&shared->references, 1);
    return shared;
}

void fluv_shared_drop(fluv_shared *shared)
{
    if (!shared || atomic_fetch_sub(&shared->references, 1) > 1)
        return;
    fluv_free(shared->also);
    fluv_free(shared);
}
