// SPDX-License-Identifier: MIT
/* The colour of a pixel in each view: land, light, water, in that order.
 *
 * Height colours are fitted to the land at hand: the lowest land is green wherever it lies, and how
 * far up the ramp the highest reaches grows with the relief, so that a plain stays green and only
 * high mountains turn white. Valley floors are greener than ridges of the same height. Low land is
 * hazier than high land (aerial perspective). Shadows are cool, light is warm. */
#include "output/picture_map.h"

#include "base/random.h"
#include "output/region_names.h"

#include <math.h>
#include <string.h>

#define FAINTEST_FLOW 1e-5 /* of the greatest that is drawn */

static const fluv_colour nodata_paper = {0.965f, 0.96f, 0.945f};
static const fluv_colour haze = {0.80f, 0.86f, 0.88f};
static const fluv_colour shadow_tint = {0.42f, 0.45f, 0.58f};
static const fluv_colour sun_tint = {1.0f, 0.985f, 0.90f};
static const fluv_colour rock = {0.74f, 0.70f, 0.66f};
static const fluv_colour river_blue = {0.23f, 0.46f, 0.67f};
static const fluv_colour shore_blue = {0.20f, 0.38f, 0.55f};
static const fluv_colour closed_lake = {0.52f, 0.76f, 0.74f};
static const fluv_colour sand = {0.93f, 0.88f, 0.74f};
static const fluv_colour paper = {0.90f, 0.88f, 0.79f};
static const fluv_colour desert = {0.90f, 0.80f, 0.58f};
static const fluv_colour sand_grain = {0.66f, 0.56f, 0.40f};
static const fluv_colour dry_bed = {0.58f, 0.55f, 0.50f};

static double value_at(const fluv_landscape *land, fluv_layer layer, uint64_t cell)
{
    if (layer == FLUV_LAYER_area)
        return fluv_area_of(land)[cell];
    float value = ((const float *)fluv_layer_read(land, layer))[cell];
    return value > 0 ? (double)value : 0;
}

/* The greatest value under a pixel: averaging would dissolve the rivers. */
static double greatest_under(const fluv_scene *scene, fluv_layer layer, uint32_t x, uint32_t y)
{
    const fluv_frame *frame = &scene->land->frame;
    uint64_t row = (uint64_t)y * frame->rows / scene->height;
    uint64_t row_end = (uint64_t)(y + 1) * frame->rows / scene->height;
    uint64_t col = (uint64_t)x * frame->cols / scene->width;
    uint64_t col_end = (uint64_t)(x + 1) * frame->cols / scene->width;
    double most = 0;
    for (uint64_t j = row; j < row_end || j == row; j++)
        for (uint64_t i = col; i < col_end || i == col; i++)
            most = fmax(most, value_at(scene->land, layer, j * frame->cols + i));
    return most;
}

static void fill_values(fluv_ctx *ctx, fluv_sheet *sheet, fluv_layer layer)
{
    const fluv_scene *scene = sheet->scene;
    bool area = layer == FLUV_LAYER_area, logs = area || layer == FLUV_LAYER_flow;
#pragma omp parallel for schedule(static) num_threads(ctx->threads)
    for (uint32_t y = 0; y < scene->height; y++)
        for (uint32_t x = 0; x < scene->width; x++) {
            double most = greatest_under(scene, layer, x, y);
            sheet->values[(size_t)y * scene->width + x] =
                (float)(logs ? log10(fmax(most, 1e-6)) : most);
        }
    float high = fluv_percentile(ctx->threads, sheet->values, scene->valid, scene->pixels,
                                 logs ? 1 : 0.995, 0);
    sheet->value_high = logs ? pow(10, high) : fmax(high, 1e-3);
    sheet->value_low = area   ? scene->land->frame.cell * scene->land->frame.cell
                       : logs ? sheet->value_high * FAINTEST_FLOW
                              : 0;
    if (area)
        sheet->value_high = fmax(sheet->value_high, sheet->value_low * 10);
}

