// SPDX-License-Identifier: MIT
/* How high the horizon stands, seen from every cell of a grid. */
#ifndef FLUV_FIELD_HORIZON_H
#define FLUV_FIELD_HORIZON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The horizon towards (east, south), which need not have length 1: the steepest rise over run to
 * any ground that way, in a grid whose heights count in cells; 0 where nothing rises. `work` has
 * fluv_horizon_work(...) values. The same for any number of threads. */
size_t fluv_horizon_work(int threads, uint32_t width, uint32_t height);
void fluv_horizon(int threads, uint32_t width, uint32_t height, const float *z, double east,
                  double south, float *work, float *horizon);

#endif
