// SPDX-License-Identifier: MIT
/* Stage `contour`: the outline of the land, the mouths of its rivers, rivers drawn by hand.
 *
 * in   the frame's box; the coast or a file if asked for; what is placed        out   contour
 *
 * Based on: Genevaux, Galin, Guerin, Peytavie, Benes. Terrain generation using procedural models
 * based on hydrology. 2013 */
#include "stages/contour/contour.h"

#include "base/random.h"

#include <assert.h>
#include <math.h>

#define USUAL      2.0  /* raggedness at which the coast strays as far as it may: 1 / this */
#define LEAST_GAIN 0.5  /* of small bays against large ones, */
#define MORE_GAIN  0.25 /* and more of it where the coast is ragged */

/* The land ends a little inside the frame, where it falls off. */
static fluv_status take_frame(fluv_ctx *ctx, const fluv_frame *frame, fluv_rings *rings)
{
    assert(frame->cell > 0.0 && frame->cols > 0 && frame->rows > 0);
    double wide = frame->cell * frame->cols, tall = frame->cell * frame->rows;
    double margin = 0.01 * fmin(wide, tall);
    double west = frame->west + margin, east = frame->west + wide - margin;
    double north = frame->north - margin, south = frame->north - tall + margin;
    return fluv_rings_add(ctx, (double[]){west, south, east, south, east, north, west, north}, 4,
                          false, rings);
}

/* Whether a ring of the coast runs along the frame's border; others keep farther from it. */
static bool meets_frame(const fluv_frame *frame, const double *xy, uint32_t count)
{
    double near = 0.1 * frame->cell;
    double east = frame->west + frame->cell * frame->cols;
    double south = frame->north - frame->cell * frame->rows;
    for (uint32_t i = 0; i < count; i++) {
        double x = xy[2 * i], y = xy[2 * i + 1];
        if (x < frame->west + near || x > east - near || y < south + near ||
            y > frame->north - near)
            return true;
    }
    return false;
}

/* Rings that lie wholly in the frame: those around land first, then holes in that land. */
static fluv_status take_rings(fluv_ctx *ctx, const fluv_frame *frame, const fluv_outline *coast,
                              bool holes, fluv_rings *rings)
{
    for (size_t r = 0; r < coast->ring_count; r++) {
        const double *xy = coast->xy + 2 * (size_t)coast->first_point[r];
        uint32_t count = coast->first_point[r + 1] - coast->first_point[r];
        if ((fluv_ring_turn(xy, count) < 0.0) != holes || meets_frame(frame, xy, count))
            continue;
        if (!holes || fluv_rings_hold(rings, (fluv_vec){xy[0], xy[1]}))
            FLUV_TRY(fluv_rings_add(ctx, xy, count, false, rings));
    }
    return FLUV_OK;
}

/* Where the coast is known at every place, it does not depend on the frame's cells. */
static fluv_status take_coast(fluv_ctx *ctx, const fluv_contour_params *p,
                              const fluv_landscape *land, fluv_rings *rings)
{
    const fluv_outline *coast = fluv_coast_of(land);
    if (fluv_layer_read(land, FLUV_LAYER_shore))
        return fluv_contour_shore(ctx, p, land, rings);
    if (!coast)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "contour.shape is coast, but there is none: put a stage that makes a "
                         "coast before it");
    FLUV_TRY(take_rings(ctx, &land->frame, coast, false, rings));
    FLUV_TRY(take_rings(ctx, &land->frame, coast, true, rings));
    if (!rings->first_point.count)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "contour.shape is coast, but no island lies wholly inside the frame");
    return FLUV_OK;
}

/* A drawn outline between its points. */
static fluv_status refine(fluv_ctx *ctx, const fluv_contour_params *p, const fluv_landscape *land,
                          fluv_rings *rings)
{
    double share = p->stray * fmin(1.0, USUAL * p->ragged);
    size_t points = rings->xy.count / 2;
    assert(share >= 0.0 && points > 0);
    double *shares = fluv_scratch(ctx, points, sizeof *shares);
    if (!shares)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < points; i++)
        shares[i] = share;
    fluv_ragged job = {.lines = rings,
                       .closed = true,
                       .share = shares,
                       .fine = fluv_frame_side(&land->frame) / FLUV_CONTOUR_FINE,
                       .gain = LEAST_GAIN + MORE_GAIN * p->ragged,
                       .key = fluv_key_make(land->seed, "contour", "outline")};
    fluv_rings finer = {0};
    fluv_status status = fluv_lines_refine(ctx, &job, &finer, NULL);
    fluv_scratch_drop(ctx, shares);
    fluv_rings *unused = status == FLUV_OK ? rings : &finer;
    fluv_rings_free(unused);
    if (status == FLUV_OK)
        *rings = finer;
    return status;
}

/* The parameter that draws the outline. */
static const char *drawn_by(const fluv_contour_params *p)
{
    if (p->outline.count)
        return "contour.outline";
    return p->outlines.count ? "contour.outlines" : "contour.file";
}

static fluv_status refuse_outside(fluv_ctx *ctx, const fluv_frame *frame, const fluv_rings *rings,
                                  const char *param)
{
    double wide = frame->cell * frame->cols, tall = frame->cell * frame->rows;
    fluv_box box = fluv_rings_box(rings);
    if (box.low.x < frame->west + wide && box.high.x > frame->west && box.low.y < frame->north &&
        box.high.y > frame->north - tall)
        return FLUV_OK;
    return fluv_fail(ctx, FLUV_BAD_RECIPE,
                     "%s: the outline, from %g, %g to %g, %g, lies outside the frame, from "
                     "%g, %g to %g, %g",
                     param, box.low.x, box.low.y, box.high.x, box.high.y, frame->west,
                     frame->north - tall, frame->west + wide, frame->north);
}

