// SPDX-License-Identifier: MIT
/* Water that gathers in hollows while the ground changes under it. */
#ifndef FLUV_STAGES_ERODE_POOLS_H
#define FLUV_STAGES_ERODE_POOLS_H

#include "stages/erode/erode.h"
#include "water/connect.h"

typedef struct fluv_gathered {
    uint32_t vertex;
    double volume; /* m3 */
} fluv_gathered;

typedef struct fluv_erosion_pools {
    fluv_list now, before; /* of fluv_gathered: the hollows of this step and of the last */
    fluv_list work;
    fluv_budget budget; /* m3 */
} fluv_erosion_pools;

void fluv_erosion_pools_free(fluv_erosion_pools *pools);

/* One step: water goes to the hollows of the present ground, rain falls, water evaporates. `area`
 * is what each vertex drains, in units of `unit` m2, once hollows are connected; `total` is the
 * whole of it. */
FLUV_MUST_CHECK fluv_status fluv_erosion_pools_step(fluv_ctx *ctx, const fluv_erode_params *params,
                                                    const fluv_connection *connection,
                                                    const uint64_t *area, double unit, double total,
                                                    fluv_erosion_pools *pools);

#endif
