// SPDX-License-Identifier: MIT
/* Grades rivers to the ground of others: none runs above ground that rises from a lower valley.
 *
 * in   courses as they were drawn        out   the same, lower where they must be
 *
 * From a valley a the land rises to the height z_a + s * g(d) at a distance d, with a floor that is
 * flat. A river that comes into another's valley, or past it, is no higher there, and falls to that
 * earlier; below such a place it never rises. Pieces of one river that are near each other along it
 * do not count.  O(points * points around). */
#include "stages/courses/courses.h"

#include "landscape/tree_bounds.h"

#include <assert.h>

#define REACH  0.8 /* edges within which every piece of a valley matters, */
#define FAR    4.0 /* and within which some of its points do, for high rivers */
#define GENTLE 0.3 /* of a hillside's slope: what variety and roughness may leave of it, */
#define STEEP  0.6 /* and of one that is as steep as it must be */
#define ALONG  2.0 /* edges along a river beyond which its pieces have valleys of their own */
#define ROUNDS 6
#define DRAFT  1    /* rounds of a draft: what later ones lower is little and at few places */
#define CLOSE  0.5  /* m */
#define AROUND 1.5  /* edges that a course is from its node, at most */
#define LOOSE  1e-4 /* of a bound, and m: more than rounding makes of it */

/* Pieces of valleys by place, and what is known of all in a square: none can be the lowest around
 * where even the lowest and widest of them, at the square's nearest corner, would not be. */
typedef struct valleys {
    fluv_segments all;
    float *low;   /* no piece of a square is lower, m, */
    float *floor; /* nor has a wider floor, m */
} valleys;

typedef struct grader {
    const fluv_streams *streams;
    const fluv_territories *cells;
    fluv_course *courses;
    fluv_axis_point *axis;
    uint32_t count;
    uint32_t *river;  /* of a course: the last course of its river */
    uint32_t *course; /* of a point of an axis */
    uint32_t *mass;   /* of a course */
    float *was;       /* height of a point of an axis before */
    float *way;       /* from a point of an axis down its river, m */
    valleys pieces;
    valleys starts;   /* of courses, as segments without length */
    double longest;   /* of the pieces, m */
    uint32_t clock;   /* counts looks and changes */
    uint32_t *looked; /* when a point of an axis was last looked at, 0: never, */
    uint32_t *moved;  /* and when something near a square of `starts` was last lowered */
    const fluv_domain *land;
} grader;

/* A river goes on in the greatest course that enters another. */
static fluv_status find_rivers(fluv_ctx *ctx, grader *g)
{
    uint32_t *stem = fluv_scratch(ctx, g->count, sizeof *stem); /* what enters a course */
    if (!stem)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < g->count; i++)
        stem[i] = FLUV_NONE;
    for (uint32_t i = 0; i < g->count; i++) {
        uint32_t next = g->courses[i].next;
        assert(next == FLUV_NONE || next > i);
        if (next != FLUV_NONE &&
            (stem[next] == FLUV_NONE || g->courses[i].upland > g->courses[stem[next]].upland))
            stem[next] = i;
    }
    for (uint32_t i = g->count; i-- > 0;) {
        uint32_t next = g->courses[i].next;
        g->river[i] = next != FLUV_NONE && stem[next] == i ? g->river[next] : i;
    }
    fluv_scratch_drop(ctx, stem);
    return FLUV_OK;
}

static void find_ways(grader *g)
{
    for (uint32_t c = g->count; c-- > 0;) {
        const fluv_course *course = &g->courses[c];
        uint32_t at = course->first_axis + course->axis_count - 1;
        bool goes_on = course->next != FLUV_NONE && g->river[course->next] == g->river[c];
        g->way[at] = goes_on ? g->way[g->courses[course->next].first_axis] : 0.0f;
        for (; at > course->first_axis; at--)
            g->way[at - 1] = g->way[at] + (float)hypot(g->axis[at].x - g->axis[at - 1].x,
                                                       g->axis[at].y - g->axis[at - 1].y);
    }
}

static void find_masses(grader *g)
{
    uint32_t mass = 0;
    for (uint32_t i = g->count; i-- > 0;) { /* nodes the other way around */
        while (g->courses[i].node >= g->streams->first_node[mass + 1])
            mass++;
        g->mass[i] = mass;
    }
}

