// SPDX-License-Identifier: MIT
/* A handful of blocks by their keys: looked through one by one. */
#include "base/kept.h"

#include <string.h>

fluv_shared *fluv_kept_find(fluv_kept *kept, const uint64_t key[FLUV_KEPT_KEY_WORDS])
{
    for (int i = 0; kept && i < FLUV_KEPT_BLOCKS; i++)
        if (kept->list[i].block && memcmp(kept->list[i].key, key, sizeof kept->list[i].key) == 0) {
            kept->list[i].used = ++kept->uses;
            return fluv_shared_keep(kept->list[i].block);
        }
    return NULL;
}

static void drop_at(fluv_kept *kept, int i)
{
    fluv_shared_drop(kept->list[i].block);
    kept->list[i].block = NULL;
}

/* The place of the block that was not used for longest; -1: there is none. */
static int oldest(const fluv_kept *kept)
{
    int found = -1;
    for (int i = 0; i < FLUV_KEPT_BLOCKS; i++)
        if (kept->list[i].block && (found < 0 || kept->list[i].used < kept->list[found].used))
            found = i;
    return found;
}

static int free_place(fluv_kept *kept)
{
    for (int i = 0; i < FLUV_KEPT_BLOCKS; i++)
        if (!kept->list[i].block)
            return i;
    int at = oldest(kept);
    drop_at(kept, at);
    return at;
}

static size_t bytes_of(const fluv_kept *kept)
{
    size_t bytes = 0;
    for (int i = 0; i < FLUV_KEPT_BLOCKS; i++)
        bytes += kept->list[i].block ? kept->list[i].block->bytes : 0;
    return bytes;
}

void fluv_kept_put(fluv_kept *kept, const uint64_t key[FLUV_KEPT_KEY_WORDS], fluv_shared *block)
{
    if (!kept || block->bytes > FLUV_KEPT_BYTES)
        return;
    while (bytes_of(kept) + block->bytes > FLUV_KEPT_BYTES)
        drop_at(kept, oldest(kept));
    int at = free_place(kept);
    memcpy(kept->list[at].key, key, sizeof kept->list[at].key);
    kept->list[at].used = ++kept->uses;
    kept->list[at].block = fluv_shared_keep(block);
}

void fluv_kept_drop(fluv_kept *kept)
{
    for (int i = 0; i < FLUV_KEPT_BLOCKS; i++)
        drop_at(kept, i);
}
