// SPDX-License-Identifier: MIT
/* GDAL kept quiet and at home while a file is read: its messages are collected instead of printed,
 * and nothing goes to the network. Between begin and end, on one thread. */
#ifndef FLUV_STAGES_IMPORT_GUARD_H
#define FLUV_STAGES_IMPORT_GUARD_H

#include "base/ctx.h"

typedef struct fluv_import_guard {
    int failures;
    char text[256]; /* the first failure, one line; "" if there was none */
} fluv_import_guard;

void fluv_import_guard_begin(fluv_import_guard *guard);
void fluv_import_guard_end(fluv_import_guard *guard);

/* Whether a name leads to a file on this machine: a path, or one map inside a file as GDAL writes
 * it (NETCDF:"tides.nc":depth). */
FLUV_MUST_CHECK fluv_status fluv_import_check_name(fluv_ctx *ctx, const char *file);

/* The names of the raster drivers that read what the file itself holds, NULL at the end. Release
 * with CSLDestroy. */
char **fluv_import_drivers(void);

#endif
