// SPDX-License-Identifier: MIT
/* The one door through which files from strangers are opened. Between fluv_gdal_quiet_begin and
 * end. */
#ifndef FLUV_GDAL_OPEN_H
#define FLUV_GDAL_OPEN_H

#include "gdal/formats.h"
#include "gdal/quiet.h"

#include <gdal.h>

/* Opens a plain file on this machine for reading, with the one driver that its name and content ask
 * for and no file beside it but those that hold numbers. Of rasters also one map inside a file, as
 * GDAL writes it: NETCDF:"tides.nc":depth, GTIFF_DIR:2:maps.tif. */
FLUV_MUST_CHECK fluv_status fluv_gdal_open(fluv_ctx *ctx, const char *file, fluv_file_kind kind,
                                           const fluv_gdal_quiet *quiet, GDALDatasetH *out);

/* Refuses a raster whose blocks need more memory than its cells or the machine have; `bytes` is
 * what GDAL will take at least while it is read. Asked before anything is read. */
FLUV_MUST_CHECK fluv_status fluv_gdal_expect_blocks(fluv_ctx *ctx, const char *file,
                                                    GDALDatasetH data, double *bytes);

/* Bytes that cells may take: the context's limit, or what the machine or the disk has. */
double fluv_gdal_memory_there(const fluv_ctx *ctx);

#endif
