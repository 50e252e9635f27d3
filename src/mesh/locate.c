// SPDX-License-Identifier: MIT
/* Finding places in a mesh by walking over it.
 *
 * In a Delaunay triangulation, going from neighbour to neighbour, always nearer, leads to the
 * nearest vertex. The triangle of the place is usually one of those around it: the one in
 * its direction; else the walk goes on from triangle to triangle, through a side that the place
 * lies behind, which ends in Delaunay triangulations.
 *
 * Based on: Devillers, Pion, Teillaud. Walking in a triangulation. 2001 */
#include "mesh/locate.h"

#include <assert.h>

#define GUESSES 64

/* ---- Rings ------------------------------------------------------------------------------------
 */

/* Whether direction b comes before direction a, both from the origin, counting from that of `zero`
 * counter-clockwise. */
static bool turns_before(fluv_spot origin, fluv_spot zero, fluv_spot b, fluv_spot a)
{
    int64_t side_a = fluv_orientation(origin, zero, a), side_b = fluv_orientation(origin, zero, b);
    if ((side_a < 0) != (side_b < 0))
        return side_a < 0;
    return fluv_orientation(origin, b, a) > 0;
}

/* Where counting begins: the neighbour with no other within half a turn before it; any inside. */
static uint32_t find_zero(const fluv_guide *guide, uint32_t vertex)
{
    const fluv_mesh *mesh = guide->mesh;
    uint32_t zero = mesh->neighbour[mesh->first[vertex]];
    if (!mesh->at_edge[vertex])
        return zero;
    fluv_spot origin = guide->spot[vertex];
    for (int round = 0; round < 2; round++) /* the first may have begun exactly opposite */
        for (uint32_t i = mesh->first[vertex]; i < mesh->first[vertex + 1]; i++) {
            uint32_t other = mesh->neighbour[i];
            if (fluv_orientation(origin, guide->spot[other], guide->spot[zero]) > 0)
                zero = other;
        }
    return zero;
}

static void sort_ring(const fluv_guide *guide, uint32_t vertex, uint32_t *ring)
{
    const fluv_mesh *mesh = guide->mesh;
    uint32_t degree = mesh->first[vertex + 1] - mesh->first[vertex];
    if (degree == 0)
        return;
    assert(vertex < mesh->count && degree <= FLUV_MESH_DEGREE);
    fluv_spot origin = guide->spot[vertex];
    uint32_t zero = find_zero(guide, vertex), count = 1;
    ring[0] = zero;
    for (uint32_t i = 0; i < degree; i++) {
        uint32_t other = mesh->neighbour[mesh->first[vertex] + i], place = count;
        if (other == zero)
            continue;
        for (; place > 1 && turns_before(origin, guide->spot[zero], guide->spot[other],
                                         guide->spot[ring[place - 1]]);
             place--)
            ring[place] = ring[place - 1];
        ring[place] = other;
        count++;
    }
    assert(count == degree);
}

fluv_status fluv_guide_init(fluv_ctx *ctx, const fluv_mesh *mesh, fluv_guide *guide)
{
    assert(mesh->first[0] == 0);
    fluv_spot *spot = fluv_scratch(ctx, mesh->count, sizeof *spot);
    uint32_t *ring = fluv_scratch(ctx, mesh->first[mesh->count], sizeof *ring);
    if (!spot || !ring)
        return FLUV_NO_MEMORY;
    *guide = (fluv_guide){mesh, spot, ring};
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < mesh->count; v++)
        spot[v] = fluv_mesh_spot(mesh, v);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < mesh->count; v++)
        sort_ring(guide, v, ring + mesh->first[v]);
    return fluv_look(ctx);
}

void fluv_guide_drop(fluv_ctx *ctx, fluv_guide *guide)
{
    fluv_scratch_drop(ctx, guide->spot);
    fluv_scratch_drop(ctx, guide->ring);
    *guide = (fluv_guide){0};
}

