// SPDX-License-Identifier: MIT
/* Between which heights pieces of valleys lie over a round place, many at once.
 *
 * in   pieces side by side, a spot        out   height + slope * rise, for the least and the most
 *
 * Two such bounds that are compared at the spot's least and greatest slope are compared at every
 * slope between.  O(pieces). */
#include "landscape/tree_bounds.h"

#include "base/clones.h"

#include <math.h>

#define LANES 8 /* minima found side by side: one alone would have to wait for itself */

FLUV_INLINE float square_to(const fluv_tree_lines *l, size_t i, float x, float y)
{
    float px = x - l->ax[i], py = y - l->ay[i];
    float t = (px * l->dx[i] + py * l->dy[i]) * l->inverse[i];
    t = t < 0.0f ? 0.0f : t;
    t = t > 1.0f ? 1.0f : t;
    float ex = px - t * l->dx[i], ey = py - t * l->dy[i];
    return ex * ex + ey * ey;
}

/* How far the land has risen at a distance from a valley. */
FLUV_INLINE float rise_at(float distance, float floor)
{
    return sqrtf(distance * distance + floor * floor) - floor;
}

/* Whether what is at least `height`, `rise` may be as low as the ceiling, for some slope. */
FLUV_INLINE int32_t may_be_low(const fluv_tree_spot *s, fluv_tree_bound ceiling, float height,
                               float rise)
{
    float up = height - ceiling.height, out = rise - ceiling.rise;
    return (up + s->low * out <= 0.0f) | (up + s->high * out <= 0.0f);
}

FLUV_CLONES void fluv_tiles_choose(const fluv_tree_row *row, const fluv_tree_spot *spot,
                                   fluv_tree_bound ceiling, int32_t *restrict keep)
{
    fluv_tree_row r = *row;
    fluv_tree_spot s = *spot;
    float up = fabsf(r.y - s.y) - r.out;
    up = up > 0.0f ? up : 0.0f;
    for (int32_t i = 0; i < (int32_t)r.count; i++) {
        float along = fabsf(r.x + r.side * (float)i - s.x) - r.out;
        along = along > 0.0f ? along : 0.0f;
        float near = sqrtf(along * along + up * up) - s.radius;
        near = near > 0.0f ? near : 0.0f;
        keep[i] = may_be_low(&s, ceiling, r.lowest[i], rise_at(near, r.wide));
    }
}

FLUV_CLONES void fluv_lines_choose(const fluv_tree_lines *lines, size_t from, size_t count,
                                   const fluv_tree_spot *spot, fluv_tree_bound ceiling,
                                   int32_t *restrict keep)
{
    fluv_tree_lines l = *lines;
    fluv_tree_spot s = *spot;
    for (size_t i = 0; i < count; i++) {
        float low = l.az[from + i] + fluv_less(l.dz[from + i], 0.0f);
        float wide = l.size[from + i] + fluv_more(l.grow[from + i], 0.0f);
        float near = sqrtf(square_to(&l, from + i, s.x, s.y)) - s.radius;
        near = near > 0.0f ? near : 0.0f;
        keep[i] = may_be_low(&s, ceiling, low, rise_at(near, wide));
    }
}

/* The best of pieces i, i + LANES, … */
typedef struct ceilings {
    float top[LANES], height[LANES], rise[LANES];
} ceilings;

FLUV_INLINE void lower_ceilings(const fluv_tree_lines *l, size_t from, size_t count,
                                const fluv_tree_spot *s, ceilings *c)
{
    for (size_t k = 0; k < count; k++) {
        float height = l->az[from + k] + fluv_more(l->dz[from + k], 0.0f);
        float narrow = l->size[from + k] + fluv_less(l->grow[from + k], 0.0f);
        float far = sqrtf(square_to(l, from + k, s->x, s->y)) + s->radius;
        float rise = rise_at(far, narrow) + s->crest, top = height + s->high * rise;
        bool lower = top < c->top[k];
        c->height[k] = lower ? height : c->height[k];
        c->rise[k] = lower ? rise : c->rise[k];
        c->top[k] = lower ? top : c->top[k];
    }
}

FLUV_CLONES fluv_tree_bound fluv_lines_ceiling(const fluv_tree_lines *lines, size_t from,
                                               size_t count, const fluv_tree_spot *spot,
                                               fluv_tree_bound known)
{
    fluv_tree_lines l = *lines;
    fluv_tree_spot s = *spot;
    ceilings c = {0};
    float best = known.height + s.high * known.rise;
    for (size_t k = 0; k < LANES; k++)
        c.top[k] = best;
    size_t i = 0;
    for (; i + LANES <= count; i += LANES)
        lower_ceilings(&l, from + i, LANES, &s, &c);
    lower_ceilings(&l, from + i, count - i, &s, &c);
    for (size_t k = 0; k < LANES; k++)
        if (c.top[k] < best) {
            best = c.top[k];
            known = (fluv_tree_bound){c.height[k], c.rise[k]};
        }
    return known;
}

FLUV_CLONES void fluv_lines_squares(const fluv_tree_lines *lines, size_t from, size_t count,
                                    float x, float y, float *restrict square)
{
    fluv_tree_lines l = *lines;
    for (size_t i = 0; i < count; i++)
        square[i] = square_to(&l, from + i, x, y);
}
