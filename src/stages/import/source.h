// SPDX-License-Identifier: MIT
/* A height map in a file: opened, looked at, cropped and read. */
#ifndef FLUV_STAGES_IMPORT_SOURCE_H
#define FLUV_STAGES_IMPORT_SOURCE_H

#include "stages/import/guard.h"

#include <gdal.h>
#include <ogr_srs_api.h>

/* Zeroed is valid. */
typedef struct fluv_source {
    const char *file; /* borrowed */
    fluv_gdal_quiet quiet;
    bool guarded;
    GDALDatasetH data;
    GDALRasterBandH band;
    GDALDataType type;
    int first_col, first_row, cols, rows; /* the part to read */
    bool in_parts;   /* it is read part by part: it need not fit into memory. Set after opening */
    bool turned;     /* rows stand from south to north in the file */
    bool placed;     /* has a place on a map; otherwise it is a picture */
    double place[6]; /* from column and row of the part to the CRS, as GDAL's geotransform */
    OGRSpatialReferenceH crs; /* horizontal; NULL: none. Owned */
    double block_bytes;       /* what GDAL takes beside the values */
    double raised_unit;       /* metres in a unit of the vertical CRS, 0: it has none */
} fluv_source;

/* Opens band `band` (from 1). On failure the source is as if never opened. */
FLUV_MUST_CHECK fluv_status fluv_source_open(fluv_ctx *ctx, const char *file, int band,
                                             fluv_source *source);
void fluv_source_close(fluv_source *source); /* legal twice */

/* Takes a part, "x0,y0,x1,y1"; "" is all. Cells touched by it belong to it. Afterwards `place` has
 * the north at the top. Once, before reading. */
FLUV_MUST_CHECK fluv_status fluv_source_crop(fluv_ctx *ctx, fluv_source *source, const char *text);

/* The value of white where the band is a grey picture of 8 or 16 bits or fewer; 0: it holds
 * numbers. */
double fluv_source_white(const fluv_source *source);

/* Reads the part, cols * rows values as they stand in the file, NaN where it says nodata.
 * Progress runs from 0 to `until`. */
FLUV_MUST_CHECK fluv_status fluv_source_read(fluv_ctx *ctx, fluv_source *source, double until,
                                             float *out);
/* The same for a part of that, which begins at a column and a row of it. */
FLUV_MUST_CHECK fluv_status fluv_source_read_part(fluv_ctx *ctx, fluv_source *source, int col,
                                                  int row, int cols, int rows, float *out);

#endif
