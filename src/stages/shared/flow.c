// SPDX-License-Identifier: MIT
/* Drainage area and discharge.
 *
 * A land cell gives its runoff, but for those whose water never gathers; a lake loses what
 * evaporates from its cells, or all that reaches it if that is less. A closed lake loses all that
 * reaches it: whether its surface can is for the rules to say.  O(n). */
#include "stages/shared/flow.h"

#include "field/grid.h"
#include "landscape/placed.h"

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

/* On a grid areas are counts of cells until the end: whole numbers add up to the same in any order.
 * Other sums are formed block by block, so that they do not depend on the thread count. */
#define BLOCK 65536u

static double set_own_block(const fluv_flow_job *job, uint32_t from, uint32_t end, double *area,
                            double *flow)
{
    assert(from <= end && end <= job->topology->count);
    double rain = 0.0;
    for (uint32_t c = from; c < end; c++) {
        bool dry_land = !(job->kind[c] & (FLUV_CELL_VOID | FLUV_CELL_SEA));
        bool wet = job->lake && job->lake[c] != FLUV_NONE;
        double own = dry_land ? fluv_cell_area(job->topology, c) : 0.0;
        area[c] = job->topology->cols ? (double)dry_land : own;
        bool gives = !wet && !(job->kind[c] & FLUV_CELL_PARCHED);
        flow[c] = gives ? own * fluv_rate_at(&job->runoff, c) : 0.0;
        if (job->inflow)
            flow[c] += job->inflow[c] * fluv_rate_at(&job->runoff, c);
        rain += flow[c];
    }
    return rain;
}

static double set_own(fluv_ctx *ctx, const fluv_flow_job *job, double *area, double *flow,
                      double *sums)
{
    uint32_t count = job->topology->count, blocks = fluv_block_count(count, BLOCK);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t b = 0; b < blocks; b++) {
        uint32_t end = count - b * BLOCK < BLOCK ? count : (b + 1) * BLOCK;
        sums[b] = set_own_block(job, b * BLOCK, end, area, flow);
    }
    double rain = 0.0;
    for (uint32_t b = 0; b < blocks; b++)
        rain += sums[b];
    return rain;
}

static void sum_demands(const fluv_flow_job *job)
{
    for (uint32_t c = 0; job->lake && c < job->topology->count; c++)
        if (job->lake[c] != FLUV_NONE)
            job->water[job->lake[c]].demand +=
                fluv_cell_area(job->topology, c) * fluv_rate_at(&job->evaporation, c);
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

fluv_status fluv_flow_find(fluv_ctx *ctx, fluv_landscape *land, const fluv_flow_job *job,
                           fluv_flow_sums *sums)
{
    assert(job->topology->count == fluv_cell_count(land));
    assert(job->kind && job->receiver && (!job->lake || job->exits));
    uint32_t count = job->topology->count;
    double *area = fluv_layer_renew(ctx, land, FLUV_LAYER_area);
    float *discharge = fluv_layer_renew(ctx, land, FLUV_LAYER_discharge);
    double *flow = fluv_scratch(ctx, count, sizeof *flow);
    uint8_t *donors = fluv_scratch(ctx, count, sizeof *donors);
    double *block_sums = fluv_scratch(ctx, (size_t)count / BLOCK + 1, sizeof *block_sums);
    if (!area || !discharge || !flow || !donors || !block_sums)
        return FLUV_NO_MEMORY;
    *sums = (fluv_flow_sums){.rain = set_own(ctx, job, area, flow, block_sums)};
    sum_demands(job);
    FLUV_TRY(fluv_look(ctx));
    fluv_lake_losses lakes = {job->exits, job->lake, job->water, job->shelves, job->shelf_count};
    fluv_accumulate(job->topology, ctx->threads, job->receiver, job->lake ? &lakes : NULL, donors,
                    area, flow);
    FLUV_TRY(fluv_look(ctx));
    sum_ends(job, flow, sums);
    for (size_t i = 0; i < job->lake_count; i++)
        sums->evaporated += job->water[i].evaporation;
    double cell_area = job->topology->cols ? fluv_cell_area(job->topology, 0) : 1.0;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < count; c++) {
        area[c] *= cell_area;
        discharge[c] = (float)(flow[c] > 0.0 ? flow[c] / FLUV_SECONDS_A_YEAR : 0.0);
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
