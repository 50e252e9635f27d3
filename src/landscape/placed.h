// SPDX-License-Identifier: MIT
/* What the author placed, and where it came to lie on the cells.
 *
 * Layer `placed`: rivers, lakes, peaks and passes as they were asked for, in CRS coordinates.
 * Layer `laid`:   the cells of those rivers and lakes, once there is ground; whatever happens to
 * the ground in place, they keep them.
 *
 * Each is one shared block that begins with its struct; pointers lead into the same block. Ground
 * that stays is the layer `frozen`. */
#ifndef FLUV_LANDSCAPE_PLACED_H
#define FLUV_LANDSCAPE_PLACED_H

#include "base/list.h"
#include "landscape/landscape.h"

/* ---- As asked for ---- */

/* Who placed a thing, so that a refusal can point at it. Zeroed: nobody knows. */
typedef struct fluv_placed_by {
    const char *param; /* "place.rivers", "place.file", …: lives as long as the program */
    uint32_t stage;    /* its place in the recipe */
    int row;           /* of that list, from 0; -1: none */
} fluv_placed_by;

/* Adds to a failure, which was just put into the context, who placed what it is about; returns the
 * failure. */
FLUV_MUST_CHECK fluv_status fluv_blame(fluv_ctx *ctx, const fluv_placed_by *by,
                                       fluv_status failure);

typedef struct fluv_placed_river {
    char name[FLUV_NAME_ROOM];         /* "": none */
    uint32_t first_point, point_count; /* in `xy`, from its source down */
    double discharge;                  /* m3/s that it brings at its source */
    double width;                      /* m; 0: what is usual */
    bool kept;                         /* of an earlier result: it may have lost its land */
    bool mapped;                       /* of a survey: left out where it cannot be laid, */
    double mend;                       /* or would be cut deeper than this, m */
    double freedom;                    /* how far it may leave its line, as a share of the
                                        * distance of two points */
    fluv_placed_by by;
} fluv_placed_river;

typedef struct fluv_placed_lake {
    char name[FLUV_NAME_ROOM];
    double x, y;                       /* a place in it */
    double area, depth;                /* m2, m; depth 0: as its shores suggest */
    float level;                       /* m; NaN: where the ground has it */
    int64_t id;                        /* that it had on cells like these; 0: it gets one */
    bool follows;                      /* far from its level, the ground has it */
    bool made;                         /* its shore was made for its area, and gives way */
    uint32_t first_point, point_count; /* its shore in `xy`; none: by place and area */
    uint32_t first_ring, ring_count;   /* that shore in `rings`: around it, then its islands */
    fluv_placed_by by;
} fluv_placed_lake;

typedef enum fluv_spot_kind {
    FLUV_SPOT_PEAK,    /* the highest ground around */
    FLUV_SPOT_PASS,    /* the lowest way over a ridge */
    FLUV_SPOT_MOUTH,   /* a river reaches the sea here */
    FLUV_SPOT_NO_LAKE, /* a hollow here is drained */
    FLUV_SPOT_SUMMIT,  /* a mountain that is there by itself: this is only its name */
    FLUV_SPOT_LAND     /* a region, about its middle and so wide: only its name */
} fluv_spot_kind;

typedef struct fluv_placed_spot {
    char name[FLUV_NAME_ROOM];
    fluv_spot_kind kind;
    double x, y;
    double height; /* m; peaks and passes */
    double radius; /* m, of what is raised or lowered; 0: by the slope of the sides */
    double weight; /* of a mouth: 0 a brook .. 1 the greatest river */
    fluv_placed_by by;
} fluv_placed_spot;

typedef struct fluv_placed {
    double slope; /* of valley sides that are cut, rise over run */
    size_t river_count, lake_count, spot_count;
    size_t point_count; /* of `xy`, also those that nothing uses any more */
    const fluv_placed_river *rivers;
    const fluv_placed_lake *lakes;
    const fluv_placed_spot *spots;
    const double *xy;      /* x, y, x, y, … */
    const uint32_t *rings; /* of lakes: how many points each has */
} fluv_placed;

