// SPDX-License-Identifier: MIT
/* Courses on cells.
 *
 * in   courses, sea        out   path cells, each with the cell it leads to; surfaces; where in
 *                                the cell the course passes
 *
 * Bends too small for the cells are taken out of a course by averaging along it. Courses are then
 * walked upstream, the lowest first. A cell that is met for the first time leads to the
 * one before it, so paths are trees that end in the sea; where two courses share cells, or a bend
 * meets itself, they are one path. A diagonal step that would cross another path joins it instead.
 * Surfaces never fall on the way up.  O(length / cell). */
#include "stages/sample/sample.h"

#include "field/grid.h"

#include <assert.h>
#include <math.h>

#define STEP     0.4 /* of a cell */
#define WINDOW   1.4 /* cells to either side over which a course is averaged, twice */
#define MOST_OUT 40  /* cells from the mouth to look for the sea */

uint32_t fluv_paths_cell(const fluv_frame *frame, double x, double y)
{
    double col = floor((x - frame->west) / frame->cell);
    double row = floor((frame->north - y) / frame->cell);
    if (!(col >= 0.0 && row >= 0.0 && col < frame->cols && row < frame->rows))
        return FLUV_NONE;
    return (uint32_t)row * frame->cols + (uint32_t)col;
}

void fluv_paths_note(const fluv_paths *p, uint32_t cell, double x, double y)
{
    const double at[2] = {(x - fluv_cell_x(p->frame, cell)) / p->frame->cell,
                          (y - fluv_cell_y(p->frame, cell)) / p->frame->cell};
    for (size_t k = 0; k < 2; k++)
        p->aside[2 * (size_t)cell + k] =
            (int8_t)lround(fmin(fmax(at[k], -0.49), 0.49) * FLUV_ASIDE_CELL);
}

static double distance(const fluv_course_point *a, const fluv_course_point *b)
{
    double dx = b->x - a->x, dy = b->y - a->y;
    return sqrt(dx * dx + dy * dy);
}

/* A walk up a course. */
typedef struct walk {
    const fluv_paths *p;
    uint32_t at;   /* the last cell; FLUV_NONE: outside the frame, not begun, or lost */
    uint32_t lost; /* the last cell, where nothing is known that it could lead to; else FLUV_NONE */
    uint32_t own;  /* the last cell that the walk made a path; FLUV_NONE: none */
    uint32_t beside; /* the last cell, where it is not its own but touches `at`; FLUV_NONE */
    uint8_t type;
    double x, y, steps; /* sums over the way through `own` */
} walk;

uint32_t fluv_paths_crossed(const fluv_paths *p, uint32_t from, uint32_t to)
{
    uint32_t cols = p->frame->cols;
    uint32_t a = from / cols * cols + to % cols, b = to / cols * cols + from % cols;
    assert(from < cols * p->frame->rows && to < cols * p->frame->rows);
    if (a == from || a == to || !p->path[a] || !p->path[b])
        return FLUV_NONE;
    return p->down[a] == b || p->down[b] == a ? a : FLUV_NONE;
}

/* The middle of the way through a cell is where its line will pass. */
static void note_own(const walk *w)
{
    if (w->own != FLUV_NONE && w->steps > 0.0)
        fluv_paths_note(w->p, w->own, w->x / w->steps, w->y / w->steps);
}

/* What a course is like where a cell is entered. */
typedef struct section {
    float z;
    double width; /* m */
} section;

/* A cell of a kept river that touches another, FLUV_NONE: none. */
static uint32_t kept_beside(const fluv_paths *p, uint32_t cell)
{
    uint32_t col = cell % p->frame->cols, row = cell / p->frame->cols, found = FLUV_NONE;
    for (int k = 0; p->kept && k < 8; k++) {
        int64_t c = (int64_t)col + fluv_dx[k], r = (int64_t)row + fluv_dy[k];
        if (!fluv_in_grid(p->frame->cols, p->frame->rows, c, r))
            continue;
        uint32_t other = (uint32_t)r * p->frame->cols + (uint32_t)c;
        if (p->kept[other] && p->path[other] && fluv_paths_crossed(p, cell, other) == FLUV_NONE &&
            (found == FLUV_NONE || p->height[other] < p->height[found]))
            found = other;
    }
    return found;
}

