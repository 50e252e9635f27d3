// SPDX-License-Identifier: MIT
/* What the rules look at: the layers, ids and where they stand, the order of the reaches, which
 * lake's outline each cell is in; and the helpers that walk over cells.
 *
 * Lakes are drawn one after another by scanning their rings; a cell that is already taken ends the
 * drawing of a lake, so that the work stays linear in cells and points whatever the file says. */
#include "check/check.h"
#include "check/scan.h"
#include "check/tolerance.h"

#include <assert.h>
#include <omp.h>
#include <stdio.h>

static uint64_t mix(uint64_t id)
{
    id = (id ^ id >> 30) * 0xbf58476d1ce4e5b9u;
    id = (id ^ id >> 27) * 0x94d049bb133111ebu;
    return id ^ id >> 31;
}

static int64_t id_at(const void *items, size_t size, size_t place)
{
    return *(const int64_t *)(const void *)((const unsigned char *)items + place * size);
}

static_assert(offsetof(fluv_reach, id) == 0 && offsetof(fluv_lake, id) == 0,
              "ids stand first in what they name");

/* The slot that holds the id, or the free one where it would go. */
static uint32_t *slot_of(const fluv_id_index *index, const void *items, size_t size, int64_t id)
{
    assert(index->slots);
    size_t at = mix((uint64_t)id) & index->mask;
    while (index->slots[at] && id_at(items, size, index->slots[at] - 1) != id)
        at = (at + 1) & index->mask;
    return &index->slots[at];
}

static fluv_status index_ids(fluv_ctx *ctx, const void *items, size_t count, size_t size,
                             fluv_id_index *index)
{
    size_t room = 2;
    while (room < 2 * count)
        room *= 2;
    *index =
        (fluv_id_index){.slots = fluv_scratch_zero(ctx, room, sizeof(uint32_t)), .mask = room - 1};
    if (!index->slots)
        return FLUV_NO_MEMORY;
    for (size_t place = 0; place < count; place++) {
        uint32_t *slot = slot_of(index, items, size, id_at(items, size, place));
        if (!*slot)
            *slot = (uint32_t)place + 1;
    }
    return FLUV_OK;
}

uint32_t fluv_id_find_reach(const fluv_check_land *land, int64_t id)
{
    if (!land->rivers)
        return FLUV_NONE;
    return *slot_of(&land->reach_ids, land->rivers->reaches, sizeof(fluv_reach), id) - 1u;
}

uint32_t fluv_id_find_lake(const fluv_check_land *land, int64_t id)
{
    if (!land->lakes)
        return FLUV_NONE;
    return *slot_of(&land->lake_ids, land->lakes->lakes, sizeof(fluv_lake), id) - 1u;
}

const fluv_river_point *fluv_check_line(const fluv_check_land *land, const fluv_reach *reach,
                                        uint32_t *count)
{
    assert(land->rivers && count);
    size_t all = land->rivers->point_count;
    bool inside = reach->first_point <= all && reach->point_count <= all - reach->first_point;
    *count = inside ? reach->point_count : 0;
    return *count ? land->rivers->points + reach->first_point : NULL;
}

bool fluv_check_beds_known(const fluv_river_point *points, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!isnan(points[i].bed))
            return true;
    return false;
}

/* A reach enters the order when all that flow into it have; what is left is on or below a cycle. */
static void order_reaches(fluv_check_land *land, uint32_t *waiting)
{
    size_t count = land->rivers->count, end = 0;
    for (size_t i = 0; i < count; i++)
        if (land->next[i] != FLUV_NONE)
            waiting[land->next[i]]++;
    for (size_t i = 0; i < count; i++)
        if (!waiting[i])
            land->order[end++] = (uint32_t)i;
    for (size_t i = 0; i < end; i++) {
        uint32_t next = land->next[land->order[i]];
        if (next != FLUV_NONE && !--waiting[next])
            land->order[end++] = next;
    }
    land->ordered = end;
    assert(end <= count);
}

