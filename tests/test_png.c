// SPDX-License-Identifier: MIT
/* PNG files of our own making, read back by GDAL's reader: every value of every kind of image, at
 * sizes around the bands in which they are compressed. */
#include "context.h"
#include "dice.h"
#include "own_folder.h"

#include "output/png.h"

#include <string.h>

/* Noise, runs and slopes: what filters and codes meet. */
static uint8_t *make_values(dice *d, size_t count)
{
    uint8_t *values = malloc(count);
    size_t kind = roll(d, 3);
    for (size_t i = 0; i < count; i++)
        values[i] = (uint8_t)(kind == 0 ? roll(d, 256) : kind == 1 ? i / 997 : 3 * i + i / 50);
    return values;
}

static void expect_same(const fluv_png_image *image, const char *file)
{
    GDALDatasetH read = GDALOpen(file, GA_ReadOnly);
    assert_non_null(read);
    int width = GDALGetRasterXSize(read), height = GDALGetRasterYSize(read);
    GDALDataType type = image->bytes == 1 ? GDT_Byte : GDT_UInt16;
    assert_int_equal(width, image->width);
    assert_int_equal(height, image->height);
    assert_int_equal(GDALGetRasterCount(read), image->channels);
    assert_int_equal(GDALGetRasterDataType(GDALGetRasterBand(read, 1)), type);
    size_t pixel = (size_t)(image->channels * image->bytes), line = pixel * image->width;
    uint8_t *values = malloc(line * image->height);
    assert_int_equal(GDALDatasetRasterIOEx(read, GF_Read, 0, 0, width, height, values, width,
                                           height, type, image->channels, NULL, (GSpacing)pixel,
                                           (GSpacing)line, image->bytes, NULL),
                     CE_None);
    assert_memory_equal(values, image->values, line * image->height);
    const char *says = GDALGetMetadataItem(read, "Description", NULL);
    assert_string_equal(says ? says : "", image->description ? image->description : "");
    free(values);
    GDALClose(read);
}

static void values_come_back(void **state)
{
    fluv_ctx *ctx = *state;
    static const size_t sizes[][2] = {{1, 1},     {1, 700},    {700, 1},
                                      {256, 256}, {1000, 700}, {131072, 3}};
    static const int channels[] = {1, 3, 4};
    dice d = {.key = fluv_key_make(5, "png", "values")};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int c = 0; c < 3; c++)
            for (int bytes = 1; bytes <= 2; bytes++) {
                fluv_png_image image = {.width = sizes[s][0],
                                        .height = sizes[s][1],
                                        .channels = channels[c],
                                        .bytes = bytes,
                                        .description = s % 2 ? "heights: 0 is 3 m" : NULL};
                size_t pixel = (size_t)(image.channels * bytes);
                uint8_t *values = make_values(&d, image.width * image.height * pixel);
                image.values = values;
                assert_int_equal(fluv_png_save(ctx, &image, path_of("a.png")), FLUV_OK);
                expect_same(&image, path_of("a.png"));
                free(values);
            }
}

static void threads_do_not_matter(void **state)
{
    fluv_ctx *ctx = *state;
    dice d = {.key = fluv_key_make(8, "png", "values")};
    uint8_t *values = make_values(&d, (size_t)3 * 1500 * 2100);
    fluv_png_image image = {
        .width = 1500, .height = 2100, .channels = 3, .bytes = 1, .values = values};
    fluv_set_threads(ctx, 1);
    assert_int_equal(fluv_png_save(ctx, &image, path_of("one.png")), FLUV_OK);
    fluv_set_threads(ctx, 5);
    assert_int_equal(fluv_png_save(ctx, &image, path_of("five.png")), FLUV_OK);
    shell("cmp %s %s", path_of("one.png"), path_of("five.png"));
    free(values);
}

static void what_cannot_be_written_is_told_and_removed(void **state)
{
    fluv_ctx *ctx = *state;
    uint8_t grey[4] = {0};
    fluv_png_image image = {.width = 2, .height = 2, .channels = 1, .bytes = 1, .values = grey};
    assert_int_equal(fluv_png_save(ctx, &image, path_of("nowhere/a.png")), FLUV_IO);
    assert_non_null(strstr(fluv_message(ctx), "nowhere/a.png: No such file"));
    fluv_cancel(ctx);
    assert_int_equal(fluv_png_save(ctx, &image, path_of("stopped.png")), FLUV_CANCELLED);
    assert_int_not_equal(access(path_of("stopped.png"), F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(values_come_back),
        TEST(threads_do_not_matter),
        TEST(what_cannot_be_written_is_told_and_removed),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