fluv_status fluv_sheet_make(fluv_ctx *ctx, fluv_sheet *sheet, fluv_layer_set needs)
{
    const fluv_scene *scene = sheet->scene;
    sheet->offshore = fluv_scratch(ctx, scene->pixels, sizeof(float));
    sheet->open_sea = fluv_scratch(ctx, scene->pixels, sizeof(float));
    sheet->inner_lake = fluv_scratch(ctx, scene->pixels, sizeof(float));
    float *work = fluv_scratch(ctx, scene->pixels, sizeof *work);
    if (!sheet->offshore || !sheet->open_sea || !sheet->inner_lake || !work)
        return FLUV_NO_MEMORY;
    uint32_t width = scene->width, height = scene->height;
    double unit = (width > height ? width : height) / 1600.0;
    fluv_blur(ctx->threads, width, height, (int)(24 * unit), scene->sea, work, sheet->offshore);
    fluv_blur(ctx->threads, width, height, (int)(110 * unit), scene->sea, work, sheet->open_sea);
    fluv_blur(ctx->threads, width, height, (int)(7 * unit), scene->lake, work, sheet->inner_lake);
    fluv_scratch_drop(ctx, work);
    float relief = scene->high - scene->low;
    sheet->top = 0.18f + 0.76f * relief / (relief + 420);
    static const fluv_layer measured[] = {FLUV_LAYER_area, FLUV_LAYER_flow, FLUV_LAYER_wear,
                                          FLUV_LAYER_deposit};
    for (size_t i = 0; i < sizeof measured / sizeof *measured; i++) {
        if (!(needs & FLUV_HAS(measured[i])))
            continue;
        sheet->values = fluv_scratch(ctx, scene->pixels, sizeof(float));
        if (!sheet->values)
            return FLUV_NO_MEMORY;
        fill_values(ctx, sheet, measured[i]);
    }
    return FLUV_OK;
}

/* A land that is mostly desert is arid. */
static const fluv_ramp *climate_of_regions(const fluv_scene *scene)
{
    size_t land = 0, dry = 0;
    for (size_t i = 0; i < scene->pixels; i++) {
        bool is_land = scene->valid[i] > 0 && scene->sea[i] < 0.5f;
        land += is_land;
        dry += is_land && scene->desert[i] > 0.5f;
    }
    return 2 * dry > land ? &fluv_ramp_arid : &fluv_ramp_land;
}

fluv_status fluv_climate_find(fluv_ctx *ctx, const fluv_scene *scene, const char *climate,
                              const fluv_ramp **heights)
{
    static const struct {
        const char *name;
        const fluv_ramp *heights; /* NULL: by regions */
    } climates[] = {{"auto", NULL},
                    {"temperate", &fluv_ramp_land},
                    {"arid", &fluv_ramp_arid},
                    {"arctic", &fluv_ramp_arctic},
                    {"tropical", &fluv_ramp_tropical}};
    for (size_t i = 0; i < sizeof climates / sizeof *climates; i++)
        if (strcmp(climates[i].name, climate ? climate : "auto") == 0) {
            *heights = climates[i].heights ? climates[i].heights : climate_of_regions(scene);
            return FLUV_OK;
        }
    return fluv_fail(ctx, FLUV_BAD_USE,
                     "unknown climate \"%s\", expected auto, temperate, arid, arctic or tropical",
                     climate);
}

/* Light and hollows laid over a colour. `strength`: 1 on land. */
static fluv_colour lit(const fluv_sheet *sheet, size_t at, fluv_colour colour, float strength)
{
    float hollow = sheet->light->hollow[at], sun = sheet->light->sun[at];
    float shadow = fluv_clamp01(1.25f * (1 - sun) + 0.30f * hollow);
    float bright = fluv_clamp01(1.1f * (sun - 1) - 0.20f * hollow);
    strength *= sheet->shade;
    fluv_colour dark = fluv_colour_times(colour, shadow_tint);
    colour = fluv_colour_mix(colour, dark, fluv_clamp01(shadow * strength));
    return fluv_colour_mix(colour, sun_tint, fluv_clamp01(0.55f * bright * strength));
}

