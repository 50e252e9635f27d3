// SPDX-License-Identifier: MIT
/* The hydrology stages after the contour: network, watersheds, courses, sample. */
#include "hydrology_land.h"
#include "one_thread.h"

#include "field/domain.h"
#include "landscape/rosgen.h"
#include "stages/shared/grow.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define SEEDS 5

static double edge_gap(const fluv_stream_node *n, uint32_t a, uint32_t b)
{
    return fluv_segments_apart(
        (fluv_vec){n[a].x, n[a].y}, (fluv_vec){n[n[a].parent].x, n[n[a].parent].y},
        (fluv_vec){n[b].x, n[b].y}, (fluv_vec){n[n[b].parent].x, n[n[b].parent].y});
}

static bool joined(const fluv_stream_node *n, uint32_t a, uint32_t b)
{
    return n[a].parent == n[b].parent || n[a].parent == b || n[b].parent == a;
}

/* Whether an edge goes on from one that forks with the other or with the other's lower neighbour:
 * sharp forks stand closer than rivers keep apart. */
static bool beside_fork(const fluv_stream_node *n, uint32_t a, uint32_t b)
{
    uint32_t low_a = n[n[a].parent].parent, low_b = n[n[b].parent].parent;
    return low_a == n[b].parent || low_b == n[a].parent || (low_a != FLUV_NONE && low_a == low_b);
}

static void nodes_rise_keep_apart_and_keep_the_slope(void **state)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        hydro_run run = hydro_make(*state, seed, 64, "", "zeta: 0", "network");
        assert_int_equal(run.status, FLUV_OK);
        const fluv_streams *s = streams_of(run.land);
        const fluv_stream_node *n = s->nodes;
        for (uint32_t i = 0; i < s->count; i++) {
            if (n[i].parent == FLUV_NONE)
                continue;
            assert_true(n[i].parent < i && n[i].z > n[n[i].parent].z);
            assert_true(fabs(hypot(n[i].x - n[n[i].parent].x, n[i].y - n[n[i].parent].y) -
                             s->edge) < 1e-6 * s->edge);
            for (uint32_t k = 0; k < i; k++) {
                double far = hypot(n[i].x - n[k].x, n[i].y - n[k].y);
                if (far < 2.0 * s->edge)
                    assert_true(fabs((double)n[i].z - (double)n[k].z) < 0.25 * far + 1e-3);
                if (n[k].parent != FLUV_NONE && !joined(n, i, k))
                    assert_true(edge_gap(n, i, k) > (beside_fork(n, i, k) ? 0.6 : 0.75) * s->edge);
            }
        }
        fluv_builder_delete(run.builder);
    }
}

/* Also where all rivers come from one mouth, and a fork that ended would leave half the land. */
static void nodes_stay_inside_and_fill_the_land(void **state)
{
    fluv_ctx *ctx = *state;
    for (uint64_t seed = 1; seed <= 2 * SEEDS; seed++) {
        hydro_run run = hydro_make(ctx, seed, 64, seed > SEEDS ? "mouths: 1" : "", "", "network");
        assert_int_equal(run.status, FLUV_OK);
        const fluv_streams *s = streams_of(run.land);
        const fluv_contour *contour = fluv_layer_read(run.land, FLUV_LAYER_contour);
        fluv_domain domain;
        assert_int_equal(fluv_domain_init(ctx, &contour->outline, 1000.0, &domain), FLUV_OK);
        for (uint32_t i = 0; i < s->count; i++) {
            fluv_vec p = {s->nodes[i].x, s->nodes[i].y};
            if (s->nodes[i].parent != FLUV_NONE)
                assert_true(fluv_domain_holds(&domain, p) &&
                            fluv_domain_shore(&domain, p) > 0.749 * s->edge);
        }
        /* No place deep inside is far from all rivers. */
        for (double x = 0.0; x < 40000.0; x += 500.0)
            for (double y = 0.0; y < 40000.0; y += 500.0) {
                fluv_vec p = {x, y};
                if (!fluv_domain_holds(&domain, p) || fluv_domain_shore(&domain, p) < 1.5 * s->edge)
                    continue;
                double nearest = INFINITY;
                for (uint32_t i = 0; i < s->count; i++)
                    nearest = fmin(nearest, hypot(s->nodes[i].x - x, s->nodes[i].y - y));
                assert_true(nearest < 2.0 * s->edge);
            }
        fluv_scratch_release(ctx, NULL);
        fluv_builder_delete(run.builder);
    }
}

