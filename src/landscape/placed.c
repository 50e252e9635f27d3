// SPDX-License-Identifier: MIT
/* Putting together what was placed, and sealing it into blocks. */
#include "landscape/placed.h"

#include "landscape/block.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

void fluv_placing_free(fluv_placing *placing)
{
    fluv_list_free(&placing->rivers);
    fluv_list_free(&placing->lakes);
    fluv_list_free(&placing->spots);
    fluv_list_free(&placing->xy);
    fluv_list_free(&placing->rings);
}

void fluv_laying_free(fluv_laying *laying)
{
    fluv_list_free(&laying->ways);
    fluv_list_free(&laying->lakes);
    fluv_list_free(&laying->cells);
}

fluv_status fluv_placing_ring(fluv_ctx *ctx, uint32_t points, fluv_placed_lake *lake,
                              fluv_placing *placing)
{
    uint32_t *ring = fluv_list_append(ctx, &placing->rings, 1, sizeof *ring);
    if (!ring)
        return FLUV_NO_MEMORY;
    *ring = points;
    if (!lake->ring_count)
        lake->first_ring = (uint32_t)placing->rings.count - 1;
    lake->ring_count++;
    return FLUV_OK;
}

fluv_shared *fluv_placed_seal(fluv_ctx *ctx, const fluv_placing *placing)
{
    const fluv_placed head = {.slope = placing->slope,
                              .river_count = placing->rivers.count,
                              .lake_count = placing->lakes.count,
                              .spot_count = placing->spots.count,
                              .point_count = placing->xy.count / 2};
    fluv_block_part parts[] = {
        {.from = &head, .bytes = sizeof head}, fluv_block_list(&placing->rivers),
        fluv_block_list(&placing->lakes),      fluv_block_list(&placing->spots),
        fluv_block_list(&placing->xy),         fluv_block_list(&placing->rings)};
    fluv_shared *block = fluv_block_seal(ctx, parts, sizeof parts / sizeof *parts);
    if (!block)
        return NULL;
    fluv_placed *placed = parts[0].at;
    placed->rivers = parts[1].at;
    placed->lakes = parts[2].at;
    placed->spots = parts[3].at;
    placed->xy = parts[4].at;
    placed->rings = parts[5].at;
    return block;
}

fluv_shared *fluv_laid_seal(fluv_ctx *ctx, const fluv_laying *laying)
{
    const fluv_laid head = {.way_count = laying->ways.count, .lake_count = laying->lakes.count};
    fluv_block_part parts[] = {{.from = &head, .bytes = sizeof head},
                               fluv_block_list(&laying->ways),
                               fluv_block_list(&laying->lakes),
                               fluv_block_list(&laying->cells)};
    fluv_shared *block = fluv_block_seal(ctx, parts, sizeof parts / sizeof *parts);
    if (!block)
        return NULL;
    fluv_laid *laid = parts[0].at;
    laid->ways = parts[1].at;
    laid->lakes = parts[2].at;
    laid->cells = parts[3].at;
    return block;
}

static fluv_status copy(fluv_ctx *ctx, const void *from, size_t count, size_t size, fluv_list *to)
{
    void *items = count ? fluv_list_append(ctx, to, count, size) : NULL;
    if (count && !items)
        return FLUV_NO_MEMORY;
    if (count)
        memcpy(items, from, count * size);
    return FLUV_OK;
}

static size_t rings_of(const fluv_placed *placed)
{
    size_t rings = 0;
    for (size_t i = 0; i < placed->lake_count; i++)
        rings += placed->lakes[i].ring_count;
    return rings;
}

fluv_status fluv_placing_open(fluv_ctx *ctx, const fluv_landscape *land, fluv_placing *to)
{
    const fluv_placed *placed = fluv_layer_read(land, FLUV_LAYER_placed);
    *to = (fluv_placing){.stage = (uint32_t)land->record_count};
    if (!placed)
        return FLUV_OK;
    to->slope = placed->slope;
    FLUV_TRY(copy(ctx, placed->rivers, placed->river_count, sizeof *placed->rivers, &to->rivers));
    FLUV_TRY(copy(ctx, placed->lakes, placed->lake_count, sizeof *placed->lakes, &to->lakes));
    FLUV_TRY(copy(ctx, placed->spots, placed->spot_count, sizeof *placed->spots, &to->spots));
    FLUV_TRY(copy(ctx, placed->rings, rings_of(placed), sizeof *placed->rings, &to->rings));
    return copy(ctx, placed->xy, 2 * placed->point_count, sizeof *placed->xy, &to->xy);
}

