// SPDX-License-Identifier: MIT
/* Files made to harm: each kind is refused in one line, in silence, without a look at another file,
 * without writing one and without asking for the memory it claims. */
#include "import_bench.h"
#include "made_land.h"

#include "output/folder.h"
#include "stages/import/read_image.h"
#include "stages/import/read_shapes.h"

#include <cpl_string.h>
#include <sys/resource.h>
#include <sys/stat.h>

/* A literal with its zero bytes. */
#define WRITE(path, text) write_bytes(path, text, sizeof text - 1)

static double ramp(int col, int row)
{
    return col + 10 * row;
}

/* As a height map, and as the image of a field. */
static void refused_everywhere(const char *file, const char *words)
{
    silence s = listen_to_stderr();
    bench b = set_up(file);
    expect_refused(&b, words);
    fluv_ctx *ctx = fluv_ctx_new();
    float out[4];
    const fluv_frame frame = {.cols = 2, .rows = 2, .cell = 1.0};
    assert_int_equal(fluv_read_image(ctx, file, &frame, out, NULL), FLUV_BAD_INPUT);
    assert_non_null(strstr(fluv_message(ctx), words));
    fluv_scratch_release(ctx, NULL);
    fluv_ctx_delete(ctx);
    expect_silence(s);
}

/* An MRF reads any file as its data, and writes a cache wherever it says. */
static void an_mrf_in_disguise(void **state)
{
    (void)state;
    static const char *const names[] = {"m.png", "m.tif", "m.asc", "m.mrf", "m.flt", "m.xyz"};
    char text[2048];
    make_file(path_of("secret.tif"), utm_map(64, 64, ramp));
    snprintf(text, sizeof text,
             "<MRF_META><CachedSource><Source>%s</Source></CachedSource><Raster><Size x=\"64\" "
             "y=\"64\" c=\"1\"/><PageSize x=\"64\" y=\"64\" c=\"1\"/><Compression>NONE"
             "</Compression><DataType>Float32</DataType><DataFile>%s</DataFile><IndexFile>%s"
             "</IndexFile></Raster></MRF_META>",
             path_of("secret.tif"), path_of("planted.dat"), path_of("planted.idx"));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        write_text(path_of(names[i]), text);
        refused_everywhere(path_of(names[i]), "no height map");
    }
    assert_int_not_equal(access(path_of("planted.dat"), F_OK), 0);
    assert_int_not_equal(access(path_of("planted.idx"), F_OK), 0);
}

static void descriptions_in_disguise(void **state)
{
    (void)state;
    char text[2048];
    make_file(path_of("secret.tif"), utm_map(64, 64, ramp));
    snprintf(text, sizeof text,
             "<VRTDataset rasterXSize=\"64\" rasterYSize=\"64\"><VRTRasterBand dataType=\"Float32\""
             " band=\"1\"><SimpleSource><SourceFilename>%s</SourceFilename></SimpleSource>"
             "</VRTRasterBand></VRTDataset>",
             path_of("secret.tif"));
    write_text(path_of("v.tif"), text);
    refused_everywhere(path_of("v.tif"), "virtual raster");
    write_text(path_of("w.png"), "<GDAL_WMS><Service name=\"TMS\"><ServerUrl>http://127.0.0.1:1/"
                                 "</ServerUrl></Service></GDAL_WMS>");
    refused_everywhere(path_of("w.png"), "no height map");
    write_text(path_of("p.png"), "PG:host=127.0.0.1 dbname=x");
    refused_everywhere(path_of("p.png"), "no height map");
    write_text(path_of("e.asc"), "ENVI\nsamples = 3\nlines = 3\ndata file = /etc/passwd\n");
    refused_everywhere(path_of("e.asc"), "no height map");
    WRITE(path_of("h.nc"), "\x89HDF\r\n\x1a\n and then a dataset in another file");
    refused_everywhere(path_of("h.nc"), "HDF5");
    WRITE(path_of("h.tif"), "EHFA_HEADER_TAG and then the name of an .ige");
    refused_everywhere(path_of("h.tif"), "no height map");
}

