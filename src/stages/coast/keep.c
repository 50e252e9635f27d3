// SPDX-License-Identifier: MIT
/* What is drawn is kept: how far a drawn coast may move, and its islands and straits.
 *
 * in   land as drawn, how far each piece of its border may move        out   what holds it there
 *
 * A cell may change where the drawn border is nearer than its piece may move. Where land or sea is
 * narrow it is less: only the outer halves may change, so that what is drawn narrow stays open or
 * joined. How narrow it is follows from the middle lines of land and sea, the places whose nearest
 * borders lie on two sides. Patches too small to have any room stay as they are. The frame's rim is
 * no side: a coast that was held back beside it would be all the more ragged, and cells change only
 * where that parts nothing, whatever lies beyond the rim.
 *
 * Spits and inlets of refined land that are only a few cells thin are rounded off, and islets and
 * ponds that hang on to nothing drawn are taken away, so that coarse frames show none either. Land
 * as drawn is then changed towards what is left cell by cell, from the border outwards, and only
 * where that neither parts nor joins anything: so there are as many islands, and as many seas in
 * them, as were drawn. What could not change keeps two lands or two seas apart, by a cell; such
 * seams are widened at last.  O(cells log cells).
 *
 * Based on: Yokoi, Toriwaki, Fukumura. An analysis of topological properties of digitized binary
 *           pictures using local features. 1975 */
#include "stages/coast/parts.h"

#include "base/queue.h"
#include "field/distance.h"
#include "field/patches.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define NARROW 0.5 /* of half the width of land or sea: how far its border may move */
#define ASIDE  3.0 /* cells between the nearest borders of two cells on a middle line, at least */
#define SMALL  52  /* cells of patches that stay as they are */
#define SEAM   3   /* cells of room on each side of what keeps two lands or two seas apart */
#define THIN   3   /* radius of the squares over which thin parts are rounded off, cells */

/* ---- How far the coast may move ---- */

static double cells_apart(uint32_t cols, uint32_t a, uint32_t b)
{
    assert(cols > 0 && a != FLUV_NONE && b != FLUV_NONE);
    double dx = (double)(a % cols) - (double)(b % cols);
    double dy = (double)(a / cols) - (double)(b / cols);
    return sqrt(dx * dx + dy * dy);
}

/* Whether the nearest borders of two neighbours lie on two sides of them. */
static bool on_middle_line(const fluv_coast_job *job, const fluv_coast_keep *keep,
                           const uint32_t *nearest, uint32_t a, uint32_t b)
{
    if (keep->drawn[a] != keep->drawn[b])
        return false;
    double apart = cells_apart(job->lattice.cols, nearest[a], nearest[b]);
    return apart >= ASIDE && apart * job->lattice.spacing > (double)keep->far[a];
}

static void mark_middle_lines(const fluv_ctx *ctx, const fluv_coast_job *job,
                              const fluv_coast_keep *keep, const uint32_t *nearest, uint8_t *middle)
{
    uint32_t cols = job->lattice.cols, rows = job->lattice.rows;
    memset(middle, 0, fluv_lattice_count(&job->lattice));
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t col = 0; col < cols; col++) {
            uint32_t at = row * cols + col;
            bool right = col + 1 < cols && on_middle_line(job, keep, nearest, at, at + 1);
            bool down = row + 1 < rows && on_middle_line(job, keep, nearest, at, at + cols);
            if (right || down)
                middle[at] = 1;
        }
}

static fluv_status narrow(fluv_ctx *ctx, const fluv_coast_job *job, const uint32_t *nearest,
                          uint8_t *work, fluv_coast_keep *keep)
{
    const fluv_lattice *lattice = &job->lattice;
    size_t count = fluv_lattice_count(lattice);
    float *to_middle = fluv_scratch(ctx, count, sizeof *to_middle);
    if (!to_middle)
        return FLUV_NO_MEMORY;
    mark_middle_lines(ctx, job, keep, nearest, work);
    fluv_distance_job middle = {lattice->cols, lattice->rows, lattice->spacing, work};
    FLUV_TRY(fluv_distance(ctx, &middle, to_middle, NULL));
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (size_t i = 0; i < count; i++) {
        float half = (float)NARROW * (keep->far[i] + to_middle[i]);
        if (isfinite(keep->stray[i]) && half < keep->stray[i])
            keep->stray[i] = half;
    }
    fluv_scratch_drop(ctx, to_middle);
    return FLUV_OK;
}

