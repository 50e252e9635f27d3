// SPDX-License-Identifier: MIT
/* Rivers, lakes, coast and watersheds back from a GeoPackage.
 *
 * in   a file that may be anything        out   vector layers in which every index is in range and
 *                                                every coordinate a number, or one line why not */
#include "folder/vectors.h"

#include "folder/columns.h"
#include "gdal/open.h"
#include "landscape/vectors.h"

#include <gdal.h>
#include <math.h>
#include <unistd.h>

typedef struct package {
    fluv_ctx *ctx;
    fluv_landscape *land;
    const char *file;
    GDALDatasetH data;
    fluv_gdal_quiet quiet;
} package;

/* What one layer's features are turned into. */
typedef struct harvest {
    const fluv_columns *columns;
    int places[FLUV_COLUMNS_MAX];
    fluv_list rows;
    fluv_list points; /* rivers */
    fluv_rings rings; /* the others */
} harvest;

static void harvest_free(harvest *h)
{
    fluv_list_free(&h->rows);
    fluv_list_free(&h->points);
    fluv_rings_free(&h->rings);
}

static fluv_status wrong_shape(package *from, const harvest *h, OGRFeatureH feature,
                               const char *expected)
{
    return fluv_fail(from->ctx, FLUV_BAD_INPUT, "%s: feature %lld of layer %s is no %s", from->file,
                     (long long)OGR_F_GetFID(feature), h->columns->layer, expected);
}

static bool is_line(OGRGeometryH line)
{
    return line && wkbFlatten(OGR_G_GetGeometryType(line)) == wkbLineString;
}

static fluv_status take_line(package *from, harvest *h, OGRFeatureH feature, fluv_reach *reach)
{
    OGRGeometryH line = OGR_F_GetGeometryRef(feature);
    int count = is_line(line) ? OGR_G_GetPointCount(line) : 0;
    if (count < 2 || (uint64_t)count + h->points.count >= UINT32_MAX)
        return wrong_shape(from, h, feature, "line");
    reach->first_point = (uint32_t)h->points.count;
    reach->point_count = (uint32_t)count;
    fluv_river_point *points =
        fluv_list_append(from->ctx, &h->points, (size_t)count, sizeof *points);
    if (!points)
        return FLUV_NO_MEMORY;
    for (int i = 0; i < count; i++) {
        double x, y, z, m;
        OGR_G_GetPointZM(line, i, &x, &y, &z, &m);
        if (!isfinite(x) || !isfinite(y) || !isfinite(z) || !isfinite(m))
            return wrong_shape(from, h, feature, "line of numbers");
        points[i] = (fluv_river_point){.x = x,
                                       .y = y,
                                       .surface = (float)z,
                                       .bed = NAN,
                                       .width = (float)m,
                                       .velocity = reach->velocity};
    }
    return FLUV_OK;
}

static fluv_status take_ring(package *from, harvest *h, OGRFeatureH feature, OGRGeometryH ring)
{
    int count = OGR_G_GetPointCount(ring) - 1; /* the first point is repeated at the end */
    size_t before = h->rings.xy.count / 2;
    if (count < 3 || before + (uint64_t)count >= UINT32_MAX)
        return wrong_shape(from, h, feature, "polygon of at least three points");
    uint32_t *first = fluv_list_append(from->ctx, &h->rings.first_point, 1, sizeof *first);
    if (!first)
        return FLUV_NO_MEMORY;
    *first = (uint32_t)before;
    double *xy = fluv_list_append(from->ctx, &h->rings.xy, 2 * (size_t)count, sizeof *xy);
    if (!xy)
        return FLUV_NO_MEMORY;
    for (int i = 0; i < count; i++) {
        xy[2 * i] = OGR_G_GetX(ring, i);
        xy[2 * i + 1] = OGR_G_GetY(ring, i);
        if (!isfinite(xy[2 * i]) || !isfinite(xy[2 * i + 1]))
            return wrong_shape(from, h, feature, "polygon of numbers");
    }
    return FLUV_OK;
}

