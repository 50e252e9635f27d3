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
 * Sides within blocks of vertices are swept by threads, group by group (hillslope_sides.c), those
 * between blocks by one: blocks do not depend on threads.  O(n) a sweep.
 *
 * Based on: Roering, Kirchner, Dietrich. Evidence for nonlinear, diffusive sediment transport on
 *           hillslopes and implications for landscape morphology. 1999 */
#include "water/hillslope.h"

#include "base/clones.h"

#include <assert.h>
#include <string.h>

#define GROUP      FLUV_SIDE_GROUP
#define BLOCK      FLUV_SIDE_BLOCK
#define ALONG      0.9f  /* of Sc */
#define FLATTEST   1e-3f /* Sc is not below */
#define DELTA      1.0f  /* m */
#define CALM       25.0  /* K t / area that two sweeps solve well */
#define MOST_PARTS 8.0   /* of a step; in longer ones every part begins anew */

typedef struct sweep {
    fluv_hillslopes *slopes;
    const fluv_creep *creep;
    const float *thin; /* years / area; 0 where the height is kept */
    float *height;
    bool guess;     /* begin with the fluxes of the last step */
    bool backwards; /* from the last group to the first */
} sweep;

/* ---- One side ---- */

/* Two cells and what lies between them. */
typedef struct pair {
    float from, to;           /* height, m */
    float from_thin, to_thin; /* years / area */
    float diffusion;          /* the mean of both, m2/y */
    float drop;               /* m between them at which everything slides */
    float width;              /* of their side, over their distance */
    float flux;               /* m3/y */
} pair;

/* The flux that fits the slope which it leaves. With the drop b that there would be without the
 * flux, as a share of that at which all slides, what is left of it solves a cubic; near the root,
 * where 1 + s is known well, it is a parabola. Ground that is kept gives nothing. */
FLUV_INLINE float fitting_flux(pair p)
{
    float taken = p.from_thin + p.to_thin, share = 1.0f / p.drop;
    float now = p.from - p.to, bare = now + taken * p.flux;
    float steep = fabsf(bare) * share, guess = fabsf(now) * share;
    float one = 1.0f + (guess < 1.0f ? guess : 1.0f);
    float sum = (1.0f + steep) * one + taken * p.diffusion * p.width;
    float rest = sum * sum - 4.0f * steep * one * one;
    float left = 2.0f * steep * one / (sum + sqrtf(rest > 0.0f ? rest : 0.0f));
    float gone = copysignf((steep - left) * p.drop, bare);
    float source = gone < 0.0f ? p.to_thin : p.from_thin;
    bool moves = source > 0.0f && p.diffusion > 0.0f && p.width > 0.0f;
    return moves ? gone / taken : 0.0f;
}

FLUV_INLINE float steepest_drop(float talus, uint8_t distance, float unit)
{
    float most = ALONG * talus;
    return (most > FLATTEST ? most : FLATTEST) * (float)distance * unit;
}

/* ---- Sides between blocks ---- */

static float value_at(const float *map, double number, uint32_t vertex)
{
    return map ? map[vertex] : (float)number;
}

static void relax_across(const sweep *w)
{
    fluv_side_across *rows = w->slopes->across.items;
    const fluv_creep *c = w->creep;
    size_t count = w->slopes->across.count;
    for (size_t i = 0; i < count; i++) {
        fluv_side_across *row = &rows[w->backwards ? count - 1 - i : i];
        uint32_t a = row->from, b = row->to;
        float talus =
            0.5f * (value_at(c->talus_map, c->talus, a) + value_at(c->talus_map, c->talus, b));
        float flux =
            fitting_flux((pair){.from = w->height[a],
                                .to = w->height[b],
                                .from_thin = w->thin[a],
                                .to_thin = w->thin[b],
                                .diffusion = 0.5f * (value_at(c->diffusion_map, c->diffusion, a) +
                                                     value_at(c->diffusion_map, c->diffusion, b)),
                                .drop = steepest_drop(talus, row->distance, w->slopes->unit),
                                .width = (float)row->width * FLUV_SIDE_WIDTH_UNIT,
                                .flux = row->flux});
        float more = flux - row->flux;
        row->flux = flux;
        w->height[a] -= w->thin[a] * more;
        w->height[b] += w->thin[b] * more;
    }
}

