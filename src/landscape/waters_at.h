// SPDX-License-Identifier: MIT
/* Which reach, lake or watershed lies at a place. */
#ifndef FLUV_LANDSCAPE_WATERS_AT_H
#define FLUV_LANDSCAPE_WATERS_AT_H

#include "interfluve.h"

/* Places in the lists; SIZE_MAX: none. `near`, m: how far away it may be. A reach that covers the
 * place with its width, and a lake around it, may always. */
size_t fluv_reach_near(const fluv_rivers *rivers, double x, double y, double near);
size_t fluv_lake_near(const fluv_lakes *lakes, double x, double y, double near);

#endif
