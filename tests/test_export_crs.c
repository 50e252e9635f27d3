// SPDX-License-Identifier: MIT
/* Lands with a place on Earth, and regions as polygons: every program's export says where the land
 * lies. */
#include "export_context.h"

#include <ogr_api.h>
#include <ogr_srs_api.h>

#define COLS  120
#define ROWS  90
#define CELL  30.0
#define WEST  500000.0
#define NORTH 5200000.0

/* A plane, in metres: cubic interpolation leaves it as it is. */
static double plane(double x, double y)
{
    return 400.0 + 0.05 * (x - WEST) + 0.03 * (y - (NORTH - ROWS * CELL));
}

/* A height map in a zone of UTM: the plane, or the plane with hills on it. */
static void write_map(const char *path, bool hills)
{
    OGRSpatialReferenceH crs = OSRNewSpatialReference(NULL);
    assert_int_equal(OSRImportFromEPSG(crs, 32633), OGRERR_NONE);
    double place[6] = {WEST, CELL, 0, NORTH, 0, -CELL};
    GDALDatasetH data =
        GDALCreate(GDALGetDriverByName("GTiff"), path, COLS, ROWS, 1, GDT_Float32, NULL);
    GDALSetGeoTransform(data, place);
    GDALSetSpatialRef(data, crs);
    static float values[ROWS][COLS];
    for (int row = 0; row < ROWS; row++)
        for (int col = 0; col < COLS; col++) {
            double x = WEST + (col + 0.5) * CELL, y = NORTH - (row + 0.5) * CELL;
            double bumps =
                60.0 * sin(col * 0.21) * cos(row * 0.17) + 25.0 * sin(col * 0.07 + row * 0.11);
            values[row][col] = (float)(plane(x, y) + (hills ? bumps : 0.0));
        }
    assert_int_equal(GDALRasterIO(GDALGetRasterBand(data, 1), GF_Write, 0, 0, COLS, ROWS, values,
                                  COLS, ROWS, GDT_Float32, 0, 0),
                     CE_None);
    GDALClose(data);
    OSRDestroySpatialReference(crs);
}

/* What a recipe makes, exported by every profile into NAME-PROFILE. */
static void export_all(const char *text, const char *name)
{
    fluv_recipe *recipe = NULL;
    fluv_builder *builder = fluv_builder_new(ctx);
    const fluv_landscape *land = NULL;
    if (fluv_recipe_parse(ctx, text, strlen(text), "test", &recipe) != FLUV_OK ||
        fluv_builder_run(ctx, builder, recipe, NULL, &land) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
    for (size_t i = 0; i < fluv_export_profile_count(); i++) {
        char dir[600];
        fluv_export_options options = {.struct_size = sizeof options,
                                       .profile = fluv_export_profile_at(i)->name};
        snprintf(dir, sizeof dir, "%s/%s-%s", folder, name, options.profile);
        if (fluv_export(ctx, land, recipe, dir, &options) != FLUV_OK)
            fail_msg("%s: %s", options.profile, fluv_message(ctx));
    }
    fluv_builder_delete(builder);
    fluv_recipe_delete(recipe);
}

static void expect_utm(OGRSpatialReferenceH crs)
{
    OGRSpatialReferenceH utm = OSRNewSpatialReference(NULL);
    assert_int_equal(OSRImportFromEPSG(utm, 32633), OGRERR_NONE);
    OSRSetAxisMappingStrategy(utm, OAMS_TRADITIONAL_GIS_ORDER);
    assert_non_null(crs);
    assert_true(OSRIsSame(crs, utm));
    OSRDestroySpatialReference(utm);
}

static void check_raster(const char *path)
{
    GDALDatasetH data = GDALOpen(path, GA_ReadOnly);
    double place[6];
    assert_non_null(data);
    assert_int_equal(GDALGetGeoTransform(data, place), CE_None);
    assert_near(place[0], WEST, 1e-6);
    assert_near(place[3], NORTH, 1e-6);
    assert_near(place[1], CELL, 1e-9);
    expect_utm(GDALGetSpatialRef(data));
    GDALClose(data);
}

static void check_vectors(const char *path, bool degrees)
{
    GDALDatasetH data = GDALOpenEx(path, GDAL_OF_VECTOR, NULL, NULL, NULL);
    OGREnvelope box;
    assert_non_null(data);
    OGRLayerH layer = GDALDatasetGetLayerByName(data, "rivers");
    assert_non_null(layer);
    assert_true(OGR_L_GetFeatureCount(layer, TRUE) > 3);
    assert_int_equal(OGR_L_GetExtent(layer, &box, TRUE), OGRERR_NONE);
    if (degrees) { /* the zone's middle is 15 E */
        assert_true(box.MinX > 14.99 && box.MaxX < 15.06 && box.MinY > 46.9 && box.MaxY < 47.0);
    } else {
        expect_utm(OGR_L_GetSpatialRef(layer));
        assert_true(box.MinX >= WEST && box.MaxX <= WEST + COLS * CELL && box.MaxY <= NORTH &&
                    box.MinY >= NORTH - ROWS * CELL);
    }
    GDALClose(data);
}

static void real_land_keeps_its_place(void **state)
{
    (void)state;
    char text[1200];
    write_map(path_of("hills.tif"), true);
    snprintf(text, sizeof text,
             "interfluve: 1\nstages:\n  - import: {file: %s}\n  - drain: {}\n  - lakes: {}\n"
             "  - rivers: {area: 2 ha}\n",
             path_of("hills.tif"));
    export_all(text, "real");
    check_raster(path_of("real-gis/height.tif"));
    check_raster(path_of("real-gis/slope.tif"));
    check_vectors(path_of("real-gis/water.gpkg"), false);
    check_vectors(path_of("real-gis/rivers.fgb"), false);
    check_vectors(path_of("real-gis/rivers.geojson"), true);
    json_t *item = read_json(path_of("real-gis"), "item.json"),
           *box = json_object_get(item, "bbox");
    assert_near(json_number_value(json_array_get(box, 0)), 15.0, 1e-3);
    assert_near(json_number_value(json_array_get(box, 3)), 46.95, 0.03);
    json_decref(item);
    /* engines count metres from the north-western vertex wherever that is */
    static const char *const engines[] = {"unreal", "unity", "godot", "blender", "houdini"};
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        char dir[64];
        snprintf(dir, sizeof dir, "real-%s", engines[i]);
        json_t *export = read_json(path_of(dir), "export.json");
        const json_t *lattice = json_object_get(export, "lattice");
        assert_near(number_of(lattice, "west"), WEST + 0.5 * CELL, 1e-6);
        assert_near(number_of(lattice, "north"), NORTH - 0.5 * CELL, 1e-6);
        json_decref(export);
    }
    json_t *water = read_json(path_of("real-unreal"), "rivers.json");
    const json_t *rivers = json_object_get(water, "rivers");
    assert_true(json_array_size(rivers) > 3);
    for (size_t r = 0; r < json_array_size(rivers); r++) {
        const json_t *first =
            json_array_get(json_object_get(json_array_get(rivers, r), "points"), 0);
        double x = json_number_value(json_array_get(first, 0)),
               y = json_number_value(json_array_get(first, 1));
        assert_true(x >= -100 * CELL && x <= 100 * COLS * CELL && y >= -100 * CELL &&
                    y <= 100 * ROWS * CELL);
    }
    json_decref(water);
}

