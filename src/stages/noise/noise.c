// SPDX-License-Identifier: MIT
/* Bare land from fractal noise, so that there is something without a file.
 *
 * in   frame        out   height (m)
 *
 * The first octaves, on bent coordinates, and the shape make the land at large; how high it stands
 * says how strong the finer octaves are, so that lowlands are smooth and mountains rough. The
 * values then become heights (stages/shared/span.h): the same land at every size.  O(cells *
 * octaves).
 *
 * Based on: Musgrave, Kolb, Mace. The synthesis and rendering of eroded fractal terrains. 1989 */
#include "stages/noise/noise.h"

#include "field/noise.h"
#include "stages/shared/span.h"

#include <math.h>

#define BLOCK 1024 /* points worked on at a time; the noise is set up once for each */
#define BAND  64   /* rows between looks at the progress */
#define LARGE 2    /* octaves that make the land at large */

enum { SHAPE_PLAIN, SHAPE_ISLAND, SHAPE_SLOPE };

typedef struct plan {
    const fluv_noise_params *params;
    fluv_span span;
    double bend;      /* m */
    float roughening; /* land this much higher or lower counts as middling for its detail */
    fluv_noise large, detail, bend_x, bend_y;
} plan;

static fluv_noise noise_of(const fluv_noise_params *params, double wavelength, fluv_key key)
{
    return (fluv_noise){.key = key,
                        .form = (fluv_noise_form)params->form,
                        .wavelength = wavelength,
                        .octaves = (int)params->octaves,
                        .gain = params->gain,
                        .lacunarity = params->lacunarity};
}

static plan make_plan(const fluv_noise_params *params, const fluv_span *span, uint64_t seed)
{
    plan p = {.params = params, .span = *span};
    double longer = fmax(span->half_x, span->half_y);
    double wavelength = params->wavelength > 0.0 ? params->wavelength : longer;
    p.large = p.detail = noise_of(params, wavelength, fluv_key_make(seed, "noise", "height"));
    p.large.take = p.detail.skip = LARGE;
    p.roughening = (params->form == FLUV_NOISE_BILLOW ? 0.25F : 0.0F) + (span->coast ? 0.0F : 0.2F);
    p.bend = params->warp * wavelength;
    p.bend_x = p.bend_y =
        (fluv_noise){.wavelength = 2.0 * wavelength, .octaves = 4, .gain = 0.5, .lacunarity = 2.0};
    if (params->form == FLUV_NOISE_BILLOW)
        p.bend_x.octaves = p.bend_y.octaves = 6; /* its valleys would be smooth curves */
    p.bend_x.key = fluv_key_make(seed, "noise", "bend x");
    p.bend_y.key = fluv_key_make(seed, "noise", "bend y");
    return p;
}

static float shape_at(const plan *p, double x, double y)
{
    double u = (x - p->span.centre_x) / p->span.half_x;
    double v = (y - p->span.centre_y) / p->span.half_y;
    switch (p->params->shape) {
    case SHAPE_ISLAND:
        return (float)(0.4 - 0.8 * (u * u + v * v));
    case SHAPE_SLOPE:
        return (float)(0.4 * v);
    default:
        return 0.0F;
    }
}

/* Share of the detail that land of this value has. */
static float detail_share(float value, float rough)
{
    float t = value < -0.5F ? 0.0F : value > 0.5F ? 1.0F : value + 0.5F;
    return 1.0F - rough + rough * t * t * (3.0F - 2.0F * t);
}

/* Values at n <= BLOCK points, which are bent in place. */
static void values_at(const plan *p, double *x, double *y, size_t n, float *out)
{
    float a[BLOCK], b[BLOCK];
    if (p->bend > 0.0) {
        fluv_noise_points(&p->bend_x, x, y, n, a);
        fluv_noise_points(&p->bend_y, x, y, n, b);
        for (size_t i = 0; i < n; i++) {
            x[i] += p->bend * a[i];
            y[i] += p->bend * b[i];
        }
    }
    fluv_noise_points(&p->large, x, y, n, a);
    fluv_noise_points(&p->detail, x, y, n, b);
    for (size_t i = 0; i < n; i++) {
        float value = shape_at(p, x[i], y[i]) + a[i];
        out[i] = value + detail_share(value + p->roughening, (float)p->params->rough) * b[i];
    }
}

/* The values at the points of the lattice that measures their range. */
static fluv_status measure(fluv_ctx *ctx, plan *p)
{
    float *values = fluv_scratch(ctx, FLUV_SPAN_POINTS, sizeof *values);
    if (!values)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (int row = 0; row < FLUV_SPAN_SIDE; row++) {
        double x[BLOCK], y[BLOCK];
        for (int col = 0; col < FLUV_SPAN_SIDE; col++) {
            x[col] = fluv_span_x(&p->span, col);
            y[col] = fluv_span_y(&p->span, row);
        }
        values_at(p, x, y, FLUV_SPAN_SIDE, values + (size_t)row * FLUV_SPAN_SIDE);
    }
    fluv_span_measure(&p->span, values);
    return FLUV_OK;
}

static void make_row(const plan *p, const fluv_frame *frame, uint32_t row, float *height)
{
    double x[BLOCK], y[BLOCK];
    for (size_t from = 0; from < frame->cols; from += BLOCK) {
        size_t n = frame->cols - from < BLOCK ? frame->cols - from : BLOCK;
        for (size_t i = 0; i < n; i++) {
            x[i] = frame->west + frame->cell * ((double)(from + i) + 0.5);
            y[i] = frame->north - frame->cell * (row + 0.5);
        }
        values_at(p, x, y, n, height + from);
        fluv_span_heights(&p->span, n, height + from);
    }
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    const fluv_noise_params *noise = params;
    fluv_span_wish wish = {noise->low, noise->high, noise->ocean, noise->lowland};
    fluv_span span;
    FLUV_TRY(fluv_span_open(ctx, &land->frame, "noise", wish, &span));
    plan p = make_plan(noise, &span, land->seed);
    FLUV_TRY(measure(ctx, &p));
    p.large.finest = p.detail.finest = land->frame.cell;
    float *height = fluv_layer_edit(ctx, land, FLUV_LAYER_height);
    if (!height)
        return FLUV_NO_MEMORY;
    const fluv_frame *frame = &land->frame;
    for (uint32_t first = 0; first < frame->rows; first += BAND) {
        FLUV_TRY(fluv_advance(ctx, (double)first / frame->rows));
        uint32_t end = frame->rows - first < BAND ? frame->rows : first + BAND;
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic)
        for (uint32_t row = first; row < end; row++)
            make_row(&p, frame, row, height + (size_t)row * frame->cols);
    }
    return fluv_advance(ctx, 1.0);
}

#define PARAMS fluv_noise_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/noise/noise.def"
};

const fluv_stage fluv_stage_noise = {
    .info = {.name = "noise",
             .summary = "Bare land from fractal noise: hills, ranges, an island.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_noise_params),
    FLUV_NEEDS(),
    FLUV_MAKES(height),
    FLUV_AMENDS(),
    .bytes_per_cell = 4.0,
    .run = run,
};
