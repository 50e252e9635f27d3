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
    double most; /* greatest value */
} fluv_chart;

FLUV_MUST_CHECK fluv_status fluv_chart_make(fluv_ctx *ctx, const fluv_landscape *land,
                                            const fluv_field *field, const char *stage,
                                            const char *name, fluv_chart *out);
double fluv_chart_at(const fluv_chart *chart, fluv_vec p);

#endif
