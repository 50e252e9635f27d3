// SPDX-License-Identifier: MIT
/* What every stage that invents bare land keeps: the frame's range, the same land at every size and
 * for any number of threads, no preferred direction, and good manners at the extremes. */
#include "water_land.h"

#include "base/random.h"
#include "failing_memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const stages[] = {"noise", "faults", "midpoint"};
#define STAGES (sizeof stages / sizeof *stages)

static fluv_landscape frame_of(uint32_t cols, uint32_t rows, double width, uint64_t seed)
{
    return (fluv_landscape){.frame = {.cols = cols,
                                      .rows = rows,
                                      .cell = width / cols,
                                      .west = 3e5,
                                      .north = 5.2e6,
                                      .low = 100.0,
                                      .high = 2100.0},
                            .seed = seed};
}

static void make(fluv_ctx *ctx, const char *stage, const setting *settings, fluv_landscape *land)
{
    if (land_run(ctx, land, stage, settings) != FLUV_OK)
        fail_msg("%s: %s", stage, fluv_message(ctx));
}

/* ---- Size --------------------------------------------------------------------------------------
 */

/* Root mean square difference between a land and one of more cells, brought to the same cells,
 * against the deviation of the heights. */
static double difference(const fluv_landscape *few, const fluv_landscape *many)
{
    uint32_t cols = few->frame.cols, times = many->frame.cols / cols;
    double sum = 0.0, mean = 0.0, square = 0.0;
    size_t count = fluv_cell_count(few);
    for (uint32_t c = 0; c < count; c++) {
        double fine = 0.0, height = fluv_height_of(few)[c];
        for (uint32_t k = 0; k < times * times; k++)
            fine += fluv_height_of(many)[(size_t)(c / cols * times + k / times) * many->frame.cols +
                                         c % cols * times + k % times];
        fine /= times * times;
        sum += (fine - height) * (fine - height);
        mean += height / (double)count;
        square += height * height / (double)count;
    }
    return sqrt(sum / (double)count / (square - mean * mean));
}

static void size_adds_detail_and_keeps_the_land(void **state)
{
    for (size_t s = 0; s < STAGES; s++) {
        double worst = 0.0;
        for (uint64_t seed = 1; seed <= 2; seed++) {
            fluv_landscape land[3];
            for (uint32_t k = 0; k < 3; k++) {
                land[k] = frame_of(256u << k, 256u << k, 40e3, seed);
                make(*state, stages[s], NULL, &land[k]);
            }
            worst = fmax(worst, difference(&land[0], &land[1]));
            worst = fmax(worst, difference(&land[0], &land[2]));
            worst = fmax(worst, difference(&land[1], &land[2]));
            for (uint32_t k = 0; k < 3; k++)
                fluv_landscape_free(&land[k]);
        }
        printf("%s: 256, 512 and 1024 cells differ by %.4f of the deviation\n", stages[s], worst);
        assert_true(worst < 0.03);
    }
}

/* ---- Threads -----------------------------------------------------------------------------------
 */

static void threads_change_nothing(void **state)
{
    fluv_ctx *ctx = *state;
    static const int threads[3] = {1, 2, 7};
    for (size_t s = 0; s < STAGES; s++) {
        fluv_landscape lands[3];
        for (int k = 0; k < 3; k++) {
            lands[k] = frame_of(211, 150, 20e3, 5);
            fluv_set_threads(ctx, threads[k]);
            make(ctx, stages[s], NULL, &lands[k]);
            assert_memory_equal(fluv_height_of(&lands[0]), fluv_height_of(&lands[k]),
                                fluv_cell_count(&lands[0]) * sizeof(float));
        }
        for (int k = 0; k < 3; k++)
            fluv_landscape_free(&lands[k]);
    }
    fluv_set_threads(ctx, 1);
}

/* ---- Directions --------------------------------------------------------------------------------
 */

#define LAND  257
#define LANDS 16
/* Cells over which slopes are taken, so that the raster's own grid does not count. */
#define REACH 4

