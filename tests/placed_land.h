// SPDX-License-Identifier: MIT
/* Landscapes with placed things, and looking at them as their reader would: a square frame of SIDE
 * cells of CELL m. */
#ifndef FLUV_TESTS_PLACED_LAND_H
#define FLUV_TESTS_PLACED_LAND_H

#include "text_land.h"
#include "water_land.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define SIDE 96 /* cells */
#define CELL 200.0
#define FRAME                                                                                      \
    "interfluve: 1\nseed: %d\nframe: {size: 96, width: 19200 m, height: [-300 m, 1500 "            \
    "m]}\nstages:\n"

/* ---- Looking at the land as its reader would ---- */

static inline uint32_t cell_at(double x, double y)
{
    return (uint32_t)((SIDE * CELL - y) / CELL) * SIDE + (uint32_t)(x / CELL);
}

/* Whether water or a dry bed lies within one cell of a place. */
static inline bool is_wet_near(const fluv_landscape *land, double x, double y)
{
    const uint8_t *cover = fluv_cover_of(land);
    int col = (int)(x / CELL), row = (int)((SIDE * CELL - y) / CELL);
    for (int r = row - 1; r <= row + 1; r++)
        for (int c = col - 1; c <= col + 1; c++)
            if (r >= 0 && c >= 0 && r < SIDE && c < SIDE && cover[r * SIDE + c] != FLUV_LAND)
                return true;
    return false;
}

/* Steps along a line that have no water within a cell. */
static inline int dry_steps(const fluv_landscape *land, const double *xy, size_t points)
{
    int dry = 0;
    for (size_t i = 0; i + 1 < points; i++)
        for (double t = 0.0; t < 1.0; t += 0.02)
            dry += !is_wet_near(land, xy[2 * i] + t * (xy[2 * i + 2] - xy[2 * i]),
                                xy[2 * i + 1] + t * (xy[2 * i + 3] - xy[2 * i + 1]));
    return dry;
}

static inline double locked_length(const fluv_landscape *land, const char *name)
{
    const fluv_rivers *rivers = fluv_rivers_of(land);
    double length = 0.0;
    for (size_t i = 0; i < rivers->count; i++)
        if (rivers->reaches[i].locked && strcmp(rivers->reaches[i].name, name) == 0)
            length += rivers->reaches[i].length;
    return length;
}

static inline const fluv_lake *lake_named(const fluv_landscape *land, const char *name)
{
    const fluv_lakes *lakes = fluv_lakes_of(land);
    for (size_t i = 0; i < lakes->count; i++)
        if (lakes->lakes[i].locked && strcmp(lakes->lakes[i].name, name) == 0)
            return &lakes->lakes[i];
    return NULL;
}

#endif
