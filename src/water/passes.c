// SPDX-License-Identifier: MIT
/* Passes: the lowest ways between neighbouring basins.
 *
 * in   heights, basin of each cell     out   passes, at least the lowest of each pair of basins
 *
 * One scan over pairs of neighbouring cells. On a grid, pairs beside which a lower one joins the
 * same basins are left out many at a time. A small table remembers the passes seen last, so that a
 * border between two basins leaves about one entry, not one for each of its cells. What the table
 * forgets is entered again; only lower passes matter, and the set of lowest passes is the same for
 * any number of threads.  O(n). */
#include "water/catchments.h"

#include "base/clones.h"
#include "field/grid.h"
#include "water/parts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TABLE_BITS 14
#define BLOCK      64 /* cells that are looked at together */

typedef struct seen {
    uint64_t pair; /* both basins; 0 never is one */
    uint32_t entry;
} seen;

/* What one thread finds. */
typedef struct fluv_pass_collector {
    const fluv_topology *topology;
    const float *height;
    const uint8_t *kind;
    const uint32_t *label;
    fluv_list passes;
    seen table[1 << TABLE_BITS];
} collector;

/* Room for all passes from one cell, so that entering them cannot fail. */
static fluv_status take_room(fluv_ctx *ctx, fluv_list *passes)
{
    if (passes->room - passes->count > FLUV_DEGREE)
        return FLUV_OK;
    size_t count = passes->count;
    if (!fluv_list_append(ctx, passes, FLUV_DEGREE + 1, sizeof(fluv_pass)))
        return FLUV_NO_MEMORY;
    passes->count = count;
    return FLUV_OK;
}

/* Replaces `at` by `pass` or does not, without a branch. */
static void replace_if(bool yes, const fluv_pass *pass, fluv_pass *at)
{
    uint32_t mine[5], words[5], mask = -(uint32_t)yes;
    static_assert(sizeof mine == sizeof *pass, "a pass is five words");
    memcpy(mine, pass, sizeof mine);
    memcpy(words, at, sizeof words);
    for (int i = 0; i < 5; i++)
        words[i] = (mine[i] & mask) | (words[i] & ~mask);
    memcpy(at, words, sizeof words);
}

/* Cells come in rising order, so that of two passes of one height that both slant or do not the
 * later one is lower only where both are at the same cell. Without branches: none of them could be
 * foreseen. */
static void enter(collector *to, const fluv_pass *pass)
{
    uint32_t a = pass->low_basin < pass->high_basin ? pass->low_basin : pass->high_basin;
    uint32_t b = pass->low_basin ^ pass->high_basin ^ a;
    uint64_t pair = (uint64_t)a << 32 | b;
    seen *slot = &to->table[pair * 0x9e3779b97f4a7c15u >> (64 - TABLE_BITS)];
    bool known = slot->pair == pair;
    uint32_t mask = -(uint32_t)known, next = (uint32_t)to->passes.count;
    uint32_t entry = (slot->entry & mask) | (next & ~mask);
    fluv_pass *at = (fluv_pass *)to->passes.items + entry;
    uint32_t cols = to->topology->cols;
    int slants = fluv_pass_slants(pass, cols), slanted = known && fluv_pass_slants(at, cols);
    bool same_cell = (pass->low_cell == at->low_cell) & (pass->high_cell < at->high_cell);
    bool first = (slants < slanted) | ((slants == slanted) & same_cell);
    bool below = (pass->height < at->height) | ((pass->height == at->height) & first);
    replace_if(!known | below, pass, at);
    to->passes.count += !known;
    *slot = (seen){pair, entry};
}

static void enter_cells(collector *to, uint32_t low, uint32_t high)
{
    float a = to->height[low], b = to->height[high];
    enter(to, &(fluv_pass){a > b ? a : b, low, high, to->label[low], to->label[high]});
}

static void enter_edge(collector *to, uint32_t cell)
{
    if ((to->kind[cell] & FLUV_CELL_OPEN) && to->label[cell] != FLUV_OUTSIDE)
        enter(to, &(fluv_pass){to->height[cell], cell, FLUV_NONE, to->label[cell], FLUV_OUTSIDE});
}

/* Neighbours of higher index in another basin. */
static uint32_t others_of(const collector *to, const uint32_t *around, uint32_t count,
                          uint32_t cell, uint32_t others[FLUV_DEGREE + 1])
{
    uint32_t own = to->label[cell], found = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t label = to->label[around[i]];
        others[found] = around[i];
        found += (around[i] > cell) & (label != own) & (label != FLUV_NONE);
    }
    return found;
}

