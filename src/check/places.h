// SPDX-License-Identifier: MIT
/* Where reaches end, so that the arms of a delta find the river they leave: an arm begins where
 * another reach ends. */
#ifndef FLUV_CHECK_PLACES_H
#define FLUV_CHECK_PLACES_H

#include "check/check.h"

/* From a place to a reach that ends there. */
typedef struct fluv_reach_ends {
    uint32_t *slots; /* place of the reach + 1, 0: free; NULL: there are no arms */
    size_t mask;
} fluv_reach_ends;

/* Takes scratch memory where there are arms. */
FLUV_MUST_CHECK fluv_status fluv_reach_ends_init(fluv_ctx *ctx, const fluv_check_land *land,
                                                 fluv_reach_ends *places);
/* The reach that ends where reach `place` begins, of several the first; NONE: there is none. */
uint32_t fluv_reach_ends_parent(const fluv_check_land *land, const fluv_reach_ends *places,
                                size_t place);

#endif
