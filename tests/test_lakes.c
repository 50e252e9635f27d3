// SPDX-License-Identifier: MIT
/* The stage `lakes`: what rain, evaporation and the shape of the ground say about levels and
 * volumes, what becomes of small hollows, and lakes that a map shows as flats. */
#include "water_land.h"

#include "base/random.h"
#include "stages/shared/routing.h"
#include "water/drainage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- Climate ------------------------------------------------------------------------------------
 */

static void check_budget(const fluv_landscape *land, double rate, bool only_dry)
{
    const fluv_budget *budget = fluv_budget_of(land);
    double rain = 0.0, stored = 0.0, own = land->frame.cell * land->frame.cell;
    for (size_t c = 0; c < fluv_cell_count(land); c++) {
        uint8_t cover = fluv_cover_of(land)[c];
        if (cover != FLUV_OCEAN && !(only_dry && cover == FLUV_LAKE))
            rain += rate * own;
    }
    for (size_t i = 0; i < fluv_lakes_of(land)->count; i++)
        stored += fluv_lakes_of(land)->lakes[i].volume;
    double spent = budget->evaporated + budget->stored + budget->left;
    assert_true(budget->known && budget->evaporated >= 0.0 && budget->left >= 0.0);
    assert_true(fabs(budget->rain - spent) <= 1e-9 * fmax(budget->rain, spent));
    if (!only_dry)
        assert_true(fabs(stored - budget->stored) <= 1e-5 * (stored + 1.0));
    if (!only_dry || budget->evaporated == 0.0) /* beds of dry lakes give no runoff */
        assert_true(fabs(budget->rain - rain) <= 1e-6 * rain);
}

static void rain_equals_evaporation_and_store_and_what_left(void **state)
{
    fluv_ctx *ctx = *state;
    for (uint64_t seed = 0; seed < 24; seed++)
        for (int mode = MODE_VOLUME; mode <= MODE_STEADY; mode++) {
            const climate *c = &land_climates[seed % LAND_CLIMATES];
            const setting lakes[] = {{"mode", mode},
                                     {"runoff", c->runoff},
                                     {"evaporation", c->evaporation},
                                     {"rain", c->rain},
                                     {"min_area", land_smallest[seed % 4]},
                                     {NULL, 0}};
            fluv_landscape land;
            land_of_variant(ctx, seed, &land);
            assert_int_equal(land_run(ctx, &land, "lakes", lakes), FLUV_OK);
            assert_true(fluv_budget_of(&land)->per_year == (mode == MODE_STEADY));
            check_budget(&land, mode == MODE_STEADY ? c->runoff : c->rain, mode == MODE_STEADY);
            fluv_landscape_free(&land);
        }
}

/* Wherever water stood before, it stands as high or higher now. */
static void expect_no_lower(const fluv_landscape *less, const fluv_landscape *more)
{
    for (size_t c = 0; c < fluv_cell_count(less); c++) {
        if (fluv_cover_of(less)[c] != FLUV_LAKE)
            continue;
        assert_int_equal(fluv_cover_of(more)[c], FLUV_LAKE);
        assert_true(fluv_water_of(more)[c] >= fluv_water_of(less)[c]);
    }
}

static void more_rain_never_lowers_a_lake(void **state)
{
    fluv_ctx *ctx = *state;
    for (uint64_t seed = 0; seed < 6; seed++)
        for (int mode = MODE_VOLUME; mode <= MODE_STEADY; mode++) {
            fluv_landscape before = {0};
            for (double wet = 0.01; wet < 3.0; wet *= 3.0) {
                const setting lakes[] = {{"mode", mode},
                                         {"runoff", wet},
                                         {"rain", 10.0 * wet},
                                         {"min_area", land_smallest[seed % 4]},
                                         {NULL, 0}};
                fluv_landscape land;
                land_of_variant(ctx, seed, &land);
                assert_int_equal(land_run(ctx, &land, "lakes", lakes), FLUV_OK);
                if (before.frame.cols)
                    expect_no_lower(&before, &land);
                fluv_landscape_free(&before);
                before = land;
            }
            fluv_landscape_free(&before);
        }
}

