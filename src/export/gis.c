// SPDX-License-Identifier: MIT
/* GIS: vectors with styles, in formats and a CRS that every program takes.
 *
 *     water.gpkg    rivers, hydrorivers, lakes, coast, watersheds, beds, regions, and layer_styles,
 *                   by which QGIS shows them at once
 *     *.geojson     in degrees, as RFC 7946 wants them       *.fgb   in the land's CRS */
#include "export/crs.h"
#include "export/scripts.h"
#include "export/vectors.h"
#include "export/writers.h"
#include "gdal/quiet.h"
#include "output/vector.h"

#include <cpl_conv.h>
#include <gdal_alg.h>
#include <limits.h>
#include <ogr_api.h>
#include <stdio.h>
#include <string.h>

/* The names that HydroRIVERS has for the same. */
#define HYDRORIVERS                                                                                \
    "SELECT geom, id AS HYRIV_ID, next_down AS NEXT_DOWN, main_riv AS MAIN_RIV, length_km AS "     \
    "LENGTH_KM, dist_dn_km AS DIST_DN_KM, dist_up_km AS DIST_UP_KM, catch_skm AS CATCH_SKM, "      \
    "upland_skm AS UPLAND_SKM, CAST(endorheic AS INTEGER) AS ENDORHEIC, dis_av_cms AS "            \
    "DIS_AV_CMS, ord_stra AS ORD_STRA FROM rivers"

static const char *const layer_names[] = {"rivers", "lakes", "coast", "watersheds"};
#define LAYERS (sizeof layer_names / sizeof *layer_names)

void fluv_gis_settle(fluv_export_job *job)
{
    fluv_export_set(job, "QGIS", "drag water.gpkg and height.tif into the map: styles come along");
    fluv_export_set(job, "GRASS", "g.proj -c georef=height.tif, then r.import and v.import");
    if (!job->land->crs)
        fluv_export_note(job, "the land is invented: its metres are those of a transverse Mercator "
                              "about 0 N 0 E");
}

static bool has_layer(const fluv_vector_source *source, const char *name)
{
    return GDALDatasetGetLayerByName(source->data, name) != NULL;
}

/* -- Regions as polygons */

/* Types, and where they count: not in the sea. */
static GDALDatasetH region_raster(const fluv_export_job *job)
{
    const fluv_export_grid *grid = &job->grid;
    const uint8_t *region = fluv_region_of(job->land);
    double place[6] = {grid->west - 0.5 * grid->step_x,  grid->step_x, 0.0,
                       grid->north + 0.5 * grid->step_y, 0.0,          -grid->step_y};
    int cols = (int)grid->cols;
    GDALDatasetH data =
        GDALCreate(GDALGetDriverByName("MEM"), "", cols, (int)grid->rows, 2, GDT_Byte, NULL);
    uint8_t *line = data ? CPLMalloc(2 * grid->cols) : NULL;
    for (uint32_t row = 0; data && row < grid->rows; row++) {
        for (uint32_t col = 0; col < grid->cols; col++) {
            size_t at = (size_t)row * grid->cols + col;
            line[col] = region[grid->cell[at]];
            line[grid->cols + col] = grid->cover[at] != FLUV_OCEAN;
        }
        for (int band = 1; band <= 2; band++)
            (void)!GDALRasterIO(GDALGetRasterBand(data, band), GF_Write, 0, (int)row, cols, 1,
                                line + (band - 1) * cols, cols, 1, GDT_Byte, 0, 0);
    }
    if (data)
        GDALSetGeoTransform(data, place);
    CPLFree(line);
    return data;
}

static bool add_field(OGRLayerH layer, const char *name, OGRFieldType type)
{
    OGRFieldDefnH field = OGR_Fld_Create(name, type);
    bool added = OGR_L_CreateField(layer, field, TRUE) == OGRERR_NONE;
    OGR_Fld_Destroy(field);
    return added;
}

static void name_regions(const fluv_landscape *land, OGRLayerH layer)
{
    OGR_L_ResetReading(layer);
    for (OGRFeatureH feature; (feature = OGR_L_GetNextFeature(layer));) {
        fluv_region_info info;
        if (fluv_region_type_of(land, (size_t)OGR_F_GetFieldAsInteger(feature, 0), &info)) {
            char colour[8];
            snprintf(colour, sizeof colour, "#%02x%02x%02x", info.red, info.green, info.blue);
            OGR_F_SetFieldString(feature, 1, info.name);
            OGR_F_SetFieldString(feature, 2, colour);
            (void)!OGR_L_SetFeature(layer, feature);
        }
        OGR_F_Destroy(feature);
    }
}

static bool add_regions(const fluv_export_job *job, GDALDatasetH package)
{
    OGRSpatialReferenceH crs = fluv_export_crs(job->land);
    GDALDatasetH data = region_raster(job);
    OGRLayerH layer = GDALDatasetCreateLayer(package, "regions", crs, wkbPolygon, NULL);
    bool good = data && layer && add_field(layer, "type", OFTInteger) &&
                add_field(layer, "name", OFTString) && add_field(layer, "color", OFTString) &&
                GDALPolygonize(GDALGetRasterBand(data, 1), GDALGetRasterBand(data, 2), layer, 0,
                               NULL, NULL, NULL) == CE_None;
    if (good)
        name_regions(job->land, layer);
    if (data)
        GDALClose(data);
    OSRDestroySpatialReference(crs);
    return good;
}

/* -- Styles, as QGIS keeps them in a GeoPackage */

