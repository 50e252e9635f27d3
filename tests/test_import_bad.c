// SPDX-License-Identifier: MIT
/* The stage `import` and what it refuses: one line, status, silence; and when memory ends or the
 * user stops it. */
#include "failing_memory.h"
#include "how_many.h"
#include "import_bench.h"

#include <cpl_string.h>
#include <sys/stat.h>

static void test_names_that_lead_elsewhere(void **state)
{
    (void)state;
    write_text(path_of("v.vrt"), "<VRTDataset rasterXSize=\"1\" rasterYSize=\"1\"/>");
    write_text(path_of("w.xml"), "<GDAL_WMS><Service name=\"TMS\"><ServerUrl>http://127.0.0.1:1/"
                                 "</ServerUrl></Service></GDAL_WMS>");
    mkfifo(path_of("pipe"), 0600);
    const struct {
        const char *file, *words;
    } cases[] = {
        {"", "needs a file"},
        {path_of("missing.tif"), "no such file"},
        {"/vsicurl/http://127.0.0.1:1/a.tif", "only plain files"},
        {"/vsimem/x", "only plain files"},
        {"NETCDF:\"/vsicurl/http://127.0.0.1:1/a.nc\":z", "only plain files"},
        {"https://127.0.0.1:1/a.tif", "only plain files"},
        {"MEM:::DATAPOINTER=0x1000,PIXELS=10,LINES=10", "no such file"},
        {"<VRTDataset rasterXSize=\"1\" rasterYSize=\"1\"/>", "no such file"},
        {"WMS:127.0.0.1", "no such file"},
        {"NETCDF:nowhere.nc:z", "no such file"},
        {"NETCDF:\"a.nc", "expected NETCDF:"},
        {"GTIFF_DIR:0:a.tif", "expected GTIFF_DIR:"},
        {"/dev/null", "is no file"},
    };
    silence s = listen_to_stderr();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench b = set_up(cases[i].file);
        expect_refused(&b, cases[i].words);
    }
    bench b = set_up(path_of("v.vrt"));
    expect_refused(&b, "virtual raster");
    b = set_up(path_of("w.xml"));
    expect_refused(&b, "is no height map");
    b = set_up(path_of("pipe"));
    expect_refused(&b, "is no file");
    b = set_up(folder);
    expect_refused(&b, "is no file");
    expect_silence(s);
}

static double anything(int col, int row)
{
    return (col * 37 + row * 101) % 251;
}

static void test_wrong_contents(void **state)
{
    (void)state;
    write_text(path_of("text.tif"), "these are no heights, only words\n");
    write_text(path_of("empty.tif"), "");
    write_bytes(path_of("magic.tif"), "II*\0\377\377\377\177", 8);
    made_map map = utm_map(4, 4, plane);
    map.type = GDT_CFloat32;
    make_file(path_of("complex.tif"), map);
    silence s = listen_to_stderr();
    bench b = set_up(path_of("text.tif"));
    expect_refused(&b, "is no height map that can be read");
    b = set_up(path_of("empty.tif"));
    expect_refused(&b, "is empty");
    b = set_up(path_of("magic.tif"));
    expect_refused(&b, "is no height map that can be read");
    b = set_up(path_of("complex.tif"));
    expect_refused(&b, "complex numbers");
    b = set_up(path_of("plain.tif"));
    b.params.band = 2;
    expect_refused(&b, "has 1 band, there is no band 2");
    expect_silence(s);
}

static void test_several_maps_in_a_file(void **state)
{
    (void)state;
    if (!GDALGetDriverByName("netCDF"))
        return;
    GDALDatasetH data = GDALCreate(GDALGetDriverByName("MEM"), "", 8, 8, 2, GDT_Float32, NULL);
    GDALFillRaster(GDALGetRasterBand(data, 1), 1.0, 0.0);
    GDALFillRaster(GDALGetRasterBand(data, 2), 7.0, 0.0);
    GDALClose(GDALCreateCopy(GDALGetDriverByName("netCDF"), path_of("two.nc"), data, FALSE, NULL,
                             NULL, NULL));
    GDALClose(data);
    bench b = set_up(path_of("two.nc"));
    expect_refused(&b, "several maps, name one of them, such as NETCDF:");
    char name[600];
    snprintf(name, sizeof name, "NETCDF:\"%s\":Band2", path_of("two.nc"));
    b = set_up(name);
    expect_done(&b);
    assert_true(at(&b, 3, 3) == 7.0f);
    tear_down(&b);
}

/* A file cut anywhere is refused in one line, or (a text file cut in its last number, a header
 * only file of a format that allows it) read; it never crashes and never speaks. */
static void cut_everywhere(const char *name, const char *cut_name, double refused_below)
{
    size_t length;
    char *bytes = read_bytes(path_of(name), &length);
    size_t step = length / 60 + 1;
    silence s = listen_to_stderr();
    for (size_t cut = 1; cut < length; cut += step) {
        write_bytes(path_of(cut_name), bytes, cut);
        bench b = set_up(path_of(cut_name));
        fluv_status status = run_import(&b);
        if ((double)cut < refused_below * (double)length && status == FLUV_OK)
            printf("%s cut at %zu of %zu was taken\n", name, cut, length);
        if ((double)cut < refused_below * (double)length)
            assert_int_equal(status, FLUV_BAD_INPUT);
        assert_true(status == FLUV_OK || status == FLUV_BAD_INPUT);
        assert_null(strchr(fluv_message(b.ctx), '\n'));
        tear_down(&b);
    }
    expect_silence(s);
    free(bytes);
}

