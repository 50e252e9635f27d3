// SPDX-License-Identifier: MIT
/* Side channels and arms of deltas on cells, and lines that keep apart.
 *
 * in   branches, paths        out   further paths, and where they leave the others
 *
 * A branch is walked downstream. It leaves the path it begins on and has cells of its own until it
 * meets the sea, or that path again below; where the cells are too coarse for that, or rivers join
 * the path between, it is left out.  O(length / cell). */
#include "stages/sample/sample.h"

#include "field/grid.h"

#include <assert.h>
#include <math.h>

#define STEP      0.4  /* of a cell */
#define SEPARATE  3    /* cells an arm has at least */
#define MOST_WAY  4000 /* cells along the path from where a branch leaves to where it comes back */
#define NEAR_PART 0.33 /* of a cell: lines beside others stay this near to their cells' centres */

typedef struct arm_walk {
    fluv_ctx *ctx;
    const fluv_paths *p;
    fluv_list cells;  /* uint32_t: the arm's own */
    fluv_list places; /* double x, y: where it passes them */
    uint32_t split;   /* FLUV_NONE: not left yet */
    uint32_t end;     /* FLUV_NONE: not met yet */
    bool failed;
} arm_walk;

/* How many paths of a kind (0: all) run into a cell. */
static uint32_t count_into(const fluv_paths *p, uint32_t cell, uint8_t kind)
{
    uint32_t col = cell % p->frame->cols, row = cell / p->frame->cols, count = 0;
    for (int k = 0; k < 8; k++) {
        int64_t c = (int64_t)col + fluv_dx[k], r = (int64_t)row + fluv_dy[k];
        if (!fluv_in_grid(p->frame->cols, p->frame->rows, c, r))
            continue;
        uint32_t other = (uint32_t)r * p->frame->cols + (uint32_t)c;
        count += p->path[other] && (!kind || p->path[other] == kind) && p->down[other] == cell;
    }
    return count;
}

static bool splits_already(const fluv_list *arms, uint32_t cell)
{
    const fluv_arm *list = arms->items;
    for (size_t i = 0; i < arms->count; i++)
        if (list[i].split == cell)
            return true;
    return false;
}

/* Whether the cell that is met lies below the split, with no river joining between. */
static bool comes_back(const arm_walk *w)
{
    uint32_t at = w->p->down[w->split];
    assert(w->p->path[w->split] != FLUV_PATH_NONE);
    for (int i = 0; i < MOST_WAY && at != FLUV_NONE && !fluv_paths_sea(w->p, at); i++) {
        if (fluv_paths_lake(w->p, at))
            return false;
        if (w->p->path[w->split] == FLUV_PATH_RIVER && count_into(w->p, at, FLUV_PATH_RIVER) > 1)
            return false;
        if (at == w->end)
            return i + 1 >= SEPARATE;
        at = w->p->down[at];
    }
    return false;
}

static bool is_own(const arm_walk *w, uint32_t cell)
{
    const uint32_t *cells = w->cells.items;
    for (size_t i = w->cells.count; i-- > 0;)
        if (cells[i] == cell)
            return true;
    return false;
}

static bool beside(const fluv_frame *frame, uint32_t a, uint32_t b)
{
    int64_t dx = (int64_t)(a % frame->cols) - b % frame->cols;
    int64_t dy = (int64_t)(a / frame->cols) - b / frame->cols;
    return dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1;
}

/* An arm falls by itself, and would lie lower than a lake beside it. */
static bool near_lake(const fluv_paths *p, uint32_t cell)
{
    uint32_t col = cell % p->frame->cols, row = cell / p->frame->cols;
    bool near = fluv_paths_lake(p, cell);
    for (int k = 0; p->lake && k < 8 && !near; k++) {
        int64_t c = (int64_t)col + fluv_dx[k], r = (int64_t)row + fluv_dy[k];
        near = fluv_in_grid(p->frame->cols, p->frame->rows, c, r) &&
               fluv_paths_lake(p, (uint32_t)r * p->frame->cols + (uint32_t)c);
    }
    return near;
}

