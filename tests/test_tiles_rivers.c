// SPDX-License-Identifier: MIT
/* Rivers, their beds and banks, watersheds and the coast of a map in tiles are those of the whole
 * map, to the last bit: what the stages `drain` and `rivers` make of it in one piece. */
#include "stages/drain/drain.h"
#include "stages/rivers/mark.h"
#include "stages/shared/routing.h"
#include "stages/shared/sea.h"
#include "terrain.h"
#include "tiles_same.h"

/* ---- The whole ---- */

typedef struct job {
    const terrain *t;
    fluv_drain_params drain;
    fluv_rivers_params rivers;
    fluv_landscape land; /* after both stages */
} job;

/* What a case asks of rivers. */
typedef struct demand {
    double cells;      /* that a channel needs */
    double width;      /* of rivers, against what is usual */
    double perennial;  /* m3/s */
    bool by_discharge; /* they begin by it */
    bool narrow;       /* they do not spread */
    bool carve;        /* ways out of hollows are cut */
    int descent;       /* of drain */
} demand;

static void begin_job(fluv_ctx *ctx, const terrain *t, const demand *wish, job *j)
{
    *j = (job){.t = t};
    expect_done(ctx, fluv_params_init(ctx, &fluv_stage_drain.info, &j->drain, sizeof j->drain));
    expect_done(ctx, fluv_params_init(ctx, &fluv_stage_rivers.info, &j->rivers, sizeof j->rivers));
    j->drain.descent = wish->descent;
    if (wish->carve)
        j->drain.depressions = FLUV_DRAIN_DEPRESSIONS_carve;
    j->rivers.area = wish->cells * t->cell * t->cell;
    j->rivers.width = wish->width;
    j->rivers.perennial = wish->perennial;
    j->rivers.spread = !wish->narrow;
    if (wish->by_discharge) {
        j->rivers.by = FLUV_RIVERS_BY_discharge;
        j->rivers.discharge =
            (double)fluv_even_discharge(wish->cells, t->cell * t->cell, j->drain.runoff.number);
    }
    j->land.frame = (fluv_frame){
        .cols = t->cols, .rows = t->rows, .cell = t->cell, .west = 1000.5, .north = 7000.25};
    j->land.seed = 7;
}

static void run_whole(fluv_ctx *ctx, job *j)
{
    float *height = fluv_layer_renew(ctx, &j->land, FLUV_LAYER_height);
    assert_non_null(height);
    memcpy(height, j->t->height, j->t->cells * sizeof *height);
    expect_done(ctx, fluv_stage_drain.run(ctx, &j->drain, &j->land));
    expect_done(ctx, fluv_stage_rivers.run(ctx, &j->rivers, &j->land));
}

static void end_job(job *j)
{
    fluv_landscape_free(&j->land);
    fluv_params_free(&fluv_stage_drain.info, &j->drain);
    fluv_params_free(&fluv_stage_rivers.info, &j->rivers);
}

/* ---- In tiles ---- */

static void set_work(fluv_ctx *ctx, const job *j, uint32_t tile_cols, uint32_t tile_rows,
                     fluv_tile_work *work)
{
    fluv_drainage_job routing = {0};
    fluv_landscape land = {.frame = j->land.frame, .seed = j->land.seed};
    fluv_channel_shape shape = fluv_rivers_shape(&j->rivers);
    land.drained =
        (fluv_drained){true, (uint8_t)fluv_drain_descent(&j->drain), (float)j->drain.wander, false};
    fluv_routing_set(&land, &routing);
    *work = (fluv_tile_work){
        .ctx = ctx,
        .tiling = fluv_tiling_make(j->t->cols, j->t->rows, tile_cols, tile_rows),
        .cell = j->t->cell,
        .runoff = j->drain.runoff.number,
        .rivers = {.frame = j->land.frame,
                   .by_discharge = j->rivers.by == FLUV_RIVERS_BY_discharge,
                   .least = fluv_rivers_least(&j->rivers, &j->land.frame),
                   .shape = fluv_channel_shape_on_cells(&shape, j->t->cell)},
        .descent = routing.descent,
        .wander = routing.wander,
        .ground = j->drain.depressions == FLUV_DRAIN_DEPRESSIONS_carve ? FLUV_GRID_CARVED
                                                                       : FLUV_GRID_HEIGHT,
        .transport = &fluv_transport_alone,
        .folder = folder};
}

