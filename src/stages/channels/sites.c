// SPDX-License-Identifier: MIT
/* Deltas: where they lie, and the land they have built into the sea.
 *
 * in   rivers on the mesh, the shore        out   lobes of new land, the main arm's way across each
 *
 * A delta's head is the last place before the mouth where no tributary joins any more. From a place
 * inland rays go out and push the coast before them, most of all straight ahead; they end short of
 * other rivers' mouths, of other land and of the frame's edge, so that no river is dammed up and no
 * strait closed. What they span is the lobe. The river crosses it on the cheapest way to where it
 * reaches farthest; rivers inland stay as they are.
 *
 * Deltas lie at the strongest rivers of each landmass, of those that are strong for a land as the
 * recipe describes it: rivers of other landmasses do not count. Of rivers about as strong as each
 * other their places decide, so that a little more land for one seldom moves another's delta.
 * O(deltas * (rays * steps + n log n)).
 *
 * Based on: Report on rivers first: River deltas. 2022 */
#include "stages/channels/parts.h"

#include "base/queue.h"
#include "field/noise.h"
#include "landscape/shore.h"

#include <stdlib.h>

#define INLAND     0.4  /* of the reach: how far inland the head may lie */
#define MIDDLE     0.6  /* of the reach: how far inland the rays begin */
#define OUT        0.65 /* of the reach: how far the coast is pushed out at most */
#define WIDEST     0.1  /* cosine of the angle where rays push no more */
#define FARTHEST   0.9  /* of the reach: how far from where rays begin they may come to the coast */
#define CLEAR      0.12 /* of the reach: least distance from other land */
#define BESIDE     0.05 /* of the reach: least distance from other mouths */
#define ROUGH      0.45 /* how much noise changes the rays: lobes of the front */
#define JAGGED     0.3  /* of what a ray pushes: how much finer noise takes back */
#define BAY        0.08 /* of the reach: how much farther than its neighbour a ray may go */
#define ROUNDS     2    /* of smoothing of neighbouring rays */
#define LEAST_LAND 24   /* vertices of new land that make a delta */
#define STRAIGHT   0.8  /* least cosine of the angle between the main arm's mouth and ahead */
#define TRIES      4    /* mouths of a landmass that are looked at for each delta */
#define STRONG     0.45 /* of the strongest river to be expected: least area of one with a delta */
#define ALIKE      0.4  /* of rivers whose areas lie within a step of this many powers of e */
#define WIND       1.5  /* spread of the price by noise along the main arm, as a power of e */

typedef struct site {
    const fluv_channels_job *job;
    const fluv_shore *shore;
    const uint32_t *mouths; /* where rivers reach the ocean, strong ones first */
    uint32_t mouth_count;
    uint32_t *mass;         /* of land vertices: the first vertex of their landmass */
    uint32_t *made, *tried; /* of those first vertices: deltas, and mouths that were looked at */
    uint8_t *joins;         /* rivers that run into each vertex */
    float *cost;
    uint32_t *back;
    double reach;            /* from head to sea, m */
    double ahead_x, ahead_y; /* towards the sea, unit vector */
    fluv_delta_place at;
    fluv_layout_lobe lobe;
} site;

/* ---- The head, and which way the sea is ---- */

static float shore_at(const site *s, double x, double y)
{
    float distance;
    fluv_shore_points(s->shore, s->job->basins->spacing, &x, &y, 1, &distance);
    for (uint32_t i = 0; i < s->job->delta_count; i++)
        distance = fmaxf(distance, (float)fluv_layout_lobe_at(&s->job->lobes[i], x, y));
    return distance;
}

static void find_head(site *s)
{
    const fluv_channels_job *job = s->job;
    const fluv_basins *b = job->basins;
    uint32_t v = s->at.mouth;
    while (s->joins[v] == 1 && job->main_donor[v] != FLUV_NONE &&
           fluv_channels_step(b, job->main_donor[v], s->at.mouth) < INLAND * s->reach)
        v = job->main_donor[v];
    s->at.root = v;
}

