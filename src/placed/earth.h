// SPDX-License-Identifier: MIT
/* Inside src/placed: the ground that is worked on, and the works. Heights that are held are never
 * changed: frozen ground, the sea, voids, lakes that have their level. */
#ifndef FLUV_PLACED_EARTH_H
#define FLUV_PLACED_EARTH_H

#include "base/list.h"
#include "field/noise.h"
#include "landscape/placed.h"
#include "water/topology.h"

/* Why a height stays. */
typedef enum fluv_held {
    FLUV_FREE,
    FLUV_HELD,     /* it is frozen, or a placed lake has its level */
    FLUV_HELD_LAKE /* the map shows a lake */
} fluv_held;

typedef struct fluv_earth {
    fluv_frame frame;
    fluv_topology topology;
    const uint8_t *kind; /* see topology.h */
    const float *frozen; /* layer; NULL: nothing is */
    float *height;
    uint8_t *held;         /* fluv_held; not 0: this height stays */
    uint32_t *way;         /* the way that a cell belongs to, FLUV_NONE: none */
    uint32_t *lake;        /* the placed lake that a cell belongs to, FLUV_NONE: none */
    const uint8_t *barred; /* for each way whether none may run into it; NULL: all may */
    uint32_t *from;        /* work of searches: FLUV_NONE in all cells */
    double longer;         /* the frame's longer side, m */
    double slope;          /* of valley sides, rise over run */
    fluv_key key;          /* of what is uneven */
} fluv_earth;

static inline bool fluv_earth_is_land(const fluv_earth *earth, uint32_t cell)
{
    return !(earth->kind[cell] & (FLUV_CELL_VOID | FLUV_CELL_SEA));
}

/* The cell at a place, FLUV_NONE outside of the frame. */
uint32_t fluv_earth_cell(const fluv_earth *earth, double x, double y);

/* A noise at the middle of some cells. */
void fluv_earth_noise(const fluv_earth *earth, const fluv_noise *noise, const uint32_t *cells,
                      size_t count, float *out);

/* ---- Ways (path.c, legs.c, way.c) ---- */

/* Appends the cells under a line, each touching the next, as far as it runs inside the frame. None
 * comes twice. */
FLUV_MUST_CHECK fluv_status fluv_path_draw(fluv_ctx *ctx, const fluv_earth *earth, const double *xy,
                                           size_t points, fluv_list *cells);
/* The same for a line that only has to pass its points: between two of them it may leave the line
 * by `freedom` times their distance, to bend and to go where it climbs least. One that begins in
 * the sea is turned: the cells come from the source down. */
FLUV_MUST_CHECK fluv_status fluv_path_find(fluv_ctx *ctx, const fluv_earth *earth, const double *xy,
                                           size_t points, double freedom, fluv_list *cells);
/* From a cell on, which is not appended, over the lowest ground to water or ground below `level`,
 * or to the edge; with `to_water` lower ground will not do. `into` is the cell the way runs into,
 * FLUV_NONE: over the edge. */
FLUV_MUST_CHECK fluv_status fluv_way_on(fluv_ctx *ctx, const fluv_earth *earth, uint32_t from,
                                        float level, bool to_water, fluv_list *cells,
                                        uint32_t *into);

/* Whether the step from one cell to the next passes between two cells of a way; then that one of
 * them which is lower, else FLUV_NONE. */
uint32_t fluv_way_crossed(const fluv_earth *earth, uint32_t a, uint32_t b);

/* ---- Beds (bed.c) ---- */

typedef struct fluv_bed_job {
    const uint32_t *cells; /* of the way, from its source down */
    size_t count;
    double fall; /* in a metre, where the ground gives none */
} fluv_bed_job;

/* Where a bed fits worst. */
typedef struct fluv_bed_fault {
    uint32_t cell; /* FLUV_NONE: it fits everywhere */
    double below;  /* m that the ground lies below the bed there */
    bool held;     /* by ground further down that must stay; else by the way's end */
    bool hopeless; /* the ground there must stay as low as it is: there is no bed */
} fluv_bed_fault;

/* What a bed falls by in a metre: as usual, or less where the whole way to `end`, m, falls less.
 * The four are kernels. */
double fluv_bed_fall(const fluv_earth *earth, const fluv_bed_job *job, double end);
/* How low a bed lies at its end, m, if nothing there holds it up. */
float fluv_bed_end(const fluv_earth *earth, const fluv_bed_job *job);
/* From the end up: no cell may lie lower than what comes after it. */
fluv_bed_fault fluv_bed_lowest(const fluv_earth *earth, const fluv_bed_job *job, double end,
                               float *lowest);
/* The heights of a bed that falls all the way, with the least of earth moved: the ground where it
 * falls, a cut where it does not, no higher than `most`, the beds that join it, allow. */
fluv_bed_fault fluv_bed_find(const fluv_earth *earth, const fluv_bed_job *job, const float *lowest,
                             const float *most, float *bed);

/* ---- Sides (sides.c) ---- */

/* Ground that comes to be at a level, and slopes from there. */
typedef struct fluv_seed {
    uint32_t cell;
    float level;
    float flat;  /* m around it that stay level */
    float slope; /* of the sides, rise over run */
    float soft;  /* m over which a side's upper rim is rounded off */
} fluv_seed;

/* Lowers all that stands above the sides of valleys around the seeds. */
FLUV_MUST_CHECK fluv_status fluv_sides_cut(fluv_ctx *ctx, const fluv_earth *earth,
                                           const fluv_seed *seeds, size_t count);
/* Raises what lies below the sides of banks around the seeds. */
FLUV_MUST_CHECK fluv_status fluv_sides_fill(fluv_ctx *ctx, const fluv_earth *earth,
                                            const fluv_seed *seeds, size_t count);

/* ---- Lakes (basin.c) ---- */

/* The cells of a placed lake, rising, appended; a message names the lake where it cannot be. */
FLUV_MUST_CHECK fluv_status fluv_basin_cells(fluv_ctx *ctx, const fluv_earth *earth,
                                             const fluv_placed *placed, size_t lake,
                                             fluv_list *cells);
/* The level at which the least earth is moved, and the lowest ground around. */
FLUV_MUST_CHECK fluv_status fluv_basin_level(fluv_ctx *ctx, const fluv_earth *earth,
                                             const uint32_t *cells, size_t count, float *level,
                                             float *lowest);
/* Ground at the lake's level, held from then on, and a shore around it; with `gap` the shore has
 * one where the land falls. */
FLUV_MUST_CHECK fluv_status fluv_basin_shape(fluv_ctx *ctx, const fluv_earth *earth,
                                             const uint32_t *cells, const fluv_laid_lake *lake,
                                             bool gap);

/* ---- Peaks and passes (spots.c) ---- */

FLUV_MUST_CHECK fluv_status fluv_spot_raise(fluv_ctx *ctx, const fluv_earth *earth,
                                            const fluv_placed_spot *spot);

#endif
