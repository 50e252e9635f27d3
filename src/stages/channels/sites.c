// SPDX-License-Identifier: MIT
/* Deltas: which rivers have one, and what they have built into the sea.
 *
 * in   rivers on the mesh, the shore        out   arms of deltas, and lobes of new land
 *
 * A delta begins where the river came to the sea: rivers inland stay as they are, and whatever
 * joins the river joins above. Strong rivers build a bird's foot, weaker ones, whose front the sea
 * evens out, a bow. Where there is no room for a delta a smaller one is tried.
 *
 * Deltas lie at the strongest rivers of each landmass, of those that are strong for a land as the
 * recipe describes it: rivers of other landmasses do not count. Of rivers about as strong as each
 * other their places decide, so that a little more land for one seldom moves another's delta.
 * O(mouths log mouths + deltas * (directions * steps + window)).
 *
 * Based on: Report on rivers first: River deltas. 2022; Galloway. Process framework for describing
 *           the morphologic and stratigraphic evolution of deltaic depositional systems. 1975 */
#include "stages/channels/delta.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define TRIES   4    /* mouths of a landmass that are looked at for each delta */
#define STRONG  0.45 /* of the strongest river to be expected: least area of one with a delta */
#define ALIKE   0.4  /* of rivers whose areas lie within a step of this many powers of e */
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
    uint32_t *mass;         /* of land vertices: the first vertex of their landmass */
    uint32_t *made, *tried; /* of those first vertices: deltas, and mouths that were looked at */
    fluv_shore shore;       /* with the land of deltas; its distances are scratch */
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

typedef struct ranked_mouth {
    double strength; /* in steps of ALIKE */
    double rank;     /* of rivers alike, by place */
    uint32_t vertex;
} ranked_mouth;

static int by_rank(const void *a, const void *b)
{
    const ranked_mouth *left = a, *right = b;
    if (left->strength != right->strength)
        return left->strength > right->strength ? -1 : 1;
    if (left->rank != right->rank)
        return left->rank < right->rank ? -1 : 1;
    return left->vertex < right->vertex ? -1 : left->vertex > right->vertex;
}

static fluv_status list_mouths(fluv_ctx *ctx, sites *s)
{
    const fluv_channels_job *job = s->job;
    const fluv_basins *b = job->basins;
    fluv_key key = fluv_key_make(job->landscape->seed, "channels", "mouths");
    ranked_mouth *found = fluv_scratch(ctx, b->count, sizeof *found);
    uint32_t *mouths = fluv_scratch(ctx, b->count, sizeof *mouths), count = 0;
    uint32_t *ends = fluv_scratch(ctx, b->count, sizeof *ends);
    if (!found || !mouths || !ends)
        return FLUV_NO_MEMORY;
    for (uint32_t v = 0; v < b->count; v++)
        if (job->river[v] && b->receiver[v] != FLUV_NONE && b->ocean[b->receiver[v]])
            found[count++] = (ranked_mouth){floor(log(b->area[v] / b->strongest) / ALIKE),
                                            fluv_random(key, v), v};
    qsort(found, count, sizeof *found, by_rank);
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

static void label_mass(const fluv_basins *b, uint32_t start, uint32_t *queue, uint32_t *mass)
{
    uint32_t head = 0, tail = 0;
    queue[tail++] = mass[start] = start;
    while (head < tail) {
        uint32_t v = queue[head++];
        for (uint32_t i = b->first[v]; i < b->first[v + 1]; i++) {
            uint32_t u = b->neighbour[i];
            if (b->ocean[u] || mass[u] != FLUV_NONE)
                continue;
            mass[u] = start;
            queue[tail++] = u;
        }
    }
}

static fluv_status label_masses(fluv_ctx *ctx, sites *s)
{
    const fluv_basins *b = s->job->basins;
    uint32_t *queue = fluv_scratch(ctx, b->count, sizeof *queue);
    s->mass = fluv_scratch(ctx, b->count, sizeof *s->mass);
    s->made = fluv_scratch_zero(ctx, b->count, sizeof *s->made);
    s->tried = fluv_scratch_zero(ctx, b->count, sizeof *s->tried);
    if (!queue || !s->mass || !s->made || !s->tried)
        return FLUV_NO_MEMORY;
    for (uint32_t v = 0; v < b->count; v++)
        s->mass[v] = FLUV_NONE;
    for (uint32_t v = 0; v < b->count; v++)
        if (!b->ocean[v] && s->mass[v] == FLUV_NONE)
            label_mass(b, v, queue, s->mass);
    fluv_scratch_drop(ctx, queue);
    return FLUV_OK;
}

static fluv_status open_sites(fluv_ctx *ctx, fluv_channels_job *job, sites *s)
{
    const fluv_shore *shore = fluv_shore_of(job->landscape);
    FLUV_TRY(list_mouths(ctx, s));
    FLUV_TRY(label_masses(ctx, s));
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

/* Whether a mouth is the next to get a delta, of its landmass's. */
static bool is_next(const sites *s, uint32_t mouth)
{
    const fluv_channels_job *job = s->job;
    int64_t most = job->params->deltas;
    uint32_t mass = s->mass[mouth];
    double least = STRONG * job->basins->strongest / (double)most;
    return job->wet[mouth] && !fluv_channels_placed_mouth(job, mouth) && s->made[mass] < most &&
           s->tried[mass] < TRIES * most && job->basins->area[mouth] >= least;
}

fluv_status fluv_channels_sites(fluv_ctx *ctx, fluv_channels_job *job)
{
    sites s = {.job = job};
    if (!job->params->deltas)
        return FLUV_OK;
    FLUV_TRY(open_sites(ctx, job, &s));
    for (uint32_t i = 0; i < s.mouth_count; i++) {
        uint32_t mouth = s.mouths[i], before = job->delta_count;
        if (!is_next(&s, mouth))
            continue;
        FLUV_TRY(try_mouth(ctx, job, &s, mouth));
        FLUV_TRY(fluv_advance(ctx, 0.4));
        s.tried[s.mass[mouth]]++;
        s.made[s.mass[mouth]] += job->delta_count - before;
    }
    assert(job->delta_count <= s.mouth_count);
    fluv_scratch_drop(ctx, s.distance);
    return FLUV_OK;
}
