// SPDX-License-Identifier: MIT
/* Stage `watersheds`: the land that each river node drains.
 *
 * in   contour, network        out   cells
 *
 * Cells are the Voronoi cells of the nodes inside the contour, of each mass of land by itself. With
 * A the area of a cell and all above it, in km2, the mean flow is phi = 0.42 * A^0.69. A corner q
 * at distance d from the nodes a, b, c has the height max(a_z, b_z, c_z) + lambda(q) * d, so crests
 * stand above the rivers beside them.
 *
 * Based on: Genevaux, Galin, Guerin, Peytavie, Benes. Terrain generation using procedural models
 * based on hydrology. 2013; Dunne, Leopold. Water in environmental planning. 1978 */
#include "stages/watersheds/watersheds.h"

#include "field/domain.h"
#include "stages/shared/chart.h"
#include "stages/shared/sketched.h"
#include "stages/shared/voronoi.h"

#include <assert.h>
#include <math.h>

#define MARGIN  1.4  /* how much steeper a hillside is than the way to a river around */
#define AROUND  4.0  /* edges */
#define INLAND  4.0  /* edges from the coast: where hillsides are most of what they are inland */
#define SQUARES 64.0 /* of the search for the coast along the land's side */
#define ROUND   64   /* cells a thread, between two looks at whether to go on */

/* Of one mass of land. */
typedef struct surveyor {
    fluv_outline outline;
    fluv_streams streams; /* its nodes alone */
    uint32_t first;       /* of them among all: parents are numbered so */
    fluv_domain domain;
    fluv_voronoi voronoi;
    fluv_segments nodes;
    const fluv_chart *slope;
    double inland;           /* see slope_at */
    fluv_territory *patches; /* its own */
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
    const fluv_stream_node *nodes = s->streams.nodes, *here = &nodes[node];
    assert(node < s->streams.count && shore >= 0.0);
    double far = AROUND * s->streams.edge, least = (double)here->z / fmax(shore, 1e-3);
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
        if (other == FLUV_NONE || nodes[other].parent == s->first + node ||
            here->parent == s->first + other)
            continue;
        double gap = hypot(nodes[other].x - here->x, nodes[other].y - here->y);
        least = fmax(least, (double)(nodes[other].z - here->z) / gap);
    }
    return (float)(MARGIN * least);
}

/* Hillsides are gentler near the coast, so that relief rises inland and has a middle. Outside the
 * contour it is as at the coast. The law depends on no land's greatest width: what is done at one
 * coast moves nothing far from it. */
static double slope_at(const surveyor *s, fluv_vec at, double shore)
{
    double slope = fluv_chart_at(s->slope, at);
    return slope * (1.0 - s->inland * exp(-shore / (INLAND * s->streams.edge)));
}

static void survey_cell(const surveyor *s, uint32_t node, fluv_vec *work)
{
    const fluv_corner *corners = s->voronoi.corners + s->voronoi.first[node];
    uint32_t count = s->voronoi.first[node + 1] - s->voronoi.first[node];
    fluv_vec at = {s->streams.nodes[node].x, s->streams.nodes[node].y};
    fluv_territory *patch = &s->patches[node];
    double shore = fluv_domain_shore(&s->domain, at);
    *patch = (fluv_territory){.coast = (float)shore,
                              .slope = (float)slope_at(s, at, shore),
                              .least = least_slope(s, node, shore),
                              .first_corner = s->voronoi.first[node],
                              .corner_count = count};
    if (shore > farthest(corners, count))
        patch->area = polygon_area(corners, count);
    else
        patch->area = fluv_clip_area(&s->outline, corners, count, work, s->room);
}

/* The cells from `from` to before `end`. Every thread has work space of its own; a cell's result
 * depends on nothing else. */
static void survey_some(const surveyor *s, int threads, size_t from, size_t end, fluv_vec *work)
{
    size_t share = (end - from + (size_t)threads - 1) / (size_t)threads;
    assert(end <= s->streams.count);
#pragma omp parallel for num_threads(threads) schedule(static, 1)
    for (int t = 0; t < threads; t++) {
        size_t first = from + (size_t)t * share, last = first + share < end ? first + share : end;
        for (size_t i = first; i < last; i++)
            survey_cell(s, (uint32_t)i, work + (size_t)t * s->room);
    }
}

