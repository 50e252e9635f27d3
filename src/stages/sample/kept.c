// SPDX-License-Identifier: MIT
/* Rivers of an earlier result on the cells, before any other path is drawn.
 *
 * in   placed, the ground of the tree        out   ground that fits them; paths along their cells
 *
 * Beds are cut as they are on any ground, so that kept rivers have their very cells and their ids.
 * They are paths from the start, down to water: courses that grew anew join them where they meet.
 * O(cells of the ways, and what shaping takes). */
#include "stages/sample/sample.h"

#include "placed/placed.h"

#include <assert.h>
#include <math.h>

#define AROUND 2 /* cells to either side over which the line of a way is averaged */

bool fluv_kept_any(const fluv_placed *placed)
{
    bool any = false;
    for (size_t i = 0; placed && i < placed->river_count; i++)
        any |= placed->rivers[i].kept;
    return any;
}

/* Where the line passes a cell of its way: the mean of those around, as many before as after. */
static void note_place(const fluv_paths *p, const uint32_t *cells, uint32_t count, uint32_t at)
{
    uint32_t half = at < count - 1 - at ? at : count - 1 - at;
    double x = 0.0, y = 0.0;
    half = half < AROUND ? half : AROUND;
    for (uint32_t i = at - half; i <= at + half; i++) {
        x += fluv_cell_x(p->frame, cells[i]);
        y += fluv_cell_y(p->frame, cells[i]);
    }
    fluv_paths_note(p, cells[at], x / (2.0 * half + 1.0), y / (2.0 * half + 1.0));
}

/* From its end up, so that no surface rises on the way down. */
static void draw_way(const fluv_paths *p, const fluv_laid_way *way, const uint32_t *cells)
{
    uint32_t below = way->end;
    for (uint32_t i = way->cell_count; i-- > 0; below = cells[i]) {
        uint32_t cell = cells[i];
        assert(!p->path[cell] && !fluv_paths_sea(p, cell));
        p->path[cell] = FLUV_PATH_RIVER;
        p->rosgen[cell] = FLUV_ROSGEN_C; /* what it is comes from its slope */
        p->down[cell] = below;
        if (below != FLUV_NONE && !fluv_paths_sea(p, below))
            p->height[cell] = fmaxf(p->height[cell], p->height[below]);
        note_place(p, cells, way->cell_count, i);
    }
}

/* Ways that a river's water comes along: those out of hollows that shall hold no lake are only
 * ground that falls. */
static fluv_status draw_fed(fluv_ctx *ctx, fluv_paths *p, const fluv_laid *laid)
{
    uint8_t *drawn = fluv_scratch_zero(ctx, laid->way_count, 1);
    uint8_t *fed = fluv_scratch_zero(ctx, (size_t)p->frame->cols * p->frame->rows, 1);
    if (!drawn || !fed)
        return FLUV_NO_MEMORY;
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < laid->way_count; i++) {
            const fluv_laid_way *way = &laid->ways[i];
            const uint32_t *cells = laid->cells + way->first_cell;
            bool wet = way->river != FLUV_NONE;
            for (uint32_t k = 0; k < way->cell_count && !wet; k++)
                wet = fed[cells[k]];
            if (drawn[i] || !wet)
                continue;
            drawn[i] = 1;
            again = true;
            if (way->end != FLUV_NONE)
                fed[way->end] = 1;
        }
    }
    for (size_t i = 0; i < laid->way_count; i++) {
        const uint32_t *cells = laid->cells + laid->ways[i].first_cell;
        if (drawn[i])
            draw_way(p, &laid->ways[i], cells);
        for (uint32_t k = 0; drawn[i] && k < laid->ways[i].cell_count; k++)
            fed[cells[k]] = 1;
    }
    p->kept = fed;
    fluv_scratch_drop(ctx, drawn);
    return FLUV_OK;
}

fluv_status fluv_kept_draw(fluv_ctx *ctx, fluv_landscape *land, const fluv_topology *topology,
                           fluv_paths *paths, fluv_laying *laying)
{
    FLUV_TRY(fluv_placed_shape_to_water(ctx, land, topology, paths->kind));
    paths->height = fluv_layer_edit(ctx, land, FLUV_LAYER_height);
    const fluv_laid *laid = fluv_layer_read(land, FLUV_LAYER_laid);
    if (!paths->height)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_laying_open(ctx, laid, laying));
    return draw_fed(ctx, paths, laid);
}
