// SPDX-License-Identifier: MIT
/* Names and colours of region types, for files and pictures. */
#ifndef FLUV_OUTPUT_REGION_NAMES_H
#define FLUV_OUTPUT_REGION_NAMES_H

#include "landscape/regions.h"
#include "output/colour.h"

/* What the landscape says, or the standard for types it does not know. */
fluv_colour fluv_region_colour(const fluv_landscape *land, uint8_t region);
/* The names of all types, NULL behind the last. */
void fluv_region_names_list(const fluv_landscape *land, const char *names[FLUV_REGION_TYPES + 1]);

#endif
