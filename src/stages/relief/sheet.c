// SPDX-License-Identifier: MIT
/* From the mesh to a lattice that the cells can ask: triangles are painted as planes, then smoothed
 * so that their edges do not show. The lattice is finer than the mesh, its spacing is in metres.
 * That of a draft is coarser, and has the means of the vertices in its cells. O(triangles + lattice
 * points). */
#include "stages/relief/parts.h"

#include <assert.h>

#define FINER  2.5 /* the mesh's spacing against the lattice's */
#define SMOOTH 2   /* rounds */
#define BANDS  4   /* a thread */
#define DRAFT  0.5 /* the same as FINER, of a draft */

typedef struct corner {
    double x, y; /* lattice cells from the first centre */
    float high, hills;
} corner;

static corner corner_at(const fluv_relief_job *job, uint32_t v)
{
    const fluv_lattice *l = &job->lattice;
    return (corner){(job->basins->x[v] - l->west) / l->spacing - 0.5,
                    (l->north - job->basins->y[v]) / l->spacing - 0.5, job->high[v], job->hills[v]};
}

/* Lattice points of the rows from..to that lie in the triangle. Most around it do not, and are not
 * worth a division. */
static void paint(const fluv_relief_job *job, const corner c[3], int64_t from, int64_t to)
{
    double bx = c[1].x - c[0].x, by = c[1].y - c[0].y, cx = c[2].x - c[0].x, cy = c[2].y - c[0].y;
    double twice = bx * cy - by * cx, slack = 1e-9, turn = twice < 0.0 ? -1.0 : 1.0;
    double loose = 2.0 * slack * fabs(twice), most = fabs(twice) + loose;
    assert(twice != 0.0 && from >= 0 && to <= (int64_t)job->lattice.rows);
    int64_t top = (int64_t)ceil(fmin(c[0].y, fmin(c[1].y, c[2].y)) - slack);
    int64_t bottom = (int64_t)floor(fmax(c[0].y, fmax(c[1].y, c[2].y)) + slack);
    int64_t left = (int64_t)ceil(fmin(c[0].x, fmin(c[1].x, c[2].x)) - slack);
    int64_t right = (int64_t)floor(fmax(c[0].x, fmax(c[1].x, c[2].x)) + slack);
    left = left < 0 ? 0 : left;
    right = right < job->lattice.cols ? right : (int64_t)job->lattice.cols - 1;
    for (int64_t row = top > from ? top : from; row <= bottom && row < to; row++)
        for (int64_t col = left; col <= right; col++) {
            double dx = (double)col - c[0].x, dy = (double)row - c[0].y;
            double s = dx * cy - dy * cx, t = bx * dy - by * dx;
            if (turn * s < -loose || turn * t < -loose || turn * (s + t) > most)
                continue;
            s /= twice;
            t /= twice;
            if (s < -slack || t < -slack || s + t > 1.0 + slack)
                continue;
            size_t at = (size_t)row * job->lattice.cols + (size_t)col;
            double r = 1.0 - s - t;
            job->sheet[at] =
                (float)(r * (double)c[0].high + s * (double)c[1].high + t * (double)c[2].high);
            job->sheet_hills[at] =
                (float)(r * (double)c[0].hills + s * (double)c[1].hills + t * (double)c[2].hills);
        }
}

/* All triangles of v with higher vertices. */
static void paint_around(const fluv_relief_job *job, const corner *corners, uint32_t v,
                         int64_t from, int64_t to)
{
    const fluv_basins *b = job->basins;
    corner c[3] = {corners[v]};
    for (uint32_t i = b->first[v]; i < b->first[v + 1]; i++) {
        uint32_t u = b->neighbour[i];
        if (u < v)
            continue;
        c[1] = corners[u];
        uint32_t k = i + 1, m = b->first[u]; /* neighbours of both: they stand in rising order */
        while (k < b->first[v + 1] && m < b->first[u + 1]) {
            uint32_t w = b->neighbour[k], other = b->neighbour[m];
            if (w == other) {
                c[2] = corners[w];
                paint(job, c, from, to);
            }
            k += w <= other;
            m += other <= w;
        }
    }
}

