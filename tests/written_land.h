// SPDX-License-Identifier: MIT
/* Landscapes that must be made, and written into the test's own folder. */
#ifndef FLUV_TESTS_WRITTEN_LAND_H
#define FLUV_TESTS_WRITTEN_LAND_H

#include "own_folder.h"
#include "recipe_land.h"

static inline fluv_landscape made_of(fluv_ctx *ctx, const char *text)
{
    fluv_landscape land;
    if (recipe_land(ctx, text, &land) != FLUV_OK)
        fail_msg("%s\n%s", fluv_message(ctx), text);
    return land;
}

/* Of a recipe's text with values in it. */
__attribute__((format(printf, 2, 3))) static inline fluv_landscape made(fluv_ctx *ctx,
                                                                        const char *format, ...)
{
    char text[2500];
    va_list more;
    va_start(more, format);
    int length = vsnprintf(text, sizeof text, format, more);
    va_end(more);
    assert_in_range(length, 1, sizeof text - 1);
    return made_of(ctx, text);
}

/* The files that others are made from, without those that are only looked at. */
static inline void written(fluv_ctx *ctx, const fluv_landscape *land, const char *dir)
{
    fluv_verdict none[FLUV_RULES] = {0};
    fluv_write_options options = {.struct_size = sizeof options,
                                  .verdicts = none,
                                  .without = "map.png,height.png,terrain.glb,region.png"};
    if (fluv_write(ctx, land, NULL, path_of(dir), &options) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
}

#endif
