// SPDX-License-Identifier: MIT
/* Drainage area and discharge.
 *
 * A land cell gives its runoff; a lake loses what evaporates from its cells, or all that reaches it
 * if that is less. In a closed lake all that arrives evaporates.  O(n). */
#include "stages/flow.h"

#include "water/accumulate.h"

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

static void set_own(const fluv_flow_job *job, double *area, double *flow, double *loss,
                    fluv_flow_sums *sums)
{
    for (uint32_t c = 0; c < job->topology->count; c++) {
        area[c] = flow[c] = 0.0;
        if (job->kind[c] & (FLUV_CELL_VOID | FLUV_CELL_SEA))
            continue;
        double own = fluv_cell_area(job->topology, c);
        area[c] = own;
        if (job->lake && job->lake[c] != FLUV_NONE) {
            loss[job->lake[c]] += own * fluv_rate_at(&job->evaporation, c);
        } else {
            flow[c] = own * fluv_rate_at(&job->runoff, c);
            sums->rain += flow[c];
        }
    }
}

/* Water ends at roots: in the sea and over the edge it has left, in a lake it evaporates. */
static void sum_ends(const fluv_flow_job *job, double *flow, fluv_flow_sums *sums)
{
    for (uint32_t c = 0; c < job->topology->count; c++) {
        if (job->receiver[c] != FLUV_NONE)
            continue;
        bool wet = job->lake && job->lake[c] != FLUV_NONE;
        if (wet && !job->exits[c]) {
            sums->evaporated += flow[c];
            flow[c] = 0.0;
        } else {
            sums->left += flow[c];
        }
    }
}

fluv_status fluv_flow_find(fluv_ctx *ctx, fluv_landscape *land, const fluv_flow_job *job,
                           fluv_flow_sums *sums)
{
    uint32_t count = job->topology->count;
    double *area = fluv_layer_edit(ctx, land, FLUV_LAYER_AREA);
    float *discharge = fluv_layer_edit(ctx, land, FLUV_LAYER_DISCHARGE);
    double *flow = fluv_scratch(ctx, count, sizeof *flow);
    uint8_t *donors = fluv_scratch(ctx, count, sizeof *donors);
    double *loss = fluv_scratch_zero(ctx, job->lake_count, sizeof *loss);
    if (!area || !discharge || !flow || !donors || !loss)
        return FLUV_NO_MEMORY;
    *sums = (fluv_flow_sums){0};
    set_own(job, area, flow, loss, sums);
    fluv_lake_losses lakes = {job->exits, job->lake, loss};
    sums->evaporated = fluv_accumulate(job->topology, job->receiver, job->lake ? &lakes : NULL,
                                       donors, area, flow);
    sum_ends(job, flow, sums);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < count; c++)
        discharge[c] = (float)(flow[c] > 0.0 ? flow[c] / FLUV_SECONDS_A_YEAR : 0.0);
    fluv_scratch_drop(ctx, flow);
    fluv_scratch_drop(ctx, donors);
    return FLUV_OK;
}
