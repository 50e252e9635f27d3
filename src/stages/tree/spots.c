// SPDX-License-Identifier: MIT
/* Peaks and passes at the heights that were asked for.
 *
 * in   placed spots, valleys, shores        out   slopes of the discs around them
 *
 * The ground at a place is the lowest of z_i + s d_i over all valleys i, at heights z_i, with
 * d_i the way up from floor and foot. It stands at h where the hillsides' slope is
 *
 *   s = greatest over i of (h - z_i) / d_i
 *
 * Discs around a spot get slopes that go over to that one; around a peak, no more than what keeps
 * their own ground below it. Then side valleys grow, but for one on the spot, and roughness comes
 * to it: the rest is found by asking the finished tree.  O(spots * (discs + sources)). */
#include "stages/tree/spots.h"

#include "landscape/tree_bounds.h"
#include "stages/tree/ground.h"

#include <assert.h>
#include <math.h>

#define STEEPEST   2.0  /* of hillsides, rise over run */
#define MOST_SLOPE 4.0  /* that one is brought to */
#define GENTLEST   1e-3 /* the same */
#define FLANK      0.35 /* of a spot's sides, which sets how far it reaches */
#define LEAST_FAR  0.8  /* edges that a spot reaches, */
#define MOST_FAR   3.0  /* at most */
#define SIDES      1.6  /* of the way to the nearest valley, that a pass reaches */
#define AROUND     4.0  /* edges within which valleys count */
#define FALL       0.03 /* of the ground from a peak, at least */
#define NO_RAVINE  0.5  /* of a ravine's edge around a spot */
#define ROUNDS     3    /* over all spots, */
#define LOOKS      12   /* at the finished tree for each */
#define CLOSE      0.05 /* m from the height that was asked for */
#define MOST_OFF   0.02 /* of it: a spot that is farther off is refused, */
#define MOST_OFF_M 3.0  /* or so many m */

static bool is_height(const fluv_placed_spot *spot)
{
    return spot->kind == FLUV_SPOT_PEAK || spot->kind == FLUV_SPOT_PASS;
}

static fluv_status refuse(fluv_ctx *ctx, const fluv_placed_spot *spot, const char *why)
{
    return fluv_blame(ctx, &spot->by,
                      fluv_fail(ctx, FLUV_BAD_RECIPE,
                                "place: %s %s at %g, %g cannot be %g m high: %s",
                                spot->kind == FLUV_SPOT_PASS ? "pass" : "peak",
                                fluv_called(spot->name), spot->x, spot->y, spot->height, why));
}

/* Slope at which the ground at a place stands at h; `near`: how far the valley is that says so. */
static double slope_for(const fluv_list *sources, fluv_vec at, double h, double *near)
{
    const fluv_ground_source *list = sources->items;
    double most = -INFINITY;
    for (size_t i = 0; i < sources->count; i++) {
        double far = hypot((double)list[i].x - at.x, (double)list[i].y - at.y);
        double rise = fmax(1.0, (double)fluv_valley_rise((float)far, list[i].floor));
        double slope = (h - (double)list[i].z) / rise;
        *near = slope > most ? fmax(far, 1.0) : *near;
        most = fmax(slope, most);
    }
    return most;
}

/* How far a spot reaches, m. A pass that is lowered takes its sides down to the valleys along, or
 * it would be a pit. */
static double reach_of(const fluv_placed_spot *spot, double edge, double change, double valley)
{
    if (spot->radius > 0.0)
        return spot->radius;
    double reach = fmin(fmax(LEAST_FAR * edge, fabs(change) / FLANK), MOST_FAR * edge);
    return spot->kind == FLUV_SPOT_PASS && change < 0.0 ? fmax(reach, SIDES * valley) : reach;
}

