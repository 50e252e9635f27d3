// SPDX-License-Identifier: MIT
/* Between which heights pieces of valleys lie over a round place, many at once.
 *
 * in   pieces side by side, a spot        out   height + slope * rise, for the least and the most
 *
 * Two such bounds that are compared at the spot's least and greatest slope are compared at every
 * slope between.  O(pieces). */
#include "landscape/tree_bounds.h"

#include "base/clones.h"

#include <assert.h>

#define LANES 8 /* minima found side by side: one alone would have to wait for itself */

/* Whether what is at least `height`, `rise` may be as low as the ceiling, for some slope. */
FLUV_INLINE int32_t may_be_low(const fluv_tree_spot *s, fluv_tree_bound ceiling, float height,
                               float rise)
{
    float up = height - ceiling.height, out = rise - ceiling.rise;
    return (up + s->low * out <= 0.0f) | (up + s->high * out <= 0.0f);
}

FLUV_CLONES void fluv_tiles_choose(const fluv_tile_row *row, const fluv_tree_spot *spot,
                                   fluv_tree_bound ceiling, int32_t *restrict keep)
{
    fluv_tile_row r = *row;
    assert(r.count <= FLUV_TREE_CHUNK && r.side > 0.0f);
    fluv_tree_spot s = *spot;
    float up = fabsf(r.y - s.y) - r.out;
    up = up > 0.0f ? up : 0.0f;
    for (int32_t i = 0; i < (int32_t)r.count; i++) {
        float along = fabsf(r.x + r.side * (float)i - s.x) - r.out;
        along = along > 0.0f ? along : 0.0f;
        float near = sqrtf(along * along + up * up) - s.radius;
        near = near > 0.0f ? near : 0.0f;
        keep[i] = may_be_low(&s, ceiling, r.lowest[i], fluv_valley_rise(near, r.wide));
    }
}

FLUV_CLONES void fluv_lines_distances(const fluv_tree_lines *lines, size_t from, size_t count,
                                      const fluv_tree_spot *spot, float *restrict distance)
{
    fluv_tree_lines l = *lines;
    fluv_tree_ends ends = fluv_piece_ends;
    assert(count <= FLUV_TREE_CHUNK);
    float x = spot->x, y = spot->y;
    for (size_t i = 0, k = from; i < count; i++, k++) {
        float px = x - l.ax[k], py = y - l.ay[k];
        float t = fluv_piece_clamp((px * l.dx[k] + py * l.dy[k]) * l.inverse[k], ends);
        float ex = px - t * l.dx[k], ey = py - t * l.dy[k];
        distance[i] = sqrtf(ex * ex + ey * ey);
    }
}

FLUV_CLONES static void mark_low(const fluv_tree_lines *lines, size_t from, size_t count,
                                 const fluv_tree_spot *spot, const float *distance,
                                 fluv_tree_bound ceiling, int32_t *restrict keep)
{
    fluv_tree_lines l = *lines;
    fluv_tree_spot s = *spot;
    for (size_t i = 0, k = from; i < count; i++, k++) {
        float near = distance[i] - s.radius, low = l.az[k] + fluv_less(l.dz[k], 0.0f);
        near = near > 0.0f ? near : 0.0f;
        float wide = l.size[k] + fluv_more(l.grow[k], 0.0f);
        keep[i] = may_be_low(&s, ceiling, low, fluv_valley_rise(near, wide));
    }
}

uint32_t fluv_lines_choose(const fluv_tree_lines *lines, size_t from, size_t count,
                           const fluv_tree_spot *spot, const float *distance,
                           fluv_tree_bound ceiling, uint32_t *chosen)
{
    assert(count <= FLUV_TREE_CHUNK);
    int32_t keep[FLUV_TREE_CHUNK];
    uint32_t kept = 0;
    mark_low(lines, from, count, spot, distance, ceiling, keep);
    for (uint32_t i = 0; i < count; i++) {
        chosen[kept] = i;
        kept += (uint32_t)keep[i];
    }
    return kept;
}

/* The best of pieces i, i + LANES, … */
typedef struct ceilings {
    float top[LANES], height[LANES], rise[LANES];
} ceilings;

FLUV_INLINE void lower_ceilings(const fluv_tree_lines *l, size_t from, size_t count,
                                const fluv_tree_spot *s, const float *distance, ceilings *c)
{
    for (size_t i = 0, k = from; i < count; i++, k++) {
        float height = l->az[k] + fluv_more(l->dz[k], 0.0f);
        float narrow = l->size[k] + fluv_less(l->grow[k], 0.0f);
        float rise = fluv_valley_rise(distance[i] + s->radius, narrow) + s->crest;
        float top = height + s->high * rise;
        bool lower = top < c->top[i];
        c->height[i] = lower ? height : c->height[i];
        c->rise[i] = lower ? rise : c->rise[i];
        c->top[i] = lower ? top : c->top[i];
    }
}

FLUV_CLONES fluv_tree_bound fluv_lines_ceiling(const fluv_tree_lines *lines, size_t from,
                                               size_t count, const fluv_tree_spot *spot,
                                               const float *distance, fluv_tree_bound known)
{
    fluv_tree_lines l = *lines;
    fluv_tree_spot s = *spot;
    ceilings c = {0};
    assert(count <= FLUV_TREE_CHUNK && s.radius >= 0.0f);
    float best = known.height + s.high * known.rise;
    for (size_t k = 0; k < LANES; k++)
        c.top[k] = best;
    size_t i = 0;
    for (; i + LANES <= count; i += LANES)
        lower_ceilings(&l, from + i, LANES, &s, distance + i, &c);
    lower_ceilings(&l, from + i, count - i, &s, distance + i, &c);
    for (size_t k = 0; k < LANES; k++)
        if (c.top[k] < best) {
            best = c.top[k];
            known = (fluv_tree_bound){c.height[k], c.rise[k]};
        }
    return known;
}
