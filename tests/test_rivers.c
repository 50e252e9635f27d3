// SPDX-License-Identifier: MIT
/* The stage `rivers`: the graph of reaches, its orders and ids, and lines that stay in their cells.
 */
#include "water_land.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SEEDS 16

typedef struct world {
    fluv_landscape land;
    const fluv_rivers *rivers;
    const fluv_lakes *lakes;
} world;

static void make_world(fluv_ctx *ctx, uint64_t seed, const setting *rivers, world *w)
{
    const setting form[] = {{"form", (double)(seed % 3)}, {"rough", 0.2}, {NULL, 0}};
    const setting lakes[] = {{"mode", (double)(seed % MODES)}, {"rain", 5.0}, {NULL, 0}};
    land_of_noise(ctx, seed, 80 + 10 * (uint32_t)(seed % 5), form, &w->land);
    if (seed % 4 == 3)
        land_round(ctx, &w->land);
    assert_int_equal(land_run_water(ctx, &w->land, lakes, rivers), 0);
    w->rivers = fluv_rivers_of(&w->land);
    w->lakes = fluv_lakes_of(&w->land);
}

static const fluv_reach *reach_of(const world *w, int64_t id)
{
    for (size_t i = 0; i < w->rivers->count; i++)
        if (w->rivers->reaches[i].id == id)
            return &w->rivers->reaches[i];
    return NULL;
}

static const fluv_lake *lake_of(const world *w, int64_t id)
{
    for (size_t i = 0; i < w->lakes->count; i++)
        if (w->lakes->lakes[i].id == id)
            return &w->lakes->lakes[i];
    return NULL;
}

static const fluv_river_point *first_of(const world *w, const fluv_reach *reach)
{
    return &w->rivers->points[reach->first_point];
}

static const fluv_river_point *last_of(const world *w, const fluv_reach *reach)
{
    return &w->rivers->points[reach->first_point + reach->point_count - 1];
}

static uint32_t cell_of(const world *w, double x, double y)
{
    const fluv_frame *frame = &w->land.frame;
    double col = floor((x - frame->west) / frame->cell),
           row = floor((frame->north - y) / frame->cell);
    col = fmin(fmax(col, 0.0), frame->cols - 1.0);
    row = fmin(fmax(row, 0.0), frame->rows - 1.0);
    return (uint32_t)row * frame->cols + (uint32_t)col;
}

/* What most tests look at is made once. */
typedef struct worlds {
    fluv_ctx *ctx;
    world each[SEEDS];
} worlds;

typedef void case_fn(const world *w);

static void for_all_worlds(const worlds *all, case_fn *check)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        assert_true(all->each[seed].rivers && all->each[seed].rivers->count > 0);
        check(&all->each[seed]);
    }
}

/* ---- The graph ----------------------------------------------------------------------------------
 */

static void check_ids(const world *w)
{
    for (size_t i = 0; i < w->rivers->count; i++) {
        const fluv_reach *r = &w->rivers->reaches[i];
        assert_true(r->id > 0);
        assert_ptr_equal(reach_of(w, r->id), r); /* no id comes twice */
    }
    for (size_t i = 0; i < w->lakes->count; i++) {
        assert_true(w->lakes->lakes[i].id > 0);
        assert_ptr_equal(lake_of(w, w->lakes->lakes[i].id), &w->lakes->lakes[i]);
    }
}

static void ids_are_unique(void **state)
{
    for_all_worlds(*state, check_ids);
}

static void check_graph(const world *w)
{
    for (size_t i = 0; i < w->rivers->count; i++) {
        const fluv_reach *r = &w->rivers->reaches[i], *next = reach_of(w, r->next_down);
        assert_true((next != NULL) == (r->next_down != 0));
        if (next) {
            assert_true(next > r); /* upstream before downstream: no circles */
            assert_true(r->main_riv == next->main_riv && r->endorheic == next->endorheic);
            assert_true(next->upland >= r->upland || r->lake != 0);
        } else {
            assert_true(r->main_riv == r->id);
            assert_true(r->dist_down == 0.0);
            assert_true(r->endorheic == (r->lake != 0));
        }
        const fluv_lake *into = lake_of(w, r->lake), *from = lake_of(w, r->from_lake);
        assert_true((into != NULL) == (r->lake != 0));
        assert_true((from != NULL) == (r->from_lake != 0));
        assert_true(!into || into->outlet == r->next_down);
        assert_true(!from || from->outlet == r->id);
        assert_true(r->kind == FLUV_DRY || (r->kind == FLUV_SECONDARY) == (from != NULL));
    }
}

