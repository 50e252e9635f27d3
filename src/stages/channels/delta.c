// SPDX-License-Identifier: MIT
/* Deltas: arms that leave a river before its mouth.
 *
 * in   lines        out   arms, as further lines
 *
 * Upstream of the mouth, as far as the delta reaches, lies its root. From there cheapest ways over
 * the mesh are grown the other way round, towards the coast, keeping off other rivers and lakes.
 * Coast vertices far from the mouth and from each other are the arms' ends; followed back, an arm
 * begins where its way meets the river or another arm.  O(vertices in reach, for each delta).
 *
 * Based on: Report on rivers first: River deltas. 2022 */
#include "stages/channels/parts.h"

#include "base/queue.h"

#define LEAST_STEPS 4   /* of the river below the root */
#define KEEP_OFF    2.5 /* least distance of arms' ends, in spacings */
#define BESIDE      1.5 /* how far beyond the root's distance from the mouth arms may reach */

typedef struct delta {
    fluv_channels_job *job;
    fluv_queue queue;
    float *cost;
    uint32_t *parent;
    uint8_t *shut; /* 1: another river or a lake is near */
    uint8_t *used; /* 1: the river itself or an arm */
    uint32_t *way; /* vertices of an arm, from its end back */
    uint32_t *coast;
    uint32_t coast_count;
    fluv_key key;
} delta;

/* ---- Where arms may run ---- */

static bool near_lake(const fluv_channels_job *job, uint32_t v)
{
    const fluv_basins *b = job->basins;
    for (uint32_t i = 0; i < job->lake_count; i++) {
        const fluv_plan_lake *lake = &job->lakes[i];
        if (hypot(b->x[v] - lake->x, b->y[v] - lake->y) < 2.0 * lake->radius)
            return true;
    }
    return false;
}

static void shut_rivers(const delta *d)
{
    const fluv_basins *b = d->job->basins;
    for (uint32_t v = 0; v < b->count; v++)
        d->shut[v] = 0;
    for (uint32_t v = 0; v < b->count; v++) {
        if (!d->job->river[v] || d->used[v])
            continue;
        d->shut[v] = 1;
        for (uint32_t i = b->first[v]; i < b->first[v + 1]; i++)
            d->shut[b->neighbour[i]] = 1;
    }
}

static uint32_t ocean_beside(const fluv_basins *b, uint32_t v)
{
    uint32_t best = FLUV_NONE;
    for (uint32_t i = b->first[v]; i < b->first[v + 1]; i++) {
        uint32_t u = b->neighbour[i];
        if (b->ocean[u] &&
            (best == FLUV_NONE || fluv_channels_step(b, v, u) < fluv_channels_step(b, v, best)))
            best = u;
    }
    return best;
}

/* ---- Ways towards the coast ---- */

static void push_from(delta *d, uint32_t root, double reach, uint32_t v)
{
    const fluv_basins *b = d->job->basins;
    for (uint32_t i = b->first[v]; i < b->first[v + 1]; i++) {
        uint32_t u = b->neighbour[i];
        if (b->ocean[u] || (d->shut[u] && !d->used[u]) || !b->wet[u] ||
            fluv_channels_step(b, root, u) > reach || near_lake(d->job, u))
            continue;
        double factor = 1.0 + 2.0 * fluv_random(d->key, u);
        float cost = d->cost[v] + (float)(factor * fluv_channels_step(b, v, u));
        if (cost < d->cost[u]) {
            d->cost[u] = cost;
            d->parent[u] = v;
            fluv_queue_push(&d->queue, cost, u);
        }
    }
}

static fluv_status grow(fluv_ctx *ctx, delta *d, uint32_t root, double reach)
{
    const fluv_basins *b = d->job->basins;
    FLUV_TRY(fluv_queue_init(ctx, &d->queue, b->first[b->count]));
    for (uint32_t v = 0; v < b->count; v++)
        d->cost[v] = INFINITY;
    d->cost[root] = 0.0F;
    d->parent[root] = FLUV_NONE;
    d->coast_count = 0;
    fluv_queue_push(&d->queue, 0.0F, root);
    float at;
    for (uint32_t v; (v = fluv_queue_pop(&d->queue, &at)) != FLUV_NONE;) {
        if (at > d->cost[v])
            continue;
        if (!d->used[v] && ocean_beside(b, v) != FLUV_NONE)
            d->coast[d->coast_count++] = v;
        push_from(d, root, reach, v);
    }
    fluv_queue_drop(ctx, &d->queue);
    return FLUV_OK;
}

/* The place at the coast farthest from all ends there are. */
static uint32_t farthest(const delta *d, const uint32_t *ends, uint32_t count)
{
    const fluv_basins *b = d->job->basins;
    double most = KEEP_OFF * b->spacing;
    uint32_t best = FLUV_NONE;
    for (uint32_t i = 0; i < d->coast_count; i++) {
        double least = INFINITY;
        for (uint32_t k = 0; k < count; k++)
            least = fmin(least, fluv_channels_step(b, d->coast[i], ends[k]));
        if (least > most && !d->used[d->coast[i]]) {
            most = least;
            best = d->coast[i];
        }
    }
    return best;
}

/* ---- Arms ---- */

