// SPDX-License-Identifier: MIT
/* Settling hollows: which become pools, and how the others are removed.
 *
 * in   hierarchy of hollows, their sizes     out   pools; ground and receivers without small
 * hollows
 *
 * Hollows are taken in the order in which they end, from the lowest pass up. A hollow that is too
 * small is removed: it drains over its pass, and the ground is either cut along that way or the
 * hollow filled, whichever moves less. Where two hollows merge and both are large, they stay two
 * pools under a common one.
 *
 *      pass                 cut                      filled
 *   \   __   /          \   __   /                \   __   /
 *    \_/  \ /            \_ .. \/                  \=/  \ /
 *      small              along the way             up to the pass
 *
 * A cut must not open the rim of another pool: its cells may touch lower ground only where that
 * drains to the same place. A cut ends where the ground is as low as the hollow's floor; without
 * such a place the hollow is filled.
 *
 * A surveyed lake keeps its level; small hollows that its water would end in are filled. A closed
 * one takes all that reaches it.
 *
 * Nearly O(n): ways are followed only while cutting costs less than filling.
 *
 * Based on: Lindsay. Efficient hybrid breaching-filling sink removal methods. 2016 */
#include "water/hollows.h"

#include <string.h>

/* How the part of the land that a hollow has grown to behaves from here on. */
typedef enum manner {
    RISES,    /* water in it would rise to its spill */
    SURVEYED, /* a surveyed lake stands at its lowest place and will let water out */
    ABSORBS   /* a closed surveyed lake takes all */
} manner;

typedef struct part {
    uint32_t root;   /* cell where its water gathers */
    uint32_t pool;   /* NONE while nothing in it is large enough */
    uint32_t survey; /* the last surveyed lake that drains into it, see `drains_before`; or NONE */
    manner manner;
} part;

/* A cell to be lowered, unless a later filling covers it: `time` counts removed hollows. */
typedef struct cut {
    uint32_t cell;
    float level, before; /* m */
    uint32_t time;
} cut;

/* How high a basin was filled, and when last. Later fillings are never lower. */
typedef struct filling {
    float level;
    uint32_t time;
} filling;

/* Where basins drain to: sets of basins with one end, as `to` tells; `fill` is how the basins of a
 * set were filled. The end of a set has to[end] == end. */
typedef struct ends {
    uint32_t *to;
    filling *fill;
} ends;

static const filling not_filled = {-INFINITY, 0};

static filling later(filling a, filling b)
{
    return (filling){fmaxf(a.level, b.level), a.time > b.time ? a.time : b.time};
}

typedef struct settler {
    fluv_ctx *ctx;
    fluv_settlement *job;
    part *parts; /* one a node of the hierarchy */
    ends ends;
    fluv_list cuts;
    float *cut_ground;       /* the ground with all cuts made so far */
    fluv_list drains_before; /* for each pool, the surveyed lake before it in its part; or NONE */
    uint32_t time;
    uint32_t *leaf_at; /* for each basin, the leaf pool at its root; or NONE */
} settler;

/* The end of a basin's way, and in `fill` how the basin stands filled. Ways are shortened in
 * passing; a basin that skips another takes on its filling. */
static uint32_t end_of(const ends *e, uint32_t basin, filling *fill)
{
    *fill = not_filled;
    while (e->to[basin] != basin) {
        uint32_t next = e->to[basin];
        *fill = later(*fill, e->fill[basin]);
        if (e->to[next] != next) {
            e->fill[basin] = later(e->fill[basin], e->fill[next]);
            e->to[basin] = e->to[next];
        }
        basin = next;
    }
    return basin;
}

static uint32_t basin_at(const settler *s, uint32_t cell)
{
    return cell == FLUV_NONE ? FLUV_OUTSIDE : s->job->label[cell];
}

