// SPDX-License-Identifier: MIT
/* The view "relief3d": the land as a block on a table, looked down on.
 *
 * in   scene, its colours, from where one looks     out   picture
 *
 * The eye stands far away and the picture plane is upright, as in a view camera: what is vertical
 * stays vertical, and each column of the picture is one line over the land. The line is walked from
 * the front to the back; what rises above all before it is seen, and every pixel is found once. So
 * nothing is missed between steps, and the cost depends on pixels alone. Nine samples a pixel.
 * Distance and low ground fade into haze. O(columns x length). Columns are independent of each
 * other: the same bytes for any number of threads.
 *
 * Based on: Wright. A two-space solution to the hidden line problem for plotting functions of two
 * variables. 1973; Narkowicz. ACES filmic tone mapping curve. 2016 */
#include "output/relief.h"

#include <assert.h>
#include <math.h>
#include <omp.h>
#include <string.h>

#define SAMPLES      3     /* a pixel, across and down */
#define STRIDE       0.75f /* pixels of the scene a step */
#define DISTANCE     4.5   /* of the eye, in half diagonals of the land */
#define MARGIN       0.045 /* of the picture's longer side */
#define THICKNESS    0.045 /* of the block below its lowest ground, of its longer side */
#define SUN_HEIGHT   0.56  /* radians */
#define SUN_ASIDE    1.3   /* radians to the left of where one looks */
#define MOST_HAZE    0.34f
#define WISHED_RISE  0.085 /* relief of the land over its width, if heights are raised for it */
#define WISHED_SLOPE 1.15  /* nine in ten slopes are to be gentler than this */
#define MOST_RAISED  5.0

static const fluv_radiance haze = {0.66f, 0.75f, 0.86f};
static const fluv_radiance paper_above = {0.80f, 0.84f, 0.875f},
                           paper_below = {0.93f, 0.92f, 0.895f};
static const fluv_radiance soil = {0.36f, 0.24f, 0.15f}, rock = {0.62f, 0.52f, 0.42f};
static const fluv_radiance table_light = {0.52f, 0.53f, 0.56f}; /* sky and paper, on a side */
static const fluv_radiance cut_water = {0.055f, 0.20f, 0.28f};

typedef struct camera {
    const fluv_relief *relief;
    double eye[3]; /* east and south in pixels of the scene; up */
    double forward[2], right[2];
    double flatten;            /* of the picture plane, since one looks down */
    double scale, left, above; /* from the picture plane to pixels */
    double near, far;          /* depth of the land */
    uint32_t width, height;    /* of the picture */
} camera;

/* A column of samples that is being filled from below. */
typedef struct column {
    fluv_radiance *sums; /* a value a pixel */
    uint16_t *counts;
    int top; /* samples from here down are filled */
} column;

/* ---- Placing the eye ------------------------------------------------------------------------ */

/* The place of a point on the picture plane, before it is fitted to the picture. */
static void project(const camera *c, double x, double y, double z, double at[2])
{
    double dx = x - c->eye[0], dy = y - c->eye[1];
    double depth = dx * c->forward[0] + dy * c->forward[1];
    at[0] = (dx * c->right[0] + dy * c->right[1]) / depth;
    at[1] = (c->eye[2] - z) * c->flatten / depth;
}

static void widen(const camera *c, double x, double y, double z, double low[2], double high[2])
{
    double at[2];
    project(c, x, y, z, at);
    for (int k = 0; k < 2; k++) {
        low[k] = fmin(low[k], at[k]);
        high[k] = fmax(high[k], at[k]);
    }
}

static uint32_t pixels(double length, uint32_t longest)
{
    return (uint32_t)fmin(fmax(ceil(length - 1e-6), 1), longest);
}

