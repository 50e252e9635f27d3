// SPDX-License-Identifier: MIT
/* Delaunay triangulations: against qhull where they are unique, by their properties everywhere. */
#include "base/random.h"
#include "judge_delaunay.h"
#include "mesh/delaunay.h"
#include "mesh/hilbert.h"
#include "one_thread.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MOST 20000

typedef enum cast { SPREAD, CROWDED, GRID, CIRCLE, LINE, RING_AND_CENTRE, CLUSTERS, CASTS } cast;

static fluv_spot on_circle(fluv_key key, uint64_t i, double radius)
{
    double angle = fluv_random_between(key, i, 0.0, 2.0 * M_PI);
    return (fluv_spot){(int32_t)lround(5e5 + radius * cos(angle)),
                       (int32_t)lround(5e5 + radius * sin(angle))};
}

/* Whole points that lie on a circle exactly; its radius is 1105 = 5 * 13 * 17. */
static fluv_spot exactly_on_circle(uint64_t i)
{
    static const int32_t legs[][2] = {{1105, 0},  {1073, 264}, {1071, 272}, {663, 884},
                                      {520, 975}, {468, 1001}, {425, 1020}, {817, 744},
                                      {943, 576}, {169, 1092}, {47, 1104},  {700, 855}};
    int32_t x = legs[i % 12][0], y = legs[i % 12][1];
    if (i / 12 % 2)
        x = -x;
    if (i / 24 % 2)
        y = -y;
    return i / 48 % 2 ? (fluv_spot){2000 + y, 2000 + x} : (fluv_spot){2000 + x, 2000 + y};
}

static fluv_spot cast_point(cast how, fluv_key key, uint64_t i)
{
    uint64_t side = how == SPREAD ? ((uint64_t)1 << FLUV_LATTICE_BITS) + 1 : 30;
    fluv_spot any = {(int32_t)fluv_random_below(key, 2 * i, side),
                     (int32_t)fluv_random_below(key, 2 * i + 1, side)};
    switch (how) {
    case GRID:
        return (fluv_spot){(int32_t)(i % 17) << 20, (int32_t)(i / 17 % 17) << 20};
    case CIRCLE:
        return exactly_on_circle(i);
    case LINE:
        return (fluv_spot){3 * any.x, 1000000 - 7 * any.x};
    case RING_AND_CENTRE:
        return i == 0 ? (fluv_spot){500000, 500000} : on_circle(key, i, 4e5);
    case CLUSTERS:
        return (fluv_spot){any.x % 5 + (any.x / 5 << 22), any.y % 5 + (any.y / 5 << 22)};
    default:
        return any;
    }
}

static void remove_equal(fluv_points *points)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < points->count; i++) {
        fluv_spot spot = points->spot[i];
        if (kept == 0 || points->spot[kept - 1].x != spot.x || points->spot[kept - 1].y != spot.y)
            points->spot[kept++] = spot;
    }
    points->count = kept;
}

static fluv_points cast_points(fluv_ctx *ctx, cast how, uint64_t seed, uint32_t count)
{
    static fluv_spot spots[MOST];
    fluv_key key = fluv_key_make(seed, "test", "cast");
    for (uint32_t i = 0; i < count; i++)
        spots[i] = cast_point(how, key, i);
    assert_int_equal(fluv_hilbert_sort(ctx, spots, count), FLUV_OK);
    fluv_points points = {spots, count};
    remove_equal(&points);
    return points;
}

static size_t list_edges(const fluv_edges *edges, judged_edge *out)
{
    size_t count = 0;
    for (uint32_t half = 0; half < edges->room; half += 2)
        if (edges->halves[half].end != FLUV_NONE) {
            uint32_t a = fluv_half_origin(edges, half), b = edges->halves[half].end;
            out[count++] = a < b ? (judged_edge){a, b} : (judged_edge){b, a};
        }
    judge_sort_edges(out, count);
    return count;
}

/* The third corner of the triangle on the left of a half edge; FLUV_NONE: none there. */
static uint32_t find_apex(const fluv_points *points, const fluv_edges *edges, uint32_t half)
{
    uint32_t a = fluv_half_origin(edges, half), b = edges->halves[half].end;
    uint32_t next = edges->halves[half].next, c = edges->halves[next].end;
    bool is_triangle = edges->halves[edges->halves[next ^ 1].next].end == b;
    return is_triangle && fluv_orientation(points->spot[a], points->spot[b], points->spot[c]) > 0
               ? c
               : FLUV_NONE;
}

static void circles_are_empty(const fluv_points *points, uint32_t a, uint32_t b, uint32_t c)
{
    for (uint32_t d = 0; d < points->count; d++)
        if (d != a && d != b && d != c)
            assert_false(fluv_in_circle(points->spot, a, b, c, d));
}

static void is_delaunay(const fluv_points *points, const fluv_edges *edges)
{
    int64_t halves = 0, corners = 0, hull = 0;
    for (uint32_t half = 0; half < edges->room; half++) {
        if (edges->halves[half].end == FLUV_NONE)
            continue;
        uint32_t next = edges->halves[half].next, apex = find_apex(points, edges, half);
        halves++;
        assert_int_equal(edges->halves[next].before, half);
        assert_int_equal(fluv_half_origin(edges, next), fluv_half_origin(edges, half));
        if (apex == FLUV_NONE)
            continue;
        corners++;
        circles_are_empty(points, fluv_half_origin(edges, half), edges->halves[half].end, apex);
    }
    uint32_t at = edges->hull;
    do {
        hull++;
        at = edges->halves[at ^ 1].next;
    } while (at != edges->hull);
    /* Euler: vertices - edges + faces = 2, and every half edge has one face on its left. */
    assert_int_equal((int64_t)points->count - halves / 2 + corners / 3 + 1, 2);
    assert_int_equal(corners + hull, halves);
}

