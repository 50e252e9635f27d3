// SPDX-License-Identifier: MIT
/* A PNG file: rows filtered, bands of rows compressed on all threads, written in their order.
 *
 * in   an image in memory        out   a file, the same bytes for any number of threads
 *
 * The file holds one zlib stream. Each band is a piece of it that ends at a whole byte (as pigz
 * does, by Mark Adler) and becomes a chunk of its own. Filtered rows of land are nearly noise with
 * runs of zeros where it is flat: Huffman codes and runs find all that is to be found.
 *
 * Reference: Portable Network Graphics (W3C, second edition); RFC 1950, 1951. */
#include "output/png_encode.h"

#include "output/deflate.h"

#include <assert.h>
#include <errno.h>
#include <libdeflate.h>
#include <string.h>
#include <zlib.h>

#define BAND_BYTES ((size_t)1 << 18) /* of pixels; as many whole rows as fit */
#define BENCH      32                /* bands at a time */

typedef struct band {
    uint8_t *rows;   /* filtered, each behind the number of its filter */
    uint8_t *packed; /* a chunk: its name, then its bytes */
    size_t room, size;
    size_t filtered; /* bytes of `rows` in use */
    uint32_t sum;    /* Adler-32 of these */
} band;

typedef struct png_job {
    const fluv_png_image *image;
    size_t pixel, line, stride; /* bytes of a pixel, of a row, from one row to the next */
    size_t rows, bands;         /* rows of a band */
    band benches[BENCH];
} png_job;

/* The bytes of a row as the file has them: 16 bits with the heavier byte first. */
static void lay_out(const png_job *job, size_t row, uint8_t *out)
{
    const uint8_t *from = (const uint8_t *)job->image->values + row * job->stride;
    if (job->image->bytes == 1) {
        memcpy(out, from, job->line);
        return;
    }
    for (size_t i = 0; i < job->line; i += 2) {
        out[i] = from[i + 1];
        out[i + 1] = from[i];
    }
}

/* Paeth's choice among the bytes to the left, above and above left: the nearest to their sum.
 * Numbers of 16 bits and no branches: the compiler makes many at a time. */
static inline int16_t paeth(int16_t left, int16_t above, int16_t corner)
{
    int16_t by_above = (int16_t)(above - corner), by_left = (int16_t)(left - corner);
    int16_t both = (int16_t)(by_above + by_left);
    int16_t a = (int16_t)(by_above < 0 ? -by_above : by_above); /* how far the sum is from left */
    int16_t b = (int16_t)(by_left < 0 ? -by_left : by_left);    /* from above */
    int16_t c = (int16_t)(both < 0 ? -both : both);             /* from the corner */
    int16_t near_above = b <= c ? above : corner;
    int16_t nearer = b < c ? b : c;
    return a <= nearer ? left : near_above;
}

static void filter(const png_job *job, const uint8_t *row, const uint8_t *above,
                   uint8_t *restrict out)
{
    size_t pixel = job->pixel, line = job->line;
    *out++ = 4; /* the filter's number */
    for (size_t i = 0; i < pixel; i++)
        out[i] = (uint8_t)(row[i] - above[i]);
#pragma omp simd
    for (size_t i = pixel; i < line; i++)
        out[i] = (uint8_t)(row[i] - paeth(row[i - pixel], above[i], above[i - pixel]));
}

static void filter_band(const png_job *job, size_t index, band *b, uint8_t *two_rows)
{
    size_t first = index * job->rows, end = first + job->rows;
    end = end < job->image->height ? end : job->image->height;
    uint8_t *above = two_rows, *row = two_rows + job->line;
    memset(above, 0, job->line);
    if (first > 0)
        lay_out(job, first - 1, above);
    for (size_t y = first; y < end; y++) {
        lay_out(job, y, row);
        filter(job, row, above, b->rows + (y - first) * (job->line + 1));
        uint8_t *spent = above;
        above = row;
        row = spent;
    }
    b->filtered = (end - first) * (job->line + 1);
    b->sum = libdeflate_adler32(1, b->rows, b->filtered);
}

/* The band as a piece of the stream, after the chunk's name; the first begins the stream, the last
 * ends it. Room for the sum of all is left behind it. */
static void pack_band(const png_job *job, size_t index, band *b)
{
    size_t head = 4;
    memcpy(b->packed, "IDAT", 4);
    if (index == 0) { /* a window of 32 kB, the quickest way */
        b->packed[head++] = 0x78;
        b->packed[head++] = 0x01;
    }
    bool last = index + 1 == job->bands;
    b->size = head + fluv_deflate_runs(b->rows, b->filtered, last, b->packed + head);
}

