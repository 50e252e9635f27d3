// SPDX-License-Identifier: MIT
/* The shore of a construction tree: which side of it points are on, and how far from it.
 *
 * in   warped places        out   land or sea; for blocks with sea, the distance to the shore
 *
 * The middle of every tile is known to be land or sea. Sides change with each crossing of the shore
 * on the way from there to a point, first along x, then along y. For distances, the shores are
 * found that may be the nearest to some point of the block.  O(tiles and pieces around). */
#include "landscape/tree_block.h"

#include "base/clones.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define CHUNK FLUV_TREE_CHUNK

/* Crossings of the shore between the middles of two tiles beside each other. */
void fluv_tree_mark_inside(fluv_tree_index *t)
{
    for (uint32_t i = 0; i < t->shore_count; i++) {
        const fluv_tree_piece *p = &t->shores[i];
        double low = fmin((double)p->ay, (double)p->by), high = fmax((double)p->ay, (double)p->by);
        int64_t from = (int64_t)ceil((low - t->south) / t->side - 0.5);
        for (int64_t row = from < 0 ? 0 : from; row < (int64_t)t->rows; row++) {
            double y = t->south + t->side * ((double)row + 0.5);
            if (y >= high)
                break;
            double part = (y - (double)p->ay) / ((double)p->by - (double)p->ay);
            double x = (double)p->ax + part * ((double)p->bx - (double)p->ax);
            int64_t col = (int64_t)ceil((x - t->west) / t->side - 0.5);
            if (col < (int64_t)t->cols) /* all middles from here to the east change sides */
                t->inside[(size_t)row * t->cols + (size_t)(col < 0 ? 0 : col)] ^= 1;
        }
    }
    for (uint32_t row = 0; row < t->rows; row++)
        for (uint32_t col = 1; col < t->cols; col++)
            t->inside[(size_t)row * t->cols + col] ^= t->inside[(size_t)row * t->cols + col - 1];
}

/* Whether the shore may pass through a tile. */
static bool is_coastal(const fluv_tree_index *t, size_t tile)
{
    assert(tile < (size_t)t->cols * t->rows);
    return t->shore_lists.first[tile] < t->shore_lists.first[tile + 1];
}

static bool is_land(const fluv_tree_index *t, double x, double y)
{
    double u = (x - t->west) / t->side, v = (y - t->south) / t->side;
    if (!(u >= 0.0 && v >= 0.0 && u < t->cols && v < t->rows))
        return false;
    uint32_t col = (uint32_t)u, row = (uint32_t)v;
    size_t tile = (size_t)row * t->cols + col;
    unsigned side = t->inside[tile];
    double mx = t->west + t->side * (col + 0.5), my = t->south + t->side * (row + 0.5);
    for (uint32_t k = t->shore_lists.first[tile]; k < t->shore_lists.first[tile + 1]; k++) {
        const fluv_tree_piece *p = &t->shores[t->shore_lists.items[k]];
        double ax = (double)p->ax, ay = (double)p->ay, bx = (double)p->bx, by = (double)p->by;
        if ((ay <= my) != (by <= my)) {
            double cross = ax + (my - ay) / (by - ay) * (bx - ax);
            side += cross > fmin(mx, x) && cross <= fmax(mx, x);
        }
        if ((ax <= x) != (bx <= x)) {
            double cross = ay + (x - ax) / (bx - ax) * (by - ay);
            side += cross > fmin(my, y) && cross <= fmax(my, y);
        }
    }
    return side & 1;
}

static void find_sides(const fluv_tree_index *t, fluv_tile_box tiles, fluv_tree_block *b)
{
    bool coastal = false;
    for (uint32_t row = tiles.low; row <= tiles.high; row++)
        for (uint32_t col = tiles.left; col <= tiles.right; col++)
            coastal |= is_coastal(t, (size_t)row * t->cols + col);
    b->any_land = b->any_sea = false;
    for (size_t i = 0; i < b->count; i++) {
        bool same = i > 0 && !coastal; /* no shore in any of the tiles: all on one side */
        b->land[i] = same ? b->land[0] : is_land(t, b->wide_x[i], b->wide_y[i]);
        b->any_land |= b->land[i];
        b->any_sea |= !b->land[i];
    }
}

/* Measuring from a block; the spot's middle lies in the tiles. */
typedef struct measure {
    const fluv_tree_index *tree;
    fluv_tile_box tiles;
    fluv_tree_spot spot; /* m from the tree's origin */
    float nearest;       /* shore, from the spot's middle */
    float limit;         /* farther ones do not matter */
    fluv_tree_block *block;
} measure;

