// SPDX-License-Identifier: MIT
/* Real maps handed over: every program's export of maps in the folder that INTERFLUVE_DEMS names
 * lies where the map lies, has the land's heights within half a step, one range, edges that tiles
 * share, the sea at its number, and ground for voids where a format has no word for none. Without
 * such a folder there is nothing to test, and the program says so with 77. */
#include "export_context.h"
#include "export_heights.h"

#include <ogr_api.h>
#include <ogr_srs_api.h>

#define SKIPPED 77

/* Desert canyons; lowlands with an estuary, and some cells without height; a coast with islands. */
static const char *const maps[] = {"zion_ut.tif", "thames_uk.tif", "maine_coast.tif"};

typedef struct map {
    char name[32];
    OGRSpatialReferenceH crs;
    OGREnvelope box; /* of the file, in its CRS */
    fluv_recipe *recipe;
    fluv_builder *builder;
    const fluv_landscape *land;
} map;

static bool is_there(const char *file, char path[600])
{
    const char *dems = getenv("INTERFLUVE_DEMS");
    snprintf(path, 600, "%s/%s", dems ? dems : "", file);
    return dems && *dems && access(path, R_OK) == 0;
}

static map open_map(const char *file, const char *path)
{
    map m = {.builder = fluv_builder_new(ctx)};
    double place[6];
    GDALDatasetH data = GDALOpen(path, GA_ReadOnly);
    assert_non_null(data);
    assert_int_equal(GDALGetGeoTransform(data, place), CE_None);
    m.crs = OSRClone(GDALGetSpatialRef(data));
    m.box = (OGREnvelope){.MinX = place[0],
                          .MaxX = place[0] + GDALGetRasterXSize(data) * place[1],
                          .MinY = place[3] + GDALGetRasterYSize(data) * place[5],
                          .MaxY = place[3]};
    GDALClose(data);
    snprintf(m.name, sizeof m.name, "%.*s", (int)strcspn(file, "."), file);
    if (fluv_recipe_for_heightmap(ctx, path, &m.recipe) != FLUV_OK ||
        fluv_recipe_set(ctx, m.recipe, "frame.size=462") != FLUV_OK ||
        fluv_builder_run(ctx, m.builder, m.recipe, NULL, &m.land) != FLUV_OK)
        fail_msg("%s: %s", file, fluv_message(ctx));
    return m;
}

static void close_map(map *m)
{
    OSRDestroySpatialReference(m->crs);
    fluv_builder_delete(m->builder);
    fluv_recipe_delete(m->recipe);
}

/* The export's folder, and what it says of itself. */
static json_t *export_map(const map *m, fluv_export_options options, char dir[200])
{
    options.struct_size = sizeof options;
    snprintf(dir, 200, "%s/%s-%s-%u", folder, m->name, options.profile, options.tiles);
    if (fluv_export(ctx, m->land, m->recipe, dir, &options) != FLUV_OK)
        fail_msg("%s: %s", dir, fluv_message(ctx));
    return read_json(dir, "export.json");
}

static fluv_export_grid lattice_of(const map *m, const json_t *export)
{
    const json_t *lattice = json_object_get(export, "lattice");
    fluv_export_grid grid = {.cols = (uint32_t)number_of(lattice, "cols"),
                             .rows = (uint32_t)number_of(lattice, "rows")};
    assert_int_equal(fluv_export_grid_make(ctx, m->land, &grid), FLUV_OK);
    assert_near(number_of(lattice, "west"), grid.west, 1e-6);
    assert_near(number_of(lattice, "north"), grid.north, 1e-6);
    return grid;
}

static void check_same(OGRSpatialReferenceH found, OGRSpatialReferenceH expected)
{
    assert_non_null(found);
    assert_true(OSRIsSame(found, expected));
}

/* Pixels lie about the lattice's vertices, and together cover the map, to the cell that resampling
 * may leave. */
