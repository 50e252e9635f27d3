// SPDX-License-Identifier: MIT
/* Cells of a placed lake, and the banks around them.
 *
 * in   a lake's shape and level, the ground        out   its cells, level; banks
 *
 * The shore that the tree has runs between the cells. Where the ground outside is a little lower
 * than the lake, the first cell there is its bank; where it is much lower, the outermost cell of
 * the lake, for which the lake gets a cell where the ground is higher. At the lowest place it flows
 * out. Where the ground is high, the first cell is a beach.  O(cells). */
#include "stages/sample/banks.h"

#include "field/grid.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define FEWEST 4     /* cells of a lake */
#define BANK   0.65f /* m that a bank stands above the lake */
#define DAM    0.12  /* of a cell: as high may one be raised */
#define LEAST  0.94  /* of a lake's area that is left when some of its cells are its bank */

/* The cells around a lake. */
typedef struct window {
    uint32_t left, right, top, bottom; /* the last ones are in it */
} window;

static uint32_t within(double at, uint32_t count)
{
    return at <= 0.0 ? 0 : at >= count - 1.0 ? count - 1 : (uint32_t)at;
}

static window window_of(const fluv_frame *frame, const fluv_pond *pond)
{
    double west = (pond->box.low.x - frame->west) / frame->cell;
    double east = (pond->box.high.x - frame->west) / frame->cell;
    double north = (frame->north - pond->box.high.y) / frame->cell;
    double south = (frame->north - pond->box.low.y) / frame->cell;
    return (window){within(west - 1.0, frame->cols), within(east + 1.0, frame->cols),
                    within(north - 1.0, frame->rows), within(south + 1.0, frame->rows)};
}

/* The cell after another in the window, FLUV_NONE: it was the last. Begins with FLUV_NONE. */
static uint32_t next_in(const fluv_frame *frame, const window *w, uint32_t cell)
{
    if (cell == FLUV_NONE)
        return w->top * frame->cols + w->left;
    if (cell % frame->cols < w->right)
        return cell + 1;
    uint32_t row = cell / frame->cols + 1;
    return row <= w->bottom ? row * frame->cols + w->left : FLUV_NONE;
}

bool fluv_pond_mark(const fluv_pond_cells *cells, const fluv_pond *pond, uint32_t number)
{
    const fluv_paths *p = cells->paths;
    window w = window_of(p->frame, pond);
    uint32_t count = 0;
    for (uint32_t c = FLUV_NONE; (c = next_in(p->frame, &w, c)) != FLUV_NONE;) {
        if (!fluv_pond_holds(pond, fluv_cell_x(p->frame, c), fluv_cell_y(p->frame, c)))
            continue;
        if (cells->lake[c] != FLUV_NONE || fluv_paths_sea(p, c) || (p->kind[c] & FLUV_CELL_OPEN))
            return false;
        cells->lake[c] = number;
        count++;
    }
    return count == 0 || count >= FEWEST;
}

/* The cell on a side of another, FLUV_NONE: outside the frame. */
static uint32_t beside(const fluv_frame *frame, uint32_t cell, int side)
{
    int64_t col = (int64_t)(cell % frame->cols) + fluv_dx[side];
    int64_t row = (int64_t)(cell / frame->cols) + fluv_dy[side];
    return fluv_in_grid(frame->cols, frame->rows, col, row) ? (uint32_t)(row * frame->cols + col)
                                                            : FLUV_NONE;
}

static bool is_near(const fluv_frame *frame, uint32_t a, uint32_t b)
{
    return abs((int)(a % frame->cols) - (int)(b % frame->cols)) <= 1 &&
           abs((int)(a / frame->cols) - (int)(b / frame->cols)) <= 1;
}

/* The lowest cell outside the lake, FLUV_NONE: it has no cells. */
static uint32_t lowest_outside(const fluv_pond_cells *cells, const window *w, uint32_t number)
{
    const fluv_paths *p = cells->paths;
    uint32_t lowest = FLUV_NONE;
    for (uint32_t c = FLUV_NONE; (c = next_in(p->frame, w, c)) != FLUV_NONE;)
        for (int k = 0; cells->lake[c] == number && k < 8; k++) {
            uint32_t at = beside(p->frame, c, k);
            if (at != FLUV_NONE && cells->lake[at] != number &&
                (lowest == FLUV_NONE || p->height[at] < p->height[lowest]))
                lowest = at;
        }
    return lowest;
}

