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

#include "stages/amplify/finish.h"
#include "stages/amplify/wear.h"

#include <math.h>

#define COARSEST    64.0 /* spacings of the coarsest mesh along the frame's longer side, */
#define ALMOST      0.999
#define IN_SQUARE   2.5   /* or in the side of a square over which the drawing is kept */
#define FINEST      1.45  /* cells of the frame to a spacing of the finest mesh, */
#define SMALL       0.5   /* but in small frames down to this, */
#define SEEN        256.0 /* up to so many spacings along the longer side */
#define STEPS       30.0  /* on a mesh of the widest spacing; */
#define STEPS_FALL  0.6   /* of half that, so many times fewer, */
#define FIRST_STEPS 12.0  /* but on the first mesh not fewer than these */
#define CELL_STEPS  2     /* on the frame's own cells */
#define ALONE       2e4   /* vertices up to which a tier is small */
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
    double least = fmin(FINEST * d->frame.cell, fmax(SMALL * d->frame.cell, d->longer / SEEN));
    if (index > 0 && spacing < ALMOST * least)
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
    FLUV_TRY(fluv_amplify_tier_make(ctx, &j->drawing, spacing, index, coarser, t));
    FLUV_TRY(fluv_advance(ctx, j->done / j->work));
    FLUV_TRY(fluv_amplify_prepare(ctx, &j->law, index == 0, t));
    j->done += MAKING * vertices;
    for (double steps = steps_on(&j->drawing, index); steps > 0.0; steps -= 1.0) {
        FLUV_TRY(fluv_amplify_step(ctx, &j->law, t->mesh != NULL, j->done / j->work, t));
        j->done += vertices;
    }
    return FLUV_OK;
}

/* A small tier is left to one thread: waking others would take longer than its work. */
static fluv_status run_tier_alone(fluv_ctx *ctx, job *j, int index, tier *coarser, tier *t)
{
    int threads = ctx->threads;
    if (vertices_on(&j->drawing, index) < ALONE)
        ctx->threads = 1;
    fluv_status status = run_tier(ctx, j, index, coarser, t);
    ctx->threads = threads;
    return status;
}

/* From the coarsest mesh to the frame's own cells, which end in `t`. */
static fluv_status run_tiers(fluv_ctx *ctx, job *j, tier *coarser, tier *t)
{
    for (int index = 0;; index++) {
        FLUV_TRY(run_tier_alone(ctx, j, index, coarser, t));
        if (!t->mesh)
            return FLUV_OK;
        FLUV_TRY(fluv_amplify_tier_rest(ctx, t));
        *coarser = *t;
        *t = (tier){0};
    }
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    job j = {.land = land};
    tier coarser = {0}, last = {0};
    FLUV_TRY(fluv_drawing_read(ctx, params, land, &j.drawing));
    if (!j.drawing.land)
        return fluv_advance(ctx, 1.0);
    j.law = fluv_amplify_law_of(params, land, &j.drawing);
    j.work = work_of(&j.drawing);
    ctx->quiet++;
    fluv_status status = fluv_drawing_hold(ctx, params, land, &j.drawing);
    ctx->quiet--;
    if (status == FLUV_OK)
        status = run_tiers(ctx, &j, &coarser, &last);
    if (status == FLUV_OK)
        status = fluv_amplify_finish(ctx, &j.drawing, &last, land);
    if (status == FLUV_OK && j.law.params->flats == FLUV_AMPLIFY_FLATS_land)
        land->surveyed = false;
    fluv_amplify_tier_free(ctx, &coarser);
    fluv_amplify_tier_free(ctx, &last);
    fluv_drawing_free(&j.drawing);
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
    .bytes_per_cell = 72.0,
    .run = run,
};
