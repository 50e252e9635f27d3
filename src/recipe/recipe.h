// SPDX-License-Identifier: MIT
/* A recipe: a frame, a seed and an ordered list of stages with parameters. */
#ifndef FLUV_RECIPE_RECIPE_H
#define FLUV_RECIPE_RECIPE_H

#include "recipe/yaml.h"
#include "stages/stage.h"

typedef struct fluv_frame_params {
#include "base/param_fields.h"
#include "recipe/frame.def"
} fluv_frame_params;

typedef struct fluv_recipe_stage {
    const fluv_stage *stage;
    void *params;     /* stage->params_size bytes, owned */
    fluv_place place; /* of its name in the recipe; line 0: it was not read from a text */
} fluv_recipe_stage;

struct fluv_recipe {
    char *name; /* of the file or preset, for messages; NULL: made by a call */
    uint64_t seed;
    fluv_frame_params frame;
    /* What the recipe says of its frame. A stage that brings a frame of its own takes what is said
     * as a wish; without such a stage a frame must be there and its gaps have defaults. */
    bool has_frame, has_size, has_width;
    fluv_place frame_place; /* in the recipe's text; its beginning if it has none there */
    size_t stage_count;
    fluv_recipe_stage stages[FLUV_MAX_STAGES];
};

#define FLUV_STANDARD_SEED 1

/* No stages, default frame. NULL with a message when there is no memory. */
fluv_recipe *fluv_recipe_new(fluv_ctx *ctx, const char *name);
/* One more stage with default parameters; the list must not be full. */
FLUV_MUST_CHECK fluv_status fluv_recipe_append(fluv_ctx *ctx, fluv_recipe *recipe,
                                               const fluv_stage *stage, fluv_place place);
/* Whole number 0 .. 2^64 - 1. */
FLUV_MUST_CHECK fluv_status fluv_seed_read(const fluv_origin *source, const fluv_node *node,
                                           uint64_t *seed);
/* One entry of `frame`: a row of its table, or `height`, or `size` as a pair. */
FLUV_MUST_CHECK fluv_status fluv_frame_read(const fluv_origin *source, const fluv_node *node,
                                            fluv_recipe *recipe);
/* A stage outside of any recipe, its parameters zeroed and owning nothing; and its end. */
FLUV_MUST_CHECK fluv_status fluv_recipe_stage_make(fluv_ctx *ctx, const fluv_stage *stage,
                                                   fluv_recipe_stage *out);
void fluv_recipe_stage_free(fluv_recipe_stage *stage);
/* "unknown stage `y`: did you mean `x`?" */
FLUV_MUST_CHECK fluv_status fluv_fail_stage_name(const fluv_origin *source, fluv_place place,
                                                 const char *word);
/* Notes a stage of the recipe as the place of the mistake that was just made, with its place in the
 * text and, where the message begins with one, the parameter; passes the status on. */
FLUV_MUST_CHECK fluv_status fluv_at_stage(fluv_ctx *ctx, const fluv_recipe *recipe, size_t index,
                                          fluv_status status);
/* The same for a value at a path below a stage or FLUV_FRAME_STAGE, unless more is known. */
FLUV_MUST_CHECK fluv_status fluv_at_path(fluv_ctx *ctx, const fluv_recipe *recipe, size_t index,
                                         const char *path, fluv_status status);
/* Refuses an index beyond the last stage. */
FLUV_MUST_CHECK fluv_status fluv_check_index(fluv_ctx *ctx, const fluv_recipe *recipe,
                                             size_t index);
/* "lakes" or "lakes#2": the index of that stage in the recipe, stage_count if it has none. */
size_t fluv_recipe_index(const fluv_recipe *recipe, const char *reference, size_t length);
/* `what` and the word, with the stages of the recipe as what there is. */
FLUV_MUST_CHECK fluv_status fluv_fail_reference(const fluv_origin *source,
                                                const fluv_recipe *recipe, const char *what,
                                                const char *word);

/* The frame as the first stage finds it in the landscape. With a stage that brings its own:
 * cols = rows = the size wished for or 0, cell = the width wished for or 0, divided by the size if
 * there is one. */
void fluv_recipe_frame(const fluv_recipe *recipe, fluv_frame *out);

/* How many stages run, `until` being the last; the plan is checked. `start`: the landscape they
 * begin with, NULL: none. */
FLUV_MUST_CHECK fluv_status fluv_recipe_plan(fluv_ctx *ctx, const fluv_recipe *recipe,
                                             const char *until, const fluv_landscape *start,
                                             size_t *stages);

/* Whether stages `first` to `end` - 1 can run in their order where these layers are there. */
FLUV_MUST_CHECK fluv_status fluv_recipe_check_order(fluv_ctx *ctx, const fluv_recipe *recipe,
                                                    fluv_layer_set given, size_t first, size_t end);

/* Notes in the landscape that the first `end` stages leave it without the water some of them found.
 */
FLUV_MUST_CHECK fluv_status fluv_dropped_note(fluv_ctx *ctx, const fluv_recipe *recipe, size_t end,
                                              fluv_landscape *land);

/* Refuses what would not fit in memory. `first`: the first stage to run; `held`: the layers that
 * are there before it; `keep`: results of stages stay. */
/* Whether the stages from `first` to before `end` end within days. */
FLUV_MUST_CHECK fluv_status fluv_recipe_work_fits(fluv_ctx *ctx, const fluv_recipe *recipe,
                                                  const fluv_landscape *land, size_t first,
                                                  size_t end);
FLUV_MUST_CHECK fluv_status fluv_recipe_fits(fluv_ctx *ctx, const fluv_recipe *recipe,
                                             const fluv_landscape *land, size_t first, size_t end,
                                             bool keep);

#endif
