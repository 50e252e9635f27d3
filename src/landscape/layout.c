// SPDX-License-Identifier: MIT
/* The plan in one block, shores and lobes of deltas. */
#include "landscape/layout.h"

#include "landscape/block.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Points and starts of the rings of all placed lakes. */
static void count_shores(const fluv_layout *plan, size_t *rings, size_t *points)
{
    *rings = *points = 0;
    for (uint32_t i = 0; i < plan->lake_count; i++) {
        const fluv_outline *shore = &plan->lakes[i].shore;
        *rings += shore->ring_count ? shore->ring_count + 1 : 0;
        *points += shore->ring_count ? shore->first_point[shore->ring_count] : 0;
    }
}

/* Shores into the block. */
static void copy_shores(uint32_t lake_count, fluv_layout_lake *lakes, uint32_t *starts, double *xy)
{
    for (uint32_t i = 0; i < lake_count; i++) {
        fluv_outline *shore = &lakes[i].shore;
        if (!shore->ring_count)
            continue;
        uint32_t points = shore->first_point[shore->ring_count];
        memcpy(starts, shore->first_point, (shore->ring_count + 1) * sizeof *starts);
        memcpy(xy, shore->xy, (size_t)2 * points * sizeof *xy);
        shore->first_point = starts;
        shore->xy = xy;
        starts += shore->ring_count + 1;
        xy += (size_t)2 * points;
    }
}

/* Cells of the windows of all lobes. */
static size_t count_depths(const fluv_layout *plan)
{
    size_t cells = 0;
    for (uint32_t i = 0; i < plan->lobe_count; i++)
        cells += fluv_lattice_count(&plan->lobes[i].window);
    return cells;
}

static void copy_depths(uint32_t lobe_count, fluv_layout_lobe *lobes, float *depth)
{
    for (uint32_t i = 0; i < lobe_count; i++) {
        size_t cells = fluv_lattice_count(&lobes[i].window);
        memcpy(depth, lobes[i].depth, cells * sizeof *depth);
        lobes[i].depth = depth;
        depth += cells;
    }
}

fluv_shared *fluv_layout_seal(fluv_ctx *ctx, const fluv_layout *plan)
{
    size_t rings, points;
    count_shores(plan, &rings, &points);
    fluv_block_part parts[] = {
        {.from = plan, .bytes = sizeof *plan},
        {.from = plan->lines, .bytes = plan->line_count * sizeof *plan->lines},
        {.from = plan->points, .bytes = plan->point_count * sizeof *plan->points},
        {.from = plan->lakes, .bytes = plan->lake_count * sizeof *plan->lakes},
        {.from = plan->lobes, .bytes = plan->lobe_count * sizeof *plan->lobes},
        {.bytes = rings * sizeof(uint32_t)},
        {.bytes = 2 * points * sizeof(double)},
        {.bytes = count_depths(plan) * sizeof(float)},
    };
    fluv_shared *shared = fluv_block_seal(ctx, parts, sizeof parts / sizeof *parts);
    if (!shared)
        return NULL;
    fluv_layout *own = parts[0].at;
    own->lines = parts[1].at;
    own->points = parts[2].at;
    own->lakes = parts[3].at;
    own->lobes = parts[4].at;
    copy_shores(plan->lake_count, parts[3].at, parts[5].at, parts[6].at);
    copy_depths(plan->lobe_count, parts[4].at, parts[7].at);
    return shared;
}

uint32_t fluv_layout_line_of(const fluv_layout *plan, uint32_t point)
{
    assert(point < plan->point_count);
    uint32_t low = 0, high = plan->line_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (plan->lines[middle].first_point <= point)
            low = middle;
        else
            high = middle;
    }
    return low;
}

bool fluv_outline_holds(const fluv_outline *shore, double x, double y)
{
    bool in = false;
    for (size_t r = 0; r < shore->ring_count; r++) {
        size_t first = shore->first_point[r], count = shore->first_point[r + 1] - first;
        const double *xy = shore->xy + 2 * first;
        for (size_t i = 0, k = count - 1; i < count; k = i++) {
            double ax = xy[2 * i], ay = xy[2 * i + 1], bx = xy[2 * k], by = xy[2 * k + 1];
            if ((ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax)
                in = !in;
        }
    }
    return in;
}

double fluv_outline_beyond(const fluv_outline *shore, double x, double y)
{
    double least = INFINITY;
    for (size_t r = 0; r < shore->ring_count; r++)
        for (uint32_t i = shore->first_point[r]; i < shore->first_point[r + 1]; i++) {
            uint32_t next = i + 1 < shore->first_point[r + 1] ? i + 1 : shore->first_point[r];
            double ax = shore->xy[2 * i], ay = shore->xy[2 * i + 1];
            double dx = shore->xy[2 * next] - ax, dy = shore->xy[2 * next + 1] - ay;
            double square = dx * dx + dy * dy;
            double along = square > 0.0 ? ((x - ax) * dx + (y - ay) * dy) / square : 0.0;
            along = fmin(1.0, fmax(0.0, along));
            least = fmin(least, hypot(ax + along * dx - x, ay + along * dy - y));
        }
    return fluv_outline_holds(shore, x, y) ? -least : least;
}

/* Directions are counted along the square |x| + |y| = 1, four sides to the round: no angle is
 * needed, whose last bit would be the mathematical library's. */
void fluv_layout_ray(uint32_t ray, double *dx, double *dy)
{
    assert(ray < FLUV_RAYS);
    double turn = 4.0 * ray / FLUV_RAYS;
    double x = turn < 2.0 ? 1.0 - turn : turn - 3.0;
    double y = turn < 1.0 ? turn : turn < 3.0 ? 2.0 - turn : turn - 4.0;
    double length = sqrt(x * x + y * y);
    *dx = x / length;
    *dy = y / length;
}

/* ---- Lobes of deltas ---- */

double fluv_layout_lobe_at(const fluv_layout_lobe *lobe, double x, double y)
{
    const fluv_lattice *w = &lobe->window;
    assert(lobe->depth && w->spacing > 0.0);
    if (x < w->west || y > w->north || x > w->west + w->spacing * w->cols ||
        y < w->north - w->spacing * w->rows)
        return -INFINITY;
    float depth;
    fluv_lattice_points(w, lobe->depth, &x, &y, 1, &depth);
    return (double)depth;
}

void fluv_layout_push_lobe(const fluv_layout_lobe *lobe, const fluv_lattice *lattice,
                           float *distance)
{
    const fluv_lattice *w = &lobe->window;
    assert(lobe->col + w->cols <= lattice->cols && lobe->row + w->rows <= lattice->rows);
    for (size_t row = 0; row < w->rows; row++) {
        float *to = distance + (lobe->row + row) * lattice->cols + lobe->col;
        const float *from = lobe->depth + row * w->cols;
        for (size_t col = 0; col < w->cols; col++)
            to[col] = fmaxf(to[col], from[col]);
    }
}

void fluv_layout_push_shore(const fluv_layout *plan, const fluv_shore *shore, float *distance)
{
    memcpy(distance, shore->distance, fluv_lattice_count(&shore->lattice) * sizeof *distance);
    for (uint32_t i = 0; i < plan->lobe_count; i++)
        fluv_layout_push_lobe(&plan->lobes[i], &shore->lattice, distance);
}
