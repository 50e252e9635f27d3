// SPDX-License-Identifier: MIT
/* Sums of faults against the plain sum of all of them at every point, and what the stage promises
 * of its lines. */
#include "base/random.h"
#include "field/faults.h"
#include "water_land.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define FAULTS 400
#define POINTS 300

static void random_faults(uint64_t seed, fluv_fault *faults)
{
    fluv_key key = fluv_key_make(seed, "test", "faults");
    for (uint64_t k = 0; k < FAULTS; k++) {
        double angle = fluv_random_between(key, 4 * k, 0.0, 2.0 * M_PI);
        faults[k] =
            (fluv_fault){.normal_x = (float)cos(angle),
                         .normal_y = (float)sin(angle),
                         .at = (float)fluv_random_between(key, 4 * k + 1, -1e4, 1e4),
                         .step = (float)fluv_random_between(key, 4 * k + 2, 0.1, 2.0),
                         .width = (float)pow(10.0, fluv_random_between(key, 4 * k + 3, -2.0, 4.0))};
    }
}

static double rise_by_its_definition(fluv_fault_edge edge, double t)
{
    t = fmin(fmax(t, 0.0), 1.0);
    if (edge == FLUV_FAULT_SMOOTH)
        return t * t * t * (10.0 - 15.0 * t + 6.0 * t * t);
    return edge == FLUV_FAULT_SINE ? 0.5 + 0.5 * sin(M_PI * (t - 0.5)) : t;
}

static double plain_sum(const fluv_fault *faults, fluv_fault_edge edge, double x, double y)
{
    double sum = 0.0;
    for (int k = 0; k < FAULTS; k++) {
        double away = faults[k].normal_x * x + faults[k].normal_y * y - faults[k].at;
        sum += faults[k].step * rise_by_its_definition(edge, away / faults[k].width + 0.5);
    }
    return sum;
}

/* Points in clusters of all sizes; sorted once, and once more from the list. */
static void sorting_out_far_faults_leaves_the_sum(void **state)
{
    (void)state;
    static fluv_fault faults[FAULTS];
    static float x[POINTS], y[POINTS], out[POINTS];
    static uint32_t near[FAULTS];
    for (uint64_t seed = 0; seed < 60; seed++) {
        fluv_key key = fluv_key_make(seed, "test", "points");
        double size = pow(10.0, fluv_random_between(key, 0, 0.0, 4.0));
        fluv_fault_edge edge = (fluv_fault_edge)(seed % 3);
        random_faults(seed, faults);
        for (uint64_t i = 0; i < POINTS; i++) {
            x[i] = (float)(fluv_random_between(key, 1, -9e3, 9e3) +
                           fluv_random_between(key, 2 * i + 10, -size, size));
            y[i] = (float)(fluv_random_between(key, 2, -9e3, 9e3) +
                           fluv_random_between(key, 2 * i + 11, -size, size));
        }
        double base = 0.0;
        fluv_fault_points all = {x, y, POINTS}, some = {x, y, POINTS / 7};
        size_t left = fluv_faults_near(faults, NULL, FAULTS, all, near, &base);
        if (seed % 2) {
            all = some;
            left = fluv_faults_near(faults, near, left, some, near, &base);
        }
        assert_true(left <= FAULTS && (size > 100.0 || left < FAULTS));
        fluv_faults_sum(faults, near, left, edge, base, all, out);
        for (size_t i = 0; i < all.count; i++) {
            double steps = edge == FLUV_FAULT_SINE ? 3e-4 * (double)left : 0.0;
            /* Narrow rises turn the rounding of a place, 1 mm, into part of a step. */
            assert_true(fabs(out[i] - plain_sum(faults, edge, x[i], y[i])) < 0.3 + steps);
        }
    }
}

