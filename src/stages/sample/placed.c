// SPDX-License-Identifier: MIT
/* Placed rivers and lakes on the cells.
 *
 * in   paths, sketches of the contour        out   the ways of placed rivers; their springs; lakes
 *
 * A way begins at the upper end of its sketch and follows the water until it meets that of an
 * earlier one, the sea or the edge.  O(length of the ways + sketches * cells around a source). */
#include "stages/sample/sample.h"

#include "landscape/tree.h"
#include "stages/sample/banks.h"
#include "stages/shared/climb.h"
#include "stages/shared/ponds.h"
#include "stages/shared/sketched.h"

#include <assert.h>

#define ROW   64 /* points of a lake, looked at together */
#define APART 4  /* cells between two lakes, whose shores may grow a little */
#define NEAR  3  /* cells from a source within which its path begins */

/* The path nearest to a place, FLUV_NONE: none is near. */
static uint32_t path_near(const fluv_paths *p, const double *at)
{
    uint32_t cell = fluv_paths_cell(p->frame, at[0], at[1]), best = FLUV_NONE;
    if (cell == FLUV_NONE)
        return FLUV_NONE;
    int64_t cols = p->frame->cols, rows = p->frame->rows;
    int64_t col = cell % p->frame->cols, row = cell / p->frame->cols;
    double least = INFINITY;
    for (int64_t r = row - NEAR; r <= row + NEAR; r++)
        for (int64_t c = col - NEAR; c <= col + NEAR; c++) {
            if (r < 0 || c < 0 || r >= rows || c >= cols)
                continue;
            uint32_t other = (uint32_t)(r * cols + c);
            double far =
                hypot(fluv_cell_x(p->frame, other) - at[0], fluv_cell_y(p->frame, other) - at[1]);
            if (p->path[other] == FLUV_PATH_RIVER && far < least) {
                least = far;
                best = other;
            }
        }
    return best;
}

/* Cells of a way down to where the drawing ends; below, its water is led on. */
static uint32_t count_drawn(const fluv_contour *contour, size_t sketch, const fluv_frame *frame,
                            const uint32_t *cells, uint32_t count)
{
    double foot = contour->feet[sketch].drawn, least = INFINITY;
    uint32_t last = count - 1;
    assert(count > 0);
    if (!(foot > 0.0))
        return count;
    fluv_climb climb = fluv_climb_begin(&contour->sketches, (uint32_t)sketch);
    fluv_vec end = fluv_climb_to(&climb, foot);
    for (uint32_t i = 0; i < count; i++) {
        double far =
            hypot(fluv_cell_x(frame, cells[i]) - end.x, fluv_cell_y(frame, cells[i]) - end.y);
        last = far < least ? i : last;
        least = fmin(far, least);
    }
    return last + 1;
}

static fluv_status lay_sketch(fluv_ctx *ctx, const fluv_contour *contour, size_t sketch,
                              const fluv_ways_job *job, uint32_t river, uint8_t *taken)
{
    const fluv_paths *p = job->paths;
    const double *top =
        contour->sketches.xy + 2 * ((size_t)contour->sketches.first_point[sketch + 1] - 1);
    uint32_t first = (uint32_t)job->laying->cells.count, at = path_near(p, top);
    uint32_t source = fluv_paths_cell(p->frame, top[0], top[1]);
    if (source != FLUV_NONE && fluv_paths_lake(p, source))
        at = source; /* out of the lake */
    for (; at != FLUV_NONE && !taken[at] && !fluv_paths_sea(p, at); at = job->down[at]) {
        taken[at] = 1;
        uint32_t *to =
            river == FLUV_NONE ? NULL : fluv_list_append(ctx, &job->laying->cells, 1, sizeof *to);
        if (river != FLUV_NONE && !to)
            return FLUV_NO_MEMORY;
        if (to)
            *to = at;
    }
    uint32_t count = (uint32_t)job->laying->cells.count - first;
    if (!count)
        return FLUV_OK;
    fluv_laid_way *way = fluv_list_append(ctx, &job->laying->ways, 1, sizeof *way);
    if (!way)
        return FLUV_NO_MEMORY;
    const uint32_t *cells = (const uint32_t *)job->laying->cells.items + first;
    *way = (fluv_laid_way){.river = river,
                           .first_cell = first,
                           .cell_count = count,
                           .drawn = count_drawn(contour, sketch, p->frame, cells, count),
                           .end = at};
    return FLUV_OK;
}

