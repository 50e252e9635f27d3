// SPDX-License-Identifier: MIT
/* The stage `hydraulic`: what it must keep, whatever land and settings. */
#include "erosion_land.h"
#include "how_many.h"

#include "stages/hydraulic/storm.h"

static fluv_hydraulic_params params_of(fluv_ctx *ctx, int64_t steps)
{
    fluv_hydraulic_params params;
    default_params(ctx, &fluv_stage_hydraulic, &params);
    params.steps = steps;
    return params;
}

static void run(fluv_ctx *ctx, const fluv_hydraulic_params *params, fluv_landscape *land)
{
    run_stage(ctx, &fluv_stage_hydraulic, params, land);
}

static void expect_sums(const fluv_erosion *e)
{
    assert_true(e->known && e->eroded > 0.0 && e->deposited > 0.0);
    double gone = e->carried + e->left + e->sunk;
    assert_true(fabs(e->eroded - e->deposited - gone) < 1e-6 * e->eroded);
    assert_true(e->carried < 0.025 * e->eroded); /* the storm has ended */
    assert_true(fabs(e->rain - e->evaporated - e->soaked - e->standing - e->water_left) <
                2e-6 * e->rain);
}

static void ground_and_water_add_up(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_hydraulic_params params = params_of(ctx, 300);
    for (int kind = 0; kind < 4; kind += FLUV_SANITIZED ? 3 : 1) {
        params.border = kind % 2;
        fluv_landscape land = rough_land(ctx, 301, 60, kind < 2 ? 60e3 : 5e3, kind > 1);
        double before = volume_of(&land), square = land.frame.cell * land.frame.cell;
        run(ctx, &params, &land);
        const fluv_erosion *e = fluv_erosion_of(&land);
        expect_sums(e);
        if (kind < 2) /* the others are as steep as walls */
            assert_true(e->carried < 2e-3 * e->eroded);
        double lacking = before - volume_of(&land) - e->carried - e->left - e->sunk;
        assert_true(fabs(lacking) < 1e-4 * square * (double)fluv_cell_count(&land));
        double worn = 0.0, laid = 0.0;
        for (size_t i = 0; i < fluv_cell_count(&land); i++) {
            worn += square * (double)fluv_wear_of(&land)[i];
            laid += square * (double)fluv_deposit_of(&land)[i];
            assert_true(fluv_flow_of(&land)[i] >= 0.0F);
        }
        assert_true(fabs(worn - e->eroded) < 1e-6 * worn);
        assert_true(fabs(laid - e->deposited) < 1e-6 * laid);
        if (params.border == 1)
            assert_true(e->left == 0.0);
        fluv_landscape_free(&land);
    }
}

static void a_second_storm_adds_to_the_first(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_hydraulic_params params = params_of(ctx, 60);
    fluv_landscape land = rough_land(ctx, 90, 90, 20e3, false);
    run(ctx, &params, &land);
    double first = fluv_erosion_of(&land)->rain;
    run(ctx, &params, &land);
    assert_true(fabs(fluv_erosion_of(&land)->rain - 2.0 * first) < 1e-9 * first);
    expect_sums(fluv_erosion_of(&land));
    fluv_landscape_free(&land);
}

/* A cone loses as much towards the corners of the grid as along its axes. */
static void no_direction_is_preferred(void **state)
{
    QUICK_BUILD_ALONE();
    fluv_ctx *ctx = *state;
    fluv_hydraulic_params params = params_of(ctx, 120);
    fluv_landscape land = flat_land(ctx, 201, 201, 20e3);
    float *height = fluv_layer_edit(ctx, &land, FLUV_LAYER_height);
    for (int i = 0; i < 201 * 201; i++)
        height[i] = 2500.0F - 20.0F * (float)hypot(i % 201 - 100, i / 201 - 100);
    run(ctx, &params, &land);
    double worn[2] = {0.0}, cells[2] = {0.0};
    for (int i = 0; i < 201 * 201; i++) {
        double x = i % 201 - 100, y = i / 201 - 100, distance = hypot(x, y);
        double turn = fmod(atan2(y, x) / 0.78539816339744831 + 8.5, 2.0); /* 0 .. 1: axes */
        if (distance < 20.0 || distance > 70.0)
            continue;
        worn[turn >= 1.0] += (double)fluv_wear_of(&land)[i] - (double)fluv_deposit_of(&land)[i];
        cells[turn >= 1.0] += 1.0;
    }
    double axes = worn[0] / cells[0], corners = worn[1] / cells[1];
    assert_true(axes > 0.0 && fabs(axes - corners) < 0.05 * axes);
    fluv_landscape_free(&land);
}

