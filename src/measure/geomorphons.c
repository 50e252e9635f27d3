// SPDX-License-Identifier: MIT
/* Geomorphons: which of ten forms the ground around a cell has, seen along eight lines of sight.
 *
 * Along each line the steepest way up and the steepest way down within REACH cells are found. Their
 * angles, added, say whether the land rises (more than FLAT), falls or is level that way; the
 * counts of rising and falling lines give the form. Only four forms are counted here: valleys and
 * ridges, hollows and spurs.
 *
 * Based on: Jasiewicz, Stepinski. Geomorphons: a pattern recognition approach to classification and
 * mapping of landforms. 2013.  O(cells * REACH), a row at a time. */
#include "base/clones.h"
#include "measure/figures.h"

#include <assert.h>
#include <string.h>

#define REACH 20
#define FLAT  0.017455064928217585f /* tangent of one degree */

typedef enum form { FL, PK, RI, SH, SP, SL, HL, FS, VL, PT, FORMS } form;

/* By the lines that fall, down, and rise, across: table 1 of the paper. */
static const uint8_t forms[9][9] = {
    {FL, FL, FL, FS, FS, VL, VL, VL, PT}, {FL, FL, FS, FS, FS, VL, VL, VL, 0},
    {FL, SH, SL, SL, HL, HL, VL, 0, 0},   {SH, SH, SL, SL, SL, HL, 0, 0, 0},
    {SH, SH, SP, SL, SL, 0, 0, 0, 0},     {RI, RI, SP, SP, 0, 0, 0, 0, 0},
    {RI, RI, RI, 0, 0, 0, 0, 0, 0},       {RI, RI, 0, 0, 0, 0, 0, 0, 0},
    {PK, 0, 0, 0, 0, 0, 0, 0, 0},
};

typedef struct sight {
    float *up, *down;          /* steepest so far, rise over run */
    uint8_t *rising, *falling; /* lines */
} sight;

/* One step further along a line, for the columns from .. end - 1. */
FLUV_CLONES static void look_at(const float *z, const float *there, float metres, uint32_t from,
                                uint32_t end, const sight *s)
{
    float *up = s->up, *down = s->down;
    for (uint32_t col = from; col < end; col++) {
        float slope = (there[col] - z[col]) / metres;
        up[col] = slope > up[col] ? slope : up[col];
        down[col] = slope < down[col] ? slope : down[col];
    }
}

/* tan(a + b) = (u + v) / (1 - u v), so the sum of angles is compared without taking any. */
FLUV_CLONES static void judge_line(uint32_t cols, const sight *s)
{
    for (uint32_t col = 0; col < cols; col++) {
        float u = s->up[col], v = s->down[col];
        float one = 1.0f - u * v, limit = FLAT * (one > 0.0f ? one : 0.0f);
        bool seen = u > -1e30f;
        s->rising[col] = (uint8_t)(s->rising[col] + (seen && u + v > limit));
        s->falling[col] = (uint8_t)(s->falling[col] + (seen && u + v < -limit));
    }
}

static void look_along(const fluv_surveyed *land, uint32_t row, int k, const sight *s)
{
    assert(k >= 0 && k < 8 && row < land->rows);
    uint32_t cols = land->cols;
    const float *z = land->z + (size_t)row * cols;
    for (uint32_t col = 0; col < cols; col++) {
        s->up[col] = -INFINITY;
        s->down[col] = INFINITY;
    }
    for (int step = 1; step <= REACH; step++) {
        int64_t there = (int64_t)row + step * fluv_dy[k];
        int64_t aside = (int64_t)step * fluv_dx[k];
        if (there < 0 || there >= (int64_t)land->rows || step >= (int64_t)cols)
            break;
        uint32_t from = aside < 0 ? (uint32_t)-aside : 0;
        uint32_t end = aside > 0 ? cols - (uint32_t)aside : cols;
        look_at(z, land->z + there * (int64_t)cols + aside,
                (float)(step * land->cell) * fluv_step[k], from, end, s);
    }
    judge_line(cols, s);
}

static void count_row(const fluv_surveyed *land, uint32_t row, const sight *s,
                      uint32_t counts[FORMS])
{
    memset(s->rising, 0, land->cols);
    memset(s->falling, 0, land->cols);
    for (int k = 0; k < 8; k++)
        look_along(land, row, k, s);
    for (uint32_t col = 0; col < land->cols; col++)
        if (!isnan(land->z[(size_t)row * land->cols + col]))
            counts[forms[s->falling[col]][s->rising[col]]]++;
}

static fluv_status count_all(fluv_ctx *ctx, const fluv_surveyed *land, double counts[FORMS])
{
    size_t cols = land->cols, parts = (size_t)ctx->threads;
    float *slopes = fluv_scratch(ctx, 2 * cols * parts, sizeof *slopes);
    uint8_t *lines = fluv_scratch(ctx, 2 * cols * parts, sizeof *lines);
    uint32_t(*of_part)[FORMS] = fluv_scratch_zero(ctx, parts, sizeof *of_part);
    if (!slopes || !lines || !of_part)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t part = 0; part < (uint32_t)parts; part++) {
        sight s = {slopes + 2 * cols * part, slopes + 2 * cols * part + cols,
                   lines + 2 * cols * part, lines + 2 * cols * part + cols};
        for (uint32_t row = part; row < land->rows; row += (uint32_t)parts)
            count_row(land, row, &s, of_part[part]);
    }
    for (size_t part = 0; part < parts; part++) /* whole numbers: any order gives the same */
        for (int f = 0; f < FORMS; f++)
            counts[f] += of_part[part][f];
    return FLUV_OK;
}

fluv_status fluv_measure_geomorphons(fluv_ctx *ctx, const fluv_surveyed *land, fluv_measures *to)
{
    double counts[FORMS] = {0};
    if (land->cols < 2 * REACH || land->rows < 2 * REACH)
        return FLUV_OK;
    FLUV_TRY(count_all(ctx, land, counts));
    if (counts[RI] > 0.0)
        fluv_figure_set(to, FLUV_FIGURE_valley_ridge, counts[VL] / counts[RI]);
    else
        fluv_figure_miss(to, FLUV_FIGURE_valley_ridge, "there are no ridges");
    if (counts[SP] > 0.0)
        fluv_figure_set(to, FLUV_FIGURE_hollow_spur, counts[HL] / counts[SP]);
    else
        fluv_figure_miss(to, FLUV_FIGURE_hollow_spur, "there are no spurs");
    assert(counts[FL] <= land->land && land->land > 0);
    fluv_figure_set(to, FLUV_FIGURE_flat_share, counts[FL] / land->land);
    return FLUV_OK;
}
