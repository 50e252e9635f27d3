// SPDX-License-Identifier: MIT
/* What of a drawing is held: lakes that are there, and the floors of drawn hollows.
 *
 * in   the drawing     out   its cells that keep their height
 *
 * The floor of a hollow takes all water that comes to it, so nothing cuts the hollow open, and its
 * sides wear as all land does. Of a shallow hollow, a lake, all is floor; of a deep one, as a plain
 * amid mountains, its lowest quarter.  O(cells) but for the sorting of passes. */
#include "stages/amplify/drawing.h"

#include "field/still.h"
#include "stages/shared/still.h"
#include "water/drainage.h"
#include "water/hollows.h"

#include <math.h>

#define LAKE        100.0 /* m: a hollow less deep is a lake, */
#define DEEP        0.25  /* and of a deeper one this share is floor */
#define SHORE       0.1   /* of the least depth: what lies no deeper is shore */
#define SMALL_GRAIN 0.5   /* grains: the side of the smallest hollow */

static void hold(fluv_drawing *d, uint32_t cell, float level)
{
    d->is[cell] = FLUV_DRAWN_HELD;
    d->ground[cell] = level;
}

static fluv_status hold_lakes(fluv_ctx *ctx, const fluv_landscape *land, bool flats,
                              fluv_drawing *d)
{
    float *level;
    FLUV_TRY(fluv_still_find(ctx, land, flats, &level));
    for (size_t c = 0; level && c < fluv_cell_count(land); c++)
        if (level[c] != FLUV_STILL_SEA && !isnan(level[c]) && d->is[c] == FLUV_DRAWN_LAND)
            hold(d, (uint32_t)c, level[c]);
    if (level)
        fluv_scratch_drop(ctx, level);
    return FLUV_OK;
}

/* For every hollow the height of its floor; -INFINITY: it has none. A hollow's outer ones are
 * looked at first, as their numbers are higher. */
static void find_floors(const fluv_drawing *d, const fluv_hierarchy *hierarchy,
                        const fluv_hollow_size *size, double depth, float *floor)
{
    double least = SMALL_GRAIN * d->grain * SMALL_GRAIN * d->grain;
    for (uint32_t n = hierarchy->node_count; n-- > 1;) {
        const fluv_hollow *hollow = &hierarchy->nodes[n];
        double lowest = d->ground[hollow->root], deep = (double)hollow->spill - lowest;
        floor[n] = hollow->parent == FLUV_OUTSIDE ? -INFINITY : floor[hollow->parent];
        if (deep < depth || size[n].area < least)
            continue;
        double thick = fmax(DEEP * deep, fmin(deep, LAKE));
        floor[n] = fmaxf(floor[n], (float)(lowest + thick));
    }
}

static fluv_status hold_floors(fluv_ctx *ctx, const fluv_drainage *drainage, double depth,
                               fluv_drawing *d)
{
    const fluv_hierarchy *hierarchy = &drainage->hierarchy;
    fluv_hollow_size *size = fluv_scratch(ctx, hierarchy->node_count, sizeof *size);
    float *floor = fluv_scratch(ctx, hierarchy->node_count, sizeof *floor);
    if (!size || !floor)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_hollows_measure(ctx, &drainage->topology, hierarchy, d->ground, drainage->label,
                                  size));
    find_floors(d, hierarchy, size, depth, floor);
    float shore = (float)(SHORE * depth);
    for (uint32_t c = 0; c < drainage->topology.count; c++) {
        uint32_t basin = drainage->label[c];
        if (basin != FLUV_NONE && basin != FLUV_OUTSIDE && d->ground[c] < floor[basin] - shore)
            hold(d, c, floor[basin]);
    }
    return FLUV_OK;
}

static fluv_status hold_hollows(fluv_ctx *ctx, const fluv_amplify_params *params, fluv_drawing *d)
{
    fluv_topology grid = fluv_topology_grid(d->frame.cols, d->frame.rows, d->frame.cell);
    uint8_t *kind = fluv_scratch(ctx, grid.count, sizeof *kind);
    uint32_t *receiver = fluv_scratch(ctx, grid.count, sizeof *receiver);
    if (!kind || !receiver)
        return FLUV_NO_MEMORY;
    fluv_cells_classify(&grid, ctx->threads, d->ground, kind); /* to water sea is a void here */
    fluv_drainage drainage = {0};
    fluv_drainage_job job = {
        .topology = grid, .height = d->ground, .kind = kind, .receiver = receiver};
    FLUV_TRY(fluv_drainage_find(ctx, &job, &drainage));
    return hold_floors(ctx, &drainage, params->hollow_depth, d);
}

fluv_status fluv_drawing_hold(fluv_ctx *ctx, const fluv_amplify_params *params,
                              const fluv_landscape *land, fluv_drawing *d)
{
    if (params->hollows == FLUV_AMPLIFY_HOLLOWS_open)
        return FLUV_OK;
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    FLUV_TRY(hold_lakes(ctx, land, params->flats == FLUV_AMPLIFY_FLATS_lakes, d));
    FLUV_TRY(hold_hollows(ctx, params, d));
    fluv_scratch_release(ctx, mark);
    return FLUV_OK;
}
