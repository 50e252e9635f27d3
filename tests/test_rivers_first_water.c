// SPDX-License-Identifier: MIT
/* Rivers first: lakes meet the rivers that leave and enter them, rivers are as wide in the cells as
 * they say and run in valleys, lakes are no deeper than lakes are, deltas add land and take no
 * river away, and the frame's edge is land like any other. */
#include "field/distance.h"
#include "how_many.h"
#include "landscape/regions.h"
#include "rivers_first.h"

#include <math.h>

typedef struct made {
    fluv_ctx *ctx;
    fluv_builder *builder;
    const fluv_landscape *land;
    const fluv_frame *frame;
} made;

static made begin(const char *name, int seed, int size, const char *change, fluv_recipe **recipe)
{
    made m = {.ctx = fluv_ctx_new()};
    m.builder = fluv_builder_new(m.ctx);
    *recipe = preset(m.ctx, name, seed, size);
    if (change)
        set(m.ctx, *recipe, "%s", change);
    return m;
}

static void finish(made *m, fluv_recipe *recipe)
{
    m->land = run(m->ctx, m->builder, recipe);
    m->frame = fluv_frame_of(m->land);
    fluv_recipe_delete(recipe);
}

static made make(const char *name, int seed, int size, const char *change)
{
    fluv_recipe *recipe;
    made m = begin(name, seed, size, change, &recipe);
    finish(&m, recipe);
    return m;
}

static void unmake(made *m)
{
    fluv_builder_delete(m->builder);
    fluv_ctx_delete(m->ctx);
}

static uint32_t cell_at(const made *m, double x, double y)
{
    double col = floor((x - m->frame->west) / m->frame->cell);
    double row = floor((m->frame->north - y) / m->frame->cell);
    if (col < 0.0 || row < 0.0 || col >= m->frame->cols || row >= m->frame->rows)
        return UINT32_MAX;
    return (uint32_t)row * m->frame->cols + (uint32_t)col;
}

static uint8_t cover_at(const made *m, double x, double y)
{
    uint32_t cell = cell_at(m, x, y);
    return cell == UINT32_MAX ? FLUV_OCEAN : fluv_cover_of(m->land)[cell];
}

/* ---- Lakes ---- */

/* The lowest river surface beside lake cells, against the lake's; metres below it. */
static float deepest_step(const made *m, uint32_t cell)
{
    uint32_t cols = m->frame->cols, col = cell % cols, row = cell / cols;
    float level = fluv_water_of(m->land)[cell], most = 0.0F;
    for (uint32_t r = row ? row - 1 : 0; r <= row + 1 && r < m->frame->rows; r++)
        for (uint32_t c = col ? col - 1 : 0; c <= col + 1 && c < cols; c++)
            if (fluv_cover_of(m->land)[r * cols + c] == FLUV_RIVER)
                most = fmaxf(most, level - fluv_water_of(m->land)[r * cols + c]);
    return most;
}

static void expect_rivers_meet(const made *m, const char *name)
{
    const fluv_lakes *lakes = fluv_lakes_of(m->land);
    const fluv_rivers *rivers = fluv_rivers_of(m->land);
    for (uint32_t cell = 0; cell < fluv_cell_count(m->land); cell++)
        if (fluv_cover_of(m->land)[cell] == FLUV_LAKE && deepest_step(m, cell) > 0.0F)
            fail_msg("%s: a river beside a lake stands %g m lower", name,
                     (double)deepest_step(m, cell));
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        const fluv_river_point *points = rivers->points + reach->first_point;
        for (size_t k = 0; k < lakes->count; k++) {
            float level = lakes->lakes[k].level;
            if (reach->lake == lakes->lakes[k].id)
                assert_float_equal(points[reach->point_count - 1].surface, level, 0.0);
            if (lakes->lakes[k].outlet == reach->id && reach->point_count > 2)
                assert_float_equal(points[1].surface, level, 0.0);
        }
    }
}

