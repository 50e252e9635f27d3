// SPDX-License-Identifier: MIT
/* Light on the block of the view "relief3d".
 *
 * in   scene, its colours     out   for every pixel of the scene the light that leaves it
 *
 * A low sun from the left behind the land, as wide as a hazy sun, so that shadows have soft rims;
 * the sky from all sides, as far as the horizon lets it in; and what the ground around throws back.
 * Horizons of sixteen directions give all three. Water lets light in, the less the deeper it is,
 * and mirrors the sky, or the far shore where that stands high enough. O(pixels).
 *
 * Based on: Kennelly, Stewart. General sky models for illuminating terrains. 2014;
 * Schlick. An inexpensive BRDF model for physically-based rendering. 1994 */
#include "output/relief.h"

#include "field/horizon.h"

#include <assert.h>
#include <math.h>

#define SKIES     16
#define SUNS      5
#define SUN_WIDTH 0.055 /* radians: half of what a sun in haze seems to be */
#define COARSE    2     /* pixels of the scene for one of the sky's: it varies slowly */
#define WET       1.33f /* refractive index */

const fluv_radiance fluv_sun_light = {1.72f, 1.52f, 1.24f};
const fluv_radiance fluv_sky_light = {0.46f, 0.56f, 0.74f};
static const fluv_radiance shallow = {0.13f, 0.36f, 0.38f}, deep = {0.014f, 0.080f, 0.170f};
static const fluv_radiance closed_water = {0.20f, 0.46f, 0.40f};
static const fluv_radiance far_sky = {0.62f, 0.72f, 0.84f}, far_shore = {0.10f, 0.13f, 0.12f};

typedef struct lamp {
    float *sky;     /* share of the sky that is seen, coarse */
    float *sun;     /* share of the sun that is seen */
    float *facing;  /* horizon the way one looks */
    uint32_t width; /* of the coarse grid */
    uint32_t height;
} lamp;

static float to_linear(uint8_t byte)
{
    float x = (float)byte / 255.0f;
    return x <= 0.04045f ? x / 12.92f : powf((x + 0.055f) / 1.055f, 2.4f);
}

/* Colours of a map are pale, so that one can write on them; ground in the sun is deeper. */
static fluv_radiance albedo(const float table[256], const uint8_t *rgb)
{
    fluv_radiance c = {table[rgb[0]], table[rgb[1]], table[rgb[2]]};
    float grey = 0.30f * c.red + 0.59f * c.green + 0.11f * c.blue;
    fluv_radiance grey_light = {grey, grey, grey};
    c = fluv_radiance_mix(grey_light, c, 1.35f);
    float darker = 0.42f + 0.66f * grey;
    c.red = fmaxf(c.red, 0) * darker;
    c.green = fmaxf(c.green, 0) * darker;
    c.blue = fmaxf(c.blue, 0) * darker;
    return c;
}

static void lay_surface(int threads, fluv_relief *relief)
{
    const fluv_scene *scene = relief->scene;
    float bottom = scene->low;
#pragma omp parallel for schedule(static) num_threads(threads)
    for (size_t i = 0; i < scene->pixels; i++) {
        float z = scene->ground[i];
        if (scene->sea[i] > 0.5f)
            z = fmaxf(z, 0);
        else if (scene->lake[i] > 0.5f)
            z += scene->depth[i];
        relief->surface[i] = (scene->valid[i] > 0 ? z : bottom) * relief->scale;
    }
}

static void coarsen(int threads, const fluv_relief *relief, const lamp *l, float *out)
{
    uint32_t width = relief->scene->width, height = relief->scene->height;
#pragma omp parallel for schedule(static) num_threads(threads)
    for (uint32_t y = 0; y < l->height; y++)
        for (uint32_t x = 0; x < l->width; x++) {
            float sum = 0;
            for (uint32_t j = 0; j < COARSE; j++)
                for (uint32_t i = 0; i < COARSE; i++) {
                    uint32_t row = y * COARSE + j, col = x * COARSE + i;
                    row = row < height ? row : height - 1;
                    col = col < width ? col : width - 1;
                    sum += relief->surface[(size_t)row * width + col];
                }
            out[(size_t)y * l->width + x] = sum / (COARSE * COARSE * COARSE);
        }
}

