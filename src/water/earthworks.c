// SPDX-License-Identifier: MIT
/* Cutting and filling.
 *
 * in   ways out of hollows, in the order in which hollows end     out   changed ground
 *
 *      pass                 cut                      filled
 *   \   __   /          \   __   /                \   __   /
 *    \_/  \ /            \_ .. \/                  \=/  \ /
 *      small              along the way             up to the pass
 *
 * A cut must not open the rim of another pool: its cells may touch lower ground only where that
 * drains to the same place. A cut ends where the ground is as low as the hollow's floor; without
 * such a place the hollow is filled. A way is followed only while cutting costs less than filling.
 *
 * Based on: Lindsay. Efficient hybrid breaching-filling sink removal methods. 2016 */
#include "water/earthworks.h"

#include "water/parts.h"
#include "water/undo.h"

#include <assert.h>
#include <string.h>

#define BANDS 8 /* of ground, filled at the same time */

/* A cell to be lowered, unless a later filling covers it. */
typedef struct cut {
    uint32_t cell;
    float level, before; /* m */
    uint32_t time;
} cut;

static const fluv_filling not_filled = {-INFINITY, 0};

static fluv_filling later(fluv_filling a, fluv_filling b)
{
    return (fluv_filling){fmaxf(a.level, b.level), a.time > b.time ? a.time : b.time};
}

fluv_status fluv_earthworks_init(fluv_ctx *ctx, fluv_earthworks *works, fluv_settlement *job)
{
    size_t basins = (size_t)job->hierarchy->basin_count + 1, cells = job->topology->count;
    assert(fluv_receivers_inside(job->topology, job->receiver));
    *works = (fluv_earthworks){.job = job,
                               .to = fluv_scratch(ctx, basins, sizeof *works->to),
                               .fill = fluv_scratch(ctx, basins, sizeof *works->fill),
                               .cut_ground = fluv_scratch(ctx, cells, sizeof *works->cut_ground)};
    if (!works->to || !works->fill || !works->cut_ground)
        return FLUV_NO_MEMORY;
    memcpy(works->cut_ground, job->height, cells * sizeof *works->cut_ground);
    for (uint32_t b = 0; b < basins; b++) {
        works->to[b] = b;
        works->fill[b] = not_filled;
    }
    return FLUV_OK;
}

void fluv_earthworks_free(fluv_ctx *ctx, fluv_earthworks *works)
{
    fluv_list_free(&works->cuts);
    fluv_scratch_drop(ctx, works->to);
    fluv_scratch_drop(ctx, works->fill);
    fluv_scratch_drop(ctx, works->cut_ground);
}

/* The end of a basin's way, and in `fill` how the basin stands filled. Ways are shortened in
 * passing; a basin that skips another takes on its filling. */
static uint32_t end_of(const fluv_earthworks *e, uint32_t basin, fluv_filling *fill)
{
    *fill = not_filled;
    while (e->to[basin] != basin) {
        uint32_t next = e->to[basin];
        *fill = later(*fill, e->fill[basin]);
        if (e->to[next] != next) {
            e->fill[basin] = later(e->fill[basin], e->fill[next]);
            e->to[basin] = e->to[next];
        }
        basin = next;
    }
    return basin;
}

uint32_t fluv_basin_end(const fluv_earthworks *works, uint32_t basin)
{
    fluv_filling fill;
    return end_of(works, basin, &fill);
}

void fluv_basin_lead(fluv_earthworks *works, uint32_t basin, uint32_t to, float filled)
{
    assert(basin != FLUV_OUTSIDE && basin != to && works->to[basin] == basin); /* it ends once */
    assert(fluv_basin_end(works, to) != basin);
    works->to[basin] = to;
    works->fill[basin] = isfinite(filled) ? (fluv_filling){filled, works->time} : not_filled;
}

/* The ground as it stands now; the sea counts as its surface. */
static float ground(const fluv_earthworks *e, uint32_t cell)
{
    if (e->job->kind[cell] & FLUV_CELL_SEA)
        return fmaxf(e->job->height[cell], 0.0f);
    fluv_filling fill;
    (void)end_of(e, e->job->label[cell], &fill);
    return fmaxf(e->job->height[cell], fill.level);
}

/* ---- Cutting -----------------------------------------------------------------------------------
 */

/* Whether the cell is part of a surveyed lake that stands above the way. */
static bool is_higher_lake(const fluv_earthworks *e, const fluv_way *way, uint32_t cell)
{
    const fluv_settlement *job = e->job;
    return job->lake_of && job->lake_of[cell] != FLUV_NONE && job->height[cell] > way->level;
}

/* Whether lowering the cell would give lower ground beside it, which drains elsewhere, a new and
 * lower way out, or let in the sea. */
