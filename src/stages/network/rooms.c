// SPDX-License-Identifier: MIT
/* Mouths, and how great their rivers may become.
 *
 * in   the domain of a mass of land        out   priorities of mouths
 *
 * The greatest river may get the order that a full system over all land within some edges of the
 * mouth would have: a small island has small rivers, and what is far away does not matter. How much
 * land there is is known from a lattice of half edges.  O(cells + mouths). */
#include "stages/network/parts.h"

#include <assert.h>
#include <math.h>

#define AROUND    16.0 /* edges */
#define BRANCHING 2.6  /* nodes multiply by this with each order of the greatest river */

fluv_status fluv_rooms_find(fluv_ctx *ctx, const fluv_grower *g, fluv_mouth_rooms *out)
{
    assert(g->rules.domain && g->rules.edge > 0.0);
    const fluv_segments *border = &g->rules.domain->border;
    double cell = 0.5 * g->rules.edge;
    *out = (fluv_mouth_rooms){
        .cell = cell,
        .corner = {cell * floor(border->corner.x / cell), cell * floor(border->corner.y / cell)},
        .cols = (uint32_t)(border->side * border->cols / cell) + 2,
        .rows = (uint32_t)(border->side * border->rows / cell) + 2};
    out->land = fluv_scratch(ctx, (size_t)out->cols * out->rows, 1);
    if (!out->land)
        return FLUV_NO_MEMORY;
    for (uint32_t row = 0; row < out->rows; row++)
        for (uint32_t col = 0; col < out->cols; col++) {
            fluv_vec at = {out->corner.x + cell * (col + 0.5), out->corner.y + cell * (row + 0.5)};
            out->land[(size_t)row * out->cols + col] = fluv_domain_holds(g->rules.domain, at);
        }
    return FLUV_OK;
}

/* Cells of land around a place. */
static double land_around(const fluv_mouth_rooms *rooms, double x, double y, double far)
{
    assert(rooms->cell > 0.0 && rooms->land);
    double col = (x - rooms->corner.x) / rooms->cell, row = (y - rooms->corner.y) / rooms->cell;
    int64_t left = (int64_t)fmax(0.0, floor(col - far)), low = (int64_t)fmax(0.0, floor(row - far));
    double count = 0.0;
    for (int64_t r = low; r < rooms->rows && (double)r < row + far; r++)
        for (int64_t c = left; c < rooms->cols && (double)c < col + far; c++) {
            double dx = (double)c + 0.5 - col, dy = (double)r + 0.5 - row;
            count += dx * dx + dy * dy < far * far && rooms->land[r * rooms->cols + c];
        }
    return count;
}

uint32_t fluv_mouth_add(fluv_grower *g, const fluv_mouth *mouth, const fluv_mouth_rooms *rooms,
                        uint32_t sketched)
{
    double nodes = 0.25 * land_around(rooms, mouth->x, mouth->y, 2.0 * AROUND);
    double order = 1.0 + floor(log(fmax(nodes, 1.0)) / log(BRANCHING));
    double greatest = fmin(order, FLUV_MOST_PRIORITY);
    assert(mouth->weight >= 0.0 && mouth->weight <= 1.0);
    fluv_stream_node node = {.x = mouth->x,
                             .y = mouth->y,
                             .parent = FLUV_NONE,
                             .priority = (uint8_t)(1.0 + round(mouth->weight * (greatest - 1.0))),
                             .sketched = sketched};
    return fluv_grower_root(g, node);
}
