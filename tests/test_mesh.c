// SPDX-License-Identifier: MIT
/* Meshes: the invariants of fluv_mesh on frames of many shapes, and the stage. */
#include "mesh/delaunay.h"
#include "mesh/hilbert.h"
#include "mesh/mesh.h"
#include "one_thread.h"
#include "stages/mesh/mesh.h"
#include "water/topology.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static fluv_mesh_job job_of(uint64_t seed)
{
    fluv_key key = fluv_key_make(seed, "test", "mesh");
    double width = exp(fluv_random_between(key, 0, 0.0, 10.0));
    double shape = seed % 3 ? fluv_random_between(key, 1, 0.3, 3.0) : seed % 2 ? 50.0 : 0.02;
    double shorter = fmin(width, width * shape);
    return (fluv_mesh_job){.width = width,
                           .height = width * shape,
                           .spacing = shorter / fluv_random_between(key, 2, 2.0, 20.0),
                           .kind = seed % 5 == 4 ? FLUV_MESH_GRID : FLUV_MESH_POISSON,
                           .key = fluv_key_split(key, 3)};
}

static fluv_shared *make(fluv_ctx *ctx, const fluv_mesh_job *job)
{
    fluv_shared *block = NULL;
    assert_int_equal(fluv_mesh_make(ctx, job, &block), FLUV_OK);
    fluv_scratch_release(ctx, NULL);
    return block;
}

static bool are_neighbours(const fluv_mesh *mesh, uint32_t a, uint32_t b)
{
    for (uint32_t i = mesh->first[a]; i < mesh->first[a + 1]; i++)
        if (mesh->neighbour[i] == b)
            return true;
    return false;
}

static void neighbours_are_mutual_and_rise(void **state)
{
    for (uint64_t seed = 0; seed < 40; seed++) {
        fluv_mesh_job job = job_of(seed);
        fluv_shared *block = make(*state, &job);
        const fluv_mesh *mesh = fluv_mesh_of(block);
        assert_int_equal(mesh->first[0], 0);
        for (uint32_t v = 0; v < mesh->count; v++) {
            assert_in_range(mesh->first[v + 1] - mesh->first[v], 2, FLUV_MESH_DEGREE);
            for (uint32_t i = mesh->first[v]; i < mesh->first[v + 1]; i++) {
                assert_true(mesh->neighbour[i] < mesh->count && mesh->neighbour[i] != v);
                assert_true(i == mesh->first[v] || mesh->neighbour[i] > mesh->neighbour[i - 1]);
                assert_true(are_neighbours(mesh, mesh->neighbour[i], v));
            }
        }
        fluv_shared_drop(block);
    }
}

/* Euler, with the hull along the frame: edges = 3 vertices - 3 - those on the sides. */
static void the_hull_is_the_frame(void **state)
{
    for (uint64_t seed = 0; seed < 40; seed++) {
        fluv_mesh_job job = job_of(seed);
        fluv_shared *block = make(*state, &job);
        const fluv_mesh *mesh = fluv_mesh_of(block);
        uint32_t at_edge = 0, corners = 0;
        for (uint32_t v = 0; v < mesh->count; v++) {
            bool side_x = mesh->x[v] == 0.0 || fabs(mesh->x[v] - job.width) < 1e-9 * job.width;
            bool side_y = mesh->y[v] == 0.0 || fabs(mesh->y[v] - job.height) < 1e-9 * job.height;
            assert_int_equal(mesh->at_edge[v], side_x || side_y);
            at_edge += mesh->at_edge[v];
            corners += side_x && side_y;
        }
        assert_int_equal(corners, 4);
        assert_int_equal(mesh->first[mesh->count] / 2, 3 * mesh->count - 3 - at_edge);
        fluv_shared_drop(block);
    }
}

static void areas_fill_the_frame(void **state)
{
    for (uint64_t seed = 0; seed < 60; seed++) {
        fluv_mesh_job job = job_of(seed);
        fluv_shared *block = make(*state, &job);
        const fluv_mesh *mesh = fluv_mesh_of(block);
        double sum = 0.0, frame = job.width * job.height;
        for (uint32_t v = 0; v < mesh->count; v++) {
            assert_true(mesh->area[v] > 0.0);
            sum += mesh->area[v];
        }
        assert_true(fabs(sum / frame - 1.0) < 1e-12);
        fluv_shared_drop(block);
    }
}

