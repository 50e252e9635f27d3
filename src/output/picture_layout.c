// SPDX-License-Identifier: MIT
/* Pictures of what is planned: basins and channels before there is land between them.
 *
 * in   the layers basins and channels        out   lines, lakes and basins on the scene
 *
 * The nearest vertex of a pixel is found by walking from that of the pixel before to ever nearer
 * neighbours, which on a Delaunay mesh ends at the nearest of all.  O(points + pixels). */
#include "output/picture_layout.h"

#include "landscape/basins.h"
#include "landscape/layout.h"

#include <math.h>

#define RUNOFF      1e-8 /* m/s, where no plan says it */
#define LEAST_CELLS 12.0 /* ways of basins are drawn from so many vertices on */
#define WIDTH       7.2  /* m, of a river with 1 m3/s */
#define SHALLOW     5.0F /* m, depth of planned lakes on the picture */
#define YEAR        31556952.0

typedef struct sketch {
    fluv_reach *reaches;
    fluv_river_point *points;
    uint32_t count, point_count;
} sketch;

static fluv_status open_sketch(fluv_ctx *ctx, size_t reaches, size_t points, sketch *out)
{
    *out = (sketch){.reaches = fluv_scratch_zero(ctx, reaches, sizeof *out->reaches),
                    .points = fluv_scratch_zero(ctx, points, sizeof *out->points)};
    return out->reaches && out->points ? FLUV_OK : FLUV_NO_MEMORY;
}

static void begin_reach(sketch *s, double discharge, bool wet)
{
    s->reaches[s->count++] = (fluv_reach){.first_point = s->point_count,
                                          .discharge = discharge,
                                          .kind = (uint8_t)(wet ? FLUV_PRIMARY : FLUV_DRY)};
}

/* Lines are drawn at least as wide as they are: a plan's are thin. */
static void add_point(sketch *s, double x, double y, double discharge)
{
    fluv_reach *reach = &s->reaches[s->count - 1];
    fluv_river_point *point = &s->points[s->point_count++];
    *point = (fluv_river_point){.x = x, .y = y, .width = (float)(1e-3 * WIDTH * sqrt(discharge))};
    if (reach->point_count++)
        reach->length += hypot(x - point[-1].x, y - point[-1].y);
}

/* ---- Channels ---- */

/* Arms of deltas have a share of the line they leave. */
static double line_discharge(const fluv_layout *plan, const sketch *s, uint32_t line)
{
    const fluv_layout_line *here = &plan->lines[line];
    if (here->from == FLUV_NONE)
        return (double)here->strength;
    uint32_t parent = 0;
    while (parent + 1 < line && plan->lines[parent + 1].first_point <= here->from)
        parent++;
    return (double)here->strength * s->reaches[parent].discharge;
}

static fluv_status sketch_plan(fluv_ctx *ctx, const fluv_layout *plan, const fluv_basins *basins,
                               sketch *s)
{
    FLUV_TRY(open_sketch(ctx, plan->line_count, plan->point_count, s));
    for (uint32_t line = 0; line < plan->line_count; line++) {
        const fluv_layout_line *here = &plan->lines[line];
        const fluv_layout_point *point = plan->points + here->first_point;
        double most = line_discharge(plan, s, line);
        begin_reach(s, most, point->wet);
        for (uint32_t i = 0; i < here->point_count; i++, point++) {
            double own = basins->area[point->vertex] * plan->runoff / YEAR;
            add_point(s, point->x, point->y, here->from == FLUV_NONE ? fmin(own, most) : most);
        }
    }
    return FLUV_OK;
}

/* ---- Basins ---- */

static fluv_status sketch_basins(fluv_ctx *ctx, const fluv_basins *b, sketch *s)
{
    FLUV_TRY(open_sketch(ctx, b->land_count, (size_t)2 * b->land_count, s));
    for (uint32_t k = b->land_count; k-- > 0;) {
        uint32_t v = b->order[k], to = b->receiver[v];
        if (to == FLUV_NONE || b->area[v] < LEAST_CELLS * b->mean_cell)
            continue;
        begin_reach(s, b->area[v] * RUNOFF, b->wet[v]);
        add_point(s, b->x[v], b->y[v], b->area[v] * RUNOFF);
        add_point(s, b->x[to], b->y[to], b->area[v] * RUNOFF);
    }
    return FLUV_OK;
}

