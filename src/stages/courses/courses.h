// SPDX-License-Identifier: MIT
/* The stage `courses`: rivers as curves. */
#ifndef FLUV_STAGES_HYDROLOGY_COURSES_H
#define FLUV_STAGES_HYDROLOGY_COURSES_H

#include "base/random.h"
#include "field/domain.h"
#include "field/noise.h"
#include "landscape/placed.h"
#include "landscape/rosgen.h"
#include "stages/stage.h"

#include <math.h>

typedef struct fluv_courses_params {
#include "base/param_fields.h"
#include "stages/courses/courses.def"
} fluv_courses_params;

extern const fluv_stage fluv_stage_courses;

#define FLUV_AXIS_POINTS 12.0 /* an edge */

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

/* Points of a way that was drawn by hand, downstream. Scratch memory. */
typedef struct fluv_drawn_way {
    fluv_vec *points;
    double *way; /* to a point from the first, m */
    uint32_t count;
} fluv_drawn_way;

/* A way to be drawn: a cubic from a to b, or part of a drawn one. */
typedef struct fluv_cubic {
    fluv_vec a, b, from, to;     /* ends, and the velocities there */
    const fluv_drawn_way *drawn; /* NULL: a cubic */
    double t0, t1;               /* of the drawn way: the part from a to b */
    double za, zb;
    double flow;
    fluv_rosgen type;
    double bend; /* how far it swings, against its type */
    double flat; /* half the floor of the river it joins, where it hardly falls; 0: falls evenly */
    double spacing; /* of the axis' points, m */
    double least;   /* m: points of the river are no nearer to each other, but at its ends */
    fluv_key key;
} fluv_cubic;

fluv_vec fluv_cubic_at(const fluv_cubic *way, double t);
fluv_vec fluv_cubic_along(const fluv_cubic *way, double t); /* velocity */
/* The part of a way between two of its parameters. */
fluv_cubic fluv_cubic_part(const fluv_cubic *way, double t0, double t1);
/* The drawn way as one to be drawn, its heights unset. */
fluv_cubic fluv_cubic_along_line(const fluv_drawn_way *line);
/* Half the width of the flat floor of its valley, m. */
double fluv_cubic_floor(const fluv_courses_params *params, const fluv_cubic *way);
/* Appends the points of the axis (fluv_axis_point) and of the river (fluv_course_point). */
FLUV_MUST_CHECK fluv_status fluv_cubic_draw(fluv_ctx *ctx, const fluv_courses_params *params,
                                            const fluv_cubic *way, fluv_course *course,
                                            fluv_list *points, fluv_list *axis);

/* ---- Rivers drawn by hand ---- */

/* The river graph and what was drawn. */
typedef struct fluv_drawn_graph {
    const fluv_contour *contour;
    const fluv_streams *streams;
} fluv_drawn_graph;

/* Where the edge above a node leaves its cell: halfway, along what was drawn. */
fluv_vec fluv_outlet_of(const fluv_drawn_graph *graph, uint32_t node);
/* Whether a node, which is no mouth, continues the drawn river of the one below it. */
bool fluv_continues_drawn(const fluv_drawn_graph *graph, uint32_t node);
/* How far rivers swing at a node, against what is usual: they keep to what was drawn. */
double fluv_drawn_bend(const fluv_drawn_graph *graph, uint32_t node);
/* The way through the cell of a drawn node from where `above` enters (FLUV_NONE: a source) to its
 * outlet, or to `sea`, where the node is a mouth; `middle`: the share of it above the node. Scratch
 * memory. */
FLUV_MUST_CHECK fluv_status fluv_drawn_through(fluv_ctx *ctx, const fluv_drawn_graph *graph,
                                               uint32_t node, uint32_t above, fluv_vec sea,
                                               fluv_drawn_way *out, double *middle);
/* The way of a drawn river, from where it enters the cell of a node on another, to its foot. */
FLUV_MUST_CHECK fluv_status fluv_drawn_into(fluv_ctx *ctx, const fluv_drawn_graph *graph,
                                            uint32_t node, fluv_drawn_way *out);
/* Where on a drawn way a place lies nearest, 0 .. 1. */
double fluv_drawn_nearest(const fluv_drawn_way *line, fluv_vec p);
/* Moves the end of a way, and with it the last of its points. */
void fluv_drawn_end_at(fluv_drawn_way *line, fluv_vec end);
void fluv_drawn_drop(fluv_ctx *ctx, fluv_drawn_way *line);
/* Courses of placed rivers get the widths that were asked for; `placed` may be NULL. */
FLUV_MUST_CHECK fluv_status fluv_placed_widen(fluv_ctx *ctx, const fluv_drawn_graph *graph,
                                              const fluv_placed *placed, fluv_course_lists *lists);

/* ---- Wandering ---- */

/* A field of shifts that leads courses aside. */
typedef struct fluv_drift {
    fluv_key key;
    double edge, far; /* m; far: how far places are led, at most */
    fluv_domain land;
    fluv_segments drawn; /* rivers */
} fluv_drift;

/* Scratch memory. */
FLUV_MUST_CHECK fluv_status fluv_drift_init(fluv_ctx *ctx, const fluv_courses_params *params,
                                            const fluv_drawn_graph *graph, fluv_key key,
                                            fluv_drift *out);
/* Leads a course aside, whose node is `coast` m from the coast. Kernel. */
void fluv_drift_course(const fluv_drift *wander, double coast, const fluv_course *course,
                       fluv_course_point *points, fluv_axis_point *axis);

/* Lowers courses that would run above the ground of others. */
FLUV_MUST_CHECK fluv_status fluv_courses_grade(fluv_ctx *ctx, const fluv_streams *streams,
                                               const fluv_territories *cells,
                                               const fluv_domain *land, fluv_course_lists *lists);

#define FLUV_LEAST_BELT 5.0 /* m: narrower braids are not drawn */

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
                                               const fluv_drawn_graph *graph, fluv_key key,
                                               fluv_course_lists *lists);

#endif
