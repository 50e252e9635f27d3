// SPDX-License-Identifier: MIT
/* Ice: its flow beside a known solution, and the stage `glacier`. */
#include "erosion_land.h"

#include "stages/glacier/glacier.h"
#include "stages/glacier/moraine.h"

#define SIDE 64

/* Flat ground and no snow, on a lattice of SIDE cells. */
static void open_ice(fluv_ctx *ctx, double cell, fluv_ice *ice)
{
    fluv_tier level = {.cols = SIDE, .rows = SIDE, .stride = SIDE + 2, .cell = cell, .last = true};
    *ice = (fluv_ice){0};
    assert_int_equal(fluv_ice_make(ctx, &level, ice), FLUV_OK);
    ice->thick = fluv_scratch_zero(ctx, fluv_tier_room(&level), sizeof(float));
    ice->gain = fluv_scratch_zero(ctx, fluv_tier_room(&level), sizeof(float));
    assert_true(ice->thick && ice->gain);
}

static size_t cell_at(uint32_t col, uint32_t row)
{
    return (row + (size_t)1) * (SIDE + 2) + col + 1;
}

static double distance_from_middle(uint32_t col, uint32_t row, double cell)
{
    return cell * hypot(col + 0.5 - SIDE / 2.0, row + 0.5 - SIDE / 2.0);
}

/* A dome that spreads under its own weight, `times` as old as when it was `high` and `wide`:
 * Halfar. On the dynamics of the ice sheets 2. 1983 */
static double halfar(double high, double wide, double times, double r)
{
    double edge = wide * pow(times, 1.0 / 18.0), rest = 1.0 - pow(r / edge, 4.0 / 3.0);
    return rest > 0.0 ? high * pow(times, -1.0 / 9.0) * pow(rest, 3.0 / 7.0) : 0.0;
}

static double volume_of_ice(const fluv_ice *ice)
{
    double sum = 0.0;
    for (uint32_t row = 0; row < SIDE; row++)
        for (uint32_t col = 0; col < SIDE; col++)
            sum += (double)ice->thick[cell_at(col, row)];
    return sum;
}

static void a_dome_spreads_as_halfar_says(void **state)
{
    fluv_ctx *ctx = *state;
    const double high = 500.0, wide = 20e3, cell = 1e3;
    fluv_ice ice;
    open_ice(ctx, cell, &ice);
    ice.slips = 0.0F;
    double age = pow(7.0 / 4.0, 3) * pow(wide, 4) / pow(high, 7) / (18.0 * (double)ice.deforms);
    for (uint32_t row = 0; row < SIDE; row++)
        for (uint32_t col = 0; col < SIDE; col++)
            ice.thick[cell_at(col, row)] =
                (float)halfar(high, wide, 1.0, distance_from_middle(col, row, cell));
    double before = volume_of_ice(&ice), years = 2.0, most = 0.0, sum = 0.0;
    int steps = (int)(9.0 * age / years);
    for (int i = 0; i < steps; i++)
        fluv_ice_flow(&ice, 2, years);
    for (uint32_t row = 0; row < SIDE; row++)
        for (uint32_t col = 0; col < SIDE; col++) {
            double r = distance_from_middle(col, row, cell);
            double off = fabs((double)ice.thick[cell_at(col, row)] - halfar(high, wide, 10.0, r));
            sum += off;
            most = r < 0.8 * wide && off > most ? off : most;
        }
    assert_true(fabs(volume_of_ice(&ice) - before) < 1e-4 * before);
    assert_true(most < 0.02 * high);
    assert_true(sum < 0.02 * before);
    fluv_scratch_release(ctx, NULL);
}

/* Steep and bare ground beside ice gives it nothing: no ice comes out of none. */
static void walls_without_ice_give_none(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_ice ice;
    open_ice(ctx, 100.0, &ice);
    for (uint32_t row = 0; row < SIDE; row++)
        for (uint32_t col = 0; col < SIDE; col++) {
            ice.bed[cell_at(col, row)] = 30.0F * fabsf((float)col - 31.5F);
            ice.thick[cell_at(col, row)] = row > 24 && row < 40 && col > 22 && col < 41 ? 40.0F : 0;
        }
    double before = volume_of_ice(&ice);
    for (int i = 0; i < 10; i++)
        fluv_ice_flow(&ice, 2, 1.0);
    assert_true(fabs(volume_of_ice(&ice) - before) < 1e-3 * before);
    fluv_scratch_release(ctx, NULL);
}

