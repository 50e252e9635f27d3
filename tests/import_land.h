// SPDX-License-Identifier: MIT
/* What the tests of water beside a height map share: recipes that import, and what comes of them.
 */
#ifndef FLUV_TESTS_IMPORT_LAND_H
#define FLUV_TESTS_IMPORT_LAND_H

#include "import_bench.h"
#include "recipe_land.h"
#include "water_land.h"

#define HEAD "interfluve: 1\nseed: 3\n"

static inline fluv_ctx *one_thread(void)
{
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_set_threads(ctx, 1);
    return ctx;
}

static inline fluv_landscape made(fluv_ctx *ctx, const char *text)
{
    fluv_landscape land;
    if (recipe_land(ctx, text, &land) != FLUV_OK)
        fail_msg("%s\n%s", fluv_message(ctx), text);
    return land;
}

/* A recipe whose import has these parameters, in which %s is the folder of the test's files. */
static inline const char *importing(const char *params, const char *stages)
{
    static char text[2000];
    char all[1200];
    size_t used = 0;
    for (const char *c = params; *c; c++) {
        if (c[0] == '%' && c[1] == 's') {
            used += (size_t)snprintf(all + used, sizeof all - used, "%s", folder);
            c++;
        } else {
            all[used++] = *c;
        }
    }
    all[used] = '\0';
    snprintf(text, sizeof text, HEAD "stages: [import: {%s}%s]\n", all, stages);
    return text;
}

static inline void expect_not_taken(fluv_ctx *ctx, const char *params, const char *stages,
                                    const char *words)
{
    fluv_landscape land;
    fluv_status status = recipe_land(ctx, importing(params, stages), &land);
    if (status == FLUV_OK || !strstr(fluv_message(ctx), words))
        fail_msg("'%s' is not in '%s'", words, status == FLUV_OK ? "" : fluv_message(ctx));
    assert_null(strchr(fluv_message(ctx), '\n'));
    fluv_landscape_free(&land);
}

static inline bool is_noted(const fluv_landscape *land, const char *words)
{
    for (size_t i = 0; i < fluv_note_count(land); i++)
        if (strstr(fluv_note_text(land, i), words))
            return true;
    return false;
}

#endif
