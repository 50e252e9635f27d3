// SPDX-License-Identifier: MIT
/* Side valleys: brooks too small for the network, grown between its rivers by the same grammar.
 *
 * in   axes of the rivers, the contour, slopes of the discs        out   valleys
 *
 * Rivers' axes and shores are chains of nodes from which streams grow with shorter edges, rising
 * with a share of the hillside's slope, until the land is full; then streams with edges half as
 * long from these, which are steeper, and so on: hillsides get spurs and hollows of many sizes that
 * drain, where noise would give bumps.  O(n). */
#include "stages/shared/grow.h"
#include "stages/tree/ground.h"
#include "stages/tree/ponds.h"
#include "stages/tree/spots.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FLOOR     0.02 /* of an edge */
#define PIECES    4    /* of a parabola */
#define GENTLER   0.85 /* of the hillside's slope: what roughness may leave of it at a river */
#define LEAST_GAP 0.7  /* of a ravine's edge, between nodes on an axis */
#define FLATTER   0.7  /* each next order against the one before */
#define SEEN      2.0  /* cells of a frame that an edge must have to be seen there */

static size_t ring_points(const fluv_tree_work *work)
{
    return work->mass.outline.first_point[work->mass.outline.ring_count];
}

/* What side valleys are grown by. Scratch memory. */
typedef struct ravine_charts {
    fluv_chart slope;   /* of side valleys */
    fluv_chart ceiling; /* the ground between rivers and shores: a side valley above it would not be
                         * seen, and take the room of one that is */
    fluv_chart bottom;  /* a side valley below it would take the ground from under a river */
} ravine_charts;

/* Side valleys of all orders under construction, the longest first. */
typedef struct ravines {
    fluv_tree_work *work;
    fluv_list lines; /* fluv_axis_point: those there are, at true places, one after another */
    fluv_list first; /* uint32_t: their first points */
    double edge;     /* of the order at hand, m */
    double slope;    /* against that of the hillsides */
    bool finest;
} ravines;

