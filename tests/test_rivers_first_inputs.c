// SPDX-License-Identifier: MIT
/* Rivers first: land from images and from markers of any kind, through the whole method; mistakes
 * are named in one line; every stage stops when it is asked to. */
#include "landscape/regions.h"
#include "rivers_first.h"

#include <stdlib.h>
#include <unistd.h>

#define SIDE 48 /* pixels of the images */

static char folder[] = "/tmp/interfluve-inputs-XXXXXX";

static const char *path_of(const char *name)
{
    static char path[80];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* A grey image in columns: `values` from west to east, each as wide as the others. */
static void write_image(const char *name, const uint8_t *values, int count)
{
    FILE *file = fopen(path_of(name), "wb");
    assert_non_null(file);
    fprintf(file, "P5\n%d %d\n255\n", SIDE, SIDE);
    for (int i = 0; i < SIDE * SIDE; i++)
        fputc(values[i % SIDE * count / SIDE], file);
    assert_int_equal(fclose(file), 0);
}

static int make_folder(void **state)
{
    (void)state;
    static const uint8_t half[] = {200, 30}, even[] = {90}, types[] = {0, 1, 2}, wrong[] = {0, 7};
    if (!mkdtemp(folder))
        return 1;
    write_image("half.pgm", half, 2);
    write_image("even.pgm", even, 1);
    write_image("types.pgm", types, 3);
    write_image("wrong.pgm", wrong, 2);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    static const char *const names[] = {"half.pgm", "even.pgm", "types.pgm", "wrong.pgm"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unlink(path_of(names[i]));
    return rmdir(folder);
}

/* All five stages with the given parameters of the first two. */
static fluv_status run_all(fluv_ctx *ctx, const char *coast, const char *regions,
                           fluv_landscape *land)
{
    char text[2000];
    snprintf(text, sizeof text,
             "interfluve: 1\nseed: 3\nframe: {size: 96, width: 48 km, height: [-300, 900]}\n"
             "stages:\n- coast: {spacing: 300, %s}\n- regions: {spacing: 300, %s}\n"
             "- basins: {spacing: 600}\n- channels: {}\n- relief: {}\n",
             coast, regions);
    return recipe_land(ctx, text, land);
}

static fluv_landscape made(fluv_ctx *ctx, const char *coast, const char *regions)
{
    fluv_landscape land;
    if (run_all(ctx, coast, regions, &land) != FLUV_OK)
        fail_msg("%s, %s: %s", coast, regions, fluv_message(ctx));
    expect_clean(ctx, &land, coast, 3);
    return land;
}

static double land_share(const fluv_landscape *land)
{
    size_t dry = 0, cells = fluv_cell_count(land);
    for (size_t i = 0; i < cells; i++)
        dry += fluv_cover_of(land)[i] != FLUV_OCEAN;
    return (double)dry / (double)cells;
}

static void expect_refused(const char *coast, const char *regions, const char *says)
{
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape land;
    assert_true(run_all(ctx, coast, regions, &land) != FLUV_OK);
    if (!strstr(fluv_message(ctx), says) || strchr(fluv_message(ctx), '\n'))
        fail_msg("\"%s\" does not say \"%s\" in one line", fluv_message(ctx), says);
    fluv_landscape_free(&land);
    fluv_ctx_delete(ctx);
}

/* ---- Images ---- */

static void a_mask_tells_land_from_ocean(void **state)
{
    (void)state;
    fluv_ctx *ctx = fluv_ctx_new();
    char coast[160];
    snprintf(coast, sizeof coast, "mask_file: %s, sites: 0, refine: off, roughness: 0",
             path_of("half.pgm"));
    fluv_landscape land = made(ctx, coast, "");
    assert_true(land_share(&land) > 0.48 && land_share(&land) < 0.52);
    for (uint32_t row = 0; row < 96; row++) {
        assert_int_not_equal(fluv_cover_of(&land)[row * 96 + 40], FLUV_OCEAN);
        assert_int_equal(fluv_cover_of(&land)[row * 96 + 55], FLUV_OCEAN);
    }
    fluv_landscape_free(&land);
    snprintf(coast, sizeof coast, "mask_file: %s", path_of("even.pgm")); /* nothing is brighter */
    land = made(ctx, coast, "");
    assert_true(land_share(&land) <= 0.0);
    fluv_landscape_free(&land);
    fluv_ctx_delete(ctx);
}

static void an_image_tells_regions(void **state)
{
    (void)state;
    fluv_ctx *ctx = fluv_ctx_new();
    char regions[160];
    snprintf(regions, sizeof regions, "image_file: %s", path_of("types.pgm"));
    fluv_landscape land = made(ctx, "", regions);
    static const uint8_t expected[] = {FLUV_FLATLAND, FLUV_MOUNTAIN, FLUV_DESERT};
    for (uint32_t third = 0; third < 3; third++)
        for (uint32_t row = 0; row < 96; row++)
            assert_int_equal(fluv_region_of(&land)[row * 96 + 16 + 32 * third], expected[third]);
    fluv_landscape_free(&land);
    fluv_ctx_delete(ctx);
}

static void images_that_do_not_fit_are_named(void **state)
{
    (void)state;
    char params[160];
    expect_refused("mask_file: /nowhere/m.png", "", "/nowhere/m.png");
    expect_refused("", "image_file: /nowhere/r.png", "/nowhere/r.png");
    snprintf(params, sizeof params, "image_file: %s", path_of("wrong.pgm"));
    expect_refused("", params, "holds the value 7, but types run from 0 to 2");
}

/* ---- Markers ---- */

static void any_curves_give_land_with_rivers_by_the_rules(void **state)
{
    (void)state;
    static const struct {
        const char *coast;
        double least, most; /* share of land */
    } cases[] = {
        {"landmasses: [{markers: [[12 km, 24 km, 90], [36 km, 24 km, -90]]}]", 0.05, 0.9},
        {"landmasses: [{markers: [[8 km, 8 km], [40 km, 40 km], [40 km, 8 km], [8 km, 40 km]]}]",
         0.05, 0.9}, /* crosses itself */
        {"landmasses: [{markers: [[8 km, 8 km], [30 km, 10 km], [20 km, 40 km]]}, {markers: "
         "[[20 km, 5 km], [44 km, 30 km], [10 km, 30 km]]}]",
         0.05, 0.95}, /* two that cross */
        {"landmasses: [{markers: [[-90 km, -90 km], [-80 km, -90 km], [-85 km, -60 km]]}]", 0.0,
         0.0},
        {"landmasses: [{markers: [[24 km, -40 km], [90 km, 24 km], [24 km, 90 km], [-40 km, 24 "
         "km]]}]",
         0.5, 1.0},
    };
    fluv_ctx *ctx = fluv_ctx_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fluv_landscape land = made(ctx, cases[i].coast, "random: {mountain: 1}");
        double share = land_share(&land);
        if (share < cases[i].least || share > cases[i].most)
            fail_msg("%s: %.3f of the frame is land", cases[i].coast, share);
        fluv_landscape_free(&land);
    }
    fluv_ctx_delete(ctx);
}

static void curves_that_enclose_nothing_are_named(void **state)
{
    (void)state;
    expect_refused("landmasses: [{markers: [[9 km, 9 km], [20 km, 9 km]]}]", "",
                   "coast.landmasses[0]: two markers in one line enclose nothing");
}

/* ---- Deserts ---- */

static void a_land_of_desert_is_dry(void **state)
{
    (void)state;
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape land =
        made(ctx, "shape: island", "markers: [{type: desert, x: 24 km, y: 24 km, range: 90 km}]");
    for (size_t i = 0; i < fluv_rivers_of(&land)->count; i++)
        assert_true(fluv_rivers_of(&land)->reaches[i].kind != FLUV_PRIMARY);
    fluv_landscape_free(&land);
    fluv_ctx_delete(ctx);
}

/* ---- Stopping ---- */

typedef struct stopper {
    fluv_ctx *ctx;
    const char *stage;
} stopper;

static void stop_in_stage(void *user, const fluv_progress *now)
{
    stopper *s = user;
    if (strcmp(now->stage, s->stage) == 0)
        fluv_cancel(s->ctx);
}

static void every_stage_stops_when_asked(void **state)
{
    (void)state;
    static const char *const stages[] = {"coast", "regions", "basins", "channels", "relief"};
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        fluv_ctx *ctx = fluv_ctx_new();
        fluv_landscape land;
        stopper s = {.ctx = ctx, .stage = stages[i]};
        fluv_set_progress(ctx, stop_in_stage, &s);
        assert_int_equal(run_all(ctx, "shape: island", "random: {mountain: 1}", &land),
                         FLUV_CANCELLED);
        assert_null(ctx->scratch);
        fluv_landscape_free(&land);
        assert_int_equal(atomic_load(&ctx->memory.now), 0);
        fluv_ctx_delete(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mask_tells_land_from_ocean),
        cmocka_unit_test(an_image_tells_regions),
        cmocka_unit_test(images_that_do_not_fit_are_named),
        cmocka_unit_test(any_curves_give_land_with_rivers_by_the_rules),
        cmocka_unit_test(curves_that_enclose_nothing_are_named),
        cmocka_unit_test(a_land_of_desert_is_dry),
        cmocka_unit_test(every_stage_stops_when_asked),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
