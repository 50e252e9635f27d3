// SPDX-License-Identifier: MIT
/* A look at a PNG's head: signature, then the chunk IHDR of 13 bytes. */
#include "studio/image.h"

#include <string.h>

#define HEAD 33 /* signature, length, name, 13 bytes, sum */

static uint32_t number_at(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

const char *image_refuses(const void *bytes, size_t size, uint32_t most)
{
    static const unsigned char start[16] = {137, 'P', 'N', 'G', 13,  10,  26,  10,
                                            0,   0,   0,   13,  'I', 'H', 'D', 'R'};
    const unsigned char *at = bytes;
    if (size < HEAD || memcmp(at, start, sizeof start) != 0)
        return "this is no PNG";
    uint32_t width = number_at(at + 16), height = number_at(at + 20);
    if (width < 1 || height < 1 || width > most || height > most)
        return "the picture is empty or too large";
    if ((at[24] != 8 && at[24] != 16) || at[25] != 0)
        return "expected a grey picture of 8 or 16 bit";
    return NULL;
}

uint64_t image_hash(const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * 1099511628211u;
    return hash;
}
