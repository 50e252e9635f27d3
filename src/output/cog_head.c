// SPDX-License-Identifier: MIT
/* Header and directories of a cloud-optimised GeoTIFF, as bytes.
 *
 * A directory is a list of fields by rising code. Values of a field stand in it where they have
 * room, else behind the directory. Little-endian, as the machines that we run on are. */
#include "output/cog.h"

#include <assert.h>
#include <string.h>

enum { SHORT = 3, LONG = 4, LONG8 = 16 }; /* types of TIFF */

/* What GDAL wants to know of the layout before it reads without looking for tiles: each has its
 * size before it and its last four bytes once more behind it. */
static const char layout[] = "LAYOUT=IFDS_BEFORE_DATA\n"
                             "BLOCK_ORDER=ROW_MAJOR\n"
                             "BLOCK_LEADER=SIZE_AS_UINT4\n"
                             "BLOCK_TRAILER=LAST_4_BYTES_REPEATED\n"
                             "KNOWN_INCOMPATIBLE_EDITION=NO\n ";

typedef struct page {
    uint8_t *bytes; /* NULL: only the room is counted */
    size_t at;      /* end of what stands there */
    bool big;
} page;

size_t fluv_cog_type_bytes(uint16_t type)
{
    static const uint8_t bytes[] = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 0, 0, 0, 8, 8, 8};
    assert(type < sizeof bytes && bytes[type]);
    return bytes[type];
}

static void put_at(const page *p, size_t at, const void *from, size_t count)
{
    if (p->bytes)
        memcpy(p->bytes + at, from, count);
}

static void put_number(const page *p, size_t at, uint64_t number, size_t count)
{
    put_at(p, at, &number, count);
}

static void align(page *p)
{
    p->at = (p->at + 7) & ~(size_t)7;
}

/* A field at `at`; its values go there or to the end of the page. */
static void put_field(page *p, size_t at, const fluv_cog_tag *tag)
{
    size_t word = p->big ? 8 : 4, size = tag->count * fluv_cog_type_bytes(tag->type);
    put_number(p, at, tag->code, 2);
    put_number(p, at + 2, tag->type, 2);
    put_number(p, at + 4, tag->count, word);
    size_t value = at + 4 + word;
    if (size > word) {
        align(p);
        put_number(p, value, p->at, word);
        value = p->at;
        p->at += size;
    }
    put_at(p, value, tag->values, size);
}

/* The fields of a level, by rising code: its own before and after those of the grid's colours. */
typedef struct field_list {
    size_t count;
    fluv_cog_tag tags[FLUV_COG_TAGS + 16];
    uint64_t numbers[16]; /* of those with one value */
    size_t number_count;
} field_list;

static void add_number(field_list *list, uint16_t code, uint16_t type, uint64_t number)
{
    uint64_t *place = &list->numbers[list->number_count++];
    *place = number;
    list->tags[list->count++] = (fluv_cog_tag){code, type, 1, place};
}

