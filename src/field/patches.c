// SPDX-License-Identifier: MIT
/* Small patches of a mask are taken away.
 *
 * in   a mask of 0 and 1, the smallest patches that may stay        out   the mask without smaller
 *
 * Each row is cut into runs of one value; runs that touch a run of the row above join its set
 * (union-find, the lower run is the root). Sets know their cells and whether they reach the rim.
 * O(cells). */
#include "field/patches.h"

#include <assert.h>
#include <string.h>

typedef struct run {
    uint32_t from, to; /* columns, `to` is not in it */
    uint32_t set;      /* towards the root: a run's index */
    bool rim;          /* of the root: the patch reaches the rim */
    uint64_t cells;    /* of the root: of the whole patch */
} run;

static uint32_t root_of(run *runs, uint32_t at)
{
    while (runs[at].set != at)
        at = runs[at].set = runs[runs[at].set].set;
    return at;
}

static void join(run *runs, uint32_t a, uint32_t b)
{
    a = root_of(runs, a);
    b = root_of(runs, b);
    if (a == b)
        return;
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    assert(runs[low].set == low && runs[high].set == high);
    runs[high].set = low;
    runs[low].cells += runs[high].cells;
    runs[low].rim = runs[low].rim || runs[high].rim;
}

/* How many runs of `value` a row has; they are written where `out` is not NULL. */
static uint32_t cut_row(const fluv_patches_job *job, const uint8_t *mask, uint32_t row,
                        uint8_t value, uint32_t first, run *out)
{
    const uint8_t *cells = mask + (size_t)row * job->cols;
    assert(row < job->rows && value < 2);
    uint32_t count = 0, col = 0;
    bool rim_row = row == 0 || row + 1 == job->rows;
    while (col < job->cols) {
        const uint8_t *next = memchr(cells + col, value, job->cols - col);
        if (!next)
            break;
        uint32_t from = (uint32_t)(next - cells);
        next = memchr(cells + from, !value, job->cols - from);
        col = next ? (uint32_t)(next - cells) : job->cols;
        if (out)
            out[first + count] = (run){.from = from,
                                       .to = col,
                                       .set = first + count,
                                       .rim = rim_row || from == 0 || col == job->cols,
                                       .cells = col - from};
        count++;
    }
    return count;
}

/* Joins the runs above .. here - 1 of one row with the runs here .. end - 1 of the next. */
static void join_rows(run *runs, uint32_t above, uint32_t here, uint32_t end, bool corners)
{
    uint32_t reach = corners ? 1 : 0;
    assert(above <= here && here <= end);
    for (uint32_t i = above, k = here; i < here && k < end;) {
        if (runs[i].from < runs[k].to + reach && runs[k].from < runs[i].to + reach)
            join(runs, i, k);
        if (runs[i].to < runs[k].to)
            i++;
        else
            k++;
    }
}

static bool stays(const fluv_patches_job *job, uint8_t value, const run *root)
{
    return root->cells >= job->least[value] || (job->open[value] && root->rim);
}

static fluv_status clear_value(fluv_ctx *ctx, const fluv_patches_job *job, uint8_t value,
                               uint8_t *mask)
{
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    uint32_t *first = fluv_scratch(ctx, (size_t)job->rows + 1, sizeof *first);
    if (!first)
        return FLUV_NO_MEMORY;
    first[0] = 0;
    for (uint32_t row = 0; row < job->rows; row++)
        first[row + 1] = first[row] + cut_row(job, mask, row, value, 0, NULL);
    run *runs = fluv_scratch(ctx, first[job->rows], sizeof *runs);
    if (!runs)
        return FLUV_NO_MEMORY;
    for (uint32_t row = 0; row < job->rows; row++) {
        cut_row(job, mask, row, value, first[row], runs);
        if (row > 0)
            join_rows(runs, first[row - 1], first[row], first[row + 1], value == 1);
    }
    for (uint32_t row = 0; row < job->rows; row++)
        for (uint32_t i = first[row]; i < first[row + 1]; i++)
            if (!stays(job, value, &runs[root_of(runs, i)]))
                memset(mask + (size_t)row * job->cols + runs[i].from, !value,
                       runs[i].to - runs[i].from);
    fluv_scratch_release(ctx, mark);
    return FLUV_OK;
}

fluv_status fluv_patches_clear(fluv_ctx *ctx, const fluv_patches_job *job, uint8_t *mask)
{
    for (uint8_t value = 0; value < 2; value++)
        if (job->least[value] > 1)
            FLUV_TRY(clear_value(ctx, job, value, mask));
    return FLUV_OK;
}
