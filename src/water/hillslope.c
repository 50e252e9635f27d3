// SPDX-License-Identifier: MIT
/* Soil that creeps down hillslopes, and slides where they come near to their steepest.
 *
 * in   heights, rock     out   heights after a step of any length, fluxes between cells
 *
 *     dh/dt = -div q,   q = -K grad h / (1 - (|grad h| / Sc)^2)
 *
 * on Voronoi cells, implicit in time. The unknowns are the fluxes Q across the cells' sides, not
 * the heights: every change of a flux takes from one cell what it gives to the other, so that mass
 * is kept at any time, however near the solution is. Side by side, the flux is sought that fits the
 * slope which it leaves behind. With the slope b that there would be without it, and R Q the slope
 * that it takes away,
 *
 *     s + R K L s / (1 - (s / Sc)^2) = b,   L the side's width,
 *
 * whose root lies below Sc for any b and any step. Each such change brings the sum of all nearer
 * to its one minimum (the fluxes of an implicit step are the minimum of a convex function), so that
 * no step is too long. A step begins with the fluxes of the one before: land that is in balance
 * needs no sweeps.
 *
 * Sides lie in all directions, and slopes along them are less than that of the ground. ALONG is
 * the share of Sc with which the mean over directions has the flux of the law, up to slopes of
 * 0.9 Sc.
 *
 * Sides within blocks of vertices are swept by threads, those between blocks by one: blocks do not
 * depend on threads.  O(n) a sweep.
 *
 * Based on: Roering, Kirchner, Dietrich. Evidence for nonlinear, diffusive sediment transport on
 *           hillslopes and implications for landscape morphology. 1999 */
#include "water/hillslope.h"

#include <assert.h>
#include <string.h>

#define BLOCK      4096    /* vertices */
#define UNITS      2048.0  /* to a mean distance of vertices */
#define NARROW     0.02    /* of the distance: sides that are narrower are none */
#define ALONG      0.9f    /* of Sc */
#define FLATTEST   1e-3f   /* Sc is not below */
#define MOST_UNIT  65535.0 /* of a side */
#define DELTA      1.0f    /* m */
#define CALM       25.0    /* K t / area that two sweeps solve well */
#define MOST_PARTS 8.0     /* of a step; in longer ones every part begins anew */

typedef struct across {
    uint32_t from, to, side;
} across;

/* ---- Sides ---- */

typedef struct star {
    uint32_t count;
    uint32_t order[FLUV_DEGREE]; /* neighbours, around the vertex */
    double x[FLUV_DEGREE], y[FLUV_DEGREE], angle[FLUV_DEGREE];
} star;

/* The neighbours around a vertex, by angle. */
static void look_around(const fluv_topology *t, uint32_t vertex, star *s)
{
    s->count = t->first[vertex + 1] - t->first[vertex];
    assert(vertex < t->count && s->count <= FLUV_DEGREE);
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t other = t->neighbour[t->first[vertex] + i], k = i;
        s->x[i] = t->x[other] - t->x[vertex];
        s->y[i] = t->y[other] - t->y[vertex];
        s->angle[i] = atan2(s->y[i], s->x[i]);
        for (; k > 0 && s->angle[s->order[k - 1]] > s->angle[i]; k--)
            s->order[k] = s->order[k - 1];
        s->order[k] = i;
    }
}

/* Cotangent of the angle at neighbour c in the triangle with the vertex and neighbour a. */
static double cotangent(const star *s, uint32_t a, uint32_t c)
{
    double ux = -s->x[c], uy = -s->y[c], vx = s->x[a] - s->x[c], vy = s->y[a] - s->y[c];
    double area = fabs(ux * vy - uy * vx);
    return area > 0.0 ? (ux * vx + uy * vy) / area : 0.0;
}

/* From one neighbour to the next, less than half a turn: they make a triangle with the vertex. */
static bool make_triangle(const star *s, uint32_t from, uint32_t to)
{
    return s->x[from] * s->y[to] - s->y[from] * s->x[to] > 0.0;
}

/* Width of the side to the neighbour that stands at a place around the vertex. */
static double width_of(const star *s, uint32_t place)
{
    assert(place < s->count);
    uint32_t own = s->order[place], next = s->order[(place + 1) % s->count],
             last = s->order[(place + s->count - 1) % s->count];
    double sum = make_triangle(s, own, next) ? cotangent(s, own, next) : 0.0;
    if (last != next || s->count == 2)
        sum += make_triangle(s, last, own) ? cotangent(s, own, last) : 0.0;
    return 0.5 * hypot(s->x[own], s->y[own]) * fmax(sum, 0.0);
}

