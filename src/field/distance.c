// SPDX-License-Identifier: MIT
/* Exact Euclidean distance transform.
 *
 * in   marked cells        out   distance (m) and, if asked for, the nearest marked cell
 *
 * Columns first: the nearest marked row of each cell's own column. Then each row is the lower
 * envelope of one parabola per column, (x - column)^2 + (row - nearest row)^2, built from left to
 * right on a stack and read once more. All in whole numbers, so the result is exact.
 * O(cells).
 *
 * Based on: Meijster, Roerdink, Hesselink. A general algorithm for computing distance transforms in
 *           linear time. 2000 */
#include "field/distance.h"

#include "base/clones.h"

#include <assert.h>
#include <math.h>
#include <omp.h>

#define STRIP 256 /* columns a thread takes at a time */

/* A row's envelope: parabola i is the lowest from start[i] up to the next one's start. What is
 * least at each x, read from it, follows. */
typedef struct envelope {
    uint32_t *column, *start;
    int64_t *high; /* squared, from the row to the marked one */
    size_t count;
    double *middle, *above; /* of each x: the column of its parabola, and how high that begins */
} envelope;

/* near_row[cell] becomes the marked row nearest to the cell in its column, or FLUV_NONE. */
static void search_columns(const fluv_distance_job *job, uint32_t from, uint32_t to,
                           uint32_t *near_row)
{
    size_t cols = job->cols;
    assert(from < to && to <= job->cols);
    for (size_t row = 0; row < job->rows; row++)
        for (size_t col = from; col < to; col++) {
            size_t cell = row * cols + col;
            uint32_t above = row > 0 ? near_row[cell - cols] : FLUV_NONE;
            near_row[cell] = job->marked[cell] ? (uint32_t)row : above;
        }
    for (size_t row = job->rows - 1; row-- > 0;)
        for (size_t col = from; col < to; col++) {
            size_t cell = row * cols + col;
            uint32_t above = near_row[cell], below = near_row[cell + cols];
            /* Unsigned: no row above counts as infinitely far, and so does none below. */
            uint32_t up = above == FLUV_NONE ? UINT32_MAX : (uint32_t)row - above;
            uint32_t down = below == FLUV_NONE ? UINT32_MAX : below - (uint32_t)row;
            near_row[cell] = down < up ? below : above;
        }
}

static int64_t squared(int64_t x, int64_t column, int64_t high)
{
    return (x - column) * (x - column) + high;
}

/* The last whole x at which the parabola of column a is not above that of column b > a. Both
 * numbers are whole and far below 2^53, so the quotient is never rounded to a whole one that it is
 * not. */
static int64_t meeting(int64_t a, int64_t high_a, int64_t b, int64_t high_b)
{
    return (int64_t)((double)(b * b - a * a + high_b - high_a) / (double)(2 * (b - a)));
}

static void build_envelope(uint32_t cols, uint32_t row, const uint32_t *near_row, envelope *env)
{
    size_t count = 0;
    for (uint32_t u = 0; u < cols; u++) {
        if (near_row[u] == FLUV_NONE)
            continue;
        int64_t far = (int64_t)row - near_row[u], high = far * far;
        while (count && squared(env->start[count - 1], env->column[count - 1],
                                env->high[count - 1]) > squared(env->start[count - 1], u, high))
            count--;
        int64_t start =
            count ? 1 + meeting(env->column[count - 1], env->high[count - 1], u, high) : 0;
        assert(start >= 0 && (!count || start > env->start[count - 1]));
        if (start >= cols)
            continue;
        env->column[count] = u;
        env->high[count] = high;
        env->start[count++] = (uint32_t)start;
    }
    env->count = count;
}

/* Which parabola each x has. */
static void read_envelope(uint32_t cols, envelope *env)
{
    for (size_t i = 0; i < env->count; i++) {
        uint32_t end = i + 1 < env->count ? env->start[i + 1] : cols;
        double middle = env->column[i], above = (double)env->high[i];
        for (uint32_t x = env->start[i]; x < end; x++) {
            env->middle[x] = middle;
            env->above[x] = above;
        }
    }
}

FLUV_CLONES static void measure_row(uint32_t cols, double cell, const double *middle,
                                    const double *above, float *distance)
{
    for (uint32_t x = 0; x < cols; x++) {
        double dx = (double)(int32_t)x - middle[x];
        distance[x] = (float)(cell * sqrt(dx * dx + above[x]));
    }
}

static void search_row(const fluv_distance_job *job, uint32_t row, envelope *env,
                       const uint32_t *near_row, float *distance)
{
    assert(row < job->rows);
    build_envelope(job->cols, row, near_row, env);
    if (env->count == 0) {
        for (uint32_t x = 0; x < job->cols; x++)
            distance[x] = INFINITY;
        return;
    }
    read_envelope(job->cols, env);
    measure_row(job->cols, job->cell, env->middle, env->above, distance);
}

/* near_row turns into the nearest cell; the rows that are still needed are kept aside. */
static void name_row(const fluv_distance_job *job, const envelope *env, uint32_t *near_cell)
{
    for (size_t i = 0; i < env->count; i++)
        env->column[i] += near_cell[env->column[i]] * job->cols;
    for (size_t i = 0; i < env->count; i++) {
        uint32_t end = i + 1 < env->count ? env->start[i + 1] : job->cols;
        for (uint32_t x = env->start[i]; x < end; x++)
            near_cell[x] = env->column[i];
    }
}

fluv_status fluv_distance(fluv_ctx *ctx, const fluv_distance_job *job, float *distance,
                          uint32_t *nearest)
{
    assert(job->cols > 0 && job->rows > 0);
    struct fluv_scratch_block *scratch = fluv_scratch_mark(ctx);
    size_t cols = job->cols, cells = cols * job->rows;
    int threads = ctx->threads;
    uint32_t *near_cell = nearest ? nearest : fluv_scratch(ctx, cells, sizeof *near_cell);
    uint32_t *work = fluv_scratch(ctx, 2 * cols * (size_t)threads, sizeof *work);
    int64_t *high = fluv_scratch(ctx, cols * (size_t)threads, sizeof *high);
    double *least = fluv_scratch(ctx, 2 * cols * (size_t)threads, sizeof *least);
    if (!near_cell || !work || !high || !least) {
        fluv_scratch_release(ctx, scratch);
        return FLUV_NO_MEMORY;
    }
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t from = 0; from < job->cols; from += STRIP)
        search_columns(job, from, job->cols - from > STRIP ? from + STRIP : job->cols, near_cell);
#pragma omp parallel num_threads(threads)
    {
        size_t mine = cols * (size_t)omp_get_thread_num();
        envelope env = {.column = work + 2 * mine,
                        .start = work + 2 * mine + cols,
                        .high = high + mine,
                        .middle = least + 2 * mine,
                        .above = least + 2 * mine + cols};
#pragma omp for schedule(static)
        for (uint32_t row = 0; row < job->rows; row++) {
            uint32_t *near_here = near_cell + row * cols;
            search_row(job, row, &env, near_here, distance + row * cols);
            if (nearest)
                name_row(job, &env, near_here);
        }
    }
    fluv_scratch_release(ctx, scratch);
    return FLUV_OK;
}
