// SPDX-License-Identifier: MIT
/* The ground of a construction tree: from each valley the land rises with the distance, and the
 * lowest counts.
 *
 * in   warped places and their slopes        out   ground without rivers
 *
 *   ground = least over valleys of z(u) + slope * g(d)
 *   g(d)   = sqrt(o^2 + foot^2) - foot + tilt * d,  o = d - floor, at least 0
 *
 * Of the pieces around, those are taken that may be the lowest somewhere in the block: first tile
 * by tile, then piece by piece, then for each part of the block. What a piece gives does not depend
 * on the others that were taken: more of them than needed change nothing.
 * O(pieces around + points * pieces that matter). */
#include "landscape/tree_block.h"

#include "base/clones.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define PART      FLUV_TREE_PART
#define CHUNK     FLUV_TREE_CHUNK
#define FAR_TILES 9 /* beyond, no valley can be the lowest: others lie between */

/* The lowest slopes found so far. */
typedef struct lowest {
    float base[PART];
    float second[PART]; /* the lowest of another valley than that one */
    float rise[PART];   /* least height plus rise above the valley: it is little more than base
                         * where a valley is near that counts */
    int32_t line[PART]; /* of base */
} lowest;

/* A place and the height that the land does not exceed there. */
typedef struct place {
    fluv_tree_spot spot;
    fluv_tree_bound ceiling;
} place;

/* Pieces on their way from the index to the block. */
typedef struct choice {
    const fluv_tree_index *tree;
    const fluv_tree_block *block;
    place whole;                  /* m from the tree's origin */
    place parts[FLUV_TREE_PARTS]; /* m from the block's */
    lowest lowest[FLUV_TREE_PARTS];
    uint32_t count;
    float ax[CHUNK], ay[CHUNK], dx[CHUNK], dy[CHUNK], inverse[CHUNK]; /* m from the block's */
    float az[CHUNK], dz[CHUNK], size[CHUNK], grow[CHUNK];
    int32_t line[CHUNK];
} choice;

static void find_slopes(const float *slope, size_t count, fluv_tree_spot *spot)
{
    assert(count > 0);
    spot->low = spot->high = slope[0];
    for (size_t i = 1; i < count; i++) {
        spot->low = fluv_less(spot->low, slope[i]);
        spot->high = fluv_more(spot->high, slope[i]);
    }
}

static void find_places(choice *c)
{
    const fluv_tree_block *b = c->block;
    const fluv_tree_bound open = {INFINITY, 0.0f};
    place *whole = &c->whole;
    *whole = (place){fluv_extent_spot(fluv_extent_around(b->warped_extent, b->parts)), open};
    whole->spot.x = (float)(b->x0 + (double)whole->spot.x);
    whole->spot.y = (float)(b->y0 + (double)whole->spot.y);
    whole->spot.crest = c->tree->parts.head->crest;
    find_slopes(b->slope, b->count, &whole->spot);
    for (size_t k = 0; k < b->parts; k++) {
        place *part = &c->parts[k];
        *part = (place){fluv_extent_spot(b->warped_extent[k]), open};
        part->spot.crest = whole->spot.crest;
        find_slopes(b->slope + k * PART, PART, &part->spot);
    }
}

static void clear(lowest *l)
{
    for (size_t i = 0; i < PART; i++) {
        l->base[i] = l->second[i] = l->rise[i] = INFINITY;
        l->line[i] = -1;
    }
}

