// SPDX-License-Identifier: MIT
/* Rivers, lakes, coast and watersheds as a GeoPackage.
 *
 * in   the vector layers        out   one file, one transaction, a spatial index a layer
 *
 * Rivers are lines whose Z is the water's surface and whose M is its width, beds the same lines
 * with Z the bed and M the velocity. The coast is written as polygons of the land, one a landmass:
 * a polygon says on which side the sea is, can be filled, and gives the same rings back. O(points).
 */
#include "folder/columns.h"
#include "output/raster.h"
#include "output/vector.h"

#include <cpl_string.h>
#include <math.h>

typedef struct package {
    fluv_ctx *ctx;
    const fluv_landscape *land;
    GDALDatasetH data;
    OGRSpatialReferenceH crs;
    OGRLayerH layer;
    const fluv_columns *columns;
    size_t done, all; /* features, for progress */
} package;

bool fluv_vectors_present(const fluv_landscape *land)
{
    return fluv_rivers_of(land) || fluv_lakes_of(land) || fluv_coast_of(land) ||
           fluv_watersheds_of(land);
}

static bool start_layer(package *to, const fluv_columns *columns)
{
    char name[] = "SPATIAL_INDEX=YES";
    char *options[] = {name, NULL};
    to->columns = columns;
    to->layer =
        GDALDatasetCreateLayer(to->data, columns->layer, to->crs, columns->geometry, options);
    return to->layer && fluv_columns_create(columns, to->layer);
}

/* Takes the shape over, which may be NULL. */
static bool add(package *to, const void *row, OGRGeometryH shape)
{
    OGRFeatureH feature = OGR_F_Create(OGR_L_GetLayerDefn(to->layer));
    fluv_columns_put(to->columns, row, feature);
    if (shape)
        OGR_F_SetGeometryDirectly(feature, shape);
    bool added = OGR_L_CreateFeature(to->layer, feature) == OGRERR_NONE;
    OGR_F_Destroy(feature);
    to->done++;
    return added && fluv_advance(to->ctx, 0.95 * (double)to->done / (double)to->all) == FLUV_OK;
}

static OGRGeometryH river_line(const fluv_rivers *rivers, const fluv_reach *reach)
{
    OGRGeometryH line = OGR_G_CreateGeometry(wkbLineStringZM);
    const fluv_river_point *points = rivers->points + reach->first_point;
    OGR_G_SetPointCount(line, (int)reach->point_count);
    for (uint32_t i = 0; i < reach->point_count; i++) {
        const fluv_river_point *point = &points[i];
        float surface = isfinite(point->surface) ? point->surface : point->bed; /* a dry bed */
        OGR_G_SetPointZM(line, (int)i, point->x, point->y, (double)surface, (double)point->width);
    }
    return line;
}

static bool write_rivers(package *to, const fluv_rivers *rivers)
{
    bool good = start_layer(to, &fluv_river_columns);
    for (size_t i = 0; good && i < rivers->count; i++)
        good = add(to, &rivers->reaches[i], river_line(rivers, &rivers->reaches[i]));
    return good;
}

static OGRGeometryH bed_line(const fluv_rivers *rivers, const fluv_reach *reach)
{
    OGRGeometryH line = OGR_G_CreateGeometry(wkbLineStringZM);
    const fluv_river_point *points = rivers->points + reach->first_point;
    OGR_G_SetPointCount(line, (int)reach->point_count);
    for (uint32_t i = 0; i < reach->point_count; i++)
        OGR_G_SetPointZM(line, (int)i, points[i].x, points[i].y, (double)points[i].bed,
                         (double)points[i].velocity);
    return line;
}

/* Beds that are not known, of rivers read from a file without them, make no layer. */
static bool has_beds(const fluv_rivers *rivers)
{
    for (size_t i = 0; rivers && i < rivers->point_count; i++)
        if (isnan(rivers->points[i].bed))
            return false;
    return rivers != NULL;
}

static bool write_beds(package *to, const fluv_rivers *rivers)
{
    bool good = start_layer(to, &fluv_bed_columns);
    for (size_t i = 0; good && i < rivers->count; i++)
        good = add(to, &(fluv_river_bed){rivers->reaches[i].id},
                   bed_line(rivers, &rivers->reaches[i]));
    return good;
}

static OGRGeometryH ring_of(const fluv_outline *outline, size_t ring)
{
    uint32_t first = outline->first_point[ring];
    int count = (int)(outline->first_point[ring + 1] - first);
    const double *xy = outline->xy + 2 * (size_t)first;
    OGRGeometryH shape = OGR_G_CreateGeometry(wkbLinearRing);
    OGR_G_SetPointCount(shape, count + 1);
    for (int i = 0; i <= count; i++) {
        const double *point = xy + 2 * (size_t)(i < count ? i : 0);
        OGR_G_SetPoint_2D(shape, i, point[0], point[1]);
    }
    return shape;
}

/* Twice the area within a ring, counter-clockwise positive; about its first point, as coordinates
 * are large. */
static double doubled_area(const fluv_outline *outline, size_t ring)
{
    const double *at = outline->xy + 2 * (size_t)outline->first_point[ring];
    size_t count = outline->first_point[ring + 1] - outline->first_point[ring];
    double sum = 0.0;
    for (size_t i = 1; i + 1 < count; i++) {
        const double *a = at + 2 * i, *b = a + 2;
        sum += (a[0] - at[0]) * (b[1] - at[1]) - (b[0] - at[0]) * (a[1] - at[1]);
    }
    return sum;
}

