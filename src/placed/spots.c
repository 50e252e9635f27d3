// SPDX-License-Identifier: MIT
/* Peaks and passes at a given height.
 *
 * in   a place, a height        out   ground that is raised or lowered around it
 *
 * The ground is shifted, most at the place and not at all at the radius, with spurs and hollows
 * between them where a mountain is raised. Around a peak nothing is left standing higher; a pass
 * gets a way down on either side.  O(cells within the radius). */
#include "placed/earth.h"

#include <assert.h>
#include <math.h>

#define SLOPE       0.3  /* of the shift, rise over run, which sets the radius of a pass, */
#define FLANK       0.15 /* and that of a mountain, whose foot runs out */
#define LEAST_CELLS 6.0  /* to a radius */
#define ROW         256  /* cells whose noise is found together */
#define NARROWEST   0.45 /* of its radius that a mountain reaches out to one side */
#define BENT        0.9  /* how much that differs */
#define SPURS       2.2  /* of a mountain, to its radius: the widest */
#define ALONG       0.35 /* how much its sides change on the way down */
#define CARVED      0.55 /* of the height that is missing between them at the most */
#define ABOVE_SEA   0.5  /* m that land keeps above the sea */
#define PEAK_SLOPE  0.03 /* at which the ground falls from a peak at least */

/* The cells within a radius, row by row. */
typedef struct disc {
    uint32_t left, right, top, bottom;
} disc;

static disc disc_around(const fluv_earth *earth, uint32_t cell, double radius)
{
    assert(cell < earth->topology.count);
    uint32_t cols = earth->frame.cols, rows = earth->frame.rows;
    uint32_t col = cell % cols, row = cell / cols;
    double most = ceil(radius / earth->frame.cell);
    uint32_t far = most < (double)(cols + rows) ? (uint32_t)most : cols + rows;
    return (disc){.left = col > far ? col - far : 0,
                  .right = far < cols - 1 - col ? col + far : cols - 1,
                  .top = row > far ? row - far : 0,
                  .bottom = far < rows - 1 - row ? row + far : rows - 1};
}

/* How far the ground goes with the place, from 1 there to 0 at the radius. A pass is round. A
 * mountain reaches out farther on some sides than on others (`reach`), has spurs that run down from
 * its top with hollows between them (`ridge`), is steepest at the top and runs out at its foot. */
static double part_of(bool mountain, double share, double reach, double ridge)
{
    assert(!(share < 0.0) && !(share >= 1.0));
    if (!mountain)
        return (1.0 - share * share) * (1.0 - share * share);
    double at = fmin(1.0, share / fmin(1.0, fmax(NARROWEST, 0.75 + BENT * reach)));
    double flank = 4.0 * at * (1.0 - at); /* 0 at the top and at the foot */
    double spur = 1.0 - CARVED * sqrt(flank) * fmin(1.0, 2.2 * fabs(ridge));
    return (1.0 - at) * (1.0 - at) * (1.0 + at) * spur;
}

/* The ground goes up with the place; down it goes in proportion, so that land around that is lower
 * does not sink below the sea. */
static double shifted(double height, double lift, double to, double part)
{
    bool lower = lift < 0.0 && to > 0.0 && height > 0.0;
    return lower ? height * (1.0 + part * lift / (to - lift)) : height + lift * part;
}

/* Noise of a mountain's sides: places are drawn together along the lines that lead to its top, so
 * that what it makes runs down. */
static void side_noise(const fluv_noise *noise, const fluv_placed_spot *spot, double radius,
                       double along, const double *x, const double *y, size_t count, float *out)
{
    assert(count <= ROW);
    double at_x[ROW], at_y[ROW];
    for (size_t i = 0; i < count; i++) {
        double dx = x[i] - spot->x, dy = y[i] - spot->y, far = fmax(hypot(dx, dy), 1e-6);
        double to = 0.5 * radius * fmin(1.0, 4.0 * far / radius) + along * far;
        at_x[i] = spot->x + to * dx / far;
        at_y[i] = spot->y + to * dy / far;
    }
    fluv_noise_points(noise, at_x, at_y, count, out);
}

