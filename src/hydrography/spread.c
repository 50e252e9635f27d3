// SPDX-License-Identifier: MIT
/* Rivers wider than a cell: cells within half a river's width of its channel whose water comes to
 * the river without leaving its banks for more than a cell are covered by it: its width is cut into
 * the ground. They keep their receivers, so that water still runs the way it did, and stand at the
 * level of the river where they come to it. Whether a cell is covered depends on its own way alone,
 * not on the order in which cells are asked.  O(n + river cells * cells of a disc). */
#include "hydrography/banks.h"

#include "field/grid.h"

#include <assert.h>
#include <string.h>

/* Besides those of banks.h: what has come out. */
enum { WON = 64, LOST = 128 };

static bool beside_lake(const fluv_river_cells *ch, uint32_t cell)
{
    fluv_around around = fluv_around_cell(&ch->topology, cell);
    for (uint32_t i = 0; i < around.count; i++)
        if (ch->cover[around.cell[i]] == FLUV_LAKE)
            return true;
    return false;
}

double fluv_river_cells_half_width(const fluv_river_cells *ch, const fluv_channel_shape *shape,
                                   uint32_t cell)
{
    if (ch->cover[cell] != FLUV_RIVER)
        return 0.0;
    double wanted = fluv_river_cells_width(ch, cell);
    double usual = (double)fluv_channel_width(shape, (double)ch->discharge[cell]) *
                   fluv_river_cells_wide(ch, cell);
    return 0.5 * (wanted > 0.0 ? wanted : usual) / ch->frame.cell;
}

void fluv_banks_stamp(uint32_t cols, uint32_t rows, int64_t col, int64_t row, double radius,
                      uint8_t *bank)
{
    assert(radius >= 1.0 && bank);
    int64_t far = (int64_t)radius;
    for (int64_t down = -far; down <= far; down++) {
        if (row + down < 0 || row + down >= rows)
            continue;
        int64_t wide = (int64_t)sqrt(radius * radius - (double)(down * down));
        int64_t left = col > wide ? col - wide : 0;
        int64_t right = col + wide < cols ? col + wide : (int64_t)cols - 1;
        if (left <= right)
            memset(bank + (row + down) * cols + left, FLUV_BANK_NEAR, (size_t)(right - left) + 1);
    }
}

/* `bank` is marked around rivers wider than their cells; false: there are none. */
static bool mark_near(const fluv_river_cells *ch, const fluv_channel_shape *shape, uint8_t *bank)
{
    uint32_t cells = ch->topology.count, cols = ch->frame.cols;
    bool any = false;
    for (uint32_t c = 0; (c = fluv_next_marked(ch->channel, c, cells)) < cells; c++) {
        double radius = fluv_river_cells_half_width(ch, shape, c);
        if (radius < 1.0)
            continue;
        fluv_banks_stamp(cols, ch->frame.rows, c % cols, c / cols, radius, bank);
        any = true;
    }
    return any;
}

/* What a cell is, before anything is covered. */
static void look_at(const fluv_river_cells *ch, uint32_t cell, uint8_t *bank)
{
    if (bank[cell] & (FLUV_BANK_LAND | FLUV_BANK_RIVER))
        return;
    if (ch->cover[cell] == FLUV_RIVER)
        bank[cell] |= FLUV_BANK_RIVER;
    else if (ch->cover[cell] == FLUV_LAND && !beside_lake(ch, cell))
        bank[cell] |= FLUV_BANK_LAND;
}

static void look_around(const fluv_river_cells *ch, uint8_t *bank)
{
    uint32_t cells = ch->topology.count;
    for (uint32_t c = 0; (c = fluv_next_marked(bank, c, cells)) < cells; c++) {
        uint32_t at = c;
        for (int steps = 0; (bank[c] & FLUV_BANK_NEAR) && at != FLUV_NONE && steps < 3; steps++) {
            look_at(ch, at, bank);
            at = ch->receiver[at];
        }
    }
}

static void cover(const fluv_river_cells *ch, uint32_t cell, uint32_t like)
{
    ch->cover[cell] = FLUV_RIVER;
    ch->water[cell] = ch->water[like];
    ch->height[cell] = ch->height[like];
}

/* Down from a near cell to one that is known, or to the river; then back up the way. */
static fluv_status decide(fluv_ctx *ctx, const fluv_river_cells *ch, uint32_t cell, fluv_list *way,
                          uint8_t *bank)
{
    way->count = 0;
    while (cell != FLUV_NONE && !(bank[cell] & (FLUV_BANK_RIVER | WON | LOST))) {
        uint32_t *to = fluv_list_append(ctx, way, 1, sizeof *to);
        if (!to)
            return FLUV_NO_MEMORY;
        *to = cell;
        cell = fluv_bank_next(bank, ch->receiver, cell);
    }
    bool won = cell != FLUV_NONE && !(bank[cell] & LOST);
    const uint32_t *cells = way->items;
    for (size_t i = way->count; i-- > 0;) {
        bank[cells[i]] |= won ? WON : LOST;
        if (!won)
            continue;
        uint32_t to = ch->receiver[cells[i]];
        if (!(bank[to] & (FLUV_BANK_NEAR | FLUV_BANK_RIVER)))
            cover(ch, to, cell); /* the one beside the banks that it comes over */
        cover(ch, cells[i], cell);
    }
    return FLUV_OK;
}

fluv_status fluv_river_cells_spread(fluv_ctx *ctx, const fluv_river_cells *ch,
                                    const fluv_channel_shape *shape)
{
    assert(ch->topology.count == (size_t)ch->frame.cols * ch->frame.rows);
    uint32_t cells = ch->topology.count;
    uint8_t *bank = fluv_scratch_zero(ctx, cells, 1);
    if (!bank)
        return FLUV_NO_MEMORY;
    fluv_list way = {0};
    fluv_status status = FLUV_OK;
    if (mark_near(ch, shape, bank)) {
        look_around(ch, bank);
        for (uint32_t c = 0; (c = fluv_next_marked(bank, c, cells)) < cells; c++)
            if ((bank[c] & FLUV_BANK_NEAR) && (bank[c] & FLUV_BANK_LAND) && status == FLUV_OK)
                status = decide(ctx, ch, c, &way, bank);
    }
    fluv_list_free(&way);
    fluv_scratch_drop(ctx, bank);
    return status;
}
