// SPDX-License-Identifier: MIT
/* Placed lakes as shapes in metres, and the rivers that run through them. */
#ifndef FLUV_STAGES_PONDS_H
#define FLUV_STAGES_PONDS_H

#include "field/domain.h"
#include "landscape/hydrology.h"
#include "landscape/placed.h"

#include <math.h>

typedef struct fluv_pond {
    fluv_outline shore;
    fluv_domain domain;
    fluv_box box;
    double level;    /* m, as the courses have it; NaN: the lake is left to the cells */
    uint32_t outlet; /* the course that leaves it; FLUV_NONE: none runs through it */
    double given;    /* the level that was asked for, as the courses have it; NaN: none */
    bool follows;    /* of an earlier result: left to the cells */
    double slope;    /* of the hillsides around it, rise over run; 0: not known yet */
} fluv_pond;

#define FLUV_POND_LINES 28.0 /* level lines across a lake, along its longer side */

/* The level of a lake whose lowest way out is `least` m high; NaN: it would have to stand higher.
 */
static inline double fluv_pond_level(const fluv_pond *pond, double least)
{
    const double higher = 0.5; /* m that a lake may be asked to stand above */
    if (pond->follows || !isfinite(least) || pond->given > least + higher)
        return NAN;
    return pond->given < least ? pond->given : least;
}

/* One for each placed lake. `levels`: those that were given, as the courses have them; NaN: none.
 * Without one a lake stands as high as the lowest point of a course in it; one that would have to
 * stand higher is left to the cells, and so is, so far, one that no course runs through. Scratch
 * memory. */
FLUV_MUST_CHECK fluv_status fluv_ponds_find(fluv_ctx *ctx, const fluv_landscape *land,
                                            const fluv_courses *courses, const double *levels,
                                            fluv_pond **out);

static inline bool fluv_pond_holds(const fluv_pond *pond, double x, double y)
{
    return x >= pond->box.low.x && x <= pond->box.high.x && y >= pond->box.low.y &&
           y <= pond->box.high.y && fluv_domain_holds(&pond->domain, (fluv_vec){x, y});
}

#endif
