// SPDX-License-Identifier: MIT
/* Placed rivers as ways over the mesh.
 *
 * in   drawn lines        out   vertices along them, each a neighbour of the next; points of the
 * line for each
 *
 * A line passes from the cell of one vertex to that of a neighbour, exactly: where it comes nearer
 * to the neighbour. It ends at the sea, at the frame's edge, in a lake or at another placed river,
 * or on land, from where its water finds its way.
 * O(line in spacings + rivers^2 * points). */
#include "landscape/layout.h"
#include "landscape/shore.h"
#include "stages/basins/parts.h"
#include "stages/shared/lake_shape.h"

#include <assert.h>
#include <string.h>

#define JOINS 2.5 /* spacings that a line may go on after it came to another river */
#define LOOKS 4.0 /* at the line in a spacing */
#define LOOP  6.0 /* spacings along the line from one vertex to the next: a loop was left out */
#define WADE  6.0 /* spacings of a line along a coast whose vertices may lie in the sea */
#define BOW   96  /* vertices that are looked at for a way around them */

/* A vertex that a line passes, and from where to where along it, m. */
typedef struct pass {
    uint32_t vertex;
    double in, out;
} pass;

typedef struct drawer {
    fluv_basins_job *job;
    size_t river;
    fluv_list xy;        /* double: the line as it is followed, inside the frame */
    fluv_list passes;    /* of pass */
    double length;       /* of the line, m */
    bool enters, leaves; /* over the frame's edge */
} drawer;

static const fluv_placed_river *river_of(const drawer *d)
{
    assert(d->river < d->job->placed->river_count);
    return &d->job->placed->rivers[d->river];
}

static const char *called(const drawer *d)
{
    return fluv_called(river_of(d)->name);
}

/* ---- The line ---- */

