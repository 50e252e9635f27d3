// SPDX-License-Identifier: MIT
/* The coast where deltas have pushed it out.
 *
 * in   the shore, the plan's lobes        out   the shore with them; cover, height and coast
 *
 * New land begins a little above the sea; the floor before it rises to its front.
 * O(lattice cells + cells of the lobes). */
#include "stages/relief/parts.h"

#include "stages/shared/sea.h"

#include <assert.h>

#define BLOCK 512
#define LEAST 0.05F /* m that new land lies above the sea */
#define SHOAL 0.02F /* m that the sea is deep at the new coast */
#define FRONT 0.004 /* slope of the floor at its front, which grows steeper outwards: */
#define NEAR  0.16  /* of a lobe's reach: so far from the front */
#define DROP  30.0  /* m lower, until the old floor is met */

typedef struct layers {
    float *height;
    uint8_t *cover;
} layers;

typedef struct box {
    uint32_t left, top, cols, rows; /* cells of the frame */
} box;

/* The floor rises to the delta's front. */
static float floor_at(const fluv_relief_job *job, const fluv_layout_lobe *lobe, uint32_t cell,
                      float shore)
{
    double lies =
        fluv_layout_lobe_at(lobe, fluv_cell_x(&job->frame, cell), fluv_cell_y(&job->frame, cell));
    double before = fmax(fmax(0.0, -(double)shore), -lies), part = before / (NEAR * lobe->reach);
    return (float)(-(double)SHOAL - FRONT * before - DROP * part * part);
}

static void push_row(const fluv_relief_job *job, const fluv_layout_lobe *lobe, uint32_t row,
                     uint32_t left, uint32_t right, const layers *to)
{
    const fluv_frame *frame = &job->frame;
    double y = frame->north - frame->cell * (row + 0.5);
    float shore[BLOCK];
    assert(row < frame->rows && left <= right && right < frame->cols);
    for (uint32_t from = left; from <= right; from += BLOCK) {
        size_t n = right - from + 1 < BLOCK ? right - from + 1 : BLOCK;
        size_t at = (size_t)row * frame->cols + from;
        fluv_shore_row(job->shore, frame->cell, frame->west + frame->cell * (from + 0.5), y,
                       frame->cell, n, shore);
        for (size_t i = 0; i < n; i++) {
            if (to->cover[at + i] != FLUV_OCEAN)
                continue;
            bool land = shore[i] > 0.0F;
            float least = land ? LEAST : floor_at(job, lobe, (uint32_t)(at + i), shore[i]);
            to->height[at + i] = fmaxf(to->height[at + i], least);
            to->cover[at + i] = land ? FLUV_LAND : FLUV_OCEAN;
        }
    }
}

/* The cells of a lobe's window. */
static box box_of(const fluv_relief_job *job, const fluv_layout_lobe *lobe)
{
    const fluv_lattice *w = &lobe->window;
    uint32_t cols = job->frame.cols;
    uint32_t first = fluv_relief_cell(&job->frame, w->west, w->north);
    uint32_t last = fluv_relief_cell(&job->frame, w->west + w->spacing * w->cols,
                                     w->north - w->spacing * w->rows);
    assert(first / cols <= last / cols && first % cols <= last % cols);
    return (box){.left = first % cols,
                 .top = first / cols,
                 .cols = last % cols - first % cols + 1,
                 .rows = last / cols - first / cols + 1};
}

static void push_cells(fluv_ctx *ctx, const fluv_relief_job *job, const fluv_layout_lobe *lobe,
                       const box *b, const layers *to)
{
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic, 8)
    for (uint32_t row = b->top; row < b->top + b->rows; row++)
        push_row(job, lobe, row, b->left, b->left + b->cols - 1, to);
}

/* ---- Ponds of sea ---- */

