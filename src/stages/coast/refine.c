// SPDX-License-Identifier: MIT
/* The two refinements of a coast.
 *
 * in   land and ocean on the lattice        out   the same at large, with a natural border
 *
 * First: random sites over the frame; the Voronoi cell of a site is land or ocean as its site is.
 *
 * Second: sites at random within `max_distance` of the border between the two. Cells that far from
 * the border may change, the others stay. `plain` gives them the mark of the nearest site. `noise`
 * lets sites and the cells that stay grow into them: of all cells at the front the one with the
 * lowest noise is next, so that the border comes to lie on the crests of the noise, and what a
 * site holds may be cut off by its neighbours and become an islet. The noise is cut into levels
 * with a queue each, first in first out, so a cell costs the same however many there are.
 *
 * O(lattice cells + sites).
 *
 * Based on: Thesis and report on rivers first: Ocean borders, algorithm 1. 2021, 2022 */
#include "stages/coast/parts.h"

#include "field/distance.h"
#include "field/grid.h"
#include "field/noise.h"
#include "field/sites.h"

#include <math.h>
#include <string.h>

#define LEVELS 1024
#define GATHER 512

enum { FIXED, OPEN, REACHED };

static bool is_border(const fluv_lattice *lattice, const uint8_t *land, uint32_t col, uint32_t row)
{
    size_t cols = lattice->cols, cell = row * cols + col;
    uint8_t here = land[cell];
    return (col > 0 && land[cell - 1] != here) || (col + 1 < cols && land[cell + 1] != here) ||
           (row > 0 && land[cell - cols] != here) ||
           (row + 1 < lattice->rows && land[cell + cols] != here);
}

/* Marks cells with a neighbour on the other side. */
static void mark_border(int threads, const fluv_lattice *lattice, const uint8_t *land,
                        uint8_t *border)
{
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t row = 0; row < lattice->rows; row++)
        for (uint32_t col = 0; col < lattice->cols; col++)
            border[(size_t)row * lattice->cols + col] = is_border(lattice, land, col, row);
}

/* The border cell nearest to a cell is on the cell's own side, half a cell from the border. */
fluv_status fluv_coast_distance(fluv_ctx *ctx, const fluv_coast_job *job, const uint8_t *land,
                                uint8_t *work, float *distance)
{
    const fluv_lattice *lattice = &job->lattice;
    size_t count = fluv_lattice_count(lattice);
    mark_border(ctx->threads, lattice, land, work);
    fluv_distance_job nearest = {lattice->cols, lattice->rows, lattice->spacing, work};
    FLUV_TRY(fluv_distance(ctx, &nearest, distance, NULL));
    float half = (float)(0.5 * lattice->spacing);
    float most = (float)(lattice->spacing * hypot(lattice->cols, lattice->rows));
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (size_t i = 0; i < count; i++) {
        float far = distance[i] + half < most ? distance[i] + half : most;
        distance[i] = land[i] ? far : -far;
    }
    return FLUV_OK;
}

static fluv_key key_of(const fluv_coast_job *job, const char *purpose)
{
    return fluv_key_make(job->landscape->seed, "coast", purpose);
}

/* ---- First ---- */

static fluv_site site_at(const fluv_lattice *lattice, const uint8_t *land, double x, double y)
{
    double cols = lattice->cols, rows = lattice->rows;
    x = x < cols ? fmax(x, 0.0) : cols - 1e-3;
    y = y < rows ? fmax(y, 0.0) : rows - 1e-3;
    size_t cell = (size_t)y * lattice->cols + (size_t)x;
    return (fluv_site){.x = (float)x, .y = (float)y, .mark = land[cell]};
}

static fluv_status refine_first(fluv_ctx *ctx, const fluv_coast_job *job, uint8_t *land)
{
    uint32_t count = (uint32_t)job->params->sites;
    fluv_site *sites = fluv_scratch(ctx, count, sizeof *sites);
    if (!sites)
        return FLUV_NO_MEMORY;
    const fluv_frame *frame = &job->landscape->frame;
    double cols = frame->cell * frame->cols / job->lattice.spacing;
    double rows = frame->cell * frame->rows / job->lattice.spacing;
    fluv_key key = key_of(job, "sites");
    for (uint32_t i = 0; i < count; i++)
        sites[i] = site_at(&job->lattice, land, cols * fluv_random(key, 2 * (uint64_t)i),
                           rows * fluv_random(key, 2 * (uint64_t)i + 1));
    fluv_sites_job voronoi = {
        .lattice = &job->lattice,
        .metric = job->params->metric == FLUV_COAST_METRIC_euclid ? FLUV_EUCLID : FLUV_MANHATTAN,
        .sites = sites,
        .count = count};
    return fluv_sites_mark(ctx, &voronoi, land);
}

