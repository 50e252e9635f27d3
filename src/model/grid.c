// SPDX-License-Identifier: MIT
/* The landscape at the model's resolution.
 *
 * in   height, cover, water     out   ground, cover and level of coarser (or the same) cells
 *
 * Ground is an average. Where standing water covers half a cell, the cell is of that water and has
 * its level exactly; where it covers less, the cell is land with that level under it. A river keeps
 * its cell however narrow it is, with its own bed and surface, so that it does not drown in its
 * banks.  O(cells). */
#include "model/model.h"

#include <assert.h>
#include <math.h>

#define HIGHEST 1e6f /* m; heights beyond would overflow the squares of the simplifier */

typedef struct cell_sum {
    double ground, bed, surface;
    uint32_t count, wet[5];
    float level[5]; /* of the last cell of each cover */
} cell_sum;

static float limited(float height)
{
    float low = height < -HIGHEST ? -HIGHEST : height;
    return isfinite(height) ? (low > HIGHEST ? HIGHEST : low) : NAN;
}

/* Where the layers' cells stand. */
typedef struct layer_cells {
    const float *height, *water; /* water, cover: NULL without */
    const uint8_t *cover;
} layer_cells;

static inline void add_cell(const layer_cells *of, size_t cell, cell_sum *sum)
{
    float height = limited(of->height[cell]);
    if (!isfinite(height))
        return;
    unsigned kind = of->cover && of->cover[cell] <= FLUV_DRY_BED ? of->cover[cell] : FLUV_LAND;
    if (!of->cover && height <= 0)
        kind = FLUV_OCEAN;
    float level = of->water ? limited(of->water[cell]) : NAN;
    if (kind == FLUV_OCEAN && !isfinite(level))
        level = 0;
    sum->ground += height;
    sum->count++;
    if (!isfinite(level))
        return;
    sum->wet[kind]++;
    sum->level[kind] = level;
    if (kind == FLUV_RIVER) {
        sum->bed += height;
        sum->surface += level;
    }
}

static void settle(const cell_sum *sum, size_t at, fluv_model_grid *grid)
{
    uint32_t sea = sum->wet[FLUV_OCEAN], lake = sum->wet[FLUV_LAKE], river = sum->wet[FLUV_RIVER];
    assert(sea + lake + river <= sum->count);
    fluv_cover kind = FLUV_LAND;
    if (sum->count && 2 * (sea + lake) >= sum->count)
        kind = sea >= lake ? FLUV_OCEAN : FLUV_LAKE;
    else if (river)
        kind = FLUV_RIVER;
    grid->cover[at] = (uint8_t)kind;
    grid->ground[at] = sum->count ? (float)(sum->ground / sum->count) : NAN;
    grid->level[at] = kind != FLUV_LAND ? sum->level[kind]
                      : sea > 0         ? sum->level[FLUV_OCEAN]
                      : lake > 0        ? sum->level[FLUV_LAKE]
                                        : NAN;
    if (kind == FLUV_RIVER) {
        grid->ground[at] = (float)(sum->bed / river);
        grid->level[at] = (float)(sum->surface / river);
    }
}

/* The first of `fine` cells whose centre lies in the coarse cell `at` of `coarse`, or beyond. */
static uint64_t first_within(uint64_t at, uint64_t coarse, uint64_t fine)
{
    return (2 * at * fine + coarse - 1) / (2 * coarse);
}

static void fill_row(const fluv_landscape *land, uint32_t row, fluv_model_grid *grid)
{
    const fluv_frame *frame = &land->frame;
    layer_cells of = {fluv_height_of(land), fluv_water_of(land), fluv_cover_of(land)};
    uint64_t from_row = first_within(row, grid->rows, frame->rows);
    uint64_t to_row = first_within(row + 1, grid->rows, frame->rows);
    assert(of.height && from_row < to_row && to_row <= frame->rows);
    for (uint32_t col = 0; col < grid->cols; col++) {
        uint64_t from_col = first_within(col, grid->cols, frame->cols);
        uint64_t to_col = first_within(col + 1, grid->cols, frame->cols);
        cell_sum sum = {0};
        for (uint64_t y = from_row; y < to_row; y++)
            for (uint64_t x = from_col; x < to_col; x++)
                add_cell(&of, y * frame->cols + x, &sum);
        settle(&sum, (size_t)row * grid->cols + col, grid);
    }
}

static uint32_t coarser(uint32_t cells, double shrink)
{
    double fewer = floor(cells / shrink);
    return fewer < 1 ? 1 : (uint32_t)fewer;
}

fluv_status fluv_model_grid_make(fluv_ctx *ctx, const fluv_landscape *land, double most_cells,
                                 fluv_model_grid *grid)
{
    assert(fluv_height_of(land) && most_cells >= 1.0);
    const fluv_frame *frame = &land->frame;
    double shrink = fmax(1, sqrt((double)frame->cols * frame->rows / most_cells));
    double cell = frame->cell > 0 ? frame->cell : 1;
    *grid = (fluv_model_grid){.cols = coarser(frame->cols, shrink),
                              .rows = coarser(frame->rows, shrink),
                              .width = frame->cols * cell,
                              .depth = frame->rows * cell};
    /* A frame of few rows and very many columns has no side to shrink but one. */
    if ((double)grid->cols * grid->rows > most_cells)
        grid->cols = (uint32_t)fmax(1.0, most_cells / grid->rows);
    if ((double)grid->cols * grid->rows > most_cells)
        grid->rows = (uint32_t)(most_cells / grid->cols);
    assert(grid->cols > 0 && grid->rows > 0);
    grid->step_x = grid->width / grid->cols;
    grid->step_z = grid->depth / grid->rows;
    size_t cells = (size_t)grid->cols * grid->rows;
    grid->ground = fluv_scratch(ctx, cells, sizeof *grid->ground);
    grid->level = fluv_scratch(ctx, cells, sizeof *grid->level);
    grid->cover = fluv_scratch(ctx, cells, sizeof *grid->cover);
    if (!grid->ground || !grid->level || !grid->cover)
        return FLUV_NO_MEMORY;
#pragma omp parallel for schedule(static) num_threads(ctx->threads)
    for (uint32_t row = 0; row < grid->rows; row++)
        fill_row(land, row, grid);
    return FLUV_OK;
}
