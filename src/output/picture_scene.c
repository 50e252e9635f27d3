// SPDX-License-Identifier: MIT
/* The scene: every layer a picture needs, at the picture's resolution.
 *
 * in   a landscape with height; cover, water and lakes where there are     out   fluv_scene
 *
 * Frames smaller than the picture are enlarged, larger ones averaged before anything is shaded.
 * Without a cover layer the sea is where height is at most 0. O(cells + pixels). */
#include "output/picture_parts.h"

#include "base/clones.h"
#include "landscape/regions.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#define BINS    4096
#define FADE    36.0 /* pixels of a picture 1600 wide over which deserts fade out */
#define HIGHEST 1e6f /* m; heights beyond are drawn as this, so that no sum overflows */

void fluv_picture_size(const fluv_frame *frame, fluv_picture_range range, uint32_t *width,
                       uint32_t *height)
{
    assert(frame->cols > 0 && frame->rows > 0 && range.least > 0 && range.least <= range.most);
    uint32_t long_side = frame->cols > frame->rows ? frame->cols : frame->rows;
    double scale = 1;
    if (long_side < range.least)
        scale = (double)range.least / long_side;
    else if (long_side > range.most)
        scale = (double)range.most / long_side;
    *width = (uint32_t)fmax(1, floor(frame->cols * scale + 0.5));
    *height = (uint32_t)fmax(1, floor(frame->rows * scale + 0.5));
    assert(*width <= range.most && *height <= range.most);
}

/* Rows of the layers. A height that is not finite is nodata. Without branches and calls in their
 * loops, so that the compiler takes several cells at once: a large frame has many times the
 * picture's pixels. */

static const float *height_row(const fluv_landscape *land, uint32_t row)
{
    return fluv_height_of(land) + (size_t)row * land->frame.cols;
}

FLUV_INLINE bool is_known(float value)
{
    return fabsf(value) <= FLT_MAX;
}

FLUV_INLINE float limited(float value, float least)
{
    value = value < least ? least : value;
    return value > HIGHEST ? HIGHEST : value;
}

FLUV_CLONES static void ground_row(const fluv_landscape *land, uint32_t row, float *restrict values)
{
    const float *height = height_row(land, row);
    uint32_t cols = land->frame.cols;
    for (uint32_t x = 0; x < cols; x++)
        values[x] = is_known(height[x]) ? limited(height[x], -HIGHEST) : NAN;
}

/* 1 where the cover is as wanted. */
FLUV_CLONES static void cover_row(const fluv_landscape *land, uint32_t row, fluv_cover wanted,
                                  float *restrict values)
{
    const float *height = height_row(land, row);
    uint32_t cols = land->frame.cols;
    if (!fluv_cover_of(land)) {
        for (uint32_t x = 0; x < cols; x++) {
            float there = (height[x] <= 0) == (wanted == FLUV_OCEAN) ? 1.0f : 0.0f;
            there = wanted == FLUV_OCEAN || wanted == FLUV_LAND ? there : 0.0f;
            values[x] = is_known(height[x]) ? there : NAN;
        }
        return;
    }
    const uint8_t *cover = fluv_cover_of(land) + (size_t)row * cols;
    for (uint32_t x = 0; x < cols; x++) {
        float there = cover[x] == wanted ? 1.0f : 0.0f;
        values[x] = is_known(height[x]) ? there : NAN;
    }
}

static void sea_row(const fluv_landscape *land, uint32_t row, float *values)
{
    cover_row(land, row, FLUV_OCEAN, values);
}

static void lake_row(const fluv_landscape *land, uint32_t row, float *values)
{
    cover_row(land, row, FLUV_LAKE, values);
}

static void river_row(const fluv_landscape *land, uint32_t row, float *values)
{
    cover_row(land, row, FLUV_RIVER, values);
}

static void bare_row(const fluv_landscape *land, uint32_t row, float *values)
{
    cover_row(land, row, FLUV_DRY_BED, values);
}

static void desert_row(const fluv_landscape *land, uint32_t row, float *values)
{
    const uint8_t *region = fluv_region_of(land) + (size_t)row * land->frame.cols;
    for (uint32_t x = 0; x < land->frame.cols; x++)
        values[x] = region[x] == FLUV_DESERT ? 1.0f : 0.0f;
}

