// SPDX-License-Identifier: MIT
/* A little landscape whose water is right, to be broken by tests.
 *
 *          col 2        col 8          col 12        col 18
 *     row 2             | reach 1                      | reach 5
 *     row 8             [lake 1, full]                 [lake 2, closed]
 *     row 10  (lake 3,  | reach 2     / reach 3
 *     row 13   empty)   +------------/
 *                       | reach 4
 *     row 17  ~~~~~~~~~~~~~~~~~~ ocean ~~~~~~~~~~~~~~~~~~ */
#ifndef LITTLE_LAND_H
#define LITTLE_LAND_H

#include "landscape/vectors.h"

enum { LITTLE_COLS = 24, LITTLE_ROWS = 20, LITTLE_REACHES = 5, LITTLE_LAKES = 3 };
#define LITTLE_CELL 10.0

/* Fills a zeroed landscape; false when there is no memory. */
bool little_land_make(fluv_ctx *ctx, fluv_landscape *land);

static inline uint32_t little_cell(uint32_t col, uint32_t row)
{
    return row * LITTLE_COLS + col;
}

/* The layers of a landscape nobody shares, to write. */
float *little_height(fluv_landscape *land);
float *little_water(fluv_landscape *land);
uint8_t *little_cover(fluv_landscape *land);
uint32_t *little_receiver(fluv_landscape *land);
double *little_area(fluv_landscape *land);
float *little_discharge(fluv_landscape *land);
uint32_t *little_triangle(fluv_landscape *land, size_t triangle); /* of the model: 3 vertices */
size_t little_triangles(const fluv_landscape *land);
fluv_reach *little_reach(fluv_landscape *land, int64_t id);
fluv_river_point *little_point(fluv_landscape *land, int64_t reach, uint32_t point);
fluv_river_point *little_last(fluv_landscape *land, int64_t reach);
fluv_lake *little_lake(fluv_landscape *land, int64_t id);
fluv_watershed *little_watershed(fluv_landscape *land);
double *little_coast(fluv_landscape *land); /* x, y of the coast's ring: four points */
double *little_shore(fluv_landscape *land, int64_t lake); /* x, y of a lake's ring: four points */

#endif
