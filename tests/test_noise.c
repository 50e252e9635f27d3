// SPDX-License-Identifier: MIT
/* Noise as a function of the position alone, fields of parameters, and the stage `noise`. */
#include "context.h"
#include "failing_memory.h"
#include "field/noise.h"
#include "stages/noise/noise.h"

#include <math.h>
#include <string.h>

#define MANY   3000
#define GOLDEN 0xfbb696345548e029u

static fluv_noise noise_of(uint64_t seed, fluv_noise_form form, int octaves)
{
    return (fluv_noise){.key = fluv_key_make(seed, "test", "noise"),
                        .form = form,
                        .wavelength = 700.0,
                        .octaves = octaves,
                        .gain = 0.5,
                        .lacunarity = 2.0};
}

static void a_row_is_its_points(void **state)
{
    (void)state;
    static float row[MANY], piece[MANY];
    static double x[MANY], y[MANY];
    for (int form = 0; form < 3; form++) {
        fluv_noise noise = noise_of(3, (fluv_noise_form)form, 6);
        fluv_noise_row(&noise, -5000.0, 123.5, 8.0, MANY, row);
        for (size_t i = 0; i < MANY; i++) {
            x[i] = -5000.0 + 8.0 * (double)i;
            y[i] = 123.5;
        }
        fluv_noise_points(&noise, x + 77, y + 77, MANY - 77, piece);
        assert_memory_equal(row + 77, piece, (MANY - 77) * sizeof *piece);
        for (size_t i = 0; i < MANY; i += 100) {
            float one;
            fluv_noise_points(&noise, x + i, y + i, 1, &one);
            assert_memory_equal(&one, row + i, sizeof one);
        }
    }
}

static void values_stay_in_range_and_move_smoothly(void **state)
{
    (void)state;
    static float row[MANY];
    for (uint64_t seed = 0; seed < 60; seed++) {
        fluv_noise noise = noise_of(seed, (fluv_noise_form)(seed % 3), seed % 2 ? 1 : 8);
        double reach = seed % 5 == 4 ? 1e12 : 1e5; /* far from the origin as well */
        fluv_noise_row(&noise, reach * (double)seed, -reach, 0.25, MANY, row);
        for (size_t i = 0; i < MANY; i++) {
            assert_true(row[i] >= -1.0F && row[i] <= 1.0F);
            if (i > 0 && noise.octaves == 1)
                assert_true(fabsf(row[i] - row[i - 1]) < 0.01F);
        }
    }
}

/* Over many cells of the lattice the mean is near 0, and all directions are alike: the mean square
 * slope along x, along y and along the diagonals is the same. */
static void no_direction_is_preferred(void **state)
{
    (void)state;
    static const double way[4][2] = {
        {1.0, 0.0}, {0.0, 1.0}, {0.70710678, 0.70710678}, {0.70710678, -0.70710678}};
    double slopes[4] = {0.0}, sum = 0.0, squares = 0.0;
    fluv_noise noise = noise_of(11, FLUV_NOISE_FRACTAL, 4);
    fluv_key key = fluv_key_make(5, "test", "places");
    for (uint64_t i = 0; i < 40000; i++) {
        double x[5], y[5];
        float v[5];
        x[0] = fluv_random_between(key, 2 * i, 0.0, 3e6);
        y[0] = fluv_random_between(key, 2 * i + 1, 0.0, 3e6);
        for (int k = 0; k < 4; k++) {
            x[k + 1] = x[0] + way[k][0];
            y[k + 1] = y[0] + way[k][1];
        }
        fluv_noise_points(&noise, x, y, 5, v);
        sum += v[0];
        squares += v[0] * v[0];
        for (int k = 0; k < 4; k++)
            slopes[k] += (double)(v[k + 1] - v[0]) * (v[k + 1] - v[0]);
    }
    assert_true(fabs(sum / 40000.0) < 0.01);
    assert_true(squares / 40000.0 > 0.01);
    for (int k = 1; k < 4; k++)
        assert_true(fabs(slopes[k] / slopes[0] - 1.0) < 0.06);
}

