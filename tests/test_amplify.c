// SPDX-License-Identifier: MIT
/* The stage `amplify`: drawings stay what they are, and become land that water has cut. */
#include "erosion_land.h"
#include "how_many.h"

#include "stages/amplify/amplify.h"
#include "stages/shared/ways.h"
#include "water/filled.h"

#define WIDTH 40e3
#define SIDE  96  /* cells of most frames, */
#define LARGE 192 /* and of those in which small things are looked at */

/* A drawing at a place, in shares of the frame; m. */
typedef float draw_fn(double x, double y);

typedef struct peak {
    double x, y;
    float height;
} peak;

static const peak peaks[] = {{0.22, 0.25, 1500.0f}, {0.5, 0.2, 800.0f},  {0.78, 0.3, 2000.0f},
                             {0.3, 0.6, 1100.0f},   {0.62, 0.6, 600.0f}, {0.75, 0.8, 1300.0f}};
#define PEAKS (sizeof peaks / sizeof *peaks)

static float hills(double x, double y)
{
    float highest = 100.0f;
    for (size_t i = 0; i < PEAKS; i++) {
        double far = hypot(x - peaks[i].x, y - peaks[i].y) / 0.085;
        float own = 100.0f + (peaks[i].height - 100.0f) * (float)exp(-far * far);
        highest = fmaxf(highest, own);
    }
    return highest;
}

static float cone(double x, double y)
{
    return (float)(1800.0 * (1.0 - hypot(x - 0.5, y - 0.5) / 0.42));
}

/* With a crater 400 m deep. */
static float volcano(double x, double y)
{
    double far = hypot(x - 0.5, y - 0.5), side = 2000.0 * (1.0 - far / 0.42);
    return (float)fmin(side, 1200.0 + 400.0 * far * far / (0.1 * 0.1));
}

static float slope(double x, double y)
{
    return (float)(100.0 + 900.0 * (1.0 - y) + 300.0 * x);
}

/* A plateau with soft sides above a plain. */
static float plateau(double x, double y)
{
    double in = (0.34 - fmax(fabs(x - 0.5), fabs(y - 0.5))) / 0.1;
    in = fmin(fmax(in, 0.0), 1.0);
    return (float)(100.0 + 900.0 * in * in * (3.0 - 2.0 * in));
}

/* A plain between mountains with a lake, 40 m deep and a fifth of the frame wide, above the sea. */
static float lake(double x, double y)
{
    double far = hypot(x - 0.5, y - 0.5), land = 160.0 * fmin(1.0, (0.49 - far) / 0.05);
    double east = hypot(x - 0.8, y - 0.5) / 0.1, west = hypot(x - 0.2, y - 0.5) / 0.1;
    land += 1200.0 * (exp(-east * east) + exp(-west * west));
    return (float)(land - 40.0 * fmax(0.0, 1.0 - far * far / (0.1 * 0.1)));
}

/* Land below the sea, and a dike around it. */
static float polder(double x, double y)
{
    double far = hypot(x - 0.5, y - 0.5);
    return far > 0.36 ? -50.0f : far > 0.345 ? 2.0f : (float)(-20.0 + 40.0 * far);
}

static fluv_landscape drawn_land(fluv_ctx *ctx, draw_fn *draw, uint32_t side)
{
    fluv_landscape land = flat_land(ctx, side, side, WIDTH);
    float *height = fluv_layer_edit(ctx, &land, FLUV_LAYER_height);
    for (uint32_t c = 0; c < side * side; c++)
        height[c] = draw((c % side + 0.5) / side, (c / side + 0.5) / side);
    return land;
}

static fluv_amplify_params usual(fluv_ctx *ctx)
{
    fluv_amplify_params params;
    default_params(ctx, &fluv_stage_amplify, &params);
    return params;
}

static fluv_landscape made_land(fluv_ctx *ctx, draw_fn *draw, uint32_t side,
                                const fluv_amplify_params *params)
{
    fluv_landscape land = drawn_land(ctx, draw, side);
    run_stage(ctx, &fluv_stage_amplify, params, &land);
    return land;
}

