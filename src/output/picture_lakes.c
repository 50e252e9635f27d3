// SPDX-License-Identifier: MIT
/* Marks closed and empty lakes in the scene from their outlines.
 *
 * Even-odd filling without sorting: every edge flips one pixel in each row it crosses, and a
 * running exclusive-or along the row turns flips into insides. Islands are rings too and come out
 * right. Lakes do not overlap, so all of one sort are filled at once.  O(edges + pixels). */
#include "output/picture_parts.h"

#include <math.h>
#include <string.h>

#define CLOSED_MARGIN 3 /* pixels: smooth shores reach beyond the outline */

/* The first row or column whose centre is at or after `at`, limited to 0 .. end. */
static uint32_t centre_from(double at, uint32_t end)
{
    double index = ceil(at - 0.5);
    return !(index > 0) ? 0 : index >= end ? end : (uint32_t)index;
}

static void flip_edge(const fluv_scene *scene, double x0, double y0, double x1, double y1,
                      uint8_t *flips)
{
    double top = fmin(y0, y1), bottom = fmax(y0, y1);
    uint32_t to = centre_from(bottom, scene->height);
    for (uint32_t y = centre_from(top, scene->height); y < to; y++) {
        double x = x0 + (x1 - x0) * (y + 0.5 - y0) / (y1 - y0);
        uint32_t column = centre_from(x, scene->width);
        if (column < scene->width)
            flips[(size_t)y * scene->width + column] ^= 1;
    }
}

static void flip_ring(const fluv_scene *scene, const fluv_outline *outline, size_t ring,
                      uint8_t *flips)
{
    const fluv_frame *frame = &scene->land->frame;
    uint32_t first = outline->first_point[ring], end = outline->first_point[ring + 1];
    for (uint32_t i = first; i < end; i++) {
        const double *a = outline->xy + 2 * (size_t)i;
        const double *b = outline->xy + 2 * (size_t)(i + 1 < end ? i + 1 : first);
        flip_edge(scene, (a[0] - frame->west) * scene->scale_x,
                  (frame->north - a[1]) * scene->scale_y, (b[0] - frame->west) * scene->scale_x,
                  (frame->north - b[1]) * scene->scale_y, flips);
    }
}

/* Writes 1 inside the closed lakes, or inside the empty ones, 0 elsewhere. */
static void fill_lakes(int threads, const fluv_scene *scene, bool empty, uint8_t *inside)
{
    const fluv_lakes *lakes = fluv_lakes_of(scene->land);
    memset(inside, 0, scene->pixels);
    for (size_t i = 0; i < lakes->count; i++) {
        const fluv_lake *lake = &lakes->lakes[i];
        bool is_empty = lake->state == FLUV_EMPTY;
        if (empty ? !is_empty : is_empty || !lake->closed)
            continue;
        for (uint32_t ring = 0; ring < lake->ring_count; ring++)
            flip_ring(scene, &lakes->outline, lake->first_ring + (size_t)ring, inside);
    }
#pragma omp parallel for schedule(static) num_threads(threads)
    for (uint32_t y = 0; y < scene->height; y++)
        for (uint32_t x = 1; x < scene->width; x++)
            inside[(size_t)y * scene->width + x] ^= inside[(size_t)y * scene->width + x - 1];
}

void fluv_lakes_mark(int threads, fluv_scene *scene, float *work)
{
    if (!fluv_lakes_of(scene->land))
        return;
    fill_lakes(threads, scene, true, scene->closed);
    for (size_t i = 0; i < scene->pixels; i++)
        scene->bare[i] = scene->closed[i] ? 1 : scene->bare[i];
    fill_lakes(threads, scene, false, scene->closed);
    /* The rivers' dry grid is still unused: it holds the widened mark. */
    float *wide = scene->dry_river;
    for (size_t i = 0; i < scene->pixels; i++)
        wide[i] = scene->closed[i];
    fluv_blur(threads, scene->width, scene->height, CLOSED_MARGIN, wide, work, wide);
    for (size_t i = 0; i < scene->pixels; i++) {
        scene->closed[i] = wide[i] > 1e-4f;
        wide[i] = 0;
    }
}