/* A polygon of one outer ring and the holes that follow it; moves `ring` past them. */
static OGRGeometryH next_polygon(const fluv_outline *outline, size_t *ring, size_t end,
                                 double *area)
{
    OGRGeometryH polygon = OGR_G_CreateGeometry(wkbPolygon);
    *area = 0.0;
    size_t first = *ring;
    for (; *ring < end; ++*ring) {
        double doubled = doubled_area(outline, *ring);
        if (*ring > first && doubled > 0.0)
            break;
        *area += doubled / 2.0;
        OGR_G_AddGeometryDirectly(polygon, ring_of(outline, *ring));
    }
    return polygon;
}

static bool write_lakes(package *to, const fluv_lakes *lakes)
{
    bool good = start_layer(to, &fluv_lake_columns);
    for (size_t i = 0; good && i < lakes->count; i++) {
        const fluv_lake *lake = &lakes->lakes[i];
        OGRGeometryH polygon = lake->ring_count ? OGR_G_CreateGeometry(wkbPolygon) : NULL;
        for (uint32_t ring = 0; ring < lake->ring_count; ring++)
            OGR_G_AddGeometryDirectly(polygon, ring_of(&lakes->outline, lake->first_ring + ring));
        good = add(to, lake, polygon);
    }
    return good;
}

static bool write_coast(package *to, const fluv_outline *coast)
{
    bool good = start_layer(to, &fluv_coast_columns);
    fluv_landmass mass = {0};
    for (size_t ring = 0; good && ring < coast->ring_count;) {
        OGRGeometryH polygon = next_polygon(coast, &ring, coast->ring_count, &mass.area);
        mass.id++;
        good = add(to, &mass, polygon);
    }
    return good;
}

static bool write_watersheds(package *to, const fluv_watersheds *sheds)
{
    bool good = start_layer(to, &fluv_watershed_columns);
    for (size_t i = 0; good && i < sheds->count; i++) {
        const fluv_watershed *shed = &sheds->watersheds[i];
        OGRGeometryH parts = OGR_G_CreateGeometry(wkbMultiPolygon);
        size_t ring = shed->first_ring, end = ring + shed->ring_count;
        double area;
        while (ring < end)
            OGR_G_AddGeometryDirectly(parts, next_polygon(&sheds->outline, &ring, end, &area));
        good = add(to, shed, parts);
    }
    return good;
}

static bool write_layers(package *to)
{
    const fluv_rivers *rivers = fluv_rivers_of(to->land);
    const fluv_lakes *lakes = fluv_lakes_of(to->land);
    const fluv_outline *coast = fluv_coast_of(to->land);
    const fluv_watersheds *sheds = fluv_watersheds_of(to->land);
    to->all = 1 + 2 * (rivers ? rivers->count : 0) + (lakes ? lakes->count : 0) +
              (coast ? coast->ring_count : 0) + (sheds ? sheds->count : 0);
    return (!rivers || write_rivers(to, rivers)) && (!lakes || write_lakes(to, lakes)) &&
           (!coast || write_coast(to, coast)) && (!sheds || write_watersheds(to, sheds)) &&
           (!has_beds(rivers) || write_beds(to, rivers));
}

/* Indices are made when a layer is flushed: closing could not tell that this failed. */
static bool flush_layers(GDALDatasetH data)
{
    for (int i = 0; i < GDALDatasetGetLayerCount(data); i++)
        if (OGR_L_SyncToDisk(GDALDatasetGetLayer(data, i)) != OGRERR_NONE)
            return false;
    return true;
}

static bool write_package(package *to, const char *file)
{
    to->crs = fluv_files_crs(to->land);
    to->data =
        to->crs ? GDALCreate(GDALGetDriverByName("GPKG"), file, 0, 0, 0, GDT_Unknown, NULL) : NULL;
    bool good = to->data && GDALDatasetStartTransaction(to->data, FALSE) == OGRERR_NONE;
    good = good && write_layers(to);
    good = good && GDALDatasetCommitTransaction(to->data) == OGRERR_NONE;
    good = good && flush_layers(to->data);
    if (to->data)
        GDALClose(to->data);
    if (to->crs)
        OSRDestroySpatialReference(to->crs);
    return good;
}

/* A package cut short does not open, or lacks features. */
static bool look_again(const package *written, const char *file)
{
    GDALDatasetH data = GDALOpenEx(file, GDAL_OF_VECTOR, NULL, NULL, NULL);
    size_t features = 0;
    for (int i = 0; data && i < GDALDatasetGetLayerCount(data); i++)
        features += (size_t)OGR_L_GetFeatureCount(GDALDatasetGetLayer(data, i), TRUE);
    if (data)
        GDALClose(data);
    return data && features == written->done;
}

fluv_status fluv_vectors_write(fluv_ctx *ctx, const fluv_landscape *land, const char *file)
{
    fluv_gdal_quiet quiet;
    fluv_gdal_quiet_begin(&quiet);
    package to = {.ctx = ctx, .land = land};
    bool done =
        write_package(&to, file) && !quiet.failures && look_again(&to, file) && !quiet.failures;
    fluv_gdal_quiet_end(&quiet);
    if (done)
        return FLUV_OK;
    FLUV_TRY(fluv_advance(ctx, 0.0));
    return fluv_fail(ctx, FLUV_IO, "cannot write water.gpkg: %s", quiet.text);
}
