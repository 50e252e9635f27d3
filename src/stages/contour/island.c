// SPDX-License-Identifier: MIT
/* Outlines from a function of place: a ready-made island, where a round hill plus fractal noise
 * stands above the water, and the islands of an earlier coast, where its distance is positive.
 *
 * in   extent, raggedness, the frame's box; the shore        out   rings
 *
 * The function is sampled on a lattice of fixed size, so that the outline is the same for every
 * size of the frame. Of the hill the largest piece of land is kept, and its lagoons are filled; the
 * shore's islands keep theirs.
 * O(lattice). */
#include "stages/contour/contour.h"

#include "field/noise.h"
#include "field/outline.h"
#include "landscape/shore.h"

#include <assert.h>
#include <math.h>

#define LATTICE 512 /* points along the frame's longer side */
#define REACH   1.6 /* how far noise moves the coast, in half frames, at raggedness 1 */

typedef struct lattice {
    uint32_t cols, rows;
    double west, north, cell;
    float *ground;
    uint32_t *label; /* FLUV_NONE: sea; otherwise a piece of land */
} lattice;

/* What stands above the water, in half frames for the hill and in m for the shore. */
typedef struct source {
    const fluv_contour_params *params;
    const fluv_noise *noise;
    const fluv_shore *shore; /* NULL: the hill */
} source;

static void raise_row(const lattice *l, const source *from, uint32_t row)
{
    assert(row < l->rows && (from->shore || from->noise));
    float *ground = l->ground + (size_t)row * l->cols;
    double x = l->west + 0.5 * l->cell, y = l->north - l->cell * (row + 0.5);
    if (from->shore)
        fluv_shore_row(from->shore, l->cell, x, y, l->cell, l->cols, ground);
    else
        fluv_noise_row(from->noise, x, y, l->cell, l->cols, ground);
    double v = 2.0 * (row + 0.5) / l->rows - 1.0;
    for (uint32_t col = 0; col < l->cols; col++) {
        double u = 2.0 * (col + 0.5) / l->cols - 1.0, far = sqrt(u * u + v * v);
        double shape =
            from->params->extent - far + REACH * from->params->ragged * (double)ground[col];
        /* No land at the frame's edge. */
        double edge = from->shore ? l->cell * l->cols * (0.98 - fmax(fabs(u), fabs(v)))
                                  : 8.0 * (0.96 - fmax(fabs(u), fabs(v)));
        ground[col] = (float)fmin(from->shore ? (double)ground[col] : shape, edge);
    }
}

/* Labels one piece of land (or of sea, joined at sides alone) and returns its size. */
static uint32_t spread(const lattice *l, uint32_t start, bool land, uint32_t name, uint32_t *queue)
{
    assert(l->label[start] == FLUV_NONE);
    uint32_t head = 0, tail = 0;
    queue[tail++] = start;
    l->label[start] = name;
    while (head < tail) {
        uint32_t at = queue[head++], col = at % l->cols, row = at / l->cols;
        const uint32_t around[4] = {col ? at - 1 : at, col + 1 < l->cols ? at + 1 : at,
                                    row ? at - l->cols : at, row + 1 < l->rows ? at + l->cols : at};
        for (int k = 0; k < 4; k++)
            if (l->label[around[k]] == FLUV_NONE && (l->ground[around[k]] > 0.0f) == land) {
                l->label[around[k]] = name;
                queue[tail++] = around[k];
            }
    }
    return tail;
}

/* Sinks all land but its largest piece; false: there is none. */
static bool keep_largest(const lattice *l, uint32_t *queue)
{
    uint32_t cells = l->cols * l->rows, best = FLUV_NONE, most = 0, name = 1;
    for (uint32_t i = 0; i < cells; i++)
        l->label[i] = FLUV_NONE;
    for (uint32_t i = 0; i < cells; i++) {
        if (l->label[i] != FLUV_NONE || !(l->ground[i] > 0.0f))
            continue;
        uint32_t size = spread(l, i, true, name, queue);
        if (size > most) {
            most = size;
            best = name;
        }
        name++;
    }
    for (uint32_t i = 0; i < cells; i++)
        if (l->label[i] != best && l->ground[i] > 0.0f)
            l->ground[i] = -1e-3f;
    return most > 0;
}

