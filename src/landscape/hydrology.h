// SPDX-License-Identifier: MIT
/* The layers between an outline and a construction tree: contour, network, cells, courses. All of
 * them are in metres of the CRS and know nothing of the frame's cells.
 *
 * Each is one shared block that begins with its struct, as the other vector layers. */
#ifndef FLUV_LANDSCAPE_HYDROLOGY_H
#define FLUV_LANDSCAPE_HYDROLOGY_H

#include "base/list.h"
#include "landscape/vectors.h"

/* Where a river reaches the sea. */
typedef struct fluv_mouth {
    double x, y;   /* on the contour */
    double weight; /* 0 a brook .. 1 the greatest of rivers */
    uint32_t mass; /* of land; not set in a drawing */
} fluv_mouth;

/* What a file says of a shape in its fields. Texts that are too long are cut off. */
typedef struct fluv_shape_facts {
    char name[FLUV_NAME_ROOM], kind[16];
    double discharge, width, freedom, area, depth, level, height, radius; /* NaN: not said */
} fluv_shape_facts;

/* What was drawn, in a recipe or a file. Nothing of it is checked. */
typedef struct fluv_shapes {
    fluv_rings outlines; /* counter-clockwise, holes clockwise */
    fluv_rings rivers;   /* open lines; a file's may run either way */
    fluv_list weights;   /* double, one a river: 1: the river keeps to the line .. 0 */
    fluv_list mouths;    /* fluv_mouth: all points */
    /* fluv_shape_facts of each outline, river and point of a file; none of those of a recipe */
    fluv_list outline_facts, river_facts, mouth_facts;
} fluv_shapes;

void fluv_shapes_free(fluv_shapes *shapes);

/* What a river drawn by hand ends on, and how it keeps to the drawing. */
typedef struct fluv_sketch_foot {
    uint32_t into; /* an earlier sketch; FLUV_NONE: the sea */
    double way;    /* up that sketch from its own foot, m */
    uint32_t mass; /* of land */
    double weight; /* 1: it keeps to the line .. 0 */
    double drawn;  /* way up from the foot to where the drawing begins: below, the line was added */
} fluv_sketch_foot;

/* Layer `contour`: the domain, the mouths on its border and rivers drawn by hand. A mass of land is
 * a ring that goes around it and its holes; the rings of a mass follow each other, the one around
 * it first. Sketch k has points first_point[k] .. first_point[k + 1] - 1, upstream from its foot.
 * The first mouths are those of the sketches that end in the sea, in their order. */
typedef struct fluv_contour {
    fluv_outline outline;
    size_t mass_count;
    const uint32_t *first_ring; /* of a mass; one more */
    size_t mouth_count;
    const fluv_mouth *mouths;
    fluv_outline sketches; /* its rings are open lines */
    const fluv_sketch_foot *feet;
} fluv_contour;

/* The rings of one mass of land as an outline of their own. Scratch memory. */
FLUV_MUST_CHECK fluv_status fluv_mass_outline(fluv_ctx *ctx, const fluv_contour *contour,
                                              size_t mass, fluv_outline *out);

/* Mouths and sketches under construction. */
typedef struct fluv_sketched {
    fluv_list mouths; /* fluv_mouth */
    fluv_rings lines;
    fluv_list feet; /* fluv_sketch_foot */
} fluv_sketched;

void fluv_sketched_free(fluv_sketched *sketched);

/* A node of the river graph; its edge leads down to its parent. */
typedef struct fluv_stream_node {
    double x, y;
    float z;           /* of the river, m; higher than the parent's */
    uint32_t parent;   /* an earlier node; FLUV_NONE: a mouth */
    uint8_t priority;  /* the number the grammar gave it, at most its order */
    uint8_t order;     /* Horton-Strahler number */
    uint32_t sketched; /* drawn by hand: 1 + the sketch; 0: grown */
    double way;        /* up its sketch from the foot, m */
    float floor;       /* half of the flat floor around it, m: what grows from it rises beyond */
} fluv_stream_node;

/* Layer `network`: trees of nodes, each after its parent; those of a mass of land follow each
 * other. */
typedef struct fluv_streams {
    size_t count;
    const fluv_stream_node *nodes;
    const uint32_t *first_node; /* of a mass of land; one more */
    double edge; /* length of an edge, m; the first and last of a sketch may be shorter */
    double rise; /* of rivers up to the highest springs, about, m: by what the stage was told, not
                  * by what came of it */
} fluv_streams;

/* A corner of a cell, at equal distance from three nodes. */
typedef struct fluv_crest {
    double x, y;
    float z;     /* the highest of the three, plus the terrain's slope times the distance */
    float slope; /* the terrain's, here; rise over run */
} fluv_crest;

typedef struct fluv_territory {
    double area;   /* of the cell inside the contour, m2 */
    double upland; /* with all cells above it, m2 */
    double flow;   /* m3/s */
    float coast;   /* distance from the node to the contour, m */
    float slope;   /* the terrain's at the node, rise over run */
    float least;   /* slope below which the ground would pass below this river, or from here below
                    * a higher one beside it */
    uint32_t first_corner, corner_count;
} fluv_territory;

