// SPDX-License-Identifier: MIT
/* Stage `watersheds`: the land that each river node drains.
 *
 * in   contour, network        out   cells
 *
 * Cells are the Voronoi cells of the nodes inside the contour. With A the area of a cell and all
 * above it, in km2, the mean flow is phi = 0.42 * A^0.69. A corner q at distance d from the nodes
 * a, b, c has the height max(a_z, b_z, c_z) + lambda(q) * d, so crests stand above the rivers
 * beside them.
 *
 * Based on: Genevaux, Galin, Guerin, Peytavie, Benes. Terrain generation using procedural models
 * based on hydrology. 2013; Dunne, Leopold. Water in environmental planning. 1978 */
#include "stages/watersheds/watersheds.h"

#include "field/domain.h"
#include "stages/shared/chart.h"
#include "stages/shared/voronoi.h"

#include <math.h>

#define MARGIN  1.4  /* how much steeper a hillside is than the way to a river around */
#define AROUND  4.0  /* edges */
#define SQUARES 64.0 /* of the search for the coast along the land's side */

typedef struct surveyor {
    const fluv_contour *contour;
    const fluv_streams *streams;
    fluv_domain domain;
    fluv_voronoi voronoi;
    fluv_segments nodes;
    fluv_chart slope;
    fluv_territory *patches; /* scratch */
    size_t room;             /* of a clip's work */
} surveyor;

static double polygon_area(const fluv_corner *corners, uint32_t count)
{
    double twice = 0.0;
    for (uint32_t i = 0; i < count; i++)
        twice += fluv_cross(fluv_minus(corners[i].at, corners[0].at),
                            fluv_minus(corners[i + 1 < count ? i + 1 : 0].at, corners[0].at));
    return 0.5 * twice;
}

static double farthest(const fluv_corner *corners, uint32_t count)
{
    double far = 0.0;
    for (uint32_t i = 0; i < count; i++)
        far = fmax(far, corners[i].radius);
    return far;
}

/* The steepest way down from a node to the sea or to another node around, and up to a neighbour in
 * the diagram. A gentler hillside that rises from there would pass below the higher river. */
static float least_slope(const surveyor *s, uint32_t node, double shore)
{
    const fluv_stream_node *nodes = s->streams->nodes, *here = &nodes[node];
    double far = AROUND * s->streams->edge, least = (double)here->z / fmax(shore, 1e-3);
    uint32_t left = fluv_segments_col(&s->nodes, here->x - far);
    uint32_t right = fluv_segments_col(&s->nodes, here->x + far);
    uint32_t low = fluv_segments_row(&s->nodes, here->y - far);
    uint32_t high = fluv_segments_row(&s->nodes, here->y + far);
    for (uint32_t row = low; row <= high; row++)
        for (uint32_t col = left; col <= right; col++) {
            uint32_t link = s->nodes.head[(size_t)row * s->nodes.cols + col];
            for (; link != FLUV_NONE; link = s->nodes.links[link].next) {
                const fluv_segment *other = &s->nodes.list[s->nodes.links[link].segment];
                double fall = (double)(here->z - nodes[other->tag].z);
                double gap = hypot(other->a.x - here->x, other->a.y - here->y);
                least = fall > least * gap ? fall / gap : least;
            }
        }
    for (uint32_t k = s->voronoi.first[node]; k < s->voronoi.first[node + 1]; k++) {
        uint32_t other = s->voronoi.corners[k].left;
        if (other == FLUV_NONE || nodes[other].parent == node || here->parent == other)
            continue;
        double gap = hypot(nodes[other].x - here->x, nodes[other].y - here->y);
        least = fmax(least, (double)(nodes[other].z - here->z) / gap);
    }
    return (float)(MARGIN * least);
}

static void survey_cell(const surveyor *s, uint32_t node, fluv_vec *work)
{
    const fluv_corner *corners = s->voronoi.corners + s->voronoi.first[node];
    uint32_t count = s->voronoi.first[node + 1] - s->voronoi.first[node];
    fluv_vec at = {s->streams->nodes[node].x, s->streams->nodes[node].y};
    fluv_territory *patch = &s->patches[node];
    double shore = fluv_domain_shore(&s->domain, at);
    *patch = (fluv_territory){.coast = (float)shore,
                              .slope = (float)fluv_chart_at(&s->slope, at),
                              .least = least_slope(s, node, shore),
                              .first_corner = s->voronoi.first[node],
                              .corner_count = count};
    if (shore > farthest(corners, count))
        patch->area = polygon_area(corners, count);
    else
        patch->area = fluv_clip_area(&s->contour->outline, corners, count, work, s->room);
}

