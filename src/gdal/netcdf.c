// SPDX-License-Identifier: MIT
/* What the header of a classic netCDF file claims, against what the file has.
 *
 * in   a file whose first bytes are CDF and its version        out   whether every count fits
 *
 * A header is three lists: dimensions, attributes, and variables with attributes of their own. All
 * numbers are big-endian, counts of 4 bytes, of 8 in version 5; names and values are padded to 4.
 * libnetcdf takes memory for a count as it reads it: a name in a file of 800 bytes may claim four
 * thousand million. O(bytes of the header).
 *
 * Based on: NetCDF users' guide, appendix "File Format Specifications" (CDF-1, CDF-2, CDF-5) */
#include "gdal/netcdf.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

enum { NONE = 0, DIMENSION = 10, VARIABLE = 11, ATTRIBUTE = 12 };

typedef struct header {
    FILE *from;
    uint64_t left; /* bytes of the file that were not read yet */
    bool holds;    /* nothing was claimed that is not there */
    int count;     /* bytes of a count */
    int offset;    /* bytes of a place in the file */
} header;

static void skip(header *h, uint64_t bytes)
{
    h->holds = h->holds && bytes <= h->left && fseeko(h->from, (off_t)bytes, SEEK_CUR) == 0;
    h->left -= h->holds ? bytes : 0;
}

static uint64_t read_number(header *h, int bytes)
{
    uint64_t number = 0;
    for (int i = 0; h->holds && i < bytes; i++, h->left--) {
        int byte = h->left ? fgetc(h->from) : EOF;
        h->holds = byte != EOF;
        number = number << 8 | (uint64_t)(byte & 0xff);
    }
    return number;
}

/* A count of things, each of which takes at least so many bytes of what is left. */
static uint64_t read_count(header *h, uint64_t least)
{
    uint64_t count = read_number(h, h->count);
    h->holds = h->holds && count <= h->left / least;
    return h->holds ? count : 0;
}

static void skip_padded(header *h, uint64_t bytes)
{
    skip(h, (bytes + 3) / 4 * 4);
}

static void skip_name(header *h)
{
    skip_padded(h, read_count(h, 1));
}

/* Bytes of a value; 0: there is no such type. */
static uint64_t type_bytes(uint64_t type)
{
    static const uint8_t bytes[] = {0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};
    return type < sizeof bytes ? bytes[type] : 0;
}

static void read_type(header *h, uint64_t *bytes)
{
    *bytes = type_bytes(read_number(h, 4));
    h->holds = h->holds && *bytes > 0;
}

/* The head of a list: how many entries it has. */
static uint64_t begin_list(header *h, uint64_t kind, uint64_t least)
{
    uint64_t found = read_number(h, 4), count = read_count(h, least);
    h->holds = h->holds && (found == kind || (found == NONE && count == 0));
    return h->holds ? count : 0;
}

static void read_attributes(header *h)
{
    uint64_t bytes = 1;
    for (uint64_t left = begin_list(h, ATTRIBUTE, 12); h->holds && left > 0; left--) {
        skip_name(h);
        read_type(h, &bytes);
        if (h->holds)
            skip_padded(h, read_count(h, bytes) * bytes);
    }
}

static void read_variables(header *h)
{
    uint64_t bytes;
    for (uint64_t left = begin_list(h, VARIABLE, 28); h->holds && left > 0; left--) {
        skip_name(h);
        skip(h, read_count(h, (uint64_t)h->count) * (uint64_t)h->count); /* its dimensions */
        read_attributes(h);
        read_type(h, &bytes);
        skip(h, (uint64_t)(h->count + h->offset)); /* its size, which may be 0, and its place */
    }
}

static bool header_holds(FILE *from, uint64_t size)
{
    header h = {.from = from, .left = size, .holds = true, .count = 4};
    skip(&h, 3);
    uint64_t version = read_number(&h, 1);
    h.count = version == 5 ? 8 : 4;
    h.offset = version == 1 ? 4 : 8;
    skip(&h, (uint64_t)h.count); /* records */
    for (uint64_t left = begin_list(&h, DIMENSION, 8); h.holds && left > 0; left--) {
        skip_name(&h);
        skip(&h, (uint64_t)h.count);
    }
    read_attributes(&h);
    read_variables(&h);
    return h.holds;
}

fluv_status fluv_netcdf_expect(fluv_ctx *ctx, const char *file)
{
    struct stat info;
    FILE *from = fopen(file, "rb");
    bool holds = from && fstat(fileno(from), &info) == 0 && info.st_size > 0 &&
                 header_holds(from, (uint64_t)info.st_size);
    if (from)
        fclose(from);
    if (!holds)
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "%s: its header claims more than the file has: cut short?", file);
    return FLUV_OK;
}
