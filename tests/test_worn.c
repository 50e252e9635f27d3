// SPDX-License-Identifier: MIT
/* Rivers first, the land between: worn by water and soil, with floors along rivers, dunes and wadis
 * in deserts, and no river moved by it. */
#include "landscape/regions.h"
#include "rivers_first.h"

#include <math.h>
#include <stdlib.h>

#define SIZE  256
#define SEEDS 2

typedef struct bench {
    fluv_ctx *ctx;
    fluv_builder *builder;
} bench;

static int open_bench(void **state)
{
    bench *b = test_malloc(sizeof *b);
    b->ctx = fluv_ctx_new();
    b->builder = fluv_builder_new(b->ctx);
    *state = b;
    return 0;
}

static int close_bench(void **state)
{
    bench *b = *state;
    fluv_builder_delete(b->builder);
    fluv_ctx_delete(b->ctx);
    test_free(b);
    return 0;
}

static void make(bench *b, const char *name, int seed, const char *setting, fluv_landscape *out)
{
    fluv_recipe *recipe = preset(b->ctx, name, seed, SIZE);
    if (setting)
        set(b->ctx, recipe, "%s", setting);
    const fluv_landscape *land = run(b->ctx, b->builder, recipe);
    expect_clean(b->ctx, land, setting ? setting : "as it is", seed);
    assert_int_equal(fluv_landscape_share(b->ctx, land, out), FLUV_OK);
    fluv_recipe_delete(recipe);
}

/* The plan of rivers and lakes comes first: however long the land between is worn, they lie in the
 * same cells. */
static void no_river_is_moved(void **state)
{
    static const char *const settings[] = {"relief.erosion=0", "relief.erosion=5",
                                           "relief.floors=0", "relief.floors=4"};
    bench *b = *state;
    fluv_landscape as_it_is, other;
    make(b, "basins-island", 1, NULL, &as_it_is);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        make(b, "basins-island", 1, settings[i], &other);
        size_t same = 0, moved = 0, raised = 0;
        for (size_t c = 0; c < fluv_cell_count(&other); c++) {
            uint8_t was = fluv_cover_of(&as_it_is)[c], is = fluv_cover_of(&other)[c];
            same += was != FLUV_LAND && was != FLUV_OCEAN && is == was;
            moved += is != was;
            raised += fluv_height_of(&as_it_is)[c] != fluv_height_of(&other)[c];
        }
        print_message("%s: %zu cells of water stay, %zu do not; %zu heights differ\n", settings[i],
                      same, moved, raised);
        assert_true(same > 500 && raised > 500 && moved == 0);
        fluv_landscape_free(&other);
    }
    fluv_landscape_free(&as_it_is);
}

/* ---- Slopes ---- */