fluv_status fluv_layout_lines(fluv_ctx *ctx, const fluv_landscape *land, fluv_rivers *lines)
{
    const fluv_basins *basins = fluv_basins_of(land);
    const fluv_layout *plan = fluv_layout_of(land);
    *lines = (fluv_rivers){0};
    if (!basins || fluv_rivers_of(land))
        return FLUV_OK;
    sketch s;
    FLUV_TRY(plan ? sketch_plan(ctx, plan, basins, &s) : sketch_basins(ctx, basins, &s));
    *lines = (fluv_rivers){s.count, s.reaches, s.point_count, s.points};
    return FLUV_OK;
}

static uint32_t nearest_from(const fluv_basins *b, double x, double y, uint32_t v)
{
    double least = hypot(b->x[v] - x, b->y[v] - y);
    for (uint32_t before = FLUV_NONE; before != v;) {
        before = v;
        for (uint32_t i = b->first[before]; i < b->first[before + 1]; i++) {
            uint32_t u = b->neighbour[i];
            double far = hypot(b->x[u] - x, b->y[u] - y);
            if (far < least) {
                least = far;
                v = u;
            }
        }
    }
    return v;
}

void fluv_layout_basins_find(int threads, const fluv_scene *scene, double least, uint32_t *basin)
{
    const fluv_basins *b = fluv_basins_of(scene->land);
    const fluv_frame *frame = &scene->land->frame;
#pragma omp parallel for schedule(static) num_threads(threads)
    for (uint32_t row = 0; row < scene->height; row++) {
        uint32_t v = 0;
        for (uint32_t col = 0; col < scene->width; col++) {
            v = nearest_from(b, frame->west + (col + 0.5) / scene->scale_x,
                             frame->north - (row + 0.5) / scene->scale_y, v);
            uint32_t end = b->outlet[v];
            bool large = end != FLUV_NONE && b->area[end] >= least;
            basin[(size_t)row * scene->width + col] = large ? end : FLUV_NONE;
        }
    }
}

/* ---- Lakes ---- */

static void paint_lake(fluv_scene *scene, const fluv_layout *plan, const fluv_layout_lake *lake)
{
    const fluv_frame *frame = &scene->land->frame;
    double reach = fluv_layout_lake_reach(plan, lake);
    double left = (lake->x - reach - frame->west) * scene->scale_x;
    double right = (lake->x + reach - frame->west) * scene->scale_x;
    double top = (frame->north - lake->y - reach) * scene->scale_y;
    double bottom = (frame->north - lake->y + reach) * scene->scale_y;
    for (uint32_t row = (uint32_t)fmax(0.0, top); row < scene->height && row <= bottom; row++)
        for (uint32_t col = (uint32_t)fmax(0.0, left); col < scene->width && col <= right; col++) {
            double q = fluv_layout_lake_at(plan, lake, frame->west + (col + 0.5) / scene->scale_x,
                                           frame->north - (row + 0.5) / scene->scale_y);
            size_t at = (size_t)row * scene->width + col;
            double inside = (1.0 - q) * lake->radius / scene->metres + 0.5;
            scene->lake[at] = fmaxf(scene->lake[at], (float)fmin(1.0, fmax(0.0, inside)));
            scene->depth[at] = q < 1.0 ? SHALLOW : scene->depth[at];
        }
}

void fluv_layout_lakes_paint(fluv_scene *scene)
{
    const fluv_layout *plan = fluv_layout_of(scene->land);
    if (!plan || fluv_rivers_of(scene->land))
        return;
    for (uint32_t i = 0; i < plan->lake_count; i++)
        paint_lake(scene, plan, &plan->lakes[i]);
    scene->deepest_lake = fmaxf(scene->deepest_lake, plan->lake_count ? SHALLOW : 0.0F);
}
