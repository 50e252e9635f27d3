// SPDX-License-Identifier: MIT
/* What the author placed, while mountains rise and are worn down.
 *
 * in   layers placed, frozen; a mesh     out   vertices that rivers, lakes and frozen ground have
 *
 * A placed river is a row of vertices, each of which drains to the next: before a step their ground
 * is cut where it does not fall, as an old river cuts through what rises across it. A placed lake
 * lies as high as its outlet, and in the end becomes a hollow. Frozen vertices keep their height,
 * and all others wear towards them. Water is led down only, so that whatever is asked for, nothing
 * runs in a ring.
 *
 * O(vertices) once a mesh, O(vertices of what was placed) a step. */
#include "stages/erode/hand.h"

#include "field/domain.h"
#include "landscape/placed.h"
#include "mesh/locate.h"
#include "stages/erode/raster.h"
#include "stages/shared/lake_shape.h"
#include "water/forest.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define STEPS_A_SPACING 4.0   /* along a line, in looking for vertices near it */
#define FALL            1e-5  /* of a way, at least, rise over run */
#define DEPTH           0.02  /* of a lake's radius, where it is not given */
#define RISE            2e-4f /* m from vertex to vertex of a lake, while the ground wears */
#define SILL            0.5f  /* m that the rim stands above the outlet */
#define HACK_FACTOR     1.4   /* a river that drains A km2 is 1.4 A^0.6 km long */
#define HACK_POWER      0.6
#define RUNOFF          0.4     /* m/y, the default of `drain` */
#define YEAR            3.156e7 /* s */
#define MOST_SPRINGS    8.0     /* times the frame, that all springs count for */

void fluv_hand_free(fluv_hand *hand)
{
    fluv_list_free(&hand->ways);
    fluv_list_free(&hand->lakes);
    fluv_list_free(&hand->vertices);
    fluv_list_free(&hand->share);
    fluv_list_free(&hand->queue);
    hand->springs = false;
}