/* ---- Close to the drawing ---- */

/* Root mean square of the difference to the drawing over land, in the mean of squares of so many
 * cells, against the relief. */
static double distance_of(const fluv_landscape *land, draw_fn *draw, uint32_t square)
{
    const float *height = fluv_height_of(land);
    uint32_t side = land->frame.cols;
    double squares = 0.0, sum = 0.0, low = INFINITY, high = -INFINITY;
    for (uint32_t row = 0; row + square <= side; row += square)
        for (uint32_t col = 0; col + square <= side; col += square) {
            double off = 0.0, count = 0.0;
            for (uint32_t k = 0; k < square * square; k++) {
                uint32_t r = row + k / square, c = col + k % square;
                double was = (double)draw((c + 0.5) / side, (r + 0.5) / side);
                if (was <= 0.0)
                    continue;
                off += (double)height[r * side + c] - was;
                count += 1.0;
                low = fmin(low, was);
                high = fmax(high, was);
            }
            squares += count > 0.0;
            sum += count > 0.0 ? off / count * (off / count) : 0.0;
        }
    return sqrt(sum / squares) / (high - low);
}

static void the_drawing_is_kept_in_the_mean(void **state)
{
    QUICK_BUILD_ALONE();
    fluv_ctx *ctx = *state;
    draw_fn *const draws[] = {hills, cone, volcano, slope};
    for (size_t i = 0; i < sizeof draws / sizeof *draws; i++) {
        double distance[2];
        for (int close = 0; close < 2; close++) {
            fluv_amplify_params params = usual(ctx);
            params.closeness = close ? 1.0 : params.closeness;
            fluv_landscape land = made_land(ctx, draws[i], SIDE, &params);
            distance[close] = distance_of(&land, draws[i], SIDE / 16);
            fluv_landscape_free(&land);
        }
        assert_true(distance[0] < 0.035);
        assert_true(distance[1] < 0.03);
    }
}

/* The highest ground within a share of the frame. */
static float highest_near(const fluv_landscape *land, const peak *p, double within)
{
    uint32_t side = land->frame.cols;
    float highest = -INFINITY;
    for (uint32_t c = 0; c < side * side; c++)
        if (hypot((c % side + 0.5) / side - p->x, (c / side + 0.5) / side - p->y) < within)
            highest = fmaxf(highest, fluv_height_of(land)[c]);
    return highest;
}

/* Within 9 % of the relief and 1/16 of the frame, or, kept closely, within 2 % and 1/32. */
static void peaks_stay(void **state)
{
    QUICK_BUILD_ALONE();
    fluv_ctx *ctx = *state;
    for (int close = 0; close < 2; close++) {
        fluv_amplify_params params = usual(ctx);
        params.closeness = close ? 1.0 : params.closeness;
        fluv_landscape land = made_land(ctx, hills, LARGE, &params);
        for (size_t i = 0; i < PEAKS; i++) {
            float made = highest_near(&land, &peaks[i], close ? 0.03125 : 0.0625);
            float off = fabsf(made - peaks[i].height) / 1900.0f;
            if (off > (close ? 0.02f : 0.09f))
                fail_msg("a peak of %g m became %g m", (double)peaks[i].height, (double)made);
        }
        fluv_landscape_free(&land);
    }
}

/* ---- Water ---- */

typedef struct water {
    fluv_topology grid;
    uint8_t *kind;
    uint32_t *receiver;
    fluv_drainage drainage;
} water;

static water find_water(fluv_ctx *ctx, const fluv_landscape *land)
{
    const fluv_frame *f = &land->frame;
    water w = {.grid = fluv_topology_grid(f->cols, f->rows, f->cell)};
    w.kind = fluv_scratch(ctx, w.grid.count, 1);
    w.receiver = fluv_scratch(ctx, w.grid.count, sizeof *w.receiver);
    fluv_cells_classify(&w.grid, 1, fluv_height_of(land), w.kind);
    (void)fluv_cells_find_sea(&w.grid, fluv_height_of(land), w.kind, w.receiver);
    fluv_drainage_job job = {
        .topology = w.grid, .height = fluv_height_of(land), .kind = w.kind, .receiver = w.receiver};
    assert_int_equal(fluv_drainage_find(ctx, &job, &w.drainage), FLUV_OK);
    return w;
}

