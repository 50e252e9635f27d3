// SPDX-License-Identifier: MIT
/* The fields of water.gpkg, once: each row of a table says which member of a struct becomes which
 * field. Writing and reading walk the same table. */
#ifndef FLUV_FOLDER_COLUMNS_H
#define FLUV_FOLDER_COLUMNS_H

#include "landscape/landscape.h"

#include <ogr_api.h>

typedef enum fluv_column_kind {
    FLUV_COLUMN_ID,    /* int64_t */
    FLUV_COLUMN_COUNT, /* uint32_t */
    FLUV_COLUMN_SMALL, /* uint8_t */
    FLUV_COLUMN_FLAG,  /* bool */
    FLUV_COLUMN_REAL,  /* double, divided by `unit` */
    FLUV_COLUMN_FLOAT, /* float */
    FLUV_COLUMN_WORD,  /* uint8_t, one of `words` */
    FLUV_COLUMN_CLASS, /* char[4] */
    FLUV_COLUMN_NAME   /* char[FLUV_NAME_ROOM] */
} fluv_column_kind;

typedef struct fluv_column {
    const char *name;
    fluv_column_kind kind;
    size_t offset;
    double unit;
    const char *const *words; /* NULL at the end */
} fluv_column;

typedef struct fluv_columns {
    const char *layer;
    OGRwkbGeometryType geometry;
    const fluv_column *columns;
    size_t count;
} fluv_columns;

extern const fluv_columns fluv_river_columns;     /* of fluv_reach */
extern const fluv_columns fluv_lake_columns;      /* of fluv_lake */
extern const fluv_columns fluv_watershed_columns; /* of fluv_watershed */

/* One landmass of the coast. */
typedef struct fluv_landmass {
    int64_t id;  /* 1, 2, … in the order of the outline */
    double area; /* m2 */
} fluv_landmass;
extern const fluv_columns fluv_coast_columns; /* of fluv_landmass */

/* The bed under one reach: lines whose Z is the bed and whose M is the water's velocity. */
typedef struct fluv_river_bed {
    int64_t id; /* of the reach */
} fluv_river_bed;
extern const fluv_columns fluv_bed_columns; /* of fluv_river_bed */

bool fluv_columns_create(const fluv_columns *columns, OGRLayerH layer);
/* The struct's members into the feature's fields, and back. `places[i]`: the field of column i, -1
 * if the layer has none; such members are left as they are. */
void fluv_columns_put(const fluv_columns *columns, const void *row, OGRFeatureH feature);
void fluv_columns_find(const fluv_columns *columns, OGRLayerH layer, int *places);
void fluv_columns_get(const fluv_columns *columns, const int *places, OGRFeatureH feature,
                      void *row);

#define FLUV_COLUMNS_MAX 32

#endif
