// SPDX-License-Identifier: MIT
/* Rivers first: what the author places is there before the land is. */
#include "dice.h"
#include "landscape/basins.h"
#include "landscape/layout.h"
#include "landscape/placed.h"
#include "locality.h"
#include "rivers_first.h"
#include "text_land.h"

#define SIDE  160 /* cells */
#define WIDTH 60e3
#define CELL  (WIDTH / SIDE)

#define FRAME                                                                                      \
    "interfluve: 1\nseed: %d\nframe: {size: 160, width: 60 km, height: [-400 m, 2200 m]}\n"        \
    "stages:\n  - coast: {shape: island, spacing: 300 m}\n"
#define LAND                                                                                       \
    "  - regions: {spacing: 300 m, random: {mountain: 2, desert: 1}}\n"                            \
    "  - basins: {spacing: 500 m}\n"                                                               \
    "  - channels: {sources: {flatland: 60, mountain: 90}, lakes: {flatland: 6, mountain: 6}}\n"   \
    "  - relief: {}\n"

/* ---- Looking at the land as its reader would ---- */

static uint32_t cell_at(double x, double y)
{
    return (uint32_t)((WIDTH - y) / CELL) * SIDE + (uint32_t)(x / CELL);
}

static bool is_sea(const fluv_landscape *land, double x, double y)
{
    return fluv_cover_of(land)[cell_at(x, y)] == FLUV_OCEAN;
}

/* Whether water or a bed lies within one cell of a place. */
static bool is_wet_near(const fluv_landscape *land, double x, double y)
{
    uint32_t at = cell_at(x, y);
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (fluv_cover_of(land)[(uint32_t)((int)at + dy * SIDE + dx)] != FLUV_LAND)
                return true;
    return false;
}

/* Steps of a tenth of a km along a line to the sea, and those without water near. */
static int steps_of(const fluv_landscape *land, const double *xy, size_t points, int *dry)
{
    int steps = 0;
    *dry = 0;
    for (size_t i = 0; i + 1 < points; i++) {
        double dx = xy[2 * i + 2] - xy[2 * i], dy = xy[2 * i + 3] - xy[2 * i + 1];
        int parts = (int)(hypot(dx, dy) / 100.0) + 1;
        for (int k = 0; k < parts; k++, steps++) {
            double x = xy[2 * i] + dx * k / parts, y = xy[2 * i + 1] + dy * k / parts;
            if (is_sea(land, x, y))
                return steps;
            *dry += !is_wet_near(land, x, y);
        }
    }
    return steps;
}

static double locked_length(const fluv_landscape *land, const char *name)
{
    const fluv_rivers *rivers = fluv_rivers_of(land);
    double length = 0.0;
    for (size_t i = 0; i < rivers->count; i++)
        if (rivers->reaches[i].locked && strcmp(rivers->reaches[i].name, name) == 0)
            length += rivers->reaches[i].length;
    return length;
}

static const fluv_lake *lake_named(const fluv_landscape *land, const char *name)
{
    const fluv_lakes *lakes = fluv_lakes_of(land);
    for (size_t i = 0; i < lakes->count; i++)
        if (lakes->lakes[i].locked && strcmp(lakes->lakes[i].name, name) == 0)
            return &lakes->lakes[i];
    return NULL;
}

/* The strongest river that ends in the sea near a place. */
static const fluv_reach *mouth_near(const fluv_landscape *land, double x, double y, double within)
{
    const fluv_rivers *rivers = fluv_rivers_of(land);
    const fluv_reach *best = NULL;
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        const fluv_river_point *last = &rivers->points[reach->first_point + reach->point_count - 1];
        if (!reach->next_down && hypot(last->x - x, last->y - y) < within &&
            (!best || reach->discharge > best->discharge))
            best = reach;
    }
    return best;
}

static void is_there(fluv_ctx *ctx, const fluv_landscape *land, const double *xy, size_t points,
                     const char *name)
{
    int dry, steps = steps_of(land, xy, points, &dry);
    if (dry)
        fail_msg("%s: %d of %d steps are dry: %s", name, dry, steps, fluv_message(ctx));
    if (locked_length(land, name) < 60.0 * steps)
        fail_msg("%s: %g m of %d are locked", name, locked_length(land, name), 100 * steps);
}

/* ---- One of each ---- */