/* Along every river the chord to an ancestor is at least 2/3 of the way, but for a little. */
static void rivers_do_not_curl_up(void **state)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        hydro_run run = hydro_make(*state, seed, 64, "", "", "network");
        assert_int_equal(run.status, FLUV_OK);
        const fluv_streams *s = streams_of(run.land);
        for (uint32_t i = 0; i < s->count; i++) {
            uint32_t at = s->nodes[i].parent;
            for (int k = 1; k < 9 && at != FLUV_NONE; k++, at = s->nodes[at].parent)
                assert_true(hypot(s->nodes[i].x - s->nodes[at].x, s->nodes[i].y - s->nodes[at].y) >
                            0.65 * k * s->edge);
        }
        fluv_builder_delete(run.builder);
    }
}

/* The order of a node, from its children, one by one. */
static int naive_order(const fluv_streams *s, uint32_t node)
{
    int highest = 0, times = 0;
    for (uint32_t i = node + 1; i < s->count; i++) {
        if (s->nodes[i].parent != node)
            continue;
        int order = naive_order(s, i);
        times = order > highest ? 1 : times + (order == highest);
        highest = order > highest ? order : highest;
    }
    return highest ? highest + (times > 1) : 1;
}

static void orders_follow_from_the_graph(void **state)
{
    hydro_run run = hydro_make(*state, 3, 64, "", "", "network");
    assert_int_equal(run.status, FLUV_OK);
    const fluv_streams *s = streams_of(run.land);
    for (uint32_t i = 0; i < s->count; i++) {
        assert_int_equal(s->nodes[i].order, naive_order(s, i));
        assert_true(s->nodes[i].priority >= 1 && s->nodes[i].priority <= s->nodes[i].order);
    }
    fluv_builder_delete(run.builder);
}

/* Means over some islands. */
typedef struct network_figures {
    double ones;    /* share of the edges with the number 1 */
    double longest; /* edges up from a mouth to the last with a greater number */
    double largest; /* system's share of the nodes */
} network_figures;

static void add_figures(const fluv_streams *s, network_figures *sum)
{
    double ones = 0.0, edges = 0.0, longest = 0.0, largest = 0.0;
    double *nodes = calloc(s->count, sizeof *nodes), *above = calloc(s->count, sizeof *above);
    assert_true(nodes && above);
    for (uint32_t i = (uint32_t)s->count; i-- > 0;) {
        const fluv_stream_node *n = &s->nodes[i];
        nodes[i] += 1.0;
        if (n->parent == FLUV_NONE) {
            longest = fmax(longest, above[i]);
            largest = fmax(largest, nodes[i]);
            continue;
        }
        edges += 1.0;
        ones += n->priority == 1;
        nodes[n->parent] += nodes[i];
        if (n->priority > 1)
            above[n->parent] = fmax(above[n->parent], above[i] + 1.0);
    }
    sum->ones += ones / edges / SEEDS;
    sum->longest += longest / SEEDS;
    sum->largest += largest / (double)s->count / SEEDS;
    free(nodes);
    free(above);
}

static network_figures figures_of(fluv_ctx *ctx, const char *network)
{
    network_figures sum = {0};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        hydro_run run = hydro_make(ctx, seed, 64, "", network, "network");
        assert_int_equal(run.status, FLUV_OK);
        add_figures(streams_of(run.land), &sum);
        fluv_builder_delete(run.builder);
    }
    return sum;
}

