// SPDX-License-Identifier: MIT
/* Rule 3: a lake is flat, connected, and its level is not above its lowest pass; a full lake has
 * exactly one outlet, a closed one none.
 *
 * Cells belong to the lake whose outline holds them and whose cover is lake. Runs of such cells in
 * neighbouring rows are joined as sets: a lake's parts are its runs less the joins that succeeded.
 * An outlet is a reach, unless less drains to it than where this land's rivers begin. Neither
 * ground nor rivers around a lake are lower than its level; its outlet's bed may be. O(cells);
 * reaches are counted once. */
#include "check/check.h"
#include "check/tolerance.h"

#include <assert.h>
#include <inttypes.h>

typedef struct lake_facts {
    uint32_t cells, parts;
    uint32_t exits;    /* cells whose water leaves the lake, or ends while it should leave */
    uint32_t exit;     /* the cell it leaves to, NONE: it ends */
    uint32_t leaving;  /* reaches that say they leave it */
    uint32_t entering; /* and that end in it */
    const char *fault; /* the first thing that is wrong with it */
    uint32_t at;       /* the cell where, NONE: nowhere in particular */
} lake_facts;

typedef struct run {
    uint32_t first, last, label;
} run;

/* The label of a cell that the rasters too call lake, else 0. */
static uint32_t label_at(const fluv_check_land *land, uint32_t cell)
{
    return land->cover[cell] == FLUV_LAKE ? land->lake_of[cell] : 0;
}

static void blame(lake_facts *facts, const char *fault, uint32_t cell)
{
    if (facts->fault)
        return;
    facts->fault = fault;
    facts->at = cell;
}

static void look_at_cell(const fluv_check_land *land, uint32_t cell, const fluv_lake *lake,
                         lake_facts *facts)
{
    facts->cells++;
    if (lake->state == FLUV_EMPTY)
        blame(facts, "is empty and has water", cell);
    else if (!(land->water[cell] == lake->level))
        blame(facts, "is not flat", cell);
    else if (land->height[cell] > lake->level)
        blame(facts, "lies under its own ground", cell);
    if (!land->receiver)
        return;
    uint32_t to = land->receiver[cell];
    bool stays = to < land->cells && land->cover[to] == FLUV_LAKE && land->water[to] == lake->level;
    bool ends = to >= land->cells;
    if (stays || (ends && lake->state != FLUV_FULL))
        return;
    facts->exits++;
    facts->exit = ends ? FLUV_NONE : to;
}

static void look_at_cells(const fluv_check_land *land, lake_facts *facts)
{
    assert(land->lake_of && land->cover && facts);
    for (uint32_t cell = 0; cell < land->cells; cell++) {
        uint32_t label = label_at(land, cell);
        if (label)
            look_at_cell(land, cell, &land->lakes->lakes[label - 1], &facts[label - 1]);
    }
}

static void look_around(const fluv_check_land *land, uint32_t cell, const fluv_lake *lake,
                        lake_facts *facts)
{
    uint32_t cols = land->frame.cols, rows = land->frame.rows, col = cell % cols, row = cell / cols;
    for (uint32_t r = row ? row - 1 : 0; r <= row + 1 && r < rows; r++)
        for (uint32_t c = col ? col - 1 : 0; c <= col + 1 && c < cols; c++) {
            uint32_t beside = r * cols + c;
            uint8_t cover = land->cover[beside];
            if (cover == FLUV_LAKE || cover == FLUV_OCEAN)
                continue;
            double below = (double)lake->level - (double)fluv_surface_at(land, beside);
            if (below > fabs((double)lake->level) * FLUV_CHECK_LEVEL)
                blame(facts,
                      cover == FLUV_RIVER ? "stands above the river beside it"
                                          : "stands above the ground beside it",
                      beside);
        }
}

static void look_at_shores(const fluv_check_land *land, lake_facts *facts)
{
    for (uint32_t cell = 0; cell < land->cells; cell++) {
        uint32_t label = label_at(land, cell);
        if (label && land->lakes->lakes[label - 1].state != FLUV_EMPTY)
            look_around(land, cell, &land->lakes->lakes[label - 1], &facts[label - 1]);
    }
}

