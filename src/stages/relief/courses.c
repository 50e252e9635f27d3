// SPDX-License-Identifier: MIT
/* Planned rivers on the cells.
 *
 * in   the plan        out   river and lake cells, their receivers and water surfaces
 *
 * Lines come strongest first. Each is walked from its head and ends in the first water it meets:
 * ocean, a lake, a river that is there already. So one receiver a cell is enough, and where a
 * coarse frame brings lines into one cell they merge.  O(samples + cells of lakes). */
#include "stages/relief/walk.h"

#include <assert.h>

size_t fluv_walk_last_inside(const fluv_walker *w, uint32_t lake)
{
    const fluv_sample *samples = w->path.samples.items;
    size_t last = w->path.samples.count;
    for (size_t i = 0; i < w->path.samples.count; i++)
        if (w->job->lake_of[samples[i].cell] == lake)
            last = i;
    return last;
}

/* Whether the step of a second stretch to a cell would touch the first one: then the lake between
 * them is not to be had. */
static bool meets_first(const fluv_walker *w, const fluv_stretch *s, uint32_t cell)
{
    assert(cell < w->job->topology.count);
    const fluv_relief_job *job = w->job;
    const fluv_stretch *first = &w->path.stretch[0];
    if (s == first)
        return false;
    if (fluv_walk_place(w, first, cell) < first->count)
        return true;
    const fluv_found_lake *lake = (const fluv_found_lake *)job->lakes.items + s->from_lake;
    uint32_t from = s->count ? fluv_walk_last(w, s) : lake->exit, cols = job->frame.cols;
    uint32_t p = from / cols * cols + cell % cols, q = cell / cols * cols + from % cols;
    return fluv_walk_place(w, first, p) < first->count ||
           fluv_walk_place(w, first, q) < first->count;
}

/* Follows the samples; through `lake`, its own, into a second stretch. */
static fluv_status follow(fluv_walker *w, uint32_t lake)
{
    const fluv_sample *samples = w->path.samples.items;
    fluv_stretch *s = &w->path.stretch[0];
    *s = (fluv_stretch){.end = FLUV_NONE, .from_lake = FLUV_NONE};
    w->path.stretches = 1;
    bool met = false;
    for (size_t i = 0; i < w->path.samples.count; i++) {
        bool begins = s == w->path.stretch && !s->count;
        if (begins && w->job->cover[samples[i].cell] == FLUV_OCEAN)
            continue;
        if (meets_first(w, s, samples[i].cell)) {
            w->path.stretches = 1;
            return FLUV_OK;
        }
        FLUV_TRY(fluv_walk_step(w, s, &samples[i], &met));
        bool enters = met && lake != FLUV_NONE && s->from_lake == FLUV_NONE &&
                      s->end != FLUV_NONE && w->job->lake_of[s->end] == lake;
        if (met && !enters)
            return FLUV_OK;
        if (!enters)
            continue;
        i = fluv_walk_last_inside(w, lake);
        ((fluv_found_lake *)w->job->lakes.items)[lake].exit = samples[i].cell;
        w->path.stretch[1] = (fluv_stretch){.first = s->count, .end = FLUV_NONE, .from_lake = lake};
        s = &w->path.stretch[1];
        w->path.stretches = 2;
        met = false;
    }
    bool at_edge = s->count && fluv_cell_at_edge(&w->job->topology, fluv_walk_last(w, s));
    return met || at_edge || !s->count ? FLUV_OK : fluv_walk_to_water(w, s);
}

/* ---- Writing down ---- */

void fluv_walk_mark_wet(const fluv_walker *w)
{
    const fluv_relief_job *job = w->job;
    const fluv_sample *samples = w->path.samples.items;
    for (size_t i = 0; i < w->path.samples.count; i++) {
        uint32_t at = samples[i].cell;
        if (!samples[i].wet)
            continue;
        for (; at != FLUV_NONE && job->cover[at] != FLUV_OCEAN; at = job->receiver[at]) {
            bool lake = job->lake_of[at] != FLUV_NONE;
            if (!lake && (!(job->state[at] & FLUV_CELL_RIVER) || job->state[at] & FLUV_CELL_WET))
                break;
            if (!lake)
                job->state[at] |= FLUV_CELL_WET;
        }
    }
}

