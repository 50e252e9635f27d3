// SPDX-License-Identifier: MIT
/* Small terrains of many characters, each a pure function of its seed, and the same terrain as grid
 * and as mesh. */
#ifndef TERRAIN_H
#define TERRAIN_H

#include "water/topology.h"

typedef enum terrain_kind {
    TERRAIN_RANDOM,   /* every cell a height of its own */
    TERRAIN_STAIRS,   /* whole metres 1 .. 6: ties and flats everywhere */
    TERRAIN_NOISE,    /* smooth hills */
    TERRAIN_STEPS,    /* hills rounded to whole metres, as in 16-bit maps */
    TERRAIN_PLATEAUS, /* hills cut off at several levels */
    TERRAIN_PIT,      /* a slope with one pit */
    TERRAIN_BOWLS,    /* round hollows in a plain, overlapping */
    TERRAIN_ISLANDS,  /* islands in lakes in islands */
    TERRAIN_VOIDS,    /* hills with holes of nodata */
    TERRAIN_COAST,    /* hills, partly below sea level */
    TERRAIN_SWAMP,    /* a rough plain in whole metres: ponds of few levels beside one another */
    TERRAIN_KINDS
} terrain_kind;

typedef struct terrain {
    uint32_t cols, rows, cells;
    double cell;
    float *height;
} terrain;

const char *terrain_name(terrain_kind kind);
void terrain_init(terrain *t, uint32_t cols, uint32_t rows, double cell); /* heights are 0 */
void terrain_make(terrain *t, terrain_kind kind, uint64_t seed, uint32_t cols, uint32_t rows);
void terrain_free(terrain *t);
fluv_topology terrain_grid(const terrain *t);

/* The grid's cells as vertices of a mesh with the same neighbours, distances, areas and edge. */
typedef struct terrain_mesh {
    fluv_topology topology;
    uint32_t *first, *neighbour;
    double *x, *y, *areas;
    uint8_t *at_edge;
} terrain_mesh;

void terrain_mesh_make(terrain_mesh *mesh, const terrain *t);
void terrain_mesh_free(terrain_mesh *mesh);

/* Memory for tests; ends the program when there is none. */
void *test_room(size_t count, size_t size);

/* The level that water reaches in each cell if every hollow is full: the lowest highest point on
 * any way to an open or sea cell, by a plain heap. NaN in voids. */
void terrain_flood(const fluv_topology *topology, const float *height, const uint8_t *kind,
                   float *level);

#endif
