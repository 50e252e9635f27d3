// SPDX-License-Identifier: MIT
/* Walking over meshes, natural neighbours, and surfaces through values at vertices. */
#include "failing_memory.h"
#include "mesh/natural.h"
#include "mesh/surface.h"
#include "one_thread.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define WIDTH  1000.0
#define HEIGHT 600.0
#define COLS   150
#define ROWS   90

static fluv_shared *make(fluv_ctx *ctx, double spacing, fluv_mesh_kind kind, uint64_t seed)
{
    fluv_mesh_job job = {WIDTH, HEIGHT, spacing, kind, fluv_key_make(seed, "test", "surface")};
    fluv_shared *block = NULL;
    assert_int_equal(fluv_mesh_make(ctx, &job, &block), FLUV_OK);
    fluv_scratch_release(ctx, NULL);
    return block;
}

typedef double shape(double x, double y);

static double plane(double x, double y)
{
    return 100.0 + 0.3 * x - 0.7 * y;
}

static double bowl(double x, double y)
{
    return 1e-3 * ((x - 300.0) * (x - 300.0) + (y - 200.0) * (y - 200.0));
}

static double hills(double x, double y)
{
    return 50.0 * sin(x / 60.0) * cos(y / 45.0);
}

static float *values_of(fluv_ctx *ctx, const fluv_mesh *mesh, shape *height)
{
    float *value = fluv_scratch(ctx, mesh->count, sizeof *value);
    assert_non_null(value);
    for (uint32_t v = 0; v < mesh->count; v++)
        value[v] = (float)height(mesh->x[v], mesh->y[v]);
    return value;
}

/* Largest error at cell centres, those within `margin` of the sides left out. */
static double worst_error(fluv_ctx *ctx, const fluv_mesh *mesh, shape *height,
                          fluv_surface_form form, double margin)
{
    static float out[COLS * ROWS];
    fluv_surface surface;
    assert_int_equal(fluv_surface_init(ctx, mesh, values_of(ctx, mesh, height), form, &surface),
                     FLUV_OK);
    assert_int_equal(fluv_surface_fill(ctx, &surface, COLS, ROWS, out), FLUV_OK);
    double worst = 0.0;
    for (int i = 0; i < COLS * ROWS; i++) {
        double x = (i % COLS + 0.5) * WIDTH / COLS, y = (i / COLS + 0.5) * HEIGHT / ROWS;
        assert_true(isfinite(out[i]));
        if (fmin(fmin(x, WIDTH - x), fmin(y, HEIGHT - y)) >= margin)
            worst = fmax(worst, fabs(out[i] - height(x, y)));
    }
    fluv_scratch_release(ctx, NULL);
    return worst;
}

static void planes_are_met_exactly(void **state)
{
    for (uint64_t seed = 0; seed < 6; seed++) {
        fluv_shared *block = make(*state, 12.0 + 20.0 * (double)seed,
                                  seed % 3 == 2 ? FLUV_MESH_GRID : FLUV_MESH_POISSON, seed);
        const fluv_mesh *mesh = fluv_mesh_of(block);
        assert_true(worst_error(*state, mesh, plane, FLUV_SURFACE_LINEAR, 0.0) < 2e-4);
        assert_true(worst_error(*state, mesh, plane, FLUV_SURFACE_SMOOTH, 0.0) < 2e-4);
        fluv_shared_drop(block);
    }
}

static void smooth_is_nearer_than_linear(void **state)
{
    fluv_shared *block = make(*state, 15.0, FLUV_MESH_POISSON, 1);
    const fluv_mesh *mesh = fluv_mesh_of(block);
    double linear = worst_error(*state, mesh, hills, FLUV_SURFACE_LINEAR, 30.0);
    double smooth = worst_error(*state, mesh, hills, FLUV_SURFACE_SMOOTH, 30.0);
    assert_true(linear < 2.5 && smooth < 0.7 * linear);
    assert_true(worst_error(*state, mesh, bowl, FLUV_SURFACE_SMOOTH, 30.0) <
                0.7 * worst_error(*state, mesh, bowl, FLUV_SURFACE_LINEAR, 30.0));
    fluv_shared_drop(block);
}

/* Slopes either side of any place differ by little, however near: no edges, no peaks. */
static void smooth_has_no_edges(void **state)
{
    fluv_shared *block = make(*state, 60.0, FLUV_MESH_POISSON, 2);
    const fluv_mesh *mesh = fluv_mesh_of(block);
    enum { STEPS = 20000 };
    static double x[STEPS], y[STEPS];
    static float z[2][STEPS];
    for (int i = 0; i < STEPS; i++) {
        x[i] = 100.0 + 800.0 * i / STEPS;
        y[i] = 100.0 + 400.0 * i / STEPS;
    }
    double kink[2] = {0.0, 0.0};
    const float *value = values_of(*state, mesh, hills);
    for (int form = 0; form < 2; form++) {
        fluv_surface surface;
        assert_int_equal(fluv_surface_init(*state, mesh, value, form, &surface), FLUV_OK);
        assert_int_equal(fluv_surface_at(*state, &surface, x, y, STEPS, z[form]), FLUV_OK);
        enum { APART = 20 };
        double step = APART * hypot(800.0, 400.0) / STEPS;
        for (int i = APART; i < STEPS - APART; i++) {
            double turn = (z[form][i + APART] - 2.0 * z[form][i] + z[form][i - APART]) / step;
            kink[form] = fmax(kink[form], fabs(turn));
        }
    }
    assert_true(kink[0] > 0.3);
    assert_true(kink[1] < 0.2 * kink[0]);
    fluv_scratch_release(*state, NULL);
    fluv_shared_drop(block);
}