/* A bowl that fills: its floor rises or stays. */
static void standing_water_digs_no_pit(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_hydraulic_params params = params_of(ctx, 400);
    params.rain.number = 400.0;
    fluv_landscape land = flat_land(ctx, 80, 80, 8e3);
    float *height = fluv_layer_edit(ctx, &land, FLUV_LAYER_height);
    for (int i = 0; i < 80 * 80; i++)
        height[i] = 100.0F + 0.05F * (float)(pow(i % 80 - 39.5, 2) + pow(i / 80 - 39.5, 2));
    run(ctx, &params, &land);
    float lowest = INFINITY;
    for (size_t i = 0; i < 80 * 80; i++)
        lowest = fminf(lowest, fluv_height_of(&land)[i]);
    assert_true(lowest >= 100.0F);
    fluv_landscape_free(&land);
}

static void extremes_stay_finite(void **state)
{
    fluv_ctx *ctx = *state;
    for (int kind = 0; kind < 6; kind++) {
        fluv_hydraulic_params params = params_of(ctx, (int)(kind == 0 ? cases_of(5000, 600) : 300));
        params.rain.number = kind % 2 ? 10000.0 : 4000.0;
        params.talus = kind % 3 ? 0.0 : 100.0;
        params.capacity = kind == 1 ? 0.0 : 1000.0;
        params.dissolve = params.settle = kind == 2 ? 0.0 : 1.0;
        params.evaporation = kind == 3 ? 10000.0 : 0.0;
        params.soak = 0.0;
        params.roughness = kind == 4 ? 0.005 : 1.0;
        params.border = kind == 5;
        fluv_landscape land = rough_land(ctx, 50, 40, kind % 2 ? 500.0 : 500e3, true);
        run(ctx, &params, &land);
        for (size_t i = 0; i < fluv_cell_count(&land); i++) {
            float height = fluv_height_of(&land)[i];
            assert_true(isnan(height) || (height > -1000.0F && height < 5000.0F));
            assert_true(isfinite(fluv_flow_of(&land)[i]));
        }
        fluv_landscape_free(&land);
    }
}

static void without_rain_nothing_is_worn(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_hydraulic_params params = params_of(ctx, 50);
    params.rain.number = 0.0;
    params.creep = 0.0;
    params.talus = 100.0;
    fluv_landscape land = rough_land(ctx, 50, 40, 5e3, true), bare;
    bare = rough_land(ctx, 50, 40, 5e3, true);
    run(ctx, &params, &land);
    assert_memory_equal(fluv_height_of(&land), fluv_height_of(&bare), 50 * 40 * sizeof(float));
    fluv_landscape_free(&land);
    fluv_landscape_free(&bare);
}

static void size_adds_detail_and_keeps_the_land(void **state)
{
    QUICK_BUILD_ALONE();
    fluv_ctx *ctx = *state;
    fluv_hydraulic_params params = params_of(ctx, 200);
    fluv_landscape small = rough_land(ctx, 400, 100, 60e3, false);
    fluv_landscape large = rough_land(ctx, 800, 200, 60e3, false);
    run(ctx, &params, &small);
    run(ctx, &params, &large);
    double squares = 0.0;
    for (uint32_t i = 0; i < 400 * 100; i++) {
        const float *four = fluv_height_of(&large) + (size_t)(i / 400) * 2 * 800 + (i % 400) * 2;
        double mean = 0.25 * ((double)four[0] + four[1] + four[800] + four[801]);
        squares += pow((double)fluv_height_of(&small)[i] - mean, 2);
    }
    assert_true(sqrt(squares / 40000.0) < 0.009 * 2600.0);
    fluv_landscape_free(&small);
    fluv_landscape_free(&large);
}

/* Sea stays sea and land stays land, cell by cell, although much is laid down. */
static void the_coast_stays(void **state)
{
    QUICK_BUILD_ALONE();
    fluv_ctx *ctx = *state;
    fluv_hydraulic_params params = params_of(ctx, 300);
    fluv_landscape land = rough_land(ctx, 400, 100, 60e3, false);
    fluv_landscape bare = rough_land(ctx, 400, 100, 60e3, false);
    run(ctx, &params, &land);
    double on_floor = 0.0;
    for (size_t i = 0; i < fluv_cell_count(&land); i++) {
        float before = fluv_height_of(&bare)[i], after = fluv_height_of(&land)[i];
        assert_int_equal(before < 0.0F, after < 0.0F);
        on_floor += before < 0.0F ? (double)(after - before) : 0.0;
    }
    assert_true(on_floor > 0.0);
    fluv_landscape_free(&land);
    fluv_landscape_free(&bare);
}

