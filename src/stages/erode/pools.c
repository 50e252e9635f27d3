// SPDX-License-Identifier: MIT
/* Water in hollows, step by step.
 *
 * in   hollows of the present ground, water of the last step     out   water of this step
 *
 *     V' = V + dt (r A - e V^(5/6)),   A the hollow's own catchment
 *
 * V^(5/6) stands for the lake's surface. Only roots hold water, so a list of them is all there is
 * to move. What drains off the frame is gone, and so is water whose hollow has opened.  O(hollows).
 *
 * Based on: Blaszczyk et al. Simulating large-scale topographic terrain features with reservoirs
 *           and flowing water. 2023
 *           Cael, Heathcote, Seekell. The volume and mean depth of Earth's lakes. 2017 */
#include "stages/erode/pools.h"

#include <assert.h>
#include <math.h>

void fluv_erosion_pools_free(fluv_erosion_pools *pools)
{
    fluv_list_free(&pools->now);
    fluv_list_free(&pools->before);
    fluv_list_free(&pools->work);
}

/* A hollow's own catchment: what its root drains less what comes over passes. */
static void own_areas(const fluv_connection *connection, const uint64_t *area, uint64_t *own)
{
    for (uint32_t b = 0; b <= connection->basin_count; b++)
        own[b] = b ? area[connection->outflows[b].root] : 0;
    for (uint32_t b = 1; b <= connection->basin_count; b++) {
        assert(connection->outflows[b].next <= connection->basin_count);
        own[connection->outflows[b].next] -= area[connection->outflows[b].root];
    }
}

static void move_water(const fluv_connection *connection, fluv_erosion_pools *pools)
{
    const fluv_gathered *before = pools->before.items;
    fluv_gathered *now = pools->now.items;
    for (size_t i = 0; i < pools->before.count; i++) {
        uint32_t basin = connection->label[before[i].vertex];
        assert(basin <= connection->basin_count);
        if (basin == FLUV_OUTSIDE)
            pools->budget.left += before[i].volume;
        else
            now[basin - 1].volume += before[i].volume;
    }
}

static void rain_and_evaporate(const fluv_erode_params *p, const uint64_t *own, double unit,
                               double total, fluv_erosion_pools *pools)
{
    assert(p->step > 0.0 && unit > 0.0);
    fluv_gathered *now = pools->now.items;
    double rain_all = p->step * p->rain * total, rain_caught = 0.0;
    pools->budget.stored = 0.0;
    for (size_t i = 0; i < pools->now.count; i++) {
        double rain = p->step * p->rain * (double)own[i + 1] * unit;
        double loss = p->step * p->evaporation * pow(now[i].volume, 5.0 / 6.0);
        double there = now[i].volume + rain, lost = fmin(loss, there);
        now[i].volume = there - lost; /* never below 0, not by rounding either */
        assert(!(now[i].volume < 0.0));
        rain_caught += rain;
        pools->budget.evaporated += lost;
        pools->budget.stored += now[i].volume;
    }
    pools->budget.rain += rain_all;
    pools->budget.left += rain_all - rain_caught;
}

fluv_status fluv_erosion_pools_step(fluv_ctx *ctx, const fluv_erode_params *params,
                                    const fluv_connection *connection, const uint64_t *area,
                                    double unit, double total, fluv_erosion_pools *pools)
{
    fluv_list turn = pools->before;
    pools->before = pools->now;
    pools->now = turn;
    uint64_t *own =
        fluv_list_renew(ctx, &pools->work, (size_t)connection->basin_count + 1, sizeof *own);
    fluv_gathered *now = fluv_list_renew(ctx, &pools->now, connection->basin_count, sizeof *now);
    if (!own || (!now && connection->basin_count))
        return FLUV_NO_MEMORY;
    for (uint32_t b = 1; b <= connection->basin_count; b++)
        now[b - 1] = (fluv_gathered){connection->outflows[b].root, 0.0};
    assert(pools->now.count == connection->basin_count);
    own_areas(connection, area, own);
    move_water(connection, pools);
    rain_and_evaporate(params, own, unit, total, pools);
    return FLUV_OK;
}