static void run_tiles(fluv_ctx *ctx, const job *j, fluv_tile_work *work)
{
    empty_folder();
    expect_done(ctx, fluv_tile_work_begin(work));
    expect_done(ctx, fluv_store_write(ctx, &work->grids[FLUV_GRID_HEIGHT], all_of(work),
                                      all_of(work), j->t->height));
    expect_done(ctx, fluv_tiles_find_sea(work));
    expect_done(ctx, fluv_tiles_find_slopes(work));
    expect_done(ctx, fluv_tiles_lead_over_flats(work));
    expect_done(ctx, fluv_tiles_lead_out_of_hollows(work));
    if (work->ground == FLUV_GRID_CARVED)
        expect_done(ctx, fluv_tiles_carve(work));
    expect_done(ctx, fluv_tiles_part_crossings(work));
    expect_done(ctx, fluv_tiles_sum_areas(work));
    expect_done(ctx, fluv_tiles_find_coast(work));
    expect_done(ctx, fluv_tiles_find_rivers(work));
    expect_done(ctx, fluv_tiles_keep_passes(work));
}

/* ---- Both are the same ---- */

typedef struct seen { /* over all cases: what a test must have met to mean something */
    size_t reaches, banks, dry, raised, sea_ends, sheds;
    size_t cuts, lifts; /* lands with them */
    size_t turned;      /* steps that crossed others on carved ground */
} seen;

static void expect_grids(fluv_tile_work *work, const job *j, const char *what, seen *met)
{
    const float *height = fluv_layer_read(&j->land, FLUV_LAYER_height);
    const uint8_t *cover = fluv_layer_read(&j->land, FLUV_LAYER_cover);
    const float *discharge = fluv_layer_read(&j->land, FLUV_LAYER_discharge);
    expect_floats(work, FLUV_GRID_GROUND, height, what, "ground");
    expect_floats(work, FLUV_GRID_SURFACE, fluv_layer_read(&j->land, FLUV_LAYER_water), what,
                  "water");
    const uint8_t *covered = fluv_tile_load(work, FLUV_GRID_COVERED, all_of(work));
    const float *flow = fluv_tile_load(work, FLUV_GRID_DISCHARGE, all_of(work));
    assert_true(covered && flow);
    size_t river_cells = 0;
    for (uint32_t c = 0; c < j->t->cells; c++) {
        uint8_t expected = isnan(j->t->height[c]) ? FLUV_TILES_BYTE_NODATA : cover[c];
        if (covered[c] != expected || flow[c] != discharge[c])
            fail_msg("%s: cell (%u, %u) has cover %d and flow %g, expected %d and %g", what,
                     c % j->t->cols, c / j->t->cols, covered[c], (double)flow[c], expected,
                     (double)discharge[c]);
        river_cells += cover[c] == FLUV_RIVER;
        met->dry += cover[c] == FLUV_DRY_BED;
        met->raised += cover[c] == FLUV_LAND && height[c] > j->t->height[c];
    }
    size_t lines = 0;
    for (size_t i = 0; i < fluv_rivers_of(&j->land)->count; i++)
        lines += fluv_rivers_of(&j->land)->reaches[i].point_count;
    met->banks += river_cells > lines ? river_cells - lines : 0;
}

static void expect_coast(fluv_tile_work *work, const job *j, const char *what, seen *met)
{
    static const size_t size = 1;
    fluv_list sea = {0};
    const fluv_outline *coast = fluv_coast_of(&j->land);
    expect_done(work->ctx, fluv_tile_restore(work, FLUV_TILES_SEA, &size, 1, &sea));
    assert_true((sea.count > 0) == (coast != NULL));
    fluv_list_free(&sea);
    if (!coast)
        return;
    met->sea_ends++;
    fluv_landscape made = {.frame = j->land.frame};
    const uint32_t *label = fluv_tile_load(work, FLUV_GRID_LAND, all_of(work));
    assert_non_null(label);
    expect_done(work->ctx, fluv_coast_outline(work->ctx, &made, label, j->t->height));
    const fluv_outline *found = fluv_coast_of(&made);
    if (found->ring_count != coast->ring_count)
        fail_msg("%s: the coast has %zu rings, expected %zu", what, found->ring_count,
                 coast->ring_count);
    assert_memory_equal(found->xy, coast->xy,
                        2 * (size_t)coast->first_point[coast->ring_count] * sizeof(double));
    fluv_landscape_free(&made);
}

