// SPDX-License-Identifier: MIT
/* Flats: every cell of one drains, to its outlet where it has one, to its middle where not. */
#include "terrain.h"

#include "base/random.h"
#include "water/receivers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct flats {
    terrain t;
    fluv_topology grid;
    uint8_t *kind;
    uint32_t *before, *receiver; /* without and with flats resolved */
} flats;

/* `known`: what is known from before a change, or NULL. */
static void resolve_from(flats *f, const fluv_flats_known *known)
{
    uint32_t cells = f->t.cells;
    f->grid = terrain_grid(&f->t);
    f->kind = test_room(cells, 1);
    f->before = test_room(cells, sizeof *f->before);
    f->receiver = test_room(cells, sizeof *f->receiver);
    fluv_flats_work work = {.queue = test_room(cells, sizeof *work.queue),
                            .first = test_room(cells + 1, sizeof *work.first),
                            .to_low = test_room(cells, sizeof *work.to_low),
                            .from_high = test_room(cells, sizeof *work.from_high)};
    fluv_cells_classify(&f->grid, 2, f->t.height, f->kind);
    fluv_cells_find_sea(&f->grid, f->t.height, f->kind, work.queue);
    fluv_receivers(&f->grid, 2, FLUV_STEEPEST, f->t.height, f->kind, f->before);
    memcpy(f->receiver, f->before, cells * sizeof *f->receiver);
    fluv_flats_resolve(&f->grid, 2, f->t.height, f->kind, known, &work, f->receiver);
    free(work.queue);
    free(work.first);
    free(work.to_low);
    free(work.from_high);
}

static void resolve(flats *f)
{
    resolve_from(f, NULL);
}

static void free_flats(flats *f)
{
    free(f->kind);
    free(f->before);
    free(f->receiver);
    terrain_free(&f->t);
}

/* Numbers the connected sets of cells of one height; returns how many there are. */
static uint32_t label_levels(const flats *f, uint32_t *label)
{
    uint32_t *queue = test_room(f->t.cells, sizeof *queue), count = 0;
    for (uint32_t c = 0; c < f->t.cells; c++)
        label[c] = FLUV_NONE;
    for (uint32_t c = 0; c < f->t.cells; c++) {
        if (label[c] != FLUV_NONE || (f->kind[c] & (FLUV_CELL_VOID | FLUV_CELL_SEA)))
            continue;
        uint32_t tail = 0;
        queue[tail++] = c;
        label[c] = count;
        for (uint32_t head = 0; head < tail; head++) {
            fluv_around around = fluv_around_cell(&f->grid, queue[head]);
            for (uint32_t i = 0; i < around.count; i++) {
                uint32_t other = around.cell[i];
                if (label[other] == FLUV_NONE && f->t.height[other] == f->t.height[c] &&
                    !(f->kind[other] & (FLUV_CELL_VOID | FLUV_CELL_SEA))) {
                    label[other] = count;
                    queue[tail++] = other;
                }
            }
        }
        count++;
    }
    free(queue);
    return count;
}

/* Follows the water; returns the cell where it ends, NONE on a circle. */
static uint32_t end_of(const flats *f, uint32_t cell)
{
    for (uint32_t steps = 0; steps <= f->t.cells; steps++, cell = f->receiver[cell])
        if (f->receiver[cell] == FLUV_NONE)
            return cell;
    return FLUV_NONE;
}

static void check_flats(const flats *f)
{
    uint32_t *label = test_room(f->t.cells, sizeof *label);
    uint32_t levels = label_levels(f, label);
    uint32_t *roots = test_room(levels, sizeof *roots);
    uint8_t *open = test_room(levels, 1); /* has a cell that drains on, or an open one */
    for (uint32_t c = 0; c < f->t.cells; c++) {
        if (label[c] == FLUV_NONE)
            continue;
        open[label[c]] |= f->before[c] != FLUV_NONE || (f->kind[c] & FLUV_CELL_OPEN);
        roots[label[c]] += f->receiver[c] == FLUV_NONE && f->kind[c] == 0;
    }
    for (uint32_t i = 0; i < levels; i++)
        assert_int_equal(roots[i], open[i] ? 0 : 1); /* a closed flat has one root, an open none */
    for (uint32_t c = 0; c < f->t.cells; c++) {
        if (f->before[c] != FLUV_NONE)
            assert_int_equal(f->receiver[c], f->before[c]); /* slopes stay as they are */
        if (label[c] == FLUV_NONE)
            assert_int_equal(f->receiver[c], FLUV_NONE);
        else if (f->receiver[c] != FLUV_NONE && f->before[c] == FLUV_NONE)
            assert_int_equal(label[f->receiver[c]], label[c]); /* flat ways stay in their flat */
        assert_int_not_equal(end_of(f, c), FLUV_NONE);
    }
    free(label);
    free(roots);
    free(open);
}

