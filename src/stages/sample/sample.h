// SPDX-License-Identifier: MIT
/* The stage `sample`: a construction tree on the frame's cells. */
#ifndef FLUV_STAGES_HYDROLOGY_SAMPLE_H
#define FLUV_STAGES_HYDROLOGY_SAMPLE_H

#include "hydrography/rivers.h"
#include "landscape/hydrology.h"
#include "landscape/placed.h"
#include "stages/stage.h"
#include "water/topology.h"

#include <math.h>

typedef struct fluv_sample_params {
#include "base/param_fields.h"
#include "stages/sample/sample.def"
} fluv_sample_params;

extern const fluv_stage fluv_stage_sample;

#define FLUV_LEAST_UP 0.02f /* m: land is not lower */

/* What a lagoon changes. */
typedef struct fluv_lagoon_cells {
    const fluv_frame *frame;
    uint8_t *kind; /* as fluv_cells_find_sea left it */
    float *height, *water;
    uint8_t *cover;
} fluv_lagoon_cells;

/* Holes of the contour are sea; other sea that the cells cut off is land. Remakes the coast. */
FLUV_MUST_CHECK fluv_status fluv_lagoons_settle(fluv_ctx *ctx, const fluv_lagoon_cells *cells,
                                                fluv_landscape *land);

/* What runs through a cell; FLUV_PATH_SIDE: it lies beside the middle of a wide river. */
enum { FLUV_PATH_NONE, FLUV_PATH_RIVER, FLUV_PATH_ARM, FLUV_PATH_SIDE };

#define FLUV_HALF_CELL 4.0 /* steps a cell of half widths */

/* Courses on cells: each cell of a path leads to a neighbour that is one too, to the sea, or over
 * the frame's edge. No way leads in a circle. */
typedef struct fluv_paths {
    const fluv_frame *frame;
    const uint8_t *kind; /* as fluv_cells_find_sea left it */
    float *height;       /* layer; out: the water's surface on paths, never rising downstream */
    uint8_t *path;       /* out: FLUV_PATH_… */
    uint8_t *rosgen;     /* out: its fluv_rosgen */
    uint32_t *down;      /* out: where it leads, FLUV_NONE: over the edge */
    uint8_t *half;       /* out: half its width, in cells / FLUV_HALF_CELL, at most 255 */
    double wide;         /* rivers in the map against those of the courses */
    int8_t *aside;       /* out: where the course passes, see fluv_river_cells; 2 a cell */
    fluv_list *lost; /* out: uint32_t, upper ends of courses that find no way down by themselves;
                      * of each, `rosgen` is set */
    const uint8_t *kept; /* cells that were laid, and cut into the ground, before courses are drawn:
                          * these lie no higher than it, and join them; NULL: none */
    const uint32_t *lake; /* of a cell, FLUV_NONE: none; NULL: there are no lakes, or not yet */
} fluv_paths;

/* A place as cells know it. */
uint32_t fluv_paths_cell(const fluv_frame *frame, double x, double y); /* FLUV_NONE: outside */
static inline bool fluv_paths_sea(const fluv_paths *p, uint32_t cell)
{
    return p->kind[cell] & (FLUV_CELL_SEA | FLUV_CELL_VOID);
}
static inline bool fluv_paths_lake(const fluv_paths *p, uint32_t cell)
{
    return p->lake && p->lake[cell] != FLUV_NONE;
}
/* The path that a step between diagonal neighbours would cross, FLUV_NONE: none. */
uint32_t fluv_paths_crossed(const fluv_paths *p, uint32_t from, uint32_t to);
/* Notes that a course passes cell at x, y. */
void fluv_paths_note(const fluv_paths *p, uint32_t cell, double x, double y);
/* Notes how wide a course is there, m. */
static inline void fluv_paths_widen(const fluv_paths *p, uint32_t cell, double width)
{
    double half = 0.5 * FLUV_HALF_CELL * p->wide * width / p->frame->cell;
    p->half[cell] = half < 255.0 ? (uint8_t)half : 255;
}