static void all_lakes_are(fluv_ctx *ctx, double runoff, double evaporation, uint8_t expected)
{
    size_t count = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        const setting lakes[] = {{"runoff", runoff},
                                 {"evaporation", evaporation},
                                 {"min_area", land_smallest[seed % 4]},
                                 {"flats", 2},
                                 {NULL, 0}};
        fluv_landscape land;
        land_of_variant(ctx, seed, &land);
        assert_int_equal(land_run(ctx, &land, "lakes", lakes), FLUV_OK);
        const fluv_lakes *found = fluv_lakes_of(&land);
        for (size_t i = 0; i < found->count; i++) {
            assert_int_equal(found->lakes[i].state, expected);
            assert_int_equal(found->lakes[i].closed, expected != FLUV_FULL);
        }
        count += found->count;
        fluv_landscape_free(&land);
    }
    assert_true(count > 20);
}

static void without_evaporation_every_lake_is_full(void **state)
{
    all_lakes_are(*state, 0.4, 0.0, FLUV_FULL);
}

static void without_runoff_every_lake_is_dry(void **state)
{
    all_lakes_are(*state, 0.0, 0.5, FLUV_EMPTY);
}

/* ---- A bowl -------------------------------------------------------------------------------------
 */

#define BOWL      41   /* cells a side */
#define RIM       10   /* steps from the middle; n = 8 d cells at d steps, 1 in the middle */
#define CATCHMENT 441. /* cells at RIM steps or less */

static double bowl_height(int d)
{
    return d <= RIM ? 10.0 + 2.0 * d : 30.0 - (d - RIM);
}

static int steps_from_middle(uint32_t cell)
{
    int dx = abs((int)(cell % BOWL) - BOWL / 2), dy = abs((int)(cell / BOWL) - BOWL / 2);
    return dx > dy ? dx : dy;
}

static double cells_at(int d)
{
    return d ? 8.0 * d : 1.0;
}

/* Depth of water times cells below a level. */
static double bowl_volume(double level)
{
    double sum = 0.0;
    for (int d = 0; d <= RIM; d++)
        sum += cells_at(d) * fmax(0.0, level - bowl_height(d));
    return sum;
}

static double bowl_level(double volume)
{
    double low = 10.0, high = 30.0;
    for (int i = 0; i < 100; i++) {
        double middle = 0.5 * (low + high);
        *(bowl_volume(middle) < volume ? &low : &high) = middle;
    }
    return low;
}

static fluv_lake fill_bowl(fluv_ctx *ctx, const setting *lakes)
{
    terrain t;
    fluv_landscape land;
    terrain_init(&t, BOWL, BOWL, 20.0);
    for (uint32_t c = 0; c < t.cells; c++)
        t.height[c] = (float)bowl_height(steps_from_middle(c));
    land_of_terrain(ctx, &t, &land);
    assert_int_equal(land_run(ctx, &land, "lakes", lakes), FLUV_OK);
    assert_int_equal(fluv_lakes_of(&land)->count, 1);
    fluv_lake lake = fluv_lakes_of(&land)->lakes[0];
    fluv_landscape_free(&land);
    terrain_free(&t);
    return lake;
}

static void a_bowl_holds_the_rain_that_fell_into_it(void **state)
{
    for (double rain = 0.5; rain < 10.0; rain *= 1.2) {
        const setting lakes[] = {
            {"mode", MODE_VOLUME}, {"evaporation", 0}, {"rain", rain}, {NULL, 0}};
        fluv_lake lake = fill_bowl(*state, lakes);
        double volume = fmin(rain * CATCHMENT, bowl_volume(30.0));
        bool full = rain * CATCHMENT >= bowl_volume(30.0);
        assert_int_equal(lake.state, full ? FLUV_FULL : FLUV_PARTIAL);
        assert_true(fabs((double)lake.level - bowl_level(volume)) < 1e-4);
        assert_true(fabs(lake.volume - volume * 400.0) <= 1e-5 * lake.volume);
        assert_true(fabs((double)lake.depth_max - ((double)lake.level - 10.0)) < 1e-5);
        if (!full)
            assert_true(lake.catchment == CATCHMENT * 400.0);
    }
}

