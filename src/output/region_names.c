// SPDX-License-Identifier: MIT
/* Names and colours of region types: those of the landscape, or the three that are always there. */
#include "output/region_names.h"

fluv_colour fluv_region_colour(const fluv_landscape *land, uint8_t region)
{
    const fluv_regions *regions = fluv_regions_of(land);
    if (regions && region < regions->type_count)
        return fluv_colour_load(regions->types[region].colour);
    uint8_t rgb[3];
    fluv_region_standard_colour(region, rgb);
    return fluv_colour_load(rgb);
}

void fluv_region_names_list(const fluv_landscape *land, const char *names[FLUV_REGION_TYPES + 1])
{
    static const char *const standard[FLUV_OWN_REGIONS] = {
        [FLUV_FLATLAND] = "flatland", [FLUV_MOUNTAIN] = "mountain", [FLUV_DESERT] = "desert"};
    const fluv_regions *regions = fluv_regions_of(land);
    uint32_t count = regions ? regions->type_count : FLUV_OWN_REGIONS;
    for (uint32_t i = 0; i < count; i++)
        names[i] = regions ? regions->types[i].name : standard[i];
    names[count] = NULL;
}
