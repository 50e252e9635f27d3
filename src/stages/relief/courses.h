// SPDX-License-Identifier: MIT
/* Rivers and lakes on their way to the cells. */
#ifndef FLUV_STAGES_RELIEF_COURSES_H
#define FLUV_STAGES_RELIEF_COURSES_H

#include "hydrography/lakes.h"
#include "stages/relief/parts.h"

/* A sample of a planned line: where it is and how high its bed lies, scaled. */
typedef struct fluv_sample {
    double x, y;
    float bed;
    float half;  /* half the river's width, cells */
    float floor; /* half the width of its valley's floor, cells */
    uint32_t cell;
    uint32_t river; /* as in fluv_layout_point */
    bool wet;
} fluv_sample;

/* Samples of all pieces of the plan, from one point of a line to the next (samples.c). */
typedef struct fluv_samples {
    fluv_sample *all;
    uint32_t *first; /* of the piece that begins at each point; one more: their end */
} fluv_samples;

FLUV_MUST_CHECK fluv_status fluv_relief_samples(fluv_ctx *ctx, const fluv_relief_job *job,
                                                fluv_samples *samples);

/* Cells of a river between its head or a lake and the next lake or its end. */
typedef struct fluv_stretch {
    size_t first, count; /* in the path's cells */
    uint32_t end;        /* the cell it runs into; NONE: over the edge */
    uint32_t from_lake;  /* the lake it leaves, or NONE */
} fluv_stretch;

typedef struct fluv_path {
    fluv_list cells;   /* uint32_t */
    fluv_list beds;    /* float */
    fluv_list samples; /* fluv_sample: all of the way, up to the sea */
    fluv_stretch stretch[2];
    int stretches;
} fluv_path;

/* Marks the cells of a planned lake if there is room; its place in job->lakes, or NONE. */
FLUV_MUST_CHECK fluv_status fluv_relief_lake_place(fluv_ctx *ctx, fluv_relief_job *job,
                                                   const fluv_layout_lake *lake, uint32_t *queue,
                                                   uint32_t *place);
/* Takes the cells back again; the lake must be the last. */
void fluv_relief_lake_forget(fluv_relief_job *job, const fluv_layout_lake *lake);
/* Leads the lake's water to its exit. */
void fluv_relief_lake_drain(fluv_relief_job *job, uint32_t place, uint32_t *queue);
/* A cell of a lake in or beside a cell that a step can reach without crossing other water, NONE:
 * none. `except`: a lake that does not count. */
uint32_t fluv_relief_lake_beside(const fluv_relief_job *job, uint32_t cell, uint32_t except);
/* How steep the land of a lake's region is, rise over run (heights.c). */
float fluv_relief_slope(const fluv_relief_job *job, const fluv_layout_lake *lake);
/* Floors under all lakes. */
FLUV_MUST_CHECK fluv_status fluv_relief_lake_floors(fluv_ctx *ctx, fluv_relief_job *job);
/* Whether a lake may cover the cell. */
bool fluv_relief_lake_free(const fluv_relief_job *job, uint32_t cell, uint32_t own);
/* The cells of a placed lake; its place in job->lakes. Where it has no room it is refused, one of
 * an earlier result left out (placed_lakes.c). */
FLUV_MUST_CHECK fluv_status fluv_relief_lake_lay(fluv_ctx *ctx, fluv_relief_job *job,
                                                 const fluv_layout_lake *lake, bool *left_out);
/* A placed lake of an earlier result is not to be had (placed_lakes.c). */
void fluv_relief_leave_out(fluv_relief_job *job, uint32_t lake);
/* The floor of a placed lake, no more than `deepest` under its surface (placed_lakes.c). */
FLUV_MUST_CHECK fluv_status fluv_relief_lake_floor(fluv_ctx *ctx, fluv_relief_job *job,
                                                   uint32_t own, float deepest);

#endif
