// SPDX-License-Identifier: MIT
/* Receivers as a forest: sums from the leaves to the roots, without an order of the vertices.
 *
 * Receivers may be anywhere, as those of hollows are that drain over a pass; accumulate.c is for
 * receivers that are neighbours and for sums of real numbers, which need one order.
 *
 * Vertices fall into as many parts as there are threads, ranges of their numbers. What is
 * summed are whole numbers, so that the sums are the same for any number of parts. */
#ifndef FLUV_WATER_FOREST_H
#define FLUV_WATER_FOREST_H

#include "interfluve.h"

/* Adds every vertex's value to all vertices downstream of it. `sum` holds each vertex's own value
 * on entry. `donors` is work, one a vertex; no vertex has more than 250 donors. */
void fluv_forest_sum(uint32_t count, int threads, const uint32_t *receiver, uint8_t *donors,
                     uint64_t *sum);

/* How many cells have each cell as their receiver. */
void fluv_forest_count(uint32_t count, int threads, const uint32_t *receiver, uint8_t *donors);

#endif
