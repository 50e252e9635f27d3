// SPDX-License-Identifier: MIT
/* The arms of a delta: a river that parts again and again on its way out.
 *
 * in   directions with room        out   arms, each from where it leaves another to the sea
 *
 * The river is a binary tree: where it parts, one branch takes more of the water than the other,
 * and what carries most parts next. Every end has a sector of directions, wide as the root of its
 * water, and lies in it; a place where the river parts lies between the directions of its branches,
 * nearer to the stronger one, which therefore turns less. Sectors of branches lie within those of
 * what they leave, and all goes outwards, so that no two arms can meet. Branches are spirals, which
 * keep their angle with straight outwards; where they would part too widely the fan is narrowed. A
 * smooth field bends them all in the end.  O(points + arms^2).
 *
 * Based on: Edmonds, Slingerland. Mechanics of river mouth bar formation. 2007 (branches grow
 *           shorter outwards); Coffey, Rothman. Angles of branching of deltas. 2017 (about 72
 *           degrees in still water, less before a strong current) */
#include "stages/channels/delta.h"

#include "field/noise.h"

#include <assert.h>
#include <stdlib.h>

#define NODES       (2 * FLUV_DELTA_ARMS + 1)
#define APART       0.15 /* of the reach: least width of a sector at its end */
#define EVEN_APART  0.08 /* of an even bow, whose arms lie closer */
#define TRUNK       0.06 /* of the reach: from the old mouth to where the river parts first, least */
#define TRUNK_MORE  0.10 /* and how much more it may be */
#define SAME        0.2  /* chance that the stronger branch goes on to the same side */
#define SHORTER     0.45 /* how much shorter the weakest arms of a bird's foot end, */
#define EVEN        0.15 /* and of an even bow */
#define SIDEWARD    0.24 /* how much shorter arms at the sides end */
#define BEYOND      0.30 /* of the reach: how far lines go on where land should have ended */
#define WIDEST      1.6  /* tangent of the angle at which branches may part: 58 degrees */
#define LEAST_ANGLE 0.6  /* and of what it should be at least: between 31 */
#define MOST_ANGLE  1.3  /* and 52 degrees */
#define NARROWER    0.94 /* a fan that parts too widely becomes so much narrower at a time, */
#define NARROWEST   0.75 /* and with fewer arms where that is not enough */
#define FEW         4    /* branchings that stay */
#define SWAY        0.04 /* of the reach: how far the field bends arms, */
#define SWAY_LENGTH 0.36 /* and how wide its bends are */

typedef struct node {
    double share;    /* of the river's water */
    double weight;   /* of its sector */
    double low, top; /* the sector */
    double side, r;  /* where it parts or ends */
    uint64_t name;   /* 1 the first, 2k and 2k + 1 the branches of k */
    uint32_t parent, branch[2];
    uint32_t stronger;   /* 0 or 1 */
    double curl;         /* how much faster branches turn aside at first than in the mean, 0 .. 1 */
    uint32_t arm, point; /* where it became a point */
} node;

typedef struct tree {
    const fluv_delta_site *d;
    uint32_t count;
    node nodes[NODES];
} tree;

static bool is_end(const node *n)
{
    return n->branch[0] == FLUV_NONE;
}

/* ---- Who parts from whom ---- */

static node new_node(uint32_t parent, uint64_t name, double share)
{
    return (node){.share = share,
                  .weight = sqrt(share),
                  .name = name,
                  .parent = parent,
                  .branch = {FLUV_NONE, FLUV_NONE}};
}

static void part(tree *t, uint32_t at)
{
    fluv_key key = fluv_key_split(t->d->key, 1);
    node *n = &t->nodes[at];
    assert(t->count + 2 <= NODES && is_end(n));
    double most = fluv_random_between(key, n->name, 0.53, 0.76);
    bool same = fluv_random(fluv_key_split(t->d->key, 2), n->name) < (n->name > 1 ? SAME : 0.5);
    n->stronger = (n->name & 1) == same; /* odd names are second branches */
    for (uint32_t side = 0; side < 2; side++) {
        double share = side == n->stronger ? most : 1.0 - most;
        n->branch[side] = t->count;
        t->nodes[t->count++] = new_node(at, 2 * n->name + side, n->share * share);
    }
}

/* What carries most parts next, by a little chance. */
static uint32_t next_to_part(const tree *t)
{
    fluv_key key = fluv_key_split(t->d->key, 3);
    double most = 0.0;
    uint32_t best = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        const node *n = &t->nodes[i];
        double value = n->share * fluv_random_between(key, n->name, 0.75, 1.25);
        if (is_end(n) && value > most && n->name < UINT64_MAX / 4) {
            most = value;
            best = i;
        }
    }
    return best;
}

