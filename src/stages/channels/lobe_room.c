// SPDX-License-Identifier: MIT
/* Where there is room for a delta before a mouth.
 *
 * in   the shore, other rivers' ends        out   directions with open water, and how far it goes
 *
 * In each direction a ray goes out over the sea until it comes near land on the other side, the
 * frame's edge or another river's end: no strait is to be closed and no river dammed up. Of the
 * directions that lie beside each other and have room the widest stretch is taken, and the delta
 * turned to its middle.  O(directions * (steps + rivers)). */
#include "stages/channels/delta.h"

#include <assert.h>

#define NEAR        0.4  /* of the reach: where the trunk looks for the sea */
#define LONGEST     0.6  /* of the reach: how long the trunk may be */
#define OPEN        0.10 /* of the reach: how wide the sea is to each side where it ends */
#define BACK        0.3  /* cosine of the sharpest turn of a step */
#define ROUNDS      4    /* of smoothing of the trunk */
#define LEAST_STEPS 4
#define NECK        0.06 /* of the reach: so far from the old mouth the coast may be near */
#define LATE        0.35 /* and so much farther at the sides */
#define BESIDE      0.03 /* of the reach: least distance from the coast, */
#define CLEAR       0.14 /* and from land beyond the sea */
#define ENDS        0.07 /* of the reach: the same from other rivers' ends */
#define LEAST       0.45 /* of the reach: room that a direction must have */
#define NARROW      0.45 /* least width of the fan: about 50 degrees */
#define MARGIN      0.04 /* directions at its sides that are left free */
#define TURNS       2    /* times that the delta turns to the middle */
#define OPENING     0.46 /* from the middle to each side, of a bird's foot, */
#define WIDER       0.16 /* and so much more of an even bow */

static double sea_at(const fluv_delta_site *d, double x, double y)
{
    float distance;
    fluv_shore_points(d->shore, d->job->basins->spacing, &x, &y, 1, &distance);
    return -(double)distance;
}

/* The mean of all directions, each weighed by how much sea there is. */
static bool find_ahead(fluv_delta_site *d, double reach)
{
    double sum_x = 0.0, sum_y = 0.0;
    for (uint32_t i = 0; i < FLUV_RAYS; i++) {
        double dx, dy;
        fluv_layout_ray(i, &dx, &dy);
        for (double part = 0.25; part <= 1.0; part += 0.25) {
            double sea = sea_at(d, d->x + part * reach * dx, d->y + part * reach * dy);
            sum_x += dx * fmin(fmax(sea, 0.0), reach);
            sum_y += dy * fmin(fmax(sea, 0.0), reach);
        }
    }
    double length = fluv_length(sum_x, sum_y);
    if (!(length > 0.0))
        return false;
    d->ahead_x = sum_x / length;
    d->ahead_y = sum_y / length;
    return true;
}

static bool off_frame(const fluv_delta_site *d, double x, double y)
{
    const fluv_frame *frame = &d->job->landscape->frame;
    double margin = 3.0 * d->job->basins->spacing;
    double east = x - frame->west, south = frame->north - y;
    return east < margin || south < margin || frame->cell * frame->cols - east < margin ||
           frame->cell * frame->rows - south < margin;
}

/* Whether another river ends near a place. */
static bool near_end(const fluv_delta_site *d, double x, double y, double near)
{
    const fluv_basins *b = d->job->basins;
    uint32_t own = b->receiver[d->mouth];
    for (uint32_t i = 0; i < d->sea_end_count; i++) {
        uint32_t v = d->sea_ends[i];
        if (v != own && fluv_length(b->x[v] - x, b->y[v] - y) < near)
            return true;
    }
    return false;
}

/* One step of the trunk: to where the sea is widest, and not back. */
static void step_out(fluv_delta_site *d, double step)
{
    double widest = -INFINITY, best_x = 0.0, best_y = 0.0;
    for (uint32_t i = 0; i < FLUV_RAYS; i++) {
        double dx, dy;
        fluv_layout_ray(i, &dx, &dy);
        double turned = dx * d->ahead_x + dy * d->ahead_y;
        double sea = sea_at(d, d->x + step * dx, d->y + step * dy) + 0.1 * step * turned;
        if (turned > BACK && sea > widest) {
            widest = sea;
            best_x = dx;
            best_y = dy;
        }
    }
    double length = fluv_length(d->ahead_x + best_x, d->ahead_y + best_y);
    d->ahead_x = (d->ahead_x + best_x) / length;
    d->ahead_y = (d->ahead_y + best_y) / length;
    d->x += step * d->ahead_x;
    d->y += step * d->ahead_y;
}

