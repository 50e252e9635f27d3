// SPDX-License-Identifier: MIT
/* Spectrum: how roughness falls with size, and whether one size stands out.
 *
 * Squares of the land, of a power of two of cells, as large as there are any that are mostly land,
 * lose their tilt, fade out at their rims (Hann) and are transformed; what is not land is as high
 * as the square's lowest land, as a sea at its shore is. Powers are averaged over squares and over
 * rings of equal wave number, and a line goes through the logarithms from a quarter of the square
 * to four cells. Its slope is beta; the bump is how far the highest ring stands above it.  O(cells
 * log side).
 *
 * Based on: Perron, Kirchner, Dietrich. Spectral signatures of characteristic spatial scales and
 * nonfractal structure in landscapes. 2008 */
#include "field/fft.h"
#include "measure/figures.h"

#include <assert.h>
#include <string.h>

#define LARGEST  1024
#define SMALLEST 64
#define COVERED  0.6 /* share of a square that must be land */
#define OCTAVE   4   /* rings */
#define RINGS    48

typedef struct spectrum {
    uint32_t side;
    double *re, *im; /* side * side */
    double *window;  /* side */
    fluv_fft fft;
    double power[RINGS], at[RINGS], count[RINGS]; /* sums over all squares */
    uint32_t squares;
} spectrum;

/* Cells of land, and the lowest of them. */
static uint32_t land_in(const fluv_surveyed *land, uint32_t col, uint32_t row, uint32_t side,
                        double *lowest)
{
    assert(col + side <= land->cols && row + side <= land->rows);
    uint32_t found = 0;
    *lowest = INFINITY;
    for (uint32_t r = row; r < row + side; r++)
        for (uint32_t c = col; c < col + side; c++) {
            double z = (double)land->z[(size_t)r * land->cols + c];
            found += isnan(z) ? 0 : 1;
            *lowest = z < *lowest ? z : *lowest;
        }
    return found;
}

typedef struct square {
    uint32_t col, row, side;
    double lowest;
    double a, b, c; /* its plane: a + b x + c y, from its middle */
} square;

static double height_in(const fluv_surveyed *land, const square *in, uint32_t c, uint32_t r)
{
    double z = (double)land->z[(size_t)(in->row + r) * land->cols + in->col + c];
    return isnan(z) ? in->lowest : z;
}

/* On a square x, y and 1 are orthogonal: least squares are three sums. */
static void find_plane(const fluv_surveyed *land, square *in)
{
    double z0 = 0, zx = 0, zy = 0, xx = 0, middle = 0.5 * (in->side - 1.0);
    for (uint32_t r = 0; r < in->side; r++)
        for (uint32_t c = 0; c < in->side; c++) {
            double z = height_in(land, in, c, r);
            z0 += z;
            zx += z * (c - middle);
            zy += z * (r - middle);
            xx += (c - middle) * (c - middle);
        }
    in->a = z0 / ((double)in->side * in->side);
    in->b = zx / xx;
    in->c = zy / xx;
}

static void load_square(fluv_ctx *ctx, const fluv_surveyed *land, const square *in,
                        const spectrum *s)
{
    assert(in->side == s->side && ctx->threads > 0);
    uint32_t side = s->side;
    double middle = 0.5 * (side - 1.0);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t r = 0; r < side; r++) {
        double *re = s->re + (size_t)r * side, *im = s->im + (size_t)r * side;
        for (uint32_t c = 0; c < side; c++) {
            double plane = in->a + in->b * (c - middle) + in->c * (r - middle);
            re[c] = (height_in(land, in, c, r) - plane) * s->window[c] * s->window[r];
            im[c] = 0.0;
        }
        fluv_fft_run(&s->fft, re, im);
    }
}

#define TOGETHER 8 /* columns */

static void transform_columns(fluv_ctx *ctx, const spectrum *s, double *work)
{
    uint32_t side = s->side, groups = side / TOGETHER;
    uint32_t parts = (uint32_t)ctx->threads, share = (groups + parts - 1) / parts;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t part = 0; part < parts; part++) {
        double *re = work + (size_t)part * 2 * TOGETHER * side, *im = re + TOGETHER * (size_t)side;
        for (uint32_t g = part * share; g < (part + 1) * share && g < groups; g++) {
            for (uint32_t r = 0; r < side; r++)
                for (uint32_t k = 0; k < TOGETHER; k++) {
                    size_t at = (size_t)r * side + g * TOGETHER + k;
                    re[(size_t)k * side + r] = s->re[at];
                    im[(size_t)k * side + r] = s->im[at];
                }
            for (uint32_t k = 0; k < TOGETHER; k++)
                fluv_fft_run(&s->fft, re + (size_t)k * side, im + (size_t)k * side);
            for (uint32_t r = 0; r < side; r++)
                for (uint32_t k = 0; k < TOGETHER; k++) {
                    size_t at = (size_t)r * side + g * TOGETHER + k;
                    s->re[at] = re[(size_t)k * side + r];
                    s->im[at] = im[(size_t)k * side + r];
                }
        }
    }
}

