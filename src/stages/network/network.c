// SPDX-License-Identifier: MIT
/* Stage `network`: a graph of rivers that fills the contour.
 *
 * in   contour        out   network
 *
 * Mouths and sketched rivers are the first candidates; grow.c and expand.c do the rest. Priorities
 * of mouths follow from their weights: the greatest river may get the order that a full system over
 * the whole domain would have. */
#include "stages/network/network.h"

#include "stages/shared/grow.h"

#include <math.h>
#include <stdlib.h>

#define LEAST_CHORD 0.66
#define LEAST_STOP  0.5 /* edges between places of a drawn river that must have a node */
#define BRANCHING   2.6 /* nodes multiply by this with each order of the greatest river */

static unsigned greatest_priority(const fluv_grower *g)
{
    double nodes = fabs(g->rules.domain->area) / (g->rules.edge * g->rules.edge);
    double order = 1.0 + floor(log(fmax(nodes, 1.0)) / log(BRANCHING));
    return (unsigned)fmin(order, FLUV_MOST_PRIORITY);
}

static uint32_t add_mouth(fluv_grower *g, const fluv_mouth *mouth, unsigned greatest)
{
    double priority = 1.0 + round(mouth->weight * (greatest - 1.0));
    fluv_stream_node node = {
        .x = mouth->x, .y = mouth->y, .parent = FLUV_NONE, .priority = (uint8_t)priority};
    return fluv_grower_add(g, node);
}

/* ---- Drawn rivers ---- */

static int by_way(const void *a, const void *b)
{
    double l = *(const double *)a, r = *(const double *)b;
    return l < r ? -1 : l > r;
}

/* Ways up sketch k at which it gets nodes: where others join it and at its end, where these are not
 * too close together. */
static uint32_t list_stops(const fluv_contour *contour, size_t k, double edge, double *stops)
{
    const fluv_outline *lines = &contour->sketches;
    double length = 0.0, last = 0.0;
    for (uint32_t i = lines->first_point[k]; i + 1 < lines->first_point[k + 1]; i++)
        length += hypot(lines->xy[2 * i + 2] - lines->xy[2 * i],
                        lines->xy[2 * i + 3] - lines->xy[2 * i + 1]);
    uint32_t count = 0, kept = 0;
    for (size_t j = 0; j < lines->ring_count; j++)
        if (contour->feet[j].into == k)
            stops[count++] = contour->feet[j].way;
    qsort(stops, count, sizeof *stops, by_way);
    for (uint32_t i = 0; i < count; i++)
        if (stops[i] - last > LEAST_STOP * edge && length - stops[i] > LEAST_STOP * edge)
            stops[kept++] = last = stops[i];
    stops[kept] = length;
    return kept + 1;
}

/* A walk up a drawn river. */
typedef struct climb {
    const double *xy;
    uint32_t at, last; /* the piece, the last point */
    double before;     /* length of the pieces below */
} climb;

/* The place a way up, which is no less than the one before. */
static fluv_vec climb_to(climb *c, double way)
{
    for (;; c->at++) {
        fluv_vec a = {c->xy[2 * c->at], c->xy[2 * c->at + 1]};
        fluv_vec b = {c->xy[2 * c->at + 2], c->xy[2 * c->at + 3]};
        double piece = fluv_vec_distance(a, b), up = way - c->before;
        if (up <= piece || c->at + 1 == c->last)
            return fluv_between(a, b, piece > 0.0 ? fmin(1.0, up / piece) : 0.0);
        c->before += piece;
    }
}

/* Sketch k from its foot up, in pieces of about an edge from stop to stop. */
static bool add_sketch(fluv_grower *g, const fluv_contour *contour, size_t k, uint32_t foot,
                       double *stops)
{
    uint32_t count = list_stops(contour, k, g->rules.edge, stops), at = foot;
    unsigned priority = g->nodes[foot].priority;
    if (contour->feet[k].into != FLUV_NONE && priority > 1)
        priority--;
    climb c = {contour->sketches.xy, contour->sketches.first_point[k],
               contour->sketches.first_point[k + 1] - 1, 0.0};
    double from = 0.0;
    for (uint32_t s = 0; s < count; from = stops[s++]) {
        double pieces = fmax(1.0, round((stops[s] - from) / g->rules.edge));
        for (double i = 1.0; i <= pieces && at != FLUV_NONE; i++) {
            fluv_vec p = climb_to(&c, from + (stops[s] - from) * i / pieces);
            fluv_stream_node node = {.x = p.x,
                                     .y = p.y,
                                     .z = fluv_grower_z(g, at, p, priority),
                                     .parent = at,
                                     .priority = (uint8_t)priority,
                                     .sketched = 1};
            at = fluv_grower_add(g, node);
        }
    }
    return at != FLUV_NONE;
}

/* The node between two that lies nearest to where sketch k begins. */
static uint32_t foot_of(const fluv_grower *g, const fluv_contour *contour, size_t k, uint32_t first,
                        uint32_t end)
{
    const double *at = contour->sketches.xy + 2 * (size_t)contour->sketches.first_point[k];
    uint32_t best = first;
    double least = INFINITY;
    for (uint32_t i = first; i < end; i++) {
        double far = hypot(g->nodes[i].x - at[0], g->nodes[i].y - at[1]);
        best = far < least ? i : best;
        least = fmin(far, least);
    }
    return best;
}