/* What many lands of LAND x LAND cells show together. */
typedef struct grain {
    double cosine[2], sine[2], slope; /* of 4 and 8 times the slopes' directions, by steepness */
    double in_column[LAND], in_row[LAND]; /* curvature across each */
} grain;

static void add_slopes(const float *height, grain *g)
{
    for (uint32_t row = REACH; row + REACH < LAND; row++)
        for (uint32_t col = REACH; col + REACH < LAND; col++) {
            const float *at = height + (size_t)row * LAND + col;
            double x = (double)at[REACH] - at[-REACH];
            double y = (double)at[REACH * LAND] - at[-REACH * LAND];
            double steep = hypot(x, y), angle = atan2(y, x);
            g->slope += steep;
            for (int k = 0; k < 2; k++) {
                g->cosine[k] += steep * cos(4.0 * (k + 1) * angle);
                g->sine[k] += steep * sin(4.0 * (k + 1) * angle);
            }
        }
}

static void add_creases(const float *height, grain *g)
{
    for (uint32_t row = 1; row + 1 < LAND; row++)
        for (uint32_t col = 1; col + 1 < LAND; col++) {
            const float *at = height + (size_t)row * LAND + col;
            g->in_column[col] += fabs((double)at[1] + at[-1] - 2.0 * at[0]);
            g->in_row[row] += fabs((double)at[LAND] + at[-LAND] - 2.0 * at[0]);
        }
}

/* How far slopes prefer directions that repeat every 90 or 45 degrees: 0 not at all, 1 nothing but
 * these. */
static double preference(const grain *g)
{
    return fmax(hypot(g->cosine[0], g->sine[0]), hypot(g->cosine[1], g->sine[1])) / g->slope;
}

/* Curvature of the most creased row or column against that of its neighbours. */
static double crease(const grain *g)
{
    double most = 0.0;
    for (uint32_t k = 2; k + 2 < LAND; k++) {
        most = fmax(most, 2.0 * g->in_column[k] / (g->in_column[k - 1] + g->in_column[k + 1]));
        most = fmax(most, 2.0 * g->in_row[k] / (g->in_row[k - 1] + g->in_row[k + 1]));
    }
    return most;
}

static void no_direction_is_preferred(void **state)
{
    for (size_t s = 0; s < STAGES; s++) {
        grain g = {0};
        for (uint64_t seed = 0; seed < LANDS; seed++) {
            fluv_landscape land = frame_of(LAND, LAND, 40e3, seed);
            make(*state, stages[s], NULL, &land);
            add_slopes(fluv_height_of(&land), &g);
            add_creases(fluv_height_of(&land), &g);
            fluv_landscape_free(&land);
        }
        printf("%s: slopes prefer a direction by %.4f, the worst crease is %.3f\n", stages[s],
               preference(&g), crease(&g));
        assert_true(preference(&g) < 0.035 && crease(&g) < 1.15);
    }
}

/* The plain way, as the paper warns of it: squares, then diamonds, on one lattice. */
static void diamond_square(uint64_t seed, float *height)
{
    fluv_key key = fluv_key_make(seed, "test", "diamond");
    float rough = 1.0F;
    memset(height, 0, sizeof(float) * LAND * LAND);
    for (uint32_t step = LAND - 1; step > 1; step /= 2, rough *= 0.54F)
        for (int round = 0; round < 2; round++)
            for (uint32_t row = 0; row < LAND; row += step / 2)
                for (uint32_t col = 0; col < LAND; col += step / 2) {
                    uint32_t half = step / 2, odd = (row / half % 2) + (col / half % 2);
                    if (odd != (round ? 1u : 2u))
                        continue;
                    float sum = 0.0F;
                    int count = 0;
                    for (int k = 0; k < 4; k++) {
                        int64_t h = half;
                        int64_t c = col + (round ? (k % 2 ? 0 : k - 1) : (k % 2 ? 1 : -1)) * h;
                        int64_t r = row + (round ? (k % 2 ? k - 2 : 0) : (k / 2 ? 1 : -1)) * h;
                        if (c < 0 || r < 0 || c >= LAND || r >= LAND)
                            continue;
                        sum += height[r * LAND + c];
                        count++;
                    }
                    float moved = (float)fluv_random_between(key, row * LAND + col, -1.0, 1.0);
                    height[row * LAND + col] = sum / (float)count + rough * moved;
                }
}