static uint32_t count_hollows(fluv_ctx *ctx, const fluv_landscape *land)
{
    water w = find_water(ctx, land);
    uint32_t hollows = w.drainage.hierarchy.basin_count;
    fluv_scratch_release(ctx, NULL);
    return hollows;
}

/* How deep water can stand in a cell. */
static float depth_at(fluv_ctx *ctx, const fluv_landscape *land, double x, double y)
{
    water w = find_water(ctx, land);
    float *filled = fluv_scratch(ctx, w.grid.count, sizeof *filled);
    assert_int_equal(fluv_filled_find(ctx, &w.drainage, fluv_height_of(land), filled), FLUV_OK);
    uint32_t cell =
        (uint32_t)(y * land->frame.rows) * land->frame.cols + (uint32_t)(x * land->frame.cols);
    float deep = filled[cell] - fluv_height_of(land)[cell];
    fluv_scratch_release(ctx, NULL);
    return deep;
}

static void all_water_finds_its_way(void **state)
{
    fluv_ctx *ctx = *state;
    draw_fn *const draws[] = {hills, cone, slope, plateau};
    fluv_amplify_params params = usual(ctx);
    params.hollows = FLUV_AMPLIFY_HOLLOWS_open;
    for (size_t i = 0; i < sizeof draws / sizeof *draws; i++) {
        fluv_landscape land = made_land(ctx, draws[i], SIDE, &params);
        assert_int_equal(count_hollows(ctx, &land), 0);
        fluv_landscape_free(&land);
    }
    for (int open = 0; open < 2; open++) {
        fluv_landscape land = rough_land(ctx, SIDE, SIDE, WIDTH, false);
        uint32_t before = count_hollows(ctx, &land);
        params.hollows = open ? FLUV_AMPLIFY_HOLLOWS_open : FLUV_AMPLIFY_HOLLOWS_keep;
        run_stage(ctx, &fluv_stage_amplify, &params, &land);
        assert_true(before > 10);
        assert_true(count_hollows(ctx, &land) <= (open ? 0 : 3 * before / 4));
        fluv_landscape_free(&land);
    }
}

static void drawn_hollows_stay(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_amplify_params params = usual(ctx);
    draw_fn *const draws[] = {volcano, lake};
    for (int i = 0; i < 2; i++) {
        fluv_landscape bare = drawn_land(ctx, draws[i], SIDE);
        fluv_landscape land = made_land(ctx, draws[i], SIDE, &params);
        uint32_t middle = SIDE / 2 * SIDE + SIDE / 2;
        float deep = depth_at(ctx, &bare, 0.5, 0.5), now = depth_at(ctx, &land, 0.5, 0.5);
        assert_true(fluv_height_of(&land)[middle] == fluv_height_of(&bare)[middle]);
        assert_true(now > 0.6f * deep && now < 1.2f * deep);
        fluv_landscape_free(&land);
        params.hollows = FLUV_AMPLIFY_HOLLOWS_open;
        land = made_land(ctx, draws[i], SIDE, &params);
        assert_true(depth_at(ctx, &land, 0.5, 0.5) == 0.0f);
        params.hollows = FLUV_AMPLIFY_HOLLOWS_keep;
        fluv_landscape_free(&land);
        fluv_landscape_free(&bare);
    }
}

/* A lake overflows no higher than it was drawn to. */
static void lakes_keep_their_level(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_amplify_params params = usual(ctx);
    fluv_landscape bare = drawn_land(ctx, lake, SIDE);
    fluv_landscape land = made_land(ctx, lake, SIDE, &params);
    float deep = depth_at(ctx, &bare, 0.5, 0.5), now = depth_at(ctx, &land, 0.5, 0.5);
    assert_true(now < deep + 0.01f && now > 0.9f * deep);
    fluv_landscape_free(&land);
    fluv_landscape_free(&bare);
}