static bool add_style(OGRLayerH styles, const char *layer)
{
    char file[64];
    snprintf(file, sizeof file, "%s.qml", layer);
    const fluv_script *script = fluv_script_named(file);
    OGRFeatureH row = OGR_F_Create(OGR_L_GetLayerDefn(styles));
    const char *const texts[] = {"", "", layer, "geom", layer, script->text, ""};
    for (int i = 0; i < 7; i++)
        OGR_F_SetFieldString(row, i, texts[i]);
    OGR_F_SetFieldInteger(row, 7, 1);
    OGR_F_SetFieldString(row, 8, "Interfluve");
    OGR_F_SetFieldString(row, 9, "");
    OGR_F_SetFieldString(row, 10, "");
    OGR_F_SetFieldString(row, 11, "1970-01-01T00:00:00.000Z"); /* the same land, the same bytes */
    bool added = OGR_L_CreateFeature(styles, row) == OGRERR_NONE;
    OGR_F_Destroy(row);
    return added;
}

static bool add_styles(GDALDatasetH package)
{
    static const char *const fields[] = {"f_table_catalog",   "f_table_schema", "f_table_name",
                                         "f_geometry_column", "styleName",      "styleQML",
                                         "styleSLD"};
    static const char *const styled[] = {"rivers", "lakes", "coast", "watersheds", "regions"};
    char option[] = "FID=id", *options[] = {option, NULL};
    OGRLayerH styles = GDALDatasetCreateLayer(package, "layer_styles", NULL, wkbNone, options);
    bool good = styles != NULL;
    for (size_t i = 0; good && i < sizeof fields / sizeof *fields; i++)
        good = add_field(styles, fields[i], OFTString);
    good = good && add_field(styles, "useAsDefault", OFTInteger) &&
           add_field(styles, "description", OFTString) && add_field(styles, "owner", OFTString) &&
           add_field(styles, "ui", OFTString) && add_field(styles, "update_time", OFTDateTime);
    for (size_t i = 0; good && i < sizeof styled / sizeof *styled; i++)
        if (GDALDatasetGetLayerByName(package, styled[i]))
            good = add_style(styles, styled[i]);
    return good;
}

/* Adds to the package what is not taken over as it is. */
static fluv_status complete(fluv_ctx *ctx, const fluv_export_job *job)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.*s/water.gpkg", PATH_MAX - 32, job->folder);
    fluv_gdal_quiet quiet;
    fluv_gdal_quiet_begin(&quiet);
    GDALDatasetH package = GDALOpenEx(path, GDAL_OF_VECTOR | GDAL_OF_UPDATE, NULL, NULL, NULL);
    bool good =
        package && (!fluv_region_of(job->land) || add_regions(job, package)) && add_styles(package);
    if (package)
        GDALClose(package);
    fluv_gdal_quiet_end(&quiet);
    return good && !quiet.failures
               ? FLUV_OK
               : fluv_fail(ctx, FLUV_IO, "cannot write %s: %s", path, quiet.text);
}

static fluv_status write_package(fluv_ctx *ctx, fluv_export_job *job,
                                 const fluv_vector_source *from)
{
    const char *const all[] = {"-f", "GPKG", "-a_srs", from->crs, NULL};
    const char *const hydro[] = {"-f",   "GPKG",      "-update", "-a_srs",      from->crs,
                                 "-sql", HYDRORIVERS, "-nln",    "hydrorivers", NULL};
    FLUV_TRY(fluv_vectors_translate(ctx, job, from, "water.gpkg", all));
    if (has_layer(from, "rivers"))
        FLUV_TRY(fluv_vectors_translate(ctx, job, from, "water.gpkg", hydro));
    FLUV_TRY(complete(ctx, job));
    fluv_export_list(job, "water.gpkg", "rivers, lakes, coast, watersheds, regions with styles");
    return FLUV_OK;
}

static fluv_status write_layer(fluv_ctx *ctx, fluv_export_job *job, const fluv_vector_source *from,
                               const char *name)
{
    char file[64];
    const char *const flat[] = {"-f", "FlatGeobuf", "-a_srs", from->crs, name, NULL};
    /* RFC 7946: degrees; the source is given the export's CRS, from which they follow */
    const char *const json[] = {"-f",        "GeoJSON", "-s_srs",      from->crs, "-t_srs",
                                "EPSG:4326", "-lco",    "RFC7946=YES", name,      NULL};
    snprintf(file, sizeof file, "%s.fgb", name);
    FLUV_TRY(fluv_vectors_translate(ctx, job, from, file, flat));
    fluv_export_list(job, file, name);
    snprintf(file, sizeof file, "%s.geojson", name);
    FLUV_TRY(fluv_vectors_translate(ctx, job, from, file, json));
    fluv_export_list(job, file, name);
    return FLUV_OK;
}

fluv_status fluv_gis_vectors(fluv_ctx *ctx, fluv_export_job *job)
{
    fluv_vector_source from = {0};
    if (!fluv_vectors_present(job->land)) {
        fluv_export_note(job, "the land has no rivers, lakes or coast: there is no water.gpkg");
        return FLUV_OK;
    }
    fluv_status status = fluv_vectors_open(ctx, job, &from);
    if (status == FLUV_OK)
        status = write_package(ctx, job, &from);
    for (size_t i = 0; status == FLUV_OK && i < LAYERS; i++)
        if (has_layer(&from, layer_names[i]))
            status = write_layer(ctx, job, &from, layer_names[i]);
    fluv_vectors_close(&from);
    return status;
}
