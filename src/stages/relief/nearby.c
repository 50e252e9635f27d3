// SPDX-License-Identifier: MIT
/* What the water around a place is like: its level, how it lies to the sheet, its width and floor.
 *
 * in   river and lake cells        out   the same for every place between them
 *
 * The nearest water alone will not do: halfway to the next one, everything that follows from it
 * jumps, and leaves a straight cliff where two rivers of different heights or floors have their
 * land side by side. Here squares of twice the size each time, up to the mesh's spacing, hold the
 * mean of the water in them, each of their quarters that has any counting alike; a square without
 * takes what lies around the larger square that holds it, and the largest the nearest water.
 * Beside water it is that water, and farther away what lies about as far on all sides, without an
 * edge; water farther off than the nearest and some spacings has no say. Repeated halving with
 * weights 9, 3, 3, 1 has a smooth limit (the quadratic B-spline).  O(n).
 *
 * Based on: Gortler, Grzeszczuk, Szeliski, Cohen. The lumigraph. 1996 (push and pull) */
#include "stages/relief/nearby.h"

#include <assert.h>

#define REACH  7.0 /* spacings: side of the largest squares at most */
#define BESIDE 2.2 /* spacings: so far the nearest water counts for more */

static void add(fluv_water_near *to, const fluv_water_near *from, float weight)
{
    to->level += weight * from->level;
    to->lifted += weight * from->lifted;
    to->half += weight * from->half;
    to->floor += weight * from->floor;
}

static fluv_water_near of_cell(const fluv_relief_job *job, const float *lifted, uint32_t cell)
{
    float unit = (float)job->frame.cell / FLUV_HALF_CELL;
    return (fluv_water_near){.level = job->height[cell],
                             .lifted = lifted[cell],
                             .half = unit * (float)job->half[cell],
                             .floor = unit * (float)job->floor[cell]};
}

/* The mean of the cells, or of the squares of the tier before, that have water. */
static void gather_row(const fluv_relief_job *job, const float *lifted,
                       const fluv_nearby_tier *before, const fluv_nearby_tier *to, uint32_t row)
{
    uint32_t cols = before ? before->cols : job->frame.cols;
    uint32_t rows = before ? before->rows : job->frame.rows;
    assert(row < to->rows && to->rows == (rows + 1) / 2 && to->cols == (cols + 1) / 2);
    for (uint32_t col = 0; col < to->cols; col++) {
        fluv_water_near sum = {0};
        float n = 0.0F;
        for (uint32_t r = 2 * row; r < 2 * row + 2 && r < rows; r++)
            for (uint32_t c = 2 * col; c < 2 * col + 2 && c < cols; c++) {
                uint32_t at = r * cols + c;
                bool has = before ? before->known[at] != 0
                                  : (job->state[at] & (FLUV_CELL_RIVER | FLUV_CELL_LAKE)) != 0;
                if (!has)
                    continue;
                fluv_water_near of = before ? before->at[at] : of_cell(job, lifted, at);
                add(&sum, &of, 1.0F);
                n += 1.0F;
            }
        fluv_water_near mean = {0};
        if (n > 0.0F)
            add(&mean, &sum, 1.0F / n);
        to->at[(size_t)row * to->cols + col] = mean;
        to->known[(size_t)row * to->cols + col] = n > 0.0F;
    }
}

/* Between the squares, at the centre of one of half the size. */
static fluv_water_near between(const fluv_nearby_tier *tier, uint32_t col, uint32_t row)
{
    uint32_t c = col / 2, r = row / 2;
    assert(c < tier->cols && r < tier->rows);
    uint32_t beside_c = col % 2 ? (c + 1 < tier->cols ? c + 1 : c) : (c ? c - 1 : c);
    uint32_t beside_r = row % 2 ? (r + 1 < tier->rows ? r + 1 : r) : (r ? r - 1 : r);
    fluv_water_near sum = {0};
    add(&sum, &tier->at[(size_t)r * tier->cols + c], 0.5625F);
    add(&sum, &tier->at[(size_t)r * tier->cols + beside_c], 0.1875F);
    add(&sum, &tier->at[(size_t)beside_r * tier->cols + c], 0.1875F);
    add(&sum, &tier->at[(size_t)beside_r * tier->cols + beside_c], 0.0625F);
    return sum;
}

