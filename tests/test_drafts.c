// SPDX-License-Identifier: MIT
/* Drafts of the methods that plan rivers first: less work, the same land, water that is right. */
#include "water_land.h"

#include "landscape/hydrology.h"
#include "landscape/tree.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* A preset's land, as a draft or not. */
static void make(fluv_ctx *ctx, const char *preset, bool draft, fluv_landscape *out)
{
    fluv_recipe *recipe = NULL;
    const fluv_landscape *land = NULL;
    fluv_builder *builder = fluv_builder_new(ctx);
    assert_non_null(builder);
    assert_int_equal(fluv_recipe_read(ctx, preset, &recipe), FLUV_OK);
    assert_int_equal(fluv_recipe_set(ctx, recipe, "frame.size=256"), FLUV_OK);
    fluv_builder_draft(builder, draft);
    assert_int_equal(fluv_builder_run(ctx, builder, recipe, NULL, &land), FLUV_OK);
    assert_int_equal(fluv_landscape_share(ctx, land, out), FLUV_OK);
    fluv_recipe_delete(recipe);
    fluv_builder_delete(builder);
}

static void keeps_the_rules(fluv_ctx *ctx, const fluv_landscape *land)
{
    fluv_verdict verdicts[FLUV_RULES];
    assert_int_equal(fluv_check(ctx, land, verdicts), FLUV_OK);
    for (int i = 0; i < FLUV_RULES; i++)
        assert_true(!verdicts[i].applies || verdicts[i].holds);
}

/* Root of the mean square by which heights of land differ, against their mean. */
static double unlikeness(const fluv_landscape *a, const fluv_landscape *b)
{
    const float *z[2] = {fluv_layer_read(a, FLUV_LAYER_height),
                         fluv_layer_read(b, FLUV_LAYER_height)};
    double n = 0.0, sum = 0.0, squares = 0.0;
    for (size_t i = 0; i < fluv_cell_count(a); i++) {
        double apart = (double)z[0][i] - (double)z[1][i];
        if (z[1][i] <= 0.0f)
            continue;
        n += 1.0, sum += (double)z[1][i], squares += apart * apart;
    }
    return sqrt(squares / n) / (sum / n);
}

static void is_like_the_whole(fluv_ctx *ctx, const char *preset, fluv_landscape *draft,
                              fluv_landscape *whole)
{
    make(ctx, preset, true, draft);
    make(ctx, preset, false, whole);
    keeps_the_rules(ctx, draft);
    double unlike = unlikeness(draft, whole);
    print_message("%s: draft and whole differ by %.3f of the mean height\n", preset, unlike);
    assert_true(unlike > 0.0 && unlike < 0.15);
}

static void side_valleys_too_small_for_the_cells_are_left_out(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape draft, whole;
    is_like_the_whole(ctx, "hydrology-island", &draft, &whole);
    const fluv_tree_head *few = fluv_layer_read(&draft, FLUV_LAYER_tree);
    const fluv_tree_head *all = fluv_layer_read(&whole, FLUV_LAYER_tree);
    assert_true(few->valley_count < all->valley_count / 2);
    const fluv_courses *drawn = fluv_layer_read(&draft, FLUV_LAYER_courses);
    const fluv_courses *meant = fluv_layer_read(&whole, FLUV_LAYER_courses);
    assert_int_equal(drawn->count, meant->count);
    assert_true(drawn->point_count < meant->point_count / 2);
    double arms = (double)few->river_count / (double)all->river_count;
    assert_true(arms > 0.99 && arms < 1.01); /* side channels go by the length of what they leave */
    fluv_landscape_free(&draft);
    fluv_landscape_free(&whole);
}

static void land_between_rivers_is_worn_in_longer_steps(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape draft, whole;
    is_like_the_whole(ctx, "basins-island", &draft, &whole);
    fluv_landscape_free(&draft);
    fluv_landscape_free(&whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(side_valleys_too_small_for_the_cells_are_left_out),
        cmocka_unit_test(land_between_rivers_is_worn_in_longer_steps),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