/* What becomes of `count` shores from `from` on, whose distances are known. */
typedef void shore_fn(uint32_t from, uint32_t count, const float *distance, measure *m);

/* Calls it for all shores of the tiles and of `far` more around. */
static void for_shores(measure *m, uint32_t far, shore_fn *call)
{
    const fluv_tree_index *t = m->tree;
    fluv_tile_box box = fluv_tiles_wider(t, m->tiles, far);
    assert(box.high < t->rows && box.right < t->cols);
    float distance[CHUNK];
    for (uint32_t row = box.low; row <= box.high; row++) {
        fluv_piece_run run = fluv_pieces_of(t, &t->shore_tiles, row, box.left, box.right);
        for (uint32_t at = run.from; at < run.end; at += CHUNK) {
            uint32_t n = run.end - at < CHUNK ? run.end - at : CHUNK;
            fluv_lines_distances(&t->shore_tiles.lines, at, n, &m->spot, distance);
            call(at, n, distance, m);
        }
    }
}

static void note_nearest(uint32_t from, uint32_t count, const float *distance, measure *m)
{
    (void)from;
    for (uint32_t k = 0; k < count; k++)
        m->nearest = fluv_less(m->nearest, distance[k]);
}

/* How far a piece reaches from its middle, at most. */
static double half_length(const fluv_tree_index *t)
{
    return M_SQRT2 * (double)t->shore_tiles.half;
}

/* How many tiles from a place the middles of shores may lie that are so near to it. */
static uint32_t tiles_within(const fluv_tree_index *t, float distance)
{
    double far = ceil(((double)distance + half_length(t)) * t->per_metre);
    uint32_t most = t->cols > t->rows ? t->cols : t->rows;
    return far < most ? (uint32_t)far : most;
}

/* The nearest shore, if there is one within reach. */
static bool find_nearest(measure *m, float reach)
{
    const fluv_tree_index *t = m->tree;
    uint32_t most = tiles_within(t, reach);
    for (uint32_t far = 1; far < most; far *= 2) {
        for_shores(m, far, note_nearest);
        if ((double)m->nearest <= far * t->side - half_length(t))
            return true;
    }
    for_shores(m, most, note_nearest);
    return m->nearest <= reach;
}

FLUV_CLONES static void add_shore(const fluv_tree_lines *lines, uint32_t piece,
                                  const fluv_tree_block *b, float *restrict square)
{
    float ax = (float)((double)lines->ax[piece] - b->x0), dx = lines->dx[piece];
    float ay = (float)((double)lines->ay[piece] - b->y0), dy = lines->dy[piece];
    float inverse = lines->inverse[piece];
    fluv_tree_ends ends = fluv_piece_ends;
    for (size_t i = 0; i < FLUV_TREE_PART * b->parts; i++) {
        float px = b->warped_x[i] - ax, py = b->warped_y[i] - ay;
        float t = fluv_piece_clamp((px * dx + py * dy) * inverse, ends);
        float ex = px - t * dx, ey = py - t * dy, here = ex * ex + ey * ey;
        square[i] = here < square[i] ? here : square[i];
    }
}

static void add_near(uint32_t from, uint32_t count, const float *distance, measure *m)
{
    for (uint32_t k = 0; k < count; k++)
        if (distance[k] <= m->limit)
            add_shore(&m->tree->shore_tiles.lines, from + k, m->block, m->block->shore);
}

static void measure_shore(const fluv_tree_index *t, fluv_tile_box tiles, fluv_tree_block *b)
{
    measure m = {.tree = t, .tiles = tiles, .block = b, .nearest = INFINITY};
    assert(b->parts > 0 && tiles.low <= tiles.high && tiles.left <= tiles.right);
    m.spot = fluv_extent_spot(fluv_extent_around(b->warped_extent, b->parts));
    m.spot.x = (float)(b->x0 + (double)m.spot.x);
    m.spot.y = (float)(b->y0 + (double)m.spot.y);
    if (!find_nearest(&m, t->parts.head->shelf_reach + m.spot.radius))
        return;
    m.limit = m.nearest + 2.0f * m.spot.radius + FLUV_TREE_SLACK;
    for_shores(&m, tiles_within(t, m.limit), add_near);
    for (size_t i = 0; i < b->count; i++)
        b->shore[i] = sqrtf(b->shore[i]);
}

void fluv_block_find_shore(const fluv_tree_index *t, fluv_tile_box tiles, fluv_tree_block *b)
{
    for (size_t i = 0; i < FLUV_TREE_BLOCK; i++)
        b->shore[i] = INFINITY;
    find_sides(t, tiles, b);
    if (b->any_sea)
        measure_shore(t, tiles, b);
}
