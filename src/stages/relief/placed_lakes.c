// SPDX-License-Identifier: MIT
/* Placed lakes on the cells.
 *
 * in   shores in metres        out   cells, in one piece; floors as deep as asked for
 *
 * A lake grows from its middle, those cells first that lie farthest inside its shore, until it has
 * its area; one that was drawn as far as its shore.  O(cells * points of the shore). */
#include "base/queue.h"
#include "stages/relief/courses.h"

#include <assert.h>

#define LEAST_SHARE 0.9  /* of its area that a lake must find room for */
#define SHALLOW     0.3F /* m at the shore */

static double area_of(const fluv_relief_job *job, const fluv_layout_lake *lake)
{
    const fluv_placed_lake *asked = &job->placed->lakes[lake->placed - 1];
    return asked->ring_count && !asked->made ? 0.0 : asked->area;
}

typedef struct grower {
    fluv_relief_job *job;
    const fluv_layout_lake *lake;
    uint32_t own;
    fluv_heap open;
    uint8_t *seen;
} grower;

static void push(grower *g, uint32_t cell)
{
    if (g->seen[cell] || !fluv_relief_lake_free(g->job, cell, g->own))
        return;
    g->seen[cell] = 1;
    double beyond = fluv_outline_beyond(&g->lake->shore, fluv_cell_x(&g->job->frame, cell),
                                        fluv_cell_y(&g->job->frame, cell));
    fluv_heap_push(&g->open, (float)beyond, cell);
}

static uint32_t grow(grower *g, uint32_t middle, double cells)
{
    uint32_t count = 0;
    float far;
    push(g, middle);
    for (uint32_t at; (at = fluv_heap_pop(&g->open, &far)) != FLUV_NONE;) {
        if (count && (cells > 0.0 ? count >= cells : far > 0.0F))
            break;
        g->job->lake_of[at] = g->own;
        count++;
        fluv_around around = fluv_around_cell(&g->job->topology, at);
        for (uint32_t i = 0; i < around.count; i++)
            push(g, around.cell[i]);
    }
    return count;
}

/* How many cells a drawn lake has where nothing is in its way. */
static double cells_inside(const fluv_relief_job *job, const fluv_layout_lake *lake)
{
    double count = 0.0;
    uint32_t cols = job->frame.cols;
    uint32_t low = fluv_relief_cell(&job->frame, lake->x - lake->radius, lake->y + lake->radius);
    uint32_t high = fluv_relief_cell(&job->frame, lake->x + lake->radius, lake->y - lake->radius);
    for (uint32_t row = low / cols; row <= high / cols; row++)
        for (uint32_t col = low % cols; col <= high % cols; col++) {
            uint32_t cell = row * cols + col;
            count += fluv_outline_holds(&lake->shore, fluv_cell_x(&job->frame, cell),
                                        fluv_cell_y(&job->frame, cell));
        }
    return count;
}

void fluv_relief_leave_out(fluv_relief_job *job, uint32_t lake)
{
    assert(job->placed->lakes[lake].follows && !job->left_out[lake]);
    job->left_out[lake] = 1;
    if (job->left_count++ == 0) {
        job->left_at[0] = job->placed->lakes[lake].x;
        job->left_at[1] = job->placed->lakes[lake].y;
    }
}

fluv_status fluv_relief_lake_lay(fluv_ctx *ctx, fluv_relief_job *job, const fluv_layout_lake *lake,
                                 bool *left_out)
{
    const fluv_placed_lake *asked = &job->placed->lakes[lake->placed - 1];
    uint32_t middle = fluv_relief_cell(&job->frame, lake->x, lake->y);
    double cells = round(area_of(job, lake) / (job->frame.cell * job->frame.cell));
    double wanted = area_of(job, lake) > 0.0 ? fmax(1.0, cells) : cells_inside(job, lake);
    grower g = {.job = job,
                .lake = lake,
                .own = (uint32_t)job->lakes.count,
                .seen = fluv_scratch_zero(ctx, job->topology.count, 1)};
    if (!g.seen)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_heap_init(ctx, &g.open, (size_t)(12.0 * wanted) + 64));
    fluv_found_lake *added = fluv_list_append(ctx, &job->lakes, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = (fluv_found_lake){.root = middle,
                               .exit = FLUV_NONE,
                               .merged = 1,
                               .state = FLUV_FULL,
                               .placed = lake->placed,
                               .locked = true};
    uint32_t count = grow(&g, middle, area_of(job, lake) > 0.0 ? wanted : 0.0);
    fluv_scratch_drop(ctx, g.open.items);
    fluv_scratch_drop(ctx, g.seen);
    if (count && count >= LEAST_SHARE * wanted - 1.0)
        return FLUV_OK;
    if (asked->follows) {
        *left_out = true;
        fluv_relief_leave_out(job, lake->placed - 1);
        return FLUV_OK;
    }
    return fluv_blame(
        ctx, &asked->by,
        fluv_fail(ctx, FLUV_BAD_RECIPE,
                  "place: lake %s at %.7g, %.7g has no room beside other water: it finds %u of "
                  "%g cells",
                  fluv_called(asked->name), lake->x, lake->y, count, wanted));
}

/* ---- Floors ---- */

static bool at_shore(const fluv_relief_job *job, uint32_t cell, uint32_t own)
{
    fluv_around around = fluv_around_cell(&job->topology, cell);
    for (uint32_t i = 0; i < around.count; i++)
        if (job->lake_of[around.cell[i]] != own)
            return true;
    return false;
}

/* From the shore inwards, so many cells away; the deepest floor lies farthest from it. */
fluv_status fluv_relief_lake_floor(fluv_ctx *ctx, fluv_relief_job *job, uint32_t own, float deepest)
{
    size_t cells = job->topology.count;
    uint32_t *queue = fluv_scratch(ctx, cells, sizeof *queue), head = 0, tail = 0;
    uint32_t *away = fluv_scratch_zero(ctx, cells, sizeof *away);
    if (!queue || !away)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < cells; c++)
        if (job->lake_of[c] == own && at_shore(job, c, own)) {
            away[c] = 1;
            queue[tail++] = c;
        }
    while (head < tail) {
        uint32_t at = queue[head++];
        fluv_around around = fluv_around_cell(&job->topology, at);
        for (uint32_t i = 0; i < around.count; i++)
            if (job->lake_of[around.cell[i]] == own && !away[around.cell[i]]) {
                away[around.cell[i]] = away[at] + 1;
                queue[tail++] = around.cell[i];
            }
    }
    float most = tail ? (float)away[queue[tail - 1]] : 1.0F, edge = fminf(SHALLOW, deepest);
    for (uint32_t i = 0; i < tail; i++) {
        float left = 1.0F - (float)away[queue[i]] / most;
        job->height[queue[i]] -= edge + (deepest - edge) * (1.0F - left * left);
    }
    fluv_scratch_drop(ctx, queue);
    fluv_scratch_drop(ctx, away);
    return FLUV_OK;
}
