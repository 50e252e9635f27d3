// SPDX-License-Identifier: MIT
/* Hillslopes: steady slopes are those of theory, mass is kept whatever the step, no step is too
 * long, what is held stays, and threads do not matter. */
#include "one_thread.h"
#include "terrain.h"

#include "base/ctx.h"
#include "mesh/mesh.h"
#include "water/hillslope.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define WIDTH  1000.0
#define HEIGHT 300.0
#define SWEEPS 2

typedef struct hill {
    fluv_shared *block;
    const fluv_mesh *mesh;
    fluv_topology topology;
    fluv_hillslopes slopes;
    fluv_creep creep;
    uint8_t *kind;
    float *height, *thin;
} hill;

/* A strip between two rivers, in the west and in the east. */
static void hill_make(fluv_ctx *ctx, double spacing, hill *h)
{
    fluv_mesh_job job = {.width = WIDTH,
                         .height = HEIGHT,
                         .spacing = spacing,
                         .key = fluv_key_make(5, "test", "mesh")};
    *h = (hill){0};
    assert_int_equal(fluv_mesh_make(ctx, &job, &h->block), FLUV_OK);
    h->mesh = fluv_mesh_of(h->block);
    h->topology = fluv_topology_mesh(h->mesh);
    uint32_t n = h->mesh->count;
    h->kind = test_room(n, 1);
    h->height = test_room(n, sizeof *h->height);
    h->thin = test_room(n, sizeof *h->thin);
    for (uint32_t v = 0; v < n; v++) {
        h->height[v] = 0.0f;
        bool river = h->mesh->x[v] < 1e-3 || h->mesh->x[v] > WIDTH - 1e-3;
        h->kind[v] = river ? FLUV_CELL_SEA : 0;
    }
    assert_int_equal(fluv_hillslopes_init(ctx, &h->topology, &h->slopes), FLUV_OK);
    h->creep = (fluv_creep){.kind = h->kind, .diffusion = 0.01, .talus = 100.0, .years = 1e4};
}

static void hill_free(fluv_ctx *ctx, hill *h)
{
    fluv_hillslopes_drop(ctx, &h->slopes);
    fluv_shared_drop(h->block);
    free(h->kind);
    free(h->height);
    free(h->thin);
    fluv_scratch_release(ctx, NULL);
}

static void roughen(hill *h, uint64_t seed, double relief)
{
    fluv_key key = fluv_key_make(seed, "test", "bumps");
    for (uint32_t v = 0; v < h->mesh->count; v++)
        h->height[v] = (float)(relief * fluv_random(key, v));
}

static double volume_of(const hill *h)
{
    double volume = 0.0;
    for (uint32_t v = 0; v < h->mesh->count; v++)
        volume += h->mesh->area[v] * (double)h->height[v];
    return volume;
}

static void rise(hill *h, double rate, int steps)
{
    for (int s = 0; s < steps; s++) {
        for (uint32_t v = 0; v < h->mesh->count; v++)
            h->height[v] += h->kind[v] ? 0.0f : (float)(rate * h->creep.years);
        fluv_hillslopes_step(&h->slopes, &h->creep, 1, SWEEPS, h->thin, h->height);
    }
}

/* Height of theory: the flux at a distance x from the divide is rate * x, and
 * q = K S / (1 - (S / Sc)^2) gives the slope there. */
static double height_at(const hill *h, double rate, double x)
{
    const int parts = 2000;
    double far = fabs(x - 0.5 * WIDTH), sum = 0.0, part = (0.5 * WIDTH - far) / parts;
    for (int i = 0; i < parts; i++) {
        double y = rate * (far + (i + 0.5) * part) / h->creep.diffusion, c = h->creep.talus;
        sum += part * 2.0 * y / (1.0 + sqrt(1.0 + 4.0 * y * y / (c * c)));
    }
    return sum;
}

static double worst_off(const hill *h, double rate)
{
    double worst = 0.0, top = height_at(h, rate, 0.5 * WIDTH);
    for (uint32_t v = 0; v < h->mesh->count; v++) {
        assert_true(isfinite(h->height[v]));
        worst = fmax(worst, fabs((double)h->height[v] - height_at(h, rate, h->mesh->x[v])) / top);
    }
    return worst;
}

/* ---- Theory ---- */

static void gentle_hills_are_parabolas(void **state)
{
    hill h;
    const double rate = 4e-6;
    hill_make(*state, 20.0, &h);
    h.creep.years = 4e5;
    rise(&h, rate, 1500);
    double top = rate / (2.0 * h.creep.diffusion) * 0.25 * WIDTH * WIDTH;
    assert_true(fabs(top - height_at(&h, rate, 0.5 * WIDTH)) < 1e-3 * top);
    print_message("parabola: %g of the height off\n", worst_off(&h, rate));
    assert_true(worst_off(&h, rate) < 0.01);
    hill_free(*state, &h);
}

