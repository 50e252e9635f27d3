// SPDX-License-Identifier: MIT
/* Lakes that a map shows as flats, on rank 0.
 *
 * in   flats that may be lakes, heights, kinds, basins and passes of the ground as it came
 * out  lakes, their shores, outlets, ways through them and floors
 *
 * The kernels of one piece (water/survey.c) run on the map's grids on disk. They look at flats, at
 * what is shut in with them and at ground that is flooded from their shores, which is little of a
 * map; the system reads that, and what they write stays on this rank. So they do the same in the
 * same order. Of the ground with all hollows filled they need the outermost pass of a basin: in the
 * spanning tree of passes it is the highest one on the way outside.  O(cells looked at). */
#include "tiles/shown.h"

#include "hydrography/lakes.h"
#include "tiles/lakes.h"
#include "tiles/shown_map.h"
#include "water/sets.h"
#include "water/undo.h"

#include <stdlib.h>

/* ---- Where basins overflow to the outside ---- */

/* Parts of the land as they join: a basin, or two that joined. */
typedef struct joined {
    uint32_t *set, *top, *parent; /* of basins; of sets; of parts */
    float *level;
} joined;

static fluv_status take_joined(fluv_ctx *ctx, size_t basins, joined *j)
{
    *j = (joined){.set = fluv_scratch(ctx, basins, sizeof *j->set),
                  .top = fluv_scratch(ctx, basins, sizeof *j->top),
                  .parent = fluv_scratch(ctx, 2 * basins, sizeof *j->parent),
                  .level = fluv_scratch(ctx, 2 * basins, sizeof *j->level)};
    if (!j->set || !j->top || !j->parent || !j->level)
        return FLUV_NO_MEMORY;
    fluv_sets_begin(j->set, (uint32_t)basins);
    for (uint32_t i = 0; i < 2 * basins; i++) {
        j->parent[i] = FLUV_NONE;
        j->level[i] = -INFINITY;
        if (i < basins)
            j->top[i] = i;
    }
    return FLUV_OK;
}

static fluv_status find_spills(fluv_ctx *ctx, const fluv_lake_net *net, fluv_list *spill)
{
    joined j;
    uint32_t basins = (uint32_t)net->roots.count + 1, parts = basins;
    const fluv_lake_join *joins = net->joins.items;
    FLUV_TRY(take_joined(ctx, basins, &j));
    for (size_t i = 0; i < net->joins.count; i++) {
        uint32_t a = fluv_set_of(j.set, joins[i].basin[0]),
                 b = fluv_set_of(j.set, joins[i].basin[1]);
        uint32_t low = a < b ? a : b, high = a < b ? b : a; /* the outside's is 0 */
        if (low == FLUV_OUTSIDE) {
            j.level[j.top[high]] = joins[i].height;
        } else {
            j.parent[j.top[low]] = j.parent[j.top[high]] = parts;
            j.top[low] = parts++;
        }
        j.set[high] = low;
    }
    for (uint32_t i = parts; i-- > 0;)
        if (j.parent[i] != FLUV_NONE)
            j.level[i] = j.level[j.parent[i]];
    float *to = fluv_list_append(ctx, spill, basins, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    memcpy(to, j.level, basins * sizeof *to);
    return FLUV_OK;
}

/* ---- Which flats are lakes ---- */

static int by_cell(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b; /* it comes first */
    return left < right ? -1 : left > right;
}

/* Cells that a survey changed, each once, beside those in the list; and how they are now. */
static fluv_status list_changed(const fluv_whole_map *m, const fluv_list *undo, fluv_list *changed)
{
    const fluv_height_was *was = undo->items;
    fluv_shown_cell *all = fluv_list_append(m->work->ctx, changed, undo->count, sizeof *all);
    size_t count = 0;
    if (!all)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < undo->count; i++)
        all[i].cell = was[i].cell;
    all = changed->items;
    if (changed->count)
        qsort(all, changed->count, sizeof *all, by_cell);
    for (size_t i = 0; i < changed->count; i++)
        if (!count || all[i].cell != all[count - 1].cell)
            all[count++] =
                (fluv_shown_cell){all[i].cell, m->height[all[i].cell], m->lake_of[all[i].cell]};
    changed->count = count;
    return FLUV_OK;
}

static fluv_survey_ground ground_of(fluv_whole_map *m, const fluv_survey_filled *filled)
{
    return (fluv_survey_ground){.topology = &m->topology,
                                .kind = m->kind,
                                .filled = filled,
                                .queue = m->queue,
                                .room = &m->room};
}

static fluv_survey_filled filled_of(const fluv_whole_map *m, const fluv_list *spill)
{
    return (fluv_survey_filled){.height = m->before, .label = m->label, .spill = spill->items};
}

