// SPDX-License-Identifier: MIT
/* Stage `contour`: the outline of the land, the mouths of its rivers, rivers drawn by hand.
 *
 * in   the frame's box; the coast if asked for        out   contour
 *
 * Based on: Genevaux, Galin, Guerin, Peytavie, Benes. Terrain generation using procedural models
 * based on hydrology. 2013 */
#include "stages/hydrology/contour.h"

#include "base/random.h"

#include <math.h>

#define FINE_POINTS 4096 /* of an outline drawn by hand, once it is made finer */

enum { ISLAND, FRAME, COAST };

static fluv_status add_ring(fluv_ctx *ctx, const double *xy, uint32_t count, bool turn,
                            fluv_rings *rings)
{
    uint32_t *first = fluv_list_append(ctx, &rings->first_point, 1, sizeof *first);
    if (first)
        *first = (uint32_t)(rings->xy.count / 2);
    double *to = first ? fluv_list_append(ctx, &rings->xy, 2 * (size_t)count, sizeof *to) : NULL;
    if (!to)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        const double *from = xy + 2 * (size_t)(turn ? count - 1 - i : i);
        to[2 * (size_t)i] = from[0];
        to[2 * (size_t)i + 1] = from[1];
    }
    return FLUV_OK;
}

/* The land ends a little inside the frame, where it falls off. */
static fluv_status take_frame(fluv_ctx *ctx, const fluv_frame *frame, fluv_rings *rings)
{
    double wide = frame->cell * frame->cols, tall = frame->cell * frame->rows;
    double margin = 0.01 * fmin(wide, tall);
    double west = frame->west + margin, east = frame->west + wide - margin;
    double north = frame->north - margin, south = frame->north - tall + margin;
    return add_ring(ctx, (double[]){west, south, east, south, east, north, west, north}, 4, false,
                    rings);
}

static double ring_area(const double *xy, uint32_t count)
{
    double twice = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        const double *a = xy + 2 * (size_t)i, *b = xy + 2 * (size_t)(i + 1 < count ? i + 1 : 0);
        twice += (a[0] - xy[0]) * (b[1] - xy[1]) - (b[0] - xy[0]) * (a[1] - xy[1]);
    }
    return 0.5 * twice;
}

/* The coast goes around the sea: islands are its holes. */
static fluv_status take_coast(fluv_ctx *ctx, const fluv_landscape *land, fluv_rings *rings)
{
    const fluv_outline *coast = fluv_coast(land);
    if (!coast)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "contour.shape is coast, but there is none: put a stage that makes a "
                         "coast before it");
    for (size_t r = 0; r < coast->ring_count; r++) {
        const double *xy = coast->xy + 2 * (size_t)coast->first_point[r];
        uint32_t count = coast->first_point[r + 1] - coast->first_point[r];
        if (ring_area(xy, count) < 0.0)
            FLUV_TRY(add_ring(ctx, xy, count, true, rings));
    }
    if (!rings->first_point.count)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "contour.shape is coast, but no island lies wholly inside the frame");
    return FLUV_OK;
}

/* Halfway between two points of a smooth curve through all of them, moved aside a little. */
static void put_between(const double *xy, uint32_t count, uint32_t i, double aside, double *out)
{
    const double *a = xy + 2 * (size_t)((i + count - 1) % count), *b = xy + 2 * (size_t)i;
    const double *c = xy + 2 * (size_t)((i + 1) % count), *d = xy + 2 * (size_t)((i + 2) % count);
    double x = (9.0 * (b[0] + c[0]) - a[0] - d[0]) / 16.0;
    double y = (9.0 * (b[1] + c[1]) - a[1] - d[1]) / 16.0;
    out[0] = x - aside * (c[1] - b[1]);
    out[1] = y + aside * (c[0] - b[0]);
}

