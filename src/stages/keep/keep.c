// SPDX-License-Identifier: MIT
/* Stage `keep`: rivers and lakes of an earlier result, or of the land as it is, placed where they
 * are.
 *
 * in   a folder that was written before, or rivers and lakes
 * out  placed; height that fits, laid
 *
 * On cells like those of the earlier result rivers keep their cells, and so their ids; on others,
 * their lines. All else may be made anew around them. */
#include "stages/keep/keep.h"

#include "base/words.h"
#include "folder/read.h"
#include "landscape/sound.h"
#include "stages/keep/parts.h"
#include "stages/shared/lay.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

bool fluv_keep_names(const char *which, int64_t id, const char *name)
{
    char number[24];
    snprintf(number, sizeof number, "%" PRId64, id);
    return strcmp(which, "all") == 0 || strcmp(which, number) == 0 ||
           (*name && strcmp(which, name) == 0);
}

fluv_status fluv_keep_unknown(const fluv_keeper *k, const char *list, const char *which)
{
    return fluv_fail(k->ctx, FLUV_BAD_RECIPE,
                     "keep.%s: %s has none called `%s`: give `all`, or a name or id that stands in "
                     "its water.gpkg",
                     list, k->present ? "the land" : k->params->from, fluv_show(which).text);
}

static bool same_frame(const fluv_frame *a, const fluv_frame *b)
{
    return a->cols == b->cols && a->rows == b->rows && fabs(a->cell - b->cell) <= 1e-9 * a->cell &&
           fabs(a->west - b->west) < 0.01 * a->cell && fabs(a->north - b->north) < 0.01 * a->cell;
}

static fluv_status read_old(fluv_keeper *k, const fluv_landscape *land)
{
    const fluv_layer_set wanted = FLUV_SET(height, cover, water, receiver, rivers, lakes);
    fluv_folder_layers layers;
    if (!*k->params->from) {
        k->present = k->same_cells = true;
        return fluv_landscape_share(k->ctx, land, &k->old);
    }
    FLUV_TRY(fluv_folder_look(k->ctx, k->params->from, &layers));
    FLUV_TRY(fluv_folder_read(k->ctx, k->params->from, wanted & layers.held, 0.4, &k->old));
    FLUV_TRY(fluv_sound_land(k->ctx, &k->old));
    k->same_cells = same_frame(&k->old.frame, &land->frame) && fluv_receiver_of(&k->old) &&
                    fluv_cover_of(&k->old);
    return FLUV_OK;
}

/* Water that is kept has to be there, or in a folder. */
static fluv_status makes_with(fluv_ctx *ctx, const void *params, fluv_layer_set present,
                              fluv_layer_set *makes)
{
    const fluv_keep_params *p = params;
    bool rivers = p->rivers.count && !(present & FLUV_SET(rivers));
    if (!*p->from && (rivers || (p->lakes.count && !(present & FLUV_SET(lakes)))))
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "keep.%s: there are none yet that could stay: put keep after the stage "
                         "that makes them, or set keep.from",
                         rivers ? "rivers" : "lakes");
    return fluv_lay_makes(ctx, params, present, makes);
}

static fluv_status gather(fluv_keeper *k, fluv_landscape *land, fluv_placing *placing)
{
    FLUV_TRY(fluv_placing_open(k->ctx, land, placing));
    if (!fluv_layer_read(land, FLUV_LAYER_placed))
        placing->slope = FLUV_LAY_SLOPE;
    FLUV_TRY(read_old(k, land));
    FLUV_TRY(fluv_keep_rivers(k, land, placing));
    return fluv_keep_lakes(k, land, placing);
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    fluv_keeper k = {
        .ctx = ctx, .params = params, .cell_area = land->frame.cell * land->frame.cell};
    fluv_placing placing = {0};
    fluv_status status = gather(&k, land, &placing);
    if (status == FLUV_OK)
        status = fluv_lay(ctx, &placing, land);
    fluv_placing_free(&placing);
    fluv_landscape_free(&k.old);
    return status == FLUV_OK ? fluv_advance(ctx, 1.0) : status;
}

#define PARAMS fluv_keep_which
static const fluv_param which_table[] = {
#include "base/param_rows.h"
#include "stages/keep/which.def"
};
static const fluv_list_columns fluv_keep_which_columns = {
    .params = which_table, .count = 1, .required = 1, .row_size = sizeof(fluv_keep_which)};
#undef PARAMS

#define PARAMS fluv_keep_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/keep/keep.def"
};

const fluv_stage fluv_stage_keep = {
    .info =
        {.name = "keep",
         .summary =
             "Rivers and lakes, of an earlier result or of the land as it is, stay where they are.",
         .params = table,
         .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_keep_params),
    FLUV_NEEDS(),
    FLUV_MAKES(),
    FLUV_AMENDS(placed),
    .makes_with = makes_with,
    .keeps = FLUV_LAY_KEEPS,
    .reads_last = FLUV_SET(receiver, rivers, lakes),
    .bytes_per_cell = 48.0,
    .run = run,
};
