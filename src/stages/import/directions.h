// SPDX-License-Identifier: MIT
/* Flow directions as other programs write them. */
#ifndef FLUV_STAGES_IMPORT_DIRECTIONS_H
#define FLUV_STAGES_IMPORT_DIRECTIONS_H

#include "landscape/landscape.h"

/* The codes there are, in the order of import.directions_code after `auto`. */
#define FLUV_DIRECTION_CODES 5
const char *fluv_directions_code_name(int code);

typedef struct fluv_directions_job {
    fluv_frame frame;
    const float *height;
    const float *values; /* as the file has them, NaN: nodata */
    int code;            /* -1: the one whose ways climb least */
    uint8_t *work;       /* one a cell */
} fluv_directions_job;

typedef struct fluv_directions_found {
    int code;       /* -1: none has all the values */
    uint32_t wrong; /* the first cell with a value that no code, or not the code asked for, has */
    uint32_t steps, uphill;
    uint32_t first; /* cell whose way climbs; NONE: none does */
} fluv_directions_found;

/* Receivers from the values; what points out of the frame or to nodata has none. Kernel. */
fluv_directions_found fluv_directions_take(const fluv_directions_job *job, uint32_t *receivers);

#endif
