// SPDX-License-Identifier: MIT
/* Side valleys: brooks too small for the network, grown between its rivers by the same grammar.
 *
 * in   axes of the rivers, slopes of the discs        out   valleys
 *
 * Each river's axis is a chain of nodes from which streams of order 1 grow with shorter edges,
 * rising with a share of the hillside's slope, until the land is full: hillsides get spurs and
 * hollows that drain, where noise would give bumps.  O(n). */
#include "stages/hydrology/tree.h"

#include "stages/hydrology/grow.h"

#include <math.h>

#define LATTICE   256  /* of the slopes, along the longer side */
#define FLOOR     0.02 /* of an edge */
#define LEAST_GAP 0.7  /* of a ravine's edge, between nodes on an axis */

/* The discs' slopes on a lattice, as a chart. */
static fluv_status chart_slopes(fluv_ctx *ctx, const fluv_tree_work *work, fluv_chart *chart)
{
    const fluv_segments *border = &work->domain.border;
    double wide = border->side * border->cols, tall = border->side * border->rows;
    double cell = fmax(wide, tall) / LATTICE;
    chart->frame = (fluv_frame){.cols = (uint32_t)(wide / cell) + 1,
                                .rows = (uint32_t)(tall / cell) + 1,
                                .cell = cell,
                                .west = border->corner.x,
                                .north = border->corner.y + tall};
    size_t count = (size_t)chart->frame.cols * chart->frame.rows;
    float *sum = fluv_scratch_zero(ctx, count, sizeof *sum);
    float *weight = fluv_scratch_zero(ctx, count, sizeof *weight);
    if (!sum || !weight)
        return FLUV_NO_MEMORY;
    const fluv_tree_disc *discs = work->discs.items;
    int64_t reach = (int64_t)((double)discs[0].radius / cell) + 1;
    for (size_t i = 0; i < work->discs.count; i++) {
        double x = (work->head.x + (double)discs[i].x - chart->frame.west) / cell;
        double y = (chart->frame.north - work->head.y - (double)discs[i].y) / cell;
        for (int64_t row = (int64_t)y - reach; row <= (int64_t)y + reach; row++)
            for (int64_t col = (int64_t)x - reach; col <= (int64_t)x + reach; col++) {
                if (row < 0 || col < 0 || row >= chart->frame.rows || col >= chart->frame.cols)
                    continue;
                double dx = (double)col + 0.5 - x, dy = (double)row + 0.5 - y;
                float w = (float)(1.0 / (0.5 + dx * dx + dy * dy));
                sum[(size_t)row * chart->frame.cols + (size_t)col] += w * discs[i].slope;
                weight[(size_t)row * chart->frame.cols + (size_t)col] += w;
            }
    }
    for (size_t i = 0; i < count; i++) {
        float slope = weight[i] > 0.0f ? sum[i] / weight[i] : 0.0f;
        sum[i] = slope * (float)work->params->ravine_slope;
    }
    chart->values = sum;
    return FLUV_OK;
}

/* The axis from its lower end up, as a chain of nodes. */
static void add_axis(fluv_grower *g, const fluv_tree_work *work, const fluv_course *course)
{
    const fluv_axis_point *axis = work->courses->axis + course->first_axis;
    uint32_t below = FLUV_NONE;
    float above = fluv_tree_freeboard(work, course); /* ravines end on the valley's floor */
    for (uint32_t i = course->axis_count; i-- > 0;) {
        fluv_stream_node node = {
            .x = axis[i].x, .y = axis[i].y, .z = axis[i].z + above, .parent = below, .priority = 1};
        if (below != FLUV_NONE && i != 0 &&
            hypot(node.x - g->nodes[below].x, node.y - g->nodes[below].y) <
                LEAST_GAP * g->rules.edge)
            continue;
        uint32_t added = fluv_grower_add(g, node);
        below = added == FLUV_NONE ? below : added;
    }
}

static fluv_vec place_of(const fluv_stream_node *node)
{
    return (fluv_vec){node->x, node->y};
}

/* The way from a stream's upper end, halfway up its edge, past its lower node to the middle of the
 * next edge: a parabola. Streams that enter a river go to its axis. */
static fluv_status draw(fluv_ctx *ctx, fluv_tree_work *work, const fluv_grower *g, uint32_t rivers,
                        uint32_t node, bool leaf)
{
    const fluv_stream_node *upper = &g->nodes[node], *at = &g->nodes[upper->parent];
    fluv_vec a = place_of(upper), b = place_of(at), c = b;
    double za = (double)upper->z, zb = (double)at->z, zc = zb;
    if (!leaf) {
        a = fluv_between(a, b, 0.5);
        za = 0.5 * (za + zb);
    }
    if (upper->parent >= rivers) {
        c = fluv_between(b, place_of(&g->nodes[at->parent]), 0.5);
        zc = 0.5 * (zb + (double)g->nodes[at->parent].z);
    }
    fluv_axis_point way[5];
    uint32_t pieces = upper->parent >= rivers ? 4 : 1;
    for (uint32_t i = 0; i <= pieces; i++) {
        double t = (double)i / pieces;
        fluv_vec p = fluv_between(fluv_between(a, b, t), fluv_between(b, c, t), t);
        double z = (za + (zb - za) * t) * (1.0 - t) + (zb + (zc - zb) * t) * t;
        way[i] = (fluv_axis_point){p.x, p.y, (float)z, (float)(FLOOR * g->rules.edge)};
    }
    return fluv_tree_add_valley(ctx, work, way, pieces + 1);
}

static fluv_status draw_all(fluv_ctx *ctx, fluv_tree_work *work, const fluv_grower *g,
                            uint32_t rivers)
{
    uint8_t *has_child = fluv_scratch_zero(ctx, g->count, 1);
    if (!has_child)
        return FLUV_NO_MEMORY;
    for (uint32_t i = rivers; i < g->count; i++)
        has_child[g->nodes[i].parent] = 1;
    for (uint32_t i = rivers; i < g->count; i++)
        FLUV_TRY(draw(ctx, work, g, rivers, i, !has_child[i]));
    return FLUV_OK;
}

fluv_status fluv_tree_add_ravines(fluv_ctx *ctx, fluv_tree_work *work)
{
    double edge = work->params->ravines * work->streams->edge;
    if (!(edge > 0.0))
        return FLUV_OK;
    fluv_chart slope;
    FLUV_TRY(chart_slopes(ctx, work, &slope));
    fluv_growth rules = {.edge = edge,
                         .shore = 0.4 * edge,
                         .clearance = 0.6 * edge,
                         .steepest = INFINITY,
                         .slope = &slope,
                         .domain = &work->domain,
                         .key = fluv_key_make(work->land->seed, "tree", "ravines")};
    fluv_grower g;
    FLUV_TRY(fluv_grower_init(ctx, &rules, work->courses->axis_count, &g));
    for (size_t i = 0; i < work->courses->count; i++)
        add_axis(&g, work, &work->courses->courses[i]);
    uint32_t rivers = g.count;
    FLUV_TRY(fluv_grower_run(ctx, &g));
    return draw_all(ctx, work, &g, rivers);
}
