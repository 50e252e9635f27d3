// SPDX-License-Identifier: MIT
/* Calm places of a survey: smoother by far than land as gentle as they are. */
#ifndef FLUV_WATER_SURVEY_CALM_H
#define FLUV_WATER_SURVEY_CALM_H

#include "water/topology.h"

#define FLUV_CALM_REACH 2 /* cells: calm is judged in the square of five around a cell */

typedef struct fluv_calm {
    const fluv_topology *topology;
    const uint8_t *kind;
    const float *height;
    double
        roughest; /* m by which heights of a calm place may differ from a plane; 0: none is calm */
} fluv_calm;

/* Learns from the map how rough its gentle land is. On a mesh, and where little of the map is
 * gentle, no place is calm. */
fluv_calm fluv_calm_learn(const fluv_topology *topology, const uint8_t *kind, const float *height);
bool fluv_calm_at(const fluv_calm *calm, uint32_t cell);

#endif
