// SPDX-License-Identifier: MIT
/* Terrain primitives: how steep and rough the hillsides are, at Poisson-disc points.
 *
 * in   cells with slopes at nodes and corners        out   discs that cover the land
 *
 * A disc takes its slope from its cell's node and corners, nearer ones counting more, varied by a
 * slow noise; never less than what keeps a higher river nearby in its own valley.  O(discs). */
#include "stages/shared/voronoi.h"
#include "stages/tree/ground.h"

#include "field/noise.h"
#include "field/scatter.h"

#include <assert.h>
#include <math.h>

#define COVER        1.75 /* radius against the spacing: every place lies in several discs */
#define VARIETY_WAVE 3.5  /* edges */
#define SWINGS       4.0  /* how far the slope's logarithm swings for a variety of 1 */
#define STEEP        0.35 /* slope at which land is as rough as it gets */
#define AROUND       0.7  /* edges */
#define CORNERS      2.0  /* edges from a corner within which its slope counts */
#define DENSITY      0.7  /* discs a square of their spacing, */
#define DRAFT        1.5  /* times as far apart in a draft */
#define DELTAS       0.25 /* edges: how far a delta moves the coast, at most */
#define SWING        0.7  /* of the roughness: how much gentler than the mean a slope gets by it */
#define NEAR         1.1  /* of a ravine's edge: how far valleys are where nothing is missing */

typedef struct disc_maker {
    const fluv_tree_work *work;
    fluv_segments
        nodes; /* of the mass, as segments without length; tag: the node, from its first */
    fluv_noise variety;
} disc_maker;

static fluv_box box_of(const fluv_domain *domain)
{
    const fluv_segments *border = &domain->border;
    return (fluv_box){border->corner,
                      {border->corner.x + border->side * border->cols,
                       border->corner.y + border->side * border->rows}};
}

static uint32_t nearest_node(const disc_maker *m, fluv_vec p)
{
    assert(m->nodes.count > 0 && isfinite(p.x) && isfinite(p.y));
    double limit = m->work->streams->edge;
    fluv_nearest near = fluv_segments_nearest(&m->nodes, p, limit);
    for (; near.segment == FLUV_NONE && limit < 1e12; limit *= 2.0)
        near = fluv_segments_nearest(&m->nodes, p, 2.0 * limit);
    uint32_t first = m->work->mass.first_node;
    return near.segment == FLUV_NONE ? first : first + m->nodes.list[near.segment].tag;
}

/* Corners far out at sea, where cells end nowhere, do not count. */
static double slope_at(const disc_maker *m, uint32_t node, fluv_vec p)
{
    const fluv_territory *patch = &m->work->cells->patches[node];
    const fluv_crest *corners = m->work->cells->corners + patch->first_corner;
    double edge = m->work->streams->edge, soft = 0.01 * edge * edge;
    double far = CORNERS * CORNERS * edge * edge;
    fluv_vec gap =
        fluv_minus(p, (fluv_vec){m->work->streams->nodes[node].x, m->work->streams->nodes[node].y});
    double weight = 1.0 / (fluv_dot(gap, gap) + soft), sum = weight * (double)patch->slope;
    assert(node < m->work->cells->count && soft > 0.0);
    for (uint32_t i = 0; i < patch->corner_count; i++) {
        gap = fluv_minus(p, (fluv_vec){corners[i].x, corners[i].y});
        double square = fluv_dot(gap, gap), near = fmax(0.0, 1.0 - square / far);
        double w = near * near / (square + soft);
        weight += w;
        sum += w * (double)corners[i].slope;
    }
    return sum / weight;
}

