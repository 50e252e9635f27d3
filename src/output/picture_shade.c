// SPDX-License-Identifier: MIT
/* Light on the relief, as a Swiss map maker would lay it with a soft pencil.
 *
 * in   scene     out   sun, hollow, lowness, steep for every pixel
 *
 * Main light from the north-west, weaker ones from west, north and above, so that valleys running
 * with the main light keep their shape. How much the relief is exaggerated follows from the land's
 * own slopes: plains are raised, but only so far, and steep mountains are compressed before they
 * burn out. Where roughness of one pixel outweighs the forms of several (trees in a surface model),
 * it is smoothed away. Hollows at three distances stand for the share of the sky that is hidden.
 * O(pixels).
 *
 * Based on: Imhof. Kartographische Geländedarstellung. 1965;
 * Mark. Multidirectional, oblique-weighted, shaded-relief image. 1992 */
#include "output/picture_parts.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* The 90th percentile of the slopes is brought to this, raised at most and least so far. */
#define TYPICAL_SLOPE 0.85f
#define MOST_RAISED   7.0f
#define LEAST_RAISED  0.4f
#define FORM_RADIUS   3     /* pixels: forms that are not noise */
#define MOST_DETAIL   0.88f /* a little of the finest grain is always taken away */
#define HOLLOW_SCALES 3
#define WIDE_RADIUS   90 /* pixels of a picture 1600 wide */

typedef struct light_source {
    float east, south, up; /* unit vector towards the light */
    float share;
} light_source;

/* North-west at 42 degrees, west and north at 48, and the zenith. Shares sum to 1. */
static const light_source sources[] = {
    {-0.5255f, -0.5255f, 0.6691f, 0.58f},
    {-0.6691f, 0.0f, 0.7431f, 0.15f},
    {0.0f, -0.6691f, 0.7431f, 0.15f},
    {0.0f, 0.0f, 1.0f, 0.12f},
};
#define SOURCES (sizeof sources / sizeof *sources)

/* Blurred, with nodata left out: those pixels hold the mean. */
static void blur_land(int threads, const fluv_scene *scene, int radius, const float *in,
                      float *work, float *share, float *out)
{
    uint32_t width = scene->width, height = scene->height;
    fluv_blur(threads, width, height, radius, in, work, out);
    if (!scene->has_nodata)
        return;
    fluv_blur(threads, width, height, radius, scene->valid, work, share);
    float mean = scene->mean;
    for (size_t i = 0; i < scene->pixels; i++)
        out[i] = mean + (out[i] - mean) / (share[i] > 0.02f ? share[i] : 0.02f);
}

/* The heights at and around a pixel; a neighbour without data counts as the pixel. */
static void look_around(const fluv_scene *scene, const float *z, uint32_t x, uint32_t y,
                        float near[3][3])
{
    uint32_t width = scene->width;
    size_t at = (size_t)y * width + x;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++) {
            bool inside = (i >= 0 || x > 0) && (i <= 0 || x + 1 < width) && (j >= 0 || y > 0) &&
                          (j <= 0 || y + 1 < scene->height);
            size_t there = inside ? (size_t)((ptrdiff_t)at + j * (ptrdiff_t)width + i) : at;
            near[j + 1][i + 1] = scene->valid[there] > 0 ? z[there] : z[at];
        }
}

/* Slope east and south at a pixel by Horn's weights. */
static inline void gradient(const fluv_scene *scene, const float *z, uint32_t x, uint32_t y,
                            float *east, float *south)
{
    float near[3][3];
    uint32_t width = scene->width;
    bool rim = x == 0 || y == 0 || x + 1 == width || y + 1 == scene->height;
    if (rim || scene->has_nodata)
        look_around(scene, z, x, y, near);
    else
        for (size_t j = 0; j < 3; j++)
            memcpy(near[j], z + (y + j - 1) * width + x - 1, sizeof near[j]);
    float span = 8 * (float)scene->metres;
    *east = (near[0][2] + 2 * near[1][2] + near[2][2] - near[0][0] - 2 * near[1][0] - near[2][0]) /
            span;
    *south = (near[2][0] + 2 * near[2][1] + near[2][2] - near[0][0] - 2 * near[0][1] - near[0][2]) /
             span;
}

/* 90th percentile of the slopes of dry land. */
static float typical_slope(int threads, const fluv_scene *scene, const float *z, float *slopes,
                           float *dry)
{
#pragma omp parallel for schedule(static) num_threads(threads)
    for (uint32_t y = 0; y < scene->height; y++)
        for (uint32_t x = 0; x < scene->width; x++) {
            size_t at = (size_t)y * scene->width + x;
            float east, south;
            gradient(scene, z, x, y, &east, &south);
            float slope = sqrtf(east * east + south * south);
            slopes[at] = slope < 8 ? slope : 8;
            dry[at] = scene->valid[at] * (scene->sea[at] < 0.5f && scene->lake[at] < 0.5f);
        }
    return fluv_percentile(threads, slopes, dry, scene->pixels, 0.9, 0);
}

/* Surface that is shaded: the ground, and the water over lake floors. */
static void lay_surface(int threads, const fluv_scene *scene, float *z)
{
#pragma omp parallel for schedule(static) num_threads(threads)
    for (size_t i = 0; i < scene->pixels; i++)
        z[i] = scene->ground[i] + scene->depth[i] * (scene->sea[i] > 0.5f ? 0 : scene->lake[i]);
}

