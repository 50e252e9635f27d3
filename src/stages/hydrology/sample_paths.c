// SPDX-License-Identifier: MIT
/* Courses on cells.
 *
 * in   courses, sea        out   path cells, each with the cell it leads to; surfaces
 *
 * Courses are walked upstream, the lowest first. A cell that is met for the first time leads to the
 * one before it, so paths are trees that end in the sea; where two courses share cells, or a bend
 * meets itself, they are one path. A diagonal step that would cross another path joins it instead.
 * Surfaces never fall on the way up.  O(length / cell). */
#include "stages/hydrology/sample.h"

#include <math.h>

#define STEP     0.4 /* of a cell */
#define MOST_OUT 40  /* cells from the mouth to look for the sea */

static uint32_t cell_at(const fluv_frame *frame, double x, double y)
{
    double col = floor((x - frame->west) / frame->cell);
    double row = floor((frame->north - y) / frame->cell);
    if (!(col >= 0.0 && row >= 0.0 && col < frame->cols && row < frame->rows))
        return FLUV_NONE;
    return (uint32_t)row * frame->cols + (uint32_t)col;
}

static bool is_sea(const fluv_paths *p, uint32_t cell)
{
    return p->kind[cell] & (FLUV_CELL_SEA | FLUV_CELL_VOID);
}

/* A walk up a course: the last cell, and whether it has one. */
typedef struct walk {
    const fluv_paths *p;
    uint32_t at; /* FLUV_NONE: outside the frame, or not begun */
    uint8_t type;
} walk;

/* The path that a step between diagonal neighbours would cross, FLUV_NONE: none. */
static uint32_t crossed(const fluv_paths *p, uint32_t from, uint32_t to)
{
    uint32_t cols = p->frame->cols;
    uint32_t a = from / cols * cols + to % cols, b = to / cols * cols + from % cols;
    if (a == from || a == to || !p->path[a] || !p->path[b])
        return FLUV_NONE;
    return p->down[a] == b || p->down[b] == a ? a : FLUV_NONE;
}

static void step_to(walk *w, uint32_t cell, float z)
{
    const fluv_paths *p = w->p;
    if (cell == w->at)
        return;
    if (is_sea(p, cell) || p->path[cell]) {
        w->at = cell;
        return;
    }
    uint32_t below = w->at;
    if (below != FLUV_NONE) {
        uint32_t other = crossed(p, cell, below);
        below = other != FLUV_NONE ? other : below;
    }
    float surface = below != FLUV_NONE && !is_sea(p, below) ? p->height[below] : 0.0f;
    p->path[cell] = 1;
    p->rosgen[cell] = w->type;
    p->down[cell] = below;
    p->height[cell] = fmaxf(z, surface);
    w->at = cell;
}

/* From a to b in small steps; no step leaves out a cell between. */
static void walk_piece(walk *w, const fluv_course_point *a, const fluv_course_point *b)
{
    const fluv_frame *frame = w->p->frame;
    double steps = ceil(hypot(b->x - a->x, b->y - a->y) / (STEP * frame->cell));
    for (double i = 1.0; i <= steps; i++) {
        double t = i / steps;
        uint32_t cell = cell_at(frame, a->x + (b->x - a->x) * t, a->y + (b->y - a->y) * t);
        if (cell == FLUV_NONE)
            w->at = FLUV_NONE;
        else
            step_to(w, cell, (float)((double)a->z + ((double)b->z - (double)a->z) * t));
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
                    !is_sea(p, (uint32_t)(y * cols + x)))
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
    uint32_t cell = cell_at(frame, mouth->x, mouth->y);
    uint32_t sea = cell == FLUV_NONE ? FLUV_NONE : is_sea(w->p, cell) ? cell : sea_near(w->p, cell);
    if (sea == FLUV_NONE)
        return;
    fluv_course_point out = *mouth;
    out.x = fluv_cell_x(frame, sea);
    out.y = fluv_cell_y(frame, sea);
    w->at = sea;
    walk_piece(w, &out, mouth);
}

static void walk_course(const fluv_courses *courses, const fluv_course *course, walk *w)
{
    const fluv_course_point *points = courses->points + course->first_point;
    uint32_t last = course->point_count - 1;
    uint32_t cell = cell_at(w->p->frame, points[last].x, points[last].y);
    if (course->next == FLUV_NONE)
        begin_at_sea(w, &points[last]);
    else
        w->at = cell != FLUV_NONE && (w->p->path[cell] || is_sea(w->p, cell)) ? cell : FLUV_NONE;
    if (w->at == FLUV_NONE && cell != FLUV_NONE)
        step_to(w, cell, points[last].z);
    for (uint32_t i = last; i-- > 0;)
        walk_piece(w, &points[i + 1], &points[i]);
}

void fluv_paths_draw(const fluv_courses *courses, double least_flow, const fluv_paths *paths)
{
    for (size_t i = courses->count; i-- > 0;) {
        const fluv_course *course = &courses->courses[i];
        walk w = {.p = paths, .at = FLUV_NONE, .type = course->type};
        if (course->flow >= least_flow)
            walk_course(courses, course, &w);
    }
}
