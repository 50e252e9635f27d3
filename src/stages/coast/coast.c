// SPDX-License-Identifier: MIT
/* Stage `coast`: where land ends, and the ground on both sides.
 *
 * in   nothing        out   shore, coast, cover, water, height
 *
 * On a lattice whose spacing is in metres: a shape at large (ready-made, an image, curves), two
 * refinements, no dust of islets and ponds; then the signed distance to what remains, smoothed
 * until the lattice's steps are gone. That distance is the coast: the frame's cells, at any size,
 * and the stages that follow read it where they need it (landscape/shore.h).  O(lattice cells +
 * cells). */
#include "stages/coast/coast.h"

#include "field/patches.h"
#include "stages/coast/parts.h"
#include "stages/shared/sea.h"

#include <math.h>
#include <string.h>

#define SMOOTHINGS 3 /* as few as leave no steps in a slanting coast */

static fluv_coast_job make_job(const fluv_coast_params *params, const fluv_landscape *land)
{
    const fluv_frame *frame = &land->frame;
    return (fluv_coast_job){.params = params,
                            .landscape = land,
                            .lattice = fluv_lattice_over(frame, params->spacing),
                            .longer = frame->cell * fmax(frame->cols, frame->rows)};
}

/* ---- The shape at large ---- */

static void split_at_middle(const float *value, size_t count, uint8_t *land)
{
    float least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        least = fminf(least, value[i]);
        most = fmaxf(most, value[i]);
    }
    float middle = 0.5F * least + 0.5F * most;
    for (size_t i = 0; i < count; i++)
        land[i] = value[i] > middle;
}

static fluv_status read_mask(fluv_ctx *ctx, const fluv_coast_job *job, uint8_t *land)
{
    const char *file = job->params->mask_file;
    size_t count = fluv_lattice_count(&job->lattice);
    if (!ctx->read_image)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "coast.mask_file: %s is an image, but this build reads no images", file);
    float *value = fluv_scratch(ctx, count, sizeof *value);
    if (!value)
        return FLUV_NO_MEMORY;
    fluv_frame frame = {.cols = job->lattice.cols,
                        .rows = job->lattice.rows,
                        .cell = job->lattice.spacing,
                        .west = job->lattice.west,
                        .north = job->lattice.north};
    FLUV_TRY(ctx->read_image(ctx, file, &frame, value));
    split_at_middle(value, count, land);
    fluv_scratch_drop(ctx, value);
    return FLUV_OK;
}

static fluv_status make_shape(fluv_ctx *ctx, const fluv_coast_job *job, uint8_t *land)
{
    if (*job->params->mask_file)
        return read_mask(ctx, job, land);
    if (job->params->shape != FLUV_SHAPE_NONE)
        return fluv_coast_shape(ctx, job, land);
    bool around_ocean = job->params->landmasses.count && job->params->landmasses.rows[0].inside;
    memset(land, job->params->landmasses.count == 0 || around_ocean,
           fluv_lattice_count(&job->lattice));
    return FLUV_OK;
}

/* ---- From the shape to the shore ---- */

static uint64_t cells_of(const fluv_coast_job *job, double area)
{
    double cells = area / (job->lattice.spacing * job->lattice.spacing);
    return cells < 1e18 ? (uint64_t)cells : (uint64_t)1e18;
}

static fluv_status clear_dust(fluv_ctx *ctx, const fluv_coast_job *job, uint8_t *land)
{
    bool drawn = job->params->landmasses.count || *job->params->mask_file;
    double island = job->longer / 200.0, sea = drawn ? island : job->longer / 20.0;
    double min_island = job->params->min_island, min_sea = job->params->min_sea;
    fluv_patches_job patches = {
        .cols = job->lattice.cols,
        .rows = job->lattice.rows,
        .least = {cells_of(job, min_sea > 0.0 ? min_sea : sea * sea),
                  cells_of(job, min_island > 0.0 ? min_island : island * island)},
        .open = {true, true}};
    return fluv_patches_clear(ctx, &patches, land);
}

