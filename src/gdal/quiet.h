// SPDX-License-Identifier: MIT
/* GDAL kept quiet: between begin and end, on one thread, its messages are collected instead of
 * printed, its files carry no date, it stays off the network, and the thread's locale is "C": where
 * the calling program's has another way with small and large letters, GDAL does not know its own
 * words. */
#ifndef FLUV_GDAL_QUIET_H
#define FLUV_GDAL_QUIET_H

#include "base/plain.h"

typedef struct fluv_gdal_quiet {
    int failures;
    char text[256]; /* the first failure, one line; "" if there was none */
    fluv_plain plain;
} fluv_gdal_quiet;

void fluv_gdal_quiet_begin(fluv_gdal_quiet *quiet);
void fluv_gdal_quiet_end(fluv_gdal_quiet *quiet);

#endif
