// SPDX-License-Identifier: MIT
/* Every cell of a lattice takes the mark of its nearest site.
 *
 * in   sites with marks        out   marks of cells
 *
 * Sites are sorted into square bins, about two a bin. For each bin the site nearest to its middle
 * bounds how far the nearest site of any of its points can be; only sites within that bound are
 * candidates. Where all have one mark, as nearly everywhere, the bin is filled with it; else each
 * cell looks at the candidates. Exact.  O(cells + sites) for sites that are spread out. */
#include "field/sites.h"

#include <assert.h>
#include <math.h>
#include <omp.h>
#include <string.h>

#define SITES_A_BIN 2.0

typedef struct bins {
    const fluv_sites_job *job;
    uint32_t cols, rows;
    float side;      /* lattice cells; a whole number */
    uint32_t *first; /* cols * rows + 1: bin b holds order[first[b]] .. order[first[b + 1] - 1] */
    uint32_t *order; /* sites */
} bins;

static float metric_of(fluv_metric metric, float dx, float dy)
{
    return metric == FLUV_MANHATTAN ? fabsf(dx) + fabsf(dy) : sqrtf(dx * dx + dy * dy);
}

static uint32_t bin_of(const bins *b, const fluv_site *site)
{
    uint32_t col = (uint32_t)(site->x / b->side), row = (uint32_t)(site->y / b->side);
    assert(site->x >= 0.0F && site->y >= 0.0F);
    col = col < b->cols ? col : b->cols - 1;
    row = row < b->rows ? row : b->rows - 1;
    return row * b->cols + col;
}

static fluv_status sort_sites(fluv_ctx *ctx, bins *b)
{
    size_t count = (size_t)b->cols * b->rows;
    b->first = fluv_scratch_zero(ctx, count + 2, sizeof *b->first);
    b->order = fluv_scratch(ctx, b->job->count, sizeof *b->order);
    if (!b->first || !b->order)
        return FLUV_NO_MEMORY;
    uint32_t *next = b->first + 1; /* next[bin] becomes where the following bin begins */
    for (uint32_t i = 0; i < b->job->count; i++)
        b->first[bin_of(b, &b->job->sites[i]) + 2]++;
    for (size_t bin = 0; bin < count; bin++)
        next[bin + 1] += next[bin];
    for (uint32_t i = 0; i < b->job->count; i++)
        b->order[next[bin_of(b, &b->job->sites[i])]++] = i;
    return FLUV_OK;
}

/* What a search in rings around a bin looks for. */
typedef struct search {
    const bins *bins;
    uint32_t col, row;
    float x, y;      /* the bin's middle */
    float nearest;   /* distance of the nearest site so far */
    uint32_t *found; /* candidates; NULL: look for the nearest alone */
    uint32_t count;
    bool mixed; /* the candidates have more than one mark */
} search;

static void search_bin(search *s, int64_t col, int64_t row, float bound)
{
    const bins *b = s->bins;
    if (col < 0 || row < 0 || col >= b->cols || row >= b->rows)
        return;
    size_t bin = (size_t)row * b->cols + (size_t)col;
    for (uint32_t k = b->first[bin]; k < b->first[bin + 1]; k++) {
        const fluv_site *site = &b->job->sites[b->order[k]];
        float far = metric_of(b->job->metric, site->x - s->x, site->y - s->y);
        s->nearest = fminf(s->nearest, far);
        if (!s->found || far > bound)
            continue;
        s->mixed = s->mixed || (s->count && b->job->sites[s->found[0]].mark != site->mark);
        assert(s->count < b->job->count); /* no site twice */
        s->found[s->count++] = b->order[k];
    }
}

static void search_ring(search *s, int64_t ring, float bound)
{
    int64_t col = s->col, row = s->row;
    for (int64_t i = -ring; i <= ring; i++) {
        search_bin(s, col + i, row - ring, bound);
        if (ring > 0)
            search_bin(s, col + i, row + ring, bound);
    }
    for (int64_t i = -ring + 1; i < ring; i++) {
        search_bin(s, col - ring, row + i, bound);
        search_bin(s, col + ring, row + i, bound);
    }
}