/* ---- Second ---- */

typedef struct band {
    const fluv_coast_job *job;
    double reach;   /* m */
    uint8_t *state; /* of cells: FIXED, OPEN, REACHED */
    uint32_t *border;
    size_t border_count;
    fluv_site *sites;
    uint32_t site_count;
} band;

static fluv_status list_border(fluv_ctx *ctx, const uint8_t *border, size_t count, band *b)
{
    for (size_t i = 0; i < count; i++)
        b->border_count += border[i];
    b->border = fluv_scratch(ctx, b->border_count, sizeof *b->border);
    if (!b->border)
        return FLUV_NO_MEMORY;
    for (size_t i = 0, at = 0; i < count; i++)
        if (border[i])
            b->border[at++] = (uint32_t)i;
    return FLUV_OK;
}

/* A border cell at random, moved by up to the reach along both axes. */
static fluv_status place_sites(fluv_ctx *ctx, const uint8_t *land, band *b)
{
    const fluv_lattice *lattice = &b->job->lattice;
    b->site_count = b->border_count ? (uint32_t)b->job->params->sites_2 : 0;
    b->sites = fluv_scratch(ctx, b->site_count, sizeof *b->sites);
    if (!b->sites)
        return FLUV_NO_MEMORY;
    fluv_key key = key_of(b->job, "sites_2");
    double reach = b->reach / lattice->spacing;
    for (uint32_t i = 0; i < b->site_count; i++) {
        fluv_key own = fluv_key_split(key, i);
        uint32_t cell = b->border[fluv_random_below(own, 0, b->border_count)];
        double x = fluv_col_of(lattice->cols, cell) + 0.5;
        double y = fluv_row_of(lattice->cols, cell) + 0.5;
        b->sites[i] = site_at(lattice, land, x + fluv_random_between(own, 1, -reach, reach),
                              y + fluv_random_between(own, 2, -reach, reach));
    }
    return FLUV_OK;
}

static fluv_status make_band(fluv_ctx *ctx, const uint8_t *land, band *b)
{
    size_t count = fluv_lattice_count(&b->job->lattice);
    float *distance = fluv_scratch(ctx, count, sizeof *distance);
    b->state = fluv_scratch(ctx, count, 1);
    if (!distance || !b->state)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_coast_distance(ctx, b->job, land, b->state, distance));
    FLUV_TRY(list_border(ctx, b->state, count, b));
    float reach = (float)b->reach;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (size_t i = 0; i < count; i++)
        b->state[i] = fabsf(distance[i]) < reach ? OPEN : FIXED;
    fluv_scratch_drop(ctx, distance);
    return place_sites(ctx, land, b);
}

static fluv_status refine_plain(fluv_ctx *ctx, const band *b, uint8_t *land)
{
    fluv_sites_job voronoi = {
        .lattice = &b->job->lattice,
        .metric = b->job->params->metric == FLUV_COAST_METRIC_euclid ? FLUV_EUCLID : FLUV_MANHATTAN,
        .sites = b->sites,
        .count = b->site_count,
        .where = b->state};
    return fluv_sites_mark(ctx, &voronoi, land);
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
    state[cell] = REACHED;
    land[cell] = mark;
    front_push(f, cell);
}

/* Sites first, then the cells beside those that stay. */
static void start_growth(const band *b, front *f, uint8_t *land)
{
    for (uint32_t i = 0; i < b->site_count; i++) {
        const fluv_site *site = &b->sites[i];
        uint32_t cell = (uint32_t)site->y * f->lattice->cols + (uint32_t)site->x;
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

static fluv_status refine_second(fluv_ctx *ctx, const fluv_coast_job *job, uint8_t *land)
{
    band b = {.job = job, .reach = fluv_coast_length(job, job->params->max_distance, 1.0 / 25.0)};
    FLUV_TRY(make_band(ctx, land, &b));
    FLUV_TRY(fluv_advance(ctx, 0.3));
    return job->params->refine == FLUV_COAST_REFINE_plain ? refine_plain(ctx, &b, land)
                                                          : refine_noise(ctx, &b, land);
}

fluv_status fluv_coast_refine(fluv_ctx *ctx, const fluv_coast_job *job, uint8_t *land)
{
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    if (job->params->sites > 0)
        FLUV_TRY(refine_first(ctx, job, land));
    if (job->params->refine != FLUV_COAST_REFINE_off)
        FLUV_TRY(refine_second(ctx, job, land));
    fluv_scratch_release(ctx, mark);
    return FLUV_OK;
}
