// SPDX-License-Identifier: MIT
/* Triangles of a polygon with holes. */
#ifndef FLUV_EXPORT_EARS_H
#define FLUV_EXPORT_EARS_H

#include "base/ctx.h"

typedef struct fluv_polygon {
    size_t ring_count;           /* the first runs counter-clockwise, the others are its holes */
    const uint32_t *first_point; /* ring_count + 1 of them, indices of points */
    const double *xy;            /* of point 0 */
} fluv_polygon;

/* At most this many indices. */
size_t fluv_ears_room(const fluv_polygon *polygon);
/* Triangles, counter-clockwise, as indices of points counted from the polygon's first; how many
 * indices goes to `count`. Scratch memory. */
FLUV_MUST_CHECK fluv_status fluv_ears_cut(fluv_ctx *ctx, const fluv_polygon *polygon,
                                          uint32_t *indices, size_t *count);

#endif