/* What keeps the rivers around in their own valleys, as far as land is so steep. */
static double least_at(const disc_maker *m, fluv_vec p)
{
    const fluv_segments *nodes = &m->nodes;
    double far = AROUND * m->work->streams->edge, least = 0.0;
    for (uint32_t row = fluv_segments_row(nodes, p.y - far);
         row <= fluv_segments_row(nodes, p.y + far); row++)
        for (uint32_t col = fluv_segments_col(nodes, p.x - far);
             col <= fluv_segments_col(nodes, p.x + far); col++) {
            uint32_t link = nodes->head[(size_t)row * nodes->cols + col];
            for (; link != FLUV_NONE; link = nodes->links[link].next) {
                const fluv_segment *node = &nodes->list[nodes->links[link].segment];
                fluv_vec gap = fluv_minus(node->a, p);
                uint32_t number = m->work->mass.first_node + node->tag;
                if (fluv_dot(gap, gap) < far * far)
                    least = fmax(least, fluv_territory_least(&m->work->cells->patches[number]));
            }
        }
    return least;
}

static fluv_tree_disc disc_at(const disc_maker *m, fluv_vec p)
{
    const fluv_tree_work *work = m->work;
    uint32_t node = nearest_node(m, p);
    float noise;
    fluv_noise_points(&m->variety, &p.x, &p.y, 1, &noise);
    double slope = slope_at(m, node, p) * exp(SWINGS * work->params->variety * (double)noise);
    slope = fmax(slope, least_at(m, p));
    assert(slope >= 0.0);
    double rough = work->params->roughness * (0.35 + 0.65 * fmin(1.0, slope / STEEP));
    return (fluv_tree_disc){.x = (float)(p.x - work->head.x),
                            .y = (float)(p.y - work->head.y),
                            .radius = (float)fluv_disc_radius(work),
                            .slope = (float)slope,
                            .rough = (float)rough};
}

/* How far outside the contour there may be land, warped or in a delta. */
static double margin_of(const disc_maker *m)
{
    return fluv_disc_radius(m->work) + (double)m->work->head.warp + DELTAS * m->work->streams->edge;
}

/* Whether a place belongs to the mass at hand: it lies in it, or nearer to it than to others. */
static bool is_own(const fluv_tree_work *work, fluv_vec p, double margin)
{
    if (fluv_domain_holds(&work->mass.domain, p))
        return true;
    fluv_nearest near = fluv_segments_nearest(&work->domain.border, p, margin);
    if (near.segment == FLUV_NONE || fluv_domain_holds(&work->domain, p))
        return false;
    const fluv_contour *contour = work->contour;
    uint32_t point = work->domain.border.list[near.segment].tag;
    uint32_t first = contour->first_ring[work->mass.number];
    uint32_t end = contour->first_ring[work->mass.number + 1];
    return point >= contour->outline.first_point[first] &&
           point < contour->outline.first_point[end];
}

static fluv_status add_discs(fluv_ctx *ctx, disc_maker *m, fluv_list *discs)
{
    double margin = margin_of(m);
    fluv_box box = box_of(&m->work->mass.domain);
    box.low = (fluv_vec){box.low.x - margin, box.low.y - margin};
    box.high = (fluv_vec){box.high.x + margin, box.high.y + margin};
    fluv_scatter points;
    FLUV_TRY(fluv_scatter_find(ctx, box, fluv_disc_spacing(m->work),
                               fluv_key_make(m->work->land->seed, "tree", "discs"), &points));
    uint32_t count = 0;
    for (uint32_t i = 0; i < points.count; i++)
        if (is_own(m->work, points.points[i], margin))
            points.points[count++] = points.points[i];
    FLUV_TRY(fluv_advance(ctx, 0.5));
    fluv_tree_disc *to = fluv_list_append(ctx, discs, count, sizeof *to);
    if (!to && count)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t i = 0; i < count; i++)
        to[i] = disc_at(m, points.points[i]);
    return FLUV_OK;
}

/* A cell of a node has about the square of an edge. */
double fluv_disc_spacing(const fluv_tree_work *work)
{
    return (work->draft ? DRAFT : 1.0) * work->streams->edge *
           sqrt(DENSITY / (double)work->params->discs);
}

