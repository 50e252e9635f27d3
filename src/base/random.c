// SPDX-License-Identifier: MIT
/* Keys for the counter-based generator: an FNV-1a hash of the words, mixed with the seed.
 *
 * Based on: Steele, Lea, Flood. Fast splittable pseudorandom number generators. 2014 */
#include "base/random.h"

#include <math.h>

#define CELLS 16.0   /* of a place's lattice, a metre */
#define ASIDE 0.3137 /* so that round coordinates lie well inside their cells */

static uint64_t hash_word(uint64_t hash, const char *word)
{
    for (const unsigned char *c = (const unsigned char *)word; *c; c++)
        hash = (hash ^ *c) * 0x100000001b3u;
    return (hash ^ 0xffu) * 0x100000001b3u; /* a mark between words */
}

fluv_key fluv_key_make(uint64_t seed, const char *stage, const char *purpose)
{
    uint64_t hash = hash_word(hash_word(0xcbf29ce484222325u, stage), purpose);
    return (fluv_key){fluv_mix(fluv_mix(seed) ^ hash)};
}

fluv_key fluv_key_split(fluv_key key, uint64_t index)
{
    return (fluv_key){fluv_random_bits(key, index ^ 0x8000000000000000u)};
}

fluv_key fluv_key_at(fluv_key key, double x, double y)
{
    int64_t col = (int64_t)floor(CELLS * x + ASIDE), row = (int64_t)floor(CELLS * y + ASIDE);
    return fluv_key_split(fluv_key_split(key, (uint64_t)col), (uint64_t)row);
}
