// SPDX-License-Identifier: MIT
/* The stage `contour`: the outline of the land, the mouths of its rivers, rivers drawn by hand. */
#ifndef FLUV_STAGES_HYDROLOGY_CONTOUR_H
#define FLUV_STAGES_HYDROLOGY_CONTOUR_H

#include "base/random.h"
#include "field/domain.h"
#include "landscape/hydrology.h"
#include "landscape/placed.h"
#include "stages/stage.h"

typedef struct fluv_contour_mouth {
#include "base/param_fields.h"
#include "stages/contour/mouth.def"
} fluv_contour_mouth;

typedef struct fluv_contour_river {
#include "base/param_fields.h"
#include "stages/contour/river.def"
} fluv_contour_river;

typedef struct fluv_contour_outline {
#include "base/param_fields.h"
#include "stages/contour/outline.def"
} fluv_contour_outline;

typedef struct fluv_contour_params {
#include "base/param_fields.h"
#include "stages/contour/contour.def"
} fluv_contour_params;

extern const fluv_stage fluv_stage_contour;

/* A ready-made island: one ring, counter-clockwise. */
FLUV_MUST_CHECK fluv_status fluv_contour_island(fluv_ctx *ctx, const fluv_contour_params *params,
                                                const fluv_landscape *land, fluv_rings *rings);
/* The islands of the layer `shore` and their lagoons. */
FLUV_MUST_CHECK fluv_status fluv_contour_shore(fluv_ctx *ctx, const fluv_contour_params *params,
                                               const fluv_landscape *land, fluv_rings *rings);

#define FLUV_CONTOUR_FINE 800.0 /* pieces of a line along the frame's longer side */

/* How lines are made finer. */
typedef struct fluv_ragged {
    const fluv_rings *lines;
    bool closed;              /* they are rings */
    const double *share;      /* a point: how far the piece after it may stray, of its length */
    const fluv_rings *beside; /* rings that lines keep away from too; NULL: none */
    double fine;              /* m: the length of pieces */
    double gain;              /* of each size of bays, against that of twice the size */
    fluv_key key;
} fluv_ragged;

/* Appends the lines as they become; `place`: which of its points a drawn point is, or NULL. */
FLUV_MUST_CHECK fluv_status fluv_lines_refine(fluv_ctx *ctx, const fluv_ragged *job,
                                              fluv_rings *out, uint32_t *place);

/* Low and high corner of all rings. */
fluv_box fluv_rings_box(const fluv_rings *rings);

/* Rings as a domain. Scratch memory. */
typedef struct fluv_drawing {
    fluv_domain domain;
    double side; /* the frame's longer one, m */
} fluv_drawing;

FLUV_MUST_CHECK fluv_status fluv_drawing_study(fluv_ctx *ctx, const fluv_rings *rings,
                                               const fluv_frame *frame, fluv_drawing *out);
/* `param`: what drew it, "contour.outline". */
FLUV_MUST_CHECK fluv_status fluv_drawing_refuse_crossing(fluv_ctx *ctx, const fluv_rings *rings,
                                                         const fluv_drawing *drawing,
                                                         const char *param);

/* An outline and its masses of land. */
typedef struct fluv_masses {
    fluv_rings rings;
    fluv_list first_ring; /* uint32_t, of each mass; one more */
} fluv_masses;

void fluv_masses_free(fluv_masses *masses);
/* Groups the rings, which do not cross, by the mass of land they belong to: first the ring around
 * it, counter-clockwise, then its holes, clockwise. */
FLUV_MUST_CHECK fluv_status fluv_masses_find(fluv_ctx *ctx, fluv_masses *masses);
/* The mass that a ring belongs to. */
uint32_t fluv_mass_of_ring(const fluv_masses *masses, size_t ring);
/* Whether a place lies inside an odd number of rings. */
bool fluv_rings_hold(const fluv_rings *rings, fluv_vec p);

/* All that was drawn: what a file holds first, then what the recipe says. */
FLUV_MUST_CHECK fluv_status fluv_contour_gather(fluv_ctx *ctx, const fluv_contour_params *params,
                                                const fluv_landscape *land, fluv_shapes *out);
/* What was drawn, and which of it the stage `place` asked for: the last of the rivers and mouths.
 */
typedef struct fluv_drawn {
    fluv_shapes *shapes;
    const fluv_placed *placed; /* NULL: nothing is */
    fluv_list which;           /* uint32_t, the river of `placed` that each of them is */
    size_t mouths;             /* so many of them */
    size_t rivers_by_hand;     /* rivers before those, the last of them, that the recipe draws */
    size_t mouths_by_hand;
    fluv_rings kept;      /* rivers of an earlier result; where they do not fit they are left out */
    fluv_list which_kept; /* uint32_t, as `which` */
} fluv_drawn;

void fluv_drawn_free(fluv_drawn *drawn); /* but for its shapes */

/* Adds placed rivers and mouths; with `contour` those alone that it does not have. */
FLUV_MUST_CHECK fluv_status fluv_contour_take_placed(fluv_ctx *ctx, const fluv_landscape *land,
                                                     const fluv_contour *contour, fluv_drawn *to);
/* Rivers and mouths, checked against the outline: mouths of rivers first. What `out` holds already
 * stays as it is, and may be joined. */
FLUV_MUST_CHECK fluv_status fluv_contour_drawn(fluv_ctx *ctx, const fluv_landscape *land,
                                               const fluv_drawn *drawn, const fluv_masses *masses,
                                               fluv_sketched *out);
/* The layer `contour` with what was placed after it was made. Mouths that are nearer than `near` m
 * to one that is added make way for it. */
FLUV_MUST_CHECK fluv_status fluv_contour_amend(fluv_ctx *ctx, fluv_landscape *land, double near);
/* Mouths in bays, apart from each other, on masses that have none among those from `placed` on:
 * appends fluv_mouth. */
FLUV_MUST_CHECK fluv_status fluv_mouths_place(fluv_ctx *ctx, const fluv_contour_params *params,
                                              const fluv_landscape *land, const fluv_masses *masses,
                                              size_t placed, fluv_list *mouths);

#endif
