// SPDX-License-Identifier: MIT
/* Tiles of a web map in one file.
 *
 *     header, 127 bytes | root directory | metadata | leaf directories | tiles
 *
 * A directory lists entries by tile number: number, how many tiles in a row are this one, bytes,
 * place. Each column stands by itself, as numbers of as many bytes as they need, numbers of tiles
 * as differences; then all is gzip. A reader fetches the first 16 kB and must find the root there:
 * many entries go into leaves, and the root lists these. Equal tiles (the sea) are stored once.
 *
 * Based on: Protomaps. PMTiles version 3 specification. 2023 */
#include "export/pmtiles.h"

#include "export/tile_folder.h"
#include "output/memory_file.h"

#include <assert.h>
#include <errno.h>
#include <libdeflate.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEADER    127
#define FIRST     16384 /* bytes that readers fetch at first */
#define LEAF      4096  /* entries of a leaf */
#define EFFORT    9
#define GZIP      2
#define AS_IT_IS  1
#define MVT_TILES 1
#define PNG_TILES 2

typedef struct entry {
    uint64_t id, place;  /* place: from the first tile on, or of a leaf from the first leaf on */
    uint32_t bytes, run; /* run 0: a leaf */
} entry;

typedef struct archive {
    fluv_ctx *ctx;
    const fluv_pmtiles *what;
    fluv_tile_folder folder;
    struct libdeflate_compressor *codec;
    fluv_list tiles;              /* fluv_tile */
    fluv_list data;               /* bytes of all tiles */
    fluv_list entries;            /* entry */
    fluv_list root, leaves, says; /* bytes */
    size_t contents;              /* different tiles */
} archive;

/* ---- Putting them together ---- */

static fluv_status add_bytes(archive *a, fluv_list *to, const void *from, size_t count)
{
    void *room = count ? fluv_list_append(a->ctx, to, count, 1) : NULL;
    if (count && !room)
        return FLUV_NO_MEMORY;
    if (count)
        memcpy(room, from, count);
    return FLUV_OK;
}

static fluv_status add_packed(archive *a, fluv_list *to, const void *from, size_t count)
{
    size_t most = libdeflate_gzip_compress_bound(a->codec, count), before = to->count;
    void *room = fluv_list_append(a->ctx, to, most, 1);
    if (!room)
        return FLUV_NO_MEMORY;
    to->count = before + libdeflate_gzip_compress(a->codec, from, count, room, most);
    return FLUV_OK;
}

/* Appends a tile's file to the data. */
static fluv_status add_file(archive *a, const fluv_tile *tile)
{
    unsigned char *bytes = NULL;
    size_t count = 0;
    fluv_status status = fluv_tile_folder_read(a->ctx, &a->folder, tile, &bytes, &count);
    if (status == FLUV_OK && a->what->vector)
        status = add_packed(a, &a->data, bytes, count);
    else if (status == FLUV_OK)
        status = add_bytes(a, &a->data, bytes, count);
    fluv_free(bytes);
    return status;
}

/* Where an equal tile lies; a table of hashes, half empty at most. */
typedef struct known {
    uint64_t *hash; /* 0: none */
    uint32_t *entry;
    size_t mask;
} known;

static fluv_status known_make(archive *a, known *k)
{
    size_t room = 16;
    while (room < 2 * a->tiles.count)
        room *= 2;
    k->mask = room - 1;
    k->hash = fluv_scratch_zero(a->ctx, room, sizeof *k->hash);
    k->entry = fluv_scratch(a->ctx, room, sizeof *k->entry);
    return k->hash && k->entry ? FLUV_OK : FLUV_NO_MEMORY;
}

/* The entry whose bytes are the last `count` of the data; NULL: they are new, and remembered as
 * those of the entry that comes next. */