static void lakes_stand_at_their_outlets(void **state)
{
    (void)state;
    size_t lakes = 0;
    for (size_t i = 0; i < RIVERS_FIRST_PRESETS; i++) {
        made m = make(rivers_first_presets[i], 7, 256, NULL);
        lakes += fluv_lakes_of(m.land)->count;
        expect_rivers_meet(&m, rivers_first_presets[i]);
        unmake(&m);
    }
    assert_true(lakes > 20);
}

#define SHORE_SEEDS 4

/* Over several seeds: as many large lakes beside small ones as real land has, none of them a disc.
 */
static void lakes_have_many_sizes_and_shores(void **state)
{
    (void)state;
    double logs = 0.0, least = INFINITY, count = 0.0, shores = 0.0;
    for (int seed = 1; seed <= SHORE_SEEDS; seed++) {
        made m = make("basins-island", seed, 1024, NULL);
        const fluv_lakes *lakes = fluv_lakes_of(m.land);
        for (size_t i = 0; i < lakes->count; i++) {
            logs += log(lakes->lakes[i].area);
            least = fmin(least, log(lakes->lakes[i].area));
        }
        count += (double)lakes->count;
        fluv_measures *measures = NULL;
        assert_int_equal(fluv_measure(m.ctx, m.land, NULL, &measures), FLUV_OK);
        shores += fluv_measures_find(measures, "shore_development")->value / SHORE_SEEDS;
        fluv_measures_delete(measures);
        unmake(&m);
    }
    double exponent = (count - 1.0) / (logs - count * least);
    print_message("%g lakes, exponent %.2f, shores %.2f\n", count, exponent, shores);
    assert_true(exponent > 0.5 && exponent < 0.9);
    assert_true(shores > 1.4 && shores < 2.0);
}

/* How deep a lake is against the usual mean depth of one of its area. */
static double depth_share(const fluv_lake *lake)
{
    return lake->volume / lake->area / (3.9 * pow(lake->area / 1e6, 0.2));
}

static void plains_have_shallow_lakes_and_mountains_deeper_ones(void **state)
{
    QUICK_BUILD_ALONE();
    (void)state;
    double sum[2] = {0.0, 0.0};
    size_t count[2] = {0, 0};
    for (int seed = 1; seed <= 2; seed++) {
        made m = make("basins-continent", seed, 256, NULL);
        const fluv_lakes *lakes = fluv_lakes_of(m.land);
        for (size_t i = 0; i < lakes->count; i++) {
            const fluv_lake *lake = &lakes->lakes[i];
            bool high = fluv_region_of(m.land)[cell_at(&m, lake->x, lake->y)] == FLUV_MOUNTAIN;
            double share = depth_share(lake);
            if (share > 6.5 || lake->depth_max > (high ? 200.0F : 60.0F))
                fail_msg("a lake of %g km2 is %g m deep", lake->area / 1e6,
                         (double)lake->depth_max);
            sum[high] += share;
            count[high]++;
        }
        unmake(&m);
    }
    assert_true(count[0] > 10 && count[1] > 10);
    assert_true(sum[1] / (double)count[1] > 1.5 * sum[0] / (double)count[0]);
}

/* ---- Widths ---- */

/* How far water goes from a point of a line, square to it, m. */
static double water_aside(const made *m, const fluv_river_point *at, double dx, double dy)
{
    double step = 0.1 * m->frame->cell, far = 0.0;
    while (far < 2.0 * (double)at->width) {
        uint8_t cover = cover_at(m, at->x + (far + step) * dx, at->y + (far + step) * dy);
        if (cover == FLUV_LAND || cover == FLUV_DRY_BED)
            break;
        far += step;
    }
    return far;
}