static void list_fields(const fluv_cog *cog, size_t index, field_list *list)
{
    const fluv_cog_level *level = &cog->levels[index];
    bool floats = cog->type != GDT_Byte, coloured = false;
    size_t tiles = level->across * level->down;
    for (size_t i = 0; i < cog->tag_count; i++)
        coloured |= cog->tags[i].code == 320;
    *list = (field_list){0};
    if (index > 0)
        add_number(list, 254, LONG, 1); /* a smaller version of another */
    add_number(list, 256, LONG, level->cols);
    add_number(list, 257, LONG, level->rows);
    add_number(list, 258, SHORT, 8 * cog->cell_bytes);
    add_number(list, 259, SHORT, 8);                /* DEFLATE */
    add_number(list, 262, SHORT, coloured ? 3 : 1); /* a palette, or grey */
    add_number(list, 277, SHORT, 1);                /* values a cell */
    add_number(list, 284, SHORT, 1);
    if (floats)
        add_number(list, 317, SHORT, level->predicted ? 3 : 1);
    for (size_t i = 0; i < cog->tag_count; i++)
        if (cog->tags[i].code == 320)
            list->tags[list->count++] = cog->tags[i];
    add_number(list, 322, SHORT, FLUV_COG_TILE);
    add_number(list, 323, SHORT, FLUV_COG_TILE);
    list->tags[list->count++] = (fluv_cog_tag){324, cog->big ? LONG8 : LONG, tiles, level->offsets};
    list->tags[list->count++] = (fluv_cog_tag){325, LONG, tiles, level->sizes};
    add_number(list, 339, SHORT, floats ? 3 : 1); /* real numbers, or counts */
    for (size_t i = 0; i < cog->tag_count; i++) /* place and CRS are the grid's; nodata is all's */
        if (cog->tags[i].code > 339 && (index == 0 || cog->tags[i].code == 42113))
            list->tags[list->count++] = cog->tags[i];
}

/* Offsets of a small file have 32 bits. */
static void narrow(fluv_cog_tag *offsets, uint32_t *out)
{
    const uint64_t *wide = offsets->values;
    for (size_t i = 0; i < offsets->count; i++) {
        assert(wide[i] <= UINT32_MAX);
        out[i] = (uint32_t)wide[i];
    }
    offsets->values = out;
}

static fluv_status put_directory(fluv_ctx *ctx, const fluv_cog *cog, size_t index, page *p)
{
    field_list list;
    list_fields(cog, index, &list);
    size_t word = p->big ? 8 : 4, row = 4 + 2 * word, count = p->big ? 8 : 2, at = p->at;
    put_number(p, at, list.count, count);
    p->at = at + count + list.count * row + word;
    for (size_t i = 0; i < list.count; i++) {
        fluv_cog_tag *tag = &list.tags[i];
        assert(i == 0 || tag->code > tag[-1].code);
        if (tag->code == 324 && !p->big) {
            uint32_t *narrowed = fluv_scratch(ctx, tag->count, sizeof *narrowed);
            if (!narrowed)
                return FLUV_NO_MEMORY;
            narrow(tag, narrowed);
        }
        put_field(p, at + count + i * row, tag);
    }
    align(p);
    put_number(p, at + count + list.count * row, index + 1 < cog->level_count ? p->at : 0, word);
    return FLUV_OK;
}

static fluv_status put_all(fluv_ctx *ctx, const fluv_cog *cog, page *p)
{
    char says[sizeof layout + 64];
    int length = snprintf(says, sizeof says, "GDAL_STRUCTURAL_METADATA_SIZE=%06zu bytes\n%s",
                          sizeof layout - 1, layout);
    size_t start = p->big ? 16 : 8;
    put_at(p, 0, "II", 2);
    put_number(p, 2, p->big ? 43 : 42, 2);
    if (p->big)
        put_number(p, 4, 8, 4); /* bytes of an offset */
    put_at(p, start, says, (size_t)length);
    p->at = start + (size_t)length;
    align(p);
    put_number(p, p->big ? 8 : 4, p->at, p->big ? 8 : 4);
    for (size_t i = 0; i < cog->level_count; i++)
        FLUV_TRY(put_directory(ctx, cog, i, p));
    return FLUV_OK;
}

fluv_status fluv_cog_head(fluv_ctx *ctx, const fluv_cog *cog, uint8_t **bytes, size_t *count)
{
    page room = {.big = cog->big};
    FLUV_TRY(put_all(ctx, cog, &room));
    page real = {.bytes = fluv_scratch_zero(ctx, room.at, 1), .big = cog->big};
    if (!real.bytes)
        return FLUV_NO_MEMORY;
    FLUV_TRY(put_all(ctx, cog, &real));
    assert(real.at == room.at);
    *bytes = real.bytes;
    *count = real.at;
    return FLUV_OK;
}
