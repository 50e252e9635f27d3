// SPDX-License-Identifier: MIT
/* Lattices: placing them over a frame, reading between their points, smoothing.
 *
 * Reading costs 16 values a point; both ways of smoothing cost O(cells), whatever the radius. */
#include "field/lattice.h"

#include "base/clones.h"

#include <assert.h>
#include <math.h>

#define STANDARD_SIDE  1024
#define LEAST_SIDE     8.0
#define VISITS_A_POINT 0.05 /* microseconds: to make and smooth what stands on it */
#define STRIP          256  /* columns a thread takes at a time */
#define COLUMNS        512  /* of the lattice that are mixed at a time */
#define POINTS         256  /* of a row that are read at a time */

static uint32_t cells_along(double length, double spacing)
{
    double cells = ceil(length / spacing - 1e-6);
    assert(length > 0.0 && spacing > 0.0);
    return cells < 1.0 ? 1 : (uint32_t)cells;
}

fluv_lattice fluv_lattice_over(const fluv_frame *frame, double spacing)
{
    double width = frame->cell * frame->cols, height = frame->cell * frame->rows;
    double longer = fmax(width, height);
    double wanted = spacing > 0.0 ? spacing : longer / STANDARD_SIDE;
    wanted = fmax(wanted, longer / FLUV_LATTICE_SIDE);
    return (fluv_lattice){.cols = cells_along(width, wanted),
                          .rows = cells_along(height, wanted),
                          .spacing = wanted,
                          .west = frame->west,
                          .north = frame->north};
}

double fluv_lattice_visits(const fluv_frame *frame, double spacing)
{
    const fluv_lattice over = fluv_lattice_over(frame, spacing);
    return VISITS_A_POINT * (double)over.cols * (double)over.rows;
}

fluv_status fluv_lattice_check(fluv_ctx *ctx, const char *stage, const fluv_frame *frame,
                               double spacing)
{
    double longer = frame->cell * fmax(frame->cols, frame->rows);
    if (spacing > longer / LEAST_SIDE)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "%s: spacing is %g m, but the frame's longer side has %g m: at most an "
                         "eighth of it",
                         stage, spacing, longer);
    return FLUV_OK;
}

/* Place along an axis in cells from the first centre, kept between the first and the last. */
FLUV_INLINE double place_of(double offset, double per_spacing, double last)
{
    double at = offset * per_spacing - 0.5;
    at = at > 0.0 ? at : 0.0;
    return at < last ? at : last;
}

/* Between b and c, t of the way. */
FLUV_INLINE float mixed(float t, float a, float b, float c, float d)
{
    float s = 1.0F - t;
    return (s * s * s * a + (4.0F - 3.0F * t * t * (2.0F - t)) * b +
            (4.0F - 3.0F * s * s * (2.0F - s)) * c + t * t * t * d) *
           (1.0F / 6.0F);
}

/* Four indices along an axis, and the way from the second to the third. */
typedef struct spline {
    uint32_t at[4];
    float t;
} spline;

static spline spline_at(double offset, double spacing, uint32_t count)
{
    double at = place_of(offset, 1.0 / spacing, (double)count - 1.0);
    assert(count > 0 && at >= 0.0 && at <= (double)count - 1.0);
    uint32_t first = (uint32_t)at, last = count - 1;
    return (spline){.at = {first ? first - 1 : 0, first, first + 1 < last ? first + 1 : last,
                           first + 2 < last ? first + 2 : last},
                    .t = (float)(at - first)};
}

void fluv_lattice_points(const fluv_lattice *lattice, const float *values, const double *x,
                         const double *y, size_t n, float *out)
{
    for (size_t i = 0; i < n; i++) {
        spline across = spline_at(x[i] - lattice->west, lattice->spacing, lattice->cols);
        spline down = spline_at(lattice->north - y[i], lattice->spacing, lattice->rows);
        const float *row[4];
        float part[4];
        for (int k = 0; k < 4; k++)
            row[k] = values + (size_t)down.at[k] * lattice->cols;
        for (int k = 0; k < 4; k++) {
            uint32_t col = across.at[k];
            part[k] = mixed(down.t, row[0][col], row[1][col], row[2][col], row[3][col]);
        }
        out[i] = mixed(across.t, part[0], part[1], part[2], part[3]);
    }
}

/* Columns from .. to - 1 of the lattice, each mixed from its four rows; columns beyond the rim are
 * like the last one. */
FLUV_CLONES static void mix_columns(const fluv_lattice *lattice, const float *values,
                                    const spline *down, int64_t from, int64_t to, float *out)
{
    const float *row[4];
    for (int k = 0; k < 4; k++)
        row[k] = values + (size_t)down->at[k] * lattice->cols;
    int64_t first = from > 0 ? from : 0, end = to < lattice->cols ? to : lattice->cols;
    for (int64_t col = first; col < end; col++)
        out[col - from] = mixed(down->t, row[0][col], row[1][col], row[2][col], row[3][col]);
    for (int64_t col = from; col < first; col++)
        out[col - from] = out[first - from];
    for (int64_t col = end; col < to; col++)
        out[col - from] = out[end - 1 - from];
}

/* Points begin .. begin + n - 1 of a row, n <= POINTS; `part` begins at column `from` of the
 * lattice. Two loops, as each of them becomes vector code. */
