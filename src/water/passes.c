// SPDX-License-Identifier: MIT
/* Passes: the lowest ways between neighbouring basins.
 *
 * in   heights, basin of each cell     out   passes, at least the lowest of each pair of basins
 *
 * One scan over pairs of neighbouring cells. A small table remembers the passes seen last, so that
 * a border between two basins leaves about one entry, not one for each of its cells. What the table
 * forgets is entered again; only lower passes matter, and the set of lowest passes is the same for
 * any number of threads.  O(n). */
#include "water/catchments.h"

#include "base/random.h"
#include "water/parts.h"

#include <stdlib.h>
#include <string.h>

#define TABLE_BITS 14

typedef struct seen {
    uint64_t pair; /* both basins; 0 never is one */
    uint32_t entry;
} seen;

/* What one thread finds. */
typedef struct fluv_pass_collector {
    const float *height;
    fluv_list passes;
    seen table[1 << TABLE_BITS];
} collector;

static bool lower(const fluv_pass *a, const fluv_pass *b)
{
    if (a->height != b->height)
        return a->height < b->height;
    if (a->low_cell != b->low_cell)
        return a->low_cell < b->low_cell;
    return a->high_cell < b->high_cell;
}

static fluv_status enter(fluv_ctx *ctx, collector *to, const fluv_pass *pass)
{
    uint32_t a = pass->low_basin < pass->high_basin ? pass->low_basin : pass->high_basin;
    uint32_t b = pass->low_basin ^ pass->high_basin ^ a;
    uint64_t pair = (uint64_t)a << 32 | b;
    seen *slot = &to->table[fluv_mix(pair) >> (64 - TABLE_BITS)];
    if (slot->pair == pair) {
        fluv_pass *known = (fluv_pass *)to->passes.items + slot->entry;
        if (lower(pass, known))
            *known = *pass;
        return FLUV_OK;
    }
    fluv_pass *added = fluv_list_append(ctx, &to->passes, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = *pass;
    *slot = (seen){pair, (uint32_t)to->passes.count - 1};
    return FLUV_OK;
}

static fluv_status enter_cells(fluv_ctx *ctx, collector *to, uint32_t low, uint32_t high,
                               const uint32_t *label)
{
    float a = to->height[low], b = to->height[high];
    fluv_pass pass = {a > b ? a : b, low, high, label[low], label[high]};
    return enter(ctx, to, &pass);
}

static fluv_status enter_edge(fluv_ctx *ctx, collector *to, uint32_t cell, const uint32_t *label)
{
    fluv_pass pass = {to->height[cell], cell, FLUV_NONE, label[cell], FLUV_OUTSIDE};
    return enter(ctx, to, &pass);
}

/* Neighbours of higher index on a grid. */
static fluv_status scan_cell(fluv_ctx *ctx, collector *to, const fluv_topology *topology,
                             const uint8_t *kind, const uint32_t *label, uint32_t cell)
{
    if (label[cell] == FLUV_NONE)
        return FLUV_OK;
    if ((kind[cell] & FLUV_CELL_OPEN) && label[cell] != FLUV_OUTSIDE)
        FLUV_TRY(enter_edge(ctx, to, cell, label));
    fluv_around around = fluv_around_known(topology, kind, cell);
    for (uint32_t i = 0; i < around.count; i++) {
        uint32_t other = around.cell[i];
        if (other > cell && label[other] != label[cell] && label[other] != FLUV_NONE)
            FLUV_TRY(enter_cells(ctx, to, cell, other, label));
    }
    return FLUV_OK;
}

/* The same for a mesh, straight from its lists. */
static fluv_status scan_vertex(fluv_ctx *ctx, collector *to, const fluv_topology *topology,
                               const uint8_t *kind, const uint32_t *label, uint32_t vertex)
{
    uint32_t own = label[vertex];
    if (own == FLUV_NONE)
        return FLUV_OK;
    if ((kind[vertex] & FLUV_CELL_OPEN) && own != FLUV_OUTSIDE)
        FLUV_TRY(enter_edge(ctx, to, vertex, label));
    for (uint32_t i = topology->first[vertex]; i < topology->first[vertex + 1]; i++) {
        uint32_t other = topology->neighbour[i];
        if (other > vertex && label[other] != own && label[other] != FLUV_NONE)
            FLUV_TRY(enter_cells(ctx, to, vertex, other, label));
    }
    return FLUV_OK;
}

/* Whether all eight neighbours of a cell inside the grid share its label: most cells do. */
static bool is_inner(const uint32_t *label, uint32_t cols)
{
    uint32_t own = label[0];
    return !((label[1] ^ own) | (label[cols - 1] ^ own) | (label[cols] ^ own) |
             (label[cols + 1] ^ own));
}

static fluv_status scan_range(fluv_ctx *ctx, collector *to, const fluv_topology *topology,
                              const uint8_t *kind, const uint32_t *label, fluv_part range)
{
    for (uint32_t v = range.from; !topology->cols && v < range.end; v++)
        FLUV_TRY(scan_vertex(ctx, to, topology, kind, label, v));
    for (uint32_t c = range.from; topology->cols && c < range.end; c++) {
        if (!(kind[c] & FLUV_CELL_OPEN) && is_inner(label + c, topology->cols))
            continue; /* open cells include the last row and both sides */
        FLUV_TRY(scan_cell(ctx, to, topology, kind, label, c));
    }
    return FLUV_OK;
}

void fluv_pass_finder_free(fluv_pass_finder *finder)
{
    for (int part = 0; part < finder->parts; part++)
        fluv_list_free(&finder->collectors[part].passes);
    fluv_free(finder->collectors);
    *finder = (fluv_pass_finder){0};
}

/* Collectors for all threads, with the room they had and nothing in it. */
static fluv_status make_ready(fluv_ctx *ctx, const float *height, fluv_pass_finder *finder)
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
        own->height = height;
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
    FLUV_TRY(make_ready(ctx, height, finder));
    int parts = finder->parts;
    fluv_status status = FLUV_OK;
#pragma omp parallel for num_threads(parts) schedule(static, 1)
    for (int part = 0; part < parts; part++) {
        fluv_part range = fluv_part_of(topology->count, parts, part);
        fluv_status own = scan_range(ctx, &finder->collectors[part], topology, kind, label, range);
        if (own != FLUV_OK)
            __atomic_store_n(&status, own, __ATOMIC_RELAXED);
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
 * are sorted by cells. */

#define DIGIT_BITS 11
#define DIGITS     (1 << DIGIT_BITS)

static uint32_t rising_bits(float height)
{
    uint32_t bits;
    float plain = height + 0.0f; /* -0 becomes 0 */
    memcpy(&bits, &plain, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

static void sort_by_digit(const uint64_t *from, uint32_t count, int shift, uint64_t *to)
{
    uint32_t start[DIGITS + 1] = {0};
    for (uint32_t i = 0; i < count; i++)
        start[((from[i] >> shift) & (DIGITS - 1)) + 1]++;
    for (int d = 0; d < DIGITS; d++)
        start[d + 1] += start[d];
    for (uint32_t i = 0; i < count; i++)
        to[start[(from[i] >> shift) & (DIGITS - 1)]++] = from[i];
}

static int compare(const void *a, const void *b)
{
    const fluv_pass *left = a, *right = b;
    return lower(left, right) ? -1 : lower(right, left);
}

void fluv_passes_sort(const fluv_pass *passes, uint32_t count, uint64_t *work, fluv_pass *sorted)
{
    uint64_t *keys = work, *other = work + count;
    for (uint32_t i = 0; i < count; i++)
        keys[i] = (uint64_t)rising_bits(passes[i].height) << 32 | i;
    for (int digit = 0; digit < 3; digit++) {
        sort_by_digit(keys, count, 32 + digit * DIGIT_BITS, other);
        uint64_t *turn = keys;
        keys = other;
        other = turn;
    }
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = passes[(uint32_t)keys[i]];
    for (uint32_t from = 0, end; from < count; from = end) {
        for (end = from + 1; end < count && sorted[end].height == sorted[from].height;)
            end++;
        if (end - from > 1)
            qsort(sorted + from, end - from, sizeof *sorted, compare);
    }
}
