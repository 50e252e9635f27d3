// SPDX-License-Identifier: MIT
/* The hierarchy of hollows against a flood by a plain heap and against brute force over all pairs
 * of basins. */
#include "terrain.h"

#include "base/random.h"
#include "water/drainage.h"
#include "water/hollows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct found {
    terrain t;
    fluv_topology grid;
    uint8_t *kind;
    uint32_t *receiver;
    fluv_drainage d;
} found;

static void find(fluv_ctx *ctx, found *f, terrain_kind kind, uint64_t seed)
{
    terrain_make(&f->t, kind, seed, 3 + (uint32_t)(seed * 7 % 30), 3 + (uint32_t)(seed * 11 % 27));
    f->grid = terrain_grid(&f->t);
    f->kind = test_room(f->t.cells, 1);
    f->receiver = test_room(f->t.cells, sizeof *f->receiver);
    uint32_t *queue = test_room(f->t.cells, sizeof *queue);
    fluv_cells_classify(&f->grid, 2, f->t.height, f->kind);
    fluv_cells_find_sea(&f->grid, f->t.height, f->kind, queue);
    free(queue);
    fluv_drainage_job job = {
        .topology = f->grid, .height = f->t.height, .kind = f->kind, .receiver = f->receiver};
    assert_int_equal(fluv_drainage_find(ctx, &job, &f->d), FLUV_OK);
}

static void let_go(fluv_ctx *ctx, found *f)
{
    fluv_scratch_release(ctx, NULL);
    free(f->kind);
    free(f->receiver);
    terrain_free(&f->t);
}

typedef void case_fn(fluv_ctx *ctx, const found *f);

static void for_all_terrains(fluv_ctx *ctx, uint64_t seeds, case_fn *check)
{
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 0; seed < seeds; seed++) {
            found f;
            find(ctx, &f, kind, seed);
            check(ctx, &f);
            let_go(ctx, &f);
        }
}

static uint32_t outermost(const fluv_hierarchy *h, uint32_t node)
{
    while (h->nodes[node].parent != FLUV_OUTSIDE)
        node = h->nodes[node].parent;
    return node;
}

static void check_spills(fluv_ctx *ctx, const found *f)
{
    (void)ctx;
    const fluv_hierarchy *h = &f->d.hierarchy;
    float *level = test_room(f->t.cells, sizeof *level);
    terrain_flood(&f->grid, f->t.height, f->kind, level);
    for (uint32_t b = 1; b <= h->basin_count; b++) {
        float spill = h->nodes[outermost(h, b)].spill;
        if (spill != level[h->nodes[b].root])
            fail_msg("%u x %u: basin %u spills outside at %.9g m, the flood reaches %.9g m",
                     f->t.cols, f->t.rows, b, (double)spill, (double)level[h->nodes[b].root]);
    }
    free(level);
}

static void water_in_a_basin_rises_as_high_as_a_flood_does(void **state)
{
    for_all_terrains(*state, 24, check_spills);
}

static void check_tree(fluv_ctx *ctx, const found *f)
{
    (void)ctx;
    const fluv_hierarchy *h = &f->d.hierarchy;
    uint32_t merges = 0, tops = 0;
    for (uint32_t n = 1; n < h->node_count; n++) {
        const fluv_hollow *hollow = &h->nodes[n];
        assert_true((hollow->child[0] == FLUV_NONE) == (n <= h->basin_count));
        for (int i = 0; n > h->basin_count && i < 2; i++) {
            const fluv_hollow *child = &h->nodes[hollow->child[i]];
            const fluv_hollow *other = &h->nodes[hollow->child[1 - i]];
            assert_true(hollow->child[i] < n && child->parent == n);
            assert_true(child->spill <= hollow->spill);
            assert_true(child->spill == other->spill);
            assert_true(child->pass_from == other->pass_to && child->pass_to == other->pass_from);
            assert_true(f->t.height[hollow->root] <= f->t.height[child->root]);
        }
        merges += n > h->basin_count;
        tops += hollow->parent == FLUV_OUTSIDE;
        assert_true(f->t.height[hollow->root] <= hollow->spill);
    }
    assert_int_equal(merges + tops, h->basin_count); /* each end takes one hollow away */
    assert_int_equal(h->end_count, h->basin_count);
    if (tops == 1)
        assert_int_equal(merges, h->basin_count - 1);
}

