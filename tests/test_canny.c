// SPDX-License-Identifier: MIT
/* Canny's edges against the same written plainly: a two-dimensional Gaussian in double, recursive
 * hysteresis. */
#include "base/random.h"
#include "failing_memory.h"
#include "field/canny.h"
#include "one_thread.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MOST 4096 /* cells of a test's map */

typedef struct plain {
    int cols, rows;
    double smooth[MOST], steep[MOST];
    uint8_t mark[MOST];
} plain;

static int held(int k, int count)
{
    return k < 0 ? 0 : k >= count ? count - 1 : k;
}

static void plain_smooth(const fluv_canny_job *job, plain *p)
{
    int radius = (int)ceil(3.0 * job->sigma);
    for (int c = 0; c < p->cols * p->rows; c++) {
        double sum = 0.0, weights = 0.0;
        for (int y = -radius; y <= radius; y++)
            for (int x = -radius; x <= radius; x++) {
                double w = exp(-0.5 * (x * x + y * y) / (job->sigma * job->sigma));
                int col = held(c % p->cols + x, p->cols), row = held(c / p->cols + y, p->rows);
                sum += w * (double)job->values[row * p->cols + col];
                weights += w;
            }
        p->smooth[c] = sum / weights;
    }
}

static void plain_gradient(const plain *p, int c, double *x, double *y)
{
    int col = c % p->cols, row = c / p->cols;
    *x = 0.5 * (p->smooth[row * p->cols + held(col + 1, p->cols)] -
                p->smooth[row * p->cols + held(col - 1, p->cols)]);
    *y = 0.5 * (p->smooth[held(row + 1, p->rows) * p->cols + col] -
                p->smooth[held(row - 1, p->rows) * p->cols + col]);
}

static double plain_steep(const plain *p, int col, int row)
{
    bool inside = col >= 0 && row >= 0 && col < p->cols && row < p->rows;
    return inside ? p->steep[row * p->cols + col] : 0.0;
}

/* Steepness at the point where a ray along (x, y) cuts the square of the eight neighbours. */
static double plain_along(const plain *p, int c, double x, double y)
{
    double scale = fmax(fabs(x), fabs(y));
    double col = c % p->cols + x / scale, row = c / p->cols + y / scale;
    double left = floor(col), top = floor(row), u = col - left, v = row - top;
    return (1 - u) * (1 - v) * plain_steep(p, (int)left, (int)top) +
           u * (1 - v) * plain_steep(p, (int)left + 1, (int)top) +
           (1 - u) * v * plain_steep(p, (int)left, (int)top + 1) +
           u * v * plain_steep(p, (int)left + 1, (int)top + 1);
}

static void plain_follow(plain *p, int col, int row)
{
    if (col < 0 || row < 0 || col >= p->cols || row >= p->rows || p->mark[row * p->cols + col] != 1)
        return;
    p->mark[row * p->cols + col] = 2;
    for (int k = 0; k < 9; k++)
        plain_follow(p, col + k % 3 - 1, row + k / 3 - 1);
}

static void plain_canny(const fluv_canny_job *job, plain *p)
{
    p->cols = (int)job->cols;
    p->rows = (int)job->rows;
    plain_smooth(job, p);
    int count = p->cols * p->rows;
    double x, y;
    for (int c = 0; c < count; c++) {
        plain_gradient(p, c, &x, &y);
        p->steep[c] = hypot(x, y);
    }
    for (int c = 0; c < count; c++) {
        plain_gradient(p, c, &x, &y);
        p->mark[c] = p->steep[c] > 0.0 && p->steep[c] >= (double)job->low &&
                     p->steep[c] > plain_along(p, c, -x, -y) &&
                     p->steep[c] >= plain_along(p, c, x, y);
    }
    for (int c = 0; c < count; c++)
        if (p->mark[c] == 1 && p->steep[c] >= (double)job->high)
            plain_follow(p, c % p->cols, c / p->cols);
    for (int c = 0; c < count; c++)
        p->mark[c] = p->mark[c] == 2;
}

static fluv_canny_job random_job(uint64_t seed, float *values)
{
    fluv_key key = fluv_key_make(seed, "test", "canny");
    uint32_t cols = 1 + (uint32_t)fluv_random_below(key, 0, 60);
    uint32_t rows = 1 + (uint32_t)fluv_random_below(key, 1, 60);
    for (uint32_t c = 0; c < cols * rows; c++) {
        values[c] = (float)fluv_random(key, 10 + c);
        if (seed % 2) /* discs in noise */
            values[c] = 0.1F * values[c] +
                        (hypot(c % cols - 20.0, c / cols - 15.0) < 9.0 + (double)(seed % 5));
    }
    float high = (float)fluv_random_between(key, 2, 0.01, 0.1);
    return (fluv_canny_job){.cols = cols,
                            .rows = rows,
                            .values = values,
                            .sigma = fluv_random_between(key, 3, 0.6, 3.0),
                            .low = high * (float)fluv_random_between(key, 4, 0.2, 1.0),
                            .high = high};
}

