// SPDX-License-Identifier: MIT
/* What was drawn by hand: outline, mouths and rivers, from a file and from the recipe.
 *
 * in   parameters, a file        out   shapes; an outline that does not cross itself */
#include "stages/contour/contour.h"

#include <assert.h>
#include <math.h>

#define FARTHEST 20.0  /* sides: what is drawn beyond is a mistake, and long to follow */
#define MARGIN   0.08  /* of the frame that a fitted drawing leaves free */
#define SQUARES  128.0 /* of the search, along the frame's longer side */

static void include(double x, double y, fluv_box *box)
{
    box->low = (fluv_vec){fmin(box->low.x, x), fmin(box->low.y, y)};
    box->high = (fluv_vec){fmax(box->high.x, x), fmax(box->high.y, y)};
}

fluv_box fluv_rings_box(const fluv_rings *rings)
{
    fluv_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    const double *xy = rings->xy.items;
    for (size_t i = 0; i + 1 < rings->xy.count; i += 2)
        include(xy[i], xy[i + 1], &box);
    return box;
}

fluv_status fluv_drawing_study(fluv_ctx *ctx, const fluv_rings *rings, const fluv_frame *frame,
                               fluv_drawing *out)
{
    size_t count = rings->first_point.count;
    uint32_t *starts = fluv_scratch(ctx, count + 1, sizeof *starts);
    if (!starts)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        starts[i] = ((const uint32_t *)rings->first_point.items)[i];
    starts[count] = (uint32_t)(rings->xy.count / 2);
    const double *xy = rings->xy.items;
    fluv_outline outline = {.ring_count = count, .first_point = starts, .xy = xy};
    fluv_box box = fluv_rings_box(rings);
    out->side = fluv_frame_side(frame);
    assert(out->side > 0.0);
    if (!(box.high.x > box.low.x || box.high.y > box.low.y))
        return fluv_fail(
            ctx, FLUV_BAD_RECIPE,
            "contour: contour.outline, outlines or file draw nothing that has an inside");
    double far = FARTHEST * out->side + fabs(frame->west) + fabs(frame->north);
    if (box.low.x < -far || box.low.y < -far || box.high.x > far || box.high.y > far)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "contour: contour.outline, outlines or file reach from %g, %g to %g, %g: "
                         "at most %g times the frame's longer side from it",
                         box.low.x, box.low.y, box.high.x, box.high.y, FARTHEST);
    return fluv_domain_init(ctx, &outline, out->side / SQUARES, &out->domain);
}

fluv_status fluv_drawing_refuse_crossing(fluv_ctx *ctx, const fluv_rings *rings,
                                         const fluv_drawing *drawing, const char *param)
{
    const double *xy = rings->xy.items;
    uint32_t crossing = fluv_domain_crossing(&drawing->domain, false);
    if (crossing == FLUV_NONE)
        return FLUV_OK;
    assert(crossing < rings->xy.count / 2);
    return fluv_fail(ctx, FLUV_BAD_RECIPE, "%s: the outline crosses itself near %g, %g", param,
                     xy[2 * (size_t)crossing], xy[2 * (size_t)crossing + 1]);
}

/* Low and high corner of all that was drawn. */
static fluv_box box_of(const fluv_shapes *shapes)
{
    fluv_box box = fluv_rings_box(&shapes->outlines);
    const double *rivers = shapes->rivers.xy.items;
    for (size_t i = 0; i + 1 < shapes->rivers.xy.count; i += 2)
        include(rivers[i], rivers[i + 1], &box);
    const fluv_mouth *mouths = shapes->mouths.items;
    for (size_t i = 0; i < shapes->mouths.count; i++)
        include(mouths[i].x, mouths[i].y, &box);
    return box;
}

typedef struct mapping {
    fluv_vec from, to; /* a place, and where it goes */
    double scale;
} mapping;

static void map_place(const mapping *m, double *x, double *y)
{
    *x = m->to.x + m->scale * (*x - m->from.x);
    *y = m->to.y + m->scale * (*y - m->from.y);
}

