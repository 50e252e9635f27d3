// SPDX-License-Identifier: MIT
/* Placed lakes between the paths.
 *
 * in   cells of lakes with their levels, paths, the ground        out   a way out of each lake;
 *                                                                       receivers, floors, the list
 *
 * Paths were drawn through the lakes: where one leaves, the lake may let its water out. Of several
 * such places it is the one whose water comes to the sea, to the edge or to a lake that does; a
 * lake that no path leaves gets a way over the lowest pass. Whatever drains to a lake, or lies
 * beside it, is no lower than its water.  O(n + cells looked at for ways out, log n each). */
#include "stages/sample/lakes.h"

#include "base/queue.h"
#include "placed/placed.h"
#include "stages/lakes/surveyed.h"

#include <assert.h>
#include <string.h>

/* ---- Cells ---- */

fluv_status fluv_standing_open(fluv_ctx *ctx, const fluv_laying *laying, size_t cells,
                               fluv_standing *lakes)
{
    const fluv_laid_lake *laid = laying->lakes.items;
    lakes->count = (uint32_t)laying->lakes.count;
    lakes->of = fluv_scratch(ctx, cells, sizeof *lakes->of);
    lakes->list = fluv_scratch_zero(ctx, lakes->count, sizeof *lakes->list);
    if (!lakes->of || !lakes->list)
        return FLUV_NO_MEMORY;
    memset(lakes->of, 0xff, cells * sizeof *lakes->of);
    for (uint32_t i = 0; i < lakes->count; i++) {
        const uint32_t *own = (const uint32_t *)laying->cells.items + laid[i].first_cell;
        lakes->list[i] = (fluv_found_lake){.level = laid[i].level,
                                           .root = laid[i].cell_count ? own[0] : FLUV_NONE,
                                           .exit = FLUV_NONE,
                                           .merged = 1,
                                           .state = FLUV_FULL,
                                           .placed = i + 1,
                                           .locked = true};
        for (uint32_t k = 0; k < laid[i].cell_count; k++)
            lakes->of[own[k]] = i;
    }
    return FLUV_OK;
}

/* ---- Ways out ---- */

/* Whether the water of a path or of a lake is known to end, in the sea or over the edge. */
static bool is_led(const fluv_standing *lakes, const fluv_paths *p, uint32_t cell)
{
    while (cell != FLUV_NONE && !fluv_paths_sea(p, cell)) {
        uint32_t lake = lakes->of[cell], exit = lake == FLUV_NONE ? cell : lakes->list[lake].exit;
        if (exit == FLUV_NONE)
            return false;
        assert(lake != FLUV_NONE || p->path[exit]);
        cell = p->down[exit];
    }
    return true;
}

/* Lakes whose water can leave along a path that is led; of several the lowest, placed rivers first.
 * Says whether any was found. */
static bool lead_along_paths(const fluv_standing *lakes, const fluv_paths *p,
                             const uint8_t *own_way)
{
    uint32_t cells = p->frame->cols * p->frame->rows;
    bool any = false;
    for (uint32_t c = 0; c < cells; c++) {
        uint32_t lake = lakes->of[c], to = p->down[c];
        if (lake == FLUV_NONE || !p->path[c] || (to != FLUV_NONE && lakes->of[to] == lake))
            continue;
        fluv_found_lake *own = &lakes->list[lake];
        uint32_t last = own->exit;
        if (last != FLUV_NONE && (own_way[c] < own_way[last] ||
                                  (own_way[c] == own_way[last] && p->height[c] >= p->height[last])))
            continue;
        own->exit = FLUV_NONE; /* a way that comes back is not led */
        bool led = is_led(lakes, p, to);
        own->exit = led ? c : last;
        any |= led;
    }
    return any;
}

/* A search for a lake's way out. */
typedef struct outflow {
    const fluv_standing *lakes;
    const fluv_topology *topology;
    const fluv_paths *p;
    uint32_t lake;
    uint32_t *from; /* for each cell the one it was reached from; FLUV_NONE: not reached */
    fluv_heap open;
} outflow;

/* Whether water that comes to a cell has left the lake for good. */
static bool is_out(const outflow *o, uint32_t cell)
{
    uint32_t other = o->lakes->of[cell];
    if (fluv_paths_sea(o->p, cell) ||
        (other == FLUV_NONE && !o->p->path[cell] && (o->p->kind[cell] & FLUV_CELL_OPEN)))
        return true;
    return (other != FLUV_NONE || o->p->path[cell]) && is_led(o->lakes, o->p, cell);
}

