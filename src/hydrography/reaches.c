// SPDX-License-Identifier: MIT
/* Reaches as lines with water in them.
 *
 * in   traced reaches     out   points with surface, bed, width, velocity; beds cut into the ground
 *
 * A line follows the cells of its channel, through known places in them, or relaxed until the steps
 * of the grid are gone. No point
 * moves farther than a third of a cell, so that it stays in its cell and two lines that did not
 * cross on the grid (no closer than 0.7 of a cell) do not cross now. Surfaces and beds are carried
 * downstream and only ever fall.  O(points). */
#include "hydrography/rivers.h"

#include "field/grid.h"
#include "landscape/hydrology.h"

#include <assert.h>
#include <string.h>

#define RELAX_ROUNDS 12
#define RELAX_REACH  0.33 /* of a cell */
#define SLOPE_WINDOW 4    /* points up and down */

typedef struct maker {
    const fluv_channel_shape *shape;
    const fluv_river_cells *ch;
    const fluv_traces *network;
    float *surface_in, *bed_in; /* what the reaches above allow at most, for each trace */
    float *floor;               /* what the dry bed it ends in allows at least */
    uint8_t *runs_in;           /* for each trace whether a running river comes into it */
    float *least;               /* surface of the sea it ends in, -inf where it ends elsewhere */
    double *moved;              /* work for relaxing: 4 values a point of the longest reach */
    double *discharge;          /* at each point of the reach under construction, m3/s */
} maker;

typedef struct stroke { /* the reach under construction */
    fluv_river_point *points;
    uint32_t count;
    float surface, bed; /* of the last point */
    float floor;        /* the bed is not cut deeper */
    float least;        /* nor does the surface lie lower */
    bool dry;           /* the bed is the ground */
} stroke;

static void add_point(const maker *m, stroke *s, double x, double y, float surface,
                      double discharge)
{
    s->surface = fmaxf(s->least, fminf(s->surface, surface));
    m->discharge[s->count] = discharge;
    s->points[s->count++] =
        (fluv_river_point){.x = x,
                           .y = y,
                           .surface = s->surface,
                           .bed = surface, /* the ground there, until it is dug */
                           .width = fluv_channel_width(m->shape, discharge)};
}

static void add_between(const maker *m, stroke *s, uint32_t a, uint32_t b, float surface,
                        double discharge)
{
    double x = 0.5 * (fluv_river_cells_x(m->ch, a) + fluv_river_cells_x(m->ch, b));
    double y = 0.5 * (fluv_river_cells_y(m->ch, a) + fluv_river_cells_y(m->ch, b));
    add_point(m, s, x, y, surface, discharge);
}

static void add_at(const maker *m, stroke *s, uint32_t cell, float surface, double discharge)
{
    double x = fluv_river_cells_x(m->ch, cell), y = fluv_river_cells_y(m->ch, cell);
    if (m->ch->aside) {
        x += m->ch->frame.cell * m->ch->aside[2 * (size_t)cell] / FLUV_ASIDE_CELL;
        y += m->ch->frame.cell * m->ch->aside[2 * (size_t)cell + 1] / FLUV_ASIDE_CELL;
    }
    add_point(m, s, x, y, surface, discharge);
}

int fluv_way_over_edge(uint32_t cols, uint32_t rows, const float *height, uint32_t cell)
{
    uint32_t col = cell % cols, row = cell / cols;
    for (int pass = 0; pass < 2; pass++) /* straight ways first */
        for (int k = pass; k < 8; k += 2) {
            int64_t c = (int64_t)col + fluv_dx[k], r = (int64_t)row + fluv_dy[k];
            if (!fluv_in_grid(cols, rows, c, r) || !isfinite(height[(size_t)r * cols + (size_t)c]))
                return k;
        }
    return 8;
}

/* Half a cell towards the frame's edge, or towards the void that the cell touches. A void that it
 * touches at a corner is pointed at from a quarter: other lines may pass through the corner. */
