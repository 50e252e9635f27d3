// SPDX-License-Identifier: MIT
/* Names that were never given to anything, in the manner of a few families of languages. */
#ifndef FLUV_STAGES_NAMES_INVENT_H
#define FLUV_STAGES_NAMES_INVENT_H

#include "base/random.h"
#include "landscape/landscape.h"

typedef enum fluv_named_kind {
    FLUV_NAMED_RIVER,
    FLUV_NAMED_LAKE,
    FLUV_NAMED_PEAK,
    FLUV_NAMED_LAND,
    FLUV_NAMED_RANGE, /* land that is mountains */
    FLUV_NAMED_KINDS
} fluv_named_kind;

/* How many manners there are: the words of `names.invent` after `none`. */
#define FLUV_MANNERS 5

/* A name in a manner, 0 .. FLUV_MANNERS - 1: a pure function of the key and the try. */
void fluv_name_invent(int manner, fluv_named_kind kind, fluv_key key, uint64_t attempt,
                      char name[FLUV_NAME_ROOM]);

#endif