/* The steepest hillsides that a territory has so that its river and those around keep apart. Where
 * that were not enough, the higher river is lowered (stages/courses/grade.c). */
static inline double fluv_territory_least(const fluv_territory *patch)
{
    double most = 0.25 + 1.5 * (double)patch->slope, least = (double)patch->least;
    return least < most ? least : most;
}

/* Layer `cells`: one a node, in the nodes' order. */
typedef struct fluv_territories {
    size_t count;
    const fluv_territory *patches;
    size_t corner_count;
    const fluv_crest *corners; /* counter-clockwise; outside the contour where cells are cut */
    double flow, flow_power;   /* m3/s of A km2: flow * A^flow_power */
    double slope;              /* of hillsides, about: by what the stage was told */
} fluv_territories;

/* After Rosgen: how a river looks from above and across. */
typedef enum fluv_rosgen {
    FLUV_ROSGEN_AA, /* A+: torrent, steeper than 10 % */
    FLUV_ROSGEN_A,  /* steep and straight */
    FLUV_ROSGEN_B,  /* riffles and steps */
    FLUV_ROSGEN_C,  /* meanders with point bars in a broad valley */
    FLUV_ROSGEN_D,  /* braided */
    FLUV_ROSGEN_DA, /* several stable channels */
    FLUV_ROSGEN_E,  /* narrow and winding, in meadows */
    FLUV_ROSGEN_F,  /* meanders cut into the land */
    FLUV_ROSGEN_G,  /* gully */
    FLUV_ROSGEN_TYPES
} fluv_rosgen;

const char *fluv_rosgen_name(fluv_rosgen type); /* "A+" … "G" */

/* The slopes, rise over run, that rivers of a type have. */
typedef struct fluv_slopes {
    double least, most;
} fluv_slopes;
fluv_slopes fluv_rosgen_slopes(fluv_rosgen type);

typedef struct fluv_course_point {
    double x, y;
    float z;     /* of the water's surface, m; never rises along the course */
    float width; /* m */
    float depth; /* m */
} fluv_course_point;

/* A point of a valley's axis, which the river winds around. */
typedef struct fluv_axis_point {
    double x, y;
    float z;     /* of the river, m */
    float floor; /* half the width of the valley's flat floor, m */
} fluv_axis_point;

/* From a source, a confluence or a cell's border down to the next one or the sea. */
typedef struct fluv_course {
    uint32_t first_point, point_count; /* downstream; the last is the first of `next` */
    uint32_t first_axis, axis_count;   /* the same way without the bends */
    uint32_t next;                     /* a course; FLUV_NONE: the sea */
    uint32_t node;                     /* the cell it lies in */
    uint8_t type;                      /* fluv_rosgen */
    double flow;                       /* m3/s */
    double upland;                     /* m2 */
} fluv_course;

/* A channel beside a river: it leaves the river and comes back to it, or reaches the sea. */
typedef struct fluv_branch {
    uint32_t first_point, point_count; /* downstream; the first and, unless `sea`, the last lie on
                                        * the course or on one that follows without a junction */
    uint32_t course;
    float share; /* of the course's flow */
    uint8_t sea; /* an arm of a delta */
} fluv_branch;

/* Land that a river has built into the sea: the coast around a place is moved out. */
typedef struct fluv_delta {
    double x, y;         /* where the coast was, at the mouth */
    double out_x, out_y; /* how far the coast is moved there, m */
    double reach;        /* from the mouth, m: beyond it the coast stays */
} fluv_delta;

/* What a delta moves a place of the coast by, adds to it. */
void fluv_delta_shift(const fluv_delta *delta, double *x, double *y);

/* Layer `courses`, upstream before downstream. */
typedef struct fluv_courses {
    size_t count;
    const fluv_course *courses;
    size_t point_count;
    const fluv_course_point *points;
    size_t axis_count;
    const fluv_axis_point *axis;
    size_t branch_count;
    const fluv_branch *branches;
    size_t delta_count;
    const fluv_delta *deltas;
    double width; /* of all rivers, against what is usual for their flow and type */
} fluv_courses;

/* Courses under construction: lists of what the layer holds. */
typedef struct fluv_course_lists {
    fluv_list courses, points, axis, branches, deltas;
} fluv_course_lists;

void fluv_course_lists_free(fluv_course_lists *lists);
/* Borrows the lists' memory; `width` is left 0. */
fluv_courses fluv_course_lists_read(const fluv_course_lists *lists);

/* Copies into one block. Each returns NULL with a message on failure. */
fluv_shared *fluv_contour_seal(fluv_ctx *ctx, const fluv_rings *rings, const fluv_list *first_ring,
                               const fluv_sketched *sketched);
fluv_shared *fluv_streams_seal(fluv_ctx *ctx, const fluv_streams *streams, size_t masses);
fluv_shared *fluv_territories_seal(fluv_ctx *ctx, const fluv_territories *patches);
fluv_shared *fluv_courses_seal(fluv_ctx *ctx, const fluv_courses *courses);

#endif