static fluv_status survey_cells(fluv_ctx *ctx, surveyor *s)
{
    size_t longest = 0, count = s->streams.count, some = ROUND * (size_t)ctx->threads;
    const fluv_outline *rings = &s->outline;
    for (size_t r = 0; r < rings->ring_count; r++) {
        size_t points = rings->first_point[r + 1] - rings->first_point[r];
        longest = points > longest ? points : longest;
    }
    s->room = 8 * longest + 128;
    fluv_vec *work = fluv_scratch(ctx, s->room * (size_t)ctx->threads, sizeof *work);
    if (!work)
        return FLUV_NO_MEMORY;
    for (size_t from = 0; from < count; from += some) {
        size_t end = count - from < some ? count : from + some;
        survey_some(s, ctx->threads, from, end, work);
        FLUV_TRY(fluv_advance(ctx, 0.5));
    }
    fluv_scratch_drop(ctx, work);
    return FLUV_OK;
}

static void add_up(const fluv_watersheds_params *p, const fluv_streams *streams,
                   fluv_territory *patches)
{
    for (size_t i = 0; i < streams->count; i++)
        patches[i].upland = patches[i].area;
    for (size_t i = streams->count; i-- > 0;) {
        fluv_territory *patch = &patches[i];
        uint32_t below = streams->nodes[i].parent;
        assert(below == FLUV_NONE || below < i); /* parents first */
        assert(patch->area >= -1.0 && patch->upland >= -1.0);
        if (below != FLUV_NONE)
            patches[below].upland += patch->upland;
        patch->flow = p->flow * pow(fmax(patch->upland, 0.0) * 1e-6, p->flow_power);
    }
}

/* What placed rivers bring at their sources, they carry to the sea. */
static void add_springs(const fluv_contour *contour, const fluv_streams *streams,
                        const fluv_placed *placed, fluv_territory *patches)
{
    for (size_t k = 0; placed && k < contour->sketches.ring_count; k++) {
        uint32_t river = fluv_sketch_placed(contour, k, placed);
        if (river == FLUV_NONE || !(placed->rivers[river].discharge > 0.0))
            continue;
        for (uint32_t at = fluv_sketch_top(streams, k); at != FLUV_NONE;
             at = streams->nodes[at].parent)
            patches[at].flow += placed->rivers[river].discharge;
    }
}

static fluv_crest crest_at(const surveyor *s, uint32_t node, const fluv_corner *corner)
{
    const fluv_stream_node *nodes = s->streams.nodes;
    float z = nodes[node].z;
    assert(corner->radius >= 0.0);
    z = corner->left == FLUV_NONE ? z : fmaxf(z, nodes[corner->left].z);
    z = corner->right == FLUV_NONE ? z : fmaxf(z, nodes[corner->right].z);
    double shore = 0.0;
    if (s->inland > 0.0 && fluv_domain_holds(&s->domain, corner->at))
        shore = fluv_domain_shore(&s->domain, corner->at);
    double slope = slope_at(s, corner->at, shore);
    return (fluv_crest){.x = corner->at.x,
                        .y = corner->at.y,
                        .z = (float)((double)z + slope * corner->radius),
                        .slope = (float)slope};
}

static fluv_status list_crests(fluv_ctx *ctx, const surveyor *s, fluv_list *crests)
{
    uint32_t before = (uint32_t)crests->count, count = s->voronoi.first[s->streams.count];
    fluv_crest *to = fluv_list_append(ctx, crests, count, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < s->streams.count; i++) {
        s->patches[i].first_corner += before;
        for (uint32_t k = s->voronoi.first[i]; k < s->voronoi.first[i + 1]; k++)
            to[k] = crest_at(s, i, &s->voronoi.corners[k]);
    }
    return FLUV_OK;
}