/* Whether a cell of the lake has much lower ground, or another river, beside it that it does not
 * flow out to. */
static bool is_bank(const fluv_pond_cells *cells, uint32_t number, uint32_t cell, uint32_t gap,
                    float level)
{
    const fluv_paths *p = cells->paths;
    if (is_near(p->frame, cell, gap))
        return false;
    for (int k = 0; k < 8; k++) {
        uint32_t at = beside(p->frame, cell, k);
        if (at != FLUV_NONE && cells->lake[at] != number && !is_near(p->frame, at, gap) &&
            p->height[at] < level - (p->path[at] ? 0.0f : (float)(DAM * p->frame->cell)))
            return true;
    }
    return false;
}

/* How many cells of the lake hang together with the first that is no bank. */
static size_t count_whole(const fluv_pond_cells *cells, const window *w, uint32_t number,
                          const uint8_t *bank, uint8_t *seen, uint32_t *queue)
{
    const fluv_frame *frame = cells->paths->frame;
    size_t count = 0;
    uint32_t first = next_in(frame, w, FLUV_NONE);
    while (first != FLUV_NONE && (cells->lake[first] != number || bank[first]))
        first = next_in(frame, w, first);
    if (first == FLUV_NONE)
        return 0;
    queue[count++] = first;
    seen[first] = 1;
    for (size_t head = 0; head < count; head++)
        for (int k = 0; k < 8; k++) {
            uint32_t at = beside(frame, queue[head], k);
            if (at == FLUV_NONE || cells->lake[at] != number || bank[at] || seen[at])
                continue;
            seen[at] = 1;
            queue[count++] = at;
        }
    return count;
}

/* A cell that a lake may take, or give. */
typedef struct candidate {
    float price; /* the height of the one, the distance from the shore of the other, m */
    uint32_t cell;
} candidate;

static int by_price(const void *a, const void *b)
{
    const candidate *left = a, *right = b;
    if (left->price != right->price)
        return left->price < right->price ? -1 : 1;
    return left->cell < right->cell ? -1 : left->cell > right->cell;
}

/* Whether a cell beside the lake may become one of its own: no ground around it is lower than the
 * water, and no other water is near. */
static bool may_grow_to(const fluv_pond_cells *cells, uint32_t number, const uint8_t *bank,
                        uint32_t cell, float level)
{
    const fluv_paths *p = cells->paths;
    bool beside_lake = false;
    if (cells->lake[cell] != FLUV_NONE || p->path[cell] || fluv_paths_sea(p, cell) ||
        (p->kind[cell] & FLUV_CELL_OPEN) || p->height[cell] < level)
        return false;
    for (int k = 0; k < 8; k++) {
        uint32_t at = beside(p->frame, cell, k);
        bool own = at != FLUV_NONE && cells->lake[at] == number && !bank[at];
        beside_lake |= own;
        if (at == FLUV_NONE || (!own && (cells->lake[at] != FLUV_NONE || p->path[at] ||
                                         fluv_paths_sea(p, at) || p->height[at] < level)))
            return false;
    }
    return beside_lake;
}

/* Gives the lake so many more cells, the lowest of those beside it; returns how many there were. */
static size_t grow(const fluv_pond_cells *cells, const window *w, uint32_t number,
                   const uint8_t *bank, float level, size_t wanted, candidate *found)
{
    const fluv_paths *p = cells->paths;
    size_t count = 0;
    for (uint32_t c = FLUV_NONE; (c = next_in(p->frame, w, c)) != FLUV_NONE;)
        if (may_grow_to(cells, number, bank, c, level))
            found[count++] = (candidate){p->height[c], c};
    qsort(found, count, sizeof *found, by_price);
    count = count < wanted ? count : wanted;
    for (size_t i = 0; i < count; i++)
        cells->lake[found[i].cell] = number;
    return count;
}

