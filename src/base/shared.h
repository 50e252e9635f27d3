// SPDX-License-Identifier: MIT
/* Memory with counted references: the layers of landscapes. Kept stage results share the layers a
 * later stage does not change; a stage that writes a shared layer gets a copy of its own. Any
 * thread may keep and drop. */
#ifndef FLUV_BASE_SHARED_H
#define FLUV_BASE_SHARED_H

#include "base/ctx.h"

typedef struct fluv_shared {
    atomic_size_t references;
    size_t bytes;
    void *also; /* memory that goes with it, or NULL */
    _Alignas(64) unsigned char data[];
} fluv_shared;

/* One reference, contents not set. NULL with a message on failure. */
fluv_shared *fluv_shared_new(fluv_ctx *ctx, size_t count, size_t size);
fluv_shared *fluv_shared_keep(fluv_shared *shared); /* one more reference; NULL stays NULL */
void fluv_shared_drop(fluv_shared *shared);         /* one less; NULL is legal */

#endif