static fluv_status hold_small(fluv_ctx *ctx, const fluv_coast_job *job, uint8_t *work,
                              fluv_coast_keep *keep)
{
    size_t count = fluv_lattice_count(&job->lattice);
    fluv_patches_job small = {
        .cols = job->lattice.cols, .rows = job->lattice.rows, .least = {SMALL, SMALL}};
    memcpy(work, keep->drawn, count);
    FLUV_TRY(fluv_patches_clear(ctx, &small, work));
    for (size_t i = 0; i < count; i++)
        if (work[i] != keep->drawn[i])
            keep->stray[i] = 0.0F;
    return FLUV_OK;
}

fluv_status fluv_coast_keep_make(fluv_ctx *ctx, const fluv_coast_job *job, const uint8_t *land,
                                 const float *limit, fluv_coast_keep *keep)
{
    assert(keep->drawn && keep->far && keep->stray);
    size_t count = fluv_lattice_count(&job->lattice);
    uint32_t *nearest = fluv_scratch(ctx, count, sizeof *nearest);
    uint8_t *work = fluv_scratch(ctx, count, 1);
    if (!nearest || !work)
        return FLUV_NO_MEMORY;
    memcpy(keep->drawn, land, count);
    FLUV_TRY(fluv_coast_distance(ctx, job, land, work, keep->far, nearest));
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (size_t i = 0; i < count; i++) {
        keep->far[i] = fabsf(keep->far[i]);
        keep->stray[i] = nearest[i] == FLUV_NONE ? INFINITY : limit[nearest[i]];
    }
    if (nearest[0] != FLUV_NONE) { /* there is a border */
        FLUV_TRY(narrow(ctx, job, nearest, work, keep));
        FLUV_TRY(hold_small(ctx, job, work, keep));
    }
    fluv_scratch_drop(ctx, work);
    fluv_scratch_drop(ctx, nearest);
    return FLUV_OK;
}

/* ---- Tidying what is wanted ---- */

static bool may_change(const fluv_coast_keep *keep, size_t cell)
{
    return keep->far[cell] < keep->stray[cell];
}

/* Rounds off what is thin; cells that may not change are as drawn. */
static void round_off(fluv_ctx *ctx, const fluv_coast_job *job, const fluv_coast_keep *keep,
                      uint8_t *land, float *share, float *work)
{
    size_t count = fluv_lattice_count(&job->lattice);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (size_t i = 0; i < count; i++)
        share[i] = (may_change(keep, i) ? land[i] : keep->drawn[i]) ? 1.0F : 0.0F;
    fluv_lattice_blur(ctx->threads, &job->lattice, THIN, share, work);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (size_t i = 0; i < count; i++)
        if (!isinf(keep->stray[i]))
            land[i] = may_change(keep, i) ? share[i] > 0.5F : keep->drawn[i];
}

/* Cells of a kind, and which of them are joined to some that stay. */
typedef struct loose {
    uint32_t cols, rows;
    uint8_t kind, *land, *joined;
    uint32_t *queue, tail;
} loose;

/* Joins the cells of the kind around one, or only says whether one of them is joined. Land touches
 * at corners, sea does not. */
static bool look_around(loose *l, uint32_t at, bool join)
{
    uint32_t col = at % l->cols, row = at / l->cols;
    for (uint32_t r = row ? row - 1 : 0; r <= row + 1 && r < l->rows; r++)
        for (uint32_t c = col ? col - 1 : 0; c <= col + 1 && c < l->cols; c++) {
            uint32_t to = r * l->cols + c;
            if (l->land[to] != l->kind || (!l->kind && r != row && c != col))
                continue;
            if (!join && l->joined[to])
                return true;
            if (!join || l->joined[to])
                continue;
            l->joined[to] = 1;
            l->queue[l->tail++] = to;
        }
    return false;
}

