// SPDX-License-Identifier: MIT
/* The files of a folder that hold a landscape: their names, and which layers they are. What writes
 * them and what reads them share this. */
#ifndef FLUV_FOLDER_FILES_H
#define FLUV_FOLDER_FILES_H

#include "landscape/landscape.h"

#define FLUV_JSON_NAME    "landscape.json"
#define FLUV_VECTORS_NAME "water.gpkg"
#define FLUV_MODEL_NAME   "terrain.glb"
#define FLUV_TREE_NAME    "terrain.tree"
#define FLUV_PLACED_NAME  "placed.json"

#define FLUV_BYTE_NODATA 255 /* cover, region and direction of a cell without height */

/* A grid and its GeoTIFF, in the order they are written and read: height comes first. */
typedef struct fluv_layer_file {
    const char *name;
    fluv_layer layer;
} fluv_layer_file;

extern const fluv_layer_file fluv_layer_files[];
extern const size_t fluv_layer_file_count;

/* The layer of the GeoTIFF of that name, which is one of them. */
fluv_layer fluv_layer_of_file(const char *name);

#endif
