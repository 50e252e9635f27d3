// SPDX-License-Identifier: MIT
/* Lakes of a map on ways that are given.
 *
 * in   receivers, the cells of lakes        out   receivers that lead all of a lake's water to one
 *                                                  cell, and on from there as they did
 *
 * Directions enter and leave a lake where they like. Of the cells where they leave and do not come
 * back, the one with the most land above it is the lake's outlet.  O(n + outlets * their ways). */
#include "stages/import/given_lakes.h"

#include "water/forest.h"

#include <assert.h>
#include <string.h>

/* Whether the way down from a cell comes back to the lake. */
static bool comes_back(const fluv_given_ways *ways, const uint32_t *lake_of, uint32_t cell)
{
    assert(lake_of[cell] != FLUV_NONE);
    uint32_t at = ways->receiver[cell];
    while (at != FLUV_NONE && lake_of[at] != lake_of[cell])
        at = ways->receiver[at];
    return at != FLUV_NONE;
}

static bool leaves(const fluv_given_ways *ways, const uint32_t *lake_of, uint32_t cell)
{
    uint32_t to = ways->receiver[cell];
    return to == FLUV_NONE ? (ways->kind[cell] & FLUV_CELL_OPEN) != 0
                           : lake_of[to] != lake_of[cell];
}

/* The root of each lake: its outlet, or a cell where water ends in it. */
static void find_roots(const fluv_given_ways *ways, const uint32_t *lake_of, const uint64_t *above,
                       fluv_surveyed_lake *lakes)
{
    for (uint32_t c = 0; c < ways->topology->count; c++) {
        if (lake_of[c] == FLUV_NONE)
            continue;
        fluv_surveyed_lake *lake = &lakes[lake_of[c]];
        bool out = leaves(ways, lake_of, c);
        bool better = lake->root == FLUV_NONE || (out && lake->closed) ||
                      (out != lake->closed && above[c] > above[lake->root]);
        if ((!out && ways->receiver[c] != FLUV_NONE) || !better ||
            (out && comes_back(ways, lake_of, c)))
            continue;
        lake->root = c;
        lake->closed = !out;
    }
}

static fluv_status list_lakes(fluv_ctx *ctx, const fluv_mapped *mapped, fluv_led_lakes *out)
{
    assert(mapped->count > 0);
    fluv_surveyed_lake *lakes =
        fluv_list_append(ctx, &out->survey.lakes, mapped->count, sizeof *lakes);
    out->level = fluv_scratch(ctx, mapped->count, sizeof *out->level);
    if (!lakes || !out->level)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < mapped->count; i++) {
        out->level[i] = mapped->lakes[i].level;
        lakes[i] = (fluv_surveyed_lake){.level = mapped->lakes[i].level,
                                        .cell_count = mapped->lakes[i].cell_count,
                                        .root = FLUV_NONE};
    }
    return FLUV_OK;
}

/* How many cells of each lake let water out or keep it: of a lake that is led well, one. */
static void count_ends(const fluv_given_ways *ways, const uint32_t *lake_of, uint32_t *ends)
{
    for (uint32_t c = 0; c < ways->topology->count; c++)
        if (lake_of[c] != FLUV_NONE)
            ends[lake_of[c]] +=
                ways->receiver[c] == FLUV_NONE || lake_of[ways->receiver[c]] != lake_of[c];
}

/* The lakes that are not led well become trees; their outlets lead on as they did. */
static fluv_status route(fluv_ctx *ctx, const fluv_given_ways *ways, const fluv_survey *survey,
                         fluv_survey *unruly)
{
    const fluv_surveyed_lake *lakes = survey->lakes.items;
    size_t count = survey->lakes.count, cells = ways->topology->count;
    uint32_t *queue = fluv_scratch(ctx, cells, sizeof *queue);
    uint32_t *ends = fluv_scratch_zero(ctx, count, sizeof *ends);
    unruly->lake_of = fluv_scratch(ctx, cells, sizeof *unruly->lake_of);
    fluv_surveyed_lake *some = fluv_list_append(ctx, &unruly->lakes, count, sizeof *some);
    if (!queue || !ends || !unruly->lake_of || !some)
        return FLUV_NO_MEMORY;
    count_ends(ways, survey->lake_of, ends);
    unruly->lakes.count = 0;
    for (size_t i = 0; i < count; i++) {
        bool well = ends[i] == 1;
        assert(well || lakes[i].root != FLUV_NONE);
        ends[i] = well ? FLUV_NONE : (uint32_t)unruly->lakes.count; /* its number among them */
        if (!well)
            some[unruly->lakes.count++] = lakes[i];
    }
    for (size_t c = 0; c < cells; c++) {
        uint32_t lake = survey->lake_of[c];
        unruly->lake_of[c] = lake == FLUV_NONE ? FLUV_NONE : ends[lake];
    }
    for (size_t i = 0; i < unruly->lakes.count; i++)
        ends[i] = ways->receiver[some[i].root];
    fluv_survey_route(ways->topology, unruly, queue, ways->receiver);
    for (size_t i = 0; i < unruly->lakes.count; i++)
        ways->receiver[some[i].root] = ends[i];
    fluv_scratch_drop(ctx, queue);
    fluv_scratch_drop(ctx, ends);
    fluv_scratch_drop(ctx, unruly->lake_of);
    return FLUV_OK;
}

fluv_status fluv_lakes_lead(fluv_ctx *ctx, const fluv_given_ways *ways, const fluv_mapped *mapped,
                            fluv_led_lakes *out)
{
    uint32_t count = ways->topology->count;
    *out = (fluv_led_lakes){0};
    if (!mapped || !mapped->count)
        return FLUV_OK;
    FLUV_TRY(list_lakes(ctx, mapped, out));
    out->lake_of = out->survey.lake_of = fluv_scratch(ctx, count, sizeof *out->lake_of);
    uint64_t *above = fluv_scratch(ctx, count, sizeof *above);
    uint8_t *donors = fluv_scratch(ctx, count, sizeof *donors);
    if (!out->lake_of || !above || !donors)
        return FLUV_NO_MEMORY;
    memcpy(out->lake_of, mapped->lake_of, count * sizeof *out->lake_of);
    for (uint32_t c = 0; c < count; c++)
        above[c] = 1;
    fluv_forest_sum(count, ctx->threads, ways->receiver, donors, above);
    find_roots(ways, out->lake_of, above, out->survey.lakes.items);
    fluv_scratch_drop(ctx, above);
    fluv_scratch_drop(ctx, donors);
    fluv_survey unruly = {0};
    fluv_status status = route(ctx, ways, &out->survey, &unruly);
    fluv_list_free(&unruly.lakes);
    return status;
}
