// SPDX-License-Identifier: MIT
/* Settling hollows: which become pools, and how the others are removed.
 *
 * in   hierarchy of hollows, their sizes     out   pools; ground and receivers without small
 * hollows
 *
 * Hollows are taken in the order in which they end. A hollow that is too small is removed: it
 * drains over its pass, and the ground is either cut along that way or the hollow filled, whichever
 * moves less (earthworks.c). Where two hollows merge and both are large, they stay two pools under
 * a common one.
 *
 * Where the ground shall stay as it is, a hollow is a pool however small, and no way is cut.
 *
 * A surveyed lake keeps its level; small hollows that its water would end in are filled. A closed
 * one takes all that reaches it.
 *
 * Nearly O(n): ways are followed only while cutting costs less than filling.
 *
 * Based on: Lindsay. Efficient hybrid breaching-filling sink removal methods. 2016
 *           Hutchinson. A treatise on limnology. 1957 (relative depths of lakes) */
#include "water/earthworks.h"

#include <assert.h>
#include <stdlib.h>

#define AHEAD 12 /* ends of hollows */

/* How the part of the land that a hollow has grown to behaves from here on. */
typedef enum manner {
    RISES,    /* water in it would rise to its spill */
    SURVEYED, /* a surveyed lake stands at its lowest place and will let water out */
    ABSORBS   /* a closed surveyed lake takes all */
} manner;

/* Pools in a row. */
typedef struct row {
    uint32_t first, last; /* NONE, NONE: none */
} row;

static const row empty_row = {FLUV_NONE, FLUV_NONE};

/* A pool's place in a row. */
typedef struct place {
    uint32_t next;
    float covered; /* water that stands higher than this in the part around the pool covers it */
} place;

typedef struct part {
    uint32_t root; /* cell where its water gathers */
    uint32_t pool; /* NONE while nothing in it is large enough */
    row beside;    /* pools that ended within it and are no part of its own */
    manner manner;
    float lets_in; /* lowest spill of the pools that let their water into it, else INFINITY */
} part;

typedef struct settler {
    fluv_ctx *ctx;
    fluv_settlement *job;
    part *parts; /* one a node of the hierarchy */
    fluv_earthworks works;
    fluv_list places;  /* one a pool */
    uint32_t *leaf_at; /* for each basin, the leaf pool at its root; or NONE */
    float *held;       /* for each node the lowest ground in it that stays; NULL: none does */
} settler;

static uint32_t basin_at(const settler *s, uint32_t cell)
{
    return cell == FLUV_NONE ? FLUV_OUTSIDE : s->job->label[cell];
}

void fluv_receivers_reverse(uint32_t *receiver, uint32_t from, uint32_t to)
{
    while (from != FLUV_NONE) {
        uint32_t next = receiver[from];
        receiver[from] = to;
        to = from;
        from = next;
    }
}

static fluv_way way_out(const settler *s, uint32_t node)
{
    const fluv_hollow *hollow = &s->job->hierarchy->nodes[node];
    assert(node < s->job->hierarchy->node_count && s->parts[node].root != FLUV_NONE);
    assert(hollow->pass_from < s->job->topology->count);
    return (fluv_way){.from = hollow->pass_from,
                      .to = hollow->pass_to,
                      .level = s->job->height[s->parts[node].root],
                      .end_here = basin_at(s, s->parts[node].root),
                      .end_there = fluv_basin_end(&s->works, basin_at(s, hollow->pass_to))};
}

/* ---- Ends of hollows ----------------------------------------------------------------------------
 */

/* Removes a small hollow: it drains over its pass. `other_lower`: the land beyond has a lower
 * floor, so that a cut can end there. */
static fluv_status remove_hollow(settler *s, uint32_t node, bool other_lower)
{
    fluv_settlement *job = s->job;
    fluv_way w = way_out(s, node);
    assert(job->size && job->size[node].volume >= 0.0);
    const fluv_cut_limits limits = {.volume = job->size[node].volume, .depth = INFINITY};
    float filled = -INFINITY;
    s->works.time++;
    if (other_lower && fluv_way_can_cut(&s->works, &w, &limits)) {
        FLUV_TRY(fluv_way_cut(s->ctx, &s->works, &w));
        job->change.hollows_breached++;
    } else {
        filled = job->hierarchy->nodes[node].spill;
        job->change.hollows_filled++;
    }
    fluv_receivers_reverse(job->receiver, w.from, w.to);
    fluv_basin_lead(&s->works, w.end_here, w.end_there, filled);
    return FLUV_OK;
}

