// SPDX-License-Identifier: MIT
/* Slopes that are too steep to hold. */
#ifndef FLUV_WATER_TALUS_H
#define FLUV_WATER_TALUS_H

#include "water/stream_power.h"

/* Lowers vertices to what the talus of their rock allows above each of their neighbours, with rock
 * as it lies at `power->age`. Repeat until none sinks any more, which is what it returns: the
 * heights are then the highest that hold, the same for any number of threads. No hollow comes of
 * it. `calm` is work, one a vertex, 0 before the first round. */
bool fluv_talus_round(const fluv_stream_power *power, int threads, uint8_t *calm, float *height);

#endif
