// SPDX-License-Identifier: MIT
/* The stage `courses`: rivers as curves. */
#ifndef FLUV_STAGES_HYDROLOGY_COURSES_H
#define FLUV_STAGES_HYDROLOGY_COURSES_H

#include "base/random.h"
#include "field/segments.h"
#include "landscape/rosgen.h"
#include "stages/stage.h"

#include <math.h>

typedef struct fluv_courses_params {
#include "base/param_fields.h"
#include "stages/courses/courses.def"
} fluv_courses_params;

extern const fluv_stage fluv_stage_courses;

/* How a type of river looks from above and along; landscape/rosgen.h has its section. */
typedef struct fluv_river_form {
    double wavelength; /* of its bends, in widths */
    double swing;      /* of its bends to either side, of the wavelength */
    double floor;      /* half the valley's floor, in widths, besides the bends */
    double step;       /* length of its steps, in widths; 0: none */
    double belt;       /* half the width over which side channels spread, in widths; 0: none */
} fluv_river_form;

extern const fluv_river_form fluv_river_forms[FLUV_ROSGEN_TYPES];

/* What the type of a river depends on. */
typedef struct fluv_river_place {
    double slope;   /* rise over run */
    double flow;    /* m3/s */
    double coast;   /* distance to the coast, m */
    double terrain; /* slope of the hillsides */
} fluv_river_place;

fluv_rosgen fluv_rosgen_of(const fluv_courses_params *params, const fluv_river_place *place);

/* A way to be drawn: a cubic from a to b. */
typedef struct fluv_cubic {
    fluv_vec a, b, from, to; /* ends, and the velocities there */
    double za, zb;
    double flow;
    fluv_rosgen type;
    double bend; /* how far it swings, against its type */
    double flat; /* half the floor of the river it joins, where it hardly falls; 0: falls evenly */
    double spacing; /* of the axis' points, m */
    fluv_key key;
} fluv_cubic;

fluv_vec fluv_cubic_at(const fluv_cubic *way, double t);
fluv_vec fluv_cubic_along(const fluv_cubic *way, double t); /* velocity */
/* The part of a way between two of its parameters. */
fluv_cubic fluv_cubic_part(const fluv_cubic *way, double t0, double t1);
/* Half the width of the flat floor of its valley, m. */
double fluv_cubic_floor(const fluv_courses_params *params, const fluv_cubic *way);
/* Appends the points of the axis (fluv_axis_point) and of the river (fluv_course_point). */
FLUV_MUST_CHECK fluv_status fluv_cubic_draw(fluv_ctx *ctx, const fluv_courses_params *params,
                                            const fluv_cubic *way, fluv_course *course,
                                            fluv_list *points, fluv_list *axis);

/* Usual width of a river of one channel, m. */
static inline double fluv_course_width(const fluv_courses_params *params, double flow)
{
    return params->width * 7.2 * sqrt(flow);
}

/* The delta of a mouth that a river comes to from `above`, or one without reach. */
fluv_delta fluv_delta_at(const fluv_courses_params *params, fluv_vec mouth, fluv_vec above,
                         double flow, double edge);
/* Side channels of braided courses and arms of deltas: appends to branches and points. */
FLUV_MUST_CHECK fluv_status fluv_branches_draw(fluv_ctx *ctx, const fluv_courses_params *params,
                                               const fluv_contour *contour, fluv_key key,
                                               fluv_course_lists *lists);

#endif
