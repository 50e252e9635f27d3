// SPDX-License-Identifier: MIT
/* A map in tiles has the water of the whole map, to the last bit. */
#include "stages/shared/ways.h"
#include "terrain.h"
#include "tiles/work.h"
#include "tiles_folder.h"
#include "water/accumulate.h"
#include "water/drainage.h"

/* ---- The whole map ---- */

typedef struct whole {
    fluv_topology grid;
    const float *height;
    uint8_t *kind;
    uint32_t *slope, *way, *led, *route; /* receivers */
    double *area;
} whole;

static fluv_wander wander_of(uint32_t cols, double cell)
{
    return (fluv_wander){.noise = {.key = fluv_key_make(7, "drain", "wander"),
                                   .wavelength = cell * cols / 8.0,
                                   .octaves = 4,
                                   .gain = 0.8,
                                   .lacunarity = 2.0,
                                   .finest = cell},
                         .strength = 4.0f};
}

static uint32_t *copy_of(const uint32_t *from, uint32_t count)
{
    uint32_t *out = test_room(count, sizeof *out);
    memcpy(out, from, count * sizeof *out);
    return out;
}

static void find_whole(fluv_ctx *ctx, const terrain *t, fluv_descent descent, whole *w)
{
    uint32_t count = t->cells;
    *w = (whole){.grid = terrain_grid(t), .height = t->height, .kind = test_room(count, 1)};
    uint32_t *receiver = test_room(count, sizeof *receiver);
    uint32_t *queue = test_room(count, sizeof *queue);
    fluv_wander wander = wander_of(t->cols, t->cell);
    fluv_cells_classify(&w->grid, 1, t->height, w->kind);
    (void)fluv_cells_find_sea(&w->grid, t->height, w->kind, queue);
    if (descent == FLUV_FOLLOW)
        fluv_receivers_follow(&w->grid, 1, &wander, t->height, w->kind, receiver);
    else
        fluv_receivers(&w->grid, 1, descent, t->height, w->kind, receiver);
    w->slope = copy_of(receiver, count);
    fluv_drainage_job job = {.topology = w->grid,
                             .height = t->height,
                             .kind = w->kind,
                             .descent = descent,
                             .wander = wander,
                             .receiver = receiver};
    fluv_drainage drainage;
    assert_int_equal(fluv_drainage_find(ctx, &job, &drainage), FLUV_OK);
    w->way = copy_of(receiver, count);
    fluv_ways_connect(&drainage.hierarchy, receiver);
    w->led = copy_of(receiver, count);
    (void)fluv_receivers_part(&w->grid, t->height, receiver);
    w->route = copy_of(receiver, count);
    w->area = test_room(count, sizeof *w->area);
    for (uint32_t c = 0; c < count; c++)
        w->area[c] = w->kind[c] & (FLUV_CELL_VOID | FLUV_CELL_SEA) ? 0.0 : 1.0;
    fluv_accumulate(&w->grid, 1, receiver, NULL, (uint8_t *)queue, w->area, NULL);
    for (uint32_t c = 0; c < count; c++)
        w->area[c] = w->kind[c] & FLUV_CELL_VOID ? (double)NAN : w->area[c] * t->cell * t->cell;
    free(receiver);
    free(queue);
}

static void free_whole(whole *w)
{
    free(w->kind);
    free(w->slope);
    free(w->way);
    free(w->led);
    free(w->route);
    free(w->area);
}

/* ---- In tiles ---- */

static fluv_pane all_of(const fluv_tile_work *work)
{
    return (fluv_pane){0, 0, work->tiling.cols, work->tiling.rows};
}

static void begin_work(fluv_ctx *ctx, const terrain *t, fluv_descent descent, uint32_t tile_cols,
                       uint32_t tile_rows, fluv_tile_work *work)
{
    *work = (fluv_tile_work){.ctx = ctx,
                             .tiling = fluv_tiling_make(t->cols, t->rows, tile_cols, tile_rows),
                             .cell = t->cell,
                             .descent = descent,
                             .wander = wander_of(t->cols, t->cell),
                             .transport = &fluv_transport_alone,
                             .folder = folder};
    empty_folder();
    assert_int_equal(fluv_tile_work_begin(work), FLUV_OK);
    assert_int_equal(fluv_store_write(ctx, &work->grids[FLUV_GRID_HEIGHT], all_of(work),
                                      all_of(work), t->height),
                     FLUV_OK);
}

