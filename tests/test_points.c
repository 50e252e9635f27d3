// SPDX-License-Identifier: MIT
/* Poisson-disc points: far enough apart, no room for one more, the frame's sides, their order. */
#include "mesh/hilbert.h"
#include "mesh/points.h"
#include "one_thread.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    double width, height, spacing;
} frames[] = {{1000.0, 1000.0, 30.0},    {100.0, 5000.0, 20.0}, {7.0, 3.0, 1.5},
              {60000.0, 40000.0, 900.0}, {1.0, 1.0, 0.5},       {2000.0, 50.0, 3.3}};
#define FRAMES (sizeof frames / sizeof *frames)

static fluv_points make(fluv_ctx *ctx, size_t frame, uint64_t seed, fluv_mesh_lattice *lattice)
{
    fluv_points points;
    assert_int_equal(fluv_mesh_lattice_init(ctx, frames[frame].width, frames[frame].height,
                                            frames[frame].spacing, lattice),
                     FLUV_OK);
    assert_int_equal(fluv_points_make(ctx, lattice, fluv_key_make(seed, "test", "points"), &points),
                     FLUV_OK);
    return points;
}

static int64_t nearest_other(const fluv_points *points, uint32_t index)
{
    int64_t least = INT64_MAX;
    for (uint32_t i = 0; i < points->count; i++) {
        int64_t apart = fluv_spots_apart(points->spot[i], points->spot[index]);
        least = i != index && apart < least ? apart : least;
    }
    return least;
}

static void no_two_are_too_near(void **state)
{
    for (uint64_t seed = 0; seed < 24; seed++) {
        fluv_mesh_lattice lattice;
        fluv_points points = make(*state, seed % FRAMES, seed, &lattice);
        for (uint32_t i = 0; i < points.count; i++)
            assert_true(nearest_other(&points, i) >= fluv_mesh_lattice_spacing2(&lattice));
        fluv_scratch_release(*state, NULL);
    }
}

/* The points by the cells they lie in, one at most in each. */
typedef struct cells {
    int32_t cols, rows, bits;
    const fluv_spot **spot;
} cells;

static cells sort_into_cells(const fluv_points *points, const fluv_mesh_lattice *lattice)
{
    cells c = {(lattice->width >> lattice->cell_bits) + 1,
               (lattice->height >> lattice->cell_bits) + 1, lattice->cell_bits, NULL};
    c.spot = calloc((size_t)c.cols * (size_t)c.rows, sizeof *c.spot);
    assert_non_null(c.spot);
    for (uint32_t i = 0; i < points->count; i++) {
        fluv_spot at = points->spot[i];
        c.spot[(at.y >> c.bits) * c.cols + (at.x >> c.bits)] = &points->spot[i];
    }
    return c;
}

static bool is_covered(const cells *c, fluv_spot place, int64_t spacing2)
{
    int32_t col = place.x >> c->bits, row = place.y >> c->bits;
    for (int32_t y = row - 2; y <= row + 2; y++)
        for (int32_t x = col - 2; x <= col + 2; x++)
            if (x >= 0 && y >= 0 && x < c->cols && y < c->rows && c->spot[y * c->cols + x] &&
                fluv_spots_apart(*c->spot[y * c->cols + x], place) < spacing2)
                return true;
    return false;
}

static void there_is_no_room_for_one_more(void **state)
{
    for (uint64_t seed = 0; seed < 18; seed++) {
        fluv_mesh_lattice lattice;
        fluv_points points = make(*state, seed % FRAMES, seed, &lattice);
        cells c = sort_into_cells(&points, &lattice);
        int32_t step = (1 << lattice.cell_bits) / 16;
        for (int32_t y = 0; y <= lattice.height; y += step)
            for (int32_t x = 0; x <= lattice.width; x += step)
                assert_true(
                    is_covered(&c, (fluv_spot){x, y}, fluv_mesh_lattice_spacing2(&lattice)));
        free(c.spot);
        fluv_scratch_release(*state, NULL);
    }
}

static bool has(const fluv_points *points, int32_t x, int32_t y)
{
    for (uint32_t i = 0; i < points->count; i++)
        if (points->spot[i].x == x && points->spot[i].y == y)
            return true;
    return false;
}