static fluv_status step(arm_walk *w, uint32_t cell, double x, double y)
{
    const uint32_t *own = w->cells.items;
    uint32_t last = w->cells.count ? own[w->cells.count - 1] : w->split;
    bool taken = w->p->path[cell] || fluv_paths_sea(w->p, cell);
    if (cell == last)
        return FLUV_OK;
    if (taken && w->cells.count < SEPARATE) { /* still, or again, on the way it leaves */
        w->split = fluv_paths_sea(w->p, cell) ? FLUV_NONE : cell;
        w->cells.count = w->places.count = 0;
        return FLUV_OK;
    }
    w->failed = last == FLUV_NONE || near_lake(w->p, cell) || !beside(w->p->frame, cell, last) ||
                is_own(w, cell) || fluv_paths_crossed(w->p, last, cell) != FLUV_NONE;
    if (w->failed)
        return FLUV_OK;
    if (taken) {
        w->end = cell;
        return FLUV_OK;
    }
    uint32_t *added = fluv_list_append(w->ctx, &w->cells, 1, sizeof *added);
    double *place = fluv_list_append(w->ctx, &w->places, 2, sizeof *place);
    if (!added || !place)
        return FLUV_NO_MEMORY;
    *added = cell;
    place[0] = x;
    place[1] = y;
    return FLUV_OK;
}

static fluv_status walk(arm_walk *w, const fluv_course_point *points, uint32_t count)
{
    const fluv_frame *frame = w->p->frame;
    for (uint32_t i = 0; i + 1 < count; i++) {
        const fluv_course_point *a = &points[i], *b = &points[i + 1];
        double steps = ceil(hypot(b->x - a->x, b->y - a->y) / (STEP * frame->cell));
        for (double k = 1.0; k <= steps; k++) {
            double x = a->x + (b->x - a->x) * k / steps, y = a->y + (b->y - a->y) * k / steps;
            uint32_t cell = fluv_paths_cell(frame, x, y);
            w->failed = cell == FLUV_NONE;
            if (cell != FLUV_NONE)
                FLUV_TRY(step(w, cell, x, y));
            if (w->failed || w->end != FLUV_NONE)
                return FLUV_OK;
        }
    }
    return FLUV_OK;
}

/* Surfaces fall evenly from the split to the end. */
static void write_down(const arm_walk *w, uint8_t type, double width)
{
    const fluv_paths *p = w->p;
    const uint32_t *cells = w->cells.items;
    const double *places = w->places.items;
    size_t count = w->cells.count;
    assert(count >= SEPARATE && w->split != FLUV_NONE && w->end != FLUV_NONE);
    float top = p->height[w->split];
    float low = fluv_paths_sea(p, w->end) ? 0.0f : p->height[w->end];
    for (size_t i = 0; i < count; i++) {
        float t = (float)(i + 1) / (float)(count + 1);
        p->path[cells[i]] = FLUV_PATH_ARM;
        p->rosgen[cells[i]] = type;
        p->down[cells[i]] = i + 1 < count ? cells[i + 1] : w->end;
        p->height[cells[i]] = top + t * (low - top);
        fluv_paths_note(p, cells[i], places[2 * i], places[2 * i + 1]);
        fluv_paths_widen(p, cells[i], width);
    }
}

static fluv_status draw(arm_walk *w, const fluv_courses *courses, const fluv_branch *branch,
                        fluv_list *arms, fluv_list *lengths)
{
    w->cells.count = w->places.count = 0;
    w->split = w->end = FLUV_NONE;
    w->failed = false;
    FLUV_TRY(walk(w, courses->points + branch->first_point, branch->point_count));
    bool whole = !w->failed && w->split != FLUV_NONE && w->cells.count >= SEPARATE;
    if (!whole || (w->end == FLUV_NONE && !branch->sea))
        return FLUV_OK;
    if (w->end == FLUV_NONE || (!fluv_paths_sea(w->p, w->end) && !comes_back(w)))
        return FLUV_OK;
    if (count_into(w->p, w->split, 0) != 1 || splits_already(arms, w->split))
        return FLUV_OK;
    write_down(w, courses->courses[branch->course].type,
               (double)courses->points[branch->first_point].width);
    fluv_arm *arm = fluv_list_append(w->ctx, arms, 1, sizeof *arm);
    uint32_t *length = fluv_list_append(w->ctx, lengths, 1, sizeof *length);
    if (!arm || !length)
        return FLUV_NO_MEMORY;
    *length = (uint32_t)w->cells.count;
    *arm = (fluv_arm){w->split, ((const uint32_t *)w->cells.items)[0], branch->share};
    return FLUV_OK;
}