/* Slopes at the foot of 0.2, 0.5, 0.8 and 0.9 of the talus. */
static void steep_hills_bend_to_their_talus(void **state)
{
    const double foot[] = {0.2, 0.5, 0.8, 0.9};
    for (size_t i = 0; i < sizeof foot / sizeof *foot; i++) {
        hill h;
        hill_make(*state, 12.5, &h);
        h.creep.talus = 0.8;
        h.creep.years = 1e5;
        double rate = h.creep.diffusion * 0.8 * foot[i] / (1.0 - foot[i] * foot[i]) / (0.5 * WIDTH);
        rise(&h, rate, 2500);
        print_message("foot %g: %g of the height off\n", foot[i], worst_off(&h, rate));
        assert_true(worst_off(&h, rate) < 0.03);
        hill_free(*state, &h);
    }
}

/* A wave on the linear law dies by exp(-K k^2 t), where steps are short. */
static void waves_die_as_theory_says(void **state)
{
    hill h;
    hill_make(*state, 12.5, &h);
    h.creep.years = 200.0;
    const double wave = M_PI / WIDTH, time = 60.0 * 200.0 * 40.0;
    for (uint32_t v = 0; v < h.mesh->count; v++)
        h.height[v] = (float)(100.0 * sin(wave * h.mesh->x[v]));
    rise(&h, 0.0, 60 * 40);
    double left = exp(-h.creep.diffusion * wave * wave * time);
    for (uint32_t v = 0; v < h.mesh->count; v++)
        assert_true(fabs((double)h.height[v] - 100.0 * left * sin(wave * h.mesh->x[v])) <
                    0.01 * 100.0);
    assert_true(left < 0.97);
    hill_free(*state, &h);
}

/* ---- Mass and steps of any length ---- */

static void mass_is_kept_in_every_step(void **state)
{
    for (int i = 0; i < 8; i++) {
        hill h;
        hill_make(*state, 20.0, &h);
        roughen(&h, (uint64_t)i, 60.0);
        h.creep.talus = 0.6;
        h.creep.years = pow(10.0, i);
        h.kind[h.mesh->count / 2] = FLUV_CELL_HELD;
        double before = volume_of(&h), moved = 0.0, left = 0.0;
        int64_t *brought = test_room(h.mesh->count, sizeof *brought);
        memset(brought, 0, h.mesh->count * sizeof *brought);
        h.creep.brought = brought;
        h.creep.quantum = 1e-6;
        for (int s = 0; s < 20; s++) {
            float *old = test_room(h.mesh->count, sizeof *old);
            memcpy(old, h.height, h.mesh->count * sizeof *old);
            fluv_hillslopes_step(&h.slopes, &h.creep, 1, 2, h.thin, h.height);
            for (uint32_t v = 0; v < h.mesh->count; v++)
                moved += h.mesh->area[v] * fabs((double)h.height[v] - (double)old[v]);
            free(old);
        }
        for (uint32_t v = 0; v < h.mesh->count; v++)
            left += h.creep.quantum * (double)brought[v];
        free(brought);
        assert_true(fabs(volume_of(&h) + left - before) <= 1e-6 * (before + moved));
        assert_true(moved > 0.0);
        hill_free(*state, &h);
    }
}

/* Neither in one step nor in many does ground come to stand higher than it was, or lower, by more
 * than a hair: many sweeps are the implicit solution, which has no new extremes. */
static void no_step_is_too_long(void **state)
{
    for (int i = 0; i < 10; i++) {
        hill h;
        hill_make(*state, 20.0, &h);
        roughen(&h, (uint64_t)i, 100.0);
        for (uint32_t v = 0; v < h.mesh->count; v++)
            h.height[v] = h.kind[v] ? 0.0f : h.height[v];
        h.creep.talus = 0.6;
        h.creep.years = pow(10.0, i);
        fluv_hillslopes_step(&h.slopes, &h.creep, 1, 400, h.thin, h.height);
        for (uint32_t v = 0; v < h.mesh->count; v++)
            assert_true(h.height[v] > -0.1f && h.height[v] < 100.1f);
        for (int s = 0; s < 200; s++) {
            fluv_hillslopes_step(&h.slopes, &h.creep, 1, 2, h.thin, h.height);
            for (uint32_t v = 0; v < h.mesh->count; v++)
                assert_true(fabsf(h.height[v]) < 101.0f);
        }
        hill_free(*state, &h);
    }
}

static double soil_of(const hill *h)
{
    double sum = 0.0;
    for (uint32_t v = 0; v < h->mesh->count; v++)
        sum += (double)h->height[v] * h->topology.areas[v];
    return sum;
}

