// SPDX-License-Identifier: MIT
/* The plan of rivers and lakes: lines and shapes in metres, before there is ground. The layer
 * FLUV_LAYER_channels is one shared block that begins with a fluv_layout. */
#ifndef FLUV_LANDSCAPE_PLAN_H
#define FLUV_LANDSCAPE_PLAN_H

#include "base/random.h"
#include "landscape/landscape.h"
#include "landscape/shore.h"

typedef struct fluv_layout_point {
    double x, y;     /* CRS */
    double way;      /* m along its line, from the line's first point */
    float bed;       /* m before scaling; falls downstream */
    uint32_t vertex; /* of the basins' mesh: the nearest one upstream */
    bool wet;        /* false: the bed is dry */
    bool fixed;      /* it lies where the author drew it */
    uint32_t river;  /* the placed river it belongs to, one more; 0: none */
} fluv_layout_point;

/* A river from its source to the river it joins, or to the ocean or the edge. The arm of a delta
 * begins at a point of another line. */
typedef struct fluv_layout_line {
    uint32_t first_point, point_count;
    uint32_t into; /* the point of another line where it joins that line; NONE: it ends by itself */
    uint32_t from; /* arm of a delta: the point of another line where it begins; else NONE */
    uint32_t first_joining; /* the first line that joins this one; */
    uint32_t next_joining;  /* and the next one that joins what this line joins; NONE: none */
    float strength;         /* m3/s at its end; of an arm, its share of what reaches it, 0 .. 1 */
} fluv_layout_line;

typedef struct fluv_layout_lake {
    double x, y;        /* its middle, CRS */
    double radius;      /* m, before the outline's noise */
    double stretch;     /* length along its river against width, >= 1 */
    uint32_t line;      /* the river it lies on */
    uint32_t middle;    /* the point of that line at its middle; of a placed lake nothing */
    uint32_t placed;    /* which of the placed lakes it is, one more; 0: none. It has its shore,
                         * and lies nowhere farther from its middle than its radius */
    fluv_outline shore; /* of a placed lake */
} fluv_layout_lake;

#define FLUV_RAYS 96

/* Land that a delta has built into the sea, on a window of the shore's lattice. */
typedef struct fluv_layout_lobe {
    double x, y;         /* where the river came to the sea before, CRS */
    double reach;        /* the delta's size, m: about how far its main arm goes from there */
    uint32_t col, row;   /* the window's first cell in the shore's lattice */
    fluv_lattice window; /* spacing and corners as the shore's lattice has them */
    const float *depth;  /* m, of each point of the window: how far inside the new land it lies,
                          * negative outside */
} fluv_layout_lobe;

/* Lines stand strongest first, a line after the one it joins; arms of deltas come last.
 * Their points lie one line after another. */
typedef struct fluv_layout {
    uint32_t line_count, arm_count; /* arms included in line_count */
    uint32_t point_count, lake_count, lobe_count;
    const fluv_layout_line *lines;
    const fluv_layout_point *points;
    const fluv_layout_lake *lakes;
    const fluv_layout_lobe *lobes;
    double runoff;    /* m/y */
    double width;     /* of rivers against what is usual */
    double max_width; /* m; 0: no limit */
    bool spread;      /* wide rivers cover cells beside them */
    double outline;   /* of lakes: how far noise moves it, as a share of the radius */
    double bays;      /* width of its largest bays, in radii */
    int outline_octaves;
    fluv_key outline_key;
} fluv_layout;

/* The line of a point. */
uint32_t fluv_layout_line_of(const fluv_layout *plan, uint32_t point);
/* Whether a place lies inside closed rings, and outside of those in them. */
bool fluv_outline_holds(const fluv_outline *shore, double x, double y);
/* Distance from a shore, m, negative inside. */
double fluv_outline_beyond(const fluv_outline *shore, double x, double y);
/* How far a place lies from a lake's middle, 1 being its shore; of a placed lake only whether it
 * lies inside. */
double fluv_layout_lake_at(const fluv_layout *plan, const fluv_layout_lake *lake, double x,
                           double y);
/* A piece of a line, the way to it from a lake's middle, m, and what each metre of it counts. */
typedef struct fluv_layout_piece {
    const fluv_layout_point *from, *to;
    double along, steeper;
} fluv_layout_piece;

/* Whether that is less than `within`; sooner told. `near` is for that alone: zeroed for the first
 * place of a lake, and handed on from place to place, best to one beside it. */
bool fluv_layout_lake_holds(const fluv_layout *plan, const fluv_layout_lake *lake, double x,
                            double y, double within, fluv_layout_piece *near);
/* No shore of a lake lies farther from its middle than this, m. */
double fluv_layout_lake_reach(const fluv_layout *plan, const fluv_layout_lake *lake);

/* One of FLUV_RAYS directions, a unit vector; they go round against the clock, from the east. */
void fluv_layout_ray(uint32_t ray, double *dx, double *dy);
/* About how far a place lies inside a lobe's land, m; negative outside, -INFINITY off its window.
 */
double fluv_layout_lobe_at(const fluv_layout_lobe *lobe, double x, double y);
/* Raises the distances of the shore's lattice to those of a lobe; twice is as good as once. */
void fluv_layout_push_lobe(const fluv_layout_lobe *lobe, const fluv_lattice *lattice,
                           float *distance);
/* The shore with all lobes: writes the distances of its lattice, as many as it has cells. */
void fluv_layout_push_shore(const fluv_layout *plan, const fluv_shore *shore, float *distance);

/* A copy of all in one block; NULL with a message on failure. */
fluv_shared *fluv_layout_seal(fluv_ctx *ctx, const fluv_layout *plan);

static inline const fluv_layout *fluv_layout_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_channels);
}

#endif