/* Half the plane holds all of a real field. Whole rings from 4 to below side / 4 are kept. */
static void add_rings(spectrum *s)
{
    uint32_t side = s->side, most = side / 4;
    for (uint32_t r = 0; r < side; r++)
        for (uint32_t c = 0; c < most; c++) {
            double ky = r < side / 2 ? r : (double)r - side, kx = c;
            double k = sqrt(kx * kx + ky * ky);
            if (!(k >= 4.0 && k < most))
                continue;
            int ring = (int)(OCTAVE * log2(k / 4.0));
            assert(ring >= 0 && ring < RINGS);
            size_t at = (size_t)r * side + c;
            s->power[ring] += s->re[at] * s->re[at] + s->im[at] * s->im[at];
            s->at[ring] += k;
            s->count[ring] += 1.0;
        }
}

static fluv_status make_room(fluv_ctx *ctx, uint32_t side, spectrum *s)
{
    s->side = side;
    s->re = fluv_scratch(ctx, (size_t)side * side, sizeof *s->re);
    s->im = fluv_scratch(ctx, (size_t)side * side, sizeof *s->im);
    s->window = fluv_scratch(ctx, side, sizeof *s->window);
    if (!s->re || !s->im || !s->window)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < side; i++)
        s->window[i] = 0.5 - 0.5 * cos(2.0 * M_PI * (i + 0.5) / side);
    return fluv_fft_init(ctx, side, &s->fft);
}

/* Squares of one side; none where there is none that is nearly all land. */
static fluv_status transform_squares(fluv_ctx *ctx, const fluv_surveyed *land, uint32_t side,
                                     spectrum *s)
{
    double *work = NULL;
    for (uint32_t row = 0; row + side <= land->rows; row += side)
        for (uint32_t col = 0; col + side <= land->cols; col += side) {
            square in = {.col = col, .row = row, .side = side};
            if (land_in(land, col, row, side, &in.lowest) < COVERED * side * side)
                continue;
            if (!work) {
                FLUV_TRY(make_room(ctx, side, s));
                work = fluv_scratch(ctx, 2 * TOGETHER * (size_t)ctx->threads, side * sizeof *work);
                if (!work)
                    return FLUV_NO_MEMORY;
            }
            find_plane(land, &in);
            load_square(ctx, land, &in, s);
            transform_columns(ctx, s, work);
            add_rings(s);
            s->squares++;
            FLUV_TRY(fluv_look(ctx));
        }
    return FLUV_OK;
}

static void set_figures(const fluv_surveyed *land, const spectrum *s, fluv_measures *to)
{
    fluv_curve *curve = &to->curves.spectrum;
    fluv_line_sums line = {0};
    for (int i = 0; i < RINGS; i++) {
        if (!(s->count[i] > 0.0 && s->power[i] > 0.0))
            continue;
        double metres = s->side * land->cell / (s->at[i] / s->count[i]);
        curve->x[curve->count] = log10(metres);
        curve->y[curve->count] = log10(s->power[i] / s->count[i]);
        fluv_line_add(&line, curve->x[curve->count], curve->y[curve->count]);
        curve->count++;
    }
    double highest = 0.0, slope = fluv_line_slope(&line), offset = fluv_line_offset(&line);
    for (int i = 0; i < curve->count; i++)
        highest = fmax(highest, curve->y[i] - (offset + slope * curve->x[i]));
    fluv_figure_set(to, FLUV_FIGURE_spectrum_slope, slope);
    fluv_figure_set(to, FLUV_FIGURE_spectrum_bump, highest);
}

fluv_status fluv_measure_spectrum(fluv_ctx *ctx, const fluv_surveyed *land, fluv_measures *to)
{
    spectrum s = {0};
    for (uint32_t side = LARGEST; side >= SMALLEST && !s.squares; side /= 2)
        FLUV_TRY(transform_squares(ctx, land, side, &s));
    if (s.squares)
        set_figures(land, &s, to);
    return FLUV_OK;
}