static fluv_status scan_cell(fluv_ctx *ctx, collector *to, const uint32_t *around, uint32_t count,
                             uint32_t cell)
{
    uint32_t others[FLUV_DEGREE + 1];
    if (to->label[cell] == FLUV_NONE)
        return FLUV_OK;
    FLUV_TRY(take_room(ctx, &to->passes));
    enter_edge(to, cell);
    uint32_t found = others_of(to, around, count, cell, others);
    for (uint32_t i = 0; i < found; i++)
        enter_cells(to, cell, others[i]);
    return FLUV_OK;
}

/* ---- On a grid ---- */

enum { EAST = 1, SOUTH_WEST = 2, SOUTH = 4, SOUTH_EAST = 8, OTHERWISE = 16 };

/* -1 where the pass between a and b is not worth a look, 0 elsewhere: c, which touches both, is
 * lower than the higher of the two and lies in its basin, so that the pass by way of c is lower. */
FLUV_INLINE int32_t needless(float a, float b, float c, int32_t in_a, int32_t in_b, int32_t in_c)
{
    int32_t below_a = -(int32_t)(a > b) & -(int32_t)(c < a) & -(int32_t)(in_c == in_a);
    int32_t below_b = -(int32_t)(b > a) & -(int32_t)(c < b) & -(int32_t)(in_c == in_b);
    return below_a | below_b;
}

/* -1 where a pass leads from one basin into another. */
FLUV_INLINE int32_t leads(int32_t in_a, int32_t in_b)
{
    return -(int32_t)(in_a != in_b) & -(int32_t)(in_a != -1) & -(int32_t)(in_b != -1);
}

/* A cell and its neighbours: w c e, and the rows above and below. `l` are their labels. */
FLUV_CLONES static void find_marks(const float *restrict above, const float *restrict height,
                                   const float *restrict below, const int32_t *restrict l_above,
                                   const int32_t *restrict label, const int32_t *restrict l_below,
                                   int count, int32_t *restrict found)
{
    for (int i = 0; i < count; i++) {
        float c = height[i], w = height[i - 1], e = height[i + 1], n = above[i], ne = above[i + 1];
        float sw = below[i - 1], s = below[i], se = below[i + 1];
        int32_t lc = label[i], lw = label[i - 1], le = label[i + 1], ln = l_above[i];
        int32_t lne = l_above[i + 1], lsw = l_below[i - 1], ls = l_below[i], lse = l_below[i + 1];
        int32_t east = leads(lc, le) & ~needless(c, e, n, lc, le, ln) &
                       ~needless(c, e, ne, lc, le, lne) & ~needless(c, e, s, lc, le, ls) &
                       ~needless(c, e, se, lc, le, lse);
        int32_t south = leads(lc, ls) & ~needless(c, s, w, lc, ls, lw) &
                        ~needless(c, s, e, lc, ls, le) & ~needless(c, s, sw, lc, ls, lsw) &
                        ~needless(c, s, se, lc, ls, lse);
        int32_t south_west =
            leads(lc, lsw) & ~needless(c, sw, w, lc, lsw, lw) & ~needless(c, sw, s, lc, lsw, ls);
        int32_t south_east =
            leads(lc, lse) & ~needless(c, se, e, lc, lse, le) & ~needless(c, se, s, lc, lse, ls);
        found[i] =
            (east & EAST) | (south_west & SOUTH_WEST) | (south & SOUTH) | (south_east & SOUTH_EAST);
    }
}

static void mark_passes(const collector *to, uint32_t from, uint32_t count, uint8_t *marks)
{
    int32_t found[BLOCK];
    const float *height = to->height + from;
    const int32_t *label = (const int32_t *)to->label + from;
    ptrdiff_t cols = to->topology->cols;
    find_marks(height - cols, height, height + cols, label - cols, label, label + cols, (int)count,
               found);
    for (uint32_t i = 0; i < count; i++)
        marks[i] = to->kind[from + i] & FLUV_CELL_OPEN ? OTHERWISE : (uint8_t)found[i];
}

static fluv_status scan_marked(fluv_ctx *ctx, collector *to, uint32_t cell, uint8_t mark)
{
    if (mark & OTHERWISE) {
        fluv_around around = fluv_around_cell(to->topology, cell);
        return scan_cell(ctx, to, around.cell, around.count, cell);
    }
    FLUV_TRY(take_room(ctx, &to->passes));
    uint32_t cols = to->topology->cols, step[4] = {1, cols - 1, cols, cols + 1};
    for (unsigned left = mark; left; left &= left - 1)
        enter_cells(to, cell, cell + step[__builtin_ctz(left)]);
    return FLUV_OK;
}

/* Most cells have no neighbour in another basin, and most that have one lie beside a lower pass
 * between the same basins: both are seen many cells at a time. */
