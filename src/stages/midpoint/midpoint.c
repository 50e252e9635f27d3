// SPDX-License-Identifier: MIT
/* Stage `midpoint`: bare land by midpoint displacement, the same in every direction.
 *
 * in   frame        out   height (m)
 *
 * Level by level a lattice twice as fine takes its values from the one before and moves each of
 * them by a random amount, sigma_l = 2^(-l * hurst). Diamond-square does so on one lattice whose
 * axes and diagonals stay visible as creases. Here
 *   - values between lattice points come from the quadratic B-spline of nine of them, as in
 *     square-square subdivision (its limit): no creases, and no lattice point is kept as a spike;
 *   - each lattice lies at an angle to the one before, the golden part of a right angle, and at an
 *     offset of its own: what is left of a lattice's axes is lost in all the others.
 * Displacements belong to (level, i, j) and lattices have spacings in metres: the same land at
 * every size. Levels fade as they get too fine for the cells, from twice a cell's width to one; the
 * cells take the last lattice's spline. High land is displaced more than low land.
 *
 * Lattices cover the frame and a margin of 4.25 spacings: nine points around a point of the next
 * level, or of the one after, lie within.  O(cells).
 *
 * Based on: Fournier, Fussell, Carpenter. Computer rendering of stochastic models. 1982; Miller.
 * The definition and rendering of terrain maps. 1986 (square-square); Lewis. Generalized stochastic
 * subdivision. 1987; Musgrave, Kolb, Mace. The synthesis and rendering of eroded fractal terrains.
 * 1989 */
#include "stages/midpoint/midpoint.h"

#include "base/random.h"
#include "stages/shared/span.h"

#include <math.h>
#include <string.h>

#define BAND   64  /* rows between looks at the progress */
#define FINE   256 /* finest spacing that the range is measured with: the longer side over this */
#define MARGIN 4.25
#define TURN   (0.5 * M_PI * 0.6180339887498949)

typedef struct lattice {
    double cosine, sine;       /* of its axes' angle, divided by the spacing (m) */
    double offset_u, offset_v; /* u = cosine * x + sine * y + offset_u, from the frame's centre */
    int32_t first_u, first_v;  /* of the points that are held */
    uint32_t cols, rows;
    float *values;
} lattice;

typedef struct plan {
    const fluv_midpoint_params *params;
    fluv_span span;
    double spacing; /* of the first lattice, m */
    uint64_t seed;
} plan;

/* How far levels go: the last is wider than `finest`, and fades from twice that, or not. */
typedef struct depth {
    double finest;
    bool fades;
} depth;

static lattice lattice_of(const plan *p, uint32_t level, double spacing)
{
    fluv_key key = fluv_key_split(fluv_key_make(p->seed, "midpoint", "lattice"), level);
    double first = fluv_random(fluv_key_make(p->seed, "midpoint", "angle"), 0);
    double angle = 2.0 * M_PI * first + TURN * level;
    lattice l = {.cosine = cos(angle) / spacing,
                 .sine = sin(angle) / spacing,
                 .offset_u = fluv_random(key, 0),
                 .offset_v = fluv_random(key, 1)};
    double half_x = p->span.half_x + MARGIN * spacing, half_y = p->span.half_y + MARGIN * spacing;
    double half_u = fabs(l.cosine) * half_x + fabs(l.sine) * half_y;
    double half_v = fabs(l.cosine) * half_y + fabs(l.sine) * half_x;
    l.first_u = (int32_t)floor(l.offset_u - half_u);
    l.first_v = (int32_t)floor(l.offset_v - half_v);
    l.cols = (uint32_t)((int32_t)ceil(l.offset_u + half_u) - l.first_u) + 1;
    l.rows = (uint32_t)((int32_t)ceil(l.offset_v + half_v) - l.first_v) + 1;
    return l;
}

/* Sum of four parts of a hash: bell-shaped, mean 0, deviation 1. */
static inline float displacement(fluv_key key, int32_t u, int32_t v)
{
    uint64_t bits = fluv_random_bits(key, (uint64_t)(uint32_t)u << 32 | (uint32_t)v);
    uint32_t sum = (uint32_t)(bits & 0xffff) + (uint32_t)(bits >> 16 & 0xffff) +
                   (uint32_t)(bits >> 32 & 0xffff) + (uint32_t)(bits >> 48);
    return ((float)sum - 131070.0F) * 2.6429e-5F;
}

