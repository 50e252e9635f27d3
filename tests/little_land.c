// SPDX-License-Identifier: MIT
/* The ground is the lowest of three surfaces without pits of their own: a valley that falls to the
 * sea, a bowl and a smaller bowl. Receivers come from flooding it from its ends; the lakes' and
 * rivers' own are written by hand. */
#include "little_land.h"

#include "model/model.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define WEST        1000.0
#define NORTH       5000.0
#define OCEAN_ROW   17
#define FULL_LEVEL  28.0F
#define BOWL_LEVEL  26.0F
#define RIVER_DEPTH 1.0F
#define RIVER_WIDTH 5.0F
#define RIVER_SPEED 1.0F
#define DISCHARGE   (RIVER_WIDTH * RIVER_DEPTH * RIVER_SPEED)

typedef struct course {
    uint32_t count;
    uint32_t cells[8][2]; /* col, row */
} course;

/* In the order of the reaches' ids. */
static const course courses[LITTLE_REACHES] = {
    {5, {{8, 2}, {8, 3}, {8, 4}, {8, 5}, {8, 6}}},      {3, {{8, 10}, {8, 11}, {8, 12}}},
    {4, {{12, 10}, {11, 11}, {10, 12}, {9, 13}}},       {4, {{8, 13}, {8, 14}, {8, 15}, {8, 16}}},
    {5, {{18, 2}, {18, 3}, {18, 4}, {18, 5}, {18, 6}}},
};

static float ground_at(int col, int row)
{
    if (row >= OCEAN_ROW)
        return -5.0F;
    int valley = 4 * (OCEAN_ROW - row) + 2 * abs(col - 8);
    int bowl = 20 + 4 * (abs(col - 18) > abs(row - 8) ? abs(col - 18) : abs(row - 8));
    int dry = 30 + 5 * (abs(col - 2) > abs(row - 10) ? abs(col - 2) : abs(row - 10));
    int lowest = valley < bowl ? valley : bowl;
    return (float)(lowest < dry ? lowest : dry);
}

static void set_wet(fluv_landscape *land, uint32_t cell, fluv_cover cover, float water,
                    float ground)
{
    little_cover(land)[cell] = (uint8_t)cover;
    little_water(land)[cell] = water;
    little_height(land)[cell] = ground;
}

static void make_ground(fluv_landscape *land)
{
    for (uint32_t row = 0; row < LITTLE_ROWS; row++)
        for (uint32_t col = 0; col < LITTLE_COLS; col++) {
            uint32_t cell = little_cell(col, row);
            little_height(land)[cell] = ground_at((int)col, (int)row);
            if (row >= OCEAN_ROW)
                set_wet(land, cell, FLUV_OCEAN, 0, -5);
        }
    for (uint32_t i = 0; i < 9; i++) {
        uint32_t full = little_cell(7 + i % 3, 7 + i / 3),
                 bowl = little_cell(17 + i % 3, 7 + i / 3);
        set_wet(land, full, FLUV_LAKE, FULL_LEVEL, i == 4 ? 21 : 24);
        set_wet(land, bowl, FLUV_LAKE, BOWL_LEVEL, little_height(land)[bowl]);
    }
    for (int i = 0; i < LITTLE_REACHES; i++)
        for (uint32_t k = 0; k < courses[i].count; k++) {
            uint32_t cell = little_cell(courses[i].cells[k][0], courses[i].cells[k][1]);
            float surface = little_height(land)[cell];
            set_wet(land, cell, FLUV_RIVER, surface, surface - RIVER_DEPTH);
        }
}

static float surface_at(fluv_landscape *land, uint32_t cell)
{
    float water = little_water(land)[cell];
    return isnan(water) ? little_height(land)[cell] : water;
}

