// SPDX-License-Identifier: MIT
/* The scene: every layer a picture needs, at the picture's resolution.
 *
 * in   a landscape with height; cover, water and lakes where there are     out   fluv_scene
 *
 * Frames smaller than the picture are enlarged, larger ones averaged before anything is shaded.
 * Without a cover layer the sea is where height is at most 0. O(cells + pixels). */
#include "output/picture_parts.h"

#include "landscape/regions.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define BINS    4096
#define FADE    7.0  /* pixels of a picture 1600 wide over which deserts fade out */
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

/* Rows of the layers. A height that is not finite is nodata. */

static const float *height_row(const fluv_landscape *land, uint32_t row)
{
    return fluv_height_of(land) + (size_t)row * land->frame.cols;
}

static void ground_row(const fluv_landscape *land, uint32_t row, float *values)
{
    const float *height = height_row(land, row);
    for (uint32_t x = 0; x < land->frame.cols; x++)
        values[x] = isfinite(height[x]) ? fminf(fmaxf(height[x], -HIGHEST), HIGHEST) : NAN;
}

static void cover_row(const fluv_landscape *land, uint32_t row, fluv_cover wanted, float *values)
{
    const float *height = height_row(land, row);
    const uint8_t *cover = fluv_cover_of(land);
    for (uint32_t x = 0; x < land->frame.cols; x++) {
        fluv_cover here = height[x] <= 0 ? FLUV_OCEAN : FLUV_LAND;
        if (cover)
            here = cover[(size_t)row * land->frame.cols + x];
        values[x] = !isfinite(height[x]) ? NAN : here == wanted ? 1.0f : 0.0f;
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
    const uint8_t *region = fluv_region_of(land);
    for (uint32_t x = 0; x < land->frame.cols; x++)
        values[x] =
            region && region[(size_t)row * land->frame.cols + x] == FLUV_DESERT ? 1.0f : 0.0f;
}

/* Depth of standing water; NaN elsewhere, so that shores do not make their water shallow. */
static void depth_row(const fluv_landscape *land, uint32_t row, float *values)
{
    const float *height = height_row(land, row), *water = fluv_water_of(land);
    const uint8_t *cover = fluv_cover_of(land);
    for (uint32_t x = 0; x < land->frame.cols; x++) {
        size_t cell = (size_t)row * land->frame.cols + x;
        bool sea = cover ? cover[cell] == FLUV_OCEAN : height[x] <= 0;
        float level = water ? water[cell] : NAN;
        if (sea && !isfinite(level))
            level = 0;
        bool wet = sea || (cover && cover[cell] == FLUV_LAKE);
        float depth = level - height[x];
        values[x] = wet && isfinite(depth) ? fminf(fmaxf(depth, 0), HIGHEST) : NAN;
    }
}

static void range_of(const float *values, const float *chosen, size_t count, float *low,
                     float *high)
{
    for (size_t i = 0; i < count; i++)
        if (chosen[i] > 0.5f) {
            *low = fminf(*low, values[i]);
            *high = fmaxf(*high, values[i]);
        }
}

float fluv_percentile(const float *values, const float *chosen, size_t count, double share,
                      float fallback)
{
    assert(share >= 0 && share <= 1);
    float low = INFINITY, high = -INFINITY;
    size_t bins[BINS] = {0}, total = 0, below = 0;
    range_of(values, chosen, count, &low, &high);
    if (!(high > low))
        return high == low ? low : fallback;
    double scale = (BINS - 1) / ((double)high - low);
    for (size_t i = 0; i < count; i++)
        if (chosen[i] > 0.5f) {
            bins[(size_t)(((double)values[i] - low) * scale)]++;
            total++;
        }
    size_t bin = 0;
    for (; bin < BINS - 1 && (double)(below + bins[bin]) < share * (double)total; bin++)
        below += bins[bin];
    return (float)(low + (double)bin / scale);
}

/* Shares of a pixel, 0 outside the data, with an edge some two pixels wide. */
static void smooth_share(fluv_ctx *ctx, const fluv_scene *scene, float *work, float *share)
{
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
    for (size_t i = 0; i < scene->pixels; i++)
        share[i] = fluv_smoothstep(0.15f, 0.75f, work[i]);
}

static void fill_gaps(fluv_scene *scene)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < scene->pixels; i++) {
        scene->valid[i] = scene->ground[i] == scene->ground[i] ? 1.0f : 0.0f;
        if (scene->valid[i] > 0) {
            sum += scene->ground[i];
            count++;
        }
    }
    float mean = count ? (float)(sum / (double)count) : 0;
    scene->has_nodata = count < scene->pixels;
    for (size_t i = 0; i < scene->pixels; i++) {
        scene->ground[i] = scene->valid[i] > 0 ? scene->ground[i] : mean;
        scene->depth[i] = scene->depth[i] > 0 ? scene->depth[i] : 0;
    }
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
static void measure(fluv_scene *scene, float *land)
{
    bool any = false;
    for (size_t i = 0; i < scene->pixels; i++) {
        land[i] = scene->valid[i] * (scene->sea[i] < 0.5f && scene->lake[i] < 0.5f);
        any = any || land[i] > 0;
        scene->has_sea = scene->has_sea || scene->sea[i] > 0.5f;
    }
    const float *chosen = any ? land : scene->valid;
    scene->low = fluv_percentile(scene->ground, chosen, scene->pixels, 0.02, 0);
    scene->high = fluv_percentile(scene->ground, chosen, scene->pixels, 0.98, 0);
    scene->deepest_sea = fluv_percentile(scene->depth, scene->sea, scene->pixels, 0.99, 0);
    scene->deepest_lake = fluv_percentile(scene->depth, scene->lake, scene->pixels, 0.99, 0);
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
    size_t count = sizeof layers / sizeof *layers;
    if (fluv_rivers_of(land)) /* lines are finer than cells */
        count--;
    for (size_t i = 0; i < count; i++) {
        FLUV_TRY(
            fluv_resample(ctx, land, layers[i].row, scene->width, scene->height, layers[i].grid));
        FLUV_TRY(fluv_advance(ctx, 0.07 * (double)(i + 1)));
    }
    fill_gaps(scene);
    float *work = fluv_scratch(ctx, scene->pixels, sizeof *work);
    if (!work)
        return FLUV_NO_MEMORY;
    smooth_share(ctx, scene, work, scene->sea);
    smooth_share(ctx, scene, work, scene->lake);
    smooth_share(ctx, scene, work, scene->bare);
    uint32_t longer = scene->width > scene->height ? scene->width : scene->height;
    fluv_blur(ctx->threads, scene->width, scene->height, (int)(FADE * longer / 1600.0),
              scene->desert, work, scene->desert);
    smooth_share(ctx, scene, work, scene->river);
    measure(scene, work);
    fluv_lakes_mark(ctx->threads, scene, work);
    fluv_scratch_drop(ctx, work);
    return FLUV_OK;
}