/* Name and content must say the same. */
static void one_format_called_another(void **state)
{
    (void)state;
    make_file(path_of("true.tif"), utm_map(8, 8, ramp));
    shell("cp %s %s", path_of("true.tif"), path_of("false.png"));
    refused_everywhere(path_of("false.png"), "is GTiff inside: its name must end so (tif)");
    shell("cp %s %s", path_of("true.tif"), path_of("true"));
    refused_everywhere(path_of("true"), "its name must end so (tif)");
    write_text(path_of("text.png"), "ncols 2\nnrows 2\ncellsize 1\n1 2\n3 4\n");
    refused_everywhere(path_of("text.png"), "is AAIGrid inside");
}

/* A mask beside a map would be opened by any driver: here it would hide every cell. */
static void masks_beside_a_map_are_not_seen(void **state)
{
    (void)state;
    made_map map = utm_map(8, 8, ramp);
    make_file(path_of("masked.tif"), map);
    GDALDatasetH data = GDALOpen(path_of("masked.tif"), GA_ReadOnly);
    CPLSetConfigOption("GDAL_TIFF_INTERNAL_MASK", "NO");
    assert_int_equal(GDALCreateDatasetMaskBand(data, GMF_PER_DATASET), CE_None);
    GDALClose(data);
    assert_int_equal(access(path_of("masked.tif.msk"), F_OK), 0);
    bench b = set_up(path_of("masked.tif"));
    expect_done(&b);
    assert_true(at(&b, 2, 1) == 12.0f);
    tear_down(&b);
}

static void sidecars_that_lead_elsewhere(void **state)
{
    (void)state;
    char text[4096] = "";
    make_file(path_of("side.tif"), utm_map(8, 8, ramp));
    write_text(path_of("side.tif.aux.xml"),
               "<PAMDataset><Metadata domain=\"&#79;verviews\"><MDI key=\"OVERVIEW_FILE\">/etc/"
               "passwd</MDI></Metadata></PAMDataset>");
    refused_everywhere(path_of("side.tif"), "leads to other files (Overviews)");
    write_text(path_of("side.tif.aux.xml"),
               "<PAMDataset><Metadata domain=\"GEOLOCATION\"><MDI key=\"X_DATASET\">/etc/passwd"
               "</MDI></Metadata></PAMDataset>");
    refused_everywhere(path_of("side.tif"), "leads to other files");
    for (int i = 0; i < 500; i++)
        strcat(text, "<a>");
    for (int i = 0; i < 500; i++)
        strcat(text, "</a>");
    write_text(path_of("side.tif.aux.xml"), text);
    refused_everywhere(path_of("side.tif"), "too deep");
    unlink(path_of("side.tif.aux.xml"));
    mkfifo(path_of("side.tif.aux.xml"), 0600);
    refused_everywhere(path_of("side.tif"), "is no small file");
    unlink(path_of("side.tif.aux.xml"));
    write_text(path_of("side.tif.aux.xml"), "<PAMDataset><Metadata><MDI key=\"AUTHOR\">me</MDI>"
                                            "</Metadata></PAMDataset>");
    bench b = set_up(path_of("side.tif"));
    expect_done(&b);
    tear_down(&b);
}

/* The same names inside the file, of a pipe that whoever opens it waits at for ever: read smaller
 * than it is, a map has no overviews but its own. */