/* `far_out`: how far the spot reaches. */
static fluv_status slope_discs(fluv_ctx *ctx, fluv_tree_work *work, const fluv_placed_spot *spot,
                               const fluv_list *near, double *far_out)
{
    fluv_tree_disc *discs = work->discs.items;
    size_t from = work->mass.first_disc, end = work->discs.count;
    fluv_vec at = fluv_ground_place(&work->head, spot->x, spot->y);
    double height = fluv_tree_unstretched(work, spot->height), valley = 0.0;
    if (!isfinite(height))
        return refuse(ctx, spot, "the frame's height range ends below");
    double usual = fluv_ground_slope_at(work, at), slope = slope_for(near, at, height, &valley);
    if (!(usual > 0.0) || !near->count)
        return FLUV_OK;
    if (slope > STEEPEST * fmax(1.0, height / fmax(spot->height, 1.0)))
        return refuse(ctx, spot, "a river, or the sea, is too near");
    if (slope < GENTLEST)
        return refuse(ctx, spot, "the rivers around lie higher");
    double reach = *far_out = reach_of(spot, work->streams->edge, (slope - usual) * valley, valley);
    for (size_t i = from; i < end; i++) {
        fluv_vec there = {(double)discs[i].x, (double)discs[i].y};
        double far = fluv_vec_distance(there, at), share = fluv_disc_share(far, reach),
               unused = 0.0;
        if (!(share > 0.0))
            continue;
        double changed = (double)discs[i].slope * pow(slope / (double)discs[i].slope, share);
        if (spot->kind == FLUV_SPOT_PEAK)
            changed =
                fmin(changed, fmax(GENTLEST, slope_for(near, there, height - FALL * far, &unused)));
        discs[i].slope = (float)changed;
    }
    return FLUV_OK;
}

fluv_status fluv_tree_open_spots(fluv_ctx *ctx, fluv_tree_work *work)
{
    const fluv_placed *placed = fluv_layer_read(work->land, FLUV_LAYER_placed);
    if (!placed || !placed->spot_count)
        return FLUV_OK;
    work->reach = fluv_scratch(ctx, placed->spot_count, sizeof *work->reach);
    for (size_t i = 0; work->reach && i < placed->spot_count; i++)
        work->reach[i] = LEAST_FAR * work->streams->edge;
    return work->reach ? FLUV_OK : FLUV_NO_MEMORY;
}

fluv_status fluv_tree_slope_spots(fluv_ctx *ctx, fluv_tree_work *work)
{
    const fluv_placed *placed = fluv_layer_read(work->land, FLUV_LAYER_placed);
    fluv_list sources = {0}, near = {0};
    fluv_status status = FLUV_OK;
    for (size_t i = 0; placed && i < placed->spot_count && status == FLUV_OK; i++) {
        const fluv_placed_spot *spot = &placed->spots[i];
        if (!is_height(spot) ||
            !fluv_domain_holds(&work->mass.domain, (fluv_vec){spot->x, spot->y}))
            continue;
        if (!sources.count)
            status = fluv_tree_list_sources(ctx, work, &sources);
        near.count = 0;
        if (status == FLUV_OK)
            status =
                fluv_ground_near(ctx, &sources, fluv_ground_place(&work->head, spot->x, spot->y),
                                 AROUND * work->streams->edge, &near);
        if (status == FLUV_OK)
            status = slope_discs(ctx, work, spot, &near, &work->reach[i]);
    }
    fluv_list_free(&sources);
    fluv_list_free(&near);
    return status;
}

void fluv_tree_spare_spots(const fluv_tree_work *work, const fluv_frame *frame, float *ceiling)
{
    const fluv_placed *placed = fluv_layer_read(work->land, FLUV_LAYER_placed);
    double far = NO_RAVINE * work->params->ravines * work->streams->edge;
    for (size_t i = 0; placed && i < placed->spot_count; i++) {
        const fluv_placed_spot *spot = &placed->spots[i];
        for (size_t c = 0; is_height(spot) && c < (size_t)frame->cols * frame->rows; c++)
            if (hypot(fluv_cell_x(frame, (uint32_t)c) - spot->x,
                      fluv_cell_y(frame, (uint32_t)c) - spot->y) < far + frame->cell)
                ceiling[c] = -1e6f; /* nothing grows as low */
    }
}