static void wide_rivers_cover_their_width(void **state)
{
    (void)state;
    made m = make("basins-island", 5, 1024, "channels.width=40");
    const fluv_rivers *rivers = fluv_rivers_of(m.land);
    size_t looked = 0, narrow = 0;
    double said = 0.0, found = 0.0;
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_river_point *p = rivers->points + rivers->reaches[i].first_point;
        for (uint32_t k = 2; k + 2 < rivers->reaches[i].point_count; k++) {
            double dx = p[k + 2].x - p[k - 2].x, dy = p[k + 2].y - p[k - 2].y;
            double length = hypot(dx, dy), width = (double)p[k].width;
            if (width < 3.0 * m.frame->cell || rivers->reaches[i].kind == FLUV_DRY)
                continue;
            double covered = water_aside(&m, &p[k], dy / length, -dx / length) +
                             water_aside(&m, &p[k], -dy / length, dx / length);
            looked++;
            narrow += covered < width - 1.5 * m.frame->cell;
            said += width;
            found += fmin(covered, width);
        }
    }
    assert_true(looked > 300);
    if (narrow > looked / 50 || found < 0.93 * said)
        fail_msg("%zu of %zu places too narrow; %.0f %% of the width is covered", narrow, looked,
                 100.0 * found / said);
    expect_clean(m.ctx, m.land, "wide rivers", 5);
    unmake(&m);
}

/* ---- Deltas ---- */

static double river_length(const made *m)
{
    double length = 0.0;
    for (size_t i = 0; i < fluv_rivers_of(m->land)->count; i++)
        length += fluv_rivers_of(m->land)->reaches[i].length;
    return length;
}

/* The share of the land that has no water within 3 km. */
static double far_from_water(const made *m)
{
    uint32_t cells = (uint32_t)fluv_cell_count(m->land), cols = m->frame->cols;
    uint8_t *wet = test_calloc(cells, 1);
    float *distance = test_malloc(cells * sizeof *distance);
    uint32_t *nearest = test_malloc(cells * sizeof *nearest);
    size_t land = 0, far = 0;
    for (uint32_t c = 0; c < cells; c++)
        wet[c] = fluv_cover_of(m->land)[c] != FLUV_LAND;
    fluv_distance_job job = {cols, m->frame->rows, m->frame->cell, wet};
    assert_int_equal(fluv_distance(m->ctx, &job, distance, nearest), FLUV_OK);
    for (uint32_t c = 0; c < cells; c++) {
        land += !wet[c];
        far += !wet[c] && distance[c] > 3000.0F;
    }
    test_free(wet);
    test_free(distance);
    test_free(nearest);
    return (double)far / (double)land;
}

/* What is land in one and ocean in the other: how many cells, and the highest. */
static size_t land_won(const made *with, const made *without, float *highest)
{
    size_t won = 0;
    *highest = 0.0F;
    for (size_t c = 0; c < fluv_cell_count(with->land); c++) {
        bool sea = fluv_cover_of(with->land)[c] == FLUV_OCEAN;
        bool was = fluv_cover_of(without->land)[c] == FLUV_OCEAN;
        assert_false(sea && !was);
        won += was && !sea;
        if (was && !sea)
            *highest = fmaxf(*highest, fluv_height_of(with->land)[c]);
    }
    return won;
}

static void deltas_add_land_and_take_no_river_away(void **state)
{
    (void)state;
    for (int seed = 102; seed < 102 + (int)cases_of(2, 1); seed++) {
        made with = make("basins-delta", seed, 320, "channels.deltas=1");
        made without = make("basins-delta", seed, 320, "channels.deltas=0");
        if (river_length(&with) < river_length(&without))
            fail_msg("seed %d: %.0f km of rivers with a delta, %.0f km without", seed,
                     river_length(&with) / 1000.0, river_length(&without) / 1000.0);
        if (far_from_water(&with) > far_from_water(&without) + 0.002)
            fail_msg("seed %d: %.1f %% of the land far from water with a delta, %.1f %% without",
                     seed, 100.0 * far_from_water(&with), 100.0 * far_from_water(&without));
        float highest;
        size_t won = land_won(&with, &without, &highest);
        double area = (double)won * with.frame->cell * with.frame->cell;
        if (area < 10e6 || highest > 8.0F)
            fail_msg("seed %d: %.1f km2 won from the sea, up to %g m high", seed, area / 1e6,
                     (double)highest);
        expect_clean(with.ctx, with.land, "with a delta", seed);
        unmake(&with);
        unmake(&without);
    }
}

