// SPDX-License-Identifier: MIT
/* What the kernels of water run on: the cells of a grid with eight neighbours, or the vertices of a
 * mesh. One description serves both; hot loops have a form of their own for grids. */
#ifndef FLUV_WATER_TOPOLOGY_H
#define FLUV_WATER_TOPOLOGY_H

#include "interfluve.h"
#include "mesh/mesh.h"

#include <assert.h>
#include <math.h>

#define FLUV_DEGREE FLUV_MESH_DEGREE /* no cell has more neighbours */

/* A grid when cols > 0, otherwise a mesh: vertex v has neighbours neighbour[first[v]] to
 * neighbour[first[v + 1] - 1], in rising order, none twice. */
typedef struct fluv_topology {
    uint32_t count; /* cells, or vertices */
    uint32_t cols, rows;
    double cell; /* side of a grid's cell, m */
    const uint32_t *first, *neighbour;
    const double *x, *y;    /* mesh: positions, m */
    const double *areas;    /* mesh: Voronoi areas, m2 */
    const uint8_t *at_edge; /* mesh: vertex on the frame's edge */
} fluv_topology;

static inline fluv_topology fluv_topology_grid(uint32_t cols, uint32_t rows, double cell)
{
    assert(cols > 0 && rows > 0 && (uint64_t)cols * rows < FLUV_NONE && cell > 0.0);
    return (fluv_topology){.count = cols * rows, .cols = cols, .rows = rows, .cell = cell};
}

/* The mesh's own arrays, borrowed. */
static inline fluv_topology fluv_topology_mesh(const fluv_mesh *mesh)
{
    return (fluv_topology){.count = mesh->count,
                           .first = mesh->first,
                           .neighbour = mesh->neighbour,
                           .x = mesh->x,
                           .y = mesh->y,
                           .areas = mesh->area,
                           .at_edge = mesh->at_edge};
}

typedef struct fluv_around {
    uint32_t count;
    uint32_t cell[FLUV_DEGREE]; /* rising, so that ties fall to the lowest index */
} fluv_around;

/* A cell inside a grid has all eight neighbours, at fixed distances in memory. */
static inline fluv_around fluv_around_inner(uint32_t cols, uint32_t cell)
{
    fluv_around around;
    around.count = 8;
    around.cell[0] = cell - cols - 1;
    around.cell[1] = cell - cols;
    around.cell[2] = cell - cols + 1;
    around.cell[3] = cell - 1;
    around.cell[4] = cell + 1;
    around.cell[5] = cell + cols - 1;
    around.cell[6] = cell + cols;
    around.cell[7] = cell + cols + 1;
    return around;
}

static inline fluv_around fluv_around_cell(const fluv_topology *topology, uint32_t cell)
{
    fluv_around around;
    around.count = 0;
    assert(cell < topology->count);
    if (!topology->cols) {
        assert(topology->first[cell + 1] - topology->first[cell] <= FLUV_DEGREE);
        for (uint32_t i = topology->first[cell]; i < topology->first[cell + 1]; i++)
            around.cell[around.count++] = topology->neighbour[i];
        return around;
    }
    uint32_t col = cell % topology->cols, row = cell / topology->cols;
    if (col - 1 < topology->cols - 2 && row - 1 < topology->rows - 2 && topology->cols > 2 &&
        topology->rows > 2)
        return fluv_around_inner(topology->cols, cell);
    uint32_t left = col > 0 ? col - 1 : 0;
    uint32_t right = col + 1 < topology->cols ? col + 1 : col;
    uint32_t top = row > 0 ? row - 1 : 0;
    uint32_t bottom = row + 1 < topology->rows ? row + 1 : row;
    for (uint32_t r = top; r <= bottom; r++)
        for (uint32_t c = left; c <= right; c++)
            if (r != row || c != col)
                around.cell[around.count++] = r * topology->cols + c;
    return around;
}

/* Distances within a frame neither overflow nor vanish when squared: hypot() is not needed. */
static inline double fluv_vertex_distance(const fluv_topology *topology, uint32_t a, uint32_t b)
{
    double dx = topology->x[a] - topology->x[b], dy = topology->y[a] - topology->y[b];
    return sqrt(dx * dx + dy * dy);
}

static inline double fluv_cell_distance(const fluv_topology *topology, uint32_t a, uint32_t b)
{
    assert(a < topology->count && b < topology->count && a != b);
    if (topology->cols) {
        bool straight =
            a % topology->cols == b % topology->cols || a / topology->cols == b / topology->cols;
        return straight ? topology->cell : topology->cell * M_SQRT2;
    }
    return fluv_vertex_distance(topology, a, b);
}

/* The same for two that need not be neighbours, where `a` lies inside the grid or is one: then
 * the difference of their numbers tells whether they are. */
static inline double fluv_cell_span(const fluv_topology *topology, uint32_t a, uint32_t b)
{
    uint32_t cols = topology->cols, step = a > b ? a - b : b - a;
    if (!cols)
        return fluv_vertex_distance(topology, a, b);
    if (cols > 2 && (step == 1 || step == cols))
        return topology->cell;
    if (cols > 2 && (step == cols - 1 || step == cols + 1))
        return topology->cell * M_SQRT2;
    double across = (double)(a % cols) - (double)(b % cols);
    double along = (double)(a / cols) - (double)(b / cols);
    return topology->cell * hypot(across, along);
}

static inline double fluv_cell_area(const fluv_topology *topology, uint32_t cell)
{
    return topology->cols ? topology->cell * topology->cell : topology->areas[cell];
}

static inline bool fluv_cell_at_edge(const fluv_topology *topology, uint32_t cell)
{
    if (!topology->cols)
        return topology->at_edge[cell];
    uint32_t col = cell % topology->cols, row = cell / topology->cols;
    return col == 0 || row == 0 || col + 1 == topology->cols || row + 1 == topology->rows;
}

/* What a cell is to water. Land that is open touches the frame's edge or a void: water that
 * cannot go lower leaves there. */
enum {
    FLUV_CELL_VOID = 1, /* no height: outside */
    FLUV_CELL_SEA = 2,  /* water that arrives is gone */
    FLUV_CELL_OPEN = 4,
    FLUV_CELL_PARCHED = 8, /* what falls here never gathers */
    FLUV_CELL_HELD = 16    /* keeps its height */
};

/* The same for a cell whose kind is known: one that is not open lies inside the grid. */
static inline fluv_around fluv_around_known(const fluv_topology *topology, const uint8_t *kind,
                                            uint32_t cell)
{
    if (!topology->cols || (kind[cell] & FLUV_CELL_OPEN))
        return fluv_around_cell(topology, cell);
    return fluv_around_inner(topology->cols, cell);
}

/* For asserts: every receiver is a cell of the topology or NONE. */
bool fluv_receivers_inside(const fluv_topology *topology, const uint32_t *receiver);

/* Where one comes to by going to the lowest neighbour again and again. */
uint32_t fluv_cell_lowest_below(const fluv_topology *topology, const float *height, uint32_t cell);

/* Marks voids (heights that are not finite) and open cells; `kind` holds no sea yet. */
void fluv_cells_classify(const fluv_topology *topology, int threads, const float *height,
                         uint8_t *kind);
/* Marks as sea what lies at or below 0 and is joined to the edge, a void or what is sea already by
 * such cells.
 * `queue` has room for all cells. Returns how many there are. */
uint32_t fluv_cells_find_sea(const fluv_topology *topology, const float *height, uint8_t *kind,
                             uint32_t *queue);

#endif
