// SPDX-License-Identifier: MIT
/* The drawing, read once and seen from meshes.
 *
 * in   height, cover     out   heights of the land, what is sea or void; the same at vertices
 *
 * A mesh sees the mean over squares as wide as its spacing, so that a coarse one is not led astray
 * by what it cannot show. A square is land if half of it is.  O(cells). */
#include "stages/amplify/drawing.h"

#include "field/bilinear.h"
#include "field/regrid.h"
#include "water/topology.h"

#include <math.h>

#define GRAINS  64.0  /* grains along the frame's longer side, */
#define LOOSEST 8.0   /* grains to a square where the drawing is hardly kept */
#define VALLEYS 200.0 /* and valleys */
#define NEAR    1.5   /* cells: a spacing up to which the cells themselves are looked at */

/* The sea is what earlier stages say; where none did, what lies at or below 0 and reaches the edge.
 */
static fluv_status find_sea(fluv_ctx *ctx, const fluv_landscape *land, uint8_t *kind)
{
    const fluv_frame *frame = &land->frame;
    fluv_topology grid = fluv_topology_grid(frame->cols, frame->rows, frame->cell);
    const uint8_t *cover = fluv_cover_of(land);
    const float *height = fluv_height_of(land);
    fluv_cells_classify(&grid, ctx->threads, height, kind);
    for (uint32_t c = 0; cover && c < grid.count; c++)
        if (cover[c] == FLUV_OCEAN && !(kind[c] & FLUV_CELL_VOID))
            kind[c] |= FLUV_CELL_SEA;
    if (cover)
        return FLUV_OK;
    uint32_t *queue = fluv_scratch(ctx, grid.count, sizeof *queue);
    if (!queue)
        return FLUV_NO_MEMORY;
    (void)fluv_cells_find_sea(&grid, height, kind, queue);
    fluv_scratch_drop(ctx, queue);
    return FLUV_OK;
}

/* Sea above `base` counts as land that rivers may cut. */
static void take_cells(const fluv_landscape *land, const uint8_t *kind, fluv_drawing *d)
{
    const float *height = fluv_height_of(land);
    for (size_t c = 0; c < fluv_cell_count(land); c++) {
        bool sea = kind[c] & FLUV_CELL_SEA && (double)height[c] <= d->base;
        bool shoal = kind[c] & FLUV_CELL_SEA && d->base == 0.0;
        d->is[c] = kind[c] & FLUV_CELL_VOID ? FLUV_DRAWN_VOID
                   : sea || shoal           ? FLUV_DRAWN_SEA
                                            : FLUV_DRAWN_LAND;
        d->ground[c] = d->is[c] == FLUV_DRAWN_LAND ? height[c] : NAN;
        d->land |= d->is[c] == FLUV_DRAWN_LAND;
    }
}

fluv_status fluv_drawing_read(fluv_ctx *ctx, const fluv_amplify_params *params,
                              const fluv_landscape *land, fluv_drawing *d)
{
    const fluv_frame *f = &land->frame;
    size_t cells = fluv_cell_count(land);
    *d = (fluv_drawing){.frame = *f,
                        .seed = land->seed,
                        .width = f->cell * f->cols,
                        .height = f->cell * f->rows,
                        .ground = fluv_scratch(ctx, cells, sizeof *d->ground),
                        .is = fluv_scratch(ctx, cells, sizeof *d->is)};
    if (!d->ground || !d->is)
        return FLUV_NO_MEMORY;
    d->longer = fmax(d->width, d->height);
    d->grain = params->grain > 0.0 ? params->grain : d->longer / GRAINS;
    d->side = d->grain * pow(LOOSEST, 1.0 - params->closeness);
    d->valley = params->valley > 0.0 ? params->valley : d->longer / VALLEYS;
    FLUV_TRY(find_sea(ctx, land, d->is));
    d->base = params->coast == FLUV_AMPLIFY_COAST_free ? -params->sea_fall : 0.0;
    take_cells(land, d->is, d);
    return FLUV_OK;
}

void fluv_drawing_free(fluv_drawing *d)
{
    fluv_list_free(&d->lakes);
}

/* ---- Seen from a mesh ---- */

static fluv_status take_means(fluv_ctx *ctx, const fluv_drawing *d, fluv_values *means)
{
    fluv_values cells = {d->ground, d->frame.cols, d->frame.rows, d->frame.cols};
    means->at = fluv_scratch(ctx, (size_t)means->cols * means->rows, sizeof *means->at);
    if (!means->at)
        return FLUV_NO_MEMORY;
    return fluv_regrid(ctx, &cells, means);
}

static uint32_t index_of(double at, uint32_t count)
{
    return at >= count ? count - 1 : at > 0.0 ? (uint32_t)at : 0;
}

/* Beside what is no land, the value of the square itself. */
static float value_at(const fluv_values *means, double across, double along)
{
    float between = fluv_bilinear(means->at, means->cols, means->rows, across, along);
    size_t row = index_of(along, means->rows), col = index_of(across, means->cols);
    return isnan(between) ? means->at[row * means->stride + col] : between;
}

static void look(const fluv_drawing *d, const fluv_values *means, const fluv_mesh *mesh, uint32_t v,
                 float *ground, uint8_t *is)
{
    double across = mesh->x[v] / d->width, along = mesh->y[v] / d->height;
    size_t row = index_of(along * d->frame.rows, d->frame.rows);
    uint8_t cell = d->is[row * d->frame.cols + index_of(across * d->frame.cols, d->frame.cols)];
    ground[v] = value_at(means, across * means->cols, along * means->rows);
    bool shows = cell != FLUV_DRAWN_SEA && cell != FLUV_DRAWN_VOID;
    is[v] = isnan(ground[v]) ? (cell == FLUV_DRAWN_VOID ? FLUV_DRAWN_VOID : FLUV_DRAWN_SEA)
            : shows          ? cell
                             : FLUV_DRAWN_LAND;
}

fluv_status fluv_drawing_at(fluv_ctx *ctx, const fluv_drawing *d, const fluv_mesh *mesh,
                            float *ground, uint8_t *is)
{
    double spacing = fluv_mesh_spacing(mesh);
    bool far = spacing > NEAR * d->frame.cell;
    fluv_values means = {d->ground, d->frame.cols, d->frame.rows, d->frame.cols};
    if (far) {
        means.cols = (uint32_t)fmax(1.0, round(d->width / spacing));
        means.rows = (uint32_t)fmax(1.0, round(d->height / spacing));
        means.stride = means.cols;
        FLUV_TRY(take_means(ctx, d, &means));
    }
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < mesh->count; v++)
        look(d, &means, mesh, v, ground, is);
    if (far)
        fluv_scratch_drop(ctx, means.at);
    return FLUV_OK;
}
