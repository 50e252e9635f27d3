// SPDX-License-Identifier: MIT
/* Texts of an export: scripts and lists. */
#include "export/job.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

fluv_status fluv_export_text(fluv_ctx *ctx, fluv_export_job *job, const char *name,
                             const char *what, const char *text, size_t length)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.*s/%s", PATH_MAX - 128, job->folder, name);
    FILE *out = fopen(path, "wb");
    bool good = out && fwrite(text, 1, length, out) == length;
    int why = errno;
    if (out && fclose(out) != 0 && good) {
        good = false;
        why = errno;
    }
    if (!good)
        return fluv_fail(ctx, FLUV_IO, "cannot write %s: %s", path, strerror(why));
    fluv_export_list(job, name, what);
    return FLUV_OK;
}
