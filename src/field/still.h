// SPDX-License-Identifier: MIT
/* Water that stands over some cells of a grid: the sea and lakes, whose surface stays where it is.
 */
#ifndef FLUV_FIELD_STILL_H
#define FLUV_FIELD_STILL_H

#include <stdbool.h>

/* A grid of still water holds for each cell the elevation of its surface, m, or one of the first
 * two. All are so low that the larger of ground and still water is what things stand or run on. */
#define FLUV_STILL_NONE (-2e30F) /* dry */
#define FLUV_STILL_HELD                                                                            \
    (-1e30F)                /* some of the cell is water: its ground neither sinks nor rises       \
                             */
#define FLUV_STILL_SEA 0.0F /* takes all water; no lake has this very level */

static inline bool fluv_still_is_water(float still)
{
    return still > 0.5F * FLUV_STILL_HELD;
}

#endif