/* What steep land brings to the sea makes its floor higher, not a table just below its surface: the
 * floor still falls away from the coast. (On cells of its own: a smaller frame is shown roughly.)
 */
static void the_sea_keeps_its_depth(void **state)
{
    enum { COLS = 256, ROWS = 60, COAST = 196 };
    fluv_ctx *ctx = *state;
    fluv_hydraulic_params params = params_of(ctx, 300);
    fluv_landscape land = flat_land(ctx, COLS, ROWS, 25.6e3);
    float *height = fluv_layer_edit(ctx, &land, FLUV_LAYER_height);
    for (int i = 0; i < COLS * ROWS; i++) {
        float out = (float)(i % COLS - COAST), along = (float)(i / COLS);
        height[i] =
            out < 0.0F ? -20.0F * out + 15.0F * sinf(0.5F * along) + 16.0F : -3.0F - 3.0F * out;
    }
    run(ctx, &params, &land);
    int risen = 0;
    for (int i = 0; i < COLS * ROWS; i++) {
        float out = (float)(i % COLS - COAST), before = -3.0F - 3.0F * out;
        if (out < 0.0F)
            continue;
        assert_true(fluv_height_of(&land)[i] < 0.35F * before);
        risen += fluv_height_of(&land)[i] > 0.5F * before;
    }
    assert_true(risen > ROWS); /* much was laid down */
    fluv_landscape_free(&land);
}

#define LAKE_SIDE  120
#define LAKE_LEVEL 300.0F

static bool in_lake(int i)
{
    double x = i % LAKE_SIDE - 60, y = i / LAKE_SIDE - 70;
    return x * x + 0.3 * y * y < 20.0 * 20.0;
}

/* A valley that falls to the south, with a lake in it; `depth` below its level is the ground. */
static fluv_landscape lake_land(fluv_ctx *ctx, float depth)
{
    fluv_landscape land = flat_land(ctx, LAKE_SIDE, LAKE_SIDE, 6e3);
    float *height = fluv_layer_edit(ctx, &land, FLUV_LAYER_height);
    for (int i = 0; i < LAKE_SIDE * LAKE_SIDE; i++) {
        float across = fabsf((float)(i % LAKE_SIDE - 60)), along = (float)(i / LAKE_SIDE);
        float beyond = along < 100.0F ? 1.0F + 0.1F * (100.0F - along) : 100.0F - along;
        height[i] = in_lake(i) ? LAKE_LEVEL - depth : LAKE_LEVEL + beyond + 6.0F * across;
        height[i] += in_lake(i) ? 0.0F : 4.0F * sinf(0.7F * across) * sinf(0.4F * along) + 4.0F;
    }
    return land;
}

/* Says how many cells of the lake are there after a storm; its shore has not sunk below it. */
static int lake_cells_after(fluv_ctx *ctx, fluv_landscape *land)
{
    fluv_hydraulic_params params = params_of(ctx, 400);
    run(ctx, &params, land);
    const float *height = fluv_height_of(land);
    int kept = 0;
    for (int i = LAKE_SIDE + 1; i < LAKE_SIDE * (LAKE_SIDE - 1) - 1; i++) {
        bool beside =
            in_lake(i - 1) || in_lake(i + 1) || in_lake(i - LAKE_SIDE) || in_lake(i + LAKE_SIDE);
        kept += in_lake(i) && height[i] <= LAKE_LEVEL;
        if (beside && !in_lake(i))
            assert_true(height[i] > LAKE_LEVEL);
    }
    return kept;
}

static int lake_cells(void)
{
    int count = 0;
    for (int i = 0; i < LAKE_SIDE * LAKE_SIDE; i++)
        count += in_lake(i);
    return count;
}

