// SPDX-License-Identifier: MIT
/* Rivers as ribbons that lie on the ground of the lattice.
 *
 * in   reaches, the lattice      out   one mesh of strips
 *
 * A river is often narrower than a step of the lattice, whose triangles then rise above its surface
 * on both sides. So a ribbon is raised to just above the ground under its middle and its edges
 * wherever that is higher, and from its mouth upwards, through junctions, never falls: it hides
 * nowhere and runs downhill. rivers.json has the surface as it is.  O(points). */
#include "export/water_scene.h"

#include "landscape/reaches_below.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define LIFT 0.05f /* m above the ground */

/* Ground between vertices. */
static float ground_at(const fluv_export_grid *grid, double x, double y)
{
    assert(grid->cols >= 2 && grid->rows >= 2);
    double u = fmin(fmax((x - grid->west) / grid->step_x, 0.0), grid->cols - 1.0);
    double v = fmin(fmax((grid->north - y) / grid->step_y, 0.0), grid->rows - 1.0);
    uint32_t col = (uint32_t)fmin(u, grid->cols - 2.0), row = (uint32_t)fmin(v, grid->rows - 2.0);
    float s = (float)(u - col), t = (float)(v - row);
    const float *z = grid->height + (size_t)row * grid->cols + col;
    float top = z[0] + s * (z[1] - z[0]);
    float low = z[grid->cols] + s * (z[grid->cols + 1] - z[grid->cols]);
    return top + t * (low - top);
}

/* Unit vector along the line at a point: the mean of what comes and what goes. */
static void direction(const fluv_river_point *points, uint32_t count, uint32_t i, double out[2])
{
    assert(i < count);
    uint32_t from = i ? i - 1 : 0, to = i + 1 < count ? i + 1 : i;
    double x = points[to].x - points[from].x, y = points[to].y - points[from].y;
    double length = hypot(x, y);
    out[0] = length > 0.0 ? x / length : 1.0;
    out[1] = length > 0.0 ? y / length : 0.0;
}

/* Height of the ribbon at each point of a reach, which ends at `end` or higher. */
static void raise(const fluv_export_grid *grid, const fluv_river_point *points, uint32_t count,
                  float end, float *height)
{
    assert(count >= 2);
    for (uint32_t i = 0; i < count; i++) {
        double along[2], half = 0.5 * (double)points[i].width;
        direction(points, count, i, along);
        height[i] = points[i].surface;
        for (int side = -1; side <= 1; side++) {
            float ground = ground_at(grid, points[i].x - side * half * along[1],
                                     points[i].y + side * half * along[0]);
            height[i] = fmaxf(height[i], ground + LIFT); /* NaN counts for nothing */
        }
    }
    height[count - 1] = fmaxf(height[count - 1], end);
    for (uint32_t i = count; i-- > 1;)
        height[i - 1] = fmaxf(height[i - 1], height[i]);
}

/* Where the reach goes on without a lake between: the height there; -INFINITY if it does not. */
static float height_below(const fluv_rivers *rivers, const fluv_reach *reach, uint32_t below,
                          const float *height)
{
    assert(below == FLUV_NONE || below < rivers->count);
    bool goes_on = below != FLUV_NONE && !reach->lake;
    return goes_on ? height[rivers->reaches[below].first_point] : -INFINITY;
}

static bool has_water(const fluv_reach *reach)
{
    return reach->kind != FLUV_DRY && reach->point_count >= 2;
}

/* From the mouths upwards, as reaches stand upstream before downstream. */
static fluv_status raise_all(fluv_ctx *ctx, const fluv_export_grid *grid, const fluv_rivers *rivers,
                             float *height)
{
    uint32_t *below = fluv_scratch(ctx, rivers->count + 1, sizeof *below);
    if (!below)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_reaches_below(ctx, rivers, below));
    for (size_t i = 0; i < rivers->point_count; i++)
        height[i] = -INFINITY;
    for (size_t i = rivers->count; i-- > 0;) {
        const fluv_reach *reach = &rivers->reaches[i];
        if (has_water(reach))
            raise(grid, rivers->points + reach->first_point, reach->point_count,
                  height_below(rivers, reach, below[i], height), height + reach->first_point);
    }
    fluv_scratch_drop(ctx, below);
    return FLUV_OK;
}