static void part_often(tree *t, uint32_t times)
{
    t->nodes[0] = new_node(FLUV_NONE, 1, 1.0);
    t->count = 1;
    for (uint32_t i = 0; i < times; i++)
        part(t, next_to_part(t));
    for (uint32_t i = t->count; i-- > 0;) { /* branches stand after what they leave */
        node *n = &t->nodes[i];
        if (!is_end(n))
            n->weight = t->nodes[n->branch[0]].weight + t->nodes[n->branch[1]].weight;
    }
}

/* ---- Directions and lengths ---- */

static void share_sectors(tree *t)
{
    fluv_key key = fluv_key_split(t->d->key, 4);
    t->nodes[0].low = t->d->from;
    t->nodes[0].top = t->d->to;
    for (uint32_t i = 0; i < t->count; i++) {
        node *n = &t->nodes[i];
        if (is_end(n)) {
            double at = fluv_random_between(key, n->name, 0.36, 0.64);
            n->side = n->low + at * (n->top - n->low);
            continue;
        }
        node *a = &t->nodes[n->branch[0]], *b = &t->nodes[n->branch[1]];
        a->low = n->low;
        b->top = n->top;
        a->top = b->low = n->low + (n->top - n->low) * a->weight / (a->weight + b->weight);
    }
    for (uint32_t i = t->count; i-- > 0;) {
        node *n = &t->nodes[i];
        if (is_end(n))
            continue;
        const node *a = &t->nodes[n->branch[0]], *b = &t->nodes[n->branch[1]];
        n->side = (a->share * a->side + b->share * b->side) / (a->share + b->share);
        assert(n->side >= n->low && n->side <= n->top);
    }
}

/* The least room in a sector. */
static double room_of(const fluv_delta_site *d, const node *n)
{
    double least = INFINITY;
    for (uint32_t i = 0; i + 1 < FLUV_DELTA_SIDES; i++)
        if (fluv_delta_side(i + 1) >= n->low && fluv_delta_side(i) <= n->top)
            least = fmin(least, fmin(d->room[i], d->room[i + 1]));
    return least;
}

/* How far an end lies from where directions meet. */
static double end_of(const tree *t, const node *n, double strongest)
{
    const fluv_delta_site *d = t->d;
    fluv_key key = fluv_key_split(d->key, 5);
    double across = 2.0 * (n->side - 0.5 * (d->from + d->to)) / (d->to - d->from);
    double shorter = SHORTER + (EVEN - SHORTER) * d->smooth;
    double length = 1.0 - shorter * (1.0 - sqrt(n->share / strongest));
    length *= fluv_random_between(key, n->name, 0.82, 1.0) * (1.0 - SIDEWARD * across * across);
    return d->behind + fmin(length * d->reach, room_of(d, n) - d->half);
}

static double strongest_end(const tree *t)
{
    double most = 0.0;
    for (uint32_t i = 0; i < t->count; i++)
        if (is_end(&t->nodes[i]))
            most = fmax(most, t->nodes[i].share);
    return most;
}

/* Lengths of ends first; then, from the river out, where it parts: branches grow shorter. */
static void set_lengths(tree *t)
{
    const fluv_delta_site *d = t->d;
    double strongest = strongest_end(t);
    fluv_key key = fluv_key_split(d->key, 6);
    double nearest[NODES];
    for (uint32_t i = t->count; i-- > 0;) {
        node *n = &t->nodes[i];
        n->r = is_end(n) ? end_of(t, n, strongest) : 0.0;
        nearest[i] = is_end(n) ? n->r : fmin(nearest[n->branch[0]], nearest[n->branch[1]]);
    }
    for (uint32_t i = 0; i < t->count; i++) {
        node *n = &t->nodes[i];
        double part = fluv_random_between(key, n->name, 0.28, 0.46);
        if (is_end(n))
            continue;
        double above = n->parent == FLUV_NONE ? 0.0 : t->nodes[n->parent].r;
        double trunk = d->behind + d->reach * (TRUNK + TRUNK_MORE * part);
        n->r = n->parent == FLUV_NONE ? fmin(trunk, 0.5 * (d->behind + nearest[i]))
                                      : above * pow(nearest[i] / above, part);
        assert(n->r >= above && n->r <= nearest[i]);
    }
}