/* Adds the sketches and their mouths, which come first in the list of mouths. */
static fluv_status add_sketches(fluv_ctx *ctx, fluv_grower *g, const fluv_contour *contour,
                                size_t *mouths, bool *room)
{
    size_t count = contour->sketches.ring_count;
    uint32_t *first = fluv_scratch(ctx, count + 1, sizeof *first); /* node of a sketch */
    double *stops = fluv_scratch(ctx, count + 1, sizeof *stops);
    if (!first || !stops)
        return FLUV_NO_MEMORY;
    unsigned greatest = greatest_priority(g);
    for (size_t k = 0; k < count && *room; k++) {
        uint32_t into = contour->feet[k].into, foot;
        first[k] = g->count;
        if (into == FLUV_NONE)
            foot = add_mouth(g, &contour->mouths[(*mouths)++], greatest);
        else
            foot = foot_of(g, contour, k, first[into], first[into + 1]);
        *room = foot != FLUV_NONE && add_sketch(g, contour, k, foot, stops);
        first[k + 1] = g->count;
    }
    return FLUV_OK;
}

static fluv_status first_nodes(fluv_ctx *ctx, fluv_grower *g, const fluv_contour *contour)
{
    unsigned greatest = greatest_priority(g);
    size_t mouths = 0;
    bool room = true;
    FLUV_TRY(add_sketches(ctx, g, contour, &mouths, &room));
    for (; mouths < contour->mouth_count && room; mouths++)
        room = add_mouth(g, &contour->mouths[mouths], greatest) != FLUV_NONE;
    if (room)
        return FLUV_OK;
    return fluv_fail(ctx, FLUV_BAD_RECIPE,
                     "network: there are too many mouths and drawn rivers for this land");
}

/* Nodes that mouths and drawn rivers need, at most. */
static size_t count_given(const fluv_contour *contour, double edge)
{
    const fluv_outline *lines = &contour->sketches;
    double length = 0.0;
    for (uint32_t i = 0; i + 1 < lines->first_point[lines->ring_count]; i++)
        length += hypot(lines->xy[2 * i + 2] - lines->xy[2 * i],
                        lines->xy[2 * i + 3] - lines->xy[2 * i + 1]);
    return contour->mouth_count + 3 * lines->ring_count + (size_t)fmin(2.0 * length / edge, 1e8);
}

static fluv_status set_rules(fluv_ctx *ctx, const fluv_network_params *p,
                             const fluv_landscape *land, fluv_chart *slope, fluv_domain *domain,
                             fluv_growth *rules)
{
    const fluv_contour *contour = fluv_layer_read(land, FLUV_LAYER_contour);
    double weights = p->onward + p->symmetric + p->asymmetric;
    if (!(weights > 0.0))
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "network.onward, network.symmetric and network.asymmetric are all 0: one "
                         "must be more");
    FLUV_TRY(fluv_chart_make(ctx, land, &p->river_slope, "network", "river_slope", slope));
    FLUV_TRY(fluv_domain_init(ctx, &contour->outline, 0.5 * p->edge, domain));
    *rules = (fluv_growth){.edge = p->edge,
                           .shore = p->shore * p->edge,
                           .clearance = p->clearance * p->edge,
                           .steepest = p->steepest,
                           .chord = LEAST_CHORD,
                           .zeta = p->zeta,
                           .onward = p->onward / weights,
                           .symmetric = p->symmetric / weights,
                           .concavity = p->concavity,
                           .slope = slope,
                           .domain = domain,
                           .key = fluv_key_make(land->seed, "network", "growth")};
    return FLUV_OK;
}

static fluv_status refuse(fluv_ctx *ctx, const fluv_network_params *p, bool wider, double area_km2)
{
    if (wider)
        return fluv_fail(
            ctx, FLUV_BAD_RECIPE,
            "network.edge: %g m are too long for %.4g km2 of land: no river found room", p->edge,
            area_km2);
    return fluv_fail(ctx, FLUV_BAD_RECIPE,
                     "network: no river found room on %.4g km2 of land: network.edge (%g m) or "
                     "network.shore (%g) is too long, or network.steepest (%g) too little",
                     area_km2, p->edge, p->shore, p->steepest);
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    const fluv_network_params *p = params;
    const fluv_contour *contour = fluv_layer_read(land, FLUV_LAYER_contour);
    fluv_chart slope;
    fluv_domain domain;
    fluv_growth rules;
    fluv_grower grower;
    FLUV_TRY(set_rules(ctx, p, land, &slope, &domain, &rules));
    FLUV_TRY(fluv_grower_init(ctx, &rules, count_given(contour, p->edge), &grower));
    FLUV_TRY(first_nodes(ctx, &grower, contour));
    uint32_t given = grower.count;
    FLUV_TRY(fluv_grower_run(ctx, &grower));
    bool wider = p->edge > 2.0 * sqrt(fabs(domain.area) / M_PI); /* than a round land is */
    if (wider || (grower.count == given && !contour->sketches.ring_count))
        return refuse(ctx, p, wider, fabs(domain.area) * 1e-6);
    fluv_shared *sealed = fluv_streams_seal(ctx, grower.nodes, grower.count, p->edge);
    if (!sealed)
        return FLUV_NO_MEMORY;
    fluv_layer_put(land, FLUV_LAYER_network, sealed);
    return fluv_advance(ctx, 1.0);
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
    FLUV_AMENDS(),
    .run = run,
};
