// SPDX-License-Identifier: MIT
/* Drainage area and discharge.
 *
 * A land cell gives its runoff, but for those whose water never gathers; a lake loses what
 * evaporates from its cells, or all that reaches it if that is less. A closed lake loses all that
 * reaches it: whether its surface can is for the rules to say.  O(n). */
#include "stages/shared/flow.h"

#include "field/grid.h"
#include "landscape/placed.h"
#include "water/parts.h"
#include "water/sums.h"

#include <assert.h>

fluv_status fluv_rate_of(fluv_ctx *ctx, const fluv_landscape *land, const fluv_field *field,
                         const char *stage, const char *name, fluv_rate *rate)
{
    *rate = (fluv_rate){.number = field->number};
    if (field->kind == FLUV_FIELD_NUMBER)
        return FLUV_OK;
    float *map = fluv_scratch(ctx, fluv_cell_count(land), sizeof *map);
    if (!map)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_field_fill(ctx, land, field, stage, name, map));
    rate->map = map;
    return FLUV_OK;
}

static bool has_spring(const fluv_placed *placed, const fluv_laid_way *way)
{
    return way->river != FLUV_NONE && way->drawn && placed->rivers[way->river].discharge > 0.0;
}

fluv_status fluv_springs_add(fluv_ctx *ctx, const fluv_landscape *land, fluv_rate *runoff)
{
    const fluv_placed *placed = fluv_layer_read(land, FLUV_LAYER_placed);
    const fluv_laid *laid = fluv_layer_read(land, FLUV_LAYER_laid);
    size_t cells = fluv_cell_count(land);
    float *map = NULL;
    for (size_t i = 0; laid && i < laid->way_count; i++) {
        const fluv_laid_way *way = &laid->ways[i];
        if (!has_spring(placed, way))
            continue;
        if (!map) {
            map = fluv_scratch(ctx, cells, sizeof *map);
            if (!map)
                return FLUV_NO_MEMORY;
            for (uint32_t c = 0; c < cells; c++)
                map[c] = (float)fluv_rate_at(runoff, c);
            *runoff = (fluv_rate){.map = map};
        }
        double a_year = placed->rivers[way->river].discharge * FLUV_SECONDS_A_YEAR;
        map[laid->cells[way->first_cell]] +=
            (float)(a_year / (land->frame.cell * land->frame.cell));
    }
    return FLUV_OK;
}

double fluv_springs_sum(const fluv_landscape *land)
{
    const fluv_placed *placed = fluv_layer_read(land, FLUV_LAYER_placed);
    const fluv_laid *laid = fluv_layer_read(land, FLUV_LAYER_laid);
    double sum = 0.0;
    for (size_t i = 0; laid && i < laid->way_count; i++)
        if (has_spring(placed, &laid->ways[i]))
            sum += placed->rivers[laid->ways[i].river].discharge * FLUV_SECONDS_A_YEAR;
    return sum;
}

/* Areas are counts of cells until the end, and water on its way whole parts of what a cell gives:
 * whole numbers add up to the same in any order. */
#define BLOCK 65536u

static uint32_t end_of_block(uint32_t block, uint32_t count)
{
    return count - block * BLOCK < BLOCK ? count : (block + 1) * BLOCK;
}

/* All that cells could give, in m/y of one. */
static double sum_rates(fluv_ctx *ctx, const fluv_flow_job *job, fluv_steps *sums)
{
    uint32_t count = job->topology->count, blocks = fluv_block_count(count, BLOCK);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t b = 0; b < blocks; b++) {
        sums[b] = 0;
        for (uint32_t c = b * BLOCK; c < end_of_block(b, count); c++)
            sums[b] += fluv_in_steps((double)job->runoff.map[c]);
    }
    fluv_steps all = 0;
    for (uint32_t b = 0; b < blocks; b++)
        all += sums[b];
    return fluv_from_steps(all);
}

