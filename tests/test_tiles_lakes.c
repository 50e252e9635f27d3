// SPDX-License-Identifier: MIT
/* Lakes of a map in tiles, the ground between them, what they get and lose, and the rivers between
 * are those of the whole map, to the last bit: what the stages `drain`, `lakes` and `rivers` make
 * of it in one piece. */
#include "dice.h"
#include "stages/drain/drain.h"
#include "stages/lakes/lakes.h"
#include "stages/rivers/mark.h"
#include "stages/shared/routing.h"
#include "terrain.h"
#include "tiles/lakes.h"
#include "tiles/shown.h"
#include "tiles_same.h"

/* What a case asks of lakes and rivers. */
typedef struct demand {
    int mode;                /* of lakes */
    double cells, depth;     /* of the smallest lake; m */
    double dam, gorge, silt; /* as the stage has them */
    double runoff, evaporation, rain;
    double channel, width; /* cells that a channel needs; width against what is usual */
    bool by_discharge, no_outlets;
    int descent;
    bool flats;  /* of the map may be lakes */
    double sill; /* m, of those */
} demand;

typedef struct job {
    const terrain *t;
    fluv_drain_params drain;
    fluv_lakes_params lakes;
    fluv_rivers_params rivers;
    fluv_landscape land, filled; /* after all stages, and after lakes */
} job;