/* Every dry cell runs to its lowest neighbour; the ground has no pits but the empty lake's. */
static void make_receivers(fluv_landscape *land)
{
    uint32_t *receiver = little_receiver(land);
    for (int cell = 0; cell < LITTLE_COLS * LITTLE_ROWS; cell++) {
        int col = cell % LITTLE_COLS, row = cell / LITTLE_COLS;
        float lowest = surface_at(land, (uint32_t)cell);
        for (int k = 0; k < 9 && row < OCEAN_ROW; k++) {
            int c = col + k % 3 - 1, r = row + k / 3 - 1;
            if (c < 0 || r < 0 || c >= LITTLE_COLS || r >= LITTLE_ROWS)
                continue;
            uint32_t beside = little_cell((uint32_t)c, (uint32_t)r);
            if (surface_at(land, beside) < lowest) {
                lowest = surface_at(land, beside);
                receiver[cell] = beside;
            }
        }
    }
    for (uint32_t i = 0; i < 9; i++) {
        uint32_t row = 7 + i / 3;
        receiver[little_cell(7 + i % 3, row)] = row == 7 ? little_cell(8, 8) : little_cell(8, 9);
        receiver[little_cell(17 + i % 3, row)] = little_cell(18, 8);
    }
    receiver[little_cell(8, 9)] = little_cell(8, 10);
    receiver[little_cell(18, 8)] = FLUV_NONE;
    for (int i = 0; i < LITTLE_REACHES; i++)
        for (uint32_t k = 0; k + 1 < courses[i].count; k++)
            receiver[little_cell(courses[i].cells[k][0], courses[i].cells[k][1])] =
                little_cell(courses[i].cells[k + 1][0], courses[i].cells[k + 1][1]);
    receiver[little_cell(8, 12)] = receiver[little_cell(9, 13)] = little_cell(8, 13);
}

/* Every cell sends its own area all the way down. */
static void make_areas(fluv_landscape *land)
{
    double *area = little_area(land);
    const uint32_t *receiver = little_receiver(land);
    for (uint32_t cell = 0; cell < LITTLE_COLS * OCEAN_ROW; cell++)
        for (uint32_t at = cell; at < LITTLE_COLS * OCEAN_ROW; at = receiver[at])
            area[at] += LITTLE_CELL * LITTLE_CELL;
}

static double x_of(double col)
{
    return WEST + (col + 0.5) * LITTLE_CELL;
}

static double y_of(double row)
{
    return NORTH - (row + 0.5) * LITTLE_CELL;
}

static bool add_point(fluv_ctx *ctx, fluv_list *points, double col, double row, float surface)
{
    fluv_river_point *point = fluv_list_append(ctx, points, 1, sizeof *point);
    if (point)
        *point = (fluv_river_point){.x = x_of(col),
                                    .y = y_of(row),
                                    .surface = surface,
                                    .bed = surface - RIVER_DEPTH,
                                    .width = RIVER_WIDTH,
                                    .velocity = RIVER_SPEED};
    return point != NULL;
}

/* A line through its cells' centres; `above` and `below` are points added at its ends. */
static bool add_line(fluv_ctx *ctx, fluv_landscape *land, int i, fluv_list *points)
{
    bool done = i != 1 || add_point(ctx, points, 8, 9.5, FULL_LEVEL);
    for (uint32_t k = 0; k < courses[i].count && done; k++) {
        const uint32_t *at = courses[i].cells[k];
        done = add_point(ctx, points, at[0], at[1], little_water(land)[little_cell(at[0], at[1])]);
    }
    if (!done || i == 0)
        return done && add_point(ctx, points, 8, 6.5, FULL_LEVEL);
    if (i == 3)
        return add_point(ctx, points, 8, 16.5, 0);
    if (i == 4)
        return add_point(ctx, points, 18, 6.5, BOWL_LEVEL);
    return add_point(ctx, points, 8, 13, little_water(land)[little_cell(8, 13)]);
}

static void set_section(fluv_reach *reach, const fluv_river_point *points)
{
    uint32_t last = reach->point_count - 1;
    reach->width = RIVER_WIDTH;
    reach->depth = RIVER_DEPTH;
    reach->velocity = RIVER_SPEED;
    reach->discharge = (double)DISCHARGE;
    for (uint32_t i = 0; i < last; i++)
        reach->length += hypot(points[i + 1].x - points[i].x, points[i + 1].y - points[i].y);
    reach->slope = (float)((double)(points[0].surface - points[last].surface) / reach->length);
}