static void every_reach_leads_to_its_next_or_ends(void **state)
{
    for_all_worlds(*state, check_graph);
}

/* Strahler, by its own words: a reach that nothing joins has order 1; otherwise the highest order
 * that arrives, and one more where it arrives twice. */
static void check_orders(const world *w)
{
    for (size_t i = 0; i < w->rivers->count; i++) {
        const fluv_reach *r = &w->rivers->reaches[i];
        int highest = 0, times = 0;
        for (size_t k = 0; k < i; k++) {
            const fluv_reach *up = &w->rivers->reaches[k];
            if (up->next_down != r->id)
                continue;
            times = up->strahler > highest ? 1 : times + (up->strahler == highest);
            highest = up->strahler > highest ? up->strahler : highest;
        }
        assert_int_equal(r->strahler, highest == 0 ? 1 : highest + (times > 1));
    }
}

static void orders_are_strahlers(void **state)
{
    for_all_worlds(*state, check_orders);
}

static void check_distances(const world *w)
{
    for (size_t i = 0; i < w->rivers->count; i++) {
        const fluv_reach *r = &w->rivers->reaches[i], *next = reach_of(w, r->next_down);
        const fluv_river_point *p = first_of(w, r);
        double length = 0.0;
        for (uint32_t k = 1; k < r->point_count; k++)
            length += hypot(p[k].x - p[k - 1].x, p[k].y - p[k - 1].y);
        assert_true(fabs(length - r->length) <= 1e-9 * length);
        assert_true(r->dist_up >= r->length * (1.0 - 1e-12));
        assert_true(r->catchment >= 0.0 && r->catchment <= r->upland * (1.0 + 1e-12));
        if (next) {
            double gap = hypot(last_of(w, r)->x - first_of(w, next)->x,
                               last_of(w, r)->y - first_of(w, next)->y);
            assert_true(gap == 0.0 || r->lake != 0);
            assert_true(fabs(r->dist_down - (next->dist_down + next->length + gap)) <=
                        1e-9 * (1.0 + r->dist_down));
            assert_true(next->dist_up >= r->dist_up);
        }
    }
}

static void lengths_and_distances_add_up(void **state)
{
    for_all_worlds(*state, check_distances);
}

/* ---- Lines --------------------------------------------------------------------------------------
 */

static void check_lines(const world *w)
{
    const uint32_t *receiver = fluv_receiver_of(&w->land);
    const fluv_frame *frame = &w->land.frame;
    for (size_t i = 0; i < w->rivers->count; i++) {
        const fluv_reach *r = &w->rivers->reaches[i];
        const fluv_river_point *p = first_of(w, r);
        uint32_t at = (uint32_t)(r->id - 1); /* a reach is named after the cell it starts at */
        uint32_t first = r->from_lake ? 1 : 0;
        at = r->from_lake ? receiver[at] : at;
        for (uint32_t k = first; k + 1 < r->point_count; k++, at = receiver[at]) {
            assert_true(at != FLUV_NONE);
            double dx = p[k].x - (frame->west + frame->cell * (at % frame->cols + 0.5));
            double dy = p[k].y - (frame->north - frame->cell * (at / frame->cols + 0.5));
            assert_true(hypot(dx, dy) <= 0.34 * frame->cell);
            assert_int_equal(cell_of(w, p[k].x, p[k].y), at);
        }
    }
}

static void lines_stay_in_the_cells_of_their_channels(void **state)
{
    for_all_worlds(*state, check_lines);
}

static void check_points(const world *w)
{
    for (size_t i = 0; i < w->rivers->count; i++) {
        const fluv_reach *r = &w->rivers->reaches[i];
        const fluv_river_point *p = first_of(w, r);
        assert_true(r->point_count >= 1);
        for (uint32_t k = 0; k < r->point_count; k++) {
            assert_true(p[k].bed < p[k].surface && p[k].width > 0.0F);
            assert_true(isfinite(p[k].velocity) && p[k].velocity >= 0.0F);
            assert_true(k == 0 || (p[k].surface <= p[k - 1].surface && p[k].bed <= p[k - 1].bed));
        }
        assert_true(r->width > 0.0F && r->depth > 0.0F && r->slope >= 0.0F);
    }
}

static void surfaces_and_beds_never_rise(void **state)
{
    for_all_worlds(*state, check_points);
}

static bool near_cover(const world *w, const fluv_river_point *p, uint8_t cover)
{
    const fluv_frame *frame = &w->land.frame;
    for (double dy = -0.75; dy <= 0.75; dy += 0.25)
        for (double dx = -0.75; dx <= 0.75; dx += 0.25)
            if (fluv_cover_of(
                    &w->land)[cell_of(w, p->x + dx * frame->cell, p->y + dy * frame->cell)] ==
                cover)
                return true;
    return false;
}

