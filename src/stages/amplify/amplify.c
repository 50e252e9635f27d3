// SPDX-License-Identifier: MIT
/* Stage `amplify`: a rough drawing becomes land that water has cut.
 *
 * in   height     out   height: ridges and valleys, close to the drawing
 *
 * Rivers wear the ground while it rises, and the uplift is corrected step by step until worn ground
 * lies where the drawing has it (lift.c, wear.c). This is done on a coarse mesh first, where great
 * valleys find their ways in little time, then on finer and finer ones, which begin with what the
 * coarser one made. Meshes have spacings in metres and are the same for every size; those finer
 * than the frame can show are left out. A few steps on the frame's own cells end it, and hollows
 * that were not drawn are cut open or filled.
 *
 * O(vertices * steps), with fewer steps on finer meshes.
 *
 * Based on: Schott, Paris, Fournier, Guerin, Galin. Large-scale terrain authoring through
 *           interactive erosion simulation. 2023
 *           Schott, Galin, Guerin, Paris, Peytavie. Terrain amplification using multi-scale
 *           erosion. 2024 */
#include "stages/amplify/amplify.h"

#include "stages/amplify/wear.h"
#include "stages/shared/settle.h"

#include <math.h>

#define COARSEST    64.0 /* spacings of the coarsest mesh along the frame's longer side, */
#define ALMOST      0.999
#define IN_SQUARE   2.5   /* or in the side of a square over which the drawing is kept */
#define FINEST      1.2   /* cells of the frame to a spacing of the finest mesh, */
#define SEEN        256.0 /* which has so many along the longer side, however few the cells */
#define STEPS       30.0  /* on a mesh of the widest spacing; */
#define STEPS_FALL  0.6   /* of half that, so many times fewer, */
#define FIRST_STEPS 12.0  /* but on the first mesh not fewer than these */
#define CELL_STEPS  2     /* on the frame's own cells */
#define DRY         0.05f /* m: land beside the sea stands so high at least */
#define MAKING      8.0   /* what making and finishing a tier cost, in steps */

typedef fluv_amplify_tier tier;

typedef struct job {
    fluv_landscape *land;
    fluv_drawing drawing;
    fluv_amplify_law law;
    double done, work; /* vertices times steps */
} job;

/* No mesh is wider spaced than half the shorter side; 0: the mesh is left out. */
static double spacing_of(const fluv_drawing *d, int index)
{
    double first = fmax(d->side / IN_SQUARE, FINEST * d->frame.cell);
    double spacing = ldexp(fmin(d->longer / COARSEST, first), -index);
    if (index > 0 && spacing < FINEST * d->frame.cell && spacing * SEEN < ALMOST * d->longer)
        return 0.0;
    return fmin(spacing, 0.5 * fmin(d->width, d->height));
}

static double steps_on(const fluv_drawing *d, int index)
{
    double spacing = spacing_of(d, index);
    double steps = STEPS * pow(STEPS_FALL, log2(d->longer / (COARSEST * spacing)));
    return spacing > 0.0 ? ceil(fmax(steps, index ? 1.0 : FIRST_STEPS)) : CELL_STEPS;
}

static double vertices_on(const fluv_drawing *d, int index)
{
    double spacing = spacing_of(d, index);
    spacing = spacing > 0.0 ? spacing : d->frame.cell;
    return d->width * d->height / (spacing * spacing);
}

static double work_of(const fluv_drawing *d)
{
    double work = 0.0;
    for (int i = 0, last = 0; !last; i++) {
        last = spacing_of(d, i) == 0.0;
        work += vertices_on(d, i) * (steps_on(d, i) + MAKING);
    }
    return work;
}

static fluv_status run_tier(fluv_ctx *ctx, job *j, int index, tier *coarser, tier *t)
{
    double spacing = spacing_of(&j->drawing, index), vertices = vertices_on(&j->drawing, index);
    FLUV_TRY(fluv_amplify_tier_make(ctx, &j->drawing, spacing, index, t));
    FLUV_TRY(fluv_advance(ctx, j->done / j->work));
    if (index > 0)
        FLUV_TRY(fluv_amplify_tier_inherit(ctx, &j->drawing, coarser, t));
    FLUV_TRY(fluv_advance(ctx, j->done / j->work));
    FLUV_TRY(fluv_amplify_prepare(ctx, &j->law, index == 0, t));
    j->done += MAKING * vertices;
    for (double steps = steps_on(&j->drawing, index); steps > 0.0; steps -= 1.0) {
        FLUV_TRY(fluv_amplify_step(ctx, &j->law, t->mesh != NULL, j->done / j->work, t));
        j->done += vertices;
    }
    return FLUV_OK;
}

/* From the coarsest mesh to the frame's own cells, which end in `t`. */
static fluv_status run_tiers(fluv_ctx *ctx, job *j, tier *coarser, tier *t)
{
    for (int index = 0;; index++) {
        FLUV_TRY(run_tier(ctx, j, index, coarser, t));
        if (!t->mesh)
            return FLUV_OK;
        *coarser = *t;
        *t = (tier){0};
    }
}

/* ---- The end ---- */

