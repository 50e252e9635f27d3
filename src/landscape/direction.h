// SPDX-License-Identifier: MIT
/* Flow directions as ESRI writes them: 1 E, 2 SE, 4 S, 8 SW, 16 W, 32 NW, 64 N, 128 NE, 0 ends
 * here. */
#ifndef FLUV_LANDSCAPE_DIRECTION_H
#define FLUV_LANDSCAPE_DIRECTION_H

#include "landscape/landscape.h"

/* One code a cell, `nodata` where there is no height. Where a cell has no receiver because its
 * water leaves over the frame's edge or into nodata, its code points there; ocean and closed lakes
 * have 0. */
void fluv_directions_code(const fluv_landscape *land, uint8_t nodata, uint8_t *codes);
/* The same for the rows from `first` on before `end`; `codes` holds all rows. */
void fluv_directions_code_rows(const fluv_landscape *land, uint8_t nodata, uint32_t first,
                               uint32_t end, uint8_t *codes);

/* Receivers from codes; what points out of the frame or to nodata has none. Returns the first cell
 * whose code is no direction, FLUV_NONE if all are. `height` may be NULL. */
uint32_t fluv_directions_decode(const fluv_frame *frame, const float *height, const uint8_t *codes,
                                uint8_t nodata, uint32_t *receivers);

#endif
