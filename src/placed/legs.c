// SPDX-License-Identifier: MIT
/* Ways from point to point.
 *
 * in   ground, points        out   cells, each touching the next, that a bed can be cut along
 *
 * Between two points a way goes where length and climb together are least, in a strip along the
 * line; by chance some ground is dearer, so that it bends on a plain too: Dijkstra's search.
 *
 * Ground that must stay is a limit: a bed lies no higher than any ground it came over, and no lower
 * than ground that must stay further down. So each cell gets first, from the last point up, the
 * height that a bed needs there so that a way on exists:
 *
 *   need(u) = min over the next cells v of   h(v),              v must stay, if h(v) >= need(v)
 *                                            need(v) + fall,    else, if h(v) >= need(v)
 *
 * Then, from the first point down, no step is taken to a cell where the bed would lie lower than
 * need. Every cell that is reached has a way on, so the search ends at the last point if there is
 * any way at all: it is exact in that, and near the least in length and climb.
 * O(m log m) in the m cells of the strips. */
#include "placed/search.h"

#include "field/grid.h"
#include "field/segments.h"

#include <assert.h>
#include <math.h>

#define CLIMB_COUNT 25.0  /* m of way that a metre of climb is worth */
#define BENDS       3.0   /* of a way from point to point */
#define BENDING     2.5   /* how much dearer ground may be by chance, so that a way bends */
#define FILL        6.0F  /* m that a bed may stand above ground */
#define AS_HIGH     0.04F /* m: ground that must stay and rises no more counts as level */
#define FALL        1e-4F /* of a bed, rise over run, */
#define LEAST_FALL  5e-3F /* but so many m a step at least */

/* The line from one point to the next, and how far a way may leave it. */
typedef struct leg {
    uint32_t from, to;
    fluv_vec a, b;
    double beside; /* m */
    bool through;  /* over ground that must stay too */
    fluv_noise chance;
} leg;

/* What searches know of cells, INFINITY where they were not. Scratch. */
typedef struct known {
    float *cost;
    float *need; /* the lowest that a bed may lie so that there is a way on; NULL: any height will
                  * do, nothing must stay */
    float *bed;  /* the highest that a bed can lie which came by the way found */
    fluv_list noted; /* uint32_t: cells whose need is known */
} known;

static bool in_strip(const fluv_earth *earth, const leg *l, uint32_t cell)
{
    fluv_vec at = {fluv_cell_x(&earth->frame, cell), fluv_cell_y(&earth->frame, cell)};
    return fluv_segment_distance(l->a, l->b, at) <= l->beside;
}

/* Whether a way may pass a cell: over land in the strip. */
static bool may_pass(const fluv_earth *earth, const leg *l, uint32_t cell)
{
    if (cell == l->to || cell == l->from)
        return true;
    if (!fluv_earth_is_land(earth, cell) || !in_strip(earth, l, cell))
        return false;
    bool frozen = earth->held[cell] == FLUV_HELD && earth->lake[cell] == FLUV_NONE;
    return !earth->held[cell] || (l->through && frozen);
}

/* How high a bed can lie in a cell. */
static float most_in(const fluv_earth *earth, uint32_t cell)
{
    return earth->height[cell] + (earth->held[cell] ? AS_HIGH : FILL);
}

static float fall_between(const fluv_earth *earth, uint32_t a, uint32_t b)
{
    return fmaxf(LEAST_FALL, FALL * (float)fluv_cell_distance(&earth->topology, a, b));
}

/* ---- What a bed needs ---- */

/* Notes what a bed needs in a cell, and that its neighbours are to be looked at. */
static fluv_status note_need(fluv_ctx *ctx, fluv_search *s, known *k, uint32_t cell, float need)
{
    if (k->need[cell] == INFINITY) {
        uint32_t *noted = fluv_list_append(ctx, &k->noted, 1, sizeof *noted);
        if (!noted)
            return FLUV_NO_MEMORY;
        *noted = cell;
    }
    k->need[cell] = need;
    return fluv_search_push(ctx, s, need, cell);
}

static fluv_status spread_need(fluv_ctx *ctx, fluv_search *s, const leg *l, float end, known *k)
{
    const fluv_earth *earth = s->earth;
    FLUV_TRY(note_need(ctx, s, k, l->to, end));
    float so_far;
    for (uint32_t at; (at = fluv_heap_pop(&s->open, &so_far)) != FLUV_NONE;) {
        if (so_far > k->need[at] || most_in(earth, at) < so_far)
            continue; /* known already, or no bed can lie as high here */
        fluv_around around = fluv_around_cell(&earth->topology, at);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t other = around.cell[i];
            float there = earth->held[at] ? fmaxf(earth->height[at], so_far)
                                          : so_far + fall_between(earth, at, other);
            if (there < k->need[other] && may_pass(earth, l, other))
                FLUV_TRY(note_need(ctx, s, k, other, there));
        }
    }
    return FLUV_OK;
}

static void forget_needs(known *k)
{
    const uint32_t *cells = k->noted.items;
    for (size_t i = 0; i < k->noted.count; i++)
        k->need[cells[i]] = INFINITY;
    k->noted.count = 0;
}

