// SPDX-License-Identifier: MIT
/* The ground on both sides of the coast: a floor for the sea, a bare plain for the land.
 *
 * in   the shore        out   height, cover, water
 *
 * Floor: a shelf that sinks slowly, a slope from its rim, the deep; land: a plain that rises from
 * the shore. Both follow the distance to the coast: exactly so at the coast, smoothed further out,
 * where the lines equally far from two coasts would show as creases. Noise makes the shelf wider
 * and narrower, and gives floor and plain hills in proportion to their depth and height: none at
 * the coast, flat nowhere.
 *
 * What is wide comes from a lattice twice as wide as the shore's; only fine hills are made
 * cell by cell.  O(cells). */
#include "stages/coast/parts.h"

#include "base/clones.h"
#include "field/noise.h"

#include <assert.h>
#include <math.h>

#define COARSER    2
#define BLOCK      512
#define BAND       256   /* rows between looks at the progress */
#define LARGE      5     /* octaves of the hills that the lattice holds */
#define HOLLOWS    0.3F  /* strength of the hills of the floor, as a share of the depth */
#define HILLS      1.0F  /* and of the plain, as a share of the height */
#define INLAND     0.25  /* how far inland the plain rises, as a part of the longer side */
#define LEAST      0.01F /* m that land lies above the sea and its floor below */
#define DEEP_BEGIN 2.4F  /* where the deep begins, in shelf widths */

typedef struct ground {
    const fluv_coast_job *job;
    const fluv_shore *shore;
    fluv_lattice coarse;
    float *wide;  /* distance to the coast, m: smooth, stretched by noise */
    float *hills; /* the large octaves */
    fluv_noise noise;
    float shelf, blend;          /* m */
    float shelf_depth, depth;    /* share; m */
    float slope, inland, height; /* of the plain: rise over run; m; highest, m */
} ground;

static fluv_key key_of(const fluv_coast_job *job, const char *purpose)
{
    return fluv_key_make(job->landscape->seed, "coast", purpose);
}

static ground make_ground(const fluv_coast_job *job, const fluv_shore *shore)
{
    const fluv_coast_params *params = job->params;
    const fluv_frame *frame = &job->landscape->frame;
    bool asked = frame->low != 0.0 || frame->high != 0.0;
    ground g = {.job = job,
                .shore = shore,
                .coarse = fluv_lattice_over(frame, COARSER * job->lattice.spacing),
                .shelf = (float)fluv_coast_length(job, params->shelf, 0.1),
                .shelf_depth = (float)params->shelf_depth,
                .depth = (float)(asked ? -frame->low : params->depth),
                .slope = (float)params->slope,
                .inland = (float)(INLAND * job->longer),
                .height = (float)(asked ? frame->high : INFINITY)};
    g.blend = (float)(0.02 * job->longer);
    g.noise = (fluv_noise){.key = key_of(job, "hills"),
                           .wavelength = job->longer / 6.0,
                           .octaves = 10,
                           .gain = 0.5,
                           .lacunarity = 2.0,
                           .finest = frame->cell};
    return g;
}

static fluv_status check_range(fluv_ctx *ctx, const ground *g)
{
    const fluv_frame *frame = &g->job->landscape->frame;
    if (g->shore->has_ocean && !(g->depth > 0.0F))
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "coast: frame.height begins at %g m, but the ocean needs a floor below 0",
                         frame->low);
    if (g->shore->has_land && !(g->height > 0.0F))
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "coast: frame.height ends at %g m, but land needs heights above 0",
                         frame->high);
    return FLUV_OK;
}

/* ---- On the lattice ---- */

static void fill_coarse_row(const ground *g, const fluv_noise *stretch, uint32_t row)
{
    const fluv_lattice *coarse = &g->coarse;
    double x0 = fluv_lattice_x(coarse, 0), y = fluv_lattice_y(coarse, row);
    float value[BLOCK], *wide = g->wide + (size_t)row * coarse->cols;
    assert(row < coarse->rows);
    fluv_noise large = g->noise;
    large.take = LARGE;
    large.finest = 0.0;
    fluv_noise_row(&large, x0, y, coarse->spacing, coarse->cols,
                   g->hills + (size_t)row * coarse->cols);
    for (uint32_t from = 0; from < coarse->cols; from += BLOCK) {
        size_t n = coarse->cols - from < BLOCK ? coarse->cols - from : BLOCK;
        fluv_noise_row(stretch, x0 + from * coarse->spacing, y, coarse->spacing, n, value);
        for (size_t i = 0; i < n; i++)
            wide[from + i] /= 1.0F + 0.8F * value[i];
    }
}

static fluv_status make_coarse(fluv_ctx *ctx, ground *g)
{
    const fluv_lattice *coarse = &g->coarse;
    size_t count = fluv_lattice_count(coarse);
    g->wide = fluv_scratch(ctx, count, sizeof *g->wide);
    g->hills = fluv_scratch(ctx, count, sizeof *g->hills);
    if (!g->wide || !g->hills)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t row = 0; row < coarse->rows; row++)
        fluv_lattice_row(&g->shore->lattice, g->shore->distance, fluv_lattice_x(coarse, 0),
                         fluv_lattice_y(coarse, row), coarse->spacing, coarse->cols,
                         g->wide + (size_t)row * coarse->cols);
    uint32_t radius = (uint32_t)ceil((double)g->blend / coarse->spacing);
    fluv_lattice_blur(ctx->threads, coarse, radius, g->wide, g->hills);
    fluv_noise stretch = {.key = key_of(g->job, "shelf"),
                          .wavelength = 0.3 * g->job->longer,
                          .octaves = 3,
                          .gain = 0.5,
                          .lacunarity = 2.0};
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t row = 0; row < coarse->rows; row++)
        fill_coarse_row(g, &stretch, row);
    return FLUV_OK;
}

