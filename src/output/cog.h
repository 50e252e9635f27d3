// SPDX-License-Identifier: MIT
/* A grid as a cloud-optimised GeoTIFF, written by ourselves: GDAL's writer of this layout takes ten
 * times as long, for it copies the grid through its cache and makes the overviews from the file.
 *
 *   cog.c        the order of things in the file
 *   cog_head.c   header and directories
 *   cog_tiles.c  tiles, predicted and compressed on all threads
 *   cog_tags.c   place, CRS, colours, unit and nodata, as GDAL writes them
 *
 * References: TIFF 6.0 (Adobe 1992), its Technical Note 3 (predictor 3), BigTIFF, and the layout
 * that GDAL's documentation of its COG driver describes. */
#ifndef FLUV_OUTPUT_COG_H
#define FLUV_OUTPUT_COG_H

#include "base/ctx.h"

#include <gdal.h>
#include <stdio.h>

#define FLUV_COG_TILE   512u /* cells a side */
#define FLUV_COG_LEVELS 24   /* the grid and its overviews: more than 2^32 cells a side need */
#define FLUV_COG_TAGS   16

/* One resolution of the grid. */
typedef struct fluv_cog_level {
    size_t cols, rows;
    size_t across, down; /* tiles */
    bool predicted;      /* floats by predictor 3; known once they are written */
    const uint8_t *cells;
    uint64_t *offsets; /* of the tiles, row by row; known once they are written */
    uint32_t *sizes;   /* bytes */
} fluv_cog_level;

/* A field of a directory: `count` values of a TIFF type. */
typedef struct fluv_cog_tag {
    uint16_t code, type;
    uint64_t count;
    const void *values;
} fluv_cog_tag;

size_t fluv_cog_type_bytes(uint16_t type); /* of a value of a TIFF type */

typedef struct fluv_cog {
    GDALDataType type; /* GDT_Byte, GDT_Float32, GDT_Float64 */
    double nodata;
    size_t cell_bytes;
    bool big; /* a BigTIFF: offsets of 64 bits */
    size_t level_count;
    fluv_cog_level levels[FLUV_COG_LEVELS]; /* from fine to coarse */
    size_t tag_count;
    fluv_cog_tag tags[FLUV_COG_TAGS]; /* of the grid alone, by rising code */
} fluv_cog;

/* Offsets of 64 bits are taken where the cells alone may need them; `big`: in any case. Writes
 * `like`'s place, CRS, colours, unit and nodata and the cells of its size into a stream that
 * can be rewound. The stream's errors may come out only when it is closed. */
FLUV_MUST_CHECK fluv_status fluv_cog_write(fluv_ctx *ctx, GDALDatasetH like, GDALDataType type,
                                           const void *cells, bool big, FILE *stream);

/* The fields that describe `like`, into the scratch; FLUV_IO: GDAL cannot write them. */
FLUV_MUST_CHECK fluv_status fluv_cog_describe(fluv_ctx *ctx, GDALDatasetH like, fluv_cog *cog);
/* All before the tiles: the same number of bytes whether offsets are known or not. */
FLUV_MUST_CHECK fluv_status fluv_cog_head(fluv_ctx *ctx, const fluv_cog *cog, uint8_t **bytes,
                                          size_t *count);
/* Appends the tiles of a level at `*offset`, which moves on, and notes where they stand. `begin`
 * and `end`: which part of the whole progress this is. */
FLUV_MUST_CHECK fluv_status fluv_cog_tiles(fluv_ctx *ctx, const fluv_cog *cog,
                                           fluv_cog_level *level, FILE *stream, uint64_t *offset,
                                           const double part[2]);

#endif