static void names_inside_a_map_are_not_followed(void **state)
{
    (void)state;
    make_file(path_of("inside.tif"), utm_map(64, 64, ramp));
    mkfifo(path_of("pipe.tif"), 0600);
    GDALDatasetH data = GDALOpen(path_of("inside.tif"), GA_Update);
    GDALSetMetadataItem(data, "OVERVIEW_FILE", path_of("pipe.tif"), "OVERVIEWS");
    GDALSetMetadataItem(data, "X_DATASET", path_of("pipe.tif"), "GEOLOCATION");
    GDALClose(data);
    assert_int_not_equal(access(path_of("inside.tif.aux.xml"), F_OK), 0);
    bench b = set_up(path_of("inside.tif"));
    expect_done(&b);
    tear_down(&b);
    fluv_ctx *ctx = fluv_ctx_new();
    const fluv_frame frame = {.cols = 2, .rows = 2, .cell = 1.0};
    float out[4];
    assert_int_equal(fluv_read_image(ctx, path_of("inside.tif"), &frame, out, NULL), FLUV_OK);
    fluv_scratch_release(ctx, NULL);
    fluv_ctx_delete(ctx);
}

/* A world file beside a picture holds numbers, and is heeded. */
static void numbers_beside_a_map_are_heeded(void **state)
{
    (void)state;
    make_file(path_of("placed.png"),
              (made_map){.driver = "PNG", .type = GDT_Byte, .cols = 8, .rows = 8, .value = ramp});
    write_text(path_of("placed.pgw"), "25\n0\n0\n-25\n500012.5\n5199987.5\n");
    bench b = set_up(path_of("placed.png"));
    expect_done(&b);
    expect_frame(&b, 8, 8, 25.0);
    tear_down(&b);
}

/* ---- claims ---- */

static void put16(unsigned char *at, unsigned value)
{
    at[0] = (unsigned char)value;
    at[1] = (unsigned char)(value >> 8);
}

static void put32(unsigned char *at, unsigned value)
{
    put16(at, value & 0xffff);
    put16(at + 2, value >> 16);
}

/* A GeoTIFF of 1 kB, of bytes, whose tiles are `side` cells wide and high. */
static void claim_tiles(const char *path, unsigned cols, unsigned rows, unsigned side)
{
    const unsigned tags[][3] = {{256, 4, cols}, {257, 4, rows}, {258, 3, 8},    {259, 3, 8},
                                {262, 3, 1},    {277, 3, 1},    {322, 4, side}, {323, 4, side},
                                {324, 4, 512},  {325, 4, 100}};
    enum { TAGS = sizeof tags / sizeof *tags };
    unsigned char bytes[1024] = {'I', 'I', 42, 0, 8};
    put16(bytes + 8, TAGS);
    for (int i = 0; i < TAGS; i++) {
        put16(bytes + 10 + 12 * i, tags[i][0]);
        put16(bytes + 12 + 12 * i, tags[i][1]);
        put32(bytes + 14 + 12 * i, 1);
        put32(bytes + 18 + 12 * i, tags[i][2]);
    }
    write_bytes(path, (const char *)bytes, sizeof bytes);
}

static void blocks_larger_than_the_map(void **state)
{
    (void)state;
    claim_tiles(path_of("tiles.tif"), 60, 90, 84992); /* 7 GB each */
    refused_everywhere(path_of("tiles.tif"), "claims blocks of 84992 x 84992 cells");
}

/* Few bytes that become many: what they need is known before they are read. */
static void maps_that_unpack_into_too_much(void **state)
{
    (void)state;
    char **sparse = CSLSetNameValue(NULL, "SPARSE_OK", "TRUE");
    sparse = CSLSetNameValue(sparse, "TILED", "YES");
    sparse = CSLSetNameValue(sparse, "COMPRESS", "DEFLATE");
    GDALDatasetH data = GDALCreate(GDALGetDriverByName("GTiff"), path_of("bomb.tif"), 60000, 60000,
                                   1, GDT_Byte, sparse);
    CSLDestroy(sparse);
    GDALClose(data);
    bench b = set_up(path_of("bomb.tif"));
    fluv_set_memory_limit(b.ctx, 1u << 30);
    assert_int_equal(run_import(&b), FLUV_NO_MEMORY);
    assert_non_null(strstr(fluv_message(b.ctx), "needs 13.4 GiB of memory, 1.0 GiB are there"));
    tear_down(&b);
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_set_memory_limit(ctx, 1u << 30);
    const fluv_frame frame = {.cols = 2, .rows = 2, .cell = 1.0};
    float out[4];
    assert_int_equal(fluv_read_image(ctx, path_of("bomb.tif"), &frame, out, NULL), FLUV_NO_MEMORY);
    assert_true(ctx->memory.peak < 1u << 20);
    fluv_scratch_release(ctx, NULL);
    fluv_ctx_delete(ctx);
}

