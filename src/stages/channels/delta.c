// SPDX-License-Identifier: MIT
/* Deltas: where the arms run that leave a river before its mouth.
 *
 * in   lines        out   arms, as further lines
 *
 * Places at the coast of a delta's land (sites.c), far from the main arm's mouth and from each
 * other, become the arms' mouths. For each, ways are grown
 * the other way round, from the river and the arms there are towards the coast, and the cheapest
 * is taken. Water that is already on its way counts less than new ground by the factor SHARED, so
 * that arms stay together at first and leave at an angle whose cosine is that factor; price by
 * noise bends them.  O(arms * vertices in reach * log, for each delta).
 *
 * Based on: Report on rivers first: River deltas. 2022 */
#include "stages/channels/delta.h"

#include "base/queue.h"
#include "field/noise.h"

#define LEAST_STEPS 4   /* of the river below the root */
#define BESIDE      1.5 /* how far beyond the root's distance from the mouth arms may reach */
#define AHEAD       0.5 /* least cosine of the angle between an arm's mouth and the main one */
#define APART       0.2 /* least distance of arms' mouths, as a share of the reach */
#define SHARED      0.85
#define CROWD       2.0 /* how much dearer ground beside an arm is */
#define BESIDE_ARM  0.1 /* of the reach: how far from an arm it is so */
#define LEAST_ARM   3   /* vertices of its own */
#define SPREAD      1.2 /* of the price by noise, as a power of e */
#define COAST_PRICE 3.0
#define COAST_STRIP 0.1 /* of the reach: near the coast ways are dear, so that arms go straight */

enum { NEW_GROUND, ON_ARM, CLOSED }; /* CLOSED: water that no arm may leave */

typedef struct fan {
    fluv_channels_job *job;
    const fluv_layout_lobe *lobe;
    fluv_delta_site delta;
    fluv_queue queue;
    uint32_t *near; /* land vertices in reach of the root, new land included */
    uint32_t near_count;
    float *price;    /* of a vertex; INFINITY: no arm may run there */
    float *cost;     /* of the cheapest way */
    uint32_t *back;  /* the vertex before on that way */
    uint8_t *state;  /* the enum above */
    uint32_t *arm;   /* of vertices on arms: which, NONE: the river */
    double *along;   /* of the same: distance from the root, m */
    uint32_t *coast; /* vertices beside the ocean where an arm may end */
    uint32_t coast_count;
} fan;

/* ---- Where arms may run ---- */

static bool near_lake(const fluv_channels_job *job, uint32_t v)
{
    const fluv_basins *b = job->basins;
    for (uint32_t i = 0; i < job->lake_count; i++) {
        const fluv_layout_lake *lake = &job->lakes[i];
        if (fluv_length(b->x[v] - lake->x, b->y[v] - lake->y) < 2.0 * lake->radius)
            return true;
    }
    return false;
}

/* The vertex after one on the main arm, from the root to the ocean. */
static uint32_t down_main_arm(const fan *f, const fluv_delta_place *place, uint32_t v, uint32_t *k)
{
    bool inland = *k == 0 && v != place->mouth;
    return inland ? f->job->basins->receiver[v] : f->job->seaward[place->first + (*k)++];
}

/* The main arm from its root to its mouth; false: too short for a delta. */
static bool find_river(fan *f, const fluv_delta_place *place)
{
    const fluv_channels_job *job = f->job;
    const fluv_basins *b = job->basins;
    fluv_delta_site *d = &f->delta;
    uint32_t steps = 0, k = 0;
    d->root = place->root;
    for (uint32_t v = place->root; v != place->mouth; v = b->receiver[v])
        if (near_lake(job, v))
            d->root = b->receiver[v];
    d->mouth = place->count > 1 ? job->seaward[place->first + place->count - 2] : place->mouth;
    d->reach = fluv_channels_step(b, d->root, d->mouth);
    double along = 0.0;
    for (uint32_t v = d->root; k < place->count; steps++) {
        bool end = v == d->root || v == d->mouth;
        f->state[v] = end ? CLOSED : ON_ARM;
        f->arm[v] = FLUV_NONE;
        f->along[v] = along;
        uint32_t to = down_main_arm(f, place, v, &k);
        along += fluv_channels_step(b, v, to);
        v = to;
    }
    return steps >= LEAST_STEPS;
}

/* Another river at the vertex or beside it. */
static bool is_shut(const fan *f, uint32_t v)
{
    const fluv_basins *b = f->job->basins;
    if (f->job->river[v] && f->state[v] == NEW_GROUND)
        return true;
    for (uint32_t i = b->first[v]; i < b->first[v + 1]; i++) {
        uint32_t u = b->neighbour[i];
        if (f->job->river[u] && f->state[u] == NEW_GROUND)
            return true;
    }
    return false;
}

