// SPDX-License-Identifier: MIT
/* Flow directions as ESRI writes them. The neighbours are numbered clockwise from the east, so the
 * code of neighbour k is 1 << k.  O(cells). */
#include "landscape/direction.h"

#include "field/grid.h"

#include <math.h>

#define NO_NEIGHBOUR 8

typedef struct place {
    uint32_t col, row;
} place;

/* The number of the neighbour that `receiver` is. */
static inline int neighbour_of(uint32_t cols, place at, uint32_t cell, uint32_t receiver)
{
    static const uint8_t numbers[3][3] = {{5, 6, 7}, {4, NO_NEIGHBOUR, 0}, {3, 2, 1}};
    int64_t on = (int64_t)receiver - cell;
    for (int dy = -1; dy <= 1; dy++) {
        int64_t dx = on - dy * (int64_t)cols, col = at.col + dx;
        if (dx >= -1 && dx <= 1 && col >= 0 && col < cols)
            return numbers[dy + 1][dx + 1];
    }
    return NO_NEIGHBOUR;
}

/* Whether the neighbour lies outside of the land that has heights. */
static bool is_outside(const fluv_frame *frame, const float *height, place at, int k)
{
    int64_t col = (int64_t)at.col + fluv_dx[k], row = (int64_t)at.row + fluv_dy[k];
    if (!fluv_in_grid(frame->cols, frame->rows, col, row))
        return true;
    return height && isnan(height[row * frame->cols + col]);
}

static int way_out(const fluv_frame *frame, const float *height, place at)
{
    static const int straight_first[8] = {0, 2, 4, 6, 1, 3, 5, 7};
    for (int i = 0; i < 8; i++)
        if (is_outside(frame, height, at, straight_first[i]))
            return straight_first[i];
    return NO_NEIGHBOUR;
}

/* A lake that ends at the frame's edge may be one that drains over it. */
static bool in_closed_lake(const fluv_landscape *land, uint32_t cell)
{
    const fluv_lakes *lakes = fluv_lakes_of(land);
    const float *water = fluv_water_of(land);
    if (!lakes || !water)
        return true;
    for (size_t i = 0; i < lakes->count; i++)
        if (lakes->lakes[i].closed && lakes->lakes[i].level == water[cell])
            return true;
    return false;
}

static bool ends_inside(const fluv_landscape *land, uint32_t cell)
{
    const uint8_t *cover = fluv_cover_of(land);
    if (!cover)
        return false;
    return cover[cell] == FLUV_OCEAN || (cover[cell] == FLUV_LAKE && in_closed_lake(land, cell));
}

void fluv_directions_code_rows(const fluv_landscape *land, uint8_t nodata, uint32_t first,
                               uint32_t end, uint8_t *codes)
{
    const fluv_frame *frame = &land->frame;
    const uint32_t *receivers = fluv_receiver_of(land);
    const float *height = fluv_height_of(land);
    uint32_t cell = first * frame->cols;
    for (uint32_t row = first; row < end; row++)
        for (uint32_t col = 0; col < frame->cols; col++, cell++) {
            place at = {col, row};
            int k = NO_NEIGHBOUR;
            if (receivers[cell] != FLUV_NONE)
                k = neighbour_of(frame->cols, at, cell, receivers[cell]);
            else if (!ends_inside(land, cell))
                k = way_out(frame, height, at);
            codes[cell] = (uint8_t)(k == NO_NEIGHBOUR ? 0 : 1 << k);
            if (height && isnan(height[cell]))
                codes[cell] = nodata;
        }
}

void fluv_directions_code(const fluv_landscape *land, uint8_t nodata, uint8_t *codes)
{
    fluv_directions_code_rows(land, nodata, 0, land->frame.rows, codes);
}

uint32_t fluv_directions_decode(const fluv_frame *frame, const float *height, const uint8_t *codes,
                                uint8_t nodata, uint32_t *receivers)
{
    uint32_t wrong = FLUV_NONE, cell = 0;
    for (uint32_t row = 0; row < frame->rows; row++)
        for (uint32_t col = 0; col < frame->cols; col++, cell++) {
            unsigned code = codes[cell];
            receivers[cell] = FLUV_NONE;
            if (code == 0 || code == nodata)
                continue;
            if (code & (code - 1)) {
                wrong = wrong == FLUV_NONE ? cell : wrong;
                continue;
            }
            int k = __builtin_ctz(code);
            if (!is_outside(frame, height, (place){col, row}, k))
                receivers[cell] =
                    (uint32_t)((int64_t)cell + (int64_t)fluv_dy[k] * frame->cols + fluv_dx[k]);
        }
    return wrong;
}