static bool at_frame(const world *w, const fluv_river_point *p)
{
    const fluv_frame *frame = &w->land.frame;
    double east = frame->west + frame->cell * frame->cols;
    double south = frame->north - frame->cell * frame->rows;
    double off =
        fmin(fmin(p->x - frame->west, east - p->x), fmin(frame->north - p->y, p->y - south));
    return off <= 0.5 * frame->cell + 1e-6;
}

static void check_ends(const world *w)
{
    for (size_t i = 0; i < w->rivers->count; i++) {
        const fluv_reach *r = &w->rivers->reaches[i], *next = reach_of(w, r->next_down);
        const fluv_river_point *end = last_of(w, r);
        if (r->lake) {
            const fluv_lake *lake = lake_of(w, r->lake);
            uint8_t cover = lake->state == FLUV_EMPTY ? FLUV_DRY_BED : FLUV_LAKE;
            assert_true(near_cover(w, end, cover));
            assert_true(end->surface >= lake->level || lake->state == FLUV_EMPTY);
        } else if (next) {
            const fluv_river_point *start = first_of(w, next);
            assert_true(end->x == start->x && end->y == start->y);
            assert_true(end->surface == start->surface && end->bed == start->bed);
        } else {
            assert_true(near_cover(w, end, FLUV_OCEAN) || at_frame(w, end));
        }
        if (r->from_lake)
            assert_true(first_of(w, r)->surface <= lake_of(w, r->from_lake)->level);
    }
}

static void reaches_end_in_lake_ocean_reach_or_at_the_edge(void **state)
{
    for_all_worlds(*state, check_ends);
}

/* ---- Thresholds, watersheds, stability ----------------------------------------------------------
 */

static void smaller_thresholds_give_more_rivers(void **state)
{
    fluv_ctx *ctx = ((worlds *)*state)->ctx;
    for (uint64_t seed = 0; seed < 4; seed++)
        for (int by = 0; by < 2; by++) {
            size_t before = SIZE_MAX;
            for (double scale = 0.5; scale < 40.0; scale *= 4.0) {
                const setting rivers[] = {
                    {"by", by}, {"area", scale * 1e6}, {"discharge", scale * 0.01}, {NULL, 0}};
                world w;
                size_t length = 0;
                make_world(ctx, seed, rivers, &w);
                for (size_t i = 0; i < w.rivers->count; i++)
                    length += w.rivers->reaches[i].point_count;
                assert_true(length <= before);
                before = length;
                fluv_landscape_free(&w.land);
            }
        }
}

static void check_watersheds(const world *w)
{
    const fluv_watersheds *sheds = fluv_watersheds_of(&w->land);
    double own = w->land.frame.cell * w->land.frame.cell, land = 0.0, drained = 0.0;
    for (size_t c = 0; c < fluv_cell_count(&w->land); c++)
        land += fluv_cover_of(&w->land)[c] != FLUV_OCEAN ? own : 0.0;
    for (size_t i = 0; i < sheds->count; i++) {
        const fluv_watershed *shed = &sheds->watersheds[i];
        assert_true(shed->area > 0.0 && shed->ring_count > 0);
        drained += shed->area;
        const fluv_reach *mouth = reach_of(w, shed->id);
        const fluv_lake *lake = lake_of(w, shed->id);
        assert_true(shed->endorheic ? lake && lake->closed : mouth && mouth->main_riv == mouth->id);
        double expected = shed->endorheic ? lake->catchment : mouth->upland;
        assert_true(fabs(shed->area - expected) <= 1e-9 * expected);
    }
    assert_true(drained <= land * (1.0 + 1e-9));
}

static void watersheds_are_what_drains_to_a_mouth_or_a_closed_lake(void **state)
{
    for_all_worlds(*state, check_watersheds);
}

/* A new hill in one corner: reaches whose whole catchment lies far from it keep their ids and
 * lines. */
