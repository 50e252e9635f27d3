// SPDX-License-Identifier: MIT
/* Lattices, patches and sites: each fast way beside a plain one. */
#include "base/random.h"
#include "field/lattice.h"
#include "field/patches.h"
#include "field/sites.h"
#include "one_thread.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MOST 4096 /* cells */

static fluv_lattice random_lattice(fluv_key key)
{
    return (fluv_lattice){.cols = 1 + (uint32_t)fluv_random_below(key, 0, 60),
                          .rows = 1 + (uint32_t)fluv_random_below(key, 1, 60),
                          .spacing = fluv_random_between(key, 2, 0.5, 90.0),
                          .west = fluv_random_between(key, 3, -1e5, 1e5),
                          .north = fluv_random_between(key, 4, -1e5, 1e5)};
}

static void a_lattice_covers_its_frame_and_no_more(void **state)
{
    (void)state;
    fluv_frame frame = {.cols = 300, .rows = 77, .cell = 13.0, .west = 5.0, .north = 9.0};
    fluv_lattice lattice = fluv_lattice_over(&frame, 40.0);
    assert_true(lattice.cols * 40.0 >= 300 * 13.0 && (lattice.cols - 1) * 40.0 < 300 * 13.0);
    assert_true(lattice.rows * 40.0 >= 77 * 13.0 && (lattice.rows - 1) * 40.0 < 77 * 13.0);
    assert_int_equal(fluv_lattice_over(&frame, 0.0).cols, 1024);
    frame = (fluv_frame){.cols = 4096, .rows = 4096, .cell = 300.0 * 13.0 / 4096};
    assert_int_equal(fluv_lattice_over(&frame, 0.0).cols, 1024);
    assert_true(fluv_lattice_over(&frame, 1e-9).cols <= FLUV_LATTICE_SIDE);
}

static void a_row_has_the_bits_of_its_points(void **state)
{
    (void)state;
    static float values[MOST];
    for (uint64_t seed = 0; seed < 60; seed++) {
        fluv_key key = {fluv_mix(seed)};
        fluv_lattice lattice = random_lattice(key);
        for (size_t i = 0; i < fluv_lattice_count(&lattice); i++)
            values[i] = (float)fluv_random_between(key, 100 + i, -500.0, 500.0);
        double width = lattice.spacing * lattice.cols;
        double x0 = lattice.west + width * fluv_random_between(key, 5, -0.3, 0.3);
        double y = lattice.north - lattice.spacing * lattice.rows * fluv_random(key, 6);
        double dx = lattice.spacing * pow(10.0, fluv_random_between(key, 7, -1.5, 2.0));
        float row[700], one;
        fluv_lattice_row(&lattice, values, x0, y, dx, 700, row);
        for (size_t i = 0; i < 700; i++) {
            double x = x0 + (double)i * dx;
            fluv_lattice_points(&lattice, values, &x, &y, 1, &one);
            assert_memory_equal(&one, &row[i], sizeof one);
        }
    }
}

static void between_its_centres_a_plane_stays_a_plane(void **state)
{
    (void)state;
    fluv_lattice lattice = {.cols = 20, .rows = 15, .spacing = 10.0, .west = 100.0, .north = 50.0};
    float values[300], out;
    for (size_t i = 0; i < 300; i++)
        values[i] = (float)(3.0 * fluv_lattice_x(&lattice, i % 20) -
                            2.0 * fluv_lattice_y(&lattice, i / 20));
    for (double x = 160.0; x < 270.0; x += 3.7) {
        double y = 50.0 - 0.4 * (x - 100.0);
        fluv_lattice_points(&lattice, values, &x, &y, 1, &out);
        assert_float_equal(out, (float)(3.0 * x - 2.0 * y), 1e-2f);
    }
}

static void smoothing_keeps_what_is_even_and_the_mean(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_lattice lattice = {.cols = 61, .rows = 47, .spacing = 1.0};
    static float values[61 * 47], work[61 * 47];
    for (uint32_t radius = 0; radius < 70; radius += 23) {
        for (size_t i = 0; i < 61 * 47; i++)
            values[i] = 7.5F;
        fluv_lattice_blur(ctx->threads, &lattice, radius, values, work);
        fluv_lattice_smooth(ctx->threads, &lattice, 2, values, work);
        for (size_t i = 0; i < 61 * 47; i++)
            assert_float_equal(values[i], 7.5F, 1e-5f);
    }
    memset(values, 0, sizeof values);
    values[23 * 61 + 30] = 1000.0F;
    fluv_lattice_blur(ctx->threads, &lattice, 3, values, work);
    fluv_lattice_smooth(ctx->threads, &lattice, 3, values, work);
    double sum = 0.0;
    for (size_t i = 0; i < 61 * 47; i++)
        sum += (double)values[i];
    assert_true(fabs(sum - 1000.0) < 0.01);
}

/* ---- Patches ---- */