static fluv_status open_valleys(fluv_ctx *ctx, fluv_box box, double side, size_t room, valleys *v)
{
    FLUV_TRY(fluv_segments_init(ctx, box, side, room, &v->all));
    size_t squares = (size_t)v->all.cols * v->all.rows;
    v->low = fluv_scratch(ctx, squares, sizeof *v->low);
    v->floor = fluv_scratch(ctx, squares, sizeof *v->floor);
    return v->low && v->floor ? FLUV_OK : FLUV_NO_MEMORY;
}

static fluv_status index_pieces(fluv_ctx *ctx, grader *g, size_t points)
{
    fluv_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (size_t i = 0; i < points; i++) {
        box.low = (fluv_vec){fmin(box.low.x, g->axis[i].x), fmin(box.low.y, g->axis[i].y)};
        box.high = (fluv_vec){fmax(box.high.x, g->axis[i].x), fmax(box.high.y, g->axis[i].y)};
        g->was[i] = g->axis[i].z;
    }
    double edge = g->streams->edge;
    FLUV_TRY(open_valleys(ctx, box, 0.5 * REACH * edge, points, &g->pieces));
    FLUV_TRY(open_valleys(ctx, box, edge, g->count, &g->starts));
    for (uint32_t c = 0; c < g->count; c++)
        for (uint32_t k = 0; k < g->courses[c].axis_count; k++) {
            uint32_t i = g->courses[c].first_axis + k;
            g->course[i] = c;
            const fluv_axis_point *at = &g->axis[i];
            if (k > 0)
                g->longest = fmax(g->longest, hypot(at->x - at[-1].x, at->y - at[-1].y));
            if (k == 0 && !fluv_segments_add(&g->starts.all,
                                             (fluv_segment){{at->x, at->y}, {at->x, at->y}, i}))
                return FLUV_NO_MEMORY;
            if (k + 1 < g->courses[c].axis_count &&
                !fluv_segments_add(&g->pieces.all,
                                   (fluv_segment){{at[0].x, at[0].y}, {at[1].x, at[1].y}, i}))
                return FLUV_NO_MEMORY;
        }
    return FLUV_OK;
}

/* Height of the ground that rises from a piece of axis. */
static double ground_from(const grader *g, const fluv_segment *piece, fluv_vec p, double slope)
{
    const fluv_axis_point *at = &g->axis[piece->tag];
    fluv_vec way = fluv_minus(piece->b, piece->a), to = fluv_minus(p, piece->a);
    double square = fluv_dot(way, way);
    double t = square > 0.0 ? fmin(fmax(fluv_dot(to, way) / square, 0.0), 1.0) : 0.0;
    double far = fluv_vec_distance(p, fluv_between(piece->a, piece->b, t));
    double floor = (double)at[0].floor + t * (double)(at[1].floor - at[0].floor);
    double z = (double)at[0].z + t * (double)(at[1].z - at[0].z); /* a course has two points */
    return z + slope * (double)fluv_valley_rise((float)far, (float)floor);
}

/* Whether a piece has a valley of its own: it is of another river, or far along the same one. */
static bool is_other(const grader *g, uint32_t point, uint32_t piece)
{
    uint32_t here = g->course[point], there = g->course[piece];
    return g->mass[here] == g->mass[there] &&
           (g->river[here] != g->river[there] ||
            g->way[point] - g->way[piece] > (float)(ALONG * g->streams->edge));
}

/* The lower end of a piece, which nothing that rises from it is below. */
static float lower_end(const grader *g, const fluv_segment *piece)
{
    const fluv_axis_point *at = &g->axis[piece->tag];
    return fminf(at[0].z, at[1].z);
}

static void bound(const grader *g, valleys *v)
{
    for (size_t square = 0; square < (size_t)v->all.cols * v->all.rows; square++) {
        v->low[square] = INFINITY;
        v->floor[square] = 0.0f;
        uint32_t link = v->all.head[square];
        for (; link != FLUV_NONE; link = v->all.links[link].next) {
            const fluv_segment *piece = &v->all.list[v->all.links[link].segment];
            const fluv_axis_point *at = &g->axis[piece->tag];
            v->low[square] = fminf(v->low[square], lower_end(g, piece));
            v->floor[square] = fmaxf(v->floor[square], fmaxf(at[0].floor, at[1].floor));
        }
    }
}