static void expect_ways(fluv_tile_work *work, fluv_tile_grid grid, const uint32_t *receiver,
                        const char *what)
{
    fluv_pane all = all_of(work);
    const uint8_t *way = fluv_tile_load(work, grid, all);
    assert_non_null(way);
    for (uint32_t c = 0; c < fluv_pane_count(all); c++)
        if (way[c] != fluv_way_between(all.cols, c, receiver[c]))
            fail_msg("%s: the way of cell (%u, %u) of %u x %u is %d, expected %d", what,
                     c % all.cols, c / all.cols, all.cols, all.rows, way[c],
                     fluv_way_between(all.cols, c, receiver[c]));
}

static void expect_bytes(fluv_tile_work *work, fluv_tile_grid grid, const void *expected,
                         size_t bytes, const char *what)
{
    const void *found = fluv_tile_load(work, grid, all_of(work));
    assert_non_null(found);
    if (memcmp(found, expected, bytes) != 0)
        fail_msg("%s: differs", what);
}

static void expect_done(fluv_ctx *ctx, fluv_status status)
{
    if (status != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
}

static void compare(fluv_ctx *ctx, const terrain *t, fluv_descent descent, uint32_t tile_cols,
                    uint32_t tile_rows, const char *name)
{
    whole w;
    fluv_tile_work work;
    char what[120];
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    snprintf(what, sizeof what, "%s, descent %d, tiles of %u x %u", name, (int)descent, tile_cols,
             tile_rows);
    find_whole(ctx, t, descent, &w);
    begin_work(ctx, t, descent, tile_cols, tile_rows, &work);
    expect_done(ctx, fluv_tiles_find_sea(&work));
    expect_bytes(&work, FLUV_GRID_KIND, w.kind, t->cells, what);
    expect_done(ctx, fluv_tiles_find_slopes(&work));
    expect_ways(&work, FLUV_GRID_SLOPE, w.slope, what);
    expect_done(ctx, fluv_tiles_lead_over_flats(&work));
    expect_ways(&work, FLUV_GRID_WAY, w.way, what);
    expect_done(ctx, fluv_tiles_lead_out_of_hollows(&work));
    expect_ways(&work, FLUV_GRID_LED, w.led, what);
    expect_done(ctx, fluv_tiles_part_crossings(&work));
    expect_ways(&work, FLUV_GRID_ROUTE, w.route, what);
    expect_done(ctx, fluv_tiles_sum_areas(&work));
    const double *area = fluv_tile_load(&work, FLUV_GRID_AREA, all_of(&work));
    assert_non_null(area);
    for (uint32_t c = 0; c < t->cells; c++)
        if (!(area[c] == w.area[c] || (isnan(area[c]) && isnan(w.area[c]))))
            fail_msg("%s: the area of cell %u is %g, expected %g", what, c, area[c], w.area[c]);
    fluv_tile_work_end(&work);
    free_whole(&w);
    fluv_scratch_release(ctx, mark);
}

static void tiles_have_the_water_of_the_whole(void **state)
{
    (void)state;
    static const fluv_descent descents[] = {FLUV_FOLLOW, FLUV_STEEPEST, FLUV_LOWEST};
    fluv_ctx *ctx = fluv_ctx_new();
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            terrain t;
            terrain_make(&t, kind, seed, 201, 166);
            compare(ctx, &t, descents[seed % 3], 37, 53, terrain_name(kind));
            terrain_free(&t);
        }
    fluv_ctx_delete(ctx);
}

/* Rims everywhere: every flat, hollow and crossing reaches over some. */
static void any_size_of_tiles_will_do(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{1, 1},   {1, 7},   {5, 1}, {2, 3},
                                        {64, 64}, {100, 2}, {9, 90}};
    fluv_ctx *ctx = fluv_ctx_new();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++) {
            terrain t;
            terrain_make(&t, kind, 40 + i, 31, 26);
            compare(ctx, &t, FLUV_FOLLOW, sizes[i][0], sizes[i][1], terrain_name(kind));
            terrain_free(&t);
        }
    fluv_ctx_delete(ctx);
}

