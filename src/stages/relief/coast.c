// SPDX-License-Identifier: MIT
/* The coast where deltas have pushed it out.
 *
 * in   the shore, the plan's lobes        out   the shore with them; cover, height and coast
 *
 * New land begins a little above the sea; the floor before it rises to its front.
 * O(lattice cells + cells of the lobes). */
#include "stages/relief/parts.h"

#include "stages/shared/sea.h"

#define BLOCK  512
#define LEAST  0.05F /* m that new land lies above the sea */
#define SHOAL  0.02F /* m that the sea is deep at the new coast */
#define FRONT  0.01F /* slope of the floor before it */
#define NEAR   0.04  /* of a lobe's reach: how far that goes */
#define DROP   0.3F  /* slope from there on, until the old floor is met */
#define AROUND 1.3   /* of a lobe's reach: where its corners with the old coast end */

typedef struct layers {
    float *height;
    uint8_t *cover;
} layers;

/* The floor rises to the delta's front, and no farther out than that is near. */
static float floor_at(const fluv_relief_job *job, const fluv_layout_lobe *lobe, uint32_t cell,
                      float shore)
{
    double lies =
        fluv_layout_lobe_at(lobe, fluv_cell_x(&job->frame, cell), fluv_cell_y(&job->frame, cell));
    float beyond = (float)fmax(0.0, -lies - NEAR * lobe->reach);
    return FRONT * shore - SHOAL - DROP * beyond;
}

static void push_row(const fluv_relief_job *job, const fluv_layout_lobe *lobe, uint32_t row,
                     uint32_t left, uint32_t right, const layers *to)
{
    const fluv_frame *frame = &job->frame;
    double y = frame->north - frame->cell * (row + 0.5);
    float shore[BLOCK];
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

static void push_cells(fluv_ctx *ctx, const fluv_relief_job *job, const fluv_layout_lobe *lobe,
                       const layers *to)
{
    double reach = AROUND * lobe->reach;
    uint32_t cols = job->frame.cols;
    uint32_t first = fluv_relief_cell(&job->frame, lobe->x - reach, lobe->y + reach);
    uint32_t last = fluv_relief_cell(&job->frame, lobe->x + reach, lobe->y - reach);
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic, 8)
    for (uint32_t row = first / cols; row <= last / cols; row++)
        push_row(job, lobe, row, first % cols, last % cols, to);
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
        push_cells(ctx, job, &job->plan->lobes[i], &to);
    fluv_layer_put(land, FLUV_LAYER_coast, NULL);
    return FLUV_OK;
}