static bool beside_sea(const fluv_drawing *d, const fluv_topology *grid, uint32_t cell)
{
    fluv_around around = fluv_around_cell(grid, cell);
    for (uint32_t k = 0; k < around.count; k++)
        if (d->is[around.cell[k]] == FLUV_DRAWN_SEA)
            return true;
    return false;
}

/* Land that was drawn above the sea and lies beside it stays above it. */
static void keep_coast(fluv_ctx *ctx, const fluv_drawing *d, const fluv_topology *grid,
                       float *height)
{
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < grid->count; c++)
        if (d->is[c] == FLUV_DRAWN_LAND && height[c] < DRY && beside_sea(d, grid, c))
            height[c] = fmaxf(height[c], fminf(d->ground[c], DRY));
}

/* Whether a cell and all around it, as far as there is ground, lie below the sea. */
static bool is_wide(const fluv_topology *grid, const float *height, uint32_t cell)
{
    fluv_around around = fluv_around_cell(grid, cell);
    bool below = height[cell] <= 0.0f;
    for (uint32_t k = 0; below && k < around.count; k++)
        below = !(height[around.cell[k]] > 0.0f);
    return below;
}

/* The sea comes up valleys that are three cells wide below it; narrower ones are rivers' beds. */
static void drown_mouths(fluv_ctx *ctx, const fluv_drawing *d, const fluv_topology *grid,
                         uint8_t *wide, float *height)
{
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < grid->count; c++)
        wide[c] = is_wide(grid, height, c);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < grid->count; c++) {
        fluv_around around = fluv_around_cell(grid, c);
        bool drowned = wide[c] || !(d->ground[c] > 0.0f);
        for (uint32_t k = 0; !drowned && k < around.count; k++)
            drowned = wide[around.cell[k]];
        if (d->is[c] == FLUV_DRAWN_LAND && !drowned && height[c] < DRY)
            height[c] = DRY;
    }
}

/* Whether a cell is held, and no way leads down from it to what is not. */
static bool is_shut_in(const fluv_drawing *d, const fluv_topology *grid, const float *height,
                       uint32_t cell)
{
    fluv_around around = fluv_around_cell(grid, cell);
    bool in = d->is[cell] == FLUV_DRAWN_HELD;
    for (uint32_t k = 0; in && k < around.count; k++)
        in = d->is[around.cell[k]] == FLUV_DRAWN_HELD || height[around.cell[k]] >= height[cell];
    return in;
}

static fluv_status settle(fluv_ctx *ctx, const fluv_drawing *d, const tier *t, float *height)
{
    uint8_t *marked = t->donors;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < t->topology.count; c++)
        marked[c] = is_shut_in(d, &t->topology, height, c);
    fluv_cells_classify(&t->topology, ctx->threads, height, t->kind);
    for (uint32_t c = 0; c < t->topology.count; c++)
        if (d->is[c] == FLUV_DRAWN_SEA)
            t->kind[c] |= FLUV_CELL_SEA;
    if (d->base < 0.0)
        (void)fluv_cells_find_sea(&t->topology, height, t->kind, t->receiver);
    return fluv_ground_settle(ctx, &t->topology, t->kind, marked, height);
}

/* Sea, voids and what is held keep their heights. */
static fluv_status publish(fluv_ctx *ctx, const job *j, const tier *t)
{
    const fluv_drawing *d = &j->drawing;
    if (j->law.params->flats == FLUV_AMPLIFY_FLATS_land)
        j->land->surveyed = false;
    float *height = fluv_layer_edit(ctx, j->land, FLUV_LAYER_height);
    if (!height)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < t->topology.count; c++)
        if (d->is[c] == FLUV_DRAWN_LAND)
            height[c] = t->height[c];
    if (d->base < 0.0)
        drown_mouths(ctx, d, &t->topology, t->donors, height);
    FLUV_TRY(settle(ctx, d, t, height));
    if (d->base == 0.0)
        keep_coast(ctx, d, &t->topology, height);
    return FLUV_OK;
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    job j = {.land = land};
    tier coarser = {0}, last = {0};
    FLUV_TRY(fluv_drawing_read(ctx, params, land, &j.drawing));
    if (!j.drawing.land)
        return fluv_advance(ctx, 1.0);
    FLUV_TRY(fluv_drawing_hold(ctx, params, land, &j.drawing));
    j.law = fluv_amplify_law_of(params, land, &j.drawing);
    j.work = work_of(&j.drawing);
    fluv_status status = run_tiers(ctx, &j, &coarser, &last);
    if (status == FLUV_OK)
        status = publish(ctx, &j, &last);
    fluv_amplify_tier_free(ctx, &coarser);
    fluv_amplify_tier_free(ctx, &last);
    return status == FLUV_OK ? fluv_advance(ctx, 1.0) : status;
}

#define PARAMS fluv_amplify_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/amplify/amplify.def"
};

const fluv_stage fluv_stage_amplify = {
    .info = {.name = "amplify",
             .summary = "A rough drawing becomes land that water has cut.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_amplify_params),
    FLUV_NEEDS(height),
    FLUV_MAKES(height),
    FLUV_AMENDS(),
    .moves_sea = true,
    .bytes_per_cell = 90.0,
    .run = run,
};