/* What the fluxes of the last step bring in this one. */
static void begin_across(const sweep *w)
{
    fluv_side_across *rows = w->slopes->across.items;
    for (size_t i = 0; i < w->slopes->across.count; i++) {
        rows[i].flux = w->guess ? rows[i].flux : 0.0f;
        w->height[rows[i].from] -= w->thin[rows[i].from] * rows[i].flux;
        w->height[rows[i].to] += w->thin[rows[i].to] * rows[i].flux;
    }
}

/* ---- Sides within a block ---- */

/* A block's vertices, near each other in memory. */
typedef struct patch {
    float height[BLOCK], thin[BLOCK], talus[BLOCK], diffusion[BLOCK];
    float unit;
} patch;

static uint32_t block_length(const fluv_hillslopes *h, uint32_t block)
{
    uint32_t left = h->topology->count - block * BLOCK;
    return left < BLOCK ? left : BLOCK;
}

static void fill_halves(const float *map, double number, uint32_t from, uint32_t n, float *out)
{
    for (uint32_t i = 0; i < n; i++)
        out[i] = 0.5f * (map ? map[from + i] : (float)number);
}

static void begin_patch(const sweep *w, uint32_t block, patch *p)
{
    uint32_t from = block * BLOCK, n = block_length(w->slopes, block);
    const fluv_creep *c = w->creep;
    p->unit = w->slopes->unit;
    memcpy(p->height, w->height + from, n * sizeof *p->height);
    memcpy(p->thin, w->thin + from, n * sizeof *p->thin);
    fill_halves(c->talus_map, c->talus, from, n, p->talus);
    fill_halves(c->diffusion_map, c->diffusion, from, n, p->diffusion);
}

static void begin_groups(patch *p, bool guess, fluv_sides *groups, uint32_t count)
{
    for (fluv_sides *g = groups; g < groups + count; g++) {
        for (uint32_t i = 0; i < GROUP && guess; i++) {
            p->height[g->from[i]] -= p->thin[g->from[i]] * g->flux[i];
            p->height[g->to[i]] += p->thin[g->to[i]] * g->flux[i];
        }
        if (!guess)
            memset(g->flux, 0, sizeof g->flux);
    }
}

/* What the sides of a group see. */
typedef struct lanes {
    float from[GROUP], to[GROUP], from_thin[GROUP], to_thin[GROUP];
    float diffusion[GROUP], talus[GROUP], flux[GROUP];
} lanes;

/* The sides of a group share no vertex: their fluxes are found at once. */
FLUV_INLINE void relax_group(patch *p, fluv_sides *g)
{
    lanes l;
    for (uint32_t i = 0; i < GROUP; i++) {
        uint16_t a = g->from[i], b = g->to[i];
        l.from[i] = p->height[a];
        l.to[i] = p->height[b];
        l.from_thin[i] = p->thin[a];
        l.to_thin[i] = p->thin[b];
        l.diffusion[i] = p->diffusion[a] + p->diffusion[b];
        l.talus[i] = p->talus[a] + p->talus[b];
    }
    for (uint32_t i = 0; i < GROUP; i++)
        l.flux[i] = fitting_flux((pair){.from = l.from[i],
                                        .to = l.to[i],
                                        .from_thin = l.from_thin[i],
                                        .to_thin = l.to_thin[i],
                                        .diffusion = l.diffusion[i],
                                        .drop = steepest_drop(l.talus[i], g->distance[i], p->unit),
                                        .width = (float)g->width[i] * FLUV_SIDE_WIDTH_UNIT,
                                        .flux = g->flux[i]});
    for (uint32_t i = 0; i < GROUP; i++) {
        float more = l.flux[i] - g->flux[i];
        p->height[g->from[i]] -= l.from_thin[i] * more;
        p->height[g->to[i]] += l.to_thin[i] * more;
        g->flux[i] = l.flux[i];
    }
}

FLUV_CLONES static void relax_groups(patch *p, bool backwards, fluv_sides *groups, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        relax_group(p, &groups[backwards ? count - 1 - i : i]);
}