/* Tiles of a plane hold the plane, each pixel at its own place, within half a step of 0.1 m. */
static void web_heights_are_within_half_a_step(void **state)
{
    (void)state;
    char text[1200];
    write_map(path_of("plane.tif"), false);
    snprintf(text, sizeof text, "interfluve: 1\nstages:\n  - import: {file: %s}\n",
             path_of("plane.tif"));
    export_all(text, "plane");
    json_t *export = read_json(path_of("plane-web"), "export.json");
    const json_t *row = json_array_get(json_object_get(export, "files"), 0);
    int zoom = (int)number_of(row, "max_zoom");
    OGRSpatialReferenceH utm = OSRNewSpatialReference(NULL), web = OSRNewSpatialReference(NULL);
    OSRImportFromEPSG(utm, 32633);
    OSRImportFromEPSG(web, 3857);
    OGRCoordinateTransformationH turn = OCTNewCoordinateTransformation(web, utm);
    double half = 20037508.342789244, pixel = 2 * half / 256 / (1 << zoom), east = WEST,
           north = NORTH;
    OGRCoordinateTransformationH back = OCTNewCoordinateTransformation(utm, web);
    assert_true(OCTTransform(back, 1, &east, &north, NULL));
    int x0 = (int)((east + half) / pixel / 256), y0 = (int)((half - north) / pixel / 256);
    size_t seen = 0;
    for (int x = x0; x < x0 + 8; x++)
        for (int y = y0 - 1; y < y0 + 8; y++) {
            char name[96];
            snprintf(name, sizeof name, "plane-web/terrain/%d/%d/%d.png", zoom, x, y);
            if (access(path_of(name), F_OK) != 0)
                continue;
            numbers n = read_gdal(path_of(name));
            for (int k = 0; k < 256 * 256; k += 11) {
                double px = -half + (x * 256 + k % 256 + 0.5) * pixel;
                double py = half - (y * 256 + k / 256 + 0.5) * pixel;
                assert_true(OCTTransform(turn, 1, &px, &py, NULL));
                if (px < WEST + 3 * CELL || px > WEST + (COLS - 3) * CELL ||
                    py > NORTH - 3 * CELL || py < NORTH - (ROWS - 3) * CELL)
                    continue;
                double metres =
                    -10000 + 0.1 * (n.at[3 * k] * 65536 + n.at[3 * k + 1] * 256 + n.at[3 * k + 2]);
                assert_near(metres, plane(px, py),
                            0.05 + 0.01); /* and a hundredth of the way there */
                seen++;
            }
            free(n.at);
        }
    assert_true(seen > 500);
    OCTDestroyCoordinateTransformation(turn);
    OCTDestroyCoordinateTransformation(back);
    OSRDestroySpatialReference(utm);
    OSRDestroySpatialReference(web);
    json_decref(export);
}

