// SPDX-License-Identifier: MIT
/* Which cell centres lie inside closed rings: a scan along the rows. */
#ifndef FLUV_CHECK_SCAN_H
#define FLUV_CHECK_SCAN_H

#include "base/ctx.h"

/* Some rings of an outline. */
typedef struct fluv_ring_range {
    const fluv_outline *outline;
    size_t first, count;
} fluv_ring_range;

/* How often the rings cross the rows' centre lines; SIZE_MAX when a coordinate is not finite or
 * there are more crossings than cell sides, which no outline of cells has. */
size_t fluv_scan_crossings(const fluv_frame *frame, fluv_ring_range rings);

/* The crossings in order, as row * (cols + 1) + the first column whose centre is not west of the
 * ring. Cells between crossings 2i and 2i + 1 are inside. `keys` and `spare` have room for
 * fluv_scan_crossings of them. */
void fluv_scan_rings(const fluv_frame *frame, fluv_ring_range rings, uint64_t *keys,
                     uint64_t *spare);

/* Area inside the first ring less that of the others, its holes; and length of all, m2 and m. */
double fluv_scan_area(fluv_ring_range rings);
double fluv_scan_length(fluv_ring_range rings);

#endif