static void a_bowl_loses_what_it_gets(void **state)
{
    const double runoff = 0.1;
    for (double evaporation = 0.05; evaporation < 3.0; evaporation *= 1.3) {
        const setting lakes[] = {{"runoff", runoff}, {"evaporation", evaporation}, {NULL, 0}};
        fluv_lake lake = fill_bowl(*state, lakes);
        double most = (2 * RIM - 1) * (2 * RIM - 1); /* cells below the rim */
        double cells = runoff * CATCHMENT / (runoff + evaporation);
        double wet = lake.area / 400.0, side = sqrt(wet);
        assert_int_equal(lake.state, cells >= most ? FLUV_FULL : FLUV_PARTIAL);
        if (lake.state == FLUV_FULL) {
            assert_true(lake.level == 30.0F && wet == most);
        } else { /* whole rings of cells: one less would lose too little */
            assert_true(side == floor(side) && wet >= cells * (1.0 - 1e-9));
            assert_true((side - 2.0) * (side - 2.0) <= cells);
        }
    }
}

/* ---- Small hollows ------------------------------------------------------------------------------
 */

static fluv_ground_change difference(const fluv_landscape *land, const terrain *t)
{
    fluv_ground_change change = {0};
    for (uint32_t c = 0; c < t->cells; c++) {
        double rise = (double)fluv_height_of(land)[c] - (double)t->height[c];
        if (rise > 0.0)
            change.volume_filled += rise * t->cell * t->cell;
        else if (rise < 0.0)
            change.volume_cut -= rise * t->cell * t->cell;
    }
    return change;
}

/* Ground without a hollow: every cell is as high as a flood would rise there. */
static void expect_no_pits(const fluv_landscape *land, const char *name, uint64_t seed)
{
    const fluv_frame *frame = &land->frame;
    fluv_topology grid = fluv_topology_grid(frame->cols, frame->rows, frame->cell);
    uint8_t *kind = test_room(grid.count, 1);
    float *level = test_room(grid.count, sizeof *level);
    const float *height = fluv_height_of(land);
    fluv_cells_classify(&grid, 1, height, kind);
    for (uint32_t c = 0; c < grid.count; c++)
        kind[c] |= fluv_cover_of(land)[c] == FLUV_OCEAN ? FLUV_CELL_SEA : 0;
    terrain_flood(&grid, height, kind, level);
    for (uint32_t c = 0; c < grid.count; c++)
        if (!kind[c] && level[c] > fmaxf(height[c], 0.0F))
            fail_msg("%s, seed %llu: a pit is left at cell %u: %.9g m, spills at %.9g m", name,
                     (unsigned long long)seed, c, (double)height[c], (double)level[c]);
    free(kind);
    free(level);
}

static const setting no_lakes[] = {{"min_area", 1e12}, {"flats", 2}, {NULL, 0}};

static void hollows_smaller_than_the_smallest_lake_are_gone(void **state)
{
    fluv_ctx *ctx = *state;
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 0; seed < 16; seed++) {
            terrain t;
            fluv_landscape land;
            terrain_make(&t, kind, seed, 5 + (uint32_t)(seed * 7 % 40), 30);
            land_of_terrain(ctx, &t, &land);
            assert_int_equal(land_run(ctx, &land, "lakes", no_lakes), FLUV_OK);
            assert_int_equal(fluv_lakes_of(&land)->count, 0);
            expect_no_pits(&land, terrain_name(kind), seed);
            fluv_ground_change real = difference(&land, &t), told = *fluv_ground_change_of(&land);
            double sum = real.volume_cut + real.volume_filled;
            assert_true(fabs(real.volume_cut - told.volume_cut) <= 1e-5 * sum);
            assert_true(fabs(real.volume_filled - told.volume_filled) <= 1e-5 * sum);
            fluv_landscape_free(&land);
            terrain_free(&t);
        }
}