/* A netCDF of a hundred bytes with an attribute whose name, or values, have four thousand million,
 * or with as many variables. */
static void claim_netcdf(const char *path, unsigned name, unsigned values, unsigned variables)
{
    const unsigned words[] = {0x43444601u, 0, 10,     1,           1,  0x78000000u, 4, 12, 1, name,
                              0x61000000u, 2, values, 0x62000000u, 11, variables};
    unsigned char bytes[4 * sizeof words / sizeof *words];
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (int k = 0; k < 4; k++)
            bytes[4 * i + (size_t)k] = (unsigned char)(words[i] >> (24 - 8 * k));
    write_bytes(path, (const char *)bytes, sizeof bytes);
}

static void names_longer_than_their_file(void **state)
{
    (void)state;
    claim_netcdf(path_of("name.nc"), 0xffffffffu, 1, 0);
    refused_everywhere(path_of("name.nc"), "claims more than the file has");
    claim_netcdf(path_of("value.nc"), 1, 0xfffffff0u, 0);
    refused_everywhere(path_of("value.nc"), "claims more than the file has");
    claim_netcdf(path_of("variables.nc"), 1, 1, 0x7fffffffu);
    refused_everywhere(path_of("variables.nc"), "claims more than the file has");
    claim_netcdf(path_of("nothing.nc"), 1, 1, 0); /* says what it has: there is no map in it */
    refused_everywhere(path_of("nothing.nc"), "no height map that can be read");
}

/* ---- vectors ---- */

static void shapes_refused(const char *file, const char *words)
{
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_shapes shapes = {0};
    silence s = listen_to_stderr();
    assert_int_equal(fluv_read_shapes(ctx, file, "", &shapes), FLUV_BAD_INPUT);
    expect_silence(s);
    if (!strstr(fluv_message(ctx), words))
        fail_msg("'%s' is not in '%s'", words, fluv_message(ctx));
    fluv_shapes_free(&shapes);
    fluv_scratch_release(ctx, NULL);
    fluv_ctx_delete(ctx);
}

static void vectors_in_disguise(void **state)
{
    (void)state;
    write_text(path_of("o.geojson"),
               "<OGRVRTDataSource><OGRVRTLayer name=\"passwd\"><SrcDataSource>/etc/passwd"
               "</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>");
    shapes_refused(path_of("o.geojson"), "is no GeoJSON");
    write_text(path_of("c.shp"), "x,y\n1,2\n");
    shapes_refused(path_of("c.shp"), "is no GeoJSON");
    write_text(path_of("g.shp"), "{\"type\":\"Point\",\"coordinates\":[1,2]}");
    shapes_refused(path_of("g.shp"), "is GeoJSON inside");
    WRITE(path_of("s.gpkg"), "SQLite format 3\0 but no package; it may hold any view and any "
                             "trigger, and drivers that would run them");
    shapes_refused(path_of("s.gpkg"), "is no GeoJSON");
    shapes_refused("{\"type\":\"Point\",\"coordinates\":[1,2]}", "no such file");
    shapes_refused("/vsimem/a.geojson", "only plain files");
    shapes_refused("http://127.0.0.1:1/a.geojson", "only plain files");
    mkfifo(path_of("f.geojson"), 0600);
    shapes_refused(path_of("f.geojson"), "is no file");
}