uint32_t fluv_guide_behind(const fluv_guide *guide, uint32_t a, uint32_t b)
{
    uint32_t first = guide->mesh->first[a], end = guide->mesh->first[a + 1], at = first;
    while (guide->ring[at] != b)
        at++;
    assert(at < end); /* b is a neighbour */
    if (at > first)
        return guide->ring[at - 1];
    return guide->mesh->at_edge[a] ? FLUV_NONE : guide->ring[end - 1];
}

/* ---- Walking ----------------------------------------------------------------------------------
 */

fluv_spot fluv_guide_place(const fluv_guide *guide, double x, double y)
{
    assert(isfinite(x) && isfinite(y));
    const fluv_mesh_lattice *lattice = &guide->mesh->lattice;
    double i = fmin(fmax(x / lattice->unit_x + 0.5, 1.0), lattice->width - 1.0);
    double j = fmin(fmax(y / lattice->unit_y + 0.5, 1.0), lattice->height - 1.0);
    return (fluv_spot){(int32_t)i, (int32_t)j};
}

uint32_t fluv_guide_guess(const fluv_guide *guide, fluv_spot place)
{
    assert(guide->mesh->count > 0);
    uint32_t best = 0;
    int64_t least = INT64_MAX;
    for (uint64_t i = 0; i < GUESSES; i++) {
        uint32_t vertex = (uint32_t)(i * guide->mesh->count / GUESSES);
        int64_t apart = fluv_spots_apart(guide->spot[vertex], place);
        if (apart < least) {
            least = apart;
            best = vertex;
        }
    }
    return best;
}

uint32_t fluv_guide_nearest(const fluv_guide *guide, uint32_t start, fluv_spot place)
{
    assert(start < guide->mesh->count);
    const uint32_t *first = guide->mesh->first;
    int64_t least = fluv_spots_apart(guide->spot[start], place);
    for (uint32_t best = start;; start = best) {
        for (uint32_t i = first[start]; i < first[start + 1]; i++) {
            int64_t apart = fluv_spots_apart(guide->spot[guide->ring[i]], place);
            if (apart < least) {
                least = apart;
                best = guide->ring[i];
            }
        }
        if (best == start)
            return best;
    }
}

/* The triangle around a vertex in the direction of a place. */
static void find_wedge(const fluv_guide *guide, uint32_t vertex, fluv_spot place,
                       uint32_t corner[3])
{
    const uint32_t *ring = guide->ring + guide->mesh->first[vertex];
    uint32_t degree = guide->mesh->first[vertex + 1] - guide->mesh->first[vertex];
    bool open = guide->mesh->at_edge[vertex];
    fluv_spot centre = guide->spot[vertex];
    corner[0] = vertex;
    for (uint32_t i = open, before = open ? 0 : degree - 1; i < degree; before = i++) {
        corner[1] = ring[before];
        corner[2] = ring[i];
        if (fluv_orientation(centre, guide->spot[corner[1]], place) >= 0 &&
            fluv_orientation(centre, guide->spot[corner[2]], place) < 0)
            return;
    } /* on a side, exactly: the last triangle will do */
}

/* Steps over the first side that the place lies behind. False: it lies in the triangle. */
static bool step_over(const fluv_guide *guide, fluv_spot place, uint32_t corner[3])
{
    for (int i = 0; i < 3; i++) {
        uint32_t a = corner[i], b = corner[(i + 1) % 3];
        if (fluv_orientation(guide->spot[a], guide->spot[b], place) >= 0)
            continue;
        uint32_t behind = fluv_guide_behind(guide, a, b);
        assert(behind != FLUV_NONE);
        corner[0] = b;
        corner[1] = a;
        corner[2] = behind;
        return true;
    }
    return false;
}

void fluv_guide_locate(const fluv_guide *guide, uint32_t start, fluv_spot place, uint32_t corner[3])
{
    find_wedge(guide, fluv_guide_nearest(guide, start, place), place, corner);
    while (step_over(guide, place, corner))
        continue;
}
