// SPDX-License-Identifier: MIT
/* Stage `place`: rivers, lakes and ground where the author wants them.
 *
 * in   what is placed already, height if there is any     out   placed, frozen; height that fits,
 * laid
 *
 * Before there is ground, what is placed waits for the stages that make it, and rivers get their
 * bends by chance; on ground that is there, it is shaped at once (src/placed). */
#include "stages/place/place.h"

#include "field/domain.h"
#include "stages/shared/lay.h"
#include "stages/shared/sea.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* The file, where there is one. */
static fluv_status read_file(fluv_ctx *ctx, const char *file, const fluv_landscape *land,
                             fluv_shapes *shapes)
{
    if (!*file)
        return FLUV_OK;
    if (!ctx->read_shapes)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "place.file: %s cannot be read: this build reads no files of shapes",
                         file);
    return ctx->read_shapes(ctx, file, land->crs, shapes);
}

static fluv_status gather(fluv_ctx *ctx, const fluv_place_params *p, const fluv_shapes *shapes,
                          const fluv_landscape *land, fluv_placing *placing)
{
    FLUV_TRY(fluv_placing_open(ctx, land, placing));
    size_t rivers = placing->rivers.count, lakes = placing->lakes.count;
    FLUV_TRY(fluv_place_take(ctx, p->file, shapes, placing));
    FLUV_TRY(fluv_place_gather(ctx, p, placing));
    FLUV_TRY(fluv_place_tidy(ctx, rivers, lakes, placing));
    if (!fluv_lay_has_ground(land)) {
        FLUV_TRY(fluv_place_bend(ctx, land->seed, placing));
        FLUV_TRY(fluv_place_shore(ctx, land->seed, placing));
    }
    return fluv_place_leave(ctx, &land->frame, placing);
}

/* ---- Ground that stays ---- */

/* Cells of the frame, the last ones included. */
typedef struct cell_box {
    int64_t left, right, top, bottom;
} cell_box;

static int64_t clamped(double at, uint32_t count)
{
    return (int64_t)fmin(fmax(floor(at), 0.0), (double)count - 1.0);
}

/* Where rings may hold a cell's middle. */
static cell_box box_of(const fluv_frame *frame, const fluv_outline *rings)
{
    double west = INFINITY, east = -INFINITY, south = INFINITY, north = -INFINITY;
    for (uint32_t i = 0; i < rings->first_point[rings->ring_count]; i++) {
        west = fmin(west, rings->xy[2 * i]);
        east = fmax(east, rings->xy[2 * i]);
        south = fmin(south, rings->xy[2 * i + 1]);
        north = fmax(north, rings->xy[2 * i + 1]);
    }
    return (cell_box){.left = clamped((west - frame->west) / frame->cell, frame->cols),
                      .right = clamped((east - frame->west) / frame->cell, frame->cols),
                      .top = clamped((frame->north - north) / frame->cell, frame->rows),
                      .bottom = clamped((frame->north - south) / frame->cell, frame->rows)};
}

static fluv_status freeze_inside(fluv_ctx *ctx, const fluv_outline *rings,
                                 const fluv_landscape *land, float *frozen)
{
    const fluv_frame *frame = &land->frame;
    const float *height = fluv_layer_read(land, FLUV_LAYER_height);
    assert(height && frozen);
    fluv_domain domain;
    FLUV_TRY(fluv_domain_init(ctx, rings, 8.0 * frame->cell, &domain));
    const cell_box box = box_of(frame, rings);
    for (int64_t row = box.top; row <= box.bottom; row++)
        for (int64_t col = box.left; col <= box.right; col++) {
            uint32_t c = (uint32_t)(row * frame->cols + col);
            if (fluv_domain_holds(&domain,
                                  (fluv_vec){fluv_cell_x(frame, c), fluv_cell_y(frame, c)}))
                frozen[c] = height[c];
        }
    return fluv_advance(ctx, 0.1);
}

static fluv_status freeze_row(fluv_ctx *ctx, const fluv_place_area *area,
                              const fluv_landscape *land, float *frozen)
{
    size_t points = area->outline.count;
    double *xy = fluv_scratch(ctx, 2 * points, sizeof *xy);
    if (!xy)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < points; i++) {
        xy[2 * i] = area->outline.rows[i].x;
        xy[2 * i + 1] = area->outline.rows[i].y;
    }
    const uint32_t starts[2] = {0, (uint32_t)points};
    const fluv_outline ring = {.ring_count = 1, .first_point = starts, .xy = xy};
    return freeze_inside(ctx, &ring, land, frozen);
}

