// SPDX-License-Identifier: MIT
/* How far an edit reaches: two lands of one frame compared cell by cell, but for the catchments
 * that the edit touches, their neighbours, and what is near them. */
#ifndef FLUV_TESTS_LOCALITY_OF_H
#define FLUV_TESTS_LOCALITY_OF_H

#include "field/distance.h"
#include "field/grid.h"
#include "landscape/landscape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where something was changed, m. */
typedef struct edit_place {
    double x, y, radius;
} edit_place;

static inline size_t cells_of(const fluv_landscape *land)
{
    return (size_t)land->frame.cols * land->frame.rows;
}

/* Whether ground, water, cover and the way of the water are the same to the last bit in a cell. */
static inline bool same_cell(const fluv_landscape *a, const fluv_landscape *b, size_t cell)
{
    static const struct {
        fluv_layer layer;
        size_t bytes;
    } layers[] = {{FLUV_LAYER_height, 4},
                  {FLUV_LAYER_water, 4},
                  {FLUV_LAYER_cover, 1},
                  {FLUV_LAYER_receiver, 4}};
    for (size_t k = 0; k < sizeof layers / sizeof *layers; k++) {
        const char *left = fluv_layer_read(a, layers[k].layer);
        const char *right = fluv_layer_read(b, layers[k].layer);
        if (memcmp(left + cell * layers[k].bytes, right + cell * layers[k].bytes, layers[k].bytes))
            return false;
    }
    return true;
}

static inline bool is_dry_land(const fluv_landscape *land, size_t cell)
{
    return ((const uint8_t *)fluv_layer_read(land, FLUV_LAYER_cover))[cell] != FLUV_OCEAN;
}

/* For every cell of land the last cell of land on its water's way; FLUV_NONE: sea. */
static inline uint32_t *catchments_of(const fluv_landscape *land)
{
    uint32_t cells = (uint32_t)cells_of(land), *root = malloc(cells * sizeof *root);
    const uint32_t *receiver = fluv_layer_read(land, FLUV_LAYER_receiver);
    if (!root)
        abort();
    for (uint32_t c = 0; c < cells; c++)
        root[c] = FLUV_NONE;
    for (uint32_t c = 0; c < cells; c++) {
        if (!is_dry_land(land, c) || root[c] != FLUV_NONE)
            continue;
        uint32_t end = c;
        while (root[end] == FLUV_NONE && receiver[end] != FLUV_NONE &&
               is_dry_land(land, receiver[end]))
            end = receiver[end];
        end = root[end] == FLUV_NONE ? end : root[end];
        for (uint32_t at = c; root[at] == FLUV_NONE; at = receiver[at]) {
            root[at] = end;
            if (at == end)
                break;
        }
    }
    return root;
}

/* Marks whole catchments in which a cell is marked. */
static inline void spread_marks(const uint32_t *root, size_t cells, uint8_t *marked)
{
    uint8_t *whole = calloc(cells, 1);
    if (!whole)
        abort();
    for (size_t c = 0; c < cells; c++)
        if (marked[c] && root[c] != FLUV_NONE)
            whole[root[c]] = 1;
    for (size_t c = 0; c < cells; c++)
        marked[c] |= root[c] != FLUV_NONE && whole[root[c]];
    free(whole);
}

/* Marks cells of land beside marked land. */
static inline void step_marks(const fluv_landscape *land, uint8_t *marked)
{
    uint32_t cols = land->frame.cols, rows = land->frame.rows;
    uint8_t *before = malloc(cells_of(land));
    if (!before)
        abort();
    memcpy(before, marked, cells_of(land));
    for (uint32_t c = 0; c < cols * rows; c++)
        for (int k = 0; k < 8 && is_dry_land(land, c); k++) {
            int64_t col = (int64_t)(c % cols) + fluv_dx[k], row = (int64_t)(c / cols) + fluv_dy[k];
            if (fluv_in_grid(cols, rows, col, row) && before[row * cols + col] &&
                is_dry_land(land, (size_t)(row * cols + col)))
                marked[c] = 1;
        }
    free(before);
}

/* Marks catchments of a land that the edit touches, and their neighbours. */
static inline void mark_touched(const fluv_landscape *land, const edit_place *places, size_t count,
                                uint8_t *marked)
{
    uint32_t *root = catchments_of(land);
    size_t cells = cells_of(land);
    for (size_t c = 0; c < cells; c++)
        for (size_t k = 0; k < count; k++)
            marked[c] |=
                hypot(fluv_cell_x(&land->frame, (uint32_t)c) - places[k].x,
                      fluv_cell_y(&land->frame, (uint32_t)c) - places[k].y) <= places[k].radius;
    spread_marks(root, cells, marked);
    step_marks(land, marked);
    spread_marks(root, cells, marked);
    free(root);
}

/* What an edit did. */
typedef struct locality {
    double inside;  /* share of the land that the edit may change */
    double changed; /* share of the land that it did change, anywhere */
    double outside; /* share of the land that it changed beyond `margin` m from what it may */
} locality;

static inline locality locality_of(fluv_ctx *ctx, const fluv_landscape *was,
                                   const fluv_landscape *now, const edit_place *places,
                                   size_t count, double margin)
{
    size_t cells = cells_of(was);
    uint8_t *marked = calloc(cells, 1);
    float *distance = malloc(cells * sizeof *distance);
    if (!marked || !distance)
        abort();
    mark_touched(was, places, count, marked);
    mark_touched(now, places, count, marked);
    fluv_distance_job job = {was->frame.cols, was->frame.rows, was->frame.cell, marked};
    if (fluv_distance(ctx, &job, distance, NULL) != FLUV_OK)
        abort();
    double land = 0.0;
    locality sum = {0};
    for (size_t c = 0; c < cells; c++) {
        if (!is_dry_land(was, c) && !is_dry_land(now, c))
            continue;
        bool changed = !same_cell(was, now, c);
        land += 1.0;
        sum.inside += marked[c];
        sum.changed += changed;
        sum.outside += changed && (double)distance[c] > margin;
    }
    free(marked);
    free(distance);
    fluv_scratch_release(ctx, NULL);
    return (locality){sum.inside / land, sum.changed / land, sum.outside / land};
}

#endif