static void shift_row(const fluv_earth *earth, const fluv_placed_spot *spot, uint32_t cell,
                      double radius, double lift, const uint32_t *cells, size_t count)
{
    bool mountain = spot->kind == FLUV_SPOT_PEAK && lift > 0.0;
    float reach[ROW] = {0}, ridge[ROW] = {0};
    double x[ROW], y[ROW];
    fluv_noise noise = {.key = fluv_key_at(earth->key, spot->x, spot->y),
                        .wavelength = 0.9 * radius,
                        .octaves = 3,
                        .gain = 0.5,
                        .lacunarity = 2.0,
                        .finest = earth->frame.cell};
    assert(count <= ROW);
    for (size_t i = 0; i < count; i++) {
        x[i] = fluv_cell_x(&earth->frame, cells[i]);
        y[i] = fluv_cell_y(&earth->frame, cells[i]);
    }
    if (mountain) {
        side_noise(&noise, spot, radius, 0.0, x, y, count, reach);
        noise.key = fluv_key_split(noise.key, 1);
        noise.wavelength = radius / SPURS;
        noise.octaves = 7;
        side_noise(&noise, spot, radius, ALONG, x, y, count, ridge);
    }
    double top_x = fluv_cell_x(&earth->frame, cell), top_y = fluv_cell_y(&earth->frame, cell);
    for (size_t i = 0; i < count; i++) {
        uint32_t at = cells[i];
        double far = hypot(x[i] - top_x, y[i] - top_y), share = far / radius;
        if (share >= 1.0 || earth->held[at] || !fluv_earth_is_land(earth, at))
            continue;
        double part = part_of(mountain, share, (double)reach[i], (double)ridge[i]);
        double was = (double)earth->height[at], height = shifted(was, lift, spot->height, part);
        double most = spot->height - PEAK_SLOPE * far;
        if (spot->kind == FLUV_SPOT_PEAK && height > most)
            height += (most - height) * fmin(1.0, 2.0 * (1.0 - share));
        earth->height[at] = (float)fmax(height, fmin(was, ABOVE_SEA));
    }
}

static void shift(const fluv_earth *earth, const fluv_placed_spot *spot, uint32_t cell,
                  double radius)
{
    double lift = spot->height - (double)earth->height[cell];
    disc d = disc_around(earth, cell, radius);
    uint32_t cells[ROW];
    for (uint32_t row = d.top; row <= d.bottom; row++)
        for (uint32_t col = d.left, count; col <= d.right; col += count) {
            for (count = 0; count < ROW && col + count <= d.right; count++)
                cells[count] = row * earth->frame.cols + col + count;
            shift_row(earth, spot, cell, radius, lift, cells, count);
        }
    earth->height[cell] = (float)spot->height;
}

/* The lowest neighbour on the other side than `from` looks at; FLUV_NONE: there is none. */
static uint32_t lowest_beside(const fluv_earth *earth, uint32_t cell, uint32_t from)
{
    assert(cell < earth->topology.count && (from == FLUV_NONE || from < earth->topology.count));
    uint32_t best = FLUV_NONE, cols = earth->frame.cols;
    fluv_around around = fluv_around_cell(&earth->topology, cell);
    for (uint32_t i = 0; i < around.count; i++) {
        uint32_t at = around.cell[i];
        double turn = 0.0;
        if (from != FLUV_NONE)
            turn = ((double)(at % cols) - (double)(cell % cols)) *
                       ((double)(from % cols) - (double)(cell % cols)) +
                   ((double)(at / cols) - (double)(cell / cols)) *
                       ((double)(from / cols) - (double)(cell / cols));
        if (turn > 0.0 || (from != FLUV_NONE && turn == 0.0) || !fluv_earth_is_land(earth, at))
            continue;
        if (best == FLUV_NONE || earth->height[at] < earth->height[best])
            best = at;
    }
    return best;
}