/* What a bed needs in all cells of a leg, if it needs `end` where the leg ends. */
static fluv_status find_needs(fluv_ctx *ctx, const fluv_earth *earth, const leg *l, float end,
                              known *k)
{
    fluv_search s;
    if (!k->need)
        return FLUV_OK;
    forget_needs(k);
    FLUV_TRY(fluv_search_begin(ctx, earth, &s));
    fluv_status status = spread_need(ctx, &s, l, end, k);
    fluv_search_end(ctx, &s);
    return status;
}

/* ---- The way ---- */

/* Length of a step and, at its price, climb. */
static double step_cost(const fluv_earth *earth, uint32_t a, uint32_t b, float chance)
{
    double climb = (double)(earth->height[b] - earth->height[a]);
    double dear = 1.0 + BENDING * (1.0 + (double)chance);
    return dear * fluv_cell_distance(&earth->topology, a, b) + CLIMB_COUNT * fmax(0.0, climb);
}

/* How high the bed lies after a step; -INFINITY: there is no way on from there. */
static float bed_after(const fluv_earth *earth, const known *k, uint32_t at, uint32_t to)
{
    if (!k->need)
        return INFINITY;
    float bed = fminf(k->bed[at] - fall_between(earth, at, to), most_in(earth, to));
    bool up = earth->held[to] && k->bed[at] < earth->height[to];
    return up || bed < k->need[to] ? -INFINITY : bed;
}

static fluv_status search_way(fluv_ctx *ctx, fluv_search *s, const leg *l, known *k)
{
    const fluv_earth *earth = s->earth;
    uint32_t a = l->from, b = l->to;
    FLUV_TRY(fluv_search_reach(ctx, s, a, a));
    k->cost[a] = 0.0f;
    FLUV_TRY(fluv_search_push(ctx, s, 0.0f, a));
    float so_far;
    for (uint32_t at; (at = fluv_heap_pop(&s->open, &so_far)) != FLUV_NONE && at != b;) {
        if (so_far > k->cost[at])
            continue;
        fluv_around around = fluv_around_cell(&earth->topology, at);
        float chance[FLUV_DEGREE];
        fluv_earth_noise(earth, &l->chance, around.cell, around.count, chance);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t other = around.cell[i];
            float there = so_far + (float)step_cost(earth, at, other, chance[i]);
            if (!may_pass(earth, l, other) ||
                (earth->from[other] != FLUV_NONE && there >= k->cost[other]))
                continue;
            float bed = bed_after(earth, k, at, other);
            if (bed == -INFINITY)
                continue;
            if (k->need)
                k->bed[other] = bed;
            k->cost[other] = there;
            FLUV_TRY(fluv_search_reach(ctx, s, other, at));
            FLUV_TRY(fluv_search_push(ctx, s, there, other));
        }
    }
    return FLUV_OK;
}

/* Appends a way, if there is one. `bed`: how high it can lie before, and after. */
static fluv_status find_leg(fluv_ctx *ctx, const fluv_earth *earth, const leg *l, known *k,
                            float *bed, fluv_list *cells, bool *found)
{
    fluv_search s;
    FLUV_TRY(fluv_search_begin(ctx, earth, &s));
    if (k->need)
        k->bed[l->from] = fminf(*bed, most_in(earth, l->from));
    fluv_status status = search_way(ctx, &s, l, k);
    *found = earth->from[l->to] != FLUV_NONE;
    if (status == FLUV_OK && *found)
        status = fluv_search_take(ctx, &s, l->to, cells);
    if (k->need && *found)
        *bed = k->bed[l->to];
    fluv_search_end(ctx, &s);
    return status;
}

/* A line's pieces, and what is known on the way along it. */
typedef struct course {
    const fluv_earth *earth;
    const double *xy;
    size_t points;
    double freedom;
    float *ends; /* for each point, what a bed needs there; NULL: nothing must stay */
    float bed;   /* how high it can lie so far */
    known known;
} course;

/* The leg from a point to the next; false: it runs out of the frame, or stays in its cell. */
static bool make_leg(const course *line, size_t point, leg *l)
{
    const fluv_earth *earth = line->earth;
    const double *xy = line->xy + 2 * point;
    *l = (leg){.from = fluv_earth_cell(earth, xy[0], xy[1]),
               .to = fluv_earth_cell(earth, xy[2], xy[3]),
               .a = {xy[0], xy[1]},
               .b = {xy[2], xy[3]}};
    double length = fluv_vec_distance(l->a, l->b);
    l->beside = fmax(line->freedom * length, earth->frame.cell);
    l->chance = (fluv_noise){.key = earth->key,
                             .wavelength = length / BENDS,
                             .octaves = 6,
                             .gain = 0.6,
                             .lacunarity = 2.0,
                             .finest = earth->frame.cell};
    return l->from != FLUV_NONE && l->to != FLUV_NONE && l->from != l->to;
}