static bool is_sea(const water *w, uint32_t cell)
{
    return w->kind[cell] & FLUV_CELL_SEA;
}

static bool touches_sea(const water *w, uint32_t cell)
{
    fluv_around around = fluv_around_cell(&w->grid, cell);
    for (uint32_t k = 0; k < around.count; k++)
        if (is_sea(w, around.cell[k]))
            return true;
    return false;
}

/* And land beside the sea stands 5 cm above it at least, where it was drawn so. */
static void the_coast_stays_cell_by_cell(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_amplify_params params = usual(ctx);
    for (int i = 0; i < 4; i++) {
        params.hollows = i == 2 ? FLUV_AMPLIFY_HOLLOWS_open : FLUV_AMPLIFY_HOLLOWS_keep;
        fluv_landscape bare = i == 0   ? drawn_land(ctx, cone, SIDE)
                              : i == 1 ? drawn_land(ctx, lake, SIDE)
                              : i == 2 ? drawn_land(ctx, polder, SIDE)
                                       : rough_land(ctx, SIDE, SIDE, WIDTH, true);
        fluv_landscape land = {0};
        assert_int_equal(fluv_landscape_share(ctx, &bare, &land), FLUV_OK);
        run_stage(ctx, &fluv_stage_amplify, &params, &land);
        water before = find_water(ctx, &bare), after = find_water(ctx, &land);
        for (uint32_t c = 0; c < SIDE * SIDE; c++) {
            assert_int_equal(is_sea(&before, c), is_sea(&after, c));
            if (is_sea(&before, c))
                assert_true(fluv_height_of(&land)[c] == fluv_height_of(&bare)[c]);
            else if (touches_sea(&before, c) && fluv_height_of(&bare)[c] > 0.05f)
                assert_true(fluv_height_of(&land)[c] >= 0.05f);
        }
        fluv_scratch_release(ctx, NULL);
        fluv_landscape_free(&land);
        fluv_landscape_free(&bare);
    }
}

/* The sea comes up the valleys of a free coast: its line grows, its land hardly shrinks. */
static void a_free_coast_drowns(void **state)
{
    fluv_ctx *ctx = *state;
    double land_cells[2] = {0.0}, shore[2] = {0.0};
    for (int open = 0; open < 2; open++) {
        fluv_amplify_params params = usual(ctx);
        params.coast = open ? FLUV_AMPLIFY_COAST_free : FLUV_AMPLIFY_COAST_keep;
        params.sea_fall = 120.0;
        fluv_landscape land = made_land(ctx, cone, LARGE, &params);
        water w = find_water(ctx, &land);
        for (uint32_t c = 0; c + 1 < LARGE * LARGE; c++) {
            land_cells[open] += !is_sea(&w, c);
            shore[open] += is_sea(&w, c) != is_sea(&w, c + 1);
        }
        assert_int_equal(w.drainage.hierarchy.basin_count, 0);
        fluv_scratch_release(ctx, NULL);
        fluv_landscape_free(&land);
    }
    assert_true(shore[1] > 1.3 * shore[0]);
    assert_true(fabs(land_cells[1] / land_cells[0] - 1.0) < 0.05);
}

/* ---- Land that water has cut ---- */

/* How far below the mean of the 21 x 21 cells around them cells lie that drain more than 1000, in
 * standard deviations. */
