// SPDX-License-Identifier: MIT
/* Growing a river graph: candidates, selection, compatibility.
 *
 * in   first nodes        out   trees of nodes that fill the domain
 *
 * Selection: the lowest candidate, where one of the priority s counts as (s - 1) * zeta lower than
 * it is. The paper asks for all candidates at most zeta above the lowest one, and takes the highest
 * priority among them. For two candidates of neighbouring priorities that is the same; but who
 * comes first would depend on a third, the lowest of all, however far away. Here it depends on the
 * two alone, so that what grows at one place does not depend on what grows far from it.  O(log n).
 *
 * Random numbers of a node belong to its way up from the mouth, those of a mouth to its place.
 *
 * Compatibility: a grid of squares as long as an edge holds the edges, so that a test looks at the
 * few around.
 *
 * Based on: Genevaux, Galin, Guerin, Peytavie, Benes. Terrain generation using procedural models
 * based on hydrology. 2013 */
#include "stages/shared/grow.h"

#include <assert.h>
#include <math.h>

#define LEAST_SLOPE   1e-5
#define AREA_RATIO    4.5  /* how much more land a river of the next order drains, about */
#define APART         0.06 /* how much farther apart rivers stay, for each order */
#define MOST_APART    1.3
#define LEAST_ANGLE   0.62 /* sine of the least angle between edges that meet, about */
#define AWAY          0.99 /* of its parent's distance from an edge: what leads away keeps it */
#define CURL_EDGES    9    /* down the river within which its course is compared with the chord */
#define FLOOR_RISE    0.15 /* of a stream on a valley's floor, which rises a little too */
#define LIPSCHITZ_FAR 2.0  /* edges around a node within which heights are compared */

fluv_status fluv_grower_init(fluv_ctx *ctx, const fluv_growth *rules, size_t given,
                             fluv_grower *out)
{
    assert(rules->edge > 0.0);
    const fluv_segments *border = &rules->domain->border;
    double most = fabs(rules->domain->area) / (0.35 * rules->edge * rules->edge);
    if (most > 1e8)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "%s: an edge of %g m is too short for %.4g km2: at most a hundred million "
                         "rivers can be drawn",
                         rules->edge_param, rules->edge, fabs(rules->domain->area) * 1e-6);
    *out = (fluv_grower){.rules = *rules, .room = (uint32_t)(most + (double)given + 64.0)};
    fluv_box box = {border->corner,
                    {border->corner.x + border->side * border->cols,
                     border->corner.y + border->side * border->rows}};
    FLUV_TRY(fluv_segments_init(ctx, box, rules->edge, out->room, &out->edges));
    out->nodes = fluv_scratch(ctx, out->room, sizeof *out->nodes);
    out->keys = fluv_scratch(ctx, out->room, sizeof *out->keys);
    if (!out->nodes || !out->keys)
        return FLUV_NO_MEMORY;
    return fluv_heap_init(ctx, &out->candidates, out->room);
}

static fluv_vec place_of(const fluv_stream_node *node)
{
    return (fluv_vec){node->x, node->y};
}

uint32_t fluv_grower_add(fluv_grower *g, fluv_stream_node node, fluv_key key)
{
    assert(node.parent == FLUV_NONE || node.parent < g->count);
    assert(node.priority >= 1 && node.priority <= FLUV_MOST_PRIORITY);
    if (g->count == g->room)
        return FLUV_NONE;
    if (node.parent != FLUV_NONE &&
        !fluv_segments_add(
            &g->edges, (fluv_segment){place_of(&g->nodes[node.parent]), place_of(&node), g->count}))
        return FLUV_NONE;
    g->nodes[g->count] = node;
    g->keys[g->count] = key;
    double turn = (double)node.z - g->rules.zeta * (node.priority - 1.0);
    fluv_heap_push(&g->candidates, (float)turn, g->count);
    return g->count++;
}

uint32_t fluv_grower_root(fluv_grower *g, fluv_stream_node node)
{
    return fluv_grower_add(g, node, fluv_key_at(g->rules.key, node.x, node.y));
}

uint32_t fluv_grower_select(fluv_grower *g)
{
    return fluv_heap_pop(&g->candidates, NULL);
}

