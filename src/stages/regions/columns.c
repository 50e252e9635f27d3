// SPDX-License-Identifier: MIT
/* The columns of the lists of `regions`. */
#include "stages/regions/regions.h"

#define PARAMS fluv_regions_type
static const fluv_param type_table[] = {
#include "base/param_rows.h"
#include "stages/regions/type.def"
};
const fluv_list_columns fluv_regions_type_columns = {.params = type_table,
                                                     .count =
                                                         sizeof type_table / sizeof *type_table,
                                                     .required = 1,
                                                     .row_size = sizeof(fluv_regions_type)};

#undef PARAMS
#define PARAMS fluv_regions_marker
static const fluv_param marker_table[] = {
#include "base/param_rows.h"
#include "stages/regions/marker.def"
};
const fluv_list_columns fluv_regions_marker_columns = {.params = marker_table,
                                                       .count = sizeof marker_table /
                                                                sizeof *marker_table,
                                                       .required = 4,
                                                       .row_size = sizeof(fluv_regions_marker)};

#undef PARAMS
#define PARAMS fluv_regions_count
static const fluv_param count_table[] = {
#include "base/param_rows.h"
#include "stages/regions/count.def"
};
const fluv_list_columns fluv_regions_count_columns = {.params = count_table,
                                                      .count =
                                                          sizeof count_table / sizeof *count_table,
                                                      .required = 2,
                                                      .row_size = sizeof(fluv_regions_count)};
