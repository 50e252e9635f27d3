// SPDX-License-Identifier: MIT
/* The layer `laid`: the cells of what was placed, for the stages that come later.
 *
 * in   receivers, cells of drawn rivers and placed lakes        out   laid
 *
 * A way follows the water from its first cell to the sea, over the edge or into another way; so do
 * ways from the exits of lakes.  O(cells of ways + n for lakes). */
#include "hydrography/lakes.h"
#include "stages/relief/parts.h"

#include <string.h>

#define SHORT_CELLS 3.0 /* that a river may end before its line does, */
#define SHORT_STEPS 3.0 /* and spacings of the mesh */

enum { FREE, TAKEN, HEAD };

typedef struct layer {
    fluv_relief_job *job;
    fluv_laying laying;
    uint8_t *taken; /* of a cell: whether a way has it, or will begin in it; scratch */
} layer;

static fluv_status add_cell(fluv_ctx *ctx, layer *l, uint32_t cell)
{
    uint32_t *added = fluv_list_append(ctx, &l->laying.cells, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = cell;
    return FLUV_OK;
}

/* Whether a way ends before a cell: it is another's, or that one begins there, as below a lake. */
static bool is_others(const layer *l, uint32_t river, uint32_t cell)
{
    return l->taken[cell] == TAKEN || (l->taken[cell] == HEAD && l->job->drawn[cell] != river + 1);
}

static fluv_status add_way(fluv_ctx *ctx, layer *l, uint32_t river, uint32_t first)
{
    const fluv_relief_job *job = l->job;
    fluv_laid_way way = {.river = river, .first_cell = (uint32_t)l->laying.cells.count};
    uint32_t at = first;
    l->taken[at] = l->taken[at] == HEAD ? FREE : l->taken[at];
    for (; at != FLUV_NONE && job->cover[at] != FLUV_OCEAN && !is_others(l, river, at);
         at = job->receiver[at]) {
        FLUV_TRY(add_cell(ctx, l, at));
        l->taken[at] = TAKEN;
        way.cell_count++;
        if (river != FLUV_NONE && job->drawn[at] == river + 1 && job->state[at] & FLUV_CELL_RIVER)
            way.drawn = way.cell_count;
    }
    way.end = at;
    if (!way.cell_count)
        return FLUV_OK;
    fluv_laid_way *added = fluv_list_append(ctx, &l->laying.ways, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = way;
    return FLUV_OK;
}

/* The last cell of a placed river, NONE: it has none. */
static uint32_t last_drawn(const layer *l, uint32_t river)
{
    const fluv_laid_way *ways = l->laying.ways.items;
    for (size_t i = 0; i < l->laying.ways.count; i++)
        if (ways[i].river == river && ways[i].drawn)
            return (
                (const uint32_t *)l->laying.cells.items)[ways[i].first_cell + ways[i].drawn - 1];
    return FLUV_NONE;
}

/* Rivers that other water took up before their end are not there. */
static fluv_status expect_rivers(fluv_ctx *ctx, const layer *l)
{
    const fluv_relief_job *job = l->job;
    const fluv_basins *b = job->basins;
    double near = SHORT_CELLS * job->frame.cell + SHORT_STEPS * b->spacing;
    for (uint32_t i = 0; i < b->way_count; i++) {
        const fluv_basins_way *way = &b->ways[i];
        const char *name = job->placed->rivers[way->river].name;
        if (job->placed->rivers[way->river].kept)
            continue;
        uint32_t last = last_drawn(l, way->river);
        if (last != FLUV_NONE && fluv_length(fluv_cell_x(&job->frame, last) - way->end_x,
                                             fluv_cell_y(&job->frame, last) - way->end_y) <= near)
            continue;
        uint32_t at =
            last == FLUV_NONE
                ? fluv_relief_cell(&job->frame, b->way_xy[2 * FLUV_WAY_POINTS * (size_t)way->first],
                                   b->way_xy[2 * FLUV_WAY_POINTS * (size_t)way->first + 1])
                : last;
        return fluv_blame(
            ctx, &job->placed->rivers[way->river].by,
            fluv_fail(ctx, FLUV_BAD_RECIPE,
                      "place: river %s runs into other water at %.7g, %.7g: with cells of %g m it "
                      "has no room beside it",
                      fluv_called(name), fluv_cell_x(&job->frame, at), fluv_cell_y(&job->frame, at),
                      job->frame.cell));
    }
    return FLUV_OK;
}

static const fluv_found_lake *lake_placed(const fluv_relief_job *job, size_t index, uint32_t *own)
{
    const fluv_found_lake *lakes = job->lakes.items;
    for (uint32_t i = 0; i < job->lakes.count; i++)
        if (lakes[i].placed == index + 1) {
            *own = i;
            return &lakes[i];
        }
    return NULL;
}

static fluv_status add_lake(fluv_ctx *ctx, layer *l, size_t index)
{
    uint32_t own = FLUV_NONE;
    const fluv_found_lake *found = lake_placed(l->job, index, &own);
    fluv_laid_lake lake = {.first_cell = (uint32_t)l->laying.cells.count,
                           .level = found ? found->level : NAN};
    for (uint32_t c = 0; found && c < l->job->topology.count; c++)
        if (l->job->lake_of[c] == own)
            FLUV_TRY(add_cell(ctx, l, c));
    lake.cell_count = (uint32_t)l->laying.cells.count - lake.first_cell;
    fluv_laid_lake *added = fluv_list_append(ctx, &l->laying.lakes, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = lake;
    return FLUV_OK;
}

static fluv_status lay(fluv_ctx *ctx, layer *l)
{
    fluv_relief_job *job = l->job;
    const uint32_t *heads = job->heads.items;
    for (size_t i = 0; i < job->heads.count; i += 2)
        l->taken[heads[i + 1]] = HEAD;
    for (size_t i = 0; i < job->heads.count; i += 2)
        FLUV_TRY(add_way(ctx, l, heads[i] - 1, heads[i + 1]));
    FLUV_TRY(expect_rivers(ctx, l));
    for (size_t i = 0; i < job->placed->lake_count; i++) {
        uint32_t own;
        const fluv_found_lake *lake = lake_placed(job, i, &own);
        if (lake)
            FLUV_TRY(add_way(ctx, l, FLUV_NONE, lake->exit));
    }
    for (size_t i = 0; i < job->placed->lake_count; i++)
        FLUV_TRY(add_lake(ctx, l, i));
    fluv_shared *laid = fluv_laid_seal(ctx, &l->laying);
    if (!laid)
        return FLUV_NO_MEMORY;
    fluv_layer_put(job->landscape, FLUV_LAYER_laid, laid);
    return FLUV_OK;
}

fluv_status fluv_relief_laid(fluv_ctx *ctx, fluv_relief_job *job)
{
    if (!job->placed)
        return FLUV_OK;
    layer l = {.job = job, .taken = fluv_scratch_zero(ctx, job->topology.count, 1)};
    if (!l.taken)
        return FLUV_NO_MEMORY;
    fluv_status status = lay(ctx, &l);
    fluv_laying_free(&l.laying);
    fluv_scratch_drop(ctx, l.taken);
    return status;
}