static const entry *find_equal(const archive *a, known *k, size_t place, size_t count)
{
    assert(place + count <= a->data.count);
    const unsigned char *data = a->data.items;
    const entry *entries = a->entries.items;
    uint64_t hash = libdeflate_crc32(0, data + place, count) | 1ull << 32;
    size_t at = (size_t)hash & k->mask;
    for (; k->hash[at]; at = (at + 1) & k->mask) {
        const entry *e = &entries[k->entry[at]];
        if (k->hash[at] == hash && e->bytes == count &&
            memcmp(data + e->place, data + place, count) == 0)
            return e;
    }
    k->hash[at] = hash;
    k->entry[at] = (uint32_t)a->entries.count;
    return NULL;
}

static fluv_status add_tile(archive *a, known *k, const fluv_tile *t)
{
    size_t place = a->data.count;
    FLUV_TRY(add_file(a, t));
    size_t count = a->data.count - place;
    entry *last = a->entries.count ? (entry *)a->entries.items + a->entries.count - 1 : NULL;
    const entry *equal = find_equal(a, k, place, count);
    entry next = {t->id, place, (uint32_t)count, 1};
    if (equal) {
        assert(last);
        next.place = equal->place;
        a->data.count = place;
        if (last->place == next.place && last->bytes == next.bytes &&
            last->id + last->run == t->id) {
            last->run++;
            return FLUV_OK;
        }
    } else {
        a->contents++;
    }
    entry *to = fluv_list_append(a->ctx, &a->entries, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = next;
    return fluv_look(a->ctx);
}

static fluv_status add_tiles(archive *a)
{
    known k;
    const fluv_tile *tiles = a->tiles.items;
    FLUV_TRY(known_make(a, &k));
    for (size_t i = 0; i < a->tiles.count; i++)
        FLUV_TRY(add_tile(a, &k, &tiles[i]));
    return FLUV_OK;
}

/* ---- Directories ---- */

/* Seven bits a byte, the low ones first; the high bit says that more follow. */
static void put_number(unsigned char **to, uint64_t value)
{
    for (; value >= 128; value >>= 7)
        *(*to)++ = (unsigned char)(value | 128);
    *(*to)++ = (unsigned char)value;
}

static fluv_status add_directory(archive *a, fluv_list *to, const entry *entries, size_t count)
{
    assert(count == 0 || entries);
    unsigned char *plain = fluv_alloc(a->ctx, 4 * count + 1, 10), *at = plain;
    if (!plain)
        return FLUV_NO_MEMORY;
    put_number(&at, count);
    for (size_t i = 0; i < count; i++)
        put_number(&at, entries[i].id - (i ? entries[i - 1].id : 0));
    for (size_t i = 0; i < count; i++)
        put_number(&at, entries[i].run);
    for (size_t i = 0; i < count; i++)
        put_number(&at, entries[i].bytes);
    for (size_t i = 0; i < count; i++) {
        bool follows = i && entries[i].place == entries[i - 1].place + entries[i - 1].bytes;
        put_number(&at, follows ? 0 : entries[i].place + 1);
    }
    fluv_status status = add_packed(a, to, plain, (size_t)(at - plain));
    fluv_free(plain);
    return status;
}

static fluv_status add_leaves(archive *a)
{
    const entry *entries = a->entries.items;
    size_t count = (a->entries.count + LEAF - 1) / LEAF;
    entry *top = fluv_scratch(a->ctx, count, sizeof *top);
    if (!top)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        size_t first = i * LEAF, rest = a->entries.count - first, place = a->leaves.count;
        FLUV_TRY(add_directory(a, &a->leaves, entries + first, rest < LEAF ? rest : LEAF));
        top[i] = (entry){entries[first].id, place, (uint32_t)(a->leaves.count - place), 0};
    }
    a->root.count = 0;
    return add_directory(a, &a->root, top, count);
}

static fluv_status add_directories(archive *a)
{
    char *says = json_dumps(a->what->says, JSON_COMPACT | JSON_SORT_KEYS);
    if (!says)
        return fluv_fail(a->ctx, FLUV_NO_MEMORY, "no memory for %s", a->what->file);
    fluv_status status = add_packed(a, &a->says, says, strlen(says));
    free(says);
    FLUV_TRY(status);
    FLUV_TRY(add_directory(a, &a->root, a->entries.items, a->entries.count));
    return HEADER + a->root.count > FIRST ? add_leaves(a) : FLUV_OK;
}

