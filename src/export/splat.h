// SPDX-License-Identifier: MIT
/* Which material lies where: rules of slope, height, wetness and region, and the weights of four
 * materials that follow from them. */
#ifndef FLUV_EXPORT_SPLAT_H
#define FLUV_EXPORT_SPLAT_H

#include "base/ctx.h"

#define FLUV_SPLAT_CHANNELS 4

struct fluv_map_source;

/* Lays a material over what earlier rules have laid, where all that it asks for is met. */
typedef struct fluv_splat_rule {
    const char *name;   /* of the material */
    int channel;        /* 0 .. 3: red, green, blue, alpha */
    const char *region; /* the type's name; "" or NULL: any */
    double slope[2];    /* deg, from .. to */
    double height[2];   /* m */
    double wetness[2];  /* 0 .. 1 */
    double blend;       /* share of each range over which it fades, 0 .. 1 */
    double strength;    /* 0 .. 1 */
} fluv_splat_rule;

typedef struct fluv_splat_rules {
    size_t count; /* 0: the standard ones */
    const fluv_splat_rule *rules;
} fluv_splat_rules;

/* The name of the first material that a channel holds; "" if none does. What lies below all has one
 * too, "ground" where no rule names it. */
const char *fluv_splat_name(const fluv_splat_rules *rules, int channel);

/* Four bytes a vertex that sum to 255. */
FLUV_MUST_CHECK fluv_status fluv_map_splat(fluv_ctx *ctx, const struct fluv_map_source *from,
                                           uint8_t *out);

#endif
