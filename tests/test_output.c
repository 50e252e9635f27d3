// SPDX-License-Identifier: MIT
/* Writing a folder, judged by GDAL's own tools where they are installed, and reading it back. */
#include "made_land.h"
#include "own_folder.h"

#include "output/folder.h"

#include <cpl_conv.h>
#include <jansson.h>
#include <ogr_api.h>
#include <ogr_srs_api.h>

/* More than a tile of the rasters, so that they have overviews. */
#define COLS 700
#define ROWS 150

static char *run_text(const char *command)
{
    FILE *stream = popen(command, "r");
    assert_non_null(stream);
    size_t length = 0, room = 1 << 20;
    char *text = malloc(room);
    while (length + 1 < room) {
        size_t more = fread(text + length, 1, room - 1 - length, stream);
        if (!more)
            break;
        length += more;
    }
    text[length] = '\0';
    pclose(stream);
    return text;
}

static bool installed(const char *program)
{
    char command[128];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", program);
    return system(command) == 0;
}

static void write_made(fluv_ctx *ctx, fluv_landscape *land, const char *dir)
{
    fluv_verdict verdicts[FLUV_RULES] = {0};
    for (int i = 0; i < FLUV_RULES; i++) {
        verdicts[i] =
            (fluv_verdict){.rule = i + 1, .applies = true, .holds = i != 4, .checked = 10};
        snprintf(verdicts[i].text, sizeof verdicts[i].text, "rule %d", i + 1);
    }
    fluv_folder_content content = {
        .land = land, .recipe_text = "interfluve: 1\n", .verdicts = verdicts};
    fluv_status status = fluv_folder_write(ctx, &content, dir);
    if (status != FLUV_OK)
        print_error("%s\n", fluv_message(ctx));
    assert_int_equal(status, FLUV_OK);
}

static char *utm_wkt(fluv_ctx *ctx)
{
    OGRSpatialReferenceH crs = OSRNewSpatialReference(NULL);
    char *wkt = NULL;
    OSRImportFromEPSG(crs, 32632);
    const char *const form[] = {"FORMAT=WKT2_2018", "MULTILINE=NO", NULL};
    OSRExportToWktEx(crs, &wkt, form);
    char *copy = fluv_text_copy(ctx, wkt);
    CPLFree(wkt);
    OSRDestroySpatialReference(crs);
    return copy;
}

/* The folders "local" and "utm" are written once and looked at by the tests below. */
static int write_folders(void **state)
{
    if (make_folder(state) != 0)
        return -1;
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape land = made_land(ctx, COLS, ROWS);
    write_made(ctx, &land, path_of("local"));
    land.crs = utm_wkt(ctx);
    write_made(ctx, &land, path_of("utm"));
    fluv_landscape_free(&land);
    assert_int_equal(atomic_load(&ctx->memory.now), 0);
    fluv_ctx_delete(ctx);
    return 0;
}

static void test_every_file_is_there(void **state)
{
    (void)state;
    static const char *const names[] = {
        "recipe.yaml", "height.tif",    "water.tif",     "cover.tif",     "region.tif",
        "area.tif",    "direction.tif", "discharge.tif", "water.gpkg",    "height.png",
        "map.png",     "region.png",    "terrain.glb",   "landscape.json"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char name[64];
        snprintf(name, sizeof name, "local/%s", names[i]);
        if (access(path_of(name), R_OK) != 0)
            fail_msg("%s is missing", names[i]);
    }
}

/* ---- rasters ---- */

static json_t *gdalinfo(const char *name)
{
    char command[700];
    snprintf(command, sizeof command, "gdalinfo -json %s 2>/dev/null", path_of(name));
    char *text = run_text(command);
    json_error_t error;
    json_t *info = json_loads(text, 0, &error);
    if (!info)
        fail_msg("gdalinfo says %.300s", text);
    free(text);
    return info;
}

