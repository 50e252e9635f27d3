// SPDX-License-Identifier: MIT
/* Inside the stage `lakes`: lakes that are known: placed, flats of a map, or shapes beside it. */
#include "stages/lakes/surveyed.h"

#include "landscape/placed.h"
#include "water/undo.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const fluv_laid *laid_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_laid);
}

static size_t placed_count(const fluv_landscape *land)
{
    return laid_of(land) ? laid_of(land)->lake_count : 0;
}

static fluv_status give(fluv_ctx *ctx, fluv_list *lakes, fluv_given_lake lake)
{
    fluv_given_lake *added = fluv_list_append(ctx, lakes, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = lake;
    return FLUV_OK;
}

static fluv_status give_placed(fluv_ctx *ctx, const fluv_landscape *land, fluv_list *lakes)
{
    const fluv_placed *placed = fluv_layer_read(land, FLUV_LAYER_placed);
    const fluv_laid *laid = laid_of(land);
    assert(!laid || !laid->lake_count || (placed && placed->lake_count >= laid->lake_count));
    for (size_t i = 0; i < placed_count(land); i++)
        FLUV_TRY(give(ctx, lakes,
                      (fluv_given_lake){.cells = laid->cells + laid->lakes[i].first_cell,
                                        .count = laid->lakes[i].cell_count,
                                        .level = laid->lakes[i].level,
                                        .depth = (float)placed->lakes[i].depth,
                                        .open = true}));
    return FLUV_OK;
}

/* The shapes of the map, and which of their cells are free. */
typedef struct shapes {
    const fluv_topology *topology;
    const fluv_mapped *mapped;
    uint8_t *taken; /* by a lake, the sea or nothing at all */
    uint32_t *cells;
} shapes;

/* Gathers the free cells of a shape around one of them, from `first` on; returns their end. */
static uint32_t gather_piece(const shapes *s, uint32_t cell, uint32_t first)
{
    uint32_t tail = first, shape = s->mapped->lake_of[cell];
    assert(shape < s->mapped->count && !s->taken[cell]);
    s->cells[tail++] = cell;
    s->taken[cell] = 1;
    for (uint32_t head = first; head < tail; head++) {
        fluv_around around = fluv_around_cell(s->topology, s->cells[head]);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t other = around.cell[i];
            if (s->mapped->lake_of[other] != shape || s->taken[other])
                continue;
            s->taken[other] = 1;
            s->cells[tail++] = other;
        }
    }
    return tail;
}

static fluv_status give_mapped(fluv_ctx *ctx, const fluv_landscape *land,
                               const fluv_drainage *drainage, fluv_list *lakes)
{
    uint32_t count = drainage->topology.count, tail = 0;
    shapes s = {.topology = &drainage->topology,
                .mapped = fluv_mapped_of(land),
                .taken = fluv_scratch(ctx, count, sizeof *s.taken),
                .cells = fluv_scratch(ctx, count, sizeof *s.cells)};
    if (!s.taken || !s.cells)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < count; c++)
        s.taken[c] = (drainage->kind[c] & (FLUV_CELL_VOID | FLUV_CELL_SEA)) != 0;
    for (size_t i = 0; i < lakes->count; i++) {
        const fluv_given_lake *lake = (const fluv_given_lake *)lakes->items + i;
        for (uint32_t k = 0; k < lake->count; k++)
            s.taken[lake->cells[k]] = 1;
    }
    for (uint32_t c = 0; c < count; c++) {
        if (s.mapped->lake_of[c] == FLUV_NONE || s.taken[c])
            continue;
        uint32_t first = tail;
        tail = gather_piece(&s, c, first);
        FLUV_TRY(give(ctx, lakes,
                      (fluv_given_lake){.cells = s.cells + first,
                                        .count = tail - first,
                                        .level = s.mapped->lakes[s.mapped->lake_of[c]].level}));
    }
    assert(tail <= count);
    fluv_scratch_drop(ctx, s.taken);
    return FLUV_OK;
}