static void n_hollows_with_one_way_outside_merge_n_less_one_times(void **state)
{
    for_all_terrains(*state, 24, check_tree);
}

/* Marks the hollows that are there, whole and not ended, as ends come by. */
static void check_order(fluv_ctx *ctx, const found *f)
{
    (void)ctx;
    const fluv_hierarchy *h = &f->d.hierarchy;
    bool *there = test_room(h->node_count, sizeof *there);
    for (uint32_t n = 1; n < h->node_count; n++)
        there[n] = n <= h->basin_count;
    for (uint32_t i = 0; i < h->end_count; i++) {
        uint32_t node = h->ends[i].node;
        const fluv_hollow *hollow = &h->nodes[node];
        if (h->ends[i].merges) {
            assert_true(there[hollow->child[0]] && there[hollow->child[1]]);
            there[hollow->child[0]] = there[hollow->child[1]] = false;
        } else {
            assert_true(there[node] && hollow->parent == FLUV_OUTSIDE);
            uint32_t beyond = hollow->pass_to == FLUV_NONE ? 0 : f->d.label[hollow->pass_to];
            assert_true(beyond == FLUV_OUTSIDE || !there[outermost(h, beyond)]);
        }
        there[node] = h->ends[i].merges;
    }
    for (uint32_t n = 1; n < h->node_count; n++)
        assert_false(there[n]);
    free(there);
}

static void hollows_end_after_what_lies_in_them_and_what_they_spill_into(void **state)
{
    for_all_terrains(*state, 12, check_order);
}

/* ---- Passes -------------------------------------------------------------------------------------
 */

/* Cells come in order: of equals the first stays, a straight one before those that slant. */
static void take_lower(const found *f, fluv_pass pass, fluv_pass *best)
{
    bool equal = pass.height == best->height;
    bool straighter =
        !fluv_pass_slants(&pass, f->grid.cols) && fluv_pass_slants(best, f->grid.cols);
    if (pass.height < best->height || (equal && straighter))
        *best = pass;
}

/* The lowest pass between two basins, over all pairs of cells. */
static fluv_pass brute_pass(const found *f, uint32_t a, uint32_t b)
{
    const uint32_t *label = f->d.label;
    fluv_pass best = {.height = INFINITY, .low_cell = FLUV_NONE};
    for (uint32_t c = 0; c < f->t.cells; c++) {
        fluv_around around = fluv_around_cell(&f->grid, c);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t o = around.cell[i];
            if (o < c || !((label[c] == a && label[o] == b) || (label[c] == b && label[o] == a)))
                continue;
            float height = fmaxf(f->t.height[c], f->t.height[o]);
            take_lower(f, (fluv_pass){height, c, o, label[c], label[o]}, &best);
        }
        bool edge = (f->kind[c] & FLUV_CELL_OPEN) && label[c] != FLUV_OUTSIDE;
        if (edge && (a == FLUV_OUTSIDE || b == FLUV_OUTSIDE) && label[c] == a + b)
            take_lower(f, (fluv_pass){f->t.height[c], c, FLUV_NONE, label[c], FLUV_OUTSIDE}, &best);
    }
    return best;
}

static bool joins(const fluv_pass *p, uint32_t a, uint32_t b)
{
    return (p->low_basin == a && p->high_basin == b) || (p->low_basin == b && p->high_basin == a);
}

