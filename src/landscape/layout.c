// SPDX-License-Identifier: MIT
/* The plan in one block, and the shape of its lakes. */
#include "landscape/layout.h"

#include "field/noise.h"
#include "landscape/block.h"

#include <assert.h>
#include <math.h>

#define SWING 2.0 /* the sum of octaves seldom reaches half of its bound */

fluv_shared *fluv_layout_seal(fluv_ctx *ctx, const fluv_layout *plan)
{
    fluv_block_part parts[] = {
        {.from = plan, .bytes = sizeof *plan},
        {.from = plan->lines, .bytes = plan->line_count * sizeof *plan->lines},
        {.from = plan->points, .bytes = plan->point_count * sizeof *plan->points},
        {.from = plan->lakes, .bytes = plan->lake_count * sizeof *plan->lakes},
    };
    fluv_shared *shared = fluv_block_seal(ctx, parts, sizeof parts / sizeof *parts);
    if (!shared)
        return NULL;
    fluv_layout *own = parts[0].at;
    own->lines = parts[1].at;
    own->points = parts[2].at;
    own->lakes = parts[3].at;
    return shared;
}

uint32_t fluv_layout_line_of(const fluv_layout *plan, uint32_t point)
{
    assert(point < plan->point_count);
    uint32_t low = 0, high = plan->line_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (plan->lines[middle].first_point <= point)
            low = middle;
        else
            high = middle;
    }
    return low;
}

double fluv_layout_lake_at(const fluv_layout *plan, const fluv_layout_lake *lake, double x,
                           double y)
{
    float value = 0.0F;
    fluv_noise noise = {.key = plan->outline_key,
                        .wavelength = plan->bays * lake->radius,
                        .octaves = plan->outline_octaves,
                        .gain = 0.5,
                        .lacunarity = 2.0};
    fluv_noise_points(&noise, &x, &y, 1, &value);
    double swing = fmax(-1.0, fmin(1.0, SWING * (double)value));
    double dx = x - lake->x, dy = y - lake->y, root = sqrt(lake->stretch);
    double along = (dx * lake->along_x + dy * lake->along_y) / root;
    double aside = (dy * lake->along_x - dx * lake->along_y) * root;
    return hypot(along, aside) / lake->radius * exp(-plan->outline * swing);
}

double fluv_layout_lake_reach(const fluv_layout *plan, const fluv_layout_lake *lake)
{
    return lake->radius * sqrt(lake->stretch) * exp(plan->outline);
}
