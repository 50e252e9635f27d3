// SPDX-License-Identifier: MIT
/* The inside of closed rings: whether a point is in it, and how far from its border. */
#ifndef FLUV_FIELD_DOMAIN_H
#define FLUV_FIELD_DOMAIN_H

#include "field/segments.h"

typedef struct fluv_domain {
    fluv_segments border; /* tag: index of the piece's first point */
    uint8_t *inside;      /* a square of the border's grid: whether its middle is inside */
    double area;          /* m2 */
} fluv_domain;

/* Scratch memory. `side`: of the squares; searches for the border reach a few of them. */
FLUV_MUST_CHECK fluv_status fluv_domain_init(fluv_ctx *ctx, const fluv_outline *outline,
                                             double side, fluv_domain *out);
bool fluv_domain_holds(const fluv_domain *domain, fluv_vec p);
/* Distance to the border, m. */
double fluv_domain_shore(const fluv_domain *domain, fluv_vec p);
/* The first piece, by index, that meets another one but at their common end; FLUV_NONE: none. With
 * `may_touch` a ring may come to a point of its own again. */
uint32_t fluv_domain_crossing(const fluv_domain *domain, bool may_touch);

#endif