static void expect_change(fluv_tile_work *work, const job *j, const char *what, seen *met)
{
    static const size_t size = sizeof(fluv_ground_change);
    const fluv_ground_change *b = fluv_ground_change_of(&j->land);
    fluv_list list = {0};
    if (work->ground != FLUV_GRID_CARVED)
        return;
    expect_done(work->ctx, fluv_tile_restore(work, FLUV_TILES_CHANGE, &size, 1, &list));
    const fluv_ground_change *a = list.items;
    if (a->hollows_breached != b->hollows_breached || a->hollows_filled != b->hollows_filled ||
        a->volume_cut != b->volume_cut || a->volume_filled != b->volume_filled ||
        a->deepest_cut != b->deepest_cut || a->highest_fill != b->highest_fill)
        fail_msg("%s: %.17g m3 are cut and %.17g filled, expected %.17g and %.17g", what,
                 a->volume_cut, a->volume_filled, b->volume_cut, b->volume_filled);
    const uint8_t *led = fluv_tile_load(work, FLUV_GRID_LED, all_of(work));
    const uint8_t *route = fluv_tile_load(work, FLUV_GRID_ROUTE, all_of(work));
    assert_true(led && route);
    for (uint32_t c = 0; c < j->t->cells; c++)
        met->turned += led[c] != route[c];
    met->cuts += b->volume_cut > 0.0;
    met->lifts += b->volume_filled > 0.0;
    fluv_list_free(&list);
}

static void compare(fluv_ctx *ctx, const terrain *t, const demand *wish, uint32_t tile_cols,
                    uint32_t tile_rows, const char *name, seen *met)
{
    job j;
    fluv_tile_work work;
    char what[120];
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    snprintf(what, sizeof what, "%s, tiles of %u x %u", name, tile_cols, tile_rows);
    begin_job(ctx, t, wish, &j);
    run_whole(ctx, &j);
    set_work(ctx, &j, tile_cols, tile_rows, &work);
    run_tiles(ctx, &j, &work);
    expect_rivers(&work, &j.land, what);
    met->reaches += fluv_rivers_of(&j.land)->count;
    expect_grids(&work, &j, what, met);
    expect_watersheds(&work, &j.land, what);
    met->sheds += fluv_watersheds_of(&j.land)->count;
    expect_coast(&work, &j, what, met);
    expect_change(&work, &j, what, met);
    fluv_tile_work_end(&work);
    end_job(&j);
    fluv_scratch_release(ctx, mark);
}

static const demand wishes[] = {{.cells = 40, .width = 60},
                                {.cells = 15, .width = 400},
                                {.cells = 60, .width = 200, .by_discharge = true},
                                {.cells = 25, .width = 90, .perennial = 0.002},
                                {.cells = 30, .width = 150, .narrow = true},
                                {.cells = 20, .width = 80, .carve = true}};
enum { WISHES = sizeof wishes / sizeof *wishes };

static void tiles_have_the_rivers_of_the_whole(void **state)
{
    (void)state;
    seen met = {0};
    fluv_ctx *ctx = fluv_ctx_new();
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 1; seed <= WISHES; seed++) {
            terrain t;
            terrain_make(&t, kind, seed, 201, 166);
            compare(ctx, &t, &wishes[seed - 1], 37, 53, terrain_name(kind), &met);
            terrain_free(&t);
        }
    fluv_ctx_delete(ctx);
    assert_true(met.reaches > 1000 && met.sheds > 100 && met.sea_ends > 0);
    assert_true(met.banks > 1000 && met.dry > 100 && met.raised > 10 && met.cuts > 5);
}

