// SPDX-License-Identifier: MIT
/* Walking along planned lines from cell to cell.
 *
 * in   the plan        out   stretches of cells, and their receivers and water surfaces
 *
 * Loops are cut off, diagonal steps never cross other water. Written down from its end, a stretch
 * never falls upstream.  O(samples). */
#include "stages/relief/walk.h"

#include <assert.h>
#include <string.h>

#define LEAST 0.02F /* m, of a river's surface above the sea */
#define MORE  1.15F /* a river may come out wider than planned */

/* Samples of one piece come to those that are there; a cell is not sampled twice in a row. */
static fluv_status add_samples(fluv_walker *w, const fluv_sample *from, size_t count)
{
    fluv_list *samples = &w->path.samples;
    const fluv_sample *all = samples->items;
    if (count && samples->count && all[samples->count - 1].cell == from->cell) {
        from++;
        count--;
    }
    fluv_sample *added = count ? fluv_list_append(w->ctx, samples, count, sizeof *added) : NULL;
    if (added)
        memcpy(added, from, count * sizeof *added);
    return added || !count ? FLUV_OK : FLUV_NO_MEMORY;
}

fluv_status fluv_walk_sample(fluv_walker *w, uint32_t line)
{
    const fluv_layout *plan = w->job->plan;
    w->path.samples.count = 0;
    uint32_t at = plan->lines[line].first_point;
    assert(line < plan->line_count && plan->lines[line].point_count > 0);
    while (at != FLUV_NONE) {
        const fluv_layout_line *here = &plan->lines[line];
        uint32_t end = here->first_point + here->point_count;
        for (; at < end; at++)
            FLUV_TRY(add_samples(w, w->samples.all + w->samples.first[at],
                                 w->samples.first[at + 1] - w->samples.first[at]));
        at = here->into;
        line = at == FLUV_NONE ? line : fluv_layout_line_of(plan, at);
    }
    return FLUV_OK;
}

/* ---- Walking ---- */

size_t fluv_walk_place(const fluv_walker *w, const fluv_stretch *s, uint32_t cell)
{
    assert(cell < w->job->topology.count);
    uint32_t at = w->position[cell];
    bool here = at > s->first && at <= s->first + s->count && fluv_walk_cells(w)[at - 1] == cell;
    return here ? at - 1 - s->first : s->count;
}

fluv_status fluv_walk_append(fluv_walker *w, fluv_stretch *s, uint32_t cell, float bed)
{
    assert(cell < w->job->topology.count && isfinite(bed));
    w->path.cells.count = w->path.beds.count = s->first + s->count;
    uint32_t *added = fluv_list_append(w->ctx, &w->path.cells, 1, sizeof *added);
    float *height = fluv_list_append(w->ctx, &w->path.beds, 1, sizeof *height);
    if (!added || !height)
        return FLUV_NO_MEMORY;
    *added = cell;
    *height = bed;
    s->count++;
    w->position[cell] = (uint32_t)(s->first + s->count);
    return FLUV_OK;
}

uint32_t fluv_walk_crossed(const fluv_relief_job *job, uint32_t from, uint32_t cell)
{
    uint32_t cols = job->frame.cols;
    if (from == FLUV_NONE || !fluv_relief_crosses(job, from, cell))
        return FLUV_NONE;
    uint32_t p = from / cols * cols + cell % cols, q = cell / cols * cols + from % cols;
    return job->receiver[p] == q ? q : p;
}

/* A diagonal step across the stretch's own way: the loop is cut back to before the crossing. */
static void cut_crossing(const fluv_walker *w, fluv_stretch *s, uint32_t cell)
{
    uint32_t from = fluv_walk_last(w, s), cols = w->job->frame.cols;
    if (from == FLUV_NONE || from % cols == cell % cols || from / cols == cell / cols)
        return;
    uint32_t p = from / cols * cols + cell % cols, q = cell / cols * cols + from % cols;
    size_t at_p = fluv_walk_place(w, s, p), at_q = fluv_walk_place(w, s, q);
    if (at_p < s->count && at_q < s->count && (at_p + 1 == at_q || at_q + 1 == at_p))
        s->count = (at_p < at_q ? at_p : at_q) + 1;
}

fluv_status fluv_walk_step(fluv_walker *w, fluv_stretch *s, const fluv_sample *to, bool *met)
{
    const fluv_relief_job *job = w->job;
    *met = true;
    assert(to->cell < job->topology.count);
    uint32_t river = fluv_walk_crossed(job, fluv_walk_last(w, s), to->cell);
    if (river == FLUV_NONE)
        cut_crossing(w, s, to->cell);
    s->end = river != FLUV_NONE ? river : to->cell;
    if (river != FLUV_NONE || job->cover[to->cell] == FLUV_OCEAN ||
        job->state[to->cell] & FLUV_CELL_RIVER)
        return FLUV_OK;
    uint32_t lake = fluv_relief_lake_beside(job, to->cell, s->from_lake);
    if (lake == to->cell) {
        s->end = lake;
        return FLUV_OK;
    }
    *met = lake != FLUV_NONE;
    s->end = lake;
    size_t before = fluv_walk_place(w, s, to->cell);
    if (before < s->count) {
        s->count = before + 1; /* a loop */
        return FLUV_OK;
    }
    return fluv_walk_append(w, s, to->cell, to->bed);
}