/* Scale and size of the picture, so that the block fills it. */
static void fit(camera *c, uint32_t longest)
{
    const fluv_relief *relief = c->relief;
    const fluv_scene *scene = relief->scene;
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (uint32_t j = 0; j < 2; j++)
        for (uint32_t i = 0; i < 2; i++)
            widen(c, i * (scene->width - 1.0), j * (scene->height - 1.0), relief->base, low, high);
    for (uint32_t y = 0; y < scene->height; y += 4)
        for (uint32_t x = 0; x < scene->width; x += 4)
            widen(c, x, y, relief->surface[(size_t)y * scene->width + x], low, high);
    double margin = MARGIN * longest;
    double across = high[0] - low[0], down = high[1] - low[1];
    c->scale = (longest - 2 * margin) / fmax(fmax(across, down), 1e-9);
    c->left = margin - low[0] * c->scale;
    c->above = margin - low[1] * c->scale;
    c->width = pixels(across * c->scale + 2 * margin, longest);
    c->height = pixels(down * c->scale + 2 * margin, longest);
}

static camera place(const fluv_relief *relief, const fluv_relief_wish *wish)
{
    const fluv_scene *scene = relief->scene;
    double middle[2] = {0.5 * (scene->width - 1.0), 0.5 * (scene->height - 1.0)};
    double half = fmax(hypot(middle[0], middle[1]), 1), away = DISTANCE * half;
    camera c = {.relief = relief,
                .forward = {sin(wish->azimuth), -cos(wish->azimuth)},
                .right = {cos(wish->azimuth), sin(wish->azimuth)},
                .flatten = cos(wish->tilt),
                .near = away - half,
                .far = away + half};
    c.eye[0] = middle[0] - away * c.forward[0];
    c.eye[1] = middle[1] - away * c.forward[1];
    c.eye[2] = relief->lowest + away * tan(wish->tilt);
    fit(&c, wish->longest);
    return c;
}

/* ---- What is seen --------------------------------------------------------------------------- */

static float haze_at(const camera *c, float depth, float z)
{
    const fluv_relief *relief = c->relief;
    float far = fluv_clamp01((depth - (float)c->near) / (float)(c->far - c->near));
    float high = (z - relief->lowest) / fmaxf(relief->highest - relief->lowest, 1e-3f);
    return MOST_HAZE * far * sqrtf(far) * (1 - 0.55f * fluv_clamp01(high));
}

/* Light that leaves the surface between four pixels, through the air. */
static fluv_radiance light_at(const camera *c, float x, float y, float depth, float z)
{
    uint32_t width = c->relief->scene->width, i = (uint32_t)x, j = (uint32_t)y;
    size_t right = i + 1 < width, down = j + 1 < c->relief->scene->height ? width : 0;
    const fluv_radiance *at = c->relief->light + (size_t)j * width + i;
    fluv_radiance above = fluv_radiance_mix(at[0], at[right], x - (float)i);
    fluv_radiance below = fluv_radiance_mix(at[down], at[down + right], x - (float)i);
    fluv_radiance light = fluv_radiance_mix(above, below, y - (float)j);
    return fluv_radiance_mix(light, haze, haze_at(c, depth, z));
}

static inline float between(const float *grid, uint32_t width, uint32_t height, float x, float y)
{
    uint32_t i = (uint32_t)x, j = (uint32_t)y;
    size_t right = i + 1 < width, down = j + 1 < height ? width : 0;
    const float *at = grid + (size_t)j * width + i;
    float u = x - (float)i, v = y - (float)j;
    float above = at[0] + (at[right] - at[0]) * u;
    return above + (at[down] + (at[down + right] - at[down]) * u - above) * v;
}

static inline void put(column *col, int sample, fluv_radiance light)
{
    int pixel = sample / SAMPLES;
    col->sums[pixel] = fluv_radiance_plus(col->sums[pixel], light, 1);
    col->counts[pixel]++;
}

/* The cut side of the block at one height: water, soil, and rock in beds. */
static fluv_radiance side_light(const fluv_relief *relief, float z, float ground, float surface,
                                float shone)
{
    float block = fmaxf(ground - relief->base, 1), below = (ground - z) / block;
    fluv_radiance colour = fluv_radiance_mix(soil, rock, fluv_smoothstep(0.0f, 0.5f, below));
    float beds = 0.5f + 0.5f * sinf(0.42f * (z - relief->base) + 2.1f * sinf(0.11f * z));
    colour = fluv_radiance_mix(colour, soil, 0.28f * beds * fluv_clamp01(below * 4));
    if (z > ground)
        colour =
            fluv_radiance_mix(cut_water, soil, 0.25f * (surface - z) / fmaxf(surface - ground, 1));
    fluv_radiance fallen = fluv_radiance_plus((fluv_radiance){0}, fluv_sun_light, shone);
    fallen = fluv_radiance_plus(fallen, table_light, 1);
    return fluv_radiance_times(colour, fallen, 1);
}

