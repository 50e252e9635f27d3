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

#define DRAWN_DETAIL 0.2F
#define MASK_SIDE    2048 /* lattice cells along the longer side for the coast of a mask */

static fluv_coast_job make_job(const fluv_coast_params *params, fluv_landscape *land)
{
    const fluv_frame *frame = &land->frame;
    double longer = frame->cell * fmax(frame->cols, frame->rows);
    double usual = *params->mask_file ? longer / MASK_SIDE : 0.0;
    return (fluv_coast_job){
        .params = params,
        .landscape = land,
        .lattice = fluv_lattice_over(frame, params->spacing > 0.0 ? params->spacing : usual),
        .longer = longer};
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
    FLUV_TRY(ctx->read_image(ctx, file, &frame, value, NULL));
    split_at_middle(value, count, land);
    fluv_scratch_drop(ctx, value);
    return FLUV_OK;
}

static fluv_status make_shape(fluv_ctx *ctx, const fluv_coast_job *job, uint8_t *land)
{
    if (*job->params->mask_file)
        return read_mask(ctx, job, land);
    if (job->params->shape != FLUV_COAST_SHAPE_none)
        return fluv_coast_shape(ctx, job, land);
    bool around_ocean = job->params->landmasses.count &&
                        job->params->landmasses.rows[0].inside == FLUV_LANDMASS_INSIDE_ocean;
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

/* Islands and seas that are too small; what was drawn stays, unless it is asked for. */
static fluv_status clear_dust(fluv_ctx *ctx, const fluv_coast_job *job, uint8_t *land)
{
    double island = job->longer / 200.0, sea = job->keep ? island : job->longer / 20.0;
    double min_island = job->params->min_island, min_sea = job->params->min_sea;
    fluv_patches_job patches = {
        .cols = job->lattice.cols,
        .rows = job->lattice.rows,
        .least = {cells_of(job, min_sea > 0.0 ? min_sea : sea * sea),
                  cells_of(job, min_island > 0.0 ? min_island : island * island)},
        .open = {true, true}};
    return fluv_patches_clear(ctx, &patches, land);
}

static fluv_status clear_asked(fluv_ctx *ctx, const fluv_coast_job *job, uint8_t *land)
{
    fluv_patches_job patches = {
        .cols = job->lattice.cols,
        .rows = job->lattice.rows,
        .least = {cells_of(job, job->params->min_sea), cells_of(job, job->params->min_island)},
        .open = {true, true}};
    return fluv_patches_clear(ctx, &patches, land);
}

/* Whether all of the coast is a mask's that may not move. */
static bool stays_put(const fluv_coast_params *params)
{
    return *params->mask_file && !(params->mask_stray > 0.0) && !params->landmasses.count;
}

/* How much of the coast's roughness there is between the lattice's points: along a coast that was
 * drawn so little that no islet comes of it, and none along one that stays as it is. */
static float detail_of(const fluv_coast_job *job)
{
    return !job->keep ? 1.0F : stays_put(job->params) ? 0.0F : DRAWN_DETAIL;
}

static fluv_status put_shore(fluv_ctx *ctx, const fluv_coast_job *job, const uint8_t *land,
                             float *distance, fluv_landscape *landscape)
{
    size_t count = fluv_lattice_count(&job->lattice);
    fluv_shore shore = {.lattice = job->lattice,
                        .distance = distance,
                        .roughness = (float)job->params->roughness * detail_of(job),
                        .key = fluv_key_make(landscape->seed, "coast", "roughness"),
                        .usual_land = (float)fluv_coast_usual_land(job->params),
                        .has_land = memchr(land, 1, count) != NULL,
                        .has_ocean = memchr(land, 0, count) != NULL};
    fluv_shared *shared = fluv_shore_seal(ctx, &shore);
    if (!shared)
        return FLUV_NO_MEMORY;
    fluv_layer_put(landscape, FLUV_LAYER_shore, shared);
    return FLUV_OK;
}

/* Memory for what was drawn, and how far the coast of the shape or mask below it may move. */
static fluv_status open_keep(fluv_ctx *ctx, const fluv_coast_job *job, fluv_coast_keep *keep,
                             float **limit)
{
    size_t count = fluv_lattice_count(&job->lattice);
    *limit = fluv_scratch(ctx, count, sizeof **limit);
    keep->drawn = fluv_scratch(ctx, count, 1);
    keep->far = fluv_scratch(ctx, count, sizeof *keep->far);
    keep->stray = fluv_scratch(ctx, count, sizeof *keep->stray);
    if (!*limit || !keep->drawn || !keep->far || !keep->stray)
        return FLUV_NO_MEMORY;
    float below = *job->params->mask_file ? (float)job->params->mask_stray : INFINITY;
    for (size_t i = 0; i < count; i++)
        (*limit)[i] = below;
    return FLUV_OK;
}

static fluv_status make_border(fluv_ctx *ctx, fluv_coast_job *job, uint8_t *land, float *distance)
{
    if (stays_put(job->params))
        return clear_asked(ctx, job, land);
    FLUV_TRY(fluv_coast_refine(ctx, job, land));
    FLUV_TRY(fluv_advance(ctx, 0.35));
    if (job->params->roughness > 0.0)
        FLUV_TRY(fluv_coast_roughen(ctx, job, distance, land));
    FLUV_TRY(clear_dust(ctx, job, land));
    if (!job->keep)
        return FLUV_OK;
    FLUV_TRY(fluv_coast_keep_hold(ctx, job, job->keep, land));
    return clear_asked(ctx, job, land);
}

static fluv_status make_shore(fluv_ctx *ctx, fluv_coast_job *job, fluv_landscape *landscape)
{
    size_t count = fluv_lattice_count(&job->lattice);
    uint8_t *land = fluv_scratch(ctx, count, 1);
    float *distance = fluv_scratch(ctx, count, sizeof *distance), *limit = NULL;
    fluv_coast_keep keep;
    if (!land || !distance)
        return FLUV_NO_MEMORY;
    FLUV_TRY(make_shape(ctx, job, land));
    if (job->params->landmasses.count || *job->params->mask_file) {
        FLUV_TRY(open_keep(ctx, job, &keep, &limit));
        FLUV_TRY(fluv_coast_curves(ctx, job, land, limit));
        FLUV_TRY(fluv_coast_keep_make(ctx, job, land, limit, &keep));
        job->keep = &keep;
    }
    FLUV_TRY(fluv_advance(ctx, 0.2));
    FLUV_TRY(make_border(ctx, job, land, distance));
    FLUV_TRY(fluv_coast_smooth(ctx, job, land, distance));
    FLUV_TRY(fluv_advance(ctx, 0.5));
    return put_shore(ctx, job, land, distance, landscape);
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    fluv_coast_job job = make_job(params, land);
    FLUV_TRY(fluv_lattice_check(ctx, "coast", &land->frame, job.params->spacing));
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

/* The lattice is as fine as it was asked for, however few cells there are. */
static double visits(const void *params, const fluv_landscape *land, fluv_extent extent)
{
    const fluv_coast_params *p = params;
    (void)extent;
    return fluv_lattice_visits(&land->frame, p->spacing) + (double)fluv_cell_count(land);
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
    .visits = visits,
    .run = run,
};
