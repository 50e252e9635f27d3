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

#define BRANCHING 3.5 /* rivers of one order for each of the next, about */

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

static fluv_status first_nodes(fluv_ctx *ctx, fluv_grower *g, const fluv_contour *contour)
{
    unsigned greatest = greatest_priority(g);
    for (size_t i = 0; i < contour->mouth_count; i++)
        if (add_mouth(g, &contour->mouths[i], greatest) == FLUV_NONE)
            return fluv_fail(ctx, FLUV_BAD_RECIPE, "network: %zu mouths are too many for this land",
                             contour->mouth_count);
    return FLUV_OK;
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
    FLUV_TRY(fluv_grower_init(ctx, &rules, contour->mouth_count, &grower));
    FLUV_TRY(first_nodes(ctx, &grower, contour));
    uint32_t given = grower.count;
    FLUV_TRY(fluv_grower_run(ctx, &grower));
    if (grower.count == given)
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