/* The outline drawn by hand, counter-clockwise, made finer by halves until pieces are short. */
static fluv_status take_outline(fluv_ctx *ctx, const fluv_contour_params *p,
                                const fluv_landscape *land, fluv_rings *rings)
{
    uint32_t count = (uint32_t)p->outline.count;
    int rounds = 0;
    while (p->ragged > 0.0 && rounds < 6 && (count << (rounds + 1)) <= FINE_POINTS)
        rounds++;
    double *xy = fluv_scratch(ctx, 2 * ((size_t)count << rounds), sizeof *xy);
    double *finer = fluv_scratch(ctx, 2 * ((size_t)count << rounds), sizeof *finer);
    if (!xy || !finer)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        xy[2 * (size_t)i] = p->outline.rows[i].x;
        xy[2 * (size_t)i + 1] = p->outline.rows[i].y;
    }
    fluv_key key = fluv_key_make(land->seed, "contour", "outline");
    for (int round = 0; round < rounds; round++, count *= 2) {
        for (uint32_t i = 0; i < count; i++) {
            double chance = fluv_random(fluv_key_split(key, (uint64_t)round), i) - 0.5;
            finer[4 * (size_t)i] = xy[2 * (size_t)i];
            finer[4 * (size_t)i + 1] = xy[2 * (size_t)i + 1];
            put_between(xy, count, i, 0.3 * p->ragged * chance, finer + 4 * (size_t)i + 2);
        }
        double *turn = xy;
        xy = finer;
        finer = turn;
    }
    return add_ring(ctx, xy, count, ring_area(xy, count) < 0.0, rings);
}

static fluv_status take_shape(fluv_ctx *ctx, const fluv_contour_params *p,
                              const fluv_landscape *land, fluv_rings *rings)
{
    if (p->outline.count)
        return take_outline(ctx, p, land, rings);
    if (p->shape == ISLAND)
        return fluv_contour_island(ctx, p, land, rings);
    if (p->shape == FRAME)
        return take_frame(ctx, &land->frame, rings);
    return take_coast(ctx, land, rings);
}

static fluv_status make(fluv_ctx *ctx, const fluv_contour_params *p, fluv_landscape *land,
                        fluv_rings *rings, fluv_list *mouths, fluv_rings *sketches)
{
    FLUV_TRY(take_shape(ctx, p, land, rings));
    FLUV_TRY(fluv_advance(ctx, 0.5));
    FLUV_TRY(fluv_contour_drawn(ctx, p, rings, mouths, sketches));
    if (!p->places.count)
        FLUV_TRY(fluv_mouths_place(ctx, p, land, rings, mouths));
    fluv_shared *contour = fluv_contour_seal(ctx, rings, mouths, sketches);
    if (!contour)
        return FLUV_NO_MEMORY;
    fluv_layer_put(land, FLUV_LAYER_CONTOUR, contour);
    return fluv_advance(ctx, 1.0);
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    fluv_rings rings = {0}, sketches = {0};
    fluv_list mouths = {0};
    fluv_status status = make(ctx, params, land, &rings, &mouths, &sketches);
    fluv_rings_free(&rings);
    fluv_rings_free(&sketches);
    fluv_list_free(&mouths);
    return status;
}

#define PARAMS fluv_contour_mouth
static const fluv_param mouth_table[] = {
#include "base/param_rows.h"
#include "stages/hydrology/contour_mouth.def"
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
#include "stages/hydrology/contour_river.def"
};
static const fluv_list_columns fluv_contour_river_columns = {
    .params = river_table,
    .count = sizeof river_table / sizeof *river_table,
    .required = 1,
    .row_size = sizeof(fluv_contour_river),
};
#undef PARAMS

#define PARAMS fluv_contour_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/hydrology/contour.def"
};

const fluv_stage fluv_stage_contour = {
    .info = {.name = "contour",
             .summary = "The outline of the land and the mouths of its rivers.",
             .needs = "",
             .makes = "contour",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_contour_params),
    .makes = FLUV_HAS(FLUV_LAYER_CONTOUR),
    .run = run,
};
