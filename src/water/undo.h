// SPDX-License-Identifier: MIT
/* Heights as they were before they changed, to put them back: far fewer than there are cells. */
#ifndef FLUV_WATER_UNDO_H
#define FLUV_WATER_UNDO_H

#include "base/list.h"

typedef struct fluv_height_was {
    uint32_t cell;
    float height;
} fluv_height_was;

/* Appends to `undo`, of fluv_height_was. A cell may come again: what was noted first counts. */
static inline fluv_status fluv_undo_note(fluv_ctx *ctx, fluv_list *undo, uint32_t cell,
                                         float height)
{
    fluv_height_was *was = fluv_list_append(ctx, undo, 1, sizeof *was);
    if (!was)
        return FLUV_NO_MEMORY;
    *was = (fluv_height_was){cell, height};
    return FLUV_OK;
}

/* Puts all heights back and forgets them. */
static inline void fluv_undo(fluv_list *undo, float *height)
{
    const fluv_height_was *was = undo->items;
    for (size_t i = undo->count; i-- > 0;)
        height[was[i].cell] = was[i].height;
    undo->count = 0;
}

#endif