static double correlation(const fluv_landscape *a, const fluv_landscape *b)
{
    double n = (double)fluv_cell_count(a), p = 0.0, q = 0.0, pp = 0.0, qq = 0.0, pq = 0.0;
    for (size_t i = 0; i < fluv_cell_count(a); i++) {
        double u = fluv_height_of(a)[i], v = fluv_height_of(b)[i];
        p += u / n, q += v / n, pp += u * u / n, qq += v * v / n, pq += u * v / n;
    }
    return (pq - p * q) / sqrt((pp - p * p) * (qq - q * q));
}

static fluv_landscape land_with(fluv_ctx *ctx, uint64_t seed, const setting *settings)
{
    fluv_landscape land = {
        .frame = {.cols = 128, .rows = 128, .cell = 300.0, .low = 100.0, .high = 2000.0},
        .seed = seed};
    assert_int_equal(land_run(ctx, &land, "faults", settings), FLUV_OK);
    return land;
}

/* Lines keep their places: with more of them, the land at large is the same; another seed is
 * another land. */
static void more_lines_never_move_earlier_ones(void **state)
{
    for (uint64_t seed = 0; seed < 6; seed++) {
        const setting few[] = {{"lines", 500}, {"shrink", 300}, {"last", 0.02}, {NULL, 0}};
        const setting many[] = {{"lines", 600}, {"shrink", 300}, {"last", 0.02}, {NULL, 0}};
        fluv_landscape a = land_with(*state, seed, few), b = land_with(*state, seed, many);
        fluv_landscape other = land_with(*state, seed + 100, few);
        assert_true(correlation(&a, &b) > 0.98);
        assert_true(fabs(correlation(&a, &other)) < 0.9);
        fluv_landscape_free(&a);
        fluv_landscape_free(&b);
        fluv_landscape_free(&other);
    }
}

/* One ruled sharp line: two levels, and a straight border between them. */
static void a_single_fault_is_a_step(void **state)
{
    const setting one[] = {{"lines", 1}, {"edge", 0}, {"bend", 0}, {NULL, 0}};
    int halves = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        fluv_landscape land = land_with(*state, seed, one);
        const float *height = fluv_height_of(&land);
        size_t low = 0, high = 0;
        float least = height[0], most = height[0];
        for (size_t i = 0; i < fluv_cell_count(&land); i++) {
            least = fminf(least, height[i]);
            most = fmaxf(most, height[i]);
        }
        for (size_t i = 0; i < fluv_cell_count(&land); i++) {
            low += height[i] < least + 1.0F;
            high += height[i] > most - 1.0F;
        }
        if (most > least + 2.0F) {
            halves++;
            assert_true(low + high + 400 > fluv_cell_count(&land)); /* all but the border */
        }
        fluv_landscape_free(&land);
    }
    assert_true(halves > 10); /* most lines cross the frame */
}

/* The steepest cells of smooth land are far less steep than cliffs. */
static void smooth_edges_leave_no_cliffs(void **state)
{
    for (uint64_t seed = 0; seed < 5; seed++) {
        double steepest[3];
        for (int edge = 0; edge < 3; edge++) {
            const setting way[] = {{"edge", edge}, {"lines", 60}, {"last", 0.3}, {NULL, 0}};
            fluv_landscape land = land_with(*state, seed, way);
            steepest[edge] = 0.0;
            for (uint32_t c = 1; c < fluv_cell_count(&land); c++)
                if (c % 128)
                    steepest[edge] = fmax(steepest[edge], fabs((double)fluv_height_of(&land)[c] -
                                                               fluv_height_of(&land)[c - 1]));
            fluv_landscape_free(&land);
        }
        assert_true(2.0 * steepest[1] < steepest[0] && 2.0 * steepest[2] < steepest[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sorting_out_far_faults_leaves_the_sum),
        cmocka_unit_test(more_lines_never_move_earlier_ones),
        cmocka_unit_test(a_single_fault_is_a_step),
        cmocka_unit_test(smooth_edges_leave_no_cliffs),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
