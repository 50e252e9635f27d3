// SPDX-License-Identifier: MIT
/* The bed of a river that was drawn: it falls all the way.
 *
 * in   ground, a way, the beds that join it        out   bed heights along it
 *
 * Going down, the bed follows the ground where it falls and is cut where it does not; beside a
 * slope that falls across the way it is cut down to the lower side, so that water stays in it.
 * Ground that must stay, and the water at the way's end, are limits from below, felt all the way
 * up. This is the least cut that lets water run: no bed lies lower than it must.  O(cells). */
#include "placed/earth.h"

#include "field/grid.h"

#include <assert.h>
#include <math.h>

#define FALL         1e-4  /* of a bed where the ground gives none, rise over run */
#define LEVEL_WITHIN 0.05  /* m: ground that must stay is level, if it rises no more than this */
#define LEAST_STEP   0.004 /* m from cell to cell, so that floats of any height show it */

static double step_length(const fluv_earth *earth, const fluv_bed_job *job, size_t i)
{
    assert(i + 1 < job->count);
    return fluv_cell_distance(&earth->topology, job->cells[i], job->cells[i + 1]);
}

/* The neighbour on one side of a way: that which lies across the way, not along it. */
static uint32_t beside(const fluv_earth *earth, const fluv_bed_job *job, size_t i, int side)
{
    assert(i < job->count && (side == 1 || side == -1));
    uint32_t cols = earth->frame.cols, rows = earth->frame.rows;
    uint32_t before = job->cells[i > 0 ? i - 1 : i];
    uint32_t after = job->cells[i + 1 < job->count ? i + 1 : i];
    int dx = (int)(after % cols) - (int)(before % cols);
    int dy = (int)(after / cols) - (int)(before / cols);
    int64_t col = (int64_t)(job->cells[i] % cols) - side * ((dy > 0) - (dy < 0));
    int64_t row = (int64_t)(job->cells[i] / cols) + side * ((dx > 0) - (dx < 0));
    if (!fluv_in_grid(cols, rows, col, row))
        return FLUV_NONE;
    return fluv_cell_at(cols, (uint32_t)col, (uint32_t)row);
}

/* The height of land that a bed must not stand above; INFINITY: it is none. */
static double bank(const fluv_earth *earth, uint32_t cell)
{
    bool land = cell != FLUV_NONE && fluv_earth_is_land(earth, cell);
    return land && earth->lake[cell] == FLUV_NONE ? (double)earth->height[cell] : INFINITY;
}

/* How high a bed may lie at most: no higher than the ground, nor than the land beside it, nor than
 * the two corners that a slanting step passes between: their water joins it. */
static double highest(const fluv_earth *earth, const fluv_bed_job *job, size_t i)
{
    uint32_t cell = job->cells[i], cols = earth->frame.cols;
    double ground = (double)earth->height[cell];
    if (earth->held[cell])
        return ground;
    for (int side = -1; side <= 1; side += 2)
        ground = fmin(ground, bank(earth, beside(earth, job, i, side)));
    uint32_t before = i > 0 ? job->cells[i - 1] : cell;
    if (before % cols == cell % cols || before / cols == cell / cols)
        return ground;
    double one = bank(earth, fluv_cell_at(cols, before % cols, cell / cols));
    double other = bank(earth, fluv_cell_at(cols, cell % cols, before / cols));
    return fmin(ground, fmin(one, other) - LEAST_STEP);
}

double fluv_bed_fall(const fluv_earth *earth, const fluv_bed_job *job, double end)
{
    double length = 0.0, least = LEAST_STEP / earth->frame.cell, usual = fmax(FALL, least);
    for (size_t i = 0; i + 1 < job->count; i++)
        length += step_length(earth, job, i);
    if (!isfinite(end) || length <= 0.0)
        return usual;
    return fmax(least, fmin(usual, 0.5 * (highest(earth, job, 0) - end) / length));
}

float fluv_bed_end(const fluv_earth *earth, const fluv_bed_job *job)
{
    double level = INFINITY;
    for (size_t i = 0; i < job->count; i++) {
        double step = i > 0 ? job->fall * step_length(earth, job, i - 1) : 0.0;
        level = fmin(highest(earth, job, i), level - step);
    }
    return (float)level;
}

/* Beside the sea a bed stays above it, wherever it leads: else the sea would come in. */
static bool is_by_sea(const fluv_earth *earth, uint32_t cell)
{
    fluv_around around = fluv_around_cell(&earth->topology, cell);
    for (uint32_t i = 0; i < around.count; i++)
        if (earth->kind[around.cell[i]] & FLUV_CELL_SEA)
            return true;
    return false;
}

fluv_bed_fault fluv_bed_lowest(const fluv_earth *earth, const fluv_bed_job *job, double end,
                               float *lowest)
{
    assert(job->cells && lowest);
    double level = end;
    for (size_t i = job->count; i-- > 0;) {
        uint32_t cell = job->cells[i];
        double ground = (double)earth->height[cell];
        double step = i + 1 < job->count ? job->fall * step_length(earth, job, i) : LEAST_STEP;
        if (earth->held[cell] && ground < level - LEVEL_WITHIN)
            return (fluv_bed_fault){cell, level - ground, .held = true, .hopeless = true};
        level = earth->held[cell] ? fmax(ground, level) : level + step;
        if (is_by_sea(earth, cell))
            level = fmax(level, LEAST_STEP);
        lowest[i] = (float)level;
    }
    return (fluv_bed_fault){.cell = FLUV_NONE};
}

/* Whether ground that must stay lies further down: nothing below it is felt above it. */
static bool is_held_below(const fluv_earth *earth, const fluv_bed_job *job, size_t i)
{
    while (++i < job->count)
        if (earth->held[job->cells[i]])
            return true;
    return false;
}

fluv_bed_fault fluv_bed_find(const fluv_earth *earth, const fluv_bed_job *job, const float *lowest,
                             const float *most, float *bed)
{
    fluv_bed_fault fault = {.cell = FLUV_NONE};
    double before = INFINITY;
    size_t worst = 0;
    assert(job->count > 0);
    for (size_t i = 0; i < job->count; i++) {
        double step = i > 0 ? job->fall * step_length(earth, job, i - 1) : 0.0;
        double above = fmin((double)most[i] - LEAST_STEP, before - step);
        double level = fmax((double)lowest[i], fmin(highest(earth, job, i), above));
        double fill = level - (double)earth->height[job->cells[i]];
        if (fill > fault.below) {
            fault = (fluv_bed_fault){.cell = job->cells[i], .below = fill};
            worst = i;
        }
        bed[i] = (float)level;
        before = level;
    }
    fault.held = is_held_below(earth, job, worst);
    return fault;
}