/* About how far a vertex lies from the sea. */
static double inland_of(const fan *f, uint32_t v)
{
    const fluv_basins *b = f->job->basins;
    const fluv_layout_lobe *lobe = f->lobe;
    return b->ocean[v] ? fluv_layout_lobe_at(lobe, b->x[v], b->y[v]) : lobe->reach;
}

static void set_prices(fan *f)
{
    const fluv_channels_job *job = f->job;
    const fluv_basins *b = job->basins;
    double reach = f->delta.reach;
    fluv_noise noise = {.key = fluv_key_make(job->landscape->seed, "channels", "deltas"),
                        .wavelength = 0.4 * reach,
                        .octaves = 4,
                        .gain = 0.6,
                        .lacunarity = 2.0,
                        .finest = b->spacing};
    f->near_count = 0;
    for (uint32_t v = 0; v < b->count; v++) {
        f->price[v] = INFINITY;
        if (!job->inside[v] || fluv_channels_step(b, f->delta.root, v) > BESIDE * reach)
            continue;
        f->near[f->near_count++] = v;
        if ((!b->ocean[v] && !b->wet[v]) || is_shut(f, v) || near_lake(job, v))
            continue;
        float value;
        fluv_noise_points(&noise, &b->x[v], &b->y[v], 1, &value);
        double strip = inland_of(f, v) / (COAST_STRIP * reach);
        f->price[v] =
            (float)(exp(SPREAD * (double)value) * (1.0 + COAST_PRICE * exp(-fmax(0.0, strip))));
    }
}

/* ---- Mouths ---- */

/* Coast that lies ahead of the root as the mouth does. */
static void find_coast(fan *f)
{
    const fluv_basins *b = f->job->basins;
    const fluv_delta_site *d = &f->delta;
    double ahead_x = (b->x[d->mouth] - b->x[d->root]) / d->reach;
    double ahead_y = (b->y[d->mouth] - b->y[d->root]) / d->reach;
    f->coast_count = 0;
    for (uint32_t i = 0; i < f->near_count; i++) {
        uint32_t v = f->near[i];
        if (!isfinite(f->price[v]) || f->state[v] != NEW_GROUND ||
            fluv_channels_sea_beside(b, f->job->inside, v) == FLUV_NONE)
            continue;
        double dx = b->x[v] - b->x[d->root], dy = b->y[v] - b->y[d->root];
        if (dx * ahead_x + dy * ahead_y > AHEAD * fluv_length(dx, dy))
            f->coast[f->coast_count++] = v;
    }
}

/* The place at the coast farthest from all mouths there are. */
static uint32_t farthest(const fan *f, const uint32_t *mouths, uint32_t count)
{
    const fluv_basins *b = f->job->basins;
    double most = fmax(APART * f->delta.reach, 2.0 * b->spacing);
    uint32_t best = FLUV_NONE;
    for (uint32_t i = 0; i < f->coast_count; i++) {
        double least = INFINITY;
        for (uint32_t k = 0; k < count; k++)
            least = fmin(least, fluv_channels_step(b, f->coast[i], mouths[k]));
        if (least > most && f->state[f->coast[i]] == NEW_GROUND) {
            most = least;
            best = f->coast[i];
        }
    }
    return best;
}

/* ---- Arms ---- */

static void push_from(fan *f, uint32_t v)
{
    const fluv_basins *b = f->job->basins;
    for (uint32_t i = b->first[v]; i < b->first[v + 1]; i++) {
        uint32_t u = b->neighbour[i];
        if (!f->job->inside[u] || f->state[u] != NEW_GROUND || !isfinite(f->price[u]))
            continue;
        float cost = f->cost[v] + f->price[u] * (float)fluv_channels_step(b, v, u);
        if (cost < f->cost[u]) {
            f->cost[u] = cost;
            f->back[u] = v;
            fluv_queue_push(&f->queue, cost, u);
        }
    }
}

/* Cheapest ways over new ground from all water that arms may leave. */
static fluv_status grow(fluv_ctx *ctx, fan *f)
{
    const fluv_basins *b = f->job->basins;
    FLUV_TRY(fluv_queue_init(ctx, &f->queue, (size_t)b->first[b->count] + b->count));
    for (uint32_t i = 0; i < f->near_count; i++) {
        uint32_t v = f->near[i];
        f->cost[v] = f->state[v] == ON_ARM ? (float)(SHARED * f->along[v]) : INFINITY;
        if (f->state[v] == ON_ARM)
            fluv_queue_push(&f->queue, f->cost[v], v);
    }
    float at;
    for (uint32_t v; (v = fluv_queue_pop(&f->queue, &at)) != FLUV_NONE;)
        if (at <= f->cost[v])
            push_from(f, v);
    fluv_queue_drop(ctx, &f->queue);
    return FLUV_OK;
}

