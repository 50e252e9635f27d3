// SPDX-License-Identifier: MIT
/* The ground between valleys on a lattice: which valley it rises from, and how far.
 *
 * in   discs, points of valleys and shores        out   slopes, heights, lengths of slopes
 *
 * Every cell keeps the source from which its ground is the lowest. Sources begin in the cells they
 * lie in and are handed on to neighbours, in sweeps over the lattice forwards and backwards, as in
 * a distance transform.  O(cells + sources).
 *
 * Based on: Danielsson. Euclidean distance mapping. 1980 */
#include "stages/tree/ground.h"

#include "landscape/tree_bounds.h"

#include <assert.h>
#include <math.h>

#define CELL   0.1    /* of an edge, */
#define DRAFT  0.2    /* and in a draft */
#define MOST   2048.0 /* cells along the longer side */
#define ROUNDS 2      /* of sweeps there and back */

/* Cells lie at multiples of their side. */
static void set_frame(const fluv_tree_work *work, double share, fluv_frame *frame)
{
    const fluv_segments *border = &work->mass.domain.border;
    double wide = border->side * border->cols, tall = border->side * border->rows;
    double cell = share * work->streams->edge;
    while (fmax(wide, tall) > MOST * cell)
        cell *= 2.0;
    double west = cell * floor(border->corner.x / cell);
    double north = cell * ceil((border->corner.y + tall) / cell);
    *frame = (fluv_frame){.cols = (uint32_t)((border->corner.x + wide - west) / cell) + 1,
                          .rows = (uint32_t)((north - border->corner.y) / cell) + 1,
                          .cell = cell,
                          .west = west,
                          .north = north};
}

fluv_status fluv_ground_slopes(fluv_ctx *ctx, const fluv_tree_work *work, fluv_chart *slopes)
{
    *slopes = (fluv_chart){0};
    set_frame(work, ctx->draft ? DRAFT : CELL, &slopes->frame);
    const fluv_frame *frame = &slopes->frame;
    size_t count = (size_t)frame->cols * frame->rows;
    float *sum = fluv_scratch_zero(ctx, count, sizeof *sum);
    float *weight = fluv_scratch_zero(ctx, count, sizeof *weight);
    if (!sum || !weight)
        return FLUV_NO_MEMORY;
    const fluv_tree_disc *discs = work->discs.items;
    int64_t reach = (int64_t)(fluv_disc_radius(work) / frame->cell) + 1;
    for (size_t i = work->mass.first_disc; i < work->discs.count; i++) {
        double x = (work->head.x + (double)discs[i].x - frame->west) / frame->cell;
        double y = (frame->north - work->head.y - (double)discs[i].y) / frame->cell;
        for (int64_t row = (int64_t)y - reach; row <= (int64_t)y + reach; row++)
            for (int64_t col = (int64_t)x - reach; col <= (int64_t)x + reach; col++) {
                if (row < 0 || col < 0 || row >= frame->rows || col >= frame->cols)
                    continue;
                double dx = (double)col + 0.5 - x, dy = (double)row + 0.5 - y;
                float w = (float)(1.0 / (0.5 + dx * dx + dy * dy));
                sum[(size_t)row * frame->cols + (size_t)col] += w * discs[i].slope;
                weight[(size_t)row * frame->cols + (size_t)col] += w;
            }
    }
    for (size_t i = 0; i < count; i++)
        sum[i] = weight[i] > 0.0f ? sum[i] / weight[i] : 0.0f;
    slopes->values = sum;
    return FLUV_OK;
}

typedef struct survey {
    const fluv_frame *frame;
    double x, y; /* the tree's origin in cells, to the right and down */
    const float *slope;
    const fluv_ground_source *sources;
    uint32_t *source; /* a cell; FLUV_NONE: none yet */
    float *height, *rise;
} survey;

/* Takes a source for a cell if it is lower than what the cell has. */
static void offer(const survey *s, uint32_t col, uint32_t row, uint32_t source)
{
    size_t cell = (size_t)row * s->frame->cols + col;
    assert(col < s->frame->cols && row < s->frame->rows);
    if (source == FLUV_NONE || source == s->source[cell])
        return;
    const fluv_ground_source *from = &s->sources[source];
    double dx = (col + 0.5 - s->x) * s->frame->cell - (double)from->x;
    double dy = (s->y - row - 0.5) * s->frame->cell - (double)from->y;
    float rise = fluv_valley_rise((float)sqrt(dx * dx + dy * dy), from->floor);
    float height = from->z + (from->slope > 0.0f ? from->slope : s->slope[cell]) * rise;
    if (!(height < s->height[cell]))
        return;
    s->source[cell] = source;
    s->height[cell] = height;
    s->rise[cell] = rise;
}

