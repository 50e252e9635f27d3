// SPDX-License-Identifier: MIT
/* Stage `contour`: the outline of the land, the mouths of its rivers, rivers drawn by hand.
 *
 * in   the frame's box; the coast if asked for        out   contour
 *
 * Based on: Genevaux, Galin, Guerin, Peytavie, Benes. Terrain generation using procedural models
 * based on hydrology. 2013 */
#include "stages/hydrology/contour.h"

#include "field/domain.h"

#include <math.h>

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

static fluv_status make(fluv_ctx *ctx, const fluv_contour_params *p, fluv_landscape *land,
                        fluv_rings *rings, fluv_list *mouths)
{
    if (p->shape == ISLAND)
        FLUV_TRY(fluv_contour_island(ctx, p, land, rings));
    else if (p->shape == FRAME)
        FLUV_TRY(take_frame(ctx, &land->frame, rings));
    else
        FLUV_TRY(take_coast(ctx, land, rings));
    FLUV_TRY(fluv_advance(ctx, 0.5));
    FLUV_TRY(fluv_mouths_place(ctx, p, land, rings, mouths));
    fluv_rings sketches = {0};
    fluv_shared *contour = fluv_contour_seal(ctx, rings, mouths, &sketches);
    if (!contour)
        return FLUV_NO_MEMORY;
    fluv_layer_put(land, FLUV_LAYER_CONTOUR, contour);
    return fluv_advance(ctx, 1.0);
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    fluv_rings rings = {0};
    fluv_list mouths = {0};
    fluv_status status = make(ctx, params, land, &rings, &mouths);
    fluv_rings_free(&rings);
    fluv_list_free(&mouths);
    return status;
}

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
