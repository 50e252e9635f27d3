// SPDX-License-Identifier: MIT
/* Ready-made coasts: island, archipelago, continent, peninsula, lagoon.
 *
 * in   shape, share of land, seed        out   land and ocean on the lattice
 *
 * A shape is a smooth hill made of a few pieces placed at random; the ground is bent by noise, and
 * fractal noise is added. The sea rises until the wanted share of the frame is dry: so every seed
 * gives a coast of its own and none drowns. The hill is made on a lattice four times as wide and
 * read between its points, as its finest waves are wider still.  O(lattice cells). */
#include "stages/coast/parts.h"

#include "field/noise.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define COARSER     4
#define MOST_PIECES 16
#define BLOCK       256
#define SAMPLES     128 /* a side, to find the sea's level */
#define DRAWN       0.4 /* share of land that is expected where the coast is drawn */

/* A round or long hill: 1 in its middle, 0 at its foot, below further out. */
typedef struct piece {
    double u, v;         /* middle, -1 .. 1 over the frame */
    double along, aside; /* half its length and width */
    double cosine, sine; /* of its direction */
} piece;

typedef struct hill {
    const fluv_coast_job *job;
    double centre_x, centre_y, half_x, half_y; /* of the frame, m */
    piece pieces[MOST_PIECES];
    int count;
    double cosine, sine; /* of the shape's direction */
    double curve[4];     /* what else is random about the shape, -1 .. 1 */
    double bend, rough;  /* strength of the bending, in half frames, and of the noise */
    double rim;          /* where the hill falls off to the frame's edge; 0: it does not */
    fluv_noise noise, bend_x, bend_y;
} hill;

static double smooth(double low, double high, double x)
{
    assert(low < high);
    double t = fmin(fmax((x - low) / (high - low), 0.0), 1.0);
    return t * t * (3.0 - 2.0 * t);
}

/* The larger of two, rounded where they are nearly the same. */
static double joined(double a, double b, double round)
{
    assert(round > 0.0);
    double h = fmax(round - fabs(a - b), 0.0) / round;
    return fmax(a, b) + 0.25 * h * h * round;
}

static double piece_at(const piece *p, double u, double v)
{
    assert(p->along > 0.0 && p->aside > 0.0);
    double du = u - p->u, dv = v - p->v;
    double a = (du * p->cosine + dv * p->sine) / p->along;
    double b = (dv * p->cosine - du * p->sine) / p->aside;
    return 1.0 - sqrt(a * a + b * b);
}

static double pieces_at(const hill *h, double u, double v)
{
    double round = h->job->params->shape == FLUV_COAST_SHAPE_archipelago ? 0.02 : 0.3;
    assert(h->count > 0 && h->count <= MOST_PIECES);
    double height = piece_at(&h->pieces[0], u, v);
    for (int i = 1; i < h->count; i++)
        height = joined(height, piece_at(&h->pieces[i], u, v), round);
    return height;
}

/* A tongue that leaves the mainland at t = -0.75 and ends near t = 0.7, bent on its way. */
static double peninsula_at(const hill *h, double u, double v)
{
    double t = u * h->cosine + v * h->sine, s = v * h->cosine - u * h->sine;
    double spine = 0.16 * h->curve[0] + 0.28 * h->curve[1] * sin(1.6 * (t + 0.8)) +
                   0.10 * h->curve[2] * sin(4.0 * t);
    double width = 0.36 + 0.07 * h->curve[3] - 0.24 * smooth(-0.7, 0.8, t);
    double tongue = fmin((width - fabs(s - spine)) / 0.36, 2.5 * (0.72 - t));
    return joined(tongue, 2.2 * (-0.62 - t + 0.12 * h->curve[2] * s), 0.6);
}

/* A crooked ring, thick on one side and open on the other. */
static double lagoon_at(const hill *h, double u, double v)
{
    double far = sqrt(u * u + v * v), turn = atan2(v, u);
    double c = cos(turn) * h->cosine + sin(turn) * h->sine;
    double radius = 0.50 + 0.06 * h->curve[0] * cos(2.0 * turn + 3.0 * h->curve[1]) +
                    0.05 * h->curve[2] * cos(3.0 * turn + 3.0 * h->curve[3]);
    double thick = 0.17 + 0.13 * c - 0.16 * smooth(0.90, 1.0, -c);
    return (thick - fabs(far - radius)) / 0.35;
}

static double continent_at(const hill *h, double u, double v)
{
    double height = 0.75 * (u * h->cosine + v * h->sine) + 0.25 * h->curve[0];
    for (int i = 0; i < h->count; i++) { /* gulfs and islands by turns */
        double part = fmax(piece_at(&h->pieces[i], u, v), 0.0);
        height += (i % 2 ? 0.9 : -0.9) * part;
    }
    return height;
}

static double height_at(const hill *h, double u, double v)
{
    switch (h->job->params->shape) {
    case FLUV_COAST_SHAPE_continent:
        return continent_at(h, u, v);
    case FLUV_COAST_SHAPE_peninsula:
        return peninsula_at(h, u, v);
    case FLUV_COAST_SHAPE_lagoon:
        return lagoon_at(h, u, v);
    default:
        return pieces_at(h, u, v);
    }
}