/* ---- To the nearest water ---- */

/* Whether the way to the nearest water may lead over a cell: not through the lake it leaves, nor
 * over what leads to that lake. */
static bool is_open(const fluv_walker *w, const fluv_stretch *s, uint32_t cell)
{
    const fluv_stretch *first = &w->path.stretch[0];
    if (s->from_lake == FLUV_NONE)
        return true;
    return w->job->lake_of[cell] != s->from_lake && fluv_walk_place(w, first, cell) == first->count;
}

/* The nearest water or edge from a cell, over straight steps; `from` gets the way back. */
static uint32_t search_water(const fluv_walker *w, fluv_stretch *s, uint32_t start, uint32_t *from)
{
    const fluv_relief_job *job = w->job;
    uint32_t cols = job->frame.cols, head = 0, tail = 0;
    w->queue[tail++] = start;
    from[start] = start;
    while (head < tail) {
        uint32_t at = w->queue[head++], col = at % cols, row = at / cols;
        bool wet = job->cover[at] == FLUV_OCEAN || job->state[at] & FLUV_CELL_RIVER;
        uint32_t lake = fluv_relief_lake_beside(job, at, s->from_lake);
        if (wet || lake != FLUV_NONE || fluv_cell_at_edge(&job->topology, at)) {
            s->end = wet ? at : lake;
            return at;
        }
        uint32_t beside[4] = {row > 0 ? at - cols : at, col > 0 ? at - 1 : at,
                              col + 1 < cols ? at + 1 : at,
                              row + 1 < job->frame.rows ? at + cols : at};
        for (int k = 0; k < 4; k++)
            if (from[beside[k]] == FLUV_NONE && is_open(w, s, beside[k])) {
                from[beside[k]] = at;
                w->queue[tail++] = beside[k];
            }
    }
    return FLUV_NONE;
}

fluv_status fluv_walk_to_water(fluv_walker *w, fluv_stretch *s)
{
    const fluv_relief_job *job = w->job;
    uint32_t start = fluv_walk_last(w, s), length = 0;
    assert(s->count > 0 && start != FLUV_NONE);
    uint32_t *from = fluv_scratch(w->ctx, job->topology.count, sizeof *from);
    if (!from)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < job->topology.count; c++)
        from[c] = FLUV_NONE;
    uint32_t found = search_water(w, s, start, from);
    uint32_t last = found != FLUV_NONE && s->end == found ? from[found] : found;
    for (uint32_t at = last; at != FLUV_NONE && at != start; at = from[at])
        w->queue[length++] = at;
    float bed = ((const float *)w->path.beds.items)[s->first + s->count - 1];
    while (length-- > 0) {
        size_t place = fluv_walk_place(w, s, w->queue[length]);
        s->count = place < s->count ? place + 1 : s->count;
        if (fluv_walk_last(w, s) != w->queue[length])
            FLUV_TRY(fluv_walk_append(w, s, w->queue[length], bed));
    }
    fluv_scratch_drop(w->ctx, from);
    return FLUV_OK;
}

/* ---- Writing down ---- */

static float surface_at(const fluv_relief_job *job, uint32_t cell)
{
    if (cell == FLUV_NONE || job->cover[cell] == FLUV_OCEAN)
        return LEAST;
    uint32_t lake = job->lake_of[cell];
    return lake != FLUV_NONE ? ((const fluv_found_lake *)job->lakes.items)[lake].level
                             : job->height[cell];
}

float fluv_walk_write(fluv_walker *w, const fluv_stretch *s, uint8_t marks)
{
    fluv_relief_job *job = w->job;
    const uint32_t *cells = fluv_walk_cells(w);
    const float *beds = w->path.beds.items;
    float surface = surface_at(job, s->end);
    assert(s->first + s->count <= w->path.cells.count && w->path.cells.count == w->path.beds.count);
    assert(isfinite(surface));
    for (size_t i = s->count; i-- > 0;) {
        uint32_t cell = cells[s->first + i];
        surface = fmaxf(surface, beds[s->first + i]);
        job->height[cell] = surface;
        job->receiver[cell] = i + 1 < s->count ? cells[s->first + i + 1] : s->end;
        job->state[cell] |= marks;
    }
    return surface;
}

void fluv_walk_widths(const fluv_walker *w)
{
    const fluv_relief_job *job = w->job;
    const fluv_sample *samples = w->path.samples.items;
    for (size_t i = 0; i < w->path.samples.count; i++) {
        uint32_t at = samples[i].cell;
        uint16_t floor = (uint16_t)fminf(samples[i].floor * FLUV_HALF_CELL, UINT16_MAX);
        if (job->state[at] & FLUV_CELL_RIVER && floor > job->floor[at])
            job->floor[at] = floor;
        bool wide = job->shape.spread && samples[i].wet && samples[i].half >= 1.0F;
        float bank = MORE * samples[i].half + 0.5F;
        uint16_t half = (uint16_t)fminf(bank * FLUV_HALF_CELL, UINT16_MAX);
        if (wide && job->state[at] & FLUV_CELL_RIVER && half > job->half[at])
            job->half[at] = half;
    }
}
