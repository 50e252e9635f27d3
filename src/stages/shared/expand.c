// SPDX-License-Identifier: MIT
/* Growing a river graph: the grammar.
 *
 *   1    a(1) -> t(1) b(1) 1 to 5 times     filling
 *   2.1  a(n) -> t(n) b(n)                  growth, P_c
 *   2.2  a(n) -> t(n) b(n-1) b(n-1)         symmetric junction, P_s
 *   2.3  a(n) -> t(n) b(n) b(m), m < n      asymmetric junction, P_a
 *   3    b(n) -> a(n) if compatible, otherwise nothing
 *
 * A new node tries a few directions before it is given up. When no candidate is left, every node
 * tries all directions once, lowest first, for streams of order 1: compatibility can only be lost
 * as the graph grows, so what finds no place then never will, and the domain is full. Most have
 * lost it before the first is filled: threads find these, whose order does not matter.
 *
 * Based on: Genevaux, Galin, Guerin, Peytavie, Benes. Terrain generation using procedural models
 * based on hydrology. 2013 */
#include "stages/shared/grow.h"

#include <assert.h>
#include <math.h>

#define DEGREE     (M_PI / 180.0)
#define TRIES      8
#define DIRECTIONS 24
#define BATCH      512 /* nodes between two looks at the clock */
#define CHILD      98  /* key of what comes of a try */
#define FILLING    99  /* keys of what fills gaps */

/* Directions a child may take from its parent's, in degrees. */
typedef struct fan {
    double least, most;
} fan;

static const fan onward_fan = {0.0, 40.0}, forked_fan = {30.0, 52.0}, main_fan = {0.0, 25.0},
                 side_fan = {45.0, 85.0}, filling_fan = {40.0, 80.0};

static double heading_at(const fluv_grower *g, uint32_t node)
{
    assert(node < g->count);
    const fluv_stream_node *at = &g->nodes[node];
    if (at->parent != FLUV_NONE) {
        const fluv_stream_node *below = &g->nodes[at->parent];
        return atan2(at->y - below->y, at->x - below->x);
    }
    /* A mouth: towards the open land. */
    double best = 0.0, most = -1.0;
    for (int k = 0; k < DIRECTIONS; k++) {
        double angle = 2.0 * M_PI * k / DIRECTIONS;
        fluv_vec p = {at->x + g->rules.edge * cos(angle), at->y + g->rules.edge * sin(angle)};
        fluv_nearest near = fluv_segments_nearest(&g->rules.domain->border, p, g->rules.edge);
        if (fluv_domain_holds(g->rules.domain, p) && near.distance > most) {
            most = near.distance;
            best = angle;
        }
    }
    return best;
}

static fluv_vec place_above(const fluv_grower *g, uint32_t parent, double angle)
{
    const fluv_stream_node *from = &g->nodes[parent];
    return (fluv_vec){from->x + g->rules.edge * cos(angle), from->y + g->rules.edge * sin(angle)};
}

static bool try_at(fluv_grower *g, uint32_t parent, double angle, unsigned priority, fluv_key key)
{
    assert(parent < g->count && priority >= 1 && priority <= FLUV_MOST_PRIORITY);
    const fluv_stream_node *from = &g->nodes[parent];
    fluv_vec p = place_above(g, parent, angle);
    float z, floor = (float)fmax(0.0, (double)from->floor - g->rules.edge);
    if (!fluv_grower_fits(g, parent, p, priority, &z))
        return false;
    fluv_stream_node node = {.x = p.x,
                             .y = p.y,
                             .z = z,
                             .parent = parent,
                             .priority = (uint8_t)priority,
                             .floor = floor};
    return fluv_grower_add(g, node, key) != FLUV_NONE;
}

/* One child on the side given (+1, -1), or on either (0); the fan opens with every try. */
static void try_fan(fluv_grower *g, uint32_t parent, double heading, fan f, int side,
                    unsigned priority, fluv_key key)
{
    for (unsigned k = 0; k < TRIES; k++) {
        double open = 1.0 + 0.8 * k / TRIES;
        double turn = fluv_random_between(key, 2 * k, f.least / open, f.most * open) * DEGREE;
        int to = side ? side : fluv_random(key, 2 * k + 1) < 0.5 ? -1 : 1;
        if (try_at(g, parent, heading + to * turn, priority, fluv_key_split(key, CHILD)))
            return;
    }
}

