// SPDX-License-Identifier: MIT
/* What single programs are given beside heights and maps: models, layers, styles, tiles. */
#include "export_bench.h"

#include <ogr_api.h>
#include <ogr_srs_api.h>

/* A GLB's JSON, and its binary chunk in `bytes`, which is to be freed. */
static json_t *read_glb(const char *path, unsigned char **bytes, const unsigned char **chunk)
{
    size_t count;
    *bytes = file_bytes(path, &count);
    uint32_t length = (uint32_t)int_at(*bytes + 12);
    json_t *root = json_loadb((const char *)*bytes + 20, length, 0, NULL);
    assert_non_null(root);
    *chunk = *bytes + 20 + length + 8;
    return root;
}

static const float *floats_of(const json_t *root, const unsigned char *chunk, json_int_t accessor)
{
    const json_t *a = json_array_get(json_object_get(root, "accessors"), (size_t)accessor);
    const json_t *view =
        json_array_get(json_object_get(root, "bufferViews"),
                       (size_t)json_integer_value(json_object_get(a, "bufferView")));
    return (const float *)(const void *)(chunk +
                                         json_integer_value(json_object_get(view, "byteOffset")));
}

static const json_t *mesh_called(const json_t *root, const char *name)
{
    const json_t *meshes = json_object_get(root, "meshes");
    for (size_t i = 0; i < json_array_size(meshes); i++)
        if (strcmp(text_of(json_array_get(meshes, i), "name"), name) == 0)
            return json_array_get(json_object_get(json_array_get(meshes, i), "primitives"), 0);
    fail_msg("no mesh %s", name);
    return NULL;
}

static json_int_t attribute(const json_t *mesh, const char *name)
{
    return json_integer_value(json_object_get(json_object_get(mesh, "attributes"), name));
}

static size_t count_of(const json_t *root, json_int_t accessor)
{
    const json_t *a = json_array_get(json_object_get(root, "accessors"), (size_t)accessor);
    return (size_t)json_integer_value(json_object_get(a, "count"));
}

static void models_hold_ground_and_water(void **state)
{
    (void)state;
    export_to(path_of("model"), (fluv_export_options){.profile = "blender", .maps = "none"});
    unsigned char *bytes;
    const unsigned char *chunk;
    json_t *root = read_glb(path_of("model/landscape.glb"), &bytes, &chunk);
    const json_t *ground = mesh_called(root, "ground");
    const float *place = floats_of(root, chunk, attribute(ground, "POSITION"));
    const float *normal = floats_of(root, chunk, attribute(ground, "NORMAL"));
    const float *height = fluv_height_of(shared.land);
    double cell = fluv_frame_of(shared.land)->cell;
    for (size_t i = 0; i < SIZE * SIZE; i++) {
        assert_true(place[3 * i + 1] == height[i]);
        assert_near((double)place[3 * i], cell * (double)(i % SIZE), 0.01);
        assert_near((double)place[3 * i + 2], cell * (double)(i / SIZE), 0.01);
        assert_true(normal[3 * i + 1] > 0.0f);
    }
    /* ribbons run downhill, count metres downstream, and lie on the ground */
    const json_t *rivers = mesh_called(root, "rivers");
    json_int_t at = attribute(rivers, "POSITION");
    const float *ribbon = floats_of(root, chunk, at);
    const float *uv = floats_of(root, chunk, attribute(rivers, "TEXCOORD_0"));
    size_t vertices = count_of(root, at), steps = 0;
    assert_true(vertices > 1000 && vertices % 2 == 0);
    for (size_t i = 2; i < vertices; i += 2) {
        double gone = (double)uv[2 * i + 1] - (double)uv[2 * i - 3];
        double x = 0.5 * (double)(ribbon[3 * i] + ribbon[3 * i + 3] - ribbon[3 * i - 6] -
                                  ribbon[3 * i - 3]);
        double z = 0.5 * (double)(ribbon[3 * i + 2] + ribbon[3 * i + 5] - ribbon[3 * i - 4] -
                                  ribbon[3 * i - 1]);
        if (fabs(hypot(x, z) - gone) > 0.5)
            continue; /* another reach begins */
        assert_true(ribbon[3 * i + 1] <= ribbon[3 * i - 5] + 1e-3f);
        steps++;
    }
    assert_true(steps > vertices / 3);
    /* a line a reach, with its data */
    const json_t *nodes = json_object_get(root, "nodes");
    size_t lines = 0;
    for (size_t i = 0; i < json_array_size(nodes); i++) {
        const json_t *extras = json_object_get(json_array_get(nodes, i), "extras");
        if (!json_object_get(extras, "discharge"))
            continue;
        json_int_t mesh = json_integer_value(json_object_get(json_array_get(nodes, i), "mesh"));
        const json_t *line = json_array_get(
            json_object_get(json_array_get(json_object_get(root, "meshes"), (size_t)mesh),
                            "primitives"),
            0);
        assert_int_equal(json_integer_value(json_object_get(line, "mode")), 3);
        assert_int_equal(json_array_size(json_object_get(extras, "width")),
                         count_of(root, attribute(line, "POSITION")));
        lines++;
    }
    assert_true(lines > 50);
    json_decref(root);
    free(bytes);
}

