// SPDX-License-Identifier: MIT
/* Stage `courses`: rivers as curves, with junctions, bends and types.
 *
 * in   contour, network, cells        out   courses
 *
 * In each cell the greatest river that enters runs to the outlet as a cubic; entries and outlets
 * lie halfway along the edges; one that was drawn by hand keeps to its line (drawn.c), and is the
 * main river where it goes. The others join it one by one, those that come from nearer its source
 * higher up. A river much smaller than the one it meets joins nearly at a right angle, one of its
 * size at a sharp angle. Junctions lie in the lower half of the way, where no entry is lower.
 *
 * Based on: Genevaux, Galin, Guerin, Peytavie, Benes. Terrain generation using procedural models
 * based on hydrology. 2013 */
#include "stages/courses/courses.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define KNEE        0.5 /* of the main way: where it has the node's height, and rivers join below, */
#define MOUTH_KNEE  0.25 /* earlier at a mouth, where there may be a delta */
#define LEAST_KNEE  0.1
#define JOINS       0.6 /* of the way below the knee: where rivers of one size join, at most, */
#define SIDE_JOINS  0.2 /* and where small ones do */
#define MOUTH_JOINS (0.35 / 0.75)
#define FIRST_JOIN  0.02 /* of the way, from either end, of a river that was drawn */
#define DELTA_BEND  0.3  /* of rivers that have a delta, against what is usual */
#define LEAST_FLOW  1e-3 /* m3/s */
#define OUT_OF      1    /* random numbers of the way out of a node's cell */
#define WIDE_ANGLE  (88.0 * M_PI / 180.0)
#define SHARP_ANGLE (60.0 * M_PI / 180.0)
#define BRAIDED     (1.0 / 12.0) /* of the frame's longer side, from the coast */
/* For the work estimate, see stage.h: rivers as `watersheds` makes them, if not asked otherwise. */
#define USUAL_FLOW    0.42 /* m3/s of a square kilometre */
#define USUAL_POWER   0.69
#define BELT          10.0 /* widths of a braided river */
#define VISITS_A_NODE 120.0
#define VISITS_A_BELT 2.0

#define SEEN 0.5 /* cells between points of a draft's rivers */

typedef struct surveyed {
    fluv_drawn_graph graph;
    const fluv_streams *streams;
    const fluv_territories *cells;
    const fluv_courses_params *params;
    uint32_t *first_child,
        *child;             /* node i: child[first_child[i]] .. child[first_child[i + 1]-1] */
    uint32_t *first_course; /* of the way that begins at a node's outlet: filled from below */
    fluv_course_lists lists;
    fluv_drift drift;
    double least; /* m between points of rivers; 0: as near as their bends ask for */
    fluv_key key;
} surveyed;

/* A river that joins the main one. */
typedef struct entry {
    uint32_t node;
    double turn; /* angle from the main entry around the node, -pi .. pi */
    double join; /* parameter of the main way */
} entry;

static fluv_vec place_of(const surveyed *s, uint32_t node)
{
    return (fluv_vec){s->streams->nodes[node].x, s->streams->nodes[node].y};
}

static double outlet_z(const surveyed *s, uint32_t node)
{
    const fluv_stream_node *nodes = s->streams->nodes;
    return 0.5 * ((double)nodes[node].z + (double)nodes[nodes[node].parent].z);
}

static bool has_delta(const surveyed *s, uint32_t mouth)
{
    return s->cells->patches[mouth].flow >= s->params->delta_flow;
}

static fluv_rosgen type_of(const surveyed *s, uint32_t node)
{
    const fluv_stream_node *nodes = s->streams->nodes, *at = &nodes[node];
    const fluv_territory *patch = &s->cells->patches[node];
    if (at->parent == FLUV_NONE && has_delta(s, node))
        return FLUV_ROSGEN_DA;
    uint32_t below = at->parent == FLUV_NONE ? s->child[s->first_child[node]] : at->parent;
    double rise = fabs((double)at->z - (double)nodes[below].z);
    double run = hypot(at->x - nodes[below].x, at->y - nodes[below].y);
    fluv_river_place place = {.slope = rise / run,
                              .flow = patch->flow,
                              .coast = (double)patch->coast,
                              .terrain = (double)patch->slope};
    return fluv_rosgen_of(s->params, &place);
}

