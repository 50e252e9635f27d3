// SPDX-License-Identifier: MIT
/* Messages, progress and cancelling. Memory is in memory.c. */
#include "base/ctx.h"

#include "base/room.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define REPORTS_A_SECOND 20.0
#define NEARLY_DONE      0.999

#define TEXT_OF(number)             #number
#define DOTTED(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char *fluv_version(void)
{
    return DOTTED(FLUV_VERSION_MAJOR, FLUV_VERSION_MINOR, FLUV_VERSION_PATCH);
}

int fluv_version_number(void)
{
    return FLUV_VERSION_NUMBER;
}

const char *fluv_status_name(fluv_status status)
{
    static const char *const names[] = {
        [FLUV_OK] = "ok",
        [FLUV_BAD_USE] = "bad use",
        [FLUV_BAD_RECIPE] = "bad recipe",
        [FLUV_BAD_INPUT] = "bad input",
        [FLUV_NO_MEMORY] = "no memory",
        [FLUV_IO] = "io",
        [FLUV_CANCELLED] = "cancelled",
    };
    size_t index = (size_t)status;
    return index < sizeof names / sizeof *names ? names[index] : "unknown";
}

void fluv_text_free(void *text_or_bytes)
{
    free(text_or_bytes);
}

double fluv_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The status is known, the place is not. */
static void clear_error(fluv_ctx *ctx, fluv_status status)
{
    fluv_error_place *error = &ctx->error;
    *error = (fluv_error_place){.shown = {.status = status, .stage_index = -1, .row = -1}};
    error->shown.message = ctx->message;
    error->shown.file = error->file;
    error->shown.stage = error->stage;
    error->shown.param = error->param;
    error->shown.path = error->path;
}

fluv_ctx *fluv_ctx_new(void)
{
    fluv_ctx *ctx = calloc(1, sizeof *ctx);
    if (!ctx)
        return NULL;
    atomic_init(&ctx->memory.allocations_left, -1);
    atomic_init(&ctx->memory.holders, 1);
    ctx->memory.owner = ctx;
    clear_error(ctx, FLUV_OK);
    fluv_set_threads(ctx, 0);
    return ctx;
}

void fluv_ctx_delete(fluv_ctx *ctx)
{
    if (!ctx)
        return;
    fluv_scratch_release(ctx, NULL);
    fluv_memory_close(ctx);
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
    fluv_text_clean(text);
    memcpy(ctx->message, text, sizeof text);
    clear_error(ctx, status);
    return status;
}

const fluv_error *fluv_error_of(const fluv_ctx *ctx)
{
    return &ctx->error.shown;
}

void fluv_error_at_text(fluv_ctx *ctx, const char *file, int line, int column)
{
    fluv_error_place *error = &ctx->error;
    snprintf(error->file, sizeof error->file, "%s", file);
    error->shown.line = line;
    error->shown.column = column;
}

void fluv_error_at_stage(fluv_ctx *ctx, const char *stage, size_t index)
{
    fluv_error_place *error = &ctx->error;
    snprintf(error->stage, sizeof error->stage, "%s", stage);
    error->shown.stage_index = (int)index;
}

void fluv_error_at_param(fluv_ctx *ctx, const char *path, int row)
{
    fluv_error_place *error = &ctx->error;
    size_t stage = strcspn(path, ".");
    const char *param = path + stage + (path[stage] == '.');
    snprintf(error->path, sizeof error->path, "%s", path);
    snprintf(error->stage, sizeof error->stage, "%.*s", (int)stage, path);
    snprintf(error->param, sizeof error->param, "%.*s", (int)strcspn(param, ".["), param);
    error->shown.row = row;
}

fluv_status fluv_options_read(fluv_ctx *ctx, const void *options, void *out, size_t size)
{
    if (!options)
        return FLUV_OK;
    size_t given;
    memcpy(&given, options, sizeof given);
    if (given < sizeof given)
        return fluv_fail(ctx, FLUV_BAD_USE,
                         "struct_size of the options is %zu: set it to the struct's size", given);
    for (size_t i = size; i < given; i++)
        if (((const unsigned char *)options)[i])
            return fluv_fail(ctx, FLUV_BAD_USE,
                             "the options hold settings of a later version than %s",
                             fluv_version());
    memcpy(out, options, given < size ? given : size);
    return FLUV_OK;
}

struct fluv_scratch_block *fluv_call_begin(fluv_ctx *ctx)
{
    if (ctx->depth++ == 0)
        atomic_store(&ctx->cancelled, false);
    return fluv_scratch_mark(ctx);
}

fluv_status fluv_call_end(fluv_ctx *ctx, struct fluv_scratch_block *mark, fluv_status status)
{
    assert(ctx->depth > 0);
    fluv_scratch_release(ctx, mark);
    if (--ctx->depth == 0)
        atomic_store(&ctx->cancelled, false);
    return status;
}

void fluv_begin_step(fluv_ctx *ctx, const char *phase, const char *stage, size_t step, size_t steps)
{
    ctx->progress =
        (fluv_progress){.phase = phase, .stage = stage, .step = (int)step, .steps = (int)steps};
    ctx->step_started = fluv_clock();
    ctx->last_report = 0.0;
}

static void report(fluv_ctx *ctx, double fraction)
{
    double now = fluv_clock();
    if (fraction < 1.0 && now - ctx->last_report < 1.0 / REPORTS_A_SECOND)
        return;
    ctx->last_report = now;
    ctx->progress.fraction = fraction;
    ctx->progress.seconds = now - ctx->step_started;
    if (ctx->report)
        ctx->report(ctx->report_user, &ctx->progress);
}

static fluv_status go_on(fluv_ctx *ctx)
{
    if (ctx->looked)
        ctx->looked(ctx->looked_user);
    if (atomic_load_explicit(&ctx->cancelled, memory_order_relaxed))
        return fluv_fail(ctx, FLUV_CANCELLED, "stopped");
    return FLUV_OK;
}

fluv_status fluv_advance(fluv_ctx *ctx, double fraction)
{
    FLUV_TRY(go_on(ctx));
    if (!ctx->report || ctx->quiet)
        return FLUV_OK;
    fraction = fraction < NEARLY_DONE ? fraction : NEARLY_DONE;
    report(ctx, fraction > ctx->progress.fraction ? fraction : ctx->progress.fraction);
    return go_on(ctx); /* who hears of the progress may have had enough */
}

fluv_status fluv_look(fluv_ctx *ctx)
{
    return fluv_advance(ctx, ctx->progress.fraction);
}

fluv_status fluv_end_step(fluv_ctx *ctx)
{
    FLUV_TRY(go_on(ctx));
    report(ctx, 1.0);
    return go_on(ctx);
}