/* Each area by counting the places of a fine raster that are nearest to the vertex. */
static void areas_are_those_of_the_nearest_places(void **state)
{
    enum { SIDE = 700 };
    fluv_mesh_job job = {100.0, 80.0, 11.0, FLUV_MESH_POISSON, fluv_key_make(1, "test", "areas")};
    fluv_shared *block = make(*state, &job);
    const fluv_mesh *mesh = fluv_mesh_of(block);
    double *counted = calloc(mesh->count, sizeof *counted);
    assert_non_null(counted);
    for (int i = 0; i < SIDE * SIDE; i++) {
        double x = (i % SIDE + 0.5) * job.width / SIDE, y = (i / SIDE + 0.5) * job.height / SIDE;
        uint32_t best = 0;
        for (uint32_t v = 1; v < mesh->count; v++)
            if (hypot(mesh->x[v] - x, mesh->y[v] - y) < hypot(mesh->x[best] - x, mesh->y[best] - y))
                best = v;
        counted[best] += job.width * job.height / SIDE / SIDE;
    }
    for (uint32_t v = 0; v < mesh->count; v++)
        assert_true(fabs(counted[v] / mesh->area[v] - 1.0) < 0.02);
    free(counted);
    fluv_shared_drop(block);
}

/* Points of any kind in the frame, such that circles' centres lie outside it. */
static void uneven_points_fill_the_frame_too(void **state)
{
    for (uint64_t seed = 0; seed < 50; seed++) {
        fluv_key key = fluv_key_make(seed, "test", "uneven");
        fluv_mesh_lattice lattice = {1000, 700, 0, 0.5, 0.5};
        fluv_spot spots[40] = {{0, 0}, {1000, 0}, {0, 700}, {1000, 700}};
        fluv_points points = {spots, 4 + (uint32_t)fluv_random_below(key, 0, 37)};
        for (uint32_t i = 4; i < points.count; i++)
            spots[i] =
                (fluv_spot){1 + (int32_t)fluv_random_below(key, 2 * i, 999),
                            1 + (int32_t)fluv_random_below(key, 2 * i + 1, seed % 2 ? 30 : 699)};
        assert_int_equal(fluv_hilbert_sort(*state, spots, points.count), FLUV_OK);
        fluv_mesh_job job = {.width = 500.0, .height = 350.0};
        fluv_shared *block = NULL;
        if (fluv_mesh_from_points(*state, &job, &lattice, &points, &block) == FLUV_OK) {
            double sum = 0.0;
            for (uint32_t v = 0; v < points.count; v++)
                sum += fluv_mesh_of(block)->area[v];
            assert_true(fabs(sum / (500.0 * 350.0) - 1.0) < 1e-12);
            fluv_shared_drop(block);
        } else { /* two of them fell together */
            assert_non_null(strstr(fluv_message(*state), "are the same"));
        }
        fluv_scratch_release(*state, NULL);
    }
}

static void crowds_around_a_vertex_are_refused(void **state)
{
    fluv_mesh_lattice lattice = {1 << 20, 1 << 20, 0, 1.0, 1.0};
    fluv_spot spots[105] = {
        {0, 0}, {1 << 20, 0}, {0, 1 << 20}, {1 << 20, 1 << 20}, {1 << 19, 1 << 19}};
    for (int i = 0; i < 100; i++)
        spots[5 + i] = (fluv_spot){(1 << 19) + (int32_t)lround(400000 * cos(0.06 * i)),
                                   (1 << 19) + (int32_t)lround(400000 * sin(0.06 * i))};
    fluv_points points = {spots, 105};
    fluv_shared *block = NULL;
    fluv_mesh_job job = {.width = 1 << 20, .height = 1 << 20};
    assert_int_equal(fluv_hilbert_sort(*state, spots, points.count), FLUV_OK);
    assert_int_equal(fluv_mesh_from_points(*state, &job, &lattice, &points, &block), FLUV_BAD_USE);
    assert_non_null(strstr(fluv_message(*state), "64 neighbours"));
    assert_null(block);
    fluv_scratch_release(*state, NULL);
}

/* Everything behind the struct's pointers. */
static void assert_same_mesh(const fluv_shared *a, const fluv_shared *b)
{
    size_t head = (size_t)((const unsigned char *)fluv_mesh_of(a)->x - a->data);
    assert_int_equal(a->bytes, b->bytes);
    assert_memory_equal(a->data + head, b->data + head, a->bytes - head);
}

static void threads_change_nothing(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_mesh_job job = {2000.0, 1500.0, 8.0, FLUV_MESH_POISSON, fluv_key_make(2, "test", "mesh")};
    static const int threads[] = {2, 7};
    fluv_shared *alone = make(ctx, &job);
    for (int i = 0; i < 2; i++) {
        fluv_set_threads(ctx, threads[i]);
        fluv_shared *other = make(ctx, &job);
        assert_same_mesh(alone, other);
        fluv_shared_drop(other);
    }
    fluv_set_threads(ctx, 1);
    fluv_shared_drop(alone);
}

static void there_are_as_many_vertices_as_asked_for(void **state)
{
    fluv_mesh_job job = {1000.0, 1000.0, 5.0, FLUV_MESH_POISSON, fluv_key_make(2, "test", "many")};
    fluv_shared *block = make(*state, &job);
    assert_in_range(fluv_mesh_of(block)->count, 39000, 42000);
    assert_true((double)block->bytes < 60.0 * fluv_mesh_of(block)->count);
    assert_true((double)atomic_load(&((fluv_ctx *)*state)->memory.peak) <
                1.1 * fluv_stage_mesh.bytes_per_vertex * fluv_mesh_of(block)->count);
    fluv_shared_drop(block);
}

