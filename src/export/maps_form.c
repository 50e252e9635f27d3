// SPDX-License-Identifier: MIT
/* Maps of the ground's form: steepness, where it faces, how it bends, its normals, and what lies on
 * it because of that.
 *
 * in   heights a vertex      out   a value or a colour a vertex.  O(vertices)
 *
 * Based on: Horn. Hill shading and the reflectance map. 1981 */
#include "export/maps.h"

#include <assert.h>

#define DEGREES 57.29577951308232f

/* Rock shows where soil begins to slide, and is bare where none holds. */
#define ROCK_BEGINS 30.0f
#define ROCK_BARE   45.0f
#define ROCK_NEVER  0.33f /* squared tangent, a little less than that of where it begins */
#define SOIL_HIDES  1.0f  /* m laid down by water that hide rock */
/* Snow: fades in over so many metres about its line at most, and slides off steep ground. */
#define SNOW_FADES  150.0f
#define SNOW_SHARE  0.2f /* of the line's height at most: low land has no snow at its feet */
#define SNOW_SLIDES 45.0f
#define SNOW_GONE   60.0f

static inline float height_near(const fluv_export_grid *grid, uint32_t col, uint32_t row, int dx,
                                int dy)
{
    int64_t x = (int64_t)col + dx, y = (int64_t)row + dy;
    x = x < 0 ? 0 : x >= grid->cols ? grid->cols - 1 : x;
    y = y < 0 ? 0 : y >= grid->rows ? grid->rows - 1 : y;
    float there = grid->height[(size_t)y * grid->cols + (size_t)x];
    return isnan(there) ? grid->height[(size_t)row * grid->cols + col] : there;
}

/* Away from the edge, all of it known. */
static inline fluv_gradient inner_gradient(const fluv_export_grid *grid, uint32_t col, uint32_t row)
{
    const float *on = grid->height + (size_t)row * grid->cols + col, *above = on - grid->cols,
                *below = on + grid->cols;
    float east = above[1] + 2 * on[1] + below[1] - above[-1] - 2 * on[-1] - below[-1];
    float south = below[-1] + 2 * below[0] + below[1] - above[-1] - 2 * above[0] - above[1];
    return (fluv_gradient){east / (8.0f * (float)grid->step_x),
                           south / (8.0f * (float)grid->step_y)};
}

fluv_gradient fluv_gradient_at(const fluv_export_grid *grid, uint32_t col, uint32_t row)
{
    assert(col < grid->cols && row < grid->rows);
    if (col > 0 && row > 0 && col + 1 < grid->cols && row + 1 < grid->rows) {
        fluv_gradient inner = inner_gradient(grid, col, row);
        if (!isnan(inner.east + inner.south))
            return inner;
    }
    float z[3][3];
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
            z[j + 1][i + 1] = height_near(grid, col, row, i, j);
    /* at the edge the neighbour is the vertex itself: half the distance */
    float wide = col == 0 || col + 1 == grid->cols ? 4.0f : 8.0f;
    float high = row == 0 || row + 1 == grid->rows ? 4.0f : 8.0f;
    float east = z[0][2] + 2 * z[1][2] + z[2][2] - z[0][0] - 2 * z[1][0] - z[2][0];
    float south = z[2][0] + 2 * z[2][1] + z[2][2] - z[0][0] - 2 * z[0][1] - z[0][2];
    return (fluv_gradient){east / (wide * (float)grid->step_x),
                           south / (high * (float)grid->step_y)};
}

static inline float slope_of(fluv_gradient g)
{
    return DEGREES * atanf(sqrtf(g.east * g.east + g.south * g.south));
}

typedef float value_of(const fluv_map_source *from, uint32_t col, uint32_t row);

static fluv_status each_vertex(fluv_ctx *ctx, const fluv_map_source *from, value_of *value,
                               float *out)
{
    assert(value && out);
    const fluv_export_grid *grid = from->grid;
#pragma omp parallel for schedule(static) num_threads(ctx->threads)
    for (uint32_t row = 0; row < grid->rows; row++)
        for (uint32_t col = 0; col < grid->cols; col++) {
            size_t at = (size_t)row * grid->cols + col;
            out[at] = isnan(grid->height[at]) ? NAN : value(from, col, row);
        }
    return fluv_look(ctx);
}

static float slope_at(const fluv_map_source *from, uint32_t col, uint32_t row)
{
    return slope_of(fluv_gradient_at(from->grid, col, row));
}

fluv_status fluv_map_slope(fluv_ctx *ctx, const fluv_map_source *from, float *out)
{
    return each_vertex(ctx, from, slope_at, out);
}