/* What was drawn is checked as it was drawn. */
static fluv_status take_drawn(fluv_ctx *ctx, const fluv_contour_params *p,
                              const fluv_landscape *land, fluv_shapes *shapes, fluv_rings *rings)
{
    fluv_drawing drawing;
    *rings = shapes->outlines;
    shapes->outlines = (fluv_rings){0};
    FLUV_TRY(refuse_outside(ctx, &land->frame, rings, drawn_by(p)));
    FLUV_TRY(fluv_drawing_study(ctx, rings, &land->frame, &drawing));
    FLUV_TRY(fluv_drawing_refuse_crossing(ctx, rings, &drawing, drawn_by(p)));
    return p->ragged * p->stray > 0.0 ? refine(ctx, p, land, rings) : FLUV_OK;
}

static fluv_status take_shape(fluv_ctx *ctx, const fluv_contour_params *p,
                              const fluv_landscape *land, fluv_shapes *shapes, fluv_rings *rings)
{
    if (shapes->outlines.first_point.count)
        return take_drawn(ctx, p, land, shapes, rings);
    if (p->shape == FLUV_CONTOUR_SHAPE_island)
        return fluv_contour_island(ctx, p, land, rings);
    if (p->shape == FLUV_CONTOUR_SHAPE_frame)
        return take_frame(ctx, &land->frame, rings);
    return take_coast(ctx, p, land, rings);
}

/* Everything under construction. */
typedef struct parts {
    fluv_shapes shapes;
    fluv_drawn drawn;
    fluv_masses masses;
    fluv_sketched sketched;
} parts;

static size_t sea_feet(const fluv_sketched *sketched)
{
    const fluv_sketch_foot *feet = sketched->feet.items;
    size_t count = 0;
    for (size_t i = 0; i < sketched->feet.count; i++)
        count += feet[i].into == FLUV_NONE;
    return count;
}

static fluv_status make(fluv_ctx *ctx, const fluv_contour_params *p, fluv_landscape *land,
                        parts *of)
{
    FLUV_TRY(fluv_contour_gather(ctx, p, land, &of->shapes));
    FLUV_TRY(take_shape(ctx, p, land, &of->shapes, &of->masses.rings));
    FLUV_TRY(fluv_masses_find(ctx, &of->masses));
    FLUV_TRY(fluv_advance(ctx, 0.5));
    of->drawn.shapes = &of->shapes;
    of->drawn.rivers_by_hand = p->rivers.count;
    of->drawn.mouths_by_hand = p->places.count;
    FLUV_TRY(fluv_contour_take_placed(ctx, land, NULL, &of->drawn));
    FLUV_TRY(fluv_contour_drawn(ctx, land, &of->drawn, &of->masses, &of->sketched));
    FLUV_TRY(fluv_mouths_place(ctx, p, land, &of->masses, sea_feet(&of->sketched),
                               &of->sketched.mouths));
    fluv_shared *contour =
        fluv_contour_seal(ctx, &of->masses.rings, &of->masses.first_ring, &of->sketched);
    if (!contour)
        return FLUV_NO_MEMORY;
    fluv_layer_put(land, FLUV_LAYER_contour, contour);
    return fluv_advance(ctx, 1.0);
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    parts of = {0};
    fluv_status status = make(ctx, params, land, &of);
    fluv_shapes_free(&of.shapes);
    fluv_drawn_free(&of.drawn);
    fluv_masses_free(&of.masses);
    fluv_sketched_free(&of.sketched);
    return status;
}

#define PARAMS fluv_contour_mouth
static const fluv_param mouth_table[] = {
#include "base/param_rows.h"
#include "stages/contour/mouth.def"
};
static const fluv_list_columns fluv_contour_mouth_columns = {
    .params = mouth_table,
    .count = sizeof mouth_table / sizeof *mouth_table,
    .required = 2,
    .row_size = sizeof(fluv_contour_mouth),
};
#undef PARAMS

#define PARAMS fluv_contour_river
static const fluv_param river_table[] = {
#include "base/param_rows.h"
#include "stages/contour/river.def"
};
static const fluv_list_columns fluv_contour_river_columns = {
    .params = river_table,
    .count = sizeof river_table / sizeof *river_table,
    .required = 1,
    .row_size = sizeof(fluv_contour_river),
};
#undef PARAMS

#define PARAMS fluv_contour_outline
static const fluv_param outline_table[] = {
#include "base/param_rows.h"
#include "stages/contour/outline.def"
};
static const fluv_list_columns fluv_contour_outline_columns = {
    .params = outline_table,
    .count = sizeof outline_table / sizeof *outline_table,
    .required = 1,
    .row_size = sizeof(fluv_contour_outline),
};
#undef PARAMS

#define PARAMS fluv_contour_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/contour/contour.def"
};

const fluv_stage fluv_stage_contour = {
    .info = {.name = "contour",
             .summary = "The outline of the land and the mouths of its rivers.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_contour_params),
    FLUV_NEEDS(),
    FLUV_MAKES(contour),
    FLUV_AMENDS(),
    .run = run,
};