static void expect_raster(const char *name, const char *type, const char *nodata)
{
    json_t *info = gdalinfo(name);
    json_t *layout = json_object_get(json_object_get(info, "metadata"), "IMAGE_STRUCTURE");
    assert_string_equal(json_string_value(json_object_get(layout, "LAYOUT")), "COG");
    assert_string_equal(json_string_value(json_object_get(layout, "COMPRESSION")), "DEFLATE");
    json_t *band = json_array_get(json_object_get(info, "bands"), 0);
    assert_string_equal(json_string_value(json_object_get(band, "type")), type);
    json_t *block = json_object_get(band, "block");
    assert_int_equal(json_integer_value(json_array_get(block, 0)), 512);
    assert_int_equal(json_integer_value(json_array_get(block, 1)), 512);
    assert_int_equal(json_array_size(json_object_get(band, "overviews")), 1);
    json_t *none = json_object_get(band, "noDataValue");
    if (json_is_string(none))
        assert_string_equal(json_string_value(none), nodata);
    else
        assert_near(json_number_value(none), atof(nodata), 0.0);
    json_t *place = json_object_get(info, "geoTransform");
    assert_near(json_number_value(json_array_get(place, 0)), MADE_WEST, 0.0);
    assert_near(json_number_value(json_array_get(place, 1)), MADE_CELL, 0.0);
    assert_near(json_number_value(json_array_get(place, 3)), MADE_NORTH, 0.0);
    const char *wkt =
        json_string_value(json_object_get(json_object_get(info, "coordinateSystem"), "wkt"));
    assert_non_null(
        strstr(wkt, strncmp(name, "utm", 3) == 0 ? "UTM zone 32N" : "Interfluve local"));
    json_decref(info);
}

static void test_rasters_in_the_eyes_of_gdalinfo(void **state)
{
    (void)state;
    if (!installed("gdalinfo"))
        skip();
    expect_raster("local/height.tif", "Float32", "NaN");
    expect_raster("utm/height.tif", "Float32", "NaN");
    expect_raster("local/water.tif", "Float32", "NaN");
    expect_raster("local/area.tif", "Float64", "NaN");
    expect_raster("local/cover.tif", "Byte", "255");
    expect_raster("local/region.tif", "Byte", "255");
    expect_raster("utm/direction.tif", "Byte", "255");
}

static void test_values_have_names_and_colours(void **state)
{
    (void)state;
    GDALDatasetH data = GDALOpen(path_of("local/cover.tif"), GA_ReadOnly);
    assert_non_null(data);
    GDALRasterBandH band = GDALGetRasterBand(data, 1);
    GDALGetMetadata(data, NULL); /* GDAL looks into the .aux.xml no sooner */
    char **names = GDALGetRasterCategoryNames(band);
    assert_non_null(names);
    assert_string_equal(names[0], "land");
    assert_string_equal(names[4], "dry bed");
    assert_null(names[5]);
    GDALColorTableH table = GDALGetRasterColorTable(band);
    assert_non_null(table);
    const GDALColorEntry *ocean = GDALGetColorEntry(table, FLUV_OCEAN);
    assert_true(ocean->c3 > ocean->c1); /* blue */
    GDALClose(data);
}

static uint8_t byte_at(const char *name, int col, int row)
{
    GDALDatasetH data = GDALOpen(path_of(name), GA_ReadOnly);
    assert_non_null(data);
    uint8_t value = 77;
    assert_int_equal(GDALRasterIO(GDALGetRasterBand(data, 1), GF_Read, col, row, 1, 1, &value, 1, 1,
                                  GDT_Byte, 0, 0),
                     CE_None);
    GDALClose(data);
    return value;
}

static void test_directions_as_esri_writes_them(void **state)
{
    (void)state;
    assert_int_equal(byte_at("local/direction.tif", 100, 100), 16); /* west */
    assert_int_equal(byte_at("local/direction.tif", 3, 3), 0);      /* ocean */
    assert_int_equal(byte_at("local/direction.tif", 0, 120), 16);   /* out over the edge */
    assert_int_equal(byte_at("local/direction.tif", 40, 50), 0);    /* a hollow's floor */
    assert_int_equal(byte_at("local/direction.tif", 699, 0), 255);  /* nodata */
    assert_int_equal(byte_at("local/cover.tif", 699, 0), 255);
}

