// SPDX-License-Identifier: MIT
/* The order of things in a cloud-optimised GeoTIFF: all directories, then the coarsest overview,
 * then finer ones, the grid itself last. A reader that looks from afar reads the beginning alone.
 *
 * in   a grid in memory        out   a file, the same bytes for any number of threads
 *
 * Overviews are made from the cells in memory, each from the one before: means of the four cells
 * that have a value, or the first of the four for bytes, which are classes. */
#include "output/cog.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define CLASSIC_LIMIT (UINT64_C(1) << 31) /* bytes of cells from which offsets need 64 bits */

static size_t halved(size_t cells)
{
    return (cells + 1) / 2;
}

/* The mean of those of the four cells under (row, col) that have a value. */
#define DEFINE_MEANS(number, name)                                                                 \
    static void name(const fluv_cog *cog, const fluv_cog_level *fine, size_t row, number *out)     \
    {                                                                                              \
        const number *cells = (const void *)fine->cells;                                           \
        number nodata = (number)cog->nodata;                                                       \
        size_t last_row = 2 * row + 1 < fine->rows ? 2 * row + 1 : 2 * row;                        \
        for (size_t col = 0; col < halved(fine->cols); col++) {                                    \
            size_t last_col = 2 * col + 1 < fine->cols ? 2 * col + 1 : 2 * col;                    \
            double sum = 0.0;                                                                      \
            int known = 0;                                                                         \
            for (size_t r = 2 * row; r <= last_row; r++)                                           \
                for (size_t c = 2 * col; c <= last_col; c++) {                                     \
                    number value = cells[r * fine->cols + c];                                      \
                    bool has = !isnan(value) && value != nodata;                                   \
                    sum += has ? (double)value : 0.0;                                              \
                    known += has;                                                                  \
                }                                                                                  \
            out[col] = known ? (number)(sum / known) : nodata;                                     \
        }                                                                                          \
    }

DEFINE_MEANS(float, means_of_floats)
DEFINE_MEANS(double, means_of_doubles)

static void first_of_bytes(const fluv_cog_level *fine, size_t row, uint8_t *out)
{
    const uint8_t *from = fine->cells + 2 * row * fine->cols;
    for (size_t col = 0; col < halved(fine->cols); col++)
        out[col] = from[2 * col];
}

static uint8_t *coarser(fluv_ctx *ctx, const fluv_cog *cog, const fluv_cog_level *fine)
{
    size_t rows = halved(fine->rows), bytes = halved(fine->cols) * cog->cell_bytes;
    uint8_t *cells = fluv_scratch(ctx, rows, bytes);
    if (!cells)
        return NULL;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (size_t row = 0; row < rows; row++) {
        void *out = cells + row * bytes;
        if (cog->type == GDT_Byte)
            first_of_bytes(fine, row, out);
        else if (cog->type == GDT_Float32)
            means_of_floats(cog, fine, row, out);
        else
            means_of_doubles(cog, fine, row, out);
    }
    return cells;
}

static fluv_status add_level(fluv_ctx *ctx, fluv_cog *cog, size_t cols, size_t rows,
                             const void *cells)
{
    assert(cog->level_count < FLUV_COG_LEVELS && cols > 0 && rows > 0);
    fluv_cog_level *level = &cog->levels[cog->level_count];
    *level = (fluv_cog_level){.cols = cols,
                              .rows = rows,
                              .across = (cols + FLUV_COG_TILE - 1) / FLUV_COG_TILE,
                              .down = (rows + FLUV_COG_TILE - 1) / FLUV_COG_TILE,
                              .cells = cells};
    size_t tiles = level->across * level->down;
    level->offsets = fluv_scratch_zero(ctx, tiles, sizeof *level->offsets);
    level->sizes = fluv_scratch_zero(ctx, tiles, sizeof *level->sizes);
    if (!cells || !level->offsets || !level->sizes)
        return FLUV_NO_MEMORY;
    cog->level_count++;
    return FLUV_OK;
}

/* The grid and its overviews, down to one that fits into a tile. */
static fluv_status make_levels(fluv_ctx *ctx, fluv_cog *cog, size_t cols, size_t rows,
                               const void *cells)
{
    FLUV_TRY(add_level(ctx, cog, cols, rows, cells));
    while (cols > FLUV_COG_TILE || rows > FLUV_COG_TILE) {
        const fluv_cog_level *fine = &cog->levels[cog->level_count - 1];
        cols = halved(cols);
        rows = halved(rows);
        FLUV_TRY(fluv_look(ctx));
        FLUV_TRY(add_level(ctx, cog, cols, rows, coarser(ctx, cog, fine)));
    }
    return FLUV_OK;
}

static fluv_status write_head(fluv_ctx *ctx, const fluv_cog *cog, FILE *stream, uint64_t *size)
{
    uint8_t *bytes;
    size_t count;
    FLUV_TRY(fluv_cog_head(ctx, cog, &bytes, &count));
    rewind(stream);
    (void)!fwrite(bytes, 1, count, stream);
    *size = count;
    return FLUV_OK;
}

fluv_status fluv_cog_write(fluv_ctx *ctx, GDALDatasetH like, GDALDataType type, const void *cells,
                           bool big, FILE *stream)
{
    size_t cols = (size_t)GDALGetRasterXSize(like), rows = (size_t)GDALGetRasterYSize(like);
    fluv_cog cog = {.type = type, .cell_bytes = (size_t)GDALGetDataTypeSizeBytes(type)};
    assert(type == GDT_Byte || type == GDT_Float32 || type == GDT_Float64);
    cog.nodata = GDALGetRasterNoDataValue(GDALGetRasterBand(like, 1), NULL);
    cog.big = big || (uint64_t)cols * rows * cog.cell_bytes >= CLASSIC_LIMIT;
    FLUV_TRY(fluv_cog_describe(ctx, like, &cog));
    FLUV_TRY(make_levels(ctx, &cog, cols, rows, cells));
    uint64_t offset;
    FLUV_TRY(write_head(ctx, &cog, stream, &offset)); /* its room */
    double all = 0.0, done = 0.0;
    for (size_t i = 0; i < cog.level_count; i++)
        all += (double)(cog.levels[i].across * cog.levels[i].down);
    for (size_t i = cog.level_count; i-- > 0;) {
        fluv_cog_level *level = &cog.levels[i];
        double after = done + (double)(level->across * level->down);
        const double part[2] = {done / all, after / all};
        FLUV_TRY(fluv_cog_tiles(ctx, &cog, level, stream, &offset, part));
        done = after;
    }
    uint64_t end = offset;
    FLUV_TRY(write_head(ctx, &cog, stream, &offset));
    (void)fseeko(stream, (off_t)end, SEEK_SET); /* a file in memory ends where it stands */
    return FLUV_OK;
}