static double slope_at(const fluv_landscape *land, size_t cell)
{
    const float *z = fluv_height_of(land);
    double dx = (double)z[cell + 1] - (double)z[cell - 1];
    double dy = (double)z[cell + SIZE] - (double)z[cell - SIZE];
    return hypot(dx, dy) / (2.0 * fluv_frame_of(land)->cell);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Degrees, of dry land in mountains off the frame's rim. */
static double median_of_mountains(const fluv_landscape *land)
{
    double *slopes = test_malloc((size_t)SIZE * SIZE * sizeof *slopes);
    size_t count = 0;
    for (size_t c = SIZE + 1; c + SIZE + 1 < (size_t)SIZE * SIZE; c++)
        if (fluv_region_of(land)[c] == FLUV_MOUNTAIN && fluv_cover_of(land)[c] == FLUV_LAND)
            slopes[count++] = slope_at(land, c);
    assert_true(count > 300);
    qsort(slopes, count, sizeof *slopes, by_size);
    double median = atan(slopes[count / 2]) * 180.0 / M_PI;
    test_free(slopes);
    return median;
}

/* Steep real land has medians of 18 to 22 degrees; what grew and was not worn, 34 to 39. */
static void mountains_are_as_steep_as_real_ones(void **state)
{
    bench *b = *state;
    for (int seed = 1; seed <= SEEDS; seed++) {
        fluv_landscape land;
        make(b, "basins-island", seed, NULL, &land);
        double median = median_of_mountains(&land);
        print_message("seed %d: half of the mountains are steeper than %.1f degrees\n", seed,
                      median);
        assert_true(median > 17.0 && median < 23.0);
        fluv_landscape_free(&land);
    }
}

#define OFF   2   /* cells */
#define LARGE 5e7 /* m2 that a river drains */

/* Metres that dry land rises above a large river OFF cells away, on average. */
static double rise_beside_rivers(const fluv_landscape *land)
{
    static const int ways[] = {OFF, -OFF, OFF * SIZE, -OFF * SIZE};
    const uint8_t *cover = fluv_cover_of(land);
    double sum = 0.0;
    size_t count = 0;
    for (size_t c = OFF * SIZE + OFF; c + OFF * SIZE + OFF < (size_t)SIZE * SIZE; c++)
        for (size_t i = 0; i < 4 && cover[c] == FLUV_RIVER && fluv_area_of(land)[c] >= LARGE; i++) {
            size_t beside = (size_t)((int)c + ways[i]);
            if (cover[beside] != FLUV_LAND)
                continue;
            sum += fabs((double)fluv_height_of(land)[beside] - (double)fluv_water_of(land)[c]);
            count++;
        }
    assert_true(count > 300);
    return sum / (double)count;
}

static void rivers_have_floors(void **state)
{
    bench *b = *state;
    static const char *const settings[] = {"relief.floors=0", NULL, "relief.floors=3"};
    double rise[3];
    for (int i = 0; i < 3; i++) {
        fluv_landscape land;
        make(b, "basins-delta", 1, settings[i], &land);
        rise[i] = rise_beside_rivers(&land);
        fluv_landscape_free(&land);
    }
    print_message(
        "%d cells from large rivers land stands %.1f m above them without floors, %.1f as it is, "
        "%.1f with wide ones\n",
        OFF, rise[0], rise[1], rise[2]);
    assert_true(rise[1] < 0.85 * rise[0] && rise[2] < 0.85 * rise[1]);
}

/* ---- Deserts ---- */

/* Crests of dunes lie across the wind and shut in no water: with them dry land is rougher, all
 * rules hold, and other land hardly differs. */
static void deserts_have_dunes(void **state)
{
    bench *b = *state;
    fluv_landscape flat, land;
    make(b, "basins-desert-coast", 2, "relief.dunes=0", &flat);
    make(b, "basins-desert-coast", 2, NULL, &land);
    double raised[2] = {0.0, 0.0};
    size_t count[2] = {0, 0};
    for (size_t c = 0; c < fluv_cell_count(&land); c++) {
        bool dry = fluv_region_of(&land)[c] == FLUV_DESERT;
        if (fluv_cover_of(&land)[c] != FLUV_LAND)
            continue;
        raised[dry] += fabs((double)fluv_height_of(&land)[c] - (double)fluv_height_of(&flat)[c]);
        count[dry]++;
    }
    double inside = raised[1] / (double)count[1], outside = raised[0] / (double)count[0];
    print_message("dunes raise deserts by %.1f m on average, other land by %.2f\n", inside,
                  outside);
    assert_true(count[1] > 1000 && inside > 5.0 && outside < 0.2 * inside);
    fluv_landscape_free(&flat);
    fluv_landscape_free(&land);
}

/* Wadis: rivers of deserts have beds and no water, and more sources mean more of them. */
static void deserts_have_wadis(void **state)
{
    bench *b = *state;
    size_t beds[2] = {0, 0}, all = 0, wet = 0;
    for (int i = 0; i < 2; i++) {
        fluv_landscape land;
        fluv_recipe *recipe = preset(b->ctx, "basins-desert-coast", 2, SIZE);
        set(b->ctx, recipe, "channels.dry_chance=0");
        if (i == 0)
            set(b->ctx, recipe, "channels.sources={flatland: 150, mountain: 320, desert: 0}");
        const fluv_landscape *made = run(b->ctx, b->builder, recipe);
        expect_clean(b->ctx, made, "wadis", 2);
        assert_int_equal(fluv_landscape_share(b->ctx, made, &land), FLUV_OK);
        for (size_t c = 0; c < fluv_cell_count(&land); c++) {
            bool desert = fluv_region_of(&land)[c] == FLUV_DESERT;
            all += desert;
            wet += desert && fluv_cover_of(&land)[c] == FLUV_RIVER;
            beds[i] += desert && fluv_cover_of(&land)[c] == FLUV_DRY_BED;
        }
        fluv_recipe_delete(recipe);
        fluv_landscape_free(&land);
    }
    print_message("cells of dry beds in deserts: %zu without sources of theirs, %zu with\n",
                  beds[0], beds[1]);
    print_message("%zu cells of deserts, %zu with rivers that touch them\n", all / 2, wet / 2);
    assert_true(beds[1] > 200 && beds[1] > 2 * beds[0] && 100 * wet < all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_river_is_moved),  cmocka_unit_test(mountains_are_as_steep_as_real_ones),
        cmocka_unit_test(rivers_have_floors), cmocka_unit_test(deserts_have_dunes),
        cmocka_unit_test(deserts_have_wadis),
    };
    return cmocka_run_group_tests(tests, open_bench, close_bench);
}
