// SPDX-License-Identifier: MIT
/* Beds of rivers that wandered, and of the bends that they cut off.
 *
 * in   lines, the ground     out   the ground with beds in which water runs as the lines do
 *
 * A bed is a chain of cells, each touching the next and no other. It only falls: as low as the
 * ground on its way so far, less the height of the banks, and no lower than where it ends. So every
 * cell beside it is higher, and water that is in it stays in it. Hollows keep their water: on its
 * way through one a bed stays at the level at which the hollow overflows. O(cells along the lines).
 */
#include "stages/meanders/carve.h"

#include "field/grid.h"

#include <assert.h>
#include <math.h>

#define BANK_OF_WIDTH 0.02  /* height of banks over the water, of the river's width, and */
#define BANK          0.5   /* m more */
#define RUN_IN        12    /* cells in which a bed comes to its depth */
#define SAMPLES       5     /* a cell */
#define BESIDE        0.75  /* widths at which one river is in the other */
#define LEAD          60.0  /* widths, and cells, over which a river is led to the next */
#define PLUG          2.0   /* widths of ground between a river and a bend that it left */
#define OXBOW_LENGTH  4.0   /* widths, at the least */
#define OXBOW_DEEP    3.0   /* m below the river */
#define ABOVE_SEA     0.01f /* m: land that is dug stays land */

static double bank_of(double width)
{
    return BANK + BANK_OF_WIDTH * width;
}

static bool add_line(fluv_segments *taken, const fluv_bend *line, size_t count, uint32_t tag)
{
    bool room = true;
    for (size_t i = 1; i < count && room; i++)
        room = fluv_segments_add(taken, (fluv_segment){line[i - 1].at, line[i].at, tag});
    return room;
}

/* ---- Where rivers meet --------------------------------------------------------------------------
 */

static fluv_vec place_of(const fluv_segments *taken, const fluv_nearest *near)
{
    const fluv_segment *segment = &taken->list[near->segment];
    return fluv_between(segment->a, segment->b, near->along);
}

