// SPDX-License-Identifier: MIT
/* The land brought to an export's lattice.
 *
 * in   a landscape, a number of vertices      out   ground, water surface and cover a vertex
 *
 * Ground is resampled axis by axis with Catmull and Rom's cubic, stretched where vertices are
 * sparser than cells, and held within the values it is made from. Water is not blended: each vertex
 * takes cover and level from one cell, the nearest, or the lowest of a river where a vertex stands
 * for several, so that no river is lost between vertices. Ground under water then never stands
 * above that water, and a river's vertex has the bed of its cell.  O(vertices + cells).
 *
 * Based on: Catmull, Rom. A class of local interpolating splines. 1974 */
#include "export/grid.h"

#include <assert.h>
#include <string.h>

/* What one vertex takes from one axis. */
typedef struct axis {
    uint32_t count, cells; /* vertices, cells */
    uint32_t taps;         /* cells that a vertex takes from */
    uint32_t *first;       /* the first of them, a vertex */
    float *weight;         /* taps a vertex; 0 beyond the edge */
} axis;

static double cubic(double x)
{
    x = fabs(x);
    if (x < 1.0)
        return (1.5 * x - 2.5) * x * x + 1.0;
    return x < 2.0 ? ((-0.5 * x + 2.5) * x - 4.0) * x + 2.0 : 0.0;
}

static bool axis_make(fluv_ctx *ctx, uint32_t count, uint32_t cells, axis *out)
{
    assert(count >= 2 && cells >= 2);
    double step = (double)(cells - 1) / (count - 1), stretch = fmax(step, 1.0);
    out->count = count;
    out->cells = cells;
    out->taps = (uint32_t)ceil(4.0 * stretch) + 1;
    out->taps = out->taps < cells ? out->taps : cells;
    out->first = fluv_scratch(ctx, count, sizeof *out->first);
    out->weight = fluv_scratch(ctx, (size_t)count * out->taps, sizeof *out->weight);
    if (!out->first || !out->weight)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        double at = i * step, from = ceil(at - 2.0 * stretch);
        from = fmax(0.0, fmin(from, (double)cells - out->taps));
        out->first[i] = (uint32_t)from;
        for (uint32_t k = 0; k < out->taps; k++)
            out->weight[(size_t)i * out->taps + k] = (float)cubic((from + k - at) / stretch);
    }
    return true;
}

/* Weighted mean of `taps` values `stride` apart, held between the least and the greatest of those
 * that count; NaN where the nearest ones are. */
static inline float blend(const float *values, size_t stride, const float *weight, uint32_t taps)
{
    float sum = 0.0f, share = 0.0f, least = INFINITY, most = -INFINITY;
    for (uint32_t k = 0; k < taps; k++) {
        float value = values[k * stride];
        if (weight[k] == 0.0f || isnan(value))
            continue;
        sum += weight[k] * value;
        share += weight[k];
        least = value < least ? value : least;
        most = value > most ? value : most;
    }
    if (!(share > 0.25f))
        return NAN;
    float mean = sum / share;
    return mean < least ? least : mean > most ? most : mean;
}

fluv_status fluv_export_smooth(fluv_ctx *ctx, const fluv_landscape *land,
                               const fluv_export_grid *grid, const float *values, float *out)
{
    assert(values && out);
    uint32_t cells = land->frame.cols, lines = land->frame.rows;
    if (grid->same) {
        memcpy(out, values, fluv_export_count(grid) * sizeof *out);
        return FLUV_OK;
    }
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    axis across, down;
    float *middle = fluv_scratch(ctx, (size_t)grid->cols * lines, sizeof *middle);
    if (!middle || !axis_make(ctx, grid->cols, cells, &across) ||
        !axis_make(ctx, grid->rows, lines, &down))
        return FLUV_NO_MEMORY;
#pragma omp parallel for schedule(static) num_threads(ctx->threads)
    for (uint32_t row = 0; row < lines; row++)
        for (uint32_t col = 0; col < grid->cols; col++)
            middle[(size_t)row * grid->cols + col] =
                blend(values + (size_t)row * cells + across.first[col], 1,
                      across.weight + (size_t)col * across.taps, across.taps);
#pragma omp parallel for schedule(static) num_threads(ctx->threads)
    for (uint32_t row = 0; row < grid->rows; row++)
        for (uint32_t col = 0; col < grid->cols; col++)
            out[(size_t)row * grid->cols + col] =
                blend(middle + (size_t)down.first[row] * grid->cols + col, grid->cols,
                      down.weight + (size_t)row * down.taps, down.taps);
    fluv_scratch_release(ctx, mark);
    return fluv_look(ctx);
}

void fluv_export_most(const fluv_ctx *ctx, const fluv_landscape *land, const fluv_export_grid *grid,
                      const float *values, float *out)
{
    assert(values && out);
    uint32_t cells = land->frame.cols, lines = land->frame.rows;
#pragma omp parallel for schedule(static) num_threads(ctx->threads)
    for (uint32_t row = 0; row < grid->rows; row++) {
        uint32_t top, bottom, left, right, near;
        fluv_export_span(row, grid->rows, lines, &top, &bottom, &near);
        for (uint32_t col = 0; col < grid->cols; col++) {
            fluv_export_span(col, grid->cols, cells, &left, &right, &near);
            float most = -INFINITY;
            for (uint32_t y = top; y <= bottom; y++)
                for (uint32_t x = left; x <= right; x++)
                    most = fmaxf(most, values[(size_t)y * cells + x]);
            out[(size_t)row * grid->cols + col] = most > -INFINITY ? most : NAN;
        }
    }
}

