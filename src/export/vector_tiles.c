// SPDX-License-Identifier: MIT
/* Vector tiles, looked at after they are written.
 *
 * GDAL collects what the tiles will hold in a database beside them, and does not look whether that
 * and the tiles came to the disk whole: on a full disk tiles are cut off or missing, and nothing is
 * said. So they are read back. A tile is fields of layers, a layer has fields of features; each
 * field says its length, so that a tile which was cut off does not end where its last field does.
 *
 * Based on: Mapbox. Vector Tile Specification, version 2.1. 2016 */
#include "export/vector_tiles.h"

#include "export/crs.h"
#include "gdal/quiet.h"

#include <math.h>
#include <ogr_api.h>
#include <stdlib.h>

#define LAYER_FIELD   3
#define FEATURE_FIELD 2
/* Bytes. GDAL leaves features out of tiles of more than 500,000: those are not counted. */
#define CROWDED 250000

/* -- What is there */

static bool take_number(const unsigned char **at, const unsigned char *end, uint64_t *out)
{
    *out = 0;
    for (int shift = 0; *at < end && shift < 64; shift += 7) {
        unsigned char byte = *(*at)++;
        *out |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return true;
    }
    return false;
}

/* The next field; false: it is cut off. A field that is a number has no length. */
static bool take_field(const unsigned char **at, const unsigned char *end, uint64_t *field,
                       uint64_t *length)
{
    uint64_t key, number;
    if (!take_number(at, end, &key) || !take_number(at, end, &number))
        return false;
    bool sized = (key & 7) == 2;
    *field = key >> 3;
    *length = sized ? number : 0;
    return ((key & 7) == 0 || sized) && *length <= (uint64_t)(end - *at);
}

static bool count_features(const unsigned char *at, const unsigned char *end, size_t *count)
{
    for (uint64_t field, length; at < end; at += length) {
        if (!take_field(&at, end, &field, &length))
            return false;
        *count += field == FEATURE_FIELD;
    }
    return true;
}

static bool count_in_layers(const unsigned char *at, const unsigned char *end, size_t *count)
{
    *count = 0;
    for (uint64_t field, length; at < end; at += length)
        if (!take_field(&at, end, &field, &length) ||
            (field == LAYER_FIELD && !count_features(at, at + length, count)))
            return false;
    return true;
}

/* -- What should be there */

static bool first_point(OGRGeometryH shape, double *x, double *y)
{
    while (shape && OGR_G_GetGeometryCount(shape) > 0)
        shape = OGR_G_GetGeometryRef(shape, 0);
    if (!shape || OGR_G_GetPointCount(shape) == 0)
        return false;
    *x = OGR_G_GetX(shape, 0);
    *y = OGR_G_GetY(shape, 0);
    return true;
}

/* The finest tile that each feature of a layer begins in. */
static fluv_status add_beginnings(fluv_ctx *ctx, OGRLayerH layer, OGRCoordinateTransformationH turn,
                                  int zoom, fluv_list *tiles)
{
    fluv_status status = FLUV_OK;
    double side = 2.0 * FLUV_WEB_HALF / (double)(1u << zoom), x, y;
    OGR_L_ResetReading(layer);
    for (OGRFeatureH row; status == FLUV_OK && (row = OGR_L_GetNextFeature(layer));) {
        if (first_point(OGR_F_GetGeometryRef(row), &x, &y) && OCTTransform(turn, 1, &x, &y, NULL)) {
            fluv_tile *to = fluv_list_append(ctx, tiles, 1, sizeof *to);
            if (to)
                *to = fluv_tile_at(zoom, (uint32_t)floor((x + FLUV_WEB_HALF) / side),
                                   (uint32_t)floor((FLUV_WEB_HALF - y) / side));
            else
                status = FLUV_NO_MEMORY;
        }
        OGR_F_Destroy(row);
    }
    return status;
}

static fluv_status find_beginnings(fluv_ctx *ctx, const fluv_export_job *job,
                                   const fluv_vector_source *source, const char *const *layers,
                                   int zoom, fluv_list *tiles)
{
    fluv_gdal_quiet quiet;
    fluv_gdal_quiet_begin(&quiet);
    OGRCoordinateTransformationH turn = fluv_export_to_web(job->land);
    fluv_status status =
        turn ? FLUV_OK : fluv_fail(ctx, FLUV_NO_MEMORY, "no memory to look at the tiles");
    for (; status == FLUV_OK && *layers; layers++) {
        OGRLayerH layer = GDALDatasetGetLayerByName(source->data, *layers);
        if (layer)
            status = add_beginnings(ctx, layer, turn, zoom, tiles);
    }
    if (turn)
        OCTDestroyCoordinateTransformation(turn);
    fluv_gdal_quiet_end(&quiet);
    if (tiles->count)
        qsort(tiles->items, tiles->count, sizeof(fluv_tile), fluv_tile_compare);
    return status;
}

/* -- Both */

/* `begin` features begin in the tile. */
static fluv_status check_tile(fluv_ctx *ctx, const fluv_tile_folder *folder, const fluv_tile *tile,
                              size_t begin)
{
    unsigned char *bytes = NULL;
    size_t count = 0, found = 0;
    fluv_status status = fluv_tile_folder_read(ctx, folder, tile, &bytes, &count);
    if (status == FLUV_OK &&
        (!count_in_layers(bytes, bytes + count, &found) || (found < begin && count < CROWDED)))
        status = FLUV_IO;
    fluv_free(bytes);
    if (status == FLUV_IO)
        return fluv_fail(ctx, FLUV_IO, "cannot write %s/%d/%u/%u.%s: is the disk full?",
                         folder->path, tile->zoom, tile->x, tile->y, folder->ending);
    return status;
}

/* Both lists by id; what should be there is at the finest zoom, the last of those that are. */
static fluv_status check_tiles(fluv_ctx *ctx, const fluv_tile_folder *folder,
                               const fluv_list *there, const fluv_list *beginnings)
{
    const fluv_tile *tile = there->items, *begin = beginnings->items;
    size_t next = 0;
    for (size_t i = 0; i < there->count; i++) {
        size_t first = next;
        while (next < beginnings->count && begin[next].id == tile[i].id)
            next++;
        FLUV_TRY(check_tile(ctx, folder, &tile[i], next - first));
        FLUV_TRY(fluv_look(ctx));
    }
    if (next < beginnings->count)
        return check_tile(ctx, folder, &begin[next], 1);
    return FLUV_OK;
}

fluv_status fluv_vector_tiles_check(fluv_ctx *ctx, const fluv_export_job *job,
                                    const fluv_vector_source *source, const char *const *layers,
                                    const fluv_tile_folder *folder)
{
    fluv_list there = {0}, beginnings = {0};
    fluv_status status = fluv_tile_folder_list(ctx, folder, &there);
    if (status == FLUV_OK)
        status = find_beginnings(ctx, job, source, layers, folder->most, &beginnings);
    if (status == FLUV_OK)
        status = check_tiles(ctx, folder, &there, &beginnings);
    fluv_list_free(&there);
    fluv_list_free(&beginnings);
    return status;
}