static void the_judge_sees_the_creases_of_diamond_square(void **state)
{
    (void)state;
    static float height[LAND * LAND];
    grain g = {0};
    for (uint64_t seed = 0; seed < LANDS; seed++) {
        diamond_square(seed, height);
        add_creases(height, &g);
    }
    printf("diamond-square: the worst crease is %.3f\n", crease(&g));
    assert_true(crease(&g) > 1.25);
}

/* ---- Ranges and bad values ---------------------------------------------------------------------
 */

static void heights_keep_range_and_ocean(void **state)
{
    static const setting oceans[][2] = {{{"ocean", 0.0}, {NULL, 0}}, {{"ocean", 0.5}, {NULL, 0}}};
    for (size_t s = 0; s < STAGES; s++)
        for (int k = 0; k < 2; k++) {
            fluv_landscape land = frame_of(150, 120, 60e3, 3);
            land.frame.low = -500.0;
            make(*state, stages[s], oceans[k], &land);
            size_t sea = 0, cells = fluv_cell_count(&land);
            for (size_t i = 0; i < cells; i++) {
                assert_true(fluv_height_of(&land)[i] >= -500.0F &&
                            fluv_height_of(&land)[i] <= 2100.0F);
                sea += fluv_height_of(&land)[i] < 0.0F;
            }
            assert_true(fabs((double)sea / (double)cells - oceans[k][0].value) < 0.03);
            fluv_landscape_free(&land);
        }
}

/* The lower or upper end of what a parameter can be; of a choice, its first or last word. */
static double end_of(const fluv_param *row, bool upper)
{
    double last = 0.0;
    for (const char *c = row->choices; row->type == FLUV_PARAM_CHOICE && *c; c++)
        last += *c == '|';
    switch (row->type) {
    case FLUV_PARAM_CHOICE:
        return upper ? last : 0.0;
    case FLUV_PARAM_FLAG:
        return upper;
    default:
        return upper ? row->max : row->min;
    }
}

static void expect_finite(fluv_ctx *ctx, const char *stage, const setting *settings)
{
    fluv_landscape land = frame_of(36, 30, 30e3, 7);
    make(ctx, stage, settings, &land);
    for (size_t i = 0; i < fluv_cell_count(&land); i++)
        if (!isfinite(fluv_height_of(&land)[i]))
            fail_msg("%s with %s = %g: a height is none", stage, settings->name, settings->value);
    fluv_landscape_free(&land);
}

/* Every parameter at the ends of its range, alone and all at once. */
static void extremes_stay_finite(void **state)
{
    for (size_t s = 0; s < STAGES; s++) {
        const fluv_stage_info *info = fluv_stage_find(stages[s]);
        assert_non_null(info);
        assert_true(info->param_count < 30);
        for (int upper = 0; upper < 2; upper++) {
            setting all[31] = {{NULL, 0}};
            size_t count = 0;
            for (size_t k = 0; k < info->param_count; k++) {
                const fluv_param *row = &info->params[k];
                if (strcmp(row->name, "low") == 0 || strcmp(row->name, "high") == 0)
                    continue;
                const setting one[] = {{row->name, end_of(row, upper)}, {NULL, 0}};
                expect_finite(*state, stages[s], one);
                if (strcmp(row->name, "lines") != 0) /* only more of the same, and slow */
                    all[count++] = one[0];
            }
            expect_finite(*state, stages[s], all);
        }
    }
}

