// SPDX-License-Identifier: MIT
#ifndef FLUV_STAGES_IMPORT_FRAME_H
#define FLUV_STAGES_IMPORT_FRAME_H

#include "landscape/landscape.h"
#include "stages/import/placement.h"

/* The landscape gets the frame and the CRS of a height map; no layer of an old one fits any more.
 */
FLUV_MUST_CHECK fluv_status fluv_import_frame_set(fluv_ctx *ctx, const fluv_import_placement *plan,
                                                  fluv_landscape *land);

#endif