static void parts_add_up_to_the_whole(void **state)
{
    (void)state;
    float whole[100], large[100], detail[100];
    fluv_noise noise = noise_of(4, FLUV_NOISE_RIDGED, 7);
    fluv_noise_row(&noise, 0.0, 0.0, 31.0, 100, whole);
    noise.take = 3;
    fluv_noise_row(&noise, 0.0, 0.0, 31.0, 100, large);
    noise.take = 0;
    noise.skip = 3;
    fluv_noise_row(&noise, 0.0, 0.0, 31.0, 100, detail);
    for (int i = 0; i < 100; i++)
        assert_true(fabsf(whole[i] - large[i] - detail[i]) < 1e-6F);
}

static void octaves_too_fine_fade_out(void **state)
{
    (void)state;
    float coarse[200], faded[200], full[200];
    fluv_noise noise = noise_of(4, FLUV_NOISE_FRACTAL, 10);
    fluv_noise_row(&noise, 0.0, 0.0, 5.0, 200, full);
    noise.take = 3; /* wavelengths 700, 350, 175 */
    fluv_noise_row(&noise, 0.0, 0.0, 5.0, 200, coarse);
    noise.take = 0;
    noise.finest = 43.75; /* 4 times: 175 stays; 2 times: 87.5 is gone */
    fluv_noise_row(&noise, 0.0, 0.0, 5.0, 200, faded);
    assert_memory_equal(faded, coarse, sizeof faded);
    noise.finest = 0.2;
    fluv_noise_row(&noise, 0.0, 0.0, 5.0, 200, faded);
    assert_memory_equal(faded, full, sizeof full);
}

/* The same bits whatever the processor and the compiler's choice of instructions. */
static void bits_are_the_same_everywhere(void **state)
{
    (void)state;
    static float row[1000];
    uint64_t hash = 0;
    for (int form = 0; form < 3; form++) {
        fluv_noise noise = noise_of(2024, (fluv_noise_form)form, 9);
        fluv_noise_row(&noise, 400000.0, 5200000.0, 7.7, 1000, row);
        for (int i = 0; i < 1000; i++) {
            uint32_t bits;
            memcpy(&bits, &row[i], sizeof bits);
            hash = fluv_mix(hash ^ bits);
        }
    }
    assert_int_equal(hash, GOLDEN);
}

static fluv_landscape land_of(uint32_t cols, uint32_t rows, double width)
{
    return (fluv_landscape){
        .frame = {.cols = cols, .rows = rows, .cell = width / cols, .north = width}, .seed = 9};
}

static fluv_noise_params standard_params(fluv_ctx *ctx)
{
    fluv_noise_params params;
    const fluv_stage *stage = &fluv_stage_noise;
    assert_int_equal(fluv_params_init(ctx, &stage->info, &params, sizeof params), FLUV_OK);
    return params;
}

static void run(fluv_ctx *ctx, const fluv_noise_params *params, fluv_landscape *land)
{
    assert_int_equal(fluv_stage_noise.run(ctx, params, land), FLUV_OK);
    fluv_scratch_release(ctx, NULL);
}

static void the_stage_keeps_range_and_ocean(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_noise_params params = standard_params(ctx);
    for (int kind = 0; kind < 9; kind++) {
        params.form = kind % 3;
        params.shape = kind / 3;
        fluv_landscape land = land_of(150, 150, 60e3);
        run(ctx, &params, &land);
        const float *height = fluv_height_of(&land);
        size_t sea = 0;
        for (size_t i = 0; i < fluv_cell_count(&land); i++) {
            assert_true(height[i] >= params.low && height[i] <= params.high);
            sea += height[i] < 0.0F;
        }
        assert_true(fabs((double)sea / 22500.0 - params.ocean) < 0.03);
        fluv_landscape_free(&land);
    }
}