static fluv_status take_polygon(package *from, harvest *h, OGRFeatureH feature,
                                OGRGeometryH polygon)
{
    if (wkbFlatten(OGR_G_GetGeometryType(polygon)) != wkbPolygon)
        return wrong_shape(from, h, feature, "polygon");
    for (int i = 0; i < OGR_G_GetGeometryCount(polygon); i++)
        FLUV_TRY(take_ring(from, h, feature, OGR_G_GetGeometryRef(polygon, i)));
    return FLUV_OK;
}

/* The rings of a polygon or of many; a feature without shape has none. */
static fluv_status take_rings(package *from, harvest *h, OGRFeatureH feature, uint32_t *first_ring,
                              uint32_t *ring_count)
{
    size_t before = h->rings.first_point.count;
    OGRGeometryH shape = OGR_F_GetGeometryRef(feature);
    bool many = shape && wkbFlatten(OGR_G_GetGeometryType(shape)) == wkbMultiPolygon;
    if (shape && !many)
        FLUV_TRY(take_polygon(from, h, feature, shape));
    for (int i = 0; many && i < OGR_G_GetGeometryCount(shape); i++)
        FLUV_TRY(take_polygon(from, h, feature, OGR_G_GetGeometryRef(shape, i)));
    *first_ring = (uint32_t)before;
    *ring_count = (uint32_t)(h->rings.first_point.count - before);
    return FLUV_OK;
}

static fluv_status take_feature(package *from, harvest *h, OGRFeatureH feature)
{
    const fluv_columns *columns = h->columns;
    uint32_t first_ring, ring_count;
    if (columns == &fluv_river_columns) {
        fluv_reach *reach = fluv_list_append(from->ctx, &h->rows, 1, sizeof *reach);
        if (!reach)
            return FLUV_NO_MEMORY;
        *reach = (fluv_reach){0};
        fluv_columns_get(columns, h->places, feature, reach);
        return take_line(from, h, feature, reach);
    }
    FLUV_TRY(take_rings(from, h, feature, &first_ring, &ring_count));
    if (columns == &fluv_lake_columns) {
        fluv_lake *lake = fluv_list_append(from->ctx, &h->rows, 1, sizeof *lake);
        if (!lake)
            return FLUV_NO_MEMORY;
        *lake = (fluv_lake){.first_ring = first_ring, .ring_count = ring_count};
        fluv_columns_get(columns, h->places, feature, lake);
    } else if (columns == &fluv_watershed_columns) {
        fluv_watershed *shed = fluv_list_append(from->ctx, &h->rows, 1, sizeof *shed);
        if (!shed)
            return FLUV_NO_MEMORY;
        *shed = (fluv_watershed){.first_ring = first_ring, .ring_count = ring_count};
        fluv_columns_get(columns, h->places, feature, shed);
    }
    return FLUV_OK;
}

static fluv_status take_features(package *from, harvest *h, OGRLayerH layer)
{
    fluv_status status = FLUV_OK;
    OGRFeatureH feature;
    fluv_columns_find(h->columns, layer, h->places);
    OGR_L_ResetReading(layer);
    while (status == FLUV_OK && (feature = OGR_L_GetNextFeature(layer))) {
        status = take_feature(from, h, feature);
        OGR_F_Destroy(feature);
        if (status == FLUV_OK)
            status = fluv_advance(from->ctx, 0.5);
    }
    if (status == FLUV_OK && from->quiet.failures)
        status = fluv_fail(from->ctx, FLUV_BAD_INPUT, "%s: cannot be read: %s", from->file,
                           from->quiet.text);
    return status;
}

/* One line of the layer beds, for the reach that stands in the same place. */
static fluv_status take_bed(package *from, harvest *rivers, const harvest *h, size_t place,
                            OGRFeatureH feature)
{
    const fluv_reach *reach = (const fluv_reach *)rivers->rows.items + place;
    OGRGeometryH line = OGR_F_GetGeometryRef(feature);
    fluv_river_bed bed = {0};
    fluv_columns_get(h->columns, h->places, feature, &bed);
    if (place >= rivers->rows.count || bed.id != reach->id || !is_line(line) ||
        (uint32_t)OGR_G_GetPointCount(line) != reach->point_count)
        return wrong_shape(from, h, feature, "line of the river in the same place");
    fluv_river_point *points = (fluv_river_point *)rivers->points.items + reach->first_point;
    for (uint32_t i = 0; i < reach->point_count; i++) {
        points[i].bed = (float)OGR_G_GetZ(line, (int)i);
        points[i].velocity = (float)OGR_G_GetM(line, (int)i);
        if (!isfinite(points[i].bed) || !isfinite(points[i].velocity))
            return wrong_shape(from, h, feature, "line of numbers");
    }
    return FLUV_OK;
}

