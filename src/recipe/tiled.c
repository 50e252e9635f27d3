// SPDX-License-Identifier: MIT
/* A recipe run in tiles: for maps larger than memory, and over several processes.
 *
 * in   a recipe of import, drain and perhaps rivers
 * out  a folder with the rasters and vectors that the whole run writes
 *
 * The passes of src/tiles run one after the other over all tiles; what each has made stands on disk
 * in DIR.tiles. A run that is ended goes on there after the last pass that was done; when the
 * result is written the folder goes. */
#include "recipe/tiled.h"

#include "base/room.h"
#include "hydrography/rivers.h"
#include "output/folder.h"
#include "recipe/value.h"
#include "stages/drain/drain.h"
#include "stages/import/terraces.h"
#include "stages/lakes/lakes.h"
#include "stages/rivers/mark.h"
#include "stages/shared/routing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define BYTES_A_CELL     64.0 /* of a tile, in memory, at most */
#define DISK_A_CELL      45.0 /* of the map, with the result's files */
#define DISK_WITH_RIVERS 70.0
#define DISK_OF_CUTS     4.0  /* more */
#define DISK_OF_LAKES    13.0 /* likewise */
#define DISK_OF_FLATS    12.0 /* more, where the map may show lakes */
#define LARGEST_TILE     32768u
#define DEFAULT_TILE     4096u

/* ---- What can be run ---- */

static fluv_status expect_drain(fluv_ctx *ctx, const fluv_drain_params *drain)
{
    if (drain->depressions == FLUV_DRAIN_DEPRESSIONS_fill_free)
        return fluv_fail(ctx, FLUV_BAD_USE,
                         "drain.depressions: in tiles hollows can be connected or carved, and keep "
                         "no water yet");
    if (drain->runoff.kind != FLUV_FIELD_NUMBER)
        return fluv_fail(ctx, FLUV_BAD_USE,
                         "drain.runoff: in tiles it is one number: sums of a map of it would "
                         "depend on the tiles");
    return FLUV_OK;
}

static fluv_status expect_lakes(fluv_ctx *ctx, const fluv_drain_params *drain,
                                const fluv_lakes_params *lakes)
{
    if (!lakes)
        return FLUV_OK;
    if (drain->depressions == FLUV_DRAIN_DEPRESSIONS_carve)
        return fluv_fail(ctx, FLUV_BAD_USE,
                         "drain.depressions: in tiles hollows are carved where no lakes follow: "
                         "add --skip lakes");
    if (lakes->runoff.kind != FLUV_FIELD_NUMBER || lakes->evaporation.kind != FLUV_FIELD_NUMBER ||
        lakes->rain.kind != FLUV_FIELD_NUMBER)
        return fluv_fail(ctx, FLUV_BAD_USE,
                         "lakes: in tiles runoff, evaporation and rain are numbers");
    if (lakes->mode == FLUV_LAKES_MODE_volume && lakes->from == FLUV_LAKES_FROM_erode)
        return fluv_fail(ctx, FLUV_BAD_USE, "lakes.from: in tiles water is rain");
    return FLUV_OK;
}

static const void *params_of(const fluv_recipe *recipe, size_t i, const fluv_stage *stage)
{
    return i < recipe->stage_count && recipe->stages[i].stage == stage ? recipe->stages[i].params
                                                                       : NULL;
}

static fluv_status expect_stages(fluv_tiled *t)
{
    const fluv_recipe *recipe = t->recipe;
    const fluv_drain_params *drain = params_of(recipe, 1, &fluv_stage_drain);
    t->import = params_of(recipe, 0, &fluv_stage_import);
    t->lakes = params_of(recipe, 2, &fluv_stage_lakes);
    const fluv_rivers_params *rivers = params_of(recipe, t->lakes ? 3 : 2, &fluv_stage_rivers);
    size_t known = !t->import ? 0
                   : !drain   ? 1
                              : 2 + (size_t)(t->lakes != NULL) + (size_t)(rivers != NULL);
    if (known < recipe->stage_count)
        return fluv_fail(t->ctx, FLUV_BAD_USE,
                         "in tiles `import`, `drain`, `lakes` and `rivers` run, `%s` cannot follow "
                         "there: let one process do it with --memory",
                         recipe->stages[known].stage->info.name);
    if (!drain)
        return fluv_fail(t->ctx, FLUV_BAD_USE, "in tiles the stages `import` and `drain` run");
    FLUV_TRY(expect_drain(t->ctx, drain));
    FLUV_TRY(expect_lakes(t->ctx, drain, t->lakes));
    t->river_params = rivers;
    t->rivers = rivers != NULL;
    if (rivers && rivers->extract != FLUV_RIVERS_EXTRACT_area)
        return fluv_fail(t->ctx, FLUV_BAD_USE,
                         "rivers.extract: in tiles channels are found by area or discharge");
    return FLUV_OK;
}

