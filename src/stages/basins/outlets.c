// SPDX-License-Identifier: MIT
/* Outlets: where rivers leave the land, and where they leave a region.
 *
 * in   types, ocean        out   mouths along the coast, gates along the rims of regions
 *
 * Vertices at the rim are looked at in a random order. The first round takes those that keep apart
 * from all taken before, the second fills up to the number asked for. Every landmass gets a mouth.
 * Where land meets the frame's edge rivers leave it as densely as they come to the coast; without
 * an ocean all of them do.  O(rim * outlets). */
#include "stages/basins/parts.h"

#include <stdlib.h>

#define EDGE_APART 8.0
#define APART      0.5 /* least distance, as a share of what an even spread would give */

/* A vertex of the rim and its random place in the order. */
typedef struct drawn {
    uint64_t key;
    uint32_t vertex;
} drawn;

static int by_key(const void *a, const void *b)
{
    uint64_t left = ((const drawn *)a)->key, right = ((const drawn *)b)->key;
    return left < right ? -1 : left > right;
}

static bool is_dry(const fluv_basins_job *job, uint32_t v)
{
    return job->regions->types[job->type[v]].dry;
}

static bool beside_ocean(const fluv_basins_job *job, uint32_t v)
{
    for (uint32_t i = job->first[v]; i < job->first[v + 1]; i++)
        if (job->ocean[job->neighbour[i]])
            return true;
    return false;
}

static bool beside_other_land(const fluv_basins_job *job, uint32_t v)
{
    for (uint32_t i = job->first[v]; i < job->first[v + 1]; i++) {
        uint32_t u = job->neighbour[i];
        if (!job->ocean[u] && job->type[u] != job->type[v] && !is_dry(job, u))
            return true;
    }
    return false;
}

static bool can_be_mouth(const fluv_basins_job *job, bool any_ocean, uint32_t v)
{
    return !job->ocean[v] && (any_ocean ? beside_ocean(job, v) : job->at_edge[v]);
}

/* Whether rivers may leave over the frame's edge, where there is an ocean elsewhere. */
static bool can_leave(const fluv_basins_job *job, uint32_t v)
{
    return !job->ocean[v] && job->at_edge[v] && !is_dry(job, v) && !beside_ocean(job, v);
}

static bool far_from_all(const fluv_basins_job *job, const uint32_t *taken, uint32_t count,
                         uint32_t v, double apart)
{
    for (uint32_t i = 0; i < count; i++)
        if (fluv_basins_step(job, taken[i], v) < apart)
            return false;
    return true;
}

/* Marks `wanted` of the candidates. */
static fluv_status choose(fluv_ctx *ctx, const fluv_basins_job *job, drawn *rim, uint32_t count,
                          uint32_t wanted, uint8_t *mark)
{
    uint32_t taken_count = 0;
    wanted = wanted < count ? wanted : count;
    uint32_t *taken = fluv_scratch(ctx, wanted, sizeof *taken);
    if (!taken)
        return FLUV_NO_MEMORY;
    qsort(rim, count, sizeof *rim, by_key);
    double apart = wanted ? APART * job->spacing * count / wanted : 0.0;
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 0; i < count && taken_count < wanted; i++) {
            uint32_t v = rim[i].vertex;
            if (mark[v] || (!round && !far_from_all(job, taken, taken_count, v, apart)))
                continue;
            mark[v] = 1;
            taken[taken_count++] = v;
        }
    return FLUV_OK;
}

static drawn draw(fluv_key key, uint32_t v)
{
    return (drawn){fluv_random_bits(key, v), v};
}

static fluv_status choose_mouths(fluv_ctx *ctx, fluv_basins_job *job, bool any_ocean, drawn *rim)
{
    fluv_key key = fluv_key_make(job->landscape->seed, "basins", "mouths");
    uint32_t count = 0;
    for (uint32_t v = 0; v < job->count; v++)
        if (can_be_mouth(job, any_ocean, v) && !is_dry(job, v))
            rim[count++] = draw(key, v);
    return choose(ctx, job, rim, count, job->outlets[FLUV_FLATLAND], job->mouth);
}

