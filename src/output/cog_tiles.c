// SPDX-License-Identifier: MIT
/* Tiles of a GeoTIFF: cut out, predicted, compressed on all threads, written in their order.
 *
 * in   the cells of a level        out   its tiles in the file, their offsets and sizes
 *
 * A bench of tiles is compressed at a time, so that memory does not grow with the map. There are
 * two ways, and parts of a level are tried to find the one that makes it smaller. Numbers that
 * differ everywhere, as heights, are predicted: what is left is nearly noise, for which Huffman
 * codes and runs do. Numbers that come again, as areas of few cells and still water, are matched as
 * they are. */
#include "output/cog.h"

#include "output/deflate.h"

#include <assert.h>
#include <errno.h>
#include <libdeflate.h>
#include <string.h>

#define EFFORT   1
#define BENCH    32 /* tiles at a time */
#define TRIES    4  /* tiles of which a part is tried both ways */
#define TRY_ROWS 128

typedef struct place {
    struct libdeflate_compressor *codec;
    uint8_t *cells, *predicted, *packed;
    size_t room, size; /* bytes of `packed`: there, used */
} place;

/* The tile's cells; beyond the grid's rim those at the rim again, which cost nothing to store. */
static void cut_out(const fluv_cog *cog, const fluv_cog_level *level, size_t tile, uint8_t *out)
{
    size_t west = tile % level->across * FLUV_COG_TILE,
           north = tile / level->across * FLUV_COG_TILE;
    size_t wide = level->cols - west < FLUV_COG_TILE ? level->cols - west : FLUV_COG_TILE;
    size_t bytes = cog->cell_bytes;
    for (size_t y = 0; y < FLUV_COG_TILE; y++) {
        size_t row = north + y < level->rows ? north + y : level->rows - 1;
        uint8_t *to = out + y * FLUV_COG_TILE * bytes;
        memcpy(to, level->cells + (row * level->cols + west) * bytes, wide * bytes);
        for (size_t x = wide; x < FLUV_COG_TILE; x++)
            memcpy(to + x * bytes, to + (wide - 1) * bytes, bytes);
    }
}

/* Predictor 3: the bytes of a row sorted by weight, heaviest first, each less the one before it.
 * Signs and exponents of neighbours are alike and become zeros. */
static void predict_row(const uint8_t *cells, size_t cell_bytes, uint8_t *out)
{
    uint8_t before = 0;
    for (size_t weight = cell_bytes; weight-- > 0;)
        for (size_t x = 0; x < FLUV_COG_TILE; x++) {
            uint8_t value = cells[x * cell_bytes + weight];
            *out++ = (uint8_t)(value - before);
            before = value;
        }
}

static size_t pack_predicted(const fluv_cog *cog, size_t rows, place *p)
{
    size_t line = FLUV_COG_TILE * cog->cell_bytes, size = 2;
    for (size_t y = 0; y < rows; y++)
        predict_row(p->cells + y * line, cog->cell_bytes, p->predicted + y * line);
    p->packed[0] = 0x78; /* a window of 32 kB, the quickest way */
    p->packed[1] = 0x01;
    size += fluv_deflate_runs(p->predicted, rows * line, true, p->packed + size);
    uint32_t sum = libdeflate_adler32(1, p->predicted, rows * line);
    for (int shift = 24; shift >= 0; shift -= 8)
        p->packed[size++] = (uint8_t)(sum >> shift);
    return size;
}

static size_t pack_matched(const fluv_cog *cog, size_t rows, place *p)
{
    size_t bytes = rows * FLUV_COG_TILE * cog->cell_bytes;
    return libdeflate_zlib_compress(p->codec, p->cells, bytes, p->packed, p->room);
}

static void pack(const fluv_cog *cog, const fluv_cog_level *level, size_t tile, place *p)
{
    cut_out(cog, level, tile, p->cells);
    p->size = level->predicted ? pack_predicted(cog, FLUV_COG_TILE, p)
                               : pack_matched(cog, FLUV_COG_TILE, p);
    assert(p->size > 4); /* the room is the most it can need */
}

