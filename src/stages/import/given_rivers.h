// SPDX-License-Identifier: MIT
/* Rivers of a survey beside a height map. */
#ifndef FLUV_STAGES_IMPORT_GIVEN_RIVERS_H
#define FLUV_STAGES_IMPORT_GIVEN_RIVERS_H

#include "stages/import/import.h"

/* Rivers of a file are placed on a landscape that has its heights, and lakes if there are any. */
FLUV_MUST_CHECK fluv_status fluv_given_rivers(fluv_ctx *ctx, const fluv_import_params *params,
                                              fluv_landscape *land);

#endif