static void houdini_layers_add_up(void **state)
{
    (void)state;
    export_to(path_of("houdini"), (fluv_export_options){.profile = "houdini", .maps = "slope"});
    static const char *const names[] = {"height", "bedrock", "sediment", "debris", "water", "flow"};
    numbers layer[6];
    json_t *export = read_json(path_of("houdini"), "export.json");
    for (int i = 0; i < 6; i++)
        layer[i] = read_listed(path_of("houdini"), listed(export, names[i]));
    assert_non_null(listed(export, "map_slope"));
    const uint8_t *cover = fluv_cover_of(shared.land);
    for (int i = 0; i < SIZE * SIZE; i++) {
        assert_near(layer[1].at[i] + layer[2].at[i] + layer[3].at[i], layer[0].at[i], 1e-3);
        assert_true(layer[4].at[i] >= 0.0 && (cover[i] != FLUV_LAND || layer[4].at[i] == 0.0));
        assert_near(layer[5].at[i], fluv_area_of(shared.land)[i],
                    1e-6 * fluv_area_of(shared.land)[i]);
    }
    for (int i = 0; i < 6; i++)
        free(layer[i].at);
    json_decref(export);
}

/* Each column of HydroRIVERS has the numbers of ours. */
static void check_same_columns(OGRLayerH ours, OGRLayerH theirs)
{
    static const char *const names[][2] = {
        {"id", "HYRIV_ID"},           {"next_down", "NEXT_DOWN"},   {"main_riv", "MAIN_RIV"},
        {"length_km", "LENGTH_KM"},   {"dist_dn_km", "DIST_DN_KM"}, {"dist_up_km", "DIST_UP_KM"},
        {"catch_skm", "CATCH_SKM"},   {"upland_skm", "UPLAND_SKM"}, {"endorheic", "ENDORHEIC"},
        {"dis_av_cms", "DIS_AV_CMS"}, {"ord_stra", "ORD_STRA"}};
    OGR_L_ResetReading(ours);
    OGR_L_ResetReading(theirs);
    for (OGRFeatureH a; (a = OGR_L_GetNextFeature(ours));) {
        OGRFeatureH b = OGR_L_GetNextFeature(theirs);
        assert_non_null(b);
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            double own = OGR_F_GetFieldAsDouble(a, OGR_F_GetFieldIndex(a, names[i][0]));
            double other = OGR_F_GetFieldAsDouble(b, OGR_F_GetFieldIndex(b, names[i][1]));
            if (own != other)
                fail_msg("%s is %g, expected %g", names[i][1], other, own);
        }
        OGR_F_Destroy(a);
        OGR_F_Destroy(b);
    }
}