/* How squarely the sun meets the side that a line enters by. */
static float side_shone(const fluv_relief *relief, float x, float y)
{
    const fluv_scene *scene = relief->scene;
    float gaps[4] = {x, (float)scene->width - 1 - x, y, (float)scene->height - 1 - y};
    const double facing[4] = {-relief->sun[0], relief->sun[0], -relief->sun[1], relief->sun[1]};
    int side = 0;
    for (int k = 1; k < 4; k++)
        side = gaps[k] < gaps[side] ? k : side;
    return fmaxf(0, (float)(facing[side] * cos(SUN_HEIGHT)));
}

static void draw_side(const camera *c, const double at[2], double depth, column *col, double unit)
{
    const fluv_relief *relief = c->relief;
    const fluv_scene *scene = relief->scene;
    float x = (float)at[0], y = (float)at[1];
    float surface = between(relief->surface, scene->width, scene->height, x, y);
    float ground = relief->scale * between(scene->ground, scene->width, scene->height, x, y);
    ground = fminf(ground, surface);
    float shone = side_shone(relief, x, y);
    int from = (int)ceil((c->above * SAMPLES) + (c->eye[2] - surface) * unit / depth - 0.5);
    int to = (int)ceil((c->above * SAMPLES) + (c->eye[2] - relief->base) * unit / depth - 0.5);
    from = from > 0 ? from : 0;
    to = to < (int)c->height * SAMPLES ? to : (int)c->height * SAMPLES;
    for (int s = from; s < to; s++) {
        float z = (float)(c->eye[2] - (s + 0.5 - c->above * SAMPLES) * depth / unit);
        put(col, s, side_light(relief, z, ground, surface, shone));
    }
    col->top = from < to ? from : to;
}

/* ---- Walking a line ------------------------------------------------------------------------- */

/* Where the line through `sight` enters and leaves the land; false: not at all. */
static bool cross(const camera *c, const double sight[2], double *enter, double *leave)
{
    const double last[2] = {c->relief->scene->width - 1.0, c->relief->scene->height - 1.0};
    *enter = 0;
    *leave = INFINITY;
    for (int k = 0; k < 2; k++) {
        if (fabs(sight[k]) < 1e-12) {
            if (c->eye[k] < 0 || c->eye[k] > last[k])
                return false;
            continue;
        }
        double a = -c->eye[k] / sight[k], b = (last[k] - c->eye[k]) / sight[k];
        *enter = fmax(*enter, fmin(a, b));
        *leave = fmin(*leave, fmax(a, b));
    }
    return *leave > *enter;
}

static void clamp_inside(const fluv_scene *scene, double at[2])
{
    at[0] = fmin(fmax(at[0], 0), scene->width - 1.0);
    at[1] = fmin(fmax(at[1], 0), scene->height - 1.0);
}

/* Fills the samples that this step is the first to reach, from the light before to that here. */
static void rise(column *col, float before, float here, fluv_radiance light_before,
                 fluv_radiance light_here)
{
    int from = (int)ceilf(here - 0.5f);
    from = from > 0 ? from : 0;
    float span = before - here;
    for (int s = col->top - 1; s >= from; s--) {
        float share = span > 0 ? fluv_clamp01((before - ((float)s + 0.5f)) / span) : 1;
        put(col, s, fluv_radiance_mix(light_before, light_here, share));
    }
    col->top = from < col->top ? from : col->top;
}

