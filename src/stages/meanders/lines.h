// SPDX-License-Identifier: MIT
/* Inside the stage `meanders`: the rivers that may wander, as lines. */
#ifndef FLUV_STAGES_MEANDERS_LINES_H
#define FLUV_STAGES_MEANDERS_LINES_H

#include "base/random.h"
#include "stages/meanders/wander.h"
#include "water/topology.h"

/* The lattice: its rivers in the ground before any wandered. All grids are scratch. */
typedef struct fluv_meander_land {
    fluv_topology topology;
    uint8_t *kind;
    float *height, *filled; /* m; with every hollow filled */
    uint32_t *receiver;     /* all water leads out */
    double *area;           /* m2 */
} fluv_meander_land;

typedef struct fluv_meander_rules {
    double width;      /* of a river that drains 1 m2, m: widths go with the root of the area */
    double least;      /* m: narrower rivers keep their ways */
    double steepest;   /* fall over length */
    double wavelength; /* in widths */
    double bank;       /* m above the river where its valley's sides begin */
    double spacing;    /* of places, at the least, m */
    fluv_key key;
} fluv_meander_rules;

/* A river from its source, or from where it is wide enough, down to its mouth. */
typedef struct fluv_meander {
    fluv_list line;  /* fluv_bend */
    uint32_t parent; /* the river it runs into, FLUV_NONE: none */
    bool free;       /* somewhere it may move */
} fluv_meander;

/* Appends rivers (fluv_meander), those before that others run into. Their lines are the caller's to
 * free, whatever is returned. */
FLUV_MUST_CHECK fluv_status fluv_meanders_trace(fluv_ctx *ctx, const fluv_meander_land *land,
                                                const fluv_meander_rules *rules, fluv_list *rivers);

#endif
