// SPDX-License-Identifier: MIT
/* Lines that the author drew, and lines with placed lakes on them.
 *
 * in   a line of the plan        out   its cells from lake to lake, the lakes' levels
 *
 * They are walked before all others, so that nothing stands in their way. A line may have any
 * number of placed lakes: it ends in each and goes on from where it last lies in it.  O(samples).
 */
#include "stages/relief/walk.h"

/* A stretch, and the lake that it ends in; NONE: in other water, or nowhere. */
typedef struct leg {
    fluv_stretch stretch;
    uint32_t lake;
} leg;

/* A lake that a line passes without entering it, and the last of the line's cells beside it. */
typedef struct aside {
    uint32_t lake, cell;
} aside;

static fluv_status refuse(const fluv_walker *w, uint32_t cell, const char *why)
{
    const fluv_frame *frame = &w->job->frame;
    return fluv_fail(w->ctx, FLUV_BAD_RECIPE, "place: the river at %.7g, %.7g %s",
                     fluv_cell_x(frame, cell), fluv_cell_y(frame, cell), why);
}

static leg *begin_leg(fluv_walker *w, fluv_list *legs, size_t first, uint32_t from_lake)
{
    leg *added = fluv_list_append(w->ctx, legs, 1, sizeof *added);
    if (added)
        *added =
            (leg){{.first = first, .end = FLUV_NONE, .from_lake = from_lake}, .lake = FLUV_NONE};
    return added;
}

/* Whether a step would come back to cells above the lake it left: the way may not end there. */
static bool comes_back(const fluv_walker *w, const fluv_stretch *s, uint32_t cell)
{
    const fluv_stretch above = {.count = s->first};
    if (s->from_lake == FLUV_NONE)
        return false;
    if (fluv_walk_place(w, &above, cell) < above.count)
        return true;
    const fluv_found_lake *lake = (const fluv_found_lake *)w->job->lakes.items + s->from_lake;
    uint32_t from = s->count ? fluv_walk_last(w, s) : lake->exit, cols = w->job->frame.cols;
    uint32_t p = from / cols * cols + cell % cols, q = cell / cols * cols + from % cols;
    return fluv_walk_place(w, &above, p) < above.count &&
           fluv_walk_place(w, &above, q) < above.count;
}

/* Follows the samples from lake to lake; lakes from `first_lake` on are the line's own. */
static fluv_status follow(fluv_walker *w, size_t first_lake, fluv_list *legs, fluv_list *passed)
{
    const fluv_relief_job *job = w->job;
    const fluv_sample *samples = w->path.samples.items;
    leg *now = begin_leg(w, legs, 0, FLUV_NONE);
    bool met = false;
    if (!now)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < w->path.samples.count && !met; i++) {
        uint32_t cell = samples[i].cell;
        if (legs->count == 1 && !now->stretch.count && job->cover[cell] == FLUV_OCEAN)
            continue;
        if (comes_back(w, &now->stretch, cell))
            return refuse(w, cell, "comes back to itself below a lake: there is no room for both");
        FLUV_TRY(fluv_walk_step(w, &now->stretch, &samples[i], &met));
        uint32_t lake =
            met && now->stretch.end != FLUV_NONE ? job->lake_of[now->stretch.end] : FLUV_NONE;
        if (lake == FLUV_NONE || lake < first_lake)
            continue;
        fluv_found_lake *own = (fluv_found_lake *)job->lakes.items + lake;
        size_t inside = fluv_walk_last_inside(w, lake);
        if (inside == w->path.samples.count) {
            aside *beside = fluv_list_append(w->ctx, passed, 1, sizeof *beside);
            if (!beside)
                return FLUV_NO_MEMORY;
            own->exit = now->stretch.end;
            *beside = (aside){lake, cell};
            met = false;
            continue;
        }
        if (own->exit != FLUV_NONE)
            return refuse(w, cell, "comes back to a lake it has left: there is no room for both");
        i = inside;
        own->exit = samples[i].cell;
        now->lake = lake;
        size_t first = now->stretch.first + now->stretch.count;
        now = begin_leg(w, legs, first, lake);
        if (!now)
            return FLUV_NO_MEMORY;
        met = false;
    }
    fluv_stretch *last = &now->stretch;
    bool at_edge = last->count && fluv_cell_at_edge(&job->topology, fluv_walk_last(w, last));
    if (met || at_edge)
        return FLUV_OK;
    if (!last->count && last->from_lake != FLUV_NONE)
        return refuse(w, ((const fluv_found_lake *)job->lakes.items + last->from_lake)->exit,
                      "finds no way out of its lake");
    w->path.stretch[0] = (fluv_stretch){.count = last->first};
    return last->count ? fluv_walk_to_water(w, last) : FLUV_OK;
}

