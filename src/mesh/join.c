// SPDX-License-Identifier: MIT
/* Joining two triangulations that a straight line parts.
 *
 * A first edge, the base, spans the gap along the lower side of the common hull. A circle through
 * its ends grows upwards: on either side, edges of the old triangulation that it would make
 * wrong go, and the point it meets first makes the next base; until the gap is closed.
 *
 * Time: the edges that come and go, and the two hulls.
 *
 * Based on: Guibas, Stolfi. Primitives for the manipulation of general subdivisions. 1985 */
#include "mesh/join.h"

#include <assert.h>

static uint32_t end_of(const fluv_edge_store *store, uint32_t half)
{
    return store->halves[half].end;
}

static uint32_t origin_of(const fluv_edge_store *store, uint32_t half)
{
    return store->halves[half ^ 1].end;
}

static uint32_t next_of(const fluv_edge_store *store, uint32_t half)
{
    return store->halves[half].next;
}

static uint32_t before_of(const fluv_edge_store *store, uint32_t half)
{
    return store->halves[half].before;
}

/* A new edge from a to b, alone at both ends. */
static uint32_t make_edge(fluv_edge_store *store, uint32_t a, uint32_t b)
{
    assert(store->unused <= store->end);
    uint32_t half;
    if (store->unused < store->end) {
        half = store->unused;
        store->unused += 2;
    } else {
        half = store->freed;
        assert(half != FLUV_NONE);
        store->freed = store->halves[half].next;
    }
    store->halves[half] = (fluv_half){b, half, half};
    store->halves[half ^ 1] = (fluv_half){a, half ^ 1, half ^ 1};
    return half;
}

/* Puts a half edge that is alone next after another around their origin. */
static void insert_after(fluv_edge_store *store, uint32_t place, uint32_t half)
{
    assert(store->halves[half].next == half && store->halves[half].before == half);
    uint32_t after = store->halves[place].next;
    store->halves[half].next = after;
    store->halves[half].before = place;
    store->halves[place].next = half;
    store->halves[after].before = half;
}

static void take_out(fluv_edge_store *store, uint32_t half)
{
    uint32_t next = store->halves[half].next, before = store->halves[half].before;
    store->halves[before].next = next;
    store->halves[next].before = before;
}

static void delete_edge(fluv_edge_store *store, uint32_t half)
{
    take_out(store, half);
    take_out(store, half ^ 1);
    half &= ~1u;
    assert(store->halves[half].end != FLUV_NONE); /* not freed already */
    store->halves[half] = (fluv_half){FLUV_NONE, store->freed, FLUV_NONE};
    store->halves[half + 1] = (fluv_half){FLUV_NONE, FLUV_NONE, FLUV_NONE};
    store->freed = half;
}

/* A new edge from the end of a to the origin of b, on the left of both. */
static uint32_t connect(fluv_edge_store *store, uint32_t a, uint32_t b)
{
    uint32_t half = make_edge(store, end_of(store, a), origin_of(store, b));
    insert_after(store, before_of(store, a ^ 1), half);
    insert_after(store, b, half ^ 1);
    return half;
}

static int64_t side_of(const fluv_edge_store *store, uint32_t half, uint32_t vertex)
{
    return fluv_orientation(store->spots[vertex], store->spots[origin_of(store, half)],
                            store->spots[end_of(store, half)]);
}

fluv_part fluv_part_point(fluv_edge_store *store, uint32_t a)
{
    uint32_t half = make_edge(store, a, a);
    insert_after(store, half, half ^ 1);
    return half;
}

fluv_part fluv_part_edge(fluv_edge_store *store, uint32_t a, uint32_t b)
{
    return make_edge(store, a, b);
}

fluv_part fluv_part_triangle(fluv_edge_store *store, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t ab = make_edge(store, a, b), bc = make_edge(store, b, c);
    insert_after(store, ab ^ 1, bc);
    int64_t turn = side_of(store, ab, c);
    if (turn != 0)
        connect(store, bc, ab);
    return turn < 0 ? ab ^ 1 : ab;
}