/* Whether a way may lead over a cell, or to it. */
static bool may_enter(const outflow *o, uint32_t from, uint32_t cell)
{
    uint32_t other = o->lakes->of[cell];
    if (other == o->lake || o->from[cell] != FLUV_NONE ||
        fluv_paths_crossed(o->p, from, cell) != FLUV_NONE)
        return false;
    if (other != FLUV_NONE)
        return o->lakes->list[other].exit != FLUV_NONE &&
               o->lakes->list[other].level <= o->lakes->list[o->lake].level;
    return !o->p->path[cell] || is_led(o->lakes, o->p, cell);
}

/* The cell over which the lake's water leaves, along the lowest pass; FLUV_NONE: there is none. */
static uint32_t flood(outflow *o)
{
    float level = o->lakes->list[o->lake].level, pass;
    for (uint32_t c = 0; c < o->topology->count; c++)
        if (o->lakes->of[c] == o->lake) {
            o->from[c] = c;
            fluv_heap_push(&o->open, level, c);
        }
    for (uint32_t at; (at = fluv_heap_pop(&o->open, &pass)) != FLUV_NONE;) {
        if (o->lakes->of[at] != o->lake && is_out(o, at))
            return at;
        fluv_around around = fluv_around_cell(o->topology, at);
        for (uint32_t k = 0; k < around.count; k++) {
            uint32_t to = around.cell[k];
            if (!may_enter(o, at, to))
                continue;
            o->from[to] = at;
            fluv_heap_push(&o->open, fmaxf(pass, o->p->height[to]), to);
        }
    }
    return FLUV_NONE;
}

/* The way becomes a path, cut so that it falls. */
static void cut_way(const outflow *o, uint32_t out)
{
    const fluv_paths *p = o->p;
    fluv_found_lake *lake = &o->lakes->list[o->lake];
    bool ends = fluv_paths_sea(p, out) || p->path[out] || o->lakes->of[out] != FLUV_NONE;
    uint32_t below = ends ? out : FLUV_NONE, at = ends ? o->from[out] : out;
    for (; o->lakes->of[at] != o->lake; below = at, at = o->from[at]) {
        p->path[at] = FLUV_PATH_RIVER;
        p->rosgen[at] = FLUV_ROSGEN_C;
        p->down[at] = below;
        p->height[at] = fminf(p->height[at], lake->level);
    }
    p->down[at] = below;
    lake->exit = at;
}

/* Of the lakes that nothing leads out of, the lowest gets a way. */
static fluv_status cut_outlet(fluv_ctx *ctx, const fluv_standing *lakes,
                              const fluv_topology *topology, const fluv_paths *p, uint32_t lake)
{
    outflow o = {.lakes = lakes, .topology = topology, .p = p, .lake = lake};
    o.from = fluv_scratch(ctx, topology->count, sizeof *o.from);
    FLUV_TRY(fluv_heap_init(ctx, &o.open, topology->count));
    if (!o.from)
        return FLUV_NO_MEMORY;
    memset(o.from, 0xff, topology->count * sizeof *o.from);
    uint32_t out = flood(&o);
    if (out != FLUV_NONE)
        cut_way(&o, out);
    fluv_scratch_drop(ctx, o.open.items);
    fluv_scratch_drop(ctx, o.from);
    return FLUV_OK;
}

/* The lowest lake whose water does not leave it yet, FLUV_NONE: there is none. */
static uint32_t lowest_shut(const fluv_standing *lakes)
{
    uint32_t lowest = FLUV_NONE;
    for (uint32_t i = 0; i < lakes->count; i++)
        if (lakes->list[i].root != FLUV_NONE && lakes->list[i].exit == FLUV_NONE &&
            (lowest == FLUV_NONE || lakes->list[i].level < lakes->list[lowest].level))
            lowest = i;
    return lowest;
}

static fluv_status refuse(fluv_ctx *ctx, const fluv_placed *placed, uint32_t lake, const char *why)
{
    const fluv_placed_lake *asked = &placed->lakes[lake];
    return fluv_blame(ctx, &asked->by,
                      fluv_fail(ctx, FLUV_BAD_RECIPE, "place: lake %s at %.7g, %.7g %s",
                                fluv_called(asked->name), asked->x, asked->y, why));
}

/* Cells of rivers that were placed or kept. */
static uint8_t *mark_placed(fluv_ctx *ctx, const fluv_laying *laying, size_t cells)
{
    const fluv_laid_way *ways = laying->ways.items;
    uint8_t *own_way = fluv_scratch_zero(ctx, cells, 1);
    for (size_t i = 0; own_way && i < laying->ways.count; i++) {
        const uint32_t *own = (const uint32_t *)laying->cells.items + ways[i].first_cell;
        for (uint32_t k = 0; ways[i].river != FLUV_NONE && k < ways[i].cell_count; k++)
            own_way[own[k]] = 1;
    }
    return own_way;
}

