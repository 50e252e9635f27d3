// SPDX-License-Identifier: MIT
/* How much land drains to closed lakes. A closed lake passes nothing on, so that no cell lies in
 * the catchments of two.  O(cells + lakes). */
#include "landscape/landscape.h"

#include <math.h>

static double land_area(const fluv_landscape *land)
{
    const uint8_t *cover = fluv_cover_of(land);
    const float *height = fluv_height_of(land);
    size_t cells = fluv_cell_count(land), count = 0;
    for (size_t c = 0; c < cells; c++)
        count += !(cover && cover[c] == FLUV_OCEAN) && !(height && isnan(height[c]));
    return (double)count * land->frame.cell * land->frame.cell;
}

fluv_endorheic fluv_endorheic_of(const fluv_landscape *land)
{
    const fluv_lakes *lakes = fluv_lakes_of(land);
    fluv_endorheic all = {0};
    for (size_t i = 0; lakes && i < lakes->count; i++)
        if (lakes->lakes[i].closed) {
            all.lakes++;
            all.area += lakes->lakes[i].catchment;
        }
    double whole = all.lakes ? land_area(land) : 0.0;
    all.share = whole > 0.0 ? all.area / whole : 0.0;
    return all;
}