FLUV_CLONES static void mix_row(const fluv_lattice *lattice, const float *part, int32_t from,
                                double x0, double dx, size_t begin, size_t n, float *out)
{
    double per_spacing = 1.0 / lattice->spacing, last = (double)lattice->cols - 1.0;
    int32_t column[POINTS], count = (int32_t)n;
    float t[POINTS];
    for (int32_t i = 0; i < count; i++) {
        double x = x0 + ((double)begin + (double)i) * dx;
        double at = place_of(x - lattice->west, per_spacing, last);
        column[i] = (int32_t)at;
        t[i] = (float)(at - column[i]);
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t at = column[i] - from;
        out[i] = mixed(t[i], part[at - 1], part[at], part[at + 1], part[at + 2]);
    }
}

void fluv_lattice_row(const fluv_lattice *lattice, const float *values, double x0, double y,
                      double dx, size_t n, float *out)
{
    assert(dx > 0.0);
    float part[COLUMNS];
    spline down = spline_at(lattice->north - y, lattice->spacing, lattice->rows);
    double per_spacing = 1.0 / lattice->spacing, last = (double)lattice->cols - 1.0;
    size_t most = (size_t)fmin((COLUMNS - 6) * lattice->spacing / dx, POINTS);
    most = most > 0 ? most : 1;
    for (size_t i = 0; i < n; i += most) {
        size_t end = n - i < most ? n : i + most;
        double west = x0 + (double)i * dx, east = x0 + (double)(end - 1) * dx;
        int64_t from = (int64_t)place_of(west - lattice->west, per_spacing, last) - 1;
        int64_t to = (int64_t)place_of(east - lattice->west, per_spacing, last) + 3;
        assert(to > from && to - from <= COLUMNS);
        mix_columns(lattice, values, &down, from, to, part);
        mix_row(lattice, part, (int32_t)from, x0, dx, i, end - i, out + i);
    }
}

static void smooth_across(uint32_t count, const float *in, float *out)
{
    assert(count > 0);
    if (count == 1) {
        out[0] = in[0];
        return;
    }
    out[0] = 0.25F * (3.0F * in[0] + in[1]);
    for (uint32_t i = 1; i + 1 < count; i++)
        out[i] = 0.25F * (in[i - 1] + 2.0F * in[i] + in[i + 1]);
    out[count - 1] = 0.25F * (in[count - 2] + 3.0F * in[count - 1]);
}

void fluv_lattice_smooth(int threads, const fluv_lattice *lattice, int rounds, float *values,
                         float *work)
{
    size_t cols = lattice->cols;
    uint32_t rows = lattice->rows;
    assert(values != work && rows > 0);
    for (int round = 0; round < rounds; round++) {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (uint32_t row = 0; row < rows; row++)
            smooth_across(lattice->cols, values + row * cols, work + row * cols);
#pragma omp parallel for num_threads(threads) schedule(static)
        for (uint32_t row = 0; row < rows; row++) {
            const float *here = work + row * cols, *above = row > 0 ? here - cols : here,
                        *below = row + 1 < rows ? here + cols : here;
            for (size_t col = 0; col < cols; col++)
                values[row * cols + col] = 0.25F * (above[col] + 2.0F * here[col] + below[col]);
        }
    }
}

/* The sum over a window that moves along a line of values `step` apart. */
static void means_along(uint32_t count, uint32_t radius, const float *in, float *out)
{
    double sum = 0.0;
    uint32_t inside = 0;
    for (uint32_t i = 0; i < count && i <= radius; i++, inside++)
        sum += (double)in[i];
    for (uint32_t i = 0; i < count; i++) {
        assert(inside > 0);
        out[i] = (float)(sum / inside);
        if (i >= radius) {
            sum -= (double)in[i - radius];
            inside--;
        }
        if (i + radius + 1 < count) {
            sum += (double)in[i + radius + 1];
            inside++;
        }
    }
}

/* The same down a strip of columns, which keeps the reading in rows. */
static void means_down(const fluv_lattice *lattice, uint32_t radius, size_t from, size_t width,
                       const float *in, float *out)
{
    double sum[STRIP] = {0};
    size_t cols = lattice->cols;
    uint32_t rows = lattice->rows, inside = 0;
    assert(width <= STRIP && from + width <= cols);
    for (uint32_t row = 0; row < rows && row <= radius; row++, inside++)
        for (size_t i = 0; i < width; i++)
            sum[i] += (double)in[row * cols + from + i];
    for (uint32_t row = 0; row < rows; row++) {
        double part = 1.0 / inside;
        const float *leaves = row >= radius ? in + (row - radius) * cols + from : NULL;
        const float *enters =
            row + radius + 1 < rows ? in + (row + radius + 1) * cols + from : NULL;
        for (size_t i = 0; i < width; i++) {
            out[row * cols + from + i] = (float)(sum[i] * part);
            sum[i] += (enters ? (double)enters[i] : 0.0) - (leaves ? (double)leaves[i] : 0.0);
        }
        inside += (enters != NULL);
        inside -= (leaves != NULL);
    }
}

void fluv_lattice_blur(int threads, const fluv_lattice *lattice, uint32_t radius, float *values,
                       float *work)
{
    size_t cols = lattice->cols;
    for (int round = 0; round < 2; round++) {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (uint32_t row = 0; row < lattice->rows; row++)
            means_along(lattice->cols, radius, values + row * cols, work + row * cols);
#pragma omp parallel for num_threads(threads) schedule(static)
        for (uint32_t from = 0; from < lattice->cols; from += STRIP) {
            size_t width = lattice->cols - from < STRIP ? lattice->cols - from : STRIP;
            means_down(lattice, radius, from, width, work, values);
        }
    }
}