static void run_sql(GDALDatasetH data, const char *sql)
{
    OGRLayerH answer = GDALDatasetExecuteSQL(data, sql, NULL, NULL);
    if (answer)
        GDALDatasetReleaseResultSet(data, answer);
}

/* A GeoPackage is a program too: its views run when they are read, its triggers when something is
 * written. Nothing is written, and what a trigger says does not happen. */
static void a_package_with_triggers_and_views(void **state)
{
    (void)state;
    GDALDatasetH data =
        GDALCreate(GDALGetDriverByName("GPKG"), path_of("trap.gpkg"), 0, 0, 0, GDT_Unknown, NULL);
    OGRLayerH layer = GDALDatasetCreateLayer(data, "land", NULL, wkbPolygon, NULL);
    OGRFeatureH feature = OGR_F_Create(OGR_L_GetLayerDefn(layer));
    char wkt[] = "POLYGON((0 0,9 0,9 9,0 9,0 0))", *at = wkt;
    OGRGeometryH square = NULL;
    assert_int_equal(OGR_G_CreateFromWkt(&at, NULL, &square), OGRERR_NONE);
    assert_int_equal(OGR_F_SetGeometryDirectly(feature, square), OGRERR_NONE);
    assert_int_equal(OGR_L_CreateFeature(layer, feature), OGRERR_NONE);
    OGR_F_Destroy(feature);
    run_sql(data, "CREATE VIEW gone AS SELECT fid, geom FROM land WHERE fid > 7");
    run_sql(data, "CREATE TRIGGER a AFTER UPDATE ON gpkg_contents BEGIN DELETE FROM land; END");
    run_sql(data, "CREATE TRIGGER b AFTER INSERT ON gpkg_ogr_contents BEGIN DELETE FROM land; END");
    GDALClose(data);
    shell("cp %s %s && chmod a-w %s", path_of("trap.gpkg"), path_of("trap.kept"),
          path_of("trap.gpkg"));
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_shapes shapes = {0};
    silence s = listen_to_stderr();
    assert_int_equal(fluv_read_shapes(ctx, path_of("trap.gpkg"), "", &shapes), FLUV_OK);
    expect_silence(s);
    assert_int_equal(shapes.outlines.first_point.count, 1);
    fluv_shapes_free(&shapes);
    fluv_scratch_release(ctx, NULL);
    fluv_ctx_delete(ctx);
    shell("cmp %s %s", path_of("trap.gpkg"), path_of("trap.kept"));
    shell("! ls %s-* 2>/dev/null", path_of("trap.gpkg"));
}

/* ---- folders ---- */

static void write_folder(void)
{
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape land = made_land(ctx, 60, 90);
    fluv_folder_content content = {.land = &land, .recipe_text = "a: 1\n"};
    assert_int_equal(fluv_folder_write(ctx, &content, path_of("land")), FLUV_OK);
    fluv_landscape_free(&land);
    fluv_ctx_delete(ctx);
}

static void folder_refused(const char *words, size_t most_bytes)
{
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape *read = NULL;
    silence s = listen_to_stderr();
    fluv_status status = fluv_read(ctx, path_of("land"), &read);
    expect_silence(s);
    if (status == FLUV_OK || !strstr(fluv_message(ctx), words))
        fail_msg("'%s' is not in '%s'", words, fluv_message(ctx));
    assert_null(read);
    assert_true(ctx->memory.peak < most_bytes);
    fluv_ctx_delete(ctx);
    shell("rm -rf %s && cp -r %s %s", path_of("land"), path_of("kept"), path_of("land"));
}