static void ids_stay_when_a_far_corner_changes(void **state)
{
    fluv_ctx *ctx = ((worlds *)*state)->ctx;
    size_t kept = 0, all = 0;
    for (uint64_t seed = 0; seed < 6; seed++) {
        const setting form[] = {{"shape", 1}, {NULL, 0}};
        world a = {0}, b = {0};
        land_of_noise(ctx, seed, 128, form, &a.land);
        land_of_noise(ctx, seed, 128, form, &b.land);
        float *height = fluv_layer_edit(ctx, &b.land, FLUV_LAYER_height);
        for (uint32_t row = 0; row < 24; row++)
            for (uint32_t col = 0; col < 24; col++)
                height[row * 128 + col] = 300.0F - (float)(row + col);
        assert_int_equal(land_run_water(ctx, &a.land, NULL, NULL), 0);
        assert_int_equal(land_run_water(ctx, &b.land, NULL, NULL), 0);
        a.rivers = fluv_rivers_of(&a.land);
        b.rivers = fluv_rivers_of(&b.land);
        for (size_t i = 0; i < a.rivers->count; i++) {
            const fluv_reach *r = &a.rivers->reaches[i], *same = reach_of(&b, r->id);
            uint32_t cell = (uint32_t)(r->id - 1);
            if (cell % 128 < 64 && cell / 128 < 64)
                continue;
            all++;
            if (!same || same->point_count != r->point_count)
                continue;
            kept += memcmp(first_of(&a, r), first_of(&b, same),
                           r->point_count * sizeof(fluv_river_point)) == 0;
        }
        fluv_landscape_free(&a.land);
        fluv_landscape_free(&b.land);
    }
    assert_true(all > 100 && kept >= all * 97 / 100);
}

static void running_twice_gives_the_same_rivers(void **state)
{
    fluv_ctx *ctx = ((worlds *)*state)->ctx;
    for (uint64_t seed = 0; seed < 6; seed++) {
        world w;
        make_world(ctx, seed, NULL, &w);
        size_t count = w.rivers->count;
        const setting wide[] = {{"width", 3.0}, {NULL, 0}};
        assert_int_equal(land_run(ctx, &w.land, "rivers", wide), FLUV_OK);
        assert_int_equal(fluv_rivers_of(&w.land)->count, count);
        assert_int_equal(land_count_broken(ctx, &w.land, "rivers again", seed), 0);
        fluv_landscape_free(&w.land);
    }
}

static bool within_banks(const fluv_landscape *land, uint32_t cell)
{
    const fluv_rivers *rivers = fluv_rivers_of(land);
    double x = fluv_cell_x(&land->frame, cell), y = fluv_cell_y(&land->frame, cell);
    for (size_t i = 0; i < rivers->point_count; i++) {
        const fluv_river_point *p = &rivers->points[i];
        if (hypot(p->x - x, p->y - y) <= 0.5 * (double)p->width + 1e-3)
            return true;
    }
    return false;
}

/* A straight valley with a river of several cells: what it covers lies within its banks, as much on
 * either side. */
static void wide_rivers_stay_within_their_banks(void **state)
{
    enum { SIDE = 41, MIDDLE = 20 };
    fluv_ctx *ctx = ((worlds *)*state)->ctx;
    const setting wide[] = {{"area", 2e4}, {"width", 100.0}, {NULL, 0}};
    const setting rain[] = {{"runoff", 10.0}, {NULL, 0}};
    terrain t;
    fluv_landscape land;
    uint32_t covered = 0;
    terrain_init(&t, SIDE, SIDE, 10.0);
    for (uint32_t c = 0; c < t.cells; c++)
        t.height[c] =
            50.0f + 4.0f * (float)abs((int)(c % SIDE) - MIDDLE) - 0.5f * (float)(c / SIDE);
    land_of_terrain(ctx, &t, &land);
    assert_int_equal(land_run(ctx, &land, "drain", rain), FLUV_OK);
    assert_int_equal(land_run(ctx, &land, "lakes", rain), FLUV_OK);
    assert_int_equal(land_run(ctx, &land, "rivers", wide), FLUV_OK);
    const uint8_t *cover = fluv_cover_of(&land);
    for (uint32_t row = 0; row + 8 < SIDE; row++)
        for (uint32_t off = 1; off <= MIDDLE; off++) {
            uint32_t west = row * SIDE + MIDDLE - off, east = row * SIDE + MIDDLE + off;
            bool wet = cover[west] == FLUV_RIVER;
            assert_int_equal(cover[east] == FLUV_RIVER, wet);
            assert_true(!wet || within_banks(&land, west));
            covered += wet;
        }
    assert_true(covered > 40);
    fluv_landscape_free(&land);
    terrain_free(&t);
}

static int set_up(void **state)
{
    worlds *all = test_room(1, sizeof *all);
    void *ctx = NULL;
    if (land_set_up(&ctx) != 0)
        return 1;
    all->ctx = ctx;
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        make_world(all->ctx, seed, NULL, &all->each[seed]);
    *state = all;
    return 0;
}