/* Leads a river from its last place that stays to the one that it comes to. */
static fluv_status lead_to(fluv_ctx *ctx, fluv_list *line, size_t keep, fluv_vec to)
{
    fluv_bend end = ((const fluv_bend *)line->items)[keep - 1];
    line->count = keep;
    end.at = to;
    fluv_bend *added = fluv_list_append(ctx, line, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = end;
    return FLUV_OK;
}

static fluv_status join_river(fluv_ctx *ctx, const fluv_bed_land *land, fluv_meander *river,
                              const fluv_segments *taken)
{
    const fluv_bend *line = river->line.items;
    size_t count = river->line.count;
    for (size_t i = 0; i < count; i++) {
        double reach = fmax(BESIDE * (double)line[i].width, 1.5 * land->cell);
        fluv_nearest near = fluv_segments_nearest(taken, line[i].at, reach);
        if (near.segment == FLUV_NONE)
            continue;
        if (i > 0)
            return lead_to(ctx, &river->line, i, place_of(taken, &near));
        river->line.count = 0;
        return FLUV_OK;
    }
    if (river->parent == FLUV_NONE || count < 2)
        return FLUV_OK;
    double reach = LEAD * fmax((double)line[count - 1].width, land->cell);
    fluv_nearest near = fluv_segments_nearest(taken, line[count - 1].at, reach);
    if (near.segment != FLUV_NONE)
        FLUV_TRY(lead_to(ctx, &river->line, count, place_of(taken, &near)));
    return FLUV_OK;
}

fluv_status fluv_meanders_join(fluv_ctx *ctx, const fluv_bed_land *land, fluv_list *rivers,
                               fluv_segments *taken)
{
    fluv_meander *all = rivers->items;
    size_t room = rivers->count + 1;
    fluv_box box = {{0.0, 0.0}, {land->cols * land->cell, land->rows * land->cell}};
    for (size_t i = 0; i < rivers->count; i++)
        room += all[i].line.count + 1;
    FLUV_TRY(fluv_segments_init(ctx, box, 4.0 * land->cell, room, taken));
    for (size_t i = 0; i < rivers->count; i++) {
        FLUV_TRY(join_river(ctx, land, &all[i], taken));
        if (!add_line(taken, all[i].line.items, all[i].line.count, (uint32_t)i))
            return FLUV_NO_MEMORY;
    }
    return FLUV_OK;
}

/* ---- Beds ---------------------------------------------------------------------------------------
 */

/* A cell of a bed, and how wide the river is there. */
typedef struct bed_cell {
    uint32_t cell;
    float width;
} bed_cell;

static bool cell_at(const fluv_bed_land *land, fluv_vec at, uint32_t *cell)
{
    double col = floor(at.x / land->cell), row = floor(at.y / land->cell);
    if (!(col >= 0.0 && row >= 0.0 && col < land->cols && row < land->rows))
        return false;
    *cell = (uint32_t)row * land->cols + (uint32_t)col;
    return true;
}

static bool touch(uint32_t cols, uint32_t a, uint32_t b)
{
    int64_t dx = (int64_t)(a % cols) - (int64_t)(b % cols);
    int64_t dy = (int64_t)(a / cols) - (int64_t)(b / cols);
    return dx * dx <= 1 && dy * dy <= 1;
}

/* Adds a cell to the chain; where the one before the last touches it, that takes the last's place.
 */
static fluv_status chain_on(fluv_ctx *ctx, uint32_t cols, bed_cell next, fluv_list *chain)
{
    bed_cell *cells = chain->items;
    if (chain->count && cells[chain->count - 1].cell == next.cell)
        return FLUV_OK;
    if (chain->count > 1 && touch(cols, cells[chain->count - 2].cell, next.cell))
        chain->count--;
    bed_cell *added = fluv_list_append(ctx, chain, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = next;
    return FLUV_OK;
}

/* The cells under a line from its first free place on. */
static fluv_status chain_of(fluv_ctx *ctx, const fluv_bed_land *land, const fluv_list *line,
                            fluv_list *chain)
{
    const fluv_bend *bends = line->items;
    size_t from = 0;
    chain->count = 0;
    while (from < line->count && !(bends[from].free > 0.0f))
        from++;
    for (size_t i = from + 1; i < line->count; i++) {
        double far = fluv_vec_distance(bends[i - 1].at, bends[i].at);
        int parts = (int)ceil(SAMPLES * far / land->cell) + 1;
        for (int k = 0; k <= parts; k++) {
            bed_cell next = {0, bends[i].width};
            fluv_vec at = fluv_between(bends[i - 1].at, bends[i].at, (double)k / parts);
            if (cell_at(land, at, &next.cell))
                FLUV_TRY(chain_on(ctx, land->cols, next, chain));
        }
    }
    return FLUV_OK;
}

/* How low the bed may come in the end: what it joins, or the sea. */
static float end_of(const fluv_bed_land *land, uint32_t cell, bool joins)
{
    float lowest = INFINITY;
    fluv_topology grid = fluv_topology_grid(land->cols, land->rows, land->cell);
    fluv_around around = fluv_around_cell(&grid, cell);
    for (uint32_t i = 0; i < around.count; i++) {
        if (land->kind[around.cell[i]] & FLUV_CELL_SEA)
            return 0.0f;
        if (isfinite(land->height[around.cell[i]]))
            lowest = fminf(lowest, land->height[around.cell[i]]);
    }
    return joins ? fminf(lowest, land->height[cell]) : -INFINITY;
}

static bool may_dig(const fluv_bed_land *land, uint32_t cell)
{
    return !(land->kind[cell] & (FLUV_CELL_VOID | FLUV_CELL_SEA)) &&
           !(land->frozen && isfinite(land->frozen[cell]));
}

static void dig_to(const fluv_bed_land *land, uint32_t cell, float bed)
{
    float ground = land->height[cell];
    float lowest = ground > ABOVE_SEA ? fmaxf(bed, ABOVE_SEA) : bed;
    if (may_dig(land, cell) && lowest < ground)
        land->height[cell] = lowest;
}

static void dig_chain(const fluv_bed_land *land, const fluv_list *chain, bool joins)
{
    const bed_cell *cells = chain->items;
    if (!chain->count)
        return;
    float low = INFINITY, end = end_of(land, cells[chain->count - 1].cell, joins);
    for (size_t i = 0; i < chain->count; i++) {
        uint32_t cell = cells[i].cell;
        if (!may_dig(land, cell))
            continue;
        fluv_vec at = {land->cell * (cell % land->cols + 0.5),
                       land->cell * (cell / land->cols + 0.5)};
        float ground = land->height[cell], over = fluv_wander_height(&land->overflow, at);
        low = fminf(low, over > ground ? over : ground);
        double bank = bank_of((double)cells[i].width) * fmin(1.0, (double)(i + 1) / RUN_IN);
        dig_to(land, cell, fmaxf(low - (float)bank, end));
    }
}

fluv_status fluv_meanders_dig(fluv_ctx *ctx, const fluv_bed_land *land, const fluv_list *rivers)
{
    const fluv_meander *all = rivers->items;
    fluv_list chain = {0};
    fluv_status status = FLUV_OK;
    for (size_t i = 0; i < rivers->count && status == FLUV_OK; i++) {
        if (!all[i].free || all[i].line.count < 2)
            continue;
        status = chain_of(ctx, land, &all[i].line, &chain);
        if (status == FLUV_OK)
            dig_chain(land, &chain, all[i].parent != FLUV_NONE);
    }
    fluv_list_free(&chain);
    return status;
}

/* ---- Oxbows -------------------------------------------------------------------------------------
 */

typedef struct run {
    size_t first, count;
} run;

/* The longest part of a bend that is away from all rivers and newer oxbows. */
static run free_part(const fluv_bed_land *land, const fluv_bend *bends, size_t count,
                     const fluv_segments *rivers, const fluv_segments *newer)
{
    run best = {0, 0}, now = {0, 0};
    for (size_t i = 0; i < count; i++) {
        double reach = PLUG * (double)bends[i].width + 2.0 * land->cell;
        bool free = bends[i].free > 0.0f &&
                    fluv_segments_nearest(rivers, bends[i].at, reach).segment == FLUV_NONE &&
                    fluv_segments_nearest(newer, bends[i].at, reach).segment == FLUV_NONE;
        now = free ? (run){now.count ? now.first : i, now.count + 1} : (run){0, 0};
        best = now.count > best.count ? now : best;
    }
    return best;
}

static double length_of(const fluv_bend *bends, size_t count)
{
    double length = 0.0;
    for (size_t i = 1; i < count; i++)
        length += fluv_vec_distance(bends[i - 1].at, bends[i].at);
    return length;
}

static void dig_disc(const fluv_bed_land *land, fluv_vec at, double radius, float floor_height)
{
    double left = floor((at.x - radius) / land->cell), right = (at.x + radius) / land->cell;
    double top = floor((at.y - radius) / land->cell), bottom = (at.y + radius) / land->cell;
    for (double row = fmax(0.0, top); row <= bottom && row < land->rows; row++)
        for (double col = fmax(0.0, left); col <= right && col < land->cols; col++) {
            fluv_vec middle = {land->cell * (col + 0.5), land->cell * (row + 0.5)};
            uint32_t cell = (uint32_t)row * land->cols + (uint32_t)col;
            if (fluv_vec_distance(middle, at) <= radius)
                dig_to(land, cell, floor_height);
        }
}

static void dig_oxbow(const fluv_bed_land *land, const fluv_bend *bends, size_t count)
{
    float level = INFINITY;
    for (size_t i = 0; i < count; i++)
        level = fminf(level, bends[i].level);
    for (size_t i = 1; i < count; i++) {
        double far = fluv_vec_distance(bends[i - 1].at, bends[i].at);
        double width = (double)bends[i].width, radius = fmax(0.5 * width, 0.75 * land->cell);
        int parts = (int)ceil(SAMPLES * far / land->cell) + 1;
        for (int k = 0; k <= parts; k++)
            dig_disc(land, fluv_between(bends[i - 1].at, bends[i].at, (double)k / parts), radius,
                     level - (float)(bank_of(width) + OXBOW_DEEP));
    }
}

fluv_status fluv_oxbows_dig(fluv_ctx *ctx, const fluv_bed_land *land, const fluv_oxbows *oxbows,
                            const fluv_segments *taken, size_t *dug)
{
    const fluv_oxbow *list = oxbows->list.items;
    const fluv_bend *bends = oxbows->bends.items;
    fluv_box box = {{0.0, 0.0}, {land->cols * land->cell, land->rows * land->cell}};
    fluv_segments newer;
    *dug = 0;
    FLUV_TRY(fluv_segments_init(ctx, box, 4.0 * land->cell, oxbows->bends.count + 1, &newer));
    for (size_t i = oxbows->list.count; i-- > 0;) {
        const fluv_bend *own = bends + list[i].first;
        run part = free_part(land, own, list[i].count, taken, &newer);
        if (part.count < 3 ||
            length_of(own + part.first, part.count) < OXBOW_LENGTH * (double)own[part.first].width)
            continue;
        dig_oxbow(land, own + part.first, part.count);
        if (!add_line(&newer, own + part.first, part.count, (uint32_t)i))
            return FLUV_NO_MEMORY;
        (*dug)++;
    }
    return FLUV_OK;
}
