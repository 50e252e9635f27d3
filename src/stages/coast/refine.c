// SPDX-License-Identifier: MIT
/* The two refinements of a coast.
 *
 * in   land and ocean on the lattice        out   the same at large, with a natural border
 *
 * First: random sites over the frame; the Voronoi cell of a site is land or ocean as its site is.
 *
 * Second: sites at random within `max_distance` of the border between the two. Cells that far from
 * the border may change, the others stay; what was drawn, no farther than it may move. `plain`
 * gives them the mark of the nearest site. `noise` lets sites and the cells that stay grow into
 * them: of all cells at the front the one with the lowest noise is next, so that the border comes
 * to lie on the crests of the noise, and what a site holds may be cut off by its neighbours and
 * become an islet. The noise is cut into levels with a queue each, first in first out, so a cell
 * costs the same however many there are.
 *
 * O(lattice cells + sites).
 *
 * Based on: Thesis and report on rivers first: Ocean borders, algorithm 1. 2021, 2022 */
#include "stages/coast/parts.h"

#include "field/noise.h"

#include <assert.h>
#include <math.h>

#define LEVELS       1024
#define GATHER       512
#define USUAL_BORDER 3.0 /* longer sides that a border is long: `sites_2` stand along that */

enum { FIXED, OPEN, REACHED };

static fluv_key key_of(const fluv_coast_job *job, const char *purpose)
{
    return fluv_key_make(job->landscape->seed, "coast", purpose);
}

/* Cells that may change: where nothing was drawn, all. */
static fluv_status list_free(fluv_ctx *ctx, const fluv_coast_job *job, uint8_t **where)
{
    size_t count = fluv_lattice_count(&job->lattice);
    *where = NULL;
    if (!job->keep)
        return FLUV_OK;
    *where = fluv_scratch(ctx, count, 1);
    if (!*where)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        (*where)[i] = job->keep->far[i] < job->keep->stray[i];
    return FLUV_OK;
}

static fluv_status mark_nearest(fluv_ctx *ctx, const fluv_coast_job *job, const fluv_list *sites,
                                const uint8_t *where, uint8_t *land)
{
    fluv_sites_job voronoi = {
        .lattice = &job->lattice,
        .metric = job->params->metric == FLUV_COAST_METRIC_euclid ? FLUV_EUCLID : FLUV_MANHATTAN,
        .sites = sites->items,
        .count = (uint32_t)sites->count,
        .where = where};
    return fluv_sites_mark(ctx, &voronoi, land);
}

/* ---- First ---- */

static fluv_status refine_first(fluv_ctx *ctx, const fluv_coast_job *job, fluv_list *sites,
                                uint8_t *land)
{
    const fluv_frame *frame = &job->landscape->frame;
    double area = frame->cell * frame->cell * frame->cols * frame->rows;
    fluv_coast_scatter all = {.purpose = "sites", .density = (double)job->params->sites / area};
    uint8_t *where;
    FLUV_TRY(list_free(ctx, job, &where));
    FLUV_TRY(fluv_coast_scatter_sites(ctx, job, &all, land, sites));
    return mark_nearest(ctx, job, sites, where, land);
}

/* ---- Second ---- */

typedef struct band {
    const fluv_coast_job *job;
    double reach;           /* m */
    uint8_t *state;         /* of cells: FIXED, OPEN, REACHED */
    const fluv_list *sites; /* of fluv_site */
} band;

static fluv_status make_band(fluv_ctx *ctx, const uint8_t *land, band *b, fluv_list *sites)
{
    const fluv_coast_job *job = b->job;
    size_t count = fluv_lattice_count(&job->lattice);
    float *distance = fluv_scratch(ctx, count, sizeof *distance);
    b->state = fluv_scratch(ctx, count, 1);
    if (!distance || !b->state)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_coast_distance(ctx, job, land, b->state, distance, NULL));
    fluv_coast_scatter along = {.purpose = "sites_2",
                                .density = (double)job->params->sites_2 /
                                           (USUAL_BORDER * job->longer * 2.0 * b->reach),
                                .distance = distance,
                                .reach = b->reach};
    FLUV_TRY(fluv_coast_scatter_sites(ctx, job, &along, land, sites));
    b->sites = sites;
    float reach = (float)b->reach;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (size_t i = 0; i < count; i++) {
        bool held = job->keep && !(job->keep->far[i] < job->keep->stray[i] &&
                                   fabsf(distance[i]) < job->keep->stray[i]);
        b->state[i] = fabsf(distance[i]) < reach && !held ? OPEN : FIXED;
    }
    fluv_scratch_drop(ctx, distance);
    return FLUV_OK;
}

/* The front of growth: a queue a level, chained through the cells. */
typedef struct front {
    const fluv_lattice *lattice;
    uint16_t *level; /* of open cells */
    uint32_t *next;  /* cell after this one in its queue */
    uint32_t head[LEVELS], tail[LEVELS];
    uint64_t busy[LEVELS / 64]; /* bit: the queue is not empty */
} front;

static void front_push(front *f, uint32_t cell)
{
    uint16_t level = f->level[cell];
    assert(level < LEVELS && cell < fluv_lattice_count(f->lattice));
    f->next[cell] = FLUV_NONE;
    if (f->busy[level / 64] >> (level % 64) & 1)
        f->next[f->tail[level]] = cell;
    else
        f->head[level] = cell;
    f->tail[level] = cell;
    f->busy[level / 64] |= (uint64_t)1 << (level % 64);
}

static uint32_t front_pop(front *f)
{
    for (size_t word = 0; word < LEVELS / 64; word++) {
        if (!f->busy[word])
            continue;
        size_t level = 64 * word + (size_t)__builtin_ctzll(f->busy[word]);
        uint32_t cell = f->head[level];
        f->head[level] = f->next[cell];
        if (f->next[cell] == FLUV_NONE)
            f->busy[word] &= ~((uint64_t)1 << (level % 64));
        return cell;
    }
    return FLUV_NONE;
}

