// SPDX-License-Identifier: MIT
/* How much work a recipe is said to be: it grows with what the work follows from, and what would
 * take days is refused. */
#include "text_land.h"
#include "water_land.h"

#include <string.h>

static fluv_work work_of(fluv_ctx *ctx, const char *stages, const char *changed)
{
    char text[1000];
    fluv_recipe *recipe;
    fluv_work work;
    snprintf(text, sizeof text, "interfluve: 1\nframe: {size: 16, width: 200 km}\nstages: [%s]\n",
             stages);
    must(ctx, fluv_recipe_parse(ctx, text, strlen(text), "test", &recipe));
    if (changed)
        must(ctx, fluv_recipe_set(ctx, recipe, changed));
    must(ctx, fluv_recipe_work(ctx, recipe, &work));
    fluv_recipe_delete(recipe);
    return work;
}

#define UPLIFT    "mesh, uplift, erode"
#define HYDROLOGY "contour, network, watersheds, courses, tree"

/* A change that makes this stage take about so many times as long. */
typedef struct change {
    const char *stages, *setting, *stage;
    double least, most;
} change;

static void work_grows_with_what_it_follows_from(void **state)
{
    static const change changes[] = {
        {"noise, thermal: {steps: 100}", "thermal.steps=1000", "thermal", 5, 11},
        {"noise, hydraulic: {steps: 100}", "hydraulic.steps=1000", "hydraulic", 5, 11},
        {"noise, glacier: {steps: 100}", "glacier.steps=1000", "glacier", 5, 11},
        {UPLIFT, "mesh.spacing=20", "erode", 50, 1e6},
        {UPLIFT, "erode.steps=100000", "erode", 10, 1e6},
        {"coast", "coast.spacing=25", "coast", 20, 1e6},
        {"coast, regions", "regions.spacing=25", "regions", 20, 1e6},
        {"coast, regions, basins", "basins.spacing=100", "basins", 20, 1e6},
        {HYDROLOGY, "network.edge=1000", "tree", 30, 60},
        {HYDROLOGY, "tree.ravines=0.02", "tree", 50, 100},
        {HYDROLOGY, "tree.discs=2000", "tree", 3, 8},
        {HYDROLOGY, "courses.width=0.01", "courses", 3, 10},
    };
    fluv_ctx *ctx = *state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        const change *c = &changes[i];
        fluv_work before = work_of(ctx, c->stages, NULL);
        fluv_work after = work_of(ctx, c->stages, c->setting);
        if (strcmp(after.stage, c->stage) != 0)
            fail_msg("%s: most of the work is in %s", c->setting, after.stage);
        double times = after.seconds / before.seconds;
        if (!(times >= c->least && times <= c->most))
            fail_msg("%s: %g times as much work, not %g to %g", c->setting, times, c->least,
                     c->most);
    }
}

static void work_of_days_is_refused(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land;
    assert_int_equal(make(ctx, &land,
                          "interfluve: 1\nframe: {size: 16, width: 20000 km}\nstages:\n"
                          "- contour\n- network: {edge: 2 km}\n- watersheds\n- courses\n"
                          "- tree: {ravines: 0.01}\n"),
                     FLUV_BAD_RECIPE);
    assert_non_null(strstr(fluv_message(ctx), ":8:3: `tree` would take about"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_grows_with_what_it_follows_from),
        cmocka_unit_test(work_of_days_is_refused),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