/* ---- The frame's edge ---- */

/* The mean height of dry land within so many cells of the frame's edge, m. */
static double mean_height(const made *m, uint32_t from, uint32_t to, size_t *count)
{
    double sum = 0.0;
    for (uint32_t c = 0; c < fluv_cell_count(m->land); c++) {
        uint32_t col = c % m->frame->cols, row = c / m->frame->cols;
        uint32_t across = m->frame->cols - 1 - col < col ? m->frame->cols - 1 - col : col;
        uint32_t down = m->frame->rows - 1 - row < row ? m->frame->rows - 1 - row : row;
        uint32_t in = across < down ? across : down;
        if (in < from || in >= to || fluv_cover_of(m->land)[c] != FLUV_LAND)
            continue;
        sum += (double)fluv_height_of(m->land)[c];
        ++*count;
    }
    return sum;
}

static size_t rivers_over_edge(const made *m)
{
    const fluv_rivers *rivers = fluv_rivers_of(m->land);
    size_t count = 0;
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        const fluv_river_point *end = &rivers->points[reach->first_point + reach->point_count - 1];
        double east = (end->x - m->frame->west) / m->frame->cell;
        double south = (m->frame->north - end->y) / m->frame->cell;
        count += !reach->next_down && !reach->lake &&
                 fmin(fmin(east, m->frame->cols - east), fmin(south, m->frame->rows - south)) < 0.6;
    }
    return count;
}

static void the_frames_edge_is_no_wall(void **state)
{
    QUICK_BUILD_ALONE();
    (void)state;
    const char *const shapes[] = {"continent", "peninsula", "none"};
    for (int i = 0; i < 3; i++) {
        double at_edge = 0.0, inland = 0.0;
        size_t edge_cells = 0, inland_cells = 0, leaving = 0;
        for (int seed = 1; seed <= 8; seed++) { /* mountains lie anywhere, so it takes a few */
            char change[40];
            snprintf(change, sizeof change, "coast.shape=%s", shapes[i]);
            fluv_recipe *recipe;
            made m = begin("basins-continent", seed, 128, change, &recipe);
            make_coarse(m.ctx, recipe, 400000.0);
            finish(&m, recipe);
            at_edge += mean_height(&m, 0, 2, &edge_cells);
            inland += mean_height(&m, 6, 20, &inland_cells);
            leaving += rivers_over_edge(&m);
            unmake(&m);
        }
        double ratio = at_edge / (double)edge_cells / (inland / (double)inland_cells);
        if (ratio < 0.75 || ratio > 1.33 || leaving < 8)
            fail_msg("%s: the edge is %.2f times as high as the land inland, %zu rivers leave",
                     shapes[i], ratio, leaving);
    }
}

/* ---- Valleys ---- */

#define ASIDE 3  /* cells, */
#define ALONG 6  /* cells in which the river's direction is seen, */
#define SOON  15 /* and in which it takes in what runs down beside it */

static uint32_t down(const made *m, uint32_t cell, int steps)
{
    const uint32_t *receiver = fluv_layer_read(m->land, FLUV_LAYER_receiver);
    for (; steps-- > 0 && receiver[cell] != FLUV_NONE; cell = receiver[cell])
        if (fluv_cover_of(m->land)[receiver[cell]] == FLUV_OCEAN)
            break;
    return cell;
}