/* Makes a cell a path that leads to the last one. */
static void lay(walk *w, uint32_t cell, section at)
{
    const fluv_paths *p = w->p;
    uint32_t below = w->at;
    if (below != FLUV_NONE) {
        uint32_t other = fluv_paths_crossed(p, cell, below);
        below = other != FLUV_NONE ? other : below;
    }
    float surface = below != FLUV_NONE && !fluv_paths_sea(p, below) ? p->height[below] : 0.0f;
    assert(below == FLUV_NONE || fluv_paths_sea(p, below) || p->path[below]);
    p->path[cell] = FLUV_PATH_RIVER;
    p->rosgen[cell] = w->type;
    p->down[cell] = below;
    p->height[cell] = fmaxf(p->kept ? fminf(at.z, p->height[cell]) : at.z, surface);
    fluv_paths_widen(p, cell, at.width);
    note_own(w);
    w->at = w->own = cell;
    w->x = w->y = w->steps = 0.0;
}

static void step_to(walk *w, uint32_t cell, section at)
{
    const fluv_paths *p = w->p;
    if (cell == w->at || cell == w->beside)
        return;
    w->lost = FLUV_NONE;
    if (fluv_paths_sea(p, cell) || p->path[cell]) {
        w->at = cell;
        w->beside = FLUV_NONE;
        return;
    }
    uint32_t kept = kept_beside(p, cell); /* it does not run beside one */
    if (kept != FLUV_NONE) {
        w->at = kept;
        w->beside = cell;
        return;
    }
    if (w->beside != FLUV_NONE) {
        lay(w, w->beside, at);
        w->beside = FLUV_NONE;
    }
    if (w->at == FLUV_NONE && !(p->kind[cell] & FLUV_CELL_OPEN)) {
        w->lost = cell; /* a river that begins in mid-land would drain to itself */
        return;
    }
    lay(w, cell, at);
}

static void add_place(walk *w, double x, double y)
{
    if (w->at != w->own || w->at == FLUV_NONE)
        return;
    w->x += x;
    w->y += y;
    w->steps += 1.0;
}

/* From a to b in small steps; no step leaves out a cell between. */
static void walk_piece(walk *w, const fluv_course_point *a, const fluv_course_point *b)
{
    const fluv_frame *frame = w->p->frame;
    double steps = ceil(distance(a, b) / (STEP * frame->cell));
    for (double i = 1.0; i <= steps; i++) {
        double t = i / steps, x = a->x + (b->x - a->x) * t, y = a->y + (b->y - a->y) * t;
        uint32_t cell = fluv_paths_cell(frame, x, y);
        if (cell == FLUV_NONE)
            w->at = w->lost = w->beside = FLUV_NONE;
        else
            step_to(w, cell,
                    (section){(float)((double)a->z + ((double)b->z - (double)a->z) * t),
                              (double)a->width + ((double)b->width - (double)a->width) * t});
        add_place(w, x, y);
    }
}

/* The sea cell nearest to a mouth, FLUV_NONE: none is near. */
static uint32_t sea_near(const fluv_paths *p, uint32_t mouth)
{
    int64_t cols = p->frame->cols, rows = p->frame->rows;
    int64_t col = mouth % p->frame->cols, row = mouth / p->frame->cols, least = INT64_MAX;
    uint32_t best = FLUV_NONE;
    for (int64_t far = 1; far <= MOST_OUT && far * far < least; far++)
        for (int64_t k = -far; k <= far; k++) {
            const int64_t ring[4][2] = {{col + k, row - far},
                                        {col + k, row + far},
                                        {col - far, row + k},
                                        {col + far, row + k}};
            for (int side = 0; side < 4; side++) {
                int64_t x = ring[side][0], y = ring[side][1];
                if (x < 0 || y < 0 || x >= cols || y >= rows || k * k + far * far >= least ||
                    !fluv_paths_sea(p, (uint32_t)(y * cols + x)))
                    continue;
                least = k * k + far * far;
                best = (uint32_t)(y * cols + x);
            }
        }
    return best;
}

/* Begins at the sea and comes in to the mouth. */
static void begin_at_sea(walk *w, const fluv_course_point *mouth)
{
    const fluv_frame *frame = w->p->frame;
    uint32_t cell = fluv_paths_cell(frame, mouth->x, mouth->y);
    uint32_t sea = cell == FLUV_NONE            ? FLUV_NONE
                   : fluv_paths_sea(w->p, cell) ? cell
                                                : sea_near(w->p, cell);
    if (sea == FLUV_NONE)
        return;
    fluv_course_point out = *mouth;
    out.x = fluv_cell_x(frame, sea);
    out.y = fluv_cell_y(frame, sea);
    w->at = sea;
    walk_piece(w, &out, mouth);
}

