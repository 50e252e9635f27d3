// SPDX-License-Identifier: MIT
/* The rules of water hold on a landscape that is right, and each is broken by what it forbids. */
#include "base/ctx.h"
#include "breaches.h"
#include "failing_memory.h"
#include "field/outline.h"
#include "little_land.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* ---- Tests ---- */

typedef struct fixture {
    fluv_ctx *ctx;
    fluv_landscape land;
    fluv_verdict verdicts[FLUV_RULES];
} fixture;

static void set_up(fixture *f)
{
    *f = (fixture){.ctx = fluv_ctx_new()};
    assert_non_null(f->ctx);
    assert_true(little_land_make(f->ctx, &f->land));
}

static void tear_down(fixture *f)
{
    fluv_landscape_free(&f->land);
    assert_int_equal(atomic_load(&f->ctx->memory.now), 0);
    fluv_ctx_delete(f->ctx);
}

static void check(fixture *f)
{
    assert_int_equal(fluv_check(f->ctx, &f->land, f->verdicts), FLUV_OK);
}

static void a_right_landscape_holds(void **state)
{
    (void)state;
    fixture f;
    set_up(&f);
    check(&f);
    for (int i = 0; i < FLUV_RULES; i++) {
        if (!f.verdicts[i].holds)
            print_error("%s\n", f.verdicts[i].text);
        assert_int_equal(f.verdicts[i].rule, i + 1);
        assert_true(f.verdicts[i].holds);
        if (i == 9)
            continue;
        assert_true(f.verdicts[i].applies);
        assert_true(f.verdicts[i].checked > 0);
        assert_int_equal(f.verdicts[i].broken, 0);
    }
    tear_down(&f);
}

/* What names a cell, a reach or a lake that is there has a place, and the place lies in the frame
 * unless the breach is that it does not. */
static void each_breach_has_a_place(void **state)
{
    (void)state;
    int placed = 0, named = 0;
    for (int b = 0; b < breach_count(); b++) {
        fixture f;
        set_up(&f);
        breach_at(b)->break_it(&f.land);
        check(&f);
        const fluv_verdict *verdict = &f.verdicts[breach_at(b)->rule - 1];
        const char *where = strstr(verdict->text, "broken ");
        where = where ? where : "";
        unsigned col, row;
        const char *cell = strstr(where, "cell ");
        named += strstr(where, "reach") || strstr(where, "lake") || cell;
        placed += verdict->has_place;
        if (cell && sscanf(cell, "cell %u,%u", &col, &row) == 2) {
            const fluv_frame *frame = fluv_frame_of(&f.land);
            assert_true(verdict->has_place);
            assert_true(verdict->x == frame->west + (col + 0.5) * frame->cell);
            assert_true(verdict->y == frame->north - (row + 0.5) * frame->cell);
        }
        assert_true(isfinite(verdict->x) && isfinite(verdict->y));
        tear_down(&f);
    }
    /* Some speak of reaches and lakes that do not exist, or of a sum. */
    if (placed < named * 3 / 4)
        fail_msg("%d of %d breaches have a place", placed, named);
}

static void each_breach_is_found(void **state)
{
    (void)state;
    for (int b = 0; b < breach_count(); b++) {
        fixture f;
        set_up(&f);
        breach_at(b)->break_it(&f.land);
        check(&f);
        for (int i = 0; i < FLUV_RULES; i++) {
            const fluv_verdict *verdict = &f.verdicts[i];
            bool meant = verdict->rule == breach_at(b)->rule;
            bool found = strstr(verdict->text, breach_at(b)->where) != NULL;
            if ((meant && (verdict->holds || !verdict->broken || !found)) ||
                (!meant && breach_at(b)->alone && !verdict->holds))
                fail_msg("breach %d of rule %d: %d %s", b, breach_at(b)->rule, verdict->rule,
                         verdict->text);
        }
        tear_down(&f);
    }
}

static void verdicts_are_the_same_for_any_threads(void **state)
{
    (void)state;
    for (int b = 0; b < breach_count(); b++) {
        fluv_verdict first[FLUV_RULES];
        for (int threads = 1; threads <= 7; threads += 3) {
            fixture f;
            set_up(&f);
            breach_at(b)->break_it(&f.land);
            fluv_set_threads(f.ctx, threads);
            check(&f);
            for (int i = 0; i < FLUV_RULES; i++) {
                if (threads == 1)
                    first[i] = f.verdicts[i];
                assert_string_equal(first[i].text, f.verdicts[i].text);
                assert_int_equal(first[i].broken, f.verdicts[i].broken);
                assert_int_equal(first[i].checked, f.verdicts[i].checked);
            }
            tear_down(&f);
        }
    }
}