/* Whether every end has a sector wide enough for its land. */
static bool has_width(const tree *t)
{
    const fluv_delta_site *d = t->d;
    double apart = (APART + (EVEN_APART - APART) * d->smooth) * d->reach;
    apart = fmax(apart, 3.0 * d->job->basins->spacing);
    for (uint32_t i = 0; i < t->count; i++) {
        const node *n = &t->nodes[i];
        if (is_end(n) && 2.0 * n->r * (n->top - n->low) / (1.0 + n->side * n->side) < apart)
            return false;
    }
    return true;
}

/* The angle between two directions, from their tangents of half an angle. */
static double between(double a, double b)
{
    return 2.0 * atan((b - a) / (1.0 + a * b));
}

/* Tangent of the angle at which the branches of a node part; INFINITY from a right angle on. */
static double angle_at(const tree *t, const node *n, double curl)
{
    double slope[2];
    for (int k = 0; k < 2; k++) {
        const node *to = &t->nodes[n->branch[k]];
        slope[k] = (1.0 + curl) * fabs(between(n->side, to->side)) / log(to->r / n->r);
    }
    double rest = 1.0 - slope[0] * slope[1];
    return rest > 0.0 ? (slope[0] + slope[1]) / rest : INFINITY;
}

/* Curls branches as far as it takes to part at a natural angle; false: some part too widely. */
static bool set_angles(tree *t)
{
    fluv_key key = fluv_key_split(t->d->key, 7);
    for (uint32_t i = 0; i < t->count; i++) {
        node *n = &t->nodes[i];
        if (is_end(n))
            continue;
        double wanted = fluv_random_between(key, n->name, LEAST_ANGLE, MOST_ANGLE);
        n->curl = 0.0;
        if (angle_at(t, n, 0.0) > WIDEST)
            return false;
        while (n->curl < 1.0 && angle_at(t, n, n->curl + 0.125) < wanted)
            n->curl += 0.125;
    }
    return true;
}

/* ---- Lines ---- */