/* A flat as large as the map, without an outlet but at the edge, and one without any. */
static void flats_over_many_tiles_are_led(void **state)
{
    (void)state;
    fluv_ctx *ctx = fluv_ctx_new();
    for (int walled = 0; walled < 2; walled++) {
        terrain t;
        terrain_init(&t, 90, 70, 30.0);
        for (uint32_t c = 0; c < t.cells; c++) {
            uint32_t col = c % t.cols, row = c / t.cols;
            bool edge = col == 0 || row == 0 || col + 1 == t.cols || row + 1 == t.rows;
            bool ridge = col % 20 == 10 && row > 5 && row < 50 + col % 7;
            t.height[c] = walled && edge ? 9.0f : ridge ? 7.0f : 5.0f;
        }
        compare(ctx, &t, FLUV_FOLLOW, 11, 13, walled ? "walled plain" : "plain");
        terrain_free(&t);
    }
    fluv_ctx_delete(ctx);
}

/* Numbers of cells beyond 32 bits: a grid on disk whose far corner is written and read. */
static void maps_may_have_more_cells_than_32_bits_count(void **state)
{
    (void)state;
    char path[128];
    fluv_ctx *ctx = fluv_ctx_new();
    const fluv_tiling tiling = fluv_tiling_make(120000, 90000, 4096, 1000);
    fluv_pane last = fluv_tiling_window(&tiling, tiling.count - 1), ring;
    assert_int_equal(last.col + last.cols, 120000);
    assert_int_equal(last.row + last.rows, 90000);
    assert_true(fluv_pane_cell(&tiling, last, (uint32_t)fluv_pane_count(last) - 1) ==
                (uint64_t)120000 * 90000 - 1);
    fluv_store store;
    snprintf(path, sizeof path, "%s/large.raw", folder);
    assert_int_equal(fluv_store_open(ctx, &tiling, path, 1, &store), FLUV_OK);
    uint8_t *cells = test_room(fluv_pane_count(last), 1);
    for (size_t c = 0; c < fluv_pane_count(last); c++)
        cells[c] = (uint8_t)(1 + c % 251);
    assert_int_equal(fluv_store_write(ctx, &store, last, last, cells), FLUV_OK);
    ring = fluv_pane_grown(&tiling, last, 1);
    assert_int_equal(ring.cols, last.cols + 1);
    uint8_t *found = test_room(fluv_pane_count(ring), 1);
    assert_int_equal(fluv_store_read(ctx, &store, ring, found), FLUV_OK);
    for (uint32_t c = 0; c < fluv_pane_count(ring); c++) {
        uint32_t col = c % ring.cols, row = c / ring.cols;
        uint8_t expected = col && row ? cells[(row - 1) * last.cols + col - 1] : 0;
        assert_int_equal(found[c], expected);
    }
    fluv_store_close(&store);
    free(cells);
    free(found);
    fluv_ctx_delete(ctx);
}

/* A wide map of more cells than 32 bits count, with land on two tiles beyond number 2^32 and
 * nothing elsewhere. Three tiles are worked on; all others are like the third. */
enum { WIDE_COLS = 2000000, WIDE_ROWS = 2400, WIDE_TILE = 1500, LAND_COL = 1400, LAND_ROW = 2180 };

static fluv_status collect_likes(const fluv_transport *transport, fluv_ctx *ctx, uint32_t tiles,
                                 fluv_list *parcels)
{
    (void)transport;
    for (uint32_t tile = 3; tile < tiles; tile++) {
        void *to = fluv_list_renew(ctx, &parcels[tile], parcels[2].count, 1);
        if (parcels[2].count && !to)
            return FLUV_NO_MEMORY;
        if (parcels[2].count)
            memcpy(to, parcels[2].items, parcels[2].count);
    }
    return FLUV_OK;
}

static void place_land(fluv_tile_work *work, const terrain *t, fluv_pane land)
{
    fluv_pane worked = {0, 0, 3 * WIDE_TILE, WIDE_ROWS};
    float *height = test_room(fluv_pane_count(worked), sizeof *height);
    for (size_t c = 0; c < fluv_pane_count(worked); c++)
        height[c] = NAN;
    const fluv_store *store = &work->grids[FLUV_GRID_HEIGHT];
    expect_done(work->ctx, fluv_store_write(work->ctx, store, worked, worked, height));
    expect_done(work->ctx, fluv_store_write(work->ctx, store, land, land, t->height));
    free(height);
}

