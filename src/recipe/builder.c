// SPDX-License-Identifier: MIT
/* Running recipes, and keeping what every stage made.
 *
 * A kept result is the landscape after a stage together with everything that stage's result depends
 * on: its parameters, the files they name, and, through the results before it, seed and frame. The
 * next run takes over the results up to the first difference. Results share the layers that stages
 * leave alone, so keeping costs only what changed. */
#include "check/check.h"
#include "landscape/sound.h"
#include "recipe/recipe.h"
#include "recipe/value.h"
#include "stages/shared/frozen.h"
#include "stages/shared/sea.h"
#ifdef FLUV_WITH_GDAL
#include "stages/import/read_image.h"
#include "stages/import/read_shapes.h"
#endif

#include "base/kept.h"
#include "base/random.h"

#include <assert.h>
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct kept_stage {
    const fluv_stage *stage;
    void *params;
    uint64_t files; /* stamp of the files the parameters name */
    fluv_landscape land;
} kept_stage;

struct fluv_builder {
    bool keep, draft;
    uint64_t seed;    /* of the kept results */
    fluv_frame frame; /* of the kept results, as the recipe asked for it */
    size_t kept_count;
    kept_stage *kept[FLUV_MAX_STAGES];
    fluv_landscape start;         /* what runs begin with; no cells: nothing */
    fluv_landscape land;          /* of the run under way */
    const fluv_landscape *result; /* of the last run; others may hold it too */
    size_t reused;
    fluv_kept blocks; /* meshes, which a change before them does not touch */
};

fluv_builder *fluv_builder_new(fluv_ctx *ctx)
{
    fluv_builder *builder = fluv_alloc_zero(ctx, 1, sizeof *builder);
    if (builder)
        builder->keep = true;
    return builder;
}

static void free_kept(kept_stage *kept)
{
    if (kept->params)
        fluv_params_free(&kept->stage->info, kept->params);
    fluv_free(kept->params);
    fluv_landscape_free(&kept->land);
    fluv_free(kept);
}

static void drop_kept_from(fluv_builder *builder, size_t first)
{
    assert(builder->kept_count <= FLUV_MAX_STAGES);
    while (builder->kept_count > first)
        free_kept(builder->kept[--builder->kept_count]);
}

void fluv_builder_delete(fluv_builder *builder)
{
    if (!builder)
        return;
    drop_kept_from(builder, 0);
    fluv_kept_drop(&builder->blocks);
    fluv_landscape_free(&builder->start);
    fluv_landscape_delete(builder->result);
    fluv_free(builder);
}

void fluv_builder_keep(fluv_builder *builder, bool keep)
{
    builder->keep = keep;
    if (!keep) {
        drop_kept_from(builder, 0);
        fluv_kept_drop(&builder->blocks);
    }
}

void fluv_builder_draft(fluv_builder *builder, bool draft)
{
    if (draft != builder->draft)
        drop_kept_from(builder, 0);
    builder->draft = draft;
}

fluv_status fluv_builder_begin(fluv_ctx *ctx, fluv_builder *builder, const fluv_landscape *land)
{
    fluv_landscape start = {0};
    if (land) {
        struct fluv_scratch_block *mark = fluv_call_begin(ctx);
        fluv_status status = fluv_sound_land(ctx, land);
        if (status == FLUV_OK)
            status = fluv_landscape_share(ctx, land, &start);
        FLUV_TRY(fluv_call_end(ctx, mark, status));
    }
    drop_kept_from(builder, 0);
    fluv_landscape_free(&builder->start);
    builder->start = start;
    return FLUV_OK;
}

size_t fluv_builder_reused(const fluv_builder *builder)
{
    return builder->reused;
}

/* A file that is not there counts too, so that others keep their place. Returns what it is. */
static mode_t stamp_one(uint64_t *stamp, const char *file)
{
    struct stat now;
    if (stat(file, &now) != 0)
        now = (struct stat){.st_size = -1};
    *stamp = fluv_mix(*stamp ^ (uint64_t)now.st_size);
    *stamp = fluv_mix(*stamp ^ (uint64_t)now.st_mtim.tv_sec);
    *stamp = fluv_mix(*stamp ^ (uint64_t)now.st_mtim.tv_nsec);
    return now.st_mode;
}

/* A folder changes when a file in it does; files that come and go change the folder itself. */
static void stamp_file(void *user, const char *file)
{
    uint64_t *stamp = user;
    struct dirent **entries = NULL;
    bool folder = S_ISDIR(stamp_one(stamp, file));
    int count = folder ? scandir(file, &entries, NULL, alphasort) : 0;
    for (int i = 0; i < count; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", file, entries[i]->d_name);
        if (strcmp(entries[i]->d_name, "..") != 0)
            (void)stamp_one(stamp, path);
        free(entries[i]);
    }
    free(entries);
}