/* Every thread has work space of its own; a cell's result depends on nothing else. */
static fluv_status survey_cells(fluv_ctx *ctx, surveyor *s)
{
    size_t longest = 0;
    const fluv_outline *rings = &s->contour->outline;
    for (size_t r = 0; r < rings->ring_count; r++) {
        size_t points = rings->first_point[r + 1] - rings->first_point[r];
        longest = points > longest ? points : longest;
    }
    s->room = 8 * longest + 128;
    size_t threads = (size_t)ctx->threads;
    fluv_vec *work = fluv_scratch(ctx, s->room * threads, sizeof *work);
    if (!work)
        return FLUV_NO_MEMORY;
    size_t share = (s->streams->count + threads - 1) / threads;
#pragma omp parallel for num_threads(ctx->threads) schedule(static, 1)
    for (size_t t = 0; t < threads; t++) {
        size_t end = (t + 1) * share < s->streams->count ? (t + 1) * share : s->streams->count;
        for (size_t i = t * share; i < end; i++)
            survey_cell(s, (uint32_t)i, work + t * s->room);
    }
    fluv_scratch_drop(ctx, work);
    return FLUV_OK;
}

static void add_up(const surveyor *s, const fluv_watersheds_params *p)
{
    for (size_t i = 0; i < s->streams->count; i++)
        s->patches[i].upland = s->patches[i].area;
    for (size_t i = s->streams->count; i-- > 0;) {
        fluv_territory *patch = &s->patches[i];
        uint32_t below = s->streams->nodes[i].parent;
        if (below != FLUV_NONE)
            s->patches[below].upland += patch->upland;
        patch->flow = p->flow * pow(patch->upland * 1e-6, p->flow_power);
    }
}

static fluv_crest crest_at(const surveyor *s, uint32_t node, const fluv_corner *corner)
{
    const fluv_stream_node *nodes = s->streams->nodes;
    float z = nodes[node].z;
    z = corner->left == FLUV_NONE ? z : fmaxf(z, nodes[corner->left].z);
    z = corner->right == FLUV_NONE ? z : fmaxf(z, nodes[corner->right].z);
    double slope = fluv_chart_at(&s->slope, corner->at);
    return (fluv_crest){.x = corner->at.x,
                        .y = corner->at.y,
                        .z = (float)((double)z + slope * corner->radius),
                        .slope = (float)slope};
}

static fluv_status publish(fluv_ctx *ctx, const surveyor *s, const fluv_watersheds_params *p,
                           fluv_landscape *land)
{
    uint32_t count = s->voronoi.first[s->streams->count];
    fluv_crest *crests = fluv_scratch(ctx, count, sizeof *crests);
    if (!crests)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < s->streams->count; i++)
        for (uint32_t k = s->voronoi.first[i]; k < s->voronoi.first[i + 1]; k++)
            crests[k] = crest_at(s, i, &s->voronoi.corners[k]);
    fluv_territories patches = {.count = s->streams->count,
                                .patches = s->patches,
                                .corner_count = count,
                                .corners = crests,
                                .flow = p->flow,
                                .flow_power = p->flow_power};
    fluv_shared *sealed = fluv_territories_seal(ctx, &patches);
    if (!sealed)
        return FLUV_NO_MEMORY;
    fluv_layer_put(land, FLUV_LAYER_territories, sealed);
    return FLUV_OK;
}

/* Area of the box around it. */
static double outline_size(const fluv_outline *outline)
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (size_t i = 0; i < 2 * (size_t)outline->first_point[outline->ring_count]; i++) {
        low[i % 2] = fmin(low[i % 2], outline->xy[i]);
        high[i % 2] = fmax(high[i % 2], outline->xy[i]);
    }
    return (high[0] - low[0]) * (high[1] - low[1]);
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    const fluv_watersheds_params *p = params;
    surveyor s = {.contour = fluv_layer_read(land, FLUV_LAYER_contour),
                  .streams = fluv_layer_read(land, FLUV_LAYER_network)};
    FLUV_TRY(
        fluv_chart_make(ctx, land, &p->terrain_slope, "watersheds", "terrain_slope", &s.slope));
    double side = fmax(s.streams->edge, sqrt(outline_size(&s.contour->outline)) / SQUARES);
    FLUV_TRY(fluv_domain_init(ctx, &s.contour->outline, side, &s.domain));
    const fluv_segments *border = &s.domain.border;
    fluv_box box = {border->corner,
                    {border->corner.x + border->side * border->cols,
                     border->corner.y + border->side * border->rows}};
    FLUV_TRY(fluv_voronoi_find(ctx, s.streams, box, &s.voronoi));
    FLUV_TRY(fluv_nodes_index(ctx, s.streams, box, &s.nodes));
    FLUV_TRY(fluv_advance(ctx, 0.4));
    s.patches = fluv_scratch(ctx, s.streams->count, sizeof *s.patches);
    if (!s.patches)
        return FLUV_NO_MEMORY;
    FLUV_TRY(survey_cells(ctx, &s));
    add_up(&s, p);
    FLUV_TRY(publish(ctx, &s, p, land));
    return fluv_advance(ctx, 1.0);
}

#define PARAMS fluv_watersheds_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/watersheds/watersheds.def"
};

const fluv_stage fluv_stage_watersheds = {
    .info = {.name = "watersheds",
             .summary = "The land each piece of river drains: cells, flows, heights of crests.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_watersheds_params),
    FLUV_NEEDS(contour, network),
    FLUV_MAKES(territories),
    FLUV_AMENDS(),
    .run = run,
};
