// SPDX-License-Identifier: MIT
/* Messages, progress and cancelling. Memory is in memory.c. */
#include "base/ctx.h"

#include "base/room.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define REPORTS_A_SECOND 20.0

const char *fluv_version(void)
{
    return FLUV_VERSION;
}

double fluv_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

fluv_ctx *fluv_ctx_new(void)
{
    fluv_ctx *ctx = calloc(1, sizeof *ctx);
    if (!ctx)
        return NULL;
    atomic_init(&ctx->memory.allocations_left, -1);
    fluv_set_threads(ctx, 0);
    return ctx;
}

void fluv_ctx_delete(fluv_ctx *ctx)
{
    if (!ctx)
        return;
    fluv_scratch_release(ctx, NULL);
    fluv_spare_release(ctx);
    free(ctx);
}

const char *fluv_message(const fluv_ctx *ctx)
{
    return ctx->message;
}

void fluv_set_threads(fluv_ctx *ctx, int threads)
{
    if (threads <= 0)
        threads = fluv_cores();
    ctx->threads = threads < 1 ? 1 : threads > 256 ? 256 : threads;
}

void fluv_set_memory_limit(fluv_ctx *ctx, uint64_t bytes)
{
    ctx->memory_limit = bytes;
}

void fluv_set_progress(fluv_ctx *ctx, fluv_progress_fn *report, void *user)
{
    ctx->report = report;
    ctx->report_user = user;
}

void fluv_cancel(fluv_ctx *ctx)
{
    atomic_store_explicit(&ctx->cancelled, true, memory_order_relaxed);
}

fluv_status fluv_fail(fluv_ctx *ctx, fluv_status status, const char *format, ...)
{
    char text[sizeof ctx->message]; /* the arguments may point into the old message */
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    memcpy(ctx->message, text, sizeof text);
    return status;
}

void fluv_begin_step(fluv_ctx *ctx, const char *phase, const char *stage, size_t step, size_t steps)
{
    ctx->progress =
        (fluv_progress){.phase = phase, .stage = stage, .step = (int)step, .steps = (int)steps};
    ctx->step_started = fluv_clock();
    ctx->last_report = 0.0;
}

fluv_status fluv_advance(fluv_ctx *ctx, double fraction)
{
    if (atomic_load_explicit(&ctx->cancelled, memory_order_relaxed))
        return fluv_fail(ctx, FLUV_CANCELLED, "stopped");
    if (!ctx->report)
        return FLUV_OK;
    double now = fluv_clock();
    if (fraction < 1.0 && now - ctx->last_report < 1.0 / REPORTS_A_SECOND)
        return FLUV_OK;
    ctx->last_report = now;
    ctx->progress.fraction = fraction;
    ctx->progress.seconds = now - ctx->step_started;
    ctx->report(ctx->report_user, &ctx->progress);
    return FLUV_OK;
}
