// SPDX-License-Identifier: MIT
/* Floors of placed lakes that a construction tree holds: the land on the cells has those which any
 * window of the tree shows.
 *
 * in   tree, cells of placed lakes        out   heights of their floors
 *
 * O(cells of the lakes). */
#include "stages/lakes/surveyed.h"

#include "landscape/placed.h"
#include "landscape/tree.h"

#include <assert.h>
#include <math.h>

#define BATCH       256
#define SHORE_DEPTH 0.2f  /* m at least, as all lakes have */
#define SAME_LEVEL  0.05f /* m: a lake that stands elsewhere by now is not the tree's */

static void take_floor(const fluv_tree_index *tree, const fluv_frame *frame, const uint32_t *cells,
                       size_t count, float level, float *height)
{
    assert(count > 0 && count <= BATCH);
    double x[BATCH], y[BATCH];
    float ground[BATCH], water[BATCH];
    for (size_t i = 0; i < count; i++) {
        x[i] = fluv_cell_x(frame, cells[i]);
        y[i] = fluv_cell_y(frame, cells[i]);
    }
    fluv_tree_evaluate(tree, x, y, count, frame->cell,
                       &(fluv_tree_values){.height = ground, .water = water});
    for (size_t i = 0; i < count; i++)
        if (fabsf(water[i] - level) <= SAME_LEVEL)
            height[cells[i]] = level - fmaxf(SHORE_DEPTH, water[i] - ground[i]);
}

fluv_status fluv_lakes_take_floors(fluv_ctx *ctx, const fluv_landscape *land, float *height)
{
    const void *block = fluv_layer_read(land, FLUV_LAYER_tree);
    const fluv_laid *laid = fluv_layer_read(land, FLUV_LAYER_laid);
    fluv_tree_index *tree;
    if (!block || !laid || !laid->lake_count)
        return FLUV_OK;
    fluv_tree_parts parts = fluv_tree_parts_of(block);
    if (fluv_tree_count_lines(&parts) == parts.head->river_count)
        return FLUV_OK; /* it has no lakes */
    FLUV_TRY(fluv_tree_open(ctx, block, &tree));
    for (size_t i = 0; i < laid->lake_count; i++) {
        const fluv_laid_lake *lake = &laid->lakes[i];
        for (uint32_t k = 0; k < lake->cell_count; k += BATCH) {
            uint32_t left = lake->cell_count - k;
            take_floor(tree, &land->frame, laid->cells + lake->first_cell + k,
                       left < BATCH ? left : BATCH, lake->level, height);
        }
    }
    fluv_tree_close(tree);
    return FLUV_OK;
}
