// SPDX-License-Identifier: MIT
/* Rivers and mouths that were placed become drawn ones.
 *
 * in   placed, a drawing        out   the drawing with them; the layer contour
 *
 * Placed before `contour`, they are part of its drawing. Placed after it, `network` adds them to
 * the contour that is there. They have their bends already (place/bend.c), and keep to their lines.
 * O(rivers * sketches). */
#include "stages/contour/contour.h"

#include "field/segments.h"
#include "stages/shared/sketched.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define FINE       0.3 /* of a cell: as far are lines of kept rivers from its steps */
#define MOST_PIECE 64  /* steps between two points of them */
#define NOTED      2.0 /* cells that a line goes on beyond what it ends on */

static fluv_status take_river(fluv_ctx *ctx, uint32_t number, fluv_drawn *to)
{
    assert(number < to->placed->river_count);
    const fluv_placed_river *river = &to->placed->rivers[number];
    const double *xy = to->placed->xy + 2 * (size_t)river->first_point;
    FLUV_TRY(fluv_rings_add(ctx, xy, river->point_count, false, &to->shapes->rivers));
    double *weight = fluv_list_append(ctx, &to->shapes->weights, 1, sizeof *weight);
    uint32_t *which = fluv_list_append(ctx, &to->which, 1, sizeof *which);
    if (!weight || !which)
        return FLUV_NO_MEMORY;
    *weight = 1.0;
    *which = number;
    return FLUV_OK;
}

/* ---- Rivers of an earlier result ---- */

/* The last point to which a straight line leaves none between by more than `far`. */
static uint32_t reach_from(const double *xy, uint32_t count, uint32_t from, double far)
{
    uint32_t to = from + 1;
    for (bool near = true; near && to + 1 < count && to - from < MOST_PIECE; to += near) {
        fluv_vec a = {xy[2 * from], xy[2 * from + 1]}, b = {xy[2 * to + 2], xy[2 * to + 3]};
        for (uint32_t i = from + 1; i <= to && near; i++)
            near = fluv_segment_distance(a, b, (fluv_vec){xy[2 * i], xy[2 * i + 1]}) <= far;
    }
    return to;
}

/* Steps from cell to cell become lines; two rivers never lie nearer than twice what they move. */
static fluv_status take_kept(fluv_ctx *ctx, uint32_t number, double cell, fluv_drawn *to)
{
    const fluv_placed_river *river = &to->placed->rivers[number];
    const double *xy = to->placed->xy + 2 * (size_t)river->first_point;
    double *line = fluv_scratch(ctx, 2 * (size_t)river->point_count, sizeof *line);
    uint32_t *which = fluv_list_append(ctx, &to->which_kept, 1, sizeof *which);
    uint32_t count = 0;
    if (!line || !which)
        return FLUV_NO_MEMORY;
    *which = number;
    assert(river->point_count > 1);
    for (uint32_t at = 0; at < river->point_count; count++) {
        memcpy(line + 2 * (size_t)count, xy + 2 * (size_t)at, 2 * sizeof *line);
        at = at + 1 < river->point_count ? reach_from(xy, river->point_count, at, FINE * cell)
                                         : river->point_count;
    }
    fluv_status status = fluv_rings_add(ctx, line, count, false, &to->kept);
    fluv_scratch_drop(ctx, line);
    return status;
}

void fluv_drawn_free(fluv_drawn *drawn)
{
    fluv_list_free(&drawn->which);
    fluv_list_free(&drawn->which_kept);
    fluv_rings_free(&drawn->kept);
}

/* ---- All that was placed ---- */

static bool has_river(const fluv_contour *contour, const fluv_placed *placed, uint32_t number)
{
    for (size_t k = 0; contour && k < contour->sketches.ring_count; k++)
        if (fluv_sketch_placed(contour, k, placed) == number)
            return true;
    return false;
}

/* A mouth lies on the coast, where it was moved to. */
static bool has_mouth(const fluv_contour *contour, const fluv_placed_spot *spot)
{
    double least = INFINITY, mouth = INFINITY;
    for (size_t r = 0; contour && r < contour->outline.ring_count; r++) {
        const fluv_outline *o = &contour->outline;
        for (uint32_t i = o->first_point[r]; i < o->first_point[r + 1]; i++) {
            uint32_t k = i + 1 < o->first_point[r + 1] ? i + 1 : o->first_point[r];
            fluv_vec a = {o->xy[2 * i], o->xy[2 * i + 1]}, b = {o->xy[2 * k], o->xy[2 * k + 1]};
            least = fmin(least, fluv_segment_distance(a, b, (fluv_vec){spot->x, spot->y}));
        }
    }
    for (size_t i = 0; contour && i < contour->mouth_count; i++)
        mouth = fmin(mouth, hypot(contour->mouths[i].x - spot->x, contour->mouths[i].y - spot->y));
    return mouth <= least * (1.0 + 1e-9) + 1e-6;
}

