// SPDX-License-Identifier: MIT
/* Landmasses: closed curves through markers, filled with land or ocean.
 *
 * in   markers (place, direction, strength)        out   land and ocean on the lattice
 *
 * Between two markers the curve is a cubic Hermite piece,
 *     p(t) = (1 + 2t)(1 - t)^2 p0 + t(1 - t)^2 m0 + t^2(3 - 2t) p1 - t^2(1 - t) m1,
 * whose tangents m have the markers' directions and strength times the distance of the two markers.
 * It is cut into short straight lines. Each line that crosses a row's middle changes the winding
 * number of all cells to the east of it; cells that the curve winds around are inside, so that
 * curves that cross themselves have no holes. The cells along the curve are told how far the coast
 * may move from it.  O(lattice cells + crossings).
 *
 * Based on: Thesis and report on rivers first: Ocean borders. 2021, 2022 */
#include "stages/coast/parts.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define FEWEST_LINES 16
#define MOST_LINES   8192
#define DEGREE       0.017453292519943295

typedef struct fill {
    const fluv_lattice *lattice;
    int32_t *turns;      /* of cells: how the winding number changes from the cell before */
    float *limit;        /* of cells along curves: how far the coast may move, m */
    double share;        /* of the distance between markers that it may move */
    double x, y;         /* where the curve has come to */
    double area, around; /* twice what it encloses, m2; its length, m */
} fill;

/* The first column whose middle is not west of x, or as many as there are. */
static uint32_t column_of(const fluv_lattice *lattice, double x)
{
    double at = ceil((x - lattice->west) / lattice->spacing - 0.5);
    return at >= lattice->cols ? lattice->cols : at > 0.0 ? (uint32_t)at : 0;
}

/* The rows whose middles lie from one y, included, down to the other, not included. */
static uint32_t row_of(const fluv_lattice *lattice, double y)
{
    double at = ceil((lattice->north - y) / lattice->spacing - 0.5);
    return at >= lattice->rows ? lattice->rows : at > 0.0 ? (uint32_t)at : 0;
}

static void line_to(fill *f, double x, double y)
{
    const fluv_lattice *lattice = f->lattice;
    bool down = y < f->y;
    uint32_t from = row_of(lattice, down ? f->y : y), end = row_of(lattice, down ? y : f->y);
    for (uint32_t row = from; row < end; row++) {
        double part = (fluv_lattice_y(lattice, row) - f->y) / (y - f->y);
        uint32_t col = column_of(lattice, f->x + part * (x - f->x));
        if (col < lattice->cols)
            f->turns[(size_t)row * lattice->cols + col] += down ? 1 : -1;
    }
    f->area += f->x * y - x * f->y;
    f->around += hypot(x - f->x, y - f->y);
    f->x = x;
    f->y = y;
}

/* The cells around a place of a curve; where curves cross, the one that may move less counts. */
static void set_limit(fill *f, double x, double y, double chord)
{
    assert(!(chord < 0.0) && f->limit);
    const fluv_lattice *lattice = f->lattice;
    double col = floor((x - lattice->west) / lattice->spacing);
    double row = floor((lattice->north - y) / lattice->spacing);
    for (double r = fmax(row - 1.0, 0.0); r <= row + 1.0 && r < lattice->rows; r++)
        for (double c = fmax(col - 1.0, 0.0); c <= col + 1.0 && c < lattice->cols; c++) {
            float *limit = &f->limit[(size_t)r * lattice->cols + (size_t)c];
            *limit = fminf(*limit, (float)(f->share * chord));
        }
}

static void piece_to(fill *f, const fluv_coast_marker *a, const fluv_coast_marker *b)
{
    assert(f->lattice->spacing > 0.0);
    double chord = hypot(b->x - a->x, b->y - a->y);
    double ma = chord * a->strength, mb = chord * b->strength;
    double ax = ma * cos(DEGREE * a->direction), ay = ma * sin(DEGREE * a->direction);
    double bx = mb * cos(DEGREE * b->direction), by = mb * sin(DEGREE * b->direction);
    double wanted = (chord + ma + mb) / f->lattice->spacing;
    int lines = wanted < FEWEST_LINES ? FEWEST_LINES
                : wanted > MOST_LINES ? MOST_LINES
                                      : (int)wanted;
    for (int i = 1; i <= lines; i++) {
        double t = (double)i / lines, s = 1.0 - t;
        double p0 = (1.0 + 2.0 * t) * s * s, m0 = t * s * s;
        double p1 = t * t * (3.0 - 2.0 * t), m1 = -t * t * s;
        line_to(f, p0 * a->x + m0 * ax + p1 * b->x + m1 * bx,
                p0 * a->y + m0 * ay + p1 * b->y + m1 * by);
        set_limit(f, f->x, f->y, chord);
    }
    line_to(f, b->x, b->y); /* to the bit, so that the curve closes */
}

static void draw_curve(fill *f, const fluv_coast_landmass *mass)
{
    const fluv_coast_marker *markers = mass->markers.rows;
    size_t count = mass->markers.count;
    assert(count > 0);
    f->x = markers[0].x;
    f->y = markers[0].y;
    f->area = f->around = 0.0;
    for (size_t i = 0; i < count; i++)
        piece_to(f, &markers[i], &markers[(i + 1) % count]);
}

/* Whether any cell is inside. */
static bool paint_row(const fluv_lattice *lattice, const int32_t *turns, uint8_t value,
                      uint8_t *land)
{
    int32_t winding = 0;
    bool any = false;
    for (uint32_t col = 0; col < lattice->cols; col++) {
        winding += turns[col];
        if (winding != 0)
            land[col] = value;
        any |= winding != 0;
    }
    return any;
}

static fluv_status check_curve(fluv_ctx *ctx, const fill *f, size_t index,
                               const fluv_coast_landmass *mass)
{
    if (mass->markers.count > 2 || fabs(f->area) > 1e-9 * f->around * f->around)
        return FLUV_OK;
    return fluv_fail(ctx, FLUV_BAD_RECIPE,
                     "coast.landmasses[%zu]: two markers in one line enclose nothing: turn their "
                     "directions aside or give a third",
                     index);
}

fluv_status fluv_coast_curves(fluv_ctx *ctx, const fluv_coast_job *job, uint8_t *land, float *limit)
{
    const fluv_lattice *lattice = &job->lattice;
    size_t count = fluv_lattice_count(lattice), masses = job->params->landmasses.count;
    if (masses == 0)
        return FLUV_OK;
    fill f = {.lattice = lattice,
              .turns = fluv_scratch(ctx, count, sizeof *f.turns),
              .limit = limit,
              .share = job->params->stray};
    if (!f.turns)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < masses; i++) {
        const fluv_coast_landmass *mass = &job->params->landmasses.rows[i];
        memset(f.turns, 0, count * sizeof *f.turns);
        draw_curve(&f, mass);
        FLUV_TRY(check_curve(ctx, &f, i, mass));
        FLUV_TRY(fluv_advance(ctx, 0.1));
        bool any = false;
        for (uint32_t row = 0; row < lattice->rows; row++)
            any |= paint_row(lattice, f.turns + (size_t)row * lattice->cols,
                             mass->inside == FLUV_LANDMASS_INSIDE_land,
                             land + (size_t)row * lattice->cols);
        if (!any)
            fluv_note_add(job->landscape, "coast", "landmass %zu has no place in the frame", i + 1);
    }
    fluv_scratch_drop(ctx, f.turns);
    return FLUV_OK;
}
