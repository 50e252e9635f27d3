// SPDX-License-Identifier: MIT
/* Maps of water: where it is, how deep, how far, which way and how much.
 *
 * Distances and directions are found on the land's own cells, which are squares, and brought to the
 * vertices afterwards.  O(cells + vertices). */
#include "export/maps.h"

#include "field/distance.h"

#include <assert.h>

#define WET_FROM  5.0f /* ln(m): of ridges */
#define WET_TO    15.0f
#define LEAST_TAN 1e-3f
#define FAR_STEPS 4 /* receivers that a direction looks ahead: eight directions become many */

static bool is_water(uint8_t cover)
{
    return cover == FLUV_OCEAN || cover == FLUV_LAKE || cover == FLUV_RIVER;
}

static bool is_still(uint8_t cover)
{
    return cover == FLUV_OCEAN || cover == FLUV_LAKE;
}

fluv_status fluv_map_water(fluv_ctx *ctx, const fluv_map_source *from, float *out)
{
    for (size_t i = 0; i < fluv_export_count(from->grid); i++)
        out[i] = is_water(from->grid->cover[i]) ? 1.0f : 0.0f;
    return fluv_look(ctx);
}

fluv_status fluv_map_depth(fluv_ctx *ctx, const fluv_map_source *from, float *out)
{
    const fluv_export_grid *grid = from->grid;
    for (size_t i = 0; i < fluv_export_count(grid); i++) {
        float depth = grid->level[i] - grid->height[i];
        out[i] = is_water(grid->cover[i]) && depth > 0.0f ? depth : 0.0f;
    }
    return fluv_look(ctx);
}

/* Distance of every cell to those marked, added to `sum` where the cell is none of them. */
static fluv_status add_distance(fluv_ctx *ctx, const fluv_landscape *land, const uint8_t *marked,
                                float *distance, float *sum)
{
    const fluv_frame *frame = &land->frame;
    fluv_distance_job job = {frame->cols, frame->rows, frame->cell, marked};
    FLUV_TRY(fluv_distance(ctx, &job, distance, NULL));
    for (size_t i = 0; i < fluv_cell_count(land); i++)
        if (!marked[i])
            sum[i] += distance[i];
    return FLUV_OK;
}

static bool is_river(uint8_t cover)
{
    return cover == FLUV_RIVER;
}

/* Whether some cells are of a kind and, where `both` matters, others not: there is no distance to
 * what the land has none of. */
static bool has_kind(const fluv_landscape *land, bool (*kind)(uint8_t), bool both)
{
    const uint8_t *cover = fluv_cover_of(land);
    size_t count = fluv_cell_count(land), found = 0;
    for (size_t i = 0; i < count; i++)
        found += kind(cover[i]);
    return found > 0 && (!both || found < count);
}

bool fluv_map_has_shore(const fluv_landscape *land)
{
    return has_kind(land, is_still, true);
}

bool fluv_map_has_river(const fluv_landscape *land)
{
    return has_kind(land, is_river, false);
}

/* Distances to cells of a kind; `both`: in these to the others too. */
static fluv_status distance_to(fluv_ctx *ctx, const fluv_map_source *from, bool (*kind)(uint8_t),
                               bool both, float *out)
{
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    size_t cells = fluv_cell_count(from->land);
    const uint8_t *cover = fluv_cover_of(from->land);
    assert(cover && kind);
    uint8_t *marked = fluv_scratch(ctx, cells, 1);
    float *distance = fluv_scratch(ctx, cells, sizeof *distance);
    float *sum = fluv_scratch_zero(ctx, cells, sizeof *sum);
    if (!marked || !distance || !sum)
        return FLUV_NO_MEMORY;
    for (int side = 0; side <= both; side++) {
        for (size_t i = 0; i < cells; i++)
            marked[i] = kind(cover[i]) != (side == 1);
        FLUV_TRY(add_distance(ctx, from->land, marked, distance, sum));
    }
    FLUV_TRY(fluv_export_smooth(ctx, from->land, from->grid, sum, out));
    fluv_scratch_release(ctx, mark);
    return FLUV_OK;
}

fluv_status fluv_map_shore(fluv_ctx *ctx, const fluv_map_source *from, float *out)
{
    return distance_to(ctx, from, is_still, true, out); /* to water from land, to land from water */
}

fluv_status fluv_map_river(fluv_ctx *ctx, const fluv_map_source *from, float *out)
{
    return distance_to(ctx, from, is_river, false, out);
}