/* The sites that can be nearest to a point of the bin. */
static void find_candidates(search *s)
{
    float side = s->bins->side;
    float radius = metric_of(s->bins->job->metric, 0.5F * side, 0.5F * side);
    int64_t rings = s->bins->cols > s->bins->rows ? s->bins->cols : s->bins->rows;
    uint32_t *found = s->found;
    s->found = NULL;
    s->nearest = INFINITY;
    for (int64_t ring = 0; ring <= rings && ((float)ring - 0.5F) * side <= s->nearest; ring++)
        search_ring(s, ring, 0.0F);
    float bound = (s->nearest + 2.0F * radius) * 1.0001F;
    s->found = found;
    for (int64_t ring = 0; ring <= rings && ((float)ring - 0.5F) * side <= bound; ring++)
        search_ring(s, ring, bound);
}

static uint8_t nearest_mark(const search *s, float x, float y)
{
    const fluv_sites_job *job = s->bins->job;
    float least = INFINITY;
    uint32_t best = FLUV_NONE;
    for (uint32_t k = 0; k < s->count; k++) {
        const fluv_site *site = &job->sites[s->found[k]];
        float dx = site->x - x, dy = site->y - y;
        float far = job->metric == FLUV_MANHATTAN ? fabsf(dx) + fabsf(dy) : dx * dx + dy * dy;
        if (far < least || (far == least && s->found[k] < best)) {
            least = far;
            best = s->found[k];
        }
    }
    return job->sites[best].mark;
}

static void mark_bin(const search *s, uint8_t *mark)
{
    const fluv_sites_job *job = s->bins->job;
    uint32_t side = (uint32_t)s->bins->side, cols = job->lattice->cols, rows = job->lattice->rows;
    uint32_t left = s->col * side, top = s->row * side;
    assert(s->count > 0 && left < cols && top < rows);
    uint32_t right = cols - left < side ? cols : left + side;
    uint32_t bottom = rows - top < side ? rows : top + side;
    uint8_t all = job->sites[s->found[0]].mark;
    for (uint32_t row = top; row < bottom; row++)
        for (uint32_t col = left; col < right; col++) {
            size_t cell = (size_t)row * cols + col;
            if (!job->where || job->where[cell])
                mark[cell] = s->mixed ? nearest_mark(s, (float)col + 0.5F, (float)row + 0.5F) : all;
        }
}

static void mark_bin_row(const bins *b, uint32_t row, uint32_t *found, uint8_t *mark)
{
    for (uint32_t col = 0; col < b->cols; col++) {
        search s = {.bins = b, .col = col, .row = row, .found = found};
        s.x = ((float)col + 0.5F) * b->side;
        s.y = ((float)row + 0.5F) * b->side;
        find_candidates(&s);
        mark_bin(&s, mark);
    }
}

static bins make_bins(const fluv_sites_job *job)
{
    double cells = (double)fluv_lattice_count(job->lattice);
    float side = (float)fmax(1.0, floor(sqrt(SITES_A_BIN * cells / job->count)));
    return (bins){.job = job,
                  .side = side,
                  .cols = (uint32_t)ceilf((float)job->lattice->cols / side),
                  .rows = (uint32_t)ceilf((float)job->lattice->rows / side)};
}

fluv_status fluv_sites_mark(fluv_ctx *ctx, const fluv_sites_job *job, uint8_t *mark)
{
    if (job->count == 0)
        return FLUV_OK;
    struct fluv_scratch_block *scratch = fluv_scratch_mark(ctx);
    bins b = make_bins(job);
    FLUV_TRY(sort_sites(ctx, &b));
    uint32_t *found = fluv_scratch(ctx, (size_t)job->count * (size_t)ctx->threads, sizeof *found);
    if (!found)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic)
    for (uint32_t row = 0; row < b.rows; row++)
        mark_bin_row(&b, row, found + (size_t)omp_get_thread_num() * job->count, mark);
    fluv_scratch_release(ctx, scratch);
    return FLUV_OK;
}
