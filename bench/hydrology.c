// SPDX-License-Identifier: MIT
/* The hydrology method on an island of about 3000 km2: each stage, the opening of the tree and its
 * evaluation, and the file's size. The frame's size is fixed: only `sample` depends on it. */
#include "bench.h"

#include "landscape/hydrology.h"
#include "landscape/tree.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char recipe_text[] = "interfluve: 1\nseed: 7\nframe: {size: 1024, width: 80 km}\n"
                                  "stages:\n  - contour: {extent: 0.72}\n  - network: {}\n"
                                  "  - watersheds: {}\n  - courses: {}\n  - tree: {}\n"
                                  "  - sample: {}\n";

static double land_area(const fluv_landscape *land)
{
    const fluv_territories *cells = fluv_layer_read(land, FLUV_LAYER_territories);
    double area = 0.0;
    for (size_t i = 0; i < cells->count; i++)
        area += cells->patches[i].area;
    return area * 1e-6;
}

static void forget(const fluv_tree_square *square, void *to)
{
    (void)square;
    (void)to;
}

static fluv_status time_tree(fluv_ctx *ctx, const fluv_landscape *land)
{
    fluv_tree_index *tree;
    double start = fluv_clock();
    FLUV_TRY(fluv_tree_open(ctx, fluv_layer_read(land, FLUV_LAYER_tree), &tree));
    printf("%-32s %8.3f\n", "open the tree", fluv_clock() - start);
    start = fluv_clock();
    fluv_status status = fluv_tree_evaluate_frame(ctx, tree, &land->frame, 1.0, forget, NULL);
    printf("%-32s %8.3f\n", "evaluate 1024 x 1024", fluv_clock() - start);
    fluv_tree_close(tree);
    return status;
}

static void print_judged(const char *what, double seconds, double budget)
{
    printf("%-32s %8.3f   budget %g, %s\n", what, seconds, budget,
           seconds <= budget ? "met" : "missed");
}

static fluv_status print_run(fluv_ctx *ctx, const fluv_landscape *land)
{
    const fluv_stage_record *sample = &land->records[land->record_count - 1];
    double before = 0.0, area = land_area(land);
    printf("%-32s %8s\n", "hydrology", "s");
    for (const fluv_stage_record *stage = land->records; stage < sample; stage++) {
        printf("%-32s %8.3f\n", stage->stage, stage->seconds);
        before += stage->seconds;
    }
    print_judged("all before sample", before, 1.0);
    print_judged(sample->stage, sample->seconds, 0.2);
    FLUV_TRY(time_tree(ctx, land));
    size_t bytes = fluv_tree_bytes(fluv_layer_read(land, FLUV_LAYER_tree));
    printf("%.0f km2, tree %.0f kB, %.2f kB a km2\n\n", area, (double)bytes * 1e-3,
           (double)bytes * 1e-3 / area);
    return FLUV_OK;
}

fluv_status bench_hydrology(fluv_ctx *ctx, uint32_t size)
{
    (void)size;
    fluv_recipe *recipe = NULL;
    const fluv_landscape *land = NULL;
    FLUV_TRY(fluv_recipe_parse(ctx, recipe_text, strlen(recipe_text), "bench", &recipe));
    fluv_builder *builder = fluv_builder_new(ctx);
    fluv_status status = builder ? FLUV_OK : FLUV_NO_MEMORY;
    if (status == FLUV_OK)
        status = fluv_builder_run(ctx, builder, recipe, NULL, &land);
    if (status == FLUV_OK)
        status = print_run(ctx, land);
    fluv_builder_delete(builder);
    fluv_recipe_delete(recipe);
    return status;
}