/* A polygon of a file: a ring, and those of its holes, which follow it and run clockwise. */
static fluv_status freeze_polygon(fluv_ctx *ctx, const fluv_shapes *shapes, size_t first,
                                  size_t rings, const fluv_landscape *land, float *frozen)
{
    assert(rings > 0 && first + rings <= shapes->outline_facts.count);
    size_t points, all = 0;
    for (size_t i = 0; i < rings; i++) {
        (void)fluv_rings_read(&shapes->outlines, first + i, &points);
        all += points;
    }
    double *xy = fluv_scratch(ctx, 2 * all, sizeof *xy);
    uint32_t *starts = fluv_scratch_zero(ctx, rings + 1, sizeof *starts);
    if (!xy || !starts)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < rings; i++) {
        const double *ring = fluv_rings_read(&shapes->outlines, first + i, &points);
        memcpy(xy + 2 * (size_t)starts[i], ring, 2 * points * sizeof *xy);
        starts[i + 1] = starts[i] + (uint32_t)points;
    }
    const fluv_outline polygon = {.ring_count = (uint32_t)rings, .first_point = starts, .xy = xy};
    return freeze_inside(ctx, &polygon, land, frozen);
}

static bool is_hole(const fluv_shapes *shapes, size_t ring)
{
    size_t points;
    const double *xy = fluv_rings_read(&shapes->outlines, ring, &points);
    return fluv_ring_turn(xy, points) < 0.0;
}

static fluv_status freeze_where(fluv_ctx *ctx, const fluv_field *where, const fluv_landscape *land,
                                float *frozen)
{
    size_t cells = fluv_cell_count(land);
    const float *height = fluv_layer_read(land, FLUV_LAYER_height);
    float *mask = fluv_scratch(ctx, cells, sizeof *mask);
    if (!mask)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_field_fill(ctx, land, where, "place", "frozen", mask));
    for (size_t c = 0; c < cells; c++)
        if (mask[c] > 0.5f)
            frozen[c] = height[c];
    fluv_scratch_drop(ctx, mask);
    return FLUV_OK;
}

static size_t frozen_in(const fluv_shapes *shapes)
{
    size_t count = 0;
    for (size_t i = 0; i < shapes->outline_facts.count; i++)
        count += fluv_place_is_frozen(shapes, i);
    return count;
}

static fluv_status freeze(fluv_ctx *ctx, const fluv_place_params *p, const fluv_shapes *shapes,
                          fluv_landscape *land)
{
    bool where = p->frozen_where.kind != FLUV_FIELD_NUMBER || p->frozen_where.number > 0.5;
    if (!p->frozen.count && !where && !frozen_in(shapes))
        return FLUV_OK;
    if (!land->layers[FLUV_LAYER_height])
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "place.frozen: there is no ground yet that could stay: put `place` after "
                         "the stage that makes it");
    FLUV_TRY(fluv_sea_fill_beds(ctx, land));
    float *frozen = fluv_layer_edit(ctx, land, FLUV_LAYER_frozen);
    if (!frozen)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < p->frozen.count; i++)
        FLUV_TRY(freeze_row(ctx, &p->frozen.rows[i], land, frozen));
    for (size_t i = 0, rings; i < shapes->outline_facts.count; i += rings) {
        rings = 1;
        while (i + rings < shapes->outline_facts.count && is_hole(shapes, i + rings))
            rings++;
        if (fluv_place_is_frozen(shapes, i))
            FLUV_TRY(freeze_polygon(ctx, shapes, i, rings, land, frozen));
    }
    return where ? freeze_where(ctx, &p->frozen_where, land, frozen) : FLUV_OK;
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    const fluv_place_params *p = params;
    fluv_shapes shapes = {0};
    fluv_placing placing = {0};
    fluv_status status = read_file(ctx, p->file, land, &shapes);
    if (status == FLUV_OK)
        status = gather(ctx, p, &shapes, land, &placing);
    if (status == FLUV_OK)
        status = freeze(ctx, p, &shapes, land);
    if (status == FLUV_OK)
        status = fluv_lay(ctx, &placing, land);
    fluv_shapes_free(&shapes);
    fluv_placing_free(&placing);
    return status == FLUV_OK ? fluv_advance(ctx, 1.0) : status;
}

#define PARAMS fluv_place_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/place/place.def"
};

const fluv_stage fluv_stage_place = {
    .info = {.name = "place",
             .summary = "Rivers, lakes, peaks and ground that stays, where the author wants them.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_place_params),
    FLUV_NEEDS(),
    FLUV_MAKES(),
    FLUV_AMENDS(placed, frozen),
    .makes_with = fluv_lay_makes,
    .keeps = FLUV_LAY_KEEPS,
    .bytes_per_cell = 24.0,
    .run = run,
};
