// SPDX-License-Identifier: MIT
/* Tiles in one file, read back by what the format's page says: every tile at its number, few tiles
 * in the root, many in leaves, equal ones once. */
#include "export/pmtiles.h"
#include "export/tile_folder.h"
#include "export_context.h"

#include <libdeflate.h>
#include <sys/stat.h>

#define ZOOM 7

static uint64_t number_at(const unsigned char *at, size_t bytes)
{
    uint64_t value = 0;
    for (size_t i = bytes; i-- > 0;)
        value = value << 8 | at[i];
    return value;
}

static uint64_t next_number(const unsigned char **at)
{
    uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
        unsigned char byte = *(*at)++;
        value |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return value;
    }
}

typedef struct entries {
    size_t count;
    uint64_t id[20000], run[20000], bytes[20000], place[20000];
} entries;

static void read_directory(const unsigned char *packed, size_t count, entries *out)
{
    static unsigned char plain[1 << 20];
    struct libdeflate_decompressor *codec = libdeflate_alloc_decompressor();
    size_t size;
    assert_int_equal(libdeflate_gzip_decompress(codec, packed, count, plain, sizeof plain, &size),
                     0);
    libdeflate_free_decompressor(codec);
    const unsigned char *at = plain;
    out->count = next_number(&at);
    assert_in_range(out->count, 1, 20000);
    for (size_t i = 0; i < out->count; i++)
        out->id[i] = next_number(&at) + (i ? out->id[i - 1] : 0);
    for (size_t i = 0; i < out->count; i++)
        out->run[i] = next_number(&at);
    for (size_t i = 0; i < out->count; i++)
        out->bytes[i] = next_number(&at);
    for (size_t i = 0; i < out->count; i++) {
        uint64_t place = next_number(&at);
        out->place[i] = place ? place - 1 : out->place[i - 1] + out->bytes[i - 1];
    }
    assert_int_equal(at - plain, size);
}

/* The bytes of a tile; NULL: it is not there. */
static const unsigned char *find(const unsigned char *file, uint64_t id, uint64_t *bytes)
{
    static entries found;
    read_directory(file + number_at(file + 8, 8), number_at(file + 16, 8), &found);
    for (int depth = 0; depth < 3; depth++) {
        size_t i = found.count;
        while (i > 0 && found.id[i - 1] > id)
            i--;
        if (i-- == 0)
            return NULL;
        *bytes = found.bytes[i];
        if (found.run[i])
            return id < found.id[i] + found.run[i] ? file + number_at(file + 56, 8) + found.place[i]
                                                   : NULL;
        read_directory(file + number_at(file + 40, 8) + found.place[i], found.bytes[i], &found);
    }
    return NULL;
}

/* What the tile at x, y holds; "": there is none. Each third row is the sea. */
static void content(uint32_t x, uint32_t y, char text[64])
{
    uint32_t mixed = (x * 2654435761u) ^ (y * 40503u * 65537u);
    if (mixed % 7 == 0)
        *text = '\0';
    else if (y % 3 == 0)
        snprintf(text, 64, "sea");
    else
        snprintf(text, 64, "tile %u %u %.*s", x, y, (int)(mixed % 29),
                 "abcdefghijklmnopqrstuvwxyzabcde");
}

static size_t write_tiles(const char *name, uint32_t side)
{
    size_t count = 0;
    shell("mkdir -p %s/%s/%d", folder, name, ZOOM);
    for (uint32_t x = 0; x < side; x++) {
        char path[600], text[64];
        snprintf(path, sizeof path, "%s/%s/%d/%u", folder, name, ZOOM, x);
        assert_int_equal(mkdir(path, 0777), 0);
        for (uint32_t y = 0; y < side; y++) {
            content(x, y, text);
            if (!*text)
                continue;
            snprintf(path, sizeof path, "%s/%s/%d/%u/%u.png", folder, name, ZOOM, x, y);
            FILE *out = fopen(path, "wb");
            assert_non_null(out);
            fputs(text, out);
            fclose(out);
            count++;
        }
    }
    return count;
}

