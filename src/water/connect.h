// SPDX-License-Identifier: MIT
/* Leading the water of every hollow on over its lowest pass, again and again on changing ground.
 * What is needed for it is kept between calls. */
#ifndef FLUV_WATER_CONNECT_H
#define FLUV_WATER_CONNECT_H

#include "water/catchments.h"

/* A hollow and where its water goes. */
typedef struct fluv_outflow {
    uint32_t root; /* its lowest vertex */
    uint32_t next; /* the basin it spills into; OUTSIDE: it is gone */
    uint32_t pass; /* the vertex of its own at which it spills */
} fluv_outflow;

typedef struct fluv_connection {
    uint32_t *label;        /* basin of each vertex; OUTSIDE: none */
    uint32_t basin_count;   /* hollows, numbered from 1 */
    fluv_outflow *outflows; /* one a basin and one for the outside, which is 0 */
    fluv_pass_finder finder;
    fluv_list outflow_list, passes, order, work;
} fluv_connection;

/* Zeroed is valid; `label` is taken at the first use. */
void fluv_connection_free(fluv_connection *connection);

/* `receiver` holds the way down from each vertex, NONE at roots: those that are open, sea or void
 * let water out, all others are hollows. Roots of hollows get the vertex beyond their pass as a
 * receiver, such that all water leaves; a hollow that leaves over the frame's edge keeps NONE. */
FLUV_MUST_CHECK fluv_status fluv_hollows_connect(fluv_ctx *ctx, const fluv_topology *topology,
                                                 const float *height, const uint8_t *kind,
                                                 uint32_t *receiver, fluv_connection *connection);

#endif