static void set_lakes(fluv_tiled *t)
{
    const fluv_lakes_params *params = t->lakes;
    t->work.lakes = (fluv_tile_lakes){
        .wanted = true,
        .flats = params->flats != FLUV_LAKES_FLATS_land,
        .min_depth = params->min_depth,
        .rules = fluv_lakes_rules(params, fluv_lakes_smallest(params, &t->land.frame)),
        .mode = params->mode == FLUV_LAKES_MODE_full     ? FLUV_LAKES_FULL
                : params->mode == FLUV_LAKES_MODE_volume ? FLUV_LAKES_POURED
                                                         : FLUV_LAKES_STEADY,
        .runoff = params->runoff.number,
        .evaporation = params->evaporation.number,
        .rain = params->rain.number};
}

static void set_rivers(fluv_tiled *t)
{
    const fluv_rivers_params *params = t->river_params;
    fluv_channel_shape shape = fluv_rivers_shape(params);
    t->work.rivers =
        (fluv_tile_rivers){.frame = t->land.frame,
                           .by_discharge = params->by == FLUV_RIVERS_BY_discharge,
                           .least = fluv_rivers_least(params, &t->land.frame),
                           .outlets = fluv_rivers_outlets(params, &t->land.frame),
                           .shape = fluv_channel_shape_on_cells(&shape, t->land.frame.cell)};
}

/* How water descends, as the stage `drain` would be told. */
static void set_routing(fluv_tiled *t, const fluv_drain_params *drain)
{
    fluv_drainage_job job = {0};
    t->land.drained =
        (fluv_drained){true, (uint8_t)fluv_drain_descent(drain), (float)drain->wander, false};
    t->land.seed = drain->seed ? (uint64_t)drain->seed : t->recipe->seed;
    fluv_routing_set(&t->land, &job);
    t->land.seed = t->recipe->seed;
    t->work.descent = job.descent;
    t->work.wander = job.wander;
}

/* Whole squares of FLUV_FOLLOW_TILE where the tile is chosen here: then none is looked at twice. */
static uint32_t tile_for(double memory)
{
    uint32_t side = (uint32_t)fmin(sqrt(memory / BYTES_A_CELL), LARGEST_TILE);
    side = side / FLUV_FOLLOW_TILE * FLUV_FOLLOW_TILE;
    return side < FLUV_FOLLOW_TILE ? FLUV_FOLLOW_TILE : side;
}

/* Where nobody says: tiles of DEFAULT_TILE, or what half of the memory that there is suffices for.
 */
static double usual_memory(const fluv_ctx *ctx)
{
    double half = 0.5 * (double)fluv_room(ctx);
    return fmin(half, BYTES_A_CELL * DEFAULT_TILE * DEFAULT_TILE);
}

static fluv_status set_tiling(fluv_tiled *t, const fluv_tile_options *wish)
{
    uint32_t cols = wish->tile_cols, rows = wish->tile_rows ? wish->tile_rows : wish->tile_cols;
    if (!cols)
        cols = rows = tile_for(wish->memory ? (double)wish->memory : usual_memory(t->ctx));
    double needed = BYTES_A_CELL * (double)cols * rows;
    if (wish->memory && needed > (double)wish->memory)
        return fluv_fail(t->ctx, FLUV_BAD_USE,
                         "tiles of %u x %u cells need about %.0f MiB of memory, %.0f are allowed",
                         cols, rows, needed / 1048576.0, (double)wish->memory / 1048576.0);
    if (cols > LARGEST_TILE || rows > LARGEST_TILE)
        return fluv_fail(t->ctx, FLUV_BAD_USE, "a tile is %u x %u cells, expected up to %u", cols,
                         rows, LARGEST_TILE);
    t->work.tiling = fluv_tiling_make(t->land.frame.cols, t->land.frame.rows, cols, rows);
    return FLUV_OK;
}

