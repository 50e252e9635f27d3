// SPDX-License-Identifier: MIT
/* Pictures of land from hydrology before it has ground. */
#include "output/picture.h"
#include "text_land.h"
#include "water_land.h"

#include <stdlib.h>
#include <string.h>

/* Pixels of a plan: rivers, what is as the corner's sea, and how many differ from the plan before.
 */
typedef struct plan_pixels {
    size_t river, sea, changed;
} plan_pixels;

static plan_pixels count_plan(const fluv_picture *plan, const fluv_picture *before)
{
    plan_pixels counts = {0};
    for (size_t i = 0; i < (size_t)plan->width * plan->height; i++) {
        const uint8_t *rgb = plan->rgb + 3 * i;
        counts.river += rgb[2] - rgb[0] > 80;
        counts.sea += memcmp(rgb, plan->rgb, 3) == 0;
        counts.changed += before->rgb && memcmp(rgb, before->rgb + 3 * i, 3) != 0;
    }
    return counts;
}

static fluv_picture draw_plan(fluv_ctx *ctx, const fluv_landscape *land, int threads)
{
    fluv_picture plan;
    fluv_set_threads(ctx, threads);
    must(ctx, fluv_picture_draw(ctx, land, "plan", &plan));
    return plan;
}

/* Outline, river graph, what its nodes drain, and courses: each adds to the plan before. */
static void each_stage_adds_to_the_plan(void **state)
{
    static const char *const until[] = {"contour", "contour, network",
                                        "contour, network, watersheds",
                                        "contour, network, watersheds, courses"};
    fluv_ctx *ctx = *state;
    fluv_picture before = {0};
    for (int i = 0; i < 4; i++) {
        fluv_landscape land;
        must(ctx, make(ctx, &land, "interfluve: 1\nframe: {size: 64, width: 20 km}\nstages: [%s]\n",
                       until[i]));
        fluv_picture plan = draw_plan(ctx, &land, 1), other = draw_plan(ctx, &land, 3);
        size_t pixels = (size_t)plan.width * plan.height;
        assert_memory_equal(plan.rgb, other.rgb, 3 * pixels);
        plan_pixels counts = count_plan(&plan, &before);
        assert_in_range(counts.sea, pixels / 10, pixels - pixels / 10);
        assert_true((counts.river > pixels / 500) == (i > 0));
        assert_true(!before.rgb || counts.changed > pixels / 100);
        fluv_picture_free(&other);
        fluv_picture_free(&before);
        before = plan;
        fluv_landscape_free(&land);
    }
    fluv_picture_free(&before);
}

/* A square of 36 % of the frame, less the line of its coast. */
static void land_is_filled_by_its_outline(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land;
    static const char square[] = "[{x: 1 km, y: 2 km}, {x: 7 km, y: 2 km}, {x: 7 km, y: 8 km}, "
                                 "{x: 1 km, y: 8 km}]";
    must(ctx, make(ctx, &land,
                   "interfluve: 1\nframe: {size: 100, width: 10 km}\n"
                   "stages:\n- contour: {ragged: 0, outline: %s}\n",
                   square));
    fluv_picture plan = draw_plan(ctx, &land, 2);
    size_t pixels = (size_t)plan.width * plan.height, sea = count_plan(&plan, &plan).sea;
    assert_in_range(sea, (size_t)(0.62 * (double)pixels), (size_t)(0.64 * (double)pixels));
    fluv_picture_free(&plan);
    fluv_landscape_free(&land);
}

static void land_without_an_outline_has_no_plan(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land;
    fluv_picture plan;
    must(ctx, make(ctx, &land, "interfluve: 1\nframe: {size: 20, width: 1 km}\nstages: [noise]\n"));
    assert_int_equal(fluv_picture_draw(ctx, &land, "plan", &plan), FLUV_BAD_USE);
    assert_non_null(strstr(fluv_message(ctx), "needs the layer contour"));
    fluv_landscape_free(&land);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_stage_adds_to_the_plan),
        cmocka_unit_test(land_is_filled_by_its_outline),
        cmocka_unit_test(land_without_an_outline_has_no_plan),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
