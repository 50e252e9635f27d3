// SPDX-License-Identifier: MIT
/* Exact Euclidean distance transform.
 *
 * in   marked cells        out   distance (m) and, if asked for, the nearest marked cell
 *
 * Columns first: the nearest marked row of each cell's own column. Then each row is the lower
 * envelope of one parabola per column, (x - column)^2 + (row - nearest row)^2, built from left to
 * right on a stack and read from right to left. All in whole numbers, so the result is exact.
 * O(cells).
 *
 * Based on: Meijster, Roerdink, Hesselink. A general algorithm for computing distance transforms in
 *           linear time. 2000 */
#include "field/distance.h"

#include <assert.h>
#include <math.h>
#include <omp.h>

#define STRIP 256 /* columns a thread takes at a time */

/* A row's envelope: parabola i is the lowest from start[i] up to the next one's start. */
typedef struct envelope {
    uint32_t *column, *start;
    size_t count;
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

static int64_t squared(int64_t row, const uint32_t *near_row, int64_t x, int64_t column)
{
    int64_t dx = x - column, dy = row - near_row[column];
    return dx * dx + dy * dy;
}

/* The last whole x at which the parabola of column a is not above that of column b > a. */
static int64_t meeting(int64_t row, const uint32_t *near_row, int64_t a, int64_t b)
{
    int64_t ga = row - near_row[a], gb = row - near_row[b];
    return (b * b - a * a + gb * gb - ga * ga) / (2 * (b - a));
}

static void build_envelope(uint32_t cols, uint32_t row, const uint32_t *near_row, envelope *env)
{
    env->count = 0;
    for (uint32_t u = 0; u < cols; u++) {
        if (near_row[u] == FLUV_NONE)
            continue;
        while (env->count &&
               squared(row, near_row, env->start[env->count - 1], env->column[env->count - 1]) >
                   squared(row, near_row, env->start[env->count - 1], u))
            env->count--;
        int64_t start = env->count ? 1 + meeting(row, near_row, env->column[env->count - 1], u) : 0;
        assert(start >= 0 && (!env->count || start > env->start[env->count - 1]));
        if (start >= cols)
            continue;
        env->column[env->count] = u;
        env->start[env->count++] = (uint32_t)start;
    }
}

/* near_row, row by row, turns into the nearest cell. */
static void search_row(const fluv_distance_job *job, uint32_t row, envelope *env,
                       uint32_t *near_cell, float *distance)
{
    assert(row < job->rows);
    build_envelope(job->cols, row, near_cell, env);
    if (env->count == 0) {
        for (uint32_t x = 0; x < job->cols; x++)
            distance[x] = INFINITY;
        return;
    }
    size_t at = env->count - 1;
    for (uint32_t x = job->cols; x-- > 0;) {
        uint32_t column = env->column[at];
        distance[x] = (float)(job->cell * sqrt((double)squared(row, near_cell, x, column)));
        if (x == env->start[at] && at > 0)
            at--;
    }
}

/* Reads the envelope once more to name the cells; the rows it still needs are kept aside. */
static void name_row(const fluv_distance_job *job, const envelope *env, uint32_t *near_cell)
{
    if (env->count == 0)
        return;
    for (size_t i = 0; i < env->count; i++)
        env->column[i] += near_cell[env->column[i]] * job->cols;
    size_t at = env->count - 1;
    for (uint32_t x = job->cols; x-- > 0;) {
        near_cell[x] = env->column[at];
        if (x == env->start[at] && at > 0)
            at--;
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
    if (!near_cell || !work) {
        fluv_scratch_release(ctx, scratch);
        return FLUV_NO_MEMORY;
    }
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t from = 0; from < job->cols; from += STRIP)
        search_columns(job, from, job->cols - from > STRIP ? from + STRIP : job->cols, near_cell);
#pragma omp parallel num_threads(threads)
    {
        uint32_t *mine = work + 2 * cols * (size_t)omp_get_thread_num();
        envelope env = {.column = mine, .start = mine + cols};
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