/* Leads the trunk out of the bay that the river ends in; false: it comes too near to another
 * river's end or the frame's. */
static bool find_trunk(fluv_delta_site *d)
{
    double step = LONGEST * d->reach / (FLUV_DELTA_TRUNK - 1), open = OPEN * d->reach;
    double near = 0.7 * d->half + 2.5 * d->job->basins->spacing;
    d->trunk_count = 0;
    for (;;) {
        double *at = d->trunk[d->trunk_count++];
        at[0] = d->x;
        at[1] = d->y;
        bool off = off_frame(d, d->x, d->y);
        if (off || (d->trunk_count > 1 && near_end(d, d->x, d->y, near)))
            return false;
        if (d->trunk_count == FLUV_DELTA_TRUNK ||
            (d->trunk_count > LEAST_STEPS && sea_at(d, d->x, d->y) >= open))
            break;
        step_out(d, step);
    }
    for (int round = 0; round < ROUNDS; round++)
        for (uint32_t i = 1; i + 1 < d->trunk_count; i++)
            for (int k = 0; k < 2; k++)
                d->trunk[i][k] =
                    0.25 * (d->trunk[i - 1][k] + 2.0 * d->trunk[i][k] + d->trunk[i + 1][k]);
    return sea_at(d, d->x, d->y) > 0.0;
}

/* How far a direction goes before there is no room. Arms come to directions at the sides late. */
static double room_in(const fluv_delta_site *d, double side)
{
    double step = 0.5 * d->job->basins->spacing, clear = CLEAR * d->reach, deepest = 0.0;
    double ends = fmax(ENDS * d->reach, 0.7 * d->half + 2.5 * d->job->basins->spacing);
    double end = 1.05 * d->reach + clear;
    double start = (NECK + LATE * fabs(side) / FLUV_DELTA_WIDEST) * d->reach;
    for (double t = start; t < end; t += step) {
        double x, y;
        fluv_delta_at(d, d->behind + t, side, &x, &y);
        double sea = sea_at(d, x, y);
        bool beyond = deepest > clear && sea < fmin(clear, 0.5 * deepest);
        if (off_frame(d, x, y) || sea < BESIDE * d->reach || near_end(d, x, y, ends))
            return t;
        if (beyond)
            return t - 0.5 * clear;
        deepest = fmax(deepest, sea);
    }
    return end;
}

/* The widest stretch of directions with room, for an arm and the land along it; its middle. */
static double find_stretch(fluv_delta_site *d)
{
    double widest = -1.0, least = fmax(LEAST * d->reach, 2.0 * d->half);
    uint32_t start = 0;
    d->from = d->to = 0.0;
    for (uint32_t i = 0; i < FLUV_DELTA_SIDES; i++)
        d->room[i] = room_in(d, fluv_delta_side(i));
    for (uint32_t i = 0; i <= FLUV_DELTA_SIDES; i++) {
        if (i < FLUV_DELTA_SIDES && d->room[i] >= least)
            continue;
        double wide = i > start ? fluv_delta_side(i - 1) - fluv_delta_side(start) : -1.0;
        if (wide > widest) {
            widest = wide;
            d->from = fluv_delta_side(start) + MARGIN;
            d->to = fluv_delta_side(i - 1) - MARGIN;
        }
        start = i + 1;
    }
    return 0.5 * (d->from + d->to);
}

static void turn_by(fluv_delta_site *d, double side)
{
    double x = d->ahead_x, y = d->ahead_y, scale = 1.0 + side * side;
    double along = (1.0 - side * side) / scale, left = 2.0 * side / scale;
    d->ahead_x = along * x - left * y;
    d->ahead_y = along * y + left * x;
    assert(fabs(fluv_length(d->ahead_x, d->ahead_y) - 1.0) < 1e-6);
}

bool fluv_delta_room(fluv_delta_site *d)
{
    assert(d->reach > 0.0 && d->half > 0.0 && d->behind > 0.0);
    if (!find_ahead(d, NEAR * d->reach) || !find_trunk(d) || !find_ahead(d, d->reach))
        return false;
    for (int turn = 0; turn < TURNS; turn++)
        turn_by(d, find_stretch(d));
    find_stretch(d);
    double opening = OPENING + WIDER * d->smooth;
    d->from = fmax(d->from, -opening);
    d->to = fmin(d->to, opening);
    return d->to - d->from >= NARROW;
}