/* ---- The file ---- */

static void put_bytes(unsigned char *to, uint64_t value, size_t count)
{
    assert(count <= 8);
    for (size_t i = 0; i < count; i++)
        to[i] = (unsigned char)(value >> 8 * i);
}

static void put_degrees(unsigned char *to, double degrees)
{
    put_bytes(to, (uint64_t)(int64_t)rint(degrees * 1e7), 4);
}

static void make_header(const archive *a, unsigned char header[HEADER])
{
    const fluv_pmtiles *what = a->what;
    uint64_t says = HEADER + a->root.count, leaves = says + a->says.count;
    const uint64_t numbers[] = {HEADER,
                                a->root.count,
                                says,
                                a->says.count,
                                leaves,
                                a->leaves.count,
                                leaves + a->leaves.count,
                                a->data.count,
                                a->tiles.count,
                                a->entries.count,
                                a->contents};
    memcpy(header, "PMTiles\3", 8);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        put_bytes(header + 8 + 8 * i, numbers[i], 8);
    header[96] = 1; /* tiles lie in the order of their numbers */
    header[97] = GZIP;
    header[98] = what->vector ? GZIP : AS_IT_IS;
    header[99] = what->vector ? MVT_TILES : PNG_TILES;
    header[100] = (unsigned char)what->least;
    header[101] = (unsigned char)what->most;
    put_degrees(header + 102, what->west);
    put_degrees(header + 106, what->south);
    put_degrees(header + 110, what->east);
    put_degrees(header + 114, what->north);
    header[118] = (unsigned char)what->least;
    put_degrees(header + 119, 0.5 * (what->west + what->east));
    put_degrees(header + 123, 0.5 * (what->south + what->north));
}

static bool put_list(FILE *out, const fluv_list *list)
{
    return !list->count || fwrite(list->items, 1, list->count, out) == list->count;
}

static fluv_status write_file(const archive *a, const char *path)
{
    unsigned char header[HEADER];
    fluv_sink sink;
    make_header(a, header);
    bool good = fluv_sink_open(&sink, path) && fwrite(header, 1, HEADER, sink.stream) == HEADER &&
                put_list(sink.stream, &a->root) && put_list(sink.stream, &a->says) &&
                put_list(sink.stream, &a->leaves) && put_list(sink.stream, &a->data);
    return fluv_sink_end(a->ctx, &sink, good);
}

static fluv_status pack(archive *a, const char *path)
{
    FLUV_TRY(fluv_tile_folder_list(a->ctx, &a->folder, &a->tiles));
    FLUV_TRY(add_tiles(a));
    FLUV_TRY(add_directories(a));
    return write_file(a, path);
}

fluv_status fluv_pmtiles_pack(fluv_ctx *ctx, const fluv_export_job *job, const fluv_pmtiles *what)
{
    char folder[PATH_MAX], path[PATH_MAX];
    snprintf(folder, sizeof folder, "%.*s/%s", PATH_MAX - 64, job->folder, what->folder);
    snprintf(path, sizeof path, "%.*s/%s", PATH_MAX - 64, job->folder, what->file);
    archive a = {
        .ctx = ctx, .what = what, .folder = {folder, what->ending, what->least, what->most}};
    a.codec = libdeflate_alloc_compressor(EFFORT);
    fluv_status status =
        a.codec ? pack(&a, path) : fluv_fail(ctx, FLUV_NO_MEMORY, "no memory for %s", what->file);
    fluv_tile_folder_clear(&a.folder, &a.tiles);
    rmdir(folder);
    libdeflate_free_compressor(a.codec);
    fluv_list *const lists[] = {&a.tiles, &a.data, &a.entries, &a.root, &a.leaves, &a.says};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        fluv_list_free(lists[i]);
    return status;
}