static void test_height_png_spans_the_range(void **state)
{
    (void)state;
    GDALDatasetH data = GDALOpen(path_of("local/height.png"), GA_ReadOnly);
    assert_non_null(data);
    GDALRasterBandH band = GDALGetRasterBand(data, 1);
    assert_int_equal(GDALGetRasterDataType(band), GDT_UInt16);
    uint16_t *values = malloc(COLS * ROWS * sizeof *values);
    assert_int_equal(
        GDALRasterIO(band, GF_Read, 0, 0, COLS, ROWS, values, COLS, ROWS, GDT_UInt16, 0, 0),
        CE_None);
    assert_int_equal(values[6 * COLS + 699], 65535); /* the first of the highest cells */
    assert_int_equal(values[9], 0);                  /* the deepest sea */
    assert_int_equal(values[699], 0);                /* nodata */
    assert_int_equal(values[100 * COLS + 100], 19811);
    free(values);
    GDALClose(data);
    json_t *info = json_load_file(path_of("local/landscape.json"), 0, NULL);
    json_t *png = json_object_get(info, "height_png");
    assert_near(json_real_value(json_object_get(png, "black_m")), -19.0, 1e-5);
    json_decref(info);
}

/* ---- vectors ---- */

static void expect_fields(GDALDatasetH data, const char *name, OGRwkbGeometryType geometry,
                          const char *const *fields, int features)
{
    OGRLayerH layer = GDALDatasetGetLayerByName(data, name);
    assert_non_null(layer);
    assert_int_equal(OGR_L_GetGeomType(layer), geometry);
    assert_int_equal(OGR_L_GetFeatureCount(layer, TRUE), features);
    assert_true(OGR_L_TestCapability(layer, OLCFastSpatialFilter)); /* the index is there */
    OGRFeatureDefnH definition = OGR_L_GetLayerDefn(layer);
    for (; *fields; fields++) {
        char kind = (*fields)[0];
        int field = OGR_FD_GetFieldIndex(definition, *fields + 2);
        if (field < 0)
            fail_msg("%s has no field %s", name, *fields + 2);
        OGRFieldType type = OGR_Fld_GetType(OGR_FD_GetFieldDefn(definition, field));
        assert_int_equal(type, kind == 'i'   ? OFTInteger64
                               : kind == 'r' ? OFTReal
                               : kind == 's' ? OFTString
                                             : OFTInteger);
        if (kind == 'b')
            assert_int_equal(OGR_Fld_GetSubType(OGR_FD_GetFieldDefn(definition, field)),
                             OFSTBoolean);
    }
}

static void test_fields_are_those_of_the_contract(void **state)
{
    (void)state;
    static const char *const rivers[] = {
        "i:id",         "i:next_down", "i:main_riv",   "r:length_km", "r:dist_dn_km",
        "r:dist_up_km", "r:catch_skm", "r:upland_skm", "b:endorheic", "r:dis_av_cms",
        "n:ord_stra",   "r:width_m",   "r:depth_m",    "r:slope",     "s:rosgen",
        "s:kind",       "i:lake",      "b:locked",     NULL};
    static const char *const lakes[] = {"i:id",          "r:level_m",   "r:area_skm", "r:volume_m3",
                                        "r:depth_max_m", "r:catch_skm", "b:closed",   "i:outlet",
                                        "s:state",       "b:locked",    NULL};
    static const char *const sheds[] = {"i:id", "b:endorheic", "r:area_skm", NULL};
    static const char *const coast[] = {"i:id", "r:area_skm", NULL};
    GDALDatasetH data = GDALOpenEx(path_of("utm/water.gpkg"), GDAL_OF_VECTOR, NULL, NULL, NULL);
    assert_non_null(data);
    expect_fields(data, "rivers", wkbLineStringZM, rivers, 4);
    expect_fields(data, "lakes", wkbPolygon, lakes, 3);
    expect_fields(data, "watersheds", wkbMultiPolygon, sheds, 2);
    expect_fields(data, "coast", wkbPolygon, coast, 2);
    OGRLayerH layer = GDALDatasetGetLayerByName(data, "rivers");
    OGRFeatureH feature = OGR_L_GetNextFeature(layer);
    OGRGeometryH line = OGR_F_GetGeometryRef(feature);
    assert_near(OGR_G_GetZ(line, 2), (double)110.1f, 0.0);
    assert_near(OGR_G_GetM(line, 2), 3.0, 0.0);
    assert_string_equal(OGR_F_GetFieldAsString(feature, OGR_F_GetFieldIndex(feature, "rosgen")),
                        "A+");
    assert_near(OGR_F_GetFieldAsDouble(feature, OGR_F_GetFieldIndex(feature, "length_km")), 1.2345,
                1e-15);
    OGR_F_Destroy(feature);
    GDALClose(data);
}