/* Weights of the three points around the nearest one, at an offset of -1/2 .. 1/2 from it. */
static inline void spline_weights(float offset, float weight[3])
{
    float before = 0.5F - offset, after = 0.5F + offset;
    weight[0] = 0.5F * before * before;
    weight[1] = 0.75F - offset * offset;
    weight[2] = 0.5F * after * after;
}

/* The lattice's spline at a place, m from the frame's centre. */
static inline float spline_at(const lattice *l, double x, double y)
{
    double u = l->cosine * x + l->sine * y + l->offset_u - l->first_u;
    double v = l->cosine * y - l->sine * x + l->offset_v - l->first_v;
    uint32_t col = (uint32_t)(u + 0.5), row = (uint32_t)(v + 0.5);
    float a[3], b[3];
    spline_weights((float)(u - col), a);
    spline_weights((float)(v - row), b);
    const float *at = l->values + (size_t)(row - 1) * l->cols + (col - 1);
    float sum = 0.0F;
    for (int k = 0; k < 3; k++, at += l->cols)
        sum += b[k] * (a[0] * at[0] + a[1] * at[1] + a[2] * at[2]);
    return sum;
}

/* Share of the displacement that land of this value gets. */
static inline float displaced_share(float value, float rough)
{
    float t = 0.5F + 0.5F * value;
    t = t < 0.0F ? 0.0F : t > 1.0F ? 1.0F : t;
    return 1.0F - rough + rough * t * t * (3.0F - 2.0F * t);
}

typedef struct level {
    lattice now, before; /* before.values NULL: this is the first */
    fluv_key key;
    float sigma, rough;
    double margin_x, margin_y; /* half of the frame with the margin, m */
} level;

/* Fills a row of the lattice where it lies over the frame and its margin. */
static void displace_row(const level *lv, uint32_t row)
{
    const lattice *now = &lv->now;
    double square = now->cosine * now->cosine + now->sine * now->sine;
    double v = (double)row + now->first_v - now->offset_v;
    float *out = now->values + (size_t)row * now->cols;
    for (uint32_t col = 0; col < now->cols; col++) {
        double u = (double)col + now->first_u - now->offset_u;
        double x = (now->cosine * u - now->sine * v) / square;
        double y = (now->sine * u + now->cosine * v) / square;
        if (fabs(x) > lv->margin_x || fabs(y) > lv->margin_y) {
            out[col] = 0.0F;
            continue;
        }
        float value = lv->before.values ? spline_at(&lv->before, x, y) : 0.0F;
        float share = lv->before.values ? displaced_share(value, lv->rough) : 1.0F;
        float moved =
            displacement(lv->key, (int32_t)col + now->first_u, (int32_t)row + now->first_v);
        out[col] = value + lv->sigma * share * moved;
    }
}

static fluv_status displace(fluv_ctx *ctx, const level *lv, double from, double to)
{
    for (uint32_t first = 0; first < lv->now.rows; first += BAND) {
        uint32_t end = lv->now.rows - first < BAND ? lv->now.rows : first + BAND;
        FLUV_TRY(fluv_advance(ctx, from + (to - from) * first / lv->now.rows));
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
        for (uint32_t row = first; row < end; row++)
            displace_row(lv, row);
    }
    return FLUV_OK;
}

/* 1: there in full, 0: too fine. */
static double presence_of(double spacing, depth d)
{
    if (!d.fades)
        return spacing > d.finest ? 1.0 : 0.0;
    double t = fmin(fmax(spacing / d.finest - 1.0, 0.0), 1.0);
    return t * t * (3.0 - 2.0 * t);
}