static void walk(const camera *c, double sight_x, column *col)
{
    const fluv_relief *relief = c->relief;
    const fluv_scene *scene = relief->scene;
    double sight[2], enter, leave, at[2];
    for (int k = 0; k < 2; k++)
        sight[k] = c->forward[k] + c->right[k] * sight_x;
    if (!cross(c, sight, &enter, &leave))
        return;
    double unit = c->flatten * c->scale * SAMPLES, stride = STRIDE / hypot(sight[0], sight[1]);
    uint32_t steps = (uint32_t)ceil((leave - enter) / stride);
    for (int k = 0; k < 2; k++)
        at[k] = c->eye[k] + enter * sight[k];
    clamp_inside(scene, at);
    draw_side(c, at, enter, col, unit);
    float before = (float)col->top + 0.5f;
    fluv_radiance seen = light_at(c, (float)at[0], (float)at[1], (float)enter, relief->lowest);
    bool fresh = true; /* `seen` is that of the step before */
    double last[2] = {at[0], at[1]}, last_depth = enter;
    for (uint32_t i = 1; i <= steps; i++) {
        double depth = i < steps ? enter + i * stride : leave;
        at[0] = c->eye[0] + depth * sight[0];
        at[1] = c->eye[1] + depth * sight[1];
        clamp_inside(scene, at);
        float x = (float)at[0], y = (float)at[1];
        float z = between(relief->surface, scene->width, scene->height, x, y);
        float here = (float)(c->above * SAMPLES + (c->eye[2] - z) * unit / depth);
        bool risen = here < (float)col->top - 0.5f;
        if (risen) {
            if (!fresh)
                seen = light_at(c, (float)last[0], (float)last[1], (float)last_depth, z);
            fluv_radiance light = light_at(c, x, y, (float)depth, z);
            rise(col, before, here, seen, light);
            seen = light;
        }
        fresh = risen;
        before = here;
        memcpy(last, at, sizeof last);
        last_depth = depth;
    }
}

/* ---- The picture ---------------------------------------------------------------------------- */

/* Paper, and the block's shadow on it. */
static fluv_radiance paper_at(const camera *c, double x, double y)
{
    const fluv_relief *relief = c->relief;
    double right = (x - c->left) / c->scale, down = (y - c->above) / c->scale;
    float way = (float)(y / c->height);
    fluv_radiance paper = fluv_radiance_mix(paper_above, paper_below, fluv_smoothstep(0, 1, way));
    double depth = down > 0 ? (c->eye[2] - relief->base) * c->flatten / down : INFINITY;
    if (depth > 3 * c->far)
        return paper;
    double half[2] = {0.5 * (relief->scene->width - 1.0), 0.5 * (relief->scene->height - 1.0)};
    double unit = fmax(half[0], half[1]),
           long_shadow = (relief->lowest - relief->base) / relief->sun_tangent;
    float dark = 0;
    for (int k = 0; k < 2; k++) {
        double out = 0;
        for (int axis = 0; axis < 2; axis++) {
            double at = c->eye[axis] + depth * (c->forward[axis] + c->right[axis] * right);
            double moved = at - half[axis] + (k ? relief->sun[axis] * long_shadow : 0);
            double beyond = fmax(fabs(moved) - half[axis], 0);
            out += beyond * beyond;
        }
        double soft = k ? 0.020 * unit : 0.055 * unit;
        dark += (k ? 0.30f : 0.22f) * (float)exp(-sqrt(out) / soft);
    }
    return fluv_radiance_times(paper, (fluv_radiance){1, 1, 1.02f}, 1 - dark);
}

static float filmic(float x)
{
    return fluv_clamp01(x * (2.51f * x + 0.03f) / (x * (2.43f * x + 0.59f) + 0.14f));
}

static uint8_t to_byte(float x)
{
    x = x <= 0.0031308f ? 12.92f * x : 1.055f * powf(x, 1 / 2.4f) - 0.055f;
    return (uint8_t)(fluv_clamp01(x) * 255 + 0.5f);
}

static void develop(const camera *c, uint32_t x, const column *col, fluv_picture *picture)
{
    const float exposure = 0.80f;
    for (uint32_t y = 0; y < c->height; y++) {
        float share = (float)col->counts[y] / (SAMPLES * SAMPLES);
        fluv_radiance shown = {0};
        if (col->counts[y]) {
            float mean = exposure / (float)col->counts[y];
            shown =
                (fluv_radiance){filmic(col->sums[y].red * mean), filmic(col->sums[y].green * mean),
                                filmic(col->sums[y].blue * mean)};
        }
        if (share < 1)
            shown = fluv_radiance_mix(paper_at(c, x + 0.5, y + 0.5), shown, share);
        uint8_t *rgb = picture->rgb + 3 * ((size_t)y * c->width + x);
        rgb[0] = to_byte(shown.red);
        rgb[1] = to_byte(shown.green);
        rgb[2] = to_byte(shown.blue);
    }
}