/* All rock that is carried comes to rest or leaves. */
static void no_rock_is_lost(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_ice ice;
    open_ice(ctx, 100.0, &ice);
    float *gain = fluv_scratch(ctx, fluv_tier_room(&ice.level), sizeof *gain);
    float *load = fluv_scratch_zero(ctx, fluv_tier_room(&ice.level), sizeof *load);
    float *laid = fluv_scratch_zero(ctx, fluv_tier_room(&ice.level), sizeof *laid);
    ice.gain = gain;
    double gone = 0.0, sum = 0.0, worn = 0.0;
    for (uint32_t row = 0; row < SIDE; row++)
        for (uint32_t col = 0; col < SIDE; col++) {
            size_t i = cell_at(col, row);
            ice.bed[i] = 20.0F * (float)row + 2.0F * fabsf((float)col - 31.5F);
            gain[i] = 0.02F * (ice.bed[i] - 600.0F);
            load[i] = row > 30 ? 1.0F : 0.0F;
            worn += (double)load[i];
        }
    for (int i = 0; i < 60; i++)
        fluv_ice_flow(&ice, 2, 4.0);
    assert_int_equal(fluv_moraine_lay(ctx, &ice, load, laid, &gone), FLUV_OK);
    size_t below = 0;
    for (uint32_t row = 0; row < SIDE; row++)
        for (uint32_t col = 0; col < SIDE; col++) {
            sum += (double)laid[cell_at(col, row)];
            below += laid[cell_at(col, row)] > 0.5F && row < 30;
        }
    assert_true(fabs(sum + gone - worn) < 1e-5 * worn);
    assert_true(below > 10); /* where it melts */
    fluv_scratch_release(ctx, NULL);
}

/* A valley with the shape of a V that falls to the south, 12 km long, its head at 2000 m. */
static fluv_landscape valley(fluv_ctx *ctx, uint32_t side)
{
    fluv_landscape land = flat_land(ctx, side, side, 12e3);
    float *height = fluv_layer_edit(ctx, &land, FLUV_LAYER_height);
    for (uint32_t row = 0; row < side; row++)
        for (uint32_t col = 0; col < side; col++) {
            double x = (col + 0.5) / side, y = (row + 0.5) / side;
            height[(size_t)row * side + col] =
                (float)(300.0 + 1700.0 * (1.0 - y) * (1.0 - y) + 2400.0 * fabs(x - 0.5));
        }
    return land;
}

/* How wide the valley is 150 m above its floor, in cells. */
static uint32_t width_at(const fluv_landscape *land, uint32_t row)
{
    uint32_t side = land->frame.cols, wide = 0;
    const float *height = fluv_height_of(land) + (size_t)row * side;
    float floor = INFINITY;
    for (uint32_t col = 0; col < side; col++)
        floor = height[col] < floor ? height[col] : floor;
    for (uint32_t col = 0; col < side; col++)
        wide += height[col] < floor + 150.0F;
    return wide;
}

/* The greatest climb along the valley's floor, downstream. */
static float deepest_hollow(const fluv_landscape *land)
{
    uint32_t side = land->frame.cols;
    float low = INFINITY, most = 0.0F;
    for (uint32_t row = 0; row < side; row++) {
        float floor = INFINITY;
        for (uint32_t col = 0; col < side; col++) {
            float height = fluv_height_of(land)[(size_t)row * side + col];
            floor = height < floor ? height : floor;
        }
        low = floor < low ? floor : low;
        most = floor - low > most ? floor - low : most;
    }
    return most;
}

static void valleys_become_wide_and_hollow(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_glacier_params params;
    default_params(ctx, &fluv_stage_glacier, &params);
    params.snow_line.number = 2100.0;
    params.years = 1e6;
    params.moraine = 0.0;
    fluv_landscape land = valley(ctx, 120);
    uint32_t before = width_at(&land, 15);
    assert_true(deepest_hollow(&land) <= 0.0F);
    run_stage(ctx, &fluv_stage_glacier, &params, &land);
    assert_true(width_at(&land, 15) > before + before / 3);
    assert_true(deepest_hollow(&land) > 8.0F);
    fluv_landscape_free(&land);
}