static void run_passes(fluv_tile_work *work)
{
    expect_done(work->ctx, fluv_tiles_find_sea(work));
    expect_done(work->ctx, fluv_tiles_find_slopes(work));
    expect_done(work->ctx, fluv_tiles_lead_over_flats(work));
    expect_done(work->ctx, fluv_tiles_lead_out_of_hollows(work));
    expect_done(work->ctx, fluv_tiles_part_crossings(work));
    expect_done(work->ctx, fluv_tiles_sum_areas(work));
}

/* Returns how many steps were turned where ways cross. */
static uint32_t compare_far(fluv_ctx *ctx, const terrain *t, fluv_descent descent)
{
    const uint32_t tiles = (WIDE_COLS + WIDE_TILE - 1) / WIDE_TILE;
    const fluv_transport first = {.ranks = (int)(tiles / 3 + 1), .collect = collect_likes};
    const fluv_pane land = {LAND_COL, LAND_ROW, t->cols, t->rows};
    whole w;
    fluv_tile_work work = {.ctx = ctx,
                           .tiling = fluv_tiling_make(WIDE_COLS, WIDE_ROWS, WIDE_TILE, WIDE_ROWS),
                           .cell = t->cell,
                           .descent = descent,
                           .transport = &first,
                           .folder = folder};
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    assert_true(fluv_transport_owns(&first, tiles, 2) && !fluv_transport_owns(&first, tiles, 3));
    assert_true(fluv_pane_cell(&work.tiling, land, 0) > UINT32_MAX);
    empty_folder();
    expect_done(ctx, fluv_tile_work_begin(&work));
    place_land(&work, t, land);
    run_passes(&work);
    find_whole(ctx, t, descent, &w);
    const uint8_t *way = fluv_tile_load(&work, FLUV_GRID_ROUTE, land);
    const double *area = fluv_tile_load(&work, FLUV_GRID_AREA, land);
    assert_true(way && area);
    uint32_t turned = 0;
    for (uint32_t c = 0; c < t->cells; c++) {
        turned += w.led[c] != w.route[c];
        if (way[c] != fluv_way_between(t->cols, c, w.route[c]) || area[c] != w.area[c])
            fail_msg("cell %u: way %d and area %g, expected %d and %g", c, way[c], area[c],
                     fluv_way_between(t->cols, c, w.route[c]), w.area[c]);
    }
    fluv_tile_work_end(&work);
    free_whole(&w);
    fluv_scratch_release(ctx, mark);
    return turned;
}

static void land_beyond_32_bits_has_the_water_of_the_whole(void **state)
{
    (void)state;
    fluv_ctx *ctx = fluv_ctx_new();
    terrain flats, rough;
    terrain_make(&flats, TERRAIN_STEPS, 5, 230, 170);
    terrain_make(&rough, TERRAIN_RANDOM, 5, 230, 170);
    assert_true(compare_far(ctx, &flats, FLUV_LOWEST) > 0);
    (void)compare_far(ctx, &rough, FLUV_STEEPEST);
    terrain_free(&flats);
    terrain_free(&rough);
    fluv_ctx_delete(ctx);
}

/* Every cell of a rim has a place, and every place a cell. */
static void rims_have_places(void **state)
{
    (void)state;
    static const fluv_pane shapes[] = {{0, 0, 1, 1}, {0, 0, 5, 1}, {0, 0, 1, 6}, {0, 0, 2, 2},
                                       {0, 0, 7, 2}, {0, 0, 2, 9}, {3, 4, 6, 5}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        fluv_pane p = shapes[i];
        for (uint32_t c = 0; c < fluv_pane_count(p); c++) {
            uint32_t col = c % p.cols, row = c / p.cols, place = fluv_rim_place(p, c);
            bool rim = col == 0 || row == 0 || col + 1 == p.cols || row + 1 == p.rows;
            assert_true(rim == (place != FLUV_NONE));
            if (rim) {
                assert_true(place < fluv_rim_count(p));
                assert_int_equal(fluv_rim_cell(p, place), c);
            }
        }
    }
}

/* A map as a file, and the recipe that finds its water. */
static fluv_recipe *recipe_of_map(fluv_ctx *ctx, int cols, int rows, char path[128])
{
    fluv_recipe *recipe = NULL;
    snprintf(path, 128, "%s/map.asc", folder);
    FILE *map = fopen(path, "w");
    assert_non_null(map);
    fprintf(map, "ncols %d\nnrows %d\nxllcorner 0\nyllcorner 0\ncellsize 30\n", cols, rows);
    for (int i = 0; i < cols * rows; i++)
        fprintf(map, "%.3f\n", 50.0 + (i % cols) * 0.7 + (i / cols) * 0.3 + 4.0 * sin(i * 0.37));
    assert_int_equal(fclose(map), 0);
    assert_int_equal(fluv_recipe_for_heightmap(ctx, path, &recipe), FLUV_OK);
    return recipe;
}