/* ---- Steps ---- */

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

/* What a side brought to ground that keeps its height. */
static void bring(const fluv_creep *creep, double per_flux, uint32_t from, uint32_t to,
                  bool from_kept, float flux)
{
    int64_t volume = llrint(per_flux * (double)flux);
    creep->brought[from_kept ? from : to] += from_kept ? -volume : volume;
}

static void bring_groups(const sweep *w, const patch *p, double per_flux, uint32_t block)
{
    const fluv_hillslopes *h = w->slopes;
    uint32_t first = block * BLOCK;
    for (uint32_t k = h->first[block]; k < h->first[block + 1]; k++)
        for (uint32_t i = 0; i < GROUP; i++) {
            const fluv_sides *g = &h->groups[k];
            bool from_kept = p->thin[g->from[i]] <= 0.0f, to_kept = p->thin[g->to[i]] <= 0.0f;
            if (from_kept != to_kept)
                bring(w->creep, per_flux, first + g->from[i], first + g->to[i], from_kept,
                      g->flux[i]);
        }
}

static void bring_across(const sweep *w, double per_flux)
{
    const fluv_side_across *rows = w->slopes->across.items;
    for (size_t i = 0; i < w->slopes->across.count; i++) {
        bool from_kept = w->thin[rows[i].from] <= 0.0f, to_kept = w->thin[rows[i].to] <= 0.0f;
        if (from_kept != to_kept)
            bring(w->creep, per_flux, rows[i].from, rows[i].to, from_kept, rows[i].flux);
    }
}

/* One sweep over a block, with what comes before the first and after the last. */
static void sweep_block(const sweep *w, uint32_t block, bool first, double per_flux)
{
    patch p;
    fluv_hillslopes *h = w->slopes;
    fluv_sides *groups = h->groups + h->first[block];
    uint32_t count = h->first[block + 1] - h->first[block];
    begin_patch(w, block, &p);
    if (first)
        begin_groups(&p, w->guess, groups, count);
    relax_groups(&p, w->backwards, groups, count);
    memcpy(w->height + block * BLOCK, p.height, block_length(h, block) * sizeof *p.height);
    if (per_flux > 0.0)
        bring_groups(w, &p, per_flux, block);
}

/* Into how many parts a step is cut, and whether the fluxes of the last one are a good guess: they
 * are as long as soil moves no further in a part than the sweeps see. */
static int parts_of(const fluv_hillslopes *h, const fluv_creep *creep, bool *guess)
{
    double cell = fluv_hillslopes_cell(h), reach = creep->diffusion * creep->years / (cell * cell);
    double parts = fmin(ceil(reach / CALM), MOST_PARTS);
    *guess = reach <= CALM * parts;
    return parts > 1.0 ? (int)parts : 1;
}

static void run_part(sweep *w, double years, int threads, int sweeps, float *thin)
{
    fluv_hillslopes *h = w->slopes;
    const fluv_topology *t = h->topology;
    double per_flux = w->creep->brought ? years / w->creep->quantum : 0.0;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t v = 0; v < t->count; v++)
        thin[v] = keeps_height(w->creep, w->height, v) ? 0.0f : (float)(years / t->areas[v]);
    begin_across(w);
    for (int s = 0; s < sweeps; s++) {
        w->backwards = h->backwards;
        h->backwards = !h->backwards;
#pragma omp parallel for num_threads(threads) schedule(static)
        for (uint32_t b = 0; b < h->block_count; b++)
            sweep_block(w, b, s == 0, s + 1 == sweeps ? per_flux : 0.0);
        relax_across(w);
    }
    if (per_flux > 0.0)
        bring_across(w, per_flux);
}

void fluv_hillslopes_step(fluv_hillslopes *slopes, const fluv_creep *creep, int threads, int sweeps,
                          float *thin, float *height)
{
    sweep w = {.slopes = slopes, .creep = creep, .thin = thin, .height = height};
    int parts = parts_of(slopes, creep, &w.guess);
    assert(threads > 0 && sweeps > 0 && creep->years > 0.0 && thin != height);
    for (int p = 0; p < parts; p++)
        run_part(&w, creep->years / parts, threads, sweeps, thin);
}
