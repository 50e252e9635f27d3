// SPDX-License-Identifier: MIT
/* Planned lakes on the cells.
 *
 * in   a shape        out   its cells, in one piece, away from rivers, ocean, edge, other lakes
 *
 * O(cells of the lakes). */
#include "stages/relief/courses.h"

#include <assert.h>

#define LEAST_DEPTH 0.3F /* m */
#define MEAN_DEPTH  3.9  /* m, of a lake of 1 km2 */
#define USUAL_SLOPE 0.06 /* of land around a lake of usual depth */
#define DEEPER      0.65 /* power of the slope that depths grow with */
#define LEAST_STEEP 0.3
#define MOST_STEEP  6.0
#define STEEPEST    0.1 /* depth against the radius, of ponds in steep country */

/* Whether another lake lies within two cells: no river's cell may lie beside both. */
static bool near_other(const fluv_relief_job *job, uint32_t cell, uint32_t own)
{
    const fluv_frame *frame = &job->frame;
    uint32_t col = cell % frame->cols, row = cell / frame->cols;
    for (uint32_t r = row < 2 ? 0 : row - 2; r <= row + 2 && r < frame->rows; r++)
        for (uint32_t c = col < 2 ? 0 : col - 2; c <= col + 2 && c < frame->cols; c++) {
            uint32_t lake = job->lake_of[r * frame->cols + c];
            if (lake != FLUV_NONE && lake != own)
                return true;
        }
    return false;
}

bool fluv_relief_lake_free(const fluv_relief_job *job, uint32_t cell, uint32_t own)
{
    assert(cell < job->topology.count);
    if (fluv_cell_at_edge(&job->topology, cell) || job->cover[cell] == FLUV_OCEAN ||
        job->state[cell] & FLUV_CELL_RIVER)
        return false;
    fluv_around around = fluv_around_cell(&job->topology, cell);
    for (uint32_t i = 0; i < around.count; i++) {
        uint32_t other = around.cell[i];
        if (job->cover[other] == FLUV_OCEAN || job->state[other] & FLUV_CELL_RIVER)
            return false;
    }
    return !near_other(job, cell, own);
}

fluv_status fluv_relief_lake_place(fluv_ctx *ctx, fluv_relief_job *job,
                                   const fluv_layout_lake *lake, uint32_t *queue, uint32_t *place)
{
    uint32_t own = (uint32_t)job->lakes.count, head = 0, tail = 0;
    uint32_t middle = fluv_relief_cell(&job->frame, lake->x, lake->y);
    *place = FLUV_NONE;
    if (job->lake_of[middle] != FLUV_NONE || !fluv_relief_lake_free(job, middle, own))
        return FLUV_OK;
    fluv_found_lake *added = fluv_list_append(ctx, &job->lakes, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = (fluv_found_lake){.root = middle, .exit = FLUV_NONE, .merged = 1, .state = FLUV_FULL};
    queue[tail++] = middle;
    job->lake_of[middle] = own;
    fluv_layout_piece near = {0};
    while (head < tail) {
        fluv_around around = fluv_around_cell(&job->topology, queue[head++]);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t cell = around.cell[i];
            if (job->lake_of[cell] != FLUV_NONE || !fluv_relief_lake_free(job, cell, own) ||
                !fluv_layout_lake_holds(job->plan, lake, fluv_cell_x(&job->frame, cell),
                                        fluv_cell_y(&job->frame, cell), 1.0, &near))
                continue;
            job->lake_of[cell] = own;
            queue[tail++] = cell;
        }
    }
    *place = own;
    return FLUV_OK;
}

/* The cells a lake can lie in. */
typedef struct box {
    uint32_t left, right, top, bottom;
} box;

static box box_around(const fluv_relief_job *job, const fluv_layout_lake *lake)
{
    double reach = fluv_layout_lake_reach(job->plan, lake) + job->frame.cell;
    uint32_t low = fluv_relief_cell(&job->frame, lake->x - reach, lake->y + reach);
    uint32_t high = fluv_relief_cell(&job->frame, lake->x + reach, lake->y - reach);
    uint32_t cols = job->frame.cols;
    return (box){low % cols, high % cols, low / cols, high / cols};
}

