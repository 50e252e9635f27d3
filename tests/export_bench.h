// SPDX-License-Identifier: MIT
/* One small land with rivers and lakes, and exports of it. */
#ifndef FLUV_TESTS_EXPORT_BENCH_H
#define FLUV_TESTS_EXPORT_BENCH_H

#include "export_files.h"

#include "interfluve.h"

#define SIZE 253 /* goes into Unreal as it is */

static const char recipe_text[] = "interfluve: 1\n"
                                  "seed: 11\n"
                                  "frame: {size: 253, width: 20 km, height: [-300 m, 1400 m]}\n"
                                  "stages:\n"
                                  "  - noise: {}\n"
                                  "  - drain: {}\n"
                                  "  - lakes: {}\n"
                                  "  - rivers: {}\n";

typedef struct bench {
    fluv_ctx *ctx;
    fluv_recipe *recipe;
    fluv_builder *builder;
    const fluv_landscape *land;
} bench;

static bench shared;

static inline int make_land(void **state)
{
    if (make_folder(state) != 0)
        return -1;
    shared.ctx = fluv_ctx_new();
    shared.builder = fluv_builder_new(shared.ctx);
    if (fluv_recipe_parse(shared.ctx, recipe_text, sizeof recipe_text - 1, "test",
                          &shared.recipe) != FLUV_OK ||
        fluv_builder_run(shared.ctx, shared.builder, shared.recipe, NULL, &shared.land) !=
            FLUV_OK) {
        print_error("%s\n", fluv_message(shared.ctx));
        return -1;
    }
    return 0;
}

static inline int drop_land(void **state)
{
    fluv_builder_delete(shared.builder);
    fluv_recipe_delete(shared.recipe);
    fluv_ctx_delete(shared.ctx);
    return remove_folder(state);
}

static inline void export_to(const char *dir, fluv_export_options options)
{
    options.struct_size = sizeof options;
    fluv_status status = fluv_export(shared.ctx, shared.land, shared.recipe, dir, &options);
    if (status != FLUV_OK)
        print_error("%s\n", fluv_message(shared.ctx));
    assert_int_equal(status, FLUV_OK);
}

#endif
