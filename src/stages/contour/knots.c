// SPDX-License-Identifier: MIT
/* Rivers that stray from the lines that were drawn, and stay tied to each other.
 *
 * in   lines, what each of them ends on        out   the same with more points; how far up the
 *                                                    other each one joins now
 *
 * The points of a drawing and the places where rivers join are knots: they stay. Between them a
 * river strays as far as its weight allows; a piece that was added so that a river ends somewhere
 * is as free as any.  O(points log points + lines^2). */
#include "stages/contour/feet.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define FREE 0.5  /* how far a river of no weight strays, of a piece */
#define GAIN 0.5  /* of small bends against large ones */
#define SAME 1e-6 /* of the frame's side, or of a way: nearer than that is the same place */

/* A place of a line that stays: a point of the drawing, or where another river joins. */
typedef struct knot {
    double way;
    fluv_vec at;
    uint32_t joins; /* the line that joins here, FLUV_NONE: none */
} knot;

static int by_way(const void *a, const void *b)
{
    const knot *l = a, *r = b;
    if (l->way != r->way)
        return l->way < r->way ? -1 : 1;
    return l->joins > r->joins ? -1 : l->joins < r->joins; /* points first */
}

/* Lines with all their knots, under refinement. Scratch and plain memory. */
typedef struct knotted {
    fluv_rings lines, finer;
    fluv_list share; /* double, a knot: how far the piece after it may stray */
    uint32_t *at;    /* a line: its first point, as a knot of the line that it joins */
    uint32_t *drawn; /* a line: the knot where the drawing begins */
    uint32_t *place; /* a knot: which point of `finer` */
} knotted;

/* The way of a point of the line that lies there, or else `way`. */
static double snapped(const knot *knots, size_t points, double way, double near)
{
    for (size_t i = 0; i < points; i++)
        if (fabs(knots[i].way - way) < near)
            return knots[i].way;
    return way;
}

static size_t list_knots(const fluv_knotted_job *job, size_t line, knot *knots)
{
    const fluv_sketch_foot *feet = job->feet;
    size_t points, others;
    const double *xy = fluv_rings_read(job->lines, line, &points);
    double way = 0.0;
    for (size_t i = 0; i < points; i++) {
        way += i ? hypot(xy[2 * i] - xy[2 * i - 2], xy[2 * i + 1] - xy[2 * i - 1]) : 0.0;
        knots[i] = (knot){way, {xy[2 * i], xy[2 * i + 1]}, FLUV_NONE};
    }
    size_t count = points;
    for (uint32_t k = 0; k < job->lines->first_point.count; k++) {
        if (feet[k].into != line)
            continue;
        const double *foot = fluv_rings_read(job->lines, k, &others);
        double at = snapped(knots, points, fmin(feet[k].way, way), SAME * job->side);
        knots[count++] = (knot){at, {foot[0], foot[1]}, k};
    }
    qsort(knots, count, sizeof *knots, by_way);
    return count;
}

static fluv_status tie_line(fluv_ctx *ctx, const fluv_knotted_job *job, size_t line, knot *knots,
                            knotted *to)
{
    const fluv_sketch_foot *foot = &job->feet[line];
    size_t count = list_knots(job, line, knots);
    uint32_t *first = fluv_list_append(ctx, &to->lines.first_point, 1, sizeof *first);
    if (!first)
        return FLUV_NO_MEMORY;
    *first = to->drawn[line] = (uint32_t)(to->lines.xy.count / 2);
    for (size_t i = 0; i < count; i++) {
        bool added = knots[i].way < foot->drawn * (1.0 - SAME);
        if (i == 0 || knots[i].way > knots[i - 1].way) { /* others lie on the point before */
            double *xy = fluv_list_append(ctx, &to->lines.xy, 2, sizeof *xy);
            double *share = fluv_list_append(ctx, &to->share, 1, sizeof *share);
            if (!xy || !share)
                return FLUV_NO_MEMORY;
            xy[0] = knots[i].at.x;
            xy[1] = knots[i].at.y;
            *share = line < job->there ? 0.0 : FREE * (added ? 1.0 : 1.0 - foot->weight);
            to->drawn[line] += added;
        }
        if (knots[i].joins != FLUV_NONE)
            to->at[knots[i].joins] = (uint32_t)(to->lines.xy.count / 2) - 1;
    }
    return FLUV_OK;
}

/* Ways up the finer lines to where others join, and to where the drawing begins. */
static fluv_status measure_ways(fluv_ctx *ctx, const fluv_knotted_job *job, const knotted *k)
{
    size_t points = k->finer.xy.count / 2;
    double *way = fluv_scratch(ctx, points, sizeof *way);
    if (!way)
        return FLUV_NO_MEMORY;
    for (size_t line = 0, i = 0; line < k->finer.first_point.count; line++) {
        size_t count;
        const double *xy = fluv_rings_read(&k->finer, line, &count);
        for (size_t n = 0; n < count; n++, i++)
            way[i] =
                n ? way[i - 1] + hypot(xy[2 * n] - xy[2 * n - 2], xy[2 * n + 1] - xy[2 * n - 1])
                  : 0.0;
    }
    fluv_sketch_foot *feet = job->feet;
    for (size_t line = 0; line < job->lines->first_point.count; line++) {
        feet[line].drawn = way[k->place[k->drawn[line]]];
        if (feet[line].into != FLUV_NONE)
            feet[line].way = way[k->place[k->at[line]]];
    }
    return FLUV_OK;
}

static fluv_status stray(fluv_ctx *ctx, const fluv_knotted_job *job, knotted *k)
{
    size_t rivers = job->lines->first_point.count, most = job->lines->xy.count / 2 + rivers;
    knot *knots = fluv_scratch(ctx, most, sizeof *knots);
    k->at = fluv_scratch(ctx, rivers, sizeof *k->at);
    k->drawn = fluv_scratch(ctx, rivers, sizeof *k->drawn);
    k->place = fluv_scratch(ctx, most, sizeof *k->place);
    if (!knots || !k->at || !k->drawn || !k->place)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < rivers; i++)
        FLUV_TRY(tie_line(ctx, job, i, knots, k));
    fluv_ragged ragged = {.lines = &k->lines,
                          .share = k->share.items,
                          .beside = job->beside,
                          .fine = job->side / FLUV_CONTOUR_FINE,
                          .gain = GAIN,
                          .key = job->key};
    FLUV_TRY(fluv_lines_refine(ctx, &ragged, &k->finer, k->place));
    return measure_ways(ctx, job, k);
}

fluv_status fluv_lines_stray(fluv_ctx *ctx, const fluv_knotted_job *job, fluv_rings *out)
{
    knotted k = {0};
    fluv_status status = stray(ctx, job, &k);
    fluv_rings_free(&k.lines);
    fluv_list_free(&k.share);
    *out = k.finer;
    return status;
}