static void measure_sides(fluv_hillslopes *h, uint32_t vertex)
{
    const fluv_topology *t = h->topology;
    star s;
    uint32_t own = h->first[vertex + 1] - h->first[vertex];
    look_around(t, vertex, &s);
    for (uint32_t p = 0; p < s.count; p++) {
        uint32_t i = s.order[p];
        if (i + own < s.count)
            continue; /* a neighbour with a lower number */
        double distance = hypot(s.x[i], s.y[i]), width = width_of(&s, p);
        fluv_side *side = &h->sides[h->first[vertex] + i + own - s.count];
        width = width < NARROW * distance ? 0.0 : width / (double)h->unit;
        *side = (fluv_side){
            .width = (uint16_t)lrint(fmin(width, MOST_UNIT)),
            .distance = (uint16_t)lrint(fmin(fmax(distance / (double)h->unit, 1.0), MOST_UNIT))};
    }
}

/* The neighbours with higher numbers stand last. */
static uint32_t count_higher(const fluv_topology *t, uint32_t vertex)
{
    uint32_t end = t->first[vertex + 1], at = end;
    while (at > t->first[vertex] && t->neighbour[at - 1] > vertex)
        at--;
    return end - at;
}

/* The neighbour on the other side. */
static uint32_t beyond(const fluv_hillslopes *h, uint32_t vertex, uint32_t side)
{
    const fluv_topology *t = h->topology;
    return t->neighbour[t->first[vertex + 1] - (h->first[vertex + 1] - side)];
}

static fluv_status list_across(fluv_ctx *ctx, fluv_hillslopes *h)
{
    for (uint32_t v = 0; v < h->topology->count; v++)
        for (uint32_t i = h->first[v]; i < h->first[v + 1]; i++) {
            uint32_t to = beyond(h, v, i);
            if (to / BLOCK == v / BLOCK)
                continue;
            across *row = fluv_list_append(ctx, &h->across, 1, sizeof *row);
            if (!row)
                return FLUV_NO_MEMORY;
            *row = (across){v, to, i};
        }
    return fluv_list_trim(ctx, &h->across);
}

fluv_status fluv_hillslopes_init(fluv_ctx *ctx, const fluv_topology *topology, fluv_hillslopes *h)
{
    uint32_t count = topology->count;
    assert(!topology->cols && count > 1);
    *h = (fluv_hillslopes){.topology = topology};
    h->first = fluv_scratch(ctx, (size_t)count + 1, sizeof *h->first);
    h->sides = fluv_scratch(ctx, topology->first[count] / 2, sizeof *h->sides);
    if (!h->first || !h->sides)
        return FLUV_NO_MEMORY;
    double frame = 0.0;
    h->first[0] = 0;
    for (uint32_t v = 0; v < count; v++) {
        frame += topology->areas[v];
        h->first[v + 1] = h->first[v] + count_higher(topology, v);
    }
    h->unit = (float)(sqrt(frame / count) / UNITS);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < count; v++)
        measure_sides(h, v);
    return list_across(ctx, h);
}

void fluv_hillslopes_drop(fluv_ctx *ctx, fluv_hillslopes *h)
{
    fluv_scratch_drop(ctx, h->first);
    fluv_scratch_drop(ctx, h->sides);
    fluv_list_free(&h->across);
    *h = (fluv_hillslopes){0};
}

/* ---- Steps ---- */

typedef struct sweep {
    fluv_hillslopes *slopes;
    const fluv_creep *creep;
    const float *thin; /* years / area; 0 where the height is kept */
    float *height;
    float diffusion, talus, unit;
    bool backwards;
} sweep;

static inline float mean_of(const float *map, float number, uint32_t a, uint32_t b)
{
    return map ? 0.5f * (map[a] + map[b]) : number;
}

/* The flux that fits the slope which it leaves. Near the root, where 1 + s is known well, the cubic
 * is a parabola. */