/* Low and high corner. */
static fluv_box box_of(const fluv_outline *outline)
{
    fluv_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (size_t i = 0; i < outline->first_point[outline->ring_count]; i++) {
        double x = outline->xy[2 * i], y = outline->xy[2 * i + 1];
        box.low = (fluv_vec){fmin(box.low.x, x), fmin(box.low.y, y)};
        box.high = (fluv_vec){fmax(box.high.x, x), fmax(box.high.y, y)};
    }
    return box;
}

/* The frame, twice as large as often as it takes to hold all land: far points around it do not move
 * when a coast does. */
static fluv_box box_around(const fluv_frame *frame, const fluv_outline *outline)
{
    fluv_box land = box_of(outline);
    double half = 0.5 * fluv_frame_side(frame);
    fluv_vec middle = {floor(frame->west + half), floor(frame->north - half)};
    while (land.low.x < middle.x - half || land.high.x > middle.x + half ||
           land.low.y < middle.y - half || land.high.y > middle.y + half)
        half *= 2.0;
    return (fluv_box){{middle.x - half, middle.y - half}, {middle.x + half, middle.y + half}};
}

static fluv_status survey(fluv_ctx *ctx, fluv_box around, surveyor *s, fluv_list *crests)
{
    fluv_box box = box_of(&s->outline);
    double size = sqrt((box.high.x - box.low.x) * (box.high.y - box.low.y));
    double side = fmax(s->streams.edge, size / SQUARES);
    FLUV_TRY(fluv_domain_init(ctx, &s->outline, side, &s->domain));
    FLUV_TRY(fluv_voronoi_find(ctx, &s->streams, around, &s->voronoi));
    FLUV_TRY(fluv_nodes_index(ctx, &s->streams, box, &s->nodes));
    FLUV_TRY(survey_cells(ctx, s));
    return list_crests(ctx, s, crests);
}

static fluv_status survey_all(fluv_ctx *ctx, const fluv_watersheds_params *p, fluv_landscape *land,
                              fluv_territories *patches, fluv_list *crests)
{
    const fluv_contour *contour = fluv_layer_read(land, FLUV_LAYER_contour);
    const fluv_streams *streams = fluv_layer_read(land, FLUV_LAYER_network);
    fluv_box around = box_around(&land->frame, &contour->outline);
    fluv_territory *all = fluv_scratch(ctx, streams->count, sizeof *all);
    fluv_chart slope;
    FLUV_TRY(fluv_chart_make(ctx, land, &p->terrain_slope, "watersheds", "terrain_slope", &slope));
    if (!all)
        return FLUV_NO_MEMORY;
    for (size_t m = 0; m < contour->mass_count; m++) {
        struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
        uint32_t first = streams->first_node[m];
        surveyor s = {.streams = {.count = streams->first_node[m + 1] - first,
                                  .nodes = streams->nodes + first,
                                  .edge = streams->edge},
                      .first = first,
                      .slope = &slope,
                      .inland = p->inland,
                      .patches = all + first};
        FLUV_TRY(fluv_mass_outline(ctx, contour, m, &s.outline));
        FLUV_TRY(survey(ctx, around, &s, crests));
        fluv_scratch_release(ctx, mark);
    }
    add_up(p, streams, all);
    add_springs(contour, streams, fluv_layer_read(land, FLUV_LAYER_placed), all);
    *patches = (fluv_territories){.count = streams->count,
                                  .patches = all,
                                  .corner_count = crests->count,
                                  .corners = crests->items,
                                  .flow = p->flow,
                                  .flow_power = p->flow_power,
                                  .slope = fluv_chart_usual(&slope, &p->terrain_slope)};
    return FLUV_OK;
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    fluv_list crests = {0};
    fluv_territories patches;
    fluv_status status = survey_all(ctx, params, land, &patches, &crests);
    fluv_shared *sealed = status == FLUV_OK ? fluv_territories_seal(ctx, &patches) : NULL;
    fluv_list_free(&crests);
    if (!sealed)
        return status == FLUV_OK ? FLUV_NO_MEMORY : status;
    fluv_layer_put(land, FLUV_LAYER_territories, sealed);
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
