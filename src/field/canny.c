// SPDX-License-Identifier: MIT
/* Canny's edge detector.
 *
 * in   any map     out   its edges, one cell wide; the smoothed map
 *
 * Smoothing by a Gaussian, rows first, then columns; slope by central differences; a cell is a
 * crest of slope if its slope is largest among itself, ahead and behind along the gradient, both
 * interpolated between two neighbours; crests above the upper threshold are edges, and so are those
 * above the lower one that are joined to them by neighbours. Beyond its border the map goes on as
 * the border is.  O(cells * sigma).
 *
 * Based on: Canny. A computational approach to edge detection. 1986 */
#include "field/canny.h"

#include "base/clones.h"
#include "field/grid.h"

#include <assert.h>
#include <math.h>
#include <omp.h>
#include <string.h>

#define BAND 64 /* rows between looks at the progress */

enum { NO_CREST, CREST, EDGE };

typedef struct job {
    const fluv_canny_job *asked;
    int radius;    /* of the window, cells */
    float *window; /* radius + 1 weights, from the middle outwards */
    float *padded; /* for each thread a row with room for the window on both sides */
    float *rows;   /* smoothed along rows; then the slope */
    float *smooth;
    uint8_t *mark;
} job;

static int radius_of(double sigma)
{
    return (int)ceil(3.0 * sigma);
}

/* The Gaussian at k cells from its middle, 0 beyond the window; not normalised. */
static double bell(double sigma, int k)
{
    return k <= radius_of(sigma) ? exp(-0.5 * k * k / (sigma * sigma)) : 0.0;
}

static double bell_sum(double sigma)
{
    double sum = bell(sigma, 0);
    for (int k = 1; k <= radius_of(sigma); k++)
        sum += 2.0 * bell(sigma, k);
    return sum;
}

double fluv_canny_line(double sigma)
{
    double steepest = 0.0;
    for (int k = 1; k <= radius_of(sigma); k++)
        steepest = fmax(steepest, 0.5 * (bell(sigma, k - 1) - bell(sigma, k + 1)));
    return steepest / bell_sum(sigma);
}

static void make_window(const job *j)
{
    double sum = bell_sum(j->asked->sigma);
    assert(sum > 0.0);
    for (int k = 0; k <= j->radius; k++)
        j->window[k] = (float)(bell(j->asked->sigma, k) / sum);
}

/* out = weight * (a + b), added up. */
FLUV_CLONES static void add_pair(const float *a, const float *b, float weight, size_t n, float *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] += weight * (a[i] + b[i]);
}

static void scale(const float *a, float weight, size_t n, float *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = weight * a[i];
}

static void smooth_along_row(const job *j, uint32_t row)
{
    uint32_t cols = j->asked->cols;
    size_t radius = (size_t)j->radius;
    const float *in = j->asked->values + (size_t)row * cols;
    float *line = j->padded + (size_t)omp_get_thread_num() * (cols + 2 * radius);
    float *out = j->rows + (size_t)row * cols;
    memcpy(line + radius, in, cols * sizeof *line);
    for (size_t k = 0; k < radius; k++) {
        line[k] = in[0];
        line[radius + cols + k] = in[cols - 1];
    }
    scale(line + radius, j->window[0], cols, out);
    for (size_t k = 1; k <= radius; k++)
        add_pair(line + radius - k, line + radius + k, j->window[k], cols, out);
}

static void smooth_along_columns(const job *j, uint32_t row)
{
    uint32_t cols = j->asked->cols, last = j->asked->rows - 1;
    float *out = j->smooth + (size_t)row * cols;
    scale(j->rows + (size_t)row * cols, j->window[0], cols, out);
    for (uint32_t k = 1; k <= (uint32_t)j->radius; k++) {
        const float *above = j->rows + (size_t)(row > k ? row - k : 0) * cols;
        const float *below = j->rows + (size_t)(last - row > k ? row + k : last) * cols;
        add_pair(above, below, j->window[k], cols, out);
    }
}

typedef struct slope {
    float x, y; /* eastwards and southwards, a cell */
} slope;

FLUV_INLINE slope slope_at(const job *j, uint32_t col, uint32_t row)
{
    uint32_t cols = j->asked->cols, rows = j->asked->rows;
    uint32_t west = col > 0 ? col - 1 : 0, east = col + 1 < cols ? col + 1 : col;
    uint32_t north = row > 0 ? row - 1 : 0, south = row + 1 < rows ? row + 1 : row;
    const float *s = j->smooth;
    return (slope){0.5F * (s[(size_t)row * cols + east] - s[(size_t)row * cols + west]),
                   0.5F * (s[(size_t)south * cols + col] - s[(size_t)north * cols + col])};
}

static void find_slopes(const job *j, uint32_t row)
{
    uint32_t cols = j->asked->cols;
    for (uint32_t col = 0; col < cols; col++) {
        slope g = slope_at(j, col, row);
        j->rows[(size_t)row * cols + col] = sqrtf(g.x * g.x + g.y * g.y);
    }
}

