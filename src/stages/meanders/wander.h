// SPDX-License-Identifier: MIT
/* Inside the stage `meanders`: how one river wanders. */
#ifndef FLUV_STAGES_MEANDERS_WANDER_H
#define FLUV_STAGES_MEANDERS_WANDER_H

#include "base/list.h"
#include "field/segments.h"

/* A place on a river; x is to the east and y to the south of the frame's north-west corner. */
typedef struct fluv_bend {
    fluv_vec at;
    float width; /* m */
    float level; /* m: the river's, as far as its valley tells */
    float free;  /* how freely it moves, 0 .. 1 */
} fluv_bend;

/* The ground that rivers wander over. */
typedef struct fluv_wander_ground {
    uint32_t cols, rows;
    double cell;         /* m */
    const float *height; /* m; what is not finite stops rivers */
} fluv_wander_ground;

typedef struct fluv_wander_rules {
    fluv_wander_ground ground;
    double years, wavelength; /* in widths */
    double bank;              /* m above the river where its valley's sides begin */
} fluv_wander_rules;

/* A bend that was cut off: `count` places from `first` on. */
typedef struct fluv_oxbow {
    size_t first;
    uint32_t count;
} fluv_oxbow;

typedef struct fluv_oxbows {
    fluv_list bends; /* fluv_bend */
    fluv_list list;  /* fluv_oxbow, the oldest first */
    bool kept;       /* what is cut off now is there in the end: older ones silt up */
} fluv_oxbows;

/* Moves a line (a list of fluv_bend, from source to mouth); its ends stay. Bends that were cut off
 * are added to `oxbows`. */
FLUV_MUST_CHECK fluv_status fluv_bends_wander(fluv_ctx *ctx, const fluv_wander_rules *rules,
                                              fluv_list *line, fluv_oxbows *oxbows);
/* Places about half a width apart, no closer than `least`, m. */
FLUV_MUST_CHECK fluv_status fluv_bends_space(fluv_ctx *ctx, double least, fluv_list *line);
/* The height of the ground at a place; NaN outside. */
float fluv_wander_height(const fluv_wander_ground *ground, fluv_vec at);

#endif