static bool fits_domain(const fluv_growth *rules, fluv_vec from, fluv_vec p, bool from_mouth)
{
    const fluv_domain *domain = rules->domain;
    if (!fluv_domain_holds(domain, p) ||
        fluv_segments_nearest(&domain->border, p, rules->shore).segment != FLUV_NONE)
        return false;
    fluv_vec middle = fluv_between(from, p, 0.5);
    double room = rules->shore * (from_mouth ? 0.35 : 0.6);
    return fluv_domain_holds(domain, middle) &&
           fluv_segments_nearest(&domain->border, middle, room).segment == FLUV_NONE;
}

static bool keeps_off(const fluv_growth *rules, fluv_vec from, fluv_vec p)
{
    for (size_t i = 0; i < rules->off_count; i++)
        if (fluv_segment_distance(from, p, rules->off[i].at) < rules->off[i].by)
            return false;
    return true;
}

/* A new edge and what it must keep from others. */
typedef struct trial {
    const fluv_grower *g;
    uint32_t parent;
    fluv_vec from, to;
    double z;
    double clearance; /* m */
    fluv_box around;  /* edges outside of it are farther than that */
} trial;

#define BEYOND 1.000001 /* of the clearance: not within it for any rounding */

static fluv_box box_around(fluv_vec a, fluv_vec b, double by)
{
    return (fluv_box){{fmin(a.x, b.x) - by, fmin(a.y, b.y) - by},
                      {fmax(a.x, b.x) + by, fmax(a.y, b.y) + by}};
}

static bool lies_outside(const fluv_box *box, const fluv_segment *s)
{
    return (s->a.x < box->low.x && s->b.x < box->low.x) ||
           (s->a.x > box->high.x && s->b.x > box->high.x) ||
           (s->a.y < box->low.y && s->b.y < box->low.y) ||
           (s->a.y > box->high.y && s->b.y > box->high.y);
}

/* Edges that meet the new one at its parent need an angle, all others a distance. From what its
 * parent stands nearer to already, as beside a sharp junction, the new edge leads away: both forks
 * go on. */
static bool keeps_apart(const trial *t, const fluv_segment *other)
{
    if (lies_outside(&t->around, other)) /* which no edge that meets it does */
        return true;
    if (other->tag == t->parent || t->g->nodes[other->tag].parent == t->parent)
        return fluv_segment_distance(other->a, other->b, t->to) > LEAST_ANGLE * t->g->rules.edge;
    double apart = fluv_segments_apart(t->from, t->to, other->a, other->b);
    return apart > t->clearance ||
           (fluv_segment_distance(other->a, other->b, t->to) > t->clearance &&
            apart >= AWAY * fluv_segment_distance(other->a, other->b, t->from));
}

/* A river that turned and turned would run back around its own land: the way down to an ancestor
 * may not be much longer than the chord. Rivers drawn by hand may wind as they like. */
static bool keeps_course(const fluv_grower *g, uint32_t parent, fluv_vec p)
{
    if (!(g->rules.chord > 0.0))
        return true;
    uint32_t at = g->nodes[parent].parent;
    for (int k = 2; k <= CURL_EDGES && at != FLUV_NONE; k++, at = g->nodes[at].parent) {
        if (g->nodes[at].sketched)
            break;
        double least = g->rules.chord * k * g->rules.edge;
        fluv_vec gap = fluv_minus(p, place_of(&g->nodes[at]));
        if (fluv_dot(gap, gap) < least * least)
            return false;
    }
    return true;
}

static bool keeps_slope(const fluv_growth *rules, const fluv_stream_node *other, fluv_vec p,
                        double z)
{
    fluv_vec gap = fluv_minus(p, place_of(other));
    double rise = z - (double)other->z;
    return isinf(rules->steepest) ||
           rise * rise < rules->steepest * rules->steepest * fluv_dot(gap, gap);
}

static bool fits_square(const trial *t, size_t square)
{
    const fluv_segments *edges = &t->g->edges;
    for (uint32_t l = edges->head[square]; l != FLUV_NONE; l = edges->links[l].next) {
        const fluv_segment *other = &edges->list[edges->links[l].segment];
        const fluv_stream_node *upper = &t->g->nodes[other->tag];
        if (!keeps_slope(&t->g->rules, upper, t->to, t->z) ||
            !keeps_slope(&t->g->rules, &t->g->nodes[upper->parent], t->to, t->z) ||
            !keeps_apart(t, other))
            return false;
    }
    return true;
}

