// SPDX-License-Identifier: MIT
/* Lines with fewer points, and the axes of engines.
 *
 * Based on: Douglas, Peucker. Algorithms for the reduction of the number of points required to
 * represent a digitized line. 1973 */
#include "export/lines.h"

#include <assert.h>
#include <string.h>

const fluv_axes fluv_axes_unreal = {"cm", 100, {1, 0, 0}, {0, -1, 0}, {0, 0, 1}, false};
const fluv_axes fluv_axes_unity = {"m", 1, {1, 0, 0}, {0, 0, 1}, {0, 1, 0}, true};
const fluv_axes fluv_axes_gltf = {"m", 1, {1, 0, 0}, {0, 0, -1}, {0, 1, 0}, false};
const fluv_axes fluv_axes_gltf_south = {"m", 1, {1, 0, 0}, {0, 0, -1}, {0, 1, 0}, true};
const fluv_axes fluv_axes_blender = {"m", 1, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, false};

#define SIDEWAYS 0.25 /* of a step: what thinning may lose */
#define UPWARDS  0.25 /* m */

fluv_spot fluv_spot_of(const fluv_axes *axes, const fluv_export_grid *grid, double x, double y,
                       double height)
{
    double south = grid->north - (grid->rows - 1) * grid->step_y;
    double east = x - grid->west, north = y - (axes->from_south ? south : grid->north), out[3];
    for (int i = 0; i < 3; i++)
        out[i] =
            axes->metre * (axes->east[i] * east + axes->north[i] * north + axes->up[i] * height);
    return (fluv_spot){out[0], out[1], out[2]};
}

/* Distance of p from the piece between a and b, squared. */
static double off_piece(const double a[3], const double b[3], const double p[3])
{
    double along[3], to[3], length = 0.0, dot = 0.0, far = 0.0;
    for (int i = 0; i < 3; i++) {
        along[i] = b[i] - a[i];
        to[i] = p[i] - a[i];
        length += along[i] * along[i];
        dot += along[i] * to[i];
    }
    double t = length > 0.0 ? fmin(fmax(dot / length, 0.0), 1.0) : 0.0;
    for (int i = 0; i < 3; i++)
        far += (to[i] - t * along[i]) * (to[i] - t * along[i]);
    return far;
}

/* The point between `from` and `to` that is farthest from their connection; `to` if all are near.
 */
static size_t farthest(const fluv_thinning *line, size_t from, size_t to)
{
    assert(from <= to && to < line->count);
    double a[3], b[3], p[3], most = line->tolerance * line->tolerance;
    size_t best = to;
    line->at(line->user, from, a);
    line->at(line->user, to, b);
    for (size_t i = from + 1; i < to; i++) {
        line->at(line->user, i, p);
        double far = off_piece(a, b, p);
        if (far > most) {
            most = far;
            best = i;
        }
    }
    return best;
}

fluv_status fluv_line_thin(fluv_ctx *ctx, const fluv_thinning *line, uint8_t *keep)
{
    assert(line->at && keep && !(line->tolerance < 0.0));
    memset(keep, 0, line->count);
    if (line->count == 0)
        return FLUV_OK;
    keep[0] = keep[line->count - 1] = 1;
    size_t *open = fluv_scratch(ctx, line->count + 1, sizeof *open); /* right ends, nearest last */
    if (!open)
        return FLUV_NO_MEMORY;
    size_t depth = 0, from = 0;
    open[depth++] = line->count - 1;
    while (depth) {
        size_t to = open[depth - 1], split = farthest(line, from, to);
        if (split < to) {
            open[depth++] = split;
            assert(depth <= line->count);
            continue;
        }
        keep[to] = 1;
        from = to;
        depth--;
    }
    fluv_scratch_drop(ctx, open);
    return FLUV_OK;
}

float fluv_point_depth(const fluv_reach *reach, const fluv_river_point *point)
{
    float depth = point->surface - point->bed;
    return depth > 0.0f ? depth : reach->depth;
}

typedef struct river_line {
    const fluv_river_point *points;
    double upwards; /* how much a metre of height weighs against one sideways */
} river_line;

static void river_point(const void *user, size_t index, double out[3])
{
    const river_line *line = user;
    out[0] = line->points[index].x;
    out[1] = line->points[index].y;
    out[2] = line->upwards * (double)line->points[index].surface;
}

fluv_status fluv_rivers_thin(fluv_ctx *ctx, const fluv_export_job *job, const fluv_rivers **out,
                             uint8_t **keep)
{
    static const fluv_rivers none = {0};
    const fluv_rivers *rivers = fluv_rivers_of(job->land) ? fluv_rivers_of(job->land) : &none;
    *out = rivers;
    *keep = fluv_scratch(ctx, rivers->point_count + 1, 1);
    if (!*keep)
        return FLUV_NO_MEMORY;
    double tolerance = SIDEWAYS * fmin(job->grid.step_x, job->grid.step_y);
    assert(tolerance > 0.0);
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        river_line line = {rivers->points + reach->first_point, tolerance / UPWARDS};
        fluv_thinning job_of_line = {reach->point_count, tolerance, river_point, &line};
        FLUV_TRY(fluv_line_thin(ctx, &job_of_line, *keep + reach->first_point));
    }
    return fluv_look(ctx);
}
