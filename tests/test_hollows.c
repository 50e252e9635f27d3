// SPDX-License-Identifier: MIT
/* Sizes of hollows, against their definitions taken word by word on every cell. */
#include "terrain.h"

#include "one_thread.h"
#include "water/drainage.h"
#include "water/hollows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct measured {
    uint8_t *kind;
    uint32_t *receiver;
    fluv_drainage drainage;
    fluv_hollow_size *size;
} measured;

static void measure(fluv_ctx *ctx, const terrain *t, measured *m)
{
    const fluv_topology grid = terrain_grid(t);
    uint32_t *queue = test_room(t->cells, sizeof *queue);
    m->kind = test_room(t->cells, 1);
    m->receiver = test_room(t->cells, sizeof *m->receiver);
    fluv_cells_classify(&grid, 1, t->height, m->kind);
    fluv_cells_find_sea(&grid, t->height, m->kind, queue);
    free(queue);
    fluv_drainage_job job = {.topology = grid,
                             .height = t->height,
                             .kind = m->kind,
                             .descent = FLUV_STEEPEST,
                             .receiver = m->receiver};
    assert_int_equal(fluv_drainage_find(ctx, &job, &m->drainage), FLUV_OK);
    m->size = test_room(m->drainage.hierarchy.node_count, sizeof *m->size);
    assert_int_equal(fluv_hollows_measure(ctx, &grid, &m->drainage.hierarchy, t->height,
                                          m->drainage.label, m->size),
                     FLUV_OK);
}

static void free_measured(fluv_ctx *ctx, measured *m)
{
    free(m->kind);
    free(m->receiver);
    free(m->size);
    fluv_scratch_release(ctx, NULL);
}

static bool is_within(const fluv_hierarchy *h, uint32_t node, uint32_t hollow)
{
    while (node != FLUV_OUTSIDE && node != hollow)
        node = h->nodes[node].parent;
    return node == hollow;
}

static uint32_t outermost(const fluv_hierarchy *h, uint32_t node)
{
    while (h->nodes[node].parent != FLUV_OUTSIDE)
        node = h->nodes[node].parent;
    return node;
}

static bool in_a_basin(const measured *m, uint32_t cell)
{
    uint32_t label = m->drainage.label[cell];
    return label != FLUV_NONE && label != FLUV_OUTSIDE;
}

static bool is_about(double a, double b)
{
    return fabs(a - b) <= 1e-6 * (1.0 + fabs(a) + fabs(b));
}

/* Its cells are those below its spill in its basins; one at the height of its pass is none. */
static void expect_areas_and_volumes(const terrain *t, const measured *m)
{
    const fluv_hierarchy *h = &m->drainage.hierarchy;
    const double cell = t->cell * t->cell;
    for (uint32_t n = 1; n < h->node_count; n++) {
        double area = 0.0, volume = 0.0;
        for (uint32_t c = 0; c < t->cells; c++)
            if (in_a_basin(m, c) && is_within(h, m->drainage.label[c], n) &&
                t->height[c] < h->nodes[n].spill) {
                area += cell;
                volume += cell * (double)(h->nodes[n].spill - t->height[c]);
            }
        assert_true(is_about(m->size[n].area, area));
        assert_true(is_about(m->size[n].volume, volume));
    }
}

/* A cell's water fills its outermost hollow, spills from there into the next, and so on. */
static uint32_t expect_catchments(const terrain *t, const measured *m)
{
    const fluv_hierarchy *h = &m->drainage.hierarchy;
    double *all = test_room(h->node_count, sizeof *all);
    uint32_t passed_on = 0;
    for (uint32_t n = 0; n < h->node_count; n++)
        all[n] = 0.0;
    for (uint32_t c = 0; c < t->cells; c++)
        for (uint32_t at = in_a_basin(m, c) ? m->drainage.label[c] : FLUV_OUTSIDE;
             at != FLUV_OUTSIDE;) {
            uint32_t top = outermost(h, at), to = h->nodes[top].pass_to;
            all[top] += t->cell * t->cell;
            at = to == FLUV_NONE ? FLUV_OUTSIDE : m->drainage.label[to];
            passed_on += at != FLUV_OUTSIDE;
        }
    for (uint32_t n = 1; n < h->node_count; n++)
        if (h->nodes[n].parent == FLUV_OUTSIDE)
            assert_true(is_about(m->size[n].catchment, all[n]));
    free(all);
    return passed_on;
}

static void sizes_are_what_they_say(void **state)
{
    (void)state;
    fluv_ctx *ctx = fluv_ctx_new();
    uint32_t passed_on = 0;
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 1; seed <= 4; seed++) {
            terrain t;
            measured m;
            terrain_make(&t, kind, seed, 23 + (uint32_t)seed, 31);
            measure(ctx, &t, &m);
            expect_areas_and_volumes(&t, &m);
            passed_on += expect_catchments(&t, &m);
            free_measured(ctx, &m);
            terrain_free(&t);
        }
    assert_true(passed_on > 1000);
    fluv_ctx_delete(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sizes_are_what_they_say)};
    return cmocka_run_group_tests_name("hollows", tests, NULL, NULL);
}
