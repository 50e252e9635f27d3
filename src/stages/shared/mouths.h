// SPDX-License-Identifier: MIT
/* Placed mouths, once there are rivers. */
#ifndef FLUV_STAGES_MOUTHS_H
#define FLUV_STAGES_MOUTHS_H

#include "landscape/landscape.h"

/* Rivers that end at placed mouths get their names; a note tells of a mouth without a river. */
FLUV_MUST_CHECK fluv_status fluv_mouths_name(fluv_ctx *ctx, fluv_landscape *land);

#endif