/* A piece that was lowered, in all squares that have it. */
static void bound_again(const grader *g, const fluv_segment *piece, valleys *v)
{
    fluv_squares in = fluv_segments_squares(&v->all, piece);
    for (uint32_t row = in.low; row <= in.high; row++)
        for (uint32_t col = in.left; col <= in.right; col++) {
            float *low = &v->low[(size_t)row * v->all.cols + col];
            *low = fminf(*low, lower_end(g, piece));
        }
}

/* A place that ground is looked for at: from valleys within `far` m. */
typedef struct place {
    fluv_vec p;
    double far, slope;
} place;

/* Whether nothing of a square can give ground below `lowest`. What of a piece is nearest to the
 * place lies in this square, or in another, where it is found, or farther away than `far`. */
static bool is_too_high(const valleys *v, uint32_t col, uint32_t row, const place *at,
                        double lowest)
{
    fluv_vec p = at->p;
    size_t square = (size_t)row * v->all.cols + col;
    fluv_vec corner = {v->all.corner.x + v->all.side * col, v->all.corner.y + v->all.side * row};
    fluv_vec gap = {fmax(fmax(corner.x - p.x, p.x - corner.x - v->all.side), 0.0),
                    fmax(fmax(corner.y - p.y, p.y - corner.y - v->all.side), 0.0)};
    double far = fmin(sqrt(fluv_dot(gap, gap)), at->far);
    double rise = (double)fluv_valley_rise((float)far, v->floor[square]);
    return (double)v->low[square] + at->slope * rise * (1.0 - LOOSE) - LOOSE >= lowest;
}

/* The lowest ground at a point of an axis that rises from others of these within `far` m, where it
 * is below `lowest`. */
static double lowest_around(const grader *g, const valleys *v, double far, uint32_t point,
                            double slope, double lowest)
{
    const fluv_segments *s = &v->all;
    fluv_vec p = {g->axis[point].x, g->axis[point].y};
    const place at = {p, far, slope};
    uint32_t right = fluv_segments_col(s, p.x + far), high = fluv_segments_row(s, p.y + far);
    for (uint32_t row = fluv_segments_row(s, p.y - far); row <= high; row++)
        for (uint32_t col = fluv_segments_col(s, p.x - far); col <= right; col++) {
            uint32_t link = s->head[(size_t)row * s->cols + col];
            if (link == FLUV_NONE || is_too_high(v, col, row, &at, lowest))
                continue;
            for (; link != FLUV_NONE; link = s->links[link].next) {
                const fluv_segment *piece = &s->list[s->links[link].segment];
                if ((double)lower_end(g, piece) < lowest && is_other(g, point, piece->tag))
                    lowest = fmin(lowest, ground_from(g, piece, p, slope));
            }
        }
    return lowest;
}

/* The ground that rises from the coast. */
static double above_shore(const grader *g, uint32_t c, fluv_vec p, double z, double slope)
{
    double edge = g->streams->edge;
    double coast = (double)g->cells->patches[g->courses[c].node].coast - AROUND * edge;
    if (slope * coast > z)
        return INFINITY;
    fluv_nearest near = fluv_segments_nearest(&g->land->border, p, fmin(z / slope, FAR * edge));
    return near.segment == FLUV_NONE ? (double)INFINITY : slope * near.distance;
}

/* Marks the squares in which a point may lie that looks at this one, or a piece with it. */
static void note_moved(grader *g, uint32_t point)
{
    const fluv_segments *s = &g->starts.all;
    const fluv_axis_point *at = &g->axis[point];
    bool is_start = point == g->courses[g->course[point]].first_axis;
    double edge = g->streams->edge, far = REACH * edge + g->pieces.all.side + g->longest;
    far = is_start ? fmax(far, FAR * edge + s->side) : far;
    uint32_t left = fluv_segments_col(s, at->x - far), right = fluv_segments_col(s, at->x + far);
    uint32_t low = fluv_segments_row(s, at->y - far), high = fluv_segments_row(s, at->y + far);
    for (uint32_t row = low; row <= high; row++)
        for (uint32_t col = left; col <= right; col++)
            g->moved[(size_t)row * s->cols + col] = g->clock;
}

