// SPDX-License-Identifier: MIT
/* Shallow water that runs over ground, wears it off and lays it down: one step at a time on a grid
 * with a rim (stages/shared/tiers.h says how it lies in memory). */
#ifndef FLUV_STAGES_HYDRAULIC_PIPES_H
#define FLUV_STAGES_HYDRAULIC_PIPES_H

#include "field/still.h"

#include <stddef.h>
#include <stdint.h>

/* A cell owns the pipes to its neighbours in the east, south-east, south and south-west; a flow
 * through one is positive away from its owner. The others belong to the neighbours. */
#define FLUV_PIPES 4

/* m by which ground beside still water stays above it, if it was. */
#define FLUV_PIPES_SHORE 0.05F
/* m below the surface up to which load may fill still water. */
#define FLUV_PIPES_SHALLOW 0.5F
/* In a grid of still water: dry ground beside water, which does not creep down from it. */
#define FLUV_PIPES_FIRM (1.5F * FLUV_STILL_HELD)
/* Share of the sea's depth that waves keep clear: where its floor falls away from the coast, what
 * is laid down on it does so too, and is no table just below the surface. */
#define FLUV_PIPES_WAVES 0.4F

/* How high the floor under still water may come, m, that lay at `first` as the storm began. */
static inline float fluv_pipes_top(float still, float first)
{
    float shallow = still - FLUV_PIPES_SHALLOW,
          clear = still == FLUV_STILL_SEA ? FLUV_PIPES_WAVES * first : shallow;
    float top = clear < shallow ? clear : shallow;
    return top > first ? top : first;
}

/* How water and ground act on each other, per step. */
typedef struct fluv_pipe_rules {
    float push[2];  /* flow gained a step by a pipe to an edge or a corner, per depth and drop */
    float drag[2];  /* friction: how much a flow is slowed, per flow and depth^-2 */
    float deepest;  /* m; pipes are no deeper, which keeps waves slower than the step can follow */
    float slope[2]; /* 1 / distance to a neighbour at an edge or a corner, 1/m */
    float rain;     /* m a step; where there is a grid, m a step per unit of the grid */
    float loss;     /* m a step that evaporates and soaks in */
    float capacity; /* m of load in a cell, per flow (m a step) and slope */
    float alone, gather; /* what water can carry more, times: alone + gather * root(flow) */
    float creep;         /* share of a drop in the ground that creeps down in a step, */
    float undercut;      /* and more where it falls to a stream, per root of its flow */
    float fan;      /* m a cell; what is laid down stands no higher than this above a neighbour */
    float dissolve; /* share of the missing load taken up in a step */
    float haste;    /* how many times faster than the water its load goes; 1: with the water, */
    float parts;    /* but no more than this share of it in a step */
    float mud;      /* share of a pile's height that goes to each lower neighbour as mud */
    float settle;   /* share of the load that is too much laid down in a step */
} fluv_pipe_rules;

/* Invariants: water >= 0, load >= 0, both 0 in the rim and where ground is NaN. */
typedef struct fluv_pipe_grids {
    uint32_t cols, rows;
    size_t stride;
    const float *ground;         /* m; in the rim: where water falls to, or NaN for a wall */
    const float *still;          /* field/still.h; the rim's too */
    const float *rain;           /* NULL: the same everywhere */
    float *change, *change_next; /* m, to be added to the ground */
    float *water, *water_next;   /* m */
    float *load, *load_next;     /* m of ground in the water */
    float *pipe[FLUV_PIPES];     /* flow wanted, m of depth a step */
    float *share;                /* of the flow wanted from a cell that is there to flow */
    float *flow;                 /* sum of the flow out of a cell, m; NULL: not wanted */
    double *lost, *taken; /* a row each: water lost to air and soil, water taken by the sea, m */
} fluv_pipe_grids;

/* What went over the rim in a step, m. */
typedef struct fluv_pipe_rim {
    double water, load;
} fluv_pipe_rim;

/* Values of work room that a thread needs. */
size_t fluv_pipes_room(uint32_t cols);
/* One step. */
fluv_pipe_rim fluv_pipes_step(const fluv_pipe_rules *rules, int threads, fluv_pipe_grids *grids,
                              float *work);

/* Its parts: all rows 0 .. rows of the first (row 0 is the rim's), then all bands of the second,
 * then the rim; then change, water and load are swapped with the next ones. Rows and bands do not
 * depend on each other. */
void fluv_pipes_flow_row(const fluv_pipe_rules *rules, const fluv_pipe_grids *grids, uint32_t row);
void fluv_pipes_balance_rows(const fluv_pipe_rules *rules, const fluv_pipe_grids *grids,
                             uint32_t begin, uint32_t end, float *work);
fluv_pipe_rim fluv_pipes_rim(const fluv_pipe_rules *rules, const fluv_pipe_grids *grids);

#endif
