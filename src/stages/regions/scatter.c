// SPDX-License-Identifier: MIT
/* Random regions: where they lie.
 *
 * in   numbers of regions by type, the shore        out   regions about to be painted
 *
 * The frame is cut into squares. Each holds places where a region of a type might lie, with size,
 * direction and rank of their own. Every landmass has its share of the number asked for, by its
 * area against that of all land as the recipe describes it, and takes its best places that are
 * free: off the coast, and apart from its other regions. Where that is not enough less room will
 * do. So regions answer to their own landmass alone, and a larger number only adds some.
 * O(places * regions). */
#include "stages/regions/parts.h"

#include "landscape/shore.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define SQUARES 16   /* along the longer side */
#define PLACES  32   /* of a square */
#define SIDE    256  /* points along the longer side on which landmasses are told apart */
#define LARGE   0.25 /* of all land: a landmass so large has a region of every type */
#define UNSEEN  (FLUV_NONE - 1)
#define ROUNDS  3

/* How far a region's middle lies inland at least, in ranges, and from other regions' middles, in
 * the ranges of both; by round. */
static const double inland_least[ROUNDS] = {0.6, 0.25, 0.0};
static const double apart_least[ROUNDS] = {1.0, 0.6, 0.35};

/* Landmasses on a wide lattice. */
typedef struct masses {
    fluv_lattice lattice;
    uint32_t *of; /* of its cells: landmass, NONE: ocean */
    uint32_t count;
    double *share; /* of a landmass: its area against all land to be expected */
    int64_t *left; /* of a landmass: regions of the type at hand that it may still take */
} masses;

/* A place where a region might lie, on land. */
typedef struct site {
    double rank;
    double inland; /* m */
    uint32_t mass;
    fluv_patch patch;
} site;

typedef struct scatter {
    const fluv_regions_job *job;
    masses masses;
    site *sites; /* of the type at hand, best first */
    size_t site_count;
    fluv_patch *patches;
    uint32_t *mass_of; /* of patches */
    size_t count;
} scatter;

/* Distance to the coast, m; negative in the ocean, as far as can be without a shore. */
static double inland_at(const fluv_regions_job *job, double x, double y)
{
    const fluv_shore *shore = fluv_shore_of(job->landscape);
    const uint8_t *cover = fluv_cover_of(job->landscape);
    const fluv_frame *frame = &job->landscape->frame;
    if (shore) {
        float distance;
        fluv_lattice_points(&shore->lattice, shore->distance, &x, &y, 1, &distance);
        return (double)distance;
    }
    uint32_t col = fluv_lattice_index(x - frame->west, frame->cell, frame->cols);
    uint32_t row = fluv_lattice_index(frame->north - y, frame->cell, frame->rows);
    bool ocean = cover && cover[(size_t)row * frame->cols + col] == FLUV_OCEAN;
    return ocean ? -1.0 : job->longer;
}

/* ---- Landmasses ---- */

/* Numbers all land joined to a cell; returns its cells. */
static uint32_t flood(masses *m, uint32_t start, uint32_t *queue)
{
    uint32_t head = 0, tail = 0, cols = m->lattice.cols, rows = m->lattice.rows;
    assert(m->of[start] == UNSEEN);
    queue[tail++] = start;
    m->of[start] = m->count;
    while (head < tail) {
        uint32_t at = queue[head++], col = at % cols, row = at / cols;
        for (uint32_t r = row ? row - 1 : 0; r <= row + 1 && r < rows; r++)
            for (uint32_t c = col ? col - 1 : 0; c <= col + 1 && c < cols; c++)
                if (m->of[r * cols + c] == UNSEEN) {
                    m->of[r * cols + c] = m->count;
                    queue[tail++] = r * cols + c;
                }
    }
    return tail;
}

static fluv_status find_masses(fluv_ctx *ctx, const fluv_regions_job *job, masses *m)
{
    const fluv_shore *shore = fluv_shore_of(job->landscape);
    m->lattice = fluv_lattice_over(&job->landscape->frame, job->longer / SIDE);
    uint32_t cells = (uint32_t)fluv_lattice_count(&m->lattice), land = 0;
    uint32_t *queue = fluv_scratch(ctx, cells, sizeof *queue);
    m->of = fluv_scratch(ctx, cells, sizeof *m->of);
    m->share = fluv_scratch(ctx, cells, sizeof *m->share);
    m->left = fluv_scratch(ctx, cells, sizeof *m->left);
    if (!queue || !m->of || !m->share || !m->left)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < cells; i++) {
        double x = fluv_lattice_x(&m->lattice, i % m->lattice.cols);
        bool dry = inland_at(job, x, fluv_lattice_y(&m->lattice, i / m->lattice.cols)) > 0.0;
        m->of[i] = dry ? UNSEEN : FLUV_NONE;
        land += dry;
    }
    double usual = shore ? (double)shore->usual_land * cells : land;
    for (uint32_t i = 0; i < cells; i++)
        if (m->of[i] == UNSEEN) {
            m->share[m->count] = flood(m, i, queue) / usual;
            m->count++;
        }
    return FLUV_OK;
}

/* How many of `count` regions each landmass gets. */
static void share_out(masses *m, int64_t count)
{
    assert(count >= 0);
    for (uint32_t i = 0; i < m->count; i++) {
        m->left[i] = (int64_t)floor(fmin(1.0, m->share[i]) * (double)count + 0.5);
        if (m->left[i] == 0 && count > 0 && m->share[i] >= LARGE)
            m->left[i] = 1;
    }
}

/* ---- Places ---- */

