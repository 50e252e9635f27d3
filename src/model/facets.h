// SPDX-License-Identifier: MIT
/* A grid covered with as few right triangles as an error allows. */
#ifndef FLUV_MODEL_FACETS_H
#define FLUV_MODEL_FACETS_H

#include "base/ctx.h"

#define FLUV_FACET_VOID  0u         /* a cell that no triangle covers */
#define FLUV_FACET_ALONE UINT32_MAX /* a cell that shares no triangle with another */

/* What is to be covered. Corner (col, row) of the cells has index row * (cols + 1) + col. */
typedef struct fluv_facet_ground {
    uint32_t cols, rows;
    const uint32_t *kind; /* of each cell: only cells of one kind share a triangle */
    const float *height;  /* of each corner, m; NULL: flat */
    const uint8_t *care;  /* how many times each corner's error counts; NULL: once */
} fluv_facet_ground;

/* All memory is scratch. */
typedef struct fluv_facets {
    fluv_facet_ground ground;
    uint32_t block;        /* side of the largest triangles, cells: a power of two */
    uint32_t across, down; /* blocks */
    uint32_t stride;       /* corners in a row of the blocks */
    float *error; /* of each corner of the blocks: what is lost, m, if no triangle has it as a
                   * corner. INFINITY: it must be one; -1: there is nothing around it */
} fluv_facets;

typedef struct fluv_facet {
    uint32_t corner[3]; /* counter-clockwise seen from above, x east and y south */
    uint32_t cell;      /* one of the cells it covers */
} fluv_facet;

FLUV_MUST_CHECK fluv_status fluv_facets_measure(fluv_ctx *ctx, const fluv_facet_ground *ground,
                                                fluv_facets *facets);

/* The smallest error, at least `least`, at which there are no more than `most` triangles; INFINITY
 * when there is none. */
float fluv_facets_choose(const fluv_facets *facets, size_t most, float least);

/* The triangles at that error, `*count` of them, in scratch. */
FLUV_MUST_CHECK fluv_status fluv_facets_list(fluv_ctx *ctx, const fluv_facets *facets, float error,
                                             fluv_facet **list, size_t *count);

#endif