static void float_areas_hold(void **state)
{
    (void)state;
    fixture f;
    set_up(&f);
    double *area = little_area(&f.land);
    for (int cell = 0; cell < LITTLE_COLS * LITTLE_ROWS; cell++)
        area[cell] = (double)(float)(area[cell] * 1.1);
    f.land.frame.cell *= sqrt(1.1);
    check(&f);
    assert_true(f.verdicts[4].broken == 0);
    tear_down(&f);
}

/* What is not there is not judged: layer after layer is taken away, and first all of them. */
static void missing_layers_do_not_apply(void **state)
{
    (void)state;
    fixture f;
    set_up(&f);
    fluv_landscape empty = {0};
    assert_int_equal(fluv_check(f.ctx, &empty, f.verdicts), FLUV_OK);
    for (int i = 0; i < FLUV_RULES; i++)
        assert_true(!f.verdicts[i].applies && f.verdicts[i].holds);
    for (int layer = 0; layer < FLUV_LAYER_COUNT; layer++) {
        fluv_landscape less = {0};
        assert_int_equal(fluv_landscape_share(f.ctx, &f.land, &less), FLUV_OK);
        fluv_layer_put(&less, (fluv_layer)layer, NULL);
        assert_int_equal(fluv_check(f.ctx, &less, f.verdicts), FLUV_OK);
        if (layer == FLUV_LAYER_rivers)
            assert_true(!f.verdicts[0].applies && !f.verdicts[5].applies);
        if (layer == FLUV_LAYER_lakes)
            assert_true(!f.verdicts[2].applies && f.verdicts[6].applies);
        if (layer == FLUV_LAYER_area)
            assert_true(!f.verdicts[4].applies && f.verdicts[8].holds);
        fluv_landscape_free(&less);
    }
    tear_down(&f);
}

/* Without a file the water that a model's writer takes is looked at. */
static void a_model_to_be_is_looked_at(void **state)
{
    (void)state;
    fixture f;
    set_up(&f);
    fluv_shared_drop(f.land.model);
    f.land.model = NULL;
    check(&f);
    assert_true(f.verdicts[11].applies && f.verdicts[11].holds && f.verdicts[11].checked > 100);
    tear_down(&f);
}

/* Without a list of lakes no hollow may hold a way's end: the little land has one that is dry. */
static void ways_are_looked_at_without_lakes(void **state)
{
    (void)state;
    fixture f;
    set_up(&f);
    fluv_layer_put(&f.land, FLUV_LAYER_lakes, NULL);
    check(&f);
    assert_true(f.verdicts[6].applies && f.verdicts[6].broken == 1);
    assert_non_null(strstr(f.verdicts[6].text, "cell 2,10: its water has nowhere to go"));
    little_receiver(&f.land)[little_cell(2, 10)] = little_cell(2, 9);
    little_height(&f.land)[little_cell(2, 9)] = 29;
    little_receiver(&f.land)[little_cell(2, 9)] = FLUV_NONE;
    little_cover(&f.land)[little_cell(2, 9)] = FLUV_LAKE; /* but a lake may */
    check(&f);
    assert_true(f.verdicts[6].applies && f.verdicts[6].holds);
    tear_down(&f);
}

static void a_delta_shares(void **state)
{
    (void)state;
    fixture f;
    set_up(&f);
    little_reach(&f.land, 4)->kind = FLUV_DELTA;
    little_reach(&f.land, 4)->strahler = 1; /* keeps the order of what splits */
    little_reach(&f.land, 4)->upland = little_reach(&f.land, 2)->upland / 2;
    check(&f);
    for (int i = 0; i < FLUV_RULES; i++)
        assert_true(f.verdicts[i].holds);
    tear_down(&f);
}

/* A folder may lack beds: what is not known is not judged. */
static void beds_that_are_not_known_hold(void **state)
{
    (void)state;
    fixture f;
    set_up(&f);
    const fluv_rivers *rivers = fluv_rivers_of(&f.land);
    for (uint32_t i = 0; i < rivers->point_count; i++)
        little_point(&f.land, 1, i)->bed = NAN;
    check(&f);
    assert_true(f.verdicts[0].holds && f.verdicts[10].holds && f.verdicts[10].applies);
    little_point(&f.land, 5, 3)->bed = 1.0F; /* one alone is no line of beds */
    check(&f);
    assert_false(f.verdicts[0].holds);
    tear_down(&f);
}

