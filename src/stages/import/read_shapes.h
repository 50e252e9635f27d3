// SPDX-License-Identifier: MIT
/* Outlines, rivers and mouths from files of shapes. */
#ifndef FLUV_STAGES_IMPORT_READ_SHAPES_H
#define FLUV_STAGES_IMPORT_READ_SHAPES_H

#include "landscape/hydrology.h"

/* Appends a file's polygons, lines and points, of all its layers, in their order; a point's weight
 * is its field `weight`, 1 without; other fields become facts. Coordinates are those of `crs` (WKT)
 * where it is given, otherwise the file's own, degrees turned into m around the middle. Fits
 * fluv_ctx.read_shapes. */
FLUV_MUST_CHECK fluv_status fluv_read_shapes(fluv_ctx *ctx, const char *file, const char *crs,
                                             fluv_shapes *out);
/* The same for rivers beside a map whose CRS is `crs`: where the file has a layer `rivers`, as ours
 * do, that alone. */
FLUV_MUST_CHECK fluv_status fluv_read_rivers(fluv_ctx *ctx, const char *file, const char *crs,
                                             fluv_shapes *out);

#endif