static void the_frames_range_comes_first(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_noise_params params = standard_params(ctx);
    double ranges[3][2] = {{100.0, 101.0}, {-3000.0, -10.0}, {-5.0, 8000.0}};
    for (int k = 0; k < 3; k++) {
        params.ocean = k == 2 ? 0.0 : 0.4;
        fluv_landscape land = land_of(60, 40, 5e3);
        land.frame.low = ranges[k][0];
        land.frame.high = ranges[k][1];
        run(ctx, &params, &land);
        for (size_t i = 0; i < fluv_cell_count(&land); i++) {
            assert_true(fluv_height_of(&land)[i] >= (k == 2 ? 0.0 : land.frame.low));
            assert_true(fluv_height_of(&land)[i] <= land.frame.high);
        }
        fluv_landscape_free(&land);
    }
}

static void size_adds_detail_and_keeps_the_land(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_noise_params params = standard_params(ctx);
    fluv_landscape small = land_of(40, 40, 60e3), large = land_of(120, 120, 60e3);
    params.octaves = 3; /* none too fine for the small one */
    run(ctx, &params, &small);
    run(ctx, &params, &large);
    for (uint32_t row = 0; row < 40; row++)
        for (uint32_t col = 0; col < 40; col++) {
            float a = fluv_height_of(&small)[row * 40 + col];
            float b = fluv_height_of(&large)[(3 * row + 1) * 120 + 3 * col + 1];
            assert_true(fabsf(a - b) < 0.01F);
        }
    fluv_landscape_free(&small);
    fluv_landscape_free(&large);
}

static void threads_change_nothing(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_noise_params params = standard_params(ctx);
    fluv_landscape lands[3];
    int threads[3] = {1, 2, 7};
    for (int k = 0; k < 3; k++) {
        lands[k] = land_of(131, 77, 20e3);
        fluv_set_threads(ctx, threads[k]);
        run(ctx, &params, &lands[k]);
        assert_memory_equal(fluv_height_of(&lands[0]), fluv_height_of(&lands[k]),
                            fluv_cell_count(&lands[0]) * sizeof(float));
    }
    for (int k = 0; k < 3; k++)
        fluv_landscape_free(&lands[k]);
}

static fluv_status make_noise(fluv_ctx *ctx, void *params)
{
    fluv_landscape land = land_of(20, 20, 20e3);
    fluv_status status = fluv_stage_noise.run(ctx, params, &land);
    fluv_scratch_release(ctx, NULL);
    fluv_landscape_free(&land);
    return status;
}

static void the_stage_fails_cleanly(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_noise_params params = standard_params(ctx);
    fail_each_allocation(ctx, make_noise, &params);
    params.low = params.high = 5.0;
    assert_int_equal(make_noise(ctx, &params), FLUV_BAD_RECIPE);
    params = standard_params(ctx);
    fluv_cancel(ctx);
    assert_int_equal(make_noise(ctx, &params), FLUV_CANCELLED);
}

static void tiny_frames_are_land_too(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_noise_params params = standard_params(ctx);
    uint32_t sizes[3][2] = {{1, 1}, {1, 9}, {2, 1}};
    for (int k = 0; k < 3; k++) {
        fluv_landscape land = land_of(sizes[k][0], sizes[k][1], 10.0);
        run(ctx, &params, &land);
        for (size_t i = 0; i < fluv_cell_count(&land); i++)
            assert_true(isfinite(fluv_height_of(&land)[i]));
        fluv_landscape_free(&land);
    }
}

/* An image that falls from 30 to 10 with a hole in it. */
static fluv_status read_test_image(fluv_ctx *ctx, const char *file, const fluv_frame *frame,
                                   float *out, double *white)
{
    (void)ctx;
    *white = strcmp(file, "rain.png") == 0 ? 40.0 : 0.0;
    size_t cells = (size_t)frame->cols * frame->rows;
    for (size_t i = 0; i < cells; i++)
        out[i] = 30.0F - 20.0F * (float)i / (float)(cells - 1);
    out[1] = NAN;
    return FLUV_OK;
}

