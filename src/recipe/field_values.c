// SPDX-License-Identifier: MIT
/* The values of a FIELD over a frame, as its stage would find them. */
#include "base/words.h"
#include "recipe/recipe.h"
#include "recipe/target.h"
#include "recipe/value.h"
#ifdef FLUV_WITH_GDAL
#include "stages/import/read_image.h"
#endif

#include <assert.h>
#include <string.h>

static uint64_t seed_of(const fluv_recipe *recipe, const fluv_recipe_stage *at)
{
    const fluv_param *row = fluv_param_find(&at->stage->info, "seed");
    int64_t own = row ? *(const int64_t *)fluv_param_in(at->params, row) : 0;
    return own ? (uint64_t)own : recipe->seed;
}

static fluv_status fill(fluv_ctx *ctx, const fluv_recipe *recipe, size_t stage, const char *path,
                        const fluv_frame *frame, float *values)
{
    const fluv_origin source = {.ctx = ctx, .mistake = FLUV_BAD_USE};
    FLUV_TRY(fluv_check_index(ctx, recipe, stage));
    size_t length = strlen(path) + 1;
    char *way = fluv_scratch(ctx, length, 1);
    if (!way)
        return FLUV_NO_MEMORY;
    memcpy(way, path, length);
    const fluv_recipe_stage *at = &recipe->stages[stage];
    fluv_target to;
    FLUV_TRY(fluv_target_find(&source, &at->stage->info, at->params, way, &to));
    if (to.row.type != FLUV_PARAM_FIELD)
        return fluv_fail(ctx, FLUV_BAD_USE, "`%s` is no field", fluv_show(path).text);
    const fluv_landscape land = {.frame = *frame, .seed = seed_of(recipe, at)};
    return fluv_field_fill(ctx, &land, fluv_param_in(to.params, &to.row), at->stage->info.name,
                           to.row.name, values);
}

fluv_status fluv_recipe_field(fluv_ctx *ctx, const fluv_recipe *recipe, size_t stage,
                              const char *path, const fluv_frame *frame, float *values)
{
    assert(frame && values);
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
#ifdef FLUV_WITH_GDAL
    ctx->read_image = fluv_read_image;
#endif
    fluv_status status = fill(ctx, recipe, stage, path, frame, values);
    return fluv_call_end(ctx, mark, fluv_at_path(ctx, recipe, stage, path, status));
}