static fluv_status add_point(fluv_ctx *ctx, fluv_list *fan, double x, double y, double carried)
{
    fluv_fan_point *to = fluv_list_append(ctx, fan, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = (fluv_fan_point){.x = x, .y = y, .carried = (float)carried};
    return FLUV_OK;
}

/* The points of a branch from where it begins, left out, to its node. */
static fluv_status add_branch(fluv_ctx *ctx, const tree *t, const node *n, fluv_list *fan)
{
    const fluv_delta_site *d = t->d;
    const node *above = n->parent == FLUV_NONE ? NULL : &t->nodes[n->parent];
    double from_r = above ? above->r : d->behind, from_side = above ? above->side : 0.0;
    double step = d->job->basins->spacing / FLUV_PLAN_STEPS;
    double aside = 2.0 * n->r * fabs(n->side - from_side);
    uint32_t count = (uint32_t)ceil(fluv_length(n->r - from_r, aside) / step) + 1;
    double curl = above ? above->curl : 0.0, ratio = n->r / from_r;
    assert(ratio > 1.0);
    for (uint32_t k = 1; k <= count; k++) {
        double u = (double)k / count, x, y;
        double side = from_side + (n->side - from_side) * u * (1.0 + curl * (1.0 - u));
        fluv_delta_at(d, from_r * pow(ratio, u), side, &x, &y);
        FLUV_TRY(add_point(ctx, fan, x, y, n->share));
    }
    for (double more = step; is_end(n) && more < BEYOND * d->reach; more += step) {
        double x, y;
        fluv_delta_at(d, n->r + more, n->side, &x, &y);
        FLUV_TRY(add_point(ctx, fan, x, y, 0.0));
    }
    return FLUV_OK;
}

/* An arm from a node on, down the stronger branches; it begins as the branch `first`. */
static fluv_status add_arm(fluv_ctx *ctx, tree *t, fluv_delta_arm arm, uint32_t first,
                           fluv_list *arms, fluv_list *fan)
{
    uint32_t number = (uint32_t)arms->count;
    for (uint32_t i = first;;) {
        node *n = &t->nodes[i];
        FLUV_TRY(add_branch(ctx, t, n, fan));
        arm.count = (uint32_t)fan->count - arm.first;
        if (is_end(n))
            break;
        n->arm = number;
        n->point = arm.count - 1;
        i = n->branch[n->stronger];
    }
    fluv_delta_arm *to = fluv_list_append(ctx, arms, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = arm;
    return FLUV_OK;
}

/* The place nearest to the mouth where the river parts and `after` is not yet behind; NONE: none is
 * left. */
static uint32_t next_place(const tree *t, uint32_t after)
{
    uint32_t best = FLUV_NONE;
    for (uint32_t i = 0; i < t->count; i++) {
        const node *n = &t->nodes[i], *last = after == FLUV_NONE ? NULL : &t->nodes[after];
        if (is_end(n) || (last && (n->r < last->r || (n->r == last->r && i <= after))))
            continue;
        if (best == FLUV_NONE || n->r < t->nodes[best].r)
            best = i;
    }
    return best;
}

/* All arms are bent alike, the more the farther they are from the old mouth. */
static void sway(const fluv_delta_site *d, fluv_fan_point *points, size_t count)
{
    fluv_noise noise = {
        .wavelength = SWAY_LENGTH * d->reach, .octaves = 2, .gain = 0.5, .lacunarity = 2.0};
    fluv_key east = fluv_key_make(d->job->landscape->seed, "channels", "arms east");
    fluv_key north = fluv_key_make(d->job->landscape->seed, "channels", "arms north");
    for (size_t i = 0; i < count; i++) {
        float dx, dy;
        double far = fluv_length(points[i].x - d->x, points[i].y - d->y) / (0.2 * d->reach);
        double by = 2.0 * SWAY * d->reach * fmin(1.0, far * far);
        noise.key = east;
        fluv_noise_points(&noise, &points[i].x, &points[i].y, 1, &dx);
        noise.key = north;
        fluv_noise_points(&noise, &points[i].x, &points[i].y, 1, &dy);
        points[i].x += by * (double)dx;
        points[i].y += by * (double)dy;
    }
}

static fluv_status draw(fluv_ctx *ctx, tree *t, fluv_list *arms, fluv_list *fan)
{
    size_t first = fan->count, first_arm = arms->count;
    fluv_delta_arm main = {.first = (uint32_t)first, .parent = FLUV_NONE, .share = 1.0F};
    for (uint32_t i = 0; i < t->d->trunk_count; i++)
        FLUV_TRY(add_point(ctx, fan, t->d->trunk[i][0], t->d->trunk[i][1], 1.0));
    FLUV_TRY(add_arm(ctx, t, main, 0, arms, fan));
    for (uint32_t i = FLUV_NONE; (i = next_place(t, i)) != FLUV_NONE;) {
        const node *n = &t->nodes[i], *weaker = &t->nodes[n->branch[!n->stronger]];
        const fluv_delta_arm *parent = (const fluv_delta_arm *)arms->items + n->arm;
        fluv_fan_point from = ((const fluv_fan_point *)fan->items)[parent->first + n->point];
        fluv_delta_arm arm = {.first = (uint32_t)fan->count,
                              .parent = n->arm - (uint32_t)first_arm,
                              .leaves = n->point,
                              .share = (float)(weaker->share / n->share)};
        FLUV_TRY(add_point(ctx, fan, from.x, from.y, weaker->share));
        FLUV_TRY(add_arm(ctx, t, arm, n->branch[!n->stronger], arms, fan));
    }
    first += t->d->trunk_count; /* which stays */
    sway(t->d, (fluv_fan_point *)fan->items + first, fan->count - first);
    return FLUV_OK;
}

/* The tree with so many branchings, in a fan no wider than it can be; the share of the width that
 * it has. */
static double lay_out(tree *t, fluv_delta_site *narrowed, const fluv_delta_site *delta,
                      uint32_t times)
{
    double middle = 0.5 * (delta->from + delta->to);
    for (double part = 1.0;; part *= NARROWER) {
        narrowed->from = middle + part * (delta->from - middle);
        narrowed->to = middle + part * (delta->to - middle);
        part_often(t, times);
        share_sectors(t);
        set_lengths(t);
        if (set_angles(t))
            return part;
    }
}

fluv_status fluv_delta_arms(fluv_ctx *ctx, const fluv_delta_site *delta, fluv_list *arms,
                            fluv_list *fan)
{
    tree *t = fluv_scratch(ctx, 1, sizeof *t);
    if (!t)
        return FLUV_NO_MEMORY;
    assert(delta->from < delta->to && delta->reach > 0.0);
    fluv_delta_site narrowed = *delta;
    t->d = &narrowed;
    for (uint32_t more = (uint32_t)delta->job->params->delta_arms;; more--) {
        double part = lay_out(t, &narrowed, delta, more);
        if (!more || (has_width(t) && (part >= NARROWEST || more <= FEW)))
            break;
    }
    FLUV_TRY(draw(ctx, t, arms, fan));
    fluv_scratch_drop(ctx, t);
    return FLUV_OK;
}
