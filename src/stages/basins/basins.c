// SPDX-License-Identifier: MIT
/* Stage `basins`: which way water goes, before there is land to run down.
 *
 * in   shore, regions        out   basins
 *
 * A mesh over the frame in metres, outlets along the coast and the rims of regions, a forest that
 * grows from them inland, and the beds that its rivers would have.  O(n log n). */
#include "stages/basins/basins.h"

#include "landscape/shore.h"
#include "stages/basins/graph.h"
#include "stages/basins/parts.h"

#define BLOCK           1024
#define VISITS_A_VERTEX 3.0 /* see stage.h: to find its place, its neighbours and its basin */
#define VISITS_A_PASS   0.5

static fluv_status make_mesh(fluv_ctx *ctx, fluv_basins_job *job)
{
    fluv_key key = fluv_key_make(job->landscape->seed, "basins", "mesh");
    fluv_basins_graph graph;
    FLUV_TRY(fluv_basins_graph_make(ctx, &job->landscape->frame, job->spacing, key, &graph));
    job->count = graph.count;
    job->first = graph.first;
    job->neighbour = graph.neighbour;
    job->x = graph.x;
    job->y = graph.y;
    job->cell = graph.cell;
    job->at_edge = graph.at_edge;
    return FLUV_OK;
}

/* What lies at the vertices. */
static fluv_status look_at_vertices(fluv_ctx *ctx, fluv_basins_job *job)
{
    const fluv_shore *shore = fluv_shore_of(job->landscape);
    size_t n = job->count;
    job->ocean = fluv_scratch(ctx, n, 1);
    job->type = fluv_scratch(ctx, n, 1);
    job->blend = fluv_scratch(ctx, n, sizeof *job->blend);
    job->shore = fluv_scratch(ctx, n, sizeof *job->shore);
    job->growth = fluv_scratch(ctx, n, sizeof *job->growth);
    job->bed = fluv_scratch(ctx, n, sizeof *job->bed);
    job->other = fluv_scratch(ctx, n, 1);
    job->own = fluv_scratch(ctx, n, sizeof *job->own);
    if (!job->ocean || !job->type || !job->blend || !job->shore || !job->growth || !job->bed ||
        !job->other || !job->own)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic)
    for (size_t from = 0; from < n; from += BLOCK) {
        size_t count = n - from < BLOCK ? n - from : BLOCK;
        fluv_shore_points(shore, job->spacing, job->x + from, job->y + from, count,
                          job->shore + from);
        fluv_regions_blends(job->regions, job->spacing, job->x + from, job->y + from, count,
                            job->blend + from);
    }
    for (size_t v = 0; v < n; v++) {
        job->ocean[v] = (uint8_t) !(job->shore[v] > 0.0F);
        job->type[v] = job->blend[v].type;
        job->land_count += !job->ocean[v];
    }
    return FLUV_OK;
}

static double spacing_of(const fluv_basins_params *params, const fluv_frame *frame)
{
    double width = frame->cell * frame->cols, height = frame->cell * frame->rows;
    double asked = params->spacing > 0.0 ? params->spacing : fmax(width, height) / 420.0;
    return fmin(asked, 0.45 * fmin(width, height));
}

static fluv_status read_outlets(fluv_ctx *ctx, fluv_basins_job *job)
{
    for (uint32_t type = 0; type < job->regions->type_count; type++)
        job->outlets[type] = job->regions->types[type].outlets;
    fluv_counts_job counts = {.regions = job->regions,
                              .where = "basins.outlets",
                              .alias = "coast",
                              .rows = job->params->outlets.rows,
                              .row_count = job->params->outlets.count};
    return fluv_counts_read(ctx, &counts, job->outlets);
}

