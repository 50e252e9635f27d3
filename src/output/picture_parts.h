// SPDX-License-Identifier: MIT
/* What the files of the picture share: grids at the picture's resolution, and painting on them. */
#ifndef FLUV_OUTPUT_PICTURE_PARTS_H
#define FLUV_OUTPUT_PICTURE_PARTS_H

#include "output/colour.h"
#include "output/picture.h"

/* ---- Resampling (picture_resample.c) -------------------------------------------------------- */

/* Fills one row of the frame with values; NaN where there is none. */
typedef void fluv_row_fn(const fluv_landscape *land, uint32_t row, float *values);

/* Area average where the picture is coarser than the frame, cubic B-spline where it is finer; a
 * pixel less than half covered by values is NaN. */
FLUV_MUST_CHECK fluv_status fluv_resample(fluv_ctx *ctx, const fluv_landscape *land,
                                          fluv_row_fn *values, uint32_t width, uint32_t height,
                                          float *out);

/* Means over squares of 2 * radius + 1 pixels, twice, without NaN; at the rim over what is inside.
 * `work` has one value a pixel. `in` and `out` may be the same. */
void fluv_blur(int threads, uint32_t width, uint32_t height, int radius, const float *in,
               float *work, float *out);

/* ---- The scene: the landscape at the picture's resolution (picture_scene.c) ------------------ */

typedef struct fluv_scene {
    const fluv_landscape *land;
    uint32_t width, height;  /* pixels */
    size_t pixels;           /* width * height */
    double scale_x, scale_y; /* pixels a metre */
    double metres;           /* a pixel, m */
    bool has_nodata, has_sea;
    float mean;                      /* of the land, m; 0 without nodata */
    float *ground;                   /* m; where `valid` is 0: `mean` */
    float *valid;                    /* 1 land or water, 0 nodata */
    float *sea, *lake;               /* share of the pixel, 0 .. 1, edges smooth */
    float *depth;                    /* of sea and lakes, m; 0 where dry */
    float *bare;                     /* dry beds and empty lakes, share of the pixel */
    float *desert;                   /* 0 .. 1, fading out at its rim */
    uint8_t *closed;                 /* 1 near closed lakes */
    float *river;                    /* opacity of river water */
    float *dry_river;                /* opacity of dry reaches */
    float low, high;                 /* 2nd and 98th percentile of the land, m */
    float deepest_sea, deepest_lake; /* 99th percentiles, m */
} fluv_scene;

/* Where a place stands on the picture, in pixels. */
static inline void fluv_scene_at(const fluv_scene *scene, double x, double y, double at[2])
{
    at[0] = (x - scene->land->frame.west) * scene->scale_x;
    at[1] = (scene->land->frame.north - y) * scene->scale_y;
}

/* How many pixels the longer side may have; as many as cells where that is between. */
typedef struct fluv_picture_range {
    uint32_t least, most;
} fluv_picture_range;

/* Everything is scratch of the context. */
FLUV_MUST_CHECK fluv_status fluv_scene_make(fluv_ctx *ctx, const fluv_landscape *land,
                                            fluv_picture_range range, fluv_scene *scene);
void fluv_picture_size(const fluv_frame *frame, fluv_picture_range range, uint32_t *width,
                       uint32_t *height);
/* Marks closed and empty lakes (picture_lakes.c). `work`: one value a pixel. */
void fluv_lakes_mark(int threads, fluv_scene *scene, float *work);
/* The value below which the given share of the chosen pixels lies; `fallback` without any. */
float fluv_percentile(int threads, const float *values, const float *chosen, size_t count,
                      double share, float fallback);

/* ---- Light (picture_shade.c) ------------------------------------------------------------------
 */

typedef struct fluv_light {
    float *sun;     /* 1 on flat ground, more towards the light, less away from it */
    float *hollow;  /* -1 .. 1: ridges to gorges, over several distances */
    float *lowness; /* how far below its wide surroundings, as a share of the relief, -1 .. 1 */
    float *steep;   /* slope as shaded, 0 .. 1 */
    float slope;    /* nine in ten slopes of dry land are gentler, rise over run */
} fluv_light;

FLUV_MUST_CHECK fluv_status fluv_light_make(fluv_ctx *ctx, const fluv_scene *scene,
                                            fluv_light *light);

/* ---- Strokes and rivers (picture_strokes.c, picture_rivers.c) ----------------------------------
 */

typedef struct fluv_stroke_end {
    float x, y;    /* pixels */
    float radius;  /* half the width, pixels */
    float opacity; /* 0 .. 1 */
} fluv_stroke_end;

/* Raises `opacity` along a segment with round ends, smoothly at its edges, in rows from .. to - 1.
 * The maximum is kept, so the order of strokes does not matter. */
void fluv_stroke_draw(float *opacity, uint32_t width, uint32_t from, uint32_t to, fluv_stroke_end a,
                      fluv_stroke_end b);
/* Lays a colour over the picture. */
void fluv_opacity_paint(int threads, const float *opacity, fluv_colour colour, float strength,
                        fluv_picture *picture);

/* Fills scene->river and scene->dry_river from the rivers layer, if there is one. */
FLUV_MUST_CHECK fluv_status fluv_rivers_paint(fluv_ctx *ctx, fluv_scene *scene);

/* ---- Scale bar and legend (picture_legend.c) ---------------------------------------------------
 */

/* Strokes of one width, for letters. */
typedef struct fluv_pen {
    float *opacity;
    uint32_t width, height;
    float radius;
} fluv_pen;

extern const fluv_colour fluv_ink, fluv_paper;
void fluv_pen_stroke(void *pen, double x0, double y0, double x1, double y1);
/* The height of letters, in pixels. */
double fluv_text_size(const fluv_picture *picture);

/* `work`: one value a pixel. */
void fluv_scale_bar_draw(int threads, const fluv_scene *scene, float *work, fluv_picture *picture);

typedef struct fluv_legend {
    const char *title; /* what and unit, such as "height, m" */
    const fluv_ramp *ramp;
    double low, high; /* values at the ends of the ramp */
    bool logarithmic;
} fluv_legend;

void fluv_legend_draw(int threads, const fluv_legend *legend, float *work, fluv_picture *picture);

/* ---- Names (picture_names.c) -------------------------------------------------------------------
 */

/* Writes the names of rivers, lakes and peaks. `work`: one value a pixel. */
FLUV_MUST_CHECK fluv_status fluv_names_draw(fluv_ctx *ctx, const fluv_scene *scene, float *work,
                                            fluv_picture *picture);

#endif
