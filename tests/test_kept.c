// SPDX-License-Identifier: MIT
/* Blocks that wait for the next run, and the meshes among them. */
#include "base/kept.h"
#include "context.h"
#include "mesh/mesh.h"

#include <string.h>

static const uint64_t *key_of(uint64_t name)
{
    static uint64_t key[FLUV_KEPT_KEY_WORDS];
    key[FLUV_KEPT_KEY_WORDS - 1] = name;
    return key;
}

/* Puts a block and lets go of it: the store alone holds it. */
static void put(fluv_ctx *ctx, fluv_kept *kept, uint64_t name, size_t bytes)
{
    fluv_shared *block = fluv_shared_new(ctx, bytes, 1);
    assert_non_null(block);
    fluv_kept_put(kept, key_of(name), block);
    fluv_shared_drop(block);
}

static bool there(fluv_kept *kept, uint64_t name)
{
    fluv_shared *found = fluv_kept_find(kept, key_of(name));
    fluv_shared_drop(found);
    return found != NULL;
}

static void what_was_not_used_for_longest_makes_room(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_kept kept = {0};
    for (uint64_t name = 0; name < FLUV_KEPT_BLOCKS; name++)
        put(ctx, &kept, name, 100);
    assert_true(there(&kept, 0)); /* used: now 1 is the oldest */
    put(ctx, &kept, 100, 100);
    assert_true(there(&kept, 0));
    assert_false(there(&kept, 1));
    assert_true(there(&kept, 100));
    fluv_kept_drop(&kept);
    assert_false(there(&kept, 0));
}

static void no_more_is_kept_than_allowed(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_kept kept = {0};
    put(ctx, &kept, 1, FLUV_KEPT_BYTES / 2);
    put(ctx, &kept, 2, FLUV_KEPT_BYTES / 2);
    assert_true(there(&kept, 1));
    put(ctx, &kept, 3, 1000);
    assert_false(there(&kept, 2)); /* 1 was asked for since */
    assert_true(there(&kept, 1) && there(&kept, 3));
    put(ctx, &kept, 4, FLUV_KEPT_BYTES + 1);
    assert_false(there(&kept, 4));
    assert_true(there(&kept, 1));
    fluv_kept_drop(&kept);
}

static fluv_shared *mesh_of(fluv_ctx *ctx, fluv_mesh_job job)
{
    fluv_shared *mesh = NULL;
    assert_int_equal(fluv_mesh_make(ctx, &job, &mesh), FLUV_OK);
    return mesh;
}

static void a_mesh_is_made_once_and_only_for_the_same_numbers(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_kept kept = {0};
    fluv_mesh_job job = {.width = 1000, .height = 800, .spacing = 50, .key = {7}};
    fluv_mesh_job others[] = {job, job, job, job, job};
    others[0].width = 1001;
    others[1].height = 801;
    others[2].spacing = 51;
    others[3].kind = FLUV_MESH_GRID;
    others[4].key.bits = 8;

    fluv_shared *alone = mesh_of(ctx, job);
    ctx->kept = &kept;
    fluv_shared *first = mesh_of(ctx, job), *again = mesh_of(ctx, job);
    assert_ptr_not_equal(alone, first);
    assert_ptr_equal(first, again);
    assert_memory_equal(fluv_mesh_of(alone)->x, fluv_mesh_of(first)->x,
                        fluv_mesh_of(first)->count * sizeof(double));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        fluv_shared *other = mesh_of(ctx, others[i]);
        assert_ptr_not_equal(other, first);
        fluv_shared_drop(other);
    }
    ctx->kept = NULL;
    fluv_kept_drop(&kept);
    fluv_shared_drop(alone);
    fluv_shared_drop(again);
    fluv_shared_drop(first);
    fluv_scratch_release(ctx, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_was_not_used_for_longest_makes_room),
        TEST(no_more_is_kept_than_allowed),
        TEST(a_mesh_is_made_once_and_only_for_the_same_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