/* What cutting a way out of the only hollow would move, m3; INFINITY where no cut can end. */
static double cut_cost(const fluv_drainage *d, const terrain *t)
{
    const fluv_hollow *hollow = &d->hierarchy.nodes[1];
    double level = (double)t->height[hollow->root], sum = 0.0, own = t->cell * t->cell;
    for (uint32_t at = hollow->pass_from; at != FLUV_NONE; at = d->receiver[at])
        sum += own * ((double)t->height[at] - level);
    for (uint32_t at = hollow->pass_to; at != FLUV_NONE; at = d->receiver[at]) {
        if ((double)t->height[at] <= level)
            return sum;
        if (d->kind[at] & FLUV_CELL_SEA)
            return INFINITY;
        sum += own * ((double)t->height[at] - level);
    }
    return sum;
}

static void a_single_hollow_is_cut_or_filled_whichever_moves_less(void **state)
{
    fluv_ctx *ctx = *state;
    uint32_t cut = 0, filled = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        terrain t;
        fluv_landscape land;
        fluv_drainage d;
        terrain_make(&t, seed % 2 ? TERRAIN_RANDOM : TERRAIN_NOISE, seed, 5 + (uint32_t)(seed % 3),
                     seed % 2 ? 4 : 9);
        uint8_t *kind = test_room(t.cells, 1);
        uint32_t *receiver = test_room(t.cells, sizeof *receiver);
        fluv_topology grid = terrain_grid(&t);
        fluv_cells_classify(&grid, 1, t.height, kind);
        fluv_drainage_job job = {
            .topology = grid, .height = t.height, .kind = kind, .receiver = receiver};
        land_of_terrain(ctx, &t, &land);
        fluv_routing_set(&land, &job);
        assert_int_equal(fluv_drainage_find(ctx, &job, &d), FLUV_OK);
        if (d.hierarchy.basin_count == 1) {
            double by_cut = cut_cost(&d, &t), by_fill = 0.0;
            for (uint32_t c = 0; c < t.cells; c++)
                if (d.label[c] == 1)
                    by_fill += t.cell * t.cell *
                               fmax(0.0, (double)d.hierarchy.nodes[1].spill - (double)t.height[c]);
            assert_int_equal(land_run(ctx, &land, "lakes", no_lakes), FLUV_OK);
            fluv_ground_change real = difference(&land, &t);
            double moved = real.volume_cut + real.volume_filled, least = fmin(by_cut, by_fill);
            assert_true(fabs(moved - least) <= 1e-5 * least);
            cut += real.volume_cut > 0.0;
            filled += real.volume_filled > 0.0;
        }
        fluv_landscape_free(&land);
        fluv_scratch_release(ctx, NULL);
        free(kind);
        free(receiver);
        terrain_free(&t);
    }
    assert_true(cut > 10 && filled > 10);
}

/* ---- Surveyed lakes -----------------------------------------------------------------------------
 */

/* Hills with a flat disc of `radius` cells in a hollow; one cell of its shore is lower. */
static void make_surveyed(terrain *t, int radius, float level, uint64_t seed)
{
    terrain_init(t, 60, 60, 30.0);
    fluv_key key = fluv_key_make(seed, "test", "survey");
    for (uint32_t c = 0; c < t->cells; c++) {
        double d = hypot((double)(c % 60) - 30.0, (double)(c / 60) - 30.0) - radius;
        double wobble = fluv_random_between(key, c, -0.03, 0.03);
        double slope = d < 12.0 ? 2.0 * d : 24.0 - 1.0 * (d - 12.0);
        t->height[c] = level + (float)(d <= 0.0 ? wobble : 1.0 + slope);
    }
    for (uint32_t col = 30 + (uint32_t)radius + 1; col < 60; col++) /* the way out */
        t->height[30 * 60 + col] = level - 0.2F * (float)(col - 30 - (uint32_t)radius);
}