static void map_all(const mapping *m, fluv_shapes *shapes)
{
    assert(m->scale > 0.0);
    fluv_list *lists[] = {&shapes->outlines.xy, &shapes->rivers.xy};
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i + 1 < lists[k]->count; i += 2)
            map_place(m, (double *)lists[k]->items + i, (double *)lists[k]->items + i + 1);
    fluv_mouth *mouths = shapes->mouths.items;
    for (size_t i = 0; i < shapes->mouths.count; i++)
        map_place(m, &mouths[i].x, &mouths[i].y);
}

static fluv_status fit(fluv_ctx *ctx, const fluv_contour_params *p, const fluv_frame *frame,
                       fluv_shapes *shapes)
{
    fluv_box box = box_of(shapes);
    double wide = frame->cell * frame->cols, tall = frame->cell * frame->rows;
    fluv_vec middle = {frame->west + 0.5 * wide, frame->north - 0.5 * tall};
    double across = box.high.x - box.low.x, up = box.high.y - box.low.y;
    if (p->fit) {
        double room = 1.0 - 2.0 * MARGIN;
        double scale = fmin(across > 0.0 ? room * wide / across : INFINITY,
                            up > 0.0 ? room * tall / up : INFINITY);
        mapping m = {fluv_between(box.low, box.high, 0.5), middle, isfinite(scale) ? scale : 1.0};
        map_all(&m, shapes);
        return FLUV_OK;
    }
    fluv_vec off = fluv_minus(fluv_between(box.low, box.high, 0.5), middle);
    if (fabs(off.x) < 0.49 * wide && fabs(off.y) < 0.49 * tall)
        return FLUV_OK;
    return fluv_fail(
        ctx, FLUV_BAD_RECIPE,
        "contour.file: %s lies at %g to %g m east and %g to %g m north, its middle outside "
        "the frame of %g m: set contour.fit to move and scale it into the frame",
        p->file, box.low.x, box.high.x, box.low.y, box.high.y, fmax(wide, tall));
}

static fluv_status add_points(fluv_ctx *ctx, const fluv_point *points, size_t count, bool ring,
                              fluv_rings *out)
{
    assert(count == 0 || points);
    double *xy = fluv_scratch(ctx, 2 * count, sizeof *xy);
    if (!xy)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        xy[2 * i] = points[i].x;
        xy[2 * i + 1] = points[i].y;
    }
    fluv_status status =
        fluv_rings_add(ctx, xy, count, ring && fluv_ring_turn(xy, count) < 0.0, out);
    fluv_scratch_drop(ctx, xy);
    return status;
}

fluv_status fluv_contour_gather(fluv_ctx *ctx, const fluv_contour_params *p,
                                const fluv_landscape *land, fluv_shapes *out)
{
    if (*p->file) {
        if (!ctx->read_shapes)
            return fluv_fail(ctx, FLUV_BAD_RECIPE,
                             "contour.file: %s cannot be read: this build reads no files of shapes",
                             p->file);
        FLUV_TRY(ctx->read_shapes(ctx, p->file, land->crs, out));
        FLUV_TRY(fit(ctx, p, &land->frame, out));
    }
    if (p->outline.count)
        FLUV_TRY(add_points(ctx, p->outline.rows, p->outline.count, true, &out->outlines));
    for (size_t i = 0; i < p->outlines.count; i++) {
        const fluv_contour_outline *outline = &p->outlines.rows[i];
        FLUV_TRY(add_points(ctx, outline->ring.rows, outline->ring.count, true, &out->outlines));
    }
    for (size_t i = 0; i < p->rivers.count; i++) {
        const fluv_contour_river *river = &p->rivers.rows[i];
        FLUV_TRY(add_points(ctx, river->line.rows, river->line.count, false, &out->rivers));
        double *weight = fluv_list_append(ctx, &out->weights, 1, sizeof *weight);
        if (!weight)
            return FLUV_NO_MEMORY;
        *weight = river->weight;
    }
    for (size_t i = 0; i < p->places.count; i++) {
        fluv_mouth *mouth = fluv_list_append(ctx, &out->mouths, 1, sizeof *mouth);
        if (!mouth)
            return FLUV_NO_MEMORY;
        *mouth = (fluv_mouth){
            .x = p->places.rows[i].x, .y = p->places.rows[i].y, .weight = p->places.rows[i].weight};
    }
    return FLUV_OK;
}
