// SPDX-License-Identifier: MIT
#include "landscape/reaches_below.h"

#include "landscape/landscape.h"

#include <stdlib.h>

typedef struct numbered {
    int64_t id;
    uint32_t index;
} numbered;

static int compare_ids(const void *a, const void *b)
{
    int64_t left = ((const numbered *)a)->id, right = ((const numbered *)b)->id;
    return (left > right) - (left < right);
}

fluv_status fluv_reaches_below(fluv_ctx *ctx, const fluv_rivers *rivers, uint32_t *below)
{
    numbered *by_id = fluv_scratch(ctx, rivers->count + 1, sizeof *by_id);
    if (!by_id)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < rivers->count; i++)
        by_id[i] = (numbered){rivers->reaches[i].id, i};
    qsort(by_id, rivers->count, sizeof *by_id, compare_ids);
    for (uint32_t i = 0; i < rivers->count; i++) {
        const numbered wanted = {.id = rivers->reaches[i].next_down};
        const numbered *found =
            wanted.id ? bsearch(&wanted, by_id, rivers->count, sizeof wanted, compare_ids) : NULL;
        below[i] = found ? found->index : FLUV_NONE;
    }
    fluv_scratch_drop(ctx, by_id);
    return FLUV_OK;
}