static void fields_fill_the_frame(void **state)
{
    fluv_ctx *ctx = *state;
    static float out[600];
    fluv_landscape land = land_of(30, 20, 3000.0);
    fluv_field number = {.kind = FLUV_FIELD_NUMBER, .number = 1.5};
    assert_int_equal(fluv_field_fill(ctx, &land, &number, "drain", "rain", out), FLUV_OK);
    assert_true(out[0] == 1.5F && out[599] == 1.5F);

    fluv_field noise = {.kind = FLUV_FIELD_NOISE,
                        .low = 2.0,
                        .high = 3.0,
                        .wavelength = 500.0,
                        .octaves = 4,
                        .gain = 0.5};
    assert_int_equal(fluv_field_fill(ctx, &land, &noise, "drain", "rain", out), FLUV_OK);
    for (int i = 0; i < 600; i++)
        assert_true(out[i] >= 2.0F && out[i] <= 3.0F);
    assert_true(out[0] != out[300]);
    float other[600];
    assert_int_equal(fluv_field_fill(ctx, &land, &noise, "drain", "other", other), FLUV_OK);
    assert_memory_not_equal(out, other, sizeof other);

    char name[] = "rain.png";
    fluv_field image = {.kind = FLUV_FIELD_IMAGE,
                        .low = 0.0,
                        .high = 2.0,
                        .ends = true,
                        .stretch = true,
                        .least = 0.0,
                        .most = 29.0,
                        .image = name};
    assert_int_equal(fluv_field_fill(ctx, &land, &image, "drain", "rain", out), FLUV_BAD_RECIPE);
    ctx->read_image = read_test_image;
    assert_int_equal(fluv_field_fill(ctx, &land, &image, "drain", "rain", out), FLUV_OK);
    assert_true(out[0] == 2.0F && out[1] == 0.0F && out[599] == 0.0F);
    assert_true(fabsf(out[300] - 1.0F) < 0.01F);

    /* By its value: black is low, white high, whatever the image holds of them. */
    image.stretch = false;
    assert_int_equal(fluv_field_fill(ctx, &land, &image, "drain", "rain", out), FLUV_OK);
    assert_true(fabsf(out[0] - 1.5F) < 1e-6F && fabsf(out[599] - 0.5F) < 1e-6F);
    image.ends = false;
    assert_int_equal(fluv_field_fill(ctx, &land, &image, "drain", "rain", out), FLUV_BAD_RECIPE);
    assert_non_null(strstr(fluv_message(ctx), "`low` and `high`"));

    /* Numbers are what they are, within what the parameter may be. */
    char numbers[] = "rain.tif";
    image.image = numbers;
    assert_int_equal(fluv_field_fill(ctx, &land, &image, "drain", "rain", out), FLUV_BAD_INPUT);
    assert_non_null(strstr(fluv_message(ctx), "holds 30, expected 0 to 29"));
    image.most = 30.0;
    assert_int_equal(fluv_field_fill(ctx, &land, &image, "drain", "rain", out), FLUV_OK);
    assert_true(out[0] == 30.0F && out[599] == 10.0F);
    image.ends = true;
    assert_int_equal(fluv_field_fill(ctx, &land, &image, "drain", "rain", out), FLUV_BAD_RECIPE);
    assert_non_null(strstr(fluv_message(ctx), "stretch"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_row_is_its_points),
        TEST(values_stay_in_range_and_move_smoothly),
        TEST(no_direction_is_preferred),
        TEST(parts_add_up_to_the_whole),
        TEST(octaves_too_fine_fade_out),
        TEST(bits_are_the_same_everywhere),
        TEST(the_stage_keeps_range_and_ocean),
        TEST(the_frames_range_comes_first),
        TEST(size_adds_detail_and_keeps_the_land),
        TEST(threads_change_nothing),
        TEST(the_stage_fails_cleanly),
        TEST(tiny_frames_are_land_too),
        TEST(fields_fill_the_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