static fluv_status judge(fluv_whole_map *m, const fluv_list *cells, const fluv_list *spill,
                         fluv_survey *survey, fluv_list *changed)
{
    const fluv_survey_filled filled = filled_of(m, spill);
    const fluv_survey_ground ground = ground_of(m, &filled);
    const fluv_survey_rules rules = {.min_area = m->work->lakes.rules.min_area};
    uint32_t *seed = fluv_scratch(m->work->ctx, cells->count, sizeof *seed);
    if (!seed)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < cells->count; i++)
        seed[i] = (uint32_t)((const uint64_t *)cells->items)[i];
    const fluv_list seeds = {.items = seed, .count = cells->count, .size = sizeof *seed};
    survey->lake_of = m->lake_of;
    survey->changed = m->changed;
    FLUV_TRY(fluv_survey_judge(m->work->ctx, &ground, &rules, &seeds, m->height, survey));
    return list_changed(m, &survey->undo, changed);
}

static fluv_status save_shown(fluv_tile_work *work, const fluv_survey *survey,
                              const fluv_list *changed, const fluv_list *spill)
{
    fluv_shown_total total = {.raised = survey->volume_raised,
                              .cut = survey->volume_cut,
                              .deepest = survey->deepest_cut,
                              .certain = survey->certain};
    const fluv_list parts[5] = {survey->lakes,
                                survey->cells,
                                *changed,
                                *spill,
                                {.items = &total, .count = 1, .size = sizeof total}};
    FLUV_TRY(fluv_tile_save(work, FLUV_TILES_STOOD, &survey->lakes, 1));
    return fluv_tile_save(work, FLUV_TILES_SHOWN, parts, 5);
}

fluv_status fluv_shown_judge(fluv_tile_work *work)
{
    static const size_t size = sizeof(uint64_t);
    fluv_list seeds = {0}, spill = {0}, changed = {0};
    fluv_survey survey = {0};
    fluv_whole_map map = {0};
    FLUV_TRY(fluv_tile_restore(work, FLUV_TILES_SEEDS, &size, 1, &seeds));
    fluv_status status = FLUV_OK;
    if (seeds.count) {
        status = find_spills(work->ctx, work->net, &spill);
        if (status == FLUV_OK)
            status = fluv_whole_map_open(work, FLUV_GRID_HEIGHT, &map);
        if (status == FLUV_OK)
            status = judge(&map, &seeds, &spill, &survey, &changed);
    }
    if (status == FLUV_OK)
        status = save_shown(work, &survey, &changed, &spill);
    fluv_whole_map_close(&map);
    fluv_survey_free(&survey);
    fluv_list_free(&changed);
    fluv_list_free(&spill);
    fluv_list_free(&seeds);
    return status;
}

/* ---- Their outlets ---- */

fluv_status fluv_shown_begin(fluv_tile_work *work, fluv_shown *shown)
{
    static const size_t sizes[5] = {sizeof(fluv_surveyed_lake), sizeof(uint32_t),
                                    sizeof(fluv_shown_cell), sizeof(float),
                                    sizeof(fluv_shown_total)};
    *shown = (fluv_shown){0};
    FLUV_TRY(fluv_tile_restore(work, FLUV_TILES_SHOWN, sizes, 5, shown->parts));
    size_t count = shown->parts[0].count;
    uint8_t *ways = fluv_list_append(work->ctx, &shown->ways, count, 1);
    if (!ways)
        return FLUV_NO_MEMORY;
    memset(ways, FLUV_WAY_NONE, count);
    return FLUV_OK;
}

void fluv_shown_free(fluv_shown *shown)
{
    for (int i = 0; i < 5; i++)
        fluv_list_free(&shown->parts[i]);
    fluv_list_free(&shown->ways);
    fluv_survey_free(&shown->survey);
    fluv_list_free(&shown->changed);
    fluv_list_free(&shown->routes);
}

/* Opens the map, with the heights of a grid, for one step. */
static fluv_status on_map(fluv_tile_work *work, fluv_tile_grid height, fluv_shown *shown,
                          fluv_status (*step)(fluv_whole_map *m, fluv_shown *shown))
{
    fluv_whole_map map;
    fluv_status status = fluv_whole_map_open(work, height, &map);
    if (status == FLUV_OK)
        status = step(&map, shown);
    shown->survey.lake_of = NULL;
    shown->survey.changed = NULL;
    fluv_whole_map_close(&map);
    return status;
}

static fluv_status copy_list(fluv_ctx *ctx, const fluv_list *from, fluv_list *to)
{
    to->count = 0;
    void *items = fluv_list_append(ctx, to, from->count, from->size);
    if (!items)
        return FLUV_NO_MEMORY;
    if (from->count)
        memcpy(items, from->items, from->count * from->size);
    return FLUV_OK;
}