/* ---- The finished tree ---- */

static double height_of(const fluv_tree_index *tree, const fluv_placed_spot *spot)
{
    float height;
    fluv_tree_evaluate(tree, &spot->x, &spot->y, 1, 0.0, &(fluv_tree_values){.height = &height});
    return (double)height;
}

static void steepen(fluv_tree_disc *discs, size_t count, fluv_vec at, double reach, double factor)
{
    for (size_t i = 0; i < count; i++) {
        double far = hypot((double)discs[i].x - at.x, (double)discs[i].y - at.y);
        double share = fluv_disc_share(far, reach);
        double slope = (double)discs[i].slope, most = fmax(slope, MOST_SLOPE);
        if (share > 0.0)
            discs[i].slope = (float)fmin(slope * pow(factor, share), most);
    }
}

/* The ground is nearly the slope times something, plus something: a line through two looks. */
static void fit_spot(const fluv_tree_index *tree, const fluv_tree_head *head, fluv_tree_disc *discs,
                     const fluv_placed_spot *spot, double reach)
{
    fluv_vec at = fluv_ground_place(head, spot->x, spot->y);
    double steep = 1.0, height = height_of(tree, spot), factor;
    double before = 0.0, lower = height; /* slope and height of the look before */
    for (int look = 0; look < LOOKS && fabs(spot->height - height) > CLOSE; look++) {
        double gain = look ? (height - lower) / (steep - before) : 0.0; /* m for all of the slope */
        double next = gain > 0.0 ? steep + (spot->height - height) / gain
                                 : steep * (spot->height > height ? 1.1 : 0.9);
        factor = fmin(fmax(next / steep, 0.5), 2.0);
        before = steep;
        lower = height;
        steep *= factor;
        steepen(discs, head->disc_count, at, reach, factor);
        height = height_of(tree, spot);
    }
}

/* Spots that are near each other take turns. */
static fluv_status fit_spots(fluv_ctx *ctx, const fluv_placed *placed, const double *reach,
                             const fluv_tree_index *tree, void *block)
{
    /* the tree is under construction still: the index knows where discs are, not how steep */
    fluv_tree_disc *discs =
        (fluv_tree_disc *)(uintptr_t)(const void *)fluv_tree_parts_of(block).discs;
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < placed->spot_count; i++)
            if (is_height(&placed->spots[i]))
                fit_spot(tree, block, discs, &placed->spots[i], reach[i]);
    for (size_t i = 0; i < placed->spot_count; i++) {
        const fluv_placed_spot *spot = &placed->spots[i];
        if (is_height(spot) && fabs(spot->height - height_of(tree, spot)) >
                                   fmax(MOST_OFF * fabs(spot->height), MOST_OFF_M))
            return refuse(ctx, spot, "a valley, or another peak or pass, is too near");
    }
    return FLUV_OK;
}

fluv_status fluv_tree_fit_spots(fluv_ctx *ctx, const fluv_tree_work *work, void *block)
{
    const fluv_placed *placed = fluv_layer_read(work->land, FLUV_LAYER_placed);
    fluv_tree_index *tree = NULL;
    bool any = false;
    for (size_t i = 0; placed && i < placed->spot_count; i++) {
        const fluv_placed_spot *spot = &placed->spots[i];
        any |= is_height(spot);
        if (is_height(spot) && !fluv_domain_holds(&work->domain, (fluv_vec){spot->x, spot->y}))
            return refuse(ctx, spot, "there is no land");
    }
    if (!any)
        return FLUV_OK;
    FLUV_TRY(fluv_tree_open(ctx, block, &tree));
    fluv_status status = fit_spots(ctx, placed, work->reach, tree, block);
    fluv_tree_close(tree);
    fluv_tree_seal(block);
    return status;
}