/* A surveyed map shows the lake's surface: it stays, to the last digit. */
static void a_surveyed_lake_stays(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = lake_land(ctx, 0.0F);
    land.surveyed = true;
    assert_int_equal(lake_cells_after(ctx, &land), lake_cells());
    for (int i = 0; i < LAKE_SIDE * LAKE_SIDE; i++)
        if (in_lake(i))
            assert_true(fluv_height_of(&land)[i] == LAKE_LEVEL);
    assert_true(fluv_erosion_of(&land)->sunk > 0.0);
    expect_sums(fluv_erosion_of(&land));
    fluv_landscape_free(&land);
}

/* A lake that an earlier stage found gets a higher floor and keeps its shore. The shallow one is
 * silted up long before the storm ends: what it cannot hold does not stay in its water. */
static void lake_found_before(fluv_ctx *ctx, float depth)
{
    fluv_landscape land = lake_land(ctx, depth);
    uint8_t *cover = fluv_layer_edit(ctx, &land, FLUV_LAYER_cover);
    float *water = fluv_layer_edit(ctx, &land, FLUV_LAYER_water);
    for (int i = 0; i < LAKE_SIDE * LAKE_SIDE; i++) {
        cover[i] = in_lake(i) ? FLUV_LAKE : FLUV_LAND;
        water[i] = in_lake(i) ? LAKE_LEVEL : NAN;
    }
    assert_int_equal(lake_cells_after(ctx, &land), lake_cells());
    double raised = 0.0;
    for (int i = 0; i < LAKE_SIDE * LAKE_SIDE; i++)
        raised += in_lake(i) ? (double)(fluv_height_of(&land)[i] - (LAKE_LEVEL - depth)) : 0.0;
    assert_true(raised > 0.0);
    assert_true(fluv_erosion_of(&land)->sunk == 0.0);
    expect_sums(fluv_erosion_of(&land));
    fluv_landscape_free(&land);
}

static void a_lake_found_before_keeps_its_shore(void **state)
{
    lake_found_before(*state, 40.0F);
    lake_found_before(*state, 1.0F);
}

/* A lake behind a bank, on a mound: the bank creeps to the land outside, but not below the lake. */
static void a_bank_that_creeps_keeps_its_lake(void **state)
{
    enum { COLS = 256, ROWS = 64 };
    fluv_ctx *ctx = *state;
    fluv_hydraulic_params params = params_of(ctx, 200);
    params.rain.number = 0.0;
    params.creep = 60.0;
    fluv_landscape land = flat_land(ctx, COLS, ROWS, COLS * 20.0);
    float *height = fluv_layer_edit(ctx, &land, FLUV_LAYER_height);
    uint8_t *cover = fluv_layer_edit(ctx, &land, FLUV_LAYER_cover);
    float *water = fluv_layer_edit(ctx, &land, FLUV_LAYER_water);
    for (int i = 0; i < COLS * ROWS; i++) {
        double out = hypot(i % COLS - 100, i / COLS - 32) - 12.0;
        cover[i] = out < 0.0 ? FLUV_LAKE : FLUV_LAND;
        water[i] = out < 0.0 ? LAKE_LEVEL : NAN;
        height[i] = out < 0.0 ? LAKE_LEVEL - 10.0F : LAKE_LEVEL + 1.0F - 3.0F * (float)out;
        height[i] = out >= 0.0 && out < 1.5 ? LAKE_LEVEL + 1.0F : height[i];
    }
    run(ctx, &params, &land);
    bool crept = false;
    for (int i = COLS + 1; i < COLS * (ROWS - 1) - 1; i++) {
        bool beside = cover[i - 1] == FLUV_LAKE || cover[i + 1] == FLUV_LAKE ||
                      cover[i - COLS] == FLUV_LAKE || cover[i + COLS] == FLUV_LAKE;
        crept = crept || fluv_wear_of(&land)[i] > 1.0F;
        if (beside && cover[i] != FLUV_LAKE)
            assert_true(fluv_height_of(&land)[i] > LAKE_LEVEL);
    }
    assert_true(crept);
    fluv_landscape_free(&land);
}

/* On a plain between walls the rain stands until it soaks in and evaporates, at the rates given. */
static void water_soaks_in_and_evaporates_as_told(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_hydraulic_params params = params_of(ctx, 100);
    params.border = 1;
    params.soak = 6.0;
    params.evaporation = 2.0;
    fluv_landscape land = flat_land(ctx, 40, 40, 4e3);
    run(ctx, &params, &land);
    const fluv_erosion *e = fluv_erosion_of(&land);
    double seconds = 100.0 * 100.0 / 10.0, area = 4e3 * 4e3; /* a cell is crossed at 10 m/s */
    double mm = area * 1e-3 * seconds / 3600.0;              /* m3 of a mm/h */
    assert_true(fabs(e->rain - 40.0 * mm) < 1e-6 * e->rain);
    assert_true(e->soaked > 5.99 * mm && e->soaked < 1.5 * 6.0 * mm); /* and as the storm ends */
    assert_true(fabs(e->soaked - 3.0 * e->evaporated) < 1e-6 * e->soaked);
    assert_true(fabs(e->rain - e->soaked - e->evaporated - e->standing) < 1e-5 * e->rain);
    fluv_landscape_free(&land);
}

