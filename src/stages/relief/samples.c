// SPDX-License-Identifier: MIT
/* Planned lines as samples.
 *
 * in   the plan, heights on the mesh        out   samples of every piece between two points
 *
 * A piece is sampled in steps shorter than a cell, of which each cell keeps the first. Many ways
 * lead over the same pieces, down to the sea: each is sampled once, for all of them.
 * O(length / cell). */
#include "stages/relief/courses.h"

#include <assert.h>

#define STEP        0.4   /* cells between samples */
#define FLOOR_WIDTH 0.3   /* of a valley's floor against the root of what it drains, */
#define FLOOR_SLOPE 0.015 /* which rivers that fall by so much have half of */

/* The height of the bed at a point: as planned, but no higher than the land became. */
static float bed_at(const fluv_relief_job *job, const fluv_layout_point *p)
{
    const fluv_basins *b = job->basins;
    float planned = fluv_relief_scaled(job, p->bed * (float)job->params->river);
    uint32_t v = p->vertex, to = b->receiver[v];
    assert(v < b->count && !b->ocean[v] && isfinite(planned));
    if (to == FLUV_NONE)
        return fminf(planned, job->high[v]);
    float part = (b->bed[v] - p->bed) / fmaxf(b->bed[v] - b->bed[to], 1e-12F);
    float low = fminf(job->high[v], job->high[to]);
    part = fminf(1.0F, fmaxf(0.0F, part));
    return fminf(planned, job->high[v] + part * (low - job->high[v]));
}

/* Half the width of the floor that a river has laid down in its valley, m: it grows as the root of
 * the land that it drains, and is narrow where the river is steep. */
static float floor_of(const fluv_relief_job *job, const fluv_layout_point *p, double slope)
{
    double area = job->basins->area[p->vertex];
    assert(area >= 0.0 && slope >= 0.0);
    double gentle = 1.0 / (1.0 + slope / FLOOR_SLOPE);
    return (float)(0.5 * FLOOR_WIDTH * job->params->floors * gentle * sqrt(area));
}

/* The point where the piece of a point ends; a line of one point is a piece. */
static const fluv_layout_point *piece_end(const fluv_layout *plan, const fluv_layout_line *line,
                                          uint32_t at)
{
    uint32_t last = line->first_point + line->point_count - 1;
    assert(at >= line->first_point && at <= last);
    if (at < last)
        return &plan->points[at + 1];
    return line->point_count == 1 ? &plan->points[at] : NULL;
}

typedef struct steps {
    const fluv_layout_point *from, *to;
    double length;
    int count;
} steps;

static steps steps_between(const fluv_relief_job *job, const fluv_layout_point *a,
                           const fluv_layout_point *b)
{
    double length = fluv_length(b->x - a->x, b->y - a->y);
    return (steps){a, b, length, (int)ceil(length / (STEP * job->frame.cell)) + 1};
}

/* Places and cells of a piece's samples, where `out` is not NULL; how many. */
static uint32_t sample_places(const fluv_relief_job *job, const steps *s, fluv_sample *out)
{
    uint32_t count = 0, last = FLUV_NONE;
    for (int i = 0; i <= s->count; i++) {
        double t = (double)i / s->count;
        double x = s->from->x + t * (s->to->x - s->from->x);
        double y = s->from->y + t * (s->to->y - s->from->y);
        uint32_t cell = fluv_relief_cell(&job->frame, x, y);
        if (cell == last)
            continue;
        if (out)
            out[count] = (fluv_sample){.x = x, .y = y, .bed = (float)t, .cell = cell};
        count++;
        last = cell;
    }
    return count;
}

static void sample_piece(const fluv_relief_job *job, uint32_t line, const steps *s,
                         fluv_sample *out)
{
    const fluv_layout_point *a = s->from;
    float top = bed_at(job, a), low = bed_at(job, s->to);
    float width = fluv_channel_width(&job->shape, fluv_relief_flow_at(job, line, a));
    if (a->river && job->placed && job->placed->rivers[a->river - 1].width > 0.0)
        width = (float)job->placed->rivers[a->river - 1].width;
    double slope = s->length > 0.0 ? (double)fmaxf(0.0F, top - low) / s->length : 0.0;
    float bottom = floor_of(job, a, slope);
    uint32_t count = sample_places(job, s, out);
    for (uint32_t i = 0; i < count; i++) {
        out[i].bed = top + out[i].bed * (low - top); /* where it was how far along it lies */
        out[i].half = 0.5F * width / (float)job->frame.cell;
        out[i].floor = bottom / (float)job->frame.cell;
        out[i].river = a->river;
        out[i].wet = a->wet;
    }
}

/* Samples all pieces where `all` is not NULL; else counts them, in `first` one place too late. */
static void sample_lines(const fluv_ctx *ctx, const fluv_relief_job *job, uint32_t *first,
                         fluv_sample *all)
{
    const fluv_layout *plan = job->plan;
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic, 16)
    for (uint32_t line = 0; line < plan->line_count; line++) {
        const fluv_layout_line *here = &plan->lines[line];
        for (uint32_t k = 0; k < here->point_count; k++) {
            uint32_t at = here->first_point + k;
            const fluv_layout_point *to = piece_end(plan, here, at);
            if (!to)
                continue;
            steps s = steps_between(job, &plan->points[at], to);
            if (all)
                sample_piece(job, line, &s, all + first[at]);
            else
                first[at + 1] = sample_places(job, &s, NULL);
        }
    }
}

fluv_status fluv_relief_samples(fluv_ctx *ctx, const fluv_relief_job *job, fluv_samples *samples)
{
    uint32_t points = job->plan->point_count;
    samples->first = fluv_scratch_zero(ctx, (size_t)points + 1, sizeof *samples->first);
    if (!samples->first)
        return FLUV_NO_MEMORY;
    sample_lines(ctx, job, samples->first, NULL);
    for (uint32_t at = 0; at < points; at++)
        samples->first[at + 1] += samples->first[at];
    samples->all = fluv_scratch(ctx, samples->first[points], sizeof *samples->all);
    if (!samples->all)
        return FLUV_NO_MEMORY;
    sample_lines(ctx, job, samples->first, samples->all);
    return FLUV_OK;
}