#define ALL                                                                                        \
    "  - place:\n"                                                                                 \
    "      rivers:\n"                                                                              \
    "        Alva: {line: [[30 km, 33 km], [26 km, 28 km], [31 km, 20 km], [30 km, 1 km]], "       \
    "discharge: 40, width: 90}\n"                                                                  \
    "        Bree: {line: [[36 km, 27 km], [31 km, 20 km]]}\n"                                     \
    "      lakes: {Mere: {x: 20 km, y: 30 km, area: 9 km2, depth: 31, level: 60}}\n"               \
    "      peaks: {Top: {x: 38 km, y: 37 km, height: 1500}}\n"                                     \
    "      mouths: {Bay: {x: %g, y: %g, weight: 1}}\n"

/* The first place of sea north of the middle. */
static double north_coast(fluv_ctx *ctx, int seed, double x)
{
    fluv_landscape bare;
    double y = 0.5 * WIDTH;
    must(ctx, make(ctx, &bare, FRAME, seed));
    while (y < WIDTH - CELL && !is_sea(&bare, x, y))
        y += CELL;
    fluv_landscape_free(&bare);
    return y;
}

static void one_of_each_is_there(void **state)
{
    fluv_ctx *ctx = *state;
    static const double alva[] = {30e3, 33e3, 26e3, 28e3, 31e3, 20e3, 30e3, 1e3};
    static const double bree[] = {36e3, 27e3, 31e3, 20e3};
    fluv_landscape land;
    double y = north_coast(ctx, 3, 30e3);
    must(ctx, make(ctx, &land, FRAME ALL LAND, 3, 30e3, y));
    is_there(ctx, &land, alva, 4, "Alva");
    is_there(ctx, &land, bree, 2, "Bree");
    const fluv_rivers *rivers = fluv_rivers_of(&land);
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        if (strcmp(reach->name, "Alva") == 0) {
            assert_true(reach->discharge >= 40.0);
            assert_true(fabsf(rivers->points[reach->first_point + 1].width - 90.0F) < 1.0F);
        }
    }
    const fluv_lake *mere = lake_named(&land, "Mere");
    assert_non_null(mere);
    assert_true(fabs(mere->area / 9e6 - 1.0) < 0.1);
    assert_true(mere->level == 60.0F && fabsf(mere->depth_max - 31.0F) < 0.1F);
    assert_true(mere->outlet != 0);
    assert_true(fabsf(fluv_height_of(&land)[cell_at(38e3, 37e3)] - 1500.0F) < 1.0F);
    const fluv_reach *bay = mouth_near(&land, 30e3, y, 3e3);
    assert_non_null(bay);
    assert_string_equal(bay->name, "Bay");
    assert_true(bay->discharge > 1.0);
    expect_clean(ctx, &land, "one of each", 3);
    fluv_landscape_free(&land);
}

/* A mouth's basin grows with its weight. */
static void a_mouth_is_as_large_as_its_weight(void **state)
{
    fluv_ctx *ctx = *state;
    double flow[2], y = north_coast(ctx, 3, 30e3);
    for (int heavy = 0; heavy < 2; heavy++) {
        fluv_landscape land;
        must(ctx, make(ctx, &land,
                       FRAME "  - place: {mouths: {Bay: {x: 30 km, y: %g, weight: %d}}}\n" LAND, 3,
                       y, heavy));
        const fluv_basins *b = fluv_basins_of(&land);
        assert_int_not_equal(b->spot_at[0], FLUV_NONE);
        assert_true(fluv_length(b->x[b->spot_at[0]] - 30e3, b->y[b->spot_at[0]] - y) < 1e3);
        assert_int_equal(b->outlet[b->spot_at[0]], b->spot_at[0]);
        flow[heavy] = b->area[b->spot_at[0]];
        fluv_landscape_free(&land);
    }
    print_message("a brook drains %.1f km2, the greatest %.1f\n", flow[0] / 1e6, flow[1] / 1e6);
    assert_true(flow[1] > 8.0 * flow[0]);
}

/* Where the method would have lakes of its own, there are none if the author wants none. */
static void a_lake_gives_way(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape plain;
    must(ctx, make(ctx, &plain, FRAME LAND, 3));
    const fluv_lakes *lakes = fluv_lakes_of(&plain);
    assert_true(lakes->count >= 3);
    for (size_t i = 0; i < 3; i++) {
        fluv_landscape land;
        double x = lakes->lakes[i].x, y = lakes->lakes[i].y;
        must(ctx, make(ctx, &land, FRAME "  - place: {no_lakes: [[%g, %g]]}\n" LAND, 3, x, y));
        assert_int_equal(fluv_cover_of(&plain)[cell_at(x, y)], FLUV_LAKE);
        assert_int_not_equal(fluv_cover_of(&land)[cell_at(x, y)], FLUV_LAKE);
        expect_clean(ctx, &land, "no lake", 3);
        fluv_landscape_free(&land);
    }
    fluv_landscape_free(&plain);
}