/* Marks sea that is tied to what lies beyond the box. */
static void mark_open(const fluv_frame *frame, const box *b, const uint8_t *cover, uint8_t *open,
                      uint32_t *queue)
{
    uint32_t count = b->cols * b->rows;
    size_t tail = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t col = i % b->cols, row = i / b->cols;
        bool rim = !col || !row || col + 1 == b->cols || row + 1 == b->rows;
        size_t cell = (size_t)(b->top + row) * frame->cols + b->left + col;
        open[i] = rim && cover[cell] == FLUV_OCEAN;
        if (open[i])
            queue[tail++] = i;
    }
    for (size_t head = 0; head < tail; head++) {
        uint32_t col = queue[head] % b->cols, row = queue[head] / b->cols;
        for (uint32_t k = 0; k < 9; k++) {
            uint32_t c = col + k % 3 - 1, r = row + k / 3 - 1; /* beyond 0 they are large */
            if (c >= b->cols || r >= b->rows || open[r * b->cols + c] ||
                cover[(size_t)(b->top + r) * frame->cols + b->left + c] != FLUV_OCEAN)
                continue;
            open[r * b->cols + c] = 1;
            queue[tail++] = r * b->cols + c;
        }
    }
    assert(tail <= count);
}

/* Sea that new land has cut off becomes land: cells see a finer coast than the plan did. `open` is
 * what was open sea before. */
static fluv_status fill_ponds(fluv_ctx *ctx, const fluv_relief_job *job, const box *b,
                              const uint8_t *open, const layers *to)
{
    size_t count = (size_t)b->cols * b->rows;
    uint8_t *still = fluv_scratch(ctx, count, 1);
    uint32_t *queue = fluv_scratch(ctx, count, sizeof *queue);
    if (!still || !queue)
        return FLUV_NO_MEMORY;
    mark_open(&job->frame, b, to->cover, still, queue);
    for (size_t i = 0; i < count; i++) {
        size_t cell = (b->top + i / b->cols) * job->frame.cols + b->left + i % b->cols;
        if (!open[i] || still[i] || to->cover[cell] != FLUV_OCEAN)
            continue;
        to->cover[cell] = FLUV_LAND;
        to->height[cell] = LEAST;
    }
    fluv_scratch_drop(ctx, queue);
    fluv_scratch_drop(ctx, still);
    return FLUV_OK;
}

static fluv_status push_lobe(fluv_ctx *ctx, const fluv_relief_job *job,
                             const fluv_layout_lobe *lobe, const layers *to)
{
    box b = box_of(job, lobe);
    size_t count = (size_t)b.cols * b.rows;
    uint8_t *open = fluv_scratch(ctx, count, 1);
    uint32_t *queue = fluv_scratch(ctx, count, sizeof *queue);
    if (!open || !queue)
        return FLUV_NO_MEMORY;
    mark_open(&job->frame, &b, to->cover, open, queue);
    push_cells(ctx, job, lobe, &b, to);
    fluv_scratch_drop(ctx, queue);
    FLUV_TRY(fill_ponds(ctx, job, &b, open, to));
    fluv_scratch_drop(ctx, open);
    return FLUV_OK;
}

fluv_status fluv_relief_coast(fluv_ctx *ctx, fluv_relief_job *job)
{
    fluv_landscape *land = job->landscape;
    const fluv_shore *before = fluv_shore_of(land);
    job->shore = before;
    if (!job->plan->lobe_count)
        return FLUV_OK;
    fluv_shore *pushed = fluv_scratch(ctx, 1, sizeof *pushed);
    float *distance = fluv_scratch(ctx, fluv_lattice_count(&before->lattice), sizeof *distance);
    layers to = {.height = fluv_layer_edit(ctx, land, FLUV_LAYER_height),
                 .cover = fluv_layer_edit(ctx, land, FLUV_LAYER_cover)};
    if (!pushed || !distance || !to.height || !to.cover)
        return FLUV_NO_MEMORY;
    fluv_layout_push_shore(job->plan, before, distance);
    *pushed = *before;
    pushed->distance = distance;
    job->shore = pushed;
    for (uint32_t i = 0; i < job->plan->lobe_count; i++)
        FLUV_TRY(push_lobe(ctx, job, &job->plan->lobes[i], &to));
    fluv_layer_put(land, FLUV_LAYER_coast, NULL);
    return FLUV_OK;
}