static double channel_height(fluv_ctx *ctx, const fluv_landscape *land)
{
    water w = find_water(ctx, land);
    double *area = fluv_scratch(ctx, w.grid.count, sizeof *area);
    const float *height = fluv_height_of(land);
    uint32_t side = land->frame.cols;
    fluv_ways_connect(&w.drainage.hierarchy, w.receiver);
    for (uint32_t c = 0; c < w.grid.count; c++)
        area[c] = 0.0;
    for (uint32_t c = 0; c < w.grid.count; c++)
        for (uint32_t at = c; at != FLUV_NONE; at = w.receiver[at])
            area[at] += 1.0;
    double sum = 0.0, count = 0.0;
    for (uint32_t row = 10; row + 10 < side; row++)
        for (uint32_t col = 10; col + 10 < side; col++) {
            if (area[row * side + col] < 1000.0)
                continue;
            double mean = 0.0, squares = 0.0;
            for (uint32_t k = 0; k < 441; k++) {
                double z = height[(row - 10 + k / 21) * side + col - 10 + k % 21];
                mean += z / 441.0;
                squares += z * z / 441.0;
            }
            double spread = sqrt(fmax(squares - mean * mean, 1e-9));
            sum += ((double)height[row * side + col] - mean) / spread;
            count += 1.0;
        }
    fluv_scratch_release(ctx, NULL);
    assert_true(count > 100.0);
    return sum / count;
}

/* Real land has -1.17 to -0.43 in smaller cells, noise -0.42. */
static void rivers_run_in_valleys(void **state)
{
    fluv_ctx *ctx = *state;
    draw_fn *const draws[] = {hills, slope};
    for (size_t i = 0; i < sizeof draws / sizeof *draws; i++) {
        fluv_amplify_params params = usual(ctx);
        fluv_landscape land = made_land(ctx, draws[i], LARGE, &params);
        assert_in_range((int)(-100.0 * channel_height(ctx, &land)), 50, 200);
        fluv_landscape_free(&land);
    }
}

/* With floors they lie less far below the land around them. */
static void valleys_have_floors(void **state)
{
    fluv_ctx *ctx = *state;
    double below[2];
    for (int wide = 0; wide < 2; wide++) {
        fluv_amplify_params params = usual(ctx);
        params.floors = wide ? 3.0 : 0.0;
        fluv_landscape land = made_land(ctx, slope, LARGE, &params);
        below[wide] = channel_height(ctx, &land);
        fluv_landscape_free(&land);
    }
    assert_true(below[1] > below[0] + 0.2);
}

/* Share of the plateau's top that is still within 10 m of the drawing. */
static double share_of_top(fluv_ctx *ctx, double age)
{
    fluv_amplify_params params = usual(ctx);
    params.age = age;
    fluv_landscape land = made_land(ctx, plateau, SIDE, &params);
    double top = 0.0, left = 0.0;
    for (uint32_t c = 0; c < SIDE * SIDE; c++) {
        float was = plateau((c % SIDE + 0.5) / SIDE, (c / SIDE + 0.5) / SIDE);
        top += was > 999.0f;
        left += was > 999.0f && fabsf(fluv_height_of(&land)[c] - was) < 10.0f;
    }
    fluv_landscape_free(&land);
    return left / top;
}

static void young_land_keeps_its_surface(void **state)
{
    fluv_ctx *ctx = *state;
    assert_true(share_of_top(ctx, 0.0) > 0.5);
    assert_true(share_of_top(ctx, 1.0) < 0.25);
}

/* ---- The same land ---- */

static void more_cells_add_detail_alone(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_amplify_params params = usual(ctx);
    enum { COARSE = 128, FINE = 256 };
    fluv_landscape coarse = made_land(ctx, hills, COARSE, &params);
    fluv_landscape fine = made_land(ctx, hills, FINE, &params);
    double ab = 0.0, aa = 0.0, bb = 0.0;
    for (uint32_t c = 0; c < COARSE * COARSE; c++) {
        uint32_t row = c / COARSE, col = c % COARSE;
        const float *at = fluv_height_of(&fine) + 2 * row * FINE + 2 * col;
        double was = (double)hills((col + 0.5) / COARSE, (row + 0.5) / COARSE);
        double a = (double)fluv_height_of(&coarse)[c] - was;
        double b =
            0.25 * ((double)at[0] + (double)at[1] + (double)at[FINE] + (double)at[FINE + 1]) - was;
        ab += a * b;
        aa += a * a;
        bb += b * b;
    }
    assert_true(ab / sqrt(aa * bb) > 0.85);
    assert_true(sqrt((aa + bb - 2.0 * ab) / (COARSE * COARSE)) < 0.03 * 1900.0);
    fluv_landscape_free(&coarse);
    fluv_landscape_free(&fine);
}

