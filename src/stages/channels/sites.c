// SPDX-License-Identifier: MIT
/* Deltas: which rivers have one, and what they have built into the sea.
 *
 * in   rivers on the mesh, the shore        out   arms of deltas, and lobes of new land
 *
 * A delta begins where the river came to the sea: rivers inland stay as they are, and whatever
 * joins the river joins above. Strong rivers build a bird's foot, weaker ones, whose front the sea
 * evens out, a bow. Where there is no room for a delta a smaller one is tried.
 *
 * A river has a delta if it is strong for a land as the recipe describes it:
 * area >= STRONG * strongest / sqrt(deltas), which about as many rivers are as were asked for. How
 * many have one elsewhere does not count, so that an edit of one river moves no other's delta.
 * Stronger ones come first where room is scarce.
 * O(mouths log mouths + deltas * (directions * steps + window)).
 *
 * Based on: Report on rivers first: River deltas. 2022; Galloway. Process framework for describing
 *           the morphologic and stratigraphic evolution of deltaic depositional systems. 1975 */
#include "stages/channels/delta.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define STRONG  0.75 /* of the strongest river to be expected: least area of one with a delta */
#define SIZES   3    /* that are tried, each smaller than the one before by */
#define LESS    0.75
#define SMALL   8.0   /* spacings of the mesh: the least reach */
#define BEHIND  0.10  /* of the reach: how far inland directions meet */
#define FOOT    0.048 /* of the reach: half the width of land along arms of a bird's foot, */
#define BOW     0.085 /* and of an even bow */
#define INLETS  0.045 /* of the reach: the same of the ball that is rolled along the coast */
#define BAYS    0.36
#define CHANCE  0.3 /* how far chance moves a delta between the two */
#define SEAWARD 2.5 /* spacings of the lattice: how far into the sea lines go */

typedef struct sites {
    const fluv_channels_job *job;
    const uint32_t *mouths; /* where rivers reach the ocean, strong ones first */
    const uint32_t *ends;   /* the vertices in the sea below them */
    uint32_t mouth_count;
    fluv_shore shore; /* with the land of deltas; its distances are scratch */
    float *distance;
} sites;

/* ---- One delta ---- */

/* A delta before a mouth, as wide and rough as its river makes it. */
static fluv_delta_site site_at(const sites *s, uint32_t mouth, double reach)
{
    const fluv_basins *b = s->job->basins;
    fluv_key key = fluv_key_make(s->job->landscape->seed, "channels", "deltas");
    assert(reach > 0.0 && !b->ocean[mouth] && b->ocean[b->receiver[mouth]]);
    fluv_delta_site d = {.job = s->job,
                         .shore = &s->shore,
                         .sea_ends = s->ends,
                         .sea_end_count = s->mouth_count,
                         .mouth = mouth,
                         .key = fluv_key_at(key, b->x[mouth], b->y[mouth]),
                         .x = b->x[mouth],
                         .y = b->y[mouth],
                         .reach = reach,
                         .behind = BEHIND * reach};
    double chance = fluv_random_between(d.key, 0, -CHANCE, CHANCE);
    d.smooth = fmax(0.0, fmin(1.0, 1.0 - b->area[mouth] / b->strongest + chance));
    d.half = fmax(reach * (FOOT + (BOW - FOOT) * d.smooth), 2.5 * s->shore.lattice.spacing);
    d.round = fmax(reach * (INLETS + (BAYS - INLETS) * d.smooth), 2.0 * s->shore.lattice.spacing);
    return d;
}

/* Lines end a little way before the new coast. */
static void cut_arms(const sites *s, fluv_delta_arm *arms, size_t count, fluv_fan_point *points)
{
    double sea = SEAWARD * s->shore.lattice.spacing;
    for (size_t i = 0; i < count; i++) {
        uint32_t k = arms[i].count - 1;
        assert(arms[i].count > 1);
        const fluv_fan_point *p = points + arms[i].first;
        while (k > 1 && p[k - 1].carried == 0.0F) {
            float distance;
            fluv_shore_points(&s->shore, s->job->basins->spacing, &p[k - 1].x, &p[k - 1].y, 1,
                              &distance);
            if ((double)distance > -sea)
                break;
            k--;
        }
        arms[i].count = k + 1;
    }
}