static fluv_pool *pool_at(const settler *s, uint32_t pool)
{
    assert(pool < s->job->pools.count);
    return (fluv_pool *)s->job->pools.items + pool;
}

static fluv_status new_pool(settler *s, uint32_t root, uint32_t child_0, uint32_t child_1,
                            uint32_t *number)
{
    fluv_pool *pool = fluv_list_append(s->ctx, &s->job->pools, 1, sizeof *pool);
    if (!pool)
        return FLUV_NO_MEMORY;
    *pool = (fluv_pool){.parent = FLUV_NONE,
                        .child = {child_0, child_1},
                        .root = root,
                        .overflow = FLUV_NONE,
                        .pass_to = FLUV_NONE};
    assert(s->job->pools.count < FLUV_NONE && (child_0 == FLUV_NONE) == (child_1 == FLUV_NONE));
    *number = (uint32_t)s->job->pools.count - 1;
    place *own = fluv_list_append(s->ctx, &s->places, 1, sizeof *own);
    if (!own)
        return FLUV_NO_MEMORY;
    own->next = FLUV_NONE;
    if (child_0 == FLUV_NONE)
        s->leaf_at[basin_at(s, root)] = *number;
    return FLUV_OK;
}

#define GORGE_HOLDS 10.0 /* m over its catchment: a crater holds more, a slot in a valley less */
#define STEEPEST    0.5  /* depth over width: walls of 45 degrees all around, which no lake has */

/* Lakes are wide for their depth: a narrow deep hollow is a gorge that the map shows dammed. And
 * what holds little water for its catchment would be silted up before long. */
static bool could_last(const fluv_hollow_size *size, double depth, const fluv_hollow_rules *rules)
{
    double width = sqrt(size->area);
    bool holds = size->volume >= GORGE_HOLDS * size->catchment && depth <= STEEPEST * width;
    return (rules->gorge <= 0.0 || depth <= rules->gorge * width || holds) &&
           size->volume >= rules->silt * size->catchment;
}

static bool is_large(const settler *s, uint32_t node)
{
    const fluv_settlement *job = s->job;
    const part *p = &s->parts[node];
    float depth = job->hierarchy->nodes[node].spill - job->height[p->root];
    if (p->pool != FLUV_NONE || (s->held && s->held[node] < job->hierarchy->nodes[node].spill))
        return true;
    if (job->kept)
        return node <= job->hierarchy->basin_count && job->kept[node];
    if (job->size[node].area < job->rules.min_area || depth < job->rules.min_depth ||
        !could_last(&job->size[node], (double)depth, &job->rules))
        return false;
    double thin = job->rules.thin_dam * sqrt(job->size[node].area);
    fluv_way w = way_out(s, node);
    return thin <= 0.0 || fluv_way_dam(&s->works, &w, job->hierarchy->nodes[node].spill) >= thin;
}

/* What ended in a leaf pool goes on over a pass. A surveyed lake has its way out already. */
static void drain_leaf(settler *s, uint32_t number, uint32_t pass_from, uint32_t pass_to)
{
    const fluv_pool *leaf = pool_at(s, number);
    if (!leaf->surveyed || leaf->closed)
        fluv_receivers_reverse(s->job->receiver, pass_from, pass_to);
    fluv_basin_lead(&s->works, basin_at(s, leaf->root),
                    fluv_basin_end(&s->works, basin_at(s, pass_to)), -INFINITY);
}

/* A pool and those in it lie under the surface of another: of two in it, the second drains into the
 * first. */
static void drown(settler *s, uint32_t number, uint32_t pass_from, uint32_t pass_to)
{
    fluv_pool *pool = pool_at(s, number);
    pool->drowned = true;
    for (; pool->child[0] != FLUV_NONE; pool->drowned = true) {
        const fluv_pool *second = pool_at(s, pool->child[1]);
        drown(s, pool->child[1], second->pass_from, second->pass_to);
        number = pool->child[0];
        pool = pool_at(s, number);
    }
    drain_leaf(s, number, pass_from, pass_to);
}