/* The mean of all directions, each weighed by how much sea there is. */
static bool find_ahead(site *s)
{
    const fluv_basins *b = s->job->basins;
    double sum_x = 0.0, sum_y = 0.0;
    for (uint32_t i = 0; i < FLUV_LOBE_RAYS; i++) {
        double dx, dy;
        fluv_layout_ray(i, &dx, &dy);
        for (double part = 0.25; part <= 1.0; part += 0.25) {
            double sea = -(double)shore_at(s, b->x[s->at.mouth] + part * s->reach * dx,
                                           b->y[s->at.mouth] + part * s->reach * dy);
            sum_x += dx * fmin(fmax(sea, 0.0), s->reach);
            sum_y += dy * fmin(fmax(sea, 0.0), s->reach);
        }
    }
    double length = fluv_length(sum_x, sum_y);
    s->ahead_x = sum_x / fmax(length, 1e-9);
    s->ahead_y = sum_y / fmax(length, 1e-9);
    return length > 0.0;
}

static bool off_frame(const site *s, double x, double y)
{
    const fluv_frame *frame = &s->job->landscape->frame;
    double margin = 3.0 * s->job->basins->spacing;
    double east = x - frame->west, south = frame->north - y;
    return east < margin || south < margin || frame->cell * frame->cols - east < margin ||
           frame->cell * frame->rows - south < margin;
}

/* Rays begin inland of the mouth, where the sea is farthest. */
static void find_middle(site *s)
{
    const fluv_basins *b = s->job->basins;
    double step = 0.5 * b->spacing, most = -INFINITY;
    for (double t = 0.0; t <= MIDDLE * s->reach; t += step) {
        double x = b->x[s->at.mouth] - t * s->ahead_x, y = b->y[s->at.mouth] - t * s->ahead_y;
        double inland = (double)shore_at(s, x, y);
        if (inland < 0.0 || off_frame(s, x, y))
            return;
        if (inland > most) {
            most = inland;
            s->lobe.x = x;
            s->lobe.y = y;
        }
    }
}

/* ---- The lobe ---- */

/* Where a ray comes to the coast, and how far it may go before it comes near land beyond the sea,
 * or the frame's edge. */
static double open_water(const site *s, double dx, double dy, double *coast)
{
    double step = 0.5 * s->job->basins->spacing, clear = CLEAR * s->reach, deepest = 0.0;
    double end = (1.0 + MIDDLE) * s->reach;
    *coast = end;
    for (double t = 0.0; t < end; t += step) {
        double x = s->lobe.x + t * dx, y = s->lobe.y + t * dy;
        double sea = -(double)shore_at(s, x, y);
        if (off_frame(s, x, y))
            return t;
        if (sea > 0.0 && t < *coast)
            *coast = t;
        if (deepest > clear && sea < fmin(clear, 0.5 * deepest))
            return fmax(0.0, t - clear);
        deepest = fmax(deepest, sea);
    }
    return end;
}

/* How far a ray may go before it comes near another river's mouth. */
static double before_mouths(const site *s, double dx, double dy)
{
    const fluv_basins *b = s->job->basins;
    double most = INFINITY, clear = fmax(BESIDE * s->reach, 2.5 * b->spacing);
    for (uint32_t i = 0; i < s->mouth_count; i++) {
        uint32_t v = s->mouths[i];
        double x = b->x[v] - s->lobe.x, y = b->y[v] - s->lobe.y;
        double along = x * dx + y * dy, aside = fabs(x * dy - y * dx);
        if (v == s->at.mouth || along < 0.0 || aside >= clear)
            continue;
        most = fmin(most, fmax(0.0, along - sqrt(clear * clear - aside * aside)));
    }
    return most;
}

/* Beside a ray that must end early the next ones may go a little farther only: a bay, no notch. */
static void widen_bays(float *limit, float more)
{
    for (uint32_t i = 0; i < 2 * FLUV_LOBE_RAYS; i++) {
        float *here = &limit[i % FLUV_LOBE_RAYS];
        *here = fminf(*here, limit[(i + FLUV_LOBE_RAYS - 1) % FLUV_LOBE_RAYS] + more);
    }
    for (uint32_t i = 2 * FLUV_LOBE_RAYS; i-- > 0;) {
        float *here = &limit[i % FLUV_LOBE_RAYS];
        *here = fminf(*here, limit[(i + 1) % FLUV_LOBE_RAYS] + more);
    }
}

