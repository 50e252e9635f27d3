// SPDX-License-Identifier: MIT
/* What is drawn is kept: how far a drawn coast may move, and its islands and straits.
 *
 * in   land as drawn, how far each piece of its border may move        out   what holds it there
 *
 * A cell may change where the drawn border is nearer than its piece may move. Where land or sea is
 * narrow it is less: only the outer halves may change, so that what is drawn narrow stays open or
 * joined. How narrow it is follows from the middle lines of land and sea, the places whose nearest
 * borders lie on two sides. Patches too small to have any room stay as they are.
 *
 * Land as drawn is then changed towards land as refined cell by cell, from the border outwards, and
 * only where that neither parts nor joins anything: so there are as many islands, and as many seas
 * in them, as were drawn.  O(cells log cells).
 *
 * Based on: Yokoi, Toriwaki, Fukumura. An analysis of topological properties of digitized binary
 *           pictures using local features. 1975 */
#include "stages/coast/parts.h"

#include "base/queue.h"
#include "field/distance.h"
#include "field/patches.h"

#include <math.h>
#include <string.h>

#define NARROW 0.5 /* of half the width of land or sea: how far its border may move */
#define ASIDE  3.0 /* cells between the nearest borders of two cells on a middle line, at least */
#define SMALL  52  /* cells of patches that stay as they are */

/* ---- How far the coast may move ---- */

static double cells_apart(uint32_t cols, uint32_t a, uint32_t b)
{
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

static void mark_middle_lines(const fluv_coast_job *job, const fluv_coast_keep *keep,
                              const uint32_t *nearest, uint8_t *middle)
{
    uint32_t cols = job->lattice.cols, rows = job->lattice.rows;
    memset(middle, 0, fluv_lattice_count(&job->lattice));
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
    mark_middle_lines(job, keep, nearest, work);
    fluv_distance_job middle = {lattice->cols, lattice->rows, lattice->spacing, work};
    FLUV_TRY(fluv_distance(ctx, &middle, to_middle, NULL));
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
    size_t count = fluv_lattice_count(&job->lattice);
    uint32_t *nearest = fluv_scratch(ctx, count, sizeof *nearest);
    uint8_t *work = fluv_scratch(ctx, count, 1);
    if (!nearest || !work)
        return FLUV_NO_MEMORY;
    memcpy(keep->drawn, land, count);
    FLUV_TRY(fluv_coast_distance(ctx, job, land, work, keep->far, nearest));
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

/* ---- Holding it there ---- */

typedef struct change {
    const fluv_coast_job *job;
    const fluv_coast_keep *keep;
    const uint8_t *wanted;
    uint8_t *land;
    fluv_heap heap; /* cells that want to change, by distance from the drawn border */
} change;

/* The value at a place beside a cell; beyond the rim that of the nearest cell inside. */
static uint8_t beside(const change *c, uint32_t cell, int dx, int dy)
{
    uint32_t cols = c->job->lattice.cols, rows = c->job->lattice.rows;
    int64_t col = (int64_t)(cell % cols) + dx, row = (int64_t)(cell / cols) + dy;
    col = col < 0 ? 0 : col < cols ? col : (int64_t)cols - 1;
    row = row < 0 ? 0 : row < rows ? row : (int64_t)rows - 1;
    return c->land[(size_t)row * cols + (size_t)col];
}

static const int around_x[9] = {1, 1, 0, -1, -1, -1, 0, 1, 1};
static const int around_y[9] = {0, -1, -1, -1, 0, 1, 1, 1, 0};

/* Whether a change of the cell parts or joins nothing: of the seas around it exactly one touches a
 * side of it. Land touches at corners, sea does not. */
static bool is_simple(const change *c, uint32_t cell)
{
    int sea[9], parts = 0;
    for (int k = 0; k < 9; k++)
        sea[k] = !beside(c, cell, around_x[k], around_y[k]);
    for (int k = 0; k < 8; k += 2)
        parts += sea[k] - sea[k] * sea[k + 1] * sea[k + 2];
    return parts == 1;
}

static bool wants_change(const change *c, uint32_t cell)
{
    return c->wanted[cell] != c->land[cell] && c->keep->far[cell] < c->keep->stray[cell];
}

static void push_around(change *c, uint32_t cell)
{
    uint32_t cols = c->job->lattice.cols, rows = c->job->lattice.rows;
    uint32_t col = cell % cols, row = cell / cols;
    for (uint32_t r = row ? row - 1 : 0; r <= row + 1 && r < rows; r++)
        for (uint32_t k = col ? col - 1 : 0; k <= col + 1 && k < cols; k++)
            if (r * cols + k != cell && wants_change(c, r * cols + k))
                fluv_heap_push(&c->heap, c->keep->far[r * cols + k], r * cols + k);
}

/* What may move freely takes what is wanted at once. */
static size_t begin(change *c, size_t count)
{
    size_t wanting = 0;
    for (size_t i = 0; i < count; i++) {
        c->land[i] = isinf(c->keep->stray[i]) ? c->wanted[i] : c->keep->drawn[i];
        wanting += wants_change(c, (uint32_t)i);
    }
    return wanting;
}

fluv_status fluv_coast_keep_hold(fluv_ctx *ctx, const fluv_coast_job *job,
                                 const fluv_coast_keep *keep, uint8_t *land)
{
    size_t count = fluv_lattice_count(&job->lattice);
    uint8_t *wanted = fluv_scratch(ctx, count, 1);
    if (!wanted)
        return FLUV_NO_MEMORY;
    memcpy(wanted, land, count);
    change c = {.job = job, .keep = keep, .wanted = wanted, .land = land};
    size_t wanting = begin(&c, count);
    FLUV_TRY(fluv_heap_init(ctx, &c.heap, 10 * wanting + 1)); /* each once, and by 8 neighbours */
    for (uint32_t i = 0; i < count; i++)
        if (wants_change(&c, i))
            fluv_heap_push(&c.heap, keep->far[i], i);
    for (uint32_t cell; (cell = fluv_heap_pop(&c.heap, NULL)) != FLUV_NONE;)
        if (wants_change(&c, cell) && is_simple(&c, cell)) {
            land[cell] = wanted[cell];
            push_around(&c, cell);
        }
    fluv_scratch_drop(ctx, wanted);
    return FLUV_OK;
}