/* Changes when a file that a parameter names is written anew, appears or goes. */
static uint64_t file_stamp(const fluv_recipe_stage *at)
{
    const fluv_stage_info *info = &at->stage->info;
    uint64_t stamp = 0;
    fluv_files_visit(info->params, info->param_count, at->params, stamp_file, &stamp);
    return stamp;
}

static bool same_frame(const fluv_frame *a, const fluv_frame *b)
{
    return a->cols == b->cols && a->rows == b->rows && a->cell == b->cell && a->low == b->low &&
           a->high == b->high;
}

static bool still_holds(const kept_stage *kept, const fluv_recipe_stage *at)
{
    return kept->stage == at->stage && kept->files == file_stamp(at) &&
           fluv_params_equal(&at->stage->info, kept->params, at->params);
}

/* How many kept results the recipe can take over; the others are dropped. */
static size_t match_kept(fluv_builder *builder, const fluv_recipe *recipe, const fluv_frame *frame)
{
    size_t same = 0;
    if (builder->seed == recipe->seed && same_frame(&builder->frame, frame))
        while (same < builder->kept_count && same < recipe->stage_count &&
               still_holds(builder->kept[same], &recipe->stages[same]))
            same++;
    drop_kept_from(builder, same);
    builder->seed = recipe->seed;
    builder->frame = *frame;
    return same;
}

static fluv_status keep_result(fluv_ctx *ctx, fluv_builder *builder, const fluv_recipe_stage *at,
                               uint64_t files)
{
    const fluv_stage *stage = at->stage;
    kept_stage *kept = fluv_alloc_zero(ctx, 1, sizeof *kept);
    if (!kept)
        return FLUV_NO_MEMORY;
    kept->stage = stage;
    kept->files = files;
    kept->params = fluv_alloc_zero(ctx, 1, stage->params_size ? stage->params_size : 1);
    fluv_status status = kept->params ? FLUV_OK : FLUV_NO_MEMORY;
    if (status == FLUV_OK)
        status = fluv_params_copy(ctx, &stage->info, at->params, kept->params, stage->params_size);
    if (status == FLUV_OK)
        status = fluv_landscape_share(ctx, &builder->land, &kept->land);
    if (status != FLUV_OK) {
        free_kept(kept);
        return status;
    }
    builder->kept[builder->kept_count++] = kept;
    return FLUV_OK;
}

/* Whether the ground is the stage's own, not the old one changed. */
static bool makes_new_ground(const fluv_stage *stage)
{
    return (stage->makes & ~stage->needs & FLUV_HAS(FLUV_LAYER_height)) != 0;
}

/* Water that comes from files must keep the rules, as that of stages does. */
static fluv_status judge(fluv_ctx *ctx, const fluv_stage *stage, const fluv_layer_turn *turn,
                         const fluv_landscape *land)
{
    bool hold;
    char text[200];
    if (!(turn->written & stage->judged))
        return FLUV_OK;
    FLUV_TRY(fluv_check_quick(ctx, land, &hold, text));
    return hold
               ? FLUV_OK
               : fluv_fail(ctx, FLUV_BAD_INPUT, "%s: what its files say breaks a rule of water: %s",
                           stage->info.name, text);
}

/* The seed a stage's random numbers come from: its own, or else the recipe's. */
static uint64_t seed_of(const fluv_recipe_stage *at, uint64_t recipe_seed)
{
    const fluv_param *row = fluv_param_find(&at->stage->info, "seed");
    int64_t own = row ? *(const int64_t *)fluv_param_in(at->params, row) : 0;
    return own ? (uint64_t)own : recipe_seed;
}

/* Lets the peak be measured for one stage and puts the peak of all back afterwards. */
static fluv_status run_measured(fluv_ctx *ctx, const fluv_recipe_stage *at, fluv_landscape *land)
{
    size_t peak_before = atomic_load(&ctx->memory.peak);
    atomic_store(&ctx->memory.peak, atomic_load(&ctx->memory.now));
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    fluv_layer_turn turn;
    uint64_t recipe_seed = land->seed;
    fluv_status status =
        fluv_stage_turn(ctx, at->stage, at->params, fluv_layers_present(land), &turn);
    if (status == FLUV_OK) {
        fluv_layers_drop(land, turn.stale & ~at->stage->reads_last);
        if (makes_new_ground(at->stage))
            land->surveyed = false;
        land->seed = seed_of(at, recipe_seed);
        status = at->stage->run(ctx, at->params, land);
        fluv_layers_drop(land, turn.stale & at->stage->reads_last);
    }
    if (status == FLUV_OK && at->stage->makes & FLUV_SET(height))
        status = fluv_frozen_hold(ctx, land, at->stage->info.name);
    if (status == FLUV_OK && at->stage->moves_sea)
        status = fluv_sea_follow(ctx, land);
    land->seed = recipe_seed;
    fluv_scratch_release(ctx, mark);
    if (status == FLUV_OK)
        status = judge(ctx, at->stage, &turn, land);

    size_t peak = atomic_load(&ctx->memory.peak);
    land->records[land->record_count++] =
        (fluv_stage_record){.stage = at->stage->info.name,
                            .seconds = fluv_clock() - ctx->step_started,
                            .peak_bytes = peak};
    if (peak < peak_before)
        atomic_store(&ctx->memory.peak, peak_before);
    return status;
}