static float aspect_at(const fluv_map_source *from, uint32_t col, uint32_t row)
{
    fluv_gradient g = fluv_gradient_at(from->grid, col, row);
    if (g.east == 0.0f && g.south == 0.0f)
        return 0.0f;
    float turn = DEGREES * atan2f(-g.east, g.south); /* downhill, clockwise from north */
    return turn < 0.0f ? turn + 360.0f : turn;
}

fluv_status fluv_map_aspect(fluv_ctx *ctx, const fluv_map_source *from, float *out)
{
    return each_vertex(ctx, from, aspect_at, out);
}

/* How the ground bends between two neighbours `stride` apart from a vertex; none where one of them
 * is missing, for what is a slope must not look like a hollow. */
static float bend_at(const fluv_export_grid *grid, size_t at, size_t stride, bool edge, double step)
{
    if (edge)
        return 0.0f;
    const float *z = grid->height + at;
    float bend = (z[stride] + *(z - stride) - 2 * *z) / (float)(step * step);
    return isnan(bend) ? 0.0f : bend;
}

static float curvature_at(const fluv_map_source *from, uint32_t col, uint32_t row)
{
    const fluv_export_grid *grid = from->grid;
    size_t at = (size_t)row * grid->cols + col;
    return bend_at(grid, at, 1, col == 0 || col + 1 == grid->cols, grid->step_x) +
           bend_at(grid, at, grid->cols, row == 0 || row + 1 == grid->rows, grid->step_y);
}

fluv_status fluv_map_curvature(fluv_ctx *ctx, const fluv_map_source *from, float *out)
{
    return each_vertex(ctx, from, curvature_at, out);
}

static float rock_at(const fluv_map_source *from, uint32_t col, uint32_t row)
{
    size_t at = (size_t)row * from->grid->cols + col;
    const float *deposit = fluv_deposit_of(from->land);
    float soil = deposit ? deposit[from->grid->cell[at]] : 0.0f;
    fluv_gradient g = fluv_gradient_at(from->grid, col, row);
    if (g.east * g.east + g.south * g.south < ROCK_NEVER)
        return 0.0f;
    float bare = fluv_smoothstep(ROCK_BEGINS, ROCK_BARE, slope_of(g));
    return bare * (1.0f - fluv_smoothstep(0.0f, SOIL_HIDES, soil));
}

fluv_status fluv_map_rock(fluv_ctx *ctx, const fluv_map_source *from, float *out)
{
    return each_vertex(ctx, from, rock_at, out);
}

static float snow_at(const fluv_map_source *from, uint32_t col, uint32_t row)
{
    size_t at = (size_t)row * from->grid->cols + col;
    float line = (float)from->snow_line;
    if (from->grid->cover[at] != FLUV_LAND && from->grid->cover[at] != FLUV_DRY_BED)
        return 0.0f;
    float fades = fminf(SNOW_FADES, SNOW_SHARE * fabsf(line));
    float high = fluv_smoothstep(line - fades, line + fades, from->grid->height[at]);
    if (high == 0.0f)
        return 0.0f;
    return high * (1.0f - fluv_smoothstep(SNOW_SLIDES, SNOW_GONE, slope_at(from, col, row)));
}

fluv_status fluv_map_snow(fluv_ctx *ctx, const fluv_map_source *from, float *out)
{
    return each_vertex(ctx, from, snow_at, out);
}

static uint8_t byte_of(float part)
{
    return (uint8_t)(fluv_unit(0.5f * part + 0.5f) * 255.0f + 0.5f);
}

/* `green`: -1 for one that grows northwards, 1 southwards. */
static fluv_status paint_normals(fluv_ctx *ctx, const fluv_map_source *from, float green,
                                 uint8_t *out)
{
    assert((green == 1.0f || green == -1.0f) && out);
    const fluv_export_grid *grid = from->grid;
#pragma omp parallel for schedule(static) num_threads(ctx->threads)
    for (uint32_t row = 0; row < grid->rows; row++)
        for (uint32_t col = 0; col < grid->cols; col++) {
            size_t at = (size_t)row * grid->cols + col;
            fluv_gradient g =
                isnan(grid->height[at]) ? (fluv_gradient){0} : fluv_gradient_at(grid, col, row);
            float up = 1.0f / sqrtf(1.0f + g.east * g.east + g.south * g.south);
            out[3 * at] = byte_of(-g.east * up);
            out[3 * at + 1] = byte_of(-green * g.south * up);
            out[3 * at + 2] = byte_of(up);
        }
    return fluv_look(ctx);
}

fluv_status fluv_map_normal_gl(fluv_ctx *ctx, const fluv_map_source *from, uint8_t *out)
{
    return paint_normals(ctx, from, -1.0f, out);
}

fluv_status fluv_map_normal_dx(fluv_ctx *ctx, const fluv_map_source *from, uint8_t *out)
{
    return paint_normals(ctx, from, 1.0f, out);
}