static void check_place(const map *m, const json_t *export, const char *path)
{
    const json_t *lattice = json_object_get(export, "lattice");
    GDALDatasetH data = GDALOpen(path, GA_ReadOnly);
    double place[6];
    if (!data)
        fail_msg("%s cannot be opened", path);
    assert_int_equal(GDALGetGeoTransform(data, place), CE_None);
    assert_near(place[0] + 0.5 * place[1], number_of(lattice, "west"), 1e-5);
    assert_near(place[3] + 0.5 * place[5], number_of(lattice, "north"), 1e-5);
    assert_near(place[1], number_of(lattice, "step_x"), 1e-8);
    assert_near(place[0], m->box.MinX, place[1]);
    assert_near(place[3], m->box.MaxY, place[1]);
    assert_near(place[0] + place[1] * GDALGetRasterXSize(data), m->box.MaxX, place[1]);
    assert_near(place[3] + place[5] * GDALGetRasterYSize(data), m->box.MinY, place[1]);
    check_same(GDALGetSpatialRef(data), m->crs);
    GDALClose(data);
}

static void check_vectors(const map *m, const char *path, const OGREnvelope *box, bool degrees)
{
    GDALDatasetH data = GDALOpenEx(path, GDAL_OF_VECTOR, NULL, NULL, NULL);
    OGREnvelope found;
    assert_non_null(data);
    OGRLayerH layer = GDALDatasetGetLayerByName(data, "rivers");
    assert_true(layer && OGR_L_GetFeatureCount(layer, TRUE) > 20);
    assert_int_equal(OGR_L_GetExtent(layer, &found, TRUE), OGRERR_NONE);
    assert_true(found.MinX >= box->MinX && found.MaxX <= box->MaxX && found.MinY >= box->MinY &&
                found.MaxY <= box->MaxY);
    if (!degrees)
        check_same(OGR_L_GetSpatialRef(layer), m->crs);
    GDALClose(data);
}

/* The map's box in degrees, a little wider than its corners. */
static OGREnvelope in_degrees(const map *m)
{
    OGRSpatialReferenceH to = OSRNewSpatialReference(NULL), from = OSRClone(m->crs);
    OSRImportFromEPSG(to, 4326);
    OSRSetAxisMappingStrategy(to, OAMS_TRADITIONAL_GIS_ORDER);
    OSRSetAxisMappingStrategy(from, OAMS_TRADITIONAL_GIS_ORDER);
    OGRCoordinateTransformationH turn = OCTNewCoordinateTransformation(from, to);
    double x[4] = {m->box.MinX, m->box.MaxX, m->box.MaxX, m->box.MinX};
    double y[4] = {m->box.MinY, m->box.MinY, m->box.MaxY, m->box.MaxY};
    assert_true(turn && OCTTransform(turn, 4, x, y, NULL));
    OCTDestroyCoordinateTransformation(turn);
    OSRDestroySpatialReference(from);
    OSRDestroySpatialReference(to);
    return (OGREnvelope){.MinX = fmin(x[0], x[3]) - 0.01,
                         .MaxX = fmax(x[1], x[2]) + 0.01,
                         .MinY = fmin(y[0], y[1]) - 0.01,
                         .MaxY = fmax(y[2], y[3]) + 0.01};
}

static void check_gis(const map *m)
{
    static const char *const rasters[] = {"height.tif", "slope.tif", "water.tif", "flow.tif"};
    char dir[200], path[700];
    json_t *export = export_map(m, (fluv_export_options){.profile = "gis"}, dir);
    for (size_t i = 0; i < sizeof rasters / sizeof *rasters; i++) {
        snprintf(path, sizeof path, "%s/%s", dir, rasters[i]);
        check_place(m, export, path);
    }
    json_decref(export);
    OGREnvelope degrees = in_degrees(m);
    snprintf(path, sizeof path, "%s/water.gpkg", dir);
    check_vectors(m, path, &m->box, false);
    snprintf(path, sizeof path, "%s/rivers.fgb", dir);
    check_vectors(m, path, &m->box, false);
    snprintf(path, sizeof path, "%s/rivers.geojson", dir);
    check_vectors(m, path, &degrees, true);
    export = export_map(m, (fluv_export_options){.profile = "gis", .tiles = 2}, dir);
    snprintf(path, sizeof path, "%s/height.vrt", dir);
    check_place(m, export, path);
    json_decref(export);
}