typedef struct ribbon_job {
    const fluv_export_job *job;
    const fluv_axes *axes;
    fluv_water_mesh *mesh;
    double farthest; /* of all reaches' heads from their ends, m */
} ribbon_job;

static uint8_t byte_of(double share)
{
    return (uint8_t)(fmin(fmax(share, 0.0), 1.0) * 255.0 + 0.5);
}

static void put_pair(const ribbon_job *r, const fluv_river_point *p, const double along[2],
                     float height, double downstream)
{
    fluv_water_mesh *mesh = r->mesh;
    double half = 0.5 * (double)p->width;
    for (int side = 0; side < 2; side++) { /* left, then right */
        double off = side ? -half : half;
        size_t i = mesh->vertex_count++;
        fluv_spot at = fluv_spot_of(r->axes, &r->job->grid, p->x - off * along[1],
                                    p->y + off * along[0], (double)height);
        mesh->position[3 * i] = (float)at.x;
        mesh->position[3 * i + 1] = (float)at.y;
        mesh->position[3 * i + 2] = (float)at.z;
        for (int k = 0; k < 3; k++)
            mesh->normal[3 * i + (size_t)k] = (float)r->axes->up[k];
        mesh->uv[2 * i] = (float)side;
        mesh->uv[2 * i + 1] = (float)downstream;
        mesh->colour[4 * i] = (uint8_t)(128.5 + 127.0 * along[0]);
        mesh->colour[4 * i + 1] = (uint8_t)(128.5 - 127.0 * along[1]);
        mesh->colour[4 * i + 2] = byte_of((double)p->velocity / FLUV_RIBBON_FASTEST);
        mesh->colour[4 * i + 3] = 255;
    }
}

static void put_quad(fluv_water_mesh *mesh)
{
    assert(mesh->vertex_count >= 4);
    uint32_t right = (uint32_t)mesh->vertex_count - 1; /* of the lower pair */
    const uint32_t quad[6] = {right - 3, right - 2, right - 1, right - 1, right - 2, right};
    memcpy(mesh->indices + mesh->index_count, quad, sizeof quad);
    mesh->index_count += 6;
}

static void put_reach(const ribbon_job *r, const fluv_reach *reach, const fluv_river_point *points,
                      const float *height)
{
    double length = 0.0, gone = 0.0;
    uint32_t count = reach->point_count;
    for (uint32_t i = 1; i < count; i++)
        length += hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
    for (uint32_t i = 0; i < count; i++) {
        double along[2];
        direction(points, count, i, along);
        if (i)
            gone += hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
        put_pair(r, &points[i], along, height[i], r->farthest - reach->dist_down - (length - gone));
        if (i)
            put_quad(r->mesh);
    }
}

fluv_status fluv_ribbons_make(fluv_ctx *ctx, const fluv_export_job *job, const fluv_axes *axes,
                              fluv_water_mesh *mesh)
{
    const fluv_rivers *rivers = fluv_rivers_of(job->land);
    size_t points = rivers ? rivers->point_count : 0;
    ribbon_job r = {job, axes, mesh, 0.0};
    float *height = fluv_scratch(ctx, points + 1, sizeof *height);
    mesh->position = fluv_scratch(ctx, 6 * points + 1, sizeof(float));
    mesh->normal = fluv_scratch(ctx, 6 * points + 1, sizeof(float));
    mesh->uv = fluv_scratch(ctx, 4 * points + 1, sizeof(float));
    mesh->colour = fluv_scratch(ctx, 8 * points + 1, 1);
    mesh->indices = fluv_scratch(ctx, 6 * points + 1, sizeof(uint32_t));
    if (!height || !mesh->position || !mesh->normal || !mesh->uv || !mesh->colour || !mesh->indices)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; rivers && i < rivers->count; i++)
        r.farthest = fmax(r.farthest, rivers->reaches[i].dist_down + rivers->reaches[i].length);
    if (rivers)
        FLUV_TRY(raise_all(ctx, &job->grid, rivers, height));
    for (size_t i = 0; rivers && i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        if (has_water(reach))
            put_reach(&r, reach, rivers->points + reach->first_point, height + reach->first_point);
    }
    return fluv_look(ctx);
}