static void more_than_memory_is_asked_for_where_it_is_short(void **state)
{
    (void)state;
    char path[128];
    fluv_tile_need need;
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_recipe *recipe = recipe_of_map(ctx, 90, 70, path);
    assert_int_equal(fluv_tiles_needed(ctx, recipe, &need), FLUV_OK);
    assert_false(need.tiles || need.disk);
    assert_string_equal(need.why, "");
    fluv_set_memory_limit(ctx, 100000);
    assert_int_equal(fluv_tiles_needed(ctx, recipe, &need), FLUV_OK);
    assert_true(need.tiles && !need.disk);
    assert_non_null(strstr(need.why, "90 x 70 cells"));
    assert_int_equal(fluv_recipe_set(ctx, recipe, "rivers.extract=canny"), FLUV_OK);
    assert_int_equal(fluv_tiles_needed(ctx, recipe, &need), FLUV_OK);
    assert_true(need.disk && !need.tiles);
    assert_int_equal(fluv_recipe_set(ctx, recipe, "rivers.extract=area"), FLUV_OK);
    assert_int_equal(fluv_recipe_skip(ctx, recipe, "lakse"), FLUV_BAD_USE);
    assert_int_equal(fluv_recipe_skip(ctx, recipe, "lakes"), FLUV_OK);
    assert_int_equal(fluv_tiles_needed(ctx, recipe, &need), FLUV_OK);
    assert_true(need.tiles && !need.disk);
    assert_int_equal(fluv_recipe_end(ctx, recipe, "drain"), FLUV_OK);
    assert_int_equal(fluv_tiles_needed(ctx, recipe, &need), FLUV_OK);
    assert_true(need.tiles && !need.disk);
    assert_non_null(strstr(need.why, "90 x 70 cells"));
    fluv_recipe_delete(recipe);
    fluv_ctx_delete(ctx);
}

typedef struct watched {
    const fluv_ctx *ctx;
    size_t on_disk; /* bytes, the most while files were written */
} watched;

static void watch(void *user, const fluv_progress *progress)
{
    watched *w = user;
    if (strcmp(progress->phase, "write") != 0)
        return;
    size_t on_disk = atomic_load(&w->ctx->memory.on_disk);
    w->on_disk = on_disk > w->on_disk ? on_disk : w->on_disk;
}

/* Overviews of the areas of 1000 x 700 cells: 1.4 MB for the first alone. */
static void overviews_that_do_not_fit_lie_on_disk(void **state)
{
    (void)state;
    char path[128], result[128];
    fluv_ctx *ctx = fluv_ctx_new();
    watched w = {.ctx = ctx};
    fluv_tile_report report;
    const fluv_tile_options options = {.struct_size = sizeof options, .memory = 1 << 20};
    empty_folder();
    fluv_recipe *recipe = recipe_of_map(ctx, 1000, 700, path);
    assert_int_equal(fluv_recipe_end(ctx, recipe, "drain"), FLUV_OK);
    snprintf(result, sizeof result, "%s/result", folder);
    fluv_set_threads(ctx, 1);
    fluv_set_progress(ctx, watch, &w);
    expect_done(ctx, fluv_run_in_tiles(ctx, recipe, result, &options, &report));
    assert_true(w.on_disk >= 1000 * 700 / 4 * sizeof(double));
    assert_int_equal(atomic_load(&ctx->memory.on_disk), 0);
    assert_string_equal(ctx->disk, "");
    fluv_recipe_delete(recipe);
    fluv_ctx_delete(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_have_the_water_of_the_whole),
        cmocka_unit_test(any_size_of_tiles_will_do),
        cmocka_unit_test(flats_over_many_tiles_are_led),
        cmocka_unit_test(maps_may_have_more_cells_than_32_bits_count),
        cmocka_unit_test(land_beyond_32_bits_has_the_water_of_the_whole),
        cmocka_unit_test(rims_have_places),
        cmocka_unit_test(more_than_memory_is_asked_for_where_it_is_short),
        cmocka_unit_test(overviews_that_do_not_fit_lie_on_disk),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
