// SPDX-License-Identifier: MIT
/* The colour of a pixel in each view. */
#ifndef FLUV_OUTPUT_PICTURE_MAP_H
#define FLUV_OUTPUT_PICTURE_MAP_H

#include "output/picture_parts.h"

typedef struct fluv_sheet {
    const fluv_scene *scene;
    const fluv_light *light;
    float shade;       /* strength of light and shadow, 1 for a map */
    bool bare_paper;   /* for a model: no glow, no shore lines */
    float *offshore;   /* share of sea in the surroundings */
    float *open_sea;   /* and in the wide surroundings */
    float *inner_lake; /* share of lake in the nearest surroundings */
    float *values;     /* of the view: log10 of area (m2) or flow (m3/s), wear or deposit (m) */
    double value_low, value_high; /* between which colours run; not logarithms */
    uint32_t *basin; /* view "basin": the cell where a pixel's water ends; NONE: no colour */
    const fluv_ramp *heights; /* colours of the land by height */
    float top;                /* how far up that ramp the highest land reaches */
} fluv_sheet;

typedef fluv_colour fluv_pixel_fn(const fluv_sheet *sheet, uint32_t x, uint32_t y);

/* Fills in what depends on the scene; `needs`: the layers of the view. Memory is scratch. */
FLUV_MUST_CHECK fluv_status fluv_sheet_make(fluv_ctx *ctx, fluv_sheet *sheet, fluv_layer_set needs);

fluv_pixel_fn fluv_map_pixel, fluv_height_pixel, fluv_region_pixel, fluv_water_pixel,
    fluv_area_pixel, fluv_shade_pixel, fluv_coast_pixel, fluv_moved_pixel, fluv_basin_pixel,
    fluv_channel_pixel;

/* Colours of heights by a climate's name; `auto`, or NULL: by the land's regions. */
FLUV_MUST_CHECK fluv_status fluv_climate_find(fluv_ctx *ctx, const fluv_scene *scene,
                                              const char *climate, const fluv_ramp **heights);

/* Fills in `basin` (picture_basin.c). */
FLUV_MUST_CHECK fluv_status fluv_sheet_basins(fluv_ctx *ctx, fluv_sheet *sheet);

#endif