static float steepness(const job *j, int64_t col, int64_t row)
{
    uint32_t cols = j->asked->cols;
    return fluv_in_grid(cols, j->asked->rows, col, row) ? j->rows[(size_t)row * cols + (size_t)col]
                                                        : 0.0F;
}

/* Steepness where the gradient leaves the ring of eight neighbours: between the one straight ahead
 * and the diagonal one. */
static float steepness_ahead(const job *j, int64_t col, int64_t row, slope g, int way)
{
    int x = (g.x > 0.0F ? 1 : -1) * way, y = (g.y > 0.0F ? 1 : -1) * way;
    float across = fabsf(g.x), along = fabsf(g.y);
    float diagonal = steepness(j, col + x, row + y);
    if (across >= along) {
        float t = across > 0.0F ? along / across : 0.0F;
        return (1.0F - t) * steepness(j, col + x, row) + t * diagonal;
    }
    float t = across / along;
    return (1.0F - t) * steepness(j, col, row + y) + t * diagonal;
}

static void find_crests(const job *j, uint32_t row)
{
    uint32_t cols = j->asked->cols;
    for (uint32_t col = 0; col < cols; col++) {
        size_t cell = (size_t)row * cols + col;
        float here = j->rows[cell];
        j->mark[cell] = NO_CREST;
        if (!(here >= j->asked->low && here > 0.0F))
            continue;
        slope g = slope_at(j, col, row);
        if (here > steepness_ahead(j, col, row, g, -1) &&
            here >= steepness_ahead(j, col, row, g, 1))
            j->mark[cell] = CREST;
    }
}

/* Edges spread from steep crests along the others. */
static void follow_crests(const job *j, uint32_t *stack)
{
    uint32_t cols = j->asked->cols, rows = j->asked->rows, count = cols * rows;
    for (uint32_t start = 0; start < count; start++) {
        if (j->mark[start] != CREST || j->rows[start] < j->asked->high)
            continue;
        uint32_t top = 0;
        stack[top++] = start;
        j->mark[start] = EDGE;
        while (top) {
            uint32_t at = stack[--top];
            assert(at < count && j->mark[at] == EDGE);
            for (int k = 0; k < 8; k++) {
                int64_t col = (int64_t)(at % cols) + fluv_dx[k];
                int64_t row = (int64_t)(at / cols) + fluv_dy[k];
                if (!fluv_in_grid(cols, rows, col, row))
                    continue;
                uint32_t other = fluv_cell_at(cols, (uint32_t)col, (uint32_t)row);
                if (j->mark[other] == CREST) {
                    j->mark[other] = EDGE;
                    stack[top++] = other;
                }
            }
        }
    }
    for (uint32_t c = 0; c < count; c++)
        j->mark[c] = j->mark[c] == EDGE;
}

typedef void row_fn(const job *j, uint32_t row);

static fluv_status for_rows(fluv_ctx *ctx, const job *j, row_fn *work, double from, double to)
{
    const fluv_canny_job *asked = j->asked;
    assert(from <= to && asked->from <= asked->to);
    for (uint32_t first = 0; first < asked->rows; first += BAND) {
        double part = from + (to - from) * first / asked->rows;
        FLUV_TRY(fluv_advance(ctx, asked->from + (asked->to - asked->from) * part));
        uint32_t end = asked->rows - first < BAND ? asked->rows : first + BAND;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
        for (uint32_t row = first; row < end; row++)
            work(j, row);
    }
    return FLUV_OK;
}

fluv_status fluv_canny(fluv_ctx *ctx, const fluv_canny_job *asked, float *smooth, uint8_t *edge)
{
    assert(asked->sigma > 0.0 && asked->cols > 0 && asked->rows > 0);
    size_t cells = (size_t)asked->cols * asked->rows;
    job j = {.asked = asked, .radius = radius_of(asked->sigma), .smooth = smooth, .mark = edge};
    size_t line = asked->cols + 2 * (size_t)j.radius;
    j.window = fluv_scratch(ctx, (size_t)j.radius + 1, sizeof *j.window);
    j.padded = fluv_scratch(ctx, (size_t)ctx->threads * line, sizeof *j.padded);
    j.rows = fluv_scratch(ctx, cells, sizeof *j.rows);
    if (!j.window || !j.padded || !j.rows)
        return FLUV_NO_MEMORY;
    make_window(&j);
    FLUV_TRY(for_rows(ctx, &j, smooth_along_row, 0.0, 0.3));
    FLUV_TRY(for_rows(ctx, &j, smooth_along_columns, 0.3, 0.6));
    FLUV_TRY(for_rows(ctx, &j, find_slopes, 0.6, 0.7));
    FLUV_TRY(for_rows(ctx, &j, find_crests, 0.7, 0.9));
    uint32_t *stack = fluv_scratch(ctx, cells, sizeof *stack);
    if (!stack)
        return FLUV_NO_MEMORY;
    follow_crests(&j, stack);
    fluv_scratch_drop(ctx, stack);
    fluv_scratch_drop(ctx, j.rows);
    return FLUV_OK;
}
