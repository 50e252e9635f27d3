// SPDX-License-Identifier: MIT
/* The mesh that carries the flow: Poisson-disc points over the frame and their Delaunay edges, so
 * that no direction is preferred and edges never cross. */
#include "stages/basins/graph.h"

#include "mesh/mesh.h"

#include <assert.h>
#include <string.h>

static fluv_status take_mesh(fluv_ctx *ctx, const fluv_mesh *mesh, const fluv_frame *frame,
                             fluv_basins_graph *graph)
{
    uint32_t n = mesh->count, edges = mesh->first[n];
    assert(n > 0 && mesh->first[0] == 0);
    *graph = (fluv_basins_graph){
        .count = n,
        .first = fluv_scratch(ctx, n + (size_t)1, sizeof *graph->first),
        .neighbour = fluv_scratch(ctx, edges, sizeof *graph->neighbour),
        .x = fluv_scratch(ctx, n, sizeof *graph->x),
        .y = fluv_scratch(ctx, n, sizeof *graph->y),
        .cell = fluv_scratch(ctx, n, sizeof *graph->cell),
        .at_edge = fluv_scratch(ctx, n, 1),
    };
    if (!graph->first || !graph->neighbour || !graph->x || !graph->y || !graph->cell ||
        !graph->at_edge)
        return FLUV_NO_MEMORY;
    memcpy(graph->first, mesh->first, (n + (size_t)1) * sizeof *graph->first);
    memcpy(graph->neighbour, mesh->neighbour, edges * sizeof *graph->neighbour);
    memcpy(graph->cell, mesh->area, n * sizeof *graph->cell);
    memcpy(graph->at_edge, mesh->at_edge, n);
    for (uint32_t v = 0; v < n; v++) {
        graph->x[v] = frame->west + mesh->x[v];
        graph->y[v] = frame->north - mesh->y[v];
    }
    return FLUV_OK;
}

fluv_status fluv_basins_graph_make(fluv_ctx *ctx, const fluv_frame *frame, double spacing,
                                   fluv_key key, fluv_basins_graph *graph)
{
    assert(spacing > 0.0 && frame->cols && frame->rows);
    fluv_mesh_job mesh = {.width = frame->cell * frame->cols,
                          .height = frame->cell * frame->rows,
                          .spacing = spacing,
                          .key = key};
    fluv_shared *block = NULL;
    FLUV_TRY(fluv_mesh_make(ctx, &mesh, &block));
    fluv_status status = take_mesh(ctx, fluv_mesh_of(block), frame, graph);
    fluv_shared_drop(block);
    return status;
}