static uint32_t find_root(uint32_t *parents, uint32_t at)
{
    while (parents[at] != at)
        at = parents[at] = parents[parents[at]];
    return at;
}

/* The runs of one row; with runs == NULL they are only counted. */
static uint32_t cut_row(const fluv_check_land *land, uint32_t row, run *runs)
{
    uint32_t count = 0, before = 0;
    for (uint32_t col = 0; col < land->frame.cols; col++) {
        uint32_t label = label_at(land, row * land->frame.cols + col);
        if (label && label != before && runs)
            runs[count] = (run){col, col, label};
        count += label && label != before;
        if (label && runs)
            runs[count - 1].last = col;
        before = label;
    }
    return count;
}

/* Neighbouring rows of runs; those of the lower one are numbered on from the upper's. */
typedef struct row_pair {
    const run *upper, *lower;
    uint32_t upper_count, lower_count, first; /* first: number of the first upper run */
} row_pair;

static void join_runs(const row_pair *rows, uint32_t i, uint32_t j, uint32_t *parents,
                      lake_facts *facts)
{
    assert(i < rows->upper_count && j < rows->lower_count);
    const run *upper = &rows->upper[i], *lower = &rows->lower[j];
    bool touch = upper->first <= lower->last + 1 && lower->first <= upper->last + 1;
    if (!touch || upper->label != lower->label)
        return;
    uint32_t a = find_root(parents, rows->first + i);
    uint32_t b = find_root(parents, rows->first + rows->upper_count + j);
    parents[b] = a;
    facts[lower->label - 1].parts -= a != b;
}

static void join_rows(const row_pair *rows, uint32_t *parents, lake_facts *facts)
{
    uint32_t i = 0, j = 0;
    while (i < rows->upper_count && j < rows->lower_count) {
        uint32_t upper_last = rows->upper[i].last, lower_last = rows->lower[j].last;
        join_runs(rows, i, j, parents, facts);
        /* Two lakes side by side: this run may touch the next one below at its corner too. */
        if (upper_last == lower_last && j + 1 < rows->lower_count)
            join_runs(rows, i, j + 1, parents, facts);
        if (upper_last <= lower_last)
            i++;
        else
            j++;
    }
}

static fluv_status count_parts(fluv_ctx *ctx, const fluv_check_land *land, lake_facts *facts)
{
    uint32_t all = 0, rows = land->frame.rows;
    for (uint32_t row = 0; row < rows; row++)
        all += cut_row(land, row, NULL);
    size_t widest = land->frame.cols / 2 + (size_t)1 + land->frame.cols % 2;
    run *upper = fluv_scratch(ctx, 2 * widest, sizeof *upper);
    run *lower = fluv_scratch(ctx, 2 * widest, sizeof *lower);
    uint32_t *parents = fluv_scratch(ctx, all + (size_t)1, sizeof *parents);
    if (!upper || !lower || !parents)
        return FLUV_NO_MEMORY;
    for (uint32_t row = 0, upper_count = 0, end = 0; row < rows; row++) {
        uint32_t count = cut_row(land, row, lower);
        assert(count <= 2 * widest && count <= all - end);
        for (uint32_t i = 0; i < count; i++) {
            parents[end + i] = end + i;
            facts[lower[i].label - 1].parts++;
        }
        row_pair pair = {upper, lower, upper_count, count, end - upper_count};
        join_rows(&pair, parents, facts);
        end += count;
        upper_count = count;
        run *swap = upper;
        upper = lower;
        lower = swap;
    }
    return FLUV_OK;
}

/* What the smallest river drains that begins by itself, m2: neither below a lake or another reach
 * nor where an author placed it. INFINITY: none does. `fed`: a zero for each reach. */
static double least_head(const fluv_rivers *rivers, const fluv_check_land *land, uint8_t *fed)
{
    double least = INFINITY;
    for (size_t i = 0; i < rivers->count; i++) {
        uint32_t next = fluv_id_find_reach(land, rivers->reaches[i].next_down);
        if (next != FLUV_NONE)
            fed[next] = 1;
    }
    for (size_t i = 0; i < rivers->count; i++)
        if (!fed[i] && !rivers->reaches[i].from_lake && !rivers->reaches[i].locked)
            least = fmin(least, rivers->reaches[i].upland);
    return least;
}