/* Keeps that share of what is finer than the forms around. */
static void keep_detail(int threads, const fluv_scene *scene, const float *around, float detail,
                        float *z)
{
#pragma omp parallel for schedule(static) num_threads(threads)
    for (size_t i = 0; i < scene->pixels; i++)
        z[i] = around[i] + (z[i] - around[i]) * detail;
}

static float sun_at(float east, float south, float raised, float *steep)
{
    float slope = sqrtf(east * east + south * south) * raised;
    float pressed = slope / sqrtf(1 + 0.30f * slope * slope); /* at most 1.8 */
    float factor = slope > 0 ? raised * pressed / slope : raised;
    float nx = -east * factor, ny = -south * factor;
    float length = 1 / sqrtf(1 + nx * nx + ny * ny);
    float sum = 0, flat = 0;
    for (size_t i = 0; i < SOURCES; i++) {
        float facing = (nx * sources[i].east + ny * sources[i].south + sources[i].up) * length;
        sum += sources[i].share * (facing > 0 ? facing : 0);
        flat += sources[i].share * sources[i].up;
    }
    *steep = 1 - length;
    return sum / flat;
}

static void light_pixels(int threads, const fluv_scene *scene, const float *z, float raised,
                         fluv_light *light)
{
#pragma omp parallel for schedule(static) num_threads(threads)
    for (uint32_t y = 0; y < scene->height; y++)
        for (uint32_t x = 0; x < scene->width; x++) {
            size_t at = (size_t)y * scene->width + x;
            float east, south;
            gradient(scene, z, x, y, &east, &south);
            light->sun[at] = sun_at(east, south, raised, &light->steep[at]);
        }
}

/* Adds how deep the land lies below its surroundings within `radius`, against that distance. */
static void add_hollow(int threads, const fluv_scene *scene, const float *z, const float *around,
                       float per_metre, float weight, float *hollow)
{
#pragma omp parallel for schedule(static) num_threads(threads)
    for (size_t i = 0; i < scene->pixels; i++) {
        float deep = (around[i] - z[i]) * per_metre;
        hollow[i] += weight * deep / (1 + fabsf(deep));
    }
}

static int scaled(const fluv_scene *scene, double radius)
{
    assert(radius > 0);
    uint32_t longer = scene->width > scene->height ? scene->width : scene->height;
    return (int)fmax(1, radius * longer / 1600);
}

fluv_status fluv_light_make(fluv_ctx *ctx, const fluv_scene *scene, fluv_light *light)
{
    static const float radii[HOLLOW_SCALES] = {4, 14, 45},
                       weights[HOLLOW_SCALES] = {0.3f, 0.4f, 0.3f};
    float **grids[] = {&light->sun, &light->hollow, &light->lowness, &light->steep};
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
        if (!(*grids[i] = fluv_scratch_zero(ctx, scene->pixels, sizeof(float))))
            return FLUV_NO_MEMORY;
    float *z = fluv_scratch(ctx, scene->pixels, sizeof *z);
    float *around = fluv_scratch(ctx, scene->pixels, sizeof *around);
    float *work = fluv_scratch(ctx, scene->pixels, sizeof *work);
    float *share = fluv_scratch(ctx, scene->pixels, sizeof *share);
    if (!z || !around || !work || !share)
        return FLUV_NO_MEMORY;
    int threads = ctx->threads;
    lay_surface(threads, scene, z);
    FLUV_TRY(fluv_look(ctx));

    float fine = typical_slope(threads, scene, z, light->sun, light->steep);
    FLUV_TRY(fluv_look(ctx));
    blur_land(threads, scene, FORM_RADIUS, z, work, share, around);
    FLUV_TRY(fluv_look(ctx));
    float form = typical_slope(threads, scene, around, light->sun, light->steep);
    float detail = MOST_DETAIL * fluv_smoothstep(0.15f, 0.55f, fine > 0 ? form / fine : 1);
    keep_detail(threads, scene, around, detail, z);
    float slope = form + (fine - form) * detail;
    light->slope = slope;
    float raised = fminf(fmaxf(TYPICAL_SLOPE / fmaxf(slope, 1e-6f), LEAST_RAISED), MOST_RAISED);
    FLUV_TRY(fluv_advance(ctx, 0.55));

    for (int k = 0; k < HOLLOW_SCALES; k++) {
        int radius = scaled(scene, radii[k]);
        blur_land(threads, scene, radius, z, work, share, around);
        add_hollow(threads, scene, z, around,
                   raised * 2.2f / ((float)radius * (float)scene->metres), weights[k],
                   light->hollow);
        FLUV_TRY(fluv_advance(ctx, 0.55 + 0.08 * (k + 1)));
    }
    blur_land(threads, scene, scaled(scene, WIDE_RADIUS), z, work, share, around);
    FLUV_TRY(fluv_look(ctx));
    add_hollow(threads, scene, z, around, 2.0f / fmaxf(scene->high - scene->low, 1), 1,
               light->lowness);
    light_pixels(threads, scene, z, raised, light);
    FLUV_TRY(fluv_look(ctx));
    fluv_scratch_drop(ctx, z);
    fluv_scratch_drop(ctx, around);
    fluv_scratch_drop(ctx, work);
    fluv_scratch_drop(ctx, share);
    return FLUV_OK;
}
