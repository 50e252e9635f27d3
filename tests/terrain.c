// SPDX-License-Identifier: MIT
#include "terrain.h"

#include "base/random.h"

#include <stdlib.h>
#include <string.h>

void *test_room(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        abort();
    return memory;
}

const char *terrain_name(terrain_kind kind)
{
    static const char *const names[TERRAIN_KINDS] = {"random",   "stairs", "noise", "steps",
                                                     "plateaus", "pit",    "bowls", "islands",
                                                     "voids",    "coast",  "swamp"};
    return names[kind];
}

void terrain_init(terrain *t, uint32_t cols, uint32_t rows, double cell)
{
    *t = (terrain){.cols = cols, .rows = rows, .cells = cols * rows, .cell = cell};
    t->height = test_room(t->cells, sizeof *t->height);
}

void terrain_free(terrain *t)
{
    free(t->height);
    *t = (terrain){0};
}

fluv_topology terrain_grid(const terrain *t)
{
    return fluv_topology_grid(t->cols, t->rows, t->cell);
}

/* ---- Characters ---------------------------------------------------------------------------------
 */

static double lattice(fluv_key key, int64_t x, int64_t y)
{
    return fluv_random_between(key, (uint64_t)x * 1000003u + (uint64_t)y, -1.0, 1.0);
}

static double smooth(double t)
{
    return t * t * (3.0 - 2.0 * t);
}

/* Value noise of one size; -1 .. 1. */
static double hill(fluv_key key, double x, double y)
{
    double fx = floor(x), fy = floor(y), u = smooth(x - fx), v = smooth(y - fy);
    int64_t i = (int64_t)fx, j = (int64_t)fy;
    double top = lattice(key, i, j) * (1.0 - u) + lattice(key, i + 1, j) * u;
    double bottom = lattice(key, i, j + 1) * (1.0 - u) + lattice(key, i + 1, j + 1) * u;
    return top * (1.0 - v) + bottom * v;
}

static double hills(fluv_key key, double x, double y)
{
    double sum = 0.0, share = 1.0, size = 9.0;
    for (uint64_t octave = 0; octave < 4; octave++, share *= 0.5, size *= 0.5)
        sum += share * hill(fluv_key_split(key, octave), x / size, y / size);
    return sum;
}

/* A cone of depth `deep` round a random place. */
static double bowl(fluv_key key, uint64_t which, const terrain *t, double x, double y)
{
    double cx = fluv_random_between(key, which * 4, 0.0, t->cols);
    double cy = fluv_random_between(key, which * 4 + 1, 0.0, t->rows);
    double wide = fluv_random_between(key, which * 4 + 2, 2.0, 2.0 + 0.3 * t->cols);
    double deep = fluv_random_between(key, which * 4 + 3, 1.0, 20.0);
    double d = hypot(x - cx, y - cy);
    return d < wide ? -deep * (1.0 - d / wide) : 0.0;
}

static double bowls(fluv_key key, const terrain *t, double x, double y)
{
    double lowest = 0.0;
    for (uint64_t i = 0; i < 8; i++)
        lowest = fmin(lowest, bowl(key, i, t, x, y));
    return 50.0 + lowest + 0.01 * x;
}

/* Rings: land, lake, island, lake, island, from the middle outwards. */
static double rings(fluv_key key, const terrain *t, double x, double y)
{
    double d = hypot(x - 0.5 * t->cols, y - 0.5 * t->rows) / (0.5 * fmin(t->cols, t->rows));
    return 30.0 + 15.0 * cos(d * 14.0) + 10.0 * (1.0 - d) + hill(key, x / 3.0, y / 3.0);
}

static double height_at(const terrain *t, terrain_kind kind, fluv_key key, uint32_t cell)
{
    double x = cell % t->cols, y = cell / t->cols, high = 100.0 + 60.0 * hills(key, x, y);
    switch (kind) {
    case TERRAIN_RANDOM:
        return fluv_random_between(key, cell, 0.5, 100.0);
    case TERRAIN_STAIRS:
        return (double)fluv_random_below(key, cell, 6) + 1.0;
    case TERRAIN_STEPS:
        return floor(high / 8.0) + 1.0;
    case TERRAIN_PLATEAUS:
        return fmin(fmax(high, 70.0), 130.0) + (high > 90.0 && high < 110.0 ? 90.0 - high : 0.0);
    case TERRAIN_PIT:
        return 10.0 + x + 0.3 * y + (cell == t->rows / 2 * t->cols + t->cols / 2 ? -8.0 : 0.0);
    case TERRAIN_BOWLS:
        return bowls(key, t, x, y);
    case TERRAIN_ISLANDS:
        return rings(key, t, x, y);
    case TERRAIN_VOIDS: {
        double hole = hill(fluv_key_split(key, 9), x / 5.0, y / 5.0);
        return hole > 0.6 || hole < -0.75 ? NAN : high;
    }
    case TERRAIN_COAST:
        return high - 100.0;
    case TERRAIN_SWAMP:
        return rint(30.0 + 4.0 * hills(key, x, y) + fluv_random_between(key, cell, -0.7, 0.7));
    default:
        return high;
    }
}