/* The share of light from an even sky that level ground keeps: cos^2 of each horizon. */
static fluv_status look_at_sky(fluv_ctx *ctx, const fluv_relief *relief, lamp *l)
{
    const double pi = 3.14159265358979323846;
    l->width = (relief->scene->width + COARSE - 1) / COARSE;
    l->height = (relief->scene->height + COARSE - 1) / COARSE;
    size_t count = (size_t)l->width * l->height;
    l->sky = fluv_scratch_zero(ctx, count, sizeof(float));
    float *z = fluv_scratch(ctx, count, sizeof *z), *horizon = fluv_scratch(ctx, count, sizeof *z);
    float *work =
        fluv_scratch(ctx, fluv_horizon_work(ctx->threads, l->width, l->height), sizeof *work);
    if (!l->sky || !z || !horizon || !work)
        return FLUV_NO_MEMORY;
    coarsen(ctx->threads, relief, l, z);
    for (int k = 0; k < SKIES; k++) {
        double turn = 2 * pi * (k + 0.5) / SKIES;
        fluv_horizon(ctx->threads, l->width, l->height, z, sin(turn), -cos(turn), work, horizon);
#pragma omp parallel for schedule(static) num_threads(ctx->threads)
        for (size_t i = 0; i < count; i++)
            l->sky[i] += 1.0f / (SKIES * (1 + horizon[i] * horizon[i]));
        FLUV_TRY(fluv_look(ctx));
    }
    fluv_scratch_drop(ctx, z);
    fluv_scratch_drop(ctx, horizon);
    fluv_scratch_drop(ctx, work);
    return FLUV_OK;
}

/* Parts of the sun side by side, each hidden from below upwards. */
static fluv_status look_at_sun(fluv_ctx *ctx, const fluv_relief *relief, lamp *l)
{
    const fluv_scene *scene = relief->scene;
    uint32_t width = scene->width, height = scene->height;
    l->sun = fluv_scratch_zero(ctx, scene->pixels, sizeof(float));
    l->facing = fluv_scratch(ctx, scene->pixels, sizeof(float));
    float *work = fluv_scratch(ctx, fluv_horizon_work(ctx->threads, width, height), sizeof *work);
    if (!l->sun || !l->facing || !work)
        return FLUV_NO_MEMORY;
    double height_angle = atan(relief->sun_tangent), turn = atan2(relief->sun[0], -relief->sun[1]);
    for (int k = 0; k < SUNS; k++) {
        double aside = SUN_WIDTH * (2.0 * k - SUNS + 1) / SUNS;
        double half = sqrt(SUN_WIDTH * SUN_WIDTH - aside * aside);
        double at = turn + aside / cos(height_angle);
        float low = (float)tan(height_angle - half), high = (float)tan(height_angle + half);
        fluv_horizon(ctx->threads, width, height, relief->surface, sin(at), -cos(at), work,
                     l->facing);
#pragma omp parallel for schedule(static) num_threads(ctx->threads)
        for (size_t i = 0; i < scene->pixels; i++)
            l->sun[i] += (1 - fluv_smoothstep(low, high, l->facing[i])) / SUNS;
        FLUV_TRY(fluv_look(ctx));
    }
    fluv_horizon(ctx->threads, width, height, relief->surface, relief->sight[0], relief->sight[1],
                 work, l->facing);
    fluv_scratch_drop(ctx, work);
    return FLUV_OK;
}

static float sky_at(const lamp *l, uint32_t x, uint32_t y)
{
    float u = fmaxf(((float)x + 0.5f) / COARSE - 0.5f, 0);
    float v = fmaxf(((float)y + 0.5f) / COARSE - 0.5f, 0);
    uint32_t i = (uint32_t)u, j = (uint32_t)v;
    size_t right = i + 1 < l->width, down = j + 1 < l->height ? l->width : 0;
    const float *at = l->sky + (size_t)j * l->width + i;
    float above = at[0] + (at[right] - at[0]) * (u - (float)i);
    float below = at[down] + (at[down + right] - at[down]) * (u - (float)i);
    return above + (below - above) * (v - (float)j);
}