/* Tries a delta of one size; job->delta_count tells whether it is there. */
static fluv_status try_size(fluv_ctx *ctx, fluv_channels_job *job, sites *s, uint32_t mouth,
                            double reach)
{
    size_t arms = job->delta_arms.count, points = job->fan.count;
    fluv_delta_site d = site_at(s, mouth, reach);
    if (!fluv_delta_room(&d))
        return FLUV_OK;
    fluv_layout_lobe lobe;
    FLUV_TRY(fluv_delta_arms(ctx, &d, &job->delta_arms, &job->fan));
    FLUV_TRY(fluv_delta_land(ctx, &d, &job->fan, points, &lobe));
    if (!lobe.depth) {
        job->delta_arms.count = arms;
        job->fan.count = points;
        return FLUV_OK;
    }
    fluv_layout_push_lobe(&lobe, &s->shore.lattice, s->distance);
    cut_arms(s, (fluv_delta_arm *)job->delta_arms.items + arms, job->delta_arms.count - arms,
             job->fan.items);
    job->lobes[job->delta_count] = lobe;
    job->deltas[job->delta_count++] =
        (fluv_delta_place){.mouth = mouth,
                           .first_arm = (uint32_t)arms,
                           .arm_count = (uint32_t)(job->delta_arms.count - arms)};
    return FLUV_OK;
}

static fluv_status try_mouth(fluv_ctx *ctx, fluv_channels_job *job, sites *s, uint32_t mouth)
{
    uint32_t before = job->delta_count;
    double reach = fluv_channels_delta_reach(job);
    for (int size = 0; size < SIZES && job->delta_count == before; size++, reach *= LESS)
        if (reach >= SMALL * job->basins->spacing)
            FLUV_TRY(try_size(ctx, job, s, mouth, reach));
    return FLUV_OK;
}

/* ---- All of them ---- */

typedef struct found_mouth {
    double area;
    uint32_t vertex;
} found_mouth;

static int by_strength(const void *a, const void *b)
{
    const found_mouth *left = a, *right = b;
    if (left->area != right->area)
        return left->area > right->area ? -1 : 1;
    return left->vertex < right->vertex ? -1 : left->vertex > right->vertex;
}

static fluv_status list_mouths(fluv_ctx *ctx, sites *s)
{
    const fluv_channels_job *job = s->job;
    const fluv_basins *b = job->basins;
    found_mouth *found = fluv_scratch(ctx, b->count, sizeof *found);
    uint32_t *mouths = fluv_scratch(ctx, b->count, sizeof *mouths), count = 0;
    uint32_t *ends = fluv_scratch(ctx, b->count, sizeof *ends);
    if (!found || !mouths || !ends)
        return FLUV_NO_MEMORY;
    for (uint32_t v = 0; v < b->count; v++)
        if (job->river[v] && b->receiver[v] != FLUV_NONE && b->ocean[b->receiver[v]])
            found[count++] = (found_mouth){b->area[v], v};
    qsort(found, count, sizeof *found, by_strength);
    for (uint32_t i = 0; i < count; i++) {
        mouths[i] = found[i].vertex;
        ends[i] = b->receiver[mouths[i]];
    }
    s->mouths = mouths;
    s->ends = ends;
    s->mouth_count = count;
    fluv_scratch_drop(ctx, found);
    return FLUV_OK;
}

static fluv_status open_sites(fluv_ctx *ctx, fluv_channels_job *job, sites *s)
{
    const fluv_shore *shore = fluv_shore_of(job->landscape);
    FLUV_TRY(list_mouths(ctx, s));
    size_t cells = fluv_lattice_count(&shore->lattice);
    s->distance = fluv_scratch(ctx, cells, sizeof *s->distance);
    job->deltas = fluv_scratch(ctx, s->mouth_count, sizeof *job->deltas);
    job->lobes = fluv_scratch(ctx, s->mouth_count, sizeof *job->lobes);
    if (!s->distance || !job->deltas || !job->lobes)
        return FLUV_NO_MEMORY;
    memcpy(s->distance, shore->distance, cells * sizeof *s->distance);
    s->shore = *shore;
    s->shore.distance = s->distance;
    return FLUV_OK;
}

static bool has_delta(const sites *s, uint32_t mouth)
{
    const fluv_channels_job *job = s->job;
    double least = STRONG * job->basins->strongest / sqrt((double)job->params->deltas);
    return job->wet[mouth] && !fluv_channels_placed_mouth(job, mouth) &&
           job->basins->area[mouth] >= least;
}

fluv_status fluv_channels_sites(fluv_ctx *ctx, fluv_channels_job *job)
{
    sites s = {.job = job};
    if (!job->params->deltas)
        return FLUV_OK;
    FLUV_TRY(open_sites(ctx, job, &s));
    for (uint32_t i = 0; i < s.mouth_count; i++) {
        if (!has_delta(&s, s.mouths[i]))
            continue;
        FLUV_TRY(try_mouth(ctx, job, &s, s.mouths[i]));
        FLUV_TRY(fluv_advance(ctx, 0.4));
    }
    assert(job->delta_count <= s.mouth_count);
    fluv_scratch_drop(ctx, s.distance);
    return FLUV_OK;
}