/* Levels of the noise at the cells of a row that may change. */
static void set_levels(const band *b, const fluv_noise *noise, uint32_t row, uint16_t *level)
{
    const fluv_lattice *lattice = &b->job->lattice;
    const uint8_t *state = b->state + (size_t)row * lattice->cols;
    double x[GATHER], y[GATHER];
    uint32_t cols[GATHER];
    float value[GATHER];
    for (uint32_t col = 0; col < lattice->cols;) {
        size_t n = 0;
        for (; col < lattice->cols && n < GATHER; col++)
            if (state[col] != FIXED) {
                cols[n] = col;
                x[n] = fluv_lattice_x(lattice, col);
                y[n++] = fluv_lattice_y(lattice, row);
            }
        fluv_noise_points(noise, x, y, n, value);
        for (size_t i = 0; i < n; i++)
            level[cols[i]] = (uint16_t)((0.5F + 0.4999F * value[i]) * LEVELS);
    }
}

/* The neighbours that share a side with a cell; returns how many. */
static int neighbours_of(const fluv_lattice *lattice, uint32_t cell, uint32_t out[4])
{
    uint32_t cols = lattice->cols, col = cell % cols;
    int count = 0;
    assert(cell < fluv_lattice_count(lattice));
    if (col + 1 < cols)
        out[count++] = cell + 1;
    if (col > 0)
        out[count++] = cell - 1;
    if (cell / cols + 1 < lattice->rows)
        out[count++] = cell + cols;
    if (cell >= cols)
        out[count++] = cell - cols;
    return count;
}

static void reach(front *f, uint8_t *state, uint32_t cell, uint8_t mark, uint8_t *land)
{
    assert(state[cell] == OPEN && mark <= 1);
    state[cell] = REACHED;
    land[cell] = mark;
    front_push(f, cell);
}

/* Sites first, then the cells beside those that stay. */
static void start_growth(const band *b, front *f, uint8_t *land)
{
    for (size_t i = 0; i < b->sites->count; i++) {
        const fluv_site *site = (const fluv_site *)b->sites->items + i;
        uint32_t cell = (uint32_t)site->y * f->lattice->cols + (uint32_t)site->x;
        assert(cell < fluv_lattice_count(f->lattice));
        if (b->state[cell] == OPEN)
            reach(f, b->state, cell, site->mark, land);
    }
    uint32_t count = (uint32_t)fluv_lattice_count(f->lattice), beside[4];
    for (uint32_t cell = 0; cell < count; cell++) {
        if (b->state[cell] != OPEN)
            continue;
        for (int k = neighbours_of(f->lattice, cell, beside); k-- > 0;)
            if (b->state[beside[k]] == FIXED) {
                reach(f, b->state, cell, land[beside[k]], land);
                break;
            }
    }
}

static void grow(front *f, uint8_t *state, uint8_t *land)
{
    uint32_t beside[4];
    for (uint32_t cell; (cell = front_pop(f)) != FLUV_NONE;)
        for (int k = neighbours_of(f->lattice, cell, beside); k-- > 0;)
            if (state[beside[k]] == OPEN)
                reach(f, state, beside[k], land[cell], land);
}

static fluv_status refine_noise(fluv_ctx *ctx, const band *b, uint8_t *land)
{
    const fluv_lattice *lattice = &b->job->lattice;
    size_t count = fluv_lattice_count(lattice);
    front *f = fluv_scratch_zero(ctx, 1, sizeof *f);
    if (!f)
        return FLUV_NO_MEMORY;
    f->lattice = lattice;
    f->level = fluv_scratch(ctx, count, sizeof *f->level);
    f->next = fluv_scratch(ctx, count, sizeof *f->next);
    if (!f->level || !f->next)
        return FLUV_NO_MEMORY;
    const fluv_coast_params *params = b->job->params;
    fluv_noise noise = {.key = key_of(b->job, "growth"),
                        .wavelength = fluv_coast_length(b->job, params->wavelength, 1.0 / 12.0),
                        .octaves = (int)params->octaves,
                        .gain = 0.5,
                        .lacunarity = 2.0,
                        .finest = lattice->spacing};
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic, 8)
    for (uint32_t row = 0; row < lattice->rows; row++)
        set_levels(b, &noise, row, f->level + (size_t)row * lattice->cols);
    start_growth(b, f, land);
    grow(f, b->state, land);
    return FLUV_OK;
}

static fluv_status refine_second(fluv_ctx *ctx, const fluv_coast_job *job, fluv_list *sites,
                                 uint8_t *land)
{
    band b = {.job = job, .reach = fluv_coast_length(job, job->params->max_distance, 1.0 / 25.0)};
    FLUV_TRY(make_band(ctx, land, &b, sites));
    FLUV_TRY(fluv_advance(ctx, 0.3));
    return job->params->refine == FLUV_COAST_REFINE_plain
               ? mark_nearest(ctx, job, sites, b.state, land)
               : refine_noise(ctx, &b, land);
}

fluv_status fluv_coast_refine(fluv_ctx *ctx, const fluv_coast_job *job, uint8_t *land)
{
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    fluv_list first = {0}, second = {0};
    fluv_status status = FLUV_OK;
    if (job->params->sites > 0)
        status = refine_first(ctx, job, &first, land);
    if (status == FLUV_OK && job->params->refine != FLUV_COAST_REFINE_off)
        status = refine_second(ctx, job, &second, land);
    fluv_list_free(&first);
    fluv_list_free(&second);
    fluv_scratch_release(ctx, mark);
    return status;
}