/* Keeps the lowest slope and the lowest of another valley than that one's. */
FLUV_CLONES static void lower_part(const choice *c, const uint32_t *chosen, uint32_t count,
                                   size_t part, lowest *out)
{
    float x[PART], y[PART], slope[PART];
    lowest l = *out;
    fluv_tree_ends ends = fluv_piece_ends;
    assert(count <= CHUNK && part < c->block->parts);
    memcpy(x, c->block->warped_x + part * PART, sizeof x);
    memcpy(y, c->block->warped_y + part * PART, sizeof y);
    memcpy(slope, c->block->slope + part * PART, sizeof slope);
    for (uint32_t n = 0; n < count; n++) {
        uint32_t k = chosen[n];
        float ax = c->ax[k], ay = c->ay[k], dx = c->dx[k], dy = c->dy[k], inverse = c->inverse[k];
        float az = c->az[k], dz = c->dz[k], size = c->size[k], grow = c->grow[k];
        int32_t line = c->line[k];
        for (size_t i = 0; i < PART; i++) {
            float px = x[i] - ax, py = y[i] - ay;
            float t = fluv_piece_clamp((px * dx + py * dy) * inverse, ends);
            float ex = px - t * dx, ey = py - t * dy;
            float up = fluv_valley_rise(sqrtf(ex * ex + ey * ey), size + t * grow);
            float height = az + t * dz + slope[i] * up, near = height + slope[i] * up;
            int32_t lower = -(int32_t)(height < l.base[i]); /* all bits, or none */
            float other = l.line[i] == line ? l.second[i] : fluv_more(l.base[i], height);
            l.second[i] = fluv_less(other, l.second[i]);
            l.rise[i] = fluv_less(near, l.rise[i]);
            l.base[i] = fluv_less(height, l.base[i]);
            l.line[i] = (l.line[i] & ~lower) | (line & lower);
        }
    }
    *out = l;
}

/* Lowers the ground by the pieces taken so far. */
static void use_pieces(choice *c)
{
    const fluv_tree_lines lines = {c->ax, c->ay, c->dx,   c->dy,   c->inverse,
                                   c->az, c->dz, c->size, c->grow, c->line};
    float distance[CHUNK];
    uint32_t chosen[CHUNK];
    for (size_t k = 0; k < c->block->parts; k++) {
        const fluv_tree_spot *spot = &c->parts[k].spot;
        fluv_tree_bound *ceiling = &c->parts[k].ceiling;
        fluv_lines_distances(&lines, 0, c->count, spot, distance);
        *ceiling = fluv_lines_ceiling(&lines, 0, c->count, spot, distance, *ceiling);
        uint32_t n = fluv_lines_choose(&lines, 0, c->count, spot, distance, *ceiling, chosen);
        lower_part(c, chosen, n, k, &c->lowest[k]);
    }
    c->count = 0;
}

static void take_piece(uint32_t piece, choice *c)
{
    const fluv_tree_lines *from = &c->tree->valley_tiles.lines;
    if (c->count == CHUNK)
        use_pieces(c);
    uint32_t to = c->count++;
    assert(to < CHUNK);
    c->ax[to] = (float)((double)from->ax[piece] - c->block->x0);
    c->ay[to] = (float)((double)from->ay[piece] - c->block->y0);
    c->dx[to] = from->dx[piece];
    c->dy[to] = from->dy[piece];
    c->inverse[to] = from->inverse[piece];
    c->az[to] = from->az[piece];
    c->dz[to] = from->dz[piece];
    c->size[to] = from->size[piece];
    c->grow[to] = from->grow[piece];
    c->line[to] = from->line[piece];
}

static void choose_pieces(fluv_piece_run run, choice *c)
{
    const fluv_tree_lines *lines = &c->tree->valley_tiles.lines;
    const fluv_tree_spot *spot = &c->whole.spot;
    float distance[CHUNK];
    uint32_t chosen[CHUNK];
    for (uint32_t at = run.from; at < run.end; at += CHUNK) {
        uint32_t n = run.end - at < CHUNK ? run.end - at : CHUNK;
        fluv_lines_distances(lines, at, n, spot, distance);
        n = fluv_lines_choose(lines, at, n, spot, distance, c->whole.ceiling, chosen);
        assert(n <= CHUNK);
        for (uint32_t k = 0; k < n; k++)
            take_piece(at + chosen[k], c);
    }
}

