// SPDX-License-Identifier: MIT
/* Colours: mixing, and ramps from a number to a colour. Components are sRGB, 0 .. 1. */
#ifndef FLUV_OUTPUT_COLOUR_H
#define FLUV_OUTPUT_COLOUR_H

#include <stddef.h>
#include <stdint.h>

typedef struct fluv_colour {
    float red, green, blue;
} fluv_colour;

/* A ramp is a list of stops with rising places; below the first and above the last it is flat. */
typedef struct fluv_ramp_stop {
    float at;
    fluv_colour colour;
} fluv_ramp_stop;

typedef struct fluv_ramp {
    const fluv_ramp_stop *stops;
    size_t count;
} fluv_ramp;

extern const fluv_ramp fluv_ramp_land;     /* 0 lowland green .. 1 summit white */
extern const fluv_ramp fluv_ramp_arid;     /* the same where little grows: 0 sand .. 1 pale rock */
extern const fluv_ramp fluv_ramp_arctic;   /* tundra, then bare rock, then snow */
extern const fluv_ramp fluv_ramp_tropical; /* forest nearly to the top */
extern const fluv_ramp fluv_ramp_lake;     /* 0 shallow .. 1 deep */
extern const fluv_ramp fluv_ramp_sea;      /* 0 shore .. 1 abyss */
extern const fluv_ramp fluv_ramp_grey;     /* 0 low, dark .. 1 high, light */
extern const fluv_ramp fluv_ramp_area;     /* 0 ridge .. 1 great river */
extern const fluv_ramp fluv_ramp_moved;    /* 0 untouched .. 1 most worn off or laid down */
extern const fluv_ramp
    fluv_ramp_depth; /* 0 wet feet .. 1 deepest lake, stronger than the lakes of a map */

fluv_colour fluv_ramp_at(const fluv_ramp *ramp, float at);

static inline fluv_colour fluv_bytes_colour(uint8_t red, uint8_t green, uint8_t blue)
{
    return (fluv_colour){(float)red / 255.0f, (float)green / 255.0f, (float)blue / 255.0f};
}

static inline float fluv_clamp01(float x)
{
    return x < 0.0f ? 0.0f : x > 1.0f ? 1.0f : x;
}

/* 0 below `low`, 1 above `high`, smooth between. */
static inline float fluv_smoothstep(float low, float high, float x)
{
    float t = fluv_clamp01((x - low) / (high - low));
    return t * t * (3.0f - 2.0f * t);
}

static inline fluv_colour fluv_colour_mix(fluv_colour a, fluv_colour b, float share_of_b)
{
    return (fluv_colour){a.red + (b.red - a.red) * share_of_b,
                         a.green + (b.green - a.green) * share_of_b,
                         a.blue + (b.blue - a.blue) * share_of_b};
}

static inline fluv_colour fluv_colour_times(fluv_colour a, fluv_colour b)
{
    return (fluv_colour){a.red * b.red, a.green * b.green, a.blue * b.blue};
}

static inline void fluv_colour_store(fluv_colour colour, uint8_t rgb[3])
{
    rgb[0] = (uint8_t)(fluv_clamp01(colour.red) * 255.0f + 0.5f);
    rgb[1] = (uint8_t)(fluv_clamp01(colour.green) * 255.0f + 0.5f);
    rgb[2] = (uint8_t)(fluv_clamp01(colour.blue) * 255.0f + 0.5f);
}

static inline fluv_colour fluv_colour_load(const uint8_t rgb[3])
{
    return fluv_bytes_colour(rgb[0], rgb[1], rgb[2]);
}

#endif