/* Heights of every program that takes them as a raster, whole and in tiles. */
static void check_engines(const map *m)
{
    static const char *const engines[] = {"unreal", "unity", "godot", "blender", "houdini", "gis"};
    char dir[200];
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        for (uint32_t tiles = 0; tiles <= 2; tiles += 2) {
            struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
            json_t *export = export_map(
                m, (fluv_export_options){.profile = engines[i], .tiles = tiles, .maps = "none"},
                dir);
            fluv_export_grid grid = lattice_of(m, export);
            const json_t *range = json_object_get(export, "range");
            assert_near(number_of(range, "low"), grid.low, 1e-4);
            assert_near(number_of(range, "high"), grid.high, 1e-4);
            assert_true(check_all_heights(dir, export, &grid) >= (tiles ? 2 : 1));
            if (strcmp(engines[i], "unreal") == 0) { /* the sea has a number of its own */
                const json_t *row = listed(export, tiles ? "height_x0_y0" : "height");
                assert_near(number_of(row, "offset") + 32768 * number_of(row, "scale"), 0.0, 1e-9);
            }
            json_decref(export);
            fluv_scratch_release(ctx, mark);
        }
}

/* The highest cell, and what tiles of the web say of its place. */
static void check_web(const map *m)
{
    char dir[200], path[700];
    json_t *export = export_map(m, (fluv_export_options){.profile = "web"}, dir);
    int zoom = (int)number_of(json_array_get(json_object_get(export, "files"), 0), "max_zoom");
    const fluv_frame *frame = fluv_frame_of(m->land);
    const float *height = fluv_height_of(m->land);
    size_t top = 0;
    for (size_t i = 0; i < (size_t)frame->cols * frame->rows; i++)
        if (height[i] > height[top] || isnan(height[top]))
            top = i;
    double x = frame->west + ((double)(top % frame->cols) + 0.5) * frame->cell;
    double y = frame->north - ((double)(top / frame->cols) + 0.5) * frame->cell;
    OGRSpatialReferenceH web = OSRNewSpatialReference(NULL), from = OSRClone(m->crs);
    OSRImportFromEPSG(web, 3857);
    OSRSetAxisMappingStrategy(from, OAMS_TRADITIONAL_GIS_ORDER);
    OGRCoordinateTransformationH turn = OCTNewCoordinateTransformation(from, web);
    assert_true(OCTTransform(turn, 1, &x, &y, NULL));
    OCTDestroyCoordinateTransformation(turn);
    OSRDestroySpatialReference(from);
    OSRDestroySpatialReference(web);
    double half = 20037508.342789244, pixel = 2 * half / 256 / (1 << zoom);
    int px = (int)((x + half) / pixel), py = (int)((half - y) / pixel);
    snprintf(path, sizeof path, "%s/terrain/%d/%d/%d.png", dir, zoom, px / 256, py / 256);
    numbers n = read_gdal(path);
    const double *rgb = n.at + 3 * ((py % 256) * 256 + px % 256);
    double found = -10000 + 0.1 * (rgb[0] * 65536 + rgb[1] * 256 + rgb[2]);
    double beside = INFINITY; /* the pixel's middle may lie as far as the next cell */
    for (int d = 0; d < 8; d++) {
        static const int dx[] = {1, 1, 0, -1, -1, -1, 0, 1}, dy[] = {0, 1, 1, 1, 0, -1, -1, -1};
        int64_t col = (int64_t)(top % frame->cols) + dx[d],
                row = (int64_t)(top / frame->cols) + dy[d];
        if (col >= 0 && row >= 0 && col < frame->cols && row < frame->rows)
            beside = fmin(beside, (double)height[(size_t)row * frame->cols + (size_t)col]);
    }
    assert_true(found <= (double)height[top] + 0.06 && found >= beside - 0.06);
    free(n.at);
    json_decref(export);
}

static void check_map(const char *file)
{
    char path[600];
    if (!is_there(file, path))
        skip();
    map m = open_map(file, path);
    check_gis(&m);
    check_engines(&m);
    check_web(&m);
    close_map(&m);
}

static void canyons_are_handed_over(void **state)
{
    (void)state;
    check_map(maps[0]);
}

static void lowlands_are_handed_over(void **state)
{
    (void)state;
    check_map(maps[1]);
}

static void islands_are_handed_over(void **state)
{
    (void)state;
    check_map(maps[2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(canyons_are_handed_over),
                                       cmocka_unit_test(lowlands_are_handed_over),
                                       cmocka_unit_test(islands_are_handed_over)};
    char path[600];
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        if (is_there(maps[i], path))
            return cmocka_run_group_tests(tests, begin, end);
    puts("INTERFLUVE_DEMS names no folder with the maps: skipped");
    return SKIPPED;
}