static void edges_are_cannys(void **state)
{
    static float values[MOST], smooth[MOST];
    static uint8_t edge[MOST];
    static plain p;
    size_t edges = 0, wrong = 0;
    for (uint64_t seed = 0; seed < 120; seed++) {
        fluv_canny_job job = random_job(seed, values);
        plain_canny(&job, &p);
        assert_int_equal(fluv_canny(*state, &job, smooth, edge), FLUV_OK);
        fluv_scratch_release(*state, NULL);
        for (uint32_t c = 0; c < job.cols * job.rows; c++) {
            assert_true(fabs(smooth[c] - p.smooth[c]) < 1e-5);
            edges += p.mark[c];
            wrong += p.mark[c] != edge[c];
        }
    }
    assert_true(edges > 3000);
    assert_true(wrong <= edges / 1000); /* float against double, where slopes tie */
}

/* A straight line of height 1 has an edge on both sides, of the slope fluv_canny_line says: a
 * threshold a little below finds it, one a little above does not. */
static void a_lines_slope_is_its_height(void **state)
{
    static float values[MOST];
    static uint8_t edge[MOST];
    for (int k = 0; k < 12; k++) {
        double sigma = 1.0 + 0.5 * (k / 2);
        bool above = k % 2;
        for (uint32_t c = 0; c < MOST; c++)
            values[c] = c % 64 == 32 ? 1.0F : 0.0F;
        float high = (float)(fluv_canny_line(sigma) * (above ? 1.001 : 0.999));
        fluv_canny_job job = {64, 64, values, sigma, high, high, 0.0, 1.0};
        assert_int_equal(fluv_canny(*state, &job, values, edge), FLUV_OK);
        fluv_scratch_release(*state, NULL);
        uint32_t count = 0;
        for (uint32_t c = 0; c < MOST; c++) {
            count += edge[c];
            assert_true(!edge[c] || fabs(fabs(c % 64 - 32.0) - sigma) <= 1.0);
        }
        assert_int_equal(count, above ? 0 : 2 * 64);
    }
}

static void threads_change_nothing(void **state)
{
    fluv_ctx *ctx = *state;
    static float values[MOST], smooth[3][MOST];
    static uint8_t edge[3][MOST];
    static const int threads[3] = {1, 2, 7};
    for (uint64_t seed = 0; seed < 20; seed++) {
        fluv_canny_job job = random_job(seed, values);
        size_t cells = (size_t)job.cols * job.rows;
        for (int k = 0; k < 3; k++) {
            fluv_set_threads(ctx, threads[k]);
            assert_int_equal(fluv_canny(ctx, &job, smooth[k], edge[k]), FLUV_OK);
            fluv_scratch_release(ctx, NULL);
            assert_memory_equal(smooth[0], smooth[k], cells * sizeof(float));
            assert_memory_equal(edge[0], edge[k], cells);
        }
    }
    fluv_set_threads(ctx, 1);
}

static void level_maps_have_no_edges(void **state)
{
    static float values[MOST];
    static uint8_t edge[MOST];
    for (uint32_t c = 0; c < MOST; c++)
        values[c] = 7.5F;
    for (uint32_t cols = 1; cols <= 64; cols += 21) {
        fluv_canny_job job = {cols, 64, values, 2.0, 0.0F, 0.0F, 0.0, 1.0};
        assert_int_equal(fluv_canny(*state, &job, values, edge), FLUV_OK);
        fluv_scratch_release(*state, NULL);
        for (uint32_t c = 0; c < cols * 64; c++)
            assert_true(!edge[c] && fabsf(values[c] - 7.5F) < 1e-4F);
        for (uint32_t c = 0; c < MOST; c++)
            values[c] = 7.5F;
    }
}

static fluv_status find_edges(fluv_ctx *ctx, void *data)
{
    (void)data;
    static float values[MOST];
    static uint8_t edge[MOST];
    fluv_canny_job job = {64, 64, values, 2.0, 0.1F, 0.2F, 0.0, 1.0};
    fluv_status status = fluv_canny(ctx, &job, values, edge);
    fluv_scratch_release(ctx, NULL);
    return status;
}

static void it_fails_cleanly(void **state)
{
    fluv_ctx *ctx = *state;
    fail_each_allocation(ctx, find_edges, NULL);
    fluv_cancel(ctx);
    assert_int_equal(find_edges(ctx, NULL), FLUV_CANCELLED);
    atomic_store(&ctx->cancelled, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_are_cannys),       cmocka_unit_test(a_lines_slope_is_its_height),
        cmocka_unit_test(threads_change_nothing), cmocka_unit_test(level_maps_have_no_edges),
        cmocka_unit_test(it_fails_cleanly),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