static void expect_valid_shapes(GDALDatasetH data, const char *name)
{
    OGRLayerH layer = GDALDatasetGetLayerByName(data, name);
    OGRFeatureH feature;
    while ((feature = OGR_L_GetNextFeature(layer))) {
        OGRGeometryH shape = OGR_F_GetGeometryRef(feature);
        if (shape)
            assert_true(OGR_G_IsValid(shape));
        int field = OGR_F_GetFieldIndex(feature, "area_skm");
        if (strcmp(name, "coast") == 0)
            assert_near(OGR_F_GetFieldAsDouble(feature, field), OGR_G_Area(shape) / 1e6, 1e-9);
        OGR_F_Destroy(feature);
    }
}

static void test_shapes_are_valid(void **state)
{
    (void)state;
    GDALDatasetH data = GDALOpenEx(path_of("utm/water.gpkg"), GDAL_OF_VECTOR, NULL, NULL, NULL);
    assert_non_null(data);
    expect_valid_shapes(data, "lakes");
    expect_valid_shapes(data, "coast");
    expect_valid_shapes(data, "watersheds");
    OGRLayerH layer = GDALDatasetGetLayerByName(data, "lakes");
    OGR_L_ResetReading(layer);
    OGRFeatureH lake = OGR_L_GetNextFeature(layer);
    assert_int_equal(OGR_G_GetGeometryCount(OGR_F_GetGeometryRef(lake)), 2); /* shore, island */
    OGR_F_Destroy(lake);
    GDALClose(data);
}

static void test_package_in_the_eyes_of_ogrinfo(void **state)
{
    (void)state;
    if (!installed("ogrinfo"))
        skip();
    char command[700];
    snprintf(command, sizeof command, "ogrinfo -so -al %s 2>&1", path_of("local/water.gpkg"));
    char *text = run_text(command);
    assert_non_null(strstr(text, "Geometry: 3D Measured Line String"));
    assert_non_null(strstr(text, "Layer name: watersheds"));
    assert_non_null(strstr(text, "Interfluve local"));
    assert_null(strstr(text, "ERROR"));
    assert_null(strstr(text, "Warning"));
    free(text);
}

/* ---- landscape.json ---- */

static void test_json(void **state)
{
    (void)state;
    json_t *info = json_load_file(path_of("local/landscape.json"), 0, NULL);
    assert_non_null(info);
    assert_true(json_is_null(json_object_get(info, "crs")));
    assert_string_equal(json_string_value(json_object_get(info, "seed")), "18446744073709551614");
    json_t *budget = json_object_get(info, "budget");
    assert_string_equal(json_string_value(json_object_get(budget, "unit")), "m3/y");
    assert_near(json_real_value(json_object_get(budget, "rain")), 1.0 / 3.0, 0.0);
    json_t *check = json_object_get(info, "check");
    assert_int_equal(json_array_size(check), FLUV_RULES);
    assert_true(json_is_false(json_object_get(json_array_get(check, 4), "holds")));
    json_t *statistics = json_object_get(info, "statistics");
    json_t *rivers = json_object_get(statistics, "rivers");
    assert_int_equal(json_integer_value(json_object_get(rivers, "reaches")), 4);
    assert_near(json_real_value(json_object_get(rivers, "length_km")), 3.6345, 1e-12);
    json_t *endorheic = json_object_get(statistics, "endorheic");
    json_t *largest = json_array_get(json_object_get(endorheic, "largest"), 0);
    assert_int_equal(json_integer_value(json_object_get(endorheic, "closed_lakes")),
                     json_array_size(json_object_get(endorheic, "largest")));
    assert_true(json_real_value(json_object_get(endorheic, "share")) > 0.0);
    assert_true(json_real_value(json_object_get(largest, "catch_skm")) > 0.0);
    assert_non_null(json_string_value(json_object_get(largest, "why")));
    json_t *stages = json_object_get(json_object_get(info, "timing"), "stages");
    assert_int_equal(json_array_size(stages), 2);
    json_decref(info);
}

