// SPDX-License-Identifier: MIT
/* Heights with every hollow filled to where it overflows: a cell stands as high as the ground, or
 * as the pass at which the outermost hollow around it spills.  O(n). */
#include "water/filled.h"

#include <assert.h>

fluv_status fluv_filled_find(fluv_ctx *ctx, const fluv_drainage *drainage, const float *height,
                             float *filled)
{
    assert(height && filled && height != filled);
    const fluv_hierarchy *hierarchy = &drainage->hierarchy;
    const uint32_t *label = drainage->label;
    float *spill = fluv_scratch(ctx, hierarchy->node_count, sizeof *spill);
    if (!spill)
        return FLUV_NO_MEMORY;
    spill[FLUV_OUTSIDE] = -INFINITY;
    for (uint32_t n = hierarchy->node_count; n-- > 1;) {
        uint32_t parent = hierarchy->nodes[n].parent;
        spill[n] = parent == FLUV_OUTSIDE ? hierarchy->nodes[n].spill : spill[parent];
    }
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < drainage->topology.count; c++)
        filled[c] = label[c] == FLUV_NONE ? height[c] : fmaxf(height[c], spill[label[c]]);
    fluv_scratch_drop(ctx, spill);
    return FLUV_OK;
}
