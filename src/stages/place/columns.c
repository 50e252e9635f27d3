// SPDX-License-Identifier: MIT
/* The columns of the lists of `place`. */
#include "stages/place/place.h"

#define COLUMNS(table, row, needed)                                                                \
    {                                                                                              \
        .params = table, .count = sizeof table / sizeof *table, .required = needed,                \
        .row_size = sizeof(row)                                                                    \
    }

#define PARAMS fluv_place_river
static const fluv_param river_table[] = {
#include "base/param_rows.h"
#include "stages/place/river.def"
};
const fluv_list_columns fluv_place_river_columns = COLUMNS(river_table, fluv_place_river, 0);

#undef PARAMS
#define PARAMS fluv_place_lake
static const fluv_param lake_table[] = {
#include "base/param_rows.h"
#include "stages/place/lake.def"
};
const fluv_list_columns fluv_place_lake_columns = COLUMNS(lake_table, fluv_place_lake, 0);

#undef PARAMS
#define PARAMS fluv_place_spot
static const fluv_param spot_table[] = {
#include "base/param_rows.h"
#include "stages/place/spot.def"
};
const fluv_list_columns fluv_place_spot_columns = COLUMNS(spot_table, fluv_place_spot, 0);

#undef PARAMS
#define PARAMS fluv_place_mouth
static const fluv_param mouth_table[] = {
#include "base/param_rows.h"
#include "stages/place/mouth.def"
};
const fluv_list_columns fluv_place_mouth_columns = COLUMNS(mouth_table, fluv_place_mouth, 0);

#undef PARAMS
#define PARAMS fluv_place_area
static const fluv_param area_table[] = {
#include "base/param_rows.h"
#include "stages/place/area.def"
};
const fluv_list_columns fluv_place_area_columns = COLUMNS(area_table, fluv_place_area, 1);