/* Depth of standing water; NaN elsewhere, so that shores do not make their water shallow. */
static void depth_row(const fluv_landscape *land, uint32_t row, float *values)
{
    const float *height = height_row(land, row), *water = fluv_water_of(land);
    const uint8_t *cover = fluv_cover_of(land);
    for (uint32_t x = 0; x < land->frame.cols; x++) {
        size_t cell = (size_t)row * land->frame.cols + x;
        bool sea = cover ? cover[cell] == FLUV_OCEAN : height[x] <= 0;
        values[x] = NAN;
        if (!sea && !(cover && cover[cell] == FLUV_LAKE))
            continue;
        float level = water ? water[cell] : NAN;
        if (sea && !is_known(level))
            level = 0;
        float depth = level - height[x];
        values[x] = is_known(depth) ? limited(depth, 0) : NAN;
    }
}

/* Whether a layer is all zero because the landscape has nothing to fill it with. */
static bool is_bare_of(const fluv_landscape *land, fluv_row_fn *row)
{
    if (row == desert_row)
        return !fluv_region_of(land);
    if (row == river_row)
        return fluv_rivers_of(land); /* lines are finer than cells */
    return (row == lake_row || row == bare_row) && !fluv_cover_of(land);
}

/* The least and the greatest of the chosen values. */
static void range_of(int threads, const float *values, const float *chosen, size_t count,
                     float *least, float *most)
{
    float low = INFINITY, high = -INFINITY;
#pragma omp parallel for schedule(static) num_threads(threads) reduction(min                       \
                                                                         : low) reduction(max      \
                                                                                          : high)
    for (size_t i = 0; i < count; i++)
        if (chosen[i] > 0.5f) {
            low = values[i] < low ? values[i] : low;
            high = values[i] > high ? values[i] : high;
        }
    *least = low;
    *most = high;
}

float fluv_percentile(int threads, const float *values, const float *chosen, size_t count,
                      double share, float fallback)
{
    assert(share >= 0 && share <= 1);
    float low, high;
    size_t bins[BINS] = {0}, total = 0, below = 0, bin = 0;
    range_of(threads, values, chosen, count, &low, &high);
    if (!(high > low))
        return high == low ? low : fallback;
    double scale = (BINS - 1) / ((double)high - low);
#pragma omp parallel for schedule(static) num_threads(threads) reduction(+ : bins, total)
    for (size_t i = 0; i < count; i++)
        if (chosen[i] > 0.5f) {
            bins[(size_t)(((double)values[i] - low) * scale)]++;
            total++;
        }
    for (; bin < BINS - 1 && (double)(below + bins[bin]) < share * (double)total; bin++)
        below += bins[bin];
    return (float)(low + (double)bin / scale);
}

/* Shares of a pixel, 0 outside the data, with an edge some two pixels wide. */
static void smooth_share(fluv_ctx *ctx, const fluv_scene *scene, float *work, float *share)
{
#pragma omp parallel for schedule(static) num_threads(ctx->threads)
    for (size_t i = 0; i < scene->pixels; i++)
        share[i] = share[i] > 0 ? share[i] : 0;
    uint32_t width = scene->width;
#pragma omp parallel for schedule(static) num_threads(ctx->threads)
    for (uint32_t y = 0; y < scene->height; y++) {
        size_t up = y > 0 ? width : 0, down = y + 1 < scene->height ? width : 0;
        for (uint32_t x = 0; x < width; x++) {
            size_t at = (size_t)y * width + x, left = x > 0, right = x + 1 < width;
            float cross = share[at - up] + share[at + down] + share[at - left] + share[at + right];
            float corners = share[at - up - left] + share[at - up + right] +
                            share[at + down - left] + share[at + down + right];
            work[at] = 0.25f * share[at] + 0.125f * cross + 0.0625f * corners;
        }
    }
#pragma omp parallel for schedule(static) num_threads(ctx->threads)
    for (size_t i = 0; i < scene->pixels; i++)
        share[i] = fluv_smoothstep(0.15f, 0.75f, work[i]);
}

/* Nodata gets the mean of the land, so that blurring has something to go on with. */
static float mean_ground(const fluv_scene *scene, size_t known)
{
    double sum = 0;
    for (size_t i = 0; i < scene->pixels; i++)
        sum += scene->valid[i] > 0 ? (double)scene->ground[i] : 0.0;
    return known ? (float)(sum / (double)known) : 0;
}

static void fill_gaps(int threads, fluv_scene *scene)
{
    size_t known = 0;
#pragma omp parallel for schedule(static) num_threads(threads) reduction(+ : known)
    for (size_t i = 0; i < scene->pixels; i++) {
        bool there = scene->ground[i] == scene->ground[i];
        scene->valid[i] = there ? 1.0f : 0.0f;
        scene->depth[i] = scene->depth[i] > 0 ? scene->depth[i] : 0;
        known += there;
    }
    scene->has_nodata = known < scene->pixels;
    if (!scene->has_nodata)
        return;
    scene->mean = mean_ground(scene, known);
    for (size_t i = 0; i < scene->pixels; i++)
        scene->ground[i] = scene->valid[i] > 0 ? scene->ground[i] : scene->mean;
}