static void no_memory_and_cancel_are_reported(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_mesh_job job = {100.0, 100.0, 5.0, FLUV_MESH_POISSON, fluv_key_make(2, "test", "fail")};
    fluv_shared *block = NULL;
    int nth = 0;
    for (;; nth++) {
        atomic_store(&ctx->memory.allocations_left, nth);
        fluv_status status = fluv_mesh_make(ctx, &job, &block);
        fluv_scratch_release(ctx, NULL);
        if (status == FLUV_OK)
            break;
        assert_int_equal(status, FLUV_NO_MEMORY);
        assert_null(block);
        assert_int_equal(atomic_load(&ctx->memory.now), 0);
    }
    assert_true(nth > 10);
    fluv_shared_drop(block);
    atomic_store(&ctx->memory.allocations_left, -1);
    fluv_cancel(ctx);
    assert_int_equal(fluv_mesh_make(ctx, &job, &block), FLUV_CANCELLED);
    atomic_store(&ctx->cancelled, false);
    fluv_scratch_release(ctx, NULL);
    assert_int_equal(atomic_load(&ctx->memory.now), 0);
}

static void water_sees_the_mesh_without_a_copy(void **state)
{
    fluv_mesh_job job = job_of(1);
    fluv_shared *block = make(*state, &job);
    const fluv_mesh *mesh = fluv_mesh_of(block);
    fluv_topology topology = fluv_topology_mesh(mesh);
    assert_int_equal(topology.count, mesh->count);
    assert_ptr_equal(topology.neighbour, mesh->neighbour);
    fluv_around around = fluv_around_cell(&topology, 5);
    assert_int_equal(around.count, mesh->first[6] - mesh->first[5]);
    assert_true(fluv_cell_area(&topology, 5) == mesh->area[5]);
    assert_int_equal(fluv_cell_at_edge(&topology, 0), mesh->at_edge[0]);
    fluv_shared_drop(block);
}

/* ---- The stage ------------------------------------------------------------------------------- */

static fluv_status run_stage(fluv_ctx *ctx, uint32_t cols, uint32_t rows, fluv_mesh_params params,
                             fluv_landscape *land)
{
    *land =
        (fluv_landscape){.frame = {.cols = cols, .rows = rows, .cell = 8192.0 / cols}, .seed = 3};
    fluv_status status = fluv_stage_mesh.run(ctx, &params, land);
    fluv_scratch_release(ctx, NULL);
    return status;
}

static void the_mesh_is_the_same_at_every_size(void **state)
{
    fluv_landscape small, large;
    fluv_mesh_params params = {.spacing = 100.0};
    assert_int_equal(run_stage(*state, 64, 32, params, &small), FLUV_OK);
    assert_int_equal(run_stage(*state, 512, 256, params, &large), FLUV_OK);
    assert_same_mesh(small.layers[FLUV_LAYER_mesh], large.layers[FLUV_LAYER_mesh]);
    fluv_landscape_free(&small);
    fluv_landscape_free(&large);
}

static void frames_of_any_shape_get_a_mesh(void **state)
{
    static const uint32_t sides[][2] = {{1, 1}, {1, 50}, {3000, 1}, {2, 1}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        fluv_landscape land;
        fluv_mesh_params params = {.spacing = i == 0 ? 100.0 : 0.0};
        assert_int_equal(run_stage(*state, sides[i][0], sides[i][1], params, &land), FLUV_OK);
        const fluv_mesh *mesh = fluv_layer_read(&land, FLUV_LAYER_mesh);
        assert_true(mesh->count >= 4);
        fluv_landscape_free(&land);
    }
}

static void what_cannot_be_is_refused(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land;
    assert_int_equal(run_stage(ctx, 64, 64, (fluv_mesh_params){.spacing = 5000.0}, &land),
                     FLUV_BAD_RECIPE);
    assert_non_null(strstr(fluv_message(ctx), "at most half a side"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_are_as_many_vertices_as_asked_for),
        cmocka_unit_test(neighbours_are_mutual_and_rise),
        cmocka_unit_test(the_hull_is_the_frame),
        cmocka_unit_test(areas_fill_the_frame),
        cmocka_unit_test(areas_are_those_of_the_nearest_places),
        cmocka_unit_test(uneven_points_fill_the_frame_too),
        cmocka_unit_test(crowds_around_a_vertex_are_refused),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(no_memory_and_cancel_are_reported),
        cmocka_unit_test(water_sees_the_mesh_without_a_copy),
        cmocka_unit_test(the_mesh_is_the_same_at_every_size),
        cmocka_unit_test(frames_of_any_shape_get_a_mesh),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
