// SPDX-License-Identifier: MIT
/* Inside the stage `relief`: heights on the mesh, rivers and lakes on the cells, the ground. */
#ifndef FLUV_STAGES_RELIEF_PARTS_H
#define FLUV_STAGES_RELIEF_PARTS_H

#include "base/list.h"
#include "field/lattice.h"
#include "hydrography/channel.h"
#include "landscape/basins.h"
#include "landscape/layout.h"
#include "landscape/regions.h"
#include "landscape/shore.h"
#include "stages/relief/relief.h"
#include "water/topology.h"

/* What a cell is besides land and ocean. */
enum {
    FLUV_CELL_RIVER = 1,
    FLUV_CELL_WET = 2,   /* of a river: there is water in it */
    FLUV_CELL_SPLIT = 4, /* of a river: an arm of a delta leaves it here */
    FLUV_CELL_ARM = 8,   /* of a river: an arm */
    FLUV_CELL_LAKE = 16,
    FLUV_CELL_DONE = 32, /* its height is known */
    FLUV_CELL_SIDE = 64  /* beside a wide river, which will cover it */
};

#define FLUV_HALF_CELL 16.0F

/* What a vertex of the mesh is besides land and ocean. */
enum {
    FLUV_VERTEX_RIVER = 1,
    FLUV_VERTEX_DRAWN = 2, /* a river that the author drew */
    FLUV_VERTEX_FLOWS = FLUV_VERTEX_RIVER | FLUV_VERTEX_DRAWN,
    FLUV_VERTEX_LAKE = 4
};

typedef struct fluv_relief_job {
    const fluv_relief_params *params;
    fluv_landscape *landscape;
    fluv_frame frame;
    const fluv_basins *basins;
    const fluv_layout *plan;
    const fluv_regions *regions;
    const fluv_shore *shore;
    fluv_channel_shape shape;
    double longer;    /* the frame's longer side, m */
    float unit, peak; /* what mountains usually grow to, m, and the height that stands for it */
    /* On the mesh. */
    float *high;    /* heights, as grown at first, then scaled, m */
    float *alone;   /* the same, each catchment grown from its own water alone */
    float *hills;   /* strength of small hills, m; of dunes where it is negative */
    float *steep;   /* how steep hillsides are, rise over run; after scaling as it scales */
    uint8_t *river; /* the enum above */
    float *flow;    /* discharge of a river there, as planned, m3/s */
    /* On a lattice. */
    fluv_lattice lattice;
    float *sheet, *sheet_hills; /* the same, smooth */
    /* On the cells; `height` holds the water's surface where there is water. */
    fluv_topology topology;
    uint8_t *kind;      /* as the kernels of water want it */
    uint8_t *state;     /* the enum above; scratch */
    uint16_t *half;     /* of a river: half its width as planned, cells / FLUV_HALF_CELL; scratch */
    uint16_t *floor;    /* of a river: half the width of its valley's floor, in the same; scratch */
    uint32_t *lake_of;  /* a lake's place in `lakes`, or NONE; scratch */
    uint32_t *receiver; /* layer */
    float *height;      /* layer */
    const uint8_t *cover;
    fluv_list lakes; /* of fluv_found_lake */
    fluv_list arms;  /* of fluv_arm */
    /* What the author placed and the plan has; NULL: nothing. */
    const fluv_placed *placed;
    float *steeper;    /* of vertices: how much steeper the land is around rivers that climb to a
                        * placed lake; NULL: no steeper */
    uint32_t *drawn;   /* the placed river that was drawn over a cell, one more; 0: none. Scratch */
    uint8_t *left_out; /* of each placed lake: it is of an earlier result and found no room; NULL
                        * before rivers are on the cells. Scratch */
    uint32_t left_count; /* so many of them, */
    double left_at[2];   /* and where the first lay */
    fluv_list heads; /* uint32_t: placed rivers on the cells, those that others join first, each */
                     /* with its first cell */
} fluv_relief_job;

/* What mountains usually grow to, and the height that stands for it (heights.c). */
void fluv_relief_range(fluv_relief_job *job);
/* The height before scaling that a height comes from; INFINITY: none does (levels.c). */
double fluv_relief_grown(const fluv_relief_job *job, double height);
/* Beds and plan such that placed lakes have their levels (levels.c). */
FLUV_MUST_CHECK fluv_status fluv_relief_levels(fluv_ctx *ctx, fluv_relief_job *job);
/* Refuses levels that the land does not reach (levels.c). */
FLUV_MUST_CHECK fluv_status fluv_relief_levels_hold(fluv_ctx *ctx, const fluv_relief_job *job);
/* Peaks and passes (spots.c). */
FLUV_MUST_CHECK fluv_status fluv_relief_spots(fluv_ctx *ctx, const fluv_relief_job *job);
/* Refuses those that the water around does not let be. */
FLUV_MUST_CHECK fluv_status fluv_relief_spots_expect(fluv_ctx *ctx, const fluv_relief_job *job);
/* Names of rivers after their mouths (names.c). */
FLUV_MUST_CHECK fluv_status fluv_relief_names(fluv_ctx *ctx, const fluv_relief_job *job);
/* The layer `laid`: where placed rivers and lakes came to lie (laid.c). */
FLUV_MUST_CHECK fluv_status fluv_relief_laid(fluv_ctx *ctx, fluv_relief_job *job);

