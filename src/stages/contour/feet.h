// SPDX-License-Identifier: MIT
/* Where rivers drawn by hand end: on the coast, or on another river. */
#ifndef FLUV_STAGES_CONTOUR_FEET_H
#define FLUV_STAGES_CONTOUR_FEET_H

#include "stages/contour/contour.h"

/* A drawn line from its foot up, with room for a point more. */
typedef struct fluv_drawn_line {
    double *xy;
    size_t count;
    double added; /* length of a first piece that was not drawn, m */
} fluv_drawn_line;

/* A place on one of several lines. */
typedef struct fluv_spot_on_line {
    uint32_t line; /* FLUV_NONE: nowhere */
    fluv_vec at;
    double distance; /* from where it was looked for */
    double way;      /* from the line's beginning */
} fluv_spot_on_line;

fluv_spot_on_line fluv_spot_nearest(const fluv_rings *lines, size_t but, fluv_vec p);

/* Lets the line end on the coast: where it crosses it last within `most` of its foot, or at the
 * nearest place. Returns that place and the border's point before it. */
fluv_vec fluv_line_end_at_coast(const fluv_drawing *drawing, double most, fluv_drawn_line *line,
                                uint32_t *point);
/* The same for one of the lines, of which there is one at least. */
fluv_spot_on_line fluv_line_end_on_line(const fluv_drawing *drawing, const fluv_rings *lines,
                                        double most, fluv_drawn_line *line);
/* Whether the line leaves the land above its foot, and where. */
bool fluv_line_leaves_land(const fluv_drawing *drawing, const fluv_drawn_line *line,
                           fluv_vec *where);

/* Lines whose feet lie on the coast or on each other. */
typedef struct fluv_knotted_job {
    const fluv_rings *lines;
    size_t there;             /* the first of them stay as they are */
    fluv_sketch_foot *feet;   /* one a line; `way` and `drawn` follow the finer lines */
    const fluv_rings *beside; /* no river comes near these */
    double side;              /* of the frame, m */
    fluv_key key;
} fluv_knotted_job;

/* Lets rivers stray between their points; plain memory. */
FLUV_MUST_CHECK fluv_status fluv_lines_stray(fluv_ctx *ctx, const fluv_knotted_job *job,
                                             fluv_rings *out);

#endif
