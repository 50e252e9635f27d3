// SPDX-License-Identifier: MIT
/* The flow of ice, as a thin sheet that its own weight drives.
 *
 * in   bed, thickness h, gain M     out   thickness after a step, sliding speed
 *
 *     dh/dt = M + div(D grad s),   s = bed + h,   D = (f_d h^5 + f_s h^3) |grad s|^2
 *
 * The first part of D is ice that deforms (Glen's law, n = 3, summed over the depth), the second
 * ice that slides. D / h stands on the sides of cells, from the thickness between them, but never
 * from more than the upper cell has. A step keeps it and is implicit in all else: what crosses a
 * side is D / h times the thickness of the upper cell times the drop, so that no ice comes from
 * ground that has none and none is made. Every cell takes steps of Newton towards its balance, in
 * the order of a chessboard: black cells depend on white ones only, the same result for any number
 * of threads. At the frame's edge ice leaves down the slope on which it comes.  O(cells) a step.
 *
 * Based on: Hutter. Theoretical glaciology. 1983; Mahaffy. A three-dimensional numerical model of
 *           ice sheets. 1976; Jarosch, Schoof, Anslow. Restoring mass conservation to shallow ice
 *           flow models over complex terrain. 2013; Braun, Zwartz, Tomkin. A new surface-processes
 *           model combining glacial and fluvial erosion. 1999; Kamb, Echelmeyer. Stress-gradient
 *           coupling in glacier flow. 1986 */
#include "stages/glacier/ice.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define SWEEPS      16
#define LAG         0.5F   /* of D that stays from the step before: keeps margins from trembling */
#define DRAG_SWEEPS 6      /* a step; thickness changes little from one to the next */
#define COUPLING    1.5F   /* thicknesses over which ice shares its load with the ice beside it */
#define STEEPEST    0.3F   /* slope that counts: on steeper walls the law of thin sheets is none */
#define FASTEST     150.0F /* m/y, approached */
#define THINNEST    15.0F  /* m: thinner ice is frozen to its bed */
#define WARM        60.0F  /* m: thicker ice is not */

fluv_status fluv_ice_make(fluv_ctx *ctx, const fluv_tier *level, fluv_ice *ice)
{
    float **grids[] = {&ice->bed,    &ice->across, &ice->down,
                       &ice->before, &ice->bears,  &ice->slides};
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
        if (!(*grids[i] = fluv_scratch_zero(ctx, fluv_tier_room(level), sizeof(float))))
            return FLUV_NO_MEMORY;
    ice->level = *level;
    ice->deforms = FLUV_ICE_DEFORMS;
    ice->slips = FLUV_ICE_SLIPS;
    return FLUV_OK;
}

void fluv_ice_drop(fluv_ctx *ctx, fluv_ice *ice)
{
    float *const grids[] = {ice->bed, ice->across, ice->down, ice->before, ice->bears, ice->slides};
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
        fluv_scratch_drop(ctx, grids[i]);
}

/* The surface in a cell; where there is no ground, the bed of the cell that looks there. */
static inline float surface(const fluv_ice *ice, size_t cell, float without)
{
    float s = ice->bed[cell] + ice->thick[cell];
    return s == s ? s : without;
}

/* ---- Flow ---- */

/* Slope along a side's own length, from the cells beside its two ends. */
static inline float cross_slope(const fluv_ice *ice, size_t a, size_t b, size_t step)
{
    float own_a = surface(ice, a, 0.0F), own_b = surface(ice, b, own_a);
    own_a = surface(ice, a, own_b);
    float sum = surface(ice, a + step, own_a) - surface(ice, a - step, own_a) +
                surface(ice, b + step, own_b) - surface(ice, b - step, own_b);
    return sum / (4.0F * (float)ice->level.cell);
}

/* D / h of the side between a and b, whose length runs along `step`. */
static inline float carries(const fluv_ice *ice, size_t a, size_t b, size_t step)
{
    float thick_a = ice->thick[a], thick_b = ice->thick[b];
    if (thick_a <= 0.0F && thick_b <= 0.0F)
        return 0.0F;
    float high_a = surface(ice, a, ice->bed[b]), high_b = surface(ice, b, ice->bed[a]);
    float mean = 0.5F * (thick_a + thick_b), upper = high_a >= high_b ? thick_a : thick_b;
    float h = mean < upper ? mean : upper;
    float along = (high_b - high_a) / (float)ice->level.cell;
    float cross = cross_slope(ice, a, b, step);
    float steep = along * along + cross * cross;
    steep = steep < STEEPEST * STEEPEST ? steep : STEEPEST * STEEPEST;
    return h * h * (ice->slips + ice->deforms * h * h) * steep;
}

static void find_row_sides(const fluv_ice *ice, uint32_t row)
{
    size_t stride = ice->level.stride, from = row * stride;
    for (size_t i = from; i + 1 < from + stride; i++) {
        bool inside = row > 0 && row <= ice->level.rows;
        if (inside)
            ice->across[i] = LAG * ice->across[i] + (1.0F - LAG) * carries(ice, i, i + 1, stride);
        if (i > from)
            ice->down[i] = LAG * ice->down[i] + (1.0F - LAG) * carries(ice, i, i + stride, 1);
    }
}

/* What one side changes in a cell's balance, and how that changes with its thickness. */
static inline void add_side(float w, float bed, float h, float other_h, float other, float *comes,
                            float *answer)
{
    float drop = bed + h - other;
    *comes -= w * drop * (drop > 0.0F ? h : other_h);
    *answer += w * (drop > 0.0F ? drop + h : other_h);
}