static void junctions_of_equals_make_small_rivers(void **state)
{
    network_figures equals =
        figures_of(*state, "edge: 1 km, onward: 0.2, symmetric: 0.7, asymmetric: 0.1");
    network_figures trunks =
        figures_of(*state, "edge: 1 km, onward: 0.2, symmetric: 0.1, asymmetric: 0.7");
    assert_true(equals.ones > 0.75);
    assert_true(trunks.ones < equals.ones - 0.08);
    assert_true(trunks.longest > 1.3 * equals.longest);
}

/* Where it spans several edges of equally steep rivers. */
static void zeta_lets_one_system_grow_large(void **state)
{
    network_figures alike =
        figures_of(*state, "edge: 1 km, river_slope: 0.003, concavity: 0, zeta: 0");
    network_figures unlike =
        figures_of(*state, "edge: 1 km, river_slope: 0.003, concavity: 0, zeta: 20");
    assert_true(unlike.largest > 1.2 * alike.largest);
    assert_true(unlike.longest > 1.2 * alike.longest);
}

static double counted_height(const fluv_stream_node *node, double zeta)
{
    return (double)(float)((double)node->z - zeta * (node->priority - 1.0));
}

/* The lowest, where each number of priority counts as zeta less. */
static void selection_is_the_rule_itself(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_chart slope = {.number = 0.01};
    const double square[] = {0, 0, 1e5, 0, 1e5, 1e5, 0, 1e5};
    const uint32_t starts[] = {0, 4};
    fluv_domain domain;
    fluv_outline outline = {1, starts, square};
    assert_int_equal(fluv_domain_init(ctx, &outline, 5000.0, &domain), FLUV_OK);
    fluv_growth rules = {
        .edge = 5000.0, .edge_param = "edge", .zeta = 20.0, .slope = &slope, .domain = &domain};
    fluv_grower g;
    assert_int_equal(fluv_grower_init(ctx, &rules, 0, &g), FLUV_OK);
    bool open[60];
    for (uint32_t i = 0; i < 60; i++) {
        fluv_key key = {77};
        open[i] = true;
        fluv_grower_root(&g, (fluv_stream_node){
                                 .parent = FLUV_NONE,
                                 .z = (float)fluv_random_between(key, 2 * i, 0, 200),
                                 .priority = (uint8_t)(1 + fluv_random_below(key, 2 * i + 1, 5))});
    }
    for (uint32_t round = 0; round < 60; round++) {
        uint32_t best = FLUV_NONE;
        for (uint32_t i = 0; i < 60; i++)
            if (open[i] && (best == FLUV_NONE || counted_height(&g.nodes[i], 20.0) <
                                                     counted_height(&g.nodes[best], 20.0)))
                best = i;
        assert_int_equal(fluv_grower_select(&g), best);
        open[best] = false;
    }
    assert_int_equal(fluv_grower_select(&g), FLUV_NONE);
    fluv_scratch_release(ctx, NULL);
}

static void cells_share_the_land_and_flow_follows_the_law(void **state)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        hydro_run run = hydro_make(*state, seed, 64, "", "", "watersheds");
        assert_int_equal(run.status, FLUV_OK);
        const fluv_streams *s = streams_of(run.land);
        const fluv_territories *cells = fluv_layer_read(run.land, FLUV_LAYER_territories);
        const fluv_contour *contour = fluv_layer_read(run.land, FLUV_LAYER_contour);
        const double *xy = contour->outline.xy;
        double whole = 0.0, sum = 0.0, ends = 0.0;
        uint32_t points = contour->outline.first_point[1];
        for (uint32_t i = 0, k = points - 1; i < points; k = i++)
            whole += 0.5 * (xy[2 * k] * xy[2 * i + 1] - xy[2 * i] * xy[2 * k + 1]);
        for (uint32_t i = 0; i < s->count; i++) {
            const fluv_territory *patch = &cells->patches[i];
            sum += patch->area;
            ends += s->nodes[i].parent == FLUV_NONE ? patch->upland : 0.0;
            assert_true(fabs(patch->flow - 0.42 * pow(patch->upland * 1e-6, 0.69)) < 1e-9);
            for (uint32_t k = 0; k < patch->corner_count; k++)
                assert_true(cells->corners[patch->first_corner + k].z >= s->nodes[i].z);
        }
        assert_true(fabs(sum - whole) < 1e-9 * whole && fabs(ends - whole) < 1e-9 * whole);
        fluv_builder_delete(run.builder);
    }
}