/* One runoff is its own unit, a map of it is counted in parts of 1 m/y. */
static fluv_status choose_unit(fluv_ctx *ctx, const fluv_flow_job *job, fluv_flow_unit *unit)
{
    uint32_t count = job->topology->count;
    double rate = job->runoff.map || job->runoff.number <= 0.0 ? 1.0 : job->runoff.number;
    double cells = count;
    if (job->runoff.map) {
        fluv_steps *sums = fluv_scratch(ctx, fluv_block_count(count, BLOCK), sizeof *sums);
        if (!sums)
            return FLUV_NO_MEMORY;
        cells = sum_rates(ctx, job, sums);
        fluv_scratch_drop(ctx, sums);
    }
    for (uint32_t c = 0; job->inflow && c < count; c++)
        cells += job->inflow[c] / fluv_cell_area(job->topology, c) *
                 (fluv_rate_at(&job->runoff, c) / rate);
    *unit = fluv_flow_unit_for(rate, cells);
    return FLUV_OK;
}

static double set_own_block(const fluv_flow_job *job, fluv_flow_unit unit, fluv_part block,
                            double *area, double *flow)
{
    assert(block.from <= block.end && block.end <= job->topology->count);
    double rain = 0.0;
    for (uint32_t c = block.from; c < block.end; c++) {
        bool dry_land = !(job->kind[c] & (FLUV_CELL_VOID | FLUV_CELL_SEA));
        bool wet = job->lake && job->lake[c] != FLUV_NONE;
        double rate = fluv_rate_at(&job->runoff, c);
        area[c] = (double)dry_land;
        bool gives = dry_land && !wet && !(job->kind[c] & FLUV_CELL_PARCHED);
        flow[c] = gives ? fluv_flow_parts(unit, rate) : 0.0;
        if (job->inflow)
            flow[c] +=
                fluv_flow_parts(unit, job->inflow[c] / fluv_cell_area(job->topology, c) * rate);
        rain += flow[c];
    }
    return rain;
}

static double set_own(fluv_ctx *ctx, const fluv_flow_job *job, fluv_flow_unit unit, double *area,
                      double *flow)
{
    uint32_t count = job->topology->count, blocks = fluv_block_count(count, BLOCK);
    double rain = 0.0;
#pragma omp parallel for num_threads(ctx->threads) schedule(static) reduction(+ : rain)
    for (uint32_t b = 0; b < blocks; b++)
        rain +=
            set_own_block(job, unit, (fluv_part){b * BLOCK, end_of_block(b, count)}, area, flow);
    return rain;
}

fluv_status fluv_demands_sum(fluv_ctx *ctx, const fluv_topology *topology, const uint32_t *lake,
                             size_t lake_count, const fluv_rate *evaporation, double *demand)
{
    fluv_steps *sums = fluv_scratch_zero(ctx, lake_count, sizeof *sums);
    if (!sums)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < topology->count; c++)
        if (lake[c] != FLUV_NONE)
            sums[lake[c]] += fluv_in_steps(fluv_rate_at(evaporation, c));
    for (size_t i = 0; i < lake_count; i++)
        demand[i] = fluv_from_steps(sums[i]);
    fluv_scratch_drop(ctx, sums);
    return FLUV_OK;
}

static fluv_status set_demands(fluv_ctx *ctx, const fluv_flow_job *job, fluv_flow_unit unit)
{
    if (!job->lake)
        return FLUV_OK;
    double *demand = fluv_scratch(ctx, job->lake_count, sizeof *demand);
    if (!demand)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_demands_sum(ctx, job->topology, job->lake, job->lake_count, &job->evaporation,
                              demand));
    for (size_t i = 0; i < job->lake_count; i++)
        job->water[i].demand = floor(demand[i] / unit.rate * unit.parts);
    fluv_scratch_drop(ctx, demand);
    return FLUV_OK;
}

