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

/* A line under way. */
typedef struct drawing {
    fluv_walker *w;
    uint32_t line;
    size_t first_lake; /* lakes from here on are the line's own */
    fluv_list legs;    /* leg */
    fluv_list passed;  /* aside */
    bool again;        /* a lake was left out: the line is walked anew */
} drawing;

static fluv_found_lake *lake_at(const drawing *d, uint32_t lake)
{
    return (fluv_found_lake *)d->w->job->lakes.items + lake;
}

static const fluv_placed_lake *asked_for(const drawing *d, uint32_t lake)
{
    return &d->w->job->placed->lakes[lake_at(d, lake)->placed - 1];
}

/* The line and a lake of its own do not fit together: a lake of an earlier result is left out, for
 * another the place is named. */
static fluv_status no_room(drawing *d, uint32_t lake, uint32_t cell, const char *why)
{
    const fluv_frame *frame = &d->w->job->frame;
    const fluv_placed_lake *asked = asked_for(d, lake);
    if (asked->follows) {
        fluv_relief_leave_out(d->w->job, lake_at(d, lake)->placed - 1);
        d->again = true;
        return FLUV_OK;
    }
    return fluv_blame(d->w->ctx, &asked->by,
                      fluv_fail(d->w->ctx, FLUV_BAD_RECIPE, "place: the river at %.7g, %.7g %s",
                                fluv_cell_x(frame, cell), fluv_cell_y(frame, cell), why));
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

/* The line passes a lake without entering it. */
static fluv_status pass_by(drawing *d, uint32_t lake, uint32_t shore, uint32_t cell)
{
    aside *beside = fluv_list_append(d->w->ctx, &d->passed, 1, sizeof *beside);
    if (!beside)
        return FLUV_NO_MEMORY;
    lake_at(d, lake)->exit = shore;
    *beside = (aside){lake, cell};
    return FLUV_OK;
}

/* Where the samples end: in water, over the edge, or the rest of the way is found. */
static fluv_status end_follow(drawing *d, fluv_stretch *last, bool met)
{
    fluv_walker *w = d->w;
    bool at_edge = last->count && fluv_cell_at_edge(&w->job->topology, fluv_walk_last(w, last));
    if (met || at_edge)
        return FLUV_OK;
    if (!last->count && last->from_lake != FLUV_NONE)
        return no_room(d, last->from_lake, lake_at(d, last->from_lake)->exit,
                       "finds no way out of its lake");
    w->path.stretch[0] = (fluv_stretch){.count = last->first};
    return last->count ? fluv_walk_to_water(w, last) : FLUV_OK;
}

/* Follows the samples from lake to lake. */
static fluv_status follow(drawing *d)
{
    fluv_walker *w = d->w;
    const fluv_relief_job *job = w->job;
    const fluv_sample *samples = w->path.samples.items;
    leg *now = begin_leg(w, &d->legs, 0, FLUV_NONE);
    bool met = false;
    if (!now)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < w->path.samples.count && !met; i++) {
        uint32_t cell = samples[i].cell;
        if (d->legs.count == 1 && !now->stretch.count && job->cover[cell] == FLUV_OCEAN)
            continue;
        if (comes_back(w, &now->stretch, cell))
            return no_room(d, now->stretch.from_lake, cell,
                           "comes back to itself below a lake: there is no room for both");
        FLUV_TRY(fluv_walk_step(w, &now->stretch, &samples[i], &met));
        uint32_t lake =
            met && now->stretch.end != FLUV_NONE ? job->lake_of[now->stretch.end] : FLUV_NONE;
        if (lake == FLUV_NONE || lake < d->first_lake)
            continue;
        size_t inside = fluv_walk_last_inside(w, lake);
        met = false;
        if (inside == w->path.samples.count) {
            FLUV_TRY(pass_by(d, lake, now->stretch.end, cell));
            continue;
        }
        if (lake_at(d, lake)->exit != FLUV_NONE)
            return no_room(d, lake, cell,
                           "comes back to a lake it has left: there is no room for both");
        i = inside;
        lake_at(d, lake)->exit = samples[i].cell;
        now->lake = lake;
        now = begin_leg(w, &d->legs, now->stretch.first + now->stretch.count, lake);
        if (!now)
            return FLUV_NO_MEMORY;
    }
    return end_follow(d, &now->stretch, met);
}

/* Every lake of the line is met by it. */
static fluv_status expect_lakes(drawing *d)
{
    for (uint32_t i = (uint32_t)d->first_lake; i < d->w->job->lakes.count && !d->again; i++)
        if (lake_at(d, i)->exit == FLUV_NONE)
            FLUV_TRY(no_room(d, i, lake_at(d, i)->root,
                             "passes by its lake: there is no room for both"));
    return FLUV_OK;
}