/* ---- reading back ---- */

static void expect_same_grids(const fluv_landscape *made, const fluv_landscape *read)
{
    static const fluv_layer layers[] = {
        FLUV_LAYER_height, FLUV_LAYER_water,    FLUV_LAYER_cover, FLUV_LAYER_discharge,
        FLUV_LAYER_region, FLUV_LAYER_receiver, FLUV_LAYER_area,  FLUV_LAYER_flow,
        FLUV_LAYER_wear,   FLUV_LAYER_deposit};
    for (size_t i = 0; i < sizeof layers / sizeof *layers; i++) {
        size_t bytes = fluv_layer_rows[layers[i]].bytes;
        const unsigned char *a = fluv_layer_read(made, layers[i]);
        const unsigned char *b = fluv_layer_read(read, layers[i]);
        assert_non_null(b);
        for (size_t cell = 0; cell < fluv_cell_count(made); cell++) {
            if (bytes == sizeof(float) && i < 2 && isnan(((const float *)(const void *)a)[cell]) &&
                isnan(((const float *)(const void *)b)[cell]))
                continue;
            if (memcmp(a + cell * bytes, b + cell * bytes, bytes) != 0)
                fail_msg("layer %s differs in cell %zu", fluv_layer_name(layers[i]), cell);
        }
    }
}

static void expect_same_outline(const fluv_outline *a, const fluv_outline *b)
{
    assert_int_equal(a->ring_count, b->ring_count);
    for (size_t i = 0; i <= a->ring_count; i++)
        assert_int_equal(a->first_point[i], b->first_point[i]);
    assert_memory_equal(a->xy, b->xy, 2 * sizeof(double) * a->first_point[a->ring_count]);
}

static void expect_same_rivers(const fluv_rivers *a, const fluv_rivers *b)
{
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->point_count, b->point_count);
    for (size_t i = 0; i < a->count; i++) {
        const fluv_reach *x = &a->reaches[i], *y = &b->reaches[i];
        assert_true(x->id == y->id && x->next_down == y->next_down && x->main_riv == y->main_riv &&
                    x->lake == y->lake && x->from_lake == y->from_lake);
        assert_true(x->first_point == y->first_point && x->point_count == y->point_count);
        assert_true(x->width == y->width && x->depth == y->depth && x->slope == y->slope &&
                    x->velocity == y->velocity);
        assert_true(x->strahler == y->strahler && x->kind == y->kind &&
                    x->endorheic == y->endorheic && x->locked == y->locked);
        assert_string_equal(x->rosgen, y->rosgen);
        assert_near(x->length, y->length, 1e-15 * x->length);
        assert_near(x->dist_down, y->dist_down, 1e-15 * x->dist_down);
        assert_near(x->dist_up, y->dist_up, 1e-15 * x->dist_up);
        assert_near(x->upland, y->upland, 1e-15 * x->upland);
        assert_near(x->catchment, y->catchment, 1e-15 * x->catchment);
        assert_near(x->discharge, y->discharge, 0.0);
    }
    for (size_t i = 0; i < a->point_count; i++)
        assert_true(a->points[i].x == b->points[i].x && a->points[i].y == b->points[i].y &&
                    a->points[i].surface == b->points[i].surface &&
                    a->points[i].bed == b->points[i].bed &&
                    a->points[i].velocity == b->points[i].velocity &&
                    a->points[i].width == b->points[i].width);
}

static void expect_same_lakes(const fluv_lakes *a, const fluv_lakes *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        const fluv_lake *x = &a->lakes[i], *y = &b->lakes[i];
        assert_true(x->id == y->id && x->outlet == y->outlet && x->level == y->level &&
                    x->depth_max == y->depth_max && x->merged == y->merged);
        assert_true(x->closed == y->closed && x->surveyed == y->surveyed &&
                    x->locked == y->locked && x->state == y->state);
        assert_true(x->x == y->x && x->y == y->y && x->volume == y->volume);
        assert_near(x->area, y->area, 1e-6);
        assert_true(x->first_ring == y->first_ring && x->ring_count == y->ring_count);
    }
    expect_same_outline(&a->outline, &b->outline);
}

