// SPDX-License-Identifier: MIT
/* Mountains that are worn by their rivers are one physics, and so an edit is felt all over its
 * island; on another island it changes nothing, to the last bit. */
#include "how_many.h"
#include "locality.h"
#include "one_thread.h"
#include "text_land.h"

#include <stdio.h>

#define HALF 64 /* columns of the west */

/* Two islands, with a region each; the eastern coast and region may differ, or what is worn. */
typedef struct edit {
    const char *name, *coast, *region, *place;
} edit;

static const edit as_it_was = {"", "56 km", "6 km", ""};
static const edit edits[] = {
    {"a region widened by 3 km", "56 km", "9 km", ""},
    {"a coast marker moved by 2 km", "58 km", "6 km", ""},
    {"a placed river", "56 km", "6 km",
     "  - place: {rivers: {R: {line: [[46 km, 34 km], [46 km, 22 km]]}}}\n"},
};

static fluv_landscape make_two(fluv_ctx *ctx, int seed, const edit *e)
{
    fluv_landscape land;
    must(
        ctx,
        make(ctx, &land,
             "interfluve: 1\nseed: %d\nframe: {size: 128, width: 60 km, height: [-400 m, 2200 m]}\n"
             "stages:\n  - coast:\n      spacing: 400 m\n      landmasses:\n"
             "        - markers: [[14 km, 14 km, 0], [26 km, 30 km, 90], [14 km, 46 km, 180], "
             "[3 km, 30 km, 270]]\n"
             "        - markers: [[46 km, 14 km, 0], [%s, 30 km, 90], [46 km, 46 km, 180], [35 km, "
             "30 km, 270]]\n"
             "  - regions: {spacing: 400 m, markers: [{type: mountain, x: 46 km, y: 30 km, range: "
             "%s}, {type: mountain, x: 14 km, y: 30 km, range: 6 km}]}\n%s"
             "  - mesh: {spacing: 500 m}\n  - uplift: {rate: 1 mm/y}\n  - erode: {steps: 60}\n"
             "  - lakes: {}\n  - rivers: {}\n",
             seed, e->coast, e->region, e->place));
    return land;
}

/* Of the land in the east, what share differs. */
static double share_east(const fluv_landscape *a, const fluv_landscape *b)
{
    size_t all = 0, moved = 0;
    for (size_t c = 0; c < fluv_cell_count(a); c++)
        if (c % a->frame.cols >= HALF && fluv_cover_of(a)[c] != FLUV_OCEAN) {
            all++;
            moved += locality_differs(a, b, c);
        }
    assert_true(all > 1000);
    return (double)moved / (double)all;
}

static void an_edit_of_one_island_leaves_the_other_alone(void **state)
{
    fluv_ctx *ctx = *state;
    int seeds = how_many("INTERFLUVE_SEEDS", (int)cases_of(3, 1));
    for (int seed = 1; seed <= seeds; seed++) {
        fluv_landscape before = make_two(ctx, seed, &as_it_was);
        for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
            fluv_landscape after = make_two(ctx, seed, &edits[i]);
            size_t moved = locality_bytes_west(&before, &after, HALF);
            if (moved)
                fail_msg("seed %d, %s: %zu values of the west differ", seed, edits[i].name, moved);
            double east = share_east(&before, &after);
            print_message("seed %d, %s: %.1f %% of its own island\n", seed, edits[i].name,
                          100.0 * east);
            assert_true(east > 0.01); /* the edit did something */
            fluv_landscape_free(&after);
        }
        fluv_landscape_free(&before);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_edit_of_one_island_leaves_the_other_alone)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