static void begin_job(fluv_ctx *ctx, const terrain *t, const demand *wish, job *j)
{
    double cell = t->cell * t->cell;
    *j = (job){.t = t};
    expect_done(ctx, fluv_params_init(ctx, &fluv_stage_drain.info, &j->drain, sizeof j->drain));
    expect_done(ctx, fluv_params_init(ctx, &fluv_stage_lakes.info, &j->lakes, sizeof j->lakes));
    expect_done(ctx, fluv_params_init(ctx, &fluv_stage_rivers.info, &j->rivers, sizeof j->rivers));
    j->drain.descent = wish->descent;
    j->lakes.mode = wish->mode;
    j->lakes.flats = wish->flats ? FLUV_LAKES_FLATS_lakes : FLUV_LAKES_FLATS_land;
    j->lakes.sill = wish->sill;
    j->lakes.min_area = wish->cells * cell;
    j->lakes.min_depth = wish->depth;
    j->lakes.dam = wish->dam;
    j->lakes.gorge = wish->gorge;
    j->lakes.silt = wish->silt;
    j->lakes.runoff.number = wish->runoff;
    j->lakes.evaporation.number = wish->evaporation;
    j->lakes.rain.number = wish->rain;
    j->rivers.area = wish->channel * cell;
    j->rivers.width = wish->width;
    j->rivers.outlets = !wish->no_outlets;
    if (wish->by_discharge) {
        j->rivers.by = FLUV_RIVERS_BY_discharge;
        j->rivers.discharge = (double)fluv_even_discharge(wish->channel, cell, wish->runoff);
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
    expect_done(ctx, fluv_stage_lakes.run(ctx, &j->lakes, &j->land));
    expect_done(ctx, fluv_landscape_share(ctx, &j->land, &j->filled));
    expect_done(ctx, fluv_stage_rivers.run(ctx, &j->rivers, &j->land));
}

static void end_job(job *j)
{
    fluv_landscape_free(&j->land);
    fluv_landscape_free(&j->filled);
    fluv_params_free(&fluv_stage_drain.info, &j->drain);
    fluv_params_free(&fluv_stage_lakes.info, &j->lakes);
    fluv_params_free(&fluv_stage_rivers.info, &j->rivers);
}

static void set_work(fluv_ctx *ctx, const job *j, uint32_t tile_cols, uint32_t tile_rows,
                     fluv_tile_work *work)
{
    fluv_drainage_job routing = {0};
    fluv_landscape land = {.frame = j->land.frame, .seed = j->land.seed};
    fluv_channel_shape shape = fluv_rivers_shape(&j->rivers);
    land.drained =
        (fluv_drained){true, (uint8_t)fluv_drain_descent(&j->drain), (float)j->drain.wander, false};
    fluv_routing_set(&land, &routing);
    const fluv_lakes_params *lakes = &j->lakes;
    *work = (fluv_tile_work){
        .ctx = ctx,
        .tiling = fluv_tiling_make(j->t->cols, j->t->rows, tile_cols, tile_rows),
        .frame = j->land.frame,
        .cell = j->t->cell,
        .runoff = j->drain.runoff.number,
        .rivers = {.frame = j->land.frame,
                   .by_discharge = j->rivers.by == FLUV_RIVERS_BY_discharge,
                   .least = fluv_rivers_least(&j->rivers, &j->land.frame),
                   .outlets = fluv_rivers_outlets(&j->rivers, &j->land.frame),
                   .shape = fluv_channel_shape_on_cells(&shape, j->t->cell)},
        .lakes = {.wanted = true,
                  .flats = lakes->flats != FLUV_LAKES_FLATS_land,
                  .min_depth = lakes->min_depth,
                  .rules = fluv_lakes_rules(lakes, fluv_lakes_smallest(lakes, &j->land.frame)),
                  .mode = lakes->mode == FLUV_LAKES_MODE_full     ? FLUV_LAKES_FULL
                          : lakes->mode == FLUV_LAKES_MODE_volume ? FLUV_LAKES_POURED
                                                                  : FLUV_LAKES_STEADY,
                  .runoff = lakes->runoff.number,
                  .evaporation = lakes->evaporation.number,
                  .rain = lakes->rain.number},
        .descent = routing.descent,
        .wander = routing.wander,
        .ground = FLUV_GRID_SETTLED,
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
    if (work->lakes.flats)
        expect_done(ctx, fluv_tiles_find_flats(work));
    expect_done(ctx, fluv_tiles_find_slopes(work));
    expect_done(ctx, fluv_tiles_lead_over_flats(work));
    if (work->lakes.flats)
        expect_done(ctx, fluv_tiles_judge_flats(work));
    expect_done(ctx, fluv_tiles_fill_lakes(work));
    expect_done(ctx, fluv_tiles_part_crossings(work));
    expect_done(ctx, fluv_tiles_sum_areas(work));
    expect_done(ctx, fluv_tiles_lead_through_lakes(work));
    expect_done(ctx, fluv_tiles_find_rivers(work));
}

/* ---- Both are the same ---- */

typedef struct seen { /* over all cases: what a test must have met to mean something */
    size_t lakes, partial, dry, filled, cut, turned;
    size_t surveyed, closed, opened, risen, at_edge; /* lakes of the map */
} seen;

static void expect_bytes(fluv_tile_work *work, const job *j, fluv_tile_grid grid,
                         const uint8_t *cover, const char *what)
{
    const uint8_t *found = fluv_tile_load(work, grid, all_of(work));
    assert_non_null(found);
    for (uint32_t c = 0; c < j->t->cells; c++) {
        uint8_t expected = isnan(j->t->height[c]) ? FLUV_TILES_BYTE_NODATA : cover[c];
        if (found[c] != expected)
            fail_msg("%s: cover of cell (%u, %u) is %d, expected %d", what, c % j->t->cols,
                     c / j->t->cols, found[c], expected);
    }
}

static void expect_grids(fluv_tile_work *work, const job *j, const char *what, seen *met)
{
    const fluv_landscape *land = &j->land, *filled = &j->filled;
    const float *settled = fluv_layer_read(filled, FLUV_LAYER_height);
    expect_floats(work, FLUV_GRID_SETTLED, settled, what, "ground");
    expect_floats(work, FLUV_GRID_WATER, fluv_layer_read(filled, FLUV_LAYER_water), what, "lake");
    expect_bytes(work, j, FLUV_GRID_COVER, fluv_layer_read(filled, FLUV_LAYER_cover), what);
    expect_floats(work, FLUV_GRID_DISCHARGE, fluv_layer_read(land, FLUV_LAYER_discharge), what,
                  "discharge");
    expect_floats(work, FLUV_GRID_BEDS, fluv_layer_read(land, FLUV_LAYER_height), what, "bed");
    expect_floats(work, FLUV_GRID_SURFACE, fluv_layer_read(land, FLUV_LAYER_water), what, "water");
    expect_bytes(work, j, FLUV_GRID_COVERED, fluv_layer_read(land, FLUV_LAYER_cover), what);
    const uint8_t *led = fluv_tile_load(work, FLUV_GRID_LED, all_of(work));
    const uint8_t *way = fluv_tile_load(work, FLUV_GRID_ROUTE, all_of(work));
    const double *areas = fluv_tile_load(work, FLUV_GRID_AREA, all_of(work));
    const double *area = fluv_layer_read(land, FLUV_LAYER_area);
    const uint32_t *receiver = fluv_layer_read(land, FLUV_LAYER_receiver);
    assert_true(led && way && areas);
    for (uint32_t c = 0; c < j->t->cells; c++) {
        bool land_cell = !isnan(j->t->height[c]);
        if (way[c] != fluv_way_between(j->t->cols, c, receiver[c]) ||
            (land_cell && areas[c] != area[c]))
            fail_msg("%s: cell (%u, %u) has way %d and %g m2, expected %d and %g", what,
                     c % j->t->cols, c / j->t->cols, way[c], areas[c],
                     fluv_way_between(j->t->cols, c, receiver[c]), area[c]);
        met->filled += settled[c] > j->t->height[c];
        met->cut += settled[c] < j->t->height[c];
        met->turned += led[c] != way[c];
    }
}

static void expect_lake(const fluv_lake *a, const fluv_lake *b, const char *what)
{
    bool shape = a->id == b->id && a->surveyed == b->surveyed && a->level == b->level &&
                 a->area == b->area && a->volume == b->volume && a->depth_max == b->depth_max &&
                 a->x == b->x && a->y == b->y && a->merged == b->merged && a->state == b->state &&
                 a->closed == b->closed && a->first_ring == b->first_ring &&
                 a->ring_count == b->ring_count;
    bool water = a->catchment == b->catchment && a->inflow == b->inflow &&
                 a->evaporation == b->evaporation && a->demand == b->demand &&
                 a->outlet == b->outlet;
    if (!shape || !water)
        fail_msg("%s: lake %lld differs in its %s from %lld", what, (long long)a->id,
                 shape ? "water" : "shape", (long long)b->id);
}

static void expect_totals(const fluv_lakes_total *total, const fluv_landscape *land,
                          const char *what)
{
    const fluv_ground_change *a = &total->change, *b = fluv_ground_change_of(land);
    if (a->hollows_breached != b->hollows_breached || a->hollows_filled != b->hollows_filled ||
        a->volume_cut != b->volume_cut || a->volume_filled != b->volume_filled ||
        a->deepest_cut != b->deepest_cut || a->highest_fill != b->highest_fill)
        fail_msg("%s: %.17g m3 are cut and %.17g filled, expected %.17g and %.17g", what,
                 a->volume_cut, a->volume_filled, b->volume_cut, b->volume_filled);
    const fluv_budget *x = &total->budget, *y = fluv_budget_of(land);
    if (x->known != y->known || x->per_year != y->per_year || x->rain != y->rain ||
        x->evaporated != y->evaporated || x->stored != y->stored || x->left != y->left ||
        x->earlier != y->earlier || x->wettest != y->wettest)
        fail_msg("%s: %.17g of %.17g have left, expected %.17g of %.17g", what, x->left, x->rain,
                 y->left, y->rain);
}

static void expect_lakes(fluv_tile_work *work, const job *j, const char *what, seen *met)
{
    static const size_t sizes[2] = {sizeof(fluv_lake), sizeof(fluv_lakes_total)};
    static const size_t size = sizeof(int64_t);
    const fluv_lakes *lakes = fluv_lakes_of(&j->land);
    fluv_list parts[2] = {{0}, {0}}, outlets = {0};
    fluv_rings rings = {0};
    expect_done(work->ctx, fluv_tile_restore(work, FLUV_TILES_LAKES, sizes, 2, parts));
    expect_done(work->ctx, fluv_tile_restore(work, FLUV_TILES_OUTLETS, &size, 1, &outlets));
    expect_totals(parts[1].items, &j->land, what);
    assert_int_equal(parts[0].count, lakes->count);
    fluv_lake *list = parts[0].items;
    for (size_t i = 0; i < lakes->count; i++)
        list[i].outlet = ((const int64_t *)outlets.items)[i];
    const uint32_t *label = fluv_tile_load(work, FLUV_GRID_LAKE, all_of(work));
    const float *ground = fluv_tile_load(work, FLUV_GRID_SETTLED, all_of(work));
    assert_true(label && ground);
    if (lakes->count)
        expect_done(work->ctx, fluv_lakes_outline(work->ctx, &j->land.frame, ground, label,
                                                  &parts[0], &rings));
    for (size_t i = 0; i < lakes->count; i++) {
        expect_lake(&list[i], &lakes->lakes[i], what);
        met->lakes++;
        met->partial += list[i].state == FLUV_PARTIAL;
        met->dry += list[i].state == FLUV_EMPTY;
        met->surveyed += list[i].surveyed;
    }
    expect_outline(&rings, &lakes->outline, what);
    fluv_list_free(&parts[0]);
    fluv_list_free(&parts[1]);
    fluv_list_free(&outlets);
    fluv_rings_free(&rings);
}

static void count_shown(fluv_tile_work *work, seen *met)
{
    static const size_t size = sizeof(fluv_surveyed_lake);
    fluv_list list = {0};
    expect_done(work->ctx, fluv_tile_restore(work, FLUV_TILES_STOOD, &size, 1, &list));
    const fluv_surveyed_lake *lakes = list.items;
    for (size_t i = 0; i < list.count; i++) {
        met->closed += lakes[i].closed;
        met->opened += lakes[i].way == FLUV_WAY_CUT;
        met->risen += lakes[i].way == FLUV_WAY_RISE;
        met->at_edge += lakes[i].at_edge;
    }
    fluv_list_free(&list);
}

static void compare(fluv_ctx *ctx, const terrain *t, const demand *wish, uint32_t tile_cols,
                    uint32_t tile_rows, const char *name, seen *met)
{
    job j;
    fluv_tile_work work;
    char what[120];
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    snprintf(what, sizeof what, "%s, mode %d, tiles of %u x %u", name, wish->mode, tile_cols,
             tile_rows);
    begin_job(ctx, t, wish, &j);
    run_whole(ctx, &j);
    set_work(ctx, &j, tile_cols, tile_rows, &work);
    run_tiles(ctx, &j, &work);
    expect_grids(&work, &j, what, met);
    expect_lakes(&work, &j, what, met);
    expect_rivers(&work, &j.land, what);
    expect_watersheds(&work, &j.land, what);
    if (work.lakes.flats)
        count_shown(&work, met);
    fluv_tile_work_end(&work);
    end_job(&j);
    fluv_scratch_release(ctx, mark);
}

static const demand wishes[] = {
    {.mode = FLUV_LAKES_MODE_steady,
     .cells = 16,
     .depth = 1.0,
     .dam = 0.3,
     .runoff = 0.4,
     .evaporation = 0.5,
     .channel = 40,
     .width = 60},
    {.mode = FLUV_LAKES_MODE_steady,
     .cells = 2,
     .depth = 0.01,
     .runoff = 0.03,
     .evaporation = 2.0,
     .channel = 15,
     .width = 300,
     .descent = 1},
    {.mode = FLUV_LAKES_MODE_volume,
     .cells = 3,
     .depth = 0.01,
     .silt = 0.05,
     .runoff = 0.2,
     .evaporation = 0.1,
     .rain = 0.4,
     .channel = 25,
     .width = 90,
     .descent = 2},
    {.mode = FLUV_LAKES_MODE_full,
     .cells = 2,
     .depth = 0.01,
     .gorge = 0.2,
     .runoff = 0.3,
     .channel = 30,
     .width = 150,
     .no_outlets = true},
    {.mode = FLUV_LAKES_MODE_steady,
     .cells = 3,
     .depth = 0.01,
     .dam = 0.1,
     .runoff = 0.1,
     .evaporation = 1.0,
     .channel = 20,
     .width = 80,
     .by_discharge = true},
    {.mode = FLUV_LAKES_MODE_steady,
     .cells = 4,
     .depth = 0.1,
     .evaporation = 1.0,
     .channel = 30,
     .width = 60},
    {.mode = FLUV_LAKES_MODE_volume,
     .cells = 6,
     .depth = 0.1,
     .evaporation = 0.3,
     .runoff = 0.1,
     .channel = 30,
     .width = 60},
};
enum { WISHES = sizeof wishes / sizeof *wishes };

static void expect_met(const seen *met)
{
    assert_true(met->lakes > 500 && met->partial > 50 && met->dry > 50);
    assert_true(met->filled > 1000 && met->cut > 1000 && met->turned > 10);
}

static void tiles_have_the_lakes_of_the_whole(void **state)
{
    (void)state;
    seen met = {0};
    fluv_ctx *ctx = fluv_ctx_new();
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (size_t i = 0; i < WISHES; i++) {
            terrain t;
            terrain_make(&t, kind, 11 * i + 3, 151, 126);
            compare(ctx, &t, &wishes[i], 37, 53, terrain_name(kind), &met);
            terrain_free(&t);
        }
    expect_met(&met);
    fluv_ctx_delete(ctx);
}

/* Rims everywhere: every way, lake and outlet reaches over some. */
static void any_size_of_tiles_will_do(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{1, 1}, {1, 7}, {5, 1}, {2, 3}, {64, 64}, {100, 2}};
    seen met = {0};
    fluv_ctx *ctx = fluv_ctx_new();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++) {
            terrain t;
            terrain_make(&t, kind, 70 + i, 31, 26);
            compare(ctx, &t, &wishes[(i + kind) % WISHES], sizes[i][0], sizes[i][1],
                    terrain_name(kind), &met);
            terrain_free(&t);
        }
    assert_true(met.lakes > 50);
    fluv_ctx_delete(ctx);
}