/* Beyond the highest ordinary land the ramp is climbed ever more slowly: a hill on a plain is no
 * snow peak. */
static float ramp_place(const fluv_sheet *sheet, float share, float lowness)
{
    float over = share > 1 ? share - 1 : 0;
    float eased = (share > 1 ? 1 : share) + 0.45f * over / (1 + over);
    return sheet->top * (eased - 0.16f * lowness);
}

static fluv_colour land_colour(const fluv_sheet *sheet, size_t at)
{
    const fluv_scene *scene = sheet->scene;
    float share = (scene->ground[at] - scene->low) / fmaxf(scene->high - scene->low, 1);
    float place = ramp_place(sheet, share, sheet->light->lowness[at]);
    fluv_colour colour = fluv_ramp_at(sheet->heights, place);
    float bare = fluv_smoothstep(0.30f, 0.60f, sheet->light->steep[at]) *
                 fluv_smoothstep(0.35f, 0.75f, place);
    colour = fluv_colour_mix(colour, rock, 0.5f * bare);
    float far = 1 - fluv_clamp01(share);
    colour = fluv_colour_mix(colour, haze, 0.16f * far);
    colour = fluv_colour_mix(colour, desert, 0.75f * scene->desert[at]);
    return lit(sheet, at, colour, 0.72f + 0.28f * (1 - far));
}

/* Deep where the floor is deep; where the floor is not known, where the shore is far. */
static float deepness(float depth, float deepest, float far_from_shore)
{
    float by_floor = deepest > 1 ? sqrtf(fluv_clamp01(depth / deepest)) : 0;
    return fmaxf(by_floor, far_from_shore);
}

static fluv_colour sea_colour(const fluv_sheet *sheet, size_t at)
{
    const fluv_scene *scene = sheet->scene;
    float far = 0.38f * fluv_smoothstep(0.35f, 1.0f, sheet->offshore[at]) +
                0.27f * fluv_smoothstep(0.45f, 1.0f, sheet->open_sea[at]);
    float deep = deepness(scene->depth[at], scene->deepest_sea, far);
    fluv_colour colour = fluv_ramp_at(&fluv_ramp_sea, deep);
    return lit(sheet, at, colour, 0.35f);
}

static fluv_colour lake_colour(const fluv_sheet *sheet, size_t at)
{
    const fluv_scene *scene = sheet->scene;
    float far = 0.45f * fluv_smoothstep(0.5f, 1.0f, sheet->inner_lake[at]);
    float deep = deepness(scene->depth[at], fmaxf(scene->deepest_lake, 8), far);
    fluv_colour colour = fluv_ramp_at(&fluv_ramp_lake, deep);
    return scene->closed[at] ? fluv_colour_mix(colour, closed_lake, 0.55f) : colour;
}

/* Sand with a regular grain, staggered from row to row. */
static fluv_colour sandy(const fluv_sheet *sheet, uint32_t x, uint32_t y, fluv_colour under)
{
    size_t at = (size_t)y * sheet->scene->width + x;
    float share = sheet->scene->bare[at];
    if (share <= 0)
        return under;
    uint32_t row = y / 4;
    bool grain = y % 4 < 2 && (x + (row % 2) * 4) % 8 < 2;
    fluv_colour colour = lit(sheet, at, sand, 0.5f);
    colour = grain && !sheet->bare_paper ? fluv_colour_mix(colour, sand_grain, 0.7f) : colour;
    return fluv_colour_mix(under, colour, 0.85f * share);
}

/* The thin dark line where a share passes one half. */
static float shore_line(float share)
{
    float edge = 4 * share * (1 - share);
    return edge * edge;
}

