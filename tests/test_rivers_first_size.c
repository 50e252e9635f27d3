// SPDX-License-Identifier: MIT
/* Rivers first: the same coast, mouths, lakes and heights at 512 and at 2048 cells a side. */
#include "how_many.h"
#include "rivers_first.h"

#include <math.h>

/* The share of one landscape's mouths that lie near a mouth of the other: of rivers, brooks left
 * out, or of arms of deltas. */
static double mouths_found(const fluv_landscape *a, const fluv_landscape *b, double near, bool arms)
{
    const fluv_rivers *ra = fluv_rivers_of(a), *rb = fluv_rivers_of(b);
    double all = 0.0, found = 0.0;
    for (size_t i = 0; i < ra->count; i++) {
        const fluv_reach *reach = &ra->reaches[i];
        if (reach->next_down || reach->strahler < 2 || (reach->kind == FLUV_DELTA) != arms)
            continue;
        const fluv_river_point *end = &ra->points[reach->first_point + reach->point_count - 1];
        bool has = false;
        for (size_t k = 0; k < rb->count && !has; k++) {
            const fluv_reach *other = &rb->reaches[k];
            const fluv_river_point *at = &rb->points[other->first_point + other->point_count - 1];
            has = !other->next_down && hypot(at->x - end->x, at->y - end->y) < near;
        }
        all++;
        found += has;
    }
    return all > 0.0 ? found / all : 1.0;
}

static double lakes_found(const fluv_landscape *a, const fluv_landscape *b, double near)
{
    const fluv_lakes *la = fluv_lakes_of(a), *lb = fluv_lakes_of(b);
    double found = 0.0;
    for (size_t i = 0; i < la->count; i++)
        for (size_t k = 0; k < lb->count; k++)
            if (hypot(la->lakes[i].x - lb->lakes[k].x, la->lakes[i].y - lb->lakes[k].y) < near) {
                found++;
                break;
            }
    return la->count ? found / (double)la->count : 1.0;
}

/* Mean difference of land heights, the large frame brought down to the small one by means. */
static double height_difference(const fluv_landscape *small, const fluv_landscape *large)
{
    uint32_t n = fluv_frame_of(small)->cols, k = fluv_frame_of(large)->cols / n;
    double sum = 0.0, cells = 0.0, highest = 0.0;
    for (uint32_t row = 0; row < n; row++)
        for (uint32_t col = 0; col < n; col++) {
            double mean = 0.0, here = (double)fluv_height_of(small)[row * n + col];
            for (uint32_t i = 0; i < k * k; i++)
                mean += (double)fluv_height_of(large)[(row * k + i / k) * n * k + col * k + i % k];
            highest = fmax(highest, here);
            if (fluv_cover_of(small)[row * n + col] == FLUV_OCEAN)
                continue;
            sum += fabs(mean / (k * k) - here);
            cells++;
        }
    return sum / cells / highest;
}

/* The share of the large frame's cells that are land or ocean as the small one's cell there. */
static double coast_agrees(const fluv_landscape *small, const fluv_landscape *large)
{
    uint32_t n = fluv_frame_of(small)->cols, big = fluv_frame_of(large)->cols, k = big / n;
    const uint8_t *coarse = fluv_cover_of(small), *fine = fluv_cover_of(large);
    size_t same = 0;
    for (uint32_t row = 0; row < big; row++)
        for (uint32_t col = 0; col < big; col++)
            same += (fine[(size_t)row * big + col] == FLUV_OCEAN) ==
                    (coarse[row / k * n + col / k] == FLUV_OCEAN);
    return (double)same / ((double)big * big);
}

static void make(fluv_ctx *ctx, const char *name, int seed, int size, fluv_landscape *land)
{
    fluv_builder *builder = fluv_builder_new(ctx);
    fluv_recipe *recipe = preset(ctx, name, seed, size);
    fluv_builder_keep(builder, false);
    *land = (fluv_landscape){0};
    assert_int_equal(fluv_landscape_share(ctx, run(ctx, builder, recipe), land), FLUV_OK);
    fluv_recipe_delete(recipe);
    fluv_builder_delete(builder);
}

static void size_adds_detail_alone(void **state)
{
    QUICK_BUILD_ALONE();
    (void)state;
    static const char *const names[] = {"basins-island", "basins-continent"};
    for (int i = 0; i < 2; i++) {
        fluv_landscape small, large;
        fluv_ctx *ctx = fluv_ctx_new();
        make(ctx, names[i], 1 + i, 512, &small);
        make(ctx, names[i], 1 + i, 2048, &large);
        double near = 3.0 * fluv_frame_of(&small)->cell;
        double share[] = {
            mouths_found(&small, &large, near, false), mouths_found(&large, &small, near, false),
            lakes_found(&small, &large, near),         lakes_found(&large, &small, near),
            mouths_found(&small, &large, near, true),  mouths_found(&large, &small, near, true)};
        double coast = coast_agrees(&small, &large), off = height_difference(&small, &large);
        print_message("%s: coast %.4f, mouths %.3f and %.3f, lakes %.3f and %.3f, arms %.3f and "
                      "%.3f, heights %.4f\n",
                      names[i], coast, share[0], share[1], share[2], share[3], share[4], share[5],
                      off);
        assert_true(coast >= 0.97);
        for (int k = 0; k < 4; k++)
            assert_true(share[k] >= 0.97);
        assert_true(share[4] >= 0.7 && share[5] >= 0.7); /* narrow ones merge in coarse cells */
        assert_true(off < 0.05);
        fluv_landscape_free(&small);
        fluv_landscape_free(&large);
        fluv_ctx_delete(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(size_adds_detail_alone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
