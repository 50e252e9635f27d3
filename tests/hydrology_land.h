// SPDX-License-Identifier: MIT
/* What tests of the hydrology stages share: recipes run as far as asked. */
#ifndef FLUV_TESTS_HYDROLOGY_LAND_H
#define FLUV_TESTS_HYDROLOGY_LAND_H

#include "landscape/hydrology.h"
#include "landscape/tree.h"

#include <stdio.h>
#include <string.h>

/* A builder's run of contour, network, … with settings, "" for none. */
typedef struct hydro_run {
    fluv_builder *builder;
    const fluv_landscape *land;
    fluv_status status;
} hydro_run;

static inline hydro_run hydro_make(fluv_ctx *ctx, uint64_t seed, unsigned size, const char *contour,
                                   const char *network, const char *until)
{
    char text[2000];
    int length = snprintf(text, sizeof text,
                          "interfluve: 1\nseed: %llu\nframe: {size: %u, width: 40 km}\nstages:\n"
                          "  - contour: {%s}\n  - network: {%s}\n  - watersheds: {}\n"
                          "  - courses: {}\n  - tree: {}\n  - sample: {}\n",
                          (unsigned long long)seed, size, contour, network);
    hydro_run run = {.builder = fluv_builder_new(ctx)};
    fluv_recipe *recipe = NULL;
    run.status = fluv_recipe_parse(ctx, text, (size_t)length, "test", &recipe);
    if (run.status == FLUV_OK)
        run.status = fluv_builder_run(ctx, run.builder, recipe, until, &run.land);
    fluv_recipe_delete(recipe);
    return run;
}

#endif
