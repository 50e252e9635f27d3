// SPDX-License-Identifier: MIT
/* Stage `courses`: rivers as curves, with junctions, bends and types.
 *
 * in   contour, network, cells        out   courses
 *
 * In each cell the greatest river that enters runs to the outlet as a cubic; entries and outlets
 * lie halfway along the edges. The others join it one by one, those that come from nearer its
 * source higher up. A river much smaller than the one it meets joins nearly at a right angle, one
 * of its size at a sharp angle. Junctions lie in the lower half of the way, where no entry is
 * lower.
 *
 * Based on: Genevaux, Galin, Guerin, Peytavie, Benes. Terrain generation using procedural models
 * based on hydrology. 2013 */
#include "stages/courses/courses.h"

#include <math.h>
#include <stdlib.h>

#define FIRST_JOIN  0.5 /* of the main way */
#define LAST_JOIN   0.85
#define MOUTH_JOIN  0.25 /* how much earlier that is at a mouth, where there may be a delta */
#define WIDE_ANGLE  (80.0 * M_PI / 180.0)
#define SHARP_ANGLE (35.0 * M_PI / 180.0)
#define AXIS_POINTS 12.0 /* an edge */

typedef struct surveyed {
    const fluv_streams *streams;
    const fluv_territories *cells;
    const fluv_courses_params *params;
    uint32_t *first_child,
        *child;             /* node i: child[first_child[i]] .. child[first_child[i + 1]-1] */
    uint32_t *first_course; /* of the way that begins at a node's outlet: filled from below */
    fluv_course_lists lists;
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

/* Where the edge above a node leaves its cell. */
static fluv_vec outlet_of(const surveyed *s, uint32_t node)
{
    return fluv_between(place_of(s, node), place_of(s, s->streams->nodes[node].parent), 0.5);
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

static uint32_t main_child(const surveyed *s, uint32_t node)
{
    uint32_t best = FLUV_NONE;
    for (uint32_t k = s->first_child[node]; k < s->first_child[node + 1]; k++)
        if (best == FLUV_NONE ||
            s->cells->patches[s->child[k]].upland > s->cells->patches[best].upland)
            best = s->child[k];
    return best;
}

#define MOST_ENTRIES 32

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
    bool mouth = s->streams->nodes[node].parent == FLUV_NONE;
    for (uint32_t i = 0; i < count; i++) {
        entries[i].join = FIRST_JOIN + (LAST_JOIN - FIRST_JOIN) * (i + 0.5) / count;
        entries[i].join -= mouth ? MOUTH_JOIN : 0.0;
    }
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

/* From the main entry (or the source) to the outlet (or the mouth). Its height is that of the node
 * halfway, so the way is drawn in two parts with one fall each. */
static fluv_cubic main_way(const surveyed *s, uint32_t node, uint32_t main)
{
    fluv_vec at = place_of(s, node);
    bool mouth = s->streams->nodes[node].parent == FLUV_NONE;
    fluv_vec from = main == FLUV_NONE ? at : outlet_of(s, main);
    fluv_vec to = mouth ? mouth_of(s, node, main) : outlet_of(s, node);
    double far = fluv_vec_distance(from, to);
    fluv_vec in = fluv_minus(main == FLUV_NONE ? to : at, from);
    fluv_vec out = fluv_minus(to, mouth ? from : at);
    double in_length = fmax(sqrt(fluv_dot(in, in)), 1e-9);
    double out_length = fmax(sqrt(fluv_dot(out, out)), 1e-9);
    return (fluv_cubic){.a = from,
                        .b = to,
                        .from = fluv_times(in, 1.2 * far / in_length),
                        .to = fluv_times(out, 1.2 * far / out_length),
                        .za = (double)s->streams->nodes[node].z,
                        .zb = (double)s->streams->nodes[node].z,
                        .type = type_of(s, node),
                        .bend = mouth && has_delta(s, node) ? 0.3 : 1.0,
                        .spacing = s->streams->edge / AXIS_POINTS};
}

static double lowest_entry(const surveyed *s, uint32_t node)
{
    double lowest = INFINITY;
    for (uint32_t k = s->first_child[node]; k < s->first_child[node + 1]; k++)
        lowest = fmin(lowest, outlet_z(s, s->child[k]));
    return lowest;
}

/* Height of the main way at a parameter. Where the first river joins it is the node's; at a mouth,
 * less than all that enters. */
static double main_z(const surveyed *s, uint32_t node, uint32_t main, double t)
{
    double z = (double)s->streams->nodes[node].z;
    bool mouth = s->streams->nodes[node].parent == FLUV_NONE;
    double above = main == FLUV_NONE ? z : outlet_z(s, main);
    double below = mouth ? z : outlet_z(s, node);
    if (main == FLUV_NONE) /* one fall from end to end */
        return above + (below - above) * t;
    double knee = 0.5 - (mouth ? MOUTH_JOIN : 0.0);
    if (mouth)
        z = 0.5 * (z + lowest_entry(s, node));
    return t < knee ? above + (z - above) * t / knee : z + (below - z) * (t - knee) / (1.0 - knee);
}

static double flow_of(const surveyed *s, uint32_t node, double upland)
{
    const fluv_territory *patch = &s->cells->patches[node];
    double share = patch->upland > 0.0 ? upland / patch->upland : 0.0;
    return patch->flow * pow(share, s->cells->flow_power);
}

static fluv_status draw(fluv_ctx *ctx, surveyed *s, fluv_cubic *way, fluv_course course)
{
    way->flow = course.flow = fmax(course.flow, 1e-3);
    way->key = fluv_key_split(s->key, s->lists.courses.count);
    course.type = (uint8_t)way->type;
    FLUV_TRY(fluv_cubic_draw(ctx, s->params, way, &course, &s->lists.points, &s->lists.axis));
    fluv_course *to = fluv_list_append(ctx, &s->lists.courses, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = course;
    return FLUV_OK;
}

/* The piece of the main way between two parameters; pieces are drawn upstream last, so `next` is
 * known. */
static fluv_status draw_main(fluv_ctx *ctx, surveyed *s, const fluv_cubic *whole,
                             fluv_course course, uint32_t main, double t0, double t1)
{
    fluv_cubic part = fluv_cubic_part(whole, t0, t1);
    part.za = main_z(s, course.node, main, t0);
    part.zb = main_z(s, course.node, main, t1);
    return draw(ctx, s, &part, course);
}

/* A tributary's way to its junction. */
static fluv_status draw_entry(fluv_ctx *ctx, surveyed *s, const fluv_cubic *whole, const entry *e,
                              uint32_t main, fluv_course course)
{
    fluv_vec along = fluv_cubic_along(whole, e->join);
    double ratio =
        fmin(1.0, s->cells->patches[e->node].flow / fmax(s->cells->patches[main].flow, 1e-9));
    double angle = WIDE_ANGLE + (SHARP_ANGLE - WIDE_ANGLE) * ratio;
    double side = e->turn > 0.0 ? 1.0 : -1.0; /* from the left the way down turns right */
    double c = cos(angle), d = side * sin(angle), speed = sqrt(fluv_dot(along, along));
    fluv_vec arrive = {(along.x * c - along.y * d) / speed, (along.x * d + along.y * c) / speed};
    fluv_cubic way = *whole;
    way.a = outlet_of(s, e->node);
    way.b = fluv_cubic_at(whole, e->join);
    double far = fluv_vec_distance(way.a, way.b);
    fluv_vec in = fluv_minus(place_of(s, course.node), way.a);
    way.from = fluv_times(in, far / fmax(sqrt(fluv_dot(in, in)), 1e-9));
    way.to = fluv_times(arrive, far);
    way.za = outlet_z(s, e->node);
    way.zb = main_z(s, course.node, main, e->join);
    way.flow = course.flow; /* of the river it joins, as all else still */
    way.flat = fluv_cubic_floor(s->params, &way);
    way.type = type_of(s, e->node);
    way.bend = 1.0;
    course.upland = s->cells->patches[e->node].upland;
    course.flow = s->cells->patches[e->node].flow;
    s->first_course[e->node] = (uint32_t)s->lists.courses.count;
    return draw(ctx, s, &way, course);
}

/* All ways of one cell, the lowest first. */
static fluv_status draw_cell(fluv_ctx *ctx, surveyed *s, uint32_t node)
{
    const fluv_territory *patches = s->cells->patches;
    uint32_t main = main_child(s, node);
    bool mouth = s->streams->nodes[node].parent == FLUV_NONE;
    if (mouth && main == FLUV_NONE)
        return FLUV_OK; /* a mouth that nothing grew from */
    if (mouth)
        FLUV_TRY(add_delta(ctx, s, node, main));
    entry entries[MOST_ENTRIES];
    uint32_t count = main == FLUV_NONE ? 0 : list_entries(s, node, main, entries);
    fluv_cubic whole = main_way(s, node, main);
    fluv_course course = {.node = node,
                          .next = mouth ? FLUV_NONE : s->first_course[node],
                          .upland = patches[node].upland,
                          .flow = patches[node].flow};
    double end = 1.0;
    for (uint32_t i = count; i-- > 0;) {
        FLUV_TRY(draw_main(ctx, s, &whole, course, main, entries[i].join, end));
        end = entries[i].join;
        course.next = (uint32_t)s->lists.courses.count - 1;
        FLUV_TRY(draw_entry(ctx, s, &whole, &entries[i], main, course));
        course.upland -= patches[entries[i].node].upland;
        course.flow = flow_of(s, node, course.upland);
    }
    FLUV_TRY(draw_main(ctx, s, &whole, course, main, 0.0, end));
    if (main != FLUV_NONE)
        s->first_course[main] = (uint32_t)s->lists.courses.count - 1;
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

static fluv_status draw_all(fluv_ctx *ctx, surveyed *s)
{
    for (uint32_t i = 0; i < s->streams->count; i++) { /* parents first */
        FLUV_TRY(draw_cell(ctx, s, i));
        if (i % 1024 == 0)
            FLUV_TRY(fluv_advance(ctx, (double)i / (double)s->streams->count));
    }
    turn_around(&s->lists.courses);
    return FLUV_OK;
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    surveyed s = {.streams = fluv_layer_read(land, FLUV_LAYER_network),
                  .cells = fluv_layer_read(land, FLUV_LAYER_territories),
                  .params = params,
                  .key = fluv_key_make(land->seed, "courses", "bends")};
    FLUV_TRY(list_children(ctx, &s));
    fluv_status status = draw_all(ctx, &s);
    if (status == FLUV_OK)
        status = fluv_branches_draw(ctx, params, fluv_layer_read(land, FLUV_LAYER_contour), s.key,
                                    &s.lists);
    fluv_courses courses = fluv_course_lists_read(&s.lists);
    fluv_shared *sealed = status == FLUV_OK ? fluv_courses_seal(ctx, &courses) : NULL;
    fluv_course_lists_free(&s.lists);
    if (!sealed)
        return status == FLUV_OK ? FLUV_NO_MEMORY : status;
    fluv_layer_put(land, FLUV_LAYER_courses, sealed);
    return fluv_advance(ctx, 1.0);
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
    .run = run,
};