/* One step of Newton towards the thickness that balances a cell with its neighbours as they are. */
static inline void settle_cell(const fluv_ice *ice, size_t i, float per_step, float per_area)
{
    const size_t near[4] = {i + 1, i - 1, i + ice->level.stride, i - ice->level.stride};
    const float sides[4] = {ice->across[i], ice->across[i - 1], ice->down[i],
                            ice->down[i - ice->level.stride]};
    float bed = ice->bed[i], h = ice->thick[i], comes = 0.0F, answer = 0.0F;
    bool still = sides[0] + sides[1] + sides[2] + sides[3] <= 0.0F;
    if (!(bed == bed) || (still && h <= 0.0F && ice->gain[i] <= 0.0F))
        return;
    if (!still)
        for (int k = 0; k < 4; k++)
            add_side(sides[k], bed, h, ice->thick[near[k]], surface(ice, near[k], bed), &comes,
                     &answer);
    float lacks = per_step * (ice->before[i] - h) + ice->gain[i] + per_area * comes;
    h += lacks / (per_step + per_area * answer);
    ice->thick[i] = h > 0.0F ? h : 0.0F;
}

/* A cell of the rim: ice goes on there as it came, and never comes back. `in`: the step to the cell
 * inside it. */
static void set_rim_cell(const fluv_ice *ice, size_t rim, ptrdiff_t in)
{
    size_t edge = (size_t)((ptrdiff_t)rim + in);
    float own = ice->bed[edge] + ice->thick[edge];
    float drop = surface(ice, (size_t)((ptrdiff_t)edge + in), own) - own;
    ice->thick[rim] = ice->thick[edge];
    ice->bed[rim] = ice->bed[edge] - (drop > 0.0F ? drop : 0.0F);
}

static void set_rim(const fluv_ice *ice)
{
    const fluv_tier *level = &ice->level;
    ptrdiff_t stride = (ptrdiff_t)level->stride;
    for (size_t col = 1; col <= level->cols; col++) {
        set_rim_cell(ice, col, stride);
        set_rim_cell(ice, (level->rows + (size_t)1) * level->stride + col, -stride);
    }
    for (size_t row = 1; row <= level->rows; row++) {
        set_rim_cell(ice, row * level->stride, 1);
        set_rim_cell(ice, row * level->stride + level->cols + 1, -1);
    }
}

void fluv_ice_flow(const fluv_ice *ice, int threads, double years)
{
    const fluv_tier *level = &ice->level;
    float per_step = (float)(1.0 / years), per_area = (float)(1.0 / (level->cell * level->cell));
    assert(years > 0.0 && threads > 0 && ice->gain);
    set_rim(ice);
    memcpy(ice->before, ice->thick, fluv_tier_room(level) * sizeof *ice->before);
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t row = 0; row <= level->rows; row++)
        find_row_sides(ice, row);
    for (int sweep = 0; sweep < 2 * SWEEPS; sweep++) {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (uint32_t row = 1; row <= level->rows; row++)
            for (uint32_t col = 1 + (row + (uint32_t)sweep) % 2; col <= level->cols; col += 2)
                settle_cell(ice, row * level->stride + col, per_step, per_area);
    }
}

/* ---- Sliding ---- */

/* How much of its load ice leaves to the cell beside it. */
static inline float shares(const fluv_ice *ice, size_t a, size_t b)
{
    float reach = COUPLING * 0.5F * (ice->thick[a] + ice->thick[b]) / (float)ice->level.cell;
    return reach * reach;
}

/* The thickness whose weight a cell's bed bears: the mean over a few thicknesses around, so that
 * walls take from the middle of a valley and a slot is no place where ice is fast. */
static void bear(const fluv_ice *ice, size_t i)
{
    size_t stride = ice->level.stride;
    const size_t near[4] = {i + 1, i - 1, i + stride, i - stride};
    float sum = ice->thick[i], weight = 1.0F;
    if (!(ice->thick[i] > 0.0F)) {
        ice->bears[i] = 0.0F;
        return;
    }
    for (int k = 0; k < 4; k++) {
        float share = shares(ice, i, near[k]);
        sum += share * ice->bears[near[k]];
        weight += share;
    }
    ice->bears[i] = sum / weight;
}

static float speed_of(const fluv_ice *ice, size_t i)
{
    float h = ice->bears[i], thick = ice->thick[i];
    if (!(thick > THINNEST))
        return 0.0F;
    size_t stride = ice->level.stride;
    float own = ice->bed[i] + thick, span = 2.0F * (float)ice->level.cell;
    float x = (surface(ice, i + 1, own) - surface(ice, i - 1, own)) / span;
    float y = (surface(ice, i + stride, own) - surface(ice, i - stride, own)) / span;
    float slope = sqrtf(x * x + y * y);
    slope = slope < STEEPEST ? slope : STEEPEST;
    float warm = thick < WARM ? (thick - THINNEST) / (WARM - THINNEST) : 1.0F;
    float speed = warm * ice->slips * h * h * slope * slope * slope;
    return speed / (1.0F + speed / FASTEST);
}

void fluv_ice_slide(const fluv_ice *ice, int threads)
{
    const fluv_tier *level = &ice->level;
    assert(threads > 0);
    for (int sweep = 0; sweep < 2 * DRAG_SWEEPS; sweep++) {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (uint32_t row = 1; row <= level->rows; row++)
            for (uint32_t col = 1 + (row + (uint32_t)sweep) % 2; col <= level->cols; col += 2)
                bear(ice, row * level->stride + col);
    }
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t row = 1; row <= level->rows; row++)
        for (uint32_t col = 1; col <= level->cols; col++)
            ice->slides[row * level->stride + col] = speed_of(ice, row * level->stride + col);
}