/* A way down from the pass that begins with one of its neighbours. */
static fluv_status open_side(fluv_ctx *ctx, const fluv_earth *earth, uint32_t pass, uint32_t first)
{
    assert(pass < earth->topology.count && first < earth->topology.count);
    fluv_list cells = {0};
    uint32_t *begin = fluv_list_append(ctx, &cells, 2, sizeof *begin), end;
    if (!begin)
        return FLUV_NO_MEMORY;
    begin[0] = pass;
    begin[1] = first;
    earth->from[pass] = pass; /* the way does not lead back */
    earth->held[pass] = 1;    /* nor is the pass cut */
    fluv_status status = FLUV_OK;
    if (earth->height[first] >= earth->height[pass])
        status = fluv_way_on(ctx, earth, first, earth->height[pass], false, &cells, &end);
    earth->from[pass] = FLUV_NONE;
    float *bed = status == FLUV_OK ? fluv_scratch(ctx, 3 * cells.count, sizeof *bed) : NULL;
    fluv_seed *seeds = bed ? fluv_scratch(ctx, cells.count, sizeof *seeds) : NULL;
    const uint32_t *way = cells.items;
    if (seeds) {
        fluv_bed_job job = {.cells = way, .count = cells.count};
        float *lowest = bed + cells.count, *most = lowest + cells.count;
        for (size_t i = 0; i < cells.count; i++) {
            lowest[i] = -INFINITY;
            most[i] = INFINITY;
        }
        job.fall = fluv_bed_fall(earth, &job, -INFINITY);
        (void)fluv_bed_find(earth, &job, lowest, most, bed);
        for (size_t i = 0; i < cells.count; i++) {
            float cut = earth->height[way[i]] - bed[i];
            if (!earth->held[way[i]])
                earth->height[way[i]] = bed[i];
            seeds[i] = (fluv_seed){.cell = way[i],
                                   .level = bed[i],
                                   .flat = (float)earth->frame.cell,
                                   .slope = (float)earth->slope,
                                   .soft = 0.25f * fmaxf(cut, 0.0f)};
        }
        status = fluv_sides_cut(ctx, earth, seeds, cells.count);
    } else if (status == FLUV_OK) {
        status = FLUV_NO_MEMORY;
    }
    earth->held[pass] = 0;
    fluv_list_free(&cells);
    return status;
}

fluv_status fluv_spot_raise(fluv_ctx *ctx, const fluv_earth *earth, const fluv_placed_spot *spot)
{
    uint32_t cell = fluv_earth_cell(earth, spot->x, spot->y);
    bool pass = spot->kind == FLUV_SPOT_PASS;
    assert(pass || spot->kind == FLUV_SPOT_PEAK);
    if (cell == FLUV_NONE)
        return FLUV_OK;
    if (earth->held[cell] || !fluv_earth_is_land(earth, cell))
        return fluv_blame(
            ctx, &spot->by,
            fluv_fail(ctx, FLUV_BAD_RECIPE, "place: %s %s cannot be at %.7g, %.7g: %s",
                      pass ? "pass" : "peak", fluv_called(spot->name), spot->x, spot->y,
                      earth->held[cell] ? "the ground there is held" : "there is no land"));
    if (spot->height <= 0.0 && earth->height[cell] > 0.0f)
        return fluv_blame(
            ctx, &spot->by,
            fluv_fail(ctx, FLUV_BAD_RECIPE,
                      "place: %s %s at %.7g, %.7g would lie at %.7g m, below the sea: give it a "
                      "height above 0",
                      pass ? "pass" : "peak", fluv_called(spot->name), spot->x, spot->y,
                      spot->height));
    double lift = fabs(spot->height - (double)earth->height[cell]);
    double radius = spot->radius > 0.0 ? spot->radius : lift / (pass ? SLOPE : FLANK);
    shift(earth, spot, cell, fmax(radius, LEAST_CELLS * earth->frame.cell));
    if (!pass)
        return FLUV_OK;
    uint32_t one = lowest_beside(earth, cell, FLUV_NONE), other = FLUV_NONE;
    if (one != FLUV_NONE)
        other = lowest_beside(earth, cell, one);
    if (one != FLUV_NONE)
        FLUV_TRY(open_side(ctx, earth, cell, one));
    return other == FLUV_NONE ? FLUV_OK : open_side(ctx, earth, cell, other);
}
