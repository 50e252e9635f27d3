// SPDX-License-Identifier: MIT
/* Basins: the trees that receivers make, one to each hollow, and the passes between them. */
#ifndef FLUV_WATER_BASINS_H
#define FLUV_WATER_BASINS_H

#include "base/list.h"
#include "water/topology.h"

#define FLUV_OUTSIDE 0 /* the basin of everything whose water leaves: sea, edge, voids */

/* Counts the hollows: roots that are neither sea, void nor open. */
uint32_t fluv_catchments_count(const fluv_topology *topology, int threads, const uint8_t *kind,
                               const uint32_t *receiver);
/* Numbers the basins 1 .. count by their roots' index, gives each cell the number of its basin
 * (voids: NONE) and `root` each basin's root (root[0] is NONE). */
void fluv_catchments_label(const fluv_topology *topology, int threads, const uint8_t *kind,
                           const uint32_t *receiver, uint32_t *label, uint32_t *root);

#define FLUV_UNLABELLED (FLUV_NONE - 1)

/* Gives every cell that is UNLABELLED the label of the cell it drains to. Roots must have theirs.
 */
void fluv_labels_follow(const fluv_topology *topology, int threads, const uint32_t *receiver,
                        uint32_t *label);

/* A way from one basin into another over two neighbouring cells, lower index first; over
 * the edge, high_cell is NONE and the basin on that side OUTSIDE. Passes are ordered by (height,
 * slanting, low_cell, high_cell): no two are equal. On a grid straight ones come before slanting
 * ones: where water of a third basin crosses under a slanting pass, the straight ones beside it
 * join all three basins, and no lake's way out crosses a flow line. */
typedef struct fluv_pass {
    float height;
    uint32_t low_cell, high_cell;
    uint32_t low_basin, high_basin;
} fluv_pass;

static inline bool fluv_pass_slants(const fluv_pass *pass, uint32_t cols)
{
    uint32_t step = pass->high_cell - pass->low_cell;
    if (!cols || pass->high_cell == FLUV_NONE || step == cols)
        return false;
    return step != 1 || (cols == 2 && pass->low_cell % 2);
}

/* Appends passes between neighbouring basins to `passes` (of fluv_pass): of each pair of basins at
 * least the lowest pass. */
FLUV_MUST_CHECK fluv_status fluv_passes_find(fluv_ctx *ctx, const fluv_topology *topology,
                                             const float *height, const uint8_t *kind,
                                             const uint32_t *label, fluv_list *passes);
/* What finding passes works in, for those who find them again and again. Zeroed is valid. */
typedef struct fluv_pass_finder {
    struct fluv_pass_collector *collectors; /* one a thread */
    int parts;
} fluv_pass_finder;

void fluv_pass_finder_free(fluv_pass_finder *finder);
/* The same with the finder's room, which grows to what is needed and stays. */
FLUV_MUST_CHECK fluv_status fluv_passes_find_again(fluv_ctx *ctx, const fluv_topology *topology,
                                                   const float *height, const uint8_t *kind,
                                                   const uint32_t *label, fluv_pass_finder *finder,
                                                   fluv_list *passes);
/* Sorts passes by their order; `cols` of the grid, 0: a mesh. `work` has room for 2 * count values.
 */
void fluv_passes_sort(const fluv_pass *passes, uint32_t count, uint32_t cols, int threads,
                      uint64_t *work, fluv_pass *sorted);

#endif
