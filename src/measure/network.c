// SPDX-License-Identifier: MIT
/* The network of channels that every survey's land has.
 *
 * in   a surface     out   its filled form, receivers, areas, lengths, the cells that are channels
 *
 * Every hollow is filled from the edge and the sea; water takes the steepest of eight ways, on
 * flats towards their outlets and away from higher ground. Cells are passed from the ridges down,
 * each when its last donor is done, so areas and lengths take one pass.  Nearly O(cells).
 *
 * Based on: O'Callaghan, Mark. The extraction of drainage networks from digital elevation data.
 * 1984. Barnes, Lehman, Mulla. An efficient assignment of drainage direction over flat surfaces.
 * 2014 */
#include "measure/figures.h"
#include "water/filled.h"

#include <assert.h>
#include <string.h>

/* Summed by rows, so that it is the same for any number of threads. */
static fluv_status sum_depth(fluv_ctx *ctx, const fluv_topology *topology, const float *z,
                             const float *filled, double *volume)
{
    double *of_row = fluv_scratch_zero(ctx, topology->rows, sizeof *of_row);
    if (!of_row)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t row = 0; row < topology->rows; row++)
        for (uint32_t c = row * topology->cols; c < (row + 1) * topology->cols; c++)
            if (filled[c] > z[c])
                of_row[row] += (double)filled[c] - (double)z[c];
    *volume = 0.0;
    for (uint32_t row = 0; row < topology->rows; row++)
        *volume += of_row[row];
    fluv_scratch_drop(ctx, of_row);
    return FLUV_OK;
}

fluv_status fluv_survey_fill(fluv_ctx *ctx, const fluv_topology *topology, const float *z,
                             uint8_t *kind, float *filled, double *volume)
{
    assert(z && kind && filled && z != filled && volume);
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    uint32_t *receiver = fluv_scratch(ctx, topology->count, sizeof *receiver);
    if (!receiver)
        return FLUV_NO_MEMORY;
    memset(kind, 0, topology->count);
    fluv_cells_classify(topology, ctx->threads, z, kind);
    fluv_drainage drainage;
    fluv_drainage_job job = {.topology = *topology,
                             .height = z,
                             .kind = kind,
                             .descent = FLUV_STEEPEST,
                             .receiver = receiver};
    FLUV_TRY(fluv_drainage_find(ctx, &job, &drainage));
    FLUV_TRY(fluv_filled_find(ctx, &drainage, z, filled));
    FLUV_TRY(sum_depth(ctx, topology, z, filled, volume));
    fluv_drainage_forget(ctx, &drainage);
    fluv_scratch_release(ctx, mark);
    return FLUV_OK;
}

static fluv_status find_receivers(fluv_ctx *ctx, const fluv_surveyed *land)
{
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    fluv_flats_work work = {
        .queue = fluv_scratch(ctx, land->count, sizeof *work.queue),
        .first = fluv_scratch(ctx, (size_t)land->count + 1, sizeof *work.first),
        .to_low = fluv_scratch(ctx, land->count, sizeof *work.to_low),
        .from_high = fluv_scratch(ctx, land->count, sizeof *work.from_high),
    };
    if (!work.queue || !work.first || !work.to_low || !work.from_high)
        return FLUV_NO_MEMORY;
    fluv_receivers(&land->topology, ctx->threads, FLUV_STEEPEST, land->filled, land->kind,
                   land->receiver);
    fluv_flats_resolve(&land->topology, ctx->threads, land->filled, land->kind, NULL, &work,
                       land->receiver);
    fluv_scratch_release(ctx, mark);
    return FLUV_OK;
}

/* A cell whose donors are all done gives what it has to its receiver. */
static void pass_on(fluv_surveyed *land, uint32_t from, uint32_t to)
{
    assert(from < land->count && to < land->count && from != to);
    float way = land->length[from] +
                (from % land->cols == to % land->cols || from / land->cols == to / land->cols
                     ? 1.0f
                     : (float)M_SQRT2);
    uint32_t best = land->largest[to];
    if (way > land->length[to])
        land->length[to] = way;
    land->area[to] += land->area[from];
    if (best == FLUV_NONE || land->area[from] > land->area[best])
        land->largest[to] = from;
}

static void add_down(fluv_surveyed *land, uint8_t *donors)
{
    assert(fluv_receivers_inside(&land->topology, land->receiver));
    for (uint32_t c = 0; c < land->count; c++)
        if (land->receiver[c] != FLUV_NONE)
            donors[land->receiver[c]]++;
    for (uint32_t c = 0; c < land->count; c++) {
        land->area[c] = isnan(land->z[c]) ? 0u : 1u;
        land->length[c] = 0.0f;
        land->largest[c] = FLUV_NONE;
    }
    for (uint32_t c = 0; c < land->count; c++) {
        if (donors[c] || isnan(land->z[c]) || land->length[c] > 0.0f)
            continue;
        for (uint32_t at = c;;) {
            if (land->area[at] >= FLUV_CHANNEL_CELLS)
                land->channels[land->channel_count++] = at;
            uint32_t to = land->receiver[at];
            if (to == FLUV_NONE)
                break;
            pass_on(land, at, to);
            assert(donors[to] > 0);
            if (--donors[to])
                break;
            at = to;
        }
    }
    assert(land->channel_count <= land->count);
}

fluv_status fluv_survey_network(fluv_ctx *ctx, fluv_surveyed *land)
{
    land->kind = fluv_scratch_zero(ctx, land->count, sizeof *land->kind);
    land->filled = fluv_scratch(ctx, land->count, sizeof *land->filled);
    land->receiver = fluv_scratch(ctx, land->count, sizeof *land->receiver);
    land->area = fluv_scratch(ctx, land->count, sizeof *land->area);
    land->length = fluv_scratch(ctx, land->count, sizeof *land->length);
    land->largest = fluv_scratch(ctx, land->count, sizeof *land->largest);
    land->channels = fluv_scratch(ctx, land->count, sizeof *land->channels);
    if (!land->kind || !land->filled || !land->receiver || !land->area || !land->length ||
        !land->largest || !land->channels)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_survey_fill(ctx, &land->topology, land->z, land->kind, land->filled,
                              &land->fill_volume));
    FLUV_TRY(fluv_look(ctx));
    FLUV_TRY(find_receivers(ctx, land));
    FLUV_TRY(fluv_look(ctx));
    uint8_t *donors = fluv_scratch_zero(ctx, land->count, sizeof *donors);
    if (!donors)
        return FLUV_NO_MEMORY;
    add_down(land, donors);
    fluv_scratch_drop(ctx, donors);
    return FLUV_OK;
}
