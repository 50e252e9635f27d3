// SPDX-License-Identifier: MIT
/* Rims of hollows: a crest that runs between the centres of cells is a gap in the raster.
 *
 * in   a mesh's hollows and their passes     out   a raster on which no hollow spills lower
 *
 * Each cell belongs to the hollow that its nearest vertex drains to. Where two neighbours belong to
 * different ones, the divide runs between them and is no lower than the pass; if both cells are,
 * the higher one is raised to it. So is a cell at the frame's edge, where the water would leave.
 *
 * Hollows too small to be seen count as the land that they spill to. Only tiles of cells near those
 * that are seen are looked at.  O(vertices), and O(cells) of those tiles. */
#include "stages/erode/raster.h"

#include <assert.h>
#include <string.h>

#define TILE 16 /* cells a side */

typedef struct rims {
    const fluv_erosion_tier *level;
    const fluv_erosion_raster *raster;
    uint32_t *seen_as; /* for each hollow: itself, or the one it counts as */
    uint32_t *next;    /* for each that is seen, the next one that is */
    float *spill;
    uint32_t *label; /* for each cell */
    uint32_t tile_cols, tile_rows;
    uint8_t *marked; /* for each tile: a hollow that is seen may reach into it, or up to it */
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

/* No place is farther than this from its nearest vertex: it lies in a triangle. */
static double longest_edge(const fluv_mesh *mesh)
{
    double longest = 0.0;
    for (uint32_t v = 0; v < mesh->count; v++)
        for (uint32_t k = mesh->first[v]; k < mesh->first[v + 1]; k++) {
            double dx = mesh->x[mesh->neighbour[k]] - mesh->x[v];
            double dy = mesh->y[mesh->neighbour[k]] - mesh->y[v];
            longest = fmax(longest, dx * dx + dy * dy);
        }
    return sqrt(longest);
}

static uint32_t tile_at(double place, double side, uint32_t tiles)
{
    return place <= 0.0 ? 0 : (uint32_t)fmin(place / side, tiles - 1.0);
}

/* Tiles with cells that belong to a hollow that is seen, or touch one that does. */
static void mark_tiles(const rims *r)
{
    const fluv_mesh *mesh = r->level->mesh;
    double reach = longest_edge(mesh) + 2.0 * r->raster->cell, side = TILE * r->raster->cell;
    for (uint32_t v = 0; v < mesh->count; v++) {
        if (r->seen_as[r->level->connection.label[v]] == FLUV_OUTSIDE)
            continue;
        uint32_t left = tile_at(mesh->x[v] - reach, side, r->tile_cols);
        uint32_t right = tile_at(mesh->x[v] + reach, side, r->tile_cols);
        uint32_t end = tile_at(mesh->y[v] + reach, side, r->tile_rows) + 1;
        for (uint32_t row = tile_at(mesh->y[v] - reach, side, r->tile_rows); row < end; row++)
            memset(r->marked + row * r->tile_cols + left, 1, right - left + 1);
    }
}

static void label_tile(const rims *r, const fluv_guide *guide, uint32_t tile)
{
    const fluv_erosion_raster *raster = r->raster;
    uint32_t left = tile % r->tile_cols * TILE, top = tile / r->tile_cols * TILE;
    uint32_t cols = raster->cols - left > TILE ? TILE : raster->cols - left;
    uint32_t end = raster->rows - top > TILE ? top + TILE : raster->rows;
    uint32_t near = FLUV_NONE;
    assert(left < raster->cols && top < raster->rows);
    for (uint32_t row = top; row < end; row++)
        for (uint32_t i = 0; i < cols; i++) {
            uint32_t col = left + (row % 2 ? cols - 1 - i : i);
            fluv_spot place =
                fluv_guide_place(guide, (col + 0.5) * raster->cell, (row + 0.5) * raster->cell);
            near = fluv_guide_nearest(
                guide, near == FLUV_NONE ? fluv_guide_guess(guide, place) : near, place);
            r->label[row * raster->cols + col] = r->seen_as[r->level->connection.label[near]];
        }
}

static void label_cells(const rims *r, const fluv_guide *guide, int threads)
{
    uint32_t tiles = r->tile_cols * r->tile_rows;
#pragma omp parallel for num_threads(threads) schedule(dynamic)
    for (uint32_t tile = 0; tile < tiles; tile++)
        if (r->marked[tile])
            label_tile(r, guide, tile);
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

/* One cell after another: each sees what was raised. */
static void raise_cells(const rims *r, const fluv_topology *grid)
{
    for (uint32_t row = 0; row < grid->rows; row++) {
        const uint8_t *marked = r->marked + row / TILE * r->tile_cols;
        for (uint32_t col = 0; col < grid->cols; col += marked[col / TILE] ? 1 : TILE)
            if (marked[col / TILE])
                raise_cell(r, grid, row * grid->cols + col);
    }
}

fluv_status fluv_rims_raise(fluv_ctx *ctx, const fluv_erosion_tier *level, const fluv_guide *guide,
                            const fluv_erosion_raster *raster)
{
    size_t hollows = (size_t)level->connection.basin_count + 1;
    fluv_topology grid = fluv_topology_grid(raster->cols, raster->rows, raster->cell);
    uint32_t tile_cols = (grid.cols - 1) / TILE + 1, tile_rows = (grid.rows - 1) / TILE + 1;
    static_assert(FLUV_OUTSIDE == 0, "cells of tiles that are not marked belong to no hollow");
    if (hollows == 1)
        return FLUV_OK;
    rims r = {.level = level,
              .raster = raster,
              .seen_as = fluv_scratch(ctx, hollows, sizeof *r.seen_as),
              .next = fluv_scratch(ctx, hollows, sizeof *r.next),
              .spill = fluv_scratch(ctx, hollows, sizeof *r.spill),
              .label = fluv_scratch_zero(ctx, grid.count, sizeof *r.label),
              .tile_cols = tile_cols,
              .tile_rows = tile_rows,
              .marked = fluv_scratch_zero(ctx, (size_t)tile_cols * tile_rows, sizeof *r.marked)};
    if (!r.seen_as || !r.next || !r.spill || !r.label || !r.marked)
        return FLUV_NO_MEMORY;
    name_hollows(&r);
    mark_tiles(&r);
    label_cells(&r, guide, ctx->threads);
    FLUV_TRY(fluv_look(ctx));
    raise_cells(&r, &grid);
    fluv_scratch_drop(ctx, r.seen_as);
    fluv_scratch_drop(ctx, r.next);
    fluv_scratch_drop(ctx, r.spill);
    fluv_scratch_drop(ctx, r.label);
    fluv_scratch_drop(ctx, r.marked);
    return FLUV_OK;
}
