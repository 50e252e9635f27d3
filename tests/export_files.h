// SPDX-License-Identifier: MIT
/* Reads back what exports write, apart from the code that wrote it: numbers through GDAL, bare
 * files byte by byte, OpenEXR as its layout says. */
#ifndef FLUV_TESTS_EXPORT_FILES_H
#define FLUV_TESTS_EXPORT_FILES_H

#include "own_folder.h"

#include <cpl_conv.h>
#include <jansson.h>
#include <string.h>

typedef struct numbers {
    int cols, rows, channels;
    double *at; /* channels side by side; rows from north to south */
} numbers;

static inline unsigned char *file_bytes(const char *path, size_t *count)
{
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    fseek(in, 0, SEEK_END);
    *count = (size_t)ftell(in);
    rewind(in);
    unsigned char *bytes = malloc(*count + 1);
    assert_int_equal(fread(bytes, 1, *count, in), *count);
    bytes[*count] = 0;
    fclose(in);
    return bytes;
}

static inline numbers read_gdal(const char *path)
{
    GDALDatasetH data = GDALOpen(path, GA_ReadOnly);
    assert_non_null(data);
    numbers n = {GDALGetRasterXSize(data), GDALGetRasterYSize(data), GDALGetRasterCount(data),
                 NULL};
    n.at = malloc(sizeof(double) * (size_t)n.cols * (size_t)n.rows * (size_t)n.channels);
    for (int band = 0; band < n.channels; band++)
        assert_int_equal(GDALRasterIO(GDALGetRasterBand(data, band + 1), GF_Read, 0, 0, n.cols,
                                      n.rows, n.at + band, n.cols, n.rows, GDT_Float64,
                                      8 * n.channels, 8 * n.channels * n.cols),
                         CE_None);
    GDALClose(data);
    return n;
}

static inline numbers read_bare(const char *path, int cols, int rows, bool from_south)
{
    size_t count;
    unsigned char *bytes = file_bytes(path, &count);
    assert_int_equal(count, 2 * (size_t)cols * (size_t)rows);
    numbers n = {cols, rows, 1, malloc(sizeof(double) * (size_t)cols * (size_t)rows)};
    for (int row = 0; row < rows; row++)
        for (int col = 0; col < cols; col++) {
            const unsigned char *from =
                bytes +
                2 * ((size_t)(from_south ? rows - 1 - row : row) * (size_t)cols + (size_t)col);
            n.at[row * cols + col] = from[0] + 256.0 * from[1];
        }
    free(bytes);
    return n;
}

static inline int32_t int_at(const unsigned char *at)
{
    int32_t value;
    memcpy(&value, at, 4);
    return value;
}

/* Undoes what ZIP does before it packs: differences, then even bytes apart from odd ones. */
static inline void exr_unmix(unsigned char *packed, size_t count, unsigned char *out)
{
    size_t half = (count + 1) / 2;
    for (size_t i = 1; i < count; i++)
        packed[i] = (unsigned char)(packed[i] + packed[i - 1] - 128);
    for (size_t i = 0; i < count; i++)
        out[i] = packed[i / 2 + (i % 2 ? half : 0)];
}

/* One float channel, ZIP. */
static inline numbers read_exr(const char *path)
{
    size_t count;
    unsigned char *bytes = file_bytes(path, &count), *at = bytes + 8;
    numbers n = {.channels = 1};
    assert_int_equal(int_at(bytes), 20000630);
    assert_int_equal(int_at(bytes + 4), 2);
    while (*at) {
        const char *name = (const char *)at, *type = name + strlen(name) + 1;
        const unsigned char *size = (const unsigned char *)type + strlen(type) + 1;
        at = bytes + (size + 4 - bytes);
        if (strcmp(name, "dataWindow") == 0) {
            n.cols = int_at(at + 8) + 1;
            n.rows = int_at(at + 12) + 1;
        }
        if (strcmp(name, "channels") == 0)
            assert_int_equal(int_at(size), 2 + 16 + 1);
        if (strcmp(name, "compression") == 0)
            assert_int_equal(*at, 3);
        at += int_at(size);
    }
    at += 1 + 8 * ((n.rows + 15) / 16);
    n.at = malloc(sizeof(double) * (size_t)n.cols * (size_t)n.rows);
    size_t most = 64 * (size_t)n.cols;
    unsigned char *packed = malloc(most), *plain = malloc(most);
    for (int row = 0; row < n.rows; row += 16) {
        size_t rows = n.rows - row < 16 ? (size_t)(n.rows - row) : 16,
               size = 4 * rows * (size_t)n.cols;
        size_t stored = (size_t)int_at(at + 4), found = 0;
        assert_int_equal(int_at(at), row);
        if (stored < size) {
            assert_non_null(CPLZLibInflate(at + 8, stored, packed, most, &found));
            assert_int_equal(found, size);
            exr_unmix(packed, size, plain);
        } else {
            memcpy(plain, at + 8, size);
        }
        for (size_t i = 0; i < rows * (size_t)n.cols; i++) {
            float value;
            memcpy(&value, plain + 4 * i, 4);
            n.at[(size_t)row * (size_t)n.cols + i] = (double)value;
        }
        at += 8 + stored;
    }
    assert_int_equal(at - bytes, count);
    free(packed);
    free(plain);
    free(bytes);
    return n;
}

static inline double number_of(const json_t *row, const char *key)
{
    return json_number_value(json_object_get(row, key));
}

static inline const char *text_of(const json_t *row, const char *key)
{
    return json_string_value(json_object_get(row, key));
}

/* The values that a listed file stands for. */
static inline numbers read_listed(const char *dir, const json_t *row)
{
    char path[600];
    const char *format = text_of(row, "format");
    snprintf(path, sizeof path, "%s/%s", dir, text_of(row, "file"));
    int cols = (int)number_of(row, "cols"), rows = (int)number_of(row, "rows");
    numbers n = strcmp(format, "exr") == 0   ? read_exr(path)
                : strcmp(format, "r16") == 0 ? read_bare(path, cols, rows, false)
                : strcmp(format, "raw") == 0 ? read_bare(path, cols, rows, true)
                                             : read_gdal(path);
    assert_int_equal(n.cols, cols);
    assert_int_equal(n.rows, rows);
    assert_int_equal(n.channels, (int)number_of(row, "channels"));
    for (size_t i = 0; i < (size_t)n.cols * (size_t)n.rows * (size_t)n.channels; i++) {
        n.at[i] = number_of(row, "offset") + number_of(row, "scale") * n.at[i];
        if (strcmp(text_of(row, "encoding"), "log10") == 0)
            n.at[i] = pow(10.0, n.at[i]);
    }
    return n;
}

static inline json_t *read_json(const char *dir, const char *name)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    json_t *whole = json_load_file(path, 0, NULL);
    assert_non_null(whole);
    return whole;
}

/* The row of a file by its name without what follows the point; NULL: it is not listed. */
static inline const json_t *listed(const json_t *export, const char *stem)
{
    const json_t *files = json_object_get(export, "files");
    for (size_t i = 0; i < json_array_size(files); i++) {
        const char *file = text_of(json_array_get(files, i), "file");
        if (strncmp(file, stem, strlen(stem)) == 0 && file[strlen(stem)] == '.')
            return json_array_get(files, i);
    }
    return NULL;
}

#endif
