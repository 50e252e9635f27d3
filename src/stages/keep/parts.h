// SPDX-License-Identifier: MIT
/* Inside the stage `keep`. */
#ifndef FLUV_STAGES_KEEP_PARTS_H
#define FLUV_STAGES_KEEP_PARTS_H

#include "landscape/placed.h"
#include "stages/keep/keep.h"

typedef struct fluv_keeper {
    fluv_ctx *ctx;
    const fluv_keep_params *params;
    double cell_area;   /* of the landscape at hand, m2 */
    fluv_landscape old; /* the earlier result */
    bool same_cells;    /* as the landscape at hand has */
    bool present;       /* it is the landscape at hand: what is locked there is placed already */
} fluv_keeper;

/* Whether a row names something: `all`, its name, or its id. */
bool fluv_keep_names(const char *which, int64_t id, const char *name);
FLUV_MUST_CHECK fluv_status fluv_keep_unknown(const fluv_keeper *keeper, const char *list,
                                              const char *which);
FLUV_MUST_CHECK fluv_status fluv_keep_rivers(const fluv_keeper *keeper, fluv_landscape *notes,
                                             fluv_placing *placing);
FLUV_MUST_CHECK fluv_status fluv_keep_lakes(const fluv_keeper *keeper, fluv_landscape *notes,
                                            fluv_placing *placing);

#endif
