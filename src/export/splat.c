// SPDX-License-Identifier: MIT
/* Weights of four materials by rules.
 *
 * in   rules, heights, wetness, regions      out   four bytes a vertex, which sum to 255
 *
 * Rules are laid one over the other as coats of paint: one that covers a vertex by `a` leaves the
 * share 1 - a of what was there. The ground under all is channel 0. Shares become bytes by the
 * largest remainder, so that nothing is lost in rounding.  O(vertices * rules). */
#include "export/splat.h"

#include "export/maps.h"

#include <assert.h>
#include <string.h>

#define ANY_LOW  (-1e9)
#define ANY_HIGH 1e9

/* Grass below, gravel and sand where it is wet, rock where it is steep, snow on top. The snow's
 * height is the snow line's. */
static const fluv_splat_rule standard[] = {
    {"grass", 0, "", {0, 90}, {ANY_LOW, ANY_HIGH}, {0, 1}, 0, 1},
    {"sand", 1, "", {0, 90}, {ANY_LOW, ANY_HIGH}, {0.75, 2}, 0.08, 1},
    {"sand", 1, "", {0, 90}, {ANY_LOW, 0}, {0, 2}, 0, 1},
    {"rock", 2, "", {34, 180}, {ANY_LOW, ANY_HIGH}, {0, 2}, 0.08, 1},
};
#define STANDARD (sizeof standard / sizeof *standard)

const char *fluv_splat_name(const fluv_splat_rules *rules, int channel)
{
    const fluv_splat_rule *list = rules && rules->count ? rules->rules : standard;
    size_t count = rules && rules->count ? rules->count : STANDARD;
    for (size_t i = 0; i < count; i++)
        if (list[i].channel == channel)
            return list[i].name;
    if (list == standard)
        return channel == 3 ? "snow" : "";
    return channel == 0 ? "ground" : ""; /* what lies below all rules */
}

/* 1 inside a range, fading to 0 over `blend` of a span outside it. */
static float within(const double range[2], double blend, double value)
{
    double fade = blend * fmin(range[1] - range[0], 100.0);
    if (value >= range[0] && value <= range[1])
        return 1.0f;
    if (fade <= 0.0)
        return 0.0f;
    double outside = value < range[0] ? range[0] - value : value - range[1];
    return fluv_smoothstep(0.0f, 1.0f, (float)(1.0 - outside / fade));
}

typedef struct place {
    float slope, height, wetness, snow;
    int region;
} place;

static void lay(float weight[FLUV_SPLAT_CHANNELS], int channel, float cover)
{
    assert(channel >= 0 && channel < FLUV_SPLAT_CHANNELS);
    for (int c = 0; c < FLUV_SPLAT_CHANNELS; c++)
        weight[c] *= 1.0f - cover;
    weight[channel] += cover;
}

static void to_bytes(const float weight[FLUV_SPLAT_CHANNELS], uint8_t out[FLUV_SPLAT_CHANNELS])
{
    float rest[FLUV_SPLAT_CHANNELS];
    int left = 255;
    for (int c = 0; c < FLUV_SPLAT_CHANNELS; c++) {
        float exact = fluv_unit(weight[c]) * 255.0f;
        out[c] = (uint8_t)exact;
        rest[c] = exact - (float)out[c];
        left -= out[c];
    }
    for (; left > 0; left--) { /* at most one a channel */
        int most = 0;
        for (int c = 1; c < FLUV_SPLAT_CHANNELS; c++)
            most = rest[c] > rest[most] ? c : most;
        out[most]++;
        rest[most] = -1.0f;
    }
}

static void paint_one(const fluv_splat_rule *rules, size_t count, const int *regions,
                      const place *at, uint8_t *out)
{
    float weight[FLUV_SPLAT_CHANNELS] = {1.0f};
    for (size_t i = 0; i < count; i++) {
        const fluv_splat_rule *rule = &rules[i];
        if (regions[i] >= 0 && regions[i] != at->region)
            continue;
        float cover = (float)rule->strength * within(rule->slope, rule->blend, (double)at->slope) *
                      within(rule->height, rule->blend, (double)at->height) *
                      within(rule->wetness, rule->blend, (double)at->wetness);
        lay(weight, rule->channel, cover);
    }
    if (rules == standard)
        lay(weight, 3, at->snow);
    to_bytes(weight, out);
}

#define NO_REGION 1000 /* a type that the land does not have: the rule is met nowhere */

static void find_regions(const fluv_landscape *land, const fluv_splat_rule *rules, size_t count,
                         int *out)
{
    fluv_region_info info;
    for (size_t i = 0; i < count; i++) {
        out[i] = -1;
        if (!rules[i].region || !*rules[i].region)
            continue;
        out[i] = NO_REGION;
        for (size_t type = 0; fluv_region_type_of(land, type, &info); type++)
            if (strcmp(info.name, rules[i].region) == 0)
                out[i] = (int)type;
    }
}

fluv_status fluv_map_splat(fluv_ctx *ctx, const fluv_map_source *from, uint8_t *out)
{
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    const fluv_export_grid *grid = from->grid;
    bool own = from->rules && from->rules->count;
    const fluv_splat_rule *rules = own ? from->rules->rules : standard;
    size_t rule_count = own ? from->rules->count : STANDARD, count = fluv_export_count(grid);
    int *regions = fluv_scratch(ctx, rule_count, sizeof *regions);
    float *slope = fluv_scratch(ctx, count, sizeof *slope);
    float *snow = fluv_scratch(ctx, count, sizeof *snow);
    float *wetness = fluv_scratch_zero(ctx, count, sizeof *wetness);
    if (!regions || !slope || !snow || !wetness)
        return FLUV_NO_MEMORY;
    find_regions(from->land, rules, rule_count, regions);
    FLUV_TRY(fluv_map_slope(ctx, from, slope));
    FLUV_TRY(fluv_map_snow(ctx, from, snow));
    if (fluv_area_of(from->land))
        FLUV_TRY(fluv_map_wetness(ctx, from, wetness));
    const uint8_t *region = fluv_region_of(from->land);
#pragma omp parallel for schedule(static) num_threads(ctx->threads)
    for (size_t i = 0; i < count; i++) {
        bool none = isnan(grid->height[i]);
        place at = {none ? 0.0f : slope[i], none ? 0.0f : grid->height[i], none ? 0.0f : wetness[i],
                    none ? 0.0f : snow[i], region ? region[grid->cell[i]] : 0};
        paint_one(rules, rule_count, regions, &at, out + FLUV_SPLAT_CHANNELS * i);
    }
    fluv_scratch_release(ctx, mark);
    return fluv_look(ctx);
}
