// SPDX-License-Identifier: MIT
/* Names for what has none. */
#ifndef FLUV_STAGES_NAMES_CALL_H
#define FLUV_STAGES_NAMES_CALL_H

#include "stages/names/names.h"

/* Calls rivers, lakes, mountains and regions that are large enough and have no name yet. */
FLUV_MUST_CHECK fluv_status fluv_names_invent(fluv_ctx *ctx, const fluv_names_params *p,
                                              fluv_landscape *land);

#endif
