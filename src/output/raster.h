// SPDX-License-Identifier: MIT
/* Grids of a landscape as GeoTIFF and PNG files, and back. */
#ifndef FLUV_OUTPUT_RASTER_H
#define FLUV_OUTPUT_RASTER_H

#include "folder/files.h"
#include "gdal/quiet.h"

#include <gdal.h>
#include <ogr_srs_api.h>

/* A CRS, with x before y; NULL if it is not to be understood. Destroy it with
 * OSRDestroySpatialReference. */
OGRSpatialReferenceH fluv_crs_of_text(const char *text);
/* The CRS of the landscape's files: its own, or "Interfluve local" in metres for invented land.
 * NULL if it is not to be understood. Destroy it with OSRDestroySpatialReference. */
OGRSpatialReferenceH fluv_files_crs(const fluv_landscape *land);

typedef struct fluv_raster {
    const char *name;  /* of the file, without folder */
    GDALDataType type; /* GDT_Float32, GDT_Float64, GDT_Byte */
    const void *cells;
    double nodata;
    const char *unit;         /* "" : none */
    const char *const *names; /* of the values 0, 1, …; NULL at the end, or no names */
    /* Of a value; NULL: no colours. */
    void (*colour)(const fluv_landscape *land, uint8_t value, uint8_t rgb[3]);
} fluv_raster;

/* Writes one grid of the landscape's frame into `folder`: tiled, compressed, with overviews. */
FLUV_MUST_CHECK fluv_status fluv_raster_write(fluv_ctx *ctx, const fluv_landscape *land,
                                              const fluv_raster *raster, const char *folder);

/* Writes the file of that name (height.tif, water.tif, cover.tif, region.tif, area.tif,
 * direction.tif, …: folder/files.h lists them). The layer must be there. */
FLUV_MUST_CHECK fluv_status fluv_layer_write(fluv_ctx *ctx, const fluv_landscape *land,
                                             const char *name, const char *folder);

/* The same from cells that are as the file has them, nodata and all, whatever the landscape holds:
 * it says frame, CRS and names. */
FLUV_MUST_CHECK fluv_status fluv_cells_write(fluv_ctx *ctx, const fluv_landscape *land,
                                             const char *name, const void *cells,
                                             const char *folder);

/* One layer as a file of any name. */
FLUV_MUST_CHECK fluv_status fluv_layer_write_as(fluv_ctx *ctx, const fluv_landscape *land,
                                                fluv_layer layer, const char *name,
                                                const char *folder);

/* Heights as a 16 bit PNG: black is the low end of the range (and nodata), white the high one, and
 * the file's description has both. NULL: from the lowest height to the highest. */
FLUV_MUST_CHECK fluv_status fluv_height_png_write(fluv_ctx *ctx, const fluv_landscape *land,
                                                  const fluv_height_range *range, const char *file);
/* Lowest and highest number of a grid; false if it holds none. */
bool fluv_range_of(const float *values, size_t count, float *low, float *high);

/* A GDAL progress function whose user pointer is the context. */
int CPL_STDCALL fluv_gdal_progress(double fraction, const char *text, void *ctx);

#endif
