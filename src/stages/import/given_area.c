// SPDX-License-Identifier: MIT
/* Drainage areas and discharges that are given beside directions.
 *
 * in   areas or discharges of a file, receivers        out   land beyond the edge; discharge
 *
 * A map cut out of a larger one has rivers that come in over its edge: their areas in the file are
 * larger than what the map drains to them, and the difference enters where the way does. Which unit
 * the file has shows in all other areas.  O(n). */
#include "stages/import/given_area.h"

#include "water/forest.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define ENOUGH      4    /* cells above one that tells of the unit */
#define LESS        0.02 /* by which an area may differ from what drains to it, relative, */
#define FEW_CELLS   2.0  /* beside so many cells: some programs leave the cell itself out */
#define MOST_LESS   0.01 /* of the cells; where more are smaller the areas are another map's */
#define MOST_LOSSES 0.25 /* of the cells; the same of discharges */

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

/* Whether the file has about the area that the directions give. */
static bool is_alike(const areas *a, uint32_t cell)
{
    double own = (double)a->above[cell];
    return fabs(cells_of(a, cell) - own) <= own * LESS + FEW_CELLS;
}

/* Cells, m2 or km2: whichever makes most areas what the directions give. */
static fluv_status find_unit(fluv_ctx *ctx, areas *a)
{
    uint32_t count = a->ways->topology->count, known = 0, best = 0;
    double cell = fluv_cell_area(a->ways->topology, 0), unit = 1.0;
    assert(cell > 0.0);
    const double units[] = {1.0, 1.0 / cell, 1e6 / cell};
    for (int i = 0; i < 3; i++) {
        uint32_t alike = 0;
        a->unit = units[i];
        known = 0;
        for (uint32_t c = 0; c < count; c++) {
            bool counts = a->above[c] >= ENOUGH && is_known(a, c);
            known += counts;
            alike += counts && is_alike(a, c);
        }
        unit = alike > best ? units[i] : unit;
        best = alike > best ? alike : best;
    }
    a->unit = unit;
    if (2 * (uint64_t)best >= known)
        return FLUV_OK;
    return fluv_fail(
        ctx, FLUV_BAD_INPUT,
        "import.area: neither as cells nor as m2 nor as km2 are the areas those of the "
        "directions: %u of %u cells at the most",
        best, known);
}

static fluv_status check_areas(fluv_ctx *ctx, const areas *a)
{
    uint32_t count = a->ways->topology->count, less = 0, known = 0, first = FLUV_NONE;
    for (uint32_t c = 0; c < count; c++) {
        if (!is_known(a, c))
            continue;
        known++;
        if (is_alike(a, c) || cells_of(a, c) > (double)a->above[c])
            continue;
        first = less++ ? first : c;
    }
    if (less <= MOST_LESS * known)
        return FLUV_OK;
    assert(first != FLUV_NONE);
    return fluv_fail(ctx, FLUV_BAD_INPUT,
                     "import.area: column %u, row %u: %.6g cells by the file, %.6g by the "
                     "directions, and %u of %u cells have less than drains there",
                     first % a->ways->topology->cols, first / a->ways->topology->cols,
                     cells_of(a, first), (double)a->above[first], less, known);
}

/* Land beyond the edge above each cell that lies at it. Returns the most. */
static double find_inflow(const areas *a, double *beyond)
{
    const fluv_given_ways *ways = a->ways;
    double cell = fluv_cell_area(ways->topology, 0), most = 0.0;
    for (uint32_t c = 0; c < ways->topology->count; c++) {
        bool comes_in = is_known(a, c) && !is_alike(a, c) && ways->kind[c] & FLUV_CELL_OPEN;
        double more = comes_in ? cells_of(a, c) - (double)a->above[c] : 0.0;
        beyond[c] = fmax(0.0, more * cell);
        most = fmax(most, beyond[c]);
    }
    return most;
}