static void add_over_edge(const maker *m, stroke *s, uint32_t cell, double discharge)
{
    const fluv_river_cells *ch = m->ch;
    int out = ch->way_out ? ch->way_out[cell]
                          : fluv_way_over_edge(ch->frame.cols, ch->frame.rows, ch->height, cell);
    double far = (out % 2 ? 0.25 : 0.5) * ch->frame.cell;
    double dx = out == 8 ? 0.0 : far * fluv_dx[out], dy = out == 8 ? 0.0 : -far * fluv_dy[out];
    add_point(m, s, fluv_river_cells_x(ch, cell) + dx, fluv_river_cells_y(ch, cell) + dy,
              s->surface, discharge);
}

static void add_start(const maker *m, const fluv_trace *t, stroke *s)
{
    if (t->split != FLUV_NONE) { /* the river it leaves is made already */
        s->bed = m->ch->height[t->split];
        add_at(m, s, t->split, m->ch->water[t->split], (double)m->ch->discharge[t->first]);
    }
    if (t->from_lake == FLUV_NONE)
        return;
    float level = m->ch->lakes->lakes[t->from_lake].level;
    double discharge = (double)m->ch->discharge[t->start];
    uint32_t next = m->ch->receiver[t->start];
    if (next != FLUV_NONE && m->ch->channel[next])
        add_between(m, s, t->start, next, level, discharge);
    else
        add_at(m, s, t->start, level, discharge); /* the lake stands at the edge, or at the sea */
}

static void add_end(const maker *m, const fluv_trace *t, stroke *s)
{
    uint32_t last = t->last == FLUV_NONE ? t->start : t->last;
    double discharge = (double)m->ch->discharge[last];
    if (t->end == FLUV_NONE)
        add_over_edge(m, s, last, discharge);
    else if (m->ch->channel[t->end])
        add_at(m, s, t->end, m->ch->height[t->end], discharge);
    else if (t->to_lake != FLUV_NONE)
        add_between(m, s, last, t->end, m->ch->lakes->lakes[t->to_lake].level, discharge);
    else
        add_between(m, s, last, t->end, 0.0f, discharge);
}

static void relax(const maker *m, stroke *s)
{
    uint32_t n = s->count;
    double limit = RELAX_REACH * m->ch->frame.cell;
    double *x = m->moved, *y = x + n, *nx = y + n, *ny = nx + n;
    for (uint32_t i = 0; i < n; i++) {
        nx[i] = x[i] = s->points[i].x;
        ny[i] = y[i] = s->points[i].y;
    }
    for (int round = 0; round < RELAX_ROUNDS; round++) {
        for (uint32_t i = 1; i + 1 < n; i++) {
            double dx = 0.25 * (x[i - 1] + 2.0 * x[i] + x[i + 1]) - s->points[i].x;
            double dy = 0.25 * (y[i - 1] + 2.0 * y[i] + y[i + 1]) - s->points[i].y;
            double far = hypot(dx, dy), scale = far > limit ? limit / far : 1.0;
            nx[i] = s->points[i].x + dx * scale;
            ny[i] = s->points[i].y + dy * scale;
        }
        double *turn = x;
        x = nx;
        nx = turn;
        turn = y;
        y = ny;
        ny = turn;
    }
    for (uint32_t i = 0; i < n; i++) {
        s->points[i].x = x[i];
        s->points[i].y = y[i];
    }
}

static double step_length(const fluv_river_point *a, const fluv_river_point *b)
{
    return hypot(a->x - b->x, a->y - b->y);
}

/* The type that was planned where the reach ends, or the one like it that has the slope which the
 * reach came to have; its width is the type's. */
static void take_type(const maker *m, const fluv_trace *t, stroke *s)
{
    const fluv_river_cells *ch = m->ch;
    double length = 0.0, fall = (double)(s->points[0].surface - s->points[s->count - 1].surface);
    for (uint32_t i = 1; i < s->count; i++)
        length += step_length(&s->points[i - 1], &s->points[i]);
    fluv_rosgen planned = ch->rosgen[t->last == FLUV_NONE ? t->start : t->last];
    fluv_rosgen type = fluv_rosgen_fit(planned, length > 0.0 ? fall / length : 0.0);
    uint32_t at = t->first;
    for (uint32_t i = 0; i < t->cell_count; i++, at = ch->receiver[at])
        ch->rosgen[at] = (uint8_t)type;
    for (uint32_t i = 0; i < s->count; i++)
        s->points[i].width *= (float)fluv_rosgen_width(type);
}

