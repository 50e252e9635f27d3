// SPDX-License-Identifier: MIT
/* Water that files give beside a height map: directions, areas, discharge, lakes. */
#ifndef FLUV_STAGES_IMPORT_GIVEN_H
#define FLUV_STAGES_IMPORT_GIVEN_H

#include "stages/import/beside.h"
#include "stages/import/import.h"

/* The layers that the files named in the parameters make, beside height. */
fluv_layer_set fluv_given_makes(const fluv_import_params *params);

/* Into a landscape that has its frame and heights. */
FLUV_MUST_CHECK fluv_status fluv_given_take(fluv_ctx *ctx, const fluv_import_params *params,
                                            const fluv_beside *beside, fluv_landscape *land);

#endif