/* The shore, and land that deltas have built (coast.c). */
FLUV_MUST_CHECK fluv_status fluv_relief_coast(fluv_ctx *ctx, fluv_relief_job *job);
/* Heights of the mesh's vertices (heights.c). */
FLUV_MUST_CHECK fluv_status fluv_relief_heights(fluv_ctx *ctx, fluv_relief_job *job);
/* How low water beyond its divide may bring a vertex, before scaling (heights.c). */
float fluv_relief_least(const fluv_relief_job *job, uint32_t v);
/* Wears the land between rivers, lakes and the sea, which stay (wear.c). */
FLUV_MUST_CHECK fluv_status fluv_relief_wear(fluv_ctx *ctx, fluv_relief_job *job);
/* A plan whose rivers begin where they have a valley (heads.c). */
FLUV_MUST_CHECK fluv_status fluv_relief_heads(fluv_ctx *ctx, fluv_relief_job *job);
/* What rivers carry, as planned, at the mesh's vertices (flow.c). */
FLUV_MUST_CHECK fluv_status fluv_relief_flow(fluv_ctx *ctx, fluv_relief_job *job);
/* The same of a line at one of its points, m3/s (flow.c). */
double fluv_relief_flow_at(const fluv_relief_job *job, uint32_t line,
                           const fluv_layout_point *point);
/* From the mesh to the lattice (sheet.c). */
FLUV_MUST_CHECK fluv_status fluv_relief_sheet(fluv_ctx *ctx, fluv_relief_job *job);
/* Rivers and lakes on the cells (courses.c). */
FLUV_MUST_CHECK fluv_status fluv_relief_courses(fluv_ctx *ctx, fluv_relief_job *job);
/* Cells beside wide rivers (sides.c): of all cells the distance to the nearest river or lake, m,
 * and its cell. */
typedef struct fluv_strip {
    const float *distance;
    const uint32_t *nearest;
} fluv_strip;
FLUV_MUST_CHECK fluv_status fluv_relief_sides(fluv_ctx *ctx, fluv_relief_job *job,
                                              const fluv_strip *strip);
/* All other land (ground.c). */
FLUV_MUST_CHECK fluv_status fluv_relief_ground(fluv_ctx *ctx, fluv_relief_job *job);

/* The cell that holds a place; for a place outside, the nearest. */
static inline uint32_t fluv_relief_cell(const fluv_frame *frame, double x, double y)
{
    double col = fmin(frame->cols - 1.0, fmax(0.0, floor((x - frame->west) / frame->cell)));
    double row = fmin(frame->rows - 1.0, fmax(0.0, floor((frame->north - y) / frame->cell)));
    return (uint32_t)row * frame->cols + (uint32_t)col;
}

/* A height as it was grown, scaled to the frame's range: order is kept. Up to FLUV_PRESSED of what
 * mountains usually grow to in proportion, what is higher pressed in below the range's end: the
 * highest peak has no say in how high others are. Powers and the like are worked out in double and
 * rounded, so that one mathematical library's last bit is as good as another's. */
#define FLUV_PRESSED 0.75
static inline float fluv_relief_scaled(const fluv_relief_job *job, float grown)
{
    double part = (double)grown / (double)job->unit, left = 1.0 - FLUV_PRESSED;
    double over = fmax(0.0, part - FLUV_PRESSED) / left;
    part = fmin(part, FLUV_PRESSED) + left * over / (1.0 + over);
    return part > 0.0 ? (float)((double)job->peak * pow(part, job->params->lowland)) : 0.0F;
}

/* Whether a diagonal step from `cell` to `to` would cross a diagonal step of a river or lake. */
static inline bool fluv_relief_crosses(const fluv_relief_job *job, uint32_t cell, uint32_t to)
{
    uint32_t cols = job->frame.cols;
    if (cell % cols == to % cols || cell / cols == to / cols)
        return false;
    uint32_t p = cell / cols * cols + to % cols, q = to / cols * cols + cell % cols;
    const uint8_t water = FLUV_CELL_RIVER | FLUV_CELL_LAKE;
    return (job->state[p] & water && job->receiver[p] == q) ||
           (job->state[q] & water && job->receiver[q] == p);
}

#endif