/* Points beyond the frame take the value of the nearest inside. */
static void fill_rim(const fluv_relief_job *job)
{
    const fluv_lattice *l = &job->lattice;
    for (size_t row = 0; row < l->rows; row++)
        for (size_t col = 0; col < l->cols; col++) {
            size_t at = row * l->cols + col;
            if (!isnan(job->sheet[at]))
                continue;
            size_t from = col > 0 && !isnan(job->sheet[at - 1]) ? at - 1
                          : row > 0                             ? at - l->cols
                                                                : at;
            job->sheet[at] = isnan(job->sheet[from]) ? 0.0F : job->sheet[from];
            job->sheet_hills[at] = job->sheet_hills[from];
        }
}

static fluv_status paint_all(fluv_ctx *ctx, const fluv_relief_job *job)
{
    const fluv_basins *b = job->basins;
    corner *corners = fluv_scratch(ctx, b->count, sizeof *corners);
    if (!corners)
        return FLUV_NO_MEMORY;
    for (uint32_t v = 0; v < b->count; v++)
        corners[v] = corner_at(job, v);
    int bands = BANDS * ctx->threads;
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic)
    for (int band = 0; band < bands; band++) {
        int64_t from = (int64_t)job->lattice.rows * band / bands;
        int64_t to = (int64_t)job->lattice.rows * (band + 1) / bands;
        double above = job->lattice.north - job->lattice.spacing * (double)(from - 8);
        double below = job->lattice.north - job->lattice.spacing * (double)(to + 8);
        for (uint32_t v = 0; v < b->count; v++)
            if (b->y[v] <= above + 4.0 * b->spacing && b->y[v] >= below - 4.0 * b->spacing)
                paint_around(job, corners, v, from, to);
    }
    fluv_scratch_drop(ctx, corners);
    return FLUV_OK;
}

/* What a draft has in place of planes. */
static fluv_status take_means(fluv_ctx *ctx, const fluv_relief_job *job)
{
    const fluv_basins *b = job->basins;
    size_t n = fluv_lattice_count(&job->lattice);
    uint32_t *count = fluv_scratch_zero(ctx, n, sizeof *count);
    if (!count)
        return FLUV_NO_MEMORY;
    for (uint32_t v = 0; v < b->count; v++) {
        size_t at = fluv_lattice_cell(&job->lattice, b->x[v], b->y[v]);
        job->sheet[at] = (count[at] ? job->sheet[at] : 0.0F) + job->high[v];
        job->sheet_hills[at] += job->hills[v];
        count[at]++;
    }
    for (size_t at = 0; at < n; at++)
        if (count[at]) {
            job->sheet[at] /= (float)count[at];
            job->sheet_hills[at] /= (float)count[at];
        }
    fluv_scratch_drop(ctx, count);
    return FLUV_OK;
}

fluv_status fluv_relief_sheet(fluv_ctx *ctx, fluv_relief_job *job)
{
    int smooth = ctx->draft ? 0 : SMOOTH;
    double finer = ctx->draft ? DRAFT : FINER;
    job->lattice = fluv_lattice_over(&job->frame, job->basins->spacing / finer);
    size_t n = fluv_lattice_count(&job->lattice);
    job->sheet = fluv_scratch(ctx, n, sizeof *job->sheet);
    job->sheet_hills = fluv_scratch_zero(ctx, n, sizeof *job->sheet_hills);
    float *work = fluv_scratch(ctx, n, sizeof *work);
    if (!job->sheet || !job->sheet_hills || !work)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < n; i++)
        job->sheet[i] = NAN;
    FLUV_TRY(ctx->draft ? take_means(ctx, job) : paint_all(ctx, job));
    FLUV_TRY(fluv_look(ctx));
    fill_rim(job);
    fluv_lattice_smooth(ctx->threads, &job->lattice, smooth, job->sheet, work);
    FLUV_TRY(fluv_look(ctx));
    fluv_lattice_smooth(ctx->threads, &job->lattice, 2 * smooth, job->sheet_hills, work);
    fluv_scratch_drop(ctx, work);
    return FLUV_OK;
}