static inline void relax(const sweep *w, fluv_side *side, uint32_t a, uint32_t b)
{
    float taken = w->thin[a] + w->thin[b];
    if (side->width == 0 || taken <= 0.0f) {
        side->flux = 0.0f;
        return;
    }
    float distance = (float)side->distance * w->unit, per_both = 1.0f / (distance * taken);
    float per_distance = taken * per_both, per_flux = taken * per_distance;
    float talus = mean_of(w->creep->talus_map, w->talus, a, b) * ALONG;
    float most = talus > FLATTEST ? talus : FLATTEST, per_most = 1.0f / most;
    float diffusion = mean_of(w->creep->diffusion_map, w->diffusion, a, b);
    float slope = (w->height[a] - w->height[b]) * per_distance;
    float bare = slope + per_flux * side->flux;
    float steep = fabsf(bare) * per_most, guess = fabsf(slope) * per_most;
    float one = guess < 1.0f ? 1.0f + guess : 2.0f;
    float pull = per_flux * diffusion * (float)side->width * w->unit;
    float sum = (1.0f + steep) * one + pull, rest = sum * sum - 4.0f * steep * one * one;
    float left = 2.0f * steep * one / (sum + sqrtf(rest > 0.0f ? rest : 0.0f));
    float flux = copysignf((steep - left) * most * distance * distance * per_both, bare);
    bool back = flux < 0.0f; /* ground that is kept gives nothing */
    flux = (back ? w->thin[b] : w->thin[a]) > 0.0f ? flux : 0.0f;
    float more = diffusion > 0.0f ? flux - side->flux : -side->flux;
    side->flux += more;
    w->height[a] -= w->thin[a] * more;
    w->height[b] += w->thin[b] * more;
}

/* Sides of one block, the first of each vertex, then the second, and so on: one after another they
 * rarely touch the same vertex, and the processor works on several at once. */
static void relax_block(const sweep *w, uint32_t from, uint32_t end)
{
    const fluv_hillslopes *h = w->slopes;
    bool any = true;
    for (uint32_t k = 0; any; k++) {
        any = false;
        for (uint32_t i = from; i < end; i++) {
            uint32_t v = w->backwards ? from + (end - 1 - i) : i, side = h->first[v] + k;
            if (side >= h->first[v + 1])
                continue;
            uint32_t to = beyond(h, v, side);
            any = true;
            if (to < end)
                relax(w, &h->sides[side], v, to);
        }
    }
}

static void relax_across(const sweep *w)
{
    const across *rows = w->slopes->across.items;
    for (size_t i = 0; i < w->slopes->across.count; i++) {
        const across *row = &rows[w->backwards ? w->slopes->across.count - 1 - i : i];
        relax(w, &w->slopes->sides[row->side], row->from, row->to);
    }
}

static sweep sweep_of(fluv_hillslopes *slopes, const fluv_creep *creep, const float *thin,
                      float *height)
{
    return (sweep){.slopes = slopes,
                   .creep = creep,
                   .thin = thin,
                   .height = height,
                   .diffusion = (float)creep->diffusion,
                   .talus = (float)creep->talus,
                   .unit = slopes->unit};
}

void fluv_hillslopes_sweep(fluv_hillslopes *slopes, const fluv_creep *creep, int threads,
                           int sweeps, const float *thin, float *height)
{
    uint32_t count = slopes->topology->count, blocks = (count + BLOCK - 1) / BLOCK;
    sweep w = sweep_of(slopes, creep, thin, height);
    assert(threads > 0 && creep->years > 0.0);
    for (int s = 0; s < sweeps; s++) {
        w.backwards = s % 2;
#pragma omp parallel for num_threads(threads) schedule(static)
        for (uint32_t b = 0; b < blocks; b++)
            relax_block(&w, b * BLOCK, b + 1 < blocks ? (b + 1) * BLOCK : count);
        relax_across(&w);
    }
}

/* ---- The first guess ---- */

/* Deltas lie a little above the lakes that they grew into. */
static bool lies_in_lake(const fluv_creep *c, const float *height, uint32_t vertex)
{
    return c->traps && height[vertex] <= c->traps[c->basin[vertex]].level + DELTA;
}