/* Hands on the sources of the four neighbours that a sweep has passed already. */
static void sweep(const survey *s, int step)
{
    assert(step == 1 || step == -1);
    int64_t cols = s->frame->cols, rows = s->frame->rows;
    for (int64_t i = 0; i < rows; i++)
        for (int64_t k = 0; k < cols; k++) {
            int64_t row = step > 0 ? i : rows - 1 - i, col = step > 0 ? k : cols - 1 - k;
            const int64_t from[4][2] = {{col - step, row},
                                        {col - step, row - step},
                                        {col, row - step},
                                        {col + step, row - step}};
            for (int n = 0; n < 4; n++)
                if (from[n][0] >= 0 && from[n][1] >= 0 && from[n][0] < cols && from[n][1] < rows)
                    offer(s, (uint32_t)col, (uint32_t)row,
                          s->source[from[n][1] * cols + from[n][0]]);
        }
}

static void plant(const survey *s, uint32_t source)
{
    double col = floor(s->x + (double)s->sources[source].x / s->frame->cell);
    double row = floor(s->y - (double)s->sources[source].y / s->frame->cell);
    if (col >= 0.0 && row >= 0.0 && col < s->frame->cols && row < s->frame->rows)
        offer(s, (uint32_t)col, (uint32_t)row, source);
}

fluv_status fluv_ground_find(fluv_ctx *ctx, const fluv_tree_work *work, const fluv_chart *slopes,
                             const fluv_list *sources, float *height, float *rise)
{
    const fluv_frame *frame = &slopes->frame;
    size_t count = (size_t)frame->cols * frame->rows;
    survey s = {.frame = frame,
                .x = (work->head.x - frame->west) / frame->cell,
                .y = (frame->north - work->head.y) / frame->cell,
                .slope = slopes->values,
                .sources = sources->items,
                .source = fluv_scratch(ctx, count, sizeof *s.source),
                .height = height,
                .rise = rise};
    if (!s.source)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        s.source[i] = FLUV_NONE;
        height[i] = rise[i] = INFINITY;
    }
    for (size_t i = 0; i < sources->count; i++)
        plant(&s, (uint32_t)i);
    for (int round = 0; round < ROUNDS; round++) {
        sweep(&s, 1);
        sweep(&s, -1);
        FLUV_TRY(fluv_look(ctx));
    }
    fluv_scratch_drop(ctx, s.source);
    return FLUV_OK;
}

/* ---- At single places ---- */

fluv_vec fluv_ground_place(const fluv_tree_head *head, double x, double y)
{
    fluv_tree_warp(head, 0.0, &x, &y, 1, &x, &y);
    return (fluv_vec){x - head->x, y - head->y};
}

double fluv_ground_slope_at(const fluv_tree_work *work, fluv_vec place)
{
    const fluv_tree_disc *discs = work->discs.items;
    double sum = 0.0, weight = 0.0;
    for (size_t i = work->mass.first_disc; i < work->discs.count; i++) {
        double far = hypot((double)discs[i].x - place.x, (double)discs[i].y - place.y);
        double w = fluv_disc_share(far, (double)discs[i].radius);
        sum += w * (double)discs[i].slope;
        weight += w;
    }
    return weight > 0.0 ? sum / weight : 0.0;
}

fluv_status fluv_ground_near(fluv_ctx *ctx, const fluv_list *sources, fluv_vec place, double far,
                             fluv_list *near)
{
    const fluv_ground_source *list = sources->items;
    for (size_t i = 0; i < sources->count; i++) {
        if (hypot((double)list[i].x - place.x, (double)list[i].y - place.y) > far)
            continue;
        fluv_ground_source *to = fluv_list_append(ctx, near, 1, sizeof *to);
        if (!to)
            return FLUV_NO_MEMORY;
        *to = list[i];
    }
    return FLUV_OK;
}
