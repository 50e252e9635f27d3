// SPDX-License-Identifier: MIT
/* GDAL kept quiet and at home while a stranger's file is read. Between begin and end, on one
 * thread. */
#ifndef FLUV_STAGES_IMPORT_GUARD_H
#define FLUV_STAGES_IMPORT_GUARD_H

#include "base/ctx.h"
#include "gdal/open.h"

void fluv_import_guard_begin(fluv_gdal_quiet *quiet);
void fluv_import_guard_end(fluv_gdal_quiet *quiet);

/* Whether a name was given. */
FLUV_MUST_CHECK fluv_status fluv_import_check_name(fluv_ctx *ctx, const char *file);

#endif
