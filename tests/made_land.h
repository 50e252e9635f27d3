// SPDX-License-Identifier: MIT
/* A landscape made by hand: ocean in the west, a lake with an island, a closed lake, a dry one,
 * four reaches, two watersheds, two landmasses, nodata in a corner. */
#ifndef FLUV_TESTS_MADE_LAND_H
#define FLUV_TESTS_MADE_LAND_H

#include "all_layers.h"
#include "water/receivers.h"

#include <math.h>
#include <string.h>

#define MADE_CELL  30.0
#define MADE_WEST  500000.0
#define MADE_NORTH 5200000.0

static inline void made_ring(fluv_ctx *ctx, fluv_rings *rings, const double *xy, size_t points)
{
    double *to = add_ring(ctx, rings, points);
    for (size_t i = 0; i < points; i++) {
        to[2 * i] = MADE_WEST + MADE_CELL * xy[2 * i];
        to[2 * i + 1] = MADE_NORTH - 3000.0 + MADE_CELL * xy[2 * i + 1];
    }
}

/* A square about (x, y) in cells, counter-clockwise or, as a hole, clockwise. */
static inline void made_square(fluv_ctx *ctx, fluv_rings *rings, double x, double y, double half,
                               bool hole)
{
    const double round[] = {x - half, y - half, x + half, y - half,
                            x + half, y + half, x - half, y + half};
    const double back[] = {x - half, y - half, x - half, y + half,
                           x + half, y + half, x + half, y - half};
    made_ring(ctx, rings, hole ? back : round, 4);
}

static inline void made_rivers(fluv_ctx *ctx, fluv_landscape *land)
{
    static const fluv_reach reaches[] = {
        {.id = 11,
         .next_down = 13,
         .main_riv = 14,
         .first_point = 0,
         .point_count = 3,
         .length = 1234.5,
         .dist_down = 5000.25,
         .dist_up = 1234.5,
         .catchment = 2.5e6,
         .upland = 2.5e6,
         .discharge = 0.123456789,
         .width = 2.5f,
         .depth = 0.3f,
         .slope = 0.01f,
         .velocity = 0.7f,
         .strahler = 1,
         .kind = FLUV_PRIMARY,
         .rosgen = "A+"},
        {.id = 12,
         .next_down = 13,
         .main_riv = 14,
         .first_point = 3,
         .point_count = 2,
         .length = 800.0,
         .dist_down = 5000.25,
         .dist_up = 800.0,
         .catchment = 1.25e6,
         .upland = 1.25e6,
         .discharge = 0.05,
         .width = 1.5f,
         .depth = 0.2f,
         .slope = 0.02f,
         .velocity = 0.5f,
         .strahler = 1,
         .kind = FLUV_DRY,
         .locked = true},
        {.id = 13,
         .next_down = 14,
         .main_riv = 14,
         .lake = 7,
         .first_point = 5,
         .point_count = 2,
         .length = 600.0,
         .dist_down = 4400.0,
         .dist_up = 1834.5,
         .catchment = 1e5,
         .upland = 3.85e6,
         .discharge = 0.2,
         .width = 3.5f,
         .depth = 0.4f,
         .slope = 0.005f,
         .velocity = 0.8f,
         .strahler = 2,
         .kind = FLUV_PRIMARY},
        {.id = INT64_MAX,
         .next_down = 0,
         .main_riv = 14,
         .from_lake = 7,
         .first_point = 7,
         .point_count = 2,
         .length = 1000.0,
         .dist_up = 2900.0,
         .catchment = 3e5,
         .upland = 5e6,
         .discharge = 0.3,
         .width = 4.5f,
         .depth = 0.5f,
         .slope = 0.004f,
         .velocity = 0.9f,
         .strahler = 2,
         .kind = FLUV_SECONDARY,
         .endorheic = true},
    };
    static const double places[][4] = {{40, 40, 120, 1}, {38, 38, 115, 2}, {36, 36, 110, 3},
                                       {33, 39, 118, 1}, {36, 36, 110, 2}, {36, 36, 110, 3},
                                       {30, 32, 100, 4}, {18, 30, 100, 4}, {10, 30, 0, 5}};
    fluv_list rows = {0}, points = {0};
    memcpy(fluv_list_append(ctx, &rows, 4, sizeof *reaches), reaches, sizeof reaches);
    fluv_river_point *to = fluv_list_append(ctx, &points, 9, sizeof *to);
    for (int i = 0; i < 9; i++)
        to[i] = (fluv_river_point){.x = MADE_WEST + MADE_CELL * places[i][0] + 0.125,
                                   .y = MADE_NORTH - 3000.0 + MADE_CELL * places[i][1],
                                   .surface = (float)places[i][2] + 0.1f,
                                   .bed = (float)places[i][2] - 0.5f,
                                   .width = (float)places[i][3],
                                   .velocity = 0.7f + (float)i / 7.0f};
    put_rivers(ctx, land, &rows, &points);
}