/* Courses with less flow are left out, with all above them. */
FLUV_MUST_CHECK fluv_status fluv_paths_draw(fluv_ctx *ctx, const fluv_courses *courses,
                                            double least_flow, const fluv_paths *paths);
/* Side channels and arms of deltas that have cells of their own: appends fluv_arm, and how many
 * cells each has. */
FLUV_MUST_CHECK fluv_status fluv_arms_draw(fluv_ctx *ctx, const fluv_courses *courses,
                                           const fluv_paths *paths, fluv_list *arms,
                                           fluv_list *lengths);

/* Cells beside paths that their rivers cover: FLUV_PATH_SIDE, and led to the paths. */
FLUV_MUST_CHECK fluv_status fluv_sides_mark(fluv_ctx *ctx, const fluv_paths *paths);
/* They are no paths any more; where they lead is known to others by now. Kernel. */
void fluv_sides_forget(const fluv_paths *paths);

/* Whether rivers of an earlier result are to stay. Kernel. */
bool fluv_kept_any(const fluv_placed *placed);
/* Ground that fits all that was placed, and paths along the ways of its rivers, which are laid from
 * then on; to be called before courses are drawn. */
FLUV_MUST_CHECK fluv_status fluv_kept_draw(fluv_ctx *ctx, fluv_landscape *land,
                                           const fluv_topology *topology, fluv_paths *paths,
                                           fluv_laying *laying);

/* Ways of placed rivers, under construction. */
typedef struct fluv_ways_job {
    const fluv_paths *paths;
    const uint32_t *down; /* of the paths' cells */
    fluv_laying *laying;
} fluv_ways_job;

FLUV_MUST_CHECK fluv_status fluv_ways_lay(fluv_ctx *ctx, const fluv_landscape *land,
                                          const fluv_ways_job *job);
/* Adds what the rivers bring at their sources to the discharge of all cells below. Kernel. */
void fluv_ways_spring(const fluv_placed *placed, const fluv_ways_job *job, float *discharge);
/* Placed lakes as the tree has them. */
typedef struct fluv_pond_set {
    struct fluv_pond *ponds;
    uint32_t *lake; /* of a cell, FLUV_NONE: none; scratch */
    bool fit;       /* all of them can be laid as they are */
} fluv_pond_set;

/* Looks whether the lakes fit the cells. */
FLUV_MUST_CHECK fluv_status fluv_ponds_fit(fluv_ctx *ctx, const fluv_landscape *land,
                                           const fluv_paths *paths, fluv_pond_set *set);
/* Cells of placed lakes, levelled; none where they do not fit. Uses up the set. */
FLUV_MUST_CHECK fluv_status fluv_ponds_lay(fluv_ctx *ctx, const fluv_landscape *land,
                                           const fluv_ways_job *job, const fluv_pond_set *set);
/* Whether lakes and ways of rivers are all that placed things need on cells with hollows. */
bool fluv_ways_are_all(const fluv_placed *placed);

/* Flow over the cells, by a law of the drained area. */
typedef struct fluv_arm_flow {
    const fluv_paths *paths;
    const fluv_territories *law;
    const uint32_t *receiver;
    const double *area; /* m2 */
    float *discharge;   /* m3/s */
} fluv_arm_flow;

static inline double fluv_flow_law(const fluv_territories *law, double area)
{
    return law->flow * pow(area * 1e-6, law->flow_power);
}
/* The law gives two streams more than the one they make: what drains to a side channel itself
 * brings only what it adds to its river below. Kernel. */
void fluv_arms_settle(const fluv_arm_flow *flow, const fluv_list *arms, const fluv_list *lengths);
/* Keeps lines in neighbouring cells from crossing. Kernel. */
void fluv_paths_part(const fluv_paths *paths, int threads, const uint32_t *receiver);

#endif
