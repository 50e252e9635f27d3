// SPDX-License-Identifier: MIT
/* Lakes of a map on ways that are given: each lets its water out at one place. */
#ifndef FLUV_STAGES_IMPORT_GIVEN_LAKES_H
#define FLUV_STAGES_IMPORT_GIVEN_LAKES_H

#include "landscape/mapped.h"
#include "water/survey.h"

/* Receivers that lead in no circle, on the ground they belong to. */
typedef struct fluv_given_ways {
    const fluv_topology *topology;
    const uint8_t *kind;
    const float *height;
    uint32_t *receiver;
} fluv_given_ways;

typedef struct fluv_led_lakes {
    fluv_survey survey; /* lakes with their roots: the cell that lets water out, or where it ends */
    uint32_t *lake_of;  /* = survey.lake_of; NULL: there are none */
    float *level;       /* of each lake; scratch */
} fluv_led_lakes;

/* Leads the water of each lake to the place where most of it leaves for good; one that nothing
 * leaves is closed. The list of lakes is the caller's to free. `mapped` may be NULL. */
FLUV_MUST_CHECK fluv_status fluv_lakes_lead(fluv_ctx *ctx, const fluv_given_ways *ways,
                                            const fluv_mapped *mapped, fluv_led_lakes *out);

#endif