static fluv_shared *seal(fluv_ctx *ctx, const fluv_basins_job *job)
{
    double all = fluv_basins_all(job);
    double land = (double)fluv_shore_of(job->landscape)->usual_land * all;
    fluv_basins basins = {.count = job->count,
                          .land_count = job->land_count,
                          .spacing = job->spacing,
                          .mean_cell = all / job->count,
                          .strongest = land / sqrt(fmax(1.0, job->outlets[FLUV_FLATLAND])),
                          .first = job->first,
                          .neighbour = job->neighbour,
                          .x = job->x,
                          .y = job->y,
                          .cell = job->cell,
                          .area = job->area,
                          .growth = job->growth,
                          .bed = job->bed,
                          .receiver = job->receiver,
                          .outlet = job->outlet,
                          .order = job->order,
                          .type = job->type,
                          .ocean = job->ocean,
                          .wet = job->wet,
                          .other = job->other,
                          .own = job->own};
    if (job->placed) {
        basins.placed_rivers = (uint32_t)job->placed->river_count;
        basins.placed_lakes = (uint32_t)job->placed->lake_count;
        basins.placed_spots = (uint32_t)job->placed->spot_count;
        basins.way_count = (uint32_t)job->ways.count;
        basins.way_vertex_count = (uint32_t)job->way_vertex.count;
        basins.ways = job->ways.items;
        basins.way_vertex = job->way_vertex.items;
        basins.way_xy = job->way_xy.items;
        basins.lake_exit = job->lake_exit;
        basins.spot_at = job->spot_at;
    }
    return fluv_basins_seal(ctx, &basins);
}

static fluv_status make_forest(fluv_ctx *ctx, fluv_basins_job *job, fluv_shared **sealed)
{
    FLUV_TRY(read_outlets(ctx, job));
    FLUV_TRY(make_mesh(ctx, job));
    FLUV_TRY(fluv_advance(ctx, 0.3));
    FLUV_TRY(look_at_vertices(ctx, job));
    FLUV_TRY(fluv_basins_outlets(ctx, job));
    FLUV_TRY(fluv_basins_grow(ctx, job));
    fluv_basins_beds(job);
    fluv_basins_exits(job);
    *sealed = seal(ctx, job);
    return *sealed ? FLUV_OK : FLUV_NO_MEMORY;
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    fluv_basins_job *job = fluv_scratch_zero(ctx, 1, sizeof *job);
    fluv_shared *sealed = NULL;
    if (!job)
        return FLUV_NO_MEMORY;
    job->params = params;
    job->landscape = job->notes = land;
    job->regions = fluv_regions_of(land);
    job->longer = land->frame.cell * fmax(land->frame.cols, land->frame.rows);
    job->spacing = spacing_of(params, &land->frame);
    fluv_status status = make_forest(ctx, job, &sealed);
    fluv_list_free(&job->ways);
    fluv_list_free(&job->way_vertex);
    fluv_list_free(&job->way_xy);
    FLUV_TRY(status);
    fluv_layer_put(land, FLUV_LAYER_basins, sealed);
    return fluv_advance(ctx, 1.0);
}

/* The mesh is as fine as it was asked for, however few cells there are. */
static double visits(const void *params, const fluv_landscape *land, fluv_extent extent)
{
    const fluv_basins_params *p = params;
    const fluv_frame *frame = &land->frame;
    double spacing = spacing_of(p, frame);
    double area = (double)frame->cols * frame->rows * frame->cell * frame->cell;
    double passes = p->growth == FLUV_BASINS_GROWTH_cost ? (double)p->passes : 0.0;
    (void)extent;
    return (VISITS_A_VERTEX + VISITS_A_PASS * passes) * area / (spacing * spacing);
}

#define PARAMS fluv_basins_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/basins/basins.def"
};

const fluv_stage fluv_stage_basins = {
    .info = {.name = "basins",
             .summary = "Which way water goes: basins that grow from river mouths inland.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_basins_params),
    FLUV_NEEDS(shore, regions),
    FLUV_MAKES(basins),
    FLUV_AMENDS(),
    .bytes_per_cell = 1.0,
    .visits = visits,
    .run = run,
};