/* ---- Lakes that the map shows ---- */

static double any(dice *d, double low, double high)
{
    return low + (high - low) * (double)roll(d, 1000) / 1000.0;
}

/* A round flat, in it errors of the map; around it a shore that may stand high, or have gaps. */
static void draw_lake(terrain *t, dice *d)
{
    static const double rims[] = {-1.0, 0.1, 1.0, 5.0, 60.0}, holes[] = {0.0, 0.0, 0.03, 0.2};
    double x = any(d, 0.0, t->cols), y = any(d, 0.0, t->rows), radius = any(d, 1.5, 12.0);
    double rim = rims[roll(d, 5)], holed = holes[roll(d, 4)], deep = any(d, 0.5, 12.0);
    float level = t->height[(uint32_t)y * t->cols + (uint32_t)x];
    if (isnan(level))
        return;
    for (uint32_t c = 0; c < t->cells; c++) {
        double far = hypot(c % t->cols - x, c / t->cols - y);
        bool gap = any(d, 0.0, 1.0) < holed, error = roll(d, 60) == 0;
        if (isnan(t->height[c]) || far > radius + 2.0)
            continue;
        if (far <= radius)
            t->height[c] = level - (error ? (float)any(d, 0.0, deep) : 0.0f);
        else if (rim > 0.0)
            t->height[c] = fmaxf(t->height[c], level + (float)any(d, 0.01, rim));
        if (far > radius && gap)
            t->height[c] = level - (float)any(d, 0.0, deep);
    }
}