/* Cells of one kind that are not joined to any that must stay change to the other. Nearly all stay:
 * only the others are walked over. */
static void drop_loose(const fluv_ctx *ctx, const fluv_coast_job *job, const fluv_coast_keep *keep,
                       loose *l)
{
    uint32_t count = job->lattice.cols * job->lattice.rows;
    assert(l->kind <= 1);
    l->tail = 0;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t i = 0; i < count; i++)
        l->joined[i] = l->land[i] == l->kind && (!may_change(keep, i) || isinf(keep->stray[i]));
    for (uint32_t i = 0; i < count; i++)
        if (l->land[i] == l->kind && !l->joined[i] && look_around(l, i, false)) {
            l->joined[i] = 1;
            l->queue[l->tail++] = i;
        }
    for (uint32_t head = 0; head < l->tail; head++)
        look_around(l, l->queue[head], true);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t i = 0; i < count; i++)
        if (l->land[i] == l->kind && !l->joined[i])
            l->land[i] = !l->kind;
}

static fluv_status tidy(fluv_ctx *ctx, const fluv_coast_job *job, const fluv_coast_keep *keep,
                        uint8_t *land)
{
    size_t count = fluv_lattice_count(&job->lattice);
    float *share = fluv_scratch(ctx, count, sizeof *share);
    float *work = fluv_scratch(ctx, count, sizeof *work);
    uint32_t *queue = fluv_scratch(ctx, count, sizeof *queue);
    uint8_t *joined = fluv_scratch(ctx, count, 1);
    if (!share || !work || !queue || !joined)
        return FLUV_NO_MEMORY;
    round_off(ctx, job, keep, land, share, work);
    loose l = {job->lattice.cols, job->lattice.rows, 1, land, joined, queue, 0};
    drop_loose(ctx, job, keep, &l);
    l.kind = 0;
    drop_loose(ctx, job, keep, &l);
    fluv_scratch_drop(ctx, joined);
    fluv_scratch_drop(ctx, queue);
    fluv_scratch_drop(ctx, work);
    fluv_scratch_drop(ctx, share);
    return FLUV_OK;
}

/* ---- Holding it there ---- */

typedef struct change {
    const fluv_coast_job *job;
    const fluv_coast_keep *keep;
    const uint8_t *wanted;
    uint8_t *land;
    fluv_heap heap;   /* cells that want to change, by distance from the drawn border */
    uint8_t *waiting; /* 1: in the heap */
} change;

/* Whether there is sea at a place; beyond the rim what is said. */
static bool is_sea(const change *c, int64_t col, int64_t row, bool beyond)
{
    uint32_t cols = c->job->lattice.cols, rows = c->job->lattice.rows;
    if (col < 0 || col >= cols || row < 0 || row >= rows)
        return beyond;
    return !c->land[(size_t)row * cols + (size_t)col];
}

static const int around_x[9] = {1, 1, 0, -1, -1, -1, 0, 1, 1};
static const int around_y[9] = {0, -1, -1, -1, 0, 1, 1, 1, 0};

/* How many of the seas around a cell touch a side of it. Land touches at corners, sea does not. */
static int seas_around(const change *c, uint32_t cell, bool beyond)
{
    int sea[9], parts = 0;
    uint32_t col = cell % c->job->lattice.cols, row = cell / c->job->lattice.cols;
    for (int k = 0; k < 9; k++)
        sea[k] = is_sea(c, (int64_t)col + around_x[k], (int64_t)row + around_y[k], beyond);
    for (int k = 0; k < 8; k += 2)
        parts += sea[k] - sea[k] * sea[k + 1] * sea[k + 2];
    return parts;
}

