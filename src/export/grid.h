// SPDX-License-Identifier: MIT
/* The lattice of an export: the land as vertices, as engines take it.
 *
 * Vertices reach from the centre of the land's first cell to the centre of its last, so that a
 * lattice with as many vertices as the land has cells holds the land's own heights, bit for bit. */
#ifndef FLUV_EXPORT_GRID_H
#define FLUV_EXPORT_GRID_H

#include "landscape/landscape.h"

/* All memory is scratch. */
typedef struct fluv_export_grid {
    uint32_t cols, rows;   /* vertices; rows from north to south */
    double step_x, step_y; /* between them, m */
    double west, north;    /* of vertex 0, CRS */
    bool same;             /* vertex i is cell i of the land */
    float *height;         /* ground, m; NaN: nodata */
    float *level;          /* water surface, m; NaN: dry */
    uint8_t *cover;        /* fluv_cover */
    uint32_t *cell;        /* of the land, that cover and level were taken from */
    double low, high;      /* of the ground, m */
    size_t voids;          /* vertices without height */
} fluv_export_grid;

/* `cols` and `rows`, both at least 2, are in the grid already. */
FLUV_MUST_CHECK fluv_status fluv_export_grid_make(fluv_ctx *ctx, const fluv_landscape *land,
                                                  fluv_export_grid *grid);

/* Values of the land's cells brought to the vertices without steps: a cubic through the values
 * where vertices are denser than cells, a mean weighted by distance where they are sparser. Never
 * beyond the values it is made from. `out` may not be `values`. */
FLUV_MUST_CHECK fluv_status fluv_export_smooth(fluv_ctx *ctx, const fluv_landscape *land,
                                               const fluv_export_grid *grid, const float *values,
                                               float *out);
/* The greatest value of the cells that a vertex stands for: lines stay whole. */
void fluv_export_most(const fluv_ctx *ctx, const fluv_landscape *land, const fluv_export_grid *grid,
                      const float *values, float *out);

static inline size_t fluv_export_count(const fluv_export_grid *grid)
{
    return (size_t)grid->cols * grid->rows;
}

/* The cells of one axis that vertex `i` of `count` stands for: the nearest, and with fewer vertices
 * than cells all that are nearer to no other. */
static inline void fluv_export_span(uint32_t i, uint32_t count, uint32_t cells, uint32_t *first,
                                    uint32_t *last, uint32_t *near)
{
    double step = count > 1 ? (double)(cells - 1) / (count - 1) : 0.0, at = i * step;
    double reach = step > 1.0 ? 0.5 * step : 0.0;
    *near = (uint32_t)(at + 0.5);
    double from = ceil(at - reach), to = floor(at + reach);
    *first = reach > 0.0 ? (uint32_t)fmax(from, 0.0) : *near;
    *last = reach > 0.0 ? (uint32_t)fmin(to, cells - 1.0) : *near;
}

#endif
