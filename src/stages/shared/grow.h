// SPDX-License-Identifier: MIT
/* Growing a river graph over a domain: candidates, expansion, compatibility. */
#ifndef FLUV_STAGES_HYDROLOGY_GROW_H
#define FLUV_STAGES_HYDROLOGY_GROW_H

#include "base/queue.h"
#include "base/random.h"
#include "field/domain.h"
#include "landscape/hydrology.h"
#include "stages/shared/chart.h"

#define FLUV_MOST_PRIORITY 15

/* How a graph grows; lengths in m. */
/* A place that rivers keep off, m around it. */
typedef struct fluv_keep_off {
    fluv_vec at;
    double by;
} fluv_keep_off;

typedef struct fluv_growth {
    double edge;            /* e */
    const char *edge_param; /* what sets it, for messages */
    double shore;           /* eta: nodes stay this far from the contour */
    double clearance;       /* sigma: edges stay this far from each other */
    double steepest;        /* kappa: no two nodes differ by more than this times their distance */
    double chord;           /* least distance from an ancestor against the way to it */
    double zeta;            /* how much lower a candidate counts for each number of its priority */
    double onward, symmetric; /* P_c and P_s; P_a is the rest */
    double concavity;         /* rivers of order s fall 4.5^(concavity * (s - 1)) times less */
    const fluv_chart *slope;  /* of rivers of order 1 */
    const fluv_chart *bottom, *ceiling; /* no node is lower, or higher; NULL: as it comes */
    const fluv_domain *domain;
    const fluv_keep_off *off; /* peaks and passes to be */
    size_t off_count;
    fluv_key key;
} fluv_growth;

typedef struct fluv_grower {
    fluv_growth rules;
    fluv_stream_node *nodes;
    fluv_key *keys;  /* of a node's random numbers */
    uint8_t *source; /* of a node: not 0: nothing grows above it; NULL: of none */
    uint32_t count, room;
    fluv_segments edges;  /* tag: the upper node */
    fluv_heap candidates; /* those whose turn comes next first */
} fluv_grower;

/* Scratch memory. */
FLUV_MUST_CHECK fluv_status fluv_grower_init(fluv_ctx *ctx, const fluv_growth *rules, size_t given,
                                             fluv_grower *out);
/* Adds a node as it is, with its edge, and makes it a candidate; FLUV_NONE: no room. */
uint32_t fluv_grower_add(fluv_grower *grower, fluv_stream_node node, fluv_key key);
/* The same for a node whose random numbers belong to its place. */
uint32_t fluv_grower_root(fluv_grower *grower, fluv_stream_node node);
/* The candidate to expand next, FLUV_NONE when there is none. It is one no longer. */
uint32_t fluv_grower_select(fluv_grower *grower);
/* Height of a node at p above its parent. */
float fluv_grower_z(const fluv_grower *grower, uint32_t parent, fluv_vec p, unsigned priority);
/* Whether a node may stand at p with an edge to its parent, and its height there. */
bool fluv_grower_fits(const fluv_grower *grower, uint32_t parent, fluv_vec p, unsigned priority,
                      float *z);
/* Expands all candidates by the grammar, then fills what is left. */
FLUV_MUST_CHECK fluv_status fluv_grower_run(fluv_ctx *ctx, fluv_grower *grower);
/* Horton-Strahler numbers of the graph as it is. */
void fluv_orders_find(fluv_stream_node *nodes, uint32_t count);

#endif
