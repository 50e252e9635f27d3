// SPDX-License-Identifier: MIT
/* The context handed first to every call that can fail: message, progress, cancelling, threads,
 * memory. There are no globals.
 *
 * Memory: everything the library allocates goes through the context, so that it can be counted,
 * limited and made to fail in tests. Three lifetimes:
 *   scratch   released when the stage returns; stages contain no free
 *   shared    counted references; layers of landscapes (base/shared.h)
 *   plain     fluv_alloc / fluv_free, owned by one struct */
#ifndef FLUV_BASE_CTX_H
#define FLUV_BASE_CTX_H

#include "interfluve.h"

#include <stdatomic.h>

#define FLUV_SPARE_BLOCKS 12

typedef struct fluv_memory_count {
    atomic_size_t now, peak;       /* bytes */
    atomic_llong allocations_left; /* tests: the n-th allocation from here fails; < 0: never */
    /* Large blocks that were freed and wait for their next use, since fresh pages are slow. They
     * count towards the peak, and go before they would raise it. */
    atomic_flag spare_locked;
    atomic_size_t spare_bytes;
    void *spare[FLUV_SPARE_BLOCKS];
} fluv_memory_count;

struct fluv_scratch_block;

struct fluv_shapes; /* landscape/hydrology.h */

struct fluv_ctx {
    char message[512];
    int threads;           /* >= 1 */
    uint64_t memory_limit; /* bytes, 0: what the machine has */
    fluv_progress_fn *report;
    void *report_user;
    fluv_progress progress; /* stage, step and steps are set by the runner */
    double step_started;    /* seconds, monotonic clock */
    double last_report;
    atomic_bool cancelled;
    fluv_memory_count memory;
    struct fluv_scratch_block *scratch;
    /* How an image named in a FIELD is read; installed by the runner, NULL: images cannot be read.
     * Fills cols * rows values by resampling the image over the frame, in file units. `white`,
     * which may be NULL, becomes the value of a grey picture's white; 0: it holds numbers. */
    fluv_status (*read_image)(struct fluv_ctx *ctx, const char *file, const fluv_frame *frame,
                              float *out, double *white);
    /* How a file of outlines, rivers and mouths is read; installed as the other. Coordinates are m:
     * those of `crs` (WKT), or the file's own where it is NULL. */
    fluv_status (*read_shapes)(struct fluv_ctx *ctx, const char *file, const char *crs,
                               struct fluv_shapes *out);
};

/* Puts the message into the context and returns `status`. One line, lower case: what was found,
 * what was expected, which file or parameter. */
FLUV_MUST_CHECK fluv_status fluv_fail(fluv_ctx *ctx, fluv_status status, const char *format, ...)
    FLUV_PRINTF(3, 4);

#define FLUV_TRY(call)                                                                             \
    do {                                                                                           \
        fluv_status try_status_ = (call);                                                          \
        if (try_status_ != FLUV_OK)                                                                \
            return try_status_;                                                                    \
    } while (0)

/* From here on progress is that of step `step` of `steps` of a phase; its beginning is told. */
void fluv_begin_step(fluv_ctx *ctx, const char *phase, const char *stage, size_t step,
                     size_t steps);

/* Reports progress (at most some twenty times a second) and says whether to go on: FLUV_OK or
 * FLUV_CANCELLED. Stages call it at least every tenth of a second or so. */
FLUV_MUST_CHECK fluv_status fluv_advance(fluv_ctx *ctx, double fraction);

/* Memory that lives until the running stage returns. NULL with a message on failure: return
 * FLUV_NO_MEMORY. Not zeroed unless the name says so. */
void *fluv_scratch(fluv_ctx *ctx, size_t count, size_t size);
void *fluv_scratch_zero(fluv_ctx *ctx, size_t count, size_t size);
/* For the runner: releases everything taken since `mark` (NULL: all). */
struct fluv_scratch_block *fluv_scratch_mark(const fluv_ctx *ctx);
void fluv_scratch_release(fluv_ctx *ctx, struct fluv_scratch_block *mark);
/* Releases one block early, where a stage would otherwise hold too much at once. */
void fluv_scratch_drop(fluv_ctx *ctx, void *memory);

/* Plain memory. The product is checked; NULL with a message on failure. */
void *fluv_alloc(fluv_ctx *ctx, size_t count, size_t size);
void *fluv_alloc_zero(fluv_ctx *ctx, size_t count, size_t size);
void *fluv_realloc(fluv_ctx *ctx, void *memory, size_t count, size_t size);
void fluv_free(void *memory); /* NULL is legal; the context must still be there */
char *fluv_text_copy(fluv_ctx *ctx, const char *text);

/* Gives back what waits for its next use. */
void fluv_spare_release(fluv_ctx *ctx);

double fluv_clock(void); /* seconds, monotonic */

#endif