static fluv_status add_point(fluv_ctx *ctx, drawer *d, double x, double y)
{
    double step = 0.0;
    if (d->xy.count) {
        const double *last = (const double *)d->xy.items + d->xy.count - 2;
        step = fluv_length(x - last[0], y - last[1]);
        if (!(step > 0.0))
            return FLUV_OK;
    }
    double *added = fluv_list_append(ctx, &d->xy, 2, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    added[0] = x;
    added[1] = y;
    d->length += step;
    return FLUV_OK;
}

/* Between which shares of a piece it lies in the frame, seen along one axis. */
static void clip(double at, double step, double low, double high, double *begin, double *end)
{
    if (step == 0.0) {
        *end = at >= low && at <= high ? *end : -1.0;
        return;
    }
    double a = (low - at) / step, b = (high - at) / step;
    *begin = fmax(*begin, fmin(a, b));
    *end = fmin(*end, fmax(a, b));
}

/* The part of a piece inside the frame. After a line has left it, the rest does not count. */
static fluv_status add_piece(fluv_ctx *ctx, drawer *d, const double *a, const double *b)
{
    const fluv_frame *f = &d->job->landscape->frame;
    double dx = b[0] - a[0], dy = b[1] - a[1], begin = 0.0, end = 1.0;
    clip(a[0], dx, f->west, f->west + f->cell * f->cols, &begin, &end);
    clip(a[1], dy, f->north - f->cell * f->rows, f->north, &begin, &end);
    if (d->leaves || end < begin)
        return FLUV_OK;
    d->enters |= !d->xy.count && begin > 0.0;
    d->leaves = end < 1.0;
    FLUV_TRY(add_point(ctx, d, a[0] + begin * dx, a[1] + begin * dy));
    return add_point(ctx, d, a[0] + end * dx, a[1] + end * dy);
}

/* From the first point on, or from the last one back. */
static fluv_status draw(fluv_ctx *ctx, drawer *d, bool back)
{
    const fluv_placed_river *r = river_of(d);
    const double *xy = d->job->placed->xy + 2 * (size_t)r->first_point;
    d->xy.count = 0;
    d->length = 0.0;
    d->enters = d->leaves = false;
    for (uint32_t i = 0; i + 1 < r->point_count; i++) {
        const double *a = xy + 2 * (size_t)(back ? r->point_count - 1 - i : i);
        FLUV_TRY(add_piece(ctx, d, a, back ? a - 2 : a + 2));
    }
    return FLUV_OK;
}

/* The place of the line at a distance from its beginning. */
static void place_at(const drawer *d, double along, double *x, double *y)
{
    assert(along >= 0.0 && d->xy.count >= 4);
    const double *xy = d->xy.items;
    size_t points = d->xy.count / 2;
    for (size_t i = 0; i + 1 < points; i++) {
        double dx = xy[2 * i + 2] - xy[2 * i], dy = xy[2 * i + 3] - xy[2 * i + 1];
        double step = fluv_length(dx, dy);
        if (along <= step || i + 2 == points) {
            double part = fmin(1.0, along / step);
            *x = xy[2 * i] + part * dx;
            *y = xy[2 * i + 1] + part * dy;
            return;
        }
        along -= step;
    }
}

/* ---- From vertex to vertex ---- */

static fluv_status add_pass(fluv_ctx *ctx, drawer *d, uint32_t v, double in)
{
    assert(v < d->job->count && in >= 0.0);
    pass *list = d->passes.items;
    for (size_t i = d->passes.count; i-- > 0;)
        if (list[i].vertex == v) { /* a loop */
            d->passes.count = i + 1;
            list[i].in = in;
            return FLUV_OK;
        }
    pass *added = fluv_list_append(ctx, &d->passes, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = (pass){.vertex = v, .in = in, .out = in};
    return FLUV_OK;
}

/* The neighbour whose cell a piece enters next from that of v, and at which share of its way. */
static uint32_t next_cell(const fluv_basins_job *job, uint32_t v, const double *a, double *share)
{
    double dx = a[2] - a[0], dy = a[3] - a[1], best = 1.0;
    assert(v < job->count && *share >= 0.0 && *share <= 1.0);
    uint32_t next = FLUV_NONE;
    for (uint32_t i = job->first[v]; i < job->first[v + 1]; i++) {
        uint32_t u = job->neighbour[i];
        double ux = job->x[u] - job->x[v], uy = job->y[u] - job->y[v];
        double nearer = dx * ux + dy * uy; /* the way along which u comes nearer than v */
        double mid_x = 0.5 * (job->x[u] + job->x[v]), mid_y = 0.5 * (job->y[u] + job->y[v]);
        double at = nearer > 0.0 ? ((mid_x - a[0]) * ux + (mid_y - a[1]) * uy) / nearer : INFINITY;
        if (at < best) {
            best = at;
            next = u;
        }
    }
    *share = fmax(*share, best);
    return next;
}

static fluv_status pass_cells(fluv_ctx *ctx, drawer *d)
{
    const fluv_basins_job *job = d->job;
    const double *xy = d->xy.items;
    uint32_t v = fluv_basins_nearest(job, 0, xy[0], xy[1]);
    double before = 0.0;
    FLUV_TRY(add_pass(ctx, d, v, 0.0));
    for (size_t i = 0; i + 1 < d->xy.count / 2; i++) {
        double step = fluv_length(xy[2 * i + 2] - xy[2 * i], xy[2 * i + 3] - xy[2 * i + 1]);
        double share = 0.0;
        for (uint32_t u; (u = next_cell(job, v, xy + 2 * i, &share)) != FLUV_NONE; v = u) {
            ((pass *)d->passes.items)[d->passes.count - 1].out = before + share * step;
            FLUV_TRY(add_pass(ctx, d, u, before + share * step));
        }
        before += step;
        ((pass *)d->passes.items)[d->passes.count - 1].out = before;
    }
    return FLUV_OK;
}

/* ---- Where it begins and ends ---- */

static float shore_at(const drawer *d, double along, double *x, double *y)
{
    float shore;
    place_at(d, along, x, y);
    fluv_shore_points(fluv_shore_of(d->job->landscape), d->job->spacing, x, y, 1, &shore);
    return shore;
}

/* How much of the line lies on land after a place of it, m. */
static double land_after(const drawer *d, double along)
{
    double land = 0.0, x, y;
    for (; along < d->length; along += d->job->spacing)
        land += shore_at(d, along, &x, &y) > 0.0F ? d->job->spacing : 0.0;
    return land;
}

static fluv_status refuse_crossing(fluv_ctx *ctx, const drawer *d, double along, uint32_t other)
{
    double x, y;
    place_at(d, along, &x, &y);
    return fluv_blame(
        ctx, &river_of(d)->by,
        fluv_fail(ctx, FLUV_BAD_RECIPE,
                  "place: river %s meets river %s at %.7g, %.7g and goes on: end it there, or draw "
                  "it farther away",
                  called(d), fluv_called(d->job->placed->rivers[other].name), x, y));
}

/* Whether all that is left of a line runs beside another river: then it joins that one here. */
static bool stays_beside(const drawer *d, size_t from, uint32_t other)
{
    const fluv_basins_job *job = d->job;
    const pass *list = d->passes.items;
    for (size_t i = from; i < d->passes.count; i++) {
        uint32_t v = list[i].vertex;
        bool beside = job->river[v] == other;
        for (uint32_t k = job->first[v]; k < job->first[v + 1]; k++)
            beside |= job->river[job->neighbour[k]] == other;
        if (!beside)
            return false;
    }
    return true;
}

/* ---- Along a coast ---- */

/* Vertices around a few of the sea, on the way from one of a line to a later one. */
typedef struct bow {
    uint32_t vertex[BOW], from[BOW], count;
} bow;

static bool is_in_bow(const bow *b, uint32_t v)
{
    for (uint32_t i = 0; i < b->count; i++)
        if (b->vertex[i] == v)
            return true;
    return false;
}

/* Whether a line may be led over a vertex that it does not pass: land that nothing has. */
static bool is_unused(const drawer *d, uint32_t v)
{
    const fluv_basins_job *job = d->job;
    const pass *list = d->passes.items;
    if (job->ocean[v] || job->river[v] != FLUV_NONE || job->lake[v] != FLUV_NONE || job->at_edge[v])
        return false;
    for (size_t i = 0; i < d->passes.count; i++)
        if (list[i].vertex == v)
            return false;
    return true;
}

/* The shortest way over land from one vertex to another; its vertices between them, from its end
 * back, are the first of `b->vertex` afterwards. False: there is none near. */
static bool find_bow(const drawer *d, uint32_t from, uint32_t to, bow *b)
{
    const fluv_basins_job *job = d->job;
    *b = (bow){.vertex = {from}, .count = 1};
    for (uint32_t head = 0; head < b->count; head++) {
        uint32_t v = b->vertex[head];
        for (uint32_t i = job->first[v]; i < job->first[v + 1]; i++) {
            uint32_t u = job->neighbour[i], between[BOW], length = 0;
            if (u == to) {
                for (uint32_t at = head; at; at = b->from[at])
                    between[length++] = b->vertex[at];
                memcpy(b->vertex, between, length * sizeof *between);
                b->count = length;
                return true;
            }
            if (b->count == BOW || is_in_bow(b, u) || !is_unused(d, u))
                continue;
            b->vertex[b->count] = u;
            b->from[b->count++] = head;
        }
    }
    return false;
}

/* A line along a coast passes vertices of the sea without ending there: those are left out, and the
 * land beside them leads on. `at` is the first of them. */
static fluv_status wade(fluv_ctx *ctx, drawer *d, size_t at)
{
    const fluv_basins_job *job = d->job;
    const pass *list = d->passes.items;
    size_t next = at, count = d->passes.count;
    bow b;
    while (next < count && job->ocean[list[next].vertex])
        next++;
    if (at == 0 || next == count || list[next].in - list[at].in > WADE * job->spacing ||
        job->river[list[next].vertex] != FLUV_NONE ||
        !find_bow(d, list[at - 1].vertex, list[next].vertex, &b))
        return FLUV_OK; /* it ends in the sea */
    double in = list[at].in, out = list[next].in;
    size_t more = b.count > next - at ? b.count - (next - at) : 0;
    if (more && !fluv_list_append(ctx, &d->passes, more, sizeof(pass)))
        return FLUV_NO_MEMORY;
    pass *to = (pass *)d->passes.items + at;
    memmove(to + b.count, (pass *)d->passes.items + next, (count - next) * sizeof *to);
    for (uint32_t i = 0; i < b.count; i++) {
        double begin = in + (out - in) * i / b.count, end = in + (out - in) * (i + 1) / b.count;
        to[i] = (pass){.vertex = b.vertex[b.count - 1 - i], .in = begin, .out = end};
    }
    d->passes.count = count - (next - at) + b.count;
    return FLUV_OK;
}

/* Cuts the passes at water that the line comes to; `end` is the vertex it runs into there. A river
 * of an earlier result ends at the first, if the mesh has no room for it beside another. */
static fluv_status cut_passes(fluv_ctx *ctx, drawer *d, uint32_t *end)
{
    const fluv_basins_job *job = d->job;
    pass *list = d->passes.items;
    size_t begin = 0, count = d->passes.count;
    double x, y;
    *end = FLUV_NONE;
    while (begin < count &&
           (job->ocean[list[begin].vertex] || (job->river[list[begin].vertex] != FLUV_NONE &&
                                               list[begin].out < JOINS * job->spacing)))
        begin++;
    memmove(list, list + begin, (count - begin) * sizeof *list);
    d->passes.count = count - begin;
    for (size_t i = 0; i < d->passes.count; i++) {
        if (job->ocean[((const pass *)d->passes.items)[i].vertex])
            FLUV_TRY(wade(ctx, d, i));
        list = d->passes.items;
        uint32_t v = list[i].vertex, other = job->river[v];
        bool sea = job->ocean[v];
        if (!sea && other == FLUV_NONE)
            continue;
        bool kept = river_of(d)->kept;
        if (!sea && !kept && d->length - list[i].in > JOINS * job->spacing &&
            !stays_beside(d, i, other))
            return refuse_crossing(ctx, d, list[i].in, other);
        if (sea && !kept && land_after(d, list[i].in) > LOOP * job->spacing) {
            place_at(d, list[i].in, &x, &y);
            return fluv_blame(
                ctx, &river_of(d)->by,
                fluv_fail(
                    ctx, FLUV_BAD_RECIPE,
                    "place: river %s comes to the sea at %.7g, %.7g and goes on: end it there",
                    called(d), x, y));
        }
        *end = v;
        d->passes.count = i;
        return FLUV_OK;
    }
    return FLUV_OK;
}

/* Whether the line lies in a lake anywhere. */
static bool enters_lake(const drawer *d, const fluv_outline *shore)
{
    double x, y, step = d->job->spacing / LOOKS;
    for (double along = 0.0; along < d->length + step; along += step) {
        place_at(d, fmin(along, d->length), &x, &y);
        if (fluv_outline_holds(shore, x, y))
            return true;
    }
    return false;
}

/* Vertices of a lake that the line only passes are the river's alone. */
static fluv_status pass_lakes(fluv_ctx *ctx, drawer *d)
{
    const fluv_basins_job *job = d->job;
    const pass *list = d->passes.items;
    for (size_t i = 0; i < d->passes.count; i++) {
        uint32_t lake = job->lake[list[i].vertex];
        fluv_lake_shape shape;
        if (lake == FLUV_NONE)
            continue;
        FLUV_TRY(fluv_lake_shape_find(ctx, job->landscape, job->placed, lake, &shape));
        bool enters = enters_lake(d, &shape.shore);
        for (size_t k = i; k < d->passes.count; k++)
            if (!enters && job->lake[list[k].vertex] == lake)
                job->lake[list[k].vertex] = FLUV_NONE;
        while (enters && i + 1 < d->passes.count && job->lake[list[i + 1].vertex] == lake)
            i++;
    }
    return FLUV_OK;
}

/* Whether the line, after its vertex i, comes to a lake again. */
static bool comes_back(const drawer *d, size_t i, uint32_t lake, uint32_t end)
{
    const fluv_basins_job *job = d->job;
    const pass *list = d->passes.items;
    bool back = end != FLUV_NONE && job->lake[end] == lake;
    for (size_t k = i + 1; k < d->passes.count && !back; k++)
        back = job->lake[list[k].vertex] == lake;
    return back;
}

/* A line that ends in a lake ends at the lake's first vertex; one that leaves it is its outlet. A
 * lake has one: a river of an earlier result that would be a second ends in it. */
static fluv_status meet_lakes(fluv_ctx *ctx, drawer *d, uint32_t *end)
{
    fluv_basins_job *job = d->job;
    const pass *list = d->passes.items;
    size_t count = d->passes.count;
    while (*end == FLUV_NONE && count > 1 && job->lake[list[count - 1].vertex] != FLUV_NONE &&
           job->lake[list[count - 2].vertex] == job->lake[list[count - 1].vertex])
        count--;
    d->passes.count = count;
    for (size_t i = 0; i < count; i++) {
        uint32_t lake = job->lake[list[i].vertex];
        uint32_t to = i + 1 < count ? list[i + 1].vertex : *end;
        if (lake == FLUV_NONE || to == FLUV_NONE || comes_back(d, i, lake, *end))
            continue;
        uint32_t before = job->lake_exit[lake];
        bool second = before != FLUV_NONE && job->river[before] != FLUV_NONE &&
                      job->river[before] != d->river;
        if (second && river_of(d)->kept) {
            d->passes.count = i + 1;
            *end = FLUV_NONE;
            return meet_lakes(ctx, d, end);
        }
        if (second)
            return fluv_blame(
                ctx, &river_of(d)->by,
                fluv_fail(ctx, FLUV_BAD_RECIPE,
                          "place: river %s leaves lake %s at %.7g, %.7g, as another does: a lake "
                          "has one outlet",
                          called(d), fluv_called(job->placed->lakes[lake].name),
                          job->x[list[i].vertex], job->y[list[i].vertex]));
        job->lake_exit[lake] = list[i].vertex;
    }
    return FLUV_OK;
}

/* ---- Writing down ---- */

/* Points of the line for each vertex, from its place on the line to that of the next. */
static fluv_status write_points(fluv_ctx *ctx, drawer *d, double stop)
{
    const fluv_basins_job *job = d->job;
    const pass *list = d->passes.items;
    size_t count = d->passes.count;
    double *out = fluv_list_append(ctx, &d->job->way_xy, count * 2 * FLUV_WAY_POINTS, sizeof *out);
    uint32_t *vertex = fluv_list_append(ctx, &d->job->way_vertex, count, sizeof *vertex);
    if (!out || !vertex)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        double here = i ? 0.5 * (list[i].in + list[i].out) : list[i].in;
        double next = i + 1 < count ? 0.5 * (list[i + 1].in + list[i + 1].out) : stop;
        bool loop = next - here > LOOP * job->spacing;
        double ends[4];
        place_at(d, here, &ends[0], &ends[1]);
        place_at(d, next, &ends[2], &ends[3]);
        vertex[i] = list[i].vertex;
        for (int k = 0; k < FLUV_WAY_POINTS; k++, out += 2) {
            double part = (double)k / FLUV_WAY_POINTS;
            out[0] = ends[0] + part * (ends[2] - ends[0]);
            out[1] = ends[1] + part * (ends[3] - ends[1]);
            if (!loop)
                place_at(d, here + part * (next - here), &out[0], &out[1]);
        }
    }
    return FLUV_OK;
}

static fluv_status write_way(fluv_ctx *ctx, drawer *d, uint32_t end)
{
    fluv_basins_job *job = d->job;
    const pass *list = d->passes.items;
    size_t count = d->passes.count;
    const pass *last = &list[count - 1];
    uint32_t tail = last->vertex;
    if (end == FLUV_NONE && job->lake[tail] == FLUV_NONE && fluv_basins_beside_ocean(job, tail) &&
        !d->leaves)
        for (uint32_t i = job->first[tail]; i < job->first[tail + 1]; i++)
            if (job->ocean[job->neighbour[i]] &&
                (end == FLUV_NONE ||
                 fluv_basins_step(job, tail, job->neighbour[i]) < fluv_basins_step(job, tail, end)))
                end = job->neighbour[i];
    bool to_sea = end != FLUV_NONE && job->ocean[end];
    double stop = fmin(d->length, last->out + (to_sea ? job->spacing : 0.0));
    fluv_basins_way way = {.river = (uint32_t)d->river,
                           .first = (uint32_t)job->way_vertex.count,
                           .count = (uint32_t)count};
    place_at(d, stop, &way.end_x, &way.end_y);
    if (to_sea && stop - last->out < 0.25 * job->spacing) {
        way.end_x = job->x[end];
        way.end_y = job->y[end];
    }
    FLUV_TRY(write_points(ctx, d, stop));
    for (size_t i = 0; i < count; i++) {
        uint32_t v = list[i].vertex;
        job->river[v] = (uint32_t)d->river;
        job->forced[v] = i + 1 < count ? list[i + 1].vertex : end;
    }
    bool begins =
        !d->enters && job->lake[list[0].vertex] == FLUV_NONE && !job->at_edge[list[0].vertex];
    job->source[list[0].vertex] = begins && count > 1;
    if (to_sea || (end == FLUV_NONE && d->leaves && job->at_edge[tail]))
        job->mouth[tail] = 1;
    fluv_basins_way *added = fluv_list_append(ctx, &job->ways, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = way;
    return FLUV_OK;
}

static fluv_status take_river(fluv_ctx *ctx, drawer *d, fluv_landscape *notes)
{
    const fluv_placed_river *r = river_of(d);
    const double *xy = d->job->placed->xy + 2 * (size_t)r->first_point;
    double x, y;
    uint32_t end;
    FLUV_TRY(draw(ctx, d, false));
    if (d->xy.count < 4) {
        fluv_note_add(notes, "place", "river %s lies outside the frame", called(d));
        return FLUV_OK;
    }
    if (!r->kept && !(shore_at(d, 0.0, &x, &y) > 0.0F) && shore_at(d, d->length, &x, &y) > 0.0F)
        FLUV_TRY(draw(ctx, d, true)); /* from its mouth up */
    if (!(shore_at(d, 0.0, &x, &y) > 0.0F) && !r->kept)
        return fluv_blame(
            ctx, &r->by,
            fluv_fail(ctx, FLUV_BAD_RECIPE,
                      "place: river %s at %.7g, %.7g begins in the sea, and ends there", called(d),
                      x, y));
    FLUV_TRY(pass_cells(ctx, d));
    FLUV_TRY(cut_passes(ctx, d, &end));
    if (!d->passes.count && r->kept) {
        fluv_note_add(notes, "keep", "river %s at %.7g, %.7g lies in the sea now", called(d), xy[0],
                      xy[1]);
        return FLUV_OK;
    }
    if (!d->passes.count)
        return fluv_blame(
            ctx, &r->by,
            fluv_fail(ctx, FLUV_BAD_RECIPE,
                      "place: river %s at %.7g, %.7g has no land of its own to run over", called(d),
                      xy[0], xy[1]));
    FLUV_TRY(pass_lakes(ctx, d));
    FLUV_TRY(meet_lakes(ctx, d, &end));
    return write_way(ctx, d, end);
}

static fluv_status take(fluv_ctx *ctx, fluv_basins_job *job, size_t river)
{
    drawer d = {.job = job, .river = river};
    fluv_status status = take_river(ctx, &d, job->notes);
    fluv_list_free(&d.xy);
    fluv_list_free(&d.passes);
    return status;
}

/* Rivers that others join come first. */
fluv_status fluv_basins_ways(fluv_ctx *ctx, fluv_basins_job *job)
{
    size_t count = job->placed ? job->placed->river_count : 0;
    uint32_t *order = fluv_scratch(ctx, count + 1, sizeof *order);
    if (!order)
        return FLUV_NO_MEMORY;
    if (count)
        FLUV_TRY(fluv_placed_order(ctx, job->placed, job->spacing, order));
    for (size_t i = 0; i < count; i++)
        FLUV_TRY(take(ctx, job, order[i]));
    fluv_scratch_drop(ctx, order);
    return FLUV_OK;
}