static place *place_of(const settler *s, uint32_t pool)
{
    return (place *)s->places.items + pool;
}

/* Two rows as one. */
static row join_rows(settler *s, row a, row b)
{
    if (a.first == FLUV_NONE || b.first == FLUV_NONE)
        return a.first == FLUV_NONE ? b : a;
    place_of(s, a.last)->next = b.first;
    return (row){a.first, b.last};
}

/* All pools of a part that ends with one of its own, which comes last: its way out may lead through
 * the others. Water comes to a closed lake, and to those beside it, over the pass alone. */
static row row_of(settler *s, uint32_t node)
{
    const part *p = &s->parts[node];
    const fluv_pool *pool = pool_at(s, p->pool);
    float pass = s->job->hierarchy->nodes[node].spill;
    row all = join_rows(s, p->beside, (row){p->pool, p->pool});
    place_of(s, p->pool)->covered = pool->spill;
    for (uint32_t at = all.first; pool->closed && at != FLUV_NONE; at = place_of(s, at)->next)
        place_of(s, at)->covered = fmaxf(place_of(s, at)->covered, pass);
    return all;
}

/* Pools beside a part's own may lie under its surface. */
static void drown_beside(settler *s, part *p, float spill)
{
    row left = empty_row;
    for (uint32_t at = p->beside.first, next; at != FLUV_NONE; at = next) {
        const fluv_pool *pool = pool_at(s, at);
        next = place_of(s, at)->next;
        place_of(s, at)->next = FLUV_NONE;
        if (place_of(s, at)->covered < spill)
            drown(s, at, pool->pass_from, pool->pass_to);
        else
            left = join_rows(s, left, (row){at, at});
    }
    p->beside = left;
}

/* A large hollow ends: its pool is what lies below this pass. */
static fluv_status close_pool(settler *s, uint32_t node)
{
    part *p = &s->parts[node];
    if (p->pool == FLUV_NONE)
        FLUV_TRY(new_pool(s, p->root, FLUV_NONE, FLUV_NONE, &p->pool));
    const fluv_hollow *hollow = &s->job->hierarchy->nodes[node];
    fluv_pool *pool = pool_at(s, p->pool);
    pool->spill = hollow->spill;
    pool->pass_from = hollow->pass_from;
    pool->pass_to = hollow->pass_to;
    if (p->manner == RISES)
        drown_beside(s, p, pool->spill);
    return FLUV_OK;
}

/* Whether what ends in a basin is in a pool that may stand higher than the way begins. */
static bool is_higher_pool(const settler *s, const fluv_way *w, uint32_t end)
{
    uint32_t p = s->leaf_at[end];
    while (p != FLUV_NONE && pool_at(s, p)->spill <= w->level)
        p = pool_at(s, p)->parent;
    return p != FLUV_NONE;
}

/* Whether the way begins at the part's root, and leads over no land of a higher pool. */
static bool is_own_way(const settler *s, const fluv_way *w, uint32_t root)
{
    for (uint32_t at = w->from; at != FLUV_NONE; at = s->job->receiver[at]) {
        if (at == root)
            return true;
        if (is_higher_pool(s, w, fluv_basin_end(&s->works, basin_at(s, at))))
            return false;
    }
    return false;
}

static fluv_status new_closed_pool(settler *s, part *p)
{
    FLUV_TRY(new_pool(s, p->root, FLUV_NONE, FLUV_NONE, &p->pool));
    fluv_pool *pool = pool_at(s, p->pool);
    pool->spill = s->job->height[p->root];
    pool->surveyed = pool->closed = true;
    return FLUV_OK;
}

/* A surveyed lake's surroundings end. Its outlet is cut here if it can be; otherwise the lake
 * rises, or where it would then stand above pools that let their water into it, is closed. */
