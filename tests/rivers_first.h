// SPDX-License-Identifier: MIT
/* The presets of rivers first, for tests that make many of them. */
#ifndef FLUV_TESTS_RIVERS_FIRST_H
#define FLUV_TESTS_RIVERS_FIRST_H

#include "recipe_land.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static const char *const rivers_first_presets[] = {"basins-island",       "basins-archipelago",
                                                   "basins-continent",    "basins-delta",
                                                   "basins-desert-coast", "basins-small"};
#define RIVERS_FIRST_PRESETS (sizeof rivers_first_presets / sizeof *rivers_first_presets)

static inline void set(fluv_ctx *ctx, fluv_recipe *recipe, const char *format, ...)
{
    char text[100];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (fluv_recipe_set(ctx, recipe, text) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
}

static inline fluv_recipe *preset(fluv_ctx *ctx, const char *name, int seed, int size)
{
    fluv_recipe *recipe = NULL;
    if (fluv_recipe_read(ctx, name, &recipe) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
    set(ctx, recipe, "seed=%d", seed);
    set(ctx, recipe, "frame.size=%d", size);
    return recipe;
}

/* Lattices and mesh a third as fine, for tests that need many landscapes. */
static inline void make_coarse(fluv_ctx *ctx, fluv_recipe *recipe, double width)
{
    set(ctx, recipe, "coast.spacing=%g", width / 200.0);
    set(ctx, recipe, "regions.spacing=%g", width / 200.0);
    set(ctx, recipe, "basins.spacing=%g", width / 110.0);
}

static inline const fluv_landscape *run(fluv_ctx *ctx, fluv_builder *builder,
                                        const fluv_recipe *recipe)
{
    const fluv_landscape *land = NULL;
    if (fluv_builder_run(ctx, builder, recipe, NULL, &land) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
    return land;
}

static inline void expect_clean(fluv_ctx *ctx, const fluv_landscape *land, const char *name,
                                int seed)
{
    fluv_verdict verdicts[FLUV_RULES];
    assert_int_equal(fluv_check(ctx, land, verdicts), FLUV_OK);
    for (int i = 0; i < FLUV_RULES; i++)
        if (verdicts[i].applies && !verdicts[i].holds)
            fail_msg("%s, seed %d, rule %d: %s", name, seed, i + 1, verdicts[i].text);
}

#endif
