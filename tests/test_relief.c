// SPDX-License-Identifier: MIT
/* The oblique view: horizons against a plain search, and what can be seen on the block. */
#include "field/horizon.h"
#include "output/picture.h"

#include "context.h"
#include "scenery.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COLS 37
#define ROWS 29

static float bumps(uint32_t x, uint32_t y)
{
    return 4.0f * sinf(0.7f * (float)x) * cosf(0.45f * (float)y) +
           0.2f * (float)((x * 7 + y * 13) % 11);
}

/* Straight along an axis or a diagonal a line meets cells alone: the horizon is the steepest of
 * them. */
static float steepest(const float *z, int x, int y, int dx, int dy)
{
    float most = 0, step = (float)hypot(dx, dy);
    for (int k = 1;; k++) {
        int i = x + k * dx, j = y + k * dy;
        if (i < 0 || j < 0 || i >= COLS || j >= ROWS)
            return most;
        most = fmaxf(most, (z[j * COLS + i] - z[y * COLS + x]) / ((float)k * step));
    }
}

static void horizons_are_the_steepest_sights(void **state)
{
    (void)state;
    static const int ways[8][2] = {{1, 0}, {-1, 0}, {0, 1},  {0, -1},
                                   {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    float z[COLS * ROWS], found[2][COLS * ROWS];
    for (uint32_t i = 0; i < COLS * ROWS; i++)
        z[i] = bumps(i % COLS, i / COLS);
    float *work = malloc(fluv_horizon_work(3, COLS, ROWS) * sizeof *work);
    for (int w = 0; w < 8; w++) {
        for (int threads = 1; threads <= 3; threads += 2)
            fluv_horizon(threads, COLS, ROWS, z, 2.5 * ways[w][0], 2.5 * ways[w][1], work,
                         found[threads / 2]);
        assert_memory_equal(found[0], found[1], sizeof found[0]);
        for (int i = 0; i < COLS * ROWS; i++)
            assert_float_equal(found[0][i], steepest(z, i % COLS, i / COLS, ways[w][0], ways[w][1]),
                               1e-4);
    }
    free(work);
}

static fluv_picture look(fluv_ctx *ctx, const fluv_landscape *land, fluv_render_options how)
{
    fluv_picture picture;
    how.struct_size = sizeof how;
    how.longest = how.longest ? how.longest : 240;
    assert_int_equal(fluv_picture_draw_as(ctx, land, "relief3d", &how, &picture), FLUV_OK);
    return picture;
}

static fluv_landscape cone(fluv_ctx *ctx, float height)
{
    fluv_landscape land = scenery_frame(120, 120);
    float *z = fluv_layer_edit(ctx, &land, FLUV_LAYER_height);
    for (uint32_t i = 0; i < 120 * 120; i++)
        z[i] =
            10 + fmaxf(0, height - 0.04f * height * (float)hypot(i % 120 - 59.5, i / 120 - 59.5));
    return land;
}

/* Mean brightness of the pixels of a row between two shares of the width. */
static double brightness(const fluv_picture *p, double from, double to, double row)
{
    double sum = 0;
    uint32_t count = 0, y = (uint32_t)(row * p->height);
    for (uint32_t x = (uint32_t)(from * p->width); x < (uint32_t)(to * p->width); x++, count++)
        for (int k = 0; k < 3; k++)
            sum += p->rgb[3 * ((size_t)y * p->width + x) + (size_t)k];
    return sum / (3 * count);
}

static void the_sun_stands_to_the_left(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = cone(ctx, 600);
    for (double azimuth = 90; azimuth <= 360; azimuth += 90) {
        fluv_picture p =
            look(ctx, &land, (fluv_render_options){.azimuth = azimuth, .exaggeration = 1});
        assert_true(brightness(&p, 0.38, 0.46, 0.45) > 15 + brightness(&p, 0.54, 0.62, 0.45));
        fluv_picture_free(&p);
    }
    fluv_landscape_free(&land);
}

static void what_is_higher_takes_more_of_the_picture(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = cone(ctx, 600);
    fluv_picture low = look(ctx, &land, (fluv_render_options){.exaggeration = 1});
    fluv_picture high = look(ctx, &land, (fluv_render_options){.exaggeration = 4});
    fluv_picture steep = look(ctx, &land, (fluv_render_options){.exaggeration = 1, .tilt = 70});
    assert_int_equal(low.width, 240);
    assert_true(high.height > low.height + 20);
    assert_true(steep.height > low.height + 20);
    fluv_picture_free(&low);
    fluv_picture_free(&high);
    fluv_picture_free(&steep);
    fluv_landscape_free(&land);
}

static void climates_have_their_colours(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = cone(ctx, 600);
    static const char *const climates[] = {"auto", "temperate", "arid", "arctic", "tropical"};
    fluv_picture pictures[5];
    for (int i = 0; i < 5; i++) {
        fluv_render_options how = {
            .struct_size = sizeof how, .longest = 100, .climate = climates[i]};
        assert_int_equal(fluv_picture_draw_as(ctx, &land, "map", &how, &pictures[i]), FLUV_OK);
    }
    for (int i = 1; i < 5; i++)
        for (int k = 0; k < i; k++)
            assert_int_equal(memcmp(pictures[i].rgb, pictures[k].rgb, 3 * 100 * 100) == 0,
                             i == 1 && k == 0);
    /* Low in the corner: a desert is redder than it is green, a forest greener than it is red. */
    const uint8_t *arid = pictures[2].rgb + 3 * (15 * 100 + 85),
                  *forest = pictures[4].rgb + 3 * (15 * 100 + 85);
    assert_true(arid[0] > arid[1] && forest[1] > forest[0] + 15);
    for (int i = 0; i < 5; i++)
        fluv_picture_free(&pictures[i]);
    fluv_landscape_free(&land);
}

static void wishes_that_cannot_be_are_refused(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = cone(ctx, 100);
    static const fluv_render_options wrong[] = {
        {.azimuth = -1},        {.azimuth = 361},     {.tilt = 5},         {.tilt = 90},
        {.exaggeration = 1000}, {.exaggeration = -1}, {.climate = "mild"}, {.azimuth = NAN},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        fluv_render_options how = wrong[i];
        fluv_picture picture;
        how.struct_size = sizeof how;
        assert_int_equal(fluv_picture_draw_as(ctx, &land, "relief3d", &how, &picture),
                         FLUV_BAD_USE);
        assert_null(picture.rgb);
    }
    fluv_landscape_free(&land);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(horizons_are_the_steepest_sights),         TEST(the_sun_stands_to_the_left),
        TEST(what_is_higher_takes_more_of_the_picture), TEST(climates_have_their_colours),
        TEST(wishes_that_cannot_be_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
