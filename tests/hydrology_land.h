// SPDX-License-Identifier: MIT
/* What tests of the hydrology stages share: recipes run as far as asked. */
#ifndef FLUV_TESTS_HYDROLOGY_LAND_H
#define FLUV_TESTS_HYDROLOGY_LAND_H

#include "landscape/hydrology.h"
#include "landscape/tree.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A builder's run of contour, network, … with settings, "" for none. */
typedef struct hydro_run {
    fluv_builder *builder;
    const fluv_landscape *land;
    fluv_status status;
} hydro_run;

static inline hydro_run hydro_run_text(fluv_ctx *ctx, const char *text, const char *until)
{
    hydro_run run = {.builder = fluv_builder_new(ctx)};
    fluv_recipe *recipe = NULL;
    run.status = fluv_recipe_parse(ctx, text, strlen(text), "test", &recipe);
    if (run.status == FLUV_OK)
        run.status = fluv_builder_run(ctx, run.builder, recipe, until, &run.land);
    fluv_recipe_delete(recipe);
    return run;
}

/* Edges are 2 km long unless `network` says otherwise: finer ones cost more and show no more. */
static inline hydro_run hydro_make(fluv_ctx *ctx, uint64_t seed, unsigned size, const char *contour,
                                   const char *network, const char *until)
{
    char text[2000];
    const char *edge = strstr(network, "edge:") ? "" : "edge: 2 km, ";
    snprintf(text, sizeof text,
             "interfluve: 1\nseed: %llu\nframe: {size: %u, width: 40 km}\nstages:\n"
             "  - contour: {%s}\n  - network: {%s%s}\n  - watersheds: {}\n"
             "  - courses: {}\n  - tree: {}\n  - sample: {}\n",
             (unsigned long long)seed, size, contour, edge, network);
    return hydro_run_text(ctx, text, until);
}

static inline const fluv_streams *streams_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_network);
}

/* Length of all rings, m. */
static inline double coast_length(const fluv_landscape *land)
{
    const fluv_outline *o =
        &((const fluv_contour *)fluv_layer_read(land, FLUV_LAYER_contour))->outline;
    double length = 0.0;
    for (size_t r = 0; r < o->ring_count; r++)
        for (uint32_t i = o->first_point[r]; i < o->first_point[r + 1]; i++) {
            uint32_t k = i + 1 < o->first_point[r + 1] ? i + 1 : o->first_point[r];
            length += hypot(o->xy[2 * k] - o->xy[2 * i], o->xy[2 * k + 1] - o->xy[2 * i + 1]);
        }
    return length;
}

#endif
