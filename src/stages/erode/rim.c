// SPDX-License-Identifier: MIT
/* Rims of hollows: a crest that runs between the centres of cells is a gap in the raster.
 *
 * in   a mesh's hollows and their passes     out   a raster on which no hollow spills lower
 *
 * Each cell belongs to the hollow that its nearest vertex drains to. Where two neighbours belong to
 * different ones, the divide runs between them and is no lower than the pass; if both cells are,
 * the higher one is raised to it. So is a cell at the frame's edge, where the water would leave.
 *
 * Hollows too small to be seen count as the land that they spill to.  O(cells). */
#include "mesh/locate.h"
#include "stages/erode/raster.h"

#include <assert.h>

#define BAND 16 /* rows */

typedef struct rims {
    const fluv_erosion_tier *level;
    const fluv_erosion_raster *raster;
    uint32_t *seen_as; /* for each hollow: itself, or the one it counts as */
    uint32_t *next;    /* for each that is seen, the next one that is */
    float *spill;
    uint32_t *label; /* for each cell */
} rims;

static void name_hollows(const rims *r)
{
    const fluv_connection *c = &r->level->connection;
    r->seen_as[FLUV_OUTSIDE] = FLUV_OUTSIDE;
    r->next[FLUV_OUTSIDE] = FLUV_NONE;
    r->spill[FLUV_OUTSIDE] = -INFINITY;
    for (uint32_t b = 1; b <= c->basin_count; b++) {
        uint32_t at = b;
        while (at != FLUV_OUTSIDE && !fluv_raster_sees(r->raster, r->level, c->outflows[at].root))
            at = c->outflows[at].next;
        r->seen_as[b] = at;
    }
    for (uint32_t b = 1; b <= c->basin_count; b++) {
        assert(c->outflows[b].next <= c->basin_count);
        r->next[b] = r->seen_as[c->outflows[b].next];
        r->spill[b] = fluv_pass_height(r->level, &c->outflows[b]);
    }
}

static void label_band(const rims *r, const fluv_guide *guide, uint32_t first, uint32_t end)
{
    assert(first < end && end <= r->raster->rows);
    const fluv_erosion_raster *raster = r->raster;
    uint32_t near = FLUV_NONE;
    for (uint32_t row = first; row < end; row++)
        for (uint32_t i = 0; i < raster->cols; i++) {
            uint32_t col = row % 2 ? raster->cols - 1 - i : i;
            fluv_spot place =
                fluv_guide_place(guide, (col + 0.5) * raster->cell, (row + 0.5) * raster->cell);
            near = fluv_guide_nearest(
                guide, near == FLUV_NONE ? fluv_guide_guess(guide, place) : near, place);
            r->label[row * raster->cols + col] = r->seen_as[r->level->connection.label[near]];
        }
}

static fluv_status label_cells(fluv_ctx *ctx, const rims *r)
{
    fluv_guide guide;
    FLUV_TRY(fluv_guide_init(ctx, r->level->mesh, &guide));
    uint32_t rows = r->raster->rows;
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic)
    for (uint32_t row = 0; row < rows; row += BAND)
        label_band(r, &guide, row, rows - row > BAND ? row + BAND : rows);
    fluv_guide_drop(ctx, &guide);
    return FLUV_OK;
}

/* The divide between two hollows is nowhere lower than this. */
static float lowest_divide(const rims *r, uint32_t a, uint32_t b)
{
    assert(a != b);
    if (a == FLUV_OUTSIDE || b == FLUV_OUTSIDE)
        return r->spill[a == FLUV_OUTSIDE ? b : a];
    if (r->next[a] == b || r->next[b] == a)
        return r->spill[r->next[a] == b ? a : b];
    return fminf(r->spill[a], r->spill[b]);
}

static void raise_between(const rims *r, uint32_t a, uint32_t b)
{
    float *height = r->raster->height, level = lowest_divide(r, r->label[a], r->label[b]);
    uint32_t higher = height[b] > height[a] ? b : a;
    if (height[higher] < level)
        height[higher] = level;
}

static void raise_cell(const rims *r, const fluv_topology *grid, uint32_t cell)
{
    uint32_t own = r->label[cell], col = cell % grid->cols, row = cell / grid->cols;
    bool at_edge = col == 0 || row == 0 || col + 1 == grid->cols || row + 1 == grid->rows;
    if (at_edge && r->raster->height[cell] < r->spill[own])
        r->raster->height[cell] = r->spill[own];
    fluv_around around = fluv_around_cell(grid, cell);
    for (uint32_t i = 0; i < around.count; i++)
        if (around.cell[i] > cell && r->label[around.cell[i]] != own)
            raise_between(r, cell, around.cell[i]);
}

fluv_status fluv_rims_raise(fluv_ctx *ctx, const fluv_erosion_tier *level,
                            const fluv_erosion_raster *raster)
{
    size_t hollows = (size_t)level->connection.basin_count + 1;
    fluv_topology grid = fluv_topology_grid(raster->cols, raster->rows, raster->cell);
    if (hollows == 1)
        return FLUV_OK;
    rims r = {.level = level,
              .raster = raster,
              .seen_as = fluv_scratch(ctx, hollows, sizeof *r.seen_as),
              .next = fluv_scratch(ctx, hollows, sizeof *r.next),
              .spill = fluv_scratch(ctx, hollows, sizeof *r.spill),
              .label = fluv_scratch(ctx, grid.count, sizeof *r.label)};
    if (!r.seen_as || !r.next || !r.spill || !r.label)
        return FLUV_NO_MEMORY;
    name_hollows(&r);
    FLUV_TRY(label_cells(ctx, &r));
    for (uint32_t c = 0; c < grid.count; c++) /* one after another: each sees what was raised */
        raise_cell(&r, &grid, c);
    fluv_scratch_drop(ctx, r.seen_as);
    fluv_scratch_drop(ctx, r.next);
    fluv_scratch_drop(ctx, r.spill);
    fluv_scratch_drop(ctx, r.label);
    return FLUV_OK;
}