/* Whether a level becomes smaller by prediction, judged by tiles all over it. */
static bool is_smaller_predicted(fluv_ctx *ctx, const fluv_cog *cog, const fluv_cog_level *level,
                                 place *places)
{
    size_t tiles = level->across * level->down, tries = tiles < TRIES ? tiles : TRIES;
    size_t predicted = 0, matched = 0;
    if (cog->type == GDT_Byte)
        return false;
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic) reduction(+ : predicted, matched)
    for (size_t i = 0; i < tries; i++) {
        cut_out(cog, level, tiles * (2 * i + 1) / (2 * tries), places[i].cells);
        predicted += pack_predicted(cog, TRY_ROWS, &places[i]);
        matched += pack_matched(cog, TRY_ROWS, &places[i]);
    }
    return predicted < matched;
}

/* A tile has its size before it and its last four bytes once more behind it: cog_head.c says so. */
static void append(const place *p, FILE *stream, uint64_t *offset, fluv_cog_level *level,
                   size_t tile)
{
    uint32_t size = (uint32_t)p->size;
    (void)!fwrite(&size, sizeof size, 1, stream);
    (void)!fwrite(p->packed, 1, p->size, stream);
    (void)!fwrite(p->packed + p->size - 4, 1, 4, stream);
    level->offsets[tile] = *offset + sizeof size;
    level->sizes[tile] = size;
    *offset += p->size + 8;
}

static fluv_status equip(fluv_ctx *ctx, const fluv_cog *cog, place *places, size_t count)
{
    size_t bytes = FLUV_COG_TILE * FLUV_COG_TILE * cog->cell_bytes;
    for (size_t i = 0; i < count; i++) {
        place *p = &places[i];
        p->codec = libdeflate_alloc_compressor(EFFORT);
        if (!p->codec)
            return fluv_fail(ctx, FLUV_NO_MEMORY, "no memory to compress with");
        size_t matched = libdeflate_zlib_compress_bound(p->codec, bytes);
        size_t predicted = fluv_deflate_bound(bytes) + 6;
        p->room = matched > predicted ? matched : predicted;
        p->cells = fluv_scratch(ctx, bytes, 1);
        p->predicted = fluv_scratch(ctx, bytes, 1);
        p->packed = fluv_scratch(ctx, p->room, 1);
        if (!p->cells || !p->predicted || !p->packed)
            return FLUV_NO_MEMORY;
    }
    return FLUV_OK;
}

static fluv_status write_tiles(fluv_ctx *ctx, const fluv_cog *cog, fluv_cog_level *level,
                               place *places, FILE *stream, uint64_t *offset, const double part[2])
{
    size_t tiles = level->across * level->down;
    for (size_t first = 0; first < tiles; first += BENCH) {
        size_t count = tiles - first < BENCH ? tiles - first : BENCH;
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic)
        for (size_t i = 0; i < count; i++)
            pack(cog, level, first + i, &places[i]);
        for (size_t i = 0; i < count; i++)
            append(&places[i], stream, offset, level, first + i);
        if (ferror(stream))
            return fluv_fail(ctx, FLUV_IO, "%s", strerror(errno));
        double done = (double)(first + count) / (double)tiles;
        FLUV_TRY(fluv_advance(ctx, part[0] + (part[1] - part[0]) * done));
    }
    return FLUV_OK;
}

fluv_status fluv_cog_tiles(fluv_ctx *ctx, const fluv_cog *cog, fluv_cog_level *level, FILE *stream,
                           uint64_t *offset, const double part[2])
{
    place places[BENCH] = {0};
    size_t tiles = level->across * level->down;
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    fluv_status status = equip(ctx, cog, places, tiles < BENCH ? tiles : BENCH);
    if (status == FLUV_OK) {
        level->predicted = is_smaller_predicted(ctx, cog, level, places);
        status = write_tiles(ctx, cog, level, places, stream, offset, part);
    }
    for (size_t i = 0; i < BENCH; i++)
        libdeflate_free_compressor(places[i].codec);
    fluv_scratch_release(ctx, mark);
    return status;
}
