// SPDX-License-Identifier: MIT
/* Strokes with smooth edges. A pixel's opacity falls from 1 to 0 over one pixel around the stroke's
 * edge; a stroke thinner than a pixel keeps a pixel's width and fades instead. */
#include "output/picture_parts.h"

#include <assert.h>
#include <math.h>

/* How far pixels beyond the stroke's radius are touched. */
#define REACH 1.0f

static float opacity_at(fluv_stroke_end a, fluv_stroke_end b, float length_squared, float x,
                        float y)
{
    float dx = b.x - a.x, dy = b.y - a.y;
    float along = ((x - a.x) * dx + (y - a.y) * dy) / length_squared;
    along = length_squared > 0 ? fluv_clamp01(along) : 0;
    float gone_x = x - (a.x + dx * along), gone_y = y - (a.y + dy * along);
    float radius = a.radius + (b.radius - a.radius) * along;
    float opacity = a.opacity + (b.opacity - a.opacity) * along;
    float distance = sqrtf(gone_x * gone_x + gone_y * gone_y);
    float thin = radius < 0.5f ? radius * 2 : 1;
    return opacity * thin * fluv_clamp01(fmaxf(radius, 0.5f) + 0.5f - distance);
}

/* Keeps conversions to integers in range whatever the coordinates are. */
static uint32_t pixel_between(float at, uint32_t low, uint32_t high)
{
    return !(at > (float)low) ? low : at >= (float)high ? high : (uint32_t)at;
}

void fluv_stroke_draw(float *opacity, uint32_t width, uint32_t from, uint32_t to, fluv_stroke_end a,
                      fluv_stroke_end b)
{
    assert(width > 0 && from <= to);
    float reach = fmaxf(a.radius, b.radius) + REACH;
    float top = fminf(a.y, b.y) - reach, bottom = fmaxf(a.y, b.y) + reach;
    float left = fminf(a.x, b.x) - reach, right = fmaxf(a.x, b.x) + reach;
    if (!(top < (float)to && bottom > (float)from && left < (float)width && right > 0))
        return;
    uint32_t y0 = pixel_between(top, from, to), y1 = pixel_between(bottom + 1, from, to);
    uint32_t x0 = pixel_between(left, 0, width), x1 = pixel_between(right + 1, 0, width);
    float dx = b.x - a.x, dy = b.y - a.y, length_squared = dx * dx + dy * dy;
    for (uint32_t y = y0; y < y1; y++)
        for (uint32_t x = x0; x < x1; x++) {
            float *pixel = opacity + (size_t)y * width + x;
            float here = opacity_at(a, b, length_squared, (float)x + 0.5f, (float)y + 0.5f);
            *pixel = here > *pixel ? here : *pixel;
        }
}

void fluv_opacity_paint(int threads, const float *opacity, fluv_colour colour, float strength,
                        fluv_picture *picture)
{
    assert(strength >= 0 && picture->rgb);
    size_t pixels = (size_t)picture->width * picture->height;
#pragma omp parallel for schedule(static) num_threads(threads)
    for (size_t i = 0; i < pixels; i++) {
        if (opacity[i] <= 0)
            continue;
        uint8_t *rgb = picture->rgb + 3 * i;
        fluv_colour_store(fluv_colour_mix(fluv_colour_load(rgb), colour, opacity[i] * strength),
                          rgb);
    }
}