static void a_dry_bed_has_no_surface(void **state)
{
    (void)state;
    fixture f;
    set_up(&f);
    little_reach(&f.land, 5)->kind = FLUV_DRY;
    for (uint32_t i = 0; i < little_reach(&f.land, 5)->point_count; i++)
        little_point(&f.land, 5, i)->surface = NAN;
    for (uint32_t row = 2; row < 7; row++) {
        little_cover(&f.land)[little_cell(18, row)] = FLUV_DRY_BED;
        little_water(&f.land)[little_cell(18, row)] = NAN;
    }
    check(&f);
    for (int i = 0; i < FLUV_RULES; i++)
        if (!f.verdicts[i].holds)
            fail_msg("%s", f.verdicts[i].text);
    little_point(&f.land, 5, 3)->bed += 10;
    check(&f);
    assert_false(f.verdicts[0].holds);
    tear_down(&f);
}

static uint32_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

/* Two lakes on a small grid, cells at random; a cell's lake is its label, NONE: land. */
enum { PATCH_COLS = 7, PATCH_ROWS = 6, PATCH = PATCH_COLS * PATCH_ROWS };

static bool make_patch(fluv_ctx *ctx, const uint32_t *label, fluv_landscape *land)
{
    land->frame = (fluv_frame){PATCH_COLS, PATCH_ROWS, 10, 0, 60, 0, 0};
    float *height = fluv_layer_edit(ctx, land, FLUV_LAYER_height);
    float *water = fluv_layer_edit(ctx, land, FLUV_LAYER_water);
    uint8_t *cover = fluv_layer_edit(ctx, land, FLUV_LAYER_cover);
    fluv_list list = {0};
    fluv_rings rings = {0};
    fluv_lake *lakes = fluv_list_append(ctx, &list, 2, sizeof *lakes);
    uint32_t first[3];
    fluv_outline_job job = {PATCH_COLS, PATCH_ROWS, label, 2, 0, 60, 10, true, NULL, NULL};
    if (!height || !water || !cover || !lakes ||
        fluv_outline_smooth(ctx, &job,
                            (fluv_outline_rings){&rings.first_point, &rings.xy, first}) != FLUV_OK)
        return false;
    for (uint32_t i = 0; i < 2; i++)
        lakes[i] = (fluv_lake){.id = i + 1,
                               .level = 5 + (float)i,
                               .closed = true,
                               .state = FLUV_PARTIAL,
                               .first_ring = first[i],
                               .ring_count = first[i + 1] - first[i]};
    for (uint32_t cell = 0; cell < PATCH; cell++) {
        bool wet = label[cell] != FLUV_NONE;
        height[cell] = wet ? 0 : 10;
        water[cell] = wet ? lakes[label[cell]].level : NAN;
        cover[cell] = wet ? FLUV_LAKE : FLUV_LAND;
    }
    fluv_layer_put(land, FLUV_LAYER_lakes, fluv_lakes_seal(ctx, &list, &rings));
    fluv_list_free(&list);
    fluv_rings_free(&rings);
    return fluv_lakes_of(land) != NULL;
}

static void flood(const uint32_t *label, bool *seen, int cell)
{
    seen[cell] = true;
    int col = cell % PATCH_COLS, row = cell / PATCH_COLS;
    for (int r = row - 1; r <= row + 1; r++)
        for (int c = col - 1; c <= col + 1; c++)
            if (r >= 0 && c >= 0 && r < PATCH_ROWS && c < PATCH_COLS && !seen[r * PATCH_COLS + c] &&
                label[r * PATCH_COLS + c] == label[cell])
                flood(label, seen, r * PATCH_COLS + c);
}

static void parts_of_lakes_are_counted(void **state)
{
    (void)state;
    uint64_t seed = 3;
    int split = 0;
    for (int round = 0; round < 1000; round++) {
        uint32_t label[PATCH], parts[2] = {0};
        bool seen[PATCH] = {false};
        fixture f = {.ctx = fluv_ctx_new()};
        uint32_t dryness = 1 + next_random(&seed) % 3;
        for (int cell = 0; cell < PATCH; cell++) {
            uint32_t any = next_random(&seed) % (2 + dryness), way = next_random(&seed) % 4;
            label[cell] = any < 2 ? any : FLUV_NONE;
            if (way < 3 && cell >= PATCH_COLS) /* mostly as above or beside: larger lakes */
                label[cell] = label[cell - (way ? 1 : PATCH_COLS)];
        }
        for (int cell = 0; cell < PATCH; cell++)
            if (label[cell] != FLUV_NONE && !seen[cell]) {
                parts[label[cell]]++;
                flood(label, seen, cell);
            }
        assert_true(make_patch(f.ctx, label, &f.land));
        check(&f);
        int expected = (parts[0] > 1) + (parts[1] > 1);
        assert_int_equal(f.verdicts[2].broken, expected);
        split += expected > 0;
        fluv_scratch_release(f.ctx, NULL);
        tear_down(&f);
    }
    assert_in_range(split, 50, 950);
}

