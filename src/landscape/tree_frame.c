// SPDX-License-Identifier: MIT
/* A construction tree on the cells of a frame, square by square.
 *
 * in   an opened tree, a frame        out   heights and water of its cells
 *
 * A square is one block of points, its quarters are the block's parts: all of them compact, so that
 * few pieces matter to each.  O(cells * primitives around). */
#include "landscape/tree_block.h"

#include <assert.h>

#define SIDE  FLUV_TREE_SIDE
#define HALF  (SIDE / 2)
#define ROUND 2048 /* squares a thread, between two looks at whether to go on */

/* The square's cell i, a quarter after another. */
typedef struct place {
    uint32_t across, down;
} place;

static place place_in_square(uint32_t i)
{
    uint32_t quarter = i / (HALF * HALF), in = i % (HALF * HALF);
    return (place){quarter % 2 * HALF + in % HALF, quarter / 2 * HALF + in / HALF};
}

void fluv_tree_evaluate_square(const fluv_tree_index *t, const fluv_frame *frame, uint32_t col,
                               uint32_t row, fluv_tree_square *out)
{
    static_assert(SIDE * SIDE == FLUV_TREE_BLOCK && HALF * HALF == FLUV_TREE_PART, "");
    double x[FLUV_TREE_BLOCK], y[FLUV_TREE_BLOCK];
    out->count = 0;
    assert(col < frame->cols && row < frame->rows && frame->cell > 0.0);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        place p = place_in_square(i);
        if (col + p.across >= frame->cols || row + p.down >= frame->rows)
            continue;
        out->cell[out->count] = (size_t)(row + p.down) * frame->cols + col + p.across;
        x[out->count] = frame->west + frame->cell * (col + p.across + 0.5);
        y[out->count] = frame->north - frame->cell * (row + p.down + 0.5);
        out->count++;
    }
    fluv_tree_values values = {.height = out->height, .water = out->water, .cover = out->cover};
    fluv_tree_evaluate(t, x, y, out->count, frame->cell, &values);
}

fluv_status fluv_tree_evaluate_frame(fluv_ctx *ctx, const fluv_tree_index *t,
                                     const fluv_frame *frame, double progress, fluv_square_fn *take,
                                     void *to)
{
    size_t across = ((size_t)frame->cols + SIDE - 1) / SIDE;
    size_t squares = across * (((size_t)frame->rows + SIDE - 1) / SIDE);
    size_t some = ROUND * (size_t)ctx->threads;
    assert(progress >= 0.0 && progress <= 1.0);
    for (size_t from = 0; from < squares; from += some) {
        size_t end = squares - from < some ? squares : from + some;
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic, 16)
        for (size_t i = from; i < end; i++) {
            fluv_tree_square square;
            fluv_tree_evaluate_square(t, frame, (uint32_t)(i % across) * SIDE,
                                      (uint32_t)(i / across) * SIDE, &square);
            take(&square, to);
        }
        FLUV_TRY(fluv_advance(ctx, progress * (double)end / (double)squares));
    }
    return FLUV_OK;
}