static bool opens_a_rim(const fluv_earthworks *e, const fluv_way *way, uint32_t cell, float height)
{
    const fluv_settlement *job = e->job;
    if ((job->kind[cell] & FLUV_CELL_OPEN) && way->end_there != FLUV_OUTSIDE)
        return true;
    fluv_around around = fluv_around_known(job->topology, job->kind, cell);
    for (uint32_t i = 0; i < around.count; i++) {
        uint32_t other = around.cell[i];
        if (way->level < 0.0f && (job->kind[other] & FLUV_CELL_SEA))
            return true; /* the sea would come in */
        if (is_higher_lake(e, way, other))
            return true;
        if (job->label[other] == job->label[cell] || !(e->cut_ground[other] < height))
            continue;
        uint32_t end = fluv_basin_end(e, job->label[other]);
        if (end != way->end_here && end != way->end_there)
            return true;
    }
    return false;
}

/* Adds to `paid` what lowering the cell moves, in m3. False where that must not be. */
static bool pay(const fluv_earthworks *e, const fluv_way *way, uint32_t cell, float height,
                const fluv_cut_limits *limits, double *paid)
{
    if (is_higher_lake(e, way, cell) || (e->job->frozen && isfinite(e->job->frozen[cell])))
        return false;
    *paid += (double)(height - way->level) * fluv_cell_area(e->job->topology, cell);
    return *paid <= limits->volume && height - way->level <= limits->depth &&
           !opens_a_rim(e, way, cell, height);
}

bool fluv_way_can_cut(const fluv_earthworks *works, const fluv_way *way,
                      const fluv_cut_limits *limits)
{
    const fluv_settlement *job = works->job;
    double paid = 0.0;
    if (way->end_there != FLUV_OUTSIDE &&
        job->height[job->hierarchy->nodes[way->end_there].root] > way->level)
        return false; /* it ends higher than it begins */
    for (uint32_t at = way->from; at != FLUV_NONE; at = job->receiver[at]) {
        float height = ground(works, at);
        if (height > way->level && !pay(works, way, at, height, limits, &paid))
            return false;
    }
    for (uint32_t at = way->to; at != FLUV_NONE; at = job->receiver[at]) {
        float height = ground(works, at);
        if (height <= way->level)
            return true;
        if ((job->kind[at] & FLUV_CELL_SEA) ||
            (job->receiver[at] == FLUV_NONE && !(job->kind[at] & FLUV_CELL_OPEN)))
            return false; /* the sea, or another hollow's floor, and higher */
        if (!pay(works, way, at, height, limits, &paid))
            return false;
    }
    return true; /* out over the edge */
}

static fluv_status cut_cell(fluv_ctx *ctx, fluv_earthworks *e, uint32_t cell, float level)
{
    assert(cell < e->job->topology->count && isfinite(level));
    cut *c = fluv_list_append(ctx, &e->cuts, 1, sizeof *c);
    if (!c)
        return FLUV_NO_MEMORY;
    *c = (cut){cell, level, e->job->height[cell], e->time};
    e->cut_ground[cell] = fminf(e->cut_ground[cell], level);
    return FLUV_OK;
}

fluv_status fluv_way_cut(fluv_ctx *ctx, fluv_earthworks *works, const fluv_way *way)
{
    const uint32_t *receiver = works->job->receiver;
    float level = way->level;
    for (uint32_t at = way->from; at != FLUV_NONE; at = receiver[at])
        if (ground(works, at) > level)
            FLUV_TRY(cut_cell(ctx, works, at, level));
    for (uint32_t at = way->to; at != FLUV_NONE && ground(works, at) > level; at = receiver[at])
        FLUV_TRY(cut_cell(ctx, works, at, level));
    return FLUV_OK;
}

static double step_length(const fluv_settlement *job, uint32_t a, uint32_t b)
{
    const fluv_some_cells *some = job->some;
    if (!some)
        return fluv_cell_distance(job->topology, a, b);
    uint64_t from = some->place[a], to = some->place[b];
    bool straight = from % some->cols == to % some->cols || from / some->cols == to / some->cols;
    return straight ? some->side : some->side * M_SQRT2;
}

double fluv_way_dam(const fluv_earthworks *works, const fluv_way *way, float spill)
{
    const fluv_settlement *job = works->job;
    const fluv_cut_limits none = {INFINITY, INFINITY};
    if (!fluv_way_can_cut(works, way, &none))
        return INFINITY;
    float middle = 0.5f * (way->level + spill);
    double thickness = 0.0;
    for (int side = 0; side < 2; side++) {
        uint32_t at = side ? way->to : way->from;
        while (at != FLUV_NONE && ground(works, at) > middle) {
            uint32_t next = job->receiver[at];
            thickness += next == FLUV_NONE ? 0.0 : step_length(job, at, next);
            at = next;
        }
    }
    return thickness;
}