static void tiny_and_odd_frames_are_land_too(void **state)
{
    static const uint32_t sizes[][2] = {{1, 1}, {1, 9}, {2, 1}, {300, 1}, {1, 300}, {17, 64}};
    static const double widths[] = {1e-3, 10.0, 4e7};
    for (size_t s = 0; s < STAGES; s++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            for (size_t w = 0; w < 3; w++) {
                fluv_landscape land = frame_of(sizes[k][0], sizes[k][1], widths[w], 1);
                make(*state, stages[s], NULL, &land);
                for (size_t i = 0; i < fluv_cell_count(&land); i++)
                    assert_true(isfinite(fluv_height_of(&land)[i]));
                fluv_landscape_free(&land);
            }
}

static void an_empty_range_is_refused(void **state)
{
    static const setting wrong[] = {{"low", 5.0}, {"high", 5.0}, {NULL, 0}};
    for (size_t s = 0; s < STAGES; s++) {
        fluv_landscape land = frame_of(20, 20, 1e3, 1);
        land.frame.low = land.frame.high = 0.0;
        assert_int_equal(land_run(*state, &land, stages[s], wrong), FLUV_BAD_RECIPE);
        assert_non_null(strstr(fluv_message(*state), stages[s]));
        assert_non_null(strstr(fluv_message(*state), "low must be below high"));
        fluv_landscape_free(&land);
    }
}

/* A recipe with a value out of range is refused with stage and parameter in the message. */
static void bad_values_are_refused_by_name(void **state)
{
    fluv_ctx *ctx = *state;
    for (size_t s = 0; s < STAGES; s++) {
        const fluv_stage_info *info = fluv_stage_find(stages[s]);
        for (size_t k = 0; k < info->param_count; k++) {
            const fluv_param *row = &info->params[k];
            fluv_recipe *recipe = NULL;
            char text[300];
            bool number = row->type == FLUV_PARAM_REAL || row->type == FLUV_PARAM_INT;
            snprintf(text, sizeof text,
                     "interfluve: 1\nframe: {size: 10, width: 1 km}\nstages:\n"
                     "  - %s: {%s: %.17g%s}\n",
                     stages[s], row->name, number ? 2.0 * fabs(row->max) + 1.0 : 7.0,
                     number ? "" : "x");
            fluv_status status = fluv_recipe_parse(ctx, text, strlen(text), "test", &recipe);
            if (status == FLUV_OK)
                status = fluv_recipe_check(ctx, recipe, NULL);
            if (status != FLUV_BAD_RECIPE || !strstr(fluv_message(ctx), row->name))
                fail_msg("%s.%s: %s", stages[s], row->name, fluv_message(ctx));
            fluv_recipe_delete(recipe);
        }
    }
}

static fluv_status make_small(fluv_ctx *ctx, void *data)
{
    const char *const *stage = data;
    fluv_landscape land = frame_of(40, 40, 20e3, 1);
    fluv_status status = land_run(ctx, &land, *stage, NULL);
    fluv_landscape_free(&land);
    return status;
}

static void stages_fail_cleanly(void **state)
{
    fluv_ctx *ctx = *state;
    for (size_t s = 0; s < STAGES; s++) {
        const char *stage = stages[s];
        fail_each_allocation(ctx, make_small, &stage);
        fluv_cancel(ctx);
        assert_int_equal(make_small(ctx, &stage), FLUV_CANCELLED);
        atomic_store(&ctx->cancelled, false);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(size_adds_detail_and_keeps_the_land),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(no_direction_is_preferred),
        cmocka_unit_test(the_judge_sees_the_creases_of_diamond_square),
        cmocka_unit_test(heights_keep_range_and_ocean),
        cmocka_unit_test(extremes_stay_finite),
        cmocka_unit_test(tiny_and_odd_frames_are_land_too),
        cmocka_unit_test(an_empty_range_is_refused),
        cmocka_unit_test(bad_values_are_refused_by_name),
        cmocka_unit_test(stages_fail_cleanly),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