static fluv_colour with_sea(const fluv_sheet *sheet, size_t at, fluv_colour colour)
{
    float sea = sheet->scene->sea[at], line = sheet->bare_paper ? 0 : 1;
    if (sea <= 0)
        return colour;
    colour = fluv_colour_mix(colour, sea_colour(sheet, at), sea);
    return fluv_colour_mix(colour, shore_blue, 0.50f * line * shore_line(sea));
}

/* Sea, lakes and rivers over whatever lies below. */
static fluv_colour with_water(const fluv_sheet *sheet, size_t at, fluv_colour colour)
{
    const fluv_scene *scene = sheet->scene;
    float sea = scene->sea[at], lake = scene->lake[at], still = fmaxf(sea, lake);
    float line = sheet->bare_paper ? 0 : 1;
    colour = fluv_colour_mix(colour, dry_bed, 0.75f * scene->dry_river[at] * (1 - still));
    colour = fluv_colour_mix(colour, river_blue, scene->river[at] * (1 - still));
    colour = with_sea(sheet, at, colour);
    if (lake > 0) {
        colour = fluv_colour_mix(colour, lake_colour(sheet, at), lake);
        colour = fluv_colour_mix(colour, shore_blue, 0.55f * line * shore_line(lake));
    }
    return colour;
}

fluv_colour fluv_map_pixel(const fluv_sheet *sheet, uint32_t x, uint32_t y)
{
    size_t at = (size_t)y * sheet->scene->width + x;
    if (sheet->scene->valid[at] <= 0)
        return nodata_paper;
    return with_water(sheet, at, sandy(sheet, x, y, land_colour(sheet, at)));
}

/* Light alone. It is laid on as film takes it, ever less the more there is, so that slopes towards
 * the sun differ as those away from it do; level ground is a middle grey. */
fluv_colour fluv_shade_pixel(const fluv_sheet *sheet, uint32_t x, uint32_t y)
{
    static const fluv_colour dark = {0.09f, 0.10f, 0.17f}, light = {1.0f, 0.985f, 0.945f};
    size_t at = (size_t)y * sheet->scene->width + x;
    if (sheet->scene->valid[at] <= 0)
        return nodata_paper;
    float fallen = fmaxf(0.0f, sheet->light->sun[at] - 0.25f * sheet->light->hollow[at]);
    return fluv_colour_mix(dark, light, 1.0f - expf(-1.2f * fallen * fallen));
}

/* Grey by height; the sea is blue by its depth, so that the coast is seen. */
fluv_colour fluv_height_pixel(const fluv_sheet *sheet, uint32_t x, uint32_t y)
{
    const fluv_scene *scene = sheet->scene;
    size_t at = (size_t)y * scene->width + x;
    if (scene->valid[at] <= 0)
        return nodata_paper;
    float share = (scene->ground[at] - scene->low) / fmaxf(scene->high - scene->low, 1e-6f);
    fluv_colour colour = lit(sheet, at, fluv_ramp_at(&fluv_ramp_grey, share), 0.30f);
    return scene->has_sea ? fluv_colour_mix(colour, sea_colour(sheet, at), scene->sea[at]) : colour;
}

/* Land and sea alone. */
fluv_colour fluv_coast_pixel(const fluv_sheet *sheet, uint32_t x, uint32_t y)
{
    size_t at = (size_t)y * sheet->scene->width + x;
    return sheet->scene->valid[at] <= 0 ? nodata_paper : with_sea(sheet, at, paper);
}

/* Water alone: no heights, no regions. */
fluv_colour fluv_channel_pixel(const fluv_sheet *sheet, uint32_t x, uint32_t y)
{
    size_t at = (size_t)y * sheet->scene->width + x;
    return sheet->scene->valid[at] <= 0 ? nodata_paper : with_water(sheet, at, paper);
}