static fluv_status put_shore(fluv_ctx *ctx, const fluv_coast_job *job, const uint8_t *land,
                             float *distance, fluv_landscape *landscape)
{
    size_t count = fluv_lattice_count(&job->lattice);
    fluv_shore shore = {.lattice = job->lattice,
                        .distance = distance,
                        .roughness = (float)job->params->roughness,
                        .key = fluv_key_make(landscape->seed, "coast", "roughness"),
                        .has_land = memchr(land, 1, count) != NULL,
                        .has_ocean = memchr(land, 0, count) != NULL};
    fluv_shared *shared = fluv_shore_seal(ctx, &shore);
    if (!shared)
        return FLUV_NO_MEMORY;
    fluv_layer_put(landscape, FLUV_LAYER_shore, shared);
    return FLUV_OK;
}

/* `distance` becomes the signed distance to the border of `land`, which is made rough first. */
static fluv_status finish_border(fluv_ctx *ctx, const fluv_coast_job *job, uint8_t *land,
                                 float *distance)
{
    size_t count = fluv_lattice_count(&job->lattice);
    uint8_t *border = fluv_scratch(ctx, count, 1);
    if (!border)
        return FLUV_NO_MEMORY;
    if (job->params->roughness > 0.0) {
        FLUV_TRY(fluv_coast_distance(ctx, job, land, border, distance));
        FLUV_TRY(fluv_coast_roughen(ctx, job, distance, land));
    }
    FLUV_TRY(clear_dust(ctx, job, land));
    FLUV_TRY(fluv_coast_distance(ctx, job, land, border, distance));
    float *work = fluv_scratch(ctx, count, sizeof *work);
    if (!work)
        return FLUV_NO_MEMORY;
    fluv_lattice_smooth(ctx->threads, &job->lattice, SMOOTHINGS, distance, work);
    return FLUV_OK;
}

static fluv_status make_shore(fluv_ctx *ctx, const fluv_coast_job *job, fluv_landscape *landscape)
{
    size_t count = fluv_lattice_count(&job->lattice);
    uint8_t *land = fluv_scratch(ctx, count, 1);
    float *distance = fluv_scratch(ctx, count, sizeof *distance);
    if (!land || !distance)
        return FLUV_NO_MEMORY;
    FLUV_TRY(make_shape(ctx, job, land));
    FLUV_TRY(fluv_coast_curves(ctx, job, land));
    FLUV_TRY(fluv_advance(ctx, 0.2));
    FLUV_TRY(fluv_coast_refine(ctx, job, land));
    FLUV_TRY(fluv_advance(ctx, 0.35));
    FLUV_TRY(finish_border(ctx, job, land, distance));
    FLUV_TRY(fluv_advance(ctx, 0.5));
    return put_shore(ctx, job, land, distance, landscape);
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    fluv_coast_job job = make_job(params, land);
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    FLUV_TRY(make_shore(ctx, &job, land));
    fluv_scratch_release(ctx, mark);
    const fluv_shore *shore = fluv_shore_of(land);
    FLUV_TRY(fluv_coast_ground(ctx, &job, land, shore));
    fluv_layer_put(land, FLUV_LAYER_coast, NULL);
    if (shore->has_ocean)
        FLUV_TRY(fluv_sea_outline(ctx, land));
    return fluv_advance(ctx, 1.0);
}

#define PARAMS fluv_coast_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/coast/coast.def"
};

const fluv_stage fluv_stage_coast = {
    .info = {.name = "coast",
             .summary = "Where land ends: islands, continents, bays, and the floor of the sea.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_coast_params),
    FLUV_NEEDS(),
    FLUV_MAKES(height, cover, water, coast, shore),
    FLUV_AMENDS(),
    .bytes_per_cell = 20.0,
    .run = run,
};