/* Before the coast, after it, after the regions: the land is the same. */
static void it_does_not_matter_where_it_was_placed(void **state)
{
    fluv_ctx *ctx = *state;
    static const char place[] =
        "  - place: {rivers: {R: {line: [[30 km, 33 km], [26 km, 28 km], [30 km, 1 km]]}}, lakes: "
        "{L: {x: 26 km, y: 28 km, area: 6 km2, level: 300}}}\n";
    static const char coast[] = "  - coast: {shape: island, spacing: 300 m}\n";
    static const char regions[] = "  - regions: {spacing: 300 m, random: {mountain: 2}}\n";
    const char *orders[][3] = {
        {place, coast, regions}, {coast, place, regions}, {coast, regions, place}};
    fluv_landscape land[3];
    for (size_t i = 0; i < 3; i++)
        must(ctx, make(ctx, &land[i],
                       "interfluve: 1\nseed: 3\nframe: {size: 160, width: 60 km, height: [-400 m, "
                       "2200 m]}\nstages:\n%s%s%s  - basins: {spacing: 500 m}\n  - channels: {}\n"
                       "  - relief: {}\n",
                       orders[i][0], orders[i][1], orders[i][2]));
    for (size_t i = 1; i < 3; i++)
        assert_int_equal(locality_bytes_west(&land[0], &land[i], SIDE), 0);
    const fluv_lake *lake = lake_named(&land[0], "L");
    assert_true(lake && lake->level == 300.0F);
    for (size_t i = 0; i < 3; i++)
        fluv_landscape_free(&land[i]);
}

/* ---- Many at random ---- */

typedef struct placement {
    double river[6], lake[3], no_lake[2], peak[2];
} placement;

static placement draw_placement(int seed)
{
    dice d = {.key = fluv_key_make((uint64_t)seed, "test", "placements before basins")};
    placement p;
    double angle = (double)roll(&d, 628) / 100.0, near = 1e3 + (double)roll(&d, 8000);
    double turn = ((double)roll(&d, 100) - 50.0) / 80.0;
    for (int i = 0; i < 3; i++) {
        double far = i == 2 ? 29e3 : near + i * 6e3, at = angle + (i == 1 ? turn : 0.0);
        p.river[2 * i] = 30e3 + far * cos(at);
        p.river[2 * i + 1] = 30e3 + far * sin(at);
    }
    for (int i = 0; i < 2; i++) {
        p.lake[i] = 20e3 + (double)roll(&d, 20000);
        p.no_lake[i] = 20e3 + (double)roll(&d, 20000);
        p.peak[i] = 20e3 + (double)roll(&d, 20000);
    }
    p.lake[2] = 2e6 + (double)roll(&d, 8000000);
    return p;
}

static void random_placements_are_there_or_refused(void **state)
{
    fluv_ctx *ctx = *state;
    int made = 0;
    for (int seed = 1; seed <= 20; seed++) {
        placement p = draw_placement(seed);
        fluv_landscape land;
        const double *r = p.river;
        fluv_status status =
            make(ctx, &land,
                 FRAME "  - place:\n"
                       "      rivers: {R: {freedom: %g, line: [[%g, %g], [%g, %g], [%g, %g]]}}\n"
                       "      lakes: {L: {x: %g, y: %g, area: %g, depth: 20}}\n"
                       "      no_lakes: [[%g, %g]]\n"
                       "      peaks: {P: {x: %g, y: %g, height: 1300}}\n" LAND,
                 seed, seed % 4 ? 0.0 : 0.2, r[0], r[1], r[2], r[3], r[4], r[5], p.lake[0],
                 p.lake[1], p.lake[2], p.no_lake[0], p.no_lake[1], p.peak[0], p.peak[1]);
        if (status == FLUV_BAD_RECIPE) {
            print_message("seed %d: %s\n", seed, fluv_message(ctx));
            assert_non_null(strstr(fluv_message(ctx), "place: "));
            continue;
        }
        must(ctx, status);
        made++;
        if (seed % 4)
            is_there(ctx, &land, r, 3, "R");
        assert_true(locked_length(&land, "R") > 0.0);
        const fluv_lake *lake = lake_named(&land, "L");
        assert_non_null(lake);
        if (fabs(lake->area / p.lake[2] - 1.0) > 0.1)
            fail_msg("seed %d: %g m2 for %g", seed, lake->area, p.lake[2]);
        assert_true(fabsf(lake->depth_max - 20.0F) < 0.1F);
        assert_true(lake->outlet != 0);
        uint32_t dry = cell_at(p.no_lake[0], p.no_lake[1]);
        bool placed = hypot(p.no_lake[0] - p.lake[0], p.no_lake[1] - p.lake[1]) < 3e3;
        assert_true(placed || fluv_cover_of(&land)[dry] != FLUV_LAKE);
        uint32_t top = cell_at(p.peak[0], p.peak[1]);
        if (fabsf(fluv_height_of(&land)[top] - 1300.0F) > 1.0F)
            fail_msg("seed %d: the peak is %g m", seed, (double)fluv_height_of(&land)[top]);
        expect_clean(ctx, &land, "random", seed);
        fluv_landscape_free(&land);
    }
    print_message("%d of 20 made\n", made);
    assert_true(made >= 10);
}

