// SPDX-License-Identifier: MIT
/* First pictures stand as high as the whole land that follows them. */
#include "studio/worker.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COARSE 64
#define WHOLE  256

/* A range that is worn from coarse meshes to fine ones; a small picture leaves the fine ones out.
 */
#define RANGE                                                                                      \
    "interfluve: 1\nseed: 7\nframe: {size: %d, width: 30 km, height: [0 m, 3000 m]}\nstages:\n"    \
    "  - mesh: {spacing: 100 m}\n  - uplift: {rate: %g mm/y}\n"                                    \
    "  - erode: {steps: 60, step: 100 ky, erodibility: 3e-6, coarse: 2, fine_steps: 15}\n"

static const fluv_landscape *make(fluv_ctx *ctx, fluv_builder *builder, int size, double rate)
{
    char text[512];
    fluv_recipe *recipe = NULL;
    const fluv_landscape *land = NULL;
    snprintf(text, sizeof text, RANGE, size, rate);
    assert_int_equal(fluv_recipe_parse(ctx, text, strlen(text), "range", &recipe), FLUV_OK);
    assert_int_equal(fluv_builder_run(ctx, builder, recipe, NULL, &land), FLUV_OK);
    fluv_recipe_delete(recipe);
    return land;
}

static double mean_of(const fluv_landscape *land)
{
    fluv_layer_data layer = fluv_layer_get(land, fluv_layer_find("height"));
    const float *height = layer.data;
    size_t count = layer.rows * layer.cols;
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += fmax(0.0, (double)height[i]);
    return sum / (double)count;
}

static void a_first_picture_stands_as_high_as_the_whole(void **state)
{
    (void)state;
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_builder *rough = fluv_builder_new(ctx), *fine = fluv_builder_new(ctx);
    fluv_builder_draft(rough, true);
    studio_drafts drafts = {0};
    const studio_wish first = {.epoch = 1, .number = 1}, second = {.epoch = 1, .number = 2};
    assert_true(draft_raised(&drafts, &first, COARSE) == 1.0); /* nothing is known yet */
    const fluv_landscape *draft = make(ctx, rough, COARSE, 0.5);
    const fluv_landscape *whole = make(ctx, fine, WHOLE, 0.5);
    assert_true(mean_of(draft) < 0.92 * mean_of(whole)); /* it would jump */
    draft_note(&drafts, &first, COARSE, draft);
    draft_compare(&drafts, &first, whole);

    /* Another uplift: neither of its lands has been compared. */
    draft = make(ctx, rough, COARSE, 0.55);
    whole = make(ctx, fine, WHOLE, 0.55);
    double raised = draft_raised(&drafts, &second, COARSE), share = mean_of(draft) / mean_of(whole);
    assert_true(share < 0.92);
    assert_true(fabs(raised * share - 1.0) < 0.3 * (1.0 - share));
    fluv_builder_delete(rough);
    fluv_builder_delete(fine);
    fluv_ctx_delete(ctx);
}

static void only_lands_of_one_wish_are_compared(void **state)
{
    (void)state;
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_builder *builder = fluv_builder_new(ctx);
    studio_drafts drafts = {0};
    const studio_wish first = {.epoch = 1, .number = 1}, second = {.epoch = 1, .number = 2};
    const studio_wish elsewhere = {.epoch = 2, .number = 3};
    draft_note(&drafts, &first, 2 * COARSE, make(ctx, builder, COARSE, 0.5));
    const fluv_landscape *higher = make(ctx, builder, COARSE, 0.6);
    draft_compare(&drafts, &second, higher); /* of a wish whose first picture was never made */
    assert_true(draft_raised(&drafts, &second, 2 * COARSE) == 1.0);
    draft_compare(&drafts, &first, higher);
    double raised = draft_raised(&drafts, &second, 2 * COARSE);
    assert_true(raised > 1.05 && raised < 1.5);
    /* Half the size is not known: about as much again. Another project knows nothing. */
    assert_true(fabs(draft_raised(&drafts, &second, COARSE) - raised * raised) < 1e-9);
    assert_true(draft_raised(&drafts, &elsewhere, 2 * COARSE) == 1.0);
    draft_note(&drafts, &elsewhere, COARSE, higher);
    assert_true(draft_raised(&drafts, &elsewhere, 2 * COARSE) == 1.0);
    /* Lands as different as these are nothing to learn from. */
    draft_compare(&drafts, &elsewhere, make(ctx, builder, COARSE, 3.0));
    assert_true(draft_raised(&drafts, &elsewhere, COARSE) == 1.0);
    fluv_builder_delete(builder);
    fluv_ctx_delete(ctx);
}

/* Two stages, of which the first changes; each took as long as is said. */
static void set_bench(fluv_ctx *ctx, const studio_wish *wish, uint32_t size, double seconds,
                      studio_bench *bench)
{
    *bench = (studio_bench){.size = size, .kept = 2, .time_count = 2};
    assert_int_equal(fluv_recipe_copy(ctx, wish->active.recipe, &bench->last), FLUV_OK);
    assert_int_equal(fluv_recipe_put_number(ctx, bench->last, 0, "wavelength", 1234.0), FLUV_OK);
    for (int i = 0; i < 2; i++) {
        snprintf(bench->times[i].key, sizeof bench->times[i].key, "%s", wish->active.keys[i]);
        bench->times[i].seconds = 0.5 * seconds;
    }
}

/* What a busy machine took once does not keep first pictures away for ever; where they truly come
 * no sooner, they are tried now and then. */
static void a_slow_first_picture_is_tried_again(void **state)
{
    (void)state;
    static const char text[] = "interfluve: 1\nframe: {size: 512, width: 10 km}\n"
                               "stages:\n  - noise: {}\n  - drain: {}\n";
    fluv_ctx *ctx = fluv_ctx_new();
    static studio_wish wish = {.size = 512, .active = {.count = 2, .keys = {"s1", "s2"}}};
    static studio_bench coarse, full;
    assert_int_equal(fluv_recipe_parse(ctx, text, strlen(text), "wish", &wish.active.recipe),
                     FLUV_OK);
    set_bench(ctx, &wish, 512, 0.4, &full);
    set_bench(ctx, &wish, 64, 0.2, &coarse);
    assert_true(bench_coarse_first(&coarse, &full, ctx, &wish));
    bench_free(&coarse);
    set_bench(ctx, &wish, 64, 0.8, &coarse);
    int left_out = 0;
    while (left_out < 100 && !bench_coarse_first(&coarse, &full, ctx, &wish))
        left_out++;
    assert_true(left_out > 5 && left_out < 25);
    bench_free(&coarse);
    bench_free(&full);
    fluv_recipe_delete(wish.active.recipe);
    fluv_ctx_delete(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_first_picture_stands_as_high_as_the_whole),
        cmocka_unit_test(only_lands_of_one_wish_are_compared),
        cmocka_unit_test(a_slow_first_picture_is_tried_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
