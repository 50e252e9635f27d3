// SPDX-License-Identifier: MIT
/* Poisson-disc points over the plane.
 *
 * in   box, spacing        out   points, row by row
 *
 * A lattice over the whole plane has cells whose diagonal is the spacing, so that a cell has room
 * for one point. Cells are filled in nine turns, every third of every third row at a time: those of
 * one turn cannot be too near each other, so their order does not matter. A few darts are thrown
 * into each; in the end, a cell that is still empty gets its middle, if nothing is within the
 * spacing of it. A cell depends on those within two cells that came before, so by way of others on
 * no more than MARGIN cells around: with these the box is filled as the plane would be.  O(cells).
 *
 * Based on: Wei. Parallel Poisson disk sampling. 2008 */
#include "field/scatter.h"

#include <assert.h>
#include <math.h>

#define TURNS  3  /* along either axis */
#define DARTS  8  /* a cell */
#define AROUND 2  /* cells that can hold a point too near */
#define MARGIN 40 /* cells: turns of darts and of middles, each with two cells around */

typedef struct plane {
    int64_t col, row; /* of the first cell */
    uint32_t cols, rows;
    double cell, spacing;
    fluv_vec *points; /* a cell's; NAN: it has none */
    fluv_key key;
} plane;

static bool is_free(const plane *p, uint32_t col, uint32_t row, fluv_vec at)
{
    uint32_t left = col > AROUND ? col - AROUND : 0, low = row > AROUND ? row - AROUND : 0;
    for (uint32_t r = low; r <= row + AROUND && r < p->rows; r++)
        for (uint32_t c = left; c <= col + AROUND && c < p->cols; c++) {
            fluv_vec gap = fluv_minus(p->points[(size_t)r * p->cols + c], at);
            if (fluv_dot(gap, gap) < p->spacing * p->spacing) /* never, where there is none */
                return false;
        }
    return true;
}

static fluv_vec place_in(const plane *p, uint32_t col, uint32_t row, double across, double up)
{
    return (fluv_vec){p->cell * ((double)(p->col + col) + across),
                      p->cell * ((double)(p->row + row) + up)};
}

static void throw_darts(const plane *p, uint32_t col, uint32_t row)
{
    fluv_key key =
        fluv_key_split(fluv_key_split(p->key, (uint64_t)(p->col + col)), (uint64_t)(p->row + row));
    for (uint64_t k = 0; k < DARTS; k++) {
        fluv_vec at = place_in(p, col, row, fluv_random(key, 2 * k), fluv_random(key, 2 * k + 1));
        if (is_free(p, col, row, at)) {
            p->points[(size_t)row * p->cols + col] = at;
            return;
        }
    }
}

static void take_middle(const plane *p, uint32_t col, uint32_t row)
{
    fluv_vec middle = place_in(p, col, row, 0.5, 0.5);
    if (isnan(p->points[(size_t)row * p->cols + col].x) && is_free(p, col, row, middle))
        p->points[(size_t)row * p->cols + col] = middle;
}

/* Every cell in its turn, which goes by its place in the plane. */
static void for_cells(int threads, const plane *p, void (*call)(const plane *, uint32_t, uint32_t))
{
    for (int64_t turn = 0; turn < TURNS * TURNS; turn++) {
        int64_t across = (turn % TURNS - p->col % TURNS + TURNS) % TURNS;
        int64_t up = (turn / TURNS - p->row % TURNS + TURNS) % TURNS;
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t row = up; row < p->rows; row += TURNS)
            for (int64_t col = across; col < p->cols; col += TURNS)
                call(p, (uint32_t)col, (uint32_t)row);
    }
}

static fluv_status prepare(fluv_ctx *ctx, fluv_box box, plane *p)
{
    p->col = (int64_t)floor(box.low.x / p->cell) - MARGIN;
    p->row = (int64_t)floor(box.low.y / p->cell) - MARGIN;
    double cols = ceil(box.high.x / p->cell) + MARGIN - (double)p->col;
    double rows = ceil(box.high.y / p->cell) + MARGIN - (double)p->row;
    if (cols * rows > 4e9)
        return fluv_fail(ctx, FLUV_NO_MEMORY, "too many points, %.3g, for this land", cols * rows);
    p->cols = (uint32_t)cols;
    p->rows = (uint32_t)rows;
    size_t cells = (size_t)p->cols * p->rows;
    p->points = fluv_scratch(ctx, cells, sizeof *p->points);
    if (!p->points)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < cells; i++)
        p->points[i] = (fluv_vec){NAN, NAN};
    return FLUV_OK;
}

fluv_status fluv_scatter_find(fluv_ctx *ctx, fluv_box box, double spacing, fluv_key key,
                              fluv_scatter *out)
{
    plane p = {.cell = spacing * M_SQRT1_2, .spacing = spacing, .key = key};
    assert(spacing > 0.0 && box.high.x >= box.low.x && box.high.y >= box.low.y);
    FLUV_TRY(prepare(ctx, box, &p));
    for_cells(ctx->threads, &p, throw_darts);
    for_cells(ctx->threads, &p, take_middle);
    *out = (fluv_scatter){.points = p.points};
    for (size_t i = 0; i < (size_t)p.cols * p.rows; i++)
        if (p.points[i].x >= box.low.x && p.points[i].x <= box.high.x &&
            p.points[i].y >= box.low.y && p.points[i].y <= box.high.y)
            out->points[out->count++] = p.points[i];
    return FLUV_OK;
}