/* Whether a change of the cell parts or joins nothing, whatever lies beyond the rim. */
static bool is_simple(const change *c, uint32_t cell)
{
    return seas_around(c, cell, true) == 1 && seas_around(c, cell, false) == 1;
}

static bool wants_change(const change *c, uint32_t cell)
{
    return c->wanted[cell] != c->land[cell] && may_change(c->keep, cell);
}

static void push(change *c, uint32_t cell)
{
    if (c->waiting[cell] || !wants_change(c, cell))
        return;
    c->waiting[cell] = 1;
    fluv_heap_push(&c->heap, c->keep->far[cell], cell);
}

static void push_around(change *c, uint32_t cell)
{
    uint32_t cols = c->job->lattice.cols, rows = c->job->lattice.rows;
    uint32_t col = cell % cols, row = cell / cols;
    for (uint32_t r = row ? row - 1 : 0; r <= row + 1 && r < rows; r++)
        for (uint32_t k = col ? col - 1 : 0; k <= col + 1 && k < cols; k++)
            push(c, r * cols + k);
}

/* Changes every cell that can be, those near the drawn border first. */
static fluv_status change_all(fluv_ctx *ctx, change *c, size_t count)
{
    size_t wanting = 0;
#pragma omp parallel for num_threads(ctx->threads) schedule(static) reduction(+ : wanting)
    for (uint32_t i = 0; i < count; i++)
        wanting += wants_change(c, i);
    FLUV_TRY(fluv_heap_init(ctx, &c->heap, wanting));
    for (uint32_t i = 0; i < count; i++)
        push(c, i);
    for (uint32_t cell; (cell = fluv_heap_pop(&c->heap, NULL)) != FLUV_NONE;) {
        c->waiting[cell] = 0;
        if (is_simple(c, cell)) {
            c->land[cell] = c->wanted[cell];
            push_around(c, cell);
        }
    }
    return FLUV_OK;
}

/* Cells that could not change keep two lands, or two seas, apart: they get room on both sides. */
static void widen_seams(const change *c, const uint8_t *seam, uint8_t *wanted)
{
    uint32_t cols = c->job->lattice.cols, rows = c->job->lattice.rows;
    for (uint32_t i = 0; i < cols * rows; i++) {
        if (!seam[i])
            continue;
        uint32_t col = i % cols, row = i / cols;
        for (uint32_t r = row > SEAM ? row - SEAM : 0; r <= row + SEAM && r < rows; r++)
            for (uint32_t k = col > SEAM ? col - SEAM : 0; k <= col + SEAM && k < cols; k++)
                wanted[r * cols + k] = c->land[i];
    }
}

fluv_status fluv_coast_keep_hold(fluv_ctx *ctx, const fluv_coast_job *job,
                                 const fluv_coast_keep *keep, uint8_t *land)
{
    size_t count = fluv_lattice_count(&job->lattice);
    uint8_t *wanted = fluv_scratch(ctx, count, 1), *seam = fluv_scratch(ctx, count, 1);
    uint8_t *waiting = fluv_scratch_zero(ctx, count, 1);
    if (!wanted || !seam || !waiting)
        return FLUV_NO_MEMORY;
    FLUV_TRY(tidy(ctx, job, keep, land));
    memcpy(wanted, land, count);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (size_t i = 0; i < count; i++) /* what may move freely takes what is wanted at once */
        land[i] = isinf(keep->stray[i]) ? wanted[i] : keep->drawn[i];
    change c = {.job = job, .keep = keep, .wanted = wanted, .land = land, .waiting = waiting};
    FLUV_TRY(change_all(ctx, &c, count));
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t i = 0; i < count; i++)
        seam[i] = wants_change(&c, i);
    widen_seams(&c, seam, wanted);
    FLUV_TRY(change_all(ctx, &c, count));
    fluv_scratch_drop(ctx, waiting);
    fluv_scratch_drop(ctx, seam);
    fluv_scratch_drop(ctx, wanted);
    return FLUV_OK;
}