static bool fits_edges(const trial *t)
{
    const fluv_segments *edges = &t->g->edges;
    uint32_t middle =
        fluv_segments_row(edges, t->to.y) * edges->cols + fluv_segments_col(edges, t->to.x);
    if (!fits_square(t, middle)) /* where it is likeliest not to */
        return false;
    /* Where slopes are not limited, only what is within the clearance counts. */
    double far = isinf(t->g->rules.steepest) ? t->clearance : LIPSCHITZ_FAR * t->g->rules.edge;
    uint32_t left = fluv_segments_col(edges, fmin(t->from.x, t->to.x) - far);
    uint32_t right = fluv_segments_col(edges, fmax(t->from.x, t->to.x) + far);
    uint32_t low = fluv_segments_row(edges, fmin(t->from.y, t->to.y) - far);
    uint32_t high = fluv_segments_row(edges, fmax(t->from.y, t->to.y) + far);
    for (uint32_t row = low; row <= high; row++)
        for (uint32_t col = left; col <= right; col++)
            if (row * edges->cols + col != middle &&
                !fits_square(t, (size_t)row * edges->cols + col))
                return false;
    return true;
}

float fluv_grower_z(const fluv_grower *g, uint32_t parent, fluv_vec p, unsigned priority)
{
    assert(parent < g->count && priority >= 1);
    const fluv_stream_node *below = &g->nodes[parent];
    double slope = fmax(fluv_chart_at(g->rules.slope, p), LEAST_SLOPE) *
                   pow(AREA_RATIO, -g->rules.concavity * ((double)priority - 1.0));
    double far = fluv_vec_distance(place_of(below), p);
    double out = fmax(far - (double)below->floor, FLOOR_RISE * far); /* all of it without one */
    float z = (float)((double)below->z + slope * out);
    return fmaxf(z, nextafterf(below->z, INFINITY));
}

/* Whether there is room for the height of a node at p, and that height. */
static bool fits_between(const fluv_grower *g, uint32_t parent, fluv_vec p, unsigned priority,
                         float *z)
{
    *z = fluv_grower_z(g, parent, p, priority);
    if (g->rules.bottom)
        *z = fmaxf(*z, (float)fluv_chart_at(g->rules.bottom, p));
    return !g->rules.ceiling || (double)*z <= fluv_chart_at(g->rules.ceiling, p);
}

bool fluv_grower_fits(const fluv_grower *g, uint32_t parent, fluv_vec p, unsigned priority,
                      float *z)
{
    assert(parent < g->count && z);
    const fluv_stream_node *below = &g->nodes[parent];
    fluv_vec from = place_of(below);
    if (g->source && g->source[parent])
        return false;
    if (!keeps_course(g, parent, p) || !keeps_off(&g->rules, from, p))
        return false;
    double clearance =
        g->rules.clearance * fmin(1.0 + APART * ((double)priority - 1.0), MOST_APART);
    trial t = {g, parent, from, p, 0.0, clearance, box_around(from, p, BEYOND * clearance)};
    bool from_mouth = below->parent == FLUV_NONE;
    if (isinf(g->rules.steepest)) /* heights do not matter to edges, and cost more */
        return fits_edges(&t) && fits_domain(&g->rules, from, p, from_mouth) &&
               fits_between(g, parent, p, priority, z);
    if (!fits_domain(&g->rules, from, p, from_mouth) || !fits_between(g, parent, p, priority, z))
        return false;
    t.z = (double)*z;
    return keeps_slope(&g->rules, below, p, t.z) && fits_edges(&t);
}

void fluv_orders_find(fluv_stream_node *nodes, uint32_t count)
{
    /* The upper half of `order` says whether its order has arrived twice, until the node's turn. */
    enum { TWICE = 0x80 };
    for (uint32_t i = 0; i < count; i++)
        nodes[i].order = 0;
    for (uint32_t i = count; i-- > 0;) {
        fluv_stream_node *node = &nodes[i];
        uint8_t highest = node->order & ~TWICE & 0xff;
        bool twice = node->order & TWICE;
        node->order = highest ? (uint8_t)(highest + twice) : 1;
        if (node->parent == FLUV_NONE)
            continue;
        uint8_t *below = &nodes[node->parent].order;
        assert(node->parent < i);
        uint8_t so_far = *below & ~TWICE & 0xff;
        if (node->order > so_far)
            *below = node->order;
        else if (node->order == so_far)
            *below = so_far | TWICE;
    }
}