static fluv_status gather_given(fluv_ctx *ctx, const fluv_landscape *land,
                                const fluv_drainage *drainage, fluv_list *lakes)
{
    FLUV_TRY(give_placed(ctx, land, lakes));
    return fluv_mapped_of(land) ? give_mapped(ctx, land, drainage, lakes) : FLUV_OK;
}

fluv_status fluv_lakes_known(fluv_ctx *ctx, const fluv_landscape *land,
                             const fluv_drainage *drainage, fluv_given_lakes *given)
{
    fluv_list lakes = {0};
    fluv_status status = gather_given(ctx, land, drainage, &lakes);
    fluv_given_lake *own = NULL;
    if (status == FLUV_OK && lakes.count) {
        own = fluv_scratch(ctx, lakes.count, sizeof *own);
        status = own ? FLUV_OK : FLUV_NO_MEMORY;
    }
    if (own)
        memcpy(own, lakes.items, lakes.count * sizeof *own);
    *given = (fluv_given_lakes){.count = own ? lakes.count : 0, .lakes = own};
    assert(status != FLUV_OK || given->count == lakes.count);
    fluv_list_free(&lakes);
    return status;
}

/* Whether the ground under a surveyed lake is a floor that the map shows. */
static bool has_floor(const fluv_landscape *land, const fluv_survey *survey, size_t cell)
{
    const fluv_mapped *mapped = fluv_mapped_of(land);
    const fluv_surveyed_lake *lakes = survey->lakes.items;
    uint32_t lake = survey->lake_of[cell], shape = mapped->lake_of[cell];
    return lake != FLUV_NONE && lakes[lake].given >= placed_count(land) && shape != FLUV_NONE &&
           mapped->lakes[shape].floor;
}

void fluv_lakes_keep_floors(const fluv_landscape *land, fluv_survey *survey, float *height)
{
    const fluv_surveyed_lake *lakes = survey->lakes.items;
    const fluv_height_was *was = survey->undo.items;
    if (!fluv_mapped_of(land) || !survey->lake_of)
        return;
    for (size_t i = survey->undo.count; i-- > 0;) /* what was noted first counts */
        if (has_floor(land, survey, was[i].cell))
            height[was[i].cell] = fminf(was[i].height, lakes[survey->lake_of[was[i].cell]].level);
    for (size_t c = 0; c < fluv_cell_count(land); c++)
        if (has_floor(land, survey, c))
            survey->lake_of[c] = FLUV_NONE;
}

void fluv_lakes_lock(const fluv_landscape *land, fluv_lakes_found *found)
{
    fluv_found_lake *lakes = found->lakes.items;
    for (size_t i = 0; i < found->lakes.count; i++) {
        lakes[i].locked = lakes[i].placed > 0;
        if (lakes[i].placed > placed_count(land))
            lakes[i].placed = 0;
    }
}

void fluv_lakes_note_surveyed(const fluv_survey *survey, const fluv_lakes_found *found,
                              fluv_landscape *land)
{
    const fluv_found_lake *lakes = found->lakes.items;
    const fluv_surveyed_lake *surveyed = survey->lakes.items;
    size_t kept = 0, opened = 0, placed = placed_count(land);
    float highest = 0.0f;
    for (size_t i = 0; i < found->lakes.count; i++)
        kept += lakes[i].surveyed && !lakes[i].placed;
    for (size_t i = 0; i < survey->lakes.count; i++)
        if (surveyed[i].way == FLUV_WAY_CUT && surveyed[i].given >= placed) {
            opened++;
            highest = fmaxf(highest, surveyed[i].sill);
        }
    if (kept)
        fluv_note_add(land, "lakes",
                      "%zu lakes of the map keep the level it shows, whatever the climate: "
                      "lakes.flats=land lets rain and evaporation move them",
                      kept);
    if (opened)
        fluv_note_add(land, "lakes",
                      "%zu of them cannot evaporate what they receive and were given an outlet "
                      "that the map does not show, cut up to %.3g m deep",
                      opened, (double)highest);
}