static fluv_status take_mouth(fluv_ctx *ctx, const fluv_placed_spot *spot, fluv_drawn *to)
{
    fluv_mouth *mouth = fluv_list_append(ctx, &to->shapes->mouths, 1, sizeof *mouth);
    if (!mouth)
        return FLUV_NO_MEMORY;
    *mouth = (fluv_mouth){.x = spot->x, .y = spot->y, .weight = spot->weight};
    to->mouths++;
    return FLUV_OK;
}

fluv_status fluv_contour_take_placed(fluv_ctx *ctx, const fluv_landscape *land,
                                     const fluv_contour *contour, fluv_drawn *to)
{
    const fluv_placed *placed = to->placed = fluv_layer_read(land, FLUV_LAYER_placed);
    for (uint32_t i = 0; placed && i < placed->river_count; i++)
        if (!has_river(contour, placed, i) &&
            fluv_placed_river_in_frame(&land->frame, placed, &placed->rivers[i]))
            FLUV_TRY(placed->rivers[i].kept ? take_kept(ctx, i, land->frame.cell, to)
                                            : take_river(ctx, i, to));
    for (size_t i = 0; placed && i < placed->spot_count; i++)
        if (placed->spots[i].kind == FLUV_SPOT_MOUTH &&
            !(contour && has_mouth(contour, &placed->spots[i])))
            FLUV_TRY(take_mouth(ctx, &placed->spots[i], to));
    return FLUV_OK;
}

/* ---- A contour that is there ---- */

static fluv_status copy_lines(fluv_ctx *ctx, const fluv_outline *from, fluv_rings *to)
{
    for (size_t r = 0; r < from->ring_count; r++) {
        uint32_t first = from->first_point[r];
        FLUV_TRY(fluv_rings_add(ctx, from->xy + 2 * (size_t)first, from->first_point[r + 1] - first,
                                false, to));
    }
    return FLUV_OK;
}

static fluv_status copy_items(fluv_ctx *ctx, const void *from, size_t count, size_t size,
                              fluv_list *to)
{
    void *added = count ? fluv_list_append(ctx, to, count, size) : NULL;
    if (count && !added)
        return FLUV_NO_MEMORY;
    if (count)
        memcpy(added, from, count * size);
    return FLUV_OK;
}

/* Mouths that no drawn river ends in, but for those near one that was added. */
static fluv_status copy_others(fluv_ctx *ctx, const fluv_contour *contour, size_t first,
                               double near, fluv_list *mouths)
{
    size_t added = mouths->count;
    for (size_t i = first; i < contour->mouth_count; i++) {
        const fluv_mouth *at = &contour->mouths[i];
        bool free = true;
        for (size_t k = first; k < added; k++) {
            const fluv_mouth *other = (const fluv_mouth *)mouths->items + k;
            free &= hypot(other->x - at->x, other->y - at->y) >= near;
        }
        if (free)
            FLUV_TRY(copy_items(ctx, at, 1, sizeof *at, mouths));
    }
    return FLUV_OK;
}

static fluv_status add_placed(fluv_ctx *ctx, fluv_landscape *land, double near,
                              const fluv_drawn *drawn, fluv_masses *masses, fluv_sketched *sketched)
{
    const fluv_contour *contour = fluv_layer_read(land, FLUV_LAYER_contour);
    size_t sketches = contour->sketches.ring_count, at_sea = 0;
    for (size_t k = 0; k < sketches; k++)
        at_sea += contour->feet[k].into == FLUV_NONE;
    FLUV_TRY(copy_lines(ctx, &contour->outline, &masses->rings));
    FLUV_TRY(copy_items(ctx, contour->first_ring, contour->mass_count + 1, sizeof(uint32_t),
                        &masses->first_ring));
    FLUV_TRY(copy_lines(ctx, &contour->sketches, &sketched->lines));
    FLUV_TRY(copy_items(ctx, contour->feet, sketches, sizeof(fluv_sketch_foot), &sketched->feet));
    FLUV_TRY(copy_items(ctx, contour->mouths, at_sea, sizeof(fluv_mouth), &sketched->mouths));
    FLUV_TRY(fluv_contour_drawn(ctx, land, drawn, masses, sketched));
    FLUV_TRY(copy_others(ctx, contour, at_sea, near, &sketched->mouths));
    fluv_shared *sealed = fluv_contour_seal(ctx, &masses->rings, &masses->first_ring, sketched);
    if (!sealed)
        return FLUV_NO_MEMORY;
    fluv_layer_put(land, FLUV_LAYER_contour, sealed);
    return FLUV_OK;
}

