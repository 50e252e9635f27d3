// SPDX-License-Identifier: MIT
/* What of a drawing is held: lakes that are there, and the floors of drawn hollows.
 *
 * in   the drawing     out   its cells that keep their height
 *
 * The floor of a hollow takes all water that comes to it, so nothing cuts the hollow open. Its
 * sides wear as all land does, down to the floor's upper end: where a lake fills the hollow later,
 * it comes up the valleys. Most of a lake's depth is floor; of a deep hollow, as a plain amid
 * mountains, its lowest quarter.  O(cells) but for the sorting of passes. */
#include "stages/amplify/drawing.h"

#include "field/still.h"
#include "stages/shared/still.h"
#include "water/drainage.h"
#include "water/hollows.h"

#include <math.h>

/* All of a lake's depth is floor where the drawing is kept closely, and at least this share. */
#define LAKE        0.8
#define LAKE_FLOOR  100.0 /* m: but no more than this; */
#define DEEP        0.25  /* of a deeper hollow this share is */
#define SHORE       0.1   /* of the least depth: what lies no deeper is shore */
#define FLAT_GRAINS 2.0   /* grains: the side of the smallest flat that is a lake, */
#define SMALL_GRAIN 0.5   /* and of the smallest hollow */

static void hold(fluv_drawing *d, uint32_t cell, float level)
{
    d->is[cell] = FLUV_DRAWN_HELD;
    d->ground[cell] = level;
}

static fluv_status hold_lakes(fluv_ctx *ctx, const fluv_landscape *land, double least,
                              fluv_drawing *d)
{
    float *level;
    FLUV_TRY(fluv_still_find(ctx, land, least, &level));
    for (size_t c = 0; level && c < fluv_cell_count(land); c++)
        if (level[c] != FLUV_STILL_SEA && !isnan(level[c]) && d->is[c] == FLUV_DRAWN_LAND)
            hold(d, (uint32_t)c, level[c]);
    if (level)
        fluv_scratch_drop(ctx, level);
    return FLUV_OK;
}

/* For every hollow the height of its floor and, of lakes, of its brim; -INFINITY: it has none. A
 * hollow's outer ones are looked at first, as their numbers are higher. */
static void find_floors(const fluv_amplify_params *params, const fluv_drawing *d,
                        const fluv_hierarchy *hierarchy, const fluv_hollow_size *size, float *floor,
                        float *brim)
{
    double share = LAKE + (1.0 - LAKE) * params->closeness;
    double least = SMALL_GRAIN * d->grain * SMALL_GRAIN * d->grain;
    for (uint32_t n = hierarchy->node_count; n-- > 1;) {
        const fluv_hollow *hollow = &hierarchy->nodes[n];
        double lowest = d->ground[hollow->root], deep = (double)hollow->spill - lowest;
        bool outer = hollow->parent == FLUV_OUTSIDE;
        floor[n] = outer ? -INFINITY : floor[hollow->parent];
        brim[n] = outer ? -INFINITY : brim[hollow->parent];
        if (deep < params->hollow_depth || size[n].area < least)
            continue;
        double thick = fmax(DEEP * deep, fmin(share * deep, LAKE_FLOOR));
        floor[n] = fmaxf(floor[n], (float)(lowest + thick));
        if (share * deep <= LAKE_FLOOR)
            brim[n] = fmaxf(brim[n], hollow->spill);
    }
}

/* Hollows that are lakes, and in no larger one that is. */
static fluv_status list_lakes(fluv_ctx *ctx, const fluv_hierarchy *hierarchy, const float *brim,
                              fluv_drawing *d)
{
    for (uint32_t n = 1; n < hierarchy->node_count; n++) {
        const fluv_hollow *hollow = &hierarchy->nodes[n];
        bool outer = hollow->parent == FLUV_OUTSIDE;
        if (brim[n] == -INFINITY || (!outer && brim[hollow->parent] != -INFINITY))
            continue;
        fluv_drawn_lake *lake = fluv_list_append(ctx, &d->lakes, 1, sizeof *lake);
        if (!lake)
            return FLUV_NO_MEMORY;
        *lake = (fluv_drawn_lake){hollow->root, hollow->spill};
    }
    return FLUV_OK;
}

static fluv_status hold_floors(fluv_ctx *ctx, const fluv_amplify_params *params,
                               const fluv_drainage *drainage, fluv_drawing *d)
{
    const fluv_hierarchy *hierarchy = &drainage->hierarchy;
    fluv_hollow_size *size = fluv_scratch(ctx, hierarchy->node_count, sizeof *size);
    float *floor = fluv_scratch(ctx, hierarchy->node_count, sizeof *floor);
    float *brim = fluv_scratch(ctx, hierarchy->node_count, sizeof *brim);
    if (!size || !floor || !brim)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_hollows_measure(ctx, &drainage->topology, hierarchy, d->ground, drainage->label,
                                  size));
    find_floors(params, d, hierarchy, size, floor, brim);
    FLUV_TRY(list_lakes(ctx, hierarchy, brim, d));
    float shore = (float)(SHORE * params->hollow_depth);
    for (uint32_t c = 0; c < drainage->topology.count; c++) {
        uint32_t basin = drainage->label[c];
        if (basin == FLUV_NONE || basin == FLUV_OUTSIDE || d->is[c] != FLUV_DRAWN_LAND)
            continue;
        if (d->ground[c] < floor[basin] - shore)
            hold(d, c, floor[basin]);
        else if (d->ground[c] < brim[basin] - shore)
            d->is[c] = FLUV_DRAWN_SHORE;
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
    return hold_floors(ctx, params, &drainage, d);
}

fluv_status fluv_drawing_hold(fluv_ctx *ctx, const fluv_amplify_params *params,
                              const fluv_landscape *land, fluv_drawing *d)
{
    if (params->hollows == FLUV_AMPLIFY_HOLLOWS_open)
        return FLUV_OK;
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    bool flats = params->flats == FLUV_AMPLIFY_FLATS_lakes;
    double least = FLAT_GRAINS * d->grain * FLAT_GRAINS * d->grain;
    FLUV_TRY(hold_lakes(ctx, land, flats ? least : INFINITY, d));
    FLUV_TRY(hold_hollows(ctx, params, d));
    fluv_scratch_release(ctx, mark);
    return FLUV_OK;
}
