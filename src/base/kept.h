// SPDX-License-Identifier: MIT
/* Blocks that a run made from a few numbers alone, kept for the next run that asks for the same
 * numbers: meshes, which depend on the frame, a spacing and a seed and on nothing before them. Only
 * while a builder that keeps results runs; a single run would pay memory for nothing. */
#ifndef FLUV_BASE_KEPT_H
#define FLUV_BASE_KEPT_H

#include "base/shared.h"

#define FLUV_KEPT_BYTES ((size_t)256 << 20) /* more than this is not kept in all */

#define FLUV_KEPT_BLOCKS    8
#define FLUV_KEPT_KEY_WORDS 5

/* Zeroed is empty. */
typedef struct fluv_kept {
    uint64_t uses; /* so far; a block's `used` is the count at its last one */
    struct {
        uint64_t key[FLUV_KEPT_KEY_WORDS], used;
        fluv_shared *block; /* NULL: free */
    } list[FLUV_KEPT_BLOCKS];
} fluv_kept;

/* A reference of the caller's own, or NULL: there is no such block. `kept` may be NULL: nothing is
 * kept. */
fluv_shared *fluv_kept_find(fluv_kept *kept, const uint64_t key[FLUV_KEPT_KEY_WORDS]);
/* Keeps one more reference to the block; those not used for longest make room for it. */
void fluv_kept_put(fluv_kept *kept, const uint64_t key[FLUV_KEPT_KEY_WORDS], fluv_shared *block);
void fluv_kept_drop(fluv_kept *kept); /* all of them */

#endif
