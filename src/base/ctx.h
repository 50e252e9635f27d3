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
    struct fluv_ctx *owner;
    atomic_size_t holders;         /* blocks that are there, and one for the context itself */
    atomic_size_t now, peak;       /* bytes in use; the most since somebody looked */
    atomic_size_t most;            /* and the most ever */
    atomic_size_t on_disk;         /* of those in use: bytes of blocks that lie on disk */
    atomic_llong allocations_left; /* tests: the n-th allocation from here fails; < 0: never */
    /* Large blocks that were freed and wait for their next use, since fresh pages are slow. With
     * them no more is held than was in use at some time. */
    atomic_flag spare_locked;
    atomic_size_t spare_bytes;
    void *spare[FLUV_SPARE_BLOCKS];
    bool closed; /* the context was deleted: nothing is kept for later. Under the lock */
} fluv_memory_count;

struct fluv_scratch_block;
struct fluv_kept;

struct fluv_shapes; /* landscape/hydrology.h */

/* What fluv_error_of shows, and the texts it points to. */
typedef struct fluv_error_place {
    fluv_error shown;
    char file[200], stage[40], param[40], path[160];
} fluv_error_place;

struct fluv_ctx {
    char message[512];
    fluv_error_place error;
    int depth;             /* public calls under way, one inside the other */
    int threads;           /* >= 1 */
    uint64_t memory_limit; /* bytes, 0: what the machine has */
    char disk[512];        /* folder for what does not fit into memory; "": there is none */
    uint64_t in_memory;    /* bytes; with a folder: large blocks beyond these go there */
    fluv_progress_fn *report;
    void *report_user;
    fluv_progress progress; /* stage, step and steps are set by the runner */
    double step_started;    /* seconds, monotonic clock */
    double last_report;
    void (*looked)(void *user); /* tests: hears of every look at whether to go on; NULL: nobody */
    void *looked_user;
    int quiet; /* > 0: parts are under way whose own progress is not that of the step */
    atomic_bool cancelled;
    fluv_memory_count memory;
    struct fluv_scratch_block *scratch;
    struct fluv_kept *kept; /* base/kept.h; NULL: nothing is kept for the next run */
    bool draft;             /* of the run under way: soon matters more than exactly */
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

/* Where the mistake is that was just put into the context, for fluv_error_of. fluv_fail says that
 * nothing is known; whoever knows adds it afterwards. */
void fluv_error_at_text(fluv_ctx *ctx, const char *file, int line, int column);
void fluv_error_at_stage(fluv_ctx *ctx, const char *stage, size_t index);
/* `path`: "coast.landmasses[2].markers[1].x", the stage first; `row`: in the parameter's list, -1:
 * none. */
void fluv_error_at_param(fluv_ctx *ctx, const char *path, int row);

/* The frame of every public call that takes its time: what was left over from an earlier cancel is
 * forgotten when the outermost begins and when it ends, and its scratch memory is released.
 *
 *     struct fluv_scratch_block *mark = fluv_call_begin(ctx);
 *     return fluv_call_end(ctx, mark, do_it(ctx)); */
struct fluv_scratch_block *fluv_call_begin(fluv_ctx *ctx);
FLUV_MUST_CHECK fluv_status fluv_call_end(fluv_ctx *ctx, struct fluv_scratch_block *mark,
                                          fluv_status status);

/* Takes over a caller's struct of options, which begins with its size, into a zeroed one of ours;
 * NULL leaves it zero. A size of 0, and settings this version does not know, are refused. */
FLUV_MUST_CHECK fluv_status fluv_options_read(fluv_ctx *ctx, const void *options, void *out,
                                              size_t size);

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
 * FLUV_CANCELLED. Stages call it at least every tenth of a second or so. What is reported neither
 * falls nor reaches 1, whatever the parts of a step say of themselves. */
FLUV_MUST_CHECK fluv_status fluv_advance(fluv_ctx *ctx, double fraction);
/* The same where nothing new is known of the progress. */
FLUV_MUST_CHECK fluv_status fluv_look(fluv_ctx *ctx);
/* The step is done: 1 is reported, once. */
FLUV_MUST_CHECK fluv_status fluv_end_step(fluv_ctx *ctx);

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
void fluv_free(void *memory); /* NULL is legal; any thread may, also after fluv_ctx_delete */
char *fluv_text_copy(fluv_ctx *ctx, const char *text);

/* Gives back what waits for its next use. */
void fluv_spare_release(fluv_ctx *ctx);
/* For fluv_ctx_delete: nothing is kept any more, and the context goes with its last block. */
void fluv_memory_close(fluv_ctx *ctx);

double fluv_clock(void); /* seconds, monotonic */

#endif
