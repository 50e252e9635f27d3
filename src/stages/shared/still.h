// SPDX-License-Identifier: MIT
/* Still water that what changes the ground leaves as it is: the sea and the lakes there are. */
#ifndef FLUV_STAGES_STILL_H
#define FLUV_STAGES_STILL_H

#include "landscape/landscape.h"

/* For every cell of the frame the elevation of its still water, NaN where there is none; scratch,
 * or NULL where all is dry. Flats of a surveyed map are lakes if they are as large as the usual
 * rule says and as `least`, m2; INFINITY: none is. */
FLUV_MUST_CHECK fluv_status fluv_still_find(fluv_ctx *ctx, const fluv_landscape *land, double least,
                                            float **level);

#endif