static void flood(const fluv_patches_job *job, const uint8_t *mask, uint32_t cell, uint32_t *queue,
                  uint8_t *seen, uint64_t *cells, bool *rim)
{
    uint32_t head = 0, tail = 0;
    queue[tail++] = cell;
    seen[cell] = 1;
    for (; head < tail; head++) {
        uint32_t col = queue[head] % job->cols, row = queue[head] / job->cols;
        *rim = *rim || col == 0 || row == 0 || col + 1 == job->cols || row + 1 == job->rows;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int64_t x = (int64_t)col + dx, y = (int64_t)row + dy;
                if (x < 0 || y < 0 || x >= job->cols || y >= job->rows)
                    continue;
                uint32_t other = (uint32_t)(y * job->cols + x);
                if ((mask[cell] == 0 && dx && dy) || seen[other] || mask[other] != mask[cell])
                    continue;
                seen[other] = 1;
                queue[tail++] = other;
            }
    }
    *cells = tail;
}

static void clear_plainly(const fluv_patches_job *job, uint8_t value, uint8_t *mask)
{
    static uint32_t queue[MOST];
    static uint8_t seen[MOST], before[MOST];
    uint32_t count = job->cols * job->rows;
    memset(seen, 0, sizeof seen);
    memcpy(before, mask, count);
    for (uint32_t cell = 0; cell < count; cell++) {
        uint64_t cells = 0;
        bool rim = false;
        if (before[cell] != value || seen[cell])
            continue;
        flood(job, before, cell, queue, seen, &cells, &rim);
        for (uint64_t i = 0; i < cells; i++)
            if (cells < job->least[value] && !(rim && job->open[value]))
                mask[queue[i]] = !value;
    }
}

static void small_patches_go_as_flooding_finds_them(void **state)
{
    fluv_ctx *ctx = *state;
    static uint8_t mask[MOST], plain[MOST];
    for (uint64_t seed = 0; seed < 300; seed++) {
        fluv_key key = {fluv_mix(seed)};
        fluv_patches_job job = {
            .cols = 1 + (uint32_t)fluv_random_below(key, 0, 40),
            .rows = 1 + (uint32_t)fluv_random_below(key, 1, 40),
            .least = {fluv_random_below(key, 2, 20), fluv_random_below(key, 3, 20)},
            .open = {fluv_random(key, 4) < 0.5, fluv_random(key, 5) < 0.5}};
        for (uint32_t i = 0; i < job.cols * job.rows; i++)
            mask[i] = plain[i] = fluv_random(key, 10 + i) < 0.5;
        assert_int_equal(fluv_patches_clear(ctx, &job, mask), FLUV_OK);
        clear_plainly(&job, 0, plain);
        clear_plainly(&job, 1, plain);
        assert_memory_equal(mask, plain, job.cols * job.rows);
        assert_null(ctx->scratch);
    }
}

/* ---- Sites ---- */

static uint8_t nearest_plainly(const fluv_sites_job *job, float x, float y)
{
    float least = INFINITY;
    uint8_t mark = 0;
    for (uint32_t i = 0; i < job->count; i++) {
        float dx = job->sites[i].x - x, dy = job->sites[i].y - y;
        float far = job->metric == FLUV_EUCLID ? dx * dx + dy * dy : fabsf(dx) + fabsf(dy);
        if (far < least) {
            least = far;
            mark = job->sites[i].mark;
        }
    }
    return mark;
}

static void every_cell_has_the_mark_of_its_nearest_site(void **state)
{
    fluv_ctx *ctx = *state;
    static uint8_t mark[MOST], where[MOST];
    static fluv_site sites[400];
    for (uint64_t seed = 0; seed < 200; seed++) {
        fluv_key key = {fluv_mix(seed)};
        fluv_lattice lattice = random_lattice(key);
        fluv_sites_job job = {.lattice = &lattice,
                              .metric = seed % 2 ? FLUV_EUCLID : FLUV_MANHATTAN,
                              .sites = sites,
                              .count = 1 + (uint32_t)fluv_random_below(key, 5, 400),
                              .where = seed % 3 ? NULL : where};
        double crowd = fluv_random(key, 6) < 0.3 ? 0.1 : 1.0; /* some crowd in a corner */
        for (uint32_t i = 0; i < job.count; i++)
            sites[i] = (fluv_site){
                .x = (float)(crowd * lattice.cols * fluv_random(key, 100 + 3 * (uint64_t)i)),
                .y = (float)(crowd * lattice.rows * fluv_random(key, 101 + 3 * (uint64_t)i)),
                .mark = (uint8_t)fluv_random_below(key, 102 + 3 * (uint64_t)i, 3)};
        for (size_t i = 0; i < fluv_lattice_count(&lattice); i++)
            where[i] = i % 5 != 0;
        memset(mark, 9, sizeof mark);
        assert_int_equal(fluv_sites_mark(ctx, &job, mark), FLUV_OK);
        for (uint32_t row = 0, i = 0; row < lattice.rows; row++)
            for (uint32_t col = 0; col < lattice.cols; col++, i++)
                assert_int_equal(mark[i],
                                 job.where && !where[i]
                                     ? 9
                                     : nearest_plainly(&job, (float)col + 0.5F, (float)row + 0.5F));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lattice_covers_its_frame_and_no_more),
        cmocka_unit_test(a_row_has_the_bits_of_its_points),
        cmocka_unit_test(between_its_centres_a_plane_stays_a_plane),
        cmocka_unit_test(smoothing_keeps_what_is_even_and_the_mean),
        cmocka_unit_test(small_patches_go_as_flooding_finds_them),
        cmocka_unit_test(every_cell_has_the_mark_of_its_nearest_site),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
