// SPDX-License-Identifier: MIT
/* Drainage areas and discharges that are given beside directions.
 *
 * in   areas or discharges of a file, receivers        out   land beyond the edge; discharge
 *
 * A map cut out of a larger one has rivers that come in over its edge: their areas in the file are
 * larger than what the map drains to them, and the difference enters where the way does. Which unit
 * the file has shows in the middle of all ratios, which few such rivers change.  O(n log n). */
#include "stages/import/given_area.h"

#include "water/forest.h"

#include <math.h>
#include <stdlib.h>

#define ENOUGH    16   /* cells above one that is compared: rounding matters less */
#define ALIKE     0.2  /* by which the middle of the ratios may differ from a unit, relative */
#define LESS      0.02 /* by which an area may be smaller than what drains to it, relative, */
#define FEW_CELLS 2.0  /* beside so many cells: some programs leave the cell itself out */
#define MOST_LESS 0.01 /* of the cells; where more are smaller the areas are another map's */

typedef struct areas {
    const fluv_given_ways *ways;
    const float *values;
    const uint64_t *above; /* cells that drain to each, itself included */
    double unit;           /* of the values, cells */
} areas;

static bool is_known(const areas *a, uint32_t cell)
{
    return !(a->ways->kind[cell] & (FLUV_CELL_VOID | FLUV_CELL_SEA)) && isfinite(a->values[cell]);
}

/* GRASS marks what may be too small, because water comes in from outside, with a minus. */
static double cells_of(const areas *a, uint32_t cell)
{
    return fabs((double)a->values[cell]) * a->unit;
}

static int by_size(const void *x, const void *y)
{
    double left = *(const double *)x, right = *(const double *)y;
    return left < right ? -1 : left > right;
}

/* Cells, m2 or km2: whichever is next to the middle of the ratios. */
static fluv_status find_unit(fluv_ctx *ctx, areas *a)
{
    uint32_t count = a->ways->topology->count, known = 0;
    double cell = fluv_cell_area(a->ways->topology, 0);
    const double units[] = {1.0, 1.0 / cell, 1e6 / cell};
    double *ratio = fluv_scratch(ctx, count, sizeof *ratio);
    if (!ratio)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < count; c++)
        if (a->above[c] >= ENOUGH && is_known(a, c) && a->values[c] != 0.0F)
            ratio[known++] = fabs((double)a->values[c]) / (double)a->above[c];
    qsort(ratio, known, sizeof *ratio, by_size);
    double middle = known ? ratio[known / 2] : 0.0;
    fluv_scratch_drop(ctx, ratio);
    a->unit = 0.0;
    for (int i = 0; i < 3; i++)
        if (fabs(log(middle * units[i])) < fabs(log(middle * a->unit)))
            a->unit = units[i];
    if (known && fabs(log(middle * a->unit)) <= ALIKE)
        return FLUV_OK;
    return fluv_fail(ctx, FLUV_BAD_INPUT,
                     "import.area: the areas are in no unit those of the directions: they are %.4g "
                     "times the cells that drain there, expected 1 (cells), %g (m2) or %g (km2)",
                     middle, cell, cell / 1e6);
}

static fluv_status check_areas(fluv_ctx *ctx, const areas *a)
{
    uint32_t count = a->ways->topology->count, less = 0, known = 0, first = FLUV_NONE;
    for (uint32_t c = 0; c < count; c++) {
        if (!is_known(a, c))
            continue;
        known++;
        double own = (double)a->above[c];
        if (cells_of(a, c) >= own * (1.0 - LESS) - FEW_CELLS)
            continue;
        first = less++ ? first : c;
    }
    if (less <= MOST_LESS * known)
        return FLUV_OK;
    return fluv_fail(ctx, FLUV_BAD_INPUT,
                     "import.area: column %u, row %u: %.6g cells by the file, %.6g by the "
                     "directions, and %u of %u cells have less than drains there",
                     first % a->ways->topology->cols, first / a->ways->topology->cols,
                     cells_of(a, first), (double)a->above[first], less, known);
}

/* Land beyond the edge above each cell, then that of its own. */
static double find_inflow(const areas *a, double *beyond)
{
    const fluv_given_ways *ways = a->ways;
    double cell = fluv_cell_area(ways->topology, 0), most = 0.0;
    for (uint32_t c = 0; c < ways->topology->count; c++) {
        double more = is_known(a, c) ? cells_of(a, c) - (double)a->above[c] : 0.0;
        bool counts = more > LESS * (double)a->above[c] + FEW_CELLS;
        beyond[c] = counts && ways->kind[c] & FLUV_CELL_OPEN ? more * cell : 0.0;
        most = fmax(most, beyond[c]);
    }
    return most;
}

/* A river that runs along the edge enters once: what an open donor brings is not new. */
static void take_donors_away(const areas *a, double *beyond, double *own)
{
    const fluv_given_ways *ways = a->ways;
    for (uint32_t c = 0; c < ways->topology->count; c++)
        own[c] = beyond[c];
    for (uint32_t c = 0; c < ways->topology->count; c++) {
        uint32_t to = ways->receiver[c];
        if (to != FLUV_NONE && beyond[c] > 0.0)
            own[to] = fmax(0.0, own[to] - beyond[c]);
    }
}

static fluv_status compare(fluv_ctx *ctx, areas *a, fluv_landscape *land, double *own)
{
    double *beyond = fluv_scratch(ctx, a->ways->topology->count, sizeof *beyond);
    if (!beyond)
        return FLUV_NO_MEMORY;
    FLUV_TRY(find_unit(ctx, a));
    FLUV_TRY(check_areas(ctx, a));
    double most = find_inflow(a, beyond);
    take_donors_away(a, beyond, own);
    if (most > 0.0)
        fluv_note_add(land, "import",
                      "rivers come in over the map's edge, from up to %.4g km2 beyond it: their "
                      "water counts, their land does not (rivers.by=discharge draws them from "
                      "there)",
                      most / 1e6);
    return FLUV_OK;
}

fluv_status fluv_given_area(fluv_ctx *ctx, const fluv_given_ways *ways, const float *values,
                            fluv_landscape *land, const double **inflow)
{
    uint32_t count = ways->topology->count;
    double *own = fluv_scratch(ctx, count, sizeof *own);
    uint64_t *above = fluv_scratch(ctx, count, sizeof *above);
    uint8_t *donors = fluv_scratch(ctx, count, sizeof *donors);
    if (!own || !above || !donors)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < count; c++)
        above[c] = !(ways->kind[c] & (FLUV_CELL_VOID | FLUV_CELL_SEA));
    fluv_forest_sum(count, ctx->threads, ways->receiver, donors, above);
    areas a = {.ways = ways, .values = values, .above = above};
    *inflow = own;
    return compare(ctx, &a, land, own);
}

fluv_status fluv_given_discharge(fluv_ctx *ctx, const uint8_t *kind, const float *values,
                                 fluv_landscape *land)
{
    float *discharge = fluv_layer_edit(ctx, land, FLUV_LAYER_discharge);
    uint32_t count = (uint32_t)fluv_cell_count(land);
    if (!discharge)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < count; c++) {
        bool known = !(kind[c] & FLUV_CELL_VOID);
        if (known && (values[c] < 0.0F || isinf(values[c])))
            return fluv_fail(ctx, FLUV_BAD_INPUT,
                             "import.discharge: column %u, row %u is %g m3/s, expected 0 or more",
                             c % land->frame.cols, c / land->frame.cols, (double)values[c]);
        discharge[c] = known && !isnan(values[c]) ? values[c] : 0.0F;
    }
    return FLUV_OK;
}
