// SPDX-License-Identifier: MIT
/* Which of a contour's drawn rivers were placed. */
#include "stages/shared/sketched.h"

#include <assert.h>

static bool begins_at(const fluv_placed *placed, uint32_t river, bool last, const double *at)
{
    assert(river < placed->river_count);
    const fluv_placed_river *r = &placed->rivers[river];
    const double *xy =
        placed->xy + 2 * ((size_t)r->first_point + (last ? r->point_count - (size_t)1 : 0));
    return xy[0] == at[0] && xy[1] == at[1];
}

uint32_t fluv_sketch_placed(const fluv_contour *contour, size_t sketch, const fluv_placed *placed)
{
    assert(sketch < contour->sketches.ring_count);
    const double *top =
        contour->sketches.xy + 2 * ((size_t)contour->sketches.first_point[sketch + 1] - 1);
    for (int last = 0; last < 2; last++) /* one that was drawn up from the sea begins at its end */
        for (uint32_t i = 0; placed && i < placed->river_count; i++)
            if (begins_at(placed, i, last, top))
                return i;
    return FLUV_NONE;
}

uint32_t fluv_sketch_top(const fluv_streams *streams, size_t sketch)
{
    uint32_t top = FLUV_NONE;
    for (uint32_t i = 0; i < streams->count; i++)
        if (streams->nodes[i].sketched == sketch + 1 &&
            (top == FLUV_NONE || streams->nodes[i].way > streams->nodes[top].way))
            top = i;
    return top;
}
