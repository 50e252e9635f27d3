// SPDX-License-Identifier: MIT
/* One can stop soon, anywhere: every stage and file looks often whether to go on, and a stop at any
 * of these looks leaves nothing behind.
 *
 * How long the work between two looks takes is for the benchmark (`bench stops`) to say: here looks
 * are counted, which no other program on the machine can change. */
#include "base/ctx.h"
#include "how_many.h"
#include "own_folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define PLACES         cases_of(200, 25) /* looks at which a run is stopped, if it has so many */
#define PLACES_WRITTEN cases_of(8, 4)    /* of one that writes: pictures take their time */

static const struct {
    const char *name, *text;
    bool written;
} runs[] = {
    {"files",
     "frame: {size: 64, width: 12 km, height: [-200 m, 1200 m]}\n"
     "stages:\n  - noise\n  - lakes\n  - rivers: {area: 1 km2}\n",
     true},
    {"water",
     "frame: {size: 64, width: 12 km, height: [-200 m, 1200 m]}\n"
     "stages:\n  - noise\n  - thermal: {steps: 3}\n  - hydraulic: {steps: 3}\n  - drain\n"
     "  - lakes\n  - rivers: {area: 1 km2}\n",
     false},
    {"basins",
     "frame: {size: 64, width: 12 km, height: [-200 m, 1200 m]}\n"
     "stages:\n  - coast: {shape: island, spacing: 200 m}\n"
     "  - regions: {random: {mountain: 2}, spacing: 200 m}\n  - basins: {spacing: 400 m}\n"
     "  - channels: {sources: {flatland: 12}}\n  - relief\n",
     false},
    {"hydrology",
     "frame: {size: 64, width: 12 km, height: [-200 m, 1200 m]}\n"
     "stages:\n  - contour: {spacing: 6 km}\n  - network: {edge: 2 km}\n"
     "  - watersheds\n  - courses\n  - tree\n  - sample\n",
     false},
    {"uplift",
     "frame: {size: 64, width: 12 km, height: [-200 m, 1200 m]}\n"
     "stages:\n  - mesh: {spacing: 400 m}\n  - uplift\n  - erode: {steps: 3}\n  - lakes\n"
     "  - rivers: {area: 1 km2}\n",
     false},
    {"amplify",
     "frame: {size: 32, width: 6 km, height: [-200 m, 1200 m]}\n"
     "stages:\n  - noise\n  - amplify\n  - lakes\n  - rivers: {area: 1 km2}\n",
     false},
};
#define RUNS (sizeof runs / sizeof *runs)

/* Looks that a stage or file takes at the least, however small the land: one after each kernel that
 * goes over all cells. */
static const struct {
    const char *name;
    size_t looks;
} least[] = {
    // clang-format off
    {"drain", 15}, {"lakes", 16}, {"rivers", 10}, {"relief", 26}, {"sample", 23},
    {"erode", 35}, {"hydraulic", 38}, {"rules", 19}, {"map.png", 26}, {"terrain.glb", 21},
    {"height.tif", 3}, {"area.tif", 3}, {"direction.tif", 3}, {"water.gpkg", 61},
    // clang-format on
};
#define LEAST (sizeof least / sizeof *least)

typedef struct counter {
    fluv_ctx *ctx;
    size_t looks, stop_at; /* 0: never */
    size_t of[LEAST];
} counter;

static void looked(void *user)
{
    counter *c = user;
    const char *at = c->ctx->progress.stage;
    for (size_t i = 0; at && i < LEAST; i++)
        c->of[i] += strcmp(at, least[i].name) == 0;
    if (++c->looks == c->stop_at)
        fluv_cancel(c->ctx);
}

/* Makes, checks and writes it (`to`: where, NULL: nowhere), as the command does. */
static fluv_status make_all(fluv_ctx *ctx, const char *stages, const char *to)
{
    char text[1000];
    fluv_recipe *recipe = NULL;
    const fluv_landscape *land = NULL;
    fluv_verdict verdicts[FLUV_RULES];
    fluv_write_options options = {.struct_size = sizeof options, .verdicts = verdicts};
    (void)snprintf(text, sizeof text, "interfluve: 1\nseed: 3\n%s", stages);
    fluv_builder *builder = fluv_builder_new(ctx);
    assert_non_null(builder);
    assert_int_equal(fluv_recipe_parse(ctx, text, strlen(text), "t.yaml", &recipe), FLUV_OK);
    fluv_status status = fluv_builder_run(ctx, builder, recipe, NULL, &land);
    if (status == FLUV_OK)
        status = fluv_check(ctx, land, verdicts);
    if (status == FLUV_OK && to)
        status = fluv_write(ctx, land, recipe, to, &options);
    fluv_recipe_delete(recipe);
    fluv_builder_delete(builder);
    return status;
}

static fluv_status watched(size_t run, counter *c, size_t stop_at)
{
    fluv_ctx *ctx = fluv_ctx_new();
    assert_non_null(ctx);
    *c = (counter){.ctx = ctx, .stop_at = stop_at};
    ctx->looked = looked;
    ctx->looked_user = c;
    fluv_set_threads(ctx, 2);
    fluv_status status =
        make_all(ctx, runs[run].text, runs[run].written ? path_of("stopped") : NULL);
    fluv_spare_release(ctx);
    if (status != FLUV_OK && status != FLUV_CANCELLED)
        fail_msg("%s", fluv_message(ctx));
    if (atomic_load(&ctx->memory.now))
        fail_msg("stopped at look %zu: %zu bytes stay", stop_at, atomic_load(&ctx->memory.now));
    fluv_ctx_delete(ctx);
    return status;
}

static void a_stop_at_any_look_leaves_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < RUNS; i++) {
        counter whole, c;
        assert_int_equal(watched(i, &whole, 0), FLUV_OK);
        shell("rm -rf %s", path_of("stopped"));
        size_t places = runs[i].written ? PLACES_WRITTEN : PLACES;
        places = places < whole.looks ? places : whole.looks;
        for (size_t k = 0; k < places; k++) {
            size_t at = 1 + whole.looks * k / places;
            if (watched(i, &c, at) != FLUV_CANCELLED)
                fail_msg("%s goes on after look %zu of %zu", runs[i].name, at, whole.looks);
            if (c.looks > at + 3) /* on the way out the reason is asked for */
                fail_msg("%s takes %zu looks after the stop", runs[i].name, c.looks - at);
            assert_int_not_equal(access(path_of("stopped"), F_OK), 0);
        }
    }
}

static void every_stage_and_file_looks_often(void **state)
{
    (void)state;
    counter c, sum = {0};
    for (size_t i = 0; i < RUNS; i++) {
        assert_int_equal(watched(i, &c, 0), FLUV_OK);
        shell("rm -rf %s", path_of("stopped"));
        for (size_t k = 0; k < LEAST; k++)
            sum.of[k] = !sum.of[k] || (c.of[k] && c.of[k] < sum.of[k]) ? c.of[k] : sum.of[k];
    }
    for (size_t k = 0; k < LEAST; k++)
        if (sum.of[k] < least[k].looks)
            print_error("%s looks %zu times, expected %zu\n", least[k].name, sum.of[k],
                        least[k].looks);
    for (size_t k = 0; k < LEAST; k++)
        assert_true(sum.of[k] >= least[k].looks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stop_at_any_look_leaves_nothing),
        cmocka_unit_test(every_stage_and_file_looks_often),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
