// SPDX-License-Identifier: MIT
/* Between which heights pieces of valleys lie over a round place, many at once.
 *
 * in   pieces side by side, a spot        out   height + slope * rise, for the least and the most
 *
 * O(pieces). */
#include "landscape/tree_index.h"

#include "base/clones.h"

FLUV_INLINE float distance_to(const fluv_tree_lines *l, size_t i, float x, float y)
{
    float px = x - l->ax[i], py = y - l->ay[i];
    float t = (px * l->dx[i] + py * l->dy[i]) * l->inverse[i];
    t = t < 0.0f ? 0.0f : t;
    t = t > 1.0f ? 1.0f : t;
    float ex = px - t * l->dx[i], ey = py - t * l->dy[i];
    return sqrtf(ex * ex + ey * ey);
}

FLUV_CLONES void fluv_lines_below(const fluv_tree_lines *lines, size_t from, size_t count,
                                  const fluv_tree_spot *spot, float *restrict height,
                                  float *restrict rise)
{
    fluv_tree_lines l = *lines;
    float x = spot->x, y = spot->y, radius = spot->radius;
    for (size_t i = 0; i < count; i++) {
        float near = distance_to(&l, from + i, x, y) - radius, floor = l.wide[from + i];
        near = near > 0.0f ? near : 0.0f;
        height[i] = l.low[from + i];
        rise[i] = sqrtf(near * near + floor * floor) - floor;
    }
}

FLUV_CLONES void fluv_lines_above(const fluv_tree_lines *lines, size_t from, size_t count,
                                  const fluv_tree_spot *spot, float *restrict height,
                                  float *restrict rise)
{
    fluv_tree_lines l = *lines;
    float x = spot->x, y = spot->y, radius = spot->radius, crest = spot->crest;
    for (size_t i = 0; i < count; i++) {
        float far = distance_to(&l, from + i, x, y) + radius, floor = l.narrow[from + i];
        height[i] = l.high[from + i];
        rise[i] = sqrtf(far * far + floor * floor) - floor + crest;
    }
}

fluv_tree_bound fluv_lines_ceiling(const fluv_tree_spot *spot, const float *height,
                                   const float *rise, size_t count, fluv_tree_bound ceiling)
{
    float best = ceiling.height + spot->high * ceiling.rise;
    for (size_t i = 0; i < count; i++) {
        float top = height[i] + spot->high * rise[i];
        if (top < best) {
            best = top;
            ceiling = (fluv_tree_bound){height[i], rise[i]};
        }
    }
    return ceiling;
}
