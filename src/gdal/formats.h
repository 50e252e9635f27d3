// SPDX-License-Identifier: MIT
/* Which formats are read, and which of them a file is. */
#ifndef FLUV_GDAL_FORMATS_H
#define FLUV_GDAL_FORMATS_H

#include "base/ctx.h"

typedef enum fluv_file_kind { FLUV_FILE_RASTER, FLUV_FILE_VECTOR } fluv_file_kind;

typedef struct fluv_format {
    fluv_file_kind kind;
    const char *driver;     /* GDAL's name for what reads it */
    const char *extensions; /* "|tif|tiff|", lower case */
} fluv_format;

/* The format of a plain file: the one whose extension the name has and whose marks the content has.
 * Fails with a reason where there is none. */
FLUV_MUST_CHECK fluv_status fluv_format_find(fluv_ctx *ctx, const char *file, fluv_file_kind kind,
                                             const fluv_format **out);

#endif