static bool touches_lake(const fluv_relief_job *job, uint32_t cell, uint32_t lake)
{
    assert(cell < job->topology.count);
    fluv_around around = fluv_around_cell(&job->topology, cell);
    for (uint32_t i = 0; i < around.count; i++)
        if (job->lake_of[around.cell[i]] == lake)
            return true;
    return false;
}

void fluv_walk_along_shore(const fluv_walker *w, const fluv_stretch *lower, float level)
{
    float *beds = (float *)w->path.beds.items + lower->first;
    size_t last = lower->count;
    while (last > 0 &&
           !touches_lake(w->job, fluv_walk_cells(w)[lower->first + last - 1], lower->from_lake))
        last--;
    for (size_t i = 0; isnan(level) && i < last; i++)
        beds[i] = fminf(beds[i], beds[last - 1]);
    for (size_t i = 0; !isnan(level) && i < lower->count; i++)
        beds[i] = i < last ? level : fminf(beds[i], level);
}

/* Whether the cells of both stretches and the lake between them leave no part of the line dry, but
 * for a cell to either side. */
static bool is_covered(fluv_walker *w, uint32_t lake)
{
    const fluv_relief_job *job = w->job;
    const fluv_sample *samples = w->path.samples.items;
    const fluv_stretch all = {.count = w->path.cells.count};
    for (size_t i = 0; i < w->path.samples.count; i++) {
        fluv_around around = fluv_around_cell(&job->topology, samples[i].cell);
        bool wet = fluv_walk_place(w, &all, samples[i].cell) < all.count ||
                   job->lake_of[samples[i].cell] == lake;
        for (uint32_t k = 0; k < around.count && !wet; k++)
            wet = fluv_walk_place(w, &all, around.cell[k]) < all.count ||
                  job->lake_of[around.cell[k]] == lake || job->cover[around.cell[k]] == FLUV_OCEAN;
        if (!wet)
            return false;
    }
    return true;
}

/* A line and the lake planned on it, if both find room; of a `kept` one nothing is given up. */
static fluv_status place_line(fluv_walker *w, uint32_t line, const fluv_layout_lake *planned,
                              bool kept)
{
    assert(line < w->job->plan->line_count);
    fluv_relief_job *job = w->job;
    uint32_t lake = FLUV_NONE;
    FLUV_TRY(fluv_walk_sample(w, line));
    if (planned)
        FLUV_TRY(fluv_relief_lake_place(w->ctx, job, planned, w->queue, &lake));
    w->path.cells.count = w->path.beds.count = 0;
    FLUV_TRY(follow(w, lake));
    fluv_stretch *lower = &w->path.stretch[w->path.stretches - 1];
    if (lake != FLUV_NONE && (w->path.stretches < 2 || (kept && !is_covered(w, lake)))) {
        fluv_relief_lake_forget(job, planned);
        w->path.cells.count = w->path.beds.count = 0;
        FLUV_TRY(follow(w, FLUV_NONE));
        lower = &w->path.stretch[0];
        lake = FLUV_NONE;
    }
    if (lake != FLUV_NONE)
        fluv_walk_along_shore(w, lower, NAN);
    float surface = fluv_walk_write(w, lower, FLUV_CELL_RIVER);
    if (lake != FLUV_NONE) {
        fluv_found_lake *own = (fluv_found_lake *)job->lakes.items + lake;
        own->level = surface;
        job->receiver[own->exit] = lower->count ? fluv_walk_cells(w)[lower->first] : lower->end;
        fluv_relief_lake_drain(job, lake, w->queue);
        fluv_walk_write(w, &w->path.stretch[0], FLUV_CELL_RIVER);
    }
    fluv_walk_mark_wet(w);
    fluv_walk_widths(w);
    return FLUV_OK;
}