/* The map and the survey as they were when shores had been closed. */
static fluv_status put_shores(fluv_whole_map *m, fluv_shown *s)
{
    const fluv_shown_total *total = s->parts[4].items;
    const fluv_shown_cell *cells = s->parts[2].items;
    fluv_survey_free(&s->survey);
    s->survey = (fluv_survey){.lake_of = m->lake_of,
                              .changed = m->changed,
                              .certain = total->certain != 0,
                              .volume_raised = total->raised,
                              .volume_cut = total->cut,
                              .deepest_cut = total->deepest};
    FLUV_TRY(copy_list(m->work->ctx, &s->parts[0], &s->survey.lakes));
    FLUV_TRY(copy_list(m->work->ctx, &s->parts[1], &s->survey.cells));
    FLUV_TRY(copy_list(m->work->ctx, &s->parts[2], &s->changed));
    fluv_surveyed_lake *lakes = s->survey.lakes.items;
    for (size_t i = 0; i < s->survey.lakes.count; i++)
        lakes[i].way = ((const uint8_t *)s->ways.items)[i];
    for (size_t i = 0; i < s->parts[2].count; i++) {
        m->height[cells[i].cell] = cells[i].height;
        m->lake_of[cells[i].cell] = cells[i].lake;
        m->changed[cells[i].cell] = 1;
    }
    return FLUV_OK;
}

static fluv_status list_routes(fluv_whole_map *m, fluv_shown *s)
{
    const uint32_t *cells = s->survey.cells.items;
    fluv_survey_route(&m->topology, &s->survey, m->queue, m->receiver);
    s->routes.count = 0;
    fluv_shown_route *to =
        fluv_list_append(m->work->ctx, &s->routes, s->survey.cells.count, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < s->survey.cells.count; i++) {
        int way = fluv_way_between(m->topology.cols, cells[i], m->receiver[cells[i]]);
        to[i] = (fluv_shown_route){cells[i], (uint64_t)way};
    }
    return FLUV_OK;
}

static fluv_status open_all(fluv_whole_map *m, fluv_shown *s)
{
    const fluv_survey_filled filled = filled_of(m, &s->parts[3]);
    const fluv_survey_ground ground = ground_of(m, &filled);
    FLUV_TRY(put_shores(m, s));
    FLUV_TRY(fluv_survey_open(m->work->ctx, &ground, m->work->lakes.rules.max_sill, m->height,
                              &s->survey));
    FLUV_TRY(list_changed(m, &s->survey.undo, &s->changed));
    FLUV_TRY(list_routes(m, s));
    return fluv_tile_save(m->work, FLUV_TILES_STOOD, &s->survey.lakes, 1);
}

fluv_status fluv_shown_open(fluv_tile_work *work, fluv_shown *shown)
{
    return on_map(work, FLUV_GRID_HEIGHT, shown, open_all);
}

/* ---- Their floors ---- */

/* Flats that lie under no lake are ground like any other. */
static void find_floors(fluv_whole_map *m, const fluv_shown *s, const fluv_found_lake *found)
{
    const fluv_surveyed_lake *lakes = s->survey.lakes.items;
    const uint32_t *cells = s->survey.cells.items;
    bool poured = m->work->lakes.mode == FLUV_LAKES_POURED;
    for (uint32_t i = 0; i < s->survey.lakes.count; i++)
        for (uint32_t k = 0; k < lakes[i].cell_count; k++, cells++) {
            uint32_t lake = m->lake[*cells];
            if (lake != FLUV_NONE && fluv_lake_keeps_flat(&found[lake], poured))
                m->lake_of[*cells] = i;
        }
}

static fluv_status deepen(fluv_whole_map *m, fluv_shown *s)
{
    static const size_t sizes[3] = {sizeof(fluv_found_lake), sizeof(uint64_t),
                                    sizeof(fluv_lakes_total)};
    const uint32_t *cells = s->survey.cells.items;
    fluv_list found[3] = {{0}, {0}, {0}};
    fluv_status status = fluv_tile_restore(m->work, FLUV_TILES_FOUND, sizes, 3, found);
    if (status == FLUV_OK)
        find_floors(m, s, found[0].items);
    for (int i = 0; i < 3; i++)
        fluv_list_free(&found[i]);
    FLUV_TRY(status);
    s->survey.lake_of = m->lake_of;
    FLUV_TRY(fluv_survey_deepen(m->work->ctx, &m->topology, &s->survey, m->distance, m->height));
    s->changed.count = 0;
    for (size_t i = 0; i < s->survey.cells.count; i++) {
        if (m->lake_of[cells[i]] == FLUV_NONE)
            continue;
        fluv_shown_cell *to = fluv_list_append(m->work->ctx, &s->changed, 1, sizeof *to);
        if (!to)
            return FLUV_NO_MEMORY;
        *to = (fluv_shown_cell){cells[i], m->height[cells[i]], m->lake_of[cells[i]]};
    }
    return FLUV_OK;
}

fluv_status fluv_shown_deepen(fluv_tile_work *work, fluv_shown *shown)
{
    return on_map(work, FLUV_GRID_SETTLED, shown, deepen);
}