static void surveyed_flats_become_lakes_at_their_level(void **state)
{
    fluv_ctx *ctx = *state;
    for (uint64_t seed = 0; seed < 12; seed++) {
        terrain t;
        fluv_landscape land;
        int radius = 5 + (int)seed;
        float level = 40.0F + 10.0F * (float)seed;
        make_surveyed(&t, radius, level, seed);
        uint32_t cells = 0;
        for (uint32_t c = 0; c < t.cells; c++)
            cells += hypot((double)(c % 60) - 30.0, (double)(c / 60) - 30.0) <= radius;
        const setting lakes[] = {{"mode", (double)(seed % MODES)}, {NULL, 0}};
        land_of_terrain(ctx, &t, &land);
        assert_int_equal(land_run_water(ctx, &land, lakes, NULL), 0);
        const fluv_lakes *found = fluv_lakes_of(&land);
        assert_int_equal(found->count, 1);
        assert_true(found->lakes[0].surveyed && found->lakes[0].outlet != 0);
        assert_true(fabsf(found->lakes[0].level - level) <= 0.125F);
        assert_true(fabs(found->lakes[0].area / 900.0 - cells) <= 0.02 * cells + 2.0);
        assert_true(found->lakes[0].depth_max > 0.0F);
        assert_int_equal(land_count_broken(ctx, &land, "surveyed", seed), 0);
        fluv_landscape_free(&land);
        terrain_free(&t);
    }
}

/* A flat shelf on the slope above a lake, both in a bowl that no gap opens below the shelf: the
 * shelf is met first, but what lies below it is no error of the map. */
static void a_shelf_above_a_lake_leaves_it_its_level(void **state)
{
    fluv_ctx *ctx = *state;
    terrain t;
    fluv_landscape land;
    terrain_init(&t, 60, 60, 30.0);
    for (uint32_t c = 0; c < t.cells; c++) {
        uint32_t col = c % 60, row = c / 60;
        double d = hypot((double)col - 30.0, (double)row - 30.0);
        double z = d <= 12.0 ? 40.0 : d < 22.0 ? 40.5 + 0.9 * (d - 12.0) : 49.5 - 0.5 * (d - 22.0);
        bool shelf = row >= 8 && row < 16 && col >= 26 && col < 34;
        bool gap = row == 30 && col > 45;
        t.height[c] = (float)(shelf ? 44.0 : gap ? fmin(z, 46.0 - 0.3 * (col - 45)) : z);
    }
    land_of_terrain(ctx, &t, &land);
    assert_int_equal(land_run_water(ctx, &land, NULL, NULL), 0);
    assert_int_equal(fluv_lakes_of(&land)->count, 1);
    assert_true(fabsf(fluv_lakes_of(&land)->lakes[0].level - 40.0F) <= 0.125F);
    assert_int_equal(land_count_broken(ctx, &land, "shelf", 0), 0);
    fluv_landscape_free(&land);
    terrain_free(&t);
}

/* Heights that are alike along lines, half a metre below what lies between. */
static void lace_is_no_lake(void **state)
{
    fluv_ctx *ctx = *state;
    terrain t;
    fluv_landscape land;
    terrain_init(&t, 60, 60, 30.0);
    for (uint32_t c = 0; c < t.cells; c++) {
        uint32_t col = c % 60, row = c / 60;
        double d = hypot((double)col - 30.0, (double)row - 30.0);
        bool line = col % 4 == 0 || row % 4 == 0 || (col > 28 && col < 32 && row > 28 && row < 32);
        t.height[c] = (float)(d > 14.0 ? 42.0 + d - 14.0 : line ? 40.0 : 40.5);
    }
    land_of_terrain(ctx, &t, &land);
    assert_int_equal(land_run_water(ctx, &land, NULL, NULL), 0);
    for (size_t i = 0; i < fluv_lakes_of(&land)->count; i++)
        assert_false(fluv_lakes_of(&land)->lakes[i].surveyed);
    fluv_landscape_free(&land);
    terrain_free(&t);
}

/* A lake that drains about 1.2 km2 has an outlet in any case, and a river there if that is asked
 * for, or if rivers begin with less. */