static fluv_status run_stage(fluv_ctx *ctx, fluv_builder *builder, const fluv_recipe_stage *at)
{
    uint64_t files = file_stamp(at); /* before it runs: a file may change meanwhile */
    FLUV_TRY(fluv_advance(ctx, 0.0));
    FLUV_TRY(run_measured(ctx, at, &builder->land));
    if (builder->keep)
        FLUV_TRY(keep_result(ctx, builder, at, files));
    return fluv_end_step(ctx);
}

/* The landscape the first stage to run finds. */
static fluv_status start_landscape(fluv_ctx *ctx, fluv_builder *builder)
{
    fluv_landscape *land = &builder->land;
    if (builder->reused == 0) {
        FLUV_TRY(fluv_landscape_share(ctx, &builder->start, land));
        land->record_count = 0;
        land->frame = builder->frame;
        land->seed = builder->seed;
        return FLUV_OK;
    }
    FLUV_TRY(fluv_landscape_share(ctx, &builder->kept[builder->reused - 1]->land, land));
    for (size_t i = 0; i < land->record_count; i++)
        land->records[i].reused = true;
    return FLUV_OK;
}

/* Whether before stage i the number of cells is known for the first time: at the start, or after
 * the stage that brings the frame. */
static bool frame_news(const fluv_recipe *recipe, size_t first, size_t i)
{
    if (recipe->stages[i].stage->sets_frame)
        return false;
    return i == first || recipe->stages[i - 1].stage->sets_frame;
}

static fluv_status run_stages(fluv_ctx *ctx, fluv_builder *builder, const fluv_recipe *recipe,
                              size_t end)
{
    size_t first = builder->reused;
    for (size_t i = first; i < end; i++) {
        const fluv_recipe_stage *at = &recipe->stages[i];
        if (frame_news(recipe, first, i)) {
            FLUV_TRY(fluv_recipe_fits(ctx, recipe, &builder->land, i, end, builder->keep));
            FLUV_TRY(fluv_recipe_work_fits(ctx, recipe, &builder->land, i, end));
        }
        fluv_begin_step(ctx, "make", at->stage->info.name, i - first + 1, end - first);
        FLUV_TRY(fluv_at_stage(ctx, recipe, i, run_stage(ctx, builder, at)));
        if (at->stage->makes_with) /* files may have changed since the plan was made */
            FLUV_TRY(fluv_recipe_check_order(ctx, recipe, fluv_layers_present(&builder->land),
                                             i + 1, end));
    }
    return FLUV_OK;
}

static fluv_status run_recipe(fluv_ctx *ctx, fluv_builder *builder, const fluv_recipe *recipe,
                              const char *until)
{
    size_t end;
    fluv_frame frame;
    const fluv_landscape *start = builder->start.frame.cols ? &builder->start : NULL;
    FLUV_TRY(fluv_recipe_plan(ctx, recipe, until, start, &end));
    fluv_recipe_frame(recipe, &frame);
    if (start) {
        double low = frame.low, high = frame.high;
        frame = start->frame;
        frame.low = recipe->has_frame ? low : frame.low;
        frame.high = recipe->has_frame ? high : frame.high;
    }
    size_t same = match_kept(builder, recipe, &frame);
    builder->reused = same < end ? same : end;
    FLUV_TRY(start_landscape(ctx, builder));
    FLUV_TRY(run_stages(ctx, builder, recipe, end));
    return fluv_dropped_note(ctx, recipe, end, &builder->land);
}

/* The landscape of this run as a thing of its own, which others may hold for longer. */
static fluv_status hand_over(fluv_ctx *ctx, fluv_builder *builder)
{
    fluv_landscape *result = fluv_alloc(ctx, 1, sizeof *result);
    if (!result)
        return FLUV_NO_MEMORY;
    *result = builder->land;
    builder->land = (fluv_landscape){0};
    builder->result = result;
    return FLUV_OK;
}

fluv_status fluv_builder_run(fluv_ctx *ctx, fluv_builder *builder, const fluv_recipe *recipe,
                             const char *until, const fluv_landscape **out)
{
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    builder->reused = 0;
    fluv_landscape_delete(builder->result);
    builder->result = NULL;
#ifdef FLUV_WITH_GDAL
    ctx->read_image = fluv_read_image;
    ctx->read_shapes = fluv_read_shapes;
#endif
    ctx->kept = builder->keep ? &builder->blocks : NULL;
    ctx->draft = builder->draft;
    fluv_status status = run_recipe(ctx, builder, recipe, until);
    ctx->kept = NULL;
    ctx->draft = false;
    if (status == FLUV_OK)
        status = hand_over(ctx, builder);
    fluv_landscape_free(&builder->land);
    *out = builder->result;
    return fluv_call_end(ctx, mark, status);
}