/* The cosine between the sun and what stands upright on the surface. */
static float sun_facing(const fluv_relief *relief, uint32_t x, uint32_t y)
{
    uint32_t width = relief->scene->width, height = relief->scene->height;
    const float *z = relief->surface + (size_t)y * width + x;
    size_t left = x > 0, right = x + 1 < width;
    size_t up = y > 0 ? width : 0, down = y + 1 < height ? width : 0;
    float across = (float)(left + right > 0 ? left + right : 1);
    float along = (float)((up > 0) + (down > 0) > 0 ? (up > 0) + (down > 0) : 1);
    float east = (*(z + right) - *(z - left)) / across, south = (*(z + down) - *(z - up)) / along;
    float tangent = (float)relief->sun_tangent;
    float facing = (tangent - east * (float)relief->sun[0] - south * (float)relief->sun[1]) /
                   sqrtf((1 + east * east + south * south) * (1 + tangent * tangent));
    return facing > 0 ? facing : 0;
}

static fluv_radiance ground_light(fluv_radiance colour, float sun, float sky)
{
    /* What the ground around throws back has its colour. */
    float back = 0.16f * (1 - sky) * (0.4f + sun);
    fluv_radiance fallen = {fluv_sun_light.red * (sun + back), fluv_sun_light.green * (sun + back),
                            fluv_sun_light.blue * (sun + back)};
    fallen = fluv_radiance_plus(fallen, fluv_sky_light, sky);
    return fluv_radiance_times(colour, fallen, 1);
}

/* `bed`: what one would see of the floor. */
static fluv_radiance water_light(const fluv_relief *relief, const lamp *l, size_t at,
                                 fluv_radiance bed, float sun, float sky)
{
    const fluv_scene *scene = relief->scene;
    float depth = scene->depth[at], fall = (float)relief->fall;
    float through = expf(-depth / 5.0f), murk = 1 - expf(-depth / 45.0f);
    fluv_radiance body = fluv_radiance_mix(shallow, deep, murk);
    if (scene->closed[at])
        body = fluv_radiance_mix(body, closed_water, 0.5f);
    body = ground_light(body, 0.75f * sun, sky);
    body = fluv_radiance_mix(body, bed, 0.45f * through);
    float upright = fall / sqrtf(1 + fall * fall), edge = (WET - 1) / (WET + 1);
    float mirror = edge * edge + (1 - edge * edge) * powf(1 - upright, 5);
    float shore = fluv_smoothstep(0.7f * fall, 1.2f * fall, l->facing[at]);
    fluv_radiance seen = fluv_radiance_mix(far_sky, far_shore, shore);
    return fluv_radiance_mix(body, seen, 2.0f * mirror);
}

static void light_rows(int threads, const fluv_picture *paint, const lamp *l, fluv_relief *relief)
{
    const fluv_scene *scene = relief->scene;
    float table[256],
        up = (float)(relief->sun_tangent / sqrt(1 + relief->sun_tangent * relief->sun_tangent));
    for (int i = 0; i < 256; i++)
        table[i] = to_linear((uint8_t)i);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (uint32_t y = 0; y < scene->height; y++)
        for (uint32_t x = 0; x < scene->width; x++) {
            size_t at = (size_t)y * scene->width + x;
            float sky = sky_at(l, x, y), shone = l->sun[at];
            fluv_radiance colour = albedo(table, paint->rgb + 3 * at);
            fluv_radiance light = ground_light(colour, shone * sun_facing(relief, x, y), sky);
            float still = fmaxf(scene->sea[at], scene->lake[at]);
            if (still > 0)
                light = fluv_radiance_mix(light, water_light(relief, l, at, light, shone * up, sky),
                                          still);
            relief->light[at] = light;
        }
}

fluv_status fluv_relief_light(fluv_ctx *ctx, const fluv_picture *paint, fluv_relief *relief)
{
    const fluv_scene *scene = relief->scene;
    assert(paint->width == scene->width && paint->height == scene->height);
    lamp l = {0};
    relief->surface = fluv_scratch(ctx, scene->pixels, sizeof(float));
    relief->light = fluv_scratch(ctx, scene->pixels, sizeof *relief->light);
    if (!relief->surface || !relief->light)
        return FLUV_NO_MEMORY;
    lay_surface(ctx->threads, relief);
    FLUV_TRY(look_at_sky(ctx, relief, &l));
    FLUV_TRY(look_at_sun(ctx, relief, &l));
    light_rows(ctx->threads, paint, &l, relief);
    return fluv_look(ctx);
}
