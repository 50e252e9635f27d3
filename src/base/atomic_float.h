// SPDX-License-Identifier: MIT
/* Floats that threads read and write at once: whole values, in no order. */
#ifndef FLUV_BASE_ATOMIC_FLOAT_H
#define FLUV_BASE_ATOMIC_FLOAT_H

#include <stdint.h>
#include <string.h>

static inline float fluv_float_load(const float *value)
{
    uint32_t bits = __atomic_load_n((const uint32_t *)(const void *)value, __ATOMIC_RELAXED);
    float out;
    memcpy(&out, &bits, sizeof out);
    return out;
}

static inline void fluv_float_store(float *value, float now)
{
    uint32_t bits;
    memcpy(&bits, &now, sizeof bits);
    __atomic_store_n((uint32_t *)(void *)value, bits, __ATOMIC_RELAXED);
}

#endif