/* The fall of the water around a point, over its length. */
static double slope_at(const fluv_river_point *points, uint32_t count, uint32_t i)
{
    assert(i < count);
    uint32_t from = i > SLOPE_WINDOW ? i - SLOPE_WINDOW : 0;
    uint32_t to = i + SLOPE_WINDOW < count ? i + SLOPE_WINDOW : count - 1;
    double length = 0.0;
    for (uint32_t k = from; k < to; k++)
        length += step_length(&points[k], &points[k + 1]);
    return length > 0.0 ? (double)(points[from].surface - points[to].surface) / length : 0.0;
}

/* Beds under the surfaces, as deep as the discharge needs, or as the bed above leaves them. Deeper
 * water is slower: what passes is the same. */
static void dig(const maker *m, stroke *s)
{
    for (uint32_t i = 0; i < s->count; i++) {
        fluv_river_point *p = &s->points[i];
        double width = (double)p->width, slope = slope_at(s->points, s->count, i);
        float depth = s->dry ? 0.0f : fluv_channel_depth(m->shape, m->discharge[i], width, slope);
        s->bed = fminf(s->bed, fmaxf(s->floor, fminf(p->bed, p->surface - depth)));
        p->bed = s->bed;
        p->velocity =
            s->dry ? 0.0f
                   : fluv_channel_velocity(m->discharge[i], width, (double)(p->surface - p->bed));
    }
}

/* The water of the reach's own cells goes into the rasters. */
static void fill_cells(const maker *m, const fluv_trace *t, const fluv_river_point *points,
                       bool dry)
{
    uint32_t at = t->first;
    for (uint32_t i = 0; i < t->cell_count; i++, at = m->ch->receiver[at]) {
        m->ch->height[at] = points[i].bed;
        m->ch->water[at] = dry ? NAN : points[i].surface;
        m->ch->cover[at] = dry ? FLUV_DRY_BED : FLUV_RIVER;
    }
}

/* Width and depth are means over the points; the velocity is that of the reach's discharge through
 * a section of this width and depth. */
static void set_means(fluv_reach *reach, const fluv_river_point *points)
{
    double width = 0.0, depth = 0.0, n = reach->point_count;
    for (uint32_t i = 0; i < reach->point_count; i++) {
        width += (double)points[i].width;
        depth += (double)(points[i].surface - points[i].bed);
        if (i)
            reach->length += step_length(&points[i - 1], &points[i]);
    }
    double fall = (double)(points[0].surface - points[reach->point_count - 1].surface);
    reach->width = (float)(width / n);
    reach->depth = (float)(depth / n);
    reach->slope = reach->length > 0.0 ? (float)(fall / reach->length) : 0.0f;
    if (reach->kind != FLUV_DRY)
        reach->velocity =
            fluv_channel_velocity(reach->discharge, (double)reach->width, (double)reach->depth);
}

static void pass_on(const maker *m, const fluv_trace *t, const stroke *s)
{
    if (t->next == FLUV_NONE || t->to_lake != FLUV_NONE)
        return;
    m->surface_in[t->next] = fminf(m->surface_in[t->next], s->surface);
    m->bed_in[t->next] = fminf(m->bed_in[t->next], s->bed);
    m->runs_in[t->next] |= !s->dry;
}

static uint8_t kind_of(const fluv_trace *t, bool dry)
{
    if (dry)
        return FLUV_DRY;
    if (t->shared != FLUV_PRIMARY)
        return t->shared;
    return t->from_lake != FLUV_NONE ? FLUV_SECONDARY : FLUV_PRIMARY;
}