static void small_lakes_have_rivers_below_them_or_not(void **state)
{
    fluv_ctx *ctx = *state;
    for (int outlets = 0; outlets < 2; outlets++)
        for (int far = 0; far < 2; far++) {
            terrain t;
            fluv_landscape land;
            const setting rivers[] = {{"outlets", outlets}, {"area", far ? 3e6 : 1e5}, {NULL, 0}};
            make_surveyed(&t, 9, 70.0F, 1);
            land_of_terrain(ctx, &t, &land);
            assert_int_equal(land_run_water(ctx, &land, NULL, rivers), 0);
            const fluv_lake *lake = &fluv_lakes_of(&land)->lakes[0];
            assert_false(lake->closed);
            assert_int_equal(lake->outlet != 0, outlets || !far);
            assert_int_equal(fluv_rivers_of(&land)->count == 0, !outlets && far);
            assert_int_equal(land_count_broken(ctx, &land, "outlets", 0), 0);
            fluv_landscape_free(&land);
            terrain_free(&t);
        }
}

/* Steps of whole metres down a hillside: flats, but with lower ground along one side. */
static void terraces_stay_land(void **state)
{
    fluv_ctx *ctx = *state;
    for (uint32_t wide = 6; wide < 20; wide += 2) {
        terrain t;
        fluv_landscape land;
        terrain_init(&t, 64, 48, 30.0);
        for (uint32_t c = 0; c < t.cells; c++)
            t.height[c] = 50.0F + floorf((float)(c % 64) / (float)wide);
        for (uint32_t c = 0; c < t.cells; c++) /* the lowest is a slope: at the frame's edge it
                                                  would look like a lake that goes on beyond */
            if (c % 64 < wide)
                t.height[c] -= 0.5F * (float)(wide - c % 64);
        land_of_terrain(ctx, &t, &land);
        assert_int_equal(land_run_water(ctx, &land, NULL, NULL), 0);
        assert_int_equal(fluv_lakes_of(&land)->count, 0);
        assert_int_equal(land_count_broken(ctx, &land, "terraces", wide), 0);
        fluv_landscape_free(&land);
        terrain_free(&t);
    }
}

static void flats_may_be_land(void **state)
{
    fluv_ctx *ctx = *state;
    terrain t;
    fluv_landscape land;
    const setting lakes[] = {{"flats", 2}, {NULL, 0}};
    make_surveyed(&t, 9, 70.0F, 1);
    land_of_terrain(ctx, &t, &land);
    assert_int_equal(land_run_water(ctx, &land, lakes, NULL), 0);
    for (size_t i = 0; i < fluv_lakes_of(&land)->count; i++)
        assert_false(fluv_lakes_of(&land)->lakes[i].surveyed);
    assert_int_equal(land_count_broken(ctx, &land, "flats are land", 0), 0);
    fluv_landscape_free(&land);
    terrain_free(&t);
}

/* Many bowls, and a flat in the middle of one: no map of lakes as flats. */
static void a_flat_among_many_hollows_leaves_them_lakes(void **state)
{
    enum { BOWLS = 6, WIDE = 16, SIDE = BOWLS * WIDE };
    fluv_ctx *ctx = *state;
    terrain t;
    fluv_landscape land;
    terrain_init(&t, SIDE, SIDE, 30.0);
    for (uint32_t c = 0; c < t.cells; c++) {
        double x = (double)(c % WIDE) - 7.5, y = (double)(c / SIDE % WIDE) - 7.5;
        t.height[c] = 50.0F + (float)fmin(6.0, 0.15 * (x * x + y * y));
        if (c % SIDE / WIDE == 2 && c / SIDE / WIDE == 2)
            t.height[c] = fmaxf(t.height[c], 53.0F);
    }
    land_of_terrain(ctx, &t, &land);
    assert_int_equal(land_run_water(ctx, &land, NULL, NULL), 0);
    size_t surveyed = 0;
    for (size_t i = 0; i < fluv_lakes_of(&land)->count; i++)
        surveyed += fluv_lakes_of(&land)->lakes[i].surveyed;
    assert_int_equal(surveyed, 1);
    assert_int_equal(fluv_lakes_of(&land)->count, BOWLS * BOWLS);
    fluv_landscape_free(&land);
    terrain_free(&t);
}

