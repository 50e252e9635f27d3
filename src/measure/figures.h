// SPDX-License-Identifier: MIT
/* Figures of a landscape, inside: the land as they see it (fluv_surveyed), and where they go
 * (fluv_measures). Each family of figures is one function and one file; measure.c lists them, and
 * measure.def has a row a figure.
 *
 * Land is seen as a survey would see it: ground, with lakes as flat surfaces; sea and voids are
 * not there. Lengths are in cells unless a unit is named. */
#ifndef FLUV_MEASURE_FIGURES_H
#define FLUV_MEASURE_FIGURES_H

#include "field/grid.h"
#include "landscape/landscape.h"
#include "measure/measure.h"
#include "water/topology.h"

#define FLUV_CHANNEL_CELLS 100  /* drainage area from which on a cell is a channel */
#define FLUV_RIVER_CELLS   1000 /* and a large one */

typedef enum fluv_figure_id {
#define FIGURE(name, ...) FLUV_FIGURE_##name,
#include "measure/measure.def"
#undef FIGURE
    FLUV_FIGURE_COUNT
} fluv_figure_id;

typedef struct fluv_surveyed {
    uint32_t cols, rows, count;
    double cell; /* m */
    fluv_topology topology;
    float *z;      /* m; NaN: sea or void */
    uint32_t land; /* cells that are neither */
    /* The network: every hollow filled from edge and sea, water down the steepest slope. */
    uint8_t *kind;
    float *filled;      /* m */
    uint32_t *receiver; /* NONE: edge, sea, void */
    uint32_t *area;     /* cells that drain through a cell, itself among them */
    float *length;      /* the longest way that ends at the cell, cells */
    uint32_t *largest;  /* the donor with the largest area, NONE: a ridge */
    uint32_t *channels; /* cells from FLUV_CHANNEL_CELLS on, upstream first */
    uint32_t channel_count;
    double fill_volume;      /* m times cells */
    const fluv_lakes *lakes; /* NULL: not made */
} fluv_surveyed;

struct fluv_measures {
    fluv_figure figures[FLUV_FIGURE_COUNT];
    fluv_measure_curves curves;
};

void fluv_figure_set(fluv_measures *to, fluv_figure_id id, double value);
/* Why there is no number. Says nothing where one was set. */
void fluv_figure_miss(fluv_measures *to, fluv_figure_id id, const char *format, ...)
    FLUV_PRINTF(3, 4);

/* The surface of land, or of the ground that was given. Takes scratch. */
FLUV_MUST_CHECK fluv_status fluv_survey_land(fluv_ctx *ctx, const fluv_landscape *land,
                                             const fluv_landscape *ground, fluv_surveyed *out);
/* Its network. Takes scratch. */
FLUV_MUST_CHECK fluv_status fluv_survey_network(fluv_ctx *ctx, fluv_surveyed *land);
/* Depth that fills all hollows of a surface from its edge and voids, summed over cells. `filled`
 * receives the surface without hollows, `kind` what its cells are. */
FLUV_MUST_CHECK fluv_status fluv_survey_fill(fluv_ctx *ctx, const fluv_topology *topology,
                                             const float *z, uint8_t *kind, float *filled,
                                             double *volume);

/* Families. A family sets each of its figures or says why not. */
typedef fluv_status fluv_family(fluv_ctx *ctx, const fluv_surveyed *land, fluv_measures *to);
fluv_family fluv_measure_hypsometry, fluv_measure_slope, fluv_measure_curvature,
    fluv_measure_spectrum, fluv_measure_geomorphons, fluv_measure_pits, fluv_measure_channels,
    fluv_measure_hack, fluv_measure_horton, fluv_measure_concavity, fluv_measure_junctions,
    fluv_measure_sinuosity, fluv_measure_lakes;

/* ---- Straight lines (fit.c) -------------------------------------------------------------------
 */

/* Sums of a least-squares fit of y = a + b x, about the points' own means. */
typedef struct fluv_line_sums {
    double n, mean_x, mean_y, xx, xy, yy;
} fluv_line_sums;

void fluv_line_add(fluv_line_sums *sums, double x, double y);
double fluv_line_slope(const fluv_line_sums *sums);  /* NaN: x does not vary */
double fluv_line_offset(const fluv_line_sums *sums); /* y at x = 0 */
double fluv_line_r2(const fluv_line_sums *sums);     /* NaN: x or y does not vary */

/* Values gathered in bins of equal width in log10 of something positive. */
#define FLUV_LOG_BINS 64
typedef struct fluv_log_bins {
    double from, width; /* log10 of the first bin's lower edge, of a bin */
    double count[FLUV_LOG_BINS], sum_at[FLUV_LOG_BINS], sum[FLUV_LOG_BINS];
} fluv_log_bins;

/* `at`: log10. What lies before the first or behind the last bin is left out. */
void fluv_log_bins_add(fluv_log_bins *bins, double at, double value);
/* The line through the bins' means of at and `log10(mean value)`, of bins with `least` values or
 * more and a positive mean. */
fluv_line_sums fluv_log_bins_fit(const fluv_log_bins *bins, double least);

#endif