/* From the last leg up: a lake stands where it was asked to, or where its river leaves it. */
static fluv_status write_legs(fluv_walker *w, fluv_list *legs)
{
    fluv_relief_job *job = w->job;
    for (size_t k = legs->count; k-- > 0;) {
        leg *l = (leg *)legs->items + k;
        uint32_t from = l->stretch.from_lake;
        fluv_found_lake *lake =
            from == FLUV_NONE ? NULL : (fluv_found_lake *)job->lakes.items + from;
        const fluv_placed_lake *asked = lake ? &job->placed->lakes[lake->placed - 1] : NULL;
        float level = asked && !asked->follows ? asked->level : NAN;
        if (lake)
            fluv_walk_along_shore(w, &l->stretch, level);
        float surface = fluv_walk_write(w, &l->stretch, FLUV_CELL_RIVER);
        if (!lake)
            continue;
        if (surface > level)
            return fluv_fail(
                w->ctx, FLUV_BAD_RECIPE,
                "place: lake %s at %.7g, %.7g cannot stand at %g m: its river does at %g m",
                *asked->name ? asked->name : "without a name", asked->x, asked->y, (double)level,
                (double)surface);
        lake->level = isnan(level) ? surface : level;
        job->receiver[lake->exit] =
            l->stretch.count ? fluv_walk_cells(w)[l->stretch.first] : l->stretch.end;
        fluv_relief_lake_drain(job, from, w->queue);
    }
    return FLUV_OK;
}

/* Lakes beside the line run into it where they last touch it, at its level. */
static fluv_status write_asides(fluv_walker *w, const fluv_list *passed)
{
    fluv_relief_job *job = w->job;
    for (size_t i = 0; i < passed->count; i++) {
        const aside *beside = (const aside *)passed->items + i;
        fluv_found_lake *lake = (fluv_found_lake *)job->lakes.items + beside->lake;
        const fluv_placed_lake *asked = &job->placed->lakes[lake->placed - 1];
        bool last = i + 1 == passed->count || beside[1].lake != beside->lake;
        if (!last)
            continue;
        lake->level = job->height[beside->cell];
        if (!asked->follows && fabsf(asked->level - lake->level) > 1.0F)
            return refuse(w, beside->cell, "touches a lake that shall stand at another level");
        job->receiver[lake->exit] = beside->cell;
        fluv_relief_lake_drain(job, beside->lake, w->queue);
    }
    return FLUV_OK;
}

/* Which cells are the author's rivers. */
static fluv_status mark_drawn(const fluv_walker *w)
{
    fluv_relief_job *job = w->job;
    const fluv_sample *samples = w->path.samples.items;
    for (size_t i = 0; i < w->path.samples.count; i++) {
        uint32_t river = samples[i].river, cell = samples[i].cell, *head;
        if (!river || job->drawn[cell] || !(job->state[cell] & (FLUV_CELL_RIVER | FLUV_CELL_LAKE)))
            continue;
        job->drawn[cell] = river;
        bool known = false;
        for (size_t k = 0; k < job->heads.count; k += 2)
            known |= ((const uint32_t *)job->heads.items)[k] == river;
        if (known)
            continue;
        head = fluv_list_append(w->ctx, &job->heads, 2, sizeof *head);
        if (!head)
            return FLUV_NO_MEMORY;
        head[0] = river;
        head[1] = cell;
    }
    return FLUV_OK;
}

static fluv_status place(fluv_walker *w, uint32_t line, fluv_list *legs, fluv_list *passed)
{
    fluv_relief_job *job = w->job;
    size_t first_lake = job->lakes.count;
    FLUV_TRY(fluv_walk_sample(w, line));
    for (uint32_t i = 0; i < job->plan->lake_count; i++)
        if (job->plan->lakes[i].placed && job->plan->lakes[i].line == line)
            FLUV_TRY(fluv_relief_lake_lay(w->ctx, job, &job->plan->lakes[i]));
    w->path.cells.count = w->path.beds.count = 0;
    FLUV_TRY(follow(w, first_lake, legs, passed));
    FLUV_TRY(write_legs(w, legs));
    FLUV_TRY(write_asides(w, passed));
    for (size_t i = first_lake; i < job->lakes.count; i++) {
        const fluv_found_lake *lake = (const fluv_found_lake *)job->lakes.items + i;
        if (lake->exit == FLUV_NONE)
            return refuse(w, lake->root, "passes by its lake: there is no room for both");
    }
    fluv_walk_mark_wet(w);
    fluv_walk_widths(w);
    return mark_drawn(w);
}

fluv_status fluv_relief_drawn_place(fluv_walker *w, uint32_t line)
{
    fluv_list legs = {0}, passed = {0};
    if (!w->job->drawn)
        w->job->drawn = fluv_scratch_zero(w->ctx, w->job->topology.count, sizeof *w->job->drawn);
    if (!w->job->drawn)
        return FLUV_NO_MEMORY;
    fluv_status status = place(w, line, &legs, &passed);
    fluv_list_free(&legs);
    fluv_list_free(&passed);
    return status;
}
