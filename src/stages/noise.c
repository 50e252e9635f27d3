// SPDX-License-Identifier: MIT
/* Bare land from fractal noise, so that there is something without a file.
 *
 * in   frame        out   height (m)
 *
 * The first octaves, on bent coordinates, and the shape make the land at large; how high it stands
 * says how strong the finer octaves are, so that lowlands are smooth and mountains rough. The
 * values then become heights: sea level lies where the asked share of the frame is below it, and
 * land rises from the coast slowly at first.
 *
 * The values' range is measured on a lattice over the frame that is the same for every size, and
 * what is beyond it is pressed together: the same land comes out at every size.  O(cells *
 * octaves).
 *
 * Based on: Musgrave, Kolb, Mace. The synthesis and rendering of eroded fractal terrains. 1989 */
#include "stages/noise.h"

#include "field/noise.h"

#include <math.h>
#include <stdlib.h>

#define BLOCK   1024 /* points worked on at a time; the noise is set up once for each */
#define LATTICE 128  /* points a side that measure the range */
#define BAND    64   /* rows between looks at the progress */
#define LARGE   2    /* octaves that make the land at large */

enum { SHAPE_PLAIN, SHAPE_ISLAND, SHAPE_SLOPE };

typedef struct plan {
    const fluv_noise_params *params;
    double centre_x, centre_y, half_x, half_y; /* of the frame, m */
    double bend;                               /* m */
    fluv_noise large, detail, bend_x, bend_y;
    double low, high;       /* m */
    bool coast;             /* the range goes below sea level, and part of it should */
    float least, sea, most; /* values that become low, 0 and high */
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

static plan make_plan(const fluv_noise_params *params, const fluv_landscape *land)
{
    const fluv_frame *frame = &land->frame;
    bool asked = frame->low != 0.0 || frame->high != 0.0;
    plan p = {.params = params,
              .half_x = 0.5 * frame->cell * frame->cols,
              .half_y = 0.5 * frame->cell * frame->rows,
              .low = asked ? frame->low : params->low,
              .high = asked ? frame->high : params->high};
    p.centre_x = frame->west + p.half_x;
    p.centre_y = frame->north - p.half_y;
    double longer = fmax(p.half_x, p.half_y);
    double wavelength = params->wavelength > 0.0 ? params->wavelength : longer;
    p.large = p.detail = noise_of(params, wavelength, fluv_key_make(land->seed, "noise", "height"));
    p.large.take = p.detail.skip = LARGE;
    p.bend = params->warp * wavelength;
    p.bend_x = p.bend_y =
        (fluv_noise){.wavelength = 2.0 * wavelength, .octaves = 4, .gain = 0.5, .lacunarity = 2.0};
    p.bend_x.key = fluv_key_make(land->seed, "noise", "bend x");
    p.bend_y.key = fluv_key_make(land->seed, "noise", "bend y");
    p.coast = p.low < 0.0 && p.high > 0.0 && params->ocean > 0.0;
    if (p.low < 0.0 && p.high > 0.0 && !p.coast)
        p.low = 0.0;
    return p;
}

static float shape_at(const plan *p, double x, double y)
{
    double u = (x - p->centre_x) / p->half_x, v = (y - p->centre_y) / p->half_y;
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
        out[i] = value + detail_share(value, (float)p->params->rough) * b[i];
    }
}

static int compare_values(const void *a, const void *b)
{
    float p = *(const float *)a, q = *(const float *)b;
    return p < q ? -1 : p > q;
}

/* The values that become the lowest ground, sea level and the highest ground. */
static fluv_status measure(fluv_ctx *ctx, plan *p)
{
    float *values = fluv_scratch(ctx, LATTICE * LATTICE, sizeof *values);
    if (!values)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (int row = 0; row < LATTICE; row++) {
        double x[BLOCK], y[BLOCK];
        for (int col = 0; col < LATTICE; col++) {
            x[col] = p->centre_x + p->half_x * ((2 * col + 1) / (double)LATTICE - 1.0);
            y[col] = p->centre_y - p->half_y * ((2 * row + 1) / (double)LATTICE - 1.0);
        }
        values_at(p, x, y, LATTICE, values + (size_t)row * LATTICE);
    }
    qsort(values, LATTICE * LATTICE, sizeof *values, compare_values);
    p->least = values[0];
    p->most = values[LATTICE * LATTICE - 1];
    p->sea = values[(size_t)(p->params->ocean * LATTICE * LATTICE)];
    return FLUV_OK;
}

/* 0 .. 1 stays nearly as it is; what is beyond 1 is pressed in below it. */
static float pressed(float t)
{
    float over = (t - 0.9F) * 10.0F;
    return over <= 0.0F ? t : 0.9F + 0.1F * over / (1.0F + over);
}

static float part_of(float value, float from, float to)
{
    return (value - from) / (fabsf(to - from) > 1e-6F ? to - from : 1e-6F);
}

/* Rise of the land: slow at first, 0 to 0 and 1 to 1. */
static float rise(float t, float lowland)
{
    return t * (lowland + (1.0F - lowland) * t);
}

static float height_of(const plan *p, float value)
{
    float low = (float)p->low, high = (float)p->high, lowland = (float)p->params->lowland;
    if (p->coast && value < p->sea)
        return low * pressed(part_of(value, p->sea, p->least));
    if (p->coast)
        return high * rise(pressed(part_of(value, p->sea, p->most)), lowland);
    float t = part_of(value, p->least, p->most);
    t = t < 0.0F ? 0.05F / (1.0F - 20.0F * t) : 0.05F + 0.95F * pressed(t);
    return low + (high - low) * rise(t, lowland);
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
        for (size_t i = 0; i < n; i++)
            height[from + i] = height_of(p, height[from + i]);
    }
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    plan p = make_plan(params, land);
    if (p.low >= p.high)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "noise: low is %g m and high is %g m, but low must be below high", p.low,
                         p.high);
    FLUV_TRY(measure(ctx, &p));
    p.large.finest = p.detail.finest = land->frame.cell;
    float *height = fluv_layer_edit(ctx, land, FLUV_LAYER_HEIGHT);
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
#include "stages/noise.def"
};

const fluv_stage fluv_stage_noise = {
    .info = {.name = "noise",
             .summary = "Bare land from fractal noise: hills, ranges, an island.",
             .needs = "",
             .makes = "height",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_noise_params),
    .makes = FLUV_HAS(FLUV_LAYER_HEIGHT),
    .bytes_per_cell = 4.0,
    .run = run,
};