/* What the author placed where there is no land to be. */
static void note_outside(fluv_landscape *land)
{
    const fluv_placed *placed = fluv_layer_read(land, FLUV_LAYER_placed);
    for (size_t i = 0; placed && i < placed->river_count; i++)
        if (!placed->rivers[i].kept &&
            !fluv_placed_river_in_frame(&land->frame, placed, &placed->rivers[i]))
            fluv_note_add(land, "place", "river %s lies outside the frame", placed->rivers[i].name);
    for (size_t i = 0; placed && i < placed->lake_count; i++)
        if (!placed->lakes[i].follows &&
            !fluv_placed_lake_in_frame(&land->frame, placed, &placed->lakes[i]))
            fluv_note_add(land, "place", "lake %s lies outside the frame", placed->lakes[i].name);
}

/* How far a place lies from a sketch, m. */
static double far_from(const fluv_contour *contour, size_t sketch, fluv_vec at)
{
    const double *xy = contour->sketches.xy;
    double least = INFINITY;
    for (uint32_t i = contour->sketches.first_point[sketch];
         i + 1 < contour->sketches.first_point[sketch + 1]; i++) {
        fluv_vec a = {xy[2 * (size_t)i], xy[2 * (size_t)i + 1]};
        fluv_vec b = {xy[2 * (size_t)i + 2], xy[2 * (size_t)i + 3]};
        least = fmin(least, fluv_segment_distance(a, b, at));
    }
    return least;
}

/* Lines that went on beyond the coast, or the river that they join, were cut there. */
static void note_beyond(fluv_landscape *land)
{
    const fluv_placed *placed = fluv_layer_read(land, FLUV_LAYER_placed);
    const fluv_contour *contour = fluv_layer_read(land, FLUV_LAYER_contour);
    for (size_t i = 0; placed && i < contour->sketches.ring_count; i++) {
        const double *foot = contour->sketches.xy + 2 * (size_t)contour->sketches.first_point[i];
        uint32_t number = fluv_sketch_placed(contour, i, placed), into = contour->feet[i].into;
        const fluv_placed_river *river = number == FLUV_NONE ? NULL : &placed->rivers[number];
        if (!river || river->kept)
            continue;
        const double *xy = placed->xy + 2 * (size_t)river->first_point;
        fluv_vec first = {xy[0], xy[1]}, last = {xy[2 * (size_t)river->point_count - 2],
                                                 xy[2 * (size_t)river->point_count - 1]};
        double beyond = fmax(far_from(contour, i, first), far_from(contour, i, last));
        uint32_t other = into == FLUV_NONE ? into : fluv_sketch_placed(contour, into, placed);
        if (beyond > NOTED * land->frame.cell)
            fluv_note_add(land, "place",
                          "river %s comes to %s%s at %.7g, %.7g and ends there: what was drawn "
                          "beyond is left out",
                          fluv_called(river->name), into == FLUV_NONE ? "the sea" : "river ",
                          into == FLUV_NONE
                              ? ""
                              : fluv_called(other == FLUV_NONE ? "" : placed->rivers[other].name),
                          foot[0], foot[1]);
    }
}

fluv_status fluv_contour_amend(fluv_ctx *ctx, fluv_landscape *land, double near)
{
    note_outside(land);
    fluv_shapes shapes = {0};
    fluv_drawn drawn = {.shapes = &shapes};
    fluv_masses masses = {0};
    fluv_sketched sketched = {0};
    fluv_status status =
        fluv_contour_take_placed(ctx, land, fluv_layer_read(land, FLUV_LAYER_contour), &drawn);
    if (status == FLUV_OK && (drawn.which.count || drawn.which_kept.count || drawn.mouths))
        status = add_placed(ctx, land, near, &drawn, &masses, &sketched);
    if (status == FLUV_OK)
        note_beyond(land);
    fluv_shapes_free(&shapes);
    fluv_drawn_free(&drawn);
    fluv_masses_free(&masses);
    fluv_sketched_free(&sketched);
    return status;
}
