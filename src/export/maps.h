// SPDX-License-Identifier: MIT
/* Maps that go with the heights: one row each in maps.c says what it is, how it is stored and who
 * makes it. */
#ifndef FLUV_EXPORT_MAPS_H
#define FLUV_EXPORT_MAPS_H

#include "export/grid.h"
#include "export/splat.h"

/* What maps are made from. */
typedef struct fluv_map_source {
    const fluv_landscape *land;
    const fluv_export_grid *grid;
    const fluv_splat_rules *rules;
    double snow_line; /* m */
} fluv_map_source;

typedef enum fluv_map_scale {
    FLUV_MAP_LINEAR, /* from low to high */
    FLUV_MAP_LOG,    /* from log10 of low to log10 of high */
    FLUV_MAP_MIDDLE  /* from -high to high, middle grey is 0; beyond it is cut off */
} fluv_map_scale;

typedef struct fluv_map {
    const char *name, *unit;
    uint8_t bits; /* of a number in a PNG: 8 or 16 */
    fluv_map_scale scale;
    double low, high; /* what 0 and the greatest number stand for; NaN: from the values */
    fluv_layer_set needs;
    bool (*meets)(const fluv_landscape *land); /* whether there is what it tells of; NULL: always */
    /* Fills a value a vertex; NaN: none. */
    fluv_status (*fill)(fluv_ctx *ctx, const fluv_map_source *from, float *out);
    /* Or paints `channels` bytes a vertex: what is no number. */
    uint8_t channels;
    fluv_status (*paint)(fluv_ctx *ctx, const fluv_map_source *from, uint8_t *out);
    const char *help;
} fluv_map;

extern const fluv_map fluv_maps[];
extern const size_t fluv_maps_count;

const fluv_map *fluv_map_named(const char *name, size_t length); /* NULL: there is none */
/* Whether the landscape has what the map is made from and tells of. */
bool fluv_map_possible(const fluv_map *map, const fluv_landscape *land);

/* The numbers of a PNG: value = offset + scale * number, of LOG ten to the power of that. */
typedef struct fluv_map_numbers {
    double offset, scale;
} fluv_map_numbers;
/* With `low` and `high` from the values where the row leaves them open. */
fluv_map_numbers fluv_map_numbers_of(const fluv_map *map, const float *values, size_t count);
void fluv_map_encode8(const fluv_map *map, fluv_map_numbers by, const float *values, size_t count,
                      uint8_t *out);
void fluv_map_encode16(const fluv_map *map, fluv_map_numbers by, const float *values, size_t count,
                       uint16_t *out);

/* -- Kernels */

/* Rise eastwards and southwards over run, by Horn's weights; vertices without height count as the
 * one in the middle. */
typedef struct fluv_gradient {
    float east, south;
} fluv_gradient;
fluv_gradient fluv_gradient_at(const fluv_export_grid *grid, uint32_t col, uint32_t row);

/* maps_form.c: of the ground's form */
fluv_status fluv_map_slope(fluv_ctx *ctx, const fluv_map_source *from, float *out);     /* deg */
fluv_status fluv_map_aspect(fluv_ctx *ctx, const fluv_map_source *from, float *out);    /* deg */
fluv_status fluv_map_curvature(fluv_ctx *ctx, const fluv_map_source *from, float *out); /* 1/m */
fluv_status fluv_map_rock(fluv_ctx *ctx, const fluv_map_source *from, float *out);
fluv_status fluv_map_snow(fluv_ctx *ctx, const fluv_map_source *from, float *out);
fluv_status fluv_map_normal_gl(fluv_ctx *ctx, const fluv_map_source *from, uint8_t *out);
fluv_status fluv_map_normal_dx(fluv_ctx *ctx, const fluv_map_source *from, uint8_t *out);
/* occlusion.c */
fluv_status fluv_map_occlusion(fluv_ctx *ctx, const fluv_map_source *from, float *out);
/* maps_water.c */
fluv_status fluv_map_water(fluv_ctx *ctx, const fluv_map_source *from, float *out);
fluv_status fluv_map_depth(fluv_ctx *ctx, const fluv_map_source *from, float *out);
fluv_status fluv_map_shore(fluv_ctx *ctx, const fluv_map_source *from, float *out);
fluv_status fluv_map_river(fluv_ctx *ctx, const fluv_map_source *from, float *out);
bool fluv_map_has_shore(const fluv_landscape *land);
bool fluv_map_has_river(const fluv_landscape *land);
fluv_status fluv_map_flow(fluv_ctx *ctx, const fluv_map_source *from, float *out); /* m2 */
fluv_status fluv_map_discharge(fluv_ctx *ctx, const fluv_map_source *from, float *out);
fluv_status fluv_map_wetness(fluv_ctx *ctx, const fluv_map_source *from, float *out); /* 0 .. 1 */
fluv_status fluv_map_flowdir(fluv_ctx *ctx, const fluv_map_source *from, uint8_t *out);
fluv_status fluv_map_wear(fluv_ctx *ctx, const fluv_map_source *from, float *out);
fluv_status fluv_map_deposit(fluv_ctx *ctx, const fluv_map_source *from, float *out);
fluv_status fluv_map_region(fluv_ctx *ctx, const fluv_map_source *from, float *out);
/* Which way water runs at a vertex: a unit vector, or 0 where it stands. */
fluv_gradient fluv_flow_direction(const fluv_map_source *from, size_t vertex);

/* Held between 0 and 1; NaN is 0. Comparisons, which the compiler widens: libm's fminf and fmaxf
 * are calls. */
static inline float fluv_unit(float value)
{
    value = value > 0.0f ? value : 0.0f;
    return value < 1.0f ? value : 1.0f;
}

static inline float fluv_smoothstep(float low, float high, float value)
{
    float t = fluv_unit((value - low) / (high - low));
    return t * t * (3.0f - 2.0f * t);
}

#endif
