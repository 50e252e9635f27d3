// SPDX-License-Identifier: MIT
/* A FIELD parameter at any point of the frame, the same for every size of the frame. */
#ifndef FLUV_STAGES_HYDROLOGY_CHART_H
#define FLUV_STAGES_HYDROLOGY_CHART_H

#include "field/segments.h"
#include "stages/stage.h"

typedef struct fluv_chart {
    fluv_frame frame;    /* of the chart's own values */
    const float *values; /* scratch; NULL: the number everywhere */
    double number;
} fluv_chart;

FLUV_MUST_CHECK fluv_status fluv_chart_make(fluv_ctx *ctx, const fluv_landscape *land,
                                            const fluv_field *field, const char *stage,
                                            const char *name, fluv_chart *out);
double fluv_chart_at(const fluv_chart *chart, fluv_vec p);
/* What the parameter is about, the same whatever a small part of it is: its number, the middle
 * between its ends, or of an image of numbers their mean, rounded by up to a fifth. */
double fluv_chart_usual(const fluv_chart *chart, const fluv_field *field);

#endif
