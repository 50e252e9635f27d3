// SPDX-License-Identifier: MIT
/* Stage `network`: a graph of rivers that fills the contour.
 *
 * in   contour; what was placed after it        out   network
 *
 * Mouths and sketched rivers are the first candidates; grow.c and expand.c do the rest. Each mass
 * of land has a graph of its own. Priorities of mouths follow from their weights: the greatest
 * river may get the order that a full system over the land around would have. */
#include "stages/network/network.h"

#include "stages/contour/contour.h"
#include "stages/network/parts.h"
#include "stages/shared/sketched.h"

#include <assert.h>
#include <math.h>

#define STANDARD      30.0 /* edges along the frame's longer side */
#define LEAST_CHORD   0.66
#define APART         2.0   /* edges from a placed mouth within which there is no other */
#define PEAK_SIDES    0.8   /* slope of a placed peak's sides, down to the nearest river, */
#define PEAK_LEAST    0.6   /* which is so many edges away at least, */
#define PEAK_MOST     1.2   /* and at most */
#define PASS_APART    0.5   /* edges from a placed pass to the nearest river */
#define VISITS_A_NODE 50.0  /* see stage.h; with those of `watersheds` */
#define RISE          0.14  /* of the frame's side: the way that rivers rise, as brooks do, */
#define STEEP_RISE    0.126 /* and more of it, where great rivers are as steep */

static fluv_status first_nodes(fluv_ctx *ctx, fluv_grower *g, const fluv_contour *contour,
                               const uint8_t *orders, uint32_t mass)
{
    fluv_mouth_rooms rooms;
    size_t mouths = 0;
    bool room = true;
    FLUV_TRY(fluv_rooms_find(ctx, g, &rooms));
    FLUV_TRY(fluv_sketches_add(ctx, g, contour, mass, orders, &rooms, &mouths, &room));
    for (; mouths < contour->mouth_count && room; mouths++)
        if (contour->mouths[mouths].mass == mass)
            room = fluv_mouth_add(g, &contour->mouths[mouths], &rooms, 0) != FLUV_NONE;
    if (room)
        return FLUV_OK;
    return fluv_fail(ctx, FLUV_BAD_RECIPE,
                     "network: there are too many mouths and drawn rivers for this land");
}

/* A placed river begins where it was said to. */
static fluv_status close_sources(fluv_ctx *ctx, fluv_grower *g, const fluv_contour *contour,
                                 const fluv_placed *placed)
{
    const fluv_streams given = {.count = g->count, .nodes = g->nodes};
    if (!placed || !contour->sketches.ring_count)
        return FLUV_OK;
    g->source = fluv_scratch_zero(ctx, g->room, sizeof *g->source);
    if (!g->source)
        return FLUV_NO_MEMORY;
    for (size_t k = 0; k < contour->sketches.ring_count; k++) {
        uint32_t top = fluv_sketch_top(&given, k);
        if (top != FLUV_NONE && fluv_sketch_placed(contour, k, placed) != FLUV_NONE)
            g->source[top] = 1;
    }
    return FLUV_OK;
}

static double edge_of(const fluv_network_params *p, const fluv_frame *frame)
{
    assert(fluv_frame_side(frame) > 0.0);
    return p->edge > 0.0 ? p->edge : fluv_frame_side(frame) / STANDARD;
}

static fluv_status set_rules(fluv_ctx *ctx, const fluv_network_params *p,
                             const fluv_landscape *land, fluv_chart *slope, fluv_growth *rules)
{
    double weights = p->onward + p->symmetric + p->asymmetric;
    double edge = edge_of(p, &land->frame);
    if (!(weights > 0.0))
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "network.onward, network.symmetric and network.asymmetric are all 0: one "
                         "must be more");
    FLUV_TRY(fluv_chart_make(ctx, land, &p->river_slope, "network", "river_slope", slope));
    *rules = (fluv_growth){.edge = edge,
                           .edge_param = "network.edge",
                           .shore = p->shore * edge,
                           .clearance = p->clearance * edge,
                           .steepest = p->steepest,
                           .chord = LEAST_CHORD,
                           .zeta = p->zeta,
                           .onward = p->onward / weights,
                           .symmetric = p->symmetric / weights,
                           .concavity = p->concavity,
                           .slope = slope,
                           .key = fluv_key_make(land->seed, "network", "growth")};
    return FLUV_OK;
}