static void gis_layers_have_styles(void **state)
{
    (void)state;
    export_to(path_of("gis"), (fluv_export_options){.profile = "gis", .maps = "slope", .tiles = 3});
    GDALDatasetH package = GDALOpenEx(path_of("gis/water.gpkg"), GDAL_OF_VECTOR, NULL, NULL, NULL);
    assert_non_null(package);
    size_t rivers = fluv_rivers_of(shared.land)->count;
    OGRLayerH hydro = GDALDatasetGetLayerByName(package, "hydrorivers");
    assert_non_null(hydro);
    assert_int_equal(OGR_L_GetFeatureCount(hydro, TRUE), rivers);
    assert_true(OGR_FD_GetFieldIndex(OGR_L_GetLayerDefn(hydro), "HYRIV_ID") >= 0);
    assert_true(OGR_FD_GetFieldIndex(OGR_L_GetLayerDefn(hydro), "DIS_AV_CMS") >= 0);
    check_same_columns(GDALDatasetGetLayerByName(package, "rivers"), hydro);
    OGRLayerH styles = GDALDatasetGetLayerByName(package, "layer_styles");
    assert_non_null(styles);
    size_t styled = 0;
    for (OGRFeatureH row; (row = OGR_L_GetNextFeature(styles)); styled++) {
        int qml = OGR_F_GetFieldIndex(row, "styleQML"),
            name = OGR_F_GetFieldIndex(row, "f_table_name");
        assert_non_null(GDALDatasetGetLayerByName(package, OGR_F_GetFieldAsString(row, name)));
        assert_non_null(strstr(OGR_F_GetFieldAsString(row, qml), "renderer-v2"));
        assert_int_equal(OGR_F_GetFieldAsInteger(row, OGR_F_GetFieldIndex(row, "useAsDefault")), 1);
        OGR_F_Destroy(row);
    }
    assert_true(styled >= 3);
    GDALClose(package);
    /* tiles as one, in a CRS of metres that is no local one */
    numbers tiles = read_gdal(path_of("gis/height.vrt"));
    json_t *export = read_json(path_of("gis"), "export.json");
    assert_int_equal(tiles.cols, 253);
    for (int i = 0; i < SIZE * SIZE; i++)
        assert_true((float)tiles.at[i] == fluv_height_of(shared.land)[i]);
    free(tiles.at);
    GDALDatasetH raster = GDALOpen(path_of("gis/height_x1_y2.tif"), GA_ReadOnly);
    assert_true(OSRIsProjected(GDALGetSpatialRef(raster)));
    double place[6];
    GDALGetGeoTransform(raster, place);
    const fluv_frame *frame = fluv_frame_of(shared.land);
    assert_near(place[0], frame->west + 84 * frame->cell, 1e-6);
    assert_near(place[3], frame->north - 168 * frame->cell, 1e-6);
    GDALClose(raster);
    json_decref(export);
    /* degrees in GeoJSON, the land's metres in FlatGeobuf */
    OGREnvelope box;
    GDALDatasetH json = GDALOpenEx(path_of("gis/rivers.geojson"), GDAL_OF_VECTOR, NULL, NULL, NULL);
    assert_int_equal(OGR_L_GetFeatureCount(GDALDatasetGetLayer(json, 0), TRUE), rivers);
    OGR_L_GetExtent(GDALDatasetGetLayer(json, 0), &box, TRUE);
    assert_true(box.MaxX < 1.0 && box.MaxY < 1.0);
    GDALClose(json);
    json_t *item = read_json(path_of("gis"), "item.json");
    assert_string_equal(text_of(item, "stac_version"), "1.0.0");
    const json_t *height = json_object_get(json_object_get(item, "assets"), "height");
    assert_string_equal(text_of(height, "href"), "./height.vrt");
    json_decref(item);
    /* an item a tile, each with the place of its own raster */
    item = read_json(path_of("gis"), "items.json");
    const json_t *of_tiles = json_object_get(item, "features");
    assert_int_equal(json_array_size(of_tiles), 9);
    const json_t *tile = json_array_get(of_tiles, 2 * 3 + 1);
    assert_string_equal(text_of(tile, "id"), "interfluve_x1_y2");
    height = json_object_get(json_object_get(tile, "assets"), "height");
    assert_string_equal(text_of(height, "href"), "./height_x1_y2.tif");
    const json_t *turn = json_object_get(json_object_get(tile, "properties"), "proj:transform");
    assert_near(json_number_value(json_array_get(turn, 2)), place[0], 1e-6);
    assert_near(json_number_value(json_array_get(turn, 5)), place[3], 1e-6);
    json_decref(item);
}