/* Where there shall be no lake, none is placed. */
static fluv_status refuse_unwanted(fluv_ctx *ctx, const fluv_standing_job *job,
                                   const fluv_standing *lakes)
{
    for (size_t i = 0; i < job->placed->spot_count; i++) {
        const fluv_placed_spot *spot = &job->placed->spots[i];
        uint32_t cell = spot->kind == FLUV_SPOT_NO_LAKE
                            ? fluv_paths_cell(job->paths->frame, spot->x, spot->y)
                            : FLUV_NONE;
        uint32_t lake = cell == FLUV_NONE ? FLUV_NONE : lakes->of[cell];
        if (lake != FLUV_NONE)
            return fluv_placed_unwanted(ctx, job->placed, spot, lake);
    }
    return FLUV_OK;
}

fluv_status fluv_standing_lead(fluv_ctx *ctx, const fluv_standing_job *job,
                               const fluv_standing *lakes)
{
    const fluv_paths *p = job->paths;
    uint32_t cells = job->topology->count;
    FLUV_TRY(refuse_unwanted(ctx, job, lakes));
    uint8_t *own_way = mark_placed(ctx, job->laying, cells);
    if (!own_way)
        return FLUV_NO_MEMORY;
    for (uint32_t shut;;) {
        while (lead_along_paths(lakes, p, own_way)) {
        }
        if ((shut = lowest_shut(lakes)) == FLUV_NONE)
            break;
        FLUV_TRY(cut_outlet(ctx, lakes, job->topology, p, shut));
        if (lakes->list[shut].exit == FLUV_NONE)
            return refuse(ctx, job->placed, shut,
                          "finds no way out: what lies around it stands higher");
    }
    for (uint32_t c = 0; c < cells; c++)
        if (lakes->of[c] != FLUV_NONE) {
            p->path[c] = FLUV_PATH_NONE;
            p->height[c] = lakes->list[lakes->of[c]].level;
        }
    fluv_scratch_drop(ctx, own_way);
    return FLUV_OK;
}

/* ---- Receivers and heights ---- */

fluv_status fluv_standing_route(fluv_ctx *ctx, const fluv_standing_job *job,
                                const fluv_standing *lakes, uint32_t *receiver)
{
    uint32_t cells = job->topology->count;
    uint32_t *queue = fluv_scratch(ctx, cells, sizeof *queue), head = 0, tail = 0;
    uint8_t *seen = fluv_scratch_zero(ctx, cells, 1);
    if (!queue || !seen)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < lakes->count; i++) {
        uint32_t exit = lakes->list[i].exit;
        if (exit == FLUV_NONE)
            continue;
        receiver[exit] = job->paths->down[exit];
        seen[exit] = 1;
        queue[tail++] = exit;
    }
    while (head < tail) {
        uint32_t at = queue[head++];
        fluv_around around = fluv_around_cell(job->topology, at);
        for (uint32_t k = 0; k < around.count; k++) {
            uint32_t other = around.cell[k];
            if (seen[other] || lakes->of[other] != lakes->of[at])
                continue;
            seen[other] = 1;
            receiver[other] = at;
            queue[tail++] = other;
        }
    }
    fluv_scratch_drop(ctx, seen);
    fluv_scratch_drop(ctx, queue);
    return FLUV_OK;
}

/* A cell that is no lower than a lake, and so is what drains to it. */
typedef struct bank {
    uint32_t cell;
    float level;
} bank;