static void check_passes(fluv_ctx *ctx, const found *f)
{
    fluv_list list = {0};
    assert_int_equal(fluv_passes_find(ctx, &f->grid, f->t.height, f->kind, f->d.label, &list),
                     FLUV_OK);
    uint32_t count = (uint32_t)list.count, basins = f->d.hierarchy.basin_count;
    uint64_t *work = test_room((size_t)count * 2, sizeof *work);
    fluv_pass *sorted = test_room(count, sizeof *sorted);
    if (count)
        fluv_passes_sort(list.items, count, f->grid.cols, 2, work, sorted);
    for (uint32_t i = 1; i < count; i++) {
        const fluv_pass *p = &sorted[i - 1], *q = &sorted[i];
        int slants = fluv_pass_slants(p, f->grid.cols) - fluv_pass_slants(q, f->grid.cols);
        bool in_order = p->low_cell < q->low_cell ||
                        (p->low_cell == q->low_cell && p->high_cell <= q->high_cell);
        assert_true(p->height < q->height ||
                    (p->height == q->height && (slants < 0 || (slants == 0 && in_order))));
    }
    for (uint32_t a = 0; a <= basins; a++)
        for (uint32_t b = a + 1; b <= basins; b++) {
            fluv_pass brute = brute_pass(f, a, b);
            const fluv_pass *first = NULL; /* of those found, the lowest */
            for (uint32_t i = 0; i < count && !first; i++)
                first = joins(&sorted[i], a, b) ? &sorted[i] : NULL;
            assert_true((first != NULL) == (brute.low_cell != FLUV_NONE));
            if (!first)
                continue;
            assert_true(first->height == brute.height);
            assert_int_equal(first->low_cell, brute.low_cell);
            assert_int_equal(first->high_cell, brute.high_cell);
        }
    free(work);
    free(sorted);
    fluv_list_free(&list);
}

static void the_lowest_pass_of_every_pair_is_found(void **state)
{
    fluv_ctx *ctx = *state;
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 0; seed < 4; seed++) {
            found f;
            find(ctx, &f, kind, seed); /* up to 24 x 25 */
            if (f.d.hierarchy.basin_count < 60)
                check_passes(ctx, &f);
            let_go(ctx, &f);
        }
}

/* Heights of every kind, among them negative ones, zeros of both signs and long runs of equals. */
static void check_sorting(int threads)
{
    enum { COUNT = 3000 };
    fluv_key key = fluv_key_make(1, "test", "sort");
    fluv_pass *passes = test_room(COUNT, sizeof *passes),
              *sorted = test_room(COUNT, sizeof *sorted);
    uint64_t *work = test_room(2 * COUNT, sizeof *work);
    for (uint32_t i = 0; i < COUNT; i++) {
        double u = fluv_random_between(key, i, -1.0, 1.0);
        float height = i % 3 == 0 ? (float)floor(u * 3.0) : i % 3 == 1 ? (float)(u * 1e4) : -0.0F;
        passes[i] = (fluv_pass){.height = height,
                                .low_cell = (uint32_t)fluv_random_below(key, COUNT + i, 500),
                                .high_cell = i};
    }
    fluv_passes_sort(passes, COUNT, 0, threads, work, sorted);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < COUNT; i++) {
        sum += sorted[i].high_cell;
        if (!i)
            continue;
        const fluv_pass *p = &sorted[i - 1], *q = &sorted[i];
        assert_true(p->height < q->height ||
                    (p->height == q->height &&
                     (p->low_cell < q->low_cell ||
                      (p->low_cell == q->low_cell && p->high_cell < q->high_cell))));
    }
    assert_true(sum == (uint64_t)COUNT * (COUNT - 1) / 2);
    free(passes);
    free(sorted);
    free(work);
}

static void passes_sort_as_by_comparing(void **state)
{
    (void)state;
    check_sorting(1);
    check_sorting(2);
    check_sorting(11);
}

/* ---- Sizes and ancestors ------------------------------------------------------------------------
 */

/* All land that drains to a hollow leaves it over the hollows that spill outside at once. */
static void check_catchments(const found *f, const fluv_hollow_size *size)
{
    const fluv_hierarchy *h = &f->d.hierarchy;
    double land = 0.0, leaving = 0.0, cell = f->t.cell * f->t.cell;
    for (uint32_t c = 0; c < f->t.cells; c++)
        land += f->d.label[c] == FLUV_NONE || f->d.label[c] == FLUV_OUTSIDE ? 0.0 : cell;
    for (uint32_t n = 1; n < h->node_count; n++) {
        uint32_t to = h->nodes[n].pass_to;
        if (h->nodes[n].parent == FLUV_OUTSIDE &&
            (to == FLUV_NONE || f->d.label[to] == FLUV_OUTSIDE))
            leaving += size[n].catchment;
        assert_true(size[n].catchment >= size[n].area);
    }
    assert_true(fabs(leaving - land) <= 1e-9 * land);
}