static void test_what_is_read_is_what_was_written(void **state)
{
    (void)state;
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape made = made_land(ctx, COLS, ROWS), *read = NULL;
    made.crs = utm_wkt(ctx);
    fluv_status status = fluv_read(ctx, path_of("utm"), &read);
    if (status != FLUV_OK)
        print_error("%s\n", fluv_message(ctx));
    assert_int_equal(status, FLUV_OK);
    assert_memory_equal(&made.frame, &read->frame, sizeof made.frame);
    assert_string_equal(made.crs, read->crs);
    assert_true(made.seed == read->seed);
    assert_true(read->surveyed && read->drained.known);
    assert_true(read->drained.descent == made.drained.descent &&
                read->drained.wander == made.drained.wander);
    assert_true(read->budget.known && read->budget.per_year);
    assert_near(read->budget.rain, made.budget.rain, 0.0);
    assert_near(read->budget.left, made.budget.left, 0.0);
    assert_memory_equal(&read->erosion, &made.erosion, sizeof made.erosion);
    assert_int_equal(read->change.hollows_filled, 6);
    assert_true(read->change.deepest_cut == made.change.deepest_cut);
    expect_same_grids(&made, read);
    expect_same_rivers(fluv_rivers_of(&made), fluv_rivers_of(read));
    expect_same_lakes(fluv_lakes_of(&made), fluv_lakes_of(read));
    expect_same_outline(fluv_coast_of(&made), fluv_coast_of(read));
    const fluv_watersheds *a = fluv_watersheds_of(&made), *b = fluv_watersheds_of(read);
    assert_int_equal(a->count, b->count);
    assert_true(b->watersheds[1].id == 9 && b->watersheds[1].endorheic);
    expect_same_outline(&a->outline, &b->outline);
    fluv_landscape_delete(read);
    fluv_landscape_free(&made);
    assert_int_equal(fluv_read(ctx, path_of("local"), &read), FLUV_OK);
    assert_null(read->crs);
    fluv_landscape_delete(read);
    assert_int_equal(atomic_load(&ctx->memory.now), 0);
    fluv_ctx_delete(ctx);
}

/* ---- the same bytes ---- */

static void expect_same_files(const char *a, const char *b)
{
    char command[1300];
    snprintf(command, sizeof command, "diff -r -x landscape.json %s %s 2>&1", path_of(a),
             path_of(b));
    char *text = run_text(command);
    if (*text)
        fail_msg("%s", text);
    free(text);
    char name[64];
    snprintf(name, sizeof name, "%s/landscape.json", a);
    json_t *x = json_load_file(path_of(name), 0, NULL);
    snprintf(name, sizeof name, "%s/landscape.json", b);
    json_t *y = json_load_file(path_of(name), 0, NULL);
    json_object_del(x, "timing");
    json_object_del(y, "timing");
    assert_true(json_equal(x, y));
    json_decref(x);
    json_decref(y);
}

static void test_same_bytes_for_any_threads(void **state)
{
    (void)state;
    static const int threads[] = {1, 7};
    for (int i = 0; i < 2; i++) {
        fluv_ctx *ctx = fluv_ctx_new();
        fluv_set_threads(ctx, threads[i]);
        fluv_landscape land = made_land(ctx, COLS, ROWS);
        land.records[0].seconds = i;
        write_made(ctx, &land, path_of("again")); /* and replaces the one before */
        fluv_landscape_free(&land);
        fluv_ctx_delete(ctx);
        expect_same_files("local", "again");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_file_is_there),
        cmocka_unit_test(test_rasters_in_the_eyes_of_gdalinfo),
        cmocka_unit_test(test_values_have_names_and_colours),
        cmocka_unit_test(test_directions_as_esri_writes_them),
        cmocka_unit_test(test_height_png_spans_the_range),
        cmocka_unit_test(test_fields_are_those_of_the_contract),
        cmocka_unit_test(test_shapes_are_valid),
        cmocka_unit_test(test_package_in_the_eyes_of_ogrinfo),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_what_is_read_is_what_was_written),
        cmocka_unit_test(test_same_bytes_for_any_threads),
    };
    return cmocka_run_group_tests_name("output", tests, write_folders, remove_folder);
}
