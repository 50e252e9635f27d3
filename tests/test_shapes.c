// SPDX-License-Identifier: MIT
/* Outlines, rivers and mouths from files. */
#include "hydrology_land.h"
#include "one_thread.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static void write_text(const char *file, const char *text)
{
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    assert_true(fputs(text, out) >= 0);
    assert_int_equal(fclose(out), 0);
}

#define FEATURE(properties, type, coordinates)                                                     \
    "{\"type\":\"Feature\",\"properties\":{" properties "},\"geometry\":{\"type\":\"" type         \
    "\",\"coordinates\":" coordinates "}}"
#define COLLECTION(features) "{\"type\":\"FeatureCollection\",\"features\":[" features "]}"

/* An outline, a river drawn downstream and a mouth, in m. */
static const char drawing[] = COLLECTION(
    FEATURE("", "Polygon",
            "[[[5000,5000],[35000,5000],[35000,35000],[5000,35000],[5000,5000]]"
            "]") "," FEATURE("", "LineString", "[[20000,25000],[20000,5000]]") "," FEATURE("\"weig"
                                                                                           "ht\":"
                                                                                           "0.5",
                                                                                           "Point",
                                                                                           "[5000,"
                                                                                           "20000"
                                                                                           "]"));

static void shapes_come_from_a_file(void **state)
{
    fluv_ctx *ctx = *state;
    write_text("drawing.geojson", drawing);
    hydro_run run = hydro_make(ctx, 1, 64, "file: drawing.geojson, ragged: 0", "", "network");
    if (run.status != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
    const fluv_contour *contour = fluv_layer_read(run.land, FLUV_LAYER_contour);
    assert_true(fabs(coast_length(run.land) - 120000.0) < 1.0);
    assert_int_equal(contour->mouth_count, 2);
    assert_true(contour->mouths[0].x == 20000.0 && contour->mouths[0].y == 5000.0);
    assert_true(contour->mouths[1].weight == 0.5);
    const fluv_streams *streams = fluv_layer_read(run.land, FLUV_LAYER_network);
    uint32_t drawn = 0;
    for (uint32_t i = 0; i < streams->count; i++)
        drawn += streams->nodes[i].sketched;
    assert_true(drawn >= 9);
    fluv_builder_delete(run.builder);
    for (uint64_t seed = 1; seed <= 5; seed++) { /* bays and headlands move the coast */
        run = hydro_make(ctx, seed, 64, "file: drawing.geojson, ragged: 1", "", "network");
        if (run.status != FLUV_OK)
            fail_msg("seed %d: %s", (int)seed, fluv_message(ctx));
        fluv_builder_delete(run.builder);
    }
    write_text("degrees.geojson",
               COLLECTION(FEATURE("", "Polygon", "[[[7,46],[8,46],[8,47],[7,47],[7,46]]]")));
    run = hydro_make(ctx, 1, 64, "file: degrees.geojson, ragged: 0, fit: true", "", "contour");
    assert_int_equal(run.status, FLUV_OK);
    double around = coast_length(run.land); /* the taller side is 0.84 of 40 km, the other less */
    assert_true(around > 2.0 * 33600.0 * 1.6 && around < 4.0 * 33600.0);
    fluv_builder_delete(run.builder);
}

static void wrong_files_of_shapes_are_refused(void **state)
{
    static const struct {
        const char *text, *message;
    } wrong[] = {
        {"hello", "is no GeoJSON"},
        {COLLECTION(""), "holds no"},
        {COLLECTION(FEATURE("", "Polygon", "[[[7,46],[8,46],[8,47],[7,47],[7,46]]]")), "fit"},
        {COLLECTION(FEATURE("", "Point", "[1e12,2000]")), "expected m"},
        {COLLECTION(FEATURE("\"weight\":7", "Point", "[9000,2000]")), "weight"},
        {COLLECTION(FEATURE("", "Polygon",
                            "[[[5000,5000],[35000,35000],[35000,5000],[5000,35000],[5000,5000]]]")),
         "crosses itself"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        write_text("wrong.geojson", wrong[i].text);
        hydro_run run = hydro_make(*state, 1, 64, "file: wrong.geojson", "", "contour");
        assert_int_not_equal(run.status, FLUV_OK);
        if (!strstr(fluv_message(*state), wrong[i].message))
            fail_msg("expected \"%s\": %s", wrong[i].message, fluv_message(*state));
        fluv_builder_delete(run.builder);
    }
    hydro_run run = hydro_make(*state, 1, 64, "file: not-there.gpkg", "", "contour");
    assert_int_not_equal(run.status, FLUV_OK);
    assert_non_null(strstr(fluv_message(*state), "not-there.gpkg"));
    fluv_builder_delete(run.builder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_come_from_a_file),
        cmocka_unit_test(wrong_files_of_shapes_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