static void lakes_that_the_map_shows_are_those_of_the_whole(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{37, 53}, {11, 7}, {4, 90}, {2, 3}};
    static const double sills[] = {0.3, 5.0, 15.0};
    seen met = {0};
    fluv_ctx *ctx = fluv_ctx_new();
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (size_t i = 0; i < 16; i++) {
            dice d = {.key = fluv_key_make(kind * 100 + i, "test", "lakes of a map")};
            demand wish = wishes[i % WISHES];
            terrain t;
            terrain_make(&t, kind, 31 * i + 5, 50 + (uint32_t)roll(&d, 20), 45);
            for (size_t k = 0; k < 5; k++)
                draw_lake(&t, &d);
            wish.flats = true;
            wish.sill = sills[i % 3];
            compare(ctx, &t, &wish, sizes[i % 4][0], sizes[i % 4][1], terrain_name(kind), &met);
            terrain_free(&t);
        }
    assert_true(met.surveyed > 60 && met.at_edge > 20);
    assert_true(met.closed > 10 && met.opened > 3 && met.risen > 0);
    fluv_ctx_delete(ctx);
}

/* First cells of flats that may be lakes, as tiles and as the survey of the whole map list them. */
static void list_whole(fluv_ctx *ctx, const terrain *t, double min_area, fluv_list *seeds)
{
    fluv_topology grid = terrain_grid(t);
    uint8_t *kind = test_room(t->cells, 1);
    uint32_t *queue = test_room(t->cells, sizeof *queue);
    memset(kind, 0, t->cells);
    fluv_cells_classify(&grid, 1, t->height, kind);
    (void)fluv_cells_find_sea(&grid, t->height, kind, queue);
    expect_done(ctx, fluv_survey_list_flats(ctx, &grid, kind, t->height, min_area, seeds));
    free(kind);
    free(queue);
}