static int by_turn(const void *a, const void *b)
{
    const entry *left = a, *right = b;
    double l = fabs(left->turn), r = fabs(right->turn);
    if (l != r)
        return l < r ? -1 : 1;
    return left->node < right->node ? -1 : left->node > right->node;
}

/* A drawn river goes on as it was drawn, however great what joins it is. */
static uint32_t main_child(const surveyed *s, uint32_t node)
{
    uint32_t best = FLUV_NONE;
    for (uint32_t k = s->first_child[node]; k < s->first_child[node + 1]; k++) {
        if (fluv_continues_drawn(&s->graph, s->child[k]))
            return s->child[k];
        if (best == FLUV_NONE ||
            s->cells->patches[s->child[k]].upland > s->cells->patches[best].upland)
            best = s->child[k];
    }
    return best;
}

#define MOST_ENTRIES 32

/* Children of a node but the main one, from nearest its direction on. */
static uint32_t list_entries(const surveyed *s, uint32_t node, uint32_t main, entry *entries)
{
    uint32_t count = 0;
    fluv_vec at = place_of(s, node), ahead = fluv_minus(place_of(s, main), at);
    for (uint32_t k = s->first_child[node]; k < s->first_child[node + 1]; k++) {
        uint32_t child = s->child[k];
        if (child == main || count == MOST_ENTRIES)
            continue;
        fluv_vec way = fluv_minus(place_of(s, child), at);
        entries[count++] =
            (entry){.node = child, .turn = atan2(fluv_cross(ahead, way), fluv_dot(ahead, way))};
    }
    qsort(entries, count, sizeof *entries, by_turn);
    assert(count <= MOST_ENTRIES);
    return count;
}

/* Where the river meets the sea: out at the rim of its delta. */
static fluv_vec mouth_of(const surveyed *s, uint32_t node, uint32_t main)
{
    fluv_vec at = place_of(s, node);
    fluv_delta delta = fluv_delta_at(s->params, at, place_of(s, main), s->cells->patches[node].flow,
                                     s->streams->edge);
    return fluv_plus(at, (fluv_vec){delta.out_x, delta.out_y});
}