/* Whether what falls on a cell comes to the river soon: then it lies in the river's valley. */
static bool comes_soon(const made *m, uint32_t cell, uint32_t river)
{
    const uint8_t *cover = fluv_cover_of(m->land);
    for (int k = 0; k < 100 && cover[cell] == FLUV_LAND; k++)
        cell = down(m, cell, 1);
    for (int k = 0; k < SOON; k++)
        if (down(m, river, k) == cell)
            return true;
    return false;
}

/* Whether the land to one side falls by more than 10 m from the water on, into another valley. */
static bool hangs(const made *m, uint32_t river, double dx, double dy)
{
    const float *height = fluv_height_of(m->land);
    uint32_t cols = m->frame->cols, cell = river;
    for (int k = 1; k <= ASIDE; k++) {
        double col = (double)(river % cols) + round(k * dx),
               row = (double)(river / cols) + round(k * dy);
        if (col < 0.0 || row < 0.0 || col >= cols || row >= m->frame->rows)
            return false;
        cell = (uint32_t)row * cols + (uint32_t)col;
        if (fluv_cover_of(m->land)[cell] != FLUV_LAND || height[cell] > height[river] + 3.0F)
            return false;
    }
    return height[cell] < height[river] - 10.0F && !comes_soon(m, cell, river);
}

/* Of mountain rivers in surveys 1 to 2 in a hundred cells hang so: at bends, falls, fans. */
static void rivers_run_in_valleys(void **state)
{
    (void)state;
    size_t rivers = 0, hanging = 0;
    for (int seed = 1; seed <= 4; seed++) {
        made m = make("basins-island", seed, 512, NULL);
        uint32_t cols = m.frame->cols;
        for (uint32_t c = 0; c < fluv_cell_count(m.land); c++) {
            uint32_t to = fluv_cover_of(m.land)[c] == FLUV_RIVER ? down(&m, c, ALONG) : c;
            double dx = (double)(to % cols) - (double)(c % cols);
            double dy = (double)(to / cols) - (double)(c / cols), far = hypot(dx, dy);
            if (far < 0.6 * ALONG)
                continue;
            rivers++;
            hanging += hangs(&m, c, dy / far, -dx / far) || hangs(&m, c, -dy / far, dx / far);
        }
        unmake(&m);
    }
    print_message("%zu of %zu river cells hang above another valley\n", hanging, rivers);
    assert_true(rivers > 15000 && hanging < 0.03 * (double)rivers);
}

/* Of real land nine in ten have ways 1.2 to 2.1 times as long as straight lines, and meet at 60 to
 * 75 degrees (docs/measure.md). Straight rivers, or land that sinks with them for several valleys'
 * width, have less. */
static void streams_wind_and_meet_as_streams_do(void **state)
{
    (void)state;
    made m = make("basins-island", 3, 1024, NULL);
    fluv_measures *measures = NULL;
    assert_int_equal(fluv_measure(m.ctx, m.land, NULL, &measures), FLUV_OK);
    static const char *const figures[] = {"sinuosity", "junction_angle", "curvature_kurtosis"};
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        const fluv_figure *found = fluv_measures_find(measures, figures[i]);
        if (!found->inside)
            fail_msg("%s is %g: real land has %g to %g", figures[i], found->value, found->info->low,
                     found->info->high);
    }
    fluv_measures_delete(measures);
    unmake(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lakes_stand_at_their_outlets),
        cmocka_unit_test(lakes_have_many_sizes_and_shores),
        cmocka_unit_test(plains_have_shallow_lakes_and_mountains_deeper_ones),
        cmocka_unit_test(deltas_add_land_and_take_no_river_away),
        cmocka_unit_test(the_frames_edge_is_no_wall),
        cmocka_unit_test(wide_rivers_cover_their_width),
        cmocka_unit_test(rivers_run_in_valleys),
        cmocka_unit_test(streams_wind_and_meet_as_streams_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
