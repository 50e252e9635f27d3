// SPDX-License-Identifier: MIT
/* Drainage area and discharge of a landscape whose receivers are known. */
#ifndef FLUV_STAGES_FLOW_H
#define FLUV_STAGES_FLOW_H

#include "stages/stage.h"
#include "water/accumulate.h"
#include "water/pools.h"

/* What becomes of water on its way: runoff from land, loss from lakes. */
typedef struct fluv_flow_job {
    const fluv_topology *topology;
    const uint8_t *kind;
    const uint32_t *receiver;
    fluv_rate runoff, evaporation;
    const double *inflow; /* m2 beyond the edge whose runoff comes in at each cell; NULL: none */
    const uint32_t *lake; /* NONE: land. NULL: no lakes lose water */
    const uint8_t *exits; /* the cells where lakes let water out; NULL with lake */
    size_t lake_count;
    fluv_shelf *shelves; /* by their cell; NULL: there are none */
    size_t shelf_count;
    fluv_lake_water *water; /* out, for each lake, m3/y; zeroed by the caller; NULL with lake */
} fluv_flow_job;

typedef struct fluv_flow_sums {
    double rain, evaporated, left; /* m3/y */
} fluv_flow_sums;

/* A FIELD as a rate; maps are scratch. */
FLUV_MUST_CHECK fluv_status fluv_rate_of(fluv_ctx *ctx, const fluv_landscape *land,
                                         const fluv_field *field, const char *stage,
                                         const char *name, fluv_rate *rate);
/* Adds what placed rivers bring at their sources to the runoff there; a map is scratch. */
FLUV_MUST_CHECK fluv_status fluv_springs_add(fluv_ctx *ctx, const fluv_landscape *land,
                                             fluv_rate *runoff);
/* What evaporates from the cells of each lake of a grid when it is there to evaporate, m/y of one
 * cell. */
FLUV_MUST_CHECK fluv_status fluv_demands_sum(fluv_ctx *ctx, const fluv_topology *topology,
                                             const uint32_t *lake, size_t lake_count,
                                             const fluv_rate *evaporation, double *demand);
/* m3/y that placed rivers bring. Kernel. */
double fluv_springs_sum(const fluv_landscape *land);
/* Writes the layers area and discharge where no lake takes anything and every cell of land has the
 * same runoff (m/y): discharge follows from areas, whose sums are exact. On a grid. */
FLUV_MUST_CHECK fluv_status fluv_flow_even(fluv_ctx *ctx, fluv_landscape *land,
                                           const fluv_flow_job *job);
/* Writes the layers area and discharge. */
FLUV_MUST_CHECK fluv_status fluv_flow_find(fluv_ctx *ctx, fluv_landscape *land,
                                           const fluv_flow_job *job, fluv_flow_sums *sums);

#endif