static fluv_status draw_columns(fluv_ctx *ctx, const camera *c, fluv_picture *picture)
{
    size_t threads = (size_t)ctx->threads;
    fluv_radiance *sums = fluv_scratch(ctx, threads * c->height, sizeof *sums);
    uint16_t *counts = fluv_scratch(ctx, threads * c->height, sizeof *counts);
    if (!sums || !counts)
        return FLUV_NO_MEMORY;
#pragma omp parallel for schedule(dynamic, 16) num_threads(ctx->threads)
    for (uint32_t x = 0; x < c->width; x++) {
        size_t own = (size_t)omp_get_thread_num() * c->height;
        column col = {.sums = sums + own, .counts = counts + own};
        memset(col.sums, 0, c->height * sizeof *sums);
        memset(col.counts, 0, c->height * sizeof *counts);
        for (int k = 0; k < SAMPLES; k++) {
            col.top = (int)c->height * SAMPLES;
            walk(c, (x + (k + 0.5) / SAMPLES - c->left) / c->scale, &col);
        }
        develop(c, x, &col, picture);
    }
    return fluv_look(ctx);
}

/* Heights as they are where the land is steep; plains are raised until they are seen. */
static double usual_exaggeration(const fluv_scene *scene, double slope)
{
    double longer = scene->width > scene->height ? scene->width : scene->height;
    double relief = fmax(scene->high - scene->low, 1e-3);
    double by_relief = WISHED_RISE * longer * scene->metres / relief;
    double by_slope = WISHED_SLOPE / fmax(slope, 1e-6);
    return fmin(fmax(fmin(by_relief, by_slope), 1), MOST_RAISED);
}

static void find_range(fluv_relief *relief)
{
    const fluv_scene *scene = relief->scene;
    relief->lowest = INFINITY;
    relief->highest = -INFINITY;
    float floor = INFINITY;
    for (size_t i = 0; i < scene->pixels; i++) {
        relief->lowest = fminf(relief->lowest, relief->surface[i]);
        relief->highest = fmaxf(relief->highest, relief->surface[i]);
        floor = fminf(floor, scene->valid[i] > 0 ? scene->ground[i] * relief->scale : INFINITY);
    }
    uint32_t longer = scene->width > scene->height ? scene->width : scene->height;
    float thick = (float)(THICKNESS * longer);
    floor = fmaxf(fminf(floor, relief->lowest), relief->lowest - 2 * thick);
    relief->base = floor - thick;
}

fluv_status fluv_relief_draw(fluv_ctx *ctx, const fluv_sheet *sheet, const fluv_picture *paint,
                             const fluv_relief_wish *wish, fluv_picture *out)
{
    const fluv_scene *scene = sheet->scene;
    const fluv_light *light = sheet->light;
    assert(wish->longest > 0 && wish->tilt > 0 && wish->tilt < 1.6);
    double raised =
        wish->exaggeration > 0 ? wish->exaggeration : usual_exaggeration(scene, light->slope);
    double sun = wish->azimuth - SUN_ASIDE;
    fluv_relief relief = {.scene = scene,
                          .scale = (float)(raised / scene->metres),
                          .sight = {sin(wish->azimuth), -cos(wish->azimuth)},
                          .sun = {sin(sun), -cos(sun)},
                          .sun_tangent = tan(SUN_HEIGHT),
                          .fall = tan(wish->tilt)};
    FLUV_TRY(fluv_relief_light(ctx, paint, &relief));
    find_range(&relief);
    camera c = place(&relief, wish);
    out->width = c.width;
    out->height = c.height;
    out->rgb = fluv_alloc(ctx, (size_t)c.width * c.height, 3);
    if (!out->rgb)
        return FLUV_NO_MEMORY;
    return draw_columns(ctx, &c, out);
}
