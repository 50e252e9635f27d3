// SPDX-License-Identifier: MIT
/* Landscapes from a recipe's text with values in it. */
#ifndef FLUV_TESTS_TEXT_LAND_H
#define FLUV_TESTS_TEXT_LAND_H

#include "recipe_land.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static inline fluv_status make(fluv_ctx *ctx, fluv_landscape *land, const char *format, ...)
{
    char text[3000];
    va_list more;
    va_start(more, format);
    int length = vsnprintf(text, sizeof text, format, more);
    va_end(more);
    assert_in_range(length, 1, sizeof text - 1);
    return recipe_land(ctx, text, land);
}

static inline void must(fluv_ctx *ctx, fluv_status status)
{
    if (status != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
}

#endif
