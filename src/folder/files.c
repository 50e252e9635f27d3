// SPDX-License-Identifier: MIT
/* Which GeoTIFF is which layer. */
#include "folder/files.h"

#include <string.h>

const fluv_layer_file fluv_layer_files[] = {
    {"height.tif", FLUV_LAYER_height},       {"water.tif", FLUV_LAYER_water},
    {"cover.tif", FLUV_LAYER_cover},         {"region.tif", FLUV_LAYER_region},
    {"area.tif", FLUV_LAYER_area},           {"direction.tif", FLUV_LAYER_receiver},
    {"discharge.tif", FLUV_LAYER_discharge}, {"flow.tif", FLUV_LAYER_flow},
    {"wear.tif", FLUV_LAYER_wear},           {"deposit.tif", FLUV_LAYER_deposit},
    {"frozen.tif", FLUV_LAYER_frozen},
};
const size_t fluv_layer_file_count = sizeof fluv_layer_files / sizeof *fluv_layer_files;

fluv_layer fluv_layer_of_file(const char *name)
{
    const fluv_layer_file *file = fluv_layer_files;
    while (strcmp(file->name, name) != 0)
        file++;
    return file->layer;
}