void terrain_make(terrain *t, terrain_kind kind, uint64_t seed, uint32_t cols, uint32_t rows)
{
    static const double sides[] = {1.0, 30.0, 27.5, 100.0};
    terrain_init(t, cols, rows, sides[seed % 4]);
    fluv_key key = fluv_key_make(seed, "terrain", terrain_name(kind));
    for (uint32_t c = 0; c < t->cells; c++)
        t->height[c] = (float)height_at(t, kind, key, c);
}

/* ---- The same as a mesh -------------------------------------------------------------------------
 */

void terrain_mesh_make(terrain_mesh *mesh, const terrain *t)
{
    fluv_topology grid = terrain_grid(t);
    mesh->first = test_room((size_t)t->cells + 1, sizeof *mesh->first);
    mesh->neighbour = test_room((size_t)t->cells * 8, sizeof *mesh->neighbour);
    mesh->x = test_room(t->cells, sizeof *mesh->x);
    mesh->y = test_room(t->cells, sizeof *mesh->y);
    mesh->areas = test_room(t->cells, sizeof *mesh->areas);
    mesh->at_edge = test_room(t->cells, 1);
    uint32_t end = 0;
    for (uint32_t c = 0; c < t->cells; c++) {
        fluv_around around = fluv_around_cell(&grid, c);
        mesh->first[c] = end;
        for (uint32_t i = 0; i < around.count; i++)
            mesh->neighbour[end++] = around.cell[i];
        mesh->x[c] = t->cell * (c % t->cols);
        mesh->y[c] = t->cell * (c / t->cols);
        mesh->areas[c] = fluv_cell_area(&grid, c);
        mesh->at_edge[c] = fluv_cell_at_edge(&grid, c);
    }
    mesh->first[t->cells] = end;
    mesh->topology = (fluv_topology){.count = t->cells,
                                     .first = mesh->first,
                                     .neighbour = mesh->neighbour,
                                     .x = mesh->x,
                                     .y = mesh->y,
                                     .areas = mesh->areas,
                                     .at_edge = mesh->at_edge};
}

void terrain_mesh_free(terrain_mesh *mesh)
{
    free(mesh->first);
    free(mesh->neighbour);
    free(mesh->x);
    free(mesh->y);
    free(mesh->areas);
    free(mesh->at_edge);
}

/* ---- Flooding -----------------------------------------------------------------------------------
 */

typedef struct heap {
    uint32_t *cells;
    uint32_t count;
    const float *level;
} heap;

static void swap(heap *h, uint32_t a, uint32_t b)
{
    uint32_t cell = h->cells[a];
    h->cells[a] = h->cells[b];
    h->cells[b] = cell;
}

static void push(heap *h, uint32_t cell)
{
    uint32_t at = h->count++;
    h->cells[at] = cell;
    for (; at && h->level[h->cells[at]] < h->level[h->cells[(at - 1) / 2]]; at = (at - 1) / 2)
        swap(h, at, (at - 1) / 2);
}

static uint32_t pop(heap *h)
{
    uint32_t top = h->cells[0], at = 0;
    h->cells[0] = h->cells[--h->count];
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= h->count)
            return top;
        if (child + 1 < h->count && h->level[h->cells[child + 1]] < h->level[h->cells[child]])
            child++;
        if (h->level[h->cells[at]] <= h->level[h->cells[child]])
            return top;
        swap(h, at, child);
        at = child;
    }
}

void terrain_flood(const fluv_topology *topology, const float *height, const uint8_t *kind,
                   float *level)
{
    heap h = {test_room(topology->count, sizeof *h.cells), 0, level};
    uint8_t *seen = test_room(topology->count, 1);
    for (uint32_t c = 0; c < topology->count; c++) {
        level[c] = NAN;
        if ((kind[c] & FLUV_CELL_VOID) || !(kind[c] & (FLUV_CELL_OPEN | FLUV_CELL_SEA)))
            continue;
        level[c] = height[c];
        seen[c] = 1;
        push(&h, c);
    }
    while (h.count) {
        uint32_t cell = pop(&h);
        fluv_around around = fluv_around_cell(topology, cell);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t other = around.cell[i];
            if (seen[other] || (kind[other] & FLUV_CELL_VOID))
                continue;
            seen[other] = 1;
            level[other] = fmaxf(height[other], level[cell]);
            push(&h, other);
        }
    }
    free(seen);
    free(h.cells);
}