static fluv_status end_surveyed(settler *s, uint32_t node)
{
    fluv_settlement *job = s->job;
    part *p = &s->parts[node];
    fluv_way w = way_out(s, node);
    bool any_height = job->surveyed[basin_at(s, p->root)] == FLUV_CUT_LAKE;
    const fluv_cut_limits limits = {.volume = INFINITY,
                                    .depth = any_height ? INFINITY : job->rules.max_sill};
    bool own_way = is_own_way(s, &w, p->root);
    bool flows_out =
        own_way && !is_higher_pool(s, &w, w.end_there) && fluv_way_can_cut(&s->works, &w, &limits);
    bool over_pools = !own_way || job->hierarchy->nodes[node].spill > p->lets_in;
    p->manner = flows_out ? SURVEYED : over_pools ? ABSORBS : RISES;
    if (p->manner == ABSORBS)
        return new_closed_pool(s, p);
    FLUV_TRY(close_pool(s, node));
    if (!flows_out)
        return FLUV_OK;
    fluv_pool *pool = pool_at(s, p->pool);
    pool->spill = w.level;
    pool->surveyed = true;
    FLUV_TRY(fluv_way_cut(s->ctx, &s->works, &w));
    fluv_receivers_reverse(job->receiver, w.from, w.to);
    return FLUV_OK;
}

static bool lies_lower(const settler *s, uint32_t a, uint32_t b)
{
    uint32_t cell_a = s->parts[a].root, cell_b = s->parts[b].root;
    float height_a = s->job->height[cell_a], height_b = s->job->height[cell_b];
    return height_a < height_b || (height_a == height_b && cell_a < cell_b);
}

static fluv_status merge_rising(settler *s, uint32_t whole, uint32_t low, uint32_t high)
{
    part *parts = s->parts;
    bool low_large = is_large(s, low), high_large = is_large(s, high);
    if (low_large && high_large) {
        FLUV_TRY(close_pool(s, low));
        FLUV_TRY(close_pool(s, high));
        parts[whole] = (part){.root = parts[low].root,
                              .beside = join_rows(s, parts[low].beside, parts[high].beside),
                              .lets_in = INFINITY,
                              .manner = RISES};
        FLUV_TRY(
            new_pool(s, parts[low].root, parts[low].pool, parts[high].pool, &parts[whole].pool));
        pool_at(s, parts[low].pool)->parent = parts[whole].pool;
        pool_at(s, parts[high].pool)->parent = parts[whole].pool;
        return FLUV_OK;
    }
    uint32_t stays = high_large ? high : low, goes = high_large ? low : high;
    if (low_large || high_large)
        FLUV_TRY(close_pool(s, stays)); /* for now; it ends at a higher pass */
    FLUV_TRY(remove_hollow(s, goes, goes == high));
    parts[stays].beside = join_rows(s, parts[goes].beside, parts[stays].beside);
    parts[whole] = parts[stays];
    return FLUV_OK;
}

/* A part that would rise meets one that does not: it ends at the pass between them. */
static fluv_status end_beside_fixed(settler *s, uint32_t whole, uint32_t rising, uint32_t fixed)
{
    bool large = is_large(s, rising);
    if (large)
        FLUV_TRY(close_pool(s, rising));
    else
        FLUV_TRY(remove_hollow(s, rising, lies_lower(s, fixed, rising)));
    s->parts[whole] = s->parts[fixed];
    row ended = large ? row_of(s, rising) : s->parts[rising].beside;
    s->parts[whole].beside = join_rows(s, ended, s->parts[fixed].beside);
    if (large)
        s->parts[whole].lets_in =
            fminf(s->parts[whole].lets_in, s->job->hierarchy->nodes[rising].spill);
    return FLUV_OK;
}

/* A closed lake beside a lower one, which must not rise to it. */
static void merge_fixed(settler *s, uint32_t whole, uint32_t low, uint32_t high)
{
    part *parts = s->parts;
    const fluv_hollow *hollow = &s->job->hierarchy->nodes[high];
    fluv_pool *closed = pool_at(s, parts[high].pool);
    closed->pass_from = hollow->pass_from;
    closed->pass_to = hollow->pass_to;
    parts[whole] = parts[low];
    parts[whole].beside = join_rows(s, row_of(s, high), parts[low].beside);
    parts[whole].lets_in = fminf(parts[low].lets_in, hollow->spill);
}

