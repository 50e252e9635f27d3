// SPDX-License-Identifier: MIT
/* Water that a recipe finds and then loses: a stage that changes the ground drops the rivers and
 * lakes of the old one, and no later stage finds them again.
 *
 * in   the stages that ran        out   a note, or none  */
#include "recipe/recipe.h"

#define WATER FLUV_SET(rivers, lakes)

/* Notes it once, for the last stage that did so. It depends on all stages, so it belongs to the
 * whole run and not to the result of a stage that is kept. */
fluv_status fluv_dropped_note(fluv_ctx *ctx, const fluv_recipe *recipe, size_t end,
                              fluv_landscape *land)
{
    fluv_layer_set present = 0, lost = 0;
    const char *culprit = NULL;
    for (size_t i = 0; i < end; i++) {
        const fluv_stage *stage = recipe->stages[i].stage;
        fluv_layer_turn turn;
        FLUV_TRY(fluv_stage_turn(ctx, stage, recipe->stages[i].params, present, &turn));
        fluv_layer_set dropped = present & ~turn.after & WATER;
        if (dropped)
            culprit = stage->info.name;
        present = turn.after;
        lost = (lost | dropped) & ~present;
    }
    if (!lost)
        return FLUV_OK;
    bool rivers = lost & FLUV_SET(rivers), lakes = lost & FLUV_SET(lakes);
    fluv_note_add(
        land, culprit,
        "%s%s%s were dropped because the ground changed: add `drain`, `lakes` and `rivers` "
        "after it",
        rivers ? "rivers" : "", rivers && lakes ? " and " : "", lakes ? "lakes" : "");
    return FLUV_OK;
}