/* A full lake whose water goes at once into ocean, another lake or out of the frame needs no
 * reach to take it there; nor one that no reach enters and that drains less than where rivers begin
 * in this land. */
static bool needs_reach(const fluv_check_land *land, const fluv_lake *lake, const lake_facts *facts,
                        double least)
{
    if (!facts->entering && lake->catchment < least)
        return false;
    if (!facts->exits || facts->exit == FLUV_NONE || isnan(land->height[facts->exit]))
        return false;
    uint8_t cover = land->cover[facts->exit];
    return cover != FLUV_OCEAN && cover != FLUV_LAKE;
}

static const char *outlet_fault(const fluv_check_land *land, const fluv_lake *lake,
                                const lake_facts *facts, double least)
{
    if (lake->closed != (lake->state != FLUV_FULL))
        return lake->closed ? "is full and closed" : "is not full and not closed";
    if (lake->closed)
        return lake->outlet || facts->leaving || facts->exits ? "is closed and has an outlet"
                                                              : NULL;
    if (land->receiver && facts->exits != 1)
        return facts->exits ? "has more than one way out" : "is full and has no way out";
    if (!land->rivers ||
        (!lake->outlet && !facts->leaving && !needs_reach(land, lake, facts, least)))
        return NULL;
    uint32_t outlet = fluv_id_find_reach(land, lake->outlet);
    if (outlet == FLUV_NONE || land->rivers->reaches[outlet].from_lake != lake->id)
        return "is full and has no outlet";
    return facts->leaving == 1 ? NULL : "has more than one outlet";
}

static void report(const fluv_check_land *land, const fluv_lake *lake, const lake_facts *facts,
                   fluv_finding *finding)
{
    assert(facts->fault);
    uint32_t cols = land->frame.cols;
    if (facts->at == FLUV_NONE)
        fluv_finding_break(finding, "lake %" PRId64 " (%.9g m) %s", lake->id, (double)lake->level,
                           facts->fault);
    else
        fluv_finding_break(finding, "lake %" PRId64 " (%.9g m) %s: cell %u,%u at %.9g m", lake->id,
                           (double)lake->level, facts->fault, facts->at % cols, facts->at / cols,
                           (double)fluv_surface_at(land, facts->at));
}

fluv_status fluv_rule_lakes(fluv_ctx *ctx, const fluv_check_land *land, fluv_finding *finding)
{
    if (!land->lakes || !land->lakes->count || !land->cover || !land->water || !land->height) {
        finding->missing = "lake";
        return FLUV_OK;
    }
    size_t count = land->lakes->count;
    lake_facts *facts = fluv_scratch_zero(ctx, count, sizeof *facts);
    if (!facts)
        return FLUV_NO_MEMORY;
    look_at_cells(land, facts);
    look_at_shores(land, facts);
    FLUV_TRY(count_parts(ctx, land, facts));
    size_t reaches = land->rivers ? land->rivers->count : 0;
    uint8_t *fed = fluv_scratch_zero(ctx, reaches + 1, 1);
    if (!fed)
        return FLUV_NO_MEMORY;
    double least = reaches ? least_head(land->rivers, land, fed) : INFINITY;
    for (size_t i = 0; i < reaches; i++) {
        const fluv_reach *reach = &land->rivers->reaches[i];
        uint32_t from = reach->from_lake ? fluv_id_find_lake(land, reach->from_lake) : FLUV_NONE;
        uint32_t to = reach->lake ? fluv_id_find_lake(land, reach->lake) : FLUV_NONE;
        if (from != FLUV_NONE)
            facts[from].leaving++;
        if (to != FLUV_NONE)
            facts[to].entering++;
    }
    for (size_t i = 0; i < count; i++) {
        const fluv_lake *lake = &land->lakes->lakes[i];
        if (facts[i].parts > 1)
            blame(&facts[i], "is in more than one part", FLUV_NONE);
        const char *fault = outlet_fault(land, lake, &facts[i], least);
        if (fault)
            blame(&facts[i], fault, FLUV_NONE);
        if (facts[i].fault)
            report(land, lake, &facts[i], finding);
    }
    finding->checked += count;
    return FLUV_OK;
}
