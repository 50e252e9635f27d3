// SPDX-License-Identifier: MIT
/* How a GeoTIFF says where it lies and what its values mean: keys of the CRS, place, colours, unit
 * and nodata. GDAL knows how to say that of any CRS: it writes a tiny file in memory, whose fields
 * are taken over. */
#include "output/cog.h"
#include "output/memory_file.h"

#include <assert.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <string.h>

#define SIDE 16 /* cells of the tiny file */

/* Fields that describe, by their code; the others are of the layout, which is ours. */
static bool describes(uint16_t code)
{
    return code == 320 || code > 339;
}

/* A file of the same description, with cells of no meaning. */
static bool write_tiny(GDALDatasetH like, GDALDataType type, const char *file)
{
    GDALDatasetH tiny = GDALCreate(GDALGetDriverByName("GTiff"), file, SIDE, SIDE, 1, type, NULL);
    if (!tiny)
        return false;
    GDALRasterBandH from = GDALGetRasterBand(like, 1), to = GDALGetRasterBand(tiny, 1);
    double place[6];
    GDALColorTableH colours = GDALGetRasterColorTable(from);
    const char *unit = GDALGetRasterUnitType(from);
    bool good = GDALGetGeoTransform(like, place) == CE_None;
    if (colours)
        good = GDALSetRasterColorTable(to, colours) == CE_None && good;
    if (*unit)
        good = GDALSetRasterUnitType(to, unit) == CE_None && good;
    good = GDALSetGeoTransform(tiny, place) == CE_None && good;
    good = GDALSetSpatialRef(tiny, GDALGetSpatialRef(like)) == CE_None && good;
    good = GDALSetRasterNoDataValue(to, GDALGetRasterNoDataValue(from, NULL)) == CE_None && good;
    good =
        GDALSetMetadataItem(tiny, GDALMD_AREA_OR_POINT, GDALMD_AOP_AREA, NULL) == CE_None && good;
    GDALClose(tiny);
    return good;
}

static uint64_t number_at(const uint8_t *bytes, size_t count)
{
    uint64_t number = 0;
    memcpy(&number, bytes, count);
    return number;
}

/* The describing fields of a small little-endian TIFF, which GDAL has just written. */
static fluv_status take_fields(fluv_ctx *ctx, const uint8_t *bytes, fluv_cog *cog)
{
    const uint8_t *directory = bytes + number_at(bytes + 4, 4);
    size_t fields = number_at(directory, 2);
    for (size_t i = 0; i < fields; i++) {
        const uint8_t *field = directory + 2 + 12 * i;
        fluv_cog_tag tag = {(uint16_t)number_at(field, 2), (uint16_t)number_at(field + 2, 2),
                            number_at(field + 4, 4), NULL};
        if (!describes(tag.code))
            continue;
        assert(cog->tag_count < FLUV_COG_TAGS);
        size_t size = tag.count * fluv_cog_type_bytes(tag.type);
        uint8_t *values = fluv_scratch(ctx, size + 1, 1);
        if (!values)
            return FLUV_NO_MEMORY;
        memcpy(values, size > 4 ? bytes + number_at(field + 8, 4) : field + 8, size);
        tag.values = values;
        cog->tags[cog->tag_count++] = tag;
    }
    return FLUV_OK;
}

fluv_status fluv_cog_describe(fluv_ctx *ctx, GDALDatasetH like, fluv_cog *cog)
{
    fluv_memory_folder folder = fluv_memory_folder_of(ctx);
    char file[sizeof folder.text + 16];
    snprintf(file, sizeof file, "%s/tiny.tif", folder.text);
    vsi_l_offset length = 0;
    bool good = write_tiny(like, cog->type, file);
    const uint8_t *bytes = good ? VSIGetMemFileBuffer(file, &length, FALSE) : NULL;
    good = bytes && length > 8 && memcmp(bytes, "II*", 4) == 0;
    fluv_status status = good ? take_fields(ctx, bytes, cog)
                              : fluv_fail(ctx, FLUV_IO, "the CRS cannot be written to a GeoTIFF");
    VSIUnlink(file);
    return status;
}
