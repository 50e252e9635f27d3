// SPDX-License-Identifier: MIT
/* A recipe as YAML with every default filled in; reads back to the same recipe. */
#include "base/plain.h"
#include "recipe/recipe.h"
#include "recipe/value.h"

#include <inttypes.h>
#include <stdlib.h>

static void write_frame(FILE *out, const fluv_recipe *recipe)
{
    const fluv_frame_params *frame = &recipe->frame;
    bool own = recipe->stage_count > 0 && recipe->stages[0].stage->sets_frame;
    const char *comma = "";
    fputs("frame: {", out);
    if (!own || recipe->has_size) {
        if (frame->rows)
            fprintf(out, "size: [%" PRId64 ", %" PRId64 "]", frame->size, frame->rows);
        else
            fprintf(out, "size: %" PRId64, frame->size);
        comma = ", ";
    }
    if (!own || recipe->has_width) {
        fprintf(out, "%swidth: ", comma);
        fluv_number_write(out, frame->width, "m");
        comma = ", ";
    }
    if (frame->low != 0.0 || frame->high != 0.0) {
        fprintf(out, "%sheight: [", comma);
        fluv_number_write(out, frame->low, "m");
        fputs(", ", out);
        fluv_number_write(out, frame->high, "m");
        fputc(']', out);
    }
    fputs("}\n", out);
}

static void write_stage(const fluv_writer *to, const fluv_recipe_stage *at)
{
    FILE *out = to->out;
    const fluv_stage_info *info = &at->stage->info;
    fprintf(out, "  - %s:%s\n", info->name, info->param_count ? "" : " {}");
    for (size_t i = 0; i < info->param_count; i++) {
        fprintf(out, "      %s: ", info->params[i].name);
        fluv_value_write(to, &info->params[i], at->params);
        fputc('\n', out);
    }
}

/* A recipe, and the folder its files are named from; NULL: as they are. */
typedef struct placed_recipe {
    const fluv_recipe *recipe;
    const char *folder;
} placed_recipe;

static void write_recipe(FILE *out, const void *user)
{
    const placed_recipe *placed = user;
    const fluv_recipe *recipe = placed->recipe;
    const fluv_writer to = {out, placed->folder};
    fprintf(out, "interfluve: 1\nseed: %" PRIu64 "\n", recipe->seed);
    if (recipe->has_frame)
        write_frame(out, recipe);
    fprintf(out, "stages:%s\n", recipe->stage_count ? "" : " []");
    for (size_t i = 0; i < recipe->stage_count; i++)
        write_stage(&to, &recipe->stages[i]);
}

fluv_status fluv_text_make(fluv_ctx *ctx, fluv_text_fn *write, const void *user, char **out)
{
    size_t length;
    *out = NULL;
    FILE *stream = open_memstream(out, &length);
    if (!stream)
        return fluv_fail(ctx, FLUV_NO_MEMORY, "out of memory while writing a text");
    fluv_plain plain;
    fluv_plain_begin(&plain);
    write(stream, user);
    fluv_plain_end(&plain);
    bool failed = ferror(stream) != 0;
    if (fclose(stream) == 0 && !failed)
        return FLUV_OK;
    free(*out);
    *out = NULL;
    return fluv_fail(ctx, FLUV_NO_MEMORY, "out of memory while writing a text");
}

fluv_status fluv_recipe_text_in(fluv_ctx *ctx, const fluv_recipe *recipe, const char *folder,
                                char **out)
{
    return fluv_text_make(ctx, write_recipe, &(placed_recipe){recipe, folder}, out);
}

fluv_status fluv_recipe_text(fluv_ctx *ctx, const fluv_recipe *recipe, char **out)
{
    return fluv_recipe_text_in(ctx, recipe, NULL, out);
}
