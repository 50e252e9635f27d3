// SPDX-License-Identifier: MIT
/* The view "relief3d": the land as a block that one looks down on. */
#ifndef FLUV_OUTPUT_RELIEF_H
#define FLUV_OUTPUT_RELIEF_H

#include "output/picture_map.h"

/* From where one looks. */
typedef struct fluv_relief_wish {
    uint32_t longest;    /* side of the picture, pixels */
    double azimuth;      /* the way one looks, radians clockwise from north */
    double tilt;         /* how far down one looks, radians */
    double exaggeration; /* of heights; 0: by the land's relief */
} fluv_relief_wish;

/* Light that leaves a place towards the eye; not sRGB: 1 is a white sheet in the sun. */
typedef struct fluv_radiance {
    float red, green, blue;
} fluv_radiance;

static inline fluv_radiance fluv_radiance_mix(fluv_radiance a, fluv_radiance b, float share_of_b)
{
    return (fluv_radiance){a.red + (b.red - a.red) * share_of_b,
                           a.green + (b.green - a.green) * share_of_b,
                           a.blue + (b.blue - a.blue) * share_of_b};
}

static inline fluv_radiance fluv_radiance_times(fluv_radiance a, fluv_radiance b, float factor)
{
    return (fluv_radiance){a.red * b.red * factor, a.green * b.green * factor,
                           a.blue * b.blue * factor};
}

static inline fluv_radiance fluv_radiance_plus(fluv_radiance a, fluv_radiance b, float factor)
{
    return (fluv_radiance){a.red + b.red * factor, a.green + b.green * factor,
                           a.blue + b.blue * factor};
}

/* The surface that is seen, a value a pixel of the scene; heights count in pixels. */
typedef struct fluv_relief {
    const fluv_scene *scene;
    float scale;          /* heights in pixels, a metre */
    float *surface;       /* ground, and water over it */
    fluv_radiance *light; /* that leaves it */
    float base;           /* where the block ends below */
    float lowest, highest;
    double sight[2], sun[2]; /* east and south: the way one looks, the way to the sun */
    double sun_tangent;      /* of its height */
    double fall;             /* of the sight, rise over run */
} fluv_relief;

extern const fluv_radiance fluv_sun_light, fluv_sky_light;

/* Fills in `surface` and `light`; the rest of `relief` is given. `paint`: colours of the scene as
 * they are in even light. Scratch. */
FLUV_MUST_CHECK fluv_status fluv_relief_light(fluv_ctx *ctx, const fluv_picture *paint,
                                              fluv_relief *relief);

/* The picture. `paint` is of the sheet's scene. */
FLUV_MUST_CHECK fluv_status fluv_relief_draw(fluv_ctx *ctx, const fluv_sheet *sheet,
                                             const fluv_picture *paint,
                                             const fluv_relief_wish *wish, fluv_picture *out);

#endif
