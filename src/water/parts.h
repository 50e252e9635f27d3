// SPDX-License-Identifier: MIT
/* Cells in as many parts as there are threads: ranges of their numbers. */
#ifndef FLUV_WATER_PARTS_H
#define FLUV_WATER_PARTS_H

#include "interfluve.h"

typedef struct fluv_part {
    uint32_t from, end;
} fluv_part;

static inline fluv_part fluv_part_of(uint32_t count, int parts, int number)
{
    return (fluv_part){(uint32_t)((uint64_t)count * (uint64_t)number / (uint64_t)parts),
                       (uint32_t)((uint64_t)count * (uint64_t)(number + 1) / (uint64_t)parts)};
}

/* NONE is in no part. */
static inline bool fluv_part_holds(fluv_part part, uint32_t cell)
{
    return cell - part.from < part.end - part.from;
}

#endif
