// SPDX-License-Identifier: MIT
/* Slopes that are too steep to hold: walls come down.
 *
 * in   heights, rock     out   the greatest heights, none above the old ones, with
 *
 *     h_v <= what one climbs to from h_w through the rock of v     for every neighbour w
 *
 * where one climbs with the talus of each stratum on the way. The law of stream power holds a
 * vertex to the talus above its receiver alone: where the ground falls away on another side, a wall
 * is left that only later steps would see.
 *
 * Vertices are lowered in place, to and fro along their numbers. What one climbs to never falls
 * when h_w rises, so all orders end in the same heights. A vertex is calm once looked at, until a
 * neighbour sinks; it is marked before it is looked at, so that no news is lost between threads.
 * O(n) a round, and few vertices are looked at again. */
#include "water/talus.h"

#include "base/atomic_float.h"

#include <assert.h>

#define JUST_ABOVE  1e-9 /* m */
#define MOST_PASSES 1000 /* strata that are climbed through; the rest is climbed in the last */
#define CHUNK       16384

/* The height after a distance uphill, in the frame of the strata. */
static double climb(const fluv_strata *strata, uint32_t vertex, double height, double distance)
{
    for (int passes = 0;; passes++) {
        fluv_stratum_place place = fluv_strata_below(strata, vertex, height + JUST_ABOVE);
        double talus = (double)place.rock.talus, rise = fmax(place.top - height, JUST_ABOVE);
        if (!(talus * distance > rise) || passes == MOST_PASSES)
            return height + talus * distance;
        height += rise;
        distance -= rise / talus;
    }
}

/* The height that holds beside all neighbours. Rock that holds slopes twice as steep is climbed as
 * far up as other rock over twice the distance. */
static float highest(const fluv_stream_power *p, const float *height, uint32_t vertex)
{
    double limit = (double)fluv_float_load(&height[vertex]),
           lifted = p->age * (double)p->uplift[vertex];
    fluv_around around = fluv_around_cell(p->topology, vertex);
    for (uint32_t i = 0; i < around.count; i++) {
        uint32_t other = around.cell[i];
        double below = (double)fluv_float_load(&height[other]);
        if (!(below < limit))
            continue;
        double distance = fluv_cell_distance(p->topology, vertex, other);
        distance *= p->steeper ? (double)p->steeper[vertex] : 1.0;
        double holds = p->talus ? below + (double)p->talus[vertex] * distance
                                : climb(&p->strata, vertex, below - lifted, distance) + lifted;
        limit = fmin(limit, holds);
    }
    return (float)limit;
}

/* Those above: the others hold beside a vertex that sinks, as before. */
static void wake_neighbours(const fluv_topology *topology, uint32_t vertex, const float *height,
                            uint8_t *calm)
{
    float own = fluv_float_load(&height[vertex]);
    fluv_around around = fluv_around_cell(topology, vertex);
    for (uint32_t i = 0; i < around.count; i++)
        if (fluv_float_load(&height[around.cell[i]]) > own)
            __atomic_store_n(&calm[around.cell[i]], 0, __ATOMIC_SEQ_CST);
}

static bool look_at(const fluv_stream_power *p, uint32_t vertex, uint8_t *calm, float *height)
{
    if (__atomic_load_n(&calm[vertex], __ATOMIC_RELAXED))
        return false;
    (void)__atomic_exchange_n(&calm[vertex], 1, __ATOMIC_SEQ_CST);
    if (p->kind[vertex] & (FLUV_CELL_SEA | FLUV_CELL_VOID | FLUV_CELL_HELD))
        return false;
    float holds = highest(p, height, vertex);
    if (!(holds < height[vertex]))
        return false;
    fluv_float_store(&height[vertex], holds);
    wake_neighbours(p->topology, vertex, height, calm);
    return true;
}

bool fluv_talus_round(const fluv_stream_power *power, int threads, uint8_t *calm, float *height)
{
    assert(threads > 0 && calm && height);
    assert(power->topology->count > 0);
    bool sank = false;
    uint32_t count = power->topology->count;
#pragma omp parallel num_threads(threads) reduction(|| : sank)
    {
#pragma omp for schedule(dynamic, CHUNK)
        for (uint32_t v = 0; v < count; v++)
            sank = look_at(power, v, calm, height) || sank;
#pragma omp for schedule(dynamic, CHUNK)
        for (uint32_t v = 0; v < count; v++)
            sank = look_at(power, count - 1 - v, calm, height) || sank;
    }
    return sank;
}