/* Ground that keeps its height: what is held, and channels, where k A^(m + 1/2) is more than K. */
static bool keeps_height(const fluv_creep *c, const float *height, uint32_t vertex)
{
    if (c->kind[vertex] & (FLUV_CELL_SEA | FLUV_CELL_VOID | FLUV_CELL_HELD))
        return true;
    if (!c->area || lies_in_lake(c, height, vertex))
        return false;
    double area = (double)c->area[vertex] * c->unit;
    double k = c->erodibility * (c->erodibility_map ? (double)c->erodibility_map[vertex] : 1.0);
    double diffusion = c->diffusion_map ? (double)c->diffusion_map[vertex] : c->diffusion;
    return k * (c->m == 0.5 ? area : pow(area, c->m + 0.5)) > diffusion;
}

/* What the fluxes of the last step bring in this one. */
static inline void begin(const sweep *w, const fluv_side *side, uint32_t a, uint32_t b)
{
    w->height[a] -= w->thin[a] * side->flux;
    w->height[b] += w->thin[b] * side->flux;
}

static void begin_block(const sweep *w, uint32_t from, uint32_t end)
{
    const fluv_hillslopes *h = w->slopes;
    for (uint32_t v = from; v < end; v++)
        for (uint32_t i = h->first[v]; i < h->first[v + 1]; i++) {
            uint32_t to = beyond(h, v, i);
            if (to < end)
                begin(w, &h->sides[i], v, to);
        }
}

/* What a part brought to ground that keeps its height. */
static void bring(const fluv_hillslopes *h, const fluv_creep *creep, double years,
                  const float *thin)
{
    double per_flux = years / creep->quantum;
    for (uint32_t v = 0; v < h->topology->count; v++)
        for (uint32_t i = h->first[v]; i < h->first[v + 1]; i++) {
            uint32_t to = beyond(h, v, i);
            bool from_kept = thin[v] <= 0.0f, to_kept = thin[to] <= 0.0f;
            if (from_kept == to_kept)
                continue;
            int64_t volume = llrint(per_flux * (double)h->sides[i].flux);
            creep->brought[from_kept ? v : to] += from_kept ? -volume : volume;
        }
}

static void begin_across(const sweep *w)
{
    const across *rows = w->slopes->across.items;
    for (size_t i = 0; i < w->slopes->across.count; i++)
        begin(w, &w->slopes->sides[rows[i].side], rows[i].from, rows[i].to);
}

/* Into how many parts a step is cut, and whether the fluxes of the last one are a good guess: they
 * are as long as soil moves no further in a part than the sweeps see. */
static int parts_of(const fluv_hillslopes *h, const fluv_creep *creep, bool *guess)
{
    double cell = (double)h->unit * UNITS;
    double reach = creep->diffusion * creep->years / (cell * cell);
    double parts = fmin(ceil(reach / CALM), MOST_PARTS);
    *guess = reach <= CALM * parts;
    return parts > 1.0 ? (int)parts : 1;
}

static void begin_part(const sweep *w, double years, bool guess, int threads, float *thin)
{
    const fluv_hillslopes *h = w->slopes;
    const fluv_topology *t = h->topology;
    uint32_t blocks = (t->count + BLOCK - 1) / BLOCK;
#pragma omp parallel num_threads(threads)
    {
#pragma omp for schedule(static)
        for (uint32_t v = 0; v < t->count; v++)
            thin[v] = keeps_height(w->creep, w->height, v) ? 0.0f : (float)(years / t->areas[v]);
#pragma omp for schedule(static)
        for (uint32_t b = 0; b < blocks; b++)
            if (guess)
                begin_block(w, b * BLOCK, b + 1 < blocks ? (b + 1) * BLOCK : t->count);
#pragma omp for schedule(static)
        for (uint32_t i = 0; i < h->first[t->count]; i++)
            h->sides[i].flux = guess ? h->sides[i].flux : 0.0f;
    }
    if (guess)
        begin_across(w);
}

void fluv_hillslopes_step(fluv_hillslopes *slopes, const fluv_creep *creep, int threads, int sweeps,
                          float *thin, float *height)
{
    bool guess;
    int parts = parts_of(slopes, creep, &guess);
    const sweep w = sweep_of(slopes, creep, thin, height);
    assert(threads > 0 && sweeps > 0 && creep->years > 0.0 && thin != height);
    for (int p = 0; p < parts; p++) {
        begin_part(&w, creep->years / parts, guess, threads, thin);
        fluv_hillslopes_sweep(slopes, creep, threads, sweeps, thin, height);
        if (creep->brought)
            bring(slopes, creep, creep->years / parts, thin);
    }
}
