// SPDX-License-Identifier: MIT
/* Texts of an export: scripts and lists. */
#include "export/job.h"

#include "output/memory_file.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>

fluv_status fluv_export_text(fluv_ctx *ctx, fluv_export_job *job, const char *name,
                             const char *what, const char *text, size_t length)
{
    assert(name && what && (text || length == 0));
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.*s/%s", PATH_MAX - 128, job->folder, name);
    fluv_sink sink;
    bool good = fluv_sink_open(&sink, path) && fwrite(text, 1, length, sink.stream) == length;
    FLUV_TRY(fluv_sink_end(ctx, &sink, good));
    fluv_export_list(job, name, what);
    return FLUV_OK;
}
