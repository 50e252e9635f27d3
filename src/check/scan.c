// SPDX-License-Identifier: MIT
/* Which cell centres lie inside closed rings.
 *
 * in   rings, frame        out   crossings of the rings with the rows, sorted
 *
 * An edge crosses the centre line of a row when one end is north of it and the other is not, so a
 * closed ring crosses each row an even number of times and every centre is inside or outside,
 * never both.  O(points + crossings). */
#include "check/scan.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define RADIX_BITS 8
#define FEW        48 /* up to here insertion beats counting */

typedef struct ring_edge {
    double x0, y0, x1, y1; /* y0 <= y1; columns east and rows south of the frame's corner */
} ring_edge;

static size_t ring_size(const fluv_outline *outline, size_t ring)
{
    assert(ring < outline->ring_count);
    uint32_t first = outline->first_point[ring], end = outline->first_point[ring + 1];
    return end > first ? end - first : 0;
}

static ring_edge edge_at(const fluv_frame *frame, const fluv_outline *outline, size_t ring,
                         size_t i)
{
    const double *xy = outline->xy + 2 * (size_t)outline->first_point[ring];
    size_t j = i + 1 < ring_size(outline, ring) ? i + 1 : 0;
    ring_edge edge = {
        (xy[2 * i] - frame->west) / frame->cell, (frame->north - xy[2 * i + 1]) / frame->cell,
        (xy[2 * j] - frame->west) / frame->cell, (frame->north - xy[2 * j + 1]) / frame->cell};
    if (edge.y0 > edge.y1)
        edge = (ring_edge){edge.x1, edge.y1, edge.x0, edge.y0};
    return edge;
}

/* The first row whose centre is not north of y, between 0 and rows. */
static uint32_t row_from(const fluv_frame *frame, double y)
{
    assert(!isnan(y));
    double row = ceil(y - 0.5);
    return row <= 0 ? 0 : row >= frame->rows ? frame->rows : (uint32_t)row;
}

static uint32_t col_from(const fluv_frame *frame, double x)
{
    double col = ceil(x - 0.5);
    return !(col > 0) ? 0 : col >= frame->cols ? frame->cols : (uint32_t)col;
}

size_t fluv_scan_crossings(const fluv_frame *frame, fluv_ring_range rings)
{
    assert(rings.first + rings.count <= rings.outline->ring_count);
    size_t most = 2 * (size_t)frame->rows * (frame->cols + (size_t)1), count = 0;
    for (size_t ring = rings.first; ring < rings.first + rings.count; ring++)
        for (size_t i = 0; i < ring_size(rings.outline, ring); i++) {
            ring_edge edge = edge_at(frame, rings.outline, ring, i);
            if (!isfinite(edge.x0) || !isfinite(edge.y0) || !isfinite(edge.x1) ||
                !isfinite(edge.y1))
                return SIZE_MAX;
            count += row_from(frame, edge.y1) - row_from(frame, edge.y0);
            if (count > most)
                return SIZE_MAX;
        }
    return count;
}

static uint64_t *cross_rows(const fluv_frame *frame, ring_edge edge, uint64_t *at)
{
    assert(edge.y0 <= edge.y1);
    uint32_t end = row_from(frame, edge.y1);
    for (uint32_t row = row_from(frame, edge.y0); row < end; row++) {
        double part = (row + 0.5 - edge.y0) / (edge.y1 - edge.y0);
        double x = edge.x0 + part * (edge.x1 - edge.x0);
        *at++ = row * ((uint64_t)frame->cols + 1) + col_from(frame, x);
    }
    return at;
}

static void insertion_sort(uint64_t *keys, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        uint64_t key = keys[i];
        size_t j = i;
        for (; j && keys[j - 1] > key; j--)
            keys[j] = keys[j - 1];
        keys[j] = key;
    }
}

static void radix_pass(const uint64_t *from, uint64_t *to, size_t count, unsigned shift)
{
    size_t starts[(1 << RADIX_BITS) + 1] = {0};
    const uint64_t mask = (1 << RADIX_BITS) - 1;
    for (size_t i = 0; i < count; i++)
        starts[(from[i] >> shift & mask) + 1]++;
    for (size_t digit = 0; digit < mask; digit++)
        starts[digit + 1] += starts[digit];
    for (size_t i = 0; i < count; i++)
        to[starts[from[i] >> shift & mask]++] = from[i];
}

static void sort(uint64_t *keys, uint64_t *spare, size_t count, uint64_t top)
{
    if (count <= FEW) {
        insertion_sort(keys, count);
        return;
    }
    uint64_t *from = keys, *to = spare;
    for (unsigned shift = 0; shift < 64 && top >> shift; shift += RADIX_BITS) {
        radix_pass(from, to, count, shift);
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != keys)
        memcpy(keys, from, count * sizeof *keys);
}

void fluv_scan_rings(const fluv_frame *frame, fluv_ring_range rings, uint64_t *keys,
                     uint64_t *spare)
{
    assert(rings.first + rings.count <= rings.outline->ring_count);

    uint64_t *end = keys;
    for (size_t ring = rings.first; ring < rings.first + rings.count; ring++)
        for (size_t i = 0; i < ring_size(rings.outline, ring); i++)
            end = cross_rows(frame, edge_at(frame, rings.outline, ring, i), end);
    sort(keys, spare, (size_t)(end - keys), frame->rows * ((uint64_t)frame->cols + 1));
}

double fluv_scan_area(fluv_ring_range rings)
{
    double area = 0;
    for (size_t ring = rings.first; ring < rings.first + rings.count; ring++) {
        size_t size = ring_size(rings.outline, ring);
        const double *xy = rings.outline->xy + 2 * (size_t)rings.outline->first_point[ring];
        double twice = 0;
        for (size_t i = 0; i < size; i++) {
            const double *a = xy + 2 * i, *b = xy + 2 * (i + 1 < size ? i + 1 : 0);
            /* From the ring's first point: far from the origin the products would lose digits. */
            twice += (a[0] - xy[0]) * (b[1] - xy[1]) - (b[0] - xy[0]) * (a[1] - xy[1]);
        }
        area += ring == rings.first ? fabs(twice) / 2 : -fabs(twice) / 2;
    }
    return area;
}

double fluv_scan_length(fluv_ring_range rings)
{
    double length = 0;
    for (size_t ring = rings.first; ring < rings.first + rings.count; ring++) {
        size_t size = ring_size(rings.outline, ring);
        const double *xy = rings.outline->xy + 2 * (size_t)rings.outline->first_point[ring];
        for (size_t i = 0; i < size; i++) {
            const double *a = xy + 2 * i, *b = xy + 2 * (i + 1 < size ? i + 1 : 0);
            length += hypot(b[0] - a[0], b[1] - a[1]);
        }
    }
    return length;
}