/* Placed peaks and passes, which rivers keep off. */
static fluv_status set_off(fluv_ctx *ctx, const fluv_placed *placed, fluv_growth *rules)
{
    size_t spots = placed ? placed->spot_count : 0;
    fluv_keep_off *off = fluv_scratch(ctx, spots + 1, sizeof *off);
    if (!off)
        return FLUV_NO_MEMORY;
    rules->off = off;
    for (size_t i = 0; i < spots; i++) {
        const fluv_placed_spot *spot = &placed->spots[i];
        double by = PASS_APART * rules->edge;
        if (spot->kind == FLUV_SPOT_PEAK)
            by = fmin(fmax(spot->height / PEAK_SIDES, PEAK_LEAST * rules->edge),
                      PEAK_MOST * rules->edge);
        if (spot->kind == FLUV_SPOT_PEAK || spot->kind == FLUV_SPOT_PASS)
            off[rules->off_count++] = (fluv_keep_off){{spot->x, spot->y}, by};
    }
    return FLUV_OK;
}

/* How far rivers rise from the coast to the highest springs, as a rule: measured on islands. */
static double usual_rise(const fluv_network_params *p, const fluv_chart *slope, double side)
{
    double share = RISE + STEEP_RISE * pow(4.5, -2.5 * p->concavity);
    return share * fluv_chart_usual(slope, &p->river_slope) * side;
}

/* Graphs of all masses of land. */
typedef struct graphs {
    const fluv_contour *contour;
    const fluv_placed *placed; /* NULL: nothing is */
    fluv_growth rules;
    uint8_t *orders;      /* of kept rivers, see parts.h */
    fluv_list nodes;      /* fluv_stream_node */
    fluv_list first_node; /* uint32_t */
    double area;          /* of the land, m2 */
    double rise;          /* m, see fluv_streams */
    bool grown;           /* something did, or was drawn */
    bool wider;           /* an edge, than the widest land */
} graphs;

static fluv_status take_nodes(fluv_ctx *ctx, graphs *of, const fluv_grower *g)
{
    uint32_t before = (uint32_t)of->nodes.count;
    fluv_stream_node *to = fluv_list_append(ctx, &of->nodes, g->count, sizeof *to);
    uint32_t *end = fluv_list_append(ctx, &of->first_node, 1, sizeof *end);
    if (!to || !end)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < g->count; i++) {
        to[i] = g->nodes[i];
        to[i].parent += to[i].parent == FLUV_NONE ? 0 : before;
        of->grown |= g->nodes[i].parent != FLUV_NONE;
    }
    *end = (uint32_t)of->nodes.count;
    return FLUV_OK;
}

static fluv_status grow_mass(fluv_ctx *ctx, graphs *of, uint32_t mass)
{
    assert(mass < of->contour->mass_count);
    fluv_outline outline;
    fluv_domain domain;
    fluv_grower grower;
    fluv_growth rules = of->rules;
    FLUV_TRY(fluv_mass_outline(ctx, of->contour, mass, &outline));
    FLUV_TRY(fluv_domain_init(ctx, &outline, 0.5 * rules.edge, &domain));
    rules.domain = &domain;
    size_t given = fluv_sketches_count(of->contour, rules.edge);
    FLUV_TRY(fluv_grower_init(ctx, &rules, given, &grower));
    FLUV_TRY(first_nodes(ctx, &grower, of->contour, of->orders, mass));
    FLUV_TRY(close_sources(ctx, &grower, of->contour, of->placed));
    FLUV_TRY(fluv_grower_run(ctx, &grower));
    of->area += fabs(domain.area);
    of->wider &= rules.edge > 2.0 * sqrt(fabs(domain.area) / M_PI); /* than a round land is */
    return take_nodes(ctx, of, &grower);
}