/* Rules 1 to 2.3. */
static void expand(fluv_grower *g, uint32_t node)
{
    unsigned n = g->nodes[node].priority;
    fluv_key key = g->keys[node];
    double heading = heading_at(g, node), dice = fluv_random(key, 0);
    int side = fluv_random(key, 1) < 0.5 ? -1 : 1;
    fluv_key first = fluv_key_split(key, 1), second = fluv_key_split(key, 2);
    if (n == 1) {
        uint64_t children = 1 + fluv_random_below(key, 2, 5);
        try_fan(g, node, heading, onward_fan, 0, 1, first);
        for (uint64_t i = 1; i < children; i++)
            try_fan(g, node, heading, filling_fan, 0, 1, fluv_key_split(key, 3 + i));
    } else if (dice < g->rules.onward) {
        try_fan(g, node, heading, onward_fan, 0, n, first);
    } else if (dice < g->rules.onward + g->rules.symmetric) {
        try_fan(g, node, heading, forked_fan, side, n - 1, first);
        try_fan(g, node, heading, forked_fan, -side, n - 1, second);
    } else {
        unsigned m = 1 + (unsigned)fluv_random_below(key, 2, n - 1);
        try_fan(g, node, heading, main_fan, side, n, first);
        try_fan(g, node, heading, side_fan, -side, m, second);
    }
}

static double fraction_of(const fluv_grower *g, uint32_t done)
{
    return fmin(0.95, (double)done / (0.5 * (double)g->room + (double)done));
}

static fluv_status grow(fluv_ctx *ctx, fluv_grower *g)
{
    uint32_t done = 0;
    for (uint32_t at; (at = fluv_grower_select(g)) != FLUV_NONE; done++) {
        expand(g, at);
        if (done % BATCH == 0)
            FLUV_TRY(fluv_advance(ctx, 0.5 * fraction_of(g, done)));
    }
    return FLUV_OK;
}

/* All directions in which a node may fill its surroundings. */
typedef struct round_view {
    fluv_key key;
    double heading, turn;
} round_view;

static round_view look_round(const fluv_grower *g, uint32_t node)
{
    fluv_key key = fluv_key_split(g->keys[node], FILLING);
    return (round_view){key, heading_at(g, node), fluv_random(key, 0)};
}

/* From straight on to both sides. */
static double angle_of(const round_view *view, unsigned k)
{
    double step = (k % 2 ? -1.0 : 1.0) * ((k + 1) / 2 + view->turn);
    return view->heading + step * 2.0 * M_PI / DIRECTIONS;
}

/* The directions of each node that have room, a bit each, before any of it is taken. */
static fluv_status find_room(fluv_ctx *ctx, const fluv_grower *g, uint32_t **out)
{
    uint32_t *room = *out = fluv_scratch(ctx, g->count, sizeof *room);
    if (!room)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic, BATCH)
    for (uint32_t i = 0; i < g->count; i++) {
        round_view view = look_round(g, i);
        float z;
        room[i] = 0;
        for (unsigned k = 0; k < DIRECTIONS; k++)
            room[i] |=
                (uint32_t)fluv_grower_fits(g, i, place_above(g, i, angle_of(&view, k)), 1, &z) << k;
    }
    return FLUV_OK;
}

static fluv_status fill(fluv_ctx *ctx, fluv_grower *g)
{
    fluv_heap *lowest = &g->candidates;
    uint32_t *room, known = g->count, done = 0;
    FLUV_TRY(find_room(ctx, g, &room));
    FLUV_TRY(fluv_look(ctx));
    for (uint32_t i = 0; i < known; i++)
        if (room[i])
            fluv_heap_push(lowest, g->nodes[i].z, i);
    for (uint32_t at; (at = fluv_heap_pop(lowest, NULL)) != FLUV_NONE; done++) {
        round_view view = look_round(g, at);
        for (unsigned k = 0; k < DIRECTIONS; k++)
            if (at >= known || room[at] & (1U << k))
                try_at(g, at, angle_of(&view, k), 1, fluv_key_split(view.key, k));
        if (done % BATCH == 0)
            FLUV_TRY(fluv_advance(ctx, 0.5 + 0.5 * fraction_of(g, done)));
    }
    fluv_scratch_drop(ctx, room);
    return FLUV_OK;
}

fluv_status fluv_grower_run(fluv_ctx *ctx, fluv_grower *g)
{
    assert(g->count <= g->room && g->nodes && g->keys);
    FLUV_TRY(grow(ctx, g));
    FLUV_TRY(fill(ctx, g));
    fluv_orders_find(g->nodes, g->count);
    for (uint32_t i = 0; i < g->count; i++) /* what was grown for more than came to be */
        if (g->nodes[i].priority > g->nodes[i].order)
            g->nodes[i].priority = g->nodes[i].order;
    return FLUV_OK;
}