/* What has come in farther up is not new here, be it along the edge or where a river leaves. */
static void take_known_away(const areas *a, const double *beyond, uint32_t *order, uint8_t *donors,
                            double *come, double *own)
{
    const fluv_given_ways *ways = a->ways;
    uint32_t count = ways->topology->count, tail = 0;
    memset(donors, 0, count);
    for (uint32_t c = 0; c < count; c++) {
        come[c] = 0.0;
        if (ways->receiver[c] != FLUV_NONE)
            donors[ways->receiver[c]]++;
    }
    for (uint32_t c = 0; c < count; c++)
        if (!donors[c])
            order[tail++] = c;
    for (uint32_t head = 0; head < tail; head++) {
        uint32_t c = order[head], to = ways->receiver[c];
        own[c] = fmax(0.0, beyond[c] - come[c]);
        if (to == FLUV_NONE)
            continue;
        come[to] += come[c] + own[c];
        assert(donors[to] > 0);
        if (--donors[to] == 0)
            order[tail++] = to;
    }
}

static fluv_status compare(fluv_ctx *ctx, areas *a, uint8_t *donors, fluv_landscape *land,
                           double *own)
{
    uint32_t count = a->ways->topology->count;
    double *beyond = fluv_scratch(ctx, count, sizeof *beyond);
    double *come = fluv_scratch(ctx, count, sizeof *come);
    uint32_t *order = fluv_scratch(ctx, count, sizeof *order);
    if (!beyond || !come || !order)
        return FLUV_NO_MEMORY;
    FLUV_TRY(find_unit(ctx, a));
    FLUV_TRY(check_areas(ctx, a));
    double most = find_inflow(a, beyond);
    take_known_away(a, beyond, order, donors, come, own);
    fluv_scratch_drop(ctx, beyond);
    fluv_scratch_drop(ctx, come);
    fluv_scratch_drop(ctx, order);
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
    assert(ways->kind && ways->receiver && values && inflow);
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
    fluv_status status = compare(ctx, &a, donors, land, own);
    fluv_scratch_drop(ctx, above);
    fluv_scratch_drop(ctx, donors);
    return status;
}

/* A river may lose water on its way, to the ground or from a lake; where it does at every fourth
 * cell the discharge is not that of these directions. */
static fluv_status compare_discharge(fluv_ctx *ctx, const fluv_given_ways *ways,
                                     const float *values, fluv_landscape *land)
{
    uint32_t steps = 0, losses = 0, first = 0, cols = land->frame.cols;
    for (uint32_t c = 0; c < ways->topology->count; c++) {
        uint32_t to = ways->receiver[c];
        if (to == FLUV_NONE || ((ways->kind[c] | ways->kind[to]) & FLUV_CELL_VOID) ||
            (ways->kind[to] & FLUV_CELL_SEA) || !(values[c] > 0.0F) || isnan(values[to]))
            continue;
        steps++;
        if ((double)values[to] >= (1.0 - LESS) * (double)values[c])
            continue;
        first = losses++ ? first : c;
    }
    if (losses > MOST_LOSSES * steps)
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "import.discharge: at %u of %u cells less flows on than comes, first at "
                         "column %u, row %u (%g to %g m3/s): it is not that of these directions",
                         losses, steps, first % cols, first / cols, (double)values[first],
                         (double)values[ways->receiver[first]]);
    if (losses)
        fluv_note_add(land, "import",
                      "discharge: rivers lose water at %u of %u cells, first at column %u, row %u "
                      "(%g to %g m3/s)",
                      losses, steps, first % cols, first / cols, (double)values[first],
                      (double)values[ways->receiver[first]]);
    return FLUV_OK;
}

fluv_status fluv_given_discharge(fluv_ctx *ctx, const fluv_given_ways *ways, const float *values,
                                 fluv_landscape *land)
{
    assert(ways && values);
    float *discharge = fluv_layer_edit(ctx, land, FLUV_LAYER_discharge);
    uint32_t count = (uint32_t)fluv_cell_count(land);
    if (!discharge)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < count; c++) {
        bool known = !(ways->kind[c] & FLUV_CELL_VOID);
        if (known && (values[c] < 0.0F || isinf(values[c])))
            return fluv_fail(ctx, FLUV_BAD_INPUT,
                             "import.discharge: column %u, row %u is %g m3/s, expected 0 or more",
                             c % land->frame.cols, c / land->frame.cols, (double)values[c]);
        discharge[c] = known && !isnan(values[c]) ? values[c] : 0.0F;
    }
    return compare_discharge(ctx, ways, values, land);
}