/* The last lattice; its values are NULL when even the first is too fine. */
static fluv_status subdivide(fluv_ctx *ctx, const plan *p, depth d, lattice *last)
{
    *last = (lattice){0};
    double spacing = p->spacing, sigma = 1.0, presence;
    for (uint32_t k = 0; (presence = presence_of(spacing, d)) > 0.0; k++) {
        level lv = {.now = lattice_of(p, k, spacing),
                    .before = *last,
                    .key = fluv_key_split(fluv_key_make(p->seed, "midpoint", "height"), k),
                    .sigma = (float)(sigma * presence),
                    .rough = (float)p->params->rough,
                    .margin_x = p->span.half_x + MARGIN * spacing,
                    .margin_y = p->span.half_y + MARGIN * spacing};
        lv.now.values = fluv_scratch(ctx, (size_t)lv.now.cols * lv.now.rows, sizeof(float));
        if (!lv.now.values)
            return FLUV_NO_MEMORY;
        /* Each level costs four times the one before; cells come last. */
        double done = fmin(0.5 * d.finest * d.finest / (spacing * spacing), 0.5);
        FLUV_TRY(displace(ctx, &lv, 0.25 * done, done));
        if (last->values)
            fluv_scratch_drop(ctx, last->values);
        *last = lv.now;
        spacing *= 0.5;
        sigma *= exp2(-p->params->hurst);
    }
    return FLUV_OK;
}

/* ---- The stage ---------------------------------------------------------------------------------
 */

static fluv_status measure(fluv_ctx *ctx, plan *p)
{
    lattice last;
    depth fixed = {.finest = 2.0 * fmax(p->span.half_x, p->span.half_y) / FINE};
    float *values = fluv_scratch_zero(ctx, FLUV_SPAN_POINTS, sizeof *values);
    if (!values)
        return FLUV_NO_MEMORY;
    FLUV_TRY(subdivide(ctx, p, fixed, &last));
    for (int i = 0; last.values && i < (int)FLUV_SPAN_POINTS; i++)
        values[i] = spline_at(&last, fluv_span_x(&p->span, i % FLUV_SPAN_SIDE) - p->span.centre_x,
                              fluv_span_y(&p->span, i / FLUV_SPAN_SIDE) - p->span.centre_y);
    fluv_span_measure(&p->span, values);
    if (last.values)
        fluv_scratch_drop(ctx, last.values);
    return FLUV_OK;
}

static void make_row(const plan *p, const lattice *last, const fluv_frame *frame, uint32_t row,
                     float *height)
{
    double y = p->span.half_y - frame->cell * (row + 0.5);
    if (last->values)
        for (uint32_t col = 0; col < frame->cols; col++)
            height[col] = spline_at(last, frame->cell * (col + 0.5) - p->span.half_x, y);
    else
        memset(height, 0, frame->cols * sizeof *height);
    fluv_span_heights(&p->span, frame->cols, height);
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    const fluv_midpoint_params *asked = params;
    const fluv_frame *frame = &land->frame;
    fluv_span_wish wish = {asked->low, asked->high, asked->ocean, asked->lowland};
    plan p = {.params = asked, .seed = land->seed};
    FLUV_TRY(fluv_span_open(ctx, frame, "midpoint", wish, &p.span));
    double longer = fmax(p.span.half_x, p.span.half_y);
    p.spacing = asked->wavelength > 0.0 ? 0.5 * asked->wavelength : longer;
    FLUV_TRY(measure(ctx, &p));
    lattice last;
    FLUV_TRY(subdivide(ctx, &p, (depth){.finest = frame->cell, .fades = true}, &last));
    float *height = fluv_layer_edit(ctx, land, FLUV_LAYER_height);
    if (!height)
        return FLUV_NO_MEMORY;
    for (uint32_t first = 0; first < frame->rows; first += BAND) {
        FLUV_TRY(fluv_advance(ctx, 0.5 + 0.5 * first / frame->rows));
        uint32_t end = frame->rows - first < BAND ? frame->rows : first + BAND;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
        for (uint32_t row = first; row < end; row++)
            make_row(&p, &last, frame, row, height + (size_t)row * frame->cols);
    }
    return fluv_advance(ctx, 1.0);
}

#define PARAMS fluv_midpoint_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/midpoint/midpoint.def"
};

const fluv_stage fluv_stage_midpoint = {
    .info = {.name = "midpoint",
             .summary = "Bare land by midpoint displacement, without its creases along the axes.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_midpoint_params),
    FLUV_NEEDS(),
    FLUV_MAKES(height),
    FLUV_AMENDS(),
    .bytes_per_cell = 15.0,
    .run = run,
};