static void smooth_rays(float *radius, const float *limit)
{
    for (int round = 0; round < ROUNDS; round++) {
        float first = radius[0], before = radius[FLUV_LOBE_RAYS - 1];
        for (uint32_t i = 0; i < FLUV_LOBE_RAYS; i++) {
            float here = radius[i], next = i + 1 < FLUV_LOBE_RAYS ? radius[i + 1] : first;
            radius[i] = fminf(limit[i], 0.25F * before + 0.5F * here + 0.25F * next);
            before = here;
        }
    }
}

/* How far the ray of a lobe goes: to the coast and on, most of all ahead, and less and less to the
 * sides, so that the lobe leaves the coast at a flat angle. 0: it pushes nothing. */
static float ray_of(const site *s, const fluv_noise *noise, double dx, double dy, double coast)
{
    double x = s->lobe.x + s->reach * dx, y = s->lobe.y + s->reach * dy;
    double cosine = dx * s->ahead_x + dy * s->ahead_y;
    double part = (cosine - WIDEST) / (1.0 - WIDEST);
    if (part <= 0.0 || coast >= FARTHEST * s->reach)
        return 0.0F;
    float value;
    fluv_noise_points(noise, &x, &y, 1, &value);
    double pushed = part * (2.0 - part) * (1.0 - ROUGH * fabs((double)value));
    return (float)(coast + OUT * s->reach * pushed);
}

/* The front is nowhere even: takes back some of what a ray pushes. */
static void fray(site *s, const fluv_noise *noise, const float *coast)
{
    fluv_noise fine = *noise;
    fine.wavelength *= 0.4;
    for (uint32_t i = 0; i < FLUV_LOBE_RAYS; i++) {
        double dx, dy;
        float value, pushed = s->lobe.radius[i] - coast[i];
        fluv_layout_ray(i, &dx, &dy);
        double x = s->lobe.x + (double)s->lobe.radius[i] * dx;
        double y = s->lobe.y + (double)s->lobe.radius[i] * dy;
        fluv_noise_points(&fine, &x, &y, 1, &value);
        if (pushed > 0.0F)
            s->lobe.radius[i] -= (float)JAGGED * pushed * fminf(1.0F, 1.5F * fabsf(value));
    }
}

static void draw_lobe(site *s)
{
    float limit[FLUV_LOBE_RAYS], from[FLUV_LOBE_RAYS];
    fluv_noise noise = {.key = fluv_key_make(s->job->landscape->seed, "channels", "lobes"),
                        .wavelength = 0.45 * s->reach,
                        .octaves = 3,
                        .gain = 0.5,
                        .lacunarity = 2.0};
    s->lobe.reach = (1.0 + MIDDLE) * s->reach;
    for (uint32_t i = 0; i < FLUV_LOBE_RAYS; i++) {
        double dx, dy;
        fluv_layout_ray(i, &dx, &dy);
        double coast, most = open_water(s, dx, dy, &coast);
        s->lobe.radius[i] = ray_of(s, &noise, dx, dy, coast);
        from[i] = (float)coast;
        bool pushes = s->lobe.radius[i] > 0.0F; /* others end before they come to any mouth */
        limit[i] = pushes ? (float)fmin(most, before_mouths(s, dx, dy)) : INFINITY;
    }
    widen_bays(limit, (float)(BAY * s->reach));
    for (uint32_t i = 0; i < FLUV_LOBE_RAYS; i++)
        s->lobe.radius[i] = fminf(s->lobe.radius[i], limit[i]);
    smooth_rays(s->lobe.radius, limit);
    fray(s, &noise, from);
}