/* ---- Results ------------------------------------------------------------------------------------
 */

/* Every basin's final filling and end, so that the tables can be read directly. */
static void finish_ends(fluv_earthworks *e)
{
    for (uint32_t b = 0; b <= e->job->hierarchy->basin_count; b++) {
        fluv_filling fill;
        uint32_t end = end_of(e, b, &fill);
        e->to[b] = end;
        e->fill[b] = fill;
    }
}

static void fill_band(const fluv_earthworks *e, const fluv_weights *weights, fluv_part band,
                      fluv_moved_steps *all)
{
    const fluv_settlement *job = e->job;
    for (uint32_t c = band.from; c < band.end; c++) {
        if (job->label[c] == FLUV_NONE)
            continue;
        float rise = e->fill[job->label[c]].level - job->height[c];
        if (!(rise > 0.0f))
            continue;
        job->height[c] = e->fill[job->label[c]].level;
        all->filled += fluv_in_steps((double)rise) * fluv_weight(weights, c);
        all->highest_fill = fmaxf(all->highest_fill, rise);
    }
}

static void apply_fills(fluv_earthworks *e, const fluv_weights *weights, int threads,
                        fluv_moved_steps *all)
{
    fluv_moved_steps bands[BANDS] = {0};
#pragma omp parallel for num_threads(threads) schedule(static, 1)
    for (int b = 0; b < BANDS; b++)
        fill_band(e, weights, fluv_part_of(e->job->topology->count, BANDS, b), &bands[b]);
    for (int b = 0; b < BANDS; b++) {
        all->filled += bands[b].filled;
        all->highest_fill = fmaxf(all->highest_fill, bands[b].highest_fill);
    }
}

/* A cut through what was filled before takes that filling away again. */
static void account_cut(fluv_settlement *job, const cut *c, float from, float to, int64_t weight,
                        fluv_moved_steps *all)
{
    float undone = from - fmaxf(to, c->before), fall = fminf(from, c->before) - to;
    if (undone > 0.0f)
        all->filled -= fluv_in_steps((double)undone) * weight;
    if (fall > 0.0f)
        all->cut += fluv_in_steps((double)fall) * weight;
    job->change.deepest_cut = fmaxf(job->change.deepest_cut, fall);
}

static void apply_cuts(fluv_earthworks *e, const fluv_weights *weights, fluv_moved_steps *all)
{
    fluv_settlement *job = e->job;
    const cut *cuts = e->cuts.items;
    for (size_t i = 0; i < e->cuts.count; i++) {
        uint32_t cell = cuts[i].cell;
        fluv_filling fill = e->fill[job->label[cell]];
        bool filled_later = fill.time > cuts[i].time;
        float level = filled_later ? fmaxf(fill.level, cuts[i].level) : cuts[i].level;
        if (!(job->height[cell] > level))
            continue;
        account_cut(job, &cuts[i], job->height[cell], level, fluv_weight(weights, cell), all);
        job->height[cell] = level;
    }
}

void fluv_earthworks_apply(fluv_earthworks *works, int threads)
{
    fluv_some_cells *some = works->job->some;
    const fluv_weights weights = some ? (fluv_weights){.unit = some->side * some->side}
                                      : fluv_weights_of(works->job->topology);
    fluv_ground_change *change = &works->job->change;
    fluv_moved_steps all = {0};
    finish_ends(works);
    apply_fills(works, &weights, threads, &all);
    if (some) {
        for (uint32_t b = 0; b <= works->job->hierarchy->basin_count; b++)
            some->fill[b] = works->fill[b].level;
        all = (fluv_moved_steps){0}; /* who fills all cells counts them */
    }
    apply_cuts(works, &weights, &all);
    if (some) {
        some->moved = all;
        return;
    }
    change->volume_filled += fluv_weighed_sum(&weights, all.filled);
    change->volume_cut += fluv_weighed_sum(&weights, all.cut);
    change->highest_fill = fmaxf(change->highest_fill, all.highest_fill);
}

/* Cuts know the ground as it was, and elsewhere `cut_ground` still is that ground. */
fluv_status fluv_earthworks_note(fluv_ctx *ctx, const fluv_earthworks *works)
{
    const fluv_settlement *job = works->job;
    const cut *cuts = works->cuts.items;
    for (size_t i = 0; i < works->cuts.count; i++)
        FLUV_TRY(fluv_undo_note(ctx, job->undo, cuts[i].cell, cuts[i].before));
    for (uint32_t c = 0; c < job->topology->count; c++)
        if (job->height[c] > works->cut_ground[c])
            FLUV_TRY(fluv_undo_note(ctx, job->undo, c, works->cut_ground[c]));
    return FLUV_OK;
}
