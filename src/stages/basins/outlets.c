// SPDX-License-Identifier: MIT
/* Outlets: where rivers leave the land, and where they leave a region.
 *
 * in   types, ocean        out   mouths along the coast, gates along the rims of regions
 *
 * Every vertex of the mesh has a random rank of its own. An outlet is a vertex of the rim without a
 * better one near; how near follows from the number asked for and from how long a coast or rim
 * usually is, not from the one that is there: so an outlet answers to its surroundings alone, and
 * a larger number only adds. Every landmass gets a mouth. Where land meets the frame's edge rivers
 * leave it as densely as they come to the coast; without an ocean all of them do.
 * O(rim * outlets). */
#include "stages/basins/parts.h"

#include "stages/shared/apart.h"

#include <assert.h>

#define USUAL_COAST 4.0  /* longer sides that coasts are long, at the mesh's spacing */
#define USUAL_RIM   2.0  /* and all rims of a type of region */
#define STRAIGHT    0.5  /* of the mean distance along a line: what outlets keep apart */
#define WINDING     0.36 /* the same along coasts and rims, which wind */
#define EDGE_APART  4.0  /* spacings that outlets at the frame's edge keep apart at least */

static bool is_dry(const fluv_basins_job *job, uint32_t v)
{
    return job->regions->types[job->type[v]].dry;
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
    return !job->ocean[v] && (any_ocean ? fluv_basins_beside_ocean(job, v) : job->at_edge[v]);
}

/* Whether rivers may leave over the frame's edge, where there is an ocean elsewhere. */
static bool can_leave(const fluv_basins_job *job, uint32_t v)
{
    return !job->ocean[v] && job->at_edge[v] && !is_dry(job, v) &&
           !fluv_basins_beside_ocean(job, v);
}

/* Outlets among the vertices of a rim. */
typedef struct rim {
    fluv_place *places; /* scratch */
    uint32_t count;
    fluv_key key; /* of the ranks */
    double apart; /* m */
} rim;

/* Whether a vertex belongs to placed water; an outlet may lie there only if it was placed. */
static bool is_taken(const fluv_basins_job *job, uint32_t v)
{
    return job->placed && !job->mouth[v] &&
           (job->river[v] != FLUV_NONE || job->lake[v] != FLUV_NONE);
}

/* Outlets that were placed stay, and send others away. */
static void add_place(const fluv_basins_job *job, rim *r, uint32_t v)
{
    assert(r->count < job->count && !job->ocean[v]);
    bool placed = job->placed && job->mouth[v];
    r->places[r->count++] = (fluv_place){.x = job->x[v],
                                         .y = job->y[v],
                                         .apart = r->apart,
                                         .rank = placed ? -1.0 : fluv_random(r->key, v),
                                         .what = v};
}

static void mark_outlets(const rim *r, uint8_t *mark)
{
    fluv_places_keep_apart(r->places, r->count);
    for (uint32_t i = 0; i < r->count; i++)
        if (r->places[i].stays)
            mark[r->places[i].what] = 1;
}

/* How far apart outlets lie so that about `wanted` fit along a length. */
static double apart_for(double length, uint32_t wanted, double part)
{
    assert(length > 0.0 && part > 0.0);
    return part * length / (wanted ? wanted : 1);
}

static fluv_key key_of(const fluv_basins_job *job, const char *purpose)
{
    return fluv_key_make(job->landscape->seed, "basins", purpose);
}

static double mouths_apart(const fluv_basins_job *job, bool any_ocean)
{
    const fluv_frame *frame = &job->landscape->frame;
    uint32_t wanted = job->outlets[FLUV_FLATLAND];
    return any_ocean ? apart_for(USUAL_COAST * job->longer, wanted, WINDING)
                     : apart_for(2.0 * frame->cell * ((double)frame->cols + frame->rows), wanted,
                                 STRAIGHT);
}

static void choose_mouths(fluv_basins_job *job, bool any_ocean, fluv_place *places)
{
    rim r = {places, 0, key_of(job, "mouths"), mouths_apart(job, any_ocean)};
    for (uint32_t v = 0; v < job->count && job->outlets[FLUV_FLATLAND]; v++)
        if (can_be_mouth(job, any_ocean, v) && (!is_dry(job, v) || job->mouth[v]) &&
            !is_taken(job, v))
            add_place(job, &r, v);
    mark_outlets(&r, job->mouth);
}

/* As densely as along the coast, but not too near to each other. */
static void choose_leaving(fluv_basins_job *job, fluv_place *places)
{
    rim r = {places, 0, key_of(job, "leaving"),
             fmax(mouths_apart(job, true), EDGE_APART * job->spacing)};
    for (uint32_t v = 0; v < job->count && job->outlets[FLUV_FLATLAND]; v++)
        if (can_leave(job, v) && !is_taken(job, v))
            add_place(job, &r, v);
    mark_outlets(&r, job->mouth);
}

static void choose_gates(fluv_basins_job *job, uint8_t type, fluv_place *places)
{
    assert(type < job->regions->type_count && !job->regions->types[type].dry);
    rim r = {places, 0, fluv_key_split(key_of(job, "gates"), type),
             apart_for(USUAL_RIM * job->longer, job->outlets[type], WINDING)};
    for (uint32_t v = 0; v < job->count && job->outlets[type]; v++)
        if (!job->ocean[v] && job->type[v] == type && beside_other_land(job, v))
            add_place(job, &r, v);
    mark_outlets(&r, job->gate);
}

/* All land joined to `start`: the best place for a mouth where it has none yet, else NONE. */
static uint32_t search_landmass(const fluv_basins_job *job, bool any_ocean, uint32_t start,
                                uint32_t *queue, uint8_t *seen)
{
    fluv_key key = key_of(job, "mouths");
    uint32_t head = 0, tail = 0, best = FLUV_NONE;
    bool has = false;
    assert(start < job->count && !job->ocean[start] && !seen[start]);
    queue[tail++] = start;
    seen[start] = 1;
    while (head < tail) {
        uint32_t v = queue[head++];
        has |= job->mouth[v];
        assert(tail <= job->land_count);
        if (can_be_mouth(job, any_ocean, v) && !is_taken(job, v) &&
            (best == FLUV_NONE || is_dry(job, v) < is_dry(job, best) ||
             (is_dry(job, v) == is_dry(job, best) && fluv_random(key, v) < fluv_random(key, best))))
            best = v;
        for (uint32_t i = job->first[v]; i < job->first[v + 1]; i++) {
            uint32_t u = job->neighbour[i];
            if (!job->ocean[u] && !seen[u]) {
                seen[u] = 1;
                queue[tail++] = u;
            }
        }
    }
    return has ? FLUV_NONE : best;
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
    fluv_place *places = fluv_scratch(ctx, job->count, sizeof *places);
    if (!job->mouth || !job->gate || !places)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_basins_waters(ctx, job));
    FLUV_TRY(fluv_basins_ways(ctx, job));
    FLUV_TRY(fluv_basins_mouths(ctx, job));
    bool any_ocean = job->land_count < job->count;
    choose_mouths(job, any_ocean, places);
    if (any_ocean)
        choose_leaving(job, places);
    for (uint32_t type = 1; type < job->regions->type_count; type++)
        if (!job->regions->types[type].dry)
            choose_gates(job, (uint8_t)type, places);
    fluv_scratch_drop(ctx, places);
    return complete_landmasses(ctx, job, any_ocean);
}