/* Water ends at roots: in the sea and over the edge it has left, in a lake it evaporates. */
static void sum_ends(const fluv_flow_job *job, double *flow, fluv_flow_sums *sums)
{
    for (uint32_t c = 0; c < job->topology->count; c++) {
        if (job->receiver[c] != FLUV_NONE)
            continue;
        bool wet = job->lake && job->lake[c] != FLUV_NONE;
        if (wet && !(job->exits[c] & FLUV_EXIT)) {
            job->water[job->lake[c]].inflow += flow[c];
            job->water[job->lake[c]].evaporation += flow[c];
            flow[c] = 0.0;
        } else {
            sums->left += flow[c];
        }
    }
}

/* From parts to m3/y. */
static void finish_sums(const fluv_flow_job *job, double part, fluv_flow_sums *sums)
{
    for (size_t i = 0; i < job->lake_count; i++) {
        fluv_lake_water *water = &job->water[i];
        sums->evaporated += water->evaporation;
        *water = (fluv_lake_water){water->inflow * part, water->evaporation * part,
                                   water->demand * part};
    }
    sums->rain *= part;
    sums->evaporated *= part;
    sums->left *= part;
}

fluv_status fluv_flow_find(fluv_ctx *ctx, fluv_landscape *land, const fluv_flow_job *job,
                           fluv_flow_sums *sums)
{
    assert(job->topology->cols && job->topology->count == fluv_cell_count(land));
    assert(job->kind && job->receiver && (!job->lake || job->exits));
    uint32_t count = job->topology->count;
    double *area = fluv_layer_renew(ctx, land, FLUV_LAYER_area);
    float *discharge = fluv_layer_renew(ctx, land, FLUV_LAYER_discharge);
    double *flow = fluv_scratch(ctx, count, sizeof *flow);
    uint8_t *donors = fluv_scratch(ctx, count, sizeof *donors);
    fluv_flow_unit unit;
    if (!area || !discharge || !flow || !donors)
        return FLUV_NO_MEMORY;
    FLUV_TRY(choose_unit(ctx, job, &unit));
    *sums = (fluv_flow_sums){.rain = set_own(ctx, job, unit, area, flow)};
    FLUV_TRY(set_demands(ctx, job, unit));
    FLUV_TRY(fluv_look(ctx));
    fluv_lake_losses lakes = {job->exits, job->lake, job->water, job->shelves, job->shelf_count};
    fluv_accumulate(job->topology, ctx->threads, job->receiver, job->lake ? &lakes : NULL, donors,
                    area, flow);
    FLUV_TRY(fluv_look(ctx));
    sum_ends(job, flow, sums);
    double cell_area = fluv_cell_area(job->topology, 0);
    finish_sums(job, cell_area * unit.rate / unit.parts, sums);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < count; c++) {
        area[c] *= cell_area;
        discharge[c] = fluv_even_discharge(flow[c] / unit.parts, cell_area, unit.rate);
    }
    fluv_scratch_drop(ctx, flow);
    fluv_scratch_drop(ctx, donors);
    return FLUV_OK;
}

fluv_status fluv_flow_even(fluv_ctx *ctx, fluv_landscape *land, const fluv_flow_job *job)
{
    assert(job->topology->cols && !job->lake && !job->inflow && !job->runoff.map);
    uint32_t count = job->topology->count;
    double *area = fluv_layer_renew(ctx, land, FLUV_LAYER_area);
    float *discharge = fluv_layer_renew(ctx, land, FLUV_LAYER_discharge);
    uint8_t *donors = fluv_scratch(ctx, count, sizeof *donors);
    if (!area || !discharge || !donors)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < count; c++)
        area[c] = job->kind[c] & (FLUV_CELL_VOID | FLUV_CELL_SEA) ? 0.0 : 1.0;
    FLUV_TRY(fluv_look(ctx));
    fluv_accumulate(job->topology, ctx->threads, job->receiver, NULL, donors, area, NULL);
    FLUV_TRY(fluv_look(ctx));
    double cell_area = fluv_cell_area(job->topology, 0), runoff = job->runoff.number;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < count; c++) {
        discharge[c] = fluv_even_discharge(area[c], cell_area, runoff);
        area[c] *= cell_area;
    }
    fluv_scratch_drop(ctx, donors);
    return FLUV_OK;
}