static fluv_status refuse(fluv_ctx *ctx, const graphs *of, const fluv_network_params *p)
{
    if (of->wider)
        return fluv_fail(
            ctx, FLUV_BAD_RECIPE,
            "network.edge: %g m are too long for %.4g km2 of land: no river found room",
            of->rules.edge, of->area * 1e-6);
    return fluv_fail(ctx, FLUV_BAD_RECIPE,
                     "network: no river found room on %.4g km2 of land: network.edge (%g m) or "
                     "network.shore (%g) is too long, or network.steepest (%g) too little",
                     of->area * 1e-6, of->rules.edge, p->shore, p->steepest);
}

static fluv_status find_orders(fluv_ctx *ctx, graphs *of)
{
    size_t count = of->contour->sketches.ring_count;
    of->orders = fluv_scratch_zero(ctx, count + 1, sizeof *of->orders);
    if (!of->orders)
        return FLUV_NO_MEMORY;
    fluv_sketch_orders(of->contour, of->orders);
    for (size_t k = 0; k < count; k++) {
        uint32_t river = fluv_sketch_placed(of->contour, k, of->placed);
        if (river == FLUV_NONE || !of->placed->rivers[river].kept)
            of->orders[k] = 0;
    }
    return FLUV_OK;
}

static fluv_status grow(fluv_ctx *ctx, const fluv_network_params *p, graphs *of)
{
    uint32_t *first = fluv_list_append(ctx, &of->first_node, 1, sizeof *first);
    if (!first)
        return FLUV_NO_MEMORY;
    *first = 0;
    for (uint32_t m = 0; m < of->contour->mass_count; m++) {
        struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
        FLUV_TRY(grow_mass(ctx, of, m));
        fluv_scratch_release(ctx, mark);
    }
    return of->wider || !of->grown ? refuse(ctx, of, p) : FLUV_OK;
}

static fluv_status publish(fluv_ctx *ctx, const graphs *of, fluv_landscape *land)
{
    fluv_streams streams = {.count = of->nodes.count,
                            .nodes = of->nodes.items,
                            .first_node = of->first_node.items,
                            .edge = of->rules.edge,
                            .rise = of->rise};
    fluv_shared *sealed = fluv_streams_seal(ctx, &streams, of->contour->mass_count);
    if (!sealed)
        return FLUV_NO_MEMORY;
    fluv_layer_put(land, FLUV_LAYER_network, sealed);
    return fluv_advance(ctx, 1.0);
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    const fluv_network_params *p = params;
    graphs of = {.placed = fluv_layer_read(land, FLUV_LAYER_placed), .wider = true};
    fluv_chart slope;
    FLUV_TRY(set_rules(ctx, p, land, &slope, &of.rules));
    FLUV_TRY(set_off(ctx, of.placed, &of.rules));
    FLUV_TRY(fluv_contour_amend(ctx, land, APART * of.rules.edge));
    of.contour = fluv_layer_read(land, FLUV_LAYER_contour);
    of.rise = usual_rise(p, &slope, fluv_frame_side(&land->frame));
    FLUV_TRY(find_orders(ctx, &of));
    fluv_status status = grow(ctx, p, &of);
    if (status == FLUV_OK)
        status = publish(ctx, &of, land);
    fluv_list_free(&of.nodes);
    fluv_list_free(&of.first_node);
    return status;
}

static double edge(const void *params, const fluv_landscape *land)
{
    return edge_of(params, &land->frame);
}

static double visits(const void *params, const fluv_landscape *land, fluv_extent extent)
{
    (void)params;
    return VISITS_A_NODE * fluv_extent_nodes(land, extent);
}

#define PARAMS fluv_network_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/network/network.def"
};

const fluv_stage fluv_stage_network = {
    .info = {.name = "network",
             .summary = "A graph of rivers that grows from the mouths until the land is full.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_network_params),
    FLUV_NEEDS(contour),
    FLUV_MAKES(network),
    FLUV_AMENDS(contour),
    .edge = edge,
    .visits = visits,
    .run = run,
};
