// SPDX-License-Identifier: MIT
/* A floor for surveyed lakes, which maps do not show.
 *
 * in   lakes as flats     out   heights of their floors
 *
 * The shore's mean slope goes on under water and levels out: depth = slope * reach * (1 - e^(-d /
 * reach)) at distance d from the shore, with reach a fixed share of the lake's width. Steep shores
 * so give deep lakes, and volume grows faster than area, as it does in nature.  O(n).
 *
 * Based on: Heathcote, del Giorgio, Prairie. Predicting bathymetric features of lakes from the
 *           topography of their surrounding landscape. 2015 (the idea, not its numbers) */
#include "water/survey.h"

#include <assert.h>

#define REACH_OF_WIDTH 0.15 /* of the square root of the area */
#define LEAST_SLOPE    0.005
#define MOST_SLOPE     0.4
#define SHORE_DEPTH    0.2f /* m, in the first cell from the shore */

typedef struct lake_shape {
    double rise; /* sum of slopes up from the shore */
    uint32_t shore_steps;
    double slope, reach;
    double deepest; /* m, in all */
    double stretch; /* of depths, so that the deepest is as deep as it shall be */
} lake_shape;

static void measure_shores(const fluv_topology *topology, const fluv_survey *survey,
                           const float *height, lake_shape *shapes)
{
    const fluv_surveyed_lake *lakes = survey->lakes.items;
    for (size_t i = 0; i < fluv_survey_cell_count(topology, survey); i++) {
        uint32_t c = fluv_survey_cell(survey, i), lake = survey->lake_of[c];
        if (lake == FLUV_NONE)
            continue;
        assert(lake < survey->lakes.count);
        fluv_around around = fluv_around_cell(topology, c);
        for (uint32_t k = 0; k < around.count; k++) {
            uint32_t other = around.cell[k];
            if (survey->lake_of[other] == lake || !isfinite(height[other]))
                continue;
            shapes[lake].rise +=
                (double)(height[other] - height[c]) / fluv_cell_distance(topology, c, other);
            shapes[lake].shore_steps++;
        }
    }
    for (size_t i = 0; i < survey->lakes.count; i++) {
        lake_shape *shape = &shapes[i];
        double slope = shape->shore_steps ? shape->rise / shape->shore_steps : 0.0;
        shape->slope = fmin(fmax(slope, LEAST_SLOPE), MOST_SLOPE);
        double area = lakes[i].cell_count * fluv_cell_area(topology, lakes[i].root);
        shape->reach = REACH_OF_WIDTH * sqrt(area);
        assert(shape->reach > 0.0 && shape->slope > 0.0);
    }
}

/* Steps from the shore by two sweeps of the 5-7-11 chamfer would need a grid; breadth-first layers
 * serve any topology and are smooth enough under water. */
static uint32_t shore_layer(const fluv_topology *topology, const fluv_survey *survey,
                            uint32_t *queue, float *distance)
{
    uint32_t tail = 0;
    for (size_t i = 0; i < fluv_survey_cell_count(topology, survey); i++) {
        uint32_t c = fluv_survey_cell(survey, i);
        if (survey->lake_of[c] == FLUV_NONE)
            continue;
        distance[c] = INFINITY;
        fluv_around around = fluv_around_cell(topology, c);
        for (uint32_t k = 0; k < around.count; k++)
            if (survey->lake_of[around.cell[k]] != survey->lake_of[c]) {
                float half = 0.5f * (float)fluv_cell_distance(topology, c, around.cell[k]);
                distance[c] = fminf(distance[c], half);
            }
        if (isfinite(distance[c]))
            queue[tail++] = c;
    }
    return tail;
}

static void spread(const fluv_topology *topology, const fluv_survey *survey, uint32_t tail,
                   uint32_t *queue, float *distance)
{
    for (uint32_t head = 0; head < tail; head++) {
        uint32_t cell = queue[head];
        assert(isfinite(distance[cell]));
        fluv_around around = fluv_around_cell(topology, cell);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t other = around.cell[i];
            if (survey->lake_of[other] != survey->lake_of[cell])
                continue;
            bool is_new = !isfinite(distance[other]);
            float far = distance[cell] + (float)fluv_cell_distance(topology, cell, other);
            distance[other] = fminf(distance[other], far);
            if (is_new)
                queue[tail++] = other;
        }
    }
}

static double depth_at(const lake_shape *shape, float distance)
{
    return shape->slope * shape->reach * (1.0 - exp(-(double)distance / shape->reach));
}

/* Lakes whose depth is known get it. */
static void stretch_depths(const fluv_topology *topology, const fluv_survey *survey,
                           const float *distance, lake_shape *shapes)
{
    const fluv_surveyed_lake *lakes = survey->lakes.items;
    for (size_t i = 0; i < fluv_survey_cell_count(topology, survey); i++) {
        uint32_t c = fluv_survey_cell(survey, i);
        if (survey->lake_of[c] != FLUV_NONE) {
            lake_shape *shape = &shapes[survey->lake_of[c]];
            shape->deepest = fmax(shape->deepest, depth_at(shape, distance[c]));
        }
    }
    for (size_t i = 0; i < survey->lakes.count; i++) {
        double wanted = (double)lakes[i].depth, deepest = shapes[i].deepest;
        shapes[i].stretch = wanted > 0.0 && deepest > 0.0 ? wanted / deepest : 1.0;
    }
}

fluv_status fluv_survey_deepen(fluv_ctx *ctx, const fluv_topology *topology,
                               const fluv_survey *survey, float *distance, float *height)
{
    uint32_t *queue = fluv_scratch(ctx, fluv_survey_cell_count(topology, survey), sizeof *queue);
    lake_shape *shapes = fluv_scratch_zero(ctx, survey->lakes.count, sizeof *shapes);
    if (!queue || !shapes)
        return FLUV_NO_MEMORY;
    measure_shores(topology, survey, height, shapes);
    spread(topology, survey, shore_layer(topology, survey, queue, distance), queue, distance);
    stretch_depths(topology, survey, distance, shapes);
    for (size_t i = 0; i < fluv_survey_cell_count(topology, survey); i++) {
        uint32_t c = fluv_survey_cell(survey, i);
        if (survey->lake_of[c] == FLUV_NONE)
            continue;
        const lake_shape *shape = &shapes[survey->lake_of[c]];
        assert(distance[c] >= 0.0f && shape->stretch > 0.0);
        height[c] -= fmaxf(SHORE_DEPTH, (float)(shape->stretch * depth_at(shape, distance[c])));
    }
    fluv_scratch_drop(ctx, queue);
    fluv_scratch_drop(ctx, shapes);
    return FLUV_OK;
}