void fluv_relief_lake_forget(fluv_relief_job *job, const fluv_layout_lake *lake)
{
    assert(job->lakes.count > 0);
    box in = box_around(job, lake);
    uint32_t own = (uint32_t)job->lakes.count - 1;
    for (uint32_t row = in.top; row <= in.bottom; row++)
        for (uint32_t col = in.left; col <= in.right; col++) {
            uint32_t cell = row * job->frame.cols + col;
            if (job->lake_of[cell] == own)
                job->lake_of[cell] = FLUV_NONE;
        }
    job->lakes.count--;
}

void fluv_relief_lake_drain(fluv_relief_job *job, uint32_t place, uint32_t *queue)
{
    const fluv_found_lake *lake = &((const fluv_found_lake *)job->lakes.items)[place];
    assert(place < job->lakes.count && lake->exit < job->topology.count);
    assert(job->lake_of[lake->exit] == place && isfinite(lake->level));
    uint32_t head = 0, tail = 0;
    queue[tail++] = lake->exit;
    job->state[lake->exit] |= FLUV_CELL_LAKE;
    job->height[lake->exit] = lake->level;
    while (head < tail) {
        uint32_t from = queue[head++];
        fluv_around around = fluv_around_cell(&job->topology, from);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t cell = around.cell[i];
            if (job->lake_of[cell] != place || job->state[cell] & FLUV_CELL_LAKE)
                continue;
            job->state[cell] |= FLUV_CELL_LAKE;
            job->height[cell] = lake->level;
            job->receiver[cell] = from;
            queue[tail++] = cell;
        }
    }
}

uint32_t fluv_relief_lake_beside(const fluv_relief_job *job, uint32_t cell, uint32_t except)
{
    if (job->lake_of[cell] != FLUV_NONE && job->lake_of[cell] != except)
        return cell;
    fluv_around around = fluv_around_cell(&job->topology, cell);
    for (uint32_t i = 0; i < around.count; i++) {
        uint32_t lake = job->lake_of[around.cell[i]];
        if (lake != FLUV_NONE && lake != except && !fluv_relief_crosses(job, cell, around.cell[i]))
            return around.cell[i];
    }
    return FLUV_NONE;
}

/* The greatest depth of a lake. Mean depths grow with the area as A^0.2, 4 m at 1 km2; in steep
 * country lakes are deeper, in plains shallower. A bowl is twice as deep as its mean.
 *
 * Based on: Cael, Heathcote, Seekell. The volume and mean depth of Earth's lakes. 2017 */
static float deepest_of(const fluv_relief_job *job, const fluv_layout_lake *lake)
{
    assert(lake->radius > 0.0);
    double area = M_PI * lake->radius * lake->radius / 1e6;
    double steep = (double)fluv_relief_slope(job, lake) / USUAL_SLOPE;
    double land = fmin(MOST_STEEP, fmax(LEAST_STEEP, pow(steep, DEEPER)));
    double deepest = fmin(2.0 * MEAN_DEPTH * pow(area, 0.2) * land, STEEPEST * lake->radius);
    return (float)(job->params->lake_depth * deepest);
}

/* A bowl in the shape of the outline. */
fluv_status fluv_relief_lake_floors(fluv_ctx *ctx, fluv_relief_job *job)
{
    const fluv_layout *plan = job->plan;
    for (uint32_t i = 0; i < plan->lake_count; i++) {
        const fluv_layout_lake *lake = &plan->lakes[i];
        box in = box_around(job, lake);
        uint32_t own = job->lake_of[fluv_relief_cell(&job->frame, lake->x, lake->y)];
        float deepest = deepest_of(job, lake);
        if (lake->placed && job->left_out && job->left_out[lake->placed - 1])
            continue;
        if (lake->placed) {
            double asked = job->placed->lakes[lake->placed - 1].depth;
            FLUV_TRY(fluv_relief_lake_floor(ctx, job, own,
                                            asked > 0.0 ? (float)asked : LEAST_DEPTH + deepest));
            continue;
        }
        for (uint32_t row = in.top; own != FLUV_NONE && row <= in.bottom; row++)
            for (uint32_t col = in.left; col <= in.right; col++) {
                uint32_t cell = row * job->frame.cols + col;
                if (job->lake_of[cell] != own)
                    continue;
                double q = fluv_layout_lake_at(plan, lake, fluv_cell_x(&job->frame, cell),
                                               fluv_cell_y(&job->frame, cell));
                float depth = deepest * (float)fmax(0.0, 1.0 - q * q);
                job->height[cell] -= LEAST_DEPTH + depth;
            }
    }
    return FLUV_OK;
}