fluv_status fluv_arms_draw(fluv_ctx *ctx, const fluv_courses *courses, const fluv_paths *paths,
                           fluv_list *arms, fluv_list *lengths)
{
    arm_walk w = {.ctx = ctx, .p = paths};
    fluv_status status = FLUV_OK;
    for (size_t i = 0; status == FLUV_OK && i < courses->branch_count; i++)
        status = draw(&w, courses, &courses->branches[i], arms, lengths);
    fluv_list_free(&w.cells);
    fluv_list_free(&w.places);
    return status;
}

/* ---- Flow ---- */

/* What a channel's own land brings where the channel ends at `end`. */
static double own_flow(const fluv_arm_flow *f, uint32_t last, uint32_t end)
{
    double below = f->area[end], own = fmin(f->area[last], below);
    if (f->paths->path[end] == FLUV_PATH_ARM) /* which is settled already */
        return below > 0.0 ? (double)f->discharge[end] * own / below : 0.0;
    return fluv_flow_law(f->law, below) - fluv_flow_law(f->law, below - own);
}

static void settle(const fluv_arm_flow *f, uint32_t first, uint32_t length)
{
    uint32_t last = first;
    for (uint32_t i = 1; i < length && last != FLUV_NONE; i++)
        last = f->receiver[last];
    uint32_t end = last == FLUV_NONE ? FLUV_NONE : f->receiver[last];
    if (end == FLUV_NONE || fluv_paths_sea(f->paths, end) || !(f->area[last] > 0.0))
        return;
    double own = own_flow(f, last, end);
    assert(own >= 0.0);
    for (uint32_t c = first; c != end && c != FLUV_NONE; c = f->receiver[c])
        f->discharge[c] = (float)(own * f->area[c] / f->area[last]);
}

void fluv_arms_settle(const fluv_arm_flow *flow, const fluv_list *arms, const fluv_list *lengths)
{
    const fluv_arm *list = arms->items;
    assert(arms->count == lengths->count);
    for (size_t i = 0; i < arms->count; i++)
        settle(flow, list[i].first, ((const uint32_t *)lengths->items)[i]);
}

/* ---- Lines ---- */

/* Whether a path that is not the cell's own way, two cells up or down, runs beside it. */
static bool has_stranger(const fluv_paths *p, const uint32_t *receiver, uint32_t cell)
{
    uint32_t col = cell % p->frame->cols, row = cell / p->frame->cols;
    uint32_t below = receiver[cell], next = below == FLUV_NONE ? FLUV_NONE : receiver[below];
    for (int k = 0; k < 8; k++) {
        int64_t c = (int64_t)col + fluv_dx[k], r = (int64_t)row + fluv_dy[k];
        if (!fluv_in_grid(p->frame->cols, p->frame->rows, c, r))
            continue;
        uint32_t other = (uint32_t)r * p->frame->cols + (uint32_t)c, down = receiver[other];
        if (!p->path[other] || other == below || other == next || down == cell)
            continue;
        if (down == FLUV_NONE || receiver[down] != cell)
            return true;
    }
    return false;
}

void fluv_paths_part(const fluv_paths *p, int threads, const uint32_t *receiver)
{
    size_t cells = (size_t)p->frame->cols * p->frame->rows;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < cells; c++) {
        if (!p->path[c] || !has_stranger(p, receiver, c))
            continue;
        int8_t *aside = p->aside + 2 * (size_t)c;
        double x = aside[0], y = aside[1], far = hypot(x, y);
        double scale = fmin(1.0, NEAR_PART * FLUV_ASIDE_CELL / fmax(far, 1e-9));
        aside[0] = (int8_t)(x * scale);
        aside[1] = (int8_t)(y * scale);
    }
}