static fluv_status add_bank(fluv_ctx *ctx, float *height, bank at, fluv_list *banks)
{
    bank *added = fluv_list_append(ctx, banks, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = at;
    height[at.cell] = fmaxf(height[at.cell], at.level);
    return FLUV_OK;
}

static fluv_status raise_around(fluv_ctx *ctx, const fluv_standing_job *job,
                                const fluv_standing *lakes, const uint32_t *receiver,
                                fluv_list *banks)
{
    float *height = job->paths->height;
    for (uint32_t c = 0; c < job->topology->count; c++) {
        if (lakes->of[c] == FLUV_NONE)
            continue;
        fluv_around around = fluv_around_cell(job->topology, c);
        for (uint32_t k = 0; k < around.count; k++)
            if (lakes->of[around.cell[k]] == FLUV_NONE &&
                !fluv_paths_sea(job->paths, around.cell[k]))
                FLUV_TRY(add_bank(ctx, height,
                                  (bank){around.cell[k], lakes->list[lakes->of[c]].level}, banks));
    }
    for (size_t i = 0; i < banks->count; i++) {
        bank at = ((const bank *)banks->items)[i];
        fluv_around around = fluv_around_cell(job->topology, at.cell);
        for (uint32_t k = 0; k < around.count; k++) {
            uint32_t above = around.cell[k];
            if (receiver[above] == at.cell && lakes->of[above] == FLUV_NONE &&
                height[above] < at.level)
                FLUV_TRY(add_bank(ctx, height, (bank){above, at.level}, banks));
        }
    }
    return FLUV_OK;
}

fluv_status fluv_standing_hold(fluv_ctx *ctx, const fluv_standing_job *job,
                               const fluv_standing *lakes, const uint32_t *receiver)
{
    fluv_list banks = {0};
    fluv_status status = raise_around(ctx, job, lakes, receiver, &banks);
    fluv_list_free(&banks);
    return status;
}

fluv_status fluv_standing_expect(fluv_ctx *ctx, const fluv_standing_job *job,
                                 const fluv_standing *lakes)
{
    const float *height = job->paths->height;
    for (uint32_t c = 0; c < job->topology->count; c++) {
        uint32_t lake = lakes->of[c];
        if (lake == FLUV_NONE)
            continue;
        fluv_around around = fluv_around_cell(job->topology, c);
        bool fits = height[c] == lakes->list[lake].level;
        for (uint32_t k = 0; k < around.count && fits; k++)
            fits = fluv_paths_sea(job->paths, around.cell[k]) ||
                   lakes->of[around.cell[k]] == lake || height[around.cell[k]] >= height[c];
        if (!fits)
            return refuse(ctx, job->placed, lake,
                          "cannot stand so high beside the lower water that is led by it");
    }
    return FLUV_OK;
}

/* ---- The list ---- */

/* Floors as deep as asked for, or as the shores suggest; where the tree has the lake, its own. */
static fluv_status deepen(fluv_ctx *ctx, const fluv_standing_job *job, const fluv_standing *lakes,
                          fluv_landscape *land)
{
    fluv_survey survey = {.lake_of = lakes->of};
    const fluv_laid_lake *laid = job->laying->lakes.items;
    fluv_surveyed_lake *list = fluv_list_append(ctx, &survey.lakes, lakes->count, sizeof *list);
    float *distance = fluv_scratch(ctx, job->topology->count, sizeof *distance);
    fluv_status status = list && distance ? FLUV_OK : FLUV_NO_MEMORY;
    for (uint32_t i = 0; status == FLUV_OK && i < lakes->count; i++)
        list[i] =
            (fluv_surveyed_lake){.level = lakes->list[i].level,
                                 .cell_count = laid[i].cell_count ? laid[i].cell_count : 1,
                                 .root = lakes->list[i].root == FLUV_NONE ? 0 : lakes->list[i].root,
                                 .depth = (float)job->placed->lakes[i].depth};
    if (status == FLUV_OK)
        status = fluv_survey_deepen(ctx, job->topology, &survey, distance, job->paths->height);
    fluv_scratch_drop(ctx, distance);
    fluv_survey_free(&survey);
    FLUV_TRY(status);
    return fluv_lakes_take_floors(ctx, land, job->paths->height);
}

fluv_status fluv_standing_publish(fluv_ctx *ctx, const fluv_standing_job *job,
                                  const fluv_standing *lakes, fluv_landscape *land)
{
    fluv_lakes_found found = {0};
    uint32_t *number = fluv_scratch(ctx, lakes->count, sizeof *number);
    if (!number)
        return FLUV_NO_MEMORY;
    if (lakes->count)
        FLUV_TRY(deepen(ctx, job, lakes, land));
    for (uint32_t c = 0; c < job->topology->count; c++) {
        fluv_found_lake *own = lakes->of[c] == FLUV_NONE ? NULL : &lakes->list[lakes->of[c]];
        if (own && job->paths->height[c] < job->paths->height[own->root])
            own->root = c;
    }
    fluv_status status = FLUV_OK;
    for (uint32_t i = 0; i < lakes->count && status == FLUV_OK; i++) {
        number[i] = (uint32_t)found.lakes.count;
        fluv_found_lake *added = lakes->list[i].root == FLUV_NONE
                                     ? NULL
                                     : fluv_list_append(ctx, &found.lakes, 1, sizeof *added);
        if (added)
            *added = lakes->list[i];
        else if (lakes->list[i].root != FLUV_NONE)
            status = FLUV_NO_MEMORY;
    }
    for (uint32_t c = 0; status == FLUV_OK && c < job->topology->count; c++)
        if (lakes->of[c] != FLUV_NONE)
            lakes->of[c] = number[lakes->of[c]];
    found.lake_of = lakes->of;
    if (status == FLUV_OK)
        status = fluv_lakes_publish(ctx, job->topology, &found, land);
    fluv_list_free(&found.lakes);
    return status;
}