fluv_placed_by fluv_placing_by(const fluv_placing *placing, const char *param, int row)
{
    return (fluv_placed_by){.param = param, .stage = placing->stage, .row = row};
}

fluv_status fluv_blame(fluv_ctx *ctx, const fluv_placed_by *by, fluv_status failure)
{
    char path[80], stage[40];
    if (!by->param || failure == FLUV_OK)
        return failure;
    if (by->row < 0)
        snprintf(path, sizeof path, "%s", by->param);
    else
        snprintf(path, sizeof path, "%s[%d]", by->param, by->row);
    fluv_error_at_param(ctx, path, by->row);
    snprintf(stage, sizeof stage, "%.*s", (int)strcspn(by->param, "."), by->param);
    fluv_error_at_stage(ctx, stage, by->stage);
    return failure;
}

fluv_status fluv_laying_open(fluv_ctx *ctx, const fluv_laid *laid, fluv_laying *to)
{
    size_t cells = 0;
    *to = (fluv_laying){0};
    for (size_t i = 0; i < laid->way_count; i++)
        cells += laid->ways[i].cell_count;
    for (size_t i = 0; i < laid->lake_count; i++)
        cells += laid->lakes[i].cell_count;
    FLUV_TRY(copy(ctx, laid->ways, laid->way_count, sizeof *laid->ways, &to->ways));
    FLUV_TRY(copy(ctx, laid->lakes, laid->lake_count, sizeof *laid->lakes, &to->lakes));
    return copy(ctx, laid->cells, cells, sizeof *laid->cells, &to->cells);
}

/* ---- As asked for ---- */

fluv_status fluv_placed_shore(fluv_ctx *ctx, const fluv_placed *placed,
                              const fluv_placed_lake *lake, fluv_outline *shore)
{
    uint32_t *first = fluv_scratch(ctx, (size_t)lake->ring_count + 1, sizeof *first);
    if (!first)
        return FLUV_NO_MEMORY;
    first[0] = 0;
    for (uint32_t i = 0; i < lake->ring_count; i++)
        first[i + 1] = first[i] + placed->rings[lake->first_ring + i];
    assert(first[lake->ring_count] == (lake->ring_count ? lake->point_count : 0));
    *shore = (fluv_outline){.ring_count = lake->ring_count,
                            .first_point = first,
                            .xy = placed->xy + 2 * (size_t)lake->first_point};
    return FLUV_OK;
}

static bool is_in_frame(const fluv_frame *frame, const double *xy, size_t points)
{
    assert(points > 0);
    double east = frame->west + frame->cell * frame->cols;
    double south = frame->north - frame->cell * frame->rows;
    double low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY;
    for (size_t i = 0; i < points; i++) {
        low_x = fmin(low_x, xy[2 * i]);
        high_x = fmax(high_x, xy[2 * i]);
        low_y = fmin(low_y, xy[2 * i + 1]);
        high_y = fmax(high_y, xy[2 * i + 1]);
    }
    return low_x <= east && high_x >= frame->west && low_y <= frame->north && high_y >= south;
}

bool fluv_placed_lake_in_frame(const fluv_frame *frame, const fluv_placed *placed,
                               const fluv_placed_lake *lake)
{
    const double at[] = {lake->x, lake->y};
    if (!lake->point_count)
        return is_in_frame(frame, at, 1);
    return is_in_frame(frame, placed->xy + 2 * (size_t)lake->first_point, lake->point_count);
}

bool fluv_placed_river_in_frame(const fluv_frame *frame, const fluv_placed *placed,
                                const fluv_placed_river *river)
{
    return is_in_frame(frame, placed->xy + 2 * (size_t)river->first_point, river->point_count);
}