/* ---- Placing the pieces ---- */

static piece random_piece(fluv_key key, double u, double v, double size)
{
    double turn = fluv_random_between(key, 10, 0.0, 3.14159265358979);
    double slender = fluv_random_between(key, 11, 0.55, 1.0);
    return (piece){.u = u,
                   .v = v,
                   .along = size / sqrt(slender),
                   .aside = size * sqrt(slender),
                   .cosine = cos(turn),
                   .sine = sin(turn)};
}

/* Hills along a crooked backbone through the middle of the frame. */
static void place_island(fluv_key key, hill *h)
{
    h->count = 4 + (int)fluv_random_below(key, 0, 4);
    double longest = fluv_random_between(key, 1, 0.15, 0.55);
    for (int i = 0; i < h->count; i++) {
        fluv_key own = fluv_key_split(key, (uint64_t)i);
        double t = longest * (2.0 * i / (h->count - 1) - 1.0);
        double s = fluv_random_between(own, 0, -0.32, 0.32);
        h->pieces[i] = random_piece(own, t * h->cosine - s * h->sine, t * h->sine + s * h->cosine,
                                    fluv_random_between(own, 1, 0.22, 0.46));
    }
}

/* A chain on an arc, a few large islands and many small ones. */
static void place_archipelago(fluv_key key, hill *h)
{
    h->count = 10 + (int)fluv_random_below(key, 0, MOST_PIECES - 9);
    double arc = fluv_random_between(key, 1, -0.5, 0.5);
    for (int i = 0; i < h->count; i++) {
        fluv_key own = fluv_key_split(key, (uint64_t)i);
        double t = fluv_random_between(own, 0, -0.8, 0.8);
        double s = arc * (t * t - 0.3) + fluv_random_between(own, 1, -0.5, 0.5);
        double size = 0.07 / pow(0.08 + fluv_random(own, 2), 0.6);
        h->pieces[i] =
            random_piece(own, t * h->cosine - s * h->sine, t * h->sine + s * h->cosine, size);
    }
}

static void place_continent(fluv_key key, hill *h)
{
    h->count = 5;
    for (int i = 0; i < h->count; i++) {
        fluv_key own = fluv_key_split(key, (uint64_t)i);
        h->pieces[i] = random_piece(own, fluv_random_between(own, 0, -0.9, 0.9),
                                    fluv_random_between(own, 1, -0.9, 0.9),
                                    fluv_random_between(own, 2, 0.25, 0.6));
    }
}

static hill make_hill(const fluv_coast_job *job)
{
    static const double rough[] = {0.0, 1.3, 0.9, 1.1, 0.85, 0.5};
    static const double bend[] = {0.0, 0.30, 0.20, 0.30, 0.34, 0.18};
    static const double rim[] = {0.0, 0.55, 0.7, 0.0, 0.0, 0.7};
    const fluv_frame *frame = &job->landscape->frame;
    uint64_t seed = job->landscape->seed;
    fluv_key key = fluv_key_make(seed, "coast", "shape");
    double turn = fluv_random_between(key, 0, 0.0, 6.28318530717959);
    int shape = job->params->shape;
    if (shape == FLUV_COAST_SHAPE_peninsula) /* from one of the four sides, not quite straight */
        turn = 1.5707963267949 * (double)fluv_random_below(key, 1, 4) +
               fluv_random_between(key, 2, -0.35, 0.35);
    hill h = {.job = job,
              .half_x = 0.5 * frame->cell * frame->cols,
              .half_y = 0.5 * frame->cell * frame->rows,
              .cosine = cos(turn),
              .sine = sin(turn),
              .rough = rough[shape],
              .bend = bend[shape],
              .rim = rim[shape]};
    h.centre_x = frame->west + h.half_x;
    h.centre_y = frame->north - h.half_y;
    for (int i = 0; i < 4; i++)
        h.curve[i] = fluv_random_between(key, (uint64_t)(3 + i), -1.0, 1.0);
    if (shape == FLUV_COAST_SHAPE_island)
        place_island(fluv_key_split(key, 0), &h);
    else if (shape == FLUV_COAST_SHAPE_archipelago)
        place_archipelago(fluv_key_split(key, 1), &h);
    else if (shape == FLUV_COAST_SHAPE_continent)
        place_continent(fluv_key_split(key, 2), &h);
    h.noise = (fluv_noise){.key = fluv_key_make(seed, "coast", "shape noise"),
                           .wavelength = 0.45 * job->longer,
                           .octaves = 7,
                           .gain = 0.55,
                           .lacunarity = 2.0,
                           .finest = COARSER * job->lattice.spacing};
    h.bend_x = h.bend_y =
        (fluv_noise){.wavelength = 0.6 * job->longer, .octaves = 3, .gain = 0.5, .lacunarity = 2.0};
    h.bend_x.key = fluv_key_make(seed, "coast", "bend x");
    h.bend_y.key = fluv_key_make(seed, "coast", "bend y");
    return h;
}

/* ---- The hill's height ---- */