static fluv_status scan_grid(fluv_ctx *ctx, collector *to, fluv_part range)
{
    uint32_t cols = to->topology->cols, cells = to->topology->count;
    for (uint32_t from = range.from, end; from < range.end; from = end) {
        uint8_t marks[BLOCK];
        uint32_t count = range.end - from < BLOCK ? range.end - from : BLOCK;
        end = from + count;
        if (from > cols && end < cells - cols)
            mark_passes(to, from, count, marks);
        else
            memset(marks, OTHERWISE, count);
        for (uint32_t i = 0; (i = fluv_next_marked(marks, i, count)) < count; i++)
            FLUV_TRY(scan_marked(ctx, to, from + i, marks[i]));
    }
    return FLUV_OK;
}

/* ---- On a mesh ---- */

static bool is_before(const fluv_pass *a, const fluv_pass *b)
{
    if (a->height != b->height)
        return a->height < b->height;
    return a->low_cell != b->low_cell ? a->low_cell < b->low_cell : a->high_cell < b->high_cell;
}

/* As enter(), for passes in any order. */
static void enter_unordered(collector *to, const fluv_pass *pass)
{
    uint32_t a = pass->low_basin < pass->high_basin ? pass->low_basin : pass->high_basin;
    uint32_t b = pass->low_basin ^ pass->high_basin ^ a;
    uint64_t pair = (uint64_t)a << 32 | b;
    seen *slot = &to->table[pair * 0x9e3779b97f4a7c15u >> (64 - TABLE_BITS)];
    fluv_pass *list = to->passes.items;
    if (slot->pair != pair) {
        *slot = (seen){pair, (uint32_t)to->passes.count};
        list[to->passes.count++] = *pass;
    } else if (is_before(pass, &list[slot->entry])) {
        list[slot->entry] = *pass;
    }
}

/* Where ground wears, nearly all of it drains outside: passes are looked for from the hollows. */
static fluv_status scan_mesh(fluv_ctx *ctx, collector *to, fluv_part range)
{
    const fluv_topology *topology = to->topology;
    for (uint32_t v = range.from; v < range.end; v++) {
        uint32_t own = to->label[v];
        if (own == FLUV_OUTSIDE || own == FLUV_NONE)
            continue;
        FLUV_TRY(take_room(ctx, &to->passes));
        if (to->kind[v] & FLUV_CELL_OPEN)
            enter_unordered(to, &(fluv_pass){to->height[v], v, FLUV_NONE, own, FLUV_OUTSIDE});
        for (uint32_t k = topology->first[v]; k < topology->first[v + 1]; k++) {
            uint32_t n = topology->neighbour[k], other = to->label[n];
            if (other == own || other == FLUV_NONE || (other != FLUV_OUTSIDE && n < v))
                continue;
            uint32_t low = v < n ? v : n, high = v ^ n ^ low;
            enter_unordered(to, &(fluv_pass){fmaxf(to->height[v], to->height[n]), low, high,
                                             to->label[low], to->label[high]});
        }
    }
    return FLUV_OK;
}

static fluv_status scan_range(fluv_ctx *ctx, collector *to, fluv_part range)
{
    return to->topology->cols ? scan_grid(ctx, to, range) : scan_mesh(ctx, to, range);
}

void fluv_pass_finder_free(fluv_pass_finder *finder)
{
    for (int part = 0; part < finder->parts; part++)
        fluv_list_free(&finder->collectors[part].passes);
    fluv_free(finder->collectors);
    *finder = (fluv_pass_finder){0};
}

/* Collectors for all threads, with the room they had and nothing in it. */
static fluv_status make_ready(fluv_ctx *ctx, fluv_pass_finder *finder)
{
    if (finder->parts != ctx->threads) {
        fluv_pass_finder_free(finder);
        finder->collectors = fluv_alloc_zero(ctx, (size_t)ctx->threads, sizeof(collector));
        if (!finder->collectors)
            return FLUV_NO_MEMORY;
        finder->parts = ctx->threads;
    }
    for (int part = 0; part < finder->parts; part++) {
        collector *own = &finder->collectors[part];
        own->passes.count = 0;
        memset(own->table, 0, sizeof own->table);
    }
    return FLUV_OK;
}

static fluv_status gather(fluv_ctx *ctx, const fluv_pass_finder *finder, fluv_list *passes)
{
    for (int part = 0; part < finder->parts; part++) {
        const fluv_list *own = &finder->collectors[part].passes;
        if (!own->count)
            continue;
        void *at = fluv_list_append(ctx, passes, own->count, sizeof(fluv_pass));
        if (!at)
            return FLUV_NO_MEMORY;
        memcpy(at, own->items, own->count * sizeof(fluv_pass));
    }
    return FLUV_OK;
}