/* Makes so many cells banks, those nearest to the shore; returns how many there were. */
static size_t shrink(const fluv_pond_cells *cells, const window *w, const fluv_pond *pond,
                     uint32_t number, uint32_t gap, size_t surplus, candidate *found, uint8_t *bank)
{
    const fluv_paths *p = cells->paths;
    size_t count = 0;
    for (uint32_t c = FLUV_NONE; (c = next_in(p->frame, w, c)) != FLUV_NONE;) {
        bool shore = false;
        if (cells->lake[c] != number || bank[c] || p->path[c] || is_near(p->frame, c, gap))
            continue;
        for (int k = 0; k < 8; k++) {
            uint32_t at = beside(p->frame, c, k);
            shore |= at != FLUV_NONE && (cells->lake[at] != number || bank[at]);
        }
        fluv_vec at = {fluv_cell_x(p->frame, c), fluv_cell_y(p->frame, c)};
        if (shore)
            found[count++] = (candidate){(float)fluv_domain_shore(&pond->domain, at), c};
    }
    qsort(found, count, sizeof *found, by_price);
    count = count < surplus ? count : surplus;
    for (size_t i = 0; i < count; i++)
        bank[found[i].cell] = 1;
    return count;
}

static void level_cells(const fluv_pond_cells *cells, const window *w, uint32_t number,
                        const uint8_t *bank, uint32_t gap, float level)
{
    const fluv_paths *p = cells->paths;
    float beach = level + BANK + (float)(0.5 * cells->slope * p->frame->cell) - 0.1f;
    for (uint32_t c = FLUV_NONE; (c = next_in(p->frame, w, c)) != FLUV_NONE;) {
        if (cells->lake[c] != number)
            continue;
        p->height[c] = bank[c] ? level + BANK : level;
        cells->lake[c] = bank[c] ? FLUV_NONE : number;
        for (int k = 0; !bank[c] && k < 8; k++) {
            uint32_t at = beside(p->frame, c, k);
            if (at == FLUV_NONE || cells->lake[at] != FLUV_NONE || fluv_paths_sea(p, at))
                continue;
            p->height[at] = fminf(p->height[at], beach);
            if (!p->path[at] && !is_near(p->frame, at, gap))
                p->height[at] = fmaxf(p->height[at], level + BANK);
        }
    }
}

fluv_status fluv_pond_bank(fluv_ctx *ctx, const fluv_pond_cells *cells, const fluv_pond *pond,
                           uint32_t number)
{
    const fluv_frame *frame = cells->paths->frame;
    const window w = window_of(frame, pond);
    uint32_t all = frame->cols * frame->rows, gap = lowest_outside(cells, &w, number);
    uint8_t *bank = fluv_scratch_zero(ctx, all, 1), *seen = fluv_scratch_zero(ctx, all, 1);
    uint32_t *queue = fluv_scratch(ctx, all, sizeof *queue);
    if (!bank || !seen || !queue)
        return FLUV_NO_MEMORY;
    size_t count = 0, banks = 0;
    assert(isfinite(pond->level));
    for (uint32_t c = FLUV_NONE; gap != FLUV_NONE && (c = next_in(frame, &w, c)) != FLUV_NONE;) {
        if (cells->lake[c] != number)
            continue;
        bank[c] = is_bank(cells, number, c, gap, (float)pond->level);
        banks += bank[c];
        count++;
    }
    size_t whole = count_whole(cells, &w, number, bank, seen, queue), grown = 0;
    double wanted = round(pond->domain.area / (frame->cell * frame->cell));
    candidate *found = fluv_scratch(ctx, all, sizeof *found);
    if (!found)
        return FLUV_NO_MEMORY;
    if ((double)whole > wanted) {
        banks += shrink(cells, &w, pond, number, gap, whole - (size_t)wanted, found, bank);
        memset(seen, 0, all);
        whole = count_whole(cells, &w, number, bank, seen, queue);
    } else {
        grown = grow(cells, &w, number, bank, (float)pond->level, (size_t)wanted - whole, found);
    }
    if (whole + banks < count || (double)(whole + grown) < LEAST * wanted || whole < FEWEST) {
        memset(bank, 0, all); /* it would fall apart, or be too small */
        for (size_t i = 0; i < grown; i++)
            cells->lake[found[i].cell] = FLUV_NONE;
    }
    fluv_scratch_drop(ctx, found);
    level_cells(cells, &w, number, bank, gap, (float)pond->level);
    fluv_scratch_drop(ctx, queue);
    fluv_scratch_drop(ctx, seen);
    fluv_scratch_drop(ctx, bank);
    return FLUV_OK;
}