static void put_big(uint8_t *out, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        out[i] = (uint8_t)(number >> (24 - 8 * i));
}

/* `named`: the chunk's name and its bytes. */
static void write_chunk(FILE *stream, const uint8_t *named, size_t count)
{
    uint8_t word[4];
    put_big(word, (uint32_t)(count - 4));
    (void)!fwrite(word, 1, 4, stream);
    (void)!fwrite(named, 1, count, stream);
    put_big(word, libdeflate_crc32(0, named, count));
    (void)!fwrite(word, 1, 4, stream);
}

static void write_beginning(const fluv_png_image *image, FILE *stream)
{
    static const uint8_t signature[] = {137, 'P', 'N', 'G', '\r', '\n', 26, '\n'};
    static const uint8_t kinds[] = {0, 0, 0, 2, 6}; /* by channels */
    uint8_t head[4 + 13] = {'I', 'H', 'D', 'R'};
    put_big(head + 4, (uint32_t)image->width);
    put_big(head + 8, (uint32_t)image->height);
    head[12] = (uint8_t)(8 * image->bytes);
    head[13] = kinds[image->channels];
    (void)!fwrite(signature, 1, sizeof signature, stream);
    write_chunk(stream, head, sizeof head);
    if (image->description) {
        char text[512] = "tEXtDescription";
        int length = snprintf(text + 16, sizeof text - 16, "%s", image->description);
        write_chunk(stream, (const uint8_t *)text, 16 + (size_t)length);
    }
}

static fluv_status equip(fluv_ctx *ctx, png_job *job)
{
    size_t benches = job->bands < BENCH ? job->bands : BENCH;
    for (size_t i = 0; i < benches; i++) {
        band *b = &job->benches[i];
        size_t bytes = job->rows * (job->line + 1);
        b->room = fluv_deflate_bound(bytes) + 64;
        b->rows = fluv_scratch(ctx, bytes + 2 * job->line, 1); /* two rows to work in behind them */
        b->packed = fluv_scratch(ctx, b->room, 1);
        if (!b->rows || !b->packed)
            return FLUV_NO_MEMORY;
    }
    return FLUV_OK;
}

static fluv_status write_bands(fluv_ctx *ctx, png_job *job, FILE *stream)
{
    uLong sum = 1;
    for (size_t first = 0; first < job->bands; first += BENCH) {
        size_t count = job->bands - first < BENCH ? job->bands - first : BENCH;
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic)
        for (size_t i = 0; i < count; i++) {
            band *b = &job->benches[i];
            filter_band(job, first + i, b, b->rows + job->rows * (job->line + 1));
            pack_band(job, first + i, b);
        }
        for (size_t i = 0; i < count; i++) {
            band *b = &job->benches[i];
            sum = adler32_combine(sum, b->sum, (z_off_t)b->filtered);
            if (first + i + 1 == job->bands) {
                put_big(b->packed + b->size, (uint32_t)sum);
                b->size += 4;
            }
            write_chunk(stream, b->packed, b->size);
        }
        if (ferror(stream))
            return fluv_fail(ctx, FLUV_IO, "%s", strerror(errno));
        FLUV_TRY(fluv_look(ctx));
    }
    return FLUV_OK;
}

fluv_status fluv_png_stream(fluv_ctx *ctx, const fluv_png_image *image, FILE *stream)
{
    assert(image->values && image->width > 0 && image->height > 0);
    assert(image->channels == 1 || image->channels == 3 || image->channels == 4);
    assert(image->bytes == 1 || image->bytes == 2);
    png_job job = {.image = image, .pixel = (size_t)(image->channels * image->bytes)};
    job.line = image->width * job.pixel;
    job.stride = image->stride ? image->stride : job.line;
    assert(job.stride >= job.line);
    job.rows = job.line < BAND_BYTES ? BAND_BYTES / job.line : 1;
    job.rows = job.rows < image->height ? job.rows : image->height;
    job.bands = (image->height + job.rows - 1) / job.rows;
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    write_beginning(image, stream);
    fluv_status status = equip(ctx, &job);
    if (status == FLUV_OK)
        status = write_bands(ctx, &job, stream);
    write_chunk(stream, (const uint8_t *)"IEND", 4);
    fluv_scratch_release(ctx, mark);
    return status;
}