/* Point k of a course was lowered, and with it the pieces that it ends and begins. */
static void note_lower(grader *g, const fluv_course *course, uint32_t k)
{
    note_moved(g, course->first_axis + k);
    for (uint32_t from = k > 0 ? k - 1 : 0; from <= k; from++) {
        uint32_t tag = course->first_axis + from;
        const fluv_axis_point *at = &g->axis[tag];
        fluv_segment piece = {{at[0].x, at[0].y}, {at[1].x, at[1].y}, tag};
        bound_again(g, &piece, &g->pieces);
        piece.b = piece.a;
        if (from == 0)
            bound_again(g, &piece, &g->starts);
    }
}

/* How gentle hillsides may be around a course. */
static double slope_around(const grader *g, const fluv_course *course)
{
    const fluv_territory *patch = &g->cells->patches[course->node];
    return fmax(GENTLE * (double)patch->slope, STEEP * fluv_territory_least(patch));
}

/* Whether a point was looked at and nothing around has changed since. */
static bool is_settled(const grader *g, uint32_t point)
{
    const fluv_segments *s = &g->starts.all;
    uint32_t col = fluv_segments_col(s, g->axis[point].x);
    uint32_t row = fluv_segments_row(s, g->axis[point].y);
    return g->looked[point] && g->moved[(size_t)row * s->cols + col] <= g->looked[point];
}

/* Returns whether any of it was too high. */
static bool lower_axis(grader *g, uint32_t c)
{
    bool lowered = false;
    const fluv_course *course = &g->courses[c];
    double slope = slope_around(g, course);
    fluv_axis_point *axis = g->axis + course->first_axis;
    for (uint32_t k = 0; k + 1 < course->axis_count; k++) { /* the last one is the next's first */
        fluv_vec p = {axis[k].x, axis[k].y};
        double edge = g->streams->edge;
        uint32_t point = course->first_axis + k;
        if (is_settled(g, point))
            continue;
        g->looked[point] = ++g->clock;
        double ground = (double)axis[k].z;
        ground = lowest_around(g, &g->pieces, REACH * edge, point, slope, ground);
        ground = lowest_around(g, &g->starts, FAR * edge, point, slope, ground);
        ground = fmin(ground, above_shore(g, c, p, (double)axis[k].z, slope));
        lowered |= (double)axis[k].z > ground + CLOSE;
        if (!((float)ground < axis[k].z))
            continue;
        axis[k].z = (float)ground;
        note_lower(g, course, k);
    }
    return lowered;
}

/* A river is no steeper than its hillsides, or these would pass below it: above a place that was
 * lowered it is cut in, from the sea up. */
static void cut_back(grader *g)
{
    for (uint32_t c = g->count; c-- > 0;) {
        fluv_axis_point *axis = g->axis + g->courses[c].first_axis;
        uint32_t last = g->courses[c].axis_count - 1, next = g->courses[c].next;
        if (next != FLUV_NONE)
            axis[last].z = fminf(axis[last].z, g->axis[g->courses[next].first_axis].z);
        double slope = slope_around(g, &g->courses[c]);
        for (uint32_t k = last; k-- > 0;) {
            double far = hypot(axis[k + 1].x - axis[k].x, axis[k + 1].y - axis[k].y);
            float most = axis[k + 1].z + (float)(slope * far);
            axis[k].z = fminf(axis[k].z, most);
        }
    }
}

/* Rivers fall, and meet at one height. */
static void fall(grader *g)
{
    for (uint32_t c = 0; c < g->count; c++) {
        fluv_axis_point *axis = g->axis + g->courses[c].first_axis;
        uint32_t last = g->courses[c].axis_count - 1, next = g->courses[c].next;
        for (uint32_t k = 1; k <= last; k++)
            axis[k].z = fminf(axis[k].z, axis[k - 1].z);
        if (next != FLUV_NONE) {
            float *below = &g->axis[g->courses[next].first_axis].z;
            *below = fminf(*below, axis[last].z);
        }
    }
    for (uint32_t c = 0; c < g->count; c++)
        if (g->courses[c].next != FLUV_NONE)
            g->axis[g->courses[c].first_axis + g->courses[c].axis_count - 1].z =
                g->axis[g->courses[g->courses[c].next].first_axis].z;
}

/* One round over all courses; returns whether any was too high. `before`: room for a height a
 * point. */
static bool lower_all(grader *g, size_t points, float *before)
{
    bool lowered = false;
    bound(g, &g->pieces);
    bound(g, &g->starts);
    for (uint32_t c = g->count; c-- > 0;) /* from the sea up */
        lowered |= lower_axis(g, c);
    for (size_t i = 0; i < points; i++)
        before[i] = g->axis[i].z;
    cut_back(g);
    fall(g);
    g->clock++;
    for (uint32_t i = 0; i < points; i++)
        if (g->axis[i].z < before[i])
            note_moved(g, i);
    return lowered;
}