fluv_status fluv_ways_lay(fluv_ctx *ctx, const fluv_landscape *land, const fluv_ways_job *job)
{
    const fluv_placed *placed = fluv_layer_read(land, FLUV_LAYER_placed);
    const fluv_contour *contour = fluv_layer_read(land, FLUV_LAYER_contour);
    uint8_t *taken = fluv_scratch_zero(ctx, fluv_cell_count(land), 1);
    if (!taken)
        return FLUV_NO_MEMORY;
    for (size_t k = 0; k < contour->sketches.ring_count; k++)
        FLUV_TRY(lay_sketch(ctx, contour, k, job, fluv_sketch_placed(contour, k, placed), taken));
    fluv_scratch_drop(ctx, taken);
    return FLUV_OK;
}

void fluv_ways_spring(const fluv_placed *placed, const fluv_ways_job *job, float *discharge)
{
    const fluv_laid_way *ways = job->laying->ways.items;
    const uint32_t *cells = job->laying->cells.items;
    for (size_t i = 0; i < job->laying->ways.count; i++) {
        float brought =
            ways[i].river == FLUV_NONE ? 0.0f : (float)placed->rivers[ways[i].river].discharge;
        for (uint32_t at = cells[ways[i].first_cell];
             brought > 0.0f && at != FLUV_NONE && !fluv_paths_sea(job->paths, at);
             at = job->down[at])
            discharge[at] += brought;
    }
}

/* ---- Lakes ---- */

/* The cells of a lake, in their order. */
static fluv_status take_cells(fluv_ctx *ctx, const fluv_pond_cells *cells, uint32_t number,
                              float level, fluv_laying *laying)
{
    const fluv_frame *frame = cells->paths->frame;
    uint32_t first = (uint32_t)laying->cells.count;
    for (uint32_t c = 0; c < frame->cols * frame->rows; c++) {
        if (cells->lake[c] != number)
            continue;
        uint32_t *to = fluv_list_append(ctx, &laying->cells, 1, sizeof *to);
        if (!to)
            return FLUV_NO_MEMORY;
        *to = c;
    }
    fluv_laid_lake *lake = fluv_list_append(ctx, &laying->lakes, 1, sizeof *lake);
    if (!lake)
        return FLUV_NO_MEMORY;
    *lake = (fluv_laid_lake){
        .first_cell = first, .cell_count = (uint32_t)laying->cells.count - first, .level = level};
    return FLUV_OK;
}

/* The lowest surface in a lake that no course runs through. */
static fluv_status find_level(fluv_ctx *ctx, const fluv_tree_index *tree, fluv_pond *pond)
{
    double wide = pond->box.high.x - pond->box.low.x, tall = pond->box.high.y - pond->box.low.y;
    double step = fmax(wide, tall) / FLUV_POND_LINES, least = INFINITY;
    double x[ROW], y[ROW];
    float height[ROW], water[ROW];
    for (double row = pond->box.low.y + 0.5 * step; row < pond->box.high.y; row += step) {
        size_t count = 0;
        for (double at = pond->box.low.x; at <= pond->box.high.x && count < ROW; at += step) {
            x[count] = at;
            y[count] = row;
            count += fluv_pond_holds(pond, at, row);
        }
        fluv_tree_evaluate(tree, x, y, count, 0.0,
                           &(fluv_tree_values){.height = height, .water = water});
        for (size_t i = 0; i < count; i++) /* the tree has its water, or level ground for it */
            least = fmin(least, (double)fmaxf(height[i], water[i]));
    }
    pond->level = fluv_pond_level(pond, least);
    return fluv_advance(ctx, 0.5);
}