/* Each point becomes the mean of those around it, as many before as after: the ends stay. */
static void average(const fluv_course_point *in, uint32_t count, uint32_t window,
                    fluv_course_point *out)
{
    double x = in[0].x, y = in[0].y;
    out[0] = in[0];
    assert(count > 0 && in != out);
    for (uint32_t i = 1, half = 0; i < count; i++) {
        uint32_t next = i < count - 1 - i ? i : count - 1 - i;
        next = next < window ? next : window;
        if (next > half) { /* two more at the far end, none left behind */
            x += in[i + half].x + in[i + next].x;
            y += in[i + half].y + in[i + next].y;
        } else if (next < half) {
            x -= in[i - half - 1].x + in[i - half].x;
            y -= in[i - half - 1].y + in[i - half].y;
        } else {
            x += in[i + half].x - in[i - half - 1].x;
            y += in[i + half].y - in[i - half - 1].y;
        }
        half = next;
        out[i] = in[i];
        out[i].x = x / (2.0 * half + 1.0);
        out[i].y = y / (2.0 * half + 1.0);
    }
    out[count - 1] = in[count - 1];
}

/* The course without bends shorter than a few cells; `work` has room for it twice. */
static const fluv_course_point *smooth(const fluv_course_point *points, uint32_t count, double cell,
                                       fluv_course_point *work)
{
    double length = 0.0;
    for (uint32_t i = 0; i + 1 < count; i++)
        length += distance(&points[i], &points[i + 1]);
    double window = length > 0.0 ? WINDOW * cell * (count - 1.0) / length : 0.0;
    if (window < 1.0)
        return points;
    uint32_t most = window < count ? (uint32_t)window : count;
    average(points, count, most, work);
    average(work, count, most, work + count);
    return work + count;
}

/* What was lost at the end of a walk is noted. */
static fluv_status note_lost(fluv_ctx *ctx, const walk *w)
{
    if (w->lost == FLUV_NONE)
        return FLUV_OK;
    uint32_t *cell = fluv_list_append(ctx, w->p->lost, 1, sizeof *cell);
    if (!cell)
        return FLUV_NO_MEMORY;
    *cell = w->lost;
    w->p->rosgen[w->lost] = w->type;
    return FLUV_OK;
}

static void walk_course(const fluv_course *course, const fluv_course_point *points, walk *w)
{
    uint32_t last = course->point_count - 1;
    assert(course->point_count > 0);
    uint32_t cell = fluv_paths_cell(w->p->frame, points[last].x, points[last].y);
    if (course->next == FLUV_NONE)
        begin_at_sea(w, &points[last]);
    else
        w->at = cell != FLUV_NONE && (w->p->path[cell] || fluv_paths_sea(w->p, cell)) ? cell
                                                                                      : FLUV_NONE;
    if (w->at == FLUV_NONE && cell != FLUV_NONE)
        step_to(w, cell, (section){points[last].z, (double)points[last].width});
    for (uint32_t i = last; i-- > 0;)
        walk_piece(w, &points[i + 1], &points[i]);
    note_own(w);
}

fluv_status fluv_paths_draw(fluv_ctx *ctx, const fluv_courses *courses, double least_flow,
                            const fluv_paths *paths)
{
    uint32_t longest = 0;
    for (size_t i = 0; i < courses->count; i++)
        if (courses->courses[i].point_count > longest)
            longest = courses->courses[i].point_count;
    fluv_course_point *work = fluv_scratch(ctx, 2 * (size_t)longest + 1, sizeof *work);
    if (!work)
        return FLUV_NO_MEMORY;
    for (size_t i = courses->count; i-- > 0;) {
        const fluv_course *course = &courses->courses[i];
        walk w = {.p = paths,
                  .at = FLUV_NONE,
                  .lost = FLUV_NONE,
                  .own = FLUV_NONE,
                  .beside = FLUV_NONE,
                  .type = course->type};
        const fluv_course_point *points = courses->points + course->first_point;
        assert(course->first_point + (size_t)course->point_count <= courses->point_count);
        if (course->flow >= least_flow)
            walk_course(course, smooth(points, course->point_count, paths->frame->cell, work), &w);
        FLUV_TRY(note_lost(ctx, &w));
        if (i % 1024 == 0)
            FLUV_TRY(fluv_advance(ctx, 0.45));
    }
    fluv_scratch_drop(ctx, work);
    return FLUV_OK;
}