/* The ground as it stands now; the sea counts as its surface. */
static float ground(const settler *s, uint32_t cell)
{
    if (s->job->kind[cell] & FLUV_CELL_SEA)
        return fmaxf(s->job->height[cell], 0.0f);
    filling fill;
    (void)end_of(&s->ends, s->job->label[cell], &fill);
    return fmaxf(s->job->height[cell], fill.level);
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

/* ---- Cutting -----------------------------------------------------------------------------------
 */

/* The way out of a hollow: down the receivers from its pass to its root, read backwards, and on
 * down the other side to ground as low as `level`. */
typedef struct way {
    uint32_t from, to; /* the pass */
    float level;
    uint32_t end_here, end_there; /* where both sides drain to */
} way;

/* Whether the cell is part of a surveyed lake that stands above the way. */
static bool is_higher_lake(const settler *s, const way *w, uint32_t cell)
{
    const fluv_settlement *job = s->job;
    return job->lake_of && job->lake_of[cell] != FLUV_NONE && job->height[cell] > w->level;
}

/* Whether lowering the cell would give lower ground beside it, which drains elsewhere, a new and
 * lower way out, or let in the sea. */
static bool opens_a_rim(const settler *s, const way *w, uint32_t cell, float height)
{
    const fluv_settlement *job = s->job;
    if ((job->kind[cell] & FLUV_CELL_OPEN) && w->end_there != FLUV_OUTSIDE)
        return true;
    fluv_around around = fluv_around_known(job->topology, job->kind, cell);
    for (uint32_t i = 0; i < around.count; i++) {
        uint32_t other = around.cell[i];
        if ((job->kind[other] & FLUV_CELL_SEA) && w->level < 0.0f)
            return true; /* the sea would come in */
        if (is_higher_lake(s, w, other))
            return true;
        if (job->label[other] == job->label[cell] || !(s->cut_ground[other] < height))
            continue;
        filling fill;
        uint32_t end = end_of(&s->ends, job->label[other], &fill);
        if (end != w->end_here && end != w->end_there)
            return true;
    }
    return false;
}

/* What cutting the way moves, in m3, and how much it may, how deep. */
typedef struct toll {
    double limit;
    float max_cut;
    double paid;
} toll;

static bool pay(const settler *s, const way *w, uint32_t cell, float height, toll *t)
{
    if (is_higher_lake(s, w, cell))
        return false;
    t->paid += (double)(height - w->level) * fluv_cell_area(s->job->topology, cell);
    return t->paid <= t->limit && height - w->level <= t->max_cut &&
           !opens_a_rim(s, w, cell, height);
}

static bool can_cut(const settler *s, const way *w, toll *t)
{
    const fluv_settlement *job = s->job;
    if (w->end_there != FLUV_OUTSIDE &&
        job->height[job->hierarchy->nodes[w->end_there].root] > w->level)
        return false; /* it ends higher than it begins */
    for (uint32_t at = w->from; at != FLUV_NONE; at = job->receiver[at]) {
        float height = ground(s, at);
        if (height > w->level && !pay(s, w, at, height, t))
            return false;
    }
    for (uint32_t at = w->to; at != FLUV_NONE; at = job->receiver[at]) {
        float height = ground(s, at);
        if (height <= w->level)
            return true;
        if ((job->kind[at] & FLUV_CELL_SEA) ||
            (job->receiver[at] == FLUV_NONE && !(job->kind[at] & FLUV_CELL_OPEN)))
            return false; /* the sea, or another hollow's floor, and higher */
        if (!pay(s, w, at, height, t))
            return false;
    }
    return true; /* out over the edge */
}

static fluv_status cut_cell(settler *s, uint32_t cell, float level)
{
    cut *c = fluv_list_append(s->ctx, &s->cuts, 1, sizeof *c);
    if (!c)
        return FLUV_NO_MEMORY;
    *c = (cut){cell, level, s->job->height[cell], s->time};
    s->cut_ground[cell] = fminf(s->cut_ground[cell], level);
    return FLUV_OK;
}

static fluv_status cut_way(settler *s, const way *w)
{
    const uint32_t *receiver = s->job->receiver;
    for (uint32_t at = w->from; at != FLUV_NONE; at = receiver[at])
        if (ground(s, at) > w->level)
            FLUV_TRY(cut_cell(s, at, w->level));
    for (uint32_t at = w->to; at != FLUV_NONE && ground(s, at) > w->level; at = receiver[at])
        FLUV_TRY(cut_cell(s, at, w->level));
    return FLUV_OK;
}

static way way_out(const settler *s, uint32_t node)
{
    const fluv_hollow *hollow = &s->job->hierarchy->nodes[node];
    filling fill;
    return (way){.from = hollow->pass_from,
                 .to = hollow->pass_to,
                 .level = s->job->height[s->parts[node].root],
                 .end_here = basin_at(s, s->parts[node].root),
                 .end_there = end_of(&s->ends, basin_at(s, hollow->pass_to), &fill)};
}

/* ---- Ends of hollows ----------------------------------------------------------------------------
 */

/* Removes a small hollow: it drains over its pass. `other_lower`: the land beyond has a lower
 * floor, so that a cut can end there. */
static fluv_status remove_hollow(settler *s, uint32_t node, bool other_lower)
{
    fluv_settlement *job = s->job;
    way w = way_out(s, node);
    toll t = {.limit = job->size[node].volume, .max_cut = INFINITY};
    filling fill = not_filled;
    s->time++;
    if (other_lower && can_cut(s, &w, &t)) {
        FLUV_TRY(cut_way(s, &w));
        job->change.hollows_breached++;
    } else {
        fill = (filling){job->hierarchy->nodes[node].spill, s->time};
        job->change.hollows_filled++;
    }
    fluv_receivers_reverse(job->receiver, w.from, w.to);
    s->ends.to[w.end_here] = w.end_there;
    s->ends.fill[w.end_here] = fill;
    return FLUV_OK;
}

static fluv_pool *pool_at(const settler *s, uint32_t pool)
{
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
    *number = (uint32_t)s->job->pools.count - 1;
    uint32_t *before = fluv_list_append(s->ctx, &s->drains_before, 1, sizeof *before);
    if (!before)
        return FLUV_NO_MEMORY;
    *before = FLUV_NONE;
    if (child_0 == FLUV_NONE)
        s->leaf_at[basin_at(s, root)] = *number;
    return FLUV_OK;
}

/* How thick the dam is that holds a hollow: the way over its pass, where it stands higher than
 * halfway between floor and spill. INFINITY where no cut could open it. */
static double dam_thickness(const settler *s, uint32_t node)
{
    const fluv_settlement *job = s->job;
    way w = way_out(s, node);
    toll t = {.limit = INFINITY, .max_cut = INFINITY};
    if (!can_cut(s, &w, &t))
        return INFINITY;
    float middle = 0.5f * (w.level + job->hierarchy->nodes[node].spill);
    double thickness = 0.0;
    for (int side = 0; side < 2; side++) {
        uint32_t at = side ? w.to : w.from;
        while (at != FLUV_NONE && ground(s, at) > middle) {
            uint32_t next = job->receiver[at];
            thickness += next == FLUV_NONE ? 0.0 : fluv_cell_distance(job->topology, at, next);
            at = next;
        }
    }
    return thickness;
}

static bool is_large(const settler *s, uint32_t node)
{
    const fluv_settlement *job = s->job;
    const part *p = &s->parts[node];
    float depth = job->hierarchy->nodes[node].spill - job->height[p->root];
    if (p->pool != FLUV_NONE)
        return true;
    if (job->size[node].area < job->rules.min_area || depth < job->rules.min_depth)
        return false;
    double thin = job->rules.thin_dam * sqrt(job->size[node].area);
    return thin <= 0.0 || dam_thickness(s, node) >= thin;
}

/* Surveyed lakes that drain into a part lie under its pool's surface when that is higher. */
static void drown_surveyed(settler *s, part *p, float spill)
{
    uint32_t *before = s->drains_before.items;
    for (uint32_t *link = &p->survey; *link != FLUV_NONE;) {
        fluv_pool *lake = pool_at(s, *link);
        if (lake->spill >= spill) {
            link = &before[*link];
            continue;
        }
        filling fill;
        lake->drowned = true;
        s->ends.to[basin_at(s, lake->root)] = end_of(&s->ends, basin_at(s, lake->pass_to), &fill);
        *link = before[*link];
    }
}

/* Both parts' surveyed lakes in one row. */
static uint32_t join_surveys(settler *s, uint32_t a, uint32_t b)
{
    uint32_t *before = s->drains_before.items;
    if (a == FLUV_NONE)
        return b;
    uint32_t first = a;
    while (before[first] != FLUV_NONE)
        first = before[first];
    before[first] = b;
    return a;
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
        drown_surveyed(s, p, pool->spill);
    return FLUV_OK;
}

/* Whether a way leads into a pool that may stand higher than the way begins. */
static bool ends_in_higher_pool(const settler *s, const way *w)
{
    uint32_t p = s->leaf_at[w->end_there];
    while (p != FLUV_NONE && pool_at(s, p)->spill <= w->level)
        p = pool_at(s, p)->parent;
    return p != FLUV_NONE;
}

/* A surveyed lake's surroundings end. Its outlet is cut here if it can be; otherwise the lake
 * rises. */
static fluv_status end_surveyed(settler *s, uint32_t node)
{
    fluv_settlement *job = s->job;
    part *p = &s->parts[node];
    way w = way_out(s, node);
    toll t = {.limit = INFINITY, .max_cut = job->rules.max_sill};
    bool flows_out = can_cut(s, &w, &t) && !ends_in_higher_pool(s, &w);
    p->manner = flows_out ? SURVEYED : RISES;
    FLUV_TRY(close_pool(s, node));
    if (!flows_out)
        return FLUV_OK;
    fluv_pool *pool = pool_at(s, p->pool);
    pool->spill = w.level;
    pool->surveyed = true;
    FLUV_TRY(cut_way(s, &w));
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
                              .survey = join_surveys(s, parts[low].survey, parts[high].survey),
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
    parts[stays].survey = join_surveys(s, parts[goes].survey, parts[stays].survey);
    parts[whole] = parts[stays];
    return FLUV_OK;
}

/* A part that would rise meets one that does not: it ends at the pass between them. */
static fluv_status end_beside_fixed(settler *s, uint32_t whole, uint32_t rising, uint32_t fixed)
{
    if (is_large(s, rising))
        FLUV_TRY(close_pool(s, rising));
    else
        FLUV_TRY(remove_hollow(s, rising, lies_lower(s, fixed, rising)));
    s->parts[whole] = s->parts[fixed];
    return FLUV_OK;
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
        parts[whole] = parts[high];
        return FLUV_OK;
    }
    if (parts[high].manner == SURVEYED) {
        FLUV_TRY(end_surveyed(s, high));
        if (parts[high].manner == SURVEYED) {
            if (parts[low].manner == RISES)
                FLUV_TRY(close_pool(s, low)); /* it must stay large now */
            parts[low].survey = join_surveys(s, parts[high].pool, parts[low].survey);
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
    parts[whole] = parts[low].manner == SURVEYED ? parts[low] : parts[high];
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

static void apply_fills(settler *s)
{
    fluv_settlement *job = s->job;
    fluv_ground_change *change = &job->change;
    for (uint32_t c = 0; c < job->topology->count; c++) {
        if (job->label[c] == FLUV_NONE)
            continue;
        float rise = s->ends.fill[job->label[c]].level - job->height[c];
        if (!(rise > 0.0f))
            continue;
        job->height[c] = s->ends.fill[job->label[c]].level;
        change->volume_filled += (double)rise * fluv_cell_area(job->topology, c);
        change->highest_fill = fmaxf(change->highest_fill, rise);
    }
}

/* A cut through what was filled before takes that filling away again. */
static void account_cut(fluv_settlement *job, const cut *c, float from, float to)
{
    fluv_ground_change *change = &job->change;
    double area = fluv_cell_area(job->topology, c->cell);
    float undone = from - fmaxf(to, c->before), fall = fminf(from, c->before) - to;
    if (undone > 0.0f)
        change->volume_filled -= (double)undone * area;
    if (fall > 0.0f)
        change->volume_cut += (double)fall * area;
    change->deepest_cut = fmaxf(change->deepest_cut, fall);
}

static void apply_cuts(settler *s)
{
    fluv_settlement *job = s->job;
    const cut *cuts = s->cuts.items;
    for (size_t i = 0; i < s->cuts.count; i++) {
        uint32_t cell = cuts[i].cell;
        filling fill = s->ends.fill[job->label[cell]];
        bool filled_later = fill.time > cuts[i].time;
        float level = filled_later ? fmaxf(fill.level, cuts[i].level) : cuts[i].level;
        if (!(job->height[cell] > level))
            continue;
        account_cut(job, &cuts[i], job->height[cell], level);
        job->height[cell] = level;
    }
}

/* Every basin's final filling and end, so that the tables can be read directly. */
static void finish_ends(settler *s)
{
    for (uint32_t b = 0; b <= s->job->hierarchy->basin_count; b++) {
        filling fill;
        uint32_t end = end_of(&s->ends, b, &fill);
        s->ends.to[b] = end;
        s->ends.fill[b] = fill;
    }
}

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
        job->pool_of[b] = job->pool_of[s->ends.to[b]];
    for (uint32_t p = 0; p < pools; p++) {
        fluv_pool *pool = pool_at(s, p);
        if (!pool->closed)
            pool->overflow = job->pool_of[basin_at(s, pool->pass_to)];
    }
}

static fluv_status new_closed_pool(settler *s, part *p)
{
    FLUV_TRY(new_pool(s, p->root, FLUV_NONE, FLUV_NONE, &p->pool));
    fluv_pool *pool = pool_at(s, p->pool);
    pool->spill = s->job->height[p->root];
    pool->surveyed = pool->closed = true;
    return FLUV_OK;
}

static fluv_status settle_all(settler *s)
{
    const fluv_hierarchy *hierarchy = s->job->hierarchy;
    for (uint32_t b = 0; b <= hierarchy->basin_count; b++) {
        static const manner manners[] = {RISES, SURVEYED, ABSORBS};
        s->leaf_at[b] = FLUV_NONE;
        s->parts[b] = (part){.root = hierarchy->nodes[b].root,
                             .pool = FLUV_NONE,
                             .survey = FLUV_NONE,
                             .manner = manners[s->job->surveyed && b ? s->job->surveyed[b] : 0]};
        if (s->parts[b].manner == ABSORBS)
            FLUV_TRY(new_closed_pool(s, &s->parts[b]));
        s->ends.to[b] = b;
        s->ends.fill[b] = not_filled;
    }
    for (uint32_t i = 0; i < hierarchy->end_count; i++) {
        uint32_t node = hierarchy->ends[i].node;
        fluv_hollow_end_fetch(hierarchy, i, s->job->receiver);
        fluv_hollow_end_fetch(hierarchy, i, s->job->label);
        FLUV_TRY(hierarchy->ends[i].merges ? merge_parts(s, node) : end_outside(s, node));
    }
    finish_ends(s);
    apply_fills(s);
    apply_cuts(s);
    name_pools(s);
    return FLUV_OK;
}

fluv_status fluv_hollows_settle(fluv_ctx *ctx, fluv_settlement *settlement)
{
    const fluv_hierarchy *hierarchy = settlement->hierarchy;
    settler s = {.ctx = ctx, .job = settlement};
    s.parts = fluv_scratch(ctx, hierarchy->node_count, sizeof *s.parts);
    s.ends.to = fluv_scratch(ctx, hierarchy->basin_count + 1, sizeof *s.ends.to);
    s.ends.fill = fluv_scratch(ctx, hierarchy->basin_count + 1, sizeof *s.ends.fill);
    s.leaf_at = fluv_scratch(ctx, hierarchy->basin_count + 1, sizeof *s.leaf_at);
    s.cut_ground = fluv_scratch(ctx, settlement->topology->count, sizeof *s.cut_ground);
    if (!s.parts || !s.ends.to || !s.ends.fill || !s.leaf_at || !s.cut_ground)
        return FLUV_NO_MEMORY;
    memcpy(s.cut_ground, settlement->height, settlement->topology->count * sizeof *s.cut_ground);
    fluv_status status = settle_all(&s);
    fluv_list_free(&s.cuts);
    fluv_list_free(&s.drains_before);
    fluv_scratch_drop(ctx, s.cut_ground);
    return status;
}