static void courses_run_downhill_and_join(void **state)
{
    hydro_run run = hydro_make(*state, 2, 64, "", "", "courses");
    assert_int_equal(run.status, FLUV_OK);
    const fluv_courses *c = fluv_layer_read(run.land, FLUV_LAYER_courses);
    for (uint32_t i = 0; i < c->count; i++) {
        const fluv_course *course = &c->courses[i];
        const fluv_course_point *p = c->points + course->first_point;
        for (uint32_t k = 1; k < course->point_count; k++)
            assert_true(p[k].z <= p[k - 1].z);
        if (course->next == FLUV_NONE)
            continue;
        assert_true(course->next > i);
        const fluv_course *next = &c->courses[course->next];
        const fluv_course_point *end = &p[course->point_count - 1];
        const fluv_course_point *start = &c->points[next->first_point];
        assert_true(hypot(end->x - start->x, end->y - start->y) < 1e-6);
        assert_true(start->z <= end->z + 1e-3f && next->upland >= course->upland - 1.0);
    }
    fluv_builder_delete(run.builder);
}

static void assert_all_rules_hold(fluv_ctx *ctx, const fluv_landscape *land)
{
    fluv_verdict verdicts[FLUV_RULES];
    assert_int_equal(fluv_check(ctx, land, verdicts), FLUV_OK);
    for (int k = 0; k < FLUV_RULES; k++)
        if (verdicts[k].applies && !verdicts[k].holds)
            fail_msg("%u cells a side: %s", land->frame.cols, verdicts[k].text);
}

static void all_rules_hold_at_every_size(void **state)
{
    fluv_ctx *ctx = *state;
    static const unsigned sizes[] = {1, 17, 64, 150, 256};
    for (uint64_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        hydro_run run = hydro_make(ctx, 1 + i, sizes[i], i % 2 ? "shape: frame" : "", "", NULL);
        assert_int_equal(run.status, FLUV_OK);
        assert_all_rules_hold(ctx, run.land);
        fluv_builder_delete(run.builder);
    }
}

/* Also where rivers are braided all over, and side channels drain land of their own. */
static void all_rules_hold_where_channels_part(void **state)
{
    for (int seed = 4; seed <= 19; seed += 15) {
        char text[400];
        snprintf(text, sizeof text,
                 "interfluve: 1\nseed: %d\nframe: {size: 600, width: 20 km}\nstages:\n"
                 "  - contour: {}\n  - network: {edge: 1500 m, asymmetric: 0.8}\n"
                 "  - watersheds: {}\n  - courses: {braid_flow: 1, braid_distance: 60 km, width: 3}"
                 "\n  - tree: {ravines: 0}\n  - sample: {}\n",
                 seed);
        hydro_run run = hydro_run_text(*state, text, NULL);
        assert_int_equal(run.status, FLUV_OK);
        assert_all_rules_hold(*state, run.land);
        fluv_builder_delete(run.builder);
    }
}

/* At this size two rivers of one order meet where one of them comes in as two arms. */
static void rivers_that_meet_as_arms_rise_in_order(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_recipe *recipe = NULL;
    fluv_builder *builder = fluv_builder_new(ctx);
    const fluv_landscape *land = NULL;
    assert_int_equal(fluv_recipe_read(ctx, "hydrology-braided", &recipe), FLUV_OK);
    assert_int_equal(fluv_recipe_set(ctx, recipe, "frame.size=800"), FLUV_OK);
    assert_int_equal(fluv_builder_run(ctx, builder, recipe, NULL, &land), FLUV_OK);
    assert_all_rules_hold(ctx, land);
    fluv_recipe_delete(recipe);
    fluv_builder_delete(builder);
}