static void list_tiles(fluv_ctx *ctx, const terrain *t, double min_area, const uint32_t *tile,
                       fluv_list *seeds)
{
    static const size_t size = sizeof(uint64_t);
    fluv_tile_work work = {.ctx = ctx,
                           .tiling = fluv_tiling_make(t->cols, t->rows, tile[0], tile[1]),
                           .cell = t->cell,
                           .lakes = {.wanted = true, .rules = {.min_area = min_area}},
                           .transport = &fluv_transport_alone,
                           .folder = folder};
    empty_folder();
    expect_done(ctx, fluv_tile_work_begin(&work));
    expect_done(ctx, fluv_store_write(ctx, &work.grids[FLUV_GRID_HEIGHT], all_of(&work),
                                      all_of(&work), t->height));
    expect_done(ctx, fluv_tiles_find_sea(&work));
    expect_done(ctx, fluv_tiles_find_flats(&work));
    expect_done(ctx, fluv_tile_restore(&work, FLUV_TILES_SEEDS, &size, 1, seeds));
    fluv_tile_work_end(&work);
}

static void expect_seeds(fluv_ctx *ctx, const terrain *t, double min_area, const fluv_list *flats,
                         const uint32_t *tile, const char *what)
{
    fluv_list found = {0};
    list_tiles(ctx, t, min_area, tile, &found);
    if (found.count != flats->count)
        fail_msg("%s, tiles of %u x %u: %zu flats, expected %zu", what, tile[0], tile[1],
                 found.count, flats->count);
    for (size_t i = 0; i < flats->count; i++)
        assert_true(((const uint64_t *)found.items)[i] == ((const uint32_t *)flats->items)[i]);
    fluv_list_free(&found);
}