/* What tells one job from another: the recipe, the map's size and time, the tiles. */
static fluv_status describe_job(fluv_tiled *t)
{
    struct stat map = {0};
    char *recipe = NULL;
    FLUV_TRY(fluv_recipe_text(t->ctx, t->recipe, &recipe));
    size_t room = strlen(recipe) + 256;
    (void)stat(t->import->file, &map);
    t->job = fluv_alloc(t->ctx, room, 1);
    if (t->job)
        snprintf(t->job, room, "%s\n%lld bytes, %lld.%09ld, tiles of %u x %u\n%s", fluv_version(),
                 (long long)map.st_size, (long long)map.st_mtim.tv_sec, map.st_mtim.tv_nsec,
                 t->work.tiling.tile_cols, t->work.tiling.tile_rows, recipe);
    fluv_text_free(recipe);
    return t->job ? FLUV_OK : FLUV_NO_MEMORY;
}

/* An imported map shows lakes as flats, unless it is said to have none. */
static bool has_flats(const fluv_tiled *t)
{
    return t->lakes && ((const fluv_lakes_params *)t->lakes)->flats != FLUV_LAKES_FLATS_land;
}

static double disk_needed(const fluv_tiled *t)
{
    double a_cell = t->rivers ? DISK_WITH_RIVERS : DISK_A_CELL;
    a_cell += t->work.ground == FLUV_GRID_CARVED ? DISK_OF_CUTS : 0.0;
    a_cell += t->lakes ? DISK_OF_LAKES : 0.0;
    a_cell += has_flats(t) ? DISK_OF_FLATS : 0.0;
    return a_cell * t->land.frame.cols * t->land.frame.rows;
}

/* What an earlier run has left is gone on with if it is all there. */
static fluv_status begin_bench(fluv_tiled *t, const char *dir)
{
    FLUV_TRY(fluv_tile_bench_begin(t->ctx, dir, t->job, disk_needed(t), &t->bench));
    if (t->bench.done > 0 && !fluv_tile_grids_whole(&t->work.tiling, t->bench.folder))
        return fluv_tile_bench_anew(t->ctx, disk_needed(t), &t->bench);
    return FLUV_OK;
}

static fluv_status prepare(fluv_tiled *t, const char *dir, const fluv_tile_options *wish)
{
    FLUV_TRY(expect_stages(t));
    const fluv_drain_params *drain = t->recipe->stages[1].params;
    if (t->work.transport->rank == 0)
        FLUV_TRY(fluv_folder_check(t->ctx, dir, NULL));
    fluv_recipe_frame(t->recipe, &t->land.frame);
    FLUV_TRY(fluv_import_parts_open(t->ctx, t->import, &t->land, &t->map));
    set_routing(t, drain);
    FLUV_TRY(set_tiling(t, wish));
    FLUV_TRY(describe_job(t));
    t->work.frame = t->land.frame;
    t->work.cell = t->land.frame.cell;
    t->work.runoff = drain->runoff.number;
    t->work.ground = t->lakes                                             ? FLUV_GRID_SETTLED
                     : drain->depressions == FLUV_DRAIN_DEPRESSIONS_carve ? FLUV_GRID_CARVED
                                                                          : FLUV_GRID_HEIGHT;
    if (t->lakes)
        set_lakes(t);
    if (t->rivers)
        set_rivers(t);
    t->bench.is_share = fluv_tiled_is_share;
    fluv_tile_bench_name(dir, &t->bench);
    return t->work.transport->rank == 0 ? begin_bench(t, dir) : FLUV_OK;
}

/* ---- The map's heights ---- */

/* Heights of a tile onto disk; how many different ones there are goes to rank 0, up to what it
 * needs to know. */
static fluv_status import_tile(fluv_tile_work *work, uint32_t tile)
{
    fluv_tiled *t = work->user;
    fluv_pane pane = fluv_tiling_window(&work->tiling, tile);
    float *height = fluv_scratch(work->ctx, fluv_pane_count(pane), sizeof *height);
    float *found = fluv_scratch(work->ctx, FLUV_COARSE_STEPS + 1, sizeof *found);
    uint32_t count;
    if (!height || !found)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_import_parts_read(work->ctx, t->map, pane.col, pane.row, pane.cols, pane.rows,
                                    height));
    FLUV_TRY(fluv_heights_list(work->ctx, height, fluv_pane_count(pane), FLUV_COARSE_STEPS, found,
                               &count));
    for (uint32_t i = 0; i < count; i++) {
        double *told = fluv_parcel_add(work, tile, 1, sizeof *told);
        if (!told)
            return FLUV_NO_MEMORY;
        *told = (double)found[i];
    }
    return fluv_tile_keep(work, FLUV_GRID_HEIGHT, tile, pane, height);
}