static fluv_status merge_parts(settler *s, uint32_t whole)
{
    const fluv_hollow *hollow = &s->job->hierarchy->nodes[whole];
    uint32_t low = hollow->child[0], high = hollow->child[1];
    if (lies_lower(s, high, low)) {
        low = hollow->child[1];
        high = hollow->child[0];
    }
    part *parts = s->parts;
    if (parts[high].manner == SURVEYED && parts[low].manner == RISES && !is_large(s, low)) {
        FLUV_TRY(remove_hollow(s, low, false));
        parts[high].beside = join_rows(s, parts[low].beside, parts[high].beside);
        parts[whole] = parts[high];
        return FLUV_OK;
    }
    if (parts[high].manner == SURVEYED) {
        FLUV_TRY(end_surveyed(s, high));
        if (parts[high].manner == SURVEYED) {
            if (parts[low].manner == RISES)
                FLUV_TRY(close_pool(s, low)); /* it must stay large now */
            parts[low].beside = join_rows(s, row_of(s, high), parts[low].beside);
            parts[whole] = parts[low];
            return FLUV_OK;
        }
    }
    if (parts[low].manner == RISES && parts[high].manner == RISES)
        return merge_rising(s, whole, low, high);
    if (parts[low].manner == RISES)
        return end_beside_fixed(s, whole, low, high);
    if (parts[high].manner == RISES)
        return end_beside_fixed(s, whole, high, low);
    merge_fixed(s, whole, low, high);
    return FLUV_OK;
}

static fluv_status end_outside(settler *s, uint32_t node)
{
    switch (s->parts[node].manner) {
    case SURVEYED:
        return end_surveyed(s, node);
    case RISES:
        return is_large(s, node) ? close_pool(s, node) : remove_hollow(s, node, true);
    case ABSORBS:
        break;
    }
    return FLUV_OK;
}

/* ---- Results ------------------------------------------------------------------------------------
 */

static void name_pools(settler *s)
{
    fluv_settlement *job = s->job;
    uint32_t basins = job->hierarchy->basin_count, pools = (uint32_t)job->pools.count;
    for (uint32_t b = 0; b <= basins; b++)
        job->pool_of[b] = FLUV_NONE;
    for (uint32_t p = 0; p < pools; p++)
        if (pool_at(s, p)->child[0] == FLUV_NONE && !pool_at(s, p)->drowned)
            job->pool_of[basin_at(s, pool_at(s, p)->root)] = p;
    for (uint32_t b = 0; b <= basins; b++)
        job->pool_of[b] = job->pool_of[fluv_basin_end(&s->works, b)];
    for (uint32_t p = 0; p < pools; p++) {
        fluv_pool *pool = pool_at(s, p);
        if (!pool->closed)
            pool->overflow = job->pool_of[basin_at(s, pool->pass_to)];
    }
}

/* The ground around the pass of an end that comes soon: fetched from memory meanwhile. */
static void fetch_pass(const settler *s, const fluv_hollow_end *end)
{
    const fluv_settlement *job = s->job;
    const fluv_hollow *hollow = &job->hierarchy->nodes[end->node];
    if (end->merges)
        hollow = &job->hierarchy->nodes[hollow->child[0]];
    uint32_t cell = hollow->pass_from, cols = job->topology->cols;
    uint32_t above = cell >= cols ? cell - cols : cell;
    uint32_t below = job->topology->count - cell > cols ? cell + cols : cell;
    __builtin_prefetch(&job->receiver[cell]);
    __builtin_prefetch(&job->height[cell]);
    __builtin_prefetch(&job->label[cell]);
    __builtin_prefetch(&job->label[above]);
    __builtin_prefetch(&job->label[below]);
    __builtin_prefetch(&s->works.cut_ground[cell]);
    __builtin_prefetch(&s->works.cut_ground[above]);
    __builtin_prefetch(&s->works.cut_ground[below]);
}

typedef struct begun {
    uint32_t root, basin;
} begun;

static int by_root(const void *a, const void *b)
{
    uint32_t left = ((const begun *)a)->root, right = ((const begun *)b)->root;
    return left < right ? -1 : left > right;
}

/* Pools of surveyed lakes that are there from the beginning, in the order of their roots: basins
 * may have any. */
static fluv_status begin_pools(settler *s)
{
    fluv_list list = {0};
    fluv_status status = FLUV_OK;
    for (uint32_t b = 1; status == FLUV_OK && b <= s->job->hierarchy->basin_count; b++) {
        if (s->job->surveyed[b] != FLUV_RISING_LAKE && s->parts[b].manner != ABSORBS)
            continue;
        begun *to = fluv_list_append(s->ctx, &list, 1, sizeof *to);
        if (to)
            *to = (begun){s->parts[b].root, b};
        else
            status = FLUV_NO_MEMORY;
    }
    if (list.count)
        qsort(list.items, list.count, sizeof(begun), by_root);
    for (size_t i = 0; status == FLUV_OK && i < list.count; i++) {
        part *p = &s->parts[((const begun *)list.items)[i].basin];
        status = p->manner == ABSORBS ? new_closed_pool(s, p)
                                      : new_pool(s, p->root, FLUV_NONE, FLUV_NONE, &p->pool);
    }
    fluv_list_free(&list);
    return status;
}