static inline void made_lakes(fluv_ctx *ctx, fluv_landscape *land)
{
    static const fluv_lake lakes[] = {
        {.id = 7,
         .level = 100.1f,
         .depth_max = 12.5f,
         .area = 1.1e5,
         .volume = 5e5,
         .catchment = 4e6,
         .x = 500720.0,
         .y = 5197900.0,
         .outlet = 14,
         .surveyed = true,
         .state = FLUV_FULL,
         .merged = 3,
         .first_ring = 0,
         .ring_count = 2},
        {.id = 9,
         .level = 55.5f,
         .depth_max = 2.5f,
         .area = 9e3,
         .volume = 1e4,
         .catchment = 1e5,
         .x = 501200.0,
         .y = 5197300.0,
         .closed = true,
         .locked = true,
         .state = FLUV_PARTIAL,
         .merged = 1,
         .first_ring = 2,
         .ring_count = 1},
        {.id = 12, .level = 80.0f, .state = FLUV_EMPTY, .closed = true, .first_ring = 3},
    };
    fluv_list rows = {0};
    fluv_rings rings = {0};
    memcpy(fluv_list_append(ctx, &rows, 3, sizeof *lakes), lakes, sizeof lakes);
    made_square(ctx, &rings, 24, 30, 6, false);
    made_square(ctx, &rings, 24, 30, 1, true);
    made_square(ctx, &rings, 40, 10, 2, false);
    put_lakes(ctx, land, &rows, &rings);
}

static inline void made_outlines(fluv_ctx *ctx, fluv_landscape *land)
{
    static const fluv_watershed sheds[] = {
        {.id = 14, .area = 9e5, .first_ring = 0, .ring_count = 3},
        {.id = 9, .endorheic = true, .area = 1e5, .first_ring = 3, .ring_count = 1},
    };
    fluv_list rows = {0};
    fluv_rings rings = {0};
    memcpy(fluv_list_append(ctx, &rows, 2, sizeof *sheds), sheds, sizeof sheds);
    made_square(ctx, &rings, 30, 30, 15, false);
    made_square(ctx, &rings, 40, 35, 3, true);
    made_square(ctx, &rings, 50, 50, 4, false);
    made_square(ctx, &rings, 40, 10, 4, false);
    fluv_layer_put(land, FLUV_LAYER_watersheds, fluv_watersheds_seal(ctx, &rows, &rings));
    fluv_list_free(&rows);
    fluv_rings_free(&rings);
    made_square(ctx, &rings, 35, 30, 25, false);
    made_square(ctx, &rings, 20, 12, 3, true);
    made_square(ctx, &rings, 4, 4, 2, false);
    fluv_layer_put(land, FLUV_LAYER_coast, fluv_outline_seal(ctx, &rings));
    fluv_rings_free(&rings);
}

static inline void made_cell(uint32_t col, uint32_t row, const fluv_frame *frame, const grids *to)
{
    uint32_t i = row * frame->cols + col;
    bool ocean = col < 10 && row < frame->rows / 2;
    bool lake = col >= 18 && col < 30 && row >= 60 && row < 72 && !(col == 24 && row == 66);
    bool hollow = col == 40 && row == 50; /* its floor */
    bool nodata = col + 3 >= frame->cols && row < 3;
    float land = 40.0f + 0.37f * (float)col + 0.11f * (float)(row % 7);
    to->height[i] = nodata ? NAN : ocean ? -10.0f - (float)col : land;
    to->water[i] = nodata ? NAN : ocean ? 0.0f : lake ? 100.1f : NAN;
    to->cover[i] = nodata      ? FLUV_LAND
                   : ocean     ? FLUV_OCEAN
                   : lake      ? FLUV_LAKE
                   : row == 80 ? FLUV_RIVER
                               : FLUV_LAND;
    to->receiver[i] = nodata || ocean || hollow || col == 0 ? FLUV_NONE : i - 1;
    to->area[i] = nodata ? 0.0 : 900.0 * (frame->cols - col) + 1.0 / 3.0;
    to->region[i] = nodata ? 0 : (uint8_t)(col / 30 % 3);
    to->discharge[i] = nodata ? 0.0f : (float)(frame->cols - col) / 9.0f;
    to->flow[i] = 0.1f * (float)col;
    to->wear[i] = (float)row / 3.0f;
    to->deposit[i] = (float)(col + row) / 7.0f;
}

static inline void made_grids(fluv_ctx *ctx, fluv_landscape *land)
{
    grids all = all_grids(ctx, land);
    for (uint32_t row = 0; row < land->frame.rows; row++)
        for (uint32_t col = 0; col < land->frame.cols; col++)
            made_cell(col, row, &land->frame, &all);
}

/* Give it back with fluv_landscape_free. */
static inline fluv_landscape made_land(fluv_ctx *ctx, uint32_t cols, uint32_t rows)
{
    fluv_landscape land = {
        .frame = {.cols = cols,
                  .rows = rows,
                  .cell = MADE_CELL,
                  .west = MADE_WEST,
                  .north = MADE_NORTH,
                  .low = -50.0,
                  .high = 500.0},
        .seed = UINT64_MAX - 1,
        .surveyed = true,
        .drained = {true, FLUV_LOWEST, 0.3f},
        .budget = {.known = true,
                   .per_year = true,
                   .rain = 1.0 / 3.0,
                   .evaporated = 0.2,
                   .stored = 0.1,
                   .left = 1.0 / 3.0 - 0.3},
        .change = {.hollows_breached = 5,
                   .hollows_filled = 6,
                   .volume_cut = 1.5,
                   .volume_filled = 2.5,
                   .deepest_cut = 0.1f,
                   .highest_fill = 0.2f},
        .erosion = {.known = true,
                    .eroded = 10.0 / 3.0,
                    .deposited = 3.0,
                    .carried = 0.2,
                    .left = 10.0 / 3.0 - 3.2,
                    .rain = 100.0,
                    .evaporated = 1.0,
                    .soaked = 2.0,
                    .standing = 3.0,
                    .water_left = 94.0},
        .records = {{"import", 0.25, 1000, false}, {"drain", 0.5, 2000, true}},
        .record_count = 2,
    };
    made_grids(ctx, &land);
    made_rivers(ctx, &land);
    made_lakes(ctx, &land);
    made_outlines(ctx, &land);
    return land;
}

#endif