/* How far a place lies from the line of a course or of one that it leads to, m. */
static double gap_to_course(const fluv_courses *c, const fluv_course *course, fluv_vec p)
{
    double gap = INFINITY;
    for (uint32_t at = (uint32_t)(course - c->courses); at != FLUV_NONE; at = c->courses[at].next) {
        const fluv_course_point *line = c->points + c->courses[at].first_point;
        for (uint32_t i = 0; i + 1 < c->courses[at].point_count; i++)
            gap = fmin(gap, fluv_segment_distance((fluv_vec){line[i].x, line[i].y},
                                                  (fluv_vec){line[i + 1].x, line[i + 1].y}, p));
    }
    return gap;
}

static void branches_leave_their_course_and_come_back_or_reach_the_sea(void **state)
{
    hydro_run run = hydro_make(*state, 4, 400, "", "asymmetric: 0.8", NULL);
    assert_int_equal(run.status, FLUV_OK);
    const fluv_courses *c = fluv_layer_read(run.land, FLUV_LAYER_courses);
    uint32_t arms = 0;
    assert_true(c->branch_count > 0 && c->delta_count > 0);
    for (size_t i = 0; i < c->branch_count; i++) {
        const fluv_branch *branch = &c->branches[i];
        const fluv_course *course = &c->courses[branch->course];
        const fluv_course_point *p = c->points + branch->first_point;
        const fluv_course_point *end = p + branch->point_count - 1;
        assert_true(gap_to_course(c, course, (fluv_vec){p->x, p->y}) < 1.0);
        if (!branch->sea)
            assert_true(gap_to_course(c, course, (fluv_vec){end->x, end->y}) < 1.0);
        for (uint32_t k = 1; k < branch->point_count; k++)
            assert_true(p[k].z <= p[k - 1].z);
        assert_true(!branch->sea || end->z == 0.0f);
        arms += branch->sea;
    }
    assert_true(arms > 0 && arms < c->branch_count);
    const fluv_rivers *rivers = fluv_rivers_of(run.land);
    uint32_t back = 0, sea = 0, whole = 0;
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        back += reach->kind == FLUV_BRAID && reach->next_down;
        sea += reach->kind == FLUV_DELTA && !reach->next_down;
        whole += reach->kind == FLUV_PRIMARY && strcmp(reach->rosgen, "D") == 0;
    }
    assert_true(back >= 4 && sea >= 2 && whole >= 1);
    fluv_builder_delete(run.builder);
}

static fluv_rosgen type_named(const char *name)
{
    for (fluv_rosgen type = 0; type < FLUV_ROSGEN_TYPES; type++)
        if (strcmp(fluv_rosgen_name(type), name) == 0)
            return type;
    fail_msg("there is no type %s", name);
    return FLUV_ROSGEN_TYPES;
}

static void assert_type_has(fluv_rosgen type, double slope)
{
    fluv_slopes can = fluv_rosgen_slopes(type);
    if (!(slope >= can.least - 1e-9 && slope <= can.most + 1e-9))
        fail_msg("%s has a slope of %g", fluv_rosgen_name(type), slope);
}

static void assert_courses_have_their_types(const fluv_courses *c)
{
    for (size_t i = 0; i < c->count; i++) {
        const fluv_course_point *p = c->points + c->courses[i].first_point;
        uint32_t count = c->courses[i].point_count;
        double length = 0.0;
        for (uint32_t k = 0; k + 1 < count; k++)
            length += hypot(p[k + 1].x - p[k].x, p[k + 1].y - p[k].y);
        assert_type_has(c->courses[i].type, ((double)p->z - (double)p[count - 1].z) / length);
    }
}

/* Of one type, width is as usual for the flow times what the type does. */
static void assert_reaches_have_their_types(const fluv_rivers *rivers, double wide, uint32_t *seen)
{
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        fluv_rosgen type = type_named(reach->rosgen);
        assert_type_has(type, (double)reach->slope);
        const fluv_river_point *end = &rivers->points[reach->first_point + reach->point_count - 1];
        double usual = fmax(0.3, 7.2 * wide * sqrt(reach->discharge));
        assert_true(fabs((double)end->width / usual - fluv_rosgen_width(type)) < 1e-3);
        seen[type]++;
    }
}

