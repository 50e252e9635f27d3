// SPDX-License-Identifier: MIT
/* OpenEXR files: one part of scan lines, 32 bit floats, ZIP.
 *
 *     magic, version | attributes | places of blocks | blocks of 16 rows: row, bytes, data
 *
 * Debian's GDAL has no driver for it, and what heights need of the format is small. Within a row
 * each channel's numbers stand together, channels by name. ZIP first puts all even bytes before all
 * odd ones and stores differences; a block that does not shrink is stored as it is.
 *
 * Based on: Academy Software Foundation. OpenEXR file layout. 2013 */
#include "export/job.h"

#include "output/memory_file.h"

#include <assert.h>
#include <cpl_conv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_ROWS 16
#define EXR_FLOAT  2
#define EXR_ZIP    3
#define LEVEL      4

/* Channels as files name them, in the order of the letters, and where they stand in a vertex. */
static const char *const names_of[5][4] = {
    {0}, {"R"}, {"G", "R"}, {"B", "G", "R"}, {"A", "B", "G", "R"}};
static const int place_of[5][4] = {{0}, {0}, {1, 0}, {2, 1, 0}, {3, 2, 1, 0}};

typedef struct bytes {
    unsigned char *at;
    size_t count, room;
} bytes;

static void put(bytes *to, const void *from, size_t count)
{
    assert(to->count + count <= to->room);
    memcpy(to->at + to->count, from, count);
    to->count += count;
}

static void put_int(bytes *to, int32_t value)
{
    put(to, &value, sizeof value);
}

static void put_word(bytes *to, const char *word)
{
    put(to, word, strlen(word) + 1);
}

static void put_attribute(bytes *to, const char *name, const char *type, const void *value,
                          size_t size)
{
    put_word(to, name);
    put_word(to, type);
    put_int(to, (int32_t)size);
    put(to, value, size);
}

static void put_channels(bytes *to, int channels)
{
    assert(channels >= 1 && channels <= 4);
    unsigned char list[128];
    bytes inner = {list, 0, sizeof list};
    for (int c = 0; c < channels; c++) {
        put_word(&inner, names_of[channels][c]);
        const int32_t row[4] = {EXR_FLOAT, 0, 1, 1}; /* type, not perceptual, every pixel */
        put(&inner, row, sizeof row);
    }
    put(&inner, "", 1);
    put_attribute(to, "channels", "chlist", list, inner.count);
}

static void put_header(bytes *to, const fluv_image_part *part)
{
    const int32_t box[4] = {0, 0, (int32_t)part->cols - 1, (int32_t)part->rows - 1};
    const float centre[2] = {0, 0}, one = 1.0f;
    const unsigned char zip = EXR_ZIP, up = 0;
    put_int(to, 20000630);
    put_int(to, 2);
    put_channels(to, part->image->channels);
    put_attribute(to, "compression", "compression", &zip, 1);
    put_attribute(to, "dataWindow", "box2i", box, sizeof box);
    put_attribute(to, "displayWindow", "box2i", box, sizeof box);
    put_attribute(to, "comments", "string", part->says, strlen(part->says));
    put_attribute(to, "lineOrder", "lineOrder", &up, 1);
    put_attribute(to, "pixelAspectRatio", "float", &one, sizeof one);
    put_attribute(to, "screenWindowCenter", "v2f", centre, sizeof centre);
    put_attribute(to, "screenWindowWidth", "float", &one, sizeof one);
    put(to, "", 1);
}

/* The rows of one block as the format has them, even bytes first, as differences. */
static void gather(const fluv_image_part *part, uint32_t first, uint32_t rows, float *plain,
                   unsigned char *mixed)
{
    assert(rows > 0 && rows <= BLOCK_ROWS && rows <= part->rows - first);
    int channels = part->image->channels;
    float *to = plain;
    for (uint32_t row = first; row < first + rows; row++)
        for (int c = 0; c < channels; c++) {
            const float *from = (const float *)(const void *)(part->first + row * part->line);
            for (uint32_t col = 0; col < part->cols; col++)
                *to++ = from[(size_t)col * (size_t)channels + (size_t)place_of[channels][c]];
        }
    size_t count = (size_t)(to - plain) * sizeof *plain, half = (count + 1) / 2;
    const unsigned char *raw = (const unsigned char *)plain;
    for (size_t i = 0; i < count; i++)
        mixed[i / 2 + (i % 2 ? half : 0)] = raw[i];
    for (size_t i = count; i-- > 1;)
        mixed[i] = (unsigned char)(mixed[i] - mixed[i - 1] + 128);
}

/* The block's data: compressed, or plain where that is no longer. */
typedef struct block {
    unsigned char *at; /* of the context */
    size_t count;
} block;

static bool make_block(fluv_ctx *ctx, const fluv_image_part *part, uint32_t first, block *out)
{
    assert(first < part->rows);
    uint32_t rows = part->rows - first < BLOCK_ROWS ? part->rows - first : BLOCK_ROWS;
    size_t count = (size_t)rows * part->cols * (size_t)part->image->channels * sizeof(float);
    float *plain = fluv_alloc(ctx, count, 1);
    unsigned char *mixed = fluv_alloc(ctx, count, 1);
    out->at = fluv_alloc(ctx, count + 64, 1);
    bool good = plain && mixed && out->at;
    if (good) {
        size_t packed = 0;
        gather(part, first, rows, plain, mixed);
        if (CPLZLibDeflate(mixed, count, LEVEL, out->at, count + 64, &packed) && packed < count) {
            out->count = packed;
        } else {
            memcpy(out->at, plain, count);
            out->count = count;
        }
    }
    fluv_free(plain);
    fluv_free(mixed);
    return good;
}

static bool put_file(FILE *out, const bytes *head, const block *blocks, uint32_t count)
{
    bool good = fwrite(head->at, 1, head->count, out) == head->count;
    uint64_t place = head->count + 8 * (uint64_t)count;
    for (uint32_t i = 0; good && i < count; i++) {
        good = fwrite(&place, sizeof place, 1, out) == 1;
        place += 8 + blocks[i].count;
    }
    for (uint32_t i = 0; good && i < count; i++) {
        const int32_t row[2] = {(int32_t)(i * BLOCK_ROWS), (int32_t)blocks[i].count};
        good = fwrite(row, sizeof row, 1, out) == 1 &&
               fwrite(blocks[i].at, 1, blocks[i].count, out) == blocks[i].count;
    }
    return good;
}

fluv_status fluv_exr_write(fluv_ctx *ctx, const fluv_image_part *part)
{
    assert(part->image->type == FLUV_IMAGE_F32 && part->image->channels <= 4);
    unsigned char space[1024];
    bytes head = {space, 0, sizeof space};
    uint32_t count = (part->rows + BLOCK_ROWS - 1) / BLOCK_ROWS;
    block *blocks = fluv_scratch_zero(ctx, count, sizeof *blocks);
    if (!blocks)
        return FLUV_NO_MEMORY;
    put_header(&head, part);
    bool made = true;
#pragma omp parallel for schedule(static) num_threads(ctx->threads) reduction(&& : made)
    for (uint32_t i = 0; i < count; i++)
        made = made && make_block(ctx, part, i * BLOCK_ROWS, &blocks[i]);
    fluv_status status = FLUV_NO_MEMORY;
    if (made) {
        fluv_sink sink;
        bool good = fluv_sink_open(&sink, part->path);
        good = good && put_file(sink.stream, &head, blocks, count);
        status = fluv_sink_end(ctx, &sink, good);
    }
    for (uint32_t i = 0; i < count; i++)
        fluv_free(blocks[i].at);
    return status;
}
