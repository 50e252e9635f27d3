// SPDX-License-Identifier: MIT
/* Random places that keep apart, chosen so that every choice belongs to its place. */
#ifndef FLUV_STAGES_APART_H
#define FLUV_STAGES_APART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct fluv_place {
    double x, y;   /* m */
    double apart;  /* it stays if no better place of its kind lies nearer than this, m */
    double rank;   /* low is better */
    uint32_t what; /* of equal ranks the lower is better; no two have both the same */
    uint8_t kind;
    bool stays; /* out */
} fluv_place;

/* Sorts the places from west to east and says which of them stay. A place looks at all others in
 * its reach, whether those stay or not: so what happens beyond that reach cannot change it, and
 * where reaches shrink places only come in addition. */
void fluv_places_keep_apart(fluv_place *places, size_t count);

#endif
