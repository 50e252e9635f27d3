// SPDX-License-Identifier: MIT
/* Stage `network`: a graph of rivers that fills the contour.
 *
 * in   contour        out   network
 *
 * Mouths and sketched rivers are the first candidates; grow.c and expand.c do the rest. Priorities
 * of mouths follow from their weights: the greatest river may get the order that a full system over
 * the whole domain would have. */
#include "stages/hydrology/network.h"

#include "stages/hydrology/grow.h"

#include <math.h>

#define LEAST_CHORD 0.66
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

/* A drawn river from its mouth up, in pieces of about an edge. */
static uint32_t add_sketch(fluv_grower *g, const fluv_contour *contour, size_t k, uint32_t mouth)
{
    const double *xy = contour->sketches.xy;
    uint32_t first = contour->sketches.first_point[k], end = contour->sketches.first_point[k + 1];
    double length = 0.0, way = 0.0;
    for (uint32_t i = first; i + 1 < end; i++)
        length += hypot(xy[2 * i + 2] - xy[2 * i], xy[2 * i + 3] - xy[2 * i + 1]);
    double pieces = fmax(1.0, round(length / g->rules.edge)), due = length / pieces;
    uint32_t at = mouth;
    for (uint32_t i = first; i + 1 < end && at != FLUV_NONE; i++) {
        fluv_vec a = {xy[2 * i], xy[2 * i + 1]}, b = {xy[2 * i + 2], xy[2 * i + 3]};
        double piece = fluv_vec_distance(a, b);
        for (; due <= way + piece * (1.0 + 1e-9) && at != FLUV_NONE; due += length / pieces) {
            fluv_vec p = fluv_between(a, b, piece > 0.0 ? fmin(1.0, (due - way) / piece) : 0.0);
            unsigned priority = g->nodes[mouth].priority;
            fluv_stream_node node = {.x = p.x,
                                     .y = p.y,
                                     .z = fluv_grower_z(g, at, p, priority),
                                     .parent = at,
                                     .priority = (uint8_t)priority,
                                     .sketched = 1};
            at = fluv_grower_add(g, node);
        }
        way += piece;
    }
    return at;
}

/* Mouths of drawn rivers come first in the list of mouths. */
static fluv_status first_nodes(fluv_ctx *ctx, fluv_grower *g, const fluv_contour *contour)
{
    unsigned greatest = greatest_priority(g);
    for (size_t i = 0; i < contour->mouth_count; i++) {
        uint32_t node = add_mouth(g, &contour->mouths[i], greatest);
        if (node != FLUV_NONE && i < contour->sketches.ring_count)
            node = add_sketch(g, contour, i, node);
        if (node == FLUV_NONE)
            return fluv_fail(ctx, FLUV_BAD_RECIPE,
                             "network: there are too many mouths and drawn rivers for this land");
    }
    return FLUV_OK;
}

/* Nodes that mouths and drawn rivers need, at most. */
static size_t count_given(const fluv_contour *contour, double edge)
{
    const fluv_outline *lines = &contour->sketches;
    double length = 0.0;
    for (uint32_t i = 0; i + 1 < lines->first_point[lines->ring_count]; i++)
        length += hypot(lines->xy[2 * i + 2] - lines->xy[2 * i],
                        lines->xy[2 * i + 3] - lines->xy[2 * i + 1]);
    return contour->mouth_count + 2 * lines->ring_count + (size_t)fmin(2.0 * length / edge, 1e8);
}

static fluv_status set_rules(fluv_ctx *ctx, const fluv_network_params *p,
                             const fluv_landscape *land, fluv_chart *slope, fluv_domain *domain,
                             fluv_growth *rules)
{
    const fluv_contour *contour = fluv_layer_read(land, FLUV_LAYER_CONTOUR);
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

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    const fluv_network_params *p = params;
    const fluv_contour *contour = fluv_layer_read(land, FLUV_LAYER_CONTOUR);
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
        return fluv_fail(
            ctx, FLUV_BAD_RECIPE,
            "network.edge: %g m are too long for %.4g km2 of land: no river found room", p->edge,
            fabs(domain.area) * 1e-6);
    fluv_shared *sealed = fluv_streams_seal(ctx, grower.nodes, grower.count, p->edge);
    if (!sealed)
        return FLUV_NO_MEMORY;
    fluv_layer_put(land, FLUV_LAYER_NETWORK, sealed);
    return fluv_advance(ctx, 1.0);
}

#define PARAMS fluv_network_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/hydrology/network.def"
};

const fluv_stage fluv_stage_network = {
    .info = {.name = "network",
             .summary = "A graph of rivers that grows from the mouths until the land is full.",
             .needs = "contour",
             .makes = "network",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_network_params),
    .needs = FLUV_HAS(FLUV_LAYER_CONTOUR),
    .makes = FLUV_HAS(FLUV_LAYER_NETWORK),
    .run = run,
};
