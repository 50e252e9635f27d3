// SPDX-License-Identifier: MIT
/* Scripts that set a landscape up in another program: files of scripts/, put into the library by
 * the build. */
#ifndef FLUV_EXPORT_SCRIPTS_H
#define FLUV_EXPORT_SCRIPTS_H

#include "export/job.h"

typedef struct fluv_script {
    const char *name;
    const char *text;
    size_t length;
} fluv_script;

extern const fluv_script fluv_scripts[]; /* made by cmake/scripts.cmake; a NULL name ends it */

const fluv_script *fluv_script_named(const char *name); /* which is one of them */
/* Writes the script of that name, which is one of them. */
FLUV_MUST_CHECK fluv_status fluv_export_script(fluv_ctx *ctx, fluv_export_job *job,
                                               const char *name);

#endif