/* Regions as polygons cover the cells that have them, on dry land alone, with name and colour. */
static void regions_are_polygons(void **state)
{
    (void)state;
    export_all(
        "interfluve: 1\nseed: 5\nframe: {size: 96, width: 30 km, height: [-200 m, 900 m]}\n"
        "stages:\n  - coast: {shape: island}\n  - regions: {random: {mountain: 2, desert: 1}}\n"
        "  - basins: {}\n  - channels: {}\n  - relief: {}\n",
        "regions");
    GDALDatasetH data =
        GDALOpenEx(path_of("regions-gis/water.gpkg"), GDAL_OF_VECTOR, NULL, NULL, NULL);
    assert_non_null(data);
    OGRLayerH layer = GDALDatasetGetLayerByName(data, "regions");
    assert_non_null(layer);
    double area[16] = {0}, cells[16] = {0};
    size_t named = 0;
    for (OGRFeatureH f; (f = OGR_L_GetNextFeature(layer));) {
        int type = OGR_F_GetFieldAsInteger(f, OGR_F_GetFieldIndex(f, "type"));
        const char *name = OGR_F_GetFieldAsString(f, OGR_F_GetFieldIndex(f, "name"));
        const char *colour = OGR_F_GetFieldAsString(f, OGR_F_GetFieldIndex(f, "color"));
        assert_in_range(type, 0, 15);
        assert_true(*colour == '#' && strlen(colour) == 7);
        named += strcmp(name, "mountain") == 0 || strcmp(name, "desert") == 0;
        assert_true(OGR_G_IsValid(OGR_F_GetGeometryRef(f)));
        area[type] += OGR_G_Area(OGR_F_GetGeometryRef(f));
        OGR_F_Destroy(f);
    }
    GDALClose(data);
    assert_true(named >= 2);
    numbers region = read_gdal(path_of("regions-gis/region.tif")),
            height = read_gdal(path_of("regions-gis/height.tif"));
    json_t *export = read_json(path_of("regions-gis"), "export.json");
    const json_t *lattice = json_object_get(export, "lattice");
    double cell = number_of(lattice, "step_x") * number_of(lattice, "step_y");
    double sea = 0;
    for (int i = 0; i < region.cols * region.rows; i++)
        if (height.at[i] > 0)
            cells[(int)region.at[i]] += cell;
        else
            sea += cell;
    double all = 0;
    for (int t = 0; t < 16; t++) {
        assert_near(area[t], cells[t],
                    0.03 * cells[t] + 40 * cell); /* beds below the sea at mouths */
        all += area[t];
    }
    assert_true(all < region.cols * region.rows * cell - 0.9 * sea);
    free(region.at);
    free(height.at);
    json_decref(export);
}

/* A rule for one kind of region is laid there and nowhere else. */
static void materials_follow_regions(void **state)
{
    (void)state;
    fluv_recipe *recipe = NULL;
    fluv_builder *builder = fluv_builder_new(ctx);
    const fluv_landscape *land = NULL;
    const char text[] =
        "interfluve: 1\nseed: 5\nframe: {size: 64, width: 30 km, height: [-200 m, 900 m]}\n"
        "stages:\n  - coast: {shape: island}\n  - regions: {random: {mountain: 2, desert: 1}}\n"
        "  - basins: {}\n  - channels: {}\n  - relief: {}\n"
        "  - materials: {rules: [{name: grass, channel: 0},"
        " {name: sand, channel: 1, region: desert}]}\n";
    fluv_export_options options = {
        .struct_size = sizeof options, .profile = "gis", .maps = "splat,region"};
    assert_int_equal(fluv_recipe_parse(ctx, text, sizeof text - 1, "test", &recipe), FLUV_OK);
    assert_int_equal(fluv_builder_run(ctx, builder, recipe, NULL, &land), FLUV_OK);
    assert_int_equal(fluv_export(ctx, land, recipe, path_of("laid"), &options), FLUV_OK);
    json_t *export = read_json(path_of("laid"), "export.json");
    const json_t *regions = json_object_get(export, "regions");
    double desert = -1;
    for (size_t i = 0; i < json_array_size(regions); i++)
        if (strcmp(text_of(json_array_get(regions, i), "name"), "desert") == 0)
            desert = number_of(json_array_get(regions, i), "number");
    numbers splat = read_gdal(path_of("laid/splat.tif")),
            region = read_gdal(path_of("laid/region.tif"));
    size_t sand = 0;
    for (int i = 0; i < region.cols * region.rows; i++) {
        assert_int_equal(splat.at[4 * i + 1], region.at[i] == desert ? 255 : 0);
        sand += region.at[i] == desert;
    }
    assert_true(sand > 50);
    free(splat.at);
    free(region.at);
    json_decref(export);
    fluv_builder_delete(builder);
    fluv_recipe_delete(recipe);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(real_land_keeps_its_place),
                                       cmocka_unit_test(web_heights_are_within_half_a_step),
                                       cmocka_unit_test(regions_are_polygons),
                                       cmocka_unit_test(materials_follow_regions)};
    return cmocka_run_group_tests(tests, begin, end);
}
