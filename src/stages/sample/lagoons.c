// SPDX-License-Identifier: MIT
/* Sea that the cells cut off from the sea around the land.
 *
 * in   contour, sea found from the frame's edge        out   the same with lagoons, without bays
 *
 * A hole of the contour is a lagoon: sea. One that falls between the cells has one cell, since the
 * ground goes down to it, and the rivers that end in it need their sea. All other sea that is cut
 * off is a bay whose entry is narrower than a cell: it becomes land, barely.  O(cells + mouths). */
#include "stages/sample/sample.h"

#include "field/domain.h"
#include "field/grid.h"
#include "stages/shared/sea.h"

#include <assert.h>
#include <string.h>

#define SQUARES 4.0 /* cells a square of the search for a hole */
#define ON_RING 1.0 /* m */
#define NEAR    2   /* cells from a mouth within which its hole shows */

static bool is_hole(const fluv_outline *outline, size_t ring)
{
    uint32_t first = outline->first_point[ring], end = outline->first_point[ring + 1];
    assert(first < end);
    return fluv_ring_turn(outline->xy + 2 * (size_t)first, end - first) < 0.0;
}

/* Holes, where deltas have moved them. Scratch memory. */
typedef struct holes {
    fluv_outline rings;
    fluv_domain domain;
} holes;

static void move_by_deltas(const fluv_courses *courses, double *xy, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (size_t d = 0; d < courses->delta_count; d++)
            fluv_delta_shift(&courses->deltas[d], &xy[2 * (size_t)i], &xy[2 * (size_t)i + 1]);
}

static fluv_status open_holes(fluv_ctx *ctx, const fluv_outline *outline,
                              const fluv_courses *courses, double cell, holes *out)
{
    uint32_t points = outline->first_point[outline->ring_count];
    uint32_t *first = fluv_scratch(ctx, outline->ring_count + 1, sizeof *first);
    double *xy = fluv_scratch(ctx, 2 * (size_t)points, sizeof *xy);
    if (!first || !xy)
        return FLUV_NO_MEMORY;
    out->rings = (fluv_outline){.first_point = first, .xy = xy};
    first[0] = 0;
    for (size_t r = 0; r < outline->ring_count; r++) {
        if (!is_hole(outline, r))
            continue;
        uint32_t at = first[out->rings.ring_count++];
        uint32_t from = outline->first_point[r], count = outline->first_point[r + 1] - from;
        memcpy(xy + 2 * (size_t)at, outline->xy + 2 * (size_t)from, 2 * count * sizeof *xy);
        move_by_deltas(courses, xy + 2 * (size_t)at, count);
        first[out->rings.ring_count] = at + count;
    }
    if (!out->rings.ring_count)
        return FLUV_OK;
    return fluv_domain_init(ctx, &out->rings, SQUARES * cell, &out->domain);
}

static void make_sea(const fluv_lagoon_cells *of, uint32_t cell)
{
    assert(cell < of->frame->cols * of->frame->rows && !(of->kind[cell] & FLUV_CELL_VOID));
    of->kind[cell] |= FLUV_CELL_SEA;
    of->cover[cell] = FLUV_OCEAN;
    of->water[cell] = 0.0f;
    of->height[cell] = fminf(of->height[cell], 0.0f);
}

static bool is_cut_off(const fluv_lagoon_cells *of, uint32_t cell)
{
    return !(of->kind[cell] & (FLUV_CELL_SEA | FLUV_CELL_VOID)) && of->height[cell] <= 0.0f;
}

static void flood_holes(const fluv_lagoon_cells *of, int threads, const fluv_domain *domain)
{
    uint32_t cells = of->frame->cols * of->frame->rows;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < cells; c++) {
        fluv_vec at = {fluv_cell_x(of->frame, c), fluv_cell_y(of->frame, c)};
        if (is_cut_off(of, c) && fluv_domain_holds(domain, at))
            make_sea(of, c);
    }
}

static bool sea_within(const fluv_lagoon_cells *of, uint32_t cell, int64_t far)
{
    int64_t col = cell % of->frame->cols, row = cell / of->frame->cols;
    for (int64_t r = row - far; r <= row + far; r++)
        for (int64_t c = col - far; c <= col + far; c++)
            if (fluv_in_grid(of->frame->cols, of->frame->rows, c, r) &&
                of->kind[(size_t)r * of->frame->cols + (size_t)c] & FLUV_CELL_SEA)
                return true;
    return false;
}

/* Holes that fall between the cells. */
static void flood_small_holes(const fluv_lagoon_cells *of, const fluv_outline *rings)
{
    for (size_t r = 0; r < rings->ring_count; r++) {
        uint32_t first = rings->first_point[r], end = rings->first_point[r + 1];
        double x = 0.0, y = 0.0;
        bool seen = false;
        for (uint32_t i = first; i < end && !seen; i++) {
            const double *at = rings->xy + 2 * (size_t)i;
            uint32_t cell = fluv_paths_cell(of->frame, at[0], at[1]);
            seen = cell != FLUV_NONE && sea_within(of, cell, 1);
            x += at[0] / (end - first);
            y += at[1] / (end - first);
        }
        uint32_t middle = seen ? FLUV_NONE : fluv_paths_cell(of->frame, x, y);
        if (middle != FLUV_NONE && !(of->kind[middle] & FLUV_CELL_VOID))
            make_sea(of, middle);
    }
}

/* Rivers that end where the cells do not show their hole. */
static void flood_mouths(const fluv_lagoon_cells *of, const fluv_courses *courses,
                         const fluv_domain *domain)
{
    for (size_t i = 0; i < courses->count; i++) {
        const fluv_course *course = &courses->courses[i];
        if (course->next != FLUV_NONE)
            continue;
        assert(course->point_count > 0);
        const fluv_course_point *end =
            courses->points + course->first_point + course->point_count - 1;
        fluv_vec mouth = {end->x, end->y};
        uint32_t cell = fluv_paths_cell(of->frame, mouth.x, mouth.y);
        if (cell == FLUV_NONE || sea_within(of, cell, NEAR) || of->kind[cell] & FLUV_CELL_VOID)
            continue;
        if (fluv_domain_holds(domain, mouth) || fluv_domain_shore(domain, mouth) < ON_RING)
            make_sea(of, cell);
    }
}

static void fill_bays(const fluv_lagoon_cells *of, int threads)
{
    uint32_t cells = of->frame->cols * of->frame->rows;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < cells; c++)
        if (is_cut_off(of, c))
            of->height[c] = FLUV_LEAST_UP;
}

fluv_status fluv_lagoons_settle(fluv_ctx *ctx, const fluv_lagoon_cells *of, fluv_landscape *land)
{
    const fluv_contour *contour = fluv_layer_read(land, FLUV_LAYER_contour);
    const fluv_courses *courses = fluv_layer_read(land, FLUV_LAYER_courses);
    holes found;
    FLUV_TRY(open_holes(ctx, &contour->outline, courses, of->frame->cell, &found));
    if (found.rings.ring_count) {
        flood_holes(of, ctx->threads, &found.domain);
        flood_small_holes(of, &found.rings);
        flood_mouths(of, courses, &found.domain);
        FLUV_TRY(fluv_sea_outline(ctx, land));
    }
    fill_bays(of, ctx->threads);
    return FLUV_OK;
}
