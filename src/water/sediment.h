// SPDX-License-Identifier: MIT
/* Sediment: what streams wear off goes down with them, and is laid down again on its way. */
#ifndef FLUV_WATER_SEDIMENT_H
#define FLUV_WATER_SEDIMENT_H

#include "water/topology.h"

/* Still water over a hollow, which traps what comes into it. */
typedef struct fluv_trap {
    float level;     /* m; NaN: none */
    uint32_t outlet; /* vertex at which it spills */
} fluv_trap;

/* Volumes are whole numbers of quanta, so that sums do not depend on their order. */
typedef struct fluv_sediment {
    const fluv_topology *topology;
    const uint8_t *kind; /* what is sea or held keeps its height */
    const uint32_t *receiver;
    const uint64_t *area; /* drained by each vertex, in units of `unit` m2 */
    double unit;
    const float *uplift;   /* m/y */
    const uint32_t *basin; /* of each vertex, into `traps`; NULL: there are no traps */
    const fluv_trap *traps;
    double years;
    double quantum;  /* m3 */
    int64_t *moving; /* on entry what slopes brought to each vertex, then work; 0 in the end */
    float *load;     /* m that streams bring to each vertex in a step, as a mean over the land that
                        it drains; kept from step to step */
    float *laid;     /* m of sediment that lie on each vertex; kept from step to step */
} fluv_sediment;

/* In quanta: worn + brought = laid + left. */
typedef struct fluv_sediment_sums {
    int64_t worn, brought, laid, left;
} fluv_sediment_sums;

/* The same of many steps, for which 64 bits are not enough. */
typedef struct fluv_sediment_total {
    double worn, brought, laid, left;
} fluv_sediment_total;

static inline void fluv_sediment_add(fluv_sediment_total *total, const fluv_sediment_sums *step)
{
    total->worn += (double)step->worn;
    total->brought += (double)step->brought;
    total->laid += (double)step->laid;
    total->left += (double)step->left;
}

/* A quantum such that no volume of the land overflows, m3. */
double fluv_sediment_quantum(double frame_area);

/* After a step of stream power that took the ground from `before` to `after`: leads what was worn
 * off down the receivers, fills still water, and takes back what was laid down of nothing.
 * `donors` is work, one a vertex. */
fluv_sediment_sums fluv_sediment_step(const fluv_sediment *sediment, int threads,
                                      const float *before, uint8_t *donors, float *after);

#endif