/* Places and beds of the arm's vertices: way[count - 1] is where it begins, way[0] the ocean. */
static fluv_status add_points(fluv_ctx *ctx, delta *d, uint32_t count, fluv_plan_line *line)
{
    fluv_channels_job *job = d->job;
    const fluv_basins *b = job->basins;
    size_t total = (size_t)(count - 1) * FLUV_PLAN_STEPS + 1;
    uint32_t start = (uint32_t)job->points.count, split = job->point_of[d->way[count - 1]];
    fluv_plan_point *out = fluv_list_append(ctx, &job->points, total, sizeof *out);
    if (!out)
        return FLUV_NO_MEMORY;
    fluv_plan_point from = ((const fluv_plan_point *)job->points.items)[split];
    for (size_t i = 0; i < total; i++) {
        size_t step = i / FLUV_PLAN_STEPS;
        double t = (double)(i % FLUV_PLAN_STEPS) / FLUV_PLAN_STEPS;
        uint32_t a = d->way[count - 1 - step], c = i + 1 < total ? d->way[count - 2 - step] : a;
        double ax = step ? b->x[a] : from.x, ay = step ? b->y[a] : from.y;
        out[i] = (fluv_plan_point){ax + t * (b->x[c] - ax), ay + t * (b->y[c] - ay),
                                   from.bed * (float)(1.0 - (double)i / (double)total), a, true};
        if (i % FLUV_PLAN_STEPS == 0 && step && i + 1 < total)
            job->point_of[a] = start + (uint32_t)i;
    }
    for (int round = 0; round < 3 * FLUV_PLAN_STEPS; round++) /* corners go, ends stay */
        for (size_t i = 1; i + 1 < total; i++) {
            out[i].x = 0.25 * (out[i - 1].x + 2.0 * out[i].x + out[i + 1].x);
            out[i].y = 0.25 * (out[i - 1].y + 2.0 * out[i].y + out[i + 1].y);
        }
    *line = (fluv_plan_line){
        .first_point = start,
        .point_count = (uint32_t)total,
        .into = FLUV_NONE,
        .from = split,
        .strength = (float)fluv_random_between(d->key, (uint64_t)split << 32, 0.25, 0.45)};
    return FLUV_OK;
}

static fluv_status add_arm(fluv_ctx *ctx, delta *d, uint32_t end)
{
    fluv_channels_job *job = d->job;
    const fluv_basins *b = job->basins;
    uint32_t count = 0, v = end;
    d->way[count++] = ocean_beside(b, end);
    for (; !d->used[v]; v = d->parent[v])
        d->way[count++] = v;
    d->way[count++] = v;
    if (count < 4)
        return FLUV_OK;
    for (uint32_t i = 1; i < count; i++)
        d->used[d->way[i]] = 1;
    FLUV_TRY(add_points(ctx, d, count, &job->lines[job->line_count]));
    job->line_head[job->line_count] = v;
    job->line_count++;
    job->arm_count++;
    return FLUV_OK;
}

static fluv_status make_delta(fluv_ctx *ctx, delta *d, uint32_t line)
{
    fluv_channels_job *job = d->job;
    const fluv_basins *b = job->basins;
    const fluv_plan_point *points = job->points.items;
    const fluv_plan_line *river = &job->lines[line];
    double radius =
        job->params->delta_radius > 0.0 ? job->params->delta_radius : job->longer / 30.0;
    uint32_t mouth = points[river->first_point + river->point_count - 1].vertex, root = mouth;
    uint32_t steps = 0, *ends = d->way + b->count;
    for (uint32_t v = 0; v < b->count; v++)
        d->used[v] = 0;
    d->used[root] = 1;
    while (job->main_donor[root] != FLUV_NONE && fluv_channels_step(b, root, mouth) < radius) {
        root = job->main_donor[root];
        d->used[root] = 1;
        steps++;
    }
    if (steps < LEAST_STEPS || !job->wet[root])
        return FLUV_OK;
    shut_rivers(d);
    FLUV_TRY(grow(ctx, d, root, BESIDE * fluv_channels_step(b, root, mouth)));
    ends[0] = mouth;
    for (int arm = 0; arm < job->params->delta_arms; arm++) {
        uint32_t end = farthest(d, ends, (uint32_t)arm + 1);
        if (end == FLUV_NONE)
            break;
        ends[arm + 1] = end;
        FLUV_TRY(add_arm(ctx, d, end));
    }
    return FLUV_OK;
}

fluv_status fluv_channels_deltas(fluv_ctx *ctx, fluv_channels_job *job)
{
    const fluv_basins *b = job->basins;
    size_t n = b->count;
    uint32_t rivers = job->line_count;
    delta d = {.job = job,
               .cost = fluv_scratch(ctx, n, sizeof *d.cost),
               .parent = fluv_scratch(ctx, n, sizeof *d.parent),
               .shut = fluv_scratch(ctx, n, 1),
               .used = fluv_scratch(ctx, n, 1),
               .way = fluv_scratch(ctx, n + 64, sizeof *d.way),
               .coast = fluv_scratch(ctx, n, sizeof *d.coast),
               .key = fluv_key_make(job->landscape->seed, "channels", "deltas")};
    if (!d.cost || !d.parent || !d.shut || !d.used || !d.way || !d.coast)
        return FLUV_NO_MEMORY;
    int made = 0;
    for (uint32_t line = 0; line < rivers && made < job->params->deltas; line++) {
        const fluv_plan_point *points = job->points.items;
        const fluv_plan_line *river = &job->lines[line];
        uint32_t last = points[river->first_point + river->point_count - 1].vertex;
        uint32_t to = b->receiver[last];
        if (river->into != FLUV_NONE || to == FLUV_NONE || !b->ocean[to])
            continue;
        uint32_t before = job->arm_count;
        FLUV_TRY(make_delta(ctx, &d, line));
        made += job->arm_count > before;
        FLUV_TRY(fluv_advance(ctx, 0.8 + 0.2 * made / ((double)job->params->deltas + 1.0)));
    }
    return FLUV_OK;
}
