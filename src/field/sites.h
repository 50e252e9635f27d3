// SPDX-License-Identifier: MIT
/* Voronoi cells of sites, as far as the sites' marks differ: every point takes its nearest site's
 * mark. */
#ifndef FLUV_FIELD_SITES_H
#define FLUV_FIELD_SITES_H

#include "base/ctx.h"
#include "field/lattice.h"

typedef enum fluv_metric { FLUV_MANHATTAN, FLUV_EUCLID } fluv_metric;

typedef struct fluv_site {
    float x, y; /* in lattice cells from the lattice's north-west corner, y down; within it */
    uint8_t mark;
} fluv_site;

typedef struct fluv_sites_job {
    const fluv_lattice *lattice;
    fluv_metric metric;
    const fluv_site *sites;
    uint32_t count;
    const uint8_t *where; /* change only these cells; NULL: all */
} fluv_sites_job;

/* Cell by cell the mark of the site nearest to the cell's centre; of equally near ones, the first.
 * Without sites nothing changes. Takes scratch memory for itself. */
FLUV_MUST_CHECK fluv_status fluv_sites_mark(fluv_ctx *ctx, const fluv_sites_job *job,
                                            uint8_t *mark);

#endif
