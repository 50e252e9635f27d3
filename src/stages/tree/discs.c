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
#include "mesh/points.h"

#include <assert.h>
#include <math.h>

#define COVER        1.75 /* radius against the spacing: every place lies in several discs */
#define VARIETY_WAVE 1.5  /* edges */
#define STEEP        0.35 /* slope at which land is as rough as it gets */
#define AROUND       0.7  /* edges */
#define SWING        0.7  /* of the roughness: how much gentler than the mean a slope gets by it */
#define NEAR         1.1  /* of a ravine's edge: how far valleys are where nothing is missing */

typedef struct disc_maker {
    const fluv_tree_work *work;
    fluv_segments nodes; /* as segments without length; tag: the node */
    fluv_noise variety;
    double spacing;
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
    return near.segment == FLUV_NONE ? 0 : m->nodes.list[near.segment].tag;
}

static double slope_at(const disc_maker *m, uint32_t node, fluv_vec p)
{
    const fluv_territory *patch = &m->work->cells->patches[node];
    const fluv_crest *corners = m->work->cells->corners + patch->first_corner;
    double soft = 0.01 * m->work->streams->edge * m->work->streams->edge;
    fluv_vec gap =
        fluv_minus(p, (fluv_vec){m->work->streams->nodes[node].x, m->work->streams->nodes[node].y});
    double weight = 1.0 / (fluv_dot(gap, gap) + soft), sum = weight * (double)patch->slope;
    assert(node < m->work->cells->count && soft > 0.0);
    for (uint32_t i = 0; i < patch->corner_count; i++) {
        gap = fluv_minus(p, (fluv_vec){corners[i].x, corners[i].y});
        double w = 1.0 / (fluv_dot(gap, gap) + soft);
        weight += w;
        sum += w * (double)corners[i].slope;
    }
    return sum / weight;
}

/* What keeps the rivers around in their own valleys. */
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
                if (fluv_dot(gap, gap) < far * far)
                    least = fmax(least, (double)m->work->cells->patches[node->tag].least);
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
    double slope = slope_at(m, node, p) * (1.0 + work->params->variety * 2.0 * (double)noise);
    slope = fmax(slope, least_at(m, p));
    assert(slope >= 0.0);
    double rough = work->params->roughness * (0.35 + 0.65 * fmin(1.0, slope / STEEP));
    return (fluv_tree_disc){.x = (float)(p.x - work->head.x),
                            .y = (float)(p.y - work->head.y),
                            .radius = (float)(COVER * m->spacing),
                            .slope = (float)slope,
                            .rough = (float)rough};
}

/* How far outside the contour there may be land. */
static double margin_of(const disc_maker *m)
{
    const fluv_courses *courses = m->work->courses;
    double out = 0.0;
    for (size_t i = 0; i < courses->delta_count; i++)
        out = fmax(out, hypot(courses->deltas[i].out_x, courses->deltas[i].out_y));
    return COVER * m->spacing + (double)m->work->head.warp + out;
}

static fluv_status add_discs(fluv_ctx *ctx, disc_maker *m, fluv_list *discs)
{
    double margin = margin_of(m);
    fluv_box box = box_of(&m->work->domain);
    fluv_mesh_lattice lattice;
    fluv_points points;
    FLUV_TRY(fluv_mesh_lattice_init(ctx, box.high.x - box.low.x, box.high.y - box.low.y, m->spacing,
                                    &lattice));
    FLUV_TRY(fluv_points_make(ctx, &lattice, fluv_key_make(m->work->land->seed, "tree", "discs"),
                              &points));
    for (uint32_t i = 0; i < points.count; i++) {
        fluv_vec p = {box.low.x + points.spot[i].x * lattice.unit_x,
                      box.low.y + points.spot[i].y * lattice.unit_y};
        bool near = fluv_segments_nearest(&m->work->domain.border, p, margin).segment != FLUV_NONE;
        if (!near && !fluv_domain_holds(&m->work->domain, p))
            continue;
        fluv_tree_disc *disc = fluv_list_append(ctx, discs, 1, sizeof *disc);
        if (!disc)
            return FLUV_NO_MEMORY;
        *disc = disc_at(m, p);
        if (i % 4096 == 0)
            FLUV_TRY(fluv_advance(ctx, 0.5 * (double)i / points.count));
    }
    return FLUV_OK;
}

fluv_status fluv_tree_add_discs(fluv_ctx *ctx, fluv_tree_work *work)
{
    double cell = fabs(work->domain.area) / (double)work->streams->count;
    assert(work->streams->count > 0 && work->cells->count == work->streams->count);
    disc_maker m = {.work = work,
                    .spacing = sqrt(0.73 * cell / (double)work->params->discs),
                    .variety = {.key = fluv_key_make(work->land->seed, "tree", "variety"),
                                .wavelength = VARIETY_WAVE * work->streams->edge,
                                .octaves = 3,
                                .gain = 0.5,
                                .lacunarity = 2.0}};
    FLUV_TRY(fluv_nodes_index(ctx, work->streams, box_of(&work->domain), &m.nodes));
    work->head.tile = (float)fmax(0.25 * work->streams->edge, 1.01 * COVER * m.spacing);
    return add_discs(ctx, &m, &work->discs);
}

/* ---- Calm ---- */

static fluv_status list_sources(fluv_ctx *ctx, const fluv_tree_work *work, fluv_list *sources)
{
    const fluv_tree_vertex *valleys = work->valley_vertices.items;
    const fluv_tree_place *shores = work->ring_places.items;
    size_t count = work->valley_vertices.count;
    fluv_ground_source *to =
        fluv_list_append(ctx, sources, count + work->ring_places.count, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        to[i] = (fluv_ground_source){valleys[i].x, valleys[i].y, valleys[i].z, 0.0f};
    for (size_t i = 0; i < work->ring_places.count; i++)
        to[count + i] = (fluv_ground_source){shores[i].x, shores[i].y, 0.0f, 0.0f};
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
    fluv_status status = list_sources(ctx, work, &sources);
    if (status == FLUV_OK)
        status = chart_distance(ctx, work, &sources, &distance);
    fluv_list_free(&sources);
    FLUV_TRY(status);
    fluv_tree_disc *discs = work->discs.items;
    for (size_t i = 0; i < work->discs.count; i++) {
        fluv_vec p = {work->head.x + (double)discs[i].x, work->head.y + (double)discs[i].y};
        double far = fluv_chart_at(&distance, p);
        discs[i].rough *= (float)fmin(1.0, near / fmax(far, near));
    }
    return FLUV_OK;
}