/* Water of depth h on an even slope S ends up as fast as Chezy's law has it: sqrt(h S) / n. */
static void water_runs_as_fast_as_water_does(void **state)
{
    enum { SIDE = 7, STRIDE = SIDE + 2, ROOM = STRIDE * (SIDE + 3), MIDDLE = 4 * STRIDE + 4 };
    static float ground[ROOM], change[ROOM], water[ROOM], share[ROOM], still[ROOM], pipe[4][ROOM];
    fluv_ctx *ctx = *state;
    fluv_hydraulic_params params = params_of(ctx, 1);
    double cell = 30.0, slope = 0.02, depth = 0.4;
    fluv_pipe_rules rules = fluv_storm_rules(&params, cell, 400);
    for (int i = 0; i < ROOM; i++) {
        ground[i] = (float)(100.0 - slope * cell * (i % STRIDE));
        water[i] = (float)depth;
        share[i] = 1.0F;
        still[i] = FLUV_STILL_NONE;
    }
    fluv_pipe_grids g = {.cols = SIDE,
                         .rows = SIDE,
                         .stride = STRIDE,
                         .ground = ground,
                         .still = still,
                         .change = change,
                         .water = water,
                         .share = share,
                         .pipe = {pipe[0], pipe[1], pipe[2], pipe[3]}};
    for (int step = 0; step < 400; step++)
        for (uint32_t row = 0; row <= SIDE; row++)
            fluv_pipes_flow_row(&rules, &g, row);
    /* m of depth a step to the east: straight and to both corners */
    double flow =
        (double)pipe[0][MIDDLE] + (double)pipe[1][MIDDLE] - (double)pipe[3][MIDDLE - STRIDE + 1];
    double speed = flow * cell / depth / (cell / 10.0);
    double law = sqrt(depth * slope) / params.roughness;
    assert_true(fabs(speed - law) < 0.01 * law);
}

/* A crest that creeps becomes as wide as a Gaussian makes it: waves shrink by exp(-(k w)^2 / 2). */
static void soil_creeps_as_a_gaussian(void **state)
{
    enum { SIDE = 256, WAVE = 32 };
    fluv_ctx *ctx = *state;
    fluv_hydraulic_params params = params_of(ctx, 200);
    params.rain.number = 0.0;
    params.talus = 100.0;
    for (int k = 0; k < 3; k++) {
        const double widths[] = {30.0, 60.0, 90.0};
        params.creep = widths[k];
        fluv_landscape land = flat_land(ctx, SIDE, 32, SIDE * 20.0);
        float *height = fluv_layer_edit(ctx, &land, FLUV_LAYER_height);
        for (int i = 0; i < SIDE * 32; i++)
            height[i] = 500.0F + 10.0F * cosf(6.2831853F * (float)(i % SIDE) / WAVE);
        run(ctx, &params, &land);
        double per = 6.2831853 / (WAVE * 20.0) * widths[k], left = 10.0 * exp(-0.5 * per * per);
        const float *row = fluv_height_of(&land) + 16 * SIDE;
        double found = 0.5 * ((double)row[4 * WAVE] - (double)row[4 * WAVE + WAVE / 2]);
        assert_true(fabs(found - left) < 0.02 * (10.0 - left));
        fluv_landscape_free(&land);
    }
}

/* Share of all wear that the most worn twentieth of the cells has. */
static double share_of_the_deepest(const fluv_landscape *land)
{
    size_t cells = fluv_cell_count(land), bins[1000] = {0}, count = 0;
    double all = 0.0, deep = 0.0, most = 0.0;
    const float *wear = fluv_wear_of(land);
    for (size_t i = 0; i < cells; i++) {
        all += (double)wear[i];
        most = fmax(most, (double)wear[i]);
    }
    for (size_t i = 0; i < cells; i++)
        bins[(int)(999.0 * (double)wear[i] / most)]++;
    int bin = 999;
    while (bin > 0 && count + bins[bin] <= cells / 20)
        count += bins[bin--];
    for (size_t i = 0; i < cells; i++)
        deep += 999.0 * (double)wear[i] / most >= bin + 1 ? (double)wear[i] : 0.0;
    return deep / all / ((double)count / (double)cells);
}