/* Arms keep off each other: ground beside one is dearer for the next. */
static void keep_apart(const fan *f, const uint32_t *way, uint32_t count)
{
    const fluv_basins *b = f->job->basins;
    double far = BESIDE_ARM * f->delta.reach;
    for (uint32_t i = 0; i < f->near_count; i++) {
        uint32_t v = f->near[i];
        double least = far;
        for (uint32_t k = 0; k < count && f->state[v] == NEW_GROUND; k++)
            least = fmin(least, fluv_channels_step(b, v, way[k]));
        f->price[v] *= (float)(1.0 + CROWD * (1.0 - least / far));
    }
}

/* Where an arm has left, and right beside, no other does. */
static void close_split(const fan *f, uint32_t split)
{
    const fluv_basins *b = f->job->basins;
    f->state[split] = CLOSED;
    for (uint32_t i = b->first[split]; i < b->first[split + 1]; i++)
        if (f->state[b->neighbour[i]] == ON_ARM)
            f->state[b->neighbour[i]] = CLOSED;
}

static void add_arm(fan *f, uint32_t end)
{
    const fluv_basins *b = f->job->basins;
    fluv_delta_site *d = &f->delta;
    uint32_t length = 0, split = end;
    for (; f->state[split] == NEW_GROUND; split = f->back[split])
        length++;
    if (length < LEAST_ARM)
        return;
    uint32_t *way = d->way + d->filled;
    way[0] = split;
    way[length + 1] = fluv_channels_sea_beside(b, f->job->inside, end);
    for (uint32_t v = end, k = length; k > 0; k--, v = f->back[v])
        way[k] = v;
    fluv_key key = fluv_key_make(f->job->landscape->seed, "channels", "delta mouths");
    d->arms[d->arm_count] = (fluv_delta_arm){.first = d->filled,
                                             .count = length + 2,
                                             .parent = f->arm[split],
                                             .leaves = f->along[split],
                                             .own = fluv_random_between(key, end, 0.5, 1.5)};
    for (uint32_t k = 1; k <= length; k++) {
        f->state[way[k]] = ON_ARM;
        f->arm[way[k]] = d->arm_count;
        f->along[way[k]] = f->along[way[k - 1]] + fluv_channels_step(b, way[k - 1], way[k]);
    }
    f->state[end] = CLOSED;
    close_split(f, split);
    keep_apart(f, way + 1, length);
    d->filled += length + 2;
    d->arm_count++;
}

static fluv_status make_delta(fluv_ctx *ctx, fan *f, uint32_t number)
{
    const fluv_channels_job *job = f->job;
    f->lobe = &job->lobes[number];
    f->delta.filled = f->delta.arm_count = 0;
    for (uint32_t v = 0; v < job->basins->count; v++)
        f->state[v] = NEW_GROUND;
    if (!find_river(f, &job->deltas[number]))
        return FLUV_OK;
    uint32_t mouths[FLUV_DELTA_ARMS + 1] = {f->delta.mouth};
    set_prices(f);
    find_coast(f);
    for (uint32_t i = 0; i < job->params->delta_arms; i++) {
        uint32_t end = farthest(f, mouths, i + 1);
        if (end == FLUV_NONE)
            break;
        mouths[i + 1] = end;
        FLUV_TRY(grow(ctx, f));
        if (isfinite(f->cost[end]))
            add_arm(f, end);
    }
    return fluv_delta_draw(ctx, f->job, &f->delta);
}

static fluv_status open_fan(fluv_ctx *ctx, fan *f)
{
    size_t n = f->job->basins->count;
    f->near = fluv_scratch(ctx, n, sizeof *f->near);
    f->price = fluv_scratch(ctx, n, sizeof *f->price);
    f->cost = fluv_scratch(ctx, n, sizeof *f->cost);
    f->back = fluv_scratch(ctx, n, sizeof *f->back);
    f->state = fluv_scratch(ctx, n, 1);
    f->arm = fluv_scratch(ctx, n, sizeof *f->arm);
    f->along = fluv_scratch(ctx, n, sizeof *f->along);
    f->coast = fluv_scratch(ctx, n, sizeof *f->coast);
    f->delta.way = fluv_scratch(ctx, n + (size_t)2 * FLUV_DELTA_ARMS, sizeof *f->delta.way);
    if (!f->near || !f->price || !f->cost || !f->back || !f->state || !f->arm || !f->along ||
        !f->coast || !f->delta.way)
        return FLUV_NO_MEMORY;
    return FLUV_OK;
}

fluv_status fluv_channels_deltas(fluv_ctx *ctx, fluv_channels_job *job)
{
    fan *f = fluv_scratch_zero(ctx, 1, sizeof *f);
    if (!f)
        return FLUV_NO_MEMORY;
    f->job = job;
    FLUV_TRY(open_fan(ctx, f));
    for (uint32_t i = 0; i < job->delta_count; i++) {
        FLUV_TRY(make_delta(ctx, f, i));
        FLUV_TRY(fluv_advance(ctx, 0.8 + 0.2 * i / (job->delta_count + 1.0)));
    }
    return FLUV_OK;
}