static void vertices_keep_their_values(void **state)
{
    fluv_shared *block = make(*state, 20.0, FLUV_MESH_POISSON, 3);
    const fluv_mesh *mesh = fluv_mesh_of(block);
    const float *value = values_of(*state, mesh, hills);
    float *out = fluv_scratch(*state, mesh->count, sizeof *out);
    for (int form = 0; form < 2; form++) {
        fluv_surface surface;
        assert_int_equal(fluv_surface_init(*state, mesh, value, form, &surface), FLUV_OK);
        assert_int_equal(fluv_surface_at(*state, &surface, mesh->x, mesh->y, mesh->count, out),
                         FLUV_OK);
        for (uint32_t v = 0; v < mesh->count; v++)
            assert_true(fabsf(out[v] - value[v]) < 1e-3F);
    }
    fluv_scratch_release(*state, NULL);
    fluv_shared_drop(block);
}

static double cliff(double x, double y)
{
    return (x + 0.4 * y > 600.0 ? 100.0 : 0.0) + 3.0 * sin(0.7 * x) * sin(0.9 * y);
}

/* Between the lowest and the highest natural neighbour, however steep the values. */
static void surfaces_stay_within_their_neighbours(void **state)
{
    fluv_shared *block = make(*state, 25.0, FLUV_MESH_POISSON, 4);
    const fluv_mesh *mesh = fluv_mesh_of(block);
    const float *value = values_of(*state, mesh, cliff);
    static float out[COLS * ROWS];
    fluv_surface surface;
    assert_int_equal(fluv_surface_init(*state, mesh, value, FLUV_SURFACE_SMOOTH, &surface),
                     FLUV_OK);
    assert_int_equal(fluv_surface_fill(*state, &surface, COLS, ROWS, out), FLUV_OK);
    for (int i = 0; i < COLS * ROWS; i++) {
        double x = (i % COLS + 0.5) * WIDTH / COLS, y = (i / COLS + 0.5) * HEIGHT / ROWS;
        fluv_spot place = fluv_guide_place(&surface.guide, x, y);
        uint32_t corner[3];
        fluv_natural natural;
        fluv_guide_locate(&surface.guide, fluv_guide_guess(&surface.guide, place), place, corner);
        fluv_natural_find(&surface.guide, corner, x / mesh->lattice.unit_x,
                          y / mesh->lattice.unit_y, &natural);
        float low = INFINITY, high = -INFINITY;
        for (uint32_t k = 0; k < natural.count; k++) {
            low = fminf(low, value[natural.vertex[k]]);
            high = fmaxf(high, value[natural.vertex[k]]);
        }
        assert_true(out[i] >= low - 1e-3F && out[i] <= high + 1e-3F);
    }
    fluv_scratch_release(*state, NULL);
    fluv_shared_drop(block);
}

/* Sibson's identity: the place is the mean of its neighbours, weighted by their shares. */
static void shares_add_up(void **state)
{
    for (uint64_t seed = 0; seed < 5; seed++) {
        fluv_shared *block =
            make(*state, 40.0, seed == 4 ? FLUV_MESH_GRID : FLUV_MESH_POISSON, seed);
        fluv_guide guide;
        assert_int_equal(fluv_guide_init(*state, fluv_mesh_of(block), &guide), FLUV_OK);
        fluv_key key = fluv_key_make(seed, "test", "shares");
        for (uint64_t i = 0; i < 2000; i++) {
            fluv_spot place = fluv_guide_place(&guide, fluv_random_between(key, 2 * i, 0.0, WIDTH),
                                               fluv_random_between(key, 2 * i + 1, 0.0, HEIGHT));
            uint32_t corner[3];
            fluv_natural natural;
            double px = place.x + 0.25, py = place.y + 0.25, x = 0.0, y = 0.0, sum = 0.0;
            fluv_guide_locate(&guide, fluv_guide_guess(&guide, place), place, corner);
            fluv_natural_find(&guide, corner, px, py, &natural);
            for (uint32_t k = 0; k < natural.count; k++) {
                assert_true(natural.share[k] > -1e-9);
                sum += natural.share[k];
                x += natural.share[k] * guide.spot[natural.vertex[k]].x;
                y += natural.share[k] * guide.spot[natural.vertex[k]].y;
            }
            assert_true(fabs(sum - 1.0) < 1e-9);
            assert_true(fabs(x - px) < 1.0 && fabs(y - py) < 1.0);
        }
        fluv_scratch_release(*state, NULL);
        fluv_shared_drop(block);
    }
}

