// SPDX-License-Identifier: MIT
/* Small landscapes with everything in them, for the tests of pictures and models: a sea in the
 * west, hills, a lake, a closed lake, a dry lake, rivers wet and dry, a corner without data. */
#ifndef FLUV_TESTS_SCENERY_H
#define FLUV_TESTS_SCENERY_H

#include "all_layers.h"

#include <math.h>

#define SCENERY_CELL 30.0

static inline fluv_landscape scenery_frame(uint32_t cols, uint32_t rows)
{
    return (fluv_landscape){
        .frame = {
            .cols = cols, .rows = rows, .cell = SCENERY_CELL, .west = 500000, .north = 5200000}};
}

static inline float scenery_height(const fluv_frame *frame, uint32_t col, uint32_t row)
{
    double u = (col + 0.5) / frame->cols, v = (row + 0.5) / frame->rows;
    double hills = 60 * sin(23 * u + 3 * v) * cos(19 * v) + 14 * sin(61 * u) * sin(57 * v);
    return (float)(900 * (u - 0.15) + 70 + hills);
}

static inline void scenery_disc(fluv_landscape *land, fluv_ctx *ctx, double u, double v, double r,
                                fluv_cover kind)
{
    grids to = all_grids(ctx, land);
    const fluv_frame *frame = &land->frame;
    for (uint32_t row = 0; row < frame->rows; row++)
        for (uint32_t col = 0; col < frame->cols; col++) {
            double d = hypot((col + 0.5) / frame->cols - u, (row + 0.5) / frame->rows - v);
            size_t cell = (size_t)row * frame->cols + col;
            if (d >= r)
                continue;
            to.cover[cell] = (uint8_t)kind;
            to.height[cell] = (float)(400 - 40 * (1 - d / r));
            to.water[cell] = kind == FLUV_LAKE ? 400.0f : NAN;
        }
}

static inline void scenery_ring(fluv_ctx *ctx, const fluv_frame *frame, fluv_rings *rings, double u,
                                double v, double r)
{
    double *xy = add_ring(ctx, rings, 24);
    for (int i = 0; i < 24; i++) {
        double angle = i * 0.2617993877991494;
        xy[2 * i] = frame->west + (u + r * cos(angle)) * frame->cols * frame->cell;
        xy[2 * i + 1] = frame->north - (v - r * sin(angle)) * frame->rows * frame->cell;
    }
}

static inline void scenery_lakes(fluv_ctx *ctx, fluv_landscape *land)
{
    static const struct {
        double u, v, r;
        bool closed;
        fluv_lake_state state;
    } discs[3] = {{0.5, 0.3, 0.08, false, FLUV_FULL},
                  {0.75, 0.6, 0.07, true, FLUV_PARTIAL},
                  {0.45, 0.75, 0.06, true, FLUV_EMPTY}};
    fluv_list lakes = {0};
    fluv_rings rings = {0};
    for (uint32_t i = 0; i < 3; i++) {
        scenery_disc(land, ctx, discs[i].u, discs[i].v, discs[i].r,
                     discs[i].state == FLUV_EMPTY ? FLUV_LAND : FLUV_LAKE);
        fluv_lake *lake = fluv_list_append(ctx, &lakes, 1, sizeof *lake);
        *lake = (fluv_lake){.id = i + 1,
                            .level = 400,
                            .closed = discs[i].closed,
                            .state = (uint8_t)discs[i].state,
                            .first_ring = i,
                            .ring_count = 1};
        scenery_ring(ctx, &land->frame, &rings, discs[i].u, discs[i].v, discs[i].r);
    }
    put_lakes(ctx, land, &lakes, &rings);
}

/* Two reaches that run west along the rows v = 0.5 (wet) and v = 0.9 (dry). */
static inline void scenery_rivers(fluv_ctx *ctx, fluv_landscape *land)
{
    const fluv_frame *frame = &land->frame;
    fluv_list reaches = {0}, points = {0};
    for (int i = 0; i < 2; i++) {
        double v = i ? 0.9 : 0.5;
        fluv_reach *reach = fluv_list_append(ctx, &reaches, 1, sizeof *reach);
        *reach = (fluv_reach){.id = i + 1,
                              .first_point = (uint32_t)points.count,
                              .point_count = 20,
                              .length = 0.7 * frame->cols * frame->cell,
                              .discharge = 80,
                              .upland = 1e9,
                              .kind = i ? FLUV_DRY : FLUV_PRIMARY};
        for (int k = 0; k < 20; k++) {
            fluv_river_point *point = fluv_list_append(ctx, &points, 1, sizeof *point);
            double u = 0.95 - 0.7 * k / 19;
            *point = (fluv_river_point){.x = frame->west + u * frame->cols * frame->cell,
                                        .y = frame->north - v * frame->rows * frame->cell,
                                        .surface = 300.0f - (float)k,
                                        .width = 10.0f + (float)k};
        }
    }
    put_rivers(ctx, land, &reaches, &points);
}

/* River cells along row v = 0.5, cut 20 m into the ground and 3 m deep in water. */
static inline void scenery_river_cells(fluv_ctx *ctx, fluv_landscape *land)
{
    grids to = all_grids(ctx, land);
    uint32_t row = land->frame.rows / 2;
    for (uint32_t col = land->frame.cols / 4; col < land->frame.cols; col++) {
        size_t cell = (size_t)row * land->frame.cols + col;
        to.height[cell] -= 20;
        to.water[cell] = to.height[cell] + 3;
        to.cover[cell] = FLUV_RIVER;
    }
}

/* Give it back with fluv_landscape_free. */
static inline fluv_landscape scenery_land(fluv_ctx *ctx, uint32_t cols, uint32_t rows)
{
    fluv_landscape land = scenery_frame(cols, rows);
    grids to = all_grids(ctx, &land);
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t col = 0; col < cols; col++) {
            size_t cell = (size_t)row * cols + col;
            bool corner = col > 0.9 * cols && row < 0.1 * rows;
            to.height[cell] = corner ? NAN : scenery_height(&land.frame, col, row);
            to.cover[cell] = to.height[cell] <= 0 ? FLUV_OCEAN : FLUV_LAND;
            to.water[cell] = to.height[cell] <= 0 ? 0 : NAN;
            to.region[cell] = (uint8_t)(col * 3 / cols);
            to.area[cell] = SCENERY_CELL * SCENERY_CELL * (1 + (double)cell);
            to.flow[cell] = (float)(col % 7) * 0.3F;
            to.wear[cell] = (float)(row % 5);
            to.deposit[cell] = (float)(col % 3) * 0.1F;
            to.receiver[cell] = col ? (uint32_t)cell - 1 : FLUV_NONE;
        }
    scenery_lakes(ctx, &land);
    scenery_rivers(ctx, &land);
    scenery_river_cells(ctx, &land);
    return land;
}

#endif