static void every_set_becomes_delaunay(void **state)
{
    for (uint64_t seed = 0; seed < 700; seed++) {
        fluv_key key = fluv_key_make(seed, "test", "count");
        uint32_t count = 2 + (uint32_t)fluv_random_below(key, 0, seed % 20 ? 60 : 300);
        fluv_points points = cast_points(*state, (cast)(seed % CASTS), seed, count);
        fluv_edges edges;
        assert_int_equal(fluv_delaunay(*state, &points, &edges), FLUV_OK);
        if (points.count > 1)
            is_delaunay(&points, &edges);
        fluv_scratch_release(*state, NULL);
    }
}

static void qhull_finds_the_same(void **state)
{
    static judged_edge ours[3 * MOST], theirs[3 * MOST];
    for (uint64_t seed = 0; seed < 30; seed++) {
        fluv_points points =
            cast_points(*state, SPREAD, seed, seed ? 100 + 60 * (uint32_t)seed : MOST);
        fluv_edges edges;
        assert_int_equal(fluv_delaunay(*state, &points, &edges), FLUV_OK);
        size_t count = list_edges(&edges, ours), other = judge_delaunay(&points, theirs);
        assert_int_equal(count, other);
        assert_memory_equal(ours, theirs, count * sizeof *ours);
        fluv_scratch_release(*state, NULL);
    }
}

/* Sums over what no order of storage changes; the storage itself is the same too. */
static void threads_change_nothing(void **state)
{
    static fluv_half alone[6 * MOST];
    fluv_ctx *ctx = *state;
    for (int how = 0; how < CASTS; how++) {
        fluv_points points = cast_points(ctx, (cast)how, 5, MOST);
        static const int threads[] = {1, 2, 7};
        for (int i = 0; i < 3; i++) {
            fluv_edges edges;
            fluv_set_threads(ctx, threads[i]);
            assert_int_equal(fluv_delaunay(ctx, &points, &edges), FLUV_OK);
            if (i == 0)
                memcpy(alone, edges.halves, edges.room * sizeof *alone);
            for (uint32_t half = 0; half < edges.room; half++)
                assert_int_equal(alone[half].end, edges.halves[half].end);
            fluv_scratch_release(ctx, NULL);
        }
    }
    fluv_set_threads(ctx, 1);
}

static void few_points(void **state)
{
    fluv_spot spots[3] = {{5, 5}, {5, 5}, {9, 9}};
    fluv_edges edges;
    for (uint32_t count = 0; count < 2; count++) {
        assert_int_equal(fluv_delaunay(*state, &(fluv_points){spots, count}, &edges), FLUV_OK);
        assert_int_equal(edges.hull, FLUV_NONE);
    }
    assert_int_equal(fluv_delaunay(*state, &(fluv_points){spots, 3}, &edges), FLUV_BAD_USE);
    assert_non_null(strstr(fluv_message(*state), "points 0 and 1 are the same"));
    assert_int_equal(fluv_delaunay(*state, &(fluv_points){spots + 1, 2}, &edges), FLUV_OK);
    assert_int_equal(edges.halves[edges.hull].next, edges.hull);
    fluv_scratch_release(*state, NULL);
}

/* The exact test against one in wider numbers than it needs, on coordinates at their limits. */
static void the_largest_coordinates_do_not_overflow(void **state)
{
    (void)state;
    int32_t most = 1 << FLUV_LATTICE_BITS;
    fluv_spot spots[5] = {{0, 0}, {most, 0}, {most, most}, {0, most}, {most - 1, most - 1}};
    assert_true(fluv_orientation(spots[0], spots[1], spots[2]) == (int64_t)most * most);
    assert_true(fluv_in_circle(spots, 0, 1, 2, 4));
    assert_true(fluv_in_circle(spots, 0, 1, 4, 3) == false);
    /* On the circle: the highest index is thought to be raised out of it, and in no other way. */
    assert_false(fluv_in_circle(spots, 0, 1, 2, 3));
    assert_true(fluv_in_circle(spots, 1, 2, 3, 0));
}

static void no_memory_and_cancel_are_reported(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_points points = cast_points(ctx, SPREAD, 1, MOST);
    fluv_edges edges;
    int nth = 0;
    for (;; nth++) {
        atomic_store(&ctx->memory.allocations_left, nth);
        fluv_status status = fluv_delaunay(ctx, &points, &edges);
        fluv_scratch_release(ctx, NULL);
        if (status == FLUV_OK)
            break;
        assert_int_equal(status, FLUV_NO_MEMORY);
    }
    assert_true(nth > 2);
    atomic_store(&ctx->memory.allocations_left, -1);
    fluv_cancel(ctx);
    assert_int_equal(fluv_delaunay(ctx, &points, &edges), FLUV_CANCELLED);
    atomic_store(&ctx->cancelled, false);
    fluv_scratch_release(ctx, NULL);
    assert_int_equal(atomic_load(&ctx->memory.now), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_set_becomes_delaunay),
        cmocka_unit_test(qhull_finds_the_same),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(few_points),
        cmocka_unit_test(the_largest_coordinates_do_not_overflow),
        cmocka_unit_test(no_memory_and_cancel_are_reported),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