static fluv_status init_rivers(fluv_ctx *ctx, fluv_check_land *land)
{
    if (!land->rivers)
        return FLUV_OK;
    size_t count = land->rivers->count;
    const fluv_reach *reaches = land->rivers->reaches;
    FLUV_TRY(index_ids(ctx, reaches, count, sizeof *reaches, &land->reach_ids));
    land->next = fluv_scratch(ctx, count, sizeof *land->next);
    land->order = fluv_scratch(ctx, count, sizeof *land->order);
    uint32_t *waiting = fluv_scratch_zero(ctx, count, sizeof *waiting);
    if (!land->next || !land->order || !waiting)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        land->next[i] =
            reaches[i].next_down ? fluv_id_find_reach(land, reaches[i].next_down) : FLUV_NONE;
    order_reaches(land, waiting);
    fluv_scratch_drop(ctx, waiting);
    return FLUV_OK;
}

static fluv_ring_range lake_rings(const fluv_lakes *lakes, const fluv_lake *lake)
{
    size_t all = lakes->outline.ring_count;
    bool inside = lake->first_ring <= all && lake->ring_count <= all - lake->first_ring;
    return (fluv_ring_range){&lakes->outline, inside ? lake->first_ring : 0,
                             inside ? lake->ring_count : 0};
}

/* False when a cell is another lake's already. */
static bool draw_lake(const fluv_check_land *land, uint32_t label, const uint64_t *keys,
                      size_t count)
{
    assert(label > 0 && land->lake_of);
    uint64_t width = (uint64_t)land->frame.cols + 1;
    for (size_t i = 0; i + 1 < count; i += 2) {
        uint64_t row = keys[i] / width;
        for (uint64_t key = keys[i]; key < keys[i + 1]; key++) {
            uint32_t *at = &land->lake_of[key - row];
            if (*at)
                return false;
            *at = label;
        }
    }
    return true;
}

/* Most crossings of one lake that can be drawn: room for the scan. */
static size_t most_crossings(const fluv_check_land *land)
{
    size_t most = 0;
    for (size_t i = 0; i < land->lakes->count; i++) {
        fluv_ring_range rings = lake_rings(land->lakes, &land->lakes->lakes[i]);
        size_t count = fluv_scan_crossings(&land->frame, rings);
        if (count != SIZE_MAX && count > most)
            most = count;
    }
    return most;
}

static fluv_status init_lakes(fluv_ctx *ctx, fluv_check_land *land)
{
    land->overlap = FLUV_NONE;
    if (!land->lakes)
        return FLUV_OK;
    const fluv_lakes *lakes = land->lakes;
    FLUV_TRY(index_ids(ctx, lakes->lakes, lakes->count, sizeof *lakes->lakes, &land->lake_ids));
    size_t room = most_crossings(land);
    land->lake_of = fluv_scratch_zero(ctx, land->cells, sizeof *land->lake_of);
    uint64_t *keys = fluv_scratch(ctx, room + 1, sizeof *keys);
    uint64_t *spare = fluv_scratch(ctx, room + 1, sizeof *spare);
    if (!land->lake_of || !keys || !spare)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < lakes->count; i++) {
        fluv_ring_range rings = lake_rings(lakes, &lakes->lakes[i]);
        size_t count = fluv_scan_crossings(&land->frame, rings);
        if (count != SIZE_MAX)
            fluv_scan_rings(&land->frame, rings, keys, spare);
        if (count != SIZE_MAX && draw_lake(land, (uint32_t)i + 1, keys, count))
            continue;
        if (!land->overlaps++)
            land->overlap = (uint32_t)i;
    }
    fluv_scratch_drop(ctx, keys);
    fluv_scratch_drop(ctx, spare);
    return FLUV_OK;
}