static void every_flat_drains_and_no_way_is_a_circle(void **state)
{
    (void)state;
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 0; seed < 16; seed++) {
            flats f;
            terrain_make(&f.t, kind, seed, 3 + (uint32_t)(seed * 7 % 31),
                         3 + (uint32_t)(seed * 11 % 29));
            resolve(&f);
            check_flats(&f);
            free_flats(&f);
        }
}

/* Two heights only: flats of all shapes, with holes and arms. */
static void flats_of_any_shape(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 80; seed++) {
        flats f;
        terrain_init(&f.t, 24, 19, 10.0);
        fluv_key key = fluv_key_make(seed, "test", "flats");
        for (uint32_t c = 0; c < f.t.cells; c++)
            f.t.height[c] = fluv_random(key, c) < 0.2 + 0.01 * (double)(seed % 60) ? 2.0F : 1.0F;
        resolve(&f);
        check_flats(&f);
        free_flats(&f);
    }
}

/* A few cells rise by whole metres, so that flats come and go, join and part. */
static void flats_that_no_change_touches_keep_their_receivers(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        flats before, after, anew;
        uint32_t cols = 10 + (uint32_t)(seed % 41), rows = 10 + (uint32_t)(seed % 37);
        terrain_make(&before.t, seed % 2 ? TERRAIN_SWAMP : TERRAIN_STAIRS, seed, cols, rows);
        terrain_make(&after.t, seed % 2 ? TERRAIN_SWAMP : TERRAIN_STAIRS, seed, cols, rows);
        uint8_t *changed = test_room(after.t.cells, 1);
        fluv_key key = fluv_key_make(seed, "test", "changes");
        for (uint64_t i = 0; i < 1 + seed % 12; i++) {
            uint32_t cell = (uint32_t)fluv_random_below(key, 2 * i, after.t.cells);
            after.t.height[cell] += (float)fluv_random_below(key, 2 * i + 1, 3);
            changed[cell] = 1;
        }
        resolve(&before);
        terrain_init(&anew.t, cols, rows, after.t.cell);
        memcpy(anew.t.height, after.t.height, anew.t.cells * sizeof *anew.t.height);
        resolve(&anew);
        resolve_from(&after, &(fluv_flats_known){changed, before.receiver});
        assert_memory_equal(after.receiver, anew.receiver, after.t.cells * sizeof *after.receiver);
        free_flats(&before);
        free_flats(&after);
        free_flats(&anew);
        free(changed);
    }
}

static void an_open_plain_drains_to_the_edge_and_gathers_nothing(void **state)
{
    (void)state;
    flats f;
    terrain_init(&f.t, 300, 260, 5.0);
    for (uint32_t c = 0; c < f.t.cells; c++)
        f.t.height[c] = 3.0F;
    resolve(&f);
    for (uint32_t c = 0; c < f.t.cells; c++) {
        if (fluv_cell_at_edge(&f.grid, c))
            assert_int_equal(f.receiver[c], FLUV_NONE);
        else
            assert_int_not_equal(f.receiver[c], FLUV_NONE);
    }
    for (uint32_t c = 0; c < f.t.cells; c += 7)
        assert_true(fluv_cell_at_edge(&f.grid, end_of(&f, c)));
    free_flats(&f);
}

static void a_huge_closed_flat_drains_to_its_middle(void **state)
{
    (void)state;
    flats f;
    terrain_init(&f.t, 301, 301, 5.0);
    for (uint32_t c = 0; c < f.t.cells; c++)
        f.t.height[c] = 3.0F;
    fluv_topology grid = terrain_grid(&f.t);
    for (uint32_t c = 0; c < f.t.cells; c++)
        f.t.height[c] += fluv_cell_at_edge(&grid, c);
    resolve(&f);
    uint32_t middle = 150 * 301 + 150, roots = 0;
    for (uint32_t c = 0; c < f.t.cells; c++)
        roots += f.receiver[c] == FLUV_NONE && f.kind[c] == 0;
    assert_int_equal(roots, 1);
    assert_int_equal(f.receiver[middle], FLUV_NONE);
    for (uint32_t c = 0; c < f.t.cells; c += 11)
        if (!fluv_cell_at_edge(&f.grid, c))
            assert_int_equal(end_of(&f, c), middle);
    free_flats(&f);
}