static void rasters_of_a_folder(void **state)
{
    (void)state;
    write_folder();
    shell("cp -r %s %s", path_of("land"), path_of("kept"));
    claim_tiles(path_of("land/direction.tif"), 60, 90, 84992);
    folder_refused("claims blocks", 1 << 20);
    claim_tiles(path_of("land/height.tif"), 60000, 60000, 256);
    folder_refused("is 60000 x 60000 cells, expected 60 x 90", 1 << 20);
    write_text(path_of("land/height.tif"), "<MRF_META/>");
    folder_refused("no height map", 1 << 20);
    write_text(path_of("land/region.tif.aux.xml"),
               "<PAMDataset><Metadata domain=\"OVERVIEWS\"><MDI key=\"OVERVIEW_FILE\">/etc/passwd"
               "</MDI></Metadata></PAMDataset>");
    folder_refused("leads to other files", 1 << 20);
    unlink(path_of("land/area.tif"));
    mkfifo(path_of("land/area.tif"), 0600);
    folder_refused("is no file", 1 << 20);
}

static void other_files_of_a_folder(void **state)
{
    (void)state;
    static const char *const names[] = {"water.gpkg", "terrain.glb", "terrain.tree", "placed.json"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[64];
        snprintf(path, sizeof path, "land/%s", names[i]);
        unlink(path_of(path));
        mkfifo(path_of(path), 0600);
        folder_refused("is no file", 1 << 20);
    }
    write_text(path_of("land/water.gpkg"), "<OGRVRTDataSource/>");
    folder_refused("is no GeoJSON", 1 << 20);
    write_text(path_of("land/landscape.json"),
               "{\"generator\":\"interfluve\",\"frame\":{\"cols\":4000,\"rows\":4000,"
               "\"cell_m\":1,\"west\":0,\"north\":0}}");
    folder_refused("is 60 x 90 cells, expected 4000 x 4000", 1 << 20);
}

/* A model of 200 bytes whose water has two thousand million corners. */
static void a_model_that_claims_much(void **state)
{
    (void)state;
    static const char json[] =
        "{\"meshes\":[{\"name\":\"water\",\"primitives\":[{\"attributes\":{\"POSITION\":0},"
        "\"indices\":1}]}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":"
        "2000000000},{\"bufferView\":0,\"componentType\":5125,\"count\":3}],\"bufferViews\":"
        "[{\"byteStride\":255}]}";
    unsigned char bytes[1024] = {0};
    size_t length = 20 + sizeof json - 1 + 8;
    put32(bytes, 0x46546C67u);
    put32(bytes + 4, 2);
    put32(bytes + 8, (unsigned)length);
    put32(bytes + 12, sizeof json - 1);
    put32(bytes + 16, 0x4E4F534Au);
    memcpy(bytes + 20, json, sizeof json - 1);
    write_bytes(path_of("land/terrain.glb"), (const char *)bytes, length);
    folder_refused("is cut short", 8 << 20);
    put32(bytes + 12, 0x7fffff00u);
    write_bytes(path_of("land/terrain.glb"), (const char *)bytes, length);
    folder_refused("is no binary glTF", 8 << 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_mrf_in_disguise),
        cmocka_unit_test(descriptions_in_disguise),
        cmocka_unit_test(one_format_called_another),
        cmocka_unit_test(masks_beside_a_map_are_not_seen),
        cmocka_unit_test(sidecars_that_lead_elsewhere),
        cmocka_unit_test(names_inside_a_map_are_not_followed),
        cmocka_unit_test(numbers_beside_a_map_are_heeded),
        cmocka_unit_test(blocks_larger_than_the_map),
        cmocka_unit_test(maps_that_unpack_into_too_much),
        cmocka_unit_test(names_longer_than_their_file),
        cmocka_unit_test(vectors_in_disguise),
        cmocka_unit_test(a_package_with_triggers_and_views),
        cmocka_unit_test(rasters_of_a_folder),
        cmocka_unit_test(other_files_of_a_folder),
        cmocka_unit_test(a_model_that_claims_much),
    };
    return cmocka_run_group_tests_name("hostile files", tests, make_folder, remove_folder);
}