static fluv_status settle_all(settler *s)
{
    const fluv_hierarchy *hierarchy = s->job->hierarchy;
    for (uint32_t b = 0; b <= hierarchy->basin_count; b++) {
        static const manner manners[] = {RISES, SURVEYED, ABSORBS, SURVEYED, RISES};
        fluv_basin_survey survey = s->job->surveyed && b ? s->job->surveyed[b] : FLUV_UNSURVEYED;
        s->leaf_at[b] = FLUV_NONE;
        s->parts[b] = (part){.root = hierarchy->nodes[b].root,
                             .pool = FLUV_NONE,
                             .beside = empty_row,
                             .lets_in = INFINITY,
                             .manner = manners[survey]};
    }
    if (s->job->surveyed)
        FLUV_TRY(begin_pools(s));
    for (uint32_t i = 0; i < hierarchy->end_count; i++) {
        uint32_t node = hierarchy->ends[i].node;
        assert(node < hierarchy->node_count);
        if (i + AHEAD < hierarchy->end_count)
            fetch_pass(s, &hierarchy->ends[i + AHEAD]);
        FLUV_TRY(hierarchy->ends[i].merges ? merge_parts(s, node) : end_outside(s, node));
    }
    fluv_earthworks_apply(&s->works, s->ctx->threads);
    name_pools(s);
    return s->job->undo ? fluv_earthworks_note(s->ctx, &s->works) : FLUV_OK;
}

/* Children stand before their parents. */
static fluv_status find_held(settler *s)
{
    const fluv_settlement *job = s->job;
    const fluv_hierarchy *hierarchy = job->hierarchy;
    if (!job->frozen)
        return FLUV_OK;
    s->held = fluv_scratch(s->ctx, hierarchy->node_count, sizeof *s->held);
    if (!s->held)
        return FLUV_NO_MEMORY;
    for (uint32_t n = 0; n < hierarchy->node_count; n++)
        s->held[n] = INFINITY;
    for (uint32_t c = 0; c < job->topology->count; c++) {
        uint32_t basin = job->label[c];
        assert(basin == FLUV_NONE || basin < hierarchy->node_count);
        if (basin != FLUV_NONE && isfinite(job->frozen[c]))
            s->held[basin] = fminf(s->held[basin], job->height[c]);
    }
    for (uint32_t n = hierarchy->basin_count + 1; n < hierarchy->node_count; n++) {
        const uint32_t *child = hierarchy->nodes[n].child;
        assert(child[0] < n && child[1] < n);
        s->held[n] = fminf(s->held[child[0]], s->held[child[1]]);
    }
    return FLUV_OK;
}

fluv_status fluv_hollows_settle(fluv_ctx *ctx, fluv_settlement *settlement)
{
    const fluv_hierarchy *hierarchy = settlement->hierarchy;
    assert(hierarchy && hierarchy->node_count > hierarchy->basin_count && settlement->topology);
    assert(settlement->height && settlement->label && settlement->receiver);
    settler s = {.ctx = ctx, .job = settlement};
    s.parts = fluv_scratch(ctx, hierarchy->node_count, sizeof *s.parts);
    s.leaf_at = fluv_scratch(ctx, hierarchy->basin_count + 1, sizeof *s.leaf_at);
    if (!s.parts || !s.leaf_at)
        return FLUV_NO_MEMORY;
    FLUV_TRY(find_held(&s));
    FLUV_TRY(fluv_earthworks_init(ctx, &s.works, settlement));
    fluv_status status = settle_all(&s);
    fluv_list_free(&s.places);
    fluv_earthworks_free(ctx, &s.works);
    fluv_scratch_drop(ctx, s.parts);
    fluv_scratch_drop(ctx, s.leaf_at);
    fluv_scratch_drop(ctx, s.held);
    return status;
}