fluv_status fluv_map_flow(fluv_ctx *ctx, const fluv_map_source *from, float *out)
{
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    size_t cells = fluv_cell_count(from->land);
    const double *area = fluv_area_of(from->land);
    assert(area);
    float *values = fluv_scratch(ctx, cells, sizeof *values);
    if (!values)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < cells; i++)
        values[i] = (float)area[i];
    fluv_export_most(ctx, from->land, from->grid, values, out);
    fluv_scratch_release(ctx, mark);
    return fluv_look(ctx);
}

fluv_status fluv_map_discharge(fluv_ctx *ctx, const fluv_map_source *from, float *out)
{
    fluv_export_most(ctx, from->land, from->grid, fluv_discharge_of(from->land), out);
    return fluv_look(ctx);
}

/* Based on: Beven, Kirkby. A physically based, variable contributing area model. 1979 */
fluv_status fluv_map_wetness(fluv_ctx *ctx, const fluv_map_source *from, float *out)
{
    const fluv_export_grid *grid = from->grid;
    const double *area = fluv_area_of(from->land);
    assert(area);
    float width = (float)from->land->frame.cell;
#pragma omp parallel for schedule(static) num_threads(ctx->threads)
    for (uint32_t row = 0; row < grid->rows; row++)
        for (uint32_t col = 0; col < grid->cols; col++) {
            size_t at = (size_t)row * grid->cols + col;
            fluv_gradient g = fluv_gradient_at(grid, col, row);
            float steep = fmaxf(sqrtf(g.east * g.east + g.south * g.south), LEAST_TAN);
            float drained = fmaxf((float)area[grid->cell[at]] / width, width);
            float index = (logf(drained / steep) - WET_FROM) / (WET_TO - WET_FROM);
            out[at] = isnan(grid->height[at])     ? NAN
                      : is_water(grid->cover[at]) ? 1.0f
                                                  : fluv_unit(index);
        }
    return fluv_look(ctx);
}

fluv_gradient fluv_flow_direction(const fluv_map_source *from, size_t vertex)
{
    const uint32_t *receiver = fluv_receiver_of(from->land);
    assert(receiver && vertex < fluv_export_count(from->grid));
    uint32_t cell = from->grid->cell[vertex], to = cell, cols = from->land->frame.cols;
    for (int i = 0; i < FAR_STEPS && receiver[to] != FLUV_NONE; i++)
        to = receiver[to];
    float east = (float)(to % cols) - (float)(cell % cols);
    float south = (float)(to / cols) - (float)(cell / cols);
    float length = sqrtf(east * east + south * south);
    if (length == 0.0f || is_still(from->grid->cover[vertex]))
        return (fluv_gradient){0};
    return (fluv_gradient){east / length, south / length};
}

fluv_status fluv_map_flowdir(fluv_ctx *ctx, const fluv_map_source *from, uint8_t *out)
{
    const double *area = fluv_area_of(from->land);
    double most = 1.0, cell = from->land->frame.cell * from->land->frame.cell;
    for (size_t i = 0; area && i < fluv_cell_count(from->land); i++)
        most = fmax(most, area[i]);
    double scale = 255.0 / fmax(log(most / cell), 1.0);
#pragma omp parallel for schedule(static) num_threads(ctx->threads)
    for (size_t i = 0; i < fluv_export_count(from->grid); i++) {
        fluv_gradient to = fluv_flow_direction(from, i);
        bool runs = to.east != 0.0f || to.south != 0.0f;
        double strong = area ? scale * log(fmax(area[from->grid->cell[i]] / cell, 1.0)) : 255.0;
        out[3 * i] = (uint8_t)(128.0f + 127.0f * to.east + (runs ? 0.5f : 0.0f));
        out[3 * i + 1] = (uint8_t)(128.0f + 127.0f * to.south + (runs ? 0.5f : 0.0f));
        out[3 * i + 2] = runs ? (uint8_t)(fmin(strong, 255.0) + 0.5) : 0;
    }
    return fluv_look(ctx);
}

fluv_status fluv_map_wear(fluv_ctx *ctx, const fluv_map_source *from, float *out)
{
    return fluv_export_smooth(ctx, from->land, from->grid, fluv_wear_of(from->land), out);
}

fluv_status fluv_map_deposit(fluv_ctx *ctx, const fluv_map_source *from, float *out)
{
    return fluv_export_smooth(ctx, from->land, from->grid, fluv_deposit_of(from->land), out);
}

fluv_status fluv_map_region(fluv_ctx *ctx, const fluv_map_source *from, float *out)
{
    const uint8_t *region = fluv_region_of(from->land);
    assert(region);
    for (size_t i = 0; i < fluv_export_count(from->grid); i++)
        out[i] = (float)region[from->grid->cell[i]];
    return fluv_look(ctx);
}