/* On steep land and flat, also where the frame makes it steeper or flatter than it was planned. */
static void types_have_the_slopes_and_widths_they_are_known_for(void **state)
{
    static const char steep[] = "{noise: {low: 0.02, high: 0.16, wavelength: 30 km}}";
    static const struct {
        const char *height, *river_slope;
        double terrain_slope;
    } lands[] = {{"", steep, 0.5},
                 {", height: [-300 m, 2500 m]", "0.02", 0.2},
                 {", height: [-300 m, 300 m]", steep, 0.5},
                 {"", "0.004", 0.1}};
    uint32_t seen[FLUV_ROSGEN_TYPES] = {0};
    for (int i = 0; i < 4; i++) {
        char text[700];
        snprintf(text, sizeof text,
                 "interfluve: 1\nseed: 8\nframe: {size: 200, width: 40 km%s}\nstages:\n"
                 "  - contour: {}\n  - network: {edge: 2 km, river_slope: %s}\n"
                 "  - watersheds: {terrain_slope: %g}\n  - courses: {width: 1.5}\n"
                 "  - tree: {}\n  - sample: {width: 2}\n",
                 lands[i].height, lands[i].river_slope, lands[i].terrain_slope);
        hydro_run run = hydro_run_text(*state, text, NULL);
        assert_int_equal(run.status, FLUV_OK);
        assert_courses_have_their_types(fluv_layer_read(run.land, FLUV_LAYER_courses));
        assert_reaches_have_their_types(fluv_rivers_of(run.land), 3.0, seen);
        fluv_builder_delete(run.builder);
    }
    for (int type = 0; type < FLUV_ROSGEN_TYPES; type++)
        if (!seen[type])
            fail_msg("there is no river of type %s", fluv_rosgen_name((fluv_rosgen)type));
}

/* Whether the cell at a place is river, or sea before a mouth. */
static bool is_wet(const fluv_landscape *land, double x, double y)
{
    uint32_t col = (uint32_t)((x - land->frame.west) / land->frame.cell);
    uint32_t row = (uint32_t)((land->frame.north - y) / land->frame.cell);
    assert_true(col < land->frame.cols && row < land->frame.rows);
    uint8_t cover = fluv_cover_of(land)[row * land->frame.cols + col];
    return cover == FLUV_RIVER || cover == FLUV_OCEAN;
}

/* Places across rivers more than two cells wide, up to a cell from their banks. */
static void cells_are_covered_as_wide_as_rivers_are(void **state)
{
    const char text[] = "interfluve: 1\nseed: 3\nframe: {size: 400, width: 20 km}\nstages:\n"
                        "  - contour: {}\n  - network: {asymmetric: 0.8}\n  - watersheds: {}\n"
                        "  - courses: {width: 12}\n  - tree: {}\n  - sample: {}\n";
    hydro_run run = hydro_run_text(*state, text, NULL);
    assert_int_equal(run.status, FLUV_OK);
    assert_all_rules_hold(*state, run.land);
    const fluv_rivers *rivers = fluv_rivers_of(run.land);
    double cell = run.land->frame.cell;
    uint32_t wet = 0, places = 0;
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_river_point *p = rivers->points + rivers->reaches[i].first_point;
        for (uint32_t k = 1; k + 1 < rivers->reaches[i].point_count; k++) {
            double dx = p[k + 1].x - p[k - 1].x, dy = p[k + 1].y - p[k - 1].y;
            double far = 0.5 * (double)p[k].width - cell, length = hypot(dx, dy);
            for (double s = -far; s <= far; s += 0.5 * cell, places++)
                wet += is_wet(run.land, p[k].x - s * dy / length, p[k].y + s * dx / length);
        }
    }
    assert_true(places > 1000 && wet > 0.97 * places);
    fluv_builder_delete(run.builder);
}

