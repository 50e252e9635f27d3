// SPDX-License-Identifier: MIT
/* Looking stages up in the table (stages/table.c). */
#include "stages/stage.h"

#include <assert.h>
#include <string.h>

const fluv_stage *fluv_stage_named(const char *name)
{
    for (size_t i = 0; i < fluv_stages_count; i++)
        if (strcmp(fluv_stages[i]->info.name, name) == 0)
            return fluv_stages[i];
    return NULL;
}

fluv_status fluv_stage_turn(fluv_ctx *ctx, const fluv_stage *stage, const void *params,
                            fluv_layer_set present, fluv_layer_turn *turn)
{
    fluv_layer_set anew = stage->makes;
    if (stage->makes_with)
        FLUV_TRY(stage->makes_with(ctx, params, present, &anew));
    if (stage->moves_sea && present & FLUV_SET(cover))
        anew |= FLUV_SET(cover, water, coast);
    fluv_layer_set stale = fluv_layers_stale(anew, stage->amends | stage->keeps);
    *turn = (fluv_layer_turn){.stale = stale,
                              .written = anew | stage->amends,
                              .after = (present & ~stale) | anew | stage->amends};
    return FLUV_OK;
}

size_t fluv_stage_count(void)
{
    return fluv_stages_count;
}

const fluv_stage_info *fluv_stage_at(size_t index)
{
    assert(index < fluv_stages_count);
    return &fluv_stages[index]->info;
}

const fluv_stage_info *fluv_stage_find(const char *name)
{
    const fluv_stage *stage = fluv_stage_named(name);
    return stage ? &stage->info : NULL;
}