/* A long flat valley between walls, open at one end: water keeps away from the walls. */
static void flow_on_a_flat_gathers_away_from_higher_ground(void **state)
{
    (void)state;
    flats f;
    terrain_init(&f.t, 40, 9, 5.0);
    for (uint32_t c = 0; c < f.t.cells; c++) {
        uint32_t col = c % 40, row = c / 40;
        f.t.height[c] = row == 0 || row == 8 || col == 39 ? 9.0F : col == 0 ? 1.0F : 2.0F;
    }
    resolve(&f);
    uint32_t at = 1 * 40 + 30, beside_wall = 0;
    for (; f.receiver[at] != FLUV_NONE; at = f.receiver[at])
        beside_wall += at / 40 == 1 || at / 40 == 7;
    assert_true(beside_wall <= 3);
    assert_int_equal(at % 40, 0);
    free_flats(&f);
}

/* Steps from every flat cell to the nearest cell marked 1, by going over all cells until nothing
 * changes; UINT32_MAX elsewhere. */
static void spread_steps(const flats *f, uint32_t *steps)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t c = 0; c < f->t.cells; c++) {
            if (steps[c] == 0)
                continue;
            fluv_around around = fluv_around_known(&f->grid, f->kind, c);
            for (uint32_t i = 0; i < around.count; i++) {
                uint32_t from = steps[around.cell[i]];
                if (from != 0 && from != UINT32_MAX && from + 1 < steps[c]) {
                    steps[c] = from + 1;
                    changed = true;
                }
            }
        }
    }
}

/* Each cell of a flat with outlets goes down 2 * to_low - from_high as steeply as it can, the two
 * fields made the plain way: higher ground is what lies higher, an outlet what lies as high. */
static void check_steepest(const flats *f)
{
    uint32_t *to_low = test_room(f->t.cells, sizeof *to_low);
    uint32_t *from_high = test_room(f->t.cells, sizeof *from_high);
    for (uint32_t c = 0; c < f->t.cells; c++) {
        if (f->before[c] != FLUV_NONE || f->kind[c])
            continue;
        to_low[c] = from_high[c] = UINT32_MAX;
        fluv_around around = fluv_around_known(&f->grid, f->kind, c);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t other = around.cell[i];
            bool drains = f->before[other] != FLUV_NONE || f->kind[other];
            if (f->t.height[other] > f->t.height[c])
                from_high[c] = 1;
            else if (drains && f->t.height[other] == f->t.height[c])
                to_low[c] = 1;
        }
    }
    spread_steps(f, to_low);
    spread_steps(f, from_high);
    for (uint32_t c = 0; c < f->t.cells; c++) {
        if (to_low[c] == 0 || to_low[c] == UINT32_MAX || from_high[c] == UINT32_MAX)
            continue;
        uint32_t to = f->receiver[c];
        if (to_low[c] == 1) {
            assert_true(to_low[to] == 0 && f->t.height[to] == f->t.height[c]);
            continue;
        }
        int64_t taken = 2 * (int64_t)to_low[to] - from_high[to];
        fluv_around around = fluv_around_known(&f->grid, f->kind, c);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t other = around.cell[i];
            if (to_low[other])
                assert_true(2 * (int64_t)to_low[other] - from_high[other] >= taken);
        }
    }
    free(to_low);
    free(from_high);
}

/* Wide flats between scattered heights, with outlets in holes and at the frame's edge. */
static void flow_on_a_flat_takes_the_steepest_way(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        flats f;
        terrain_init(&f.t, 31, 26, 10.0);
        fluv_key key = fluv_key_make(seed, "test", "steepest");
        for (uint32_t c = 0; c < f.t.cells; c++) {
            double dice = fluv_random(key, c);
            f.t.height[c] = dice < 0.06 ? 3.0F : dice < 0.07 ? 1.0F : 2.0F;
        }
        resolve(&f);
        check_steepest(&f);
        free_flats(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_flat_drains_and_no_way_is_a_circle),
        cmocka_unit_test(flats_of_any_shape),
        cmocka_unit_test(flats_that_no_change_touches_keep_their_receivers),
        cmocka_unit_test(an_open_plain_drains_to_the_edge_and_gathers_nothing),
        cmocka_unit_test(a_huge_closed_flat_drains_to_its_middle),
        cmocka_unit_test(flow_on_a_flat_gathers_away_from_higher_ground),
        cmocka_unit_test(flow_on_a_flat_takes_the_steepest_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
