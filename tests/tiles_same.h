// SPDX-License-Identifier: MIT
/* What tiles have made is what stands in a landscape. */
#ifndef FLUV_TESTS_TILES_SAME_H
#define FLUV_TESTS_TILES_SAME_H

#include "tiles/rivers.h"
#include "tiles_folder.h"

static inline void expect_done(fluv_ctx *ctx, fluv_status status)
{
    if (status != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
}

static inline fluv_pane all_of(const fluv_tile_work *work)
{
    return (fluv_pane){0, 0, work->tiling.cols, work->tiling.rows};
}

static inline void expect_floats(fluv_tile_work *work, fluv_tile_grid grid, const float *expected,
                                 const char *what, const char *of)
{
    const float *found = fluv_tile_load(work, grid, all_of(work));
    assert_non_null(found);
    for (size_t c = 0; c < fluv_pane_count(all_of(work)); c++)
        if (!(found[c] == expected[c] || (isnan(found[c]) && isnan(expected[c]))))
            fail_msg("%s: %s of cell (%zu, %zu) is %.9g, expected %.9g", what, of,
                     c % work->tiling.cols, c / work->tiling.cols, (double)found[c],
                     (double)expected[c]);
}

static inline void expect_reach(const fluv_reach *a, const fluv_reach *b, const char *what)
{
    bool graph = a->id == b->id && a->next_down == b->next_down && a->main_riv == b->main_riv &&
                 a->first_point == b->first_point && a->point_count == b->point_count &&
                 a->strahler == b->strahler && a->kind == b->kind && a->endorheic == b->endorheic &&
                 a->lake == b->lake && a->from_lake == b->from_lake && a->locked == b->locked;
    bool sizes = a->length == b->length && a->dist_down == b->dist_down &&
                 a->dist_up == b->dist_up && a->catchment == b->catchment &&
                 a->upland == b->upland && a->discharge == b->discharge && a->width == b->width &&
                 a->depth == b->depth && a->slope == b->slope && a->velocity == b->velocity;
    if (!graph || !sizes)
        fail_msg("%s: reach %lld differs in its %s from %lld", what, (long long)a->id,
                 graph ? "sizes" : "place in the graph", (long long)b->id);
}

static inline void expect_rivers(fluv_tile_work *work, const fluv_landscape *land, const char *what)
{
    static const size_t sizes[2] = {sizeof(fluv_reach), sizeof(fluv_river_point)};
    const fluv_rivers *rivers = fluv_rivers_of(land);
    fluv_list parts[2] = {{0}, {0}};
    expect_done(work->ctx, fluv_tile_restore(work, FLUV_TILES_RIVERS, sizes, 2, parts));
    assert_int_equal(parts[0].count, rivers->count);
    assert_int_equal(parts[1].count, rivers->point_count);
    for (size_t i = 0; i < rivers->count; i++)
        expect_reach((const fluv_reach *)parts[0].items + i, &rivers->reaches[i], what);
    if (rivers->point_count)
        assert_memory_equal(parts[1].items, rivers->points,
                            rivers->point_count * sizeof *rivers->points);
    fluv_list_free(&parts[0]);
    fluv_list_free(&parts[1]);
}

static inline void expect_outline(const fluv_rings *rings, const fluv_outline *outline,
                                  const char *what)
{
    size_t count = outline->ring_count;
    if (rings->first_point.count != count)
        fail_msg("%s: %zu rings, expected %zu", what, rings->first_point.count, count);
    if (!count)
        return;
    assert_memory_equal(rings->first_point.items, outline->first_point, count * sizeof(uint32_t));
    assert_int_equal(rings->xy.count, 2 * (size_t)outline->first_point[count]);
    assert_memory_equal(rings->xy.items, outline->xy, rings->xy.count * sizeof(double));
}

static inline void expect_watersheds(fluv_tile_work *work, const fluv_landscape *land,
                                     const char *what)
{
    static const size_t size = sizeof(fluv_watershed);
    const fluv_watersheds *sheds = fluv_watersheds_of(land);
    fluv_list list = {0};
    fluv_rings rings = {0};
    expect_done(work->ctx, fluv_tile_restore(work, FLUV_TILES_SHEDS, &size, 1, &list));
    assert_int_equal(list.count, sheds->count);
    const uint32_t *label = fluv_tile_load(work, FLUV_GRID_SHED, all_of(work));
    assert_non_null(label);
    if (list.count)
        expect_done(work->ctx,
                    fluv_watersheds_outline(work->ctx, &land->frame, label, &list, &rings));
    for (size_t i = 0; i < sheds->count; i++) {
        const fluv_watershed *a = (const fluv_watershed *)list.items + i;
        const fluv_watershed *b = &sheds->watersheds[i];
        if (a->id != b->id || a->area != b->area || a->first_ring != b->first_ring ||
            a->ring_count != b->ring_count || a->endorheic != b->endorheic)
            fail_msg("%s: watershed %zu has id %lld and %.17g m2, expected %lld and %.17g", what, i,
                     (long long)a->id, a->area, (long long)b->id, b->area);
    }
    expect_outline(&rings, &sheds->outline, what);
    fluv_list_free(&list);
    fluv_rings_free(&rings);
}

#endif