static fluv_status add_delta(fluv_ctx *ctx, surveyed *s, uint32_t node, uint32_t main)
{
    fluv_delta delta = fluv_delta_at(s->params, place_of(s, node), place_of(s, main),
                                     s->cells->patches[node].flow, s->streams->edge);
    if (!(delta.reach > 0.0))
        return FLUV_OK;
    fluv_delta *to = fluv_list_append(ctx, &s->lists.deltas, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = delta;
    return FLUV_OK;
}

/* The greatest river of a cell. */
typedef struct main_river {
    uint32_t node, above; /* above: the child it comes from, FLUV_NONE: a source */
    fluv_cubic way;
    fluv_drawn_way line; /* without points: it was not drawn */
    double knee;         /* parameter of its way at which it has the node's height */
} main_river;

/* From the main entry (or the source) to the outlet (or the mouth). */
static fluv_cubic grown_way(const surveyed *s, uint32_t node, uint32_t main, fluv_vec sea)
{
    fluv_vec at = place_of(s, node);
    bool mouth = s->streams->nodes[node].parent == FLUV_NONE;
    fluv_vec from = main == FLUV_NONE ? at : fluv_outlet_of(&s->graph, main);
    fluv_vec to = mouth ? sea : fluv_outlet_of(&s->graph, node);
    double far = fluv_vec_distance(from, to);
    fluv_vec in = fluv_minus(main == FLUV_NONE ? to : at, from);
    fluv_vec out = fluv_minus(to, mouth ? from : at);
    double in_length = fmax(sqrt(fluv_dot(in, in)), 1e-9);
    double out_length = fmax(sqrt(fluv_dot(out, out)), 1e-9);
    return (fluv_cubic){.a = from,
                        .b = to,
                        .from = fluv_times(in, 1.2 * far / in_length),
                        .to = fluv_times(out, 1.2 * far / out_length)};
}

/* Its height is that of the node at the knee, so the way is drawn in two parts with one fall each.
 */
static fluv_status find_main(fluv_ctx *ctx, const surveyed *s, uint32_t node, uint32_t above,
                             main_river *out)
{
    const fluv_stream_node *at = &s->streams->nodes[node];
    bool mouth = at->parent == FLUV_NONE, delta = mouth && has_delta(s, node);
    fluv_vec sea = mouth ? mouth_of(s, node, above) : (fluv_vec){0.0, 0.0};
    *out = (main_river){.node = node, .above = above, .knee = mouth ? MOUTH_KNEE : KNEE};
    double middle = KNEE, bend = fluv_drawn_bend(&s->graph, mouth ? above : node);
    if (at->sketched && (!mouth || s->streams->nodes[above].sketched)) {
        FLUV_TRY(fluv_drawn_through(ctx, &s->graph, node, above, sea, &out->line, &middle));
        out->way = fluv_cubic_along_line(&out->line);
        out->knee = mouth ? MOUTH_KNEE : fmin(fmax(middle, LEAST_KNEE), 1.0 - LEAST_KNEE);
    } else {
        out->way = grown_way(s, node, above, sea);
    }
    out->way.type = type_of(s, node);
    out->way.bend = delta ? fmin(bend, DELTA_BEND) : bend;
    out->way.spacing = s->streams->edge / FLUV_AXIS_POINTS;
    return FLUV_OK;
}

static double lowest_entry(const surveyed *s, uint32_t node)
{
    double lowest = INFINITY;
    for (uint32_t k = s->first_child[node]; k < s->first_child[node + 1]; k++)
        lowest = fmin(lowest, outlet_z(s, s->child[k]));
    return lowest;
}

/* Height of the main river at a parameter. Where the first river joins it is the node's; at a
 * mouth, less than all that enters. */
static double main_z(const surveyed *s, const main_river *m, double t)
{
    double z = (double)s->streams->nodes[m->node].z;
    bool mouth = s->streams->nodes[m->node].parent == FLUV_NONE;
    assert(t >= 0.0 && t <= 1.0);
    double above = m->above == FLUV_NONE ? z : outlet_z(s, m->above);
    double below = mouth ? z : outlet_z(s, m->node);
    if (m->above == FLUV_NONE) /* one fall from end to end */
        return above + (below - above) * t;
    if (mouth)
        z = 0.5 * (z + lowest_entry(s, m->node));
    return t < m->knee ? above + (z - above) * t / m->knee
                       : z + (below - z) * (t - m->knee) / (1.0 - m->knee);
}

static bool was_drawn(const surveyed *s, const entry *e)
{
    return s->streams->nodes[e->node].sketched != 0;
}

static int by_join(const void *a, const void *b)
{
    const entry *left = a, *right = b;
    if (left->join != right->join)
        return left->join < right->join ? -1 : 1;
    return by_turn(a, b);
}

/* What a river brings against the one that it joins, at most 1. */
static double ratio_of(const surveyed *s, const main_river *m, const entry *e)
{
    const fluv_territory *patches = s->cells->patches;
    return fmin(1.0, patches[e->node].flow / fmax(patches[m->above].flow, 1e-9));
}

/* Where rivers join: below the knee, one after another, those as great as the main river farther
 * down; those that were drawn where their foot is, unless the river is higher there than they are.
 */
static void find_joins(const surveyed *s, const main_river *m, entry *entries, uint32_t count)
{
    bool mouth = s->streams->nodes[m->node].parent == FLUV_NONE;
    double so_far = 0.0; /* of the way below the knee */
    for (uint32_t i = 0; i < count; i++) {
        entry *e = &entries[i];
        double joins = SIDE_JOINS + (JOINS - SIDE_JOINS) * ratio_of(s, m, e);
        so_far = fmax(so_far, (mouth ? MOUTH_JOINS : joins) * (i + 0.5) / count);
        e->join = m->knee + (1.0 - m->knee) * so_far;
        if (!was_drawn(s, e) || !m->line.points)
            continue;
        const double *foot =
            s->graph.contour->sketches.xy +
            2 * (size_t)
                    s->graph.contour->sketches.first_point[s->streams->nodes[e->node].sketched - 1];
        double join = fluv_drawn_nearest(&m->line, (fluv_vec){foot[0], foot[1]});
        join = fmin(fmax(join, FIRST_JOIN), 1.0 - FIRST_JOIN);
        e->join = main_z(s, m, join) <= outlet_z(s, e->node) ? join : fmax(join, m->knee);
    }
    qsort(entries, count, sizeof *entries, by_join);
    for (uint32_t i = 1; i < count; i++)
        entries[i].join = fmax(entries[i].join, entries[i - 1].join + FIRST_JOIN / MOST_ENTRIES);
    assert(count == 0 || entries[count - 1].join < 1.0);
}

static double flow_of(const surveyed *s, uint32_t node, double upland)
{
    const fluv_territory *patch = &s->cells->patches[node];
    double share = patch->upland > 0.0 ? upland / patch->upland : 0.0;
    return patch->flow * pow(share, s->cells->flow_power);
}

static fluv_status draw(fluv_ctx *ctx, surveyed *s, fluv_cubic *way, fluv_course course)
{
    way->flow = course.flow = fmax(course.flow, LEAST_FLOW);
    way->least = s->least;
    course.type = (uint8_t)way->type;
    FLUV_TRY(fluv_cubic_draw(ctx, s->params, way, &course, &s->lists.points, &s->lists.axis));
    fluv_course *to = fluv_list_append(ctx, &s->lists.courses, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = course;
    return FLUV_OK;
}

/* Random numbers of the ways that begin in a node's cell. */
static fluv_key key_at(const surveyed *s, uint32_t node)
{
    return fluv_key_at(s->key, s->streams->nodes[node].x, s->streams->nodes[node].y);
}

/* The piece of the main river between two parameters; pieces are drawn upstream last, so `next` is
 * known. */
static fluv_status draw_main(fluv_ctx *ctx, surveyed *s, const main_river *m, fluv_course course,
                             double t0, double t1)
{
    fluv_cubic part = fluv_cubic_part(&m->way, t0, t1);
    part.za = main_z(s, m, t0);
    part.zb = main_z(s, m, t1);
    part.key = fluv_key_split(key_at(s, m->node), t0 > 0.0 ? (uint64_t)(1e6 * t0) : 0);
    return draw(ctx, s, &part, course);
}

/* How a river that grew arrives at its junction. */
static void lead_grown(const surveyed *s, const main_river *m, const entry *e, fluv_cubic *way)
{
    fluv_vec along = fluv_cubic_along(&m->way, e->join);
    double angle = WIDE_ANGLE + (SHARP_ANGLE - WIDE_ANGLE) * ratio_of(s, m, e);
    double side = e->turn > 0.0 ? 1.0 : -1.0; /* from the left the way down turns right */
    double c = cos(angle), d = side * sin(angle), speed = fmax(sqrt(fluv_dot(along, along)), 1e-9);
    fluv_vec arrive = {(along.x * c - along.y * d) / speed, (along.x * d + along.y * c) / speed};
    way->a = fluv_outlet_of(&s->graph, e->node);
    way->b = fluv_cubic_at(&m->way, e->join);
    double far = fluv_vec_distance(way->a, way->b);
    fluv_vec in = fluv_minus(place_of(s, m->node), way->a);
    way->from = fluv_times(in, far / fmax(sqrt(fluv_dot(in, in)), 1e-9));
    way->to = fluv_times(arrive, far);
}

/* A tributary's way to its junction. */
static fluv_status draw_entry(fluv_ctx *ctx, surveyed *s, const main_river *m, const entry *e,
                              fluv_course course)
{
    fluv_cubic way = {.spacing = m->way.spacing};
    fluv_drawn_way line = {0};
    lead_grown(s, m, e, &way);
    if (was_drawn(s, e)) {
        FLUV_TRY(fluv_drawn_into(ctx, &s->graph, e->node, &line));
        fluv_drawn_end_at(&line, way.b);
        way = fluv_cubic_along_line(&line);
        way.spacing = m->way.spacing;
    }
    way.za = outlet_z(s, e->node);
    way.zb = fmin(way.za, main_z(s, m, e->join));
    way.type = m->way.type; /* of the river it joins, as the flow */
    way.bend = m->way.bend;
    way.flow = fmax(course.flow, LEAST_FLOW); /* a mouth without land of its own has none */
    way.flat = fluv_cubic_floor(s->params, &way);
    way.type = type_of(s, e->node);
    way.bend = fluv_drawn_bend(&s->graph, e->node);
    way.key = fluv_key_split(key_at(s, e->node), OUT_OF);
    course.upland = s->cells->patches[e->node].upland;
    course.flow = s->cells->patches[e->node].flow;
    s->first_course[e->node] = (uint32_t)s->lists.courses.count;
    fluv_status status = draw(ctx, s, &way, course);
    if (line.points)
        fluv_drawn_drop(ctx, &line);
    return status;
}

/* The main river's pieces and what joins it between them, the lowest first. */
static fluv_status draw_rivers(fluv_ctx *ctx, surveyed *s, const main_river *m,
                               const entry *entries, uint32_t count)
{
    const fluv_territory *patches = s->cells->patches;
    bool mouth = s->streams->nodes[m->node].parent == FLUV_NONE;
    fluv_course course = {.node = m->node,
                          .next = mouth ? FLUV_NONE : s->first_course[m->node],
                          .upland = patches[m->node].upland,
                          .flow = patches[m->node].flow};
    double end = 1.0;
    for (uint32_t i = count; i-- > 0;) {
        FLUV_TRY(draw_main(ctx, s, m, course, entries[i].join, end));
        end = entries[i].join;
        course.next = (uint32_t)s->lists.courses.count - 1;
        FLUV_TRY(draw_entry(ctx, s, m, &entries[i], course));
        course.upland -= patches[entries[i].node].upland;
        assert(course.upland > -1.0); /* m2: what joins is part of the whole */
        course.flow = flow_of(s, m->node, course.upland);
    }
    FLUV_TRY(draw_main(ctx, s, m, course, 0.0, end));
    if (m->above != FLUV_NONE)
        s->first_course[m->above] = (uint32_t)s->lists.courses.count - 1;
    return FLUV_OK;
}

/* All ways of one cell. */
static fluv_status draw_cell(fluv_ctx *ctx, surveyed *s, uint32_t node)
{
    uint32_t above = main_child(s, node);
    bool mouth = s->streams->nodes[node].parent == FLUV_NONE;
    if (mouth && above == FLUV_NONE)
        return FLUV_OK; /* a mouth that nothing grew from */
    if (mouth)
        FLUV_TRY(add_delta(ctx, s, node, above));
    entry entries[MOST_ENTRIES];
    main_river m;
    uint32_t count = above == FLUV_NONE ? 0 : list_entries(s, node, above, entries);
    FLUV_TRY(find_main(ctx, s, node, above, &m));
    find_joins(s, &m, entries, count);
    FLUV_TRY(draw_rivers(ctx, s, &m, entries, count));
    if (m.line.points)
        fluv_drawn_drop(ctx, &m.line);
    return FLUV_OK;
}

static fluv_status list_children(fluv_ctx *ctx, surveyed *s)
{
    uint32_t count = (uint32_t)s->streams->count;
    s->first_child = fluv_scratch_zero(ctx, (size_t)count + 2, sizeof *s->first_child);
    s->child = fluv_scratch(ctx, count, sizeof *s->child);
    s->first_course = fluv_scratch(ctx, count, sizeof *s->first_course);
    if (!s->first_child || !s->child || !s->first_course)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        if (s->streams->nodes[i].parent != FLUV_NONE)
            s->first_child[s->streams->nodes[i].parent + 2]++;
    for (uint32_t i = 1; i < count; i++)
        s->first_child[i + 1] += s->first_child[i];
    for (uint32_t i = 0; i < count; i++)
        if (s->streams->nodes[i].parent != FLUV_NONE)
            s->child[s->first_child[s->streams->nodes[i].parent + 1]++] = i;
    assert(s->first_child[0] == 0 && s->first_child[count] < count);
    return FLUV_OK;
}

/* Drawn from the sea up, kept from the sources down. */
static void turn_around(fluv_list *list)
{
    fluv_course *courses = list->items;
    uint32_t count = (uint32_t)list->count;
    for (uint32_t i = 0; i < count; i++)
        courses[i].next = courses[i].next == FLUV_NONE ? FLUV_NONE : count - 1 - courses[i].next;
    for (uint32_t i = 0; i < count / 2; i++) {
        fluv_course swap = courses[i];
        courses[i] = courses[count - 1 - i];
        courses[count - 1 - i] = swap;
    }
}

/* Courses have points of their own: threads lead them aside. */
static void lead_aside(const fluv_ctx *ctx, surveyed *s)
{
    fluv_course *courses = s->lists.courses.items;
    fluv_course_point *points = s->lists.points.items;
    fluv_axis_point *axis = s->lists.axis.items;
    size_t count = s->lists.courses.count;
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic, 16)
    for (size_t i = 0; i < count; i++) {
        double coast = (double)s->cells->patches[courses[i].node].coast;
        fluv_drift_course(&s->drift, coast, &courses[i], points, axis);
        fluv_course_fit(&courses[i], points + courses[i].first_point);
    }
}

static fluv_status draw_all(fluv_ctx *ctx, surveyed *s)
{
    for (uint32_t i = 0; i < s->streams->count; i++) { /* parents first */
        FLUV_TRY(draw_cell(ctx, s, i));
        if (i % 1024 == 0)
            FLUV_TRY(fluv_advance(ctx, (double)i / (double)s->streams->count));
    }
    lead_aside(ctx, s);
    turn_around(&s->lists.courses);
    return FLUV_OK;
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    fluv_courses_params p = *(const fluv_courses_params *)params;
    if (!(p.braid_distance > 0.0))
        p.braid_distance = BRAIDED * fluv_frame_side(&land->frame);
    const fluv_streams *streams = fluv_layer_read(land, FLUV_LAYER_network);
    surveyed s = {.graph = {fluv_layer_read(land, FLUV_LAYER_contour), streams},
                  .streams = streams,
                  .cells = fluv_layer_read(land, FLUV_LAYER_territories),
                  .params = &p,
                  .least = ctx->draft ? SEEN * land->frame.cell : 0.0,
                  .key = fluv_key_make(land->seed, "courses", "bends")};
    FLUV_TRY(list_children(ctx, &s));
    FLUV_TRY(fluv_drift_init(ctx, &p, &s.graph, fluv_key_make(land->seed, "courses", "wander"),
                             &s.drift));
    fluv_status status = draw_all(ctx, &s);
    if (status == FLUV_OK)
        status = fluv_courses_grade(ctx, streams, s.cells, &s.drift.land, &s.lists);
    if (status == FLUV_OK)
        status =
            fluv_placed_widen(ctx, &s.graph, fluv_layer_read(land, FLUV_LAYER_placed), &s.lists);
    if (status == FLUV_OK)
        status = fluv_branches_draw(ctx, &p, &s.graph, s.key, &s.lists);
    fluv_courses courses = fluv_course_lists_read(&s.lists);
    courses.width = p.width;
    fluv_shared *sealed = status == FLUV_OK ? fluv_courses_seal(ctx, &courses) : NULL;
    fluv_course_lists_free(&s.lists);
    if (!sealed)
        return status == FLUV_OK ? FLUV_NO_MEMORY : status;
    fluv_layer_put(land, FLUV_LAYER_courses, sealed);
    return fluv_advance(ctx, 1.0);
}

/* Bends and the channels of braids are in proportion to rivers' widths. */
static double visits(const void *params, const fluv_landscape *land, fluv_extent extent)
{
    double flow = USUAL_FLOW * pow(1e-6 * extent.edge * extent.edge, USUAL_POWER);
    double belt = fmax(FLUV_LEAST_BELT, BELT * fluv_course_width(params, flow));
    return (VISITS_A_NODE + VISITS_A_BELT * extent.edge / belt) * fluv_extent_nodes(land, extent);
}

#define PARAMS fluv_courses_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/courses/courses.def"
};

const fluv_stage fluv_stage_courses = {
    .info = {.name = "courses",
             .summary = "Rivers as curves: junctions, bends and beds by Rosgen's types.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_courses_params),
    FLUV_NEEDS(contour, network, territories),
    FLUV_MAKES(courses),
    FLUV_AMENDS(),
    .visits = visits,
    .run = run,
};