static double rim_fall(const hill *h, double u, double v)
{
    double far = sqrt(sqrt(u * u * u * u + v * v * v * v));
    return h->rim > 0.0 ? 3.0 * smooth(h->rim, 1.1, far) : 0.0;
}

static void heights_at(const hill *h, const double *x, const double *y, size_t n, float *out)
{
    float noise[BLOCK], bend_x[BLOCK], bend_y[BLOCK];
    assert(n <= BLOCK && h->half_x > 0.0 && h->half_y > 0.0);
    fluv_noise_points(&h->noise, x, y, n, noise);
    fluv_noise_points(&h->bend_x, x, y, n, bend_x);
    fluv_noise_points(&h->bend_y, x, y, n, bend_y);
    for (size_t i = 0; i < n; i++) {
        double u = (x[i] - h->centre_x) / h->half_x, v = (y[i] - h->centre_y) / h->half_y;
        double height =
            height_at(h, u + h->bend * (double)bend_x[i], v + h->bend * (double)bend_y[i]);
        out[i] = (float)(height + h->rough * (double)noise[i] - rim_fall(h, u, v));
    }
}

static void heights_row(const hill *h, const fluv_lattice *lattice, uint32_t row, float *out)
{
    double x[BLOCK], y[BLOCK];
    for (uint32_t from = 0; from < lattice->cols; from += BLOCK) {
        size_t n = lattice->cols - from < BLOCK ? lattice->cols - from : BLOCK;
        for (size_t i = 0; i < n; i++) {
            x[i] = fluv_lattice_x(lattice, from + i);
            y[i] = fluv_lattice_y(lattice, row);
        }
        heights_at(h, x, y, n, out + from);
    }
}

static int compare_values(const void *a, const void *b)
{
    float p = *(const float *)a, q = *(const float *)b;
    return p < q ? -1 : p > q;
}

double fluv_coast_usual_land(const fluv_coast_params *params)
{
    static const double shares[] = {1.0, 0.28, 0.15, 0.62, 0.42, 0.28};
    bool drawn =
        *params->mask_file || (params->landmasses.count && params->shape == FLUV_COAST_SHAPE_none);
    return params->land > 0.0 ? params->land : drawn ? DRAWN : shares[params->shape];
}

/* The height above which the wanted share of the frame lies. */
static fluv_status sea_level(fluv_ctx *ctx, const hill *h, const fluv_lattice *lattice,
                             const float *height, float *level)
{
    double share = fluv_coast_usual_land(h->job->params);
    assert(share >= 0.0 && share <= 1.0);
    float *samples = fluv_scratch(ctx, SAMPLES * SAMPLES, sizeof *samples);
    if (!samples)
        return FLUV_NO_MEMORY;
    size_t count = 0;
    for (int j = 0; j < SAMPLES; j++)
        for (int i = 0; i < SAMPLES; i++) {
            double x = h->centre_x + h->half_x * ((2 * i + 1) / (double)SAMPLES - 1.0);
            double y = h->centre_y + h->half_y * ((2 * j + 1) / (double)SAMPLES - 1.0);
            fluv_lattice_points(lattice, height, &x, &y, 1, &samples[count++]);
        }
    qsort(samples, count, sizeof *samples, compare_values);
    size_t wet = (size_t)((1.0 - share) * (double)count);
    *level = wet < count ? samples[wet] : INFINITY;
    if (wet == 0)
        *level = -INFINITY;
    fluv_scratch_drop(ctx, samples);
    return FLUV_OK;
}

static void mark_row(const fluv_lattice *coarse, const float *height, float level,
                     const fluv_lattice *lattice, uint32_t row, uint8_t *land)
{
    assert(row < lattice->rows && !isnan(level));
    float value[BLOCK];
    for (uint32_t from = 0; from < lattice->cols; from += BLOCK) {
        size_t n = lattice->cols - from < BLOCK ? lattice->cols - from : BLOCK;
        fluv_lattice_row(coarse, height, fluv_lattice_x(lattice, from),
                         fluv_lattice_y(lattice, row), lattice->spacing, n, value);
        for (size_t i = 0; i < n; i++)
            land[from + i] = value[i] >= level;
    }
}

fluv_status fluv_coast_shape(fluv_ctx *ctx, const fluv_coast_job *job, uint8_t *land)
{
    fluv_lattice coarse = fluv_lattice_over(&job->landscape->frame, COARSER * job->lattice.spacing);
    float *height = fluv_scratch(ctx, fluv_lattice_count(&coarse), sizeof *height);
    if (!height)
        return FLUV_NO_MEMORY;
    hill h = make_hill(job);
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic, 8)
    for (uint32_t row = 0; row < coarse.rows; row++)
        heights_row(&h, &coarse, row, height + (size_t)row * coarse.cols);
    float level;
    FLUV_TRY(sea_level(ctx, &h, &coarse, height, &level));
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic, 16)
    for (uint32_t row = 0; row < job->lattice.rows; row++)
        mark_row(&coarse, height, level, &job->lattice, row,
                 land + (size_t)row * job->lattice.cols);
    fluv_scratch_drop(ctx, height);
    return FLUV_OK;
}
