// SPDX-License-Identifier: MIT
/* Arms of deltas on the cells.
 *
 * in   an arm's line        out   its cells, from the river or arm it leaves to the ocean
 *
 * One receiver a cell is not enough for water that parts: the cell where an arm leaves keeps its
 * receiver, and the arm is remembered beside it.  O(samples). */
#include "hydrography/rivers.h"
#include "stages/relief/walk.h"

#include <assert.h>

#define SEPARATE 3 /* cells an arm has at least */

/* A single river with water in it runs into the cell, and on. */
static bool can_split(const fluv_relief_job *job, uint32_t cell)
{
    const uint8_t wet = FLUV_CELL_RIVER | FLUV_CELL_WET;
    assert(cell < job->topology.count);
    if ((job->state[cell] & wet) != wet || job->state[cell] & FLUV_CELL_SPLIT)
        return false;
    fluv_around around = fluv_around_cell(&job->topology, cell);
    uint32_t above = 0;
    for (uint32_t i = 0; i < around.count; i++) {
        uint32_t other = around.cell[i];
        if (job->lake_of[other] != FLUV_NONE)
            return false;
        above += job->state[other] & FLUV_CELL_RIVER && job->receiver[other] == cell;
    }
    return above == 1;
}

/* Whether the river goes on to the ocean without a lake on its way. */
static bool runs_to_sea(const fluv_relief_job *job, uint32_t cell)
{
    while (cell != FLUV_NONE && job->lake_of[cell] == FLUV_NONE && job->cover[cell] != FLUV_OCEAN)
        cell = job->receiver[cell];
    return cell != FLUV_NONE && job->cover[cell] == FLUV_OCEAN;
}

/* Follows an arm's samples to the ocean; the cell where its way last touches other water is where
 * it leaves. FLUV_NONE: it does not reach the ocean by cells of its own. */
static fluv_status follow_arm(fluv_walker *w, fluv_stretch *s, uint32_t *split)
{
    const fluv_relief_job *job = w->job;
    const fluv_sample *samples = w->path.samples.items;
    uint32_t left = FLUV_NONE;
    *split = FLUV_NONE;
    *s = (fluv_stretch){.end = FLUV_NONE, .from_lake = FLUV_NONE};
    for (size_t i = 0; i < w->path.samples.count; i++) {
        bool met = false;
        uint32_t crossed = s->count ? FLUV_NONE : fluv_walk_crossed(job, left, samples[i].cell);
        if (crossed == FLUV_NONE)
            FLUV_TRY(fluv_walk_step(w, s, &samples[i], &met));
        else
            s->end = crossed;
        if (met && (s->end == FLUV_NONE || job->lake_of[s->end] != FLUV_NONE))
            return FLUV_OK;
        if (met && job->cover[s->end] == FLUV_OCEAN) {
            *split = left;
            return FLUV_OK;
        }
        if (met || crossed != FLUV_NONE) {
            left = s->end;
            s->count = 0;
        }
    }
    if (s->count)
        FLUV_TRY(fluv_walk_to_water(w, s));
    if (s->count && s->end != FLUV_NONE && job->cover[s->end] == FLUV_OCEAN)
        *split = left;
    return FLUV_OK;
}

static bool may_leave(const fluv_relief_job *job, uint32_t from, uint32_t first)
{
    return can_split(job, from) && runs_to_sea(job, from) && !fluv_relief_crosses(job, from, first);
}

/* Where no arm may leave at the given cell, a river joins there or another arm leaves already: one
 * beside the arm's first cells serves as well, and the cells before are left out. */
static uint32_t move_split(const fluv_walker *w, fluv_stretch *s, uint32_t split)
{
    const fluv_relief_job *job = w->job;
    if (split == FLUV_NONE || (s->count && may_leave(job, split, fluv_walk_cells(w)[s->first])))
        return split;
    for (size_t k = 0; k < SEPARATE && k < s->count; k++) {
        uint32_t cell = fluv_walk_cells(w)[s->first + k];
        fluv_around around = fluv_around_cell(&job->topology, cell);
        for (uint32_t i = 0; i < around.count; i++)
            if (may_leave(job, around.cell[i], cell)) {
                s->first += k;
                s->count -= k;
                return around.cell[i];
            }
    }
    return FLUV_NONE;
}

fluv_status fluv_relief_arm_place(fluv_walker *w, const fluv_layout_line *arm)
{
    fluv_relief_job *job = w->job;
    fluv_stretch s;
    uint32_t split;
    assert(arm->from < arm->first_point && arm->strength > 0.0F && arm->strength < 1.0F);
    FLUV_TRY(fluv_walk_sample(w, (uint32_t)(arm - job->plan->lines)));
    FLUV_TRY(follow_arm(w, &s, &split));
    split = move_split(w, &s, split);
    if (split == FLUV_NONE || s.count < SEPARATE)
        return FLUV_OK;
    float *beds = (float *)w->path.beds.items + s.first;
    for (size_t k = 0; k < s.count; k++)
        beds[k] = fminf(beds[k], job->height[split]);
    fluv_walk_write(w, &s, FLUV_CELL_RIVER | FLUV_CELL_WET | FLUV_CELL_ARM);
    fluv_walk_widths(w);
    fluv_arm *added = fluv_list_append(w->ctx, &job->arms, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    job->state[split] |= FLUV_CELL_SPLIT;
    *added = (fluv_arm){split, fluv_walk_cells(w)[s.first], arm->strength};
    return FLUV_OK;
}