/* Vertices of new land; how many there are. */
static uint32_t mark_land(const site *s, uint8_t *inside)
{
    const fluv_basins *b = s->job->basins;
    uint32_t count = 0;
    for (uint32_t v = 0; v < b->count; v++)
        if (!inside[v] && fluv_layout_lobe_at(&s->lobe, b->x[v], b->y[v]) > 0.0) {
            inside[v] = FLUV_NEW_LAND;
            count++;
        }
    return count;
}

/* ---- The main arm ---- */

/* Cheapest ways from the old mouth over new land. */
static fluv_status cross_lobe(fluv_ctx *ctx, const site *s, const uint8_t *inside)
{
    const fluv_basins *b = s->job->basins;
    fluv_noise noise = {.key = fluv_key_make(s->job->landscape->seed, "channels", "main arms"),
                        .wavelength = 0.4 * s->reach,
                        .octaves = 4,
                        .gain = 0.6,
                        .lacunarity = 2.0,
                        .finest = b->spacing};
    fluv_queue queue;
    FLUV_TRY(fluv_queue_init(ctx, &queue, (size_t)b->first[b->count] + 1));
    for (uint32_t v = 0; v < b->count; v++)
        s->cost[v] = INFINITY;
    s->cost[s->at.mouth] = 0.0F;
    fluv_queue_push(&queue, 0.0F, s->at.mouth);
    float at;
    for (uint32_t v; (v = fluv_queue_pop(&queue, &at)) != FLUV_NONE;)
        for (uint32_t i = b->first[v]; at <= s->cost[v] && i < b->first[v + 1]; i++) {
            uint32_t u = b->neighbour[i];
            if (inside[u] != FLUV_NEW_LAND)
                continue;
            float value;
            fluv_noise_points(&noise, &b->x[u], &b->y[u], 1, &value);
            float cost = at + (float)(fluv_channels_step(b, v, u) * exp(WIND * (double)value));
            if (cost < s->cost[u]) {
                s->cost[u] = cost;
                s->back[u] = v;
                fluv_queue_push(&queue, cost, u);
            }
        }
    fluv_queue_drop(ctx, &queue);
    return FLUV_OK;
}

/* The vertex of new land beside the sea that lies farthest ahead, NONE: none can be reached. */
static uint32_t farthest_ahead(const site *s, const uint8_t *inside)
{
    const fluv_basins *b = s->job->basins;
    double most = 0.0;
    uint32_t best = FLUV_NONE;
    for (uint32_t v = 0; v < b->count; v++) {
        if (inside[v] != FLUV_NEW_LAND || !isfinite(s->cost[v]) ||
            fluv_channels_sea_beside(b, inside, v) == FLUV_NONE)
            continue;
        double x = b->x[v] - s->lobe.x, y = b->y[v] - s->lobe.y;
        double along = x * s->ahead_x + y * s->ahead_y;
        if (along > most && along > STRAIGHT * fluv_length(x, y)) {
            most = along;
            best = v;
        }
    }
    return best;
}

/* Adds the way to job->seaward, from the old mouth, left out, to the ocean. */
static void write_way(fluv_channels_job *job, site *s, uint32_t end)
{
    const fluv_basins *b = job->basins;
    uint32_t count = 1;
    for (uint32_t v = end; v != s->at.mouth; v = s->back[v])
        count++;
    s->at.first = job->seaward_count;
    s->at.count = count;
    uint32_t *way = job->seaward + job->seaward_count;
    way[--count] = fluv_channels_sea_beside(b, job->inside, end);
    for (uint32_t v = end; v != s->at.mouth; v = s->back[v])
        way[--count] = v;
    job->seaward_count += s->at.count;
}

/* ---- All of them ---- */

static void settle_land(const fluv_channels_job *job, uint8_t as)
{
    for (uint32_t v = 0; v < job->basins->count; v++)
        if (job->inside[v] == FLUV_NEW_LAND)
            job->inside[v] = as;
}