/* Twice the cells, the same valley. */
static void size_adds_detail_alone(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_glacier_params params;
    default_params(ctx, &fluv_stage_glacier, &params);
    params.snow_line.number = 1100.0;
    params.steps = 100;
    fluv_landscape coarse = valley(ctx, 256), fine = valley(ctx, 512);
    run_stage(ctx, &fluv_stage_glacier, &params, &coarse);
    run_stage(ctx, &fluv_stage_glacier, &params, &fine);
    double off = 0.0, moved = 0.0;
    fluv_landscape old = valley(ctx, 256);
    for (uint32_t row = 0; row < 256; row++)
        for (uint32_t col = 0; col < 256; col++) {
            const float *at = fluv_height_of(&fine) + (size_t)2 * row * 512 + 2 * col;
            double mean =
                0.25 * ((double)at[0] + (double)at[1] + (double)at[512] + (double)at[513]);
            double there = (double)fluv_height_of(&coarse)[row * 256 + col];
            off += fabs(mean - there);
            moved += fabs(there - (double)fluv_height_of(&old)[row * 256 + col]);
        }
    assert_true(moved > 0.0);
    assert_true(off < 0.4 * moved);
    fluv_landscape_free(&coarse);
    fluv_landscape_free(&fine);
    fluv_landscape_free(&old);
}

static void the_volume_is_accounted_for(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_glacier_params params;
    default_params(ctx, &fluv_stage_glacier, &params);
    params.snow_line.number = 1000.0;
    params.moraine = 0.3;
    params.steps = 60;
    static const uint32_t sides[] = {120, 300};
    for (size_t i = 0; i < 2; i++) {
        fluv_landscape land = valley(ctx, sides[i]);
        double before = volume_of(&land);
        run_stage(ctx, &fluv_stage_glacier, &params, &land);
        const fluv_erosion *sums = &land.erosion;
        assert_true(sums->known && sums->eroded > 1e6 && sums->deposited > 0.05 * sums->eroded);
        assert_true(fabs(sums->deposited + sums->left - sums->eroded) < 1e-9 * sums->eroded);
        double gone = before - volume_of(&land);
        assert_true(fabs(gone - sums->left) < 1e-4 * sums->eroded);
        fluv_landscape_free(&land);
    }
}

static void land_below_the_snow_stays(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_glacier_params params;
    default_params(ctx, &fluv_stage_glacier, &params);
    params.snow_line.number = 3600.0;
    fluv_landscape land = valley(ctx, 60), old = valley(ctx, 60);
    run_stage(ctx, &fluv_stage_glacier, &params, &land);
    assert_memory_equal(fluv_height_of(&land), fluv_height_of(&old), 60 * 60 * sizeof(float));
    fluv_landscape_free(&land);
    fluv_landscape_free(&old);
}

static void the_stage_bears_what_stages_must(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_glacier_params params;
    default_params(ctx, &fluv_stage_glacier, &params);
    params.snow_line = (fluv_field){.kind = FLUV_FIELD_NOISE, .low = -50, .high = 80, .octaves = 2};
    params.swing = 20.0;
    params.steps = 8;
    same_on_all_threads(ctx, &fluv_stage_glacier, &params);
    bears_tiny_frames(ctx, &fluv_stage_glacier, &params);
    params.steps = 3;
    bears_failing_memory(ctx, &fluv_stage_glacier, &params);
    stops_when_asked(&fluv_stage_glacier, &params);
}

static void extremes_are_borne(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_glacier_params params;
    default_params(ctx, &fluv_stage_glacier, &params);
    params.snow_line.number = -10000.0;
    params.snow = 20.0;
    params.balance = 0.1;
    params.years = 1e8;
    params.scour = 0.1;
    params.moraine = 1.0;
    params.steps = 200;
    fluv_landscape land = rough_land(ctx, 60, 40, 5e3, true);
    run_stage(ctx, &fluv_stage_glacier, &params, &land);
    for (size_t i = 0; i < fluv_cell_count(&land); i++)
        assert_true(isnan(fluv_height_of(&land)[i]) || fabsf(fluv_height_of(&land)[i]) < 1e5F);
    fluv_landscape_free(&land);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dome_spreads_as_halfar_says),
        cmocka_unit_test(walls_without_ice_give_none),
        cmocka_unit_test(no_rock_is_lost),
        cmocka_unit_test(valleys_become_wide_and_hollow),
        cmocka_unit_test(size_adds_detail_alone),
        cmocka_unit_test(the_volume_is_accounted_for),
        cmocka_unit_test(land_below_the_snow_stays),
        cmocka_unit_test(the_stage_bears_what_stages_must),
        cmocka_unit_test(extremes_are_borne),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
