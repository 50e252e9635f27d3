// SPDX-License-Identifier: MIT
/* What a survey and the settling of hollows did to the ground can be taken back to the last bit. */
#include "context.h"
#include "terrain.h"

#include "water/drainage.h"
#include "water/hollows.h"
#include "water/survey.h"
#include "water/undo.h"

#include <stdlib.h>
#include <string.h>

typedef struct ground {
    terrain t;
    fluv_drainage_job job;
    fluv_drainage drainage;
    fluv_survey survey;
} ground;

/* Ground of all kinds, in steps of half a metre so that there are flats on it. */
static void make_ground(ground *g, terrain_kind kind, uint64_t seed)
{
    *g = (ground){0};
    terrain_make(&g->t, kind, seed, 40 + (uint32_t)seed * 7, 35 + (uint32_t)seed * 5);
    for (uint32_t c = 0; c < g->t.cells; c++)
        g->t.height[c] = floorf(g->t.height[c] * 2.0F) / 2.0F;
    g->job = (fluv_drainage_job){.topology = terrain_grid(&g->t),
                                 .height = g->t.height,
                                 .kind = test_room(g->t.cells, 1),
                                 .receiver = test_room(g->t.cells, sizeof(uint32_t)),
                                 .survey = &g->survey};
    fluv_cells_classify(&g->job.topology, 1, g->t.height, g->job.kind);
}

static void free_ground(fluv_ctx *ctx, ground *g)
{
    fluv_drainage_forget(ctx, &g->drainage);
    fluv_scratch_release(ctx, NULL);
    fluv_survey_free(&g->survey);
    free(g->job.kind);
    free(g->job.receiver);
    terrain_free(&g->t);
}

static void settle(fluv_ctx *ctx, ground *g)
{
    const fluv_hierarchy *h = &g->drainage.hierarchy;
    fluv_hollow_size *size = fluv_scratch(ctx, h->node_count, sizeof *size);
    uint32_t *pool_of = fluv_scratch(ctx, (size_t)h->basin_count + 1, sizeof *pool_of);
    assert_true(size && pool_of);
    assert_int_equal(
        fluv_hollows_measure(ctx, &g->job.topology, h, g->t.height, g->drainage.label, size),
        FLUV_OK);
    fluv_settlement settlement = {.topology = &g->job.topology,
                                  .kind = g->job.kind,
                                  .label = g->drainage.label,
                                  .hierarchy = h,
                                  .size = size,
                                  .rules = {.min_area = 20.0, .min_depth = 1.0F},
                                  .height = g->t.height,
                                  .receiver = g->job.receiver,
                                  .pool_of = pool_of,
                                  .undo = &g->survey.undo};
    assert_int_equal(fluv_hollows_settle(ctx, &settlement), FLUV_OK);
    fluv_list_free(&settlement.pools);
}

/* How many cells differ. */
static uint32_t differences(const ground *g, const float *before)
{
    uint32_t count = 0;
    for (uint32_t c = 0; c < g->t.cells; c++)
        count += memcmp(&g->t.height[c], &before[c], sizeof *before) != 0;
    return count;
}

static void the_ground_is_put_back_as_it_was(void **state)
{
    fluv_ctx *ctx = *state;
    uint32_t surveyed = 0, settled = 0;
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 0; seed < 24; seed++) {
            const fluv_survey_rules rules = {.min_area = 4.0, .max_sill = 3.0F};
            ground g;
            make_ground(&g, kind, seed);
            float *before = test_room(g.t.cells, sizeof *before);
            memcpy(before, g.t.height, g.t.cells * sizeof *before);
            assert_int_equal(fluv_drainage_find(ctx, &g.job, &g.drainage), FLUV_OK);
            assert_int_equal(fluv_survey_find(ctx, &g.drainage, &rules, g.t.height, &g.survey),
                             FLUV_OK);
            uint32_t changed = differences(&g, before);
            fluv_drainage_forget(ctx, &g.drainage);
            assert_int_equal(fluv_drainage_find(ctx, &g.job, &g.drainage), FLUV_OK);
            settle(ctx, &g);
            surveyed += changed;
            settled += differences(&g, before) > changed;
            fluv_undo(&g.survey.undo, g.t.height);
            assert_int_equal(differences(&g, before), 0);
            assert_int_equal(g.survey.undo.count, 0);
            free(before);
            free_ground(ctx, &g);
        }
    assert_true(surveyed > 100 && settled > 10);
}

/* Flats around which nothing changed keep their receivers: those that they would be given. */
static void flats_that_are_left_alone_drain_as_if_found_anew(void **state)
{
    fluv_ctx *ctx = *state;
    uint32_t surveyed = 0;
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 0; seed < 60; seed++) {
            const fluv_survey_rules rules = {.min_area = 4.0, .max_sill = 3.0F};
            ground g;
            make_ground(&g, kind, seed);
            uint32_t *before = test_room(g.t.cells, sizeof *before);
            assert_int_equal(fluv_drainage_find(ctx, &g.job, &g.drainage), FLUV_OK);
            assert_int_equal(fluv_survey_find(ctx, &g.drainage, &rules, g.t.height, &g.survey),
                             FLUV_OK);
            surveyed += (uint32_t)g.survey.lakes.count;
            fluv_drainage_forget(ctx, &g.drainage);
            assert_int_equal(fluv_drainage_find(ctx, &g.job, &g.drainage), FLUV_OK);
            memcpy(before, g.job.receiver, g.t.cells * sizeof *before);
            g.survey.changed = NULL;
            fluv_drainage_forget(ctx, &g.drainage);
            assert_int_equal(fluv_drainage_find(ctx, &g.job, &g.drainage), FLUV_OK);
            for (uint32_t c = 0; c < g.t.cells; c++)
                if (before[c] != g.job.receiver[c])
                    fail_msg("%s, seed %d: cell %u drains elsewhere", terrain_name(kind), (int)seed,
                             c);
            free(before);
            free_ground(ctx, &g);
        }
    assert_true(surveyed > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(the_ground_is_put_back_as_it_was),
                                       TEST(flats_that_are_left_alone_drain_as_if_found_anew)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