/* Where beside an axis a place lies, in its pieces from the first; not before `from`. */
static double place_along(const fluv_axis_point *axis, uint32_t count, fluv_vec p, double from)
{
    double best = from, least = INFINITY;
    for (uint32_t k = (uint32_t)from; k + 1 < count; k++) {
        fluv_vec a = {axis[k].x, axis[k].y}, b = {axis[k + 1].x, axis[k + 1].y};
        fluv_vec way = fluv_minus(b, a), to = fluv_minus(p, a);
        double t = fmin(fmax(fluv_dot(to, way) / fmax(fluv_dot(way, way), 1e-9), 0.0), 1.0);
        fluv_vec gap = fluv_minus(p, fluv_between(a, b, t));
        if (fluv_dot(gap, gap) < least) {
            least = fluv_dot(gap, gap);
            best = k + t;
        }
    }
    return fmax(best, from);
}

/* The river is lowered as its axis is beside it. */
static void lower_river(const grader *g, const fluv_course *course, fluv_course_point *points)
{
    const fluv_axis_point *axis = g->axis + course->first_axis;
    const float *was = g->was + course->first_axis;
    uint32_t last = course->point_count - 1;
    double at = 0.0;
    bool same = true;
    for (uint32_t k = 0; k < course->axis_count; k++)
        same &= was[k] == axis[k].z;
    for (uint32_t i = 1; i < last && !same; i++) {
        at = place_along(axis, course->axis_count, (fluv_vec){points[i].x, points[i].y}, at);
        uint32_t k = (uint32_t)fmin(at, course->axis_count - 2.0);
        float t = (float)(at - k);
        float down = (was[k] - axis[k].z) * (1.0f - t) + (was[k + 1] - axis[k + 1].z) * t;
        points[i].z = fmaxf(points[i].z - down, axis[course->axis_count - 1].z);
    }
    points[0].z = axis[0].z;
    points[last].z = axis[course->axis_count - 1].z;
    for (uint32_t i = 1; i <= last; i++)
        points[i].z = fminf(points[i].z, points[i - 1].z);
}

fluv_status fluv_courses_grade(fluv_ctx *ctx, const fluv_streams *streams,
                               const fluv_territories *cells, const fluv_domain *land,
                               fluv_course_lists *lists)
{
    grader g = {.streams = streams,
                .cells = cells,
                .land = land,
                .courses = lists->courses.items,
                .axis = lists->axis.items,
                .count = (uint32_t)lists->courses.count};
    size_t points = lists->axis.count;
    g.river = fluv_scratch(ctx, g.count, sizeof *g.river);
    g.mass = fluv_scratch(ctx, g.count, sizeof *g.mass);
    g.course = fluv_scratch(ctx, points, sizeof *g.course);
    g.was = fluv_scratch(ctx, points, sizeof *g.was);
    g.way = fluv_scratch(ctx, points, sizeof *g.way);
    g.looked = fluv_scratch_zero(ctx, points, sizeof *g.looked);
    float *before = fluv_scratch(ctx, points, sizeof *before);
    if (!g.river || !g.mass || !g.course || !g.was || !g.way || !g.looked || !before)
        return FLUV_NO_MEMORY;
    FLUV_TRY(find_rivers(ctx, &g));
    find_ways(&g);
    find_masses(&g);
    FLUV_TRY(index_pieces(ctx, &g, points));
    g.moved =
        fluv_scratch_zero(ctx, (size_t)g.starts.all.cols * g.starts.all.rows, sizeof *g.moved);
    if (!g.moved)
        return FLUV_NO_MEMORY;
    bool lowered = true;
    int rounds = ctx->draft ? DRAFT : ROUNDS;
    for (int round = 0; lowered && round < rounds; round++) { /* a river that is lowered, others */
        lowered = lower_all(&g, points, before);
        FLUV_TRY(fluv_look(ctx));
    }
    for (uint32_t c = 0; c < g.count; c++) {
        fluv_course_point *at = (fluv_course_point *)lists->points.items + g.courses[c].first_point;
        lower_river(&g, &g.courses[c], at);
        fluv_course_fit(&g.courses[c], at);
    }
    return FLUV_OK;
}