static void the_frame_says_how_high_the_land_is(void **state)
{
    fluv_ctx *ctx = *state;
    const char text[] = "interfluve: 1\nseed: 7\n"
                        "frame: {size: 150, width: 40 km, height: [-300 m, 1500 m]}\nstages:\n"
                        "  - contour: {}\n  - network: {}\n  - watersheds: {}\n  - courses: {}\n"
                        "  - tree: {}\n  - sample: {}\n";
    hydro_run run = hydro_run_text(ctx, text, NULL);
    assert_int_equal(run.status, FLUV_OK);
    float low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < 150 * 150; i++) {
        low = fminf(low, fluv_height_of(run.land)[i]);
        high = fmaxf(high, fluv_height_of(run.land)[i]);
    }
    assert_true(high > 1300.0f && high < 1600.0f && low < -150.0f && low >= -300.0f);
    assert_all_rules_hold(ctx, run.land);
    fluv_builder_delete(run.builder);
}

/* On land that drains, and on land with hollows that fill. */
static void lakes_and_rivers_can_follow(void **state)
{
    static const char *const trees[] = {"", "ravines: 0, roughness: 1, variety: 0.9"};
    size_t lakes[2];
    for (int i = 0; i < 2; i++) {
        char text[500];
        snprintf(text, sizeof text,
                 "interfluve: 1\nseed: 7\nframe: {size: 300, width: 30 km}\nstages:\n"
                 "  - contour: {}\n  - network: {edge: 2 km}\n  - watersheds: {}\n"
                 "  - courses: {}\n  - tree: {%s}\n  - sample: {rivers: false}\n"
                 "  - lakes: {min_area: 0.04 km2, min_depth: 0.5 m}\n  - rivers: {}\n",
                 trees[i]);
        hydro_run run = hydro_run_text(*state, text, NULL);
        assert_int_equal(run.status, FLUV_OK);
        assert_all_rules_hold(*state, run.land);
        lakes[i] = fluv_lakes_of(run.land)->count;
        fluv_builder_delete(run.builder);
    }
    assert_true(lakes[0] < 3 && lakes[1] > lakes[0] + 3);
}

static void the_network_is_the_same_at_every_size(void **state)
{
    hydro_run a = hydro_make(*state, 9, 40, "", "", "courses");
    hydro_run b = hydro_make(*state, 9, 333, "", "", "courses");
    const fluv_courses *ca = fluv_layer_read(a.land, FLUV_LAYER_courses);
    const fluv_courses *cb = fluv_layer_read(b.land, FLUV_LAYER_courses);
    assert_int_equal(ca->point_count, cb->point_count);
    for (size_t i = 0; i < ca->point_count; i++)
        assert_true(hypot(ca->points[i].x - cb->points[i].x, ca->points[i].y - cb->points[i].y) <
                    1.0);
    fluv_builder_delete(a.builder);
    fluv_builder_delete(b.builder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_rise_keep_apart_and_keep_the_slope),
        cmocka_unit_test(nodes_stay_inside_and_fill_the_land),
        cmocka_unit_test(rivers_do_not_curl_up),
        cmocka_unit_test(orders_follow_from_the_graph),
        cmocka_unit_test(junctions_of_equals_make_small_rivers),
        cmocka_unit_test(zeta_lets_one_system_grow_large),
        cmocka_unit_test(selection_is_the_rule_itself),
        cmocka_unit_test(cells_share_the_land_and_flow_follows_the_law),
        cmocka_unit_test(courses_run_downhill_and_join),
        cmocka_unit_test(all_rules_hold_at_every_size),
        cmocka_unit_test(all_rules_hold_where_channels_part),
        cmocka_unit_test(rivers_that_meet_as_arms_rise_in_order),
        cmocka_unit_test(branches_leave_their_course_and_come_back_or_reach_the_sea),
        cmocka_unit_test(types_have_the_slopes_and_widths_they_are_known_for),
        cmocka_unit_test(cells_are_covered_as_wide_as_rivers_are),
        cmocka_unit_test(the_frame_says_how_high_the_land_is),
        cmocka_unit_test(lakes_and_rivers_can_follow),
        cmocka_unit_test(the_network_is_the_same_at_every_size),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