static fluv_status find_levels(fluv_ctx *ctx, const fluv_landscape *land, size_t count,
                               fluv_pond *ponds)
{
    fluv_tree_index *tree = NULL;
    fluv_status status = FLUV_OK;
    for (size_t i = 0; i < count && status == FLUV_OK; i++) {
        if (ponds[i].outlet != FLUV_NONE)
            continue;
        if (!tree)
            status = fluv_tree_open(ctx, fluv_layer_read(land, FLUV_LAYER_tree), &tree);
        if (status == FLUV_OK)
            status = find_level(ctx, tree, &ponds[i]);
    }
    fluv_tree_close(tree);
    return status;
}

/* Whether every lake has some cells of land around it. */
static bool lie_apart(const fluv_frame *frame, const uint32_t *lake)
{
    for (uint32_t c = 0; c < frame->cols * frame->rows; c++) {
        int64_t col = c % frame->cols, row = c / frame->cols;
        for (int64_t r = row; lake[c] != FLUV_NONE && r <= row + APART && r < frame->rows; r++)
            for (int64_t k = col - APART; k <= col + APART; k++) {
                uint32_t other = k < 0 || k >= frame->cols ? FLUV_NONE : lake[r * frame->cols + k];
                if (other != FLUV_NONE && other != lake[c])
                    return false;
            }
    }
    return true;
}

fluv_status fluv_ponds_fit(fluv_ctx *ctx, const fluv_landscape *land, const fluv_paths *paths,
                           fluv_pond_set *set)
{
    const fluv_placed *placed = fluv_layer_read(land, FLUV_LAYER_placed);
    double *levels = fluv_scratch(ctx, placed->lake_count + 1, sizeof *levels);
    *set = (fluv_pond_set){.lake = fluv_scratch(ctx, fluv_cell_count(land), sizeof *set->lake)};
    if (!levels || !set->lake)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < fluv_cell_count(land); i++)
        set->lake[i] = FLUV_NONE;
    for (size_t i = 0; i < placed->lake_count; i++)
        levels[i] = (double)placed->lakes[i].level;
    FLUV_TRY(
        fluv_ponds_find(ctx, land, fluv_layer_read(land, FLUV_LAYER_courses), levels, &set->ponds));
    FLUV_TRY(find_levels(ctx, land, placed->lake_count, set->ponds));
    set->fit = true;
    fluv_pond_cells cells = {.paths = paths, .slope = placed->slope, .lake = set->lake};
    for (size_t i = 0; i < placed->lake_count && set->fit; i++)
        set->fit =
            isfinite(set->ponds[i].level) && fluv_pond_mark(&cells, &set->ponds[i], (uint32_t)i);
    set->fit = set->fit && lie_apart(paths->frame, set->lake);
    return FLUV_OK;
}

fluv_status fluv_ponds_lay(fluv_ctx *ctx, const fluv_landscape *land, const fluv_ways_job *job,
                           const fluv_pond_set *set)
{
    const fluv_placed *placed = fluv_layer_read(land, FLUV_LAYER_placed);
    fluv_pond_cells cells = {.paths = job->paths, .slope = placed->slope, .lake = set->lake};
    for (size_t i = 0; i < placed->lake_count && set->fit; i++) {
        FLUV_TRY(fluv_pond_bank(ctx, &cells, &set->ponds[i], (uint32_t)i));
        FLUV_TRY(take_cells(ctx, &cells, (uint32_t)i, (float)set->ponds[i].level, job->laying));
    }
    fluv_scratch_drop(ctx, set->lake);
    return FLUV_OK;
}

bool fluv_ways_are_all(const fluv_placed *placed)
{
    bool all = true;
    for (size_t i = 0; i < placed->river_count; i++)
        all &= !placed->rivers[i].kept;
    for (size_t i = 0; i < placed->spot_count; i++)
        all &= placed->spots[i].kind != FLUV_SPOT_NO_LAKE;
    return all;
}
