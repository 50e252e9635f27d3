// SPDX-License-Identifier: MIT
/* The columns of the lists of `coast`. */
#include "stages/coast/coast.h"

#define PARAMS fluv_coast_marker
static const fluv_param marker_table[] = {
#include "base/param_rows.h"
#include "stages/coast/marker.def"
};
static const fluv_list_columns fluv_coast_marker_columns = {.params = marker_table,
                                                            .count = sizeof marker_table /
                                                                     sizeof *marker_table,
                                                            .required = 2,
                                                            .row_size = sizeof(fluv_coast_marker)};

#undef PARAMS
#define PARAMS fluv_coast_landmass
static const fluv_param landmass_table[] = {
#include "base/param_rows.h"
#include "stages/coast/landmass.def"
};
const fluv_list_columns fluv_coast_landmass_columns = {.params = landmass_table,
                                                       .count = sizeof landmass_table /
                                                                sizeof *landmass_table,
                                                       .required = 1,
                                                       .row_size = sizeof(fluv_coast_landmass)};