/* Around ground that must stay, or else over it; where neither is a way, the straight line. */
static fluv_status add_leg(fluv_ctx *ctx, course *line, size_t point, fluv_list *cells)
{
    leg l;
    bool found = false;
    float end = line->ends ? line->ends[point + 1] : -INFINITY;
    bool is_one = make_leg(line, point, &l);
    for (int through = 0; through <= 1 && is_one && !found; through++) {
        l.through = through;
        FLUV_TRY(find_needs(ctx, line->earth, &l, end, &line->known));
        FLUV_TRY(find_leg(ctx, line->earth, &l, &line->known, &line->bed, cells, &found));
    }
    return found ? FLUV_OK : fluv_path_draw(ctx, line->earth, line->xy + 2 * point, 2, cells);
}

/* From the last point up: what comes later must be met too. */
static fluv_status find_ends(fluv_ctx *ctx, course *line)
{
    leg l;
    line->ends[line->points - 1] = -INFINITY;
    for (size_t i = line->points - 1; i-- > 0;) {
        line->ends[i] = line->ends[i + 1];
        if (!make_leg(line, i, &l))
            continue;
        l.through = true;
        FLUV_TRY(find_needs(ctx, line->earth, &l, line->ends[i + 1], &line->known));
        float need = line->known.need[l.from];
        line->ends[i] = need < INFINITY ? need : -INFINITY; /* no way: the bed is refused later */
    }
    return FLUV_OK;
}

/* Leaves out loops and what was appended twice. */
static void straighten(fluv_list *cells, size_t first)
{
    uint32_t *row = (uint32_t *)cells->items + first;
    size_t kept = 0;
    for (size_t i = 0; i < cells->count - first; i++) {
        size_t k = kept;
        while (k > 0 && row[k - 1] != row[i])
            k--;
        row[k > 0 ? k - 1 : kept] = row[i];
        kept = k > 0 ? k : kept + 1;
    }
    cells->count = first + kept;
}

static fluv_status begin_line(fluv_ctx *ctx, course *line)
{
    size_t cells = line->earth->topology.count;
    line->known.cost = fluv_scratch(ctx, cells, sizeof(float));
    if (!line->known.cost)
        return FLUV_NO_MEMORY;
    if (!line->earth->frozen)
        return FLUV_OK;
    line->ends = fluv_scratch(ctx, line->points, sizeof(float));
    line->known.need = fluv_scratch(ctx, cells, sizeof(float));
    line->known.bed = fluv_scratch(ctx, cells, sizeof(float));
    if (!line->ends || !line->known.need || !line->known.bed)
        return FLUV_NO_MEMORY;
    for (size_t c = 0; c < cells; c++)
        line->known.need[c] = INFINITY;
    return find_ends(ctx, line);
}

static fluv_status follow(fluv_ctx *ctx, course *line, fluv_list *cells)
{
    uint32_t *start = fluv_list_append(ctx, cells, 1, sizeof *start);
    if (!start)
        return FLUV_NO_MEMORY;
    *start = fluv_earth_cell(line->earth, line->xy[0], line->xy[1]);
    cells->count -= *start == FLUV_NONE;
    FLUV_TRY(begin_line(ctx, line));
    for (size_t i = 0; i + 1 < line->points; i++)
        FLUV_TRY(add_leg(ctx, line, i, cells));
    return FLUV_OK;
}

/* Whether a line was drawn from its mouth up. */
static bool begins_in_sea(const fluv_earth *earth, const double *xy, size_t points)
{
    uint32_t first = fluv_earth_cell(earth, xy[0], xy[1]);
    uint32_t last = fluv_earth_cell(earth, xy[2 * points - 2], xy[2 * points - 1]);
    return first != FLUV_NONE && (earth->kind[first] & FLUV_CELL_SEA) && last != FLUV_NONE &&
           !(earth->kind[last] & FLUV_CELL_SEA);
}

/* The points of a line from its source down. Scratch, where they had to be turned. */
static const double *from_source(fluv_ctx *ctx, const fluv_earth *earth, const double *xy,
                                 size_t points)
{
    if (!begins_in_sea(earth, xy, points))
        return xy;
    double *turned = fluv_scratch(ctx, 2 * points, sizeof *turned);
    for (size_t i = 0; turned && i < points; i++) {
        turned[2 * i] = xy[2 * (points - 1 - i)];
        turned[2 * i + 1] = xy[2 * (points - 1 - i) + 1];
    }
    return turned;
}

fluv_status fluv_path_find(fluv_ctx *ctx, const fluv_earth *earth, const double *xy, size_t points,
                           double freedom, fluv_list *cells)
{
    size_t first = cells->count;
    course line = {.earth = earth,
                   .xy = from_source(ctx, earth, xy, points),
                   .points = points,
                   .freedom = freedom,
                   .bed = INFINITY};
    if (!line.xy)
        return FLUV_NO_MEMORY;
    fluv_status status = follow(ctx, &line, cells);
    fluv_list_free(&line.known.noted);
    fluv_scratch_drop(ctx, line.known.bed);
    fluv_scratch_drop(ctx, line.known.need);
    fluv_scratch_drop(ctx, line.ends);
    fluv_scratch_drop(ctx, line.known.cost);
    FLUV_TRY(status);
    straighten(cells, first);
    return fluv_advance(ctx, 0.1);
}