static fluv_status judge_heights(fluv_tile_work *work)
{
    fluv_tiled *t = work->user;
    size_t all = 0, count = 0;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++)
        all += work->parcels[tile].count / sizeof(double);
    float *heights = fluv_scratch(work->ctx, all + 1, sizeof *heights);
    if (!heights)
        return FLUV_NO_MEMORY;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        const double *told = work->parcels[tile].items;
        for (size_t i = 0; i < work->parcels[tile].count / sizeof *told; i++)
            heights[count++] = (float)told[i];
        fluv_parcel_clear(work, tile);
    }
    return fluv_import_parts_judge(work->ctx, t->import, heights, count,
                                   (size_t)work->tiling.cols * work->tiling.rows);
}

static fluv_status import_heights(fluv_tile_work *work)
{
    return fluv_tiles_ask(work, import_tile, judge_heights);
}

/* ---- The run ---- */

static bool always(const fluv_tiled *t)
{
    (void)t;
    return true;
}

static bool has_rivers(const fluv_tiled *t)
{
    return t->rivers;
}

static bool is_carved(const fluv_tiled *t)
{
    return t->work.ground == FLUV_GRID_CARVED;
}

static bool has_lakes(const fluv_tiled *t)
{
    return t->lakes != NULL;
}

static bool has_none(const fluv_tiled *t)
{
    return t->lakes == NULL;
}

static bool climbs(const fluv_tiled *t)
{
    return t->rivers && !t->lakes;
}

typedef struct phase {
    const char *name;
    uint32_t passes;
    fluv_status (*run)(fluv_tile_work *work);
    bool (*wanted)(const fluv_tiled *t);
} phase;

static const phase phases[] = {
    {"heights", 1, import_heights, always},
    {"sea", 2, fluv_tiles_find_sea, always},
    {"survey", 1, fluv_tiles_find_flats, has_flats},
    {"slopes", 1, fluv_tiles_find_slopes, always},
    {"flats", 6, fluv_tiles_lead_over_flats, always},
    {"shores", 2, fluv_tiles_judge_flats, has_flats},
    {"hollows", 3, fluv_tiles_lead_out_of_hollows, has_none},
    {"cuts", 2, fluv_tiles_carve, is_carved},
    {"lakes", 8, fluv_tiles_fill_lakes, has_lakes},
    {"crossings", 2, fluv_tiles_part_crossings, always},
    {"areas", 2, fluv_tiles_sum_areas, always},
    {"discharge", 4, fluv_tiles_lead_through_lakes, has_lakes},
    {"coast", 1, fluv_tiles_find_coast, always},
    {"rivers", 6, fluv_tiles_find_rivers, has_rivers},
    {"passes", 3, fluv_tiles_keep_passes, climbs},
};
enum { PHASES = sizeof phases / sizeof *phases };

/* The phases of this run, in their order; returns how many. */
static unsigned plan_phases(const fluv_tiled *t, const phase *plan[PHASES])
{
    unsigned count = 0;
    for (unsigned i = 0; i < PHASES; i++)
        if (phases[i].wanted(t))
            plan[count++] = &phases[i];
    return count;
}

/* All ranks know how far rank 0 says an earlier run has come. */
static void hear_done(fluv_tiled *t)
{
    const fluv_transport *by = t->work.transport;
    unsigned done = 0;
    for (unsigned i = 0; by->hear && i < PHASES; i++)
        done += by->hear(by, t->bench.done > i);
    t->bench.done = by->hear ? done : t->bench.done;
}

static fluv_status run_phases(fluv_tiled *t)
{
    const phase *plan[PHASES];
    unsigned count = plan_phases(t, plan);
    t->work.folder = t->bench.folder;
    t->work.user = t;
    FLUV_TRY(fluv_tile_work_begin(&t->work));
    for (unsigned i = t->bench.done; i < count; i++) {
        fluv_begin_step(t->ctx, "tiles", plan[i]->name, i + 1, count);
        t->work.passes_done = 0;
        t->work.passes = plan[i]->passes;
        FLUV_TRY(plan[i]->run(&t->work));
        if (t->work.transport->rank == 0)
            FLUV_TRY(fluv_tile_bench_note(t->ctx, &t->bench));
        FLUV_TRY(fluv_end_step(t->ctx));
    }
    return FLUV_OK;
}

static void report_run(const fluv_tiled *t, fluv_tile_report *report)
{
    report->cols = t->work.tiling.cols;
    report->rows = t->work.tiling.rows;
    report->tile_cols = t->work.tiling.tile_cols;
    report->tile_rows = t->work.tiling.tile_rows;
    report->tiles = t->work.tiling.count;
    report->bytes_told = t->work.bytes_told;
}