static fluv_status take_beds(package *from, harvest *rivers)
{
    harvest h = {.columns = &fluv_bed_columns};
    OGRLayerH layer = GDALDatasetGetLayerByName(from->data, h.columns->layer);
    if (!layer)
        return FLUV_OK;
    fluv_status status = FLUV_OK;
    size_t place = 0;
    fluv_columns_find(h.columns, layer, h.places);
    OGR_L_ResetReading(layer);
    for (OGRFeatureH feature; status == FLUV_OK && (feature = OGR_L_GetNextFeature(layer));
         place++) {
        status = take_bed(from, rivers, &h, place, feature);
        OGR_F_Destroy(feature);
    }
    if (status == FLUV_OK && place != rivers->rows.count)
        status = fluv_fail(from->ctx, FLUV_BAD_INPUT, "%s: has %zu rivers and %zu beds", from->file,
                           rivers->rows.count, place);
    return status;
}

static fluv_shared *seal(package *from, harvest *h, fluv_layer *layer)
{
    if (h->columns == &fluv_river_columns) {
        *layer = FLUV_LAYER_rivers;
        return fluv_rivers_seal(from->ctx, &h->rows, &h->points);
    }
    if (h->columns == &fluv_lake_columns) {
        *layer = FLUV_LAYER_lakes;
        return fluv_lakes_seal(from->ctx, &h->rows, &h->rings);
    }
    if (h->columns == &fluv_watershed_columns) {
        *layer = FLUV_LAYER_watersheds;
        return fluv_watersheds_seal(from->ctx, &h->rows, &h->rings);
    }
    *layer = FLUV_LAYER_coast;
    return fluv_outline_seal(from->ctx, &h->rings);
}

static fluv_status read_layer(package *from, const fluv_columns *columns)
{
    OGRLayerH layer = GDALDatasetGetLayerByName(from->data, columns->layer);
    if (!layer)
        return FLUV_OK;
    harvest h = {.columns = columns};
    fluv_status status = take_features(from, &h, layer);
    if (status == FLUV_OK && columns == &fluv_river_columns)
        status = take_beds(from, &h);
    if (status == FLUV_OK) {
        fluv_layer kind;
        fluv_shared *sealed = seal(from, &h, &kind);
        if (sealed)
            fluv_layer_put(from->land, kind, sealed);
        else
            status = FLUV_NO_MEMORY;
    }
    harvest_free(&h);
    return status;
}

static fluv_status read_layers(package *from, fluv_layer_set wanted)
{
    if (wanted & FLUV_SET(rivers))
        FLUV_TRY(read_layer(from, &fluv_river_columns));
    if (wanted & FLUV_SET(lakes))
        FLUV_TRY(read_layer(from, &fluv_lake_columns));
    if (wanted & FLUV_SET(coast))
        FLUV_TRY(read_layer(from, &fluv_coast_columns));
    return wanted & FLUV_SET(watersheds) ? read_layer(from, &fluv_watershed_columns) : FLUV_OK;
}

fluv_status fluv_vectors_read(fluv_ctx *ctx, fluv_landscape *land, const char *file,
                              fluv_layer_set wanted)
{
    if (access(file, F_OK) != 0)
        return FLUV_OK;
    package from = {.ctx = ctx, .land = land, .file = file};
    fluv_gdal_quiet_begin(&from.quiet);
    fluv_status status = fluv_gdal_open(ctx, file, FLUV_FILE_VECTOR, &from.quiet, &from.data);
    if (status == FLUV_OK)
        status = read_layers(&from, wanted);
    if (from.data)
        GDALClose(from.data);
    fluv_gdal_quiet_end(&from.quiet);
    return status;
}