static void web_tiles_hold_the_heights(void **state)
{
    (void)state;
    export_to(path_of("web"), (fluv_export_options){.profile = "web"});
    json_t *export = read_json(path_of("web"), "export.json");
    const json_t *row = json_array_get(json_object_get(export, "files"), 0);
    int zoom = (int)number_of(row, "max_zoom");
    const float *height = fluv_height_of(shared.land);
    const fluv_frame *frame = fluv_frame_of(shared.land);
    double pixel = 2 * 20037508.342789244 / 256 / (1 << zoom);
    assert_true(pixel <= 1.01 * frame->cell);
    size_t looked_at = 0;
    for (int x = 0; x < 8; x++)
        for (int y = 0; y < 8; y++) {
            char name[96];
            int tx = (1 << (zoom - 1)) + x, ty = (1 << (zoom - 1)) - 1 - y;
            snprintf(name, sizeof name, "web/terrain/%d/%d/%d.png", zoom, tx, ty);
            if (access(path_of(name), F_OK) != 0)
                continue;
            numbers n = read_gdal(path_of(name));
            assert_int_equal(n.channels, 3);
            for (int k = 0; k < 256 * 256; k += 37) {
                /* about 0 N 0 E web Mercator and the land's metres differ by less than a percent */
                double east = (x * 256 + k % 256 + 0.5) * pixel,
                       north = ((y + 1) * 256 - k / 256 - 0.5) * pixel;
                double col = (east - frame->west) / frame->cell,
                       line = (frame->north - north) / frame->cell;
                if (col < 6 || line < 6 || col > SIZE - 7 || line > SIZE - 7)
                    continue;
                double low = INFINITY, high = -INFINITY;
                for (int b = -3; b <= 3; b++)
                    for (int a = -3; a <= 3; a++) {
                        double there = (double)height[((int)line + b) * SIZE + (int)col + a];
                        low = fmin(low, there);
                        high = fmax(high, there);
                    }
                double metres =
                    -10000 + 0.1 * (n.at[3 * k] * 65536 + n.at[3 * k + 1] * 256 + n.at[3 * k + 2]);
                double room = 0.1 * (high - low) + 0.06;
                assert_true(metres >= low - room && metres <= high + room);
                looked_at++;
            }
            free(n.at);
        }
    assert_true(looked_at > 500);
    /* the vector tiles open, and the style names what they hold */
    char dir[600];
    snprintf(dir, sizeof dir, "MVT:%s/%d", path_of("web/water"), zoom);
    GDALDatasetH water = GDALOpenEx(dir, GDAL_OF_VECTOR, NULL, NULL, NULL);
    assert_non_null(water);
    assert_non_null(GDALDatasetGetLayerByName(water, "rivers"));
    assert_non_null(GDALDatasetGetLayerByName(water, "lakes"));
    assert_true(OGR_L_GetFeatureCount(GDALDatasetGetLayerByName(water, "rivers"), TRUE) > 50);
    GDALClose(water);
    json_t *style = read_json(path_of("web"), "style.json");
    assert_int_equal((int)number_of(style, "version"), 8);
    json_decref(style);
    json_decref(export);
    /* tiles of an older export are known as ours */
    export_to(path_of("web"), (fluv_export_options){.profile = "web", .size = 100});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_hold_ground_and_water),
        cmocka_unit_test(houdini_layers_add_up),
        cmocka_unit_test(gis_layers_have_styles),
        cmocka_unit_test(web_tiles_hold_the_heights),
    };
    return cmocka_run_group_tests(tests, make_land, drop_land);
}