/* A rough plane under rain: water that gathers cuts fewer and deeper valleys into it. */
static void water_that_gathers_cuts_deeper_than_wash(void **state)
{
    QUICK_BUILD_ALONE();
    fluv_ctx *ctx = *state;
    double deepest[2];
    for (int k = 0; k < 2; k++) {
        fluv_hydraulic_params params = params_of(ctx, 300);
        params.gather = k;
        fluv_landscape land = rough_land(ctx, 256, 256, 20e3, false);
        float *height = fluv_layer_edit(ctx, &land, FLUV_LAYER_height);
        for (int i = 0; i < 256 * 256; i++)
            height[i] = 0.05F * height[i] + 6.0F * (float)(256 - i / 256) + 200.0F;
        run(ctx, &params, &land);
        deepest[k] = share_of_the_deepest(&land);
        fluv_landscape_free(&land);
    }
    assert_true(deepest[1] > 1.2 * deepest[0]);
}

/* A gorge through a plateau gets a floor where its river undercuts its sides: more cells lie little
 * above the lowest of their row. */
static void undercut_valleys_get_floors(void **state)
{
    enum { COLS = 80, ROWS = 256 };
    fluv_ctx *ctx = *state;
    int floors[2] = {0}; /* cells */
    for (int k = 0; k < 2; k++) {
        fluv_hydraulic_params params = params_of(ctx, 300);
        params.undercut = k ? 10.0 : 0.0;
        fluv_landscape land = flat_land(ctx, COLS, ROWS, COLS * 50.0);
        float *height = fluv_layer_edit(ctx, &land, FLUV_LAYER_height);
        for (int i = 0; i < COLS * ROWS; i++)
            height[i] = 300.0F - (float)(i / COLS) +
                        fminf(40.0F * fabsf((float)(i % COLS - COLS / 2)), 200.0F);
        run(ctx, &params, &land);
        for (int row = 100; row < 200; row++) {
            const float *at = fluv_height_of(&land) + row * COLS;
            float low = INFINITY;
            for (int col = 0; col < COLS; col++)
                low = fminf(low, at[col]);
            for (int col = 0; col < COLS; col++)
                floors[k] += at[col] < low + 5.0F;
        }
        fluv_landscape_free(&land);
    }
    assert_true(floors[1] > 1.4 * floors[0]);
}

static void the_stage_bears_what_every_stage_must(void **state)
{
    fluv_hydraulic_params params = params_of(*state, 40);
    params.rain = (fluv_field){.kind = FLUV_FIELD_NOISE, .low = -10.0, .high = 90.0, .octaves = 2};
    same_on_all_threads(*state, &fluv_stage_hydraulic, &params);
    bears_tiny_frames(*state, &fluv_stage_hydraulic, &params);
    params.steps = 2;
    bears_failing_memory(*state, &fluv_stage_hydraulic, &params);
    stops_when_asked(&fluv_stage_hydraulic, &params);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ground_and_water_add_up),
        cmocka_unit_test(a_second_storm_adds_to_the_first),
        cmocka_unit_test(no_direction_is_preferred),
        cmocka_unit_test(standing_water_digs_no_pit),
        cmocka_unit_test(extremes_stay_finite),
        cmocka_unit_test(without_rain_nothing_is_worn),
        cmocka_unit_test(size_adds_detail_and_keeps_the_land),
        cmocka_unit_test(the_coast_stays),
        cmocka_unit_test(the_sea_keeps_its_depth),
        cmocka_unit_test(a_surveyed_lake_stays),
        cmocka_unit_test(a_lake_found_before_keeps_its_shore),
        cmocka_unit_test(a_bank_that_creeps_keeps_its_lake),
        cmocka_unit_test(water_soaks_in_and_evaporates_as_told),
        cmocka_unit_test(water_runs_as_fast_as_water_does),
        cmocka_unit_test(soil_creeps_as_a_gaussian),
        cmocka_unit_test(water_that_gathers_cuts_deeper_than_wash),
        cmocka_unit_test(undercut_valleys_get_floors),
        cmocka_unit_test(the_stage_bears_what_every_stage_must),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