static fluv_status put(fluv_ctx *ctx, fluv_hand *hand, uint32_t vertex)
{
    uint32_t *to = fluv_list_append(ctx, &hand->vertices, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = vertex;
    return FLUV_OK;
}

static const uint32_t *vertices_of(const fluv_hand *hand, uint32_t first)
{
    assert(first <= hand->vertices.count);
    return (const uint32_t *)hand->vertices.items + first;
}

/* ---- Ground that stays ---- */

static void hold_frozen(const fluv_landscape *land, fluv_erosion_tier *l)
{
    const float *frozen = fluv_layer_read(land, FLUV_LAYER_frozen);
    const fluv_frame *frame = &land->frame;
    const fluv_erosion_raster cells = {frame->cols, frame->rows, frame->cell, NULL};
    for (uint32_t v = 0; frozen && v < l->mesh->count; v++) {
        float height = frozen[fluv_raster_cell(&cells, l->mesh->x[v], l->mesh->y[v])];
        if (isnan(height) || (l->kind[v] & FLUV_CELL_SEA))
            continue;
        l->kind[v] |= FLUV_CELL_HELD;
        l->height[v] = height;
    }
}

/* ---- Lakes ---- */

typedef struct maker {
    const fluv_landscape *land;
    const fluv_placed *placed;
    fluv_erosion_tier *level;
    fluv_hand *hand;
    uint32_t *lake; /* of each vertex, or FLUV_NONE */
    uint32_t *near; /* of each vertex, the lake whose rim it was seen in last, then its place in a
                     * row; FLUV_NONE between uses */
    uint32_t *from_shore; /* of each vertex of a lake */
} maker;

static fluv_vec place_of(const maker *m, uint32_t vertex)
{
    const fluv_frame *frame = &m->land->frame;
    return (fluv_vec){frame->west + m->level->mesh->x[vertex],
                      frame->north - m->level->mesh->y[vertex]};
}

static bool is_free(const maker *m, uint32_t vertex)
{
    return !(m->level->kind[vertex] & (FLUV_CELL_SEA | FLUV_CELL_HELD | FLUV_CELL_VOID)) &&
           m->lake[vertex] == FLUV_NONE;
}

/* The vertices that a lake covers. */
static fluv_status cover(fluv_ctx *ctx, const maker *m, uint32_t number, double *area)
{
    assert(number < m->placed->lake_count);
    fluv_domain domain;
    fluv_lake_shape shape;
    FLUV_TRY(fluv_lake_shape_find(ctx, m->land, m->placed, number, &shape));
    FLUV_TRY(fluv_domain_init(ctx, &shape.shore, 4.0 * fluv_mesh_spacing(m->level->mesh), &domain));
    for (uint32_t v = 0; v < m->level->mesh->count; v++) {
        fluv_vec at = place_of(m, v);
        bool far = fabs(at.x - shape.x) > shape.reach || fabs(at.y - shape.y) > shape.reach;
        if (far || !fluv_domain_holds(&domain, at) || !is_free(m, v) || m->level->mesh->at_edge[v])
            continue;
        m->lake[v] = number;
        *area += m->level->mesh->area[v];
        FLUV_TRY(put(ctx, m->hand, v));
    }
    return FLUV_OK;
}

/* Vertices around those of the lake that are not its own. */
static fluv_status find_rim(fluv_ctx *ctx, const maker *m, uint32_t number, fluv_hand_lake *lake)
{
    assert((size_t)lake->first + lake->count == m->hand->vertices.count);
    lake->first_rim = (uint32_t)m->hand->vertices.count;
    for (uint32_t i = 0; i < lake->count; i++) {
        fluv_around around =
            fluv_around_cell(&m->level->topology, vertices_of(m->hand, lake->first)[i]);
        for (uint32_t k = 0; k < around.count; k++) {
            uint32_t v = around.cell[k];
            if (m->lake[v] == number || m->near[v] == number)
                continue;
            m->near[v] = number;
            FLUV_TRY(put(ctx, m->hand, v));
        }
    }
    lake->rim_count = (uint32_t)m->hand->vertices.count - lake->first_rim;
    return FLUV_OK;
}

/* Whether a vertex of a lake touches what lies so many vertices from the shore; 0: the rim. */
static bool touches(const maker *m, uint32_t number, uint32_t vertex, uint32_t from_shore)
{
    fluv_around around = fluv_around_cell(&m->level->topology, vertex);
    for (uint32_t k = 0; k < around.count; k++) {
        bool inside = m->lake[around.cell[k]] == number;
        if ((inside ? m->from_shore[around.cell[k]] : 0) == from_shore && (inside || !from_shore))
            return true;
    }
    return false;
}

/* The floor sinks from the shore to the middle: by how many vertices lie between. */
static void shape_floor(const maker *m, uint32_t number, const fluv_hand_lake *lake)
{
    assert((size_t)lake->first + lake->count <= m->hand->share.count);
    const uint32_t *own = vertices_of(m->hand, lake->first);
    float *share = (float *)m->hand->share.items + lake->first;
    uint32_t most = 0;
    for (uint32_t i = 0; i < lake->count; i++)
        m->from_shore[own[i]] = FLUV_NONE;
    for (bool any = lake->count > 0; any; most += any) {
        any = false;
        for (uint32_t i = 0; i < lake->count; i++)
            if (m->from_shore[own[i]] == FLUV_NONE && touches(m, number, own[i], most)) {
                m->from_shore[own[i]] = most + 1;
                any = true;
            }
    }
    for (uint32_t i = 0; i < lake->count; i++)
        share[i] = most ? (float)m->from_shore[own[i]] / (float)most : 1.0f;
}

static fluv_status make_lake(fluv_ctx *ctx, const maker *m, uint32_t number)
{
    const fluv_placed_lake *from = &m->placed->lakes[number];
    double area = 0.0;
    fluv_hand_lake lake = {.first = (uint32_t)m->hand->vertices.count,
                           .outlet = FLUV_NONE,
                           .level = from->follows ? NAN : from->level};
    FLUV_TRY(cover(ctx, m, number, &area));
    lake.count = (uint32_t)m->hand->vertices.count - lake.first;
    lake.depth = (float)(from->depth > 0.0 ? from->depth : DEPTH * sqrt(area / M_PI));
    FLUV_TRY(find_rim(ctx, m, number, &lake));
    size_t more = m->hand->vertices.count - m->hand->share.count;
    if (more && !fluv_list_append(ctx, &m->hand->share, more, sizeof(float)))
        return FLUV_NO_MEMORY;
    shape_floor(m, number, &lake);
    fluv_hand_lake *to = fluv_list_append(ctx, &m->hand->lakes, 1, sizeof *to);
    size_t room = m->hand->queue.count;
    if (!to || (room <= lake.count &&
                !fluv_list_append(ctx, &m->hand->queue, lake.count + 1 - room, sizeof(uint32_t))))
        return FLUV_NO_MEMORY;
    *to = lake;
    return FLUV_OK;
}

/* ---- Rivers ---- */

/* One more vertex of a row. One that comes again closes a bow, which is left out. */
static fluv_status put_next(fluv_ctx *ctx, const maker *m, uint32_t vertex)
{
    uint32_t seen = m->near[vertex];
    if (seen == FLUV_NONE) {
        m->near[vertex] = (uint32_t)m->hand->vertices.count;
        return put(ctx, m->hand, vertex);
    }
    while (m->hand->vertices.count > seen + 1)
        m->near[vertices_of(m->hand, 0)[--m->hand->vertices.count]] = FLUV_NONE;
    return FLUV_OK;
}

/* Vertices whose cells a line runs through. */
static fluv_status trace(fluv_ctx *ctx, const maker *m, const fluv_guide *guide,
                         const fluv_placed_river *river, uint32_t first)
{
    const fluv_mesh *mesh = m->level->mesh;
    const fluv_frame *frame = &m->land->frame;
    const double *xy = m->placed->xy + 2 * (size_t)river->first_point;
    double step = fluv_mesh_spacing(mesh) / STEPS_A_SPACING;
    uint32_t near = FLUV_NONE;
    for (uint32_t p = 0; p + 1 < river->point_count; p++) {
        double x = xy[2 * p] - frame->west, y = frame->north - xy[2 * p + 1];
        double dx = xy[2 * p + 2] - xy[2 * p], dy = xy[2 * p + 1] - xy[2 * p + 3];
        double steps = fmax(ceil(hypot(dx, dy) / step), 1.0);
        for (double i = 0.0; i <= steps; i += 1.0) {
            double at_x = x + i / steps * dx, at_y = y + i / steps * dy;
            if (at_x < 0.0 || at_y < 0.0 || at_x > mesh->width || at_y > mesh->height)
                continue;
            fluv_spot spot = fluv_guide_place(guide, at_x, at_y);
            near = fluv_guide_nearest(
                guide, near == FLUV_NONE ? fluv_guide_guess(guide, spot) : near, spot);
            FLUV_TRY(put_next(ctx, m, near));
        }
    }
    for (uint32_t i = first; i < m->hand->vertices.count; i++)
        m->near[vertices_of(m->hand, i)[0]] = FLUV_NONE;
    return FLUV_OK;
}

static bool in_sea(const maker *m, uint32_t vertex)
{
    return m->level->kind[vertex] & FLUV_CELL_SEA;
}

/* From the source down, from where it leaves the sea, or what is held like it at the frame's edge,
 * to the first vertex that is sea again. */
static uint32_t turn_and_trim(const maker *m, uint32_t first, uint32_t count)
{
    assert((size_t)first + count <= m->hand->vertices.count);
    uint32_t *row = (uint32_t *)m->hand->vertices.items + first, from = 0;
    if (count && in_sea(m, row[0]) && !in_sea(m, row[count - 1]))
        for (uint32_t i = 0; i < count / 2; i++) {
            uint32_t turn = row[i];
            row[i] = row[count - 1 - i];
            row[count - 1 - i] = turn;
        }
    while (from < count && in_sea(m, row[from]))
        from++;
    if (from)
        memmove(row, row + from, (count - from) * sizeof *row);
    count -= from;
    while (count > 1 && in_sea(m, row[count - 1]) && in_sea(m, row[count - 2]))
        count--;
    return count;
}

/* Adds a way of a river, if it is more than a point, and says how long the river is at its end. */
static fluv_status add_way(fluv_ctx *ctx, const maker *m, fluv_hand_way way, double *length)
{
    assert((size_t)way.first + way.count <= m->hand->vertices.count);
    const uint32_t *row = vertices_of(m->hand, way.first);
    for (uint32_t i = 1; i < way.count; i++)
        *length += fluv_cell_span(&m->level->topology, row[i - 1], row[i]);
    if (way.count < 2)
        return FLUV_OK;
    fluv_hand_way *to = fluv_list_append(ctx, &m->hand->ways, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = way;
    m->hand->springs |= way.spring > 0.0;
    return FLUV_OK;
}

/* One way from the source or a lake to each lake and the river's end. */
static fluv_status make_ways(fluv_ctx *ctx, const maker *m, const fluv_guide *guide,
                             const fluv_placed_river *river)
{
    uint32_t first = (uint32_t)m->hand->vertices.count, begin = 0;
    FLUV_TRY(trace(ctx, m, guide, river, first));
    uint32_t count = turn_and_trim(m, first, (uint32_t)m->hand->vertices.count - first);
    fluv_hand_lake *lakes = m->hand->lakes.items;
    double length = 0.0;
    for (uint32_t i = 1; i <= count; i++) {
        const uint32_t *row = vertices_of(m->hand, first);
        uint32_t from = m->lake[row[i - 1]], into = i < count ? m->lake[row[i]] : FLUV_NONE;
        bool ends = i == count || (into != FLUV_NONE && from == FLUV_NONE);
        if (from != FLUV_NONE && i < count && into == FLUV_NONE) {
            assert(from < m->hand->lakes.count);
            lakes[from].outlet = row[i];
            begin = i;
        }
        if (!ends || from != FLUV_NONE)
            continue;
        fluv_hand_way way = {.first = first + begin,
                             .count = (i < count ? i + 1 : count) - begin,
                             .spring = begin ? 0.0 : river->discharge * YEAR / RUNOFF,
                             .above = length};
        FLUV_TRY(add_way(ctx, m, way, &length));
    }
    return FLUV_OK;
}

static fluv_status make_all(fluv_ctx *ctx, const maker *m)
{
    for (size_t i = 0; i < m->placed->lake_count; i++)
        FLUV_TRY(make_lake(ctx, m, (uint32_t)i));
    memset(m->near, 0xff, m->level->mesh->count * sizeof *m->near);
    if (!m->placed->river_count)
        return FLUV_OK;
    fluv_guide guide;
    FLUV_TRY(fluv_guide_init(ctx, m->level->mesh, &guide));
    for (size_t i = 0; i < m->placed->river_count; i++)
        FLUV_TRY(make_ways(ctx, m, &guide, &m->placed->rivers[i]));
    fluv_guide_drop(ctx, &guide);
    return FLUV_OK;
}

fluv_status fluv_hand_make(fluv_ctx *ctx, const fluv_landscape *land, fluv_erosion_tier *level,
                           fluv_hand *hand)
{
    size_t count = level->mesh->count;
    hold_frozen(land, level);
    maker m = {.land = land,
               .placed = fluv_layer_read(land, FLUV_LAYER_placed),
               .level = level,
               .hand = hand};
    if (!m.placed)
        return FLUV_OK;
    m.lake = fluv_scratch(ctx, count, sizeof *m.lake);
    m.near = fluv_scratch(ctx, count, sizeof *m.near);
    m.from_shore = fluv_scratch(ctx, count, sizeof *m.from_shore);
    if (!m.lake || !m.near || !m.from_shore)
        return FLUV_NO_MEMORY;
    memset(m.lake, 0xff, count * sizeof *m.lake);
    memset(m.near, 0xff, count * sizeof *m.near);
    FLUV_TRY(make_all(ctx, &m));
    fluv_scratch_drop(ctx, m.from_shore);
    fluv_scratch_drop(ctx, m.near);
    fluv_scratch_drop(ctx, m.lake);
    return FLUV_OK;
}

/* ---- In each step ---- */

static bool may_move(const fluv_erosion_tier *l, uint32_t vertex)
{
    return !(l->kind[vertex] & (FLUV_CELL_SEA | FLUV_CELL_HELD));
}

static bool has_basin(const fluv_hand_lake *lake)
{
    return lake->count && lake->rim_count;
}

static uint32_t lowest_of(const fluv_erosion_tier *l, const uint32_t *row, uint32_t count)
{
    assert(count > 0);
    uint32_t lowest = row[0];
    for (uint32_t i = 1; i < count; i++)
        lowest = l->height[row[i]] < l->height[lowest] ? row[i] : lowest;
    return lowest;
}

/* Sets a lake's outlet and rim; returns the outlet. `level` becomes the height of its surface. */
static uint32_t shape_rim(const fluv_hand *hand, const fluv_hand_lake *lake, fluv_erosion_tier *l,
                          float *level)
{
    const uint32_t *rim = vertices_of(hand, lake->first_rim);
    uint32_t outlet = lake->outlet == FLUV_NONE ? lowest_of(l, rim, lake->rim_count) : lake->outlet;
    if (isfinite(lake->level) && may_move(l, outlet))
        l->height[outlet] = lake->level;
    *level = fmaxf(l->height[outlet], 0.0f);
    for (uint32_t i = 0; i < lake->rim_count; i++)
        if (rim[i] != outlet && may_move(l, rim[i]))
            l->height[rim[i]] = fmaxf(l->height[rim[i]], *level + SILL);
    return outlet;
}

/* While the ground wears, a lake is as high as its surface: that is what rivers to it run down to.
 * It is no hollow then, as one hollow alone costs a search of the whole mesh, but rises by a hair
 * from vertex to vertex away from its outlet. */
static void lay_surface(const fluv_hand *hand, const fluv_hand_lake *lake, fluv_erosion_tier *l)
{
    const uint32_t *own = vertices_of(hand, lake->first);
    uint32_t *queue = hand->queue.items, head = 0, tail = 0;
    float level;
    assert(hand->queue.count > lake->count);
    queue[tail++] = shape_rim(hand, lake, l, &level);
    for (uint32_t i = 0; i < lake->count; i++)
        l->height[own[i]] = INFINITY; /* not reached yet */
    while (head < tail) {
        uint32_t at = queue[head++];
        float from = head == 1 ? level : l->height[at];
        fluv_around around = fluv_around_cell(&l->topology, at);
        for (uint32_t k = 0; k < around.count; k++)
            if (isinf(l->height[around.cell[k]])) {
                assert(tail < hand->queue.count);
                l->height[around.cell[k]] = nextafterf(from + RISE, INFINITY);
                queue[tail++] = around.cell[k];
            }
    }
    for (uint32_t i = 0; i < lake->count; i++) /* apart from the rest */
        if (isinf(l->height[own[i]]))
            l->height[own[i]] = level;
}

/* From the source down each vertex is lower than the one before, but none lower than water can
 * leave at the end of the way, if that is the sea. */
static void shape_way(const fluv_hand *hand, const fluv_hand_way *way, fluv_erosion_tier *l)
{
    assert(way->count >= 2);
    const uint32_t *row = vertices_of(hand, way->first);
    bool to_sea = l->kind[row[way->count - 1]] & FLUV_CELL_SEA;
    double left = 0.0; /* m of way to its end */
    for (uint32_t i = 1; i < way->count; i++)
        left += fluv_cell_span(&l->topology, row[i - 1], row[i]);
    float base = to_sea ? fmaxf(l->height[row[way->count - 1]], 0.0f) : -INFINITY;
    float before = INFINITY;
    for (uint32_t i = 0; i < way->count; i++) {
        uint32_t v = row[i];
        double step = i ? fluv_cell_span(&l->topology, row[i - 1], v) : 0.0;
        left -= step;
        float least = base + (float)(FALL * fmax(left, 0.0));
        float most = i ? nextafterf(before - (float)(FALL * step), -INFINITY) : INFINITY;
        if (may_move(l, v))
            l->height[v] = fmaxf(fminf(l->height[v], most), least);
        before = l->height[v];
    }
}

void fluv_hand_shape(const fluv_hand *hand, fluv_erosion_tier *level)
{
    for (size_t i = 0; i < hand->ways.count; i++)
        shape_way(hand, (const fluv_hand_way *)hand->ways.items + i, level);
    const fluv_hand_lake *lakes = hand->lakes.items;
    for (size_t i = 0; i < hand->lakes.count; i++)
        if (has_basin(&lakes[i]))
            lay_surface(hand, &lakes[i], level);
}

void fluv_hand_sink(const fluv_hand *hand, fluv_erosion_tier *level)
{
    const fluv_hand_lake *lakes = hand->lakes.items;
    for (size_t i = 0; i < hand->lakes.count; i++) {
        const uint32_t *own = vertices_of(hand, lakes[i].first);
        const float *share = (const float *)hand->share.items + lakes[i].first;
        float surface;
        if (!has_basin(&lakes[i]))
            continue;
        (void)shape_rim(hand, &lakes[i], level, &surface);
        for (uint32_t k = 0; k < lakes[i].count; k++)
            level->height[own[k]] = surface - lakes[i].depth * share[k];
    }
}

void fluv_hand_lead(const fluv_hand *hand, fluv_erosion_tier *level)
{
    const fluv_hand_way *ways = hand->ways.items;
    for (size_t w = 0; w < hand->ways.count; w++) {
        const uint32_t *row = vertices_of(hand, ways[w].first);
        for (uint32_t i = 0; i + 1 < ways[w].count; i++) {
            bool sea = level->kind[row[i]] & FLUV_CELL_SEA;
            if (!sea && level->height[row[i + 1]] < level->height[row[i]])
                level->receiver[row[i]] = row[i + 1];
        }
    }
}

/* Springs are led down with the rain. */
static void add_springs(fluv_ctx *ctx, const fluv_hand *hand, fluv_erosion_tier *l)
{
    const fluv_hand_way *ways = hand->ways.items;
    double all = 0.0, most = MOST_SPRINGS * l->mesh->width * l->mesh->height;
    for (size_t w = 0; w < hand->ways.count; w++)
        all += ways[w].spring;
    assert(all > 0.0 && l->unit > 0.0);
    double per_unit = fmin(1.0, most / all) / l->unit;
    fluv_erosion_own_areas(ctx, l);
    for (size_t w = 0; w < hand->ways.count; w++)
        l->area[*vertices_of(hand, ways[w].first)] += (uint64_t)(ways[w].spring * per_unit);
    fluv_forest_sum(l->mesh->count, ctx->threads, l->receiver, l->donors, l->area);
}

/* The land that a river of a length has, in m and m2 (Hack. Studies of longitudinal stream profiles
 * in Virginia and Maryland. 1957). */
static double land_of(double length)
{
    assert(length >= 0.0);
    return 1e6 * pow(length / 1000.0 / HACK_FACTOR, 1.0 / HACK_POWER);
}

void fluv_hand_add_flow(fluv_ctx *ctx, const fluv_hand *hand, fluv_erosion_tier *level)
{
    const fluv_hand_way *ways = hand->ways.items;
    if (hand->springs)
        add_springs(ctx, hand, level);
    double most = level->mesh->width * level->mesh->height;
    for (size_t w = 0; w < hand->ways.count; w++) {
        const uint32_t *row = vertices_of(hand, ways[w].first);
        double length = ways[w].above;
        for (uint32_t i = 0; i < ways[w].count; i++) {
            length += i ? fluv_cell_span(&level->topology, row[i - 1], row[i]) : 0.0;
            uint64_t usual = (uint64_t)(fmin(land_of(length), most) / level->unit);
            if (level->area[row[i]] < usual)
                level->area[row[i]] = usual;
        }
    }
}
