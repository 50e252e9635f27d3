// SPDX-License-Identifier: MIT
/* Landscapes from a recipe's text, for tests of stages as a user drives them. */
#ifndef FLUV_TESTS_RECIPE_LAND_H
#define FLUV_TESTS_RECIPE_LAND_H

#include "landscape/landscape.h"

#include <string.h>

/* Runs a recipe in a builder; the landscape is the builder's. */
static inline fluv_status recipe_run(fluv_ctx *ctx, fluv_builder *builder, const char *text,
                                     const fluv_landscape **land)
{
    fluv_recipe *recipe = NULL;
    fluv_status status = fluv_recipe_parse(ctx, text, strlen(text), "t.yaml", &recipe);
    if (status == FLUV_OK)
        status = fluv_builder_run(ctx, builder, recipe, NULL, land);
    fluv_recipe_delete(recipe);
    return status;
}

/* A landscape of one's own; give it back with fluv_landscape_free. */
static inline fluv_status recipe_land(fluv_ctx *ctx, const char *text, fluv_landscape *out)
{
    *out = (fluv_landscape){0};
    fluv_builder *builder = fluv_builder_new(ctx);
    const fluv_landscape *land = NULL;
    if (!builder)
        return FLUV_NO_MEMORY;
    fluv_builder_keep(builder, false);
    fluv_status status = recipe_run(ctx, builder, text, &land);
    if (status == FLUV_OK)
        status = fluv_landscape_share(ctx, land, out);
    fluv_builder_delete(builder);
    return status;
}

#endif