/* Lines of the author's, then those with placed lakes and what they run into: others find them
 * there. */
static fluv_status place_drawn(fluv_walker *w, uint32_t rivers,
                               const fluv_layout_lake *const *lakes, uint8_t *done)
{
    const fluv_layout *plan = w->job->plan;
    for (uint32_t line = 0; line < rivers; line++) {
        const fluv_layout_line *here = &plan->lines[line];
        for (uint32_t i = 0; i < here->point_count && !done[line]; i++)
            done[line] = plan->points[here->first_point + i].river > 0;
        if (done[line] && lakes[line] && !lakes[line]->placed) {
            FLUV_TRY(place_line(w, line, lakes[line], true)); /* with a lake that is new */
            FLUV_TRY(fluv_relief_drawn_mark(w));
        } else if (done[line]) {
            FLUV_TRY(fluv_relief_drawn_place(w, line));
        }
    }
    uint8_t *now = fluv_scratch_zero(w->ctx, rivers, 1);
    if (!now)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < plan->lake_count; i++)
        for (uint32_t line = plan->lakes[i].line; plan->lakes[i].placed && !now[line];) {
            uint32_t into = plan->lines[line].into;
            now[line] = 1;
            line = into == FLUV_NONE ? line : fluv_layout_line_of(plan, into);
        }
    for (uint32_t line = 0; line < rivers; line++) {
        if (!now[line] || done[line])
            continue;
        done[line] = 1;
        if (lakes[line] && lakes[line]->placed)
            FLUV_TRY(fluv_relief_drawn_place(w, line));
        else
            FLUV_TRY(place_line(w, line, lakes[line], false));
    }
    fluv_scratch_drop(w->ctx, now);
    return FLUV_OK;
}

static fluv_status place_all(fluv_walker *w)
{
    const fluv_layout *plan = w->job->plan;
    assert(plan->arm_count <= plan->line_count);
    const fluv_layout_lake **lakes = fluv_scratch_zero(w->ctx, plan->line_count, sizeof *lakes);
    if (!lakes)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < plan->lake_count; i++)
        lakes[plan->lakes[i].line] = &plan->lakes[i];
    uint32_t rivers = plan->line_count - plan->arm_count;
    uint8_t *done = fluv_scratch_zero(w->ctx, plan->line_count, 1);
    if (!done)
        return FLUV_NO_MEMORY;
    if (w->job->placed)
        FLUV_TRY(place_drawn(w, rivers, lakes, done));
    for (uint32_t line = 0; line < rivers; line++) {
        if (!done[line] && plan->lines[line].point_count) /* not left out */
            FLUV_TRY(place_line(w, line, lakes[line], false));
        if (line % 64 == 0)
            FLUV_TRY(fluv_advance(w->ctx, 0.2 + 0.1 * line / rivers));
    }
    for (uint32_t line = rivers; line < plan->line_count; line++)
        FLUV_TRY(fluv_relief_arm_place(w, &plan->lines[line]));
    return FLUV_OK;
}

fluv_status fluv_relief_courses(fluv_ctx *ctx, fluv_relief_job *job)
{
    size_t cells = job->topology.count;
    fluv_walker w = {.ctx = ctx,
                     .job = job,
                     .position = fluv_scratch_zero(ctx, cells, sizeof *w.position),
                     .queue = fluv_scratch(ctx, cells, sizeof *w.queue)};
    if (!w.position || !w.queue)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_relief_samples(ctx, job, &w.samples));
    fluv_status status = place_all(&w);
    fluv_list_free(&w.path.cells);
    fluv_list_free(&w.path.beds);
    fluv_list_free(&w.path.samples);
    fluv_scratch_drop(ctx, w.samples.all);
    fluv_scratch_drop(ctx, w.samples.first);
    fluv_scratch_drop(ctx, w.position);
    fluv_scratch_drop(ctx, w.queue);
    return status;
}