/* Of a row of tiles, those whose lowest piece might matter. */
static void choose_tiles(uint32_t row, uint32_t left, uint32_t count, choice *c)
{
    const fluv_tree_index *t = c->tree;
    int32_t keep[CHUNK];
    assert(count <= CHUNK && row < t->rows && left + count <= t->cols);
    fluv_tile_row tiles = {.lowest = t->lowest + (size_t)row * t->cols + left,
                           .count = count,
                           .x = (float)(t->west + t->side * (left + 0.5)),
                           .y = (float)(t->south + t->side * (row + 0.5)),
                           .side = (float)t->side,
                           .out = (float)(0.5 * t->side) + t->valley_tiles.half + FLUV_TREE_SLACK,
                           .wide = t->widest};
    fluv_tiles_choose(&tiles, &c->whole.spot, c->whole.ceiling, keep);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t from = k;
        while (k < count && keep[k])
            k++;
        if (k > from)
            choose_pieces(fluv_pieces_of(t, &t->valley_tiles, row, left + from, left + k - 1), c);
    }
}

static void lower_ceiling(fluv_piece_run run, choice *c)
{
    const fluv_tree_lines *lines = &c->tree->valley_tiles.lines;
    place *p = &c->whole;
    float distance[CHUNK];
    for (uint32_t at = run.from; at < run.end; at += CHUNK) {
        uint32_t n = run.end - at < CHUNK ? run.end - at : CHUNK;
        fluv_lines_distances(lines, at, n, &p->spot, distance);
        p->ceiling = fluv_lines_ceiling(lines, at, n, &p->spot, distance, p->ceiling);
    }
}

/* The nearest pieces bound the ground from above. */
static void find_ceiling(fluv_tile_box tiles, choice *c)
{
    const fluv_tree_index *t = c->tree;
    for (uint32_t far = 1; far <= FAR_TILES && isinf(c->whole.ceiling.height); far += 2) {
        fluv_tile_box box = fluv_tiles_wider(t, tiles, far);
        for (uint32_t row = box.low; row <= box.high; row++)
            lower_ceiling(fluv_pieces_of(t, &t->valley_tiles, row, box.left, box.right), c);
    }
}

/* Two slopes that meet are rounded over the crest's width, less where it would touch a valley. What
 * stands higher than that width above the ground has no say in it. Land far from any valley, which
 * no stage makes but a file may hold, lies at the sea's level. */
static void round_crests(float width, const lowest *l, const float *slope, float *ground)
{
    for (size_t i = 0; i < PART; i++) {
        float base = l->base[i] < INFINITY ? l->base[i] : 0.0f;
        float span = fluv_less(width * slope[i], l->rise[i] - base);
        float near = span > 0.0f ? 1.0f - (l->second[i] - base) / span : 0.0f;
        ground[i] = base - (near > 0.0f ? 0.25f * span * near * near : 0.0f);
    }
}

void fluv_block_lower(const fluv_tree_index *t, fluv_tile_box tiles, fluv_tree_block *b)
{
    choice c;
    c.tree = t;
    assert(b->parts > 0 && b->parts <= FLUV_TREE_PARTS && tiles.high < t->rows);
    c.block = b;
    c.count = 0;
    for (size_t k = 0; k < b->parts; k++)
        clear(&c.lowest[k]);
    find_places(&c);
    find_ceiling(tiles, &c);
    fluv_tile_box box = fluv_tiles_wider(t, tiles, FAR_TILES);
    for (uint32_t row = box.low; row <= box.high; row++)
        for (uint32_t left = box.left; left <= box.right; left += CHUNK) {
            uint32_t count = box.right - left + 1;
            choose_tiles(row, left, count < CHUNK ? count : CHUNK, &c);
        }
    use_pieces(&c);
    for (size_t k = 0; k < b->parts; k++)
        round_crests(t->parts.head->crest, &c.lowest[k], b->slope + k * PART, b->base + k * PART);
}