static fluv_status try_mouth(fluv_ctx *ctx, fluv_channels_job *job, site *s, uint32_t mouth)
{
    s->at = (fluv_delta_place){.mouth = mouth};
    find_head(s);
    s->lobe.x = job->basins->x[mouth];
    s->lobe.y = job->basins->y[mouth];
    if (!find_ahead(s))
        return FLUV_OK;
    find_middle(s);
    draw_lobe(s);
    uint32_t end = FLUV_NONE;
    if (mark_land(s, job->inside) >= LEAST_LAND) {
        FLUV_TRY(cross_lobe(ctx, s, job->inside));
        end = farthest_ahead(s, job->inside);
    }
    if (end != FLUV_NONE) {
        write_way(job, s, end);
        job->lobes[job->delta_count] = s->lobe;
        job->deltas[job->delta_count++] = s->at;
    }
    settle_land(job, end != FLUV_NONE ? FLUV_DELTA_LAND : 0);
    return FLUV_OK;
}

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

static fluv_status list_mouths(fluv_ctx *ctx, site *s)
{
    const fluv_channels_job *job = s->job;
    const fluv_basins *b = job->basins;
    fluv_key key = fluv_key_make(job->landscape->seed, "channels", "mouths");
    ranked_mouth *found = fluv_scratch(ctx, b->count, sizeof *found);
    uint32_t *mouths = fluv_scratch(ctx, b->count, sizeof *mouths), count = 0;
    if (!found || !mouths)
        return FLUV_NO_MEMORY;
    for (uint32_t v = 0; v < b->count; v++)
        if (job->river[v] && b->receiver[v] != FLUV_NONE && b->ocean[b->receiver[v]])
            found[count++] = (ranked_mouth){floor(log(b->area[v] / b->strongest) / ALIKE),
                                            fluv_random(key, v), v};
    qsort(found, count, sizeof *found, by_rank);
    for (uint32_t i = 0; i < count; i++)
        mouths[i] = found[i].vertex;
    s->mouths = mouths;
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

static fluv_status label_masses(fluv_ctx *ctx, site *s)
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

static fluv_status open_sites(fluv_ctx *ctx, fluv_channels_job *job, site *s)
{
    const fluv_basins *b = job->basins;
    FLUV_TRY(list_mouths(ctx, s));
    FLUV_TRY(label_masses(ctx, s));
    size_t n = b->count, most = s->mouth_count;
    job->inside = fluv_scratch(ctx, n, 1);
    job->seaward = fluv_scratch(ctx, 2 * n, sizeof *job->seaward);
    job->deltas = fluv_scratch(ctx, most, sizeof *job->deltas);
    job->lobes = fluv_scratch(ctx, most, sizeof *job->lobes);
    s->joins = fluv_scratch_zero(ctx, n, 1);
    s->cost = fluv_scratch(ctx, n, sizeof *s->cost);
    s->back = fluv_scratch(ctx, n, sizeof *s->back);
    if (!job->inside || !job->seaward || !job->deltas || !job->lobes || !s->joins || !s->cost ||
        !s->back)
        return FLUV_NO_MEMORY;
    for (uint32_t v = 0; v < b->count; v++) {
        job->inside[v] = !b->ocean[v];
        if (job->river[v] && !fluv_channels_ends(b, b->receiver[v]) &&
            s->joins[b->receiver[v]] < UINT8_MAX)
            s->joins[b->receiver[v]]++;
    }
    return FLUV_OK;
}

/* Whether a mouth is the next to get a delta, of its landmass's. */
static bool is_next(const site *s, uint32_t mouth)
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
    site *s = fluv_scratch_zero(ctx, 1, sizeof *s);
    if (!s)
        return FLUV_NO_MEMORY;
    s->job = job;
    s->shore = fluv_shore_of(job->landscape);
    s->reach = fluv_channels_delta_reach(job);
    FLUV_TRY(open_sites(ctx, job, s));
    for (uint32_t i = 0; i < s->mouth_count; i++) {
        uint32_t mouth = s->mouths[i], before = job->delta_count;
        if (!is_next(s, mouth))
            continue;
        FLUV_TRY(try_mouth(ctx, job, s, mouth));
        FLUV_TRY(fluv_advance(ctx, 0.4));
        s->tried[s->mass[mouth]]++;
        s->made[s->mass[mouth]] += job->delta_count - before;
    }
    return FLUV_OK;
}
