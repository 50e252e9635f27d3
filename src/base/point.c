// SPDX-License-Identifier: MIT
/* The columns of a list of points. */
#include "base/param.h"

#define PARAMS fluv_point
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "base/point.def"
};

const fluv_list_columns fluv_point_columns = {.params = table,
                                              .count = sizeof table / sizeof *table,
                                              .required = 2,
                                              .row_size = sizeof(fluv_point)};