static void check_sizes(fluv_ctx *ctx, const found *f)
{
    const fluv_hierarchy *h = &f->d.hierarchy;
    fluv_hollow_size *size = test_room(h->node_count, sizeof *size);
    assert_int_equal(fluv_hollows_measure(ctx, &f->grid, h, f->t.height, f->d.label, size),
                     FLUV_OK);
    for (uint32_t n = 1; n < h->node_count; n++) {
        double area = 0.0, volume = 0.0, high = 1.0;
        for (uint32_t c = 0; c < f->t.cells; c++) {
            uint32_t in = f->d.label[c];
            if (in == FLUV_NONE || in == FLUV_OUTSIDE || !(f->t.height[c] < h->nodes[n].spill))
                continue;
            while (in != n && in != FLUV_OUTSIDE)
                in = h->nodes[in].parent;
            if (in != n)
                continue;
            area += f->t.cell * f->t.cell;
            volume += f->t.cell * f->t.cell * ((double)h->nodes[n].spill - (double)f->t.height[c]);
            high = fmax(high, fabs((double)f->t.height[c]));
        }
        assert_true(fabs(size[n].area - area) <= 1e-9 * area);
        assert_true(fabs(size[n].volume - volume) <= 1e-9 * (volume + area * high));
    }
    check_catchments(f, size);
    free(size);
}

static void hollows_measure_as_their_cells_do(void **state)
{
    for_all_terrains(*state, 5, check_sizes);
}

static void jumps_lead_to_the_same_ancestor_as_steps(void **state)
{
    (void)state;
    enum { COUNT = 4000 };
    static uint32_t parent[COUNT], jump[COUNT], depth[COUNT];
    static float level[COUNT];
    for (uint64_t seed = 0; seed < 6; seed++) {
        fluv_key key = fluv_key_make(seed, "test", "ascent");
        for (uint32_t n = COUNT; n-- > 0;) {
            uint64_t reach = seed % 2 ? 3 : COUNT; /* long thin trees, and bushy ones */
            uint32_t up = n + 1 + (uint32_t)fluv_random_below(key, n, reach);
            parent[n] = up < COUNT ? up : FLUV_NONE;
            float above = parent[n] == FLUV_NONE ? 1e6F : level[parent[n]];
            level[n] = above - (float)fluv_random_below(key, COUNT + n, 3);
        }
        fluv_ascent ascent = {parent, level, jump, FLUV_NONE};
        fluv_ascent_prepare(&ascent, COUNT, depth);
        fluv_ascended last = FLUV_NOT_ASCENDED;
        for (uint32_t i = 0; i < 2 * COUNT; i++) {
            uint32_t n = i / 6; /* from each node several times, to lower and to higher ones */
            float height = level[n] + (float)fluv_random_below(key, 2 * COUNT + i, 3000);
            uint32_t slow = n;
            while (slow != FLUV_NONE && level[slow] <= height)
                slow = parent[slow];
            assert_int_equal(fluv_ascend(&ascent, &last, n, height), slow);
        }
    }
}

static int set_up(void **state)
{
    *state = fluv_ctx_new();
    return *state ? 0 : 1;
}

static int tear_down(void **state)
{
    fluv_ctx_delete(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(water_in_a_basin_rises_as_high_as_a_flood_does),
        cmocka_unit_test(n_hollows_with_one_way_outside_merge_n_less_one_times),
        cmocka_unit_test(hollows_end_after_what_lies_in_them_and_what_they_spill_into),
        cmocka_unit_test(the_lowest_pass_of_every_pair_is_found),
        cmocka_unit_test(passes_sort_as_by_comparing),
        cmocka_unit_test(hollows_measure_as_their_cells_do),
        cmocka_unit_test(jumps_lead_to_the_same_ancestor_as_steps),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