/* ---- What cannot be ---- */

static void what_cannot_be_is_refused(void **state)
{
    fluv_ctx *ctx = *state;
    static const char *const wrong[][2] = {
        {"rivers: {R: {line: [[1 km, 1 km], [59 km, 1 km]]}}", "river R at 1000, 1000 begins in"},
        {"mouths: {M: {x: 30 km, y: 30 km}}", "mouth M at 30000, 30000 is far from the coast"},
        {"lakes: {A: {x: 30 km, y: 30 km, area: 9 km2}, B: {x: 31 km, y: 30 km, area: 9 km2}}",
         "lake B cannot be at"},
        {"lakes: {A: {x: 2 km, y: 2 km, area: 9 km2}}", "lake A cannot be at"},
        {"rivers: {R: {line: [[30 km, 36 km], [30 km, 1 km]]}, S: {line: [[24 km, 30 km], [36 km, "
         "30 km], [59 km, 30 km]]}}",
         "meets river"},
        {"lakes: {A: {x: 30 km, y: 30 km, area: 9 km2, level: 3100}}", "cannot stand at 3100 m"},
        {"lakes: {A: {outlet: 1}}", "outlet"},
        /* through one lake and another, and back along the shore of the first */
        {"rivers: {R: {line: [[25 km, 42 km], [25 km, 30 km], [35.5 km, 30.5 km], [36 km, 27.85 "
         "km], [30 km, 27.85 km], [18 km, 27.85 km]]}}, lakes: {A: {outline: [[20 km, 28 km], [30 "
         "km, 28 km], [30 km, 32 km], [20 km, 32 km]]}, B: {outline: [[34 km, 29 km], [37 km, 29 "
         "km], [37 km, 32 km], [34 km, 32 km]]}}",
         "comes back to a lake it has left: there is no room for both"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        fluv_landscape land;
        fluv_status status = make(ctx, &land, FRAME "  - place: {%s}\n" LAND, 3, wrong[i][0]);
        assert_int_equal(status, FLUV_BAD_RECIPE);
        if (!strstr(fluv_message(ctx), wrong[i][1]))
            fail_msg("%s: %s", wrong[i][0], fluv_message(ctx));
    }
}

/* A line may be drawn from the mouth up. */
static void lines_are_turned_to_the_sea(void **state)
{
    static const char *const lines[] = {"[[30 km, 30 km], [30 km, 1 km]]",
                                        "[[30 km, 1 km], [30 km, 30 km]]"};
    fluv_ctx *ctx = *state;
    fluv_landscape land[2];
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(
            make(ctx, &land[i], FRAME "  - place: {rivers: {R: {line: %s}}}\n" LAND, 3, lines[i]),
            FLUV_OK);
    assert_memory_equal(fluv_height_of(&land[0]), fluv_height_of(&land[1]),
                        fluv_cell_count(&land[0]) * sizeof(float));
    for (size_t i = 0; i < 2; i++)
        fluv_landscape_free(&land[i]);
}

/* ---- Afterwards ---- */

/* km3 of earth on dry land that stages after the method move for what is placed. */
static double earth_moved(fluv_ctx *ctx, const char *before, const char *after)
{
    fluv_landscape land, later;
    must(ctx, make(ctx, &land, FRAME "%s" LAND, 3, before));
    must(ctx,
         make(ctx, &later, FRAME "%s" LAND "%s  - drain: {}\n  - rivers: {}\n", 3, before, after));
    const uint8_t *was = fluv_cover_of(&land), *is = fluv_cover_of(&later);
    double moved = 0.0;
    for (size_t c = 0; c < fluv_cell_count(&land); c++)
        if (was[c] == FLUV_LAND && is[c] == FLUV_LAND)
            moved += fabs((double)fluv_height_of(&land)[c] - (double)fluv_height_of(&later)[c]);
    fluv_landscape_free(&land);
    fluv_landscape_free(&later);
    return moved * CELL * CELL / 1e9;
}

/* Stages that shape ground for what is placed find little to do, where the land's own slopes are no
 * steeper than what was asked for. */
static void the_ground_fits_already(void **state)
{
    fluv_ctx *ctx = *state;
    static const char *const things[] = {
        "",
        "  - place: {slope: 1, rivers: {R: {line: [[31 km, 31 km], [26 km, 28 km], [30 km, 1 "
        "km]]}}}\n",
        "  - place: {slope: 1, lakes: {L: {x: 20 km, y: 30 km, area: 9 km2, level: 60}}}\n",
        "  - place: {peaks: {P: {x: 38 km, y: 37 km, height: 1500}}}\n"};
    for (size_t i = 0; i < sizeof things / sizeof *things; i++) {
        double first = earth_moved(ctx, things[i], ""), last = earth_moved(ctx, "", things[i]);
        print_message("km3 of earth: %.4f placed before, %.4f after: %s", first, last, things[i]);
        if (!*things[i])
            print_message("nothing\n");
        assert_true(i == 0 ? first == 0.0 : first < 0.1 * last);
    }
}

/* ---- An edit is local ---- */

static uint32_t *catchments_of(const fluv_landscape *land)
{
    const fluv_basins *b = fluv_basins_of(land);
    size_t cells = fluv_cell_count(land);
    uint32_t *catchment = test_malloc(cells * sizeof *catchment);
    for (size_t c = 0; c < cells; c++)
        catchment[c] = FLUV_NONE;
    for (uint32_t v = 0; v < b->count; v++) {
        double x = fmin(fmax(b->x[v], 0.0), WIDTH - 1.0), y = fmin(fmax(b->y[v], 1.0), WIDTH);
        if (!b->ocean[v])
            catchment[cell_at(x, y)] = b->outlet[v];
    }
    return catchment;
}

static void placing_changes_the_catchments_it_touches(void **state)
{
    fluv_ctx *ctx = *state;
    static const char *const things[] = {
        "rivers: {R: {line: [[26 km, 26 km], [20 km, 24 km], [1 km, 20 km]]}}",
        "lakes: {L: {x: 36 km, y: 24 km, area: 4 km2}}",
        "peaks: {P: {x: 36 km, y: 36 km, height: 1400}}"};
    fluv_landscape before;
    must(ctx, make(ctx, &before, FRAME LAND, 3));
    for (size_t i = 0; i < sizeof things / sizeof *things; i++) {
        fluv_landscape after;
        must(ctx, make(ctx, &after, FRAME "  - place: {%s}\n" LAND, 3, things[i]));
        size_t cells = fluv_cell_count(&after);
        locality l = {.ctx = ctx,
                      .before = &before,
                      .after = &after,
                      .catchment = {catchments_of(&before), catchments_of(&after)},
                      .labels = fluv_basins_of(&after)->count,
                      .touched = test_calloc(cells, 1)};
        const fluv_basins *b = fluv_basins_of(&after);
        for (uint32_t k = 0; k < b->way_vertex_count; k++)
            l.touched[cell_at(b->x[b->way_vertex[k]], b->y[b->way_vertex[k]])] = 1;
        for (uint32_t k = 0; k < b->placed_lakes; k++)
            l.touched[cell_at(b->x[b->lake_exit[k]], b->y[b->lake_exit[k]])] = 1;
        for (uint32_t k = 0; i == 2 && k < b->count; k++)
            if (fluv_length(b->x[k] - 36e3, b->y[k] - 36e3) < 2e3) /* ways keep off it */
                l.touched[cell_at(b->x[k], b->y[k])] = 1;
        double share = locality_beyond(&l, 3e3);
        print_message("%s: %zu cells far away, %.3f %% of them differ\n", things[i], l.far,
                      100.0 * share);
        assert_true(l.far > cells / 20 && share < 0.01);
        test_free(l.touched);
        test_free(l.catchment[0]);
        test_free(l.catchment[1]);
        fluv_landscape_free(&after);
    }
    fluv_landscape_free(&before);
}

static int open_context(void **state)
{
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_set_threads(ctx, 1);
    *state = ctx;
    return 0;
}

static int close_context(void **state)
{
    fluv_ctx_delete(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_of_each_is_there),
        cmocka_unit_test(a_mouth_is_as_large_as_its_weight),
        cmocka_unit_test(a_lake_gives_way),
        cmocka_unit_test(it_does_not_matter_where_it_was_placed),
        cmocka_unit_test(random_placements_are_there_or_refused),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(lines_are_turned_to_the_sea),
        cmocka_unit_test(the_ground_fits_already),
        cmocka_unit_test(placing_changes_the_catchments_it_touches),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
