// SPDX-License-Identifier: MIT
/* Rivers drawn by hand as nodes of the graph.
 *
 * in   sketches of the contour        out   nodes along them, an edge apart or less
 *
 * A sketch has nodes at its end and where others join it, and between them at equal distances.
 * O(points + nodes). */
#include "stages/network/parts.h"
#include "stages/shared/climb.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define LEAST_STOP 0.2  /* edges between places of a drawn river that must have a node */
#define MOST_OFF   0.25 /* edges that a drawn river leaves the chord between two nodes, about */

static int by_way(const void *a, const void *b)
{
    double l = *(const double *)a, r = *(const double *)b;
    return l < r ? -1 : l > r;
}

/* Ways up sketch k at which it gets nodes: where others join it and at its end, where these are not
 * too close together. */
static uint32_t list_stops(const fluv_contour *contour, size_t k, double edge, double *stops)
{
    assert(k < contour->sketches.ring_count && edge > 0.0);
    const fluv_outline *lines = &contour->sketches;
    double length = 0.0, last = 0.0;
    for (uint32_t i = lines->first_point[k]; i + 1 < lines->first_point[k + 1]; i++)
        length += hypot(lines->xy[2 * i + 2] - lines->xy[2 * i],
                        lines->xy[2 * i + 3] - lines->xy[2 * i + 1]);
    uint32_t count = 0, kept = 0;
    for (size_t j = 0; j < lines->ring_count; j++)
        if (contour->feet[j].into == k)
            stops[count++] = contour->feet[j].way;
    qsort(stops, count, sizeof *stops, by_way);
    for (uint32_t i = 0; i < count; i++)
        if (stops[i] - last > LEAST_STOP * edge && length - stops[i] > LEAST_STOP * edge)
            stops[kept++] = last = stops[i];
    stops[kept] = length;
    return kept + 1;
}

/* How far the line leaves the chords of equal pieces between two ways up. */
static double off_chords(fluv_climb c, double from, double to, double pieces)
{
    double far = 0.0;
    fluv_vec a = fluv_climb_to(&c, from);
    for (double i = 1.0; i <= pieces; i++) {
        fluv_climb end = c;
        fluv_vec b = fluv_climb_to(&end, from + (to - from) * i / pieces);
        for (uint32_t k = c.at + 1; k <= end.at; k++)
            far = fmax(far, fluv_segment_distance(a, b, fluv_climb_point(&c, k)));
        c = end;
        a = b;
    }
    return far;
}

/* Pieces of about an edge, or shorter where the line winds: what grows keeps away from chords. */
static double count_pieces(fluv_climb c, double from, double to, double edge)
{
    assert(edge > 0.0 && !(to < from));
    double pieces = fmax(1.0, round((to - from) / edge)), most = 4.0 * pieces;
    while (pieces < most && off_chords(c, from, to, pieces) > MOST_OFF * edge)
        pieces++;
    return pieces;
}

/* Sketch k from its foot up, in pieces from stop to stop. */
static bool add_sketch(fluv_grower *g, const fluv_contour *contour, unsigned order, size_t k,
                       uint32_t foot, double *stops)
{
    uint32_t count = list_stops(contour, k, g->rules.edge, stops), at = foot;
    assert(foot < g->count && count > 0);
    unsigned priority = g->nodes[foot].priority;
    if (contour->feet[k].into != FLUV_NONE && priority > 1)
        priority--;
    if (order && order < priority)
        priority = order;
    fluv_climb c = fluv_climb_begin(&contour->sketches, k);
    double from = 0.0;
    for (uint32_t s = 0; s < count; from = stops[s++]) {
        double pieces = count_pieces(c, from, stops[s], g->rules.edge);
        for (double i = 1.0; i <= pieces && at != FLUV_NONE; i++) {
            double way = from + (stops[s] - from) * i / pieces;
            fluv_vec p = fluv_climb_to(&c, way);
            fluv_stream_node node = {.x = p.x,
                                     .y = p.y,
                                     .z = fluv_grower_z(g, at, p, priority),
                                     .parent = at,
                                     .priority = (uint8_t)priority,
                                     .sketched = (uint32_t)k + 1,
                                     .way = way};
            at = fluv_grower_root(g, node);
        }
    }
    return at != FLUV_NONE;
}

/* The node between two that lies nearest to where sketch k begins. */
static uint32_t foot_of(const fluv_grower *g, const fluv_contour *contour, size_t k, uint32_t first,
                        uint32_t end)
{
    const double *at = contour->sketches.xy + 2 * (size_t)contour->sketches.first_point[k];
    uint32_t best = first;
    double least = INFINITY;
    for (uint32_t i = first; i < end; i++) {
        double far = hypot(g->nodes[i].x - at[0], g->nodes[i].y - at[1]);
        best = far < least ? i : best;
        least = fmin(far, least);
    }
    return best;
}

fluv_status fluv_sketches_add(fluv_ctx *ctx, fluv_grower *g, const fluv_contour *contour,
                              uint32_t mass, const uint8_t *orders, const fluv_mouth_rooms *rooms,
                              size_t *mouths, bool *room)
{
    size_t count = contour->sketches.ring_count;
    uint32_t *first = fluv_scratch(ctx, count + 1, sizeof *first); /* node of a sketch */
    double *stops = fluv_scratch(ctx, count + 1, sizeof *stops);
    if (!first || !stops)
        return FLUV_NO_MEMORY;
    for (size_t k = 0; k < count && *room; k++) {
        const fluv_sketch_foot *below = &contour->feet[k];
        const fluv_mouth *mouth = NULL;
        first[k] = first[k + 1] = g->count;
        if (below->into == FLUV_NONE)
            mouth = &contour->mouths[(*mouths)++];
        if (below->mass != mass)
            continue;
        uint32_t foot = mouth ? fluv_mouth_add(g, mouth, rooms, (uint32_t)k + 1)
                              : foot_of(g, contour, k, first[below->into], first[below->into + 1]);
        *room = foot != FLUV_NONE && add_sketch(g, contour, orders[k], k, foot, stops);
        first[k + 1] = g->count;
    }
    return FLUV_OK;
}

size_t fluv_sketches_count(const fluv_contour *contour, double edge)
{
    assert(edge > 0.0);
    const fluv_outline *lines = &contour->sketches;
    double length = 0.0;
    for (uint32_t i = 0; i + 1 < lines->first_point[lines->ring_count]; i++)
        length += hypot(lines->xy[2 * i + 2] - lines->xy[2 * i],
                        lines->xy[2 * i + 3] - lines->xy[2 * i + 1]);
    return contour->mouth_count + 3 * lines->ring_count + (size_t)fmin(6.0 * length / edge, 1e8);
}