static fluv_status make_grids(fluv_ctx *ctx, fluv_scene *scene)
{
    float **grids[] = {&scene->ground, &scene->valid, &scene->sea,
                       &scene->lake,   &scene->depth, &scene->bare,
                       &scene->desert, &scene->river, &scene->dry_river};
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
        if (!(*grids[i] = fluv_scratch_zero(ctx, scene->pixels, sizeof(float))))
            return FLUV_NO_MEMORY;
    scene->closed = fluv_scratch_zero(ctx, scene->pixels, 1);
    return scene->closed ? FLUV_OK : FLUV_NO_MEMORY;
}

/* Percentiles of land and water. `land`: one value a pixel, to choose with. */
static void measure(int threads, fluv_scene *scene, float *land)
{
    bool any = false, sea = false;
#pragma omp parallel for schedule(static) num_threads(threads) reduction(|| : any, sea)
    for (size_t i = 0; i < scene->pixels; i++) {
        land[i] = scene->valid[i] * (scene->sea[i] < 0.5f && scene->lake[i] < 0.5f);
        any = any || land[i] > 0;
        sea = sea || scene->sea[i] > 0.5f;
    }
    scene->has_sea = sea;
    const float *chosen = any ? land : scene->valid;
    scene->low = fluv_percentile(threads, scene->ground, chosen, scene->pixels, 0.02, 0);
    scene->high = fluv_percentile(threads, scene->ground, chosen, scene->pixels, 0.98, 0);
    scene->deepest_sea = fluv_percentile(threads, scene->depth, scene->sea, scene->pixels, 0.99, 0);
    scene->deepest_lake =
        fluv_percentile(threads, scene->depth, scene->lake, scene->pixels, 0.99, 0);
}

static void place(fluv_scene *scene, fluv_picture_range range)
{
    const fluv_frame *frame = &scene->land->frame;
    double cell = frame->cell > 0 ? frame->cell : 1;
    fluv_picture_size(frame, range, &scene->width, &scene->height);
    scene->pixels = (size_t)scene->width * scene->height;
    scene->scale_x = scene->width / (frame->cols * cell);
    scene->scale_y = scene->height / (frame->rows * cell);
    scene->metres = 1 / fmax(scene->scale_x, scene->scale_y);
}

fluv_status fluv_scene_make(fluv_ctx *ctx, const fluv_landscape *land, fluv_picture_range range,
                            fluv_scene *scene)
{
    *scene = (fluv_scene){.land = land};
    place(scene, range);
    FLUV_TRY(make_grids(ctx, scene));
    const struct {
        fluv_row_fn *row;
        float *grid;
    } layers[] = {{ground_row, scene->ground}, {sea_row, scene->sea},   {lake_row, scene->lake},
                  {depth_row, scene->depth},   {bare_row, scene->bare}, {desert_row, scene->desert},
                  {river_row, scene->river}};
    for (size_t i = 0; i < sizeof layers / sizeof *layers; i++) {
        if (!is_bare_of(land, layers[i].row))
            FLUV_TRY(fluv_resample(ctx, land, layers[i].row, scene->width, scene->height,
                                   layers[i].grid));
        FLUV_TRY(fluv_advance(ctx, 0.07 * (double)(i + 1)));
    }
    fill_gaps(ctx->threads, scene);
    float *work = fluv_scratch(ctx, scene->pixels, sizeof *work);
    if (!work)
        return FLUV_NO_MEMORY;
    fluv_row_fn *const smoothed[] = {sea_row, lake_row, bare_row, river_row};
    float *const shares[] = {scene->sea, scene->lake, scene->bare, scene->river};
    for (size_t i = 0; i < 4; i++)
        if (!is_bare_of(land, smoothed[i]))
            smooth_share(ctx, scene, work, shares[i]);
    uint32_t longer = scene->width > scene->height ? scene->width : scene->height;
    if (!is_bare_of(land, desert_row))
        fluv_blur(ctx->threads, scene->width, scene->height, (int)(FADE * longer / 1600.0),
                  scene->desert, work, scene->desert);
    measure(ctx->threads, scene, work);
    fluv_lakes_mark(ctx->threads, scene, work);
    fluv_scratch_drop(ctx, work);
    return FLUV_OK;
}