static fluv_status list_line(fluv_ctx *ctx, const fluv_tree_work *work, const fluv_axis_point *line,
                             size_t count, float above, fluv_list *sources)
{
    fluv_ground_source *to = fluv_list_append(ctx, sources, count, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        to[i] = (fluv_ground_source){(float)(line[i].x - work->head.x),
                                     (float)(line[i].y - work->head.y), line[i].z + above,
                                     line[i].floor, 0.0f};
    return FLUV_OK;
}

static fluv_status list_sources(fluv_ctx *ctx, const ravines *r, fluv_list *sources)
{
    const fluv_tree_work *work = r->work;
    for (size_t i = work->mass.first_course; i < work->mass.end_course; i++) {
        const fluv_course *course = &work->courses->courses[i];
        FLUV_TRY(list_line(ctx, work, work->courses->axis + course->first_axis, course->axis_count,
                           fluv_tree_freeboard(work, course), sources));
    }
    FLUV_TRY(list_line(ctx, work, r->lines.items, r->lines.count, 0.0f, sources));
    size_t points = ring_points(work);
    fluv_ground_source *to = fluv_list_append(ctx, sources, points, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < points; i++)
        to[i] = (fluv_ground_source){(float)(work->mass.outline.xy[2 * i] - work->head.x),
                                     (float)(work->mass.outline.xy[2 * i + 1] - work->head.y), 0.0f,
                                     -work->head.beach, 0.0f};
    return FLUV_OK;
}

static fluv_status chart_ground(fluv_ctx *ctx, const fluv_tree_work *work, const fluv_chart *slopes,
                                const fluv_list *sources, float **out)
{
    size_t count = (size_t)slopes->frame.cols * slopes->frame.rows;
    float *distance = fluv_scratch(ctx, count, sizeof *distance);
    *out = fluv_scratch(ctx, count, sizeof **out);
    if (!*out || !distance)
        return FLUV_NO_MEMORY;
    return fluv_ground_find(ctx, work, slopes, sources, *out, distance);
}

/* The ground that rises from the sources to every place. */
static fluv_status chart_ceiling(fluv_ctx *ctx, const fluv_tree_work *work,
                                 const fluv_chart *slopes, const fluv_list *sources,
                                 fluv_chart *out)
{
    float *height;
    FLUV_TRY(chart_ground(ctx, work, slopes, sources, &height));
    for (size_t i = 0; i < (size_t)slopes->frame.cols * slopes->frame.rows; i++)
        height[i] += slopes->values[i] * (float)slopes->frame.cell; /* cells are coarse */
    fluv_tree_spare_spots(work, &slopes->frame, height);
    fluv_tree_spare_ponds(work, &slopes->frame, height);
    *out = (fluv_chart){.frame = slopes->frame, .values = height};
    return FLUV_OK;
}

/* The ground from which every source could be reached by a slope such as it has itself: that is
 * ground which rises from the sources, upside down. */
static fluv_status chart_bottom(fluv_ctx *ctx, const fluv_tree_work *work, const fluv_chart *slopes,
                                fluv_list *sources, fluv_chart *out)
{
    fluv_ground_source *list = sources->items;
    for (size_t i = 0; i < sources->count; i++) {
        fluv_vec at = {work->head.x + (double)list[i].x, work->head.y + (double)list[i].y};
        list[i].z = -list[i].z;
        list[i].floor = 0.0f;
        list[i].slope = (float)(GENTLER * fluv_chart_at(slopes, at));
    }
    float *height;
    FLUV_TRY(chart_ground(ctx, work, slopes, sources, &height));
    for (size_t i = 0; i < (size_t)slopes->frame.cols * slopes->frame.rows; i++)
        height[i] = -height[i];
    fluv_tree_bank_ponds(work, &slopes->frame, height);
    *out = (fluv_chart){.frame = slopes->frame, .values = height};
    return FLUV_OK;
}

static fluv_status chart_share(fluv_ctx *ctx, const fluv_chart *of, double share, fluv_chart *out)
{
    size_t count = (size_t)of->frame.cols * of->frame.rows;
    float *values = fluv_scratch(ctx, count, sizeof *values);
    if (!values)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        values[i] = (float)share * of->values[i];
    *out = (fluv_chart){.frame = of->frame, .values = values};
    return FLUV_OK;
}

/* The ceiling rises a little less than the hillsides, which roughness may make gentler. */
static fluv_status chart_ravines(fluv_ctx *ctx, const ravines *r, fluv_list *sources,
                                 ravine_charts *charts)
{
    const fluv_tree_work *work = r->work;
    double share = r->slope;
    fluv_chart hillsides, slopes;
    FLUV_TRY(fluv_ground_slopes(ctx, work, &hillsides));
    FLUV_TRY(chart_share(ctx, &hillsides, share, &charts->slope));
    FLUV_TRY(chart_share(ctx, &hillsides, 0.8 + 0.2 * share, &slopes));
    FLUV_TRY(list_sources(ctx, r, sources));
    FLUV_TRY(chart_ceiling(ctx, work, &slopes, sources, &charts->ceiling));
    return chart_bottom(ctx, work, &hillsides, sources, &charts->bottom);
}

/* A valley from its lower end up, as a chain of nodes. */
static void add_line(fluv_grower *g, const fluv_axis_point *line, size_t count, float above)
{
    uint32_t below = FLUV_NONE;
    for (size_t i = count; i-- > 0;) {
        fluv_stream_node node = {.x = line[i].x,
                                 .y = line[i].y,
                                 .z = line[i].z + above,
                                 .parent = below,
                                 .priority = 1,
                                 .floor = line[i].floor};
        if (below != FLUV_NONE && i != 0 &&
            hypot(node.x - g->nodes[below].x, node.y - g->nodes[below].y) <
                LEAST_GAP * g->rules.edge)
            continue;
        uint32_t added = fluv_grower_root(g, node);
        below = added == FLUV_NONE ? below : added;
    }
}

/* Rivers, on whose floors ravines end, and the side valleys of orders before. */
static void add_lines(fluv_grower *g, const ravines *r)
{
    const fluv_tree_work *work = r->work;
    for (size_t i = work->mass.first_course; i < work->mass.end_course; i++) {
        const fluv_course *course = &work->courses->courses[i];
        add_line(g, work->courses->axis + course->first_axis, course->axis_count,
                 fluv_tree_freeboard(work, course));
    }
    const uint32_t *first = r->first.items;
    const fluv_axis_point *points = r->lines.items;
    for (size_t i = 0; i < r->first.count; i++) {
        size_t end = i + 1 < r->first.count ? first[i + 1] : r->lines.count;
        add_line(g, points + first[i], end - first[i], 0.0f);
    }
}

static bool in_delta(const fluv_courses *courses, const double *at)
{
    for (size_t i = 0; i < courses->delta_count; i++)
        if (hypot(at[0] - courses->deltas[i].x, at[1] - courses->deltas[i].y) <
            courses->deltas[i].reach)
            return true;
    return false;
}

/* A point of a ring and when it has its choice to be a brook's mouth. */
typedef struct shore_point {
    uint64_t turn;
    uint32_t index;
} shore_point;

static int by_turn(const void *a, const void *b)
{
    const shore_point *left = a, *right = b;
    if (left->turn != right->turn)
        return left->turn < right->turn ? -1 : 1;
    return left->index < right->index ? -1 : left->index > right->index;
}

/* Whether no point that was chosen lies within the gap, along the ring one way or the other. */
static bool is_free(const double *xy, uint32_t count, const uint8_t *chosen, uint32_t at,
                    uint32_t step, double gap)
{
    double way = 0.0;
    for (uint32_t i = at, k = 0; k + 1 < count && way < gap; k++) {
        uint32_t next = (i + step) % count;
        way += hypot(xy[2 * (size_t)next] - xy[2 * (size_t)i],
                     xy[2 * (size_t)next + 1] - xy[2 * (size_t)i + 1]);
        i = next;
        if (chosen[i] && way < gap)
            return false;
    }
    return true;
}

/* Points of a ring at least a gap apart, in an order that belongs to their places: which are chosen
 * does not depend on where the ring begins. */
static void choose(const fluv_grower *g, const double *xy, uint32_t count, shore_point *order,
                   uint8_t *chosen)
{
    for (uint32_t i = 0; i < count; i++) {
        chosen[i] = 0;
        order[i] = (shore_point){
            fluv_key_at(g->rules.key, xy[2 * (size_t)i], xy[2 * (size_t)i + 1]).bits, i};
    }
    qsort(order, count, sizeof *order, by_turn);
    double gap = LEAST_GAP * g->rules.edge;
    for (uint32_t i = 0; i < count; i++)
        chosen[order[i].index] = is_free(xy, count, chosen, order[i].index, 1, gap) &&
                                 is_free(xy, count, chosen, order[i].index, count - 1, gap);
}

/* A ring of the contour: brooks run to the sea from between the rivers. */
static fluv_status add_shore(fluv_ctx *ctx, fluv_grower *g, const fluv_tree_work *work, size_t ring)
{
    const fluv_outline *outline = &work->mass.outline;
    uint32_t count = outline->first_point[ring + 1] - outline->first_point[ring];
    const double *xy = outline->xy + 2 * (size_t)outline->first_point[ring];
    shore_point *order = fluv_scratch(ctx, count, sizeof *order);
    uint8_t *chosen = fluv_scratch(ctx, count, 1);
    if (!order || !chosen)
        return FLUV_NO_MEMORY;
    choose(g, xy, count, order, chosen);
    for (uint32_t i = 0; i < count; i++) {
        const double *at = xy + 2 * (size_t)i;
        if (!chosen[i] || in_delta(work->courses, at))
            continue;
        fluv_stream_node node = {.x = at[0], .y = at[1], .parent = FLUV_NONE, .priority = 1};
        fluv_grower_root(g, node);
    }
    fluv_scratch_drop(ctx, chosen);
    fluv_scratch_drop(ctx, order);
    return FLUV_OK;
}

static fluv_vec place_of(const fluv_stream_node *node)
{
    return (fluv_vec){node->x, node->y};
}

/* A ravine under construction, from its head down. */
typedef struct ravine {
    fluv_list points; /* fluv_axis_point */
    float floor;
} ravine;

static fluv_status add_point(fluv_ctx *ctx, fluv_vec at, double z, ravine *r)
{
    fluv_axis_point *to = fluv_list_append(ctx, &r->points, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = (fluv_axis_point){at.x, at.y, (float)z, r->floor};
    return FLUV_OK;
}

/* The way of a stream from halfway up its edge past its lower node to the middle of the next edge:
 * a parabola. Streams that enter a river go to its axis. */
static fluv_status add_way(fluv_ctx *ctx, const fluv_grower *g, uint32_t rivers, uint32_t node,
                           ravine *r)
{
    const fluv_stream_node *upper = &g->nodes[node], *at = &g->nodes[upper->parent];
    assert(node >= rivers && upper->parent < node);
    fluv_vec b = place_of(at), a = fluv_between(place_of(upper), b, 0.5);
    double zb = (double)at->z, za = 0.5 * ((double)upper->z + zb);
    if (upper->parent < rivers)
        return add_point(ctx, b, zb, r);
    fluv_vec c = fluv_between(b, place_of(&g->nodes[at->parent]), 0.5);
    double zc = 0.5 * (zb + (double)g->nodes[at->parent].z);
    for (int i = 1; i <= PIECES; i++) {
        double t = (double)i / PIECES;
        fluv_vec p = fluv_between(fluv_between(a, b, t), fluv_between(b, c, t), t);
        double z = (za + (zb - za) * t) * (1.0 - t) + (zb + (zc - zb) * t) * t;
        FLUV_TRY(add_point(ctx, p, z, r));
    }
    return FLUV_OK;
}

/* From a head down until a greater ravine has been entered, or a river. Its floor is wider below.
 */
static fluv_status draw(fluv_ctx *ctx, const fluv_grower *g, uint32_t rivers, const uint32_t *stem,
                        uint32_t head, ravine *r)
{
    const fluv_stream_node *top = &g->nodes[head], *below = &g->nodes[top->parent];
    float wider = (float)(FLOOR * g->rules.edge);
    r->points.count = 0;
    r->floor = wider;
    FLUV_TRY(add_point(ctx, place_of(top), (double)top->z, r));
    FLUV_TRY(add_point(ctx, fluv_between(place_of(top), place_of(below), 0.5),
                       0.5 * ((double)top->z + (double)below->z), r));
    for (uint32_t at = head;; at = g->nodes[at].parent) {
        r->floor += wider;
        FLUV_TRY(add_way(ctx, g, rivers, at, r));
        if (g->nodes[at].parent < rivers || stem[g->nodes[at].parent] != at)
            return FLUV_OK;
    }
}

/* For every stream the one above it that is the longest; FLUV_NONE: a head. Children stand after
 * their parents. */
static fluv_status find_stems(fluv_ctx *ctx, const fluv_grower *g, uint32_t rivers, uint32_t **out)
{
    uint32_t *stem = fluv_scratch(ctx, g->count, sizeof *stem);
    uint32_t *above = fluv_scratch_zero(ctx, g->count, sizeof *above); /* streams up the stem */
    if (!stem || !above)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < g->count; i++)
        stem[i] = FLUV_NONE;
    for (uint32_t i = g->count; i-- > rivers;) {
        uint32_t parent = g->nodes[i].parent;
        assert(parent < i); /* streams that grew have one */
        if (stem[parent] == FLUV_NONE || above[i] + 1 >= above[parent]) {
            stem[parent] = i;
            above[parent] = above[i] + 1;
        }
    }
    *out = stem;
    return FLUV_OK;
}

static fluv_status keep_line(fluv_ctx *ctx, const ravine *line, ravines *r)
{
    uint32_t *first = fluv_list_append(ctx, &r->first, 1, sizeof *first);
    if (!first)
        return FLUV_NO_MEMORY;
    *first = (uint32_t)r->lines.count;
    fluv_axis_point *to = fluv_list_append(ctx, &r->lines, line->points.count, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    memcpy(to, line->points.items, line->points.count * sizeof *to);
    return FLUV_OK;
}

static fluv_status draw_all(fluv_ctx *ctx, const fluv_grower *g, uint32_t rivers, ravines *r)
{
    uint32_t *stem;
    ravine line = {0};
    FLUV_TRY(find_stems(ctx, g, rivers, &stem));
    fluv_status status = FLUV_OK;
    for (uint32_t i = rivers; i < g->count && status == FLUV_OK; i++) {
        if (stem[i] != FLUV_NONE)
            continue;
        status = draw(ctx, g, rivers, stem, i, &line);
        if (status == FLUV_OK)
            status =
                fluv_tree_add_valley(ctx, r->work, line.points.items, (uint32_t)line.points.count);
        if (status == FLUV_OK && !r->finest)
            status = keep_line(ctx, &line, r);
    }
    fluv_list_free(&line.points);
    return status;
}

/* All side valleys of one order. */
static fluv_status grow_order(fluv_ctx *ctx, ravines *r)
{
    const fluv_tree_work *work = r->work;
    ravine_charts charts;
    fluv_list sources = {0};
    fluv_status status = chart_ravines(ctx, r, &sources, &charts);
    fluv_list_free(&sources);
    FLUV_TRY(status);
    double edge = r->edge;
    fluv_growth rules = {.edge = edge,
                         .edge_param = "tree.ravines",
                         .shore = 0.4 * edge,
                         .clearance = 0.6 * edge,
                         .steepest = INFINITY,
                         .slope = &charts.slope,
                         .bottom = &charts.bottom,
                         .ceiling = &charts.ceiling,
                         .domain = &work->mass.domain,
                         .key = fluv_key_make(work->land->seed, "tree", "ravines")};
    fluv_grower g;
    size_t given = work->courses->axis_count + ring_points(work) + r->lines.count;
    FLUV_TRY(fluv_grower_init(ctx, &rules, given, &g));
    add_lines(&g, r);
    for (size_t ring = 0; ring < work->mass.outline.ring_count; ring++)
        FLUV_TRY(add_shore(ctx, &g, work, ring));
    uint32_t rivers = g.count;
    FLUV_TRY(fluv_grower_run(ctx, &g));
    return draw_all(ctx, &g, rivers, r);
}

/* The shortest order of interest: a draft leaves out what its cells are too coarse to show, but not
 * all of them, without which hillsides would rise on and on. */
static int64_t shortest_order(const fluv_ctx *ctx, const fluv_tree_work *work)
{
    int64_t order = 0, longest = work->params->ravine_orders - 1;
    double edge = work->params->ravines * work->streams->edge;
    for (; ctx->draft && order < longest && edge < SEEN * work->land->frame.cell; order++)
        edge *= FLUV_RAVINES_LONGER;
    return order;
}

fluv_status fluv_tree_add_ravines(fluv_ctx *ctx, fluv_tree_work *work)
{
    ravines r = {.work = work};
    fluv_status status = FLUV_OK;
    assert(work->params->ravines >= 0.0);
    int64_t shortest = shortest_order(ctx, work);
    for (int64_t left = work->params->ravine_orders; left-- > shortest && status == FLUV_OK;) {
        struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
        r.edge =
            work->params->ravines * work->streams->edge * pow(FLUV_RAVINES_LONGER, (double)left);
        r.slope = work->params->ravine_slope * pow(FLATTER, (double)left);
        r.finest = left == shortest;
        if (r.edge > 0.0)
            status = grow_order(ctx, &r);
        fluv_scratch_release(ctx, mark);
    }
    fluv_list_free(&r.lines);
    fluv_list_free(&r.first);
    return status;
}
