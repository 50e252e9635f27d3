// SPDX-License-Identifier: MIT
/* Poisson-disc points over the plane: which points there are at a place does not depend on how much
 * of the plane is asked for. */
#ifndef FLUV_FIELD_SCATTER_H
#define FLUV_FIELD_SCATTER_H

#include "base/random.h"
#include "field/segments.h"

typedef struct fluv_scatter {
    fluv_vec *points; /* row by row of a lattice; scratch */
    uint32_t count;
} fluv_scatter;

/* The points in a box: no two nearer than `spacing`, and none missing within 1.5 spacings of any
 * place. */
FLUV_MUST_CHECK fluv_status fluv_scatter_find(fluv_ctx *ctx, fluv_box box, double spacing,
                                              fluv_key key, fluv_scatter *out);

#endif