static void corners_and_sides_have_points(void **state)
{
    for (size_t frame = 0; frame < FRAMES; frame++) {
        fluv_mesh_lattice lattice;
        fluv_points points = make(*state, frame, 3, &lattice);
        double spacing = sqrt((double)fluv_mesh_lattice_spacing2(&lattice));
        int32_t spaces = (int32_t)(lattice.width / ceil(spacing));
        for (int32_t i = 0; i <= spaces; i++) {
            int32_t x = (int32_t)((int64_t)lattice.width * i / spaces);
            assert_true(has(&points, x, 0) && has(&points, x, lattice.height));
        }
        uint32_t at_edge = 0;
        for (uint32_t i = 0; i < points.count; i++)
            at_edge += points.spot[i].y == 0;
        assert_int_equal(at_edge, spaces + 1);
        fluv_scratch_release(*state, NULL);
    }
}

static void lattice_fits_the_frame(void **state)
{
    for (size_t frame = 0; frame < FRAMES; frame++) {
        fluv_mesh_lattice lattice;
        make(*state, frame, 0, &lattice);
        double spacing = lattice.unit_x * sqrt((double)fluv_mesh_lattice_spacing2(&lattice));
        assert_true(lattice.width <= 1 << FLUV_LATTICE_BITS);
        assert_true(lattice.height <= 1 << FLUV_LATTICE_BITS);
        assert_true(fabs(lattice.unit_x / lattice.unit_y - 1.0) < 1e-5);
        assert_true(fabs(spacing / frames[frame].spacing - 1.0) < 1e-5);
        fluv_scratch_release(*state, NULL);
    }
    fluv_mesh_lattice lattice;
    assert_int_equal(fluv_mesh_lattice_init(*state, 1e6, 1e6, 1.0, &lattice), FLUV_BAD_USE);
    assert_non_null(strstr(fluv_message(*state), "too fine"));
}

static void they_follow_the_curve(void **state)
{
    for (size_t frame = 0; frame < FRAMES; frame++) {
        fluv_mesh_lattice lattice;
        fluv_points points = make(*state, frame, 4, &lattice);
        for (uint32_t i = 1; i < points.count; i++)
            assert_true(fluv_hilbert_key(points.spot[i - 1], FLUV_LATTICE_BITS + 1, NULL) <
                        fluv_hilbert_key(points.spot[i], FLUV_LATTICE_BITS + 1, NULL));
        fluv_scratch_release(*state, NULL);
    }
}

/* Neighbours on the curve are neighbours in the plane. */
static void the_curve_is_continuous(void **state)
{
    (void)state;
    static fluv_spot at[64 * 64];
    for (int32_t i = 0; i < 64 * 64; i++) {
        fluv_spot spot = {i % 64, i / 64};
        at[fluv_hilbert_key(spot, 6, NULL)] = spot;
    }
    for (int i = 1; i < 64 * 64; i++)
        assert_int_equal(fluv_spots_apart(at[i - 1], at[i]), 1);
}

static void threads_change_nothing(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_mesh_lattice lattice;
    static const int threads[] = {2, 7};
    fluv_points alone = make(ctx, 5, 9, &lattice);
    for (int i = 0; i < 2; i++) {
        fluv_set_threads(ctx, threads[i]);
        fluv_points points = make(ctx, 5, 9, &lattice);
        assert_int_equal(points.count, alone.count);
        assert_memory_equal(points.spot, alone.spot, alone.count * sizeof *alone.spot);
    }
    fluv_set_threads(ctx, 1);
    fluv_points other = make(ctx, 5, 10, &lattice);
    assert_memory_not_equal(other.spot, alone.spot, 100 * sizeof *alone.spot);
    fluv_scratch_release(ctx, NULL);
}

static void grids_are_even(void **state)
{
    fluv_mesh_lattice lattice;
    fluv_points points;
    assert_int_equal(fluv_mesh_lattice_init(*state, 300.0, 200.0, 8.0, &lattice), FLUV_OK);
    assert_int_equal(fluv_points_grid(*state, &lattice, 30, 20, &points), FLUV_OK);
    assert_int_equal(points.count, 31 * 21);
    for (uint32_t i = 0; i < points.count; i++) {
        double apart = lattice.unit_x * sqrt((double)nearest_other(&points, i));
        assert_true(fabs(apart - 10.0) < 1e-3);
    }
    fluv_scratch_release(*state, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_two_are_too_near),
        cmocka_unit_test(there_is_no_room_for_one_more),
        cmocka_unit_test(corners_and_sides_have_points),
        cmocka_unit_test(lattice_fits_the_frame),
        cmocka_unit_test(they_follow_the_curve),
        cmocka_unit_test(the_curve_is_continuous),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(grids_are_even),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
