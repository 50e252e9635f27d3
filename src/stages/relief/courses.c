// SPDX-License-Identifier: MIT
/* Planned rivers on the cells.
 *
 * in   the plan        out   river and lake cells, their receivers and water surfaces
 *
 * Lines come strongest first. Each is walked from its head in steps shorter than a cell, loops are
 * cut off, and it ends in the first water it meets: ocean, a lake, a river that is there already.
 * So one receiver a cell is enough, and where a coarse frame brings lines into one cell they merge.
 * Diagonal steps never cross. Heights are then carried from the end upstream, where they never
 * fall.  O(samples + cells of lakes). */
#include "stages/relief/courses.h"

#include "stages/rivers/network.h"

#define STEP     0.4   /* cells between samples */
#define LEAST    0.02F /* m, of a river's surface above the sea */
#define SEPARATE 3     /* cells an arm of a delta has at least */

typedef struct walker {
    fluv_ctx *ctx;
    fluv_relief_job *job;
    fluv_path path;
    uint32_t *position; /* a cell: 1 + its place in the path, where path agrees; else anything */
    uint32_t *queue;
} walker;

/* ---- Samples ---- */

static fluv_status add_sample(walker *w, double x, double y, float bed, bool wet)
{
    fluv_list *samples = &w->path.samples;
    uint32_t cell = fluv_relief_cell(&w->job->frame, x, y);
    if (samples->count) {
        fluv_sample *last = (fluv_sample *)samples->items + samples->count - 1;
        if (last->cell == cell)
            return FLUV_OK;
    }
    fluv_sample *added = fluv_list_append(w->ctx, samples, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = (fluv_sample){x, y, bed, cell, wet};
    return FLUV_OK;
}

static fluv_status sample_piece(walker *w, const fluv_plan_point *a, const fluv_plan_point *b)
{
    const fluv_relief_job *job = w->job;
    float river = (float)job->params->river;
    float top = fluv_relief_scaled(job, a->bed * river);
    float low = fluv_relief_scaled(job, b->bed * river);
    int steps = (int)ceil(hypot(b->x - a->x, b->y - a->y) / (STEP * job->frame.cell)) + 1;
    for (int i = 0; i <= steps; i++) {
        double t = (double)i / steps;
        FLUV_TRY(add_sample(w, a->x + t * (b->x - a->x), a->y + t * (b->y - a->y),
                            top + (float)t * (low - top), a->wet));
    }
    return FLUV_OK;
}

/* The line of a point: lines lie one after another. */
static uint32_t line_of_point(const fluv_plan *plan, uint32_t point)
{
    uint32_t low = 0, high = plan->line_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (plan->lines[middle].first_point <= point)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* All of the way from the line's head down to where the water ends. */
static fluv_status sample_way(walker *w, uint32_t line)
{
    const fluv_plan *plan = w->job->plan;
    w->path.samples.count = 0;
    uint32_t at = plan->lines[line].first_point;
    while (at != FLUV_NONE) {
        const fluv_plan_line *here = &plan->lines[line];
        uint32_t last = here->first_point + here->point_count - 1;
        for (; at < last; at++)
            FLUV_TRY(sample_piece(w, &plan->points[at], &plan->points[at + 1]));
        if (here->point_count == 1)
            FLUV_TRY(sample_piece(w, &plan->points[at], &plan->points[at]));
        at = here->into;
        line = at == FLUV_NONE ? line : line_of_point(plan, at);
    }
    return FLUV_OK;
}

/* ---- Walking ---- */

static uint32_t *cells_of(const walker *w)
{
    return w->path.cells.items;
}

static uint32_t last_cell(const walker *w, const fluv_stretch *s)
{
    return s->count ? cells_of(w)[s->first + s->count - 1] : FLUV_NONE;
}

/* The cell's place in the stretch, or the stretch's end. */
static size_t place_in(const walker *w, const fluv_stretch *s, uint32_t cell)
{
    uint32_t at = w->position[cell];
    bool here = at > s->first && at <= s->first + s->count && cells_of(w)[at - 1] == cell;
    return here ? at - 1 - s->first : s->count;
}

static fluv_status append(walker *w, fluv_stretch *s, uint32_t cell, float bed)
{
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

/* The river cell that a diagonal step would cross into; NONE: it crosses none. */
static uint32_t crossed_from(const fluv_relief_job *job, uint32_t from, uint32_t cell)
{
    uint32_t cols = job->frame.cols;
    if (from == FLUV_NONE || !fluv_relief_crosses(job, from, cell))
        return FLUV_NONE;
    uint32_t p = from / cols * cols + cell % cols, q = cell / cols * cols + from % cols;
    return job->receiver[p] == q ? q : p;
}

/* A diagonal step across the stretch's own way: the loop is cut back to before the crossing. */
static void cut_crossing(const walker *w, fluv_stretch *s, uint32_t cell)
{
    uint32_t from = last_cell(w, s), cols = w->job->frame.cols;
    if (from == FLUV_NONE || from % cols == cell % cols || from / cols == cell / cols)
        return;
    uint32_t p = from / cols * cols + cell % cols, q = cell / cols * cols + from % cols;
    size_t at_p = place_in(w, s, p), at_q = place_in(w, s, q);
    if (at_p < s->count && at_q < s->count && (at_p + 1 == at_q || at_q + 1 == at_p))
        s->count = (at_p < at_q ? at_p : at_q) + 1;
}

/* One step; true when the stretch has met water, which is then its end. */
static fluv_status step(walker *w, fluv_stretch *s, const fluv_sample *to, bool *met)
{
    const fluv_relief_job *job = w->job;
    *met = true;
    uint32_t river = crossed_from(job, last_cell(w, s), to->cell);
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
    size_t before = place_in(w, s, to->cell);
    if (before < s->count) {
        s->count = before + 1; /* a loop */
        return FLUV_OK;
    }
    return append(w, s, to->cell, to->bed);
}

/* Whether the way to the nearest water may lead over a cell: not through the lake it leaves, nor
 * over what leads to that lake. */
static bool is_open(const walker *w, const fluv_stretch *s, uint32_t cell)
{
    const fluv_stretch *first = &w->path.stretch[0];
    if (s->from_lake == FLUV_NONE)
        return true;
    return w->job->lake_of[cell] != s->from_lake && place_in(w, first, cell) == first->count;
}

/* The nearest water or edge from a cell, over straight steps; `from` gets the way back. */
static uint32_t search_water(const walker *w, fluv_stretch *s, uint32_t start, uint32_t *from)
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

/* Leads a stretch to the nearest water, where the plan's coast lies off the frame's. */
static fluv_status find_water(walker *w, fluv_stretch *s)
{
    const fluv_relief_job *job = w->job;
    uint32_t start = last_cell(w, s), length = 0;
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
        size_t place = place_in(w, s, w->queue[length]);
        s->count = place < s->count ? place + 1 : s->count;
        if (last_cell(w, s) != w->queue[length])
            FLUV_TRY(append(w, s, w->queue[length], bed));
    }
    fluv_scratch_drop(w->ctx, from);
    return FLUV_OK;
}

/* The last sample of the way that lies in the lake. */
static size_t last_inside(const walker *w, uint32_t lake)
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
static bool meets_first(const walker *w, const fluv_stretch *s, uint32_t cell)
{
    const fluv_relief_job *job = w->job;
    const fluv_stretch *first = &w->path.stretch[0];
    if (s == first)
        return false;
    if (place_in(w, first, cell) < first->count)
        return true;
    const fluv_found_lake *lake = (const fluv_found_lake *)job->lakes.items + s->from_lake;
    uint32_t from = s->count ? last_cell(w, s) : lake->exit, cols = job->frame.cols;
    uint32_t p = from / cols * cols + cell % cols, q = cell / cols * cols + from % cols;
    return place_in(w, first, p) < first->count || place_in(w, first, q) < first->count;
}

/* Follows the samples; through `lake`, its own, into a second stretch. */
static fluv_status follow(walker *w, uint32_t lake)
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
        FLUV_TRY(step(w, s, &samples[i], &met));
        bool enters = met && lake != FLUV_NONE && s->from_lake == FLUV_NONE &&
                      s->end != FLUV_NONE && w->job->lake_of[s->end] == lake;
        if (met && !enters)
            return FLUV_OK;
        if (!enters)
            continue;
        i = last_inside(w, lake);
        ((fluv_found_lake *)w->job->lakes.items)[lake].exit = samples[i].cell;
        w->path.stretch[1] = (fluv_stretch){.first = s->count, .end = FLUV_NONE, .from_lake = lake};
        s = &w->path.stretch[1];
        w->path.stretches = 2;
        met = false;
    }
    bool at_edge = s->count && fluv_cell_at_edge(&w->job->topology, last_cell(w, s));
    return met || at_edge || !s->count ? FLUV_OK : find_water(w, s);
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

/* Returns the surface at the stretch's first cell, or at its end where it has no cells. */
static float write_stretch(walker *w, const fluv_stretch *s, uint8_t marks)
{
    fluv_relief_job *job = w->job;
    const uint32_t *cells = cells_of(w);
    const float *beds = w->path.beds.items;
    float surface = surface_at(job, s->end);
    for (size_t i = s->count; i-- > 0;) {
        uint32_t cell = cells[s->first + i];
        surface = fmaxf(surface, beds[s->first + i]);
        job->height[cell] = surface;
        job->receiver[cell] = i + 1 < s->count ? cells[s->first + i + 1] : s->end;
        job->state[cell] |= marks;
    }
    return surface;
}

static void mark_wet(const walker *w)
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

static fluv_status place_line(walker *w, uint32_t line, const fluv_plan_lake *planned)
{
    fluv_relief_job *job = w->job;
    uint32_t lake = FLUV_NONE;
    FLUV_TRY(sample_way(w, line));
    if (planned)
        FLUV_TRY(fluv_relief_lake_place(w->ctx, job, planned, w->queue, &lake));
    w->path.cells.count = w->path.beds.count = 0;
    FLUV_TRY(follow(w, lake));
    fluv_stretch *lower = &w->path.stretch[w->path.stretches - 1];
    if (lake != FLUV_NONE && w->path.stretches < 2) {
        fluv_relief_lake_forget(job, planned);
        FLUV_TRY(follow(w, FLUV_NONE));
        lower = &w->path.stretch[0];
        lake = FLUV_NONE;
    }
    float surface = write_stretch(w, lower, FLUV_CELL_RIVER);
    if (lake != FLUV_NONE) {
        fluv_found_lake *own = (fluv_found_lake *)job->lakes.items + lake;
        own->level = surface;
        job->receiver[own->exit] = lower->count ? cells_of(w)[lower->first] : lower->end;
        fluv_relief_lake_drain(job, lake, w->queue);
        write_stretch(w, &w->path.stretch[0], FLUV_CELL_RIVER);
    }
    mark_wet(w);
    return FLUV_OK;
}

/* ---- Arms of deltas ---- */

/* A single river with water in it runs into the cell, and on. */
static bool can_split(const fluv_relief_job *job, uint32_t cell)
{
    const uint8_t wet = FLUV_CELL_RIVER | FLUV_CELL_WET;
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
static fluv_status follow_arm(walker *w, fluv_stretch *s, uint32_t *split)
{
    const fluv_relief_job *job = w->job;
    const fluv_sample *samples = w->path.samples.items;
    uint32_t left = FLUV_NONE;
    *split = FLUV_NONE;
    *s = (fluv_stretch){.end = FLUV_NONE, .from_lake = FLUV_NONE};
    for (size_t i = 0; i < w->path.samples.count; i++) {
        bool met = false;
        uint32_t crossed = s->count ? FLUV_NONE : crossed_from(job, left, samples[i].cell);
        if (crossed == FLUV_NONE)
            FLUV_TRY(step(w, s, &samples[i], &met));
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
    return FLUV_OK;
}

static bool may_leave(const fluv_relief_job *job, uint32_t from, uint32_t first)
{
    return can_split(job, from) && runs_to_sea(job, from) && !fluv_relief_crosses(job, from, first);
}

/* Where no arm may leave at the given cell, a river joins there or another arm leaves already: one
 * beside the arm's first cells serves as well, and the cells before are left out. */
static uint32_t move_split(const walker *w, fluv_stretch *s, uint32_t split)
{
    const fluv_relief_job *job = w->job;
    if (split == FLUV_NONE || (s->count && may_leave(job, split, cells_of(w)[s->first])))
        return split;
    for (size_t k = 0; k < SEPARATE && k < s->count; k++) {
        uint32_t cell = cells_of(w)[s->first + k];
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

static fluv_status place_arm(walker *w, const fluv_plan_line *arm)
{
    fluv_relief_job *job = w->job;
    fluv_stretch s;
    uint32_t split;
    FLUV_TRY(sample_way(w, (uint32_t)(arm - job->plan->lines)));
    FLUV_TRY(follow_arm(w, &s, &split));
    split = move_split(w, &s, split);
    if (split == FLUV_NONE || s.count < SEPARATE)
        return FLUV_OK;
    float *beds = (float *)w->path.beds.items + s.first;
    for (size_t k = 0; k < s.count; k++)
        beds[k] = fminf(beds[k], job->height[split]);
    write_stretch(w, &s, FLUV_CELL_RIVER | FLUV_CELL_WET | FLUV_CELL_ARM);
    fluv_arm *added = fluv_list_append(w->ctx, &job->arms, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    job->state[split] |= FLUV_CELL_SPLIT;
    *added = (fluv_arm){split, cells_of(w)[s.first], arm->strength};
    return FLUV_OK;
}

static fluv_status place_all(walker *w)
{
    const fluv_plan *plan = w->job->plan;
    const fluv_plan_lake **lakes = fluv_scratch_zero(w->ctx, plan->line_count, sizeof *lakes);
    if (!lakes)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < plan->lake_count; i++)
        lakes[plan->lakes[i].line] = &plan->lakes[i];
    uint32_t rivers = plan->line_count - plan->arm_count;
    for (uint32_t line = 0; line < rivers; line++) {
        FLUV_TRY(place_line(w, line, lakes[line]));
        if (line % 64 == 0)
            FLUV_TRY(fluv_advance(w->ctx, 0.2 + 0.1 * line / rivers));
    }
    for (uint32_t line = rivers; line < plan->line_count; line++)
        FLUV_TRY(place_arm(w, &plan->lines[line]));
    return FLUV_OK;
}

fluv_status fluv_relief_courses(fluv_ctx *ctx, fluv_relief_job *job)
{
    size_t cells = job->topology.count;
    walker w = {.ctx = ctx,
                .job = job,
                .position = fluv_scratch_zero(ctx, cells, sizeof *w.position),
                .queue = fluv_scratch(ctx, cells, sizeof *w.queue)};
    if (!w.position || !w.queue)
        return FLUV_NO_MEMORY;
    fluv_status status = place_all(&w);
    fluv_list_free(&w.path.cells);
    fluv_list_free(&w.path.beds);
    fluv_list_free(&w.path.samples);
    fluv_scratch_drop(ctx, w.position);
    fluv_scratch_drop(ctx, w.queue);
    return status;
}
