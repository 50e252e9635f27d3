// SPDX-License-Identifier: MIT
/* How much of the sky the ground sees.
 *
 * in   heights a vertex      out   0 (none) .. 1 (all) a vertex
 *
 * In eight directions the highest angle under which ground is seen, at distances that grow as
 * 1, 2, 3, 5, 8, … vertices; the share of a sky of even light above it is the square of the
 * cosine.  O(vertices * 64).
 *
 * Based on: Bavoil, Sainz, Dimitrov. Image-space horizon-based ambient occlusion. 2008 */
#include "export/maps.h"

#include "field/grid.h"

#include <assert.h>

#define DISTANCES 8
static const int far_steps[DISTANCES] = {1, 2, 3, 5, 8, 13, 21, 34};

/* Squared sine of the horizon's height in direction k; `per_metre` are one over the distances. */
static inline float hidden_towards(const fluv_export_grid *grid, uint32_t col, uint32_t row, int k,
                                   const float per_metre[DISTANCES])
{
    assert(k >= 0 && k < 8);
    float here = grid->height[(size_t)row * grid->cols + col], steepest = 0.0f;
    for (int i = 0; i < DISTANCES; i++) {
        int64_t x = (int64_t)col + far_steps[i] * fluv_dx[k];
        int64_t y = (int64_t)row + far_steps[i] * fluv_dy[k];
        if (!fluv_in_grid(grid->cols, grid->rows, x, y))
            break;
        float steep = (grid->height[(size_t)y * grid->cols + (size_t)x] - here) * per_metre[i];
        steepest = steep > steepest ? steep : steepest; /* NaN counts for none */
    }
    return steepest * steepest / (1.0f + steepest * steepest);
}

fluv_status fluv_map_occlusion(fluv_ctx *ctx, const fluv_map_source *from, float *out)
{
    const fluv_export_grid *grid = from->grid;
    float per_metre[8][DISTANCES];
    for (int k = 0; k < 8; k++)
        for (int i = 0; i < DISTANCES; i++)
            per_metre[k][i] = (float)(1.0 / hypot(far_steps[i] * fluv_dx[k] * grid->step_x,
                                                  far_steps[i] * fluv_dy[k] * grid->step_y));
#pragma omp parallel for schedule(static) num_threads(ctx->threads)
    for (uint32_t row = 0; row < grid->rows; row++)
        for (uint32_t col = 0; col < grid->cols; col++) {
            float hidden = 0.0f;
            for (int k = 0; k < 8; k++)
                hidden += hidden_towards(grid, col, row, k, per_metre[k]);
            size_t at = (size_t)row * grid->cols + col;
            out[at] = isnan(grid->height[at]) ? NAN : 1.0f - hidden / 8.0f;
        }
    return fluv_look(ctx);
}