static void walks_end_in_the_right_place(void **state)
{
    for (uint64_t seed = 0; seed < 4; seed++) {
        fluv_shared *block =
            make(*state, 25.0, seed == 3 ? FLUV_MESH_GRID : FLUV_MESH_POISSON, seed);
        fluv_guide guide;
        assert_int_equal(fluv_guide_init(*state, fluv_mesh_of(block), &guide), FLUV_OK);
        fluv_key key = fluv_key_make(seed, "test", "walk");
        for (uint64_t i = 0; i < 1000; i++) {
            fluv_spot place =
                fluv_guide_place(&guide, fluv_random_between(key, 3 * i, -9.0, WIDTH + 9.0),
                                 fluv_random_between(key, 3 * i + 1, 0.0, HEIGHT));
            uint32_t start = (uint32_t)fluv_random_below(key, 3 * i + 2, guide.mesh->count),
                     corner[3];
            if (i % 4 == 0 && !guide.mesh->at_edge[start])
                place = guide.spot[start]; /* at a vertex */
            uint32_t nearest = fluv_guide_nearest(&guide, start, place);
            for (uint32_t v = 0; v < guide.mesh->count; v++)
                assert_true(fluv_spots_apart(guide.spot[v], place) >=
                            fluv_spots_apart(guide.spot[nearest], place));
            fluv_guide_locate(&guide, start, place, corner);
            for (int k = 0; k < 3; k++)
                assert_true(fluv_orientation(guide.spot[corner[k]], guide.spot[corner[(k + 1) % 3]],
                                             place) >= 0);
        }
        fluv_scratch_release(*state, NULL);
        fluv_shared_drop(block);
    }
}

static void threads_change_nothing(void **state)
{
    static float alone[COLS * ROWS], out[COLS * ROWS];
    fluv_ctx *ctx = *state;
    static const int threads[] = {1, 2, 7};
    fluv_shared *block = make(ctx, 12.0, FLUV_MESH_POISSON, 4);
    for (int i = 0; i < 3; i++) {
        fluv_surface surface;
        fluv_set_threads(ctx, threads[i]);
        assert_int_equal(fluv_surface_init(ctx, fluv_mesh_of(block),
                                           values_of(ctx, fluv_mesh_of(block), hills),
                                           FLUV_SURFACE_SMOOTH, &surface),
                         FLUV_OK);
        assert_int_equal(fluv_surface_fill(ctx, &surface, COLS, ROWS, i ? out : alone), FLUV_OK);
        if (i)
            assert_memory_equal(out, alone, sizeof out);
        fluv_scratch_release(ctx, NULL);
    }
    fluv_set_threads(ctx, 1);
    fluv_shared_drop(block);
}

typedef struct surface_job {
    const fluv_mesh *mesh;
    const float *value;
} surface_job;

static fluv_status make_surface(fluv_ctx *ctx, void *data)
{
    const surface_job *job = data;
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    fluv_surface surface;
    fluv_status status =
        fluv_surface_init(ctx, job->mesh, job->value, FLUV_SURFACE_SMOOTH, &surface);
    fluv_scratch_release(ctx, mark);
    return status;
}

static void no_memory_and_cancel_are_reported(void **state)
{
    fluv_ctx *ctx = *state;
    static float out[COLS * ROWS];
    fluv_shared *block = make(ctx, 60.0, FLUV_MESH_POISSON, 5);
    const fluv_mesh *mesh = fluv_mesh_of(block);
    const float *value = values_of(ctx, mesh, plane);
    fail_each_allocation(ctx, make_surface, &(surface_job){mesh, value});
    fluv_surface surface;
    assert_int_equal(fluv_surface_init(ctx, mesh, value, FLUV_SURFACE_SMOOTH, &surface), FLUV_OK);
    fluv_cancel(ctx);
    assert_int_equal(fluv_surface_fill(ctx, &surface, COLS, ROWS, out), FLUV_CANCELLED);
    assert_int_equal(fluv_surface_at(ctx, &surface, mesh->x, mesh->y, 4, out), FLUV_CANCELLED);
    atomic_store(&ctx->cancelled, false);
    fluv_scratch_release(ctx, NULL);
    fluv_shared_drop(block);
    assert_int_equal(atomic_load(&ctx->memory.now), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_are_met_exactly),
        cmocka_unit_test(smooth_is_nearer_than_linear),
        cmocka_unit_test(smooth_has_no_edges),
        cmocka_unit_test(vertices_keep_their_values),
        cmocka_unit_test(surfaces_stay_within_their_neighbours),
        cmocka_unit_test(shares_add_up),
        cmocka_unit_test(walks_end_in_the_right_place),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(no_memory_and_cancel_are_reported),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
