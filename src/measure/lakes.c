// SPDX-License-Identifier: MIT
/* Lakes: how much of the land, how their sizes are spread, how indented their shores are, how much
 * they hold.
 *
 * Lakes of LEAST_CELLS or more count, dry ones do not. The exponent of their sizes, of the share of
 * lakes that are larger, is the most likely one (Hill 1975): (n - 1) / sum of ln(area / that of the
 * smallest). Not against LEAST_CELLS: a survey, or a recipe, may leave out larger lakes than that.
 * Shore development is the outer shore's length over that of a circle of the same area
 * (Hutchinson 1957); the area inside that shore is meant, islands included.  O(lakes + points). */
#include "measure/figures.h"

#include <assert.h>

#define LEAST_CELLS 10
#define LEAST_LAKES 10

typedef struct lake_sums {
    double n, area, shores, shore;
    double logs, least_log; /* of areas: their sum, and the least */
    fluv_line_sums volumes;
} lake_sums;

/* Length of a ring and the area in it, m and m2. */
static double ring_length(const fluv_outline *outline, uint32_t ring, double *area)
{
    assert(ring < outline->ring_count);
    uint32_t first = outline->first_point[ring], end = outline->first_point[ring + 1];
    double length = 0.0;
    *area = 0.0;
    for (uint32_t i = first; i < end; i++) {
        const double *a = outline->xy + 2 * (size_t)i;
        const double *b = outline->xy + 2 * (size_t)(i + 1 < end ? i + 1 : first);
        length += hypot(b[0] - a[0], b[1] - a[1]);
        *area +=
            0.5 *
            ((a[0] - outline->xy[2 * (size_t)first]) * (b[1] - outline->xy[2 * (size_t)first + 1]) -
             (b[0] - outline->xy[2 * (size_t)first]) * (a[1] - outline->xy[2 * (size_t)first + 1]));
    }
    *area = fabs(*area);
    return length;
}

static void add_lake(const fluv_lakes *lakes, const fluv_lake *lake, double least, lake_sums *to)
{
    to->area += lake->area;
    if (!(lake->area >= least))
        return;
    to->n += 1.0;
    to->logs += log(lake->area);
    to->least_log = fmin(to->least_log, log(lake->area));
    if (lake->volume > 0.0)
        fluv_line_add(&to->volumes, log10(lake->area), log10(lake->volume));
    double inside = 0.0;
    bool drawn = lake->ring_count > 0 && lake->first_ring < lakes->outline.ring_count;
    double length = drawn ? ring_length(&lakes->outline, lake->first_ring, &inside) : 0.0;
    if (inside > 0.0) {
        to->shores += 1.0;
        to->shore += length / (2.0 * sqrt(M_PI * inside));
    }
}

fluv_status fluv_measure_lakes(fluv_ctx *ctx, const fluv_surveyed *land, fluv_measures *to)
{
    static const fluv_figure_id ids[] = {FLUV_FIGURE_lake_size_exponent,
                                         FLUV_FIGURE_shore_development,
                                         FLUV_FIGURE_lake_volume_exponent};
    lake_sums all = {.least_log = INFINITY};
    double square = land->cell * land->cell, least = (LEAST_CELLS - 0.5) * square;
    (void)ctx;
    for (size_t i = 0; land->lakes && i < land->lakes->count; i++)
        if (land->lakes->lakes[i].state != FLUV_EMPTY)
            add_lake(land->lakes, &land->lakes->lakes[i], least, &all);
    if (!land->lakes) {
        fluv_figure_miss(to, FLUV_FIGURE_lake_share, "lakes were not looked for");
        for (size_t i = 0; i < 3; i++)
            fluv_figure_miss(to, ids[i], "lakes were not looked for");
        return FLUV_OK;
    }
    assert(land->land > 0 && all.shores <= all.n);
    fluv_figure_set(to, FLUV_FIGURE_lake_share, all.area / (land->land * square));
    double logs = all.n >= LEAST_LAKES ? all.logs - all.n * all.least_log : 0.0;
    if (logs > 0.0)
        fluv_figure_set(to, FLUV_FIGURE_lake_size_exponent, (all.n - 1.0) / logs);
    if (all.shores >= 1.0)
        fluv_figure_set(to, FLUV_FIGURE_shore_development, all.shore / all.shores);
    if (all.volumes.n >= LEAST_LAKES && all.volumes.xx > 0.0)
        fluv_figure_set(to, FLUV_FIGURE_lake_volume_exponent, fluv_line_slope(&all.volumes));
    for (size_t i = 0; i < 3; i++)
        fluv_figure_miss(to, ids[i], "%.0f lakes of %d cells or more", all.n, LEAST_CELLS);
    return FLUV_OK;
}