fluv_status fluv_check_land_init(fluv_ctx *ctx, const fluv_landscape *from, fluv_check_land *land)
{
    size_t cells = fluv_cell_count(from);
    if (cells >= FLUV_NONE || (cells && !(from->frame.cell > 0)))
        return fluv_fail(ctx, FLUV_BAD_INPUT, "frame of %u x %u cells of %g m cannot be checked",
                         from->frame.cols, from->frame.rows, from->frame.cell);
    *land = (fluv_check_land){.frame = from->frame,
                              .cells = (uint32_t)cells,
                              .threads = ctx->threads,
                              .height = fluv_height_of(from),
                              .water = fluv_water_of(from),
                              .cover = fluv_cover_of(from),
                              .receiver = fluv_receiver_of(from),
                              .area = fluv_area_of(from),
                              .discharge = fluv_discharge_of(from),
                              .rivers = fluv_rivers_of(from),
                              .lakes = fluv_lakes_of(from),
                              .watersheds = fluv_watersheds_of(from),
                              .coast = fluv_coast_of(from),
                              .budget = fluv_budget_of(from),
                              .model = from->model ? from->model->data : NULL,
                              .from = from};
    if (land->rivers && (!land->rivers->count || land->rivers->count >= FLUV_NONE))
        land->rivers = NULL;
    if (land->lakes && land->lakes->count >= FLUV_NONE)
        land->lakes = NULL;
    FLUV_TRY(init_rivers(ctx, land));
    return init_lakes(ctx, land);
}

void fluv_check_cell_break(const fluv_check_land *land, uint32_t cell, const char *fault,
                           fluv_finding *finding)
{
    assert(cell < land->cells && fault);
    uint32_t cols = land->frame.cols;
    uint32_t to = land->receiver ? land->receiver[cell] : FLUV_NONE;
    double ground = land->height ? (double)land->height[cell] : NAN;
    double water = land->water ? (double)land->water[cell] : NAN;
    if (to >= land->cells) {
        fluv_finding_break(finding, "cell %u,%u: %s (ground %.9g, water %.9g)", cell % cols,
                           cell / cols, fault, ground, water);
        return;
    }
    fluv_finding_break(finding, "cell %u,%u: %s (ground %.9g, water %.9g; down %.9g, %.9g)",
                       cell % cols, cell / cols, fault, ground, water,
                       land->height ? (double)land->height[to] : NAN,
                       land->water ? (double)land->water[to] : NAN);
}

void fluv_check_cells(const fluv_check_land *land, fluv_cell_test *test, fluv_finding *finding)
{
    assert(land->threads > 0 && test && finding);
    uint64_t checked = 0, broken = 0;
    uint32_t first = FLUV_NONE;
#pragma omp parallel for schedule(static) num_threads(land->threads)                               \
    reduction(+ : checked, broken) reduction(min : first)
    for (uint32_t cell = 0; cell < land->cells; cell++) {
        const char *fault;
        fluv_cell_state state = test(land, cell, &fault);
        checked += state != FLUV_CELL_SKIPPED;
        if (state == FLUV_CELL_BROKEN) {
            broken++;
            first = cell < first ? cell : first;
        }
    }
    finding->checked += checked;
    if (!broken)
        return;
    const char *fault = "";
    test(land, first, &fault);
    fluv_check_cell_break(land, first, fault, finding);
    finding->broken += broken - 1;
}

bool fluv_check_near(const fluv_check_land *land, double x, double y, fluv_cell_is *is,
                     const void *user)
{
    double col = (x - land->frame.west) / land->frame.cell - 0.5; /* in cells' centres */
    double row = (land->frame.north - y) / land->frame.cell - 0.5;
    double cols = land->frame.cols, rows = land->frame.rows;
    if (!(col >= -FLUV_CHECK_SHORE && col <= cols + 1 && row >= -FLUV_CHECK_SHORE &&
          row <= rows + 1))
        return false;
    for (double r = fmax(0, ceil(row - FLUV_CHECK_SHORE)); r <= row + FLUV_CHECK_SHORE; r++)
        for (double c = fmax(0, ceil(col - FLUV_CHECK_SHORE)); c <= col + FLUV_CHECK_SHORE; c++) {
            double away = (r - row) * (r - row) + (c - col) * (c - col);
            if (r >= rows || c >= cols || away > FLUV_CHECK_SHORE * FLUV_CHECK_SHORE)
                continue;
            if (is(land, (uint32_t)r * land->frame.cols + (uint32_t)c, user))
                return true;
        }
    return false;
}