/* The shore of a lake that has one: around it, then its islands. Scratch. */
FLUV_MUST_CHECK fluv_status fluv_placed_shore(fluv_ctx *ctx, const fluv_placed *placed,
                                              const fluv_placed_lake *lake, fluv_outline *shore);

/* The numbers of all rivers, those that others end on before these; where they end on each other in
 * a ring, in their own order. A river ends on another whose line is so `near` to its last point,
 * m. */
FLUV_MUST_CHECK fluv_status fluv_placed_order(fluv_ctx *ctx, const fluv_placed *placed, double near,
                                              uint32_t *order);

/* A placed thing's name, for a message. */
static inline const char *fluv_called(const char *name)
{
    return *name ? name : "without a name";
}

/* Whether a lake, or a line, lies in the frame or may do so: their boxes meet. */
bool fluv_placed_lake_in_frame(const fluv_frame *frame, const fluv_placed *placed,
                               const fluv_placed_lake *lake);
bool fluv_placed_river_in_frame(const fluv_frame *frame, const fluv_placed *placed,
                                const fluv_placed_river *river);

/* The same under construction. Zeroed is valid. */
typedef struct fluv_placing {
    double slope;
    uint32_t stage; /* that places things: its place in the recipe */
    fluv_list rivers, lakes, spots;
    fluv_list xy, rings; /* double, two a point; uint32_t */
} fluv_placing;

void fluv_placing_free(fluv_placing *placing);
/* What is placed already, to be added to; to be freed also after a failure. */
FLUV_MUST_CHECK fluv_status fluv_placing_open(fluv_ctx *ctx, const fluv_landscape *land,
                                              fluv_placing *placing);
/* What the stage at work places, by a parameter and a row of its list; -1: none. */
fluv_placed_by fluv_placing_by(const fluv_placing *placing, const char *param, int row);
/* One more ring of a lake's shore, whose points stand last in `xy` already. */
FLUV_MUST_CHECK fluv_status fluv_placing_ring(fluv_ctx *ctx, uint32_t points,
                                              fluv_placed_lake *lake, fluv_placing *placing);
/* NULL with a message on failure. */
fluv_shared *fluv_placed_seal(fluv_ctx *ctx, const fluv_placing *placing);

/* ---- On the cells ---- */

/* A way that water is led along: each cell touches the next, and the ground falls from one to the
 * next. */
typedef struct fluv_laid_way {
    uint32_t river;                  /* which one it belongs to; FLUV_NONE: it drains a hollow */
    uint32_t first_cell, cell_count; /* from its source down */
    uint32_t drawn; /* so many of them are the river's; the others lead on from it, or to it */
    uint32_t end; /* the cell it runs into: sea, a lake or another way; FLUV_NONE: over the edge */
} fluv_laid_way;

typedef struct fluv_laid_lake {
    uint32_t first_cell, cell_count; /* rising; none: it lies outside the frame */
    float level;
} fluv_laid_lake;

typedef struct fluv_laid {
    size_t way_count, lake_count; /* a lake for each that is placed */
    const fluv_laid_way *ways;    /* those that others run into first */
    const fluv_laid_lake *lakes;
    const uint32_t *cells;
} fluv_laid;

typedef struct fluv_laying {
    fluv_list ways, lakes, cells;
} fluv_laying;

void fluv_laying_free(fluv_laying *laying);
/* What is laid already; to be freed also after a failure. */
FLUV_MUST_CHECK fluv_status fluv_laying_open(fluv_ctx *ctx, const fluv_laid *laid,
                                             fluv_laying *laying);
fluv_shared *fluv_laid_seal(fluv_ctx *ctx, const fluv_laying *laying);

#endif
