// SPDX-License-Identifier: MIT
/* A river is followed up by its strongest reach at every junction. */
#include "hydrography/stems.h"

#include <assert.h>
#include <stdio.h>

bool fluv_reach_is_stronger(const fluv_reach *a, const fluv_reach *b)
{
    return a->discharge > b->discharge || (a->discharge == b->discharge && a->upland > b->upland);
}

fluv_reach *fluv_reach_above(fluv_reach *reaches, size_t count, const fluv_reach *below)
{
    fluv_reach *best = NULL;
    for (size_t i = 0; i < count; i++)
        if (reaches[i].next_down == below->id &&
            (!best || fluv_reach_is_stronger(&reaches[i], best)))
            best = &reaches[i];
    return best;
}

static fluv_reach *below_of(fluv_reach *reaches, size_t count, const fluv_reach *at)
{
    for (size_t i = 0; at->next_down && i < count; i++)
        if (reaches[i].id == at->next_down)
            return &reaches[i];
    return NULL;
}

fluv_reach *fluv_reach_foot(fluv_reach *reaches, size_t count, fluv_reach *at)
{
    assert(at >= reaches && at < reaches + count);
    for (fluv_reach *below; (below = below_of(reaches, count, at)) != NULL; at = below)
        if (fluv_reach_above(reaches, count, below) != at)
            return at;
    return at;
}

size_t fluv_reach_call(fluv_reach *reaches, size_t count, fluv_reach *foot, const char *name)
{
    assert(*name);
    size_t called = 0;
    for (fluv_reach *at = foot; at && !*at->name; at = fluv_reach_above(reaches, count, at)) {
        snprintf(at->name, sizeof at->name, "%s", name);
        called++;
    }
    return called;
}