static void check_archive(const char *name, uint32_t side, bool leaves)
{
    char file[64];
    size_t tiles = write_tiles(name, side), size, seen = 0;
    snprintf(file, sizeof file, "%s.pmtiles", name);
    json_t *says = json_pack("{s:s}", "name", "test");
    fluv_export_job job = {.folder = folder};
    fluv_pmtiles what = {.folder = name,
                         .ending = "png",
                         .file = file,
                         .least = ZOOM,
                         .most = ZOOM,
                         .west = -1.5,
                         .south = -2,
                         .east = 3,
                         .north = 4,
                         .says = says};
    assert_int_equal(fluv_pmtiles_pack(ctx, &job, &what), FLUV_OK);
    json_decref(says);
    assert_int_not_equal(access(path_of(name), F_OK), 0); /* the folder is gone */
    unsigned char *bytes = file_bytes(path_of(file), &size);
    assert_memory_equal(bytes, "PMTiles\3", 8);
    assert_int_equal(number_at(bytes + 72, 8), tiles);
    assert_true(number_at(bytes + 88, 8) < tiles * 3 / 4); /* the sea is stored once */
    assert_int_equal(number_at(bytes + 48, 8) > 0, leaves);
    assert_true(number_at(bytes + 8, 8) + number_at(bytes + 16, 8) <= 16384);
    assert_int_equal(number_at(bytes + 56, 8) + number_at(bytes + 64, 8), size);
    assert_int_equal((int32_t)number_at(bytes + 102, 4), -15000000);
    assert_int_equal((int32_t)number_at(bytes + 114, 4), 40000000);
    for (uint32_t x = 0; x < side; x += leaves ? 5 : 1)
        for (uint32_t y = 0; y < side; y += leaves ? 3 : 1) {
            char text[64];
            uint64_t count = 0;
            const unsigned char *at = find(bytes, fluv_tile_at(ZOOM, x, y).id, &count);
            content(x, y, text);
            assert_int_equal(at != NULL, *text != '\0');
            if (!at)
                continue;
            assert_int_equal(count, strlen(text));
            assert_memory_equal(at, text, count);
            seen++;
        }
    assert_true(seen > 50);
    free(bytes);
}

static void numbers_follow_the_curve(void **state)
{
    (void)state;
    static const struct {
        int zoom;
        uint32_t x, y;
        uint64_t id;
    } rows[] = {{0, 0, 0, 0},
                {1, 0, 0, 1},
                {1, 0, 1, 2},
                {1, 1, 1, 3},
                {1, 1, 0, 4},
                {2, 0, 0, 5},
                {2, 1, 0, 6},
                {2, 1, 1, 7},
                {2, 0, 1, 8},
                {2, 3, 0, 20},
                {12, 3423, 1763, 19078479}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(fluv_tile_at(rows[i].zoom, rows[i].x, rows[i].y).id, rows[i].id);
    /* neighbours along the curve are neighbours on the map, and no number is given twice */
    static uint32_t at[4096][2];
    memset(at, 255, sizeof at);
    for (uint32_t x = 0; x < 64; x++)
        for (uint32_t y = 0; y < 64; y++) {
            uint64_t id = fluv_tile_at(6, x, y).id - 1365;
            assert_in_range(id, 0, 4095);
            assert_int_equal(at[id][0], UINT32_MAX);
            at[id][0] = x;
            at[id][1] = y;
        }
    for (int i = 1; i < 4096; i++)
        assert_int_equal(
            abs((int)at[i][0] - (int)at[i - 1][0]) + abs((int)at[i][1] - (int)at[i - 1][1]), 1);
}

static void few_tiles_come_back(void **state)
{
    (void)state;
    check_archive("few", 12, false);
}

static void many_tiles_come_back(void **state)
{
    (void)state;
    check_archive("many", 120, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(numbers_follow_the_curve),
                                       cmocka_unit_test(few_tiles_come_back),
                                       cmocka_unit_test(many_tiles_come_back)};
    return cmocka_run_group_tests(tests, begin, end);
}