static void fill_row(const fluv_nearby_tier *from, const fluv_nearby_tier *to, uint32_t row)
{
    for (uint32_t col = 0; col < to->cols; col++)
        if (!to->known[(size_t)row * to->cols + col])
            to->at[(size_t)row * to->cols + col] = between(from, col, row);
}

/* Of the largest squares, those without water. */
static void take_nearest_row(const fluv_relief_job *job, const fluv_nearby_from *from,
                             const fluv_nearby *to, uint32_t row)
{
    const fluv_nearby_tier *tier = &to->tiers[to->count - 1];
    uint32_t half = 1U << (to->count - 1), cols = job->frame.cols, rows = job->frame.rows;
    for (uint32_t col = 0; col < tier->cols; col++) {
        size_t at = (size_t)row * tier->cols + col;
        if (tier->known[at])
            continue;
        uint32_t c = 2 * half * col + half, r = 2 * half * row + half;
        uint32_t middle = (r < rows ? r : rows - 1) * cols + (c < cols ? c : cols - 1);
        uint32_t water = from->nearest[middle];
        tier->at[at] =
            water == FLUV_NONE ? (fluv_water_near){0} : of_cell(job, from->lifted, water);
    }
}

static fluv_status add_tier(fluv_ctx *ctx, uint32_t cols, uint32_t rows, fluv_nearby *to)
{
    assert(to->count < FLUV_NEARBY_TIERS);
    fluv_nearby_tier *tier = &to->tiers[to->count++];
    *tier = (fluv_nearby_tier){.cols = (cols + 1) / 2, .rows = (rows + 1) / 2};
    size_t n = (size_t)tier->cols * tier->rows;
    tier->at = fluv_scratch(ctx, n, sizeof *tier->at);
    tier->known = fluv_scratch(ctx, n, 1);
    return tier->at && tier->known ? FLUV_OK : FLUV_NO_MEMORY;
}

fluv_status fluv_nearby_make(fluv_ctx *ctx, const fluv_relief_job *job,
                             const fluv_nearby_from *from, fluv_nearby *out)
{
    *out = (fluv_nearby){.job = job, .from = *from};
    uint32_t cols = job->frame.cols, rows = job->frame.rows;
    const fluv_nearby_tier *before = NULL, *last;
    double side = job->frame.cell;
    do {
        FLUV_TRY(add_tier(ctx, cols, rows, out));
        last = &out->tiers[out->count - 1];
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
        for (uint32_t row = 0; row < last->rows; row++)
            gather_row(job, from->lifted, before, last, row);
        cols = last->cols;
        rows = last->rows;
        before = last;
        side *= 2.0;
    } while (2.0 * side <= REACH * job->basins->spacing && out->count < FLUV_NEARBY_TIERS);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t row = 0; row < last->rows; row++)
        take_nearest_row(job, from, out, row);
    for (uint32_t i = out->count - 1; i-- > 0;) {
        const fluv_nearby_tier *larger = &out->tiers[i + 1], *to = &out->tiers[i];
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
        for (uint32_t row = 0; row < to->rows; row++)
            fill_row(larger, to, row);
    }
    return FLUV_OK;
}

void fluv_nearby_drop(fluv_ctx *ctx, fluv_nearby *nearby)
{
    for (uint32_t i = 0; i < nearby->count; i++) {
        fluv_scratch_drop(ctx, nearby->tiers[i].at);
        fluv_scratch_drop(ctx, nearby->tiers[i].known);
    }
    *nearby = (fluv_nearby){0};
}

fluv_water_near fluv_nearby_at(const fluv_nearby *nearby, uint32_t cell, float distance)
{
    const fluv_relief_job *job = nearby->job;
    uint32_t water = nearby->from.nearest[cell], cols = job->frame.cols;
    assert(nearby->count > 0 && cell < cols * job->frame.rows);
    fluv_water_near near = {0};
    if (water == FLUV_NONE)
        return near;
    float t = fminf(1.0F, distance / (float)(BESIDE * job->basins->spacing));
    t = t * t * (3.0F - 2.0F * t);
    fluv_water_near around = between(&nearby->tiers[0], cell % cols, cell / cols);
    add(&near, &around, t);
    if (t < 1.0F) {
        fluv_water_near own = of_cell(job, nearby->from.lifted, water);
        add(&near, &own, 1.0F - t);
    }
    return near;
}