/* The placed river that begins where a lake's water comes to, at once; NONE: none does. */
static uint32_t river_begun(const fluv_river_cells *ch, const fluv_trace *t)
{
    uint32_t river = t->end == FLUV_NONE ? FLUV_NONE : ch->river_of[t->end];
    if (river == FLUV_NONE || t->from_lake == FLUV_NONE || t->to_lake != FLUV_NONE)
        return FLUV_NONE;
    fluv_around around = fluv_around_cell(&ch->topology, t->end);
    for (uint32_t i = 0; i < around.count; i++) {
        uint32_t from = around.cell[i];
        if (from != t->start && ch->receiver[from] == t->end && ch->river_of[from] == river)
            return FLUV_NONE; /* it comes by */
    }
    return river;
}

/* The placed river that most of the reach's cells belong to, NONE: none. */
static uint32_t placed_river(const fluv_river_cells *ch, const fluv_trace *t)
{
    uint32_t best = FLUV_NONE, votes = 0, own = 0, at = t->first;
    if (!ch->river_of)
        return FLUV_NONE;
    if (!t->cell_count)
        return river_begun(ch, t);
    for (uint32_t i = 0; i < t->cell_count; i++, at = ch->receiver[at]) {
        uint32_t river = ch->river_of[at];
        if (river == FLUV_NONE)
            continue;
        best = votes == 0 ? river : best; /* who has the majority outlives all others */
        votes = river == best ? votes + 1 : votes - 1;
    }
    at = t->first;
    for (uint32_t i = 0; i < t->cell_count; i++, at = ch->receiver[at])
        own += best != FLUV_NONE && ch->river_of[at] == best;
    return 2 * own > t->cell_count ? best : FLUV_NONE;
}

static void widen(stroke *s, float width)
{
    for (uint32_t i = 0; i < s->count; i++)
        s->points[i].width = width;
}

static fluv_status make_reach(fluv_ctx *ctx, const maker *m, uint32_t number, fluv_reach *reach,
                              fluv_list *points)
{
    const fluv_river_cells *ch = m->ch;
    const fluv_trace *t = &m->network->traces[number];
    stroke s = {.surface = m->surface_in[number],
                .bed = m->bed_in[number],
                .floor = m->floor[number],
                .least = m->least[number]};
    uint32_t room = t->cell_count + 2;
    uint32_t first_point = (uint32_t)points->count;
    s.points = fluv_list_append(ctx, points, room, sizeof *s.points);
    if (!s.points)
        return FLUV_NO_MEMORY;
    uint32_t last = t->last == FLUV_NONE ? t->start : t->last;
    /* A lake at the level of its way out may lose what joins there: the river runs on all the same.
     */
    bool dry = s.dry = !((double)ch->discharge[last] > m->shape->perennial) && !m->runs_in[number];
    if (dry)
        s.floor = fmaxf(s.floor, s.least); /* no water stands in it up to the sea's level */
    add_start(m, t, &s);
    uint32_t at = t->first, own = s.count;
    for (uint32_t i = 0; i < t->cell_count; i++, at = ch->receiver[at])
        add_at(m, &s, at, ch->height[at], (double)ch->discharge[at]);
    uint32_t river = placed_river(ch, t);
    add_end(m, t, &s);
    assert(s.count > 0 && s.count <= room);
    points->count = first_point + s.count;
    if (!ch->aside)
        relax(m, &s);
    if (ch->rosgen)
        take_type(m, t, &s);
    if (river != FLUV_NONE && ch->placed->rivers[river].width > 0.0)
        widen(&s, (float)ch->placed->rivers[river].width);
    dig(m, &s);
    fill_cells(m, t, s.points + own, dry);
    pass_on(m, t, &s);
    *reach = (fluv_reach){.id = fluv_trace_id(ch, t),
                          .first_point = first_point,
                          .point_count = s.count,
                          .upland = ch->area[last],
                          .discharge = (double)ch->discharge[last],
                          .kind = kind_of(t, dry),
                          .locked = river != FLUV_NONE};
    if (river != FLUV_NONE)
        memcpy(reach->name, ch->placed->rivers[river].name, FLUV_NAME_ROOM);
    return FLUV_OK;
}