/* Label 0: land with its lagoons. Returns its cells. */
static uint32_t fill_lagoons(const lattice *l, uint32_t *queue)
{
    uint32_t cells = l->cols * l->rows;
    for (uint32_t i = 0; i < cells; i++)
        l->label[i] = FLUV_NONE;
    uint32_t sea_cells = spread(l, 0, false, 1, queue);
    for (uint32_t i = 0; i < cells; i++) {
        bool sea = l->label[i] == 1;
        l->ground[i] = !sea && l->ground[i] <= 0.0f ? 1e-3f : l->ground[i];
        l->label[i] = sea ? FLUV_NONE : 0;
    }
    return cells - sea_cells;
}

/* Label 0: land. Returns its cells. */
static uint32_t keep_lagoons(const lattice *l)
{
    uint32_t land = 0;
    for (uint32_t i = 0; i < l->cols * l->rows; i++) {
        l->label[i] = l->ground[i] > 0.0f ? 0 : FLUV_NONE;
        land += l->label[i] == 0;
    }
    return land;
}

static fluv_status draw(fluv_ctx *ctx, const lattice *l, fluv_rings *rings)
{
    float level = 0.0f;
    uint32_t first_ring[2];
    fluv_outline_job job = {.cols = l->cols,
                            .rows = l->rows,
                            .label = l->label,
                            .label_count = 1,
                            .west = l->west,
                            .north = l->north,
                            .cell = l->cell,
                            .corners_join = true,
                            .ground = l->ground,
                            .level = &level};
    return fluv_outline_smooth(ctx, &job,
                               (fluv_outline_rings){&rings->first_point, &rings->xy, first_ring});
}

static fluv_status trace(fluv_ctx *ctx, const source *from, const fluv_frame *frame,
                         fluv_rings *rings)
{
    double wide = frame->cell * frame->cols, tall = frame->cell * frame->rows;
    lattice l = {.west = frame->west, .north = frame->north, .cell = fmax(wide, tall) / LATTICE};
    l.cols = (uint32_t)fmax(8.0, round(wide / l.cell));
    l.rows = (uint32_t)fmax(8.0, round(tall / l.cell));
    size_t cells = (size_t)l.cols * l.rows;
    l.ground = fluv_scratch(ctx, cells, sizeof *l.ground);
    l.label = fluv_scratch(ctx, cells, sizeof *l.label);
    uint32_t *queue = fluv_scratch(ctx, cells, sizeof *queue);
    if (!l.ground || !l.label || !queue)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t row = 0; row < l.rows; row++)
        raise_row(&l, from, row);
    bool any =
        from->shore ? keep_lagoons(&l) > 0 : keep_largest(&l, queue) && fill_lagoons(&l, queue) > 0;
    if (!any)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         from->shore ? "contour.shape is coast, but the coast has no land inside "
                                       "the frame"
                                     : "contour: no land is left: make contour.extent larger or "
                                       "contour.ragged smaller");
    FLUV_TRY(draw(ctx, &l, rings));
    fluv_scratch_drop(ctx, l.ground);
    fluv_scratch_drop(ctx, l.label);
    fluv_scratch_drop(ctx, queue);
    return FLUV_OK;
}

fluv_status fluv_contour_island(fluv_ctx *ctx, const fluv_contour_params *params,
                                const fluv_landscape *land, fluv_rings *rings)
{
    const fluv_frame *frame = &land->frame;
    double size = frame->cell * fmax(frame->cols, frame->rows);
    fluv_noise noise = {.key = fluv_key_make(land->seed, "contour", "shape"),
                        .wavelength = size / 1.8,
                        .octaves = 8,
                        .gain = 0.56,
                        .lacunarity = 2.0};
    return trace(ctx, &(source){.params = params, .noise = &noise}, frame, rings);
}

fluv_status fluv_contour_shore(fluv_ctx *ctx, const fluv_contour_params *params,
                               const fluv_landscape *land, fluv_rings *rings)
{
    assert(fluv_shore_of(land));
    return trace(ctx, &(source){.params = params, .shore = fluv_shore_of(land)}, &land->frame,
                 rings);
}