static fluv_status run(fluv_tiled *t, const char *dir, const fluv_tile_options *wish,
                       fluv_tile_report *report)
{
    const fluv_transport *by = t->work.transport;
    fluv_status status = prepare(t, dir, wish);
    int speaker =
        by->first_failed ? by->first_failed(by, status != FLUV_OK) : (status != FLUV_OK ? 0 : 1);
    report->silent = speaker < by->ranks ? by->rank != speaker : by->rank != 0;
    if (speaker < by->ranks)
        return status != FLUV_OK ? status : FLUV_CANCELLED;
    hear_done(t);
    report->phases_found = t->bench.done;
    status = run_phases(t);
    report_run(t, report);
    if (status == FLUV_OK)
        status = fluv_tiled_write(t, dir, wish->memory);
    report->silent = status == FLUV_OK && by->rank != 0;
    if (status == FLUV_BAD_USE && by->rank == 0)
        fluv_tile_bench_clear(&t->bench); /* it cannot be done so: nothing to go on with */
    if (status == FLUV_OK && by->rank == 0)
        fluv_tile_bench_clear(&t->bench);
    return status;
}

fluv_status fluv_run_in_tiles(fluv_ctx *ctx, const fluv_recipe *recipe, const char *dir,
                              const fluv_tile_options *options, fluv_tile_report *report)
{
    fluv_tile_options wish = {0};
    FLUV_TRY(fluv_options_read(ctx, options, &wish, sizeof wish));
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    fluv_tiled t = {.ctx = ctx, .recipe = recipe};
    t.work = (fluv_tile_work){.ctx = ctx, .transport = fluv_transport_of_program()};
    fluv_progress_fn *shown = ctx->report;
    if (t.work.transport->rank != 0)
        ctx->report = NULL; /* one rank tells of the progress */
    *report = (fluv_tile_report){.rank = t.work.transport->rank, .ranks = t.work.transport->ranks};
    fluv_status status = run(&t, dir, &wish, report);
    ctx->report = shown;
    fluv_tile_work_end(&t.work);
    fluv_import_parts_close(t.map);
    fluv_free(t.job);
    fluv_landscape_free(&t.land);
    return fluv_call_end(ctx, mark, status);
}

/* The map's frame, and whether the whole of it fits. */
static fluv_status look_at_map(fluv_tiled *t, fluv_tile_need *need)
{
    const fluv_frame *frame = &t->land.frame;
    bool goes_in_tiles = expect_stages(t) == FLUV_OK;
    if (!t->recipe->stage_count || t->recipe->stages[0].stage != &fluv_stage_import)
        return FLUV_OK;
    t->import = t->recipe->stages[0].params;
    fluv_recipe_frame(t->recipe, &t->land.frame);
    FLUV_TRY(fluv_import_parts_open(t->ctx, t->import, &t->land, &t->map));
    if ((uint64_t)frame->cols * frame->rows >= FLUV_NONE) {
        need->tiles = goes_in_tiles;
        snprintf(need->why, sizeof need->why, "%u x %u cells are more than 32 bits count",
                 frame->cols, frame->rows);
        return FLUV_OK;
    }
    fluv_status status =
        fluv_recipe_fits(t->ctx, t->recipe, &t->land, 0, t->recipe->stage_count, false);
    if (status != FLUV_NO_MEMORY)
        return status;
    need->tiles = goes_in_tiles;
    need->disk = !goes_in_tiles;
    const char *numbers = fluv_message(t->ctx), *advice = strstr(numbers, ": try ");
    int length = (int)(advice ? advice - numbers : (ptrdiff_t)strlen(numbers));
    snprintf(need->why, sizeof need->why, "%.*s", length, numbers);
    return FLUV_OK;
}

fluv_status fluv_tiles_needed(fluv_ctx *ctx, const fluv_recipe *recipe, fluv_tile_need *need)
{
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    fluv_tiled t = {.ctx = ctx, .recipe = recipe};
    *need = (fluv_tile_need){0};
    fluv_status status = look_at_map(&t, need);
    fluv_import_parts_close(t.map);
    fluv_landscape_free(&t.land);
    return fluv_call_end(ctx, mark, status);
}

int fluv_ranks(void)
{
    return fluv_transport_of_program()->ranks;
}

void fluv_ranks_end(bool failed)
{
    fluv_transport_end(failed);
}