static bool make_rivers(fluv_ctx *ctx, fluv_landscape *land)
{
    static const fluv_reach fields[LITTLE_REACHES] = {
        {.id = 1, .next_down = 2, .main_riv = 4, .lake = 1, .strahler = 1},
        {.id = 2,
         .next_down = 4,
         .main_riv = 4,
         .from_lake = 1,
         .strahler = 1,
         .kind = FLUV_SECONDARY},
        {.id = 3, .next_down = 4, .main_riv = 4, .strahler = 1},
        {.id = 4, .main_riv = 4, .strahler = 2},
        {.id = 5, .main_riv = 5, .lake = 2, .strahler = 1, .endorheic = true},
    };
    fluv_list reaches = {0}, points = {0};
    bool done = true;
    for (int i = 0; i < LITTLE_REACHES && done; i++) {
        const uint32_t *last = courses[i].cells[courses[i].count - 1];
        fluv_reach *reach = fluv_list_append(ctx, &reaches, 1, sizeof *reach);
        uint32_t first = (uint32_t)points.count;
        done = reach && add_line(ctx, land, i, &points);
        if (!done)
            break;
        *reach = fields[i];
        reach->first_point = first;
        reach->point_count = (uint32_t)points.count - first;
        reach->upland = little_area(land)[little_cell(last[0], last[1])];
        set_section(reach, (const fluv_river_point *)points.items + first);
    }
    fluv_shared *rivers = done ? fluv_rivers_seal(ctx, &reaches, &points) : NULL;
    fluv_layer_put(land, FLUV_LAYER_rivers, rivers);
    fluv_list_free(&reaches);
    fluv_list_free(&points);
    return rivers != NULL;
}

/* A rectangle of cells, counter-clockwise. */
static bool add_ring(fluv_ctx *ctx, fluv_rings *rings, double left, double top, double cols,
                     double rows)
{
    uint32_t *first = fluv_list_append(ctx, &rings->first_point, 1, sizeof *first);
    if (first)
        *first = (uint32_t)(rings->xy.count / 2);
    double *xy = first ? fluv_list_append(ctx, &rings->xy, 8, sizeof *xy) : NULL;
    double west = WEST + left * LITTLE_CELL, north = NORTH - top * LITTLE_CELL;
    double east = west + cols * LITTLE_CELL, south = north - rows * LITTLE_CELL;
    double corners[8] = {west, north, west, south, east, south, east, north};
    for (int i = 0; i < 8 && xy; i++)
        xy[i] = corners[i];
    return xy != NULL;
}

static bool make_lakes(fluv_ctx *ctx, fluv_landscape *land)
{
    double side = LITTLE_CELL * LITTLE_CELL;
    const fluv_lake fields[LITTLE_LAKES] = {
        {.id = 1,
         .level = FULL_LEVEL,
         .depth_max = 7,
         .area = 9 * side,
         .volume = (8 * 4 + 7) * side,
         .x = x_of(8),
         .y = y_of(8),
         .outlet = 2,
         .inflow = 6300,
         .evaporation = 500,
         .demand = 500,
         .state = FLUV_FULL,
         .merged = 1,
         .first_ring = 0,
         .ring_count = 1},
        {.id = 2,
         .level = BOWL_LEVEL,
         .depth_max = 6,
         .area = 9 * side,
         .volume = (8 * 2 + 6) * side,
         .x = x_of(18),
         .y = y_of(8),
         .inflow = 2700,
         .evaporation = 500,
         .demand = 500,
         .closed = true,
         .state = FLUV_PARTIAL,
         .merged = 1,
         .first_ring = 1,
         .ring_count = 1},
        {.id = 3,
         .level = 30,
         .x = x_of(2),
         .y = y_of(10),
         .closed = true,
         .state = FLUV_EMPTY,
         .first_ring = 2},
    };
    fluv_list lakes = {0};
    fluv_rings rings = {0};
    fluv_lake *all = fluv_list_append(ctx, &lakes, LITTLE_LAKES, sizeof *all);
    for (int i = 0; i < LITTLE_LAKES && all; i++)
        all[i] = fields[i];
    fluv_shared *shared = NULL;
    if (all && add_ring(ctx, &rings, 7, 7, 3, 3) && add_ring(ctx, &rings, 17, 7, 3, 3))
        shared = fluv_lakes_seal(ctx, &lakes, &rings);
    fluv_layer_put(land, FLUV_LAYER_lakes, shared);
    fluv_list_free(&lakes);
    fluv_rings_free(&rings);
    return shared != NULL;
}

static bool make_outlines(fluv_ctx *ctx, fluv_landscape *land)
{
    fluv_rings coast = {0}, rim = {0};
    fluv_list list = {0};
    fluv_watershed *one = fluv_list_append(ctx, &list, 1, sizeof *one);
    if (one)
        *one =
            (fluv_watershed){.id = 4, .area = 9 * 17 * LITTLE_CELL * LITTLE_CELL, .ring_count = 1};
    if (one && add_ring(ctx, &coast, 0, 0, LITTLE_COLS, OCEAN_ROW) &&
        add_ring(ctx, &rim, 4, 0, 9, 17)) {
        fluv_layer_put(land, FLUV_LAYER_coast, fluv_outline_seal(ctx, &coast));
        fluv_layer_put(land, FLUV_LAYER_watersheds, fluv_watersheds_seal(ctx, &list, &rim));
    }
    fluv_rings_free(&coast);
    fluv_rings_free(&rim);
    fluv_list_free(&list);
    return land->layers[FLUV_LAYER_coast] && land->layers[FLUV_LAYER_watersheds];
}