static int tear_down(void **state)
{
    worlds *all = *state;
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        fluv_landscape_free(&all->each[seed].land);
    fluv_ctx_delete(all->ctx);
    free(all);
    return 0;
}

/* A river that winds round a corner of nodata and ends at its inner side: the end points at the
 * corner that the river's own step across has passed.
 *
 *      . N x        N -> E -> SE -> S -> C, which touches the void x
 *      . C E
 *      . S SE */
static void an_end_beside_a_void_does_not_cross_its_line(void **state)
{
    fluv_ctx *ctx = ((worlds *)*state)->ctx;
    static const float heights[16] = {30, 9, NAN, 30, 30, 4, 8, 30, 30, 6, 7, 30, 30, 30, 30, 30};
    static const uint32_t way[] = {1, 6, 10, 9, 5};
    fluv_landscape land = {.frame = {.cols = 4, .rows = 4, .cell = 10.0}};
    float *height = fluv_layer_edit(ctx, &land, FLUV_LAYER_height);
    uint32_t *receiver = fluv_layer_edit(ctx, &land, FLUV_LAYER_receiver);
    double *area = fluv_layer_edit(ctx, &land, FLUV_LAYER_area);
    float *discharge = fluv_layer_edit(ctx, &land, FLUV_LAYER_discharge);
    assert_true(height && receiver && area && discharge);
    assert_non_null(fluv_layer_edit(ctx, &land, FLUV_LAYER_cover));
    memcpy(height, heights, sizeof heights);
    for (size_t i = 0; i < 5; i++) {
        receiver[way[i]] = i < 4 ? way[i + 1] : FLUV_NONE;
        area[way[i]] = 1000.0 + 100.0 * (double)i;
        discharge[way[i]] = 1.0F;
    }
    const setting rivers[] = {{"area", 1000.0}, {NULL, 0}};
    assert_int_equal(land_run(ctx, &land, "rivers", rivers), FLUV_OK);
    const fluv_rivers *made = fluv_rivers_of(&land);
    assert_int_equal(made->count, 1);
    const fluv_river_point *p = made->points;
    size_t last = made->point_count - 1;
    /* the end and the centre it comes from lie on the same side of the step from N to E */
    double dx = p[1].x - p[0].x, dy = p[1].y - p[0].y;
    double end = dx * (p[last].y - p[0].y) - dy * (p[last].x - p[0].x);
    double before = dx * (p[last - 1].y - p[0].y) - dy * (p[last - 1].x - p[0].x);
    assert_true(end * before > 0.0);
    fluv_landscape_free(&land);
}

/* A bed that is cut through a pass must not take the water of a hollow beside it that is led
 * elsewhere: on land without lakes, where hollows are passed on. */
static void beds_through_passes_leave_other_hollows_their_way(void **state)
{
    const worlds *all = *state;
    int broken = 0;
    for (uint64_t seed = 0; seed < 40 * TERRAIN_KINDS; seed++) {
        terrain t;
        fluv_landscape land;
        terrain_make(&t, (terrain_kind)(seed % TERRAIN_KINDS), seed, 40, 32);
        land_of_terrain(all->ctx, &t, &land);
        const setting rivers[] = {{"area", 12.0 * t.cell * t.cell}, {NULL, 0}};
        assert_int_equal(land_run(all->ctx, &land, "drain", NULL), FLUV_OK);
        assert_int_equal(land_run(all->ctx, &land, "rivers", rivers), FLUV_OK);
        broken += land_count_broken(all->ctx, &land, "passes", seed);
        fluv_landscape_free(&land);
        terrain_free(&t);
    }
    assert_int_equal(broken, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_are_unique),
        cmocka_unit_test(every_reach_leads_to_its_next_or_ends),
        cmocka_unit_test(orders_are_strahlers),
        cmocka_unit_test(lengths_and_distances_add_up),
        cmocka_unit_test(lines_stay_in_the_cells_of_their_channels),
        cmocka_unit_test(surfaces_and_beds_never_rise),
        cmocka_unit_test(reaches_end_in_lake_ocean_reach_or_at_the_edge),
        cmocka_unit_test(smaller_thresholds_give_more_rivers),
        cmocka_unit_test(watersheds_are_what_drains_to_a_mouth_or_a_closed_lake),
        cmocka_unit_test(ids_stay_when_a_far_corner_changes),
        cmocka_unit_test(running_twice_gives_the_same_rivers),
        cmocka_unit_test(wide_rivers_stay_within_their_banks),
        cmocka_unit_test(an_end_beside_a_void_does_not_cross_its_line),
        cmocka_unit_test(beds_through_passes_leave_other_hollows_their_way),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
