// SPDX-License-Identifier: MIT
/* Valley floors: as wide as their streams' rule says, as high as the streams, and nowhere else does
 * the ground change. */
#include "one_thread.h"
#include "terrain.h"

#include "base/ctx.h"
#include "mesh/mesh.h"
#include "water/floors.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SIDE  1000.0
#define WIDTH 0.1
#define HALF  100.0 /* m, of the floor of a stream that drains BIG */
#define BIG   (4.0 * HALF * HALF / (WIDTH * WIDTH))

typedef struct valley {
    fluv_shared *block;
    const fluv_mesh *mesh;
    fluv_topology topology;
    fluv_floors floors;
    uint8_t *kind, *still, *waits;
    uint64_t *area;
    float *before, *height;
} valley;

static void valley_make(fluv_ctx *ctx, valley *v)
{
    fluv_mesh_job job = {
        .width = SIDE, .height = SIDE, .spacing = 15.0, .key = fluv_key_make(3, "test", "floors")};
    *v = (valley){0};
    assert_int_equal(fluv_mesh_make(ctx, &job, &v->block), FLUV_OK);
    v->mesh = fluv_mesh_of(v->block);
    v->topology = fluv_topology_mesh(v->mesh);
    uint32_t n = v->mesh->count;
    v->kind = test_room(n, 1);
    v->still = test_room(n, 1);
    v->waits = test_room(n, 1);
    v->area = test_room(n, sizeof *v->area);
    v->before = test_room(n, sizeof *v->before);
    v->height = test_room(n, sizeof *v->height);
    memset(v->kind, 0, n);
    memset(v->still, 0, n);
    fluv_key key = fluv_key_make(7, "test", "bumps");
    for (uint32_t i = 0; i < n; i++) {
        v->area[i] = 1;
        v->before[i] = (float)(20.0 + 80.0 * fluv_random(key, i));
    }
    v->floors = (fluv_floors){.topology = &v->topology,
                              .kind = v->kind,
                              .area = v->area,
                              .unit = 1.0,
                              .width = WIDTH,
                              .still = v->still,
                              .owner = test_room(n, sizeof(uint32_t)),
                              .queue = test_room(n, sizeof(uint32_t)),
                              .waits = v->waits};
}

static void valley_free(valley *v)
{
    fluv_shared_drop(v->block);
    free(v->kind);
    free(v->still);
    free(v->waits);
    free(v->area);
    free(v->before);
    free(v->height);
    free(v->floors.owner);
    free(v->floors.queue);
}

static uint32_t nearest(const valley *v, double x, double y)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < v->mesh->count; i++)
        if (hypot(v->mesh->x[i] - x, v->mesh->y[i] - y) <
            hypot(v->mesh->x[best] - x, v->mesh->y[best] - y))
            best = i;
    return best;
}

static void plane(valley *v)
{
    memcpy(v->height, v->before, v->mesh->count * sizeof *v->height);
    fluv_floors_plane(&v->floors, v->height);
}

/* A single stream in the middle. */
static void a_floor_is_as_wide_as_its_rule(void **state)
{
    valley v;
    valley_make(*state, &v);
    uint32_t stream = nearest(&v, 0.5 * SIDE, 0.5 * SIDE), lowered = 0;
    v.area[stream] = (uint64_t)BIG;
    v.before[stream] = 10.0f;
    plane(&v);
    for (uint32_t i = 0; i < v.mesh->count; i++) {
        double span = fluv_cell_span(&v.topology, stream, i);
        float floor = 10.0f + 0.01f * (float)span;
        if (span < HALF)
            assert_true(v.height[i] == fminf(v.before[i], floor));
        else
            assert_true(v.height[i] == v.before[i]);
        lowered += v.height[i] < v.before[i];
    }
    assert_true(lowered > 50);
    valley_free(&v);
}

/* Small streams, of which there are many, have floors narrower than the way to the next vertex. */
static void brooks_have_none(void **state)
{
    valley v;
    valley_make(*state, &v);
    for (uint32_t i = 0; i < v.mesh->count; i++)
        v.area[i] = (uint64_t)(BIG * 1e-3);
    plane(&v);
    assert_memory_equal(v.height, v.before, v.mesh->count * sizeof *v.height);
    valley_free(&v);
}

static void seas_lakes_and_held_ground_stay(void **state)
{
    valley v;
    valley_make(*state, &v);
    uint32_t stream = nearest(&v, 0.3 * SIDE, 0.5 * SIDE), lake = nearest(&v, 900.0, 500.0);
    v.area[stream] = v.area[lake] = (uint64_t)BIG;
    v.before[stream] = v.before[lake] = 10.0f;
    v.still[lake] = 1;
    for (uint32_t i = 0; i < v.mesh->count; i++)
        v.kind[i] = v.mesh->x[i] < 0.3 * SIDE - 20.0 ? FLUV_CELL_SEA : 0;
    plane(&v);
    for (uint32_t i = 0; i < v.mesh->count; i++) {
        if (v.kind[i] || fluv_cell_span(&v.topology, lake, i) < HALF)
            assert_true(v.height[i] == v.before[i]);
        assert_true(v.height[i] <= v.before[i]);
    }
    valley_free(&v);
}

/* A brook that crosses the floor of a large stream lies on it. */
static void the_larger_stream_has_the_floor(void **state)
{
    valley v;
    valley_make(*state, &v);
    uint32_t large = nearest(&v, 500.0, 500.0), small = nearest(&v, 540.0, 500.0);
    v.area[large] = (uint64_t)BIG;
    v.area[small] = (uint64_t)(BIG / 16.0);
    v.before[large] = 10.0f;
    v.before[small] = 15.0f;
    plane(&v);
    assert_true(v.floors.owner[small] == large && v.height[small] < 11.0f);
    valley_free(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_floor_is_as_wide_as_its_rule),
        cmocka_unit_test(brooks_have_none),
        cmocka_unit_test(seas_lakes_and_held_ground_stay),
        cmocka_unit_test(the_larger_stream_has_the_floor),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