/* Basins in pale colours that differ from place to place, with their rivers. */
fluv_colour fluv_basin_pixel(const fluv_sheet *sheet, uint32_t x, uint32_t y)
{
    size_t at = (size_t)y * sheet->scene->width + x;
    if (sheet->scene->valid[at] <= 0)
        return nodata_paper;
    fluv_colour colour = paper;
    if (sheet->basin[at] != FLUV_NONE) {
        uint64_t bits = fluv_mix(sheet->basin[at]);
        colour = (fluv_colour){0.60f + 0.37f * (float)(bits & 255) / 255.0f,
                               0.60f + 0.37f * (float)(bits >> 8 & 255) / 255.0f,
                               0.55f + 0.37f * (float)(bits >> 16 & 255) / 255.0f};
    }
    return with_water(sheet, at, lit(sheet, at, colour, 0.45f));
}

/* Regions in their colours, lakes and rivers light, the ocean dark. */
fluv_colour fluv_region_pixel(const fluv_sheet *sheet, uint32_t x, uint32_t y)
{
    static const fluv_colour ocean = {0.20f, 0.32f, 0.50f}, fresh = {0.62f, 0.82f, 0.93f};
    const fluv_scene *scene = sheet->scene;
    const fluv_frame *frame = &scene->land->frame;
    size_t at = (size_t)y * scene->width + x;
    if (scene->valid[at] <= 0)
        return nodata_paper;
    uint64_t row = (uint64_t)y * frame->rows / scene->height;
    uint64_t col = (uint64_t)x * frame->cols / scene->width;
    uint8_t region = fluv_region_of(scene->land)[row * frame->cols + col];
    fluv_colour colour = lit(sheet, at, fluv_region_colour(scene->land, region), 0.6f);
    colour = fluv_colour_mix(colour, dry_bed, 0.75f * scene->dry_river[at]);
    colour = fluv_colour_mix(colour, fresh, fmaxf(scene->lake[at], scene->river[at]));
    return fluv_colour_mix(colour, lit(sheet, at, ocean, 0.35f), scene->sea[at]);
}

/* Depths in strong colours on pale land. */
fluv_colour fluv_water_pixel(const fluv_sheet *sheet, uint32_t x, uint32_t y)
{
    static const fluv_colour pale = {0.93f, 0.925f, 0.905f};
    const fluv_scene *scene = sheet->scene;
    size_t at = (size_t)y * scene->width + x;
    if (scene->valid[at] <= 0)
        return nodata_paper;
    fluv_colour colour = sandy(sheet, x, y, lit(sheet, at, pale, 0.45f));
    colour = with_water(sheet, at, colour);
    float share = scene->depth[at] / fmaxf(scene->deepest_lake, 1e-3f);
    return fluv_colour_mix(colour, fluv_ramp_at(&fluv_ramp_depth, share), scene->lake[at]);
}

fluv_colour fluv_area_pixel(const fluv_sheet *sheet, uint32_t x, uint32_t y)
{
    const fluv_scene *scene = sheet->scene;
    size_t at = (size_t)y * scene->width + x;
    if (scene->valid[at] <= 0)
        return nodata_paper;
    float low = (float)log10(sheet->value_low), high = (float)log10(sheet->value_high);
    float share = (sheet->values[at] - low) / (high - low);
    fluv_colour colour = lit(sheet, at, fluv_ramp_at(&fluv_ramp_area, share), 0.25f);
    return fluv_colour_mix(colour, sea_colour(sheet, at), scene->sea[at]);
}

fluv_colour fluv_moved_pixel(const fluv_sheet *sheet, uint32_t x, uint32_t y)
{
    const fluv_scene *scene = sheet->scene;
    size_t at = (size_t)y * scene->width + x;
    if (scene->valid[at] <= 0)
        return nodata_paper;
    float share = sheet->values[at] / (float)sheet->value_high;
    return lit(sheet, at, fluv_ramp_at(&fluv_ramp_moved, share), 0.6f);
}