static void test_truncated(void **state)
{
    (void)state;
    cut_everywhere("whole.tif", "cut.tif", 0.95);
    cut_everywhere("whole.asc", "cut.asc", 0.95);
    cut_everywhere("whole.png", "cut.png", 0.95);
    cut_everywhere("N47E011.hgt", "N48E011.hgt", 0.99);
    if (GDALGetDriverByName("netCDF"))
        cut_everywhere("n.nc", "cut.nc", 0.8);
}

static void test_flipped_bytes(void **state)
{
    (void)state;
    /* netCDF's library asks for whatever a damaged header says, which the address sanitizer does
     * not let pass */
    static const char *const names[] = {"whole.tif", "whole.png", "whole.asc", "n.nc"};
    static const char *const flipped[] = {"flipped.tif", "flipped.png", "flipped.asc",
                                          "flipped.nc"};
    size_t count = !FLUV_SANITIZED && GDALGetDriverByName("netCDF") ? 4 : 3;
    silence s = listen_to_stderr();
    unsigned random = 12345;
    for (size_t n = 0; n < count; n++) {
        size_t length;
        char *bytes = read_bytes(path_of(names[n]), &length);
        for (int round = 0; round < 60; round++) {
            random = random * 1664525u + 1013904223u;
            size_t reach = round & 1 ? length : (length < 400 ? length : 400);
            size_t at_byte = random % reach;
            char kept = bytes[at_byte];
            bytes[at_byte] = (char)(random >> 16);
            write_bytes(path_of(flipped[n]), bytes, length);
            bytes[at_byte] = kept;
            bench b = set_up(path_of(flipped[n]));
            fluv_set_memory_limit(b.ctx, 64u << 20);
            (void)!run_import(&b);
            assert_null(strchr(fluv_message(b.ctx), '\n'));
            tear_down(&b);
        }
        free(bytes);
    }
    expect_silence(s);
}

/* ---- memory, cancelling ---- */

static void test_memory_limit(void **state)
{
    (void)state;
    bench b = set_up(path_of("world.tif"));
    fluv_set_memory_limit(b.ctx, 79999);
    assert_int_equal(run_import(&b), FLUV_NO_MEMORY);
    assert_non_null(strstr(fluv_message(b.ctx), "of memory"));
    tear_down(&b);
    b = set_up(path_of("world.tif"));
    b.land.frame.cols = b.land.frame.rows = 4000000;
    expect_refused(&b, "are too many");
}

static fluv_status import_once(fluv_ctx *ctx, void *data)
{
    const bench *b = data;
    fluv_landscape land = {0};
    fluv_status status = fluv_stage_import.run(ctx, &b->params, &land);
    fluv_landscape_free(&land);
    fluv_scratch_release(ctx, NULL);
    return status;
}

static void test_every_allocation_may_fail(void **state)
{
    (void)state;
    static const char *const names[] = {"world.tif", "ll.asc", "holes.tif"};
    for (size_t i = 0; i < 3; i++) {
        bench b = set_up(path_of(names[i]));
        fail_each_allocation(b.ctx, import_once, &b);
        tear_down(&b);
    }
}

static void test_cancel(void **state)
{
    (void)state;
    static const char *const names[] = {"world.tif", "ll.asc"};
    for (size_t i = 0; i < 2; i++) {
        bench b = set_up(path_of(names[i]));
        fluv_cancel(b.ctx);
        assert_int_equal(run_import(&b), FLUV_CANCELLED);
        tear_down(&b);
    }
}

/* Whole files for the tests above to spoil. */
static int make_files(void **state)
{
    if (make_folder(state) != 0)
        return -1;
    made_map map = utm_map(64, 64, anything);
    make_file(path_of("plain.tif"), map);
    make_file(path_of("whole.tif"), map);
    map.driver = "AAIGrid";
    make_file(path_of("whole.asc"), map);
    map.driver = "netCDF";
    if (GDALGetDriverByName("netCDF"))
        make_file(path_of("n.nc"), map);
    make_file(
        path_of("whole.png"),
        (made_map){.driver = "PNG", .type = GDT_UInt16, .cols = 64, .rows = 64, .value = anything});
    make_file(path_of("ll.asc"), (made_map){.driver = "AAIGrid",
                                            .type = GDT_Int16,
                                            .cols = 60,
                                            .rows = 60,
                                            .place = {11.0, 1 / 1200.0, 0, 47.5, 0, -1 / 1200.0},
                                            .value = anything});
    map = utm_map(200, 100, plane);
    make_file(path_of("world.tif"), map);
    map.has_nodata = true;
    map.nodata = 100.0;
    make_file(path_of("holes.tif"), map);
    make_hgt(path_of("N47E011.hgt"));
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_that_lead_elsewhere),
        cmocka_unit_test(test_wrong_contents),
        cmocka_unit_test(test_several_maps_in_a_file),
        cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_flipped_bytes),
        cmocka_unit_test(test_memory_limit),
        cmocka_unit_test(test_every_allocation_may_fail),
        cmocka_unit_test(test_cancel),
    };
    return cmocka_run_group_tests_name("import, refused", tests, make_files, remove_folder);
}