double fluv_disc_radius(const fluv_tree_work *work)
{
    return COVER * fluv_disc_spacing(work);
}

fluv_status fluv_tree_add_discs(fluv_ctx *ctx, fluv_tree_work *work)
{
    fluv_streams nodes = {.count = work->mass.end_node - work->mass.first_node,
                          .nodes = work->streams->nodes + work->mass.first_node,
                          .edge = work->streams->edge};
    disc_maker m = {.work = work,
                    .variety = {.key = fluv_key_make(work->land->seed, "tree", "variety"),
                                .wavelength = VARIETY_WAVE * work->streams->edge,
                                .octaves = 5,
                                .gain = 0.7,
                                .lacunarity = 2.0}};
    assert(nodes.count > 0 && work->cells->count == work->streams->count);
    FLUV_TRY(fluv_nodes_index(ctx, &nodes, box_of(&work->mass.domain), &m.nodes));
    return add_discs(ctx, &m, &work->discs);
}

/* ---- Calm ---- */

fluv_status fluv_tree_list_sources(fluv_ctx *ctx, const fluv_tree_work *work, fluv_list *sources)
{
    const fluv_tree_mass *mass = &work->mass;
    const fluv_tree_vertex *valleys =
        (const fluv_tree_vertex *)work->valley_vertices.items + mass->first_vertex;
    const fluv_tree_place *shores =
        (const fluv_tree_place *)work->ring_places.items + mass->first_place;
    size_t count = work->valley_vertices.count - mass->first_vertex;
    size_t places = work->ring_places.count - mass->first_place;
    fluv_ground_source *to = fluv_list_append(ctx, sources, count + places, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        to[i] =
            (fluv_ground_source){valleys[i].x, valleys[i].y, valleys[i].z, valleys[i].size, 0.0f};
    for (size_t i = 0; i < places; i++)
        to[count + i] =
            (fluv_ground_source){shores[i].x, shores[i].y, 0.0f, -work->head.beach, 0.0f};
    return FLUV_OK;
}

/* How far away the valley is that the ground rises from where roughness makes it gentlest. */
static fluv_status chart_distance(fluv_ctx *ctx, const fluv_tree_work *work,
                                  const fluv_list *sources, fluv_chart *out)
{
    fluv_chart slopes;
    FLUV_TRY(fluv_ground_slopes(ctx, work, &slopes));
    size_t count = (size_t)slopes.frame.cols * slopes.frame.rows;
    float *gentle = fluv_scratch(ctx, count, sizeof *gentle);
    float *height = fluv_scratch(ctx, count, sizeof *height);
    float *distance = fluv_scratch(ctx, count, sizeof *distance);
    if (!gentle || !height || !distance)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        gentle[i] = slopes.values[i] * (float)(1.0 - SWING * work->params->roughness);
    slopes.values = gentle;
    FLUV_TRY(fluv_ground_find(ctx, work, &slopes, sources, height, distance));
    *out = (fluv_chart){.frame = slopes.frame, .values = distance};
    return FLUV_OK;
}

fluv_status fluv_tree_calm_discs(fluv_ctx *ctx, fluv_tree_work *work)
{
    double near = NEAR * work->params->ravines * work->streams->edge;
    if (!(near > 0.0))
        return FLUV_OK;
    fluv_list sources = {0};
    fluv_chart distance;
    fluv_status status = fluv_tree_list_sources(ctx, work, &sources);
    if (status == FLUV_OK)
        status = chart_distance(ctx, work, &sources, &distance);
    fluv_list_free(&sources);
    FLUV_TRY(status);
    fluv_tree_disc *discs = work->discs.items;
    for (size_t i = work->mass.first_disc; i < work->discs.count; i++) {
        fluv_vec p = {work->head.x + (double)discs[i].x, work->head.y + (double)discs[i].y};
        double far = fluv_chart_at(&distance, p);
        discs[i].rough *= (float)fmin(1.0, near / fmax(far, near));
    }
    return FLUV_OK;
}
