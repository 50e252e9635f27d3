// SPDX-License-Identifier: MIT
/* The stage `load`: a finished folder becomes the landscape to go on from.
 *
 * in   a folder that was written before        out   its frame, its CRS, and every layer that its
 *                                                     files hold, to the last bit
 *
 * landscape.json lists the layers and the files say which of them can be had, so the plan knows
 * before anything runs what will be there. Plans that no file holds are named in a note. What comes
 * from a file is looked at as a caller's layers are: stages follow receivers and lakes wherever
 * they lead.  O(cells + bytes). */
#include "stages/load/load.h"

#include "base/words.h"
#include "folder/read.h"
#include "landscape/mapped.h"
#include "landscape/sound.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define READING 0.9 /* of the stage's progress */

/* The message that is there, as one about a parameter. */
static fluv_status blame(fluv_ctx *ctx, fluv_status status, const char *param)
{
    char text[400];
    if (status != FLUV_BAD_INPUT)
        return status;
    snprintf(text, sizeof text, "%s", fluv_message(ctx));
    return fluv_fail(ctx, status, "load.%s: %s", param, text);
}

static fluv_status unknown_layer(fluv_ctx *ctx, const char *word)
{
    const char *known[FLUV_LAYER_COUNT];
    for (size_t i = 0; i < FLUV_LAYER_COUNT; i++)
        known[i] = fluv_layer_name((fluv_layer)i);
    const char *near = fluv_did_you_mean(word, known, FLUV_LAYER_COUNT);
    return fluv_fail(ctx, FLUV_BAD_INPUT, "load.only: there is no layer `%s`%s%s%s",
                     fluv_show(word).text, near ? ": did you mean `" : "", near ? near : "",
                     near ? "`?" : "");
}

/* The layers named in "height, region", all of which are held. */
static fluv_status choose(fluv_ctx *ctx, const char *dir, const char *only, fluv_layer_set held,
                          fluv_layer_set *chosen)
{
    static const char between[] = ", \t";
    *chosen = 0;
    for (only += strspn(only, between); *only; only += strspn(only, between)) {
        char word[64];
        size_t length = strcspn(only, between);
        snprintf(word, sizeof word, "%.*s", (int)(length < 63 ? length : 63), only);
        const fluv_layer_info *info = fluv_layer_find(word);
        if (!info)
            return unknown_layer(ctx, word);
        if (!(held & FLUV_HAS(fluv_layer_of(info))))
            return fluv_fail(ctx, FLUV_BAD_INPUT, "load.only: the files in %s hold no `%s`", dir,
                             word);
        *chosen |= FLUV_HAS(fluv_layer_of(info));
        only += length;
    }
    return FLUV_OK;
}

/* What the folder has, and what of it is to be taken. */
static fluv_status look(fluv_ctx *ctx, const fluv_load_params *params, fluv_folder_layers *layers,
                        fluv_layer_set *wanted)
{
    const char *dir = params->dir ? params->dir : "", *only = params->only ? params->only : "";
    if (!*dir)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "load.dir: load needs a folder: set load.dir");
    FLUV_TRY(blame(ctx, fluv_folder_look(ctx, dir, layers), "dir"));
    *wanted = layers->held;
    return *only ? choose(ctx, dir, only, layers->held, wanted) : FLUV_OK;
}

static fluv_status makes_with(fluv_ctx *ctx, const void *params, fluv_layer_set present,
                              fluv_layer_set *makes)
{
    fluv_folder_layers layers;
    (void)present;
    return look(ctx, params, &layers, makes);
}