/* The lakes in a valley with a bowl in its bed. */
static size_t count_in_valley(fluv_ctx *ctx, double bowl, const setting *lakes)
{
    terrain t;
    fluv_landscape land;
    terrain_init(&t, 60, 60, 30.0);
    for (uint32_t c = 0; c < t.cells; c++) {
        double across = (double)(c % 60) - 30.0, up = (double)(c / 60) - 20.0;
        double inside = 1.0 - (across * across + up * up) / 64.0;
        t.height[c] = (float)(100.0 + 0.5 * up + 0.5 * fabs(across) - bowl * fmax(0.0, inside));
    }
    land_of_terrain(ctx, &t, &land);
    assert_int_equal(land_run_water(ctx, &land, lakes, NULL), 0);
    size_t count = fluv_lakes_of(&land)->count;
    assert_int_equal(land_count_broken(ctx, &land, "valley", (uint64_t)bowl), 0);
    fluv_landscape_free(&land);
    terrain_free(&t);
    return count;
}

static void gorges_and_silted_hollows_are_drained_where_asked_for(void **state)
{
    const setting any[] = {{NULL, 0}}, wide[] = {{"gorge", 0.05}, {NULL, 0}};
    const setting silted[] = {{"silt", 1.0}, {NULL, 0}}, fresh[] = {{"silt", 0.01}, {NULL, 0}};
    assert_int_equal(count_in_valley(*state, 40.0, any), 1);
    assert_int_equal(count_in_valley(*state, 40.0, wide), 0);
    assert_int_equal(count_in_valley(*state, 12.0, wide), 1);
    assert_int_equal(count_in_valley(*state, 12.0, silted), 0);
    assert_int_equal(count_in_valley(*state, 12.0, fresh), 1);
}

/* A hollow at the sea's level is cut open to the sea: there is no step to climb. */
static void a_hollow_is_cut_to_a_sea_as_low(void **state)
{
    static const float along[] = {20, 20, 0, 6, -3, -4, -5, -6, -7};
    const setting none[] = {{"min_area", 1e6}, {NULL, 0}};
    terrain t;
    fluv_landscape land;
    terrain_init(&t, 9, 5, 30.0);
    for (uint32_t c = 0; c < t.cells; c++)
        t.height[c] = c / 9 == 2 ? along[c % 9] : 20.0f;
    land_of_terrain(*state, &t, &land);
    assert_int_equal(land_run(*state, &land, "lakes", none), FLUV_OK);
    const float *height = fluv_height_of(&land);
    for (uint32_t c = 0; c < t.cells; c++)
        assert_true(height[c] <= t.height[c]); /* nothing is filled */
    assert_true(height[18 + 3] == 0.0f);
    fluv_landscape_free(&land);
    terrain_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hollow_is_cut_to_a_sea_as_low),
        cmocka_unit_test(a_flat_among_many_hollows_leaves_them_lakes),
        cmocka_unit_test(gorges_and_silted_hollows_are_drained_where_asked_for),
        cmocka_unit_test(rain_equals_evaporation_and_store_and_what_left),
        cmocka_unit_test(more_rain_never_lowers_a_lake),
        cmocka_unit_test(without_evaporation_every_lake_is_full),
        cmocka_unit_test(without_runoff_every_lake_is_dry),
        cmocka_unit_test(a_bowl_holds_the_rain_that_fell_into_it),
        cmocka_unit_test(a_bowl_loses_what_it_gets),
        cmocka_unit_test(hollows_smaller_than_the_smallest_lake_are_gone),
        cmocka_unit_test(a_single_hollow_is_cut_or_filled_whichever_moves_less),
        cmocka_unit_test(surveyed_flats_become_lakes_at_their_level),
        cmocka_unit_test(terraces_stay_land),
        cmocka_unit_test(flats_may_be_land),
        cmocka_unit_test(a_shelf_above_a_lake_leaves_it_its_level),
        cmocka_unit_test(lace_is_no_lake),
        cmocka_unit_test(small_lakes_have_rivers_below_them_or_not),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