static bool is_bed(uint8_t cover)
{
    return cover == FLUV_RIVER || cover == FLUV_DRY_BED;
}

/* The cell that a vertex's water is taken from: the nearest, unless that is dry or a river's and a
 * river runs through those it stands for; then the lowest of the river, or of the lake it meets
 * there, and of equal ones the first. The lowest, for a bed that was left out must not dam up the
 * one that was kept. */
static uint32_t pick(const fluv_landscape *land, const uint8_t *cover, const fluv_export_grid *grid,
                     uint32_t col, uint32_t row)
{
    assert(col < grid->cols && row < grid->rows);
    uint32_t cells = land->frame.cols, top, bottom, left, right, x0, y0;
    const float *ground = fluv_height_of(land);
    fluv_export_span(row, grid->rows, land->frame.rows, &top, &bottom, &y0);
    fluv_export_span(col, grid->cols, cells, &left, &right, &x0);
    uint32_t nearest = y0 * cells + x0, lowest = nearest;
    if (!cover || (cover[nearest] != FLUV_LAND && !is_bed(cover[nearest])))
        return nearest;
    bool river = false;
    for (uint32_t y = top; y <= bottom; y++)
        for (uint32_t x = left; x <= right; x++) {
            uint32_t cell = y * cells + x;
            river |= is_bed(cover[cell]);
            if (cover[cell] != FLUV_LAND &&
                (cover[lowest] == FLUV_LAND || ground[cell] < ground[lowest]))
                lowest = cell;
        }
    return river ? lowest : nearest;
}

/* Ground and water of a vertex that agree with each other; see above. */
static float settle(const fluv_export_grid *grid, const float *ground, bool sparse, size_t at)
{
    float height = grid->height[at], own = ground[grid->cell[at]];
    uint8_t cover = grid->cover[at];
    if (sparse && is_bed(cover))
        return own;
    if (isnan(own))
        return NAN;
    if (cover != FLUV_LAND && !isnan(grid->level[at]) && !(height <= grid->level[at]))
        return fminf(own, grid->level[at]);
    if (cover == FLUV_LAND && own > 0.0f && !(height > 0.0f))
        return own; /* no sea where there is none */
    return height;
}

static void take_water(fluv_ctx *ctx, const fluv_landscape *land, fluv_export_grid *grid)
{
    const uint8_t *cover = fluv_cover_of(land);
    const float *water = fluv_water_of(land), *ground = fluv_height_of(land);
    bool sparse = grid->cols < land->frame.cols || grid->rows < land->frame.rows;
#pragma omp parallel for schedule(static) num_threads(ctx->threads)
    for (uint32_t row = 0; row < grid->rows; row++)
        for (uint32_t col = 0; col < grid->cols; col++) {
            size_t at = (size_t)row * grid->cols + col;
            uint32_t cell = grid->same ? (uint32_t)at : pick(land, cover, grid, col, row);
            grid->cell[at] = cell;
            grid->cover[at] = cover ? cover[cell] : FLUV_LAND;
            grid->level[at] = water ? water[cell] : NAN;
            if (!grid->same)
                grid->height[at] = settle(grid, ground, sparse, at);
        }
}

static void measure(fluv_export_grid *grid)
{
    float low = INFINITY, high = -INFINITY;
    grid->voids = 0;
    for (size_t i = 0; i < fluv_export_count(grid); i++) {
        low = fminf(low, grid->height[i]);
        high = fmaxf(high, grid->height[i]);
        grid->voids += isnan(grid->height[i]) ? 1 : 0;
    }
    grid->low = low <= high ? (double)low : 0.0;
    grid->high = low <= high ? (double)high : 0.0;
    assert(grid->low <= grid->high);
}

fluv_status fluv_export_grid_make(fluv_ctx *ctx, const fluv_landscape *land, fluv_export_grid *grid)
{
    assert(grid->cols >= 2 && grid->rows >= 2 && land->frame.cols >= 2 && land->frame.rows >= 2);
    size_t count = fluv_export_count(grid);
    const fluv_frame *frame = &land->frame;
    grid->step_x = frame->cell * (frame->cols - 1) / (grid->cols - 1);
    grid->step_y = frame->cell * (frame->rows - 1) / (grid->rows - 1);
    grid->west = frame->west + 0.5 * frame->cell;
    grid->north = frame->north - 0.5 * frame->cell;
    grid->same = grid->cols == frame->cols && grid->rows == frame->rows;
    grid->height = fluv_scratch(ctx, count, sizeof *grid->height);
    grid->level = fluv_scratch(ctx, count, sizeof *grid->level);
    grid->cover = fluv_scratch(ctx, count, sizeof *grid->cover);
    grid->cell = fluv_scratch(ctx, count, sizeof *grid->cell);
    if (!grid->height || !grid->level || !grid->cover || !grid->cell)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_export_smooth(ctx, land, grid, fluv_height_of(land), grid->height));
    take_water(ctx, land, grid);
    measure(grid);
    return fluv_look(ctx);
}
