// SPDX-License-Identifier: MIT
/* Random choices, one after the other, the same in every run. */
#ifndef FLUV_TESTS_DICE_H
#define FLUV_TESTS_DICE_H

#include "base/random.h"

#include <stddef.h>

typedef struct dice {
    fluv_key key;
    uint64_t count;
} dice;

static inline size_t roll(dice *from, size_t below)
{
    return (size_t)fluv_random_below(from->key, from->count++, below);
}

#endif
