// SPDX-License-Identifier: MIT
/* What the grammar's weights and zeta make of a network, as the tables of docs/hydrology.md have
 * it: means over twenty islands. No times, and the same figures on every machine. */
#include "bench.h"

#include "landscape/hydrology.h"

#include <stdio.h>
#include <string.h>

#define ISLANDS 20
#define ORDERS  4 /* the last of them: and more */

typedef struct figures {
    double edges, share[ORDERS];
    double longest; /* way up from a mouth on edges above order 1, m */
    double largest; /* system, of the land */
} figures;

static double longest_way(const fluv_streams *s)
{
    double longest = 0.0;
    for (uint32_t i = 0; i < s->count; i++) {
        double way = 0.0;
        for (uint32_t at = i; s->nodes[at].parent != FLUV_NONE && s->nodes[i].priority > 1;
             at = s->nodes[at].parent)
            way += s->edge;
        longest = way > longest ? way : longest;
    }
    return longest;
}

static double largest_system(const fluv_streams *s, const fluv_territories *cells)
{
    double largest = 0.0, all = 0.0;
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->nodes[i].parent != FLUV_NONE)
            continue;
        all += cells->patches[i].upland;
        largest = cells->patches[i].upland > largest ? cells->patches[i].upland : largest;
    }
    return largest / all;
}

static void add_island(const fluv_landscape *land, figures *sum)
{
    const fluv_streams *s = fluv_layer_read(land, FLUV_LAYER_network);
    double edges = 0.0, of[ORDERS] = {0};
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->nodes[i].parent == FLUV_NONE)
            continue;
        unsigned order = s->nodes[i].priority < ORDERS ? s->nodes[i].priority : ORDERS;
        of[order - 1] += 1.0;
        edges += 1.0;
    }
    sum->edges += edges / ISLANDS;
    for (int k = 0; k < ORDERS; k++)
        sum->share[k] += of[k] / edges / ISLANDS;
    sum->longest += longest_way(s) / ISLANDS;
    sum->largest += largest_system(s, fluv_layer_read(land, FLUV_LAYER_territories)) / ISLANDS;
}

static fluv_status make_island(fluv_ctx *ctx, unsigned seed, const char *network, figures *sum)
{
    char text[512];
    int length = snprintf(text, sizeof text,
                          "interfluve: 1\nseed: %u\nframe: {size: 64, width: 80 km}\nstages:\n"
                          "  - contour: {spacing: 6 km}\n  - network: {edge: 2 km, %s}\n"
                          "  - watersheds: {}\n",
                          seed, network);
    fluv_recipe *recipe = NULL;
    const fluv_landscape *land = NULL;
    FLUV_TRY(fluv_recipe_parse(ctx, text, (size_t)length, "bench", &recipe));
    fluv_builder *builder = fluv_builder_new(ctx);
    fluv_status status = builder ? FLUV_OK : FLUV_NO_MEMORY;
    if (status == FLUV_OK)
        status = fluv_builder_run(ctx, builder, recipe, NULL, &land);
    if (status == FLUV_OK)
        add_island(land, sum);
    fluv_builder_delete(builder);
    fluv_recipe_delete(recipe);
    return status;
}

static fluv_status print_row(fluv_ctx *ctx, const char *network)
{
    figures sum = {0};
    for (unsigned seed = 1; seed <= ISLANDS; seed++)
        FLUV_TRY(make_island(ctx, seed, network, &sum));
    printf("%-48s %6.0f", network, sum.edges);
    for (int k = 0; k < ORDERS; k++)
        printf(" %5.1f %%", 100.0 * sum.share[k]);
    printf(" %6.1f km %6.1f %%\n", 1e-3 * sum.longest, 100.0 * sum.largest);
    return FLUV_OK;
}

fluv_status bench_networks(fluv_ctx *ctx, uint32_t size)
{
    static const char *const rows[] = {
        "onward: 0.2, symmetric: 0.7, asymmetric: 0.1",
        "onward: 0.2, symmetric: 0.1, asymmetric: 0.7",
        "river_slope: 0.003, concavity: 0, zeta: 0 m",
        "river_slope: 0.003, concavity: 0, zeta: 20 m",
        "river_slope: 0.003, concavity: 0, zeta: 200 m",
        "zeta: 0 m",
        "zeta: 20 m",
        "zeta: 200 m",
    };
    (void)size;
    printf("%-48s %6s %7s %7s %7s %7s %9s %8s\n", "networks, means of 20 islands", "edges", "1",
           "2", "3", "more", "longest", "largest");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        FLUV_TRY(print_row(ctx, rows[i]));
    printf("\n");
    return FLUV_OK;
}