/* Lands of which a third lies below the sea: hollows there are cut, and raised to it. */
static void sink(terrain *t)
{
    float low = INFINITY, high = -INFINITY;
    for (uint32_t c = 0; c < t->cells; c++) {
        low = fminf(low, t->height[c]);
        high = fmaxf(high, t->height[c]);
    }
    for (uint32_t c = 0; c < t->cells; c++)
        t->height[c] -= low + (high - low) / 3.0f;
}

static void cuts_reach_over_tiles(void **state)
{
    (void)state;
    seen met = {0};
    fluv_ctx *ctx = fluv_ctx_new();
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 1; seed <= 6; seed++) {
            const demand wish = {.cells = 30, .width = 1, .carve = true, .descent = (int)seed % 3};
            terrain t;
            terrain_make(&t, kind, 70 + seed, 97, 83);
            if (seed > 3)
                sink(&t);
            compare(ctx, &t, &wish, seed % 2 ? 11 : 40, 13, terrain_name(kind), &met);
            terrain_free(&t);
        }
    /* Two steps cross on a flat, and the first, if it were turned, would run in a circle. */
    const demand wish = {.cells = 30, .width = 1, .carve = true, .descent = 2};
    terrain circle;
    terrain_make(&circle, TERRAIN_STAIRS, 117, 60, 50);
    sink(&circle);
    compare(ctx, &circle, &wish, 30, 25, "stairs", &met);
    terrain_free(&circle);
    fluv_ctx_delete(ctx);
    assert_true(met.cuts > 40 && met.lifts > 5 && met.turned > 20);
}

/* What rank 0 holds of a channel's cell at most, beside what a small tile takes: lines, cells, and
 * never all of what it was told and tells at once. */
static void rank_0_holds_little_of_a_channel(void **state)
{
    (void)state;
    const demand wish = {.cells = 60, .width = 1, .narrow = true};
    fluv_ctx *ctx = fluv_ctx_new();
    terrain t;
    job j;
    fluv_tile_work work;
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    terrain_make(&t, TERRAIN_NOISE, 3, 900, 700);
    begin_job(ctx, &t, &wish, &j);
    set_work(ctx, &j, 50, 50, &work);
    run_tiles(ctx, &j, &work);
    fluv_tile_work_end(&work);
    expect_done(ctx, fluv_tile_work_begin(&work)); /* with what is on disk, and nothing else */
    size_t before = atomic_load(&ctx->memory.now);
    atomic_store(&ctx->memory.peak, before);
    expect_done(ctx, fluv_tiles_find_channels(&work));
    size_t peak = atomic_load(&ctx->memory.peak) - before, channels = 0;
    const uint8_t *cover = fluv_tile_load(&work, FLUV_GRID_COVERED, all_of(&work));
    assert_non_null(cover);
    for (uint32_t c = 0; c < t.cells; c++)
        channels += cover[c] == FLUV_RIVER || cover[c] == FLUV_DRY_BED;
    assert_true(channels > 40000);
    if (peak > 140 * channels) /* 113; under the sanitizers lists that grow are copied */
        fail_msg("%zu bytes a channel cell, expected 140 at most", peak / channels);
    fluv_tile_work_end(&work);
    fluv_scratch_release(ctx, mark);
    end_job(&j);
    terrain_free(&t);
    fluv_ctx_delete(ctx);
}

/* Rims everywhere: every reach, bank and watershed reaches over some. */
static void any_size_of_tiles_will_do(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{1, 1},   {1, 7},   {5, 1}, {2, 3},
                                        {64, 64}, {100, 2}, {9, 90}};
    seen met = {0};
    fluv_ctx *ctx = fluv_ctx_new();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++) {
            terrain t;
            terrain_make(&t, kind, 40 + i, 31, 26);
            compare(ctx, &t, &wishes[(i + kind) % WISHES], sizes[i][0], sizes[i][1],
                    terrain_name(kind), &met);
            terrain_free(&t);
        }
    fluv_ctx_delete(ctx);
    assert_true(met.reaches > 100 && met.banks > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_have_the_rivers_of_the_whole),
        cmocka_unit_test(rank_0_holds_little_of_a_channel),
        cmocka_unit_test(cuts_reach_over_tiles),
        cmocka_unit_test(any_size_of_tiles_will_do),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