/* Whether a comes after b along the axis; along y, the plane is thought to be turned such that y
 * points right and x down. */
static bool comes_after(fluv_spot a, fluv_spot b, bool along_y)
{
    if (along_y)
        return a.y != b.y ? a.y > b.y : a.x < b.x;
    return a.x != b.x ? a.x > b.x : a.y > b.y;
}

/* The hull's half edge, with nothing on its right, out of its last or first vertex. */
static uint32_t find_extreme(const fluv_edge_store *store, fluv_part part, bool along_y, bool last)
{
    uint32_t best = part;
    fluv_spot extreme = store->spots[origin_of(store, part)];
    for (uint32_t half = next_of(store, part ^ 1); half != part; half = next_of(store, half ^ 1)) {
        fluv_spot spot = store->spots[origin_of(store, half)];
        if (comes_after(spot, extreme, along_y) == last) {
            extreme = spot;
            best = half;
        }
    }
    return best;
}

/* The edge that closes the common hull from below, from high to low. */
static uint32_t make_base(fluv_edge_store *store, fluv_part low, fluv_part high, bool along_y)
{
    uint32_t left = before_of(store, find_extreme(store, low, along_y, true));
    uint32_t right = find_extreme(store, high, along_y, false);
    for (;;) {
        if (side_of(store, left, origin_of(store, right)) > 0)
            left = before_of(store, left ^ 1);
        else if (side_of(store, right, origin_of(store, left)) < 0)
            right = next_of(store, right ^ 1);
        else
            return connect(store, right ^ 1, left);
    }
}

/* Whether the vertex lies above the base. */
static bool above(const fluv_edge_store *store, uint32_t base, uint32_t vertex)
{
    return side_of(store, base, vertex) < 0;
}

/* The edge out of the base's end (left) or origin (right) to the vertex that the growing circle
 * meets first among that side's; the edges it makes wrong are deleted. FLUV_NONE: none above. */
static uint32_t choose(fluv_edge_store *store, uint32_t base, bool on_left)
{
    uint32_t left = end_of(store, base), right = origin_of(store, base);
    uint32_t choice = on_left ? next_of(store, base ^ 1) : before_of(store, base);
    if (!above(store, base, end_of(store, choice)))
        return FLUV_NONE;
    for (;;) {
        uint32_t other = on_left ? next_of(store, choice) : before_of(store, choice);
        if (!fluv_in_circle(store->spots, left, right, end_of(store, choice), end_of(store, other)))
            return choice;
        delete_edge(store, choice);
        choice = other;
    }
}

static void close_gap(fluv_edge_store *store, uint32_t base)
{
    assert(origin_of(store, base) != end_of(store, base));
    for (;;) {
        uint32_t left = choose(store, base, true), right = choose(store, base, false);
        if (left == FLUV_NONE && right == FLUV_NONE)
            return;
        if (left == FLUV_NONE ||
            (right != FLUV_NONE &&
             fluv_in_circle(store->spots, end_of(store, base), origin_of(store, base),
                            end_of(store, left), end_of(store, right))))
            base = connect(store, right, base ^ 1);
        else
            base = connect(store, base ^ 1, left ^ 1);
    }
}

static bool is_point(const fluv_edge_store *store, fluv_part part)
{
    return end_of(store, part) == origin_of(store, part);
}

fluv_part fluv_parts_join(fluv_edge_store *store, fluv_part low, fluv_part high, bool along_y)
{
    if (low == FLUV_NONE || high == FLUV_NONE)
        return low == FLUV_NONE ? high : low;
    assert(low != high);
    uint32_t low_point = is_point(store, low) ? low : FLUV_NONE;
    uint32_t high_point = is_point(store, high) ? high : FLUV_NONE;
    uint32_t base = make_base(store, low, high, along_y);
    close_gap(store, base);
    if (low_point != FLUV_NONE)
        delete_edge(store, low_point);
    if (high_point != FLUV_NONE)
        delete_edge(store, high_point);
    return base ^ 1;
}