/* As if it had been read from a file. */
static bool make_model(fluv_ctx *ctx, fluv_landscape *land)
{
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    fluv_model_grid grid;
    fluv_model_mesh mesh;
    if (fluv_model_grid_make(ctx, land, FLUV_MODEL_CELLS, &grid) == FLUV_OK &&
        fluv_water_mesh_within(ctx, land, &grid, 0, &mesh) == FLUV_OK)
        land->model = fluv_model_water_seal(ctx, &mesh);
    fluv_scratch_release(ctx, mark);
    return land->model != NULL;
}

bool little_land_make(fluv_ctx *ctx, fluv_landscape *land)
{
    static const fluv_layer grids[] = {FLUV_LAYER_height,   FLUV_LAYER_water, FLUV_LAYER_cover,
                                       FLUV_LAYER_receiver, FLUV_LAYER_area,  FLUV_LAYER_discharge};
    land->frame = (fluv_frame){LITTLE_COLS, LITTLE_ROWS, LITTLE_CELL, WEST, NORTH, 0, 0};
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
        if (!fluv_layer_edit(ctx, land, grids[i]))
            return false;
    make_ground(land);
    make_receivers(land);
    make_areas(land);
    for (int cell = 0; cell < LITTLE_COLS * LITTLE_ROWS; cell++)
        little_discharge(land)[cell] = DISCHARGE;
    land->budget = (fluv_budget){
        .known = true, .rain = 9000, .evaporated = 1000, .stored = 6100, .left = 1900};
    return make_rivers(ctx, land) && make_lakes(ctx, land) && make_outlines(ctx, land) &&
           make_model(ctx, land);
}

/* Layers lie in blocks of their own; the public structs only lend them as const. */
static void *own(const void *borrowed)
{
    return (void *)(uintptr_t)borrowed;
}

float *little_height(fluv_landscape *land)
{
    return own(fluv_height_of(land));
}

float *little_water(fluv_landscape *land)
{
    return own(fluv_water_of(land));
}

uint8_t *little_cover(fluv_landscape *land)
{
    return own(fluv_cover_of(land));
}

uint32_t *little_receiver(fluv_landscape *land)
{
    return own(fluv_receiver_of(land));
}

double *little_area(fluv_landscape *land)
{
    return own(fluv_area_of(land));
}

float *little_discharge(fluv_landscape *land)
{
    return own(fluv_discharge_of(land));
}

uint32_t *little_triangle(fluv_landscape *land, size_t triangle)
{
    const fluv_model_water *model = (const void *)land->model->data;
    return (uint32_t *)own(model->indices) + 3 * triangle;
}

size_t little_triangles(const fluv_landscape *land)
{
    return ((const fluv_model_water *)(const void *)land->model->data)->index_count / 3;
}

fluv_reach *little_reach(fluv_landscape *land, int64_t id)
{
    return (fluv_reach *)own(fluv_rivers_of(land)->reaches) + (id - 1);
}

fluv_river_point *little_point(fluv_landscape *land, int64_t reach, uint32_t point)
{
    uint32_t first = little_reach(land, reach)->first_point;
    return (fluv_river_point *)own(fluv_rivers_of(land)->points) + first + point;
}

fluv_river_point *little_last(fluv_landscape *land, int64_t reach)
{
    return little_point(land, reach, little_reach(land, reach)->point_count - 1);
}

fluv_lake *little_lake(fluv_landscape *land, int64_t id)
{
    return (fluv_lake *)own(fluv_lakes_of(land)->lakes) + (id - 1);
}

fluv_watershed *little_watershed(fluv_landscape *land)
{
    return own(fluv_watersheds_of(land)->watersheds);
}

double *little_coast(fluv_landscape *land)
{
    return own(fluv_coast_of(land)->xy);
}

double *little_shore(fluv_landscape *land, int64_t lake)
{
    return (double *)own(fluv_lakes_of(land)->outline.xy) + 8 * (lake - 1);
}