/* A mesh of several blocks, and nothing that soil could leave by. */
static void soil_crosses_from_block_to_block(void **state)
{
    hill h;
    hill_make(*state, 6.0, &h);
    assert_true(h.mesh->count > FLUV_SIDE_BLOCK && h.slopes.across.count > 0);
    memset(h.kind, 0, h.mesh->count);
    roughen(&h, 3, 100.0);
    h.creep.talus = 0.6;
    double before = soil_of(&h);
    for (int s = 0; s < 20; s++)
        fluv_hillslopes_step(&h.slopes, &h.creep, 1, SWEEPS, h.thin, h.height);
    assert_true(before > 0.0 && fabs(soil_of(&h) - before) < 1e-4 * before);
    hill_free(*state, &h);
}

/* Walls far beyond the talus come down to it. */
static void walls_come_down_to_the_talus(void **state)
{
    hill h;
    hill_make(*state, 20.0, &h);
    h.creep.talus = 0.5;
    h.creep.years = 100.0;
    h.creep.diffusion = 1e-4;
    for (uint32_t v = 0; v < h.mesh->count; v++)
        h.height[v] = fabs(h.mesh->x[v] - 0.5 * WIDTH) < 0.2 * WIDTH ? 300.0f : 0.0f;
    for (int s = 0; s < 50; s++)
        fluv_hillslopes_step(&h.slopes, &h.creep, 1, 20, h.thin, h.height);
    for (uint32_t v = 0; v < h.mesh->count; v++) {
        fluv_around around = fluv_around_cell(&h.topology, v);
        for (uint32_t k = 0; k < around.count; k++)
            assert_true((double)fabsf(h.height[v] - h.height[around.cell[k]]) <
                        0.6 * fluv_cell_distance(&h.topology, v, around.cell[k]));
    }
    hill_free(*state, &h);
}

static void maps_say_where_soil_moves(void **state)
{
    hill h;
    hill_make(*state, 20.0, &h);
    roughen(&h, 3, 5.0);
    float *map = test_room(h.mesh->count, sizeof *map);
    float *before = test_room(h.mesh->count, sizeof *before);
    memcpy(before, h.height, h.mesh->count * sizeof *before);
    for (uint32_t v = 0; v < h.mesh->count; v++)
        map[v] = h.mesh->x[v] < 0.5 * WIDTH ? 0.0f : 0.01f;
    h.creep.diffusion_map = map;
    rise(&h, 0.0, 20);
    double west = 0.0, east = 0.0;
    for (uint32_t v = 0; v < h.mesh->count; v++)
        if (h.mesh->x[v] < 0.45 * WIDTH)
            west += fabs((double)h.height[v] - (double)before[v]);
        else
            east += fabs((double)h.height[v] - (double)before[v]);
    assert_true(west == 0.0 && east > 100.0);
    free(map);
    free(before);
    hill_free(*state, &h);
}

static void what_is_held_stays(void **state)
{
    hill h;
    hill_make(*state, 20.0, &h);
    roughen(&h, 4, 50.0);
    uint32_t held = h.mesh->count / 3;
    h.kind[held] = FLUV_CELL_HELD;
    h.height[held] = 70.0f;
    float west = h.height[0];
    rise(&h, 1e-4, 50);
    assert_true(h.height[held] == 70.0f && h.height[0] == west);
    hill_free(*state, &h);
}

static void threads_make_the_same_slopes(void **state)
{
    const int threads[] = {1, 2, 7};
    float *one = NULL;
    for (int i = 0; i < 3; i++) {
        hill other;
        hill_make(*state, 4.0, &other);
        roughen(&other, 9, 20.0);
        for (int s = 0; s < 5; s++)
            fluv_hillslopes_step(&other.slopes, &other.creep, threads[i], 2, other.thin,
                                 other.height);
        uint32_t count = other.mesh->count;
        assert_true(count > 3 * 4096); /* several blocks */
        one = one ? one : test_room(count, sizeof *one);
        if (i == 0)
            memcpy(one, other.height, count * sizeof *one);
        assert_memory_equal(one, other.height, count * sizeof *one);
        hill_free(*state, &other);
    }
    free(one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gentle_hills_are_parabolas),
        cmocka_unit_test(steep_hills_bend_to_their_talus),
        cmocka_unit_test(waves_die_as_theory_says),
        cmocka_unit_test(mass_is_kept_in_every_step),
        cmocka_unit_test(no_step_is_too_long),
        cmocka_unit_test(soil_crosses_from_block_to_block),
        cmocka_unit_test(walls_come_down_to_the_talus),
        cmocka_unit_test(maps_say_where_soil_moves),
        cmocka_unit_test(what_is_held_stays),
        cmocka_unit_test(threads_make_the_same_slopes),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
