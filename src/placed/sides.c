// SPDX-License-Identifier: MIT
/* Sides of valleys and banks: ground that slopes from where it was set.
 *
 * in   cells with their levels        out   heights around them
 *
 * From each seed a cone rises (valleys) or falls (banks). The cones spread from cell to cell, each
 * cell keeping the one that reaches farthest below or above, until they meet the ground; there the
 * rim is rounded off. Slopes differ from place to place, as they do.  O(m) in the m cells changed,
 * some of them looked at twice. */
#include "placed/earth.h"

#include <assert.h>
#include <math.h>

#define FLOOR_SLOPE 0.008f /* of the flat beside a seed */
#define UNEVEN      0.45f  /* how far slopes differ, as a share */
#define WAVES       60.0   /* of the unevenness to the frame's longer side */

typedef struct spot {
    int32_t col, row;
} spot;

typedef struct spreader {
    const fluv_earth *earth;
    const fluv_seed *seeds;
    spot *spots;       /* of the seeds; scratch */
    float sign;        /* 1: sides rise, ground is cut; -1: they fall, ground is filled */
    fluv_list queue;   /* uint32_t */
    fluv_list touched; /* uint32_t: every cell once */
    fluv_noise noise;
} spreader;

/* How far the side from a seed has come at a cell. */
static float side_at(const spreader *s, uint32_t number, spot at)
{
    const fluv_seed *seed = &s->seeds[number];
    float dx = (float)(at.col - s->spots[number].col), dy = (float)(at.row - s->spots[number].row);
    float far = (float)s->earth->frame.cell * sqrtf(dx * dx + dy * dy);
    float level = far < seed->flat ? far : seed->flat;
    return seed->level + s->sign * (level * FLOOR_SLOPE + (far - level) * seed->slope);
}

static fluv_status put(fluv_ctx *ctx, fluv_list *list, uint32_t cell)
{
    uint32_t *to = fluv_list_append(ctx, list, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = cell;
    return FLUV_OK;
}

static spot spot_of(const fluv_earth *earth, uint32_t cell)
{
    uint32_t row = cell / earth->frame.cols;
    return (spot){.col = (int32_t)(cell - row * earth->frame.cols), .row = (int32_t)row};
}

/* A cell belongs to the seed whose side is lowest there (highest, where ground is filled). */
static fluv_status offer(fluv_ctx *ctx, spreader *s, uint32_t cell, uint32_t seed)
{
    assert(cell < s->earth->topology.count);
    const fluv_earth *earth = s->earth;
    uint32_t owner = earth->from[cell];
    if (owner == seed)
        return FLUV_OK;
    spot at = spot_of(earth, cell);
    if (owner != FLUV_NONE && s->sign * side_at(s, seed, at) >= s->sign * side_at(s, owner, at))
        return FLUV_OK;
    if (owner == FLUV_NONE)
        FLUV_TRY(put(ctx, &s->touched, cell));
    earth->from[cell] = seed;
    return put(ctx, &s->queue, cell);
}

static fluv_status spread(fluv_ctx *ctx, spreader *s, size_t count)
{
    const fluv_earth *earth = s->earth;
    s->spots = fluv_scratch(ctx, count + 1, sizeof *s->spots);
    if (!s->spots)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        s->spots[i] = spot_of(earth, s->seeds[i].cell);
    for (size_t i = 0; i < count; i++)
        FLUV_TRY(offer(ctx, s, s->seeds[i].cell, (uint32_t)i));
    for (size_t head = 0; head < s->queue.count; head++) {
        uint32_t cell = ((const uint32_t *)s->queue.items)[head], seed = earth->from[cell];
        const fluv_seed *own = &s->seeds[seed];
        float rise = s->sign * (side_at(s, seed, spot_of(earth, cell)) - own->level);
        float above = s->sign * (earth->height[cell] - own->level);
        if (rise * (1.0f - UNEVEN) > above + own->soft && cell != own->cell)
            continue; /* the side has met the ground, however uneven */
        fluv_around around = fluv_around_cell(&earth->topology, cell);
        for (uint32_t k = 0; k < around.count; k++)
            if (fluv_earth_is_land(earth, around.cell[k]) && !earth->held[around.cell[k]])
                FLUV_TRY(offer(ctx, s, around.cell[k], seed));
    }
    return FLUV_OK;
}

/* The lower of two, with the edge between them rounded off over `soft` m. */
static float soft_min(float a, float b, float soft)
{
    float near = soft > 0.0f ? fmaxf(soft - fabsf(a - b), 0.0f) / soft : 0.0f;
    return fminf(a, b) - 0.25f * near * near * soft;
}

static void change(const spreader *s, uint32_t cell, float uneven)
{
    assert(s->earth->from[cell] != FLUV_NONE);
    const fluv_earth *earth = s->earth;
    const fluv_seed *seed = &s->seeds[earth->from[cell]];
    if (cell == seed->cell || earth->way[cell] != FLUV_NONE)
        return; /* set by whoever knows */
    float side = side_at(s, earth->from[cell], spot_of(earth, cell)), ground = earth->height[cell];
    float rise = s->sign * (side - seed->level) * (1.0f + UNEVEN * uneven);
    if (s->sign < 0.0f) {
        earth->height[cell] = fmaxf(ground, seed->level - rise);
        return;
    }
    float above = ground - seed->level;
    float least = 0.5f * FLOOR_SLOPE * (float)earth->frame.cell; /* water still runs to the seed */
    float lowest = ground > 0.0f ? fminf(ground, least) : -INFINITY; /* the sea does not come in */
    if (above > least)
        earth->height[cell] =
            fmaxf(lowest, seed->level + fmaxf(soft_min(above, rise, seed->soft), least));
}

static fluv_status run(fluv_ctx *ctx, spreader *s, size_t count)
{
    assert(count == 0 || s->seeds);
    fluv_status status = spread(ctx, s, count);
    const uint32_t *cells = s->touched.items;
    float *uneven = NULL;
    if (status == FLUV_OK) {
        uneven = fluv_scratch(ctx, s->touched.count + 1, sizeof *uneven);
        status = uneven ? FLUV_OK : FLUV_NO_MEMORY;
    }
    if (uneven)
        fluv_earth_noise(s->earth, &s->noise, cells, s->touched.count, uneven);
    for (size_t i = 0; i < s->touched.count; i++) {
        if (uneven)
            change(s, cells[i], uneven[i]);
        s->earth->from[cells[i]] = FLUV_NONE;
    }
    fluv_scratch_drop(ctx, uneven);
    fluv_scratch_drop(ctx, s->spots);
    fluv_list_free(&s->touched);
    fluv_list_free(&s->queue);
    return status == FLUV_OK ? fluv_advance(ctx, 0.5) : status;
}

static spreader start(const fluv_earth *earth, const fluv_seed *seeds, float sign)
{
    return (spreader){.earth = earth,
                      .seeds = seeds,
                      .sign = sign,
                      .noise = {.key = earth->key,
                                .wavelength = earth->longer / WAVES,
                                .octaves = 4,
                                .gain = 0.6,
                                .lacunarity = 2.0,
                                .finest = earth->frame.cell}};
}

fluv_status fluv_sides_cut(fluv_ctx *ctx, const fluv_earth *earth, const fluv_seed *seeds,
                           size_t count)
{
    spreader s = start(earth, seeds, 1.0f);
    return run(ctx, &s, count);
}

fluv_status fluv_sides_fill(fluv_ctx *ctx, const fluv_earth *earth, const fluv_seed *seeds,
                            size_t count)
{
    spreader s = start(earth, seeds, -1.0f);
    return run(ctx, &s, count);
}