/* A hill more in one corner, and the other half of the frame is what it was. */
static void an_edit_is_local(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_amplify_params params = usual(ctx);
    fluv_landscape first = made_land(ctx, hills, SIDE, &params);
    fluv_landscape second = drawn_land(ctx, hills, SIDE);
    float *height = fluv_layer_edit(ctx, &second, FLUV_LAYER_height);
    for (uint32_t c = 0; c < SIDE * SIDE; c++) {
        double x = (c % SIDE + 0.5) / SIDE, y = (c / SIDE + 0.5) / SIDE;
        double far = hypot(x - 0.1, y - 0.1) / 0.06;
        height[c] += 3000.0f * (float)exp(-far * far);
    }
    run_stage(ctx, &fluv_stage_amplify, &params, &second);
    double sum = 0.0, count = 0.0;
    for (uint32_t row = 0; row < SIDE; row++)
        for (uint32_t col = SIDE / 2; col < SIDE; col++) {
            uint32_t c = row * SIDE + col;
            double change = (double)fluv_height_of(&second)[c] - (double)fluv_height_of(&first)[c];
            sum += change * change;
            count += 1.0;
        }
    assert_true(sqrt(sum / count) < 0.005 * 1900.0);
    fluv_landscape_free(&first);
    fluv_landscape_free(&second);
}

/* On a frame whose finer tiers are not left to one thread. */
static void threads_do_not_matter(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape lands[3];
    for (int free = 0; free < 2; free++) {
        fluv_amplify_params params = usual(ctx);
        params.coast = free ? FLUV_AMPLIFY_COAST_free : FLUV_AMPLIFY_COAST_keep;
        for (int k = 0; k < 3 - free; k++) {
            fluv_set_threads(ctx, k + 1);
            lands[k] = rough_land(ctx, 240, 150, WIDTH, true);
            run_stage(ctx, &fluv_stage_amplify, &params, &lands[k]);
            assert_int_equal(ctx->threads, k + 1);
            assert_memory_equal(fluv_height_of(&lands[0]), fluv_height_of(&lands[k]),
                                fluv_cell_count(&lands[0]) * sizeof(float));
        }
        for (int k = 0; k < 3 - free; k++)
            fluv_landscape_free(&lands[k]);
    }
    fluv_set_threads(ctx, 1);
}

static void tiny_frames_and_voids(void **state)
{
    fluv_amplify_params params = usual(*state);
    bears_tiny_frames(*state, &fluv_stage_amplify, &params);
}

static void failing_memory(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_amplify_params params = usual(ctx);
    fluv_landscape bare = rough_land(ctx, 300, 4, 5e3, false);
    erosion_job job = {.stage = &fluv_stage_amplify, .params = &params, .bare = &bare};
    fail_each_allocation(ctx, erode_shared, &job);
    fluv_landscape_free(&bare);
}

static void it_stops_when_asked(void **state)
{
    fluv_amplify_params params = usual(*state);
    stops_when_asked(&fluv_stage_amplify, &params);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_drawing_is_kept_in_the_mean),
        cmocka_unit_test(peaks_stay),
        cmocka_unit_test(all_water_finds_its_way),
        cmocka_unit_test(drawn_hollows_stay),
        cmocka_unit_test(lakes_keep_their_level),
        cmocka_unit_test(the_coast_stays_cell_by_cell),
        cmocka_unit_test(a_free_coast_drowns),
        cmocka_unit_test(rivers_run_in_valleys),
        cmocka_unit_test(valleys_have_floors),
        cmocka_unit_test(young_land_keeps_its_surface),
        cmocka_unit_test(more_cells_add_detail_alone),
        cmocka_unit_test(an_edit_is_local),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(tiny_frames_and_voids),
        cmocka_unit_test(failing_memory),
        cmocka_unit_test(it_stops_when_asked),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