static fluv_status check_again(fluv_ctx *ctx, void *data)
{
    fixture *f = data;
    return fluv_check(ctx, &f->land, f->verdicts);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    fixture f;
    set_up(&f);
    assert_true(fail_each_allocation(f.ctx, check_again, &f) > 10);
    tear_down(&f);
}

static void stop_at_once(void *ctx, const fluv_progress *now)
{
    (void)now;
    fluv_cancel(ctx);
}

static void it_can_be_cancelled(void **state)
{
    (void)state;
    fixture f;
    set_up(&f);
    fluv_set_progress(f.ctx, stop_at_once, f.ctx);
    assert_int_equal(fluv_check(f.ctx, &f.land, f.verdicts), FLUV_CANCELLED);
    fluv_set_progress(f.ctx, NULL, NULL);
    assert_int_equal(fluv_check(f.ctx, &f.land, f.verdicts), FLUV_OK);
    tear_down(&f);
}

/* Overwrites some bytes of a layer's contents; the counts and pointers at its head and the ring
 * starts are what a reader vouches for. */
static void spoil(fluv_landscape *land, fluv_river_point *points, uint64_t *seed)
{
    static const unsigned char bytes[] = {0, 1, 0x7f, 0x80, 0xff, 0xf0, 0x3f, 5};
    struct {
        void *data;
        size_t size;
    } parts[] = {
        {little_reach(land, 1), LITTLE_REACHES * sizeof(fluv_reach)},
        {points, fluv_rivers_of(land)->point_count * sizeof(fluv_river_point)},
        {little_lake(land, 1), LITTLE_LAKES * sizeof(fluv_lake)},
        {little_shore(land, 1), 16 * sizeof(double)},
        {little_coast(land), 8 * sizeof(double)},
        {little_watershed(land), sizeof(fluv_watershed)},
        {little_receiver(land), LITTLE_COLS * LITTLE_ROWS * sizeof(uint32_t)},
        {little_height(land), LITTLE_COLS * LITTLE_ROWS * sizeof(float)},
        {little_water(land), LITTLE_COLS * LITTLE_ROWS * sizeof(float)},
        {little_cover(land), LITTLE_COLS * LITTLE_ROWS},
    };
    size_t part = next_random(seed) % (sizeof parts / sizeof *parts);
    unsigned char *at = parts[part].data;
    size_t offset = next_random(seed) % parts[part].size;
    size_t length = 1 + next_random(seed) % 8;
    for (size_t i = offset; i < offset + length && i < parts[part].size; i++)
        at[i] = bytes[next_random(seed) % sizeof bytes];
    for (int reach = 1; reach <= LITTLE_REACHES; reach++) { /* bool holds 0 or 1 whatever is read */
        unsigned char *flags = (unsigned char *)&little_reach(land, reach)->endorheic;
        flags[0] &= 1;
        flags[1] &= 1;
    }
    for (int lake = 1; lake <= LITTLE_LAKES; lake++) {
        unsigned char *flags = (unsigned char *)&little_lake(land, lake)->closed;
        flags[0] &= 1;
        flags[1] &= 1;
        flags[2] &= 1;
    }
    *(unsigned char *)&little_watershed(land)->endorheic &= 1;
}

static void nothing_crashes(void **state)
{
    (void)state;
    uint64_t seed = 7;
    fixture f = {0};
    fluv_river_point *points = NULL;
    for (int round = 0; round < 4000; round++) {
        if (round % 20 == 0) {
            set_up(&f);
            points = little_point(&f.land, 1, 0);
        }
        spoil(&f.land, points, &seed);
        check(&f);
        if (round % 20 == 19)
            tear_down(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_landscape_holds),
        cmocka_unit_test(each_breach_has_a_place),
        cmocka_unit_test(each_breach_is_found),
        cmocka_unit_test(verdicts_are_the_same_for_any_threads),
        cmocka_unit_test(float_areas_hold),
        cmocka_unit_test(missing_layers_do_not_apply),
        cmocka_unit_test(a_model_to_be_is_looked_at),
        cmocka_unit_test(ways_are_looked_at_without_lakes),
        cmocka_unit_test(a_delta_shares),
        cmocka_unit_test(beds_that_are_not_known_hold),
        cmocka_unit_test(a_dry_bed_has_no_surface),
        cmocka_unit_test(parts_of_lakes_are_counted),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(it_can_be_cancelled),
        cmocka_unit_test(nothing_crashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
