// SPDX-License-Identifier: MIT
/* Sets that are joined and never parted: each member leads towards the one that stands for its set,
 * which leads to itself. */
#ifndef FLUV_WATER_SETS_H
#define FLUV_WATER_SETS_H

#include <stdint.h>

static inline void fluv_sets_begin(uint32_t *of, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        of[i] = i;
}

/* Who stands for the member's set; ways there become shorter. */
static inline uint32_t fluv_set_of(uint32_t *of, uint32_t member)
{
    while (of[member] != member) {
        of[member] = of[of[member]];
        member = of[member];
    }
    return member;
}

#endif