/* The last point of a reach is the first of the next, which may have been lowered since. */
static void join_ends(const maker *m, const uint32_t *place, const fluv_reach *reaches,
                      fluv_river_point *points)
{
    for (uint32_t i = 0; i < m->network->count; i++) {
        const fluv_trace *t = &m->network->traces[m->network->order[i]];
        if (t->next == FLUV_NONE || t->to_lake != FLUV_NONE)
            continue;
        fluv_river_point *end = &points[reaches[i].first_point + reaches[i].point_count - 1];
        const fluv_river_point *start = &points[reaches[place[t->next]].first_point];
        assert(end->x == start->x && end->y == start->y);
        end->surface = start->surface;
        end->bed = start->bed;
        if (reaches[i].kind != FLUV_DRY)
            end->velocity = fluv_channel_velocity(reaches[i].discharge, (double)end->width,
                                                  (double)(end->surface - end->bed));
    }
}

/* Types by the slopes that reaches have in the end. */
static void name_types(const maker *m, fluv_reach *reaches)
{
    for (uint32_t i = 0; m->ch->rosgen && i < m->network->count; i++) {
        const fluv_trace *t = &m->network->traces[m->network->order[i]];
        fluv_rosgen planned = m->ch->rosgen[t->last == FLUV_NONE ? t->start : t->last];
        strcpy(reaches[i].rosgen,
               fluv_rosgen_name(fluv_rosgen_fit(planned, (double)reaches[i].slope)));
    }
}

/* A reach that ends in a lake's dry bed may not be cut below it, nor may the reaches above; one
 * that ends in the sea stands no lower than the sea, though it come through land that does. */
static void set_floors(const maker *m)
{
    for (uint32_t i = m->network->count; i-- > 0;) {
        uint32_t number = m->network->order[i];
        const fluv_trace *t = &m->network->traces[number];
        m->floor[number] = m->least[number] = -INFINITY;
        if (t->to_lake != FLUV_NONE) {
            if (m->ch->lakes->lakes[t->to_lake].state == FLUV_EMPTY)
                m->floor[number] = m->ch->height[t->end];
        } else if (t->next != FLUV_NONE) {
            m->floor[number] = m->floor[t->next];
            m->least[number] = m->least[t->next];
        } else if (t->end != FLUV_NONE) {
            m->least[number] = 0.0F;
        }
    }
}

fluv_status fluv_reaches_make(fluv_ctx *ctx, const fluv_channel_shape *shape,
                              const fluv_river_cells *ch, const fluv_traces *network,
                              fluv_list *reaches, fluv_list *points)
{
    assert(network->count > 0 && network->traces && network->order);
    uint32_t count = network->count, longest = 0;
    for (uint32_t i = 0; i < count; i++)
        longest = network->traces[i].cell_count > longest ? network->traces[i].cell_count : longest;
    maker m = {.shape = shape,
               .ch = ch,
               .network = network,
               .surface_in = fluv_scratch(ctx, count, sizeof *m.surface_in),
               .bed_in = fluv_scratch(ctx, count, sizeof *m.bed_in),
               .floor = fluv_scratch(ctx, count, sizeof *m.floor),
               .runs_in = fluv_scratch_zero(ctx, count, sizeof *m.runs_in),
               .least = fluv_scratch(ctx, count, sizeof *m.least),
               .moved = fluv_scratch(ctx, ((size_t)longest + 2) * 4, sizeof *m.moved),
               .discharge = fluv_scratch(ctx, (size_t)longest + 2, sizeof *m.discharge)};
    uint32_t *place = fluv_scratch(ctx, count, sizeof *place);
    fluv_reach *list = fluv_list_append(ctx, reaches, count, sizeof *list);
    if (!m.surface_in || !m.bed_in || !m.floor || !m.runs_in || !m.least || !m.moved ||
        !m.discharge || !place || !list)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        m.surface_in[i] = m.bed_in[i] = INFINITY;
    set_floors(&m);
    for (uint32_t i = 0; i < count; i++) {
        place[network->order[i]] = i;
        FLUV_TRY(make_reach(ctx, &m, network->order[i], &list[i], points));
    }
    join_ends(&m, place, list, points->items);
    for (uint32_t i = 0; i < count; i++)
        set_means(&list[i], (const fluv_river_point *)points->items + list[i].first_point);
    name_types(&m, list);
    return FLUV_OK;
}