fluv_status fluv_passes_find_again(fluv_ctx *ctx, const fluv_topology *topology,
                                   const float *height, const uint8_t *kind, const uint32_t *label,
                                   fluv_pass_finder *finder, fluv_list *passes)
{
    assert(height && kind && label && passes->count == 0);
    FLUV_TRY(make_ready(ctx, finder));
    int parts = finder->parts;
    fluv_status status = FLUV_OK;
#pragma omp parallel for num_threads(parts) schedule(static, 1)
    for (int part = 0; part < parts; part++) {
        collector *own = &finder->collectors[part];
        own->topology = topology;
        own->height = height;
        own->kind = kind;
        own->label = label;
        fluv_status found = scan_range(ctx, own, fluv_part_of(topology->count, parts, part));
        if (found != FLUV_OK)
            __atomic_store_n(&status, found, __ATOMIC_RELAXED);
    }
    return status == FLUV_OK ? gather(ctx, finder, passes) : status;
}

fluv_status fluv_passes_find(fluv_ctx *ctx, const fluv_topology *topology, const float *height,
                             const uint8_t *kind, const uint32_t *label, fluv_list *passes)
{
    fluv_pass_finder finder = {0};
    fluv_status status =
        fluv_passes_find_again(ctx, topology, height, kind, label, &finder, passes);
    fluv_pass_finder_free(&finder);
    return status;
}

/* Sorting: three rounds of counting on the bits of the height; the runs of equal height that remain
 * are sorted by direction and cells. */

#define DIGIT_BITS 11
#define DIGITS     (1 << DIGIT_BITS)
#define MOST_PARTS 8

static uint32_t rising_bits(float height)
{
    uint32_t bits;
    float plain = height + 0.0f; /* -0 becomes 0 */
    memcpy(&bits, &plain, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

/* Every part counts its own, and puts them behind those of the parts before it. */
static void sort_by_digit(const uint64_t *from, uint32_t count, int shift, int parts, uint64_t *to)
{
    assert(parts > 0 && parts <= MOST_PARTS && (count == 0 || from != to));
    uint32_t start[MOST_PARTS][DIGITS] = {{0}}, sum = 0;
#pragma omp parallel for num_threads(parts) schedule(static, 1)
    for (int p = 0; p < parts; p++) {
        fluv_part own = fluv_part_of(count, parts, p);
        for (uint32_t i = own.from; i < own.end; i++)
            start[p][(from[i] >> shift) & (DIGITS - 1)]++;
    }
    for (int d = 0; d < DIGITS; d++)
        for (int p = 0; p < parts; p++) {
            uint32_t here = start[p][d];
            start[p][d] = sum;
            sum += here;
        }
#pragma omp parallel for num_threads(parts) schedule(static, 1)
    for (int p = 0; p < parts; p++) {
        fluv_part own = fluv_part_of(count, parts, p);
        for (uint32_t i = own.from; i < own.end; i++)
            to[start[p][(from[i] >> shift) & (DIGITS - 1)]++] = from[i];
    }
}

static int by_cells(const void *a, const void *b)
{
    const fluv_pass *left = a, *right = b;
    if (left->low_cell != right->low_cell)
        return left->low_cell < right->low_cell ? -1 : 1;
    return left->high_cell < right->high_cell ? -1 : left->high_cell > right->high_cell;
}

static void sort_equals(fluv_pass *passes, uint32_t count, uint32_t cols)
{
    uint32_t straight = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!fluv_pass_slants(&passes[i], cols)) {
            fluv_pass turn = passes[straight];
            passes[straight++] = passes[i];
            passes[i] = turn;
        }
    qsort(passes, straight, sizeof *passes, by_cells);
    qsort(passes + straight, count - straight, sizeof *passes, by_cells);
}

void fluv_passes_sort(const fluv_pass *passes, uint32_t count, uint32_t cols, int threads,
                      uint64_t *work, fluv_pass *sorted)
{
    assert(threads > 0 && (count == 0 || (passes && work && sorted && passes != sorted)));
    uint64_t *keys = work, *other = work + count;
    int parts = threads < MOST_PARTS ? threads : MOST_PARTS;
#pragma omp parallel for num_threads(parts) schedule(static)
    for (uint32_t i = 0; i < count; i++)
        keys[i] = (uint64_t)rising_bits(passes[i].height) << 32 | i;
    for (int digit = 0; digit < 3; digit++) {
        sort_by_digit(keys, count, 32 + digit * DIGIT_BITS, parts, other);
        uint64_t *turn = keys;
        keys = other;
        other = turn;
    }
#pragma omp parallel for num_threads(parts) schedule(static)
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = passes[(uint32_t)keys[i]];
    for (uint32_t from = 0, end; from < count; from = end) {
        for (end = from + 1; end < count && sorted[end].height == sorted[from].height;)
            end++;
        if (end - from > 1)
            sort_equals(sorted + from, end - from, cols);
    }
}