/* ---- In the cells ---- */

FLUV_INLINE float larger(float a, float b)
{
    return a > b ? a : b;
}

FLUV_INLINE float smaller(float a, float b)
{
    return a < b ? a : b;
}

FLUV_INLINE float smoothstep(float t)
{
    t = smaller(larger(t, 0.0F), 1.0F);
    return t * t * (3.0F - 2.0F * t);
}

/* Share of the greatest depth at q shelf widths from the coast: shelf, slope, deep. */
FLUV_INLINE float floor_share(float rim, float q)
{
    float shelf = smaller(q, 1.0F), deep = larger(q - DEEP_BEGIN, 0.0F);
    float slope = smoothstep((q - 1.0F) / (DEEP_BEGIN - 1.0F));
    float sinks = 0.78F * slope + 0.2F * deep / (2.0F + deep);
    return rim * shelf * (1.5F - 0.5F * shelf) + (1.0F - rim) * sinks;
}

/* 0 .. 0.8 stays as it is; what is beyond is pressed in below 1. */
FLUV_INLINE float pressed(float t)
{
    float over = larger(t - 0.8F, 0.0F) * 5.0F;
    return smaller(t, 0.8F) + 0.2F * over / (1.0F + over);
}

/* `height` is the distance to the coast at first. Floor and plain are both worked out and one is
 * taken, so that the loop has no branches. */
FLUV_CLONES static void raise(const ground *g, const float *wide, const float *hills,
                              const float *fine, size_t n, float *height)
{
    assert(n <= BLOCK && g->blend > 0.0F && g->shelf > 0.0F && g->inland > 0.0F);
    float per_blend = 0.5F / g->blend, per_shelf = 1.0F / g->shelf, per_inland = 1.0F / g->inland;
    float rim = g->shelf_depth, depth = g->depth, slope = g->slope, per_height = 1.0F / g->height;
    float least = smaller(LEAST, g->height);
    for (size_t i = 0; i < n; i++) {
        float distance = height[i], here = fabsf(distance);
        float far = distance > 0.0F ? wide[i] : -wide[i];
        far = larger(far, 0.25F * here); /* smoothed, it may lie across the coast */
        far = here + smoothstep(here * per_blend) * (far - here);
        float noise = hills[i] + fine[i];
        float deep = floor_share(rim, far * per_shelf) * (1.0F + HOLLOWS * noise);
        deep = -depth * pressed(deep);
        float high = slope * far / (1.0F + far * per_inland) * (1.0F + HILLS * noise);
        high = high / (1.0F + high * per_height);
        height[i] = distance > 0.0F ? larger(high, least) : smaller(deep, -LEAST);
    }
}

static void make_row(const ground *g, uint32_t row, float *height, uint8_t *cover, float *water)
{
    const fluv_frame *frame = &g->job->landscape->frame;
    assert(row < frame->rows);
    float wide[BLOCK], hills[BLOCK], fine[BLOCK];
    fluv_noise detail = g->noise;
    detail.skip = LARGE;
    double y = frame->north - frame->cell * (row + 0.5);
    for (size_t from = 0; from < frame->cols; from += BLOCK) {
        size_t n = frame->cols - from < BLOCK ? frame->cols - from : BLOCK;
        double x0 = frame->west + frame->cell * ((double)from + 0.5);
        fluv_shore_row(g->shore, frame->cell, x0, y, frame->cell, n, height + from);
        fluv_lattice_row(&g->coarse, g->wide, x0, y, frame->cell, n, wide);
        fluv_lattice_row(&g->coarse, g->hills, x0, y, frame->cell, n, hills);
        fluv_noise_row(&detail, x0, y, frame->cell, n, fine);
        for (size_t i = from; i < from + n; i++) {
            cover[i] = (uint8_t)(height[i] > 0.0F ? FLUV_LAND : FLUV_OCEAN);
            water[i] = height[i] > 0.0F ? NAN : 0.0F;
        }
        raise(g, wide, hills, fine, n, height + from);
    }
}

fluv_status fluv_coast_ground(fluv_ctx *ctx, const fluv_coast_job *job, fluv_landscape *landscape,
                              const fluv_shore *shore)
{
    float *height = fluv_layer_edit(ctx, landscape, FLUV_LAYER_height);
    uint8_t *cover = fluv_layer_edit(ctx, landscape, FLUV_LAYER_cover);
    float *water = fluv_layer_edit(ctx, landscape, FLUV_LAYER_water);
    if (!height || !cover || !water)
        return FLUV_NO_MEMORY;
    ground g = make_ground(job, shore);
    FLUV_TRY(check_range(ctx, &g));
    FLUV_TRY(make_coarse(ctx, &g));
    const fluv_frame *frame = &landscape->frame;
    for (uint32_t first = 0; first < frame->rows; first += BAND) {
        FLUV_TRY(fluv_advance(ctx, 0.5 + 0.4 * first / frame->rows));
        uint32_t end = frame->rows - first < BAND ? frame->rows : first + BAND;
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic)
        for (uint32_t row = first; row < end; row++) {
            size_t at = (size_t)row * frame->cols;
            make_row(&g, row, height + at, cover + at, water + at);
        }
    }
    return FLUV_OK;
}