/* A tree is land at any size; what lies on cells keeps them. */
static fluv_status settle_frame(fluv_ctx *ctx, const fluv_frame *asked, bool free_size,
                                fluv_frame *frame)
{
    uint32_t longer = frame->cols > frame->rows ? frame->cols : frame->rows;
    double width = asked->cell * (asked->cols ? asked->cols : 1.0);
    if (width > 0.0 && fabs(width - frame->cell * longer) > 1e-9 * width)
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "frame.width: %g m is asked for, the loaded land is %g m wide: leave it "
                         "out",
                         width, frame->cell * longer);
    if (asked->cols && asked->cols != longer && !free_size)
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "frame.size: %u is asked for, the loaded land has %u x %u cells and keeps "
                         "them: leave it out",
                         asked->cols, frame->cols, frame->rows);
    if (asked->cols && asked->cols != longer) {
        double finer = (double)asked->cols / longer;
        frame->cols = (uint32_t)fmax(1.0, round(finer * frame->cols));
        frame->rows = (uint32_t)fmax(1.0, round(finer * frame->rows));
        frame->cell /= finer;
    }
    if (asked->low < asked->high) {
        frame->low = asked->low;
        frame->high = asked->high;
    }
    return FLUV_OK;
}

/* A sum holds as long as what it sums up is there. */
static void drop_sums(fluv_landscape *land, fluv_layer_set taken)
{
    static const fluv_layer sums[] = {FLUV_LAYER_budget, FLUV_LAYER_change, FLUV_LAYER_erosion};
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        if (fluv_layer_rows[sums[i]].made_from & ~taken)
            fluv_layers_drop(land, FLUV_HAS(sums[i]));
}

/* What is listed must be found. */
static fluv_status expect_layers(fluv_ctx *ctx, const char *dir, const fluv_landscape *land,
                                 fluv_layer_set wanted)
{
    fluv_layer_set missing = wanted & ~fluv_layers_present(land);
    if (!missing)
        return FLUV_OK;
    return fluv_fail(ctx, FLUV_BAD_INPUT, "load.dir: %s lists the layer %s, and no file holds it",
                     dir, fluv_layer_name((fluv_layer)__builtin_ctzll(missing)));
}

static void note_missing(fluv_landscape *land, fluv_layer_set missing)
{
    fluv_joined names = {0};
    for (int layer = 0; layer < FLUV_LAYER_COUNT; layer++)
        if (missing & FLUV_HAS(layer))
            fluv_joined_add(&names, fluv_layer_name((fluv_layer)layer));
    fluv_joined_end(&names, "and");
    if (names.count)
        fluv_note_add(land, "load",
                      "the files do not hold its %s: stages that need them cannot follow",
                      names.text);
}

static fluv_status run(fluv_ctx *ctx, const void *params_, fluv_landscape *land)
{
    const fluv_load_params *params = params_;
    const fluv_frame asked = land->frame;
    const uint64_t seed = land->seed;
    fluv_folder_layers layers;
    fluv_layer_set wanted;
    FLUV_TRY(look(ctx, params, &layers, &wanted));
    fluv_layers_drop(land, ~(fluv_layer_set)0);
    FLUV_TRY(blame(ctx, fluv_folder_read(ctx, params->dir, wanted, READING, land), "dir"));
    land->seed = seed;
    FLUV_TRY(expect_layers(ctx, params->dir, land, wanted));
    FLUV_TRY(settle_frame(ctx, &asked, wanted == FLUV_SET(tree), &land->frame));
    FLUV_TRY(blame(ctx, fluv_sound_land(ctx, land), "dir"));
    if (layers.listed & FLUV_SET(mapped)) /* the list of lakes tells of them */
        FLUV_TRY(fluv_mapped_of_lakes(ctx, land));
    drop_sums(land, wanted);
    note_missing(land, layers.listed & ~layers.held & ~fluv_layers_present(land));
    return FLUV_OK;
}

#define PARAMS fluv_load_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/load/load.def"
};

const fluv_stage fluv_stage_load = {
    .info = {.name = "load",
             .summary = "Goes on from a finished folder: every layer that its files hold.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_load_params),
    FLUV_NEEDS(),
    FLUV_MAKES(),
    FLUV_AMENDS(),
    .makes_with = makes_with,
    .sets_frame = true,
    .bytes_per_cell = 64.0,
    .run = run,
};