/* From the last leg up: a lake stands where it was asked to, or where its river leaves it. */
static fluv_status write_legs(const drawing *d)
{
    fluv_walker *w = d->w;
    fluv_relief_job *job = w->job;
    for (size_t k = d->legs.count; k-- > 0;) {
        leg *l = (leg *)d->legs.items + k;
        uint32_t from = l->stretch.from_lake;
        fluv_found_lake *lake = from == FLUV_NONE ? NULL : lake_at(d, from);
        const fluv_placed_lake *asked = lake ? asked_for(d, from) : NULL;
        float level = asked && !asked->follows ? asked->level : NAN;
        if (lake)
            fluv_walk_along_shore(w, &l->stretch, level);
        float surface = fluv_walk_write(w, &l->stretch, FLUV_CELL_RIVER);
        if (!lake)
            continue;
        if (surface > level)
            return fluv_blame(
                w->ctx, &asked->by,
                fluv_fail(w->ctx, FLUV_BAD_RECIPE,
                          "place: lake %s at %.7g, %.7g cannot stand at %g m: its river does at "
                          "%g m",
                          fluv_called(asked->name), asked->x, asked->y, (double)level,
                          (double)surface));
        lake->level = isnan(level) ? surface : level;
        job->receiver[lake->exit] =
            l->stretch.count ? fluv_walk_cells(w)[l->stretch.first] : l->stretch.end;
        fluv_relief_lake_drain(job, from, w->queue);
    }
    return FLUV_OK;
}

/* Lakes beside the line run into it where they last touch it, at its level. */
static fluv_status write_asides(drawing *d)
{
    fluv_relief_job *job = d->w->job;
    for (size_t i = 0; i < d->passed.count; i++) {
        const aside *beside = (const aside *)d->passed.items + i;
        fluv_found_lake *lake = lake_at(d, beside->lake);
        const fluv_placed_lake *asked = asked_for(d, beside->lake);
        bool last = i + 1 == d->passed.count || beside[1].lake != beside->lake;
        if (!last)
            continue;
        lake->level = job->height[beside->cell];
        if (!asked->follows && fabsf(asked->level - lake->level) > 1.0F)
            return no_room(d, beside->lake, beside->cell,
                           "touches a lake that shall stand at another level");
        job->receiver[lake->exit] = beside->cell;
        fluv_relief_lake_drain(job, beside->lake, d->w->queue);
    }
    return FLUV_OK;
}

static fluv_status open_drawn(fluv_walker *w)
{
    fluv_relief_job *job = w->job;
    if (!job->drawn) {
        job->drawn = fluv_scratch_zero(w->ctx, job->topology.count, sizeof *job->drawn);
        job->left_out = fluv_scratch_zero(w->ctx, job->placed->lake_count, 1);
    }
    return job->drawn && job->left_out ? FLUV_OK : FLUV_NO_MEMORY;
}

fluv_status fluv_relief_drawn_mark(fluv_walker *w)
{
    fluv_relief_job *job = w->job;
    const fluv_sample *samples = w->path.samples.items;
    FLUV_TRY(open_drawn(w));
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

/* Forgets all that was tried. */
static void begin_anew(drawing *d)
{
    fluv_relief_job *job = d->w->job;
    for (size_t c = 0; d->again && c < job->topology.count; c++)
        if (job->lake_of[c] != FLUV_NONE && job->lake_of[c] >= d->first_lake)
            job->lake_of[c] = FLUV_NONE;
    job->lakes.count = d->first_lake;
    d->legs.count = d->passed.count = 0;
    d->w->path.cells.count = d->w->path.beds.count = 0;
    d->again = false;
}

static fluv_status try_lakes(drawing *d)
{
    fluv_relief_job *job = d->w->job;
    for (uint32_t i = 0; i < job->plan->lake_count && !d->again; i++) {
        const fluv_layout_lake *lake = &job->plan->lakes[i];
        if (lake->placed && lake->line == d->line && !job->left_out[lake->placed - 1])
            FLUV_TRY(fluv_relief_lake_lay(d->w->ctx, job, lake, &d->again));
    }
    if (!d->again)
        FLUV_TRY(follow(d));
    return expect_lakes(d);
}

static fluv_status place(drawing *d)
{
    FLUV_TRY(fluv_walk_sample(d->w, d->line));
    do {
        begin_anew(d);
        FLUV_TRY(try_lakes(d));
    } while (d->again); /* one lake fewer each time */
    FLUV_TRY(write_legs(d));
    FLUV_TRY(write_asides(d));
    fluv_walk_mark_wet(d->w);
    fluv_walk_widths(d->w);
    return fluv_relief_drawn_mark(d->w);
}

fluv_status fluv_relief_drawn_place(fluv_walker *w, uint32_t line)
{
    fluv_relief_job *job = w->job;
    drawing d = {.w = w, .line = line, .first_lake = job->lakes.count};
    FLUV_TRY(open_drawn(w));
    fluv_status status = place(&d);
    fluv_list_free(&d.legs);
    fluv_list_free(&d.passed);
    return status;
}
