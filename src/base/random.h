// SPDX-License-Identifier: MIT
/* Counter-based random numbers: a number is a pure function of a key and an index, so that adding
 * a stage or a thread never shifts another's numbers.
 *
 * The key folds (seed, stage, purpose); the index is a cell, a vertex, a step. */
#ifndef FLUV_BASE_RANDOM_H
#define FLUV_BASE_RANDOM_H

#include <stdint.h>

typedef struct fluv_key {
    uint64_t bits;
} fluv_key;

fluv_key fluv_key_make(uint64_t seed, const char *stage, const char *purpose);
fluv_key fluv_key_split(fluv_key key, uint64_t index); /* a key for each of many things */
/* A key for each place, m: for the cell of a lattice of 1/16 m that it lies in. */
fluv_key fluv_key_at(fluv_key key, double x, double y);

/* The finaliser of splitmix64: every input bit reaches every output bit. */
static inline uint64_t fluv_mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static inline uint64_t fluv_random_bits(fluv_key key, uint64_t index)
{
    return fluv_mix(fluv_mix(index ^ key.bits) + key.bits);
}

/* Uniform in [0, 1). */
static inline double fluv_random(fluv_key key, uint64_t index)
{
    return (double)(fluv_random_bits(key, index) >> 11) * 0x1p-53;
}

/* Uniform in [low, high). */
static inline double fluv_random_between(fluv_key key, uint64_t index, double low, double high)
{
    return low + (high - low) * fluv_random(key, index);
}

/* Uniform in 0 .. count - 1; count > 0. */
static inline uint64_t fluv_random_below(fluv_key key, uint64_t index, uint64_t count)
{
    return (uint64_t)(((unsigned __int128)fluv_random_bits(key, index) * count) >> 64);
}

#endif