/* As densely as along the coast, but not closer than EDGE_APART vertices. */
static fluv_status choose_leaving(fluv_ctx *ctx, fluv_basins_job *job, drawn *rim)
{
    fluv_key key = fluv_key_make(job->landscape->seed, "basins", "leaving");
    uint32_t coast = 0, count = 0;
    for (uint32_t v = 0; v < job->count; v++) {
        coast += can_be_mouth(job, true, v);
        if (can_leave(job, v))
            rim[count++] = draw(key, v);
    }
    double share = coast ? (double)job->outlets[FLUV_FLATLAND] / coast : 0.0;
    uint32_t wanted = (uint32_t)ceil(fmin(share, 1.0 / EDGE_APART) * count);
    return choose(ctx, job, rim, count, wanted, job->mouth);
}

static fluv_status choose_gates(fluv_ctx *ctx, fluv_basins_job *job, uint8_t type, drawn *rim)
{
    fluv_key key = fluv_key_split(fluv_key_make(job->landscape->seed, "basins", "gates"), type);
    uint32_t count = 0;
    for (uint32_t v = 0; v < job->count; v++)
        if (!job->ocean[v] && job->type[v] == type && beside_other_land(job, v))
            rim[count++] = draw(key, v);
    return choose(ctx, job, rim, count, job->outlets[type], job->gate);
}

/* All land joined to `start`: whether it has a mouth, and its first place for one. */
static uint32_t search_landmass(const fluv_basins_job *job, bool any_ocean, uint32_t start,
                                uint32_t *queue, uint8_t *seen)
{
    uint32_t head = 0, tail = 0, place = FLUV_NONE, dry_place = FLUV_NONE;
    bool has = false;
    queue[tail++] = start;
    seen[start] = 1;
    while (head < tail) {
        uint32_t v = queue[head++];
        has |= job->mouth[v];
        if (can_be_mouth(job, any_ocean, v)) {
            uint32_t *at = is_dry(job, v) ? &dry_place : &place;
            *at = v < *at ? v : *at;
        }
        for (uint32_t i = job->first[v]; i < job->first[v + 1]; i++) {
            uint32_t u = job->neighbour[i];
            if (!job->ocean[u] && !seen[u]) {
                seen[u] = 1;
                queue[tail++] = u;
            }
        }
    }
    return has ? FLUV_NONE : place != FLUV_NONE ? place : dry_place;
}

static fluv_status complete_landmasses(fluv_ctx *ctx, fluv_basins_job *job, bool any_ocean)
{
    uint32_t *queue = fluv_scratch(ctx, job->count, sizeof *queue);
    uint8_t *seen = fluv_scratch_zero(ctx, job->count, 1);
    if (!queue || !seen)
        return FLUV_NO_MEMORY;
    for (uint32_t v = 0; v < job->count; v++) {
        if (job->ocean[v] || seen[v])
            continue;
        uint32_t place = search_landmass(job, any_ocean, v, queue, seen);
        if (place != FLUV_NONE)
            job->mouth[place] = 1;
    }
    return FLUV_OK;
}

fluv_status fluv_basins_outlets(fluv_ctx *ctx, fluv_basins_job *job)
{
    job->mouth = fluv_scratch_zero(ctx, job->count, 1);
    job->gate = fluv_scratch_zero(ctx, job->count, 1);
    drawn *rim = fluv_scratch(ctx, job->count, sizeof *rim);
    if (!job->mouth || !job->gate || !rim)
        return FLUV_NO_MEMORY;
    bool any_ocean = job->land_count < job->count;
    FLUV_TRY(choose_mouths(ctx, job, any_ocean, rim));
    if (any_ocean)
        FLUV_TRY(choose_leaving(ctx, job, rim));
    for (uint32_t type = 1; type < job->regions->type_count; type++)
        if (!job->regions->types[type].dry)
            FLUV_TRY(choose_gates(ctx, job, (uint8_t)type, rim));
    return complete_landmasses(ctx, job, any_ocean);
}