static void flats_that_may_be_lakes_are_those_of_the_whole(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{37, 53}, {11, 7}, {1, 3}, {200, 200}};
    size_t all = 0, none = 0;
    fluv_ctx *ctx = fluv_ctx_new();
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 1; seed <= 4; seed++) {
            terrain t;
            terrain_make(&t, kind, seed, 91, 76);
            double min_area = (seed == 1 ? 4.0 : 16.0 * (double)seed) * t.cell * t.cell;
            for (uint32_t c = 0; seed > 2 && c < t.cells; c++) /* uneven ones too */
                t.height[c] += 0.02f * (float)(c * 7919u % 13u);
            fluv_list flats = {0};
            list_whole(ctx, &t, min_area, &flats);
            for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
                expect_seeds(ctx, &t, min_area, &flats, sizes[i], terrain_name(kind));
            all += flats.count;
            none += !flats.count;
            fluv_list_free(&flats);
            terrain_free(&t);
        }
    assert_true(all > 40 && none > 4);
    fluv_ctx_delete(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_have_the_lakes_of_the_whole),
        cmocka_unit_test(any_size_of_tiles_will_do),
        cmocka_unit_test(lakes_that_the_map_shows_are_those_of_the_whole),
        cmocka_unit_test(flats_that_may_be_lakes_are_those_of_the_whole),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