static fluv_patch patch_at(const fluv_regions_job *job, const fluv_regions_count *row, uint8_t type,
                           double x, double y, fluv_key key)
{
    double least = row->smallest > 0.0 ? row->smallest : job->longer / 14.0;
    double most = row->largest > 0.0 ? row->largest : job->longer / 7.0;
    fluv_regions_marker marker = {.x = x,
                                  .y = y,
                                  .range = fluv_random_between(key, 0, least, fmax(least, most)),
                                  .noise = fluv_random_between(key, 1, 0.3, 0.5),
                                  .stretch = fluv_random_between(key, 2, 1.0, 3.5),
                                  .direction = fluv_random_between(key, 3, 0.0, 180.0)};
    return fluv_regions_patch(&marker, type, key);
}

static int by_rank(const void *a, const void *b)
{
    const site *left = a, *right = b;
    return left->rank < right->rank ? -1 : left->rank > right->rank;
}

/* The places of a square, those in the ocean left out. */
static void add_square(scatter *s, const fluv_regions_count *row, uint8_t type, fluv_key key,
                       double west, double north)
{
    const fluv_regions_job *job = s->job;
    const fluv_frame *frame = &job->landscape->frame;
    double side = job->longer / SQUARES;
    for (uint32_t k = 0; k < PLACES; k++) {
        fluv_key own = fluv_key_split(key, k);
        double x = west + side * fluv_random(own, 4), y = north - side * fluv_random(own, 5);
        if (x >= frame->west + frame->cell * frame->cols ||
            y <= frame->north - frame->cell * frame->rows)
            continue;
        uint32_t mass = s->masses.of[fluv_lattice_cell(&s->masses.lattice, x, y)];
        double inland = inland_at(job, x, y);
        if (mass == FLUV_NONE || !(inland > 0.0))
            continue;
        s->sites[s->site_count++] = (site){.rank = k + fluv_random(own, 6),
                                           .inland = inland,
                                           .mass = mass,
                                           .patch = patch_at(job, row, type, x, y, own)};
    }
}

static fluv_status list_sites(fluv_ctx *ctx, scatter *s, const fluv_regions_count *row,
                              uint8_t type)
{
    const fluv_frame *frame = &s->job->landscape->frame;
    double side = s->job->longer / SQUARES;
    uint32_t cols = (uint32_t)ceil(frame->cell * frame->cols / side - 1e-6);
    uint32_t rows = (uint32_t)ceil(frame->cell * frame->rows / side - 1e-6);
    s->sites = fluv_scratch(ctx, (size_t)cols * rows * PLACES, sizeof *s->sites);
    s->site_count = 0;
    if (!s->sites)
        return FLUV_NO_MEMORY;
    fluv_key key = fluv_key_make(s->job->landscape->seed, "regions", row->type);
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < cols; c++)
            add_square(s, row, type, fluv_key_split(key, (uint64_t)r << 32 | c),
                       frame->west + c * side, frame->north - r * side);
    if (s->site_count)
        qsort(s->sites, s->site_count, sizeof *s->sites, by_rank);
    return FLUV_OK;
}

/* ---- Choosing ---- */

static bool is_free(const scatter *s, const site *at, int round)
{
    assert(round >= 0 && round < ROUNDS && at->mass < s->masses.count);
    const fluv_patch *p = &at->patch;
    if (at->inland < inland_least[round] * p->range)
        return false;
    for (size_t i = 0; i < s->count; i++) {
        const fluv_patch *other = &s->patches[i];
        if (s->mass_of[i] == at->mass && hypot(p->x - other->x, p->y - other->y) <
                                             apart_least[round] * (p->range + other->range))
            return false;
    }
    return true;
}

static void take_sites(scatter *s, size_t room)
{
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < s->site_count && s->count < room; i++) {
            const site *at = &s->sites[i];
            if (s->masses.left[at->mass] <= 0 || !is_free(s, at, round))
                continue;
            s->masses.left[at->mass]--;
            assert(s->count < room);
            s->mass_of[s->count] = at->mass;
            s->patches[s->count++] = at->patch;
        }
}

/* More than asked for, as every large landmass gets one. */
static size_t room_for(const fluv_regions_params *params)
{
    size_t room = 0;
    for (size_t i = 0; i < params->random.count; i++)
        room += 2 * (size_t)params->random.rows[i].count + (size_t)(1.0 / LARGE);
    return room;
}

fluv_status fluv_regions_scatter(fluv_ctx *ctx, const fluv_regions_job *job, fluv_patch **patches,
                                 size_t *count)
{
    size_t rows = job->params->random.count, room = room_for(job->params);
    scatter s = {.job = job,
                 .patches = fluv_scratch(ctx, room, sizeof *s.patches),
                 .mass_of = fluv_scratch(ctx, room, sizeof *s.mass_of)};
    if (!s.patches || !s.mass_of)
        return FLUV_NO_MEMORY;
    if (rows)
        FLUV_TRY(find_masses(ctx, job, &s.masses));
    for (size_t i = 0; i < rows; i++) {
        const fluv_regions_count *row = &job->params->random.rows[i];
        uint8_t of;
        FLUV_TRY(fluv_regions_find(ctx, job, row->type, "random", &of));
        FLUV_TRY(list_sites(ctx, &s, row, of));
        share_out(&s.masses, row->count);
        take_sites(&s, room);
        fluv_scratch_drop(ctx, s.sites);
        FLUV_TRY(fluv_advance(ctx, 0.05));
    }
    *patches = s.patches;
    *count = s.count;
    return FLUV_OK;
}
